"""Laws 10 to 16: the cut, the deal, new deals, and the wrong dealer or pack."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, need, partner


def again(dealer: str) -> dict[str, object]:
    """A hand that must be dealt again, by ``dealer``."""
    return {"void": True, "next_dealer": dealer}


# ------------------------------------------------------------------ law 10
@case(
    "cut-by-partner",
    "cut",
    "am-10.a",
    note="the pack is offered to the right-hand adversary, here the partner cuts",
    certainty="reading",
    dealer="S",
)
def cut_by_partner(t: Hand) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("presented", by="S")
    at = t.fact("cut", by="N", packets=[25, 27])
    return Expect([rule("cut_irregular", "am-10|am-11", line=at, not_remedies=["deal_lost"])], result=None)


@case("cut-by-left", "cut", "am-10.a", note="the left-hand adversary cuts", certainty="reading", dealer="W")
def cut_by_left(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.fact("presented", by="W")
    at = t.fact("cut", by="N", packets=[25, 27])
    return Expect([rule("cut_irregular", "am-10|am-11", line=at, not_remedies=["deal_lost"])], result=None)


@case(
    "cut-reported",
    "cut",
    "am-10.b",
    "am-10.d",
    note="how the packets were lifted and joined only a person can say: reported, the director decides",
    certainty="contract",
)
def cut_reported(t: Hand) -> Expect:
    t.prepare()
    at = t.fact("reported", by="E", irregularity="cut_irregular", against="W")
    return Expect([rule("cut_irregular", line=at, path=["director"])], result=None)


@case("cut-three-lifted", "cut", "am-10.c", note="three cards lifted: cut again")
def cut_three_lifted(t: Hand) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    at = t.fact("cut", by="W", packets=[3, 49])
    return Expect(
        [
            rule(
                "cut_irregular",
                "am-10|am-11",
                line=at,
                path=["compulsory"],
                remedies={"recut": None},
                not_remedies=["deal_lost", "new_deal"],
            )
        ],
        result=None,
    )


@case("cut-three-left", "cut", "am-10.c", note="three cards left: cut again", dealer="E")
def cut_three_left(t: Hand) -> Expect:
    t.fact("shuffled", by="E")
    t.fact("presented", by="E")
    at = t.fact("cut", by="N", packets=[49, 3])
    return Expect(
        [
            rule(
                "cut_irregular",
                "am-10|am-11",
                line=at,
                path=["compulsory"],
                remedies={"recut": None},
                not_remedies=["deal_lost", "new_deal"],
            )
        ],
        result=None,
    )


@case(
    "cut-four-is-enough", "regular", "am-10.c", note="four lifted is a good cut; so are four left after it is cut anew"
)
def cut_four(t: Hand) -> Expect:
    t.fact("shuffled", by=partner("N"))
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    t.fact("cut", by="W", packets=[4, 48])
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.result())


@case(
    "cut-small-then-shuffled",
    "cut",
    "am-10.c",
    "am-12",
    note="the pack was not properly cut, so that the dealer may shuffle again",
    certainty="text",
)
def cut_small_then_shuffled(t: Hand) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    at = t.fact("cut", by="W", packets=[2, 50])
    t.prepare()
    t.deal(0, 8)
    return Expect([rule("cut_irregular", "am-10|am-11", line=at, path=["compulsory"])])


# ------------------------------------------------------------------ laws 11 and 12
@case(
    "cut-shown",
    "cut",
    "am-11.a",
    note="a card seen in the cut: shuffled by the dealer and cut again; the shuffle is no fault",
    dealer="S",
)
def cut_shown(t: Hand) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("presented", by="S")
    at = t.fact("cut", by="E", packets=[30, 22], shown="9C")
    t.prepare()
    t.deal()
    t.turn()
    t.close()
    return Expect(
        [
            rule(
                "card_shown_in_cut",
                "am-11.a",
                line=at,
                path=["compulsory"],
                remedies={"recut": None, "reshuffle": None},
                not_remedies=["deal_lost", "new_deal"],
            )
        ],
        result=t.result(),
    )


@case("cut-confused", "cut", "am-11.b", note="doubt where the pack was parted: a new cut, nothing more", dealer="W")
def cut_confused(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.fact("presented", by="W")
    at = t.fact("cut", by="S", packets=[26, 26], confused=True)
    t.fact("presented", by="W")
    t.fact("cut", by="S", packets=[20, 32])
    t.deal(0, 5)
    return Expect(
        [
            rule(
                "cut_irregular",
                "am-11.b",
                line=at,
                path=["compulsory"],
                remedies={"recut": None},
                not_remedies=["deal_lost", "new_deal"],
            )
        ]
    )


@case(
    "shuffled-after-cut",
    "shuffled_after_cut",
    "am-12",
    "am-13.c",
    note="the deal is lost and goes to the left; the next hand is dealt by the right player and is regular",
    dealer="E",
)
def shuffled_after_cut(t: Hand) -> Expect:
    t.prepare()
    at = t.fact("shuffled", by="E")
    lost = again("S")
    t.next_deal("S")
    t.begin()
    t.close()
    return Expect(
        [
            rule(
                "shuffled_after_cut",
                "am-12",
                "E",
                at,
                ["compulsory"],
                remedies={"deal_lost": None},
                not_remedies=["new_deal"],
            )
        ],
        result=[lost, t.result()],
    )


@case(
    "shuffled-by-another",
    "shuffled_after_cut",
    "am-12",
    note="only the dealer loses a deal by it; here his partner shuffled",
    certainty="reading",
)
def shuffled_by_another(t: Hand) -> Expect:
    t.prepare()
    t.fact("shuffled", by="S")
    return Expect(allow=[rule("shuffled_after_cut|cut_irregular", not_remedies=["deal_lost"])], result=None)


@case(
    "still-pack-shuffled", "regular", "am-12", note="the partner makes the other pack meanwhile", certainty="contract"
)
def still_pack_shuffled(t: Hand) -> Expect:
    t.prepare()
    t.fact("shuffled", by="S", of="still")
    t.deal(0, 20)
    t.fact("shuffled", by="S", of="still")
    t.deal(20)
    t.turn()
    t.rounds(2)
    return Expect()


# ------------------------------------------------------------------ law 13
@case(
    "turn-up-faced-last",
    "regular",
    "am-13.b",
    "am-14.I",
    note="the last card falls face up before the dealer: that is the trump card",
    dealer="W",
)
def turn_up_faced_last(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 51)
    t.deal(51, 52, face_up=True)
    t.turn()
    t.close()
    return Expect(result=t.result())


@case("deal-moves-left", "regular", "am-13.c", note="three hands, each dealt by the next to the left")
def deal_moves_left(t: Hand) -> Expect:
    results: list[object] = []
    for i in range(3):
        if i:
            t.next_deal()
        t.begin()
        t.close()
        results.append(t.result())
    return Expect(result=results)


# ------------------------------------------------------------------ law 14
@case(
    "pack-faced",
    "faced",
    "am-14.I",
    note="a faced card in the middle: the same dealer deals again, and does",
    dealer="E",
)
def pack_faced(t: Hand) -> Expect:
    t.prepare()
    pack = [t.order[t.target(i)][i // 4] for i in range(52)]
    at = t.fact("pack", cards=" ".join(pack), faced=[17])
    t.next_deal("E")
    t.begin()
    t.close()
    return Expect(
        [
            rule(
                "faced_card",
                "am-14.I",
                line=at,
                path=["compulsory"],
                remedies={"new_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        result=[again("E"), t.result()],
    )


@case("pack-last-faced", "regular", "am-14.I", note="the last card may lie faced: it is turned anyway", dealer="S")
def pack_last_faced(t: Hand) -> Expect:
    t.prepare()
    pack = [t.order[t.target(i)][i // 4] for i in range(52)]
    t.fact("pack", cards=" ".join(pack), faced=[52])
    t.deal()
    t.turn()
    t.rounds(1)
    return Expect()


@case("pack-last-and-another", "faced", "am-14.I", note="any card but the last", dealer="S")
def pack_two_faced(t: Hand) -> Expect:
    t.prepare()
    pack = [t.order[t.target(i)][i // 4] for i in range(52)]
    at = t.fact("pack", cards=" ".join(pack), faced=[1, 52])
    return Expect(
        [rule("faced_card", "am-14.I", line=at, path=["compulsory"], remedies={"new_deal": None})], result=again("S")
    )


@case(
    "shoe-refuses",
    "machine_fault",
    "am-14.II",
    note="a double feed in the deal is the machine's fault: no misdeal, the same dealer again",
    certainty="contract",
    dealer="W",
)
def shoe_refuses(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 17, source="shoe")
    at = t.fact("failed", why="double_feed", source="shoe")
    return Expect(
        [
            rule(
                "machine_fault",
                "am-14",
                line=at,
                path=["compulsory"],
                remedies={"new_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("W"),
    )


@case(
    "shoe-misplaces",
    "machine_fault",
    "am-14.II",
    "am-17.II",
    note="out of its place with the shoe as source: never a misplaced card",
    certainty="contract",
    dealer="N",
)
def shoe_misplaces(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 9, source="shoe")
    t.fact("dealt", to=t.target(11), cards=t.order[t.target(9)][2], source="shoe")
    t.fact("dealt", to=t.target(10), cards=t.order[t.target(10)][2], source="shoe")
    return Expect(
        [rule("machine_fault", "am-14", path=["compulsory"], remedies={"new_deal": None}, not_remedies=["deal_lost"])],
        result=again("N"),
    )


@case(
    "still-pack-refused",
    "regular",
    "am-14.II",
    note="the shoe refuses the other pack while this one is played: this hand is good",
    certainty="contract",
)
def still_pack_refused(t: Hand) -> Expect:
    t.reach(4)
    t.fact("failed", why="unread", of="still", source="shoe")
    t.close()
    return Expect(allow=[rule("machine_fault", not_remedies=["new_deal", "deal_lost"])], result=t.result())


@case(
    "pack-proved-in-play",
    "imperfect",
    "am-14.II",
    note="found wrong in the play: the same dealer; the score carried in stands",
    known=False,
    dealer="E",
    score={"game": {"NS": 4, "EW": 2}},
)
def pack_proved_in_play(t: Hand) -> Expect:
    t.reach(6)
    at = t.fact("pack_proved", faulty=True, missing="2C", double="2D")
    t.fact("next_deal", dealer="E")
    t.set_dealer("E")
    t.known = True
    t.begin()
    t.close()
    return Expect(
        [
            rule(
                "imperfect_pack",
                "am-14.II",
                line=at,
                path=["compulsory"],
                remedies={"new_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        result=[again("E"), t.result()],
    )


@case("pack-proved-in-deal", "imperfect", "am-14.II", note="found wrong during the deal", known=False, dealer="S")
def pack_proved_in_deal(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 30)
    at = t.fact("pack_proved", faulty=True, missing="AS")
    return Expect(
        [
            rule(
                "imperfect_pack",
                "am-14.II",
                line=at,
                path=["compulsory"],
                remedies={"new_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        result=again("S"),
    )


@case("pack-proved-good", "regular", "am-14.II", note="counted and found perfect: nothing", dealer="S")
def pack_proved_good(t: Hand) -> Expect:
    t.reach(2)
    t.fact("pack_proved", faulty=False)
    t.close()
    return Expect(result=t.result())


# ------------------------------------------------------------------ law 15
def shown_by_dealer(t: Hand, stop: int = 21) -> int:
    """The dealer faces a card as he deals it."""
    t.prepare()
    t.deal(0, stop)
    return t.deal(stop, stop + 1, face_up=True)


@case(
    "shown-demanded",
    "shown_in_deal",
    "am-15.a",
    note="faced by the dealer; an adversary asks for a new deal: the same dealer",
    dealer="N",
)
def shown_demanded(t: Hand) -> Expect:
    at = shown_by_dealer(t)
    d = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15.a",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies={"new_deal": ["E", "W"]},
            )
        ],
        result=again("N"),
    )


@case(
    "shown-by-adversary",
    "shown_in_deal",
    "am-15.a",
    note="an adversary of the dealer shows his card: the dealer's side is not in fault and may choose",
    dealer="N",
)
def shown_by_adversary(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 16)
    at = t.fact("exposed", by="E", cards=t.order["E"][1], how="shown")
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15.a",
                "E",
                at,
                ["option"],
                remedies={"new_deal": ["N", "S"]},
                not_remedies=["deal_lost", "call_card"],
            )
        ]
    )


@case(
    "shown-after-touching",
    "shown_in_deal",
    "am-15.a",
    note="one of the innocent side had touched a card: no new deal",
    dealer="N",
)
def shown_after_touching(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="W", what="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@case(
    "shown-after-looking",
    "shown_in_deal",
    "am-15.a",
    note="looking at a hand is touching it",
    dealer="E",
    certainty="contract",
)
def shown_after_looking(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("looked", by="N", at="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@case("shown-after-taking-up", "shown_in_deal", "am-15.a", note="so is taking it up", dealer="E", certainty="contract")
def shown_after_taking_up(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("took_up", by="S", what="hand")
    t.deal(12, 21)
    t.deal(21, 22, face_up=True)
    return Expect(
        allow=[rule("card_shown_in_deal", never=["option", "compulsory"], not_remedies=["new_deal"])], result=None
    )


@case(
    "shown-guilty-touched",
    "shown_in_deal",
    "am-15.a",
    note="the side in fault had touched a card: the right is open all the same",
    dealer="S",
)
def shown_guilty_touched(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 12)
    t.fact("touched", by="N", what="hand")
    t.deal(12, 21)
    at = t.deal(21, 22, face_up=True)
    return Expect([rule("card_shown_in_deal", "am-15.a", "S", at, ["option"], remedies={"new_deal": ["E", "W"]})])


@case(
    "shown-then-touched",
    "shown_in_deal",
    "am-15.a",
    note="an innocent takes up his cards before any demand: the right is gone",
    dealer="W",
)
def shown_then_touched(t: Hand) -> Expect:
    at = shown_by_dealer(t)
    t.fact("touched", by="N", what="hand")
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15",
                "W",
                at,
                ["option", "lapsed|cancelled|waived"],
                never=["applied"],
                remedies={"new_deal": ["N", "S"]},
            )
        ],
        result=None,
    )


@case(
    "shown-wrong-side",
    "shown_in_deal",
    "am-15.a",
    "am-39.c",
    note="the side in fault cannot ask for the new deal",
    dealer="W",
    certainty="reading",
)
def shown_wrong_side(t: Hand) -> Expect:
    at = shown_by_dealer(t)
    t.fact("demanded", by="E", remedy="new_deal", ruling=1)
    return Expect(
        [
            rule("card_shown_in_deal", "am-15.a", "W", at, ["option"], never=["applied"]),
            rule(None, "am-39", share=True),
        ],
        allow=[rule("wrong_demand")],
        result=None,
    )


@case(
    "shown-and-stands",
    "shown_in_deal",
    "am-15.b",
    note="no new deal is asked: play goes on, the card cannot be called and its owner waits for nobody",
    dealer="E",
)
def shown_and_stands(t: Hand) -> Expect:
    at = shown_by_dealer(t, 25)
    t.deal(26)
    t.turn()
    t.close()
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15",
                "E",
                at,
                ["option", "lapsed|waived|cancelled"],
                never=["applied"],
                not_remedies=["call_card"],
            )
        ],
        result=t.result(),
    )


@case("shown-and-waived", "shown_in_deal", "am-15.b", note="the right is given up in words", dealer="E")
def shown_and_waived(t: Hand) -> Expect:
    at = shown_by_dealer(t, 25)
    w = t.fact("waived", by="S", ruling=1)
    t.deal(26)
    t.turn()
    t.rounds(3)
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "am-15",
                "E",
                at,
                ["option", "waived"],
                at={"waived": w},
                never=["applied"],
                not_remedies=["call_card"],
            )
        ]
    )


@case(
    "shown-called-later",
    "wrong_demand",
    "am-15.b",
    note="a card shown in the deal is called in the play: none can be enforced",
    dealer="N",
    certainty="reading",
)
def shown_called_later(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 22)
    t.deal(22, 23, face_up=True)
    holder, card = t.target(22), t.order[t.target(22)][5]
    t.deal(23)
    t.turn()
    t.play()
    need(card in t.hands[holder])
    t.fact("demanded", by=foes(holder)[0], remedy="call_card", card=card)
    return Expect(
        [rule("card_shown_in_deal", "am-15", "N", not_remedies=["call_card"]), rule("wrong_demand", optional=True)]
    )


@case(
    "exposed-after-deal",
    "exposed",
    "am-20.I",
    "am-15.a",
    note="the deal is over when the trump card is turned: a card faced then, before the first lead, may be called",
    dealer="S",
)
def exposed_after_deal(t: Hand) -> Expect:
    t.begin()
    at = t.fact("exposed", by="E", cards=t.hands["E"][0], how="dropped")
    return Expect(
        [
            rule(
                "exposed_card",
                "am-20.I",
                "E",
                at,
                ["option"],
                remedies={"call_card": ["N", "S"]},
                not_remedies=["new_deal"],
            )
        ]
    )


# ------------------------------------------------------------------ law 16
@case(
    "wrong-dealer",
    "out_of_turn",
    "am-16.a",
    "am-16.b",
    note="his left-hand neighbour deals, nobody stops him before the trump card: the deal is good, and is his",
    certainty="text",
    dealer="N",
)
def wrong_dealer(t: Hand) -> Expect:
    t.set_dealer("E")
    t.prepare()
    at = t.line + 1
    t.deal(by="E")
    v = t.turn()
    t.close()
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "am-16.a",
                "E",
                path=["correctable", "lapsed"],
                at={"lapsed": v},
                remedies={"correct_deal": None},
                not_remedies=["deal_lost"],
            )
        ],
        allow=[rule("cut_irregular", line=at - 1)],
        result=t.result(),
    )


@case(
    "wrong-dealer-stopped",
    "out_of_turn",
    "am-16.a",
    note="stopped before the trump card is turned",
    dealer="W",
    certainty="reading",
)
def wrong_dealer_stopped(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.set_dealer("N")
    at = t.deal(0, 1, by="N")
    t.deal(1, 6, by="N")
    d = t.fact("demanded", by="E", remedy="correct_deal", ruling=1)
    return Expect(
        [
            rule(
                "deal_out_of_turn",
                "am-16.a",
                "N",
                at,
                ["correctable", "applied"],
                at={"applied": d},
                remedies={"correct_deal": None},
            )
        ],
        result=None,
    )


@case(
    "wrong-next-dealer",
    "out_of_turn",
    "am-16.a",
    "am-13.c",
    note="the next hand is begun by the wrong player",
    certainty="reading",
)
def wrong_next_dealer(t: Hand) -> Expect:
    t.begin()
    t.close()
    first = t.result()
    t.next_deal("S")
    t.prepare()
    t.deal(0, 8)
    return Expect(
        [rule("deal_out_of_turn", "am-16.a", "S", path=["correctable"], remedies={"correct_deal": None})],
        allow=[rule("cut_irregular")],
        result=[first, {"unfinished": True}],
    )


@case(
    "wrong-pack",
    "wrong_pack",
    "am-16.a",
    "am-16.b",
    note="dealt with the adversaries' pack; after the trump card the packs stay changed",
    dealer="W",
)
def wrong_pack(t: Hand) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, pack="other")
    v = t.turn()
    t.close()
    return Expect(
        [
            rule(
                "wrong_pack",
                "am-16.a",
                line=at,
                path=["correctable", "lapsed"],
                at={"lapsed": v},
                not_remedies=["deal_lost"],
            )
        ],
        result=t.result(),
    )


@case("wrong-pack-stopped", "wrong_pack", "am-16.a", note="seen in time: still to be put right", dealer="W")
def wrong_pack_stopped(t: Hand) -> Expect:
    t.prepare()
    at = t.deal(0, 1, pack="other")
    t.deal(1, 9, pack="other")
    return Expect(
        [
            rule(
                "wrong_pack",
                "am-16.a",
                line=at,
                path=["correctable"],
                never=["lapsed", "compulsory"],
                remedies={"correct_deal": None},
            )
        ]
    )
