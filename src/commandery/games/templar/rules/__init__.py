"""Templar's rules: the functions of `commandery.core.contract`, made of the rulebook's chapters."""

from __future__ import annotations

from commandery.core.bits import count, first, nth
from commandery.core.contract import CHANCE, NOBODY, SEATS
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Cells, Grid
from commandery.core.stream import below
from commandery.games.templar import actions as act
from commandery.games.templar import events as event
from commandery.games.templar.estimate import estimate
from commandery.games.templar.rules import refusals as why
from commandery.games.templar.rules.abbot import gain, ranking, score
from commandery.games.templar.rules.harbor import arrive, go_to_harbor
from commandery.games.templar.rules.movement import may_stop, pickups, step, steps
from commandery.games.templar.rules.refused import refused
from commandery.games.templar.rules.setup import begin_filling, fill, pair, place, reset, seal, sealing
from commandery.games.templar.rules.soundness import broken
from commandery.games.templar.rules.stashing import pick_up, put_down, ring_places, stash, stashable
from commandery.games.templar.rules.turns import (
    begin_turn,
    end_card,
    end_turn,
    play_card,
    playable,
    ring,
    show_card,
    startable,
    stop,
    trigger_end,
)
from commandery.games.templar.state import (
    ANNOUNCING,
    BETWEEN,
    CARDS,
    CHALICE,
    CHOOSING,
    DONE,
    FILLING,
    KINDS,
    LOCKING,
    MAIN_PORTAL,
    MOVING,
    NONE,
    OVER,
    PAIRING,
    PLACING_SPY,
    PLAYED,
    PLAYING,
    PORTAL,
    PORTICUS,
    REFILLING,
    RINGING,
    ROOMS,
    SEALING,
    SHOWING,
    STARTING,
    STASHING,
    STOPPED,
    STOREHOUSES,
    TURN_OVER,
    State,
    World,
)

__all__ = [
    "apply", "broken", "chance", "estimate", "go_on", "legal", "may_act", "pick", "ranking", "redeal", "refusal", "reset",
    "reveals", "score", "to_act",
]  # fmt: skip

_ROOMS = (1 << ROOMS) - 1
_RINGS = act.STASH + 2 - act.STEP  # where rings begin in the bit set of a move


@kernel
def to_act(w: World, s: State) -> int:
    if s.phase == SEALING:
        return sealing(w, s)
    return (1 << s.actor) & 0xFF


@kernel
def may_act(w: World, s: State) -> int:
    return (1 << w.players) - 1 if s.phase == SEALING else to_act(w, s)


@kernel
def _choices(w: World, s: State, seat: int) -> int:
    """What the decision that is due offers besides stopping, as a bit set; its bit 0 is the action `actions.BASE`."""
    if s.phase == MOVING:
        found = steps(w, s, seat) | pickups(w, s, seat) << (act.PICK - act.STEP)
        if s.carried != NONE and s.token[seat] != s.picked_in:
            found |= ring_places(s, s.token[seat], s.carried_type) << _RINGS
        return found
    if s.phase == PLAYING:
        return playable(w, s, seat)
    if s.phase == STASHING:
        return stashable(s, seat) if s.steps > 0 else 0
    if s.phase == CHOOSING:
        return (1 << STOREHOUSES) - 1
    if s.phase == LOCKING:
        return ((1 << w.passages) - 1) & ~(1 << s.door)
    if s.phase == PORTAL:
        return 3
    if s.phase == SEALING:
        return startable(w, s, seat)  # the same for all: every token is at the main portal
    if s.phase == ANNOUNCING:
        return 1
    if s.phase == PAIRING:
        return 7
    return w.adjoining[s.remigius] if s.phase == PLACING_SPY else _ROOMS


@kernel
def _stops(s: State) -> int:
    """Whether the one to act may stop instead: 0 or 1."""
    if s.phase == MOVING:
        return 1 if may_stop(s) else 0
    return 1 if s.phase == STASHING or s.phase == ANNOUNCING else 0


@kernel
def _offered(s: State, seat: int) -> int:
    """The choices of a seat that may act: a card that is chosen already is none."""
    if s.phase == SEALING and s.sealed[seat] != NONE:
        return s.choices & ~(1 << s.sealed[seat])
    return s.choices


@kernel
def legal(w: World, s: State, seat: int, out: Cells) -> int:
    if seat >= w.players or (seat != s.actor and s.phase != SEALING):
        return 0
    further = _offered(s, seat)
    base = act.BASE[s.phase]
    n = _stops(s)
    out[0] = act.STOP
    while further:
        out[n] = base + first(further)
        n += 1
        further &= further - 1
    return n


@kernel
def _weight(w: World, s: State, outcome: int) -> int:
    """How likely outcome number ``outcome`` of chance is."""
    if s.phase == SHOWING:
        return s.raphael[outcome]
    if s.phase == STARTING:
        return 1 if outcome == w.first or (w.first == NOBODY and outcome < w.players) else 0
    if s.phase == FILLING and outcome == CHALICE and s.house[s.cursor, CHALICE] > 0:
        return 0  # T1: set aside until another tile has been drawn
    return s.bag[outcome]


@kernel
def _outcomes(s: State) -> int:
    """How many outcomes of chance there are at most."""
    if s.phase == SHOWING:
        return CARDS
    return SEATS if s.phase == STARTING else KINDS


@kernel
def chance(w: World, s: State, out: Cells, weights: Cells) -> int:
    if s.actor != CHANCE:
        return 0
    n = 0
    for outcome in range(_outcomes(s)):
        out[n] = act.BASE[s.phase] + outcome
        weights[n] = _weight(w, s, outcome)
        n += weights[n] > 0
    return n


@kernel
def _draw(w: World, s: State, outcomes: int, rng: Cells) -> int:
    """What chance does, of so many outcomes. (A number known to the compiler makes it quick.)"""
    total = 0
    for outcome in range(outcomes):
        total += _weight(w, s, outcome)
    drawn = below(rng, total)
    action = act.BASE[s.phase]
    lower = 0
    for outcome in range(outcomes - 1):
        lower += _weight(w, s, outcome)
        action += drawn >= lower
    return action


@kernel
def pick(w: World, s: State, seat: int, rng: Cells) -> int:
    if seat == CHANCE:
        if s.phase == SHOWING:
            return _draw(w, s, CARDS, rng)
        return _draw(w, s, SEATS, rng) if s.phase == STARTING else _draw(w, s, KINDS, rng)
    further = _offered(s, seat)
    stops = _stops(s)
    n = below(rng, stops + count(further))
    return act.STOP if n < stops else act.BASE[s.phase] + nth(further, n - stops)


@kernel
def apply(w: World, s: State, seat: int, action: int, events: Grid) -> None:
    if seat < CHANCE and seat != s.offender:
        s.offender = NOBODY  # T16: the next player has begun to act
    if action == act.CALL:
        _call(s, seat, events)
    elif s.phase == MOVING:
        _move(w, s, seat, action, events)
    elif s.phase == PLAYING:
        s.card = action - act.PLAY
        s.phase = PLAYED
    elif s.phase == STASHING:
        _stash(w, s, seat, action, events)
    elif s.phase == REFILLING:
        arrive(w, s, _active(w, s), action - act.TILE, events)
        s.phase = RINGING
    elif s.phase == CHOOSING:
        go_to_harbor(s, seat, action - act.HOUSE, events)
        s.phase = DONE
    elif s.phase == PORTAL:
        s.token[seat] = MAIN_PORTAL + action - act.PORTAL
        emit(events, event.CAME, seat, action - act.PORTAL, 0, 0, 0)
        s.phase = PLAYING
    elif s.phase == LOCKING:
        emit(events, event.LOCKED, seat, s.door, action - act.LOCK, 0, 0)
        s.door = action - act.LOCK
        gain(s, seat, 1, PORTICUS, events)  # T61
        s.phase = DONE
    elif s.phase == FILLING:
        fill(w, s, action - act.TILE, events)
    elif s.phase == SHOWING:
        show_card(w, s, action - act.SHOW, events)
    elif s.phase == ANNOUNCING:
        if action == act.ANNOUNCE:
            emit(events, event.ANNOUNCED, seat, 0, 0, 0, 0)
            trigger_end(w, s, seat, events)
        s.phase = TURN_OVER
    elif s.phase == SEALING:
        seal(w, s, seat, action - act.PLAY, events)
    elif s.phase == PAIRING:
        pair(w, s, seat, action - act.PAIR, events)
    elif s.phase == STARTING:
        begin_filling(w, s, action - act.START, events)
    else:
        place(w, s, seat, action - act.PLACE, events)
    go_on(w, s, events)


@kernel
def _active(w: World, s: State) -> int:
    """Whose turn it is."""
    seat = s.start + s.turn
    return seat - w.players if seat >= w.players else seat


@kernel
def go_on(w: World, s: State, events: Grid) -> None:
    """Carry out what happens by itself, until a decision is due that offers something, or the game is over."""
    while True:
        seat = _active(w, s)
        if s.phase == PLAYED:
            play_card(w, s, seat, events)
        if s.phase == STOPPED:
            stop(w, s, seat, events)
        if s.phase == RINGING:
            ring(w, s, seat, events)
        if s.phase == DONE:
            end_card(s, seat)
        if s.phase == TURN_OVER:
            end_turn(w, s, events)
        if s.phase == BETWEEN:
            begin_turn(w, s, _active(w, s))
        if s.phase > OVER:
            continue  # with the card chosen secretly
        if s.actor >= CHANCE:
            s.choices = 0
            return
        s.choices = _choices(w, s, s.actor)
        if s.choices:
            return
        s.phase = STOPPED if s.phase == MOVING else DONE


@kernel
def _move(w: World, s: State, seat: int, action: int, events: Grid) -> None:
    """One small choice of a move."""
    if action != act.STOP:
        if action < act.PICK:
            step(w, s, seat, action - act.STEP, events)
        elif action < act.STASH:
            pick_up(w, s, seat, (action - act.PICK) // SEATS, (action - act.PICK) % SEATS, events)
        else:
            put_down(w, s, seat, (action - act.STASH - 2) // 3, events)
    else:
        s.phase = STOPPED


@kernel
def _stash(w: World, s: State, seat: int, action: int, events: Grid) -> None:
    """A monk stashes one more, or is done."""
    if action != act.STOP:
        stash(w, s, seat, action - act.STASH, events)
        s.steps -= 1
    else:
        s.phase = DONE


@kernel
def _call(s: State, seat: int, events: Grid) -> None:
    """T16: the match has taken the position back to before the card; its player loses a point and plays a legal one."""
    loss = 1 if s.score[s.actor] > 0 else 0
    s.score[s.actor] -= loss
    s.warned = 1
    emit(events, event.CALLED, seat, s.actor, loss, 0, 0)


@kernel
def refusal(w: World, s: State, seat: int, action: int) -> int:
    if action < act.STOP or action >= act.ACTIONS:
        return why.NO_ACTION
    if action == act.CALL:
        return why.NOTHING_TO_CALL  # the match knows when there is
    if seat == CHANCE and s.actor == CHANCE:
        outcome = action - act.BASE[s.phase]
        if outcome < 0 or outcome >= _outcomes(s):
            return why.NOT_ASKED
        return 0 if _weight(w, s, outcome) > 0 else why.NOT_POSSIBLE
    if seat >= w.players or (seat != s.actor and s.phase != SEALING):
        return why.NOT_YOUR_TURN
    if action == act.STOP:
        if _stops(s):
            return 0
        return why.TOO_EARLY if s.phase == MOVING else why.NOT_ASKED
    choice = action - act.BASE[s.phase]
    if 0 <= choice < 62 and (_offered(s, seat) >> choice) & 1:
        return 0
    return refused(w, s, seat, action)


@kernel
def reveals(w: World, s: State, seat: int, action: int) -> int:
    """Chance, and the last of the secret first choices."""
    if seat == CHANCE:
        return 1
    return 1 if s.phase == SEALING and sealing(w, s) == 1 << seat else 0


@kernel
def redeal(w: World, s: State, seat: int, rng: Cells) -> None:
    """The cards that others have chosen secretly: any they could have."""
    if s.phase != SEALING:
        return
    for other in range(w.players):
        if other != seat and s.sealed[other] != NONE:
            s.sealed[other] = nth(s.choices, below(rng, count(s.choices)))
