"""One game, a step at a time, with as little as possible between Python and the compiled rules. Needs nothing but NumPy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from commandery.core.contract import SEATS, WAIT
from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.kernel import mount, numbers
from commandery.core.layout import StateArray
from commandery.core.observation import OBSERVED
from commandery.core.stream import WORDS, check_seed, seed_stream
from commandery.envs.fair import payoffs, strict

__all__ = ["Solo"]


class Solo:
    """One game for loops in Python that want speed: action ids in, action ids out, chance plays by itself. No history, no
    events, nothing to take back: a `Match` has these. Seed 7 is the game that ``game.start(seed=7)`` begins::

        solo = Solo(commandery.game("templari", players=4), seed=7)
        while not solo.over:
            solo.step(solo.legal[0])
        solo.rewards
    """

    states: StateArray
    """The position, secrets included: an array of one record."""
    seat: int
    """Who decides: the lowest seat that owes a decision. When the game is over, the one that ended it."""
    legal: list[int]
    """What that seat may do, as action ids, the smallest first; nothing when the game is over."""
    over: bool

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = strict(game)
        kind = game.kind
        self._position = kind.State.empty()
        kind.drive.start(game.mounted_world, mount(self._position))
        self._single = kind.template("commandery.envs.stepping").single
        self._make_room()
        self._seed = check_seed(seed)
        self.reset()

    def _make_room(self) -> None:
        """Arrays of its own for the position, the chance to come and the legal actions."""
        kind = self.game.kind
        self.states = kind.State.empty()
        self._rng = numbers(WORDS)
        self._out = np.zeros(kind.most_legal, np.int64)
        self._mounted = (self.game.mounted_world, mount(self.states), self._rng, mount(self._out))

    def reset(self, seed: int | None = None) -> None:
        """Begin the game of this seed, or the same again."""
        if seed is not None:
            self._seed = check_seed(seed)
        seed_stream(self._rng, self._seed, 0)
        self.states[:] = self._position
        self.seat, self.legal, self.over = 0, [WAIT], False
        self.step(WAIT)

    def copy(self, seed: int | None = None) -> Solo:
        """The same position, to be played on apart from this one. Chance goes on as it does here; or from a seed, for whoever
        looks ahead and must not know what will come up."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._make_room()
        twin.states[:] = self.states
        twin.legal = list(self.legal)
        if seed is None:
            for word in range(WORDS):
                twin._rng[word] = self._rng[word]
        else:
            seed_stream(twin._rng, check_seed(seed), 0)
        return twin

    def __copy__(self) -> Solo:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Solo:
        return self.copy()

    def step(self, action: int) -> None:
        """The seat does this, and chance what follows; an action that is not legal is an error and changes nothing."""
        if action not in self.legal:
            raise CommanderyError(self._why_not(action))
        world, states, rng, out = self._mounted
        answer = self._single(world, states, self.seat, int(action), rng, out)
        if answer:
            self.seat = answer & 0xFF
            self.legal = self._out[: answer >> 8].tolist()
        else:
            self.legal, self.over = [], True

    @property
    def rewards(self) -> list[float]:
        """What the game is worth to each seat, once it is over: see `payoffs`. Before that, 0."""
        if not self.over:
            return [0.0] * self.game.players
        points, ranks = numbers(SEATS), numbers(SEATS)
        self.game.kind.drive.result(*self._mounted[:2], points, ranks)
        return payoffs([int(ranks[seat]) for seat in range(self.game.players)])

    def observe(self, seat: int | None = None) -> npt.NDArray[np.int16]:
        """What a seat sees, or the one that decides, as a row of numbers: see ``docs/observations.md``."""
        seat = self.seat if seat is None else seat
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.game.players:
            raise CommanderyError(f"there is no seat {seat!r}: the seats are 0 to {self.game.players - 1}")
        observation = self.game.kind.observation
        row = np.zeros(observation.length, OBSERVED)
        observation.write(self._mounted[0][0], self._mounted[1][0], seat, mount(row))
        return row

    def _why_not(self, action: int) -> str:
        if self.over:
            return "the game is over: reset begins another"
        return f"seat {self.seat}: action {action!r} is not legal now; legal are {self.legal}"
