"""The English code of 1864, as Cavendish gives it, for whist: its forms, its numbers, and what it decides by itself."""

from __future__ import annotations

from typing import Final

from controller.rules import dealing
from controller.rules.court import Court
from controller.rules.law import Code, Entitled, Form, Honours, Scoring
from controller.rules.laws.english_rows import ROWS
from controller.rules.ruling import Remedy
from controller.rules.seats import Seat
from controller.rules.state import Case

_WIN: Final = ("call_win", "call_not_win")
_RANK: Final = ("call_highest", "call_lowest")
_PRICES: Final = ("three_tricks", "add_three", "deduct_three")


def _recut(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "compulsory", "cut", ("recut",))


def _lost(irregularity: str, *rows: str, bar: str | None = None) -> Form:
    return Form(irregularity, (*rows, "en-43"), "compulsory", "deal", ("deal_lost",), bar=bar)


def _again(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "compulsory", "deal", ("new_deal",))


def _shown(row: str, to: Entitled) -> Form:
    return Form(
        "card_shown_in_deal", (row, "en-38.c"), "option", "deal", ("new_deal", "stands"), to, row,
        ends=("touched", "first_play"), later="en-40",
    )  # fmt: skip


def _stopped(irregularity: str) -> Form:
    return Form(
        irregularity, ("en-48",), "correctable", "stop", ("correct_deal",), "adversaries", "en-48",
        ends=("turned", "first_play"),
    )  # fmt: skip


def _choice(irregularity: str, row: str, to: Entitled = "adversaries", *more: str) -> Form:
    return Form(irregularity, (row, *more), "option", "deal", ("new_deal", "stands"), to, row, ends=("first_play",))


def _card(irregularity: str, *rows: str, remedies: tuple[str, ...] = ("call_card",)) -> Form:
    return Form(irregularity, (*rows, "en-56.def", "en-65"), "option", "card", remedies, "adversaries", gone="en-65")


def _trump(row: str) -> Form:
    return Form("turn_up_named", (row, "en-fn20"), "option", "rank", _RANK, "adversaries", row, row)


def _revoke(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, (*rows, "en-72.I"), "established", "revoke", _PRICES, "adversaries", "en-78", "en-73.b")


def _asked(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "director", "other")


FORMS: Final[dict[str, Form]] = {
    # the cut
    "few_cut": _recut("cut_irregular", "en-34.a"),
    "wrong_cutter": _recut("cut_irregular", "en-34.a", "en-49"),
    "confused_cut": _recut("cut_irregular", "en-34.b"),
    "shown_in_cut": _recut("card_shown_in_cut", "en-34.b"),
    "shown_in_shuffle": Form(
        "card_shown_in_cut", ("en-32.b", "en-26"), "option", "deal", ("reshuffle",), "against_dealer", "en-32.b",
        ends=("dealing",),
    ),
    "shuffled_after_cut": _lost("shuffled_after_cut", "en-36"),
    "cut_again": Form("cut_irregular", ("en-35",), "compulsory", "other", ("none",)),
    "cutter_shuffled": _recut("cut_irregular", "en-35"),
    "shuffled_twice": Form("cut_irregular", ("en-29",), "compulsory", "other", ("none",)),
    "shuffled_in_play": Form("cut_irregular", ("en-27",), "compulsory", "other", ("none",)),
    # the deal
    "uncut": _lost("uncut_pack", "en-44.VII", bar="en-44.VII"),
    "astray": _lost("misplaced_card", "en-44.VI", "en-44.I"),
    "counted": _lost("counted_by_dealer", "en-44.V"),
    "wrong_count": _lost("wrong_hand_count", "en-44.IV", "en-fn14"),
    "turn_up_looked_at": _choice("turn_up_looked_at", "en-41"),
    "turn_up_hidden": _lost("turn_up_not_shown", "en-44.II"),
    "wrong_turn_up": _lost("misplaced_card", "en-44.III", "en-fn14"),
    "partner_misdealt": _lost("deal_out_of_turn", "en-51"),
    "faced": _again("faced_card", "en-37.II"),
    "imperfect": _again("imperfect_pack", "en-37.I", "en-47"),
    "card_twice": _asked("imperfect_pack", "en-37.I"),
    "machine": _again("machine_fault", "en-37.I"),
    "machine_faced": _again("machine_fault", "en-37.II"),
    "shown_in_deal": _shown("en-38.a", "adversaries"),
    "shown_by_adversary": _shown("en-38.b", "dealer"),
    "wrong_dealer": _stopped("deal_out_of_turn"),
    "wrong_pack": _stopped("wrong_pack"),
    "foreign_card": _choice("wrong_pack", "en-42"),
    # the trump card and the hands
    "turn_up_left": _card("turn_up_left", "en-52.a"),
    "turn_up_named": _trump("en-53.b"),
    "turn_up_forgotten": _trump("en-55"),
    "turn_up_lifted": Form(
        "turn_up_not_shown", ("en-54.a",), "option", "turn", ("restore_card",), "adversaries", "en-54.a"
    ),
    "turn_up_mistaken": _card("turn_up_wrong_card", "en-54.b"),
    "short": Form(
        "surplus_or_deficiency", ("en-46.a", "en-46.b", "en-46.c", "en-fn16"), "compulsory", "count", ("stands",)
    ),
    "omitted": Form(
        "omitted_play", ("en-69",), "option", "count", ("new_deal", "stands"), "adversaries", "en-69", "en-69"
    ),
    "mixed_card": _asked("mixed_card", "en-70.a", "en-70.b"),
    # cards that may be called
    "faced_in_play": _card("exposed_card", "en-56.II", "en-fn21"),
    "detached": _card("exposed_card", "en-60.a"),
    "thrown_in": _card("exposed_card", "en-58.a", "en-58.b"),
    "thrown_together": _card("cards_played_together", "en-56.I", "en-fn23", remedies=("choose_card", "call_card")),
    "wrong_call": Form(
        "wrong_demand", ("en-60.b", "en-fn26"), "option", "suit", ("call_suit",), "adversaries", "en-60.b", "en-66"
    ),
    "winners_run": Form(
        "winning_cards_run", ("en-57", "en-56.def"), "option", "card", ("call_win", "call_card"), "adversaries",
        "en-57", "en-65", both=True,
    ),
    # turns
    "lead": Form(
        "lead_out_of_turn", ("en-62", "en-63.b", "en-fn26"), "option", "suit", ("call_card", "call_suit"),
        "adversaries", "en-62", "en-66",
    ),
    "lead_complete": _asked("lead_out_of_turn", "en-63.a"),
    "third_first": Form("play_out_of_turn", ("en-67",), "compulsory", "turn", ("none",)),
    "fourth_first": Form("play_out_of_turn", ("en-68",), "option", "rank", _WIN, "adversaries", "en-68", "en-68"),
    # revokes
    "renounce": Form("renounce", ("en-71", "en-73.a"), "correctable", "revoke", bar="en-78", gone="en-63.b"),
    "renounce_saved": Form(
        "renounce", ("en-76.a", "en-76.b", "en-65"), "option", "card", ("call_card", *_RANK), "adversaries",
        "en-76.a", "en-65",
    ),
    "revoke": _revoke("renounce", "en-73.a", "en-71"),
    "revoke_played_on": _revoke("renounce", "en-73.b", "en-71"),
    "revoke_claimed": Form("renounce", ("en-78", "en-71", "en-75"), "director", "revoke", bar="en-78"),
    "mixed": _revoke("renounce", "en-77.a"),
    "revoke_abandoned": Form(
        "renounce", ("en-59.b", "en-71", "en-72.I"), "established", "revoke", ("add_three", "deduct_three"),
        "adversaries", "en-78",
    ),
    "unproved": Form("revoke_unproved", ("en-75", "en-77.b", "en-P4"), "cancelled", "revoke"),
    "refused_call": _revoke("refused_call", "en-61"),
    # the rest
    "abandoned": Form("abandoned_hand", ("en-59.a",), "compulsory", "hand", ("none",)),
    "attention": Form(
        "attention_called", ("en-86", "en-fn36"), "option", "rank", (*_RANK, *_WIN), "adversaries", "en-86", "en-86"
    ),
    "trick_seen": Form("trick_inspected", ("en-91",), "compulsory", "turn", ("none",)),
    "consulted": Form("penalty_consulted", ("en-84.a", "en-fn35"), "compulsory", "other", ("none",)),
    "bystander": Form("bystander", ("en-88",), "option", "other", ("pays",), "everybody", "en-88"),
    "score_error": Form("score_error", ("en-11",), "correctable", "score", bar="en-11", ends=("game_over",)),
    "value_error": Form("score_error", ("en-12", "en-fn2"), "correctable", "score", bar="en-12"),
    "honours_late": Form("honours_not_called", ("en-6", "en-7"), "lapsed", "other"),
    "unruly": _asked("deal_irregular", "en-49"),
    "wrong_demand": Form("wrong_demand", ("en-84.b",), "cancelled", "other"),
}  # fmt: skip


def _saved(court: Court) -> tuple[str, ...]:
    """Whoever meddled first decides: an adversary saves the deal, the partner loses it; an idle doubt saves it too."""
    dealer = court.hand.dealer
    against, partners = court.seating.adversaries(dealer), court.seating.partners(dealer)
    for seat, how in court.hand.meddled:
        if how == "interrupts" and seat in against:
            return ("en-50",)
        if how == "touched" and seat in against:
            return ("en-45.a",)
        if how == "touched" and seat in partners and court.code.holds("partner_first"):
            break
    return ()


def _found(court: Court, seat: Seat, off: int, first_done: bool) -> None:
    """Fourteen and fewer than thirteen is a misdeal whenever it is found; one short hand stands once it has played."""
    del first_done
    hand = court.hand
    known = {**hand.counted, **hand.found}
    if hand.total >= len(court.game.pack):
        dealt = {s: hand.given.get(s, 0) - court.game.hand for s in court.seating.seats}
        if dealt[seat] == off:
            known = {**known, **{s: n for s, n in dealt.items() if n}}
    open_ = next((c for c in court.live() if c.form in ("short", "wrong_count")), None)
    if any(n > 0 for n in known.values()) and any(n < 0 for n in known.values()):
        _misdealt(court, open_)
    elif off < 0 and any(trick.of(seat) is not None for trick in hand.tricks):
        if open_ is None:
            court.open("short", seat)
    elif open_ is None:
        court.open("wrong_count", hand.dealer, doubtful=True)


def _misdealt(court: Court, case: Case | None) -> None:
    """Both hands are known: the misdeal, in the place of what was said when the first of them was counted."""
    if case is None or court.doubt:
        dealing.fault(court, "wrong_count")
        return
    form = court.form("wrong_count")
    case = court.mine(case)
    case.form, case.irregularity, case.doubtful = "wrong_count", form.irregularity, False
    case.remedies = (Remedy("deal_lost"),)
    court.move(case, "compulsory", form.rows)
    dealing.void(court, "deal_lost", form.rows[0])


def value(losers: int) -> int:
    """What a game of five is worth, by what the losers have."""
    return 3 if losers <= 0 else 2 if losers < 3 else 1


ENGLISH: Final = Code(
    name="english-cavendish",
    rows={law.row: law for law in ROWS},
    forms=FORMS,
    scoring=Scoring(
        game=5, cap=4, value=value, honours=Honours({4: 4, 3: 2}, until=4), rubber=2, less=True
    ),
    wrong_demand="en-84.b",
    found=_found,
    consulting="en-84.a",
    saved=_saved,
    touch_follows=True,
    turn_up_trick=1,
    tricks_seen=1,
    exposures={
        "dropped": "faced_in_play", "thrown": "faced_in_play", "shown": "faced_in_play", "lowered": "faced_in_play",
        "detached": "detached",
    },
    chosen_by="adversaries",
    lead="card",
    best_on_table=True,
    question="en-74",
    refusals=frozenset({"call_highest", "call_lowest", "call_suit"}),
    grounds={
        "scoring.game": ("en-2",), "book": ("en-2",), "scoring.rubber": ("en-1", "en-9"), "scoring.less": ("en-10",),
        "game_of_3": ("en-8.I",), "game_of_2": ("en-8.II",), "game_of_1": ("en-8.III",), "honours_4": ("en-3.I",),
        "honours_3": ("en-3.II",), "honours_until": ("en-4",), "penalty_first": ("en-5", "en-72.V"),
        "deal_passes": ("en-33",), "scoring.cap": ("en-82",), "both_revoked": ("en-81",), "each_punished": ("en-fn34",),
        "reunited": ("en-fn10",), "never_forced": ("en-64",), "undivided": ("en-72.IV",), "may_play_out": ("en-79",),
        "may_consult": ("en-84.c",), "to_claimants": ("en-fn32",), "right_lost": ("en-fn35",),
        "dealer_last": ("en-32.a",), "may_ask_trump_suit": ("en-fn19",),
        "this_game_only": ("en-72.III",), "each_revoke": ("en-72.II",),
        "touch_follows": ("en-39",), "fourth_too": ("en-67",),
        "partner_first": ("en-45.b",), "final": ("en-84.b",), "renewed": ("en-fn29",),
    },
)  # fmt: skip
