"""The database's tables."""

from __future__ import annotations

import datetime
import re
import secrets
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

__all__ = [
    "Base", "EntryRow", "Heartbeat", "MessageRow", "Person", "RecordRow", "Report", "Seat", "Status", "Table", "Watcher",
    "in_utc", "is_id", "moment", "new_id", "now",
]  # fmt: skip

JsonObject = dict[str, Any]


def moment() -> datetime.datetime:
    """This moment, to the microsecond."""
    return datetime.datetime.now(datetime.UTC)


def now() -> datetime.datetime:
    """This second."""
    return moment().replace(microsecond=0)


def in_utc(at: datetime.datetime) -> datetime.datetime:
    """A moment as it comes from a database, which may have forgotten its zone."""
    return at.astimezone(datetime.UTC) if at.tzinfo else at.replace(tzinfo=datetime.UTC)


def new_id() -> str:
    """An id that nobody guesses, and that no command line takes for an option."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def is_id(text: str) -> bool:
    """Whether it may be an id; what may not is not looked up: not every database takes every character."""
    return re.fullmatch("[A-Za-z0-9_-]{1,24}", text) is not None


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {JsonObject: JSON, datetime.datetime: DateTime(timezone=True)}


class Person(Base):
    """Somebody: a nickname and a signed cookie. With a name and a passphrase they can come back from elsewhere."""

    __tablename__ = "person"

    id: Mapped[str] = mapped_column(String(24), primary_key=True, default=new_id)
    nickname: Mapped[str] = mapped_column(String(40))
    language: Mapped[str | None] = mapped_column(String(8))
    wishes: Mapped[JsonObject] = mapped_column(default=dict)
    """How they like to play: whether to confirm, the pace of bots, the last options of each game."""
    name: Mapped[str | None] = mapped_column(String(40), unique=True, index=True)
    passphrase: Mapped[str | None] = mapped_column(String(200))
    banned: Mapped[bool] = mapped_column(default=False)
    """Shut out by the operator: looks, but neither plays nor speaks."""
    created: Mapped[datetime.datetime] = mapped_column(default=now)
    seen: Mapped[datetime.datetime] = mapped_column(default=now)


class Status:
    """How far a table is."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Table(Base):
    """A table: a game with its options and board, those who sit there, and how far it is."""

    __tablename__ = "table"
    __table_args__ = (Index("ix_table_listed", "public", "status"),)

    id: Mapped[str] = mapped_column(String(24), primary_key=True, default=new_id)
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[JsonObject] = mapped_column(default=dict)
    board: Mapped[JsonObject | None]
    """A board file of the host's own, as plain data."""
    public: Mapped[bool] = mapped_column(default=False)
    pace: Mapped[int] = mapped_column(default=700)
    """Milliseconds between two moves of bots."""
    chat: Mapped[bool] = mapped_column(default=True)
    """Whether people speak here."""
    hints: Mapped[bool] = mapped_column(default=False)
    """Whether bots may be asked for advice; between people only if all of them agreed before the start."""
    clock: Mapped[JsonObject | None]
    """How long people may think, and what happens when time is up."""
    begun: Mapped[JsonObject | None]
    """Where it was begun, if not at the beginning of a game: ``moves`` says how many of its first moves were given,
    ``hints`` whether bots may be asked about it, and if not, ``of`` the table of people whose game it is."""
    host: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    status: Mapped[str] = mapped_column(String(10), default=Status.WAITING)
    rules: Mapped[int] = mapped_column(default=0)
    """The version of the rules it is played by."""
    next: Mapped[str | None] = mapped_column(String(24))
    """The table of the rematch."""
    review: Mapped[JsonObject | None]
    """Who was ahead when, and which moves mattered most, once somebody has asked after the game."""
    version: Mapped[int] = mapped_column(default=0)
    """How often it has been changed, moves included: who has read this version knows all."""
    created: Mapped[datetime.datetime] = mapped_column(default=now)
    moved: Mapped[datetime.datetime] = mapped_column(default=now)
    seats: Mapped[list[Seat]] = relationship(order_by="Seat.number", lazy="selectin", cascade="all, delete-orphan")


class Seat(Base):
    """A seat at a table: a person's, a bot's of some level, or open."""

    __tablename__ = "seat"

    table_id: Mapped[str] = mapped_column(ForeignKey("table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id"), index=True)
    level: Mapped[str | None] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(40), default="")
    agrees: Mapped[bool] = mapped_column(default=True)
    """That hints are allowed at this table."""
    here: Mapped[datetime.datetime | None]
    """When its person last had the page open, if they have not now."""
    score: Mapped[int | None]
    rank: Mapped[int | None]
    """How the game ended, if it was played to its end."""


class EntryRow(Base):
    """One line of a table's journal."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("table_id", "key"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    verb: Mapped[str] = mapped_column(String(10))
    action: Mapped[str] = mapped_column(String(80), default="")
    key: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[datetime.datetime] = mapped_column(default=moment)


class RecordRow(Base):
    """The record of a game played elsewhere, brought to be looked at."""

    __tablename__ = "record"

    id: Mapped[str] = mapped_column(String(24), primary_key=True, default=new_id)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    game: Mapped[str] = mapped_column(String(20))
    data: Mapped[JsonObject]
    review: Mapped[JsonObject | None]
    """As a table's, once somebody has asked."""
    created: Mapped[datetime.datetime] = mapped_column(default=now)


class MessageRow(Base):
    """Something said at a table."""

    __tablename__ = "message"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("table.id"), index=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[datetime.datetime] = mapped_column(default=now)


class Report(Base):
    """Somebody finds that somebody else behaves badly."""

    __tablename__ = "report"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("table.id"), index=True)
    by: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    about: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    text: Mapped[str] = mapped_column(String(500), default="")
    at: Mapped[datetime.datetime] = mapped_column(default=now)
    settled: Mapped[bool] = mapped_column(default=False)


class Watcher(Base):
    """Somebody has the page of a table open, or another of the house, as the process that serves it says from time to time."""

    __tablename__ = "watcher"

    id: Mapped[str] = mapped_column(String(24), primary_key=True, default=new_id)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("table.id"), index=True)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id"), index=True)
    process: Mapped[str] = mapped_column(String(24), index=True)
    seen: Mapped[datetime.datetime] = mapped_column(default=now)


class Heartbeat(Base):
    """A process of the house that is, or was, alive."""

    __tablename__ = "heartbeat"

    process: Mapped[str] = mapped_column(String(24), primary_key=True, default=new_id)
    seen: Mapped[datetime.datetime] = mapped_column(default=moment)
