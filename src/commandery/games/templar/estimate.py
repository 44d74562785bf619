"""How well a seat stands in Templar: the guess that bots go by."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.kernel import kernel
from commandery.games.templar.rules.abbot import room_points
from commandery.games.templar.rules.places import unscored
from commandery.games.templar.state import AREAS, BOOK, CHALICE, KINDS, OVER, ROOMS, State, World

__all__ = ["estimate"]

# In hundredths of a point: what is hidden and not yet scored, what is in stock, a room that counts at the end.
HIDDEN_RING, HIDDEN_BOOK, HIDDEN_CHALICE = 110, 130, 220
STOCK = 40
ROOM = 70


@kernel
def _worth(w: World, s: State, seat: int) -> int:
    value = 100 * s.score[seat]
    if s.phase == OVER:
        return value
    for room in range(ROOMS):
        value += HIDDEN_CHALICE * count(unscored(s.chalices[room], seat)) + HIDDEN_BOOK * count(unscored(s.books[room], seat))
        for area in range(AREAS):
            value += HIDDEN_RING * count(unscored(s.rings[room, area], seat))
    for kind in range(KINDS):
        value += s.stock[seat, kind] * (STOCK + (60 if kind == CHALICE else 25 if kind == BOOK else 0))
    rooms = count(s.present[seat])
    return value + ROOM * rooms + 50 * room_points(rooms)


@kernel
def estimate(w: World, s: State, seat: int) -> int:
    """The own worth against the mean of the others', and a little for cards in hand."""
    mine = 0
    others = 0
    for other in range(w.players):
        value = _worth(w, s, other) + 12 * count(s.hand[other])
        if other == seat:
            mine = value
        else:
            others += value
    return mine - others // (w.players - 1)
