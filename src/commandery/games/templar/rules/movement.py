"""Movement: room by room through open passages (T20-T24), and who may enter what."""

from __future__ import annotations

from commandery.core.bits import first
from commandery.core.contract import SEATS
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templar import events as event
from commandery.games.templar.rules.places import ring_type, unscored
from commandery.games.templar.state import (
    BENJAMIN,
    FIRST_RING,
    NONE,
    REMIGIUS,
    ROOMS,
    SEVERUS,
    State,
    World,
)

__all__ = ["begin_move", "can_move", "crosses", "figure", "may_stop", "pickups", "position", "step", "steps"]

_REACH = (1, 2, 3, 3, 0, 2, 0, 2, 3, 0)  # rooms, by card


@kernel
def figure(card: int, seat: int) -> int:
    """Who moves when a card is played: Remigius, Severus, or the player's token, named by its seat."""
    if card == REMIGIUS:
        return event.FIGURE_REMIGIUS
    if card == SEVERUS:
        return event.FIGURE_SEVERUS
    return seat


@kernel
def position(s: State, card: int, seat: int) -> int:
    """Where stands whom a card moves."""
    if card == REMIGIUS:
        return s.remigius
    if card == SEVERUS:
        return s.severus
    return s.token[seat]


@kernel
def _vitus_room(s: State) -> int:
    """The room Vitus is in, as a set; at a portal he is in none."""
    return 1 << s.vitus if s.vitus < ROOMS else 0


@kernel
def crosses(w: World, s: State) -> bool:
    """T80: whether Remigius's only open way leads into Vitus's room and out of it into yet another one."""
    near = w.near[s.door, s.remigius]
    vitus = _vitus_room(s)
    return near != 0 and near == vitus and w.near[s.door, s.vitus] & ~(1 << s.remigius) != 0


@kernel
def can_move(w: World, s: State, card: int, seat: int) -> bool:
    """T14: whether whom this card moves has a legal first step."""
    near = w.near[s.door, position(s, card, seat)]
    if card == REMIGIUS:
        return near & ~_vitus_room(s) != 0 or crosses(w, s)
    return near != 0


@kernel
def begin_move(w: World, s: State, seat: int) -> None:
    """Get ready to move by the card being played; a first step is possible."""
    where = position(s, s.card, seat)
    s.steps = _REACH[s.card]
    s.came_from = where
    s.visited = 0
    s.moved = 0
    if where < ROOMS:
        s.visited = 1 << where  # T21: the room it starts in counts as entered
    if s.card == REMIGIUS and not crosses(w, s):
        s.visited |= _vitus_room(s)  # T80
    s.carried = NONE
    s.picked_in = NONE


@kernel
def _places_for(s: State, type: int, picked_in: int) -> int:
    """Rooms in which Benjamin may stash a ring picked up in that room (T40, T42)."""
    rooms = s.takes[FIRST_RING + type] & ~(1 << picked_in)
    return rooms & ~(1 << s.severus) if s.severus < ROOMS else rooms


@kernel
def steps(w: World, s: State, seat: int) -> int:
    """The rooms that may be entered next."""
    if s.steps == 0:
        return 0
    near = w.near[s.door, position(s, s.card, seat)]
    if s.card != BENJAMIN:  # T41
        return near & ~s.visited
    if s.carried == NONE:
        return near
    goals = _places_for(s, s.carried_type, s.picked_in)
    rooms = 0
    while near:  # T44: only steps after which the ring can still be stashed
        room = first(near)
        near &= near - 1
        if _reach(w, s, room, s.steps - 1) & goals:
            rooms |= 1 << room
    return rooms


@kernel
def _reach(w: World, s: State, room: int, within: int) -> int:
    """The rooms at most so many steps from a room, itself included."""
    return 1 << room if within == 0 else w.within[s.door, (within - 1) * 16 + room]


@kernel
def may_stop(s: State) -> bool:
    """Whether the mover may stop here: after a first step (T20), not with a ring in hand (T40), not in Vitus's room (T80)."""
    return s.moved > 0 and s.carried == NONE and not (s.card == REMIGIUS and s.remigius == s.vitus)


@kernel
def pickups(w: World, s: State, seat: int) -> int:
    """The rings Benjamin may pick up here, as a set of area * SEATS + owner (T40, T42-T44)."""
    room = s.token[seat]
    if s.card != BENJAMIN or s.picked_in != NONE or s.steps == 0 or room >= ROOMS or room == s.severus:
        return 0
    found = 0
    reach = w.within[s.door, (s.steps - 1) * 16 + room]
    for area in range(w.areas):
        rings = s.rings[room, area]
        if rings and reach & _places_for(s, ring_type(rings), room):
            for owner in range(w.players):
                if unscored(rings, owner) and (s.last_turns == 0 or owner == seat):  # T43
                    found |= 1 << (area * SEATS + owner)
    return found


@kernel
def step(w: World, s: State, seat: int, room: int, events: Grid) -> None:
    """Enter a room."""
    emit(events, event.MOVED, seat, figure(s.card, seat), position(s, s.card, seat), room, 0)
    if s.card == REMIGIUS:
        s.remigius = room
    elif s.card == SEVERUS:
        s.severus = room
    else:
        s.token[seat] = room
    s.visited |= 1 << room
    s.moved += 1
    s.steps -= 1
