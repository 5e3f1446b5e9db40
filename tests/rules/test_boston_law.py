"""Boston's and Cayenne's own law: what follows a fault, and what is paid for it."""

from __future__ import annotations

import json
from typing import Any

from tests.rules.runner import judged_text

Printed = dict[str, Any]

HANDS = {
    "A": "AS KS QS JS 2H 3H 4H 5D 6D 7D 2C 3C 4C",
    "Y": "TS 9S 8S 7S AH KH QH AD KD QD AC KC QC",
    "B": "6S 5S 4S JH TH 9H 8H JD TD 9D JC TC 9C",
    "Z": "3S 2S 7H 6H 5H 8D 4D 3D 2D 8C 7C 6C 5C",
}


def fact(name: str, **fields: object) -> dict[str, object]:
    """One line of a record."""
    return {"fact": name, **fields}


def begun(call: str = "5", trump: str | None = "S", caller: str = "A") -> list[dict[str, object]]:
    """Dealt, the still pack turned, one bid, and the trump named."""
    out = [fact("presented", by="Z"), fact("cut", by="B", packets=[20, 32])]
    cards = {s: held.split() for s, held in HANDS.items()}
    for packet in (4, 4, 5):
        for s in "AYBZ":
            out.append(fact("dealt", to=s, cards=" ".join(cards[s][:packet])))
            del cards[s][:packet]
    out.append(fact("turned", card="5H", at="A", of="still"))
    out += [fact("bid", by=s, call=call if s == caller else "pass") for s in "AYBZ"]
    if trump is not None:
        out.append(fact("named_trump", by=caller, trump=trump))
    return out


def trick(*plays: str, gathers: str = "") -> list[dict[str, object]]:
    """Plays as ``AKS``: seat, then card; gathered by a seat where one is told."""
    out = [fact("played", by=p[0], cards=p[1:]) for p in plays]
    return [*out, fact("quitted", by=gathers)] if gathers else out


def judge(lines: list[dict[str, object]], game: str = "boston", **heading: object) -> list[Printed]:
    """What the director is told."""
    first = {"record": 1, "game": game, "laws": "american-1893", "seats": list("AYBZ"), "dealer": "Z"} | heading
    return judged_text("\n".join(json.dumps(x) for x in (first, *lines)))


def rulings(out: list[Printed], irregularity: str) -> list[Printed]:
    """Those of one irregularity."""
    return [o for o in out if o.get("irregularity") == irregularity]


def result(out: list[Printed]) -> Printed:
    """The last result."""
    last = out[-1]["result"]
    assert isinstance(last, dict)
    return last


def offered(ruling: Printed) -> dict[str, list[str]]:
    """Remedies with those who may demand them."""
    remedies = ruling["remedies"]
    assert isinstance(remedies, list)
    return {r["remedy"]: r["to"] for r in remedies}


def white(out: list[Printed], seat: str) -> int:
    """White counters of a seat."""
    counters = result(out)["counters"]
    assert isinstance(counters, dict)
    return int(counters[seat]["white"])


# ------------------------------------------------------------------ misères
def claims(error: list[dict[str, object]], irregularity: str, row: str, by: str) -> None:
    """In a grand misère of A the error lets him claim pool and stakes."""
    lines = [*begun("grand-misere", None), *trick("A2H", "YKH", "BJH", "Z7H", gathers="Y"), *error]
    told = rulings(judge(lines), irregularity)[0]
    assert (told["law"][0], told["by"], told["status"]) == (row, by, "option")
    assert offered(told) == {"stakes_claimed": ["A"]}
    out = judge([*lines, fact("demanded", by="A", remedy="stakes_claimed", ruling=1), fact("next_cut", by="Z")])
    assert (white(out, "A"), white(out, by)) == (120, -40)
    assert result(out)["pool_paid"] == {"A": {"red": 4}, by: {"red": -4}}
    assert result(out)["pool"] == {"red": 4}
    assert result(judge([*lines, fact("next_cut", by="Z")])).get("unfinished")


def test_errors_of_adversaries_in_a_misere() -> None:
    claims(trick("Z8C"), "lead_out_of_turn", "bo-24.d", "Z")
    claims([fact("exposed", by="B", cards="6S", how="dropped")], "exposed_card", "bo-P.error.d", "B")
    claims([*trick("YAC"), *trick("Z5C")], "play_out_of_turn", "bo-26.b", "Z")
    claims([fact("looked", by="B", at="trick", trick=1)], "trick_inspected", "bo-37.b", "B")


def test_a_lead_before_all_have_discarded() -> None:
    lines = [
        *begun("little-misere", None, caller="Y"),
        fact("discarded", by="A"), fact("discarded", by="Y"), *trick("A2H"), fact("discarded", by="B"),
    ]  # fmt: skip
    assert offered(rulings(judge(lines), "lead_out_of_turn")[0]) == {"stakes_claimed": ["Y"]}


def test_a_discard_is_never_taken_for_a_renounce() -> None:
    lines = [*begun("little-misere", None, caller="Y"), *(fact("discarded", by=s) for s in "AYBZ")]
    # B holds three spades and may have discarded one; two are left for certain, so the third trick proves nothing.
    lines += [*trick("AAS", "YTS", "B6S", "Z3S", gathers="A"), *trick("AKS", "Y9S", "B5S", "Z2S", gathers="A")]
    out = judge([*lines, *trick("AQS", "Y8S", "BJH", "Z7H", gathers="A")])
    assert rulings(out, "renounce") == []
    out = judge([*lines, *trick("AQS", "Y8S", "BJH", "Z7H", gathers="A"), *trick("A2H", "YKH", "B4S", "Z6H")])
    assert rulings(out, "renounce")[0]["status"] == "established"


# ------------------------------------------------------------------ one against three
def test_the_bidder_may_show_his_cards() -> None:
    lines = [*begun(), *trick("AAS", "YTS", "B6S", "Z3S", gathers="A")]
    out = judge([*lines, fact("exposed", by="A", cards="2H", how="dropped")])
    assert [o for o in out if "ruling" in o] == []


def test_an_adversarys_false_lead() -> None:
    lines = [*begun(), *trick("AAS", "YTS", "B6S", "Z3S", gathers="A"), *trick("Y7S")]
    assert offered(rulings(judge(lines), "lead_out_of_turn")[0]) == {"call_suit": ["A"], "treat_as_exposed": ["A"]}
    # It was his own lead: he makes it, and may call a suit when the adversaries have the next.
    assert [o["status"] for o in rulings(judge([*lines, *trick("AKS")]), "lead_out_of_turn")] == ["option"]
    played = rulings(judge([*lines[:-1], *trick("Z8C", "A2C")]), "lead_out_of_turn")
    assert [o["status"] for o in played] == ["option", "cancelled"]
    assert played[-1]["law"] == ["bo-24.b"]


def test_a_mended_revoke() -> None:
    adversary = [*begun(), *trick("AAS", "YAH"), fact("withdrew", by="Y", cards="AH"), *trick("YTS")]
    told = rulings(judge(adversary), "renounce")
    assert told[1]["law"][0] == "bo-29.b"
    assert {"treat_as_exposed", "call_highest", "call_lowest"} <= offered(told[1]).keys()
    mine = [*begun(), *trick("A2H", "YKH", "BJH", "Z7H", gathers="Y"), *trick("YAC", "B9C", "Z5C", "AAS")]
    told = rulings(judge([*mine, fact("withdrew", by="A", cards="AS"), *trick("A2C")]), "renounce")
    assert [(o["status"], o["law"][0]) for o in told][-1] == ("cancelled", "bo-29.a")


def test_a_revoke_that_stands() -> None:
    lines = [*begun("8"), *trick("AAS", "YAH", "B6S", "Z3S", gathers="A")]
    lines += [fact("claimed", by="A", what="revoke", against="Y", trick=1), fact("demanded", by="A", remedy="pays")]
    out = judge([*lines, fact("next_cut", by="Z")])
    assert white(out, "A") == 3 * 28
    assert result(out)["pool_paid"] == {"A": {"red": 4}, "Y": {"red": -4}}
    mine = [*begun("8"), *trick("A2H", "YKH", "BJH", "Z7H", gathers="Y")]
    mine += trick("YAC", "B9C", "Z5C", "AAS", gathers="A")
    mine += [fact("claimed", by="B", what="revoke", against="A", trick=2), fact("demanded", by="B", remedy="pays")]
    out = judge([*mine, fact("next_cut", by="Z")])
    assert white(out, "A") == -3 * 23
    assert result(out)["pool_paid"] == {"A": {"red": -8}}
    assert result(out)["pool"] == {"red": 12}


def test_cards_too_few_and_too_many() -> None:
    lines = [*begun("6"), *trick("AAS", "YTS", "B6S", "Z3S", gathers="A")]
    out = judge([*lines, fact("found", seat="B", count=11), fact("next_cut", by="Z")])
    assert rulings(out, "surplus_or_deficiency")[0]["law"] == ["bo-19.a", "bo-P.count"]
    assert white(out, "A") == 45
    out = judge([*lines, fact("found", seat="A", count=11), fact("next_cut", by="Z")])
    assert white(out, "A") == -45
    out = judge([*lines, fact("found", seat="Y", count=13), fact("next_cut", by="Z")])
    assert result(out)["void"]
    assert (result(out)["next_dealer"], result(out)["pool_paid"]) == ("Z", {"Z": {"red": -1}})


def test_a_misdeal_costs_a_counter_and_not_the_deal() -> None:
    out = judge([*begun()[:9], fact("counted", by="Z", what="pack"), fact("next_cut", by="Z")])
    assert rulings(out, "counted_by_dealer")[0]["law"][0] == "bo-17"
    assert (result(out)["next_dealer"], result(out)["pool_paid"]) == ("Z", {"Z": {"red": -1}})
    assert result(out)["pool"] == {"red": 5}


def test_the_pool_is_played_for_in_turn() -> None:
    lost = [*begun("grand-misere", None), *trick("AAS", "YTS", "B6S", "Z3S", gathers="A"), fact("next_cut", by="Z")]
    out = judge(lost, score={"pool": [25, 7]})
    assert result(out)["pools"] == [{"red": 25}, {"red": 25}, {"red": 7}]


def test_all_pass_and_each_plays_for_himself() -> None:
    lines = [*begun()[:15], *(fact("bid", by=s, call="pass") for s in "AYBZ")]
    assert result(judge([*lines, fact("next_cut", by="Z")])).get("unfinished")
    out = judge([*lines, *trick("Y7S")])
    assert rulings(out, "lead_out_of_turn") == []
    revoked = [*lines, *trick("AAS", "YAH", "B6S", "Z3S", gathers="A")]
    revoked += [fact("claimed", by="A", what="revoke", against="Y", trick=1), fact("demanded", by="A", remedy="pays")]
    counters = result(judge([*revoked, fact("next_cut", by="Z")]))["counters"]
    assert isinstance(counters, dict)
    assert {s: counters[s]["red"] for s in "AYBZ"} == {"A": 5, "Y": -15, "B": 5, "Z": 5}


# ------------------------------------------------------------------ cayenne
def cayenne(*lines: dict[str, object], **heading: object) -> list[Printed]:
    """A hand of Cayenne dealt by Z, the heart five turned."""
    return judge([*begun()[:15], *lines], "cayenne", **heading)


def test_the_trump_is_made_in_turn() -> None:
    assert [o for o in cayenne(fact("named_trump", by="Z", trump="S")) if "ruling" in o] == []
    left = [fact("said", by="Z", what="you_make_it"), fact("named_trump", by="Y", trump="grand")]
    assert [o for o in cayenne(*left) if "ruling" in o] == []
    told = rulings(cayenne(fact("named_trump", by="Y", trump="S")), "trump_named_out_of_turn")[0]
    assert offered(told) == {"new_deal": ["A", "B"], "stands": ["A", "B"]}
    again = [fact("named_trump", by="Z", trump="S"), fact("named_trump", by="Z", trump="H")]
    assert rulings(cayenne(*again), "trump_named_out_of_turn")[0]["law"][0] == "ca-18.d"
    out = cayenne(fact("named_trump", by="Y", trump="S"), fact("demanded", by="A", remedy="new_deal", ruling=1))
    assert result(out)["next_dealer"] == "Z"


def test_a_revoke_at_cayenne_has_three_prices() -> None:
    out = cayenne(fact("named_trump", by="Z", trump="S"), *trick("AAS", "YAH", "B6S", "Z3S", gathers="A"))
    told = rulings(out, "renounce")[-1]
    assert told["law"][0] == "ca-30.a"
    assert offered(told) == {w: ["A", "B"] for w in ("three_tricks", "deduct_three", "add_three")}
