"""The harbor: filling it (T1), Maria (T50, T51) and The Bells (T70-T75)."""

from __future__ import annotations

from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templar import events as event
from commandery.games.templar.state import CHALICE, HARBOR, KINDS, NONE, STOREHOUSES, State, World

__all__ = ["arrive", "bag_size", "begin_refill", "collect_fresh", "fill_first", "go_to_harbor", "refill_goes_on"]


@kernel
def _put(s: State, storehouse: int, kind: int) -> None:
    """A tile goes from the bag into a storehouse."""
    s.house[storehouse, kind] += 1
    s.filled[storehouse] += 1


@kernel
def bag_size(s: State) -> int:
    """How many tiles are in the bag."""
    total = 0
    for kind in range(KINDS):
        total += s.bag[kind]
    return total


@kernel
def fill_first(w: World, s: State, kind: int, events: Grid) -> bool:
    """T1: a tile for the storehouse that is next; whether that was the last one of the set-up."""
    emit(events, event.FIRST_TILE, s.start, s.cursor, kind, 0, 0)
    s.bag[kind] -= 1
    _put(s, s.cursor, kind)
    while s.cursor < STOREHOUSES and s.filled[s.cursor] >= w.first_tiles[s.cursor]:
        s.cursor += 1
    return s.cursor >= STOREHOUSES


@kernel
def _receive(s: State, seat: int, storehouse: int, kind: int, events: Grid) -> None:
    """A tile leaves the game, and its valuable comes from the reserve, if there is one left (T50, T51)."""
    s.house[storehouse, kind] -= 1
    s.filled[storehouse] -= 1
    s.gone[kind] += 1
    if s.reserve[seat, kind] > 0:
        s.reserve[seat, kind] -= 1
        s.stock[seat, kind] += 1
        emit(events, event.RECEIVED, seat, kind, storehouse, 0, 0)
    else:
        emit(events, event.NOT_RECEIVED, seat, kind, storehouse, 0, 0)


@kernel
def go_to_harbor(s: State, seat: int, storehouse: int, events: Grid) -> None:
    """Maria: the token goes to a storehouse and takes all its tiles."""
    s.token[seat] = HARBOR + storehouse
    emit(events, event.TO_HARBOR, seat, storehouse, 0, 0, 0)
    for kind in range(KINDS):
        while s.house[storehouse, kind] > 0:
            _receive(s, seat, storehouse, kind, events)


@kernel
def begin_refill(w: World, s: State, seat: int, events: Grid) -> None:
    """T70: as many tiles arrive as the card played before says; none if there was none."""
    s.arriving = 0 if s.top[seat] == NONE else w.number[s.top[seat]]
    s.cursor = 0
    emit(events, event.ARRIVING, seat, s.arriving, 0, 0, 0)


@kernel
def _has_room(w: World, s: State, storehouse: int) -> bool:
    return s.filled[storehouse] < w.boxes


@kernel
def _anywhere(w: World, s: State) -> bool:
    """Whether any storehouse has room."""
    tiles = 0
    for storehouse in range(STOREHOUSES):
        tiles += s.filled[storehouse]
    return tiles < STOREHOUSES * w.boxes


@kernel
def refill_goes_on(w: World, s: State) -> int:
    """Whether another tile is drawn: 1 yes; 0 no, all are placed or all storehouses full; -1 no, the bag is empty (T90)."""
    if s.arriving == 0 or not _anywhere(w, s):
        return 0
    return 1 if bag_size(s) > 0 else -1


@kernel
def _next(storehouse: int) -> int:
    return storehouse + 1 if storehouse + 1 < STOREHOUSES else 0


@kernel
def arrive(w: World, s: State, seat: int, kind: int, events: Grid) -> None:
    """T71, T72: a drawn tile goes to the next storehouse with room; a chalice to the next that also has none."""
    s.bag[kind] -= 1
    place = s.cursor
    while not _has_room(w, s, place):
        place = _next(place)
    s.cursor = place
    for _ in range(STOREHOUSES):
        if kind != CHALICE or (s.house[place, CHALICE] == 0 and _has_room(w, s, place)):
            _put(s, place, kind)
            s.fresh[place, kind] += 1
            s.arriving -= 1
            s.cursor = _next(place)
            emit(events, event.ARRIVED, seat, kind, place, 0, 0)
            return
        place = _next(place)
    s.gone[kind] += 1  # no storehouse can take this chalice: it does not count, and the next tile aims at the same one
    emit(events, event.LOST, seat, kind, 0, 0, 0)


@kernel
def collect_fresh(w: World, s: State, seat: int, events: Grid) -> None:
    """T73: tokens in storehouses receive what was newly placed there, the next clockwise from the active player first."""
    other = seat
    for _ in range(1, w.players):
        other = other + 1 if other + 1 < w.players else 0
        storehouse = s.token[other] - HARBOR
        if storehouse >= 0:
            for kind in range(KINDS):
                while s.fresh[storehouse, kind] > 0:
                    s.fresh[storehouse, kind] -= 1
                    _receive(s, other, storehouse, kind, events)
    for storehouse in range(STOREHOUSES):
        for kind in range(KINDS):
            s.fresh[storehouse, kind] = 0
