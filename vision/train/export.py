"""From torch's weights to the ONNX files that ``cv2.dnn`` runs, with a check that both say the same."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.train.nets import Finder, Reader, Sider

_CLOSE: Final = 2e-3


class _Drawn:
    """An ONNX graph as it is written, node after node."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.values: list[onnx.TensorProto] = []
        self._count = 0

    def value(self, array: np.ndarray) -> str:
        name = f"v{len(self.values)}"
        self.values.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind: str, *inputs: str, name: str | None = None, **how: object) -> str:
        self._count += 1
        out = name or f"n{self._count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], **how))  # type: ignore[arg-type]
        return out


def export(name: str, weights: Path, target: Path) -> None:
    """Write the network of that name from what training kept. Raises :class:`ValueError` when OpenCV differs."""
    net, write = {
        "reader": (Reader(), export_reader),
        "sider": (Sider(), export_sider),
        "finder": (Finder(), export_finder),
    }[name]
    kept = torch.load(weights, weights_only=True)
    net.load_state_dict(kept.get("mean", kept))
    write(net, target)


def export_reader(net: Reader, target: Path) -> None:
    """Write the reader: one input ``crops`` (N, 3, 64, 64) of 0 to 255, outputs ``rank`` and ``suit`` as logits."""
    graph = _Drawn()
    x = _scaled(graph, "crops")
    features = _layers(graph, list(net.eval().trunk), x)
    for head, name in ((net.rank, "rank"), (net.suit, "suit")):
        weight, bias = graph.value(head.weight.detach().numpy()), graph.value(head.bias.detach().numpy())
        graph.node("Gemm", features, weight, bias, name=name, transB=1)
    _write(graph, target, ("crops", ["N", 3, 64, 64]), {"rank": ["N", 14], "suit": ["N", 5]})
    _check(net, target, torch.rand(5, 3, 64, 64) * 255)


def export_sider(net: Sider, target: Path) -> None:
    """Write the sider: one input ``cards`` (N, 3, 64, 64) of 0 to 255, one output ``side`` as logits."""
    graph = _Drawn()
    features = _layers(graph, list(net.eval().trunk), _scaled(graph, "cards"))
    weight, bias = graph.value(net.side.weight.detach().numpy()), graph.value(net.side.bias.detach().numpy())
    graph.node("Gemm", features, weight, bias, name="side", transB=1)
    _write(graph, target, ("cards", ["N", 3, 64, 64]), {"side": ["N", 4]})
    _check(net, target, torch.rand(5, 3, 64, 64) * 255)


def export_finder(net: Finder, target: Path) -> None:
    """Write the finder: one input ``picture`` (1, 3, H, W) of 0 to 255, one output ``map`` (1, 6, H/4, W/4)."""
    net.eval()
    graph = _Drawn()
    a = _layers(graph, list(net.quarter), _scaled(graph, "picture"))
    b = _layers(graph, list(net.eighth), a)
    c = _layers(graph, [*net.sixteenth, *net.from_sixteenth], b)
    b = _layers(graph, [net.join], graph.node("Add", b, c))
    d = _layers(graph, list(net.from_eighth), b)
    _layers(graph, list(net.head), graph.node("Add", a, d), last="map")
    _write(graph, target, ("picture", [1, 3, "H", "W"]), {"map": [1, 6, "h", "w"]})
    _check(net, target, torch.rand(1, 3, 128, 192) * 255)


def _scaled(graph: _Drawn, name: str) -> str:
    half = graph.node("Mul", name, graph.value(np.array([1 / 127.5], np.float32)))
    return graph.node("Sub", half, graph.value(np.array([1.0], np.float32)))


def _layers(graph: _Drawn, layers: list[nn.Module], x: str, last: str | None = None) -> str:
    """Write layers one after the other; each normalisation is folded into the convolution before it."""
    flat = _flat(layers)
    for k, layer in enumerate(flat):
        name = last if k == len(flat) - 1 else None
        match layer:
            case nn.Conv2d():
                x = _convolution(graph, layer, flat[k + 1] if k + 1 < len(flat) else None, x, name)
            case nn.ReLU():
                x = graph.node("Relu", x, name=name)
            case nn.Upsample():
                scales = graph.value(np.array([1, 1, 2, 2], np.float32))
                x = graph.node("Resize", x, "", scales, mode="nearest", nearest_mode="floor",
                               coordinate_transformation_mode="asymmetric")  # fmt: skip
            case nn.Flatten():
                x = graph.node("Flatten", x, axis=1)
            case nn.BatchNorm2d() | nn.Dropout():
                pass
            case _:
                inner = _layers(graph, list(layer.body), x)  # type: ignore[arg-type]
                x = graph.node("Relu", graph.node("Add", x, inner), name=name)
    return x


def _flat(layers: list[nn.Module]) -> list[nn.Module]:
    flat: list[nn.Module] = []
    for layer in layers:
        flat += _flat(list(layer)) if isinstance(layer, nn.Sequential) else [layer]
    return flat


def _convolution(graph: _Drawn, layer: nn.Conv2d, after: nn.Module | None, x: str, name: str | None) -> str:
    weight = layer.weight.detach().numpy()
    bias = np.zeros(len(weight), np.float32) if layer.bias is None else layer.bias.detach().numpy()
    if isinstance(after, nn.BatchNorm2d):
        spread, mean = (getattr(after, name).numpy() for name in ("running_var", "running_mean"))
        scale = after.weight.detach().numpy() / np.sqrt(spread + after.eps)
        weight = weight * scale[:, None, None, None]
        bias = (bias - mean) * scale + after.bias.detach().numpy()
    size, stride = layer.kernel_size, layer.stride
    pad = (size[0] // 2, size[1] // 2)
    inputs = (x, graph.value(weight.astype(np.float32)), graph.value(bias.astype(np.float32)))
    return graph.node("Conv", *inputs, name=name, kernel_shape=list(size), strides=list(stride),
                      pads=[pad[0], pad[1], pad[0], pad[1]], group=layer.groups)  # fmt: skip


def _write(graph: _Drawn, target: Path, source: tuple[str, list[object]], outputs: dict[str, list[object]]) -> None:
    def info(name: str, shape: list[object]) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)  # type: ignore[arg-type]

    drawn = helper.make_graph(
        graph.nodes, target.stem, [info(*source)], [info(*output) for output in outputs.items()], graph.values
    )
    model = helper.make_model(drawn, opset_imports=[helper.make_opsetid("", 13)], producer_name="pone")
    model.ir_version = 8
    onnx.checker.check_model(model)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(model.SerializeToString())


def _check(net: nn.Module, target: Path, x: torch.Tensor) -> None:
    """Raise :class:`ValueError` unless OpenCV computes what torch computes."""
    with torch.no_grad():
        wanted = net(x)
    drawn = cv2.dnn.readNetFromONNX(str(target))
    drawn.setInput(x.numpy())
    if isinstance(wanted, tuple):
        got = drawn.forward(["rank", "suit"])
    else:
        wanted, got = (wanted,), [drawn.forward()]
    for want, have in zip(wanted, got, strict=True):
        if np.abs(want.numpy() - have).max() > _CLOSE * max(1.0, float(want.abs().max())):
            raise ValueError(f"{target.name}: OpenCV does not compute what torch computed")
