"""The map is the ledger's (JB1-JB7), and there is room on it for everything."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from commandery.core import datafile
from commandery.core.contract import NOBODY
from commandery.core.svg import inside
from commandery.games.journey import state
from commandery.games.journey.world import Box, Europe, build_world, check_europe

FILE = Path(state.__file__).with_name("europe.toml")
STANDARD = FILE.read_text()
CITIES = ("London", "Paris", "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia", "Coeln", "Wien")
ADJACENT = (
    "London-Paris London-Coeln Paris-Bordeaux Paris-Lyon Paris-Coeln Bordeaux-Lyon Bordeaux-Barcelona Lyon-Barcelona "
    "Lyon-Coeln Barcelona-Roma Roma-Venezia Venezia-Wien Wien-Coeln"
)
BY_SEA = {"London-Paris", "London-Coeln", "Barcelona-Roma"}


def changed_map(**changes: Any) -> Europe:
    """The standard map with some of its keys otherwise."""
    return check_europe(datafile.read(tomllib.loads(STANDARD) | changes))


@pytest.fixture(scope="module")
def europe() -> Europe:
    return check_europe(datafile.read(FILE))


def world(europe: Europe, players: int = 4, start: int | str = "random") -> Any:
    return build_world(players, {"start": start}, europe)[0]


def members(mask: int) -> set[str]:
    return {name for number, name in enumerate(CITIES) if int(mask) >> number & 1}


# What is on it


@pytest.mark.rule("JB1")
def test_nine_territories_with_a_city_each(europe: Europe) -> None:
    assert europe.names == CITIES


@pytest.mark.rule("JB2")
def test_the_adjacent_pairs_are_the_ledgers(europe: Europe) -> None:
    assert {frozenset((CITIES[one], CITIES[other])) for one, other in europe.adjacent} == {
        frozenset(pair.split("-")) for pair in ADJACENT.split()
    }


@pytest.mark.rule("JB2")
@pytest.mark.parametrize("name", CITIES)
def test_neighbours_go_both_ways(europe: Europe, name: str) -> None:
    """Who is one step away, and who is within reach: the same and the territory itself."""
    number, w = CITIES.index(name), world(europe)
    near = {other for pair in ADJACENT.split() for other in pair.split("-") if name in pair.split("-")} - {name}
    assert members(w["near"][number]) == near
    assert members(w["reach"][number]) == near | {name}
    assert {other for other in CITIES if w["near"][CITIES.index(other)] >> number & 1} == near


@pytest.mark.rule("JB2")
def test_what_the_rulebook_says_of_bordeaux_and_the_alps(europe: Europe) -> None:
    near = dict(zip(CITIES, map(members, world(europe)["near"]), strict=True))
    assert near["Bordeaux"] == {"Paris", "Lyon", "Barcelona"}
    assert not near["Venezia"] & {"Lyon", "Coeln"}


@pytest.mark.rule("JB2", "J62")
@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [("Roma", "Roma", 0), ("London", "Coeln", 1), ("Lyon", "Venezia", 3), ("London", "Roma", 4), ("Venezia", "Coeln", 2)],
)
def test_distances_are_in_steps(europe: Europe, one: str, other: str, steps: int) -> None:
    apart = world(europe)["apart"]
    assert apart[CITIES.index(one), CITIES.index(other)] == apart[CITIES.index(other), CITIES.index(one)] == steps


@pytest.mark.rule("JB2")
def test_distances_do_not_depend_on_the_order_of_the_pairs() -> None:
    pairs = tomllib.loads(STANDARD)["adjacent"]
    straight, turned = changed_map(adjacent=pairs), changed_map(adjacent=[pair[::-1] for pair in reversed(pairs)])
    assert world(straight).tobytes() == world(turned).tobytes()


@pytest.mark.rule("JB3")
def test_countries(europe: Europe) -> None:
    """Numbered as they appear; two of them are known to missions."""
    assert [(territory.name, territory.country) for territory in europe.territories] == [
        ("London", "England"), ("Paris", "France"), ("Bordeaux", "France"), ("Lyon", "France"), ("Barcelona", "Spain"),
        ("Roma", "Italy"), ("Venezia", "Italy"), ("Coeln", "Holy Roman Empire"), ("Wien", "Holy Roman Empire"),
    ]  # fmt: skip
    w = world(europe)
    assert list(w["country"]) == [0, 1, 1, 1, 2, 3, 3, 4, 4]
    assert members(w["france"]) == {"Paris", "Bordeaux", "Lyon"}
    assert members(w["empire"]) == {"Coeln", "Wien"}


@pytest.mark.rule("JB4")
def test_seven_city_tiles(europe: Europe) -> None:
    assert europe.tiles == tuple(world(europe)["tile"]) == (4, 5, 5, 6, 6, 7, 8)


@pytest.mark.rule("JB5")
def test_three_sections_of_the_round_track(europe: Europe) -> None:
    """Three actions on the inner route, four on the outer one."""
    assert world(europe)["route"].tolist() == [[3, 4]] * 3


@pytest.mark.rule("JB6")
def test_three_harbors_with_two_ships_each(europe: Europe) -> None:
    assert [section.ships for section in europe.sections] == [(4, 5), (5, 5), (5, 6)]
    assert list(world(europe)["ship"]) == [4, 5, 5, 5, 5, 6]


@pytest.mark.rule("JB7")
def test_mission_points(europe: Europe) -> None:
    w = world(europe)
    assert (w["best"], w["second"]) == (4, 2)


@pytest.mark.rule("JB1", "JB2", "JB3", "JB4", "JB5", "JB6", "JB7")
def test_what_is_reconstructed_is_said_to_be(europe: Europe) -> None:
    assert set(europe.data["reconstructed"]) == {
        "territory.name", "territory.country", "adjacent", "tiles", "section.inner", "section.outer", "section.ships",
        "missions",
    }  # fmt: skip


@pytest.mark.rule("J3", "J16", "J56")
@pytest.mark.parametrize(
    ("players", "crowd", "gold"),
    [(3, 2, [[4, 1], [4, 1], [4, 2]]), (4, 3, [[5, 2], [5, 2], [5, 3]]), (5, 3, [[6, 3], [6, 3], [6, 4]])],
)
def test_what_depends_on_the_number_of_players(europe: Europe, players: int, crowd: int, gold: list[list[int]]) -> None:
    w = world(europe, players)
    assert (w["players"], w["crowd"], w["gold"].tolist()) == (players, crowd, gold)


@pytest.mark.rule("J6")
def test_who_starts(europe: Europe) -> None:
    assert world(europe)["first"] == NOBODY
    assert world(europe, start=2)["first"] == 2


# How it is drawn


def places(europe: Europe) -> Iterator[tuple[int, Box]]:
    """What lies in each territory: the name, the tile, the gold, the Templars."""
    for number, territory in enumerate(europe.territories):
        (x, y), (gold_x, gold_y), half = territory.label, territory.gold, 6.5 * len(territory.name)
        yield number, (x - half, y - 17, x + half, y + 6)
        yield number, territory.tile
        yield number, (gold_x - 17, gold_y - 17, gold_x + 17, gold_y + 17)
        yield number, territory.templars


def test_everything_lies_in_its_territory_and_apart(europe: Europe) -> None:
    boxes = list(places(europe))
    for number, box in boxes:
        for corner in ((box[0], box[1]), (box[2], box[1]), (box[0], box[3]), (box[2], box[3])):
            assert inside(corner, europe.territories[number].outline), (CITIES[number], box)
    for (_, one), (_, other) in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_there_is_room_for_twelve_knights_and_ten_templars(europe: Europe) -> None:
    for territory in europe.territories:
        assert territory.tile[2] - territory.tile[0] >= 150 and territory.tile[3] - territory.tile[1] >= 90
        assert territory.templars[2] - territory.templars[0] >= 120 and territory.templars[3] - territory.templars[1] >= 60


@pytest.mark.rule("JB2")
def test_neighbours_by_land_share_a_border_and_others_do_not(europe: Europe) -> None:
    """Border points are the same on both sides; where not adjacent territories meet, the Alps are between."""
    ridge = {point for line in europe.ridges for point in line}
    crossed = {crossing.between for crossing in europe.crossings}
    for pair in combinations(range(9), 2):
        one, other = (set(europe.territories[number].outline) for number in pair)
        common = one & other
        if pair in europe.adjacent and pair not in crossed:
            assert len(common) > 3, [CITIES[number] for number in pair]
        elif common:
            assert len(common) == 1 or common <= ridge, [CITIES[number] for number in pair]


@pytest.mark.rule("JB2")
def test_dotted_lines_cross_the_sea(europe: Europe) -> None:
    assert {f"{CITIES[one]}-{CITIES[other]}" for one, other in (crossing.between for crossing in europe.crossings)} == BY_SEA
    for crossing in europe.crossings:
        for point in crossing.line[1:-1]:
            assert not any(inside(point, territory.outline) for territory in europe.territories)


def test_all_of_it_lies_on_the_map(europe: Europe) -> None:
    lines = [*(territory.outline for territory in europe.territories), *europe.ridges, *europe.lands]
    for line in [*lines, *(crossing.line for crossing in europe.crossings)]:
        assert all(x <= europe.size[0] and y <= europe.size[1] for x, y in line)
