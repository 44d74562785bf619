"""Many games side by side on the CPU, stepped in compiled code across cores. Needs nothing but NumPy."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from commandery.bots import thinking_room
from commandery.core.cores import cores
from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.kernel import INTERPRETED, mount, numbers
from commandery.core.observation import OBSERVED
from commandery.core.stream import WORDS, check_seed
from commandery.envs.fair import strict
from commandery.envs.solo import Solo

__all__ = ["Batch", "Shown", "at_least_1", "warm_up"]

T = TypeVar("T")

_SHARE = 256  # games that are worth a thread
_THOUGHTS = 1 << 40  # the greedy bots' streams are numbered from here: no game is


@dataclass(frozen=True, slots=True)
class Shown:
    """What a batch shows after a step, a row for each game."""

    observations: npt.NDArray[np.int16]
    """What the seat served sees: see the game's ``observation``."""
    masks: npt.NDArray[np.bool_]
    """What it may do, by action id; in a finished game to wait, which begins the next one."""
    seats: npt.NDArray[np.int8]
    """The seat served: the lowest that owes a decision; in a finished game the one that ended it."""
    rewards: npt.NDArray[np.float32]
    """What the game that has just ended is worth to each seat, from -1 to 1 (see `payoffs`); else 0."""
    over: npt.NDArray[np.bool_]
    """Whether the game is finished."""
    acted: npt.NDArray[np.int8]
    """The seat served before the step."""
    earned: npt.NDArray[np.float32]
    """What the step was worth to it, of ``rewards``."""


_FIELDS = tuple(field.name for field in fields(Shown))


def at_least_1(name: str, number: object) -> int:
    """This number of a batch, if it is one."""
    if isinstance(number, int | np.integer) and not isinstance(number, bool) and number >= 1:
        return int(number)
    raise CommanderyError(f"{name} of a batch takes a whole number from 1, not {number!r}")


class Batch:
    """``count`` games of one kind side by side. Each step carries out one decision in every game; chance plays by itself. Place
    ``i`` plays the games ``i``, ``i + count``, ``i + 2 * count``, ... of the seed, whatever happens in other places."""

    def __init__(self, game: Game, count: int, seed: int = 0, workers: int | None = None, copy: bool = True) -> None:
        count = at_least_1("count", count)
        workers = at_least_1("workers", cores() if workers is None else workers)
        self.game = strict(game)
        kind = game.kind
        self.count = count
        self.copy = copy
        self._step = kind.template("commandery.envs.stepping", fold=True)
        self._position = kind.State.empty()
        kind.drive.start(game.mounted_world, mount(self._position))
        self.states = np.zeros(count, kind.State.dtype)
        """The positions, secrets included."""
        self._streams = np.zeros((count, WORDS), np.int64)
        self._games = np.zeros(count, np.int64)
        threads = min(workers, -(-count // _SHARE))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 and not INTERPRETED else None
        bounds = np.linspace(0, count, threads + 1).astype(int).tolist()
        self._shares = [(low, high, numbers(max(kind.most_legal, 8))) for low, high in pairwise(bounds)]
        self._buffers = [] if copy else [self._fresh(), self._fresh()]
        self.reset(check_seed(seed))

    def reset(self, seed: int | None = None) -> Shown:
        """Begin the first games of a seed: a new one, or the same again."""
        if seed is not None:
            self._seed = check_seed(seed)
        self._thoughts = _THOUGHTS
        self._games[:] = np.arange(-self.count, 0)  # as if the games before the first were finished
        finished = np.ones(self.count, np.bool_)
        return self._carry_out(np.zeros(self.count, np.int64), np.zeros(self.count, np.int8), finished)

    def step(self, actions: npt.ArrayLike) -> Shown:
        """Carry out these actions, one for the seat served in each game; in finished games they do not matter. An error names
        the first that is not legal, and nothing has changed."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise CommanderyError(f"a step takes {self.count} action ids, not {chosen.dtype} of shape {chosen.shape}")
        chosen = np.ascontiguousarray(chosen, np.int64)
        self._check(chosen)
        return self._carry_out(chosen, self.shown.seats, self.shown.over)

    def greedy_actions(self, wanted: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """What the greedy bot would do in the games that are wanted, for the seats served there; 0 in the others. Its lots are
        drawn for each place and call from the seed, so the same calls after a reset get the same answers."""
        kind = self.game.kind
        asked = np.asarray(wanted)
        if asked.shape != (self.count,) or asked.dtype != np.bool_:
            raise CommanderyError(f"wanted takes {self.count} truths, one a game, not {asked.dtype} of shape {asked.shape}")
        choose = kind.template("commandery.envs.opposition").greedy_actions
        actions = np.zeros(self.count, np.int64)
        places = mount(np.ascontiguousarray(asked & ~self.shown.over))

        def work(low: int, high: int, out: Any) -> None:
            rng = numbers(WORDS)
            trial, room = thinking_room(kind)
            choose(
                self.game.mounted_world, mount(self.states), mount(self.shown.seats), places, low, high, self._seed,
                self._thoughts, rng, out, trial, room, mount(actions),
            )  # fmt: skip

        self._map(work)
        self._thoughts += self.count
        return actions

    def close(self) -> None:
        """End the threads. Whoever goes on does so on one."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()

    def _fresh(self) -> Shown:
        kind, count = self.game.kind, self.count
        return Shown(
            np.empty((count, kind.observation.length), OBSERVED),
            np.empty((count, kind.actions), np.bool_),
            np.empty(count, np.int8),
            np.empty((count, self.game.players), np.float32),
            np.empty(count, np.bool_),
            np.empty(count, np.int8),
            np.empty(count, np.float32),
        )

    def _room(self) -> Shown:
        """Where the next step is shown: fresh arrays, or in turn one of two sets that are used again."""
        if self.copy:
            return self._fresh()
        self._buffers = self._buffers[::-1]
        return self._buffers[0]

    def _check(self, chosen: npt.NDArray[np.int64]) -> None:
        before = self.shown
        inputs = [mount(array) for array in (self.states, before.seats, before.over, chosen)]

        def refused(low: int, high: int, room: Any) -> int:
            return int(self._step.first_refused(self.game.mounted_world, *inputs, low, high))

        for place in self._map(refused):
            if place >= 0:
                said = f"seat {before.seats[place]}: action {chosen[place]} is not legal now; its mask says what is"
                raise CommanderyError(f"game {place} of the batch, {said}")

    def _carry_out(self, chosen: npt.NDArray[np.int64], seats: npt.NDArray[np.int8], over: npt.NDArray[np.bool_]) -> Shown:
        self.shown = shown = self._room()
        places = [mount(array) for array in (self._position, self.states, self._streams, self._games)]
        inputs = [mount(array) for array in (chosen, seats, over)]
        results = [mount(getattr(shown, field)) for field in _FIELDS]

        def work(low: int, high: int, room: Any) -> None:
            self._step.step(self.game.mounted_world, *places, self._seed, low, high, room, *inputs, *results)

        self._map(work)
        return shown

    def _map(self, work: Callable[[int, int, Any], T]) -> list[T]:
        """Do this for every share: its first place, the one after its last, and room for a list."""
        if self._pool is None:
            return [work(*share) for share in self._shares]
        return list(self._pool.map(work, *zip(*self._shares, strict=True)))


def warm_up(game: Game) -> None:
    """Compile what environments need beforehand, by using it once; `Batch.greedy_actions` waits till somebody asks."""
    batch = Batch(game, 1)
    batch.step(batch.shown.masks.argmax(1))
    Solo(game)
    game.start(seed=0).observe(0)
