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
        """Write the report. Of tests that did not run since this folder was made, what the last report says stays."""
        results = list(cls._read().values())
        rows = {row[:2]: row for row in _rows(path)}
        for size, name in {(result["size"], result["name"]) for result in results}:
            same = [result for result in results if (result["size"], result["name"]) == (size, name)]
            good = sum(result["outcome"] == "passed" for result in same)
            seconds = sum(result["seconds"] for result in same)
            commits = ", ".join(sorted({result["commit"] for result in same}))
            full = sizes.get(size, {}).get("soak", 0)
            rows[size, name] = (size, name, str(len(same)), f"{full:,}", str(good), f"{seconds:,.0f}", commits)
        passed = all(cases == good for _, _, cases, _, good, _, _ in rows.values())
        missing = sorted(set(sizes) - {size for size, _ in rows})
        lines = [
            "# Soak",
            "",
            "The sized tests at full size (`make soak`; sizes in `tests/sizes.toml`), the last time each ran. Hostile",
            "requests over PostgreSQL are a tenth of the size.",
            "",
            f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}: "
            f"{'all passed' if passed else 'NOT all passed'}. (Seconds are those of the last run, which may have gone on from "
            "an interrupted one.)" + (f" Not run to the end yet: {', '.join(missing)}." if missing else ""),
            "",
            _HEAD,
            "| --- | --- | ---: | ---: | ---: | ---: | --- |",
            *(f"| {' | '.join(row)} |" for _, row in sorted(rows.items())),
        ]
        path.write_text("\n".join(lines) + "\n")


_HEAD = "| size | test | cases | full size each | passed | seconds | commit |"


def _rows(path: Path) -> list[tuple[str, ...]]:
    """The rows of the report there is."""
    lines = path.read_text().splitlines() if path.exists() else []
    after = lines[lines.index(_HEAD) + 2 :] if _HEAD in lines else []
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in after if line.startswith("|")]


def _commit() -> str:
    try:
        asked = subprocess.run(["git", "describe", "--always"], cwd=_ROOT, capture_output=True, text=True, check=False)
        return asked.stdout.strip() or "unknown"
    except OSError:
        return "unknown"
