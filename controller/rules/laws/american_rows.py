"""The American rows for whist, worded by ourselves; see :mod:`controller.rules.laws.american`."""

from __future__ import annotations

from typing import Final

from controller.rules.law import Law, laws

ROWS: Final[tuple[Law, ...]] = (
    *laws("am", "derived", "The game", {
        "1": "Seven points make a game. Each trick above six is a point, and a game is worth seven less what the "
        "losers have.",
    }),
    *laws("am", "camera", "Cutting to the dealer", {
        "10.b": "The cutter lifts a part from the top and lays it towards the dealer.",
    }),
    *laws("am", "both", "Cutting to the dealer", {
        "10.a": "The dealer offers the pack to the adversary on his right, who cuts it.",
        "10.c": "Each part must keep four cards or more.",
        "10.d": "The dealer puts the part that was left upon the part that was lifted.",
        "11.a": "If a card is seen in cutting or reuniting, the dealer shuffles again and there is a new cut.",
        "11.b": "If the cards are confused, or nobody is sure where the pack was parted, there is a new cut.",
        "12": "A dealer who shuffles after a proper cut loses his deal.",
    }),
    *laws("am", "shoe", "Dealing", {
        "13.a": "Cards are dealt one at a time, in turn, beginning at the dealer's left.",
    }),
    *laws("am", "both", "Dealing", {
        "13.b": "The last card is the trump card and is turned up in front of the dealer.",
        "14.I": "If any card but the last lies face up in the pack, the same dealer deals again.",
        "14.II": "If the pack proves incorrect or imperfect in the deal or the play, the same dealer deals again; "
        "scores made with it before stand.",
        "15.a": "If a card is seen during the deal, the side that is not at fault may ask for a new deal, as long "
        "as neither of it has touched a card.",
        "16.a": "Whoever deals out of turn, or with the wrong pack, may be stopped until the trump card is turned.",
    }),
    *laws("am", "derived", "Dealing", {
        "13.c": "After a hand, or a lost deal, the deal passes to the left.",
        "15.b": "If the deal stands, that card cannot be called.",
        "16.b": "Once the trump card is turned that deal is good, and exchanged packs stay exchanged.",
    }),
    *laws("am", "shoe", "Misdealing", {
        "17.II": "Misdeal: a card went to the wrong hand and was not put right before the next one was dealt.",
    }),
    *laws("am", "camera", "Misdealing", {
        "17.III": "Misdeal: the dealer counted the cards on the table or those left in the pack.",
        "17.V": "Misdeal: the dealer looked at the trump card before the deal was finished.",
        "17.end": "A misdeal loses the deal, unless an adversary touched a card or interrupted the dealer during "
        "the deal: then he deals again.",
    }),
    *laws("am", "both", "Misdealing", {
        "17.I": "Misdeal: the pack was not cut, and the adversaries say so before the trump card is turned and "
        "before they have looked at a card.",
        "17.IV": "Misdeal: with a perfect pack somebody has not his number of cards, and it is found before all "
        "have played to the first trick.",
        "17.VI": "Misdeal: the trump card was laid face down on a hand.",
    }),
    *laws("am", "camera", "The trump card", {
        "18.a": "The trump card lies face up until it is the dealer's turn in the first trick.",
        "18.b": "Left on the table after the second trick is turned and quitted, it may be called.",
    }),
    *laws("am", "report", "The trump card", {
        "18.c": "Once it is in the dealer's hand nobody may name it; who does may have his highest or lowest trump "
        "called.",
        "18.d": "Anybody may ask which suit is trumps.",
    }),
    *laws("am", "camera", "Irregularities in the hands", {
        "19.c": "If the extra card comes from not playing to a trick, they choose once he has played to the next one.",
    }),
    *laws("am", "both", "Irregularities in the hands", {
        "19.a": "If after the first trick a player has not his number of cards, with a perfect pack, and his "
        "adversaries have theirs, these may consult and choose.",
        "19.b": "If an adversary has a wrong number too, there must be a new deal.",
    }),
    *laws("am", "derived", "Irregularities in the hands", {
        "19.I": "They may have a new deal.",
        "19.II": "Or the hand is played out, and the cards too many or missing do not count.",
    }),
    *laws("am", "camera", "Cards liable to be called", {
        "20.I": "A card put face up on the table otherwise than in regular play may be called; a false lead may not.",
        "20.II": "Cards thrown together with the one that is played may be called; the player says which one he plays.",
        "20.III": "A card held so that the partner sees any part of its face may be called.",
        "20.IV": "If a hand is lowered so that the partner sees more than one card, all of them may be called.",
        "21.a": "Cards that may be called lie face up on the table.",
        "21.b": "A called card must be led or played, unless that would be a revoke.",
        "22": "Who leads a winning card and leads again before his partner has played: the partner may be called "
        "upon to take the first trick, and the further cards may be called.",
        "23": "The owner of a card that may be called waits until the adversaries have decided; if he plays another "
        "first, that one may be called as well.",
    }),
    *laws("am", "report", "Cards liable to be called", {
        "20.V": "A card that its holder names may be called.",
    }),
    *laws("am", "derived", "Cards liable to be called", {
        "21.c": "The call may be repeated at each trick until the card is played.",
        "21.d": "Nobody may keep its owner from playing it; once it is gone nothing is left of the penalty.",
    }),
    *laws("am", "camera", "Leading out of turn", {
        "24.a": "After a lead out of turn a suit may be called from the player or his partner, the first time it is "
        "the turn of either to lead.",
        "24.c": "If he has none of that suit, or if all have played to the false lead, there is no penalty.",
        "24.d": "If not all have played to it, the cards go back and may not be called.",
    }),
    *laws("am", "report", "Leading out of turn", {
        "24.b": "Only the adversary on the right of the player who must lead it may call the suit.",
    }),
    *laws("am", "camera", "Playing out of turn", {
        "25": "If the third hand plays before the second, the fourth may do so too.",
        "26": "If the fourth hand plays before the second and the third has not played, the third may call the "
        "second's highest or lowest of the suit led or, if he has none, that he trump or not trump.",
    }),
    *laws("am", "camera", "Abandoned hands", {
        "27": "When all four throw their cards face up the hand is over as then claimed or admitted, except for the "
        "penalty of a revoke.",
    }),
    *laws("am", "camera", "Revoking", {
        "28.a": "Who holds a card of the suit led and plays another suit renounces in error; not mended in time it "
        "is a revoke.",
        "28.b": "It may be mended until the trick is turned and quitted, unless the player or his partner has led "
        "or played to the next trick.",
        "29.a": "If it is mended in time, the wrong card may be called.",
        "29.b": "Those who played after him may change their cards, and these may not be called.",
        "32.a": "At the end of the hand those who claim a revoke may search the tricks.",
        "32.c": "If the accused side mixes the cards after the claim and before they were examined, the revoke is "
        "established.",
    }),
    *laws("am", "both", "Revoking", {
        "32.b": "If the cards are mixed the claim may still be urged and, if possible, proved.",
        "33": "A revoke can be claimed until the cards are presented and cut for the next deal, and not after.",
    }),
    *laws("am", "derived", "Revoking", {
        "30.a": "The penalty of a revoke is two tricks, from the revoking side to the other.",
        "30.b": "It is paid for each revoke in the hand.",
        "30.c": "The revoking side cannot win the game in that hand.",
        "30.d": "If both sides revoke, neither can win the game in that hand.",
        "31": "The revoking side may have the hand played out and score up to six.",
    }),
    *laws("am", "report", "Drawing cards", {
        "34": "Until the cards are touched for gathering, anybody may ask the players to draw the cards they played.",
    }),
    *laws("am", "report", "Attracting attention", {
        "35": "Who draws attention to the trick or the score before his partner has played: the adversary last to "
        "play may call the partner's highest or lowest of the suit led or, if he has none, that he trump or not "
        "trump.",
    }),
    *laws("am", "report", "Claiming the rest", {
        "36": "Who says that the rest or the game is theirs: his partner's cards are laid on the table and may be "
        "called.",
    }),
    *laws("am", "camera", "Looking at tricks", {
        "37": "A trick that is turned and quitted is not seen again until the hand is over; the penalty is that of "
        "a lead out of turn.",
    }),
    *laws("am", "camera", "Disobeying a call", {
        "38": "Who could obey a lawful call and does not pays the penalty of a revoke.",
    }),
    *laws("am", "report", "Demanding penalties", {
        "39.b": "The first lawful demand of either adversary is final, whether his partner agrees or not.",
        "39.c": "If the wrong adversary demands, or a wrong penalty is demanded, none can be enforced.",
    }),
    *laws("am", "derived", "Demanding penalties", {
        "39.a": "The offender waits for the decision of his adversaries.",
    }),
)  # fmt: skip
