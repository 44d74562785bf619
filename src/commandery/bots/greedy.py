"""Template: the greedy choice of any game, one action ahead by the game's own estimate. See `core.specialise`."""

from __future__ import annotations

from typing import Any

from commandery.core.contract import apply, estimate, legal, redeal
from commandery.core.kernel import kernel
from commandery.core.layout import Cells

__all__ = ["best_action", "greedy", "greedy_choice"]

TEMPLATE = True


@kernel
def best_action(w: Any, imagined: Any, seat: int, actions: Cells, n: int, trial: Any) -> int:
    """Of ``n`` actions the one after which the seat stands best in an imagined state; of equals the first, so passing first."""
    best = 0
    most = -(1 << 60)
    for i in range(n):
        trial[0] = imagined
        apply(w, trial[0], seat, actions[i], None)
        value = estimate(w, trial[0], seat)
        if value > most:
            most = value
            best = actions[i]
    return best


@kernel
def greedy(w: Any, s: Any, seat: int, rng: Cells, out: Cells, scratch: Any, trial: Any) -> int:
    """`best_action` in a state that the seat may imagine."""
    scratch[0] = s
    redeal(w, scratch[0], seat, rng)
    return best_action(w, scratch[0], seat, out, legal(w, scratch[0], seat, out), trial)


@kernel
def greedy_choice(world: Any, imagined: Any, seat: int, actions: Cells, trial: Any) -> int:
    """`best_action`, for calls from Python."""
    return best_action(world[0], imagined[0], seat, actions, len(actions), trial)
