"""Why an action is refused, by number; `commandery.games.templar.text` has the sentences."""

from __future__ import annotations

__all__ = [
    "ALREADY_CHOSEN", "BLOCKED", "CANNOT_START", "NOTHING_TO_CALL", "NOT_ASKED", "NOT_IN_HAND", "NOT_POSSIBLE", "NOT_YOUR_TURN",
    "NO_ACTION", "TOO_EARLY",
]  # fmt: skip

NOT_YOUR_TURN = 1
NOT_ASKED = 2  # an action of another moment of the game
NO_ACTION = 3
NOT_POSSIBLE = 4  # not among those that are
NOT_IN_HAND = 5
BLOCKED = 6  # T12
CANNOT_START = 7  # T14
ALREADY_CHOSEN = 8  # that very card
NOTHING_TO_CALL = 9
TOO_EARLY = 10  # to stop (T20, T40, T80)
