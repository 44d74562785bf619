"""How well a seat stands in Templars' Journey: the guess that bots go by.

Everything is in hundredths of a point: what each city promises when its edict is called, gold, knights in the temple, what the
missions one knows of are worth, and what the card one has chosen is likely to bring.
"""

from __future__ import annotations

from commandery.core.kernel import kernel
from commandery.games.journey.rules.ending import mission_value
from commandery.games.journey.rules.gold import in_reach
from commandery.games.journey.state import (
    DISTANCE_MISSION,
    HARBORS,
    MISSIONS,
    NOWHERE,
    OVER,
    SEALING,
    SEVENTH,
    SEVENTH_MISSION,
    TEMPLAR,
    TERRITORIES,
    TRACK,
    UNKNOWN,
    State,
    World,
)

__all__ = ["estimate"]

EDICT = 200
TIED = 70  # being ahead together with others, who may fall back
MARGIN = 20  # each further knight ahead, up to three
FULL = 100
ABOARD = 100
KNIGHT = 100
SEVENTH_KNIGHT = 50
DELAY = 15  # what each section before its harbor takes from what a city promises, in per cent
GOLD = 45
LATE_GOLD = 25  # in the last section
TEMPLE = 20
MISSION = 40  # being best in a mission, of what it will score
STANDING = 20  # a Templar in a city with an empty space
GOLD_IN_REACH = 3
PENALTY = 160  # what a penalty costs besides the reduced action
CROWDS = (56, 26, 41)  # how likely three, four or five players crowd a type of card, in per cent


@kernel
def _city(w: World, s: State, space: int, own: int, most: int, inside: int, spaces: int) -> int:
    """What ``own`` knights promise in the city whose edict lies on a space of the track: the best other player has ``most``,
    and all have ``inside``."""
    if own == 0:
        return 0
    if space == SEVENTH:
        value = SEVENTH_KNIGHT * own
        sections = HARBORS - s.section
    else:
        ship = w.ship[space]
        value = ABOARD + KNIGHT * (own if inside <= ship else (own * ship + inside - 1) // inside)
        sections = space // 2 - s.section
        if inside == spaces:
            value += FULL
    if own > most:
        value += EDICT + MARGIN * min(own - most, 3)
    elif own == most:
        value += TIED
    return value * (100 - DELAY * sections) // 100


@kernel
def _best_other(w: World, s: State, city: int, seat: int) -> int:
    """The most knights that any other player has in a city."""
    most = 0
    for other in range(w.players):
        if other != seat:
            most = max(most, s.knights[city, other])
    return most


@kernel
def _cities(w: World, s: State, seat: int) -> int:
    """What a player's knights promise in all cities."""
    value = 0
    for space in range(TRACK):
        city = s.track[space]
        if city != NOWHERE and s.knights[city, seat] > 0:
            inside = s.spaces[city] - s.free[city]
            value += _city(w, s, space, s.knights[city, seat], _best_other(w, s, city, seat), inside, s.spaces[city])
    return value


@kernel
def _richest(w: World, s: State, seat: int) -> int:
    """The most gold in one territory within reach."""
    most = 0
    territories = in_reach(w, s, seat)
    for territory in range(TERRITORIES):
        if (territories >> territory) & 1:
            most = max(most, s.gold[territory])
    return most


@kernel
def _knights_gain(w: World, s: State, seat: int, exchange: bool) -> int:
    """What three knights, or as many as can be paid and placed, gain in the best city with an own Templar."""
    best = 0
    able = min(3, s.purse[seat] // 2, s.supply[seat])
    for space in range(TRACK):
        city = s.track[space]
        if city == NOWHERE or (s.templar[seat, 0] != city and s.templar[seat, 1] != city):
            continue
        own = s.knights[city, seat]
        most = _best_other(w, s, city, seat)
        inside = s.spaces[city] - s.free[city]
        before = _city(w, s, space, own, most, inside, s.spaces[city])
        if exchange:
            new = min(able, inside - own)
            after = _city(w, s, space, own + new, max(0, most - new), inside, s.spaces[city]) + 60 * new
        else:
            new = min(able, s.free[city])
            after = _city(w, s, space, own + new, most, inside + new, s.spaces[city])
        best = max(best, after - before - 2 * new * GOLD)
    return best


@kernel
def _card(w: World, s: State, seat: int, card: int) -> int:
    """What a chosen card is likely to bring."""
    crowd = CROWDS[w.players - 3]
    if card == 1:
        return GOLD * min(3, _richest(w, s, seat))
    if card == 2:
        richest = _richest(w, s, seat)
        return GOLD * ((100 - crowd) * richest + crowd * min(2, richest)) // 100 - crowd * PENALTY // 100
    if card == 4:
        return _knights_gain(w, s, seat, False)
    if card == 3:
        return (100 - crowd) * _knights_gain(w, s, seat, True) // 100 - crowd * PENALTY // 100
    if card == 5:
        return GOLD * ((100 - crowd) * 3 + crowd) // 100 + 30 - crowd * PENALTY // 100
    return KNIGHT + 40 if s.supply[seat] > 0 else 60


@kernel
def _missions(w: World, s: State, seat: int, known: int, seventh: int) -> int:
    """What the missions that one knows of are worth to a player as things stand."""
    value = 0
    for mission in range(MISSIONS):
        if not (known >> mission) & 1:
            continue
        own = mission_value(w, s, mission, seat, seventh)
        better = 0
        for other in range(w.players):
            better += other != seat and mission_value(w, s, mission, other, seventh) > own
        if own > 0 and better < 2:
            value += MISSION * (w.best if better == 0 else w.second)
    return value


@kernel
def _worth(w: World, s: State, seat: int, known: int, seventh: int) -> int:
    value = 100 * s.score[seat]
    if s.phase == OVER:
        return value
    gold = LATE_GOLD if s.section == HARBORS - 1 else GOLD
    value += _cities(w, s, seat) + gold * s.purse[seat] + TEMPLE * s.temple[seat]
    if s.templar[seat, 1] == NOWHERE:
        return value
    value += _missions(w, s, seat, known, seventh)
    for templar in range(2):
        value += STANDING * ((s.room >> s.templar[seat, templar]) & 1)
    return value + GOLD_IN_REACH * _richest(w, s, seat)


@kernel
def estimate(w: World, s: State, seat: int) -> int:
    """The own worth against the mean of the others'."""
    known = s.open_missions
    if s.mission[seat] != UNKNOWN:
        known |= 1 << s.mission[seat]
    if s.phase <= TEMPLAR:
        known &= ~(1 << DISTANCE_MISSION)  # not all Templars stand somewhere
    seventh = s.track[SEVENTH]
    if seventh == NOWHERE:
        known &= ~(1 << SEVENTH_MISSION)
        seventh = 0
    mine = 0
    others = 0
    for other in range(w.players):
        value = _worth(w, s, other, known, seventh)
        if other == seat:
            mine = value
        else:
            others += value
    if s.phase == SEALING and s.chosen[seat] > 0:
        mine += _card(w, s, seat, s.chosen[seat])
    return mine - others // (w.players - 1)
