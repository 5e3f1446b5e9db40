"""Boston, Cayenne, Solo, Scotch and Mort: how their tables differ from whist's."""

from __future__ import annotations

from tests.rules.casebook.book import Expect
from tests.rules.casebook.forming.evening import FOUR, Evening, cut, entry, nothing, ruled, seat, table

PROSE = {"table": "prose"}


# ------------------------------------------------------------------ Boston
@table("bo", "four", "2.a", "four are a complete table: the fifth, whom the cut leaves out, does not belong")
def four(t: Evening) -> Expect:
    at = t.came("a b c d e")
    t.stands(at, next={"do": "cut", "for": "table", "by": list("abcde"), "law": ["bo-5", "bo-2.a"]})
    at = t.cuts("a 2H b 3H c 4H d 5H e 6H")
    t.stands(at, plays=["a", "b", "c", "d"], outside=["e"], waits=None)
    return nothing()


@table("bo", "fifth-sits", "2.a", "the fifth sits down at the complete table")
def fifth_sits(t: Evening) -> Expect:
    t.came("a b c d e")
    t.cuts("a 2H b 3H c 4H d 5H e 6H")
    at = t.sits("e N")
    return ruled(entry("bo-2.a", "e", at))


@table("bo", "afresh", "5", "the game is over: all cut, and those who played are not preferred")
def afresh(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    at = t.ends("game")
    t.stands(at, next={"do": "cut", "for": "table", "by": list("abcde"), "law": ["bo-5", "bo-2.a"]})
    at = t.cuts("a KH b QH c 4H d 5H e 6H")
    t.stands(at, plays=["c", "d", "e", "b"], outside=["a"])
    return nothing()


@table("bo", "afresh-stays", "5", "one who played is left out by the new cut, and keeps his seat")
def afresh_stays(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    t.ends("game")
    t.cuts("a KH b QH c 4H d 5H e 6H")
    at = t.sits("a N")
    return ruled(entry("bo-2.a", "a", at))


@table("bo", "not-late", "6", "he says so when one has cut for the new table: the law about that does not hold")
def not_late(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    t.ends("game")
    t.cuts("a KH b QH")
    at = t.came("f")
    t.stands(at, next={"do": "cut", "for": "table", "by": ["c", "d", "e", "f"]})
    at = t.cuts("c 4H d 5H e 6H f 2S")
    t.stands(at, plays=["f", "c", "d", "e"])
    return nothing()


@table("bo", "too-late", "6 2.a", "he says so when the four have been cut for: they play, and he waits")
def too_late(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    t.ends("game")
    t.cuts("a KH b QH c 4H d 5H e 6H")
    t.came("f")
    at = t.cuts("f 2S")
    return ruled(entry("bo-2.a", "f", at))


@table("bo", "six", "P.players", "by the game's description six may form a table; seven cut for it", options=PROSE)
def six(t: Evening) -> Expect:
    at = t.came("a b c d e f g")
    t.stands(at, next={"do": "cut", "for": "table", "by": list("abcdefg"), "law": ["bo-P.players"]})
    at = t.cuts("a 2H b 3H c 4H d 5H e 6H f 7H g 8H")
    t.stands(at, plays=["a", "b", "c", "d"], waits=["e", "f"], outside=["g"])
    return nothing()


@table("bo", "seventh", "P.players", "the seventh sits down", options=PROSE)
def seventh(t: Evening) -> Expect:
    t.came("a b c d e f g")
    t.cuts("a 2H b 3H c 4H d 5H e 6H f 7H g 8H")
    at = t.sits("g N")
    return ruled(entry("bo-P.players", "g", at))


@table("bo", "places", "2.b", "the lowest chooses seat and cards; the two highest sit opposite each other")
def places(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H b 5C c 9D d KS")
    at = t.sits("a N b S c E d W")
    t.stands(at, dealer="a", sides=[["a"], ["b"], ["c", "d"]], next={"do": "deal", "by": ["a"], "seat": "N"})
    return nothing()


@table("bo", "highest-beside", "2.b", "the highest sits down beside the next highest")
def highest_beside(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H b 5C c 9D d KS")
    t.sits("a N c E")
    at = t.sits("d S")
    return ruled(seat("bo-2.b", "d", at))


@table(
    "bo", "to-the-left", "P.cut", "by the description the lowest deals, each next lower sits at his left", options=PROSE
)
def to_the_left(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 9H b 2C c KD d 5S")
    t.stands(at, plays=["b", "d", "a", "c"], dealer="b")
    at = t.sits("b S d W a N c E")
    t.stands(at, next={"do": "deal", "by": ["b"], "seat": "S"})
    return nothing()


@table("bo", "not-to-the-left", "P.cut", "the next lowest sits down at the right of the lowest", options=PROSE)
def not_to_the_left(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 9H b 2C c KD d 5S")
    t.sits("b S")
    at = t.sits("d E")
    return ruled(seat("bo-P.cut", "d", at))


@table("bo", "seats-agreed", "P.seats", "two change seats, and all others agree")
def seats_agreed(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.fact("sat", person="c", seat="W", consent=["a", "b", "d"])
    t.stands(at, seats={"N": "a", "E": "d", "S": "b", "W": "c"})
    return nothing()


@table("bo", "seats-not-agreed", "P.seats", "he changes his seat, and one does not agree")
def seats_not_agreed(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.fact("sat", person="c", seat="W", consent=["a", "d"])
    t.stands(at, seats={"N": "a", "E": "c", "S": "b", "W": "d"})
    return ruled(seat("bo-P.seats", "c", at))


# ------------------------------------------------------------------ Cayenne
@table("ca", "afresh", "5", "a game is over and one waits: all five cut for the new table")
def cayenne_afresh(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    at = t.ends("game")
    t.stands(at, next={"do": "cut", "for": "table", "by": list("abcde"), "law": ["ca-5"]})
    return nothing()


@table("ca", "afresh-cuts", "5", "one whom the new cut left out cuts for partners")
def cayenne_left_out(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    t.ends("game")
    t.cuts("a KH b QH c 4H d 5H e 6H c 2S")
    at = t.cuts("a 3S")
    return ruled(entry("ca-5", "a", at))


@table("ca", "not-late", "6", "he says so when one has cut for the new table, and cuts with them")
def cayenne_not_late(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    t.ends("game")
    t.cuts("a KH")
    at = t.came("f")
    t.stands(at, next={"do": "cut", "for": "table", "by": ["b", "c", "d", "e", "f"]})
    return nothing()


@table("ca", "four-draw", "P.cut", "four draw: the two lowest against the two highest")
def cayenne_draw(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a QH b 3C c 9D d 5S", drawn=True)
    t.stands(at, sides=[["b", "d"], ["c", "a"]], dealer="b")
    return nothing()


@table("ca", "adversary-opposite", "P.cut", "one of the highest sits down opposite the lowest")
def cayenne_opposite(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a QH b 3C c 9D d 5S", drawn=True)
    t.sits("b N")
    at = t.sits("a S")
    return ruled(seat("ca-P.cut", "a", at))


# ------------------------------------------------------------------ Solo
@table("so", "four", "2.a", "four are a complete table")
def solo_four(t: Evening) -> Expect:
    t.came("a b c d e")
    at = t.cuts("a 2H b 3H c 4H d 5H e 6H")
    t.stands(at, plays=["a", "b", "c", "d"], outside=["e"])
    return nothing()


@table("so", "fifth-sits", "2.a", "the fifth sits down at it")
def solo_fifth(t: Evening) -> Expect:
    t.came("a b c d e")
    t.cuts("a 2H b 3H c 4H d 5H e 6H")
    at = t.sits("e N")
    return ruled(entry("so-2.a", "e", at))


@table("so", "afresh", "5", "each deal is a game: after it all cut afresh")
def solo_afresh(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    at = t.ends("game")
    t.stands(at, next={"do": "play"})
    t.fact("next_deal", dealer="E")
    return nothing()


@table("so", "afresh-cut", "5", "the game of one deal is over and a fifth wants to play: all five cut")
def solo_afresh_cut(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    at = t.ends("hand")
    t.stands(at, next={"do": "cut", "for": "table", "by": list("abcde"), "law": ["so-5", "so-2.a"]})
    t.cuts("a KH b QH c 4H d 5H e 6H")
    at = t.sits("a N")
    return ruled(entry("so-2.a", "a", at))


@table("so", "not-late", "6", "he says so when one has cut for the new table, and cuts with them")
def solo_not_late(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    t.ends("hand")
    t.cuts("a KH")
    at = t.came("f")
    t.stands(at, next={"do": "cut", "for": "table", "by": ["b", "c", "d", "e", "f"]})
    return nothing()


@table("so", "five", "P.players", "by the description five are at the table, and one of them sits out", options=PROSE)
def solo_five(t: Evening) -> Expect:
    at = t.came("a", "b", "c", "d", "e")
    t.stands(at, waits=["a", "b", "c", "d", "e"], outside=None)
    at = t.cuts(FOUR)
    t.stands(at, waits=["e"])
    return nothing()


@table("so", "five-out-of-turn", "P.players", "the one who sits out takes a seat before his turn", options=PROSE)
def solo_out_of_turn(t: Evening) -> Expect:
    t.starts("a", "b", "c", "d", "e")
    at = t.sits("e W")
    return ruled(entry("so-P.players", "e", at))


@table("so", "places", "2.b", "the lowest chooses; the two highest sit opposite each other")
def solo_places(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts(FOUR)
    at = t.sits("a N c E d W b S")
    t.stands(at, next={"do": "deal", "by": ["a"], "seat": "N"})
    return nothing()


@table("so", "highest-beside", "2.b", "the highest sits down opposite the lowest")
def solo_beside(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts(FOUR)
    t.sits("a N")
    at = t.sits("d S")
    return ruled(seat("so-2.b", "d", at))


@table("so", "dictates", "P.cut", "by the description the lowest deals and says where the others sit", options=PROSE)
def solo_dictates(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts(FOUR)
    at = t.sits("d S a N c W b E")
    t.stands(at, next={"do": "deal", "by": ["a"], "seat": "N"})
    return nothing()


@table("so", "lowest-equal", "P.cut", "two are equally low: they cut again for the deal", options=PROSE)
def solo_lowest_equal(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H b 2C c 9D d KS")
    at = t.sits("a N")
    return ruled(cut("so-P.cut|am-3", "a", at))


@table("so", "seats-agreed", "P.seats", "he changes his seat with the consent of all others")
def solo_agreed(t: Evening) -> Expect:
    t.starts("a b c d")
    t.fact("sat", person="c", seat="W", consent=["a", "b", "d"])
    return nothing()


@table("so", "seats-not-noted", "P.seats", "he changes his seat and nobody noted who agreed: a person is asked")
def solo_not_noted(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.sits("c W")
    return ruled(seat("so-P.seats", "c", at, "director"))


# ------------------------------------------------------------------ Scotch
def seats(n: int, *sides: str) -> dict[str, object]:
    """A heading for so many."""
    out: dict[str, object] = {"seats": list("ABCDEFGH"[:n]), "dealer": "A"}
    return out | ({"sides": list(sides)} if sides else {})


@table("sc", "two", "3.2 2.a", "two play: the lower cut chooses seat and cards; the ace is the highest", **seats(2))
def scotch_two(t: Evening) -> Expect:
    t.came("a b")
    t.stands(t.cuts("a AH b 6C"), dealer="b")
    return nothing()


@table("sc", "two-third", "2.a 3.2", "a third cuts where two play", **seats(2))
def scotch_third(t: Evening) -> Expect:
    t.came("a", "b", "c")
    t.cuts("a AH")
    at = t.cuts("c 6C")
    return ruled(entry("sc-2.a", "c", at))


@table("sc", "three", "3.3", "three play: the lowest deals and chooses, then the next lowest", **seats(3))
def scotch_three(t: Evening) -> Expect:
    t.came("a b c")
    t.stands(t.cuts("a AH b 6C c 9D"), plays=["b", "c", "a"], dealer="b")
    t.sits("b B c A a C")
    return nothing()


@table(
    "sc",
    "three-before",
    "3.3",
    "the highest sits down before the next lowest has chosen: a person is asked",
    **seats(3),
)
def scotch_before(t: Evening) -> Expect:
    t.came("a b c")
    t.cuts("a AH b 6C c 9D")
    t.sits("b B")
    at = t.sits("a A")
    return ruled(seat("sc-3.3", "a", at, "director"))


@table("sc", "four", "3.4 4", "four play: two lowest against two highest, partners opposite", **seats(4))
def scotch_four(t: Evening) -> Expect:
    t.came("a b c d")
    t.stands(t.cuts("a AH b 6C c 9D d TS"), sides=[["b", "c"], ["d", "a"]], dealer="b")
    t.sits("b A c C d B a D")
    return nothing()


@table("sc", "four-beside", "3.4 4", "partners sit down beside each other", **seats(4))
def scotch_beside(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a AH b 6C c 9D d TS")
    t.sits("b A")
    at = t.sits("c B")
    return ruled(seat("sc-4", "c", at))


@table("sc", "five", "3.5", "five play each for himself; they choose seats as they cut", **seats(5))
def scotch_five(t: Evening) -> Expect:
    t.came("a b c d e")
    t.stands(t.cuts("a AH b 6C c 9D d TS e KD"), plays=["b", "c", "d", "e", "a"], dealer="b")
    return nothing()


@table("sc", "five-before", "3.5", "the second highest sits down before the lowest", **seats(5))
def scotch_five_before(t: Evening) -> Expect:
    t.came("a b c d e")
    t.cuts("a AH b 6C c 9D d TS e KD")
    at = t.sits("e A")
    return ruled(seat("sc-3.5", "e", at, "director"))


@table(
    "sc",
    "six-pairs",
    "3.6a 4",
    "six in pairs: lowest, middle, highest; two adversaries between partners",
    **seats(6, "AD", "BE", "CF"),
)
def scotch_pairs(t: Evening) -> Expect:
    t.came("a b c d e f")
    t.stands(t.cuts("a 6H b 7H c 8H d 9H e TH f JH"), sides=[["a", "b"], ["c", "d"], ["e", "f"]], dealer="a")
    t.sits("a A b D c B d E e C f F")
    return nothing()


@table(
    "sc",
    "six-pairs-wrong",
    "3.6a 4",
    "the second lowest sits down with one of the middle two",
    **seats(6, "AD", "BE", "CF"),
)
def scotch_pairs_wrong(t: Evening) -> Expect:
    t.came("a b c d e f")
    t.cuts("a 6H b 7H c 8H d 9H e TH f JH")
    t.sits("a A c B")
    at = t.sits("b E")
    return ruled(seat("sc-3.6a", "b", at))


@table(
    "sc",
    "six-threes",
    "3.6b 4",
    "six in threes: three lowest against three highest, sides alternate",
    **seats(6, "ACE", "BDF"),
)
def scotch_threes(t: Evening) -> Expect:
    t.came("a b c d e f")
    t.stands(t.cuts("a 6H b 7H c 8H d 9H e TH f JH"), sides=[["a", "b", "c"], ["d", "e", "f"]], dealer="a")
    return nothing()


@table(
    "sc", "six-threes-wrong", "3.6b 4", "one of the highest sits down among the three lowest", **seats(6, "ACE", "BDF")
)
def scotch_threes_wrong(t: Evening) -> Expect:
    t.came("a b c d e f")
    t.cuts("a 6H b 7H c 8H d 9H e TH f JH")
    t.sits("a A")
    at = t.sits("f C")
    return ruled(seat("sc-3.6b", "f", at))


@table("sc", "seven", "3.7", "seven play each for himself; they choose seats as they cut", **seats(7))
def scotch_seven(t: Evening) -> Expect:
    t.came("a b c d e f g")
    t.stands(t.cuts("a 7H b 8H c 9H d TH e JH f QH g KH"), plays=list("abcdefg"), dealer="a")
    return nothing()


@table("sc", "seven-before", "3.7", "the highest sits down first", **seats(7))
def scotch_seven_before(t: Evening) -> Expect:
    t.came("a b c d e f g")
    t.cuts("a 7H b 8H c 9H d TH e JH f QH g KH")
    at = t.sits("g A")
    return ruled(seat("sc-3.7", "g", at, "director"))


@table("sc", "eight", "3.8 4", "eight in two fours, as they cut", **seats(8, "ACEG", "BDFH"))
def scotch_eight(t: Evening) -> Expect:
    t.came("a b c d e f g h")
    at = t.cuts("a 7H b 8H c 9H d TH e JH f QH g KH h AH")
    t.stands(at, sides=[list("abcd"), list("efgh")], dealer="a")
    return nothing()


@table(
    "sc",
    "eight-pairs-wrong",
    "3.8 4",
    "eight in pairs: one of the lowest sits down with one of the next",
    **seats(8, "AE", "BF", "CG", "DH"),
)
def scotch_eight_wrong(t: Evening) -> Expect:
    t.came("a b c d e f g h")
    t.cuts("a 7H b 8H c 9H d TH e JH f QH g KH h AH")
    t.sits("c A")
    at = t.sits("a E")
    return ruled(seat("sc-3.8", "a", at))


@table("sc", "equal", "3.tie 3.4", "the two in the middle are equal: they cut again, as at whist", **seats(4))
def scotch_equal(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 6H b 9C c 9D d AS")
    t.stands(at, next={"do": "cut", "for": "partners", "again": True, "by": ["b", "c"], "law": ["sc-3.tie", "am-3"]})
    return nothing()


@table("sc", "equal-sits", "3.tie", "the two in the middle are equal, and one sits down", **seats(4))
def scotch_equal_sits(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 6H b 9C c 9D d AS")
    at = t.sits("b C")
    return ruled(cut("sc-3.tie", "b", at))


# ------------------------------------------------------------------ Mort
@table("mo", "sits-out", "1.b", "four cut: the highest sits out first, and sits at Mort's place")
def mort_sits_out(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 9H b 2C c KD d 5S")
    t.stands(at, plays=["b", "d", "a"], waits=["c"])
    t.sits("b N d E a W c S")
    return nothing()


@table("mo", "sits-out-plays", "1.b", "the highest of four sits down to play")
def mort_out_plays(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 9H b 2C c KD d 5S")
    t.sits("b N")
    at = t.sits("c E")
    return ruled(entry("mo-1.b", "c", at))


@table("mo", "faces", "2", "Vivant faces Mort; his adversaries sit as they like")
def mort_faces(t: Evening) -> Expect:
    t.came("a b c")
    t.cuts("a 9H b 2C c KD")
    at = t.sits("b N a W c E")
    t.stands(at, next={"do": "deal", "by": ["b"], "seat": "N"})
    return nothing()


@table("mo", "beside", "2", "an adversary sits down opposite Mort")
def mort_beside(t: Evening) -> Expect:
    t.came("a b c")
    t.cuts("a 9H b 2C c KD")
    at = t.sits("a N")
    return ruled(seat("mo-2", "a", at))


@table("mo", "tournee", "11 1.b", "each plays with Mort once; after the tournée all five cut in alike")
def tournee(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H b 3H c 4H d 5H")
    t.sits("a N b E c W")
    t.plays()
    at = t.ends("game")
    t.stands(at, plays=["b", "d", "a"], waits=["c"])
    t.came("e")
    at = t.ends("tournee")
    t.stands(at, plays=["b", "d", "a"])
    t.sits("b N d E a W")
    t.plays()
    at = t.ends("tournee")
    t.stands(at, next={"do": "cut", "for": "table", "by": ["b", "d", "a", "c", "e"], "law": ["mo-11"]})
    return nothing()


@table("mo", "tournee-stays", "11", "one whom that cut left out sits down")
def tournee_stays(t: Evening) -> Expect:
    t.came("a b c")
    t.cuts("a 2H b 3H c 4H")
    t.sits("a N b E c W")
    t.plays()
    t.came("d", "e")
    t.ends("tournee")
    t.cuts("a KH b 3H c 4H d 5H e 6H")
    at = t.sits("a N")
    return ruled(entry("mo-11", "a", at))
