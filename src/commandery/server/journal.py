"""What has happened at a table, entry by entry, and what it comes to.

A table is its journal: a list of entries that only grows. Whoever has read the same entries holds the same `Play`; entries are
kept in the database before anybody is answered, and everything in memory can be made again from them.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.errors import CommanderyError
from commandery.core.game import Game, Outcome
from commandery.core.language import Message
from commandery.core.match import BY_HAND, Match

__all__ = ["STALE", "Entry", "Play", "Refused", "Verb"]


class Verb(enum.StrEnum):
    """What an entry is about."""

    PLAY = "play"
    """An action, or an outcome of chance."""
    HOLD = "hold"
    """An action has been chosen that waits for confirmation."""
    DROP = "drop"
    """... and has been let go."""
    UNDO = "undo"
    RESIGN = "resign"
    AGREE = "agree"
    """To end the game here."""
    DISAGREE = "disagree"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal. ``key`` is the name its sender gave it, so that it is never carried out twice."""

    seat: int
    verb: Verb
    action: str = ""
    key: str | None = None


class Refused(CommanderyError):
    """Something that cannot be done at this table now; nothing has changed."""


STALE = Message("The table has moved on since: look again and choose anew.")
_NOT_ASKED = Message("It is not your turn.")
_NOTHING_HELD = Message("There is nothing to confirm.")
_OVER = Message("The game is over.")
_NO_GOING_BACK = Message("There is nothing that you could take back.")


@dataclass
class Play:
    """What the entries so far come to."""

    game: Game
    people: frozenset[int]
    """The seats of people; bots have the others."""
    entries: list[Entry] = field(default_factory=list)
    held: dict[int, Action] = field(default_factory=dict)
    resigned: set[int] = field(default_factory=set)
    agreed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.match: Match = self.game.start(chance=BY_HAND)

    # What is so

    @property
    def over(self) -> bool:
        return self.match.over or self.ended_early

    @property
    def ended_early(self) -> bool:
        """Whether all people have agreed to end it, or given up, or one of two has."""
        staying = self.people - self.resigned
        given_up = bool(self.resigned) and (not staying or self.game.players == 2)
        return given_up or (bool(staying) and staying <= self.agreed)

    @property
    def outcome(self) -> Outcome | None:
        """The result, if the game was played to its end."""
        return self.match.outcome if self.match.over else None

    def asked(self, seat: int) -> bool:
        """Whether the seat owes a decision."""
        return not self.over and seat in self.match.to_act

    def decision(self, seat: int) -> int:
        """The number of the decision a seat is at: other seats' sealed choices do not count, so that they make nobody's answer
        stale."""
        history = self.match.history
        number = len(history)
        while number and history[number - 1].seat not in (seat, CHANCE) and history[number - 1].seen_by(seat)[0] is None:
            number -= 1
        return number

    def legal(self, seat: int) -> list[Action]:
        """What the seat may do now."""
        return [] if self.over or seat in self.resigned else self.match.legal(seat)

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take something back."""
        return not self.over and (seat in self.held or self.match.can_undo(seat))

    def tentative(self) -> int:
        """How many moves at the end of the history can still be taken back."""
        history = self.match.history
        most = len(history) - self.match.begun
        if most <= 0 or self.over:
            return 0
        seat = history[-1].seat
        number = 0
        while number < most and history[-1 - number].seat == seat and not history[-1 - number].revealed:
            number += 1
        return number if seat in self.match.may_act else 0

    def commits(self, seat: int, action: Action) -> bool:
        """Whether this action hands on the turn or shows something new, so that it waits for confirmation. A sealed choice that
        can be changed does neither, and calling out an offence cannot wait."""
        if action.id == self.game.kind.call_action:
            return False
        trial = self.match.copy()
        trial.play(seat, action)
        return trial.history[-1].revealed or seat not in trial.may_act

    # What is to be written for what somebody wants

    def to_play(self, seat: int, decision: int, action: str, key: str, confirm: bool) -> list[Entry]:
        """The entries for an action; with ``confirm`` one that commits is only held."""
        chosen = self._wanted(seat, decision, action)
        if confirm and self.commits(seat, chosen):
            return [Entry(seat, Verb.HOLD, str(chosen), key)]
        return [Entry(seat, Verb.PLAY, str(chosen), key)]

    def to_confirm(self, seat: int, decision: int, key: str) -> list[Entry]:
        """The entries that carry out what is held."""
        if decision != self.decision(seat):
            raise Refused(STALE)
        if self.over or seat not in self.held:
            raise Refused(_NOTHING_HELD)
        return [Entry(seat, Verb.PLAY, str(self.held[seat]), key)]

    def to_undo(self, seat: int, decision: int, key: str) -> list[Entry]:
        """The entries that let go what is held, or take back the last step."""
        if decision != self.decision(seat):
            raise Refused(STALE)
        if not self.can_undo(seat):
            raise Refused(_NO_GOING_BACK)
        return [Entry(seat, Verb.DROP if seat in self.held else Verb.UNDO, key=key)]

    def to_leave(self, seat: int, verb: Verb, key: str) -> list[Entry]:
        """The entries for giving up, or for agreeing to end the game, or no longer agreeing."""
        if self.over:
            raise Refused(_OVER)
        return [Entry(seat, verb, key=key)]

    def _wanted(self, seat: int, decision: int, action: str) -> Action:
        if self.over:
            raise Refused(_OVER)
        if decision != self.decision(seat):
            raise Refused(STALE)
        if seat not in self.match.may_act or seat in self.resigned:
            raise Refused(_NOT_ASKED)
        chosen = self.game.actions.parse(int(action) if action.isdecimal() and len(action) < 6 else action[:80])
        if chosen not in self.match.legal(seat):
            raise self.match.why_not(seat, chosen) or Refused(_NOT_ASKED)
        return chosen

    # Reading entries

    def read(self, entry: Entry) -> None:
        """Take in one entry more."""
        seat = entry.seat
        if entry.verb is Verb.PLAY:
            self.match.play(seat, entry.action)
            self.held.pop(seat, None)
            if seat != CHANCE:
                self.agreed.discard(seat)
        elif entry.verb is Verb.UNDO:
            self.match.undo(seat)
        elif entry.verb is Verb.HOLD:
            self.held[seat] = self.game.actions.parse(entry.action)
        elif entry.verb is Verb.DROP:
            self.held.pop(seat, None)
        elif entry.verb is Verb.RESIGN:
            self.resigned.add(seat)
            self.held.pop(seat, None)
        elif entry.verb is Verb.AGREE:
            self.agreed.add(seat)
        else:
            self.agreed.discard(seat)
        self.entries.append(entry)

    def draw(self) -> Entry | None:
        """What chance does next, drawn from the operating system; None if nothing is up to chance."""
        if self.over or CHANCE not in self.match.to_act:
            return None
        return Entry(CHANCE, Verb.PLAY, str(self.match.draw()))
