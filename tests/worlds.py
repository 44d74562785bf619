"""Worlds that differ only in what a seat cannot know: to it they must look alike."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import commandery
from commandery.bots import Sight
from commandery.core.match import BY_HAND, Match
from commandery.core.testing import walk
from conftest import GAMES

__all__ = ["HIDING", "two_histories", "two_worlds"]

HIDING = [name for name in GAMES if commandery.game(name).kind.unknown]
"""The games in which there is something that nobody can work out."""


def two_worlds(name: str, **options: Any) -> Iterator[tuple[Sight, Sight]]:
    """Without end: what a seat that has a choice sees in a random position, and in one that differs in what it cannot know."""
    game, rng = commandery.game(name, **options), random.Random(1)
    for seed in itertools.count(1):
        for match, seat, _ in walk(game, seed):
            if seat >= game.players or seat not in match.to_act:
                continue
            other = match.state_array()
            game.kind.scramble(game.world, other, seat, rng.randrange)
            if other.tobytes() != match.state and len(Sight(match, seat).legal) > 1:
                yield _sight(match, match.state, seat), _sight(match, other.tobytes(), seat)


def two_histories(name: str, **options: Any) -> Iterator[tuple[Sight, Sight]]:
    """Without end: what a seat that has a choice sees after another has just chosen secretly, and had it chosen otherwise."""
    game = commandery.game(name, **options)
    for seed in itertools.count(1):
        for match, seat, _ in walk(game, seed):
            others = [other for other in match.may_act if other != seat]
            if seat not in match.to_act or not others or match.history[-1].seat not in others or len(match.legal(seat)) < 2:
                continue
            last = match.history[-1]
            twin = game.start(chance=BY_HAND)
            for move in match.history[:-1]:
                twin.play(move.seat, move.action)
            if len(twin.may_act) == 1:
                continue  # that was no secret choice
            twin.play(last.seat, next(action for action in twin.legal(last.seat) if action != last.action))
            yield Sight(match, seat), Sight(twin, seat)


def _sight(match: Match, state: bytes, seat: int) -> Sight:
    twin = match.game.start(chance=BY_HAND)
    twin._set_state(state)
    return Sight(twin, seat)
