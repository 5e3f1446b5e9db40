"""Dummy and double dummy: the laws of whist, but for the open hands."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, rule
from tests.rules.casebook.english.table import HARSH, PENALTIES, again, asked, ended, offered, scored, three
from tests.rules.casebook.hand import Hand, need, partner
from tests.rules.casebook.mort.table import begin, open_case, quiet, reach

NEW: dict[str, object] = {"new_deal": None}
FREE = [
    rule(
        "renounce|exposed_card|rest_claimed|cards_played_together",
        by="N|S",
        not_remedies=HARSH,
        never=["established", "applied"],
    )
]
"""What may be said of the open hand and its partner, so long as nothing follows."""


# ------------------------------------------------------------------ dummy
@open_case(
    "dummy",
    "dummy-regular",
    "regular",
    "du-0",
    "dummy's hand lies open and is played by his partner; scored as whist, honours too",
    dealer="S",
)
def regular(t: Hand) -> Expect:
    begin(t)
    return Expect(result=ended(t))


@open_case(
    "dummy",
    "dummy-adversary-exposes",
    "exposed",
    "du-0 du-III.a",
    "an adversary drops a card: liable as in whist",
    dealer="S",
)
def adversary_exposes(t: Hand) -> Expect:
    reach(t, 2, 0)
    at = t.fact("exposed", by="E", cards=t.hands["E"][0], how="dropped")
    return Expect([rule("exposed_card", "en-56", "E", at, ["option"], remedies=offered(["call_card"], None))])


@open_case(
    "dummy",
    "dummy-adversary-revokes",
    "revoke_claimed",
    "du-0 du-II",
    "an adversary revokes: three tricks, as in whist",
    dealer="S",
)
def adversary_revokes(t: Hand) -> Expect:
    seat = reach(t, 2, 1)
    need(seat in "EW")
    at = t.renounce(seat)
    t.round()
    t.play_out()
    t.fact("claimed", by="N", what="revoke", against=seat, trick=3)
    d = t.fact("demanded", by="N", remedy="three_tricks", ruling=1)
    t.cut_next()
    need(t.taken["EW"] >= 3)
    return Expect(
        [
            rule(
                "renounce",
                "en-71|en-72",
                seat,
                at,
                ["correctable", "established", "applied"],
                at={"applied": d},
                remedies=offered(PENALTIES, None),
            )
        ],
        result=scored(t, charged=[("EW", "three_tricks")]),
    )


@open_case(
    "dummy",
    "dummy-first-dealer",
    "reported",
    "du-I",
    "another than dummy deals at the start of the rubber: reported",
    "reading",
    dealer="N",
)
def first_dealer(t: Hand) -> Expect:
    at = t.fact("reported", by="E", irregularity="deal_out_of_turn", against="N", law="du-I")
    return Expect(asked("deal_out_of_turn", "du-I", line=at), result=None)


@open_case(
    "dummy",
    "dummy-next-rubber",
    "rubber",
    "du-I",
    "a rubber is over: dummy deals the first hand of the next",
    "reading",
    dealer="S",
    score={"game": {"NS": 4, "EW": 3}},
)
def next_rubber(t: Hand) -> Expect:
    results: list[object] = []
    games: list[str] = []
    while True:
        begin(t)
        result = quiet(t)
        results.append(result)
        won = result.pop("won", None)
        if isinstance(won, list):
            games.append(won[0]["side"])
            result.pop("game")
        if games and games.count(games[-1]) == 2:
            break
        need(len(results) < 4)
        t.next_deal()
    need(t.dealer != "E")
    assert isinstance(results[-1], dict)
    results[-1]["next_dealer"] = "S"
    t.next_deal("S")
    begin(t)
    return Expect(result=[*results, quiet(t)])


@open_case(
    "dummy",
    "dummy-revoke-stands",
    "dummy_revoke",
    "du-II",
    "dummy's revoke is not seen until the trick is quitted: it stands, and nothing is paid",
    dealer="E",
)
def revoke_stands(t: Hand) -> Expect:
    seat = reach(t, 3, 1)
    while seat != "S":
        need(len(t.trick) < 4)
        t.play()
        seat = t.to_play
    need(0 < len(t.trick) < 4)
    at = t.renounce("S")
    t.follow()
    t.quit()
    t.play_out()
    t.fact("claimed", by="E", what="revoke", against="S", trick=4)
    t.fact("demanded", by="E", remedy="three_tricks")
    t.cut_next()
    return Expect(
        [rule("renounce", "du-II", "S", at, ["correctable"], never=["established", "applied"], not_remedies=HARSH)],
        allow=[rule("wrong_demand|revoke_unproved", by="E")],
        result=scored(t),
    )


@open_case(
    "dummy",
    "dummy-revoke-put-right",
    "dummy_revoke",
    "du-II",
    "seen in time it is put right, and no card of dummy can be called",
    dealer="E",
)
def revoke_put_right(t: Hand) -> Expect:
    seat = reach(t, 3, 2)
    need(seat == "S")
    at = t.renounce("S")
    card = t.last_card()
    t.withdraw("S", card)
    t.play(t.of("S", t.led)[0])
    return Expect(
        [rule("renounce", "du-II", "S", at, ["correctable"], never=["established", "applied"], not_remedies=HARSH)],
        result=quiet(t),
    )


@open_case(
    "dummy",
    "dummy-partner-revokes",
    "revoke",
    "du-II du-III.a",
    "dummy's partner revokes with his own hand: he may profit by that, so it is a revoke",
    dealer="E",
)
def partner_revokes(t: Hand) -> Expect:
    seat = reach(t, 3, 1)
    need(seat == "N")
    at = t.renounce("N")
    late = t.round()
    return Expect(
        [
            rule(
                "renounce",
                "en-71",
                "N",
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=three("N"),
            )
        ]
    )


@open_case(
    "dummy",
    "dummy-partner-exposes",
    "exposed",
    "du-III.a",
    "dummy's partner drops cards and shows others: he cannot gain by it and pays nothing",
    dealer="W",
)
def partner_exposes(t: Hand) -> Expect:
    reach(t, 3, 0)
    t.fact("exposed", by="N", cards=" ".join(t.hands["N"][:2]), how="dropped")
    t.fact("exposed", by="N", cards=t.hands["N"][2], how="detached")
    t.play()
    return Expect(allow=FREE, result=quiet(t))


@open_case(
    "dummy",
    "dummy-partner-declares",
    "rest_claimed",
    "du-III.a",
    "he declares that he has the game, and shows his hand: nothing",
    dealer="W",
)
def partner_declares(t: Hand) -> Expect:
    reach(t, 6, 0)
    t.fact("said", by="N", what="we_have_game")
    t.fact("threw_in", by="N")
    return Expect(allow=FREE, result=quiet(t))


def from_wrong_hand(t: Hand, leader: str) -> tuple[int, str]:
    """The other of the two hands leads. Returns the line and the card."""
    seat = partner(leader)
    card = t.rng.choice(sorted(t.hands[seat]))
    return t.play(card, seat, fact="led"), card


@open_case(
    "dummy",
    "dummy-wrong-hand",
    "lead_out_of_turn",
    "du-III.b",
    "he leads from dummy when his own hand should: a suit is called from the hand that should lead, no card",
    dealer="W",
)
def wrong_hand(t: Hand) -> Expect:
    leader = reach(t, 3, 0)
    need(leader == "N")
    at, card = from_wrong_hand(t, "N")
    t.withdraw("S", card)
    t.leader = "N"
    suit = t.rng.choice(sorted({c[1] for c in t.hands["N"]}))
    t.fact("demanded", by="E", remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of("N", suit)[0])
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "du-III.b",
                "N|S",
                at,
                ["option", "applied"],
                at={"applied": done},
                remedies=offered(["call_suit"], ["E", "W"]),
                not_remedies=["call_card"],
            )
        ],
        result=quiet(t),
    )


@open_case(
    "dummy",
    "dummy-wrong-hand-own",
    "lead_out_of_turn",
    "du-III.b",
    "he leads from his own hand when dummy should; nobody asks before the right lead: it is over",
    dealer="N",
)
def wrong_hand_own(t: Hand) -> Expect:
    leader = reach(t, 3, 0)
    need(leader == "S")
    at, card = from_wrong_hand(t, "S")
    t.withdraw("N", card)
    t.leader = "S"
    gone = t.play()
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "du-III.b",
                "N",
                at,
                ["option", "lapsed"],
                at={"lapsed": gone},
                remedies=offered(["call_suit"], ["E", "W"]),
                not_remedies=["call_card"],
            )
        ],
        result=quiet(t),
    )


@open_case(
    "dummy",
    "dummy-adversary-leads",
    "lead_out_of_turn",
    "du-0",
    "an adversary leads out of turn: card or suit, as in whist",
    dealer="N",
)
def adversary_leads(t: Hand) -> Expect:
    leader = reach(t, 3, 0)
    need(leader in "EW")
    at, _ = from_wrong_hand(t, leader)
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                partner(leader),
                at,
                ["option"],
                remedies=offered(["call_card", "call_suit"], None),
            )
        ]
    )


@open_case("dummy", "dummy-misdeal", "counted", "du-0", "a misdeal loses the deal, as in whist", dealer="W")
def misdeal(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 26)
    at = t.fact("counted", by="W", what="pack")
    return Expect(
        [
            rule(
                "counted_by_dealer",
                "en-44.V",
                "W",
                at,
                ["compulsory"],
                remedies={"deal_lost": None},
                not_remedies=["new_deal"],
            )
        ],
        result=again("N"),
    )


# ------------------------------------------------------------------ double dummy
@open_case(
    "double-dummy",
    "double-dummy-regular",
    "regular",
    "dd-0",
    "two hands lie open, each played by the player opposite",
    dealer="S",
)
def double_regular(t: Hand) -> Expect:
    begin(t)
    return Expect(result=ended(t))


@open_case(
    "double-dummy",
    "double-dummy-revoke-free",
    "dummy_revoke",
    "dd-0 du-II",
    "the revoke of either dummy is free: here the other side's",
    dealer="S",
)
def double_revoke(t: Hand) -> Expect:
    seat = reach(t, 2, 1)
    need(seat == "W")
    at = t.renounce("W")
    t.round()
    return Expect(
        [rule("renounce", "du-II", "W", at, ["correctable"], never=["established", "applied"], not_remedies=HARSH)],
        result=quiet(t),
    )


@open_case("double-dummy", "double-dummy-player-revokes", "revoke", "dd-0", "a player's own revoke is not", dealer="S")
def double_player(t: Hand) -> Expect:
    seat = reach(t, 2, 1)
    need(seat == "E")
    at = t.renounce("E")
    late = t.round()
    return Expect(
        [
            rule(
                "renounce",
                "en-71",
                "E",
                at,
                ["correctable", "established"],
                at={"established": late},
                remedies=offered(PENALTIES, None),
            )
        ]
    )


@open_case(
    "double-dummy",
    "double-dummy-wrong-hand",
    "lead_out_of_turn",
    "dd-0 du-III.b",
    "East leads from his dummy when his own hand should",
    dealer="S",
)
def double_wrong_hand(t: Hand) -> Expect:
    leader = reach(t, 2, 0)
    need(leader == "E")
    at, _ = from_wrong_hand(t, "E")
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "du-III.b",
                "E|W",
                at,
                ["option"],
                remedies=offered(["call_suit"], None),
                not_remedies=["call_card"],
            )
        ]
    )


@open_case(
    "double-dummy",
    "double-dummy-misdeal",
    "counted",
    "dd-1",
    "the dealer counts the pack: there is no misdeal, he deals again",
    dealer="N",
)
def double_misdeal(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 26)
    at = t.fact("counted", by="N", what="pack")
    t.next_deal("N")
    begin(t)
    return Expect(
        [rule("counted_by_dealer", "dd-1", "N", at, ["compulsory"], remedies=NEW, not_remedies=["deal_lost"])],
        result=[again("N"), quiet(t)],
    )


@open_case(
    "double-dummy",
    "double-dummy-misplaced",
    "misplaced",
    "dd-1",
    "two cards to one hand and then a third: no deal is lost",
    dealer="N",
)
def double_misplaced(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 13)
    t.fact("dealt", to=t.target(12), cards=t.order[t.target(13)][3])
    at = t.fact("dealt", to=t.target(14), cards=t.order[t.target(14)][3])
    return Expect(
        [
            rule(
                "misplaced_card|deal_irregular",
                "dd-1",
                "N",
                path=["compulsory"],
                at={"compulsory": at},
                remedies=NEW,
                not_remedies=["deal_lost"],
            )
        ],
        result=again("N"),
    )
