"""What all environments agree on: which tables there are, and what a result is worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from commandery.core.errors import BadOption
from commandery.core.game import Game
from commandery.core.registry import find, set_up

__all__ = ["fair_game", "payoffs", "strict"]


def fair_game(name: str, players: int | None = None, board: str | Path | None = None, **options: Any) -> Game:
    """A game for learners. Honour tables, where forbidden things can be done and called out, are for people."""
    return strict(find(name).setup(players=players, board=board, **options))


def strict(game: Game) -> Game:
    """This game, or `BadOption` where it is none or its table is one of honour."""
    if set_up(game).options.get("table_rules") == "honour":
        raise BadOption("environments have strict tables only: table_rules takes 'strict' here, not 'honour'")
    return game


def payoffs(ranks: Sequence[int]) -> list[float]:
    """What each seat gets for its rank: 1 for the first, -1 for the last, evenly between; tied seats share. The sum is 0."""
    worth = []
    for rank in ranks:
        place = rank - 1 + (sum(other == rank for other in ranks) - 1) / 2
        worth.append(1 - 2 * place / (len(ranks) - 1))
    return worth
