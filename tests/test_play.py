"""Playing in the terminal: what is asked beforehand, against whom one plays, and bots that fail on the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import commandery
from commandery.bots import LEVELS
from commandery.core import registry
from commandery.terminal import choices
from conftest import GAMES
from test_cli import run, run_here


class Answers:
    """Somebody who answers in this order and then goes away; what they were asked is kept."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, question: str) -> str | None:
        self.asked.append(question)
        return self._answers.pop(0) if self._answers else None


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_players_is_asked_for_until_it_fits(game: str) -> None:
    kind = registry.find(game)
    low, high = kind.players
    ask = Answers("many", str(low - 1), str(high + 1), str(high))
    assert choices.choose_players(kind, ask) == high
    assert len(ask.asked) == 4
    assert f"{low} to {high}" in ask.asked[0]
    assert choices.choose_players(kind, Answers("")) == 4
    assert choices.choose_players(kind, Answers("q")) is choices.choose_players(kind, Answers()) is None


@pytest.mark.parametrize(
    ("answer", "levels"),
    [
        ("", "squire"),
        ("master", "master"),
        ("1", "novice"),
        ("Knight, 1 ,squire", "knight,novice,squire"),
        ("4,4,4", "master,master,master"),
    ],
)
def test_a_level_is_chosen_for_all_or_for_each(answer: str, levels: str) -> None:
    assert choices.choose_levels(3, Answers(answer)) == levels


@pytest.mark.parametrize("answer", ["wizard", "0", "5", "1,2", "1,2,3,4", "novice,,squire", "²"])
def test_a_level_that_does_not_exist_is_asked_for_again(answer: str) -> None:
    ask = Answers(answer, "knight")
    assert choices.choose_levels(3, ask) == "knight"
    assert len(ask.asked) == 2


def test_every_level_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    choices.choose_levels(1, Answers("q"))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == list(LEVELS)
    assert all(len(line.split()) > 5 for line in lines)


def test_everything_is_asked_for_when_no_game_is_named() -> None:
    done = run_here("play", "--seed", "1", answers="3\n3\nnovice,squire\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Which game?" in done.stdout and "How many players, 3 to 5?" in done.stdout
    assert "Templari: you have seat 0 of 3; novice has seat 1, squire has seat 2." in done.stdout
    for answers in ("q\n", "3\nq\n", "3\n3\nq\n"):
        stopped = run_here("play", answers=answers)
        assert (stopped.returncode, stopped.stderr) == (0, "")
        assert "you have seat" not in stopped.stdout


def test_nothing_is_asked_that_the_command_line_says() -> None:
    done = run("play", "--players", "3", "--bot", "random", "--seed", "1", answers="3\nq\n")
    assert "How many" not in done.stdout and "Which level" not in done.stdout
    assert "random plays the others" in done.stdout
    named = run_here("play", "templari", "--seed", "1", answers="q\n")
    assert "you have seat 0 of 4; squire plays the others" in named.stdout


def test_each_opponent_can_be_another_bot(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    words = ["play", "templari", "--seat", "1", "--players", "3", "--seed", "2", "--save", str(saved)]
    done = run_here(*words, "--bot", "random,ismcts:50", answers="p\n" * 200)
    assert "random has seat 0, ismcts:50 has seat 2" in done.stdout
    assert "The game is over." in done.stdout, done.stderr
    first = json.loads(saved.read_text())
    run_here(*words, "--bot", "random,ismcts:50", answers="p\n" * 200)
    assert json.loads(saved.read_text())["moves"] == first["moves"]  # the seed is the bots' seed too


def test_a_record_that_cannot_be_written_is_no_success() -> None:
    done = run_here("play", "templari", "--seed", "2", "--save", "/dev/full", answers="q\n")
    assert done.returncode == 2
    assert done.stderr == "commandery: The record could not be written to /dev/full: No space left on device\n"


def test_a_bot_that_fails_is_told_of_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("class Raises:\n    def choose(self, sight):\n        return 1 / 0\n")
    spec = f"python:{tmp_path / 'mine.py'}:Raises"
    done = run_here("play", "templari", "--players", "3", "--seed", "3", "--bot", f"{spec},novice", answers="p\n" * 200)
    assert done.returncode == 0
    assert "The game is over." in done.stdout
    reason = "ZeroDivisionError: division by zero (mine.py, line 3)"
    assert done.stderr.splitlines() == [
        f"commandery: {spec} (seat 1): {reason}. A default move is played instead.",
        f"commandery: {spec} (seat 1) failed 3 times, and was replaced in the end.",
    ]


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        ("random,random", "name one bot for all opponents or 3, one for each, with commas; not 2"),
        ("random,wizard,random", "there is no bot 'wizard'"),
        ("random,,random", "there is no bot ''"),
        ("ismcts:0", "is not understood"),
        ("greedy:5", "takes no budget"),
        ("program:false", "'program:false' does not play: it has ended"),
        ("python:nonesuch.py:X", "there is no file nonesuch.py"),
    ],
)
def test_a_bot_that_cannot_play_is_told_in_one_line(bot: str, complaint: str) -> None:
    done = run_here("play", "templari", "--players", "4", "--bot", bot)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_games_are_numbered_as_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = commandery.games()
    for number, kind in enumerate(kinds, 1):
        assert choices.choose_game(Answers("0", "x", str(number))) is kind
    assert choices.choose_game(Answers("q")) is choices.choose_game(Answers()) is None
