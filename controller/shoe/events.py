"""What a shoe tells. Small frozen observations; ``controller.table.dealing`` makes facts of them.

Cards, nonces and keys are kept out of every ``repr``, so that no log line shows a card before it is played. A refused
pack is never dealt: what it misses may be named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from controller.rules.cards import Card
from controller.shoe.plan import Dest

State = Literal[
    "no pack", "reading", "checking", "ready", "dealing", "dealt", "paused", "jammed", "lid open", "faulted", "void",
    "gathering", "link lost",
]  # fmt: skip
"""``no pack``: idle with an empty carousel. ``checking``: between the last card read and ``Prepared``, and while the
shoe looks at itself after an interruption. ``gathering``: it ejects into the reject tray."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A session with the shoe stands. ``firmware``: 16 hexadecimal digits of its hash; ``shoe``: its number."""

    firmware: str
    shoe: int
    boot_count: int


@dataclass(frozen=True, slots=True)
class LinkLost:
    """No session. The driver looks for the shoe by itself, again and again. ``why`` is a sentence for people."""

    why: str


@dataclass(frozen=True, slots=True)
class Doing:
    """What the shoe does, for every screen: ``done`` of ``of`` cards, and a sentence. Never an identity."""

    state: State
    done: int
    of: int
    words: str


@dataclass(frozen=True, slots=True)
class Hopper:
    """The hopper holds cards, or none. Told when a session begins and at each change."""

    loaded: bool


@dataclass(frozen=True, slots=True)
class Pocket:
    """A pocket got its first card, or was emptied. Told for all when a session begins and at each change."""

    pocket: Dest
    holds: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the shoe went down."""

    button: int


@dataclass(frozen=True, slots=True)
class PackRefused:
    """The pack in the hopper is not the game's pack, or could not be proved to be; it was gathered again.

    ``missing`` and ``double`` name cards; ``foreign`` counts jokers and foreign backs, ``faced`` cards that lay the
    wrong way, ``unread`` cards that could not be read, ``extra`` cards beyond the game's number. All are empty when
    not the pack but the machine was at fault. ``words`` says it all in a sentence.
    """

    missing: tuple[Card, ...]
    double: tuple[Card, ...]
    foreign: int
    faced: int
    unread: int
    extra: int
    words: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """The pack is proved and lies shuffled in the carousel: ``order`` by slot, slot 0 first, before the cut.

    ``commitment``: SHA-256 in hexadecimal of nonce, game and order (:mod:`controller.shoe.commitment`).
    """

    deal: str
    order: tuple[Card, ...] = field(repr=False)
    nonce: bytes = field(repr=False)
    commitment: str


@dataclass(frozen=True, slots=True)
class CardDealt:
    """Card ``number`` (from 1) fell into ``dest``, which its pocket's edge saw and the shoe logged.

    ``t_us``: the shoe's clock, or ``None`` where the edge itself was not heard and the shoe log stands for it.
    """

    deal: str
    number: int
    dest: Dest
    card: Card = field(repr=False)
    t_us: int | None


@dataclass(frozen=True, slots=True)
class DealDone:
    """Every card of the plan was dealt and the carousel was seen to be empty."""

    deal: str


@dataclass(frozen=True, slots=True)
class DealVoid:
    """The deal is dead. ``place``: where in the machine, a word; ``dealt``: cards that surely fell as planned."""

    deal: str
    why: str
    place: str
    dealt: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """An interrupted deal goes on at card ``at``."""

    deal: str
    at: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The shoe keeps the key of this deal, durably."""

    deal: str


@dataclass(frozen=True, slots=True)
class Returned:
    """The key of this deal, ``None`` where the shoe keeps another deal's or none."""

    deal: str
    key: bytes | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Faulted:
    """The machine needs a person. ``fault`` is what ``Clear`` names; ``place`` and ``words`` say where and what."""

    fault: int
    place: str
    words: str


@dataclass(frozen=True, slots=True)
class Refused:
    """An order that cannot be followed now, by its name, and why. Nothing was done."""

    order: str
    why: str


@dataclass(frozen=True, slots=True)
class Reported:
    """How shoe and link are. ``shoe`` and ``host`` count since boot and since the driver's start."""

    firmware: str
    boot_count: int
    state: str
    fault: int
    shoe: dict[str, int]
    host: dict[str, int]


Event = (
    Linked | LinkLost | Doing | Hopper | Pocket | Pressed | PackRefused | Prepared | CardDealt | DealDone | DealVoid
    | Resumed | Kept | Returned | Faulted | Refused | Reported
)  # fmt: skip
