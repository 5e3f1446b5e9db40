"""Judged again, a journal gives what was ruled; where it does not, the entry is named."""

from __future__ import annotations

import io
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.commands import verify_command
from controller.journal.drafts import Closed, Noted
from controller.journal.release import digest_of_folder, release
from controller.journal.store import SqliteJournal
from controller.journal.verify import Finding, verify
from controller.rules.record import Record
from tests.journal.records import Case, drafts_of, journal_of
from tests.journal.sitting import (
    OTHER_DEAL,
    OTHER_KEY,
    RELEASE,
    Echo,
    begun,
    one_hand,
    opened,
    two_hands,
    unguarded,
    write,
)


def check(path: Path, rejudge: bool = False) -> list[Finding]:
    return list(verify(path, rejudge, open_court=Echo, by=RELEASE))


# --------------------------------------------------------------------------- the real rules
def test_every_law_case_in_a_journal_is_judged_again_equal(law_cases: tuple[Case, ...]) -> None:
    assert len(law_cases) > 50
    for case in law_cases:
        found = list(verify(case.closed))
        assert [f for f in found if f.weight != "good"] == [], case.name
        assert len(found) > 1


@pytest.fixture(scope="module")
def longest(law_cases: tuple[Case, ...]) -> Record:
    """The law case on which both roles were told most."""
    return max((case.record for case in law_cases), key=lambda r: sum(len(d.table) for d in notes(r)))


def notes(record: Record) -> list[Noted]:
    return [draft for draft in drafts_of(record) if isinstance(draft, Noted)]


def test_a_ruling_that_the_laws_do_not_give_is_named_with_both(tmp_path: Path, longest: Record) -> None:
    for role in ("director", "table"):
        drafts = list(drafts_of(longest))
        at = next(i for i, d in enumerate(drafts) if isinstance(d, Noted) and getattr(d, role))
        draft = drafts[at]
        assert isinstance(draft, Noted)
        invented = {"line": draft.line, "ruling": 99, "irregularity": "renounce", "law": ["am-30.a"], "by": "E"}
        drafts[at] = (
            replace(draft, director=(*draft.director, invented))
            if role == "director"
            else replace(draft, table=(*draft.table, invented))
        )
        path = tmp_path / role
        with SqliteJournal(path) as journal:
            journal.append(drafts)
        wrong = [f for f in verify(path) if f.weight == "wrong"]
        assert [(f.entry, f.line) for f in wrong] == [(at + 1, draft.line)]
        assert f"to the {role}" in wrong[0].words
        assert "am-30.a" in wrong[0].words
        assert "judged again nothing" in wrong[0].words


# --------------------------------------------------------------------------- a judge whose answers are known
def test_two_hands_are_judged_again_one_after_the_other(tmp_path: Path) -> None:
    found = check(write(tmp_path / "j", two_hands()))
    assert [f.hand for f in found] == [None, 1, 2]
    assert found[1].words == "hand 1: 11 facts judged again give the same rulings"


def test_a_missing_ruling_is_named(tmp_path: Path) -> None:
    drafts = two_hands()
    note = drafts[17]
    assert isinstance(note, Noted)
    assert note.director
    drafts[17] = replace(note, director=())
    wrong = [f for f in check(write(tmp_path / "j", drafts)) if f.weight == "wrong"]
    assert [(f.hand, f.entry, f.line) for f in wrong] == [(2, 18, note.line)]
    assert "ruled nothing, judged again {" in wrong[0].words


def test_an_open_hand_is_said_to_be_open(tmp_path: Path) -> None:
    found = check(write(tmp_path / "j", two_hands(close_second=False)))
    assert [(f.weight, f.hand) for f in found] == [("good", None), ("good", 1), ("note", 2)]
    assert f"the key of deal {OTHER_DEAL} is not here: chain only" in found[2].words


def test_a_hand_of_another_release_is_named_and_compared_only_if_asked(tmp_path: Path) -> None:
    drafts = two_hands()
    drafts[1] = opened(release="7a" * 32)
    note = drafts[10]
    assert isinstance(note, Noted)
    drafts[10] = replace(note, table=())
    path = write(tmp_path / "j", drafts)
    found = check(path)
    assert [(f.weight, f.hand) for f in found] == [("good", None), ("note", 1), ("good", 2)]
    assert "judged by other rules (7a7a7a7a7a7a, these are 5e5e5e5e5e5e); not compared" in found[1].words
    more = check(path, rejudge=True)
    assert [(f.weight, f.hand, f.line) for f in more][2] == ("note", 1, note.line)
    assert "would differ" in more[2].words


def test_a_hand_whose_key_was_lost_is_named_and_so_is_what_follows(tmp_path: Path) -> None:
    path = write(tmp_path / "j", one_hand(close=False))
    with SqliteJournal(path) as journal:
        journal.append([opened(1, OTHER_DEAL, OTHER_KEY), Closed(lost=True)])
        journal.append([opened(2, "11" * 16), Closed()])
    found = check(path)
    assert [(f.weight, f.hand) for f in found] == [("good", None), ("note", 1), ("note", 2)]
    assert "a key of hand 1 was lost" in found[2].words


def test_a_fact_that_was_not_judged_is_named_and_the_rest_compared(tmp_path: Path) -> None:
    drafts = two_hands()
    note = drafts[9]
    assert isinstance(note, Noted)
    drafts[9] = replace(note, director=(), table=(), unjudged=True)
    found = check(write(tmp_path / "j", drafts))
    assert [(f.weight, f.line) for f in found if f.line] == [("note", note.line)]
    assert not [f for f in found if f.weight == "wrong"]


def test_facts_that_belong_to_no_hand_are_judged_again_too(tmp_path: Path) -> None:
    club: dict[str, object] = {"fact": "played", "by": "N", "cards": "2C"}
    path = write(tmp_path / "j", [begun(), Noted(2, club, club), opened(), Closed()])
    assert [(f.entry, f.line) for f in check(path) if f.weight == "wrong"] == [(2, 2)] * 2
    path = write(tmp_path / "lost", [*one_hand(close=False), Closed(lost=True)])
    assert not [f for f in check(path) if f.weight == "wrong"]


def test_a_fact_that_no_release_reads_is_wrong(tmp_path: Path) -> None:
    strange: dict[str, object] = {"fact": "levitated", "by": "N"}
    path = write(tmp_path / "j", [begun(), opened(), Noted(2, strange, strange), Closed()])
    wrong = [f for f in check(path) if f.weight == "wrong"]
    assert [(f.entry, f.line) for f in wrong] == [(3, 2)]
    assert "levitated" in wrong[0].words


def test_a_heading_that_is_not_read_leaves_the_chain(tmp_path: Path) -> None:
    path = write(tmp_path / "j", [replace(begun(), heading={"record": 2})])
    assert [f.weight for f in check(path)] == ["good", "note"]


# --------------------------------------------------------------------------- the command
def run(path: Path, *, as_json: bool = False) -> tuple[int, list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    code = verify_command(path, False, as_json, out, err)
    return code, out.getvalue().splitlines(), err.getvalue()


def test_the_command_says_good_wrong_or_no_journal_by_its_exit(tmp_path: Path, longest: Record) -> None:
    path = journal_of(longest, tmp_path / "j")
    code, lines, err = run(path)
    assert (code, err) == (0, "")
    assert all(line.startswith("ok    ") for line in lines)
    with unguarded(path) as db:
        db.execute("UPDATE entry SET open = x'7b7d' WHERE seq = 4")
    code, lines, err = run(path)
    assert (code, err) == (1, "")
    assert lines[0].startswith("WRONG entry 4 of ")
    code, lines, err = run(path, as_json=True)
    assert code == 1
    assert [(o["finding"], o["entry"]) for o in map(json.loads, lines)] == [("wrong", 4)]
    for other in (tmp_path / "nothing", tmp_path / "text"):
        if other.name == "text":
            other.write_text("a letter " * 99)
        code, lines, err = run(other)
        assert (code, lines) == (2, [])
        assert err.count("\n") == 1
        assert err.startswith(str(other))


def test_a_file_with_a_broken_page_fails_the_check(tmp_path: Path) -> None:
    path = write(tmp_path / "j", two_hands())
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes(4096) + data[len(data) // 2 + 4096 :])
    code, lines, err = run(path)
    assert code == 1
    assert len(lines) == 1
    assert err == ""


def test_verifying_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path / "j", two_hands())
    before = {f.name: f.read_bytes() for f in tmp_path.iterdir()}
    check(path)
    assert {f.name: f.read_bytes() for f in tmp_path.iterdir()} == before


# --------------------------------------------------------------------------- the release
def test_the_release_is_the_digest_of_every_file_of_the_rules(tmp_path: Path) -> None:
    here = Path(__file__).parents[2] / "controller" / "rules"
    rules = Path(shutil.copytree(here, tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__")))
    whole = digest_of_folder(rules)
    assert len(release()) == len(whole) == 64
    (rules / "__pycache__").mkdir()
    (rules / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert digest_of_folder(rules) == whole
    (rules / "__pycache__" / "x.pyc").unlink()
    files = sorted(f for f in rules.rglob("*") if f.is_file())
    seen = {whole}
    for file in files:
        before = file.read_bytes()
        file.write_bytes(before + b"\n")
        seen.add(digest_of_folder(rules))
        file.write_bytes(before)
        moved = file.rename(file.with_name("moved"))
        seen.add(digest_of_folder(rules))
        moved.rename(file)
    assert len(seen) == 2 * len(files) + 1
    assert digest_of_folder(rules) == whole
