"""What players are called: by name where the view carries names, else by number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.language import Message, say

__all__ = ["name_players", "player_name", "player_names"]


def name_players(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A view that also says what its players are called, by seat."""
    players = [{**player, "name": names[player["seat"]]} for player in view["players"]]
    return {**view, "players": players}


def player_name(view: Mapping[str, Any], seat: int, language: str) -> str:
    """What a player is called in pictures and on buttons."""
    name = view["players"][seat].get("name") if seat < len(view["players"]) else None
    return str(name) if name else say(Message("Player {number}"), {"number": seat + 1}, language)


def player_names(view: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """What all players are called, by seat."""
    return tuple(player_name(view, player["seat"], language) for player in view["players"])
