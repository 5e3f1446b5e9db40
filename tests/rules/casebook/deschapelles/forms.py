"""What no sensor sees: a person says it on a form, which names the article, and a person decides."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.deschapelles.table import Table, again, de
from tests.rules.casebook.hand import foes

PRELIMINARY = "deal_irregular"
"""The word for what precedes the deal: the contract has none of its own for the forming of a table."""


def put(name: str, row: str, note: str, *, irregularity: str = PRELIMINARY, against: str | None = None) -> None:
    """A form is filled in before the deal; the director decides, and the hand is played."""

    @de(f"form-{name}", "reported", row, note=note, certainty="contract", dealer="W")
    def script(t: Table) -> Expect:
        at = t.fact("reported", by="N", irregularity=irregularity, against=against, law=row)
        t.fact("ruled", by="director", ruling=1, outcome="stands", why=note)
        t.begin()
        t.close()
        return Expect(
            [rule(irregularity, row, line=at, path=["director"], never=["compulsory", "applied"])], result=t.scored()
        )

    del script


# ------------------------------------------------------------------ articles 1 to 19: the table
put("full-table", "de-1.a", "a seventh would belong to the table of six")
put("first-four", "de-1.b", "who the first four are is asked: the lot decides")
put("incomplete-table", "de-2", "two newcomers dispute a vacant place: in order of arrival")
put("more-than-six", "de-3", "seven present themselves: the first four by lot")
put("two-rubbers", "de-4.a", "he has played two rubbers and does not yield to those who wait")
put("opening-leavers", "de-4.b", "after the opening rubber the lot says who leaves")
put("admit-two", "de-5", "at the end of the rubber a third asks to be admitted with the two")
put("one-card-each", "de-6", "a player drew two cards for the lot", against="E")
put("two-draws", "de-7", "the table is drawn for, and then the partners")
put("choice-of-seat", "de-8", "the lowest card was not given the choice of seat and pack")
put("seats-changed", "de-9.a", "two players changed seats once seated", against="EW")
put("seats-free", "de-10", "the adversaries sit as they please, the dealer's partner opposite to him")
put("absent-in-time", "de-11", "he came back before the first trump card was turned")
put("absent-late", "de-12", "he came after the first trump card: the bottom of the list")
put("inscribed", "de-13", "a habitual player counts from the moment he approaches")
put("stakes", "de-14", "the price of the points was not agreed")
put("withdraws", "de-15", "he withdraws in the rubber and pays for himself and his partner", against="E")
put("hand-held", "de-16.a", "another would hold his hand for a while: one of the three objects")
put("not-returned", "de-16.b", "not back when the rubber is over", against="E")
put("other-tables", "de-17", "he played at another table and asks for his turn at this", against="S")
put("not-gathered", "de-33.a", "the dealer's partner did not gather the next pack and set it at his right")
put("several-tables", "de-18", "inscribed at two tables, he may choose")
put("reseated", "de-19.a", "they seat themselves again while others wait", against="NS")
put("name-put-down", "de-19.b", "a name is put down: the table's condition changes at once")

# ------------------------------------------------------------------ in the deal, for a person to say
put("dealt-in-haste", "de-28.2", "the dealer deals too fast", against="W")
put("fresh-pack", "de-39", "a player takes a fresh pack at his own cost")
put(
    "call-whispered", "de-69", "the call was for his partner's ears alone", irregularity="attention_called", against="E"
)
put(
    "call-reminded", "de-70", "he tells his partner not to forget to call", irregularity="attention_called", against="E"
)

# ------------------------------------------------------------------ the lost articles put a question and never rule
put(
    "lost-123",
    "de-123",
    "several cards at once: which of them stays",
    irregularity="cards_played_together",
    against="E",
)
put("lost-124", "de-124", "a hand was thrown down", irregularity="rest_claimed", against="E")
put("lost-125", "de-125", "an article that is lost")
put("lost-130", "de-130", "a trick was taken by the wrong side", irregularity="score_error", against="EW")
put("lost-131", "de-131", "cards found after a search", irregularity="surplus_or_deficiency", against="E")
put("lost-132", "de-132", "an article that is lost")
put("lost-133", "de-133", "the gallery is asked for the facts", irregularity="bystander")
put("lost-134", "de-134", "an article that is lost")
put("lost-135", "de-135", "a mark is to be put right", irregularity="score_error", against="EW")
put("lost-gallery", "de-S11", "what a bystander may do", irregularity="bystander")
put("lost-individual-revoke", "de-A1", "a revoke that falls on the player alone", irregularity="renounce", against="E")
put("lost-three-players", "de-A2", "three-handed whist")
put("lost-short-whist", "de-A3", "short whist")


# ------------------------------------------------------------------ what the gallery's word does
@de(
    "33-neglected",
    "reported",
    "de-33.b",
    note="the next pack was not gathered when the turn-up was seen: reported, and the director finds the deal lost",
    certainty="reading",
    dealer="S",
)
def neglected(t: Table) -> Expect:
    t.prepare()
    t.deal()
    t.turn()
    at = t.fact("reported", by="E", irregularity="deal_irregular", against="N", law="de-33.b")
    t.fact("ruled", by="director", ruling=1, outcome="deal_lost", why="the pack still lay about")
    return Expect(
        [rule("deal_irregular", "de-33.b", line=at, path=["director"], never=["compulsory"])],
        result=again("W"),
    )


@de("33-gathered", "regular", "de-33.a", note="gathered and set at the right in time: nothing is ruled", dealer="S")
def gathered(t: Table) -> Expect:
    t.prepare()
    t.deal(0, 20)
    t.fact("shuffled", by="N", of="still")
    t.deal(20)
    t.turn()
    t.close()
    return Expect(result=t.scored())


@de(
    "33-unsaid",
    "regular",
    "de-33.b",
    note="no gathering in the record and nobody speaks of it: that proves no neglect",
    certainty="contract",
    dealer="E",
)
def gathering_unsaid(t: Table) -> Expect:
    t.begin()
    t.close()
    return Expect(result=t.scored())


@de(
    "126-outside-cause",
    "reported",
    "de-126",
    note="a stranger knocks the tricks about: an outside cause, and the hand is dealt again",
    certainty="reading",
    dealer="S",
)
def outside_cause(t: Table) -> Expect:
    t.reach(5)
    at = t.fact("reported", by="E", irregularity="bystander", law="de-126")
    t.fact("ruled", by="director", ruling=1, outcome="new_deal", why="nobody at the table is to blame")
    return Expect([rule("bystander", "de-126", line=at, path=["director"])], result={"void": True})


@de(
    "126-dismissed",
    "reported",
    "de-126",
    note="the same, but nothing was disturbed: the director lets the hand go on",
    certainty="contract",
    dealer="S",
)
def outside_dismissed(t: Table) -> Expect:
    t.reach(5)
    at = t.fact("reported", by="E", irregularity="bystander", law="de-126")
    t.fact("ruled", by="director", ruling=1, outcome="stands", why="the tricks lie as they were")
    t.close()
    return Expect(
        [rule("bystander", "de-126", line=at, path=["director"], never=["compulsory", "applied"])], result=t.scored()
    )


@de(
    "127-reported",
    "reported",
    "de-127",
    note="a special fault is reported in the play; no new deal without the injured side's demand",
    certainty="contract",
    dealer="S",
)
def special_fault(t: Table) -> Expect:
    t.reach(3)
    at = t.fact("reported", by="E", irregularity="attention_called", against="N", law="de-127")
    t.close()
    return Expect(
        [rule("attention_called", "de-127", line=at, path=["director"], never=["compulsory", "applied"])],
        result=t.scored(),
    )


@de(
    "72-holder-told",
    "reported",
    "de-72",
    note="in the round he tells who holds the honours: reported, the director decides",
    certainty="reading",
    dealer="S",
)
def holder_told(t: Table) -> Expect:
    t.reach(4)
    at = t.fact("reported", by="E", irregularity="attention_called", against="N", law="de-72")
    t.fact("ruled", by="director", ruling=1, outcome="new_deal", why="he named the holder of the ace")
    return Expect([rule("attention_called", "de-72", line=at, path=["director"])], result={"void": True})


@de(
    "120-wrong-side-gathers",
    "regular",
    "de-120",
    note="the losing side gathers the trick: it is won by who won it, and may be had back till the hand ends",
    certainty="contract",
    dealer="W",
)
def wrong_side_gathers(t: Table) -> Expect:
    t.reach(4)
    t.play()
    t.follow()
    loser = foes(t.leader)[0]
    t.trick = []
    t.fact("quitted", by=loser)
    t.close()
    return Expect(result=t.scored())
