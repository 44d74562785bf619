"""The door: the games, open tables, my tables; language and name."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Stream

from commandery.bots import LEVELS
from commandery.core import registry
from commandery.core.errors import BadOption
from commandery.core.game import GameKind
from commandery.core.language import languages
from commandery.server.pages.mine import my_tables
from commandery.server.pages.streaming import follow
from commandery.server.pages.web import Asking, Form, whole_number
from commandery.server.parts import Look
from commandery.server.people import Viewer, tidy_name
from commandery.server.store.models import Person
from commandery.server.tables import PACES, Tables

__all__ = ["ROUTES"]

_LENGTHS = {"templar": 60, "templari": 45, "journey": 75}
"""How long a game takes among people, in minutes, roughly."""


@get("/")
async def home(visit: Asking) -> Response[str]:
    """The three games, open tables, my tables."""
    return visit.page(
        "home.html", lengths=_LENGTHS, open_tables=await Tables(visit.house.keeper).open_tables(),
        level=visit.viewer.wish("level", "squire"), **await my_tables(visit),
    )  # fmt: skip


@get("/lobby")
async def lobby(visit: Asking) -> Stream:
    """The open tables, whenever they change."""

    async def look(news: str | None) -> Look:
        return Look(visit.render("open_tables.html", open_tables=await Tables(visit.house.keeper).open_tables()))

    return follow(visit, "lobby", "open-tables", look)


@post("/play")
async def play_now(visit: Asking, data: Form) -> Response[Any]:
    """A game against bots, at once."""
    person = await visit.person()
    kind = registry.find(data.get("game", ""))
    level = data.get("level", "squire")
    if level not in LEVELS:
        raise BadOption(f"there is no level {level!r} (there are: {', '.join(LEVELS)})")
    players = whole_number(data, "players", _usual_players(kind))
    tables = Tables(visit.house.keeper)
    table = await tables.create(person, kind.name, players, level, _last_options(person, kind, players))
    await tables.start(table.id, person)
    await visit.house.people.change(person, level=level)
    return visit.go(f"/t/{table.id}")


@post("/tables")
async def open_table(visit: Asking, data: Form) -> Response[Any]:
    """A new table, to be set up."""
    person = await visit.person()
    kind = registry.find(data.get("game", ""))
    players = _usual_players(kind)
    options = _last_options(person, kind, players)
    table = await Tables(visit.house.keeper).create(person, kind.name, players, None, options)
    return visit.go(f"/t/{table.id}")


def _usual_players(kind: GameKind[Any]) -> int:
    return max(3, kind.players[0])


def _last_options(person: Person, kind: GameKind[Any], players: int) -> dict[str, Any]:
    """What somebody chose last for a game, where that still goes, with so many players."""
    options = {**person.wishes.get("options", {}).get(kind.name, {}), "start": "random"}
    try:
        kind.setup(players, **options)
    except BadOption:
        return {}
    return options


@post("/language")
async def choose_language(visit: Asking, data: Form) -> Response[Any]:
    """Another language, from any page."""
    wanted = data.get("language", "")
    if wanted in languages():
        person = await visit.person()
        await visit.house.people.change(person, language=wanted)
        visit.viewer = Viewer(person, wanted)
    back = data.get("back", "/")
    return visit.go(back if back.startswith("/") and not back.startswith("//") else "/")


@get("/me")
async def me(visit: Asking) -> Response[str]:
    """How I am called and like to play."""
    blocked = await visit.house.people.blocked(visit.viewer.person) if visit.viewer.person else []
    return visit.page("me.html", blocked=blocked, saved="saved" in visit.request.query_params)


@post("/me")
async def change_me(visit: Asking, data: Form) -> Response[Any]:
    """Change how I am called and like to play."""
    person = await visit.person(data.get("nickname", ""))
    pace = whole_number(data, "pace", -1)
    changes = {
        "nickname": tidy_name(data.get("nickname", "")),
        "confirm": "confirm" in data,
        "sound": "sound" in data,
        "pace": pace if pace in PACES else 700,
    }
    await visit.house.people.change(person, **changes)
    return visit.go("/me?saved")


@post("/me/keep")
async def keep_me(visit: Asking, data: Form) -> Response[Any]:
    """Let me come back from elsewhere by a name and a passphrase."""
    person = await visit.person()
    await visit.house.people.keep(person, data.get("name", ""), data.get("passphrase", ""))
    return visit.go("/me#come-back")


@post("/me/return")
async def come_back(visit: Asking, data: Form) -> Response[Any]:
    """Come back by a name and a passphrase."""
    visit.arrived = await visit.house.people.come_back(data.get("name", ""), data.get("passphrase", ""))
    return visit.go("/")


@get("/rules/{game:str}")
async def rules(visit: Asking, game: FromPath[str]) -> Response[str]:
    """The rules of a game, in our own words."""
    kind = registry.find(game)
    return visit.page(
        "rules.html",
        kind=kind,
        all_kinds=[registry.find(name) for name in _LENGTHS],
        summary=f"rules/{kind.name}.{visit.language}.html",
    )


@get("/healthz", media_type="application/json")
async def healthz(visit: Asking) -> dict[str, Any]:
    """Whether the house is open, and which rules are ready."""
    return {"status": "ok", "rules": {name: ready.is_set() for name, ready in visit.house.ready.items()}}


@route("/{wanted:path}", http_method=["GET", "POST", "PUT", "PATCH", "DELETE"], status_code=404, exclude_from_csrf=True)
async def nowhere(visit: Asking) -> None:
    """Every other path: told in the language of who asks, and under their name."""
    raise NotFoundException


ROUTES = [
    home, lobby, play_now, open_table, choose_language, me, change_me, keep_me, come_back, rules, healthz, nowhere,
]  # fmt: skip
