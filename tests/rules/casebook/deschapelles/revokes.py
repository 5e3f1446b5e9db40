"""Articles 89 to 92: what a revoke is, when it is complete, and how it is saved."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import PRICES, Table, de, prices
from tests.rules.casebook.hand import foes, left, need, partner


def wrong(t: Table, tricks: int = 3, plays: int = 1, ruff: bool | None = None) -> tuple[str, int, str]:
    """A renounce by whose turn it is. Returns who, the line, and the card."""
    seat = t.reach(tricks, plays)
    at = t.renounce(seat, ruff)
    return seat, at, t.last_card()


def revoke(t: Table, tricks: int = 3, plays: int = 1) -> tuple[str, int]:
    """A revoke that stands: the trick is in its place. Returns who and the line of the card."""
    seat, at, _ = wrong(t, tricks, plays)
    t.round()
    return seat, at


# ------------------------------------------------------------------ articles 89 and 90
@de("89-void", "regular", "de-89", note="he has none of the suit led and plays another", dealer="W", complete=["play"])
def void(t: Table) -> Expect:
    seat = t.reach(5, 1)
    need(not t.of(seat, t.led))
    t.play()
    t.close()
    return Expect(result=t.scored())


@de(
    "89-renounce",
    "revoke",
    "de-89",
    note="he has a card of the suit led and plays another: open as long as the trick is",
    dealer="W",
)
def renounce(t: Table) -> Expect:
    seat, at, _ = wrong(t)
    return Expect([rule("renounce", "de-89", seat, at, ["correctable"], trick=4, never=["established"])])


@de("90-quitted", "revoke", "de-90.1", note="the trick is in its place and the hand removed", dealer="W")
def quitted(t: Table) -> Expect:
    seat, at, _ = wrong(t)
    late = t.round()
    t.rounds(1)
    return Expect(
        [
            rule(
                "renounce",
                "de-90.1",
                seat,
                at,
                ["correctable", "established"],
                trick=4,
                at={"correctable": at, "established": late},
                remedies=prices(seat),
            )
        ]
    )


@de(
    "90-own-lead",
    "revoke",
    "de-90.2",
    note="not gathered, but the revoker, who won it, plays to the next trick",
    dealer="E",
)
def own_lead(t: Table) -> Expect:
    seat, at, _ = wrong(t, 2, 3, ruff=True)
    need(t.leader == seat)
    late = t.play()
    return Expect(
        [
            rule(
                "renounce",
                "de-90.2",
                seat,
                at,
                ["correctable", "established"],
                trick=3,
                at={"established": late},
                remedies=prices(seat),
            )
        ]
    )


@de(
    "90-partner-leads",
    "revoke",
    "de-90.2",
    note="not gathered, his partner leads: that does not complete it under this code",
    dealer="E",
)
def partner_leads(t: Table) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader == partner(seat))
    t.play()
    return Expect([rule("renounce", "de-89|de-90", seat, at, ["correctable"], never=["established"])])


@de(
    "90-adversary-leads",
    "revoke",
    "de-90.1",
    note="not gathered, an adversary leads: still open",
    certainty="contract",
    dealer="S",
)
def adversary_leads(t: Table) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader in foes(seat))
    t.play()
    return Expect([rule("renounce", "de-89|de-90", seat, at, ["correctable"], never=["established"])])


# ------------------------------------------------------------------ article 91: the partner asks
def asked(t: Table, noticed: bool = False) -> tuple[str, int, str]:
    """The second hand renounces; when his partner's turn comes he asks. Returns who, the line, the card."""
    seat, at, card = wrong(t, 3, 1)
    need(t.of(seat, t.led))
    if noticed:
        t.fact("claimed", by=left(seat), what="revoke", against=seat, trick=4)
    t.play()
    need(t.to_play == partner(seat))
    t.fact("said", by=partner(seat), what="asks_renounce", of=seat)
    return seat, at, card


@de(
    "91-asked-in-time",
    "revoke_corrected",
    "de-92.b",
    "de-91",
    note="his partner asks in time, he answers by taking it up: the adversaries had not noticed it, it is annulled",
    dealer="N",
)
def asked_in_time(t: Table) -> Expect:
    seat, at, card = asked(t)
    t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[0])
    t.close()
    return Expect(
        [
            rule("renounce", "de-89|de-91", seat, at, ["correctable"], never=["established"], not_remedies=PRICES),
            rule(None, "de-91", share=True),
        ],
        allow=[rule("exposed_card", "de-92|de-91", seat, never=["applied"])],
        result=t.scored(),
    )


@de(
    "91-noticed-first",
    "revoke_corrected",
    "de-91",
    "de-92.a",
    note="an adversary had claimed it before the question: it is not annulled, but taken up under a penalty",
    certainty="reading",
    dealer="N",
)
def noticed_first(t: Table) -> Expect:
    seat, at, card = asked(t, noticed=True)
    t.withdraw(seat, card)
    return Expect(
        [rule("renounce", "de-92|de-91|de-89", seat, at, ["option|established|director"], never=["cancelled"])],
        allow=[rule("exposed_card", "de-92", seat)],
    )


@de("91-no-answer", "revoke", "de-91", "de-90.1", note="asked, he says that he has none: it is completed", dealer="N")
def no_answer(t: Table) -> Expect:
    seat, at, _ = asked(t)
    t.fact("said", by=seat, what="none_left")
    t.play()
    late = t.quit()
    return Expect(
        [
            rule(
                "renounce",
                "de-90.1",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=prices(seat),
            )
        ]
    )


@de(
    "91-asked-too-late",
    "revoke",
    "de-91",
    "de-90.1",
    note="the question comes when the trick is in its place",
    dealer="N",
)
def asked_too_late(t: Table) -> Expect:
    seat, at = revoke(t)
    while t.to_play != partner(seat):
        t.play()
    t.fact("said", by=partner(seat), what="asks_renounce", of=seat)
    t.round()
    return Expect([rule("renounce", "de-90.1", seat, at, ["correctable", "established"], never=["cancelled"])])


# ------------------------------------------------------------------ article 92: he perceives it himself
def taken_up(t: Table) -> tuple[str, int, str]:
    """Taken up in time, without a question. He holds more than one card of the suit led."""
    seat, at, card = wrong(t)
    need(len(t.of(seat, t.led)) > 1)
    t.withdraw(seat, card)
    return seat, at, card


@de(
    "92-choices",
    "revoke_corrected",
    "de-92.a",
    "de-92.b",
    note="taken up in time: best or worst as the adversaries like, and the card taken up is exposed",
    dealer="S",
)
def saved(t: Table) -> Expect:
    seat, at, _ = taken_up(t)
    return Expect(
        [
            rule(
                "renounce",
                "de-92.a|de-92.b",
                seat,
                at,
                ["correctable", "option"],
                never=["established"],
                remedies={"call_highest": foes(seat), "call_lowest": foes(seat)},
                not_remedies=PRICES,
            ),
            rule(
                None,
                "de-92.b",
                seat,
                path=["option"],
                share=True,
                remedies={"call_card|must_play|treat_as_exposed": foes(seat)},
            ),
        ],
        allow=[rule("exposed_card", "de-92", seat)],
    )


@de("92-best", "revoke_corrected", "de-92.a", note="they ask for his best, and have it", dealer="S")
def best(t: Table) -> Expect:
    seat, at, _ = taken_up(t)
    t.fact("demanded", by=foes(seat)[0], remedy="call_highest", ruling=1)
    t.play(t.of(seat, t.led)[-1])
    t.close()
    return Expect(
        [
            rule(
                "renounce",
                "de-92.a|de-92.b",
                seat,
                at,
                ["correctable", "option"],
                never=["established"],
                not_remedies=PRICES,
            )
        ],
        allow=[
            rule("exposed_card", "de-92", seat, never=["applied"]),
            rule("played_before_decision", "de-85", seat, never=["applied"]),
        ],
        result=t.scored(),
    )


@de(
    "92-best-refused",
    "refused_call",
    "de-92.a",
    "de-88.1",
    note="they ask for his best and he plays another",
    certainty="reading",
    dealer="S",
)
def best_refused(t: Table) -> Expect:
    seat, at, _ = taken_up(t)
    t.fact("demanded", by=foes(seat)[0], remedy="call_highest", ruling=1)
    bad = t.play(t.of(seat, t.led)[0])
    t.round()
    return Expect(
        [
            rule("renounce", "de-92", seat, at, ["correctable", "option"], never=["established"]),
            rule("refused_call", "de-88", seat, bad),
        ],
        allow=[rule("exposed_card", "de-92", seat)],
    )


@de(
    "92-exposed-called",
    "revoke_corrected",
    "de-92.b",
    note="the worst was asked for, and in a later trick the card that was taken up",
    dealer="E",
)
def exposed_called(t: Table) -> Expect:
    seat, at, card = taken_up(t)
    t.fact("demanded", by=foes(seat)[1], remedy="call_lowest", ruling=1)
    t.play(t.of(seat, t.led)[0])
    t.round()
    while t.to_play not in (seat, left(partner(seat))):
        t.play()
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card)
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    done = t.play(card)
    t.close()
    return Expect(
        [
            rule("renounce", "de-92", seat, at, ["correctable", "option"], never=["established"], not_remedies=PRICES),
            rule(None, "de-92.b", seat, path=["applied"], at={"applied": done}, share=True),
        ],
        allow=[rule("exposed_card", "de-92", seat)],
        result=t.scored(),
    )


@de(
    "92-too-late",
    "revoke",
    "de-92.a",
    "de-90.1",
    note="he would take it up when the trick is in its place",
    certainty="reading",
    dealer="E",
)
def too_late(t: Table) -> Expect:
    seat, at, card = wrong(t)
    late = t.round()
    t.fact("withdrew", by=seat, cards=card)
    return Expect(
        [
            rule(
                "renounce",
                "de-90.1",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                never=["option", "cancelled"],
            )
        ],
        allow=[rule(None, by=seat)],
    )
