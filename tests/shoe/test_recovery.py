"""Where each card is after an interruption: never a wrong belief, and no deal given up that the sensors can explain."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shoe.plan import Dest
from controller.shoe.recovery import Blocked, GoOn, Hopeless, Path, Scene, conclude

CARDS = 9
SLOTS = (4, 5, 6, 7, 8, 0, 1, 2, 3)
ROUND: tuple[Dest, ...] = ("E", "S", "W", "N", "E", "S", "W", "N", "turn-up")
ALIKE: tuple[Dest, ...] = ("E",) * 9
CLEAR = Path(False, False, frozenset())
PITCH = 80
"""Milliseconds of belt between two cards."""


def path(leads: dict[int, float], dests: tuple[Dest, ...], torn: int = 0) -> Path:
    """What the sensors see of cards whose leads have come so far past the nip."""
    mouths: frozenset[Dest] = frozenset(dests[n - 1] for n, lead in leads.items() if 70 <= lead < 105)
    return Path(any(0 <= x < 35 for x in leads.values()), any(35 <= x < 70 for x in leads.values()), mouths)


@dataclass(frozen=True)
class Cut:
    """The power went when card ``first``, the foremost not fallen, had come so far. The next one is a pitch behind."""

    first: int
    lead: float
    written: bool
    """Whether the log entry of ``first`` was written; it begins at the mouth and takes 26 ms."""

    def scene(self, dests: tuple[Dest, ...]) -> tuple[Scene, dict[int, float]]:
        leads = {n: self.lead - PITCH * (n - self.first) for n in range(self.first, CARDS + 1)}
        out = {n: lead for n, lead in leads.items() if lead >= 0}
        slots = frozenset(SLOTS[n - 1] for n in range(self.first, CARDS + 1) if leads[n] < 2)
        before = path(out, dests)
        nudge = 10 if before.x1 else 0
        moved = {n: lead + nudge for n, lead in out.items()}
        if nudge:
            slots -= {SLOTS[n - 1] for n in moved if moved[n] >= 2}
        committed = self.first if self.written else self.first - 1
        torn = self.lead >= 70 and not self.written
        return Scene(committed, slots, before, path(moved, dests), torn), out


def cuts() -> list[Cut]:
    out = list[Cut]()
    for first, lead in itertools.product(range(1, CARDS + 1), range(-40, 110)):
        # The entry is written by 96.4 at the latest, and not before 70.
        out += [Cut(first, lead, written) for written in (False, True) if (lead < 97) if (lead >= 70 or not written)]
    return out


@pytest.mark.parametrize("dests", [ROUND, ALIKE], ids=["round", "alike"])
def test_every_cut_of_a_deal_is_explained(dests: tuple[Dest, ...]) -> None:
    """A card in its mouth and not logged, one behind it in the path, one half out of its slot: all are found."""
    for cut in cuts():
        scene, out = cut.scene(dests)
        found = conclude(SLOTS, dests, scene)
        assert isinstance(found, GoOn), (cut, scene, found)
        missing = tuple(n for n in sorted(out) if n > scene.committed and SLOTS[n - 1] not in scene.slots)
        assert found.drive == missing, (cut, scene)
        assert found.at == scene.committed + len(missing) + 1
        in_mouth = scene.before.mouths if scene.committed == cut.first else frozenset()
        assert found.settle == (next(iter(in_mouth), None) if not missing else None), (cut, scene)


PATHS = st.builds(
    Path, st.booleans(), st.booleans(), st.frozensets(st.sampled_from(("E", "S", "W", "N", "turn-up")), max_size=2)
)


@given(
    st.sampled_from(cuts()),
    st.integers(1, CARDS),
    st.sampled_from(["gone", "back", "elsewhere"]),
    st.sampled_from([ROUND, ALIKE]),
)
def test_a_card_too_few_or_too_many_is_never_explained_away(
    cut: Cut, card: int, how: str, dests: tuple[Dest, ...]
) -> None:
    """One card is not where the deal left it: what is concluded may never account for it."""
    scene, out = cut.scene(dests)
    slot = SLOTS[card - 1]
    if how == "elsewhere":
        changed = replace(scene, slots=scene.slots | {20})
    elif (slot in scene.slots) == (how == "back") or (how == "back" and card > scene.committed):
        return
    else:
        changed = replace(scene, slots=scene.slots ^ {slot})
    found = conclude(SLOTS, dests, changed)
    if isinstance(found, GoOn):
        # Only one that left its slot behind a card of the path could look like this: it would be found to be that card.
        assert how == "gone", (scene, changed, found)
        assert found.drive, (scene, changed, found)
        assert card == scene.committed + 1 or card - 1 in out, (scene, changed, found)


@given(st.integers(0, CARDS), st.integers(0, CARDS), PATHS, PATHS, st.booleans(), st.sampled_from([ROUND, ALIKE]))
def test_what_is_driven_was_seen(
    committed: int, left: int, before: Path, after: Path, torn: bool, dests: tuple[Dest, ...]
) -> None:
    """Whatever is found: as many cards are driven as are missing, and each of them is under a sensor."""
    scene = Scene(committed, frozenset(SLOTS[left:]), before, after, torn)
    found = conclude(SLOTS, dests, scene)
    missing = left - committed
    if not isinstance(found, GoOn):
        return
    assert found.drive == tuple(range(committed + 1, left + 1))
    assert found.at == left + 1
    assert 0 <= missing <= 2
    signs = before.x1 + before.x2 + len(before.mouths)
    assert signs >= missing
    if missing == 0:
        assert not before.x1
        assert not before.x2
    if missing == 1 and not (before.x1 or before.x2):
        assert before.mouths == {dests[committed]}
        assert torn or committed == 0 or dests[committed] != dests[committed - 1]
    if missing == 2:
        assert before.x1
        assert before.mouths == {dests[committed]}


def scene(committed: int, left: int, **more: object) -> Scene:
    sound = Scene(committed, frozenset(SLOTS[left:]), CLEAR, CLEAR, False)
    return replace(sound, **more)  # type: ignore[arg-type]


X1, X2 = Path(True, False, frozenset()), Path(False, True, frozenset())
IN_N = Path(False, False, frozenset(("N",)))
IN_S = Path(False, False, frozenset(("S",)))


@pytest.mark.parametrize(
    ("found", "place"),
    [
        (scene(3, 4), "exit"),  # slot light, path clear, no evidence
        (scene(3, 6, before=X1, after=X2), "exit"),  # three missing
        (scene(3, 2), "carousel"),  # logged, and in its slot
        (scene(10, 9), "log"),
        (scene(3, 3, before=X1, after=X2), "exit"),  # a card that is not missing
        (scene(3, 4, before=X2, after=CLEAR), "exit"),  # it went during the scan
        (scene(3, 4, before=CLEAR, after=X2), "exit"),
        (scene(3, 5, before=X2, after=X2), "exit"),  # two missing, one seen
        (scene(3, 5, before=Path(True, True, IN_N.mouths), after=X2), "exit"),  # which of three is which?
        (scene(3, 4, before=IN_S, after=IN_S), "exit"),  # in a mouth that is not the card's
    ],
)  # fmt: skip
def test_what_nothing_shows_is_void(found: Scene, place: str) -> None:
    conclusion = conclude(SLOTS, ROUND, found)
    assert isinstance(conclusion, Hopeless)
    assert conclusion.place == place


def test_a_hand_in_a_pocket_is_waited_for() -> None:
    assert conclude(SLOTS, ROUND, scene(3, 3, before=IN_S, after=IN_S)) == Blocked(("S",))


def test_the_same_pocket_twice_is_told_apart_by_the_torn_entry_alone() -> None:
    in_e = Path(False, False, frozenset(("E",)))
    torn = scene(3, 4, before=in_e, after=in_e, torn=True)
    assert conclude(SLOTS, ALIKE, torn) == GoOn(5, (4,))
    assert isinstance(conclude(SLOTS, ALIKE, replace(torn, torn=False)), Hopeless)
