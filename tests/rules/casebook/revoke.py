"""Laws 28 and 29: the renounce, its correction in time, and when it is a revoke."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, left, need, partner

PENALTIES = ["two_tricks", "three_tricks", "add_three"]


def wrong(t: Hand, tricks: int = 3, plays: int = 1, ruff: bool | None = None) -> tuple[str, int, str]:
    """A renounce by whose turn it is. Returns who, the line, and the card."""
    seat = t.reach(tricks, plays)
    at = t.renounce(seat, ruff)
    return seat, at, t.last_card()


# ------------------------------------------------------------------ established
@case("renounce-quitted", "revoke", "am-28.a", "am-28.b", note="turned and quitted: too late", dealer="W")
def quitted(t: Hand) -> Expect:
    seat, at, _ = wrong(t)
    late = t.round()
    t.rounds(1)
    return Expect(
        [
            rule(
                "renounce",
                "am-28.a",
                seat,
                at,
                ["correctable", "established"],
                trick=4,
                at={"correctable": at, "established": late},
                remedies={"two_tricks": foes(seat)},
            )
        ]
    )


@case(
    "renounce-own-lead",
    "revoke",
    "am-28.b",
    note="not gathered, but the offender, who took the trick, leads on",
    dealer="E",
)
def own_lead(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 3, ruff=True)
    need(t.leader == seat)
    late = t.play()
    return Expect(
        [
            rule(
                "renounce",
                "am-28.b",
                seat,
                at,
                ["correctable", "established"],
                trick=3,
                at={"established": late},
                remedies={"two_tricks": foes(seat)},
            )
        ]
    )


@case("renounce-partner-leads", "revoke", "am-28.b", note="not gathered, but his partner leads to the next", dealer="E")
def partner_leads(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader == partner(seat))
    late = t.play()
    return Expect([rule("renounce", "am-28.b", seat, at, ["correctable", "established"], at={"established": late})])


@case(
    "renounce-adversary-leads",
    "revoke",
    "am-28.b",
    note="an adversary leads to the next before the trick is gathered: "
    "that does not close it; the partner's play to that lead does",
    dealer="S",
)
def adversary_leads(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader == left(seat))
    t.play()
    late = t.play()
    need(t.trick[1][0] == partner(seat))
    return Expect([rule("renounce", "am-28.b", seat, at, ["correctable", "established"], at={"established": late})])


@case(
    "renounce-adversary-leads-open",
    "revoke",
    "am-28.b",
    note="the record stops at the adversary's lead: still open",
    dealer="S",
)
def adversary_leads_open(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader in foes(seat))
    t.play()
    return Expect([rule("renounce", "am-28.a|am-28.b", seat, at, ["correctable"], never=["established"])])


@case(
    "renounce-complete-play",
    "revoke",
    "am-28.b",
    note="every event of the play is seen: a trick on which the next was led was quitted",
    dealer="S",
    complete=["play"],
    certainty="contract",
)
def complete_play(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader in foes(seat))
    late = t.play()
    return Expect([rule("renounce", "am-28.b", seat, at, ["correctable", "established"], at={"established": late})])


@case(
    "renounce-partner-out-of-turn",
    "revoke",
    "am-28.b",
    "am-24.a",
    note="his partner leads out of turn to the next trick: in turn or not, that settles it",
    dealer="N",
)
def partner_out_of_turn(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 3)
    need(t.leader in foes(seat))
    late = t.play(min(t.hands[partner(seat)]), partner(seat))
    return Expect(
        [
            rule("renounce", "am-28.b", seat, at, ["correctable", "established"], at={"established": late}),
            rule("lead_out_of_turn", "am-24", partner(seat), late, ["option"], trick=4),
        ]
    )


# ------------------------------------------------------------------ corrected
@case(
    "renounce-corrected",
    "revoke_corrected",
    "am-28.b",
    "am-29.a",
    note="taken back while the trick is open, the right "
    "card played: the other is callable, and is called at the next trick",
    dealer="W",
)
def corrected(t: Hand) -> Expect:
    seat, at, card = wrong(t)
    t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[0])
    t.round()
    while t.to_play != seat:
        t.play()
    need(card in t.legal(seat))
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card)
    done = t.play(card)
    t.close()
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["correctable", "option"],
                never=["established"],
                trick=4,
                not_remedies=PENALTIES,
            ),
            rule(
                None,
                "am-29.a",
                seat,
                path=["option", "applied"],
                at={"applied": done},
                share=True,
                remedies={"call_card": foes(seat)},
            ),
        ],
        allow=[rule("exposed_card", "am-29|am-20", seat)],
        result=t.result(),
    )


@case(
    "renounce-corrected-waived",
    "revoke_corrected",
    "am-29.a",
    note="the card is waived for good: the hand goes on",
    dealer="W",
    certainty="contract",
)
def corrected_waived(t: Hand) -> Expect:
    seat, at, card = wrong(t)
    t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[0])
    t.fact("waived", by=foes(seat)[1], ruling=1, for_="good")
    t.close()
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["correctable", "option"],
                never=["established", "applied"],
                not_remedies=PENALTIES,
            )
        ],
        allow=[rule("exposed_card", "am-29|am-20", seat)],
        result=t.result(),
    )


@case(
    "renounce-corrected-followers",
    "revoke_corrected",
    "am-29.b",
    note="he who played after the offender changes his card too: that one is not callable",
    dealer="N",
)
def followers(t: Hand) -> Expect:
    seat, at, card = wrong(t, 3, 1)
    nxt = t.to_play
    need(len(t.of(nxt, t.led)) > 1)
    t.play()
    theirs = t.last_card()
    t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[-1])
    t.withdraw(nxt, theirs)
    t.play(next(c for c in t.of(nxt, t.led) if c != theirs), nxt)
    t.fact("waived", by=foes(seat)[0], ruling=1, for_="good")
    t.close()
    return Expect(
        [rule("renounce", "am-28", seat, at, ["correctable", "option"], never=["established"], not_remedies=PENALTIES)],
        allow=[rule("exposed_card", "am-29|am-20", seat)],
        result=t.result(),
    )


@case(
    "renounce-corrected-last-moment",
    "revoke_corrected",
    "am-28.b",
    "am-29.a",
    note="an adversary has led to the next trick, but the one before lies open still: corrected in time",
    dealer="E",
    certainty="reading",
)
def last_moment(t: Hand) -> Expect:
    seat, at, card = wrong(t, 3, 3)
    need(t.leader in foes(seat))
    t.play()
    t.fact("withdrew", by=seat, cards=card)
    return Expect(
        [rule("renounce", "am-28", seat, at, ["correctable", "option"], never=["established"], not_remedies=PENALTIES)],
        allow=[rule("exposed_card", "am-29", seat)],
    )


@case(
    "renounce-corrected-too-late",
    "revoke",
    "am-28.b",
    note="taken back after the trick was quitted: it is a revoke",
    dealer="E",
)
def too_late(t: Hand) -> Expect:
    seat, at, card = wrong(t, 3, 1)
    late = t.round()
    t.fact("withdrew", by=seat, cards=card)
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["correctable", "established"],
                at={"established": late},
                never=["option", "cancelled"],
            )
        ],
        allow=[rule("exposed_card", by=seat), rule("mixed_card", by=seat)],
        result=None,
    )


# ------------------------------------------------------------------ known or not
@case("void-is-no-renounce", "regular", "am-28.a", note="having none of the suit he throws away", dealer="E")
def void(t: Hand) -> Expect:
    seat = t.reach(6, 1)
    need(not t.of(seat, t.led))
    t.play()
    t.close()
    return Expect(result=t.result())


@case(
    "renounce-proved-later",
    "revoke",
    "am-28.a",
    note="hands unknown: judged when a later card of the suit proves it, at that line",
    known=False,
    dealer="E",
    certainty="contract",
)
def proved_later(t: Hand) -> Expect:
    seat, _, _ = wrong(t, 3, 1)
    suit = t.trick[0][1][1]
    t.round()
    while True:
        t.round()
        shown = [c for c in t.tricks[-1] if c[0] == seat and c[1][1] == suit]
        if shown:
            break
        need(t.number < 13)
    proof = max(i for i, x in enumerate(t.lines, 2) if isinstance(x, dict) and x.get("cards") == shown[0][1])
    t.close()
    return Expect(
        [
            rule(
                "renounce",
                "am-28.a|am-28.b|am-30.a",
                seat,
                proof,
                ["established"],
                trick=4,
                never=["correctable"],
                remedies={"two_tricks": foes(seat)},
            )
        ],
        result=t.result(),
    )


@case(
    "renounce-turn-up-proves",
    "revoke",
    "am-28.a",
    note="hands unknown, but trumps are led and the turn-up is in the dealer's hand: he has one",
    known=False,
    dealer="S",
)
def turn_up_proves(t: Hand) -> Expect:
    t.reach(2)
    need(t.turn_up in t.hands["S"] and t.to_play == "E" and t.of("E", t.trump))
    t.play(t.of("E", t.trump)[0])
    at = t.renounce("S")
    return Expect([rule("renounce", "am-28", "S", at, ["correctable"], trick=3)])


@case(
    "renounce-corrected-unknown",
    "revoke_corrected",
    "am-28.b",
    "am-29.a",
    note="hands unknown: the correction itself tells it",
    known=False,
    dealer="N",
    certainty="reading",
)
def corrected_unknown(t: Hand) -> Expect:
    seat, _, card = wrong(t, 3, 1)
    t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[0])
    return Expect(
        [
            rule(
                None,
                "am-29|am-20|am-28",
                seat,
                path=["option"],
                never=["established"],
                remedies={"call_card": foes(seat)},
                not_remedies=PENALTIES,
            )
        ],
        allow=[rule("exposed_card|renounce", by=seat, never=["established"])],
    )


@case(
    "renounce-second-trick",
    "revoke",
    "am-28.a",
    "am-30.b",
    note="a renounce in each of two tricks: two rulings",
    dealer="W",
)
def two_tricks(t: Hand) -> Expect:
    seat, at, _ = wrong(t, 2, 1)
    first = t.round()
    t.play()
    while t.to_play != seat and len(t.trick) < 4:
        t.play()
    need(t.to_play == seat and len(t.trick) < 4)
    again = t.renounce(seat)
    number = t.number - (1 if len(t.trick) == 4 else 0)
    second = t.round()
    return Expect(
        [
            rule("renounce", "am-28", seat, at, ["correctable", "established"], at={"established": first}, trick=3),
            rule(
                "renounce",
                "am-28",
                seat,
                again,
                ["correctable", "established"],
                at={"established": second},
                trick=number,
            ),
        ]
    )
