"""The rows of Boston, worded by ourselves."""

from __future__ import annotations

from typing import Final

from controller.rules.laws.rows import read_rows

ROWS: Final = read_rows("bo-", """
# The table
1 | derived | A game is over after twelve deals.
2.a | report | Four make a full table.
2.b | camera | The lowest cut chooses seat and cards; the two highest sit opposite each other.
5 | report | After each game a new table is made, and nobody stays in by right.
6 | none | Nobody need declare before the cut that he wants to play.
P.players | report | Four play; a table may be of five or six, and if there are more the cut decides.
P.cut | camera | The lowest cut deals and chooses his seat, the next lower sits on his left, and so on; after twelve
    deals one cuts out.
P.seats | camera | Seats change only if all agree.
P.counters | derived | White, red and blue counters stand for cents, dimes and dollars; one player is the banker.
# The packs, the cut and the deal
8.a | shoe | Two packs are needed.
8.b | shoe | After the first deal neither pack is shuffled.
11 | both | If a card is seen in the cut or the cards are confused, the pack is cut again but not shuffled.
12 | both | A dealer who shuffles after the cut deals again.
13.a | shoe | Four cards to each, four more, then five; none of them is turned up.
13.b | both | The still pack is presented by the player opposite the dealer and cut by the dealer's left; the top card
    of what is left is turned and ranks the suits.
13.end | derived | The deal is never lost: the same dealer deals again with the same pack.
16 | both | Who deals out of turn or with the wrong pack must be stopped before the last card is dealt.
17 | both | Whoever misdeals pays a red counter to the pool and deals the same cards again.
18 | none | No trump card is turned from the pack that is dealt, so nothing is said of one.
P.deal.a | camera | Before cards that were not played are dealt again, everybody sorts his own.
P.deal.b | both | Each player may cut once, the dealer last.
P.deal.c | both | A dealer who does not offer the cut to all, or does not cut himself, has misdealt.
P.deal.d | both | The dealer may show cards of his own in dealing: the deal stands.
P.trump | both | The suit turned is first preference, the other suit of its colour second, the rest are plain.
# A wrong number of cards
19.a | both | If an adversary of the bidder has too few cards, each of the three pays the bid and the tricks over it.
19.b | both | A bidder with too few cards is short of one trick at least; his adversaries may play on for more.
19.c | both | Where all play for themselves, who has too few cards pays five red to each, and the hand is over.
19.d | both | A card too many is a misdeal, whenever it is found: the dealer pays a red counter and deals again.
P.count | both | Who plays with a wrong number of cards wins nothing, bears his losses and owes the pool four red.
# Bidding
P.bids | report | From low to high: five, six, seven, little misère, eight, nine, grand misère, ten, eleven, little
    spread, twelve, grand spread, slam.
P.bid.a | report | The eldest hand speaks first; a number is bid without its suit.
P.bid.b | report | The same number in the turned colour is kept, and in the very suit that was turned kept over.
P.bid.c | report | Who has passed may still call a misère, if it is high enough, and nothing else.
P.bid.d | none | Nobody need bid all that his hand is worth.
P.bid.e | report | When all pass, the turned card is set aside and a hand without trumps is played, each for himself.
# The play
P.play.a | camera | The eldest hand always leads first.
P.play.b | camera | If an adversary counts the bidder's tricks for a partner, the bidder may call that one's highest
    or
    lowest, or that he trump or not.
P.play.c | derived | Hands are played out; a misère ends with the first trick taken and a slam with the first one
    lost.
P.play.d | camera | In a little misère each player lays one card aside unseen, and twelve are played.
P.play.e | camera | A spread is laid open before a card is played, and its cards cannot be called.
37.a | camera | The last trick may be looked at, but not in a misère.
37.b | camera | In a misère looking back is as bad as a lead out of turn.
# Cards exposed, leads and plays out of turn
20 | camera | A single player is not penalised for cards that he exposes.
21.a | camera | The owner of an exposed trump may be told not to ruff with it.
21.b | camera | When the suit of an exposed card is led it may be called or barred, or the highest or lowest of the
    suit
    asked for.
21.c | camera | If it is his only card of the suit, playing it settles the matter.
21.d | derived | A penalty is asked for in one's turn, or not at all.
24.a | camera | If an adversary leads out of turn and the bidder has not played, he may call a suit from the right
    leader, or when the adversaries next lead, or treat the card as exposed.
24.b | camera | Once the bidder has played to it, the false lead stands.
24.c | camera | If the bidder leads out of turn and his left-hand neighbour follows, it stands.
24.d | camera | In a misère an adversary's lead out of turn loses at once.
24.e | camera | Where all play for themselves a lead out of turn costs nothing.
26.a | camera | When an adversary plays out of turn the bidder may tell another, who has not played, to play his
    highest
    or lowest, or to win or not to win.
26.b | camera | In a misère an adversary's lead or play out of turn gives the bidder the stakes.
P.error.a | camera | The bidder pays no penalty for errors, but for a revoke mended late; his adversaries do.
P.error.b | camera | The bidder may bar a ruff, call or bar a card, or ask for highest or lowest, but never for a
    revoke.
P.error.c | camera | If an adversary of a little misère leads before all have discarded, the bidder may take pool
    and stakes.
P.error.d | camera | If an adversary of a misère leads or plays out of turn or exposes a card, the bidder may take
    pool
    and stakes, and the offender owes the next pool four red.
P.error.e | camera | Where all play for themselves cards played in error cost nothing.
# Revokes
29.a | camera | A revoke that the bidder mends costs nothing, unless an adversary has played after him: then the
    card is
    exposed and that adversary may change his.
29.b | camera | For a revoke that an adversary mends the bidder may treat the card as exposed, or call the highest or
    lowest.
30.a | derived | A bidder who revokes is short of a trick and owes the next pool four red.
30.b | derived | If an adversary revokes, all three pay as if the bid had been made, and he owes the next pool four
    red.
30.c | camera | A revoke usually ends the hand; the cards are shown, so that no other is hidden.
30.d | derived | Where all play for themselves a revoke costs five red to each, and the hand is over.
31 | derived | When a revoke is claimed and proved the hand is over.
P.revoke.a | camera | An adversary who mends a revoke plays highest or lowest, and takes his card up, or leaves it
    exposed.
P.revoke.b | camera | A bidder's mended revoke leaves his card to be called only if an adversary has played on.
P.revoke.c | derived | A bidder who revokes loses his bid by a trick at least, doubles the pool and owes it four red.
P.revoke.d | derived | For an adversary's revoke all pay the bid and three tricks over it, thirteen in all at most;
    he owes
    four red.
P.revoke.e | derived | Where all play for themselves the revoking player owes the pool four red besides.
# The pool
P.pool.a | derived | The pool begins with a red counter from each and is fed by misdeals, revokes and wrong counts.
P.pool.b | derived | One pool holds twenty-five red; what is more begins the next.
P.pool.c | derived | An empty pool is made up by all alike; what is left at the end of the game is divided.
# Payments
P.pay.a | derived | Who makes his bid is paid by each adversary for the bid and the tricks over it.
P.pay.b | derived | In the American way tricks over the bid are not paid.
P.pay.c | derived | Who fails pays each adversary for the bid and the tricks that he is short.
P.pay.d | derived | Who makes his bid takes the pool, who fails doubles it.
P.pay.e | derived | Misères are worth twenty, forty, eighty and a hundred and sixty white from each.
P.pay.f | derived | Where all play for themselves he who takes most tricks pays each other the difference in red.
P.pay.g | derived | The American table for bids that fail is rounded.
""")  # fmt: skip
