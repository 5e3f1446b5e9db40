"""Laws 58 and 59: hands thrown on the table."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import claim, en, offered, scored
from tests.rules.casebook.hand import Hand, foes, left, need, partner, side

CALL = ["call_card"]
THROWN = [rule("abandoned_hand"), rule("exposed_card"), rule("rest_claimed")]


def throw_in(t: Hand, seats: str = "NESW") -> int:
    for seat in seats:
        t.fact("threw_in", by=seat)
    return t.line


def split(t: Hand, rest: int) -> dict[str, int]:
    """Of the tricks not played ``rest`` go to NS."""
    return {"NS": t.taken["NS"] + rest, "EW": 13 - t.taken["NS"] - rest}


# ------------------------------------------------------------------ law 58
@en(
    "en-58-one-throws",
    "thrown_in",
    "en-58.a",
    "he thinks the game won and throws his hand on the table: its cards are exposed; one is called and played",
    dealer="W",
)
def one_throws(t: Hand) -> Expect:
    seat = t.reach(6)
    card = t.hands[seat][0]
    t.fact("said", by=seat, what="we_have_game")
    at = t.fact("threw_in", by=seat)
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=card)
    done = t.play(card)
    return Expect(
        [
            rule("exposed_card", "en-58.a", seat, at, ["option"], remedies=offered(CALL, foes(seat))),
            rule(None, "en-58", seat, path=["option", "applied"], at={"applied": done}, share=True),
        ],
        allow=[rule("exposed_card", "en-58", seat, at), rule("rest_claimed", "en-58", seat)],
    )


@en(
    "en-58-three-throw",
    "thrown_in",
    "en-58.a en-58.b",
    "one says the game is lost and throws in, both adversaries do too; the fourth keeps his hand: the play goes "
    "on, the three are called each by his adversaries (case V)",
    dealer="W",
)
def three_throw(t: Hand) -> Expect:
    seat = t.reach(6)
    first, second = left(seat), left(partner(seat))
    t.fact("said", by=seat, what="remark")
    one = t.fact("threw_in", by=seat)
    two = t.fact("threw_in", by=first)
    three_ = t.fact("threw_in", by=second)
    return Expect(
        [
            rule("exposed_card", "en-58", who, at, ["option"], remedies=offered(CALL, foes(who)))
            for who, at in ((seat, one), (first, two), (second, three_))
        ],
        allow=[rule("exposed_card", "en-58", who) for who in (seat, first, second)],
    )


@en(
    "en-58-saying-alone",
    "thrown_in",
    "en-58.a",
    "he says that they have the game and keeps up his cards: nothing is exposed",
    "reading",
    dealer="W",
)
def saying_alone(t: Hand) -> Expect:
    seat = t.reach(6)
    t.fact("said", by=seat, what="we_have_game")
    t.play()
    return Expect(allow=[rule("rest_claimed|attention_called", by=seat, not_remedies=["hand_callable", "call_card"])])


# ------------------------------------------------------------------ law 59
@en(
    "en-59-all-throw",
    "abandoned",
    "en-59.a",
    "all four: the hands are abandoned and the result as claimed stands",
    dealer="E",
)
def all_throw(t: Hand) -> Expect:
    t.reach(8)
    throw_in(t)
    tricks = split(t, 3)
    t.fact("abandoned", claimed=tricks)
    t.cut_next()
    return Expect([rule("abandoned_hand", "en-59.a")], allow=THROWN, result=scored(t, tricks=tricks))


@en(
    "en-59-could-have-saved",
    "abandoned",
    "en-59.a",
    "the exhibition shows that the game might have been saved: the claim is not entertained",
    dealer="E",
    score={"game": {"NS": 4, "EW": 4}},
)
def could_have_saved(t: Hand) -> Expect:
    t.reach(8)
    throw_in(t)
    tricks = split(t, 5)
    need(tricks["NS"] > 6)
    t.fact("abandoned", claimed=tricks, admitted=tricks)
    t.fact("claimed", by="E", what="game")
    t.cut_next()
    return Expect(
        [rule("abandoned_hand", "en-59.a")],
        allow=[*THROWN, rule("wrong_demand|score_error", by="E")],
        result=scored(t, tricks=tricks),
    )


@en(
    "en-59-taken-up-again",
    "abandoned",
    "en-59.a",
    "one takes his cards up again and plays: nobody can",
    "reading",
    dealer="E",
)
def taken_up(t: Hand) -> Expect:
    seat = t.reach(8)
    throw_in(t)
    tricks = split(t, 2)
    t.fact("abandoned", claimed=tricks, admitted=tricks)
    t.fact("took_up", by=seat, what="hand")
    t.cut_next()
    return Expect([rule("abandoned_hand", "en-59.a")], allow=THROWN, result=scored(t, tricks=tricks))


def abandoned_revoke(t: Hand, penalty: str) -> Expect:
    """Unknown hands: a revoke is found after all have thrown in."""
    seat = t.reach(6, 1)
    need(side(seat) == "NS" and t.led != t.trump and not t.of(seat, t.led))
    number = t.number
    t.play()
    card = t.last_card()
    t.round()
    throw_in(t)
    tricks = split(t, 4)
    t.fact("abandoned", claimed=tricks, admitted=tricks)
    c = claim(t, seat, number)
    t.fact("searched", by="E", result="found", trick=number, card=card)
    d = t.fact("demanded", by="E", remedy=penalty, ruling={"irregularity": "renounce", "by": seat, "trick": number})
    t.cut_next()
    need(7 <= tricks["NS"] <= 8)
    return Expect(
        [
            rule("abandoned_hand", "en-59.a"),
            rule(
                "renounce",
                "en-59.b",
                seat,
                c,
                ["established", "applied"],
                at={"applied": d},
                remedies=offered(["add_three", "deduct_three"], ["E", "W"]),
                not_remedies=["three_tricks"],
            ),
        ],
        allow=THROWN,
        result=scored(t, tricks=tricks, charged=[("NS", penalty)]),
    )


@en(
    "en-59-revoke-add",
    "abandoned",
    "en-59.b en-72.I",
    "all thrown in, then a revoke is proved: three added or deducted, no tricks; the revokers cannot win",
    dealer="S",
    known=False,
    score={"game": {"NS": 4, "EW": 0}},
)
def revoke_add(t: Hand) -> Expect:
    return abandoned_revoke(t, "add_three")


@en(
    "en-59-no-three-tricks",
    "abandoned",
    "en-59.b",
    "they ask for three tricks: not after the hands were abandoned",
    dealer="S",
    known=False,
)
def no_three_tricks(t: Hand) -> Expect:
    seat = t.reach(6, 1)
    need(t.led != t.trump and not t.of(seat, t.led))
    number = t.number
    t.play()
    card = t.last_card()
    t.round()
    throw_in(t)
    tricks = split(t, 4)
    t.fact("abandoned", claimed=tricks, admitted=tricks)
    c = claim(t, seat, number)
    t.fact("searched", by=foes(seat)[0], result="found", trick=number, card=card)
    t.fact(
        "demanded",
        by=foes(seat)[0],
        remedy="three_tricks",
        ruling={"irregularity": "renounce", "by": seat, "trick": number},
    )
    t.cut_next()
    return Expect(
        [
            rule("abandoned_hand", "en-59.a"),
            rule("renounce", "en-59.b", seat, c, ["established"], never=["applied"], not_remedies=["three_tricks"]),
        ],
        allow=[*THROWN, rule("wrong_demand")],
        result=scored(t, tricks=tricks),
    )


@en(
    "en-73-last-trick-thrown",
    "abandoned",
    "en-73.a en-71",
    "he trumps a spade, say, that he could follow, says that it is the game and throws in his hand: neither "
    "quitted nor led to, so no revoke yet (case VII)",
    "reading",
    dealer="S",
)
def last_thrown(t: Hand) -> Expect:
    seat = t.reach(9, 2)
    at = t.renounce(seat, ruff=True)
    t.fact("said", by=seat, what="we_have_game")
    t.fact("threw_in", by=seat)
    return Expect(
        [rule("renounce", "en-71|en-73", seat, at, ["correctable"], never=["established", "applied"])],
        allow=[rule("exposed_card", "en-58", seat), rule("rest_claimed", by=seat)],
    )
