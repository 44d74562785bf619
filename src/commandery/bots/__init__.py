"""Bots for every game."""

from commandery.bots.bot import Bot, Candidate, Sight
from commandery.bots.search import Budget, Ismcts, Settings
from commandery.bots.simple import Greedy, Novice, Random, thinking_room
from commandery.bots.specs import LEVELS, compiled_bot, make_bot

__all__ = [
    "LEVELS", "Bot", "Budget", "Candidate", "Greedy", "Ismcts", "Novice", "Random", "Settings", "Sight", "compiled_bot",
    "make_bot", "thinking_room",
]  # fmt: skip
