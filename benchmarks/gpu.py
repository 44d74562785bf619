"""The CUDA side: random games on the device, checked byte for byte against the CPU, and their speed.

Needs a CUDA device and the extra ``commandery[gpu]``. From a plain checkout: ``PYTHONPATH=src python benchmarks/gpu.py``.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
from report import save

import commandery
from commandery.core.game import Game
from commandery.core.stream import next_word
from commandery.core.testing import final_states

CHECKED = 4096
"""Games whose final states are compared with the CPU's."""


KNOWN = [641, 1573767, 3222811527, 3517856514]
"""The first words of xoshiro128++ from the state 1, 2, 3, 4."""


def stream_agrees() -> bool:
    """Whether the random stream gives its known answers on the device."""
    from numba import cuda

    @cuda.jit
    def draw(rng: Any, out: Any) -> None:
        for i in range(out.shape[0]):
            out[i] = next_word(rng)

    out = cuda.to_device(np.zeros(len(KNOWN), np.int64))
    draw[1, 1](cuda.to_device(np.array([1, 2, 3, 4], np.int64)), out)
    return bool(out.copy_to_host().tolist() == KNOWN)


def measure(game: Game, kernel: Any, games: int, threads: int, blocks: int) -> dict[str, Any]:
    """Play ``games`` games twice, the first time to compile, and say how fast the second was."""
    from numba import cuda

    start = game.kind.State.empty()
    game.kind.drive.start(game.world, start)
    world, position = cuda.to_device(game.world), cuda.to_device(start)
    finals = cuda.to_device(np.zeros(CHECKED, game.kind.State.dtype))
    decisions = cuda.to_device(np.zeros(threads * blocks, np.int64))
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        kernel[blocks, threads](world, position, 1, 0, games, finals, decisions)
        cuda.synchronize()
        seconds.append(time.perf_counter() - began)
    best = min(seconds[1:])
    made = int(decisions.copy_to_host().sum())
    return {
        "games": games,
        "threads": threads * blocks,
        "decisions": made,
        "seconds": round(best, 4),
        "decisions_per_second": round(made / best),
        "games_per_second": round(games / best),
        "first_launch_seconds": round(seconds[0], 2),
        "registers": max(kernel.get_regs_per_thread().values()),
        "local_bytes": max(kernel.get_local_mem_per_thread().values()),
        "equal_to_cpu": finals.copy_to_host().tobytes() == final_states(game, 0, CHECKED).tobytes(),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=16, help="games a thread")
    parser.add_argument("--commit", default=None, help="the commit measured, where there is no git to ask")
    parser.add_argument("--out", default=None, help="folder for the result instead of benchmarks/results")
    given = parser.parse_args()
    try:
        from numba import cuda

        device = cuda.get_current_device()
    except Exception as error:
        reason = str(error).splitlines()[0]
        print(f"no CUDA device, or numba-cuda is missing (pip install 'commandery[gpu]'): {reason}", file=sys.stderr)
        return 2
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    blocks = device.MULTIPROCESSOR_COUNT * 16
    rows = []
    for kind in commandery.games():
        game = kind.setup(players=4)
        template = kind.template("commandery.core.cuda_drive")
        for how in ("playouts", "playouts_listed"):
            row = measure(game, getattr(template, how), 128 * blocks * given.rounds, 128, blocks)
            rows.append({"game": kind.name, "players": 4, "how": how, **row})
            print(rows[-1], flush=True)
    agrees = stream_agrees()
    commit = {"commit": given.commit} if given.commit else {}
    save("gpu", {**commit, "device": name, "stream_known_answers": agrees, "rows": rows}, given.out)
    return 0 if agrees and all(row["equal_to_cpu"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
