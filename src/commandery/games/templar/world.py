"""The board file (TB1-TB6) and the world built from it."""

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
from commandery.games.templar.state import (
    AREAS,
    BOXES,
    CARDS,
    DOORS,
    MAIN_PORTAL,
    ROOMS,
    SIDE_PORTAL,
    SPACES,
    STOREHOUSES,
    World,
)

__all__ = ["CARD_NAMES", "STANDARD_NAMES", "Abbey", "Passage", "Point", "Room", "build_world", "check_abbey"]

Point = tuple[float, float]

CARD_NAMES = (
    "anselmus", "josua", "lucas", "benjamin", "maria", "stephanus", "porticus", "remigius", "severus", "bells",
)  # fmt: skip
"""The cards in notation, by number."""
STANDARD_NAMES = (N_("The abbey"),)
"""The words in the standard board file, marked for translation."""
_LARGEST = 10_000  # the largest coordinate
_CORNERS = 40  # the most corners of a room


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its outline, where its number stands, and its hiding places; ``rings`` by area."""

    outline: tuple[Point, ...]
    label: Point
    chalices: tuple[Point, ...]
    books: tuple[Point, ...]
    rings: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage between two rooms, numbered from 0, and the opening in the wall."""

    rooms: tuple[int, int]
    opening: tuple[Point, Point]

    @property
    def name(self) -> str:
        return f"{self.rooms[0] + 1}-{self.rooms[1] + 1}"


@dataclass(frozen=True)
class Abbey(Board):
    """A checked board: rules and geometry."""

    size: Point
    rooms: tuple[Room, ...]
    passages: tuple[Passage, ...]
    door: int
    portal_rooms: tuple[int, int]
    portals: tuple[Point, Point]
    storehouses: tuple[Point, ...]
    box_places: tuple[tuple[Point, ...], ...]
    boxes: int
    first_tiles: tuple[int, ...]
    numbers: tuple[int, ...]


def check_abbey(document: Document) -> Abbey:
    """The board in a file, or `BadFile` for its first fault (TB6)."""
    data = document.data
    document.expect_keys(
        (),
        data,
        ("game", "title", "size", "cards", "door", "portal", "harbor", "storehouse", "room", "passage"),
        ("reconstructed",),
    )
    if data["game"] != "templar":
        document.fault(("game",), Message("expected a board of templar, found one of {found}"), found=repr(data["game"]))
    document.text(("title",), data["title"])
    for index, entry in enumerate(document.list(("reconstructed",), data.get("reconstructed", []), 0, 20)):
        document.text(("reconstructed", index), entry)
    size = document.point(("size",), data["size"], _LARGEST)
    rooms = _rooms(document, data["room"])
    passages = _passages(document, data["passage"])
    _check_connected(document, passages)
    boxes, first_tiles = _harbor(document, data["harbor"])
    storehouses, box_places = _storehouses(document, data["storehouse"], boxes)
    portal_rooms, portals = _portals(document, data["portal"])
    return Abbey(
        data, size, rooms, passages, _door(document, data["door"], passages), portal_rooms, portals, storehouses, box_places,
        boxes, first_tiles, _numbers(document, data["cards"]),
    )  # fmt: skip


def _points(document: Document, where: tuple[str | int, ...], value: object, low: int, high: int) -> tuple[Point, ...]:
    listed = document.list(where, value, low, high)
    return tuple(document.point((*where, index), point, _LARGEST) for index, point in enumerate(listed))


def _rooms(document: Document, value: object) -> tuple[Room, ...]:
    """Exactly 13 rooms, numbered in order, each with at least one hiding place."""
    rooms = []
    for index, entry in enumerate(document.list(("room",), value, ROOMS, ROOMS)):
        place = ("room", index)
        document.expect_keys(place, entry, ("number", "outline", "label", "chalices", "books", "rings"))
        if entry["number"] != index + 1:
            message = Message("rooms are numbered in order: expected {number}, found {found}")
            document.fault((*place, "number"), message, number=index + 1, found=repr(entry["number"]))
        areas = document.list((*place, "rings"), entry["rings"], 0, AREAS)
        room = Room(
            _points(document, (*place, "outline"), entry["outline"], 3, _CORNERS),
            document.point((*place, "label"), entry["label"], _LARGEST),
            _points(document, (*place, "chalices"), entry["chalices"], 0, SPACES),
            _points(document, (*place, "books"), entry["books"], 0, SPACES),
            tuple(_points(document, (*place, "rings", number), area, 1, SPACES) for number, area in enumerate(areas)),
        )
        if not (room.chalices or room.books or room.rings):
            document.fault(place, Message("room {room} has no hiding place; every room has at least one"), room=index + 1)
        rooms.append(room)
    return tuple(rooms)


def _passages(document: Document, value: object) -> tuple[Passage, ...]:
    passages: list[Passage] = []
    for index, entry in enumerate(document.list(("passage",), value, 2, DOORS)):
        place = ("passage", index)
        document.expect_keys(place, entry, ("rooms", "opening"))
        one, other = _pair(document, (*place, "rooms"), entry["rooms"])
        if any({one, other} == set(passage.rooms) for passage in passages):
            document.fault(place, Message("the passage {one}-{other} is there twice"), one=one + 1, other=other + 1)
        start, end = _points(document, (*place, "opening"), entry["opening"], 2, 2)
        passages.append(Passage((one, other), (start, end)))
    return tuple(passages)


def _pair(document: Document, where: tuple[str | int, ...], value: object) -> tuple[int, int]:
    """Two different rooms, as numbers from 0."""
    listed = document.list(where, value, 2, 2)
    one, other = (document.whole(where, number, 1, ROOMS) - 1 for number in listed)
    if one == other:
        document.fault(where, Message("a passage leads from one room into another, not from {room} into itself"), room=one + 1)
    return one, other


def _check_connected(document: Document, passages: tuple[Passage, ...]) -> None:
    reached = {0}
    while more := {room for passage in passages for room in passage.rooms if reached & set(passage.rooms)} - reached:
        reached |= more
    missing = sorted(set(range(ROOMS)) - reached)
    if missing:
        message = Message("no way leads from room 1 to room {room}: every room must be reachable")
        document.fault(("passage",), message, room=missing[0] + 1)


def _door(document: Document, value: object, passages: tuple[Passage, ...]) -> int:
    document.expect_keys(("door",), value, ("rooms",))
    assert isinstance(value, Mapping)
    one, other = _pair(document, ("door", "rooms"), value["rooms"])
    places = [index for index, passage in enumerate(passages) if {one, other} == set(passage.rooms)]
    if not places:
        message = Message("the door starts on a passage, and {one}-{other} is none")
        document.fault(("door", "rooms"), message, one=one + 1, other=other + 1)
    return places[0]


def _portals(document: Document, value: object) -> tuple[tuple[int, int], tuple[Point, Point]]:
    document.expect_keys(("portal",), value, ("main", "side"))
    assert isinstance(value, Mapping)
    rooms, places = [], []
    for name in ("main", "side"):
        place = ("portal", name)
        document.expect_keys(place, value[name], ("room", "at"))
        rooms.append(document.whole((*place, "room"), value[name]["room"], 1, ROOMS) - 1)
        places.append(document.point((*place, "at"), value[name]["at"], _LARGEST))
    return (rooms[0], rooms[1]), (places[0], places[1])


def _harbor(document: Document, value: object) -> tuple[int, tuple[int, ...]]:
    document.expect_keys(("harbor",), value, ("boxes", "first_tiles"))
    assert isinstance(value, Mapping)
    boxes = document.whole(("harbor", "boxes"), value["boxes"], 1, BOXES)
    listed = document.list(("harbor", "first_tiles"), value["first_tiles"], STOREHOUSES, STOREHOUSES)
    first = tuple(document.whole(("harbor", "first_tiles"), count, 0, BOXES) for count in listed)
    if max(first) > boxes:
        message = Message("{tiles} first tiles do not fit {boxes} boxes")
        document.fault(("harbor", "first_tiles"), message, tiles=max(first), boxes=boxes)
    return boxes, first


def _storehouses(document: Document, value: object, boxes: int) -> tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]:
    places, box_places = [], []
    for index, entry in enumerate(document.list(("storehouse",), value, STOREHOUSES, STOREHOUSES)):
        place = ("storehouse", index)
        document.expect_keys(place, entry, ("at", "boxes"))
        places.append(document.point((*place, "at"), entry["at"], _LARGEST))
        box_places.append(_points(document, (*place, "boxes"), entry["boxes"], boxes, boxes))
    return tuple(places), tuple(box_places)


def _numbers(document: Document, value: object) -> tuple[int, ...]:
    names = CARD_NAMES[:-1]
    document.expect_keys(("cards",), value, names)
    assert isinstance(value, Mapping)
    return tuple(document.whole(("cards", name), value[name], 0, 24) for name in names)


def build_world(players: int, options: Mapping[str, Value], abbey: Abbey) -> StateArray:
    """The world of a match."""
    world = World.empty()
    w: Any = world[0]
    w["players"] = players
    w["first"] = NOBODY if options["start"] == "random" else options["start"]
    w["stephanus"] = options["stephanus"]
    w["first_game"] = options["first_game"]
    w["honour"] = options["table_rules"] == "honour"
    w["raphael_before"] = options["raphael"] == "before"
    w["rounds"] = options["rounds"]
    w["areas"] = max(len(room.rings) for room in abbey.rooms)
    w["boxes"] = abbey.boxes
    w["first_tiles"] = abbey.first_tiles
    w["number"][: CARDS - 1] = abbey.numbers
    w["passages"] = len(abbey.passages)
    w["door"] = abbey.door
    for number, room in enumerate(abbey.rooms):
        w["chalice_spaces"][number] = len(room.chalices)
        w["book_spaces"][number] = len(room.books)
        for area, places in enumerate(room.rings):
            w["ring_size"][number, area] = len(places)
    for passage in abbey.passages:
        one, other = passage.rooms
        w["adjoining"][one] |= 1 << other
        w["adjoining"][other] |= 1 << one
    for door in range(len(abbey.passages)):
        _open_ways(w, abbey, door)
    return world


def _open_ways(w: Any, abbey: Abbey, door: int) -> None:
    """The tables of open steps with the door on this passage (T22, T23)."""
    near = w["near"][door]
    for number, passage in enumerate(abbey.passages):
        if number != door:
            one, other = passage.rooms
            near[one] |= 1 << other
            near[other] |= 1 << one
    near[MAIN_PORTAL] = 1 << abbey.portal_rooms[0]
    near[SIDE_PORTAL] = 1 << abbey.portal_rooms[1]
    for place in range(SIDE_PORTAL + 1):
        reached = 1 << place if place < ROOMS else 0
        for steps in range(3):
            reached |= near[place]
            for room in range(ROOMS):
                if steps > 0 and w["within"][door, (steps - 1) * 16 + place] >> room & 1:
                    reached |= near[room]
            w["within"][door, steps * 16 + place] = reached
