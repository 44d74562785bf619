"""What processes tell each other over PostgreSQL: all of it arrives, and in a busy house none waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from commandery.server import postgres as signals
from commandery.server.keeper import EVERYBODY
from commandery.server.postgres import PostgresSignals
from server.conftest import awaited
from server.postgres import Postgres


@asynccontextmanager
async def open_signals(address: str, *channels: str) -> AsyncIterator[PostgresSignals]:
    """A process that hears these channels, after the first word that it is there."""
    found = PostgresSignals(address)
    await found.on_startup()
    await found.subscribe(channels)
    yield found
    await found.on_shutdown()


async def hear(process: PostgresSignals, count: int) -> list[tuple[str, bytes]]:
    events = process.stream_events()
    heard = [await asyncio.wait_for(anext(events), 10) for _ in range(count)]
    await events.aclose()
    return heard


def test_what_is_told_arrives_in_order_here_and_elsewhere_and_once(postgres: Postgres) -> None:
    async def run(address: str) -> None:
        async with open_signals(address, "one", "two") as here, open_signals(address, "two") as there:
            told = [(("one", "two")[number % 2], str(number).encode()) for number in range(500)]
            for channel, data in told:
                await here.publish(data, [channel])
            assert await hear(here, 500) == told
            assert await hear(there, 250) == [one for one in told if one[0] == "two"]
            await there.publish(b"last", ["two"])
            assert await hear(here, 1) == [("two", b"last")]

    awaited(run(postgres.new_database()))


def test_many_signals_are_few_questions(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits for an answer of the database: one after the other they would come later and later."""
    asked = 0

    class Counting(psycopg.AsyncConnection[tuple[object, ...]]):
        async def execute(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
            nonlocal asked
            asked += "pg_notify" in str(args[0])
            return await super().execute(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(signals.psycopg, "AsyncConnection", Counting)

    async def run(address: str) -> None:
        async with open_signals(address) as here, open_signals(address, "one") as there:
            for number in range(300):
                await here.publish(str(number).encode(), ["one"])
            assert [data for _, data in await hear(there, 300)] == [str(number).encode() for number in range(300)]
        assert 1 <= asked <= 3

    awaited(run(postgres.new_database()))


def test_who_looks_here_does_not_wait_for_the_database(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(address: str) -> None:
        async with open_signals(address, "one") as here:

            async def never(*_: object, **__: object) -> None:
                await asyncio.Event().wait()

            with monkeypatch.context() as patch:
                patch.setattr(signals.psycopg.AsyncConnection, "connect", never)
                for number in range(3):
                    await asyncio.wait_for(here.publish(str(number).encode(), ["one"]), 1)
                assert await hear(here, 3) == [("one", str(number).encode()) for number in range(3)]

    awaited(run(postgres.new_database()))


def test_too_much_to_say_becomes_a_call_to_look_again(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "_MOST", 5)

    async def run(address: str) -> None:
        async with open_signals(address) as here, open_signals(address, "one", "two") as there:
            await asyncio.sleep(0)
            for number in range(6):
                await here.publish(str(number).encode(), ["one"])
            heard = await hear(there, 2)
            assert {channel for channel, _ in heard} == {"one", "two"}
            assert EVERYBODY not in dict(heard)

    awaited(run(postgres.new_database()))


def test_what_was_told_last_is_sent_before_the_end(postgres: Postgres) -> None:
    async def run(address: str) -> None:
        async with open_signals(address, "one") as there:
            async with open_signals(address) as here:
                await here.publish(b"good night", ["one"])
            assert await hear(there, 1) == [("one", b"good night")]

    awaited(run(postgres.new_database()))
