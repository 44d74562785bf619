"""Long tests: progress kept between runs, so that an interrupted soak goes on where it stopped, and the report."""

from __future__ import annotations

import datetime
import json
import os
import platform
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["Progress", "Results"]

_ROOT = Path(__file__).resolve().parent.parent
_FOLDER = _ROOT / ".soak"


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(text)
    part.replace(path)


class Progress:
    """How far one test has got with these sources. Without a hash of the sources nothing is kept."""

    def __init__(self, test: str, sources: str | None) -> None:
        self._path = _FOLDER / f"{sources}-{re.sub(r'[^A-Za-z0-9_.-]', '_', test)}.json" if sources else None
        self.done = 0
        if self._path is not None and self._path.exists():
            self.done = int(json.loads(self._path.read_text())["done"])

    def advance(self, count: int) -> None:
        """``count`` more are done."""
        self.done += count
        if self._path is not None:
            _write(self._path, json.dumps({"done": self.done}))


class Results:
    """The last result of each sized test at full size, over several runs."""

    _path = _FOLDER / "results.json"

    @classmethod
    def _read(cls) -> dict[str, dict[str, Any]]:
        return json.loads(cls._path.read_text()) if cls._path.exists() else {}  # type: ignore[no-any-return]

    @classmethod
    def add(cls, test: str, size: str, name: str, outcome: str, seconds: float) -> None:
        """Note how a test ended."""
        results = cls._read()
        results[test] = {"size": size, "name": name, "outcome": outcome, "seconds": seconds, "commit": _commit()}
        _write(cls._path, json.dumps(results, indent=1))

    @classmethod
    def write(cls, path: Path, sizes: Mapping[str, Mapping[str, int]]) -> None:
        """Write the report."""
        results = list(cls._read().values())
        passed = all(result["outcome"] == "passed" for result in results)
        lines = [
            "# Soak",
            "",
            "The sized tests at full size (`make soak`; sizes in `tests/sizes.toml`), the last time each ran.",
            "",
            f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}: "
            f"{'all passed' if passed else 'NOT all passed'}. (Seconds are those of the last run, which may have gone on from "
            "an interrupted one.)",
            "",
            "| size | test | cases | full size each | passed | seconds | commit |",
            "| --- | --- | ---: | ---: | ---: | ---: | --- |",
        ]
        for size, name in sorted({(result["size"], result["name"]) for result in results}):
            rows = [result for result in results if (result["size"], result["name"]) == (size, name)]
            good = sum(row["outcome"] == "passed" for row in rows)
            seconds = sum(row["seconds"] for row in rows)
            commits = ", ".join(sorted({row["commit"] for row in rows}))
            full = sizes.get(size, {}).get("soak", 0)
            lines.append(f"| {size} | {name} | {len(rows)} | {full:,} | {good} | {seconds:,.0f} | {commits} |")
        path.write_text("\n".join(lines) + "\n")


def _commit() -> str:
    try:
        asked = subprocess.run(["git", "describe", "--always"], cwd=_ROOT, capture_output=True, text=True, check=False)
        return asked.stdout.strip() or "unknown"
    except OSError:
        return "unknown"
