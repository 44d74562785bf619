"""A match in which a bot of others plays along, and whether its program is still there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import commandery
from commandery.bots import Bot, Sight, make_bot
from commandery.core.match import Match

__all__ = ["play", "running"]


def play(bot: Bot, game: str = "templari", seats: tuple[int, ...] = (0,), seed: int = 1, **options: Any) -> Match:
    """A whole match: the bot in these seats, random ones in the others."""
    match, random = commandery.game(game, **options).start(seed=seed), make_bot("random", seed)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, (bot if seat in seats else random).choose(Sight(match, seat)))
    for seat in seats:
        bot.over(Sight(match, seat))
    return match


def running(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be noticed as ended."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
