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

from conftest import wait_until
from server.conftest import Browser
from server.nursery import Child, nursery

__all__ = ["Process", "command", "same_person", "serving"]


class Process:
    """A house that runs, as tests of the house know it."""

    def __init__(self, process: Child | subprocess.Popen[bytes], address: str, store: str, log: Path) -> None:
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
    return ["serve", "--database", store, "--port", "0", *given]


@contextmanager
def serving(folder: Path, store: str = "", *given: str, **settings: str) -> Iterator[Process]:
    """The house in a process of its own, or several; what it keeps for itself is in the folder. One is forked, to begin
    quickly; several begin as an operator begins them."""
    store = store or f"sqlite:///{folder / 'house.db'}"
    about = {f"COMMANDERY_{name.upper()}": value for name, value in settings.items()}
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "COMMANDERY_REQUESTS_A_MINUTE": "1000000", **about}
    number = len(list(folder.glob("log-*")))
    said, log = folder / f"said-{number}", folder / f"log-{number}"
    words = command(store, *given)
    operator = [sys.executable, "-m", "commandery", *words]
    process: Child | subprocess.Popen[bytes]
    if "--workers" in given:
        with said.open("wb") as output, log.open("wb") as errors:
            process = subprocess.Popen(operator, stdout=output, stderr=errors, env=environment)
    else:
        process = nursery().begin(words, environment, said, log)
    try:
        wait_until(lambda: said.exists() and said.read_text().endswith("\n"), 30)
        found = re.search(r"http://\S+", said.read_text())
        assert found, said.read_text() + log.read_text()
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


def same_person(browser: Browser, server: Process) -> Browser:
    """The same person at another house, or in another tab."""
    other = Browser(server)  # type: ignore[arg-type]
    for name, value in browser.http.cookies.items():
        other.http.cookies.set(name, value, domain="127.0.0.1")
    return other
