"""Dummy, double dummy and mort: the exceptions that they make from a code of whist, worded by ourselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from controller.rules.court import Court
from controller.rules.law import Code, Form, Law, laws
from controller.rules.seats import Seat

_DUMMY_ROWS: Final[tuple[Law, ...]] = (
    *laws("du", "camera", "Dummy", {
        "0": "Three play, and the fourth hand, dummy's, lies open; the laws are those of whist but for what follows.",
        "II": "Dummy's revoke costs nothing, and stands once the trick is turned and quitted.",
        "III.a": "His partner pays nothing for what cannot profit him: cards shown, the game or a trick declared.",
        "III.b": "If he leads from the wrong hand, a suit may be called from the hand that should have led.",
    }),
    *laws("du", "derived", "Dummy", {
        "I": "Dummy deals first in each rubber.",
    }),
)  # fmt: skip
_DOUBLE_ROWS: Final[tuple[Law, ...]] = (
    *laws("dd", "camera", "Double dummy", {
        "0": "Two play, each with an open hand opposite; the laws are those of dummy.",
    }),
    *laws("dd", "both", "Double dummy", {
        "1": "There is no misdeal, for the deal is a disadvantage.",
    }),
)  # fmt: skip
_MORT_ROWS: Final[tuple[Law, ...]] = (
    *laws("mo", "report", "The table of mort", {
        "1.a": "Three play with a dead hand; of four one sits out in his turn.",
        "11": "When a tournée is over nobody has a preference in cutting for the next.",
    }),
    *laws("mo", "camera", "The table of mort", {
        "1.b": "Of four the highest cut sits out first, in Mort's seat, and sorts his cards.",
        "2": "Mort sits opposite to Vivant, who chooses seat and cards; the adversaries choose their seats.",
    }),
    *laws("mo", "derived", "The table of mort", {
        "1.c": "A tournée is three games, or four where four play.",
        "3.a": "Vivant deals the first hand, and then the deal goes to the left.",
    }),
    *laws("mo", "camera", "The play of mort", {
        "3.b": "When Vivant deals, the adversary on the right of Mort leads.",
        "4.a": "Mort is never punished.",
        "5.a": "Vivant pays nothing for showing his cards.",
        "5.b": "If he plays two cards at once, for himself or for Mort, the adversaries choose which is played.",
        "5.c": "The adversaries are liable as at whist.",
        "6.a": "If Vivant or Mort leads out of turn, the adversaries let it stand or have it taken back.",
        "6.b": "If neither had the lead there is no penalty.",
        "6.c": "When all have played to it, it stands.",
        "7": "Tricks are gathered as at whist.",
    }),
    *laws("mo", "both", "The deal at mort", {
        "3.c": "A misdeal loses nothing, for the deal is a disadvantage.",
    }),
    *laws("mo", "derived", "Revokes at mort", {
        "4.b": "For a revoke the other side takes three points off, or three points more, or three tricks.",
        "4.c": "One penalty is not split; two may be taken in different ways.",
        "4.d": "One trick at least is left to the side that revoked.",
    }),
    *laws("mo", "derived", "The score of mort", {
        "8.a": "Tricks above six count, five points are a game, and the last hand counts to its end.",
        "8.b": "Vivant wins or loses double.",
        "9.a": "Honours do not count.",
        "9.b": "All thirteen tricks, won and not taken in penalty, are a slam: twenty points beside the game.",
        "9.c": "A side that revoked makes no slam in that hand.",
        "10.a": "The winners add three for a triple, two for a double, one for a simple game,",
        "10.b": "and four always,",
        "10.c": "less all that the losers have, slams too.",
        "10.d": "Points for a revoke are added beside it when the game was won without them.",
    }),
)  # fmt: skip

_HARMLESS: Final = frozenset(
    """faced_in_play seen_by_partner hand_lowered named detached thrown_in winners_run before_decision rest_claimed
    attention turn_up_left turn_up_named turn_up_forgotten turn_up_mistaken turn_up_lifted trick_seen fourth_first
    fourth_before_third third_first""".split()
)
"""Forms of what tells nothing to a player who sees his partner's cards."""


def _free(court: Court, name: str, seat: Seat) -> bool:
    """Whether the side of an open hand can have no profit by this."""
    return name in _HARMLESS and any(s in court.state.heading.dummy for s in court.seating.side(seat))


def _saves(row: str) -> Callable[[Court], tuple[str, ...]]:
    """A misdeal is dealt again by the same dealer, always."""

    def saved(court: Court) -> tuple[str, ...]:
        del court
        return (row,)

    return saved


_AS_AT_WHIST: Final = frozenset({"card", "suit", "rank", "deal"})
"""Families of forms that a game with an open hand takes over from whist."""


def _taken_over(forms: Mapping[str, Form], row: str) -> dict[str, Form]:
    return {name: form.resting(row) if form.family in _AS_AT_WHIST else form for name, form in forms.items()}


def _open(code: Code, rows: tuple[Law, ...], forms: dict[str, Form], taken_over: str) -> Code:
    return replace(
        code,
        rows={**code.rows, **{law.row: law for law in rows}},
        forms={**_taken_over(code.forms, taken_over), **forms},
        free=_free,
        grounds={**code.grounds, "free": ("du-III.a",), "dummy_first": ("du-I",)},
    )


def dummy(code: Code) -> Code:
    """The code as it stands with one open hand."""
    bar = code.forms["lead"].bar
    return _open(code, _DUMMY_ROWS, {
        "renounce_of_dummy": Form("renounce", ("du-II",), "correctable", "revoke", gone="du-II"),
        "first_dealer": Form("deal_out_of_turn", ("du-I",), "director", "other"),
        "harmless": Form("exposed_card", ("du-III.a",), "director", "other"),
        "lead_of_dummy": Form(
            "lead_out_of_turn", ("du-III.b",), "option", "suit", ("call_suit",), "adversaries", bar,
            code.forms["lead"].gone,
        ),
        "together_open": Form(
            "cards_played_together", ("du-III.a",), "option", "card", ("choose_card",), "adversaries", "du-III.a"
        ),
    }, "du-0")  # fmt: skip


def double_dummy(code: Code) -> Code:
    """The code as it stands with two open hands."""
    one = dummy(code)
    rows = {law.row: law for law in _DOUBLE_ROWS}
    forms = _taken_over(one.forms, "dd-0")
    return replace(one, rows={**one.rows, **rows}, forms=forms, saved=_saves("dd-1"))


def mort(code: Code) -> Code:
    """The code as it stands at French dummy; Vivant plays the hand of Mort."""
    prices = ("three_tricks", "add_three", "deduct_three")
    forms: dict[str, Form] = {
        "renounce_of_dummy": Form("renounce", ("mo-4.a",), "correctable", "revoke", gone="mo-4.a"),
        "lead_of_dummy": Form(
            "lead_out_of_turn", ("mo-6.a",), "option", "suit", ("accept_lead", "lead_back"), "adversaries", "mo-6.a",
            "mo-6.a",
        ),
        "lead_of_dummy_complete": Form("lead_out_of_turn", ("mo-6.c",), "director", "other"),
        "lead_of_neither": Form("lead_out_of_turn", ("mo-6.b",), "compulsory", "other", ("none",)),
        "together_open": Form(
            "cards_played_together", ("mo-5.b", "mo-4.a"), "option", "card", ("choose_card",), "adversaries", "mo-5.b"
        ),
        "harmless": Form("exposed_card", ("mo-5.a",), "director", "other"),
    }  # fmt: skip
    for name, form in code.forms.items():
        if form.family == "revoke" and form.status == "established":
            forms[name] = replace(form, rows=(*form.rows, "mo-4.b"), remedies=prices)
    scoring = replace(code.scoring, game=5, cap=99, honours=None, rubber=0, less=False, least=1, value=_as_it_is)
    changed = _open(code, _MORT_ROWS, forms, "mo-5.c")
    return replace(changed, scoring=scoring, saved=_saves("mo-3.c"), grounds={
        **changed.grounds, "scoring.game": ("mo-8.a",), "double": ("mo-8.b",), "slam": ("mo-9.b",),
        "slam_without_revoke": ("mo-9.c",), "grade": ("mo-10.a",), "bonus": ("mo-10.b",),
        "less_the_losers": ("mo-10.c",), "revoke_beside": ("mo-10.d",), "scoring.least": ("mo-4.d",),
        "each_revoke": ("mo-4.c",), "eldest_leads": ("mo-3.b",), "free": ("mo-5.a",),
    })  # fmt: skip


def _as_it_is(losers: int) -> int:
    return losers
