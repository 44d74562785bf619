"""Template: `stepping` on a CUDA device, a thread a game. See `core.specialise`.

What is shown has a column for each game, and so have the states, cut into words of 8 bytes: neighbouring threads read and write
neighbouring numbers. A state is taken into the thread's own memory, stepped there, and put back.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import cuda

from commandery.core.contract import ACTIONS, FILLS, MOST_LEGAL, OBSERVATION, RECORD, RECORD_WORDS, SEATS, WAIT, legal, observe
from commandery.core.drive import lowest_seat
from commandery.core.stream import WORDS, seed_stream
from commandery.envs.stepping import advance, reward, settle

__all__ = ["begin", "judge", "pick_any", "step"]

TEMPLATE = True


@cuda.jit(device=True)  # type: ignore[untyped-decorator]  # Numba has no types
def _show(w: Any, s: Any, seat: int, over: bool, i: int, rows: Any, masks: Any) -> None:
    """What the seat sees, and what it may do: to wait, when the game is over."""
    list = cuda.local.array(MOST_LEGAL, numba.int16)
    if not FILLS:
        for j in range(OBSERVATION):
            rows[j, i] = 0
    observe(w, s, seat, rows[:, i])
    for action in range(ACTIONS):
        masks[action, i] = False
    if over:
        masks[WAIT, i] = True
    else:
        for j in range(legal(w, s, seat, list)):
            masks[list[j], i] = True


@cuda.jit  # type: ignore[untyped-decorator]
def begin(
    world: Any, position: Any, states: Any, streams: Any, games: Any, seed: int,
    rows: Any, masks: Any, seats: Any, rewards: Any, over: Any,
) -> None:  # fmt: skip
    """Begin game number ``i`` of the seed in each place."""
    i = cuda.grid(1)
    if i >= games.shape[0]:
        return
    w = world[0]
    words = cuda.local.array(RECORD_WORDS, numba.int64)
    rng = cuda.local.array(WORDS, numba.int64)
    s = words.view(RECORD)[0]
    for j in range(RECORD_WORDS):
        words[j] = position[j]
    games[i] = i
    seed_stream(rng, seed, i)
    seats[i] = lowest_seat(settle(w, s, rng))
    over[i] = False
    for seat in range(w.players):
        rewards[seat, i] = 0
    _show(w, s, seats[i], False, i, rows, masks)
    for j in range(RECORD_WORDS):
        states[j, i] = words[j]
    for j in range(WORDS):
        streams[j, i] = rng[j]


@cuda.jit  # type: ignore[untyped-decorator]
def step(
    world: Any, position: Any, states: Any, streams: Any, games: Any, seed: int, actions: Any, refused: Any,
    rows: Any, masks: Any, seats: Any, rewards: Any, over: Any,
) -> None:  # fmt: skip
    """Carry out the action of the seat served in each place, or begin the next game where one is finished. An action that is
    not legal changes nothing and is counted in ``refused``."""
    i = cuda.grid(1)
    if i >= games.shape[0]:
        return
    action = actions[i]
    if not over[i] and (action <= WAIT or action >= ACTIONS or not masks[action, i]):
        cuda.atomic.add(refused, 0, 1)
        return
    w = world[0]
    words = cuda.local.array(RECORD_WORDS, numba.int64)
    rng = cuda.local.array(WORDS, numba.int64)
    s = words.view(RECORD)[0]
    seat = seats[i]
    for other in range(w.players):
        rewards[other, i] = 0
    if over[i]:
        for j in range(RECORD_WORDS):
            words[j] = position[j]
        games[i] += games.shape[0]
        seed_stream(rng, seed, games[i])
        waiting = settle(w, s, rng)
    else:
        for j in range(RECORD_WORDS):
            words[j] = states[j, i]
        for j in range(WORDS):
            rng[j] = streams[j, i]
        waiting = advance(w, s, seat, action, rng)
    over[i] = waiting == 0
    if waiting == 0:
        ranks = cuda.local.array(SEATS, numba.int64)
        reward(w, s, ranks, rewards[:, i])
    else:
        seat = lowest_seat(waiting)
        seats[i] = seat
    _show(w, s, seat, waiting == 0, i, rows, masks)
    for j in range(RECORD_WORDS):
        states[j, i] = words[j]
    for j in range(WORDS):
        streams[j, i] = rng[j]


@cuda.jit  # type: ignore[untyped-decorator]
def pick_any(masks: Any, seed: int, turn: int, actions: Any) -> None:
    """Choose one of the legal actions in each place, each as likely: for trials and measurements. Two passes over the mask."""
    i = cuda.grid(1)
    if i >= actions.shape[0]:
        return
    count = 0
    for action in range(ACTIONS):
        count += masks[action, i]
    rng = cuda.local.array(WORDS, numba.int64)
    seed_stream(rng, seed + turn, i)
    left = (rng[0] * count) >> 32
    chosen = 0
    for action in range(ACTIONS):
        if masks[action, i]:
            if left == 0:
                chosen = action
            left -= 1
    actions[i] = chosen


@cuda.jit  # type: ignore[untyped-decorator]
def judge(world: Any, finals: Any, rewards: Any) -> None:
    """What finished games are worth to each seat."""
    i = cuda.grid(1)
    if i < finals.shape[0]:
        ranks = cuda.local.array(SEATS, numba.int64)
        reward(world[0], finals[i], ranks, rewards[:, i])
