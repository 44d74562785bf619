"""What every game's face has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar, TypeVar

from commandery.core.action import Action
from commandery.core.event import Event
from commandery.core.game import Game

__all__ = ["Face", "Left", "Mark", "Thing", "each", "mark"]

T = TypeVar("T")


@dataclass(frozen=True)
class Mark:
    """What can be done at a place of the board: the actions, and in words; or what cannot be done there, and why; or that what
    is done there has been chosen and waits for confirmation."""

    actions: tuple[int, ...] = ()
    told: str = ""
    why_not: str = ""
    held: bool = False


@dataclass(frozen=True)
class Thing:
    """Something that is still to come: drawn, how many or which, and in words."""

    what: str
    number: str
    told: str


@dataclass(frozen=True)
class Left:
    """What is still to come, as everybody knows."""

    title: str
    things: list[Thing]


class _Each(Sequence[T]):
    """See `each`."""

    def __init__(self, players: Sequence[Mapping[str, Any]], make: Callable[[Mapping[str, Any]], T]) -> None:
        self._players, self._make = players, make
        self._made: dict[int, T] = {}

    def __len__(self) -> int:
        return len(self._players)

    def __repr__(self) -> str:
        return repr(list(self))

    def __getitem__(self, seat: Any) -> Any:
        if seat not in self._made:
            self._made[seat] = self._make(self._players[seat])
        return self._made[seat]


def each(players: Sequence[Mapping[str, Any]], make: Callable[[Mapping[str, Any]], T]) -> Sequence[T]:
    """Something of each player, by seat, made when it is asked for: most panels show what they showed before."""
    return _Each(players, make)


class Face(ABC):
    """How one game looks on the page."""

    template: ClassVar[str]
    """Defines the macros ``panel(player, sitting)``: what lies before a player, and ``hand(sitting)``: what I hold."""
    asked_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By phase: kinds of actions for which the page says why they cannot be done, even where none of them can."""

    tie_break: ClassVar[str] = ""
    """What decides where points are equal, in words."""

    @abstractmethod
    def board(self, game: Game, view: Mapping[str, Any], language: str) -> str:
        """The board as SVG, or markup around it. What can be acted on has a stable id."""

    def sketch(self, game: Game, view: Mapping[str, Any], language: str) -> str:
        """The board alone, as one SVG whose points are those of the board's file."""
        return self.board(game, view, language)

    @abstractmethod
    def place(self, game: Game, view: Mapping[str, Any], action: Action) -> str | None:
        """The id of the element, of the board or of the hand, where an action is marked."""

    def beneath(self, place: str) -> str | None:
        """The place on which another lies: where something can be done there, who points at it means that."""
        return None

    @abstractmethod
    def label(self, game: Game, view: Mapping[str, Any], action: Action, language: str) -> str:
        """What stands on an action's button."""

    def in_words(self, game: Game, view: Mapping[str, Any], action: Action, language: str, names: Sequence[str]) -> str:
        """An action in words, where the view tells more of it than the action does by itself."""
        return action.describe(language, names)

    @abstractmethod
    def where(self, game: Game, event: Event) -> str | None:
        """The id of the element that an event is about; None if it is about none."""

    @abstractmethod
    def left(self, game: Game, view: Mapping[str, Any], language: str) -> Left:
        """What is still to come."""

    @abstractmethod
    def panel_shows(self, view: Mapping[str, Any], player: Mapping[str, Any]) -> object:
        """All of a view that the panel of a player shows, besides what is the player's own in it: a panel of the same is not
        drawn again."""

    @abstractmethod
    def extras(self, game: Game, view: Mapping[str, Any], names: Sequence[str], language: str) -> dict[str, Any]:
        """Whatever else the game's template needs."""


def mark(markup: str, marks: Mapping[str, Mark]) -> str:
    """Markup whose elements, by their ids, say what can be done there, to the eye, the keyboard and readers aloud."""
    markup = str(markup)  # what is safe would escape what is put into it
    for id, about in marks.items():
        named = f' id="{id}"'
        drawn = markup[: markup.find(named)].rpartition("<")[2].startswith("g")  # what is written has a name of its own
        if about.held:
            more = ' data-held="true"'
        elif about.actions:
            ids = " ".join(str(action) for action in about.actions)
            told = f'{"aria-label" if drawn else "aria-description"}="{escape(about.told)}"'
            more = f' data-action="{ids}" tabindex="0" role="button" {told}'
        else:
            why = escape(about.why_not)
            more = f' data-why="{why}" tabindex="-1" aria-description="{why}"'  # to be reached with arrows, not with Tab
            more += f' role="group" aria-label="{escape(about.told)}"' if drawn else ""
        markup = markup.replace(named, named + more, 1)
    return markup
