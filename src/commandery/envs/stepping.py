"""Template: many games side by side, a decision each at a time. See `core.specialise`.

The functions of one game take its state and its random stream, and serve CPU and CUDA alike; `step` goes through a part of a
batch on the CPU.
"""

from __future__ import annotations

from typing import Any

from commandery.core.contract import (
    ACTIONS,
    CHANCE,
    FILLS,
    OBSERVATION,
    WAIT,
    apply,
    legal,
    observe,
    pick,
    ranking,
    refusal,
    to_act,
)
from commandery.core.drive import lowest_seat
from commandery.core.kernel import kernel
from commandery.core.layout import Cells
from commandery.core.stream import seed_stream

__all__ = ["advance", "first_refused", "reward", "settle", "single", "step"]

TEMPLATE = True


@kernel
def advance(w: Any, s: Any, seat: int, action: int, rng: Cells) -> int:
    """Carry out a legal action and what chance does after it; who is to act then."""
    while True:
        apply(w, s, seat, action, None)
        waiting = to_act(w, s)
        if not waiting >> CHANCE:
            return waiting
        seat = CHANCE
        action = pick(w, s, CHANCE, rng)


@kernel
def settle(w: Any, s: Any, rng: Cells) -> int:
    """Let chance act as long as it has to; who is to act then."""
    waiting = to_act(w, s)
    return advance(w, s, CHANCE, pick(w, s, CHANCE, rng), rng) if waiting >> CHANCE else waiting


@kernel
def reward(w: Any, s: Any, ranks: Cells, out: Any) -> None:
    """What a finished game is worth to each seat: see `fair.payoffs`."""
    ranking(w, s, ranks)
    for seat in range(w.players):
        better = 0
        equal = -1
        for other in range(w.players):
            better += ranks[other] < ranks[seat]
            equal += ranks[other] == ranks[seat]
        out[seat] = 1 - (2 * better + equal) / (w.players - 1)


@kernel
def _show(w: Any, s: Any, seat: int, over: bool, list: Cells, row: Cells, mask: Any) -> None:
    """What the seat sees, and what it may do: to wait, when the game is over."""
    if not FILLS:
        for i in range(OBSERVATION):
            row[i] = 0
    observe(w, s, seat, row)
    for action in range(ACTIONS):
        mask[action] = False
    if over:
        mask[WAIT] = True
    else:
        for i in range(legal(w, s, seat, list)):
            mask[list[i]] = True


@kernel
def first_refused(world: Any, states: Any, seats: Cells, over: Any, actions: Cells, low: int, high: int) -> int:
    """The first place whose action is not legal there; -1 if there is none. In finished games every action is."""
    for i in range(low, high):
        if not over[i] and refusal(world[0], states[i], seats[i], actions[i]) != 0:
            return i
    return -1


@kernel
def step(
    world: Any, position: Any, states: Any, streams: Any, games: Cells, seed: int, low: int, high: int, list: Cells,
    actions: Cells, served: Cells, finished: Any, rows: Any, masks: Any, seats: Cells, rewards: Any, over: Any, acted: Cells,
    earned: Any,
) -> None:  # fmt: skip
    """Carry out the action of the seat served in each place, or begin the next game where one is finished."""
    w = world[0]
    for i in range(low, high):
        s = states[i]
        seat = served[i]
        action = actions[i]
        acted[i] = seat
        for other in range(w.players):
            rewards[i, other] = 0
        if finished[i]:
            games[i] += len(states)
            states[i] = position[0]
            seed_stream(streams[i], seed, games[i])
            seat = CHANCE  # begins every game: who starts?
            action = pick(w, s, CHANCE, streams[i])
        waiting = advance(w, s, seat, action, streams[i])
        over[i] = waiting == 0
        if waiting == 0:
            reward(w, s, list, rewards[i])
        else:
            seat = lowest_seat(waiting)
        earned[i] = rewards[i, acted[i]]
        seats[i] = seat
        _show(w, s, seat, waiting == 0, list, rows[i], masks[i])


@kernel
def single(world: Any, states: Any, seat: int, action: int, rng: Cells, list: Cells) -> int:
    """Carry out a legal action (WAIT: none) and what chance does after it; list what the seat served then may do. That seat,
    and shifted by 8 how many actions these are; 0 when the game is over."""
    w = world[0]
    s = states[0]
    waiting = settle(w, s, rng) if action == WAIT else advance(w, s, seat, action, rng)
    if waiting == 0:
        return 0
    seat = lowest_seat(waiting)
    return seat | legal(w, s, seat, list) << 8
