"""How long a match of Templar can get."""

from __future__ import annotations

from commandery.core.layout import StateArray
from commandery.games.templar.state import TILES

__all__ = ["longest"]

_TURN = 8
"""Decisions in a turn: out of the harbor (T25), the card, an announcement (T90), and five for Benjamin: three rooms, a ring
picked up and put down. To stop takes the place of a step; the monks have four decisions, the other cards fewer."""
_SHOWN = 100
"""Cards that Raphael turns up before a round (T103). There is no strict bound, since The Bells bring all cards back; but of the
cards that do not show already 12 or more are in his deck then, and only once in 13 times The Bells come before all of them.
It takes 20 such times, each after at most four cards that show already."""


def longest(world: StateArray) -> tuple[int, int]:
    """The most decisions of players, and of chance: with two players not strictly, but for one match in 10^18."""
    players, rounds = int(world["players"][0]), int(world["rounds"][0])
    setup = (0 if world["first_game"][0] else 3) + 2 * players  # T3, T6, T10
    shown = _SHOWN * rounds if players == 2 else 0
    return setup + _TURN * players * rounds, 1 + sum(TILES) + shown
