"""Compiling everything beforehand, by using it once."""

from __future__ import annotations

import commandery
from commandery.arena.simulate import simulate
from commandery.bots import Sight, make_bot
from commandery.core.game import Game

__all__ = ["warm_up"]


def warm_up(game: Game) -> None:
    """Play a little with every compiled part, so that nobody waits for the compiler later."""
    simulate(game, 1, bots=["random"])
    simulate(game, 1, bots=["greedy"])
    bot = make_bot("greedy", 0)
    for seed in (0, None):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, bot.choose(Sight(match, seat)))
    commandery.replay(match.record())
    assert match.outcome.winners
