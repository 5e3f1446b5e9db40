"""The firmware builds without a warning, stays within its limits and knows its identity; the core's tests pass."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from firmware import identity

FIRMWARE = Path(__file__).parents[2] / "firmware"
FLASH_LIMIT = 64 * 1024
"""Bytes of 256 KiB: behind 64 KiB tables in flash need far pointers."""
RAM_LIMIT = 4096
"""Bytes of 8 KiB for variables; what is left is the stack's."""


def make(build: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "-C", str(FIRMWARE), f"BUILD={build}", f"PYTHON={sys.executable}", *words]
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    return subprocess.run(command, capture_output=True, text=True, timeout=280, check=False, env=environment)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("firmware")
    done = make(folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder


def test_it_builds_without_a_warning(build: Path) -> None:
    assert (build / "pone-shoe.elf").stat().st_size > 0
    assert (build / "pone-shoe.hex").read_text().splitlines()[-1] == ":00000001FF"


def test_it_stays_within_its_limits(build: Path) -> None:
    done = make(build, "size")
    program, data = (int(found) for found in re.findall(r"^(?:Program|Data):\s+(\d+) bytes", done.stdout, re.MULTILINE))
    assert program < FLASH_LIMIT
    assert data < RAM_LIMIT


def test_its_identity_is_the_hash_of_what_is_flashed(build: Path) -> None:
    image = flashed(build / "pone-shoe.hex")
    elf = (build / "pone-shoe.elf").read_bytes()
    assert identity.image(elf) == image
    places = [at for at in range(len(image) - 8) if image[at : at + 8] == digest_without(image, at)]
    assert places == [identity.symbol(elf, identity.SYMBOL)]
    assert identity.identified(elf) == elf


def test_a_file_without_an_identity_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.elf"
    other.write_bytes(Path(sys.executable).resolve().read_bytes()[:4096])
    assert identity.main([str(other)]) == 1
    assert "it is no 32-bit ELF file" in capsys.readouterr().err


def digest_without(image: bytes, at: int) -> bytes:
    return hashlib.sha256(image[:at] + bytes(8) + image[at + 8 :]).digest()[:8]


def flashed(path: Path) -> bytes:
    """What a programmer writes for an Intel hex file."""
    image, upper = bytearray(), 0
    for line in path.read_text().splitlines():
        record = bytes.fromhex(line[1:])
        assert sum(record) & 0xFF == 0
        kind, data = record[3], record[4:-1]
        if kind == 2:
            upper = int.from_bytes(data, "big") << 4
        elif kind == 0:
            at = upper + int.from_bytes(record[1:3], "big")
            image += b"\xff" * (at - len(image))
            image[at : at + len(data)] = data
    return bytes(image)


def test_the_cores_own_tests_pass(tmp_path: Path) -> None:
    done = make(tmp_path, "test", "FUZZ_S=3")
    assert done.returncode == 0, done.stderr
    told = re.search(r"^(\d+) tests of the core, 0 failed$", done.stdout, re.MULTILINE)
    assert told
    assert int(told[1]) >= 80
    assert re.search(r"^fuzz: \d+ packets", done.stdout, re.MULTILINE)


def test_the_generated_files_are_checked(tmp_path: Path) -> None:
    assert make(tmp_path, "check").returncode == 0
