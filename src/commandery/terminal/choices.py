"""What a user chooses before a match: the game, how many play, and against whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import commandery
from commandery.bots import LEVELS, Bot, make_bot, split_specs
from commandery.core.errors import BadOption
from commandery.core.game import Game, GameKind

__all__ = ["Ask", "choose_game", "choose_levels", "choose_players", "read_line", "seat_bots", "usual_players"]

Ask = Callable[[str], str | None]
"""Puts a question and returns the answer; None if there is none."""

USUAL = "squire"

_ABOUT = {
    "novice": "plays what comes to mind, with a little sense",
    "squire": "looks through its own turn and plays what is best at the end of it",
    "knight": "thinks about what the others may do, for a moment",
    "master": "thinks about it longer: up to a second or two each turn",
}


def read_line(prompt: str) -> str | None:
    """A line from standard input; None when it has ended or cannot be read."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError, OSError, UnicodeDecodeError):
        print()
        return None


def choose_game(ask: Ask = read_line) -> GameKind[Any] | None:
    """Let the user choose; None if they would rather not."""
    kinds = commandery.games()
    if len(kinds) == 1:
        return kinds[0]
    for number, kind in enumerate(kinds, 1):
        print(f"  {number}  {kind.title} ({kind.players[0]}-{kind.players[1]} players)")
    while (answer := ask("Which game? ")) not in (None, "q"):
        if answer is not None and answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(kinds):
            return kinds[int(answer) - 1]
        print(f"A number from 1 to {len(kinds)}, or q to stop.")
    return None


def usual_players(kind: GameKind[Any]) -> int:
    """How many play unless somebody says otherwise: four, or as near as the game goes."""
    return max(kind.players[0], min(4, kind.players[1]))


def choose_players(kind: GameKind[Any], ask: Ask = read_line) -> int | None:
    """How many are to play; None if the user would rather not."""
    low, high = kind.players
    while (answer := ask(f"How many players, {low} to {high}? (Enter: {usual_players(kind)}) ")) not in (None, "q"):
        if not answer:
            return usual_players(kind)
        if answer in map(str, range(low, high + 1)):
            return int(answer)
        print(f"A number from {low} to {high}, Enter for {usual_players(kind)}, or q to stop.")
    return None


def choose_levels(opponents: int, ask: Ask = read_line) -> str | None:
    """How well the opponents play: names of levels as `seat_bots` takes them; None if the user would rather not."""
    levels = list(LEVELS)
    for number, level in enumerate(levels, 1):
        print(f"  {number}  {level}  {_ABOUT[level]}")
    each = f", or one for each of the {opponents} with commas" if opponents > 1 else ""
    while (answer := ask(f"Which level do you play against? One for all{each} (Enter: {USUAL}) ")) not in (None, "q"):
        if not answer:
            return USUAL
        words = [word.strip().lower() for word in answer.split(",")]
        chosen = [levels[int(word) - 1] if word in ("1", "2", "3", "4") else word for word in words]
        if all(level in LEVELS for level in chosen) and len(chosen) in (1, opponents):
            return ",".join(chosen)
        print(f"A number from 1 to {len(levels)} or a name{each}; Enter for {USUAL}, or q to stop.")
    return None


def seat_bots(text: str, game: Game, seat: int, seed: int | None) -> dict[int, Bot]:
    """The bots at all seats but the user's: one spec for all of them, or one for each with commas."""
    specs = split_specs(text)
    others = [other for other in range(game.players) if other != seat]
    if len(specs) not in (1, len(others)):
        raise BadOption(f"name one bot for all opponents or {len(others)}, one for each, with commas; not {len(specs)}")
    if len(specs) == 1:
        specs *= len(others)
    return {
        other: make_bot(spec, None if seed is None else (seed + other) % (1 << 63))
        for other, spec in zip(others, specs, strict=True)
    }
