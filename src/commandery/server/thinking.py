"""Bots at tables: they think in threads of their own, on a play of their own, and never sooner than the table's pace."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from commandery.bots import Bot, Sight, make_bot
from commandery.core.action import Action
from commandery.core.errors import CommanderyError
from commandery.server.journal import STALE, Entry, Play, Refused, Verb
from commandery.server.keeper import Keeper, Live

__all__ = ["Thinking"]

_log = logging.getLogger("commandery.bots")
_LONGEST_THOUGHT = 30.0  # seconds
_PATIENCE = 5.0  # seconds until bots are asked again after something went wrong
STAND_IN = "squire"
"""The level of the bot that plays for who has given up or left, or whose time is up."""


@dataclass
class _Table:
    """The bots of one table: the play as they know it, and what each remembers."""

    play: Play
    bots: dict[int, Bot] = field(default_factory=dict)
    last: int = -1
    """The seat that acted last, while bots are at it."""


class Thinking:
    """Plays for all bots at all tables."""

    def __init__(self, keeper: Keeper, threads: int, honour_pause: float) -> None:
        self._keeper = keeper
        self._pool = ThreadPoolExecutor(threads, "bot")
        self._honour_pause = honour_pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._tables: dict[str, _Table] = {}
        self._closing = False
        self._retries: set[asyncio.Task[None]] = set()

    def cue(self, live: Live) -> None:
        """Something has happened at a table: if bots are to act, they set about it."""
        if not self._closing and live.table.id not in self._tasks and _next(live.play) is not None:
            task = asyncio.get_running_loop().create_task(self._play(live))
            self._tasks[live.table.id] = task
            task.add_done_callback(lambda done: self._ended(live, done))

    def _ended(self, live: Live, task: asyncio.Task[None]) -> None:
        self._tasks.pop(live.table.id, None)
        if live.play.over:
            self._tables.pop(live.table.id, None)
        if not task.cancelled() and (error := task.exception()):
            _log.error("table %s: a bot failed: %s", live.table.id, type(error).__name__)
            again = asyncio.get_running_loop().create_task(self._try_again(live.table.id))
            self._retries.add(again)
            again.add_done_callback(self._retries.discard)
        else:
            self.cue(live)  # somebody may have moved while the last bot was done

    async def _try_again(self, table_id: str) -> None:
        """After a while: the table as it is kept, whatever went wrong with what was in memory."""
        await asyncio.sleep(_PATIENCE)
        self._keeper.forget(table_id)
        self._tables.pop(table_id, None)
        self.cue(await self._keeper.live(table_id))

    async def close(self) -> None:
        """Stop thinking; what is not written down is thought of again after the next start."""
        self._closing = True
        tasks = [*self._tasks.values(), *self._retries]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _play(self, live: Live) -> None:
        while (seat := _next(live.play)) is not None:
            await asyncio.sleep(self._pause(live, seat))
            if _next(live.play) != seat:
                continue
            number = len(live.play.entries)
            action = await self._choice(live, seat)
            if action is None:  # somebody else has moved
                await asyncio.sleep(0.1)
                continue
            try:
                await self._keeper.carry_out(live, partial(_wanted, seat=seat, action=action))
            except CommanderyError:
                if number == len(live.play.entries):
                    raise
            if table := self._tables.get(live.table.id):
                table.last = seat

    async def _choice(self, live: Live, seat: int) -> Action | None:
        """What the seat's bot does; if it thinks too long, the first thing that is fair."""
        thought = asyncio.get_running_loop().run_in_executor(self._pool, self._think, live, seat)
        try:
            return await asyncio.wait_for(thought, _LONGEST_THOUGHT)
        except TimeoutError:
            _log.error("table %s: the bot in seat %s thought too long", live.table.id, seat)
            self._tables.pop(live.table.id, None)
            return next(iter(Sight(live.play.match, seat).legal), None)

    def _pause(self, live: Live, seat: int) -> float:
        """How long to wait before the next move of a bot: people want to see what happens."""
        table = self._tables.get(live.table.id)
        pace = live.table.pace / 1000
        match = live.play.match
        begins = table is None or table.last != seat
        if live.table.options.get("table_rules") == "honour" and begins and seat in match.to_act and live.play.people:
            return max(pace, self._honour_pause)
        if len(match.to_act) > 1:
            return pace / 4  # nobody sees what is sealed
        return pace

    def _think(self, live: Live, seat: int) -> Action | None:
        """What the seat's bot wants to do; None if it is no longer asked. Runs in a thread."""
        table = self._tables.get(live.table.id)
        if table is None or table.play.entries != live.play.entries[: len(table.play.entries)]:
            table = self._tables[live.table.id] = _Table(Play(live.play.game, live.play.people))
        for entry in live.play.entries[len(table.play.entries) :]:
            table.play.read(entry)
        if seat not in table.bots:
            level = live.table.seats[seat].level or STAND_IN
            table.bots[seat] = make_bot(level)
        sight = Sight(table.play.match, seat)
        return table.bots[seat].choose(sight) if sight.legal else None


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


def _wanted(play: Play, seat: int, action: Action) -> list[Entry]:
    if not play.by_bot(seat) or action not in play.match.legal(seat):
        raise Refused(STALE)  # its person may have come back meanwhile
    return [Entry(seat, Verb.PLAY, str(action))]
