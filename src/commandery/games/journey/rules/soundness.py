"""The invariants of Templars' Journey: what holds after every action whatever is played."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.contract import CHANCE, NOBODY, SEATS
from commandery.core.kernel import kernel
from commandery.games.journey.state import (
    EDICTS,
    FORK,
    HARBORS,
    KNIGHTS,
    MISSION,
    NOWHERE,
    OVER,
    SEALING,
    SHIPS,
    STARTING,
    TEMPLARS,
    TERRITORIES,
    TILE,
    TILES,
    TOSSING,
    TRACK,
    UNKNOWN,
    State,
    World,
)

__all__ = ["broken"]

_ALL = (1 << TERRITORIES) - 1


@kernel
def _knights(w: World, s: State) -> bool:
    """20 knights a player: supply, temple, cities, ships and the score marker."""
    for seat in range(w.players):
        total = 1 + s.supply[seat] + s.temple[seat]
        for territory in range(TERRITORIES):
            total += s.knights[territory, seat]
        for ship in range(SHIPS):
            total += s.aboard[ship, seat]
        if total != KNIGHTS or s.supply[seat] < 0 or s.temple[seat] < 0:
            return False
    return True


@kernel
def _cities(w: World, s: State) -> bool:
    """No city too full; what follows from the knights follows."""
    for territory in range(TERRITORIES):
        inside = 0
        for seat in range(SEATS):
            number = s.knights[territory, seat]
            if number < 0 or (number > 0) != ((s.there >> (territory * SEATS + seat)) & 1 != 0):
                return False
            inside += number
        if s.free[territory] < 0 or inside + s.free[territory] != s.spaces[territory]:
            return False
        if (s.free[territory] > 0) != ((s.room >> territory) & 1 != 0):
            return False
    return True


@kernel
def _gold(w: World, s: State) -> bool:
    """Never negative; `golden` follows."""
    for territory in range(TERRITORIES):
        if s.gold[territory] < 0 or (s.gold[territory] > 0) != ((s.golden >> territory) & 1 != 0):
            return False
    for seat in range(w.players):
        if s.purse[seat] < 0:
            return False
    return True


@kernel
def _edicts(w: World, s: State) -> bool:
    """Nine edicts: on the track, won, and out of the game; a city lies where the track has its edict, and nowhere else."""
    seen = s.lost
    for seat in range(w.players):
        if seen & s.edicts[seat]:
            return False
        seen |= s.edicts[seat]
    on_track = 0
    for space in range(TRACK):
        if s.track[space] != NOWHERE:
            on_track |= 1 << s.track[space]
    if seen & on_track:
        return False
    if s.phase <= EDICTS:
        return seen == 0 and s.undealt == _ALL & ~on_track
    cities = 0
    for territory in range(TERRITORIES):
        if s.spaces[territory] > 0:
            cities |= 1 << territory
    if seen | on_track != _ALL:
        return False
    if s.phase == TILE:
        return count(cities) + count(s.undealt) == TILES
    if s.phase == OVER:
        return on_track == 0 and count(cities) == 1  # the seventh city stays (J60)
    return cities == on_track and count(on_track) == TRACK - 2 * s.section


@kernel
def _ships(w: World, s: State) -> bool:
    for ship in range(SHIPS):
        aboard = 0
        for seat in range(SEATS):
            aboard += s.aboard[ship, seat]
        if aboard > w.ship[ship] or (aboard > 0 and s.track[ship] != NOWHERE):
            return False
    return True


@kernel
def _missions(w: World, s: State) -> bool:
    seen = s.open_missions
    for seat in range(w.players):
        if s.mission[seat] != UNKNOWN:
            if (seen >> s.mission[seat]) & 1:
                return False
            seen |= 1 << s.mission[seat]
    return s.phase <= MISSION or count(seen) == 5


@kernel
def broken(w: World, s: State) -> int:
    """1 knights, 2 cities, 3 gold, 4 edicts, 5 ships, 6 missions, 7 where Templars stand, 8 who acts, 9 a decision that offers
    nothing, 10 seats that nobody sits on."""
    if not _knights(w, s):
        return 1
    if not _cities(w, s):
        return 2
    if not _gold(w, s):
        return 3
    if not _edicts(w, s):
        return 4
    if not _ships(w, s):
        return 5
    if not _missions(w, s):
        return 6
    for seat in range(w.players):
        for templar in range(TEMPLARS):
            if s.phase >= FORK and not 0 <= s.templar[seat, templar] < TERRITORIES:
                return 7
    by_chance = s.phase == STARTING or s.phase == EDICTS or s.phase == TILE or s.phase == MISSION or s.phase == TOSSING
    if (s.actor == CHANCE) != by_chance or (s.actor == NOBODY) != (s.phase == OVER) or s.phase > OVER:
        return 8
    if (s.choices == 0) != (s.phase == OVER) or s.section >= HARBORS or not 0 <= s.first < w.players:
        return 9
    for seat in range(SEATS):
        hidden = s.chosen[seat] < 0 or s.chosen[seat] > 6
        if hidden or (seat >= w.players and (s.score[seat] or s.purse[seat] or s.edicts[seat] or s.chosen[seat])):
            return 10
    if s.phase == SEALING and s.waiting != 0:
        return 8
    return 0
