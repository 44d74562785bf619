"""Plain data of the shape of a board: what can be taken hold of is where it is looked for, and places can be moved."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["Path", "at_path", "is_like", "is_point", "points_under", "read_path", "spell_path"]

Path = tuple[str | int, ...]
"""The way to a value: keys of tables, and numbers of elements of lists."""
_MOST = 300  # elements of a list
_LARGEST = 100_000
_LONGEST = 80  # letters of a text
_NO_PLACES = frozenset({"rooms", "ships", "size", "first_tiles", "tiles", "between"})
"""Keys of lists of numbers, or of names, that are no places in the picture."""


def read_path(text: str) -> Path:
    """``room.2.label`` as ``("room", 2, "label")``."""
    return tuple(int(step) if step.isdecimal() and len(step) < 4 else step for step in text.split(".")) if text else ()


def spell_path(path: Path) -> str:
    return ".".join(str(step) for step in path)


def at_path(data: Any, path: Path) -> Any:
    """What is there; None where nothing is."""
    for step in path:
        if isinstance(step, int):
            data = data[step] if isinstance(data, list) and step < len(data) else None
        else:
            data = data.get(step) if isinstance(data, Mapping) else None
    return data


def is_point(value: object) -> bool:
    """Whether a value is a place in the picture: two numbers."""
    return isinstance(value, list) and len(value) == 2 and all(_is_number(number) for number in value)


def points_under(data: Any, path: Path) -> Iterator[Path]:
    """The paths of all places at or below a path."""
    if path and path[-1] in _NO_PLACES:
        return
    value = at_path(data, path)
    if is_point(value):
        yield path
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from points_under(data, (*path, index))
    elif isinstance(value, Mapping):
        for key in value:
            yield from points_under(data, (*path, key))


def is_like(value: object, model: object, optional: frozenset[str] = frozenset()) -> bool:
    """Whether a value has the shape of a model: the same keys, lists of the same, texts and numbers of a sensible size."""
    if isinstance(model, Mapping):
        if not isinstance(value, Mapping) or not set(value) <= set(model) or not set(model) - optional <= set(value):
            return False
        return all(is_like(value[key], model[key], optional) for key in value)
    if isinstance(model, list):
        if not isinstance(value, list) or len(value) > _MOST:
            return False
        fixed = is_point(model)
        return (not fixed or is_point(value)) and all(any(is_like(each, one, optional) for one in model) for each in value)
    if isinstance(model, str):
        return isinstance(value, str) and len(value) <= _LONGEST
    return _is_number(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and abs(value) < _LARGEST
