"""What is uncertain, reported, ruled, taken back or corrected in the record itself."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, need, partner


# ------------------------------------------------------------------ cards that nobody could read
@case(
    "unread-regular",
    "unread",
    "am-28.a",
    note="an unread card fills its trick; what it may be is no accusation",
    certainty="contract",
    dealer="E",
)
def unread_regular(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.rng.choice(t.legal(seat))
    t.play(card)
    row = t.row(t.line)
    row["cards"] = "??"
    t.follow()
    need(t.best() != seat)
    t.quit()
    t.close()
    return Expect(result=None)


@case(
    "unread-answered-renounce",
    "unread",
    "am-28.a",
    note="a card that nobody could read turns out to be a renounce when the director says which it was",
    certainty="contract",
    dealer="E",
)
def unread_renounce(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce(seat)
    card = t.last_card()
    row = t.row(t.line)
    row["cards"] = "??"
    row["maybe"] = [card, t.of(seat, t.trick[0][1][1])[0]]
    t.play()
    a = t.fact("answered", line=at, by="director", to={"fact": "played", "by": seat, "cards": card})
    late = t.round()
    return Expect(
        [rule("renounce", "am-28", seat, a, ["correctable", "established"], trick=4, at={"established": late})]
    )


@case(
    "unread-answered-regular",
    "unread",
    "am-28.a",
    note="one seat of each side says the same: that binds, and it was regular",
    certainty="contract",
    dealer="S",
)
def unread_answered(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.rng.choice(t.legal(seat))
    at = t.play(card)
    row = t.row(at)
    row["cards"] = "??"
    t.round()
    for who in ("N", "E"):
        t.fact("answered", line=at, by=who, to={"fact": "played", "by": seat, "cards": card})
    t.close()
    return Expect(result=t.result())


@case(
    "unread-answers-differ",
    "unread",
    "am-28.a",
    note="the seats say different things: it stays unread, nothing rests on it",
    certainty="contract",
    dealer="S",
)
def answers_differ(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce(seat)
    row = t.row(at)
    card = row["cards"]
    row["cards"] = "??"
    t.round()
    t.fact("answered", line=at, by=foes(seat)[0], to={"fact": "played", "by": seat, "cards": card})
    t.fact(
        "answered", line=at, by=seat, to={"fact": "played", "by": seat, "cards": t.of(seat, t.tricks[-1][0][1][1])[0]}
    )
    return Expect()


# ------------------------------------------------------------------ facts not sure enough
@case(
    "doubt-confirmed",
    "doubt",
    "am-20.I",
    note="the camera is not sure: asked once, without remedies; the director confirms, and it is judged at his answer",
    certainty="contract",
    dealer="S",
)
def doubt_confirmed(t: Hand) -> Expect:
    seat = t.reach(3, 2)
    at = t.fact("exposed", by=seat, cards=t.legal(seat)[0], how="dropped", source="camera", confidence=0.8)
    a = t.fact("answered", line=at, by="director")
    return Expect(
        [
            rule(
                "exposed_card",
                "am-20.I",
                seat,
                at,
                ["director", "option"],
                at={"director": at, "option": a},
                remedies={"call_card": foes(seat)},
            )
        ]
    )


@case("doubt-open", "doubt", "am-20.I", note="nobody answers: no right arises", certainty="contract", dealer="S")
def doubt_open(t: Hand) -> Expect:
    seat = t.reach(3, 2)
    at = t.fact("exposed", by=seat, cards=t.hands[seat][0], how="dropped", source="camera", confidence=0.8)
    t.play(next(c for c in t.legal(seat)))
    t.round()
    return Expect(
        [
            rule(
                "exposed_card",
                "am-20.I",
                seat,
                at,
                ["director"],
                never=["option", "applied"],
                not_remedies=["call_card"],
            )
        ]
    )


@case(
    "doubt-above-floor",
    "doubt",
    "am-20.I",
    note="the heading's floor is lower: it is sure enough",
    certainty="contract",
    dealer="S",
    options={"floor": 0.7},
)
def doubt_above(t: Hand) -> Expect:
    seat = t.reach(3, 2)
    at = t.fact("exposed", by=seat, cards=t.hands[seat][0], how="dropped", source="camera", confidence=0.8)
    return Expect(
        [rule("exposed_card", "am-20.I", seat, at, ["option"], never=["director"], remedies={"call_card": foes(seat)})]
    )


@case(
    "doubt-renounce",
    "doubt",
    "am-28.a",
    note="the card was not surely read: a question, and the play goes on; confirmed "
    "after the trick was quitted it is a revoke",
    certainty="contract",
    dealer="W",
)
def doubt_renounce(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.renounce(seat, source="camera", confidence=0.6)
    t.round()
    a = t.fact("answered", line=at, by="director")
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["director", "established"],
                at={"director": at, "established": a},
                remedies={"two_tricks": foes(seat)},
            )
        ]
    )


@case(
    "doubt-denied",
    "doubt",
    "am-28.a",
    note="the answer says another card: there was no renounce",
    certainty="contract",
    dealer="W",
)
def doubt_denied(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    good = t.legal(seat)[0]
    wrong = next((c for c in t.off(seat, t.led)), None)
    need(wrong and t.of(seat, t.led))
    at = t.play(good)
    row = t.row(at)
    row |= {"cards": wrong, "confidence": 0.5}
    t.fact("answered", line=at, by="director", to={"fact": "played", "by": seat, "cards": good})
    t.close()
    return Expect(
        [rule("renounce", "am-28", seat, at, ["director"], never=["correctable", "established", "applied"])],
        result=t.result(),
    )


# ------------------------------------------------------------------ persons
@case(
    "reported-director",
    "reported",
    "am-39.c",
    note="a person reports what no sensor saw: a question for the director, who decides",
    certainty="contract",
    dealer="W",
)
def reported(t: Hand) -> Expect:
    t.reach(4)
    at = t.fact("reported", by="N", irregularity="trick_inspected", against="E", trick=2)
    t.fact("ruled", by="director", ruling=1, outcome="no penalty", why="nobody saw it")
    t.close()
    return Expect([rule("trick_inspected", line=at, path=["director"])], result=t.result())


@case(
    "absurd-card-twice",
    "absurd",
    "am-14.II",
    note="the same card is played twice: the record itself is in doubt",
    certainty="contract",
    dealer="W",
)
def card_twice(t: Hand) -> Expect:
    t.reach(3, 1)
    card, seat = t.trick[0][1], t.to_play
    at = t.fact("played", by=seat, cards=card)
    return Expect([rule(None, None, line=at, path=["director"])], allow=[rule(None, None, line=at)], result=None)


@case(
    "absurd-card-of-another",
    "absurd",
    "am-14.II",
    note="he plays a card that another was dealt: the record is in doubt",
    certainty="contract",
    dealer="W",
)
def card_of_another(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = next((c for c in t.of(partner(seat), t.led)), None)
    need(card)
    at = t.fact("played", by=seat, cards=card)
    return Expect([rule(None, None, line=at, path=["director"])], allow=[rule(None, None, line=at)], result=None)


# ------------------------------------------------------------------ taken back and put right
@case(
    "retracted-exposure",
    "correction",
    "am-20.I",
    note="the exposed card is taken back as a mistake: cancelled at that line",
    certainty="contract",
    dealer="W",
)
def retracted(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    card = t.off(seat, t.led)
    need(card and t.of(seat, t.led))
    at = t.fact("exposed", by=seat, cards=card[0], how="dropped")
    r = t.fact("retracted", line=at, by="director", why="it was a reflection")
    t.close()
    return Expect(
        [rule("exposed_card", "am-20.I", seat, at, ["option", "cancelled"], at={"cancelled": r})], result=t.result()
    )


@case(
    "corrected-card",
    "correction",
    "am-28.a",
    note="the card put down was misread: with the right one there is no renounce",
    certainty="contract",
    dealer="W",
)
def corrected_card(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    good = t.legal(seat)[0]
    wrong = next((c for c in t.off(seat, t.led)), None)
    need(wrong and t.of(seat, t.led))
    at = t.play(good)
    row = t.row(at)
    row["cards"] = wrong
    t.round()
    c = t.fact("corrected", line=at, by="director", why="misread", to={"fact": "played", "by": seat, "cards": good})
    t.close()
    return Expect(
        [
            rule(
                "renounce",
                "am-28",
                seat,
                at,
                ["correctable", "established", "cancelled"],
                at={"cancelled": c},
                never=["lapsed", "applied"],
            )
        ],
        result=t.result(),
    )


@case(
    "corrected-into-renounce",
    "correction",
    "am-28.a",
    note="the other way round: the right card shows a revoke, printed at the line of the correction",
    certainty="contract",
    dealer="W",
)
def into_renounce(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    good = t.legal(seat)[0]
    need(t.of(seat, t.led) and t.off(seat, t.led))
    at = t.renounce(seat)
    row = t.row(at)
    wrong, row["cards"] = row["cards"], good
    t.round()
    c = t.fact("corrected", line=at, by="director", why="misread", to={"fact": "played", "by": seat, "cards": wrong})
    return Expect([rule("renounce", "am-28", seat, c, ["established"], trick=4, remedies={"two_tricks": foes(seat)})])


@case(
    "corrected-demand-falls",
    "correction",
    "am-39.b",
    note="a demand on a ruling that falls is cancelled with it, and the card led is no refusal",
    certainty="contract",
    dealer="N",
)
def demand_falls(t: Hand) -> Expect:
    leader = t.reach(3)
    seat = partner(leader)
    card = min(t.hands[seat])
    at = t.play(card, seat, fact="led")
    back = t.withdraw(seat, card)
    t.leader = leader
    suit = t.hands[leader][0][1]
    t.fact("demanded", by={"N": "W", "E": "N", "S": "E", "W": "S"}[leader], remedy="call_suit", suit=suit, ruling=1)
    t.play(t.of(leader, suit)[0])
    t.round()
    t.fact("retracted", line=back, by="director", why="not led, only a hand over the table")
    r = t.fact("retracted", line=at, by="director", why="not led, only a hand over the table")
    t.close()
    return Expect(
        [rule("lead_out_of_turn", "am-24", seat, at, ["option", "applied", "cancelled"], at={"cancelled": r})],
        allow=[
            rule(
                "lead_out_of_turn|exposed_card|played_before_decision|play_out_of_turn|renounce|"
                "mixed_card|wrong_demand|refused_call|omitted_play|cards_played_together",
                path=["cancelled"],
            )
        ],
        result=t.result(),
    )


@case(
    "retracted-claim",
    "correction",
    "am-32.a",
    note="a seat takes its claim back within its five seconds",
    certainty="contract",
    dealer="N",
    known=False,
)
def retracted_claim(t: Hand) -> Expect:
    seat = t.reach(6, 1)
    need(not t.of(seat, t.led) and t.led != t.trump)
    t.play()
    t.round()
    c = t.fact("claimed", by=foes(seat)[0], what="revoke", against=seat, trick=7, source="panel")
    r = t.fact("retracted", line=c, by=foes(seat)[0], why="undone")
    t.close()
    return Expect(
        [rule("renounce", None, line=c, path=["director", "cancelled"], at={"cancelled": r}, never=["established"])],
        result=t.result(),
    )


@case(
    "times-and-sources",
    "regular",
    "am-1",
    note="t, seen, source, evidence and confidence one change nothing",
    certainty="contract",
    dealer="N",
)
def times(t: Hand) -> Expect:
    t.begin()
    t.close()
    for i, row in enumerate(t.lines):
        assert isinstance(row, dict)
        row |= {"t": i * 0.7, "seen": i * 0.7 + 0.1, "source": "camera", "confidence": 1, "evidence": [f"p{i}"]}
    return Expect(result=t.result())


@case(
    "led-is-played",
    "regular",
    "am-1",
    note="led is another word for played, also for the cards that follow",
    certainty="contract",
    dealer="N",
)
def led_is_played(t: Hand) -> Expect:
    t.begin()
    t.close()
    for row in t.lines:
        if isinstance(row, dict) and row["fact"] == "played":
            row["fact"] = "led"
    return Expect(result=t.result())


@case(
    "unknown-fields",
    "regular",
    "am-1",
    note="fields may be added: those of a later version are passed over",
    certainty="contract",
    dealer="N",
    made_by="a later version",
)
def unknown_fields(t: Hand) -> Expect:
    t.begin()
    t.close()
    for row in t.lines:
        assert isinstance(row, dict)
        row["angle"] = 12.5
    return Expect(result=t.result())


@case(
    "unread-exposed",
    "unread",
    "am-20.I",
    note="a card that nobody could read falls on the table and its owner plays another: nothing is ruled on it",
    certainty="contract",
    dealer="S",
)
def unread_exposed(t: Hand) -> Expect:
    seat = t.reach(3, 1)
    at = t.fact("exposed", by=seat, cards="??", how="dropped", maybe=t.hands[seat][:2])
    t.play()
    t.round()
    return Expect(allow=[rule("exposed_card", by=seat, line=at, never=["option"])])
