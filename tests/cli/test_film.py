"""Records made into films: what was acted is what the record says a camera would see."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from controller.bench.stage import NothingToFilm, act
from controller.cli.film import film
from controller.rules.cards import PACK
from controller.rules.record import read_record
from vision.capture import open_film
from vision.render.camera import camera_of
from vision.render.film import Reel
from vision.render.scene import scene
from vision.render.timeline import pose_at
from vision.render.witness import witnessed
from vision.truth import TrueDeed, truth_of

HEADING = {"record": 1, "game": "whist", "laws": "american-1893", "seats": list("NESW"), "dealer": "N"}

Facts = list[Mapping[str, object]]


def _record(*facts: Mapping[str, object], **heading: object) -> str:
    return "\n".join(json.dumps(line) for line in ({**HEADING, **heading}, *facts))


def _acted(text: str, seed: int = 1) -> Reel:
    return act(read_record(text.split("\n")), scene(seed), seed)


def _truth(reel: Reel) -> tuple[TrueDeed, ...]:
    camera = camera_of(reel.scene.webcam, "play")
    return witnessed(reel.scene, reel.timeline, reel.deeds, camera, reel.lines)


def _dealt() -> list[dict[str, object]]:
    return [
        {"fact": "dealt", "to": seat, "cards": " ".join(PACK[i * 13 : i * 13 + 13])} for i, seat in enumerate("NESW")
    ]


def _trick(cards: str, seats: Iterable[str] = "ESWN") -> list[dict[str, object]]:
    return [{"fact": "played", "by": seat, "cards": card} for seat, card in zip(seats, cards.split(), strict=False)]


@pytest.mark.parametrize("seed", range(4))
def test_facts_come_to_rest_in_the_records_order(seed: int) -> None:
    facts: Facts = [
        *_dealt(), {"fact": "turned", "card": "AC", "at": "W"}, *_trick("2S 3H 4D 5C"),
        {"fact": "quitted", "by": "S"}, {"fact": "took_up", "by": "W"}, *_trick("6S 7H 8D"),
        {"fact": "withdrew", "by": "W", "cards": "8D"}, {"fact": "played", "by": "W", "cards": "9D"},
        {"fact": "exposed", "by": "S", "cards": "KH", "how": "dropped"}, *_trick("6C", "N"),
        {"fact": "quitted", "by": "E"}, {"fact": "looked", "by": "N", "at": "trick", "trick": 1},
        {"fact": "played", "by": "S", "cards": "KH"}, {"fact": "threw_in", "by": "N"},
    ]  # fmt: skip
    truth = _truth(_acted(_record(*facts), seed))
    lines = [deed.line for deed in truth]
    assert lines == sorted(line for line in lines if line is not None)
    assert [deed.kind for deed in truth] == [
        "turned", *["played"] * 4, "quitted", "took_up", *["played"] * 3, "withdrew", "played", "exposed", "played",
        "quitted", "looked", "played", "threw_in",
    ]  # fmt: skip


def test_plays_follow_each_other_at_the_usual_rate() -> None:
    reel = _acted(_record(*_trick("2S 3H 4D 5C")))
    contacts = [deed.contact for deed in reel.deeds]
    assert all(0.9 < b - a < 1.5 for a, b in itertools.pairwise(contacts))


def test_plays_that_the_record_puts_together_fall_together() -> None:
    facts: Facts = [fact | {"t": t} for fact, t in zip(_trick("2S 3H"), (10.0, 10.02), strict=True)]
    first, second = _acted(_record(*facts)).deeds
    assert abs(second.contact - first.contact) < 0.6


def test_what_was_said_takes_no_film() -> None:
    said = {"fact": "said", "by": "N", "what": "asks_trump_suit"}
    assert len(_acted(_record(*_trick("2S 3H"), said)).deeds) == 2


def test_a_trick_gathered_late_leaves_the_next_lead_on_the_table() -> None:
    facts: Facts = [
        *_trick("2S 3H 4D 5C"),
        {"fact": "played", "by": "S", "cards": "8S"},
        {"fact": "quitted", "by": "N"},
    ]
    deeds = _acted(_record(*facts)).deeds
    assert set(deeds[-1].cards) == {"2S", "3H", "4D", "5C"}


def test_an_unread_card_is_one_that_it_may_have_been() -> None:
    unread = {"fact": "played", "by": "E", "cards": "??", "maybe": ["7D", "7H"]}
    assert _acted(_record(*_trick("7D", "E"), unread)).deeds[-1].cards == ("7H",)


def test_the_opposite_player_moves_the_dummys_cards() -> None:
    facts: Facts = [
        {"fact": "dealt", "to": "S", "cards": "AS KS QS"}, {"fact": "laid_open", "by": "S", "why": "dummy"},
        {"fact": "played", "by": "S", "cards": "KS"},
    ]  # fmt: skip
    laid, played = _acted(_record(*facts, game="dummy", dummy=["S"])).deeds
    assert set(laid.cards) == {"AS", "KS", "QS"}
    assert (played.by, played.arm) == ("S", "N")


def test_a_second_hand_begins_on_an_empty_table() -> None:
    facts: Facts = [
        *_trick("2S 3H 4D 5C"),
        {"fact": "next_deal", "dealer": "E"},
        *_trick("2S 3H 4D 5C"),
    ]
    reel = _acted(_record(*facts))
    assert len(reel.hands) == 2
    assert len([deed for deed in reel.deeds if "2S" in deed.cards]) == 2


def test_a_record_without_cards_on_the_table_cannot_be_filmed() -> None:
    with pytest.raises(NothingToFilm):
        _acted(_record({"fact": "shuffled", "by": "N"}))


def test_a_film_comes_from_the_cache_the_second_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    record = tmp_path / "play.jsonl"
    record.write_text(_record(*_trick("2S", "E")))
    film(record, tmp_path / "one.mp4", "club", 3, "club")
    monkeypatch.setattr("controller.cli.film._draw", lambda *_: pytest.fail("drawn again"))
    film(record, tmp_path / "two.mp4", "club", 3, "club")
    one, two = truth_of(tmp_path / "one.mp4"), truth_of(tmp_path / "two.mp4")
    assert one is not None
    assert one == two
    assert (tmp_path / "one.mp4").read_bytes() == (tmp_path / "two.mp4").read_bytes()
    assert one.look == {"deck": "club", "light": "club"}
    assert one.deeds[0].line == 2


def test_a_folder_is_made_for_a_name_without_mp4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    record = tmp_path / "play.jsonl"
    record.write_text(_record(*_trick("2S", "E")))
    film(record, tmp_path / "film", "bridge", 3, "evening")
    made = open_film(tmp_path / "film")
    assert (tmp_path / "film" / "film.json").is_file()
    assert made.stills
    assert (truth := truth_of(made.path)) is not None
    assert truth.facts()[0]["cards"] == "2S"


def test_a_clip_begins_with_the_packets_of_former_play_on_the_table() -> None:
    facts: Facts = [
        {"fact": "turned", "card": "AC", "at": "W"}, *_trick("2S 3H 4D 5C"), {"fact": "quitted", "by": "S"},
        {"fact": "exposed", "by": "N", "cards": "KC", "how": "dropped"},
        *_trick("6S 7H 8D 9C"), {"fact": "quitted", "by": "E"}, {"fact": "took_up", "by": "W"},
        {"fact": "looked", "by": "N", "at": "trick", "trick": 1},
        *_trick("TS JH QD KC"), {"fact": "quitted", "by": "N"}, *_trick("AS"),
    ]  # fmt: skip
    record = read_record(_record(*facts).split("\n"))
    reel = act(record, scene(1), 1, first=3, last=3)
    assert [deed.kind for deed in reel.deeds] == ["took_up", "looked", *["played"] * 4, "quitted"]
    assert set(reel.deeds[1].cards) == {"2S", "3H", "4D", "5C"}
    at_first = [track.card for track in reel.timeline.cards if pose_at(track.keys, 0.0) is not None]
    assert set(at_first) == {"2S", "3H", "4D", "5C", "6S", "7H", "8D", "9C", "AC", "KC"}
    lines = [deed.line for deed in _truth(reel)]
    assert lines == sorted(line for line in lines if line is not None)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_every_clip_of_a_record_can_be_acted(first: int) -> None:
    facts: list[dict[str, object]] = [*_dealt()]
    for i, cards in enumerate(("2S 2H 2D 2C", "3S 3H 3D 3C", "4S 4H 4D 4C")):
        facts += [*_trick(cards), {"fact": "quitted", "by": "NES"[i]}]
    reel = act(read_record(_record(*facts).split("\n")), scene(1), 1, first=first)
    assert len(reel.deeds) == 5 * (4 - first)
