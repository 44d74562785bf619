"""Random-play speed of our games, next to other libraries measured in the same run. `make bench` runs it.

Prints a table and writes benchmarks/results/cpu.json. A decision is one choice of one player; chance is played but not counted.
At the end stands how many times as fast our games are as the fastest of OpenSpiel's in its own C++ loop, as its oware, and as
catanatron.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from report import ROOT, peers_python, save

import commandery
from commandery.core.game import Game
from commandery.core.kernel import numbers
from commandery.core.stream import WORDS, seed_stream
from commandery.envs import Batch, Solo
from commandery.envs.gymnasium import VectorEnv

SIDE_BY_SIDE = 512  # games of the vector environment
WANTED = {"open_spiel": 10, "catanatron": 500}  # times as fast, to be reached
ALSO = "oware"  # compared with too: OpenSpiel's fastest, pig, is two actions and a die
Row = dict[str, Any]


def timed(play: Callable[[int], int], seconds: float) -> tuple[int, float]:
    """Decisions and seconds of the quickest of three runs, each about as long as asked; ``play`` gets a number of games."""
    play(1)  # compiles
    games = 1
    while True:
        began = time.perf_counter()
        play(games)
        took = time.perf_counter() - began
        if took > seconds / 20:
            break
        games *= 4
    games = max(1, int(games * seconds / 3 / took))
    runs = []
    for _ in range(3):
        began = time.perf_counter()
        decisions = play(games)
        runs.append((decisions, time.perf_counter() - began))
    return min(runs, key=lambda run: run[1] / run[0])


class Ways:
    """The ways in which a game is driven, each a function of a number of games that returns the decisions made."""

    def __init__(self, game: Game) -> None:
        kind = game.kind
        self.game = game
        self._loops = kind.template("loops", fold=True)
        self._states = np.zeros(2, kind.State.dtype)
        self._rng = numbers(WORDS)
        self._out = numbers(kind.most_legal)

    def lists(self, games: int) -> int:
        loop = self._loops.with_lists
        return int(loop(self.game.world, self._states, games, self._rng, self._out))

    def picks(self, games: int) -> int:
        return int(self._loops.with_picks(self.game.world, self._states, games, self._rng))

    def calls(self, games: int) -> int:
        """One call from Python a decision, which is drawn in compiled code."""
        decisions = 0
        drive, step, world = self.game.kind.drive, self._loops.one_decision, self.game.world
        state, rng = self._states[:1], self._rng
        for number in range(games):
            seed_stream(rng, 1, number)
            state[:] = np.zeros(1, state.dtype)
            drive.start(world, state)
            seats = step(world, state, rng)  # chance begins
            while seats:
                seats = step(world, state, rng)
                decisions += 1
        return decisions

    def objects(self, games: int) -> int:
        """`match.legal` and `match.play` with Action objects."""
        decisions = 0
        choose = random.Random(1).random
        for number in range(games):
            match = self.game.start(seed=number)
            while seats := match.to_act:
                actions = match.legal(seats[0])
                match.play(seats[0], actions[int(choose() * len(actions))])
                decisions += 1
        return decisions

    def solo(self, games: int) -> int:
        """`commandery.envs.Solo`, the choice made in Python."""
        decisions = 0
        choose = random.Random(1).random
        solo = Solo(self.game)
        for number in range(games):
            solo.reset(number)
            while not solo.over:
                legal = solo.legal
                solo.step(legal[int(choose() * len(legal))])
                decisions += 1
        return decisions


HOW = {
    "lists": "compiled loop, legal list + apply",
    "picks": "compiled loop, random pick + apply",
    "calls": "from Python, one compiled random decision a call",
    "solo": "from Python, Solo: step and legal list",
    "objects": "from Python, match.legal + match.play",
}


VECTOR = {
    f"{SIDE_BY_SIDE} games side by side, Batch, buffers reused": lambda game: Batch(game, SIDE_BY_SIDE, workers=1, copy=False),
    f"{SIDE_BY_SIDE} games side by side, Gymnasium's VectorEnv": lambda game: _vector(game, copy=True),
    f"{SIDE_BY_SIDE} games side by side, VectorEnv, buffers reused": lambda game: _vector(game, copy=False),
}


def _vector(game: Game, copy: bool) -> VectorEnv:
    env = VectorEnv(game.name, SIDE_BY_SIDE, players=game.players, workers=1, copy=copy)
    env.reset(seed=1)
    return env


def timed_steps(make: Callable[[Game], Batch | VectorEnv], game: Game, seconds: float) -> tuple[int, float]:
    """Decisions and seconds of the quickest of three runs of a vector environment on one thread, observations and masks
    included. Only steps are on the clock: the actions are drawn between them. Those that begin the next game are no decisions,
    though their time counts."""
    stepping = make(game)
    batch = stepping.batch if isinstance(stepping, VectorEnv) else stepping
    rng = np.random.default_rng(1)
    runs = []
    for run in range(4):
        decisions, took = 0, 0.0
        while took < seconds / 3 and (run or took < seconds / 10):  # the first warms up: games drift apart
            shown = batch.shown
            actions = (shown.masks + rng.random(shown.masks.shape, np.float32)).argmax(1)
            decisions += SIDE_BY_SIDE - int(shown.over.sum())
            began = time.perf_counter()
            stepping.step(actions)
            took += time.perf_counter() - began
        runs.append((decisions, took))
    return min(runs[1:], key=lambda run: run[1] / run[0])


def measure_ours(seconds: float) -> list[Row]:
    rows = []
    for kind in commandery.games():
        for players in range(kind.players[0], kind.players[1] + 1):
            game = kind.setup(players=players)
            ways = Ways(game)
            measures = {how: partial(timed, getattr(ways, name), seconds) for name, how in HOW.items()}
            measures |= {how: partial(timed_steps, make, game, seconds) for how, make in VECTOR.items()}
            for how, measure in measures.items():
                decisions, took = measure()
                rows.append(
                    {
                        "library": "commandery", "version": commandery.__version__, "game": f"{kind.name}, {players} players",
                        "how": how, "decisions": decisions, "seconds": round(took, 4),
                        "decisions_per_second": round(decisions / took),
                    }
                )  # fmt: skip
                print(f"  {rows[-1]['game']:22} {how:42} {rows[-1]['decisions_per_second']:>13,}", flush=True)
    return rows


def ratios(rows: list[Row]) -> list[Row]:
    """How many times as fast our games with four players are, in the compiled loop with lists, as the fastest game of each
    library that `WANTED` names; in OpenSpiel's case of those in its own C++ loop, and also as `ALSO`."""
    found = []
    for library, wanted in WANTED.items():
        theirs = [row for row in rows if row["library"] == library and "decisions_per_second" in row]
        theirs = [row for row in theirs if library != "open_spiel" or "evaluate_bots" in row["how"]]
        if not theirs:
            continue
        best = max(theirs, key=lambda row: row["decisions_per_second"])
        for peer in [best, *(row for row in theirs if row["game"].startswith(ALSO) and row is not best)]:
            for row in rows:
                if row["library"] == "commandery" and row["game"].endswith(", 4 players") and row["how"] == HOW["lists"]:
                    ratio = row["decisions_per_second"] / peer["decisions_per_second"]
                    over = f"{library} {peer['game']}"
                    found.append({"game": row["game"], "over": over, "ratio": round(ratio, 1), "wanted": wanted})
    return found


def measure_compiling() -> dict[str, float]:
    """Seconds of `commandery warm` with an empty cache and with a full one, the start of Python included."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "COMMANDERY_QUIET": "1"}
        environment.pop("NUMBA_CACHE_DIR", None)
        seconds = []
        for _ in range(2):
            began = time.perf_counter()
            command = [sys.executable, "-c", "from commandery.cli import main; main()", "warm"]
            subprocess.run(command, env=environment, check=True, capture_output=True)
            seconds.append(round(time.perf_counter() - began, 2))
    return {"cold": seconds[0], "warm": seconds[1]}


def measure_peers(seconds: float) -> list[Row]:
    """The other libraries, in a virtual environment of their own."""
    script = Path(__file__).with_name("peers.py")
    done = subprocess.run(
        [str(peers_python()), str(script), "--seconds", str(seconds)], check=True, stdout=subprocess.PIPE, text=True
    )
    rows: list[Row] = json.loads(done.stdout)
    for row in rows:
        speed = f"{row['decisions_per_second']:>13,.0f}" if "decisions_per_second" in row else row["error"]
        print(f"  {row['library']:10} {row.get('game', ''):34} {speed}  {row.get('how', '')[:60]}", flush=True)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes")
    parser.add_argument("--no-peers", action="store_true", help="leave the other libraries out")
    given = parser.parse_args()
    print("Random play, decisions a second on one core")
    rows = measure_ours(given.seconds)
    if not given.no_peers:
        try:
            rows += measure_peers(given.seconds)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"  the other libraries could not be measured: {error}")
    sizes = {kind.name: kind.State.dtype.itemsize for kind in commandery.games()}
    compiling = measure_compiling()
    print(f"  state size in bytes: {sizes}")
    print(f"  compiling everything: {compiling['cold']} s with an empty cache, {compiling['warm']} s with a full one")
    times = ratios(rows)
    for row in times:
        print(f"  {row['game']:22} over {row['over']:50} {row['ratio']:>9,.1f} times (wanted: {row['wanted']})")
    path = save("cpu", {"state_bytes": sizes, "compile_seconds": compiling, "ratios": times, "rows": rows})
    print(f"written to {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
