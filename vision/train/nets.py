"""The two networks as torch trains them. What the product runs is what :mod:`vision.train.export` makes of them."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from controller.rules.cards import RANKS, SUITS


def _conv(wide: int, out: int, size: int = 3, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(wide, out, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    """Depth-wise, then point-wise, added to what came in."""

    def __init__(self, wide: int, size: int = 3) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(wide, wide, size, groups=wide), nn.Conv2d(wide, wide, 1, bias=False), nn.BatchNorm2d(wide)
        )
        self.ends = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        """One step."""
        out: Tensor = self.ends(x + self.body(x))
        return out


class Reader(nn.Module):
    """A crop of 64×64 in, two heads out: the rank or none, the suit or none."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _conv(3, 16, stride=2),
            _conv(16, 24),
            _conv(24, 32, stride=2),
            _Block(32),
            _Block(32),
            _conv(32, 48, stride=2),
            _Block(48),
            _Block(48),
            nn.Conv2d(48, 24, 1, bias=False),
            nn.BatchNorm2d(24),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.25),
        )
        self.rank = nn.Linear(24 * 64, len(RANKS) + 1)
        self.suit = nn.Linear(24 * 64, len(SUITS) + 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """``x`` is (N, 3, 64, 64), red green blue, 0 to 255."""
        features = self.trunk(x / 127.5 - 1)
        return self.rank(features), self.suit(features)


class Sider(nn.Module):
    """A whole card of 64×64 in; face, back, joker or no card out."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _conv(3, 12, stride=2),
            _conv(12, 24, stride=2),
            _Block(24),
            _conv(24, 32, stride=2),
            _Block(32),
            _conv(32, 32, stride=2),
            nn.Flatten(),
            nn.Dropout(0.2),
        )
        self.side = nn.Linear(32 * 16, 4)

    def forward(self, x: Tensor) -> Tensor:
        """``x`` is (N, 3, 64, 64), red green blue, 0 to 255."""
        out: Tensor = self.side(self.trunk(x / 127.5 - 1))
        return out


class Finder(nn.Module):
    """A picture in, a map out at a quarter of its size: where indices are, which way they stand, how tall they are.

    Channels: 0 the score's logit; 1, 2 the offset of the centre from the cell's middle in cells; 3, 4 the unit vector
    that points down the index; 5 the logarithm of its height in units of 16 pixels.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(3, 12, stride=2), _conv(12, 24, stride=2), _Block(24))
        self.eighth = nn.Sequential(_conv(24, 40, stride=2), _Block(40, 5), _Block(40, 5))
        self.sixteenth = nn.Sequential(_conv(40, 56, stride=2), _Block(56, 5), _Block(56, 5))
        self.from_sixteenth = nn.Sequential(nn.Conv2d(56, 40, 1), nn.Upsample(scale_factor=2.0, mode="nearest"))
        self.join = _Block(40)
        self.from_eighth = nn.Sequential(nn.Conv2d(40, 24, 1), nn.Upsample(scale_factor=2.0, mode="nearest"))
        self.head = nn.Sequential(_Block(24, 5), nn.Conv2d(24, 6, 1))
        with torch.no_grad():
            # A map that is nearly empty is where training should begin.
            self.state_dict()["head.1.bias"][0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """``x`` is (N, 3, H, W), red green blue, 0 to 255, H and W multiples of 16."""
        a = self.quarter(x / 127.5 - 1)
        b = self.eighth(a)
        b = self.join(b + self.from_sixteenth(self.sixteenth(b)))
        out: Tensor = self.head(a + self.from_eighth(b))
        return out


def size(net: nn.Module) -> int:
    """How many numbers a network has learnt."""
    return sum(part.numel() for part in net.parameters())
