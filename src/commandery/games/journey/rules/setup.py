"""The set-up: edicts, city tiles and gold (J1-J3), missions (J5), knights and Templars (J6, J7)."""

from __future__ import annotations

from commandery.core.contract import CHANCE, NOBODY, SEATS
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.journey import events as event
from commandery.games.journey.rules.gold import deal_gold
from commandery.games.journey.state import (
    EDICTS,
    KNIGHT,
    KNIGHTS,
    MISSION,
    MISSIONS,
    NOWHERE,
    POPE,
    STARTING,
    TEMPLAR,
    TEMPLARS,
    TERRITORIES,
    TILE,
    TILES,
    TRACK,
    UNKNOWN,
    State,
    World,
)

__all__ = [
    "deal_mission", "lay_edict", "lay_tile", "next_knight", "place_templar", "reset", "settlable", "start",
    "undealt_missions",
]  # fmt: skip

FIRST_KNIGHTS = 4
MOST_IN_A_CITY = 2
FIRST_GOLD = 5


@kernel
def reset(w: World, s: State) -> None:
    for seat in range(SEATS):
        s.mission[seat] = UNKNOWN
        for templar in range(TEMPLARS):
            s.templar[seat, templar] = NOWHERE
    for seat in range(w.players):
        s.supply[seat] = KNIGHTS - 1
        s.purse[seat] = FIRST_GOLD
    for space in range(TRACK):
        s.track[space] = NOWHERE
    s.city = NOWHERE
    s.undealt = (1 << TERRITORIES) - 1
    s.player = NOBODY
    s.phase = STARTING
    s.actor = CHANCE
    s.choices = (1 << w.players) - 1 if w.first == NOBODY else 1 << w.first


@kernel
def start(s: State, seat: int, events: Grid) -> None:
    """The first player is known."""
    s.first = seat
    emit(events, event.STARTS, seat, 0, 0, 0, 0)
    s.phase = EDICTS


@kernel
def lay_edict(s: State, edict: int, events: Grid) -> None:
    """J1: one edict on the next space; two are left over."""
    s.track[s.cursor] = edict
    s.undealt &= ~(1 << edict)
    emit(events, event.EDICT_LAID, s.first, edict, s.cursor, 0, 0)
    s.cursor += 1
    if s.cursor == TRACK:
        s.cursor = 0
        s.lost = s.undealt
        s.undealt = (1 << TILES) - 1
        s.phase = TILE


@kernel
def lay_tile(w: World, s: State, tile: int, events: Grid) -> None:
    """J2: a tile on the city of the edict on the next space; after the last one gold is dealt (J3)."""
    city = s.track[s.cursor]
    s.spaces[city] = w.tile[tile]
    s.free[city] = w.tile[tile]
    s.room |= 1 << city
    s.undealt &= ~(1 << tile)
    emit(events, event.TILE_LAID, s.first, city, w.tile[tile], 0, 0)
    s.cursor += 1
    if s.cursor == TILES:
        s.cursor = 0
        deal_gold(w, s, 0, events)
        s.phase = MISSION


@kernel
def undealt_missions(w: World, s: State) -> int:
    """The missions that chance can still deal."""
    missions = (1 << MISSIONS) - 1 & ~s.open_missions
    for seat in range(w.players):
        if s.mission[seat] != UNKNOWN:
            missions &= ~(1 << s.mission[seat])
    return missions


@kernel
def deal_mission(w: World, s: State, mission: int, events: Grid) -> None:
    """J5: one to each player, secretly; then all but three are laid open."""
    if s.cursor < w.players:
        s.mission[s.cursor] = mission
        emit(events, event.MISSION_DEALT, s.cursor, mission, 0, 0, 0)
    else:
        s.open_missions |= 1 << mission
        emit(events, event.MISSION_OPENED, s.first, mission, 0, 0, 0)
    s.cursor += 1
    if s.cursor == MISSIONS - 3:
        s.cursor = 0
        s.actor = s.first
        s.phase = KNIGHT


@kernel
def settlable(s: State, seat: int) -> int:
    """J6: the cities that can take a knight of this player in the set-up."""
    cities = s.room
    for territory in range(TERRITORIES):
        if s.knights[territory, seat] >= MOST_IN_A_CITY:
            cities &= ~(1 << territory)
    return cities


@kernel
def _next_in_turn(w: World, s: State, each: int) -> bool:
    """On to the next player clockwise; whether everybody has had ``each`` turns."""
    s.cursor += 1
    s.actor = s.actor + 1 if s.actor + 1 < w.players else 0
    if s.cursor < each * w.players:
        return False
    s.cursor = 0
    return True


@kernel
def next_knight(w: World, s: State) -> None:
    """A knight is placed, or could not be."""
    s.phase = TEMPLAR if _next_in_turn(w, s, FIRST_KNIGHTS) else KNIGHT


@kernel
def place_templar(w: World, s: State, seat: int, territory: int, events: Grid) -> None:
    """J7: the next Templar goes anywhere."""
    templar = 0 if s.templar[seat, 0] == NOWHERE else 1
    s.templar[seat, templar] = territory
    emit(events, event.TEMPLAR_PLACED, seat, territory, templar, 0, 0)
    if _next_in_turn(w, s, TEMPLARS):
        s.phase = POPE
