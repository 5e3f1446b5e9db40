"""What holds for every file that is committed."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BINARY = {".png", ".jpg", ".webp", ".woff2", ".ico", ".sqlite", ".onnx"}
LONGEST = 600

VALUE_MODULES = {
    "__future__", "collections", "collections.abc", "copy", "dataclasses", "enum", "functools", "hashlib", "itertools",
    "json", "math", "operator", "re", "types", "typing",
}  # fmt: skip
"""Standard modules without a clock, a disk, a socket, a log or chance."""

SLEEPERS = ("controller/bench", "controller/journal/store.py")
"""A bench that keeps a pace, and the injected delay of a slow disk."""


@cache
def committed() -> tuple[Path, ...]:
    """Paths that git knows, as they lie in the work tree."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def python(*tops: str) -> list[Path]:
    return [path for path in committed() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in tops]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    return "" if path.suffix in BINARY else path.read_text(encoding="utf-8")


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_the_rules_import_only_value_modules() -> None:
    foreign = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in python("controller")
        if path.is_relative_to(ROOT / "controller" / "rules")
        for name in imports(path)
        if name not in VALUE_MODULES and name.split(".")[:2] != ["controller", "rules"]
    }
    assert not foreign


def test_the_rules_do_nothing_but_compute() -> None:
    doors = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
    found = {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.func.id}"
        for path in python("controller")
        if path.is_relative_to(ROOT / "controller" / "rules")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in doors
    }
    assert not found


def test_no_source_is_so_long_that_it_needs_a_table_of_contents() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): text_of(path).count("\n") for path in python("controller", "vision", "tests")
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_nothing_sleeps_where_an_event_can_be_waited_for() -> None:
    asleep = {
        f"{name_of(path)}:{node.lineno}"
        for path in python("controller", "vision", "tests")
        if not name_of(path).startswith(SLEEPERS)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "sleep"
        if isinstance(node.value, ast.Name) and node.value.id == "time"
    }
    assert not asleep


@pytest.mark.parametrize(
    "trace",
    [
        "/" + "work/",
        "/" + "root/",
        "/" + "home/[a-z]+/",
        r"pypi\." + "org",
        r"python" + r"hosted\.org",
        r"npm" + r"js\.(org|com)",
        r"deb\." + r"debian\.org",
        "artifact" + "registry",
        "index-" + "url",
    ],
)
def test_no_file_knows_the_machine_that_it_was_made_on(trace: str) -> None:
    pattern = re.compile(trace)
    found = {
        f"{name_of(path)}:{number}"
        for path in committed()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if pattern.search(line)
    }
    allowed = {"index-" + "url": "deploy/lock"}.get(trace, "-")
    assert not {place for place in found if not place.startswith(allowed)}


def test_no_words_are_left_for_later() -> None:
    later = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    found = {
        f"{name_of(path)}:{number}"
        for path in python("controller", "vision", "tests")
        if path != Path(__file__)
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if later.search(line)
    }
    assert not found


def test_every_package_says_what_it_is() -> None:
    silent = {
        name_of(path) for path in python("controller", "vision") if not ast.get_docstring(ast.parse(path.read_text()))
    }
    assert not silent
