"""What has happened at a table, entry by entry, and what it comes to.

A table is its journal: a list of entries that only grows. Whoever has read the same entries holds the same `Play`; entries are
kept in the database before anybody is answered, and everything in memory can be made again from them.
"""

from __future__ import annotations

import datetime
import enum
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from commandery.core.action import Action
from commandery.core.contract import CHANCE
from commandery.core.errors import CommanderyError
from commandery.core.game import Game, Outcome
from commandery.core.language import Message
from commandery.core.match import BY_HAND, Match, Move
from commandery.server.clock import Spent

__all__ = ["PUT", "STALE", "TAKEN", "Entry", "Note", "Play", "Refused", "Verb"]


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
    LEAVE = "leave"
    """A bot stands in, until the seat is taken back."""
    OPEN = "open"
    """A bot stands in, and somebody else may take the seat."""
    BACK = "back"
    """Somebody sits there again: who left, or who took the open seat."""
    LATE = "late"
    """The time for a move is up: a bot makes it."""
    OUT = "out"
    """The time for the game is up: a bot has the seat from now on."""
    PAUSE = "pause"
    """The house was closed for so many seconds, which count for nobody."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal. ``key`` is the name its sender gave it, so that it is never carried out twice; ``at`` is when it
    was written."""

    seat: int
    verb: Verb
    action: str = ""
    key: str | None = None
    at: datetime.datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Note:
    """Something told in the log that is no move: who left, came back, or had no time left."""

    seat: int
    verb: Verb
    moves: int
    """How many moves had been made."""
    taken: bool = False
    """Whether it is somebody else who sits there now."""


TAKEN = "taken"
"""What the entry says by which somebody else takes a seat."""
PUT = "put"
"""What the entry says by which others put a bot in for somebody who has not left."""
_NOTED = (Verb.RESIGN, Verb.LEAVE, Verb.OPEN, Verb.BACK, Verb.LATE, Verb.OUT)


class Refused(CommanderyError):
    """Something that cannot be done at this table now; nothing has changed."""


STALE = Message("The table has moved on since: look again and choose anew.")
_NOT_ASKED = Message("It is not your turn.")
_NOTHING_HELD = Message("There is nothing to confirm.")
_OVER = Message("The game is over.")
_NO_GOING_BACK = Message("There is nothing that you could take back.")
_STANDS_IN = Message("A bot plays for you: take your seat back first.")
_NOT_AWAY = Message("Nobody is away from this seat.")
_TO_THE_END = Message("A bot has this seat to the end of the game.")
_TOO_LATE = Message("Your time was up: what the bot has chosen for you stands.")


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
    away: set[int] = field(default_factory=set)
    """The seats that their people have left: bots stand in until they are back."""
    offered: set[int] = field(default_factory=set)
    """Those of them that somebody else may take."""
    put: set[int] = field(default_factory=set)
    """Those of them that have not left by choice: others have put the bots in."""
    late: set[int] = field(default_factory=set)
    """The seats whose move a bot makes, because its time is up."""
    sealed_late: set[int] = field(default_factory=set)
    """The seats for which a bot has chosen in secret, because their time was up: that stands, though others still choose."""
    out: set[int] = field(default_factory=set)
    """The seats whose time for the game is up."""
    notes: list[Note] = field(default_factory=list)
    """What else is to be told, in the order in which it happened."""

    def __post_init__(self) -> None:
        self.match: Match = self.game.start(chance=BY_HAND)
        self.spent = Spent()
        self._further: dict[int, int] = {}
        """By seat: how much further its number of decisions is than the history, from which steps were taken back."""
        self._stands = 0
        """How many moves of the history cannot be taken back, as the last of them was a bot's for a person."""

    # What is so

    @property
    def over(self) -> bool:
        return self.match.over or self.ended_early

    @property
    def ended_early(self) -> bool:
        """Whether all people have agreed to end it, but for those who have left by choice; or given up, or one of two has."""
        given_up = bool(self.resigned) and (self.people <= self.resigned or self.game.players == 2)
        return given_up or (bool(self.present) and self.present | self.put <= self.agreed)

    @property
    def kept(self) -> frozenset[int]:
        """The seats whose people have neither given up nor run out of time."""
        return self.people - self.resigned - self.out

    @property
    def present(self) -> frozenset[int]:
        """The seats that people have not left in any way."""
        return self.kept - self.away

    def by_bot(self, seat: int) -> bool:
        """Whether a bot acts for this seat now."""
        return seat not in self.people or seat in self.resigned | self.out | self.away | self.late

    @property
    def resting(self) -> bool:
        """Whether everybody who plays has left for a while: the bots wait for them."""
        return bool(self.away) and not self.present

    def timed(self) -> frozenset[int]:
        """The seats of people whose time runs now."""
        return frozenset() if self.over else frozenset(seat for seat in self.match.to_act if not self.by_bot(seat))

    @property
    def outcome(self) -> Outcome | None:
        """The result, if the game was played to its end."""
        return self.match.outcome if self.match.over else None

    def asked(self, seat: int) -> bool:
        """Whether the seat owes a decision."""
        return not self.over and seat in self.match.to_act

    def decision(self, seat: int) -> int:
        """The number of the decision a seat is at. It grows with every move and every step taken back, so that it never means
        two decisions. Other seats' sealed choices do not count, so that they make nobody's answer stale."""
        history = self.match.history
        number = len(history)
        while number and _sealed(history[number - 1], seat):
            number -= 1
        return number + self._further.get(seat, 0)

    def legal(self, seat: int) -> list[Action]:
        """What the seat may do now."""
        if self.over or (seat in self.people and self.by_bot(seat)):
            return []
        return [action for action in self.match.legal(seat) if not self._stays_sealed(seat, action)]

    def _stays_sealed(self, seat: int, action: Action) -> bool:
        """Whether this would change what a bot has chosen because the seat's time was up. Calling out an offence does not."""
        return seat in self.sealed_late and action.id != self.game.kind.call_action

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take something back."""
        own = len(self.match.history) > self._stands and self.match.can_undo(seat)
        return not self.over and not self.by_bot(seat) and (seat in self.held or own)

    def tentative(self) -> int:
        """How many moves at the end of the history can still be taken back."""
        history = self.match.history
        most = len(history) - max(self.match.begun, self._stands)
        if most <= 0 or self.over:
            return 0
        seat = history[-1].seat
        number = 0
        while number < most and history[-1 - number].seat == seat and not history[-1 - number].revealed:
            number += 1
        return number if seat in self.match.may_act and not self.by_bot(seat) else 0

    def commits(self, seat: int, action: Action) -> bool:
        """Whether this action hands on the turn or shows something new, so that it waits for confirmation. A sealed choice that
        can be changed does neither, and calling out an offence cannot wait."""
        if action.id == self.game.kind.call_action:
            return False
        trial = self.match.copy()
        trial.play(seat, action)
        asked = set(trial.to_act) - set(self.match.to_act) - {seat}
        return trial.history[-1].revealed or seat not in trial.may_act or bool(asked)

    # What is to be written for what somebody wants

    def to_play(self, seat: int, decision: int, action: str, key: str, confirm: bool) -> list[Entry]:
        """The entries for an action; with ``confirm`` one that commits is only held."""
        chosen = self._wanted(seat, decision, action)
        if confirm and self.commits(seat, chosen):
            return [Entry(seat, Verb.HOLD, str(chosen), key)]
        return [Entry(seat, Verb.PLAY, str(chosen), key)]

    def to_confirm(self, seat: int, decision: int, key: str, held: str = "") -> list[Entry]:
        """The entries that carry out what is held; if that is ``held``, where the sender says what it is about to confirm."""
        if decision != self.decision(seat):
            raise Refused(STALE)
        if self.over or seat not in self.held:
            raise Refused(_NOTHING_HELD)
        if held not in ("", str(self.held[seat]), str(self.held[seat].id)):
            raise Refused(STALE)
        return [Entry(seat, Verb.PLAY, str(self.held[seat]), key)]

    def to_undo(self, seat: int, decision: int, key: str) -> list[Entry]:
        """The entries that let go what is held, or take back the last step."""
        if decision != self.decision(seat):
            raise Refused(STALE)
        if not self.can_undo(seat):
            raise Refused(_NO_GOING_BACK)
        return [Entry(seat, Verb.DROP if seat in self.held else Verb.UNDO, key=key)]

    def to_leave(self, seats: Iterable[int], verb: Verb, key: str) -> list[Entry]:
        """The entries for giving up seats, or for agreeing to end the game, or no longer agreeing."""
        if self.over:
            raise Refused(_OVER)
        found = sorted(self.kept.intersection(seats))
        if not found:
            raise Refused(_TO_THE_END)
        return _entries(found, verb, key)

    def to_go(self, seats: Iterable[int], verb: Verb, key: str) -> list[Entry]:
        """The entries for leaving seats to bots for a while (`Verb.LEAVE`, `Verb.OPEN`), or for coming back (`Verb.BACK`)."""
        if self.over:
            raise Refused(_OVER)
        fit = self.kept.intersection(seats)
        found = sorted(fit & self.away if verb is Verb.BACK else fit - self.offered if verb is Verb.OPEN else fit - self.away)
        if not found:
            raise Refused(_NOT_AWAY if verb is Verb.BACK else STALE)
        return _entries(found, verb, key)

    def _wanted(self, seat: int, decision: int, action: str) -> Action:
        if self.over:
            raise Refused(_OVER)
        if decision != self.decision(seat):
            raise Refused(STALE)
        if seat in self.away:
            raise Refused(_STANDS_IN)
        if seat not in self.match.may_act or self.by_bot(seat):
            raise Refused(_NOT_ASKED)
        chosen = self.game.actions.parse(int(action) if action.isdecimal() and len(action) < 6 else action[:80])
        if chosen not in self.match.legal(seat):
            raise self.match.why_not(seat, chosen) or Refused(_NOT_ASKED)
        if self._stays_sealed(seat, chosen):
            raise Refused(_TOO_LATE)
        return chosen

    # Reading entries

    def read(self, entry: Entry) -> None:
        """Take in one entry more."""
        closed = float(entry.action) if entry.verb is Verb.PAUSE else 0.0
        self.spent.pass_time(entry.at, self.timed(), closed)
        before = self.match.to_act
        self._take_in(entry)
        if entry.verb is Verb.PLAY:
            self.spent.moved(entry.seat, before, self.match)
            if not self.match.can_undo(entry.seat) or entry.seat not in self.match.to_act:
                if entry.seat in self.late:
                    self.sealed_late.add(entry.seat)
                self.late.discard(entry.seat)
            self.sealed_late = {seat for seat in self.sealed_late if self._may_change(seat)}
        if entry.verb in (Verb.PLAY, Verb.UNDO):
            self.late.intersection_update(self.match.to_act)  # no longer asked, after a call or an undo: not late
        if entry.verb in _NOTED:
            self.notes.append(Note(entry.seat, entry.verb, len(self.match.history), entry.action == TAKEN))
        self.entries.append(entry)

    def _take_in(self, entry: Entry) -> None:
        seat = entry.seat
        if entry.verb is Verb.PLAY:
            self.match.play(seat, entry.action)
            if seat in self.people and self.by_bot(seat):
                self._stands = len(self.match.history)
            self.held.pop(seat, None)
            self._let_go()
            if seat != CHANCE:
                self.agreed.discard(seat)
        elif entry.verb is Verb.UNDO:
            self._take_back(seat)
            self._let_go()
            made = len(self.match.history)
            self.notes = [note if note.moves <= made else replace(note, moves=made) for note in self.notes]
        elif entry.verb is Verb.HOLD:
            self.held[seat] = self.game.actions.parse(entry.action)
        elif entry.verb is Verb.DROP:
            self.held.pop(seat, None)
        elif entry.verb is Verb.AGREE:
            self.agreed.add(seat)
        elif entry.verb is Verb.DISAGREE:
            self.agreed.discard(seat)
        elif entry.verb is Verb.BACK:
            self._no_longer_away(seat)
        elif entry.verb is not Verb.PAUSE:
            self._hand_over(entry)

    def _take_back(self, seat: int) -> None:
        """Undo a seat's last step. Whoever knows of it is at a decision with a new number."""
        taken_back = self.match.history[-1]
        told = [other for other in range(self.game.players) if not _sealed(taken_back, other)]
        new = {other: self.decision(other) + 1 for other in told}
        self.match.undo(seat)
        self._stands = min(self._stands, len(self.match.history))
        for other in told:
            self._further[other] = self._further.get(other, 0) + new[other] - self.decision(other)

    def _may_change(self, seat: int) -> bool:
        """Whether the seat has chosen in secret, and the rules would let it choose otherwise."""
        waits = seat in self.match.may_act and seat not in self.match.to_act
        return waits and any(action.id != self.game.kind.call_action for action in self.match.legal(seat))

    def _let_go(self) -> None:
        """Drop what others hold that can no longer be done: somebody was called out, or has taken back what came before."""
        self.held = {seat: held for seat, held in self.held.items() if held in self.match.legal(seat)}

    def _hand_over(self, entry: Entry) -> None:
        """A bot acts for a seat from now on. What its person had chosen but not confirmed is let go."""
        seat = entry.seat
        self.held.pop(seat, None)
        if entry.verb is Verb.LATE:
            self.late.add(seat)
            return
        if entry.verb in (Verb.RESIGN, Verb.OUT):
            (self.resigned if entry.verb is Verb.RESIGN else self.out).add(seat)
            self._no_longer_away(seat)
            return
        self.agreed.clear()  # who stays says anew whether to end the game
        self.away.add(seat)
        (self.put.add if entry.action == PUT else self.put.discard)(seat)
        if entry.verb is Verb.OPEN:
            self.offered.add(seat)

    def _no_longer_away(self, seat: int) -> None:
        for seats in (self.away, self.offered, self.put):
            seats.discard(seat)

    def draw(self) -> Entry | None:
        """What chance does next, drawn from the operating system; None if nothing is up to chance."""
        if self.over or CHANCE not in self.match.to_act:
            return None
        return Entry(CHANCE, Verb.PLAY, str(self.match.draw()))


def _sealed(move: Move, seat: int) -> bool:
    """Whether somebody else has made this move in secret, and it shows this seat nothing."""
    return move.seat not in (seat, CHANCE) and not move.revealed and move.seen_by(seat)[0] is None


def _entries(seats: list[int], verb: Verb, key: str) -> list[Entry]:
    """One for each seat; the first has the key for all of them."""
    return [Entry(seat, verb, key=key if seat == seats[0] else None) for seat in seats]
