"""Laws 26 to 36, 49, 83 and 90: the packs, the shuffle and the cut."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import HARSH, again, en, ended, form
from tests.rules.casebook.hand import Hand, foes, partner, right


# ------------------------------------------------------------------ the shuffle
@en(
    "en-26-face-seen",
    "shuffled",
    "en-26",
    "the dealer's partner shuffles so that a card is seen: forbidden, without a penalty",
    "reading",
    dealer="N",
)
def face_seen(t: Hand) -> Expect:
    at = t.fact("shuffled", by="S", shown="QD")
    t.prepare()
    t.deal(0, 8)
    return Expect(
        [rule(None, "en-26", "S", at, never=["established", "applied"], not_remedies=["deal_lost", "new_deal"])]
    )


form(
    "en-26-below-table",
    "deal_irregular",
    "en-26",
    "the pack was shuffled below the table",
    stage="shuffled",
    kind="shuffled",
    against="W",
)
form(
    "en-28-across",
    "deal_irregular",
    "en-28",
    "a pack that was played with is shuffled by dealing it into packets",
    stage="shuffled",
    kind="shuffled",
    against="S",
)
form(
    "en-30-collects",
    "deal_irregular",
    "en-30",
    "another than the dealer's partner collected the still pack and shuffled it first",
    "deal",
    "shuffled",
    against="W",
)
form(
    "en-31-place",
    "deal_irregular",
    "en-31",
    "the shuffled pack was not laid at the left of the next dealer",
    stage="shuffled",
    kind="shuffled",
    against="S",
)


@en(
    "en-27-in-play",
    "shuffled",
    "en-27",
    "the still pack is shuffled while the hand is played: forbidden, without a penalty",
    "reading",
    dealer="W",
)
def in_play(t: Hand) -> Expect:
    t.reach(3)
    at = t.fact("shuffled", by="E", of="still")
    t.rounds(2)
    return Expect([rule(None, "en-27", "E", at, never=["established", "applied"], not_remedies=HARSH)])


@en(
    "en-27-in-the-deal",
    "regular",
    "en-27 en-30",
    "the dealer's partner shuffles the still pack while the other is dealt, before the play",
    dealer="W",
)
def in_the_deal(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 20)
    t.fact("shuffled", by="E", of="still")
    t.deal(20)
    t.turn()
    return Expect(result=ended(t))


@en(
    "en-29-each-once",
    "regular",
    "en-29 en-32.a",
    "each shuffles once, the dealer's partner first, and the dealer last of all",
    dealer="E",
)
def each_once(t: Hand) -> Expect:
    for seat in ("W", "N", "S", "E"):
        t.fact("shuffled", by=seat)
    t.fact("presented", by="E")
    t.fact("cut", by="N", packets=[22, 30])
    t.deal()
    t.turn()
    return Expect(result=ended(t))


@en(
    "en-29-twice",
    "shuffled",
    "en-29",
    "an adversary shuffles a second time: no right, and no penalty",
    "reading",
    dealer="E",
)
def twice(t: Hand) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("shuffled", by="S")
    at = t.fact("shuffled", by="N")
    t.fact("shuffled", by="E")
    return Expect(
        [rule(None, "en-29", "N", at, never=["established", "applied"], not_remedies=["deal_lost", "new_deal"])]
    )


@en("en-29-false-cut", "cut", "en-29 en-34.a", "after a false cut each may shuffle once more", dealer="E")
def after_false_cut(t: Hand) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("shuffled", by="E")
    t.fact("presented", by="E")
    at = t.fact("cut", by="N", packets=[50, 2])
    t.fact("shuffled", by="S")
    t.prepare()
    t.deal(0, 8)
    return Expect([rule("cut_irregular", "en-34.a", line=at, path=["compulsory"], remedies={"recut": None})])


@en(
    "en-32-dealer-first-and-last",
    "regular",
    "en-32.a",
    "the dealer may shuffle last though he did so before",
    dealer="S",
)
def dealer_last(t: Hand) -> Expect:
    t.fact("shuffled", by="S")
    t.fact("shuffled", by="W")
    t.prepare()
    t.deal()
    t.turn()
    return Expect(result=ended(t))


@en(
    "en-32-seen",
    "shuffled",
    "en-32.b",
    "a card is seen while the dealer shuffles: he is made to shuffle again, which is no second turn",
    dealer="S",
)
def dealer_seen(t: Hand) -> Expect:
    at = t.fact("shuffled", by="S", shown="4H")
    t.fact("demanded", by="E", remedy="reshuffle", ruling=1)
    t.prepare()
    t.deal(0, 8)
    return Expect(
        [
            rule(
                None,
                "en-32.b",
                "S",
                at,
                ["option", "applied"],
                remedies={"reshuffle": ["E", "W"]},
                not_remedies=["deal_lost", "new_deal"],
            )
        ]
    )


@en("en-32-seen-passed", "shuffled", "en-32.b", "nobody asks, and he deals: the right is gone", "reading", dealer="S")
def dealer_seen_passed(t: Hand) -> Expect:
    at = t.fact("shuffled", by="S", shown="4H")
    t.fact("presented", by="S")
    t.fact("cut", by="E", packets=[20, 32])
    t.deal(0, 8)
    return Expect(
        [rule(None, "en-32.b", "S", at, ["option", "lapsed"], never=["applied"], remedies={"reshuffle": ["E", "W"]})]
    )


# ------------------------------------------------------------------ the cut
@en("en-34-three-left", "cut", "en-34.a", "three cards left in the lower packet: a fresh cut", dealer="N")
def three_left(t: Hand) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    at = t.fact("cut", by="W", packets=[49, 3])
    t.fact("presented", by="N")
    t.fact("cut", by="W", packets=[30, 22])
    t.deal(0, 4)
    return Expect(
        [
            rule(
                "cut_irregular",
                "en-34.a",
                line=at,
                path=["compulsory"],
                remedies={"recut": None},
                not_remedies=["deal_lost", "reshuffle"],
            )
        ]
    )


@en("en-34-four", "regular", "en-34.a", "four cards are enough", dealer="N")
def four(t: Hand) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="N")
    t.fact("cut", by="W", packets=[48, 4])
    t.deal()
    t.turn()
    return Expect(result=ended(t))


@en("en-34-shown", "cut", "en-34.b", "a card is exposed as the packets are put together: a fresh cut", dealer="W")
def cut_shown(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.fact("presented", by="W")
    at = t.fact("cut", by="S", packets=[25, 27], shown="JC")
    t.fact("presented", by="W")
    t.fact("cut", by="S", packets=[21, 31])
    t.deal(0, 4)
    return Expect(
        [
            rule(
                "card_shown_in_cut|cut_irregular",
                "en-34.b",
                line=at,
                path=["compulsory"],
                remedies={"recut": None},
                not_remedies=["deal_lost"],
            )
        ]
    )


@en("en-34-confused", "cut", "en-34.b", "doubt where the pack was parted: a fresh cut", dealer="W")
def cut_confused(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.fact("presented", by="W")
    at = t.fact("cut", by="S", packets=[26, 26], confused=True)
    return Expect(
        [
            rule(
                "cut_irregular",
                "en-34.b",
                line=at,
                path=["compulsory"],
                remedies={"recut": None},
                not_remedies=["deal_lost"],
            )
        ]
    )


@en(
    "en-fn10-after-joining",
    "shown_in_deal",
    "en-fn10 en-38.a",
    "the packets were put together again: a card dropped then is one exposed in the deal, not a false cut",
    dealer="W",
)
def after_joining(t: Hand) -> Expect:
    t.prepare()
    at = t.fact("exposed", by="W", cards=t.order["N"][5], how="dropped")
    return Expect(
        [
            rule(
                "card_shown_in_deal",
                "en-38",
                "W",
                at,
                ["option"],
                remedies={"new_deal": ["N", "S"]},
                not_remedies=["recut", "call_card"],
            )
        ],
        result=None,
    )


@en(
    "en-35-cut-twice",
    "cut",
    "en-35",
    "he has parted the pack and cuts once more of his own will: he may not",
    "reading",
    dealer="N",
)
def cut_twice(t: Hand) -> Expect:
    t.prepare()
    at = t.fact("cut", by="W", packets=[10, 42])
    return Expect([rule("cut_irregular", "en-35", "W", at, not_remedies=["deal_lost", "new_deal"])], result=None)


@en(
    "en-35-cutter-shuffles",
    "cut",
    "en-35",
    "he has parted the pack and shuffles it: he may not; the dealer loses nothing by it",
    "reading",
    dealer="N",
)
def cutter_shuffles(t: Hand) -> Expect:
    t.prepare()
    at = t.fact("shuffled", by="W")
    return Expect([rule("cut_irregular|shuffled_after_cut", "en-35", "W", at, not_remedies=["deal_lost"])], result=None)


@en("en-36-shuffles", "shuffled", "en-36", "the pack is cut and the dealer shuffles: his deal is lost", dealer="E")
def dealer_shuffles(t: Hand) -> Expect:
    t.prepare()
    at = t.fact("shuffled", by="E")
    lost = again("S")
    t.next_deal("S")
    t.begin()
    return Expect(
        [
            rule(
                "shuffled_after_cut",
                "en-36",
                "E",
                at,
                ["compulsory"],
                remedies={"deal_lost": None},
                not_remedies=["new_deal"],
            )
        ],
        result=[lost, ended(t)],
    )


@en(
    "en-36-false-cut",
    "cut",
    "en-36 en-34.a en-29",
    "the cut was void, so that the dealer may shuffle again",
    dealer="E",
)
def shuffles_after_false_cut(t: Hand) -> Expect:
    t.fact("shuffled", by="E")
    t.fact("presented", by="E")
    at = t.fact("cut", by="N", packets=[1, 51])
    t.prepare()
    t.deal(0, 8)
    return Expect([rule("cut_irregular", "en-34.a", line=at, path=["compulsory"])])


# ------------------------------------------------------------------ for a partner, and other packs
@en(
    "en-49-cuts-for-partner",
    "cut",
    "en-49 en-34.a",
    "not the right-hand player but his partner cuts",
    "reading",
    dealer="W",
)
def cuts_for_partner(t: Hand) -> Expect:
    t.fact("shuffled", by="W")
    t.fact("presented", by="W")
    at = t.fact("cut", by=partner(right("W")), packets=[25, 27])
    return Expect(
        [rule("cut_irregular", "en-34|en-49", line=at, not_remedies=["deal_lost"])],
        result=None,
    )


form(
    "en-49-without-leave",
    "deal_irregular",
    "en-49",
    "he shuffled for his partner without the opponents' leave",
    "shuffled",
    "shuffled",
    against="S",
)
form(
    "en-83-new-cards",
    "wrong_pack",
    "en-83",
    "before the pack is cut a player calls for new cards: two packs, the dealer chooses",
    "shuffled",
    "pack",
)
form(
    "en-90-marked-card",
    "imperfect_pack",
    "en-90",
    "a card is found torn or marked: replaced by agreement, or new cards",
    "play",
    "pack",
    cards="7C",
)
form("en-E1-one-pack", "wrong_pack", "en-E1", "they play with one pack where two should be used", kind="pack")


@en(
    "en-E1-two-packs",
    "regular",
    "en-E1 en-30",
    "two packs: the one is dealt, the other made ready by the dealer's partner",
    dealer="N",
)
def two_packs(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 13)
    t.fact("shuffled", by=partner("N"), of="still")
    t.deal(13)
    t.turn()
    first = ended(t)
    t.next_deal()
    assert foes("N") == ["E", "W"]
    t.begin()
    return Expect(result=[first, ended(t)])
