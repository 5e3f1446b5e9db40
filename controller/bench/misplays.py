"""What can go wrong in the play: cards shown, led and played wrongly, words that should not be said, and poor sight."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from controller.bench.course import Course, Cover, HandOver, Mishap, Orders, Owing, Step
from controller.bench.policy import Matter, Offer
from controller.bench.skill import low
from controller.rules import facts as f
from controller.rules.cards import HEIGHT, RANKS, SUIT, Card, Suit, in_suit
from controller.rules.seats import Seat

_Happening = Generator[Step, Orders, bool]
_COURT: Final = RANKS.index("J")


# --------------------------------------------------------------------------- when it can happen
def _some_time(course: Course, _: Seat) -> bool:
    return course.felt.number >= course.when and len(course.felt.hands[course.dealer]) >= 3


def _leading(course: Course, leader: Seat) -> bool:
    """Before a lead, ``leader`` being the seat whose turn it is."""
    return course.felt.number + 1 >= course.when and len(course.felt.hands[leader]) >= 3


def _drops(course: Course, seat: Seat) -> bool:
    return _some_time(course, seat) and not any(course.felt.lying.values()) and len(course.felt.trick.plays) in (1, 2)


def _second(course: Course, seat: Seat) -> bool:
    """Second hand is to play, and the fourth, who plays first, follows suit."""
    trick = course.felt.trick
    fourth = course.seating.right(trick.leader)
    return (
        _some_time(course, seat)
        and len(trick.plays) == 1
        and bool(in_suit(course.felt.hands[fourth], trick.led or "S"))
    )


def _may_renounce(course: Course, seat: Seat) -> bool:
    return _some_time(course, seat) and bool(course.felt.trick.plays) and _false_card(course, seat) is not None


def _false_card(course: Course, seat: Seat) -> Card | None:
    """A card that a seat which holds the suit led could throw by mistake: a low one of another plain suit."""
    led = course.felt.trick.led
    hand = course.felt.hands[seat]
    if led is None or not in_suit(hand, led) or course.felt.lying.get(seat):
        return None
    others = [c for c in hand if SUIT[c] not in (led, course.felt.trump) and HEIGHT[c] < _COURT]
    return low(others) if others else None


def _two_to_play(course: Course, seat: Seat) -> bool:
    return _some_time(course, seat) and bool(course.felt.trick.plays) and not course.felt.lying.get(seat)


def _choosing(course: Course, seat: Seat) -> bool:
    """Either of two cards could be called from him."""
    return _two_to_play(course, seat) and len([c for c in course.felt.legal(seat) if c != course.felt.turn_up]) >= 2


def _runs(course: Course, leader: Seat) -> bool:
    return course.felt.number + 1 >= course.when and bool(_winners(course, leader))


def _winners(course: Course, leader: Seat) -> tuple[Card, ...]:
    """Two cards of a plain suit, the first better than any of the adversaries'."""
    for suit in ("S", "H", "D", "C"):
        held = sorted(in_suit(course.felt.hands[leader], suit), key=HEIGHT.__getitem__, reverse=True)
        if (
            suit != course.felt.trump
            and len(held) >= 2
            and course.felt.master(held[0])
            and not course.felt.lying.get(leader)
        ):
            return tuple(held[:2])
    return ()


def _partner_waits(course: Course, seat: Seat) -> bool:
    trick = course.felt.trick
    return (
        _some_time(course, seat) and len(trick.plays) == 3 and bool(in_suit(course.felt.hands[seat], trick.led or "S"))
    )


def _late(course: Course, leader: Seat) -> bool:
    return 9 <= course.felt.number + 1 <= 11


def _taken_up(course: Course, leader: Seat) -> bool:
    return (
        _leading(course, leader)
        and course.felt.number >= 1
        and bool(in_suit(course.felt.hands[course.dealer], course.felt.trump or "S"))
    )


def _looks_back(course: Course, leader: Seat) -> bool:
    return _leading(course, leader) and course.felt.number >= 2


# --------------------------------------------------------------------------- what happens
def _leads_wrongly(course: Course, leader: Seat, wrong: Seat) -> Generator[Step, Orders, Card]:
    course.felt.open_trick(wrong)
    card = course.choose(wrong)
    yield from course.put(wrong, card)
    return card


def _goes_back(course: Course, wrong: Seat, card: Card) -> Generator[Step, Orders, None]:
    course.felt.take_back(wrong, card)
    course.felt.tricks.pop()
    yield from course.tell(f.Withdrew(wrong, (card,)), 1.5)


def _lead_matter(course: Course, wrong: Seat) -> Matter:
    return Matter("lead_out_of_turn", wrong, course.felt.number, (Offer("call_suit"),))


def _lead_out_of_turn(course: Course, leader: Seat) -> _Happening:
    wrong = course.seating.partners(leader)[0] if course.rng.random() < 0.6 else course.seating.left(leader)
    card = yield from _leads_wrongly(course, leader, wrong)
    matter = _lead_matter(course, wrong)
    side = tuple(course.seating.side(wrong))
    if leader in side:
        yield from course.wait(matter, (course.seating.right(leader),))
    else:
        course.owing.append(Owing(matter, side))
        yield from course.wait()
    yield from _goes_back(course, wrong, card)
    return False


def _wrong_demand(course: Course, leader: Seat) -> _Happening:
    by = course.seating.right(leader)
    suit: Suit = next(SUIT[c] for c in course.felt.hands[by])
    yield from course.tell(f.Demanded(by, "call_suit", suit=suit), 2.0, "director")
    yield from course.wait()
    return False


def _wrong_adversary(course: Course, leader: Seat) -> _Happening:
    wrong = course.seating.partners(leader)[0]
    card = yield from _leads_wrongly(course, leader, wrong)
    trick = course.felt.number
    suit: Suit = next(SUIT[c] for c in course.felt.hands[wrong])
    demand = f.Demanded(course.seating.left(leader), "call_suit", f.Matter("lead_out_of_turn", wrong, trick), suit=suit)
    yield from course.tell(demand, 2.0, "director")
    yield from _goes_back(course, wrong, card)
    return False


def _refused_call(course: Course, leader: Seat) -> _Happening:
    course.defiant.add(leader)
    wrong = course.seating.partners(leader)[0]
    card = yield from _leads_wrongly(course, leader, wrong)
    yield from course.wait(_lead_matter(course, wrong), (course.seating.right(leader),))
    yield from _goes_back(course, wrong, card)
    return False


def _play_out_of_turn(course: Course, seat: Seat) -> _Happening:
    fourth = course.seating.right(course.felt.trick.leader)
    third = course.seating.left(seat)
    yield from course.put(fourth, course.choose(fourth), course.pace() / 2)
    matter = Matter("play_out_of_turn", fourth, course.felt.number, (Offer("call_highest"), Offer("call_lowest")))
    yield from course.wait(matter, (third,))
    return False


def _dropped(course: Course, seat: Seat, how: str = "dropped") -> Generator[Step, Orders, Seat]:
    holder = course.seating.left(seat) if len(course.felt.trick.plays) == 1 else course.seating.right(seat)
    card = course.rng.choice([c for c in course.felt.hands[holder] if c != course.felt.turn_up])
    yield from course.tell(f.Exposed(holder, (card,), "dropped"), 0.8)
    matter = Matter("exposed_card", holder, course.felt.number, (Offer("call_card", (card,)),))
    course.lies(holder, card, matter)
    return holder


def _exposed(course: Course, seat: Seat) -> _Happening:
    yield from _dropped(course, seat)
    yield from course.wait()
    return False


def _before_decision(course: Course, seat: Seat) -> _Happening:
    cards = course.bound(seat)
    card = course.choose(seat)
    shown = next(c for c in cards if c != card and c != course.felt.turn_up)
    yield from course.tell(f.Exposed(seat, (shown,), "dropped"), 0.7)
    course.lies(seat, shown, Matter("exposed_card", seat, course.felt.number, (Offer("call_card", (shown,)),)))
    yield from course.put(seat, card, 0.5)
    yield from course.wait()
    return True


def _renounce(course: Course, seat: Seat) -> _Happening:
    card = _false_card(course, seat)
    if card is None:
        return False
    yield from course.put(seat, card)
    course.provable.append(Matter("renounce", seat, course.felt.number, (Offer("two_tricks"),)))
    return True


def _unnoticed(course: Course, seat: Seat) -> _Happening:
    done = yield from _renounce(course, seat)
    course.provable.clear()
    return done


def _corrected(course: Course, seat: Seat) -> _Happening:
    false = _false_card(course, seat)
    if false is None:
        return False
    trick = course.felt.number
    yield from course.put(seat, false)
    course.felt.take_back(seat, false)
    yield from course.tell(f.Withdrew(seat, (false,)), 1.4)
    matter = Matter("renounce", seat, trick, (Offer("call_card", (false,)),))
    course.lies(seat, false, matter)
    yield from course.put(seat, course.choose(seat), 0.8)
    yield from course.wait()
    return True


def _two_cards(course: Course, seat: Seat) -> _Happening:
    meant = course.choose(seat)
    other = next(c for c in reversed(course.felt.hands[seat]) if c != meant)
    course.felt.play(seat, meant)
    yield from course.tell(f.Played(seat, (meant, other)), course.pace())
    yield from course.tell(f.Indicated(seat, (meant,)), 1.0)
    course.lies(seat, other, Matter("cards_played_together", seat, course.felt.number, (Offer("call_card", (other,)),)))
    yield from course.wait()
    return True


def _winning_run(course: Course, leader: Seat) -> _Happening:
    first, second = _winners(course, leader)
    course.felt.open_trick(leader)
    yield from course.put(leader, first)
    yield from course.tell(f.Played(leader, (second,)), 0.6)
    matter = Matter("winning_cards_run", leader, course.felt.number, (Offer("call_win"),))
    course.lies(
        leader, second, Matter("winning_cards_run", leader, course.felt.number, (Offer("call_card", (second,)),))
    )
    yield from course.wait(matter, course.seating.adversaries(leader))
    return True


def _attention(course: Course, seat: Seat) -> _Happening:
    partner = course.seating.partners(seat)[0]
    yield from course.tell(f.Said(partner, "calls_attention"), 0.6, "director")
    last = course.seating.right(seat)
    matter = Matter("attention_called", partner, course.felt.number, (Offer("call_highest"), Offer("call_lowest")))
    yield from course.wait(matter, (last,))
    return False


def _rest_claimed(course: Course, leader: Seat) -> _Happening:
    yield from course.tell(f.Said(leader, "rest_are_ours"), 1.5, "director")
    matter = Matter("rest_claimed", leader, None, (Offer("hand_callable"),))
    yield from course.wait(matter, course.seating.adversaries(leader))
    if "hand_callable" in course.demanded:
        partner = course.seating.partners(leader)[0]
        cards = tuple(course.felt.hands[partner])
        yield from course.tell(f.LaidOpen(partner, cards, "call"), 2.0)
        for card in cards:
            course.lies(partner, card, Matter("rest_claimed", leader, None, ()))
        yield from course.wait()
    return False


def _inspected(course: Course, leader: Seat) -> _Happening:
    by = course.seating.right(leader)
    trick = course.felt.number - 1
    yield from course.tell(f.Looked(by, "trick", trick), 1.0)
    matter = Matter("trick_inspected", by, trick, (Offer("call_suit"),))
    course.owing.append(Owing(matter, tuple(course.seating.side(by))))
    yield from course.wait()
    return False


def _turn_up_named(course: Course, leader: Seat) -> _Happening:
    by = course.seating.partners(course.dealer)[0]
    yield from course.tell(f.Said(by, "names_turn_up", card=course.felt.turn_up), 1.0, "director")
    matter = Matter("turn_up_named", by, None, (Offer("call_highest"), Offer("call_lowest")))
    yield from course.wait(matter, course.seating.adversaries(by))
    return False


def _leave_turn_up(course: Course, _: Seat) -> _Happening:
    yield from ()
    course.leaves_turn_up = True
    course.pending.append(Mishap("", None, "", "quitted", _still_there, _left))
    return False


def _still_there(course: Course, _: Seat) -> bool:
    return course.felt.number == 2 and course.felt.turn_up in course.felt.hands[course.dealer]


def _left(course: Course, _: Seat) -> _Happening:
    if course.felt.turn_up is not None:
        matter = Matter("turn_up_left", course.dealer, None, (Offer("call_card", (course.felt.turn_up,)),))
        course.lies(course.dealer, course.felt.turn_up, matter)
    yield from course.wait()
    return False


def _abandoned(course: Course, leader: Seat) -> _Happening:
    for seat in course.seating.round(leader):
        yield from course.tell(f.ThrewIn(seat), 0.6)
    taken = course.felt.taken()
    taken[course.seating.side(leader)] += len(course.felt.hands[leader])
    for hand in course.felt.hands.values():
        hand.clear()
    yield from course.tell(f.Abandoned(admitted=tuple(taken.items())), 2.0, "director")
    raise HandOver


def _badly_seen(course: Course, seat: Seat, unread: bool) -> _Happening:
    card = course.choose(seat)
    course.felt.play(seat, card)
    really = f.Played(seat, (card,))
    gone = course.felt.gone()
    like = next((c for c in (Card(card[0] + s) for s in "SHDC") if c != card and c not in gone), card)
    maybe = (card, like) if course.rng.random() < 0.5 else (like, card)
    seen = f.Played(seat, (Card("??"),), maybe) if unread else really
    yield from course.tell(seen, course.pace(), truth=really, confidence=0.41 if unread else 0.87)
    yield from course.wait()
    return True


def _unread(course: Course, seat: Seat) -> _Happening:
    return (yield from _badly_seen(course, seat, unread=True))


def _blind(course: Course, seat: Seat) -> _Happening:
    yield Cover(on=True)
    yield from course.put(seat, course.choose(seat))
    yield Cover(on=False)
    yield from course.wait()
    return True


def _doubtful(course: Course, seat: Seat) -> _Happening:
    return (yield from _badly_seen(course, seat, unread=False))


MISPLAYS: Final[tuple[Mishap, ...]] = (
    Mishap(
        "lead_out_of_turn",
        "lead_out_of_turn",
        "a player leads when it is another's turn",
        "lead",
        _leading,
        _lead_out_of_turn,
    ),
    Mishap("exposed_card", "exposed_card", "a player drops a card face up", "play", _drops, _exposed),
    Mishap(
        "play_out_of_turn", "play_out_of_turn", "fourth hand plays before second", "play", _second, _play_out_of_turn
    ),
    Mishap(
        "renounce",
        "renounce",
        "a player who holds the suit led plays another; it is claimed",
        "play",
        _may_renounce,
        _renounce,
    ),
    Mishap(
        "renounce:unclaimed",
        "renounce",
        "the same, and nobody notices",
        "play",
        _may_renounce,
        _unnoticed,
        attentive=False,
    ),
    Mishap("renounce:corrected", "renounce", "the same, and he corrects it in time", "play", _may_renounce, _corrected),
    Mishap(
        "cards_played_together",
        "cards_played_together",
        "two cards are played at once",
        "play",
        _two_to_play,
        _two_cards,
    ),
    Mishap(
        "winning_cards_run",
        "winning_cards_run",
        "a winner and the next card are led without waiting",
        "lead",
        _runs,
        _winning_run,
    ),
    Mishap(
        "played_before_decision",
        "played_before_decision",
        "a player drops a card and plays another at once",
        "play",
        _choosing,
        _before_decision,
    ),
    Mishap(
        "attention_called",
        "attention_called",
        "a player calls his partner's attention to the trick",
        "play",
        _partner_waits,
        _attention,
    ),
    Mishap("rest_claimed", "rest_claimed", "a player says that the rest are his", "lead", _late, _rest_claimed),
    Mishap(
        "trick_inspected",
        "trick_inspected",
        "a player looks at a trick that was turned",
        "lead",
        _looks_back,
        _inspected,
    ),
    Mishap(
        "turn_up_left",
        "turn_up_left",
        "the dealer leaves the turn-up on the table",
        "dealt",
        lambda _, __: True,
        _leave_turn_up,
    ),
    Mishap(
        "turn_up_named",
        "turn_up_named",
        "a player names the turn-up after it was taken up",
        "lead",
        _taken_up,
        _turn_up_named,
    ),
    Mishap(
        "refused_call",
        "refused_call",
        "a player does not lead the suit that was called",
        "lead",
        _leading,
        _refused_call,
    ),
    Mishap(
        "lead_out_of_turn:wrong_demand",
        "lead_out_of_turn",
        "the same, and the wrong adversary calls a suit",
        "lead",
        _leading,
        _wrong_adversary,
    ),
    Mishap("wrong_demand", "wrong_demand", "a player calls a suit without any right", "lead", _leading, _wrong_demand),
    Mishap("abandoned_hand", "abandoned_hand", "all four throw their cards on the table", "lead", _late, _abandoned),
    Mishap("unread", None, "the camera cannot read a card that was played", "play", _two_to_play, _unread),
    Mishap("blurred_card", None, "the print of a card that was played has run", "play", _two_to_play, _unread),
    Mishap("camera_blind", None, "the camera is covered while a card is played", "play", _two_to_play, _blind),
    Mishap("doubtful", None, "the camera is not sure of a card that was played", "play", _two_to_play, _doubtful),
)
"""Every mishap of the play."""
