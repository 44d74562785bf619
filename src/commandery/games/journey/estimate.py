"""How well a seat stands in Templars' Journey: the guess that bots go by."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.kernel import kernel
from commandery.games.journey.state import (
    HARBORS,
    NOWHERE,
    OVER,
    SEVENTH,
    TRACK,
    State,
    World,
)

__all__ = ["estimate"]

# In hundredths of a point.
LEAD = 200  # alone ahead in a city whose edict is on the track
SHARE = 60  # not alone ahead
KNIGHT = 100  # a knight in a city, which will board
SEVENTH_KNIGHT = 55
FIRST_ABOARD = 90  # being in a city at all
GOLD = 33
TEMPLE = 22
EDICT = 60  # for missions, and ties

DELAY = 22  # what each section of the track before its harbor takes from what a city promises, in per cent


@kernel
def _cities(w: World, s: State, seat: int) -> int:
    """What a player's knights in the cities promise: edicts, places aboard, points for both."""
    value = 0
    for space in range(TRACK):
        city = s.track[space]
        if city == NOWHERE or s.knights[city, seat] == 0:
            continue
        own = s.knights[city, seat]
        most = 0
        inside = 0
        for other in range(w.players):
            inside += s.knights[city, other]
            if other != seat:
                most = max(most, s.knights[city, other])
        if space == SEVENTH:
            here = SEVENTH_KNIGHT * own
            sections = HARBORS - s.section
        else:
            boards = own if inside <= w.ship[space] else (own * w.ship[space] + inside - 1) // inside
            here = FIRST_ABOARD + KNIGHT * boards
            sections = space // 2 - s.section
            if s.free[city] == 0:
                here += 80
        if own > most:
            here += LEAD + 15 * min(own - most, 3)
        elif own == most:
            here += SHARE
        value += here * (100 - DELAY * sections) // 100
    return value


@kernel
def _worth(w: World, s: State, seat: int) -> int:
    value = 100 * s.score[seat]
    if s.phase == OVER:
        return value
    value += _cities(w, s, seat) + GOLD * s.purse[seat] + TEMPLE * s.temple[seat] + EDICT * count(s.edicts[seat])
    return value


@kernel
def estimate(w: World, s: State, seat: int) -> int:
    """The own worth against the mean of the others'."""
    mine = 0
    others = 0
    for other in range(w.players):
        value = _worth(w, s, other)
        if other == seat:
            mine = value
        else:
            others += value
    return mine - others // (w.players - 1)
