"""Events: what happened, as facts with numbers. Log, animation, replay and translations are all made from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Event", "EventKind", "kinds"]


@dataclass(frozen=True, slots=True, init=False)
class EventKind:
    """A kind of event of one game: its number, its name, and what its numbers mean.

    ``private`` names the numbers that only the event's own seat may see.
    """

    number: int
    name: str
    fields: tuple[str, ...]
    private: frozenset[str]

    def __init__(self, number: int, name: str, *fields: str, private: tuple[str, ...] = ()) -> None:
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "fields", fields)
        object.__setattr__(self, "private", frozenset(private))


def kinds(*listed: EventKind) -> dict[int, EventKind]:
    """A game's kinds of events by number."""
    table = {kind.number: kind for kind in listed}
    assert len(table) == len(listed) and 0 not in table
    return table


class Event:
    """One fact. ``event.name`` says of what kind, ``event["coins"]`` gives a number by its name."""

    __slots__ = ("_tell", "kind", "numbers", "seat")

    def __init__(
        self,
        kind: EventKind,
        seat: int,
        numbers: tuple[int | None, ...],
        tell: Callable[[Event, str, Sequence[str] | None], str],
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.numbers = numbers
        self._tell = tell

    @property
    def name(self) -> str:
        return self.kind.name

    def __getitem__(self, field: str) -> int | None:
        """The number with this name; None where it is not to be seen."""
        return self.numbers[self.kind.fields.index(field)]

    def data(self) -> dict[str, int | str | None]:
        """The fact as plain data."""
        return {"event": self.name, "seat": self.seat, **dict(zip(self.kind.fields, self.numbers, strict=True))}

    def describe(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The fact as a sentence; ``names`` are the players', by seat."""
        return self._tell(self, language, names)

    def seen_by(self, seat: int | None) -> Event:
        """The fact as this seat, or a spectator (None), may see it."""
        if not self.kind.private or seat == self.seat:
            return self
        numbers = tuple(
            None if field in self.kind.private else number for field, number in zip(self.kind.fields, self.numbers, strict=True)
        )
        return Event(self.kind, self.seat, numbers, self._tell)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (self.kind, self.seat, self.numbers) == (other.kind, other.seat, other.numbers)

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, self.numbers))

    def __repr__(self) -> str:
        numbers = "".join(f", {name}={number}" for name, number in zip(self.kind.fields, self.numbers, strict=True))
        return f"<{self.name} seat={self.seat}{numbers}>"
