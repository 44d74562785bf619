"""Tournaments in which something goes wrong: what is told, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import commandery
from commandery.arena import Played, Results
from commandery.arena.charts import win_share_chart
from test_cli import run_here


def played(number: int, lineup: tuple[int, ...], ranks: tuple[int, ...]) -> Played:
    """A game that ended so."""
    return Played(number, lineup, (), tuple(10 - rank for rank in ranks), ranks, 50, 0.1)


# Names and reasons


def test_a_name_that_is_not_utf_8_is_refused() -> None:
    """It could not be printed when all games are over."""
    done = run_here("arena", "templari", "--bots", "random,program:sh m\udcff.sh", "--games", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "commandery: 'program:sh m\\udcff.sh' names no bot: names are in UTF-8\n"


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_names_are_drawn_as_they_are(ending: str, tmp_path: Path) -> None:
    """Matplotlib takes what stands between two dollars for a formula."""
    bots = ["program:sh -c 'a $x $y_'", "random"]
    chart = tmp_path / f"chart.{ending}"
    win_share_chart(Results(commandery.game("templar", 2), bots, [played(0, (0, 1), (1, 2))], 0, "all"), chart)
    assert chart.stat().st_size > 1000
    assert ending == "png" or "a $x $y_" in chart.read_text()
