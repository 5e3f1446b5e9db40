"""Mort: North is Vivant, South is Mort, East and West play against them. No honours; five points a game."""

from __future__ import annotations

from collections.abc import Callable

from tests.rules.casebook.book import CASES, Expect, Script, rule
from tests.rules.casebook.english.table import HARSH, PENALTIES, again, asked, offered
from tests.rules.casebook.hand import Hand, need, partner
from tests.rules.casebook.mort.dummy import FREE, NEW, from_wrong_hand
from tests.rules.casebook.mort.table import begin, mort_end, mort_scored, open_case, reach

OPPONENTS = ["E", "W"]


def mort(
    name: str,
    kind: str,
    rows: str,
    note: str,
    certainty: str = "text",
    hands: dict[str, str] | None = None,
    **more: object,
) -> Callable[[Script], Script]:
    """A case of mort."""
    return open_case("mort", name, kind, rows, note, certainty, hands, **more)


# ------------------------------------------------------------------ the table
FORMS = {
    "mort-four-players": ("mo-1.a", "deal_irregular", "four players: the turn of sitting out was not kept"),
    "mort-highest-sits-out": ("mo-1.b", "cut_irregular", "of four the highest cutter sits out first"),
    "mort-tournee": ("mo-1.c", "score_error", "a tournée is three games, or four with four players"),
    "mort-seats": ("mo-2", "cut_irregular", "Mort sits opposite Vivant, who chose seat and cards"),
    "mort-first-deal": ("mo-3.a", "deal_out_of_turn", "another than Vivant dealt the first hand"),
    "mort-cutting-out": (
        "mo-11",
        "deal_irregular",
        "when the tournée is over one claims a preference: all have equal rights",
    ),
}


def form(name: str, row: str, irregularity: str, note: str) -> None:
    @mort(name, "reported", row, note, "reading", dealer="N")
    def script(t: Hand) -> Expect:
        at = t.fact("reported", by="E", irregularity=irregularity, law=row)
        return Expect(asked(irregularity, row, line=at), result=None)

    assert CASES[name].script is script


for _name, (_row, _irregularity, _note) in FORMS.items():
    form(_name, _row, _irregularity, _note)


@mort(
    "mort-regular",
    "regular",
    "mo-3.a mo-3.b mo-7",
    "Vivant deals, the adversary on Mort's right leads, and the deal goes to the left",
    dealer="N",
)
def regular(t: Hand) -> Expect:
    begin(t)
    assert t.to_play == "E"
    first = mort_end(t)
    t.next_deal()
    begin(t)
    return Expect(result=[first, mort_end(t)])


@mort(
    "mort-wrong-leader",
    "lead_out_of_turn",
    "mo-3.b mo-5.c",
    "the adversary on Mort's left leads first: out of turn, and an adversary is liable as at whist",
    dealer="N",
)
def wrong_leader(t: Hand) -> Expect:
    begin(t)
    at, _ = from_wrong_hand(t, "E")
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "en-62",
                "W",
                at,
                ["option"],
                trick=1,
                remedies=offered(["call_card", "call_suit"], None),
            )
        ]
    )


@mort(
    "mort-misdeal", "counted", "mo-3.c", "the deal is a disadvantage: a misdeal does not lose it", "reading", dealer="N"
)
def misdeal(t: Hand) -> Expect:
    t.prepare()
    t.deal(0, 20)
    at = t.fact("counted", by="N", what="pack")
    return Expect(
        [rule("counted_by_dealer", "mo-3.c", "N", at, ["compulsory"], remedies=NEW, not_remedies=["deal_lost"])],
        result=again("N"),
    )


# ------------------------------------------------------------------ 4: revokes
@mort("mort-revoke-free", "dummy_revoke", "mo-4.a", "Mort revokes: he is liable to nothing", dealer="W")
def mort_revokes(t: Hand) -> Expect:
    seat = reach(t, 2, 2)
    need(seat == "S")
    at = t.renounce("S")
    t.round()
    t.play_out()
    t.fact("claimed", by="E", what="revoke", against="S", trick=3)
    t.fact("demanded", by="E", remedy="three_tricks")
    t.cut_next()
    return Expect(
        [rule("renounce", "mo-4.a", "S", at, never=["established", "applied"], not_remedies=HARSH)],
        allow=[rule("wrong_demand|revoke_unproved", by="E")],
        result=mort_scored(t),
    )


def revoked(t: Hand, seats: str, trick: int = 3) -> tuple[str, int]:
    """One of ``seats`` revokes. Returns who and the line."""
    t.rounds(trick - t.number)
    t.play()
    while t.to_play not in seats or not (t.of(t.to_play, t.led) and t.off(t.to_play, t.led)):
        need(len(t.trick) < 3)
        t.play()
    seat = t.to_play
    at = t.renounce(seat)
    t.follow()
    t.quit()
    return seat, at


def charge(t: Hand, seat: str, trick: int, penalty: str) -> int:
    """Claimed and demanded by Vivant, or against him by East."""
    foe = "N" if seat in "EW" else "E"
    t.fact("claimed", by=foe, what="revoke", against=seat, trick=trick)
    return t.fact("demanded", by=foe, remedy=penalty, ruling={"irregularity": "renounce", "by": seat, "trick": trick})


@mort("mort-three-tricks", "revoke_claimed", "mo-4.b mo-5.c", "an adversary revokes: three of his tricks", dealer="W")
def three_tricks(t: Hand) -> Expect:
    begin(t)
    seat, at = revoked(t, "EW")
    t.play_out()
    d = charge(t, seat, 3, "three_tricks")
    t.cut_next()
    need(t.taken["EW"] >= 5 and t.taken["NS"] < 8)
    return Expect(
        [
            rule(
                "renounce",
                "mo-4.b",
                seat,
                at,
                ["correctable", "established", "applied"],
                at={"applied": d},
                remedies=offered(PENALTIES, None),
            )
        ],
        result=mort_scored(t, [("EW", "three_tricks")]),
    )


@mort(
    "mort-vivant-deducted",
    "revoke_claimed",
    "mo-4.b",
    "Vivant revokes: three points are taken from his side's score",
    dealer="W",
    score={"game": {"NS": 4, "EW": 1}},
)
def vivant_deducted(t: Hand) -> Expect:
    begin(t)
    seat, at = revoked(t, "N")
    t.play_out()
    d = charge(t, seat, 3, "deduct_three")
    t.cut_next()
    need(7 <= t.taken["EW"] <= 9)
    return Expect(
        [
            rule(
                "renounce",
                "mo-4.b",
                seat,
                at,
                ["correctable", "established", "applied"],
                at={"applied": d},
                remedies=offered(PENALTIES, OPPONENTS),
            )
        ],
        result=mort_scored(t, [("NS", "deduct_three")]),
    )


@mort(
    "mort-penalties-differ",
    "revoke_claimed",
    "mo-4.c",
    "two revokes of one side: three points from their score for the one, three tricks for the other",
    dealer="N",
    score={"game": {"NS": 1, "EW": 3}},
)
def penalties_differ(t: Hand) -> Expect:
    begin(t)
    one, at = revoked(t, "EW", 2)
    number = 4
    two, also = revoked(t, "EW", number)
    t.play_out()
    first = charge(t, one, 2, "deduct_three")
    second = charge(t, two, number, "three_tricks")
    t.cut_next()
    need(t.taken["EW"] in (6, 7, 8))
    return Expect(
        [
            rule("renounce", "mo-4.b|mo-4.c", one, at, ["established", "applied"], trick=2, at={"applied": first}),
            rule(
                "renounce", "mo-4.b|mo-4.c", two, also, ["established", "applied"], trick=number, at={"applied": second}
            ),
        ],
        result=mort_scored(t, [("EW", "deduct_three"), ("EW", "three_tricks")]),
    )


@mort(
    "mort-not-split",
    "revoke_claimed",
    "mo-4.c",
    "one revoke, two penalties demanded: only the first",
    dealer="N",
    score={"game": {"NS": 0, "EW": 3}},
)
def not_split(t: Hand) -> Expect:
    begin(t)
    seat, at = revoked(t, "EW")
    t.play_out()
    d = charge(t, seat, 3, "deduct_three")
    t.fact("demanded", by="N", remedy="add_three", ruling={"irregularity": "renounce", "by": seat, "trick": 3})
    t.cut_next()
    need(t.taken["NS"] in (7, 8))
    return Expect(
        [rule("renounce", "mo-4.b|mo-4.c", seat, at, ["established", "applied"], at={"applied": d})],
        allow=[rule("wrong_demand", by="N")],
        result=mort_scored(t, [("EW", "deduct_three")]),
    )


@mort(
    "mort-one-trick-left",
    "revoke_claimed",
    "mo-4.d mo-9.c",
    "the revoker has made three tricks or fewer: one is left to him, so that no slam comes of it",
    dealer="N",
)
def one_trick_left(t: Hand) -> Expect:
    begin(t)
    seat, at = revoked(t, "EW")
    t.play_out()
    d = charge(t, seat, 3, "three_tricks")
    t.cut_next()
    need(1 <= t.taken["EW"] <= 3)
    return Expect(
        [rule("renounce", "mo-4.b|mo-4.d", seat, at, ["established", "applied"], at={"applied": d})],
        result=mort_scored(t, [("EW", "three_tricks")]),
    )


# ------------------------------------------------------------------ 5: cards played in error
@mort("mort-vivant-drops", "exposed", "mo-5.a", "Vivant drops cards face up: he is not liable", dealer="E")
def vivant_drops(t: Hand) -> Expect:
    reach(t, 3)
    t.fact("exposed", by="N", cards=" ".join(t.hands["N"][:3]), how="dropped")
    t.play()
    return Expect(allow=FREE, result=mort_end(t))


@mort("mort-adversary-drops", "exposed", "mo-5.c mo-5.a", "an adversary does: liable to be called", dealer="E")
def adversary_drops(t: Hand) -> Expect:
    reach(t, 3)
    at = t.fact("exposed", by="W", cards=t.hands["W"][0], how="dropped")
    return Expect([rule("exposed_card", "en-56", "W", at, ["option"], remedies=offered(["call_card"], None))])


@mort(
    "mort-two-cards",
    "two_cards",
    "mo-5.b",
    "Vivant plays two cards at once: the adversaries choose which is played; the other is not liable",
    dealer="E",
)
def two_cards(t: Hand) -> Expect:
    seat = reach(t, 3, 1)
    need(seat == "N" and len(t.of("N", t.led)) > 1)
    first, second = t.of("N", t.led)[:2]
    at = t.fact("played", by="N", cards=f"{first} {second}")
    d = t.fact("demanded", by="W", remedy="choose_card", card=second, ruling=1)
    t.hands["N"].remove(second)
    t.trick.append(("N", second))
    t.fact("withdrew", by="N", cards=first)
    t.follow()
    t.quit()
    return Expect(
        [
            rule(
                "cards_played_together",
                "mo-5.b",
                "N",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=offered(["choose_card"], OPPONENTS),
                not_remedies=["call_card"],
            )
        ],
        result=mort_end(t),
    )


@mort(
    "mort-two-cards-of-mort",
    "two_cards",
    "mo-5.b mo-4.a",
    "two cards of Mort: the same choice, and no more",
    dealer="E",
)
def two_of_mort(t: Hand) -> Expect:
    seat = reach(t, 3, 2)
    need(seat == "S" and len(t.of("S", t.led)) > 1)
    at = t.fact("played", by="S", cards=" ".join(t.of("S", t.led)[:2]))
    return Expect(
        [
            rule(
                "cards_played_together",
                "mo-5.b",
                "S",
                at,
                ["option"],
                remedies=offered(["choose_card"], OPPONENTS),
                not_remedies=["call_card"],
            )
        ]
    )


# ------------------------------------------------------------------ 6: leads
LET = ["accept_lead", "lead_back"]


def wrong_lead(t: Hand) -> tuple[str, int, str]:
    """Vivant or Mort leads for the other. Returns the right leader, the line, the card."""
    leader = reach(t, 2)
    need(leader in "NS")
    at, card = from_wrong_hand(t, leader)
    return leader, at, card


@mort(
    "mort-lead-back",
    "lead_out_of_turn",
    "mo-6.a",
    "Vivant leads when Mort should: the adversaries have the lead taken back",
    dealer="E",
)
def lead_back(t: Hand) -> Expect:
    leader, at, card = wrong_lead(t)
    d = t.fact("demanded", by="W", remedy="lead_back", ruling=1)
    t.withdraw(partner(leader), card)
    t.leader = leader
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "mo-6.a",
                "N|S",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=offered(LET, OPPONENTS),
                not_remedies=["call_suit", "call_card"],
            )
        ],
        result=mort_end(t),
    )


@mort("mort-lead-stands", "lead_out_of_turn", "mo-6.a", "they let it stand", dealer="E")
def lead_stands(t: Hand) -> Expect:
    _, at, _ = wrong_lead(t)
    d = t.fact("demanded", by="E", remedy="accept_lead", ruling=1)
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "mo-6.a",
                "N|S",
                at,
                ["option", "applied"],
                at={"applied": d},
                remedies=offered(LET, OPPONENTS),
                not_remedies=["call_suit", "call_card"],
            )
        ],
        result=mort_end(t),
    )


@mort(
    "mort-lead-of-neither",
    "lead_out_of_turn",
    "mo-6.b",
    "it was the turn of neither, but an adversary's: no penalty",
    "reading",
    dealer="E",
)
def lead_of_neither(t: Hand) -> Expect:
    leader = reach(t, 2)
    need(leader == "W")
    card = t.rng.choice(sorted(t.hands["N"]))
    at = t.play(card, "N", fact="led")
    t.withdraw("N", card)
    t.leader = leader
    return Expect(
        [
            rule(
                "lead_out_of_turn",
                "mo-6.b",
                "N",
                at,
                never=["applied"],
                not_remedies=["call_suit", "call_card", "three_tricks"],
            )
        ],
        result=mort_end(t),
    )


@mort("mort-lead-all-played", "lead_out_of_turn", "mo-6.c", "all have played to it: it cannot be put right", dealer="E")
def lead_all_played(t: Hand) -> Expect:
    _, at, _ = wrong_lead(t)
    t.follow()
    t.quit()
    return Expect(
        [rule("lead_out_of_turn", "mo-6.c", "N|S", at, ["option", "cancelled"], never=["applied"])],
        result=mort_end(t),
    )


@mort("mort-gathered", "regular", "mo-7", "who gathers the tricks is nobody's affair", "contract", dealer="S")
def gathered(t: Hand) -> Expect:
    begin(t)
    result = mort_end(t)
    for i, row in enumerate(x for x in t.lines if isinstance(x, dict) and x["fact"] == "quitted"):
        row["by"] = "NEW"[i % 3]
    return Expect(result=result)
