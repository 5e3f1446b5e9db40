"""Cayenne: who names what is played, the lead, the ace in nullo, errors in play, and the revoke."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.cayenne.scoring import carried
from tests.rules.casebook.cayenne.table import RANKED, STRONG, Cayenne, cayenne, made
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only

FOES = ["N", "S"]
"""W deals: the adversaries of him and of E."""


# ------------------------------------------------------------------ the declaration
def named(name: str, trump: str, note: str) -> None:
    @cayenne(name, "regular", "ca-18.b", "ca-P.lead", note=note)
    def script(t: Cayenne) -> Expect:
        t.declare(trump)
        return Expect(result=t.finish())

    del script


named("dealer-names-suit", "C", "the dealer names a suit")
named("dealer-names-grand", "grand", "or grand")
named("dealer-names-nullo", "nullo", "or nullo")


@cayenne("led-before-named", "declaring", "ca-18.b", note="N leads, and only then it is named", certainty="reading")
def led_before(t: Cayenne) -> Expect:
    t.begin()
    t.play()
    at = t.name("grand")
    want = rule("played_before_decision|lead_out_of_turn|bid_irregular|trump_named_out_of_turn", "ca-18|ca-P", "N", at)
    return only(want)


@cayenne("partner-names", "regular", "ca-18.c", "ca-P.transfer", "ca-18.b", note="You make it, partner: E names hearts")
def partner_names(t: Cayenne) -> Expect:
    t.begin()
    t.fact("said", by="W", what="you_make_it")
    t.name("H", "E")
    return Expect(result=t.finish())


@cayenne(
    "partner-names-form",
    "regular",
    "ca-18.c",
    "ca-P.transfer",
    note="the same by the form's word for passing",
    certainty="contract",
)
def partner_names_form(t: Cayenne) -> Expect:
    t.begin()
    t.fact("named_trump", by="W", passes=True)
    t.name("grand", "E")
    return Expect(result=t.finish())


def out_of_turn(name: str, row: str, by: str, note: str, *, passed: bool = False) -> None:
    @cayenne(name, "named_out_of_turn", row, "ca-P.outturn", note=note)
    def script(t: Cayenne) -> Expect:
        t.begin()
        if passed:
            t.fact("said", by="W", what="you_make_it")
        at = t.fact("named_trump", by=by, trump="H")
        adversaries = FOES if by in "EW" else ["E", "W"]
        want = rule(
            "trump_named_out_of_turn", "ca-P.outturn|ca-18|ca-P.transfer", by, at, ["option"],
            remedies={"new_deal": adversaries}, not_remedies=["deal_lost"],
        )  # fmt: skip
        return only(want)

    del script


out_of_turn("partner-names-unasked", "ca-P.transfer", "E", "his partner names, and nobody has asked him to")
out_of_turn("adversary-names", "ca-18.b", "N", "an adversary names the trump")
out_of_turn("adversary-names-passed", "ca-18.c", "S", "the dealer has passed to his partner, and S names", passed=True)
out_of_turn("dealer-names-after-passing", "ca-18.c", "W", "he has left it to his partner, who must decide", passed=True)


@cayenne(
    "partner-passes-too",
    "declaring",
    "ca-18.c",
    note="it is left to him, and he would pass too: he must decide",
    certainty="reading",
)
def partner_passes(t: Cayenne) -> Expect:
    t.begin()
    t.fact("said", by="W", what="you_make_it")
    at = t.fact("named_trump", by="E", passes=True)
    return only(rule("bid_irregular|trump_named_out_of_turn", "ca-18.c|ca-18", "E", at))


@cayenne(
    "partner-overrides",
    "declaring",
    "ca-18.c",
    "ca-18.d",
    note="the dealer has named; his partner would have another suit",
    certainty="reading",
)
def partner_overrides(t: Cayenne) -> Expect:
    t.declare("S")
    at = t.fact("named_trump", by="E", trump="H")
    return only(rule("bid_irregular|trump_named_out_of_turn", "ca-18|ca-P.outturn", "E", at))


@cayenne(
    "declaration-changed",
    "declaring",
    "ca-18.d",
    note="he names spades, and then hearts: spades stand",
    certainty="reading",
)
def changed(t: Cayenne) -> Expect:
    t.declare("S")
    at = t.fact("named_trump", by="W", trump="H")
    return Expect([rule("bid_irregular|trump_named_out_of_turn", "ca-18.d|ca-18", "W", at)], t.finish())


@cayenne("declared-once", "regular", "ca-18.d", note="named once, played so")
def declared_once(t: Cayenne) -> Expect:
    t.declare("D")
    return Expect(result=t.finish())


@cayenne(
    "out-of-turn-new-deal",
    "named_out_of_turn",
    "ca-P.outturn",
    note="they consult, and demand a new deal: by the same dealer",
)
def new_deal(t: Cayenne) -> Expect:
    t.begin()
    at = t.fact("named_trump", by="E", trump="H")
    t.fact("consulted", by="NS")
    done = t.fact("demanded", by="S", remedy="new_deal", ruling=1)
    want = rule(
        "trump_named_out_of_turn", "ca-P.outturn|ca-18", "E", at, ["option", "applied"], at={"applied": done},
        remedies={"new_deal": FOES},
    )  # fmt: skip
    return only(want, result={"void": True, "next_dealer": "W"})


@cayenne(
    "out-of-turn-waived",
    "named_out_of_turn",
    "ca-P.outturn",
    note="they consult and let it stand",
    certainty="contract",
)
def out_of_turn_waived(t: Cayenne) -> Expect:
    t.begin()
    at = t.name("H", "E")
    t.fact("consulted", by="NS")
    done = t.fact("waived", by="N", ruling=1)
    want = rule(
        "trump_named_out_of_turn", "ca-P.outturn|ca-18", "E", at, ["option", "waived"], at={"waived": done},
        never=["applied"],
    )  # fmt: skip
    return Expect([want], t.finish())


@cayenne(
    "out-of-turn-wrong-side",
    "wrong_demand",
    "ca-P.outturn",
    note="the dealer would have the new deal: it is not his to ask",
)
def wrong_side(t: Cayenne) -> Expect:
    t.begin()
    at = t.fact("named_trump", by="E", trump="H")
    bad = t.fact("demanded", by="W", remedy="new_deal", ruling=1)
    return only(
        rule("trump_named_out_of_turn", "ca-P.outturn|ca-18", "E", at, ["option"], never=["applied"]),
        rule("wrong_demand", by="W", line=bad),
    )


# ------------------------------------------------------------------ the lead, and errors as at whist
@cayenne(
    "dealer-leads",
    "lead_out_of_turn",
    "ca-P.lead",
    "ca-P.error",
    note="the dealer leads: it is for N, on his left; as at whist",
)
def dealer_leads(t: Cayenne) -> Expect:
    t.declare("S")
    card = t.hands["W"][0]
    at = t.play(card, "W", fact="led")
    t.withdraw("W", card)
    return only(rule("lead_out_of_turn", "am-24", "W", at, ["option"], trick=1))


@cayenne(
    "exposed", "exposed", "ca-P.error", note="a card dropped is liable to be called by either adversary, as at whist"
)
def exposed(t: Cayenne) -> Expect:
    t.declare("S")
    t.rounds(2)
    at = t.fact("exposed", by="E", cards=t.hands["E"][0], how="dropped")
    return only(rule("exposed_card", "am-20", "E", at, ["option"], remedies={"call_card": FOES}))


@cayenne("last-trick-seen", "regular", "ca-37", "ca-P.error", note="the last trick may be seen")
def last_trick(t: Cayenne) -> Expect:
    t.declare("S")
    t.rounds(4)
    t.fact("looked", by="N", at="trick", trick=4)
    return Expect(result=t.finish())


@cayenne("earlier-trick-seen", "inspected", "ca-37", "ca-P.error", note="not an earlier one: as a lead out of turn")
def earlier_trick(t: Cayenne) -> Expect:
    t.declare("S")
    t.rounds(4)
    at = t.fact("looked", by="N", at="trick", trick=2)
    want = rule("trick_inspected", "am-37|ca-37", "N", at, ["option"], not_remedies=["stakes_claimed"])
    return only(want | {"remedies": {"call_suit": None}})


@cayenne(
    "nullo-last-trick-seen",
    "regular",
    "ca-37",
    note="nor is nullo a misère: the last trick may be seen",
    certainty="reading",
)
def nullo_last_trick(t: Cayenne) -> Expect:
    t.declare("nullo")
    t.rounds(4)
    t.fact("looked", by="E", at="trick", trick=4)
    return Expect(result=t.finish())


# ------------------------------------------------------------------ the ace in nullo
def ace(name: str, high: bool, late: bool, note: str) -> None:
    """N leads, E puts an ace of the suit on it; he says that it is high, or not, or too late."""

    @cayenne(name, "nullo", "ca-P.nullo.a", note=note, certainty="reading" if late else "text")
    def script(t: Cayenne) -> Expect:
        t.declare("nullo")
        t.play()
        suit = str(t.led)
        need("A" + suit in t.hands["E"] and t.of("S", suit) and t.of("W", suit))
        t.play("A" + suit)
        if high:
            t.fact("said", by="E", what="ace_high", card="A" + suit)
        t.play()
        if late:
            t.fact("said", by="E", what="ace_high", card="A" + suit)
        low = t.best()
        t.play()
        if high:
            t.leader = "E"
            t.taken = {s: int(s == "EW") for s in t.sides()}
        need(low != "E" and (high or t.leader != "E"))
        t.quit()
        out = t.finish()
        return Expect(result=out, allow=[rule(None, "ca-P.nullo", not_remedies=["pays"])] if late else [])

    del script


ace("nullo-ace-low", False, False, "his ace is below the deuce and takes nothing")
ace("nullo-ace-high", True, False, "he declares it high as he plays it: it takes the trick")
ace("nullo-ace-high-late", False, True, "declared when his left-hand player has played: it stays low")


@cayenne("grand-ace-high", "regular", "ca-P.nullo.a", note="in a grand the ace is high without a word", hands=STRONG)
def grand_ace(t: Cayenne) -> Expect:
    t.declare("grand")
    out = t.finish()
    need(t.taken["NS"] < 11)
    return Expect(result=out)


# ------------------------------------------------------------------ the revoke
Told = tuple[int, int, int]


def revoke(t: Cayenne, seat: str, after: int = 3) -> Told:
    """The seat renounces in error in the trick after so many, and it is quitted. Line, line of quitting, trick."""
    t.rounds(after)
    need(t.leader != seat)
    t.play()
    t.until(seat)
    at, trick = t.renounce(seat), t.number - (1 if t.full else 0)
    return at, t.round(), trick


def charge(t: Cayenne, seat: str, told: Told, remedy: str) -> Ruling:
    """Claimed at the end of the hand and the penalty demanded, by N for N and S."""
    at, quitted, trick = told
    t.fact("claimed", by="N", what="revoke", against=seat, trick=trick)
    done = t.fact("demanded", by="N", remedy=remedy, ruling=1)
    return rule(
        "renounce", "ca-30|ca-31|ca-P.revoke", seat, at, ["correctable", "established", "applied"], trick=trick,
        at={"established": quitted, "applied": done},
        remedies={
            "three_tricks": FOES, "deduct_three|value_of_three": FOES, "add_three|value_of_three": FOES,
        },
        not_remedies=["two_tricks"],
    )  # fmt: skip


def penalised(
    name: str, trump: str, remedy: str, ew: int, score: tuple[int, int], note: str, *rows: str, certainty: str = "text"
) -> None:
    """E revokes; E and W take so many tricks."""

    @cayenne(
        name, "revoke", "ca-30.a", "ca-P.revoke", *rows, note=note, certainty=certainty, score=carried(*score)
    )  # fmt: skip
    def script(t: Cayenne) -> Expect:
        t.declare(trump)
        told = revoke(t, "E")
        made(t, "EW", ew)
        want = charge(t, "E", told, remedy)
        side = t.claim_honours()
        t.cut_next()
        times = 8 if trump == "grand" else 4 - RANKED["H"].index(trump)
        if remedy == "three_tricks":
            out = t.scored(side, tricks={"EW": ew - 3, "NS": 16 - ew}, revoked=["EW"])
        elif remedy == "deduct_three":
            out = t.scored(side, added={"EW": -3 * times}, revoked=["EW"])
        else:
            out = t.scored(side, added={"NS": 3 * times}, revoked=["EW"])
        need("won" not in out or side in (None, "NS"))
        if remedy == "deduct_three":
            out.pop("points", None)
        return only(want, result=out)

    del script


penalised(
    "revoke-three-tricks", "S", "three_tricks", 8, (0, 0), "three of eight tricks: five are left, eight for N and S"
)
penalised("revoke-deduct", "S", "deduct_three", 6, (2, 7), "the value of three is taken from their score of seven")
penalised(
    "revoke-deduct-cayenne",
    "H",
    "deduct_three",
    5,
    (0, 9),
    "in the cayenne suit three are worth twelve: nothing is left",
    certainty="reading",
)
penalised("revoke-add", "C", "add_three", 6, (1, 0), "or added: six in the third suit")
penalised("revoke-add-game", "D", "add_three", 7, (2, 0), "nine in second colour: eleven, a game", "ca-P.order")
penalised(
    "revoke-add-order",
    "S",
    "add_three",
    9,
    (8, 2),
    "the penalty counts first: out against two, a triple; then their tricks",
    "ca-P.order",
)
penalised(
    "revoke-stop-at-nine",
    "grand",
    "three_tricks",
    10,
    (0, 5),
    "seven are left of ten, eight points: they stop at nine",
    "ca-31",
    "ca-30.b",
)
penalised(
    "revoke-no-game",
    "grand",
    "add_three",
    9,
    (0, 0),
    "three by cards at grand would be 24: the revokers stop at nine",
    "ca-31",
    "ca-30.b",
    certainty="reading",
)


@cayenne(
    "revoke-within-nine",
    "revoke",
    "ca-31",
    note="what they make within nine they score: four and four",
    score=carried(0, 4),
)
def within_nine(t: Cayenne) -> Expect:
    t.declare("D")
    told = revoke(t, "E")
    made(t, "EW", 10)
    need(t.honours("NS") >= 3)
    want = charge(t, "E", told, "three_tricks")
    side = t.claim_honours()
    t.cut_next()
    return only(want, result=t.scored(side, tricks={"EW": 7, "NS": 6}, revoked=["EW"]))


def no_slam(name: str, ns: int, note: str) -> None:
    @cayenne(name, "revoke", "ca-30.b", "ca-P.slam", "ca-P.revoke", note=note, certainty="reading", hands=STRONG)
    def script(t: Cayenne) -> Expect:
        t.declare("S")
        told = revoke(t, "E")
        made(t, "NS", ns)
        want = charge(t, "E", told, "three_tricks")
        side = t.claim_honours()
        t.cut_next()
        return only(want, result=t.scored(side, tricks={"NS": min(13, ns + 3), "EW": max(0, 10 - ns)}, revoked=["EW"]))

    del script


no_slam("revoke-makes-no-slam", 10, "ten and three by penalty are thirteen, but no slam")
no_slam("revoke-makes-no-little-slam", 9, "nine and three are twelve, but no little slam")


@cayenne(
    "revokers-no-slam",
    "revoke",
    "ca-30.b",
    note="the revokers took twelve: no little slam, and they stop at nine",
    certainty="reading",
    hands={"E": "AS KS QS JS TS 9S 8S 7S 6S AH KH AD 2C"},
)
def revokers_no_slam(t: Cayenne) -> Expect:
    t.declare("S")
    told = revoke(t, "W")
    made(t, "EW", 12)
    want = charge(t, "W", told, "deduct_three")
    side = t.claim_honours()
    t.cut_next()
    out = t.scored(side, added={"EW": -3}, revoked=["EW"])
    out.pop("points", None)
    return only(want, result=out)


@cayenne(
    "revoke-not-claimed",
    "revoke",
    "ca-30.a",
    "ca-31",
    "ca-P.revoke",
    note="nobody claims before the next pack is cut: as it was played",
)
def not_claimed(t: Cayenne) -> Expect:
    t.declare("grand")
    at, quitted, trick = revoke(t, "E")
    made(t, "EW", 9)
    bar = t.cut_next()
    want = rule(
        "renounce", "ca-30|ca-P.revoke|am-28|am-33", "E", at, ["correctable", "established", "lapsed"], trick=trick,
        at={"established": quitted, "lapsed": bar}, never=["applied"],
    )  # fmt: skip
    return only(want, result=t.scored())


@cayenne("revoke-waived", "revoke", "ca-30.a", note="N waives it", certainty="contract")
def waived(t: Cayenne) -> Expect:
    t.declare("grand")
    at, _, trick = revoke(t, "E")
    made(t, "EW", 6)
    t.fact("claimed", by="N", what="revoke", against="E", trick=trick)
    done = t.fact("waived", by="N", ruling=1)
    t.cut_next()
    want = rule(
        "renounce", "ca-30|ca-P.revoke|am-28", "E", at, ["correctable", "established", "waived"], trick=trick,
        at={"waived": done}, never=["applied"],
    )  # fmt: skip
    return only(want, result=t.scored())


@cayenne("revoke-wrong-claimant", "wrong_demand", "ca-30.a", note="the revoker's partner asks for three tricks")
def wrong_claimant(t: Cayenne) -> Expect:
    t.declare("grand")
    at, quitted, trick = revoke(t, "E")
    bad = t.fact("demanded", by="W", remedy="three_tricks", ruling=1)
    want = rule(
        "renounce", "ca-30|ca-P.revoke", "E", at, ["correctable", "established"], trick=trick,
        at={"established": quitted}, never=["applied"],
    )  # fmt: skip
    return only(want, rule("wrong_demand", by="W", line=bad))


@cayenne(
    "revoke-corrected",
    "revoke_corrected",
    "ca-P.error",
    "ca-30.a",
    note="put right in time: the card is liable, no tricks",
)
def corrected(t: Cayenne) -> Expect:
    t.declare("grand")
    t.rounds(2)
    need(t.leader != "E")
    t.play()
    t.until("E")
    at = t.renounce("E")
    need(not t.full)
    t.withdraw("E", t.last_card())
    t.play(t.of("E", t.led)[0])
    want = rule("renounce", "am-28|am-29", "E", at, ["correctable", "option"], not_remedies=["three_tricks"])
    return only(want, allow=[rule("exposed_card", by="E")])
