"""Every game, option set and number of players goes through the conformance suite that we ship."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import commandery
from commandery.arena import simulate
from commandery.core import testing
from conftest import EVERY_SET, GAMES, option_sets
from soak import Progress


@pytest.mark.sized("conformance")
@pytest.mark.parametrize(("name", "options"), EVERY_SET)
def test_conformance(name: str, options: dict[str, Any], size: int, progress: Progress) -> None:
    game = commandery.game(name, **options)
    while progress.done < size:
        testing.conform(game, [progress.done])
        progress.advance(1)


HIDING = [
    case for case in EVERY_SET if (game := commandery.game(case.values[0], **case.values[1])).kind.hidden_fields(game.options)
]

HIDING_GAMES = list(dict.fromkeys(case.values[0] for case in HIDING))


@pytest.mark.sized("leaks")
@pytest.mark.parametrize(("name", "options"), HIDING)
def test_a_planted_leak_of_each_secret_field_is_caught(name: str, options: dict[str, Any], size: int) -> None:
    """The secrecy check compares states that really differ, and fails on a view that gives a secret away."""
    game = commandery.game(name, **options)
    for seed in range(size):
        assert testing.check_secrets(game, seed) > 0
        testing.check_planted_leaks(game, seed)


@pytest.mark.sized("leak_pairs")
@pytest.mark.parametrize("name", HIDING_GAMES)
def test_states_that_differ_in_what_is_hidden_look_alike(name: str, size: int, progress: Progress) -> None:
    """As part of conformance, but as many pairs as are promised, over all option sets that hide anything."""
    sets = [case.values[1] for case in HIDING if case.values[0] == name]
    seeds = itertools.count(progress.done)
    while progress.done < size:
        seed = next(seeds)
        progress.advance(testing.check_secrets(commandery.game(name, **sets[seed % len(sets)]), seed, deals=16))


def test_every_game_that_names_secrets_is_tested_for_leaks() -> None:
    assert set(HIDING_GAMES) == {kind.name for kind in commandery.games() if kind.name in GAMES and kind.secrets}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.sized(f"random_games_{name}")) for name in GAMES])
def test_random_games_break_no_invariant(name: str, size: int, progress: Progress) -> None:
    """Games spread over all option sets, every state held against the compiled invariants."""
    sets = option_sets(name)
    slice_ = max(1, min(20_000, size // len(sets)))
    while progress.done < size:
        options = sets[progress.done // slice_ % len(sets)]
        simulate(commandery.game(name, **options), slice_, seed=11, jobs=2, first=progress.done, check=True)
        progress.advance(slice_)
