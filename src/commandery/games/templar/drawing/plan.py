"""The abbey in the picture: garden, floors, walls, passages, portals, the door, hiding places and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_name, player_names
from commandery.core.svg import (
    Alike,
    Point,
    Rect,
    alike,
    around,
    distance,
    element,
    fit_text,
    group,
    inside,
    number,
    overlaps,
    part,
    path,
    polygon,
    rectangle,
    same,
    still,
    symbol,
    text,
)
from commandery.games.templar.drawing import pieces
from commandery.games.templar.drawing.paint import PREFIX, target
from commandery.games.templar.drawing.standing import Stand, stand_in_room, stand_in_rows
from commandery.games.templar.state import CHURCH
from commandery.games.templar.text import kind_in_words
from commandery.games.templar.view import KIND_NAMES
from commandery.games.templar.world import Abbey, Passage, Room

__all__ = [
    "MONKS",
    "draw_abbey",
    "draw_country",
    "draw_figures",
    "draw_garden",
    "figures_at",
    "portal_boxes",
    "stands_in_abbey",
]

MONKS = {"remigius": N_("Remigius"), "vitus": N_("Vitus"), "severus": N_("Severus")}
"""Figures besides the tokens: their ids and names."""
_CLOISTER = 1
_FLOORS = ("flags", "planks", "bricks")
_NAME_LONG, _NAME_WIDE = 330.0, 150.0  # room for a portal's name: upwards at the side of the abbey, in two lines below it
# Translators: two words, written upwards or in two lines beside the portal
_PORTALS = (N_("Main portal"), N_("Side portal"))
_FAR = 2500.0
_LOCKED = 14.0  # half the door's depth
_NUMBER = (21.0, 24.0)  # half the size of a room number's shield


def _lines(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(outline, [*outline[1:], outline[0]], strict=True)


@lru_cache(maxsize=256)
def _taken(board: Alike, index: int) -> tuple[Rect, ...]:
    """What figures in a room keep clear of: hiding places, the number, passages where the door may be."""
    abbey: Abbey = board.value
    room = abbey.rooms[index]
    boxes = [around([place], 20, 23) for place in (*room.chalices, *room.books)]
    boxes += [around(area, 22, 22) for area in room.rings]
    boxes.append(around([room.label], _NUMBER[0] + 1, _NUMBER[1] + 1))
    boxes += [around(passage.opening, _LOCKED, _LOCKED) for passage in abbey.passages if index in passage.rooms]
    for portal in range(2):
        if abbey.portal_rooms[portal] == index:
            boxes.append(around([_gate(abbey, portal)[0]], 18, 18))
    return tuple(boxes)


def portal_boxes(abbey: Abbey) -> list[Rect]:
    """What the places before the portals and their names take of the picture."""
    return [box for portal in range(2) for box in (_plaza(abbey, portal), _label_box(abbey, portal))]


def draw_garden(abbey: Abbey, ground: Rect, kept: tuple[Rect, ...]) -> str:
    """Grass, and trees around the rooms, none on what is kept clear."""
    return _garden(same(abbey), ground, kept)


@lru_cache(maxsize=16)
def _garden(board: Alike, ground: Rect, kept: tuple[Rect, ...]) -> str:
    abbey: Abbey = board.value
    wide, high = abbey.size
    drawn = [rectangle(ground, "garden")]
    rooms = [around(room.outline, 26, 26) for room in abbey.rooms]
    clear = [*rooms, *kept, *portal_boxes(abbey)]
    spacing = max(46.0, (wide + high) / 60)
    for row in range(int(high / spacing) + 1):
        for column in range(int(wide / spacing) + 1):
            salt = (row * 7919 + column * 104729 + row * column * 31) % 97
            x = column * spacing + spacing / 2 + salt % 11 - 5
            y = row * spacing + spacing / 2 + salt % 13 - 6
            box = (x - 22, y - 22, x + 22, y + 22)
            if x > wide - 18 or y > high - 18 or x < 18 or y < 18 or any(overlaps(box, other) for other in clear):
                continue
            drawn.append(_tree((x, y), 13 + salt % 7) if salt % 3 else path(_tuft((x, y)), "tuft"))
    return still(group("".join(drawn), class_="grounds"))


@lru_cache(maxsize=16)
def draw_country(ground: Rect) -> str:
    """Grass and trees as far as one sees around the board, for a page with more room than the board takes."""
    left, top, right, bottom = ground
    trees = "".join(_tree(at, size) for at, size in (((38, 44), 17), ((150, 30), 13), ((104, 130), 19), ((190, 152), 15)))
    trees += path(_tuft((48, 112)) + _tuft((146, 86)) + _tuft((30, 196)) + _tuft((128, 204)), "tuft")
    high = (bottom - top) / max(1, round((bottom - top) / 220))  # so that the board's edges cut no tree
    grove = element(
        "pattern", trees, id=f"{PREFIX}-grove", x=left, y=top, width=220.0, height=high, patternUnits="userSpaceOnUse"
    )
    far = (left - _FAR, top - _FAR, right + _FAR, bottom + _FAR)
    return still(element("defs", grove) + rectangle(far, "garden") + rectangle(far, "grove", fill=f"url(#{PREFIX}-grove)"))


def _tree(at: Point, size: float) -> str:
    x, y = at
    crown = element("circle", class_="shade", cx=x + 4, cy=y + 5, r=size) + element("circle", class_="leaf", cx=x, cy=y, r=size)
    return crown + element("circle", class_="leaf-light", cx=x - size * 0.25, cy=y - size * 0.28, r=size * 0.58)


def _tuft(at: Point) -> str:
    x, y = number(at[0]), number(at[1])
    return f"M{x} {y}v-9m-5 9l-3 -7m13 7l3 -7m10 14v-8m-4 8l-3 -6m11 6l3 -6"


def _tint(index: int) -> str:
    if index == CHURCH:
        return "tint-church"
    return "tint-cloister" if index == _CLOISTER else f"tint-{(index * 3 + index // 4) % 4}"


def draw_abbey(abbey: Abbey, view: Mapping[str, Any], language: str) -> str:
    """Rooms with their hiding places, walls, passages, portals and the door."""
    board = same(abbey)
    drawn = [_building(board, language)]
    drawn += [part(_door(passage, language)) for passage in abbey.passages if passage.name == view["door"]]
    names = player_names(view, language)
    for index, held in enumerate(view["rooms"]):
        drawn += [_number(board, index), part(_places(board, index, alike(held), names, language))]
    return group("".join(drawn), id="abbey", class_="abbey")


@lru_cache(maxsize=64)
def _building(board: Alike, language: str) -> str:
    """What is always there."""
    abbey: Abbey = board.value
    drawn = [_portal_way(abbey, portal) for portal in range(2)]
    drawn.append(rectangle(around(abbey.rooms[CHURCH].outline, 0, 0), "masonry"))  # behind an apse
    drawn += [part(_floor(room, index, language)) for index, room in enumerate(abbey.rooms)]
    outlines = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in room.outline) + "Z" for room in abbey.rooms)
    walls = group(path(outlines, "wall-shade"), at=(3, 4))
    walls += "".join(path(outlines, class_) for class_ in ("wall-edge", "wall", "wall-joint"))
    passages = "".join(_passage(passage) for passage in abbey.passages)
    drawn.append(still(group(walls, id="walls", class_="walls") + passages))
    drawn += [part(_portal(abbey, portal, language)) for portal in range(2)]
    return "".join(drawn)


def _floor(room: Room, index: int, language: str) -> str:
    shape = polygon(room.outline, f"floor {_tint(index)}")
    left, top, right, bottom = around(room.outline, 0, 0)
    middle = (left + right) / 2, (top + bottom) / 2
    if index == _CLOISTER:
        inner = [(x + (middle[0] - x) * 0.2, y + (middle[1] - y) * 0.47) for x, y in room.outline]
        shape += polygon(room.outline, "paved", fill=f"url(#{PREFIX}-flags)") + _garth(inner, middle)
        shape += polygon(inner, "columns-edge") + polygon(inner, "columns")
    elif index == CHURCH:
        inner = [(x + (middle[0] - x) * 0.085, y + (middle[1] - y) * 0.085) for x, y in room.outline]
        size = min(right - left, bottom - top) / 26
        shape += polygon(room.outline, "paved", fill=f"url(#{PREFIX}-bricks)") + polygon(inner, "nave")
        shape += group(symbol(0, "cross"), at=middle, scale=size)
    else:
        shape += polygon(room.outline, "paved", fill=f"url(#{PREFIX}-{_FLOORS[index % 2]})")
    clip = f"{PREFIX}-floor-{index + 1}"
    shape += element("clipPath", polygon(room.outline, "floor"), id=clip)
    shape += "".join(
        polygon(room.outline, class_, clip_path=f"url(#{clip})") for class_ in ("glow glow-line", "glow glow-band")
    )
    name = say(Message("room {number}"), {"number": index + 1}, language)
    kind = " church" if index == CHURCH else " cloister" if index == _CLOISTER else ""
    return group(shape, id=f"room-{index + 1}", class_=f"room{kind}", title=name)


def _garth(lawn: Sequence[Point], middle: Point) -> str:
    """The garden of the cloister, quartered by paths that meet at a well."""
    left, top, right, bottom = around(lawn, 0, 0)
    (x, y), half = middle, min(right - left, bottom - top) / 16
    paths = rectangle((left, y - half, right, y + half), "way") + rectangle((x - half, top, x + half, bottom), "way")
    well = element("circle", class_="way", cx=x, cy=y, r=half * 3) + element("circle", class_="well", cx=x, cy=y, r=half * 1.6)
    return polygon(lawn, "lawn") + paths + well


@lru_cache(maxsize=256)
def _number(board: Alike, index: int) -> str:
    room: Room = board.value.rooms[index]
    wide, high = _NUMBER
    low, flank = f"{high * 0.6:g}", f"{high * 0.85:g}"
    shield = f"M{-wide} {-high}H{wide}V0C{wide} {low} 6 {flank} 0 {high}C-6 {flank} {-wide} {low} {-wide} 0Z"
    church = index == CHURCH
    drawn = path(shield, "shield shield-church" if church else "shield")
    drawn += text(str(index + 1), (0, 7), f"room-number{' on-dark' if church else ''}{' long' if index > 8 else ''}")
    return group(drawn, id=f"room-{index + 1}-number", class_="number", at=room.label)


@lru_cache(maxsize=16_384)
def _places(board: Alike, index: int, lies: Alike, names: tuple[str, ...], language: str) -> str:
    """The hiding places of a room, and what lies there."""
    room: Room = board.value.rooms[index]
    number = index + 1
    held: Mapping[str, Any] = lies.value
    drawn = []
    for kind, places, found in (("chalice", room.chalices, held["chalices"]), ("book", room.books, held["books"])):
        empty = pieces.chalice_slot() if kind == "chalice" else pieces.book_slot()
        for space, (at, piece) in enumerate(zip(places, found, strict=True)):
            id = f"{kind}-{number}-{space + 1}"
            drawn.append(_space(id, kind, at, _valuable(id, kind, piece, names, language), empty))
    for area, (places, found, type) in enumerate(zip(room.rings, held["rings"], held["ring_types"], strict=True)):
        box = around(places, 22, 22)
        table = rectangle(box, "plate", 10)
        for space, (at, piece) in enumerate(zip(places, found, strict=True)):
            id = f"ring-{number}-{area + 1}-{space + 1}"
            table += _space(id, "ring", at, _valuable(id, type or "a", piece, names, language), pieces.ring_slot(type))
        if len(room.rings) > 1:
            table += group(text(str(area + 1), (0, 4.6), "area-number"), at=(box[0] + 5, box[1] + 5), class_="tag-number")
        table += target(box, 10)
        drawn.append(group(table, id=f"area-{number}-{area + 1}", class_=f"area type-{type}" if type else "area"))
    return group("".join(drawn), id=f"room-{number}-places", class_="places")


def _space(id: str, name: str, at: Point, held: str, empty: str) -> str:
    """A hiding place: with a valuable, or an empty slot."""
    return group(held or empty, id=id, class_=f"space {name} {'held' if held else 'empty'}", at=at)


def _valuable(id: str, kind: str, piece: Mapping[str, Any] | None, names: Sequence[str], language: str) -> str:
    """What lies in a hiding place, if anything does."""
    if piece is None:
        return ""
    owner = int(piece["owner"])
    name = kind if kind in ("chalice", "book") else f"ring type-{kind}"
    drawn = pieces.valuable(kind, owner, bool(piece["scored"]))
    words = kind_in_words(KIND_NAMES.index(kind), language)
    told = say(Message("{kind} of {owner}"), {**words, "owner": names[owner]}, language)
    if piece["scored"]:
        # Translators: valuable is "book of Player 2", which has been turned over and scores no more
        told = say(Message("{valuable}, scored"), {"valuable": told}, language)
    state = f"valuable {name} seat-{owner}{' scored' if piece['scored'] else ''}"
    return group(drawn, id=f"valuable-{id}", class_=state, title=told)


def _along(passage: Passage) -> tuple[Point, float, float]:
    """The middle of an opening, half its length, and how it is turned."""
    (x0, y0), (x1, y1) = passage.opening
    return ((x0 + x1) / 2, (y0 + y1) / 2), hypot(x1 - x0, y1 - y0) / 2, degrees(atan2(y1 - y0, x1 - x0))


def _passage(passage: Passage) -> str:
    middle, half, turn = _along(passage)
    sill = rectangle((-half, -10.5, half, 10.5), "sill") + path(f"M{-half:g} -4H{half:g}M{-half:g} 4H{half:g}", "sill-line")
    jambs = "".join(rectangle((x - 3, -11.5, x + 3, 11.5), "jamb", 2) for x in (-half, half))
    return group(sill + jambs, id=f"passage-{passage.name}", class_="passage", at=middle, turn=turn, title=passage.name)


@lru_cache(maxsize=256)
def _door(passage: Passage, language: str) -> str:
    """The locked door: planks with iron bands and a padlock that hangs upright."""
    middle, half, turn = _along(passage)
    half = max(half - 2, 16)
    leaf = rectangle((-half, -13, half, 13), "leaf-door", 2)
    leaf += path("".join(f"M{x:g} -13V13" for x in (-half * 0.7, -half * 0.35, half * 0.35, half * 0.7)), "plank")
    leaf += "".join(rectangle((x - 2.5, -13, x + 2.5, 13), "band") for x in (-half * 0.84, half * 0.84))
    lock = path("M-5.5 -3V-6.5A5.5 5.5 0 0 1 5.5 -6.5V-3", "shackle") + rectangle((-9, -4, 9, 11), "lock", 2.5)
    lock += path("M0 .6A2.3 2.3 0 0 1 1.2 4.6L1.9 8.2H-1.9L-1.2 4.6A2.3 2.3 0 0 1 0 .6Z", "keyhole")
    # Translators: passage is named by its two rooms: 9-13
    told = say(Message("The door: {passage}"), {"passage": passage.name}, language)
    return group(group(leaf, turn=turn) + lock, id="door", class_="door", at=middle, title=told)


# Portals


def _gate(abbey: Abbey, portal: int) -> tuple[Point, Point]:
    """Where a portal breaks its room's wall, and the way out as a step to the left, right, up or down."""
    return _gate_of(same(abbey), portal)


@lru_cache(maxsize=32)
def _gate_of(board: Alike, portal: int) -> tuple[Point, Point]:
    abbey: Abbey = board.value
    at, room = abbey.portals[portal], abbey.rooms[abbey.portal_rooms[portal]]
    _, gate = min(distance(at, *line) for line in _lines(room.outline))
    out = (at[0] - gate[0], at[1] - gate[1])
    if inside(at, room.outline) or out == (0, 0):
        left, top, right, bottom = around(room.outline, 0, 0)
        out = (gate[0] - (left + right) / 2, gate[1] - (top + bottom) / 2)
    if abs(out[0]) >= abs(out[1]):
        return gate, (1.0 if out[0] >= 0 else -1.0, 0.0)
    return gate, (0.0, 1.0 if out[1] >= 0 else -1.0)


def _plaza(abbey: Abbey, portal: int) -> Rect:
    """The place before a portal: two figures by four at the side of the abbey, a row of eight above or below it."""
    (x, y), (along, down) = _gate(abbey, portal)
    at = abbey.portals[portal]
    wide, high = (38.0, 110.0) if along else (140.0, 28.0)
    x = min(at[0], x - wide - 20) if along < 0 else max(at[0], x + wide + 20) if along else at[0]
    y = min(at[1], y - high - 20) if down < 0 else max(at[1], y + high + 20) if down else at[1]
    return x - wide, y - high, x + wide, y + high


def _label_box(abbey: Abbey, portal: int) -> Rect:
    left, top, right, bottom = _plaza(abbey, portal)
    if _gate(abbey, portal)[1][0]:
        return left, top - _NAME_LONG, right, top
    return left - _NAME_WIDE, top, left, bottom


def _portal_way(abbey: Abbey, portal: int) -> str:
    """The ground before a portal and the way from it."""
    (x, y), (along, _) = _gate(abbey, portal)
    left, top, right, bottom = _plaza(abbey, portal)
    way = (
        (min(x, left + 9), y - 26, max(x, right - 9), y + 26)
        if along
        else (x - 26, min(y, top + 9), x + 26, max(y, bottom - 9))
    )
    return rectangle(way, "way") + rectangle((left, top, right, bottom), "way", 16)


def _portal(abbey: Abbey, portal: int, language: str) -> str:
    gate, (along, _) = _gate(abbey, portal)
    drawn = rectangle((-30, -11, 30, 11), "sill") + path("M-30 -4H30M-30 4H30", "sill-line")
    for side in (-1, 1):
        drawn += rectangle((min(side * 22, side * 27), -15, max(side * 22, side * 27), 15), "leaf-door", 1)
        drawn += element("circle", class_="tower", cx=side * 39.0, r=14.0)
        drawn += element("circle", class_="tower-top", cx=side * 39.0, r=7.0)
    left, top, right, bottom = _plaza(abbey, portal)
    name = translate(_PORTALS[portal], language)
    if along:
        upwards = text(name, (12, 0), "tag", dy="0.33em", font_size=fit_text(name, _NAME_LONG - 12, 30)[1])
        label = group(upwards, at=((left + right) / 2, top), turn=-90)
    else:
        words = name.split(" ", 1)
        size = min(fit_text(word, _NAME_WIDE - 10, 30)[1] for word in words)
        at = left - 10, (top + bottom) / 2
        label = "".join(text(word, at, "tag end", dy=f"{line - 0.17:g}em", font_size=size) for line, word in enumerate(words))
    id = f"portal-{'side' if portal else 'main'}"
    ground = target((left + 5, top + 5, right - 5, bottom - 5), 13)
    return group(group(drawn, at=gate, turn=90 if along else 0) + label + ground, id=id, class_="portal gate", title=name)


# Figures


def figures_at(view: Mapping[str, Any], place: str) -> list[str]:
    """The ids of those who stand at a place, in the order in which they stand."""
    found = [name for name in MONKS if view[name] == place]
    return found + [f"token-{player['seat']}" for player in view["players"] if player["token"] == place]


def draw_figures(view: Mapping[str, Any], stands: Mapping[str, Stand], language: str, styles: Mapping[str, str]) -> str:
    """Figures, each at its place, always in the same order, so that a page can follow each from place to place; some with a
    style of their own."""
    drawn = []
    for player in view["players"]:
        seat = int(player["seat"])
        id = f"token-{seat}"
        if id in stands:
            active = bool(view["actor"] == seat)
            state = f"token seat-{seat}{' active' if active else ''}{' own' if view['seat'] == seat else ''}"
            x, y, scale = stands[id]
            name = player_name(view, seat, language)
            drawn.append(group(pieces.pawn(seat, active), id, state, (x, y), scale, name, style=styles.get(id)))
    for id, name in MONKS.items():
        if id in stands:
            x, y, scale = stands[id]
            drawn.append(group(pieces.monk(id, scale), id, f"figure {id}", (x, y), scale, translate(name, language)))
    return "".join(drawn)


def stands_in_abbey(abbey: Abbey, view: Mapping[str, Any]) -> dict[str, Stand]:
    """Where everybody stands who is in a room or before a portal, by id."""
    board, stands = same(abbey), dict[str, Stand]()
    for index, room in enumerate(abbey.rooms):
        if ids := figures_at(view, f"room {index + 1}"):
            stands |= zip(ids, stand_in_room(room.outline, _taken(board, index), len(ids)), strict=True)
    for portal, place in enumerate(("main portal", "side portal")):
        if ids := figures_at(view, place):
            columns = 2 if _gate(abbey, portal)[1][0] else 8
            stands |= zip(ids, stand_in_rows(_plaza(abbey, portal), columns, len(ids)), strict=True)
    return stands
