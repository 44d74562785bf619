"""The example that learns, examples/train.py: what of it needs no network. How decisions are judged, and the games it is
judged by."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from commandery.envs import Batch, fair_game

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "train.py"


@pytest.fixture(scope="module")
def train() -> ModuleType:
    spec = spec_from_file_location("train", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Played:
    """What some steps of several games could have been: values, seats, rewards, ended and waited, as `play` keeps them."""

    def __init__(self, steps: int, games: int, players: int, seed: int, ends: float = 0.15) -> None:
        rng = np.random.default_rng(seed)
        self.values = rng.normal(size=(steps, games))
        self.seats = rng.integers(players, size=(steps, games))
        self.ended = rng.random((steps, games)) < ends
        self.waited = np.zeros((steps, games), bool)
        self.waited[0] = rng.random(games) < 0.3
        for step in range(steps):
            if step:
                self.waited[step] = self.ended[step - 1]
            self.ended[step] &= ~self.waited[step]
        self.rewards = np.where(self.ended[..., None], rng.normal(size=(steps, games, players)), 0)

    def judged(self, train: ModuleType) -> npt.NDArray[Any]:
        found = train.advantages(self.values, self.seats, self.rewards, self.ended, self.waited)
        return np.asarray(found)


def judged_slowly(played: Played, blend: float) -> npt.NDArray[Any]:
    """The same, from the definition: for each seat of each game the chain of its decisions, a game at a time. A decision is
    worth the discounted sum of the surprises from it on; the last is surprised by the end, or, where none is in sight, by
    nothing."""
    steps, games = played.values.shape
    found = np.zeros((steps, games))
    for game in range(games):
        begin = 0
        while begin < steps:
            ends = [step for step in range(begin, steps) if played.ended[step, game]]
            last = ends[0] if ends else steps - 1
            mine: dict[int, list[int]] = {}
            for step in range(begin, last + 1):
                if not played.waited[step, game]:
                    mine.setdefault(int(played.seats[step, game]), []).append(step)
            for seat, chain in mine.items():
                expected = [played.values[step, game] for step in chain]
                after = [*expected[1:], played.rewards[last, game, seat] if ends else expected[-1]]
                surprises = [later - now for now, later in zip(expected, after, strict=True)]
                for place, step in enumerate(chain):
                    found[step, game] = sum(blend**far * more for far, more in enumerate(surprises[place:]))
            begin = last + 1
    return found


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("ends", [0.0, 0.05, 0.3, 1.0])
def test_advantages_are_those_of_each_seats_chain_of_decisions(train: ModuleType, players: int, ends: float) -> None:
    for seed in range(5):
        played = Played(60, 7, players, seed, ends)
        assert played.judged(train) == pytest.approx(judged_slowly(played, train.LAMBDA), abs=1e-9), f"seed {seed}"


def test_a_decision_is_judged_by_the_seats_own_next_one_or_by_the_end(train: ModuleType) -> None:
    """By hand: seats 0, 1, 0, and the second decision of seat 0 ends the game; then a step that waits; then a tail."""
    played = Played(5, 1, 2, 0)
    played.values[:, 0] = [0.1, 0.2, 0.5, 9.0, 0.4]
    played.seats[:, 0] = [0, 1, 0, 0, 1]
    played.ended[:, 0] = [False, False, True, False, False]
    played.waited[:, 0] = [False, False, False, True, False]
    played.rewards[:] = 0
    played.rewards[2, 0] = [1, -1]
    last = 1 - 0.5
    wanted = [0.5 - 0.1 + train.LAMBDA * last, -1 - 0.2, last, 0, 0]
    assert played.judged(train)[:, 0] == pytest.approx(wanted)


def test_what_was_played_before_an_end_knows_nothing_of_the_next_game(train: ModuleType) -> None:
    played = Played(60, 7, 4, 3)
    before = played.judged(train)
    second = np.array([np.flatnonzero(played.waited[1:, game])[0] + 1 for game in range(7)])  # where the next game begins
    later = np.arange(60)[:, None] >= second
    played.values = np.where(later, played.values + 5, played.values)
    played.rewards = np.where(later[..., None], played.rewards * 3, played.rewards)
    after = played.judged(train)
    assert (before[~later] == after[~later]).all() and (before[later] != after[later]).any()


def test_without_torch_it_says_how_to_install_it() -> None:
    blocked = "import sys; sys.modules['torch'] = None; import runpy; runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    command = [sys.executable, "-c", blocked, str(SCRIPT), "--minutes", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "pip install 'commandery[torch]'" in done.stderr and "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("first", [0, 1])
def test_greedy_alone_wins_against_random_play(first: int) -> None:
    """The games by which a net is judged, with greedy in its place and random play in greedy's: one seat, going round."""
    games = 104
    batch = Batch(fair_game("templari", 4), games, seed=10**9 + first)
    rng = np.random.default_rng(1)
    own = (np.arange(games) + first) % 4
    worth = np.zeros((games, 4), np.float32)
    going = np.ones(games, bool)
    while going.any():
        shown = batch.shown
        mine = (shown.seats == own) & going
        actions = (shown.masks + rng.random(shown.masks.shape)).argmax(1)
        actions[mine] = batch.greedy_actions(mine)[mine]
        assert shown.masks[np.arange(games), actions].all()
        shown = batch.step(actions)
        ended = shown.over & going
        worth[ended] = shown.rewards[ended]
        going &= ~ended
    batch.close()
    best = worth == worth.max(1, keepdims=True)
    assert (best[np.arange(games), own] / best.sum(1)).mean() > 0.5
    assert worth[np.arange(games), own].mean() > 0.4
