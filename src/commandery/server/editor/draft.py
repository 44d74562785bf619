"""A board that is being edited: plain data of the shape of a board, and the first fault that it has, if any."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from commandery.core import datafile, registry
from commandery.core.errors import BadFile, CommanderyError
from commandery.core.game import Board, GameKind
from commandery.core.language import Message
from commandery.core.tomlfile import write
from commandery.server.editor.shape import Path, at_path, is_like, is_point, points_under, read_path, spell_path

__all__ = ["NOT_THERE", "Bench", "Draft", "Field", "Part", "Refusal", "Way", "inner_parts", "middle", "shifted"]

_FILE = "board.toml"
_LARGEST = 10_000
_NOT_A_BOARD = Message("This is no board that the page can show.")
NOT_THERE = Message("That part of the board is no longer there.")
_NO_NUMBER = Message("{text} is no number.")
_OPTIONAL = frozenset({"reconstructed", "crossing", "ridge", "land"})


class Refusal(CommanderyError):
    """Something that cannot be done with a board."""


@dataclass(frozen=True)
class Part:
    """Something that can be taken hold of: where it is in the data and in the picture, and what it is called."""

    path: str
    name: str
    at: tuple[float, float]
    kind: str


@dataclass(frozen=True)
class Field:
    """A value that is filled in: a number or a text, or one of some choices."""

    path: str
    label: str
    value: object
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def is_number(self) -> bool:
        return not isinstance(self.value, str)


@dataclass(frozen=True)
class Way:
    """A change at one press: what it does, to which path, and in words."""

    do: str
    path: str
    label: str


@dataclass
class Draft:
    """A board of a game while it is edited."""

    kind: GameKind[Any]
    data: dict[str, Any]
    board: Board | None = field(init=False, default=None)
    fault: BadFile | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.check()

    @classmethod
    def standard(cls, game: str) -> Draft:
        """The board that comes with a game."""
        kind = registry.find(game)
        return cls(kind, dict(datafile.read(kind.board_file).data))

    @classmethod
    def read(cls, game: str, text: str) -> Draft:
        """A board that a page sends back, as JSON."""
        try:
            data = json.loads(text) if len(text) <= datafile.LARGEST else None
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise Refusal(_NOT_A_BOARD)
        return cls(registry.find(game), data)

    @classmethod
    def load(cls, game: str, content: bytes, name: str) -> Draft:
        """A board from a file."""
        return cls(registry.find(game), dict(datafile.parse(content, name).data))

    def check(self) -> None:
        """See what is wrong with it, as ``commandery check`` does; what is not even of a board's shape is refused."""
        self.board, self.fault = None, None
        try:
            self.board = self.kind.check_board(datafile.parse(self.file.encode(), _FILE))
        except BadFile as fault:
            self.fault = fault
            if not is_like(self.data, datafile.read(self.kind.board_file).data, _OPTIONAL):
                raise
        except (TypeError, ValueError, RecursionError, AttributeError):
            raise Refusal(_NOT_A_BOARD) from None

    @property
    def file(self) -> str:
        """The board as a file."""
        return write(self.data)

    @property
    def text(self) -> str:
        """The board as a page keeps it."""
        return json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)

    # Changes

    def has(self, path: Path) -> bool:
        """Whether there is something at a path."""
        return at_path(self.data, path) is not None

    def move(self, path: Path, by: tuple[float, float]) -> None:
        """All places at or below a path go so far; a corner takes along those of others that lie upon it."""
        paths = set(points_under(self.data, path))
        if "outline" in path and len(paths) == 1:
            here = list(at_path(self.data, path))
            corners = (each for each in points_under(self.data, ()) if "outline" in each)
            paths |= {each for each in corners if at_path(self.data, each) == here}
        for each in paths:
            point = at_path(self.data, each)
            point[:] = [_tidy(number + step) for number, step in zip(point, by, strict=True)]

    def fill_in(self, path: Path, text: str) -> None:
        """Another value; a number stays a number."""
        before, holder = at_path(self.data, path), at_path(self.data, path[:-1])
        if isinstance(before, bool) or not isinstance(before, int | float | str):
            raise Refusal(NOT_THERE)
        value: object = text.strip()[:80]
        if not isinstance(before, str):
            value = _number(text)
        holder[path[-1]] = value

    def remove(self, path: Path) -> None:
        """Take an element out of its list; with the last ring of an area the area goes too."""
        holder = at_path(self.data, path[:-1])
        if not isinstance(holder, list) or not isinstance(path[-1], int) or path[-1] >= len(holder):
            raise Refusal(NOT_THERE)
        del holder[path[-1]]
        if not holder and isinstance(path[-2], int):
            self.remove(path[:-1])


def _number(text: str) -> int | float:
    """A number that was typed; a decimal comma will do."""
    try:
        return _tidy(float(text.strip()[:12].replace(",", ".")), -_LARGEST)
    except ValueError:
        raise Refusal(_NO_NUMBER, {"text": repr(text[:20])}) from None


def _tidy(number: float, least: float = 0) -> int | float:
    """A number in the range of places, whole where it is."""
    if number != number:
        raise ValueError("not a number")
    kept = round(max(least, min(_LARGEST, number)), 1)
    return int(kept) if kept == int(kept) else kept


class Bench(ABC):
    """Where boards of one game are worked on: their parts, and what can be changed about each."""

    title: ClassVar[str]
    legend: ClassVar[tuple[tuple[str, str], ...]]
    """Kinds of parts whose handles look different, and what they are."""

    @abstractmethod
    def parts(self, data: Mapping[str, Any], language: str) -> list[Part]:
        """The parts that are always there to be taken hold of."""

    @abstractmethod
    def inside(self, data: Mapping[str, Any], path: Path, language: str) -> list[Part]:
        """The parts of the part at a path, or of the one that it belongs to."""

    @abstractmethod
    def fields(self, data: Mapping[str, Any], path: Path, language: str) -> list[Field]:
        """What can be filled in about a part; about the board where none is chosen."""

    @abstractmethod
    def ways(self, data: Mapping[str, Any], path: Path, language: str) -> list[Way]:
        """What can be added and removed there."""

    @abstractmethod
    def add(self, draft: Draft, path: Path) -> Path:
        """Add something to a list, or after an element of it; where it is."""

    def near(self, data: Mapping[str, Any], path: Path) -> Sequence[tuple[str, bool]]:
        """Which others a part can lie next to, by name, and whether it does."""
        return ()

    def fill_in(self, draft: Draft, path: Path, text: str) -> None:
        """Another value, and what follows from it."""
        draft.fill_in(path, text)

    def join(self, draft: Draft, path: Path, names: Sequence[str]) -> None:
        """Let a part lie next to these, and no others."""
        raise Refusal(NOT_THERE)


def inner_parts(
    data: Mapping[str, Any], path: Path, name: Callable[[Path], str], boxes: frozenset[str] = frozenset()
) -> list[Part]:
    """A part for every place below a path, called by ``name(path)``; and one for each of the boxes, which move as a whole."""
    found = []
    for key in boxes & set(at_path(data, path) or ()):
        if at := middle(data, (*path, key)):
            found.append(Part(spell_path((*path, key)), name((*path, key)), at, "box"))
    for each in points_under(data, path):
        x, y = at_path(data, each)
        kind = "corner" if "outline" in each or "line" in each else "point"
        found.append(Part(spell_path(each), name(each), (float(x), float(y)), kind))
    return sorted(found, key=lambda part: [step if isinstance(step, str) else f"{step:04}" for step in read_path(part.path)])


def middle(data: Mapping[str, Any], path: Path) -> tuple[float, float] | None:
    """The middle of all places below a path, if there are any."""
    places = [at_path(data, each) for each in points_under(data, path)]
    if not places:
        return None
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def shifted(point: Any, by: float = 30.0) -> list[int | float]:
    """A place a little to the right of another."""
    assert is_point(point)
    return [_tidy(point[0] + by), _tidy(point[1])]
