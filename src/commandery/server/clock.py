"""How long people may think: a table's clock, and the time that each of its seats has used."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from commandery.core.language import N_
from commandery.core.match import Match

__all__ = ["CLOCKS", "Clock", "Spent"]


@dataclass(frozen=True)
class Clock:
    """How long people may think at a table."""

    kind: str
    """``move``: for each move, which a bot makes when time is up. ``game``: for the whole game; then a bot has the seat."""
    seconds: int

    @classmethod
    def read(cls, kept: Mapping[str, Any] | None) -> Clock | None:
        """The clock of a table, as it is kept there; None if it has none."""
        return cls(str(kept["kind"]), int(kept["seconds"])) if kept else None

    @property
    def kept(self) -> dict[str, Any]:
        """What is kept at a table."""
        return {"kind": self.kind, "seconds": self.seconds, "then": "move" if self.kind == "move" else "seat"}

    @property
    def name(self) -> str:
        """Its short name in forms."""
        return f"{self.kind}-{self.seconds}"

    @property
    def told(self) -> str:
        """What happens when time is up, to be translated."""
        return _THEN[self.kind]

    def left(self, spent: Spent, seat: int, running: bool, now: datetime.datetime) -> float:
        """How many seconds a seat has left now."""
        used = (spent.moves if self.kind == "move" else spent.games).get(seat, 0.0)
        return self.seconds - used - (spent.since(now) if running else 0.0)


_THEN = {
    "move": N_("When the time for a move is up, a bot makes this one move for you. What you had not confirmed is lost."),
    "game": N_("When your time for the game is up, a bot plays on in your seat to the end; you cannot take it back."),
}

CLOCKS = {
    clock.name: clock
    for clock in (
        *(Clock("move", seconds) for seconds in (30, 60, 120, 300, 86400, 259200)),
        *(Clock("game", seconds) for seconds in (600, 1200, 1800, 3600)),
    )
}
"""The clocks that a table can have, by name."""


@dataclass
class Spent:
    """The time that seats have used, made from when entries were written: so it is the same after a restart."""

    games: dict[int, float] = field(default_factory=dict)
    """Seconds, by seat, in the whole game."""
    moves: dict[int, float] = field(default_factory=dict)
    """... and for the move that the seat is at. What is taken back gives none of them back."""
    last: datetime.datetime | None = None
    """When the last entry was written."""

    def since(self, now: datetime.datetime) -> float:
        """Seconds since the last entry."""
        return max(0.0, (now - self.last).total_seconds()) if self.last else 0.0

    def pass_time(self, at: datetime.datetime | None, running: Iterable[int], closed: float = 0.0) -> None:
        """Time has passed until an entry was written, in which these seats were thinking; the house was ``closed`` for some of
        it."""
        if at is None:
            return
        passed = max(0.0, self.since(at) - closed)
        for seat in running:
            self.games[seat] = self.games.get(seat, 0.0) + passed
            self.moves[seat] = self.moves.get(seat, 0.0) + passed
        self.last = max(self.last, at) if self.last else at

    def moved(self, seat: int, before: Iterable[int], match: Match) -> None:
        """A seat has acted: its move is over once it cannot be taken back; for who is asked anew one begins."""
        if not match.can_undo(seat):
            self.moves[seat] = 0.0
        for other in match.to_act:
            if other not in before:
                self.moves[other] = 0.0
