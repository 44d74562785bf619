"""Bots: what they are given, and what they answer.

A bot gets what its seat may see and the legal actions, nothing else. To look ahead it asks for imagined states, in which all
that the seat cannot know has been dealt anew.
"""

from __future__ import annotations

import itertools
import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.game import Game, Outcome
from commandery.core.kernel import numbers
from commandery.core.layout import StateArray
from commandery.core.match import Match
from commandery.core.stream import WORDS, check_seed, seed_stream

__all__ = ["Bot", "Candidate", "Fault", "Sight"]

_keys: WeakKeyDictionary[Match, int] = WeakKeyDictionary()
_next_key = itertools.count(1)


class Sight:
    """What a bot sees when it has to decide. Everything here is known to its seat; nothing else is."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        self.game: Game = match.game
        self.seat = seat
        self.legal: list[Action] = self._fair_actions()

    def _fair_actions(self) -> list[Action]:
        """What the seat may do within the rules, also at an honour table; where an offence can be called out, that alone."""
        legal, kind = self._match.legal(self.seat), self.game.kind
        if not legal:
            return []
        calls = [action for action in legal if action.id == kind.call_action]
        if calls:
            return calls
        offences = kind.offences(self.game.world, self._match.state_array(), self.seat)
        return [action for action in legal if action.id not in offences]

    @property
    def match_key(self) -> int:
        """A number that this match has and no other ever had; good for nothing else."""
        if self._match not in _keys:
            _keys[self._match] = next(_next_key)
        return _keys[self._match]

    @property
    def move(self) -> int:
        """The number of the move to be made, as a record counts them."""
        return len(self._match.history) + 1

    @property
    def turn(self) -> tuple[int, ...]:
        """Numbers that stay as long as the turn does, whatever chance does in it: how often others have acted, whether they may
        act now, and what the game says."""
        others = sum(move.seat not in (self.seat, CHANCE) for move in self._match.history)
        state = self._match.state_array()[0]
        return (others, int(self.alone), *(int(state[name]) for name in self.game.kind.turn_fields))

    @property
    def alone(self) -> bool:
        """Whether the seat alone may act, so that what it does is seen by all at once."""
        return self._match.may_act == (self.seat,)

    @property
    def own_last_action(self) -> Action | None:
        """What the seat has just done, if nobody and no chance has acted since."""
        history = self._match.history
        return history[-1].action if history and history[-1].seat == self.seat else None

    @cached_property
    def view(self) -> dict[str, Any]:
        """The table as the seat sees it, as plain data."""
        return self._match.view(self.seat)

    @property
    def outcome(self) -> Outcome:
        """How the match ended. Only of a finished one."""
        return self._match.outcome

    def imagine(self, seed: int) -> StateArray:
        """A state that looks the same from the seat, all that it cannot know dealt anew."""
        return self._match.imagine(self.seat, seed)


@dataclass(frozen=True)
class Candidate:
    """An action a bot has thought about: how often it tried it, and what it expects of it, 0 the worst, 1 the best."""

    action: Action
    visits: int
    value: float


@dataclass(frozen=True)
class Fault:
    """A decision that a bot failed to make, so that a default move was played: whose, which, and why; and whether the bot is
    replaced for the rest of the match."""

    seat: int
    move: int
    reason: str
    final: bool = False


class Bot(ABC):
    """Somebody who plays. One bot may play several seats and several matches, one decision at a time."""

    name: str
    candidates: list[Candidate]
    """Why the last choice was made: the actions thought about, the best first. Empty for bots that do not think."""
    faults: list[Fault]
    """What went wrong so far; see `guarded`."""

    def __init__(self, seed: int | None = None) -> None:
        self.candidates = []
        self.faults = []
        self._rng = numbers(WORDS)
        seed_stream(self._rng, secrets.randbits(62) if seed is None else check_seed(seed), 1)

    def prepare(self) -> None:  # noqa: B027  # most bots are ready
        """Get ready to play; `BadOption` if the bot cannot be started. Need not be called: but what goes wrong later is no
        error, it is kept in ``faults``."""

    @abstractmethod
    def choose(self, sight: Sight) -> Action:
        """One of ``sight.legal``, which is not empty."""

    def over(self, sight: Sight) -> None:  # noqa: B027  # most bots need not know
        """A match is over that this bot has played in: how it ended. To be called for each of its seats."""

    def close(self) -> None:  # noqa: B027  # most bots hold nothing
        """Nobody needs this bot any more: it ends what it has started."""
