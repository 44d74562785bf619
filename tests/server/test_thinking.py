"""Bots at tables, apart from a house: what goes wrong with them, and what they keep."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from commandery.bots import Random
from commandery.core.action import Action
from commandery.server import thinking as bots
from commandery.server.journal import Entry, Refused, Verb
from commandery.server.keeper import Live, held
from commandery.server.keeping import delete_tables
from commandery.server.leases import NoLeases
from commandery.server.settings import Settings
from commandery.server.thinking import Thinking, _next, _wanted
from server.conftest import awaited
from server.test_journal import begin, write
from server.test_memory import Process, by_anybody, lay_table


class Bots(Thinking):
    """Bots that do the first thing they can, after a moment."""

    moment = 0.01
    begun = 0

    async def _choice(self, live: Live, seat: int) -> Action | None:
        await asyncio.sleep(self.moment)
        return next(iter(live.play.match.legal(seat)), None)

    async def _play(self, table_id: str) -> bool:
        self.begun += 1
        return await super()._play(table_id)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


def with_bots(path: Path, run: Callable[[Process, Any, str], Awaitable[None]], kind: type[Thinking] = Bots) -> None:
    """A table at which bots are to act, and have not been told."""

    async def both() -> None:
        one = Process(f"sqlite:///{path / 'house.db'}")
        thinking = kind(one.keeper, NoLeases(), Settings(database="sqlite:///nowhere", secret="a secret", thinkers=1))
        table_id = await lay_table(one)
        async with one.database.write() as session:
            (await held(session, table_id)).pace = 0
        one.keeper.forget(table_id)
        live = await one.keeper.live(table_id)
        while _next(live.play) is None:
            await one.keeper.carry_out(live, by_anybody)
        one.keeper.moved, one.keeper.let_go = thinking.cue, thinking.forget
        try:
            await run(one, thinking, table_id)
        finally:
            await thinking.close()
            await one.database.close()

    awaited(both())


def test_bots_at_a_table_that_was_dropped_from_memory_come_to_an_end(tmp_path: Path) -> None:
    async def run(one: Process, thinking: Bots, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        thinking.cue(live)
        one.keeper.forget(table_id)
        await until(lambda: not thinking._tasks)
        assert _next((await one.keeper.live(table_id)).play) is None and _next(live.play) is not None
        begun = thinking.begun
        await asyncio.sleep(0.2)
        assert thinking.begun == begun < 5

    with_bots(tmp_path, run)


@asynccontextmanager
async def away() -> AsyncIterator[Any]:
    raise OperationalError("SELECT", {}, Exception("the database is away"))
    yield


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_PATIENCE", 0.02)
    monkeypatch.setattr(bots, "_MOST_PATIENCE", 0.1)


def test_bots_go_on_after_the_database_was_away_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    async def run(one: Process, thinking: Bots, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        one.keeper.forget(table_id)
        with monkeypatch.context() as patch:
            patch.setattr(one.database, "read", away)
            thinking.cue(live)
            await until(lambda: thinking._failures.get(table_id, 0) > 4)
            assert thinking.begun == thinking._failures[table_id] or thinking._tasks
        await until(lambda: not thinking._failures)
        assert _next((await one.keeper.live(table_id)).play) is None and not thinking._retries

    with_bots(tmp_path, run)


def test_bots_leave_a_table_that_is_gone(tmp_path: Path, impatient: None) -> None:
    async def run(one: Process, thinking: Bots, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        async with one.database.write() as session:
            await delete_tables(session, [table_id])
        thinking.cue(live)
        await until(lambda: not thinking._tasks)
        assert not thinking._retries and not thinking._failures

    with_bots(tmp_path, run)


# What they keep


@pytest.mark.parametrize("forgotten", [True, False])
def test_bots_keep_nothing_of_a_table_that_is_forgotten_or_that_a_person_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: bool
) -> None:
    monkeypatch.setattr(bots, "make_bot", lambda level: Random())

    async def run(one: Process, thinking: Thinking, table_id: str) -> None:
        thinking.cue(await one.keeper.live(table_id))
        await until(lambda: not thinking._tasks)
        assert not thinking._tables[table_id].bots  # with their trees: a person is asked now
        live = await one.keeper.live(table_id)
        if forgotten:
            one.keeper.forget(table_id)
        else:
            await one.keeper.carry_out(live, lambda play: play.to_leave([0], Verb.RESIGN, "r"), "r")
            assert live.play.over
        assert not thinking._tables

    with_bots(tmp_path, run, Thinking)


def test_a_thought_has_its_time_from_when_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def think(self: Thinking, live: Live, seat: int) -> Action:
        time.sleep(0.1)
        return live.play.match.legal(seat)[-1]

    monkeypatch.setattr(bots, "_LONGEST_THOUGHT", 0.3)
    monkeypatch.setattr(Thinking, "_think", think)

    async def run(one: Process, thinking: Thinking, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        seat = live.play.match.to_act[0]
        actions = live.play.match.legal(seat)
        assert len(actions) > 1
        assert await asyncio.gather(*(thinking._choice(live, seat) for _ in range(6))) == [actions[-1]] * 6

    with_bots(tmp_path, run, Thinking)


def test_hints_and_reviews_hold_up_no_bot_and_wait_for_none(tmp_path: Path) -> None:
    """However few threads the bots have. What waits for its turn is not thinking yet."""
    done = threading.Event()

    async def run(one: Process, thinking: Thinking, table_id: str) -> None:
        live = await one.keeper.live(table_id)
        review = asyncio.create_task(thinking.apart(done.wait, 60, longest=60))
        assert await thinking._choice(live, live.play.match.to_act[0])
        assert await asyncio.gather(*(thinking.apart(time.sleep, 0.2, longest=0.5) for _ in range(8))) == [None] * 8
        with pytest.raises(TimeoutError):
            await thinking.apart(time.sleep, 0.3, longest=0.1)
        assert not review.done()
        done.set()
        assert await review

    with_bots(tmp_path, run, Thinking)


def test_what_a_bot_has_thought_of_is_for_one_decision() -> None:
    """Another process may have played for it meanwhile: what it wanted may be legal again, at another moment."""
    play = begin("templari", 3, people=1)

    def go_on() -> None:
        (seat,) = play.match.to_act
        write(play, [Entry(seat, Verb.PLAY, str(play.match.legal(seat)[-1]))])

    while 1 not in play.match.to_act:
        go_on()
    decision, actions = play.decision(1), play.match.legal(1)
    go_on()
    while not set(actions) & set(play.match.legal(1)):
        go_on()
    action = next(one for one in actions if one in play.match.legal(1))
    with pytest.raises(Refused):
        _wanted(play, 1, decision, action)
    assert _wanted(play, 1, play.decision(1), action)
