"""Board, map and deck files: TOML, checked on loading, with faults named by file and line.

`tomllib` keeps no positions, so `Document` finds them again in the text: the line of a table, key or list element.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from commandery.core.errors import BadFile

__all__ = ["Document", "read"]

LARGEST = 64 * 1024
"""The largest file that is read, in bytes."""
_HEADER = re.compile(r"^\s*\[(\[)?\s*([A-Za-z0-9_.\-]+)\s*\]")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-]+)\s*=")

Path_ = tuple[str | int, ...]


class Document:
    """The data of a file, with a way to say where in it a fault is."""

    def __init__(self, data: Mapping[str, Any], name: str, lines: Mapping[Path_, int] | None = None) -> None:
        self.data = data
        self.name = name
        self._lines = lines or {}

    def fault(self, where: Path_, message: str) -> NoReturn:
        """Raise `BadFile` for what is at this path: keys, and numbers for elements of lists."""
        path = where
        while path and path not in self._lines:
            path = path[:-1]
        line = self._lines.get(path)
        place = f"{self.name}, line {line}" if line else f"{self.name}, {_spell(where)}" if where else self.name
        raise BadFile(f"{place}: {message}")

    def expect_keys(self, where: Path_, table: object, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        """A table with exactly these keys."""
        if not isinstance(table, Mapping):
            self.fault(where, f"expected a table with {', '.join(needed)}")
        for key in needed:
            if key not in table:
                self.fault(where, f"{key} is missing (needed here: {', '.join(needed)})")
        for key in table:
            if key not in needed and key not in optional:
                self.fault((*where, key), f"unknown key {key} (known here: {', '.join((*needed, *optional))})")

    def text(self, where: Path_, value: object, longest: int = 40) -> str:
        """Plain text: one line, no markup, not too long."""
        if not isinstance(value, str) or not value or len(value) > longest:
            self.fault(where, f"expected a text of 1 to {longest} characters")
        if not value.isprintable() or set(value) & set("<>&\"'{}"):
            self.fault(where, "expected plain text, without quotes, braces, < > or &")
        return value

    def whole(self, where: Path_, value: object, low: int, high: int) -> int:
        """A whole number in a range."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fault(where, f"expected a whole number from {low} to {high}, found {_show(value)}")
        return value

    def list(self, where: Path_, value: object, low: int, high: int) -> list[Any]:
        """A list with a length in a range."""
        if not isinstance(value, list) or not low <= len(value) <= high:
            length = f"{low}" if low == high else f"{low} to {high}"
            found = f"{len(value)}" if isinstance(value, list) else _show(value)
            self.fault(where, f"expected a list of {length}, found {found}")
        return value


def read(source: str | Path | Mapping[str, Any], name: str | None = None) -> Document:
    """A document from a path, or from data already parsed (the board inside a record)."""
    if isinstance(source, Mapping):
        return Document(source, name or "board")
    path = Path(source)
    name = name or path.name
    try:
        raw = path.read_bytes() if path.stat().st_size <= LARGEST else None
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from None
    if raw is None:
        raise BadFile(f"{name}: larger than {LARGEST // 1024} KB")
    try:
        text = raw.decode()
        return Document(tomllib.loads(text), name, _positions(text))
    except UnicodeDecodeError:
        raise BadFile(f"{name}: not a text file in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(f"{name}: not TOML: {error}") from None


def _positions(text: str) -> dict[Path_, int]:
    """The line of every table, key and element of a list written over several lines."""
    lines: dict[Path_, int] = {}
    table: Path_ = ()
    counts: dict[str, int] = {}
    open_list: Path_ | None = None
    element = 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0]
        if open_list is not None:
            if bare.strip() in ("]", "],"):
                open_list = None
            elif bare.strip():
                lines[(*open_list, element)] = number
                element += 1
        elif header := _HEADER.match(line):
            keys: Path_ = tuple(header[2].split("."))
            if header[1]:
                index = counts.get(header[2], 0)
                counts[header[2]] = index + 1
                keys = (*keys, index)
            table = keys
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines[(*table, key[1])] = number
            if bare.rstrip().endswith("["):
                open_list, element = (*table, key[1]), 0
    return lines


def _spell(path: Path_) -> str:
    """``colour[2].numbers`` for ``("colour", 2, "numbers")``."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _show(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."
