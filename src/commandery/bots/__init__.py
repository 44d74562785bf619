"""Bots for every game."""

from commandery.bots.bot import Bot, Greedy, Random, Sight, compiled_bot, make_bot

__all__ = ["Bot", "Greedy", "Random", "Sight", "compiled_bot", "make_bot"]
