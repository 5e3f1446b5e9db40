"""Faults that meet each other, and habits of the table that are no faults at all."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.counts import due
from tests.rules.casebook.hand import Hand, foes, left, need, partner, right, side
from tests.rules.casebook.penalties import another, revoke


# ------------------------------------------------------------------ no faults
@case("gathered-by-anybody", "regular", "am-28.b", note="who gathers a trick is not who won it", certainty="contract")
def gathered_by_anybody(t: Hand) -> Expect:
    t.begin()
    t.close()
    for i, row in enumerate(x for x in t.lines if isinstance(x, dict) and x["fact"] == "quitted"):
        row["by"] = "NESW"[i % 4]
    return Expect(result=t.result())


@case("never-gathered", "regular", "am-28.b", note="no gathering in the record", certainty="contract", dealer="E")
def never_gathered(t: Hand) -> Expect:
    t.begin()
    t.close()
    t.lines = [x for x in t.lines if isinstance(x, dict) and x["fact"] != "quitted"]
    return Expect(result=t.result())


@case("dealt-by-count", "regular", "am-13.a", note="dealt face down, seen only as cards", known=False, dealer="S")
def dealt_by_count(t: Hand) -> Expect:
    t.prepare()
    t.deal()
    t.turn()
    t.close()
    return Expect(result=t.result())


@case("from-the-shoe", "regular", "am-13.a", note="the sealed pack, then the deal by the shoe", certainty="contract")
def from_the_shoe(t: Hand) -> Expect:
    t.prepare()
    pack = [t.order[t.target(i)][i // 4] for i in range(52)]
    t.fact("pack", cards=" ".join(pack), source="shoe")
    t.deal(source="shoe")
    t.turn()
    t.close()
    return Expect(result=t.result())


@case("talk", "regular", "am-18.d", note="talk that no law of the code forbids under a penalty", certainty="reading")
def talk(t: Hand) -> Expect:
    t.begin()
    for what in ("asks_who_dealt", "remark", "cannot_recall_turn_up"):
        t.fact("said", by="S", what=what)
    t.rounds(3)
    t.fact("said", by="E", what="suspects_revoke")
    t.close()
    t.lines.insert(-1, {"fact": "marked", "by": "NS", "what": "tricks", "points": max(0, t.taken["NS"] - 6)})
    return Expect(result=t.result())


@case("time-passes", "regular", "am-1", note="time passes and nothing else", certainty="contract")
def time_passes(t: Hand) -> Expect:
    t.begin()
    t.rounds(3)
    t.fact("ticked", t=400.0)
    t.rounds(1)
    return Expect()


@case(
    "consulted-freely",
    "demand",
    "am-39.b",
    note="the code forbids no consultation: the call binds",
    dealer="N",
    certainty="reading",
)
def consulted(t: Hand) -> Expect:
    t.reach(3, 1)
    second = t.to_play
    need(len(t.of(second, t.led)) > 1)
    at = t.play(seat=left(left(second)))
    t.fact("consulted", by=side(left(second)))
    t.fact("demanded", by=left(second), remedy="call_lowest", ruling=1)
    done = t.play(t.of(second, t.led)[0])
    t.round()
    return Expect([rule("play_out_of_turn", "am-26", partner(second), at, ["option", "applied"], at={"applied": done})])


# ------------------------------------------------------------------ several at once
@case(
    "exposed-one-of-three-called",
    "exposed",
    "am-20.IV",
    "am-21.b",
    note="three cards lowered, one of them called",
    dealer="S",
)
def one_of_three(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    legal = t.legal(seat)
    need(len(legal) > 2)
    at = t.fact("exposed", by=seat, cards=" ".join(legal[:3]), how="lowered", seen_by=[partner(seat)])
    t.fact("demanded", by=foes(seat)[1], remedy="call_card", card=legal[1])
    t.play(legal[1])
    t.round()
    return Expect(
        [rule("exposed_card", "am-20", seat, at, ["option"], remedies={"call_card": foes(seat)})],
        allow=[rule("exposed_card", "am-20", seat, at)],
    )


@case(
    "exposed-called-without-naming",
    "exposed",
    "am-21.b",
    note="one card lies there: the call need not name it",
    certainty="contract",
    dealer="S",
)
def without_naming(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    card = t.legal(seat)[0]
    at = t.fact("exposed", by=seat, cards=card, how="dropped")
    t.fact("demanded", by=foes(seat)[0], remedy="call_card", ruling=1)
    done = t.play(card)
    t.round()
    return Expect([rule("exposed_card", "am-20.I", seat, at, ["option", "applied"], at={"applied": done})])


@case(
    "two-cards-one-a-renounce",
    "two_cards",
    "am-20.II",
    "am-28.a",
    note="two fell together, one of another suit: he says that he plays the right one",
    dealer="W",
)
def one_a_renounce(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    need(t.of(seat, t.led) and t.off(seat, t.led))
    good, other = t.of(seat, t.led)[0], t.off(seat, t.led)[0]
    at = t.fact("played", by=seat, cards=f"{other} {good}")
    t.fact("indicated", by=seat, cards=good)
    t.hands[seat].remove(good)
    t.trick.append((seat, good))
    t.round()
    return Expect(
        [rule("cards_played_together", "am-20.II", seat, at, ["option"], remedies={"call_card": foes(seat)})],
        allow=[rule("exposed_card", "am-20", seat, at)],
    )


@case(
    "two-cards-led",
    "two_cards",
    "am-20.II",
    note="two led together, neither a winner: he says which he leads",
    dealer="W",
)
def two_led(t: Hand) -> Expect:
    seat = t.reach(3)
    first, second = t.hands[seat][0], next((c for c in t.hands[seat] if c[1] != t.hands[seat][0][1]), "")
    need(second)
    at = t.fact("played", by=seat, cards=f"{first} {second}")
    t.fact("indicated", by=seat, cards=second)
    t.hands[seat].remove(second)
    t.trick = [(seat, second)]
    t.round()
    return Expect(
        [
            rule(
                "cards_played_together",
                "am-20.II",
                seat,
                at,
                ["option"],
                remedies={"call_card": foes(seat)},
                not_remedies=["call_win"],
            )
        ],
        allow=[rule("exposed_card", "am-20", seat, at)],
    )


@case(
    "renounce-to-false-lead",
    "lead_out_of_turn",
    "am-24.d",
    "am-28.a",
    note="a renounce to a lead out of turn goes back with it",
    dealer="W",
)
def renounce_to_false_lead(t: Hand) -> Expect:
    leader = t.reach(3)
    seat = partner(leader)
    card = min(t.hands[seat])
    at = t.play(card, seat, fact="led")
    follower = t.to_play
    r = t.renounce(follower)
    t.withdraw(follower, t.last_card())
    t.withdraw(seat, card)
    t.leader = leader
    suit = t.hands[leader][0][1]
    t.fact("demanded", by=right(leader), remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of(leader, suit)[0])
    t.close()
    return Expect(
        [
            rule("lead_out_of_turn", "am-24.a", seat, at, ["option", "applied"], at={"applied": done}),
            rule("renounce", "am-28", follower, r, ["correctable", "cancelled|option"], never=["established"]),
        ],
        result=t.result(),
    )


@case(
    "false-lead-again",
    "lead_out_of_turn",
    "am-24.a",
    note="the same player leads out of turn once more in a later trick: two rulings",
    dealer="S",
)
def false_lead_again(t: Hand) -> Expect:
    leader = t.reach(1)
    seat = partner(leader)
    lines: list[int] = []
    for _ in range(2):
        need(t.leader == leader)
        card = min(t.hands[seat])
        lines.append(t.play(card, seat, fact="led"))
        t.withdraw(seat, card)
        t.leader = leader
        t.round()
    return Expect(
        [
            rule("lead_out_of_turn", "am-24", seat, lines[0], ["option", "lapsed"], trick=2),
            rule("lead_out_of_turn", "am-24", seat, lines[1], ["option", "lapsed"], trick=3),
        ]
    )


@case(
    "revoke-demanded-twice",
    "revoke_claimed",
    "am-30.a",
    "am-39.b",
    note="both adversaries demand for the one revoke: two tricks pass, not four",
    dealer="E",
)
def demanded_twice(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    for foe in foes(seat):
        t.fact("claimed", by=foe, what="revoke", against=seat, trick=4)
    d = t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    t.fact("demanded", by=foes(seat)[1], remedy="two_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 4)
    return Expect(
        [rule("renounce", "am-30", seat, at, ["established", "applied"], at={"applied": d})],
        allow=[rule("wrong_demand", by=foes(seat)[1])],
        result=t.result([side(seat)], [side(seat)]),
    )


@case(
    "revoke-claimed-against-side",
    "revoke_claimed",
    "am-30.a",
    note="the claim names the side only",
    dealer="E",
    certainty="reading",
)
def against_side(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=side(seat), trick=4)
    t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [rule("renounce", "am-30", seat, at, ["established", "applied"])],
        allow=[rule("revoke_unproved")],
        result=t.result([side(seat)], [side(seat)]),
    )


@case("revoke-in-twelfth", "revoke", "am-28.b", note="in the last trick but one, seen by the last card", dealer="N")
def in_twelfth(t: Hand) -> Expect:
    seat = t.reach(11, 1)
    at = t.renounce()
    t.follow()
    need(t.leader in foes(seat))
    while t.to_play != seat and (len(t.trick) == 4 or t.to_play != partner(seat)):
        t.play()
    late = t.play()
    t.follow()
    t.quit()
    return Expect(
        [rule("renounce", "am-28", seat, at, ["correctable", "established"], trick=12, at={"established": late})],
        result=t.result(),
    )


@case(
    "refusal-not-demanded",
    "refused_call",
    "am-38",
    "am-33",
    note="the refusal is not followed up: with the cut it is over and the tricks are as played",
    dealer="N",
    certainty="contract",
)
def refusal_not_demanded(t: Hand) -> Expect:
    t.reach(3, 1)
    second = t.to_play
    need(len(t.of(second, t.led)) > 2)
    t.play(seat=left(left(second)))
    t.fact("demanded", by=left(second), remedy="call_lowest", ruling=1)
    bad = t.play(t.of(second, t.led)[1])
    bar = t.close()
    return Expect(
        [
            rule("play_out_of_turn", "am-26", partner(second), never=["applied"]),
            rule(
                "refused_call",
                "am-38",
                second,
                bad,
                ["established|option", "lapsed"],
                at={"lapsed": bar},
                never=["applied"],
            ),
        ],
        result=t.result(),
    )


@case(
    "rest-ours-ignored",
    "rest_claimed",
    "am-36",
    note="nobody takes it up: the hand goes on",
    dealer="S",
    certainty="reading",
)
def rest_ignored(t: Hand) -> Expect:
    seat = t.reach(9)
    at = t.fact("said", by=seat, what="rest_are_ours")
    t.close()
    return Expect(
        [rule("rest_claimed", "am-36", seat, at, ["option|compulsory"], never=["applied"])],
        allow=[rule("played_before_decision", by=partner(seat))],
        result=t.result(),
    )


@case(
    "count-partner-uncounted",
    "surplus",
    "am-19.a",
    note="one hand is one over, both adversaries' are right; his partner's was not counted",
    known=False,
    dealer="W",
)
def partner_uncounted(t: Hand) -> Expect:
    t.reach(3)
    for seat, more in (("N", 0), ("S", 0), ("E", 1)):
        t.fact("found", seat=seat, count=due(t, seat) + more)
    return Expect(
        [
            rule(
                "surplus_or_deficiency",
                "am-19",
                path=["option"],
                remedies={"new_deal": ["N", "S"]},
                not_remedies=["deal_lost"],
            )
        ]
    )


@case(
    "exposed-then-new-hand",
    "exposed",
    "am-21.c",
    "am-13.c",
    note="an exposed card of one hand is nothing in the next",
    dealer="W",
)
def then_new_hand(t: Hand) -> Expect:
    seat = t.reach(12)
    card = t.hands[seat][0]
    at = t.fact("exposed", by=seat, cards=card, how="dropped")
    t.close()
    first = t.result()
    t.next_deal()
    t.begin()
    t.close()
    return Expect([rule("exposed_card", "am-20.I", seat, at, ["option"])], result=[first, t.result()])


@case(
    "revoke-then-next-hand",
    "revoke_claimed",
    "am-30.a",
    "am-1",
    "am-33",
    note="charged in the first hand, which the second goes on from; the numbers go on too",
    dealer="W",
    score={"game": {"NS": 2, "EW": 2}},
)
def then_next_hand(t: Hand) -> Expect:
    seat, at = revoke(t)
    t.play_out()
    need(t.taken[side(seat)] >= 2)
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=4)
    t.fact("demanded", by=foes(seat)[0], remedy="two_tricks", ruling=1)
    t.cut_next()
    first = t.result([side(seat)], [side(seat)])
    t.next_deal()
    other, also = revoke(t, 2)
    bar = t.close()
    return Expect(
        [
            rule("renounce", "am-30", seat, at, ["established", "applied"], trick=4),
            rule("renounce", "am-33", other, also, ["established", "lapsed"], trick=3, at={"lapsed": bar}),
        ],
        result=[first, t.result()],
    )


@case(
    "revoke-demand-means-claimed",
    "revoke_claimed",
    "am-30.a",
    "am-30.b",
    note="two revokes of one side, one of them claimed; a demand that names neither is for the one that was claimed",
    certainty="reading",
    dealer="E",
)
def means_claimed(t: Hand) -> Expect:
    seat, at = revoke(t, 2)
    again, second, number = another(t, side(seat))
    t.play_out()
    t.fact("claimed", by=foes(seat)[0], what="revoke", against=again, trick=number)
    d = t.fact("demanded", by=foes(seat)[0], remedy="two_tricks")
    t.cut_next()
    need(t.taken[side(seat)] >= 2)
    return Expect(
        [
            rule("renounce", "am-33", seat, at, ["established", "lapsed"], never=["applied"], trick=3),
            rule("renounce", "am-30", again, second, ["established", "applied"], trick=number, at={"applied": d}),
        ],
        result=t.result([side(seat)], [side(seat)]),
    )
