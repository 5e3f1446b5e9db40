"""The life of a pack, whatever is said and in whatever order: nothing moves before its time, and nothing is told twice.

The journal of these tests is a list: what was told becomes durable when the test lets it, judged by the rules as live.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import docket as dockets
from controller.rules import facts as f
from controller.rules.cards import PACK, Card
from controller.rules.heading import read_heading
from controller.rules.record import read_entry
from controller.shoe import events, orders
from controller.shoe.commitment import commitment
from controller.table import pack_state as say
from controller.table import packs
from controller.table.books import Books, open_books
from controller.table.errors import Refused
from controller.table.messages import Kept, Observed
from controller.table.pack_state import State
from controller.table.pack_views import desk_view, shoe_view
from controller.table.sheet import Envelope, Seal, Sheet
from controller.table.standing import standing_of
from tests.table.fakes import HEADING
from tests.table.hands import SEATS, left

NONCE = bytes(32)


class Desk:
    """State, journal and shoe in one hand, without threads: everything happens when a test says so."""

    def __init__(self, *, shuffle: int = 0) -> None:
        self.state = State()
        self.books: Books = open_books(read_heading(dict(HEADING)))
        self.envelope = Envelope()
        self.t = 0.0
        self.ids = 0
        self.told: list[Observed] = []
        self.ordered: list[orders.Order] = []
        self.durable = 0
        self.keys: list[Seal] = []
        self.shuffle = shuffle
        self.kept: list[str] = []
        self.refused = 0
        self.say(say.Stood(standing_of(self.books, self.envelope)))

    # ------------------------------------------------------------------ saying
    def say(self, said: say.Said) -> say.Step:
        self.t += 0.1
        self.ids += 1
        self.refused += said == events.Refused("Deal", "the shoe is busy")
        step = packs.step(self.state, said, self.t, f"{self.ids:04x}" + "0" * 28)
        self.state = step.state
        for message in step.told:
            if isinstance(message, Observed):
                assert message.seq == len(self.told) + 1
                self.told.append(message)
        for order in step.orders:
            self.check(order)
            self.ordered.append(order)
        return step

    def check(self, order: orders.Order) -> None:
        """What must hold when an order is given."""
        match order:
            case orders.Deal() | orders.Resume():
                plan = order if isinstance(order, orders.Deal) else order.deal
                sealed = [m for m in self.told[: self.durable] if self.is_pack(m, plan.deal)]
                assert len(sealed) == 1, "a deal is ordered before its pack is durable"
                assert str(sealed[0].fact["cards"]).split() == list(plan.cards)
                assert plan.deal in self.kept, "a deal is ordered before its key is kept"
                assert sorted(plan.cards) == sorted(PACK)
                before = sum(isinstance(o, orders.Deal) and o.deal == plan.deal for o in self.ordered)
                assert isinstance(order, orders.Resume) or before <= self.refused, "a deal is ordered twice"
            case orders.Eject():
                failed = [m.seq for m in self.told if m.fact["fact"] == "failed"]
                assert all(seq <= self.durable for seq in failed), "what is dead is gathered before that is durable"
            case _:
                pass

    @staticmethod
    def is_pack(message: Observed, deal: str) -> bool:
        return message.fact["fact"] == "pack" and message.pledge is not None and message.pledge.deal == deal

    # ------------------------------------------------------------------ the journal
    def write(self, count: int = 1000, *, acknowledge: bool = True) -> None:
        """So many more messages become durable, are judged, and then acknowledged."""
        new = self.told[self.durable : self.durable + count]
        if not new:
            return
        seals: list[Seal] = []

        def seal(index: int, deal: str | None) -> Seal:
            while len(seals) <= index:
                self.ids += 1
                seals.append(Seal(deal or f"{self.ids:04x}" + "f" * 28, bytes(32)))
            return seals[index]

        sheet = Sheet(self.books, self.envelope, dockets.hear, "5e" * 32, "shoe", seal, [])
        for message in new:
            line = sheet.books.line + 1
            entry = read_entry({**message.fact, "t": message.t}, line, sheet.books.seating)
            source = message.stands_as or "shoe"
            sheet.add(entry.fact, entry.t, source=source, pledge=message.pledge)
        self.books, self.envelope = sheet.books, sheet.envelope
        self.durable += len(new)
        for made in seals:
            self.keys.append(made)
            self.say(orders.Keep(made.deal, made.key))
        self.stand()
        if acknowledge:
            self.say(say.Acknowledged(self.durable))

    def enter(self, fact: dict[str, object]) -> None:
        """The director notes a fact, durably, after everything that was told."""
        self.write()
        sheet = Sheet(self.books, self.envelope, dockets.hear, "5e" * 32, "shoe", self._other, [])
        entry = read_entry({**fact, "t": self.t}, sheet.books.line + 1, sheet.books.seating)
        sheet.add(entry.fact, entry.t, source="director")
        self.books, self.envelope = sheet.books, sheet.envelope
        self.stand()

    def _other(self, _: int, deal: str | None) -> Seal:
        self.ids += 1
        return Seal(deal or f"{self.ids:04x}" + "e" * 28, bytes(32))

    def stand(self) -> None:
        self.say(say.Stood(standing_of(self.books, self.envelope)))

    # ------------------------------------------------------------------ the shoe
    def doing(self, state: events.State, done: int = 0, of: int = 0) -> None:
        self.say(events.Doing(state, done, of, "something"))

    def link(self, state: events.State = "no pack") -> None:
        self.say(events.Linked("0123456789abcdef", 7, 1))
        self.doing(state)

    def prepare(self) -> orders.Prepare:
        last = [o for o in self.ordered if isinstance(o, orders.Prepare)][-1]
        cards = list(PACK)
        random.Random(f"{self.shuffle} {last.deal}").shuffle(cards)
        self.say(events.Hopper(False))
        shown = commitment(NONCE, "whist", list(PACK))  # the same in both of two worlds that differ in cards
        self.say(events.Prepared(last.deal, tuple(cards), NONCE, shown))
        self.doing("ready", 52, 52)
        return last

    def keep(self) -> None:
        """The shoe answers every order to keep a key."""
        for order in self.ordered:
            if isinstance(order, orders.Keep) and order.deal not in self.kept:
                self.kept.append(order.deal)
                self.say(events.Kept(order.deal))

    def plan(self) -> orders.Deal:
        return [o for o in self.ordered if isinstance(o, orders.Deal)][-1]

    def fall(self, count: int) -> None:
        """So many cards more of the last deal fall."""
        plan = self.plan()
        assert self.state.course is not None
        for number in range(self.state.course.told + 1, min(52, self.state.course.told + count) + 1):
            self.say(events.CardDealt(plan.deal, number, plan.dests[number - 1], plan.cards[number - 1], 0))
            self.doing("dealing", number, 52)

    def to_deal(self, dealer: str = "N", number: int = 20) -> None:
        """From an empty shoe to the order to deal."""
        self.link()
        self.say(events.Hopper(True))
        self.prepare()
        self.say(say.Deals(dealer))
        self.say(say.Cuts(left(dealer, 3), number))
        self.write()
        self.keep()

    def facts(self) -> list[str]:
        return [str(m.fact["fact"]) for m in self.told]

    def count(self, kind: type[orders.Order]) -> int:
        return sum(isinstance(o, kind) for o in self.ordered)


# --------------------------------------------------------------------------- one thing after the other
def test_everything_about_a_pack_is_told_at_its_cut_with_one_time() -> None:
    at = Desk()
    at.link()
    at.say(events.Hopper(True))
    at.prepare()
    at.say(say.Deals("N"))
    assert at.told == []
    at.say(say.Cuts("W", 20))
    assert at.facts() == ["shuffled", "presented", "cut", "pack"]
    assert len({m.t for m in at.told}) == 1
    assert {m.pledge.deal for m in at.told if m.pledge is not None} == {at.told[0].pledge and at.told[0].pledge.deal}
    assert [m.stands_as for m in at.told] == [None, None, "panel", None]


def test_nobody_but_the_pone_cuts_and_no_packet_is_too_small() -> None:
    at = Desk()
    at.link()
    at.say(events.Hopper(True))
    at.prepare()
    at.say(say.Deals("S"))
    for seat, number in (("N", 20), ("S", 20), ("W", 20), ("E", 3), ("E", 49)):
        with pytest.raises(Refused):
            at.say(say.Cuts(seat, number))
    assert at.told == []
    at.say(say.Cuts("E", 48))
    assert dict(at.told[2].fact)["packets"] == [48, 4]


def test_what_the_journal_holds_is_not_dealt_before_that_is_acknowledged() -> None:
    at = Desk()
    at.link()
    at.say(events.Hopper(True))
    at.prepare()
    at.say(say.Deals("N"))
    at.say(say.Cuts("W", 20))
    at.write(acknowledge=False)
    at.keep()
    assert at.count(orders.Deal) == 0
    at.say(say.Acknowledged(at.durable))
    assert at.count(orders.Deal) == 1


@pytest.mark.parametrize("lacking", ["acknowledgement", "key", "link", "ready"])
def test_a_deal_waits_for_whatever_is_lacking(lacking: str) -> None:
    at = Desk()
    at.link()
    at.say(events.Hopper(True))
    at.prepare()
    at.say(say.Deals("N"))
    at.say(say.Cuts("W", 20))
    if lacking == "link":
        at.say(events.LinkLost("gone"))
    elif lacking == "ready":
        at.doing("checking")
    if lacking != "acknowledgement":
        at.write()
    if lacking not in ("key", "acknowledgement"):
        at.keep()
    assert at.count(orders.Deal) == 0
    match lacking:
        case "link":
            at.link("ready")
        case "ready":
            at.doing("ready")
        case _:
            at.write()
    at.keep()
    assert at.count(orders.Deal) == 1


def test_the_cut_decides_with_the_pledge_what_is_dealt() -> None:
    at = Desk()
    at.to_deal(number=20)
    plan = at.plan()
    assert plan.slots == (*range(20, 52), *range(20))
    assert plan.dests == ("E", "S", "W", "N") * 12 + ("E", "S", "W", "turn-up")


def test_a_card_that_is_not_the_next_one_of_the_plan_ends_the_deal() -> None:
    for number, of in ((3, 3), (1, 2)):
        at = Desk()
        at.to_deal()
        plan = at.plan()
        at.say(events.CardDealt(plan.deal, number, plan.dests[number - 1], plan.cards[of - 1], 0))
        assert at.facts()[-1] == "failed"
        assert "dealt" not in at.facts()
        assert at.count(orders.Void) == 1


def test_a_card_that_was_told_is_not_told_again() -> None:
    at = Desk()
    at.to_deal()
    at.fall(5)
    plan = at.plan()
    at.say(events.CardDealt(plan.deal, 3, plan.dests[2], plan.cards[2], None))
    assert at.facts().count("dealt") == 5
    at.fall(47)
    assert at.facts()[-2:] == ["dealt", "turned"]
    at.say(events.CardDealt(plan.deal, 52, plan.dests[51], plan.cards[51], None))
    assert at.facts().count("turned") == 1


def test_a_dead_deal_is_gathered_when_it_is_durable_that_it_is_dead() -> None:
    at = Desk()
    at.to_deal()
    at.fall(5)
    at.say(events.DealVoid(at.plan().deal, "the power failed", "exit", 5))
    at.doing("void")
    assert at.count(orders.Eject) == 0
    assert shoe_view(at.state).state == "checking"
    at.write()
    assert at.count(orders.Eject) == 1
    assert shoe_view(at.state).state == "void"
    assert at.told[-1].fact == {"fact": "failed", "why": "power", "place": "exit"}


def test_a_refused_pack_is_shown_when_it_is_durable() -> None:
    at = Desk()
    at.link()
    at.say(events.Hopper(True))
    at.say(events.Hopper(False))
    at.say(events.PackRefused((Card("7D"),), (), 0, 0, 0, 0, "refused"))
    at.doing("gathering")
    assert shoe_view(at.state).state == "gathering"
    at.doing("no pack")
    assert shoe_view(at.state).state == "checking"
    at.write()
    assert shoe_view(at.state).state == "refused"
    assert "7♦ missing" in shoe_view(at.state).words
    assert at.count(orders.Prepare) == 1
    at.say(events.Hopper(True))
    assert at.count(orders.Prepare) == 2
    assert shoe_view(at.state).state != "refused"


def test_an_order_that_was_refused_is_given_again_after_a_while() -> None:
    at = Desk()
    at.link()
    at.say(events.Hopper(True))
    at.say(events.Refused("Prepare", "the random source stands still"))
    assert at.count(orders.Prepare) == 1
    assert shoe_view(at.state).detail == "The random source stands still."
    at.t += packs.AGAIN_S
    at.say(say.Ticked())
    assert at.count(orders.Prepare) == 2


def test_another_shoe_must_keep_the_key_anew() -> None:
    at = Desk()
    at.to_deal()
    assert at.state.kept == at.plan().deal
    at.say(events.LinkLost("gone"))
    at.say(events.Linked("ff" * 8, 8, 1))
    keeps = [o for o in at.ordered if isinstance(o, orders.Keep)]
    assert [k.deal for k in keeps] == [at.plan().deal] * 2


def test_the_last_hands_right_end_at_the_next_cut() -> None:
    at = Desk()
    at.to_deal()
    at.fall(52)
    at.say(events.DealDone(at.plan().deal))
    at.doing("dealt")
    at.say(events.Hopper(True))
    at.prepare()
    with pytest.raises(Refused):
        at.say(say.Deals("E"))
    at.enter({"fact": "reported", "by": "director", "irregularity": "machine_fault"})
    ruling = max(at.books.docket.full.cases)
    at.enter({"fact": "ruled", "by": "director", "ruling": ruling, "outcome": "new_deal"})
    at.say(say.Deals("N"))
    at.say(say.Cuts("W", 9))
    assert at.facts()[-6:] == ["next_cut", "next_deal", "shuffled", "presented", "cut", "pack"]
    assert at.count(orders.Void) == 0


# --------------------------------------------------------------------------- whatever is said
class Two:
    """Two desks that hear the same, with other cards in their packs: what follows must look the same."""

    def __init__(self) -> None:
        self.desks = (Desk(), Desk(shuffle=1))

    @property
    def now(self) -> State:
        return self.desks[0].state

    def do(self, do: str, *given: object) -> None:
        """Both desks do it; a person is refused with the same words."""
        answers: list[str | None] = []
        for desk in self.desks:
            try:
                getattr(desk, do)(*given)
                answers.append(None)
            except Refused as e:
                answers.append(str(e))
        assert answers[0] == answers[1]
        look_the_same(*self.desks)
        for desk in self.desks:
            holds(desk)

    def advance(self, count: int) -> None:
        """What comes next when everybody does what he should; of writing and dealing so much."""
        now, desk = self.now, self.desks[0]
        standing = now.standing
        assert standing is not None
        if now.linked is None or now.lost or now.doing is None:
            self.do("link", "no pack" if now.pack is None and now.course is None else "ready")
        elif now.gathering:
            self.do("doing", "no pack")
        elif desk.durable < len(desk.told):
            self.do("write", count)
        elif now.key is not None and now.kept != now.key.deal:
            self.do("keep")
        elif now.course is not None and now.course.stage == "sealing":
            self.do("doing", "ready")
        elif now.course is not None and now.course.going:
            self.fall(17 * count)
        elif now.intake is not None:
            self.do("prepare")
        elif now.pack is None:
            self.do("doing", "no pack")
            self.do("say", events.Hopper(True))
        elif standing.stage == "busy":
            self.void()
        elif now.pressed is None:
            self.do("say", events.Pocket("N", False))
            self.do("doing", "ready")
            self.do("say", say.Deals(standing.dealer))
        else:
            self.do("doing", "ready")
            self.do("say", say.Cuts(now.pone or "", 17))

    def fall(self, count: int) -> None:
        course = self.now.course
        if course is None or course.stage == "sealing" or self.desks[0].count(orders.Deal) == 0:
            return
        if course.deal == self.desks[0].plan().deal:
            self.do("fall", count)
            if self.now.course is not None and self.now.course.told == 52:
                for desk in self.desks:
                    desk.say(events.DealDone(desk.plan().deal))
                self.do("doing", "dealt")

    def void(self) -> None:
        """The director stops the deal."""
        books = self.desks[0].books
        if books.docket.full.hand.phase in ("cut", "deal") and books.line > 1:
            self.do("enter", {"fact": "reported", "by": "director", "irregularity": "machine_fault"})
            number = max(self.desks[0].books.docket.full.cases)
            self.do("enter", {"fact": "ruled", "by": "director", "ruling": number, "outcome": "new_deal"})

    def dies(self) -> None:
        """The shoe gives up what it holds."""
        now = self.now
        deal = now.pack.deal if now.pack is not None else now.course.deal if now.course is not None else ""
        self.do("say", events.DealVoid(deal, "the lid was opened", "exit", 0))
        self.do("doing", "void")

    def refuses(self) -> None:
        """The shoe refuses the pack that it reads."""
        self.do("say", events.PackRefused((), (), 0, 1, 0, 0, "a card lay face up"))
        self.do("doing", "no pack")


def holds(at: Desk) -> None:
    """What is true at every moment."""
    by_hand: dict[int, int] = {}
    hand = 1
    for entry in at.books.docket.full.entries:
        hand += isinstance(entry.fact, f.NextDeal)
        if isinstance(entry.fact, f.Pack):
            by_hand[hand] = by_hand.get(hand, 0) + 1
    assert all(n == 1 for n in by_hand.values()), "two packs for one hand"
    deals = [m.pledge.deal for m in at.told if m.fact["fact"] == "pack" and m.pledge is not None]
    assert len(deals) == len(set(deals)), "one pack for two hands"
    course, standing = at.state.course, at.state.standing
    if course is not None and standing is not None and course.begun and course.going:
        assert standing.stage == "busy", "a deal goes on that counts no more"
    dealer, cards, order = "", list[object](), list[str]()
    for message in at.told:
        match message.fact:
            case {"fact": "shuffled", "by": str(by)}:
                dealer = by
            case {"fact": "cut", "by": by, "packets": [int(lifted), int(rest)]}:
                assert by == left(dealer, 3), "somebody cut who is not the pone"
                assert min(lifted, rest) >= 4
                assert lifted + rest == 52
            case {"fact": "pack", "cards": str(pack)}:
                cards, order = [], pack.split()
            case {"fact": "dealt", "cards": card}:
                cards.append(card)
                assert cards == order[: len(cards)], "a card was told that is not the next one"
            case {"fact": "turned", "card": card}:
                assert cards == order
                assert card == order[-1]
            case _:
                pass


def look_the_same(one: Desk, other: Desk) -> None:
    """Two desks that differ in cards alone show and order the same."""
    assert shoe_view(one.state) == shoe_view(other.state)
    assert desk_view(one.state) == desk_view(other.state)
    kinds = [[type(o).__name__ for o in desk.ordered] for desk in (one, other)]
    assert kinds[0] == kinds[1]
    printed = repr(replace(one.state, standing=None, refusal=None))
    assert not any(f"'{card}'" in printed for card in PACK), "a card is printed"


Move = tuple[str, tuple[object, ...]]
STATES = ("ready", "paused", "jammed", "checking", "void", "dealt", "no pack")
ORDERS = ("Prepare", "Deal", "Void", "Eject", "Keep", "Resume", "Pause", "Clear")


def said(*all_: say.Said) -> st.SearchStrategy[Move]:
    return st.sampled_from([("do", ("say", one)) for one in all_])


AS_IT_SHOULD: st.SearchStrategy[Move] = st.sampled_from((1, 2, 3, 60)).map(lambda n: ("advance", (n,)))
PEOPLE: st.SearchStrategy[Move] = st.one_of(
    said(*(say.Deals(seat) for seat in SEATS)),
    said(*(say.Cuts(seat, n) for seat in SEATS for n in (3, 4, 30, 48, 49))),
    said(say.DealsUncut("director"), say.Pauses(), say.GoesOn(), say.Asks(), say.Clears(3), say.Ticked()),
    st.just(("void", ())),
)
TROUBLE: st.SearchStrategy[Move] = st.one_of(
    st.sampled_from(STATES).map(lambda state: ("do", ("doing", state))),
    st.sampled_from(STATES).map(lambda state: ("do", ("link", state))),
    said(*(events.Refused(order, "the shoe is busy") for order in ORDERS)),
    said(events.LinkLost("the cable is out"), events.Faulted(3, "exit", "a card is jammed")),
    said(events.Pocket("N", True), events.Hopper(True), events.Hopper(False)),
    st.sampled_from((("dies", ()), ("refuses", ()), ("do", ("keep",)), ("do", ("write", 1)), ("fall", (3,)))),
)
MOVES = st.one_of(AS_IT_SHOULD, AS_IT_SHOULD, AS_IT_SHOULD, AS_IT_SHOULD, PEOPLE, TROUBLE)


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 9), st.lists(MOVES, min_size=10, max_size=50))
def test_whatever_is_said_in_whatever_order_nothing_moves_before_its_time(start: int, moves: list[Move]) -> None:
    two = Two()
    for _ in range(start):
        two.advance(60)
    for move, given_ in moves:
        getattr(two, move)(*given_)


def test_when_everybody_does_what_he_should_one_hand_follows_the_other() -> None:
    two = Two()
    for _ in range(60):
        two.advance(3)
    assert two.desks[0].count(orders.Deal) >= 2
    assert two.desks[0].facts().count("dealt") >= 104


def test_a_key_that_is_asked_for_is_given_back_when_the_shoe_is_there() -> None:
    at = Desk()
    at.say(orders.Recall("ab" * 16))
    assert at.count(orders.Recall) == 0
    at.link()
    assert at.count(orders.Recall) == 1
    step = at.say(events.Returned("ab" * 16, b"k" * 32))
    assert step.told == (Kept("ab" * 16, b"k" * 32),)
