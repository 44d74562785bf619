"""The course of a match as OpenSpiel's states hold it: copied often, kept as bytes, and told as text."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from commandery.core.contract import CHANCE
from commandery.core.game import Game
from commandery.core.match import BY_HAND, Match, Move
from commandery.core.options import Value
from commandery.envs.fair import fair_game

__all__ = ["Course", "Setting", "set_up"]

Setting = tuple[str, int, tuple[tuple[str, Value], ...]]
"""A game's name, players and options."""


class _Secret(NamedTuple):
    """Something done or dealt that is not open to all: its place in the history, the action, and the number that it set."""

    place: int
    action: int
    number: int


@lru_cache(maxsize=64)
def set_up(setting: Setting) -> Game:
    """The game of a setting."""
    name, players, options = setting
    return fair_game(name, players, None, **dict(options))


class Course:
    """A match with chance by hand, what everybody saw of its way, and what was done in secret. ``trail`` is all that was done,
    as OpenSpiel writes it down: ``player:action``."""

    __slots__ = ("_said", "_secrets", "_told", "_untold", "match", "setting", "to_act", "trail")

    def __init__(self, setting: Setting, match: Match | None = None) -> None:
        self.setting = setting
        self.match = match or set_up(setting).start(chance=BY_HAND)
        self.to_act = self.match.to_act
        self.trail: list[str] = []
        self._secrets: dict[tuple[str, int], _Secret] = {}
        self._told = ""
        self._untold: list[Move] = []
        self._said: dict[int, str] = {}

    # Playing

    def play(self, seat: int, action: int) -> None:
        """A seat, or chance, does something. An action that is refused changes nothing."""
        self._play(seat, action, len(self.trail))
        self.trail.append(f"{-1 if seat == CHANCE else seat}:{action}")

    def play_together(self, actions: list[int]) -> None:
        """All that owe a decision make it at once; the others wait. If an action is refused, nothing has changed."""
        for seat in self.to_act:
            refused = self.match.why_not(seat, actions[seat])
            if refused is not None:
                raise refused
        place = len(self.trail)
        for seat in self.to_act:
            self._play(seat, actions[seat], place + seat)
        self.trail += [f"{seat}:{action}" for seat, action in enumerate(actions)]

    def _play(self, seat: int, action: int, place: int) -> None:
        match = self.match
        match.play(seat, action)
        move = match.history.pop()
        self.to_act = match.to_act
        self._untold.append(move)
        self._said.clear()
        if any(event.kind.private for event in move.events):
            self._note_secret(move, place)

    def _note_secret(self, move: Move, place: int) -> None:
        """Remember which of the unknown numbers a move has set."""
        after = self.match.state_array()
        before = np.frombuffer(move.before, after.dtype)
        for name in self.match.game.kind.unknown:
            for i in np.flatnonzero(before[name][0] != after[name][0]).tolist():
                self._secrets[name, i] = _Secret(place, move.action.id, int(after[name][0][i]))

    # Another course that looks the same

    def imagine(self, seat: int, seed: int) -> Course:
        """The course as ``seat`` may imagine it: what it cannot know is dealt anew, in the trail too."""
        now, then = self.match.state_array(), self.match.imagine(seat, seed)
        twin = Course(self.setting, self.match.from_here(then))
        twin.trail = self.trail.copy()
        twin._told = self.public()
        twin._secrets = self._secrets.copy()
        for (name, i), secret in self._secrets.items():
            number = int(then[name][0][i])
            if now[name][0][i] == secret.number != number:
                # The actions of one kind are numbered as what they set.
                action = secret.action + number - secret.number
                twin.trail[secret.place] = f"{self.trail[secret.place].partition(':')[0]}:{action}"
                twin._secrets[name, i] = _Secret(secret.place, action, number)
        return twin

    def __deepcopy__(self, memo: Any) -> Course:
        twin = Course(self.setting, self.match.from_here())
        twin.trail = self.trail.copy()
        twin._secrets = self._secrets.copy()
        twin._told, twin._untold = self._told, self._untold.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.setting, self.match.state, self.trail, self._secrets, self.public())

    # Telling

    def public(self) -> str:
        """All that everybody saw, a line for each move: who did what, and what happened."""
        if self._untold:
            self._told += "".join(_tell(move) for move in self._untold)
            self._untold.clear()
        return self._told

    def private(self, seat: int) -> str:
        """What a seat knows and others may not: its own numbers in the fields of the state that can be secret."""
        state = self.match.state_array()
        return " ".join(f"{name}={int(state[name][0][seat])}" for name in self.match.game.kind.secrets)

    def known(self, seat: int) -> str:
        """All that a seat knows: its own secrets and all that everybody saw."""
        if seat not in self._said:
            self._said[seat] = f"seat {seat} {self.private(seat)}\n{self.public()}"
        return self._said[seat]

    def shown(self, seat: int | None) -> str:
        """The table as a seat, or a spectator (None), sees it."""
        return json.dumps(self.match.view(seat), separators=(",", ":"))

    def __str__(self) -> str:
        secrets = "".join(f"\nseat {seat} {self.private(seat)}" for seat in range(self.match.game.players))
        return self.shown(None) + secrets


def _restore(setting: Setting, state: bytes, trail: list[str], secrets: dict[tuple[str, int], _Secret], told: str) -> Course:
    course = Course(setting, set_up(setting).start(chance=BY_HAND).from_here(state))
    course.trail, course._secrets, course._told = trail, secrets, told
    return course


def _tell(move: Move) -> str:
    """A move as a spectator saw it; a question mark for what is secret."""
    action, events = move.seen_by(None)
    who = "chance" if move.seat == CHANCE else move.seat
    happened = [
        f"{event.name} {event.seat} {' '.join('?' if number is None else str(number) for number in event.numbers)}".rstrip()
        for event in events
    ]
    return f"{who} {'?' if action is None else action.notation}: {', '.join(happened)}\n"
