"""Template: many whole games between compiled bots, without leaving compiled code. See `core.specialise`."""

from __future__ import annotations

from typing import Any

from commandery.bots.greedy import greedy
from commandery.core.contract import CHANCE, apply, broken, pick, ranking, reset, score, to_act
from commandery.core.drive import lowest_seat, playout
from commandery.core.kernel import kernel, spliced
from commandery.core.layout import Cells
from commandery.core.stream import seed_stream

__all__ = ["GREEDY", "HIGHEST", "RANDOM", "SHARES", "play_games", "play_random_games"]

TEMPLATE = True
RANDOM = 0
GREEDY = 1
SHARES = 60
"""A victory is this many shares, so that 1 to 5 winners share it without a rest."""
HIGHEST = 511
"""The last place of a histogram of scores; higher ones are counted there."""


@spliced
def _play(
    w: Any, s: Any, trial: Any, bots: Cells, check: int, rng: Cells, out: Cells, room: Cells, fault: Cells,
) -> int:  # fmt: skip
    """Play one game to its end; how many decisions it took. A broken invariant ends it and is left in ``fault``."""
    length = 0
    while True:
        seats = to_act(w, s)
        if seats == 0:
            return length
        seat = lowest_seat(seats)
        if seat == CHANCE or bots[seat] == RANDOM:
            action = pick(w, s, seat, rng)
        else:
            action = greedy(w, s, seat, rng, out, trial, room)
        length += seat != CHANCE
        apply(w, s, seat, action, None)
        if check:
            fault[0] = broken(w, s)
            if fault[0]:
                return length


@kernel
def play_games(
    world: Any, states: Any, trial: Any, bots: Cells, players: int, seed: int, first: int, games: int, check: int,
    rng: Cells, out: Cells, room: Cells, sums: Cells, shares: Cells, histogram: Cells, longest: Cells, fault: Cells,
) -> int:  # fmt: skip
    """Play games number ``first`` to ``first + games - 1`` of a seed and add up what they come to; the decisions made.

    ``longest`` keeps the length and number of the longest game. With ``check`` every state is held against the invariants:
    the first broken one is left in ``fault`` with the game's number, and ends the loop. ``trial`` and ``room`` are `greedy`'s.
    """
    decisions = 0
    for game in range(first, first + games):
        seed_stream(rng, seed, game)
        states[0] = states[1]
        reset(world[0], states[0])
        length = _play(world[0], states[0], trial, bots, check, rng, out, room, fault)
        if fault[0]:
            fault[1] = game
            return decisions
        decisions += length
        _tally(world[0], states[0], players, game, length, out, sums, shares, histogram, longest)
    return decisions


@kernel
def play_random_games(
    world: Any, states: Any, players: int, seed: int, first: int, games: int,
    rng: Cells, out: Cells, sums: Cells, shares: Cells, histogram: Cells, longest: Cells,
) -> int:  # fmt: skip
    """The same games between random bots alone, unchecked. (By itself it calls the rules in one place each, so that the
    compiler folds them into the loop: half as fast again.)"""
    decisions = 0
    for game in range(first, first + games):
        seed_stream(rng, seed, game)
        states[0] = states[1]
        reset(world[0], states[0])
        length = playout(world[0], states[0], rng)
        decisions += length
        _tally(world[0], states[0], players, game, length, out, sums, shares, histogram, longest)
    return decisions


@kernel
def _tally(
    w: Any, s: Any, players: int, game: int, length: int,
    out: Cells, sums: Cells, shares: Cells, histogram: Cells, longest: Cells,
) -> None:  # fmt: skip
    """Add a finished game's scores, victory and length."""
    if length > longest[0]:
        longest[0] = length
        longest[1] = game
    score(w, s, out)
    for seat in range(players):
        sums[seat] += out[seat]
        histogram[min(max(out[seat], 0), HIGHEST)] += 1
    ranking(w, s, out)
    winners = 0
    for seat in range(players):
        winners += out[seat] == 1
    for seat in range(players):
        if out[seat] == 1:
            shares[seat] += SHARES // winners
