"""The board file: its faults are named with their places (TB6), and boards at every limit play."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import commandery
from boardfile import BoardFile, Place
from commandery import BadFile
from commandery.arena import simulate
from templar.table import Table, abbey, rules

BOARD = BoardFile("templar")
ONE = "[1, 1]"
ROOM_1, CARDS, HARBOR = ("[[room]]", 0), ("[cards]", 0), ("[harbor]", 0)
LINES: list[tuple[Place, str, str]] = [
    # the file
    (("", 0, "game"), 'game = "templari"', "expected a board of templar, found one of 'templari'"),
    (("", 0, "game"), "game = 3", "expected a board of templar, found one of 3"),
    (("", 0, "game"), 'game = "templar"\nauthor = "me"', "unknown key author (known here: game, title"),
    (("", 0, "title"), 'title = ""', "expected a text of 1 to 40 characters"),
    (("", 0, "title"), f'title = "{"t" * 41}"', "expected a text of 1 to 40 characters"),
    (("", 0, "title"), "title = 7", "expected a text of 1 to 40 characters"),
    (("", 0, "title"), 'title = "<b>Mine</b>"', "expected plain text"),
    (("", 0, "title"), 'title = "{mine}"', "expected plain text"),
    (("", 0, "title"), 'title = "mi\\u0007ne"', "expected plain text"),
    (("", 0, "title"), "title = Mine", "not TOML: "),
    (("", 0, "reconstructed"), "reconstructed = [1]", "expected a text of 1 to 40 characters"),
    (("", 0, "reconstructed"), 'reconstructed = ["a & b"]', "expected plain text"),
    (("", 0, "size"), "size = [1560]", "expected a place [x, y], each from 0 to 10000"),
    (("", 0, "size"), 'size = ["1560", 966]', "expected a place [x, y]"),
    # rooms
    ((*ROOM_1, "number"), "number = 2", "rooms are numbered in order: expected 1, found 2"),
    ((*ROOM_1, "number"), 'number = "1"', "rooms are numbered in order: expected 1, found '1'"),
    (("[[room]]", 12, "number"), "number = 14", "rooms are numbered in order: expected 13, found 14"),
    ((*ROOM_1, "chalices"), f"chalices = [{', '.join([ONE] * 7)}]", "expected a list of 0 to 6, found 7"),
    ((*ROOM_1, "chalices"), "chalices = 2", "expected a list of 0 to 6, found 2"),
    ((*ROOM_1, "books"), f"books = [{', '.join([ONE] * 7)}]", "expected a list of 0 to 6, found 7"),
    ((*ROOM_1, "rings"), f"rings = [{', '.join([f'[{ONE}]'] * 5)}]", "expected a list of 0 to 4, found 5"),
    ((*ROOM_1, "rings"), f"rings = [[{', '.join([ONE] * 7)}]]", "expected a list of 1 to 6, found 7"),
    ((*ROOM_1, "rings"), "rings = [[]]", "expected a list of 1 to 6, found 0"),
    ((*ROOM_1, "rings"), "rings = [[1, 2]]", "expected a place [x, y]"),
    ((*ROOM_1, "books"), 'books = [["1", 2]]', "expected a place [x, y], each from 0 to 10000, found ['1', 2]"),
    ((*ROOM_1, "books"), "books = [[nan, 2]]", "expected a place [x, y]"),
    ((*ROOM_1, "books"), "books = [[inf, 2]]", "expected a place [x, y]"),
    ((*ROOM_1, "books"), "books = [[true, 2]]", "expected a place [x, y]"),
    ((*ROOM_1, "books"), "books = [[-1, 2]]", "expected a place [x, y]"),
    ((*ROOM_1, "books"), "books = [[10001, 2]]", "expected a place [x, y]"),
    ((*ROOM_1, "outline"), "outline = [[1, 1], [2, 2]]", "expected a list of 3 to 40, found 2"),
    ((*ROOM_1, "outline"), 'outline = [[1, 1], [2, 2], ["<script>", 3]]', "expected a place [x, y]"),
    ((*ROOM_1, "label"), 'label = "here"', "expected a place [x, y]"),
    ((*ROOM_1, "label"), "label = [1, 2]\ncolour = 3", "unknown key colour (known here: number, outline"),
    # passages
    (("[[passage]]", 0, "rooms"), "rooms = [1, 14]", "expected a whole number from 1 to 13, found 14"),
    (("[[passage]]", 0, "rooms"), "rooms = [0, 2]", "expected a whole number from 1 to 13, found 0"),
    (("[[passage]]", 0, "rooms"), "rooms = [1, 2.5]", "expected a whole number from 1 to 13, found 2.5"),
    (("[[passage]]", 0, "rooms"), "rooms = [1, 2, 3]", "expected a list of 2, found 3"),
    (("[[passage]]", 0, "rooms"), "rooms = [2, 2]", "a passage leads from one room into another, not from 2 into itself"),
    (("[[passage]]", 0, "opening"), "opening = [[1, 1]]", "expected a list of 2, found 1"),
    (("[[passage]]", 0, "opening"), 'opening = [[1, 1], ["x", 1]]', "expected a place [x, y]"),
    # door and portals
    (("[door]", 0, "rooms"), "rooms = [1, 13]", "the door starts on a passage, and 1-13 is none"),
    (("[door]", 0, "rooms"), "rooms = [9, 9]", "not from 9 into itself"),
    (("[door]", 0, "rooms"), "rooms = [9]", "expected a list of 2, found 1"),
    (("[portal.main]", 0, "room"), "room = 0", "expected a whole number from 1 to 13, found 0"),
    (("[portal.side]", 0, "room"), "room = 14", "expected a whole number from 1 to 13, found 14"),
    (("[portal.side]", 0, "room"), 'room = "11"', "expected a whole number from 1 to 13, found '11'"),
    (("[portal.side]", 0, "at"), "at = [1]", "expected a place [x, y]"),
    # the harbor
    ((*HARBOR, "boxes"), "boxes = 7", "expected a whole number from 1 to 6, found 7"),
    ((*HARBOR, "boxes"), "boxes = 0", "expected a whole number from 1 to 6, found 0"),
    ((*HARBOR, "first_tiles"), "first_tiles = [3, 3, 3, 4, 4, 5]", "5 first tiles do not fit 4 boxes"),
    ((*HARBOR, "first_tiles"), "first_tiles = [3, 3, 3, 4, 4]", "expected a list of 6, found 5"),
    ((*HARBOR, "first_tiles"), "first_tiles = [3, 3, 3, 4, 4, -1]", "expected a whole number from 0 to 6, found -1"),
    (("[[storehouse]]", 2, "boxes"), f"boxes = [{', '.join([ONE] * 3)}]", "expected a list of 4, found 3"),
    (("[[storehouse]]", 2, "at"), "at = []", "expected a place [x, y]"),
    # numbers on cards
    ((*CARDS, "maria"), "maria = 25", "expected a whole number from 0 to 24, found 25"),
    ((*CARDS, "maria"), "maria = -1", "expected a whole number from 0 to 24, found -1"),
    ((*CARDS, "maria"), "maria = 2.5", "expected a whole number from 0 to 24, found 2.5"),
    ((*CARDS, "maria"), "maria = true", "expected a whole number from 0 to 24, found True"),
    ((*CARDS, "maria"), "maria = 6\nbells = 3", "unknown key bells"),
]
"""A place in the standard board's file, what stands there instead, and what is wrong with it."""

MISSING: list[tuple[Place, str]] = [
    *(((*CARDS, card), card) for card in tomllib.loads(BOARD.text)["cards"]),
    *(((*ROOM_1, key), key) for key in ("number", "outline", "label", "chalices", "books", "rings")),
    *((("[[passage]]", 3, key), key) for key in ("rooms", "opening")),
    (("[door]", 0, "rooms"), "rooms"),
    *((("[portal.main]", 0, key), key) for key in ("room", "at")),
    *(((*HARBOR, key), key) for key in ("boxes", "first_tiles")),
    *((("[[storehouse]]", 1, key), key) for key in ("at", "boxes")),
]
"""Keys that are needed."""


@pytest.mark.rule("TB6")
@pytest.mark.parametrize(("place", "new", "message"), LINES)
def test_a_faulty_line_is_named(tmp_path: Path, place: Place, new: str, message: str) -> None:
    """The error names the file, the line and the fault."""
    text, number = BOARD.changed(place, new)
    said = BOARD.fault(tmp_path, text)
    assert message in said
    assert "mine.toml" in said
    assert f"line {number + new.count(chr(10))}" in said


@pytest.mark.rule("TB6")
@pytest.mark.parametrize(("place", "key"), MISSING)
def test_a_missing_key_is_named_with_its_table(tmp_path: Path, place: Place, key: str) -> None:
    """A number for every character card among them."""
    text, _ = BOARD.changed(place, "")
    header = BOARD.line_of((place[0], place[1], "")) + 1
    assert BOARD.fault(tmp_path, text).startswith(f"mine.toml, line {header}: {key} is missing")


@pytest.mark.rule("TB6")
@pytest.mark.parametrize("key", ["game", "title", "size"])
def test_a_missing_key_of_the_file(tmp_path: Path, key: str) -> None:
    text, _ = BOARD.changed(("", 0, key), "")
    assert BOARD.fault(tmp_path, text).startswith(f"mine.toml: {key} is missing")


@pytest.mark.rule("TB6")
@pytest.mark.parametrize(("header", "key"), [("[door]", "door"), ("[cards]", "cards"), ("[harbor]", "harbor")])
def test_a_missing_table_of_the_file(tmp_path: Path, header: str, key: str) -> None:
    assert BOARD.fault(tmp_path, BOARD.without(header, 1)).startswith(f"mine.toml: {key} is missing")


@pytest.mark.rule("TB6")
@pytest.mark.parametrize("side", ["main", "side"])
def test_both_portals_are_needed(tmp_path: Path, side: str) -> None:
    assert f"{side} is missing (needed here: main, side)" in BOARD.fault(tmp_path, BOARD.without(f"[portal.{side}]", 1))


@pytest.mark.rule("TB6")
def test_exactly_13_rooms(tmp_path: Path) -> None:
    """Neither 12 nor 14; the first of them is pointed at."""
    line = BOARD.line_of(("[[room]]", 0, "")) + 1
    assert BOARD.fault(tmp_path, BOARD.without("[[room]]", 1)) == f"mine.toml, line {line}: expected a list of 13, found 12"
    outline = "outline = [[1, 1], [2, 2], [3, 3]]\nlabel = [1, 1]"
    more = f"\n[[room]]\nnumber = 14\n{outline}\nchalices = []\nbooks = [[1, 1]]\nrings = []\n"
    assert BOARD.fault(tmp_path, BOARD.text + more) == f"mine.toml, line {line}: expected a list of 13, found 14"


@pytest.mark.rule("TB6")
def test_six_storehouses(tmp_path: Path) -> None:
    assert "expected a list of 6, found 5" in BOARD.fault(tmp_path, BOARD.without("[[storehouse]]", 1))


@pytest.mark.rule("TB6")
def test_every_room_has_a_hiding_place(tmp_path: Path) -> None:
    """Room 1 without books and rings has nothing."""
    text, _ = BOARD.changed(("[[room]]", 0, "books"), "books = []")
    lines = text.splitlines()
    lines[BOARD.line_of(("[[room]]", 0, "rings"))] = "rings = []"
    line = BOARD.line_of(("[[room]]", 0, "")) + 1
    said = BOARD.fault(tmp_path, "\n".join(lines))
    assert said == f"mine.toml, line {line}: room 1 has no hiding place; every room has at least one"


@pytest.mark.rule("TB6")
@pytest.mark.parametrize("rooms", ["[1, 2]", "[2, 1]"])
def test_no_passage_twice(tmp_path: Path, rooms: str) -> None:
    """Either way round; the second one is pointed at."""
    said = BOARD.fault(tmp_path, BOARD.text + f"\n[[passage]]\nrooms = {rooms}\nopening = [[1, 1], [2, 2]]\n")
    line = len(BOARD.lines) + 2
    assert said.startswith(f"mine.toml, line {line}: the passage ")
    assert said.endswith("is there twice")


@pytest.mark.rule("TB6")
def test_rooms_are_connected(tmp_path: Path) -> None:
    """Without 3-4 and 4-5 nothing leads to room 4."""
    lines = BOARD.text.splitlines()
    for rooms, instead in (("rooms = [3, 4]", "rooms = [3, 6]"), ("rooms = [4, 5]", "rooms = [3, 5]")):
        lines[lines.index(rooms)] = instead
    line = BOARD.line_of(("[[passage]]", 0, "")) + 1
    said = BOARD.fault(tmp_path, "\n".join(lines))
    assert said == f"mine.toml, line {line}: no way leads from room 1 to room 4: every room must be reachable"


@pytest.mark.rule("TB6")
def test_two_to_32_passages(tmp_path: Path) -> None:
    pairs = [f"{one}-{other}" for one, other in combinations(range(1, 14), 2)]
    text = BOARD.without("[[passage]]", 17)
    assert "expected a list of 2 to 32, found 1" in BOARD.fault(tmp_path, text)
    for pair in pairs[18:]:
        one, other = pair.split("-")
        text += f"\n[[passage]]\nrooms = [{one}, {other}]\nopening = [[1, 1], [2, 2]]\n"
    assert "expected a list of 2 to 32, found" in BOARD.fault(tmp_path, text)


@pytest.mark.rule("TB6")
def test_at_most_64_kb(tmp_path: Path) -> None:
    """Exactly 64 KB are read; one more byte is too much."""
    padded = BOARD.text + "#" * (64 * 1024 - len(BOARD.text.encode()) - 1) + "\n"
    assert BOARD.load(tmp_path, padded).players == 2
    assert BOARD.fault(tmp_path, padded + "\n") == "mine.toml: larger than 64 KB"


@pytest.mark.rule("TB6")
def test_what_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match=r"mine\.toml: not a text file"):
        commandery.game("templar", board=path)
    with pytest.raises(BadFile, match="cannot be read"):
        commandery.game("templar", board=tmp_path / "yours.toml")


@pytest.mark.rule("TB6")
def test_the_standard_board_has_no_fault(tmp_path: Path) -> None:
    """And a copy of it is the same board."""
    assert BOARD.load(tmp_path, BOARD.text).world.tobytes() == rules(2).world.tobytes()


ROW = " ".join(f"{room}-{room + 1}" for room in range(1, 13))
MANY = " ".join([ROW, *(f"{one}-{other}" for one, other in combinations(range(1, 14), 2) if other - one > 1)][:21])
LIMITS: dict[str, dict[str, Any]] = {
    "everything at its maximum": {
        "passages": MANY, "door": "1-2", "portals": (13, 13), "spaces": dict.fromkeys(range(1, 14), "c6 b6 r6+6+6+6"),
        "cards": dict.fromkeys(tomllib.loads(BOARD.text)["cards"], 24), "boxes": 6, "first_tiles": (6,) * 6,
    },
    "everything at its minimum": {
        "passages": ROW, "door": "12-13", "portals": (1, 1), "spaces": dict.fromkeys(range(1, 14), "c0 b1 r0"),
        "cards": dict.fromkeys(tomllib.loads(BOARD.text)["cards"], 0), "boxes": 1, "first_tiles": (0,) * 6,
    },
    "one ring place a room": {"spaces": dict.fromkeys(range(1, 14), "c0 b0 r1")},
    "one chalice place a room": {"spaces": dict.fromkeys(range(1, 14), "c1 b0 r0")},
    "few boxes, high numbers": {"boxes": 1, "cards": dict.fromkeys(tomllib.loads(BOARD.text)["cards"], 24)},
    "rooms in a row": {"passages": ROW, "door": "6-7"},
}  # fmt: skip


@pytest.mark.rule("TB6", "T14")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("limit", LIMITS)
def test_boards_at_every_limit_play_to_the_end(limit: str, players: int) -> None:
    """They load, and random games on them keep every invariant until they are over."""
    game = rules(players, abbey(**LIMITS[limit]), rounds=60)
    result = simulate(game, 20, check=True)
    assert (result.games, int(result.shares.sum()) > 0) == (20, True)
    assert result.decisions > 20 * players * 3


@pytest.mark.rule("TB6")
def test_the_largest_board_has_32_passages_and_36_places_a_room() -> None:
    table = Table(board=abbey(**LIMITS["everything at its maximum"]), door="1-2")
    room = table.seen["rooms"][0]
    assert (len(room["chalices"]), len(room["books"]), [len(area) for area in room["rings"]]) == (6, 6, [6, 6, 6, 6])
    table.go("Ani play porticus")
    assert len(table.choices("lock")) == 31
