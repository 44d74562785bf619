"""Records: the fixed-size states and worlds that the rules work on.

A record class lists its fields once. From it come the NumPy layout that the compiled code uses and the types that
mypy checks the rules against::

    class State(Record):
        coins: Cells = cells("i1", 5)     # coins[seat]
        pot: int = cell("i1")

Fields are laid out largest first and padded to a multiple of 8 bytes with zeros, so that two states are equal exactly
when their bytes are, and so that CUDA reads every field aligned.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Protocol, cast

import numpy as np
import numpy.typing as npt

__all__ = ["Cells", "Grid", "Record", "StateArray", "cell", "cells", "grid"]

StateArray = npt.NDArray[Any]
"""An array of records of one layout; a single state is an array of length 1."""


class Cells(Protocol):
    """A row of whole numbers inside a record, or a buffer handed to a kernel function."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """A table of whole numbers inside a record, or a two-dimensional buffer."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


class _Field(NamedTuple):
    format: str
    shape: tuple[int, ...]


def cell(format: str) -> int:
    """Declare a field that holds one number of this NumPy format (``"i1"``, ``"i4"``, ...)."""
    return cast(int, _Field(format, ()))


def cells(format: str, length: int) -> Cells:
    """Declare a field that holds ``length`` numbers."""
    return cast(Cells, _Field(format, (length,)))


def grid(format: str, rows: int, columns: int) -> Grid:
    """Declare a field that holds ``rows`` by ``columns`` numbers."""
    return cast(Grid, _Field(format, (rows, columns)))


class Record:
    """Base of every state and world. Never instantiated: kernel functions get views of arrays of ``dtype``."""

    dtype: ClassVar[np.dtype[np.void]]

    def __init_subclass__(cls) -> None:
        fields = {name: value for name, value in vars(cls).items() if isinstance(value, _Field)}
        for name in fields:
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name}: NumPy's records have a method of that name; choose another")
            delattr(cls, name)
        cls.dtype = _layout(fields)

    @classmethod
    def empty(cls) -> StateArray:
        """One record of this layout, all zero, as an array of length 1."""
        return np.zeros(1, cls.dtype)


def _layout(fields: dict[str, _Field]) -> np.dtype[np.void]:
    """Largest numbers first, which is natural alignment; the rest up to a multiple of 8 is padding by name."""
    for name, field in fields.items():
        if not field.format.startswith("i"):
            raise TypeError(f"{name}: {field.format} is not signed; Numba makes floats of mixed signed and unsigned numbers")
    ordered = sorted(fields.items(), key=lambda item: -np.dtype(item[1].format).itemsize)
    description: list[Any] = [(name, field.format, field.shape) for name, field in ordered]
    spare = -np.dtype(description).itemsize % 8
    if spare:
        description.append(("padding", "i1", (spare,)))
    return np.dtype(description, align=True)
