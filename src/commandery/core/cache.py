"""Where compiled code is kept, and how compiling is announced.

Numba's cache does not notice a change in another file's function, nor that one template serves several games. So there is a
folder for each hash of our kernel sources, compiler versions and flags; in it one for each game, named after a hash of that
game's sources. Numba's setting is touched only while a kernel is being declared.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import event

__all__ = ["announce", "declaring", "prune", "source_hash", "sources_of"]

_PACKAGE = Path(__file__).resolve().parent.parent
_KEPT = 4  # caches of other versions of the sources kept beside the current one
_MARK = ".commandery-cache"


def _digest(folder: Path, files: list[Path], *more: str) -> str:
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(files):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def source_hash() -> str:
    """A short hash of everything of ours that decides what the compiler produces."""
    files = [path for part in ("core", "games", "bots") for path in (_PACKAGE / part).rglob("*.py")]
    flags = (numba.__version__, llvmlite.__version__, np.__version__, str(numba.config.BOUNDSCHECK))
    return _digest(_PACKAGE, files, *flags)


@cache
def sources_of(module: str) -> str:
    """A short hash of the sources a module belongs to: its top package, or the folder it lies in; ours are hashed together."""
    top = module.partition(".")[0]
    if top == "commandery":
        return source_hash()
    file = getattr(sys.modules.get(top if "." in module else module), "__file__", None)
    if file is None:
        return "unknown"
    folder = Path(file).resolve().parent
    return _digest(folder, list(folder.rglob("*.py") if "." in module else folder.glob("*.py")))


@cache
def _home() -> tuple[Path, bool]:
    """The folder for our caches, and whether it is kept: where none can be written, a temporary one serves this process."""
    given = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        home = (Path(given) if given else Path.home() / ".cache") / "commandery"
        folder = home / source_hash()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _MARK).touch()
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
        return home, True
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="commandery-cache-")), False


@contextmanager
def declaring(function: Any, game: str | None) -> Iterator[None]:
    """While a kernel function is declared, Numba's cache is the folder for it: of a game, or of the package it is from."""
    before = numba.config.CACHE_DIR
    part = game or f"{function.__module__.partition('.')[0]}-{sources_of(function.__module__)}"
    numba.config.CACHE_DIR = str(_home()[0] / source_hash() / part)
    function.commandery_kernel = True
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def prune() -> None:
    """Delete the caches of old sources, except the most recently used few. Only what we made ourselves is touched."""
    home, kept = _home()
    if not kept:
        return
    current = home / source_hash()
    others = [path for path in home.iterdir() if re.fullmatch("[0-9a-f]{16}", path.name) and (path / _MARK).is_file()]
    old = sorted((path for path in others if path != current), key=lambda path: (path / _MARK).stat().st_mtime, reverse=True)
    for path in old[_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


def announce() -> None:
    """From now on say on standard error what of ours is being compiled and how long it took."""
    if not os.environ.get("COMMANDERY_QUIET"):
        event.register("numba:compile", _Announcer())


class _Announcer(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Announces our kernels; the parts that a function calls are compiled along with it."""

    def __init__(self) -> None:
        self._depth = 0
        self._started = 0.0

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if self._depth or getattr(function, "commandery_kernel", False):
            self._depth += 1
        if self._depth == 1:
            self._started = time.perf_counter()
            name = f"{function.__module__.removeprefix('commandery.')}.{function.__name__}"
            print(f"commandery: compiling {name} ... ", end="", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        if self._depth == 1:
            took = time.perf_counter() - self._started
            print(f"{took:.1f} s (once; kept for next time)", file=sys.stderr, flush=True)
        self._depth = max(0, self._depth - 1)
