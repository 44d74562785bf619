"""A process that has the program and its rules loaded, and forks one house after another: each begins within a moment, and is
otherwise what `commandery serve` is."""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import signal
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

__all__ = ["Child", "Nursery", "nursery"]


class Child:
    """A forked house, to be used like a `subprocess.Popen`."""

    def __init__(self, owner: Nursery, pid: int) -> None:
        self.pid = pid
        self._owner = owner
        self._watched = os.pidfd_open(pid)
        self._code: int | None = None

    def send_signal(self, number: int) -> None:
        if self._code is None:
            signal.pidfd_send_signal(self._watched, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        if self._code is None:
            if not select.select([self._watched], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("commandery serve", timeout or 0)
            self._code = int(self._owner.ask({"bury": self.pid}))
            os.close(self._watched)
        return self._code


class Nursery:
    """What the tests hold of it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        atexit.register(self.close)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def ask(self, wish: dict[str, Any]) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(wish) + "\n")
        return json.loads(self._process.stdout.readline())

    def begin(self, words: list[str], environment: dict[str, str], said: Path, complained: Path) -> Child:
        """The command in a process of its own, which writes to these files."""
        files = {"said": str(said), "complained": str(complained)}
        return Child(self, self.ask({"words": words, "environment": environment, **files}))


@functools.cache
def nursery() -> Nursery:
    """The one of this run."""
    return Nursery()


def _fork(wish: dict[str, Any]) -> int:
    """The child's number; the child itself becomes the command and never comes back."""
    from commandery.cli import main

    pid = os.fork()
    if pid:
        return pid
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, path in ((1, wish["said"]), (2, wish["complained"])):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.environ.clear()
    os.environ.update(wish["environment"])
    sys.argv = ["commandery", *wish["words"]]
    code = 1
    try:
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _keep() -> None:
    """Load everything, then do what is asked, line by line."""
    import commandery
    import commandery.server.serve
    from commandery.server.house import load_rules

    for kind in commandery.games():
        load_rules(kind.name)
    for line in sys.stdin:
        wish = json.loads(line)
        done = os.waitstatus_to_exitcode(os.waitpid(wish["bury"], 0)[1]) if "bury" in wish else _fork(wish)
        print(json.dumps(done), flush=True)


if __name__ == "__main__":
    _keep()
