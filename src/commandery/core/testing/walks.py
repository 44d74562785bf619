"""Random matches, for checks to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator

from commandery.core.game import Game
from commandery.core.match import BY_HAND, Match

__all__ = ["walk"]


def walk(game: Game, seed: int) -> Iterator[tuple[Match, int, int]]:
    """A random match, yielded before each move with the seat and action id that are played next. Seats that nobody waits
    for act now and then as well; chance is one of the seats."""
    rng = random.Random(seed)
    match = game.start(chance=BY_HAND)
    while not match.over:
        seats = match.may_act if rng.random() < 0.3 else match.to_act
        seat = rng.choice(seats)
        action = rng.choice(match.legal(seat))
        yield match, seat, action.id
        match.play(seat, action)
