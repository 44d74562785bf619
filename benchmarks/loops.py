"""Template: the loops that are measured, compiled for each game. See `commandery.core.specialise`."""

from __future__ import annotations

from typing import Any

from commandery.core.contract import CHANCE, apply, pick, reset, to_act
from commandery.core.drive import lowest_seat, playout, playout_listed
from commandery.core.kernel import kernel
from commandery.core.layout import Cells
from commandery.core.stream import seed_stream

TEMPLATE = True


@kernel
def with_lists(world: Any, states: Any, games: int, rng: Cells, out: Cells) -> int:
    """Random games to the end, each choice from a written list of the legal actions; how many decisions."""
    decisions = 0
    for game in range(games):
        seed_stream(rng, 1, game)
        states[0] = states[1]
        reset(world[0], states[0])
        decisions += playout_listed(world[0], states[0], rng, out)
    return decisions


@kernel
def with_picks(world: Any, states: Any, games: int, rng: Cells) -> int:
    """The same games, each choice drawn without a list; how many decisions."""
    decisions = 0
    for game in range(games):
        seed_stream(rng, 1, game)
        states[0] = states[1]
        reset(world[0], states[0])
        decisions += playout(world[0], states[0], rng)
    return decisions


@kernel
def one_decision(world: Any, states: Any, rng: Cells) -> int:
    """One decision at random, and the chance that follows; who is to act then."""
    w = world[0]
    s = states[0]
    seat = lowest_seat(to_act(w, s))
    apply(w, s, seat, pick(w, s, seat, rng), None)
    while to_act(w, s) >> CHANCE:
        apply(w, s, CHANCE, pick(w, s, CHANCE, rng), None)
    return to_act(w, s)
