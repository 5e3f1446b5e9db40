"""Writes a firmware's identity into its ELF: the first eight bytes of the SHA-256 of its image with these eight zero.

    python3 firmware/identity.py firmware/build/pone-shoe.elf

The image is what is flashed: the bytes of every loaded segment at its place in flash, 0xFF between them.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

SYMBOL = b"firmware_hash"
SIZE = 8
LOADED = 1
SYMBOLS = 2
FLASH_END = 0x40000
"""Places from here on are no flash: data memory, EEPROM, fuses."""


class NoIdentity(ValueError):
    """The file is no ELF of the firmware; the words say what is missing."""


def segments(elf: bytes) -> Iterator[tuple[int, int, int]]:
    """Place in flash, offset in the file and size of each segment that is flashed."""
    at, (size, count) = struct.unpack_from("<I", elf, 28)[0], struct.unpack_from("<HH", elf, 42)
    for n in range(count):
        kind, offset, _, place, in_file = struct.unpack_from("<5I", elf, at + n * size)
        if kind == LOADED and in_file and place < FLASH_END:
            yield place, offset, in_file


def symbol(elf: bytes, name: bytes) -> int:
    """The value of a symbol."""
    at, (size, count) = struct.unpack_from("<I", elf, 32)[0], struct.unpack_from("<HH", elf, 46)
    sections = [struct.unpack_from("<10I", elf, at + n * size) for n in range(count)]
    for section in sections:
        if section[1] != SYMBOLS:
            continue
        names = sections[section[6]][4]
        for entry in range(section[4], section[4] + section[5], 16):
            label, value = struct.unpack_from("<II", elf, entry)
            if elf[names + label : elf.index(b"\0", names + label)] == name:
                return int(value)
    raise NoIdentity(f"there is no symbol {name.decode()}")


def image(elf: bytes) -> bytes:
    """The bytes that are flashed."""
    parts = sorted(segments(elf))
    whole = bytearray(b"\xff" * max(place + size for place, _, size in parts))
    for place, offset, size in parts:
        whole[place : place + size] = elf[offset : offset + size]
    return bytes(whole)


def identified(elf: bytes) -> bytes:
    """The ELF with its identity in it; a file that has one already gets the same again."""
    if elf[:5] != b"\x7fELF\x01":
        raise NoIdentity("it is no 32-bit ELF file")
    value = symbol(elf, SYMBOL)
    found = [offset + value - place for place, offset, size in segments(elf) if place <= value < place + size]
    if not found:
        raise NoIdentity("the symbol does not lie in flash")
    bare = bytearray(elf)
    bare[found[0] : found[0] + SIZE] = bytes(SIZE)
    bare[found[0] : found[0] + SIZE] = hashlib.sha256(image(bytes(bare))).digest()[:SIZE]
    return bytes(bare)


def main(arguments: list[str]) -> int:
    """The command: patches each file that is named."""
    for name in arguments:
        path = Path(name)
        try:
            path.write_bytes(identified(path.read_bytes()))
        except (OSError, NoIdentity, struct.error, ValueError) as wrong:
            sys.stderr.write(f"{name}: {wrong}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
