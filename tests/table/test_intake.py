"""Facts from several sources: one order, nothing lost, nothing doubled, no doubt resolved by guessing."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.facts import Fact, Source
from controller.table import intake
from controller.table.intake import (
    PAGES,
    SILENT_S,
    TIMER,
    Better,
    Clash,
    Due,
    Intake,
    Observation,
    Ready,
    Same,
    drop,
    lose,
    pass_over,
    pending,
    resume,
    see,
    take,
    tell,
)


def played(by: str, card: str, *maybe: str) -> f.Played:
    return f.Played(by, (Card(card),), tuple(Card(c) for c in maybe))


def told(
    channel: str, seq: int, t: float, fact: Fact, confidence: float = 1.0, source: Source | None = "camera"
) -> Observation:
    return Observation(channel, seq, t, fact, source, confidence)


def begun(*channels: str, seen: float = 0.0, now: float = 0.0) -> Intake:
    return see(Intake(), dict.fromkeys(channels, seen), now)


def out(state: Intake, now: float) -> tuple[Intake, tuple[Ready, ...]]:
    return take(state, now)


# --------------------------------------------------------------------------- order
def test_a_settled_play_waits_for_nobody_who_has_passed_its_time() -> None:
    state = begun("camera", "shoe", seen=5.0)
    state = tell(state, told("camera", 1, 4.0, played("E", "7D")), 4.0)
    _, ready = out(state, 4.0)
    assert ready == (Due(told("camera", 1, 4.0, played("E", "7D")), 4.0),)


def test_a_source_does_not_wait_for_itself_and_comes_in_its_order() -> None:
    state = begun("camera", "shoe", seen=3.0, now=3.9)
    state = tell(state, told("camera", 1, 4.0, played("E", "7D")), 4.0)
    state, ready = out(state, 4.0)
    assert ready == ()
    state, ready = out(see(state, {"shoe": 4.5}, 4.0), 4.0)
    assert [r.observation.seq for r in ready] == [1]
    state = tell(state, told("camera", 2, 4.4, played("S", "8D")), 4.5)
    state, ready = out(state, 4.5)
    assert [r.observation.seq for r in ready] == [2]


def test_a_button_waits_for_the_plays_before_it() -> None:
    state = begun("camera", seen=3.0, now=3.9)
    press = told(PAGES, 1, 4.0, f.Claimed("N", "revoke"), source="panel")
    state, ready = out(tell(state, press, 4.0), 4.0)
    assert ready == ()
    state = tell(state, told("camera", 1, 3.5, played("E", "7D")), 4.2)
    state, ready = out(see(state, {"camera": 4.1}, 4.2), 4.2)
    assert [r.observation.channel for r in ready] == ["camera", PAGES]
    assert pending(state) == ()


def test_a_silent_source_is_passed_over() -> None:
    state = begun("camera", seen=3.0)
    press = told(PAGES, 1, 3.5, f.Claimed("N", "revoke"), source="panel")
    state, ready = out(tell(state, press, 3.5), SILENT_S)
    assert ready == ()
    state, ready = out(state, SILENT_S + 0.001)
    assert [r.observation.name for r in ready] == [(PAGES, 1)]
    # What it tells afterwards comes late: the last time, and its own beside.
    state = tell(state, told("camera", 1, 3.2, played("E", "7D")), 9.0)
    _, ready = out(see(state, {"camera": 3.6}, 9.0), 9.0)
    assert ready == (Due(told("camera", 1, 3.2, played("E", "7D")), 3.5, 3.2),)


def test_a_source_that_repeats_itself_tells_no_news() -> None:
    state = see(begun("camera", seen=3.0), {"camera": 3.0}, 5.0)
    assert state.live(5.0) == ()
    assert see(state, {"camera": 3.1}, 5.0).live(5.0) == ("camera",)


def test_a_machine_that_is_gone_holds_nobody_up() -> None:
    state = tell(begun("camera", seen=3.0), told(PAGES, 1, 9.0, f.Claimed("N", "revoke")), 0.1)
    assert out(state, 0.1)[1] == ()
    assert len(out(lose(state), 0.1)[1]) == 1


def test_a_source_that_was_gone_is_waited_for_again_when_it_speaks() -> None:
    state = see(lose(begun("camera", seen=3.0)), {"camera": 3.0}, 4.0)
    assert state.live(4.0) == ("camera",)


def test_a_limit_is_due_at_its_time_and_after_the_plays_of_that_time() -> None:
    state = begun("camera", seen=9.0)
    state = tell(state, told(TIMER, 1, 5.0, f.Ticked(), source=None), 4.0)
    state = tell(state, told("camera", 1, 5.0, played("E", "7D")), 4.0)
    state = tell(state, told("camera", 2, 5.5, played("S", "8D")), 4.0)
    state, ready = out(state, 4.9)
    assert [r.observation.name for r in ready] == [("camera", 1)]
    state, ready = out(state, 5.0)
    assert [r.observation.name for r in ready] == [(TIMER, 1), ("camera", 2)]


def test_a_message_told_again_changes_nothing() -> None:
    state = begun("camera", seen=9.0)
    state, first = out(tell(state, told("camera", 1, 1.0, played("E", "7D")), 1.0), 1.0)
    state, second = out(tell(state, told("camera", 1, 1.0, played("E", "7D")), 1.0), 1.0)
    assert (len(first), second) == (1, ())
    assert state.known("camera", 1)
    assert not state.known("camera", 2)


def test_times_of_one_source_do_not_go_back() -> None:
    state = begun("camera", seen=9.0)
    state = tell(state, told("camera", 1, 5.0, played("E", "7D")), 5.0)
    state = tell(state, told("camera", 2, 4.0, played("S", "8D")), 5.0)
    _, ready = out(state, 5.0)
    assert [(r.observation.seq, r.t, r.seen) for r in ready if isinstance(r, Due)] == [(1, 5.0, None), (2, 5.0, 4.0)]


def test_a_message_that_is_no_fact_counts_as_told() -> None:
    state = pass_over(begun("camera", seen=9.0), "camera", 3)
    assert state.known("camera", 3)


def test_an_act_that_waits_can_be_taken_back() -> None:
    state = tell(begun("camera", seen=1.0), told(PAGES, 1, 9.0, f.Claimed("N", "revoke")), 0.0)
    assert pending(drop(state, (PAGES, 1))) == ()


# --------------------------------------------------------------------------- one event told twice
def both(first: Observation, second: Observation, floor: float = 0.99) -> tuple[Ready, ...]:
    state = replace(begun("camera", "director", seen=99.0), floor=floor)
    return out(tell(tell(state, first, 0.0), second, 0.0), 0.0)[1]


def test_the_same_play_typed_and_seen_is_one_fact() -> None:
    seen = told("camera", 1, 5.0, played("E", "7D"))
    typed = told(PAGES, 1, 6.0, played("E", "7D"), source="director")
    assert both(seen, typed) == (Due(seen, 5.0), Same(typed, seen.name, 6.0))
    assert both(typed, seen) == (Due(seen, 5.0), Same(typed, seen.name, 6.0))


def test_the_surer_reading_is_kept() -> None:
    seen = told("camera", 1, 5.0, played("E", "7D"), confidence=0.8)
    typed = told(PAGES, 1, 6.0, played("E", "7D"), source="director")
    assert both(seen, typed) == (Due(seen, 5.0), Better(typed, seen.name, 6.0))
    assert both(replace(seen, t=7.0), typed) == (Due(typed, 6.0), Same(replace(seen, t=7.0), typed.name, 7.0))


def test_a_card_that_was_not_read_is_read_by_whoever_can() -> None:
    seen = told("camera", 1, 5.0, played("E", "??", "7D", "7H"))
    typed = told(PAGES, 1, 6.0, played("E", "7D"), source="director")
    assert both(seen, typed)[1] == Better(typed, seen.name, 6.0)
    assert both(replace(seen, t=6.5), typed)[1] == Same(replace(seen, t=6.5), typed.name, 6.5)


def test_a_contradiction_is_a_doubt_and_believes_neither() -> None:
    seen = told("camera", 1, 5.0, played("E", "7D"))
    typed = told(PAGES, 1, 6.0, played("E", "7H"), source="director")
    assert both(seen, typed)[1] == Clash(typed, seen.name, 6.0, (Card("7D"), Card("7H")))


def test_after_the_window_it_is_another_event() -> None:
    seen = told("camera", 1, 5.0, played("E", "7D"))
    typed = told(PAGES, 1, 7.5, played("E", "7H"), source="director")
    assert both(seen, typed) == (Due(seen, 5.0), Due(typed, 7.5))


def test_one_source_may_tell_the_same_twice_and_means_it() -> None:
    first, second = told("camera", 1, 5.0, f.Quitted("E")), told("camera", 2, 5.5, f.Quitted("E"))
    assert both(first, second) == (Due(first, 5.0), Due(second, 5.5))


def test_two_plays_of_one_hand_seen_by_one_camera_are_two() -> None:
    first, second = told("camera", 1, 5.0, played("E", "7D")), told("camera", 2, 5.5, played("E", "7H"))
    assert both(first, second) == (Due(first, 5.0), Due(second, 5.5))


def test_each_telling_confirms_one_event_only() -> None:
    state = begun("camera", seen=99.0)
    for seq, card in enumerate(("7D", "7H"), 1):
        state = tell(state, told("camera", seq, 4.0 + seq / 10, played("E", card)), 0.0)
        state = tell(state, told(PAGES, seq, 4.5 + seq / 10, played("E", card), source="director"), 0.0)
    _, ready = out(state, 0.0)
    assert [type(r) for r in ready] == [Due, Due, Same, Same]


def test_going_on_knows_what_was_heard_and_what_was_told_last() -> None:
    seen = told("camera", 1, 5.0, played("E", "7D"))
    state = resume(Intake(), {"camera": 1}, 5.0, (Due(seen, 5.0),))
    assert state.known("camera", 1)
    assert state.live(0.0) == ()
    typed = told(PAGES, 9, 6.0, played("E", "7D"), source="director")
    assert out(tell(state, typed, 6.0), 6.0)[1] == (Same(typed, seen.name, 6.0),)
    late = told(PAGES, 10, 3.0, f.Claimed("N", "revoke"), source="panel")
    assert out(tell(state, late, 6.0), 6.0)[1] == (Due(late, 5.0, 3.0),)


# --------------------------------------------------------------------------- properties
CHANNELS = ("camera", "shoe", "panel", "director")
FACTS: tuple[Fact, ...] = (
    played("E", "7D"), played("E", "7H"), played("S", "??", "7D", "7H"), played("S", "7D"), f.Quitted("E"),
    f.Withdrew("E", (Card("7D"),)), f.Claimed("N", "revoke"), f.Said("W", "asks_renounce"),
)  # fmt: skip


@dataclass(frozen=True)
class Watermark:
    channel: str
    t: float


Step = Observation | Watermark
times = st.integers(0, 40).map(lambda n: n / 4)


@st.composite
def streams(draw: st.DrawFn) -> dict[str, list[Step]]:
    """For each channel its facts in order of time, with honest watermarks between them."""
    made: dict[str, list[Step]] = {}
    for channel in CHANNELS:
        moments = sorted(draw(st.lists(times, max_size=6)))
        steps: list[Step] = []
        for i, t in enumerate(moments):
            fact = draw(st.sampled_from(FACTS))
            steps.append(told(channel, i + 1, t, fact, draw(st.sampled_from((1.0, 0.8)))))
            following = moments[i + 1] if i + 1 < len(moments) else t + 5
            if following > t and draw(st.booleans()):
                steps.append(Watermark(channel, draw(st.sampled_from((t, (t + following) / 2)))))
        made[channel] = [*steps, Watermark(channel, math.inf)]
    return made


@st.composite
def interleaved(draw: st.DrawFn, made: dict[str, list[Step]]) -> list[Step]:
    """One order in which these streams may arrive."""
    left = {channel: list(steps) for channel, steps in made.items()}
    steps: list[Step] = []
    while any(left.values()):
        channel = draw(st.sampled_from([c for c in CHANNELS if left[c]]))
        steps.append(left[channel].pop(0))
        if draw(st.integers(0, 9)) == 0:  # told again
            again = [s for s in steps if isinstance(s, Observation) and s.channel == channel]
            steps += again[-2:]
    return steps


def record(steps: list[Step], nows: list[float] | None = None) -> list[Ready]:
    state = see(Intake(), dict.fromkeys(CHANNELS, -1.0), 0.0)
    done: list[Ready] = []
    for i, step in enumerate(steps):
        now = 0.0 if nows is None else nows[i]
        match step:
            case Observation():
                state = tell(state, step, now)
            case Watermark():
                state = see(state, {step.channel: step.t}, now)
        state, ready = take(state, now)
        done += ready
    state, ready = take(lose(state), 1e9)
    assert pending(state) == ()
    return done + list(ready)


def names(readies: list[Ready]) -> list[tuple[str, int]]:
    return sorted(r.observation.name for r in readies)


@given(st.data())
def test_any_interleaving_gives_the_same_record(data: st.DataObject) -> None:
    made = data.draw(streams())
    first, second = data.draw(interleaved(made)), data.draw(interleaved(made))
    assert record(first) == record(second)


@given(st.data())
def test_nothing_is_lost_and_nothing_doubled_whoever_falls_silent(data: st.DataObject) -> None:
    made = data.draw(streams())
    steps = data.draw(interleaved(made))
    gaps = data.draw(st.lists(st.sampled_from((0.0, 0.1, 0.5, 0.7)), min_size=len(steps), max_size=len(steps)))
    nows = [sum(gaps[: i + 1]) for i in range(len(gaps))]
    done = record(steps, nows)
    assert names(done) == sorted(s.name for c in made.values() for s in c if isinstance(s, Observation))
    last = -math.inf
    for ready in done:
        if isinstance(ready, Due):
            own = ready.observation.t
            assert ready.seen == (own if own < ready.t else None)
            assert ready.t >= last
        last = last if isinstance(ready, Same) else ready.t
    for channel in CHANNELS:
        assert [r.observation.seq for r in done if r.observation.channel == channel] == sorted(
            r.observation.seq for r in done if r.observation.channel == channel
        )


@given(st.data())
def test_every_confirmation_speaks_of_an_event_in_the_record(data: st.DataObject) -> None:
    done = record(data.draw(interleaved(data.draw(streams()))))
    written: set[tuple[str, int]] = set()
    for ready in done:
        match ready:
            case Due():
                written.add(ready.observation.name)
            case Same(of=of) | Better(of=of) | Clash(of=of):
                assert of in written


@pytest.mark.parametrize("name", ["SILENT_S", "WINDOW_S"])
def test_the_numbers_are_the_contracts(name: str) -> None:
    assert getattr(intake, name) == {"SILENT_S": 0.6, "WINDOW_S": 2.0}[name]
