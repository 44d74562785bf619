"""Bots at tables: they think in threads of their own, on a play of their own, and never sooner than the table's pace. Of
several processes one at a time plays the bots of a table."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from commandery.bots import Bot, Sight, make_bot
from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.errors import CommanderyError
from commandery.server.journal import STALE, Entry, Play, Refused, Verb
from commandery.server.keeper import Keeper, Live, NoTable
from commandery.server.leases import Leases
from commandery.server.settings import Settings

__all__ = ["Thinking"]

Thought = TypeVar("Thought")
_log = logging.getLogger("commandery.bots")
_LONGEST_THOUGHT = 30.0  # seconds
_APART = 3  # threads for hints and reviews; these come one after the other, so hints have the others
_BESIDE = 1.0  # seconds until it is looked whether another process still plays the bots of a table
_LESS_EAGER = 5  # a third of what other threads get, where there is not enough for all
_PATIENCE, _MOST_PATIENCE = 5.0, 60.0  # seconds until bots are asked again after something went wrong: ever more
STAND_IN = "squire"
"""The level of the bot that plays for who has given up or left, or whose time is up."""


@dataclass
class _Table:
    """The bots of one table: the play as they know it, and what the one whose turn it is remembers."""

    play: Play
    bots: dict[int, Bot] = field(default_factory=dict)


class Thinking:
    """Plays for all bots at all tables."""

    def __init__(self, keeper: Keeper, leases: Leases, settings: Settings) -> None:
        self._keeper = keeper
        self._leases = leases
        self._pool = ThreadPoolExecutor(_threads(settings), "bot", initializer=_give_way)
        self._apart = ThreadPoolExecutor(_APART, "apart", initializer=_give_way)
        """For hints and reviews: a game that waits for its bots waits for neither."""
        self._share = settings.bot_share / _threads(settings) if settings.bot_share else 1.0
        self._rest = threading.local()
        self._honour_pause = settings.honour_pause
        self._tasks: dict[str, asyncio.Task[bool]] = {}
        self._own: set[str] = set()
        """Tables at which this process has done something that bots have to answer."""
        self._tables: dict[str, _Table] = {}
        self._closing = False
        self._failures: dict[str, int] = {}
        """How often bots have failed at a table, one time after the other."""
        self._retries: dict[str, asyncio.TimerHandle] = {}

    def cue(self, live: Live, own: bool = True) -> None:
        """Something has happened at a table: if bots are to act, they set about it. What this process has done itself it sees
        through; else it leaves a table to another that is already at it."""
        if live.play.over:
            self.forget(live.table.id)
        if not self._closing and _next(live.play) is not None:
            self._begin(live.table.id, own)

    def forget(self, table_id: str) -> None:
        """Nobody is at a table any more: what bots know of it can be made again."""
        self._tables.pop(table_id, None)

    def _begin(self, table_id: str, own: bool) -> None:
        if own:
            self._own.add(table_id)
        if table_id not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._play(table_id))
            self._tasks[table_id] = task
            task.add_done_callback(lambda done: self._ended(table_id, done))

    def _ended(self, table_id: str, task: asyncio.Task[bool]) -> None:
        own = table_id in self._own
        self._tasks.pop(table_id, None)
        self._own.discard(table_id)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, NoTable):
            _log.error("a bot failed", exc_info=error)
            self._keeper.metrics.errors.labels("bot").inc()
            self._wait(table_id)
            return
        self._failures.pop(table_id, None)
        live = self._keeper.known(table_id)
        if live is None or live.play.over:
            self.forget(table_id)
        elif table := self._tables.get(table_id):
            table.bots.clear()  # others act now: what was found out in the turn is of no more use
        if live is not None and error is None and (own or task.result()):
            self.cue(live, own)  # somebody may have moved while the last bot was done

    def _wait(self, table_id: str) -> None:
        """Bots have failed at a table: they are asked again after a while."""
        failures = self._failures[table_id] = self._failures.get(table_id, 0) + 1
        delay = min(_PATIENCE * 2 ** min(failures - 1, 10), _MOST_PATIENCE)
        if not self._closing and table_id not in self._retries:
            self._retries[table_id] = asyncio.get_running_loop().call_later(delay, self._try_again, table_id)

    def _try_again(self, table_id: str) -> None:
        """With the table as it is kept, whatever went wrong with what was in memory."""
        del self._retries[table_id]
        if table_id not in self._tasks:
            self._keeper.forget(table_id)
            self.forget(table_id)
            self._begin(table_id, own=True)

    async def close(self) -> None:
        """Stop thinking; what is not written down is thought of again after the next start."""
        self._closing = True
        for retry in self._retries.values():
            retry.cancel()
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in (self._pool, self._apart):
            pool.shutdown(wait=False, cancel_futures=True)
        await self._leases.close()

    async def apart(self, thought: Callable[..., Thought], *about: Any, longest: float = _LONGEST_THOUGHT) -> Thought:
        """What a thought about something else gives, in a thread apart from those in which bots play; `TimeoutError` if it
        takes too long once it has begun."""

        def think(begin: Callable[[], object]) -> Thought:
            begin()
            return thought(*about)

        return await _in_thread(self._apart, think, longest)

    async def _play(self, table_id: str) -> bool:
        """Play for bots until none is to act; False if another process does."""
        while not await self._leases.take(table_id):
            if table_id not in self._own:
                return False
            await asyncio.sleep(_BESIDE)
            live = await self._keeper.live(table_id)
            if _next(live.play) is None:
                return True
        try:
            await self._play_on(table_id)
        finally:
            await self._leases.give_back(table_id)
        return True

    async def _play_on(self, table_id: str) -> None:
        live = await self._keeper.live(table_id)
        while (seat := _next(live.play)) is not None:
            await asyncio.sleep(self._pause(live, seat))
            live = await self._keeper.at_hand(table_id)  # should others have written, carrying out notices
            if _next(live.play) != seat:
                continue
            number, decision = len(live.play.entries), live.play.decision(seat)
            action = await self._choice(live, seat)
            if action is None:  # somebody else has moved
                await asyncio.sleep(0.1)
                live = await self._keeper.live(table_id)
                continue
            try:
                await self._keeper.carry_out(live, partial(_wanted, seat=seat, decision=decision, action=action))
            except CommanderyError:
                live = await self._keeper.live(table_id)
                if number == len(live.play.entries):
                    raise

    async def _choice(self, live: Live, seat: int) -> Action | None:
        """What the seat's bot does; if it thinks too long, the first thing that is fair."""
        try:
            return await _in_thread(self._pool, partial(self._think_rested, live, seat), _LONGEST_THOUGHT)
        except TimeoutError:
            _log.error("a bot thought too long")
            self._keeper.metrics.errors.labels("bot").inc()
            self.forget(live.table.id)
            return next(iter(Sight(live.play.match, seat).legal), None)

    def _pause(self, live: Live, seat: int) -> float:
        """How long to wait before the next move of a bot: people want to see what happens."""
        pace = live.table.pace / 1000
        match = live.play.match
        begins = next((move.seat for move in reversed(match.history) if move.seat != CHANCE), None) != seat
        if live.table.options.get("table_rules") == "honour" and begins and seat in match.to_act and live.play.people:
            return max(pace, self._honour_pause)
        if len(match.to_act) > 1:
            return pace / 4  # nobody sees what is sealed
        return pace

    def _think_rested(self, live: Live, seat: int, begin: Callable[[], object]) -> Action | None:
        """Think once this thread has had its rest. Runs in a thread."""
        time.sleep(max(0.0, getattr(self._rest, "until", 0.0) - time.monotonic()))
        begin()
        return self._think(live, seat)

    def _think(self, live: Live, seat: int) -> Action | None:
        """What the seat's bot wants to do; None if it is no longer asked."""
        began, used = time.monotonic(), time.thread_time()
        try:
            return self._consider(live, seat)
        finally:
            self._rest.until = began + (time.thread_time() - used) / self._share
            level = live.table.seats[seat].level or STAND_IN
            self._keeper.metrics.thought.labels(level).observe(time.monotonic() - began)

    def _consider(self, live: Live, seat: int) -> Action | None:
        table = self._tables.get(live.table.id)
        if table is None or table.play.entries != live.play.entries[: len(table.play.entries)]:
            table = self._tables[live.table.id] = _Table(Play(live.play.game, live.play.people))
        for entry in live.play.entries[len(table.play.entries) :]:
            table.play.read(entry)
        if seat not in table.bots:
            level = live.table.seats[seat].level or STAND_IN
            table.bots = {seat: make_bot(level)}  # when another acts the turn is over
        sight = Sight(table.play.match, seat)
        return table.bots[seat].choose(sight) if sight.legal else None


async def _in_thread(pool: ThreadPoolExecutor, think: Callable[[Callable[[], object]], Thought], longest: float) -> Thought:
    """What ``think`` gives, run in a thread; it is handed what it calls when it begins. `TimeoutError` if from then on it takes
    too long: that others are thinking before is no time of its own."""
    loop, begun = asyncio.get_running_loop(), asyncio.Event()
    thought = loop.run_in_executor(pool, think, partial(loop.call_soon_threadsafe, begun.set))
    thought.add_done_callback(lambda done: begun.set())
    try:
        await begun.wait()
    except asyncio.CancelledError:
        thought.cancel()
        raise
    return await asyncio.wait_for(thought, longest)


def _threads(settings: Settings) -> int:
    """As many as are set; where bots may take only a share of a core, no more than could be busy at once."""
    return min(settings.thinkers, math.ceil(settings.bot_share)) if settings.bot_share else settings.thinkers


def _give_way() -> None:
    """Let people go first where a core is not enough for all: this thread, a bot's, is less eager. (Only Linux knows of each
    thread how eager it is; elsewhere the whole process would be.)"""
    if sys.platform == "linux":
        os.nice(_LESS_EAGER)


def _next(play: Play) -> int | None:
    """The seat of the bot that is to act next, if any; one that can call out an offence first."""
    if play.over or play.resting:
        return None
    bots = [seat for seat in play.match.may_act if play.by_bot(seat)]
    if play.game.kind.call_action is not None:
        for seat in bots:
            if any(action.id == play.game.kind.call_action for action in play.match.legal(seat)):
                return seat
    return next((seat for seat in bots if seat in play.match.to_act), None)


def _wanted(play: Play, seat: int, decision: int, action: Action) -> list[Entry]:
    """The entry for what a bot has thought of for this decision."""
    if play.over or play.resting or not play.by_bot(seat):
        raise Refused(STALE)  # the game may have been ended meanwhile, or its person have come back
    if decision != play.decision(seat) or action not in play.match.legal(seat):
        raise Refused(STALE)  # another process may have played for it
    return [Entry(seat, Verb.PLAY, str(action))]
