"""The hands at the shoe: how a pack lies, what is wrong with it, fingers on the panel, and the machine's own socket."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller.bench.attendant import Fell, Outcome, next_hand
from controller.bench.faults import FAULTS
from controller.bench.mishaps import MISHAPS, NotTogether, UnknownMishap, dealt_by_shoe, faults, listed, mishaps
from controller.bench.pack import BACK, JOKER, PICTURE, STRANGE_BACK
from controller.bench.shoe import (
    BadHands,
    Lying,
    NotBuilt,
    SimulatedShoe,
    SimulatedTime,
    beside,
    built,
    start,
)
from controller.bench.shuffler import HandShuffler, hopper_for, slots_of
from controller.bench.wires import Wires
from controller.cli.wires import MockPins
from controller.panel.contacts import FEWEST, MIDDLE, MOST, Wheel, turned
from controller.panel.gpio import GpioPanel
from controller.panel.observations import Observation, Pressed, Turned
from controller.panel.wiring import WIRED
from controller.rules.cards import PACK, Card
from controller.simulated import living

LIMIT_S = 30.0


# --------------------------------------------------------------------------- the pack
def shuffled(seed: int) -> tuple[Card, ...]:
    order = list(PACK)
    Random(seed).shuffle(order)
    return tuple(order)


def lying(order: tuple[Card, ...]) -> tuple[Lying, ...]:
    return tuple(Lying(PICTURE[card] + 1, PICTURE[card], BACK) for card in order)


@pytest.mark.parametrize("hand", range(1, 6))
def test_a_hopper_is_arranged_so_that_the_shuffle_gives_the_wanted_order(hand: int) -> None:
    wanted = shuffled(hand)
    slots = HandShuffler(7, lambda: hand).permutation(len(PACK))
    hopper = hopper_for(wanted, slots_of(7, hand, len(PACK)))
    carousel = dict(zip(slots, hopper, strict=True))
    assert tuple(carousel[slot] for slot in range(len(PACK))) == wanted
    assert hopper != wanted


def test_the_demos_chance_hangs_on_seed_and_hand_alone() -> None:
    number = [1]
    one, other = HandShuffler(7, lambda: number[0]), HandShuffler(7, lambda: 1)
    assert one.permutation(52) == one.permutation(52) == other.permutation(52)
    assert one.nonce() == one.nonce() == other.nonce()
    number[0] = 2
    assert one.permutation(52) != other.permutation(52)
    assert one.nonce() != other.nonce()
    assert slots_of(8, 1, 52) != slots_of(7, 1, 52)


def test_the_next_pack_is_for_the_hand_that_waits_or_the_one_after_it() -> None:
    void = [{"irregularity": "machine_fault"}]
    assert next_hand({"hand": 1, "phase": "cut", "rulings": []}) == 1
    assert next_hand({"hand": 1, "phase": "cut", "rulings": void}) == 2
    assert [next_hand({"hand": 3, "phase": phase, "rulings": []}) for phase in ("deal", "play", "closed")] == [4] * 3


def test_the_turn_up_is_the_dealers() -> None:
    fell = (Fell(1, "E", PACK[3]), Fell(2, "T", PACK[4]))
    assert Outcome(void=False, fell=fell).to_seats("N") == (("E", PACK[3]), ("N", PACK[4]))


# --------------------------------------------------------------------------- what goes wrong
def pictures(pack: tuple[Lying, ...]) -> list[int]:
    return sorted(card.picture for card in pack)


@pytest.mark.parametrize("seed", range(20))
def test_a_spoilt_pack_has_one_fault_and_no_other(seed: int) -> None:
    fair = lying(shuffled(seed))
    packs = {kind: fault.spoil(fair, Random(seed)) for kind, fault in FAULTS.items() if fault.spoil is not None}
    double = pictures(packs["imperfect_pack"])
    assert (len(double), len(set(double))) == (52, 51)
    assert len(pictures(packs["missing_card"])) == 51
    assert pictures(packs["joker"]).count(JOKER) == 1
    assert [card.back for card in packs["strange_back"]].count(STRANGE_BACK) == 1
    assert [card.faced for card in packs["card_turned"]].count(True) == 1
    for kind, pack in packs.items():
        changed = [card for card in pack if card not in fair]
        assert len(changed) == (0 if kind == "missing_card" else 1)
        assert len({card.serial for card in pack}) == len(pack)


def test_a_machine_fails_only_where_it_deals() -> None:
    assert dealt_by_shoe(())
    assert dealt_by_shoe(("renounce", "power_cut"))
    assert not dealt_by_shoe(("cut_irregular",))
    with pytest.raises(NotTogether, match="jam"):
        dealt_by_shoe(("misplaced_card", "jam"))
    with pytest.raises(UnknownMishap):
        dealt_by_shoe(("quarrel",))


def test_what_is_planted_is_either_a_mishap_or_a_fault() -> None:
    assert MISHAPS.keys().isdisjoint(FAULTS)
    kinds = [kind for kind, _ in listed()]
    assert len(mishaps(kinds)) + len(faults(kinds)) == len(kinds) == len(MISHAPS) + len(FAULTS)


@pytest.mark.parametrize("kind", [kind for kind, fault in FAULTS.items() if fault.reading or fault.dealing])
def test_a_fault_of_the_works_names_a_card_of_the_pack(kind: str) -> None:
    fault, cards = FAULTS[kind], tuple(range(101, 153))
    make = fault.dealing or fault.reading
    assert make is not None
    for seed in range(50):
        command = make(cards, Random(seed))
        assert json.dumps(command)
        if isinstance(told := command.get("fault"), dict):
            assert told["card"] in cards


# --------------------------------------------------------------------------- fingers on the panel
class Table:
    """What a panel told, and a way to wait for it."""

    def __init__(self) -> None:
        self.told: list[Observation] = []
        self.changed = threading.Condition()

    def hear(self, observation: Observation) -> None:
        with self.changed:
            self.told.append(observation)
            self.changed.notify_all()

    def pressed(self) -> list[str]:
        return [o.seat for o in self.told if isinstance(o, Pressed)]

    def number(self) -> int:
        wheel = Wheel()
        for observation in self.told:
            if isinstance(observation, Turned):
                wheel = turned(wheel, observation.steps)
        return wheel.number

    def wait_for_presses(self, count: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.pressed()) >= count, LIMIT_S)


@pytest.fixture
def panel(tmp_path: Path) -> Iterator[tuple[Wires, Table]]:
    still = threading.Event()
    wires = Wires(tmp_path / "panel", WIRED.buttons, WIRED.wheel, lambda seconds: still.wait(min(seconds, 0.03)))
    pins, table = MockPins(tmp_path / "panel"), Table()
    clock = iter(range(1_000_000))
    board = GpioPanel(lambda: next(clock) / 1000, factory=pins.factory)
    board.start(table.hear)
    pins.start()
    wires.wait_for_host(LIMIT_S)
    yield wires, table
    pins.stop()
    board.stop()
    wires.close()


@pytest.mark.parametrize("number", [FEWEST, 17, MIDDLE, 31, MOST])
def test_a_finger_turns_to_a_number_and_presses_once(panel: tuple[Wires, Table], number: int) -> None:
    wires, table = panel
    wires.turn(number - MIDDLE, pace_s=0.0)
    wires.press("W")
    table.wait_for_presses(1)
    assert table.pressed() == ["W"]
    assert table.number() == number


def test_from_its_stop_the_wheel_finds_any_number(panel: tuple[Wires, Table]) -> None:
    wires, table = panel
    wires.turn(5, pace_s=0.0)
    wires.turn(FEWEST - MOST, pace_s=0.0)
    wires.turn(19 - FEWEST, pace_s=0.0)
    wires.press("S")
    table.wait_for_presses(1)
    assert table.number() == 19


# --------------------------------------------------------------------------- the simulated machine
@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "journal"
    process = start(made, seed=1, speed=20.0)
    yield made
    process.kill()
    process.wait()


def test_a_machine_is_found_by_its_file_and_asked_over_its_socket(journal: Path) -> None:
    told = living(journal)
    assert told is not None
    assert Path(told["clock"]).samefile(beside(journal, ".clock"))
    shoe = SimulatedShoe(journal)
    heard: list[str] = []
    shoe.listen(lambda said: heard.append(said["event"]))
    shoe.load(lying(PACK))
    assert shoe.where()["hopper"] == list(range(1, 53))
    with pytest.raises(BadHands, match="take"):
        shoe.take("cellar")
    assert sorted(shoe.take("hopper")) == list(range(1, 53))
    assert heard[:2] == ["loaded", "taken"]
    shoe.end()
    assert shoe.gone
    assert living(journal) is None


def test_its_clock_runs_and_never_goes_back(journal: Path) -> None:
    time = SimulatedTime(beside(journal, ".clock"))
    first = time()
    shoe = SimulatedShoe(journal)
    shoe.ask({"wait_ms": 200})
    assert time() >= first + 0.2
    shoe.close()


def test_a_machine_that_was_left_there_makes_room(journal: Path) -> None:
    left = living(journal)
    again = start(journal, seed=2, speed=20.0)
    now = living(journal)
    assert left is not None
    assert now is not None
    assert now["pid"] == again.pid != left["pid"]
    SimulatedShoe(journal).end()
    again.wait(LIMIT_S)


def test_what_is_not_built_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    built()
    root = Path(__file__).parents[2]
    monkeypatch.setattr("controller.bench.shoe.ELF", root / "firmware" / "build" / "absent.elf")
    with pytest.raises(NotBuilt, match=r"^firmware/build/absent\.elf is not there: `make firmware` builds [^\n]*$"):
        built()
