"""What each role is shown: nothing that its role may not know, and the buttons that are its own."""

from __future__ import annotations

import json
import random
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import docket as dockets
from controller.rules.cards import PACK, Card
from controller.rules.facts import Entry
from controller.rules.heading import read_heading
from controller.rules.record import read_entry
from controller.table import acts, projections
from controller.table.books import Books, hear, open_books
from controller.table.errors import Refused
from controller.table.projections import Room, director_view, seat_view, table_view
from controller.table.views import DirectorView, SeatView, TableView
from tests.table.fakes import HEADING
from tests.table.hands import SEATS, Fact, Hand, left

ROOM = Room()
ALIKE: Final = Path(__file__).with_name("alike.jsonl")
"""Pairs of sittings that differ in hidden cards only, and once did not look the same."""


class World:
    """A table without disk or machine: the books alone."""

    def __init__(self, **options: object) -> None:
        self.books: Books = open_books(read_heading({**HEADING, "options": options} if options else dict(HEADING)))
        self.t = 0.0

    def fact(self, fact: Fact, *, confidence: float = 1.0, source: str = "camera") -> None:
        self.t += 1.0
        obj = {**fact, "t": self.t, "source": source, "confidence": confidence}
        self.entry(read_entry(obj, self.books.line + 1, self.books.seating))

    def entry(self, entry: Entry) -> None:
        self.books, heard = hear(self.books, entry, dockets.hear)
        assert not heard.unjudged

    def press(self, role: str, fact: Fact) -> str | None:
        """What a role enters; the sentence in which it is refused."""
        self.t += 1.0
        line = self.books.line + 1
        try:
            read = acts.read(
                self.books.docket, role, fact, by=None, numbers="table", questions=self.books.asked, line=line
            )
        except Refused as e:
            return str(e)
        self.entry(Entry(line, read, self.t, source="panel" if role.startswith("seat") else "director"))
        return None

    @property
    def table(self) -> TableView:
        return table_view(self.books, ROOM)

    def seat(self, seat: str) -> SeatView:
        room = Room(undo=projections.undoable(self.books, self.t))
        return seat_view(self.books, room, self.table, seat)

    @property
    def director(self) -> DirectorView:
        return director_view(self.books, ROOM, self.table)

    def shown(self) -> tuple[object, ...]:
        """All that players and spectators see."""
        return (self.table, *(self.seat(seat) for seat in SEATS))


def object_of(pairs: object) -> Any:
    if isinstance(pairs, tuple) and pairs and all(isinstance(p, tuple) and len(p) == 2 for p in pairs):
        return {key: object_of(value) for key, value in pairs}
    return pairs


# --------------------------------------------------------------------------- nothing hidden is shown
def other_cards(hand: Hand, played: list[tuple[str, Card]], shuffle: random.Random) -> list[tuple[str, Card]]:
    """The same deal as the table saw it, with every card that it has not seen somewhere else."""
    seen = {card for _, card in played} | {hand.turn_up}
    hidden = [card for _, card in hand.order if card not in seen]
    shuffle.shuffle(hidden)
    fresh = iter(hidden)
    return [(seat, card if card in seen else next(fresh)) for seat, card in hand.order]


Step = tuple[str, Fact]


@st.composite
def sittings(draw: st.DrawFn) -> tuple[list[Step], list[Step]]:
    """The same public events over two deals that differ in cards which nobody has seen."""
    hand = Hand(draw(st.integers(0, 10**6)), revoke_from=draw(st.sampled_from((None, 1, 2, 4))))
    start = hand.start()
    count = draw(st.integers(1, 11))
    events: list[Step] = []
    tricks = hand.tricks()
    for _ in range(count):
        for fact in next(tricks):
            events.append(("camera", fact))
            events += draw(st.lists(presses(hand), max_size=1))
    extra = draw(st.sampled_from(("none", "lead", "exposed", "doubt")))
    seat = draw(st.sampled_from(SEATS))
    card = hand.held[seat][-1]
    match extra:
        case "lead":
            events.append(("camera", {"fact": "played", "by": seat, "cards": card}))
        case "exposed":
            events.append(("camera", {"fact": "exposed", "by": seat, "cards": card, "how": "dropped"}))
        case "doubt":
            events.append(("camera", {"fact": "played", "by": seat, "cards": "??", "maybe": [card, hand.turn_up]}))
        case _:
            pass
    if extra in ("lead", "exposed"):
        hand.plays.append((seat, card))
    events += draw(st.lists(presses(hand), max_size=6))
    order = other_cards(hand, hand.plays, random.Random(draw(st.integers(0, 10**6))))
    other = [Fact(fact="dealt", to=s, cards=c) for s, c in order]
    first = [("shoe", fact) for fact in start]
    second = [("shoe", fact) for fact in (*start[:3], *other, start[-1])]
    return [*first, *events], [*second, *events]


def presses(hand: Hand) -> st.SearchStrategy[Step]:
    """What a seat may try to press, rightful or not."""
    seat = st.sampled_from(SEATS)
    rulings = st.integers(1, 3)
    facts = st.one_of(
        st.builds(
            lambda by, against, trick: {
                "fact": "claimed", "by": by, "what": "revoke", "against": against, "trick": trick
            },
            seat, seat, st.integers(1, 6),
        ),
        st.builds(lambda by: {"fact": "claimed", "by": by, "what": "rest"}, seat),
        st.builds(
            lambda by, remedy, ruling: {"fact": "demanded", "by": by, "remedy": remedy, "ruling": ruling},
            seat, st.sampled_from(("two_tricks", "call_highest", "hand_callable", "call_card")), rulings,
        ),
        st.builds(
            lambda by, suit, ruling: {
                "fact": "demanded", "by": by, "remedy": "call_suit", "suit": suit, "ruling": ruling
            },
            seat, st.sampled_from("SHDC"), rulings,
        ),
        st.builds(lambda by, ruling: {"fact": "waived", "by": by, "ruling": ruling}, seat, rulings),
        st.builds(lambda by, number: {"fact": "answered", "by": by, "question": number}, seat, st.just(1)),
    )  # fmt: skip
    return facts.map(lambda fact: (f"seat:{fact['by']}", fact))


def run(world: World, step: Step) -> str | None:
    source, fact = step
    if source.startswith("seat:"):
        return world.press(source, fact)
    world.fact(fact, source=source)
    return None


@settings(max_examples=40, deadline=None)
@given(sittings())
def test_hands_that_differ_only_in_hidden_cards_look_the_same_to_players(both: tuple[list[Step], list[Step]]) -> None:
    assert_alike(*both)


@pytest.mark.parametrize(
    "row", [json.loads(line) for line in ALIKE.read_text().splitlines()], ids=lambda row: row["what"]
)
def test_hands_that_once_did_not_look_the_same(row: dict[str, Any]) -> None:
    assert_alike([(source, fact) for source, fact in row["one"]], [(source, fact) for source, fact in row["other"]])


def assert_alike(these: list[Step], those: list[Step]) -> None:
    """All along, whoever may not see hidden cards sees the same."""
    here, there = World(), World()
    for one, other in zip(these, those, strict=True):
        if here.table.phase == "over":
            return
        assert run(here, one) == run(there, other)
        assert here.shown() == there.shown()
        assert here.director == there.director


def cards_in(value: object) -> set[str]:
    """Every card that stands anywhere in a view."""
    found: set[str] = set()
    match value:
        case str():
            found |= {card for card in PACK if card in value.split()} if len(value) > 2 else ({value} & set(PACK))
        case tuple() | list():
            for item in value:
                found |= cards_in(item)
        case _ if is_dataclass(value):
            for item in fields(value):
                found |= cards_in(getattr(value, item.name))
        case _:
            pass
    return found


def test_no_view_of_a_player_holds_a_card_that_was_not_seen() -> None:
    hand, world = Hand(5, revoke_from=3), World()
    for fact in hand.start():
        world.fact(fact)
    seen = {hand.turn_up}
    for trick in hand.tricks():
        for fact in trick:
            world.fact(fact)
            if fact["fact"] == "played":
                seen.add(Card(str(fact["cards"])))
            for view in world.shown():
                assert cards_in(view) <= seen
            assert cards_in(world.director) <= seen


def test_a_quitted_trick_is_not_shown_again() -> None:
    hand, world = Hand(5), World()
    for fact in (*hand.start(), *next(hand.tricks())):
        world.fact(fact)
    trick = world.table.trick
    assert trick is not None
    assert (trick.quitted, trick.plays, trick.number) == (True, (), 1)
    assert world.table.last_trick is None


def test_a_closed_hand_shows_its_tricks_as_they_count() -> None:
    record = Path(__file__).parents[1] / "rules" / "cases" / "revoke-demanded-without-claim.jsonl"
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    world = World()
    world.books = open_books(read_heading(lines[0]))
    for number, obj in enumerate(lines[1:], 2):
        world.entry(read_entry(obj, number, world.books.seating))
    hand = world.books.docket.table.hand
    assert world.table.result is not None
    assert world.table.won == world.table.result.tricks
    assert dict(world.table.won) != hand.taken(world.books.seating)


def test_the_trump_card_is_not_shown_when_it_has_been_taken_up() -> None:
    hand, world = Hand(5), World()
    for fact in hand.start():
        world.fact(fact)
    assert (world.table.turn_up, world.table.turn_up_on_table) == (hand.turn_up, True)
    for fact in next(hand.tricks()):
        world.fact(fact)
    assert (world.table.turn_up, world.table.turn_up_on_table, world.table.trump) == (None, False, hand.trump)


def test_the_console_names_no_hidden_card_until_he_has_looked() -> None:
    hand, world = Hand(5), World()
    for fact in hand.start():
        world.fact(fact, source="shoe")
    dealt = [view for view in world.director.facts if view.kind == "dealt"]
    assert {view.text for view in dealt} == {f"A card to {name}." for name in ("North", "East", "South", "West")}
    assert all("cards" not in dict(view.fact) for view in dealt)
    world.press("director", {"fact": "said", "by": "bystander", "what": "remark", "of": "look"})
    dealt = [view for view in world.director.facts if view.kind == "dealt"]
    assert "cards" in dict(dealt[0].fact)
    assert {s: set(cards) for s, cards in world.director.hands or ()} == {s: set(c) for s, c in hand.dealt_to.items()}


def test_a_line_that_only_the_machine_knows_has_no_words_on_the_console() -> None:
    hand, world = Hand(5), World()
    for fact in hand.start():
        world.fact(fact)
    seat = left("N")
    seen: Fact = {"fact": "exposed", "by": seat, "cards": hand.held[seat][0], "how": "shown", "seen_by": [left(seat)]}
    world.fact(seen)
    last = world.director.facts[-1]
    assert (last.kind, last.fact) == ("hidden", ())
    assert hand.held[seat][0] not in str(world.director.facts)


def test_no_view_counts_lines_or_rulings_that_are_hidden() -> None:
    """A seat sees its own act without the number of its line."""
    hand, world = Hand(5), World()
    for fact in (*hand.start(), *next(hand.tricks())):
        world.fact(fact)
    world.fact({"fact": "played", "by": "S", "cards": "??", "maybe": ["2C", "3C"]})
    assert (
        world.press("seat:N", {"fact": "answered", "question": 1, "to": {"fact": "played", "by": "S", "cards": "2C"}})
        is None
    )
    undo = world.seat("N").undo
    assert undo == "North answered: South played 2♣."


# --------------------------------------------------------------------------- buttons
def start_of(hand: Hand, world: World, tricks: int = 1) -> str:
    for fact in hand.start():
        world.fact(fact)
    play = hand.tricks()
    for _ in range(tricks):
        for fact in next(play):
            world.fact(fact)
    return world.table.to_play or ""


def buttons(world: World, seat: str, kind: str) -> list[dict[str, Any]]:
    return [fact for a in world.seat(seat).acts if (fact := object_of(a.fact))["fact"] == kind]


def test_a_suit_may_be_called_by_the_right_adversary_only() -> None:
    hand, world = Hand(7), World()
    leader = start_of(hand, world)
    wrong = left(leader, 2)
    card = hand.held[wrong][0]
    world.fact({"fact": "played", "by": wrong, "cards": card})
    world.fact({"fact": "withdrew", "by": wrong, "cards": card})
    (ruling,) = world.table.rulings
    (choice,) = ruling.choices
    assert (choice.remedy, choice.names, len(choice.to)) == ("call_suit", "suit", 1)
    (who,) = choice.to
    assert [fact["suit"] for fact in buttons(world, who, "demanded")] == ["S", "H", "D", "C"]
    assert len(buttons(world, who, "waived")) == 1
    assert all(not buttons(world, seat, "demanded") for seat in SEATS if seat != who)
    other: Fact = dict(buttons(world, who, "demanded")[0])
    other["by"] = left(who, 2)
    assert world.press(f"seat:{left(who, 2)}", other) == "That is not yours to demand."
    assert world.press(f"seat:{who}", buttons(world, who, "demanded")[2]) is None
    assert buttons(world, who, "demanded") == []
    assert dict(world.table.rulings[0].called)["suit"] == "D"


def test_where_all_adversaries_have_the_button_a_wrong_one_forfeits() -> None:
    hand, world = Hand(7), World(choices="all")
    leader = start_of(hand, world)
    wrong = left(leader, 2)
    card = hand.held[wrong][0]
    world.fact({"fact": "played", "by": wrong, "cards": card})
    world.fact({"fact": "withdrew", "by": wrong, "cards": card})
    (choice,) = world.table.rulings[0].choices
    assert len(choice.to) == 2
    rightful = world.books.docket.table.rulings[1].remedies[0].to[0]
    other = left(rightful, 2)
    assert world.press(f"seat:{other}", buttons(world, other, "demanded")[0]) is None
    assert world.table.rulings[0].status == "cancelled"


def test_an_exposed_card_may_be_called_at_each_trick_until_it_is_played() -> None:
    hand, world = Hand(7), World()
    leader = start_of(hand, world)
    offender = left(leader)
    card = hand.held[offender][0]
    world.fact({"fact": "exposed", "by": offender, "cards": card, "how": "dropped"})
    assert dict(world.table.open_cards) == {offender: (card,)}
    (choice,) = world.table.rulings[0].choices
    assert (choice.remedy, choice.cards) == ("call_card", (card,))
    caller = choice.to[0]
    assert world.press(f"seat:{caller}", buttons(world, caller, "waived")[0]) is None
    assert buttons(world, caller, "demanded") == []
    for fact in next(hand.tricks()):
        world.fact(fact)
    if card not in [c for _, c in hand.plays]:
        assert buttons(world, caller, "demanded")


def test_a_revoke_can_be_claimed_against_each_adversary_and_each_trick() -> None:
    hand, world = Hand(7), World()
    start_of(hand, world, tricks=3)
    for seat in SEATS:
        claims = [a for a in world.seat(seat).acts if dict(a.fact)["fact"] == "claimed"]
        against = [dict(a.fact).get("against") for a in claims if dict(a.fact)["what"] == "revoke"]
        assert against == [s for s in SEATS if s in (left(seat), left(seat, 3))]
        assert all(a.tricks == (1, 2, 3) for a in claims if dict(a.fact)["what"] == "revoke")
        assert any(dict(a.fact)["what"] == "rest" for a in claims)


def test_before_the_trump_card_an_adversary_of_the_dealer_may_stop_the_deal() -> None:
    world = World()
    hand = Hand(7)
    for fact in hand.start()[:20]:
        world.fact(fact)
    said = {seat: {fact["what"] for fact in buttons(world, seat, "said")} for seat in SEATS}
    assert said == {"N": set(), "S": set(), "E": {"interrupts", "doubts_deal"}, "W": {"interrupts", "doubts_deal"}}


def test_every_button_is_accepted_as_it_stands() -> None:
    """A button that is shown is never refused."""
    for seed in range(12):
        hand = Hand(seed, revoke_from=1)
        world = World()
        leader = start_of(hand, world, tricks=2)
        wrong = left(leader, 1)
        world.fact({"fact": "exposed", "by": wrong, "cards": hand.held[wrong][0], "how": "dropped"})
        world.fact({"fact": "played", "by": wrong, "cards": hand.held[wrong][1]})
        world.fact({"fact": "played", "by": left(wrong), "cards": "??", "maybe": ["2C", "AS"]})
        for seat in SEATS:
            for act in world.seat(seat).acts:
                before = world.books, world.t
                assert world.press(f"seat:{seat}", object_of(act.fact)) is None, act
                world.books, world.t = before


# --------------------------------------------------------------------------- questions
def test_candidates_leave_out_what_everybody_has_seen_elsewhere() -> None:
    hand, world = Hand(7), World()
    seat = start_of(hand, world)
    shown = hand.plays[0][1]
    free = next(c for c in PACK if c not in [card for _, card in hand.plays] and c != hand.turn_up)
    world.fact({"fact": "played", "by": seat, "cards": "??", "maybe": [shown, free]})
    (question,) = world.table.questions
    assert question.candidates == (free,)


def test_a_card_that_could_be_any_has_no_candidates() -> None:
    hand, world = Hand(7), World()
    seat = start_of(hand, world)
    world.fact({"fact": "played", "by": seat, "cards": "??"})
    (question,) = world.table.questions
    assert question.candidates == ()
    assert question.text.startswith("Which card did")
    assert all(not buttons(world, s, "answered") for s in SEATS)


def test_questions_keep_their_number_when_others_are_answered() -> None:
    hand, world = Hand(7), World()
    start_of(hand, world)
    facts = next(hand.tricks())
    for fact in facts[:2]:
        world.fact(fact, confidence=0.5)
    assert [q.number for q in world.table.questions] == [1, 2]
    lines = [q.line for q in world.director.questions]
    assert world.press("director", {"fact": "answered", "line": lines[0]}) is None
    assert [q.number for q in world.table.questions] == [2]


@pytest.mark.parametrize("role", ["table", "guest", "seat", "seat:", "director:N", ""])
def test_an_unknown_role_can_enter_nothing(role: str) -> None:
    world = World()
    assert world.press(role, {"fact": "claimed", "by": "N", "what": "rest"}) is not None
