"""Template: the greedy bot in many games side by side, as an opponent for learners. See `core.specialise`."""

from __future__ import annotations

from typing import Any

from commandery.bots.greedy import greedy
from commandery.core.kernel import kernel
from commandery.core.layout import Cells
from commandery.core.stream import seed_stream

__all__ = ["greedy_actions"]

TEMPLATE = True


@kernel
def greedy_actions(
    world: Any, states: Any, seats: Cells, wanted: Any, low: int, high: int, seed: int, thoughts: int, rng: Cells, out: Cells,
    trial: Any, room: Cells, actions: Cells,
) -> None:  # fmt: skip
    """What the greedy bot does in the places that are wanted, from ``low`` to ``high - 1``, for the seat served there. Place
    ``i`` thinks with stream number ``thoughts + i`` of the seed."""
    for i in range(low, high):
        if wanted[i]:
            seed_stream(rng, seed, thoughts + i)
            actions[i] = greedy(world[0], states[i], seats[i], rng, out, trial, room)
