"""Golden playthroughs: whole matches as readable text. A change of rules, words or chance shows as a difference to read.

`make golden` writes them anew.
"""

from __future__ import annotations

import difflib
import random
from pathlib import Path
from typing import Any

import pytest

import commandery
from commandery.bots import Sight, make_bot
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


def playthrough(name: str, players: int, options: dict[str, Any]) -> str:
    """A match, seats in turn random (offences at honour tables included) and greedy, move by move, with its outcome."""
    match = commandery.game(name, players=players, **options).start(seed=players)
    greedy, dice = make_bot("greedy", 1), random.Random(players)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, greedy.choose(Sight(match, seat)) if seat % 2 else dice.choice(match.legal(seat)))
    lines = [f"{match.game.kind.title}, {players} players, {options or 'standard rules'}", ""]
    for move in match.history:
        who = "chance" if move.seat == commandery.CHANCE else f"seat {move.seat}"
        lines.append(f"{who} {move.action}: {' '.join(event.describe() for event in move.events)}")
    lines.append("")
    for seat, score in enumerate(match.outcome.scores):
        lines.append(f"seat {seat}: {score} points, rank {match.outcome.ranks[seat]}, from {match.outcome.sources[seat]}")
    return "\n".join([*lines, f"winners: {match.outcome.winners}", f"state: {match.state.hex()}", ""])


@pytest.mark.parametrize(("name", "players", "options"), cases())
def test_golden_playthrough(name: str, players: int, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{request.node.callspec.id}.txt"
    played = playthrough(name, players, options)
    if request.config.getoption("--write-golden"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(played)
        return
    assert path.exists(), f"{path.name} is missing: make golden"
    difference = list(
        difflib.unified_diff(path.read_text().splitlines(), played.splitlines(), "kept", "played", lineterm="", n=2)
    )
    assert not difference, "\n".join(difference[:30])
