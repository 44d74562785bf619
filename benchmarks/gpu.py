"""The CUDA side: random games on the device, whole and step by step, checked byte for byte against the CPU, and their speed;
Pgx's games beside them, where it is installed.

Needs a CUDA device and the extra ``commandery[gpu]``. From a plain checkout: ``PYTHONPATH=src python benchmarks/gpu.py``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from report import save

import commandery
from commandery.core.errors import BadOption
from commandery.core.game import Game, GameKind
from commandery.core.stream import next_word
from commandery.core.testing import final_states
from commandery.envs import Batch

CHECKED = 4096
"""Games whose final states are compared with the CPU's."""
CHECKED_STEPS = 700
"""Steps of a batch that are compared with the CPU's, with what is shown after each hundredth."""
EACH, EACH_STEPS = 64, 400
"""Games side by side, and their steps, that are compared for every number of players and every set of options."""
SIZES = (1 << 16, 1 << 18, 1 << 20)
"""Games side by side, step by step."""
PATIENCE = 240
"""Seconds that Pgx is given."""
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


def tables(kind: GameKind[Any]) -> Iterator[Game]:
    """Every strict table of a game: all numbers of players, all options but who starts and numbers from a range."""
    left_out = ("start", "table_rules")
    options = [each for each in kind.options if each.name not in left_out and not isinstance(each.values, range)]
    for players in range(kind.players[0], kind.players[1] + 1):
        for values in itertools.product(*(option.values for option in options)):
            try:
                yield kind.setup(players, **dict(zip((option.name for option in options), values, strict=True)))
            except BadOption:
                continue


def disagreement() -> str | None:
    """In what the device first differs from the CPU; None if in nothing that is looked at."""
    from commandery.envs.gpu import playouts

    if not stream_agrees():
        return "the random stream"
    for kind in commandery.games():
        for game in tables(kind):
            where = f"{kind.name}, {game.players} players, {game.options}"
            if playouts(game, EACH, 1, EACH)[1].tobytes() != final_states(game, 0, EACH).tobytes():
                return f"whole games of {where}"
            if not steps_agree(game, EACH, EACH_STEPS):
                return f"steps of {where}"
        print(f"{kind.name}: as on the CPU", flush=True)
    return None


def measure(game: Game, kernel: Any, games: int, threads: int, blocks: int) -> dict[str, Any]:
    """Play ``games`` games three times, the first time to compile, and say how fast the better of the others was."""
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
        "registers": max(kernel.get_regs_per_thread().values()),
        "local_bytes": max(kernel.get_local_mem_per_thread().values()),
        "equal_to_cpu": finals.copy_to_host().tobytes() == final_states(game, 0, CHECKED).tobytes(),
    }


def steps_agree(game: Game, count: int = 512, steps: int = CHECKED_STEPS) -> bool:
    """Whether a batch on the device and one on the CPU stay equal, byte for byte, with the same random decisions."""
    from commandery.envs.gpu import GpuBatch

    device, host = GpuBatch(game, count, seed=3), Batch(game, count, seed=3)
    for number in range(steps):
        device.step_at_random()
        shown = host.step(device.chosen.to_host())
        if number % 100 and number != steps - 1:
            continue
        pairs = (
            (device.observations.to_host().T, shown.observations), (device.masks.to_host().T, shown.masks),
            (device.seats.to_host(), shown.seats), (device.rewards.to_host().T, shown.rewards),
            (device.over.to_host(), shown.over), (device.states, host.states),
        )  # fmt: skip
        if any(np.ascontiguousarray(ours).tobytes() != theirs.tobytes() for ours, theirs in pairs):
            return False
    device.check()
    host.close()
    return True


def measure_steps(game: Game, count: int) -> dict[str, Any]:
    """Step ``count`` games side by side, decisions drawn on the device, for the length of two games: in turn the step alone and
    the drawing with it, so that both are timed in the same parts of the games. Steps that begin the next game are no decisions,
    though their time counts."""
    from numba import cuda

    from commandery.envs.gpu import GpuBatch, playouts

    steps = round(playouts(game, CHECKED)[0] / CHECKED)
    batch = GpuBatch(game, count)
    for _ in range(2 * steps + 100):  # compiles, and brings games to different places
        batch.step_at_random()
    numbers = batch._games.copy_to_host()
    events: dict[str, list[tuple[Any, Any]]] = {"both": [], "step": []}
    for _ in range(steps):
        for what, marks in events.items():
            before, after = cuda.event(), cuda.event()
            if what == "step":
                batch.choose_at_random()
            before.record()
            if what == "step":
                batch.step(batch.chosen)
            else:
                batch.step_at_random()
            after.record()
            marks.append((before, after))
    cuda.synchronize()
    batch.check()
    seconds = {what: sum(before.elapsed_time(after) for before, after in marks) / 1000 for what, marks in events.items()}
    begun = int((batch._games.copy_to_host() - numbers).sum()) // count
    decisions = count * steps - begun // 2  # in the steps of either kind
    shown = 2 * game.kind.observation.length + game.kind.actions
    return {
        "batch": count,
        "decisions_per_second": round(decisions / seconds["step"]),
        "with_drawing_them": round(decisions / seconds["both"]),
        "bytes_shown": shown,
        "shown_gigabytes_per_second": round(shown * count * steps / seconds["step"] / 1e9),
        **batch.kernel_facts(),
    }


def taken_without_copying() -> dict[str, str]:
    """Whether PyTorch and JAX, where installed, take what a batch shows at the same address, and step it."""
    from commandery.envs.gpu import GpuBatch

    batch = GpuBatch(commandery.game("templari", players=4), 1024)
    address = batch.observations.__cuda_array_interface__["data"][0]
    found = {}
    try:
        import torch

        rows, masks = torch.from_dlpack(batch.observations), torch.from_dlpack(batch.masks)
        before = rows.clone()
        batch.step(masks.float().argmax(0))
        same = rows.data_ptr() == address and not torch.equal(before, rows)
        found["torch"] = f"{torch.__version__}: {'same memory' if same else 'COPIED'}"
    except ModuleNotFoundError:
        found["torch"] = "not installed"
    try:
        import jax

        taken = jax.dlpack.from_dlpack(batch.observations)
        same = taken.unsafe_buffer_pointer() == address
        batch.step(jax.numpy.argmax(jax.dlpack.from_dlpack(batch.masks), axis=0))
        found["jax"] = f"{jax.__version__}: {'same memory' if same else 'COPIED'}"
    except ModuleNotFoundError:
        found["jax"] = "not installed"
    batch.check()
    return found


def measure_pgx() -> list[dict[str, Any]]:
    """Pgx, in a process of its own."""
    command = [sys.executable, str(Path(__file__).with_name("pgx_peer.py"))]
    environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return [{"library": "pgx", "error": f"took longer than {PATIENCE} s"}]
    if done.returncode:
        return [{"library": "pgx", "error": (done.stderr.strip().splitlines() or ["no answer"])[-1]}]
    rows: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return rows


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
    fault = disagreement()
    if fault:
        return stop(fault)
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
            if not row["equal_to_cpu"]:
                return stop(f"{how} of {kind.name}")
    for kind in commandery.games():
        game = kind.setup(players=4)
        if not steps_agree(game):
            return stop(f"steps of {kind.name}")
        row = max((measure_steps(game, size) for size in SIZES), key=lambda row: int(row["decisions_per_second"]))
        rows.append({"game": kind.name, "players": 4, "how": "step by step", **row, "equal_to_cpu": True})
        print(rows[-1], flush=True)
    taken = taken_without_copying()
    print(taken, flush=True)
    peers = measure_pgx()
    print(*peers, sep="\n", flush=True)
    commit = {"commit": given.commit} if given.commit else {}
    save("gpu", {**commit, "device": name, "stream_known_answers": True, "by_dlpack": taken, "rows": rows + peers}, given.out)
    return 0


def stop(fault: str) -> int:
    """End without a result: what is not equal is not measured."""
    print(f"not as on the CPU: {fault}; nothing was saved", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
