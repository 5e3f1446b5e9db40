"""Writes what must agree with ``protocol.toml``: the C header, the Python codec and the tables of ``PROTOCOL.md``.

Run ``python -m firmware.generate`` after a change of ``protocol.toml``; with ``--check`` nothing is written, and the
exit status is 1 when a file differs, which is then named on the error output with its first differing line.
"""

from __future__ import annotations

import binascii
import hashlib
import re
import struct
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "firmware/protocol.toml"
HEADER = "firmware/include/protocol_codes.h"
CODES = "controller/shoe/codes.py"
MESSAGES = "controller/shoe/messages.py"
PROSE = "firmware/PROTOCOL.md"

INTEGERS = {"u8": 1, "u16": 2, "u32": 4}
LETTERS = {"u8": "B", "u16": "H", "u32": "I"}
KINDS = ("command", "reply", "event")
WIDTH = 120


class BadTable(ValueError):
    """``protocol.toml`` says something that cannot be generated; the words name the message."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a payload: its name, its type as written, and the bytes it takes (0 and open for ``rest``)."""

    name: str
    kind: str
    size: int

    @property
    def open(self) -> bool:
        """Whether the field takes what remains of the payload."""
        return self.kind == "rest"


@dataclass(frozen=True, slots=True)
class Message:
    """One row of the table."""

    kind: str
    name: str
    code: int
    reply: str
    fields: tuple[Field, ...]
    text: str

    @property
    def size(self) -> int:
        """Bytes of the payload, without an open end."""
        return sum(field.size for field in self.fields)

    @property
    def open(self) -> bool:
        """Whether the payload may be longer than ``size``."""
        return any(field.open for field in self.fields)

    @property
    def camel(self) -> str:
        """The name as a class has it."""
        return camel(self.name)


@dataclass(frozen=True, slots=True)
class Table:
    """All of ``protocol.toml``."""

    link: dict[str, int]
    messages: tuple[Message, ...]
    values: dict[str, dict[str, int]]
    value_words: dict[str, str]

    def of(self, kind: str) -> Iterator[Message]:
        """The messages of one kind, in the file's order."""
        return (message for message in self.messages if message.kind == kind)


def camel(name: str) -> str:
    """``AT_WINDOW`` as ``AtWindow``."""
    return "".join(part.capitalize() for part in name.split("_"))


def read(text: str) -> Table:
    """The table of a ``protocol.toml``; ``BadTable`` where it contradicts itself."""
    raw = tomllib.loads(text)
    limit = raw["link"]["payload_max"]
    messages = tuple(_message(kind, row, limit) for kind in KINDS for row in raw[kind])
    names = [message.name for message in messages]
    codes = [f"0x{message.code:02x}" for message in messages]
    twice = {one for seen in (names, codes) for one in seen if seen.count(one) > 1}
    if twice:
        raise BadTable(f"given twice: {', '.join(sorted(twice))}")
    missing = {message.reply for message in messages if message.reply} - set(names)
    if missing:
        raise BadTable(f"reply without a row: {', '.join(sorted(missing))}")
    comments = dict(re.findall(r"^\[values\.(\w+)\]\s*#\s*(.+)$", text, re.MULTILINE))
    return Table(raw["link"], messages, raw["values"], comments)


def _message(kind: str, row: dict[str, object], limit: int) -> Message:
    name, code, raw = str(row["name"]), row["code"], row["fields"]
    if not isinstance(code, int) or not 0 < code < 256:
        raise BadTable(f"{name}: a code is a number from 1 to 255")
    if not isinstance(raw, dict):
        raise BadTable(f"{name}: fields are a table")
    fields = tuple(_field(name, str(field), str(what)) for field, what in raw.items())
    if any(field.open for field in fields[:-1]):
        raise BadTable(f"{name}: rest comes last")
    reply = str(row.get("reply", "ACK")) if kind == "command" else ""
    message = Message(kind, name, code, reply, fields, str(row["text"]))
    if message.size > limit:
        raise BadTable(f"{name}: {message.size} bytes are more than a payload holds ({limit})")
    return message


def _field(message: str, name: str, kind: str) -> Field:
    if kind in INTEGERS:
        return Field(name, kind, INTEGERS[kind])
    if kind == "rest":
        return Field(name, kind, 0)
    if found := re.fullmatch(r"bytes\((\d+)\)", kind):
        return Field(name, kind, int(found[1]))
    raise BadTable(f"{message}: {name} has the unknown type {kind}")


def canonical(table: Table) -> str:
    """What ``TABLE_HASH`` is taken of: one line a message, ``code name reply field:type …``, then the values."""
    lines = [f"version {table.link['version']} payload {table.link['payload_max']}"]
    for message in sorted(table.messages, key=lambda one: one.code):
        fields = "".join(f" {field.name}:{field.kind}" for field in message.fields)
        lines.append(f"{message.code} {message.name} {message.reply or '-'}{fields}")
    for group, values in sorted(table.values.items()):
        lines += [f"{group} {name} {value}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def table_hash(table: Table) -> int:
    """First four bytes of the SHA-256 of the canonical table, as a little-endian number."""
    return int.from_bytes(hashlib.sha256(canonical(table).encode()).digest()[:4], "little")


# ---------------------------------------------------------------- C


def header(table: Table) -> str:
    """The C header: codes, lengths, offsets and values, all as constants of the preprocessor."""
    out = [
        f"/* Written by firmware/generate.py from {SOURCE}; a change belongs there. */",
        "#ifndef PROTOCOL_CODES_H",
        "#define PROTOCOL_CODES_H",
        "",
        f"#define TABLE_HASH 0x{table_hash(table):08x}UL",
        "",
    ]
    out += [f"#define LINK_{name.upper()} {value}" for name, value in table.link.items()]
    out += [
        "",
        "/* MSG_x: code of a message; LEN_x: its payload's bytes, without an open end; x_FIELD_AT: offset in it. */",
    ]
    for message in table.messages:
        out.append(f"#define MSG_{message.name} 0x{message.code:02x}")
        out.append(f"#define LEN_{message.name} {message.size}")
        at = 0
        for field in message.fields:
            out.append(f"#define {message.name}_{field.name.upper()}_AT {at}")
            at += field.size
    out += ["", "/* X(name, open): every command; `open` is 1 where the payload may be longer than LEN_x. */"]
    out.append("#define PROTOCOL_COMMANDS(X) \\")
    rows = [f"    X({message.name}, {int(message.open)})" for message in table.of("command")]
    out.append(" \\\n".join(rows))
    for group, values in table.values.items():
        out += ["", *(f"#define {group.upper()}_{name} {value}" for name, value in values.items())]
        out.append(f"#define {group.upper()}_COUNT {len(values)}")
    return "\n".join([*out, "", "#endif", ""])


# ---------------------------------------------------------------- Python


def codes(table: Table) -> str:
    """The Python module of constants: link, message codes, layouts, values."""
    out = [
        '"""Codes of the shoe\'s protocol: link, messages, layouts and values.',
        "",
        "BadPayload (PoneError, ValueError)   a payload that is not its message's, or a field that does not fit in",
        "",
        f"Written by ``firmware/generate.py`` from ``{SOURCE}``; a change belongs there.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "import struct",
        "from collections.abc import Sequence",
        "from enum import IntEnum",
        "from typing import Any, Final, NamedTuple",
        "",
        "from controller.rules.errors import PoneError",
        "",
        f"TABLE_HASH: Final = 0x{table_hash(table):08X}",
        '"""First four bytes, little-endian, of the SHA-256 of the message table: both ends must hold the same."""',
        "",
    ]
    out += [f"{name.upper()}: Final = {value}" for name, value in table.link.items()]
    out += ["", ""]
    out += _enum("MessageCode", "The type byte of a packet.", {m.name: m.code for m in table.messages}, "0x{:02X}")
    for group, values in table.values.items():
        words = table.value_words.get(group, f"Values of ``{group}``.")
        out += _enum(f"{camel(group)}Code", _sentence(words), values, "{}")
    out += [
        "class Layout(NamedTuple):",
        '    """How a payload is laid out: format of ``struct``, without byte order; whether bytes may follow it."""',
        "",
        "    format: str",
        "    open: bool",
        "",
        "",
        "LAYOUT: Final[dict[MessageCode, Layout]] = {",
    ]
    for message in table.messages:
        letters = "".join(LETTERS.get(field.kind) or f"{field.size}s" for field in message.fields if not field.open)
        out.append(f'    MessageCode.{message.name}: Layout("{letters}", {message.open}),')
    out += [
        "}",
        '"""Little-endian and packed."""',
        "",
        "REPLY: Final[dict[MessageCode, MessageCode | None]] = {",
    ]
    for message in table.of("command"):
        reply = f"MessageCode.{message.reply}" if message.reply else "None"
        out.append(f"    MessageCode.{message.name}: {reply},")
    out += ["}", '"""The reply to each command where it is not NAK; ``None``: it is never answered."""']
    out += PACKING.rstrip("\n").splitlines()
    return "\n".join([*out, ""])


def _sentence(words: str) -> str:
    words = words.strip().rstrip(".")
    return f"{words[0].upper()}{words[1:]}."


def _enum(name: str, words: str, values: dict[str, int], form: str) -> list[str]:
    rows = [f"    {key} = {form.format(value)}" for key, value in values.items()]
    return [f"class {name}(IntEnum):", f'    """{words}"""', "", *rows, "", ""]


def messages(table: Table) -> str:
    """The Python module of messages: a frozen dataclass each, ``encode`` and ``decode``."""
    out = [
        '"""Messages of the shoe\'s protocol. What does not fit, field or payload, is ``BadPayload``.',
        "",
        "Integers are unsigned; times ``us`` are microseconds since the shoe's boot and wrap. Values: see ``codes``.",
        f"Written by ``firmware/generate.py`` from ``{SOURCE}``; a change belongs there.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from dataclasses import dataclass, field, fields",
        "from typing import Final, get_args",
        "",
        "from controller.shoe.codes import MessageCode, pack, unpack",
        "",
        "",
    ]
    for message in table.messages:
        out += ["@dataclass(frozen=True, slots=True)", f"class {message.camel}:", *_docstring(message.text)]
        if message.fields:
            out += ["", *(f"    {field.name}: {_typed(field)}" for field in message.fields)]
        out += ["", ""]
    out += ["# fmt: off", *(line for kind in KINDS for line in _union(table, kind)), "# fmt: on", ""]
    out += ["Message = Command | Reply | Event", '"""Whatever goes over the line."""', ""]
    return "\n".join([*out, *CODEC.strip("\n").splitlines(), ""])


def _typed(field: Field) -> str:
    if field.kind in INTEGERS:
        return "int"
    return "bytes = field(repr=False)" if field.name == "key" else "bytes"


PACKING = '''

class BadPayload(PoneError, ValueError):
    """Bytes or fields that do not fit a message; the words name it."""


def pack(code: MessageCode, values: Sequence[int | bytes]) -> bytes:
    """The payload of a message's fields in order; ``BadPayload`` where one does not fit."""
    layout = LAYOUT[code]
    wanted = struct.unpack("<" + layout.format, bytes(struct.calcsize("<" + layout.format)))
    fixed = values[: len(wanted)]
    for value, like in zip(fixed, wanted, strict=True):
        if isinstance(value, bytes) and isinstance(like, bytes) and len(value) != len(like):
            raise BadPayload(f"{code.name}: {len(value)} bytes where {len(like)} belong")
    try:
        payload = struct.pack("<" + layout.format, *fixed) + b"".join(bytes(value) for value in values[len(wanted) :])
    except struct.error as wrong:
        raise BadPayload(f"{code.name}: {wrong}") from wrong
    if len(payload) > PAYLOAD_MAX:
        raise BadPayload(f"{code.name}: {len(payload)} bytes, and a payload holds {PAYLOAD_MAX}")
    return payload


def unpack(code: int, payload: bytes) -> tuple[MessageCode, tuple[Any, ...]]:
    """The message's code and its fields in order; ``BadPayload`` where there is none such, or the length is wrong."""
    try:
        known = MessageCode(code)
    except ValueError as wrong:
        raise BadPayload(f"there is no message 0x{code:02X}") from wrong
    layout = LAYOUT[known]
    size = struct.calcsize("<" + layout.format)
    if len(payload) < size or (len(payload) > size and not layout.open) or len(payload) > PAYLOAD_MAX:
        raise BadPayload(f"{known.name}: {len(payload)} bytes where {size} belong")
    values = struct.unpack("<" + layout.format, payload[:size])
    return known, (*values, payload[size:]) if layout.open else values
'''

CODEC = '''
_KINDS: Final = dict(zip(MessageCode, (*get_args(Command), *get_args(Reply), *get_args(Event)), strict=True))
_CODES: Final[dict[type[Message], MessageCode]] = {kind: code for code, kind in _KINDS.items()}


def code_of(message: Message) -> MessageCode:
    """The type byte of a message."""
    return _CODES[type(message)]


def encode(message: Message) -> bytes:
    """The payload of a message; ``BadPayload`` where a field does not fit."""
    return pack(code_of(message), [getattr(message, one.name) for one in fields(message)])


def decode(code: int, payload: bytes) -> Message:
    """The message of a type byte and its payload; ``BadPayload`` where there is none, or the length is wrong."""
    known, values = unpack(code, payload)
    message: Message = _KINDS[known](*values)
    return message
'''


def _docstring(text: str) -> list[str]:
    one = f'    """{text}"""'
    if len(one) <= WIDTH:
        return [one]
    lines = textwrap.wrap(text, WIDTH - 4, initial_indent='"""')
    return [*(f"    {line}" for line in lines), '    """']


def _union(table: Table, kind: str) -> list[str]:
    lines = textwrap.wrap(" | ".join(message.camel for message in table.of(kind)), WIDTH - 6)
    lines = [line.removeprefix("| ").removesuffix(" |") for line in lines]
    words = {"command": "Host to shoe.", "reply": "The shoe's answer.", "event": "Told by the shoe unasked."}[kind]
    return [f"{camel(kind)} = (", "    " + "\n    | ".join(lines), ")", f'"""{words}"""']


# ---------------------------------------------------------------- prose

BLOCK = re.compile(r"(<!-- generated: ([\w ]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def prose(table: Table, text: str) -> str:
    """``PROTOCOL.md`` with its generated blocks written anew; ``BadTable`` for a block that nobody writes."""

    def written(found: re.Match[str]) -> str:
        return f"{found[1]}\n{block(table, found[2])}\n{found[4]}"

    return BLOCK.sub(written, text)


def block(table: Table, what: str) -> str:
    """One generated block of the prose, by the name that its comment gives it; ``BadTable`` for another name."""
    match what:
        case "hash":
            return f"`TABLE_HASH` = `0x{table_hash(table):08x}`\n"
        case "canonical":
            return f"```\n{canonical(table)}```\n"
        case "examples":
            return "\n".join(
                ["| packet | before stuffing, with CRC | on the line |", "|---|---|---|", *_examples(table), ""]
            )
        case "link":
            rows = [f"| `{name}` | {value} |" for name, value in table.link.items()]
            return "\n".join(["| constant | value |", "|---|---|", *rows, ""])
        case "command" | "reply" | "event":
            return "\n".join(_described(message) for message in table.of(what))
        case "values":
            return "\n".join(_valued(table, group) for group in table.values)
        case _:
            raise BadTable(f"{PROSE}: nobody writes the block {what}")


def _crc16(data: bytes) -> int:
    return binascii.crc_hqx(data, 0xFFFF)


def _stuffed(raw: bytes) -> bytes:
    """COBS, for packets shorter than 254 bytes, with the delimiter."""
    return b"".join(bytes((len(part) + 1,)) + part for part in raw.split(b"\0")) + b"\0"


def _examples(table: Table) -> Iterator[str]:
    version = table.link["version"]
    shoe = version | table.link["from_shoe"]
    codes = {message.name: message.code for message in table.messages}
    hello = struct.pack("<IBI", 0x12345678, version, table_hash(table))
    pick, seen = struct.pack("<HBB", 0x1234, 3, 0), struct.pack("<IHBHBH", 1_000_000, 0x1234, 3, 636, 0, 3)
    for name, first, number, acknowledged, payload in (
        ("HELLO", version, 0, 0, hello),
        ("PICK", version, 5, 2, pick),
        ("ACK", shoe, 0, 5, b"\x05"),
        ("AT_WINDOW", shoe, 3, 0, seen),
        ("BEAT", version, 0, 3, b""),
    ):
        raw = bytes((first, number, acknowledged, codes[name])) + payload
        raw += _crc16(raw).to_bytes(2, "little")
        yield f"| {name} | `{raw.hex(' ')}` | `{_stuffed(raw).hex(' ')}` |"


def _described(message: Message) -> str:
    lines = [f"### `0x{message.code:02x}` {message.name}", "", message.text, ""]
    if message.kind == "command":
        lines += [f"Reply: {message.reply or 'none'}.", ""]
    if not message.fields:
        return "\n".join([*lines, "No payload.", ""])
    lines += ["| at | field | type |", "|---|---|---|"]
    at = 0
    for field in message.fields:
        lines.append(f"| {at} | `{field.name}` | {field.kind} |")
        at += field.size
    return "\n".join([*lines, ""])


def _valued(table: Table, group: str) -> str:
    words = table.value_words.get(group, "")
    said = [_sentence(words), ""] if words else []
    rows = [f"| {value} | {name} |" for name, value in table.values[group].items()]
    return "\n".join([f"### {group}", "", *said, "| value | name |", "|---|---|", *rows, ""])


# ---------------------------------------------------------------- files


def files(root: Path) -> dict[str, str]:
    """Every generated file under ``root`` as it should be, by its name."""
    table = read((root / SOURCE).read_text(encoding="utf-8"))
    written = {HEADER: header(table), CODES: codes(table), MESSAGES: messages(table)}
    if (root / PROSE).exists():
        written[PROSE] = prose(table, (root / PROSE).read_text(encoding="utf-8"))
    return written


def differing(root: Path) -> Iterator[str]:
    """A line for each generated file that is not as it should be."""
    for name, wanted in files(root).items():
        path = root / name
        if not path.exists():
            yield f"{name}: is missing"
            continue
        found = path.read_text(encoding="utf-8")
        if found != wanted:
            have, want = found.splitlines(), wanted.splitlines()
            pairs = enumerate(zip(have, want, strict=False))
            at = next((line for line, (a, b) in pairs if a != b), min(len(have), len(want)))
            shown = [lines[at].strip() if at < len(lines) else "nothing" for lines in (have, want)]
            yield f"{name}:{at + 1}: has {shown[0]!r}, should have {shown[1]!r}"


def main(arguments: list[str], root: Path = ROOT) -> int:
    """The command: writes the files, or with ``--check`` only compares them."""
    try:
        if arguments == ["--check"]:
            wrong = list(differing(root))
            sys.stderr.write("".join(f"{line}\n" for line in wrong))
            return 1 if wrong else 0
        if arguments:
            sys.stderr.write("usage: python -m firmware.generate [--check]\n")
            return 2
        for name, text in files(root).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
    except (BadTable, tomllib.TOMLDecodeError, KeyError) as wrong:
        sys.stderr.write(f"{SOURCE}: {wrong}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
