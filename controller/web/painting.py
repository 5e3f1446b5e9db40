"""Templates to HTML: the live region of each role from its view, and the pages around it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from controller.rules.cards import Suit
from controller.rules.seats import Seat
from controller.table.views import DirectorView, SeatView, TableView
from controller.web import typed
from controller.web.desk import lay_out
from controller.web.forms import forms_for
from controller.web.language import Language, _
from controller.web.scene import Phones, compose, fact_json

_SUIT_OF: Final[dict[str, Suit]] = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_SIGNS: Final = re.compile("((?:10|[2-9JQKA])?[♠♥♦♣])")
_DRAWN: Final = Markup(
    '<svg class="sign" viewBox="0 0 100 100" role="img" aria-label="{name}"><use href="#suit-{suit}"/></svg>'
)
_WHOLE: Final = Markup('<span class="whole">{rank}{sign}</span>')
"""A card is not broken at the end of a line."""
_CARD: Final = "[AKQJT2-9akqjt][SHDCshdc]"


class Painter:
    """Renders. Pure but for reading its templates; what it is given is all that it shows.

    ``name``: what the club calls this table; it stands in the titles.
    """

    def __init__(self, language: str, assets: str, name: str = "Pone") -> None:
        self._say = Language(language)
        self._name = name
        environment = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            extensions=["jinja2.ext.i18n"],
        )
        self._environment = cast("Any", environment)
        self._environment.install_gettext_translations(self._say.catalogue, newstyle=True)
        self._environment.filters["tojson_attr"] = _json
        self._environment.filters["pips"] = self._pips
        self._environment.globals.update(
            say=self._say, assets=assets, language=language, dict=dict, fact_json=fact_json
        )

    # ------------------------------------------------------------------ live regions
    def table(self, view: TableView) -> str:
        """The table as anybody sees it: no buttons."""
        return self._region("_table.html", scene=compose(view), kiosk=False)

    def kiosk(self, view: TableView, seats: tuple[SeatView, ...], phones: Phones) -> str:
        """The table with each seat's strip."""
        return self._region("_table.html", scene=compose(view, seats, phones=phones), kiosk=True)

    def seat(self, view: SeatView) -> str:
        """One seat's phone."""
        return self._region("_seat.html", scene=compose(view.table, (view,), bottom=view.seat), view=view)

    def director(self, view: DirectorView) -> str:
        """The console."""
        scene = compose(view.table)
        awaited = typed.awaited(view.table)
        return self._region("_director.html", scene=scene, view=view, desk=lay_out(view, self._say), awaited=awaited)

    # ------------------------------------------------------------------ pages
    def table_page(self, region: str, stream: str, csrf: str | None) -> str:
        """The page of the table display."""
        sheets, scripts = ("table", "shoe"), ("acts", "cut")
        return self._page("table.html", self._name, "wall", region, stream, csrf, sheets, scripts)

    def seat_page(self, region: str, seat: Seat, csrf: str) -> str:
        """The page of a seat's phone."""
        title = f"{self._say.seat(seat)} – {self._name}"
        sheets, scripts = ("table", "seat", "shoe"), ("acts", "cut")
        return self._page("seat.html", title, "hand-held", region, "/stream/seat", csrf, sheets, scripts)

    def director_page(self, region: str, table: TableView, csrf: str) -> str:
        """The page of the console, its forms beside the live part."""
        names = dict(table.names)
        title = f"{self._say.word(_('Director'))} – {self._name}"
        return self._page(
            "director.html", title, "desk", region, "/stream/director", csrf,
            ("table", "director", "shoe", "typing"), ("acts", "director", "typing"),
            groups=forms_for(table.seats, table.sides, self._say),
            names=[(seat, names.get(seat, "")) for seat in table.seats],
            card_pattern=_CARD,
            cards_pattern=f"{_CARD}( +{_CARD})*",
        )  # fmt: skip

    def kiosk_door(self) -> str:
        """The page behind the one-time link; it claims by itself, or at a press."""
        return self._door(
            _("The table's screen"),
            _("This browser becomes the screen at the card table, with a strip of buttons for every seat."),
            _("This is the table's screen"),
            "/kiosk/claim",
            key_from_link=True,
        )

    def director_door(self) -> str:
        """The director's sign-in."""
        return self._door(
            _("Director"),
            _("The console asks for the director's code."),
            _("Sign in"),
            "/director/login",
            field=_("Code"),
            secret=True,
        )

    def seat_door(self) -> str:
        """Where a phone takes its seat."""
        return self._door(
            _("Take your seat"),
            _("Type the three words that stand at your seat on the table's screen."),
            _("Take the seat"),
            "/join",
            field=_("Words"),
        )

    def error(self, status: int, line: str) -> str:
        """One clear line."""
        return self._render("error.html", **_frame(self._say.word(line), "door-page"), status=status, line=line)

    # ------------------------------------------------------------------ inside
    def _door(
        self, heading: str, words: str, press: str, post: str, *,
        field: str | None = None, secret: bool = False, key_from_link: bool = False,
    ) -> str:  # fmt: skip
        say = self._say.word
        return self._render(
            "form.html", **_frame(f"{say(heading)} – {self._name}", "door-page"),
            heading=say(heading), words=say(words), press=say(press),
            post=post, field=say(field or ""), secret=secret, key_from_link=key_from_link,
            ways=[("/", say(_("To the table")))],
        )  # fmt: skip

    def _page(
        self, template: str, title: str, body: str, region: str, stream: str, csrf: str | None,
        sheets: tuple[str, ...], scripts: tuple[str, ...], **more: object,
    ) -> str:  # fmt: skip
        frame = _frame(title, body) | {
            "stream": stream, "csrf": csrf, "sheets": sheets, "scripts": scripts,
        }  # fmt: skip
        return self._render(template, region=_Painted(region), **frame, **more)

    def _pips(self, text: str) -> Markup:
        """A text with its suit signs drawn, so that no font need have them."""
        out = Markup()
        for part in _SIGNS.split(text):
            suit = _SUIT_OF.get(part[-1:])
            if suit is None:
                out += part
                continue
            sign = _DRAWN.format(name=self._say.suit(suit), suit=suit)
            out += sign if len(part) == 1 else _WHOLE.format(rank=part[:-1], sign=sign)
        return out

    def _region(self, template: str, **context: object) -> str:
        return self._render(template, **context).strip()

    def _render(self, template: str, **context: object) -> str:
        return cast("str", self._environment.get_template(template).render(**context))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _frame(title: str, body: str) -> dict[str, object]:
    return {"title": title, "body": body, "stream": None, "csrf": None, "sheets": (), "scripts": ()}


class _Painted(str):
    """Our own region, already escaped."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)
