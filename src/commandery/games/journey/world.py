"""The map file (JB1-JB8) and the world built from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from commandery.core.contract import NOBODY
from commandery.core.datafile import Document
from commandery.core.game import Board
from commandery.core.language import N_, Message
from commandery.core.layout import StateArray
from commandery.core.options import Value
from commandery.games.journey.state import GOLD, HARBORS, INNER, NOWHERE, OUTER, TERRITORIES, TILES, World

__all__ = ["STANDARD_NAMES", "Box", "Crossing", "Europe", "Point", "Section", "Territory", "build_world", "check_europe"]

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
STANDARD_NAMES = (
    # Translators: the title of the map, then its countries; cities are called as on the map in all languages
    N_("Europe"), N_("England"), N_("France"), N_("Spain"), N_("Italy"), N_("Holy Roman Empire"),
)  # fmt: skip
"""The words in the standard map file, marked for translation."""
_Place = tuple[str | int, ...]

_LARGEST = 10_000  # the largest coordinate
_CORNERS = 200  # the most points of an outline or a line
_LANDS = 30
_SPACES = 12  # on a city tile or a ship (JB8)
_ACTIONS = 6  # on a route
_POINTS = 20  # of a mission


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory: its city and country, and where on the map name, city tile, gold and Templars are."""

    name: str
    country: str
    outline: tuple[Point, ...]
    label: Point
    tile: Box
    gold: Point
    templars: Box


@dataclass(frozen=True, slots=True)
class Crossing:
    """A dotted line that makes two territories, numbered from 0, adjacent across the sea."""

    between: tuple[int, int]
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the round track: actions on its two routes, spaces on the two ships in its harbor."""

    inner: int
    outer: int
    ships: tuple[int, int]


@dataclass(frozen=True)
class Europe(Board):
    """A checked map: rules and geometry. Pairs hold the lower number first."""

    size: Point
    territories: tuple[Territory, ...]
    adjacent: tuple[tuple[int, int], ...]
    tiles: tuple[int, ...]
    sections: tuple[Section, ...]
    best: int
    second: int
    empire: str
    france: str
    crossings: tuple[Crossing, ...]
    ridges: tuple[tuple[Point, ...], ...]
    lands: tuple[tuple[Point, ...], ...]

    @property
    def countries(self) -> tuple[str, ...]:
        """Every country once, in the order of the territories."""
        return tuple(dict.fromkeys(territory.country for territory in self.territories))

    @property
    def mission_countries(self) -> dict[str, str]:
        """What this map calls the two countries that missions are about."""
        return {"empire": self.empire, "france": self.france}

    @property
    def names(self) -> tuple[str, ...]:
        """The territories by name."""
        return tuple(territory.name for territory in self.territories)


def check_europe(document: Document) -> Europe:
    """The map in a file, or `BadFile` for its first fault (JB8)."""
    data = document.data
    document.expect_keys(
        (),
        data,
        ("game", "title", "size", "tiles", "adjacent", "missions", "section", "territory"),
        ("reconstructed", "crossing", "ridge", "land"),
    )
    if data["game"] != "journey":
        document.fault(("game",), Message("expected a map of journey, found one of {found}"), found=repr(data["game"]))
    document.text(("title",), data["title"])
    for index, entry in enumerate(document.list(("reconstructed",), data.get("reconstructed", []), 0, 20)):
        document.text(("reconstructed", index), entry)
    size = document.point(("size",), data["size"], _LARGEST)
    territories = _territories(document, data["territory"])
    adjacent = _adjacent(document, data["adjacent"], territories)
    tiles = tuple(
        document.whole(("tiles", index), spaces, 1, _SPACES)
        for index, spaces in enumerate(document.list(("tiles",), data["tiles"], TILES, TILES))
    )
    best, second, empire, france = _missions(document, data["missions"], territories)
    return Europe(
        data, size, territories, adjacent, tiles, _sections(document, data["section"]), best, second, empire, france,
        _crossings(document, data.get("crossing", []), territories, adjacent),
        _lines(document, "ridge", "line", data.get("ridge", []), 2),
        _lines(document, "land", "outline", data.get("land", []), 3),
    )  # fmt: skip


# Territories


def _territories(document: Document, value: object) -> tuple[Territory, ...]:
    """Exactly nine, each with a name of its own."""
    territories: list[Territory] = []
    for index, entry in enumerate(document.list(("territory",), value, TERRITORIES, TERRITORIES)):
        place = ("territory", index)
        document.expect_keys(place, entry, ("name", "country", "outline", "label", "tile", "gold", "templars"))
        name = _name(document, (*place, "name"), entry["name"])
        if any(name.casefold() == other.name.casefold() for other in territories):
            document.fault((*place, "name"), Message("the territory {name} is there twice"), name=name)
        territories.append(
            Territory(
                name,
                _name(document, (*place, "country"), entry["country"]),
                _points(document, (*place, "outline"), entry["outline"], 3),
                document.point((*place, "label"), entry["label"], _LARGEST),
                _box(document, (*place, "tile"), entry["tile"]),
                document.point((*place, "gold"), entry["gold"], _LARGEST),
                _box(document, (*place, "templars"), entry["templars"]),
            )
        )
    return tuple(territories)


def _name(document: Document, where: _Place, value: object) -> str:
    """A name that can be typed: notation has single spaces only."""
    name = document.text(where, value)
    if name != " ".join(name.split()):
        document.fault(where, Message("expected no spaces but single ones between words"))
    return name


def _adjacent(document: Document, value: object, territories: tuple[Territory, ...]) -> tuple[tuple[int, int], ...]:
    """Pairs of territories, each once; they connect all nine. Adjacency has no direction, so it is symmetric."""
    most = TERRITORIES * (TERRITORIES - 1) // 2
    pairs: list[tuple[int, int]] = []
    for index, entry in enumerate(document.list(("adjacent",), value, TERRITORIES - 1, most)):
        place = ("adjacent", index)
        pair = _pair(document, place, entry, territories)
        if pair in pairs:
            one, other = (territories[number].name for number in pair)
            message = Message("{one} and {other} are there twice; each pair is listed once, either way round")
            document.fault(place, message, one=one, other=other)
        pairs.append(pair)
    reached = {0}
    while more := {number for pair in pairs for number in pair if reached & set(pair)} - reached:
        reached |= more
    for number, territory in enumerate(territories):
        if number not in reached:
            message = Message("no way leads from {one} to {other}: every territory must be reachable")
            document.fault(("adjacent",), message, one=territories[0].name, other=territory.name)
    return tuple(pairs)


def _pair(document: Document, where: _Place, value: object, territories: tuple[Territory, ...]) -> tuple[int, int]:
    """Two different territories, by name, as numbers."""
    numbers = {territory.name: number for number, territory in enumerate(territories)}
    found = []
    for name in document.list(where, value, 2, 2):
        if not isinstance(name, str) or name not in numbers:
            message = Message("there is no territory {name}; there are {names}")
            document.fault(where, message, name=repr(name), names=", ".join(numbers))
        found.append(numbers[name])
    one, other = sorted(found)
    if one == other:
        document.fault(where, Message("{territory} is not adjacent to itself"), territory=territories[one].name)
    return one, other


# The track and the missions


def _sections(document: Document, value: object) -> tuple[Section, ...]:
    """Exactly three; six ships, two to a harbor."""
    sections = []
    for index, entry in enumerate(document.list(("section",), value, HARBORS, HARBORS)):
        place = ("section", index)
        document.expect_keys(place, entry, ("inner", "outer", "ships"))
        inner, outer = (document.whole((*place, route), entry[route], 1, _ACTIONS) for route in ("inner", "outer"))
        where = (*place, "ships")
        one, other = (document.whole(where, spaces, 1, _SPACES) for spaces in document.list(where, entry["ships"], 2, 2))
        sections.append(Section(inner, outer, (one, other)))
    return tuple(sections)


def _missions(document: Document, value: object, territories: tuple[Territory, ...]) -> tuple[int, int, str, str]:
    """Points for the best and the second best, and the two countries that missions name."""
    document.expect_keys(("missions",), value, ("best", "second", "empire", "france"))
    assert isinstance(value, Mapping)
    best, second = (document.whole(("missions", key), value[key], 0, _POINTS) for key in ("best", "second"))
    countries = list(dict.fromkeys(territory.country for territory in territories))
    for key in ("empire", "france"):
        if value[key] not in countries:
            message = Message("no territory is of {country}; there are {countries}")
            document.fault(("missions", key), message, country=repr(value[key]), countries=", ".join(countries))
    return best, second, value["empire"], value["france"]


# Geometry


def _points(document: Document, where: _Place, value: object, low: int) -> tuple[Point, ...]:
    listed = document.list(where, value, low, _CORNERS)
    return tuple(document.point((*where, index), point, _LARGEST) for index, point in enumerate(listed))


def _box(document: Document, where: _Place, value: object) -> Box:
    """A box, given by its upper left and its lower right corner."""
    (left, top), (right, bottom) = (document.point(where, corner, _LARGEST) for corner in document.list(where, value, 2, 2))
    if left >= right or top >= bottom:
        document.fault(where, Message("expected the upper left and the lower right corner of a box"))
    return left, top, right, bottom


def _crossings(
    document: Document, value: object, territories: tuple[Territory, ...], adjacent: tuple[tuple[int, int], ...]
) -> tuple[Crossing, ...]:
    crossings = []
    for index, entry in enumerate(document.list(("crossing",), value, 0, len(adjacent))):
        place = ("crossing", index)
        document.expect_keys(place, entry, ("between", "line"))
        pair = _pair(document, (*place, "between"), entry["between"], territories)
        if pair not in adjacent:
            one, other = (territories[number].name for number in pair)
            message = Message("a dotted line makes adjacent, and {one} and {other} are not")
            document.fault((*place, "between"), message, one=one, other=other)
        crossings.append(Crossing(pair, _points(document, (*place, "line"), entry["line"], 2)))
    return tuple(crossings)


def _lines(document: Document, name: str, key: str, value: object, low: int) -> tuple[tuple[Point, ...], ...]:
    """What is only drawn: ridges, and land that is no territory."""
    lines = []
    for index, entry in enumerate(document.list((name,), value, 0, _LANDS)):
        document.expect_keys((name, index), entry, (key,))
        lines.append(_points(document, (name, index, key), entry[key], low))
    return tuple(lines)


# The world


def build_world(players: int, options: Mapping[str, Value], europe: Europe) -> StateArray:
    """The world of a match."""
    world = World.empty()
    w: Any = world[0]
    w["players"] = players
    w["first"] = NOBODY if options["start"] == "random" else options["start"]
    w["crowd"] = 2 if players == 3 else 3  # J16
    w["gold"] = GOLD[players]
    w["tile"] = europe.tiles
    for number, section in enumerate(europe.sections):
        w["route"][number, INNER] = section.inner
        w["route"][number, OUTER] = section.outer
        w["ship"][2 * number : 2 * number + 2] = section.ships
    w["best"] = europe.best
    w["second"] = europe.second
    for one, other in europe.adjacent:
        w["near"][one] |= 1 << other
        w["near"][other] |= 1 << one
    for number, territory in enumerate(europe.territories):
        w["reach"][number] = w["near"][number] | 1 << number
        w["country"][number] = europe.countries.index(territory.country)
        w["empire"] |= (territory.country == europe.empire) << number
        w["france"] |= (territory.country == europe.france) << number
        w["apart"][number] = _steps(europe, number)
    return world


def _steps(europe: Europe, start: int) -> list[int]:
    """How many steps each territory is from this one; all are connected."""
    apart = [0 if number == start else NOWHERE for number in range(TERRITORIES)]
    for distance in range(1, TERRITORIES):
        for pair in europe.adjacent:
            for one, other in (pair, pair[::-1]):
                if apart[one] == distance - 1:
                    apart[other] = min(apart[other], distance)
    return apart
