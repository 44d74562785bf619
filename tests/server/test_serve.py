"""`commandery serve` as a process: what it says, how it ends, and what is there after it was killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from server.conftest import Browser, wait_until
from server.test_house import choose, entries


def command(folder: Path, *given: str) -> list[str]:
    return [sys.executable, "-m", "commandery", "serve", "--database", f"sqlite:///{folder / 'house.db'}", *given]


@contextmanager
def serving(folder: Path) -> Iterator[Any]:
    """The house in a process of its own, as tests of the house know it."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    process = subprocess.Popen(command(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    assert process.stdout is not None
    told = process.stdout.readline()
    found = re.search(r"http://\S+", told)
    assert found, told
    server = SimpleNamespace(address=found[0].rstrip("/"), database=folder / "house.db", visitors=[], process=process)
    wait_until(lambda: answers(server.address), 300)
    try:
        yield server
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        for http in server.visitors:
            http.close()


def answers(address: str) -> bool:
    try:
        return all(httpx.get(f"{address}/healthz").json()["rules"].values())
    except httpx.TransportError:
        return False


def test_what_was_acknowledged_is_there_after_the_process_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        browser = Browser(server)
        table = browser.play_now("templari")
        done = []
        for _ in range(6):
            assert choose(browser, table).status_code == 204
            done = entries(server, table)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        cookies = dict(browser.http.cookies)
    assert done
    with serving(tmp_path) as server:
        assert entries(server, table)[: len(done)] == done
        browser = Browser(server)
        browser.http.cookies.update(cookies)
        assert choose(browser, table).status_code == 204


def test_a_term_signal_ends_it_soon_with_streams_open(tmp_path: Path) -> None:
    with serving(tmp_path) as server, httpx.stream("GET", f"{server.address}/lobby", timeout=20) as stream:
        chunks = stream.iter_bytes()
        assert next(chunks)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(10) in (0, -signal.SIGTERM)
        assert list(chunks) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--workers", "2"], "more than one worker needs a PostgreSQL database"),
        (["--workers", "0"], "from 1"),
        (["--database", "nonsense"], "not an address of a database"),
        (["--port", "99999"], "port 99999"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_served_is_refused_with_a_sentence(tmp_path: Path, given: list[str], told: str) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command(tmp_path, *given), capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert done.returncode == 2
    assert told in done.stderr and "Traceback" not in done.stderr and done.stderr.count("\n") == 1
