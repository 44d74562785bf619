"""What is shown of coins: open, hidden, and at the end (M53)."""

from __future__ import annotations

from random import Random

import pytest

from commandery import IllegalAction
from templari.table import LAST_ROUND, Table, told


def shown(table: Table, seat: int | None) -> list[int | None]:
    """The coins of everybody as a seat, or a spectator, sees them."""
    return [player["coins"] for player in table.match.view(seat)["players"]]


@pytest.mark.rule("M53")
def test_coins_are_open_by_default() -> None:
    """Every player and every spectator sees them all."""
    table = Table(lot="C4 E3", coins=(9, 15, 12))
    assert all(shown(table, seat) == [9, 15, 12] for seat in (0, 1, 2, None))
    assert table.match.game.options["coins"] == "open"


@pytest.mark.rule("M53")
def test_hidden_coins_are_shown_to_their_owner_only() -> None:
    """Each sees the own; a spectator sees none; the Pot and all cards are seen by all."""
    table = Table(held={"Bert": "A6 B1"}, lot="C4 E3", coins=(9, 14, 12), pot=1, coins_=None) if False else _hidden()
    assert shown(table, 0) == [9, None, None]
    assert shown(table, 1) == [None, 14, None]
    assert shown(table, 2) == [None, None, 12]
    assert shown(table, None) == [None, None, None]
    assert all(table.match.view(seat)["pot"] == 1 for seat in (0, 1, 2, None))
    assert len({str(table.match.view(seat)["players"][1]["cards"]) for seat in (0, 1, 2, None)}) == 1
