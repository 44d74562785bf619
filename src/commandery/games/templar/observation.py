"""What a seat sees of Templar as a row of numbers, for learners: see `commandery.core.observation`.

Hiding places of one kind in a room are alike, so they are counted: by owner, those still to be scored and those scored.
"""

from __future__ import annotations

from commandery.core.bits import count, first
from commandery.core.contract import CHANCE, SEATS
from commandery.core.kernel import kernel
from commandery.core.layout import Cells
from commandery.core.observation import Field, Observation, starts
from commandery.games.templar.rules.abbot import BOOK_POINTS, CHALICE_POINTS, RING_POINTS
from commandery.games.templar.rules.places import occupied, ring_type
from commandery.games.templar.rules.setup import sealing
from commandery.games.templar.state import (
    AREAS,
    BENJAMIN,
    BOOK,
    BOXES,
    CARDS,
    CHALICE,
    DOORS,
    FIRST_RING,
    HARBOR,
    KINDS,
    MOVING,
    NONE,
    OVER,
    ROOMS,
    SEALING,
    SPACES,
    STOREHOUSES,
    TILES,
    VALUABLES,
    State,
    World,
)

__all__ = ["OBSERVATION"]

PLACES = HARBOR + STOREHOUSES
MOST_STEPS = 3  # rooms by one card, and what a monk stashes (T30-T32)
COPIES = 2  # of a card in Raphael's deck (T100)
ROUNDS = 1000
COMPANY = 3 + SEATS - 1  # the figures and the other players (T60)
RINGS = sum(VALUABLES[FIRST_RING:])
POINTS = (
    ROUNDS // 2 * COMPANY + 1  # by cards: Stephanus needs The Bells before he comes again (T74), the others bring 1 at most
    + CHALICE_POINTS * VALUABLES[CHALICE] + BOOK_POINTS * VALUABLES[BOOK]  # each scores once (T83)
    + RING_POINTS * RINGS * (RINGS + 1) // 2  # each time all score that are left, and one is flipped (T83); or in the church
    + 20  # rooms (T93)
)  # fmt: skip
"""Nobody can have more, in as many rounds as the option allows."""
OWNERS = 2 * SEATS  # unscored by owner, then scored by owner
TYPES = 3  # of rings
FEW = 3  # hiding places: more are rarely taken

FIELDS = (
    Field("phase", (OVER + 1,), 0, 1, "what is being decided, in the order of the phases in the view"),
    Field("owes", (SEATS,), 0, 1, "who owes a decision"),
    Field("players", (1,), 2, SEATS, "how many play"),
    Field("seat", (SEATS,), 0, 1, "the observer's own number at the table, by which actions name seats"),
    Field("round", (1,), 0, ROUNDS, "the round"),
    Field("rounds", (1,), 0, ROUNDS, "the round after which the game ends at the latest"),
    Field("start", (SEATS,), 0, 1, "the start player"),
    Field("score", (SEATS,), 0, POINTS, "points"),
    Field("stock", (SEATS, KINDS), 0, max(VALUABLES), "valuables ready to be stashed: chalices, books, rings of three types"),
    Field("reserve", (SEATS, KINDS), 0, max(VALUABLES), "valuables to be fetched at the harbor"),
    Field("hand", (SEATS, CARDS), 0, 1, "the cards in each hand; in the first round without the one revealed"),
    Field("top", (SEATS, CARDS), 0, 1, "the card that shows on each pile"),
    Field("chosen", (SEATS,), 0, 1, "who has chosen a card for the first round"),
    Field("sealed", (SEATS, CARDS), 0, 1, "that card, as far as the observer knows: its own; all once revealed"),
    Field("token", (SEATS, PLACES), 0, 1, "where each stands: 13 rooms, main portal, side portal, 6 storehouses"),
    Field("remigius", (ROOMS,), 0, 1, "the abbot's room"),
    Field("vitus", (HARBOR,), 0, 1, "where the spy stands: 13 rooms, main portal, side portal"),
    Field("severus", (ROOMS,), 0, 1, "the prior's room"),
    Field("door", (DOORS,), 0, 1, "the locked passage, in the board file's order"),
    Field("card", (CARDS,), 0, 1, "the card that is being carried out"),
    Field("steps", (1,), 0, MOST_STEPS, "rooms that may still be entered; valuables that may still be stashed"),
    Field("visited", (ROOMS,), 0, 1, "rooms that this move may not enter: where it has been; for Remigius also Vitus's room"),
    Field("carried", (SEATS,), 0, 1, "whose ring Benjamin carries"),
    Field("carried_type", (TYPES,), 0, 1, "its type"),
    Field("picked_in", (ROOMS,), 0, 1, "where he has picked up a ring in this move"),
    Field("houses", (STOREHOUSES, KINDS), 0, BOXES, "tiles in each storehouse"),
    Field("bag", (KINDS,), 0, max(TILES), "tiles in the bag"),
    Field("raphael_top", (CARDS,), 0, 1, "Raphael's card that shows, where two play"),
    Field("raphael", (CARDS,), 0, COPIES, "the cards left in his deck"),
    Field("raphael_before", (1,), 0, 1, "whether he shows one before, not after, each round from the second on"),
    Field("last_turns", (1,), 0, SEATS + 1, "turns left once the end has been triggered"),
    Field("free_chalices", (ROOMS,), 0, SPACES, "empty hiding places for chalices in each room"),
    Field("free_books", (ROOMS,), 0, SPACES, "empty hiding places for books in each room"),
    Field("free_rings", (ROOMS, AREAS), 0, SPACES, "empty places in each ring area of each room"),
    Field("chalices", (ROOMS, OWNERS), 0, SPACES, "chalices in each room, by owner: those not scored, then those scored"),
    Field("books", (ROOMS, OWNERS), 0, SPACES, "books, likewise"),
    Field("rings", (ROOMS, AREAS, OWNERS), 0, SPACES, "rings in each ring area, likewise"),
    Field("ring_types", (ROOMS, AREAS, TYPES), 0, 1, "the type of the rings in each ring area"),
)  # fmt: skip
(
    PHASE, OWES, PLAYERS, OWN, ROUND, LAST_ROUND, START, SCORE, STOCK, RESERVE, HAND, TOP, CHOSEN, SEALED, TOKEN,
    REMIGIUS, VITUS, SEVERUS, DOOR, CARD, STEPS, VISITED, CARRIED, CARRIED_TYPE, PICKED_IN, HOUSES, BAG, RAPHAEL_TOP,
    RAPHAEL, RAPHAEL_BEFORE, LAST_TURNS, FREE_CHALICES, FREE_BOOKS, FREE_RINGS, CHALICES, BOOKS, RINGS, RING_TYPES,
) = starts(FIELDS)  # fmt: skip


@kernel
def _columns(seat: int, players: int) -> int:
    """Where `_pieces` counts what a hiding place may hold: a nibble for each value of a place."""
    columns = 0
    for owner in range(players):
        column = owner - seat + players * (owner < seat)
        columns |= column << 4 * (owner + 1) | (SEATS + column) << 4 * (owner + 9)
    return columns


@kernel
def _pieces(places: int, columns: int, at: int, out: Cells) -> int:
    """Count the hiding places of one kind, or of one ring area, by owner; how many are taken. Without branches that nobody can
    foresee, which would take longer than the empty places do."""
    taken = occupied(places)
    for i in range(SPACES if taken >> 4 * FEW else FEW):
        place = places >> 4 * i & 15
        out[at + (columns >> 4 * place & 15)] += place != 0
    return count(taken)


@kernel
def _rooms(w: World, s: State, seat: int, out: Cells) -> None:
    """The hiding places: first as if all were empty, then those in use, which are few."""
    columns = _columns(seat, w.players)
    chalices = books = rings = 0  # where there are any: sets of rooms, and of room * AREAS + area
    for room in range(ROOMS):
        out[FREE_CHALICES + room] = w.chalice_spaces[room]
        out[FREE_BOOKS + room] = w.book_spaces[room]
        chalices |= (s.chalices[room] != 0) << room
        books |= (s.books[room] != 0) << room
        for area in range(AREAS):
            out[FREE_RINGS + room * AREAS + area] = w.ring_size[room, area]
            rings |= (s.rings[room, area] != 0) << (room * AREAS + area)
    while chalices:
        room = first(chalices)
        chalices &= chalices - 1
        out[FREE_CHALICES + room] -= _pieces(s.chalices[room], columns, CHALICES + room * OWNERS, out)
    while books:
        room = first(books)
        books &= books - 1
        out[FREE_BOOKS + room] -= _pieces(s.books[room], columns, BOOKS + room * OWNERS, out)
    while rings:
        place = first(rings)
        rings &= rings - 1
        there = s.rings[place // AREAS, place % AREAS]
        out[FREE_RINGS + place] -= _pieces(there, columns, RINGS + place * OWNERS, out)
        out[RING_TYPES + place * TYPES + ring_type(there)] = 1


@kernel
def _seat(s: State, other: int, i: int, own: bool, out: Cells) -> None:
    """A player, ``i`` seats from the observer."""
    out[START + i] = s.start == other and s.phase > 0
    out[SCORE + i] = s.score[other]
    for kind in range(KINDS):
        out[STOCK + i * KINDS + kind] = s.stock[other, kind]
        out[RESERVE + i * KINDS + kind] = s.reserve[other, kind]
    for card in range(CARDS):
        out[HAND + i * CARDS + card] = (s.hand[other] >> card) & 1
    if s.top[other] != NONE:
        out[TOP + i * CARDS + s.top[other]] = 1
    if s.sealed[other] != NONE:
        out[CHOSEN + i] = 1
        if own or s.phase != SEALING:
            out[SEALED + i * CARDS + s.sealed[other]] = 1
        if s.phase != SEALING:
            out[HAND + i * CARDS + s.sealed[other]] = 0
    if s.token[other] != NONE:
        out[TOKEN + i * PLACES + s.token[other]] = 1


@kernel
def _move(s: State, seat: int, players: int, out: Cells) -> None:
    """Of a move that is under way: where it may not go (T21, T80), or Benjamin, who may go anywhere (T41), and his ring."""
    if s.card != BENJAMIN:
        visited = s.visited
        while visited:
            out[VISITED + first(visited)] = 1
            visited &= visited - 1
        return
    if s.carried != NONE:
        out[CARRIED + (s.carried - seat + players) % players] = 1
        out[CARRIED_TYPE + s.carried_type] = 1
    if s.picked_in != NONE:
        out[PICKED_IN + s.picked_in] = 1


@kernel
def observe(w: World, s: State, seat: int, out: Cells) -> None:
    players = w.players
    out[PHASE + s.phase] = 1
    out[PLAYERS] = players
    out[OWN + seat] = 1
    out[ROUND] = s.round_number
    out[LAST_ROUND] = w.rounds
    if s.remigius != NONE:
        out[REMIGIUS + s.remigius] = 1
    if s.vitus != NONE:
        out[VITUS + s.vitus] = 1
    if s.severus != NONE:
        out[SEVERUS + s.severus] = 1
    out[DOOR + s.door] = 1
    if s.card != NONE and s.phase != OVER:
        out[CARD + s.card] = 1
    out[STEPS] = s.steps
    if s.phase == MOVING:
        _move(s, seat, players, out)
    for house in range(STOREHOUSES):
        for kind in range(KINDS):
            out[HOUSES + house * KINDS + kind] = s.house[house, kind]
    for kind in range(KINDS):
        out[BAG + kind] = s.bag[kind]
    if s.raphael_top != NONE:
        out[RAPHAEL_TOP + s.raphael_top] = 1
    for card in range(CARDS):
        out[RAPHAEL + card] = s.raphael[card]
    out[RAPHAEL_BEFORE] = players == 2 and w.raphael_before != 0
    out[LAST_TURNS] = s.last_turns
    owing = sealing(w, s) if s.phase == SEALING else (1 << s.actor) & ((1 << CHANCE) - 1)
    other = seat
    for i in range(players):
        out[OWES + i] = (owing >> other) & 1
        _seat(s, other, i, i == 0, out)
        other += 1
        if other == players:
            other = 0
    _rooms(w, s, seat, out)


OBSERVATION = Observation(FIELDS, observe)
