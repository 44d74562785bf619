"""Tournaments in which something goes wrong: what is told, and what is kept."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import commandery
from commandery.arena import Played, Results, lineups, record_of, results_of, simulate, tournament
from commandery.arena.charts import win_share_chart
from commandery.arena.contest import make_plan
from commandery.arena.store import Store
from commandery.bots import Greedy
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
    bots = [r"program:sh -c 'a $\x $y'", "random"]
    chart = tmp_path / f"chart.{ending}"
    win_share_chart(Results(commandery.game("templar", 2), bots, [played(0, (0, 1), (1, 2))], 0, "all"), chart)
    assert chart.stat().st_size > 1000
    assert ending == "png" or r"a $\x $y" in chart.read_text()


@pytest.mark.parametrize("json_", [[], ["--json"]])
def test_a_bot_that_fails_is_told_once_on_standard_error_and_the_games_end(json_: list[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("class Bad:\n    def choose(self, sight):\n        raise ValueError('no idea')\n")
    words = [
        "--bots",
        f"random,python:{bad}:Bad",
        "--players",
        "3",
        "--games",
        "2",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "kept"),
    ]
    done = run_here("arena", "journey", *words, *json_)
    assert done.returncode == 0
    fine, failing = results_of(tmp_path / "kept").standings
    assert failing.faults > 1 and fine.faults == 0
    told = f"commandery: python:{bad}:Bad failed to make {failing.faults} decisions, first in game 0, seat "
    place, _, reason = done.stderr.removeprefix(told).partition(": ")
    assert re.fullmatch(r"\d, move \d+", place) and reason == "ValueError: no idea (bad.py, line 3)\n"
    assert "no idea" not in done.stdout and (json.loads(done.stdout)["bots"][1]["faults"] > 1 if json_ else True)


def test_a_class_that_cannot_be_made_is_an_error_before_anything_is_played(tmp_path: Path) -> None:
    """Else it would lose all games by default moves, and nobody would know before they are over."""
    bad = tmp_path / "bad.py"
    made = "    def __init__(self):\n        raise ModuleNotFoundError('PyTorch is not installed')\n"
    bad.write_text(f"class Bad:\n{made}    def choose(self, sight):\n        return sight.legal[0]\n")
    words = ["--bots", f"random,python:{bad}:Bad", "--players", "3", "--games", "2", "--jobs", "1"]
    done = run_here("arena", "journey", *words)
    reason = "ModuleNotFoundError: PyTorch is not installed (bad.py, line 3)"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"commandery: 'python:{bad}:Bad' does not play: {reason}\n"


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


def whole(**changed: object) -> dict[str, object]:
    """A game of two bots and three players as it is kept, with something changed."""
    return {**played(1, (0, 1, 1), (1, 2, 3)).data(), **changed}


@pytest.mark.parametrize(
    "data",
    [
        whole(scores=["a", 1, 2]),
        whole(scores=[1, 2]),
        whole(scores=[1.5, 1, 2]),
        whole(scores=[1, 2, 10**400]),
        whole(ranks=[1, 2]),
        whole(ranks=[2, 3, 3]),
        whole(lineup=[0, 1, 2]),
        whole(lineup=[0, 1, -1]),
        whole(lineup=[], scores=[], ranks=[]),
        whole(lineup=[0, 1], scores=[1, 2], ranks=[1, 2]),
        whole(faults=[[9, 1, "lost"]]),
        whole(faults=[["0", "x", "lost"]]),
        whole(faults=[[0, 1]]),
    ],
)
def test_a_game_that_does_not_fit_is_told_in_one_line(data: dict[str, object], tmp_path: Path) -> None:
    setup = commandery.game("templari", 3)
    with Store(tmp_path, make_plan(setup, ["random", "novice"], 0, "all")) as store:
        store.add(played(0, (0, 1, 1), (1, 2, 3)))
    with (tmp_path / "games.jsonl").open("a") as games:
        games.write(json.dumps(data) + "\n")
    for reading in (lambda: results_of(tmp_path), lambda: tournament(setup, ["random", "novice"], 1, out=tmp_path)):
        with pytest.raises(commandery.BadFile, match="line 2 is no game"):
            reading()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[" * 100_000, "not JSON"),
        ("[1]", "not what a tournament has written"),
        ('{"record": {}}', "not what a tournament has written"),
        ('{"record": {}, "bots": ["random"], "seed": 0, "lineup": "all"}', "not what a tournament has written"),
        ('{"record": {"game": "templari", "players": 3, "board": {}, "options": []}, "bots": ["random"]}', "not what"),
    ],
)
def test_a_damaged_plan_is_told_in_one_line(text: str, complaint: str, tmp_path: Path) -> None:
    setup = commandery.game("templari", 3)
    with Store(tmp_path, make_plan(setup, ["random"], 0, "all")) as store:
        store.add(played(0, (0, 0, 0), (1, 2, 3)))
    (tmp_path / "tournament.json").write_text(text)
    for reading in (
        lambda: results_of(tmp_path),
        lambda: record_of(tmp_path, 0),
        lambda: tournament(setup, ["random"], 1, out=tmp_path),
    ):
        with pytest.raises(commandery.BadFile, match=complaint):
            reading()


# What stops a tournament


@pytest.mark.skipif(os.name != "posix", reason="limits")
def test_a_full_disk_is_told_in_one_line_and_loses_no_game(tmp_path: Path) -> None:
    import resource

    setup, bots = commandery.game("templari", 3), ["random", "novice"]
    tournament(setup, bots, 1, seed=1, out=tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = (tmp_path / "games.jsonl").stat().st_size + 100
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(commandery.BadFile, match=r"File too large; the games so far are in .*, and the same"):
            tournament(setup, bots, 3, seed=1, out=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(results_of(tmp_path).games) == 1
    assert tournament(setup, bots, 3, seed=1, out=tmp_path).data() == results_of(tmp_path).data()


def test_the_first_game_waits_for_no_list_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, ...]] = []

    def counted(*words: Any) -> Iterator[tuple[int, ...]]:
        for lineup in lineups(*words):
            made.append(lineup)
            yield lineup

    def stop(games: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules[tournament.__module__], "lineups", counted)
    with pytest.raises(KeyboardInterrupt):
        tournament(commandery.game("templari", 3), ["random", "novice"], 1000, progress=stop)
    assert len(made) < 5


KILLS = """
import json, os, signal, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif message["type"] == "choose":
        try:
            os.mkdir("tried")  # once, before the tournament
            print('{"action": %d}' % message["legal"][0]["id"], flush=True)
        except FileExistsError:
            os.kill(os.getppid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("where", [[], ["--ray", "local"]], ids=["cores", "ray"])
def test_a_worker_that_is_killed_is_told_in_one_line(where: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if where:
        pytest.importorskip("ray", reason="pip install 'commandery[ray]'")
    monkeypatch.chdir(tmp_path)
    Path("kills.py").write_text(KILLS)
    words = ["--bots", f"random,program:{sys.executable} kills.py", "--players", "3", "--jobs", "2", "--games", "4", *where]
    done = run_here("arena", "templari", *words, "--out", "kept")
    assert done.returncode == 2
    told = "a process that played games has ended before its time, perhaps for want of memory"
    assert done.stderr == f"commandery: {told}; the games so far are in kept, and the same command goes on there\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 1.5}, "games and jobs are numbers from 1 on, not 1.5 and 1"),
        ({"games": "2"}, "not '2' and 1"),
        ({"jobs": 0.5}, "not 2 and 0.5"),
        ({"games": True}, "not True and 1"),
        ({"bots": [Greedy]}, "bots go by their names, e.g. 'greedy' or 'python:FILE.py:CLASS', not <class"),
        ({"bots": "random,greedy"}, "bots are a list of names, e.g. ['random', 'greedy'], not the text 'random,greedy'"),
        ({"game": "templari"}, "a game that is set up, e.g. commandery.game('templari'), not 'templari'"),
    ],
)
@pytest.mark.parametrize("way", [tournament, simulate])
def test_what_is_no_number_no_list_and_no_game_is_refused(way: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises(commandery.BadOption, match=re.escape(said)):
        way(**{"game": commandery.game("templari"), "bots": ["random"], "games": 2, **given})


def test_there_is_no_game_before_the_first() -> None:
    with pytest.raises(commandery.BadOption, match="games are counted from 0 on: the first cannot be -5"):
        simulate(commandery.game("templari"), 2, first=-5)


@pytest.mark.parametrize("way", [tournament, simulate])
def test_numbers_of_numpy_are_numbers_and_results_can_be_kept(way: Any) -> None:
    """As those of a loop over an array are."""
    game = commandery.game("templari")
    numpys = way(game, bots=["random"], games=np.int64(3), seed=np.uint32(5), jobs=np.int8(1)).data()
    ours = way(game, bots=["random"], games=3, seed=5, jobs=1).data()
    untimed = [{key: value for key, value in data.items() if "second" not in key} for data in (numpys, ours)]
    assert json.dumps(untimed[0]) == json.dumps(untimed[1])
