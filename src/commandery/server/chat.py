"""What people say to each other at a table."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

from sqlalchemy import func, select

from commandery.core.language import Message
from commandery.server.journal import Refused
from commandery.server.keeper import Keeper, find, held_by
from commandery.server.people import SHUT_OUT
from commandery.server.store.database import TO_CHANGE
from commandery.server.store.models import MessageRow, Person, Table

__all__ = ["LONGEST", "Chat", "Said", "heard"]

LONGEST = 500
"""Characters of a message."""
_SHOWN = 100
_MOST, _WITHIN = 5, datetime.timedelta(seconds=10)
_MOST_MUTED = 200
_NOTHING = Message("A message needs at least one letter.")
_TOO_LONG = Message("A message has at most {most} characters; this one has {count}.")
_TOO_FAST = Message("That was a lot at once: wait a few seconds, then say more.")
_OFF = Message("The host has switched the chat off at this table.")
_NO_MESSAGE = Message("There is no such message at this table.")


@dataclass(frozen=True)
class Said:
    """A message as somebody reads it: one of who they have muted says only by whom it is."""

    id: int
    name: str
    text: str
    at: datetime.datetime
    seat: int
    """The seat of who speaks, or -1."""
    mine: bool
    muted: bool


def tidy(text: str) -> str:
    """A message as it is kept: one line of visible characters; `Refused` if it is empty or too long."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    words = re.sub(r"\s+", " ", seen).strip()
    if not words:
        raise Refused(_NOTHING)
    if len(words) > LONGEST:
        raise Refused(_TOO_LONG, {"most": LONGEST, "count": len(words)})
    return words


class Chat:
    """Messages at tables. Every method ends with what is kept."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._database = keeper.database

    async def say(self, table_id: str, person: Person, text: str) -> None:
        """Say something to everybody at a table."""
        words, now = tidy(text), self._keeper.now()
        async with self._database.write() as session:
            table = await find(session, table_id)
            if not table.chat:
                raise Refused(_OFF)
            speaker = await session.get_one(Person, person.id, with_for_update=TO_CHANGE)
            if speaker.banned:
                raise Refused(SHUT_OUT)
            lately = select(func.count()).where(MessageRow.person_id == person.id, MessageRow.at > now - _WITHIN)
            if (await session.scalar(lately) or 0) >= _MOST:
                raise Refused(_TOO_FAST)
            name = next((seat.name for seat in table.seats if seat.person_id == person.id), speaker.nickname)
            session.add(MessageRow(table_id=table_id, person_id=person.id, name=name, text=words, at=now))
        self._keeper.tell(table_id)

    async def switch(self, table_id: str, person: Person, on: bool) -> None:
        """Let people speak at a table, or not, as its host."""
        async with self._database.write() as session:
            table = await held_by(session, table_id, person)
            table.chat = on
        self._keeper.renew(table)
        self._keeper.tell(table_id)

    async def mute(self, table_id: str, person: Person, message_id: int, muted: bool) -> None:
        """Hear no more, or again, who said something."""
        async with self._database.write() as session:
            message = await session.get(MessageRow, message_id)
            if message is None or message.table_id != table_id or message.person_id == person.id:
                raise Refused(_NO_MESSAGE)
            kept = await session.get_one(Person, person.id, with_for_update=TO_CHANGE)
            others = [one for one in kept.wishes.get("muted", []) if one != message.person_id]
            others += [message.person_id] if muted else []
            kept.wishes = {**kept.wishes, "muted": others[-_MOST_MUTED:]}
        self._keeper.tell(table_id)

    async def speaker(self, table_id: str, message_id: int) -> str:
        """The id of who said something."""
        async with self._database.read() as session:
            message = await session.get(MessageRow, message_id)
        if message is None or message.table_id != table_id:
            raise Refused(_NO_MESSAGE)
        return message.person_id

    async def said(self, table_id: str) -> list[MessageRow]:
        """What was said last at a table, the oldest first."""
        wanted = select(MessageRow).where(MessageRow.table_id == table_id).order_by(MessageRow.id.desc()).limit(_SHOWN)
        async with self._database.read() as session:
            return list(await session.scalars(wanted))[::-1]

    async def muted_by(self, person_id: str) -> frozenset[str]:
        """Those whom somebody does not hear."""
        async with self._database.read() as session:
            reader = await session.get(Person, person_id)
        return frozenset(reader.wishes.get("muted", [])) if reader else frozenset()


def heard(said: list[MessageRow], table: Table, reader: str | None, muted: frozenset[str]) -> list[Said]:
    """Messages as somebody reads them who does not hear some of the others."""
    seats = {seat.person_id: seat.number for seat in table.seats if seat.person_id}
    return [
        Said(
            row.id,
            row.name,
            "" if row.person_id in muted else row.text,
            row.at,
            seats.get(row.person_id, -1),
            row.person_id == reader,
            row.person_id in muted,
        )
        for row in said
    ]
