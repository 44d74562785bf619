"""Who is here: one row for each open stream, kept by the process that serves it and written in batches."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.server.keeper import Keeper
from commandery.server.store.models import Person, Seat, Table, Watcher, in_utc, new_id

__all__ = ["AWAY", "HERE", "NEAR", "Company", "Presence"]

_log = logging.getLogger("commandery.presence")
_BATCH = 0.5  # seconds in which those who come and go are collected
_BEAT = 10.0  # seconds after which the rows of this process are renewed
_EXPIRED = datetime.timedelta(seconds=35)  # a row that old belongs to a process that is gone
_ASKS_AGAIN = 60.0  # seconds in which a program that has asked something is here
_MOST_NAMED = 12
HERE, NEAR, AWAY = "here", "near", "away"
"""Somebody looks at the table; has another page of the house open, or this one behind others; or none."""


@dataclass(frozen=True)
class Company:
    """Who is around a table: its players by seat, and those who watch."""

    seats: dict[int, str]
    """Of each person's seat: `HERE`, `NEAR` or `AWAY`."""
    gone: dict[int, float]
    """Of those who are away: for how many seconds."""
    watching: list[str]
    """The names of those who look on, as far as they have one."""
    guests: int
    """How many more look on."""
    banned: frozenset[int] = frozenset()
    """The seats of those who are shut out: they are away, wherever they look on."""

    def later(self, seconds: float) -> Company:
        """The same some seconds later, if nobody has come or gone."""
        return replace(self, gone={seat: gone + seconds for seat, gone in self.gone.items()})


class Presence:
    """The streams of this process, and what all processes know of who is here."""

    def __init__(self, keeper: Keeper, process: str) -> None:
        self._keeper = keeper
        self._database = keeper.database
        self._process = process
        self._open: dict[str, Watcher] = {}
        self._kept: dict[str, Watcher] = {}
        self._asking: dict[tuple[str, str], tuple[str, asyncio.TimerHandle]] = {}
        """Programs without a stream, by table and person: as whom they are here, and until when."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # Coming and going

    @contextmanager
    def stay(self, table_id: str | None, person_id: str | None) -> Iterator[None]:
        """Somebody is here as long as this is open: at a table, or elsewhere in the house."""
        id = self._come(table_id, person_id)
        try:
            yield
        finally:
            self._go(id)

    def ask(self, table_id: str, person_id: str) -> None:
        """A program has asked about its seat or acted there: it is here for a while."""
        about = table_id, person_id
        if about in self._asking:
            id, leaving = self._asking[about]
            leaving.cancel()
        else:
            id = self._come(table_id, person_id)
        later = asyncio.get_running_loop().call_later
        self._asking[about] = id, later(_ASKS_AGAIN, self._asks_no_more, about)

    def _asks_no_more(self, about: tuple[str, str]) -> None:
        self._go(self._asking.pop(about)[0])

    def _come(self, table_id: str | None, person_id: str | None) -> str:
        watcher = Watcher(id=new_id(), table_id=table_id, person_id=person_id, process=self._process)
        self._open[watcher.id] = watcher
        self._changed.set()
        return watcher.id

    def _go(self, id: str) -> None:
        self._open.pop(id, None)
        self._changed.set()

    def begin(self) -> None:
        """Write down from now on who is here."""
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Nobody is here any more by this process."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for _, leaving in self._asking.values():
            leaving.cancel()
        self._open.clear()
        with contextlib.suppress(Exception):
            await self.write()

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        beaten = -_BEAT
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), max(0.1, beaten + _BEAT - loop.time()))
            await asyncio.sleep(_BATCH)
            self._changed.clear()
            try:
                beat = loop.time() >= beaten + _BEAT
                await self.write(beat)
                beaten = loop.time() if beat else beaten
            except Exception:  # the database may be away for a while; the next batch has it all
                _log.exception("who is here could not be written")

    async def write(self, beat: bool = False) -> None:
        """Write down in one transaction who has come and gone; with ``beat`` also that the others are still here, and forget
        those whose process is gone."""
        if not beat and self._open.keys() == self._kept.keys():
            return
        seen = self._keeper.now()
        async with self._database.write() as session:
            if beat:
                mine = set(await session.scalars(select(Watcher.id).where(Watcher.process == self._process)))
                self._kept = {name: one for name, one in self._kept.items() if name in mine}
            come = [watcher for name, watcher in self._open.items() if name not in self._kept]
            gone = [watcher for name, watcher in self._kept.items() if name not in self._open]
            if beat:
                await session.execute(update(Watcher).where(Watcher.process == self._process).values(seen=seen))
                gone += await session.scalars(select(Watcher).where(Watcher.seen < seen - _EXPIRED))
            known = await _known(session, come)
            session.add_all(
                Watcher(id=one.id, table_id=one.table_id, person_id=one.person_id, process=self._process, seen=seen)
                for one in known
            )
            if gone:
                await session.execute(delete(Watcher).where(Watcher.id.in_([one.id for one in gone])))
            left = [(one, _seats(one)) for one in gone if one.person_id is not None]
            if left:  # held in the order in which the end of a game is written there: else both would wait for each other
                seats = select(Seat.number).where(or_(*(theirs for _, theirs in left))).order_by(Seat.table_id, Seat.number)
                await session.execute(seats.with_for_update(key_share=True))
            for one, theirs in left:
                last = seen if one.process == self._process else in_utc(one.seen)
                before = or_(Seat.here.is_(None), Seat.here < last)
                await session.execute(update(Seat).where(theirs, before).values(here=last))
        self._kept.update({one.id: one for one in come})
        for one in gone:
            self._kept.pop(one.id, None)
        for table_id in {one.table_id for one in (*come, *gone) if one.table_id}:
            self._keeper.tell(table_id)

    # Looking

    async def around(self, table: Table) -> Company:
        """Who is around a table now."""
        now = self._keeper.now()
        players = {seat.person_id for seat in table.seats if seat.person_id}
        at_table, in_house = Watcher.table_id == table.id, Watcher.table_id.is_(None) & Watcher.person_id.in_(players)
        wanted = (
            select(Watcher.table_id, Watcher.person_id, Person.nickname)
            .outerjoin(Person, Person.id == Watcher.person_id)
            .where(or_(at_table, in_house), Watcher.seen > now - _EXPIRED)
            .order_by(Watcher.id)
        )
        async with self._database.read() as session:
            found = list(await session.execute(wanted))
            left = await session.execute(select(Seat.number, Seat.here).where(Seat.table_id == table.id))
            last = dict(left.all())
            shut_out = set(await session.scalars(select(Person.id).where(Person.id.in_(players), Person.banned)))
        here = {person for table_id, person, _ in found if table_id} - shut_out
        near = {person for table_id, person, _ in found if not table_id} - shut_out
        people = [seat for seat in table.seats if seat.person_id]
        seats = {
            seat.number: HERE if seat.person_id in here else NEAR if seat.person_id in near else AWAY for seat in people
        }  # fmt: skip
        since = {seat.number: in_utc(last.get(seat.number) or table.created) for seat in people}
        gone = {seat: (now - since[seat]).total_seconds() for seat in seats if seats[seat] == AWAY}
        banned = frozenset(seat.number for seat in people if seat.person_id in shut_out)
        gone |= dict.fromkeys(banned, math.inf)
        named = {person: name for table_id, person, name in found if table_id and person and person not in players}
        strangers = sum(1 for table_id, person, _ in found if table_id and not person)
        names = sorted(named.values(), key=str.casefold)
        return Company(seats, gone, names[:_MOST_NAMED], strangers + len(names[_MOST_NAMED:]), banned)


def _seats(one: Watcher) -> ColumnElement[bool]:
    """The seats of who was there: at the table, or all."""
    theirs = Seat.person_id == one.person_id
    return theirs & (Seat.table_id == one.table_id) if one.table_id else theirs


async def _known(session: AsyncSession, come: list[Watcher]) -> list[Watcher]:
    """Those of them whose table and person are still kept."""
    tables = {one.table_id for one in come if one.table_id}
    people = {one.person_id for one in come if one.person_id}
    kept_tables = set(await session.scalars(select(Table.id).where(Table.id.in_(tables)))) if tables else set()
    kept_people = set(await session.scalars(select(Person.id).where(Person.id.in_(people)))) if people else set()
    return [
        one
        for one in come
        if (one.table_id is None or one.table_id in kept_tables) and (one.person_id is None or one.person_id in kept_people)
    ]
