"""Tournaments in which something goes wrong: what is told, and what is kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import commandery
from commandery.arena import Played, Results, results_of
from commandery.arena.charts import win_share_chart
from commandery.arena.contest import make_plan
from commandery.arena.store import Store
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


# Folders


def test_a_folder_without_games_is_free_for_another_tournament(tmp_path: Path) -> None:
    """A bot that cannot be started, and then the command put right."""
    kept = tmp_path / "kept"
    words = ["--players", "3", "--games", "1", "--jobs", "1", "--out", str(kept)]
    refused = run_here("arena", "templari", "--bots", "random,program:false", *words)
    assert refused.returncode == 2 and "does not play: it has ended" in refused.stderr
    assert run_here("arena", "templari", "--bots", "random,novice", *words).returncode == 0
    assert results_of(kept).bots == ("random", "novice")
    other = run_here("arena", "templari", "--bots", "novice,random", *words)
    assert other.returncode == 2 and "holds a tournament with other bots" in other.stderr


def test_a_file_of_games_that_is_no_tournaments_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("mine")
    with pytest.raises(commandery.BadOption, match="holds something else"):
        Store(tmp_path, make_plan(commandery.game("templari", 3), ["random"], 1, "all"))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("games.jsonl", "mine")]


def test_a_file_that_a_bot_writes_does_not_make_it_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what was there at the beginning belongs to the bot."""
    monkeypatch.chdir(tmp_path)
    Path("logs.py").write_text("")
    game, spec = commandery.game("templari", 3), f"program:{sys.executable} logs.py bot.log"
    with Store(Path("kept"), make_plan(game, [spec, "random"], 1, "all")) as store:
        store.add(played(0, (0, 1, 1), (1, 2, 3)))
    Path("bot.log").write_text("a game")
    with Store(Path("kept"), make_plan(game, [spec, "random"], 1, "all")) as store:
        assert list(store.games) == [0]
    Path("logs.py").unlink()
    with pytest.raises(commandery.BadOption, match=r"which have changed since \(logs.py\): go on"):
        Store(Path("kept"), make_plan(game, [spec, "random"], 1, "all"))
