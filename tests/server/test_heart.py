"""The heartbeat: who is alive, since when nobody was, and who goes on with what a dead process has left."""

from __future__ import annotations

import asyncio
import datetime

import psycopg
import pytest
from sqlalchemy import update

from commandery.server.heart import Heart
from commandery.server.postgres import PostgresLeases
from commandery.server.store.database import Database
from commandery.server.store.models import Heartbeat, moment
from server.conftest import awaited
from server.postgres import Postgres


def test_when_a_process_dies_one_of_the_others_goes_on(postgres: Postgres) -> None:
    store, heirs = postgres.new_database(), list[str]()

    async def run() -> None:
        database = Database(store)
        await database.prepare()
        leases = {name: PostgresLeases(store) for name in ("one", "two", "three")}
        hearts = {name: Heart(database, name, leases[name]) for name in leases}

        def heir(name: str) -> None:
            async def take_over() -> None:
                heirs.append(name)

            hearts[name].take_over = take_over

        for name, heart in hearts.items():
            heir(name)
            await heart.beat()
        for heart in hearts.values():
            await heart._look_after_others()
        assert await hearts["one"].closed_since() is None
        silent = moment() - datetime.timedelta(seconds=60)
        async with database.write() as session:
            await session.execute(update(Heartbeat).where(Heartbeat.process == "one").values(seen=silent))
        for _ in range(2):
            for name in ("two", "three"):
                await hearts[name].beat()
                await hearts[name]._look_after_others()
        await asyncio.gather(*(heart._heir for heart in hearts.values() if heart._heir))
        for name in leases:
            await leases[name].close()
        await database.close()

    awaited(run())
    assert heirs in (["two"], ["three"])


@pytest.mark.parametrize("away", [False, True], ids=["connection", "database"])
def test_what_a_dead_process_has_left_is_not_lost_with_a_connection(postgres: Postgres, away: bool) -> None:
    """The connection for locks is not used for hours where no bots play; nobody notices that it is gone."""

    async def run() -> None:
        database = Database(store := postgres.new_database())
        await database.prepare()
        leases, heirs = PostgresLeases(store), list[str]()
        assert await leases.take("a table")
        heart = Heart(database, "one", leases)

        async def take_over() -> None:
            heirs.append("one")

        heart.take_over, heart._alive = take_over, {"one", "gone"}
        await heart.beat()
        with psycopg.connect(store, autocommit=True) as connection:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}".encode())
        if away:
            leases._address = store + "_away"
            with pytest.raises(psycopg.OperationalError):
                await heart._look_after_others()
            leases._address = store
        await heart._look_after_others()
        assert heart._heir is not None
        await heart._heir
        assert heirs == ["one"]
        await leases.close()
        await database.close()

    awaited(run())


def test_the_house_was_closed_since_the_last_beat_of_any_process(postgres: Postgres) -> None:
    async def run() -> None:
        database = Database(postgres.new_database())
        await database.prepare()
        heart, other = Heart(database, "one"), Heart(database, "two")
        assert await other.closed_since() is None
        await heart.beat()
        assert await other.closed_since() is None
        long_ago = moment() - datetime.timedelta(hours=1)
        async with database.write() as session:
            await session.execute(update(Heartbeat).values(seen=long_ago))
        assert await other.closed_since() == long_ago
        await database.close()

    awaited(run())
