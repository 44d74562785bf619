"""Plain data written as a TOML file: the other way round from `tomllib`, for what board files hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["write"]

_WIDE = 128


def write(data: Mapping[str, Any]) -> str:
    """The text of a file that reads as this data: texts, numbers, truth values, lists and tables of them."""
    return "\n".join(_table(data, "")).strip() + "\n"


def _table(table: Mapping[str, Any], path: str) -> list[str]:
    """A table's own values first, as TOML wants it, then the tables in it."""
    lines = [line for key, value in table.items() if not _has_tables(value) for line in _entry(key, value)]
    for key, value in table.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            head = [] if value and all(_has_tables(inner) for inner in value.values()) else ["", f"[{name}]"]
            lines += head + _table(value, name)
        elif _has_tables(value):
            for element in value:
                lines += ["", f"[[{name}]]", *_table(element, name)]
    return lines


def _has_tables(value: object) -> bool:
    """Whether a value is written under a heading of its own: a table, or a list of nothing else."""
    listed = isinstance(value, list) and bool(value) and all(isinstance(element, Mapping) for element in value)
    return listed or isinstance(value, Mapping)


def _entry(key: str, value: object) -> list[str]:
    """A key with its value; a long list with as many elements a line as fit."""
    line = f"{_key(key)} = {_value(value)}"
    if len(line) <= _WIDE or not isinstance(value, list):
        return [line]
    lines = [f"{_key(key)} = ["]
    row = "   "
    for element in value:
        shown = f" {_value(element)},"
        if len(row) + len(shown) > _WIDE:
            lines.append(row)
            row = "   "
        row += shown
    return [*lines, row, "]"]


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else json.dumps(key)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(element) for element in value)}]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
