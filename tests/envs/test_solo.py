"""One game, a step at a time: the same, move for move, as a match."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

import commandery
from commandery.core.contract import WAIT
from commandery.envs import Solo, fair_game, payoffs
from conftest import GAMES


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [3, 5])
def test_the_game_is_the_one_that_a_match_plays(name: str, players: int) -> None:
    game = fair_game(name, players)
    solo, rng = Solo(game), random.Random(players)
    for seed in (7, 8):
        solo.reset(seed)
        match = game.start(seed=seed)
        while not match.over:
            seat = match.to_act[0]
            assert (solo.seat, solo.over, solo.rewards) == (seat, False, [0.0] * players)
            assert solo.legal == [action.id for action in match.legal(seat)]
            assert solo.states.tobytes() == match.state
            assert (solo.observe() == match.observe(seat)).all()
            action = rng.choice(solo.legal)
            match.play(seat, action)
            solo.step(action)
        assert (solo.seat, solo.over, solo.legal) == (seat, True, [])
        assert solo.states.tobytes() == match.state
        assert solo.rewards == payoffs(match.outcome.ranks)
        assert all((solo.observe(seat) == match.observe(seat)).all() for seat in range(players))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("action", [-1, WAIT, 100_000, None, "pass"])
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, action: int) -> None:
    solo = Solo(fair_game(name, 3), seed=2)
    before = solo.states.tobytes(), solo.seat, list(solo.legal)
    with pytest.raises(commandery.CommanderyError, match=f"seat {solo.seat}: action {action!r} is not legal now; legal are"):
        solo.step(action)
    assert (solo.states.tobytes(), solo.seat, solo.legal) == before


def test_whole_numbers_of_numpy_are_actions_too() -> None:
    one, two = Solo(fair_game("templari", 3), seed=3), Solo(fair_game("templari", 3), seed=3)
    for type in (np.int8, np.int16, np.int64, np.uint8):
        one.step(one.legal[-1])
        two.step(type(two.legal[-1]))
        assert one.states.tobytes() == two.states.tobytes()


def test_reset_begins_the_same_game_again_or_that_of_another_seed() -> None:
    solo = Solo(fair_game("journey", 3), seed=1)
    first = solo.states.tobytes()
    while not solo.over:
        solo.step(solo.legal[0])
    with pytest.raises(commandery.CommanderyError, match="the game is over: reset begins another"):
        solo.step(1)
    solo.reset()
    assert solo.states.tobytes() == first and not solo.over
    solo.reset(2)
    assert solo.states.tobytes() != first
    solo.reset(1)
    assert solo.states.tobytes() == first


@pytest.mark.parametrize("way", [Solo.copy, copy.copy, copy.deepcopy])
def test_copies_are_played_apart_and_chance_goes_on_the_same_in_both(way: Callable[[Solo], Solo]) -> None:
    solo = Solo(fair_game("templari", 3), seed=4)
    for _ in range(20):
        solo.step(solo.legal[-1])
    before = solo.states.tobytes(), solo.seat, list(solo.legal)
    twin = way(solo)
    assert twin.game is solo.game, "which need not be set up again"
    actions = []
    while not twin.over:
        actions.append(twin.legal[0])
        twin.step(twin.legal[0])
    assert (solo.states.tobytes(), solo.seat, solo.legal, solo.over) == (*before, False)
    for action in actions:
        solo.step(action)
    assert solo.over and solo.states.tobytes() == twin.states.tobytes()


def test_a_copy_with_a_seed_does_not_tell_what_will_come_up() -> None:
    solo = Solo(fair_game("templari", 3, side_auctions=False), seed=4)

    def next_lot(table: Solo) -> bytes:
        while table.states["turn"][0] == 0:
            table.step(table.legal[0])
        return table.states.tobytes()

    assert len({next_lot(solo.copy(seed)) for seed in range(8)}) > 3
    assert next_lot(solo.copy(5)) == next_lot(solo.copy(5))
    with pytest.raises(commandery.CommanderyError, match="a seed is a whole number"):
        solo.copy(-1)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(commandery.CommanderyError, match="a seed is a whole number"):
        Solo(fair_game("templari", 3), seed=-1)
    for seat in (-1, 3, 1.0, True, "0"):
        with pytest.raises(commandery.CommanderyError, match=f"there is no seat {seat!r}: the seats are 0 to 2"):
            Solo(fair_game("templari", 3)).observe(seat)  # type: ignore[arg-type]


def test_warming_up_compiles_what_it_needs() -> None:
    """In a process of its own, where nothing has been used before."""
    code = (
        "import commandery, commandery.envs as envs; game = commandery.game('templari'); envs.warm_up(game); "
        "print(len(game.kind.template('commandery.envs.stepping').single.signatures))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "1\n", done.stderr
