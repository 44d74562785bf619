"""What the house writes down about itself, one line each: never whose table it was, what lay on it, or who came.

The link of a table is all that keeps it private, so paths are written as the routes name them. Of what went wrong the kind and
the place in the program are written, not the message, which may hold what was asked for.
"""

from __future__ import annotations

import datetime
import json
import logging
import sys
import traceback
from types import TracebackType

__all__ = ["FORMATS", "start"]

FORMATS = ("plain", "json")
_ABOUT = ("method", "path", "status", "ms")
_Failure = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _Plain(logging.Formatter):
    """Lines for people."""

    def formatException(self, ei: _Failure) -> str:
        frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(ei[2])]
        kind = ei[0].__name__ if ei[0] else ""
        return f"{kind} in {' < '.join(reversed(frames))}"


class _Json(_Plain):
    """Lines for programs."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line = {
            "time": at.isoformat(timespec="milliseconds"), "level": record.levelname.lower(), "logger": record.name,
            "message": record.getMessage(),
        }  # fmt: skip
        line.update({name: getattr(record, name) for name in _ABOUT if hasattr(record, name)})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def start(format: str) -> None:
    """Write what is told from here on to the error stream of this process."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(_Json() if format == "json" else _Plain("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[lines], force=True)
    for chatty in ("alembic", "uvicorn"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
