"""Laws 13 to 25 of the English code."""

from __future__ import annotations

from tests.rules.casebook.book import Expect
from tests.rules.casebook.forming.evening import FOUR, Evening, cut, entry, nothing, ruled, seat, table


@table("en", "ace-low", "13", "the ace is the lowest card: it deals")
def ace_low(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 2H b AC c 9D d KS")
    t.stands(at, dealer="b", sides=[["b", "a"], ["c", "d"]])
    return nothing()


@table("en", "ace-as-high", "13 16.b", "one who cut an ace sits down opposite one of the two highest")
def ace_as_high(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H b AC c 9D d KS")
    t.sits("d E")
    at = t.sits("b W")
    return ruled(seat("en-16.b", "b", at))


@table("en", "other-pack", "14", "one cuts from the other pack: he cuts again from theirs")
def other_pack(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 2H", pack="other")
    last = t.cuts(FOUR)
    t.stands(last, dealer="a")
    want = cut("en-14", "a", at)
    want["status_path"] = ["compulsory", "applied"]
    return ruled(want)


@table("en", "one-pack", "14 15", "all cut from one pack, one card each")
def one_pack(t: Evening) -> Expect:
    t.came("a b c d")
    t.stands(t.cuts(FOUR), dealer="a")
    return nothing()


@table("en", "two-shown", "15", "one shows two cards in cutting: he cuts again")
def two_shown(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 2H")
    at = t.fact("cut_for", person="b", cards="5C QC")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["b", "c", "d"]})
    return ruled(cut("en-15", "b", at))


@table("en", "selection", "16.a", "five came together: all cut, the four lowest play")
def selection(t: Evening) -> Expect:
    at = t.came("a b c d e")
    t.stands(at, next={"do": "cut", "for": "preference", "by": list("abcde"), "law": ["en-16.a"]})
    at = t.cuts("a KH b 5C c 9D d 2S e 7D")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["d", "b", "e", "c"], "law": ["en-16.b"]})
    return nothing()


@table(
    "en", "selection-first", "16.a", "three were first in the room: the two who came together cut for the fourth place"
)
def selection_first(t: Evening) -> Expect:
    at = t.came("a", "b c", "d e")
    t.stands(at, next={"do": "cut", "for": "preference", "by": ["d", "e"]})
    return nothing()


@table("en", "selected-not", "16.a", "the highest of five cuts for partners with the others")
def selected_not(t: Evening) -> Expect:
    t.came("a b c d e")
    t.cuts("a KH b 5C c 9D d 2S e 7D")
    t.cuts("d 3H")
    at = t.cuts("a 4H")
    return ruled(entry("en-17", "a", at))


@table("en", "pairs", "16.b", "two lowest against two highest; the lowest deals, with seat and cards as he likes")
def pairs(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a QH b 3C c 9D d 5S")
    t.stands(at, sides=[["b", "d"], ["c", "a"]], dealer="b")
    t.sits("b N", pack="blue")
    at = t.sits("c E d S a W")
    t.stands(at, next={"do": "deal", "by": ["b"], "seat": "N"})
    return nothing()


@table("en", "choice-changed", "16.b", "the lowest has chosen the blue cards, and asks for the red: he abides by it")
def choice_changed(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a QH b 3C c 9D d 5S")
    t.sits("b N", pack="blue")
    t.sits("c E d S a W")
    at = t.sits("b N", pack="red")
    return ruled(seat("en-16.b", "b", at))


@table("en", "seat-changed", "16.b", "the lowest has chosen his seat, and wants another one")
def seat_changed(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a QH b 3C c 9D d 5S")
    t.sits("b N c E d S a W")
    at = t.sits("b W")
    t.stands(at, seats={"N": "b", "W": "a"})
    return ruled(seat("en-16.b", "b", at))


@table(
    "en", "seven", "17", "seven came together: four play, two more belong, the next lowest comes before an after-comer"
)
def seven(t: Evening) -> Expect:
    at = t.came("a b c d e f g h")
    t.stands(at, next={"do": "cut", "for": "preference", "by": list("abcdefgh"), "law": ["en-16.a"]})
    t.cuts("a 2H b 3H c 4H d 5H e 6H f 7H g KH h QH")
    t.cuts("a 2S b 5C c 9D d KS")
    at = t.came("i")
    t.stands(at, waits=["e", "f"], outside=["h", "g", "i"])
    at = t.fact("left", person="e")
    t.stands(at, waits=["f", "h"], outside=["g", "i"])
    return nothing()


@table("en", "seventh-equal", "17", "where the table ends two have cut equal cards: they cut again")
def seventh_equal(t: Evening) -> Expect:
    t.came("a b c d e f g")
    at = t.cuts("a 2H b 3H c 4H d 5H e 6H f 7H g 7S")
    t.stands(at, next={"do": "cut", "for": "preference", "again": True, "by": ["f", "g"]})
    return nothing()


@table("en", "seventh-enters", "17", "one who does not belong to the complete table sits down in the next rubber")
def seventh_enters(t: Evening) -> Expect:
    t.starts("a b c d", "e", "f", "g")
    t.ends("rubber")
    t.cuts("a 2D b 3D c QD d KD")
    at = t.sits("g N")
    return ruled(entry("en-17", "g", at))


@table("en", "two-equal", "18.a fn3", "two cut equal cards, not the two highest: they cut again")
def two_equal(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 3H b 6C c 6D d JS")
    want = {"do": "cut", "for": "partners", "again": True, "by": ["b", "c"], "law": ["en-18.a", "en-fn3", "en-fn4"]}
    t.stands(at, next=want)
    return nothing()


@table("en", "two-equal-paired", "fn4 18.a", "3, 6, 6, knave: the sixes cut again, and the 3 keeps its deal")
def paired(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 3H b 6C c 6D d JS")
    at = t.cuts("b 2C c KD")
    t.stands(at, dealer="a", sides=[["a", "b"], ["c", "d"]])
    return nothing()


@table("en", "two-equal-third-cuts", "18.a fn4", "two cut again, and the lowest cuts with them")
def third_cuts(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 3H b 6C c 6D d JS")
    at = t.cuts("a 2H")
    return ruled(cut("en-18.a", "a", at, "director"))


@table("en", "highest-equal", "18.a fn3", "the two highest are equal: nobody cuts again")
def highest_equal(t: Evening) -> Expect:
    t.came("a b c d")
    t.stands(t.cuts("a 3H b 6C c QD d QS"), dealer="a", sides=[["a", "b"], ["c", "d"]])
    return nothing()


@table("en", "lowest-equal", "18.b", "the two lowest are equal: they are partners, and cut again for the deal")
def lowest_equal(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 3H b 3C c QD d QS")
    t.stands(at, next={"do": "cut", "for": "partners", "again": True, "by": ["a", "b"], "law": ["en-18.b"]})
    at = t.cuts("a KH b 2C")
    t.stands(at, dealer="b", sides=[["b", "a"], ["c", "d"]])
    return nothing()


@table("en", "lowest-equal-sits", "18.b", "the two lowest are equal, and one takes seat and deal without a new cut")
def lowest_equal_sits(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 3H b 3C c QD d QS")
    at = t.sits("a N")
    return ruled(cut("en-18.b", "a", at))


@table("en", "three-low", "19.a", "three equal, the fourth the highest")
def three_low(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 4H b 4C c 4D d KS")
    t.stands(at, next={"do": "cut", "for": "partners", "again": True, "by": ["a", "b", "c"], "law": ["en-19.a"]})
    at = t.cuts("a 9H b 3C c 6D")
    t.stands(at, sides=[["b", "c"], ["a", "d"]], dealer="b")
    return nothing()


@table("en", "three-low-fourth", "19.a", "three cut again; the fourth, who is the highest, cuts with them")
def three_low_fourth(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 4H b 4C c 4D d KS")
    at = t.cuts("d 2S")
    return ruled(cut("en-19.a", "d", at, "director"))


@table("en", "three-aces", "19.a fn5", "ace, ace, ace, 2: the aces cut again, and the 2 stays the highest")
def three_aces(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a AH b AC c AD d 2S")
    at = t.cuts("a KH b QC c JD")
    t.stands(at, sides=[["c", "b"], ["a", "d"]], dealer="c")
    return nothing()


@table("en", "three-high", "19.b", "three equal, the fourth the lowest: he deals, the two highest are partners")
def three_high(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 9H b 9C c 9D d 4S")
    at = t.cuts("a 2H b 3C c AD")
    t.stands(at, sides=[["d", "c"], ["a", "b"]], dealer="d")
    return nothing()


@table("en", "three-high-sits", "19.b", "three equal, and one of them sits down opposite the lowest before a new cut")
def three_high_sits(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a 9H b 9C c 9D d 4S")
    at = t.sits("a S")
    return ruled(cut("en-19.b", "a", at))


@table("en", "out", "20", "one wants to come in: he who has played most rubbers running goes out, without a cut")
def out(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    t.ends("rubber")
    t.cuts("a 2D b 3D c QD d KD a 2S b 4S c 5S e 6S")
    t.sits("a N b S c E e W")
    t.plays()
    t.fact("left", person="d")
    t.ends("rubber")
    at = t.came("f")
    t.stands(at, games={"a": 2, "b": 2, "c": 2, "e": 1})
    t.stands(at, next={"do": "cut", "for": "out", "by": ["a", "b", "c"], "in": ["f"], "law": ["en-20"]})
    return nothing()


@table("en", "out-equal", "20", "all have played the same number: all cut, the highest are out")
def out_equal(t: Evening) -> Expect:
    t.starts("a b c d", "e", "f")
    t.ends("rubber")
    at = t.cuts("a AD b 3D c QD d KD")
    t.stands(at, plays=["a", "b", "e", "f"], waits=["c", "d"])
    return nothing()


@table("en", "game-in-rubber", "20", "a game is over and the rubber is not: nobody goes out")
def game_in_rubber(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    at = t.ends("game")
    t.stands(at, next={"do": "play"}, waits=["e"])
    return nothing()


@table("en", "out-sits", "20", "the highest of those who cut is out, and sits down again")
def out_sits(t: Evening) -> Expect:
    t.starts("a b c d", "e", "f")
    t.ends("rubber")
    t.cuts("a AD b 3D c QD d KD")
    at = t.sits("d W")
    return ruled(entry("en-20", "d", at))


@table("en", "declared", "21", "he declares before anybody has cut for the new rubber")
def declared(t: Evening) -> Expect:
    t.starts("a b c d")
    t.ends("rubber")
    t.came("e")
    t.cuts("a AD b 3D c QD d KD")
    return nothing()


@table("en", "declared-late", "21", "he declares when one has cut to go out")
def declared_late(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    t.ends("rubber")
    t.cuts("a AD")
    at = t.came("f")
    return ruled(entry("en-21", "f", at))


@table("en", "cuts-undeclared", "21", "one of whom nothing is on record cuts when others have cut: a person is asked")
def cuts_undeclared(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    t.ends("rubber")
    t.cuts("a AD")
    at = t.cuts("f 2C")
    return ruled(entry("en-21", "f", at, "director"))


@table("en", "fresh-table", "22", "those who belonged to no other table come first; the others cut for the last place")
def fresh_table(t: Evening) -> Expect:
    t.came("x", from_="other")
    t.came("a", "b", "c")
    at = t.came("y", from_="other")
    t.stands(at, next={"do": "cut", "for": "preference", "by": ["x", "y"]})
    at = t.cuts("x 9S y 2S")
    t.stands(at, next={"do": "cut", "for": "partners", "by": ["a", "b", "c", "y"]})
    return nothing()


@table(
    "en",
    "fresh-table-first",
    "22",
    "one from another table was first in the room, and cuts before those who are preferred",
)
def fresh_table_first(t: Evening) -> Expect:
    t.came("x", from_="other")
    t.came("a", "b", "c", "d")
    t.cuts("a 2S")
    at = t.cuts("x 9S")
    return ruled(entry("en-17", "x", at))


@table("en", "substitute", "23", "one leaves in a rubber; all three others consent to his substitute")
def substitute(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.fact("left", person="d", substitute="s", consent=["a", "b", "c"])
    t.stands(at, seats={"W": "s"}, substitutes={"d": "s"})
    at = t.ends("rubber")
    t.stands(at, plays=["a", "b", "c"], next={"do": "wait", "wanting": 1})
    return nothing()


@table("en", "substitute-refused", "23", "only two of the three consent: the substitute does not play")
def substitute_refused(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.fact("left", person="d", substitute="s", consent=["a", "b"])
    t.stands(at, plays=["a", "b", "c"], next={"do": "wait", "wanting": 1})
    return ruled(entry("en-23", "s", at, remedy="goes_out"))


@table("en", "substitute-unasked", "23", "nobody has noted who consented: a person is asked")
def substitute_unasked(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.fact("left", person="d", substitute="s")
    return ruled(entry("en-23", "s", at, "director"))


@table("en", "second-table", "24", "one who waits cuts into another table: he asks again here as a fresh candidate")
def second_table(t: Evening) -> Expect:
    t.starts("a b c d", "e", "f")
    at = t.fact("joined", person="e")
    t.stands(at, waits=["f"])
    at = t.asks("e")
    t.stands(at, waits=["f", "e"])
    return nothing()


@table("en", "second-table-back", "24", "one who has cut into another table cuts here as if he still belonged")
def second_table_back(t: Evening) -> Expect:
    t.starts("a b c d", "e", "f")
    t.fact("joined", person="e")
    t.ends("rubber")
    at = t.cuts("e 2S")
    return ruled(entry("en-24", "e", at))


@table("en", "broke-up", "25", "who broke up a table enters another behind those who remained; these cut for it")
def broke_up(t: Evening) -> Expect:
    t.came("z", from_="broke_up")
    t.came("w", "x", from_="broken")
    at = t.came("a", "b", "c")
    t.stands(at, next={"do": "cut", "for": "preference", "by": ["w", "x"], "law": ["en-25", "en-22"]})
    t.cuts("w 9S x 2S a 5H")
    at = t.cuts("b 2H c 3H x 4H")
    t.stands(at, waits=["w", "z"])
    return nothing()


@table("en", "broke-up-first", "25", "he was first in the room and cuts for partners, though he broke up a table")
def broke_up_first(t: Evening) -> Expect:
    t.came("z", from_="broke_up")
    t.came("x", from_="broken")
    t.came("a", "b", "c")
    t.cuts("a 5H")
    at = t.cuts("z 2H")
    return ruled(entry("en-17", "z", at))


@table("en", "table-broken-up", "25", "the table is broken up: nobody belongs to it any more")
def table_broken_up(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    at = t.fact("broke_up", person="a")
    t.stands(at, seats=None, plays=None, waits=None, next={"do": "end"})
    return nothing()


@table("en", "broken-off", "20 21", "a rubber is broken off and resumed: places are kept, and it counts once")
def broken_off(t: Evening) -> Expect:
    t.starts("a b c d", "e")
    at = t.fact("broke_off")
    t.stands(at, seats={"N": "a", "E": "c", "S": "b", "W": "d"}, next={"do": "pause"})
    at = t.fact("resumed")
    t.stands(at, next={"do": "play"})
    at = t.ends("rubber")
    t.stands(at, games={"a": 1, "b": 1, "c": 1, "d": 1})
    return nothing()
