"""Views made by hand: every state that the pages must be able to show."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.cards import PACK, Card, arranged
from controller.table.views import (
    ActView,
    ChoiceView,
    DirectorView,
    FactView,
    LawView,
    PlayView,
    QuestionView,
    ResultView,
    RulingView,
    SeatView,
    ShoeDeskView,
    ShoeView,
    TableView,
    TrickView,
)

SEATS = ("N", "E", "S", "W")
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}

LAW_24 = LawView(
    "am-24.a",
    "Leading out of turn",
    "If a player leads out of turn, a suit may be called from him or from his partner, the first time it is the turn "
    "of either of them to lead.",
)
LAW_24_D = LawView(
    "am-24.d",
    "Leading out of turn",
    "When not all have played to the false lead, its cards go back and are not callable.",
)
LAW_20 = LawView(
    "am-20.I",
    "Cards liable to be called",
    "A card placed upon the table face up, otherwise than in the regular course "
    "of play, may be called by either adversary until it is played.",
)
LAW_28 = LawView(
    "am-28.a",
    "The revoke",
    "A renounce in error that is not corrected in time is a revoke: not following suit while "
    "holding a card of the suit led.",
)
LAW_30 = LawView("am-30.a", "The penalty for a revoke", "The adversaries take two tricks for each revoke.")


def cards(text: str) -> tuple[Card, ...]:
    """Cards written apart by spaces."""
    return tuple(Card(c) for c in text.split())


def trick(number: int, leader: str, text: str, **more: object) -> TrickView:
    """A trick from ``leader`` on, clockwise."""
    start = SEATS.index(leader)
    plays = tuple(PlayView(SEATS[(start + i) % 4], card) for i, card in enumerate(cards(text)))
    return replace(TrickView(number, plays, leader), **more)  # type: ignore[arg-type]


def table(**changes: object) -> TableView:
    """A hand in play, seventh trick, West to play."""
    view = TableView(
        game="whist",
        laws="american-1893",
        seats=SEATS,
        sides=("NS", "EW"),
        names=(("N", "Ada"), ("E", "Benjamin"), ("S", "Cavendish"), ("W", "Dorothea")),
        hand=3,
        phase="play",
        dealer="E",
        pone="N",
        to_play="W",
        trump="H",
        turn_up=None,
        turn_up_on_table=False,
        trick=trick(7, "N", "KD 7D TD"),
        counts=(("N", 6), ("E", 6), ("S", 6), ("W", 7)),
        open_cards=(),
        won=(("NS", 4), ("EW", 2)),
        score=(("NS", 5), ("EW", 2)),
        rulings=(),
        questions=(),
        result=None,
        last_trick=None,
        commitment="K7QM-2F9X",
        disclosure="on_claim",
        looked=False,
        waiting_for=None,
        demo=True,
    )
    return replace(view, **changes)  # type: ignore[arg-type]


def lead_out_of_turn(*, open_: bool = True) -> RulingView:
    """West led, the lead was South's."""
    return RulingView(
        number=2,
        irregularity="lead_out_of_turn",
        sentence="West led the seven of clubs, but the lead was South’s.",
        law=(LAW_24, LAW_24_D),
        by="W",
        trick=5,
        cards=cards("7C"),
        status="option" if open_ else "applied",
        open=open_,
        choices=(
            ChoiceView("call_suit", "call a suit from West or East when either first has the lead", ("N",), "suit"),
        )
        if open_
        else (),
        outcome=None if open_ else "North called hearts from East.",
        line=41,
    )


def exposed(*, open_: bool = True) -> RulingView:
    """East dropped a card."""
    return RulingView(
        1,
        "exposed_card",
        "East dropped the nine of spades face up.",
        (LAW_20,),
        "E",
        2,
        cards("9S"),
        "option" if open_ else "applied",
        open_,
        choices=(ChoiceView("call_card", "call the nine of spades", ("N", "S"), "card", cards("9S")),) if open_ else (),
        outcome=None if open_ else "South called it; it was played to trick 4.",
        line=30,
    )


def renounce(*, claimed: bool = True) -> RulingView:
    """East renounced; claimed, to be examined after play."""
    return RulingView(
        3,
        "renounce",
        "South claims that East revoked in trick 3. It will be examined when the hand has been played.",
        (LAW_28,),
        "E",
        3,
        cards("TD"),
        "director",
        True,
        claimed=claimed,
        line=52,
    )


def established() -> RulingView:
    """The revoke is proved; two tricks may be demanded."""
    return RulingView(
        3,
        "renounce",
        "East revoked in trick 3: he put the ten of diamonds on a club lead and held two clubs.",
        (LAW_30, LAW_28),
        "E",
        3,
        cards("TD"),
        "established",
        True,
        choices=(ChoiceView("two_tricks", "take two tricks", ("N", "S")),),
        line=80,
    )


def claims(seat: str) -> tuple[ActView, ...]:
    """What a seat may always press."""
    tricks = (1, 2, 3, 4, 5, 6, 7)
    revoke = (("fact", "claimed"), ("by", seat), ("what", "revoke"))
    revokes = [
        ActView(f"Claim: {NAMES[a]} revoked", (*revoke, ("against", a)), tricks=tricks)
        for a in ("EW" if seat in "NS" else "NS")
    ]
    return (*revokes, ActView("The rest are ours", (("fact", "claimed"), ("by", seat), ("what", "rest"))))


def seats(view: TableView, extra: dict[str, tuple[ActView, ...]] | None = None, **undo: str) -> tuple[SeatView, ...]:
    """All four seats of a table."""
    extra = extra or {}
    return tuple(SeatView(s, view, (*extra.get(s, ()), *claims(s)), undo.get(s)) for s in SEATS)


def call_suits(seat: str, ruling: int) -> tuple[ActView, ...]:
    """Four suits to call, and to waive."""
    demand = (("fact", "demanded"), ("by", seat), ("remedy", "call_suit"), ("ruling", ruling))
    calls = [ActView(f"Call {name}", (*demand, ("suit", s)), ruling) for s, name in SUITS.items()]
    return (*calls, ActView("Call nothing", (("fact", "waived"), ("by", seat), ("ruling", ruling)), ruling))


def call_card(seat: str, ruling: int, card: str) -> tuple[ActView, ...]:
    """A card to call."""
    demand = (("fact", "demanded"), ("by", seat), ("remedy", "call_card"), ("ruling", ruling), ("card", card))
    return (ActView("Call it", demand, ruling),)


def two_tricks(seat: str, ruling: int) -> tuple[ActView, ...]:
    """The penalty of a revoke."""
    demand = (("fact", "demanded"), ("by", seat), ("remedy", "two_tricks"), ("ruling", ruling))
    return (
        ActView("Take two tricks", demand, ruling),
        ActView("Let it be", (("fact", "waived"), ("by", seat), ("ruling", ruling)), ruling),
    )


def question() -> QuestionView:
    """A doubtful reading."""
    return QuestionView(
        1,
        "Did East play the seven of diamonds or the seven of hearts?",
        "E",
        cards("7D 7H"),
        (("N", Card("7D")),),
        44,
        (("fact", "played"), ("by", "E"), ("cards", "??")),
    )


def answers(seat: str) -> tuple[ActView, ...]:
    """Two candidates."""
    return tuple(
        ActView(
            name,
            (
                ("fact", "answered"),
                ("by", seat),
                ("question", 1),
                ("to", (("fact", "played"), ("by", "E"), ("cards", card))),
            ),
            question=1,
        )
        for card, name in (("7D", "The seven of diamonds"), ("7H", "The seven of hearts"))
    )


MACHINE = ShoeDeskView(
    ("deal_uncut", "clear", "pause", "report"), 41, "0123456789abcdef", 7, 3, (("crc_errors", 0), ("resends", 2))
)
RESULT = ResultView(
    3, False, False, (("NS", 8), ("EW", 5)), (("NS", 2), ("EW", 0)), (("NS", 7), ("EW", 2)), (("NS", 5),), "S"
)


def fresh(shoe: ShoeView, **changes: object) -> TableView:
    """A table before its first card, with a shoe."""
    view = table(
        phase="cut", hand=1, dealer="N", pone="W", trick=None, to_play=None, trump=None, rulings=(), commitment=None,
        won=(("NS", 0), ("EW", 0)), score=(("NS", 0), ("EW", 0)), counts=tuple((s, 0) for s in SEATS), shoe=shoe,
    )  # fmt: skip
    return replace(view, **changes)  # type: ignore[arg-type]


def shoes() -> dict[str, TableView]:
    """The table in every state of the shoe."""
    reading = ShoeView("reading", "The shoe reads the pack.", 31, 52)
    ready = ShoeView("ready", "Ready: North may deal.", deal=("N",))
    cut = ShoeView("cut", "West cuts to North.", dealer="N", cut="W", least=4, most=48, commitment="K7QM-2F9X")
    jam = ShoeView(
        "jammed", "A card is jammed in the shoe.", 17, 52, dealer="N", place="exit", alarm=True,
        detail="A card did not reach its pocket.",
    )  # fmt: skip
    lost = ShoeView(
        "link lost", "The shoe cannot be reached. The deal waits for it.", 17, 52, dealer="N", alarm=True,
        detail="The cable is out.",
    )  # fmt: skip
    refused = ShoeView(
        "refused",
        "The pack is refused: 7♦ missing, 8♣ twice. Mend it and load it again.",
        alarm=True,
        missing=cards("7D"),
        double=cards("8C"),
    )
    dealing = ShoeView("dealing", "The shoe deals.", 17, 52, dealer="N")
    in_deal = {
        "phase": "deal", "commitment": "K7QM-2F9X", "counts": (("N", 4), ("E", 5), ("S", 4), ("W", 4)),
    }  # fmt: skip
    return {
        "shoe-empty": fresh(ShoeView("no pack", "Put a pack into the shoe.")),
        "shoe-reading": fresh(reading),
        "shoe-refused": fresh(refused),
        "shoe-occupied": fresh(ShoeView("occupied", "Take up the cards that lie in the shoe: North, East.")),
        "shoe-ready": fresh(ready),
        "shoe-cut": fresh(cut),
        "shoe-asked": fresh(replace(cut, words="West, the pack waits for your cut.")),
        "shoe-cut-south": fresh(
            replace(cut, words="South cuts to West.", cut="S", dealer="W"), dealer="W", pone="S"
        ),
        "shoe-sealing": fresh(ShoeView("sealing", "The cut is being recorded.", dealer="N")),
        "shoe-dealing": fresh(dealing, **in_deal),
        "shoe-jammed": fresh(jam, **in_deal),
        "shoe-lost": fresh(lost, **in_deal),
        "shoe-next": table(shoe=replace(reading, words="The shoe reads the next pack.")),
        "shoe-next-jammed": table(shoe=replace(jam, done=0, of=0, dealer=None, place="hopper")),
        "shoe-over": table(
            phase="closed", to_play=None, trick=None, result=RESULT, counts=tuple((s, 0) for s in SEATS),
            shoe=replace(ready, words="Ready: South may deal.", deal=("S",)),
        ),
    }  # fmt: skip


def states() -> dict[str, tuple[TableView, tuple[SeatView, ...]]]:
    """Named states: the table and its seats."""
    deal = table(
        phase="deal",
        hand=1,
        trick=None,
        to_play=None,
        trump=None,
        rulings=(),
        won=(("NS", 0), ("EW", 0)),
        score=(("NS", 0), ("EW", 0)),
        counts=(("N", 7), ("E", 6), ("S", 7), ("W", 7)),
    )
    turned = table(
        hand=1,
        trick=None,
        to_play="S",
        trump="H",
        turn_up=Card("QH"),
        turn_up_on_table=True,
        won=(("NS", 0), ("EW", 0)),
        score=(("NS", 0), ("EW", 0)),
        counts=tuple((s, 13) for s in SEATS),
    )
    mid = table()
    won = table(
        trick=trick(7, "N", "KD 7D TD AD", complete=True, winner="W"), to_play="W", counts=tuple((s, 6) for s in SEATS)
    )
    lead = table(
        trick=trick(5, "W", "7C"),
        to_play="S",
        rulings=(exposed(open_=False), lead_out_of_turn()),
        won=(("NS", 2), ("EW", 2)),
        counts=(("N", 9), ("E", 9), ("S", 9), ("W", 8)),
    )
    opened = table(
        rulings=(exposed(), lead_out_of_turn(open_=False)),
        open_cards=(("E", cards("9S")),),
        to_play="W",
    )
    claimed = table(rulings=(exposed(open_=False), lead_out_of_turn(open_=False), renounce()))
    proved = table(
        phase="over",
        to_play=None,
        trick=None,
        rulings=(exposed(open_=False), lead_out_of_turn(open_=False), established()),
        won=(("NS", 6), ("EW", 7)),
        counts=tuple((s, 0) for s in SEATS),
    )
    unread = trick(7, "N", "KD ?? TD")
    doubt = table(
        trick=replace(unread, plays=(unread.plays[0], replace(unread.plays[1], doubtful=True), unread.plays[2])),
        questions=(question(),),
        rulings=(lead_out_of_turn(open_=False),),
    )
    result = table(
        phase="closed",
        to_play=None,
        trick=None,
        result=RESULT,
        counts=tuple((s, 0) for s in SEATS),
        won=(("NS", 8), ("EW", 5)),
        score=(("NS", 7), ("EW", 2)),
        rulings=(exposed(open_=False), lead_out_of_turn(open_=False)),
    )
    many = table(
        trick=trick(5, "W", "7C"),
        to_play="S",
        rulings=(exposed(), lead_out_of_turn(), renounce()),
        looked=True,
        open_cards=(("E", cards("9S 4H")), ("W", cards("7C KS 2D"))),
        waiting_for="The camera has been silent for 4 seconds.",
        last_trick=trick(4, "N", "2S 9S AS 3S", complete=True, quitted=True, winner="S"),
    )
    return {
        "deal": (deal, seats(deal)),
        "turned": (turned, seats(turned)),
        "mid": (mid, seats(mid, S="Claimed: East revoked")),
        "won": (won, seats(won)),
        "lead": (lead, seats(lead, {"N": call_suits("N", 2)})),
        "open": (opened, seats(opened, {"N": call_card("N", 1, "9S"), "S": call_card("S", 1, "9S")})),
        "claimed": (claimed, seats(claimed)),
        "proved": (proved, seats(proved, {"N": two_tricks("N", 3), "S": two_tricks("S", 3)})),
        "question": (doubt, seats(doubt, {s: answers(s) for s in "SW"})),
        "result": (result, seats(result)),
        "many": (
            many,
            seats(
                many,
                {"N": (*call_suits("N", 2), *call_card("N", 1, "9S")), "S": call_card("S", 1, "9S")},
                N="Claimed: West revoked",
            ),
        ),
        **{name: (view, seats(view)) for name, view in shoes().items()},
    }


def director(view: TableView, *, looked: bool = False) -> DirectorView:
    """A console over a table, with a record."""
    plays = [("N", "KD"), ("E", "7D"), ("S", "TD"), ("W", "AD"), ("W", "7C"), ("N", "5C")]
    facts = [
        FactView(1 + i, text, kind, source, 1.0, 2.0 * i, None)
        for i, (text, kind, source) in enumerate(
            [
                ("East deals.", "dealt", "shoe"),
                ("Thirteen cards were dealt to each.", "dealt", "shoe"),
                ("The queen of hearts was turned up.", "turned", "camera"),
            ],
            1,
        )
    ]
    for n, (seat, card) in enumerate(plays, 5):
        facts.append(
            FactView(
                n,
                f"{NAMES[seat]} played {card}.",
                "played",
                "camera",
                0.97 if n == 6 else 1.0,
                3.5 * n,
                None,
                corrected=n == 7,
                fact=(("fact", "played"), ("by", seat), ("cards", card)),
            )
        )
    facts += [
        FactView(
            11,
            "Correction of line 7: South played the nine of diamonds. Misread.",
            "corrected",
            "director",
            1.0,
            None,
            "director",
            correction=True,
        ),
        FactView(12, "South claimed a revoke against East.", "claimed", "panel", 1.0, 48.0, "S", retracted=True),
        FactView(
            13,
            "East played a card that could not be read.",
            "played",
            "camera",
            0.62,
            51.5,
            None,
            fact=(("fact", "played"), ("by", "E"), ("cards", "??"), ("maybe", "7D 7H")),
        ),
    ]
    hands = tuple((seat, arranged(PACK[i::4])) for i, seat in enumerate(SEATS)) if looked else None
    return DirectorView(
        replace(view, looked=looked),
        tuple(facts),
        view.rulings,
        tuple(replace(q, line=13) for q in view.questions),
        hands,
        looked,
        machine=None if view.shoe is None else MACHINE,
        sources=(("camera", "live, 0.1 s old"), ("shoe", "ready"), ("panel", "four seats"), ("journal", "writing")),
    )
