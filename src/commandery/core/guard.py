"""Guarded records for interpreted runs.

NumPy's small integers wrap in silence (``1 << np.uint8(9)`` is 0). Interpreted, the rules therefore see records and
buffers through these proxies: every read gives a Python int, every write is checked against the field's range, and no
index may be negative or past the end. What the compiled code would do wrongly without a word becomes an error here.

Underneath are memory views, which give Python ints, refuse numbers that do not fit, and are three times as fast as NumPy
at single numbers; each is made once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from commandery.core.layout import StateArray

__all__ = ["GuardedCells", "GuardedGrid", "GuardedRecord", "GuardedRecords", "guarded"]


def guarded(array: StateArray, name: str = "buffer") -> Any:
    """This array of numbers or records seen through a guard."""
    if array.dtype.names is not None:
        return GuardedRecords(array)
    return GuardedCells(array, name) if array.ndim == 1 else GuardedGrid(array, name)


class GuardedCells:
    """A row of numbers."""

    __slots__ = ("_name", "_view")

    def __init__(self, array: StateArray, name: str) -> None:
        self._name = name
        self._view = array.data

    def __len__(self) -> int:
        return len(self._view)

    def __getitem__(self, index: int) -> int:
        if index < 0:
            raise self._outside(index)
        try:
            return self._view[index]
        except IndexError:
            raise self._outside(index) from None

    def __setitem__(self, index: int, value: int) -> None:
        if index < 0:
            raise self._outside(index)
        try:
            self._view[index] = value
        except IndexError:
            raise self._outside(index) from None
        except (TypeError, ValueError):
            raise _unfit(self._view, f"{self._name}[{index}]", value) from None

    def _outside(self, index: object) -> IndexError:
        return IndexError(f"{self._name}[{index}] is outside its shape {self._view.shape}")


class GuardedGrid(GuardedCells):
    """A table of numbers, or one of more dimensions: its index has a number for each; a single number gives a row."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int):
            return guarded(np.asarray(self._view)[index], f"{self._name}[{index}]")
        if min(index) < 0:
            raise self._outside(index)
        try:
            return self._view[index]
        except IndexError:
            raise self._outside(index) from None

    def __setitem__(self, index: Any, value: int) -> None:
        if min(index) < 0:
            raise self._outside(index)
        try:
            self._view[index] = value
        except IndexError:
            raise self._outside(index) from None
        except (TypeError, ValueError):
            raise _unfit(self._view, f"{self._name}[{index}]", value) from None


class GuardedRecords:
    """A row of records; a whole one can be copied into another's place."""

    __slots__ = ("_array", "_records")

    def __init__(self, array: StateArray) -> None:
        self._array = array
        self._records = [GuardedRecord(array, index) for index in range(len(array))]

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, index: int) -> GuardedRecord:
        if not 0 <= index < len(self._records):
            raise IndexError(f"there is no record {index} among {len(self._records)}")
        return self._records[index]

    def __setitem__(self, index: int, value: Any) -> None:
        if not isinstance(value, GuardedRecord):
            raise TypeError(f"only a whole record can be copied to place {index}, not {value!r}")
        self[index].take(value)


class GuardedRecord:
    """One record of an array; its fields are read and written as the kernel functions do."""

    _place: StateArray  # an array of length 1: this record alone
    _views: dict[str, memoryview]  # of its single numbers

    def __init__(self, array: StateArray, index: int) -> None:
        self.__dict__.update(_place=array[index : index + 1], _views={})

    def take(self, other: GuardedRecord) -> None:
        """Become a copy of another record."""
        self._place[0] = other._place[0]

    def __getattr__(self, name: str) -> Any:
        """A number; or a row or table of them, which is found without this the next time."""
        if name in self._views:
            return self._views[name][0]
        if name not in (self._place.dtype.names or ()):
            raise AttributeError(f"this record has no field {name!r}")
        column = self._place[name]
        if column.ndim == 1:
            self._views[name] = column.data
            return self._views[name][0]
        self.__dict__[name] = guarded(column[0], name)
        return self.__dict__[name]

    def __setattr__(self, name: str, value: int) -> None:
        if name not in self._views:
            getattr(self, name)
        view = self._views[name]
        try:
            view[0] = value
        except (TypeError, ValueError):
            raise _unfit(view, name, value) from None


def _unfit(view: memoryview, place: str, value: object) -> Exception:
    """Why a view did not take a number."""
    if view.readonly:
        return TypeError(f"{place} may not be written")
    bits = 8 * view.itemsize - 1
    return OverflowError(f"{place} = {value!r} does not fit its field ({-(1 << bits)} to {(1 << bits) - 1})")
