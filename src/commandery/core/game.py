"""Games: what a game is (`GameKind`, one for each of the three) and one set up to be played (`Game`)."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numba

from commandery.core import contract, datafile
from commandery.core.action import ActionTable
from commandery.core.cache import folder_of
from commandery.core.errors import BadOption
from commandery.core.event import Event, EventKind
from commandery.core.kernel import declared_for, folded, mount
from commandery.core.language import N_, Message, say
from commandery.core.layout import Record, StateArray
from commandery.core.observation import Observation
from commandery.core.options import Option, Value, resolve
from commandery.core.settled import settled
from commandery.core.specialise import specialise

if TYPE_CHECKING:
    from commandery.core.match import Chance, Match

__all__ = ["Board", "Game", "GameKind", "Outcome", "START_OPTION"]

START_OPTION = Option("start", ("random", 0, 1, 2, 3, 4), N_("Who starts"), N_("A seat, or drawn at random."))
"""Every game has a start player, chosen by the host or at random."""


@dataclass(frozen=True)
class Board:
    """A checked board, map or deck. ``data`` is the file as plain data, which nobody changes any more: whoever wants another
    board changes a ``copy.deepcopy`` of it. Games add what they derive from it."""

    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", settled(self.data))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, by seat: points, ranks (1 the best, tied seats the same), and where each point came from (sources of
    no points are named too)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    sources: tuple[dict[str, int], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share a victory."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


B = TypeVar("B", bound=Board)


class GameKind(ABC, Generic[B]):
    """One of the games: its rules, sizes, options, board file and words."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    players: ClassVar[tuple[int, int]]
    rules_version: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    rules: ClassVar[ModuleType]
    State: ClassVar[type[Record]]
    World: ClassVar[type[Record]]
    actions: ClassVar[int]
    most_legal: ClassVar[int]
    most_chances: ClassVar[int]
    most_events: ClassVar[int]
    spread: ClassVar[int]
    """How many hundredths of a point are a clear lead, for bots."""
    turn_fields: ClassVar[tuple[str, ...]] = ()
    """What of the open state changes where one turn of a seat follows on another of its own."""
    observation: ClassVar[Observation]
    """What a seat sees as numbers, for learners."""
    event_kinds: ClassVar[dict[int, EventKind]]
    messages: ClassVar[dict[str, Message]]
    """A message for each kind of event; for one with private numbers also ``"NAME, hidden"``, for those who may not see."""
    asked: ClassVar[Mapping[str, str]] = {}
    """What can be asked, marked ``N_``: in each phase, by the name it has in views, and in special cases of it."""
    secrets: ClassVar[tuple[str, ...]]
    """Fields of the state that hold what some seat may not see."""
    unknown: ClassVar[tuple[str, ...]]
    """Those of them that `contract.redeal` draws anew; the others follow from what everybody saw."""
    call_action: ClassVar[int | None] = None
    """At honour tables the action by which an opponent calls out an offence: `Match` takes the position back before it.
    The state's field ``offender`` says whose offence can still be called; NOBODY's."""
    board_file: ClassVar[Path]
    reconstructed: ClassVar[str]

    @staticmethod
    def thinking(players: int, /) -> Mapping[str, int]:
        """How bots search this game best, where that differs from `commandery.bots.Settings`."""
        return {}

    @classmethod
    def ask(cls, view: Mapping[str, Any], /) -> str:
        """What is asked of who is to act, one of those in ``asked``."""
        return cls.asked[view["phase"]]

    @staticmethod
    def check_options(players: int, options: Mapping[str, Value], /) -> None:
        """Refuse, with `BadOption`, what does not go together."""

    @classmethod
    def hidden_fields(cls, options: Mapping[str, Value]) -> tuple[str, ...]:
        """Which of ``secrets`` are secret with these options."""
        return cls.secrets

    @staticmethod
    @abstractmethod
    def check_board(document: datafile.Document, /) -> B:
        """The board in a file; `BadFile` names its first fault."""

    @staticmethod
    @abstractmethod
    def build_world(players: int, options: Mapping[str, Value], board: B, /) -> StateArray:
        """The read-only world of a match."""

    @staticmethod
    @abstractmethod
    def notations(board: B, /) -> list[str]:
        """The notation of every action, by id."""

    @staticmethod
    @abstractmethod
    def describe_action(board: B, action: int, language: str, names: Sequence[str] | None, /) -> str:
        """An action as a sentence; players by number where there are no names."""

    @staticmethod
    @abstractmethod
    def describe_numbers(board: B, event: Event, names: Sequence[str], language: str, /) -> dict[str, object]:
        """What the places in an event's message are filled with; numbers that are not to be seen are left out."""

    @staticmethod
    @abstractmethod
    def explain_refusal(
        world: StateArray, state: StateArray, seat: int, action: str, reason: int, /
    ) -> tuple[Message, dict[str, object]]:
        """Why an action is refused and what would be right, as a message and its values. Told to that seat only."""

    @staticmethod
    def offences(world: StateArray, state: StateArray, seat: int, /) -> frozenset[int]:
        """At an honour table: the actions offered to a seat that are against the rules."""
        return frozenset()

    @staticmethod
    @abstractmethod
    def view(board: B, world: StateArray, state: StateArray, seat: int | None, /) -> dict[str, Any]:
        """What a seat, or a spectator (None), may see: built by listing it."""

    @staticmethod
    @abstractmethod
    def picture(board: B, view: Mapping[str, Any], language: str, /) -> str:
        """A view as a picture: one SVG document."""

    @staticmethod
    @abstractmethod
    def describe_table(view: Mapping[str, Any], names: Sequence[str], language: str, /) -> list[str]:
        """A view in a few lines of plain text, for terminals and readers aloud."""

    @staticmethod
    @abstractmethod
    def sources(board: B, world: StateArray, state: StateArray, seat: int, log: Sequence[Event], /) -> dict[str, int]:
        """Where each of a seat's points came from: by the final position and all that happened. Every source is named, for all
        seats in the same order, those of no points too."""

    @staticmethod
    def describe_source(board: B, source: str, language: str, /) -> str:
        """A source of points, as `sources` names it, in words."""
        return source

    @staticmethod
    def longest(world: StateArray, /) -> tuple[int, int]:
        """The most decisions of players that a match at a strict table can take, and the most outcomes of chance."""
        raise NotImplementedError

    @staticmethod
    @abstractmethod
    def scramble(world: StateArray, state: StateArray, seat: int | None, below: Callable[[int], int], /) -> None:
        """Change in place what the seat may not see, keeping the state possible; ``below(n)`` draws. For leak tests."""

    @cached_property
    def functions(self) -> dict[str, Any]:
        """The rules by the names of `contract`."""
        return {name: getattr(self.rules, name) for name in contract.FUNCTIONS} | {"observe": self.observation.write}

    @cached_property
    def _folded(self) -> dict[str, Any]:
        with declared_for(f"{folder_of(self.rules.__name__)}-folded"):
            return {name: folded(function) for name, function in self.functions.items()}

    @cached_property
    def sizes(self) -> dict[str, Any]:
        """The sizes that templates need, by the names of `contract`."""
        record = self.State.dtype
        return {
            "STATE": numba.from_dtype(record), "RECORD": record, "RECORD_WORDS": record.itemsize // 8,
            "ACTIONS": self.actions, "MOST_LEGAL": self.most_legal, "MOST_CHANCES": self.most_chances,
            "SPREAD": self.spread, "OBSERVATION": self.observation.length, "FILLS": self.observation.fills,
        }  # fmt: skip

    def template(self, name: str, fold: bool = False) -> Any:
        """A template module specialised for this game; ``fold``: with its rules compiled into every place that calls them. That
        is faster, and takes the compiler long where these are many."""
        if not fold:
            return specialise(name, self.name, self.functions | self.sizes)
        return specialise(name, f"{self.name}-folded", self._folded | self.sizes)

    @cached_property
    def drive(self) -> Any:
        """`commandery.core.drive` for this game."""
        return self.template("commandery.core.drive")

    @cached_property
    def standard_board(self) -> B:
        return self.check_board(datafile.read(self.board_file))

    def setup(
        self, /, players: int | None = None, board: str | Path | Mapping[str, Any] | None = None, **options: object
    ) -> Game:
        """A game with these options; `BadOption` or `BadFile` says what is wrong with them."""
        low, high = self.players
        try:
            count = low if players is None else operator.index(players)
        except TypeError:
            count = 0
        if isinstance(players, bool) or not low <= count <= high:
            raise BadOption(f"{self.name} is for {low} to {high} players, not {players!r}")
        chosen = resolve(self.name, self.options, options)
        start = chosen.get("start")
        if isinstance(start, int) and start >= count:
            raise BadOption(f"option start takes 'random' or a seat from 0 to {count - 1}, not {start}")
        self.check_options(count, chosen)
        checked = self.standard_board if board is None else self.check_board(datafile.read(board))
        return Game(self, count, chosen, checked)


class Game:
    """A game set up: its kind, number of players, options and board. Start as many matches of it as you like."""

    def __init__(self, kind: GameKind[Any], players: int, options: Mapping[str, Value], board: Board) -> None:
        self.kind = kind
        self.players = players
        self.options = dict(options)
        self.board = board
        self.world = kind.build_world(players, options, board)
        self.world.flags.writeable = False
        self.mounted_world = mount(self.world)
        self.actions = ActionTable(kind.name, kind.notations(board), self._describe_action)

    @property
    def name(self) -> str:
        return self.kind.name

    @cached_property
    def strict_world(self) -> Any:
        """The world with the rules enforced, whatever the table's option: search runs on strict tables only."""
        world = self.world.copy()
        if "honour" in (world.dtype.names or ()):
            world["honour"] = 0
        return mount(world)

    def start(self, seed: int | None = None, chance: Chance | str | None = None) -> Match:
        """Start a match. Chance draws from ``seed``, or from the operating system, or asks ``chance``: a function of the
        possible outcomes with their weights, or ``"by hand"``: then outcomes are played as actions of the seat CHANCE."""
        from commandery.core.match import Match

        return Match(self, seed=seed, chance=chance)

    def tell(self, event: Event, language: str = "en", names: Sequence[str] | None = None) -> str:
        """An event as a sentence."""
        if names is None:
            names = [say(Message("Player {number}"), {"number": seat + 1}, language) for seat in range(self.players)]
        values = self.kind.describe_numbers(self.board, event, names, language)
        name = f"{event.name}, hidden" if None in event.numbers else event.name
        return say(self.kind.messages[name], values, language)

    def _describe_action(self, action: int, language: str, names: Sequence[str] | None) -> str:
        return self.kind.describe_action(self.board, action, language, names)

    def __repr__(self) -> str:
        return f"<{self.kind.title}, {self.players} players>"
