"""Who is around a table and what is said there, read once for all who look."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from commandery.server.chat import Chat, Said, heard
from commandery.server.keeper import Keeper
from commandery.server.people import Viewer
from commandery.server.presence import Company, Presence
from commandery.server.store.models import MessageRow, Table

__all__ = ["Around"]


@dataclass
class Around:
    """What everybody sees of the people around a table, and whom some do not hear."""

    at: datetime.datetime
    """When it was so."""
    people: Company
    said: list[MessageRow]
    muted: dict[str, frozenset[str]] = field(default_factory=dict)
    """By who listens: those whom they do not hear."""

    @classmethod
    async def look(cls, keeper: Keeper, presence: Presence, table: Table) -> Around:
        """How it is now."""
        return cls(keeper.now(), await presence.around(table), await Chat(keeper).said(table.id))

    def company(self, now: datetime.datetime) -> Company:
        """Who is around, where nobody has come or gone until now."""
        return self.people.later((now - self.at).total_seconds())

    async def heard(self, keeper: Keeper, table: Table, viewer: Viewer) -> list[Said]:
        """What was said, as this viewer reads it."""
        if viewer.id and self.said and viewer.id not in self.muted:
            self.muted[viewer.id] = await Chat(keeper).muted_by(viewer.id)
        return heard(self.said, table, viewer.id, self.muted.get(viewer.id or "", frozenset()))
