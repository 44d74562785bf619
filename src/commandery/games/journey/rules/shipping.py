"""The shipping round: two cities are evaluated and their knights board the ships (J50-J54), temples score (J55), gold is dealt
(J56), and the Pope goes on (J57)."""

from __future__ import annotations

from commandery.core.contract import NOBODY, SEATS
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.journey import events as event
from commandery.games.journey.rules.ending import final_scoring
from commandery.games.journey.rules.gold import deal_gold
from commandery.games.journey.state import CONTINUING, HARBORS, NOWHERE, OVER, POPE, SEVENTH, State, World

__all__ = ["award_edict", "continue_journey", "ship"]

EDICT_POINTS = 2
_TEMPLE_POINTS = (2, 3, 4)


@kernel
def award_edict(w: World, s: State, space: int, events: Grid) -> None:
    """J50, J60: who alone has the most knights in the city takes its edict and 2 points; else it leaves the game."""
    city = s.track[space]
    s.track[space] = NOWHERE
    most = 0
    holder = NOBODY
    for seat in range(w.players):
        if s.knights[city, seat] > most:
            most = s.knights[city, seat]
            holder = seat
        elif s.knights[city, seat] == most:
            holder = NOBODY
    if holder == NOBODY:
        s.lost |= 1 << city
        emit(events, event.EDICT_GONE, s.first, city, 0, 0, 0)
        return
    s.edicts[holder] |= 1 << city
    s.score[holder] += EDICT_POINTS
    emit(events, event.EDICT_WON, holder, EDICT_POINTS, city, 0, 0)


@kernel
def _board(w: World, s: State, city: int, ship: int, events: Grid) -> None:
    """J52: in the order of their knights in the city, ties clockwise from the first player, the players put one aboard, and
    again, until the ship is full or the city empty."""
    left = w.ship[ship]
    lap = 0
    before = 1 << 10
    while left > 0:
        # The next in order who has more knights here than there were laps: by knights, then by the way from the first player.
        best = -1
        next_one = 0
        for seat in range(w.players):
            behind = seat - s.first if seat >= s.first else seat - s.first + w.players
            there = s.knights[city, seat] + s.aboard[ship, seat]
            order = there * SEATS + SEATS - 1 - behind
            if there > lap and best < order < before:
                best = order
                next_one = seat
        if best >= 0:
            before = best
            s.knights[city, next_one] -= 1
            s.aboard[ship, next_one] += 1
            left -= 1
            emit(events, event.BOARDED, next_one, city, ship, 0, 0)
        elif before == 1 << 10:
            return
        else:
            before = 1 << 10
            lap += 1


@kernel
def _evaluate(w: World, s: State, ship: int, events: Grid) -> None:
    """One city of a shipping round."""
    city = s.track[ship]
    award_edict(w, s, ship, events)
    if s.free[city] == 0:  # J51
        for seat in range(w.players):
            if s.knights[city, seat] > 0:
                s.score[seat] += 1
                emit(events, event.FULL_CITY, seat, 1, city, 0, 0)
    _board(w, s, city, ship, events)
    for seat in range(w.players):
        left = s.knights[city, seat]
        if left > 0:
            s.knights[city, seat] = 0
            s.temple[seat] += left
            emit(events, event.LEFT_BEHIND, seat, city, left, 0, 0)
    for seat in range(w.players):  # J53
        aboard = s.aboard[ship, seat]
        if aboard > 0:
            s.score[seat] += 1 + aboard
            emit(events, event.ABOARD, seat, 1, ship, 0, 0)
            emit(events, event.KNIGHTS_ABOARD, seat, aboard, ship, 0, 0)
    s.spaces[city] = 0  # J54
    s.free[city] = 0
    s.room &= ~(1 << city)
    s.there &= ~(((1 << SEATS) - 1) << (SEATS * city))


@kernel
def _score_temples(w: World, s: State, events: Grid) -> None:
    """J55: the most knights in temple; tied players share, rounded down."""
    most = 0
    sharing = 0
    for seat in range(w.players):
        if s.temple[seat] > most:
            most = s.temple[seat]
            sharing = 0
        sharing += s.temple[seat] == most
    if most == 0:
        return
    points = _TEMPLE_POINTS[s.section] // sharing
    for seat in range(w.players):
        if s.temple[seat] == most:
            s.score[seat] += points
            emit(events, event.TEMPLE, seat, points, most, 0, 0)


@kernel
def ship(w: World, s: State, events: Grid) -> None:
    """The Pope is in a harbor: both its cities, then the temples."""
    emit(events, event.SHIPPING_ROUND, s.first, s.section + 1, 0, 0, 0)
    for number in range(2):
        _evaluate(w, s, 2 * s.section + number, events)
    _score_temples(w, s, events)
    s.phase = CONTINUING


@kernel
def continue_journey(w: World, s: State, events: Grid) -> None:
    """J56, J57: new gold, and on to the next section with the same first player; after the third the game ends (J60)."""
    if s.section + 1 < HARBORS:
        s.section += 1
        s.space = 0
        deal_gold(w, s, s.section, events)
        s.phase = POPE
        return
    seventh = s.track[SEVENTH]
    award_edict(w, s, SEVENTH, events)
    final_scoring(w, s, seventh, events)
    s.actor = NOBODY
    s.phase = OVER
