"""The database: its layout made from nothing or from an older one, and what survives."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, func, select, text
from typer.testing import CliRunner

from commandery.cli import app
from commandery.core.errors import BadOption
from commandery.server.store import database as databases
from commandery.server.store.database import Database
from commandery.server.store.models import Base, Person, Seat, Table
from server.conftest import apart, awaited
from server.postgres import Postgres


def revisions() -> list[str]:
    """The steps of the layout, the oldest first."""
    config = Config()
    config.set_main_option("script_location", str(databases._MIGRATIONS))
    return [script.revision for script in reversed(list(ScriptDirectory.from_config(config).walk_revisions()))]


def engine_of(store: str) -> Engine:
    """A database, without the house."""
    return create_engine(store.replace("postgresql://", "postgresql+psycopg://"))


def migrate(store: str, revision: str) -> None:
    """Bring a database to a step of the layout."""
    config = Config()
    config.set_main_option("script_location", str(databases._MIGRATIONS))
    engine = engine_of(store)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def prepare(store: str, times: int = 1) -> None:
    """What the house does when it opens; several processes may do it at once."""

    async def run() -> None:
        houses = [Database(store) for _ in range(times)]
        try:
            await asyncio.gather(*(database.prepare() for database in houses))
        finally:
            for database in houses:
                await database.close()

    awaited(run())


def test_an_empty_database_gets_the_layout_that_the_models_describe(store: str) -> None:
    prepare(store)
    prepare(store)
    engine = engine_of(store)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_several_processes_may_prepare_it_at_once(postgres: Postgres) -> None:
    prepare(postgres.new_database(), 4)


@pytest.mark.parametrize("revision", revisions()[:-1])
def test_an_older_database_is_brought_up_to_date_with_what_it_holds(store: str, revision: str) -> None:
    migrate(store, revision)
    engine = engine_of(store)
    with engine.begin() as old:
        moment = {"moment": "2026-01-02 03:04:05"}
        old.execute(text("INSERT INTO person (id, nickname, created, seen) VALUES ('p', 'Anna', :moment, :moment)"), moment)
        columns = "id, game, options, public, pace, host, status, rules, created, moved"
        values = "'t', 'templari', '{}', false, 700, 'p', 'waiting', 0, :moment, :moment"
        old.execute(text(f'INSERT INTO "table" ({columns}) VALUES ({values})'), moment)
        old.execute(text("INSERT INTO seat (table_id, number, person_id, name) VALUES ('t', 0, 'p', 'Anna')"))
    engine.dispose()
    prepare(store)

    async def read() -> tuple[Person, Table]:
        database = Database(store)
        async with database.read() as session:
            found = await session.get_one(Person, "p"), await session.get_one(Table, "t")
        await database.close()
        return found

    person, table = awaited(read())
    assert person.nickname == "Anna" and person.wishes == {} and person.passphrase is None
    assert [seat.name for seat in table.seats] == ["Anna"]


def test_a_database_of_a_newer_program_is_left_alone_and_that_is_said(store: str) -> None:
    prepare(store)
    engine = engine_of(store)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadOption, match="newer version of Commandery"):
        prepare(store)
    for line in (["admin", "list"], ["serve", "--port", "0"]):
        result = apart(CliRunner().invoke, app, [*line, "--database", store])
        assert isinstance(result.exception, BadOption) and "newer version" in str(result.exception)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()


def test_a_database_in_a_file_is_for_its_owner_only(tmp_path: Path) -> None:
    file, before = tmp_path / "new" / "house.db", os.umask(0o022)
    try:
        database = Database(f"sqlite:///{file}")

        async def look() -> list[str]:
            await database.prepare()
            async with database.read() as session:
                await session.execute(select(Person))
                found = [f"{path.name} {path.stat().st_mode & 0o777:o}" for path in file.parent.iterdir()]
            await database.close()
            return sorted(found)

        assert awaited(look()) == ["house.db 600", "house.db-shm 600", "house.db-wal 600"]
    finally:
        os.umask(before)


def test_what_is_written_is_synchronised_to_the_disk(tmp_path: Path) -> None:
    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    async def ask() -> list[list[object]]:
        database = Database(f"sqlite:///{tmp_path / 'house.db'}")
        await database.prepare()
        async with database.write() as session:
            found = await (await session.connection()).run_sync(settings)
        found_at_once = await database.write_at_once(settings)
        await database.close()
        return [found, found_at_once]

    assert awaited(ask()) == [["wal", 2, 1, 10000]] * 2


def test_a_transaction_that_fails_leaves_nothing(store: str) -> None:
    async def run() -> int:
        database = Database(store)
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


def test_writers_wait_for_each_other(store: str) -> None:
    async def run() -> int:
        database = Database(store)
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
        async with database.read() as session:
            count = await session.scalar(select(func.count()).select_from(Seat))
        await database.close()
        return count or 0

    assert awaited(run()) == 20


@pytest.mark.parametrize("address", ["house.db", "mysql://localhost/x", "", "sqlite//x"])
def test_an_address_of_no_database_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="not an address"):
        Database(address)
