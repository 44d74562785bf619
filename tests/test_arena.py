"""Tournaments: who sits where, what is kept, what it comes to, and the command line."""

from __future__ import annotations

import ast
import csv
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

import commandery
from commandery.arena import Played, Results, lineups, record_of, results_of, sources, tournament, wilson
from commandery.arena.contest import make_plan
from commandery.arena.lineups import round_length
from commandery.arena.sources import fingerprint
from commandery.arena.store import Store
from conftest import GAMES, wait_until
from programs import running
from test_cli import run, run_here

BOT_KEYS = ("spec", "win_share", "low", "high", "mean_rank", "mean_score", "rating")


def played(number: int, lineup: tuple[int, ...], ranks: tuple[int, ...], scores: tuple[int, ...] | None = None) -> Played:
    """A game that ended so."""
    return Played(number, lineup, (), scores or tuple(10 - rank for rank in ranks), ranks, 50, 0.1)


# Line-ups


@pytest.mark.parametrize(("bots", "players"), [(b, p) for b in range(1, 7) for p in range(2, 6)])
def test_every_bot_sits_in_every_seat_equally_often(bots: int, players: int) -> None:
    """So it is after the whole cycle, which holds every seat order once; and never far from it on the way."""
    first = list(itertools.islice(lineups(bots, players, seed=3), 5000))
    cycle = len(set(first))
    assert len(set(first[:cycle])) == cycle
    taken = Counter({(bot, seat): 0 for bot in range(bots) for seat in range(players)})
    for lineup in first[:cycle]:
        seats = [lineup.count(bot) for bot in range(bots)]
        assert max(seats) - min(seats) <= 1
        taken.update((bot, seat) for seat, bot in enumerate(lineup))
        assert max(taken.values()) - min(taken.values()) <= round_length(bots, players)
    assert len(set(taken.values())) == 1


def test_two_bots_at_a_table_of_four_sit_in_all_six_orders() -> None:
    assert sorted(itertools.islice(lineups(2, 4), 6)) == sorted(set(itertools.permutations((0, 0, 1, 1))))


def test_four_bots_at_a_table_of_four_sit_in_all_orders() -> None:
    assert sorted(itertools.islice(lineups(4, 4, seed=9), 24)) == sorted(itertools.permutations(range(4)))


def test_everybody_meets_everybody() -> None:
    orders = list(itertools.islice(lineups(5, 3), 60))
    assert sorted(orders) == sorted(itertools.permutations(range(5), 3))


def test_one_against_the_others_goes_from_seat_to_seat() -> None:
    assert list(itertools.islice(lineups(2, 3, "one"), 4)) == [(0, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)]


# What it comes to


def test_shared_victories_are_shared() -> None:
    games = [played(0, (0, 1), (1, 1)), played(1, (1, 0), (2, 1)), played(2, (0, 1), (1, 2)), played(3, (1, 0), (1, 1))]
    one, other = Results(commandery.game("templar", 2), ["a", "b"], games, 0, "all").standings
    assert (one.win_share, other.win_share) == (0.75, 0.25)
    assert (one.mean_rank, other.mean_rank) == (1.0, 1.5)
    assert (one.lost, other.lost) == (0.0, 0.5)
    assert one.rating > 25 > other.rating


def test_a_win_share_is_that_of_one_seat() -> None:
    """Whatever the line-up, 1/players is average, and the shares of all seats add up to the games."""
    games = [
        played(0, (0, 1, 1, 1), (1, 2, 3, 4)),
        played(1, (1, 0, 1, 1), (1, 2, 3, 4)),
        played(2, (1, 1, 0, 1), (4, 1, 1, 3)),
    ]
    one, others = Results(commandery.game("templari", 4), ["a", "b"], games, 0, "one").standings
    assert one.win_share == pytest.approx((1 + 0 + 1 / 2) / 3, abs=1e-5)
    assert others.win_share == pytest.approx((0 + 1 + 1 / 2) / 9, abs=1e-5)
    assert one.win_share * one.seats + others.win_share * others.seats == pytest.approx(3, abs=1e-4)
    assert others.low < others.win_share < others.high < 1 / 3


def test_wilsons_interval() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert wilson(0.0, 20)[0] == 0.0


def test_a_bot_that_has_every_seat_wins_for_certain() -> None:
    results = Results(commandery.game("templari", 3), ["a"], [played(n, (0, 0, 0), (1, 2, 3)) for n in range(9)], 0, "all")
    (one,) = results.standings
    assert one.low == one.win_share == one.high == pytest.approx(1 / 3, abs=1e-5)
    assert "33.3%   " in results.table()[2] and "(33" not in results.table()[2]


def test_means_come_with_intervals() -> None:
    games = [played(n, (0, 1), (1, 2), (10 + n % 3, 5)) for n in range(30)]
    one, other = Results(commandery.game("templar", 2), ["a", "b"], games, 0, "all").standings
    assert one.mean_score == 11.0
    assert one.mean_score_high - one.mean_score == pytest.approx(1.96 * 0.8305 / 30**0.5, abs=1e-3)
    assert (other.mean_score_low, other.mean_score_high) == (5.0, 5.0)


@pytest.mark.parametrize("game", GAMES)
def test_greedy_is_rated_above_random(game: str) -> None:
    results = tournament(commandery.game(game, 3), ["random", "greedy"], 36, seed=2)
    weak, strong = results.standings
    assert strong.low > 1 / 3 > weak.high
    assert strong.rating - 2 * strong.rating_sigma > weak.rating
    assert strong.mean_rank < weak.mean_rank
    assert sum(seat.win_share for seat in results.seats) == pytest.approx(1, abs=1e-4)


# What is kept


@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same_in_one_process_and_in_two(game: str, tmp_path: Path) -> None:
    """And so are their records, which replay to the scores that were kept."""
    setup = commandery.game(game, 4)
    bots = ["random", "novice", "ismcts:40"]
    one = tournament(setup, bots, 6, seed=5, out=tmp_path / "one")
    two = tournament(setup, bots, 6, seed=5, jobs=2, out=tmp_path / "two")
    assert [(g.lineup, g.seeds, g.scores, g.decisions) for g in one.games] == [
        (g.lineup, g.seeds, g.scores, g.decisions) for g in two.games
    ]
    for number in range(6):
        record = record_of(tmp_path / "two", number)
        assert record == record_of(tmp_path / "one", number)
        outcome = commandery.replay(record).outcome
        assert (outcome.scores, outcome.ranks) == (one.games[number].scores, one.games[number].ranks)
    told = run_here("replay", str(tmp_path / "two"), "--game", "4")
    assert told.returncode == 0 and "points, rank 1" in told.stdout


def test_more_games_begin_with_the_same_ones(tmp_path: Path) -> None:
    """A tournament can be made longer: what is there is not played again."""
    setup = commandery.game("templari", 3)
    short = tournament(setup, ["random", "novice"], 5, seed=1, out=tmp_path)
    counted: list[int] = []
    longer = tournament(setup, ["random", "novice"], 12, seed=1, out=tmp_path, progress=counted.append)
    assert counted == [5] + [1] * 7
    assert longer.games[:5] == short.games
    assert len(tournament(setup, ["random", "novice"], 5, seed=1, out=tmp_path).games) == 5
    assert results_of(tmp_path).data() == longer.data()


def test_a_killed_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    out = tmp_path / "kept"
    words = ["arena", "journey", "--bots", "random,greedy", "--games", "120", "--players", "3", "--seed", "8", "--jobs", "2"]
    command = [sys.executable, "-c", "from commandery.cli import main; main()", *words, "--out", str(out)]
    lines = out / "games.jsonl"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and (not lines.exists() or lines.read_bytes().count(b"\n") < 10):
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.01)
        process.kill()
    before = lines.read_bytes()
    done = before.count(b"\n")
    assert 10 <= done < 120
    if before.endswith(b"\n"):
        lines.write_bytes(before + b'{"number": 119, "line')  # as an interruption in the middle of a line leaves it
    again = run(*words, "--out", str(out), "--json")
    assert again.returncode == 0, again.stderr
    after = lines.read_bytes()
    assert after.startswith(before[: before.rindex(b"\n") + 1]) and after.count(b"\n") == 120
    whole = tournament(commandery.game("journey", 3), ["random", "greedy"], 120, seed=8).data()
    assert json.loads(again.stdout)["bots"] == whole["bots"]


HANGS = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif message["type"] == "choose":
        try:
            os.mkdir("tried")  # once, before the tournament
            print('{"action": %d}' % message["legal"][0]["id"], flush=True)
        except FileExistsError:
            open(f"{os.getpid()}.hangs", "w").close()
            time.sleep(600)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_an_interrupted_tournament_leaves_no_program_behind(number: int, code: int, tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    bots = f"random,program:100s:{sys.executable} hangs.py"
    words = ["arena", "templari", "--bots", bots, "--players", "3", "--jobs", "2", "--games", "9", "--out", "kept"]
    command = [sys.executable, "-c", "from commandery.cli import main; main()", *words]
    told = tmp_path / "told"

    def heed_interrupts() -> None:
        """Whoever runs the tests in the background may have them ignored."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def hanging() -> list[int]:
        return [int(note.stem) for note in tmp_path.glob("*.hangs")]

    with told.open("w") as out, subprocess.Popen(command, cwd=tmp_path, stderr=out, preexec_fn=heed_interrupts) as process:
        try:
            wait_until(lambda: len(hanging()) == 2, 120)
            process.send_signal(number)
            assert process.wait(30) == code
        finally:
            process.kill()
    wait_until(lambda: not any(running(pid) for pid in hanging()))
    goes_on = "commandery: interrupted; the games so far are in kept, and the same command goes on there"
    assert (goes_on in told.read_text()) == (number != signal.SIGKILL)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"--seed": "2"}, "another seed"),
        ({"--bots": "random,greedy"}, "other bots"),
        ({"--players": "4"}, "another game, board or options"),
        ({"--lineup": "one"}, "other line-ups"),
    ],
)
def test_another_tournament_is_refused_in_the_same_folder(changed: dict[str, str], complaint: str, tmp_path: Path) -> None:
    options = {
        "--bots": "random,novice",
        "--games": "2",
        "--seed": "1",
        "--players": "3",
        "--out": str(tmp_path),
        "--jobs": "1",
    }
    tournament(commandery.game("templari", 3), ["random", "novice"], 2, seed=1, out=tmp_path)
    done = run_here("arena", "templari", *itertools.chain(*{**options, **changed}.items()))
    assert done.returncode == 2
    assert complaint in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "spec", ["python:mine.py:Mine", "python:mine:Mine", f"program:{sys.executable} mine.py", "program:./mine.py"]
)
def test_a_bot_of_others_that_has_changed_is_refused_in_the_same_folder(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.py"
    mine.write_text("#!/bin/sh\n")
    mine.chmod(0o755)
    plan = make_plan(commandery.game("templari", 3), [spec, "random"], 1, "all")
    with Store(tmp_path / "kept", plan) as store:
        store.add(played(0, (0, 1, 1), (1, 2, 3)))
        with pytest.raises(commandery.BadOption, match="another tournament"):
            Store(tmp_path / "kept", make_plan(commandery.game("templari", 3), [spec, "random"], 1, "all"))
    mine.write_text("#!/bin/sh\n# another one\n")
    with pytest.raises(commandery.BadOption, match=r"with other files of bots, which have changed since \(mine.py\): go on"):
        Store(tmp_path / "kept", make_plan(commandery.game("templari", 3), [spec, "random"], 1, "all"))


def test_what_an_interruption_has_left_of_a_plan_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "tournament.part").write_text('{"rec')
    tournament(commandery.game("templari", 3), ["random", "novice"], 1, out=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl", "tournament.json"]


@pytest.mark.parametrize("line", ["[1]", '{"number":0}', '"x"', "7", "null", "{", '{"number":1e999}', "[" * 100_000, "\xff"])
def test_a_damaged_file_of_games_is_told_in_one_line(line: str, tmp_path: Path) -> None:
    setup = commandery.game("templari", 3)
    tournament(setup, ["random", "novice"], 1, out=tmp_path)
    with (tmp_path / "games.jsonl").open("a", encoding="latin-1") as games:
        games.write(line + "\n")
    told = run_here("replay", str(tmp_path), "--game", "5")
    assert told.returncode == 2
    assert "games.jsonl: line 2 is no game" in told.stderr and len(told.stderr.strip().splitlines()) == 1
    for reading in (lambda: results_of(tmp_path), lambda: tournament(setup, ["random", "novice"], 1, out=tmp_path)):
        with pytest.raises(commandery.BadFile, match="line 2 is no game"):
            reading()


@pytest.mark.parametrize("moves", [None, [], [1], [[1]], "x", [[0, 5, 6]], [[{}, []]]])
def test_damaged_moves_are_told_in_one_line(moves: object, tmp_path: Path) -> None:
    tournament(commandery.game("templari", 3), ["random", "novice"], 1, out=tmp_path)
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({**json.loads(path.read_text()), "moves": moves}) + "\n")
    told = run_here("replay", str(tmp_path), "--game", "0")
    assert told.returncode == 2 and len(told.stderr.strip().splitlines()) == 1


def test_a_fingerprint_is_of_what_decides_moves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    anew = fingerprint.__wrapped__
    assert anew("templar", 4) == anew("templar", 3) != anew("templar", 2), "two players are searched for otherwise"
    assert anew("templar", 4) != anew("journey", 4)
    package = tmp_path / "commandery"
    shutil.copytree(sources._PACKAGE, package, ignore=shutil.ignore_patterns("web", "locale", "server"))
    monkeypatch.setattr(sources, "_PACKAGE", package)
    before = {name: anew(name, 4) for name in ("templar", "journey")}
    assert before["templar"] == fingerprint("templar", 4)

    def changed(file: str, old: str, new: str) -> list[str]:
        """The games whose fingerprints a change in a file changes."""
        path = package / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        found = [name for name in before if anew(name, 4) != before[name]]
        path.write_text(text)
        return found

    abbot = "games/templar/rules/abbot.py"
    assert changed(abbot, "BOOK_POINTS, CHALICE_POINTS = 2, 3, 5", "BOOK_POINTS, CHALICE_POINTS = 2, 3, 4") == ["templar"]
    begins = "from __future__ import annotations\n"
    assert changed(abbot, begins, f"# a remark\n{begins}") == changed(abbot, '"""', '"""In other words: ') == []
    assert changed("games/journey/actions.py", begins, f"{begins}MORE = 1\n") == ["journey"]
    assert changed("bots/greedy.py", "_LEAVES = 150", "_LEAVES = 151") == ["templar", "journey"]
    assert changed("games/templar/text.py", begins, f"{begins}MORE = 1\n") == []


def test_a_fingerprint_is_the_same_in_every_python() -> None:
    """Games are brought along from machines with newer ones, whose `ast.dump` says more or less of what is empty."""
    given = "posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]"
    told = f"args=arguments({given}), body=[Pass()], decorator_list=[]"
    assert sources._dump(ast.parse("def f(): pass")) == f"Module(body=[FunctionDef(name='f', {told})], type_ignores=[])"


@pytest.mark.parametrize(("name", "value"), [("thinking", staticmethod(lambda players: {"turns": 1})), ("turn_fields", ())])
def test_a_fingerprint_is_of_how_a_game_is_thought_about(name: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(commandery.game("templar").kind), name, value)
    assert fingerprint.__wrapped__("templar", 4) != fingerprint("templar", 4)


# The command line


def test_arena_prints_json_and_writes_csv_and_charts(tmp_path: Path) -> None:
    table, svg, png = tmp_path / "t.csv", tmp_path / "c.svg", tmp_path / "c.png"
    words = ["arena", "templari", "--bots", "random,novice,greedy,squire", "--games", "24", "--players", "4", "--seed", "1"]
    done = run(*words, "--json", "--csv", str(table), "--chart", str(svg), "--out", str(tmp_path / "kept"))
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["game"], data["players"], data["games"]) == ("templari", 4, 24)
    assert [bot["spec"] for bot in data["bots"]] == ["random", "novice", "greedy", "squire"]
    for bot in data["bots"]:
        assert all(key in bot for key in BOT_KEYS)
        assert 0 <= bot["low"] <= bot["win_share"] <= bot["high"] <= 1
    assert sum(bot["win_share"] for bot in data["bots"]) == pytest.approx(1, abs=1e-4)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["spec"] for row in rows] == ["random", "novice", "greedy", "squire"]
    assert [float(row["win_share"]) for row in rows] == [bot["win_share"] for bot in data["bots"]]
    assert "<svg" in svg.read_text() and "squire" in svg.read_text()
    drawn = svg.read_bytes()
    again = run_here(*words, "--chart", str(png), "--out", str(tmp_path / "kept"))
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "24 games of Templari with 4 players" in again.stdout and "OpenSkill" in again.stdout
    run_here(*words, "--chart", str(svg), "--out", str(tmp_path / "kept"))
    assert svg.read_bytes() == drawn


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["arena", "templari"], "Missing option '--bots'"),
        (["arena", "chess", "--bots", "random,greedy"], "there is no game 'chess'"),
        (["arena", "templari", "--bots", "random,wizard"], "there is no bot 'wizard'"),
        (["arena", "templari", "--bots", "random,greedy:3"], "greedy takes no budget"),
        (["arena", "templari", "--bots", "random,ismcts:soon"], "'ismcts:soon' is not understood"),
        (["arena", "templari", "--bots", "random", "--lineup", "one"], "takes two bots"),
        (["arena", "templari", "--bots", "random,greedy", "--lineup", "none"], "a line-up is one of all, one"),
        (["arena", "templari", "--bots", ",".join(["random"] * 17)], "1 to 16 bots"),
        (["arena", "templari", "--bots", "random,greedy", "--games", "0"], "numbers from 1 on"),
        (["arena", "templari", "--bots", "random,greedy", "--jobs", "0"], "numbers from 1 on"),
        (["arena", "templari", "--bots", "random,greedy", "--seed", "-1"], "a seed is a whole number"),
        (["arena", "templari", "--bots", "random,greedy", "--players", "9"], "3 to 5 players"),
        (["arena", "templari", "--bots", "random,greedy", "-s", "exchange=maybe"], "option exchange takes"),
        (["arena", "templari", "--bots", "random,greedy", "--board", "none.toml"], "none.toml"),
        (["arena", "templari", "--bots", "random,greedy", "--csv", "no/such/x.csv"], "there is no folder"),
        (["arena", "templari", "--bots", "random,greedy", "--csv", "tests"], "this is a folder, not a file"),
        (["arena", "templari", "--bots", "random,greedy", "--chart", "x.pdf"], "ends in .svg or .png"),
        (["arena", "templari", "--bots", "random,greedy", "--out", "tests"], "holds something else"),
        (["arena", "templari", "--bots", "random,greedy", "--out", "README.md/x"], "cannot be used for results"),
        (["replay", "tests", "--game", "1"], "no tournament's folder"),
        (["replay", "tests"], "--game NUMBER"),
        (["replay", "README.md", "--game", "1"], "a record holds one game"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(words: list[str], complaint: str) -> None:
    done = run_here(*words)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_a_file_that_may_not_be_written_is_refused_beforehand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    done = run_here("arena", "templari", "--bots", "random,novice", "--games", "2", "--csv", str(tmp_path / "x.csv"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "it cannot be written" in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file that is always full")
def test_results_are_printed_even_if_they_cannot_be_written() -> None:
    done = run_here("arena", "templari", "--bots", "random,novice", "--games", "2", "--jobs", "1", "--csv", "/dev/full")
    assert done.returncode == 2
    assert "2 games of Templari" in done.stdout
    assert done.stderr == "commandery: /dev/full: it cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("package", "option", "told"),
    [("ray", "--ray=local", "commandery[ray]"), ("matplotlib", "--chart=x.svg", "commandery[charts]")],
)
def test_what_is_not_installed_is_said_with_how_to_install_it(package: str, option: str, told: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None; from commandery.cli import main; main()"
    words = [sys.executable, "-c", code, "arena", "templari", "--bots", "random,novice", "--games", "2", option]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"pip install '{told}'" in done.stderr


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'commandery[ray]'")
def test_a_tournament_on_a_local_ray_cluster_of_two_workers(tmp_path: Path) -> None:
    words = ["arena", "journey", "--bots", "random,ismcts:30", "--games", "12", "--players", "3", "--seed", "4", "--json"]
    done = run(*words, "--ray", "local", "--jobs", "2", "--out", str(tmp_path / "kept"))
    assert done.returncode == 0, done.stderr
    alone = tournament(commandery.game("journey", 3), ["random", "ismcts:30"], 12, seed=4)
    assert json.loads(done.stdout)["bots"] == alone.data()["bots"]
    assert commandery.replay(record_of(tmp_path / "kept", 7)).outcome.scores == alone.games[7].scores
