"""The invariants of Templar: what holds after every action whatever is played."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.contract import CHANCE, NOBODY
from commandery.core.kernel import kernel
from commandery.games.templar.rules.places import ONE_TYPE, holds, occupied, ring_type
from commandery.games.templar.rules.turns import all_cards
from commandery.games.templar.state import (
    AREAS,
    BOOK,
    CHALICE,
    FILLING,
    FIRST_RING,
    HARBOR,
    KINDS,
    NONE,
    OVER,
    PLACING_PRIOR,
    REFILLING,
    ROOMS,
    SEALING,
    SHOWING,
    STARTING,
    STOREHOUSES,
    TILES,
    VALUABLES,
    State,
    World,
)

__all__ = ["broken"]


@kernel
def _placed(w: World, s: State, seat: int, kind: int) -> int:
    """How many valuables of a kind a player has in the abbey, Benjamin's hands included."""
    total = 1 if s.carried == seat and FIRST_RING + s.carried_type == kind else 0
    for room in range(ROOMS):
        if kind == CHALICE:
            total += count(holds(s.chalices[room], seat))
        elif kind == BOOK:
            total += count(holds(s.books[room], seat))
        else:
            for area in range(AREAS):
                if s.rings[room, area] and FIRST_RING + ring_type(s.rings[room, area]) == kind:
                    total += count(holds(s.rings[room, area], seat))
    return total


@kernel
def _valuables(w: World, s: State) -> bool:
    """32 valuables a player: reserve, stock and abbey."""
    for seat in range(w.players):
        for kind in range(KINDS):
            if s.stock[seat, kind] < 0 or s.reserve[seat, kind] < 0:
                return False
            if s.stock[seat, kind] + s.reserve[seat, kind] + _placed(w, s, seat, kind) != VALUABLES[kind]:
                return False
    return True


@kernel
def _tiles(w: World, s: State) -> bool:
    """90 tiles: bag, storehouses and box; no storehouse too full or with two chalices."""
    for kind in range(KINDS):
        total = s.bag[kind] + s.gone[kind]
        for storehouse in range(STOREHOUSES):
            if s.house[storehouse, kind] < 0 or s.fresh[storehouse, kind] > s.house[storehouse, kind]:
                return False
            total += s.house[storehouse, kind]
        if total != TILES[kind] or s.bag[kind] < 0 or s.gone[kind] < 0:
            return False
    for storehouse in range(STOREHOUSES):
        inside = 0
        for kind in range(KINDS):
            inside += s.house[storehouse, kind]
        if inside != s.filled[storehouse] or inside > w.boxes or s.house[storehouse, CHALICE] > 1:
            return False
    return True


@kernel
def _rooms(w: World, s: State) -> bool:
    """Nothing outside its spaces, one type an area, and what follows from the places follows."""
    for room in range(ROOMS):
        if occupied(s.chalices[room]) >> (4 * w.chalice_spaces[room]) or occupied(s.books[room]) >> (4 * w.book_spaces[room]):
            return False
        fits = 0
        for area in range(AREAS):
            rings = s.rings[room, area]
            if occupied(rings & 0xFFFFFF) >> (4 * w.ring_size[room, area]) or (rings == 0) != (occupied(rings) == 0):
                return False
            if rings and not 0 <= ring_type(rings) <= 2:
                return False
            for type in range(3):
                right = rings == 0 or ring_type(rings) == type
                if right and count(occupied(rings & 0xFFFFFF)) < w.ring_size[room, area]:
                    fits |= 1 << (area * 3 + type)
        if s.fits[room] != fits:
            return False
        for type in range(3):
            if (s.takes[FIRST_RING + type] >> room) & 1 != (fits & ONE_TYPE << type != 0):
                return False
    return True


@kernel
def _present(w: World, s: State) -> bool:
    for seat in range(w.players):
        for room in range(ROOMS):
            here = holds(s.chalices[room], seat) | holds(s.books[room], seat)
            for area in range(AREAS):
                here |= holds(s.rings[room, area], seat)
            if (here != 0) != ((s.present[seat] >> room) & 1 != 0):
                return False
    return True


@kernel
def _cards(w: World, s: State) -> bool:
    """Hands are subsets of the set; a card that shows is not in hand."""
    for seat in range(w.players):
        if s.hand[seat] & ~all_cards(w):
            return False
        if s.top[seat] != NONE and (s.hand[seat] >> s.top[seat]) & 1:
            return False
    return True


@kernel
def broken(w: World, s: State) -> int:
    """1 valuables, 2 tiles, 3 hiding places, 4 presence, 5 cards, 6 the door, 7 where figures stand, 8 who acts, 9 a turn that
    never began or a decision that offers nothing, 10 seats that nobody sits on."""
    if not _valuables(w, s):
        return 1
    if not _tiles(w, s):
        return 2
    if not _rooms(w, s):
        return 3
    if not _present(w, s):
        return 4
    if not _cards(w, s):
        return 5
    if not 0 <= s.door < w.passages:
        return 6
    for seat in range(w.players):
        if not 0 <= s.token[seat] < HARBOR + STOREHOUSES or s.score[seat] < 0:
            return 7
    if s.phase > PLACING_PRIOR and not (0 <= s.remigius < ROOMS and 0 <= s.severus < ROOMS and 0 <= s.vitus < HARBOR):
        return 7
    by_chance = s.phase == STARTING or s.phase == FILLING or s.phase == REFILLING or s.phase == SHOWING
    if (s.actor == CHANCE) != by_chance or (s.actor == NOBODY) != (s.phase == OVER):
        return 8
    if s.phase > OVER or (s.phase < SEALING and s.round_number > 0) or (s.choices == 0) != (s.actor >= CHANCE):
        return 9
    for seat in range(w.players, len(s.hand)):
        if s.hand[seat] != 0 or s.score[seat] != 0 or s.present[seat] != 0:
            return 10
    return 0
