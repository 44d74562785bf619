"""Bots for every game."""

from commandery.bots.bot import Bot, Candidate, Fault, Sight
from commandery.bots.external import External
from commandery.bots.guarded import Guarded
from commandery.bots.levels import LEVELS_IN_WORDS
from commandery.bots.search import Budget, Ismcts, Settings
from commandery.bots.simple import Greedy, Novice, Random, thinking_room
from commandery.bots.specs import LEVELS, compiled_bot, make_bot, split_specs

__all__ = [
    "LEVELS", "LEVELS_IN_WORDS", "Bot", "Budget", "Candidate", "External", "Fault", "Greedy", "Guarded", "Ismcts", "Novice",
    "Random", "Settings", "Sight", "compiled_bot", "make_bot", "split_specs", "thinking_room",
]  # fmt: skip
