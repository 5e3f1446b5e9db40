"""``--role table``: what the players may know, and when they are told."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.claims import hidden
from tests.rules.casebook.hand import Hand, foes, need, partner, right, side
from tests.rules.casebook.penalties import revoke


def gone_after(t: Hand, seat: str, suit: str | None, upto: int) -> bool:
    """Whether ``seat`` shows no card of ``suit`` until trick ``upto`` is complete."""
    return all(s != seat or c[1] != suit for trick in t.tricks[:upto] for s, c in trick)


def reveal(t: Hand, seat: str) -> int:
    return t.fact("revealed", seat=seat, cards=" ".join(t.order[seat]))


# ------------------------------------------------------------------ renounces
@case(
    "table-renounce-silent",
    "role",
    "am-28.a",
    "am-33",
    note="nobody claims: silence until the bar, then it is told as lapsed, although later cards had proved it",
    certainty="contract",
    role="table",
    dealer="E",
)
def silent(t: Hand) -> Expect:
    seat, _ = revoke(t)
    bar = t.close()
    return Expect(
        [
            rule(
                "renounce",
                "am-33|am-28",
                seat,
                path=["lapsed"],
                never=["correctable", "established", "director"],
                at={"lapsed": bar},
                trick=4,
            )
        ],
        result=t.result(),
    )


@case(
    "table-renounce-silent-in-play",
    "role",
    "am-28.a",
    note="unclaimed, and proved by a card that all have seen: nothing is said while it may still be claimed",
    certainty="contract",
    role="table",
    dealer="E",
)
def silent_in_play(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    suit = t.led
    t.renounce(seat)
    t.round()
    while all(s != seat or c[1] != suit for s, c in t.tricks[-1]):
        t.round()
        need(t.number < 12)
    return Expect()


@case(
    "table-renounce-claimed",
    "role",
    "am-28.a",
    "am-30.a",
    note="claimed at once; a later card of the suit proves it in public",
    certainty="contract",
    role="table",
    dealer="W",
)
def claimed(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    t.renounce(seat)
    t.round()
    c = t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=3)
    t.play_out()
    d = t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [
            rule(
                "renounce",
                "am-28|am-30",
                seat,
                c,
                ["director", "established", "applied"],
                trick=3,
                at={"director": c, "applied": d},
                remedies={"two_tricks": foes(seat)},
            )
        ],
        result=t.result([side(seat)], [side(seat)]),
    )


@case(
    "table-renounce-claimed-proved",
    "role",
    "am-28.a",
    note="the public cards prove it already when it is claimed: answered at once",
    certainty="contract",
    role="table",
    dealer="W",
)
def claimed_proved(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    suit = t.led
    t.renounce(seat)
    t.round()
    while all(s != seat or c[1] != suit for s, c in t.tricks[-1]):
        t.round()
        need(t.number < 12)
    c = t.fact("claimed", by=foes(seat)[1], what="revoke", against=seat, trick=3)
    return Expect(
        [
            rule(
                "renounce",
                "am-28|am-30",
                seat,
                c,
                ["established"],
                at={"established": c},
                remedies={"two_tricks": foes(seat)},
            )
        ]
    )


@case(
    "table-claim-waits",
    "role",
    "am-28.a",
    note="claimed, not proved by what all have seen: in the play nothing but the claim is told, true or not",
    certainty="contract",
    role="table",
    dealer="W",
)
def waits(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    suit = t.led
    t.renounce(seat)
    t.round()
    c = t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=3)
    t.rounds(2)
    need(gone_after(t, seat, suit, 5))
    return Expect([rule("renounce", None, seat, c, ["director"], never=["established", "correctable", "applied"])])


@case(
    "table-claim-idle",
    "role",
    "am-28.a",
    note="the same look where the claim is idle",
    certainty="contract",
    role="table",
    dealer="W",
)
def idle(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    c = t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=number)
    t.rounds(2)
    return Expect([rule("renounce", None, seat, c, ["director"], never=["established", "correctable", "applied"])])


@case(
    "table-claim-idle-revealed",
    "role",
    "am-28.a",
    "am-32.a",
    note="played out and the accused's cards shown: the claim is unproved",
    certainty="contract",
    role="table",
    dealer="W",
)
def idle_revealed(t: Hand) -> Expect:
    seat, _, number = hidden(t)
    c = t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=number)
    t.play_out()
    reveal(t, seat)
    t.cut_next()
    return Expect(
        [rule("renounce|revoke_unproved", None, line=c, path=["director"], never=["established", "applied"])],
        allow=[rule("renounce|revoke_unproved", never=["established", "applied"])],
        result=t.result(),
    )


@case(
    "table-corrected",
    "role",
    "am-29.a",
    "am-28.b",
    note="a correction is seen by all: told at once",
    certainty="contract",
    role="table",
    dealer="N",
)
def corrected(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    t.renounce(seat)
    card = t.last_card()
    w = t.withdraw(seat, card)
    t.play(t.of(seat, t.led)[0])
    return Expect(
        [
            rule(
                None,
                "am-29|am-28|am-20",
                seat,
                path=["option"],
                never=["established"],
                remedies={"call_card": foes(seat)},
            )
        ],
        allow=[rule("renounce|exposed_card", by=seat, never=["established"], not_remedies=["two_tricks"])] if w else [],
    )


@case(
    "table-end-of-hand",
    "role",
    "am-28.a",
    note="disclosure end_of_hand: told when the last trick is quitted",
    certainty="contract",
    role="table",
    dealer="N",
    options={"disclosure": "end_of_hand"},
)
def end_of_hand(t: Hand) -> Expect:
    seat, _ = revoke(t)
    t.play_out()
    last = t.line
    return Expect(
        [
            rule(
                "renounce",
                "am-28|am-30",
                seat,
                last,
                ["established"],
                at={"established": last},
                trick=4,
                remedies={"two_tricks": foes(seat)},
            )
        ],
        result=t.result(),
    )


@case(
    "table-end-of-hand-in-play",
    "role",
    "am-28.a",
    note="disclosure end_of_hand: not before",
    certainty="contract",
    role="table",
    dealer="N",
    options={"disclosure": "end_of_hand"},
)
def end_of_hand_in_play(t: Hand) -> Expect:
    revoke(t)
    t.rounds(4)
    return Expect()


@case(
    "table-established",
    "role",
    "am-28.b",
    note="disclosure established: told when it can no more be corrected",
    certainty="contract",
    role="table",
    dealer="N",
    options={"disclosure": "established"},
)
def established(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    t.renounce(seat)
    late = t.round()
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                late,
                ["established"],
                never=["correctable"],
                trick=4,
                at={"established": late},
                remedies={"two_tricks": foes(seat)},
            )
        ]
    )


@case(
    "table-at-once",
    "role",
    "am-28.a",
    note="disclosure at_once: for teaching",
    certainty="contract",
    role="table",
    dealer="N",
    options={"disclosure": "at_once"},
)
def at_once(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce(seat)
    late = t.round()
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["correctable", "established"],
                trick=4,
                at={"correctable": at, "established": late},
            )
        ]
    )


@case(
    "director-sees-at-once",
    "role",
    "am-28.a",
    note="whatever the table is told, the director sees it as it is played",
    certainty="contract",
    dealer="N",
    options={"disclosure": "on_claim", "announce": "on_call"},
)
def director_sees(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce(seat)
    x = t.fact("exposed", by=t.to_play, cards=t.hands[t.to_play][0], how="dropped")
    return Expect(
        [rule("renounce", "am-28", seat, at, ["correctable"]), rule("exposed_card", "am-20", line=x, path=["option"])]
    )


# ------------------------------------------------------------------ refusals that only hidden cards show
@case(
    "table-refusal-hidden",
    "role",
    "am-38",
    "am-24.a",
    note="he led another suit than the one called: whether he needed to "
    "only his cards show, and nothing of it is told in the play",
    certainty="contract",
    role="table",
    dealer="W",
)
def refusal_hidden(t: Hand) -> Expect:
    leader = t.reach(2)
    seat = partner(leader)
    card = min(t.hands[seat])
    at = t.play(card, seat, fact="led")
    t.withdraw(seat, card)
    t.leader = leader
    suit = t.hands[leader][0][1]
    need(t.off(leader, suit) and (suit != t.trump or leader != t.dealer))
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    t.play(t.off(leader, suit)[0])
    t.round()
    return Expect([rule("lead_out_of_turn", "am-24", seat, at, ["option"], never=["applied"])])


@case(
    "table-void-hidden",
    "role",
    "am-24.c",
    note="the same look where he was void: not told either",
    certainty="contract",
    role="table",
    dealer="W",
)
def void_hidden(t: Hand) -> Expect:
    leader = t.reach(4)
    seat = partner(leader)
    card = min(t.hands[seat])
    at = t.play(card, seat, fact="led")
    t.withdraw(seat, card)
    t.leader = leader
    none = [s for s in "SHDC" if not t.of(leader, s)]
    need(none)
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=none[0], ruling=1)
    t.play()
    t.round()
    return Expect([rule("lead_out_of_turn", "am-24", seat, at, ["option"], never=["applied"])])


# ------------------------------------------------------------------ faults that all could see
@case(
    "table-exposed",
    "role",
    "am-20.I",
    note="an exposed card is told as it falls",
    certainty="contract",
    role="table",
    dealer="S",
)
def exposed(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.fact("exposed", by=seat, cards=t.hands[seat][0], how="dropped")
    return Expect([rule("exposed_card", "am-20.I", seat, at, ["option"], remedies={"call_card": foes(seat)})])


@case(
    "table-exposed-on-call",
    "role",
    "am-20.I",
    note="announce on_call: not told while nobody calls",
    certainty="contract",
    role="table",
    dealer="S",
    options={"announce": "on_call"},
)
def exposed_on_call(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    t.fact("exposed", by=seat, cards=t.legal(seat)[0], how="dropped")
    t.play(t.legal(seat)[0])
    t.round()
    return Expect()


@case(
    "table-exposed-called",
    "role",
    "am-20.I",
    "am-21.b",
    note="announce on_call: an adversary calls the card, so it is told",
    certainty="contract",
    role="table",
    dealer="S",
    options={"announce": "on_call"},
)
def exposed_called(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.legal(seat)[0]
    t.fact("exposed", by=seat, cards=card, how="dropped")
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", card=card)
    t.play(card)
    t.round()
    return Expect([rule("exposed_card", "am-20.I", seat)])


@case(
    "table-numbers",
    "role",
    "am-20.I",
    "am-28.a",
    note="the director's second ruling is the table's first: it has its own "
    "numbers, the demand in the record carries the director's",
    certainty="contract",
    role="table",
    dealer="S",
)
def numbers(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    t.renounce(seat)
    t.round()
    other = t.to_play
    card = t.legal(other)[0]
    at = t.fact("exposed", by=other, cards=card, how="dropped")
    t.fact("demanded", by=foes(other)[0], remedy="call_card", card=card, ruling=2)
    done = t.play(card)
    t.round()
    return Expect([rule("exposed_card", "am-20.I", other, at, ["option", "applied"], at={"applied": done})])


@case(
    "table-corrected-unseen",
    "role",
    "am-20.III",
    note="an exposure that only an adversary saw is corrected: the partner saw it too; from then on it is told",
    certainty="reading",
    role="table",
    dealer="S",
)
def corrected_unseen(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.hands[seat][0]
    seen = {"fact": "exposed", "by": seat, "cards": card, "how": "shown"}
    at = t.fact("exposed", by=seat, cards=card, how="shown", seen_by=[foes(seat)[0]])
    c = t.fact("corrected", line=at, by="director", why="the partner saw it", to=seen)
    return Expect([rule("exposed_card", "am-20.III", seat, c, ["option"], remedies={"call_card": foes(seat)})])


@case(
    "table-retracted-unseen",
    "role",
    "am-20.III",
    note="an exposure that only an adversary saw is taken back: nothing to tell",
    certainty="contract",
    role="table",
    dealer="S",
)
def retracted_unseen(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.fact("exposed", by=seat, cards=t.hands[seat][0], how="shown", seen_by=[foes(seat)[0]])
    t.fact("retracted", line=at, by="director", why="nobody saw it")
    return Expect()


@case(
    "table-claim-then-demand",
    "role",
    "am-30.a",
    "am-28.a",
    note="claimed without its trick, then demanded for the trick, then proved in public: two tricks pass",
    certainty="reading",
    role="table",
    dealer="S",
)
def claim_then_demand(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    t.renounce(seat)
    t.round()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat)
    matter = {"irregularity": "renounce", "by": seat, "trick": 3}
    t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=matter)
    t.close()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [rule("renounce", "am-28|am-30", seat, path=["director", "established", "applied"])],
        allow=[rule("renounce|revoke_unproved", by=seat, never=["applied"])],
        result=t.result([side(seat)], [side(seat)]),
    )
