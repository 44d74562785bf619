"""Somebody's finished games, found again by game, opponent, date, and who won."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, and_, exists, or_, select

from commandery.server.store.database import Database
from commandery.server.store.models import Person, Seat, Status, Table

__all__ = ["PAGE", "Wanted", "finished_games"]

PAGE = 20
"""Games on a page."""
_MOST_PAGES = 1000


@dataclass(frozen=True)
class Wanted:
    """What is looked for. Whatever a link says wrongly is as if it were not said."""

    game: str = ""
    name: str = ""
    since: datetime.date | None = None
    until: datetime.date | None = None
    result: str = ""
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Wanted:
        page, result = query.get("page", ""), query.get("result", "")
        return cls(
            _plain(query.get("game", ""))[:20],
            _plain(query.get("name", ""))[:40],
            _date(query.get("since", "")),
            _date(query.get("until", "")),
            result if result in ("won", "lost") else "",
            min(_MOST_PAGES, max(1, int(page))) if page.isdecimal() and len(page) < 6 else 1,
        )

    @property
    def narrow(self) -> bool:
        """Whether anything in particular is looked for."""
        return bool(self.game or self.name or self.since or self.until or self.result)

    def link(self, page: int) -> str:
        """The address of another page of what is found."""
        said = {"game": self.game, "name": self.name, "since": self.since, "until": self.until, "result": self.result}
        return "/games?" + urlencode({**{key: value for key, value in said.items() if value}, "page": page})


async def finished_games(database: Database, person: Person, wanted: Wanted) -> tuple[list[Table], bool]:
    """A page of somebody's finished games, the last first; and whether there are more."""
    found = select(Table).where(Table.status == Status.OVER, *_conditions(person, wanted))
    found = found.order_by(Table.moved.desc(), Table.id).offset((wanted.page - 1) * PAGE).limit(PAGE + 1)
    async with database.read() as session:
        tables = list(await session.scalars(found))
    return tables[:PAGE], len(tables) > PAGE


def _conditions(person: Person, wanted: Wanted) -> list[ColumnElement[bool]]:
    mine = and_(Seat.table_id == Table.id, Seat.person_id == person.id)
    conditions: list[ColumnElement[bool]] = [exists().where(mine)]
    if wanted.game:
        conditions.append(Table.game == wanted.game)
    if wanted.name:
        other = and_(Seat.table_id == Table.id, or_(Seat.person_id.is_(None), Seat.person_id != person.id))
        conditions.append(exists().where(other, Seat.name.icontains(wanted.name, autoescape=True)))
    if wanted.since:
        conditions.append(Table.moved >= _midnight(wanted.since))
    if wanted.until:
        conditions.append(Table.moved < _midnight(wanted.until) + datetime.timedelta(days=1))
    won = exists().where(mine, Seat.rank == 1)
    if wanted.result == "won":
        conditions.append(won)
    elif wanted.result == "lost":
        conditions += [~won, exists().where(mine, Seat.rank > 1)]
    return conditions


def _plain(text: str) -> str:
    """A text that a database takes."""
    return text.replace("\0", "").strip()


def _date(text: str) -> datetime.date | None:
    try:
        found = datetime.date.fromisoformat(text)
    except ValueError:
        return None
    return found if 2000 <= found.year < 9999 else None


def _midnight(date: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(date, datetime.time(), datetime.UTC)
