"""Corrections, doubts and the answers to them, as every role sees them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.reader import JournalReader
from controller.table.errors import Refused
from controller.table.views import DirectorView
from tests.table.fakes import HEADING, WAIT_S, FakeMachine, table_of
from tests.table.hands import Hand, left
from tests.table.sitting import Sitting, fact_of


# --------------------------------------------------------------------------- corrections and questions
def test_a_correction_reaches_every_role_and_can_itself_be_taken_back(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())
    seat, wrong = str(first[0]["by"]), hand.held["W"][0]
    seen: dict[str, list[object]] = {}
    for role in ("table", "seat:N", "director"):
        sitting.table.subscribe(role, seen.setdefault(role, []).append)
    sitting.tell([{"fact": "played", "by": seat, "cards": first[0]["cards"]}])
    line = sitting.director().facts[-1].line
    sitting.table.correct(line, {"fact": "played", "by": seat, "cards": wrong}, "director", "misread")
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == wrong
    assert all(len(views) >= 3 for views in seen.values())
    fact = next(f for f in sitting.director().facts if f.line == line)
    assert fact.corrected
    correction = sitting.director().facts[-1]
    assert correction.correction
    sitting.table.retract(correction.line, "director", "it was right")
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == first[0]["cards"]


def test_a_retracted_play_takes_its_ruling_with_it(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start() + next(hand.tricks()))
    wrong = left(sitting.table_view().to_play or "")
    sitting.tell([{"fact": "played", "by": wrong, "cards": hand.held[wrong][0]}])
    assert [r.status for r in sitting.table_view().rulings if r.irregularity == "lead_out_of_turn"] == ["option"]
    sitting.table.retract(sitting.director().facts[-1].line, "director", "a sleeve")
    (fallen,) = sitting.table_view().rulings
    assert (fallen.status, fallen.open) == ("cancelled", False)
    assert fallen.outcome is not None
    assert "corrected" in fallen.outcome


def doubt(sitting: Sitting) -> tuple[Hand, str, str]:
    """A play that nobody could read: the hand, the seat and the card that it really was."""
    hand = Hand(7)
    sitting.tell(hand.start())
    seat, card = str(next(hand.tricks())[0]["by"]), str(hand.plays[0][1])
    other = next(str(c) for c in hand.held[seat])
    sitting.tell([{"fact": "played", "by": seat, "cards": "??", "maybe": [card, other]}])
    return hand, seat, card


def test_a_doubt_is_a_question_and_the_director_answers_it(sitting: Sitting) -> None:
    _, seat, card = doubt(sitting)
    (question,) = sitting.table_view().questions
    assert question.seat == seat
    assert card in question.candidates
    assert question.line is None
    assert "?" in question.text
    (asked,) = sitting.director().questions
    assert asked.line is not None
    sitting.table.answer(asked.line, "director", {"fact": "played", "by": seat, "cards": card})
    assert sitting.table_view().questions == ()
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == card


def test_one_seat_of_each_side_answers_it_too(sitting: Sitting) -> None:
    _, _, card = doubt(sitting)
    for who in ("N", "E"):
        answer = next(f for a in sitting.seat(who).acts if (f := fact_of(a)).get("to", {}).get("cards") == card)
        assert sitting.table_view().questions
        sitting.press(answer, who)
    assert sitting.table_view().questions == ()


def test_answers_that_differ_leave_it_unread(sitting: Sitting) -> None:
    _, seat, _ = doubt(sitting)
    for who in ("N", "E"):
        question = sitting.table_view().questions[0]
        card = question.candidates["NE".index(who)]
        sitting.press({"fact": "answered", "question": 1, "to": {"fact": "played", "by": seat, "cards": card}}, who)
    (question,) = sitting.table_view().questions
    assert len(question.answers) == 2
    with pytest.raises(Refused, match="not an answer"):
        sitting.press({"fact": "answered", "question": 1, "to": {"fact": "quitted", "by": "N"}}, "S")


def test_a_low_confidence_is_confirmed_by_an_answer_without_a_card(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first], confidence=0.6)
    (asked,) = sitting.director().questions
    assert asked.line is not None
    sitting.table.answer(asked.line, "director")
    assert sitting.director().questions == ()


def test_the_camera_and_the_director_say_it_once(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first])
    before = len(sitting.director().facts)
    receipt = sitting.table.enter(first, "director")
    assert len(sitting.director().facts) == before
    assert receipt.line == sitting.director().facts[-1].line


def test_a_contradiction_of_camera_and_director_is_asked(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first])
    other = hand.held[str(first["by"])][0]
    sitting.table.enter({**first, "cards": other}, "director")
    (question,) = sitting.table_view().questions
    assert set(question.candidates) == {first["cards"], other}
    trick = sitting.table_view().trick
    assert trick is not None
    assert trick.plays[0].card == "??"


def test_an_unjudged_line_is_asked_of_the_director_and_the_table_goes_on(tmp_path: Path) -> None:
    from controller.rules import docket as dockets
    from controller.rules import facts as f

    def failing(docket: dockets.Docket, entry: f.Entry) -> tuple[dockets.Docket, dockets.Tidings]:
        if isinstance(entry.fact, f.TookUp):
            raise ZeroDivisionError("a bug")
        return dockets.hear(docket, entry)

    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path, judge=failing) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        hand = Hand(3)
        sitting.tell(hand.start() + next(hand.tricks()))
        (question,) = sitting.director().questions
        assert "could not judge" in question.text
        assert question.line is not None
        assert sitting.table_view().questions == ()
        assert sitting.table_view().trick is not None
        with pytest.raises(Refused, match="retract it"):
            table.correct(question.line, {"fact": "took_up", "by": "N"}, "director", "x")
        before = sitting.director()
        table.stop()
        with table_of(tmp_path, judge=failing) as again:
            assert again.wait_until_begun(WAIT_S)
            there = again.view("director")
            assert isinstance(there, DirectorView)
            assert there.questions == before.questions
            assert question.line is not None
            again.retract(question.line, "director", "no matter")
            there = again.view("director")
            assert isinstance(there, DirectorView)
            assert there.questions == ()
    with JournalReader(tmp_path / "journal") as reader:
        assert reader.rows()


def test_the_director_who_types_what_the_camera_doubted_answers_it(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start())
    first = next(hand.tricks())[0]
    sitting.tell([first], confidence=0.6)
    assert sitting.table_view().questions
    sitting.table.enter(first, "director")
    assert sitting.table_view().questions == ()
    assert sitting.director().facts[-1].kind == "answered"


def test_an_act_that_waits_for_the_plays_before_it_can_be_taken_back_unrecorded(sitting: Sitting) -> None:
    hand = Hand(7)
    sitting.tell(hand.start() + next(hand.tricks()))
    before = len(sitting.director().facts)
    sitting.machine.say({"clock": sitting.machine.t + 0.3})  # the camera has not seen so far yet
    clocks: list[float] = []
    while not clocks or clocks[-1] < sitting.machine.t + 0.3:
        clocks.append(sitting.table.now())
    waiting = sitting.table.submit({"fact": "claimed", "by": "N", "what": "rest"}, "seat:N")
    assert sitting.table.undo("N").text == "It was taken back."
    with pytest.raises(Refused, match="taken back"):
        waiting.result(WAIT_S)
    sitting.machine.now(sitting.machine.t + 1)
    sitting.tell([{"fact": "looked", "by": "E", "at": "turn-up"}])
    assert len(sitting.director().facts) == before + 1


def test_a_limit_is_noted_when_it_has_run_out_and_not_when_it_was_settled(tmp_path: Path) -> None:
    """No limit in seconds stands in the code that is judged: this judge gives one to each open ruling."""
    from controller.rules import docket as dockets
    from controller.rules import facts as f

    def limited(docket: dockets.Docket, entry: f.Entry) -> tuple[dockets.Docket, dockets.Tidings]:
        docket, tidings = dockets.hear(docket, entry)
        rulings = {n: replace(r, until=10.0 * r.line) for n, r in docket.full.rulings.items()}
        return dockets.Docket(replace(docket.full, rulings=rulings), docket.table), tidings

    with FakeMachine(tmp_path / "machine") as machine, table_of(tmp_path, judge=limited) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        hand = Hand(7)
        sitting.tell(hand.start() + next(hand.tricks()))
        wrong = left(sitting.table_view().to_play or "")
        sitting.tell([{"fact": "exposed", "by": wrong, "cards": hand.held[wrong][0], "how": "dropped"}])
        due = 10.0 * sitting.director().facts[-1].line
        machine.tell({"fact": "looked", "by": "E", "at": "turn-up"}, t=due - 1)
        machine.tell({"fact": "looked", "by": "N", "at": "turn-up"}, t=due + 1)
        machine.wait_acked(camera=machine.tell({"fact": "looked", "by": "S", "at": "turn-up"}, t=due + 2))
        last = sitting.director().facts[-4:]
        assert [(view.kind, view.t) for view in last] == [
            ("looked", due - 1), ("ticked", due), ("looked", due + 1), ("looked", due + 2)
        ]  # fmt: skip


def test_a_machine_of_another_table_is_not_listened_to(tmp_path: Path) -> None:
    heading = {**HEADING, "seats": ["A", "B", "C", "D"], "dealer": "A"}
    with FakeMachine(tmp_path / "machine", heading=heading) as machine, table_of(tmp_path, heading=HEADING) as table:
        assert table.wait_until_begun(WAIT_S)
        sitting = Sitting(table, machine, tmp_path)
        sitting.wait(lambda view: "another table" in (view.waiting_for or ""))
        machine.tell({"fact": "quitted", "by": "A"})
        table.enter({"fact": "shuffled", "by": "N"}, "director")
        assert [view.kind for view in sitting.director().facts] == ["shuffled"]


def test_a_message_that_is_no_fact_is_dropped_and_not_told_for_ever(sitting: Sitting) -> None:
    sitting.machine.tell({"fact": "sang", "by": "N"})
    sitting.machine.tell({"fact": "played", "by": "N", "cards": "ZZ"})
    sitting.machine.wait_acked(camera=2)
    sitting.tell([{"fact": "shuffled", "by": "N"}])
    assert [view.kind for view in sitting.director().facts] == ["shuffled"]


def test_a_machine_that_corrects_a_line_that_is_not_there_is_not_believed(sitting: Sitting) -> None:
    sitting.tell([{"fact": "retracted", "line": 77, "by": "x", "why": "y"}, {"fact": "shuffled", "by": "N"}])
    assert [view.kind for view in sitting.director().facts] == ["shuffled"]
