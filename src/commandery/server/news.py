"""News: the names of what is told on the channels of tables, so that those who hear one know that they hear the same."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncGenerator
from typing import Any

__all__ = ["News", "led_to", "name_news"]

_MOVE = re.compile(r"[0-9a-f]+/(\d+)")


def name_news(led_to: int | None = None) -> str:
    """A new name; that of a move that led to this version of a table, and changed nothing but its journal, says so."""
    return secrets.token_hex(6) + ("" if led_to is None else f"/{led_to}")


def led_to(news: str | None) -> int | None:
    """The version to which a mere move led; None of other news."""
    found = _MOVE.fullmatch(news or "")
    return int(found[1]) if found else None


class News:
    """What is told to one subscriber."""

    def __init__(self, told: AsyncGenerator[bytes, None]) -> None:
        self._told = told
        self.coming = self._next()

    def _next(self) -> asyncio.Task[Any]:
        return asyncio.ensure_future(anext(self._told))

    async def take(self) -> str:
        """All that has come, as one: its last name. Something else than a mere move is not passed over: who looks after a move
        looks at the journal only."""
        while True:
            news = str(self.coming.result(), "ascii")
            self.coming = self._next()
            await asyncio.sleep(0)
            if led_to(news) is None or not self.coming.done():
                return news
