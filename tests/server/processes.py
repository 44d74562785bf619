"""Houses in processes of their own, as operators run them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from server.conftest import Browser, wait_until

__all__ = ["Process", "command", "same_person", "serving"]


class Process:
    """A house that runs, as tests of the house know it."""

    def __init__(self, process: subprocess.Popen[str], address: str, store: str, log: Path) -> None:
        self.process = process
        self.address = address
        self.store = store
        self.log = log
        self.visitors: list[httpx.Client] = []

    @property
    def children(self) -> list[int]:
        """The processes that it has started to serve."""
        pid = self.process.pid
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in found if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]

    def answers(self) -> bool:
        """Whether it is open and its rules are ready."""
        try:
            return all(httpx.get(f"{self.address}/healthz").json()["rules"].values())
        except httpx.TransportError:
            return False


def command(store: str, *given: str) -> list[str]:
    return [sys.executable, "-m", "commandery", "serve", "--database", store, *given]


@contextmanager
def serving(folder: Path, store: str = "", *given: str, **settings: str) -> Iterator[Process]:
    """The house in a process of its own, or several; what it keeps for itself is in the folder."""
    store = store or f"sqlite:///{folder / 'house.db'}"
    about = {f"COMMANDERY_{name.upper()}": value for name, value in settings.items()}
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "COMMANDERY_REQUESTS_A_MINUTE": "1000000", **about}
    log = folder / f"log-{len(list(folder.glob('log-*')))}"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command(store, "--port", "0", *given), stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        )
    assert process.stdout is not None
    try:
        told = process.stdout.readline()
        found = re.search(r"http://\S+", told)
        assert found, told + log.read_text()
        server = Process(process, found[0].rstrip("/").replace("localhost", "127.0.0.1"), store, log)
        wait_until(server.answers, 300)
        yield server
        for http in server.visitors:
            http.close()
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def same_person(browser: Browser, server: Process) -> Browser:
    """The same person at another house, or in another tab."""
    other = Browser(server)  # type: ignore[arg-type]
    for name, value in browser.http.cookies.items():
        other.http.cookies.set(name, value, domain="127.0.0.1")
    return other
