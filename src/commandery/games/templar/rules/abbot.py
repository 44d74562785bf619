"""Remigius scores a room (T81-T83), and what else gives points: Stephanus, the church, and rooms at the end."""

from __future__ import annotations

from commandery.core.bits import count, first
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Cells, Grid
from commandery.core.ranks import rank
from commandery.games.templar import events as event
from commandery.games.templar.rules.places import ring_type, unscored
from commandery.games.templar.state import AREAS, BOOK, CHALICE, CHURCH, FIRST_RING, SCORED, State, World

__all__ = ["church_points", "company", "final_scoring", "gain", "ranking", "room_points", "score", "score_room"]

RING_POINTS, BOOK_POINTS, CHALICE_POINTS = 2, 3, 5


@kernel
def gain(s: State, seat: int, points: int, card: int, events: Grid) -> None:
    """Points for a card: Stephanus, Porticus, Severus."""
    s.score[seat] += points
    emit(events, event.POINTS, seat, points, card, 0, 0)


@kernel
def company(w: World, s: State, seat: int) -> int:
    """T60: how many other characters are in the room of a player's token."""
    room = s.token[seat]
    others = (s.remigius == room) + (s.severus == room) + (s.vitus == room)
    for other in range(w.players):
        others += other != seat and s.token[other] == room
    return others


@kernel
def score_room(w: World, s: State, room: int, events: Grid) -> None:
    """T82, T83: all unscored valuables in a room score for their owners; books and chalices are flipped, and one ring each."""
    for owner in range(w.players):
        chalices = unscored(s.chalices[room], owner)
        books = unscored(s.books[room], owner)
        s.score[owner] += CHALICE_POINTS * count(chalices) + BOOK_POINTS * count(books)
        _tell_scored(owner, room, CHALICE, count(chalices), CHALICE_POINTS, events)
        _tell_scored(owner, room, BOOK, count(books), BOOK_POINTS, events)
        s.chalices[room] |= SCORED * chalices
        s.books[room] |= SCORED * books
        flip = -1
        for area in range(w.areas):
            rings = unscored(s.rings[room, area], owner)
            if rings:
                s.score[owner] += RING_POINTS * count(rings)
                _tell_scored(owner, room, FIRST_RING + ring_type(s.rings[room, area]), count(rings), RING_POINTS, events)
                if flip < 0:
                    flip = area
        if flip >= 0:
            kind = FIRST_RING + ring_type(s.rings[room, flip])
            s.rings[room, flip] |= SCORED << first(unscored(s.rings[room, flip], owner))
            emit(events, event.FLIPPED, owner, kind, room, flip, 0)


@kernel
def _tell_scored(owner: int, room: int, kind: int, number: int, points: int, events: Grid | None) -> None:
    """Tell of each valuable that has scored."""
    if events is None:
        return
    for _ in range(number):
        emit(events, event.SCORED, owner, points, kind, room, 0)


@kernel
def church_points(s: State, seat: int) -> int:
    """T92: 2 points for each unscored own ring in the church, whether or not Severus is there."""
    rings = 0
    for area in range(AREAS):
        rings += count(unscored(s.rings[CHURCH, area], seat))
    return RING_POINTS * rings


@kernel
def room_points(rooms: int) -> int:
    """T93: points for so many rooms that hold own valuables."""
    if rooms < 7:
        return 0
    if rooms < 10:
        return rooms - 3
    if rooms == 10:
        return 8
    if rooms == 11:
        return 11
    return 15 if rooms == 12 else 20


@kernel
def final_scoring(w: World, s: State, events: Grid) -> None:
    """T92, T93: added to the scores when the game ends."""
    for seat in range(w.players):
        rings = church_points(s, seat)
        rooms = count(s.present[seat])
        emit(events, event.CHURCH_RINGS, seat, rings, rings // RING_POINTS, 0, 0)
        emit(events, event.FULL_ROOMS, seat, room_points(rooms), rooms, 0, 0)
        s.score[seat] += rings + room_points(rooms)
    for seat in range(w.players):
        emit(events, event.FINISHED, seat, s.score[seat], 0, 0, 0)


@kernel
def score(w: World, s: State, points: Cells) -> None:
    for seat in range(w.players):
        points[seat] = s.score[seat]


@kernel
def ranking(w: World, s: State, ranks: Cells) -> None:
    """T94: most points win; ties share."""
    for seat in range(w.players):
        ranks[seat] = s.score[seat]
    rank(ranks, w.players)
