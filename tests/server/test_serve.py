"""`commandery serve` as a process: what it says, how it ends, and what is there after it was killed."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from server.processes import command, serving


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
        (["--log-format", "xml"], "plain or json"),
        (["--database", "postgresql://anna:hidden@127.0.0.1:1/house"], "cannot be used"),
        (["--database", "sqlite:////proc/house.db"], "cannot be used"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_served_is_refused_with_a_sentence(tmp_path: Path, given: list[str], told: str) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    asked = command(f"sqlite:///{tmp_path / 'house.db'}", *given)
    done = subprocess.run(asked, capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert done.returncode == 2
    assert told in done.stderr and "Traceback" not in done.stderr and done.stderr.count("\n") == 1
    assert "hidden" not in done.stderr
