"""A guard around bots that cannot be relied on: whatever they do, the game goes on."""

from __future__ import annotations

from commandery.bots.bot import Bot, Fault, Sight
from commandery.bots.program import ProgramGone
from commandery.core.action import Action
from commandery.core.errors import CommanderyError

__all__ = ["Guarded", "default_move"]

_LONGEST = 300
"""Characters of a reason that are kept."""


def default_move(sight: Sight) -> Action:
    """What is played for somebody who does not: the first legal action. Every game numbers stopping and passing first, so
    this declines where one may."""
    return sight.legal[0]


class Guarded(Bot):
    """Another bot, for which the default move is played wherever it raises or chooses what is not legal. After some faults in
    a match, or at once where its program is gone, it is replaced at that seat for the rest of the match, of which it is told no
    more. All faults are kept in ``faults``. (It cannot stop a bot in this process that never returns; `external` runs others'
    bots in their own.)"""

    def __init__(self, bot: Bot, most_faults: int = 3) -> None:
        super().__init__(0)
        self.bot = bot
        self.name = bot.name
        self._most = most_faults
        self._left: dict[tuple[int, int], int] = {}

    def prepare(self) -> None:
        self.bot.prepare()

    def choose(self, sight: Sight) -> Action:
        place = (sight.match_key, sight.seat)
        self.candidates = []
        left = self._left.setdefault(place, self._most)
        if left == 0:
            return default_move(sight)
        try:
            action = sight.game.actions.parse(self.bot.choose(sight))
            if action not in sight.legal:
                raise CommanderyError(f"it chose {str(action)!r}, which is not legal")
        except Exception as error:
            self._left[place] = 0 if isinstance(error, ProgramGone) else left - 1
            self.faults.append(Fault(sight.seat, sight.move, _reason(error), self._left[place] == 0))
            return default_move(sight)
        self.candidates = self.bot.candidates
        return action

    def over(self, sight: Sight) -> None:
        if self._left.pop((sight.match_key, sight.seat), None) == 0:
            return
        try:
            self.bot.over(sight)
        except Exception as error:
            self.faults.append(Fault(sight.seat, sight.move, f"told that the match is over: {_reason(error)}"))

    def close(self) -> None:
        self.bot.close()


def _reason(error: Exception) -> str:
    """What went wrong, on one line that can be printed anywhere: what a program has said may hold anything."""
    told = str(error) if isinstance(error, CommanderyError) else f"{type(error).__name__}: {error}"
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(told.split())[:_LONGEST])
