"""Records of matches: plain JSON that holds every action and every outcome of chance, and replays without a seed."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from commandery.core.contract import CHANCE
from commandery.core.errors import BadRecord, CommanderyError
from commandery.core.language import Message
from commandery.core.match import BY_HAND, Chance, Match, Move, whole
from commandery.core.registry import find

if TYPE_CHECKING:
    from commandery.core.game import Game

__all__ = ["FORMAT", "load", "replay", "write"]

FORMAT = 1
"""The version of this layout; the version of the rules is a number of its own."""

_KEYS = {"commandery": int, "game": str, "rules": int, "players": int, "options": dict, "board": dict, "moves": list}
_NO_MOVE = Message(
    "the record has {count} move: there is no move {number}", "the record has {count} moves: there is no move {number}", "count"
)
_BEGUN = "begun"  # how many of the moves were given, where the match was begun in the middle of another


def write(match: Match) -> dict[str, Any]:
    """The record of a match."""
    game = match.game
    record = {
        "commandery": FORMAT,
        "game": game.name,
        "rules": game.kind.rules_version,
        "players": game.players,
        "options": dict(game.options),
        "board": copy.deepcopy(game.board.data),
        "moves": [["chance" if move.seat == CHANCE else move.seat, str(move.action)] for move in _listed(match)],
    }
    return record | {_BEGUN: match.begun} if match.begun else record


def _listed(match: Match) -> list[Move]:
    """The moves as they are told: choices that several seats made at once, sealed from each other, by seat, whichever came
    first. Those of seats that have changed theirs come before: the last must be of a seat that had not chosen."""
    history, listed = match.history, list[Move]()
    fixed = {number - back for number, move in enumerate(history) for back in range(1, move.taken_back + 1)}
    while (first := len(listed)) < len(history):
        end = _sealed_until(match, first)
        run = history[first:end]
        if fixed.isdisjoint(range(first, end)):  # what a call takes back is counted from the call
            run.sort(key=attrgetter("seat"))
            times = Counter(move.seat for move in run)
            run = [move for move in run if times[move.seat] > 1] + [move for move in run if times[move.seat] == 1]
        listed += run
    return listed


def _sealed_until(match: Match, first: int) -> int:
    """The end of the choices sealed from each other that begin with a move; the next move if it is none."""
    history, owing = match.history, set(match.owing(first))
    chosen: set[int] = set()
    end = first
    while end < len(history) and set(match.owing(end)) == owing - chosen:
        move = history[end]
        shown = move.seen_by(None)[0] is not None or (move.revealed and owing - chosen != {move.seat})
        if move.seat not in owing or shown or end == match.begun > first:
            break
        chosen.add(move.seat)
        end += 1
    return max(end, first + 1)


def load(text: str | bytes) -> dict[str, Any]:
    """A record from its JSON text."""
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise BadRecord(Message("not a record: not JSON (line {line}, column {column})"), place) from None
    except (ValueError, RecursionError):
        raise BadRecord(Message("not a record: not JSON")) from None
    if not isinstance(record, dict):
        raise BadRecord(Message("not a record: expected a JSON object with {keys}"), {"keys": ", ".join(_KEYS)})
    return record


def replay(
    record: Mapping[str, Any], moves: int | None = None, seed: int | None = None, chance: Chance | str | None = None
) -> Match:
    """The match that a record tells of, after all its moves or the first ``moves``. It can be played on: chance then draws
    from ``seed``, asks ``chance``, or draws from the operating system."""
    game = _game(record)
    entries = record["moves"]
    if moves is not None and not 0 <= whole(moves) <= len(entries):
        raise BadRecord(_NO_MOVE, {"count": len(entries), "number": repr(moves)})
    match = game.start(chance=BY_HAND)
    for number, entry in enumerate(entries if moves is None else entries[:moves], 1):
        _play(match, number, entry)
    match.begun = min(record.get(_BEGUN, 0), len(match.history))
    match.hand_chance_to(seed, chance)
    return match


def _game(record: Mapping[str, Any]) -> Game:
    """The game a record was played with, after a look at whether it is a record at all."""
    if not isinstance(record, Mapping):
        raise BadRecord("not a record: expected what match.record() returns")
    for key, type_ in _KEYS.items():
        if key not in record:
            raise BadRecord(Message("not a record: {key} is missing (needed: {keys})"), {"key": key, "keys": ", ".join(_KEYS)})
        if not isinstance(record[key], type_) or isinstance(record[key], bool):
            # Translators: type is a word of programmers: int, str, list
            message = Message("not a record: {key} must be of type {type}")
            raise BadRecord(message, {"key": key, "type": type_.__name__})
    begun = record.get(_BEGUN, 0)
    if type(begun) is not int or not 0 <= begun <= len(record["moves"]):
        message = Message("not a record: {key} must be a number of moves, not {found}")
        raise BadRecord(message, {"key": _BEGUN, "found": repr(begun)})
    if record["commandery"] != FORMAT:
        message = Message("a record of format {found}; this version reads format {known}")
        raise BadRecord(message, {"found": record["commandery"], "known": FORMAT})
    try:
        kind = find(record["game"])
        if record["rules"] != kind.rules_version:
            # Translators: game is a short name: templari
            message = Message("a record of {game} rules version {found}; these are rules version {known}")
            raise BadRecord(message, {"game": kind.name, "found": record["rules"], "known": kind.rules_version})
        return kind.setup(record["players"], board=record["board"], **record["options"])
    except BadRecord:
        raise
    except (CommanderyError, TypeError) as error:
        raise BadRecord(Message("damaged record: {reason}"), {"reason": error}) from None


def _play(match: Match, number: int, entry: object) -> None:
    if not isinstance(entry, list | tuple) or len(entry) != 2 or not isinstance(entry[1], str):
        # Translators: what stands in brackets is how a move is written in a record: its two parts in the reader's words
        message = Message('damaged record: move {number} is {found}, not [seat, "notation"]')
        raise BadRecord(message, {"number": number, "found": repr(entry)[:80]})
    seat = CHANCE if entry[0] == "chance" else entry[0]
    if seat == CHANCE and entry[0] != "chance":
        raise BadRecord(
            Message("damaged record: move {number}: there is no seat {seat}"), {"number": number, "seat": repr(entry[0])[:80]}
        )
    try:
        match.play(seat, entry[1])
    except CommanderyError as error:
        raise BadRecord(Message("damaged record: move {number}: {reason}"), {"number": number, "reason": error}) from None
