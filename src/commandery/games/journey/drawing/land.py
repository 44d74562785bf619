"""The map in the picture: sea, territories, dotted lines, mountains; cities with their knights, gold and Templars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from math import hypot
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_name, player_names
from commandery.core.svg import (
    Alike,
    Point,
    Rect,
    alike,
    around,
    fit_text,
    group,
    inside,
    number,
    part,
    path,
    polygon,
    rectangle,
    same,
    still,
    text,
)  # fmt: skip
from commandery.games.journey.drawing import pieces
from commandery.games.journey.drawing.paint import TINTS, fit
from commandery.games.journey.state import HARBORS, SEVENTH
from commandery.games.journey.world import Europe, Territory

__all__ = ["ROUNDS", "city_name", "draw_map", "tint_of"]

ROUNDS = ("I", "II", "III", "VII")
"""The shipping rounds, and the seventh city, as they are marked on cities and on the track."""
_Outline = tuple[Point, ...]
_PAD = 7.0  # inside a city tile
_MOUNTAIN = 22.0  # how far apart mountains are
_WAVES = 26  # in a row, at most
_ROSE = 62.0  # the compass rose needs so much


def city_name(territory: Territory, language: str) -> str:
    """A city and its country."""
    return f"{territory.name}, {translate(territory.country, language)}"


def tint_of(europe: Europe, territory: int) -> int:
    """The colour of a territory: its country's."""
    return europe.countries.index(europe.territories[territory].country) % TINTS


def draw_map(europe: Europe, view: Mapping[str, Any], language: str) -> str:
    """The map with everything on it."""
    land = same(europe)
    drawn = [_ground(land, language)]
    names = player_names(view, language)
    for index in range(len(europe.territories)):
        city = _City(alike(view["cities"][index]), _due(view, index), int(view["section"]), view.get("city") == index, names)
        drawn += [_name(land, index), part(_city(city, land, index, language))]
        drawn.append(part(_gold(int(view["gold"][index]), land, index, language)))
    drawn.append(rectangle((0, 0, *europe.size), "frame"))
    templars = group(_templars(europe, view, language), id="templars", class_=f"templars {view['phase']}")
    drawn.append(part(templars))
    return "".join(drawn)


# Land and sea


def _along(lines: Sequence[_Outline]) -> str:
    return "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in line) for line in lines)


@lru_cache(maxsize=16)
def _ground(land: Alike, language: str) -> str:
    """What never changes of a map, but for names."""
    europe: Europe = land.value
    outlines = tuple(territory.outline for territory in europe.territories)
    crossings = tuple(crossing.line for crossing in europe.crossings)
    clear = tuple(box for territory in europe.territories for box in (territory.tile, territory.templars))
    tints = tuple(tint_of(europe, index) for index in range(len(europe.territories)))
    drawn = still(_sea(europe.size, outlines, europe.lands, crossings, clear) + _lands(outlines, tints))
    drawn += "".join(part(_territory(territory, index, language)) for index, territory in enumerate(europe.territories))
    ways = path(_along(crossings), "crossing-edge") + path(_along(crossings), "crossing") if crossings else ""
    return drawn + still(ways + _mountains(europe.ridges))


def _sea(
    size: Point,
    outlines: tuple[_Outline, ...],
    lands: tuple[_Outline, ...],
    crossings: tuple[_Outline, ...],
    clear: tuple[Rect, ...],
) -> str:
    """Water, lighter along the coasts, with waves and a compass rose where nothing else is; other land."""
    coasts = "".join(f"{_along([line])}Z" for line in (*outlines, *lands))
    drawn = rectangle((0, 0, *size), "sea")
    drawn += "".join(
        path(coasts, "shoal", stroke_width=wide, stroke_opacity=opacity)
        for wide, opacity in ((54.0, "0.22"), (34.0, "0.3"), (16.0, "0.5"))
    )
    drawn += _waves(size, (*outlines, *lands), crossings, clear)
    return group(drawn + "".join(polygon(line, "other") for line in lands), id="sea", class_="waters")


def _waves(size: Point, coasts: tuple[_Outline, ...], crossings: tuple[_Outline, ...], clear: tuple[Rect, ...]) -> str:
    """Small waves in the open sea, and the rose in the widest part of it."""
    pitch = max(40.0, size[0] / _WAVES, size[1] / _WAVES)
    boxes = [around(line) for line in coasts]
    shores = [*chain.from_iterable(coasts), *chain.from_iterable(_dots(line, 30) for line in crossings)]
    sea: list[tuple[float, Point]] = []
    for row in range(int(size[1] / pitch)):
        for column in range(int(size[0] / pitch)):
            x, y = (column + 0.3 + 0.4 * (row % 2)) * pitch, (row + 0.5) * pitch
            dry = any(
                box[0] < x < box[2] and box[1] < y < box[3] and inside((x, y), line)
                for box, line in zip(boxes, coasts, strict=True)
            )
            covered = any(box[0] - 20 < x < box[2] + 20 and box[1] - 10 < y < box[3] + 10 for box in clear)
            if not dry and not covered:
                room = min((hypot(x - x0, y - y0) for x0, y0 in shores), default=999.0)
                sea.append((min(room, 1.4 * x, 1.4 * y, 1.4 * (size[0] - x), 1.4 * (size[1] - y)), (x, y)))
    room, rose = max(sea, default=(0.0, (0.0, 0.0)))
    drawn = group(pieces.compass(), at=rose, scale=min(1.0, room / _ROSE / 1.35)) if room > _ROSE else ""
    waves = "".join(
        f"M{number(x - 14)} {number(y)}q7 -7 14 0q7 7 14 0"
        for around_, (x, y) in sea
        if around_ > 34 and (not drawn or hypot(x - rose[0], y - rose[1]) > room * 0.9)
    )
    return (path(waves, "wave") if waves else "") + drawn


def _dots(line: _Outline, pitch: float) -> Iterator[Point]:
    """Points along a line, so far apart; the first is its start."""
    left = 0.0
    for (x0, y0), (x1, y1) in pairwise(line):
        length = hypot(x1 - x0, y1 - y0)
        while left <= length and length:
            yield x0 + (x1 - x0) * left / length, y0 + (y1 - y0) * left / length
            left += pitch
        left -= length


def _lands(outlines: tuple[_Outline, ...], tints: tuple[int, ...]) -> str:
    """The ground of all territories."""
    return "".join(polygon(line, f"land tint-{tint}") for line, tint in zip(outlines, tints, strict=True))


def _territory(territory: Territory, index: int, language: str) -> str:
    """What is pointed at: clear, and above all ground, so that no neighbour hides its border."""
    drawn = polygon(territory.outline, "reach")
    return group(drawn, id=f"territory-{index}", class_="territory", title=city_name(territory, language))


def _mountains(ridges: tuple[_Outline, ...]) -> str:
    """Mountains along every ridge, those in front drawn last."""
    drawn = []
    pitch = max(_MOUNTAIN, sum(hypot(b[0] - a[0], b[1] - a[1]) for line in ridges for a, b in pairwise(line)) / 400)
    for line in ridges:
        for index, (x, y) in enumerate(_dots(line, pitch)):
            size = (31, 24, 36, 27)[index % 4]
            drawn.append((y, group(pieces.mountain(size, size * 1.16), at=(x, y + 12))))
    return group("".join(mountain for _, mountain in sorted(drawn)), id="mountains", class_="mountains") if drawn else ""


# What lies in the territories


@lru_cache(maxsize=256)
def _name(land: Alike, index: int) -> str:
    territory: Territory = land.value.territories[index]
    shown, size = fit_text(territory.name, territory.tile[2] - territory.tile[0] + 20, 27, 15)
    return text(shown, territory.label, "place", id=f"name-{index}", font_size=size)


def _due(view: Mapping[str, Any], index: int) -> int | None:
    """When a city is shipped: the harbor from 0, or 3 for the seventh; None if its edict is not on the track."""
    if index not in view["track"]:
        return None
    space = int(view["track"].index(index))
    return HARBORS if space == SEVENTH else space // 2


@dataclass(frozen=True)
class _City:
    """What is to be seen of a city: what lies there, when it is shipped, the round, whether somebody is acting in it, and what
    players are called."""

    lies: Alike
    due: int | None
    section: int
    acting: bool
    names: tuple[str, ...]


@lru_cache(maxsize=16_384)
def _city(seen: _City, land: Alike, index: int, language: str) -> str:
    """The city tile with its spaces and knights; a faint place where there is none."""
    territory: Territory = land.value.territories[index]
    left, top, right, bottom = territory.tile
    city = seen.lies.value
    if city is None:
        nothing = rectangle((left + 24, top + 14, right - 24, bottom - 14), "no-city", 10, id=f"city-{index}")
        return group(nothing, id=f"town-{index}")
    due = seen.due
    now = due is not None and due == seen.section
    drawn = path(_walls(territory.tile), "tile tile-due" if now else "tile")
    drawn += rectangle((left + 4, top + 4, right - 4, bottom - 4), "floor", 5)
    if seen.acting:
        drawn += rectangle((left - 2, top - 2, right + 2, bottom + 2), "tile-acting", 6)
    spaces = int(city["spaces"])
    inner = (left + _PAD, top + _PAD, right - _PAD, bottom - _PAD)
    places, scale = fit(inner, spaces, pieces.KNIGHT, pieces.KNIGHT, 1.12)
    for space, at in enumerate(places):
        drawn += group(pieces.slot(), f"space-{index}-{space}", "space", at, scale)
    taken = sum(int(knights) for knights in city["knights"])
    values = {"city": territory.name, "knights": taken, "spaces": spaces}
    # Translators: city is a name, the others are numbers
    told = say(Message("{city}: {knights} of {spaces} spaces taken"), values, language)
    full = " full" if taken >= spaces else ""
    tile = group(drawn + _badge(due, (left + 4, top), language), id=f"city-{index}", class_=f"city{full}", title=told)
    return group(tile + _knights(city["knights"], seen.names, index, places, scale), id=f"town-{index}")


def _knights(numbers: Sequence[int], names: Sequence[str], index: int, places: Sequence[Point], scale: float) -> str:
    """The knights in a city, those of each player together."""
    drawn, left = "", iter(places)
    for seat, count in enumerate(numbers):
        standing = "".join(
            group(pieces.knight(seat), f"knight-{index}-{seat}-{knight}", f"knight seat-{seat}", at, scale)
            for knight, at in zip(range(int(count)), left, strict=False)
        )
        if standing:
            drawn += group(standing, f"knights-{index}-{seat}", "knights", title=names[seat])
    return drawn


def _walls(box: Rect) -> str:
    """The outline of a city: battlements on top."""
    left, top, right, bottom = box
    teeth = 9
    step = (right - left) / (2 * teeth - 1)
    merlons = "".join(
        f"V{number(top - 5)}H{number(left + (2 * tooth + 1) * step)}V{number(top)}"
        + (f"H{number(left + (2 * tooth + 2) * step)}" if tooth < teeth - 1 else "")
        for tooth in range(teeth)
    )
    return f"M{number(left)} {number(bottom)}V{number(top)}{merlons}V{number(bottom)}Z"


def _badge(due: int | None, at: Point, language: str) -> str:
    if due is None:
        return ""
    told = (
        translate(N_("the seventh city"), language)
        if due == HARBORS
        else say(Message("shipped in round {number}"), {"number": due + 1}, language)
    )
    wide = 11 + 3.6 * len(ROUNDS[due])
    drawn = rectangle((-wide, -12, wide, 11), "due", 11) + text(ROUNDS[due], (0, 5), "due-number")
    return group(drawn, class_="badge", at=at, title=told)


@lru_cache(maxsize=2048)
def _gold(amount: int, land: Alike, index: int, language: str) -> str:
    territory: Territory = land.value.territories[index]
    # Translators: gold is a number of gold coins
    told = say(Message("{gold} gold in {territory}"), {"gold": amount, "territory": territory.name}, language)
    return group(pieces.coin(amount), f"gold-{index}", "gold" if amount else "gold none", territory.gold, 1.2, told)


def _templars(europe: Europe, view: Mapping[str, Any], language: str) -> str:
    """Every Templar that has been placed; one that is being moved in a bright line."""
    standing: dict[int, list[tuple[int, int]]] = {}
    for player in view["players"]:
        for figure, place in enumerate(player["templars"]):
            if place is not None:
                standing.setdefault(int(place), []).append((int(player["seat"]), figure))
    drawn = []
    for index, figures in sorted(standing.items()):
        places, scale = fit(europe.territories[index].templars, len(figures), pieces.TEMPLAR_WIDTH, pieces.TEMPLAR_HEIGHT)
        for (seat, figure), at in zip(figures, places, strict=True):
            moving = view.get("player") == seat and view.get("mover") == figure
            own = " own" if view["seat"] == seat else ""
            drawn.append(
                group(
                    pieces.templar(seat, moving), f"templar-{seat}-{figure}", f"templar seat-{seat}{own}", at, scale,
                    say(Message("A Templar of {player}"), {"player": player_name(view, seat, language)}, language),
                )
            )  # fmt: skip
    return "".join(drawn)
