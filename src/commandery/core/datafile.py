"""Board, map and deck files: TOML, checked on loading, with faults named by file and line.

`tomllib` keeps no positions, so `Document` finds them again in the text: the line of a table, key or list element.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from commandery.core.errors import BadFile
from commandery.core.language import Message, Phrase

__all__ = ["LARGEST", "Document", "parse", "read"]

LARGEST = 64 * 1024
"""The largest file that is read, in bytes."""
_HEADER = re.compile(r"^\s*\[(\[)?\s*([A-Za-z0-9_.\-]+)\s*\]")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-]+)\s*=")
# The next two find an end to everything that they begin with, be it that of the text: else a file of nothing but beginnings
# would take them a time that grows with the square of its size.
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"?|'[^']*'?")
_NO_KEY = re.compile(
    r"\"{3}(?:\\.?|[^\\])*?(?:\"{3,5}|\Z)|'{3}.*?(?:'{3,5}|\Z)|\"(?:[^\"\\\n]|\\.)*\"?|'[^'\n]*'?|#[^\n]*", re.DOTALL
)
_BETWEEN_KEYS = re.compile(r"[=\[\]{},\n]")
_MOST_PARTS = 8  # of a key or header, as a.b.c: what each further one costs to read grows with their number

Path_ = tuple[str | int, ...]


class Document:
    """The data of a file, with a way to say where in it a fault is."""

    def __init__(self, data: Mapping[str, Any], name: str, lines: Mapping[Path_, int] | None = None) -> None:
        self.data = data
        self.name = name
        self._lines = lines or {}

    def fault(self, where: Path_, message: Message, /, **values: object) -> NoReturn:
        """Raise `BadFile` for what is at this path: keys, and numbers for elements of lists. ``values`` fill the message."""
        path = where
        while path and path not in self._lines and (*path, 0) not in self._lines:
            path = path[:-1]
        line = self._lines.get(path) or self._lines.get((*path, 0))
        told = {"name": self.name, "line": line, "part": _spell(where), "fault": Phrase(message, values)}
        if line:
            # Translators: a fault in a file: my-deck.toml, line 12: the number 3 is twice in colour B; once is right
            raise BadFile(Message("{name}, line {line}: {fault}"), told)
        # Translators: part is a place in a file: colour[2].numbers
        raise BadFile(Message("{name}, {part}: {fault}") if where else Message("{name}: {fault}"), told)

    def expect_keys(self, where: Path_, table: object, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        """A table with exactly these keys."""
        if not isinstance(table, Mapping):
            self.fault(where, Message("expected a table with {keys}"), keys=", ".join(needed))
        for key in needed:
            if key not in table:
                self.fault(where, Message("{key} is missing (needed here: {keys})"), key=key, keys=", ".join(needed))
        for key in table:
            if key not in needed and key not in optional:
                known = ", ".join((*needed, *optional))
                self.fault((*where, key), Message("unknown key {key} (known here: {keys})"), key=key, keys=known)

    def text(self, where: Path_, value: object, longest: int = 40) -> str:
        """Plain text: one line, no markup, not too long."""
        if not isinstance(value, str) or not value or len(value) > longest:
            self.fault(where, Message("expected a text of 1 to {longest} characters"), longest=longest)
        if not value.isprintable() or set(value) & set("<>&{}"):
            self.fault(where, Message("expected plain text, without braces, < > or &"))
        return value

    def whole(self, where: Path_, value: object, low: int, high: int) -> int:
        """A whole number in a range."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            message = Message("expected a whole number from {low} to {high}, found {found}")
            self.fault(where, message, low=low, high=high, found=_show(value))
        return value

    def point(self, where: Path_, value: object, largest: int) -> tuple[float, float]:
        """A place in a picture: two numbers, x and y, from 0 on."""
        numbers = value if isinstance(value, list | tuple) and len(value) == 2 else ()
        if not numbers or not all(
            isinstance(n, int | float) and not isinstance(n, bool) and 0 <= n <= largest for n in numbers
        ):
            message = Message("expected a place [x, y], each from 0 to {largest}, found {found}")
            self.fault(where, message, largest=largest, found=_show(value))
        return float(numbers[0]), float(numbers[1])

    def list(self, where: Path_, value: object, low: int, high: int) -> list[Any]:
        """A list with a length in a range."""
        if not isinstance(value, list) or not low <= len(value) <= high:
            found = f"{len(value)}" if isinstance(value, list) else _show(value)
            if low == high:
                # Translators: length is how many elements a list has; found the number of elements, or what is there instead
                self.fault(where, Message("expected a list of {length}, found {found}"), length=low, found=found)
            self.fault(where, Message("expected a list of {low} to {high}, found {found}"), low=low, high=high, found=found)
        return value


def read(source: str | Path | Mapping[str, Any], name: str | None = None) -> Document:
    """A document from a path, or from data already parsed (the board inside a record), which is copied."""
    if isinstance(source, Mapping):
        return Document(copy.deepcopy(dict(source)), name or "board")
    if not isinstance(source, str | Path):
        raise BadFile(f"a board is the path of a file, or its data, not {source!r}")
    name = name or Path(source).name
    try:
        with Path(source).open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
        raise BadFile(Message("{file}: cannot be read: {reason}"), {"file": source, "reason": reason}) from None
    return parse(raw, name)


def parse(raw: bytes, name: str) -> Document:
    """A document from the bytes of a file."""
    if len(raw) > LARGEST:
        raise BadFile(Message("{file}: larger than {size} KB"), {"file": name, "size": LARGEST // 1024})
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise BadFile(Message("{file}: not a text file in UTF-8"), {"file": name}) from None
    if any(between.count(".") >= _MOST_PARTS for between in _BETWEEN_KEYS.split(_NO_KEY.sub("", text))):
        # Translators: a key with three parts is a.b.c
        raise BadFile(Message("{file}: a key has more than {most} parts"), {"file": name, "most": _MOST_PARTS})
    try:
        return Document(tomllib.loads(text), name, _positions(text))
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a mere ValueError
        # Translators: reason is English; TOML is a file format
        raise BadFile(Message("{file}: not TOML: {reason}"), {"file": name, "reason": str(error)}) from None


def _positions(text: str) -> dict[Path_, int]:
    """The line of every table and key, and of the elements of lists written over several lines, one a line or more."""
    lines: dict[Path_, int] = {}
    table: Path_ = ()
    counts: dict[Path_, int] = {}
    key: Path_ = ()
    depth = element = 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = _STRING.sub('""', line).partition("#")[0]
        if depth == 0 and (header := _HEADER.match(line)):
            table = _table_path(header[2].split("."), bool(header[1]), counts)
            lines.setdefault(table, number)
            continue
        if depth == 0 and (found := _KEY.match(line)):
            key, element = (*table, found[1]), 0
            lines[key] = number
            bare = bare.partition("=")[2]
        for sign in re.findall(r"[\[\]{},]|[^\s\[\]{},]+", bare):
            if sign in "]}":
                depth -= 1
                continue
            if depth == 1 and sign != ",":
                lines.setdefault((*key, element), number)
            if sign in "[{":
                depth += 1
            elif sign == "," and depth == 1:
                element += 1
    return lines


def _table_path(keys: list[str], in_list: bool, counts: dict[Path_, int]) -> Path_:
    """The path of a table header: each list of tables on the way is at its last element."""
    path: Path_ = ()
    for place, key in enumerate(keys):
        path = (*path, key)
        if in_list and place == len(keys) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _spell(path: Path_) -> str:
    """``colour[2].numbers`` for ``("colour", 2, "numbers")``."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _show(value: object) -> str:
    try:
        shown = repr(value)
    except ValueError:  # a number of thousands of digits
        return "..."
    return shown if len(shown) <= 40 else shown[:37] + "..."
