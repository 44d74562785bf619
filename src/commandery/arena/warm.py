"""Compiling everything beforehand, by using it once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import commandery
from commandery.arena.simulate import simulate
from commandery.bots import Sight, make_bot
from commandery.core.game import Game

__all__ = ["warm_up", "warm_up_all"]

_ONE = "import sys, commandery, commandery.arena as arena; game = commandery.game(sys.argv[1]); arena.warm_up(game)"


def warm_up(game: Game) -> None:
    """Play a little with every compiled part, so that nobody waits for the compiler later."""
    simulate(game, 1, bots=["random"])
    simulate(game, 1, bots=["greedy"])
    bot = make_bot("greedy", 0)
    for seed in (0, None):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, bot.choose(Sight(match, seat)))
    commandery.replay(match.record())
    assert match.outcome.winners
    match = game.start(seed=0)
    make_bot("ismcts:16", 0).choose(Sight(match, match.to_act[0]))


def warm_up_all(names: Sequence[str], more: str = "") -> None:
    """Warm these games up, each in a process of its own, as many at a time as there are cores; there also carry out ``more``, a
    line of Python about ``game``. What they announce comes out on standard error, line by line."""
    running: list[subprocess.Popen[str]] = []

    def warm(name: str) -> None:
        process = subprocess.Popen([sys.executable, "-c", f"{_ONE}\n{more}", name], stderr=subprocess.PIPE, text=True)
        running.append(process)
        other = []
        with process:
            assert process.stderr is not None
            for line in process.stderr:
                if line.startswith("commandery: ") and line.endswith("\n"):
                    print(line, end="", file=sys.stderr, flush=True)
                else:
                    other.append(line)
        if process.returncode:
            raise RuntimeError(f"{name} cannot be compiled:\n{''.join(other)}")

    with ThreadPoolExecutor(min(len(names), os.cpu_count() or 1)) as pool:
        try:
            for _ in pool.map(warm, names):
                pass
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            raise
