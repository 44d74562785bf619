"""The journals of tables, as they are kept."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from commandery.server.journal import Entry, Verb
from commandery.server.store.models import EntryRow, in_utc

__all__ = ["add_entries", "entry_rows", "read_entries"]


async def read_entries(session: AsyncSession, table_id: str, since: int = 0) -> list[Entry]:
    """The journal of a table, from some entry on."""
    columns = select(EntryRow.seat, EntryRow.verb, EntryRow.action, EntryRow.key, EntryRow.at)
    wanted = columns.where(EntryRow.table_id == table_id, EntryRow.number >= since).order_by(EntryRow.number)
    found = await session.execute(wanted)
    return [Entry(seat, Verb(verb), action, key, in_utc(at)) for seat, verb, action, key, at in found]


async def add_entries(session: AsyncSession, table_id: str, done: int, entries: list[Entry]) -> None:
    """Add to a journal that has ``done`` entries. `IntegrityError` if it has grown since: the number of an entry is its key."""
    if entries:  # one statement for all
        await session.execute(insert(EntryRow), entry_rows(table_id, done, entries), execution_options={"render_nulls": True})


def entry_rows(table_id: str, done: int, entries: list[Entry]) -> list[dict[str, Any]]:
    """What is kept of entries that follow so many others."""
    return [
        {
            "table_id": table_id, "number": number, "seat": entry.seat, "verb": str(entry.verb), "action": entry.action,
            "key": entry.key, "at": entry.at,
        }
        for number, entry in enumerate(entries, done)
    ]  # fmt: skip
