"""The benchmarks: what ``pone bench`` runs. Each module measures one thing and says how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tests.bench import latency, rules, shoe, vision
from tests.bench.figure import Figure

BENCHMARKS: Final[dict[str, Callable[[], Iterator[Figure]]]] = {
    "rules": rules.measure,
    "latency": latency.measure,
    "shoe": shoe.measure,
    "vision": vision.measure,
}
