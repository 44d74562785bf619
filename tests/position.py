"""What the tests of every game do with a match: play it in words, all counted after every action, and look at it.

Each game's `table` sets positions up and looks at what is the game's own; nothing else in the tests writes into a state.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import commandery
from commandery import BY_HAND, CHANCE, Event, Game, IllegalAction
from commandery.core.testing import walk

__all__ = ["Position", "reasons_met", "set_up", "told"]


@cache
def set_up(game: str, players: int = 3, board: str | None = None, **options: object) -> Game:
    """A game with these options, set up once; ``board`` as JSON."""
    return commandery.game(game, players=players, board=json.loads(board) if board else None, **options)


class Position:
    """A match, chance by hand. Players are called by name; after every action the invariants are checked."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        """The beginning of a match, with the names of its players by seat."""
        self.match = game.start(chance=BY_HAND)
        self._names = tuple(names)
        self.names = self._names[: game.players]
        self.check()

    def seat(self, name: str) -> int:
        """The seat of a player, also of one who is not in this match, or of chance."""
        return CHANCE if name == "chance" else self._names.index(name)

    def check(self) -> None:
        """Everything in the box is there once, what follows from the rest follows, and no other invariant is broken."""
        assert self.match.game.kind.drive.fault(self.match._world, self.match._mounted) == 0

    def resume(self) -> None:
        """After something was written into the state: the match finds out who acts, and all is checked."""
        match = self.match
        match._acting = int(match._drive.acting(match._world, match._mounted))
        self.check()

    # Playing

    def go(self, lines: str) -> list[Event]:
        """Play ``"Anna bid 7, Bert pass"``, each in their turn; what happened."""
        happened = []
        for line in lines.split(","):
            name, action = line.strip().split(" ", 1)
            happened += self.match.play(self.seat(name), action)
            self.check()
        return happened

    def refused(self, line: str) -> str:
        """Why this cannot be done; that it changes nothing is checked."""
        before, moves = self.match.state, len(self.match.history)
        with pytest.raises(IllegalAction) as refusal:
            self.go(line)
        assert (self.match.state, len(self.match.history)) == (before, moves)
        return str(refusal.value)

    # Looking

    @property
    def seen(self) -> dict[str, Any]:
        """The table as a spectator sees it."""
        return self.match.view()

    def player(self, name: str) -> dict[str, Any]:
        """A player as a spectator sees them."""
        found: dict[str, Any] = self.seen["players"][self.seat(name)]
        return found

    @property
    def phase(self) -> str:
        return str(self.seen["phase"])

    @property
    def to_act(self) -> str:
        """Who owes a decision: players, ``"chance"``, or ``"nobody"`` at the end."""
        return " ".join("chance" if seat == CHANCE else self.names[seat] for seat in self.match.to_act) or "nobody"

    @property
    def offered(self) -> list[str]:
        """All that who is to act may do."""
        return [str(action) for action in self.match.legal(self.match.to_act[0])]

    def choices(self, verb: str) -> list[str]:
        """What may be stepped to, stashed, bid, ...: ``choices("step")``."""
        return [action.removeprefix(f"{verb} ") for action in self.offered if action.startswith(f"{verb} ")]


def told(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """The events of one kind, as plain data without the kind."""
    return [{key: value for key, value in event.data().items() if key != "event"} for event in events if event.name == kind]


def reasons_met(game: Game, seed: int) -> tuple[set[int], set[int]]:
    """Why actions are refused to players, and to chance, in the positions of a random match; each can be told."""
    refusal, world = game.kind.rules.refusal, game.mounted_world[0]
    met: tuple[set[int], set[int]] = (set(), set())
    for match, _, _ in walk(game, seed):
        position = match._mounted[0]
        for seat in (*range(game.players), CHANCE):
            reasons = met[seat == CHANCE]
            for action in game.actions.all if seat in match.may_act else game.actions.all[-1:]:
                reason = int(refusal(world, position, seat, action.id))
                if reason and reason not in reasons:
                    reasons.add(reason)
                    assert str(match.why_not(seat, action))
    return met
