"""The American rows that no play comes under: the table, the cut for partners, the shuffle, and manners."""

from __future__ import annotations

from typing import Final

from controller.rules.law import Law, laws

TABLE: Final[tuple[Law, ...]] = (
    *laws("am", "none", "What a law is", {
        "0": "A law has a penalty or gives a right; what only describes is none.",
    }),
    *laws("am", "report", "Forming the table", {
        "2.a": "Who came first comes first; those who came together cut, and the lower is preferred.",
        "2.b": "Six make a table complete; the four who come first play.",
        "6": "Who would enter says so before anybody has cut for a new game or for going out.",
    }),
    *laws("am", "derived", "Forming the table", {
        "5": "After a game, with more than four at the table, those go out who have played most games running; equals "
        "cut, and the lower stays.",
    }),
    *laws("am", "camera", "Cutting for partners", {
        "2.c": "Two highest play against two lowest; the lowest deals and has the choice of seats and cards.",
        "3": "If the two middle cards are equal those two cut again, and the lower joins the lowest.",
        "4.a": "Of three equal cards with the fourth highest, the two lowest of the new cut are partners and the "
        "lowest deals.",
        "4.b": "With the fourth lowest he deals, and the two highest of the new cut are partners.",
        "7.a": "In cutting the ace is low.",
        "7.b": "Everybody cuts from one pack.",
        "7.c": "Who shows more than one card cuts again.",
        "7.d": "Cards may be drawn from a spread pack instead.",
    }),
    *laws("am", "shoe", "Shuffling", {
        "8.a": "The pack is shuffled before each deal.",
    }),
    *laws("am", "camera", "Shuffling", {
        "8.b": "With two packs the dealer's partner gathers and shuffles the other one and sets it at his right.",
    }),
    *laws("am", "both", "Shuffling", {
        "8.c": "The dealer may always shuffle last.",
        "9.a": "Nobody shuffles while a hand is played.",
        "9.b": "Nobody shuffles so that a face is seen.",
    }),
    *laws("am", "none", "Etiquette", {
        "E1": "There is no talk in the play but what the laws allow.",
        "E2": "Nobody hints at his hand or at the game, and nobody approves or disapproves.",
        "E5": "No card is played with emphasis, and none is asked to be drawn to rouse the partner.",
        "E7": "Nobody uses what his partner let him know.",
        "E9": "Bystanders are silent and do not look at hands.",
    }),
    *laws("am", "camera", "Etiquette", {
        "E3": "Nobody leads before the trick is turned and quitted.",
        "E4": "Who has led a winner does not draw the next card before his partner has played.",
    }),
    *laws("am", "derived", "Etiquette", {
        "E6": "Nobody incurs a penalty on purpose, nor revokes again to hide a revoke.",
    }),
    *laws("am", "report", "Etiquette", {
        "E8": "An impartial bystander's word on the facts is taken.",
    }),
    *laws("am", "derived", "Erroneous scores", {
        "ES": "Errors in the score: what was counted for tricks may be put right until the last card of the next deal, "
        "the rest until the score is agreed.",
    }),
)  # fmt: skip
