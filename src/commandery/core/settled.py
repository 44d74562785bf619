"""Plain data that is settled: tables and lists that can be read, compared, written as JSON and copied, but not changed.

What is built from a board is built once, and a record tells the board by its data: the two must not part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

__all__ = ["settled"]


def _refuse(*_: object, **__: object) -> NoReturn:
    raise TypeError("this belongs to a board in play and cannot be changed: change a copy.deepcopy of it, which is plain data")


class _Table(dict[str, Any]):
    """A dict that cannot be changed; its copies, also by pickle, are plain ones."""

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __deepcopy__(self, memo: object) -> dict[str, Any]:
        return {key: _plain(value) for key, value in self.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (_plain(self),)


class _List(list[Any]):
    """A list that cannot be changed, likewise."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = insert = pop = _refuse
    remove = reverse = sort = _refuse

    def __deepcopy__(self, memo: object) -> list[Any]:
        return [_plain(value) for value in self]

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (_plain(self),)


def settled(data: Any) -> Any:
    """This data, not to be changed any more; what it was made from can be."""
    if isinstance(data, Mapping):
        return _Table({key: settled(value) for key, value in data.items()})
    return _List(map(settled, data)) if isinstance(data, list) else data


def _plain(value: Any) -> Any:
    """A copy that can be changed."""
    return value.__deepcopy__(None) if isinstance(value, _Table | _List) else value
