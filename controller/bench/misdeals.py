"""What can go wrong before the first card is played: in the cut, in the deal, with the turn-up.

Where a person deals badly the deal is by hand and a camera watches it: the shoe does not deal badly, it fails
(:mod:`controller.bench.faults`).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from controller.bench.course import Course, Mishap, Orders, Step
from controller.bench.policy import Matter, Offer
from controller.rules import facts as f
from controller.rules.cards import PACK, Card
from controller.rules.seats import Seat

_Happening = Generator[Step, Orders, bool]


def _always(_: Course, __: Seat) -> bool:
    return True


def _mid_deal(course: Course, _: Seat) -> bool:
    return course.dealt >= 8 + course.seed % 29


def _cut_too_small(course: Course, pone: Seat) -> _Happening:
    yield from course.tell(f.Cut(pone, (3, 49)), 1.0)
    yield from course.wait()
    yield from course.cut_fairly(4.0)
    return True


def _shown_in_cut(course: Course, pone: Seat) -> _Happening:
    shown = course.pack[course.rng.randrange(10, 40)]
    lifted = course.rng.randint(10, 40)
    yield from course.tell(f.Cut(pone, (lifted, 52 - lifted), (shown,)), 1.0)
    yield from course.wait()
    course.rng.shuffle(course.pack)
    yield from course.tell(f.Shuffled(course.dealer), 6.0)
    yield from course.tell(f.Presented(course.dealer), 1.5)
    yield from course.cut_fairly(2.0)
    return True


def _uncut(course: Course, pone: Seat) -> _Happening:
    yield from ()
    course.by_hand = True
    for seat in course.seating.round(course.seating.left(course.dealer))[:3]:
        yield from course.give(seat, course.pack[course.dealt])
    yield from course.tell(f.Said(pone, "doubts_deal", of="uncut_pack"), 1.0, "director")
    course.void("left")
    return True


def _shuffled_again(course: Course, _: Seat) -> _Happening:
    yield from course.tell(f.Shuffled(course.dealer), 2.0)
    course.void("left")
    return True


def _faced(course: Course, _: Seat) -> _Happening:
    place = course.rng.randint(10, 40)
    yield from course.tell(f.Pack(tuple(course.pack), (place,)), 1.0, "shoe")
    course.void("same")
    return True


def _misplaced(course: Course, seat: Seat) -> _Happening:
    wrong = course.seating.left(seat)
    yield from course.give(wrong, course.pack[course.dealt])
    for late in (course.seating.left(wrong), course.seating.left(course.seating.left(wrong))):
        yield from course.give(late, course.pack[course.dealt])
    course.void("left")
    return True


def _counted(course: Course, _: Seat) -> _Happening:
    yield from course.tell(f.Counted(course.dealer, "pack"), 1.2, "director")
    course.void("left")
    return True


def _shown_fits(course: Course, seat: Seat) -> bool:
    return _mid_deal(course, seat) and seat != course.dealer


def _shown_in_deal(course: Course, seat: Seat) -> _Happening:
    matter = Matter("card_shown_in_deal", course.dealer, None, (Offer("new_deal"),))
    yield from course.give(seat, course.pack[course.dealt], face_up=True)
    yield from course.wait(matter, course.seating.adversaries(course.dealer))
    return True


def _looked_at_turn_up(course: Course, _: Seat) -> _Happening:
    yield from course.tell(f.Looked(course.dealer, "turn-up"), 0.8)
    course.void("left")
    return True


def _spoil_pack(course: Course, _: Seat) -> _Happening:
    yield from ()
    missing, double = course.rng.sample([c for c in PACK if c != course.pack[-1]], 2)
    course.pack[course.pack.index(missing)] = double
    course.pending.append(
        Mishap("", None, "", "play", lambda c, s: _shows(c, s, double), lambda c, s: _proved(c, s, missing, double))
    )
    return False


def _shows(course: Course, seat: Seat, double: Card) -> bool:
    """The second of two equal cards is about to be seen, or has been found in one hand."""
    return double in course.felt.hands[seat] and (
        double in course.felt.gone() or course.felt.hands[seat].count(double) > 1
    )


def _proved(course: Course, _: Seat, missing: Card, double: Card) -> _Happening:
    yield from course.tell(f.PackProved(True, (missing,), (double,)), 3.0, "director")
    course.void("same")
    return True


def _move_one(course: Course, _: Seat) -> _Happening:
    """One hand has a card of its partner's: nobody saw the deal, and the count shows it after some tricks."""
    yield from ()
    first, second = tuple(course.seating.sides[course.seed % 2])
    card = next(c for c in course.felt.hands[second] if c != course.felt.turn_up)
    course.felt.hands[second].remove(card)
    course.felt.hands[first].append(card)
    course.pending.append(
        Mishap("", None, "", "quitted", lambda c, _: c.felt.number >= c.when, lambda c, _: _found(c, first, second))
    )
    return False


def _found(course: Course, first: Seat, second: Seat) -> _Happening:
    others = course.seating.adversaries(first)
    for seat in (first, second, *others):
        yield from course.tell(f.Found(seat, len(course.felt.hands[seat])), 2.0, "director")
    matter = Matter("surplus_or_deficiency", first, None, (Offer("new_deal"), Offer("play_out")))
    yield from course.wait(matter, others)
    while len(course.felt.hands[first]) > len(course.felt.hands[others[0]]):
        course.felt.hands[second].append(course.felt.hands[first].pop())
    return False


MISDEALS: Final[tuple[Mishap, ...]] = (
    Mishap(
        "cut_irregular",
        "cut_irregular",
        "the pone leaves fewer than four cards in a packet",
        "cut",
        _always,
        _cut_too_small,
        by_hand=True,
    ),
    Mishap(
        "card_shown_in_cut",
        "card_shown_in_cut",
        "a card is seen in cutting",
        "cut",
        _always,
        _shown_in_cut,
        by_hand=True,
    ),
    Mishap(
        "uncut_pack",
        "uncut_pack",
        "the dealer deals without a cut, and is stopped",
        "cut",
        _always,
        _uncut,
        by_hand=True,
    ),
    Mishap(
        "shuffled_after_cut",
        "shuffled_after_cut",
        "the dealer shuffles once more after the cut",
        "pack",
        _always,
        _shuffled_again,
        by_hand=True,
    ),
    Mishap("faced_card", "faced_card", "a card lies face up in the pack", "pack", _always, _faced),
    Mishap(
        "imperfect_pack:dealt",
        "imperfect_pack",
        "a pack that lacks a card and has another twice is dealt by hand",
        "pack",
        _always,
        _spoil_pack,
        by_hand=True,
    ),
    Mishap(
        "misplaced_card",
        "misplaced_card",
        "the dealer leaves out a seat and goes on",
        "deal",
        _mid_deal,
        _misplaced,
        by_hand=True,
    ),
    Mishap(
        "counted_by_dealer",
        "counted_by_dealer",
        "the dealer counts the rest of the pack",
        "deal",
        _mid_deal,
        _counted,
        by_hand=True,
    ),
    Mishap(
        "card_shown_in_deal",
        "card_shown_in_deal",
        "the dealer shows a card in dealing it",
        "deal",
        _shown_fits,
        _shown_in_deal,
        by_hand=True,
    ),
    Mishap(
        "turn_up_looked_at",
        "turn_up_looked_at",
        "the dealer looks at the last card before its time",
        "deal",
        _mid_deal,
        _looked_at_turn_up,
        by_hand=True,
    ),
    Mishap(
        "surplus_or_deficiency",
        "surplus_or_deficiency",
        "a hand has one card too many and its partner one too few",
        "dealt",
        _always,
        _move_one,
        by_hand=True,
        deal_told=False,
    ),
)
"""Every mishap of the cut and of the deal."""
