"""Bots of others: the protocol, what they are told, and that whatever they do the game goes on and nothing is left behind."""

from __future__ import annotations

import gc
import itertools
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import commandery
from commandery.bots import Bot, External, Guarded, Sight, make_bot
from commandery.bots.program import Program
from conftest import GAMES, ROOT, wait_until
from programs import play, running
from worlds import HIDING, two_worlds

pytestmark = pytest.mark.usefixtures("started")

PROGRAM = """
import json, os, sys, time
def answer(**message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        {hello}
    elif message["type"] == "choose":
        legal = message["legal"]
        {choose}
    elif message["type"] == "over":
        {over}
"""
GOOD = "answer(action=legal[-1]['id'])"


def program(
    choose: str = GOOD, hello: str = "answer(protocol=1)", over: str = "pass", limit: float = 10.0, start: float = 10.0
) -> Guarded:
    """A guarded bot that is a program doing this."""
    code = PROGRAM.format(choose=choose, hello=hello, over=over)
    return Guarded(External("mine", [sys.executable, "-c", code], limit, seed=1, start=start))


# The examples

EXAMPLES = {
    "class": "python:examples/wishes.py:Wishes",
    "python": f"program:{sys.executable} examples/program.py",
    "perl": "program:perl examples/bot.pl",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_play_every_game_better_than_at_random(game: str, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if example == "perl" and shutil.which("perl") is None:
        pytest.skip("there is no Perl here")
    monkeypatch.chdir(ROOT)
    bot = make_bot(EXAMPLES[example], 1)
    theirs = others = 0
    for seed in range(6):
        outcome = play(bot, game, (0, 2), seed, players=4).outcome
        theirs += outcome.scores[0] + outcome.scores[2]
        others += outcome.scores[1] + outcome.scores[3]
    bot.close()
    assert bot.faults == []
    assert theirs > others


def test_the_documentation_tells_of_every_example_and_names_them_rightly() -> None:
    text = (ROOT / "docs" / "bots.md").read_text()
    for path in (ROOT / "examples").iterdir():
        if path.is_file():
            assert f"(../examples/{path.name})" in text
    for where, name in re.findall(r"python:(examples/\S+\.py):(\w+)", text):
        assert f"class {name}:" in (ROOT / where).read_text()
    for path in re.findall(r"program:\w+ (examples/[\w.]+)", text):
        assert (ROOT / path).is_file()


# What a program is told


def test_everything_that_is_told_is_documented(told: list[dict[str, Any]]) -> None:
    bot = program("print(json.dumps({'imagine': 1}), flush=True); sys.stdin.readline(); " + GOOD)
    play(bot)
    bot.close()
    assert bot.faults == []
    text = (ROOT / "docs" / "bots.md").read_text()
    assert {message["type"] for message in told} == {"hello", "match", "choose", "imagined", "over"}
    for message in told:
        assert f"**{message['type']}**" in text or message["type"] == "imagined"
        for key in message:
            assert f'"{key}":' in text


def test_a_match_is_told_from_hello_to_over(told: list[dict[str, Any]]) -> None:
    bot = program(limit=7.5)
    match = play(bot, seats=(1,), players=4, exchange=True)
    bot.close()
    hello, begun, *chosen, over = told
    assert hello == {"type": "hello", "protocol": 1}
    assert (begun["game"], begun["players"], begun["seat"]) == ("templari", 4, 1)
    assert begun["options"]["exchange"] is True
    again = commandery.game(begun["game"], begun["players"], begun["board"], **begun["options"])
    assert again.world.tobytes() == match.game.world.tobytes()
    assert all(message["type"] == "choose" and message["time_left"] == 7.5 for message in chosen)
    moves = [move for move in match.history if move.seat == 1]
    assert [message["legal"][-1]["notation"] for message in chosen] == [str(move.action) for move in moves]
    assert over["scores"] == match.outcome.scores and over["winners"] == match.outcome.winners


@pytest.mark.parametrize("game", HIDING)
def test_a_program_is_told_the_same_whatever_is_hidden(game: str, told: list[dict[str, Any]]) -> None:
    """In two worlds that differ only in what the seat cannot know every line is the same; imagined states too."""
    asking = "print(json.dumps({'imagine': 5}), flush=True); sys.stdin.readline(); " + GOOD
    for sights in itertools.islice(two_worlds(game), 4):
        heard = []
        for sight in sights:
            told.clear()
            bot = program(asking)
            bot.choose(sight)
            bot.close()
            assert bot.faults == []
            heard.append(list(told))
        assert heard[0] == heard[1]
        assert [message["type"] for message in heard[0]] == ["hello", "match", "choose", "imagined"]


def test_each_seat_has_a_program_of_its_own(started: list[subprocess.Popen[bytes]], told: list[dict[str, Any]]) -> None:
    bot = program()
    play(bot, seats=(0, 1, 2))
    assert len(started) == 3
    assert sorted(message["seat"] for message in told if message["type"] == "match") == [0, 1, 2]
    bot.close()


def test_a_program_plays_the_next_match_too(started: list[subprocess.Popen[bytes]]) -> None:
    bot = program()
    bot.prepare()
    for seed in range(3):
        play(bot, seed=seed)
    bot.close()
    assert len(started) == 1
    assert bot.faults == []


def test_what_a_program_says_unasked_is_no_answer_to_the_next_decision() -> None:
    twice = "print(json.dumps({'action': legal[-1]['id']}) + '\\n' + json.dumps({'action': legal[0]['id']}), flush=True)"
    bot, match = program(choose=twice), commandery.game("templari").start(seed=1)
    for _ in range(12):
        seat = match.to_act[0]
        sight = Sight(match, seat)
        action = bot.choose(sight) if seat == 0 else sight.legal[0]
        assert seat != 0 or action == sight.legal[-1]
        wait_until(lambda: all(one._heard.qsize() == 1 for one in bot.bot._playing.values()))  # type: ignore[attr-defined]
        match.play(seat, action)
    bot.close()
    assert bot.faults == []


def test_a_program_may_end_after_a_match(started: list[subprocess.Popen[bytes]]) -> None:
    bot = program(over="sys.exit()")
    for seed in range(3):
        play(bot, seed=seed)
    bot.close()
    assert len(started) == 3
    assert bot.faults == []


def test_a_bot_of_which_nobody_says_that_its_matches_are_over_keeps_few_programs(
    started: list[subprocess.Popen[bytes]],
) -> None:
    bot = program()
    matches = [commandery.game("templari").start(seed=seed) for seed in range(13)]
    for match in matches:
        bot.choose(Sight(match, match.to_act[0]))
    assert sum(process.returncode is None for process in started) == 10
    bot.close()
    assert bot.faults == []


READY = "answer(protocol=1, says_ready=True); sys.stdin.readline(); {}"


def test_a_program_that_says_when_it_is_ready_is_awaited_before_its_first_decision() -> None:
    bot = program(hello=READY.format("time.sleep(1); answer(ready=True)"), limit=0.8)
    for seed in range(2):
        play(bot, seed=seed)
    bot.close()
    assert bot.faults == []


# What can go wrong

NONSENSE = {
    "words": ("print('no idea', flush=True)", "it said 'no idea', which is not JSON"),
    "bytes": ("os.write(1, bytes([255, 254, 10]))", "not JSON"),
    "a list": ("print([1], flush=True)", "it said '[1]', which is not an object"),
    "nested": ("print('[' * 50000, flush=True)", "not JSON"),
    "nothing": ("answer()", "without an action"),
    "no action": ("answer(action='fly')", "'fly' is no action of templari"),
    "illegal": ("answer(action='wait')", "it chose 'wait', which is not legal"),
    "too high": ("answer(action=10**30)", "is no action of templari"),
    "null": ("answer(action=None)", "None is no action"),
    "true": ("answer(action=True)", "True is no action"),
    "a fraction": ("answer(action=1.5)", "1.5 is no action"),
    "an object": ("answer(action={})", "{} is no action"),
    "giving up": ("answer(error='lost')", "lost"),
    "a bad seed": ("answer(imagine='x')", "a seed is a whole number"),
}


@pytest.mark.parametrize("case", NONSENSE)
def test_a_program_that_answers_nonsense_is_replaced_after_three_faults(case: str) -> None:
    choose, reason = NONSENSE[case]
    bot = program(choose)
    match = play(bot)
    bot.close()
    assert match.over
    assert [reason in fault.reason for fault in bot.faults] == [True] * 3, bot.faults
    assert [fault.final for fault in bot.faults] == [False, False, True]
    made = [number for number, move in enumerate(match.history, 1) if move.seat == 0]
    assert [fault.move for fault in bot.faults] == made[:3]
    assert {fault.seat for fault in bot.faults} == {0}


def test_a_reason_can_be_printed_whatever_a_program_says() -> None:
    """Half of a pair of UTF-16 cannot be written to any file, and what a terminal obeys is not shown to it."""
    bot = program(r"answer(error='\ud800 lost \x1b[31m in\nthe abbey')")
    play(bot)
    bot.close()
    assert {fault.reason for fault in bot.faults} == {"? lost ?[31m in the abbey"}


def test_after_three_faults_the_next_match_begins_with_a_new_program(started: list[subprocess.Popen[bytes]]) -> None:
    bot = program("answer()")
    for seed in range(2):
        play(bot, seed=seed)
    bot.close()
    assert len(started) == 2 and len(bot.faults) == 6


GONE = {
    "hangs": ("time.sleep(60)", "did not answer in time"),
    "ends": ("sys.exit('out of ideas')", "it has ended: out of ideas"),
    "crashes": ("os.abort()", "it has ended"),
    "closes its output": ("os.close(1); time.sleep(60)", "it has ended"),
    "closes its input": ("os.close(0); time.sleep(60)", "did not answer in time"),
    "asks without end": ("while True: answer(imagine=1); sys.stdin.readline()", "did not answer in time"),
    "asks without listening": ("while True: answer(imagine=1)", "does not stop talking"),
    "says a line without end": ("while True: os.write(1, b'x' * 65536)", "does not stop talking"),
}


@pytest.mark.parametrize("case", GONE)
def test_a_program_that_is_gone_is_replaced_at_once_for_this_match(case: str) -> None:
    choose, reason = GONE[case]
    choose = choose if ":" in choose else f"if len(legal) > 2: {choose}\n        {GOOD}"
    bot = program(choose, limit=0.5 if "in time" in reason else 20)
    began = time.monotonic()
    for seed in range(2):
        assert play(bot, seed=seed).over
    bot.close()
    assert [fault.final for fault in bot.faults] == [True, True], bot.faults
    assert all(reason in fault.reason for fault in bot.faults), bot.faults
    assert time.monotonic() - began < 30


def test_a_program_that_does_not_stop_talking_is_not_listened_to() -> None:
    bot = program("while True: print('x' * 50, flush=True)")
    match = play(bot)
    bot.close()
    assert match.over
    assert bot.faults[-1].final and len(bot.faults) <= 3
    assert {fault.reason for fault in bot.faults} <= {f"it said {'x' * 50!r}, which is not JSON", "it does not stop talking"}


def test_a_program_that_does_not_read_keeps_nobody_waiting() -> None:
    """Not even when what it is told is more than a pipe holds."""
    program_ = Program([sys.executable, "-c", "import time; time.sleep(60)"])
    began = time.monotonic()
    program_.say({"long": "x" * 1_000_000})
    program_.close()
    assert time.monotonic() - began < 10


def test_a_program_that_is_still_busy_with_its_last_match_delays_the_next_no_longer_than_a_decision(
    started: list[subprocess.Popen[bytes]],
) -> None:
    bot = program(over="time.sleep(60)", limit=0.5, start=30)
    play(bot)
    began = time.monotonic()
    play(bot, seed=2)
    took = time.monotonic() - began
    bot.close()
    assert took < 15 and len(started) == 2
    assert bot.faults == []


STARTS = {
    "another version": ("answer(protocol=2)", "it speaks protocol 2, and this is protocol 1"),
    "no version": ("answer()", "it speaks protocol None"),
    "words": ("print('Welcome!', flush=True)", "it said 'Welcome!', which is not JSON"),
    "ends": ("sys.exit('no licence')", "it has ended: no licence"),
    "hangs": ("time.sleep(60)", "it did not answer in time"),
    "gives up": ("answer(error='no model')", "no model"),
}


@pytest.mark.parametrize("case", STARTS)
def test_a_program_that_does_not_start_is_an_error_beforehand_and_a_fault_later(case: str) -> None:
    hello, reason = STARTS[case]
    bot = program(hello=hello, start=0.5 if case == "hangs" else 10)
    with pytest.raises(commandery.BadOption, match=re.escape(reason)):
        bot.prepare()
    assert play(bot).over
    bot.close()
    (fault,) = bot.faults
    assert fault.final and reason in fault.reason


@pytest.mark.parametrize(
    ("ready", "reason"),
    [
        ("answer(error='no model')", "no model"),
        ("time.sleep(60)", "it did not answer in time"),
        ("print('Ready!', flush=True)", "it said 'Ready!', which is not JSON"),
        ("answer(action=0)", "it answered {'action': 0} instead of being ready"),
    ],
)
def test_a_program_that_does_not_get_ready_is_replaced_for_the_match(ready: str, reason: str) -> None:
    bot = program(hello=READY.format(ready), start=0.5 if "sleep" in ready else 10)
    assert play(bot).over
    bot.close()
    (fault,) = bot.faults
    assert fault.final and reason in fault.reason


@pytest.mark.parametrize(("word", "reason"), [("/no/such/program", "No such file"), ("a\0b", "embedded null byte")])
def test_a_program_that_is_not_there_is_a_fault(word: str, reason: str) -> None:
    bot = Guarded(External("mine", [word], seed=1))
    assert play(bot).over
    assert f"it cannot be started: {reason}" in bot.faults[0].reason


def test_a_fault_now_and_then_is_forgiven_in_the_next_match() -> None:
    bot = program("global_ = globals(); global_['n'] = global_.get('n', 0) + 1; answer(action=0 if n < 3 else legal[-1]['id'])")
    play(bot)
    play(bot, seed=2)
    bot.close()
    assert [(fault.seat, fault.final) for fault in bot.faults] == [(0, False), (0, False)]


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_what_a_hanging_program_has_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    start = f"import subprocess; p = subprocess.Popen(['sleep', '300']); open({str(note)!r}, 'w').write(str(p.pid))"
    bot = program(f"{start}; time.sleep(60)", limit=2)
    match = commandery.game("templari").start(seed=1)
    bot.choose(Sight(match, match.to_act[0]))
    assert bot.faults[0].final
    wait_until(lambda: not running(int(note.read_text())))


def test_programs_end_when_nobody_has_the_bot_any_more(started: list[subprocess.Popen[bytes]]) -> None:
    bot = program()
    bot.prepare()
    assert started[0].returncode is None
    del bot
    gc.collect()
    assert started[0].returncode is not None


def test_programs_end_with_us() -> None:
    code = "import commandery.bots as b; x = b.make_bot('program:cat'); x.prepare(); print(x.bot._spare[0]._process.pid)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert not running(int(done.stdout))


# The guard


class Stubborn(Bot):
    """A bot in this process that does one thing."""

    name = "stubborn"

    def __init__(self, answer: Any) -> None:
        super().__init__(0)
        self.answer = answer

    def choose(self, sight: Sight) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    def over(self, sight: Sight) -> None:
        self.choose(sight)


@pytest.mark.parametrize("answer", [ValueError("x"), "nonsense", None, 0, object(), RecursionError()])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_nothing_but_default_moves_comes_to_its_end(answer: Any, game: str) -> None:
    players = commandery.game(game).players
    bot = Guarded(Stubborn(answer))
    match = play(bot, game, tuple(range(players)))
    assert match.over
    assert len(bot.faults) == 3 * players


def test_the_guard_stops_nobody_who_interrupts() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(Guarded(Stubborn(KeyboardInterrupt())))


def test_a_bot_that_fails_when_a_match_is_over_breaks_nothing_and_keeps_the_fault() -> None:
    match = commandery.game("templari").start(seed=1)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    bot = Guarded(Stubborn(ValueError("x")))
    bot.over(Sight(match, 2))
    (fault,) = bot.faults
    assert (fault.seat, fault.move, fault.final) == (2, len(match.history) + 1, False)
    assert fault.reason == "told that the match is over: ValueError: x"


def test_the_guard_hands_on_what_a_bot_thought() -> None:
    match = commandery.game("templari").start(seed=1)
    bot = Guarded(make_bot("ismcts:32", 1))
    bot.choose(Sight(match, match.to_act[0]))
    assert bot.candidates == bot.bot.candidates != []
