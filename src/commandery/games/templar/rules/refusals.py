"""Why an action is refused, by number; `commandery.games.templar.text` has the sentences."""

from __future__ import annotations

__all__ = [
    "ALREADY_CHOSEN", "AREA_TAKEN", "BLOCKED", "CANNOT_START", "ENTERED", "GUARDED", "LOCKED", "LOCKED_ALREADY",
    "NOTHING_CARRIED", "NOTHING_TO_CALL", "NOT_ASKED", "NOT_BESIDE_REMIGIUS", "NOT_IN_HAND", "NOT_IN_STOCK",
    "NOT_POSSIBLE", "NOT_YOUR_TURN", "NOWHERE_TO_PUT", "NO_ACTION", "NO_PASSAGE", "NO_PLACE", "NO_RING", "NO_STEPS",
    "NO_SUCH_PASSAGE", "NO_WAY_ON", "ONE_RING", "ONLY_BENJAMIN", "ONLY_OWN", "OTHER_RING", "PICKED_HERE", "PLACES_TAKEN",
    "STANDS_THERE", "STASHED_LATER", "TOO_EARLY", "VITUS_THERE",
]  # fmt: skip

NOT_YOUR_TURN = 1
NOT_ASKED = 2  # an action of another moment of the game
NO_ACTION = 3
NOT_POSSIBLE = 4  # an outcome of chance that cannot be
NOT_IN_HAND = 5
BLOCKED = 6  # T12
CANNOT_START = 7  # T14
ALREADY_CHOSEN = 8  # that very card
NOTHING_TO_CALL = 9
TOO_EARLY = 10  # to stop (T20, T40, T80)

# Moving on
STANDS_THERE = 11
NO_STEPS = 12
NO_PASSAGE = 13  # T20
LOCKED = 14  # T22
ENTERED = 15  # T21: in this move
VITUS_THERE = 16  # T80
NO_WAY_ON = 17  # T44: with the ring in hand

# Picking up a ring
ONLY_BENJAMIN = 18
ONE_RING = 19  # T40: a move
NO_RING = 20
ONLY_OWN = 21  # T43: in the last turns
NOWHERE_TO_PUT = 22  # T44: the ring afterwards

# Stashing
STASHED_LATER = 23  # T30-T32: after the move
NOTHING_CARRIED = 24
OTHER_RING = 25  # than the one in hand
PICKED_HERE = 26  # T40
GUARDED = 27  # T35, T42: by Severus
NOT_IN_STOCK = 28
NO_PLACE = 29  # T33: of that kind in the room
PLACES_TAKEN = 30
AREA_TAKEN = 31  # T34: by rings of another type

# The door, and the set-up
LOCKED_ALREADY = 32  # T61
NO_SUCH_PASSAGE = 33
NOT_BESIDE_REMIGIUS = 34  # T3
