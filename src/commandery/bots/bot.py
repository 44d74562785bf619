"""Bots: what they are given, what they answer, and how they are named.

A bot gets what its seat may see and the legal actions, nothing else. To look ahead it asks for imagined states, in which all
that the seat cannot know has been dealt anew.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any

from commandery.bots import loop
from commandery.core.action import Action
from commandery.core.errors import BadOption
from commandery.core.game import Game
from commandery.core.kernel import mount, numbers, words
from commandery.core.layout import StateArray
from commandery.core.match import Match
from commandery.core.options import suggest
from commandery.core.stream import WORDS, below, check_seed, seed_stream

__all__ = ["Bot", "Greedy", "Random", "Sight", "compiled_bot", "make_bot"]


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
        calls = [action for action in legal if action.id == kind.call_action]
        if calls:
            return calls
        offences = kind.offences(self.game.world, self._match.state_array(), self.seat)
        return [action for action in legal if action.id not in offences]

    @cached_property
    def view(self) -> dict[str, Any]:
        """The table as the seat sees it, as plain data."""
        return self._match.view(self.seat)

    def imagine(self, seed: int) -> StateArray:
        """A state that looks the same from the seat, all that it cannot know dealt anew."""
        return self._match.imagine(self.seat, seed)


class Bot(ABC):
    """Somebody who plays. One bot may play several seats and several matches, one decision at a time."""

    name: str

    def __init__(self, seed: int | None = None) -> None:
        self._rng = numbers(WORDS)
        seed_stream(self._rng, secrets.randbits(62) if seed is None else check_seed(seed), 1)

    @abstractmethod
    def choose(self, sight: Sight) -> Action:
        """One of ``sight.legal``, which is not empty."""


class Random(Bot):
    """Plays any legal action, each as likely."""

    name = "random"

    def choose(self, sight: Sight) -> Action:
        return sight.legal[below(self._rng, len(sight.legal))]


class Greedy(Bot):
    """Plays the action after which it stands best, by the game's own estimate."""

    name = "greedy"

    def choose(self, sight: Sight) -> Action:
        kind = sight.game.kind
        template = kind.template("commandery.bots.greedy")
        if len(sight.legal) == 1:
            return sight.legal[0]
        actions = words(*(action.id for action in sight.legal))
        imagined, trial = mount(sight.imagine(below(self._rng, 1 << 30))), mount(kind.State.empty())
        action = template.greedy_choice(sight.game.mounted_world, imagined, sight.seat, actions, trial)
        return sight.game.actions.parse(int(action))


_BOTS: dict[str, Callable[[int | None], Bot]] = {bot.name: bot for bot in (Random, Greedy)}
_COMPILED = {"random": loop.RANDOM, "greedy": loop.GREEDY}


def make_bot(spec: str, seed: int | None = None) -> Bot:
    """The bot that a short text names, such as ``greedy``."""
    if spec not in _BOTS:
        raise BadOption(f"there is no bot {spec!r}{suggest(spec, _BOTS)} (there are: {', '.join(_BOTS)})")
    return _BOTS[spec](seed)


def compiled_bot(spec: str) -> int:
    """The number under which the compiled loop knows a bot."""
    if spec not in _COMPILED:
        raise BadOption(f"{spec!r} does not play in compiled simulations{suggest(spec, _COMPILED)} ({', '.join(_COMPILED)} do)")
    return _COMPILED[spec]
