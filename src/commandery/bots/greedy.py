"""Template: the greedy choice of any game, one action ahead by the game's own estimate. See `core.specialise`."""

from __future__ import annotations

from typing import Any

from commandery.core.contract import apply, estimate, legal, redeal
from commandery.core.kernel import kernel
from commandery.core.layout import Cells, Grid

__all__ = ["SCRATCH", "greedy", "greedy_choice"]

TEMPLATE = True
SCRATCH = 2
"""How many states `greedy` works on: what the seat imagines, and what an action makes of it."""


@kernel
def greedy(w: Any, s: Any, seat: int, rng: Cells, out: Cells, scratch: Any, no_events: Grid) -> int:
    """The action after which the seat stands best as far as it can know; of equals the first, so passing before all else."""
    scratch[0] = s
    redeal(w, scratch[0], seat, rng)
    best = 0
    most = -(1 << 60)
    for i in range(legal(w, scratch[0], seat, out)):
        scratch[1] = scratch[0]
        apply(w, scratch[1], seat, out[i], no_events)
        value = estimate(w, scratch[1], seat)
        if value > most:
            most = value
            best = out[i]
    return best


@kernel
def greedy_choice(world: Any, imagined: Any, seat: int, rng: Cells, out: Cells, scratch: Any, no_events: Grid) -> int:
    """`greedy`, for calls from Python."""
    return greedy(world[0], imagined[0], seat, rng, out, scratch, no_events)
