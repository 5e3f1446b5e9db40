"""Boston: a renounce put right, and a revoke: the bidder's, an adversary's, and where all have passed."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.boston.errors import free, settled_after
from tests.rules.casebook.boston.table import ALL, FAIR, LOW, Boston, BostonScript, Counters, boston, made
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only

EXPOSE = "treat_as_exposed|call_card"
DROPPED: list[Ruling] = [rule("abandoned_hand"), rule("rest_claimed"), rule("exposed_card")]
TEN: dict[str, object] = {"pool": {"red": 10}}
STANDS = ["new_deal", "deal_lost"]


# ------------------------------------------------------------------ the bidder puts it right
def bidder_renounces(t: Boston, seats_after: int) -> int:
    """A renounces in error with so many still to play after him."""
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader == "YBZ"[seats_after])
    t.play()
    t.until("A")
    return t.renounce("A")


def amend(t: Boston) -> None:
    """Y has followed A's wrong card; A mends it, and Y takes his back and plays it again."""
    card = t.last_card()
    t.play()
    his = t.last_card()
    t.withdraw("A", card)
    t.play(t.of("A", t.led)[0], "A")
    t.withdraw("Y", his)
    t.play(his, "Y")


@boston(
    "bidder-corrects-at-once",
    "revoke_corrected",
    "bo-29.a",
    "bo-P.error.a",
    note="nobody has played after him: no penalty",
)
def bidder_corrects(t: Boston) -> Expect:
    at = bidder_renounces(t, 1)
    t.withdraw("A", t.last_card())
    t.play(t.of("A", t.led)[0])
    saved = rule(
        "renounce", "am-28|am-29|bo-29|bo-P.error", "A", at, ["correctable"], never=["established", "option"],
        not_remedies=["call_card", "treat_as_exposed"],
    )  # fmt: skip
    return settled_after(t, saved, allow=(free("exposed_card", "A"),))


@boston(
    "bidder-corrects-followed",
    "revoke_corrected",
    "bo-29.a",
    note="an adversary has played after him: the card may be claimed as exposed, by any of the three; Y amends",
)
def bidder_corrects_followed(t: Boston) -> Expect:
    at = bidder_renounces(t, 2)
    amend(t)
    want = rule(
        "renounce", "bo-29.a|bo-29", "A", at, ["correctable", "option"], remedies={EXPOSE: ["Y", "B", "Z"]},
        not_remedies=["call_highest", "call_lowest"],
    )  # fmt: skip
    return only(want, allow=[rule("exposed_card", by="A")])


@boston(
    "bidder-corrects-next-trick",
    "revoke_corrected",
    "bo-P.revoke.b",
    "bo-29.a",
    note="last to play, he mends it when an adversary has led to the next trick: the card is left, and may be called",
    certainty="reading",
)
def bidder_corrects_next(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader == "Y")
    t.play()
    t.until("A")
    led = str(t.led)
    at = t.renounce("A")
    card = t.tricks[-1][-1][1]
    need(t.leader != "A")
    t.play()
    t.fact("withdrew", by="A", cards=card)
    t.fact("played", by="A", cards=t.of("A", led)[0])
    want = rule("renounce", "bo-29.a|bo-29|bo-P.revoke.b", "A", at, ["correctable", "option"], trick=3)
    return only(want, allow=[rule("exposed_card", by="A")])


@boston(
    "bidder-corrects-option",
    "revoke_corrected",
    "bo-P.revoke.b",
    note="where the table has chosen the prose, an adversary's play to the same trick gives no penalty",
    certainty="reading",
    options={"saved_revoke": "next_trick"},
)
def bidder_corrects_option(t: Boston) -> Expect:
    at = bidder_renounces(t, 2)
    amend(t)
    saved = rule(
        "renounce", None, "A", at, ["correctable"], never=["established", "option"], not_remedies=["call_card"]
    )
    return settled_after(t, saved, allow=(free("exposed_card", "A"),))


# ------------------------------------------------------------------ an adversary puts it right
def adversary_renounces(t: Boston) -> tuple[int, list[str], str]:
    """Y renounces in error and takes it back. The line, his cards of the suit, the card."""
    t.declare("A", "6")
    t.rounds(2)
    need(t.leader != "Y")
    t.play()
    t.until("Y")
    mine = t.of("Y", t.led)
    need(len(mine) > 1)
    at = t.renounce("Y")
    need(not t.full)
    card = t.last_card()
    t.withdraw("Y", card)
    return at, mine, card


def saved(name: str, remedy: str, *, obeys: bool, note: str) -> None:
    @boston(name, "revoke_corrected", "bo-29.b", "bo-P.revoke.a", "bo-P.error.a", note=note)
    def script(t: Boston) -> Expect:
        at, mine, _ = adversary_renounces(t)
        t.fact("demanded", by="A", remedy=remedy, seat="Y", ruling=1)
        card = mine[-1] if (remedy == "call_highest") == obeys else mine[0]
        done = t.play(card)
        offered: dict[str, object] = {"call_highest": ["A"], "call_lowest": ["A"], EXPOSE: ["A"]}
        row = "bo-29.b|bo-29|bo-P.revoke.a"
        if obeys:
            return only(
                rule(
                    "renounce", row, "Y", at, ["correctable", "option", "applied"], at={"applied": done},
                    remedies=offered,
                )
            )  # fmt: skip
        return only(
            rule("renounce", row, "Y", at, ["correctable", "option"], never=["applied"], remedies=offered),
            rule("refused_call", "am-38", "Y", done),
        )

    del script


saved("adversary-saved-highest", "call_highest", obeys=True, note="the bidder has his highest of the suit led")
saved("adversary-saved-lowest", "call_lowest", obeys=True, note="or the lowest; the card played in error is taken up")
saved("adversary-saved-refused", "call_highest", obeys=False, note="he plays his lowest instead")


@boston(
    "adversary-saved-exposed", "revoke_corrected", "bo-29.b", "bo-P.revoke.a", note="or the card is claimed as exposed"
)
def saved_exposed(t: Boston) -> Expect:
    at, mine, _ = adversary_renounces(t)
    t.fact("demanded", by="A", remedy="treat_as_exposed", ruling=1)
    t.play(mine[0])
    want = rule("renounce", "bo-29.b|bo-29|bo-P.revoke.a", "Y", at, ["correctable", "option"])
    return only(want, allow=[rule("exposed_card", by="Y")])


@boston(
    "adversary-saved-other-asks",
    "wrong_demand",
    "bo-29.b",
    "bo-P.revoke.a",
    note="B asks for the highest: it is the bidder's choice",
)
def saved_other(t: Boston) -> Expect:
    at, _, _ = adversary_renounces(t)
    bad = t.fact("demanded", by="B", remedy="call_highest", seat="Y", ruling=1)
    return only(
        rule("renounce", "bo-29|bo-P.revoke.a|am-28|am-29", "Y", at, ["correctable"], never=["applied"]),
        rule("wrong_demand", by="B", line=bad),
    )


# ------------------------------------------------------------------ revokes
Told = tuple[int, int, int]


def revoke(t: Boston, seat: str, after: int = 3) -> Told:
    """The seat renounces in error in the trick after so many, and it is quitted. Line, line of quitting, trick."""
    t.rounds(after)
    need(t.leader != seat)
    t.play()
    t.until(seat)
    at, trick = t.renounce(seat), t.number - (1 if t.full else 0)
    return at, t.round(), trick


def charged(t: Boston, seat: str, to: list[str], told: Told, paid: Counters, row: str, **more: object) -> Expect:
    """Claimed and proved, the payment demanded, the hands abandoned and shown."""
    at, quitted, trick = told
    t.fact("claimed", by=to[0], what="revoke", against=seat, trick=trick)
    done = t.fact("demanded", by=to[0], remedy="pays", ruling=1)
    t.fact("abandoned")
    t.cut_next()
    want = rule(
        "renounce", row, seat, at, ["correctable", "established", "applied"], trick=trick,
        at={"established": quitted, "applied": done}, remedies={"pays": to},
        not_remedies=["two_tricks", "three_tricks"],
    )  # fmt: skip
    return only(want, result=t.outcome(paid, **more), allow=DROPPED)


FOES = ["Y", "B", "Z"]
BIDDER = "bo-30.a|bo-P.revoke.c"
OTHER = "bo-30.b|bo-P.revoke.d"


@boston(
    "revoke-bidder",
    "revoke",
    "bo-30.a",
    "bo-30.c",
    "bo-31",
    "bo-P.revoke.c",
    note="the printed example: eight bid, a revoke proved: put in for one, 23 to each; hands abandoned",
    hands=FAIR,
)
def revoke_bidder(t: Boston) -> Expect:
    t.declare("A", "8")
    return charged(t, "A", FOES, revoke(t, "A"), t.paid(-23), BIDDER)


@boston(
    "revoke-bidder-pool",
    "revoke",
    "bo-30.a",
    "bo-P.revoke.c",
    "bo-P.pool.a",
    note="he doubles the pool of ten and adds four red",
    certainty="reading",
    hands=FAIR,
    score=TEN,
)
def revoke_bidder_pool(t: Boston) -> Expect:
    t.declare("A", "8")
    return charged(t, "A", FOES, revoke(t, "A"), t.paid(-23), BIDDER, pool={"red": 24})


@boston(
    "revoke-bidder-made",
    "revoke",
    "bo-30.a",
    "bo-P.revoke.c",
    note="he had his five already: the call is lost in any case",
    hands=FAIR,
)
def revoke_bidder_made(t: Boston) -> Expect:
    t.declare("A", "5")
    told = revoke(t, "A", 7)
    need(t.taken["A"] >= 5)
    return charged(t, "A", FOES, told, t.paid(-11), BIDDER)


@boston(
    "revoke-bidder-misere",
    "revoke",
    "bo-30.a",
    note="a misère player revokes: he pays the stakes",
    hands=LOW,
    certainty="reading",
)
def revoke_bidder_misere(t: Boston) -> Expect:
    t.declare("A", "grand-misere")
    told = revoke(t, "A", 2)
    need(t.taken["A"] == 0)
    return charged(t, "A", FOES, told, t.paid(-40), BIDDER)


def as_won(bid: str, white: int) -> BostonScript:
    """An adversary revokes: each pays as if the bid were won, and for three over-tricks where these fit."""

    def script(t: Boston) -> Expect:
        t.declare("A", bid)
        return charged(t, "Y", ["A"], revoke(t, "Y"), t.paid(white), OTHER)

    return script


ROWS = ("bo-30.b", "bo-30.c", "bo-31", "bo-P.revoke.d")


def adversary(name: str, bid: str, white: int, note: str, certainty: str = "text") -> None:
    boston(name, "revoke", *ROWS, note=note, certainty=certainty)(as_won(bid, white))


adversary("revoke-adversary-five", "5", 13, "five bid: paid as for eight")
adversary("revoke-adversary-six", "6", 17, "six bid: as for nine, 17 from each")
adversary("revoke-adversary-seven", "7", 22, "seven bid: as for ten")
adversary("revoke-adversary-eight", "8", 28, "eight bid: as for eleven")
adversary("revoke-adversary-nine", "9", 39, "nine bid: as for twelve")
adversary("revoke-adversary-ten", "10", 52, "ten bid, and three are thirteen, which are not too many", "reading")
adversary("revoke-adversary-eleven", "11", 63, "eleven and three would be fourteen: the bid alone")
adversary("revoke-adversary-twelve", "12", 106, "twelve: the bid alone")
boston(
    "revoke-adversary-ten-strict",
    "revoke",
    *ROWS,
    note="for nine at the most, as printed",
    certainty="reading",
    options={"revoke_over_tricks": "nine"},
)(as_won("10", 42))


@boston(
    "revoke-adversary-misere",
    "revoke",
    "bo-30.b",
    note="an adversary of the misère revokes: forty from each",
    hands=LOW,
)
def adversary_misere(t: Boston) -> Expect:
    t.declare("A", "grand-misere")
    told = revoke(t, "Y", 2)
    need(t.taken["A"] == 0)
    return charged(t, "Y", ["A"], told, t.paid(40), OTHER)


@boston(
    "revoke-adversary-pool",
    "revoke",
    "bo-30.b",
    "bo-P.revoke.d",
    "bo-P.pool.a",
    note="the bidder takes the pool of ten; the revoker alone puts four red into the next",
    certainty="reading",
    score=TEN,
)
def adversary_pool(t: Boston) -> Expect:
    t.declare("A", "6")
    return charged(t, "Y", ["A"], revoke(t, "Y"), t.paid(17), OTHER, pool_paid={"A": {"red": 10}})


@boston(
    "revoke-wrong-claimant",
    "wrong_demand",
    "bo-30.b",
    note="the revoker's partner asks for payment: it is the bidder's",
)
def wrong_claimant(t: Boston) -> Expect:
    t.declare("A", "6")
    at, quitted, trick = revoke(t, "Y")
    bad = t.fact("demanded", by="B", remedy="pays", ruling=1)
    want = rule(
        "renounce", "bo-30|bo-P.revoke", "Y", at, ["correctable", "established"], trick=trick,
        at={"established": quitted}, never=["applied"],
    )  # fmt: skip
    return only(want, rule("wrong_demand", by="B", line=bad))


@boston(
    "revoke-not-claimed",
    "revoke",
    "bo-30.a",
    "bo-P.revoke.c",
    "bo-31",
    note="nobody claims before the next pack is cut: as it was played",
)
def not_claimed(t: Boston) -> Expect:
    t.declare("A", "6")
    at, quitted, trick = revoke(t, "A")
    made(t, 6)
    bar = t.cut_next()
    want = rule(
        "renounce", "bo-30|bo-P.revoke|am-28|am-33", "A", at, ["correctable", "established", "lapsed"], trick=trick,
        at={"established": quitted, "lapsed": bar}, never=["applied"],
    )  # fmt: skip
    return only(want, result=t.outcome())


@boston(
    "revoke-adversary-not-claimed", "revoke", "bo-30.b", "bo-P.revoke.d", note="nor an adversary's: he fails by one"
)
def adversary_not_claimed(t: Boston) -> Expect:
    t.declare("A", "6")
    at, quitted, trick = revoke(t, "Y")
    made(t, 5)
    bar = t.cut_next()
    want = rule(
        "renounce", "bo-30|bo-P.revoke|am-28|am-33", "Y", at, ["correctable", "established", "lapsed"], trick=trick,
        at={"established": quitted, "lapsed": bar}, never=["applied"],
    )  # fmt: skip
    return only(want, result=t.outcome())


@boston(
    "revoke-claimed-not-proved",
    "revoke",
    "bo-30.c",
    "bo-31",
    note="claimed, and there was none: the hand is played out",
)
def not_proved(t: Boston) -> Expect:
    t.declare("A", "6")
    t.rounds(4)
    at = t.fact("claimed", by="Y", what="revoke", against="A", trick=3)
    t.round()
    made(t, 6)
    t.cut_next()
    want = rule("revoke_unproved|renounce", None, None, at, never=["established", "applied"], not_remedies=["pays"])
    return only(want, result=t.outcome())


@boston("revoke-waived", "revoke", "bo-30.b", note="the bidder waives it", certainty="contract")
def waived(t: Boston) -> Expect:
    t.declare("A", "6")
    at, _, trick = revoke(t, "Y")
    t.fact("claimed", by="A", what="revoke", against="Y", trick=trick)
    done = t.fact("waived", by="A", ruling=1)
    made(t, 7)
    t.cut_next()
    want = rule(
        "renounce", "bo-30|bo-P.revoke|am-28", "Y", at, ["correctable", "established", "waived"], trick=trick,
        at={"waived": done}, never=["applied"],
    )  # fmt: skip
    return only(want, result=t.outcome())


@boston("void-discards", "regular", "bo-30.b", note="he has none of the suit led: no revoke", hands=ALL)
def void_discards(t: Boston) -> Expect:
    t.declare("A", "6", "H")
    t.play_out()
    t.cut_next()
    return Expect(result=t.outcome())


# ------------------------------------------------------------------ misère partout
def partout(t: Boston, told: Told, **more: object) -> Expect:
    """Five red from the revoker to each, and the hands abandoned."""
    t.caller = ""
    return charged(t, "Y", ["A", "B", "Z"], told, t.five_red("Y"), "bo-30.d|bo-P.revoke.e", **more)


@boston(
    "partout-revoke",
    "revoke",
    "bo-30.d",
    "bo-P.revoke.e",
    "bo-31",
    note="misère partout: the revoker pays each five red, no trick is counted",
)
def partout_revoke(t: Boston) -> Expect:
    t.all_pass()
    return partout(t, revoke(t, "Y"))


@boston(
    "partout-revoke-pool", "revoke", "bo-P.revoke.e", note="and four red to the pool", certainty="reading", score=TEN
)
def partout_revoke_pool(t: Boston) -> Expect:
    t.all_pass()
    return partout(t, revoke(t, "Y"), pool={"red": 14})


@boston(
    "partout-revoke-corrected",
    "revoke_corrected",
    "bo-30.d",
    "bo-P.error.e",
    note="put right in time: no penalty here",
    certainty="reading",
)
def partout_corrected(t: Boston) -> Expect:
    t.all_pass()
    t.rounds(2)
    need(t.leader != "Y")
    t.play()
    t.until("Y")
    at = t.renounce("Y")
    need(not t.full)
    t.withdraw("Y", t.last_card())
    t.play(t.of("Y", t.led)[0])
    t.play_out()
    t.cut_next()
    want = rule("renounce", None, "Y", at, ["correctable"], never=["established", "applied"], not_remedies=["pays"])
    return only(want, result=t.outcome(t.partout_paid()), allow=[free("exposed_card", "Y")])


@boston("partout-revoke-not-claimed", "revoke", "bo-30.d", "bo-P.revoke.e", note="not claimed: as it was played")
def partout_not_claimed(t: Boston) -> Expect:
    t.all_pass()
    at, quitted, trick = revoke(t, "Y")
    t.play_out()
    bar = t.cut_next()
    want = rule(
        "renounce", "bo-30|bo-P.revoke|am-28|am-33", "Y", at, ["correctable", "established", "lapsed"], trick=trick,
        at={"established": quitted, "lapsed": bar}, never=["applied"],
    )  # fmt: skip
    return only(want, result=t.outcome(t.partout_paid()))
