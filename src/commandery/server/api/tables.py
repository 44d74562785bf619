"""Tables for programs: the games, the open tables, opening, sitting down, setting up, beginning."""

from __future__ import annotations

from typing import Any, cast

from litestar import delete, get, patch, post, put
from litestar.datastructures import CacheControlHeader
from litestar.params import JSONBody

from commandery.core import registry
from commandery.core.game import GameKind
from commandery.core.language import Message, translate
from commandery.core.options import resolve
from commandery.server.api.caller import PROBLEMS, Calling, SeatNumber, TableId
from commandery.server.api.tokens import SeatToken, Tokens
from commandery.server.api.types import (
    GameInfo,
    Level,
    NewTable,
    OptionInfo,
    Seated,
    SeatInfo,
    Setup,
    Sit,
    Status,
    TableInfo,
    TakenBy,
)
from commandery.server.journal import Refused
from commandery.server.store.models import Person, Seat, Table
from commandery.server.tables import PACES, Tables, fit_start

__all__ = ["ROUTES", "table_info"]


def table_info(table: Table) -> TableInfo:
    """What everybody may know of a table."""
    seats = [SeatInfo(seat.number, seat.name, _taken_by(seat), seat.level) for seat in table.seats]
    return TableInfo(
        table.id, f"/t/{table.id}", table.game, cast("Status", table.status), table.public, table.pace, dict(table.options),
        table.board, seats, table.next,
    )  # fmt: skip


def _taken_by(seat: Seat) -> TakenBy:
    return "person" if seat.person_id else "bot" if seat.level else "nobody"


def _pace(pace: int) -> int:
    if pace not in PACES:
        raise Refused(Message("The pace of bots is one of {paces}."), {"paces": ", ".join(map(str, PACES))})
    return pace


@get("/games", cache_control=CacheControlHeader(max_age=300), responses=PROBLEMS)
async def games(caller: Calling) -> list[GameInfo]:
    """The games, with their options."""
    return [_game(kind, caller.language) for kind in registry.kinds()]


def _game(kind: GameKind[Any], language: str) -> GameInfo:
    options = [
        OptionInfo(
            option.name,
            list(option.values),
            option.default,
            translate(option.title, language),
            translate(option.help, language),
        )
        for option in kind.options
    ]
    return GameInfo(kind.name, kind.title, *kind.players, kind.rules_version, options)


@get("/tables", responses=PROBLEMS)
async def open_tables(caller: Calling) -> list[TableInfo]:
    """The tables that anybody may join, the newest first."""
    return [table_info(table) for table in await Tables(caller.house.keeper).open_tables()]


@post("/tables", responses=PROBLEMS)
async def open_table(caller: Calling, data: JSONBody[NewTable]) -> Seated:
    """Open a table: you sit on its first seat and are its host. The game begins when you start it."""
    kind = registry.find(data.game)
    options: dict[str, Any] = dict(resolve(kind.name, kind.options, data.options))
    pace = _pace(data.pace)
    players = max(3, kind.players[0]) if data.players is None else data.players
    kind.setup(players, **options)
    tables = Tables(caller.house.keeper)
    person = await caller.house.people.program(data.name, caller.language)
    table = await tables.create(person, kind.name, players, data.bots, options)
    await tables.set_up(table.id, person, players, data.public, pace, options)
    return await _seated(caller, table.id, 0, person, hosts=True)


@get("/tables/{table_id:str}", responses=PROBLEMS)
async def look(caller: Calling, table_id: TableId) -> TableInfo:
    """A table, whoever sits there."""
    return table_info(await caller.house.keeper.table(table_id))


@patch("/tables/{table_id:str}", responses=PROBLEMS)
async def set_up(caller: Calling, table_id: TableId, data: JSONBody[Setup]) -> TableInfo:
    """Change, as the host, what is played and by which options, before the game begins."""
    person = await caller.host(table_id)
    table = await caller.house.keeper.table(table_id)
    kind = registry.find(table.game)
    players = len(table.seats) if data.players is None else data.players
    options = resolve(kind.name, kind.options, {**fit_start(table.options, players), **data.options})
    public = table.public if data.public is None else data.public
    pace = table.pace if data.pace is None else _pace(data.pace)
    await Tables(caller.house.keeper).set_up(table_id, person, players, public, pace, options)
    return table_info(await caller.house.keeper.table(table_id))


@post("/tables/{table_id:str}/seats/{seat:int}", responses=PROBLEMS)
async def sit(caller: Calling, table_id: TableId, seat: SeatNumber, data: JSONBody[Sit]) -> Seated:
    """Take an open seat, like a guest who has the table's link."""
    tables = Tables(caller.house.keeper)
    await tables.check_open(table_id, seat)
    person = await caller.house.people.program(data.name, caller.language)
    await tables.sit(table_id, seat, person)
    return await _seated(caller, table_id, seat, person)


@put("/tables/{table_id:str}/seats/{seat:int}", responses=PROBLEMS)
async def give_seat(caller: Calling, table_id: TableId, seat: SeatNumber, data: JSONBody[Level]) -> TableInfo:
    """Give a seat, as the host, to a bot, or leave it open; who sat there is removed."""
    person = await caller.host(table_id)
    await Tables(caller.house.keeper).clear(table_id, seat, person, data.level)
    return table_info(await caller.house.keeper.table(table_id))


@delete("/tables/{table_id:str}/seats/{seat:int}", responses=PROBLEMS)
async def leave(caller: Calling, table_id: TableId, seat: SeatNumber) -> None:
    """Leave your seat before the game begins; or, as the host, remove who sits there."""
    person = await caller.person(table_id)
    table = await caller.house.keeper.table(table_id)
    if caller.token is None or (caller.token.at(table) != seat and not caller.token.hosts):
        person = await caller.host(table_id)
    await Tables(caller.house.keeper).clear(table_id, seat, person)


@post("/tables/{table_id:str}/start", status_code=200, responses=PROBLEMS)
async def start(caller: Calling, table_id: TableId) -> TableInfo:
    """Begin the game, as the host, once every seat is taken."""
    await Tables(caller.house.keeper).start(table_id, await caller.host(table_id))
    return table_info(await caller.house.keeper.table(table_id))


async def _seated(caller: Calling, table_id: str, seat: int, person: Person, hosts: bool = False) -> Seated:
    token = Tokens(caller.house.secret).sign(SeatToken(table_id, None, person.id, hosts))
    return Seated(table_info(await caller.house.keeper.table(table_id)), seat, token)


ROUTES = [games, open_tables, open_table, look, set_up, sit, give_seat, leave, start]
