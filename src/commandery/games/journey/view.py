"""What a seat or a spectator may see of Templars' Journey (J64), and where points came from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.event import Event
from commandery.core.layout import StateArray
from commandery.games.journey.state import (
    CARDS,
    FORK,
    INNER,
    MISSION,
    MISSIONS,
    NOWHERE,
    OVER,
    SEALING,
    SHIPS,
    STARTING,
    TERRITORIES,
    TRACK,
    UNKNOWN,
    VETOING,
)
from commandery.games.journey.world import Europe

__all__ = ["MISSION_NAMES", "PHASES", "CityView", "PlayerView", "View", "scramble", "sources", "view"]

PHASES = (
    "starting", "edicts", "tiles", "missions", "tossing", "placing_knight", "placing_templar", "fork", "sealing", "taking",
    "atoning", "flag", "leading", "taxing", "city", "spending", "swapping", "lucky", "retrying", "setting_out", "moving",
    "gift", "exchanging", "vetoing", "over",
)  # fmt: skip
"""What is being decided, by number."""
MISSION_NAMES = ("gold", "ships", "temple", "seventh", "distance", "countries", "empire", "france")
"""Missions in notation, by number."""


class CityView(TypedDict):
    """A city: its spaces, and the knights in it by seat."""

    spaces: int
    knights: list[int]


class PlayerView(TypedDict):
    """One player. ``mission`` is the own one, everybody's at the end; ``card`` the own choice, everybody's once revealed."""

    seat: int
    score: int
    gold: int
    supply: int
    temple: int
    templars: list[int | None]
    edicts: list[int]
    mission: int | None
    chosen: bool
    card: int | None


class View(TypedDict):
    """All that a seat may see. Territories and edicts are numbers, by ``territories``; missions by `MISSION_NAMES`.

    ``routes`` are the lengths of the inner and the outer route of each section, ``ships`` the spaces of each ship; ``entered``
    is where the Templar of this card has come, ``chances`` how often New Chance has been used for it."""

    game: str
    seat: int | None
    territories: list[str]
    mission_countries: dict[str, str]
    players: list[PlayerView]
    phase: str
    actor: int | None
    first: int | None
    section: int
    space: int
    routes: list[list[int]]
    route: str | None
    flag: str | None
    cities: list[CityView | None]
    gold: list[int]
    track: list[int | None]
    lost: list[int]
    ships: list[int]
    aboard: list[list[int]]
    missions: list[int]
    player: int | None
    card: int | None
    penalty: bool
    city: int | None
    spent: int
    steps: int
    mover: int | None
    entered: list[int]
    chances: int
    offer: int | None


def _members(bits: int) -> list[int]:
    return [member for member in range(bits.bit_length()) if bits >> member & 1]


def _unless(number: int, nothing: int) -> int | None:
    return None if number == nothing else number


def _player(s: Any, other: int, seat: int | None) -> PlayerView:
    """A player, as far as the observer knows: the mission is the owner's secret to the end, the card till all have chosen."""
    chosen = int(s["chosen"][other])
    knows_card = chosen > 0 and (other == seat or s["phase"] != SEALING)
    knows_mission = other == seat or s["phase"] == OVER
    return {
        "seat": other,
        "score": int(s["score"][other]),
        "gold": int(s["purse"][other]),
        "supply": int(s["supply"][other]),
        "temple": int(s["temple"][other]),
        "templars": [_unless(int(place), NOWHERE) for place in s["templar"][other]],
        "edicts": _members(int(s["edicts"][other])),
        "mission": _unless(int(s["mission"][other]), UNKNOWN) if knows_mission else None,
        "chosen": chosen > 0,
        "card": chosen if knows_card else None,
    }


def view(europe: Europe, world: StateArray, state: StateArray, seat: int | None) -> dict[str, Any]:
    """The table as ``seat`` sees it; None is a spectator."""
    w, s = world[0], state[0]
    players = int(w["players"])
    phase, actor, player = int(s["phase"]), int(s["actor"]), int(s["player"])
    length = int(w["route"][int(s["section"]), int(s["way"])])
    on_route = phase != FORK and 1 <= int(s["space"]) <= length
    acting = player != NOBODY
    seen: View = {
        "game": "journey",
        "seat": seat,
        "territories": [territory.name for territory in europe.territories],
        "mission_countries": europe.mission_countries,
        "players": [_player(s, other, seat) for other in range(players)],
        "phase": PHASES[phase],
        "actor": actor if actor < CHANCE and phase != SEALING else None,
        "first": int(s["first"]) if phase != STARTING else None,
        "section": int(s["section"]),
        "space": int(s["space"]),
        "routes": [[int(actions) for actions in routes] for routes in w["route"]],
        "route": ("inner" if s["way"] == INNER else "outer") if s["space"] > 0 else None,
        "flag": ("green" if s["way"] == INNER else "red") if on_route else None,
        "cities": [
            {"spaces": int(s["spaces"][city]), "knights": [int(number) for number in s["knights"][city][:players]]}
            if s["spaces"][city]
            else None
            for city in range(TERRITORIES)
        ],
        "gold": [int(amount) for amount in s["gold"]],
        "track": [_unless(int(s["track"][space]), NOWHERE) for space in range(TRACK)],
        "lost": _members(int(s["lost"])),
        "ships": [int(spaces) for spaces in w["ship"]],
        "aboard": [[int(number) for number in s["aboard"][ship][:players]] for ship in range(SHIPS)],
        "missions": _members(int(s["open_missions"])),
        "player": player if acting else None,
        "card": int(s["card"]) if acting else None,
        "penalty": bool(s["penalty"]) if acting else False,
        "city": _unless(int(s["city"]), NOWHERE) if acting else None,
        "spent": int(s["spent"]) if acting else 0,
        "steps": int(s["steps"]) if acting else 0,
        "mover": int(s["mover"]) if acting and s["card"] in (5, 6) and s["entered"] else None,
        "entered": _members(int(s["entered"])) if acting else [],
        "chances": int(s["chances"]) if acting else 0,
        "offer": int(s["offer"]) if phase == VETOING else None,
    }
    return dict(seen)


_SOURCES = {
    "edict_won": "edicts", "full_city": "full city", "aboard": "aboard", "knights_aboard": "knights aboard", "temple": "temple",
    "seventh_knights": "seventh city", "gold_points": "gold",
}  # fmt: skip


def sources(europe: Europe, world: StateArray, state: StateArray, seat: int, log: Sequence[Event]) -> dict[str, int]:
    """A player's points by source: edicts, cities, ships, temple, the seventh city, gold, and each mission."""
    points = dict.fromkeys((*_SOURCES.values(), *(f"mission {name}" for name in MISSION_NAMES)), 0)
    for event in log:
        if event.seat != seat:
            continue
        if event.name == "mission_points":
            source = f"mission {MISSION_NAMES[event['mission'] or 0]}"
        elif event.name in _SOURCES:
            source = _SOURCES[event.name]
        else:
            continue
        points[source] += event["points"] or 0
    return points


def scramble(world: StateArray, state: StateArray, seat: int | None, below: Callable[[int], int]) -> None:
    """Let the others have other missions, and other cards while these are secret."""
    s = state[0]
    if s["phase"] == OVER:
        return
    others = [other for other in range(int(world[0]["players"])) if other != seat]
    kept = int(s["open_missions"])
    if seat is not None and s["mission"][seat] != UNKNOWN:
        kept |= 1 << int(s["mission"][seat])
    possible = [mission for mission in range(MISSIONS) if not kept >> mission & 1]
    for other in others:
        if s["mission"][other] != UNKNOWN:
            s["mission"][other] = possible.pop(below(len(possible)))
        if s["phase"] == SEALING and s["chosen"][other] > 0:
            s["chosen"][other] = 1 + below(CARDS)
    if s["phase"] == MISSION:
        s["choices"] = sum(1 << mission for mission in possible)
