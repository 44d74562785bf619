"""The round track in the picture: three sections, each with two routes, the Pope, and a harbor with two ships; the edicts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_names
from commandery.core.svg import Alike, Point, alike, element, group, number, part, path, rectangle, text
from commandery.games.journey.drawing import pieces
from commandery.games.journey.drawing.land import ROUNDS, city_name, tint_of
from commandery.games.journey.drawing.paint import fit
from commandery.games.journey.state import SEVENTH
from commandery.games.journey.world import Europe, Section

__all__ = ["EDICT", "HEIGHT", "WIDTH", "draw_edicts_on_track", "draw_track"]

WIDTH = 424.0
HEIGHT = 3 * 182.0 + 40
"""The three sections and the seventh edict space below them."""
EDICT = 124.0
"""How wide an edict on the track is."""
_PITCH = 182.0
_SECTION = 177.0
_LAND = 92.0  # of a section: above are the routes, below is the harbor
_START, _LANDING = (34.0, 46.0), (WIDTH - 34, 46.0)
_ROWS = {"inner": 25.0, "outer": 67.0}
_SHIPS = (108.0, 316.0)  # the middles of the two ships
_HULL = (200.0, 38.0)


def _spaces(section: Section, route: str) -> list[Point]:
    """The action spaces of a route."""
    count = section.inner if route == "inner" else section.outer
    pitch = min(64.0, 268.0 / count)
    return [(WIDTH / 2 + (index - (count - 1) / 2) * pitch, _ROWS[route]) for index in range(count)]


def _pope_at(europe: Europe, view: Mapping[str, Any]) -> Point:
    """Where the Pope stands, in the section that he is in."""
    section, space = europe.sections[view["section"]], int(view["space"])
    if not space or view["route"] is None:
        return _START
    spaces = _spaces(section, view["route"])
    return spaces[space - 1] if space <= len(spaces) else _LANDING


def draw_track(europe: Europe, view: Mapping[str, Any], at: Point, language: str) -> str:
    """The track, its upper left corner at a place; without the edicts."""
    drawn = []
    names = player_names(view, language)
    for index, section in enumerate(europe.sections):
        aboard = alike(view["aboard"][2 * index : 2 * index + 2])
        drawn.append(part(_section(section, index, int(view["section"]), aboard, names, language)))
    drawn.append(_seventh(language))
    x, y = _pope_at(europe, view)
    moved = (x, y + 13 + _PITCH * view["section"])
    drawn.append(part(group(pieces.pope(), "pope", "pope", moved, title=translate(N_("The Pope"), language))))
    return group("".join(drawn), id="track", class_="track", at=at)


@lru_cache(maxsize=8192)
def _section(section: Section, index: int, current: int, aboard: Alike, names: tuple[str, ...], language: str) -> str:
    """Start, both routes, the ship space and the harbor."""
    now = index == current
    drawn = rectangle((0, 0, WIDTH, _SECTION), "panel panel-now" if now else "panel", 12)
    harbor = f"M2 {number(_LAND)}H{number(WIDTH - 2)}V{number(_SECTION - 12)}Q{number(WIDTH - 2)} {number(_SECTION - 2)} "
    harbor += f"{number(WIDTH - 12)} {number(_SECTION - 2)}H12Q2 {number(_SECTION - 2)} 2 {number(_SECTION - 12)}Z"
    drawn += path(harbor, "water")
    ways = "".join(_way([_START, *_spaces(section, route), _LANDING]) for route in _ROWS)
    routes = path(ways, "way-edge") + path(ways, "way")
    for route, colour, told in (
        ("inner", "green", N_("inner route, green flag")),
        ("outer", "red", N_("outer route, red flag")),
    ):
        spaces = path(_way([_START, *_spaces(section, route), _LANDING]), "along")
        for space, place in enumerate(_spaces(section, route), 1):
            disc = element("circle", class_="action", r=17.0) + group(pieces.flag(colour), at=(-1, 0.5), scale=0.95)
            spaces += group(disc, f"action-{index}-{route}-{space}", f"action-space {route}", place)
        routes += group(spaces, f"route-{index}-{route}", "route", title=translate(told, language))
    start = element("circle", class_="action", r=20.0) + text(ROUNDS[index], (0, 7), "amount")
    told = say(Message("Start of round {number}"), {"number": index + 1}, language)
    routes += group(start, f"start-{index}", "start-space", _START, title=told)
    landing = element("circle", class_="landing", r=20.0)
    landing += path("M0 -6V12M-10 4C-9 10 -5 12 0 12C5 12 9 10 10 4M-5 -2H5", "anchor")
    landing += element("circle", class_="anchor", cy=-9.0, r=3.0)
    routes += group(landing, f"landing-{index}", "ship-space", _LANDING, title=translate(N_("Harbor"), language))
    ships = "".join(_ship(section, aboard.value[side], 2 * index + side, names, language) for side in range(2))
    drawn += group(routes, class_="routes")
    past = " past" if index < current else " now" if now else ""
    return group(drawn + ships, f"section-{index}", f"section{past}", (0, _PITCH * index))


def _way(places: list[Point]) -> str:
    """A way through some places, with soft bends."""
    (x, y), rest = places[0], places[1:]
    drawn = f"M{number(x)} {number(y)}"
    for (x0, y0), (x1, y1) in pairwise([(x, y), *rest]):
        middle = number((x0 + x1) / 2)
        drawn += f"C{middle} {number(y0)} {middle} {number(y1)} {number(x1)} {number(y1)}"
    return drawn


def _ship(section: Section, aboard: list[int], ship: int, names: tuple[str, ...], language: str) -> str:
    """A ship with its spaces and the knights aboard; the place of its edict is the sail."""
    spaces = section.ships[ship % 2]
    wide, high = _HULL
    x, y = _SHIPS[ship % 2], _SECTION - 29
    drawn = path(f"M0 {number(-high / 2)}V-52", "mast")
    drawn += pieces.hull(wide, high)
    box = (-wide / 2 + 16, -high / 2 + 3, wide / 2 - 22, high / 2)
    places, scale = fit(box, spaces, pieces.KNIGHT - 1, pieces.KNIGHT - 1)
    for space, at in enumerate(places):
        drawn += group(pieces.slot(), f"berth-{ship}-{space}", "space", at, scale)
    owners = [(seat, count) for seat, knights in enumerate(aboard) for count in range(int(knights))]
    for (seat, count), at in zip(owners, places, strict=False):
        drawn += group(pieces.knight(seat), f"aboard-{ship}-{seat}-{count}", f"knight seat-{seat}", at, scale, names[seat])
    sail = group(pieces.sail(EDICT), f"edict-space-{ship}", "edict-space", (0, _sail_above()))
    values = {"number": ship + 1, "knights": len(owners), "spaces": spaces}
    # Translators: all three are numbers
    told = say(Message("Ship {number}: {knights} of {spaces} spaces taken"), values, language)
    return group(drawn + sail, f"ship-{ship}", "ship", (x, y), title=told)


def _sail_above() -> float:
    """Where the edict lies, from the middle of the ship."""
    return -38.0


def _seventh(language: str) -> str:
    """The row of the seventh edict space."""
    x, y = _edict_at(SEVENTH)
    # Translators: a label; 20 letters at most
    drawn = text(translate(N_("The seventh city"), language), (12, y + 6), "caption")
    drawn += group(pieces.sail(EDICT), f"edict-space-{SEVENTH}", "edict-space", (x, y))
    return group(drawn, id="seventh", class_="seventh-city")


def _edict_at(space: int) -> Point:
    """The middle of an edict space on the track."""
    if space == SEVENTH:
        return _SHIPS[1], 3 * _PITCH + 18
    return _SHIPS[space % 2], space // 2 * _PITCH + _SECTION - 29 + _sail_above()


def draw_edicts_on_track(europe: Europe, view: Mapping[str, Any], corner: Point, language: str) -> str:
    """The edicts that lie on the track, each by itself, so that they can be seen to change places."""
    drawn = []
    for space, territory in enumerate(view["track"]):
        if territory is None:
            continue
        x, y = _edict_at(space)
        scroll = pieces.edict(europe.territories[territory].name, tint_of(europe, territory), EDICT)
        scroll = rectangle((-EDICT / 2 - 7, -21, EDICT / 2 + 7, 21), "around", 8) + scroll
        if space == view.get("offer") or (view.get("offer") is not None and territory == view.get("city")):
            scroll = rectangle((-EDICT / 2 - 3, -19, EDICT / 2 + 3, 19), "offered", 6) + scroll
        told = city_name(europe.territories[territory], language)
        drawn.append(group(scroll, f"edict-{territory}", "edict", (corner[0] + x, corner[1] + y), title=told))
    return "".join(drawn)
