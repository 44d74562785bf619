"""Handles for a page to act with: where the door can go, and which ring into an empty area. The page shows those of use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from commandery.core.language import Message, say
from commandery.core.svg import around, element, group, path, rectangle
from commandery.games.templar.drawing import pieces
from commandery.games.templar.world import Abbey

__all__ = ["draw_handles"]

_RINGS = ("a", "b", "c")
_PITCH = 37.0


def draw_handles(abbey: Abbey, view: Mapping[str, Any], language: str) -> str:
    """What is asked now says which there are."""
    drawn = ""
    if view["phase"] == "locking":
        drawn = "".join(_lock(abbey, index, language) for index, _ in enumerate(abbey.passages))
    elif view["phase"] == "stashing":
        drawn = _stash(abbey, view, language)
    return group(drawn, id="handles", class_="handles")


def _lock(abbey: Abbey, index: int, language: str) -> str:
    passage = abbey.passages[index]
    (x0, y0), (x1, y1) = passage.opening
    lock = element("circle", class_="knob", r=27.0) + path("M-7 -4V-9A7 7 0 0 1 7 -9V-4", "shackle")
    lock += rectangle((-11, -5, 11, 13), "lock", 3)
    lock += path("M0 0A2.6 2.6 0 0 1 1.4 4.6L2.2 9H-2.2L-1.4 4.6A2.6 2.6 0 0 1 0 0Z", "keyhole")
    told = say(Message("Lock the passage {passage}"), {"passage": passage.name}, language)
    return group(lock, f"lock-{passage.name}", "handle", ((x0 + x1) / 2, (y0 + y1) / 2), title=told)


def _stash(abbey: Abbey, view: Mapping[str, Any], language: str) -> str:
    """On empty ring areas of the active player's room: the types of rings in stock."""
    player = view["players"][view["actor"]]
    word, _, room = player["token"].partition(" ")
    if word != "room":
        return ""
    types = [type for type in _RINGS if player["stock"][type]]
    drawn = []
    held = view["rooms"][int(room) - 1]
    for area, places in enumerate(abbey.rooms[int(room) - 1].rings):
        if held["ring_types"][area]:
            continue
        left, top, right, bottom = around(places)
        for index, type in enumerate(types):
            at = (left + right) / 2 + (index - (len(types) - 1) / 2) * _PITCH, (top + bottom) / 2
            ring = rectangle((-_PITCH / 2, -22, _PITCH / 2, 22), "knob", 9) + pieces.icon(type, 0.9)
            values = {"area": area + 1, "type": type.upper()}
            told = say(Message("Stash a ring of type {type} in area {area}"), values, language)
            drawn.append(group(ring, f"stash-{area + 1}{type}", "handle", at, title=told))
    return "".join(drawn)
