"""The set-up: bag and harbor (T1, T101), placements (T3, T4), rings (T6), and the secret first cards (T10)."""

from __future__ import annotations

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templar import events as event
from commandery.games.templar.rules.harbor import fill_first
from commandery.games.templar.rules.places import refresh_room
from commandery.games.templar.rules.turns import all_cards
from commandery.games.templar.state import (
    BELLS,
    BETWEEN,
    CARDS,
    CHURCH,
    FILLING,
    FIRST_RING,
    KINDS,
    MAIN_PORTAL,
    NONE,
    PAIRING,
    PLACING_ABBOT,
    PLACING_PRIOR,
    PLACING_SPY,
    ROOMS,
    SEALING,
    STARTING,
    STEPHANUS,
    TILES,
    VALUABLES,
    State,
    World,
)

__all__ = ["begin_filling", "fill", "pair", "place", "reset", "seal", "sealing"]

_REMOVED = (4, 5, 7, 7, 7)  # T101


@kernel
def reset(w: World, s: State) -> None:
    for kind in range(KINDS):
        s.gone[kind] = _REMOVED[kind] if w.players == 2 else 0
        s.bag[kind] = TILES[kind] - s.gone[kind]
    for room in range(ROOMS):
        refresh_room(w, s, room)
    for seat in range(len(s.token)):
        s.top[seat] = NONE
        s.sealed[seat] = NONE
        s.token[seat] = MAIN_PORTAL
    for seat in range(w.players):
        s.hand[seat] = all_cards(w)
        for kind in range(KINDS):
            s.reserve[seat, kind] = VALUABLES[kind]
    if w.players == 2:
        for card in range(CARDS):
            s.raphael[card] = 2
        s.raphael[BELLS] = 1
        s.raphael[STEPHANUS] = 2 if w.stephanus else 0
    s.raphael_top = NONE
    s.remigius = NONE
    s.vitus = NONE
    s.severus = NONE
    s.door = w.door  # T2
    s.card = NONE
    s.carried = NONE
    s.picked_in = NONE
    s.offender = NOBODY
    s.phase = STARTING
    s.actor = CHANCE


@kernel
def begin_filling(w: World, s: State, start: int, events: Grid) -> None:
    """The start player is known; the harbor is equipped."""
    s.start = start
    emit(events, event.STARTS, start, 0, 0, 0, 0)
    s.phase = FILLING
    s.cursor = 0
    while s.cursor < len(w.first_tiles) and w.first_tiles[s.cursor] == 0:
        s.cursor += 1
    if s.cursor >= len(w.first_tiles):
        _begin_placing(w, s, events)


@kernel
def fill(w: World, s: State, kind: int, events: Grid) -> None:
    """A tile for the harbor."""
    if fill_first(w, s, kind, events):
        _begin_placing(w, s, events)


@kernel
def _right(w: World, s: State, places: int) -> int:
    """The seat so many places to the right of the start player (T3)."""
    return (s.start - places + 2 * w.players) % w.players


@kernel
def _begin_placing(w: World, s: State, events: Grid) -> None:
    s.cursor = 0
    if w.first_game:  # T4
        s.severus = CHURCH
        s.remigius = 0
        s.vitus = MAIN_PORTAL
        emit(events, event.PLACED, s.start, event.FIGURE_SEVERUS, s.severus, 0, 0)
        emit(events, event.PLACED, s.start, event.FIGURE_REMIGIUS, s.remigius, 0, 0)
        emit(events, event.PLACED, s.start, event.FIGURE_VITUS, s.vitus, 0, 0)
        s.phase = PAIRING
        s.actor = s.start
    else:
        s.phase = PLACING_ABBOT
        s.actor = _right(w, s, 1)


@kernel
def place(w: World, s: State, seat: int, room: int, events: Grid) -> None:
    """T3: Remigius, then Vitus beside him, then Severus."""
    if s.phase == PLACING_ABBOT:
        s.remigius = room
        emit(events, event.PLACED, seat, event.FIGURE_REMIGIUS, room, 0, 0)
        s.phase = PLACING_SPY
        s.actor = _right(w, s, 2)
    elif s.phase == PLACING_SPY:
        s.vitus = room
        emit(events, event.PLACED, seat, event.FIGURE_VITUS, room, 0, 0)
        s.phase = PLACING_PRIOR
        s.actor = _right(w, s, 3)
    else:
        s.severus = room
        emit(events, event.PLACED, seat, event.FIGURE_SEVERUS, room, 0, 0)
        s.phase = PAIRING
        s.actor = s.start


@kernel
def pair(w: World, s: State, seat: int, choice: int, events: Grid) -> None:
    """T6: one ring of each type, and a second of two: ab, ac or bc."""
    left_out = 2 - choice
    for type in range(3):
        rings = 1 if type == left_out else 2
        s.stock[seat, FIRST_RING + type] += rings
        s.reserve[seat, FIRST_RING + type] -= rings
    first = 1 if left_out == 0 else 0
    second = 1 if left_out == 2 else 2
    emit(events, event.PAIRED, seat, FIRST_RING + first, FIRST_RING + second, 0, 0)
    s.turn += 1
    if s.turn < w.players:
        s.actor = (s.start + s.turn) % w.players
    else:
        s.turn = 0
        s.phase = SEALING
        s.actor = s.start


@kernel
def sealing(w: World, s: State) -> int:
    """T10: the players who have not yet chosen, as a mask."""
    seats = 0
    for seat in range(w.players):
        if s.sealed[seat] == NONE:
            seats |= 1 << seat
    return seats


@kernel
def seal(w: World, s: State, seat: int, card: int, events: Grid) -> None:
    """A player chooses a card secretly, or another one; when all have chosen, all are revealed."""
    s.sealed[seat] = card
    emit(events, event.CHOSEN, seat, card, 0, 0, 0)
    if sealing(w, s) != 0:
        return
    s.round_number = 1
    emit(events, event.ROUND, s.start, 1, 0, 0, 0)
    for turn in range(w.players):
        other = (s.start + turn) % w.players
        emit(events, event.REVEALED, other, s.sealed[other], 0, 0, 0)
    s.phase = BETWEEN
