"""Every game, option set and number of players goes through the conformance suite that we ship."""

from __future__ import annotations

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


@pytest.mark.sized("leaks")
@pytest.mark.parametrize(("name", "options"), HIDING)
def test_a_planted_leak_of_each_secret_field_is_caught(name: str, options: dict[str, Any], size: int) -> None:
    """The secrecy check compares states that really differ, and fails on a view that gives a secret away."""
    game = commandery.game(name, **options)
    for seed in range(size):
        assert testing.check_secrets(game, seed) > 0
        testing.check_planted_leaks(game, seed)


def test_every_game_that_names_secrets_is_tested_for_leaks() -> None:
    assert {case.values[0] for case in HIDING} == {
        kind.name for kind in commandery.games() if kind.name in GAMES and kind.secrets
    }


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.sized(f"random_games_{name}")) for name in GAMES])
def test_random_games_break_no_invariant(name: str, size: int, progress: Progress) -> None:
    """Games spread over all option sets, every state held against the compiled invariants."""
    sets = option_sets(name)
    slice_ = max(1, min(20_000, size // len(sets)))
    while progress.done < size:
        options = sets[progress.done // slice_ % len(sets)]
        simulate(commandery.game(name, **options), slice_, seed=11, jobs=2, first=progress.done, check=True)
        progress.advance(slice_)
