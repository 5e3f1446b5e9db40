"""The rows of Solo whist, of Solo for three and of Kimberly, worded by ourselves."""

from __future__ import annotations

from typing import Final

from controller.rules.laws.rows import read_rows

SOLO_ROWS: Final = read_rows("so-", """
# The table
1 | derived | Every deal is a game of its own, settled by the table of payments when it ends.
2.a | report | Four make a full table.
2.b | camera | The lowest cut chooses seat and cards; the two highest sit opposite each other.
5 | report | After each game a new table is made, and nobody stays in by right.
6 | none | Nobody need declare before the cut that he wants to play.
P.packs | shoe | One full pack is played with, and usually a second is shuffled meanwhile.
P.counters | derived | A red counter is worth five white ones; each player begins with as many as the others.
P.players | report | Four play; of five one sits out, usually the dealer.
P.cut | camera | The lowest cut deals first and says who sits where.
P.seats | camera | Seats change only if all agree.
# The deal
P.shuffle | camera | The player opposite the dealer shuffles the still pack during the deal.
12 | both | A dealer who shuffles after a proper cut deals again.
13.a | shoe | Cards are dealt in threes until four are left; these are dealt singly, and the last is the trump card.
13.end | derived | The deal is never lost: the same dealer deals again with the same pack.
17 | both | Whoever misdeals deals again with the same cards.
P.count | both | A wrong number of cards must be named at once; later its holder can win nothing and bears his share
    of losses.
# A wrong number of cards
19.a | both | Found in the play, a wrong number of cards leaves the deal as it is.
19.b | both | Is it the bidder or his partner, the hand is played out: a call that succeeds is not paid, one that
    fails is.
19.c | both | Is it an adversary, he and his partners pay the stakes, and the hand may be dropped.
19.d | both | Are two hands wrong and the bidder's is one of them, there is a new deal.
# What may be undertaken
P.obj.1 | report | Proposal and acceptance: eight tricks by two players together.
P.obj.2 | report | Solo: five tricks alone.
P.obj.3 | report | Misère: no trick, and no trumps.
P.obj.4 | report | Abundance: nine tricks alone, in a trump suit of one's own.
P.obj.5 | report | Abundance in trumps: nine tricks alone, in the suit turned up.
P.obj.6 | both | Spread: no trick and no trumps, with the hand laid open after the first trick.
P.obj.7 | report | Slam: all thirteen tricks, in a trump suit of one's own and with the first lead.
# Calling
P.call.a | report | The eldest hand speaks first, the others follow in turn.
P.call.b | report | The words are: I propose, I accept, the name of the call, I pass.
P.call.c | report | Who has passed is out, except that the eldest hand may still accept a proposal.
P.call.d | report | Each call must be above the one before; a better one shuts out a proposal even if it was accepted.
P.call.e | report | A call may be bettered only when it was over-called; a proposer whom nobody accepts may go alone.
P.call.f | report | A call is final when all others have passed.
P.call.g | report | In some places, when all pass, a hand without trumps is played: who takes the last trick pays
    each a solo.
# The play
P.lead.a | camera | The eldest hand leads whoever bids, but for a slam, which its bidder leads.
P.lead.b | camera | After the first trick of a spread the bidder lays his cards open; nobody else may say how they
    are played.
P.end | derived | A misère ends with the first trick taken, a slam with the first one lost; other hands are played
    out.
37.a | camera | The last trick may be looked at, but not in a misère.
37.b | camera | In a misère, looking back at a trick is as bad as a lead out of turn.
# Cards exposed and plays out of turn
20 | camera | A single player is not penalised for cards that he exposes.
21.a | camera | The owner of an exposed trump may be told not to ruff with it.
21.b | camera | When the suit of an exposed card is led it may be called or barred, or the highest or lowest of the
    suit asked for.
21.c | camera | If it is his only card of the suit, playing it settles the matter.
21.d | report | A penalty is asked for in one's turn, or not at all.
26.a | camera | When an adversary plays out of turn the bidder may tell another, who has not played, to play his
    highest or lowest, or to win or not to win.
26.b | camera | In a misère an adversary's lead or play out of turn lets the bidder claim the stakes; the offender
    pays for his partners too.
P.error.a | camera | Two against two are judged as at whist; a single player pays no penalty, his adversaries do.
P.error.b | camera | The bidder may bar a ruff with an exposed trump, call or bar an exposed card, or ask for the
    highest or lowest of its suit.
P.error.c | camera | When an adversary of a misère exposes a card, leads or plays out of turn, the stakes may be
    claimed, and he pays them all.
# Hands given up
27.a | camera | A bidder who throws his hand in pays the stakes, and the rest of the tricks count as lost.
27.b | camera | When an adversary throws his hand in, his partners may have it played out, open and liable to be
    called.
27.c | derived | If they beat the call they win nothing, and he alone pays the bidder as if it had been made; if
    not, each pays his share.
# Revokes
30.a | derived | A revoke costs three tricks, or their value is taken from one side or given to the other.
30.b | derived | Revoking players make no slam, and no slam is made with penalty tricks.
31.a | derived | Revoking players lose the red counters of the call in any case, but may play on to save white ones.
31.b | derived | Proposer and acceptor pay for a revoke of either together.
31.c | report | An adversary who revokes pays all alone, unless he shows that the call would have been made; then
    only for the three tricks.
31.d | derived | A single player who revokes in a solo or an abundance loses the reds and may play on.
31.e | derived | A single player who revokes in a misère or a slam pays the stakes, and the hand is over.
31.f | derived | An adversary who revokes in a misère or a slam pays all the stakes alone.
P.revoke | derived | Three tricks and the red counters are lost by a revoke, whatever is made.
# Payments
P.pay.a | derived | Reds: proposal 1, solo 2, misère 3, abundance 4, spread 6, slam 8; a single player settles with
    each adversary.
P.pay.b | derived | Each trick over or under is a white counter, but not in misère, spread and slam.
P.pay.c | derived | Of two partners each settles with one adversary.
P.pool.a | derived | Where there is a pool, a single player who succeeds takes it, and one who fails doubles it.
P.pool.b | derived | In some places each dealer adds a red counter to the pool.
P.pool.c | derived | Proposals do not touch the pool.
""")  # fmt: skip

THREE_ROWS: Final = read_rows("s3-", """
# Solo for three
1 | shoe | Forty cards, without twos, threes and fours; or thirty-nine, without one suit.
2 | both | The fortieth card is turned up for trumps and belongs to nobody.
3 | report | There is no proposal: solo is the lowest call.
4.a | report | When all pass the trump card is turned down, and each in turn may undertake six tricks in a suit of
    his own.
4.b | report | In some places they may then outbid each other by the number of tricks.
5 | report | A misère is above eight tricks.
""")  # fmt: skip

KIMBERLY_ROWS: Final = read_rows("ki-", """
# Kimberly
1 | report | Four play without proposals: solo is the lowest call.
2 | report | When all pass, a solo of six tricks in another trump suit is allowed.
""")  # fmt: skip
