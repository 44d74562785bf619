"""A match: one game being played, with its whole history."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from commandery.core.action import Action
from commandery.core.contract import CHANCE, EVENT_WIDTH, NOBODY
from commandery.core.errors import CommanderyError, IllegalAction
from commandery.core.event import Event
from commandery.core.game import Outcome
from commandery.core.kernel import mount, numbers
from commandery.core.language import Message
from commandery.core.layout import StateArray
from commandery.core.observation import OBSERVED
from commandery.core.stream import WORDS, check_seed, seed_stream

if TYPE_CHECKING:
    from commandery.core.game import Game

__all__ = ["BY_HAND", "Chance", "Match", "Move", "whole"]

Chance = Callable[[Sequence[tuple[Action, int]]], Action | str | int]
"""Decides what happens: gets the possible outcomes with their weights and returns one of them."""

BY_HAND = "by hand"
"""Chance is entered as actions of the seat CHANCE: for a game played with the real box."""

_SEATS = tuple(tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256))

_NO_SEAT = Message("there is no seat {seat}: the seats are 0 to {last}")
_NO_MOVE = Message(
    "the match has {count} move: there is no move {number}", "the match has {count} moves: there is no move {number}", "count"
)
_NOTHING_TO_UNDO = Message("seat {seat} has nothing to take back")
_CAME_UP = Message("seat {seat} cannot take back: {action} has come up since")
_ACTED = Message("seat {seat} cannot take back: seat {other} has acted since")
_REVEALED = Message("seat {seat} cannot take {action} back: it revealed something")


class Move(NamedTuple):
    """One entry of a match's history: who did what, the position it was done in, and what happened."""

    seat: int
    action: Action
    before: bytes
    revealed: bool
    events: tuple[Event, ...]
    taken_back: int = 0
    """How many moves before this one it took back, by calling out an offence."""

    def seen_by(self, seat: int | None) -> tuple[Action | None, tuple[Event, ...]]:
        """The action, None where that is secret, and the events, as this seat or a spectator (None) may know them."""
        events = tuple(event.seen_by(seat) for event in self.events)
        return (self.action if events == self.events else None), events


class Match:
    """One match. Made by `Game.start` or `commandery.replay`."""

    def __init__(self, game: Game, seed: int | None = None, chance: Chance | str | None = None) -> None:
        kind = game.kind
        self.game = game
        self.history: list[Move] = []
        self.begun = 0
        """How many moves were given, where it was begun in the middle of another match: they cannot be taken back."""
        self._actions = game.actions.all
        self._tell = game.tell
        self._call_action = kind.call_action
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

    def copy(self) -> Match:
        """The same match again, to be played on apart from this one; its chance is drawn from the operating system."""
        twin = Match(self.game, chance=BY_HAND)
        twin.history, twin.begun = list(self.history), self.begun
        twin._set_state(self.state)
        twin._draw = None if self._draw is None else twin._draw_from_system
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a match is not pickled: pass match.record() on, and commandery.replay it there")

    def after(self, moves: int) -> Match:
        """The match as it was after so many moves, apart from this one; chance is by hand."""
        if not 0 <= whole(moves) <= len(self.history):
            raise IllegalAction(_NO_MOVE, {"count": len(self.history), "number": repr(moves)})
        then = Match(self.game, chance=BY_HAND)
        then.history, then.begun = self.history[:moves], min(moves, self.begun)
        then._set_state(self.history[moves].before if moves < len(self.history) else self.state)
        return then

    def from_here(self, state: StateArray | bytes | None = None) -> Match:
        """A match that begins in this position, or in ``state``, and knows nothing of what was before; chance is by hand."""
        then = Match(self.game, chance=BY_HAND)
        then._set_state(self.state if state is None else bytes(state))
        if self._call_action is not None:
            then._state["offender"] = NOBODY  # what would be taken back is not in its history
        return then

    # Who may do what

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision; empty when the match is over."""
        return _SEATS[self._acting & 0xFF]

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may act: those that owe a decision, and those that nobody waits for."""
        return _SEATS[self._acting >> 8 & 0xFF | self._callers()]

    def owing(self, number: int) -> tuple[int, ...]:
        """The seats that owed a decision when this move of the history was made."""
        state = np.frombuffer(self.history[number].before, self._state.dtype).copy()
        return _SEATS[int(self._drive.acting(self._world, mount(state))) & 0xFF]

    @property
    def over(self) -> bool:
        return self._acting & 0xFF == 0

    def legal(self, seat: int) -> list[Action]:
        """What this seat may do now; for CHANCE, by hand, what can happen. Empty for who may not act."""
        seat = self._seat(seat)
        if seat == CHANCE:
            return [action for action, _ in self.outcomes()]
        actions = self._actions
        count = self._drive.list_legal(self._world, self._mounted, seat, self._list)
        legal = [actions[id] for id in self._out[:count].tolist()]
        if self._call_action is not None and self._callers() >> seat & 1:
            legal = sorted([*legal, actions[self._call_action]], key=int)
        return legal

    def outcomes(self) -> list[tuple[Action, int]]:
        """What can happen by chance now, with weights. Empty unless CHANCE is to act."""
        count = self._drive.list_chance(self._world, self._mounted, self._list, self._weights)
        return [(self._actions[self._list[i]], int(self._weights[i])) for i in range(count)]

    # Playing

    def play(self, seat: int, action: Action | str | int) -> list[Event]:
        """Carry out an action and whatever follows by chance; what happened, secrets included: `Event.seen_by` is what
        others may see of it. `IllegalAction`, and an error or an interruption in a source of chance, change nothing."""
        chosen = self.game.actions.parse(action)
        seat = self._seat(seat)
        done = len(self.history)
        before = self.state
        try:
            self._apply(seat, chosen)
            self._resolve_chance()
        except BaseException:
            del self.history[done:]
            self._set_state(before)
            raise
        happened = list(self.history[done].events)
        for move in self.history[done + 1 :]:
            happened += move.events
        return happened

    def ends_turn(self, seat: int, action: Action | str | int) -> bool:
        """Whether after this action the seat would owe nothing more, so that a client may ask for confirmation."""
        trial = self.copy()
        trial._draw = None
        trial.play(seat, action)
        return seat not in trial.to_act

    def why_not(self, seat: int, action: Action | str | int) -> IllegalAction | None:
        """Why this seat may not do this now; None if it may."""
        chosen, seat = self.game.actions.parse(action), self._seat(seat)
        if self._may_call(seat, chosen):
            return None
        trial = self._state.copy()
        done = self._drive.step(self._world, mount(trial), seat, chosen.id, self._events)
        return self._refusal(seat, chosen, -done) if done < 0 else None

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would take something back."""
        if len(self.history) <= self.begun or self.history[-1].seat != seat:
            return False
        return not self.history[-1].revealed or (seat == CHANCE and self._draw is None)

    def undo(self, seat: int) -> Action:
        """Take this seat's last action back, and return it: as long as nothing new was revealed by it and nobody has acted
        since. Call it again to go further back."""
        if not self.can_undo(self._seat(seat)):
            raise self._why_no_undo(seat)
        move = self.history.pop()
        self._set_state(move.before)
        return move.action

    def _why_no_undo(self, seat: int) -> IllegalAction:
        if not any(move.seat == seat for move in self.history[self.begun :]):
            return IllegalAction(_NOTHING_TO_UNDO, {"seat": seat})
        last = self.history[-1]
        if last.seat == CHANCE:
            return IllegalAction(_CAME_UP, {"seat": seat, "action": last.action})
        if last.seat != seat:
            return IllegalAction(_ACTED, {"seat": seat, "other": last.seat})
        return IllegalAction(_REVEALED, {"seat": seat, "action": last.action})

    # Looking

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What this seat, or a spectator (None), may see, as plain data."""
        if seat is not None:
            seat = self._seat(seat, players_only=True)
        return self.game.kind.view(self.game.board, self.game.world, self._state, seat)

    def observe(self, seat: int) -> npt.NDArray[np.int16]:
        """What this seat sees as a row of numbers, for learners: see the game's ``observation``."""
        observation = self.game.kind.observation
        row = np.zeros(observation.length, OBSERVED)
        observation.write(self._world[0], self._mounted[0], self._seat(seat, players_only=True), mount(row))
        return row

    def svg(self, seat: int | None = None, language: str = "en") -> str:
        """The table as this seat, or a spectator (None), sees it: an SVG document."""
        return self.game.kind.picture(self.game.board, self.view(seat), language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def log(self, seat: int | None = None) -> list[Event]:
        """All that has happened, as this seat or a spectator may know it."""
        return [event.seen_by(seat) for move in self.history for event in move.events]

    @property
    def outcome(self) -> Outcome:
        """Points, ranks, winners and where each point came from. Only of a finished match."""
        if not self.over:
            raise CommanderyError("the match is not over: there is no outcome yet")
        game, log = self.game, self._standing()
        points, ranks = self._result()
        return Outcome(
            points,
            ranks,
            tuple(game.kind.sources(game.board, game.world, self._state, seat, log) for seat in range(game.players)),
        )

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of every seat, 1 the best, as things stand; of a finished match those of its outcome."""
        return self._result()[1]

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
        seed_stream(rng, check_seed(seed), 0)
        self._drive.deal_again(self._world, mount(copy), self._seat(seat, players_only=True), rng)
        return copy

    def estimate(self, seat: int) -> int:
        """How well a seat stands, in hundredths of a point against the others: a guess, by all that is so. For a player only
        when the match is over."""
        return int(self._drive.value(self._world, self._mounted, self._seat(seat, players_only=True)))

    def record(self) -> dict[str, Any]:
        """The match as plain data, from which `commandery.replay` rebuilds it. Of a running match it holds secrets."""
        from commandery.core import record

        return record.write(self)

    def draw(self) -> Action:
        """What chance may do next, drawn from the operating system, for who enters outcomes by hand."""
        return self._draw_from_system()

    def hand_chance_to(self, seed: int | None = None, chance: Chance | str | None = None) -> None:
        """From here on chance comes from this source; see `Game.start`."""
        self._draw = self._chance_from(seed, chance)
        self._resolve_chance()

    def __repr__(self) -> str:
        to_act = ", ".join("chance" if seat == CHANCE else f"seat {seat}" for seat in self.to_act)
        stands = f"{to_act} to act" if to_act else "over"
        return f"<{self.game.kind.title}, {self.game.players} players, {len(self.history)} moves: {stands}>"

    # Inside

    def _seat(self, seat: int, players_only: bool = False) -> int:
        """The seat as a number, or `IllegalAction` if there is none such."""
        number = whole(seat)
        if 0 <= number < self.game.players or (number == CHANCE and not players_only):
            return number
        raise IllegalAction(_NO_SEAT, {"seat": repr(seat), "last": self.game.players - 1})

    def _apply(self, seat: int, action: Action) -> None:
        before = self._state.tobytes()
        taken_back = 0
        if self._may_call(seat, action):
            taken_back = self._take_back_offence()
            done = self._drive.carry_out(self._world, self._mounted, seat, action.id, self._events)
        else:
            done = self._drive.step(self._world, self._mounted, seat, action.id, self._events)
        if done < 0:
            raise self._refusal(seat, action, -done)
        self._acting = done & 0xFFFF
        self.history.append(Move(seat, action, before, done & 0x10000 != 0, self._read_events(done >> 17), taken_back))

    def _refusal(self, seat: int, action: Action, reason: int) -> IllegalAction:
        message, values = self.game.kind.explain_refusal(self.game.world, self._state, seat, action.notation, reason)
        return IllegalAction(message, {**values, "action": action})

    def _result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Points and ranks by seat."""
        points, ranks = numbers(8), numbers(8)
        self._drive.result(self._world, self._mounted, points, ranks)
        seats = range(self.game.players)
        return tuple(int(points[seat]) for seat in seats), tuple(int(ranks[seat]) for seat in seats)

    def _callers(self) -> int:
        """The mask of seats that may call out an offence at an honour table: all but the offender, as long as it can be."""
        if self._call_action is None or self.over:
            return 0
        offender = int(self._state["offender"][0])
        return 0 if offender == NOBODY else ((1 << self.game.players) - 1) & ~(1 << offender)

    def _may_call(self, seat: int, action: Action) -> bool:
        """Whether this is a call, and the seat may make it."""
        return action.id == self._call_action and self._callers() >> seat & 1 != 0

    def _take_back_offence(self) -> int:
        """Go back to the position before the offence; how many moves that takes back. An earlier one of another seat stands."""
        offender = self._state["offender"][0]
        for number, move in enumerate(reversed(self.history), 1):
            if np.frombuffer(move.before, self._state.dtype)["offender"][0] != offender:
                self._set_state(move.before)
                self._state["offender"] = NOBODY
                return number
        raise AssertionError("an offence has begun somewhere")

    def _standing(self) -> list[Event]:
        """All that has happened, without what was taken back by calling out."""
        moves: list[Move] = []
        for move in self.history:
            del moves[len(moves) - move.taken_back :]
            moves.append(move)
        return [event for move in moves for event in move.events]

    def _read_events(self, count: int) -> tuple[Event, ...]:
        assert count < len(self._facts), f"{self.game.name}: {count} events at once; most_events is too small"
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
        rng = numbers(WORDS)
        seed_stream(rng, check_seed(seed), 0)
        return lambda: self._actions[self._drive.pick_one(self._world, self._mounted, CHANCE, rng)]

    def _draw_from_system(self) -> Action:
        outcomes = self.outcomes()
        left = secrets.randbelow(sum(weight for _, weight in outcomes))
        for action, weight in outcomes:
            left -= weight
            if left < 0:
                return action
        raise AssertionError("weights changed while drawing")


def whole(number: object) -> int:
    """A number given from outside; -1 for what is no whole one."""
    try:
        return -1 if isinstance(number, bool) else operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        return -1
