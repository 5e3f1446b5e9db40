"""The rows of Deschapelles' code of 1839, worded by ourselves; see :mod:`controller.rules.laws.deschapelles`."""

from __future__ import annotations

from typing import Final

from controller.rules.law import Law, laws

ROWS: Final[tuple[Law, ...]] = (
    *laws("de", "report", "The table", {
        "1.a": "A full table is of six.",
        "2": "At a table that is not full, newcomers play in the order in which they came, and then fill vacancies.",
        "11": "Who is away when the first rubber begins keeps his place if he is back before the first trump card.",
        "12": "Who is not back by then goes to the end of the list.",
        "13": "A regular player counts as put down from the moment in which he comes to the table.",
        "16.b": "Who is not back when the rubber ends gives his place to the next.",
        "17": "Who plays at one table loses his turn at the others.",
        "18": "Who is put down at several tables chooses when another asks to be admitted.",
        "19.a": "Those who leave do not sit down again while others wait.",
        "19.b": "A name put down changes the table at once.",
    }),
    *laws("de", "camera", "The table", {
        "1.b": "The first four are chosen by lot, the other two follow in their turn.",
        "3": "Of more than six, the first four are chosen by lot.",
        "4.b": "Who leaves after the opening rubber is chosen by lot.",
        "9.a": "Nobody changes his seat once he has sat down.",
        "10": "The dealer's partner sits opposite to him, the adversaries as they please.",
    }),
    *laws("de", "derived", "The table", {
        "4.a": "Everybody plays two rubbers, and then makes room.",
        "5": "When the rubber ends two of those who wait are admitted, and never three.",
    }),
    *laws("de", "camera", "Drawing lots", {
        "6": "The lot is one card each from one pack.",
        "7": "It may be drawn twice: for who plays, and for partners.",
        "8": "The lowest card chooses seat and pack.",
    }),
    *laws("de", "report", "The company", {
        "14": "The first four settle the stakes and what else is to be agreed.",
        "15": "Who withdraws pays what his side has lost, for himself and his partner.",
        "16.a": "Another may hold the hand of one who is away, if the other three consent.",
        "39": "The packs are not changed; anybody may take a fresh one at his own cost.",
    }),
    *laws("de", "both", "The cut", {
        "9.b": "The pack is not changed once it was cut.",
        "20.a": "The dealer may shuffle or not.",
        "20.b": "The adversary on his right cuts.",
        "21": "If the cut was irregular or left out, and that is proved, the adversaries may have a new deal, until "
        "the first card is played.",
        "22": "If the cut is not clean, the dealer may at once have another, or a new deal.",
        "23": "So he may if it has fewer than four cards.",
        "25.1": "If the turn-up is shown in cutting, the other side may have a new deal.",
    }),
    *laws("de", "camera", "The cut", {
        "24": "Everybody may shuffle once before the cut.",
        "25.2": "If the turn-up is shown in taking up the pack, the other side may have a new deal.",
    }),
    *laws("de", "camera", "The deal", {
        "26": "A dealer who looks at the turn-up too soon, or shows it before all is dealt, loses the deal.",
        "31.3": "He loses it if he touches a hand to count it.",
        "33.a": "His partner gathers the next pack and sets it at his right.",
        "33.b": "If that is not done when the turn-up is seen, the deal is lost.",
        "34": "An adversary of the dealer who touches his cards or the next pack during the deal loses, for his side, "
        "the rights to remark on it and to a new deal.",
    }),
    *laws("de", "both", "The deal", {
        "27": "A dealer who confuses the cards or drops one loses the deal.",
        "31.1": "It is lost if his side shows more than one card.",
        "31.4": "It is lost if the trump card is laid on the others without being turned.",
        "32.a": "If a card is seen in the deal by a player's fault, the other side keeps it or has a new deal.",
        "35.a": "If before the play the cards are mixed or the numbers wrong by the dealer's fault, the deal is lost.",
        "35.b": "If by the other side's or from another cause, there is a new deal.",
        "36": "The last card stays turned before the dealer as the trump card.",
        "37": "If a card lies face up in the pack, and be it the last, there is a new deal.",
        "38": "A deal out of turn that nobody noticed before the trump card was turned is good.",
    }),
    *laws("de", "shoe", "The deal", {
        "28.1": "Cards are dealt from left to right,",
        "28.2": "without haste,",
        "28.3": "and singly, held by the middle.",
        "31.2": "The deal is lost if more than two cards are given wrong.",
    }),
    *laws("de", "report", "The deal", {
        "29": "Who has shown no card may remark on the deal.",
        "30": "If the bystanders find it too irregular the deal is lost.",
    }),
    *laws("de", "derived", "The deal", {
        "32.b": "Such a new deal is no lost deal.",
    }),
    *laws("de", "report", "Hands and packs", {
        "40": "A wrong number between the trump card and the lead is put right by the bystanders' word.",
        "44": "Cards that cannot be found are looked for by one who does not play, and laid open when found.",
    }),
    *laws("de", "both", "Hands and packs", {
        "41": "If a card that is missing after the lead is in an adversary's hand, the deal is lost.",
        "42.a": "If it is in the partner's hand, the other side may annul the deal.",
        "43": "If it is found on the floor or elsewhere, it is laid open on the table.",
        "46": "A hand with too many cards otherwise has revoked.",
        "48": "With a faulty pack that deal is void, and those before it stand.",
        "49.a": "A pack is faulty if it has not fifty-two cards, or one of them twice.",
    }),
    *laws("de", "camera", "Hands and packs", {
        "42.b": "The short hand then draws a card unseen from the top of the other.",
        "45": "If it is among the tricks, that is a revoke.",
    }),
    *laws("de", "derived", "Hands and packs", {
        "47": "Such a revoke is marked when it is claimed, and the rest of the deal is annulled.",
    }),
    *laws("de", "none", "Hands and packs", {
        "49.b": "A faulty pack is looked into strictly.",
    }),
    *laws("de", "derived", "Stakes and score", {
        "50": "Two games of three win the rubber, which is worth four fish.",
        "51.a": "Ten points make a game, worth three fish when the losers have none,",
        "51.b": "two when they have one to four,",
        "51.c": "and one when they have more.",
        "52": "Six tricks are owed; each further one is a point.",
        "53.a": "All thirteen are a slam, worth a rubber: ten fish.",
        "53.b": "A slam marks nothing to the game.",
        "55": "Tricks count before honours, but for a false call that hid more of them, and where a side may call.",
        "59": "Who marked too much may put it right until the game ends.",
        "63": "At nine honours do not count.",
    }),
    *laws("de", "report", "Stakes and score", {
        "56": "One of the partners marks for the side.",
        "57": "If both mark and differ, the adversaries choose which stands, once the second trick is turned.",
        "60": "Honours are announced aloud; marked without that, and not mended by the second trick, they come off.",
        "61": "Four honours must be announced by then, or two points of the four are lost.",
        "62": "Honours not announced or marked before the next trump card is turned are void.",
    }),
    *laws("de", "both", "Stakes and score", {
        "58": "Points not marked when the second trick is turned are lost.",
    }),
    *laws("de", "both", "Honours", {
        "54.a": "Four honours count four,",
        "54.b": "three honours two.",
        "66.1": "Shown or called at any other score than eight, honours do not count and lie exposed.",
        "66.2": "So they do when a card has been played.",
        "68.a": "If who calls has not two, and the other side holds three or four, that side may annul the deal,",
    }),
    *laws("de", "camera", "Honours", {
        "64": "At eight, more than two honours win the game when they are shown.",
        "67.b": "Cards shown to mend a wrong call lie exposed.",
    }),
    *laws("de", "report", "Honours", {
        "65": "At eight, who holds two may call; if his partner shows one, the game is won.",
        "67.a": "Who calls without two, or answers without one: the other side may annul the deal.",
        "69": "A call is for all to hear; who whispers it lets the other side annul the deal.",
        "70": "So does who reminds his partner to call, at eight and when the trump card is turned.",
        "71": "If a partner could answer the call and will not, their side cannot have a slam.",
        "72": "Who tells in the play where honours lie lets the other side annul the deal.",
    }),
    *laws("de", "derived", "Honours", {
        "68.b": "and if it does, all honours count before tricks.",
        "128": "Honours not declared at the trump card are treated by how that deal ends, annulled or lost.",
    }),
    *laws("de", "camera", "Exposed cards", {
        "73": "A card that the partner saw and that is not played at once is laid open.",
        "74": "A card drawn more than half out of the hand counts as seen.",
        "75.1": "The other side may require or forbid that it is played,",
        "75.2": "or require the highest or lowest of its suit.",
        "78": "If the adversary on his right plays without a call, the owner is free in that trick.",
        "79": "Of several cards played to a trick the adversaries choose one; the others lie exposed.",
        "80": "The turn-up lies in view until the first card of the second trick; not taken up when that ends, it is "
        "exposed.",
        "85": "A card played before the call lies exposed too.",
    }),
    *laws("de", "derived", "Exposed cards", {
        "76": "The card may be called again until one of these was done; then it is free.",
    }),
    *laws("de", "report", "Exposed cards", {
        "77": "The owner may ask for the call at his turn, when the last trick is put away.",
    }),
    *laws("de", "camera", "Out of turn", {
        "81": "A lead out of turn stands once the side whose turn it was has led or played to the next trick.",
        "82.1": "In time, he whose turn it was may accept it,",
        "82.2": "or have the card exposed,",
        "82.3": "or call a suit, for that trick or the next.",
        "83": "A card out of turn after the partner's: the other side may consult, and take it or leave it.",
        "84": "Before the partner's: they may ask for his highest or lowest or, if he has none, that he trump or not.",
        "86.a": "Of two who lead at once, the wrong one is at fault.",
        "86.b": "If both are wrong, the faults cancel each other.",
        "87": "Who has none of the suit that is called plays what he likes, and the fault is atoned for.",
        "88.1": "Who does not play the highest, lowest, trump or no trump as he was called on to, has revoked.",
        "88.2": "So has who does not play the suit.",
    }),
    *laws("de", "camera", "The revoke", {
        "89": "Who holds the suit led and does not play it revokes.",
        "90.1": "It is complete when the trick is put away and the hand has left it,",
        "90.2": "or when he who revoked has the lead and plays to the next trick.",
        "92.a": "Mended in time, his best or worst is played, as the other side chooses,",
        "92.b": "and the card taken back is exposed.",
        "96": "It is proved by showing the trick.",
        "101": "Not claimed when the hands are played out, it is cancelled.",
        "102": "Who suspects a revoke may, before the last card, put his down and have the others do so.",
        "103": "Who confuses the last trick and cannot find his card has revoked.",
    }),
    *laws("de", "report", "The revoke", {
        "91": "The partner's question in time, if it is answered, annuls it, unless the other side had noticed.",
        "95": "Who claims it must prove it.",
    }),
    *laws("de", "derived", "The revoke", {
        "93": "Each revoke loses three points:",
        "94.1": "three more to the other side,",
        "94.2": "or three less to this one, or all that it has,",
        "94.3": "or three tricks;",
        "94.NB": "and these are not divided.",
        "97": "It may be claimed at once, and is marked when the deal is over.",
        "98": "The side that revoked may play on to save a double or treble.",
        "99": "The other may use revokes to put it back and gain a double or treble.",
        "100": "Several revokes may be used in different ways, each undivided.",
        "104": "The penalty waits until the deal is finished, or is within a trick of it.",
        "105": "A side that revoked counts no slam and does not win the game: it stops at nine.",
        "106": "If both sides revoke there is a new deal.",
        "107": "What counts as a revoke follows the same articles unless another is given.",
        "108": "When the deal is over no revoke can be claimed.",
    }),
    *laws("de", "report", "Between partners", {
        "109": "Questions are for the partner, to avoid or soften an error.",
        "110": "What are trumps, draw your card, can you not follow, I think there is a revoke: these may be said, by "
        "him whose turn it is.",
        "111": "Nothing else that harms the other side is said or done.",
        "113": "Nobody draws his card for his partner unless he asks.",
        "115": "After the second trick the turn-up that was taken up is not named or shown.",
        "116": "If one of these is broken, the other side may have a new deal.",
    }),
    *laws("de", "none", "Between partners", {
        "112": "A winning card is played like any other.",
    }),
    *laws("de", "camera", "Between partners", {
        "114": "Nobody looks at a trick but the last.",
    }),
    *laws("de", "camera", "In general", {
        "117": "Tricks are kept apart, or a dispute goes against him who did not.",
        "118": "A card wholly drawn to be played, or a hand thrown down on purpose, is played.",
        "119.a": "Cards that the side at fault played in haste and that do not stay are exposed;",
        "119.b": "those of the other side go back.",
        "120": "A trick taken by the wrong side may be had back until the deal ends.",
    }),
    *laws("de", "both", "In general", {
        "121": "Who can take all the tricks that are left may throw down his hand.",
    }),
    *laws("de", "report", "In general", {
        "122": "Who says that he wins the rest, or the game, throws down his hand.",
        "126": "For faults on both sides, or from outside, there is a new deal.",
        "127": "For some faults of one side the other may annul the deal.",
    }),
    *laws("de", "camera", "The beginning", {
        "129": "The round has begun for a side when one of it has played or put down a card.",
    }),
)  # fmt: skip

LOST: Final[dict[str, str]] = {
    "de-123": "cards_played_together", "de-124": "rest_claimed", "de-125": "deal_irregular", "de-130": "score_error",
    "de-131": "surplus_or_deficiency", "de-132": "deal_irregular", "de-133": "bystander", "de-134": "deal_irregular",
    "de-135": "score_error", "de-S11": "bystander", "de-A1": "renounce", "de-A2": "deal_irregular",
    "de-A3": "deal_irregular",
}  # fmt: skip
"""Rows whose text is lost: a report that names one puts a question to the director, and nothing is ruled by them."""
