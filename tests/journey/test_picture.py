"""The picture of Templars' Journey: everything on the table once, clear of all else, and no secrets."""

from __future__ import annotations

import copy
import dataclasses
import tomllib
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest

import commandery
from commandery.core import datafile
from commandery.core.svg import Rect, overlaps
from commandery.games.journey.drawing.pieces import KNIGHT, TEMPLAR_HEIGHT, TEMPLAR_WIDTH
from commandery.games.journey.picture import picture
from commandery.games.journey.world import Europe, check_europe
from journey.test_map import FILE
from test_pictures import by_id, in_the_middle, small_texts, transformed

View = dict[str, Any]


@pytest.fixture(scope="module")
def europe() -> Europe:
    return check_europe(datafile.read(FILE))


@pytest.fixture(scope="module")
def middle() -> View:
    return in_the_middle("journey").view(0)


def crowded(view: View, territory: int) -> View:
    """The same table, all ten Templars in one territory, every city there with twelve knights, every ship with its crew."""
    changed = copy.deepcopy(view)
    for player in changed["players"]:
        player["templars"] = [territory, territory]
    changed["cities"] = [{"spaces": 12, "knights": [4, 3, 2, 2, 1]} for _ in range(9)]
    changed["aboard"] = [[1, 1, 1, 1, 0] for _ in range(6)]
    changed["gold"] = [99] * 9
    return changed


def box(element: ET.Element, wide: float, high: float) -> Rect:
    x, y, scale = transformed(element)
    return x - wide / 2 * scale, y - high / 2 * scale, x + wide / 2 * scale, y + high / 2 * scale


def overlapping(boxes: list[Rect]) -> list[tuple[Rect, Rect]]:
    shrunk = [
        (left + 0.2, top + 0.2, right - 0.2, bottom - 0.2) for left, top, right, bottom in boxes
    ]  # coordinates are rounded
    return [(one, other) for one, other in combinations(shrunk, 2) if overlaps(one, other)]


def within(inner: Rect, outer: Rect) -> bool:
    return (
        inner[0] >= outer[0] - 0.2 and inner[1] >= outer[1] - 0.2 and inner[2] <= outer[2] + 0.2 and inner[3] <= outer[3] + 0.2
    )


def knights(prefix: str, counts: list[int]) -> set[str]:
    return {f"{prefix}-{seat}-{number}" for seat, count in enumerate(counts) for number in range(count)}


def test_everything_on_the_table_is_there_once(europe: Europe, middle: View) -> None:
    found = by_id(picture(europe, middle))
    wanted = {"pope", "first-player", *(f"player-{seat}" for seat in range(5)), *(f"edict-space-{space}" for space in range(7))}
    for kind in ("territory", "city", "gold"):
        wanted |= {f"{kind}-{territory}" for territory in range(9)}
    for section, parts in enumerate(europe.sections):
        wanted |= {f"start-{section}", f"landing-{section}", f"ship-{2 * section}", f"ship-{2 * section + 1}"}
        wanted |= {f"action-{section}-inner-{space + 1}" for space in range(parts.inner)}
        wanted |= {f"action-{section}-outer-{space + 1}" for space in range(parts.outer)}
    assert not wanted - set(found)
    assert all(element.get("class") for id, element in found.items() if id in wanted)
    standing = set().union(
        *(knights(f"knight-{index}", city["knights"]) for index, city in enumerate(middle["cities"]) if city)
    )
    assert len(standing) > 5
    assert {id for id in found if id.startswith("knight-")} == standing
    aboard = set().union(*(knights(f"aboard-{ship}", counts) for ship, counts in enumerate(middle["aboard"])))
    assert {id for id in found if id.startswith("aboard-")} == aboard
    assert {id for id in found if id.startswith("templar-")} == {
        f"templar-{seat}-{number}" for seat in range(5) for number in (0, 1)
    }
    spaces = {
        f"space-{index}-{space}" for index, city in enumerate(middle["cities"]) if city for space in range(city["spaces"])
    }
    assert {id for id in found if id.startswith("space-")} == spaces


def test_an_edict_is_where_it_lies(europe: Europe, middle: View) -> None:
    """On the track or on a player's board, never twice; an exchange moves two and nothing else."""
    found = by_id(picture(europe, middle))
    lying = [edict for edict in middle["track"] if edict is not None]
    lying += [edict for player in middle["players"] for edict in player["edicts"]]
    assert {id for id in found if id.startswith("edict-") and "space" not in id} == {f"edict-{edict}" for edict in lying}
    places = [space for space, edict in enumerate(middle["track"]) if edict is not None]
    one, other = places[0], places[-1]
    changed = copy.deepcopy(middle)
    changed["track"][one], changed["track"][other] = middle["track"][other], middle["track"][one]
    after = by_id(picture(europe, changed))
    first, second = (f"edict-{middle['track'][space]}" for space in (one, other))
    assert transformed(after[first]) == transformed(found[second])
    assert transformed(after[second]) == transformed(found[first])


def test_templars_not_yet_placed_are_not_drawn(europe: Europe) -> None:
    match = commandery.game("journey", players=4).start(seed=3)
    found = by_id(picture(europe, match.view(0)))
    assert not [id for id in found if id.startswith(("templar-", "knight-", "aboard-", "card-"))]


def test_the_pope_has_a_place_of_his_own_on_every_space(europe: Europe, middle: View) -> None:
    """The start is shared by both routes, and so is the harbor."""
    places = {}
    for section in range(3):
        for route, length in (("inner", 3), ("outer", 4)):
            for space in range(length + 2):
                seen = {**middle, "section": section, "space": space, "route": route if space else None, "flag": None}
                name = "start" if not space else "harbor" if space > length else f"{route} {space}"
                place = transformed(by_id(picture(europe, seen))["pope"])
                assert places.setdefault((section, name), place) == place
    assert len(set(places.values())) == len(places) == 3 * 9


@pytest.mark.rule("J64")
def test_cards_chosen_in_secret_are_not_in_it(europe: Europe) -> None:
    """Two tables that differ only in what another player has chosen look the same; the own card is shown."""
    match = commandery.game("journey", players=3, start=0).start(seed=1)
    while match.view()["phase"] != "sealing":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    drawn = set()
    for card in match.legal(1):
        other = match.copy()
        other.play(1, card)
        drawn.add(picture(europe, other.view(0)))
        assert f"card-{str(card)[-1]}" in by_id(picture(europe, other.view(1)))["card-1"].attrib["class"].split()
    assert len(drawn) == 1


@pytest.mark.rule("J64")
def test_the_missions_of_others_are_not_in_it(europe: Europe, middle: View) -> None:
    found = {id for id in by_id(picture(europe, middle)) if id.startswith("mission-of-")}
    assert found == {"mission-of-0"}
    spectator = by_id(picture(europe, in_the_middle("journey").view()))
    assert not [id for id in spectator if id.startswith("mission-of-")]


@pytest.mark.parametrize("territory", range(9))
def test_ten_templars_in_a_territory_keep_clear_of_each_other_and_of_all_else(
    europe: Europe, middle: View, territory: int
) -> None:
    found = by_id(picture(europe, crowded(middle, territory)))
    boxes = [box(element, TEMPLAR_WIDTH, TEMPLAR_HEIGHT) for id, element in found.items() if id.startswith("templar-")]
    assert len(boxes) == 10
    assert not overlapping(boxes)
    assert all(within(figure, europe.territories[territory].templars) for figure in boxes)
    assert all(transformed(found[f"templar-{seat}-0"])[2] > 0.55 for seat in range(5))


@pytest.mark.parametrize("territory", range(9))
def test_twelve_knights_in_a_city_keep_clear_of_each_other(europe: Europe, middle: View, territory: int) -> None:
    found = by_id(picture(europe, crowded(middle, territory)))
    boxes = [box(element, KNIGHT - 1, KNIGHT - 1) for id, element in found.items() if id.startswith(f"knight-{territory}-")]
    assert len(boxes) == 12
    assert not overlapping(boxes)
    assert all(within(knight, europe.territories[territory].tile) for knight in boxes)


def test_no_text_is_small_in_a_crowd(europe: Europe, middle: View) -> None:
    changed = crowded(middle, 3)
    changed["track"] = [None] * 7
    changed["players"][1]["edicts"] = list(range(7))
    for seat, player in enumerate(changed["players"]):
        player["mission"], player["chosen"], player["card"] = seat, True, seat + 1
    assert not small_texts(picture(europe, changed))


def long_names() -> Europe:
    """The standard map, every name as long as can be."""
    data = tomllib.loads(FILE.read_text())
    names = {entry["name"]: (entry["name"] + " and all that lies around it").ljust(40, "x")[:40] for entry in data["territory"]}
    for entry in data["territory"]:
        entry["name"], entry["country"] = names[entry["name"]], f"{entry['country']} {'m' * 40}"[:40]
    data["adjacent"] = [[names[name] for name in pair] for pair in data["adjacent"]]
    for crossing in data["crossing"]:
        crossing["between"] = [names[name] for name in crossing["between"]]
    data["missions"] |= {"empire": data["territory"][8]["country"], "france": data["territory"][1]["country"]}
    return check_europe(datafile.read(data))


def test_a_long_name_is_cut_off_where_it_is_shown_and_whole_where_it_is_pointed_at(middle: View) -> None:
    europe = long_names()
    found = by_id(picture(europe, middle))
    for index, name in enumerate(europe.names):
        shown = found[f"name-{index}"].text or ""
        assert shown.endswith("…") and name.startswith(shown[:-1].rstrip()) and len(shown) < 20
        assert (found[f"territory-{index}"].findtext("{*}title") or "").startswith(name)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_boards_stand_below_each_other_and_in_the_picture(europe: Europe, players: int) -> None:
    svg = picture(europe, commandery.game("journey", players=players).start(seed=1).view(0))
    high = float(ET.fromstring(svg).attrib["height"])
    tops = [transformed(by_id(svg)[f"player-{seat}"])[1] for seat in range(players)]
    assert all(lower - upper >= 80 for upper, lower in zip(tops, [*tops[1:], high], strict=True))
    assert high < 1060


def test_what_is_going_on_is_shown(europe: Europe, middle: View) -> None:
    """Whose turn it is, which card is carried out and how, which Templar moves, which edicts are offered."""
    seen = copy.deepcopy(middle)
    seen |= {"phase": "moving", "actor": 2, "player": 2, "card": 5, "penalty": True, "mover": 1, "city": None, "offer": None}
    for player in seen["players"]:
        player["chosen"], player["card"] = True, 5
    found = by_id(picture(europe, seen))
    assert [seat for seat in range(5) if "active" in found[f"player-{seat}"].attrib["class"].split()] == [2]

    def classes(id: str) -> set[str]:
        return {name for element in found[id].iter() for name in element.get("class", "").split()}

    assert [seat for seat in range(5) if "penalty" in classes(f"card-{seat}")] == [2]
    assert [(seat, number) for seat in range(5) for number in (0, 1) if "halo" in classes(f"templar-{seat}-{number}")] == [
        (2, 1)
    ]
    places = [space for space, edict in enumerate(seen["track"]) if edict is not None]
    stop = seen["track"][places[0]]
    found = by_id(picture(europe, {**seen, "phase": "vetoing", "city": stop, "offer": places[-1]}))
    offered = {edict for edict in seen["track"] if edict is not None and "offered" in classes(f"edict-{edict}")}
    assert offered == {stop, seen["track"][places[-1]]}


def test_it_speaks_of_the_seat_that_looks(europe: Europe, middle: View) -> None:
    assert "own" in by_id(picture(europe, middle))["templar-0-0"].attrib["class"].split()
    spectator = picture(europe, {**middle, "seat": None})
    assert not [element for element in ET.fromstring(spectator).iter() if "own" in element.get("class", "").split()]


@pytest.mark.parametrize("size", [(0.0, 0.0), (10000.0, 10000.0), (40.0, 9000.0)])
def test_a_senseless_geometry_still_gives_a_picture(europe: Europe, middle: View, size: tuple[float, float]) -> None:
    """All of a map in one point, or as large as can be: ugly, but no error and no long wait."""
    flat = tuple(
        dataclasses.replace(territory, outline=((5.0, 5.0),) * 3, tile=(1.0, 1.0, 2.0, 2.0), templars=(0.0, 0.0, 0.1, 0.1))
        for territory in europe.territories
    )
    wide = ((0.0, 0.0), (10000.0, 10000.0), (0.0, 10000.0))
    for changed in (
        dataclasses.replace(europe, size=size, territories=flat, ridges=(), lands=(), crossings=()),
        dataclasses.replace(europe, size=size, ridges=(wide * 60,) * 30, lands=(wide * 60,) * 30),
    ):
        ET.fromstring(picture(changed, crowded(middle, 5)))


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [("en", "1 knight in supply", "2 knights in the temple"), ("fr", "1 chevalier en réserve", "2 chevaliers au temple")],
)
def test_one_is_told_as_one(europe: Europe, middle: View, language: str, one: str, two: str) -> None:
    changed = copy.deepcopy(middle)
    changed["players"][1] |= {"supply": 1, "temple": 2}
    found = by_id(picture(europe, changed, language=language))
    assert found["supply-of-1"].findtext("{*}title") == one
    assert found["temple-of-1"].findtext("{*}title") == two
