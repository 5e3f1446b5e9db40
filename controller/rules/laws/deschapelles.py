"""Deschapelles' code of 1839 for whist: its forms, its numbers, and what it decides by itself."""

from __future__ import annotations

from typing import Final

from controller.rules import dealing
from controller.rules import facts as f
from controller.rules.cards import Card
from controller.rules.court import Court
from controller.rules.games.whist import held_by
from controller.rules.law import Code, Entitled, Event, Form, Honours, Scoring
from controller.rules.laws.deschapelles_rows import LOST, ROWS
from controller.rules.ruling import Remedy
from controller.rules.seats import Seat
from controller.rules.state import Case

_LIABLE: Final = ("must_play", "must_not_play", "call_highest", "call_lowest")
_RANK: Final = ("call_highest", "call_lowest", "call_trump", "call_not_trump")
_PRICES: Final = ("add_three", "deduct_three", "three_tricks")
_INSTANTLY: Final = 5.0
_EIGHT: Final = 8


def _dealers(row: str) -> Form:
    """A cut that the dealer may refuse at once."""
    return Form(
        "cut_irregular", (row,), "option", "cut", ("recut", "new_deal"), "dealer", row, ends=("dealing",),
        seconds=_INSTANTLY,
    )  # fmt: skip


def _lost(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "compulsory", "deal", ("deal_lost",))


def _again(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "compulsory", "deal", ("new_deal",))


def _anew(irregularity: str, *rows: str, to: Entitled = "adversaries", ends: tuple[Event, ...] = ()) -> Form:
    """The other side may have a new deal."""
    return Form(irregularity, rows, "option", "deal", ("new_deal",), to, rows[-1] if not ends else rows[0], ends=ends)


def _shown(*ends: Event) -> Form:
    return Form(
        "card_shown_in_deal", ("de-32.a", "de-32.b"), "option", "deal", ("new_deal", "stands"), "adversaries",
        "de-32.a", ends=ends,
    )  # fmt: skip


def _stopped(irregularity: str, *rows: str) -> Form:
    return Form(
        irregularity, rows, "correctable", "stop", ("correct_deal",), "adversaries", "de-38",
        ends=("turned", "first_play"),
    )  # fmt: skip


def _exposed(irregularity: str, *rows: str, status: str = "option") -> Form:
    del status
    return Form(
        irregularity, (*rows, "de-75.1", "de-75.2", "de-76"), "option", "card", _LIABLE, "adversaries", gone="de-76"
    )


def _revoke(irregularity: str, *rows: str, gone: str | None = None) -> Form:
    return Form(irregularity, (*rows, "de-93"), "established", "revoke", _PRICES, "adversaries", "de-101", gone)


def _talk(irregularity: str, row: str) -> Form:
    return Form(irregularity, (row, "de-116"), "option", "other", ("new_deal",), "adversaries", "de-116")


def _asked(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "director", "other")


def _annul(row: str, *more: str) -> Form:
    """A special fault: the other side may annul the deal."""
    return Form(
        "attention_called", (row, "de-127", *more), "option", "other", ("new_deal",), "adversaries", row,
        ends=("first_play",),
    )  # fmt: skip


FORMS: Final[dict[str, Form]] = {
    # the cut
    "few_cut": _dealers("de-23"),
    "confused_cut": _dealers("de-22"),
    "wrong_cutter": _anew("cut_irregular", "de-21", "de-20.b", to="against_dealer", ends=("first_play",)),
    "shown_in_cut": _anew("card_shown_in_cut", "de-25.1", ends=("first_play",)),
    "shown_taking_up": _anew("card_shown_in_cut", "de-25.2", ends=("first_play",)),
    "shuffled_after_cut": _anew(
        "shuffled_after_cut", "de-21", "de-20.a", "de-24", to="against_dealer", ends=("first_play",)
    ),
    "uncut": _anew("uncut_pack", "de-21", to="against_dealer", ends=("first_play",)),
    # the deal
    "astray_now": Form("misplaced_card", ("de-28.1", "de-28.3", "de-29"), "correctable", "deal", gone="de-31.2",
                       ends=("first_play",)),
    "astray_often": _lost("misplaced_card", "de-31.2", "de-28.1"),
    "counted_hands": _lost("counted_by_dealer", "de-31.3"),
    "count_before_lead": _asked("wrong_hand_count", "de-40", "de-35.a", "de-129"),
    "wrong_count": _lost("wrong_hand_count", "de-35.a", "de-129"),
    "turn_up_looked_at": _lost("turn_up_looked_at", "de-26"),
    "turn_up_shown": _lost("turn_up_looked_at", "de-26"),
    "dropped_in_deal": _lost("card_shown_in_deal", "de-27"),
    "turn_up_hidden": _lost("turn_up_not_shown", "de-31.4"),
    "wrong_turn_up": _asked("turn_up_wrong_card", "de-36", "de-35.a"),
    "faced": _again("faced_card", "de-37"),
    "faced_last": _again("faced_card", "de-37"),
    "imperfect": _again("imperfect_pack", "de-48", "de-49.a"),
    "card_twice": _asked("imperfect_pack", "de-49.a", "de-48"),
    "machine": _again("machine_fault", "de-35.b"),
    "machine_faced": _again("machine_fault", "de-37", "de-35.b"),
    "shown_in_deal": _shown("touched", "first_play"),
    "shown_by_adversary": _shown("first_play"),
    "shown_again": _lost("card_shown_in_deal", "de-31.1"),
    "irregular_deal": _asked("deal_irregular", "de-30", "de-29"),
    "wrong_dealer": _stopped("deal_out_of_turn", "de-38"),
    "wrong_pack": _stopped("wrong_pack", "de-39", "de-9.b"),
    # the hands
    "short": _asked("surplus_or_deficiency", "de-44", "de-43", "de-45"),
    "held_by_adversary": _lost("surplus_or_deficiency", "de-41", "de-129"),
    "held_by_partner": Form(
        "surplus_or_deficiency", ("de-42.a", "de-127", "de-42.b"), "option", "count", ("new_deal",), "adversaries",
        "de-42.a",
    ),
    "on_the_floor": _exposed("exposed_card", "de-43", "de-44"),
    "among_the_tricks": _revoke("mixed_card", "de-45", "de-107", "de-47"),
    "too_many": _revoke("surplus_or_deficiency", "de-46", "de-107", "de-47"),
    # honours
    "false_call": _annul("de-67.a"),
    "false_call_over_honours": _annul("de-68.a", "de-68.b", "de-67.a"),
    "shown_not_at_eight": _exposed("exposed_card", "de-66.1"),
    "shown_after_a_card": _exposed("exposed_card", "de-66.2"),
    "shown_after_false_call": _exposed("exposed_card", "de-67.b"),
    "honours_late": Form("honours_not_called", ("de-62", "de-128"), "lapsed", "other"),
    "four_told_late": Form("honours_not_called", ("de-61",), "lapsed", "other"),
    "honours_come_off": Form("score_error", ("de-60",), "compulsory", "other", ("none",)),
    "marks_differ": Form(
        "score_error", ("de-57", "de-56"), "option", "score", ("stands",), "adversaries", "de-57", ends=("game_over",)
    ),
    "marked_late": Form("score_error", ("de-58",), "lapsed", "other"),
    "score_error": Form("score_error", ("de-59",), "correctable", "score", bar="de-59", ends=("game_over",)),
    # exposed cards
    "faced_in_play": _exposed("exposed_card", "de-73"),
    "seen_by_partner": _exposed("exposed_card", "de-73"),
    "drawn_out": _exposed("exposed_card", "de-74", "de-73", "de-118"),
    "reply_exposed": _exposed("exposed_card", "de-119.a", "de-119.b"),
    "turn_up_left": _exposed("turn_up_left", "de-80"),
    "thrown_together": Form(
        "cards_played_together", ("de-79", "de-75.1", "de-75.2"), "option", "card", ("choose_card", *_LIABLE),
        "adversaries", gone="de-76",
    ),
    "before_decision": _exposed("played_before_decision", "de-85", "de-77"),
    "hasty": _exposed("played_before_decision", "de-85"),
    "thrown_in": _asked("exposed_card", "de-118", "de-121"),
    "takes_all": _asked("rest_claimed", "de-121"),
    # turns
    "lead": Form(
        "lead_out_of_turn", ("de-82.1", "de-82.2", "de-82.3", "de-119.b"), "option", "suit",
        ("accept_lead", "treat_as_exposed", "call_suit"), "adversaries", "de-81", "de-87",
    ),
    "led_together": Form(
        "simultaneous_leads", ("de-86.a", "de-82.2", "de-82.3"), "option", "suit", ("treat_as_exposed", "call_suit"),
        "adversaries", "de-81", "de-86.b",
    ),
    "third_first": Form(
        "play_out_of_turn", ("de-83", "de-119.a"), "option", "turn", ("stands", "treat_as_exposed"), "adversaries",
        "de-83",
    ),
    "fourth_before_third": Form(
        "play_out_of_turn", ("de-83", "de-119.a"), "option", "turn", ("stands", "treat_as_exposed"), "adversaries",
        "de-83",
    ),
    "fourth_first": Form("play_out_of_turn", ("de-84",), "option", "rank", _RANK, "adversaries", "de-84", "de-87"),
    # revokes
    "renounce": Form("renounce", ("de-89", "de-90.1"), "correctable", "revoke", bar="de-101", gone="de-119.b"),
    "renounce_saved": Form(
        "renounce", ("de-92.a", "de-92.b", "de-75.1"), "option", "card",
        ("call_highest", "call_lowest", "must_play", "must_not_play"), "adversaries", "de-92.a", "de-76", both=True,
    ),
    "revoke": _revoke("renounce", "de-90.1", "de-89"),
    "revoke_played_on": _revoke("renounce", "de-90.2", "de-89"),
    "revoke_proved": _revoke("renounce", "de-96", "de-95", "de-89"),
    "mixed": _revoke("renounce", "de-117", "de-103", "de-89"),
    "revoke_claimed": Form("renounce", ("de-95", "de-97", "de-89"), "director", "revoke", bar="de-108"),
    "unproved": Form("revoke_unproved", ("de-95", "de-96"), "cancelled", "revoke"),
    "refused_call": _revoke("refused_call", "de-88.1", "de-107", gone="de-90.1"),
    "refused_suit": _revoke("refused_call", "de-88.2", "de-107", gone="de-90.1"),
    "both_revoked": Form("renounce", ("de-106",), "compulsory", "revoke", ("new_deal",)),
    # what is said
    "attention": _talk("attention_called", "de-111"),
    "said_remark": _talk("attention_called", "de-111"),
    "said_ace_high": _talk("attention_called", "de-111"),
    "said_you_make_it": _talk("attention_called", "de-111"),
    "said_asks_who_dealt": _talk("attention_called", "de-111"),
    "said_names_card": _talk("attention_called", "de-111"),
    "question_out_of_turn": _talk("attention_called", "de-110"),
    "question_to_adversary": _talk("attention_called", "de-109"),
    "drawn_unasked": _talk("attention_called", "de-113"),
    "trick_seen": _talk("trick_inspected", "de-114"),
    "turn_up_named": _talk("turn_up_named", "de-115"),
    "rest_claimed": _asked("rest_claimed", "de-122"),
    "abandoned": Form("abandoned_hand", ("de-121", "de-118"), "compulsory", "hand", ("none",)),
    "outside": _asked("bystander", "de-126"),
    "wrong_demand": Form("wrong_demand", ("de-111",), "cancelled", "other"),
}  # fmt: skip


# --------------------------------------------------------------------------- a wrong number of cards
def _found(court: Court, seat: Seat, off: int, first_done: bool) -> None:
    """Where the card is that is missing here decides; a hand with too many has revoked."""
    del first_done
    hand = court.hand
    if not hand.tricks:
        form = "wrong_count" if hand.turn_up is None else "count_before_lead"
        if not any(c.irregularity == "wrong_hand_count" for c in court.cases.values()):
            dealing.fault(court, form)
        return
    known = {**hand.counted, **hand.found}
    known[seat] = off
    short = [s for s, n in known.items() if n < 0]
    long = [s for s, n in known.items() if n > 0]
    open_ = next((c for c in court.live() if c.form in ("short", "too_many")), None)
    if not short or not long:
        form = "short" if off < 0 else "too_many"
        if not any(c.form == form and c.by == seat for c in court.cases.values()):
            court.open(form, seat)
        return
    if any(c.form in ("held_by_partner", "held_by_adversary") for c in court.cases.values()):
        return
    apart = court.seating.side(short[0]) != court.seating.side(long[0])
    _at_last(court, open_, "held_by_adversary" if apart else "held_by_partner", short[0])


def _at_last(court: Court, case: Case | None, name: str, seat: Seat) -> None:
    """The missing card has been found: what was a question is one no more."""
    form = court.form(name)
    if case is None or court.doubt:
        dealing.fault(court, name, seat)
        return
    case = court.mine(case)
    case.form, case.irregularity, case.doubtful = name, form.irregularity, False
    to = court.entitled(form.to, case.offenders[0] if case.offenders else seat)
    case.remedies = tuple(Remedy(word, to) for word in form.remedies)
    court.move(case, form.status, form.rows)
    if name == "held_by_adversary":
        dealing.void(court, "deal_lost", form.rows[0])


def _searched(court: Court, fact: f.Searched) -> bool:
    """A card that was missing is found among the tricks: that is as good as a revoke."""
    case = next((c for c in court.live() if c.form == "short"), None)
    if case is None or fact.result != "found" or fact.card is None:
        return False
    _at_last(court, case, "among_the_tricks", case.offenders[0])
    return True


# --------------------------------------------------------------------------- honours shown and called
def _score(court: Court, seat: Seat) -> int:
    return dict(court.score.game).get(court.seating.side(seat), 0)


def _shown_open(court: Court, fact: f.Exposed) -> bool:
    """Cards shown on purpose: a missing card from the floor, honours before a card is played, the turn-up again."""
    hand = court.hand
    holder = fact.holder or fact.by
    if fact.how == "floor":
        short = next((c for c in court.cases.values() if c.form == "short" and c.by == holder), None)
        if short is not None:
            court.open("on_the_floor", holder, cards=fact.cards, trick=len(hand.tricks))
        return True
    if fact.how != "shown" or holder != fact.by:
        return False
    if hand.turn_up in fact.cards and holder == hand.dealer and not hand.turn_up_on_table and hand.tricks[2:]:
        court.open("turn_up_named", holder, cards=fact.cards)
        return True
    honours = tuple(c for c in fact.cards if hand.trump is not None and c in _honours(hand.trump))
    seen_by_all = fact.seen_by is None or len(fact.seen_by) >= len(court.seating.seats) - 1
    if not honours or len(honours) != len(fact.cards) or not seen_by_all or hand.trump is None:
        return False
    if hand.tricks and len(honours) < 2:
        return False
    _honours_shown(court, holder, honours)
    return True


def _honours(trump: str) -> tuple[Card, ...]:
    return tuple(Card(rank + trump) for rank in "AKQJ")


def _honours_shown(court: Court, holder: Seat, honours: tuple[Card, ...]) -> None:
    hand, side = court.hand, court.seating.side(holder)
    number = len(hand.tricks) + 1
    if any(c.form in ("false_call", "false_call_over_honours") and c.open for c in court.cases.values()):
        court.open("shown_after_false_call", holder, cards=honours, trick=number)
    elif hand.tricks:
        court.open("shown_after_a_card", holder, cards=honours, trick=number)
        hand.uncounted |= {side}
    elif _score(court, holder) != _EIGHT:
        court.open("shown_not_at_eight", holder, cards=honours, trick=number)
        hand.uncounted |= {side}
    else:
        hand.displayed = (*hand.displayed, *((side, card) for card in honours))
        called = any(s == side and n >= 2 for s, n, _ in hand.honours)
        answered = called and court.code.holds("answered_call")
        three = len({card for s, card in hand.displayed if s == side}) > 2 and court.code.holds("won_on_honours")
        if answered or three:
            hand.won_by_honours = side
            hand.phase = "over"


def _called(court: Court, seat: Seat, count: int) -> bool:
    """At eight, before a card is played, two honours are a call and one is an answer: false ones may annul the deal."""
    hand, side = court.hand, court.seating.side(seat)
    if hand.tricks or _score(court, seat) != _EIGHT or hand.turn_up is None:
        return False
    answer = count == 1 and any(s == side for s, _, _ in hand.honours)
    if not hand.knows(seat) or (count != 2 and not answer):
        return False
    held = sum(1 for card in _honours(hand.trump or "") if card in hand.held.get(seat, frozenset()))
    if held >= count:
        return False
    against = [s for s in court.seating.sides if s != side]
    more = any((held_by(court, other) or 0) >= 3 for other in against)
    court.open("false_call_over_honours" if more else "false_call", seat)
    return True


def value(losers: int) -> int:
    """What a game of ten is worth, in fish; losers at four, whom the print forgets, lose a double."""
    return 3 if losers <= 0 else 2 if losers <= 4 else 1


DESCHAPELLES: Final = Code(
    name="deschapelles",
    rows={law.row: law for law in ROWS},
    forms=FORMS,
    lost=LOST,
    scoring=Scoring(
        game=10, cap=9, value=value, honours=Honours({4: 4, 3: 2}, until=9, early=True, late_four=2), rubber=4,
        slam=10, both_void="de-106", together=True,
    ),
    wrong_demand="de-111",
    found=_found,
    searched=_searched,
    shown=_shown_open,
    called=_called,
    touched="de-34",
    tricks_seen=1,
    turn_up_secret=2,
    claimed_hand="own",
    exposures={
        "dropped": "faced_in_play", "thrown": "faced_in_play", "shown": "seen_by_partner", "lowered": "seen_by_partner",
        "detached": "drawn_out",
    },
    to_partner=frozenset({"shown", "lowered", "detached"}),
    chosen_by="adversaries",
    lead="choice",
    played_on="leader",
    question_annuls="de-91",
    claims_end="played_out",
    refusals=frozenset({
        "call_highest", "call_lowest", "call_trump", "call_not_trump", "call_suit", "call_card", "must_play",
        "must_not_play",
    }),
    waives=True,
    prices={"add_three": "de-94.1", "deduct_three": "de-94.2", "three_tricks": "de-94.3"},
    penalty_waits=True,
    grounds={
        "scoring.rubber": ("de-50",), "scoring.game": ("de-51.a",), "game_of_3": ("de-51.a",),
        "game_of_2": ("de-51.b",), "game_of_1": ("de-51.c",), "book": ("de-52",), "scoring.slam": ("de-53.a",),
        "slam_alone": ("de-53.b",), "honours_4": ("de-54.a",), "honours_3": ("de-54.b",), "honours_until": ("de-63",),
        "won_on_honours": ("de-64",), "answered_call": ("de-65",), "no_slam": ("de-71",), "scoring.cap": ("de-105",),
        "each_revoke": ("de-100",), "undivided": ("de-94.NB",), "tricks_first": ("de-55",),
        "penalty_waits": ("de-104",), "claims_end": ("de-108",), "waives": ("de-78",),
    },
)  # fmt: skip
