"""After the game: who was ahead when, and the moves that mattered most, with what a bot would have played instead.

What a bot would have played is found from what the mover could see. Who was ahead is told by all that was so.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from commandery.bots import Sight, make_bot
from commandery.core.match import Match
from commandery.server.replay import Told
from commandery.server.store.database import Database
from commandery.server.store.models import RecordRow, Table
from commandery.server.thinking import Thinking

__all__ = ["Reviews", "examine"]

_log = logging.getLogger("commandery.review")
_BUDGET = 60_000  # simulations for a game
_MOST_EACH = 800  # simulations for a decision
_LEAST_EACH = 100
_POINTS = 160  # of the curve, about
_EVENED = 50  # each is the mean of so many parts of the game on either side
_TOLD = 6  # moves that mattered
_LEAST_LOSS = 0.03  # what a move must have cost to be told
_GIVES_UP = 600.0  # seconds


def examine(match: Match, people: frozenset[int]) -> dict[str, Any]:
    """The curve and the moves of these seats that mattered most, as plain data. Takes seconds: to be run in a thread."""
    return {"curve": _curve(match), "moves": _mattered(match, people)}


def _curve(match: Match) -> list[list[float]]:
    """How the seats stood, from 0 to 1, every so many moves: the number of moves made, then each seat's. Evened out over a few
    moves, since much of a turn is coming and going."""
    last = len(match.history)
    stood = [_standing(match.after(moves)) for moves in range(match.begun, last + 1)]
    near = len(stood) // _EVENED
    wanted = {*range(0, len(stood), 1 + len(stood) // _POINTS), len(stood) - 1}
    points: list[list[float]] = []
    for i in sorted(wanted):
        around = stood[max(0, i - near) : i + near + 1] if i < len(stood) - 1 else stood[-1:]
        points.append([match.begun + i, *(round(sum(each) / len(around), 3) for each in zip(*around, strict=True))])
    return points


def _standing(match: Match) -> list[float]:
    leads = [match.estimate(seat) / match.game.kind.spread for seat in range(match.game.players)]
    return [1 / (1 + math.exp(-max(-20.0, min(20.0, lead)))) for lead in leads]


def _mattered(match: Match, people: frozenset[int]) -> list[dict[str, Any]]:
    """The moves that cost their mover most, the costliest first."""
    numbers = [number for number, move in enumerate(match.history) if move.seat in people and number >= match.begun]
    numbers = numbers[:: 1 + len(numbers) // (_BUDGET // _LEAST_EACH)]  # of a game without end, some
    each = max(_LEAST_EACH, min(_MOST_EACH, _BUDGET // max(1, len(numbers))))
    found = [weighed for number in numbers if (weighed := _weigh(match, number, each))]
    return sorted(found, key=lambda move: -float(move["loss"]))[:_TOLD]


def _weigh(match: Match, number: int, simulations: int) -> dict[str, Any] | None:
    """What a move cost, by what its mover could see: the bot's choice, and both compared once more. None if it was as good."""
    move = match.history[number]
    sight = Sight(match.after(number), move.seat)
    if len(sight.legal) < 2 or move.action not in sight.legal:
        return None
    best = make_bot(f"ismcts:{simulations}").choose(sight)
    if best == move.action:
        return None
    sight.legal = sorted([best, move.action], key=int)
    bot = make_bot(f"ismcts:{simulations}")
    bot.choose(sight)
    expected = {candidate.action: candidate.value for candidate in bot.candidates if candidate.visits}
    if len(expected) < 2 or (loss := expected[best] - expected[move.action]) < _LEAST_LOSS:
        return None
    about = {"at": number, "seat": move.seat, "played": str(move.action), "best": str(best)}
    return {**about, "expected": round(expected[move.action], 3), "loss": round(loss, 3)}


class Reviews:
    """Makes reviews, one after the other, when somebody first asks, and keeps them."""

    def __init__(self, database: Database, thinking: Thinking) -> None:
        self._database = database
        self._thinking = thinking
        self._one = asyncio.Semaphore(1)
        self._under_way: dict[str, asyncio.Task[None]] = {}

    async def of(self, told: Told) -> dict[str, Any] | None:
        """The review of a finished game; None if it is not ready: then it is being made."""
        async with self._database.read() as session:
            row = await _kept(session, told)
        if row is not None and row.review is None and told.home not in self._under_way:
            task = asyncio.get_running_loop().create_task(self._make(told))
            self._under_way[told.home] = task
            task.add_done_callback(lambda done: self._under_way.pop(told.home, None))
        return row.review if row is not None else None

    async def _make(self, told: Told) -> None:
        async with self._one:
            try:
                found = await self._thinking.apart(examine, told.match, told.people, longest=_GIVES_UP)
            except Exception:
                _log.exception("a game of %s cannot be reviewed", told.table.game)
                found = {"curve": [], "moves": []}
        async with self._database.write() as session:
            if row := await _kept(session, told):
                row.review = found

    async def close(self) -> None:
        """Stop; what is not kept is made again when somebody asks."""
        for task in [*self._under_way.values()]:
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)


async def _kept(session: AsyncSession, told: Told) -> Table | RecordRow | None:
    """The row with which a review is kept."""
    return await session.get(RecordRow if told.brought else Table, told.table.id)
