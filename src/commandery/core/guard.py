"""Guarded records for interpreted runs.

NumPy's small integers wrap in silence (``1 << np.uint8(9)`` is 0). Interpreted, the rules therefore see records and
buffers through these proxies: every read gives a Python int, every write is checked against the field's range, and no
index may be negative or past the end. What the compiled code would do wrongly without a word becomes an error here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from commandery.core.layout import StateArray

__all__ = ["Guarded", "GuardedRecord"]


class Guarded:
    """An array seen through a guard: ints out, checked ints in; an element that is a record comes out guarded too."""

    __slots__ = ("_high", "_low", "_name", "array")

    def __init__(self, array: StateArray, name: str = "buffer") -> None:
        self.array = array
        self._name = name
        if array.dtype.names is None:
            limits = np.iinfo(array.dtype)
            self._low, self._high = int(limits.min), int(limits.max)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        self._check_index(index)
        if self.array.dtype.names is not None:
            return GuardedRecord(self.array, index)
        return int(self.array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check_index(index)
        if self.array.dtype.names is not None:
            if not isinstance(value, GuardedRecord):
                raise TypeError(f"{self._name}[{index}]: only a whole record can be copied here, not {value!r}")
            self.array[index] = value.array[value.index]
            return
        self.array[index] = _checked(value, self._low, self._high, f"{self._name}[{index}]")

    def _check_index(self, index: Any) -> None:
        steps = index if isinstance(index, tuple) else (index,)
        if len(steps) != self.array.ndim or any(
            not 0 <= int(step) < size for step, size in zip(steps, self.array.shape, strict=False)
        ):
            raise IndexError(f"{self._name}[{index}] is outside its shape {self.array.shape}")


class GuardedRecord:
    """One record of an array; its fields are read and written as the kernel functions do."""

    __slots__ = ("array", "index")

    array: StateArray
    index: int

    def __init__(self, array: StateArray, index: int) -> None:
        object.__setattr__(self, "array", array)
        object.__setattr__(self, "index", index)

    def __getattr__(self, name: str) -> Any:
        value = self.array[name][self.index]
        return Guarded(value, name) if isinstance(value, np.ndarray) else int(value)

    def __setattr__(self, name: str, value: int) -> None:
        column = self.array[name]
        limits = np.iinfo(column.dtype)
        column[self.index] = _checked(value, int(limits.min), int(limits.max), name)


def _checked(value: Any, low: int, high: int, place: str) -> int:
    number = int(value)
    if number != value or not low <= number <= high:
        raise OverflowError(f"{place} = {value!r} does not fit its field ({low} to {high})")
    return number
