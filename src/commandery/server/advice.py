"""Hints: what a bot would do in my place, made of what my seat sees, when I ask for it and the table allows it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from commandery.bots import Candidate, Sight, make_bot
from commandery.core.language import Message
from commandery.core.match import Match
from commandery.server.agreement import hints_allowed
from commandery.server.journal import STALE, Refused
from commandery.server.keeper import Live
from commandery.server.sitting import Sitting
from commandery.server.thinking import Thinking

__all__ = ["Advice", "Hint", "think"]

BOT = "ismcts:1200ms"
"""Who is asked; it takes half of its time for one decision."""
_SHOWN = 3
_PAUSE = 1.0  # seconds between two questions of a seat
_MOST_KEPT = 1000

_NOT_ALLOWED = Message("There are no hints at this table.")
_NOT_ASKED = Message("It is not your turn.")
_THINKING = Message("The bot is still thinking: wait a moment.")


@dataclass(frozen=True)
class Hint:
    """One of the best moves: its rank, what it is, where on the board, and what the bot expects of it, from 0 to 100; None if
    there is nothing else to do."""

    rank: int
    told: str
    place: str | None
    expected: int | None


def think(match: Match, seat: int, bot: str = BOT, seed: int | None = None) -> list[Candidate]:
    """What a bot thinks of what the seat can do, the best first. Takes a moment: to be run in a thread."""
    sight = Sight(match, seat)
    if len(sight.legal) == 1:
        return [Candidate(sight.legal[0], 0, 0.0)]
    thinker = make_bot(bot, seed)
    thinker.choose(sight)
    return thinker.candidates


class Advice:
    """Asks bots on behalf of people: one question of a seat at a time, and not too many."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._busy: set[tuple[str, int]] = set()
        self._asked: dict[tuple[str, int], float] = {}
        self._known: dict[tuple[str, int], tuple[bytes, list[Candidate]]] = {}

    async def hints(self, live: Live, seat: int, language: str) -> list[Hint]:
        """The best moves of a seat that is asked something."""
        if not hints_allowed(live.table):
            raise Refused(_NOT_ALLOWED)
        async with live.lock:
            if not live.play.asked(seat) or not live.play.legal(seat):
                raise Refused(_NOT_ASKED)
            match, decision = live.play.match.copy(), live.play.decision(seat)
        candidates = await self._candidates(live.table.id, match, seat)
        async with live.lock:
            if live.play.decision(seat) != decision or not live.play.asked(seat):  # others' sealed choices may come meanwhile
                raise Refused(STALE)
            return _in_words(Sitting(live.table, live.play, seat, language, (seat,)), candidates)

    async def _candidates(self, table_id: str, match: Match, seat: int) -> list[Candidate]:
        about = table_id, seat
        state, known = self._known.get(about, (b"", []))
        if state == match.state:
            return known
        if about in self._busy or time.monotonic() - self._asked.get(about, -_PAUSE) < _PAUSE:
            raise Refused(_THINKING)
        self._busy.add(about)
        try:
            found = await self._thinking.apart(think, match, seat)
        except TimeoutError:
            raise Refused(_THINKING) from None
        finally:
            self._busy.discard(about)
            if len(self._asked) >= _MOST_KEPT:
                self._asked.clear()
                self._known.clear()
            self._asked[about] = time.monotonic()
        self._known[about] = match.state, found
        return found


def _in_words(sitting: Sitting, candidates: list[Candidate]) -> list[Hint]:
    tried: dict[str, Candidate] = {}  # what reads the same is one move
    for one in candidates:
        if one.visits or len(candidates) == 1:
            tried.setdefault(sitting.in_words(one.action), one)
    hints = []
    for rank, (told, one) in enumerate([*tried.items()][:_SHOWN], 1):
        place = sitting.face.place(sitting.game, sitting.view, one.action)
        hints.append(Hint(rank, told, place, round(100 * one.value) if one.visits else None))
    return hints
