"""The harbor in the picture: water, storehouses on their jetties with tiles and tokens, the ship, the bag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.svg import (
    Alike,
    Point,
    Rect,
    alike,
    around,
    fit_text,
    group,
    number,
    overlaps,
    part,
    path,
    rectangle,
    same,
    still,
    text,
)  # fmt: skip
from commandery.games.templar.drawing import pieces
from commandery.games.templar.drawing.paint import target
from commandery.games.templar.drawing.plan import figures_at, portal_boxes
from commandery.games.templar.drawing.standing import Stand, stand_in_rows
from commandery.games.templar.world import Abbey

__all__ = ["Row", "draw_harbor", "harbor_box", "harbor_row", "stands_in_harbor", "stands_in_row"]

_BOX = 21.0  # half a box's side
_PAD = 8.0
_ROOF = 34.0
_SHIP = 52.0  # half its size
_LARGEST = 2500.0
_DECK = 114.0  # how much of a jetty is free for tokens
_BESIDE = (140.0, 160.0)  # in a row: what the ship and the bag take of its width
_MOST, _EDGE = 1.25, 22.0  # in a row: how much larger things are at most, and what is free above and below them


def _house(abbey: Abbey, storehouse: int) -> Rect:
    """A storehouse around its boxes, without the roof."""
    places = abbey.box_places[storehouse]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs) - _BOX - _PAD, min(ys) - _BOX - _PAD, max(xs) + _BOX + _PAD, max(ys) + _BOX + _PAD


def _jetty(abbey: Abbey, storehouse: int) -> Rect:
    """A storehouse with its roof and the deck before it."""
    left, top, right, bottom = _house(abbey, storehouse)
    spread = max(0.0, 110 - (right - left)) / 2
    return left - spread, top - _ROOF - 4, right + spread, bottom + _DECK


def harbor_box(abbey: Abbey) -> Rect:
    """What the jetties and the ship take of the picture."""
    jetties = [_jetty(abbey, storehouse) for storehouse in range(len(abbey.storehouses))]
    x, y = _ship(abbey)
    boxes = [*jetties, (x - _SHIP, y - _SHIP, x + _SHIP, y + _SHIP)]
    return (
        min(box[0] for box in boxes) - 14,
        min(box[1] for box in boxes) - 14,
        max(box[2] for box in boxes) + 14,
        max(box[3] for box in boxes) + 14,
    )


def _water(abbey: Abbey) -> Rect:
    """The water; beyond the picture's edge where that is near."""
    left, top, right, bottom = harbor_box(abbey)
    wide, high = abbey.size
    return (
        left if left > 60 else -_LARGEST,
        top if top > 60 else -_LARGEST,
        right if right < wide - 60 else wide + _LARGEST,
        bottom if bottom < high - 60 else high + _LARGEST,
    )


def _ship(abbey: Abbey) -> Point:
    """Where the ship lies: beside the first storehouse."""
    jetties = [_jetty(abbey, storehouse) for storehouse in range(len(abbey.storehouses))]
    left, top, right, bottom = jetties[0]
    beside = [(right + 60, top + 60), (left - 60, top + 60), (left - 60, bottom), (right + 60, bottom)]
    return _spot(beside, _SHIP, _SHIP, jetties, abbey.size)


def _spot(wanted: Sequence[Point], wide: float, high: float, taken: Sequence[Rect], size: Point) -> Point:
    """The first of some places where a thing, half of it so wide and high, is clear of others; else the first."""
    for x, y in wanted:
        box = (x - wide, y - high, x + wide, y + high)
        fits = box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]
        if fits and not any(overlaps(box, other) for other in taken):
            return x, y
    return wanted[0]


def draw_harbor(abbey: Abbey, view: Mapping[str, Any], language: str, row: Row | None = None) -> str:
    """The harbor with everything in it; with a row, all that a narrow page needs to move it there."""
    board = same(abbey)
    quay, bag = _quay(board, language, row)
    drawn = [quay]
    for storehouse, tiles in enumerate(view["storehouses"]):
        house = part(_storehouse(board, storehouse, alike(tiles), language))
        drawn.append(group(house, style=row.houses[storehouse]) if row else house)
    count = sum(view["bag"].values())
    told = say(Message("{count} tile in the bag", "{count} tiles in the bag", "count"), {"count": count}, language)
    sack = part(group(pieces.sack(count), "bag", "bag", bag, title=told))
    drawn.append(group(sack, style=row.moved(bag, row.bag)) if row else sack)
    return group("".join(drawn), id="harbor", class_="harbor")


@dataclass(frozen=True)
class Row:
    """The harbor as a narrow page shows it: storehouses in a row below the abbey, the ship before them, the bag behind them.

    Styles tell how far a thing is moved there, as a variable: what makes use of it is the page.
    """

    box: Rect
    scale: float
    houses: tuple[str, ...]
    ship: Point
    bag: Point

    def moved(self, at: Point, to: Point) -> str:
        """The style of what stands at a place and goes to another, as much larger as the row is."""
        return f"--row: {number(to[0] - self.scale * at[0])}px {number(to[1] - self.scale * at[1])}px"


@lru_cache(maxsize=16)
def harbor_row(board: Alike, ground: Rect) -> Row | None:
    """Below the ground, as wide as what is left of the harbor; none where that is little, or where rooms are beside it or
    beyond it."""
    abbey: Abbey = board.value
    edge = harbor_box(abbey)[0]
    others = [*portal_boxes(abbey), *(around(room.outline, 10, 10) for room in abbey.rooms)]
    if any(box[2] > edge for box in others):
        return None
    jetties = [_jetty(abbey, storehouse) for storehouse in range(len(abbey.storehouses))]
    first, last = ground[0] + _BESIDE[0], edge - _BESIDE[1]
    pitch = (last - first) / len(jetties)
    scale = min(_MOST, (pitch - 8) / max(box[2] - box[0] for box in jetties))
    if scale < 1:
        return None
    high = scale * max(box[3] - box[1] for box in jetties) + 2 * _EDGE
    top = ground[3] + _EDGE
    row = Row(
        (ground[0], ground[3], edge, ground[3] + high), scale, (),
        (ground[0] + _BESIDE[0] / 2, top + 0.6 * high), (edge - _BESIDE[1] / 2, top + 40 * scale),
    )  # fmt: skip
    middles = [first + pitch * (place + 0.5) for place in range(len(jetties))]
    places = [((box[0] + box[2]) / 2, box[1]) for box in jetties]
    return replace(row, houses=tuple(row.moved(at, (x, top)) for at, x in zip(places, middles, strict=True)))


@lru_cache(maxsize=64)
def _quay(board: Alike, language: str, row: Row | None) -> tuple[str, Point]:
    """What is always there, and where the bag stands."""
    abbey: Abbey = board.value
    houses = range(len(abbey.storehouses))
    jetties = [_jetty(abbey, storehouse) for storehouse in houses]
    water, first, ship = _water(abbey), jetties[0], _ship(abbey)
    middle = (sum(x for x, _ in abbey.storehouses) / len(houses), sum((box[1] + box[3]) / 2 for box in jetties) / len(houses))
    taken = [*jetties, (ship[0] - _SHIP, ship[1] - _SHIP, ship[0] + _SHIP, ship[1] + _SHIP)]
    bag = _spot([middle, (middle[0], middle[1] - 60), (middle[0], middle[1] + 60)], 48, 86, taken, abbey.size)
    taken.append((bag[0] - 48, bag[1] - 48, bag[0] + 48, bag[1] + 86))
    wanted = [(first[0] - 62, first[1] + 36), (first[2] + 62, first[1] + 36), (middle[0], 34)]
    name = _spot(wanted, 54, 22, taken, abbey.size)
    taken.append((name[0] - 60, name[1] - 30, name[0] + 60, name[1] + 16))
    drawn = [group(_sea(water, _within(water, abbey.size), taken), class_="sea-beside")]
    if row:
        left, top, right, bottom = row.box
        far = (left - _LARGEST, top, right + _LARGEST, bottom + _LARGEST)
        drawn.append(group(_sea(far, row.box, [(left + _BESIDE[0], top, right, bottom)]), class_="sea-below"))
    before = row.moved(name, (row.ship[0], row.ship[1] - 75 * row.scale)) if row else None
    drawn.append(text(translate(N_("Harbor"), language), name, "heading middle", style=before))
    rope = f"M{number(ship[0])} {number(ship[1] + 24)}L{number((first[0] + first[2]) / 2)} {number(ship[1] + 46)}"
    drawn.append(path(rope, "rope"))
    sails = row.moved(ship, row.ship) if row else None
    drawn.append(group(pieces.ship(), "ship", "ship", ship, title=translate(N_("The ship"), language), style=sails))
    # Translators: below the drawing of the bag with the number of tiles, the last word in a line of its own
    *above, last = translate(N_("in the bag"), language).split(" ")
    below = row.moved(bag, row.bag) if row else None
    for line, words in enumerate((" ".join(above), last)):
        at = (bag[0], bag[1] + 61)
        drawn.append(text(words, at, "tag middle", dy=f"{line:g}em", font_size=fit_text(words, 118, 18)[1], style=below))
    return still("".join(drawn)), bag


def _sea(water: Rect, seen: Rect, taken: Sequence[Rect]) -> str:
    """Water with its quay, and waves in what is seen of it."""
    return rectangle(water, "sea") + _waves(seen, taken) + rectangle(water, "quay-edge") + rectangle(water, "quay")


def _within(box: Rect, size: Point) -> Rect:
    return max(0.0, box[0]), max(0.0, box[1]), min(size[0], box[2]), min(size[1], box[3])


def _waves(water: Rect, taken: Sequence[Rect]) -> str:
    left, top, right, bottom = water
    drawn = []
    pitch = max(44.0, (right - left + bottom - top) / 40)
    for row in range(int((bottom - top) / pitch) + 1):
        for column in range(int((right - left) / pitch) + 1):
            x = left + column * pitch + (22 if row % 2 else 4) + 14
            y = top + row * pitch + 26
            box = (x - 6, y - 10, x + 38, y + 10)
            if box[2] < right - 8 and box[3] < bottom - 8 and not any(overlaps(box, other) for other in taken):
                drawn.append(f"M{number(x)} {number(y)}q8 -8 16 0q8 8 16 0")
    return path("".join(drawn), "wave") if drawn else ""


@lru_cache(maxsize=1024)
def _storehouse(board: Alike, storehouse: int, tiles: Alike, language: str) -> str:
    """A jetty with a storehouse: its number in the roof, tiles in the boxes, a deck for tokens before it."""
    abbey: Abbey = board.value
    left, top, right, bottom = _jetty(abbey, storehouse)
    house = _house(abbey, storehouse)
    half = (house[0] + house[2]) / 2
    drawn = rectangle((left, top + _ROOF, right, bottom), "deck", 4)
    lines = "".join(f"M{number(left + 2)} {number(y)}H{number(right - 2)}" for y in _steps(house[3] + 12, bottom - 6, 13))
    drawn += path(lines, "deck-line") + rectangle(house, "house")
    peak = f"M{number(house[0] - 5)} {number(house[1])}L{number(house[0] + 12)} {number(top + 2)}"
    drawn += path(f"{peak}H{number(house[2] - 12)}L{number(house[2] + 5)} {number(house[1])}Z", "roof")
    drawn += text(str(storehouse + 1), (half, house[1] - 9), "house-number")
    kinds = list(chain.from_iterable([kind] * count for kind, count in tiles.value.items()))
    for box, (x, y) in enumerate(abbey.box_places[storehouse]):
        drawn += rectangle((x - _BOX, y - _BOX, x + _BOX, y + _BOX), "box", 3, id=f"box-{storehouse + 1}-{box + 1}")
        if box < len(kinds):
            kind = kinds[box]
            drawn += group(pieces.tile(kind), f"tile-{storehouse + 1}-{box + 1}", f"tile kind-{kind}", (x, y))
    name = say(Message("storehouse {number}"), {"number": storehouse + 1}, language)
    drawn += target((left, top, right, bottom), 6)
    return group(drawn, id=f"storehouse-{storehouse + 1}", class_="storehouse", title=name)


def stands_in_row(row: Row, view: Mapping[str, Any]) -> dict[str, str]:
    """The styles of everybody who is in a storehouse, by id: they are moved as it is."""
    return {id: style for place, style in enumerate(row.houses) for id in figures_at(view, f"storehouse {place + 1}")}


def stands_in_harbor(abbey: Abbey, view: Mapping[str, Any]) -> dict[str, Stand]:
    """Where everybody stands who is in a storehouse: on the deck before it, by id."""
    stands: dict[str, Stand] = {}
    for storehouse in range(len(abbey.storehouses)):
        if ids := figures_at(view, f"storehouse {storehouse + 1}"):
            left, _, right, bottom = _jetty(abbey, storehouse)
            deck = (left + 2, _house(abbey, storehouse)[3] + 2, right - 2, bottom - 1)
            stands |= zip(ids, stand_in_rows(deck, 3, len(ids)), strict=True)
    return stands


def _steps(start: float, end: float, step: float) -> list[float]:
    return [start + step * index for index in range(max(0, int((end - start) / step) + 1))]
