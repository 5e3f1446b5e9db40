"""The rows of Scotch and French whist, worded by ourselves."""

from __future__ import annotations

from typing import Final

from controller.rules.laws.rows import read_rows

ROWS: Final = {
    **read_rows("sc-", """
# The pack
1.a | shoe | Thirty-six cards, from the ace down to the six.
1.b | derived | Trumps rank jack, ace, king, queen, ten and so on; in the other suits the ace is highest.
2.a | report | Two to eight may play.
2.b | shoe | Five or seven leave out the six of spades, or show the last card and lay it aside.
2.c | shoe | Eight leave out all sixes.
# The table
3.2 | camera | Of two the lowest cut chooses seat and cards.
3.3 | camera | Of three the lowest cut deals and chooses first, then the next lowest.
3.4 | camera | Of four the two lowest cuts play against the two highest, and the lowest deals.
3.5 | camera | Five play each for himself; the lowest deals, and seats are chosen in the order of the cuts.
3.6a | camera | Six in pairs: the two lowest, the two middle and the two highest cuts.
3.6b | camera | Six in threes: the three lowest cuts against the three highest.
3.7 | camera | Seven play each for himself; the lowest deals, and seats are chosen in the order of the cuts.
3.8 | camera | Eight play four against four, or in four pairs, by the cuts.
3.tie | camera | Equal cuts are settled as at whist.
4 | camera | Partners never sit side by side; between partners of a pair sit two adversaries.
# The deal
6.a | both | Anybody may shuffle, the dealer last; the player on his right cuts.
6.b | shoe | All cards are dealt singly, and the last one is turned up for trumps.
6.c | shoe | With two players each gets three hands of six, one after the other.
6.d | shoe | With three players each gets two hands of six, one after the other.
6.e | both | Errors in the deal are judged as at whist.
6.f | derived | The deal goes to the left after each hand, until the game is won.
# Stakes
7.a | derived | One plays for a pool, or for so much a game; there are no rubbers.
7.b | derived | Of partners each loser pays the winner who sits on his right.
7.c | report | Before play it is agreed whether the side or the player pays for a revoke.
# The play
5 | camera | The player on the dealer's left leads first.
8.a | camera | Suit must be followed; who has none may trump or discard.
8.b | camera | A revoke that is claimed and shown loses the game at once.
8.c | derived | With several adversaries it is paid to each as if each had won; of seven, that is six games.
8.d | derived | The highest card of the suit led takes the trick, but trumps take all; who takes it leads next.
9 | report | The dealer takes the turn-up at his first play; then it is not named, but the trump suit may be told.
10 | camera | Tricks need not lie apart; one player gathers for his side.
11.a | camera | Where each has several hands they are played in the order of the deal; who took the last trick leads
    to the next hands.
11.b | camera | The turn-up then lies on the table until the dealer takes up his last hand.
11.c | camera | Taking up the wrong one of one's hands costs nothing.
12 | camera | Exposed cards and leads out of turn are judged as at whist.
# The score
13.a | derived | Forty-one points win the game.
13.b | derived | Of trumps the jack counts eleven, the ten ten, the ace four, the king three, the queen two.
13.c | derived | Each card taken above the number dealt to one counts a point.
13.d | derived | When several could win, the ten counts first, then cards, then ace, king and queen of trumps, last
    the jack.
13.e | report | One player keeps the score and says it aloud.
13.f | both | A revoke may be claimed until the pack is cut for the next deal.
"""),
    **read_rows("fr-", """
# French whist
1 | derived | As Scotch whist, but the ten of diamonds counts ten even where it is no trump.
"""),
}  # fmt: skip
