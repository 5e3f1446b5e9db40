"""Records that break their contract: the line is named and nothing is judged."""

from __future__ import annotations

from tests.rules.casebook.book import CASES, Expect, case
from tests.rules.casebook.hand import Hand


def spoil(name: str, text: str, note: str, *, certainty: str = "contract", after: int = 9) -> None:
    """A case whose record is regular for ``after`` facts and then holds the faulty line."""

    @case(name, "parse", "am-1", note=note, certainty=certainty)
    def script(t: Hand) -> Expect:
        t.begin()
        t.rounds(1)
        del t.lines[after:]
        t.lines.append(text)
        at = t.line
        t.fact("quitted", by="N")
        return Expect(error=at)

    assert CASES[name].script is script


spoil("bad-fact", '{"fact":"danced","by":"N"}', "no such fact")
spoil("bad-no-fact", '{"by":"N","cards":"AS"}', "the line says no fact at all")
spoil("bad-seat", '{"fact":"played","by":"X","cards":"AS"}', "no such seat at this table")
spoil("bad-seat-small", '{"fact":"played","by":"n","cards":"AS"}', "seats are upper-case letters")
spoil("bad-card", '{"fact":"played","by":"E","cards":"1S"}', "no such card")
spoil("bad-card-order", '{"fact":"played","by":"E","cards":"S7"}', "rank first, then suit")
spoil("bad-card-ten", '{"fact":"played","by":"E","cards":"10S"}', "ten is T")
spoil("bad-card-among", '{"fact":"played","by":"E","cards":"AS KX"}', "one good card and one bad")
spoil("bad-no-cards", '{"fact":"played","by":"E"}', "a required field is missing")
spoil("bad-no-by", '{"fact":"quitted"}', "who gathered is required")
spoil("bad-no-how", '{"fact":"exposed","by":"E","cards":"AS"}', "how is required")
spoil("bad-no-remedy", '{"fact":"demanded","by":"E"}', "a demand of nothing")
spoil("bad-how", '{"fact":"exposed","by":"E","cards":"AS","how":"sung"}', "no such way of exposing")
spoil("bad-remedy", '{"fact":"demanded","by":"E","remedy":"apology"}', "no such remedy")
spoil("bad-irregularity", '{"fact":"reported","by":"E","irregularity":"cheating"}', "no such irregularity")
spoil("bad-said", '{"fact":"said","by":"E","what":"hello"}', "no such saying")
spoil("bad-claim", '{"fact":"claimed","by":"E","what":"victory"}', "no such claim")
spoil("bad-side", '{"fact":"consulted","by":"NE"}', "N and E are no side")
spoil("bad-count", '{"fact":"found","seat":"E","count":"many"}', "a count is a number")
spoil("bad-trick", '{"fact":"looked","by":"E","at":"trick"}', "to look at a trick says at which")
spoil("bad-dealt", '{"fact":"dealt","to":"E"}', "dealt says the cards or how many")
spoil("bad-ticked", '{"fact":"ticked"}', "time passes to some time")
spoil("bad-source", '{"fact":"quitted","by":"N","source":"gossip"}', "no such source")
spoil("bad-confidence", '{"fact":"quitted","by":"N","confidence":1.5}', "confidence is 0 to 1", certainty="reading")
spoil("bad-json", '{"fact":"quitted","by":"N"', "a line that is no JSON")
spoil("bad-array", '["quitted","N"]', "a line that is no object")
spoil("bad-next-dealer", '{"fact":"next_deal","dealer":"Q"}', "no such dealer")
spoil(
    "bad-corrected",
    '{"fact":"corrected","line":3,"by":"director","why":"misread"}',
    "a correction needs the whole fact",
)
spoil(
    "bad-corrected-card",
    '{"fact":"corrected","line":3,"by":"director","why":"misread","to":{"fact":"played","by":"E","cards":"ZZ"}}',
    "the fact in a correction is read like any other",
)
spoil(
    "bad-retracted-ahead",
    '{"fact":"retracted","line":99,"by":"director","why":"no"}',
    "a line that is not there yet",
    certainty="reading",
)
spoil(
    "bad-retracted-heading",
    '{"fact":"retracted","line":1,"by":"director","why":"no"}',
    "the heading is no fact",
    certainty="reading",
)
spoil("bad-retracted-line", '{"fact":"retracted","line":"three","by":"director","why":"no"}', "a line is a number")


@case("bad-time", "parse", "am-1", note="t decreases", certainty="contract")
def bad_time(t: Hand) -> Expect:
    t.begin()
    for i, row in enumerate(t.lines):
        assert isinstance(row, dict)
        row["t"] = i * 1.0
    at = 30
    row = t.row(at)
    row["t"] = 3.0
    return Expect(error=at)


@case("bad-blank-lines", "parse", "am-1", note="physical lines are counted, empty ones too", certainty="contract")
def bad_blank(t: Hand) -> Expect:
    t.prepare()
    t.lines[1:1] = ["", ""]
    t.lines.append('{"fact":"danced"}')
    return Expect(error=t.line)


def head(name: str, note: str, *, certainty: str = "contract", drop: str | None = None, **change: object) -> None:
    """A case whose heading does not fit."""

    @case(name, "parse", "am-1", note=note, certainty=certainty)
    def script(t: Hand) -> Expect:
        t.begin()
        t.heading |= change
        if drop:
            del t.heading[drop]
        return Expect(error=1)

    assert CASES[name].script is script


head("bad-heading-no-record", "the version is required", drop="record")
head("bad-heading-no-game", "the game is required", drop="game")
head("bad-heading-no-laws", "the laws are required", drop="laws")
head("bad-heading-no-seats", "the seats are required", drop="seats")
head("bad-heading-no-dealer", "the dealer is required", drop="dealer")
head("bad-heading-version", "a version that nobody knows", record=2)
head("bad-heading-game", "no such game", game="bridge")
head("bad-heading-laws", "no such laws", laws="hoyle")
head("bad-heading-laws-of-game", "solo is not played under the English laws", game="solo", laws="english-cavendish")
head("bad-heading-dealer", "the dealer does not sit here", dealer="X")
head("bad-heading-three", "whist needs four", seats=["N", "E", "S"])
head("bad-heading-twice", "a seat twice", seats=["N", "E", "N", "W"])
head("bad-heading-small", "seats are upper-case letters", seats=["n", "e", "s", "w"], dealer="n")
head("bad-heading-side", "a score for a side that is not there", score={"game": {"NE": 2}}, certainty="reading")
head("bad-heading-complete", "no such phase", complete=["cut", "supper"])
head("bad-heading-disclosure", "no such disclosure", options={"disclosure": "never"})
head("bad-heading-sides", "sides that leave a seat out", sides=["NS", "E"], certainty="reading")
head("bad-heading-dummy", "dummy needs its open hand", game="dummy", laws="english-cavendish")


@case("bad-heading-json", "parse", "am-1", note="the first line is no JSON", certainty="contract")
def bad_heading_json(t: Hand) -> Expect:
    t.prepare()
    t.first = "record one, whist"
    return Expect(error=1)


@case("bad-empty", "parse", "am-1", note="an empty file has no heading", certainty="reading")
def bad_empty(t: Hand) -> Expect:
    t.first = ""
    return Expect(error=1)
