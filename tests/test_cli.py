"""The command line as a user meets it: what it prints, and one line with exit status 2 for what cannot be done."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import pytest

import commandery
from commandery.cli import main


def run(*words: str, answers: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, in English unless its environment says otherwise."""
    code = "from commandery.cli import main; main()"
    environment = {**os.environ, "COMMANDERY_QUIET": "1", "COLUMNS": "160", "NO_COLOR": "1", "LANGUAGE": "en", **environment}
    return subprocess.run(
        [sys.executable, "-c", code, *words], input=answers, env=environment, capture_output=True, text=True, check=False
    )


def run_here(*words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    """The same in this process, which is quicker, and in a thread: the command has an event loop of its own."""
    said, complained, code = io.StringIO(), io.StringIO(), 0
    environment = {"COMMANDERY_QUIET": "1", "COLUMNS": "160", "NO_COLOR": "1", "LANGUAGE": "en"}
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "argv", ["commandery", *words]),
        patch.object(sys, "stdin", io.StringIO(answers)),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(complained),
        ThreadPoolExecutor(1) as apart,
    ):
        try:
            apart.submit(main).result()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
    return subprocess.CompletedProcess(words, code, said.getvalue(), complained.getvalue())


def test_games_lists_them_and_tells_what_is_reconstructed() -> None:
    listed = run("games").stdout
    assert "templari   Templari, 3-5 players." in listed
    assert "templar    Templar: The Secret Treasures, 2-5 players." in listed
    told = run_here("games", "templari").stdout
    assert "exchange: False, True (default False)" in told
    assert "reconstructed" in told


def test_the_version_is_told() -> None:
    assert run_here("--version").stdout == f"commandery {commandery.__version__}\n"


def test_simulate_prints_json() -> None:
    done = run("simulate", "templari", "--players", "4", "--games", "300", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["game"], data["players"], data["games"]) == ("templari", 4, 300)
    assert sum(data["wins"]) == pytest.approx(300, abs=0.01)
    assert sum(data["score_distribution"].values()) == 1200
    assert data["decisions_per_second"] == pytest.approx(data["decisions"] / data["seconds"], rel=0.01)
    assert data["wall_seconds"] >= data["seconds"] > 0
    assert data["longest_game"]["decisions"] * 300 > data["decisions"]


def test_simulate_gives_the_same_games_on_any_number_of_jobs() -> None:
    one, two = (
        json.loads(run_here("simulate", "templari", "--games", "500", "--seed", "4", "--jobs", jobs, "--json").stdout)
        for jobs in ("1", "2")
    )
    for key in ("decisions", "wins", "mean_scores", "score_distribution"):
        assert one[key] == two[key]


def test_greedy_beats_random() -> None:
    done = run_here(
        "simulate", "templari", "--players", "4", "--games", "60", "--bots", "random,random,greedy,random", "--json"
    )
    wins = json.loads(done.stdout)["wins"]
    assert wins[2] > 1.5 * max(wins[0], wins[1], wins[3])


@pytest.mark.parametrize("game", ["templar", "templari"])
def test_at_an_honour_table_greedy_keeps_to_the_rules_in_simulations(game: str) -> None:
    """Nobody could call it out there: so its games are those of a strict table. Random alone does anything that can be done."""
    told = {}
    for bots, rules in itertools.product(("greedy,random,random", "random"), ("strict", "honour")):
        words = ["--players", "3", "--games", "40", "--bots", bots, "-s", f"table_rules={rules}", "--json"]
        data = json.loads(run_here("simulate", game, *words).stdout)
        told[bots, rules] = data["mean_scores"], data["decisions"]
    assert told["greedy,random,random", "honour"] == told["greedy,random,random", "strict"]
    assert told["random", "honour"] != told["random", "strict"]


def test_simulate_in_words() -> None:
    done = run_here("simulate", "templari", "--games", "50", "--check", "-s", "exchange=true")
    assert "50 games of Templari with 3 players" in done.stdout
    assert "seat 2  random" in done.stdout


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = commandery.game("templari", players=3).start(seed=1)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.record()))
    return path


def test_replay_tells_a_match(record: Path) -> None:
    done = run_here("replay", str(record))
    assert done.returncode == 0, done.stderr
    assert "is turned up" in done.stdout
    assert "points, rank 1" in done.stdout
    stepped = run_here("replay", str(record), "--step", "--seat", "1", answers="\n" * 500)
    assert stepped.stdout.count("bid") == done.stdout.count("bid")


def test_check_accepts_the_standard_deck(tmp_path: Path) -> None:
    (kind,) = [kind for kind in commandery.games() if kind.name == "templari"]
    assert "a good board for templari" in run_here("check", str(kind.board_file)).stdout


def test_play_goes_on_until_the_user_stops(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    done = run("play", "templari", "--seed", "3", "--save", str(saved), answers="?\nt\nu\nbid 99\nbid\n5\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Seat 0 (you)" in done.stdout
    assert "'bid' could be" in done.stdout
    assert len(commandery.replay(json.loads(saved.read_text()), chance=commandery.BY_HAND).history) > 3


def test_a_whole_game_can_be_played_by_passing() -> None:
    done = run_here("play", "templari", "--players", "3", "--seed", "3", answers="p\n" * 400)
    assert "The game is over." in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["simulate", "templarii"], "there is no game 'templarii'; did you mean templari?"),
        (["simulate", "templari", "--players", "7"], "templari is for 3 to 5 players, not 7"),
        (["simulate", "templari", "--bots", "wizard"], "'wizard' does not play"),
        (["simulate", "templari", "--bots", "random,random"], "name one bot for all seats or 3"),
        (["simulate", "templari", "--games", "0"], "numbers from 1 on"),
        (["simulate", "templari", "--jobs", "0"], "numbers from 1 on"),
        (["simulate", "templari", "--seed", "-1"], "a seed is a whole number"),
        (["simulate", "templari", "-s", "exchange"], "expected NAME=VALUE"),
        (["simulate", "templari", "-s", "exchange=maybe"], "option exchange takes False, True, not 'maybe'"),
        (["simulate", "templari", "-s", "players=3"], "players"),
        (["simulate", "templari", "--games", "many"], "--games"),
        (["simulate", "templari", "--speed", "9"], "No such option: --speed"),
        (["simulate"], "Missing argument 'GAME'"),
        (["fly"], "No such command 'fly'"),
        (["simulate", "templari", "-s", "start=²"], "option start takes"),
        (["simulate", "templari", "-s", "start=" + "9" * 5000], "option start takes"),
        (["simulate", "templari", "-s", "name=x"], "has no option 'name'"),
        (["simulate", "templari", "-s", "self=x"], "has no option 'self'"),
        (["play", "templari", "--seed", "9" * 30], "a seed is a whole number"),
        (["play", "templari", "--save", "no/such/folder/x.json"], "there is no folder"),
        (["games", "chess"], "there is no game 'chess'"),
        (["replay", "nothing.json"], "cannot be read"),
        (["check", "nothing.toml"], "cannot be read"),
        (["play", "templari", "--seat", "9"], "there is no seat 9"),
        (["play", "templari", "--bot", "wizard"], "there is no bot 'wizard'"),
        (["play", "chess"], "there is no game 'chess'"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(words: list[str], complaint: str, tmp_path: Path) -> None:
    done = run_here(*words)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("content", ["", "{}", "[]", "{", '{"commandery": 1}', "\x00"])
def test_a_garbage_record_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(content)
    done = run_here("replay", str(path))
    assert done.returncode == 2
    assert "not a record" in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "complaint"), [("a = ", "not TOML"), ("a = 1", "what it is for"), ('game = "x"', "no game 'x'")]
)
def test_a_bad_board_file_is_refused(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(content)
    done = run_here("check", str(path))
    assert done.returncode == 2
    assert complaint in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_play_survives_input_that_is_no_text() -> None:
    code = "from commandery.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "templari", "--seed", "1"]
    environment = {**os.environ, "COMMANDERY_QUIET": "1", "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=b"\xff\xfe\n", env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    closed = subprocess.run(command, stdin=subprocess.DEVNULL, env=environment, capture_output=True, check=False)
    assert closed.returncode == 0, closed.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_a_terminal_cannot_show_is_a_question_mark(encoding: str) -> None:
    """French has its own apostrophe and spaces, which older locales know nothing of."""
    code = "from commandery.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "templar", "--language", "fr", "--seed", "1"]
    environment = {**os.environ, "COMMANDERY_QUIET": "1", "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, input=b"q\n", env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"l?a" in done.stdout and b"Votre choix" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    command = [sys.executable, "-c", "from commandery.cli import main; main()", "games"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "commandery: what is to be told cannot be written: No space left on device\n")


def test_a_spectator_of_a_replay_is_not_told_secret_choices(tmp_path: Path) -> None:
    match = commandery.game("templar", players=3, start=0, first_game=True).start(seed=1)
    for seat in range(3):
        match.play(seat, "rings ab")
    match.play(1, "play maria")
    path = tmp_path / "running.json"
    path.write_text(json.dumps(match.record()))
    spectator, owner = run_here("replay", str(path)).stdout, run_here("replay", str(path), "--seat", "1").stdout
    assert "has chosen a card" in spectator
    assert "maria" not in spectator.lower()
    assert "has chosen Maria" in owner


def test_an_interrupted_simulation_stops_at_once() -> None:
    code = "from commandery.cli import main; main()"
    command = [sys.executable, "-c", code, "simulate", "templari", "--games", "100000000", "--jobs", "2"]

    def heed_interrupts() -> None:
        """Whoever runs the tests in the background may have them ignored."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=heed_interrupts) as process:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                process.communicate(timeout=8)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130


@pytest.mark.sized("warm")
def test_nothing_is_compiled_after_warming_up(tmp_path: Path, size: int) -> None:
    """`warm` on an empty cache leaves nothing to be compiled by playing or simulating; it tells what it does in whole lines."""
    if not size:
        pytest.skip("only in a soak: it compiles two games from nothing")
    code = "from commandery.cli import main; main()"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": "", "COMMANDERY_QUIET": ""}

    def told(*words: str) -> str:
        command = [sys.executable, "-c", code, *words]
        done = subprocess.run(command, input="q\n", env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stderr

    lines = told("warm", "templari", "templar").splitlines()
    assert lines and all(re.fullmatch(r"commandery: compiling \S+ \.\.\. \d+\.\d s \(once.*\)", line) for line in lines)
    for game in ("templari", "templar"):
        assert "compiling" not in told("simulate", game, "--games", "10")
        for bot in ("greedy", "ismcts:50", "ismcts:50ms"):
            assert "compiling" not in told("arena", game, "--bots", f"{bot},random", "--games", "2", "--players", "3")
        assert "compiling" not in told("play", game)
