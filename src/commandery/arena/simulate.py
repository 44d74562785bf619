"""Simulation: many games between compiled bots, on one core or several."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from commandery.arena.asked import check_bots, check_numbers
from commandery.bots import compiled_bot, loop, thinking_room
from commandery.core.errors import BadOption
from commandery.core.game import Game
from commandery.core.kernel import mount, numbers
from commandery.core.registry import set_up
from commandery.core.stream import WORDS, check_seed

__all__ = ["Broken", "Simulation", "simulate"]

_SLICE = 0.1
"""Seconds of compiled work between two looks at progress and interruption."""


class Broken(AssertionError):
    """An invariant of the rules did not hold: a fault of ours, never of the user."""


@dataclass
class Simulation:
    """What many games came to."""

    game: Game
    bots: tuple[str, ...]
    games: int
    seed: int
    jobs: int
    decisions: int = 0
    seconds: float = 0.0
    wall_seconds: float = 0.0
    sums: Any = field(default_factory=lambda: np.zeros(8, np.int64))
    shares: Any = field(default_factory=lambda: np.zeros(8, np.int64))
    histogram: Any = field(default_factory=lambda: np.zeros(loop.HIGHEST + 1, np.int64))
    longest: tuple[int, int] = (0, 0)

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0

    def data(self) -> dict[str, Any]:
        """The results as plain data; victories of several are shared out, so that ``wins`` add up to the games."""
        seats = range(self.game.players)
        games = max(self.games, 1)
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
            "jobs": self.jobs,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "wall_seconds": round(self.wall_seconds, 6),
            "decisions_per_second": round(self.decisions_per_second),
            "wins": [round(int(self.shares[seat]) / loop.SHARES, 4) for seat in seats],
            "mean_scores": [round(int(self.sums[seat]) / games, 4) for seat in seats],
            "score_distribution": {str(score): int(self.histogram[score]) for score in np.flatnonzero(self.histogram)},
            "longest_game": {"decisions": self.longest[0], "number": self.longest[1]},
        }


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    jobs: int = 1,
    first: int = 0,
    check: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play ``games`` games; number ``n`` is the same whatever the jobs. One bot plays all seats, or one is named for each.

    At an honour table random bots alone do anything that can be done; where another plays, everybody keeps to the rules, as all
    do in the arena. With ``check`` every state is held against the rules' invariants; `Broken` names the game that broke one.
    """
    games, jobs = check_numbers(games, jobs)
    if first < 0:
        raise BadOption(f"games are counted from 0 on: the first cannot be {first}")
    bots, game, seed = check_bots(bots), set_up(game), check_seed(seed)
    if len(bots) not in (1, game.players):
        raise BadOption(f"name one bot for all seats or {game.players}, one for each, not {len(bots)}")
    named = tuple(bots) if len(bots) == game.players else tuple(bots) * game.players
    total = Simulation(game, named, games, seed, jobs)
    began = time.perf_counter()
    _Worker(game, named, seed, check).compile()
    queue = _Queue(first, games)
    workers = [_Worker(game, named, seed, check) for _ in range(jobs)]
    if jobs == 1:
        workers[0].run(queue, progress)
    else:
        with ThreadPoolExecutor(jobs) as pool:
            running = [pool.submit(worker.run, queue, progress) for worker in workers]
            try:
                for done in running:
                    done.result()
            except BaseException:
                queue.close()
                raise
    for worker in workers:
        worker.add_to(total)
    total.wall_seconds = time.perf_counter() - began
    return total


class _Queue:
    """Games still to be played, handed out in slices that take about as long each."""

    def __init__(self, first: int, games: int) -> None:
        self._next = first
        self._end = first + games
        self._lock = threading.Lock()
        self.size = 16

    def close(self) -> None:
        """Hand out no more: somebody has failed or been interrupted."""
        with self._lock:
            self._end = self._next

    def take(self) -> tuple[int, int]:
        with self._lock:
            first = self._next
            self._next = min(self._end, first + self.size)
            return first, self._next - first


class _Worker:
    """One thread's buffers and sums."""

    def __init__(self, game: Game, bots: Sequence[str], seed: int, check: bool) -> None:
        kind = game.kind
        self._plain = not check and set(bots) == {"random"}
        self._loop = kind.template("commandery.bots.loop", fold=self._plain)
        # The compiled loop offers all that can be done: greedy would offend at an honour table, and nobody could call it out.
        self._world = game.mounted_world if set(bots) == {"random"} else game.strict_world
        self._players = game.players
        self._states = mount(np.zeros(2, kind.State.dtype))
        self._trial, self._room = thinking_room(kind)
        self._bots = mount(np.array([compiled_bot(spec) for spec in bots], np.int64))
        self._seed = seed
        self._check = int(check)
        self._rng, self._out = numbers(WORDS), numbers(max(kind.most_legal, 8))
        self._clear()

    def _clear(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self._sums, self._shares = np.zeros(8, np.int64), np.zeros(8, np.int64)
        self._histogram = np.zeros(loop.HIGHEST + 1, np.int64)
        self._longest, self._fault = np.zeros(2, np.int64), np.zeros(2, np.int64)

    def compile(self) -> None:
        """Have everything compiled before the clock runs."""
        self._play(0, 0)

    def run(self, queue: _Queue, progress: Callable[[int], None] | None) -> None:
        while True:
            first, games = queue.take()
            if games == 0:
                return
            began = time.perf_counter()
            self.decisions += self._play(first, games)
            took = time.perf_counter() - began
            self.seconds += took
            if self._fault[0]:
                raise Broken(f"invariant {self._fault[0]} is broken in game {self._fault[1]} of seed {self._seed}")
            queue.size = max(1, min(2 * queue.size, int(games * _SLICE / max(took, 1e-6))))
            if progress:
                progress(games)

    def _play(self, first: int, games: int) -> int:
        """Play these games; how many decisions they took."""
        tallies = [mount(tally) for tally in (self._sums, self._shares, self._histogram, self._longest)]
        if self._plain:
            played = self._loop.play_random_games(
                self._world, self._states, self._players, self._seed, first, games, self._rng, self._out, *tallies
            )
        else:
            played = self._loop.play_games(
                self._world, self._states, self._trial, self._bots, self._players, self._seed, first, games,
                self._check, self._rng, self._out, self._room, *tallies, mount(self._fault),
            )  # fmt: skip
        return int(played)

    def add_to(self, total: Simulation) -> None:
        total.decisions += self.decisions
        total.seconds = max(total.seconds, self.seconds)
        total.sums += self._sums
        total.shares += self._shares
        total.histogram += self._histogram
        mine = (int(self._longest[0]), int(self._longest[1]))
        total.longest = max(total.longest, mine, key=lambda longest: (longest[0], -longest[1]))
