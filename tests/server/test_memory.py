"""What a table in memory spares the database: a move is one small transaction, and who looks reads nothing twice. And what it
must not hide: whatever another process changes is known before anything is done or shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from commandery.server.journal import Entry, Play, Refused
from commandery.server.keeper import Keeper, Live, NoTable, held
from commandery.server.keeping import delete_tables
from commandery.server.store.database import Database
from commandery.server.store.models import Person, Seat, Status, Table
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

        engines = [engine for engine in (self.database._engine.sync_engine, self.database._at_once) if engine]
        for engine in engines:
            event.listen(engine, "before_cursor_execute", note)
        yield words
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)


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
