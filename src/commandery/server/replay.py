"""Games looked at again, position by position: finished ones, records brought from elsewhere, and one's own that still run.

A running game is shown as it was seen: by the seats of who looks, or by a spectator. When it is over there are no secrets.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.language import N_, Message, listed, say
from commandery.core.match import Match
from commandery.core.svg import whole
from commandery.server.faces.face import Mark
from commandery.server.journal import Play, Refused
from commandery.server.keeper import Live
from commandery.server.memory import Line
from commandery.server.sitting import Sitting
from commandery.server.store.models import Table

__all__ = ["OPEN", "Looking", "Told", "open_view"]

OPEN = "open"
"""The view of the open table: all that every player saw."""

_NOT_SEEN = Message("As long as the game runs it can be seen again only from your own seat, or as a spectator sees it.")
# Translators: when a game is replayed: the next thing that happens is up to chance
_CHANCE = N_("Chance decides what comes next.")
# Translators: when a game is replayed: the players who make the next move
_NEXT = Message("Next: {names}")
_NO_SEAT = Message("There is no such seat at this table.")


@dataclass(frozen=True)
class Told:
    """A game that can be looked at again: its table, its match so far, and whether nothing is secret any more."""

    home: str
    """Where it is kept: ``/t/ID``, or ``/r/ID`` for a record from elsewhere."""
    table: Table
    match: Match
    over: bool
    own: tuple[int, ...] = ()
    """The seats of who looks."""
    brought: bool = False
    """Whether it is a record from elsewhere, so that nobody knows who played."""
    people: frozenset[int] = frozenset()
    """The seats of people who played on to the end; of a record, as nobody knows, all."""

    @classmethod
    def of(cls, live: Live, own: tuple[int, ...]) -> Told:
        """What has been played at a table so far. To be called with the table's lock held."""
        people = live.play.people - live.play.resigned
        return cls(f"/t/{live.table.id}", live.table, live.play.match.copy(), live.play.over, own, people=people)

    def names(self, language: str) -> list[str]:
        """What the players are called, by seat."""
        if not self.brought:
            return [seat.name for seat in self.table.seats]
        return [say(Message("Player {number}"), {"number": seat + 1}, language) for seat in range(self.match.game.players)]

    @property
    def may_go_on(self) -> bool:
        """Whether it can be played on from without the end showing what is still secret: all that is hidden is dealt anew."""
        kind, options = self.match.game.kind, self.match.game.options
        return self.over or set(kind.hidden_fields(options)) <= set(kind.unknown)

    @property
    def path(self) -> str:
        """Where it is looked at, without what the query says."""
        return self.home if self.brought else f"{self.home}/replay"

    @property
    def views(self) -> list[int | str | None]:
        """Those from which it can be seen: seats, the open table, a spectator's (None)."""
        return [OPEN, *range(self.match.game.players)] if self.over else [*self.own, None]

    def chosen_view(self, text: str | None) -> int | str | None:
        """The view that a link names; without one, that of who looks, or the widest."""
        if text is None:
            return self.own[0] if len(self.own) == 1 else self.views[0] if self.over else None
        if text in (OPEN, ""):
            wanted: int | str | None = text or None
        elif text.isdecimal() and len(text) == 1 and int(text) < self.match.game.players:
            wanted = int(text)
        else:
            raise Refused(_NO_SEAT)
        if wanted not in self.views:
            raise Refused(_NOT_SEEN)
        return wanted

    @cached_property
    def turns(self) -> list[int]:
        """The positions, as numbers of moves made, in which somebody else begins to act; and the last."""
        found, last = [], CHANCE
        for number, move in enumerate(self.match.history):
            if move.seat not in (CHANCE, last):
                found.append(number)
                last = move.seat
        return [*found, len(self.match.history)]

    @property
    def last(self) -> int:
        return len(self.match.history)

    def chosen_position(self, text: str | None) -> int:
        """The position that a link names; without one, where the playing began, or of a running game the newest."""
        if text is not None and text.isdecimal() and len(text) < 7:
            return min(int(text), self.last)
        return max(self.match.begun, self.turns[0]) if self.over else self.last


def open_view(match: Match) -> dict[str, Any]:
    """The table with every player's cards up: each player as they see themselves."""
    players = range(match.game.players)
    return {**match.view(None), "players": [match.view(seat)["players"][seat] for seat in players]}


@dataclass(kw_only=True)
class Looking(Sitting):
    """One position of a game that is looked at again. Nothing can be done in it."""

    told: Told
    moves: int
    """How many moves had been made."""
    all_open: bool = False

    @classmethod
    def into(cls, told: Told, moves: int, view: int | str | None, language: str) -> Looking:
        play = Play(told.match.game, frozenset())
        play.match = told.match.after(moves)
        seat = view if isinstance(view, int) else None
        return cls(told.table, play, seat, language, told.own, told=told, moves=moves, all_open=view == OPEN)

    @cached_property
    def names(self) -> list[str]:
        return self.told.names(self.language)

    @cached_property
    def view(self) -> dict[str, Any]:
        return open_view(self.play.match) if self.all_open else self.play.match.view(self.seat)

    def is_bot(self, seat: int) -> bool:
        return not self.told.brought and super().is_bot(seat)

    def address(self, moves: int, view: int | str | None = "") -> str:
        """The link to a position, as it is seen here or by somebody else."""
        shown = (OPEN if self.all_open else self.seat) if view == "" else view
        return f"{self.told.path}?at={moves}&as={'' if shown is None else shown}"

    # Nothing can be done here

    @property
    def my_turn(self) -> bool:
        return False

    @property
    def curtained(self) -> bool:
        return False

    @cached_property
    def legal(self) -> list[Action]:
        return []

    @cached_property
    def held(self) -> Action | None:
        return None

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """Where the last move was made, if who looks may know which it was."""
        if self.moves == 0:
            return {}
        move = self.play.match.history[-1]
        action = move.action if self.all_open else move.seen_by(self.seat)[0]
        if action is None or move.seat == CHANCE:
            return {}
        before = self.told.match.after(self.moves - 1)
        view = open_view(before) if self.all_open else before.view(self.seat)
        place = self.face.place(self.game, view, action)
        return {place: Mark(held=True)} if place is not None else {}

    def marked(self, markup: str) -> Markup:
        return Markup(whole(super().marked(markup)))

    @cached_property
    def prompt(self) -> str:
        """Who is to decide here."""
        if self.play.match.to_act == (CHANCE,):
            return self._(_CHANCE)
        if self.play.over:
            return super().prompt
        names = listed([self.names[seat] for seat in self.play.match.to_act], self.language)
        return say(_NEXT, {"names": names}, self.language)

    # What has happened

    def _lines(self, first: int, end: int) -> list[Line]:
        moves = enumerate(self.told.match.history[first:end], first)
        shown = [
            (event if self.all_open else event.seen_by(self.seat), number) for number, move in moves for event in move.events
        ]
        return [self.line(event, number) for event, number in shown]

    @cached_property
    def log(self) -> list[Line]:
        """All that happens, from the first move to the last."""
        return self._lines(0, self.told.last)

    @cached_property
    def latest(self) -> list[Line]:
        """What the last move did."""
        return self._lines(max(0, self.moves - 1), self.moves)

    @property
    def turn_before(self) -> int:
        turns = self.told.turns
        return ([0, *turns])[bisect_left(turns, self.moves)]

    @property
    def turn_after(self) -> int:
        turns = self.told.turns
        return turns[min(bisect_right(turns, self.moves), len(turns) - 1)]

    @property
    def can_play_on(self) -> list[int]:
        """The seats from which who looks may play on from here."""
        if self.play.match.over or not self.told.may_go_on:
            return []
        return list(range(self.game.players)) if self.told.over else list(self.told.own)
