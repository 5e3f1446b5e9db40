"""README and CONTRIBUTING keep their word: every test and file that they name is there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def promises() -> list[str]:
    section = README.split("## Six promises")[1].split("\n## ")[0]
    return re.findall(r"^\d\. .*?(?=^\d\. |\Z)", section, re.MULTILINE | re.DOTALL)


def test_there_are_six_promises() -> None:
    assert [promise[0] for promise in promises()] == ["1", "2", "3", "4", "5", "6"]


def test_a_promise_names_its_proof_or_says_that_it_has_none() -> None:
    assert all(NAMED.search(promise) or "not yet" in promise.lower() for promise in promises())


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_a_page_names_is_there(page: str) -> None:
    missing: list[str] = []
    for path, name in NAMED.findall((ROOT / page).read_text()):
        file = ROOT / path
        if not file.is_file():
            missing.append(path)
            continue
        functions = {
            node.name
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        if name and name not in functions:
            missing.append(f"{path}::{name}")
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_into_the_house_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / page).read_text())
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_that_a_page_names_is_there(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z][a-z-]+)(?=[`\s])", code_of(page))) <= targets


def code_of(page: str) -> str:
    text = (ROOT / page).read_text()
    return "\n".join(re.findall(r"`[^`\n]+`", text) + re.findall(r"```.*?```", text, re.DOTALL))


def test_the_command_lists_what_the_readme_lists() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "from controller.cli import main; main()", "--help"],
        capture_output=True,
        check=True,
        text=True,
        cwd=ROOT,
    )
    listed = set(re.findall(r"^│ ([a-z]+)  ", shown.stdout, re.MULTILINE))
    assert set(re.findall(r"^\| `pone ([a-z]+)", README, re.MULTILINE)) == listed
