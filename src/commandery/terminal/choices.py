"""What a user chooses before a match: the game, how many play, and against whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import commandery
from commandery.bots import LEVELS, LEVELS_IN_WORDS, Bot, make_bot, split_specs
from commandery.core.errors import BadOption
from commandery.core.game import Game, GameKind
from commandery.core.language import N_, Message, say, translate

__all__ = ["Ask", "bot_name", "choose_game", "choose_levels", "choose_players", "read_line", "seat_bots", "usual_players"]

Ask = Callable[[str], str | None]
"""Puts a question and returns the answer; None if there is none."""

USUAL = "squire"


def read_line(prompt: str) -> str | None:
    """A line from standard input; None when it has ended or cannot be read."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError, OSError, UnicodeDecodeError):
        print()
        return None


def choose_game(ask: Ask = read_line, language: str = "en") -> GameKind[Any] | None:
    """Let the user choose; None if they would rather not."""
    kinds = commandery.games()
    if len(kinds) == 1:
        return kinds[0]
    for number, kind in enumerate(kinds, 1):
        values = {"title": translate(kind.title, language), "low": kind.players[0], "high": kind.players[1]}
        told = say(Message("{title} ({low}-{high} players)"), values, language)
        print(f"  {number}  {told}")
    while (answer := ask(translate(N_("Which game?"), language) + " ")) not in (None, "q"):
        if answer is not None and answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(kinds):
            return kinds[int(answer) - 1]
        # Translators: q is what is typed
        print(say(Message("A number from 1 to {last}, or q to stop."), {"last": len(kinds)}, language))
    return None


def usual_players(kind: GameKind[Any]) -> int:
    """How many play unless somebody says otherwise: four, or as near as the game goes."""
    return max(kind.players[0], min(4, kind.players[1]))


def choose_players(kind: GameKind[Any], ask: Ask = read_line, language: str = "en") -> int | None:
    """How many are to play; None if the user would rather not."""
    low, high = kind.players
    values = {"low": low, "high": high, "usual": usual_players(kind)}
    # Translators: Enter is a key
    question = say(Message("How many players, {low} to {high}? (Enter: {usual})"), values, language) + " "
    while (answer := ask(question)) not in (None, "q"):
        if not answer:
            return usual_players(kind)
        if answer in map(str, range(low, high + 1)):
            return int(answer)
        print(say(Message("A number from {low} to {high}, Enter for {usual}, or q to stop."), values, language))
    return None


def choose_levels(opponents: int, ask: Ask = read_line, language: str = "en") -> str | None:
    """How well the opponents play: names of levels as `seat_bots` takes them; None if the user would rather not."""
    levels = list(LEVELS)
    known = {bot_name(level, language).lower(): level for level in levels} | {level: level for level in levels}
    for number, level in enumerate(levels, 1):
        known[str(number)] = level
        print(f"  {number}  {bot_name(level, language)}  {translate(LEVELS_IN_WORDS[level][1], language)}")
    values = {"opponents": opponents, "last": len(levels), "usual": bot_name(USUAL, language)}
    one, each = _ASKED_ONCE if opponents == 1 else _ASKED_FOR_EACH
    while (answer := ask(say(one, values, language) + " ")) not in (None, "q"):
        if not answer:
            return USUAL
        words = [word.strip().lower() for word in answer.split(",")]
        chosen = [known[word] for word in words if word in known]
        if len(chosen) == len(words) and len(chosen) in (1, opponents):
            return ",".join(chosen)
        print(say(each, values, language))
    return None


_ASKED_ONCE = (
    Message("Which level do you play against? (Enter: {usual})"),
    # Translators: a name is one of novice, squire, knight and master
    Message("A number from 1 to {last} or a name; Enter for {usual}, or q to stop."),
)
_ASKED_FOR_EACH = (
    Message("Which level do you play against? One for all, or one for each of the {opponents} with commas (Enter: {usual})"),
    Message(
        "A number from 1 to {last} or a name, or one for each of the {opponents} with commas; Enter for {usual}, or q to stop."
    ),
)


def bot_name(spec: str, language: str) -> str:
    """What a bot is called: a level in words, others by their short names."""
    return translate(LEVELS_IN_WORDS[spec][0], language) if spec in LEVELS_IN_WORDS else spec


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
