"""Boston under the American code of 1893, with the exceptions that its book makes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules import dealing
from controller.rules.court import Court
from controller.rules.facts import Demanded
from controller.rules.games.boston import COUNT_FORFEIT, ERROR_FORFEIT
from controller.rules.games.tally import option
from controller.rules.law import Form
from controller.rules.laws.american import AMERICAN
from controller.rules.laws.boston_rows import ROWS
from controller.rules.laws.single import claimable, early, free, plays_on, stakes
from controller.rules.seats import Seat
from controller.rules.state import Case, Play, Trick

_OPEN: Final = ("call_card", "must_play", "must_not_play", "call_highest", "call_lowest")
_CALLS: Final = ("call_highest", "call_lowest", "call_win", "call_not_win")
_CARDS: Final = ("faced_in_play", "seen_by_partner", "hand_lowered", "named", "thrown_together", "before_decision")


def _misdeal(name: str, *rows: str) -> Form:
    form = AMERICAN.forms[name]
    return replace(form, rows=(*(rows or ("bo-17",)), *form.rows), bar="bo-17" if form.bar else None)


def _revoke(*rows: str, irregularity: str = "renounce") -> Form:
    law = (*rows, "am-28.b", "am-28.a", "bo-31")
    return Form(irregularity, law, "established", "revoke", ("pays",), "adversaries", "am-33", "am-28.b")


def _card(name: str) -> Form:
    form = AMERICAN.forms[name]
    return replace(form, rows=("bo-21.b", "bo-P.error.b", *form.rows, "bo-21.a"), remedies=_OPEN, gone="bo-21.c")


_BASE_FORMS: Final[dict[str, Form]] = {
    "shown_in_cut": replace(AMERICAN.forms["shown_in_cut"], rows=("bo-11", "am-11.a"), remedies=("recut",)),
    "confused_cut": replace(AMERICAN.forms["confused_cut"], rows=("bo-11", "am-11.b")),
    "shuffled_after_cut": _misdeal("shuffled_after_cut", "bo-12"),
    "astray": _misdeal("astray", "bo-17", "bo-13.a"),
    "counted": _misdeal("counted"),
    "uncut": _misdeal("uncut", "bo-17", "bo-P.deal.c"),
    "wrong_count": _misdeal("wrong_count", "bo-17", "bo-P.count"),
    "turn_up_looked_at": _misdeal("turn_up_looked_at", "bo-17"),
    "wrong_dealer": replace(AMERICAN.forms["wrong_dealer"], rows=("bo-16", "am-16.a"), bar="bo-16"),
    "wrong_pack": replace(AMERICAN.forms["wrong_pack"], rows=("bo-16", "am-16.a"), bar="bo-16"),
    "bid_irregular": Form("bid_irregular", ("bo-P.bids",), "director", "other"),
    "named_out_of_turn": Form("trump_named_out_of_turn", ("bo-P.bid.a",), "director", "other"),
    "named_early": Form("trump_named_out_of_turn", ("bo-P.bid.a",), "director", "other"),
    "shuffled_again": Form("deal_irregular", ("bo-8.b",), "director", "other"),
    "cut_after": Form("cut_irregular", ("bo-P.deal.b",), "director", "other"),
    "still_presented": Form("cut_irregular", ("bo-13.b",), "director", "other"),
    "still_cut": Form("cut_irregular", ("bo-13.b",), "director", "other"),
    "turned_of_pack": Form("deal_irregular", ("bo-13.a",), "director", "other"),
    "turned_down_early": Form("bid_irregular", ("bo-P.bid.e",), "director", "other"),
}
_SINGLE: Final[dict[str, Form]] = {
    **{name: _card(name) for name in _CARDS},
    "lead": Form(
        "lead_out_of_turn", ("bo-24.a", "am-24.a"), "option", "suit", ("call_suit", "treat_as_exposed"), "adversaries",
        "bo-24.a", "am-24.c",
    ),
    "lead_played_to": Form("lead_out_of_turn", ("bo-24.b",), "cancelled", "suit"),
    "trick_seen": Form(
        "trick_inspected", ("am-37", "bo-37.a", "am-24.a"), "option", "suit", ("call_suit",), "adversaries", "am-24.a",
        "am-24.c",
    ),
    "adversary_early": Form(
        "play_out_of_turn", ("bo-26.a",), "option", "rank", _CALLS, "adversaries", "bo-21.d", "bo-26.a"
    ),
    "attention": replace(
        AMERICAN.forms["attention"], rows=("bo-P.play.b", "am-35"), to="adversaries", bar="bo-P.play.b",
        gone="bo-P.play.b",
    ),
    "renounce_saved": Form(
        "renounce", ("bo-29.b", "bo-P.revoke.a", "am-28.b"), "option", "card",
        ("treat_as_exposed", "call_highest", "call_lowest"), "adversaries", "bo-29.b", "bo-21.c",
    ),
    "renounce_saved_of_bidder": Form(
        "renounce", ("bo-29.a", "bo-P.revoke.b", "am-28.b"), "option", "card", ("treat_as_exposed",), "adversaries",
        "bo-29.a", "bo-21.c",
    ),
    "renounce_free": Form("renounce", ("bo-29.a",), "cancelled", "revoke"),
    "revoke": _revoke("bo-30.b", "bo-P.revoke.d", "bo-30.c"),
    "revoke_of_bidder": _revoke("bo-30.a", "bo-P.revoke.c", "bo-30.c"),
    "mixed": _revoke("am-32.c", "bo-30.b"),
    "refused_call": _revoke("am-38", "bo-30.b", irregularity="refused_call"),
    "short_adversary": Form("surplus_or_deficiency", ("bo-19.a", "bo-P.count"), "compulsory", "count", ("pays",)),
    "short_bidder": Form(
        "surplus_or_deficiency", ("bo-19.b", "bo-P.count"), "compulsory", "count", ("pays", "play_out"), "adversaries"
    ),
    "surplus_dealt": Form("surplus_or_deficiency", ("bo-19.d",), "compulsory", "deal", ("new_deal",)),
    "silent": Form("wrong_demand", ("bo-21.d",), "cancelled", "other"),
    "wrong_demand": replace(AMERICAN.forms["wrong_demand"], rows=("am-39.c", "bo-21.d")),
}  # fmt: skip
_MISERE: Final[dict[str, Form]] = {
    "lead": claimable("lead_out_of_turn", "bo-24.d", "bo-26.b", "bo-P.error.d"),
    "led_early": claimable("lead_out_of_turn", "bo-P.error.c", "bo-24.d"),
    "adversary_early": claimable("play_out_of_turn", "bo-26.b", "bo-P.error.d"),
    "trick_seen": claimable("trick_inspected", "bo-37.b", "bo-24.d"),
    **{name: claimable(AMERICAN.forms[name].irregularity, "bo-P.error.d") for name in _CARDS},
}
_EACH: Final[dict[str, Form]] = {
    "revoke": _revoke("bo-30.d", "bo-P.revoke.e"),
    "mixed": _revoke("am-32.c", "bo-30.d"),
    "refused_call": _revoke("am-38", "bo-30.d", irregularity="refused_call"),
    "short_of_each": Form("surplus_or_deficiency", ("bo-19.c",), "compulsory", "count", ("pays",)),
    "surplus_dealt": _SINGLE["surplus_dealt"],
}


# --------------------------------------------------------------------------- what the book decides itself
def _found(court: Court, seat: Seat, off: int, first_done: bool) -> None:
    """A card too many is a misdeal whenever it is found; a card too few is paid for by him who plays without it."""
    hand, contract = court.hand, court.hand.contract
    if not first_done or contract is None:
        AMERICAN.found(court, seat, off, first_done)
        return
    if off > 0:
        if not court.is_void() and not court.has("surplus_dealt"):
            court.open("surplus_dealt", seat)
            if not court.doubt:
                dealing.void(court, "new_deal", "bo-19.d")
        return
    name = "short_of_each" if contract.by is None else "short_bidder" if seat == contract.by else "short_adversary"
    if court.has(name):
        return
    court.open(name, seat)
    if court.doubt:
        return
    terms = replace(hand.terms, forfeits=(*hand.terms.forfeits, (seat, COUNT_FORFEIT)))
    match name:
        case "short_of_each":
            hand.terms = replace(hand.terms, offender=seat)
            hand.phase = "over"
        case "short_bidder":
            hand.terms = replace(terms, failed=True)
        case _:
            hand.terms = replace(terms, conceded=True)


def _free(court: Court, name: str, seat: Seat) -> bool:
    """The single player is immune, but for a revoke that he mends when an adversary has played after him."""
    if name == "renounce_saved":
        return free(court, name, seat) and not _followed(court, seat)
    return free(court, name, seat)


def _followed(court: Court, seat: Seat) -> bool:
    """Whether an adversary has played after the card that the bidder takes back; by an option, to the next trick."""
    tricks = court.hand.tricks
    number = next((c.trick for c in court.live() if c.irregularity == "renounce" and c.by == seat and c.trick), None)
    trick = tricks[(number or len(tricks)) - 1]
    play = trick.of(seat)
    later = any(p.seat != seat for after in tricks[trick.number :] for p in after.plays)
    if option(court, "saved_revoke") == "next_trick":
        return later
    return later or (play is not None and trick.plays[-1] is not play)


def _plays_on(court: Court, before: list[Case], play: Play, number: int) -> None:
    """What a mended revoke gives is asked for in its trick, or by an adversary before the trick after the next."""
    plays_on(court, before, play, number)
    contract = court.hand.contract
    for case in before:
        if case.status != "option" or case.trick is None or contract is None:
            continue
        bidder = play.seat == contract.by and case.form == "renounce_saved" and number > case.trick
        others = case.form == "renounce_saved_of_bidder" and play.seat != contract.by and number > case.trick + 1
        if bidder or others:
            court.lapse(case)


def _stakes(court: Court, case: Case, fact: Demanded) -> None:
    """The bidder takes pool and stakes; each adversary pays, and he who erred owes the next pool a forfeit."""
    stakes(court, case, fact)
    hand = court.hand
    owes = ((case.by, ERROR_FORFEIT),) if case.by is not None else ()
    hand.terms = replace(hand.terms, offender=None, forfeits=(*hand.terms.forfeits, *owes))


def _turns(court: Court, trick: Trick, play: Play) -> bool:
    return early(court, trick, play)


def _nobody(court: Court, name: str, seat: Seat) -> bool:
    """Where all play for themselves cards played in error cost nothing."""
    del court, seat
    return name in (*_CARDS, "lead", "third_first", "fourth_first", "fourth_before_third", "winners_run", "attention")


def _no_turns(court: Court, trick: Trick, play: Play) -> bool:
    del court, trick, play
    return True


def _saved(court: Court) -> tuple[str, ...]:
    """The deal is never lost."""
    del court
    return ("bo-13.end",)


# --------------------------------------------------------------------------- the books, by footing
_BASE: Final = replace(
    AMERICAN,
    rows={**AMERICAN.rows, **ROWS},
    forms={name: form for name, form in AMERICAN.forms.items() if name != "wrong_cutter"} | _BASE_FORMS,
    saved=_saved,
    found=_found,
    tricks_seen=1,
    silence=True,
    own_shown="bo-P.deal.d",
    all_cut="bo-P.deal.c",
    counting="bo-P.play.b",
    refusals=AMERICAN.refusals | {"must_not_play"},
    grounds={
        **AMERICAN.grounds,
        "misere-partout": ("bo-P.bid.e",),
        "eldest_leads": ("bo-P.play.a",),
        "sudden": ("bo-P.play.c",),
        "discards": ("bo-P.play.d",),
        "free": ("bo-20", "bo-P.error.a"),
        "forfeits": ("bo-P.pool.a",),
        "pool_cap": ("bo-P.pool.b",),
        "pool_refilled": ("bo-P.pool.c",),
        "pool_won": ("bo-P.pay.d",),
        "paid_for_tricks": ("bo-P.pay.a",),
        "paid_american": ("bo-P.pay.b",),
        "paid_american_failure": ("bo-P.pay.g",),
        "twelve_deals": ("bo-1",),
        "still_cut": ("bo-P.trump",),
        "pool_divided": ("bo-P.pool.c",),
        "paid_for_failure": ("bo-P.pay.c",),
        "paid_for_misere": ("bo-P.pay.e",),
        "paid_for_partout": ("bo-P.pay.f",),
    },
)
_ONE: Final = replace(
    _BASE, forms={**_BASE.forms, **_SINGLE}, free=_free, turns=_turns, plays_on=_plays_on, lead="card"
)
BOSTON: Final = replace(
    _BASE,
    footings={
        "alone": _ONE,
        "slam": _ONE,
        "misere": replace(_ONE, forms={**_ONE.forms, **_MISERE}, tricks_seen=0, exercised={"stakes_claimed": _stakes}),
        "each": replace(
            _BASE,
            forms={**_BASE.forms, **_EACH},
            free=_nobody,
            turns=_no_turns,
            tricks_seen=1,
            grounds={**_BASE.grounds, "free": ("bo-24.e", "bo-P.error.e")},
        ),
    },
)
