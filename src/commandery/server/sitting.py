"""What somebody sees of a table in play: made from views and events only, so that nothing else can be on a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup

from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.event import Event
from commandery.core.language import N_, Message, listed, say, translate
from commandery.core.names import name_players
from commandery.server.agreement import hints_allowed, hints_settled, people_at
from commandery.server.faces import FACES, Face
from commandery.server.faces.face import Left, Mark, mark
from commandery.server.journal import Play, Verb
from commandery.server.memory import Line, Memory, Seen
from commandery.server.store.models import Table

__all__ = ["Choice", "Result", "Sitting"]


_NO_GAIN = ("finished", "called")
"""Events with points that nobody has just made: sums, and losses."""
_NOTES = {
    Verb.RESIGN: Message("{name} gives up."),
    Verb.LEAVE: Message("A bot stands in for {name}."),
    Verb.OPEN: Message("The seat of {name} is open; a bot keeps it."),
    Verb.BACK: Message("{name} is back."),
    Verb.LATE: Message("Time is up: a bot makes this move for {name}."),
    Verb.OUT: Message("Time is up: a bot plays on for {name}."),
}
_TAKEN = Message("{name} takes over the seat.")
# Translators: stands instead of the name of a player who is not known: A bot stands in for somebody.
_SOMEBODY = N_("somebody")


@dataclass(frozen=True)
class Choice:
    """Something I can do: its number, its short name and a sentence, and the place on the board where it is marked."""

    id: int
    label: str
    told: str
    place: str | None


@dataclass(frozen=True)
class Result:
    """A column of the result: who, points, and rank."""

    seat: int
    name: str
    score: int
    rank: int


@dataclass
class Sitting:
    """A table in play as one seat, or a spectator, sees it, in one language."""

    table: Table
    play: Play
    seat: int | None
    language: str
    own: tuple[int, ...] = ()
    """The seats of who looks; more than one where several people share a screen."""
    moves_told: int = 40
    """How many moves the log goes back; 0: to the beginning."""
    memory: Memory = field(default_factory=Memory)
    face: Face = field(init=False)

    def __post_init__(self) -> None:
        self.face = FACES[self.table.game]
        self.game = self.play.game
        self.at = len(self.play.entries)

    def _(self, text: str) -> str:
        return translate(text, self.language)

    # Who sits here

    @cached_property
    def names(self) -> list[str]:
        return [seat.name for seat in self.table.seats]

    @cached_property
    def _seen(self) -> Seen:
        kept = self.memory.seen.get(self.seat)
        if kept is None or kept.at != self.at or kept.names != self.names:
            kept = Seen(self.at, self.names, name_players(self.play.match.view(self.seat), self.names))
            self.memory.seen[self.seat] = kept
        return kept

    @property
    def view(self) -> dict[str, Any]:
        return self._seen.view

    @property
    def players(self) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = self.view["players"]
        return found

    def is_bot(self, seat: int) -> bool:
        """Whether a bot has this seat to the end."""
        return self.table.seats[seat].person_id is None or seat in self.play.resigned | self.play.out

    def waiting_for(self, seat: int) -> bool:
        """Whether the game waits for this seat."""
        return self.play.asked(seat)

    # What is asked

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self._asks(self.seat)

    def _asks(self, seat: int) -> bool:
        """Whether the game waits for this seat, and no bot stands in there."""
        return self.play.asked(seat) and not self.play.by_bot(seat)

    @property
    def curtained(self) -> bool:
        """Whether several people share this screen and the next choice is one of them alone, for their eyes only."""
        return len(self.own) > 1 and self.seat is None and bool(self.next_own)

    @property
    def next_own(self) -> list[int]:
        """My seats that owe a decision."""
        return [seat for seat in self.own if self._asks(seat)]

    @property
    def unasked(self) -> dict[int, str]:
        """Of several seats at one screen those that can act without being asked, and what they would do."""
        if len(self.own) < 2:
            return {}
        legal = {seat: self.play.legal(seat) for seat in self.own if seat != self.seat and not self.play.asked(seat)}
        return {seat: self._unasked(seat, actions) for seat, actions in legal.items() if actions}

    def _unasked(self, seat: int, actions: Sequence[Action]) -> str:
        if any(action.id == self.game.kind.call_action for action in actions):
            # Translators: a button for somebody who shares a screen with others
            told = Message("{name} calls it out")
        else:
            # Translators: a button for somebody who shares a screen with others and has already chosen
            told = Message("{name} chooses otherwise")
        return say(told, {"name": self.names[seat]}, self.language)

    @cached_property
    def prompt(self) -> str:
        """What is asked, or whom the game waits for, in words."""
        if self.play.over:
            return self._(N_("The game is over."))
        if self.my_turn:
            if [str(action) for action in self.legal] == ["pass"]:
                return self._(N_("You can only pass"))
            asked = self._(self.game.kind.ask(self.view))
            return asked[:1].upper() + asked[1:]
        if any(action.id == self.game.kind.call_action for action in self.legal):
            return self._(N_("A card was played against the rules: you can call it out."))
        if self.legal:
            return self._(N_("You can change it until the last player has chosen."))
        names = [self.names[seat] for seat in self.play.match.to_act if seat != CHANCE]
        # Translators: names are the players who have not chosen yet
        waiting = Message("Waiting for {names}.")
        return say(waiting, {"names": listed(names, self.language)}, self.language)

    @cached_property
    def held(self) -> Action | None:
        return self.play.held.get(self.seat) if self.seat is not None else None

    @property
    def among_people(self) -> bool:
        """Whether more than one person plays."""
        return len(people_at(self.table)) > 1

    @property
    def may_ask(self) -> bool:
        """Whether a bot can be asked for a hint."""
        return self.my_turn and self.held is None and hints_allowed(self.table)

    @property
    def hints_settled(self) -> bool:
        """Whether it is too late to turn hints on."""
        return hints_settled(self.table)

    @property
    def decision(self) -> int:
        return self.play.decision(self.seat) if self.seat is not None else 0

    @property
    def can_undo(self) -> bool:
        return self.seat is not None and self.play.can_undo(self.seat)

    @cached_property
    def legal(self) -> list[Action]:
        return self.play.legal(self.seat) if self.seat is not None else []

    def in_words(self, action: Action) -> str:
        """An action in words."""
        return self.face.in_words(self.game, self.view, action, self.language, self.names)

    @cached_property
    def choices(self) -> dict[str, list[Choice]]:
        """What I can do, by kind. What reads the same is the same, such as the steps of two Templars in one territory: it is
        there once."""
        found: dict[str, list[Choice]] = {}
        offered: set[tuple[str, str, str | None]] = set()
        for action in self.legal:
            verb = str(action).partition(" ")[0]
            label = self.face.label(self.game, self.view, action, self.language)
            place = self.face.place(self.game, self.view, action)
            choice = Choice(action.id, label, self.in_words(action), place)
            if (reads := (choice.label, choice.told, choice.place)) not in offered:
                offered.add(reads)
                found.setdefault(verb, []).append(choice)
        return found

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """What can be done where, and why something cannot."""
        if self.held is not None:
            place = self.face.place(self.game, self.view, self.held)
            return {place: Mark(held=True)} if place is not None else {}
        found: dict[str, Mark] = {}
        for choice in (choice for choices in self.choices.values() for choice in choices):
            if choice.place is not None:
                before = found.get(choice.place, Mark())
                told = f"{before.told}; {choice.told}" if before.told else choice.told
                found[choice.place] = Mark((*before.actions, choice.id), told)
        if not self.my_turn or self.seat is None:
            return found
        verbs = {*self.choices, *self.face.asked_verbs.get(str(self.view["phase"]), ())}
        for action in self.game.actions.all:
            if str(action).partition(" ")[0] in verbs:
                place = self.face.place(self.game, self.view, action)
                if place is None or place in found or found.get(self.face.beneath(place) or "", Mark()).actions:
                    continue
                if refused := self.play.match.why_not(self.seat, action):
                    found[place] = Mark(told=self.in_words(action), why_not=refused.describe(self.language, self.names))
        return found

    # What is to be seen

    @cached_property
    def board(self) -> Markup:
        return self.marked(self.face.board(self.game, self.view, self.language))

    def marked(self, markup: str) -> Markup:
        """Markup of the face's own making, with what can be done there."""
        return Markup(mark(markup, self.marks))

    def panel(self, player: Mapping[str, Any], draw: Callable[[Mapping[str, Any], Sitting], Markup]) -> Markup:
        """What lies before a player, drawn by the face's template; or as it was drawn last, if it shows the same."""
        if self.marks:
            return draw(player, self)
        seat, panels = player["seat"], self._seen.panels
        if seat not in panels:
            panels[seat] = repr((player, self.face.panel_shows(self.view, player)))
        return self.drawn(("panel", seat, self.seat == seat), panels[seat], draw, player, self)

    def drawn(self, where: tuple[object, ...], shows: object, draw: Callable[..., Markup], *given: object) -> Markup:
        """What is drawn somewhere on the page; as it was drawn last in this language, if it shows the same."""
        where = (*where, self.language)
        shown, last = self.memory.drawn.get(where, (None, Markup()))
        if shown != shows:
            last = draw(*given)
            self.memory.drawn[where] = shows, last
        return last

    @cached_property
    def extras(self) -> dict[str, Any]:
        return self.face.extras(self.game, self.view, self.names, self.language)

    @cached_property
    def log(self) -> list[Line]:
        """What has happened, in words, as far as who looks may know."""
        history = self.play.match.history
        sure = len(history) - self.play.tentative()
        first = max(0, len(history) - self.moves_told) if self.moves_told else 0
        notes = self._notes()
        lines = [] if first else notes.pop(0, [])
        who, told = (self.seat, self.language), {}
        names, before = self.memory.told.get(who, (self.names, {}))
        if names != self.names:
            before = {}
        for number, move in enumerate(history[first:], first):
            tentative = number >= sure
            kept = before.get((number, tentative))
            if kept is None or kept[0] is not move:
                kept = move, [self.line(event.seen_by(self.seat), number, tentative) for event in move.events]
            told[number, tentative] = kept
            lines += kept[1]
            if number + 1 in notes:
                lines += notes[number + 1]
        if self.moves_told:
            self.memory.told[who] = self.names, told
        return lines

    def _notes(self) -> dict[int, list[Line]]:
        """What is told besides moves, by how many had been made. Of who sat there before somebody else no name is known."""
        found: dict[int, list[Line]] = {}
        taken: set[int] = set()
        for note in reversed(self.play.notes):
            name = self._(_SOMEBODY) if note.seat in taken else self.names[note.seat]
            text = say(_TAKEN if note.taken else _NOTES[note.verb], {"name": name}, self.language)
            found.setdefault(note.moves, []).insert(
                0, Line(text[:1].upper() + text[1:], note.seat, note.moves - 1, False, None, 0)
            )
            if note.taken:
                taken.add(note.seat)
        return found

    def line(self, event: Event, number: int, tentative: bool = False) -> Line:
        """A line about an event, as it is to be seen, of the move with this number."""
        seat = event.seat if 0 <= event.seat < self.game.players else -1
        points = event["points"] or 0 if "points" in event.kind.fields and event.name not in _NO_GAIN else 0
        words, where = event.describe(self.language, self.names), self.face.where(self.game, event)
        return Line(words, seat, number, tentative, where, points)

    @cached_property
    def last_own_move(self) -> int:
        """The number of the last move of who looks; -1 if there is none."""
        history = self.play.match.history
        return next((number for number in reversed(range(len(history))) if history[number].seat == self.seat), -1)

    @cached_property
    def left(self) -> Left:
        """What is still to come, as everybody knows."""
        return self.face.left(self.game, self.view, self.language)

    @cached_property
    def gains(self) -> list[tuple[int, int]]:
        """Who has made how many points since my last move."""
        made: dict[int, int] = {}
        if self.seat is None:
            return []
        for line in self.log:
            if line.move > self.last_own_move and line.points:
                made[line.seat] = made.get(line.seat, 0) + line.points
        return sorted(made.items())

    @cached_property
    def result(self) -> list[Result]:
        """The result, the best first; empty before the end and where the game was not played to its end."""
        outcome = self.play.outcome
        if outcome is None:
            return []
        found = [Result(seat, self.names[seat], score, outcome.ranks[seat]) for seat, score in enumerate(outcome.scores)]
        return sorted(found, key=lambda one: (one.rank, one.seat))

    @property
    def tie_broken(self) -> bool:
        """Whether of players with equal points one is ahead of the other."""
        return len({(one.score, one.rank) for one in self.result}) > len({one.score for one in self.result})

    @property
    def sources(self) -> list[tuple[str, list[int]]]:
        """Where the points of the result came from, in words, and how many each player has from there."""
        outcome = self.play.outcome
        if outcome is None:
            return []
        kind, board = self.game.kind, self.game.board
        made = [outcome.sources[one.seat] for one in self.result]
        listed = [(source, [sources[source] for sources in made]) for source in made[0]]
        return [(kind.describe_source(board, source, self.language), points) for source, points in listed if any(points)]
