"""Template: whole random games on a CUDA device, a thread a game after another, from the very same rules. See `specialise`.

States live in each thread's local memory; a thread takes the games ``i``, ``i + threads``, ``i + 2 * threads``, ... so that
short and long games even out. Game ``n`` of a seed is the same game, byte for byte, as on the CPU. What limits the speed is
fetching instructions: the first position comes ready made, so that the set-up is no part of the code.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import cuda

from commandery.core.contract import MOST_LEGAL, STATE
from commandery.core.drive import playout, playout_listed
from commandery.core.stream import seed_stream

__all__ = ["playouts", "playouts_listed"]

TEMPLATE = True


@cuda.jit(max_registers=32)  # type: ignore[untyped-decorator]  # Numba has no types
def playouts(world: Any, position: Any, seed: int, first: int, games: int, finals: Any, decisions: Any) -> None:
    """Play games number ``first`` to ``first + games - 1`` from a position, choosing with `contract.pick`; the last states of
    the first few are left in ``finals``, each thread's number of decisions in ``decisions``."""
    thread = cuda.grid(1)
    states = cuda.local.array(1, STATE)
    rng = cuda.local.array(4, numba.int64)
    made = 0
    for game in range(thread, games, cuda.gridsize(1)):
        seed_stream(rng, seed, first + game)
        states[0] = position[0]
        made += playout(world[0], states[0], rng)
        if game < finals.shape[0]:
            finals[game] = states[0]
    decisions[thread] = made


@cuda.jit(max_registers=32)  # type: ignore[untyped-decorator]  # Numba has no types
def playouts_listed(world: Any, position: Any, seed: int, first: int, games: int, finals: Any, decisions: Any) -> None:
    """As `playouts`, the same games, but each decision is made from a written list of the legal actions."""
    thread = cuda.grid(1)
    states = cuda.local.array(1, STATE)
    rng = cuda.local.array(4, numba.int64)
    out = cuda.local.array(MOST_LEGAL, numba.int16)
    made = 0
    for game in range(thread, games, cuda.gridsize(1)):
        seed_stream(rng, seed, first + game)
        states[0] = position[0]
        made += playout_listed(world[0], states[0], rng, out)
        if game < finals.shape[0]:
            finals[game] = states[0]
    decisions[thread] = made
