"""Several processes that serve the same socket: started, started again when one dies, and ended together."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from commandery.server.settings import Settings

__all__ = ["supervise"]

_log = logging.getLogger("commandery.workers")
_LONGEST_GOODBYE = 10.0  # seconds that a process is given to finish what is under way
_SOONEST = 2.0  # seconds that a process has to live to be started again at once
Work = Callable[[Settings, socket.socket], None]


class _Stop:
    """Whether somebody wants an end."""

    def __init__(self) -> None:
        self.wanted = False
        self.told, self._tell = multiprocessing.Pipe(duplex=False)
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._now)

    def _now(self, _signal: int, _frame: FrameType | None) -> None:
        if not self.wanted:
            self.wanted = True
            self._tell.send(None)


def supervise(count: int, settings: Settings, listening: socket.socket, work: Work) -> None:
    """Keep ``count`` processes at ``work`` until a signal ends all."""
    stop = _Stop()
    started: dict[SpawnProcess, float] = {}

    def start() -> None:
        process = multiprocessing.get_context("spawn").Process(target=_work, args=(settings, listening, work))
        process.start()
        started[process] = time.monotonic()

    for _ in range(count):
        start()
    while not stop.wanted:
        wait([stop.told, *(process.sentinel for process in started)])
        for process in [process for process in started if not process.is_alive()]:
            lived = time.monotonic() - started.pop(process)
            mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
            if not stop.wanted:
                _log.error("a process has died (%s): starting another", process.exitcode)
                if lived < _SOONEST:
                    wait([stop.told], _SOONEST)
                start()
    _end(list(started))


def _end(processes: list[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    end = time.monotonic() + _LONGEST_GOODBYE
    for process in processes:
        process.join(max(0.0, end - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def _work(settings: Settings, listening: socket.socket, work: Work) -> None:
    """In a process of its own, which does not outlive the one that started it."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    work(settings, listening)
