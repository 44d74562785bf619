"""The database: its layout made from nothing or from an older one, and what survives."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from commandery.core.errors import BadOption
from commandery.server.store import database as databases
from commandery.server.store.database import Database
from commandery.server.store.models import Base, Person, Seat, Table
from server.conftest import awaited


def revisions() -> list[str]:
    """The steps of the layout, the oldest first."""
    config = Config()
    config.set_main_option("script_location", str(databases._MIGRATIONS))
    return [script.revision for script in reversed(list(ScriptDirectory.from_config(config).walk_revisions()))]


def migrate(path: Path, revision: str) -> None:
    """Bring a database to a step of the layout."""
    config = Config()
    config.set_main_option("script_location", str(databases._MIGRATIONS))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def prepare(path: Path) -> None:
    """What the house does when it opens."""

    async def run() -> None:
        database = Database(f"sqlite:///{path}")
        await database.prepare()
        await database.close()

    awaited(run())


def test_an_empty_database_gets_the_layout_that_the_models_describe(tmp_path: Path) -> None:
    path = tmp_path / "new" / "house.db"
    prepare(path)
    prepare(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


@pytest.mark.parametrize("revision", revisions()[:-1])
def test_an_older_database_is_brought_up_to_date_with_what_it_holds(tmp_path: Path, revision: str) -> None:
    path = tmp_path / "house.db"
    migrate(path, revision)
    with contextlib.closing(sqlite3.connect(path)) as old:
        moment = "2026-01-02 03:04:05"
        old.execute("INSERT INTO person (id, nickname, created, seen) VALUES ('p', 'Anna', ?, ?)", (moment, moment))
        old.execute(
            'INSERT INTO "table" (id, game, options, public, pace, host, status, rules, created, moved) '
            "VALUES ('t', 'templari', '{}', 0, 700, 'p', 'waiting', 0, ?, ?)",
            (moment, moment),
        )
        old.execute("INSERT INTO seat (table_id, number, person_id, name) VALUES ('t', 0, 'p', 'Anna')")
        old.commit()
    prepare(path)

    async def read() -> tuple[Person, Table]:
        database = Database(f"sqlite:///{path}")
        async with database.read() as session:
            found = await session.get_one(Person, "p"), await session.get_one(Table, "t")
        await database.close()
        return found

    person, table = awaited(read())
    assert person.nickname == "Anna" and person.wishes == {} and person.passphrase is None
    assert [seat.name for seat in table.seats] == ["Anna"]


def test_what_is_written_is_synchronised_to_the_disk(tmp_path: Path) -> None:
    async def ask() -> list[object]:
        database = Database(f"sqlite:///{tmp_path / 'house.db'}")
        await database.prepare()
        async with database.read() as session:
            connection = await session.connection()
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            ]
        await database.close()
        return found

    mode, synchronous, foreign_keys, patience = awaited(ask())
    assert mode == "wal" and synchronous == 2 and foreign_keys == 1 and int(str(patience)) >= 1000


def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    async def run() -> int:
        database = Database(f"sqlite:///{tmp_path / 'house.db'}")
        await database.prepare()
        with pytest.raises(RuntimeError):
            await fail(database)
        async with database.write() as session:
            session.add(Person(id="q", nickname="Bruno"))
        async with database.read() as session:
            people = [await session.get(Person, id) for id in ("p", "q")]
        await database.close()
        return [person is not None for person in people].count(True)

    async def fail(database: Database) -> None:
        async with database.write() as session:
            session.add(Person(id="p", nickname="Anna"))
            await session.flush()
            raise RuntimeError

    assert awaited(run()) == 1


def test_writers_wait_for_each_other(tmp_path: Path) -> None:
    async def run() -> int:
        database = Database(f"sqlite:///{tmp_path / 'house.db'}")
        await database.prepare()

        async def write(number: int) -> None:
            async with database.write() as session:
                person = Person(nickname=f"Guest {number}")
                session.add(person)
                await session.flush()
                table = Table(game="templari", host=person.id)
                table.seats = [Seat(number=0, person_id=person.id, name=person.nickname)]
                session.add(table)

        await asyncio.gather(*(write(number) for number in range(20)))
        await database.close()
        with contextlib.closing(sqlite3.connect(tmp_path / "house.db")) as kept:
            return int(kept.execute("SELECT count(*) FROM seat").fetchone()[0])

    assert awaited(run()) == 20


@pytest.mark.parametrize("address", ["house.db", "mysql://localhost/x", "", "sqlite//x"])
def test_an_address_of_no_database_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="not an address"):
        Database(address)
