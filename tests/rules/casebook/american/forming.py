"""Laws 2 to 9: the table is formed and the cards are shuffled. What no sensor sees is put on a form."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand

ANSWER = ["compulsory", "established", "applied"]
FORMING = "deal_irregular"
"""The word for what precedes the deal: the contract has none of its own for the forming of a table."""


def put(name: str, row: str, note: str, *, irregularity: str = FORMING, against: str | None = None) -> None:
    """A form is filled in before the deal; the director decides, and the hand is played."""

    @case(f"am-form-{name}", "reported", row, note=note, certainty="contract", dealer="W")
    def script(t: Hand) -> Expect:
        at = t.fact("reported", by="N", irregularity=irregularity, against=against, law=row)
        t.fact("ruled", by="director", ruling=1, outcome="stands", why=note)
        t.begin()
        t.close()
        return Expect([rule(irregularity, row, line=at, path=["director"], never=ANSWER)], result=t.result())

    del script


# ------------------------------------------------------------------ laws 2 to 7: who plays, and with whom
put("arrival", "am-2.a", "two who came together have not cut for preference")
put("complete", "am-2.b", "a seventh asks to belong to a table that is complete")
put("partners-cut", "am-2.c", "the two highest do not play against the two lowest")
put("middle-tie", "am-3", "the two middle cuts are equal: those two cut again")
put("three-low", "am-4.a", "three equal cuts and the fourth highest: the two lowest of the new cut are partners")
put(
    "three-high",
    "am-4.b",
    "three equal cuts and the fourth lowest: he deals, the two highest of the new cut are partners",
)
put("goes-out", "am-5", "he has played most games running and stays while others wait", against="E")
put("announced-late", "am-6", "he announces himself when one has cut for the new game", against="S")
put("ace-low", "am-7.a", "an ace was taken for the highest cut")
put("other-pack", "am-7.b", "one has cut from the other pack", against="E")
put("two-cards", "am-7.c", "he exposed two cards in cutting: he cuts again", against="E")
put("drawn", "am-7.d", "they draw from a spread pack instead of cutting")

# ------------------------------------------------------------------ manners that only a person can judge
put("leads-at-once", "am-E3", "he always leads before the trick before is turned and quitted", against="E")
put("draws-at-once", "am-E4", "having led a winner he draws the next card before his partner plays", against="E")
put("on-purpose", "am-E6", "he is said to have incurred a penalty on purpose", against="S")

# ------------------------------------------------------------------ law 8: the shuffle
put("not-shuffled", "am-8.a", "the table requires that the pack be shuffled", against="W")
put("not-gathered", "am-8.b", "the dealer's partner has not gathered and shuffled the other pack", against="E")
put("dealer-last", "am-8.c", "an adversary shuffled last though the dealer asked for it", against="N")


def no_price(*rows: str) -> list[dict[str, object]]:
    """Tolerated: a word about a duty that has no penalty."""
    return [
        rule(None, row, never=[*ANSWER, "option"], not_remedies=["deal_lost", "new_deal", "two_tricks"]) for row in rows
    ]


@case(
    "am-8-shuffled",
    "regular",
    "am-8.a",
    note="shuffled, presented, cut: all of it was seen",
    dealer="W",
    complete=["cut"],
)
def shuffled(t: Hand) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.result())


@case(
    "am-8-unshuffled",
    "shuffling",
    "am-8.a",
    note="every event of the cut was seen and none is a shuffle: no penalty is stated",
    certainty="reading",
    dealer="W",
    complete=["cut"],
)
def unshuffled(t: Hand) -> Expect:
    t.fact("presented", by="W")
    t.fact("cut", by="S", packets=[30, 22])
    t.deal()
    t.turn()
    t.close()
    return Expect(allow=no_price("am-8"), result=t.result())


@case(
    "am-8-still-pack",
    "regular",
    "am-8.b",
    note="the dealer's partner shuffles the other pack during the deal",
    dealer="N",
)
def still_pack(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 16)
    t.fact("shuffled", by="S", of="still")
    t.deal(16)
    t.turn()
    t.close()
    return Expect(result=t.result())


@case(
    "am-8-dealer-last", "regular", "am-8.c", "am-8.a", note="others have shuffled; the dealer shuffles last", dealer="E"
)
def dealer_last(t: Hand) -> Expect:
    for seat in "NSWE":
        t.fact("shuffled", by=seat)
    t.fact("presented", by="E")
    t.fact("cut", by="N", packets=[25, 27])
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.result())


@case(
    "am-8-dealer-last-after-cut",
    "shuffled_after_cut",
    "am-8.c",
    "am-12",
    note="his right to shuffle last ends with the cut: the deal is lost",
    dealer="E",
)
def dealer_after_cut(t: Hand) -> Expect:
    t.fact("shuffled", by="N")
    t.fact("presented", by="E")
    t.fact("cut", by="N", packets=[25, 27])
    at = t.fact("shuffled", by="E")
    return Expect(
        [rule("shuffled_after_cut", "am-12", "E", at, ["compulsory"], remedies={"deal_lost": None})],
        result={"void": True, "next_dealer": "S"},
    )


# ------------------------------------------------------------------ law 9: when and how not to shuffle
@case(
    "am-9-during-play",
    "shuffling",
    "am-9.a",
    note="the other pack is shuffled while the hand is played: no penalty is stated",
    dealer="N",
    certainty="reading",
)
def during_play(t: Hand) -> Expect:
    t.reach(3)
    t.fact("shuffled", by="S", of="still")
    t.close()
    return Expect(allow=no_price("am-9", "am-8"), result=t.result())


@case(
    "am-9-face-shown",
    "shuffling",
    "am-9.b",
    note="a card's face is seen in the shuffle: shuffled again, the deal is not lost",
    dealer="S",
    certainty="reading",
)
def face_shown(t: Hand) -> Expect:
    t.fact("shuffled", by="S", shown="9C")
    t.prepare()
    t.deal()
    t.turn()
    t.close()
    return Expect(
        allow=[rule(None, "am-9|am-11", by="S", not_remedies=["deal_lost", "new_deal", "two_tricks"])],
        result=t.result(),
    )


put("shuffled-in-play", "am-9.a", "somebody shuffles while the hand is being played")
put(
    "shuffled-openly", "am-9.b", "he shuffles so that the faces are seen", irregularity="card_shown_in_cut", against="W"
)
