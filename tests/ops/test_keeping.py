"""The key of a hand in the memory of the host: given back to the next life of the service, read by nobody else."""

from __future__ import annotations

from pathlib import Path

from controller.ops.keeping import MemoryKeeper
from controller.table.messages import Hello, Kept, Message


def heard(keeper: MemoryKeeper) -> list[Message]:
    out: list[Message] = []
    keeper.start(out.append)
    return out


def test_a_key_outlives_the_service(tmp_path: Path) -> None:
    first = MemoryKeeper(tmp_path)
    heard(first)
    first.keep("a" * 32, b"\x01" * 32)
    first.stop()
    second = MemoryKeeper(tmp_path)
    out = heard(second)
    second.recall("a" * 32)
    second.recall("b" * 32)
    assert out == [Hello("memory of the host"), Kept("a" * 32, b"\x01" * 32), Kept("b" * 32, None)]


def test_only_its_owner_reads_it_and_old_keys_go(tmp_path: Path) -> None:
    keeper = MemoryKeeper(tmp_path)
    out = heard(keeper)
    for number in range(6):
        keeper.keep(f"deal {number}", bytes([number]) * 32)
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    keeper.recall("deal 1")
    keeper.recall("deal 5")
    assert out[1:] == [Kept("deal 1", None), Kept("deal 5", b"\x05" * 32)]


def test_a_folder_that_refuses_stops_nobody(tmp_path: Path) -> None:
    keeper = MemoryKeeper(tmp_path / "absent")
    out = heard(keeper)
    keeper.keep("a", b"\x01" * 32)
    keeper.recall("a")
    assert out[1:] == [Kept("a", None)]


def test_what_is_no_file_of_keys_is_passed_over(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"a": 3}', '{"a": "xyz"}'):
        (tmp_path / "hand.key").write_text(text)
        keeper = MemoryKeeper(tmp_path)
        out = heard(keeper)
        keeper.recall("a")
        assert out[1:] == [Kept("a", None)], text
