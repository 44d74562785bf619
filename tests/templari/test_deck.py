"""The deck file: its faults are named (MB3), and another sound deck plays."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

import commandery
from boardfile import BoardFile
from commandery import BadFile, BadRecord
from templari.table import rules

DECK = BoardFile("templari")


def changed(line: str, new: str, occurrence: int = 0) -> tuple[str, int]:
    """The standard deck with one line replaced, and the number of that line."""
    lines = list(DECK.lines)
    at = [number for number, found in enumerate(lines) if found == line][occurrence]
    lines[at] = new
    return "\n".join(lines) + "\n", at + 1


RED = "numbers = [0, 6, 7, 8, 9]"
LINES = [
    # numbers
    (RED, "numbers = [0, 6, 7, 8, 8]", "the number 8 is twice in colour A; once is right"),
    (RED, "numbers = [0, 6, 7, 8]", "expected a list of 5, found 4"),
    (RED, "numbers = [0, 1, 6, 7, 8, 9]", "expected a list of 5, found 6"),
    (RED, "numbers = []", "expected a list of 5, found 0"),
    (RED, "numbers = 6", "expected a list of 5, found 6"),
    (RED, "numbers = [0, 6, 7, 8, 10]", "expected a whole number from 0 to 9, found 10"),
    (RED, "numbers = [-1, 6, 7, 8, 9]", "expected a whole number from 0 to 9, found -1"),
    (RED, "numbers = [0, 6, 7, 8.5, 9]", "expected a whole number from 0 to 9, found 8.5"),
    (RED, "numbers = [false, 6, 7, 8, 9]", "expected a whole number from 0 to 9, found False"),
    (RED, 'numbers = ["0", 6, 7, 8, 9]', "expected a whole number from 0 to 9, found '0'"),
    # letters
    ('letter = "C"', 'letter = "A"', "two colours have the letter A"),
    ('letter = "C"', 'letter = "c"', "expected one letter from A to Z, found 'c'"),
    ('letter = "C"', 'letter = "CC"', "expected one letter from A to Z, found 'CC'"),
    ('letter = "C"', 'letter = ""', "expected one letter from A to Z, found ''"),
    ('letter = "C"', "letter = 3", "expected one letter from A to Z, found 3"),
    # names
    ('name = "green"', 'name = "red"', "two colours have the name red"),
    ('name = "green"', 'name = ""', "expected a text of 1 to 40 characters"),
    ('name = "green"', f'name = "{"g" * 41}"', "expected a text of 1 to 40 characters"),
    ('name = "green"', "name = 7", "expected a text of 1 to 40 characters"),
    ('name = "green"', 'name = "<b>green</b>"', "expected plain text"),
    ('name = "green"', 'name = "gr\\u0007een"', "expected plain text"),
    # paint
    ('paint = "#b5830d"', 'paint = "yellow"', 'expected a colour like "#b3392f"'),
    ('paint = "#b5830d"', 'paint = "#b5830"', 'expected a colour like "#b3392f"'),
    ('paint = "#b5830d"', 'paint = "#b5830dff"', 'expected a colour like "#b3392f"'),
    ('paint = "#b5830d"', "paint = 0", 'expected a colour like "#b3392f"'),
    ('paint = "#b5830d"', 'paint = "#b5830d"\nshine = 1', "unknown key shine (known here: letter, name, paint, numbers)"),
    # the file
    ('game = "templari"', 'game = "templar"', "expected a deck of templari, found one of 'templar'"),
    ('game = "templari"', "game = 3", "expected a deck of templari, found one of 3"),
    ('title = "Standard deck"', 'title = ""', "expected a text of 1 to 40 characters"),
    ('title = "Standard deck"', 'title = "A & B"', "expected plain text"),
    ('title = "Standard deck"', 'title = "Mine"\nauthor = "me"', "unknown key author"),
    ('title = "Standard deck"', "title = Mine", "not TOML: "),
]
"""A line of the standard deck, what stands there instead, and what is wrong with it."""


@pytest.mark.rule("MB3")
@pytest.mark.parametrize(("line", "new", "message"), LINES)
def test_a_faulty_line_is_named(tmp_path: Path, line: str, new: str, message: str) -> None:
    """The error names the file, the line and the fault."""
    text, number = changed(line, new)
    said = DECK.fault(tmp_path, text)
    assert message in said
    assert said.startswith("mine.toml")
    assert f"line {number + new.count(chr(10))}" in said


@pytest.mark.rule("MB3")
@pytest.mark.parametrize("key", ["letter", "name", "paint", "numbers"])
def test_a_colour_without_one_of_its_keys(tmp_path: Path, key: str) -> None:
    """The error names the key and the line where that colour begins."""
    lines = DECK.lines
    third = [number for number, line in enumerate(lines) if line == "[[colour]]"][2]
    (missing,) = [number for number in range(third, third + 5) if lines[number].startswith(key)]
    said = DECK.fault(tmp_path, "\n".join(lines[:missing] + lines[missing + 1 :]))
    assert said.startswith(f"mine.toml, line {third + 1}: {key} is missing")


@pytest.mark.rule("MB3")
@pytest.mark.parametrize("key", ["game", "title"])
def test_a_file_without_one_of_its_keys(tmp_path: Path, key: str) -> None:
    """What is missing has no line; the error names the key."""
    text = "\n".join(line for line in DECK.lines if not line.startswith(key))
    assert DECK.fault(tmp_path, text).startswith(f"mine.toml: {key} is missing")


@pytest.mark.rule("MB3")
@pytest.mark.parametrize(
    ("red", "message"),
    [
        ("[1, 6, 7, 8, 9]", "the number 0 must be in 3 colours, but is in 2 (B, C)"),
        ("[0, 1, 6, 7, 8]", "the number 1 must be in 3 colours, but is in 4 (A, B, C, F)"),
        ("[0, 5, 7, 8, 9]", "the number 5 must be in 3 colours, but is in 4 (A, C, D, F)"),
    ],
)
def test_a_number_that_is_not_in_three_colours(tmp_path: Path, red: str, message: str) -> None:
    """The counts over all colours: the error names the number and where it is."""
    text, _ = changed(RED, f"numbers = {red}")
    said = DECK.fault(tmp_path, text)
    assert said.startswith("mine.toml, ")
    assert message in said


@pytest.mark.rule("MB3")
def test_a_number_that_is_in_no_colour(tmp_path: Path) -> None:
    """All three 0s are missing."""
    text = DECK.text.replace("[0, 6, 7, 8, 9]", "[1, 6, 7, 8, 9]").replace("[0, 1, 2, 3, 6]", "[4, 1, 2, 3, 6]")
    text = text.replace("[0, 1, 4, 5, 7]", "[2, 1, 4, 5, 7]")
    assert "the number 0 must be in 3 colours, but is in 0 (none)" in DECK.fault(tmp_path, text)


@pytest.mark.rule("MB3")
@pytest.mark.parametrize("colours", [5, 7])
def test_six_colours(tmp_path: Path, colours: int) -> None:
    """One colour less or more is a fault."""
    parts = DECK.text.split("[[colour]]")
    extra = '\nletter = "G"\nname = "gold"\npaint = "#ffffff"\nnumbers = [0, 1, 2, 3, 4]\n'
    text = "[[colour]]".join(parts[:-1] if colours == 5 else [*parts, extra])
    assert f"expected a list of 6, found {colours}" in DECK.fault(tmp_path, text)


@pytest.mark.rule("MB3")
@pytest.mark.parametrize(
    ("colour", "message"),
    [("6", "expected a list of 6, found 6"), ("[1, 2, 3, 4, 5, 6]", "expected a table with letter, name, paint, numbers")],
)
def test_colours_are_tables(tmp_path: Path, colour: str, message: str) -> None:
    """Something else in their place is a fault, with its line."""
    said = DECK.fault(tmp_path, f'game = "templari"\ntitle = "Mine"\ncolour = {colour}\n')
    assert said == f"mine.toml, line 3: {message}"


@pytest.mark.rule("MB3")
def test_the_line_of_a_list_written_over_several(tmp_path: Path) -> None:
    """The line is that of the key."""
    text, number = changed(RED, "numbers = [\n  0,\n  6,\n  7,\n  8,\n  12,\n]")
    assert DECK.fault(tmp_path, text) == f"mine.toml, line {number}: expected a whole number from 0 to 9, found 12"


@pytest.mark.rule("MB3")
def test_files_that_are_no_deck_files(tmp_path: Path) -> None:
    """Missing, not text, too large, of no colours at all: each has its error."""
    with pytest.raises(BadFile, match=r"absent\.toml: cannot be read"):
        commandery.game("templari", board=tmp_path / "absent.toml")
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match=r"mine\.toml: not a text file in UTF-8"):
        commandery.game("templari", board=path)
    assert "larger than 64 KB" in DECK.fault(tmp_path, DECK.text + "#" * 65536)
    assert "colour is missing" in DECK.fault(tmp_path, 'game = "templari"\ntitle = "Mine"\n')


@pytest.mark.rule("MB3")
def test_a_deck_given_as_data_is_checked_too() -> None:
    """Without lines the error names the path to the fault; in a record it makes the record a damaged one."""
    data = tomllib.loads(DECK.text)
    data["colour"][1]["numbers"] = [0, 1, 2, 3, 3]
    with pytest.raises(BadFile, match=r"board, colour\[1\]\.numbers: the number 3 is twice in colour B"):
        commandery.game("templari", board=data)
    record = rules().start(seed=1).record() | {"board": data}
    with pytest.raises(BadRecord, match="the number 3 is twice in colour B"):
        commandery.replay(record)


def other_deck() -> dict[str, Any]:
    """A sound deck in which colours share five numbers or none."""
    return {
        "game": "templari",
        "title": "High and low",
        "colour": [
            {"letter": letter, "name": f"{letter} side", "paint": "#102030", "numbers": numbers}
            for letter, numbers in zip("PQRSTU", ([4, 3, 2, 1, 0], [5, 6, 7, 8, 9]) * 3, strict=True)
        ],
    }


@pytest.mark.rule("MB3")
def test_another_sound_deck_plays() -> None:
    """That any two colours share two numbers is not asked for. Names, points and records go by the new deck."""
    game = commandery.game("templari", players=4, board=other_deck())
    match = game.start(seed=5)
    names = {card["name"] for key in ("unseen", "lot") for card in match.view()[key]}
    assert names == {f"{letter}{number}" for letter in "PRT" for number in range(5)} | {
        f"{letter}{number}" for letter in "QSU" for number in range(5, 10)
    }
    dice = Random(5)
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, dice.choice(match.legal(seat)))
    for seat, player in enumerate(match.view()["players"]):
        counts = {letter: sum(card["colour"] == letter for card in player["cards"]) for letter in "PQRSTU"}
        points = {letter: (0, 1, 3, 6, 10, 15)[count] for letter, count in counts.items()}
        assert {key: value for key, value in match.outcome.sources[seat].items() if key != "coins"} == points
    again = commandery.replay(json.loads(json.dumps(match.record())))
    assert again.state == match.state
    assert again.game.board == game.board


@pytest.mark.rule("MB3")
def test_the_order_of_numbers_in_a_file_does_not_matter(tmp_path: Path) -> None:
    """Neither within a colour nor of comments and blank lines."""
    text, _ = changed(RED, "numbers = [9, 0, 8, 6, 7]  # shuffled")
    game = DECK.load(tmp_path, text)
    assert game.start(seed=1).view()["unseen"] == rules().start(seed=1).view()["unseen"]
