"""Laws 13 to 25: cutting for partners, forming and leaving the table. No sensor sees it: a person reports."""

from __future__ import annotations

from tests.rules.casebook.book import Expect
from tests.rules.casebook.english.table import en, ended, form
from tests.rules.casebook.hand import Hand

CUTTING = {
    "en-13-ace-high": ("en-13", "the ace was taken for the highest in cutting; it is the lowest"),
    "en-14-two-packs": ("en-14", "one of them cut from the other pack"),
    "en-15-two-shown": ("en-15", "more than one card was shown in cutting: he must cut again"),
    "en-16-partners": ("en-16.b", "the lowest did not get the deal, or changed his choice of seats"),
    "en-18-equal": ("en-18.a en-fn3", "two equal cuts that were not the two highest were let stand"),
    "en-18-equal-lowest": ("en-18.b en-fn4", "the two lowest were equal; who deals was not cut for afresh"),
    "en-19-three-equal-high": ("en-19.a", "three equal, the fourth the highest: the two lowest of the new cut"),
    "en-19-three-equal-low": ("en-19.b en-fn5", "three equal, the fourth the lowest: he deals, the two highest pair"),
}
FORMING = {
    "en-16-selection": ("en-16.a", "more than four candidates: the lowest four play first"),
    "en-17-six": ("en-17", "a seventh is put before one who belongs to the table"),
    "en-20-out": ("en-20", "one who has played fewer rubbers than another is sent out"),
    "en-21-late": ("en-21", "he declared his wish to enter when one had already cut"),
    "en-22-fresh-table": ("en-22", "one who belonged to another table is preferred"),
    "en-23-substitute": ("en-23", "a substitute plays without the consent of the other three"),
    "en-24-two-tables": ("en-24", "he cut into another table and wants his place back"),
    "en-25-breaker": ("en-25", "he who broke up the table enters before those who remained"),
}
MANNERS = {
    "en-E6-on-purpose": ("en-E6", "he is said to have revoked on purpose"),
    "en-80-bets": ("en-80", "a bet on the odd trick was settled by the score before the penalty"),
}
for name, (rows, note) in MANNERS.items():
    form(name, "deal_irregular", rows, note, kind="reported")
for name, (rows, note) in CUTTING.items():
    form(name, "cut_irregular", rows, note, kind="forming")
for name, (rows, note) in FORMING.items():
    form(name, "deal_irregular", rows, note, kind="forming")


@en(
    "en-16-regular",
    "regular",
    "en-16.b",
    "whoever cut lowest is the dealer of the heading: nothing to be said",
    "contract",
    dealer="S",
)
def formed(t: Hand) -> Expect:
    t.begin()
    return Expect(result=ended(t))
