"""The map on the bench: territories and which are next to each other, dotted lines, mountains, and the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.server.editor.draft import Bench, Draft, Field, Part, Refusal, Way, inner_parts, middle
from commandery.server.editor.shape import Path, at_path, is_point, read_path, spell_path

__all__ = ["EuropeBench"]

_ABOVE = 38  # so far above a name is the handle of its territory
_BOXES = frozenset({"tile", "templars"})
_LISTS = {
    # Translators: parts of a map that is edited; number counts them
    "ridge": (Message("Mountains {number}"), N_("Add mountains"), "line"),
    # Translators: land that is no territory
    "land": (Message("Foreign land {number}"), N_("Add foreign land"), "outline"),
}
_PLACES = {
    "outline": Message("corner {number}"),
    # Translators: a point of a line on a map
    "line": Message("point {number}"),
    # Translators: one of the two corners of the box in which a city tile lies, or Templars stand
    "tile": Message("city tile, corner {number}"),
    "templars": Message("Templars, corner {number}"),
}
_WHOLE = {
    "tile": N_("city tile"),
    "templars": N_("Templars"),
    "gold": N_("gold"),
    # Translators: where the name of a city stands
    "label": N_("name of the city"),
}


_ROUTES = {
    "inner": Message("Green flags before harbor {number}"),
    "outer": Message("Red flags before harbor {number}"),
}


class EuropeBench(Bench):
    """Maps of Templars' Journey."""

    title = N_("Europe")
    legend = (
        ("territory", N_("Territories")),
        ("crossing", N_("Dotted lines")),
        ("land", N_("Mountains and foreign land")),
    )

    def parts(self, data: Mapping[str, Any], language: str) -> list[Part]:
        found = []
        for index, territory in enumerate(data["territory"]):
            x, y = territory["label"]
            at = (x, max(0, y - _ABOVE))
            found.append(Part(f"territory.{index}", str(territory["name"]), at, "territory"))
        for index, crossing in enumerate(data.get("crossing", [])):
            name = say(Message("Dotted line {between}"), {"between": "-".join(map(str, crossing["between"]))}, language)
            found.append(Part(f"crossing.{index}", name, middle(data, ("crossing", index)) or (0, 0), "crossing"))
        for key, (message, _, _) in _LISTS.items():
            for index in range(len(data.get(key, []))):
                name = say(message, {"number": index + 1}, language)
                at = middle(data, (key, index)) or (0, 0)
                if line := data[key][index].get("line"):  # on it, wherever it bends
                    at = (line[len(line) // 2][0], line[len(line) // 2][1])
                found.append(Part(f"{key}.{index}", name, at, key))
        return found

    def inside(self, data: Mapping[str, Any], path: Path, language: str) -> list[Part]:
        return inner_parts(data, path[:2], lambda each: _place(each, language), _BOXES) if path else []

    def fields(self, data: Mapping[str, Any], path: Path, language: str) -> list[Field]:
        if not path:
            return _general(data, language)
        if path[0] == "territory":
            return [
                _field(data, (*path[:2], "name"), N_("City"), language),
                _field(data, (*path[:2], "country"), N_("Country"), language),
            ]
        if path[0] == "crossing":
            names = tuple((str(territory["name"]),) * 2 for territory in data["territory"])
            between = at_path(data, (*path[:2], "between")) or []
            labels = (N_("From territory"), N_("To territory"))
            return [
                Field(spell_path((*path[:2], "between", end)), translate(labels[end], language), between[end], names)
                for end in range(min(2, len(between)))
            ]
        return []

    def ways(self, data: Mapping[str, Any], path: Path, language: str) -> list[Way]:
        if not path:
            adds = [("crossing", N_("Add a dotted line")), *((key, words) for key, (_, words, _) in _LISTS.items())]
            return [Way("add", key, translate(words, language)) for key, words in adds]
        found = []
        if len(path) == 4 and path[2] in ("outline", "line"):
            here = spell_path(path)
            found = [Way("add", here, translate(N_("Add a point after this one"), language))]
            found.append(Way("remove", here, translate(N_("Remove it"), language)))
        if path[0] != "territory":
            found.append(Way("remove", spell_path(path[:2]), translate(N_("Remove all of it"), language)))
        return found

    def add(self, draft: Draft, path: Path) -> Path:
        """A dotted line, mountains, land; or a point after another."""
        data = draft.data
        if path == ("crossing",):
            return _add_crossing(data)
        if len(path) == 1 and path[0] in _LISTS:
            key, shape = str(path[0]), _LISTS[str(path[0])][2]
            x, y = (round(number / 2) for number in data["size"])
            corners = [[x, y], [x + 60, y], [x + 30, y + 50]]
            data.setdefault(key, []).append({shape: corners if shape == "outline" else corners[:2]})
            return read_path(f"{key}.{len(data[key]) - 1}")
        points = at_path(data, path[:3])
        if len(path) != 4 or path[2] not in ("outline", "line") or not is_point(at_path(data, path)):
            raise Refusal(Message("Nothing can be added there."))
        index = int(path[3])
        here, there = points[index], points[(index + 1) % len(points)]
        points.insert(index + 1, [round((here[0] + there[0]) / 2), round((here[1] + there[1]) / 2)])
        return (*path[:3], index + 1)

    def near(self, data: Mapping[str, Any], path: Path) -> Sequence[tuple[str, bool]]:
        if len(path) < 2 or path[0] != "territory":
            return ()
        own = data["territory"][path[1]]["name"]
        joined = {name for pair in data["adjacent"] if own in pair for name in pair}
        return [(each["name"], each["name"] in joined) for each in data["territory"] if each["name"] != own]

    def join(self, draft: Draft, path: Path, names: Sequence[str]) -> None:
        """Pairs that stay keep their place in the file."""
        data = draft.data
        if len(path) < 2 or path[0] != "territory" or not draft.has(path[:2]):
            return
        own = data["territory"][path[1]]["name"]
        known = [each["name"] for each in data["territory"] if each["name"] != own]
        pairs = [pair for pair in data["adjacent"] if own not in pair or any(name in names for name in pair if name != own)]
        there = {name for pair in pairs if own in pair for name in pair}
        data["adjacent"] = pairs + [[own, name] for name in known if name in names and name not in there]

    def fill_in(self, draft: Draft, path: Path, text: str) -> None:
        """A city that is renamed is renamed wherever it is named; so is a country that missions are about."""
        before = at_path(draft.data, path)
        super().fill_in(draft, path, text)
        after, data = at_path(draft.data, path), draft.data
        if path[0] != "territory" or before == after:
            return
        if path[-1] == "name":
            for pair in (*data["adjacent"], *(crossing["between"] for crossing in data.get("crossing", []))):
                pair[:] = [after if name == before else name for name in pair]
        elif path[-1] == "country" and all(each["country"] != before for each in data["territory"]):
            for key in ("empire", "france"):
                data["missions"][key] = after if data["missions"][key] == before else data["missions"][key]


def _place(path: Path, language: str) -> str:
    """What a place inside a part is called."""
    key = str(path[2])
    if len(path) > 3 and key in _PLACES:
        return say(_PLACES[key], {"number": int(path[3]) + 1}, language)
    return translate(_WHOLE[key], language)


def _field(data: Mapping[str, Any], path: Path, label: str, language: str) -> Field:
    return Field(spell_path(path), translate(label, language), at_path(data, path))


def _general(data: Mapping[str, Any], language: str) -> list[Field]:
    """The numbers of the map: spaces of cities and ships, flags on the routes, and what missions are worth."""
    found = [
        _field(data, ("title",), N_("Title"), language),
        _field(data, ("size", 0), N_("Width"), language),
        _field(data, ("size", 1), N_("Height"), language),
    ]
    for index, spaces in enumerate(data["tiles"]):
        label = say(Message("Spaces on city tile {number}"), {"number": index + 1}, language)
        found.append(Field(f"tiles.{index}", label, spaces))
    for index, section in enumerate(data["section"]):
        for route, message in _ROUTES.items():
            label = say(message, {"number": index + 1}, language)
            found.append(Field(f"section.{index}.{route}", label, section[route]))
        for ship, spaces in enumerate(section["ships"]):
            label = say(Message("Spaces on ship {number}"), {"number": 2 * index + ship + 1}, language)
            found.append(Field(f"section.{index}.ships.{ship}", label, spaces))
    names = dict.fromkeys(each["country"] for each in data["territory"])
    countries = tuple((name, translate(name, language)) for name in names)
    missions = data["missions"]
    found += [
        _field(data, ("missions", "best"), N_("Points for the best at a mission"), language),
        _field(data, ("missions", "second"), N_("Points for the second best"), language),
        Field("missions.empire", translate(N_("A mission is about"), language), missions["empire"], countries),
        Field("missions.france", translate(N_("Another mission is about"), language), missions["france"], countries),
    ]
    return found


def _add_crossing(data: dict[str, Any]) -> Path:
    """A dotted line between the first two neighbours that have none yet."""
    known = [set(crossing["between"]) for crossing in data.get("crossing", [])]
    pairs = [pair for pair in data["adjacent"] if len(pair) == 2]
    pair = next((pair for pair in pairs if set(pair) not in known), None)
    if pair is None:
        raise Refusal(Message("All neighbours are joined by a dotted line already."))
    places = {each["name"]: each["label"] for each in data["territory"]}
    line = [list(places[name]) for name in pair if name in places]
    data.setdefault("crossing", []).append({"between": list(pair), "line": line})
    return read_path(f"crossing.{len(data['crossing']) - 1}")
