"""Where compiled code is kept, and how compiling is announced.

Numba's cache does not notice a change in another file's function, so the cache folder is named after a hash of all kernel
sources, of the compiler's version and of the flags that change what it makes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import event

__all__ = ["prepare", "prune", "source_hash"]

_KEPT = 4  # caches of other versions of the sources kept beside the current one
_PACKAGE = Path(__file__).resolve().parent.parent


def source_hash() -> str:
    """A short hash of everything that decides what the compiler produces."""
    digest = hashlib.sha256()
    flags = (numba.__version__, llvmlite.__version__, np.__version__, str(numba.config.BOUNDSCHECK))
    digest.update("\0".join(flags).encode())
    for folder in ("core", "games", "bots"):
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _home() -> Path:
    """The folder that holds one cache folder a hash."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "commandery"


def prepare() -> None:
    """Point Numba at the cache folder for these sources and announce compilations on standard error."""
    folder = _home() / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="commandery-cache-"))
    os.utime(folder)
    numba.config.CACHE_DIR = str(folder)
    if not os.environ.get("COMMANDERY_QUIET"):
        event.register("numba:compile", _Announcer())


def prune() -> None:
    """Delete the caches of old sources, except the most recently used few."""
    current = Path(numba.config.CACHE_DIR)
    others = [path for path in current.parent.iterdir() if path.is_dir() and len(path.name) == 16 and path != current]
    for path in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


class _Announcer(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Says what is being compiled and how long it took; the parts a function calls are compiled along with it."""

    def __init__(self) -> None:
        self._depth = 0
        self._started = 0.0

    def on_start(self, event: Any) -> None:
        self._depth += 1
        if self._depth == 1:
            self._started = time.perf_counter()
            function = event.data["dispatcher"].py_func
            print(f"commandery: compiling {_name(function)} ... ", end="", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0:
            print(f"{time.perf_counter() - self._started:.1f} s (once; kept for next time)", file=sys.stderr, flush=True)


def _name(function: Any) -> str:
    return f"{function.__module__.removeprefix('commandery.')}.{function.__name__}"
