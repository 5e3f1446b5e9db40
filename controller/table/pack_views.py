"""What is shown of the shoe: one view for every role, and what is the director's besides. Pure.

A view counts and names nothing that is not durable, and is the same whatever the cards are. Only of a pack that was
refused, which is never dealt, the cards that are wrong with it are named.
"""

from __future__ import annotations

from typing import Final

from controller.rules.cards import SUIT
from controller.shoe import events
from controller.table import words
from controller.table.pack_state import State
from controller.table.packs import LEAST, pockets_of
from controller.table.tongue import translated as _
from controller.table.views import ShoeDeskView, ShoeView
from controller.table.words import code_of_commitment

_ALARMS: Final = frozenset(("jammed", "lid open", "faulted", "refused"))


def shoe_view(s: State) -> ShoeView:
    """What everybody sees."""
    state = state_of(s)
    done, of = _progress(s, state)
    standing = s.standing
    asks = state == "ready" and standing is not None and standing.stage != "busy"
    cut = s.pone if state == "cut" else None
    most = 0 if standing is None or cut is None else len(standing.pack) - LEAST
    return ShoeView(
        state=state,
        words=_words(s, state),
        done=done,
        of=of,
        deal=(standing.dealer,) if asks and standing is not None else (),
        dealer=s.pressed if state == "cut" else None if s.course is None or not s.course.going else s.course.by,
        cut=cut,
        least=LEAST if cut is not None else 0,
        most=most,
        commitment=code_of_commitment(s.pack.commitment) if state == "cut" and s.pack is not None else None,
        place=None if s.fault is None or s.fault.place in ("", "nowhere") else s.fault.place,
        missing=s.refusal.missing if state == "refused" and s.refusal is not None else (),
        double=s.refusal.double if state == "refused" and s.refusal is not None else (),
        detail=_more(_detail(s, state), _words(s, state)),
        alarm=state in _ALARMS or (state == "paused" and not s.held) or (state == "link lost" and _in_course(s)),
    )


def desk_view(s: State) -> ShoeDeskView:
    """What the director sees besides."""
    acts: list[str] = []
    if state_of(s) == "cut":
        acts.append("deal_uncut")
    reached = s.linked is not None and not s.lost
    if reached and s.fault is not None:
        acts.append("clear")
    if reached and s.course is not None and s.course.stage == "dealing":
        acts.append("resume" if s.now == "paused" or s.held else "pause")
    if reached:
        acts.append("report")
    counters: list[tuple[str, int]] = []
    if s.report is not None:
        counters = [*sorted(s.report.shoe.items()), *(("host " + k, v) for k, v in sorted(s.report.host.items()))]
    return ShoeDeskView(
        acts=tuple(acts),
        fault=None if s.fault is None else s.fault.fault,
        firmware=None if s.linked is None else s.linked.firmware,
        number=None if s.linked is None else s.linked.shoe,
        boots=None if s.linked is None else s.linked.boot_count,
        counters=tuple(counters),
    )


def state_of(s: State) -> str:
    """The word for what is shown. A deal's death and a pack's refusal show when they are durable."""
    if s.linked is None or s.lost:
        return "link lost"
    now = s.now or "checking"
    if now == "paused" and (s.course is None or s.course.stage in ("again", "done")):
        return "checking"
    if s.course is not None and s.course.stage == "sealing" and now == "ready":
        return "sealing"
    if now == "void" and s.acked < (s.gather or 0):
        return "checking"
    if s.refusal is not None and now in ("no pack", "dealt"):
        return "refused" if s.acked >= s.refused else "checking"
    if now == "ready" and s.pack is None:
        return "checking"
    if now == "ready" and not _busy(s):
        if s.pockets:
            return "occupied"
        return "cut" if s.pressed is not None else "ready"
    return now


def _busy(s: State) -> bool:
    return s.standing is None or s.standing.stage == "busy"


def _in_course(s: State) -> bool:
    return s.course is not None and s.course.going


def _progress(s: State, state: str) -> tuple[int, int]:
    """Cards read, or cards dealt that are in the record."""
    if state in ("reading", "checking") and s.intake is not None and s.doing is not None:
        return s.doing.done, s.doing.of
    course, standing = s.course, s.standing
    if course is None or standing is None or standing.deal != course.deal or course.stage == "sealing":
        return 0, 0
    if not course.going and state not in ("dealt", "checking"):
        return 0, 0
    told = 0 if standing.sealed is None else standing.sealed.told
    return told, len(course.plan.cards)


def _more(detail: str | None, said: str) -> str | None:
    """What is said besides, unless that has been said already."""
    return None if detail is None or detail.rstrip(".").lower() in said.lower() else detail


def _detail(s: State, state: str) -> str | None:
    """The machine's own sentence, where it says more than ours."""
    if state == "refused":
        return None if s.refusal is None or _flaws(s.refusal) else _sentence(s.refusal.words)
    if s.stuck is not None and state not in ("dealing", "reading"):
        return _sentence(s.stuck)
    if state in ("jammed", "faulted", "lid open") and s.fault is not None:
        return _sentence(s.fault.words)
    if state == "link lost" and s.lost:
        return _sentence(s.lost)
    if s.doing is not None and (state == "paused" or (state == "dealing" and _waits(s))):
        return _sentence(s.doing.words)
    return None


def _waits(s: State) -> bool:
    """The shoe waits for pockets to be emptied before the first card."""
    return s.doing is not None and s.doing.done == 0 and bool(s.pockets)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _words(s: State, state: str) -> str:  # noqa: C901 - one arm for each state
    match state:
        case "link lost":
            if _in_course(s):
                return _("The shoe cannot be reached. The deal waits for it.")
            return _("The shoe cannot be reached.")
        case "no pack":
            return _("The pack is being taken in.") if s.hopper else _("Put a pack into the shoe.")
        case "reading":
            return _("The shoe reads the pack.") if not _busy(s) else _("The shoe reads the next pack.")
        case "checking":
            return _("The shoe looks where every card is.") if s.intake is None else _("The shoe proves the pack.")
        case "refused":
            return refusal(s.refusal) if s.refusal is not None else ""
        case "occupied":
            return _("Take up the cards that lie in the shoe: {where}.").format(where=_occupied(s))
        case "ready" if s.standing is not None and not _busy(s):
            return _("Ready: {who} may deal.").format(who=words.seat(s.standing.dealer))
        case "ready":
            return _("The next pack is ready.")
        case "cut" if s.pone is not None and s.pressed is not None:
            if s.asked:
                return _("{pone}, the pack waits for your cut.").format(pone=words.seat(s.pone))
            names = {"pone": words.seat(s.pone), "dealer": words.seat(s.pressed)}
            return _("{pone} cuts to {dealer}.").format(**names)
        case "sealing":
            return _("The cut is being recorded.")
        case "dealing":
            return _("The shoe deals.")
        case "dealt":
            return _("The cards are dealt.")
        case "paused":
            return _("The shoe has been paused.") if s.held else _("The shoe has stopped, and waits.")
        case "jammed":
            return _("A card is jammed in the shoe.")
        case "lid open":
            return _("The lid of the shoe is open.")
        case "void":
            return _("This pack is not dealt any more. The shoe gathers it.")
        case "gathering":
            return _("The shoe gathers the cards into its tray.")
        case _:
            return _("The shoe has stopped and needs help.")


def _occupied(s: State) -> str:
    standing = s.standing
    names: list[str] = []
    if standing is not None:
        names = [words.seat(seat) for seat, dest in pockets_of(standing).items() if dest in s.pockets]
    names += [_("the turn-up tray")] if "turn-up" in s.pockets else []
    names += [_("the reject tray")] if "reject" in s.pockets else []
    return ", ".join(names)


def refusal(told: events.PackRefused) -> str:
    """What is wrong with a pack, so that it can be mended."""
    parts = _flaws(told)
    if not parts:
        return _("The pack could not be read to its end. Put it together and load it again.")
    return _("The pack is refused: {what}. Mend it and load it again.").format(what=", ".join(parts))


def _flaws(told: events.PackRefused) -> list[str]:
    parts: list[str] = []
    if told.missing:
        parts.append(_("{cards} missing").format(cards=words.cards(c for c in told.missing if c in SUIT)))
    if told.double:
        parts.append(_("{cards} twice").format(cards=words.cards(c for c in told.double if c in SUIT)))
    for number, one, many in (
        (told.foreign, _("a card of another pack"), _("{n} cards of another pack")),
        (told.faced, _("a card face up"), _("{n} cards face up")),
        (told.unread, _("a card that cannot be read"), _("{n} cards that cannot be read")),
        (told.extra, _("a card too many"), _("{n} cards too many")),
    ):
        if number:
            parts.append(one if number == 1 else many.format(n=number))
    return parts
