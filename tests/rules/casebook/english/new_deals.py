"""Laws 37 to 42, 47 and 48: what gives a new deal, and the wrong dealer."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import HARSH, again, en, ended, form, scored
from tests.rules.casebook.hand import Hand

NEW: dict[str, object] = {"new_deal": None}


# ------------------------------------------------------------------ law 37, 47: the pack
@en(
    "en-37-proved-in-deal",
    "pack",
    "en-37.I",
    "the pack is proved imperfect during the deal: the same dealer deals anew",
    dealer="E",
)
def proved_in_deal(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 30)
    at = t.fact("pack_proved", faulty=True, missing="6D")
    return Expect(
        [
            rule(
                "imperfect_pack",
                "en-37.I|en-47",
                line=at,
                path=["compulsory"],
                remedies=NEW,
                not_remedies=["deal_lost"],
            )
        ],
        result=again("E"),
    )


@en(
    "en-37-proved-in-play",
    "pack",
    "en-37.I en-47",
    "proved in the play: the hand is void and its dealer deals again; what was scored before stands",
    dealer="E",
    score={"game": {"NS": 2, "EW": 3}},
)
def proved_in_play(t: Hand) -> Expect:
    t.reach(7, 2)
    at = t.fact("pack_proved", faulty=True, missing="2C", double="2D")
    t.next_deal("E")
    t.begin()
    return Expect(
        [
            rule(
                "imperfect_pack",
                "en-37.I|en-47",
                line=at,
                path=["compulsory"],
                remedies=NEW,
                not_remedies=["deal_lost"],
            )
        ],
        result=[again("E"), ended(t)],
    )


@en("en-37-proved-good", "regular", "en-37.I", "counted and found perfect", dealer="E")
def proved_good(t: Hand) -> Expect:
    t.reach(7)
    t.fact("pack_proved", faulty=False)
    return Expect(result=ended(t))


@en(
    "en-47-past-scores",
    "pack",
    "en-47",
    "proved in the second hand: the first one's score is not altered by it",
    dealer="S",
    score={"game": {"NS": 1, "EW": 1}},
)
def past_scores(t: Hand) -> Expect:
    t.begin()
    first = ended(t)
    t.next_deal()
    t.reach(2)
    at = t.fact("pack_proved", faulty=True, missing="9H")
    return Expect(
        [
            rule("imperfect_pack", "en-47|en-37.I", line=at, path=["compulsory"], remedies=NEW),
        ],
        result=[first, again("W")],
    )


@en("en-37-faced-card", "faced", "en-37.II", "a card that is not the last lies faced in the pack", dealer="N")
def faced_card(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 16)
    at = t.fact("pack", cards=" ".join(t.order[t.target(i)][i // 4] for i in range(52)), faced=[17])
    t.next_deal("N")
    t.begin()
    return Expect(
        [rule("faced_card", "en-37.II", line=at, path=["compulsory"], remedies=NEW, not_remedies=["deal_lost"])],
        result=[again("N"), ended(t)],
    )


@en("en-37-last-faced", "regular", "en-37.II", "only the last card lies faced: it is turned up anyhow", dealer="N")
def last_faced(t: Hand) -> Expect:
    t.prepare()
    t.fact("pack", cards=" ".join(t.order[t.target(i)][i // 4] for i in range(52)), faced=[52])
    t.deal()
    t.turn()
    return Expect(result=ended(t))


# ------------------------------------------------------------------ laws 38 to 40: a card exposed
def shown(t: Hand, stop: int = 21) -> int:
    """The dealer faces a card as he deals it."""
    t.prepare()
    t.deal(0, stop)
    return t.deal(stop, stop + 1, face_up=True)


@en(
    "en-38-by-dealer",
    "shown_in_deal",
    "en-38.a",
    "exposed by the dealer: his adversaries may have a new deal, and do",
    dealer="W",
)
def by_dealer(t: Hand) -> Expect:
    at = shown(t)
    d = t.fact("demanded", by="S", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38.a",
                "W",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["N", "S"]},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("W"),
    )


@en("en-38-by-partner", "shown_in_deal", "en-38.a", "exposed by the dealer's partner: as if by the dealer", dealer="W")
def by_partner(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 20)
    at = t.fact("exposed", by="E", cards=t.order["E"][1], how="shown")
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38.a",
                "E",
                at,
                ["option"],
                remedies={"new_deal": ["N", "S"]},
                not_remedies=["call_card"],
            )
        ]
    )


@en(
    "en-38-touched", "shown_in_deal", "en-38.a", "one of the adversaries had touched his cards: no new deal", dealer="W"
)
def adversary_touched(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="S", what="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@en(
    "en-38-by-adversary",
    "shown_in_deal",
    "en-38.b",
    "exposed by an adversary: the dealer, he alone, may have a new deal",
    dealer="W",
)
def by_adversary(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 20)
    at = t.fact("exposed", by="N", cards=t.order["N"][1], how="shown")
    d = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38.b",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["W"]},
                not_remedies=["call_card"],
            )
        ],
        result=again("W"),
    )


@en(
    "en-38-dealers-partner-touched",
    "shown_in_deal",
    "en-38.b",
    "exposed by an adversary, but the dealer's partner had touched a card",
    dealer="W",
)
def partner_touched(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 16)
    t.fact("touched", by="E", what="hand")
    t.fact("exposed", by="N", cards=t.order["N"][1], how="shown")
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@en(
    "en-38-stands", "shown_in_deal", "en-38.c", "nobody asks: the deal stands and the card cannot be called", dealer="W"
)
def stands(t: Hand) -> Expect:
    at = shown(t, 24)
    card = t.order[t.target(24)][6]
    t.deal(25)
    t.turn()
    t.play()
    t.fact("demanded", by="S", remedy="call_card", card=card)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38",
                "W",
                at,
                ["option", "lapsed"],
                never=["applied"],
                not_remedies=["call_card"],
            )
        ],
        allow=[rule("wrong_demand")],
    )


@en("en-38-waived", "shown_in_deal", "en-38.a en-38.c", "the right is given up in words", "contract", dealer="W")
def waived(t: Hand) -> Expect:
    at = shown(t, 24)
    w = t.fact("waived", by="N", ruling=1)
    t.deal(25)
    t.turn()
    result = ended(t)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38",
                "W",
                at,
                ["option", "waived"],
                at={"waived": w},
                never=["applied"],
                not_remedies=["call_card"],
            )
        ],
        result=result,
    )


@en(
    "en-39-touched-first",
    "shown_in_deal",
    "en-39",
    "the dealer's partner touched his cards, so the adversaries might too: their right is whole",
    dealer="N",
)
def touched_first(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="S", what="hand")
    t.fact("touched", by="E", what="hand")
    t.deal(12, 21)
    at = t.deal(21, 22, face_up=True)
    d = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38.a",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["E", "W"]},
            ),
        ],
        result=again("N"),
    )


@en(
    "en-39-touched-of-themselves",
    "shown_in_deal",
    "en-39 en-38.a",
    "the adversary touched his cards first of all: the right is lost",
    dealer="N",
)
def touched_of_themselves(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="E", what="hand")
    t.fact("touched", by="S", what="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@en(
    "en-40-trump-turned-fast",
    "shown_in_deal",
    "en-40",
    "one of the last cards is exposed and the trump card turned at once: the right outlives that",
    dealer="E",
)
def trump_turned_fast(t: Hand) -> Expect:
    at = shown(t, 49)
    t.deal(50)
    t.turn()
    d = t.fact("demanded", by="N", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38.a|en-40",
                "E",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["N", "S"]},
            ),
        ],
        result=again("E"),
    )


@en(
    "en-40-time-out",
    "shown_in_deal",
    "en-40 en-87",
    "reasonable time, fifteen seconds, runs out after the trump card",
    "contract",
    dealer="E",
)
def time_out(t: Hand) -> Expect:
    at = shown(t, 49)
    t.row(at)["t"] = 60.0
    t.deal(50, t=60.5)
    t.row(t.turn())["t"] = 61.0
    late = t.fact("ticked", t=80.0)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38.a|en-40",
                "E",
                at,
                ["option", "lapsed"],
                at={"lapsed": late},
                never=["applied"],
            )
        ]
    )


# ------------------------------------------------------------------ laws 41 and 42
@en(
    "en-41-looked",
    "turn_looked",
    "en-41",
    "the dealer looks at the trump card as he deals: the adversaries may see it and have a new deal",
    dealer="S",
)
def looked(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 40)
    at = t.fact("looked", by="S", at="turn-up")
    d = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "turn_up_looked_at",
                "en-41",
                "S",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["E", "W"]},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("S"),
    )


@en("en-41-shown-to-them", "turn_looked", "en-41", "they look at it as they may, and let the deal stand", dealer="S")
def shown_to_them(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 40)
    at = t.fact("looked", by="S", at="turn-up")
    t.fact("looked", by="E", at="turn-up")
    w = t.fact("waived", by="E", ruling=1)
    t.deal(40)
    t.turn()
    return Expect(
        [
            rule(
                "turn_up_looked_at",
                "en-41",
                "S",
                at,
                ["option", "waived"],
                at={"waived": w},
                never=["applied"],
                remedies={"new_deal": ["E", "W"]},
            )
        ],
        result=ended(t),
    )


@en("en-41-after-the-deal", "regular", "en-41", "it lies turned: everybody looks at it", "reading", dealer="S")
def after_the_deal(t: Hand) -> Expect:
    t.begin()
    t.fact("looked", by="S", at="turn-up")
    t.fact("looked", by="E", at="turn-up")
    return Expect(result=ended(t))


form(
    "en-42-other-pack",
    "wrong_pack",
    "en-42",
    "he has taken a card of the other pack into his hand: the adversaries may have a fresh deal",
    "dealt",
    "wrong_pack",
    against="W",
    cards="9S",
)


# ------------------------------------------------------------------ law 48
@en(
    "en-48-wrong-dealer",
    "out_of_turn",
    "en-48",
    "the left-hand player deals; nobody stops him before the trump card: it is as if nothing were wrong",
    dealer="N",
)
def wrong_dealer(t: Hand) -> Expect:
    t.set_dealer("E")
    t.prepare()
    cut = t.line
    t.deal(by="E")
    late = t.turn()
    result = ended(t)
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "en-48",
                "E",
                path=["correctable", "lapsed"],
                at={"lapsed": late},
                not_remedies=["deal_lost", "new_deal"],
            )
        ],
        allow=[rule("cut_irregular", line=cut)],
        result=result,
    )


@en("en-48-stopped", "out_of_turn", "en-48", "stopped in time: he whose turn it is deals", dealer="N")
def stopped(t: Hand) -> Expect:
    t.fact("shuffled", by="N")
    t.set_dealer("E")
    at = t.deal(0, 1, by="E")
    t.deal(1, 6, by="E")
    d = t.fact("demanded", by="N", remedy="correct_deal", ruling=1)
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "en-48",
                "E",
                at,
                ["correctable", "applied"],
                at={"applied": d},
                remedies={"correct_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        result=None,
    )


@en(
    "en-48-wrong-pack",
    "wrong_pack",
    "en-48",
    "with the adversaries' cards, found out after the trump card: it stands",
    dealer="N",
)
def wrong_pack(t: Hand) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, pack="other")
    late = t.turn()
    t.play_out()
    t.cut_next()
    return Expect(
        [
            rule(
                "wrong_pack",
                "en-48",
                line=at,
                path=["correctable", "lapsed"],
                at={"lapsed": late},
                not_remedies=["new_deal", "deal_lost"],
            )
        ],
        result=scored(t),
    )


@en("en-48-wrong-pack-stopped", "wrong_pack", "en-48", "seen while it is dealt", dealer="N")
def wrong_pack_stopped(t: Hand) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, 9, pack="other")
    d = t.fact("demanded", by="W", remedy="correct_deal", ruling=1)
    return Expect(
        [
            rule(
                "wrong_pack",
                "en-48",
                line=at,
                path=["correctable", "applied"],
                at={"applied": d},
                remedies={"correct_deal": None},
                not_remedies=[r for r in HARSH if r != "new_deal"],
            )
        ],
        result=None,
    )
