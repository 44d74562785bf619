"""What tournaments and simulations are asked for: how many games, in how many processes or threads, between which bots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from commandery.bots import split_specs
from commandery.core.errors import BadOption

__all__ = ["check_bots", "check_numbers"]


def check_numbers(games: object, jobs: object) -> tuple[int, int]:
    """Both as numbers, or `BadOption` if they are none from 1 on."""
    for number in (games, jobs):
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
            raise BadOption(f"games and jobs are numbers from 1 on, not {games!r} and {jobs!r}")
    return int(games), int(jobs)  # type: ignore[call-overload]


def check_bots(bots: Sequence[str]) -> list[str]:
    """The names of bots, or `BadOption` for what cannot be one: bots have to go to other processes, so they go by name."""
    if isinstance(bots, str):
        raise BadOption(f"bots are a list of names, e.g. {split_specs(bots)}, not the text {bots!r}")
    names = list(bots)
    for name in names:
        if not isinstance(name, str):
            raise BadOption(f"bots go by their names, e.g. 'greedy' or 'python:FILE.py:CLASS', not {name!r}")
        if any("\ud800" <= letter <= "\udfff" for letter in name):
            raise BadOption(f"{name!r} names no bot: names are in UTF-8")
    return names
