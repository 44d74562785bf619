"""Options of a game: what can be chosen when a match is set up, and the errors for what cannot."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from commandery.core.errors import BadOption

__all__ = ["Option", "Value", "resolve", "suggest"]

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, the values it takes (the first is the default) and a line of explanation (marked ``N_``)."""

    name: str
    values: tuple[Value, ...]
    help: str

    @property
    def default(self) -> Value:
        return self.values[0]


def suggest(word: str, known: Iterable[str]) -> str:
    """``"; did you mean X?"`` where a known word is near, else nothing."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""


def resolve(game: str, options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option with the value given or its default; `BadOption` for a name or value that does not exist."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            takes = ", ".join(["players", "board", *known])
            raise BadOption(f"{game} has no option {name!r}{suggest(name, known)} (it takes {takes})")
    return {name: _value(option, given.get(name, option.default)) for name, option in known.items()}


def _value(option: Option, value: object) -> Value:
    for choice in option.values:
        if value == choice and type(value) is type(choice):
            return choice
    choices = ", ".join(repr(choice) for choice in option.values)
    raise BadOption(f"option {option.name} takes {choices}, not {value!r}")
