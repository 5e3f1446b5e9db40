"""Laws 2 to 7 of the American code."""

from __future__ import annotations

from tests.rules.casebook.book import Expect
from tests.rules.casebook.forming.evening import Evening, cut, entry, nothing, ruled, seat, table


@table("am", "first-in-the-room", "2.a", "five came one after the other: the first four play, nobody cuts for it")
def first_in_the_room(t: Evening) -> Expect:
    at = t.came("a", "b", "c", "d", "e")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["a", "b", "c", "d"], "law": ["am-2.c"]})
    at = t.cuts("a 2H")
    t.stands(at, plays=["a", "b", "c", "d"], waits=["e"])
    return nothing()


@table("am", "came-together", "2.a 7.a", "the last two came together and make five: they cut, the ace is preferred")
def came_together(t: Evening) -> Expect:
    at = t.came("a b", "c", "d e")
    t.stands(at, next={"do": "cut", "for": "preference", "by": ["d", "e"], "law": ["am-2.a"]})
    t.cuts("d 2C e AC")
    at = t.cuts("a 5H")
    t.stands(at, plays=["a", "b", "c", "e"], waits=["d"])
    return nothing()


@table("am", "came-together-equal", "2.a", "those who cut for preference cut equal cards: they cut again")
def equal_preference(t: Evening) -> Expect:
    t.came("a b c", "d e f")
    at = t.cuts("d 7C e 7H f 2D")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["a", "b", "c", "f"], "law": ["am-2.c"]})
    return nothing()


@table("am", "preference-not-his", "2.a", "one who was first in the room is not asked to cut for preference, and does")
def preference_not_his(t: Evening) -> Expect:
    t.came("a", "b", "c", "d e")
    at = t.cuts("a 2H")
    return ruled(entry("am-2.b", "a", at))


@table("am", "six", "2.b", "six belong, the seventh waits for a vacancy and gets it when one leaves")
def six(t: Evening) -> Expect:
    at = t.starts("a b c d", "e", "f", "g")
    t.stands(at, waits=["e", "f"], outside=["g"])
    at = t.fact("left", person="e")
    t.stands(at, waits=["f", "g"], outside=None)
    return nothing()


@table("am", "seventh-cuts", "2.b", "the fifth in the room cuts for partners with the four who are preferred")
def fifth_cuts(t: Evening) -> Expect:
    t.came("a", "b", "c", "d", "e")
    t.cuts("a 2H b 5C c 9D")
    at = t.cuts("e KS")
    return ruled(entry("am-2.b", "e", at))


@table("am", "fifth-sits", "2.b", "the fifth takes a seat at a table where four play")
def fifth_sits(t: Evening) -> Expect:
    t.came("a b c d", "e")
    t.cuts("a 2H b 5C c 9D d KS")
    at = t.sits("a N b S c E e W")
    return ruled(entry("am-2.b", "e", at))


@table(
    "am", "partners", "2.c 7.d", "they draw: the two lowest against the two highest, the lowest deals and sits first"
)
def partners(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a QH b 3C c 9D d 5S", drawn=True)
    t.stands(at, plays=["b", "d", "c", "a"], sides=[["b", "d"], ["c", "a"]], dealer="b")
    t.stands(at, next={"do": "sit", "by": ["b", "d", "c", "a"], "law": ["am-2.c"]}, dealer="b")
    at = t.sits("b N c E d S a W")
    t.stands(at, seats={"N": "b", "E": "c", "S": "d", "W": "a"}, next={"do": "deal", "by": ["b"], "seat": "N"})
    t.plays()
    return nothing()


@table("am", "adversary-opposite", "2.c", "one of the highest sits down opposite the lowest: he takes another seat")
def adversary_opposite(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a QH b 3C c 9D d 5S")
    t.sits("b N")
    at = t.sits("c S")
    t.sits("c E d S a W")
    t.plays()
    want = seat("am-2.c", "c", at)
    want["status_path"] = ["compulsory", "applied"]
    return ruled(want)


@table("am", "wrong-first-dealer", "2.c", "the lowest cut sits at East, and North deals first: a person is asked")
def wrong_first_dealer(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a QH b 3C c 9D d 5S")
    t.sits("b E d W c N a S")
    at = t.plays()
    return Expect(
        [{"irregularity": "deal_out_of_turn", "law": "am-2.c", "by": "N", "line": at, "status_path": ["director"]}],
        result=None,
    )


@table("am", "middle-equal", "3", "the two middle cuts are equal: those two cut again, the lower joins the lowest")
def middle_equal(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 2H b 7C c 7D d KS")
    t.stands(at, next={"do": "cut", "for": "partners", "again": True, "by": ["b", "c"], "law": ["am-3"]})
    at = t.cuts("b TC c 8H")
    t.stands(at, sides=[["a", "c"], ["b", "d"]], dealer="a")
    return nothing()


@table("am", "middle-equal-sits", "3", "the middle cuts are equal, and one sits down without having cut again")
def middle_equal_sits(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H b 7C c 7D d KS")
    at = t.sits("b S")
    t.cuts("b TC c 8H")
    want = cut("am-3", "b", at)
    want["status_path"] = ["compulsory", "applied"]
    return ruled(want)


@table("am", "highest-equal", "3 2.c", "the two highest are equal: they are partners all the same")
def highest_equal(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 2H b 7C c KD d KS")
    t.stands(at, sides=[["a", "b"], ["c", "d"]], dealer="a")
    return nothing()


@table("am", "three-low", "4.a", "three equal, the fourth the highest: of the new cut the two lowest, the lowest deals")
def three_low(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 4H b 4C c 4D d KS")
    t.stands(at, next={"do": "cut", "for": "partners", "again": True, "by": ["a", "b", "c"], "law": ["am-4.a"]})
    at = t.cuts("a 9H b 3C c 6D")
    t.stands(at, sides=[["b", "c"], ["a", "d"]], dealer="b")
    return nothing()


@table("am", "three-low-fourth-cuts", "4.a", "three are equal and cut again; the fourth cuts too, and has no right to")
def three_low_fourth(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 4H b 4C c 4D d KS a 9H")
    at = t.cuts("d AS")
    return ruled(cut("am-4.a", "d", at, "director"))


@table("am", "three-high", "4.b", "three equal, the fourth the lowest: he deals, the two highest of the new cut pair")
def three_high(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 9H b 9C c 9D d 4S")
    t.stands(at, next={"do": "cut", "for": "partners", "again": True, "by": ["a", "b", "c"], "law": ["am-4.b"]})
    at = t.cuts("a 2H b 3C c AD")
    t.stands(at, sides=[["d", "c"], ["a", "b"]], dealer="d")
    return nothing()


@table("am", "three-high-dealer-cuts", "4.b", "he has the deal, and cuts again with the three who were equal")
def three_high_dealer(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 9H b 9C c 9D d 4S")
    at = t.cuts("d 2S")
    return ruled(cut("am-4.b", "d", at, "director"))


@table("am", "out", "5", "two wait; all have played one game, so all cut, and the two highest go out")
def out(t: Evening) -> Expect:
    t.starts("a b c d", "e", "f")
    at = t.ends("game")
    t.stands(at, next={"do": "cut", "for": "out", "by": ["a", "b", "c", "d"], "in": ["e", "f"], "law": ["am-5"]})
    at = t.cuts("a 7H b QC c 2D d 9S")
    t.stands(at, plays=["a", "c", "e", "f"], waits=["d", "b"], games={"a": 1, "c": 1})
    at = t.cuts("a 3H c 4H e 8C f JS")
    t.stands(at, sides=[["a", "c"], ["e", "f"]], dealer="a")
    t.sits("a N c S e E f W")
    t.plays()
    at = t.ends("game")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["e", "f", "d", "b"], "out": ["a", "c"], "in": ["d", "b"]})
    return nothing()


@table("am", "out-stays", "5", "who has played most games running cuts for partners though others wait")
def out_stays(t: Evening) -> Expect:
    t.starts("a b c d", "e", "f")
    t.ends("game")
    t.cuts("a 7H b QC c 2D d 9S a 3H c 4H e 8C f JS")
    t.sits("a N c S e E f W")
    t.plays()
    t.ends("game")
    at = t.cuts("a 2S")
    return ruled(entry("am-5", "a", at, remedy="goes_out"))


@table("am", "out-equal", "5", "those who cut to go out cut equal cards where it matters: those two cut again")
def out_equal(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    t.ends("game")
    at = t.cuts("a 7H b QC c 2D d QS")
    t.stands(at, next={"do": "cut", "for": "out", "again": True, "by": ["b", "d"], "in": ["e"]})
    at = t.cuts("b 2S d 3S")
    t.stands(at, plays=["a", "b", "c", "e"], waits=["d"])
    return nothing()


@table("am", "announced", "6", "he says so before anybody has cut to go out, and plays the next game")
def announced(t: Evening) -> Expect:
    t.starts("a b c d")
    t.ends("game")
    at = t.came("e")
    t.stands(at, next={"do": "cut", "for": "out", "by": ["a", "b", "c", "d"], "in": ["e"], "law": ["am-5"]})
    return nothing()


@table("am", "announced-late", "6", "he says so when one has cut to go out: he has no part in that game")
def announced_late(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    t.ends("game")
    t.cuts("a 7H")
    at = t.came("f")
    last = t.cuts("b QC c 2D d 9S")
    t.stands(last, plays=["a", "c", "d", "e"], waits=["f", "b"])
    return ruled(entry("am-6", "f", at))


@table("am", "looked-on", "6 2.a", "he looked on from the first and asks in the middle of a game: nothing is late")
def looked_on(t: Evening) -> Expect:
    t.came("e", as_="looker_on")
    t.starts("a b c d")
    t.asks("e")
    at = t.ends("game")
    t.stands(at, waits=["e"], next={"do": "cut", "for": "out", "by": ["a", "b", "c", "d"], "in": ["e"]})
    return nothing()


@table("am", "ace-low", "7.a", "the ace is the lowest: it deals")
def ace_low(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a AH b 2C c 9D d KS")
    t.stands(at, dealer="a", sides=[["a", "b"], ["c", "d"]])
    return nothing()


@table("am", "ace-as-high", "7.a 2.c", "one who cut an ace sits down as one of the highest, opposite a king")
def ace_as_high(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a AH b 2C c 9D d KS")
    t.sits("d N")
    at = t.sits("a S")
    return ruled(seat("am-2.c", "a", at))


@table("am", "other-pack", "7.b", "one cuts from the other pack: he cuts again")
def other_pack(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H")
    at = t.cuts("b 5C", pack="other")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["b", "c", "d"]})
    t.cuts("b 6C c 9D d KS")
    want = cut("am-7.b", "b", at)
    want["status_path"] = ["compulsory", "applied"]
    return ruled(want)


@table("am", "one-pack", "7.b", "all cut from the same pack")
def one_pack(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 2H b 5C c 9D d KS", pack="own")
    t.stands(at, dealer="a")
    return nothing()


@table("am", "two-shown", "7.c", "one shows two cards in cutting: he cuts again, and the first of them does not count")
def two_shown(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H b 5C c 9D")
    at = t.fact("cut_for", person="d", cards="AS KS")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["d"]}, dealer=None)
    last = t.cuts("d QS")
    t.stands(last, dealer="a")
    want = cut("am-7.c", "d", at)
    want["status_path"] = ["compulsory", "applied"]
    return ruled(want)


@table("am", "one-shown", "7.c", "a card that nobody could read is no cut, and no fault")
def one_unread(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 2H b 5C c 9D d ??")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["d"]})
    return nothing()


@table("am", "drawn-two", "7.d 7.c", "from the spread pack one draws two cards: he draws again")
def drawn_two(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.fact("cut_for", person="a", cards="2H 3H", drawn=True)
    return ruled(cut("am-7.c", "a", at))
