"""The rows of the English code of 1864 (Cavendish), worded by ourselves; see :mod:`controller.rules.laws.english`."""

from __future__ import annotations

from typing import Final

from controller.rules.law import Law, laws

ROWS: Final[tuple[Law, ...]] = (
    *laws("en", "derived", "The rubber", {
        "1": "The rubber is won by the side that first has two games; after two straight wins no third is played.",
        "2": "Five points make a game, and each trick above six is a point.",
        "5": "What is scored first: the penalty for a revoke, then tricks, honours last.",
        "8.I": "A game is a treble, worth three, when the losers have nothing.",
        "8.II": "It is a double, worth two, when they have one or two.",
        "8.III": "It is a single, worth one, when they have three or four.",
        "9": "Whoever wins the rubber adds two points to the value of his games.",
        "10": "After three games the value of the losers' game is taken off what the winners gained.",
        "12": "An error in the score that changes what the rubber is worth may be put right until the rubber ends.",
        "fn2": "Such an error is, for example, a single marked for a double.",
    }),
    *laws("en", "both", "Honours", {
        "3.I": "Ace, king, queen and knave of trumps are the honours: a side that held all four counts four.",
        "3.II": "A side that held three of them counts two.",
        "3.III": "Two on either side count nothing.",
        "6": "Honours that were not claimed before the next trump card is turned up are lost.",
        "11": "A wrong score may be put right until the game is over, which it is when the next trump card is turned.",
    }),
    *laws("en", "derived", "Honours at four", {
        "4": "A side that stands at four when the deal begins cannot count honours.",
    }),
    *laws("en", "report", "Calling honours", {
        "7": "Honours must be called when the hand is over; those called may be marked at any time in that game.",
    }),
    *laws("en", "camera", "Cutting for partners", {
        "13": "In cutting the ace is the lowest card.",
        "14": "Everybody cuts from the same pack.",
        "15": "Who shows more than one card cuts again.",
        "16.b": "Four cut for partners: two lowest against two highest. The lowest deals and chooses cards and seats, "
        "and keeps what he chose.",
        "18.a": "Two equal cards are cut again, unless they are the two highest.",
        "18.b": "If they are the two lowest, a fresh cut says which of the two deals.",
        "19.a": "Of three equal cards with the fourth highest, the two lowest of the new cut are partners.",
        "19.b": "With the fourth lowest the two highest of the new cut are partners, and the lowest of the first "
        "cut deals.",
        "fn3": "This is about cutting for partners.",
        "fn4": "Of a three, two sixes and a knave the sixes cut again; the lower joins the three, which deals.",
        "fn5": "Of three aces and a two the aces cut again; the two was the highest of the first cut.",
    }),
    *laws("en", "camera", "The table", {
        "16.a": "Of more than four candidates the four lowest cards play; those first in the room come first.",
    }),
    *laws("en", "derived", "The table", {
        "17": "Six make a table complete. Of more candidates the next two lowest belong to it, and the next lowest "
        "has the first claim to a vacancy.",
        "20": "When the rubber ends and others wait, those go out who have played most rubbers running; if all are "
        "equal they cut, and the highest go.",
    }),
    *laws("en", "report", "The table", {
        "21": "Who wants to enter says so before any player has cut a card.",
        "22": "At a new table those who belong to no other come first; the rest cut.",
        "23": "Who leaves in a rubber may name a substitute for it, if the other three consent.",
        "24": "Who cuts in at a second table gives up his place at the first.",
        "25": "Who breaks up a table comes after the players that it leaves.",
    }),
    *laws("en", "both", "Shuffling", {
        "26": "The pack is not shuffled below the table, nor so that a face can be seen.",
        "27": "The pack is not shuffled while a hand is played.",
        "32.a": "The dealer may always shuffle last.",
        "32.b": "If a card is seen while he shuffles or offers the pack, he can be made to shuffle again.",
    }),
    *laws("en", "camera", "Shuffling", {
        "28": "A pack that was played with is not shuffled by dealing it into packets, nor across the table.",
        "29": "Everybody may shuffle once before a deal; again after a false cut or when there is a new deal.",
        "30": "The dealer's partner collects the cards for the next deal and shuffles them first.",
        "31": "Who has shuffled puts the pack, in order and face down, at the left of the next dealer.",
    }),
    *laws("en", "both", "Cutting to the dealer", {
        "34.a": "The player at the dealer's right cuts, and leaves four cards or more in each packet.",
        "34.b": "If a card is shown, the cards are confused, or nobody is sure where the pack was parted, there is a "
        "fresh cut.",
        "36": "A dealer who shuffles when the pack is cut loses his deal.",
        "fn10": "Once the packets lie together, a card that is shown falls under the rule for the deal.",
    }),
    *laws("en", "camera", "Cutting to the dealer", {
        "35": "Who has parted the pack cannot change his mind, shuffle again or cut again.",
    }),
    *laws("en", "derived", "Dealing", {
        "33": "Each deals in his turn, and the deal goes to the left.",
        "38.c": "If there is no new deal, the card that was shown in it cannot be called.",
        "43": "A misdeal loses the deal.",
    }),
    *laws("en", "both", "New deal", {
        "37.I": "There is a new deal when the pack proves incorrect or imperfect in the deal or the play.",
        "37.II": "There is a new deal when any card but the last lies face up in the pack.",
        "38.a": "If the dealer or his partner shows a card in the deal, the adversaries may ask for a new one, as long "
        "as neither of them has touched a card.",
        "38.b": "If an adversary shows it, the dealer may ask, as long as his partner has not touched a card.",
        "40": "If one of the last cards is shown and the trump card turned at once, the right to a new deal lives for "
        "a reasonable time.",
        "42": "If a player takes a card of the other pack into his hand, the adversaries may have a fresh deal.",
        "47": "A pack found faulty changes no score made before; the hand in which it was found is void, and the same "
        "dealer deals.",
        "48": "Whoever deals out of turn or with the wrong cards may be stopped until the trump card is turned; after "
        "that the game goes on.",
    }),
    *laws("en", "camera", "New deal", {
        "39": "If a player touches his cards during the deal, his adversaries may do so too and keep their right.",
        "41": "If the dealer looks at the trump card while he deals, the adversaries may see it, and may have a new "
        "deal.",
    }),
    *laws("en", "shoe", "Misdeal", {
        "44.I": "It is a misdeal unless the cards are dealt singly, in turn, from the dealer's left, to four packets.",
        "44.III": "It is one if the trump card does not come to the dealer in order, unless the pack is imperfect.",
        "44.VI": "It is one to deal two cards at once, or two to one hand and then a third; before the third it is "
        "mended by moving one card.",
    }),
    *laws("en", "both", "Misdeal", {
        "44.II": "It is a misdeal to lay the trump card face down on a packet.",
        "44.IV": "It is one if a hand has fourteen cards and another fewer than thirteen.",
        "44.VII": "It is one if the pack was not cut, and the adversaries find that before the trump card is turned "
        "and before they look at their cards.",
        "fn14": "That holds for a perfect pack.",
        "51": "If a player takes his partner's deal and misdeals, the partner bears it, and the next adversary deals.",
    }),
    *laws("en", "camera", "Misdeal", {
        "44.V": "It is one if the dealer, thinking that he has erred, counts the cards on the table or the rest.",
        "45.a": "A misdeal does not lose the deal if an adversary touched the cards before the dealer's partner did.",
        "45.b": "It does lose it if the partner was the first to touch them.",
        "49": "Nobody shuffles, cuts or deals for his partner without leave of the adversaries.",
    }),
    *laws("en", "report", "Misdeal", {
        "50": "If adversaries interrupt the dealer with a doubt that proves unfounded, and he then misdeals, he may "
        "deal again.",
    }),
    *laws("en", "both", "A hand too short", {
        "46.a": "If one hand is short and the others right, and it is not noticed before its owner has played, the "
        "deal stands.",
        "46.b": "He answers for revokes as if the missing cards had been in his hand.",
        "fn16": "That is, when he has played to the first trick.",
    }),
    *laws("en", "camera", "A hand too short", {
        "46.c": "He may look for them in the other pack.",
    }),
    *laws("en", "camera", "The trump card", {
        "52.a": "The dealer takes the trump card up when he plays to the first trick. Left on the table after that "
        "trick is quitted, it may be called.",
        "54.a": "If he takes it up before his turn, he can be told to lay it down again.",
        "54.b": "A wrong card shown for it may be called, and so each further one until the right card comes.",
    }),
    *laws("en", "report", "The trump card", {
        "52.b": "His partner may remind him of it.",
        "53.a": "Once it is taken up nobody may ask for it.",
        "53.b": "Who names it may have his highest or lowest trump called.",
        "55": "If the dealer cannot recall it, his highest or lowest trump may be called at any time in the hand, "
        "again and again, but not now one and now the other.",
        "fn19": "Anybody may ask at any time which suit is trumps.",
    }),
    *laws("en", "none", "The trump card", {
        "fn18": "It is not usual to call a trump card that was left lying.",
    }),
    *laws("en", "derived", "The trump card", {
        "fn20": "That call is made as the one of a dealer who cannot recall his trump card.",
    }),
    *laws("en", "camera", "Exposed cards", {
        "56.def": "Exposed cards may be called and stay on the table; a card dropped below the table is not exposed.",
        "56.I": "Two or more cards played at once are exposed.",
        "56.II": "So is a card dropped face up, or shown in any way on or above the table, though it is taken up at "
        "once.",
        "fn21": "They lie face upwards.",
        "fn23": "The adversaries say which of several cards is played, and may call the others later.",
        "57": "Who plays the best card to an unfinished trick, or leads a winner, and leads on without waiting for his "
        "partner: the partner may be called on to win any of those tricks, and the cards too many are exposed.",
        "58.a": "A hand thrown down face up lies exposed, and may be called by the adversaries.",
        "58.b": "A player who keeps his own hand cannot be made to give it up.",
        "59.a": "When all four have thrown down their hands they are given up; nobody takes them up or claims what "
        "might have been.",
        "60.a": "A card parted from the hand so that it can be named may be called.",
        "63.a": "When all three have followed a false lead it stands.",
        "63.b": "If not all have, their cards go back, and only the leader is liable.",
        "62": "Who leads out of turn may have that card called, or a suit from him or his partner when either next "
        "leads.",
        "66": "Who has none of the suit that is called has paid.",
        "67": "If the third hand plays before the second, the fourth may play before his partner.",
        "68": "If the fourth hand plays before its partner and the third has not played, the partner may be called on "
        "to win the trick, or not to win it.",
        "69": "If a player left out a trick and has played to the next, his adversaries may have a new deal; if the "
        "deal stands, the card left over belongs to that trick, and is no revoke there.",
        "61": "Who could play the highest or lowest, or lead the suit, as he was called on to, and does not, pays for "
        "a revoke.",
    }),
    *laws("en", "derived", "Exposed cards", {
        "64": "Nobody can be called on to revoke.",
        "65": "A card may be called again until it is played.",
        "fn26": "The suit may be called the first time that this side has the lead.",
        "fn29": "The call may be made at every trick.",
        "fn36": "To lose a trick is to refrain from winning it.",
    }),
    *laws("en", "report", "Calling wrongly", {
        "60.b": "An adversary who calls such a card by a wrong name has a suit called from him or his partner.",
    }),
    *laws("en", "derived", "Hands given up", {
        "59.b": "A revoke is still punished then: the side cannot win the game, and three points are added or taken "
        "off.",
    }),
    *laws("en", "camera", "Two cards to a trick", {
        "70.a": "Who played two cards to a trick, or mixed one with a trick, answers for the revokes that follow from "
        "it.",
        "70.b": "While the hand lasts the tricks may be counted face down, and searched if there is a card too many, "
        "which then goes back.",
    }),
    *laws("en", "camera", "Revoking", {
        "71": "Who holds the suit that was led and plays another revokes.",
        "73.a": "It is established when the trick is turned and quitted.",
        "73.b": "It is established when the player or his partner, in turn or not, leads or plays to the next trick.",
        "75": "At the end of the hand those who claim it may search all the tricks.",
        "76.a": "If it is mended in time, the adversaries may call the wrong card whenever they like, or the player's "
        "highest or lowest to that trick.",
        "76.b": "Those who played after him may change their cards, which cannot be called.",
        "77.a": "If the accused or his partner mixes the cards before they were examined, it is established.",
    }),
    *laws("en", "derived", "The penalty of a revoke", {
        "72.I": "The adversaries choose at the end of the hand: three tricks, three points off, or three points more.",
        "72.II": "It is paid for each revoke.",
        "72.III": "It counts in that game only.",
        "72.IV": "It cannot be shared between the two scores.",
        "72.V": "It is taken before anything else is scored.",
        "80": "Bets on tricks or score follow the score after the penalty.",
        "81": "If both sides revoke neither can win the game, and each is punished as its adversaries choose.",
        "82": "A side that revoked cannot win the game in that hand, nor pass four.",
        "fn32": "The tricks are added to those of the side that takes them.",
        "fn34": "Each of these is taken in one of the three ways.",
    }),
    *laws("en", "report", "Revoking", {
        "74": "If his partner asks in time whether he has none, the revoke can be mended though the trick is quitted, "
        "unless he says no or his side plays on.",
        "79": "The side that revoked may have the hand played out.",
    }),
    *laws("en", "both", "Revoking", {
        "77.b": "Mixed cards make it harder to prove, and do not end the claim.",
        "78": "No revoke can be claimed when the cards have been cut for the next deal.",
    }),
    *laws("en", "report", "In general", {
        "83": "Before the cut any player may call for new cards and pay for them: two packs, of which the dealer "
        "chooses.",
        "84.a": "Partners who may choose between penalties agree who chooses, and do not consult on which; if they do, "
        "they lose it.",
        "84.b": "What either of them demands, if it is due, is final.",
        "84.c": "On the penalty of a revoke they may consult.",
        "85": "Until the trick is touched for gathering, anybody may ask that the cards be placed.",
        "88": "If a bystander's remark makes somebody see what touches the score, the players may make him pay the "
        "stakes.",
        "89": "A bystander may decide any question if the players agree.",
    }),
    *laws("en", "both", "In general", {
        "86": "Who draws attention to the trick before his partner has played: the partner may be called on to play "
        "his highest or lowest, or to win or lose it.",
        "90": "A torn or marked card is replaced by agreement, or the table pays for new cards.",
    }),
    *laws("en", "derived", "In general", {
        "87": "The offender gives his adversaries a reasonable time to decide.",
        "fn35": "What is lost by consulting is any penalty for that fault.",
    }),
    *laws("en", "camera", "In general", {
        "91": "The last trick may be seen, and no other; never more than eight cards.",
    }),
    *laws("en", "shoe", "Etiquette", {"E1": "Two packs are used."}),
    *laws("en", "camera", "Etiquette", {
        "E2": "Who leads from several winners does not draw the second before his partner has played.",
    }),
    *laws("en", "none", "Etiquette", {
        "E3": "Nobody hints at his hand or at the state of the game.",
        "E4": "Cards are placed and tricks seen for one's own sake only.",
        "E7": "Bets with bystanders wait for those of the players.",
        "E8": "Bystanders are silent and stay where they are.",
        "E9": "Nobody looks into the hand of a player against whom he bets.",
        "P1": "A fault is judged by the harm that it may do, not by what was meant.",
        "P5": "A law is read by its spirit and applied to the letter.",
    }),
    *laws("en", "report", "Etiquette", {
        "E5": "A bystander without interest in the game may be asked about facts.",
        "P3": "Facts are settled before the law, by most of the players or by an onlooker on whom they agree.",
        "P4": "Where the facts stay in dispute no penalty is given: the accused has the benefit of the doubt.",
        "fn37": "Nobody asks who dealt, and nobody answers it.",
        "fn38": "Nobody asks for trumps or for the last trick to draw his partner's attention.",
    }),
    *laws("en", "derived", "Etiquette", {
        "E6": "Nobody revokes on purpose, nor a second time to hide the first.",
        "P2": "Where several are at fault, who erred first, and what it led to, decides.",
    }),
)  # fmt: skip
