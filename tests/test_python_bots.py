"""Python classes as bots: a few lines that play, and that do no harm when they fail."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import commandery
from commandery.bots import Sight, make_bot
from commandery.core.testing import secrecy
from programs import play

pytestmark = pytest.mark.usefixtures("started")

CLASSES = """
import random, sys, time
from fractions import Fraction

class Any:
    def choose(self, sight):
        return sight.legal[-1]

class Notation(Any):
    def choose(self, sight):
        return str(super().choose(sight))

class Number(Any):
    def choose(self, sight):
        return super().choose(sight).id

class Talks(Any):
    def choose(self, sight):
        print("thinking aloud")
        return super().choose(sight)

class Seeded:
    def __init__(self, seed):
        self.random = random.Random(seed)
    def choose(self, sight):
        return self.random.choice(sight.legal)

class Raises:
    def choose(self, sight):
        return 1 / 0

class RaisesWhenMade:
    def __init__(self):
        raise RuntimeError("not today")
    def choose(self, sight):
        return sight.legal[0]

class Leaves:
    def choose(self, sight):
        sys.exit("bye")

class Loops:
    def choose(self, sight):
        while True:
            pass

class Nothing:
    def choose(self, sight):
        pass

class Odd:
    def choose(self, sight):
        return Fraction(1, 3)

class Looks:
    def choose(self, sight):
        assert sight.view["seat"] == sight.seat and sight.players == 3 and sight.time_left == 10
        assert sight.legal[0].describe() and sight.options["exchange"] is False
        assert sight.game.players == 3
        assert sight.imagine(3).dtype == sight.game.kind.State.dtype
        assert not hasattr(sight, "match") and not hasattr(sight._match, "state")
        return sight.game.actions.parse(sight.legal[-1])

class Prepares(Any):
    def __init__(self):
        time.sleep(1)

class Wonders(Any):
    def over(self, sight):
        sight.imagine(3)

class Remembers(Any):
    def over(self, sight):
        with open("over.txt", "a") as file:
            file.write(f"{sight.seat} {sight.outcome.scores} {sight.view['phase']}")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with classes, which we are in."""
    (tmp_path / "mine.py").write_text(CLASSES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("where", ["mine.py", "mine", "./mine.py"])
@pytest.mark.parametrize("name", ["Any", "Notation", "Number", "Talks"])
def test_a_class_plays_an_action_its_notation_or_its_number(where: str, name: str, folder: Path) -> None:
    bot = make_bot(f"python:{where}:{name}", 1)
    match = play(bot)
    bot.close()
    assert bot.faults == []
    for number, move in enumerate(match.history):
        if move.seat == 0:
            before = secrecy._twin(match, match.game.kind.State.empty())
            before._set_state(match.history[number].before)
            assert move.action == before.legal(0)[-1]


def test_a_class_gets_a_seed_of_its_own(folder: Path) -> None:
    records = []
    for seed in (1, 1, 2):
        bot = make_bot("python:mine.py:Seeded", seed)
        records.append(play(bot).record())
        bot.close()
    assert records[0] == records[1] != records[2]


def test_a_class_sees_what_its_seat_may_and_not_the_match(folder: Path) -> None:
    bot = make_bot("python:mine.py:Looks")
    play(bot)
    bot.close()
    assert bot.faults == []


def test_a_class_is_told_the_end(folder: Path) -> None:
    bot = make_bot("python:mine.py:Remembers")
    match = play(bot)
    bot.close()
    assert (folder / "over.txt").read_text() == f"0 {list(match.outcome.scores)} over"


def test_making_the_object_does_not_count_against_the_time_limit(folder: Path) -> None:
    bot = make_bot("python:800ms:mine.py:Prepares")
    play(bot)
    bot.close()
    assert bot.faults == []


INHERITS = """
import sys
from commandery.bots import Greedy

class Mine(Greedy):
    def choose(self, sight):
        assert "set_up" in sight._match, "the game is set up"
        assert f"commandery.bots.greedy@{sight.game.name}" in sys.modules, "what greedy needs is loaded"
        return super().choose(sight)
"""


def test_what_is_loaded_and_compiled_for_our_bots_does_not_count_against_the_time_limit(folder: Path) -> None:
    (folder / "heir.py").write_text(INHERITS)
    bot = make_bot("python:300s:heir.py:Mine", 1)
    for game in ("templari", "journey"):
        play(bot, game)
    bot.close()
    assert bot.faults == []


def test_a_class_that_wants_to_imagine_when_the_match_is_over_plays_the_next_one_at_once(
    folder: Path, started: list[subprocess.Popen[bytes]]
) -> None:
    bot = make_bot("python:mine.py:Wonders")
    for seed in range(3):
        play(bot, seed=seed)
    bot.close()
    assert bot.faults == [] and len(started) == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises", "ZeroDivisionError: division by zero (mine.py, line "),
        ("RaisesWhenMade", "RuntimeError: not today (mine.py, line "),
        ("Nothing", "None is no action"),
        ("Odd", "not JSON serializable"),
        ("Leaves", "it has ended: bye"),
        ("Loops", "it did not answer in time"),
    ],
)
def test_a_class_that_fails_does_not_break_the_game(name: str, reason: str, folder: Path) -> None:
    limit = "500ms" if name == "Loops" else "20s"
    bot = make_bot(f"python:{limit}:mine.py:{name}")
    bot.prepare()
    assert play(bot).over
    bot.close()
    assert bot.faults[-1].final
    assert all(reason in fault.reason for fault in bot.faults), bot.faults


@pytest.mark.parametrize("name", ["Random", "Novice", "Greedy", "Ismcts"])
def test_our_own_bots_are_such_classes(name: str) -> None:
    bot = make_bot(f"python:300s:commandery.bots:{name}", 1)  # it may have to compile
    play(bot)
    bot.close()
    assert bot.faults == []


def test_the_time_limit_is_in_the_name(told: list[dict[str, Any]], folder: Path) -> None:
    for spec in ("python:mine.py:Any", "python:2s:mine.py:Any", "python:250ms:mine.py:Any"):
        bot, match = make_bot(spec), commandery.game("templari").start(seed=1)
        bot.choose(Sight(match, match.to_act[0]))
        bot.close()
    assert [message["time_left"] for message in told if message["type"] == "choose"] == [10, 2, 0.25]
