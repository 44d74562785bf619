"""How well a seat stands in Templar: the guess that bots go by.

What a thing is worth changes during the game, so it is given twice, in hundredths of a point: at the start and at the end. In
between it goes from the one to the other as the bag empties; but while the harbor is full The Bells cannot empty it, and the
end is not near. The numbers were first fitted to how games of `greedy` with itself ended, then each was moved as long as greedy
won more with it.
"""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.kernel import kernel
from commandery.games.templar.rules.abbot import BOOK_POINTS, CHALICE_POINTS, RING_POINTS, room_points
from commandery.games.templar.rules.places import unscored_in_both
from commandery.games.templar.state import BOOK, CHALICE, KINDS, OVER, REMIGIUS, ROOMS, STOREHOUSES, State, World

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
FULL_BAG = 50  # tiles to come: with as many or more it is the start of the game
IN_HARBOR = 10  # tiles: what lies there beyond these counts as still to come
EMPTY_BAG = 90  # how late it is when none is to come, in per cent; the last round is the end


@kernel
def _by_now(worth: tuple[int, int], late: int) -> int:
    """What something is worth, in ten-thousandths of a point, when it is so late, in per cent."""
    return worth[0] * (100 - late) + worth[1] * late


@kernel
def _late(s: State) -> int:
    """How late it is in the game, in per cent."""
    if s.last_turns > 0:
        return 100
    harbor = 0
    for house in range(STOREHOUSES):
        harbor += s.filled[house]
    to_come = max(harbor - IN_HARBOR, 0)
    for kind in range(KINDS):
        to_come += s.bag[kind]
    return EMPTY_BAG - EMPTY_BAG * min(to_come, FULL_BAG) // FULL_BAG


@kernel
def _reach(w: World, s: State) -> int:
    """The rooms that the abbot can go to next."""
    figures = 1 << max(s.remigius, 0) | 1 << max(s.vitus, 0) | 1 << max(s.severus, 0)
    return w.within[s.door, 16 + s.remigius] & ~figures


@kernel
def _hidden(s: State, seat: int, reach: int, late: int) -> int:
    """What a player has hidden and not yet scored. (All rooms without a branch: most games have something in most of them.)"""
    points = 0
    near = 0
    pairs = 0
    rings = 0
    for room in range(ROOMS):
        rings = count(unscored_in_both(s.rings[room, 0], s.rings[room, 1], seat))
        rings += count(unscored_in_both(s.rings[room, 2], s.rings[room, 3], seat))
        others = unscored_in_both(s.books[room], s.chalices[room], seat)
        here = RING_POINTS * rings + BOOK_POINTS * count(others) + (CHALICE_POINTS - BOOK_POINTS) * count(others >> 24)
        points += here
        near += here * ((reach >> room) & 1)
        pairs += rings * (rings - 1)
    value = _by_now(HIDDEN, late) * points + _by_now(IN_REACH, late) * near + _by_now(PAIR, late) * (pairs >> 1)
    return value + _by_now(IN_CHURCH, late) * rings  # of the last room, the church


@kernel
def _worth(s: State, seat: int, reach: int, late: int) -> int:
    value = 10_000 * s.score[seat]
    if s.phase == OVER:
        return value
    stock = 0
    for kind in range(KINDS):
        stock += s.stock[seat, kind] * (CHALICE_POINTS if kind == CHALICE else BOOK_POINTS if kind == BOOK else RING_POINTS)
    rooms = count(s.present[seat])
    value += _hidden(s, seat, reach, late) + _by_now(STOCK, late) * stock
    value += _by_now(ROOM, late) * rooms + _by_now(ROOM_POINTS, late) * room_points(rooms)
    return value + _by_now(CARD, late) * count(s.hand[seat]) + _by_now(ABBOT, late) * ((s.hand[seat] >> REMIGIUS) & 1)


@kernel
def estimate(w: World, s: State, seat: int) -> int:
    """The own worth against the mean of the others'."""
    late = _late(s)
    reach = _reach(w, s)
    mine = 0
    others = 0
    for other in range(w.players):
        value = _worth(s, other, reach, late)
        if other == seat:
            mine = value
        else:
            others += value
    return (mine - others // (w.players - 1)) // 100
