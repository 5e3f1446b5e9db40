"""What is generated from ``protocol.toml`` agrees with it, and whoever breaks it is told where."""

from __future__ import annotations

import binascii
import re
import shutil
import struct
from pathlib import Path

import pytest

from controller.shoe import messages
from controller.shoe.codes import LAYOUT, TABLE_HASH, BadPayload, MessageCode
from firmware import generate

ROOT = Path(__file__).parents[2]
GENERATED = (generate.HEADER, generate.CODES, generate.MESSAGES, generate.PROSE)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The source and everything that is generated from it, to be spoilt."""
    for name in (generate.SOURCE, *GENERATED):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_what_is_committed_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["--check"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (generate.HEADER, "#define LEN_PICK 4", "#define LEN_PICK 5"),
        (generate.CODES, 'MessageCode.PICK: Layout("HBB", False)', 'MessageCode.PICK: Layout("HHB", False)'),
        (generate.MESSAGES, "    card_no: int\n", "    card: int\n"),
        (generate.PROSE, "### `0x08` PICK", "### `0x09` PICK"),
    ],
)
def test_a_generated_file_that_was_changed_is_named(
    copy: Path, capsys: pytest.CaptureFixture[str], name: str, old: str, new: str
) -> None:
    spoil(copy / name, old, new)
    assert generate.main(["--check"], copy) == 1
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"{name}:")
    assert complaint.count("\n") == 1


def test_a_change_of_the_source_makes_every_file_differ(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(copy / generate.SOURCE, 'fields = { tag = "u16", count = "u8" }', 'fields = { tag = "u16", count = "u16" }')
    assert generate.main(["--check"], copy) == 1
    complaint = capsys.readouterr().err
    assert {line.split(":")[0] for line in complaint.splitlines()} == {
        generate.HEADER,
        generate.CODES,
        generate.PROSE,
    }
    assert generate.main([], copy) == 0
    assert generate.main(["--check"], copy) == 0


def test_a_missing_file_is_named(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / generate.HEADER).unlink()
    assert generate.main(["--check"], copy) == 1
    assert capsys.readouterr().err == f"{generate.HEADER}: is missing\n"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("code = 0x09", "code = 0x08", "given twice: 0x08"),
        ('name = "REREAD"', 'name = "PICK"', "given twice: PICK"),
        ('reply = "KEY"', 'reply = "KEYS"', "reply without a row: KEYS"),
        ('key = "bytes(32)"', 'key = "bytes(33)"', "KEEP_KEY: 49 bytes are more than a payload holds (48)"),
        ('slot = "u8" }', 'slot = "u9" }', "PICK: slot has the unknown type u9"),
        ('steps = "rest"', 'steps = "rest", more = "u8"', "PLAN: rest comes last"),
        ("code = 0x0F", "code = 0", "PLAN: a code is a number from 1 to 255"),
    ],
)
def test_a_source_that_contradicts_itself_is_refused(
    copy: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, words: str
) -> None:
    spoil(copy / generate.SOURCE, old, new)
    assert generate.main(["--check"], copy) == 2
    assert words in capsys.readouterr().err


def test_the_hash_follows_layouts_and_values_but_no_prose() -> None:
    text = (ROOT / generate.SOURCE).read_text()
    table = generate.read(text)
    assert generate.table_hash(table) == TABLE_HASH
    told = text.replace("Draws the next card", "Pulls the next card")
    assert generate.table_hash(generate.read(told)) == TABLE_HASH
    for old, new in (('slot = "u8"', 'slot = "u16"'), ("TURN_UP = 4", "TURN_UP = 6"), ("code = 0x22", "code = 0x23")):
        assert generate.table_hash(generate.read(text.replace(old, new))) != TABLE_HASH


def test_header_and_codec_have_the_same_codes_and_lengths() -> None:
    header = (ROOT / generate.HEADER).read_text()
    codes = {name: int(value, 16) for name, value in re.findall(r"#define MSG_(\w+) 0x(\w+)", header)}
    lengths = {name: int(value) for name, value in re.findall(r"#define LEN_(\w+) (\d+)", header)}
    assert codes == {code.name: code.value for code in MessageCode}
    assert lengths == {code.name: struct.calcsize("<" + LAYOUT[code].format) for code in MessageCode}


def test_every_message_comes_back_as_it_was() -> None:
    for code in MessageCode:
        payload = bytes(range(1, 1 + struct.calcsize("<" + LAYOUT[code].format)))
        if LAYOUT[code].open:
            payload += b"\x09\x08"
        message = messages.decode(code, payload)
        assert messages.code_of(message) == code
        assert messages.encode(message) == payload
        with pytest.raises(BadPayload, match=code.name):
            messages.decode(code, bytes(49))


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (messages.Pick(1, 1, 256), "PICK"),
        (messages.Pick(-1, 1, 1), "PICK"),
        (messages.KeepKey(bytes(15), bytes(32)), "KEEP_KEY: 15 bytes where 16 belong"),
        (messages.Plan(1, 1, bytes(46)), "PLAN: 49 bytes, and a payload holds 48"),
    ],
)
def test_a_field_that_does_not_fit_is_refused(message: messages.Message, words: str) -> None:
    with pytest.raises(BadPayload, match=words):
        messages.encode(message)


def test_a_key_is_not_shown() -> None:
    secret = bytes(range(100, 132))
    for message in (messages.KeepKey(bytes(16), secret), messages.Key(secret)):
        assert "key" not in repr(message)


def test_the_examples_of_the_prose_are_true() -> None:
    prose = (ROOT / generate.PROSE).read_text()
    rows = re.findall(r"^\| (\w+) \| `([0-9a-f ]+)` \| `([0-9a-f ]+)` \|$", prose, re.MULTILINE)
    assert [name for name, _, _ in rows] == ["HELLO", "PICK", "ACK", "AT_WINDOW", "BEAT"]
    for name, raw, line in ((name, bytes.fromhex(raw), bytes.fromhex(line)) for name, raw, line in rows):
        assert binascii.crc_hqx(raw[:-2], 0xFFFF) == int.from_bytes(raw[-2:], "little")
        assert raw[3] == MessageCode[name]
        messages.decode(raw[3], raw[4:-2])
        assert line[-1] == 0
        assert 0 not in line[:-1]
        assert unstuffed(line[:-1]) == raw


def unstuffed(line: bytes) -> bytes:
    """COBS as the prose describes it."""
    out = bytearray()
    at = 0
    while at < len(line):
        out += line[at + 1 : at + line[at]] + b"\0"
        at += line[at]
    return bytes(out[:-1])
