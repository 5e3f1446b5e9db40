"""The law as data: rows of the register in our own words, forms in which a code opens its rulings, and its policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from controller.rules.ruling import Status
from controller.rules.seats import Seat

if TYPE_CHECKING:
    from controller.rules.court import Court
    from controller.rules.facts import Demanded, Exposed, Searched
    from controller.rules.state import Case, Play, Trick

Observe = Literal["shoe", "camera", "both", "report", "derived", "none"]
Entitled = Literal[
    "nobody", "adversaries", "right_of_leader", "third_hand", "fourth_hand", "last_adversary", "dealer",
    "against_dealer", "everybody",
]  # fmt: skip
Family = Literal["cut", "deal", "stop", "card", "suit", "rank", "count", "revoke", "hand", "turn", "score", "other"]
Event = Literal["dealing", "turned", "first_play", "touched", "second_trick", "game_over"]
"""What ends a right: the first card dealt, the trump card turned, the first card played, a card touched by one whose
right it is, the second trick quitted, a game won and the next trump card turned."""

CARD: Final = frozenset({"call_card", "must_play"})
"""Remedies that bind the owner of an open card to play it."""
RANK: Final = frozenset({"call_highest", "call_lowest", "call_trump", "call_not_trump", "call_win", "call_not_win"})
"""Remedies that say what kind of card must be played."""


@dataclass(frozen=True, slots=True)
class Law:
    """A row of the register. ``row``: its citation key; ``title``: the law's subject; ``text``: our paraphrase."""

    row: str
    title: str
    text: str
    observe: Observe


@dataclass(frozen=True, slots=True)
class Form:
    """How a code opens a ruling.

    ``rows``: the first is the one that the status rests on. ``family`` says what it is about; ``to`` who may demand;
    ``bar``: the row under which the right lapses; ``gone``: under which it can no longer apply; ``ends``: what it
    does not outlive; ``seconds``: how long it is open, where the record has times; ``both``: one remedy does not use
    up the others.
    """

    irregularity: str
    rows: tuple[str, ...]
    status: Status
    family: Family
    remedies: tuple[str, ...] = ()
    to: Entitled = "nobody"
    bar: str | None = None
    gone: str | None = None
    ends: tuple[Event, ...] = ()
    seconds: float | None = None
    both: bool = False
    later: str | None = None
    """The row that leaves a reasonable time after the trump card was turned."""

    def resting(self, row: str) -> Form:
        """The same form, where another row takes it over; it is cited beside the first."""
        return replace(self, rows=(*self.rows[:1], row, *self.rows[1:]))


@dataclass(frozen=True, slots=True)
class Honours:
    """What honours count: ``points`` by the number that a side holds.

    ``until``: the game score from which a side cannot count them. They count only if they are called.
    """

    points: Mapping[int, int]
    until: int
    late_four: int | None = None
    """What four honours count that were told when the second trick was quitted."""
    marking: bool = False
    """Marking them is as good as calling."""
    early: bool = False
    """They may be shown or called before a card is played."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a hand is counted. ``value`` is that of a game, by what the losers have; ``rubber`` what a rubber adds.

    ``cap``: the score that a revoking side cannot pass in that hand; ``slam``: what thirteen tricks are worth instead
    of points; ``least``: tricks that a penalty must leave; ``shown``: a game can be won on honours before play.
    """

    game: int
    cap: int
    value: Callable[[int], int]
    honours: Honours | None = None
    rubber: int = 0
    less: bool = False
    """Whether the losers' game is taken off the rubber."""
    slam: int | None = None
    least: int = 0
    together: bool = False
    """Tricks count beside the penalty of a revoke, and not after it."""
    both_void: str | None = None
    """The row under which revokes on both sides make the hand void."""


Rows = tuple[str, ...]


def _never(court: Court) -> Rows:
    del court
    return ()


def _unheard(court: Court, fact: object) -> bool:
    del court, fact
    return False


def _uncalled(court: Court, seat: Seat, count: int) -> bool:
    del court, seat, count
    return False


def _nobody(court: Court, name: str, seat: Seat) -> bool:
    del court, name, seat
    return False


@dataclass(frozen=True, slots=True)
class Code:
    """A code of laws: its rows, its forms by name, its numbers, and what it decides by functions of its own.

    The judge recognises what happened and asks for a form by its name. A code that has no such form says nothing of
    it. ``wrong_demand``: the row of a demand that nobody may make.
    """

    name: str
    rows: Mapping[str, Law]
    forms: Mapping[str, Form]
    scoring: Scoring
    wrong_demand: str
    found: Callable[[Court, Seat, int, bool], None]
    """A hand was counted and is off by so many; whether the first trick was done."""
    lost: Mapping[str, str] = field(default_factory=dict[str, str])
    """Rows whose text is lost, with the irregularity whose form puts the question."""
    forfeits: bool = False
    """A wrong demand forfeits the right."""
    consulting: str | None = None
    """The row under which partners who consult lose their choice."""
    saved: Callable[[Court], Rows] = _never
    """The rows by which what happened in the deal saves a misdealer from losing it."""
    free: Callable[[Court, str, Seat], bool] = _nobody
    """Whether this seat is never ruled against in this form."""
    searched: Callable[[Court, Searched], bool] = _unheard
    """Whether a search was for something else than a revoke."""
    shown: Callable[[Court, Exposed], bool] = _unheard
    """Whether cards shown in the play are more than exposed cards."""
    called: Callable[[Court, Seat, int], bool] = _uncalled
    """Whether honours were called falsely, and that was ruled."""
    own_shown: str | None = None
    """The row under which the dealer may show cards of his own in dealing."""
    all_cut: str | None = None
    """The row under which the dealer must cut himself, after the others."""
    counting: str | None = None
    """The row under which counting tricks draws attention to the score."""
    touched: str | None = None
    """The row under which who touches cards in the deal loses his right to another."""
    turn_up_secret: int = 0
    """Tricks that must be quitted before nobody may name the turn-up that was taken up."""
    touch_follows: bool = False
    """Who touches after the other side did so keeps his right to a new deal."""
    turn_up_trick: int = 2
    """The trick with whose end the trump card may lie on the table no longer."""
    tricks_seen: int = 0
    """How many quitted tricks, counted from the last, may be looked at."""
    claimed_hand: Literal["partner", "own"] = "partner"
    """Whose hand lies open for a claim of the rest."""
    exposures: Mapping[str, str] = field(default_factory=dict[str, str])
    """The form for each way in which a card may be seen."""
    to_partner: frozenset[str] = frozenset()
    """Ways that count only where the partner saw it."""
    chosen_by: Literal["player", "adversaries"] = "player"
    """Who says which of several cards is played."""
    lead: Literal["suit", "card", "choice"] = "suit"
    """What follows a lead out of turn: a suit, card or suit, or the choice to accept it."""
    best_on_table: bool = False
    """Who plays the best card to a trick that others led runs his winners too, if he plays on."""
    played_on: Literal["side", "leader"] = "side"
    """Whose next play ends the time to mend a renounce: his side's, or his own lead."""
    question: str | None = None
    """The row under which a partner's question keeps the time to mend open."""
    question_annuls: str | None = None
    """The row under which what was mended after that question costs nothing, if nobody had claimed it."""
    claims_end: Literal["cut", "played_out"] = "cut"
    refusals: frozenset[str] = RANK | CARD | {"call_suit"}
    """Calls whose needless refusal is a fault."""
    waives: bool = False
    """Playing on waives the right for that trick."""
    prices: Mapping[str, str] = field(default_factory=dict[str, str])
    """The row that gives each way of taking a revoke's penalty, where they have rows of their own."""
    penalty_waits: bool = False
    """The penalty of a revoke is not taken before the last trick but one is done."""
    reasonable: float = 15.0
    """Seconds of a reasonable time."""
    marks_total: bool = False
    """What a side marks for the game is its score after the hand."""
    silence: bool = False
    """Who plays without exacting a penalty has lost it for this trick."""
    turns: Callable[[Court, Trick, Play], bool] | None = None
    """What follows a reply out of turn; whether that is all that is said of it. The trick is as it lay before."""
    plays_on: Callable[[Court, list[Case], Play, int], None] | None = None
    """What ends with a play, of the cases that were open before it; the number is that of its trick."""
    gives_up: Callable[[Court, Seat], bool] | None = None
    """A player throws his hand in; whether the code says something of its own about that."""
    exercised: Mapping[str, Callable[[Court, Case, Demanded], None]] = field(
        default_factory=dict[str, "Callable[[Court, Case, Demanded], None]"]
    )
    """What follows the demand of a remedy of the code's own."""
    decided: Mapping[str, Callable[[Court, Case], None]] = field(
        default_factory=dict[str, "Callable[[Court, Case], None]"]
    )
    """What follows a word of the director's that only this code knows."""
    footings: Mapping[str, Code] = field(default_factory=dict[str, "Code"])
    """The same code as it stands for one footing of the players, where the bidding makes it another."""
    grounds: Mapping[str, Rows] = field(default_factory=dict[str, Rows])
    """The rows that a decision of the code rests on: a field of this class, ``scoring.`` and one of its numbers, or a
    principle that the judge and the games follow unless a code is without it, by the name that they ask for."""
    absent: frozenset[str] = frozenset()
    """Rows that were taken away: no ruling takes a status from them."""
    missing: frozenset[str] = frozenset()
    """Forms that went with them: nothing else takes their place."""

    def stands(self, rows: Rows) -> bool:
        """Whether something may rest on these rows; nothing rests on none."""
        return bool(rows) and "" not in rows and self.absent.isdisjoint(rows)

    def holds(self, principle: str) -> bool:
        """Whether a principle holds: none of the rows that it rests on was taken away."""
        return not self.absent or self.absent.isdisjoint(self.grounds.get(principle, ()))

    def rests_on(self, row: str) -> bool:
        """Whether a form, a remedy, a bar or a decision of the code rests on this row."""
        forms = any(row in (*form.rows, form.bar, form.gone, form.later) for form in self.forms.values())
        grounds = any(row in rows for rows in self.grounds.values()) or row in self.prices.values()
        named = _named(self, row) or _named(self.scoring, row) or row == self.wrong_demand
        return forms or grounds or bool(named) or any(code.rests_on(row) for code in self.footings.values())

    def without(self, row: str) -> Code:
        """The code as if this row were not in it.

        Every form that rests on it is gone, with it every remedy that it alone gives; a right that it ends goes on;
        decisions that it grounds are as a code has them that says nothing. Raises :class:`KeyError` for a row that
        the code has not.
        """
        if row not in self.rows:
            raise KeyError(row)
        mute = {name for name, rows in self.grounds.items() if row in rows} | _named(self, row)
        gone = {remedy for remedy, price in self.prices.items() if price == row}
        scoring = self.scoring
        for name in {n.removeprefix("scoring.") for n in mute if n.startswith("scoring.")} | _named(scoring, row):
            scoring = _reset(scoring, {name})
        changed = replace(
            self,
            rows={key: law for key, law in self.rows.items() if key != row},
            forms={name: _left(form, row, gone) for name, form in self.forms.items() if row not in form.rows},
            scoring=scoring,
            prices={remedy: price for remedy, price in self.prices.items() if price != row},
            footings={n: code.without(row) if row in code.rows else code for n, code in self.footings.items()},
            absent=self.absent | {row},
            missing=self.missing | {name for name, form in self.forms.items() if row in form.rows},
        )
        return _reset(changed, mute & _DECISIONS)

    def known(self, *names: str) -> str | None:
        """The first of these forms that the code has, or would have but for a row that was taken away."""
        return next((name for name in names if name in self.forms or name in self.missing), None)


_T = TypeVar("_T", Code, Scoring)


def _named(of: Code | Scoring, row: str) -> set[str]:
    """Fields whose value is this row."""
    return {one.name for one in fields(of) if one.default is None and getattr(of, one.name) == row}


def _left(form: Form, row: str, gone: set[str]) -> Form:
    """What is left of a form that does not rest on the row."""
    remedies = tuple(word for word in form.remedies if form.family != "revoke" or word not in gone)
    later = None if form.later == row else form.later
    return form if (remedies, later) == (form.remedies, form.later) else replace(form, remedies=remedies, later=later)


def _reset(of: _T, names: set[str] | frozenset[str]) -> _T:
    """The same with these fields as they are where no row says anything of them."""
    values: dict[str, Any] = {name: _silent(of, name) for name in names}
    return replace(of, **values)


def _silent(of: Code | Scoring, name: str) -> object:
    """What a field is where no row says anything of it."""
    if isinstance(of, Scoring) and name in ("game", "cap", "value"):
        return {"game": _ENDLESS, "cap": of.game, "value": _worthless}[name]
    one = next(one for one in fields(of) if one.name == name)
    return one.default_factory() if one.default_factory is not MISSING else one.default


def _worthless(losers: int) -> int:
    del losers
    return 0


_ENDLESS: Final = 1000
"""Points that no hand brings."""
_DECISIONS: Final = frozenset(
    one.name for one in fields(Code) if one.default is not MISSING or one.default_factory is not MISSING
)


def laws(prefix: str, observe: Observe, title: str, texts: Mapping[str, str]) -> tuple[Law, ...]:
    """Rows of one subject: number and clause to our paraphrase."""
    return tuple(Law(f"{prefix}-{key}", title, text, observe) for key, text in texts.items())
