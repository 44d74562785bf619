"""Why an action is refused, by number; `commandery.games.journey.text` has the sentences."""

from __future__ import annotations

__all__ = [
    "ALREADY_CHOSEN", "COMPULSORY", "FULL", "NOT_ADJACENT", "NOT_ASKED", "NOT_ENTERED", "NOT_POSSIBLE", "NOT_YOUR_TURN",
    "NO_ACTION", "NO_GOLD", "NO_KNIGHT", "NO_SUPPLY", "NO_TEMPLAR",
]  # fmt: skip

NOT_YOUR_TURN = 1
NOT_ASKED = 2  # an action of another moment of the game
NO_ACTION = 3
NOT_POSSIBLE = 4  # not among those that are
ALREADY_CHOSEN = 5  # that very card
COMPULSORY = 6  # cannot be declined
NO_SUPPLY = 7  # no knight in supply
FULL = 8  # no empty space, or no city
NO_TEMPLAR = 9  # no own Templar there
NO_KNIGHT = 10  # no such knight there
NO_GOLD = 11  # not enough to pay with, or none there to take
NOT_ADJACENT = 12
NOT_ENTERED = 13  # by this move
