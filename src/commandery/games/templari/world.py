"""The deck file (MB1, MB3) and the world built from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from commandery.core.contract import NOBODY
from commandery.core.datafile import Document
from commandery.core.game import Board
from commandery.core.language import N_, Message, Phrase
from commandery.core.layout import StateArray
from commandery.core.options import Value
from commandery.games.templari.state import CARDS, COLOURS, COPIES, NUMBERS, World

__all__ = ["Colour", "Deck", "build_world", "check_deck"]

_PAINT = re.compile(r"#[0-9a-fA-F]{6}")
STANDARD_NAMES = (
    # Translators: the title of the deck of Templari
    N_("Standard deck"),
    # Translators: the colours of cards
    N_("red"), N_("blue"), N_("green"), N_("yellow"), N_("violet"), N_("grey"),
)  # fmt: skip
"""The words in the standard deck file, marked for translation."""


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
        document.fault(("game",), Message("expected a deck of templari, found one of {found}"), found=repr(data["game"]))
    document.text(("title",), data["title"])
    for index, entry in enumerate(document.list(("reconstructed",), data.get("reconstructed", []), 0, 20)):
        document.text(("reconstructed", index), entry)
    entries = document.list(("colour",), data["colour"], COLOURS, COLOURS)
    colours = tuple(_check_colour(document, index, entry) for index, entry in enumerate(entries))
    twice = {"letter": Message("two colours have the letter {value}"), "name": Message("two colours have the name {value}")}
    for field, message in twice.items():
        seen: set[str] = set()
        for index, colour in enumerate(colours):
            value = getattr(colour, field)
            if value in seen:
                document.fault(("colour", index, field), message, value=value)
            seen.add(value)
    for number in range(NUMBERS):
        holding = [colour.letter for colour in colours if number in colour.numbers]
        if len(holding) != COPIES:
            # Translators: found is how many colours, letters which ones, with commas
            message = Message("the number {number} must be in {needed} colours, but is in {found} ({letters})")
            letters: object = ", ".join(holding) or Phrase(Message("none"))
            document.fault(("colour",), message, number=number, needed=COPIES, found=len(holding), letters=letters)
    cards = [index for number in range(NUMBERS) for index, colour in enumerate(colours) if number in colour.numbers]
    return Deck(data, colours, tuple(cards))


def _check_colour(document: Document, index: int, entry: Mapping[str, object]) -> Colour:
    place = ("colour", index)
    document.expect_keys(place, entry, ("letter", "name", "paint", "numbers"))
    letter = entry["letter"]
    if not isinstance(letter, str) or not re.fullmatch("[A-Z]", letter):
        document.fault((*place, "letter"), Message("expected one letter from A to Z, found {found}"), found=repr(letter))
    name = document.text((*place, "name"), entry["name"])
    paint = entry["paint"]
    if not isinstance(paint, str) or not _PAINT.fullmatch(paint):
        document.fault((*place, "paint"), Message('expected a colour like "#b3392f"'))
    size = CARDS // COLOURS
    listed = document.list((*place, "numbers"), entry["numbers"], size, size)
    numbers = tuple(document.whole((*place, "numbers"), number, 0, NUMBERS - 1) for number in listed)
    for number in numbers:
        if numbers.count(number) > 1:
            message = Message("the number {number} is twice in colour {letter}; once is right")
            document.fault((*place, "numbers"), message, number=number, letter=letter)
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
