"""The rows of Cayenne, worded by ourselves."""

from __future__ import annotations

from typing import Final

from controller.rules.laws.rows import read_rows

ROWS: Final = read_rows("ca-", """
# The game
1.a | derived | Ten points make a game: tricks above six by the value of the trump, honours, and slams.
1.b | derived | Hands are played out, and what is over goes to the next game; one hand may win several.
1.c | derived | In nullo each trick above six counts for the other side.
1.d | derived | Honours alone do not win a game: without the odd trick a side stops at nine.
1.e | derived | When a side goes out by cards, the other cannot count honours.
1.f | derived | Four games win the rubber; the winners add eight, and what the losers have is taken off.
5 | report | After a rubber a new table is made, and nobody stays in by right.
6 | none | Nobody need declare before the cut that he wants to play.
P.packs | shoe | Two full packs are played with.
P.cut | camera | The two lowest cuts play against the two highest; the lowest deals and chooses seat and cards.
P.stake | derived | Stakes are so much a point of the rubber; each loser pays the adversary on his right.
# The deal
8 | shoe | Two packs are needed.
12 | both | A dealer who shuffles after the cut deals again.
13.a | shoe | Four cards to each, four more, then five; none of them is turned up.
13.b | both | The still pack is presented by the dealer's partner and cut by the dealer's left; the top card of what
    is
    left is turned for cayenne.
13.end | derived | The deal is never lost: the same dealer deals again with the same pack.
16 | both | Who deals out of turn or with the wrong pack must be stopped before the last card is dealt.
17 | both | Whoever misdeals deals the same cards again.
P.deal.a | shoe | In some places six cards are dealt and then seven.
P.deal.b | both | Errors in the deal are judged as at whist, but the deal is not lost.
P.cayenne | both | The player on the dealer's left cuts the still pack, which the dealer's partner has shuffled.
# Making the trump
18.a | none | The card that is turned only ranks the suits; nothing else is said of it.
18.b | report | When he has seen his hand the dealer names a suit, grand or nullo, or leaves it to his partner.
18.c | report | The dealer's choice binds his partner, who must decide if it is left to him.
18.d | report | What has been declared cannot be changed.
P.transfer | report | To leave it to his partner the dealer says the words for it.
P.outturn | report | If the trump is made out of turn, the adversaries may consult and ask for a new deal.
P.nullo.a | report | In nullo aces are lowest, unless who plays one declares it high before his left neighbour plays.
P.nullo.b | derived | In nullo tricks above six count eight each for the other side.
# The play
P.lead | camera | The player on the dealer's left leads first.
37 | camera | The last trick may be looked at.
P.error | camera | Other errors are judged as at whist; the last trick may be looked at.
# Revokes
30.a | derived | A revoke costs three tricks, or their value is taken from one side or added to the other.
30.b | derived | Revoking players win neither slam nor game in that hand, and penalty tricks make no slam.
31 | derived | Revoking players may count up to nine.
P.revoke | derived | Who has revoked may play on and count to nine, but no slam.
# The score
P.hon | both | The five honours of trumps: three count two, four count four, five count six.
P.mult | derived | Points are multiplied by four in cayenne, three in its colour, then two and one; by eight in
    grand and nullo.
P.order | derived | Penalties for revokes count first, then tricks, then honours.
P.slam | derived | Thirteen tricks add six to the sheet, twelve add four, without penalty tricks.
P.game | derived | A game is worth four if the losers have nothing, three under four, two under seven, else one.
P.turn | derived | When a game is won the losers' points are turned down; the winners keep what is over.
P.rubber | derived | Four games win the rubber and eight points.
""")  # fmt: skip
