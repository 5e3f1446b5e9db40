"""Articles 1 to 19 of Deschapelles."""

from __future__ import annotations

from tests.rules.casebook.book import Expect
from tests.rules.casebook.forming.evening import FOUR, Evening, cut, entry, nothing, ruled, seat, table

SIX = "a 2H b 3H c 4H d 5H e 6H f 7H"


def rubber(t: Evening) -> None:
    """Six draw; a, b, c and d play the opening rubber, e and f wait."""
    t.came("a b c d e f")
    t.cuts(SIX)
    t.cuts(FOUR)
    t.sits("a N b S c E d W")
    t.plays()


@table("de", "full", "1.a", "six are a full table: the seventh is on the list and does not belong")
def full(t: Evening) -> Expect:
    rubber(t)
    at = t.came("g")
    t.stands(at, waits=["e", "f"], outside=["g"])
    return nothing()


@table("de", "seventh-sits", "1.a", "the seventh sits down at the full table")
def seventh_sits(t: Evening) -> Expect:
    rubber(t)
    t.came("g")
    at = t.sits("g N")
    return ruled(entry("de-1.a", "g", at))


@table("de", "lot", "1.b 6", "of six the first four are drawn by lot, one card each; the other two follow")
def lot(t: Evening) -> Expect:
    at = t.came("a", "b", "c", "d", "e", "f")
    t.stands(at, next={"do": "cut", "for": "table", "by": list("abcdef"), "law": ["de-1.b", "de-3", "de-6"]})
    at = t.cuts("a KH b 3H c 4H d QH e 6H f 7H", drawn=True)
    t.stands(at, plays=["b", "c", "e", "f"], waits=["d", "a"])
    return nothing()


@table("de", "lot-not-drawn", "1.b", "one whom the lot made wait draws for partners")
def lot_not_drawn(t: Evening) -> Expect:
    t.came("a b c d e f")
    t.cuts(SIX)
    t.cuts("a 2S")
    at = t.cuts("f 3S")
    return ruled(entry("de-1.b", "f", at))


@table("de", "newcomers", "2", "at a table of four newcomers have their turn as they came")
def newcomers(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.came("e", "f")
    t.stands(at, waits=["e", "f"])
    at = t.fact("left", person="e")
    t.stands(at, waits=["f"])
    return nothing()


@table(
    "de", "newcomer-late", "2", "a newcomer comes when the lot has begun: he follows those who drew, and is not late"
)
def newcomer_late(t: Evening) -> Expect:
    t.came("a b c d e")
    t.cuts("a 2H")
    t.came("f")
    last = t.cuts("b 3H c 4H d 5H e 6H")
    t.stands(last, waits=["e", "f"])
    return nothing()


@table("de", "newcomer-before", "2", "the second of two newcomers sits down for the first")
def newcomer_before(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e", "f")
    at = t.sits("f N")
    return ruled(entry("de-2", "f", at))


@table("de", "more-than-six", "3", "eight come: by lot four play, two more belong, two wait for vacancies")
def more_than_six(t: Evening) -> Expect:
    at = t.came("a", "b c d e f g h")
    t.stands(at, next={"do": "cut", "for": "table", "by": list("abcdefgh"), "law": ["de-1.b", "de-3", "de-6"]})
    at = t.cuts("a KH b 2H c 3H d 4H e 5H f 6H g 7H h 8H")
    t.stands(at, plays=["b", "c", "d", "e"], waits=["f", "g"], outside=["h", "a"])
    return nothing()


@table("de", "first-come", "3", "he was the first to come, and sits down though the lot left him out")
def first_come(t: Evening) -> Expect:
    t.came("a", "b c d e f g")
    t.cuts("a KH b 2H c 3H d 4H e 5H f 6H g 7H")
    at = t.sits("a N")
    return ruled(entry("de-3", "a", at))


@table("de", "two-rubbers", "4.a", "after two rubbers those who have played both make room")
def two_rubbers(t: Evening) -> Expect:
    rubber(t)
    t.ends("rubber")
    t.cuts("a 2S b 3S c QS d KS a 2D b 3D e 4D f 5D")
    t.sits("a N b S e E f W")
    t.plays()
    at = t.ends("rubber")
    t.stands(at, next={"do": "cut", "for": "partners", "out": ["a", "b"], "in": ["c", "d"], "by": ["e", "f", "c", "d"]})
    return nothing()


@table("de", "third-rubber", "4.a 19.a", "he has had his two rubbers, others wait, and he draws for a third")
def third_rubber(t: Evening) -> Expect:
    rubber(t)
    t.ends("rubber")
    t.cuts("a 2S b 3S c QS d KS a 2D b 3D e 4D f 5D")
    t.sits("a N b S e E f W")
    t.plays()
    t.ends("rubber")
    at = t.cuts("a 2C")
    return ruled(entry("de-4.a", "a", at, remedy="goes_out"))


@table("de", "opening-lot", "4.b", "after the opening rubber the lot says which two go out")
def opening_lot(t: Evening) -> Expect:
    rubber(t)
    at = t.ends("rubber")
    t.stands(at, next={"do": "cut", "for": "out", "by": list("abcd"), "in": ["e", "f"]})
    at = t.cuts("a QS b 3S c KS d 2S")
    t.stands(at, plays=["b", "d", "e", "f"], waits=["a", "c"])
    return nothing()


@table("de", "opening-lot-two-cards", "4.b 6", "in that lot one draws two cards: he draws again")
def opening_lot_two(t: Evening) -> Expect:
    rubber(t)
    t.ends("rubber")
    at = t.fact("cut_for", person="a", cards="QS 2S", drawn=True)
    return ruled(cut("de-6", "a", at))


@table("de", "two-admitted", "5", "three are on the list when the rubber ends: two are admitted")
def two_admitted(t: Evening) -> Expect:
    rubber(t)
    t.came("g")
    at = t.ends("rubber")
    t.stands(at, waits=["e", "f"], outside=["g"])
    return nothing()


@table("de", "third-admitted", "5", "a third sits down when two have been admitted")
def third_admitted(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts(FOUR)
    t.sits("a N b S c E d W")
    t.plays()
    t.came("e", "f", "g")
    t.fact("left", person="d")
    t.ends("rubber")
    at = t.sits("g W")
    return ruled(entry("de-5", "g", at))


@table("de", "one-card", "6", "one draws from the other pack: the lot is drawn from one")
def other_pack(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a 2H", pack="other", drawn=True)
    return ruled(cut("de-6", "a", at))


@table("de", "two-draws", "7", "they draw twice: for the six and the four, and then for partners")
def two_draws(t: Evening) -> Expect:
    t.came("a b c d e f")
    at = t.cuts(SIX, drawn=True)
    t.stands(at, next={"do": "cut", "for": "partners", "by": list("abcd"), "law": ["de-7", "de-6"]})
    at = t.cuts("a KS b 3S c 2S d 9S", drawn=True)
    t.stands(at, sides=[["c", "b"], ["d", "a"]])
    return nothing()


@table("de", "drawn-for-nothing", "7", "he has drawn for partners, and draws again though nothing was equal")
def drawn_again(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a KS b 3S")
    at = t.cuts("a 2S")
    return ruled(cut("de-7", "a", at, "director"))


@table("de", "lowest-chooses", "8", "the lowest card chooses its seat and the pack to deal with")
def lowest_chooses(t: Evening) -> Expect:
    t.came("a b c d")
    at = t.cuts("a KS b 3S c 2S d 9S")
    t.stands(at, dealer="c")
    t.sits("c W", pack="red")
    return nothing()


@table("de", "lowest-changes-pack", "8", "the lowest has chosen the red pack, and takes the blue one")
def lowest_changes(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts("a KS b 3S c 2S d 9S")
    t.sits("c W", pack="red")
    at = t.sits("c W", pack="blue")
    return ruled(seat("de-8", "c", at))


@table("de", "seats-kept", "9.a", "all sit, and all keep their seats through the rubber")
def seats_kept(t: Evening) -> Expect:
    rubber(t)
    at = t.sits("a N")
    t.stands(at, seats={"N": "a", "E": "c", "S": "b", "W": "d"})
    return nothing()


@table("de", "seats-changed", "9.a", "two change seats once they have sat down: both go back")
def seats_changed(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts(FOUR)
    t.sits("a N b S c E d W")
    at = t.sits("c W")
    t.stands(at, seats={"E": "c", "W": "d"})
    return ruled(seat("de-9.a", "c", at))


@table("de", "adversaries-sit", "10", "the dealer's partner sits opposite; the adversaries sit as they please")
def adversaries_sit(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts(FOUR)
    at = t.sits("a N d E b S c W")
    t.stands(at, next={"do": "deal", "by": ["a"], "seat": "N"})
    return nothing()


@table("de", "partner-beside", "10", "the dealer's partner sits down beside him")
def partner_beside(t: Evening) -> Expect:
    t.came("a b c d")
    t.cuts(FOUR)
    t.sits("a N")
    at = t.sits("b E")
    return ruled(seat("de-10", "b", at))


def away(t: Evening) -> None:
    """Five drew; d is to play the first rubber and has gone out of the room."""
    t.came("a b c d e")
    t.cuts("a 2H b 3H c 4H d 5H e 6H")
    t.cuts(FOUR)
    t.sits("a N b S c E")
    t.fact("stepped_out", person="d")


@table("de", "back-in-time", "11", "he is back before the first trump card is turned, and keeps his place")
def back_in_time(t: Evening) -> Expect:
    away(t)
    t.fact("returned", person="d")
    t.sits("d W")
    at = t.plays()
    t.stands(at, plays=["a", "b", "c", "d"], waits=["e"])
    return nothing()


@table("de", "back-late", "11 12", "he is not back when it is turned: the next takes his place, he is last on the list")
def back_late(t: Evening) -> Expect:
    away(t)
    t.came("g")
    at = t.plays()
    t.stands(at, plays=["a", "b", "c", "e"], waits=["g", "d"])
    return nothing()


@table("de", "late-sits", "12", "he comes back late and sits down where he was to play")
def late_sits(t: Evening) -> Expect:
    away(t)
    t.plays()
    t.fact("returned", person="d")
    at = t.sits("d W")
    return ruled(entry("de-12", "d", at))


@table("de", "habitual", "13", "a regular is on the list as he comes, before one who asks after him")
def habitual(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("r", as_="habitual")
    at = t.came("e")
    t.stands(at, waits=["r", "e"])
    return nothing()


@table("de", "not-habitual", "13", "one who only looked on stands where he asked, not where he came")
def not_habitual(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("l", as_="looker_on")
    t.came("e")
    at = t.asks("l")
    t.stands(at, waits=["e", "l"])
    return nothing()


@table("de", "hand-held", "16.b", "his hand is held with the consent of three; he is back before the rubber ends")
def hand_held(t: Evening) -> Expect:
    rubber(t)
    t.fact("stepped_out", person="d", substitute="e", consent=["a", "b", "c"])
    t.fact("returned", person="d")
    at = t.ends("rubber")
    t.stands(at, plays=["a", "b", "c", "d"])
    return nothing()


@table("de", "not-back", "16.b", "he is not back when the rubber ends: the next takes the place, he is at the end")
def not_back(t: Evening) -> Expect:
    rubber(t)
    t.fact("stepped_out", person="d", substitute="h", consent=["a", "b", "c"])
    at = t.ends("rubber")
    t.stands(at, plays=["a", "b", "c"], waits=["e", "f", "d"])
    return nothing()


@table("de", "two-tables", "17", "who plays at another table loses his turn here")
def two_tables(t: Evening) -> Expect:
    rubber(t)
    at = t.fact("joined", person="e")
    t.stands(at, waits=["f"])
    return nothing()


@table("de", "two-tables-sits", "17", "he plays at another table, and takes his turn here all the same")
def two_tables_sits(t: Evening) -> Expect:
    rubber(t)
    t.fact("joined", person="e")
    t.ends("rubber")
    at = t.cuts("e 2S")
    return ruled(entry("de-17", "e", at))


@table("de", "several-lists", "18", "he is on two lists: when another asks to be admitted he must choose")
def several_lists(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    at = t.fact("joined", person="e", how="inscribed")
    t.stands(at, waits=["e"], chooses=None)
    at = t.came("f")
    t.stands(at, waits=["e", "f"], chooses=["e"], chooses_law=["de-18"])
    at = t.asks("e")
    t.stands(at, waits=["e", "f"], chooses=None)
    return nothing()


@table("de", "several-lists-goes", "18 17", "he chooses the other table: the next moves up")
def several_lists_goes(t: Evening) -> Expect:
    t.starts("a b c d")
    t.came("e")
    t.fact("joined", person="e", how="inscribed")
    t.came("f")
    at = t.fact("left", person="e")
    t.stands(at, waits=["f"], chooses=None)
    return nothing()


@table("de", "leavers-sit", "19.a", "those who were drawn out sit down again while others wait")
def leavers_sit(t: Evening) -> Expect:
    rubber(t)
    t.ends("rubber")
    t.cuts("a QS b 3S c KS d 2S")
    at = t.sits("a N")
    return ruled(entry("de-19.a", "a", at))


@table("de", "nobody-waits", "19.a", "nobody waits: the same four go on as long as they like")
def nobody_waits(t: Evening) -> Expect:
    t.starts("a b c d")
    t.ends("rubber")
    t.fact("next_deal", dealer="N")
    t.plays()
    at = t.ends("rubber")
    t.stands(at, plays=["a", "b", "c", "d"], next={"do": "play"})
    return nothing()


@table("de", "name-put-down", "19.b", "a name is put down in the last rubber of two: the table changes when it ends")
def name_put_down(t: Evening) -> Expect:
    t.starts("a b c d")
    at = t.ends("rubber")
    t.stands(at, next={"do": "play"})
    at = t.came("e")
    t.stands(at, waits=["e"], next={"do": "cut", "for": "out", "by": list("abcd"), "in": ["e"]})
    return nothing()


@table(
    "de", "name-put-down-stays", "19.b 19.a", "a name has been put down, and one whom the lot sent out keeps his seat"
)
def name_put_down_stays(t: Evening) -> Expect:
    t.starts("a b c d")
    t.ends("rubber")
    t.came("e")
    t.cuts("a KS b 3S c 4S d 2S")
    at = t.sits("a N")
    return ruled(entry("de-19.a", "a", at))
