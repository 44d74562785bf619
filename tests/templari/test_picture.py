"""The picture of Templari: every card once and where it lies, whose turn it is, no secrets, no card out of its row."""

from __future__ import annotations

import json
import re
import tomllib
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

import commandery
from templari.table import LAST_ROUND, Table, honour, rules

SVG = "{http://www.w3.org/2000/svg}"


def drawn(table: Table, seat: int | None = None) -> ET.Element:
    return ET.fromstring(table.match.svg(seat))


def part(root: ET.Element, id: str) -> ET.Element:
    (found,) = [element for element in root.iter() if element.get("id") == id]
    return found


def cards(element: ET.Element) -> list[str]:
    """The cards in a part of the picture, by what their titles say."""
    held = [child for child in element.iter() if child.get("id", "").startswith("card-")]
    return sorted(str(child.findtext(f"{SVG}title")) for child in held)


def words(element: ET.Element) -> list[str]:
    """What is written on a part of the picture, but for the cards."""
    return [text.text or "" for text in element.iter(f"{SVG}text") if not re.search("letter|number", text.attrib["class"])]


def test_the_lot_lies_in_the_middle_and_cards_with_their_owners() -> None:
    table = Table(held={"Anna": "A0 B1 A6 C0"}, lot="F8 F9")
    root = drawn(table)
    assert cards(part(root, "wares")) == ["grey 8", "grey 9"]
    assert cards(part(root, "player-0")) == ["blue 1", "green 0", "red 0", "red 6"]
    assert len(cards(root)) == 6


def test_a_card_on_sale_lies_in_the_middle_alone() -> None:
    """It leaves an empty place in its owner's row, so that no card is drawn twice."""
    table = Table(held={"Anna": "A0 B1"})
    table.go("Anna sell A0")
    root = drawn(table)
    assert cards(part(root, "wares")) == ["red 0"]
    assert cards(part(root, "player-0")) == ["blue 1"]
    assert "Player 1 sells" in words(root) and "sells" in words(part(root, "player-0"))


def test_a_card_that_is_taken_lies_in_the_middle() -> None:
    table = Table(held={"Anna": "A0", "Bert": "B1"}, side_auctions=False, exchange=True)
    table.go("Anna take B1")
    root = drawn(table)
    assert cards(part(root, "wares")) == ["blue 1"]
    assert cards(part(root, "player-1")) == []
    assert "must give" in words(part(root, "player-0"))


def test_whose_turn_it_is_and_who_is_still_in() -> None:
    table = Table(4, held={"Anna": "A0 B1"}, lot="F8 F9")
    table.go("Anna pass, Bert bid 7")
    root = drawn(table, 3)
    assert [seat for seat in range(4) if "active" in part(root, f"player-{seat}").attrib["class"].split()] == [2]
    assert words(part(root, "player-0"))[:3] == ["Player 1", "starts", "passed"]
    assert words(part(root, "player-1"))[:2] == ["Player 2", "bids 7"]
    assert words(part(root, "player-2"))[:2] == ["Player 3", "to bid"]
    assert words(part(root, "player-3"))[:3] == ["Player 4", "you", "still in"]
    assert {"7", "Player 2"} <= set(words(part(root, "bid")))


def test_hidden_coins_are_not_in_it() -> None:
    root = drawn(Table(coins=[31, 1, 4], hidden=True, lot="A0 B1"), 1)
    assert [words(part(root, f"coins-{seat}")) for seat in range(3)] == [["?"], ["1"], ["?"]]


@pytest.mark.parametrize("held", [1, 8, 13, 14, 15, 20, 28])
def test_cards_stay_in_their_row_and_show_their_numbers(held: int) -> None:
    """However many a player holds: none lies outside the row, and no card covers the letter or the number of another."""
    everything = [f"{colour}{number}" for colour, numbers in DECK for number in numbers]
    others = {"Bert": "".join(everything[held : held + held % 2])}
    root = drawn(Table(held={"Anna": " ".join(everything[:held]), **others}))
    row = part(root, "player-0")
    boxes = []
    for card in [child for child in row.iter() if child.get("id", "").startswith("card-")]:
        moved = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", card.attrib["transform"])
        assert moved
        x, y, scale = float(moved[1]), float(moved[2]), float(moved[3] or 1)
        sides = [float(text.attrib["x"]) for text in card.iter(f"{SVG}text")]
        sizes = [0.4 * size for size in (23, 46)]  # half of a wide digit of that size, bold
        boxes.append((y, x, x + max(side + size for side, size in zip(sides, sizes, strict=True)) * scale))
        assert x >= 300 and x + 63 * scale <= 872 - 5 and y > 0 and y + 88 * scale < 110
    assert len(boxes) == held
    assert all(one[0] != other[0] or one[2] <= other[1] + 4 for one, other in pairwise(sorted(boxes)))


DECK = [("A", "06789"), ("B", "01236"), ("C", "01457"), ("D", "24568"), ("E", "23479"), ("F", "13589")]


def test_the_end_and_what_was_discarded() -> None:
    table = honour(held=LAST_ROUND, lot="F8 F9")
    table.go("Anna bid 14, Bert pass, Claus pass, Anna discard A0")
    root = drawn(table)
    assert words(part(root, "discarded")) == ["Discarded", "1"]
    assert "cannot pay" in words(part(root, "player-0"))
    table.go("Bert pass, Claus pass")
    assert "The game is over" in words(drawn(table))


def test_writing_on_a_light_colour_is_dark() -> None:
    data = tomllib.loads(rules().kind.board_file.read_text())
    data["colour"][0]["paint"] = "#ffee88"
    match = commandery.game("templari", board=json.loads(json.dumps(data))).start(seed=1)
    while not any(card["colour"] == "A" for card in match.view()["lot"]):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    inks = {
        text.attrib["class"].split()[1]
        for text in ET.fromstring(match.svg()).iter(f"{SVG}text")
        if text.attrib["class"].startswith("letter") and text.text == "A"
    }
    assert inks == {"on-light"}
