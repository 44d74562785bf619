"""Pgx's games on the same device, random play: the peer that `gpu.py` is measured beside. Prints JSON.

Each step draws a legal action for every game of the batch and lets Pgx step them, finished ones beginning anew; many steps are
one compiled loop. The best of several sizes of batch counts. Needs JAX with CUDA, and Pgx.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

GAMES = ("tic_tac_toe", "leduc_holdem", "backgammon", "go_9x9")
SIZES = (1 << 14, 1 << 17, 1 << 20)
STEPS = 32


def measure(name: str, size: int) -> float:
    """Steps a second."""
    import jax
    import jax.numpy as jnp
    import pgx  # type: ignore[import-not-found]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found]

    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        def once(state: Any, key: Any) -> tuple[Any, None]:
            choice, chance = jax.random.split(key)
            action = jax.random.categorical(choice, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
            return step(state, action, jax.random.split(chance, size)), None

        return jax.lax.scan(once, state, jax.random.split(key, STEPS))[0]

    state = jax.jit(begin)(jax.random.split(jax.random.key(1), size))
    state = jax.block_until_ready(play(state, jax.random.key(2)))
    seconds = []
    for number in range(3):
        began = time.perf_counter()
        state = jax.block_until_ready(play(state, jax.random.key(3 + number)))
        seconds.append(time.perf_counter() - began)
    return size * STEPS / min(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=GAMES)
    rows = []
    for name in parser.parse_args().games:
        found: dict[int, float] = {}
        fault = ""
        for size in SIZES:
            try:
                found[size] = measure(name, size)
            except Exception as error:  # a batch that does not fit is no result
                fault = f"{size}: {error}".splitlines()[0][:200]
        if found:
            best = max(found, key=lambda size: found[size])
            rows.append({"library": "pgx", "game": name, "batch": best, "steps_per_second": round(found[best])})
        else:
            rows.append({"library": "pgx", "game": name, "error": fault})
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
