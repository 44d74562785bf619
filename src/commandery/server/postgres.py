"""What the processes of a house tell each other, over PostgreSQL: that a table has moved, and who plays its bots.

Litestar has channels over LISTEN and NOTIFY of its own, but opens a connection for every signal, stops listening for every new
channel, and ends for good when a connection is lost. These listen to one channel of the database for all, and come back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncGenerator, Iterable

import psycopg
from litestar.channels.backends.base import ChannelsBackend

from commandery.server.keeper import EVERYBODY

__all__ = ["PostgresLeases", "PostgresSignals"]

_log = logging.getLogger("commandery.postgres")
_CHANNEL = "commandery"
_MOST = 10_000  # signals that wait to be sent
_PATIENCE = 1.0  # seconds between two attempts to connect


class PostgresSignals(ChannelsBackend):
    """Signals reach subscribers in this process at once, and those in others by the database. What was told while the
    connection was lost is made up for: every subscriber is told once when it is back."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._process = secrets.token_hex(8)
        self._subscribed: set[str] = set()
        self._arrived: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._leaving: list[str] = []
        self._to_say = asyncio.Event()
        self._one_speaks = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._speaking: psycopg.AsyncConnection | None = None

    async def on_startup(self) -> None:
        self._arrived, self._to_say = asyncio.Queue(), asyncio.Event()
        heard = asyncio.Event()
        self._tasks = [asyncio.create_task(work) for work in (self._listen(heard), self._speak())]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), 10)

    async def on_shutdown(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._say_all(), 5)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._speaking:
            await self._speaking.close()
        self._subscribed.clear()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for channel in channels:
            self._arrive(channel, data)
            self._leaving.append(f"{self._process} {channel} {data.decode()}")
        if len(self._leaving) > _MOST:  # they all say: look again
            self._leaving = [f"{self._process} {EVERYBODY} {secrets.token_hex(6)}"]
        self._to_say.set()

    async def subscribe(self, channels: Iterable[str]) -> None:
        self._subscribed.update(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._subscribed.difference_update(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            channel, data = await self._arrived.get()
            if channel in self._subscribed:
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        raise NotImplementedError

    async def _speak(self) -> None:
        while True:
            await self._to_say.wait()
            self._to_say.clear()
            await self._say_all()

    async def _say_all(self) -> None:
        """Tell the other processes all that there is to say, at once: signals that waited for each other would come later and
        later in a busy house."""
        async with self._one_speaks:
            texts, self._leaving = self._leaving, []
            if texts:
                await self._say(texts)

    async def _say(self, texts: list[str]) -> None:
        """Twice tried, since a connection may have been lost unnoticed. Whatever goes wrong, as where the database only reads
        for a while, ends with these signals: else no page would ever be told anything again."""
        for _ in range(2):
            try:
                if self._speaking is None or self._speaking.closed:
                    self._speaking = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                await self._speaking.execute("SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text", (_CHANNEL, texts))
                return
            except psycopg.Error as error:
                problem = type(error).__name__
                if self._speaking:
                    await self._speaking.close()
        _log.error("%s signals could not be sent: %s", len(texts), problem)

    async def _listen(self, heard: asyncio.Event) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {_CHANNEL}")
                    self._arrive(EVERYBODY, secrets.token_hex(6).encode())  # news that nobody has heard yet
                    heard.set()
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error as error:
                _log.error("the database does not answer: %s", type(error).__name__)
            await asyncio.sleep(_PATIENCE)

    def _hear(self, text: str) -> None:
        process, _, rest = text.partition(" ")
        channel, _, data = rest.partition(" ")
        if process != self._process:
            self._arrive(channel, data.encode())

    def _arrive(self, channel: str, data: bytes) -> None:
        for one in list(self._subscribed) if channel == EVERYBODY else [channel]:
            self._arrived.put_nowait((one, data))


class PostgresLeases:
    """Advisory locks. They belong to a connection: when a process dies, however it dies, the database lets them go. Should only
    the connection be lost while bots think, another process may begin to think too; the journal still lets only one move."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.AsyncConnection | None = None
        self._connecting = asyncio.Lock()

    async def take(self, table_id: str) -> bool:
        return await self._ask("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", table_id)

    async def give_back(self, table_id: str) -> None:
        with contextlib.suppress(psycopg.Error):  # with its connection a lock is given back already
            await self._ask("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", table_id)

    async def close(self) -> None:
        if self._connection:
            await self._connection.close()

    async def _ask(self, question: str, table_id: str) -> bool:
        async with self._connecting:
            try:
                return await self._answer(question, table_id)
            except psycopg.Error:  # a connection may have been lost unnoticed
                return await self._answer(question, table_id)

    async def _answer(self, question: str, table_id: str) -> bool:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
            found = await (await self._connection.execute(question.encode(), (table_id,))).fetchone()
        except psycopg.Error:
            if self._connection:
                await self._connection.close()
            raise
        return bool(found and found[0])
