"""Actions: one number each from a game's fixed table, with a short notation and a sentence."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence

from commandery.core.errors import InvalidAction
from commandery.core.language import Message
from commandery.core.options import nearest

__all__ = ["Action", "ActionTable"]

_Describe = Callable[[int, str, Sequence[str] | None], str]


class Action:
    """Something a seat can do, or an outcome of chance. ``str(action)`` is its notation, ``action.id`` its number."""

    __slots__ = ("_describe", "game", "id", "notation")

    def __init__(self, game: str, id: int, notation: str, describe: _Describe) -> None:
        self.game = game
        self.id = id
        self.notation = notation
        self._describe = describe

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Action({self.game!r}, {self.id}, {self.notation!r})"

    def __int__(self) -> int:
        return self.id

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self.id == other.id and self.game == other.game and self.notation == other.notation

    def __hash__(self) -> int:
        return hash((self.game, self.id))

    def describe(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """What it means, as a sentence; ``names`` are the players', by seat."""
        return self._describe(self.id, language, names)


class ActionTable:
    """All actions of a game on its board, by id; `parse` reads notation, ids and actions alike."""

    all: tuple[Action, ...]

    def __init__(self, game: str, notations: Iterable[str], describe: _Describe) -> None:
        self._game = game
        self.all = tuple(Action(game, id, notation, describe) for id, notation in enumerate(notations))
        self._by_notation = {action.notation: action for action in self.all}
        assert len(self._by_notation) == len(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, id: int) -> Action:
        return self.all[id]

    def parse(self, given: Action | str | int) -> Action:
        """The action that a notation, an id or an action of the same game stands for."""
        if isinstance(given, Action):
            if given.game == self._game and 0 <= given.id < len(self) and self.all[given.id].notation == given.notation:
                return self.all[given.id]
            where = "another board" if given.game == self._game else f"{given.game}, not of {self._game}"
            raise InvalidAction(f"{given.notation!r} is an action of {where}")
        if isinstance(given, str):
            found = self._by_notation.get(" ".join(given.split()))
            if found is None:
                raise self._unknown(given)
            return found
        try:
            id = operator.index(given)
        except TypeError:
            id = None
        if id is None or isinstance(given, bool):
            raise InvalidAction(f"{given!r} is no action: give an Action, its notation or its number")
        if not 0 <= id < len(self):
            raise InvalidAction(f"{id} is no action of {self._game}: they are numbered 0 to {len(self) - 1}")
        return self.all[id]

    def _unknown(self, given: str) -> InvalidAction:
        """The error for a text that is no notation; it names the notation that may have been meant."""
        values = {"given": repr(given[:40]), "game": self._game, "near": nearest(given, self._by_notation)}
        if values["near"]:
            # Translators: given is what somebody typed, game a short name (templari), near a notation (bid 7)
            return InvalidAction(Message("{given} is no action of {game}; did you mean {near}?"), values)
        return InvalidAction(Message("{given} is no action of {game}"), values)
