"""What all pages share: templates in the viewer's language, who is asking, and how errors are told."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from litestar import Request, Response
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect
from litestar.template.base import csrf_token
from markupsafe import Markup

from commandery.bots import LEVELS_IN_WORDS
from commandery.core import registry
from commandery.core.contract import SEATS
from commandery.core.errors import CommanderyError
from commandery.core.language import ENGLISH, N_, Message, languages, listed, say, translate
from commandery.core.svg import PART, disc
from commandery.server.clock import Clock
from commandery.server.house import House
from commandery.server.journal import Refused
from commandery.server.memory import Line
from commandery.server.pages.static import static
from commandery.server.people import COOKIE, SHUT_OUT, Viewer, accepted_language
from commandery.server.sitting import Sitting
from commandery.server.store.models import Person
from commandery.server.tables import PACES

__all__ = ["CSRF", "LANGUAGE_NAMES", "Asking", "Form", "Visit", "go_to", "make_ready", "render", "told", "whole_number"]

CSRF = "\x1d"
"""Stands for a viewer's token in what several viewers are shown."""
_IN_PATHS = "/?#%&=+:;,@!$'()*~[]"
"""What stands for itself in a path and its query; all else, such as line ends and backslashes, is written as a number."""
_YEAR = 365 * 86400
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
_MONTHS = (
    # Translators: months, as they stand in a date
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("commandery", "web/templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # or every include asks the disk whether it has changed
    )
    environment.globals.update(
        _=_translated, many=_counted, listed=_listed, log_lines=_log_lines, symbol=_symbol, symbols=_symbols
    )
    environment.globals.update(
        pace_in_words=_pace_in_words,
        clock_in_words=_clock_in_words,
        time_in_words=_time_in_words,
        day_in_words=_day_in_words,
    )
    environment.globals.update(languages=languages, kinds=registry.kinds, static=static)
    environment.globals.update(LEVELS=LEVELS_IN_WORDS, LANGUAGES=LANGUAGE_NAMES, PACES=PACES, PART=PART)
    return environment


@pass_context
def _translated(context: Context, text: str, **values: object) -> str:
    """A text, its places in braces filled in, in the language of the page."""
    language = context["language"]
    if values:
        return say(Message(text), values, language)
    # the sources, and so terminals, have the plain apostrophe
    return translate(text, language).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


@pass_context
def _counted(context: Context, one: str, many: str, by: str, **values: object) -> str:
    """A text whose plural follows the number named ``by``."""
    return say(Message(one, many, by), values, context["language"])


@pass_context
def _listed(context: Context, words: Sequence[str]) -> str:
    """Names in a row, the last after an "and"."""
    return listed(words, context["language"])


@pass_context
def _pace_in_words(context: Context, pace: int) -> str:
    """How fast bots play: a time in seconds, with the language's decimal sign."""
    language = context["language"]
    if not pace:
        return translate(N_("at once"), language)
    seconds = f"{pace / 1000:g}"
    return say(
        Message("{seconds} s a move"), {"seconds": seconds if language == ENGLISH else seconds.replace(".", ",")}, language
    )


@pass_context
def _clock_in_words(context: Context, clock: Clock) -> str:
    """How long people may think."""
    language = context["language"]
    days, minutes, seconds = clock.seconds // 86400, clock.seconds // 60, clock.seconds
    if days:
        return say(Message("{days} day a move", "{days} days a move", "days"), {"days": days}, language)
    if clock.kind == "game":
        return say(Message("{minutes} minutes for the game"), {"minutes": minutes}, language)
    if seconds < 60:
        return say(Message("{seconds} seconds a move"), {"seconds": seconds}, language)
    return say(Message("{minutes} minute a move", "{minutes} minutes a move", "minutes"), {"minutes": minutes}, language)


@pass_context
def _day_in_words(context: Context, day: datetime.date) -> str:
    """A date in full."""
    language = context["language"]
    values = {"day": day.day, "month": translate(_MONTHS[day.month - 1], language), "year": day.year}
    # Translators: a date: 23 November 2026; the second for the first of a month
    dated = Message("{day} {month} {year}") if day.day > 1 else Message("1 {month} {year}")
    return say(dated, values, language)


def _time_in_words(seconds: int) -> str:
    """A time that is left, such as 2:05 or 23:59:00."""
    minutes, hours = seconds // 60 % 60, seconds // 3600
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


@cache
def _symbol(seat: int, size: int = 24) -> Markup:
    """A player's colour and symbol, as `_symbols` draws it."""
    about = f'class="disc" viewBox="-21 -21 42 42" width="{size}" height="{size}" aria-hidden="true"'
    return Markup(f'<svg {about}><use href="#seat-{seat}"/></svg>')


@cache
def _symbols() -> Markup:
    """The players' colours and symbols, drawn once a page."""
    drawn = "".join(f'<g id="seat-{seat}" class="disc">{disc(seat)}</g>' for seat in range(SEATS))
    return Markup(f'<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>')


def _log_line(line: Line, new: bool) -> Markup:
    """A line of the log, ``new`` since who looks last moved."""
    classes = f"{'tentative' if line.tentative else ''}{' new' if new else ''}"
    place = Markup(' data-place="{}"').format(line.place) if line.place else ""
    points = Markup(' data-points="{}" data-seat="{}"').format(line.points, line.seat) if line.points else ""
    whose = _symbol(line.seat, 16) if line.seat >= 0 else ""
    about = (classes, line.move, place, points, whose, line.text)
    line.drawn[new] = Markup('<li class="{}" data-move="{}"{}{}>{}<span>{}</span></li>').format(*about)
    return line.drawn[new]


def _log_lines(sitting: Sitting) -> Markup:
    """The log, the last line first. Most lines of a page were on it before."""
    since = sitting.last_own_move if sitting.seat is not None else sitting.at
    return Markup(
        "\n".join([line.drawn.get(new := line.move > since) or _log_line(line, new) for line in reversed(sitting.log)])
    )


_ENVIRONMENT = _environment()


def make_ready() -> None:
    """Do what else the first who asks for a page would wait for, and everybody else with them: templates are compiled, and the
    state of the files is looked up. Takes a third of a second: to be run in a thread."""
    for name in _ENVIRONMENT.list_templates():
        _ENVIRONMENT.get_template(name)
    static("")


def render(template: str, language: str, context: Mapping[str, Any]) -> str:
    """A template in a language."""
    return _ENVIRONMENT.get_template(template).render(language=language, **context)


class Visit:
    """One request: who asks, in which language, and the house."""

    def __init__(self, request: Request[Any, Any, State], house: House, viewer: Viewer) -> None:
        self.request = request
        self.house = house
        self.viewer = viewer
        self.arrived: Person | None = None
        """A stranger who has become somebody by this request."""

    @classmethod
    async def of(cls, request: Request[Any, Any, State]) -> Visit:
        house: House = request.app.state.house
        viewer = await house.people.viewer(request.cookies.get(COOKIE), request.headers.get("accept-language", ""))
        visit = request.state.visit = cls(request, house, viewer)
        return visit

    @classmethod
    def failed(cls, request: Request[Any, Any, State]) -> Visit:
        """The visit of a request that went wrong, perhaps before anybody looked at who asks."""
        viewer = Viewer(None, accepted_language(request.headers.get("accept-language", "")))
        return getattr(request.state, "visit", None) or cls(request, request.app.state.house, viewer)

    @property
    def language(self) -> str:
        return self.viewer.language

    @property
    def token(self) -> str:
        """What forms send along, to show that they come from our pages."""
        return csrf_token({"request": self.request})

    @property
    def by_script(self) -> bool:
        """Whether the page's script asks, not a form: it shows answers in the page."""
        return "hx-request" in self.request.headers

    async def person(self, nickname: str = "") -> Person:
        """Who asks, made known if they were a stranger."""
        if self.viewer.person is None:
            self.arrived = await self.house.people.welcome(self.viewer, nickname)
            self.viewer = Viewer(self.arrived, self.language)
        assert self.viewer.person is not None
        self.check_welcome()
        return self.viewer.person

    def check_welcome(self) -> None:
        """`Refused` for who is shut out of the house."""
        if self.viewer.person and self.viewer.person.banned:
            raise Refused(SHUT_OUT)

    def render(self, template: str, **context: Any) -> str:
        """A template for who asks."""
        return render(template, self.language, {"viewer": self.viewer, "csrf": self.token, **context})

    def done(self, path: str) -> Response[Any]:
        """It has been done. The script needs no answer, what has changed comes by the stream; a form goes on to a page."""
        return self.answer(Response(None, status_code=204)) if self.by_script else self.go(path)

    def page(self, template: str, status: int = 200, **context: Any) -> Response[str]:
        """A whole page. Of a table no browser keeps it: who uses it next may sit elsewhere."""
        body = self.render(template, path=_path(self.request), **context)
        headers = {"Cache-Control": "no-store"} if self.request.scope["path"].startswith("/t/") else None
        return self.answer(Response(body, media_type=MediaType.HTML, status_code=status, headers=headers))

    def answer(self, response: Response[Any]) -> Response[Any]:
        """A response that makes the browser known, if it was not."""
        if self.arrived is not None:
            value, secure = self.house.people.cookie(self.arrived), self.house.settings.secure
            response.set_cookie(Cookie(COOKIE, value=value, max_age=_YEAR, httponly=True, samesite="lax", secure=secure))
        return response

    def go(self, path: str) -> Response[Any]:
        """Send the browser to another page."""
        return self.answer(go_to(path, self.by_script))


Asking = NamedDependency[Visit]
"""The visit, as handlers are given it."""


Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
"""What a form sends, as handlers are given it."""


def whole_number(form: Mapping[str, str], name: str, otherwise: int) -> int:
    """A field of a form that is a whole number, and not a long one."""
    text = form.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 7 else otherwise


def go_to(path: str, by_script: bool = False) -> Response[Any]:
    """Send the browser to another page of the house."""
    path = quote(path, safe=_IN_PATHS, errors="replace")
    if by_script:
        return Response(b"", headers={"HX-Redirect": path}, status_code=200)
    return Redirect(path, status_code=303)


def told(error: CommanderyError, language: str) -> str:
    """What is wrong, as a fragment of a page."""
    return render("notice.html", language, {"message": error.describe(language)})


def _path(request: Request[Any, Any, State]) -> str:
    query = request.scope.get("query_string", b"").decode("ascii", "ignore")
    path = request.scope["path"]  # not of the whole URL: the host may be nonsense
    return f"{path}?{query}" if query else path
