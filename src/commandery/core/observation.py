"""Observations: what a seat sees as one row of whole numbers, for learners. The same on the CPU and on CUDA.

A game lists the fields of its observation once; where each field begins follows from the list. Everything in it stands in the
seat's view too. Seats are counted from the observer: 0 is the observer, 1 the next clockwise. Rows are as long for two players
as for five, so that one learner can play with any number; seats that are not taken stay 0. What is one of several things is
written as flags, one of them 1.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["OBSERVED", "Field", "Observation", "starts"]

OBSERVED = np.dtype(np.int16)
"""The type of the numbers."""


class Field(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def length(self) -> int:
        return prod(self.shape)


def starts(fields: tuple[Field, ...]) -> tuple[int, ...]:
    """Where each field begins in a row."""
    return tuple(accumulate((field.length for field in fields[:-1]), initial=0))


class Observation:
    """The observation of a game: its fields, and the kernel function that writes a row (see `contract.observe`). ``fills`` says
    that it writes every number, so that the row need not be zero before; others write what is not 0."""

    def __init__(self, fields: tuple[Field, ...], write: Callable[[Any, Any, int, Any], None], fills: bool = False) -> None:
        self.fields = fields
        self.write = write
        self.fills = fills
        self.length = sum(field.length for field in fields)

    @property
    def low(self) -> npt.NDArray[np.int16]:
        """The smallest value of each number."""
        return np.concatenate([np.full(field.length, field.low, OBSERVED) for field in self.fields])

    @property
    def high(self) -> npt.NDArray[np.int16]:
        """The largest value of each number."""
        return np.concatenate([np.full(field.length, field.high, OBSERVED) for field in self.fields])

    def named(self, row: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """A row, or several, by the names of its fields."""
        return {
            field.name: row[..., start : start + field.length].reshape(*row.shape[:-1], *field.shape)
            for field, start in zip(self.fields, starts(self.fields), strict=True)
        }
