"""What can be tested of games on a GPU without one: what is refused, and what is remembered of actions that were not legal."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest

import commandery
from commandery.envs.gpu import GpuBatch, playouts


class Counter:
    """An array on the device, as far as it is needed here."""

    def __init__(self, count: int) -> None:
        self.array = np.array([count])

    def copy_to_host(self) -> Any:
        return self.array

    def copy_to_device(self, other: Any) -> None:
        self.array = other


def batch_that_refused(count: int) -> Any:
    batch: Any = object.__new__(GpuBatch)
    batch._refused, batch._kernels, batch._grid, batch._seed, batch._shown = Counter(count), MagicMock(), (1, 1), 0, ()
    batch._world = batch._position = batch._states = batch._streams = batch._games = None
    return batch


def test_actions_that_were_not_legal_are_told_once() -> None:
    batch = batch_that_refused(3)
    with pytest.raises(commandery.CommanderyError, match="3 actions were not legal"):
        batch.check()
    batch.check()


def test_a_reset_forgets_actions_that_were_not_legal() -> None:
    batch = batch_that_refused(3)
    batch.reset()
    batch.check()


@pytest.mark.parametrize("count", [0, -1, "a", 1.5, None, True])
def test_a_batch_has_a_whole_number_of_games(count: Any) -> None:
    with pytest.raises(commandery.CommanderyError, match="count of a batch takes a whole number from 1"):
        GpuBatch(commandery.game("templari"), count)


def test_honour_tables_are_refused() -> None:
    game = commandery.game("templari", table_rules="honour")
    for use in (GpuBatch, playouts):
        with pytest.raises(commandery.BadOption, match="strict tables only"):
            use(game, 8)  # type: ignore[operator]
