"""A simulated player: he acts on his own seat's page and nowhere else, and knows what that page has shown him.

He remembers the tricks that he saw there. He claims a revoke when those cards prove it, demands or waives what his page
offers him, and answers what he is asked about a card that lay before everybody. Truthful and rightful only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from controller.bench.pages import PageRefused, SeatPage
from controller.bench.policy import Matter, Offer, Standing, Wish, decide
from controller.rules.cards import SUIT, UNREAD, Card
from controller.rules.seats import Seat, Seating

View = Mapping[str, Any]
Fact = dict[str, Any]
Eyes = Callable[[Seat, int], Card | None]
"""The card that a seat really played to a trick: what lies on the table can be seen by everybody who sits there."""

REFUSED_TWICE: Final = 2


@dataclass(slots=True)
class Player:
    """Who sits at ``seat``. ``attentive``: he watches for revokes. ``memory`` is (trick, seat) → card, of this hand."""

    seat: Seat
    seating: Seating
    page: SeatPage
    attentive: bool = True
    hand_number: int = 0
    memory: dict[int, dict[Seat, Card]] = field(default_factory=dict[int, dict[Seat, Card]])
    leads: dict[int, Seat] = field(default_factory=dict[int, Seat])
    refused: dict[str, int] = field(default_factory=dict[str, int])

    def look(self, view: View) -> None:
        """See the page and remember what lies on the table."""
        table = view["table"]
        if table["hand"] != self.hand_number:
            self.hand_number = table["hand"]
            self.memory.clear()
            self.leads.clear()
            self.refused.clear()
        trick = table["trick"]
        if trick is None or not trick["plays"]:
            return
        self.memory[trick["number"]] = {play["seat"]: Card(play["card"]) for play in trick["plays"]}
        self.leads[trick["number"]] = trick["leader"] or trick["plays"][0]["seat"]

    def wants(self, view: View, hand: tuple[Card, ...], eyes: Eyes) -> Fact | None:
        """The next thing that he would press, ``None`` if nothing."""
        answer = self.answers(view, eyes)
        return answer or self._taken((self._decision(view, hand), self._claim(view)))

    def answers(self, view: View, eyes: Eyes) -> Fact | None:
        """What he would press where he is only asked which card it was."""
        self.look(view)
        return self._taken((self._answer(view, eyes),))

    def _taken(self, wishes: Iterable[Fact | None]) -> Fact | None:
        """The first wish that the table does not refuse again and again."""
        for wish in wishes:
            if wish is not None and self.refused.get(_name(wish), 0) < REFUSED_TWICE:
                return wish
        return None

    def press(self, fact: Fact) -> bool:
        """Press it; ``False`` where the table did not take it. Raises ``PageAway``."""
        try:
            self.page.press(fact)
        except PageRefused:
            self.refused[_name(fact)] = self.refused.get(_name(fact), 0) + 1
            return False
        return True

    # ------------------------------------------------------------------ questions
    def _answer(self, view: View, eyes: Eyes) -> Fact | None:
        """Which card it was, whether the page proposes it or not."""
        for question in view["table"]["questions"]:
            of = question["seat"]
            if any(seat == self.seat for seat, _ in question["answers"]) or of is None or not question["fact"]:
                continue
            card = self._lay_there(view, of, question["candidates"], eyes)
            if card is not None:
                to = {**_plain(question["fact"]), "cards": card}
                return {"fact": "answered", "by": self.seat, "question": question["number"], "to": to}
        return None

    def _lay_there(self, view: View, of: Seat, candidates: Sequence[Card], eyes: Eyes) -> Card | None:
        """The card of a seat that is asked about: one of these, else the last that his page could not show."""
        trick = view["table"]["trick"]
        last = max(self.memory, default=0)
        asked = next((n for n in range(last, 0, -1) if eyes(of, n) in candidates), None)
        if asked is None:
            unread = [n for n, plays in self.memory.items() if plays.get(of) == UNREAD]
            asked = max(unread, default=trick["number"] if trick else last)
        return eyes(of, asked)

    # ------------------------------------------------------------------ rights
    def _decision(self, view: View, hand: tuple[Card, ...]) -> Fact | None:
        table = view["table"]
        for ruling in table["rulings"]:
            mine = [act for act in _acts(view) if act["ruling"] == ruling["number"]]
            demands = [act["fact"] for act in mine if act["fact"]["fact"] == "demanded"]
            if not demands:
                continue
            matter = Matter(
                ruling["irregularity"],
                _holder(table, ruling, demands),
                ruling["trick"],
                _offers(ruling, demands, self.seat),
            )
            wish = decide(matter, self._standing(view, hand))
            if wish is None:
                continue
            waivers = [act["fact"] for act in mine if act["fact"]["fact"] == "waived"]
            return _pressed(wish, demands, waivers, ruling["number"])
        return None

    def _standing(self, view: View, hand: tuple[Card, ...]) -> Standing:
        table = view["table"]
        trick = table["trick"]
        running: list[dict[str, Any]] = trick["plays"] if trick is not None and not trick["complete"] else []
        plays = tuple((str(play["seat"]), Card(play["card"])) for play in running)
        return Standing(self.seat, hand, table["trump"], plays, table["to_play"], self.seating.partners(self.seat)[0])

    # ------------------------------------------------------------------ revokes
    def _claim(self, view: View) -> Fact | None:
        if not self.attentive:
            return None
        known = {(r["by"], r["trick"]) for r in view["table"]["rulings"] if r["irregularity"] == "renounce"}
        for against, trick in self.proved():
            if (against, trick) in known or against not in self.seating.adversaries(self.seat):
                continue
            claim = {"fact": "claimed", "by": self.seat, "what": "revoke", "against": against, "trick": trick}
            offered = [act["fact"] for act in _acts(view) if act["fact"].get("fact") == "claimed"]
            if any(fact.get("what") == "revoke" for fact in offered):
                return claim
        return None

    def proved(self) -> list[tuple[Seat, int]]:
        """Revokes that the cards on his page have proved: seat and trick."""
        out: list[tuple[Seat, int]] = []
        for number, plays in sorted(self.memory.items()):
            led = plays.get(self.leads[number])
            if led is None or led not in SUIT:
                continue
            for seat, card in plays.items():
                if card not in SUIT or SUIT[card] == SUIT[led]:
                    continue
                later = [p[seat] for n, p in self.memory.items() if n > number and seat in p]
                if any(SUIT.get(c) == SUIT[led] for c in later):
                    out.append((seat, number))
        return out


def _acts(view: View) -> list[dict[str, Any]]:
    """The buttons of a page, the fact of each as an object."""
    return [{**act, "fact": _plain(act["fact"])} for act in view["acts"]]


def _plain(value: Any) -> Any:
    """Pairs become objects again."""
    match value:
        case [[str(), _], *_] if all(_is_pair(item) for item in value):
            return {key: _plain(inner) for key, inner in value}
        case [*items]:
            return [_plain(item) for item in items]
        case _:
            return value


def _is_pair(value: Any) -> bool:
    match value:
        case [str(), _]:
            return True
        case _:
            return False


def _holder(table: Mapping[str, Any], ruling: Mapping[str, Any], demands: list[Fact]) -> Seat | None:
    """Whose card may be called: he before whom it lies open, else the offender."""
    called = {fact.get("card") for fact in demands if fact["remedy"] == "call_card"} - {None}
    called = called or set(ruling["cards"])
    holders: list[Seat] = [seat for seat, cards in table["open_cards"] if called & set(cards)]
    by: Seat | None = ruling["by"]
    return holders[0] if holders else by


def _offers(ruling: Mapping[str, Any], demands: list[Fact], seat: Seat) -> tuple[Offer, ...]:
    cards: dict[str, list[Card]] = {}
    for fact in demands:
        named = cards.setdefault(fact["remedy"], [])
        if fact.get("card"):
            named.append(Card(fact["card"]))
    for choice in ruling["choices"]:
        if seat in choice["to"] and choice["remedy"] in cards and not cards[choice["remedy"]]:
            cards[choice["remedy"]] = [Card(c) for c in choice["cards"] or ruling["cards"]]
    return tuple(Offer(remedy, tuple(named)) for remedy, named in cards.items())


def _pressed(wish: Wish, demands: list[Fact], waivers: list[Fact], number: int) -> Fact | None:
    """The button that does what he wishes."""
    if wish.remedy is None:
        wanted = "good" if wish.good else "trick"
        return next((w for w in waivers if w.get("for") == wanted), waivers[0] if waivers else None)
    for fact in demands:
        if fact["remedy"] != wish.remedy:
            continue
        if wish.suit is not None and fact.get("suit") not in (None, wish.suit):
            continue
        if wish.card is not None and fact.get("card") not in (None, wish.card):
            continue
        named = {k: v for k, v in (("suit", wish.suit), ("card", wish.card)) if v is not None and k not in fact}
        return {**fact, **named, "ruling": number} if wish.remedy != "call_card" or wish.card is not None else fact
    return None


def _name(fact: Fact) -> str:
    return ",".join(f"{key}={fact[key]}" for key in sorted(fact))
