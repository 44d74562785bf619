"""Hiding places: what is where, what still fits, and whose it is (T33, T34)."""

from __future__ import annotations

from commandery.core.bits import first
from commandery.core.kernel import kernel
from commandery.games.templar.state import AREAS, BOOK, CHALICE, FIRST_RING, State, World

__all__ = [
    "ONE_TYPE", "add_ring", "fill_space", "holds", "occupied", "put_chalice_or_book", "refresh_room", "ring_type",
    "take_ring", "unscored", "unscored_in_both",
]  # fmt: skip

_NIBBLES = 0x111111
_SIX = (1 << 24) - 1  # six nibbles
ONE_TYPE = 0b001001001001  # a room's areas with one type of ring, as a set of area * 3 + type
TYPE = 24  # the bit at which the type of an area's rings begins


@kernel
def occupied(places: int) -> int:
    """The taken spaces of a room's chalices or books, or of an area: bit 0 of each nibble."""
    return (places | places >> 1 | places >> 2) & _NIBBLES


@kernel
def _spaces(size: int) -> int:
    """The spaces there are: bit 0 of each of ``size`` nibbles."""
    return _NIBBLES & ((1 << (4 * size)) - 1)


@kernel
def fill_space(places: int, size: int, owner: int) -> tuple[int, int]:
    """Put something of ``owner`` into the first empty space, which there is: the places after it, and the space."""
    at = first(_spaces(size) & ~occupied(places))
    return places | (owner + 1) << at, at >> 2


@kernel
def holds(places: int, owner: int) -> int:
    """The spaces, as bit 0 of each nibble, that hold something of this owner's, scored or not."""
    apart = places ^ (owner + 1) * _NIBBLES
    return ~occupied(apart) & _NIBBLES


@kernel
def unscored(places: int, owner: int) -> int:
    """The spaces that hold something of this owner's that has not been scored."""
    return _number_alone(places, owner) & _NIBBLES


@kernel
def unscored_in_both(places: int, others: int, owner: int) -> int:
    """`unscored` of two at once; the spaces of the second begin at bit 24."""
    both = (places & _SIX) | (others & _SIX) << 24
    return _number_alone(both, owner) & (_NIBBLES | _NIBBLES << 24)


@kernel
def _number_alone(places: int, owner: int) -> int:
    """In bit 0 of each nibble: whether it is this owner's number and nothing else."""
    apart = places ^ (owner + 1) * (_NIBBLES | _NIBBLES << 24)
    apart |= apart >> 1
    return ~(apart | apart >> 2)


@kernel
def ring_type(rings: int) -> int:
    """The type, 0 to 2, of the rings in an area that is not empty."""
    return (rings >> TYPE) - 1


@kernel
def _refresh(s: State, kind: int, room: int, takes: bool) -> None:
    """Note whether a room has an empty place for a kind."""
    s.takes[kind] = (s.takes[kind] & ~(1 << room)) | (takes << room)


@kernel
def refresh_rings(w: World, s: State, room: int) -> None:
    """Bring up to date which rings a room takes (T34: an empty space, and only rings of that type beside it)."""
    fits = 0
    for area in range(AREAS):
        rings = s.rings[room, area]
        if occupied(rings) != _spaces(w.ring_size[room, area]):
            fits |= (7 if rings == 0 else 1 << ring_type(rings)) << (3 * area)
    s.fits[room] = fits
    for type in range(3):
        _refresh(s, FIRST_RING + type, room, fits & ONE_TYPE << type != 0)


@kernel
def refresh_room(w: World, s: State, room: int) -> None:
    """Bring up to date what a room takes."""
    _refresh(s, CHALICE, room, occupied(s.chalices[room]) != _spaces(w.chalice_spaces[room]))
    _refresh(s, BOOK, room, occupied(s.books[room]) != _spaces(w.book_spaces[room]))
    refresh_rings(w, s, room)


@kernel
def _is_present(s: State, room: int, owner: int) -> bool:
    here = holds(s.chalices[room], owner) | holds(s.books[room], owner)
    for area in range(AREAS):
        here |= holds(s.rings[room, area], owner)
    return here != 0


@kernel
def put_chalice_or_book(w: World, s: State, room: int, kind: int, owner: int) -> int:
    """Stash a chalice or a book, for which there is room; in which space."""
    if kind == CHALICE:
        s.chalices[room], space = fill_space(s.chalices[room], w.chalice_spaces[room], owner)
        _refresh(s, CHALICE, room, occupied(s.chalices[room]) != _spaces(w.chalice_spaces[room]))
    else:
        s.books[room], space = fill_space(s.books[room], w.book_spaces[room], owner)
        _refresh(s, BOOK, room, occupied(s.books[room]) != _spaces(w.book_spaces[room]))
    s.present[owner] |= 1 << room
    return space


@kernel
def add_ring(w: World, s: State, room: int, area: int, type: int, owner: int) -> int:
    """Stash a ring in an area that takes it; in which space."""
    rings, space = fill_space(s.rings[room, area], w.ring_size[room, area], owner)
    s.rings[room, area] = (rings & ((1 << TYPE) - 1)) | (type + 1) << TYPE
    s.present[owner] |= 1 << room
    refresh_rings(w, s, room)
    return space


@kernel
def take_ring(w: World, s: State, room: int, area: int, owner: int) -> int:
    """Take an unscored ring of this owner, which is there, out of an area; its type."""
    rings = s.rings[room, area]
    type = ring_type(rings)
    at = first(unscored(rings, owner))
    rings &= ~(0xF << at)
    s.rings[room, area] = rings if occupied(rings) else 0  # T34: an emptied area is free for any type
    if not _is_present(s, room, owner):
        s.present[owner] &= ~(1 << room)
    refresh_rings(w, s, room)
    return type
