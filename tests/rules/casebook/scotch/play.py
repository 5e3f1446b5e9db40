"""Scotch: the play, the turn-up, hands in sets, and faults that are as at whist."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, Ruling, rule
from tests.rules.casebook.hand import need
from tests.rules.casebook.ring import only
from tests.rules.casebook.scotch.table import Scotch, scotch

AB = ["A", "B"]


def to_the_end(t: Scotch, *rulings: Ruling, allow: tuple[Ruling, ...] = ()) -> Expect:
    """The hand is played out and counted."""
    t.play_out()
    t.cut_next()
    return only(*rulings, result=t.outcome(), allow=allow)


# ------------------------------------------------------------------ rank and lead
@scotch("sc-jack-over-ace", "regular", "sc-1.b", "sc-8.d", note="the trump Jack takes the Ace, and its winner leads")
def jack_over_ace(t: Scotch) -> Expect:
    t.begin()
    t.play_out()
    jack, ace = "J" + t.trump, "A" + t.trump
    need(any(jack in cards and ace in cards for cards in ([c for _, c in trick] for trick in t.tricks[:6])))
    t.cut_next()
    return Expect(result=t.outcome())


@scotch(
    "sc-ace-holder-leads",
    "lead_out_of_turn",
    "sc-1.b",
    "sc-8.d",
    note="who played the Ace under the Jack leads on: not his",
)
def ace_holder_leads(t: Scotch) -> Expect:
    t.begin()
    t.rounds(3)
    last = {c: s for s, c in t.tricks[-1]}
    ace = last.get("A" + t.trump)
    need(ace and "J" + t.trump in last)
    assert ace
    at = t.play(t.hands[ace][0], ace, fact="led")
    return only(rule("lead_out_of_turn", "am-24|sc-12|sc-8", ace, at, ["option"], trick=4))


@scotch(
    "sc-plain-jack",
    "regular",
    "sc-1.b",
    note="in a plain suit the Jack is below the Queen: he who played it does not lead",
)
def plain_jack(t: Scotch) -> Expect:
    t.begin()
    t.play_out()
    need(
        any(
            {c[1] for _, c in trick} == {trick[0][1][1]} != {t.trump} and {"J", "A"} <= {c[0] for _, c in trick}
            for trick in t.tricks[:7]
        )
    )
    t.cut_next()
    return Expect(result=t.outcome())


@scotch("sc-eldest-leads", "regular", "sc-5", note="the player to the dealer's left leads", dealer="Y")
def eldest_leads(t: Scotch) -> Expect:
    t.begin()
    need(t.leader == "B")
    return to_the_end(t)


@scotch(
    "sc-dealer-leads", "lead_out_of_turn", "sc-5", "sc-12", note="the dealer's partner leads first: not his to lead"
)
def dealer_leads(t: Scotch) -> Expect:
    t.begin()
    at = t.play(t.hands["Y"][0], "Y", fact="led")
    return only(
        rule("lead_out_of_turn", "am-24|sc-5|sc-12", "Y", at, ["option"], trick=1, remedies={"call_suit": None})
    )


# ------------------------------------------------------------------ following
@scotch("sc-void-trumps-or-discards", "regular", "sc-8.a", note="without the suit led he may trump, and he may discard")
def void_plays(t: Scotch) -> Expect:
    t.begin()
    t.play_out()
    off = [c for trick in t.tricks for _, c in trick[1:] if c[1] != trick[0][1][1]]
    need(any(c[1] == t.trump for c in off) and any(c[1] != t.trump for c in off))
    t.cut_next()
    return Expect(result=t.outcome())


def renounce(t: Scotch, seat: str, after: int = 2) -> tuple[int, int]:
    """The seat does not follow though he can. Line and trick."""
    t.rounds(after)
    need(t.leader != seat)
    t.play()
    t.until(seat)
    trick = t.number
    return t.renounce(seat), trick


@scotch(
    "sc-does-not-follow", "revoke", "sc-8.a", note="he has the suit led and trumps: may be mended until it is quitted"
)
def does_not_follow(t: Scotch) -> Expect:
    t.begin()
    at, trick = renounce(t, "Y")
    return only(rule("renounce", "am-28|sc-8", "Y", at, ["correctable"], trick=trick, never=["established"]))


# ------------------------------------------------------------------ the turn-up
@scotch(
    "sc-turn-up-named", "turn_up_named", "sc-9", note="taken up in time, and named afterwards: highest or lowest trump"
)
def turn_up_named(t: Scotch) -> Expect:
    t.begin()
    t.rounds(2)
    need(t.of("Y", t.trump) and t.turn_up in t.hands["Z"])
    at = t.fact("said", by="Y", what="names_turn_up", card=t.turn_up)
    return only(
        rule(
            "turn_up_named", "sc-9|am-18", "Y", at, ["option"], remedies={"call_highest": AB, "call_lowest": AB}
        )
    )  # fmt: skip


@scotch("sc-trump-suit-asked", "regular", "sc-9", note="what suit is trump may be asked and told")
def trump_suit_asked(t: Scotch) -> Expect:
    t.begin()
    t.rounds(2)
    t.fact("said", by="B", what="asks_trump_suit")
    return to_the_end(t)


@scotch("sc-turn-up-named-before", "regular", "sc-9", note="while it lies on the table it may be named")
def turn_up_named_before(t: Scotch) -> Expect:
    t.begin()
    t.fact("said", by="Y", what="names_turn_up", card=t.turn_up)
    return to_the_end(t)


@scotch(
    "sc-turn-up-left", "turn_up_left", "sc-9", note="left on the table after the second trick: liable, as at whist",
    complete=["play"],
)  # fmt: skip
def turn_up_left(t: Scotch) -> Expect:
    t.begin()
    t.leave_turn_up = True
    t.rounds(1)
    need(t.up)
    at = t.round()
    need(t.up)
    return only(rule("turn_up_left", "sc-9|am-18.b", "Z", at, ["option"], remedies={"call_card": AB}))


# ------------------------------------------------------------------ gathering
@scotch("sc-one-gathers", "regular", "sc-10", note="one gathers for his side, whoever of it took the trick")
def one_gathers(t: Scotch) -> Expect:
    t.begin()
    while t.hands[t.to_play]:
        t.play()
        t.follow()
        t.trick = []
        t.fact("quitted", by="A" if t.leader in "AB" else "Y")
    t.cut_next()
    return Expect(result=t.outcome())


@scotch(
    "sc-taker-leads-not-gatherer",
    "lead_out_of_turn",
    "sc-10",
    "sc-8.d",
    note="his partner gathered for him, but the lead is his who took it",
)
def gatherer_leads(t: Scotch) -> Expect:
    t.begin()
    t.rounds(2)
    t.play()
    t.follow()
    need(t.leader == "B")
    t.trick = []
    t.fact("quitted", by="A")
    at = t.play(t.hands["A"][0], "A", fact="led")
    return only(rule("lead_out_of_turn", "am-24|sc-12|sc-8", "A", at, ["option"], trick=4))


# ------------------------------------------------------------------ hands in sets
@scotch(
    "sc-sets-in-order",
    "regular",
    "sc-11.a",
    "sc-11.b",
    note="three sets; who took the last trick of one leads the next",
    seats="AZ",
)
def sets_in_order(t: Scotch) -> Expect:
    t.begin()
    t.rounds(6)
    need(t.leader == "Z")
    return to_the_end(t)


@scotch(
    "sc-set-led-by-loser",
    "lead_out_of_turn",
    "sc-11.a",
    note="the second set is led by him who lost the last trick",
    seats="AZ",
)
def set_led_by_loser(t: Scotch) -> Expect:
    t.begin()
    t.rounds(6)
    need(t.leader == "Z")
    t.next_set()
    at = t.play(t.hands["A"][0], "A", fact="led")
    return only(rule("lead_out_of_turn", "am-24|sc-11|sc-12", "A", at, trick=7))


@scotch(
    "sc-three-sets-of-two",
    "regular",
    "sc-11.a",
    "sc-11.b",
    note="three play: the winner of the first set's last trick leads",
    seats="ABC",
)
def three_sets(t: Scotch) -> Expect:
    t.begin()
    t.rounds(6)
    need(t.leader == "B")
    return to_the_end(t)


@scotch(
    "sc-turn-up-stays", "regular", "sc-11.b", note="it lies through the first two sets: not left too long", seats="AZ"
)
def turn_up_stays(t: Scotch) -> Expect:
    t.begin()
    t.rounds(6)
    t.next_set()
    t.rounds(5)
    return Expect()


@scotch(
    "sc-turn-up-left-in-last-set",
    "turn_up_left",
    "sc-11.b",
    "sc-9",
    note="with the last hand he should have taken it up; two tricks of that hand are quitted",
    seats="AZ",
    complete=["play"],
    certainty="reading",
)
def turn_up_left_in_last_set(t: Scotch) -> Expect:
    t.begin()
    t.rounds(6)
    t.next_set()
    t.rounds(6)
    t.set_now = 3
    t.hands = {s: t.held(s, 3) for s in t.ring}
    for s in t.ring:
        t.fact("took_up", by=s, what="hand", set=3)
    t.rounds(1)
    need(t.up)
    at = t.round()
    need(t.up)
    return only(rule("turn_up_left", "sc-11.b|sc-9|am-18.b", "Z", at, ["option"], remedies={"call_card": ["A"]}))


@scotch(
    "sc-wrong-hand-taken",
    "regular",
    "sc-11.c",
    note="A takes up his second hand first, and plays from it: no penalty",
    seats="AZ",
)
def wrong_hand_taken(t: Scotch) -> Expect:
    t.prepare()
    t.deal()
    t.turn()
    t.fact("took_up", by="A", what="hand", set=2)
    t.fact("took_up", by="Z", what="hand", set=1)
    t.hands = {"A": t.held("A", 2), "Z": t.held("Z", 1)}
    t.rounds(3)
    gentle = rule(law="sc-11.c", never=["option", "compulsory", "established"])
    return only(allow=[gentle], result={"unfinished": True})


# ------------------------------------------------------------------ as at whist
@scotch("sc-exposed", "exposed", "sc-12", note="a card dropped: either adversary may call it, and does")
def exposed(t: Scotch) -> Expect:
    t.begin()
    t.rounds(2)
    t.play()
    t.until("Y") if t.trick[0][0] != "Y" else need(False)
    mine = t.of("Y", t.led)
    need(len(mine) > 1)
    at = t.fact("exposed", by="Y", cards=mine[0], how="dropped")
    t.fact("demanded", by="B", remedy="call_card", card=mine[0], ruling=1)
    done = t.play(mine[0])
    t.round()
    want = rule(
        "exposed_card", "am-20|sc-12", "Y", at, ["option", "applied"], at={"applied": done}, remedies={"call_card": AB}
    )
    return to_the_end(t, want)


@scotch("sc-exposed-gone", "exposed", "sc-12", note="he gets rid of it before anybody calls")
def exposed_gone(t: Scotch) -> Expect:
    t.begin()
    t.rounds(2)
    need(t.leader == "Y")
    card = t.hands["Y"][0]
    at = t.fact("exposed", by="Y", cards=card, how="dropped")
    t.play(card)
    return to_the_end(t, rule("exposed_card", "am-20|sc-12", "Y", at, ["option"], never=["applied"]))


@scotch(
    "sc-lead-suit-called",
    "lead_out_of_turn",
    "sc-12",
    note="his partner leads for him: the suit is called, by the right adversary",
)
def lead_suit_called(t: Scotch) -> Expect:
    t.begin()
    t.rounds(3)
    need(t.leader == "Y")
    at = t.play(t.hands["Z"][0], "Z", fact="led")
    t.withdraw("Z", t.last_card())
    t.leader = "Y"
    suit = t.hands["Y"][0][1]
    t.fact("demanded", by="A", remedy="call_suit", suit=suit, ruling=1)
    done = t.play(t.of("Y", suit)[0])
    want = rule(
        "lead_out_of_turn", "am-24|sc-12", "Z", at, ["option", "applied"], trick=4, at={"applied": done},
        remedies={"call_suit": ["A"]},
    )  # fmt: skip
    return to_the_end(t, want)


@scotch("sc-lead-all-followed", "lead_out_of_turn", "sc-12", note="all played to the false lead: nothing follows")
def lead_all_followed(t: Scotch) -> Expect:
    t.begin()
    t.rounds(3)
    need(t.leader == "Y")
    at = t.play(t.hands["Z"][0], "Z", fact="led")
    t.round()
    return to_the_end(
        t, rule("lead_out_of_turn", "am-24|sc-12", "Z", at, ["option", "cancelled"], trick=4, never=["applied"])
    )
