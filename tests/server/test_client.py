"""The example of a program that sits at a table of the house: examples/client.py."""

from __future__ import annotations

import contextlib
import email.message
import http.client
import itertools
import json
import runpy
import subprocess
import sys
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import commandery
from commandery.bots import Sight
from conftest import wait_until
from server.conftest import Server
from server.test_api import Program
from server.test_house import entries

ROOT = Path(__file__).resolve().parent.parent.parent
CLIENT = ROOT / "examples" / "client.py"


def client(house: Server, *given: str) -> list[str]:
    return [sys.executable, str(CLIENT), "--address", house.address, *given]


def test_the_example_opens_a_table_and_plays(house: Server) -> None:
    done = subprocess.run(client(house, "--open", "templari"), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert '"scores"' in done.stdout


def test_the_example_plays_beside_another_with_a_bot_of_its_own(house: Server) -> None:
    host = Program(house).open("templari", bots=None)
    host.http.put(f"/tables/{host.table}/seats/2", json={"level": "novice"})
    with subprocess.Popen(
        client(house, "--table", host.table, "--seat", "1", "--bot", f"{sys.executable} {ROOT}/examples/program.py"),
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().startswith("token: ")
        host.start()
        token = host.http.headers["Authorization"].split()[1]
        mine = subprocess.run(
            client(house, "--table", host.table, "--token", token), capture_output=True, text=True, timeout=120
        )
        assert mine.returncode == 0, mine.stderr
        assert "over:" in other.stdout.read()


LISTENER = """
import json, random, sys
rng = random.Random(1)
for line in sys.stdin:
    message = json.loads(line)
    print(line.strip(), file=open(sys.argv[1], "a"))
    if message["type"] == "hello":
        print(json.dumps({"protocol": 1}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"action": rng.choice(message["legal"])["notation"]}), flush=True)
"""


@pytest.mark.parametrize("game", ["templari", "journey", "templar"])
def test_a_bot_at_the_seat_of_a_token_is_told_what_the_protocol_says(house: Server, tmp_path: Path, game: str) -> None:
    """As the record has it: the seat, numbers of moves, who else may act, the own last action, and turns."""
    (tmp_path / "bot.py").write_text(LISTENER)
    host = Program(house).open(game).start()
    token = host.http.headers["Authorization"].split()[1]
    bot = f"{sys.executable} {tmp_path}/bot.py {tmp_path}/told"
    done = subprocess.run(
        client(house, "--table", host.table, "--token", token, "--bot", bot), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    hello, begun, *asked, over = map(json.loads, (tmp_path / "told").read_text().splitlines())
    assert hello == {"type": "hello", "protocol": 1} and begun["seat"] == 0 and begun["board"] is None
    match = commandery.replay(host.http.get(f"/tables/{host.table}/record").json())
    assert (begun["players"], begun["options"], begun["rules"]) == (3, match.game.options, match.game.kind.rules_version)
    assert over["winners"] == list(match.outcome.winners) and over["scores"] == list(match.outcome.scores)
    turns = []
    for before, message in itertools.pairwise(asked):
        if "sealing" in (before["view"]["phase"], message["view"]["phase"]):  # a record tells sealed choices by seat
            continue
        sight = Sight(match.after(message["move"] - 1), 0)
        assert [action["id"] for action in message["legal"]] == [action.id for action in sight.legal]
        assert message["alone"] == sight.alone
        last = message["own_last_action"]
        assert (last and last["notation"]) == (sight.own_last_action and str(sight.own_last_action))
        turns.append((message["turn"], sight.turn))
    assert game == "templari" or any(message["own_last_action"] for message in asked)
    for (told, turn), (told_next, turn_next) in itertools.pairwise(turns):
        assert (told == told_next) == (turn == turn_next)


def test_the_example_says_what_is_wrong(house: Server) -> None:
    done = subprocess.run(client(house, "--table", "nothing"), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "no such table" in done.stderr and "Traceback" not in done.stderr


def test_the_example_goes_on_when_the_house_opens_again(tmp_path: Path) -> None:
    house = Server(tmp_path)
    host = Program(house).open("templari").start()
    token = host.http.headers["Authorization"].split()[1]
    with subprocess.Popen(
        client(house, "--table", host.table, "--token", token), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as playing:
        wait_until(lambda: len(entries(house, f"/t/{host.table}")) > 12)
        house.close()
        house.open()
        out, err = playing.communicate(timeout=120)
        assert playing.returncode == 0 and "over:" in out, err
    house.finish()


class Answers:
    """Stands for the net: what is asked is answered by the next of these, or goes wrong so."""

    def __init__(self, *answers: bytes | Exception) -> None:
        self._answers = iter(answers)

    def __call__(self, *_: object, **__: object) -> contextlib.closing[Any]:
        answer = next(self._answers)
        if isinstance(answer, urllib.error.HTTPError):
            raise answer
        return contextlib.closing(self._lines(answer))

    def _lines(self, answer: bytes | Exception) -> Iterator[bytes]:
        if isinstance(answer, Exception):
            raise answer
        yield from answer.splitlines(keepends=True)


def test_the_example_waits_where_it_asked_too_much_and_when_the_line_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    example = runpy.run_path(str(CLIENT))
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)

    def refusal(code: int, seconds: str = "0") -> urllib.error.HTTPError:
        headers = email.message.Message()
        headers["RateLimit-Reset"] = seconds
        return urllib.error.HTTPError("", code, "", headers, None)

    cut, told = http.client.IncompleteRead(b""), b'id: 1\ndata: {"number": 3}\n'
    monkeypatch.setattr("urllib.request.urlopen", Answers(refusal(429, "7"), cut, refusal(502), told, refusal(404)))
    changes = example["House"]("http://nowhere").changes("table")
    assert next(changes) == {"number": 3} and waited[0] == 8
    with pytest.raises(urllib.error.HTTPError):  # there is no such table any more
        next(changes)
    monkeypatch.setattr("urllib.request.urlopen", Answers(refusal(429, "1800")))
    with pytest.raises(urllib.error.HTTPError):
        example["House"]("http://nowhere").get("/games")
