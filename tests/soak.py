"""Progress of long tests, kept between runs so that an interrupted soak goes on where it stopped."""

from __future__ import annotations

import json
import re
from pathlib import Path

__all__ = ["Progress"]

_FOLDER = Path(__file__).resolve().parent.parent / ".soak"


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
            self._path.parent.mkdir(exist_ok=True)
            part = self._path.with_suffix(".part")
            part.write_text(json.dumps({"done": self.done}))
            part.replace(self._path)
