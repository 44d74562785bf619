"""Where compiled code is kept, and how compiling is announced.

Numba's cache does not notice a change in another file's function, nor that one template serves several games. So each game
has a folder named after a hash of its kernel sources, ours in `core` and `bots`, compiler versions and flags; what belongs to
no game has one too. Numba's setting is touched only while a kernel is being declared. Several processes may compile at once.
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
from numba.core.caching import FunctionCache, IndexDataCacheFile

__all__ = ["KernelCache", "announce", "declaring", "folder_of", "prune"]

NO_KERNELS = (
    "bot.py", "datafile.py", "drawing", "external.py", "guarded.py", "host.py", "language.py", "length.py", "match.py",
    "names.py", "options.py", "picture.py", "program.py", "record.py", "refusal.py", "registry.py", "search.py", "settled.py",
    "simple.py", "specs.py", "svg.py", "table.py", "testing", "text.py", "tomlfile.py", "view.py", "world.py",
)  # fmt: skip
"""Files and folders of a package that hold no kernels nor what kernels are made of: changing them compiles nothing anew."""

_PACKAGE = Path(__file__).resolve().parent.parent
_KEPT = 16  # folders of other versions of the sources kept beside those in use
_MARK = ".commandery-cache"


def _digest(folder: Path, files: list[Path], *more: str) -> str:
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(files):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _kernel_files(folder: Path, deep: bool) -> list[Path]:
    """The sources in a folder, and those below it, that kernels may be made of."""
    found = folder.rglob("*.py") if deep else folder.glob("*.py")
    return [path for path in found if path.relative_to(folder).parts[0] not in NO_KERNELS]


@cache
def _hash_of(package: str) -> str:
    """A short hash of everything that decides what the compiler makes of a package's kernels; "" stands for none."""
    files = _kernel_files(_PACKAGE / "core", True) + _kernel_files(_PACKAGE / "bots", True)
    flags = (numba.__version__, llvmlite.__version__, np.__version__, str(numba.config.BOUNDSCHECK))
    ours = _digest(_PACKAGE, files, *flags)
    if not package:
        return ours
    file = getattr(sys.modules.get(package), "__file__", None)
    if file is None:
        return "unknown"
    folder = Path(file).resolve().parent
    return _digest(folder, _kernel_files(folder, hasattr(sys.modules[package], "__path__")), ours)


def folder_of(module: str) -> str:
    """The name of the folder for a module's kernels: its game or package, and a hash of what they are compiled from."""
    parts = module.split(".")
    if parts[0] != "commandery":
        package = parts[0]
    else:
        package = ".".join(parts[:3]) if parts[1:2] == ["games"] and len(parts) > 2 else ""
    return f"{package.rpartition('.')[2] or 'core'}-{_hash_of(package)}"


@cache
def _home() -> tuple[Path, bool]:
    """The folder for our caches, and whether it is kept: where none can be written, a temporary one serves this process."""
    given = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        home = (Path(given) if given else Path.home() / ".cache") / "commandery"
        home.mkdir(parents=True, exist_ok=True)
        if not os.access(home, os.W_OK):
            raise PermissionError(home)
        return home, True
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="commandery-cache-")), False


@contextmanager
def declaring(function: Any, folder: str | None) -> Iterator[None]:
    """While a kernel function is declared, Numba's cache is this folder, or the one for the function's own module."""
    before = numba.config.CACHE_DIR
    path = _home()[0] / (folder or folder_of(function.__module__))
    _claim(path)
    numba.config.CACHE_DIR = str(path)
    function.commandery_kernel = True
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


class KernelCache(FunctionCache):  # type: ignore[misc]  # Numba has no types
    """Numba's cache of one function's compiled versions, made safe for processes that compile it for two games at once."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp())


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """Numba numbers the files of a function's versions by what its index holds: two processes take the same number, and one
    version is then found under the other's name. Here a file's number is a hash of what it holds; and it is written before
    the index names it. An entry that two processes write over each other is compiled again, no more."""

    def save(self, key: Any, data: Any) -> None:
        name = self._data_name(int(hashlib.sha256(repr(key).encode()).hexdigest()[:16], 16))
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})


@cache
def _claim(path: Path) -> None:
    """Mark a folder as ours and in use."""
    path.mkdir(parents=True, exist_ok=True)
    (path / _MARK).touch()
    _in_use.add(path)


_in_use: set[Path] = set()


def prune() -> None:
    """Delete the folders of old sources, except the most recently used few. Only what we made ourselves is touched."""
    home, kept = _home()
    if not kept:
        return
    ours = [path for path in home.iterdir() if re.fullmatch(r"\w+-[0-9a-f]{16}", path.name) and (path / _MARK).is_file()]
    old = sorted(set(ours) - _in_use, key=lambda path: (path / _MARK).stat().st_mtime, reverse=True)
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
