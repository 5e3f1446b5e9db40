"""Articles 64 to 68, 71 and 72: at eight, honours shown and called."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.honours import THREE, honours, no_game, spades
from tests.rules.casebook.deschapelles.table import Table, anew_to, de, liable
from tests.rules.casebook.hand import need

TWO = {"N": "AS KS", "S": "QS", "E": "JS"}
"""Two in a hand, one in his partner's."""


# ------------------------------------------------------------------ articles 64 to 66: at eight
@de(
    "64-shown-at-eight",
    "honours",
    "de-64",
    note="at eight, three honours in the hands and shown: the game is won",
    dealer="W",
    hands=THREE,
    score={"game": {"NS": 8, "EW": 6}},
)
def shown_at_eight(t: Table) -> Expect:
    spades(t)
    t.fact("exposed", by="N", cards="AS KS QS", how="shown")
    t.cut_next()
    return Expect(result={"won": [{"side": "NS", "value": 1}], "game": {"NS": 0, "EW": 0}})


@de(
    "64-both-show",
    "honours",
    "de-64",
    note="one shown by him, two by his partner",
    dealer="E",
    hands={"N": "AS", "S": "KS JS", "E": "QS"},
    score={"game": {"NS": 8, "EW": 0}},
)
def both_show(t: Table) -> Expect:
    spades(t)
    t.fact("exposed", by="S", cards="KS JS", how="shown")
    t.fact("exposed", by="N", cards="AS", how="shown")
    t.cut_next()
    return Expect(
        allow=[rule("exposed_card", by="S", never=["applied"])],
        result={"won": [{"side": "NS", "value": 3}], "game": {"NS": 0, "EW": 0}},
    )


@de(
    "65-called",
    "honours",
    "de-66.2",
    "de-67.b",
    "de-69",
    "de-70",
    "de-65",
    note="at eight he calls with two; his partner shows one: the game is won",
    dealer="W",
    hands=TWO,
    score={"game": {"NS": 8, "EW": 3}},
)
def called(t: Table) -> Expect:
    spades(t)
    honours(t, 2)
    t.fact("exposed", by="S", cards="QS", how="shown")
    t.cut_next()
    return Expect(result={"won": [{"side": "NS", "value": 2}], "game": {"NS": 0, "EW": 0}})


@de(
    "65-no-reply",
    "regular",
    "de-65",
    note="his partner has none and plays on: no game is won by that",
    dealer="W",
    hands={"N": "AS KS", "E": "QS JS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def no_reply(t: Table) -> Expect:
    spades(t)
    honours(t, 2)
    t.close()
    no_game(t)
    return Expect(result=t.scored())


@de(
    "66-shown-at-seven",
    "exposed",
    "de-66.1",
    note="shown at seven: not counted, and they lie exposed",
    dealer="W",
    hands=THREE,
    score={"game": {"NS": 7, "EW": 3}},
)
def shown_at_seven(t: Table) -> Expect:
    spades(t)
    at = t.fact("exposed", by="N", cards="AS KS QS", how="shown")
    return Expect(
        [rule("exposed_card", "de-66.1", "N", at, ["option"], remedies=liable("N"))],
        allow=[rule("exposed_card", "de-66.1", "N", at)],
    )


@de(
    "66-not-counted",
    "exposed",
    "de-66.1",
    note="nor are they counted in the score",
    certainty="reading",
    dealer="W",
    hands=THREE,
    score={"game": {"NS": 5, "EW": 3}},
)
def not_counted(t: Table) -> Expect:
    spades(t)
    at = t.fact("exposed", by="N", cards="AS KS QS", how="shown")
    honours(t, 3)
    t.fact("waived", by="E", ruling=1, for_="good")
    t.close()
    no_game(t, points=2)
    return Expect(
        [rule("exposed_card", "de-66.1", "N", at, ["option", "waived"])],
        allow=[rule("exposed_card", "de-66.1", "N", at), rule("score_error|honours_not_called", "de-66")],
        result=t.scored(),
    )


@de(
    "66-after-a-card",
    "exposed",
    "de-66.2",
    note="at eight, but a card has been played",
    dealer="W",
    hands=THREE,
    score={"game": {"NS": 8, "EW": 3}},
)
def after_a_card(t: Table) -> Expect:
    spades(t)
    t.play(t.of("N", "H")[0] if t.of("N", "H") else None)
    need("S" not in {c[1] for _, c in t.trick})
    at = t.fact("exposed", by="N", cards="AS KS QS", how="shown")
    return Expect(
        [rule("exposed_card", "de-66.2", "N", at, ["option"], remedies=liable("N"))],
        allow=[rule("exposed_card", "de-66.2", "N", at)],
    )


# ------------------------------------------------------------------ articles 67 and 68: false calls
@de(
    "67-false-call",
    "honours",
    "de-67.a",
    "de-127",
    note="he calls with one honour: the adversaries may annul the deal",
    dealer="W",
    hands={"N": "AS", "S": "KS", "E": "QS", "W": "JS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def false_call(t: Table) -> Expect:
    spades(t)
    at = honours(t, 2)
    d = t.fact("demanded", by="E", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                None,
                "de-67.a",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=anew_to("EW"),
                not_remedies=["deal_lost"],
            ),
            rule(None, "de-127", share=True),
        ],
        result={"void": True},
    )


@de(
    "67-false-reply",
    "honours",
    "de-67.a",
    note="he calls with two, and his partner says one that he has not",
    certainty="reading",
    dealer="W",
    hands={"N": "AS KS", "E": "QS JS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def false_reply(t: Table) -> Expect:
    spades(t)
    honours(t, 2)
    at = honours(t, 1, "S")
    return Expect([rule(None, "de-67.a", "S", at, ["option"], remedies=anew_to("EW"))])


@de(
    "67-corrected",
    "honours",
    "de-67.b",
    note="a false call, answered with a card shown: that card lies exposed",
    certainty="reading",
    dealer="W",
    hands={"N": "AS", "S": "KS", "E": "QS", "W": "JS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def corrected_call(t: Table) -> Expect:
    spades(t)
    call = honours(t, 2)
    at = t.fact("exposed", by="S", cards="KS", how="shown")
    return Expect(
        [
            rule(None, "de-67.a", "N", call, ["option"], remedies=anew_to("EW")),
            rule("exposed_card", "de-67.b", "S", at, ["option"], remedies=liable("S")),
        ]
    )


@de(
    "67-not-annulled",
    "honours",
    "de-67.a",
    note="they let it pass and play: the right is gone, no game is won by the call",
    certainty="reading",
    dealer="W",
    hands={"N": "AS", "S": "KS", "E": "QS", "W": "JS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def not_annulled(t: Table) -> Expect:
    spades(t)
    at = honours(t, 2)
    t.fact("waived", by="W", ruling=1, for_="good")
    t.close()
    no_game(t)
    return Expect([rule(None, "de-67.a", "N", at, ["option", "waived"], never=["applied"])], result=t.scored())


@de(
    "68-adversaries-hold",
    "honours",
    "de-68.a",
    "de-68.b",
    note="the false caller's adversaries hold three honours: they have the right, and use it",
    certainty="reading",
    dealer="W",
    hands={"N": "JS", "E": "AS KS", "W": "QS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def adversaries_hold(t: Table) -> Expect:
    spades(t)
    at = honours(t, 2)
    d = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                None,
                "de-68.a",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=anew_to("EW"),
                not_remedies=["deal_lost"],
            ),
            rule(None, "de-68.b", share=True),
        ],
        result=None,
    )


@de(
    "68-true-call",
    "regular",
    "de-67.a",
    "de-68.b",
    "de-68.a",
    note="the caller has his two: the adversaries have no right, whatever they hold",
    dealer="W",
    hands={"N": "AS KS", "E": "QS JS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def true_call(t: Table) -> Expect:
    spades(t)
    honours(t, 2)
    t.close()
    no_game(t)
    return Expect(result=t.scored())


# ------------------------------------------------------------------ article 71: no answer, no slam
STRONG = {
    "N": "AS AH KH QH JH TH 9H 8H AD KD QD JD KS",
    "E": "6S 4S 2S 7H 5H 3H TD 8D 6D 4D 7C 5C 3C",
    "S": "QS JS TS 9S 8S 7S AC KC QC JC TC 9C 8C",
    "W": "5S 3S 6H 4H 2H 9D 7D 5D 3D 2D 6C 4C 2C",
}
"""N and S take every trick if they draw the trumps; N turns up the king of spades."""


def every_trick(t: Table) -> None:
    for card in ("AS", "KS", "AD", "KD", "QD", "JD", "KH", "QH", "JH", "JS", "TS", "9S"):
        lead = t.leader == "N" or card in t.hands["S"]
        need(lead)
        t.play(card)
        while len(t.trick) < 4:
            if t.to_play == "S":
                t.play("QS" if card == "JH" else (t.of("S", t.led) or t.of("S", "C"))[0])
            elif t.to_play == "N":
                t.play(t.hands["N"][-1])
            else:
                t.play()
        t.quit()


def first_trick(t: Table, heart: str = "7H") -> None:
    t.play(heart)
    t.play("8C", "S")
    t.play()
    t.play("AH")
    t.quit()


@de(
    "71-no-answer",
    "regular",
    "de-71",
    note="he calls, his partner could answer and does not: thirteen tricks are no slam, and count as tricks",
    dealer="N",
    hands=STRONG,
    score={"game": {"NS": 8, "EW": 5}},
)
def no_answer(t: Table) -> Expect:
    t.begin()
    honours(t, 2)
    first_trick(t)
    every_trick(t)
    t.cut_next()
    need(t.taken["NS"] == 13)
    return Expect(result=t.scored(slam=False))


@de(
    "71-no-call",
    "regular",
    "de-71",
    "de-53.a",
    note="the same hand without a call: a slam",
    dealer="N",
    hands=STRONG,
    score={"game": {"NS": 8, "EW": 5}},
)
def no_call(t: Table) -> Expect:
    t.begin()
    first_trick(t)
    every_trick(t)
    t.cut_next()
    need(t.taken["NS"] == 13)
    return Expect(result=t.scored())


@de(
    "72-before-the-round",
    "regular",
    "de-72",
    note="the honours are told before the round has commenced: an announcement",
    dealer="S",
    hands=THREE,
)
def before_the_round(t: Table) -> Expect:
    spades(t)
    honours(t, 3)
    t.rounds(1)
    return Expect()


@de(
    "68-not-used",
    "honours",
    "de-68.b",
    "de-68.a",
    certainty="reading",
    dealer="W",
    note="they do not use the right: the tricks count first, and their unannounced honours count nothing",
    hands={"N": "JS", "E": "AS KS", "W": "QS"},
    score={"game": {"NS": 8, "EW": 3}},
)
def not_used(t: Table) -> Expect:
    spades(t)
    at = honours(t, 2)
    t.fact("waived", by="E", ruling=1, for_="good")
    t.close()
    need(t.taken["NS"] == 8)
    return Expect([rule(None, "de-68|de-67", "N", at, ["option", "waived"], never=["applied"])], result=t.scored())
