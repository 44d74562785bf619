"""Why an action is refused, by number; `commandery.games.templari.text` has the sentences."""

from __future__ import annotations

__all__ = [
    "BARRED", "NOT_ABOVE", "NOT_ASKED", "NOT_OFFERED", "NOT_THAT_CARD", "NOT_YOUR_TURN", "NO_ACTION", "TOO_DEAR",
    "WITHDRAWN",
]  # fmt: skip

NOT_YOUR_TURN = 1
NOT_ASKED = 2  # an action of another moment of the game
NO_ACTION = 3
NOT_ABOVE = 4  # a bid that does not exceed the highest (M2), or a first bid of 0 for a card on sale (M20)
TOO_DEAR = 5  # M4
BARRED = 6  # M5
NOT_OFFERED = 7  # a bid above all the coins there are (M40)
WITHDRAWN = 8  # M40
NOT_THAT_CARD = 9
