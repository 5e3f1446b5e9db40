"""Well-formed facts of every kind with values from the likely to the absurd, and records made of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from controller.rules.ruling import IRREGULARITIES, REMEDIES
from tests.rules.casebook.hand import PACK, ROUND, SIDES, Hand, Unfit

Fact = dict[str, object]
Make = Callable[["Wild"], object]

SAID = (
    "asks_renounce none_left asks_trump_suit names_turn_up names_card calls_attention asks_draw rest_are_ours "
    "we_have_game honours cannot_recall_turn_up doubts_deal accepts_deal interrupts suspects_revoke ace_high "
    "you_make_it asks_who_dealt lay_down remark"
).split()
BIDS = (
    "pass propose accept solo misere abundance abundance-in-trumps spread slam six-abundance six-solo 5 12 "
    "little-misere grand-misere little-spread grand-spread keep keep-over"
).split()
WHY = "double_feed jam misfeed faced foreign unread missing double link power lid sensor".split()
HOW = "dropped shown detached lowered thrown floor".split()
WHIST = (
    "call_card call_suit call_highest call_lowest call_win call_trump call_not_trump new_deal two_tricks play_out "
    "hand_callable correct_deal recut stands none must_not_play three_tricks inspect deal_lost"
).split()
"""Remedies that a whist table under the American code is likely to ask for, and some that it has not."""


class Wild:
    """Values for the fields of facts, drawn with an eye on a hand that goes on beside them."""

    def __init__(self, rng: random.Random, hand: Hand, numbers: bool = True) -> None:
        self.rng = rng
        self.hand = hand
        self.numbers = numbers
        """Whether rulings may be named by number, which only the director knows."""

    def one_of(self, *words: object) -> object:
        return words[self.rng.randrange(len(words))]

    def seat(self) -> str:
        return self.hand.to_play if self.rng.random() < 0.4 else ROUND[self.rng.randrange(4)]

    def card(self) -> str:
        draw = self.rng.random()
        held = self.hand.hands[self.hand.to_play]
        if draw < 0.4 and held:
            return held[self.rng.randrange(len(held))]
        if draw < 0.6 and self.hand.trick:
            return self.hand.trick[self.rng.randrange(len(self.hand.trick))][1]
        return "??" if draw > 0.97 else PACK[self.rng.randrange(52)]

    def cards(self) -> object:
        cards = [self.card() for _ in range(1 if self.rng.random() < 0.7 else self.rng.randrange(1, 14))]
        return cards if self.rng.random() < 0.2 else " ".join(cards)

    def few(self) -> object:
        return "" if self.rng.random() < 0.3 else self.cards()

    def party(self) -> str:
        return self.seat() if self.rng.random() < 0.7 else SIDES[self.rng.randrange(2)]

    def person(self) -> str:
        return str(self.one_of("director", "director", "W", "N", "bystander", "the club"))

    def trick(self) -> int:
        return self.rng.randrange(15) if self.rng.random() < 0.2 else max(0, self.hand.number - self.rng.randrange(3))

    def size(self) -> int:
        return self.rng.randrange(60) if self.rng.random() < 0.1 else 14 - min(13, self.hand.number)

    def earlier(self) -> int:
        """A line that holds a fact."""
        last = self.hand.line
        return max(2, last - (self.rng.randrange(6) if self.rng.random() < 0.6 else self.rng.randrange(last)))

    def ruling(self) -> object:
        if self.numbers and self.rng.random() < 0.6:
            return self.rng.randrange(9)
        matter: Fact = {
            "irregularity": self.one_of(*IRREGULARITIES, *["renounce", "exposed_card", "lead_out_of_turn"] * 15)
        }
        if self.rng.random() < 0.7:
            matter["by"] = self.party()
        if self.rng.random() < 0.5:
            matter["trick"] = self.trick()
        return matter

    def score(self) -> object:
        first = self.rng.randrange(14)
        return {"NS": first, "EW": 13 - first if self.rng.random() < 0.8 else self.rng.randrange(40)}


def words(*choices: str) -> Make:
    """A maker of one of some words."""
    return lambda w: w.one_of(*choices)


def flag(w: Wild) -> object:
    return w.rng.random() < 0.6


STILL = words("still")
SUIT = words(*"SHDC")
Fields = dict[str, Make]
KINDS: Mapping[str, tuple[Fields, Fields]] = {
    "pack": ({"cards": Wild.cards}, {"faced": lambda w: [w.rng.randrange(54)], "of": STILL}),
    "failed": ({"why": words(*WHY)}, {"cards": Wild.few, "place": words("pocket 3"), "of": STILL}),
    "shuffled": ({"by": Wild.seat}, {"shown": Wild.few, "of": STILL}),
    "presented": ({"by": Wild.seat}, {"of": STILL}),
    "cut": (
        {"by": Wild.seat},
        {
            "packets": lambda w: w.one_of([20, 32], [1, 51], [52], [], [3, 4, 5]),
            "shown": Wild.few,
            "confused": flag,
            "of": STILL,
        },
    ),
    "dealt": (
        {"to": Wild.seat, "cards": Wild.cards},
        {"face_up": flag, "by": Wild.seat, "pack": words("own", "other"), "set": Wild.trick},
    ),
    "moved": ({"from": Wild.seat, "to": Wild.seat}, {"card": Wild.card, "by": Wild.seat}),
    "turned": ({"card": Wild.card}, {"at": Wild.seat, "of": STILL}),
    "turned_down": ({}, {"by": Wild.seat}),
    "touched": ({"by": Wild.seat}, {"what": words("hand", "pack")}),
    "looked": ({"by": Wild.seat, "at": words("turn-up", "hand", "trick"), "trick": Wild.trick}, {}),
    "counted": ({"by": Wild.seat, "what": words("pack", "hands", "tricks")}, {}),
    "found": ({"seat": Wild.seat, "count": Wild.size}, {}),
    "pack_proved": ({"faulty": flag}, {"missing": Wild.few, "double": Wild.few}),
    "bid": ({"by": Wild.seat, "call": words(*BIDS)}, {"suit": SUIT}),
    "named_trump": ({"by": Wild.seat}, {"trump": words(*"SHDC", "grand", "nullo"), "passes": flag}),
    "played": ({"by": Wild.seat, "cards": Wild.cards}, {"maybe": lambda w: [w.card(), w.card()]}),
    "indicated": ({"by": Wild.seat, "cards": Wild.cards}, {}),
    "withdrew": ({"by": Wild.seat, "cards": Wild.cards}, {}),
    "exposed": (
        {"by": Wild.seat, "cards": Wild.cards, "how": words(*HOW)},
        {"holder": Wild.seat, "seen_by": lambda w: [w.seat()], "maybe": lambda w: [w.card(), w.card()]},
    ),
    "laid_open": ({"by": Wild.seat}, {"cards": Wild.few, "why": words("call", "ruling", "dummy")}),
    "took_up": ({"by": Wild.seat}, {"what": words("turn-up", "hand"), "set": Wild.trick}),
    "quitted": ({"by": Wild.seat}, {}),
    "threw_in": ({"by": Wild.seat}, {}),
    "discarded": ({"by": Wild.seat}, {}),
    "said": (
        {"by": lambda w: "bystander" if w.rng.random() < 0.05 else w.seat(), "what": words(*SAID)},
        {"of": words(*IRREGULARITIES, "N", "E"), "card": Wild.card, "suit": SUIT, "count": Wild.trick, "held": flag},
    ),
    "claimed": (
        {"by": Wild.seat, "what": words("revoke", "revoke", "revoke", "honours", "game", "rest")},
        {"against": Wild.party, "trick": Wild.trick, "count": Wild.trick},
    ),
    "reported": (
        {"by": Wild.person, "irregularity": words(*IRREGULARITIES)},
        {"against": Wild.party, "cards": Wild.few, "trick": Wild.trick, "law": words("am-39.c", "en-11", "de-72", "?")},
    ),
    "demanded": (
        {"by": Wild.seat, "remedy": words(*REMEDIES, *WHIST * 3)},
        {"ruling": Wild.ruling, "suit": SUIT, "card": Wild.card, "seat": Wild.seat},
    ),
    "waived": ({"by": Wild.seat}, {"ruling": Wild.ruling, "for": words("trick", "good")}),
    "consulted": ({"by": Wild.party}, {}),
    "mixed": ({"by": Wild.seat}, {}),
    "searched": (
        {"by": Wild.seat, "result": words("found", "not_found")},
        {"trick": Wild.trick, "card": Wild.card},
    ),
    "marked": (
        {"by": Wild.party, "what": words("tricks", "honours", "game"), "points": lambda w: w.rng.randrange(-3, 9)},
        {"total": lambda w: w.rng.randrange(-3, 12)},
    ),
    "abandoned": ({}, {"claimed": Wild.score, "admitted": Wild.score}),
    "ticked": ({"t": lambda w: w.hand.line * 1.0 + 0.5}, {}),
    "revealed": ({"seat": Wild.seat, "cards": Wild.cards}, {"by": Wild.person}),
    "next_cut": ({"by": Wild.seat}, {}),
    "next_deal": ({"dealer": Wild.seat}, {}),
    "answered": ({"line": Wild.earlier, "by": Wild.person}, {"to": lambda w: fact(w, plain=True)}),
    "ruled": (
        {"by": Wild.person, "ruling": Wild.ruling, "outcome": words("no penalty", "stands", "applied", "two_tricks")},
        {"why": words("as agreed")},
    ),
    "retracted": ({"line": Wild.earlier, "by": Wild.person, "why": words("undone")}, {}),
    "corrected": (
        {"line": Wild.earlier, "by": Wild.person, "why": words("misread"), "to": lambda w: fact(w, plain=True)},
        {},
    ),
}
PLAIN = [k for k in KINDS if k not in ("answered", "retracted", "corrected")]
LIKELY = "played withdrew exposed claimed demanded waived said indicated looked quitted found searched".split()


def fact(w: Wild, kind: str | None = None, plain: bool = False) -> Fact:
    """A fact of any kind, the usual ones more often. ``plain``: none that speaks of another line."""
    if kind is None:
        pool = LIKELY if w.rng.random() < 0.5 else PLAIN if plain else list(KINDS)
        kind = pool[w.rng.randrange(len(pool))]
    required, optional = KINDS[kind]
    out: Fact = {"fact": kind} | {key: make(w) for key, make in required.items()}
    out |= {key: make(w) for key, make in optional.items() if w.rng.random() < 0.5}
    if w.rng.random() < 0.05:
        out["confidence"] = w.one_of(0, 0.5, 0.99, 1)
    if w.rng.random() < 0.05:
        out["source"] = w.one_of("shoe", "camera", "panel", "director")
    return out


def heading(rng: random.Random) -> dict[str, object]:
    """A heading with some of everything that it may hold."""
    out: dict[str, object] = {"dealer": ROUND[rng.randrange(4)]}
    if rng.random() < 0.3:
        out["complete"] = [p for p in ("cut", "deal", "play") if rng.random() < 0.6]
    if rng.random() < 0.3:
        out["score"] = {"game": {"NS": rng.randrange(7), "EW": rng.randrange(7)}}
    options: dict[str, object] = {}
    if rng.random() < 0.3:
        options["disclosure"] = ("on_claim", "end_of_hand", "established", "at_once")[rng.randrange(4)]
    if rng.random() < 0.2:
        options["announce"] = "on_call"
    if rng.random() < 0.1:
        options["choices"] = "all"
    return {**out, "options": options} if options else out


def record(rng: random.Random, wildness: float = 0.15, longest: int = 14, **given: object) -> Hand:
    """A hand that begins regularly, with wild facts thrown in between, and with moves that look like play."""
    hand = Hand(rng.randrange(1 << 30), {**heading(rng), **given}, rng.random() < 0.7)
    w = Wild(rng, hand)
    if rng.random() < 0.8:
        hand.begin()
    else:
        hand.prepare()
        hand.deal(0, rng.randrange(53))
    for _ in range(rng.randrange(1, longest)):
        if rng.random() < wildness * 3:
            for _ in range(rng.randrange(1, 5)):
                hand.lines.append(fact(w))
        try:
            go_on(hand, rng)
        except Unfit:
            break
    return hand


def go_on(hand: Hand, rng: random.Random) -> None:
    """A card or two, a whole trick, the gathering, or a fault that the hand itself knows of."""
    draw = rng.random()
    if draw < 0.45:
        hand.play()
        hand.follow()
        if rng.random() < 0.9:
            hand.quit()
    elif draw < 0.75:
        hand.play()
    elif draw < 0.85 and hand.led and hand.of(hand.to_play, hand.led) and hand.off(hand.to_play, hand.led):
        hand.renounce()
    elif draw < 0.92 and 0 < len(hand.trick) < 4:
        hand.withdraw(*hand.trick[-1])
    elif hand.hands[seat := ROUND[rng.randrange(4)]] and seat not in {s for s, _ in hand.trick if len(hand.trick) < 4}:
        hand.play(hand.hands[seat][0], seat)
