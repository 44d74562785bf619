"""A tiny game with what Templari lacks: sealed simultaneous choices, a secret of each player, weighted chance.

Everybody is dealt a secret wish, 1 to 3 (3 is rarer). Twice all seal a number from 1 to 3, changeable until the last has
chosen; the highest number that nobody else named scores it. At the end a wish that equals the own points scores 2 more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from commandery.core.contract import CHANCE, NOBODY, SEATS
from commandery.core.datafile import Document
from commandery.core.event import Event, EventKind, kinds
from commandery.core.facts import emit
from commandery.core.game import START_OPTION, Board, GameKind
from commandery.core.kernel import kernel
from commandery.core.language import Message
from commandery.core.layout import Cells, Grid, Record, StateArray, cell, cells
from commandery.core.observation import Field, Observation
from commandery.core.options import Value
from commandery.core.registry import register
from commandery.core.stream import below

SEAL, DEAL, ACTIONS = 1, 4, 7
DEALT, CHOSEN, SHOWN = 1, 2, 3
ROUNDS = 2


class World(Record):
    players: int = cell("i1")


class State(Record):
    wish: Cells = cells("i1", SEATS)
    sealed: Cells = cells("i1", SEATS)
    points: Cells = cells("i1", SEATS)
    dealt: int = cell("i1")
    turn: int = cell("i1")


@kernel
def reset(w: World, s: State) -> None:
    """Nothing to do: the zeroed state is the first."""


@kernel
def to_act(w: World, s: State) -> int:
    if s.turn == ROUNDS:
        return 0
    if s.dealt < w.players:
        return 1 << CHANCE
    seats = 0
    for seat in range(w.players):
        if s.sealed[seat] == 0:
            seats |= 1 << seat
    return seats


@kernel
def may_act(w: World, s: State) -> int:
    seats = to_act(w, s)
    return seats if seats == 0 or seats >> CHANCE else (1 << w.players) - 1


@kernel
def legal(w: World, s: State, seat: int, out: Cells) -> int:
    if seat >= CHANCE or not (may_act(w, s) >> seat) & 1:
        return 0
    n = 0
    for number in range(3):
        out[n] = SEAL + number
        n += s.sealed[seat] != number + 1
    return n


@kernel
def chance(w: World, s: State, out: Cells, weights: Cells) -> int:
    if not to_act(w, s) >> CHANCE:
        return 0
    for wish in range(3):
        out[wish] = DEAL + wish
        weights[wish] = 1 if wish == 2 else 2
    return 3


@kernel
def pick(w: World, s: State, seat: int, rng: Cells) -> int:
    if seat == CHANCE:
        return DEAL + below(rng, 5) // 2
    n = below(rng, 2 if s.sealed[seat] else 3) + 1
    return SEAL + n - 1 + (1 if s.sealed[seat] and n >= s.sealed[seat] else 0)


@kernel
def apply(w: World, s: State, seat: int, action: int, events: Grid) -> None:
    if seat == CHANCE:
        s.wish[s.dealt] = action - DEAL + 1
        emit(events, DEALT, s.dealt, action - DEAL + 1, 0, 0, 0)
        s.dealt += 1
        return
    s.sealed[seat] = action - SEAL + 1
    emit(events, CHOSEN, seat, s.sealed[seat], 0, 0, 0)
    if to_act(w, s) != 0:
        return
    for number in range(3, 0, -1):
        found = NOBODY
        same = 0
        for other in range(w.players):
            if s.sealed[other] == number:
                found = other
                same += 1
        if same == 1:
            s.points[found] += number
            break
    for other in range(w.players):
        emit(events, SHOWN, other, s.sealed[other], 0, 0, 0)
        s.sealed[other] = 0
    s.turn += 1


@kernel
def refusal(w: World, s: State, seat: int, action: int) -> int:
    if not (may_act(w, s) >> seat) & 1:
        return 1
    if seat == CHANCE:
        return 0 if DEAL <= action < ACTIONS else 2
    if action < SEAL or action >= DEAL:
        return 2
    return 3 if s.sealed[seat] == action - SEAL + 1 else 0


@kernel
def ends_turn(w: World, s: State, seat: int, action: int) -> int:
    return 1


@kernel
def reveals(w: World, s: State, seat: int, action: int) -> int:
    return 1 if seat == CHANCE or to_act(w, s) == 1 << seat else 0


@kernel
def score(w: World, s: State, points: Cells) -> None:
    for seat in range(w.players):
        points[seat] = s.points[seat] + (2 if s.points[seat] == s.wish[seat] else 0)


@kernel
def ranking(w: World, s: State, ranks: Cells) -> None:
    for seat in range(w.players):
        rank = 1
        for other in range(w.players):
            mine = s.points[seat] + (2 if s.points[seat] == s.wish[seat] else 0)
            rank += s.points[other] + (2 if s.points[other] == s.wish[other] else 0) > mine
        ranks[seat] = rank


@kernel
def redeal(w: World, s: State, seat: int, rng: Cells) -> None:
    for other in range(w.players):
        if other != seat:
            if other < s.dealt:
                s.wish[other] = below(rng, 5) // 2 + 1
            if s.sealed[other]:
                s.sealed[other] = below(rng, 3) + 1


@kernel
def broken(w: World, s: State) -> int:
    for seat in range(len(s.wish)):
        if (s.wish[seat] > 0) != (seat < s.dealt):
            return 1
    return 0


@kernel
def estimate(w: World, s: State, seat: int) -> int:
    return s.points[seat]


@kernel
def observe(w: World, s: State, seat: int, out: Cells) -> None:
    out[0] = s.turn
    out[1] = s.wish[seat]
    out[2] = s.sealed[seat]
    for i in range(w.players):
        out[3 + i] = s.points[(seat + i) % w.players]


class Toy(GameKind[Board]):
    """The toy as the registry knows it."""

    name = "toy"
    title = "Toy"
    summary = "A toy for tests."
    players = (3, 5)
    rules_version = 1
    options = (START_OPTION,)
    rules: ClassVar[ModuleType] = sys.modules[__name__]
    State = State
    World = World
    most_legal = 3
    most_chances = 3
    actions = ACTIONS
    spread = 300
    most_events = 8
    observation = Observation(
        (
            Field("turn", (1,), 0, ROUNDS, "rounds done"),
            Field("wish", (1,), 0, 3, "the own wish"),
            Field("sealed", (1,), 0, 3, "the own number"),
            Field("points", (SEATS,), 0, 3 * ROUNDS, "points"),
        ),
        observe,
    )
    event_kinds = kinds(
        EventKind(DEALT, "dealt", "wish", private=("wish",)),
        EventKind(CHOSEN, "chosen", "number", private=("number",)),
        EventKind(SHOWN, "shown", "number"),
    )
    messages: ClassVar[dict[str, Message]] = {
        name: Message("{seat}: " + name) for name in ("dealt", "dealt, hidden", "chosen", "chosen, hidden", "shown")
    }
    secrets = ("wish", "sealed")
    unknown = ("wish", "sealed")
    board_file = Path()
    reconstructed = "Nothing."

    @property
    def standard_board(self) -> Board:
        return Board({})

    @staticmethod
    def check_board(document: Document) -> Board:
        return Board(document.data)

    @staticmethod
    def build_world(players: int, options: Mapping[str, Value], board: Board) -> StateArray:
        world = World.empty()
        world["players"] = players
        return world

    @staticmethod
    def notations(board: Board) -> list[str]:
        return ["wait", "seal 1", "seal 2", "seal 3", "deal 1", "deal 2", "deal 3"]

    @staticmethod
    def describe_action(board: Board, action: int, language: str, names: Sequence[str] | None) -> str:
        return Toy.notations(board)[action]

    @staticmethod
    def describe_numbers(board: Board, event: Event, names: Sequence[str], language: str) -> dict[str, object]:
        return {"seat": names[event.seat]}

    @staticmethod
    def explain_refusal(
        world: StateArray, state: StateArray, seat: int, action: str, reason: int
    ) -> tuple[Message, dict[str, object]]:
        return Message(("", "not your turn", "not asked for", "chosen already")[reason]), {}

    @staticmethod
    def view(board: Board, world: StateArray, state: StateArray, seat: int | None) -> dict[str, Any]:
        w, s = world[0], state[0]
        over = int(s["turn"]) == ROUNDS
        return {
            "players": [
                {
                    "points": int(s["points"][other]),
                    "wish": int(s["wish"][other]) if over or other == seat else None,
                    "sealed": int(s["sealed"][other]) if other == seat else bool(s["sealed"][other]),
                }
                for other in range(int(w["players"]))
            ],
            "turn": int(s["turn"]),
            "dealt": int(s["dealt"]),
        }

    @staticmethod
    def picture(board: Board, view: Mapping[str, Any], language: str) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{view["turn"]}</text></svg>'

    @staticmethod
    def describe_table(view: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
        return [str(view)]

    @staticmethod
    def sources(board: Board, world: StateArray, state: StateArray, seat: int, log: Sequence[Event]) -> dict[str, int]:
        points, wish = int(state[0]["points"][seat]), int(state[0]["wish"][seat])
        return {"numbers": points, "wish": 2 if points == wish else 0}

    @staticmethod
    def scramble(world: StateArray, state: StateArray, seat: int | None, below: Callable[[int], int]) -> None:
        s = state[0]
        if int(s["turn"]) == ROUNDS:
            return
        for other in range(int(world[0]["players"])):
            if other != seat:
                s["wish"][other] = below(3) + 1 if other < s["dealt"] else 0
                s["sealed"][other] = below(3) + 1 if s["sealed"][other] else 0


register(Toy())
