"""Many games side by side: the same games, move for move, as matches play one at a time."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import commandery
from commandery.core.contract import CHANCE, WAIT
from commandery.core.game import Game
from commandery.core.kernel import numbers
from commandery.core.match import BY_HAND, Match
from commandery.core.stream import WORDS, seed_stream
from commandery.envs import Batch, Solo, batch, fair_game, payoffs
from commandery.envs.batch import Shown
from commandery.envs.spaces import action_mask
from conftest import GAMES
from envs.strict import STRICT


def numbered(game: Game, seed: int, number: int) -> Match:
    """A match whose chance is that of this game of a seed, as batches number them."""
    rng = numbers(WORDS)
    seed_stream(rng, seed, number)
    match = game.start(chance=BY_HAND)
    match._draw = lambda: game.actions[game.kind.drive.pick_one(match._world, match._mounted, CHANCE, rng)]
    match._resolve_chance()
    return match


def chosen(shown: Shown, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Any legal action in each place."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in shown.masks])


def same(one: Shown, two: Shown) -> bool:
    return all((getattr(one, name) == getattr(two, name)).all() for name in Shown.__slots__)


def copied(shown: Shown) -> Shown:
    return Shown(*(getattr(shown, name).copy() for name in Shown.__slots__))


def compare(shown: Shown, place: int, match: Match, seat: int) -> None:
    """What is shown of a running or finished game, against a match."""
    assert shown.over[place] == match.over
    if not match.over:
        seat = match.to_act[0]
    assert shown.seats[place] == seat
    assert (shown.observations[place] == match.observe(seat)).all()
    assert np.flatnonzero(shown.masks[place]).tolist() == (
        [WAIT] if match.over else [action.id for action in match.legal(seat)]
    )
    worth = payoffs(match.outcome.ranks) if match.over else [0] * match.game.players
    assert shown.rewards[place].tolist() == pytest.approx(worth)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [3, 5])
def test_games_are_those_that_matches_play(name: str, players: int) -> None:
    """Move for move, into the second game of each place."""
    game = fair_game(name, players)
    many = Batch(game, 3, seed=21)
    matches = [numbered(game, 21, number) for number in range(3)]
    assert matches[0].state == game.start(seed=21).state
    games, finished = [0, 1, 2], 0
    shown, rng = many.shown, np.random.default_rng(players)
    for place, match in enumerate(matches):
        compare(shown, place, match, 0)
    while finished < 4:
        before, actions = shown, chosen(shown, rng)
        shown = many.step(actions)
        for place in range(3):
            if before.over[place]:
                games[place] += 3
                matches[place] = numbered(game, 21, games[place])
                finished += 1
            else:
                matches[place].play(int(before.seats[place]), int(actions[place]))
            assert many.states[place].tobytes() == matches[place].state
            compare(shown, place, matches[place], int(before.seats[place]))


@pytest.mark.sized("masks")
@pytest.mark.parametrize("name", GAMES)
def test_masks_are_the_legal_actions(name: str, size: int) -> None:
    """In batches and in environments, for every seat, over all strict option sets; now and then also by asking why not."""
    sets = itertools.cycle(STRICT[name])
    steps = max(1, size // len(STRICT[name]) // 8)
    rng = np.random.default_rng(size)
    done = 0
    while done < size:
        game = fair_game(name, **next(sets))
        many = Batch(game, 8, seed=done)
        match = game.start(chance=BY_HAND)
        skip = int(rng.integers(150))
        for step in range(skip + steps):
            many.step(chosen(many.shown, rng))
            if step < skip:
                continue
            for place in range(8):
                match._set_state(many.states[place].tobytes())
                compare(many.shown, place, match, int(many.shown.seats[place]))
                for seat in range(game.players):
                    legal = [action.id for action in match.legal(seat)] if seat in match.to_act else [WAIT]
                    assert np.flatnonzero(action_mask(match, seat)).tolist() == legal
                    if seat in match.to_act and done % 25 == 0:
                        assert legal == [action.id for action in game.actions.all if match.why_not(seat, action) is None]
                done += 1


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_SHARE", 4)
    game = fair_game(name, 4)
    one, two = Batch(game, 11, seed=5, workers=1), Batch(game, 11, seed=5, workers=2)
    assert one._pool is None and two._pool is not None and len(two._shares) == 2
    rng = np.random.default_rng(1)
    for _ in range(150):
        actions = chosen(one.shown, rng)
        assert same(one.step(actions), two.step(actions))
    with pytest.raises(commandery.CommanderyError, match="game 9 of the batch"):
        two.step(np.where(np.arange(11) < 9, chosen(two.shown, rng), 100_000))
    one.close()
    two.close()


@pytest.mark.parametrize("name", GAMES)
def test_greedy_opponents_repeat_whatever_the_threads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games after a reset, and on one thread as on two."""
    monkeypatch.setattr(batch, "_SHARE", 4)

    def course(many: Batch) -> bytes:
        played = []
        for number in range(120):
            greedy = (np.arange(11) + number) % 3 > 0
            played.append(np.where(greedy, many.greedy_actions(greedy), many.shown.masks.argmax(1)))
            many.step(played[-1])
        return np.array(played).tobytes()

    one, two = (Batch(fair_game(name, 4), 11, seed=5, workers=workers) for workers in (1, 2))
    first = course(one)
    assert first == course(two)
    one.reset()
    assert first == course(one)
    one.reset(6)
    assert first != course(one)
    one.close()
    two.close()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="only where a process can be kept to some cores")
def test_a_closed_batch_goes_on_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_SHARE", 1)
    game = fair_game("templari", 3)
    with_threads, without = Batch(game, 6, seed=1, workers=3), Batch(game, 6, seed=1, workers=1)
    with_threads.close()
    with_threads.close()
    actions = without.shown.masks.argmax(1)
    assert same(with_threads.step(actions), without.step(actions))


def test_there_are_no_more_threads_than_cores_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_SHARE", 4)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    for allowed in (1, 2):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, allowed=allowed: set(range(allowed)))
        many = Batch(fair_game("templari", 3), 16)
        assert len(many._shares) == allowed
        many.close()


def test_results_are_fresh_or_in_two_sets_of_arrays() -> None:
    game = fair_game("templari", 3)
    fresh, reused = Batch(game, 4, seed=8), Batch(game, 4, seed=8, copy=False)
    rng = np.random.default_rng(0)
    kept: list[tuple[Shown, Shown]] = []
    last, held = reused.shown, copied(reused.shown)
    sets = set()
    for _ in range(120):
        actions = chosen(fresh.shown, rng)
        one, two = fresh.step(actions), reused.step(actions)
        assert same(one, two)
        assert same(last, held), "a result stays valid for one further step"
        last, held = two, copied(two)
        kept.append((one, copied(one)))
        sets.add(two.masks.ctypes.data)
    assert len(sets) == 2
    assert all(same(one, copy) for one, copy in kept)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("action", [-1, WAIT, 200, 100_000, 2**62, -(2**63)])
def test_an_illegal_action_is_named_and_changes_nothing(name: str, action: int) -> None:
    many = Batch(fair_game(name, 3), 4, seed=2)
    rng = np.random.default_rng(3)
    for _ in range(20):
        many.step(chosen(many.shown, rng))
    states, shown, seen = many.states.tobytes(), many.shown, copied(many.shown)
    actions = chosen(shown, rng)
    actions[2] = action
    with pytest.raises(commandery.CommanderyError) as caught:
        many.step(actions)
    assert str(caught.value).startswith(f"game 2 of the batch, seat {shown.seats[2]}: action {action} is not legal")
    assert many.states.tobytes() == states and many.shown is shown and same(shown, seen)
    actions[2] = chosen(shown, rng)[2]
    many.step(actions)
    assert many.states.tobytes() != states


def finished(many: Batch, rng: np.random.Generator) -> Shown:
    """A batch played until a game has just ended."""
    while not many.shown.over.any():
        many.step(chosen(many.shown, rng))
    return many.shown


@pytest.mark.parametrize("action", [WAIT, 1, 12345, -7])
def test_a_finished_game_waits_and_then_the_next_begins(action: int) -> None:
    """Whatever its action: `wait` is what the mask says."""
    game = fair_game("journey", 3)
    many = Batch(game, 2, seed=4)
    rng = np.random.default_rng(0)
    shown = finished(many, rng)
    place = int(np.flatnonzero(shown.over)[0])
    assert np.flatnonzero(shown.masks[place]).tolist() == [WAIT]
    assert shown.rewards[place].sum() == pytest.approx(0) and abs(shown.rewards[place]).max() > 0
    actions = chosen(shown, rng)
    actions[place] = action
    shown = many.step(actions)
    assert not shown.over[place] and not shown.rewards[place].any()
    assert many.states[place].tobytes() == numbered(game, 4, place + 2).state


def test_reset_begins_the_same_games_again_or_those_of_another_seed() -> None:
    many = Batch(fair_game("templari", 4), 3, seed=1)
    first = copied(many.shown)
    rng = np.random.default_rng(0)
    for _ in range(200):
        many.step(chosen(many.shown, rng))
    assert same(many.reset(), first)
    assert not same(many.reset(2), first)
    assert same(many.reset(1), first)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([1, 1], r"a step takes 3 action ids, not int64 of shape \(2,\)"),
        ([1.0, 1.0, 1.0], "not float64"),
        ([True] * 3, "not bool"),
        ([[1], [1], [1]], r"shape \(3, 1\)"),
        (1, r"shape \(\)"),
    ],
)
def test_actions_of_another_shape_or_type_are_refused(actions: Any, said: str) -> None:
    with pytest.raises(commandery.CommanderyError, match=said):
        Batch(fair_game("templari", 3), 3).step(actions)


def test_what_cannot_be_is_refused() -> None:
    for count in (0, -1, 1.5, True, "3"):
        with pytest.raises(commandery.CommanderyError, match=f"count of a batch takes a whole number from 1, not {count!r}"):
            Batch(fair_game("templari", 3), count)  # type: ignore[arg-type]
    with pytest.raises(commandery.CommanderyError, match="workers of a batch takes a whole number from 1, not -1"):
        Batch(fair_game("templari", 3), 3, workers=-1)
    with pytest.raises(commandery.BadOption, match="strict tables only"):
        Batch(commandery.game("templar", 3, table_rules="honour"), 1)
    with pytest.raises(commandery.BadOption, match="strict tables only"):
        Solo(commandery.game("templar", 3, table_rules="honour"))
    for seed in (-1, None):
        with pytest.raises(commandery.CommanderyError, match=f"a seed is a whole number from 0 to .*, not {seed}"):
            Batch(fair_game("templari", 3), 1, seed=seed)  # type: ignore[arg-type]
    for make in (lambda game: Batch(game, 1), Solo):
        with pytest.raises(commandery.BadOption, match=r"e.g. commandery.game\('templari'\), not 'templari'"):
            make("templari")  # type: ignore[no-untyped-call]
    for wanted, said in (
        ([True], r"not bool of shape \(1,\)"),
        ([1, 1], "not int64"),
        ([[True], [True]], r"not bool of shape \(2, 1\)"),
    ):
        with pytest.raises(commandery.CommanderyError, match=f"wanted takes 2 truths, one a game, {said}"):
            Batch(fair_game("templari", 3), 2).greedy_actions(np.array(wanted))
    with pytest.raises(commandery.BadOption, match="strict tables only"):
        fair_game("templar", 3, table_rules="honour")


def test_payoffs_run_evenly_from_first_to_last_and_ties_share() -> None:
    assert payoffs([1, 2]) == [1, -1]
    assert payoffs([3, 1, 2]) == [-1, 1, 0]
    assert payoffs([1, 1, 3, 4]) == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])
    assert payoffs([1, 1, 1, 1, 1]) == [0] * 5
    for ranks in itertools.product(range(1, 5), repeat=4):
        fair = [1 + sum(other < rank for other in ranks) for rank in ranks]
        assert sum(payoffs(fair)) == pytest.approx(0)


def test_interpreted_batches_are_the_same() -> None:
    program = """
import hashlib, numpy as np, commandery
from commandery.envs import Batch
rng = np.random.default_rng(1)
for name in ("templari", "journey", "templar"):
    many = Batch(commandery.game(name, players=3), 3, seed=1)
    for _ in range(40):
        many.step(np.where(many.shown.masks, rng.random(many.shown.masks.shape), -1).argmax(1))
    shown = (many.states, many.shown.observations, many.shown.masks, many.shown.seats, many.shown.rewards)
    print(name, hashlib.sha256(b"".join(array.tobytes() for array in shown)).hexdigest())
"""
    printed = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | more, capture_output=True, text=True, check=True
        ).stdout
        for more in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert printed[0] == printed[1]
    assert len(printed[0].splitlines()) == 3
