"""Ranks from results."""

from __future__ import annotations

from commandery.core.kernel import kernel
from commandery.core.layout import Cells

__all__ = ["rank"]


@kernel
def rank(results: Cells, players: int) -> None:
    """Replace each player's result (0 or more, the higher the better) by the rank: 1 the best, equal results the same."""
    for seat in range(players):
        results[seat] <<= 3
    for seat in range(players):
        for other in range(players):
            results[seat] += (results[other] >> 3) > (results[seat] >> 3)
    for seat in range(players):
        results[seat] = (results[seat] & 7) + 1
