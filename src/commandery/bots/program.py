"""A program that is spoken to in lines of JSON over its standard input and output.

Each pipe has a thread of its own, so that a program that does not read, does not answer or does not stop talking keeps nobody
waiting longer than agreed.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import signal
import subprocess
import time
from collections.abc import Sequence
from threading import Thread, current_thread
from typing import IO, Any

from commandery.core.errors import CommanderyError

__all__ = ["Garbage", "Program", "ProgramGone", "end_programs"]

LONGEST = 1 << 16
"""Bytes in a line that is listened to."""
UNREAD = 100
"""Lines that a program may say without being asked; after these it is not listened to any more."""
PATIENCE = 1.0
"""Seconds for a program to end by itself when its input has ended."""


class Garbage(CommanderyError):
    """A program said something that is not understood."""


class ProgramGone(CommanderyError):
    """A program cannot be started, has ended, or gave no answer in time: there is nothing more to be heard of it."""


class Program:
    """A program at the other end of two pipes."""

    says_ready = False
    """Whether it answers when it is told of a match."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",  # so that what it starts can be ended with it, and Ctrl-C is ours
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise ProgramGone(f"it cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._owner = os.getpid()
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.Queue[bytes | None] = queue.Queue()
        self._flood = False
        self._last_words = b""
        pipes: tuple[IO[bytes] | None, ...] = (self._process.stdin, self._process.stdout, self._process.stderr)
        jobs = (self._write, self._listen, self._overhear)
        self._pipes = [
            (pipe, Thread(target=job, args=(pipe,), daemon=True))
            for pipe, job in zip(pipes, jobs, strict=True)
            if pipe is not None
        ]
        for _, thread in self._pipes:
            thread.start()
        _running.add(self)

    def say(self, message: dict[str, Any]) -> None:
        """Send a line; at once, whether or not it is read."""
        self._to_say.put(json.dumps(message).encode() + b"\n")

    def hear(self, deadline: float) -> dict[str, Any]:
        """The next line, which is to be an object: `Garbage` if it is not, `ProgramGone` if none comes before the deadline,
        by ``time.monotonic``."""
        try:
            left = deadline - time.monotonic()
            if left <= 0:  # also for one that always has something to say
                raise queue.Empty
            line = self._heard.get(timeout=left)
        except queue.Empty:
            raise ProgramGone("it did not answer in time") from None
        if line is None:
            self._heard.put(None)
            raise ProgramGone("it does not stop talking" if self._flood else f"it has ended{self._parting()}")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Garbage(f"it said {_shown(line)}, which is not JSON") from None
        if not isinstance(answer, dict):
            raise Garbage(f"it said {_shown(line)}, which is not an object")
        return answer

    def forget_unasked(self) -> None:
        """Drop what it has said without being asked."""
        with contextlib.suppress(queue.Empty):
            while (line := self._heard.get_nowait()) is not None:
                pass
            self._heard.put(line)

    def close(self, patience: float = PATIENCE) -> None:
        """End the program and what it has started: by ending its input, and after so many seconds by force. It may be closed
        twice."""
        if self._process.returncode is not None or self._owner != os.getpid():
            return
        self._to_say.put(None)
        _join(self._pipes[1][1], patience)  # its output ends when it does
        # Only now is it waited for: as long as it is not, nobody else can have its number.
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        _running.discard(self)
        for pipe, thread in self._pipes:
            _join(thread, PATIENCE)
            if not thread.is_alive():  # else somebody has taken the pipe along; it is left to them
                with contextlib.suppress(OSError):
                    pipe.close()

    # In threads

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while (line := self._to_say.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with contextlib.suppress(OSError):
            pipe.close()

    def _listen(self, pipe: IO[bytes]) -> None:
        while line := pipe.readline(LONGEST):
            self._flood = self._heard.qsize() >= UNREAD or (len(line) == LONGEST and not line.endswith(b"\n"))
            if self._flood:
                break
            self._heard.put(line)
        self._heard.put(None)

    def _overhear(self, pipe: IO[bytes]) -> None:
        while words := os.read(pipe.fileno(), 4096):
            self._last_words = (self._last_words + words)[-4096:]

    def _parting(self) -> str:
        """The last line of what it said on standard error, if anything."""
        self._pipes[2][1].join(0.5)
        lines = self._last_words.decode(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return f": {said[-1][:200]}" if said else ""


_running: set[Program] = set()


@atexit.register
def end_programs() -> None:
    """End every program that is still there: an interruption may have come while one was being started or ended."""
    for program in list(_running):
        program.close()


def _join(thread: Thread, seconds: float) -> None:
    """Wait for a thread to end; not for the one we are in, where garbage collection may have brought us."""
    if thread is not current_thread():
        thread.join(seconds)


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 60 else text[:57] + "...")
