"""The American code of 1893 (American Whist League, third congress) for whist, worded by ourselves.

Rows are those of the register. What a sensor sees is judged through the forms at the end; rows without a form of their
own define what the forms and the play rest on.
"""

from __future__ import annotations

from typing import Final

from controller.rules.law import Code, Form, Law, Observe


def _laws(observe: Observe, title: str, **texts: str) -> list[Law]:
    return [Law("am-" + key.removeprefix("_").replace("_", "."), title, text, observe) for key, text in texts.items()]


_ROWS: Final[tuple[Law, ...]] = (
    *_laws("derived", "The game", _1=(
        "Seven points make a game. Each trick above six is a point, and a game is worth seven less what the losers have."
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
            "If the pack proves incorrect or imperfect in the deal or the play, the same dealer deals again; scores made "
            "with it before stand."
        ),
        _15_a=(
            "If a card is seen during the deal, the side that is not at fault may ask for a new deal, as long as neither "
            "of it has touched a card."
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
        _18_c="Once it is in the dealer's hand nobody may name it; who does may have his highest or lowest trump called.",
        _18_d="Anybody may ask which suit is trumps.",
    ),
    *_laws(
        "both", "Irregularities in the hands",
        _19_a=(
            "If after the first trick a player has not his number of cards, with a perfect pack, and his adversaries have "
            "theirs, these may consult and choose."
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
            "The owner of a card that may be called waits until the adversaries have decided; if he plays another first, "
            "that one may be called as well."
        ),
    ),
    *_laws(
        "camera", "Leading out of turn",
        _24_a=(
            "After a lead out of turn a suit may be called from the player or his partner, the first time it is the turn "
            "of either to lead."
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
        "When all four throw their cards face up the hand is over as then claimed or admitted, except for the penalty of "
        "a revoke."
    )),
    *_laws(
        "camera", "Revoking",
        _28_a="Who holds a card of the suit led and plays another suit renounces in error; not mended in time it is a revoke.",
        _28_b=(
            "It may be mended until the trick is turned and quitted, unless the player or his partner has led or played "
            "to the next trick."
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
            "If the accused side mixes the cards after the claim and before they were examined, the revoke is established."
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
        "A trick that is turned and quitted is not seen again until the hand is over; the penalty is that of a lead out "
        "of turn."
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


def _forms() -> dict[str, Form]:
    card = {"status": "option", "family": "card", "remedies": ("call_card",), "to": "adversaries", "gone": "am-21.d"}
    lost = {"status": "compulsory", "family": "deal", "remedies": ("deal_lost",)}
    again = {"status": "compulsory", "family": "deal", "remedies": ("new_deal",)}
    suit = {
        "status": "option", "family": "suit", "remedies": ("call_suit",), "to": "right_of_leader",
        "bar": "am-24.a", "gone": "am-24.c",
    }  # fmt: skip
    stop = {"status": "correctable", "family": "stop", "remedies": ("correct_deal",), "to": "adversaries", "bar": "am-16.b"}
    table: dict[str, tuple[str, tuple[str, ...], dict[str, object]]] = {
        "few_cut": ("cut_irregular", ("am-10.c",), {"status": "compulsory", "family": "cut", "remedies": ("recut",)}),
        "wrong_cutter": ("cut_irregular", ("am-10.a",), {"status": "compulsory", "family": "cut", "remedies": ("recut",)}),
        "confused_cut": ("cut_irregular", ("am-11.b",), {"status": "compulsory", "family": "cut", "remedies": ("recut",)}),
        "shown_in_cut": (
            "card_shown_in_cut", ("am-11.a",),
            {"status": "compulsory", "family": "cut", "remedies": ("reshuffle", "recut")},
        ),
        "shuffled_after_cut": ("shuffled_after_cut", ("am-12",), lost),
        "uncut": ("uncut_pack", ("am-17.I",), lost | {"bar": "am-17.I"}),
        "astray": ("misplaced_card", ("am-17.II", "am-13.a"), lost),
        "counted": ("counted_by_dealer", ("am-17.III",), lost),
        "wrong_count": ("wrong_hand_count", ("am-17.IV",), lost),
        "turn_up_looked_at": ("turn_up_looked_at", ("am-17.V",), lost),
        "turn_up_hidden": ("turn_up_not_shown", ("am-17.VI", "am-13.b"), lost),
        "wrong_turn_up": ("turn_up_wrong_card", ("am-13.b",), {"status": "director", "family": "other"}),
        "faced": ("faced_card", ("am-14.I",), again),
        "imperfect": ("imperfect_pack", ("am-14.II",), again),
        "machine": ("machine_fault", ("am-14.II",), again),
        "machine_faced": ("machine_fault", ("am-14.I",), again),
        "shown_in_deal": (
            "card_shown_in_deal", ("am-15.a",),
            {"status": "option", "family": "deal", "remedies": ("new_deal", "stands"), "to": "adversaries", "bar": "am-15.a"},
        ),
        "wrong_dealer": ("deal_out_of_turn", ("am-16.a",), stop),
        "wrong_pack": ("wrong_pack", ("am-16.a",), stop),
        "turn_up_left": ("turn_up_left", ("am-18.b", "am-21.b"), card),
        "turn_up_named": (
            "turn_up_named", ("am-18.c",),
            {"status": "option", "family": "rank", "remedies": ("call_highest", "call_lowest"), "to": "adversaries",
             "bar": "am-18.c", "gone": "am-18.c"},
        ),
        "surplus": (
            "surplus_or_deficiency", ("am-19.a", "am-19.I", "am-19.II"),
            {"status": "option", "family": "count", "remedies": _CHOICE, "to": "adversaries", "bar": "am-19.a"},
        ),
        "surplus_both": ("surplus_or_deficiency", ("am-19.b",), again),
        "omitted": (
            "omitted_play", ("am-19.c", "am-19.a", "am-19.I", "am-19.II"),
            {"status": "option", "family": "count", "remedies": _CHOICE, "to": "adversaries", "bar": "am-19.c"},
        ),
        "faced_in_play": ("exposed_card", ("am-20.I", "am-21.b"), card),
        "seen_by_partner": ("exposed_card", ("am-20.III", "am-21.b"), card),
        "hand_lowered": ("exposed_card", ("am-20.IV", "am-21.b"), card),
        "named": ("exposed_card", ("am-20.V", "am-21.b"), card),
        "thrown_together": ("cards_played_together", ("am-20.II", "am-21.b"), card),
        "winners_run": (
            "winning_cards_run", ("am-22", "am-20.I"),
            {"status": "option", "family": "card", "remedies": ("call_win", "call_card"), "to": "adversaries",
             "bar": "am-22", "gone": "am-21.d"},
        ),
        "before_decision": ("played_before_decision", ("am-23", "am-21.b"), card),
        "lead": ("lead_out_of_turn", ("am-24.a", "am-24.b"), suit),
        "third_first": (
            "play_out_of_turn", ("am-25",),
            {"status": "option", "family": "turn", "remedies": ("none",), "to": "fourth_hand", "bar": "am-25"},
        ),
        "fourth_first": (
            "play_out_of_turn", ("am-26",),
            {"status": "option", "family": "rank", "remedies": _RANK, "to": "third_hand", "bar": "am-26", "gone": "am-26"},
        ),
        "fourth_before_third": ("play_out_of_turn", ("am-20.I",), {"status": "director", "family": "other"}),
        "abandoned": (
            "abandoned_hand", ("am-27",), {"status": "compulsory", "family": "hand", "remedies": ("none",)},
        ),
        "renounce": ("renounce", ("am-28.a", "am-28.b"), {"status": "correctable", "family": "revoke", "bar": "am-33", "gone": "am-24.d"}),
        "revoke": (
            "renounce", ("am-28.b", "am-28.a", "am-30.a"),
            {"status": "established", "family": "revoke", "remedies": ("two_tricks",), "to": "adversaries", "bar": "am-33"},
        ),
        "revoke_claimed": (
            "renounce", ("am-33", "am-28.a", "am-32.a"), {"status": "director", "family": "revoke", "bar": "am-33"},
        ),
        "renounce_saved": ("renounce", ("am-29.a", "am-28.b", "am-21.b"), card),
        "mixed": (
            "renounce", ("am-32.c", "am-30.a"),
            {"status": "established", "family": "revoke", "remedies": ("two_tricks",), "to": "adversaries", "bar": "am-33"},
        ),
        "unproved": ("revoke_unproved", ("am-32.a", "am-32.b"), {"status": "cancelled", "family": "revoke"}),
        "refused_call": (
            "refused_call", ("am-38", "am-30.a"),
            {"status": "established", "family": "revoke", "remedies": ("two_tricks",), "to": "adversaries", "bar": "am-33",
             "gone": "am-28.b"},
        ),
        "attention": (
            "attention_called", ("am-35",),
            {"status": "option", "family": "rank", "remedies": _RANK, "to": "last_adversary", "bar": "am-35", "gone": "am-35"},
        ),
        "rest_claimed": (
            "rest_claimed", ("am-36", "am-21.b"),
            {"status": "option", "family": "hand", "remedies": ("hand_callable",), "to": "adversaries", "bar": "am-36",
             "gone": "am-21.d"},
        ),
        "trick_seen": ("trick_inspected", ("am-37", "am-24.a", "am-24.b"), suit),
        "wrong_demand": ("wrong_demand", ("am-39.c",), {"status": "cancelled", "family": "other"}),
        "card_twice": ("imperfect_pack", ("am-14.II",), {"status": "director", "family": "other"}),
    }  # fmt: skip
    return {name: Form(irregularity, rows, **given) for name, (irregularity, rows, given) in table.items()}  # type: ignore[arg-type]


AMERICAN: Final = Code(
    name="american-1893",
    rows={law.row: law for law in _ROWS},
    forms=_forms(),
    game=7,
    revoke_cap=6,
    revoke_tricks=2,
    wrong_demand="am-39.c",
    misdeal_saved="am-17.end",
)
