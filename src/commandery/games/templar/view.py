"""What a seat or a spectator may see of Templar (T15), and where points came from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.event import Event
from commandery.core.kernel import mount
from commandery.core.layout import StateArray
from commandery.games.templar.actions import PLAY
from commandery.games.templar.rules.turns import barred, blocked, startable
from commandery.games.templar.state import (
    BENJAMIN,
    CARDS,
    HARBOR,
    KINDS,
    MAIN_PORTAL,
    MOVING,
    NONE,
    OVER,
    PLAYING,
    ROOMS,
    SEALING,
    STOREHOUSES,
)
from commandery.games.templar.world import CARD_NAMES, Abbey

__all__ = ["KIND_NAMES", "PHASES", "Piece", "PlayerView", "RoomView", "View", "place_name", "scramble", "sources", "view"]

PHASES = (
    "starting", "filling", "placing_abbot", "placing_spy", "placing_prior", "pairing", "sealing", "portal", "playing", "moving",
    "stashing", "choosing", "locking", "refilling", "announcing", "showing", "over",
)  # fmt: skip
"""What is being decided, by number."""
KIND_NAMES = ("chalice", "book", "a", "b", "c")
"""Kinds of valuables in notation: chalice, book, and the three types of rings."""


class Piece(TypedDict):
    """A valuable in the abbey."""

    owner: int
    scored: bool


class RoomView(TypedDict):
    """A room: its hiding places in the board file's order, None where one is empty."""

    number: int
    chalices: list[Piece | None]
    books: list[Piece | None]
    rings: list[list[Piece | None]]
    ring_types: list[str | None]


class PlayerView(TypedDict):
    """One player. ``sealed`` is the card chosen for the first round: the own one, or whether one has been chosen; once revealed
    it is no longer in ``hand``. ``barred`` are cards in hand that may not be played while they show on a pile (T12)."""

    seat: int
    score: int
    stock: dict[str, int]
    reserve: dict[str, int]
    token: str
    hand: list[str]
    barred: list[str]
    top: str | None
    sealed: str | bool | None
    rooms: int


class View(TypedDict):
    """All that a seat may see. ``visited`` are rooms that the move under way may not enter, ``picked_in`` is where Benjamin has
    picked up a ring in it."""

    game: str
    seat: int | None
    players: list[PlayerView]
    phase: str
    actor: int | None
    start: int | None
    round: int
    rounds: int
    card: str | None
    steps: int
    visited: list[str]
    carrying: dict[str, Any] | None
    picked_in: str | None
    remigius: str | None
    vitus: str | None
    severus: str | None
    door: str
    rooms: list[RoomView]
    storehouses: list[dict[str, int]]
    bag: dict[str, int]
    raphael: str | None
    raphael_left: dict[str, int]
    last_turns: int
    offender: int | None


def place_name(place: int) -> str | None:
    """``room 5``, ``main portal``, ``side portal``, ``storehouse 2``; None for nowhere."""
    if place == NONE:
        return None
    if place < ROOMS:
        return f"room {place + 1}"
    if place < HARBOR:
        return "main portal" if place == MAIN_PORTAL else "side portal"
    return f"storehouse {place - HARBOR + 1}"


def _pieces(places: int, size: int) -> list[Piece | None]:
    found: list[Piece | None] = []
    for space in range(size):
        nibble = places >> (4 * space) & 0xF
        found.append({"owner": (nibble & 7) - 1, "scored": nibble >= 8} if nibble else None)
    return found


def _counts(numbers: Sequence[int]) -> dict[str, int]:
    return {KIND_NAMES[kind]: int(numbers[kind]) for kind in range(KINDS)}


def _cards(cards: int) -> list[str]:
    return [CARD_NAMES[card] for card in range(CARDS) if cards >> card & 1]


def _rooms(abbey: Abbey, s: Any) -> list[RoomView]:
    rooms: list[RoomView] = []
    for number, room in enumerate(abbey.rooms):
        areas = [int(s["rings"][number, area]) for area in range(len(room.rings))]
        rooms.append(
            {
                "number": number + 1,
                "chalices": _pieces(int(s["chalices"][number]), len(room.chalices)),
                "books": _pieces(int(s["books"][number]), len(room.books)),
                "rings": [_pieces(area, len(places)) for area, places in zip(areas, room.rings, strict=True)],
                "ring_types": ["abc"[(area >> 24) - 1] if area else None for area in areas],
            }
        )
    return rooms


def _sealed(s: Any, other: int, seat: int | None) -> str | bool | None:
    """The card chosen for the first round, as far as the observer knows it: after the reveal everybody does."""
    card = int(s["sealed"][other])
    if card == NONE:
        return None
    return CARD_NAMES[card] if other == seat or s["phase"] != SEALING else True


def _carried(s: Any) -> dict[str, Any] | None:
    """The ring in Benjamin's hand."""
    return {"owner": int(s["carried"]), "kind": "abc"[int(s["carried_type"])]} if s["carried"] != NONE else None


def _hand(s: Any, other: int) -> int:
    """The cards in hand: a card revealed for the first round is none any more, a secret one stays among them (T10, T15)."""
    card = int(s["sealed"][other])
    return int(s["hand"][other]) & ~(1 << card if card != NONE and s["phase"] != SEALING else 0)


def view(abbey: Abbey, world: StateArray, state: StateArray, seat: int | None) -> dict[str, Any]:
    """The table as ``seat`` sees it; None is a spectator. Only the cards chosen for the first round are ever hidden."""
    w, s = world[0], state[0]
    actor, card, offender = int(s["actor"]), int(s["card"]), int(s["offender"])
    in_game = s["phase"] != OVER
    mounted = mount(world)[0], mount(state)[0]
    players: list[PlayerView] = [
        {
            "seat": other,
            "score": int(s["score"][other]),
            "stock": _counts(s["stock"][other]),
            "reserve": _counts(s["reserve"][other]),
            "token": place_name(int(s["token"][other])) or "",
            "hand": _cards(_hand(s, other)),
            "barred": _cards(_hand(s, other) & int(barred(*mounted, other))),
            "top": CARD_NAMES[int(s["top"][other])] if s["top"][other] != NONE else None,
            "sealed": _sealed(s, other, seat),
            "rooms": int(s["present"][other]).bit_count(),
        }
        for other in range(int(w["players"]))
    ]
    moving, benjamin = s["phase"] == MOVING, s["phase"] == MOVING and card == BENJAMIN
    visited = int(s["visited"]) if moving and not benjamin else 0  # T41: he may enter rooms twice
    seen: View = {
        "game": "templar",
        "seat": seat,
        "players": players,
        "phase": PHASES[int(s["phase"])],
        "actor": actor if actor < CHANCE and s["phase"] != SEALING else None,
        "start": int(s["start"]) if s["phase"] > 0 else None,
        "round": int(s["round_number"]),
        "rounds": int(w["rounds"]),
        "card": CARD_NAMES[card] if card != NONE and in_game else None,
        "steps": int(s["steps"]),
        "visited": [place_name(room) or "" for room in range(ROOMS) if visited >> room & 1],
        "carrying": _carried(s) if benjamin else None,
        "picked_in": place_name(int(s["picked_in"])) if benjamin else None,
        "remigius": place_name(int(s["remigius"])),
        "vitus": place_name(int(s["vitus"])),
        "severus": place_name(int(s["severus"])),
        "door": abbey.passages[int(s["door"])].name,
        "rooms": _rooms(abbey, s),
        "storehouses": [_counts(s["house"][storehouse]) for storehouse in range(STOREHOUSES)],
        "bag": _counts(s["bag"]),
        "raphael": CARD_NAMES[int(s["raphael_top"])] if s["raphael_top"] != NONE else None,
        "raphael_left": {CARD_NAMES[other]: int(s["raphael"][other]) for other in range(CARDS) if s["raphael"][other]},
        "last_turns": int(s["last_turns"]),
        "offender": offender if offender != NOBODY and in_game else None,
    }
    return dict(seen)


def sources(abbey: Abbey, world: StateArray, state: StateArray, seat: int, log: Sequence[Event]) -> dict[str, int]:
    """A player's points by source: Remigius's scorings by room, the final scoring, cards and call-outs, in this order."""
    points = dict.fromkeys(_SOURCES, 0)
    for event in log:
        if event.name == "called" and event["offender"] == seat:
            _add(points, "called out", -(event["points"] or 0))
        elif event.seat != seat:
            continue
        elif event.name == "scored":
            _add(points, f"room {(event['room'] or 0) + 1}", event["points"])
        elif event.name == "points":
            _add(points, CARD_NAMES[event["card"] or 0], event["points"])
        elif event.name == "church_rings":
            _add(points, "church rings", event["points"])
        elif event.name == "full_rooms":
            _add(points, "rooms", event["points"])
    return points


_SOURCES = (*(f"room {room + 1}" for room in range(ROOMS)), "rooms", "church rings", *CARD_NAMES, "called out")


def _add(points: dict[str, int], source: str, number: int | None) -> None:
    points[source] += number or 0


def offences(world: StateArray, state: StateArray, seat: int) -> frozenset[int]:
    """Repeats of a visible card, which an honour table offers (T12, T16)."""
    if not world[0]["honour"] or state[0]["phase"] != PLAYING:
        return frozenset()
    cards = int(blocked(mount(world)[0], mount(state)[0]))
    return frozenset(PLAY + card for card in range(CARDS) if cards >> card & 1)


def scramble(world: StateArray, state: StateArray, seat: int | None, below: Callable[[int], int]) -> None:
    """Let the others have chosen other cards for the first round, as long as these are secret."""
    s = state[0]
    if s["phase"] != SEALING:
        return
    for other in range(int(world[0]["players"])):
        if other != seat and s["sealed"][other] != NONE:
            cards = int(startable(mount(world)[0], mount(state)[0], other))
            possible = [card for card in range(CARDS) if cards >> card & 1]
            s["sealed"][other] = possible[below(len(possible))]
