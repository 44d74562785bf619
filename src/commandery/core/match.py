"""A match: one game being played, with its whole history."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from commandery.core.action import Action
from commandery.core.contract import CHANCE, EVENT_WIDTH
from commandery.core.errors import CommanderyError, IllegalAction
from commandery.core.event import Event
from commandery.core.game import Outcome
from commandery.core.kernel import mount, numbers
from commandery.core.layout import StateArray
from commandery.core.stream import WORDS, seed_stream

if TYPE_CHECKING:
    from commandery.core.game import Game

__all__ = ["BY_HAND", "Chance", "Match", "Move"]

Chance = Callable[[Sequence[tuple[Action, int]]], Action | str | int]
"""Decides what happens: gets the possible outcomes with their weights and returns one of them."""

BY_HAND = "by hand"
"""Chance is entered as actions of the seat CHANCE: for a game played with the real box."""

_SEATS = tuple(tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256))


class Move(NamedTuple):
    """One entry of a match's history: who did what, and the position it was done in."""

    seat: int
    action: Action
    before: bytes
    revealed: bool
    events: tuple[Event, ...]


class Match:
    """One match. Made by `Game.start` or `commandery.replay`."""

    def __init__(self, game: Game, seed: int | None = None, chance: Chance | str | None = None) -> None:
        kind = game.kind
        self.game = game
        self.history: list[Move] = []
        self._actions = game.actions.all
        self._tell = game.tell
        self._drive = kind.drive
        self._world = game.mounted_world
        self._state = kind.State.empty()
        self._mounted = mount(self._state)
        self._out = np.zeros(max(kind.most_legal, kind.most_chances), np.int64)
        self._list = mount(self._out)
        self._weights = numbers(kind.most_chances)
        self._facts = np.zeros((kind.most_events + 1, EVENT_WIDTH), np.int64)
        self._events = mount(self._facts)
        self._draw = self._chance_from(seed, chance)
        self._drive.start(self._world, self._mounted)
        self._acting = int(self._drive.acting(self._world, self._mounted))
        self._resolve_chance()

    # Who may do what

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision; empty when the match is over."""
        return _SEATS[self._acting & 0xFF]

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may act: those that owe a decision, and those that nobody waits for."""
        return _SEATS[self._acting >> 8 & 0xFF]

    @property
    def over(self) -> bool:
        return self._acting & 0xFF == 0

    def legal(self, seat: int) -> list[Action]:
        """What this seat may do now; for CHANCE, by hand, what can happen. Empty for who may not act."""
        if seat == CHANCE:
            return [action for action, _ in self.outcomes()]
        actions = self._actions
        count = self._drive.list_legal(self._world, self._mounted, self._seat(seat), self._list)
        return [actions[id] for id in self._out[:count].tolist()]

    def outcomes(self) -> list[tuple[Action, int]]:
        """What can happen by chance now, with weights. Empty unless CHANCE is to act."""
        actions = self.game.actions
        count = self._drive.list_chance(self._world, self._mounted, self._list, self._weights)
        return [(actions[self._list[i]], int(self._weights[i])) for i in range(count)]

    # Playing

    def play(self, seat: int, action: Action | str | int) -> list[Event]:
        """Carry out an action and whatever follows by chance; what happened. `IllegalAction` changes nothing."""
        chosen = self.game.actions.parse(action)
        done = len(self.history)
        self._apply(self._seat(seat), chosen)
        self._resolve_chance()
        happened = list(self.history[done].events)
        for move in self.history[done + 1 :]:
            happened += move.events
        return happened

    def ends_turn(self, seat: int, action: Action | str | int) -> bool:
        """Whether this legal action would end the seat's turn, so that a client may ask for confirmation."""
        return bool(self._drive.closes_turn(self._world, self._mounted, seat, self.game.actions.parse(action).id))

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would take something back."""
        if not self.history or self.history[-1].seat != seat:
            return False
        return not self.history[-1].revealed or (seat == CHANCE and self._draw is None)

    def undo(self, seat: int) -> Action:
        """Take this seat's last action back, and return it: as long as nothing new was revealed by it and nobody has acted
        since. Call it again to go further back."""
        if not self.can_undo(seat):
            raise IllegalAction(self._why_no_undo(seat))
        move = self.history.pop()
        self._set_state(move.before)
        return move.action

    def _why_no_undo(self, seat: int) -> str:
        if not any(move.seat == seat for move in self.history):
            return f"seat {seat} has nothing to take back"
        last = self.history[-1]
        if last.seat == CHANCE:
            return f"seat {seat} cannot take back: {last.action} has come up since"
        if last.seat != seat:
            return f"seat {seat} cannot take back: seat {last.seat} has acted since"
        return f"seat {seat} cannot take {last.action} back: it revealed something"

    # Looking

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What this seat, or a spectator (None), may see, as plain data."""
        if seat is not None:
            self._seat(seat, players_only=True)
        return self.game.kind.view(self.game.board, self.game.world, self._state, seat)

    def log(self, seat: int | None = None) -> list[Event]:
        """All that has happened, as this seat or a spectator may know it."""
        return [event.seen_by(seat) for move in self.history for event in move.events]

    @property
    def outcome(self) -> Outcome:
        """Points, ranks, winners and where each point came from. Only of a finished match."""
        if not self.over:
            raise CommanderyError("the match is not over: there is no outcome yet")
        game = self.game
        points, ranks = numbers(8), numbers(8)
        self._drive.result(self._world, self._mounted, points, ranks)
        return Outcome(
            tuple(int(points[seat]) for seat in range(game.players)),
            tuple(int(ranks[seat]) for seat in range(game.players)),
            tuple(game.kind.sources(game.board, game.world, self._state, seat) for seat in range(game.players)),
        )

    @property
    def state(self) -> bytes:
        """The whole position as bytes, secrets included: equal bytes, equal positions."""
        return self._state.tobytes()

    def state_array(self) -> StateArray:
        """A copy of the position as a record, secrets included. For tests and tools, never for a player."""
        return self._state.copy()

    def imagine(self, seat: int, seed: int) -> StateArray:
        """The position as this seat may imagine it: all it cannot know is dealt anew. What search works on."""
        copy = self._state.copy()
        rng = numbers(WORDS)
        seed_stream(rng, seed, 0)
        self._drive.deal_again(self._world, mount(copy), self._seat(seat, players_only=True), rng)
        return copy

    def record(self) -> dict[str, Any]:
        """The match as plain data, from which `commandery.replay` rebuilds it. Of a running match it holds secrets."""
        from commandery.core import record

        return record.write(self)

    def hand_chance_to(self, seed: int | None = None, chance: Chance | str | None = None) -> None:
        """From here on chance comes from this source; see `Game.start`."""
        self._draw = self._chance_from(seed, chance)
        self._resolve_chance()

    # Inside

    def _seat(self, seat: int, players_only: bool = False) -> int:
        if seat == CHANCE and not players_only:
            return seat
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.game.players:
            raise IllegalAction(f"there is no seat {seat!r}: the seats are 0 to {self.game.players - 1}")
        return seat

    def _apply(self, seat: int, action: Action) -> None:
        before = self._state.tobytes()
        done = self._drive.step(self._world, self._mounted, seat, action.id, self._events)
        if done < 0:
            raise IllegalAction(self.game.kind.describe_refusal(self.game.world, self._state, seat, action.notation, -done))
        self._acting = done & 0xFFFF
        self.history.append(Move(seat, action, before, done & 0x10000 != 0, self._read_events(done >> 17)))

    def _read_events(self, count: int) -> tuple[Event, ...]:
        kinds, tell = self.game.kind.event_kinds, self._tell
        happened = []
        for fact in self._facts[1 : count + 1].tolist():
            kind = kinds[fact[0]]
            happened.append(Event(kind, fact[1], tuple(fact[2 : 2 + len(kind.fields)]), tell))
        return tuple(happened)

    def _resolve_chance(self) -> None:
        while self._acting >> CHANCE & 1 and self._draw is not None:
            self._apply(CHANCE, self._draw())

    def _set_state(self, state: bytes) -> None:
        self._state[:] = np.frombuffer(state, self._state.dtype)
        self._acting = int(self._drive.acting(self._world, self._mounted))

    def _chance_from(self, seed: int | None, chance: Chance | str | None) -> Callable[[], Action] | None:
        """A function that draws what happens next; None where that is entered by hand."""
        if chance is not None and seed is not None:
            raise CommanderyError("give a seed or a source of chance, not both")
        if callable(chance):
            return lambda: self.game.actions.parse(chance(self.outcomes()))
        if chance == BY_HAND:
            return None
        if chance is not None:
            raise CommanderyError(f"chance takes a function or {BY_HAND!r}, not {chance!r}")
        if seed is None:
            return self._draw_from_system
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 1 << 63:
            raise CommanderyError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
        rng = numbers(WORDS)
        seed_stream(rng, seed, 0)
        return lambda: self.game.actions[self._drive.pick_one(self._world, self._mounted, CHANCE, rng)]

    def _draw_from_system(self) -> Action:
        outcomes = self.outcomes()
        left = secrets.randbelow(sum(weight for _, weight in outcomes))
        for action, weight in outcomes:
            left -= weight
            if left < 0:
                return action
        raise AssertionError("weights changed while drawing")
