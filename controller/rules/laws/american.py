"""The American code of 1893 (American Whist League, third congress) for whist, worded by ourselves.

Rows are those of the register. What a sensor sees is judged through the forms at the end; rows without a form of their
own define what the forms and the play rest on.
"""

from __future__ import annotations

from typing import Final

from controller.rules import dealing
from controller.rules.court import Court
from controller.rules.law import Code, Entitled, Form, Law, Observe, Scoring
from controller.rules.ruling import Remedy
from controller.rules.seats import Seat


def _laws(observe: Observe, title: str, **texts: str) -> list[Law]:
    return [Law("am-" + key.removeprefix("_").replace("_", "."), title, text, observe) for key, text in texts.items()]


_ROWS: Final[tuple[Law, ...]] = (
    *_laws("derived", "The game", _1=(
        "Seven points make a game. Each trick above six is a point, and a game is worth seven less what the "
        "losers have."
    )),
    *_laws(
        "both", "Cutting to the dealer",
        _10_a="The dealer offers the pack to the adversary on his right, who cuts it.",
        _10_b="The cutter lifts a part from the top and lays it towards the dealer.",
        _10_c="Each part must keep four cards or more.",
        _10_d="The dealer puts the part that was left upon the part that was lifted.",
        _11_a="If a card is seen in cutting or reuniting, the dealer shuffles again and there is a new cut.",
        _11_b="If the cards are confused, or nobody is sure where the pack was parted, there is a new cut.",
        _12="A dealer who shuffles after a proper cut loses his deal.",
    ),
    *_laws(
        "both", "Dealing",
        _13_a="Cards are dealt one at a time, in turn, beginning at the dealer's left.",
        _13_b="The last card is the trump card and is turned up in front of the dealer.",
        _13_c="After a hand, or a lost deal, the deal passes to the left.",
        _14_I="If any card but the last lies face up in the pack, the same dealer deals again.",
        _14_II=(
            "If the pack proves incorrect or imperfect in the deal or the play, the same dealer deals again; scores "
            "made with it before stand."
        ),
        _15_a=(
            "If a card is seen during the deal, the side that is not at fault may ask for a new deal, as long as "
            "neither of it has touched a card."
        ),
        _15_b="If the deal stands, that card cannot be called.",
        _16_a="Whoever deals out of turn, or with the wrong pack, may be stopped until the trump card is turned.",
        _16_b="Once the trump card is turned that deal is good, and exchanged packs stay exchanged.",
    ),
    *_laws(
        "both", "Misdealing",
        _17_I=(
            "Misdeal: the pack was not cut, and the adversaries say so before the trump card is turned and before they "
            "have looked at a card."
        ),
        _17_II="Misdeal: a card went to the wrong hand and was not put right before the next one was dealt.",
        _17_III="Misdeal: the dealer counted the cards on the table or those left in the pack.",
        _17_IV=(
            "Misdeal: with a perfect pack somebody has not his number of cards, and it is found before all have played "
            "to the first trick."
        ),
        _17_V="Misdeal: the dealer looked at the trump card before the deal was finished.",
        _17_VI="Misdeal: the trump card was laid face down on a hand.",
        _17_end=(
            "A misdeal loses the deal, unless an adversary touched a card or interrupted the dealer during the deal: "
            "then he deals again."
        ),
    ),
    *_laws(
        "camera", "The trump card",
        _18_a="The trump card lies face up until it is the dealer's turn in the first trick.",
        _18_b="Left on the table after the second trick is turned and quitted, it may be called.",
        _18_c=(
            "Once it is in the dealer's hand nobody may name it; who does may have his highest or "
            "lowest trump called."
        ),
        _18_d="Anybody may ask which suit is trumps.",
    ),
    *_laws(
        "both", "Irregularities in the hands",
        _19_a=(
            "If after the first trick a player has not his number of cards, with a perfect pack, and his adversaries "
            "have theirs, these may consult and choose."
        ),
        _19_I="They may have a new deal.",
        _19_II="Or the hand is played out, and the cards too many or missing do not count.",
        _19_b="If an adversary has a wrong number too, there must be a new deal.",
        _19_c="If the extra card comes from not playing to a trick, they choose once he has played to the next one.",
    ),
    *_laws(
        "camera", "Cards liable to be called",
        _20_I="A card put face up on the table otherwise than in regular play may be called; a false lead may not.",
        _20_II="Cards thrown together with the one that is played may be called; the player says which one he plays.",
        _20_III="A card held so that the partner sees any part of its face may be called.",
        _20_IV="If a hand is lowered so that the partner sees more than one card, all of them may be called.",
        _20_V="A card that its holder names may be called.",
        _21_a="Cards that may be called lie face up on the table.",
        _21_b="A called card must be led or played, unless that would be a revoke.",
        _21_c="The call may be repeated at each trick until the card is played.",
        _21_d="Nobody may keep its owner from playing it; once it is gone nothing is left of the penalty.",
        _22=(
            "Who leads a winning card and leads again before his partner has played: the partner may be called upon to "
            "take the first trick, and the further cards may be called."
        ),
        _23=(
            "The owner of a card that may be called waits until the adversaries have decided; if he plays another "
            "first, that one may be called as well."
        ),
    ),
    *_laws(
        "camera", "Leading out of turn",
        _24_a=(
            "After a lead out of turn a suit may be called from the player or his partner, the first time it is the "
            "turn of either to lead."
        ),
        _24_b="Only the adversary on the right of the player who must lead it may call the suit.",
        _24_c="If he has none of that suit, or if all have played to the false lead, there is no penalty.",
        _24_d="If not all have played to it, the cards go back and may not be called.",
    ),
    *_laws(
        "camera", "Playing out of turn",
        _25="If the third hand plays before the second, the fourth may do so too.",
        _26=(
            "If the fourth hand plays before the second and the third has not played, the third may call the second's "
            "highest or lowest of the suit led or, if he has none, that he trump or not trump."
        ),
    ),
    *_laws("camera", "Abandoned hands", _27=(
        "When all four throw their cards face up the hand is over as then claimed or admitted, except for the penalty "
        "of a revoke."
    )),
    *_laws(
        "camera", "Revoking",
        _28_a=(
            "Who holds a card of the suit led and plays another suit renounces in error; not mended in "
            "time it is a revoke."
        ),
        _28_b=(
            "It may be mended until the trick is turned and quitted, unless the player or his partner has led or "
            "played to the next trick."
        ),
        _29_a="If it is mended in time, the wrong card may be called.",
        _29_b="Those who played after him may change their cards, and these may not be called.",
        _30_a="The penalty of a revoke is two tricks, from the revoking side to the other.",
        _30_b="It is paid for each revoke in the hand.",
        _30_c="The revoking side cannot win the game in that hand.",
        _30_d="If both sides revoke, neither can win the game in that hand.",
        _31="The revoking side may have the hand played out and score up to six.",
        _32_a="At the end of the hand those who claim a revoke may search the tricks.",
        _32_b="If the cards are mixed the claim may still be urged and, if possible, proved.",
        _32_c=(
            "If the accused side mixes the cards after the claim and before they were examined, the revoke is "
            "established."
        ),
        _33="A revoke can be claimed until the cards are presented and cut for the next deal, and not after.",
    ),
    *_laws("report", "Drawing cards", _34=(
        "Until the cards are touched for gathering, anybody may ask the players to draw the cards they played."
    )),
    *_laws("report", "Attracting attention", _35=(
        "Who draws attention to the trick or the score before his partner has played: the adversary last to play may "
        "call the partner's highest or lowest of the suit led or, if he has none, that he trump or not trump."
    )),
    *_laws("report", "Claiming the rest", _36=(
        "Who says that the rest or the game is theirs: his partner's cards are laid on the table and may be called."
    )),
    *_laws("camera", "Looking at tricks", _37=(
        "A trick that is turned and quitted is not seen again until the hand is over; the penalty is that of a lead "
        "out of turn."
    )),
    *_laws("camera", "Disobeying a call", _38=(
        "Who could obey a lawful call and does not pays the penalty of a revoke."
    )),
    *_laws(
        "report", "Demanding penalties",
        _39_a="The offender waits for the decision of his adversaries.",
        _39_b="The first lawful demand of either adversary is final, whether his partner agrees or not.",
        _39_c="If the wrong adversary demands, or a wrong penalty is demanded, none can be enforced.",
    ),
)  # fmt: skip

_RANK: Final = ("call_highest", "call_lowest", "call_trump", "call_not_trump")
_CHOICE: Final = ("new_deal", "play_out")


def _recut(irregularity: str, *rows: str, remedies: tuple[str, ...] = ("recut",)) -> Form:
    return Form(irregularity, rows, "compulsory", "cut", remedies)


def _lost(irregularity: str, *rows: str, bar: str | None = None) -> Form:
    return Form(irregularity, rows, "compulsory", "deal", ("deal_lost",), bar=bar)


def _again(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "compulsory", "deal", ("new_deal",))


def _stopped(irregularity: str, *rows: str) -> Form:
    return Form(
        irregularity, rows, "correctable", "stop", ("correct_deal",), "adversaries", "am-16.b",
        ends=("turned", "first_play"),
    )  # fmt: skip


def _card(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "option", "card", ("call_card",), "adversaries", gone="am-21.d")


def _suit(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "option", "suit", ("call_suit",), "right_of_leader", "am-24.a", "am-24.c")


def _rank(irregularity: str, row: str, to: Entitled, remedies: tuple[str, ...] = _RANK) -> Form:
    return Form(irregularity, (row,), "option", "rank", remedies, to, row, row)


def _count(irregularity: str, *rows: str) -> Form:
    return Form(irregularity, rows, "option", "count", _CHOICE, "adversaries", bar=rows[0])


def _revoke(irregularity: str, *rows: str, gone: str | None = None) -> Form:
    return Form(irregularity, rows, "established", "revoke", ("two_tricks",), "adversaries", "am-33", gone)


def _asked(irregularity: str, row: str) -> Form:
    return Form(irregularity, (row,), "director", "other")


_FORMS: Final[dict[str, Form]] = {
    # the cut
    "few_cut": _recut("cut_irregular", "am-10.c"),
    "wrong_cutter": _recut("cut_irregular", "am-10.a"),
    "confused_cut": _recut("cut_irregular", "am-11.b"),
    "shown_in_cut": _recut("card_shown_in_cut", "am-11.a", remedies=("reshuffle", "recut")),
    "shuffled_after_cut": _lost("shuffled_after_cut", "am-12"),
    # the deal
    "uncut": _lost("uncut_pack", "am-17.I", bar="am-17.I"),
    "astray": _lost("misplaced_card", "am-17.II", "am-13.a"),
    "counted": _lost("counted_by_dealer", "am-17.III"),
    "wrong_count": _lost("wrong_hand_count", "am-17.IV"),
    "turn_up_looked_at": _lost("turn_up_looked_at", "am-17.V"),
    "turn_up_hidden": _lost("turn_up_not_shown", "am-17.VI", "am-13.b"),
    "wrong_turn_up": _asked("turn_up_wrong_card", "am-13.b"),
    "faced": _again("faced_card", "am-14.I"),
    "imperfect": _again("imperfect_pack", "am-14.II"),
    "card_twice": _asked("imperfect_pack", "am-14.II"),
    "machine": _again("machine_fault", "am-14.II"),
    "machine_faced": _again("machine_fault", "am-14.I"),
    "shown_in_deal": Form(
        "card_shown_in_deal", ("am-15.a", "am-15.b"), "option", "deal", ("new_deal", "stands"), "adversaries",
        "am-15.a", ends=("touched", "first_play"),
    ),
    "wrong_dealer": _stopped("deal_out_of_turn", "am-16.a"),
    "wrong_pack": _stopped("wrong_pack", "am-16.a"),
    # the trump card and the hands
    "turn_up_left": _card("turn_up_left", "am-18.b", "am-21.b"),
    "turn_up_named": _rank("turn_up_named", "am-18.c", "adversaries", ("call_highest", "call_lowest")),
    "surplus": _count("surplus_or_deficiency", "am-19.a", "am-19.I", "am-19.II"),
    "surplus_both": _again("surplus_or_deficiency", "am-19.b"),
    "omitted": _count("omitted_play", "am-19.c", "am-19.a", "am-19.I", "am-19.II"),
    # cards that may be called
    "faced_in_play": _card("exposed_card", "am-20.I", "am-21.b"),
    "seen_by_partner": _card("exposed_card", "am-20.III", "am-21.b"),
    "hand_lowered": _card("exposed_card", "am-20.IV", "am-21.b"),
    "named": _card("exposed_card", "am-20.V", "am-21.b"),
    "thrown_together": _card("cards_played_together", "am-20.II", "am-21.b"),
    "before_decision": _card("played_before_decision", "am-23", "am-21.b"),
    "winners_run": Form(
        "winning_cards_run", ("am-22", "am-21.b"), "option", "card", ("call_win", "call_card"), "adversaries",
        "am-22", "am-21.d",
    ),
    # turns
    "lead": _suit("lead_out_of_turn", "am-24.a", "am-24.b"),
    "third_first": Form("play_out_of_turn", ("am-25",), "option", "turn", ("none",), "fourth_hand", "am-25"),
    "fourth_first": _rank("play_out_of_turn", "am-26", "third_hand"),
    "fourth_before_third": _asked("play_out_of_turn", "am-20.I"),
    # revokes
    "renounce": Form(
        "renounce", ("am-28.a", "am-28.b"), "correctable", "revoke", bar="am-33", gone="am-24.d"
    ),
    "renounce_saved": _card("renounce", "am-29.a", "am-28.b", "am-21.b"),
    "revoke": _revoke("renounce", "am-28.b", "am-28.a", "am-30.a"),
    "revoke_claimed": Form("renounce", ("am-33", "am-28.a", "am-32.a"), "director", "revoke", bar="am-33"),
    "mixed": _revoke("renounce", "am-32.c", "am-30.a"),
    "unproved": Form("revoke_unproved", ("am-32.a", "am-32.b"), "cancelled", "revoke"),
    "refused_call": _revoke("refused_call", "am-38", "am-30.a", gone="am-28.b"),
    # the rest
    "abandoned": Form("abandoned_hand", ("am-27",), "compulsory", "hand", ("none",)),
    "attention": _rank("attention_called", "am-35", "last_adversary"),
    "rest_claimed": Form(
        "rest_claimed", ("am-36", "am-21.b"), "option", "hand", ("hand_callable",), "adversaries", "am-36", "am-21.d"
    ),
    "trick_seen": _suit("trick_inspected", "am-37", "am-24.a", "am-24.b"),
    "wrong_demand": Form("wrong_demand", ("am-39.c",), "cancelled", "other"),
}  # fmt: skip


def _saved(court: Court) -> tuple[str, ...]:
    """An adversary touched a card or interrupted the dealer."""
    against = court.seating.adversaries(court.hand.dealer)
    return ("am-17.end",) if any(seat in against for seat, _ in court.hand.meddled) else ()


def _found(court: Court, seat: Seat, off: int, first_done: bool) -> None:
    """A wrong count: a misdeal before all have played once; then the innocent side chooses, unless neither is so."""
    del off
    if not first_done:
        if not court.has("wrong_count"):
            dealing.fault(court, "wrong_count")
        return
    side = court.seating.side(seat)
    same = [c for c in court.live() if c.form == "surplus"]
    if any(court.seating.side(s) != side for s in court.hand.found):
        form = court.form("surplus_both")
        for case in same:
            case = court.mine(case)
            case.form = "surplus_both"
            case.offenders = ()
            case.remedies = tuple(Remedy(word) for word in form.remedies)
            court.move(case, "compulsory", form.rows)
        if not same:
            court.open("surplus_both", seat)
        if not court.doubt:
            dealing.void(court, "new_deal", form.rows[0])
    elif not any(c.by is not None and c.by in side for c in same):
        court.open("surplus", seat)


AMERICAN: Final = Code(
    name="american-1893",
    rows={law.row: law for law in _ROWS},
    forms=_FORMS,
    scoring=Scoring(game=7, cap=6, value=lambda losers: 7 - losers),
    wrong_demand="am-39.c",
    forfeits=True,
    found=_found,
    saved=_saved,
    exposures={
        "dropped": "faced_in_play", "thrown": "faced_in_play", "shown": "seen_by_partner",
        "detached": "seen_by_partner", "lowered": "hand_lowered",
    },
    to_partner=frozenset({"shown", "detached", "lowered", "floor"}),
)  # fmt: skip
