"""A file layer that remembers each write and sync of SQLite, so that the power can be cut at every one of them.

SQLite's own layer for Unix stays in use; the table of its file methods is copied with three entries replaced by
functions that note the call and hand it on.
"""

from __future__ import annotations

import ctypes
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _typeshed import HasFileno

SECTOR = 512
WAYS = 3
"""Of what was not synced: how many random choices are tried for each moment, beside nothing and everything."""

Write = tuple[str, int, bytes]
"""File, offset, data; offset -1: cut to the length that the data spell; -2: deleted."""
FOLDER = ""
"""In place of a file's name: the folder itself was synced."""


@dataclass(slots=True)
class Disk:
    """What happened, in order: writes, ``(name,)`` for the sync of a file, a number for an acknowledgement."""

    events: list[Write | tuple[str] | int] = field(default_factory=list[Write | tuple[str] | int])

    def acknowledge(self, line: int) -> None:
        self.events.append(line)

    @property
    def syncs(self) -> int:
        return sum(isinstance(e, tuple) and len(e) == 1 for e in self.events)


@dataclass(slots=True)
class Cut:
    """A disk as the power left it."""

    files: dict[str, bytearray]
    acknowledged: int

    def lay_out(self, folder: Path) -> None:
        folder.mkdir()
        for name, data in self.files.items():
            (folder / name).write_bytes(data)


def apply(files: dict[str, bytearray], write: Write) -> None:
    name, at, data = write
    if at == -2:
        files.pop(name, None)
        return
    file = files.setdefault(name, bytearray())
    if at == -1:
        del file[int.from_bytes(data, "big") :]
        return
    file.extend(bytes(max(0, at - len(file))))
    file[at : at + len(data)] = data


def torn(write: Write, chance: random.Random) -> Write:
    """A write of which only the first sectors arrived."""
    name, at, data = write
    return (name, at, data[: SECTOR * chance.randint(0, len(data) // SECTOR)]) if at >= 0 else write


def cuts(disk: Disk) -> Iterator[Cut]:
    """Every moment after the first acknowledgement, each with several fates of what was not synced."""
    chance = random.Random(1)
    durable: dict[str, bytearray] = {}
    named: set[str] = set()
    pending: list[Write] = []
    acknowledged = 0
    for event in disk.events:
        match event:
            case int():
                acknowledged = event
            case (name,):
                done = [w for w in pending if (w[0] == name if name != FOLDER else w[1] == -2)]
                for write in done:
                    apply(durable, write)
                pending = [w for w in pending if w not in done]
                # SQLite syncs the folder with a new log or rollback journal, not with a new main file.
                named |= {name} if "-" in name else set(durable) if name == FOLDER else set()
            case _:
                pending.append(event)
        if not acknowledged:
            continue
        fates = [[], pending]
        for _ in range(WAYS if pending else 0):
            some = [torn(w, chance) if chance.random() < 0.3 else w for w in pending if chance.random() < 0.5]
            fates.append(sorted(some, key=lambda _: chance.random()))
        for fate in fates if pending else fates[:1]:
            files = {name: bytearray(data) for name, data in durable.items()}
            for write in fate:
                apply(files, write)
            yield Cut({name: data for name, data in files.items() if name in named}, acknowledged)


# --------------------------------------------------------------------------- SQLite's file layer
_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_WRITE = ctypes.CFUNCTYPE(_I, _P, _P, _I, _L)
_TRUNCATE = ctypes.CFUNCTYPE(_I, _P, _L)
_SYNC = ctypes.CFUNCTYPE(_I, _P, _I)
_CLOSE = ctypes.CFUNCTYPE(_I, _P)
_OPEN = ctypes.CFUNCTYPE(_I, _P, ctypes.c_char_p, _P, _I, _P)
_DELETE = ctypes.CFUNCTYPE(_I, _P, ctypes.c_char_p, _I)


class _Methods(ctypes.Structure):
    _fields_ = (
        ("version", _I), ("close", _P), ("read", _P), ("write", _P), ("truncate", _P), ("sync", _P),
        ("rest", _P * 13),
    )  # fmt: skip


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(_Methods)),)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", _I), ("size", _I), ("longest", _I), ("next", _P), ("name", ctypes.c_char_p), ("data", _P),
        ("open", _P), ("delete", _P), ("rest", _P * 20),
    )  # fmt: skip


def _library() -> ctypes.CDLL:
    """The very library that Python's ``sqlite3`` has loaded."""
    import sqlite3

    sqlite3.connect(":memory:").close()
    for line in Path("/proc/self/maps").read_text().splitlines():
        if "libsqlite3" in line:
            return ctypes.CDLL(line.split(maxsplit=5)[5])
    pytest.skip("Python holds SQLite inside itself here, its file layer cannot be reached")


@contextmanager
def recording(folder: Path) -> Iterator[Disk]:
    """Everything that SQLite writes below ``folder`` within the context."""
    library = _library()
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    real = library.sqlite3_vfs_find(None)
    disk = Disk()
    layer = _Vfs.from_buffer_copy(real.contents)
    layer.name = b"recording"
    layer.next = None
    names: dict[int, str] = {}
    tables: dict[int, _Methods] = {}
    real_open, real_delete = _OPEN(real.contents.open), _DELETE(real.contents.delete)

    def open_(vfs: int, path: bytes, file: int, flags: int, out: int) -> int:
        answer: int = real_open(vfs, path, file, flags, out)
        opened = _File.from_address(file)
        if answer == 0 and path and Path(path.decode()).parent == folder:
            names[file] = Path(path.decode()).name
            table = ctypes.addressof(opened.methods.contents)
            if table not in tables:
                tables[table] = _patched(opened.methods.contents, names, disk, keep)
            opened.methods = ctypes.pointer(tables[table])
        return answer

    def delete(vfs: int, path: bytes, synced: int) -> int:
        answer: int = real_delete(vfs, path, synced)
        if answer == 0 and Path(path.decode()).parent == folder:
            name = Path(path.decode()).name
            disk.events.append((name, -2, b""))
            if synced:
                disk.events.append((name,))
        return answer

    def fsync(fd: int | HasFileno) -> None:
        real_fsync(fd)
        if isinstance(fd, int) and os.path.samestat(os.fstat(fd), folder.stat()):
            disk.events.append((FOLDER,))

    real_fsync, os.fsync = os.fsync, fsync
    ours = _OPEN(open_), _DELETE(delete)
    keep: list[object] = [ours, layer]
    layer.open = ctypes.cast(ours[0], _P)
    layer.delete = ctypes.cast(ours[1], _P)
    library.sqlite3_vfs_register(ctypes.byref(layer), 1)
    try:
        yield disk
    finally:
        os.fsync = real_fsync
        library.sqlite3_vfs_register(real, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(layer))


def _patched(methods: _Methods, names: dict[int, str], disk: Disk, keep: list[object]) -> _Methods:
    real_write, real_truncate, real_sync = _WRITE(methods.write), _TRUNCATE(methods.truncate), _SYNC(methods.sync)

    def write(file: int, data: int, size: int, at: int) -> int:
        disk.events.append((names[file], at, ctypes.string_at(data, size)))
        answer: int = real_write(file, data, size, at)
        return answer

    def truncate(file: int, size: int) -> int:
        disk.events.append((names[file], -1, size.to_bytes(8, "big")))
        answer: int = real_truncate(file, size)
        return answer

    def sync(file: int, flags: int) -> int:
        answer: int = real_sync(file, flags)
        disk.events.append((names[file],))
        return answer

    patched = _Methods.from_buffer_copy(methods)
    ours = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)
    patched.write, patched.truncate, patched.sync = (ctypes.cast(each, _P) for each in ours)
    keep += [ours, patched]
    return patched
