"""The form of an entry: what is written is read, what is touched is found, what is hidden has no size."""

from __future__ import annotations

import base64
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal.chain import Chain, read_envelope, written
from controller.journal.envelope import (
    GENESIS,
    STEP,
    Envelope,
    Header,
    Json,
    compact,
    header_bytes,
    lock_of,
    make,
    parse,
    read_header,
    unseal,
)
from controller.journal.errors import BrokenChain, WrongKey
from controller.rules.cards import PACK
from controller.rules.ruling import IRREGULARITIES, REMEDIES
from tests.journal.sitting import DEAL, HEADING, KEY, OTHER_KEY

NONCE = bytes(12)
PATIENT = settings(deadline=None)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)
objects: st.SearchStrategy[Json] = st.dictionaries(texts, values, max_size=5)
headers = st.builds(
    Header,
    seq=st.integers(1, 2**40),
    kind=st.sampled_from(["heading", "opened", "fact", "closed"]),
    hand=st.integers(0, 1000),
    deal=st.none() | st.from_regex(r"[0-9a-f]{32}", fullmatch=True),
    line=st.none() | st.integers(1, 2**40),
    heard=st.dictionaries(texts, st.integers(0, 2**40), max_size=3).map(lambda d: tuple(sorted(d.items()))),
    at=st.none() | st.integers(0, 2**50),
)
rulings = st.builds(
    lambda line, number, irregularity, by, card: {
        "line": line,
        "ruling": number,
        "irregularity": irregularity,
        "law": ["am-28.b", "am-30.a"],
        "by": by,
        "cards": card,
        "trick": number % 13 + 1,
        "status": "option",
        "remedies": [{"remedy": "call_highest", "to": ["N", "S"]}, {"remedy": "two_tricks", "to": ["N", "S"]}],
    },
    st.integers(2, 9999),
    st.integers(1, 99),
    st.sampled_from(IRREGULARITIES),
    st.sampled_from("NESW"),
    st.sampled_from(PACK),
)


@PATIENT
@given(objects)
def test_compact_json_comes_back(value: Json) -> None:
    assert parse(compact(value)) == value


@PATIENT
@given(headers)
def test_a_header_comes_back(header: Header) -> None:
    assert read_header(header_bytes(header)) == header


@PATIENT
@given(headers, objects, objects)
def test_an_entry_is_read_and_opened_as_it_was_made(header: Header, said: Json, hidden: Json) -> None:
    made = make(header, said, GENESIS, hidden=hidden, key=KEY, nonce=NONCE)
    before = Chain(seq=header.seq - 1)
    assert read_envelope(written(made), before) == made
    assert made.said == said
    assert unseal(made, KEY) == hidden


@PATIENT
@given(objects, objects, st.data())
def test_any_flipped_bit_in_any_part_is_found_and_named(said: Json, hidden: Json, data: st.DataObject) -> None:
    made = make(Header(7, "fact", 1, DEAL, 6), said, GENESIS, hidden=hidden, key=KEY, nonce=NONCE)
    seq, header, open_, sealed, digest = written(made)
    assert sealed is not None
    parts = [header, open_, sealed, digest]
    column = data.draw(st.integers(0, 3))
    part = parts[column]
    at, bit = data.draw(st.integers(0, len(part) - 1)), data.draw(st.integers(0, 7))
    parts[column] = part[:at] + bytes([part[at] ^ 1 << bit]) + part[at + 1 :]
    with pytest.raises(BrokenChain, match="entry 7") as found:
        read_envelope((seq, parts[0], parts[1], parts[2], parts[3]), Chain(seq=6))
    assert found.value.seq == 7


@PATIENT
@given(objects, objects)
def test_bytes_do_not_pass_from_one_part_to_another(said: Json, hidden: Json) -> None:
    made = make(Header(1, "fact"), said, GENESIS, hidden=hidden, key=KEY, nonce=NONCE)
    assert made.sealed is not None
    moved = (1, header_bytes(made.header), made.open + made.sealed[:1], made.sealed[1:], made.digest)
    with pytest.raises(BrokenChain):
        read_envelope(moved, Chain())


def test_a_sealed_part_opens_in_its_own_place_only() -> None:
    made = make(Header(2, "fact", 1, DEAL, 2), {"a": 1}, GENESIS, hidden={"b": 2}, key=KEY, nonce=NONCE)
    assert unseal(made, KEY) == {"b": 2}
    others = [
        replace(made, open=b'{"a":2}'),
        replace(made, previous=bytes(31) + b"\1"),
        replace(made, header=Header(3, "fact", 1, DEAL, 2)),
        replace(made, sealed=b"short"),
    ]
    for other in others:
        with pytest.raises(WrongKey):
            unseal(other, KEY)
    with pytest.raises(WrongKey):
        unseal(made, OTHER_KEY)


@PATIENT
@given(st.lists(rulings, max_size=8), st.lists(rulings, max_size=2))
def test_its_size_does_not_tell_whether_something_hidden_was_ruled(hidden: list[Json], told: list[Json]) -> None:
    said: Json = {"fact": {"fact": "played", "by": "E", "cards": "TD", "t": 12.25}, "rulings": told}
    header = Header(2, "fact", 1, DEAL, 2)
    nothing = _size(make(header, said, GENESIS, hidden={}, key=KEY, nonce=NONCE))
    something = _size(make(header, said, GENESIS, hidden={"rulings": hidden}, key=KEY, nonce=NONCE))
    assert something == nothing


def test_a_play_without_rulings_and_the_pack_take_one_step() -> None:
    pack = {"fact": {"fact": "pack", "cards": " ".join(PACK), "source": "shoe", "t": 1.5}}
    header = Header(2, "fact", 1, DEAL, 2)
    for hidden in ({}, pack):
        made = make(header, {"fact": None, "rulings": []}, GENESIS, hidden=hidden, key=KEY, nonce=NONCE)
        assert _size(made) == STEP + 12 + 16


def test_a_correction_has_room_for_all_that_it_turns_over() -> None:
    """Ninety rulings need more than one step, and nothing tells that they are there."""
    hidden: list[dict[str, object]] = [
        {
            "line": n * 37 % 101,
            "ruling": n,
            "irregularity": IRREGULARITIES[n * 17 % len(IRREGULARITIES)],
            "remedy": REMEDIES[n * 11 % len(REMEDIES)],
            "cards": PACK[n * 5 % 52],
        }
        for n in range(90)
    ]
    to = {"fact": "played", "by": "E", "cards": "TD"}
    said: Json = {"fact": {"fact": "corrected", "line": 4, "by": "director", "why": "x", "to": to}, "rulings": []}
    ordinary: Json = {"fact": to, "rulings": []}
    header = Header(2, "fact", 1, DEAL, 2)

    def size(open_: Json, rulings: list[dict[str, object]]) -> int:
        return _size(make(header, open_, GENESIS, hidden={"rulings": rulings}, key=KEY, nonce=NONCE))

    assert size(ordinary, hidden) > size(ordinary, [])
    assert size(said, hidden) == size(said, [])


@pytest.mark.parametrize("value", [{"a": float("nan")}, {"a": float("inf")}, {"a": "\ud800"}])
def test_what_json_cannot_hold_is_refused(value: Json) -> None:
    with pytest.raises(ValueError, match=r"."):
        compact(value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"1",
        b'{"a": 1}',
        b'{"a":1} ',
        b'{"a":1,"a":1}',
        b'{"a":NaN}',
        b'{"a":"\\u0041"}',
        b"\xff",
        b"[" * 99999,
    ],
)
def test_only_the_compact_form_of_an_object_is_read(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(data)


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"seq": -1},
        {"seq": True},
        {"kind": "x"},
        {"heard": []},
        {"heard": {"a": "1"}},
        {"deal": "AB"},
        {"x": 1},
    ],
)
def test_a_header_of_another_form_is_refused(change: Json) -> None:
    given = parse(header_bytes(Header(1, "heading", line=1)))
    with pytest.raises(ValueError, match=r"."):
        read_header(compact(dict(sorted({**given, **change}.items()))))


def test_the_form_is_pinned() -> None:
    """Bytes written by the first release. If this fails, every journal ever written has become unreadable."""
    heading = make(Header(1, "heading", line=1, at=1700000000000), {"heading": HEADING, "journal": "ab" * 16}, GENESIS)
    assert header_bytes(heading.header) == (
        b'{"at":1700000000000,"deal":null,"hand":0,"heard":{},"kind":"heading","line":1,"seq":1,"v":1}'
    )
    assert heading.digest.hex() == "4f3267a8c43f4c132831bafff88d241166beee8a65d0776f38f3ff7b3bce111c"
    assert lock_of(DEAL, KEY) == "1b14e180f26c98af37b6749ccf8efae31e65ef3f1fa29d34be2237b9239ea707"
    sealed = base64.b64decode(
        "AAECAwQFBgcICQoLifsINVHNDhb9yHPdya+k5Rs6t26YreeDrF6mgFwF5pKPMK5EbUwcFmVjH5YDyrVzVr4fYv2XlYuiuNkHkE+e"
        "1nl4vM3lFCzpxBZNvBh83PHa3kcyb2rwPg5X8A7YfQK/Td5s8/fZJ/SxW/O3opG3gOlvVjiJXUD4T20033k/v0ahZsO9qTPfbEkT"
        "f3osPGs6tHGHcgtvzF4y4acxpBugOT+5gei9RJTmjn5mEGex7wDeVKZKF1t6Fdgf7pFnNpQQ2Udfj2P9Dx8tSCUOzUZtDWLYxTxm"
        "D69XFikspfsafP1sQwqwjrAF4Nr6CEarGJSM8F+r+Gt7qp6+gGvb5f0BIoORAolpRLaUm9qfR2rx3u71AqTWFsl8qRtmfWwVYrlW"
        "Jy9ZGPc98FUAd17VlAhaAzl3q9atxn6OF7wawyJjbqkCXo4FGVyRnu/sfY4XxJK6bqyIWKBofdRgT0OAB9tFOGhoDDt5fUJm0VHl"
        "mzmoFwKoALV7OumHgOVXVhk8LBaS92cbhONENG8BXkcfRbYMYbg06tOZWLjJk1Tt4ZZbN2mA1tBvx0KzLwh2vmtuxL1qirUexg7h"
        "PASXJlrn3FG8Fl4LMNyYHK2CMJVIWAod9QZwiUDvnwsVtHn2zvbwYkQKn1cPrF7aAVdB0P8FdNeBEudd6VdevVWjQFwjOh5KsaY0"
        "Ue2Hg43Onhmfg+AcpcpB91g543+1OJ16njGMRywFan1vdpgmxFd3l7VVO7do8e3FqnYl15N5BpFGSxo5Gj7LpE6mwGO9XPYM1pxu"
        "DQvIWrypnCNJB0blvWIqCDYuR7LSlcFP7ic34KTyKu3txXxGy+W1abCfFp3vrluhLxuiq7ihj4p1aFejmaif5oIOvBQfRA8GJJb4"
        "GvLyQ6yvI6fQwQokZtYOZ+wAJmRs3ljvNw1d0qfDemwjtX6Xbei7mJOorIiHqED3ecpfoscHQrJiIbXk/rdfOm0fbWCynmL5EIR2"
        "4t0r88j5Fgs/MO0z32OI8WeX6ZDVVK6m17Wj1vm4VT+fszKJH1Wj+hTHsONr/KpfY2Wn2NQqIFbm1zStfFXyUEEKbF0WbadMsESG"
        "X8zkpFXFmh1ThS7YJIAt+5ZmlyCxc2g6a1iplRlli22ocjXbvJeFy1nLpaWiWPc4CVhZ5/fUgGyze87T4+Si7GKIbHn2bePBfo9M"
        "0+hkU20wLfWxXjAjnphQ9oTG5VWoNZVNKs9lZBYwRPa4tXa4leScHnx/NIrYY2MBZgzMCryBl63FyBizKioMy8dLm9MnoSzl15TO"
        "hYEezJlwttW575vavO//HO249B/iNUk2aSnf5cB7PhdyY07cHhSM+4HKlBl/drfZ1AgJfk87PHZTwrgJ0y4nw8ej4kcepMYTSckg"
        "9xE="
    )
    said: Json = {"fact": None, "rulings": []}
    plain = make(Header(2, "fact", 1, DEAL, 2, (("shoe", 4),)), said, heading.digest)
    entry = replace(plain, sealed=sealed)
    assert unseal(entry, KEY) == {"fact": {"fact": "pack", "cards": "AS KD"}, "rulings": []}


def _size(envelope: Envelope) -> int:
    assert envelope.sealed is not None
    return len(envelope.sealed)


def test_a_squeezed_body_cannot_swell_beyond_measure() -> None:
    made = make(Header(1, "fact"), {}, GENESIS, hidden={"a": "x" * (1 << 26)}, key=KEY, nonce=NONCE)
    with pytest.raises(WrongKey):
        unseal(made, KEY)


def test_digests_are_plain_sums_of_lines() -> None:
    assert json.loads(compact({"b": 1, "a": "é"})) == {"b": 1, "a": "é"}
    assert compact({"b": 1, "a": "é"}) == '{"b":1,"a":"é"}'.encode()
