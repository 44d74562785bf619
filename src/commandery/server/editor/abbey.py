"""The abbey on the bench: rooms with their hiding places, passages, portals, storehouses, and the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.games.templar.text import CARDS_IN_WORDS
from commandery.games.templar.world import CARD_NAMES
from commandery.server.editor.draft import Bench, Draft, Field, Part, Refusal, Way, inner_parts, middle, shifted
from commandery.server.editor.shape import Path, at_path, is_point, read_path, spell_path

__all__ = ["AbbeyBench"]

_KINDS = {"chalices": N_("Add a chalice"), "books": N_("Add a book"), "rings": N_("Add an area for rings")}
_PLACES = {
    # Translators: what lies where on a board that is edited
    "chalices": Message("chalice {number}"),
    "books": Message("book {number}"),
    # Translators: a corner of a room or of a territory
    "outline": Message("corner {number}"),
    # Translators: one of the two ends of a passage
    "opening": Message("end {number}"),
    "boxes": Message("box {number}"),
}


class AbbeyBench(Bench):
    """Boards of Templar."""

    title = N_("The abbey")
    # Translators: from here on what handles of different colours on a board that is edited stand for
    legend = (
        ("room", N_("Rooms")),
        ("passage", N_("Passages")),
        ("portal", N_("Portals")),
        ("storehouse", N_("Storehouses")),
    )

    def parts(self, data: Mapping[str, Any], language: str) -> list[Part]:
        found = []
        for index, room in enumerate(data["room"]):
            name = say(Message("Room {number}"), {"number": index + 1}, language)
            found.append(Part(f"room.{index}", name, (room["label"][0], room["label"][1]), "room"))
        for index, passage in enumerate(data["passage"]):
            if at := middle(data, ("passage", index)):
                found.append(Part(f"passage.{index}", _passage(passage, language), at, "passage"))
        for name, words in (("main", N_("Main portal")), ("side", N_("Side portal"))):
            x, y = data["portal"][name]["at"]
            found.append(Part(f"portal.{name}", translate(words, language), (x, y), "portal"))
        for index, storehouse in enumerate(data["storehouse"]):
            name = say(Message("Storehouse {number}"), {"number": index + 1}, language)
            found.append(Part(f"storehouse.{index}", name, (storehouse["at"][0], storehouse["at"][1]), "storehouse"))
        return found

    def inside(self, data: Mapping[str, Any], path: Path, language: str) -> list[Part]:
        top = path[:2]
        if not top or top[0] == "portal":
            return []
        return [part for part in inner_parts(data, top, lambda each: _place(each, language)) if not part.path.endswith(".at")]

    def fields(self, data: Mapping[str, Any], path: Path, language: str) -> list[Field]:
        if not path:
            return _general(data, language)
        if path[0] == "portal":
            return [_number(data, (*path[:2], "room"), N_("Leads into room"), language)]
        if path[0] == "passage":
            return [
                _number(data, (*path[:2], "rooms", 0), N_("From room"), language),
                _number(data, (*path[:2], "rooms", 1), N_("To room"), language),
            ]
        return []

    def ways(self, data: Mapping[str, Any], path: Path, language: str) -> list[Way]:
        found = []
        if not path:
            found.append(Way("add", "passage", translate(N_("Add a passage"), language)))
        elif path[0] == "passage":
            found.append(Way("remove", spell_path(path[:2]), translate(N_("Remove this passage"), language)))
        elif path[0] == "room":
            found += [Way("add", spell_path((*path[:2], key)), translate(words, language)) for key, words in _KINDS.items()]
            found += _here(path, language)
        return found

    def add(self, draft: Draft, path: Path) -> Path:
        """A passage; a hiding place beside the last one; an area of rings, or one more in it; a corner after another."""
        data = draft.data
        if path == ("passage",):
            return _add_passage(data)
        room = at_path(data, path[:2])
        if len(path) < 3 or path[0] != "room" or room is None:
            raise Refusal(Message("Nothing can be added there."))
        places = room.get(path[2])
        if path[2] == "outline" and len(path) == 4 and is_point(at_path(data, path)):
            here, there = places[path[3]], places[(int(path[3]) + 1) % len(places)]
            places.insert(int(path[3]) + 1, [round((here[0] + there[0]) / 2), round((here[1] + there[1]) / 2)])
            return (*path[:3], int(path[3]) + 1)
        if path[2] == "rings" and len(path) > 3 and (area := at_path(data, path[:4])):
            area.append(shifted(area[-1], 38))
            return (*path[:4], len(area) - 1)
        if path[2] not in _KINDS:
            raise Refusal(Message("Nothing can be added there."))
        if path[2] == "rings":
            places.append([shifted(places[-1][-1], 60) if places and places[-1] else shifted(room["label"])])
            return (*path[:3], len(places) - 1, 0)
        places.append(shifted(places[-1] if places else room["label"]))
        return (*path[:3], len(places) - 1)

    def fill_in(self, draft: Draft, path: Path, text: str) -> None:
        """The door is named by a passage; so many boxes each storehouse has."""
        data = draft.data
        if path == ("door", "rooms"):
            rooms = [int(number) for number in text.split("-") if number.isdecimal() and len(number) < 4]
            if len(rooms) == 2:
                data["door"]["rooms"] = rooms
            return
        super().fill_in(draft, path, text)
        boxes = data["harbor"]["boxes"]
        if path == ("harbor", "boxes") and isinstance(boxes, int) and 1 <= boxes <= 6:
            for storehouse in data["storehouse"]:
                places = storehouse["boxes"]
                del places[boxes:]
                while len(places) < boxes:
                    places.append(shifted(places[-1] if places else storehouse["at"]))


def _passage(passage: Mapping[str, Any], language: str) -> str:
    one, other = passage["rooms"]
    return say(Message("Passage {passage}"), {"passage": f"{one}-{other}"}, language)


def _place(path: Path, language: str) -> str:
    """What a place inside a part is called."""
    key, number = path[2], path[-1] if isinstance(path[-1], int) else 0
    if key == "rings":
        values = {"number": number + 1, "area": int(path[3]) + 1}
        # Translators: a place for a ring on a board that is edited
        return say(Message("ring {number} of area {area}"), values, language)
    if key in _PLACES:
        return say(_PLACES[str(key)], {"number": number + 1}, language)
    # Translators: where the number of a room stands
    return translate(N_("number of the room"), language)


def _number(data: Mapping[str, Any], path: Path, label: str, language: str) -> Field:
    return Field(spell_path(path), translate(label, language), at_path(data, path))


def _general(data: Mapping[str, Any], language: str) -> list[Field]:
    """The numbers of the board: on the cards and at the harbor; and where the door starts."""
    passages = tuple(f"{one}-{other}" for one, other in (passage["rooms"] for passage in data["passage"]))
    one, other = data["door"]["rooms"]
    found = [
        _number(data, ("title",), N_("Title"), language),
        _number(data, ("size", 0), N_("Width"), language),
        _number(data, ("size", 1), N_("Height"), language),
        Field("door.rooms", translate(N_("The door starts at"), language), f"{one}-{other}", tuple((p, p) for p in passages)),
        _number(data, ("harbor", "boxes"), N_("Boxes in a storehouse"), language),
    ]
    for index in range(len(data["harbor"]["first_tiles"])):
        label = say(Message("First tiles in storehouse {number}"), {"number": index + 1}, language)
        found.append(Field(f"harbor.first_tiles.{index}", label, data["harbor"]["first_tiles"][index]))
    for card, name in zip(CARD_NAMES, CARDS_IN_WORDS, strict=True):
        if card in data["cards"]:
            # Translators: how many tiles arrive when The Bells follows a card
            label = say(Message("Number on {card}"), {"card": translate(name, language)}, language)
            found.append(Field(f"cards.{card}", label, data["cards"][card]))
    return found


def _here(path: Path, language: str) -> list[Way]:
    """What can be done about a place inside a room."""
    here = spell_path(path)
    if len(path) < 4:
        return []
    ways = []
    if path[2] == "outline":
        ways.append(Way("add", here, translate(N_("Add a corner after this one"), language)))
    if path[2] == "rings":
        ways.append(Way("add", spell_path(path[:4]), translate(N_("Add a ring to this area"), language)))
    return [*ways, Way("remove", here, translate(N_("Remove it"), language))]


def _add_passage(data: dict[str, Any]) -> Path:
    """A passage between the first two rooms that have none yet, half-way between them."""
    known = [set(passage["rooms"]) for passage in data["passage"]]
    numbers = range(1, len(data["room"]) + 1)
    pairs = ([one, other] for one in numbers for other in numbers if one < other)
    rooms = next((pair for pair in pairs if set(pair) not in known), [1, 2])
    ends = [data["room"][number - 1]["label"] for number in rooms]
    x, y = (round((ends[0][axis] + ends[1][axis]) / 2) for axis in (0, 1))
    data["passage"].append({"rooms": rooms, "opening": [[max(0, x - 25), y], [x + 25, y]]})
    return read_path(f"passage.{len(data['passage']) - 1}")
