"""Bots that search: information-set Monte Carlo tree search within a budget of simulations or of time."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from commandery.bots import ismcts
from commandery.bots.bot import Bot, Candidate, Sight
from commandery.bots.simple import thinking_room
from commandery.core.action import Action
from commandery.core.game import Game
from commandery.core.kernel import mount, numbers, words
from commandery.core.stream import WORDS, below, seed_stream

__all__ = ["Budget", "Ismcts", "Settings"]

SLICE = 0.004
"""Seconds of compiled work between two looks at the clock."""


@dataclass(frozen=True)
class Budget:
    """What a bot may spend on a turn: simulations, or seconds. Forced decisions are free."""

    simulations: int | None = None
    seconds: float | None = None

    @property
    def ample(self) -> bool:
        """Whether it is worth while to play on by whole turns of the greedy bot instead of at random: a simulation then takes
        some ten times as long and tells more."""
        return (self.simulations or 0) >= 2000 or (self.seconds or 0) >= 0.05

    def __str__(self) -> str:
        return str(self.simulations) if self.simulations is not None else f"{round((self.seconds or 0) * 1000)}ms"


@dataclass(frozen=True)
class Settings:
    """How to search: how curiously (in thousandths), how many visits a prior counts for, how many positions at the ends of a
    turn are judged to give an action its prior (0: only the one right after it), and up to about how many visits an action is
    rather judged by what it brought when the same seat did it later (``rave``).

    Then how a simulation is played on: ``turns`` as the greedy bot would play them, with ``width`` positions judged for each of
    their first actions; or, where that is 0, ``length`` decisions at random (negative: to the end).

    A decision may use ``share`` hundredths of what is left of its turn's budget, since others may follow in the turn."""

    explore: int = 400
    bias: int = 3
    length: int = 0
    ahead: int = 0
    turns: int = 0
    width: int = 0
    rave: int = 0
    share: int = 50


PLAIN = Settings(explore=700, bias=0, length=-1)
"""Nothing but random playouts to the end."""


class _Tree:
    """The buffers of one search in one thread."""

    def __init__(self, game: Game, settings: Settings, rows: int) -> None:
        kind = game.kind
        self._search = kind.template("commandery.bots.ismcts")
        self.table = numbers(rows, 4)
        self._later = numbers(rows if settings.rave else 1, 2)
        self.root: int = ismcts.ROOT
        self._states = mount(np.zeros(1, kind.State.dtype))
        self._path = numbers(ismcts.MOST_DEPTH, ismcts.STEP)
        self._options = numbers(kind.most_legal)
        self._out, self._ranks, self._secret = numbers(max(kind.most_legal, 8)), numbers(8), numbers(8)
        playout = (0, settings.turns, settings.width) if settings.turns else (settings.length, 0, 0)
        self._settings = words(settings.explore, settings.bias, settings.ahead, *playout, settings.rave)
        self._trial, self._room = thinking_room(kind)
        self._rng, self.counts = numbers(WORDS), numbers(ismcts.COUNT)

    def begin(self, seed: int) -> None:
        seed_stream(self._rng, seed, 1)
        for count in range(ismcts.COUNT):
            self.counts[count] = 0

    def follow(self, action: Action) -> None:
        """An action has been played openly at the root: the tree is searched on below it."""
        self.root = int(self._search.follow(self.root, action.id))

    def run(self, game: Game, position: Any, seat: int, allowed: Any, simulations: int) -> None:
        """So many simulations more."""
        self._search.search(
            game.strict_world, position, self._states, seat, self.root, allowed, len(allowed), simulations, self.table,
            self._later, self._path, self._out, self._ranks, self._secret, self._settings, self._rng, self.counts,
            self._trial, self._options, self._room,
        )  # fmt: skip

    def lead(self, seat: int, allowed: Any) -> int:
        """By how many tries the action tried most is ahead of the next."""
        return int(self._search.lead(self.table, self.root, seat, allowed, len(allowed)))

    def visits(self, seat: int, action: int) -> tuple[int, int]:
        """How often an action has been tried at the root, and the sum of what it brought."""
        found = numbers(2)
        self._search.root_visits(self.table, self.root, seat, action, found)
        return int(found[0]), int(found[1])


@dataclass(frozen=True)
class _Kept:
    """The trees of a decision, and by what the next one of the same turn is known: match, seat, move, and the action before."""

    then: tuple[int, int, int, int]
    trees: list[_Tree]


class Ismcts(Bot):
    """Searches the tree of what may happen, each seat after its own good; plays what it has tried most."""

    name = "ismcts"

    def __init__(
        self, seed: int | None = None, budget: Budget | None = None, settings: Settings | None = None, threads: int = 1
    ):
        super().__init__(seed)
        self.budget = budget or Budget(simulations=1000)
        self.settings = settings
        self.threads = threads
        self.simulations = 0
        self.decisions = 0
        self._cancelled = False
        self._turn: tuple[int, ...] | None = None
        self._left: float = 0.0
        self._kept: _Kept | None = None

    def cancel(self) -> None:
        """End the search under way soon, with the best so far; may be called from another thread."""
        self._cancelled = True

    def choose(self, sight: Sight) -> Action:
        self._cancelled = False
        self.candidates = []
        share = self._share(sight) if len(sight.legal) > 1 else 0
        trees = self._trees(sight, share)
        if len(sight.legal) == 1:
            return self._keep(sight, trees, sight.legal[0])
        root = mount(sight.imagine(below(self._rng, 1 << 30)))
        allowed = words(*(action.id for action in sight.legal))
        for tree in trees:
            tree.begin(below(self._rng, 1 << 30))
        if self.threads == 1:
            self._run(trees[0], sight, root, allowed, share)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda tree: self._run(tree, sight, root, allowed, share), trees))
        for tree in trees:
            self.simulations += int(tree.counts[ismcts.SIMULATIONS])
            self.decisions += int(tree.counts[ismcts.DECISIONS])
        self.candidates = self._candidates(sight, trees)
        return self._keep(sight, trees, self.candidates[0].action)

    def _trees(self, sight: Sight, share: float) -> list[_Tree]:
        """The trees of the last decision, where this one follows on it in the same turn; else new ones, if any are needed."""
        kept = self._kept
        last = sight.own_last_action
        if kept and last and kept.then == (sight.match_key, sight.seat, sight.move, last.id):
            for tree in kept.trees:
                tree.follow(last)
            return kept.trees
        if len(sight.legal) == 1:
            return []
        settings = self._settings(sight.game)
        return [_Tree(sight.game, settings, self._rows(2 * share)) for _ in range(self.threads)]

    def _settings(self, game: Game) -> Settings:
        """How to search this game within the budget, if nothing else was wanted."""
        if self.settings:
            return self.settings
        usual = Settings(**game.kind.thinking(game.players))
        return usual if self.budget.ample else replace(usual, turns=0)

    def _keep(self, sight: Sight, trees: list[_Tree], action: Action) -> Action:
        """Remember the trees for what follows, if the choice is seen by all."""
        then = (sight.match_key, sight.seat, sight.move + 1, action.id)
        self._kept = _Kept(then, trees) if trees and sight.alone else None
        return action

    def _share(self, sight: Sight) -> float:
        """What this decision may cost: a part of what is left of the turn, since others may follow, but all of it if the choice
        is secret. A few simulations are worth it in any case, as long as anything is left."""
        turn = (sight.match_key, sight.seat, *sight.turn)
        if turn != self._turn:
            self._turn = turn
            self._left = float(self.budget.simulations or self.budget.seconds or 0)
        share = self._left * (self._settings(sight.game).share / 100 if sight.alone else 1)
        if self.budget.simulations:
            share = max(share, min(self._left, 16.0), 1.0)
        self._left = max(self._left - share, 0.0)
        return share

    def _rows(self, share: float) -> int:
        """Rows for a search of this size, a power of two."""
        simulations = share if self.budget.simulations else share * 60_000
        return 1 << min(20, max(13, int(simulations * 24).bit_length()))

    def _run(self, tree: _Tree, sight: Sight, root: Any, allowed: Any, share: float) -> None:
        """Simulate in slices until the share is used up. A share of time ends early when nothing can overtake the action tried
        most any more; what is left of it is for the rest of the turn."""
        timed = self.budget.simulations is None
        began = now = time.perf_counter()
        size, done = 8, 0
        rest = share
        while not self._cancelled and rest > 0:
            size = size if timed else min(size, int(rest))
            tree.run(sight.game, root, sight.seat, allowed, size)
            done += size
            before, now = now, time.perf_counter()
            rates = size / max(now - before, 1e-6), done / max(now - began, 1e-6)
            if not timed:
                rest = int(share) - done
            else:
                rest = share - (now - began)
                if self.threads == 1 and rest > 0 and tree.lead(sight.seat, allowed) > max(rates) * rest:
                    self._left += rest
                    return
            within = min(SLICE, rest) if timed else SLICE
            size = max(1, min(2 * size, int(min(rates) * within)))

    def _candidates(self, sight: Sight, trees: list[_Tree]) -> list[Candidate]:
        """The actions with what was found out about them, the most tried first."""
        found = []
        for action in sight.legal:
            each = [tree.visits(sight.seat, action.id) for tree in trees]
            visits, total = sum(visits for visits, _ in each), sum(total for _, total in each)
            found.append(Candidate(action, visits, total / (visits * ismcts.ONE) if visits else 0.0))
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value))
