"""What all tests share: the option sets of every game, sizes, and the report of a soak."""

from __future__ import annotations

import gc
import itertools
import subprocess
import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import commandery
from commandery.arena.sources import fingerprint
from commandery.bots.program import Program
from commandery.core.cache import folder_of
from soak import Progress, Results

ROOT = Path(__file__).resolve().parent.parent
SIZES: dict[str, dict[str, int]] = tomllib.loads((ROOT / "tests" / "sizes.toml").read_text())


def wait_until(true: Any, seconds: float = 10.0) -> None:
    """Wait until something is so; a failure if it is not so in time."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def pytest_configure(config: pytest.Config) -> None:
    """Property tests do as many examples as their row in the table says."""
    count = SIZES["properties"][config.getoption("--sizes")]
    settings.register_profile(
        "sized", max_examples=count, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
    )
    settings.load_profile("sized")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sizes", choices=("test", "soak"), default="test", help="sizes of the sized tests (tests/sizes.toml)")
    parser.addoption("--write-golden", action="store_true", help="write the golden playthroughs instead of comparing")


@pytest.fixture
def size(request: pytest.FixtureRequest) -> int:
    """How much this test does; its marker ``sized(name)`` says by which row of the table."""
    marker = request.node.get_closest_marker("sized")
    assert marker is not None, "a test that uses `size` is marked sized(name)"
    return SIZES[marker.args[0]][request.config.getoption("--sizes")]


@pytest.fixture
def progress(request: pytest.FixtureRequest) -> Progress:
    """What this test has done in earlier, interrupted soaks of the same rules and bots; empty in ordinary runs."""
    soaking = request.config.getoption("--sizes") == "soak"
    rules = [folder_of("commandery")]
    for name in GAMES:
        if name in request.node.nodeid:
            rules += [folder_of(f"commandery.games.{name}"), fingerprint(name, 2), fingerprint(name, 5)]
    return Progress(request.node.name, " ".join(rules) if soaking else None)


def option_sets(name: str) -> list[dict[str, Any]]:
    """Every combination of a game's options, the start player left to chance, for every number of players."""
    (kind,) = [kind for kind in commandery.games() if kind.name == name]
    names = [option.name for option in kind.options if option.name != "start" and not isinstance(option.values, range)]
    values = [option.values for option in kind.options if option.name in names]
    sets = []
    for players in range(kind.players[0], kind.players[1] + 1):
        for chosen in itertools.product(*values):
            options = dict(zip(names, chosen, strict=True))
            if _distinct(name, players, options):
                sets.append({"players": players, **options})
    return sets


def _distinct(name: str, players: int, options: dict[str, Any]) -> bool:
    """Whether this set is allowed and not the same game as another: Raphael only matters with two."""
    if name == "templar" and options["raphael"] != "after" and players != 2:
        return False
    try:
        commandery.game(name, players, **options)
    except commandery.BadOption:
        return False
    return True


def label(options: dict[str, Any]) -> str:
    """A short name for an option set: the players, and what is not default."""
    parts = [name if value is True else f"no_{name}" if value is False else str(value) for name, value in options.items()]
    return "-".join(parts)


GAMES = [kind.name for kind in commandery.games() if kind.name != "toy"]
EVERY_SET = [pytest.param(name, options, id=f"{name}-{label(options)}") for name in GAMES for options in option_sets(name)]


# Programs that play as bots


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The programs that a test starts. At its end none is left running or unwaited for, nor any thread of theirs."""
    processes: list[subprocess.Popen[bytes]] = []
    threads = set(threading.enumerate())

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            processes.append(self)

    monkeypatch.setattr("commandery.bots.program.subprocess.Popen", Noted)
    yield processes
    if any(process.returncode is None for process in processes):
        gc.collect()
    assert [process.args for process in processes if process.returncode is None] == []
    assert set(threading.enumerate()) <= threads


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """All that any program is told."""
    messages: list[dict[str, Any]] = []
    say = Program.say

    def note(program: Program, message: dict[str, Any]) -> None:
        messages.append(message)
        say(program, message)

    monkeypatch.setattr(Program, "say", note)
    return messages


# The report of a soak


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    report = outcome.get_result()
    marker = item.get_closest_marker("sized")
    if report.when == "call" and marker is not None and item.config.getoption("--sizes") == "soak":
        name = getattr(item, "originalname", item.name)
        Results.add(item.nodeid, marker.args[0], name, report.outcome, report.duration)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write docs/soak.md anew: what has run at full size, where, and how it ended."""
    if session.config.getoption("--sizes") == "soak":
        Results.write(ROOT / "docs" / "soak.md", SIZES)
