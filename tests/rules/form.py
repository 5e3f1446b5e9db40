"""The form of a record, from its contract alone: what a line must say, and in which words.

It knows nothing of the laws and nothing of the judge's reader, so that the law cases of every code can be held
against it, whether a release judges them or not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Fields = Mapping[str, Any]
Check = Callable[[Any, "Table"], bool]

GAMES = "whist dummy double-dummy mort boston cayenne solo solo-three kimberly-solo scotch french".split()
CODES = "american-1893 english-cavendish deschapelles".split()
IRREGULARITIES = """cut_irregular shuffled_after_cut card_shown_in_cut card_shown_in_deal faced_card imperfect_pack
    uncut_pack misplaced_card counted_by_dealer wrong_hand_count turn_up_looked_at turn_up_not_shown deal_out_of_turn
    wrong_pack deal_irregular turn_up_left turn_up_named turn_up_wrong_card surplus_or_deficiency exposed_card
    cards_played_together winning_cards_run played_before_decision lead_out_of_turn simultaneous_leads
    play_out_of_turn omitted_play mixed_card renounce refused_call attention_called rest_claimed trick_inspected
    wrong_demand penalty_consulted abandoned_hand bid_irregular trump_named_out_of_turn revoke_unproved score_error
    bystander machine_fault honours_not_called""".split()
REMEDIES = """new_deal deal_lost recut reshuffle correct_deal stands call_card call_suit call_highest call_lowest
    call_win call_not_win call_trump call_not_trump must_play must_not_play lead_back accept_lead treat_as_exposed
    choose_card restore_card withdraw_free two_tricks three_tricks add_three deduct_three three_points value_of_three
    hand_callable game_lost pays stakes_claimed play_out ignore_cards inspect none""".split()
SAYINGS = """asks_renounce none_left asks_trump_suit names_turn_up names_card calls_attention asks_draw rest_are_ours
    we_have_game honours cannot_recall_turn_up doubts_deal accepts_deal interrupts suspects_revoke ace_high
    you_make_it asks_who_dealt lay_down remark""".split()
FAULTS = "double_feed jam misfeed faced foreign unread missing double link power lid sensor".split()
BIDS = """pass propose accept solo misere abundance abundance-in-trumps spread slam six-abundance six-solo 5 6 7 8 9 10
    11 12 little-misere grand-misere little-spread grand-spread keep keep-over""".split()


class Table:
    """Who sits at the table of a record."""

    def __init__(self, heading: Fields) -> None:
        self.seats: list[str] = heading["seats"]
        four = [self.seats[0] + self.seats[2], self.seats[1] + self.seats[3]] if len(self.seats) == 4 else []
        partners = heading["game"] in {"whist", "dummy", "double-dummy", "mort", "cayenne", "scotch", "french"}
        self.sides: list[str] = heading.get("sides") or (four if partners and four else self.seats)


def is_card(value: Any, _: Table) -> bool:
    if value == "??":
        return True
    return isinstance(value, str) and len(value) == 2 and value[0] in "A23456789TJQK" and value[1] in "SHDC"


def are_cards(value: Any, table: Table) -> bool:
    return isinstance(value, str) and bool(value) and all(is_card(c, table) for c in value.split(" "))


def is_seat(value: Any, table: Table) -> bool:
    return value in table.seats


def is_side(value: Any, table: Table) -> bool:
    return value in table.sides


def is_party(value: Any, table: Table) -> bool:
    """A seat or a side."""
    return is_seat(value, table) or is_side(value, table)


def is_speaker(value: Any, table: Table) -> bool:
    return value == "bystander" or is_seat(value, table)


def is_count(value: Any, _: Table) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_number(value: Any, _: Table) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_text(value: Any, _: Table) -> bool:
    return isinstance(value, str)


def is_flag(value: Any, _: Table) -> bool:
    return isinstance(value, bool)


def is_ruling(value: Any, table: Table) -> bool:
    if isinstance(value, dict):
        return value.get("irregularity") in IRREGULARITIES and is_party(value.get("by"), table)
    return is_count(value, table) and value > 0


def is_fact(value: Any, table: Table) -> bool:
    return isinstance(value, dict) and not faults_of(value, table)


def of_seats(value: Any, table: Table) -> bool:
    return isinstance(value, list) and all(is_seat(s, table) for s in value)


def counts(length: int | None = None) -> Check:
    return lambda v, t: isinstance(v, list) and all(is_count(n, t) for n in v) and length in (None, len(v))


def one_of(words: Sequence[str]) -> Check:
    choice = words.split() if isinstance(words, str) else list(words)
    return lambda v, _: v in choice


def tricks_by_side(value: Any, table: Table) -> bool:
    return isinstance(value, dict) and all(is_side(k, table) and is_count(n, table) for k, n in value.items())


EACH: dict[str, Check] = {
    "t": is_number, "seen": is_number, "source": one_of("shoe camera panel director"),
    "confidence": lambda v, t: is_number(v, t) and 0 <= v <= 1,
}  # fmt: skip
STILL = one_of("still")
SUIT = one_of("S H D C")

FACTS: dict[str, dict[str, Check]] = {
    "pack": {"cards!": are_cards, "faced": counts(), "of": STILL},
    "failed": {"why!": one_of(FAULTS), "cards": are_cards, "of": STILL},
    "shuffled": {"by!": is_seat, "shown": are_cards, "of": STILL},
    "presented": {"by!": is_seat, "of": STILL},
    "cut": {"by!": is_seat, "packets": counts(2), "shown": are_cards, "confused": is_flag, "of": STILL},
    "dealt": {
        "to!": is_seat, "cards": are_cards, "count": is_count, "face_up": is_flag, "by": is_seat,
        "pack": one_of("own other"), "set": is_count,
    },
    "moved": {"from!": is_seat, "to!": is_seat, "card": is_card, "by": is_seat},
    "turned": {"card!": is_card, "at": is_seat, "of": STILL},
    "turned_down": {"by": is_seat},
    "touched": {"by!": is_seat, "what": one_of("hand pack")},
    "looked": {"by!": is_seat, "at!": one_of("turn-up hand trick"), "trick": is_count},
    "counted": {"by!": is_seat, "what!": one_of("pack hands tricks")},
    "found": {"seat!": is_seat, "count!": is_count},
    "pack_proved": {"faulty!": is_flag},
    "bid": {"by!": is_seat, "call!": one_of(BIDS), "suit": SUIT},
    "named_trump": {"by!": is_seat, "trump": one_of("S H D C grand nullo"), "passes": is_flag},
    "played": {"by!": is_seat, "cards!": are_cards},
    "led": {"by!": is_seat, "cards!": are_cards},
    "indicated": {"by!": is_seat, "cards!": are_cards},
    "withdrew": {"by!": is_seat, "cards!": are_cards},
    "exposed": {
        "by!": is_seat, "cards!": are_cards, "how!": one_of("dropped shown detached lowered thrown floor"),
        "holder": is_seat, "seen_by": of_seats,
    },
    "laid_open": {"by!": is_seat, "cards": are_cards, "why": one_of("call ruling dummy")},
    "took_up": {"by!": is_seat, "what": one_of("turn-up hand"), "set": is_count},
    "quitted": {"by!": is_seat},
    "threw_in": {"by!": is_seat},
    "discarded": {"by!": is_seat},
    "said": {
        "by!": is_speaker, "what!": one_of(SAYINGS), "card": is_card, "suit": SUIT, "count": is_count,
        "of": lambda v, t: is_party(v, t) or v in IRREGULARITIES,
    },
    "claimed": {
        "by!": is_party, "what!": one_of("revoke honours game rest"), "against": is_party, "trick": is_count,
        "count": is_count,
    },
    "reported": {
        "by!": is_speaker, "irregularity!": one_of(IRREGULARITIES), "against": is_party, "cards": are_cards,
        "trick": is_count, "law": is_text,
    },
    "demanded": {
        "by!": is_party, "remedy!": one_of(REMEDIES), "ruling": is_ruling, "suit": SUIT, "card": is_card,
        "seat": is_seat,
    },
    "waived": {"by!": is_party, "ruling!": is_ruling, "for": one_of("trick good")},
    "consulted": {"by!": is_side},
    "mixed": {"by!": is_party},
    "searched": {"by!": is_party, "result!": one_of("found not_found"), "trick": is_count, "card": is_card},
    "marked": {
        "by!": is_side, "what!": one_of("tricks honours game"), "points!": is_count, "total": is_count,
    },
    "abandoned": {"claimed": tricks_by_side, "admitted": tricks_by_side},
    "ticked": {"t!": is_number},
    "revealed": {"seat!": is_seat, "cards!": are_cards, "by": is_text},
    "next_cut": {"by!": is_seat},
    "next_deal": {"dealer!": is_seat},
    "answered": {"line!": is_count, "by!": is_text, "to": is_fact},
    "ruled": {"by!": is_text, "ruling!": is_ruling, "outcome!": is_text, "why": is_text},
    "retracted": {"line!": is_count, "by!": is_text, "why!": is_text},
    "corrected": {"line!": is_count, "by!": is_text, "why!": is_text, "to!": is_fact},
}  # fmt: skip
"""Each fact's fields; ``!`` marks what is required."""


def faults_of(row: Fields, table: Table) -> list[str]:
    """What is wrong with one fact, in words."""
    form = FACTS.get(str(row.get("fact")))
    if form is None:
        return [f"no such fact: {row.get('fact')}"]
    out = [f"{name[:-1]} is missing" for name in form if name.endswith("!") and name[:-1] not in row]
    for name, check in {**EACH, **{n.rstrip("!"): c for n, c in form.items()}}.items():
        if name == "fact" or name not in row:
            continue
        if not check(row[name], table):
            out.append(f"{name}: {row[name]!r}")
    if row["fact"] == "looked" and row.get("at") == "trick" and "trick" not in row:
        out.append("a trick is looked at without its number")
    if row["fact"] == "dealt" and not {"cards", "count"} & row.keys():
        out.append("dealt says neither cards nor how many")
    return out


def faults_of_heading(row: Fields) -> list[str]:
    """What is wrong with the first line."""
    missing = [name for name in ("record", "game", "laws", "seats", "dealer") if name not in row]
    if missing:
        return [f"{name} is missing" for name in missing]
    out: list[str] = []
    if row["record"] != 1 or row["game"] not in GAMES or row["laws"] not in CODES:
        out.append("no such record, game or code")
    if not all(isinstance(s, str) and len(s) == 1 and s.isupper() for s in row["seats"]):
        out.append("a seat is one upper-case letter")
    if row["dealer"] not in row["seats"] or len(set(row["seats"])) != len(row["seats"]):
        out.append("no such dealer, or a seat twice")
    if not set(row.get("complete", ())) <= {"cut", "deal", "play"}:
        out.append("complete of what?")
    return out


def faults(text: str) -> list[str]:
    """Everything that is wrong with a record, as ``LINE: words``."""
    lines = text.splitlines()
    heading = json.loads(lines[0])
    out = [f"1: {words}" for words in faults_of_heading(heading)]
    if out:
        return out
    table, last = Table(heading), float("-inf")
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        row = json.loads(line)
        out += [f"{number}: {words}" for words in faults_of(row, table)]
        now = row.get("t", last)
        if is_number(now, table) and now < last:
            out.append(f"{number}: time goes back")
        last = now if is_number(now, table) else last
    return out
