"""Pictures: well-formed, readable, the same for the same view, without secrets; and that of Templar: complete and clear."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import commandery
from commandery.core.game import GameKind
from commandery.core.svg import Rect, overlaps, whole
from commandery.games.templar.drawing.pieces import FIGURE_HEIGHT, FIGURE_WIDTH
from commandery.games.templar.picture import picture
from commandery.games.templar.world import Abbey

SVG = "{http://www.w3.org/2000/svg}"
MONKS = ("remigius", "vitus", "severus")
WANTED = ("stash", "place")
MIDDLE = {"templar": 300, "templari": 300, "journey": 150}
"""How many decisions into a match its middle is."""


def board() -> Abbey:
    found = commandery.game("templar", players=5).board
    assert isinstance(found, Abbey)
    return found


@pytest.fixture(scope="module")
def abbey() -> Abbey:
    return board()


def in_the_middle(name: str) -> commandery.Match:
    """A table of five in the middle of a match: random decisions, stashing and placing whenever that is possible."""
    match = commandery.game(name, players=5).start(seed=5)
    chance = random.Random(11)
    for _ in range(MIDDLE[name]):
        legal = match.legal(match.to_act[0])
        match.play(match.to_act[0], chance.choice([action for action in legal if str(action).startswith(WANTED)] or legal))
    return match


class Seen(NamedTuple):
    """A table that is looked at: the game, its board, and what the first seat sees of it."""

    kind: GameKind[Any]
    board: Any
    view: dict[str, Any]

    @property
    def svg(self) -> str:
        return self.kind.picture(self.board, self.view, "en")


@pytest.fixture(scope="module", params=["templar", "templari", "journey"])
def seen(request: pytest.FixtureRequest) -> Seen:
    match = in_the_middle(request.param)
    return Seen(match.game.kind, match.game.board, match.view(0))


@pytest.fixture(scope="module")
def middle() -> dict[str, Any]:
    return in_the_middle("templar").view(0)


def gathered(view: dict[str, Any], place: str) -> dict[str, Any]:
    """The same table with everybody at one place."""
    changed = copy.deepcopy(view)
    for player in changed["players"]:
        player["token"] = place
    if not place.startswith("storehouse"):
        changed.update(dict.fromkeys(MONKS, place))
    return changed


def by_id(svg: str) -> dict[str, ET.Element]:
    return {element.attrib["id"]: element for element in ET.fromstring(svg).iter() if "id" in element.attrib}


def transformed(element: ET.Element) -> tuple[float, float, float]:
    """Where an element is moved to, and its scale."""
    transform = element.get("transform", "")
    moved = re.search(r"translate\((\S+) (\S+)\)", transform)
    scaled = re.search(r"scale\((\S+)\)", transform)
    x, y = (float(moved[1]), float(moved[2])) if moved else (0.0, 0.0)
    return x, y, float(scaled[1]) if scaled else 1.0


def figures(svg: str) -> dict[str, Rect]:
    """The boxes that the figures fill, by id."""
    boxes = {}
    for id, element in by_id(svg).items():
        if id in MONKS or id.startswith("token-"):
            x, y, scale = transformed(element)
            wide, high = FIGURE_WIDTH / 2 * scale, FIGURE_HEIGHT / 2 * scale
            boxes[id] = (x - wide, y - high, x + wide, y + high)
    return boxes


def kept_clear(abbey: Abbey) -> Iterator[Rect]:
    """Every hiding place and room number."""
    for room in abbey.rooms:
        for x, y in (*room.chalices, *room.books):
            yield x - 18, y - 22, x + 18, y + 22
        for area in room.rings:
            yield min(x for x, _ in area) - 22, min(y for _, y in area) - 22, max(x for x, _ in area) + 22, area[0][1] + 22
        x, y = room.label
        yield x - 21, y - 24, x + 21, y + 24


def overlapping(boxes: list[Rect]) -> list[tuple[Rect, Rect]]:
    return [(one, other) for index, one in enumerate(boxes) for other in boxes[:index] if overlaps(one, other)]


def test_it_is_one_document_without_anything_from_outside(seen: Seen) -> None:
    root = ET.fromstring(seen.svg)
    assert root.tag == f"{SVG}svg"
    assert {element.tag.removeprefix(SVG) for element in root.iter()}.isdisjoint({"script", "image", "use", "foreignObject"})
    assert "href" not in seen.svg and "@import" not in seen.svg and "@font-face" not in seen.svg
    assert all(address.startswith(f"#{seen.kind.name}-") for address in re.findall(r"url\(([^)]*)\)", seen.svg))


def test_no_rule_of_its_style_reaches_the_page(seen: Seen) -> None:
    root = ET.fromstring(seen.svg)
    assert root.attrib["class"] == seen.kind.name
    sheets = [element.text or "" for element in root.iter(f"{SVG}style")]
    selectors = [selector.strip() for sheet in sheets for selector in re.findall(r"([^{}]+)\{", sheet)]
    assert len(selectors) > 50
    assert all(re.match(rf"\.{seen.kind.name}( |$)", selector) for selector in selectors)


def test_ids_are_unique(seen: Seen) -> None:
    ids = [element.attrib["id"] for element in ET.fromstring(seen.svg).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids)) > 30


def test_players_have_colours_and_symbols(seen: Seen) -> None:
    """Five of each, no two the same."""
    found = by_id(seen.svg)
    symbols = {next(found[f"player-{seat}"].iter(f"{SVG}path")).attrib["d"] for seat in range(5)}
    colours = {next(found[f"player-{seat}"].iter(f"{SVG}circle")).attrib["class"] for seat in range(5)}
    assert len(symbols) == len(colours) == 5


def test_everything_on_the_table_is_there_once(abbey: Abbey, middle: dict[str, Any]) -> None:
    found = by_id(picture(abbey, middle))
    wanted = {"door", "bag", "ship", "portal-main", "portal-side", *(f"token-{seat}" for seat in range(5))}
    wanted |= {name for name in MONKS if middle[name]}
    wanted |= {f"passage-{passage.name}" for passage in abbey.passages}
    spaces, held = set(), set()
    for room in middle["rooms"]:
        wanted.add(f"room-{room['number']}")
        areas = {f"ring-{room['number']}-{area + 1}": places for area, places in enumerate(room["rings"])}
        areas |= {f"chalice-{room['number']}": room["chalices"], f"book-{room['number']}": room["books"]}
        for area, places in areas.items():
            spaces |= {f"{area}-{space + 1}" for space in range(len(places))}
            held |= {f"valuable-{area}-{space + 1}" for space, piece in enumerate(places) if piece}
    tiles = set()
    for storehouse, house in enumerate(middle["storehouses"]):
        wanted.add(f"storehouse-{storehouse + 1}")
        tiles |= {f"tile-{storehouse + 1}-{box + 1}" for box in range(sum(house.values()))}
    assert len(held) > 15 and tiles
    assert not (wanted | spaces | held | tiles) - set(found)
    assert {id for id in found if id.startswith("valuable-")} == held
    assert {id for id in found if id.startswith("tile-")} == tiles
    assert {id for id in found if id.startswith("token-")} == {f"token-{seat}" for seat in range(5)}
    assert all(element.get("class") for id, element in found.items() if id in wanted | spaces | held | tiles)


def test_valuables_show_owner_type_and_whether_they_scored(abbey: Abbey, middle: dict[str, Any]) -> None:
    found = by_id(picture(abbey, middle))
    for room in middle["rooms"]:
        for area, (type, places) in enumerate(zip(room["ring_types"], room["rings"], strict=True)):
            for space, piece in enumerate(places):
                if piece:
                    classes = found[f"valuable-ring-{room['number']}-{area + 1}-{space + 1}"].attrib["class"].split()
                    assert f"seat-{piece['owner']}" in classes and f"type-{type}" in classes
                    assert ("scored" in classes) == piece["scored"]


def test_figures_not_yet_placed_are_not_drawn(abbey: Abbey) -> None:
    found = by_id(picture(abbey, commandery.game("templar", players=4).start(seed=3).view(0)))
    assert not set(MONKS) & set(found)
    assert {id for id in found if id.startswith("token-")} == {f"token-{seat}" for seat in range(4)}


def test_cards_chosen_in_secret_are_not_in_it(abbey: Abbey) -> None:
    """Two tables that differ only in what another player has chosen look the same."""
    match = commandery.game("templar", players=3, first_game=True, start=0).start(seed=1)
    while match.view()["phase"] != "sealing":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    drawn = set()
    for card in match.legal(1):
        other = match.copy()
        other.play(1, card)
        drawn.add(picture(abbey, other.view(0)))
    assert len(drawn) == 1
    assert "anselmus" not in drawn.pop()


def test_text_of_a_users_board_is_escaped(seen: Seen) -> None:
    title = "</title><script>alert('\"&amp;')</script>"
    bad = dataclasses.replace(seen.board, data={**seen.board.data, "title": title})
    svg = seen.kind.picture(bad, seen.view, "en")
    root = ET.fromstring(svg)
    assert "<script" not in svg
    assert root.findtext(f"{SVG}title") == title
    assert title in [element.text for element in root.iter(f"{SVG}text")]


def test_the_same_view_gives_the_same_picture(seen: Seen) -> None:
    other = commandery.game(seen.kind.name, players=5).board
    assert seen.svg == seen.kind.picture(other, copy.deepcopy(seen.view), "en")


def sizes(element: ET.Element, rules: dict[str, float], scale: float = 1) -> Iterator[tuple[float, str]]:
    """The size of every text, with that of the groups around it counted in."""
    scale *= transformed(element)[2]
    if element.tag == f"{SVG}text":
        declared = [rules[name] for name in element.get("class", "").split() if name in rules]
        yield (float(element.get("font-size") or min(declared, default=0)) * scale, element.text or "")
    for child in element:
        yield from sizes(child, rules, scale)


def small_texts(svg: str) -> list[str]:
    """Text that is smaller than 13 points."""
    rules = {name: float(size) for name, size in re.findall(r"\.\w+ \.(\S+) \{[^}]*font-size:([\d.]+)px", svg)}
    found = list(sizes(ET.fromstring(svg), rules))
    assert len(found) > 40
    return [text for size, text in found if size < 13]


def test_no_text_is_small(seen: Seen) -> None:
    assert not small_texts(seen.svg)


@pytest.mark.parametrize("place", ["room 4", "room 12", "main portal", "storehouse 2"])
def test_no_text_is_small_in_a_crowd(abbey: Abbey, middle: dict[str, Any], place: str) -> None:
    assert not small_texts(picture(abbey, gathered(middle, place)))


@pytest.mark.parametrize("number", range(1, 14))
def test_eight_figures_in_a_room_keep_clear_of_each_other_and_of_all_else(
    abbey: Abbey, middle: dict[str, Any], number: int
) -> None:
    boxes = figures(picture(abbey, gathered(middle, f"room {number}")))
    assert len(boxes) == 8
    assert not overlapping(list(boxes.values()))
    outline = abbey.rooms[number - 1].outline
    left, top = (min(point[axis] for point in outline) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in outline) for axis in (0, 1))
    for box in boxes.values():
        assert left + 9 < box[0] and box[2] < right - 9 and top + 9 < box[1] and box[3] < bottom - 9
        assert not [place for place in kept_clear(abbey) if overlaps(box, place)]


@pytest.mark.parametrize("place", ["main portal", "side portal", *(f"storehouse {number}" for number in range(1, 7))])
def test_figures_outside_the_rooms_keep_clear_of_each_other(abbey: Abbey, middle: dict[str, Any], place: str) -> None:
    boxes = [
        box
        for id, box in figures(picture(abbey, gathered(middle, place))).items()
        if "storehouse" not in place or "token" in id
    ]
    assert len(boxes) == (5 if "storehouse" in place else 8)
    tiles = [(x - 21, y - 21, x + 21, y + 21) for places in abbey.box_places for x, y in places]
    wide, high = abbey.size
    assert not overlapping(boxes)
    assert not [box for box in boxes for other in [*kept_clear(abbey), *tiles] if overlaps(box, other)]
    assert all(box[0] > 0 and box[1] > 0 and box[2] < wide and box[3] < high for box in boxes)


def test_hiding_places_and_numbers_of_the_standard_board_do_not_overlap(abbey: Abbey) -> None:
    assert not overlapping(list(kept_clear(abbey)))
    doors = [
        (min(x0, x1) - 14, min(y0, y1) - 14, max(x0, x1) + 14, max(y0, y1) + 14)
        for (x0, y0), (x1, y1) in (passage.opening for passage in abbey.passages)
    ]
    assert not [door for door in doors for place in kept_clear(abbey) if overlaps(door, place)]


def test_a_senseless_geometry_still_gives_a_picture(abbey: Abbey, middle: dict[str, Any]) -> None:
    """All of a board in one point, or a room as large as can be: ugly, but no error and no long wait."""
    data = copy.deepcopy(dict(abbey.data))
    flat = copy.deepcopy(data)
    for room in flat["room"]:
        room["outline"], room["label"] = [[5, 5]] * 3, [5, 5]
    huge = copy.deepcopy(data)
    huge["size"] = [10000, 10000]
    huge["room"][4]["outline"] = [[0, 0], [10000, 0], [10000, 10000], [0, 10000]]
    for changed in (flat, huge):
        found = commandery.game("templar", players=5, board=changed).board
        assert isinstance(found, Abbey)
        ET.fromstring(picture(found, gathered(middle, "room 5")))


def test_it_speaks_of_the_seat_that_looks(abbey: Abbey, middle: dict[str, Any]) -> None:
    assert "own" in by_id(picture(abbey, middle))["token-0"].attrib["class"].split()
    spectator = picture(abbey, {**middle, "seat": None})
    assert not [element for element in ET.fromstring(spectator).iter() if "own" in element.get("class", "").split()]


# Templar on a page


def test_on_a_page_there_is_only_the_board(abbey: Abbey, middle: dict[str, Any]) -> None:
    svg = whole(picture(abbey, middle, on_page=True))
    ids = [element.attrib["id"] for element in ET.fromstring(svg).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {"plaque", "figures", "abbey", "harbor"} <= set(ids)
    assert not {"heading", "players", "player-0"} & set(ids)
    assert ET.fromstring(svg).attrib["role"] == "group"  # an image's parts could not be buttons


def test_on_a_page_figures_keep_their_order_wherever_they_stand(abbey: Abbey, middle: dict[str, Any]) -> None:
    """A page that follows them from place to place would else take one for another."""
    orders = set()
    for view in (middle, gathered(middle, "room 4"), gathered(middle, "storehouse 2"), gathered(middle, "side portal")):
        figures = by_id(whole(picture(abbey, view, on_page=True)))["figures"]
        orders.add(tuple(element.attrib["id"] for element in figures))
    assert orders == {(*(f"token-{seat}" for seat in range(5)), *MONKS)}


def test_on_a_page_the_door_and_rings_have_handles_when_they_are_asked_for(abbey: Abbey, middle: dict[str, Any]) -> None:
    def handles(phase: str) -> set[str]:
        view = copy.deepcopy({**middle, "phase": phase, "actor": 0, "card": "josua"})
        view["players"][0].update(token="room 9", stock={"chalice": 1, "book": 0, "a": 2, "b": 0, "c": 1})
        view["rooms"][8]["ring_types"] = [None]
        return {id for id in by_id(whole(picture(abbey, view, on_page=True))) if re.match(r"lock-|stash-", id)}

    assert handles("locking") == {f"lock-{passage.name}" for passage in abbey.passages}
    assert handles("stashing") == {"stash-1a", "stash-1c"}
    assert not handles("playing")


def test_on_a_page_the_plaque_tells_round_card_and_raphael(abbey: Abbey, middle: dict[str, Any]) -> None:
    view = {**middle, "phase": "moving", "actor": 1, "card": "lucas", "steps": 2, "raphael": "maria", "last_turns": 3}
    plaque = by_id(whole(picture(abbey, view, on_page=True)))["plaque"]
    told = [element.text for element in plaque.iter("text")]
    assert told == [f"Round {view['round']}", "the last one", "Lucas", "2 more rooms at most", "Maria", "Raphael"]


def test_on_a_page_a_board_without_room_for_the_plaque_becomes_higher(abbey: Abbey, middle: dict[str, Any]) -> None:
    data = copy.deepcopy(dict(abbey.data))
    data["size"] = [1560, 880]
    small = commandery.game("templar", players=5, board=data).board
    assert isinstance(small, Abbey)
    wide = float(ET.fromstring(whole(picture(small, middle, on_page=True))).attrib["viewBox"].split()[3])
    assert wide >= float(ET.fromstring(whole(picture(abbey, middle, on_page=True))).attrib["viewBox"].split()[3])


def moved_below(abbey: Abbey, view: dict[str, Any]) -> dict[str, str]:
    """How far each storehouse and token is moved on a narrow page, by id."""
    styles = {}
    for element in ET.fromstring(whole(picture(abbey, view, on_page=True))).iter():
        for held in (element, *element):
            id = held.get("id", "")
            if element.get("style", "").startswith("--row") and id.startswith(("storehouse-", "token-")):
                styles[id] = element.attrib["style"]
    return styles


def test_on_a_narrow_page_storehouses_are_a_row_below_the_abbey(abbey: Abbey, middle: dict[str, Any]) -> None:
    svg = ET.fromstring(whole(picture(abbey, middle, on_page=True)))
    across, larger = (float(re.findall(f"--{name}: ([0-9.]+)", svg.attrib["style"])[0]) for name in ("across", "larger"))
    _, top, wide, high = map(float, svg.attrib["viewBox"].split())
    styles = moved_below(abbey, gathered(middle, "room 4"))
    assert set(styles) == {f"storehouse-{house + 1}" for house in range(6)}
    places = []
    for house, boxes in enumerate(abbey.box_places):
        x, y = map(float, re.findall(r"(-?[0-9.]+)px", styles[f"storehouse-{house + 1}"]))
        places.append((x + larger * boxes[0][0], y + larger * boxes[0][1]))
    assert len({round(y) for _, y in places}) == 1 and places[0][1] > top + high
    assert all(0 < x < wide / across for x, _ in places)
    assert all(other[0] - one[0] > larger * 110 for one, other in itertools.pairwise(places))


def test_on_a_narrow_page_tokens_go_with_their_storehouse(abbey: Abbey, middle: dict[str, Any]) -> None:
    styles = moved_below(abbey, gathered(middle, "storehouse 2"))
    assert {styles[f"token-{seat}"] for seat in range(5)} == {styles["storehouse-2"]}


def test_a_harbor_that_is_not_beside_the_abbey_stays_where_it_is(abbey: Abbey, middle: dict[str, Any]) -> None:
    data = copy.deepcopy(dict(abbey.data))
    for house in data["storehouse"]:
        house["at"][0] -= 900
        house["boxes"] = [[x - 900, y] for x, y in house["boxes"]]
    other = commandery.game("templar", players=5, board=data).board
    assert isinstance(other, Abbey)
    assert not moved_below(other, middle)
