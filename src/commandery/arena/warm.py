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

__all__ = ["warm_up_all", "warm_up_loops", "warm_up_play"]

_PART = "import sys, commandery, commandery.arena as arena; game = commandery.game(sys.argv[1]); arena.{}(game)"


def warm_up_play(game: Game) -> None:
    """Play a little as people and bots do, so that nobody waits for the compiler later."""
    simulate(game, 1, bots=["greedy"])
    bot = make_bot("greedy", 0)
    for seed in (0, None):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.to_act[0]
            match.view(seat)
            match.play(seat, bot.choose(Sight(match, seat)))
    commandery.replay(match.record())
    assert match.outcome.winners
    match = game.start(seed=0)
    for search in ("ismcts:16", "ismcts:50ms"):  # whoever goes by the clock also looks whether it can stop early
        make_bot(search, 0).choose(Sight(match, match.to_act[0]))


def warm_up_loops(game: Game) -> None:
    """The same for loops into which the rules are folded."""
    simulate(game, 1, bots=["random"])


def warm_up_all(names: Sequence[str], more: str = "") -> None:
    """Warm these games up, each in two processes of its own, as many at a time as there are cores; in the second carry
    out ``more`` too, a line of Python about ``game``. What they announce comes out on standard error, line by line."""
    running: list[subprocess.Popen[str]] = []

    def warm(job: tuple[str, str]) -> None:
        name, program = job
        process = subprocess.Popen([sys.executable, "-c", program, name], stderr=subprocess.PIPE, text=True)
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

    parts = (_PART.format("warm_up_play"), f"{_PART.format('warm_up_loops')}\n{more}")
    jobs = [(name, part) for part in parts for name in names]
    with ThreadPoolExecutor(min(len(jobs), os.cpu_count() or 1)) as pool:
        try:
            for _ in pool.map(warm, jobs):
                pass
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            raise
