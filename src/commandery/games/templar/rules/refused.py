"""Why an action that is not offered is refused."""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.core.kernel import kernel
from commandery.games.templar import actions as act
from commandery.games.templar.rules import refusals as why
from commandery.games.templar.rules.movement import position
from commandery.games.templar.rules.places import ring_type, unscored
from commandery.games.templar.rules.turns import startable
from commandery.games.templar.state import (
    BENJAMIN,
    BOOK,
    CHALICE,
    FIRST_RING,
    LOCKING,
    LUCAS,
    MOVING,
    NONE,
    PLACING_SPY,
    PLAYING,
    REMIGIUS,
    ROOMS,
    SEALING,
    STASHING,
    State,
    World,
)

__all__ = ["refused"]


@kernel
def _refused_card(w: World, s: State, seat: int, card: int) -> int:
    """Why a card cannot be played, or chosen for the first round."""
    if s.sealed[seat] == card:
        return why.ALREADY_CHOSEN
    if not (s.hand[seat] >> card) & 1:
        return why.NOT_IN_HAND
    return why.CANNOT_START if not (startable(w, s, seat) >> card) & 1 else why.BLOCKED


@kernel
def _refused_step(w: World, s: State, seat: int, room: int) -> int:
    """Why a room cannot be entered next."""
    where = position(s, s.card, seat)
    if where == room:
        return why.STANDS_THERE
    if s.steps == 0:
        return why.NO_STEPS
    if not (w.near[s.door, where] >> room) & 1:
        locked = where < ROOMS and (w.adjoining[where] >> room) & 1
        return why.LOCKED if locked else why.NO_PASSAGE
    if s.card == BENJAMIN:  # T41: he may enter rooms twice
        return why.NO_WAY_ON
    return why.VITUS_THERE if s.card == REMIGIUS and room == s.vitus else why.ENTERED


@kernel
def _refused_pickup(s: State, seat: int, area: int, owner: int) -> int:
    """Why a ring cannot be picked up."""
    room = s.token[seat]
    if s.card != BENJAMIN:
        return why.ONLY_BENJAMIN
    if s.picked_in != NONE:
        return why.ONE_RING
    if room >= ROOMS or s.rings[room, area] == 0 or not unscored(s.rings[room, area], owner):
        return why.NO_RING
    if room == s.severus:
        return why.GUARDED
    return why.ONLY_OWN if s.last_turns > 0 and owner != seat else why.NOWHERE_TO_PUT


@kernel
def _refused_place(w: World, s: State, room: int, kind: int, area: int) -> int:
    """Why a valuable cannot be stashed in a hiding place of a room: an area, for rings."""
    if room == s.severus:
        return why.GUARDED
    if kind == CHALICE:
        return why.PLACES_TAKEN if w.chalice_spaces[room] else why.NO_PLACE
    if kind == BOOK:
        return why.PLACES_TAKEN if w.book_spaces[room] else why.NO_PLACE
    if w.ring_size[room, area] == 0:
        return why.NO_PLACE
    rings = s.rings[room, area]
    return why.AREA_TAKEN if rings and ring_type(rings) != kind - FIRST_RING else why.PLACES_TAKEN


@kernel
def _refused_stash(w: World, s: State, seat: int, choice: int) -> int:
    """Why a valuable cannot be stashed: by a monk from stock, or by Benjamin, who has one ring in hand."""
    ring = choice >= FIRST_RING
    area = (choice - FIRST_RING) // 3 if ring else 0
    kind = FIRST_RING + (choice - FIRST_RING) % 3 if ring else choice
    if s.phase == STASHING:
        return why.NOT_IN_STOCK if s.stock[seat, kind] == 0 else _refused_place(w, s, s.token[seat], kind, area)
    if s.carried == NONE:
        return why.STASHED_LATER if s.card <= LUCAS else why.NOTHING_CARRIED
    if kind != FIRST_RING + s.carried_type:
        return why.OTHER_RING
    return why.PICKED_HERE if s.token[seat] == s.picked_in else _refused_place(w, s, s.token[seat], kind, area)


@kernel
def refused(w: World, s: State, seat: int, action: int) -> int:
    """The reason, for a seat that is to act and an action that it is not offered."""
    if act.PLAY <= action < act.PORTAL and (s.phase == PLAYING or s.phase == SEALING):
        return _refused_card(w, s, seat, action - act.PLAY)
    if s.phase == MOVING and act.STEP <= action < act.PICK:
        return _refused_step(w, s, seat, action - act.STEP)
    if s.phase == MOVING and act.PICK <= action < act.STASH:
        return _refused_pickup(s, seat, (action - act.PICK) // SEATS, (action - act.PICK) % SEATS)
    if (s.phase == MOVING or s.phase == STASHING) and act.STASH <= action < act.PLAY:
        return _refused_stash(w, s, seat, action - act.STASH)
    if s.phase == LOCKING and act.LOCK <= action < act.PLACE:
        return why.LOCKED_ALREADY if action - act.LOCK == s.door else why.NO_SUCH_PASSAGE
    if s.phase == PLACING_SPY and act.PLACE <= action < act.PAIR:
        return why.NOT_BESIDE_REMIGIUS
    return why.NOT_ASKED
