"""What was made of a table for who looked before, so that it need not be made again for who looks next."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup

from commandery.core.match import Move

__all__ = ["Line", "Memory", "Seen"]


@dataclass(frozen=True)
class Line:
    """A line of the log: whose doing it tells of (-1: nobody's), whether it can still be taken back, the element it is about,
    and the points that were made."""

    text: str
    seat: int
    move: int
    tentative: bool
    place: str | None
    points: int

    @cached_property
    def drawn(self) -> dict[bool, Markup]:
        """How it was put on pages, new to who looks or not."""
        return {}


Moves = dict[tuple[int, bool], tuple[Move, list[Line]]]
"""What was told of moves, by number and whether it could still be taken back."""


@dataclass
class Seen:
    """What a seat sees at some moment, in no language."""

    at: int
    names: list[str]
    view: dict[str, Any]
    panels: dict[int, str] = field(default_factory=dict)
    """All that the panel of a player shows, by seat, as far as it was asked for."""


@dataclass
class Memory:
    """What was made of a table before, for who looks next. All of it could be made again."""

    seen: dict[int | None, Seen] = field(default_factory=dict)
    """By seat."""
    told: dict[tuple[int | None, str], tuple[list[str], Moves]] = field(default_factory=dict)
    """What was last told of moves, by seat and language; and with which names."""
    drawn: dict[tuple[object, ...], tuple[object, Markup]] = field(default_factory=dict)
    """What was last drawn somewhere on the page, and what it showed."""
