"""Golden playthroughs: whole matches as readable text. A change of rules, words or chance shows as a difference to read.

`make golden` writes them anew.
"""

from __future__ import annotations

import difflib
import random
import re
from pathlib import Path
from typing import Any

import pytest

import commandery
from commandery.bots import Sight, make_bot
from commandery.core.match import Match
from conftest import GAMES

FOLDER = Path(__file__).with_name("golden")


def cases() -> list[Any]:
    """For each game and number of players all defaults; and each other value of each option by itself, for Templari with every
    number of players, for the longer games with the fewest."""
    found = []
    for kind in (kind for kind in commandery.games() if kind.name in GAMES):
        low, high = kind.players
        for players in range(low, high + 1):
            singles: list[dict[str, Any]] = [{}]
            for option in kind.options if players == low or kind.name == "templari" else ():
                values = [5] if isinstance(option.values, range) else option.values[1:]
                singles += [{option.name: value} for value in values if option.name != "start"]
            for options in singles:
                label = "-".join(f"{name}-{str(value).lower()}" for name, value in options.items()) or "standard"
                found.append(pytest.param(kind.name, players, options, id=f"{kind.name}-{players}-{label}"))
    return found


def play(name: str, players: int, options: dict[str, Any]) -> Match:
    """A match to keep: seats in turn random (offences at honour tables included) and greedy."""
    match = commandery.game(name, players=players, **options).start(seed=players)
    greedy, dice = make_bot("greedy", 1), random.Random(players)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, greedy.choose(Sight(match, seat)) if seat % 2 else dice.choice(match.legal(seat)))
    return match


def play_again(name: str, players: int, options: dict[str, Any], kept: str) -> Match:
    """The match whose actions and outcomes of chance a text holds."""
    match = commandery.game(name, players=players, **options).start(chance=commandery.BY_HAND)
    for who, seat, action in re.findall(r"^(chance|seat (\d)) ([^:\n]+):", kept.partition("\n\n")[2], re.MULTILINE):
        if match.over:
            break
        match.play(commandery.CHANCE if who == "chance" else int(seat), action)
    return match


def told(match: Match, options: dict[str, Any]) -> str:
    """A match move by move, with its outcome."""
    lines = [f"{match.game.kind.title}, {match.game.players} players, {options or 'standard rules'}", ""]
    for move in match.history:
        who = "chance" if move.seat == commandery.CHANCE else f"seat {move.seat}"
        lines.append(f"{who} {move.action}: {' '.join(event.describe() for event in move.events)}")
    lines.append("")
    for seat, score in enumerate(match.outcome.scores):
        made = {source: points for source, points in match.outcome.sources[seat].items() if points}
        lines.append(f"seat {seat} ends with {score} points, rank {match.outcome.ranks[seat]}, from {made}")
    return "\n".join([*lines, f"winners: {match.outcome.winners}", f"state: {match.state.hex()}", ""])


@pytest.mark.parametrize(("name", "players", "options"), cases())
def test_golden_playthrough(name: str, players: int, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    """What a kept match did can be done again, and comes to the same, in words and to the byte."""
    path = FOLDER / f"{request.node.callspec.id}.txt"
    if request.config.getoption("--write-golden"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(told(play(name, players, options), options))
        return
    assert path.exists(), f"{path.name} is missing: make golden"
    kept = path.read_text()
    again = told(play_again(name, players, options, kept), options)
    difference = list(difflib.unified_diff(kept.splitlines(), again.splitlines(), "kept", "played", lineterm="", n=2))
    assert not difference, "\n".join(difference[:30])
