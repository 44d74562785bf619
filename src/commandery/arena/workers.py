"""Where the games of a tournament are played: in this process, on several cores, or on the machines of a Ray cluster.

Each is a function of tasks that gives the games back as they are over. A generator that is closed ends all work at once.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import Any

from commandery.arena.contest import Played, Task, play
from commandery.bots.program import end_programs
from commandery.core.cores import cores
from commandery.core.errors import BadOption

__all__ = ["WorkerLost", "cores", "here", "on_cores", "on_ray"]

_AHEAD = 2
"""Games handed out for each worker: the one it plays and the next."""


class WorkerLost(Exception):
    """A process that played games was killed or has crashed, or its machine is gone."""


def here(tasks: Iterable[Task]) -> Iterator[Played]:
    """One after the other, in this process."""
    return map(play, tasks)


def on_cores(tasks: Iterable[Task], jobs: int) -> Iterator[Played]:
    """In so many processes of their own. They are started anew, never forked, so threads of the caller do not matter; a script
    that calls this needs the usual ``if __name__ == "__main__"``."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin)
    waiting = iter(tasks)
    running: set[Future[Played]] = set()
    try:
        while True:
            running.update(pool.submit(_play, task) for task in itertools.islice(waiting, _AHEAD * jobs - len(running)))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
        pool.shutdown()
    except BaseException as error:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        if isinstance(error, BrokenProcessPool):
            raise WorkerLost from error
        raise


def _begin() -> None:
    """A worker leaves interruptions to the process that started it, and ends when told to or when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        connection.wait([parent.sentinel])
        if os.name != "posix":
            os._exit(1)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def _leave(*_: object) -> None:
    """Stop at once, but in order, so that bots end their programs; being told again changes nothing."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(1)


def _play(task: Task) -> Played:
    """Play a game in a worker. The pool would take its leaving for the game's result, and play on."""
    try:
        return play(task)
    except SystemExit:
        end_programs()
        os._exit(1)


def on_ray(tasks: Iterable[Task], address: str, jobs: int) -> Iterator[Played]:
    """On a Ray cluster: at an address, on ``auto`` the one this machine belongs to, or on ``local`` one of so many workers that
    is started here and ended afterwards. Its machines need Commandery with the same rules and bots."""
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        _join(ray, address, jobs)
    remote = ray.remote(num_cpus=1)(play)
    waiting = iter(tasks)
    running: list[Any] = []
    try:
        while True:
            ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))  # machines may come and go
            running += [remote.remote(task) for task in itertools.islice(waiting, max(0, ahead - len(running)))]
            if not running:
                break
            done, running = ray.wait(running)
            for each in done:
                yield _from_ray(ray, each)
    finally:
        for each in running:
            ray.cancel(each, force=True)
        if started:
            ray.shutdown()


def _from_ray(ray: Any, game: Any) -> Played:
    """A game that a Ray worker has played. Ray itself plays it again, a few times, where a worker is lost."""
    try:
        played: Played = ray.get(game)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise WorkerLost from error
    return played


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere unasked
    try:
        import ray
    except ImportError:
        raise BadOption("Ray is not installed: pip install 'commandery[ray]'") from None
    return ray


def _join(ray: Any, address: str, jobs: int) -> None:
    """Connect to the cluster, or start one."""
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        _knock(address)
        if address == "local":
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise BadOption(f"there is no Ray cluster at {address!r} (local would start one): {reason}") from None


def _knock(address: str) -> None:
    """OSError if nobody answers where an address names a machine and a port: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=5).close()
