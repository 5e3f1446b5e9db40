"""The networks as they are shipped."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

MODELS = Path(__file__).parents[3] / "vision" / "models"


def test_all_models_together_are_small() -> None:
    assert sum(file.stat().st_size for file in MODELS.glob("*.onnx")) < 1_000_000


def test_the_reader_has_at_most_eighty_thousand_numbers() -> None:
    assert (MODELS / "reader.onnx").stat().st_size < 80_000 * 4 + 10_000


@pytest.mark.parametrize(
    ("name", "shape"), [("reader", (2, 3, 64, 64)), ("sider", (2, 3, 64, 64)), ("finder", (1, 3, 64, 96))]
)
def test_opencv_runs_them(name: str, shape: tuple[int, ...]) -> None:
    net = cv2.dnn.readNetFromONNX(str(MODELS / f"{name}.onnx"))
    net.setInput(np.zeros(shape, np.float32))
    assert np.isfinite(net.forward()).all()
