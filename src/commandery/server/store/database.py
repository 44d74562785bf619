"""The database: one file by default, for one process; PostgreSQL by its address, for any number."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from commandery.core.errors import BadOption

__all__ = ["TO_CHANGE", "Database", "in_a_sentence"]

TO_CHANGE = {"key_share": True}
"""How a row is held that is going to be changed: others who want to change it wait. Who only writes something that refers to it
does not: else two who each refer to what the other holds would wait for each other, and one be turned away."""
_MIGRATIONS = Path(__file__).with_name("migrations")
_LAYOUT_LOCK = 0x436F6D6D  # held in PostgreSQL while the layout is changed
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
T = TypeVar("T")
_POOL = {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": True}


@contextmanager
def in_a_sentence(what: str) -> Iterator[None]:
    """Where a database does not do what is asked of it here, `BadOption` says ``what``, and why."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        raise BadOption(f"{what}: {reason}") from None


class Database:
    """Sessions to read with and transactions to write in."""

    def __init__(self, address: str, make_folder: bool = True) -> None:
        try:
            url = make_url(address)
            self.url = url.set(drivername=_DRIVERS[url.get_backend_name()])
        except (ArgumentError, KeyError):
            raise BadOption(
                f"not an address of a database: {address!r} (expected sqlite:///FILE or postgresql://USER@HOST/NAME)"
            ) from None
        self.is_file = self.url.get_backend_name() == "sqlite"
        if self.is_file and self.url.database and make_folder:
            _make_file(Path(self.url.database))
        try:
            pool = {} if self.is_file else _POOL
            self._engine = create_async_engine(self.url, hide_parameters=True, **pool)
        except ImportError:
            raise BadOption("a PostgreSQL database needs the package psycopg: pip install 'commandery[postgres]'") from None
        self._make_session = async_sessionmaker(self._engine, expire_on_commit=False)
        # a transaction would not make what is read any surer there, and begin and end are two more questions
        reading = self._engine if self.is_file else self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._make_reader = async_sessionmaker(reading, expire_on_commit=False)
        self._one_writer = asyncio.Lock() if self.is_file else contextlib.nullcontext()
        self._at_once = create_engine(url, hide_parameters=True) if self.is_file else None
        if self._at_once:
            _keep_in_file(self._engine.sync_engine)
            _keep_in_file(self._at_once)

    @property
    def address(self) -> str:
        """The address as PostgreSQL's own programs take it, with the password."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @property
    def shown(self) -> str:
        """The address as people may read it, without the password."""
        return self.url.set(drivername=self.url.get_backend_name()).render_as_string()

    async def prepare(self) -> None:
        """Bring the database to this program's layout, from nothing or from an older one. `BadOption` if it has that of a newer
        program."""
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(_migrate)
        except CommandError:
            raise BadOption(
                "the database has been brought to the layout of a newer version of Commandery: go on with that, "
                "or put back the backup from before the upgrade"
            ) from None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """A session to look things up with."""
        async with self._make_reader() as session:
            yield session

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """A transaction: all of it is kept when the block ends, or nothing if it fails."""
        async with self._one_writer, self._make_session() as session:
            await session.connection(execution_options={"writing": True})
            yield session
            await session.commit()

    async def write_at_once(self, work: Callable[[Connection], T]) -> T:
        """The same where ``work`` waits for nothing else: it goes to a thread once, not for every statement, which matters for
        what is written at every move. Only for files."""
        async with self._one_writer:
            return await asyncio.to_thread(self._write, work)

    def _write(self, work: Callable[[Connection], T]) -> T:
        assert self._at_once is not None
        with self._at_once.connect().execution_options(writing=True) as connection, connection.begin():
            return work(connection)

    async def close(self) -> None:
        await self._engine.dispose()
        if self._at_once:
            self._at_once.dispose()


def _make_file(path: Path) -> None:
    """A file for a new database, which only its owner reads: links to private tables are in it, and what players hide. (What
    SQLite keeps beside it is for the same.)"""
    with contextlib.suppress(OSError):  # who opens the database says what is wrong
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT, 0o600))


def _keep_in_file(engine: Any) -> None:
    """SQLite so that what is committed survives a loss of power, and writers take their lock at once."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below
        cursor = connection.cursor()
        for line in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {line}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # several processes may be starting
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LAYOUT_LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
