"""Tables before the start: who opens one, who sits where, what is played, and by which options."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Mapping
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.bots import LEVELS
from commandery.core import datafile, registry
from commandery.core.errors import BadOption
from commandery.core.game import GameKind
from commandery.core.language import Message, Phrase
from commandery.core.options import Option, Value
from commandery.server.agreement import agrees_at_once, hints_allowed, people_at
from commandery.server.clock import Clock
from commandery.server.journal import Refused
from commandery.server.keeper import Keeper, check_host, find, game_of, held, held_by
from commandery.server.people import blocked_ids, check_not_blocked, comes_along
from commandery.server.store.models import Person, Seat, Status, Table, now

__all__ = ["BOT_NAMES", "PACES", "Tables", "check_room", "fit_start", "read_options"]

PACES = (0, 300, 700, 1500, 3000)
"""Milliseconds between two moves of bots that can be chosen."""
BOT_NAMES = ("Hugues", "Éverard", "Thibaud", "Béatrice", "Aliénor")
"""What bots are called, by seat."""
_MOST_TABLES = 20  # waiting or in play, that one person may have opened
_LONGEST_LIST = 50
_STARTED = Message("The game has already begun.")
_TAKEN = Message("Somebody else has taken this seat.")
_NO_SEAT = Message("There is no such seat at this table.")
_OPEN_SEATS = Message(
    "{count} seat is still open: wait for somebody, or give it to a bot.",
    "{count} seats are still open: wait for others, or give them to bots.",
    "count",
)
_PEOPLE_SIT = Message("{count} people sit at this table: choose at least as many players.")
_TOO_MANY = Message("You have {count} tables open: finish one of them first.")
# Translators: option is its title, such as Round limit
_NO_NUMBER = Message("{option}: choose a whole number from {low} to {high}.")
_NO_VALUE = Message("{option}: choose something that is offered.")
_NOT_OVER = Message("The game is not over yet.")
_NOT_A_PLAYER = Message("Only people who play at this table can do that.")


def read_options(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, Value]:
    """What a form says about a game's options; those it does not name keep their defaults."""
    found: dict[str, Value] = {}
    for option in options:
        text = given.get(option.name)
        if text is None:
            continue
        for value in option.values:
            if str(value) == text:
                found[option.name] = value
                break
        else:
            about: dict[str, object] = {"option": Phrase(Message(option.title))}
            if isinstance(option.values, range):
                raise BadOption(_NO_NUMBER, {**about, "low": option.values[0], "high": option.values[-1]})
            raise BadOption(_NO_VALUE, about)
    return found


def fit_start(options: Mapping[str, Value], players: int) -> dict[str, Value]:
    """The same options; where the seat that was to start is no more, who starts is drawn."""
    start = options.get("start")
    return {**options, "start": "random"} if isinstance(start, int) and start >= players else dict(options)


class Tables:
    """Opens tables and sets them up. Every method ends with what is kept."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._database = keeper.database

    # Lists

    async def open_tables(self) -> list[Table]:
        """Tables that anybody may join, the newest first."""
        recent = now() - datetime.timedelta(days=2)
        wanted = select(Table).where(Table.public, Table.status == Status.WAITING, Table.moved > recent)
        async with self._database.read() as session:
            return list(await session.scalars(wanted.order_by(Table.created.desc()).limit(_LONGEST_LIST)))

    async def of(self, person: Person) -> list[Table]:
        """The tables somebody sits at or has opened: those that are not over first, of these the last moved."""
        mine = select(Seat.table_id).where(Seat.person_id == person.id)
        wanted = select(Table).where(or_(Table.id.in_(mine), (Table.host == person.id) & (Table.status == Status.WAITING)))
        async with self._database.read() as session:
            newest = wanted.order_by(Table.status == Status.OVER, Table.moved.desc())
            return list(await session.scalars(newest.limit(_LONGEST_LIST)))

    # Before the start

    async def create(
        self, host: Person, game: str, players: int, level: str | None, options: Mapping[str, Any] | None = None
    ) -> Table:
        """A new table: the host in the first seat, the others open, or bots of a level."""
        kind = registry.find(game)
        chosen = kind.setup(players, **(options or {}))
        table = Table(
            game=kind.name, options=dict(chosen.options), host=host.id, pace=int(host.wishes.get("pace", 700)), hints=True
        )
        table.seats = [Seat(number=0, person_id=host.id, name=host.nickname)]
        table.seats += [_seat(number, level) for number in range(1, chosen.players)]
        async with self._database.write() as session:
            await check_room(session, host)
            session.add(table)
        return table

    async def sit(self, table_id: str, number: int, person: Person, name: str = "") -> None:
        """Take an open seat."""
        async with self._database.write() as session:
            table = await _waiting(session, table_id)
            seat = _find_seat(table, number)
            _check_open(seat)
            check_not_blocked(person, await session.get(Person, table.host))
            seat.person_id, seat.name = person.id, name or person.nickname
            seat.agrees = agrees_at_once(table, seat)
            table.moved = now()
        self._tell(table)

    async def check_open(self, table_id: str, number: int, person: Person | None = None) -> None:
        """`Refused` unless somebody can still sit there; at the wish of this person, if it is somebody's."""
        async with self._database.read() as session:
            table = await find(session, table_id)
            _check_waiting(table)
            _check_open(_find_seat(table, number))
            if person is not None:
                check_not_blocked(person, await session.get(Person, table.host))

    async def clear(self, table_id: str, number: int, person: Person, level: str | None = None) -> None:
        """Leave a seat, or, as the host, make any seat open or a bot's."""
        async with self._database.write() as session:
            table = await _waiting(session, table_id)
            seat = _find_seat(table, number)
            if seat.person_id != person.id or level:
                check_host(table, person)
            _give(seat, level)
            table.moved = now()
        self._tell(table)

    async def fill(self, table_id: str, person: Person, level: str) -> None:
        """Give, as the host, every open seat to a bot of a level."""
        async with self._database.write() as session:
            table = await _hosted(session, table_id, person)
            for seat in table.seats:
                if not seat.person_id and not seat.level:
                    _give(seat, level)
            table.moved = now()
        self._tell(table)

    async def set_up(
        self,
        table_id: str,
        person: Person,
        players: int,
        public: bool,
        pace: int,
        options: Mapping[str, Value],
        clock: Clock | None = None,
    ) -> None:
        """Choose, as the host, how many play, by which options, against which clock, and who may see the table."""
        async with self._database.write() as session:
            table = await _hosted(session, table_id, person)
            game = registry.find(table.game).setup(players, board=table.board, **options)
            _take_seats_away(table, players)
            table.seats += [_seat(number, None) for number in range(len(table.seats), players)]
            table.options, table.public = dict(game.options), public
            table.pace = pace if pace in PACES else 700
            table.clock = clock.kept if clock else None
            table.moved = now()
        self._tell(table)

    async def bring_board(self, table_id: str, person: Person, content: bytes | None, name: str = "") -> None:
        """Play, as the host, on a board of one's own, from a file; or on the standard one. `BadFile` names a fault."""
        async with self._database.read() as session:
            kind = registry.find((await _hosted(session, table_id, person)).game)
        board = None if content is None else await asyncio.to_thread(_read_board, kind, content, name)
        async with self._database.write() as session:
            table = await _hosted(session, table_id, person)
            table.board = board
            table.moved = now()
        self._tell(table)

    async def start(self, table_id: str, person: Person) -> None:
        """Begin the game, as the host, once every seat is taken."""
        async with self._database.write() as session:
            table = await _hosted(session, table_id, person)
            empty = sum(not seat.person_id and not seat.level for seat in table.seats)
            if empty:
                raise Refused(_OPEN_SEATS, {"count": empty})
            game_of(table)
            table.hints = hints_allowed(table)
            table.moved = now()
            await self._keeper.begin(table, session)
        if self._keeper.has_rules(table.game):  # else the house goes on with it once they are loaded
            self._keeper.moved(await self._keeper.live(table_id))
        self._tell(table)

    async def set_pace(self, table_id: str, person: Person, pace: int) -> None:
        """Let the bots play faster or slower, as the host, also in the middle of a game."""
        async with self._database.write() as session:
            table = await held_by(session, table_id, person)
            table.pace = pace if pace in PACES else table.pace
        self._keeper.renew(table)
        self._keeper.tell(table_id)

    async def rematch(self, table_id: str, person: Person) -> Table:
        """A table like this one, for the same players; the same for whoever asks. Seats of those who cannot come are open."""
        async with self._database.write() as session:
            table = await held(session, table_id)
            if all(seat.person_id != person.id for seat in table.seats):
                raise Refused(_NOT_A_PLAYER)
            if table.next and (found := await session.get(Table, table.next)):
                return found
            if table.status != Status.OVER:
                raise Refused(_NOT_OVER)
            await check_room(session, person)
            again = Table(
                game=table.game, options=table.options, board=table.board, public=table.public, pace=table.pace,
                chat=table.chat, clock=table.clock, hints=table.hints, host=person.id,
            )  # fmt: skip
            players = await session.scalars(select(Person).where(Person.id.in_(people_at(table) - blocked_ids(person))))
            coming = {one.id for one in players if comes_along(one)}
            again.seats = [
                Seat(number=seat.number, person_id=seat.person_id, level=seat.level, name=seat.name)
                if seat.level or seat.person_id in coming
                else Seat(number=seat.number)
                for seat in table.seats
            ]
            for seat in again.seats:
                seat.agrees = agrees_at_once(again, seat)
            session.add(again)
            await session.flush()
            table.next = again.id
        self._keeper.renew(table)
        self._keeper.tell(table_id)
        self._keeper.tell_lobby()
        return again

    def _tell(self, table: Table) -> None:
        self._keeper.tell(table.id)
        self._keeper.tell_people(table)
        self._keeper.tell_lobby()


async def check_room(session: AsyncSession, host: Person) -> None:
    """Refuse who has too many tables open already."""
    open_now = select(Table.id).where(Table.host == host.id, Table.status != Status.OVER).limit(_MOST_TABLES + 1)
    count = len(list(await session.scalars(open_now)))
    if count > _MOST_TABLES:
        raise Refused(_TOO_MANY, {"count": count})


async def _waiting(session: AsyncSession, table_id: str) -> Table:
    """A table whose game has not begun."""
    table = await held(session, table_id)
    _check_waiting(table)
    return table


async def _hosted(session: AsyncSession, table_id: str, person: Person) -> Table:
    """A table whose game has not begun and which this person has opened."""
    table = await _waiting(session, table_id)
    check_host(table, person)
    return table


def _read_board(kind: GameKind[Any], content: bytes, name: str) -> dict[str, Any]:
    """A board from a file, if it is one of this game; to be run in a thread, since a file can be long."""
    return dict(kind.check_board(datafile.parse(content, name)).data)


def _check_waiting(table: Table) -> None:
    if table.status != Status.WAITING:
        raise Refused(_STARTED)


def _find_seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused(_NO_SEAT)
    return table.seats[number]


def _check_open(seat: Seat) -> None:
    if seat.person_id or seat.level:
        raise Refused(_TAKEN)


def _take_seats_away(table: Table, players: int) -> None:
    """Leave no more seats than this: open ones go first, then bots', from the end; who sits behind them moves up."""
    people = [seat for seat in table.seats if seat.person_id]
    if len(people) > players:
        raise Refused(_PEOPLE_SIT, {"count": len(people)})
    spare = sorted((seat for seat in reversed(table.seats) if not seat.person_id), key=lambda seat: seat.level is not None)
    going = spare[: max(0, len(table.seats) - players)]
    kept = [(seat.person_id, seat.level, seat.name, seat.agrees, seat.here) for seat in table.seats if seat not in going]
    del table.seats[len(kept) :]
    for seat, (person_id, level, name, agrees, here) in zip(table.seats, kept, strict=True):
        seat.person_id, seat.level, seat.agrees, seat.here = person_id, level, agrees, here
        seat.name = BOT_NAMES[seat.number] if level else name


def _seat(number: int, level: str | None) -> Seat:
    """A bot's seat, or an open one."""
    seat = Seat(number=number)
    _give(seat, level)
    return seat


def _give(seat: Seat, level: str | None) -> None:
    """Give a seat to a bot, or leave it open."""
    if level is not None and level not in LEVELS:
        raise BadOption(f"there is no level {level!r} (there are: {', '.join(LEVELS)})")
    seat.person_id, seat.level, seat.name = None, level, BOT_NAMES[seat.number] if level else ""
