"""Options of a game: what can be chosen when a match is set up, and the errors for what cannot."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from commandery.core.errors import BadOption

__all__ = ["Option", "Value", "nearest", "resolve", "suggest"]

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, the values it takes, what people call it and a sentence of explanation (both marked ``N_``). The
    first value is the default; an option that takes a range of numbers names its default."""

    name: str
    values: tuple[Value, ...] | range
    title: str
    help: str
    preset: Value | None = None

    @property
    def default(self) -> Value:
        return self.values[0] if self.preset is None else self.preset

    @property
    def choices(self) -> str:
        """The values in words."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return ", ".join(repr(value) for value in self.values)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that may have been meant."""
    return next(iter(difflib.get_close_matches(word, list(known), 1)), None)


def suggest(word: str, known: Iterable[str]) -> str:
    """``"; did you mean X?"`` where a known word is near, else nothing."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


def resolve(game: str, options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option with the value given or its default; `BadOption` for a name or value that does not exist."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            takes = ", ".join(["players", "board", *known])
            raise BadOption(f"{game} has no option {name!r}{suggest(name, known)} (it takes {takes})")
    return {name: _value(option, given.get(name, option.default)) for name, option in known.items()}


def _value(option: Option, value: object) -> Value:
    given = value.item() if isinstance(value, np.generic) else value
    for choice in option.values:
        if given == choice and type(given) is type(choice):
            return choice
    raise BadOption(f"option {option.name} takes {option.choices}, not {value!r}")
