"""Laws 43 to 45, 50 and 51: misdeals, what saves the deal, and what does not."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.english.table import again, en, ended
from tests.rules.casebook.hand import Hand

LOST: dict[str, object] = {"deal_lost": None}
NEW: dict[str, object] = {"new_deal": None}
MISPLACED = "misplaced_card|deal_irregular"


def lost(irregularity: str, row: str, by: str, at: int) -> Ruling:
    """The dealer loses his deal on this line."""
    return rule(
        irregularity, row, by, path=["compulsory"], at={"compulsory": at}, remedies=LOST, not_remedies=["new_deal"]
    )


def saved(irregularity: str, row: str, by: str, at: int) -> Ruling:
    """A misdeal on this line, and the same dealer deals again."""
    return rule(
        irregularity, row, by, path=["compulsory"], at={"compulsory": at}, remedies=NEW, not_remedies=["deal_lost"]
    )


def kept(*words: str) -> list[Ruling]:
    """Whatever is said of these faults, the deal is not lost by them."""
    return [rule("|".join(words), never=["compulsory", "applied"], not_remedies=["deal_lost"])]


def wrong_place(t: Hand, i: int = 10) -> int:
    """Card ``i`` falls to the next player and another is dealt on it: the line of that other."""
    t.fact("dealt", to=t.target(i + 1), cards=t.order[t.target(i)][i // 4])
    return t.fact("dealt", to=t.target(i + 2), cards=t.order[t.target(i + 2)][(i + 2) // 4])


# ------------------------------------------------------------------ 44, I and VI: where cards fall
@en(
    "en-44-from-the-right",
    "misplaced",
    "en-44.I",
    "he begins at his right hand: not in rotation from the left",
    dealer="S",
)
def from_the_right(t: Hand) -> Expect:
    t.prepare()
    t.fact("dealt", to="E", cards=t.order["E"][0])
    at = t.fact("dealt", to="N", cards=t.order["N"][0])
    return Expect([lost(MISPLACED, "en-44.I", "S", at)], result=again("W"))


@en(
    "en-44-by-twos",
    "misplaced",
    "en-44.I en-44.VI",
    "dealt two by two: after the second pair nobody can say that he erred",
    "reading",
    dealer="S",
)
def by_twos(t: Hand) -> Expect:
    t.prepare()
    for seat in "WN":
        t.fact("dealt", to=seat, cards=t.order[seat][0])
        t.fact("dealt", to=seat, cards=t.order[seat][1])
    return Expect(
        [rule(MISPLACED, "en-44.I|en-44.VI", "S", path=["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("W"),
    )


@en(
    "en-44-third-card",
    "misplaced",
    "en-44.VI en-43",
    "two to one hand, then a third card: the deal is lost and the left-hand player deals",
    dealer="S",
)
def third_card(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 13)
    t.fact("dealt", to=t.target(12), cards=t.order[t.target(13)][3])
    at = t.fact("dealt", to=t.target(14), cards=t.order[t.target(14)][3])
    t.next_deal("W")
    t.begin()
    return Expect([lost(MISPLACED, "en-44.VI", "S", at)], result=[again("W"), ended(t)])


@en(
    "en-44-put-right",
    "misplaced",
    "en-44.VI",
    "two to one hand; before the third he moves the one card: the deal goes on",
    dealer="S",
)
def put_right(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 13)
    card = t.order[t.target(13)][3]
    at = t.fact("dealt", to=t.target(12), cards=card)
    t.fact("moved", from_=t.target(12), to=t.target(13), card=card, by="S")
    t.deal(14)
    t.turn()
    fits = rule(
        MISPLACED,
        "en-44.VI",
        "S",
        at,
        never=["compulsory", "established"],
        not_remedies=["deal_lost", "new_deal"],
        optional=True,
    )
    return Expect([fits], result=ended(t))


@en("en-44-moved-too-late", "misplaced", "en-44.VI", "he moves it when the third card lies: too late", dealer="S")
def moved_too_late(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 13)
    card = t.order[t.target(13)][3]
    t.fact("dealt", to=t.target(12), cards=card)
    at = t.fact("dealt", to=t.target(14), cards=t.order[t.target(14)][3])
    t.fact("moved", from_=t.target(12), to=t.target(13), card=card, by="S")
    return Expect([lost(MISPLACED, "en-44.VI", "S", at)], result=again("W"))


# ------------------------------------------------------------------ 44, II and III: the trump card
@en(
    "en-44-face-down",
    "turn_hidden",
    "en-44.II",
    "the trump card was put face down on a packet, an adversary says",
    dealer="W",
)
def face_down(t: Hand) -> Expect:
    t.prepare()
    t.deal()
    at = t.fact("said", by="N", what="doubts_deal", of="turn_up_not_shown")
    return Expect([lost("turn_up_not_shown", "en-44.II", "W", at)], result=again("N"))


@en(
    "en-44-no-turn-in-record",
    "regular",
    "en-44.II",
    "no trump card in the record proves nothing",
    "contract",
    dealer="W",
)
def no_turn(t: Hand) -> Expect:
    t.prepare()
    t.deal()
    t.play()
    return Expect(result=None)


def out_of_order(t: Hand) -> int:
    """The last card comes to the player on the dealer's left. Returns the line."""
    t.prepare()
    return t.fact("turned", card=t.order["W"][12], at="N")


@en(
    "en-44-not-to-dealer",
    "turn_order",
    "en-44.III en-fn14",
    "the trump card comes to the dealer's left: misdeal, whatever he makes of the packets (case IV)",
    "reading",
    dealer="W",
    known=False,
)
def not_to_dealer(t: Hand) -> Expect:
    at = out_of_order(t)
    t.fact("found", seat="N", count=12)
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular|wrong_hand_count|turn_up_not_shown|imperfect_pack",
                "en-44.III",
                "W",
                at,
                ["compulsory"],
                remedies=LOST,
            )
        ],
        allow=[rule("wrong_hand_count", not_remedies=["new_deal", "stands"])],
        result=again("N"),
    )


@en(
    "en-44-not-to-dealer-imperfect",
    "turn_order",
    "en-44.III en-fn14 en-37.I",
    "the same, but the pack is proved imperfect: that is why, and the same dealer deals again",
    dealer="W",
    known=False,
)
def imperfect(t: Hand) -> Expect:
    out_of_order(t)
    p = t.fact("pack_proved", faulty=True, missing="3D")
    return Expect(
        [rule("imperfect_pack", "en-37.I|en-47", line=p, path=["compulsory"], remedies=NEW)],
        allow=[rule(None, "en-44.III", "W")],
        result=again("W"),
    )


# ------------------------------------------------------------------ 44, IV: fourteen and less than thirteen
@en("en-44-fourteen", "hand_count", "en-44.IV", "one hand has fourteen and another twelve", dealer="W", known=False)
def fourteen(t: Hand) -> Expect:
    t.begin()
    at = t.fact("found", seat="N", count=14)
    t.fact("found", seat="E", count=12)
    return Expect(
        [rule("wrong_hand_count", "en-44.IV", "W", at, ["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("N"),
    )


@en(
    "en-44-at-last-trick",
    "hand_count",
    "en-44.IV",
    "at the last trick one has no card and another two: a misdeal even now (case VI, a)",
    dealer="W",
    known=False,
)
def at_last_trick(t: Hand) -> Expect:
    t.reach(12)
    seat = t.to_play
    t.fact("found", seat=seat, count=0)
    at = t.fact("found", seat=t.target(0) if t.target(0) != seat else t.target(1), count=2)
    return Expect(
        [
            rule(
                "wrong_hand_count|surplus_or_deficiency",
                "en-44.IV",
                path=["compulsory"],
                at={"compulsory": at},
                remedies=LOST,
                not_remedies=["new_deal"],
            )
        ],
        result=again("N"),
    )


@en(
    "en-44-imperfect-fourteen",
    "hand_count",
    "en-44.IV en-fn14 en-47",
    "fourteen and twelve, and the pack is imperfect: no misdeal",
    "reading",
    dealer="W",
    known=False,
)
def imperfect_fourteen(t: Hand) -> Expect:
    t.begin()
    p = t.fact("pack_proved", faulty=True, missing="3D")
    t.fact("found", seat="N", count=14)
    t.fact("found", seat="E", count=12)
    return Expect(
        [rule("imperfect_pack", "en-37.I|en-47", line=p, path=["compulsory"], remedies=NEW)],
        allow=[rule("wrong_hand_count", not_remedies=["deal_lost"])],
        result=again("W"),
    )


# ------------------------------------------------------------------ 44, V and VII: counting, and the pack not cut
@en(
    "en-44-counts",
    "counted",
    "en-44.V en-43",
    "the dealer thinks that he erred and counts the rest of the pack",
    dealer="N",
)
def counts(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 26)
    at = t.fact("counted", by="N", what="pack")
    return Expect([lost("counted_by_dealer", "en-44.V", "N", at)], result=again("E"))


@en(
    "en-44-adversary-counts", "counted", "en-44.V", "an adversary counts: the dealer did nothing", "reading", dealer="N"
)
def adversary_counts(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 26)
    t.fact("counted", by="E", what="hands")
    t.deal(26)
    t.turn()
    return Expect(allow=kept("counted_by_dealer", "deal_irregular"), result=ended(t))


@en(
    "en-44-uncut",
    "uncut",
    "en-44.VII",
    "the adversaries find before the trump card, and before looking, that the pack was not cut",
    dealer="E",
)
def uncut(t: Hand) -> Expect:
    t.fact("shuffled", by="E")
    t.deal(0, 30)
    at = t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    return Expect([lost("uncut_pack", "en-44.VII", "E", at)], result=again("S"))


@en(
    "en-44-uncut-trump-turned", "uncut", "en-44.VII", "they find it when the trump card is turned: too late", dealer="E"
)
def uncut_turned(t: Hand) -> Expect:
    t.fact("shuffled", by="E")
    t.deal()
    t.turn()
    t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    return Expect(allow=kept("uncut_pack"), result=ended(t))


@en("en-44-uncut-looked", "uncut", "en-44.VII", "he had looked at his cards", dealer="E")
def uncut_looked(t: Hand) -> Expect:
    t.fact("shuffled", by="E")
    t.deal(0, 30)
    t.fact("looked", by="S", at="hand")
    t.fact("said", by="S", what="doubts_deal", of="uncut_pack")
    return Expect(allow=kept("uncut_pack"), result=None)


# ------------------------------------------------------------------ laws 45, 50, 51
@en(
    "en-45-adversary-first",
    "counted",
    "en-45.a",
    "an adversary touched his cards before the dealer's partner did: the deal is not lost",
    dealer="S",
)
def adversary_first(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 18)
    t.fact("touched", by="E", what="hand")
    t.deal(18, 26)
    at = t.fact("counted", by="S", what="pack")
    return Expect([saved("counted_by_dealer", "en-45.a", "S", at)], result=again("S"))


@en(
    "en-45-partner-first",
    "counted",
    "en-45.b",
    "the dealer's partner touched first, an adversary after him: lost all the same",
    dealer="S",
)
def partner_first(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 18)
    t.fact("touched", by="N", what="hand")
    t.fact("touched", by="E", what="hand")
    t.deal(18, 26)
    at = t.fact("counted", by="S", what="pack")
    return Expect([lost("counted_by_dealer", "en-44.V|en-45.b", "S", at)], result=again("W"))


@en(
    "en-45-touched-after-deal",
    "hand_count",
    "en-45.a en-44.IV",
    "they take up their hands when the deal is over: that saves nothing",
    dealer="S",
    known=False,
)
def touched_after(t: Hand) -> Expect:
    t.begin()
    for seat in "WNES":
        t.fact("touched", by=seat, what="hand")
    t.fact("found", seat="E", count=12)
    t.fact("found", seat="W", count=14)
    return Expect(
        [rule("wrong_hand_count", "en-44.IV", "S", path=["compulsory"], remedies=LOST, not_remedies=["new_deal"])],
        result=again("W"),
    )


@en(
    "en-50-interrupted",
    "misplaced",
    "en-50",
    "an adversary interrupted the dealer without ground: when a misdeal follows he deals again",
    dealer="N",
)
def interrupted(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 10)
    t.fact("said", by="W", what="interrupts")
    at = wrong_place(t)
    return Expect([saved(MISPLACED, "en-50", "N", at)], result=again("N"))


@en("en-50-by-partner", "misplaced", "en-50 en-44.I", "his own partner interrupted him: that saves nothing", dealer="N")
def interrupted_by_partner(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 10)
    t.fact("said", by="S", what="interrupts")
    at = wrong_place(t)
    return Expect([lost(MISPLACED, "en-44", "N", at)], result=again("E"))


@en("en-50-no-misdeal", "regular", "en-50", "interrupted, and no misdeal follows: nothing", dealer="N")
def interrupted_well(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 10)
    t.fact("said", by="W", what="interrupts")
    t.deal(10)
    t.turn()
    return Expect(result=ended(t))


@en(
    "en-51-partners-deal",
    "out_of_turn",
    "en-51 en-49",
    "he takes his partner's deal and misdeals: the adversary after the right dealer deals",
    dealer="N",
)
def partners_deal(t: Hand) -> Expect:
    t.set_dealer("S")
    at = t.deal(0, 1, by="S")
    t.deal(1, 20, by="S")
    c = t.fact("counted", by="S", what="pack")
    return Expect(
        [
            rule("deal_out_of_turn", "en-48|en-49|en-51", "S", at, ["correctable"]),
            rule(
                "counted_by_dealer",
                "en-51",
                path=["compulsory"],
                at={"compulsory": c},
                remedies=LOST,
                not_remedies=["new_deal"],
            ),
        ],
        result=again("E"),
    )
