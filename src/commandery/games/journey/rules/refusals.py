"""Why an action is refused, by number; `commandery.games.journey.text` has the sentences."""

from __future__ import annotations

__all__ = [
    "ALREADY_CHOSEN", "COMPULSORY", "FULL", "GREEN_FLAG", "HOLDS_IT", "NOTHING_TO_DO", "NOTHING_TO_TAKE", "NOT_ADJACENT",
    "NOT_ASKED", "NOT_ENTERED", "NOT_POSSIBLE", "NOT_WHERE_STOPPED", "NOT_YOUR_TURN", "NO_ACTION", "NO_CITY", "NO_EDICT",
    "NO_GOLD", "NO_KNIGHT", "NO_OPPONENT", "NO_PLAYER", "NO_SUPPLY", "NO_TEMPLAR", "NO_TOSS", "ONLY_OWN", "ONLY_REMOVED",
    "OTHER_CITY", "OTHER_TEMPLAR", "OWN_KNIGHT", "RED_FLAG", "SAME_EDICT", "SPENT", "STANDS_THERE", "TWO_THERE",
]  # fmt: skip

NOT_YOUR_TURN = 1
NOT_ASKED = 2  # an action of another moment of the game
NO_ACTION = 3
NOT_POSSIBLE = 4  # an outcome of chance that cannot be
ALREADY_CHOSEN = 5  # that very card
COMPULSORY = 6  # cannot be declined
NO_SUPPLY = 7  # no knight in supply
FULL = 8  # no empty space in the city
NO_TEMPLAR = 9  # no own Templar there
NO_KNIGHT = 10  # no such knight there
NO_GOLD = 11  # not enough to pay with
NOT_ADJACENT = 12
NOT_ENTERED = 13  # by this move
NO_CITY = 14  # nowadays in that territory
TWO_THERE = 15  # J6: own knights, as many as a city takes in the set-up
RED_FLAG = 16  # J12: removes
GREEN_FLAG = 17  # J11: places
OWN_KNIGHT = 18  # is not removed
ONLY_OWN = 19  # J29: is lost by a penalty
OTHER_CITY = 20  # than the one chosen
NOT_WHERE_STOPPED = 21  # J27
ONLY_REMOVED = 22  # J26: by the penalty
SPENT = 23  # J23: as much as a card allows
NO_TOSS = 24  # J24: with another card
NO_OPPONENT = 25  # J25: in that city
NOTHING_TO_DO = 26  # J23: in that city
NOTHING_TO_TAKE = 27  # no gold lies there
STANDS_THERE = 28
OTHER_TEMPLAR = 29  # is on its way
NO_EDICT = 30  # on that space
SAME_EDICT = 31  # it is the one of the stop
HOLDS_IT = 32  # J42: the marker
NO_PLAYER = 33  # on that seat
