"""The etiquette of the American code: no penalty follows, and what the laws do punish is punished as ever."""

from __future__ import annotations

from tests.rules.casebook.book import Expect, case, rule
from tests.rules.casebook.hand import Hand, foes, need, side


@case(
    "am-E3-leads-on",
    "regular",
    "am-E3",
    note="the winner leads before the trick is turned and quitted: no penalty",
    dealer="W",
)
def leads_on(t: Hand) -> Expect:
    t.reach(3)
    t.play()
    t.follow()
    winner = t.leader
    t.play()
    t.fact("quitted", by=winner)
    t.close()
    return Expect(
        allow=[rule(None, "am-E3", winner, never=["option", "compulsory", "established", "applied"])], result=t.result()
    )


@case(
    "am-E3-other-leads",
    "lead_out_of_turn",
    "am-E3",
    "am-24.a",
    note="but it must be the winner who leads",
    dealer="W",
)
def other_leads(t: Hand) -> Expect:
    t.reach(3)
    t.play()
    t.follow()
    seat = foes(t.leader)[0]
    at = t.play(min(t.hands[seat]), seat, fact="led")
    return Expect([rule("lead_out_of_turn", "am-24", seat, at, ["option"], trick=5)])


@case(
    "am-E4-draws-next",
    "regular",
    "am-E4",
    note="having led a winner he draws his next card, seen by an adversary only: no penalty",
    dealer="N",
)
def draws_next(t: Hand) -> Expect:
    seat = t.reach(2)
    t.play()
    t.fact("exposed", by=seat, cards=t.hands[seat][0], how="detached", seen_by=[foes(seat)[0]])
    t.close()
    return Expect(allow=[rule(None, "am-E4", seat, never=["option", "compulsory", "applied"])], result=t.result())


@case(
    "am-E4-seen-by-partner",
    "exposed",
    "am-E4",
    "am-20.III",
    note="his partner sees it too: that is the laws' affair",
    dealer="N",
)
def seen_by_partner(t: Hand) -> Expect:
    seat = t.reach(2)
    t.play()
    mate = next(s for s in "NESW" if s != seat and side(s) == side(seat))
    at = t.fact("exposed", by=seat, cards=t.hands[seat][0], how="detached", seen_by=[mate])
    return Expect([rule("exposed_card", "am-20", seat, at, ["option"], remedies={"call_card": foes(seat)})])


@case(
    "am-E6-second-revoke",
    "revoke_claimed",
    "am-E6",
    "am-30.b",
    note="he revokes again to hide the first: both are charged",
    dealer="S",
)
def second_revoke(t: Hand) -> Expect:
    seat = t.reach(2, 1)
    first = t.renounce(seat)
    t.round()
    t.rounds(1)
    while t.to_play != seat:
        t.play()
    need(t.trick)
    number = t.number
    second = t.renounce(seat)
    t.play_out()
    foe = foes(seat)[0]
    done: list[int] = []
    for trick in (3, number):
        t.fact("claimed", by=foe, what="revoke", against=seat, trick=trick)
    for trick in (3, number):
        ruling = {"irregularity": "renounce", "by": seat, "trick": trick}
        done.append(t.fact("demanded", by=foe, remedy="two_tricks", ruling=ruling))
    t.cut_next()
    need(t.taken[side(seat)] >= 4)
    return Expect(
        [
            rule("renounce", "am-30", seat, first, ["established", "applied"], trick=3, at={"applied": done[0]}),
            rule("renounce", "am-30", seat, second, ["established", "applied"], trick=number, at={"applied": done[1]}),
        ],
        result=t.result([side(seat), side(seat)], [side(seat)]),
    )


@case(
    "am-E8-bystander",
    "reported",
    "am-E8",
    note="an impartial bystander is asked for the facts, and his word is taken",
    certainty="contract",
    dealer="W",
)
def bystander(t: Hand) -> Expect:
    t.reach(4)
    at = t.fact("reported", by="N", irregularity="trick_inspected", against="E", trick=2, law="am-E8")
    t.fact("ruled", by="bystander", ruling=1, outcome="none", why="he looked at the last trick only as it was gathered")
    t.close()
    return Expect(
        [rule("trick_inspected", "am-E8", line=at, path=["director"], never=["option", "compulsory", "applied"])],
        result=t.result(),
    )


@case(
    "am-ES-trick-score",
    "reported",
    "am-ES",
    note="the tricks were wrongly scored: a person decides, the section is lost",
    certainty="contract",
    dealer="W",
)
def trick_score(t: Hand) -> Expect:
    t.begin()
    t.play_out()
    at = t.fact("reported", by="N", irregularity="score_error", against="EW", law="am-ES")
    t.fact("ruled", by="director", ruling=1, outcome="stands", why="the marks were put right")
    t.cut_next()
    return Expect(
        [rule("score_error", "am-ES", line=at, path=["director"], never=["compulsory", "established", "applied"])],
        result=t.result(),
    )
