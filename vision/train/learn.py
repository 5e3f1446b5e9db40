"""Both trainings. Steps can be few at first and go on later from where they stopped."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.train.crops import UNSURE
from vision.train.nets import Finder, Reader, Sider
from vision.train.scene import SIDE

_CELLS: Final = SIDE // 4
_CLEAR: Final = 0.86
_PARTLY: Final = 0.35


@dataclass(slots=True)
class _Course:
    """Where a training stands. Steps draw their chance from the seed and their own number: resumed is not repeated."""

    net: nn.Module
    mean: nn.Module
    optimizer: torch.optim.Optimizer
    step: int = 0

    def resume(self, state: Path) -> None:
        """Go on from ``state``: a course that was broken off, or the bare weights of another."""
        kept = torch.load(state, weights_only=True)
        if "course" not in kept:
            self.net.load_state_dict(kept)
            self.mean.load_state_dict(kept)
            return
        self.net.load_state_dict(kept["course"])
        self.mean.load_state_dict(kept["mean"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.step = kept["step"]

    def keep(self, state: Path) -> None:
        """Write ``state`` whole or not at all."""
        part = state.with_suffix(".part")
        torch.save(
            {
                "course": self.net.state_dict(),
                "mean": self.mean.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
            },
            part,
        )
        part.replace(state)

    def average(self) -> None:
        """Let the mean follow the weights: it reads better than any single step of a fast course."""
        keep = min(0.998, (1 + self.step) / (10 + self.step))
        now = self.net.state_dict()
        with torch.no_grad():
            for name, value in self.mean.state_dict().items():
                if value.dtype.is_floating_point:
                    value.lerp_(now[name], 1 - keep)
                else:
                    value.copy_(now[name])


def rate_at(step: int, steps: int, rate: float) -> float:
    """The learning rate of one step: quickly up, then along half a cosine to nothing."""
    rise = max(1, min(200, steps // 10))
    if step < rise:
        return rate * (step + 1) / rise
    return rate * 0.5 * (1 + math.cos(math.pi * (step - rise) / max(1, steps - rise)))


def learn_reader(shards: Path, numbers: list[int], steps: int, state: Path, rate: float, seed: int) -> None:
    """Train the reader on the crops of those shards for so many steps of 128 crops, and keep it in ``state``."""
    torch.manual_seed(seed)
    net, mean = Reader(), Reader()
    mean.load_state_dict(net.state_dict())
    course = _Course(net, mean, torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3))
    if state.exists():
        course.resume(state)
    pixels = [np.load(shards / f"{n:03d}-crops.npy") for n in numbers]
    labels = [np.load(shards / f"{n:03d}-labels.npy") for n in numbers]
    net.train()
    said, fresh = np.zeros(3), 0
    while course.step < steps:
        rng = np.random.default_rng([seed, course.step])
        torch.manual_seed(seed + course.step)
        x, y = _reader_batch(pixels, labels, rng)
        for group in course.optimizer.param_groups:
            group["lr"] = rate_at(course.step, steps, rate)
        rank, suit = net(x.contiguous(memory_format=torch.channels_last))
        loss = _cross(rank, y[:, 0]) + 0.7 * _cross(suit, y[:, 1])
        course.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        course.optimizer.step()
        course.step += 1
        fresh += 1
        course.average()
        hits = [
            ((head.argmax(1) == want)[want >= 0]).float().mean().item()
            for head, want in ((rank, y[:, 0]), (suit, y[:, 1]))
        ]
        said = 0.98 * said + 0.02 * np.array([loss.item(), *hits])
        if course.step % 100 == 0 or course.step == steps:
            fair = said / (1 - 0.98**fresh)
            _say(f"reader {course.step}/{steps} loss {fair[0]:.3f} rank {fair[1]:.4f} suit {fair[2]:.4f}")
            course.keep(state)


def _reader_batch(
    pixels: list[npt.NDArray[np.uint8]], labels: list[npt.NDArray[np.int16]], rng: np.random.Generator
) -> tuple[Tensor, Tensor]:
    """128 crops and what they show, from all shards alike."""
    picked = [(int(n), int(rng.integers(len(pixels[n])))) for n in rng.integers(len(pixels), size=128)]
    crops = np.stack([pixels[n][k] for n, k in picked])
    wanted = np.stack([labels[n][k] for n, k in picked]).astype(np.int64)
    return _tensor(_varied(crops, rng)), torch.from_numpy(wanted)


def _cross(logits: Tensor, want: Tensor) -> Tensor:
    return functional.cross_entropy(logits, want, ignore_index=UNSURE, label_smoothing=0.02)


def _varied(pixels: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """The crops under other light, so that a second look at one is not the first again."""
    shape = (len(pixels), 1, 1, 1)
    gain = np.exp(rng.normal(0, 0.12, shape)) * np.exp(rng.normal(0, 0.04, (len(pixels), 1, 1, 3)))
    x = pixels * gain.astype(np.float32) + rng.normal(0, 8, shape).astype(np.float32)
    rough = rng.standard_normal(pixels.shape[1:], np.float32)
    x += rough * np.abs(rng.normal(0, 4, shape)).astype(np.float32)
    return np.asarray(np.clip(x, 0, 255), np.uint8)


def _tensor(pixels: npt.NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))).float()


# ------------------------------------------------------------------------------------------------- which side it is
def learn_sider(
    shards: Path, numbers: list[int], epochs: float, state: Path, rate: float = 2e-3, seed: int = 5
) -> None:
    """Train the sider on the whole cards of those shards, and keep it in ``state``."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Sider()
    if state.exists():
        net.load_state_dict(torch.load(state, weights_only=True))
    pixels = np.concatenate([np.load(shards / f"{n:03d}-sides.npy") for n in numbers])
    kinds = np.concatenate([np.load(shards / f"{n:03d}-kinds.npy") for n in numbers]).astype(np.int64)
    # Each kind is drawn equally often: faces are ten times as frequent as backs, and these as jokers.
    each = [np.flatnonzero(kinds == kind) for kind in range(4)]
    batch = 128
    steps = int(epochs * len(pixels) / batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.15)
    net.train()
    said = np.zeros(2)
    for step in range(steps):
        chosen = np.concatenate([rng.choice(rows, batch // 4) for rows in each])
        y = torch.from_numpy(kinds[chosen])
        out = net(_tensor(_varied(pixels[chosen], rng)))
        loss = functional.cross_entropy(out, y, label_smoothing=0.02)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
        said = 0.98 * said + 0.02 * np.array([loss.item(), (out.argmax(1) == y).float().mean().item()])
        if step % 100 == 99:
            fair = said / (1 - 0.98 ** (step + 1))
            _say(f"sider {step + 1}/{steps} loss {fair[0]:.3f} right {fair[1]:.4f}")
    torch.save(net.state_dict(), state)


# ---------------------------------------------------------------------------------------------- where indices are
def learn_finder(
    shards: Path, numbers: list[int], epochs: float, state: Path, rate: float = 2e-3, seed: int = 4
) -> None:
    """Train the finder on those shards' scenes, and keep it in ``state``."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Finder().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if state.exists():
        net.load_state_dict(torch.load(state, weights_only=True))
    tiles = [tile for n in numbers for tile in _tiles(shards, n, rng)]
    batch = 12
    steps = int(epochs * sum(len(pixels) ** 2 for pixels, _ in tiles) / (batch * SIDE**2))
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    net.train()
    said = np.zeros(3)
    for step in range(steps):
        pairs = [_flipped(*_page(tiles, rng), int(rng.integers(4))) for _ in range(batch)]
        x = _tensor(_varied(np.stack([pixels for pixels, _ in pairs]), rng)).contiguous(
            memory_format=torch.channels_last
        )
        maps = np.stack([targets(indices) for _, indices in pairs])
        heat, rest = _finder_loss(net(x), torch.from_numpy(maps))
        loss = heat + rest
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        said = 0.98 * said + 0.02 * np.array([loss.item(), heat.item(), rest.item()])
        if step % 25 == 24:
            fair = said / (1 - 0.98 ** (step + 1))
            _say(f"finder {step + 1}/{steps} loss {fair[0]:.3f} heat {fair[1]:.3f} rest {fair[2]:.3f}")
        if step % 100 == 99:
            torch.save(net.state_dict(), state)
    torch.save(net.state_dict(), state)


Tile = tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]
"""A square picture and the rows of :class:`vision.train.shards.Shard` for its indices."""


def _tiles(shards: Path, number: int, rng: np.random.Generator) -> list[Tile]:
    """Scenes made smaller by halves until their indices are as small as the finder takes them."""
    tiles = []
    scenes, indices = (np.load(shards / f"{number:03d}-{name}.npy") for name in ("scenes", "indices"))
    for pixels, rows in zip(scenes, indices, strict=True):
        tall = np.hypot(rows[:, 2], rows[:, 3])
        middle = float(np.median(tall[tall > 0])) if (tall > 0).any() else 16.0
        side = SIDE
        while middle * side / SIDE > rng.uniform(20, 26) and side > SIDE // 4:
            side //= 2
        small = pixels if side == SIDE else cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA)
        moved = rows[tall > 0].copy()
        moved[:, :4] *= side / SIDE
        tiles.append((np.asarray(small), moved))
    return tiles


def _page(tiles: list[Tile], rng: np.random.Generator) -> Tile:
    """One page of the finder's size, laid with as many tiles as it takes."""
    pixels, rows = tiles[rng.integers(len(tiles))]
    side = len(pixels)
    if side == SIDE:
        return pixels, rows
    page, all_rows = np.empty((SIDE, SIDE, 3), np.uint8), []
    same = [pair for pair in (tiles[i] for i in rng.integers(len(tiles), size=60)) if len(pair[0]) == side] or [
        (pixels, rows)
    ]
    for k, (y, x) in enumerate((y, x) for y in range(0, SIDE, side) for x in range(0, SIDE, side)):
        pixels, rows = same[k % len(same)]
        page[y : y + side, x : x + side] = pixels
        moved = rows.copy()
        moved[:, 0] += x
        moved[:, 1] += y
        all_rows.append(moved)
    return page, np.concatenate(all_rows)


def _flipped(
    pixels: npt.NDArray[np.uint8], indices: npt.NDArray[np.float32], quarters: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """A scene turned by quarters of a circle."""
    moved = indices.copy()
    for _ in range(quarters):
        pixels = np.rot90(pixels, -1)
        x, y, dx, dy = (moved[:, i].copy() for i in range(4))
        moved[:, 0], moved[:, 1], moved[:, 2], moved[:, 3] = SIDE - y, x, -dy, dx
    return pixels, moved


def targets(indices: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Nine maps: the score wanted, its weight, then six that count where the seventh of them is one.

    0 wanted score (a bell of about a cell); 1 weight of the score; 2 to 6 offset, down, logarithm of height; 7 where
    these count.
    """
    maps = np.zeros((8, _CELLS, _CELLS), np.float32)
    maps[1] = 1
    y, x = np.mgrid[0:_CELLS, 0:_CELLS].astype(np.float32)
    for cx, cy, dx, dy, rank, suit, _, _ in indices:
        tall = float(np.hypot(dx, dy))
        if tall < 1:
            continue
        u, v = cx / 4 - 0.5, cy / 4 - 0.5
        near = (x - u) ** 2 + (y - v) ** 2
        shown = min(rank, suit)
        if shown < _CLEAR or tall < 8 or tall > 30:
            if max(rank, suit) > _PARTLY:
                maps[1][near < max(1.5, tall / 10) ** 2] = 0
            continue
        wide = max(0.8, tall / 22)
        bell = np.exp(-near / (2 * wide**2))
        maps[0] = np.maximum(maps[0], np.where(bell > 0.05, bell, 0))
        i, j = int(np.clip(round(v), 0, _CELLS - 1)), int(np.clip(round(u), 0, _CELLS - 1))
        maps[0, i, j] = 1
        close = near < max(1.3, wide) ** 2
        maps[2][close], maps[3][close] = (u - x)[close], (v - y)[close]
        maps[4][close], maps[5][close] = dx / tall, dy / tall
        maps[6][close] = np.log(tall / 16)
        maps[7][close] = 1
    return maps


def _finder_loss(out: Tensor, want: Tensor) -> tuple[Tensor, Tensor]:
    """The focal loss of CenterNet (Zhou et al., 2019) for the score, absolute differences for the rest."""
    score = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    aim, weight = want[:, 0], want[:, 1]
    peak = (aim == 1).float()
    right = peak * (1 - score) ** 2 * torch.log(score)
    wrong = (1 - peak) * (1 - aim) ** 4 * score**2 * torch.log(1 - score) * weight
    count = peak.sum().clamp(min=1)
    heat = -(right + wrong).sum() / count
    mask = want[:, 7:8]
    total = mask.sum().clamp(min=1)
    place = ((out[:, 1:3] - want[:, 2:4]).abs() * mask).sum() / total
    way = ((out[:, 3:5] - want[:, 4:6]).abs() * mask).sum() / total
    tall = ((out[:, 5:6] - want[:, 6:7]).abs() * mask).sum() / total
    return heat, place + 2 * way + 2 * tall


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
