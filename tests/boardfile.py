"""The file of a game's standard board, map or deck, to be changed; and what is said to be wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

import commandery
from commandery import BadFile
from commandery.core import registry

__all__ = ["BoardFile", "Place"]

Place = tuple[str, int, str]
"""A table's header, which of those, and a key in it (``""``: the header itself)."""


class BoardFile:
    """The standard file of a game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.text = registry.find(game).board_file.read_text()
        self.lines = self.text.splitlines()

    def load(self, folder: Path, text: str) -> commandery.Game:
        """The game with what is in a file of this text."""
        path = folder / "mine.toml"
        path.write_text(text)
        return commandery.game(self.game, board=path)

    def fault(self, folder: Path, text: str) -> str:
        """What is said to be wrong with a file of this text."""
        with pytest.raises(BadFile) as bad:
            self.load(folder, text)
        return str(bad.value)

    def line_of(self, place: Place) -> int:
        """The index of a line."""
        header, occurrence, key = place
        at = [number for number, line in enumerate(self.lines) if line == header][occurrence] if header else 0
        return next(number for number in range(at, len(self.lines)) if not key or self.lines[number].startswith(f"{key} ="))

    def changed(self, place: Place, new: str) -> tuple[str, int]:
        """The text with what stands at a place replaced, over all its lines, and the number of the line."""
        at = end = self.line_of(place)
        while self.lines[end].endswith("[") or self.lines[end].startswith("    "):
            end += 1
        return "\n".join([*self.lines[:at], new, *self.lines[end + 1 :]]) + "\n", at + 1

    def without(self, header: str, count: int) -> str:
        """The text without the last ``count`` of the tables with this header."""
        chunks = self.text.split("\n[")
        named = [number for number, chunk in enumerate(chunks) if chunk.startswith(header[1:])]
        return "\n[".join(chunk for number, chunk in enumerate(chunks) if number not in named[len(named) - count :]) + "\n"
