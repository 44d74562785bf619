"""The deck file (MB1, MB3) and the world built from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from commandery.core.contract import NOBODY
from commandery.core.datafile import Document
from commandery.core.game import Board
from commandery.core.language import N_
from commandery.core.layout import StateArray
from commandery.core.options import Value
from commandery.games.templari.state import CARDS, COLOURS, COPIES, NUMBERS, World

__all__ = ["Colour", "Deck", "build_world", "check_deck"]

_PAINT = re.compile(r"#[0-9a-fA-F]{6}")
COLOUR_NAMES = (N_("red"), N_("blue"), N_("green"), N_("yellow"), N_("violet"), N_("grey"))
"""The names in the standard deck, marked for translation."""


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour of the deck: five cards."""

    letter: str
    name: str
    paint: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Deck(Board):
    """A checked deck. Card ``c`` has the number ``c // 3``; ``card_colours[c]`` is the index of its colour."""

    colours: tuple[Colour, ...]
    card_colours: tuple[int, ...]

    def card(self, card: int) -> str:
        """A card's short name: the letter of its colour and its number."""
        return f"{self.colours[self.card_colours[card]].letter}{card // COPIES}"


def check_deck(document: Document) -> Deck:
    """The deck in a file, or `BadFile` for its first fault (MB3)."""
    data = document.data
    document.expect_keys((), data, ("game", "title", "colour"), ("reconstructed",))
    if data["game"] != "templari":
        document.fault(("game",), f"expected a deck of templari, found one of {data['game']!r}")
    document.text(("title",), data["title"])
    for index, entry in enumerate(document.list(("reconstructed",), data.get("reconstructed", []), 0, 20)):
        document.text(("reconstructed", index), entry)
    entries = document.list(("colour",), data["colour"], COLOURS, COLOURS)
    colours = tuple(_check_colour(document, index, entry) for index, entry in enumerate(entries))
    for field in ("letter", "name"):
        seen: set[str] = set()
        for index, colour in enumerate(colours):
            value = getattr(colour, field)
            if value in seen:
                document.fault(("colour", index, field), f"two colours have the {field} {value}")
            seen.add(value)
    for number in range(NUMBERS):
        holding = [colour.letter for colour in colours if number in colour.numbers]
        if len(holding) != COPIES:
            document.fault(
                ("colour",),
                f"the number {number} must be in {COPIES} colours, but is in {len(holding)} ({', '.join(holding) or 'none'})",
            )
    cards = [index for number in range(NUMBERS) for index, colour in enumerate(colours) if number in colour.numbers]
    return Deck(data, colours, tuple(cards))


def _check_colour(document: Document, index: int, entry: Mapping[str, object]) -> Colour:
    place = ("colour", index)
    document.expect_keys(place, entry, ("letter", "name", "paint", "numbers"))
    letter = entry["letter"]
    if not isinstance(letter, str) or not re.fullmatch("[A-Z]", letter):
        document.fault((*place, "letter"), f"expected one letter from A to Z, found {letter!r}")
    name = document.text((*place, "name"), entry["name"])
    paint = entry["paint"]
    if not isinstance(paint, str) or not _PAINT.fullmatch(paint):
        document.fault((*place, "paint"), 'expected a colour like "#b3392f"')
    size = CARDS // COLOURS
    listed = document.list((*place, "numbers"), entry["numbers"], size, size)
    numbers = tuple(document.whole((*place, "numbers"), number, 0, NUMBERS - 1) for number in listed)
    for number in numbers:
        if numbers.count(number) > 1:
            document.fault((*place, "numbers"), f"the number {number} is twice in colour {letter}; once is right")
    return Colour(letter, name, paint, tuple(sorted(numbers)))


def build_world(players: int, options: Mapping[str, Value], deck: Deck) -> StateArray:
    """The world of a match."""
    world = World.empty()
    w = world[0]
    w["players"] = players
    w["first"] = NOBODY if options["start"] == "random" else options["start"]
    w["exchange"] = options["exchange"]
    w["side_auctions"] = options["side_auctions"] and not options["exchange"]  # the Exchange takes their place
    w["honour"] = options["table_rules"] == "honour"
    w["hidden"] = options["coins"] == "hidden"
    for card, colour in enumerate(deck.card_colours):
        w["colour"][card] = colour
        w["colour_cards"][colour] |= 1 << card
    return world
