"""The games there are, by name."""

from __future__ import annotations

import copy
import copyreg
from collections.abc import Mapping
from typing import Any

from commandery.core.errors import BadOption
from commandery.core.game import Game, GameKind
from commandery.core.options import Value, suggest

__all__ = ["find", "kinds", "register", "set_up"]

_KINDS: dict[str, GameKind[Any]] = {}


def register(kind: GameKind[Any]) -> None:
    """Make a game known by its name."""
    _KINDS[kind.name] = kind


def kinds() -> list[GameKind[Any]]:
    """All games, in the order in which they were made known."""
    return list(_KINDS.values())


def find(name: str) -> GameKind[Any]:
    """The game of this name."""
    if not isinstance(name, str) or name not in _KINDS:
        raise BadOption(f"there is no game {name!r}{suggest(str(name), _KINDS)} (there are: {', '.join(_KINDS)})")
    return _KINDS[name]


def set_up(game: object) -> Game:
    """This, if it is a game set up to be played; `BadOption` for anything else, as its name."""
    if isinstance(game, Game):
        return game
    raise BadOption(f"this takes a game that is set up, e.g. commandery.game({_example(game)!r}), not {game!r}")


def _example(given: object) -> str:
    return given if isinstance(given, str) and given in _KINDS else next(iter(_KINDS))


def _set_up_again(name: str, players: int, board: Mapping[str, Any], options: Mapping[str, Value]) -> Game:
    return find(name).setup(players, board, **options)


def _reduced(game: Game) -> tuple[Any, ...]:
    """What a game is set up from, as a record has it: so it goes to other processes, with its actions and events."""
    return _set_up_again, (game.name, game.players, copy.deepcopy(game.board.data), game.options)


copyreg.pickle(Game, _reduced)
