"""A measured figure with its spread, and with the peer that it was measured beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Figure:
    """``samples`` in ``unit``; ``peer`` and ``peer_samples`` of something known, measured in the same run."""

    name: str
    unit: str
    samples: tuple[float, ...]
    note: str
    peer: str | None = None
    peer_samples: tuple[float, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The object that ``pone bench --json`` prints."""
        out: dict[str, object] = {"name": self.name, "unit": self.unit, **_spread(self.samples), "note": self.note}
        if self.peer is not None:
            out["peer"] = self.peer
            out["peer_median"] = round(median(self.peer_samples), 3)
            out["ratio"] = round(median(self.samples) / median(self.peer_samples), 3)
        return out

    def in_words(self) -> str:
        """One line for people."""
        spread = _spread(self.samples)
        line = (
            f"{self.name}: median {spread['median']:g} {self.unit}, 5 % {spread['p05']:g}, 95 % {spread['p95']:g}, "
            f"n = {spread['n']} ({self.note})"
        )
        if self.peer is None:
            return line
        ratio = median(self.samples) / median(self.peer_samples)
        return f"{line}; {ratio:.2f} × {self.peer} ({median(self.peer_samples):.4g} {self.unit})"


def _spread(samples: Sequence[float]) -> dict[str, float]:
    cuts = quantiles(samples, n=20)
    return {
        "n": len(samples),
        "median": round(median(samples), 3),
        "p05": round(cuts[0], 3),
        "p95": round(cuts[-1], 3),
    }
