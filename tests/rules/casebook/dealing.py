"""Laws 10 to 14: the cut, the deal, and what makes the same dealer deal again."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, partner


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
    at = t.fact("reported", by="E", irregularity="cut_irregular", against="W", law="am-10.b am-10.d")
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
