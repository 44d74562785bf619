"""Cards and coins. A card is drawn plainly, where many lie side by side, or illuminated, where it is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from commandery.core.svg import Point, element, group, once, path, rectangle, text
from commandery.games.templari.drawing.paint import is_light
from commandery.games.templari.text import card_in_words
from commandery.games.templari.world import Colour, Deck

__all__ = ["CARD", "card", "card_back", "coin", "colour_of", "in_words"]

CARD = (63.0, 88.0)
_CROSS = "M-2 -11H2V-4H9V0H2V12H-2V0H-9V-4H-2Z"
# helm, shield, sword, axe, breastplate, banner: a piece of armour for each colour, about 34 points high
_DEVICES = (
    "M-12 14V-5C-12 -20 12 -20 12 -5V14L0 19ZM-10 -4V0H-1.5V-4ZM1.5 -4V0H10V-4Z"
    "M-7 5V8H-4V5ZM4 5V8H7V5ZM-7 10V12H-4V10ZM4 10V12H7V10Z",
    f"M-14 -16H14V-1C14 9 6 15 0 19C-6 15 -14 9 -14 -1Z{_CROSS}",
    "M0 -20L3.4 -14V5H11V9H3V13A3.6 3.6 0 1 1 -3 13V9H-11V5H-3.4V-14Z",
    "M-2 -18H2V-12C7 -12 10 -15 13 -18C17 -10 17 -2 13 6C10 3 7 1 2 1V19H-2V-3L-11 -6L-2 -10Z",
    "M-14 -15L-7 -18C-6 -12 6 -12 7 -18L14 -15C12 -9 12 -5 14 0C13 8 10 15 8 18H-8C-10 15 -13 8 -14 0C-12 -5 -12 -9 -14 -15Z"
    "M-1 -9V13H1V-9Z",
    "M-14 -18H-10.5V-16H15L9 -7L15 2H-10.5V19H-14ZM-2.4 -14V-9H-7.4V-5H-2.4V0H1V-5H6V-9H1V-14Z",
)
_DIAPER = "".join(f"M{x} 5L{x + 39.5:g} 83M{x + 39.5:g} 5L{x} 83" for x in (-14, 5.5, 25, 44.5))
_BACK = "M-1.8 -1.8L-5 -10.5H5L1.8 -1.8L10.5 -5V5L1.8 1.8L5 10.5H-5L-1.8 1.8L-10.5 5V-5Z"


def colour_of(deck: Deck, card: Mapping[str, Any]) -> Colour:
    """The colour of a card in a view."""
    return next(colour for colour in deck.colours if colour.letter == card["colour"])


def in_words(deck: Deck, card: Mapping[str, Any], language: str) -> str:
    """A card in a view, in words."""
    return card_in_words(colour_of(deck, card).name, card["number"], language)


def card(
    deck: Deck, shown: Mapping[str, Any], at: Point, scale: float, language: str, seen: float = CARD[0], rich: bool = False
) -> str:
    """A card: its colour, the colour's device and letter for those who cannot tell colours apart, and its number.

    What is written on a plain one is in the middle of what is ``seen`` of it beside the next card.
    """
    colour = colour_of(deck, shown)
    draw = _illuminated if rich else _plain
    drawn = draw(colour, deck.colours.index(colour), shown["number"], seen)
    return group(drawn, f"card-{shown['id']}", "held", at, scale, in_words(deck, shown, language))


@lru_cache(1000)
def _plain(colour: Colour, index: int, number: int, seen: float) -> str:
    ink = "on-light" if is_light(colour.paint) else "on-dark"
    drawn = rectangle((0, 0, *CARD), "card", 8, fill=colour.paint)
    drawn += _device(index, "emblem", (31.5, 57), 1.35) if seen > 54 else ""
    return drawn + text(colour.letter, (seen / 2, 26), f"letter {ink}") + text(str(number), (seen / 2, 72), f"number {ink}")


@lru_cache(1000)
def _illuminated(colour: Colour, index: int, number: int, seen: float) -> str:
    ink = "on-light" if is_light(colour.paint) else "on-dark"
    drawn = rectangle((0, 0, *CARD), "vellum", 7) + rectangle((4, 4, 59, 84), "field", 4, fill=colour.paint)
    drawn += element("svg", path(_DIAPER, "diaper"), x=5.0, y=5.0, width=53.0, height=78.0, viewBox="5 5 53 78")
    drawn += rectangle((6.5, 6.5, 56.5, 81.5), "hem", 2.5) + _device(index, "device", (31.5, 61.5), 0.94)
    drawn += element("circle", class_="seal", cx=31.5, cy=23.5, r=15.5)
    drawn += element("circle", class_="seal-rim", cx=31.5, cy=23.5, r=13.2)
    drawn += text(str(number), (31.5, 32.4), "number figure") + text(colour.letter, (13, 78), f"letter {ink} initial")
    return drawn


@once
def _device(index: int, class_: str, at: Point, scale: float) -> str:
    return group(path(_DEVICES[index], class_, fill_rule="evenodd"), at=at, scale=scale)


@once
def card_back(class_: str = "card-back") -> str:
    """A card face down, as large as one face up; in the class ``empty`` only its place."""
    drawn = rectangle((0, 0, *CARD), class_, 8)
    if class_ == "empty":
        return drawn
    return (
        drawn
        + rectangle((5, 5, CARD[0] - 5, CARD[1] - 5), "back-hem", 5)
        + group(path(_BACK, "back-cross"), at=(31.5, 44), scale=2.2)
    )


@once
def coin(amount: object, radius: float) -> str:
    """A coin that says how many there are."""
    return (
        element("circle", class_="coin", r=radius)
        + element("circle", class_="coin-rim", r=radius - 5)
        + text(str(amount), (0, 11), "amount")
    )
