"""The benchmarks: what ``pone bench`` runs. Each module measures one thing and says how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from tests.bench import latency, rules, seen, shoe, vision
from tests.bench.figure import Figure

BENCHMARKS: Final[dict[str, Callable[[], Iterator[Figure]]]] = {
    "rules": rules.measure,
    "latency": lambda: chain(latency.measure(), seen.measure()),
    "shoe": shoe.measure,
    "vision": vision.measure,
}
