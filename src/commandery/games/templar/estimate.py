"""How well a seat stands in Templar: the guess that bots go by.

What a thing is worth changes during the game, so it is given twice, in hundredths of a point: at the start and at the end. In
between it goes from the one to the other as the bag empties. The numbers were first fitted to how games of `greedy` with itself
ended, then each was moved as long as greedy won more with it.
"""

from __future__ import annotations

from commandery.core.bits import count, first
from commandery.core.kernel import kernel
from commandery.games.templar.rules.abbot import BOOK_POINTS, CHALICE_POINTS, RING_POINTS, room_points
from commandery.games.templar.rules.places import unscored
from commandery.games.templar.state import AREAS, BOOK, CHALICE, CHURCH, KINDS, OVER, REMIGIUS, State, World

__all__ = ["estimate"]

HIDDEN = (54, 10)  # each point that the abbot would give for what is hidden and unscored
IN_REACH = (7, 14)  # more, for each of these in a room he can go to next
PAIR = (45, 4)  # more, for any two unscored rings in a room: he flips only one
IN_CHURCH = (85, 170)  # more, for an unscored ring in the church
STOCK = (40, 4)  # each point that the abbot would give for what is in stock
ROOM = (140, 108)  # a room with something in it
ROOM_POINTS = (0, 57)  # each point that these rooms would bring if this were the end
CARD = (40, 20)  # a card in hand
ABBOT = (20, 40)  # more, if it is Remigius
FULL_BAG = 50  # tiles: with as many or more it is the start of the game
EMPTY_BAG = 90  # how late it is when the bag is empty, in per cent; the last round is the end


@kernel
def _by_now(worth: tuple[int, int], late: int) -> int:
    """What something is worth, in ten-thousandths of a point, when it is so late, in per cent."""
    return worth[0] * (100 - late) + worth[1] * late


@kernel
def _late(s: State) -> int:
    """How late it is in the game, in per cent."""
    if s.last_turns > 0:
        return 100
    bag = 0
    for kind in range(KINDS):
        bag += s.bag[kind]
    return EMPTY_BAG - EMPTY_BAG * min(bag, FULL_BAG) // FULL_BAG


@kernel
def _hidden(w: World, s: State, seat: int, late: int) -> int:
    """What a player has hidden and not yet scored."""
    reach = w.within[s.door, 16 + s.remigius]
    reach &= ~(1 << max(s.remigius, 0) | 1 << max(s.vitus, 0) | 1 << max(s.severus, 0))
    points = 0
    near = 0
    pairs = 0
    church = 0
    rooms = s.present[seat]
    while rooms:
        room = first(rooms)
        rooms &= rooms - 1
        rings = 0
        for area in range(AREAS):
            rings += count(unscored(s.rings[room, area], seat))
        here = RING_POINTS * rings + BOOK_POINTS * count(unscored(s.books[room], seat))
        here += CHALICE_POINTS * count(unscored(s.chalices[room], seat))
        points += here
        near += here * ((reach >> room) & 1)
        pairs += rings * (rings - 1) // 2
        if room == CHURCH:
            church = rings
    value = _by_now(HIDDEN, late) * points + _by_now(IN_REACH, late) * near + _by_now(PAIR, late) * pairs
    return value + _by_now(IN_CHURCH, late) * church


@kernel
def _worth(w: World, s: State, seat: int, late: int) -> int:
    value = 10_000 * s.score[seat]
    if s.phase == OVER:
        return value
    stock = 0
    for kind in range(KINDS):
        stock += s.stock[seat, kind] * (CHALICE_POINTS if kind == CHALICE else BOOK_POINTS if kind == BOOK else RING_POINTS)
    rooms = count(s.present[seat])
    value += _hidden(w, s, seat, late) + _by_now(STOCK, late) * stock
    value += _by_now(ROOM, late) * rooms + _by_now(ROOM_POINTS, late) * room_points(rooms)
    return value + _by_now(CARD, late) * count(s.hand[seat]) + _by_now(ABBOT, late) * ((s.hand[seat] >> REMIGIUS) & 1)


@kernel
def estimate(w: World, s: State, seat: int) -> int:
    """The own worth against the mean of the others'."""
    late = _late(s)
    mine = 0
    others = 0
    for other in range(w.players):
        value = _worth(w, s, other, late)
        if other == seat:
            mine = value
        else:
            others += value
    return (mine - others // (w.players - 1)) // 100
