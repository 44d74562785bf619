"""The map file: its faults are named with their places, and maps at every limit load (JB8)."""

from __future__ import annotations

import copy
import tomllib
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import commandery
from boardfile import BoardFile, Place
from commandery import BadFile
from commandery.arena import simulate
from commandery.core import datafile
from commandery.games.journey.world import check_europe
from journey.test_map import CITIES, FILE, changed_map, world

MAP = BoardFile("journey")
PARIS, MISSIONS, SECTION = ("[[territory]]", 1), ("[missions]", 0), ("[[section]]", 1)
CROSSING, RIDGE, LAND = ("[[crossing]]", 0), ("[[ridge]]", 0), ("[[land]]", 2)
TERRITORY_KEYS = ("name", "country", "label", "tile", "gold", "templars", "outline")
LINES: list[tuple[Place, str, str]] = [
    # the file
    (("", 0, "game"), 'game = "templar"', "expected a map of journey, found one of 'templar'"),
    (("", 0, "game"), "game = 3", "expected a map of journey, found one of 3"),
    (("", 0, "game"), 'game = "journey"\nauthor = "me"', "unknown key author (known here: game, title"),
    (("", 0, "title"), 'title = ""', "expected a text of 1 to 40 characters"),
    (("", 0, "title"), f'title = "{"t" * 41}"', "expected a text of 1 to 40 characters"),
    (("", 0, "title"), 'title = "<b>Mine</b>"', "expected plain text"),
    (("", 0, "title"), "title = Mine", "not TOML: "),
    (("", 0, "reconstructed"), "reconstructed = [1]", "expected a text of 1 to 40 characters"),
    (("", 0, "size"), "size = [1020]", "expected a place [x, y], each from 0 to 10000"),
    (("", 0, "size"), 'size = ["1020", 1000]', "expected a place [x, y]"),
    # city tiles
    (("", 0, "tiles"), "tiles = [4, 5, 5, 6, 6, 7]", "expected a list of 7, found 6"),
    (("", 0, "tiles"), "tiles = [4, 5, 5, 6, 6, 7, 8, 9]", "expected a list of 7, found 8"),
    (("", 0, "tiles"), "tiles = 7", "expected a list of 7, found 7"),
    (("", 0, "tiles"), "tiles = [4, 5, 5, 6, 6, 7, 13]", "expected a whole number from 1 to 12, found 13"),
    (("", 0, "tiles"), "tiles = [0, 5, 5, 6, 6, 7, 8]", "expected a whole number from 1 to 12, found 0"),
    (("", 0, "tiles"), "tiles = [4.5, 5, 5, 6, 6, 7, 8]", "expected a whole number from 1 to 12, found 4.5"),
    (("", 0, "tiles"), "tiles = [true, 5, 5, 6, 6, 7, 8]", "expected a whole number from 1 to 12, found True"),
    # missions
    ((*MISSIONS, "best"), "best = 21", "expected a whole number from 0 to 20, found 21"),
    ((*MISSIONS, "best"), "best = -1", "expected a whole number from 0 to 20, found -1"),
    ((*MISSIONS, "second"), 'second = "2"', "expected a whole number from 0 to 20, found '2'"),
    ((*MISSIONS, "second"), "second = 2\nthird = 1", "unknown key third (known here: best, second, empire, france)"),
    ((*MISSIONS, "empire"), 'empire = "Rome"', "no territory is of 'Rome'; there are England, France, Spain, Italy, Holy"),
    ((*MISSIONS, "france"), 'france = "Paris"', "no territory is of 'Paris'; there are England, France"),
    ((*MISSIONS, "france"), "france = []", "no territory is of []; there are England, France"),
    # the round track
    ((*SECTION, "inner"), "inner = 7", "expected a whole number from 1 to 6, found 7"),
    ((*SECTION, "inner"), "inner = 0", "expected a whole number from 1 to 6, found 0"),
    ((*SECTION, "outer"), "outer = 3.5", "expected a whole number from 1 to 6, found 3.5"),
    ((*SECTION, "outer"), "outer = 7", "expected a whole number from 1 to 6, found 7"),
    ((*SECTION, "ships"), "ships = [5]", "expected a list of 2, found 1"),
    ((*SECTION, "ships"), "ships = [5, 5, 5]", "expected a list of 2, found 3"),
    ((*SECTION, "ships"), "ships = [5, 13]", "expected a whole number from 1 to 12, found 13"),
    ((*SECTION, "ships"), "ships = [0, 5]", "expected a whole number from 1 to 12, found 0"),
    ((*SECTION, "ships"), "ships = [5, 5]\nmiddle = 2", "unknown key middle (known here: inner, outer, ships)"),
    # territories
    ((*PARIS, "name"), 'name = ""', "expected a text of 1 to 40 characters"),
    ((*PARIS, "name"), f'name = "{"P" * 41}"', "expected a text of 1 to 40 characters"),
    ((*PARIS, "name"), "name = 2", "expected a text of 1 to 40 characters"),
    ((*PARIS, "name"), 'name = "P<aris"', "expected plain text"),
    ((*PARIS, "name"), 'name = "Pa\\u0007ris"', "expected plain text"),
    ((*PARIS, "name"), 'name = " Paris"', "expected no spaces but single ones between words"),
    ((*PARIS, "name"), 'name = "Pa  ris"', "expected no spaces but single ones between words"),
    ((*PARIS, "name"), 'name = "London"', "the territory London is there twice"),
    ((*PARIS, "name"), 'name = "LONDON"', "the territory LONDON is there twice"),
    ((*PARIS, "country"), f'country = "{"F" * 41}"', "expected a text of 1 to 40 characters"),
    ((*PARIS, "country"), 'country = "Fr&nce"', "expected plain text"),
    ((*PARIS, "country"), "country = []", "expected a text of 1 to 40 characters"),
    ((*PARIS, "label"), "label = [1, 2]\ncolour = 3", "unknown key colour (known here: name, country, outline"),
    ((*PARIS, "label"), 'label = "here"', "expected a place [x, y]"),
    ((*PARIS, "tile"), "tile = [[1, 1]]", "expected a list of 2, found 1"),
    ((*PARIS, "tile"), "tile = [[1, 1], [9]]", "expected a place [x, y]"),
    ((*PARIS, "tile"), "tile = [[9, 1], [1, 9]]", "expected the upper left and the lower right corner of a box"),
    ((*PARIS, "templars"), "templars = [[1, 9], [9, 9]]", "expected the upper left and the lower right corner of a box"),
    ((*PARIS, "gold"), "gold = [nan, 2]", "expected a place [x, y]"),
    ((*PARIS, "gold"), "gold = [inf, 2]", "expected a place [x, y]"),
    ((*PARIS, "gold"), "gold = [true, 2]", "expected a place [x, y]"),
    ((*PARIS, "gold"), "gold = [-1, 2]", "expected a place [x, y]"),
    ((*PARIS, "gold"), "gold = [10001, 2]", "expected a place [x, y]"),
    ((*PARIS, "outline"), "outline = [[1, 1], [2, 2]]", "expected a list of 3 to 200, found 2"),
    ((*PARIS, "outline"), f"outline = [{'[1, 1],' * 201}]", "expected a list of 3 to 200, found 201"),
    ((*PARIS, "outline"), 'outline = [[1, 1], [2, 2], ["<script>", 3]]', "expected a place [x, y]"),
    # dotted lines, the Alps, other land
    ((*CROSSING, "between"), 'between = ["London", "Roma"]', "a dotted line makes adjacent, and London and Roma are not"),
    ((*CROSSING, "between"), 'between = ["London", "London"]', "London is not adjacent to itself"),
    ((*CROSSING, "between"), 'between = ["London", "Oxford"]', "there is no territory 'Oxford'; there are London, Paris"),
    ((*CROSSING, "line"), "line = [[1, 1]]", "expected a list of 2 to 200, found 1"),
    ((*CROSSING, "line"), 'line = [[1, 1], ["x", 1]]', "expected a place [x, y]"),
    ((*RIDGE, "line"), "line = []", "expected a list of 2 to 200, found 0"),
    ((*LAND, "outline"), "outline = [[1, 1], [2, 2]]", "expected a list of 3 to 200, found 2"),
    ((*LAND, "outline"), 'outline = [[1, 1], [2, 2], [3, 3]]\nname = "Ireland"', "unknown key name (known here: outline)"),
]
"""A place in the standard map's file, what stands there instead, and what is wrong with it."""

MISSING: list[tuple[Place, str]] = [
    *(((*PARIS, key), key) for key in TERRITORY_KEYS),
    *(((*MISSIONS, key), key) for key in ("best", "second", "empire", "france")),
    *(((*SECTION, key), key) for key in ("inner", "outer", "ships")),
    *(((*CROSSING, key), key) for key in ("between", "line")),
    ((*RIDGE, "line"), "line"),
    ((*LAND, "outline"), "outline"),
]
"""Keys that are needed."""

PAIRS: list[tuple[str, str, str]] = [
    ('["Paris", "Lyon"]', '["Paris", "Paris"]', "Paris is not adjacent to itself"),
    ('["Paris", "Lyon"]', '["Paris", "Oxford"]', "there is no territory 'Oxford'; there are London, Paris, Bordeaux"),
    ('["Paris", "Lyon"]', '["Paris", 3]', "there is no territory 3; there are London"),
    ('["Paris", "Lyon"]', '["Paris", []]', "there is no territory []; there are London"),
    ('["Paris", "Lyon"]', '["Paris"]', "expected a list of 2, found 1"),
    ('["Paris", "Lyon"]', '"Paris Lyon"', "expected a list of 2, found 'Paris Lyon'"),
    ('["Paris", "Lyon"]', '["London", "Paris"]', "London and Paris are there twice; each pair is listed once"),
    ('["Paris", "Lyon"]', '["Paris", "London"]', "London and Paris are there twice; each pair is listed once"),
]
"""A pair of the standard map, what stands there instead, and what is wrong with it."""


@pytest.mark.rule("JB8")
@pytest.mark.parametrize(("place", "new", "message"), LINES)
def test_a_faulty_line_is_named(tmp_path: Path, place: Place, new: str, message: str) -> None:
    """The error names the file, the line and the fault."""
    text, number = MAP.changed(place, new)
    said = MAP.fault(tmp_path, text)
    assert message in said
    assert "mine.toml" in said
    assert f"line {number + new.count(chr(10))}" in said


@pytest.mark.rule("JB8")
@pytest.mark.parametrize(("pair", "instead", "message"), PAIRS)
def test_a_faulty_pair_is_named_with_its_line(tmp_path: Path, pair: str, instead: str, message: str) -> None:
    text = MAP.text.replace(f"    {pair},", f"    {instead},")
    line = MAP.lines.index(f"    {pair},") + 1
    assert MAP.fault(tmp_path, text).startswith(f"mine.toml, line {line}: {message}")


@pytest.mark.rule("JB8")
@pytest.mark.parametrize(("place", "key"), MISSING)
def test_a_missing_key_is_named_with_its_table(tmp_path: Path, place: Place, key: str) -> None:
    text, _ = MAP.changed(place, "")
    header = MAP.line_of((place[0], place[1], "")) + 1
    assert MAP.fault(tmp_path, text).startswith(f"mine.toml, line {header}: {key} is missing")


@pytest.mark.rule("JB8")
@pytest.mark.parametrize("key", ["game", "title", "size", "tiles", "adjacent"])
def test_a_missing_key_of_the_file(tmp_path: Path, key: str) -> None:
    text, _ = MAP.changed(("", 0, key), "")
    assert MAP.fault(tmp_path, text).startswith(f"mine.toml: {key} is missing")


@pytest.mark.rule("JB8")
@pytest.mark.parametrize(("header", "key"), [("[missions]", "missions"), ("[[section]]", "section")])
def test_a_missing_table_of_the_file(tmp_path: Path, header: str, key: str) -> None:
    assert MAP.fault(tmp_path, MAP.without(header, 3)).startswith(f"mine.toml: {key} is missing")


@pytest.mark.rule("JB8")
def test_exactly_nine_territories(tmp_path: Path) -> None:
    """Neither eight nor ten; the first of them is pointed at."""
    line = MAP.line_of(("[[territory]]", 0, "")) + 1
    assert MAP.fault(tmp_path, MAP.without("[[territory]]", 1)) == f"mine.toml, line {line}: expected a list of 9, found 8"
    more = '\n[[territory]]\nname = "Prag"\ncountry = "Bohemia"\n'
    assert MAP.fault(tmp_path, MAP.text + more) == f"mine.toml, line {line}: expected a list of 9, found 10"


@pytest.mark.rule("JB8")
def test_three_sections_and_so_six_ships(tmp_path: Path) -> None:
    line = MAP.line_of(("[[section]]", 0, "")) + 1
    assert MAP.fault(tmp_path, MAP.without("[[section]]", 1)) == f"mine.toml, line {line}: expected a list of 3, found 2"
    more = "\n[[section]]\ninner = 3\nouter = 4\nships = [5, 5]\n"
    assert MAP.fault(tmp_path, MAP.text + more) == f"mine.toml, line {line}: expected a list of 3, found 4"


@pytest.mark.rule("JB8")
def test_territories_are_connected(tmp_path: Path) -> None:
    """Without its sea and its land border nothing leads to Roma and what is behind it."""
    text = MAP.text.replace('    ["Barcelona", "Roma"],\n', "").replace('    ["Wien", "Coeln"],\n', "")
    text = text.replace('between = ["Barcelona", "Roma"]', 'between = ["London", "Coeln"]')
    line = MAP.lines.index("adjacent = [") + 1
    said = MAP.fault(tmp_path, text)
    assert said == f"mine.toml, line {line}: no way leads from London to Roma: every territory must be reachable"


@pytest.mark.rule("JB8")
def test_at_least_eight_pairs(tmp_path: Path) -> None:
    text, line = MAP.changed(("", 0, "adjacent"), 'adjacent = [["London", "Paris"]]')
    assert MAP.fault(tmp_path, text) == f"mine.toml, line {line}: expected a list of 8 to 36, found 1"


@pytest.mark.rule("JB8")
def test_at_most_eight_neighbours(tmp_path: Path) -> None:
    """All may be adjacent to all; more pairs than that there are not."""
    everybody = changed_map(adjacent=[list(pair) for pair in combinations(CITIES, 2)])
    assert [int(near).bit_count() for near in world(everybody)["near"]] == [8] * 9
    assert world(everybody)["apart"].max() == 1
    text, line = MAP.changed(("", 0, "adjacent"), "adjacent = [" + '["London", "Paris"],' * 37 + "]")
    assert MAP.fault(tmp_path, text) == f"mine.toml, line {line}: expected a list of 8 to 36, found 37"


ROW = [list(pair) for pair in pairwise(CITIES)]
ALL = [list(pair) for pair in combinations(CITIES, 2)]
LIMITS: dict[str, dict[str, Any]] = {
    "everything at its maximum": {
        "adjacent": ALL, "tiles": [12] * 7, "section": [{"inner": 6, "outer": 6, "ships": [12, 12]}] * 3,
        "missions": {"best": 20, "second": 20, "empire": "Italy", "france": "France"},
    },
    "everything at its minimum": {
        "adjacent": ROW, "tiles": [1] * 7, "section": [{"inner": 1, "outer": 1, "ships": [1, 1]}] * 3, "crossing": [],
        "missions": {"best": 0, "second": 0, "empire": "England", "france": "England"},
    },
    "large cities, small ships": {"tiles": [12] * 7, "section": [{"inner": 6, "outer": 1, "ships": [1, 12]}] * 3},
    "small cities, large ships": {"tiles": [1] * 6 + [12], "section": [{"inner": 1, "outer": 6, "ships": [12, 1]}] * 3},
}  # fmt: skip


@pytest.mark.rule("JB8")
def test_everything_at_its_limits() -> None:
    """A row of territories; the largest and the smallest of everything."""
    missions = {"best": 20, "second": 0, "empire": "England", "france": "England"}
    sections = [{"inner": 1, "outer": 6, "ships": [1, 12]}] * 3
    w = world(changed_map(adjacent=ROW, missions=missions, section=sections, tiles=[12] * 6 + [1], crossing=[]))
    assert w["apart"][0].tolist() == list(range(9))
    assert (w["best"], w["second"], w["route"].tolist()) == (20, 0, [[1, 6]] * 3)
    assert (list(w["ship"]), list(w["tile"])) == ([1, 12] * 3, [12] * 6 + [1])
    assert w["empire"] == w["france"] == 1


@pytest.mark.rule("JB8")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("limit", LIMITS)
def test_maps_at_every_limit_play_to_the_end(limit: str, players: int) -> None:
    """They load, and random games on them keep every invariant until they are over."""
    game = commandery.game("journey", players=players, board=tomllib.loads(MAP.text) | LIMITS[limit])
    result = simulate(game, 20, check=True)
    assert (result.games, int(result.shares.sum()) > 0) == (20, True)
    assert result.decisions > 20 * players * 6


@pytest.mark.rule("JB8")
def test_a_map_with_other_names_is_as_good() -> None:
    """Nothing hangs on the names: the same map in other words is the same world."""
    data = tomllib.loads(MAP.text.replace("France", "Francia").replace("Holy Roman Empire", "Imperium"))
    renamed = copy.deepcopy(data)
    for territory in renamed["territory"]:
        territory["name"] = f"City of {territory['name']}"
    renamed["adjacent"] = [[f"City of {name}" for name in pair] for pair in data["adjacent"]]
    for crossing in renamed["crossing"]:
        crossing["between"] = [f"City of {name}" for name in crossing["between"]]
    other = check_europe(datafile.read(renamed))
    assert world(other).tobytes() == world(check_europe(datafile.read(FILE))).tobytes()


@pytest.mark.rule("JB8")
def test_what_is_only_drawn_may_be_left_out() -> None:
    data = tomllib.loads(MAP.text)
    for key in ("reconstructed", "crossing", "ridge", "land"):
        del data[key]
    bare = check_europe(datafile.read(data))
    assert (bare.crossings, bare.ridges, bare.lands) == ((), (), ())


@pytest.mark.rule("JB8")
def test_at_most_64_kb(tmp_path: Path) -> None:
    """Exactly 64 KB are read; one more byte is too much."""
    padded = MAP.text + "#" * (64 * 1024 - len(MAP.text.encode()) - 1) + "\n"
    assert MAP.load(tmp_path, padded).board.names == CITIES
    assert MAP.fault(tmp_path, padded + "\n") == "mine.toml: larger than 64 KB"


@pytest.mark.rule("JB8")
def test_what_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match=r"mine\.toml: not a text file"):
        check_europe(datafile.read(path))
    with pytest.raises(BadFile, match="cannot be read"):
        check_europe(datafile.read(tmp_path / "yours.toml"))
