"""What a table in memory spares the database: a move is one small transaction, and who looks reads nothing twice. And what it
must not hide: whatever another process changes is known before anything is done or shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import OperationalError

from commandery.server import keeper as keeping
from commandery.server.around import Around
from commandery.server.journal import Entry, Play, Refused, Verb
from commandery.server.keeper import Keeper, Live, NoTable, held
from commandery.server.keeping import delete_tables
from commandery.server.presence import Presence
from commandery.server.store.database import Database
from commandery.server.store.models import EntryRow, Person, Seat, Status, Table
from commandery.server.tables import Tables
from server.conftest import awaited
from server.postgres import Postgres


class Channels:
    """Stands for the channels: what was told last."""

    def publish(self, data: str, channels: object) -> None:
        self.last = data


class Process:
    """As much of a process of the house as keeps tables."""

    def __init__(self, store: str) -> None:
        self.database = Database(store)
        self.keeper = Keeper(self.database, Channels())  # type: ignore[arg-type]

    @contextmanager
    def asked(self) -> Iterator[list[str]]:
        """What the database is asked meanwhile, by the first word."""
        words: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            words.append(statement.split()[0])

        with self._before_statements(note):
            yield words

    @contextmanager
    def failing_once(self) -> Iterator[None]:
        """The next time something is added the database fails."""
        fails = iter([True])

        def fail(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if statement.startswith("INSERT") and next(fails, False):
                raise OperationalError(statement, {}, Exception("no room on the disk"))

        with self._before_statements(fail):
            yield

    @contextmanager
    def _before_statements(self, listen: Callable[..., None]) -> Iterator[None]:
        engines = [engine for engine in (self.database._engine.sync_engine, self.database._at_once) if engine]
        for engine in engines:
            event.listen(engine, "before_cursor_execute", listen)
        yield
        for engine in engines:
            event.remove(engine, "before_cursor_execute", listen)

    async def kept(self, table_id: str) -> list[tuple[int, str]]:
        """The entries of a table: their numbers, and what was done."""
        wanted = select(EntryRow.number, EntryRow.action).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
        async with self.database.read() as session:
            return [(number, action) for number, action in await session.execute(wanted)]


async def lay_table(process: Process) -> str:
    await process.database.prepare()
    host = Person(nickname="Anna")
    async with process.database.write() as session:
        session.add(host)
        await session.flush()
        table = Table(game="templari", host=host.id)
        table.seats = [Seat(number=0, person_id=host.id, name="Anna")]
        table.seats += [Seat(number=number, level="novice", name="bot") for number in (1, 2)]
        session.add(table)
    await Tables(process.keeper).start(table.id, host)
    return table.id


def move(play: Play) -> list[Entry]:
    """Whoever is asked does the first thing that can be done."""
    seat = play.match.to_act[0]
    return play.to_play(seat, play.decision(seat), str(play.match.legal(seat)[0]), f"k{len(play.entries)}", confirm=False)


async def go_on(process: Process, live: Live) -> bool:
    live.play.people = frozenset(range(3))  # so that nobody is a bot
    return await process.keeper.carry_out(live, move)


def with_processes(store: str, run: Callable[[Process, Process, str], Awaitable[None]]) -> None:
    async def both() -> None:
        one, two = Process(store), Process(store)
        try:
            await run(one, two, await lay_table(one))
        finally:
            await one.database.close()
            await two.database.close()

    awaited(both())


def test_a_move_is_one_update_and_what_is_added_to_the_journal(store: str) -> None:
    async def run(one: Process, _: Process, table_id: str) -> None:
        live = await one.keeper.at_hand(table_id)
        for _ in range(4):
            with one.asked() as asked:
                assert await go_on(one, live)
            assert [word for word in asked if word != "BEGIN"] == ["UPDATE", "INSERT"]
        kept = await one.keeper.table(table_id)
        assert kept.version == live.version == live.table.version and kept.status == Status.PLAYING

    with_processes(store, run)


def test_who_looks_after_the_same_news_reads_nothing_twice(store: str) -> None:
    async def run(one: Process, _: Process, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        await go_on(one, live)
        with one.asked() as asked:
            assert await one.keeper.shown(table_id, live.news[-1]) is live
        assert asked == []
        elsewhere = one.keeper.tell(table_id)  # something was said, perhaps
        for expected in (["SELECT"], []):
            with one.asked() as asked:
                assert await one.keeper.shown(table_id, elsewhere) is live
            assert [word for word in asked if word != "BEGIN"] == expected

    with_processes(store, run)


def test_what_another_process_changes_is_shown(store: str) -> None:
    async def run(one: Process, two: Process, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        await go_on(two, await two.keeper.live(table_id))
        assert await one.keeper.shown(table_id, "news") is live
        assert len(live.play.entries) == len((await two.keeper.live(table_id)).play.entries)
        async with two.database.write() as session:
            (await held(session, table_id)).pace = 1500
        assert await one.keeper.shown(table_id, None) is live and live.table.pace == 1500
        async with two.database.write() as session:
            await delete_tables(session, [table_id])
        with pytest.raises(NoTable):
            await one.keeper.shown(table_id, None)
        with pytest.raises(NoTable):
            await one.keeper.live(table_id)

    with_processes(store, run)


def test_of_a_mere_move_elsewhere_only_the_journal_is_read(postgres: Postgres) -> None:
    """And of one already read nothing. Who is around and what is said stays as it was read."""

    async def run(one: Process, two: Process, table_id: str) -> None:
        live, other = await one.keeper.live(table_id), await two.keeper.live(table_id)
        other.play.people = frozenset(range(3))
        other.around = Around(one.keeper.now(), await Presence(two.keeper, "two").around(other.table), [])
        around = other.around
        for missed in (1, 2, 1):
            for _ in range(missed):
                await go_on(one, live)
            with two.asked() as asked:
                assert await two.keeper.shown(table_id, live.news[-1]) is other
            if missed == 1:
                assert asked == ["SELECT"]
            assert len(other.play.entries) == len(live.play.entries)
            assert (other.version, other.table.version) == (live.version, live.version)
        await go_on(one, live)
        await two.keeper.refresh(other)
        with two.asked() as asked:
            other.around = around
            assert await two.keeper.shown(table_id, live.news[-1]) is other
        assert asked == [] and other.around is around
        await two.keeper.shown(table_id, one.keeper.tell(table_id))  # what was said, perhaps
        assert other.around is None

    with_processes(postgres.new_database(), run)


def test_a_move_that_changes_more_than_the_journal_is_read_as_a_whole(postgres: Postgres) -> None:
    async def run(one: Process, two: Process, table_id: str) -> None:
        live, other = await one.keeper.live(table_id), await two.keeper.live(table_id)

        def also(table: Table) -> None:
            table.pace = 1500

        assert await one.keeper.carry_out(live, by_anybody, also=also)
        assert await two.keeper.shown(table_id, live.news[-1]) is other
        assert other.table.pace == 1500
        async with one.database.write() as session:
            (await held(session, table_id)).pace = 3000
        assert await one.keeper.carry_out(live, by_anybody)  # the news of the change itself is still on its way
        assert await two.keeper.shown(table_id, live.news[-1]) is other
        assert other.table.pace == 3000 and other.version == live.version

    with_processes(postgres.new_database(), run)


def test_a_refused_command_hides_nothing_of_what_others_change_then(postgres: Postgres) -> None:
    """A row that was held and let go is no version that was read."""

    async def run(one: Process, two: Process, table_id: str) -> None:
        live, other = await one.keeper.live(table_id), await two.keeper.live(table_id)
        await go_on(two, other)

        def never(play: Play) -> list[Entry]:
            raise Refused("no")

        for process, known in ((one, live), (two, other)):
            with pytest.raises(Refused):
                await process.keeper.carry_out(known, never)
        async with two.database.write() as session:
            (await held(session, table_id)).seats[0].name = "Bruno"
        assert await go_on(one, live)
        assert live.table.seats[0].name == "Bruno"

    with_processes(postgres.new_database(), run)


def test_who_may_not_do_something_is_not_told_whether_it_was_done(store: str) -> None:
    async def run(one: Process, _: Process, table_id: str) -> None:
        live = await one.keeper.live(table_id)

        def not_mine(table: Table) -> None:
            raise Refused("not yours")

        key = f"k{len(live.play.entries)}"
        await go_on(one, live)
        assert not await one.keeper.carry_out(live, move, key)
        for tried in (key, "another"):
            with pytest.raises(Refused):
                await one.keeper.carry_out(live, move, tried, check=not_mine)

    with_processes(store, run)


# What could not be written


async def whole(process: Process, table_id: str, entries: int) -> None:
    """The journal has so many entries, none is missing, and it is what memory has."""
    kept = await process.kept(table_id)
    assert [number for number, _ in kept] == list(range(entries))
    live = await process.keeper.live(table_id)
    assert [entry.action for entry in live.play.entries] == [action for _, action in kept]


@pytest.mark.parametrize("also", [None, lambda table: None], ids=["a move", "more than a move"])
def test_what_could_not_be_written_has_not_happened_for_who_comes_next(
    store: str, also: Callable[[Table], None] | None
) -> None:
    async def run(one: Process, _: Process, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        seat, before = live.play.match.to_act[0], len(live.play.entries)
        first, last = live.play.match.legal(seat)[0], live.play.match.legal(seat)[-1]

        async def act(action: object) -> bool:
            def wanted(play: Play) -> list[Entry]:
                assert len(play.entries) == before
                return [Entry(seat, Verb.PLAY, str(action))]

            return await one.keeper.carry_out(live, wanted, also=also)

        async def look() -> int:
            await asyncio.sleep(0)
            async with live.lock:
                return len(live.play.entries)

        with one.failing_once():
            failed, seen, done = await asyncio.gather(act(first), look(), act(last), return_exceptions=True)
        assert isinstance(failed, OperationalError) and seen == before and done is True
        assert (await one.kept(table_id))[before][1] == str(last)
        await whole(one, table_id, len((await one.keeper.live(table_id)).play.entries))
        assert await go_on(one, await one.keeper.live(table_id))

    with_processes(store, run)


def test_who_has_a_table_in_hand_that_was_forgotten_takes_it_anew(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_MOST_KEPT", 1)

    async def run(one: Process, _: Process, table_id: str) -> None:
        thinking = await one.keeper.live(table_id)
        other = await lay_table(one)
        await one.keeper.live(other)
        assert thinking.forgotten
        for live in (await one.keeper.live(table_id), thinking, thinking, await one.keeper.live(table_id)):
            assert await one.keeper.carry_out(live, by_anybody)
        await whole(one, table_id, len((await one.keeper.live(table_id)).play.entries))

    with_processes(store, run)


def by_anybody(play: Play) -> list[Entry]:
    seat = play.match.to_act[0]
    return [Entry(seat, Verb.PLAY, str(play.match.legal(seat)[0]))]


def test_what_another_process_has_written_first_leaves_nothing_behind(tmp_path: Path) -> None:
    """A file has one process, but for the operator's."""

    async def run(one: Process, two: Process, table_id: str) -> None:
        live, before = await one.keeper.live(table_id), len((await one.keeper.live(table_id)).play.entries)
        await two.keeper.carry_out(await two.keeper.live(table_id), by_anybody)
        with pytest.raises(Refused):
            await one.keeper.carry_out(live, by_anybody)
        assert len(live.play.entries) == before
        assert await one.keeper.carry_out(live, by_anybody)
        await whole(one, table_id, len((await one.keeper.live(table_id)).play.entries))

    with_processes(f"sqlite:///{tmp_path / 'house.db'}", run)


def test_a_table_is_in_memory_once_though_reading_it_failed_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of it would not know of each other's moves."""

    async def run(one: Process, _: Process, table_id: str) -> None:
        one.keeper.forget(table_id)
        load, answers = one.keeper._load, [asyncio.Event() for _ in range(3)]
        begun = iter(answers)

        async def slowly(table_id: str) -> Live:
            answer = next(begun)
            await answer.wait()
            if answer is answers[0]:
                raise OperationalError("SELECT", {}, Exception("away for a moment"))
            return await load(table_id)

        monkeypatch.setattr(one.keeper, "_load", slowly)
        first, second = (asyncio.create_task(one.keeper.at_hand(table_id)) for _ in range(2))
        await asyncio.sleep(0.01)
        answers[0].set()
        with pytest.raises(OperationalError):
            await first
        third = asyncio.create_task(one.keeper.at_hand(table_id))
        await asyncio.sleep(0.01)
        answers[1].set(), answers[2].set()
        assert await second is await third

    with_processes(f"sqlite:///{tmp_path / 'house.db'}", run)
