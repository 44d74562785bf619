"""Bots that do not search: any action, the better of a few, and the best turn as far as one can see."""

from __future__ import annotations

from typing import Any

import numpy as np

from commandery.bots import greedy
from commandery.bots.bot import Bot, Sight
from commandery.core.action import Action
from commandery.core.game import GameKind
from commandery.core.kernel import mount, numbers
from commandery.core.stream import below

__all__ = ["Greedy", "Novice", "Random", "thinking_room"]


class Random(Bot):
    """Plays any legal action, each as likely."""

    name = "random"

    def choose(self, sight: Sight) -> Action:
        return sight.legal[below(self._rng, len(sight.legal))]


def thinking_room(kind: GameKind[Any]) -> tuple[Any, Any]:
    """The states and lists that `greedy` thinks in."""
    return mount(np.zeros(greedy.POSITIONS, kind.State.dtype)), numbers(greedy.POSITIONS * (kind.most_legal + 2))


class Greedy(Bot):
    """Looks through its own turn and plays what leads to the best position, by the game's own estimate."""

    name = "greedy"

    def choose(self, sight: Sight) -> Action:
        return self.best(sight, sight.legal)

    def best(self, sight: Sight, actions: list[Action]) -> Action:
        """The best of these actions."""
        if len(actions) == 1:
            return actions[0]
        kind = sight.game.kind
        trial, room = thinking_room(kind)
        trial[0] = mount(sight.imagine(below(self._rng, 1 << 30)))[0]
        for place, action in enumerate(actions):
            room[place] = action.id
        choose = kind.template("commandery.bots.greedy").greedy_choice
        best = choose(sight.game.strict_world, trial, sight.seat, len(actions), numbers(kind.most_legal), room, self._rng)
        return sight.game.actions.parse(int(best))


class Novice(Greedy):
    """Random with a little sense: of a few actions that come to mind, the best."""

    name = "novice"
    _THOUGHTS = 2

    def choose(self, sight: Sight) -> Action:
        thoughts = [sight.legal[below(self._rng, len(sight.legal))] for _ in range(self._THOUGHTS)]
        return self.best(sight, thoughts)
