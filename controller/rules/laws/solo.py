"""Solo whist under the American code of 1893, with the exceptions that its book makes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules import dealing
from controller.rules.cards import PACK
from controller.rules.court import Court
from controller.rules.facts import Demanded
from controller.rules.law import Code, Form, Law
from controller.rules.laws.american import AMERICAN
from controller.rules.laws.single import claimable, early, free, plays_on, stakes
from controller.rules.laws.solo_rows import KIMBERLY_ROWS, SOLO_ROWS, THREE_ROWS
from controller.rules.seats import Seat
from controller.rules.state import NONE, Case, Play, Trick

_CHOICE: Final = ("three_tricks", "deduct_three", "add_three")
_OPEN: Final = ("call_card", "must_play", "must_not_play", "call_highest", "call_lowest")


def _misdeal(name: str, *rows: str) -> Form:
    return replace(AMERICAN.forms[name], rows=(*(rows or ("so-17",)), *AMERICAN.forms[name].rows))


def _card(name: str) -> Form:
    form = AMERICAN.forms[name]
    return replace(form, rows=("so-21.b", "so-P.error.b", *form.rows, "so-21.a"), remedies=_OPEN, gone="so-21.c")


def _revoke(*rows: str, remedies: tuple[str, ...] = _CHOICE, irregularity: str = "renounce") -> Form:
    law = (*rows, "am-28.b", "am-28.a")
    return Form(irregularity, law, "established", "revoke", remedies, "adversaries", "am-33", "am-28.b")


_CARDS: Final = ("faced_in_play", "seen_by_partner", "hand_lowered", "named", "thrown_together", "before_decision")
_DEAL: Final[dict[str, Form]] = {
    "shuffled_after_cut": _misdeal("shuffled_after_cut", "so-12", "so-17"),
    "wrong_count": _misdeal("wrong_count", "so-17", "so-P.count"),
    "astray": _misdeal("astray", "so-17", "so-13.a"),
    **{name: _misdeal(name) for name in ("uncut", "counted", "turn_up_looked_at", "turn_up_hidden")},
    "imperfect": replace(AMERICAN.forms["imperfect"], rows=("am-14.II", "so-P.packs")),
    "bid_irregular": Form("bid_irregular", ("so-P.call.d",), "director", "other"),
    "named_out_of_turn": Form("trump_named_out_of_turn", ("so-P.obj.4",), "director", "other"),
    "named_early": Form("trump_named_out_of_turn", ("so-P.call.f",), "director", "other"),
}
_COMMON: Final[dict[str, Form]] = {
    **{name: _card(name) for name in _CARDS},
    "revoke": _revoke("so-30.a", "so-31.a", "so-31.c", "so-P.revoke"),
    "revoke_of_bidder": _revoke("so-30.a", "so-31.a", "so-31.b", "so-P.revoke"),
    "mixed": _revoke("am-32.c", "so-30.a", "so-31.a"),
    "refused_call": _revoke("am-38", "so-30.a", irregularity="refused_call"),
    "surplus": Form("surplus_or_deficiency", ("so-19.c", "so-19.a"), "compulsory", "count", ("pays",)),
    "surplus_of_bidder": Form(
        "surplus_or_deficiency", ("so-19.b", "so-19.a", "so-P.count"), "compulsory", "count", ("play_out",)
    ),
    "surplus_both": Form("surplus_or_deficiency", ("so-19.d", "so-19.a"), "compulsory", "deal", ("new_deal",)),
    "given_up": Form("abandoned_hand", ("so-27.b", "so-27.c"), "option", "hand", ("play_out",), gone="so-27.c"),
    "given_up_by_bidder": Form("abandoned_hand", ("so-27.a",), "compulsory", "hand", ("pays",)),
    "silent": Form("wrong_demand", ("so-21.d",), "cancelled", "other"),
    "wrong_demand": replace(AMERICAN.forms["wrong_demand"], rows=("am-39.c", "so-21.d")),
    "early_of_pair": Form("play_out_of_turn", ("am-26",), "director", "other"),
}  # fmt: skip


# --------------------------------------------------------------------------- what the book decides itself
def _found(court: Court, seat: Seat, off: int, first_done: bool) -> None:
    """A wrong count after the first trick leaves the deal; his side pays, or wins nothing."""
    hand, contract = court.hand, court.hand.contract
    if not first_done or contract is None or contract.by is None:
        AMERICAN.found(court, seat, off, first_done)
        return
    wrong = set(hand.found)
    if wrong & set(contract.bidders) and wrong - set(contract.bidders):
        if not court.has("surplus_both"):
            court.open("surplus_both", seat)
            if not court.doubt:
                dealing.void(court, "new_deal", "so-19.d")
        return
    if seat in contract.bidders:
        if not court.has("surplus_of_bidder"):
            court.open("surplus_of_bidder", seat)
            hand.terms = replace(hand.terms, barred=court.seating.side(seat))
    elif not court.has("surplus"):
        court.open("surplus", seat)
        hand.terms = replace(hand.terms, conceded=True)


def _gives_up(court: Court, seat: Seat) -> bool:
    """The bidder who throws his hand in pays; an adversary's partners may have his hand played out, open."""
    hand, contract = court.hand, court.hand.contract
    if contract is None or contract.by is None or hand.phase != "play" or hand.terms.abandoner is not None:
        return False
    if seat in contract.bidders:
        court.open("given_up_by_bidder", seat)
        if not court.doubt:
            other = next(side for side in court.seating.sides if seat not in side)
            hand.terms = replace(hand.terms, failed=True, rest=other)
            hand.phase = "over"
        return True
    court.open("given_up", seat, to=court.seating.partners(seat))
    return True


def _play_out(court: Court, case: Case, fact: Demanded) -> None:
    """His partners have the abandoned hand played out: it lies open, and the bidder may call its cards."""
    hand, seat = court.hand, case.offenders[0]
    case = court.move(case, "applied", case.law, remedy=fact.remedy, for_=court.seating.side(fact.by))
    hand.terms = replace(hand.terms, abandoner=seat)
    case.callable = True
    if hand.knows(seat):
        case.cards = tuple(c for c in PACK if c in hand.held.get(seat, NONE) and c not in hand.gone)


def _shared(court: Court, case: Case) -> None:
    """It was shown that the call would have been made in spite of the revoke: his partners pay their share."""
    del case
    court.hand.terms = replace(court.hand.terms, shared=True)


def _pair_turns(court: Court, trick: Trick, play: Play) -> bool:
    """Out of turn among partners: as at whist where they face each other, a question where they sit side by side."""
    order = court.seating.round(trick.leader)
    if len(order) == 4 and order[2] in court.seating.partners(order[0]):
        return False
    turn = next((seat for seat in order if trick.of(seat) is None), None)
    if turn is not None and turn != play.seat:
        court.open("early_of_pair", play.seat, cards=(play.card,), trick=trick.number)
    return True


def _saved(court: Court) -> tuple[str, ...]:
    """The deal is never lost."""
    del court
    return ("so-13.end",)


def _nothing(court: Court, trick: Trick, play: Play) -> bool:
    """Where each plays for himself no book says what a play out of turn costs."""
    del court, trick, play
    return True


# --------------------------------------------------------------------------- the books, by footing
_CALLS: Final = ("call_highest", "call_lowest", "call_win", "call_not_win")
_SINGLE: Final[dict[str, Form]] = {
    "lead": Form(
        "lead_out_of_turn",
        ("am-24.a", "so-P.error.a", "so-P.lead.a"),
        "option",
        "suit",
        ("call_suit",),
        "adversaries",
        "am-24.a",
        "am-24.c",
    ),
    "trick_seen": Form(
        "trick_inspected",
        ("am-37", "so-37.a", "am-24.a"),
        "option",
        "suit",
        ("call_suit",),
        "adversaries",
        "am-24.a",
        "am-24.c",
    ),
    "adversary_early": Form(
        "play_out_of_turn", ("so-26.a",), "option", "rank", _CALLS, "adversaries", "so-21.d", "so-26.a"
    ),
    "renounce_free": Form("renounce", ("so-P.error.a", "so-20"), "cancelled", "revoke"),
    "attention": replace(AMERICAN.forms["attention"], to="adversaries"),
    "revoke": _revoke("so-31.c", "so-31.a", "so-30.a", "so-30.b", "so-P.revoke"),
    "revoke_of_bidder": _revoke("so-31.d", "so-31.a", "so-30.a", "so-P.revoke"),
}
_SUDDEN: Final[dict[str, Form]] = {
    "revoke": _revoke("so-31.f", remedies=("pays",)),
    "revoke_of_bidder": _revoke("so-31.e", remedies=("pays",)),
    "mixed": _revoke("am-32.c", "so-31.f", remedies=("pays",)),
    "refused_call": _revoke("am-38", "so-31.f", remedies=("pays",), irregularity="refused_call"),
}
_MISERE: Final[dict[str, Form]] = {
    "lead": claimable("lead_out_of_turn", "so-26.b", "so-P.error.c"),
    "adversary_early": claimable("play_out_of_turn", "so-26.b", "so-P.error.c"),
    "trick_seen": claimable("trick_inspected", "so-37.b", "so-26.b"),
    "wrong_demand": _COMMON["wrong_demand"].resting("so-P.lead.b"),
    **{name: claimable(AMERICAN.forms[name].irregularity, "so-P.error.c") for name in _CARDS},
}

_BASE: Final = replace(
    AMERICAN,
    rows={**AMERICAN.rows, **SOLO_ROWS},
    forms={**AMERICAN.forms, **_DEAL},
    saved=_saved,
    tricks_seen=1,
    found=_found,
    silence=True,
    refusals=AMERICAN.refusals | {"must_not_play"},
    grounds={
        **AMERICAN.grounds,
        "propose": ("so-P.obj.1",),
        "solo": ("so-P.obj.2",),
        "misere": ("so-P.obj.3",),
        "abundance": ("so-P.obj.4",),
        "abundance-in-trumps": ("so-P.obj.5",),
        "spread": ("so-P.obj.6",),
        "slam": ("so-P.obj.7",),
        "grand": ("so-P.call.g",),
        "stakes": ("so-P.pay.a", "so-1"),
        "odd_tricks": ("so-P.pay.b",),
        "each_with_one": ("so-P.pay.c",),
        "pool": ("so-P.pool.a",),
        "dealer_adds": ("so-P.pool.b",),
        "no_pool_for_two": ("so-P.pool.c",),
        "sudden": ("so-P.end",),
    },
)
_PARTNERS: Final = replace(
    _BASE,
    forms={**_BASE.forms, **_COMMON},
    gives_up=_gives_up,
    exercised={"play_out": _play_out},
    decided={"shared": _shared},
    turns=_pair_turns,
)
_ONE: Final = replace(
    _PARTNERS, forms={**_PARTNERS.forms, **_SINGLE}, free=free, turns=early, plays_on=plays_on, lead="card"
)
_LOSING: Final = replace(
    _ONE,
    forms={**_ONE.forms, **_MISERE, **_SUDDEN},
    tricks_seen=0,
    exercised={**_ONE.exercised, "stakes_claimed": stakes},
)
_EACH: Final = replace(
    _BASE,
    forms={**_BASE.forms, "revoke": _revoke("so-30.a", "so-P.call.g", remedies=("three_tricks",))},
    turns=_nothing,
)
SOLO: Final = replace(
    _BASE,
    footings={
        "partners": _PARTNERS,
        "alone": _ONE,
        "misere": _LOSING,
        "slam": replace(_ONE, forms={**_ONE.forms, **_SUDDEN}),
        "each": _EACH,
    },
)


def _with(code: Code, rows: dict[str, Law], forms: dict[str, Form]) -> Code:
    """The same book with rows and forms of a smaller game."""
    return replace(
        code,
        rows={**code.rows, **rows},
        forms={**code.forms, **forms},
        footings={name: _with(book, rows, forms) for name, book in code.footings.items()},
    )


SOLO_THREE: Final = _with(SOLO, THREE_ROWS, {"imperfect": replace(_DEAL["imperfect"], rows=("am-14.II", "s3-1"))})
KIMBERLY: Final = _with(SOLO, KIMBERLY_ROWS, {})
