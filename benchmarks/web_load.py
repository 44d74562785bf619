"""The two sides of the web benchmark: a house with tables of bots in a process of its own, and viewers who follow their streams
as browsers do. Everything between them goes over HTTP; only tables are laid, and their journals read, in the database."""

from __future__ import annotations

import asyncio
import bisect
import contextlib
import datetime
import math
import os
import random
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

import commandery
from commandery.core.contract import CHANCE
from commandery.server.journal import Entry, Play, Verb
from commandery.server.store.database import Database
from commandery.server.store.models import EntryRow, Person, Seat, Status, Table

__all__ = ["Decision", "House", "Laid", "Viewer", "decisions", "delays", "held_back", "house", "lay", "page_size"]

_AT = re.compile(rb'data-at="(\d+)"')
_LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Laid:
    """A table as it was laid."""

    id: str
    game: str


async def lay(address: str, games: list[str], tables: int, pace: float, level: str) -> list[Laid]:
    """Lay tables of four bots in the middle of their games, a decision every ``pace`` seconds each. Paces differ by half, so
    that tables do not move in step; the sum of their rates is the same."""
    database = Database(address)
    await database.prepare()
    chosen = random.Random(1)
    laid = []
    async with database.write() as session:
        host = Person(nickname="Host")
        session.add(host)
        await session.flush()
        for number in range(tables):
            play = _middle(games[number % len(games)], chosen)
            own_pace = pace * math.log(3) * chosen.uniform(0.5, 1.5)
            table = Table(
                game=play.game.name, options=dict(play.game.options), host=host.id, status=Status.PLAYING,
                rules=play.game.kind.rules_version, pace=round(own_pace * 1000),
            )  # fmt: skip
            table.seats = [Seat(number=seat, level=level, name=f"Bot {seat}") for seat in range(play.game.players)]
            session.add(table)
            await session.flush()
            session.add_all(
                EntryRow(table_id=table.id, number=place, seat=entry.seat, verb=entry.verb, action=entry.action)
                for place, entry in enumerate(play.entries)
            )
            laid.append(Laid(table.id, table.game))
    await database.close()
    return laid


def _middle(game: str, chosen: random.Random) -> Play:
    """A game of four somewhere in its first third."""
    play = Play(commandery.game(game, 4), frozenset())
    wanted = chosen.randrange(10, 50)
    while len(play.entries) < wanted or CHANCE in play.match.to_act:
        if entry := play.draw():
            play.read(entry)
        else:
            seat = chosen.choice(play.match.to_act)
            play.read(Entry(seat, Verb.PLAY, str(chosen.choice(play.match.legal(seat)))))
    return play


@dataclass(frozen=True)
class Decision:
    """A decision at a table: the length of its journal after it, and when it was written."""

    table: str
    length: int
    at: float


async def decisions(address: str, begin: float, end: float) -> list[Decision]:
    """What was decided at all tables from one moment to another."""
    database = Database(address)
    async with database.read() as session:
        columns = select(EntryRow.table_id, EntryRow.number, EntryRow.seat, EntryRow.at).order_by(EntryRow.at)
        rows = (await session.execute(columns)).all()
    await database.close()
    found = []
    for table, number, seat, at in rows:
        moment = at.replace(tzinfo=at.tzinfo or datetime.UTC).timestamp()  # SQLite keeps no zone
        if seat != CHANCE and begin <= moment < end:
            found.append(Decision(table, number + 1, moment))
    return found


# The house


class House:
    """A house in a process of its own, or several, pinned to some cores."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def workers(self) -> list[int]:
        """The processes that serve: the one there is, or those under their supervisor."""
        return self._family()[1:] or [self.process.pid]

    def _family(self) -> list[int]:
        """The process and its children."""
        found, wanted = [], [self.process.pid]
        while wanted:
            found.append(wanted.pop())
            for task in Path(f"/proc/{found[-1]}/task").glob("*/children"):
                wanted += [int(child) for child in task.read_text().split()]
        return found

    def memory(self) -> int:
        """Bytes in use that are its own: not those of libraries, which it shares with others."""
        total = 0
        for process in self._family():
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
            total += int(re.search(r"^Anonymous:\s+(\d+) kB", text, re.M)[1]) * 1024  # type: ignore[index]
        return total

    def cpu(self) -> float:
        """Seconds of a core used so far."""
        ticks = 0
        for process in self._family():
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def house(database: str, folder: Path, cores: set[int], workers: int = 1, bot_share: float = 0.0) -> Iterator[House]:
    """Open a house on these cores; it is closed in the end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard != resource.RLIM_INFINITY else max(soft, 65536), hard))
    command = [sys.executable, "-m", "commandery", "serve", "--port", "0", "--database", database, "--workers", str(workers)]
    environment = {
        **os.environ, "XDG_DATA_HOME": str(folder), "COMMANDERY_REQUESTS_A_MINUTE": "1000000000",
        "COMMANDERY_STREAMS": "1000000000",
        "COMMANDERY_BOT_SHARE": str(bot_share), "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    with (folder / "house.log").open("ab") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )  # fmt: skip
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.search(r"http://\S+", told)
        if not found:
            raise SystemExit(f"the house did not open: {told} {(folder / 'house.log').read_text()[-2000:]}")
        address = found[0].rstrip("/").replace("localhost", "127.0.0.1")
        _wait_until_ready(address)
        yield House(process, address)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


@contextmanager
def held_back(processes: list[int], share: float) -> Iterator[None]:
    """Give each process a share of the time only, as if it had a core so much slower to itself: by turns they run and stand
    still, the next beginning where the one before has had its share."""
    period, over = 0.02, threading.Event()

    def signal_at(process: int, moment: float, signal_: signal.Signals) -> None:
        time.sleep(max(0.0, moment - time.monotonic()))
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal_)

    def hold(process: int, begin: float) -> None:
        while not over.is_set():
            begin = max(begin + period, time.monotonic())
            signal_at(process, begin, signal.SIGCONT)
            signal_at(process, begin + share * period, signal.SIGSTOP)
        os.kill(process, signal.SIGCONT)

    now = time.monotonic()
    threads = [
        threading.Thread(target=hold, args=(process, now + place * share * period)) for place, process in enumerate(processes)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _wait_until_ready(address: str) -> None:
    """Until all rules are loaded, or compiled."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
                if b"false" not in answer.read():
                    return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("the house did not get ready in five minutes")


def page_size(address: str, table: str) -> int:
    """Bytes of a table's page, compressed."""
    request = urllib.request.Request(f"{address}/t/{table}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return len(answer.read())


# Viewers


@dataclass
class Viewer:
    """Somebody who has the page of a table open: follows its stream, and notes what came when."""

    table: Laid
    language: str
    seen: list[tuple[float, int]] = field(default_factory=list)
    """When the page was brought to which length of the journal."""
    sizes: list[int] = field(default_factory=list)
    """Bytes of each message, compressed."""
    lost: bool = False
    """Whether the stream ended by itself."""
    began: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    def of(cls, laid: list[Laid], each: int) -> list[Viewer]:
        """So many at each table, in different languages."""
        return [cls(table, _LANGUAGES[number % len(_LANGUAGES)]) for number in range(each) for table in laid]

    async def follow(self, port: int) -> None:
        """Read the stream until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        lines = [
            f"GET /t/{self.table.id}/stream HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept: text/event-stream",
            "Accept-Encoding: gzip, deflate, br", f"Accept-Language: {self.language}", "", "",
        ]  # fmt: skip
        writer.write("\r\n".join(lines).encode())
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            if not head.startswith(b"http/1.1 200"):
                raise SystemExit(f"a stream was refused: {head.decode('latin-1')}")
            unpack = zlib.decompressobj(wbits=31).decompress if b"content-encoding: gzip" in head else lambda data: data
            await self._read(reader, unpack)
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader, unpack: Callable[[bytes], bytes]) -> None:
        text, size = b"", 0
        while length := int(await reader.readline() or b"0", 16):
            data = await reader.readexactly(length + 2)
            moment = time.time()
            size += length
            text += unpack(data[:-2]).replace(b"\r\n", b"\n")
            *messages, text = text.split(b"\n\n")
            for message in messages:
                if message.startswith(b":"):
                    continue
                at = _AT.search(message)
                self.seen.append((moment, int(at[1]) if at else -1))
                self.sizes.append(size)
                self.began.set()
            if messages:
                size = 0
        self.lost = True


def delays(made: list[Decision], viewers: list[Viewer]) -> tuple[list[float], int]:
    """For each decision the seconds until the last viewer of its table had it, ascending; and how often one never did. Where
    messages do not say how far they go, the next after the decision counts."""
    at_table: dict[str, list[Viewer]] = {}
    for viewer in viewers:
        at_table.setdefault(viewer.table.id, []).append(viewer)
    found, never = [], 0
    for decision in made:
        latest = 0.0
        for viewer in at_table.get(decision.table, []):
            first = bisect.bisect_left(viewer.seen, (decision.at, -2))
            had = next((when for when, at in viewer.seen[first:] if at >= decision.length or at == -1), None)
            if had is None:
                never += 1
            else:
                latest = max(latest, had - decision.at)
        found.append(latest)
    return sorted(found), never
