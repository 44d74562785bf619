"""Records of games played elsewhere, brought to be looked at: checked, kept, and replayed when somebody looks."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.core import record
from commandery.core.errors import CommanderyError
from commandery.core.language import Message
from commandery.core.match import BY_HAND, Match
from commandery.server.journal import Refused
from commandery.server.keeper import Keeper, NoTable
from commandery.server.replay import Told
from commandery.server.store.models import Person, RecordRow, Seat, Table

__all__ = ["LARGEST", "Records"]

LARGEST = 120_000
"""Bytes of a record that can be brought."""
_MOST_RECORDS = 50  # that one person may bring
_MOST_KEPT = 64  # replayed ones in memory

_NO_RECORD = Message("There is no such record, or it has been cleared away.")
_BAD_RECORD = Message("This record cannot be replayed: {reason}")
_TOO_LARGE = Message("This file is too large for a record: {most} bytes at most.")
_TOO_MANY = Message("You have brought {count} records: delete one of them first.")
_NOT_YOURS = Message("Only the person who brought a record can delete it.")


class NoRecord(NoTable):
    """A link to a record that leads nowhere."""

    def __init__(self) -> None:
        CommanderyError.__init__(self, _NO_RECORD)


class Records:
    """Records that people have brought."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._database = keeper.database
        self._matches: OrderedDict[str, Match] = OrderedDict()

    async def bring(self, person: Person, content: bytes) -> RecordRow:
        """Keep a record, once it has been replayed; `Refused` says what is wrong with it."""
        if len(content) > LARGEST:
            raise Refused(_TOO_LARGE, {"most": LARGEST})
        try:
            data = record.load(content)
            await self._keeper.wait_for_rules(str(data.get("game")))
            match, data = await asyncio.to_thread(_read, data)
        except CommanderyError as error:
            raise Refused(_BAD_RECORD, {"reason": error}) from None
        async with self._database.write() as session:
            count = await session.scalar(select(func.count()).where(RecordRow.person_id == person.id)) or 0
            if count >= _MOST_RECORDS:
                raise Refused(_TOO_MANY, {"count": count})
            row = RecordRow(person_id=person.id, game=match.game.name, data=data)
            session.add(row)
        self._keep(row.id, match)
        return row

    async def told(self, record_id: str) -> Told:
        """A record as a game to look at."""
        async with self._database.read() as session:
            row = await _find(session, record_id)
        match = self._matches.get(row.id)
        if match is None:
            await self._keeper.wait_for_rules(row.game)
            match = await asyncio.to_thread(_replayed, row.data)
            self._keep(row.id, match)
        return Told(
            f"/r/{row.id}", _table(row, match), match, over=True, brought=True, people=frozenset(range(match.game.players))
        )

    async def of(self, person: Person) -> list[RecordRow]:
        """What somebody has brought, the newest first."""
        wanted = select(RecordRow).where(RecordRow.person_id == person.id).order_by(RecordRow.created.desc())
        async with self._database.read() as session:
            return list(await session.scalars(wanted))

    async def delete(self, person: Person, record_id: str) -> None:
        """Clear one away, as who brought it."""
        async with self._database.write() as session:
            row = await _find(session, record_id)
            if row.person_id != person.id:
                raise Refused(_NOT_YOURS)
            await session.delete(row)
        self._matches.pop(record_id, None)

    def _keep(self, record_id: str, match: Match) -> None:
        self._matches[record_id] = match
        while len(self._matches) > _MOST_KEPT:
            self._matches.popitem(last=False)


async def _find(session: AsyncSession, record_id: str) -> RecordRow:
    row = None if "\0" in record_id else await session.get(RecordRow, record_id)
    if row is None:
        raise NoRecord
    return row


def _read(data: dict[str, Any]) -> tuple[Match, dict[str, Any]]:
    """A record replayed, and as we write it ourselves."""
    match = record.replay(data, chance=BY_HAND)
    return match, match.record()


def _replayed(data: dict[str, Any]) -> Match:
    try:
        return record.replay(data, chance=BY_HAND)
    except CommanderyError as error:  # kept by an older version, perhaps
        raise Refused(_BAD_RECORD, {"reason": error}) from None


def _table(row: RecordRow, match: Match) -> Table:
    """A table as it may have been, at which nobody sits who is known here."""
    game = match.game
    own_board = dict(game.board.data) != dict(game.kind.standard_board.data)
    table = Table(id=row.id, game=game.name, options=dict(game.options), board=dict(game.board.data) if own_board else None)
    table.seats = [Seat(number=seat, name="") for seat in range(game.players)]
    return table
