"""What the chapters of the English code share: its heading, its score reckoned by hand, the forms of a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.rules.casebook.book import CASES, Expect, Ruling, Script, case, rule
from tests.rules.casebook.hand import SIDES, Hand, foes, left, other

LAWS = "english-cavendish"
PENALTIES = ["three_tricks", "add_three", "deduct_three"]
HARSH = [*PENALTIES, "two_tricks", "call_card", "call_suit", "call_highest", "call_lowest", "deal_lost", "new_deal"]
"""Every remedy that would punish somebody."""


def en(
    name: str,
    kind: str,
    rows: str,
    note: str,
    certainty: str = "text",
    known: bool = True,
    role: str | None = None,
    hands: dict[str, str] | None = None,
    **heading: object,
) -> Callable[[Script], Script]:
    """A case of whist (or the heading's game) under this code. ``rows``: the rows that it proves, with spaces."""
    laws: dict[str, object] = {"laws": LAWS, **heading}
    return case(
        name,
        kind,
        *rows.split(),
        note=note,
        certainty=certainty,
        known=known,
        role=role,
        hands=hands,
        table=Hand,
        **laws,
    )


def again(dealer: str) -> dict[str, object]:
    """A hand that must be dealt again, by ``dealer``."""
    return {"void": True, "next_dealer": dealer}


def offered(remedies: Sequence[str], to: Sequence[str] | None) -> dict[str, object]:
    """Each of these remedies, to these seats."""
    return {remedy: None if to is None else list(to) for remedy in remedies}


def three(seat: str) -> dict[str, object]:
    """The penalties of a revoke by ``seat``, each at his adversaries' choice."""
    return offered(PENALTIES, foes(seat))


def honours(t: Hand, side_: str) -> int:
    """How many of the four honours were dealt to a side."""
    return sum(1 for s in side_ for c in t.order[s] if c[1] == t.trump and c[0] in "AKQJ")


def call_honours(t: Hand) -> dict[str, int]:
    """Who holds three or four calls them, as he must, at the end of the hand. Returns what was called."""
    called: dict[str, int] = {}
    for s in SIDES:
        if honours(t, s) >= 3:
            called[s] = honours(t, s)
            t.fact("said", by=s[0], what="honours", count=called[s])
    return called


def value(loser: int) -> int:
    """A game's worth by the losers' score: treble, double, single."""
    return 3 if loser == 0 else 2 if loser < 3 else 1


def scored(
    t: Hand,
    called: Mapping[str, int] | None = None,
    tricks: dict[str, int] | None = None,
    charged: Sequence[tuple[str, str]] = (),
) -> dict[str, object]:
    """The hand's result by laws 2 to 8, 72, 81 and 82: penalties first, then tricks, then honours.

    ``called``: honours called by each side; ``charged``: side that revoked and the penalty demanded, in turn.
    """
    before, score = dict(t.score), dict(t.score)
    had = dict(tricks or t.taken)
    barred = {loser for loser, _ in charged}
    for loser, penalty in charged:
        if penalty == "three_tricks":
            n = min(3, had[loser])
            had[loser] -= n
            had[other(loser)] += n
        elif penalty == "add_three":
            score[other(loser)] += 3
        else:
            score[loser] = max(0, score[loser] - 3)
    steps = [
        {s: max(0, had[s] - 6) for s in SIDES},
        {s: {4: 4, 3: 2}.get((called or {}).get(s, 0), 0) if before[s] != 4 else 0 for s in SIDES},
    ]
    for step in ({}, *steps):
        if any(score[s] >= 5 for s in SIDES):
            break
        score = {s: score[s] + step.get(s, 0) for s in SIDES}
        score = {s: min(4, score[s]) if s in barred else score[s] for s in SIDES}
    out: dict[str, object] = {"tricks": had, "next_dealer": left(t.dealer)}
    winners = [s for s in SIDES if score[s] >= 5]
    if winners:
        out["won"] = [{"side": winners[0], "value": value(score[other(winners[0])])}]
        score = dict.fromkeys(SIDES, 0)
    elif all(penalty == "three_tricks" for _, penalty in charged):
        out["points"] = {s: score[s] - before[s] for s in SIDES}
    t.score = score
    out["game"] = dict(score)
    return out


def ended(t: Hand) -> dict[str, object]:
    """The hand is played out, honours are called, the next pack is cut."""
    t.play_out()
    called = call_honours(t)
    t.cut_next()
    return scored(t, called)


def asked(irregularity: str, *rows: str, line: int, by: str | None = None) -> list[Ruling]:
    """A question for a person that names these rows, and nothing more."""
    never = ["option", "compulsory", "established", "applied"]
    first = rule(irregularity, rows[0], by, line, ["director"], never)
    return [first, *(rule(irregularity, row, line=line, share=True) for row in rows[1:])]


def come_to(t: Hand, stage: str) -> None:
    """How far the hand has come when somebody reports."""
    if stage == "shuffled":
        t.fact("shuffled", by=t.dealer)
    elif stage == "deal":
        t.prepare()
        t.deal(0, 20)
    elif stage == "play":
        t.reach(4, 1)
    elif stage in ("dealt", "end"):
        t.begin()
    if stage == "end":
        t.play_out()


def form(
    name: str,
    irregularity: str,
    rows: str,
    note: str,
    stage: str = "before",
    kind: str = "reported",
    dealer: str = "N",
    known: bool = True,
    **fields: object,
) -> None:
    """A case in which a seat reports what no sensor saw, and by which row: a question for the director."""

    @en(name, kind, rows, note, "reading", known=known, dealer=dealer)
    def script(t: Hand) -> Expect:
        come_to(t, stage)
        at = t.fact("reported", irregularity=irregularity, **{"by": "E", "law": rows, **fields})
        return Expect(asked(irregularity, *rows.split(), line=at), result=None)

    assert CASES[name].script is script


def revoke(t: Hand, tricks: int = 3, plays: int = 1) -> tuple[str, int]:
    """A revoke that stands: the trick is quitted. Returns who and the line of the card."""
    seat = t.reach(tricks, plays)
    at = t.renounce(seat)
    t.round()
    return seat, at


def claim(t: Hand, seat: str, trick: int, penalty: str | None = None, ruling: object = 1) -> int:
    """An adversary claims the revoke and demands a penalty. Returns the last line."""
    foe = foes(seat)[0]
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=trick)
    if penalty:
        t.fact("demanded", by=foe, remedy=penalty, ruling=ruling)
    return t.line
