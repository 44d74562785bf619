"""Stashing valuables (T33-T35), by the monks and by Benjamin (T40, T42)."""

from __future__ import annotations

from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templar import events as event
from commandery.games.templar.rules.places import ONE_TYPE, add_ring, put_chalice_or_book, take_ring
from commandery.games.templar.state import BOOK, CHALICE, FIRST_RING, NONE, ROOMS, State, World

__all__ = ["pick_up", "put_down", "ring_places", "stash", "stashable"]


@kernel
def ring_places(s: State, room: int, type: int) -> int:
    """The areas of a room that take a ring of this type, as a set of area * 3 + type; none in Severus's room (T35, T42)."""
    return 0 if room >= ROOMS or room == s.severus else s.fits[room] & ONE_TYPE << type


@kernel
def stashable(s: State, seat: int) -> int:
    """What the player may stash where the token stands: bit 0 a chalice, 1 a book, then rings as `ring_places` has them."""
    room = s.token[seat]
    if room >= ROOMS or room == s.severus:
        return 0
    rings = 0
    for type in range(3):
        if s.stock[seat, FIRST_RING + type] > 0:
            rings |= ONE_TYPE << type
    found = (s.fits[room] & rings) << 2
    if s.stock[seat, CHALICE] > 0:
        found |= (s.takes[CHALICE] >> room) & 1
    if s.stock[seat, BOOK] > 0:
        found |= ((s.takes[BOOK] >> room) & 1) << 1
    return found


@kernel
def stash(w: World, s: State, seat: int, choice: int, events: Grid) -> None:
    """Stash one valuable from the stock; ``choice`` is a bit of `stashable`."""
    room = s.token[seat]
    area = 0
    if choice < FIRST_RING:
        kind = choice
        space = put_chalice_or_book(w, s, room, kind, seat)
    else:
        area = (choice - 2) // 3
        type = (choice - 2) % 3
        kind = FIRST_RING + type
        space = add_ring(w, s, room, area, type, seat)
    s.stock[seat, kind] -= 1
    emit(events, event.STASHED, seat, kind, room, area, space)


@kernel
def pick_up(w: World, s: State, seat: int, area: int, owner: int, events: Grid) -> None:
    """Benjamin picks up a ring where he is (T40)."""
    room = s.token[seat]
    s.carried_type = take_ring(w, s, room, area, owner)
    s.carried = owner
    s.picked_in = room
    emit(events, event.PICKED, seat, FIRST_RING + s.carried_type, room, area, owner)


@kernel
def put_down(w: World, s: State, seat: int, area: int, events: Grid) -> None:
    """Benjamin stashes the ring he carries, as its owner's."""
    room = s.token[seat]
    add_ring(w, s, room, area, s.carried_type, s.carried)
    emit(events, event.HID, seat, FIRST_RING + s.carried_type, room, area, s.carried)
    s.carried = NONE
