"""Template: single steps and random playouts of any game, in compiled code. See `specialise`."""

from __future__ import annotations

from typing import Any

from commandery.core.bits import first
from commandery.core.contract import (
    ACTIONS,
    CHANCE,
    apply,
    broken,
    chance,
    estimate,
    legal,
    may_act,
    pick,
    ranking,
    redeal,
    refusal,
    reset,
    reveals,
    score,
    to_act,
)
from commandery.core.kernel import kernel
from commandery.core.layout import Cells, Grid
from commandery.core.stream import below, weighted

TEMPLATE = True

__all__ = [
    "acting", "carry_out", "deal_again", "disagreement", "fault", "list_and_pick", "list_chance", "list_legal",
    "lowest_seat", "pick_listed", "pick_one", "playout", "playout_listed", "playout_one", "result", "start", "step", "value",
]  # fmt: skip


@kernel
def start(world: Any, states: Any) -> None:
    """Make a zeroed state the first position."""
    reset(world[0], states[0])


@kernel
def carry_out(world: Any, states: Any, seat: int, action: int, events: Grid) -> int:
    """Carry out an action and leave its facts in ``events``. Who is to act next, shifted by 8 who may act, by 16 whether
    something was revealed, as the end of a game does, by 17 how many facts there are."""
    w = world[0]
    s = states[0]
    shown = reveals(w, s, seat, action)
    events[0, 0] = 0
    apply(w, s, seat, action, events)
    seats = to_act(w, s)
    if seats == 0:
        shown = 1
    return seats | may_act(w, s) << 8 | shown << 16 | events[0, 0] << 17


@kernel
def step(world: Any, states: Any, seat: int, action: int, events: Grid) -> int:
    """`carry_out` if the action is legal; else minus the reason for refusing it, and nothing has changed."""
    reason = refusal(world[0], states[0], seat, action)
    return -reason if reason else carry_out(world, states, seat, action, events)


@kernel
def acting(world: Any, states: Any) -> int:
    """Who is to act, and shifted by 8 who may act."""
    return to_act(world[0], states[0]) | may_act(world[0], states[0]) << 8


@kernel
def list_legal(world: Any, states: Any, seat: int, out: Cells) -> int:
    """`contract.legal`, for calls from Python."""
    return legal(world[0], states[0], seat, out)


@kernel
def list_chance(world: Any, states: Any, out: Cells, weights: Cells) -> int:
    """`contract.chance`, for calls from Python."""
    return chance(world[0], states[0], out, weights)


@kernel
def pick_one(world: Any, states: Any, seat: int, rng: Cells) -> int:
    """`contract.pick`, for calls from Python."""
    return pick(world[0], states[0], seat, rng)


@kernel
def fault(world: Any, states: Any) -> int:
    """`contract.broken`, for calls from Python."""
    return broken(world[0], states[0])


@kernel
def deal_again(world: Any, states: Any, seat: int, rng: Cells) -> None:
    """`contract.redeal`, for calls from Python."""
    redeal(world[0], states[0], seat, rng)


@kernel
def value(world: Any, states: Any, seat: int) -> int:
    """`contract.estimate`, for calls from Python."""
    return estimate(world[0], states[0], seat)


@kernel
def result(world: Any, states: Any, points: Cells, ranks: Cells) -> None:
    """`contract.score` and `contract.ranking`, for calls from Python."""
    score(world[0], states[0], points)
    ranking(world[0], states[0], ranks)


@kernel
def lowest_seat(seats: int) -> int:
    """The lowest seat of a mask that is not empty. (CHANCE, the highest, acts alone.)"""
    return first(seats)


@kernel
def pick_listed(w: Any, s: Any, seat: int, rng: Cells, out: Cells, weights: Cells) -> int:
    """`pick`, by way of the list of what is possible."""
    if seat == CHANCE:
        return out[weighted(rng, weights, chance(w, s, out, weights))]
    return out[below(rng, legal(w, s, seat, out))]


@kernel
def playout_listed(w: Any, s: Any, rng: Cells, out: Cells) -> int:
    """Play at random to the end, each decision from the list of legal actions; how many they were, chance not counted."""
    decisions = 0
    while True:
        seats = to_act(w, s)
        if seats == 0:
            return decisions
        seat = lowest_seat(seats)
        decisions += seat != CHANCE
        if seat == CHANCE:
            action = pick(w, s, seat, rng)
        else:
            action = out[below(rng, legal(w, s, seat, out))]
        apply(w, s, seat, action, None)


@kernel
def playout(w: Any, s: Any, rng: Cells) -> int:
    """As `playout_listed`, move for move, without writing lists."""
    decisions = 0
    while True:
        seats = to_act(w, s)
        if seats == 0:
            return decisions
        seat = lowest_seat(seats)
        decisions += seat != CHANCE
        apply(w, s, seat, pick(w, s, seat, rng), None)


@kernel
def playout_one(world: Any, states: Any, rng: Cells) -> int:
    """`playout`, for calls from Python."""
    return playout(world[0], states[0], rng)


@kernel
def disagreement(world: Any, states: Any, seat: int, out: Cells) -> int:
    """The first action on which `contract.legal` and `contract.refusal` disagree, else -1. For tests."""
    w = world[0]
    s = states[0]
    n = legal(w, s, seat, out)
    listed = 0
    for action in range(ACTIONS):
        in_list = listed < n and out[listed] == action
        listed += in_list
        if in_list != (refusal(w, s, seat, action) == 0):
            return action
    return -1


@kernel
def list_and_pick(world: Any, states: Any, seat: int, rng: Cells, out: Cells, weights: Cells) -> int:
    """`pick_listed`, for calls from Python."""
    return pick_listed(world[0], states[0], seat, rng, out, weights)
