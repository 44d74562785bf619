"""Another match that one seat could just as well be in: all that it cannot know is dealt anew, in the history too."""

from __future__ import annotations

from typing import Any

import numpy as np

from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.match import BY_HAND, Match

__all__ = ["deal_anew"]

Cell = tuple[str, int]
"""A number of the state that some seat cannot know: the field and where in it."""


def deal_anew(match: Match, seat: int, seed: int) -> Match:
    """The match as ``seat`` may imagine it, from its first move on: what the seat saw happened in both; what it could not see
    comes from ``seed`` and tells nothing of what was. It can be played on, chance by hand, and not be taken back further."""
    wanted = match.imagine(seat, seed)
    states = _unknown_numbers(match)
    target = _numbers(match, wanted)
    fitting, dropped = _secret_moves(match, seat, states)
    again = match.game.start(chance=BY_HAND)
    for number, move in enumerate(match.history):
        if number in dropped:
            continue
        action = move.action
        if any(states[number + 1][cell] != target[cell] for cell in fitting.get(number, ())):
            action = _action_for(again, move.seat, {cell: target[cell] for cell in fitting[number]})
        again.play(move.seat, action)
    again.begun = len(again.history)
    assert again.state == wanted.tobytes(), f"{match.game.name}: there is no history of what seat {seat} imagines"
    return again


def _numbers(match: Match, state: Any) -> dict[Cell, int]:
    return {(name, i): int(number) for name in match.game.kind.unknown for i, number in enumerate(state[name].ravel())}


def _unknown_numbers(match: Match) -> list[dict[Cell, int]]:
    """What some seat cannot know, before each move and after the last."""
    dtype = match.state_array().dtype
    states = [*(move.before for move in match.history), match.state]
    return [_numbers(match, np.frombuffer(state, dtype)) for state in states]


def _secret_moves(match: Match, seat: int, states: list[dict[Cell, int]]) -> tuple[dict[int, set[Cell]], set[int]]:
    """Of the moves that the seat did not see: by number, those that last set something it still does not know, and what; and
    those that set what was set again before anybody saw it, or changed nothing: nobody misses them."""
    last: dict[Cell, int] = {}
    dropped: set[int] = set()
    for number, move in enumerate(match.history):
        after = match.history[number + 1].before if number + 1 < len(match.history) else match.state
        unseen = move.seen_by(seat)[0] is None
        if unseen and move.before == after:
            dropped.add(number)
            continue
        for cell, value in states[number + 1].items():
            if value == states[number][cell]:
                continue
            earlier = last.pop(cell, None)
            if unseen:
                last[cell] = number
                if earlier is not None and match.history[earlier].seat == move.seat:  # else it came to light
                    dropped.add(earlier)
    fitting: dict[int, set[Cell]] = {}
    for cell, number in last.items():
        fitting.setdefault(number, set()).add(cell)
    return fitting, dropped


def _action_for(match: Match, seat: int, wanted: dict[Cell, int]) -> Action:
    """What the seat, or chance, does so that these numbers come about."""
    options = [action for action, _ in match.outcomes()] if seat == CHANCE else match.legal(seat)
    for action in options:
        trial = match.after(len(match.history))
        trial.play(seat, action)
        numbers = _numbers(trial, trial.state_array())
        if all(numbers[cell] == value for cell, value in wanted.items()):
            return action
    raise AssertionError(f"{match.game.name}: nothing leads to what is imagined")
