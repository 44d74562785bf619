"""Commandery: three board games about the Knights Templar, to play, to program and to study.

import commandery

game = commandery.game("templari", players=4)
match = game.start(seed=7)
while not match.over:
    seat = match.to_act[0]
    match.play(seat, match.legal(seat)[0])
print(match.outcome.scores)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import commandery.games  # noqa: F401  # makes the games known
from commandery.core import registry
from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.errors import BadFile, BadOption, BadRecord, CommanderyError, IllegalAction, InvalidAction
from commandery.core.event import Event
from commandery.core.game import Game, GameKind, Outcome
from commandery.core.match import BY_HAND, Match
from commandery.core.record import replay

__all__ = [
    "BY_HAND", "CHANCE", "Action", "BadFile", "BadOption", "BadRecord", "CommanderyError", "Event", "Game", "GameKind",
    "IllegalAction", "InvalidAction", "Match", "Outcome", "game", "games", "replay",
]  # fmt: skip

__version__ = "0.1.0"


def game(
    name: str, /, players: int | None = None, board: str | Path | Mapping[str, Any] | None = None, **options: object
) -> Game:
    """Set a game up: by name, with a number of players (default: the fewest), its options, and a board of your own.

    Unknown names and values raise a ValueError that says what would be right.
    """
    return registry.find(name).setup(players, board, **options)


def games() -> list[GameKind[Any]]:
    """The games there are."""
    return registry.kinds()
