"""The picture of a Templari table as a seat sees it, as one SVG document: what is for sale, and a row for each player.

Drawn only from the checked deck and the view. Ids are stable: ``card-12`` wherever the card lies, ``deck``, ``pot``, ``bid``,
``player-2`` (a seat, from 0), ``coins-2``, ``place-0`` (an empty place in the middle). Sizes are chosen so that all can be read
on a phone, 390 points wide. Colours are variables of the style sheet; a page may set its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.svg import (
    PLAIN,
    Point,
    disc,
    element,
    fit_text,
    group,
    number,
    path,
    polygon,
    rectangle,
    style_sheet,
    text,
)
from commandery.games.templari.text import card_in_words
from commandery.games.templari.world import Deck

__all__ = ["picture"]

_WIDE = 900.0
_MIDDLE = (58.0, 234.0)  # from top to bottom
_LABEL = 40.0  # how far below its top the middle's lines of text are
_ROW = 120.0
_CARD = (63.0, 88.0)
_LEFT, _RIGHT = 330.0, 873.0  # where a player's cards lie
_MOST_CARDS = 14  # in one line
_NAME = 0.61  # how wide a letter of a name is, of its size
_COLOURS = {
    "paper": "#efe6d2", "ink": "#2b2118", "felt": "#56382a", "felt-line": "#8a6a48", "row": "#fffaf0", "row-line": "#cdb98f",
    "turn": "#b3261e", "gold": "#e2b23a", "gold-dark": "#7c5a10", "gold-light": "#f6d987", "pale": "#f7f1e3", "back": "#7d2a22",
}  # fmt: skip

# A name in <angle brackets> is a colour above.
_RULES = """
text {font-family:Georgia,'DejaVu Serif','Times New Roman',serif;fill:<ink>}
.ground {fill:<paper>}
.felt {fill:<felt>} .felt-line {fill:none;stroke:<felt-line>;stroke-width:2}
.row {fill:<row>;stroke:<row-line>;stroke-width:2} .row-out {fill:<paper>}
.row-turn {fill:<row>;stroke:<turn>;stroke-width:5} .pointer {fill:<turn>;stroke:<row>;stroke-width:2;stroke-linejoin:round}
.outline {stroke:<ink>;stroke-width:1.8}
.heading {font-size:30px;font-weight:bold} .end {text-anchor:end} .middle {text-anchor:middle}
.name {font-weight:bold} .now {font-weight:bold;fill:<turn>}
.label {fill:<pale>} .bid {font-size:62px;font-weight:bold;fill:<pale>}
.coin {fill:<gold>;stroke:<gold-dark>;stroke-width:2.5} .coin-rim {fill:none;stroke:<gold-light>;stroke-width:3}
.amount {font-size:31px;font-weight:bold;text-anchor:middle}
.card {stroke:<ink>;stroke-width:1.8} .shield {fill:#fff;fill-opacity:.17}
.letter {font-size:23px;font-weight:bold;text-anchor:middle} .number {font-size:46px;font-weight:bold;text-anchor:middle}
.on-dark {fill:#fff} .on-light {fill:<ink>}
.empty {fill:none;stroke:<felt-line>;stroke-width:2.4;stroke-dasharray:7 5}
.away {fill:none;stroke:<row-line>;stroke-width:2.4;stroke-dasharray:7 5}
.card-back {fill:<back>;stroke:<pale>;stroke-width:2.4} .count {font-size:40px;font-weight:bold;text-anchor:middle;fill:<pale>}
.over {font-size:44px;font-weight:bold;text-anchor:middle;fill:<pale>}
"""
_STYLE = element("style", "\n" + style_sheet("templari", _COLOURS, _RULES) + "\n")
_SHIELD = "M12.5 34H50.5V56C50.5 71 40.5 79 31.5 84C22.5 79 12.5 71 12.5 56Z"
_TO_DO = {
    # Translators: what a player who is to act does, below the name: Player 2, may sell; ten letters at most, up to "bids {bid}"
    "offering": N_("may sell"),
    "taking": N_("may take"),
    "giving": N_("must give"),
    "bidding": N_("to bid"),
    "discarding": N_("discards"),
}
"""What who is to act does in each phase, in a word or two: there is room for ten letters."""
# Translators: why there is no lot yet: sales or exchanges come before it; sixteen letters at most
_BEFORE = {"offering": N_("Sales come first"), "taking": N_("Exchanges first")}
"""Why there is no lot yet."""


def picture(deck: Deck, view: Mapping[str, Any], language: str = "en") -> str:
    """The table as the viewer sees it. The same deck, view and language give the same text."""
    title = translate(str(deck.data["title"]), language)
    high = _MIDDLE[1] + 10 + _ROW * len(view["players"])
    content = element("title", escape(title)) + _STYLE + rectangle((0, 0, _WIDE, high), "ground")
    content += _heading(title, view, language) + _middle(deck, view, language)
    for player in view["players"]:
        content += _player(deck, view, player, (14, _MIDDLE[1] + 10 + _ROW * player["seat"]), language)
    box = f"0 0 {number(_WIDE)} {number(high)}"
    return element(
        "svg", content, xmlns="http://www.w3.org/2000/svg", class_="templari", role="img", viewBox=box, width=_WIDE, height=high
    )  # fmt: skip


def _heading(title: str, view: Mapping[str, Any], language: str) -> str:
    """The name of the deck, and the round."""
    values = {"round": view["round"], "rounds": view["rounds"]}
    told = say(Message("Round {round} of {rounds}"), values, language)
    if view["phase"] == "over":
        told = translate(N_("The end"), language)
    drawn = text(title, (24, 40), "heading") + text(told, (_WIDE - 24, 40), "heading end", id="round")
    return group(drawn, id="heading", class_="head")


# The middle


def _middle(deck: Deck, view: Mapping[str, Any], language: str) -> str:
    """The deck, what is for sale, the highest bid and the Pot."""
    top, bottom = _MIDDLE
    drawn = rectangle((14, top, _WIDE - 14, bottom), "felt", 18)
    drawn += rectangle((21, top + 7, _WIDE - 21, bottom - 7), "felt-line", 13)
    if view["phase"] == "over":
        drawn += text(translate(N_("The game is over"), language), (_WIDE / 2, (top + bottom) / 2 + 15), "over")
    else:
        drawn += _piles(view, language) + _wares(deck, view, language) + _bid(view, language)
    pot = _label(translate(N_("Pot"), language), 110, " middle") + group(_coin(view["pot"], 45), at=(0, 107))
    return group(drawn + group(pot, id="pot", class_="pot", at=(815, top)), id="middle", class_="table")


def _label(words: str, wide: float, more: str = "", y: float = _LABEL) -> str:
    """A line above what it tells of, not wider than that."""
    shown, size = fit_text(words, wide, 25, letter=PLAIN)
    return text(shown, (0, y), f"label{more}", font_size=size)


def _piles(view: Mapping[str, Any], language: str) -> str:
    """What is to come, face down, and what has left the game."""
    drawn = _label(translate(N_("To come"), language), 138)
    layers = max(1, min(3, view["deck"]))
    for layer in range(layers):
        x, y = 7.0 * layer, 68.0 - 6.0 * layer
        drawn += rectangle((x, y, x + 72, y + 94), "card-back" if view["deck"] else "empty", 9)
    drawn += text(str(view["deck"]), (29.0 + 7 * layers, 135.0 - 6 * layers), "count")
    piles = group(drawn, id="deck", class_="deck", at=(44, _MIDDLE[0]))
    if view["discarded"]:
        drawn = _label(translate(N_("Discarded"), language), 142) + rectangle((0, 62, 72, 156), "empty", 9)
        drawn += text(str(len(view["discarded"])), (36, 123), "count")
        piles += group(drawn, id="discarded", class_="deck", at=(190, _MIDDLE[0]))
    return piles


def _wares(deck: Deck, view: Mapping[str, Any], language: str) -> str:
    """The lot, a card on sale or a card just taken; else the places for the next lot."""
    cards, scale, step = view["lot"], 1.25, 90.0
    if view["sale"] or view["taken"]:
        seat = view["seller"] if view["sale"] else view["actor"]
        cards = [view["sale"] or view["taken"]]
        words = Message("{player} sells") if view["sale"] else Message("{player} takes")
        drawn = _label(say(words, {"player": _name(seat, language)}, language), 228)
        drawn += group(disc(seat), at=(step + 34, 107), scale=1.3)
    else:
        drawn = _label(translate(_BEFORE.get(view["phase"], N_("The lot")), language), 228)
        for index in range(len(cards), 2):
            place = rectangle((0, 0, *_CARD), "empty", 8)
            drawn += group(place, id=f"place-{index}", class_="place", at=(step * index, 54), scale=scale)
    for index, card in enumerate(cards):
        drawn += _card(deck, card, (step * index, 54), scale, language)
    return group(drawn, id="wares", class_="wares", at=(340, _MIDDLE[0]))


def _bid(view: Mapping[str, Any], language: str) -> str:
    """The highest bid and whose it is."""
    if view["leader"] is not None:
        drawn = _label(translate(N_("Highest bid"), language), 180) + text(str(view["bid"]), (0, 115), "bid")
        drawn += group(disc(view["leader"]), at=(38.0 + 44 * len(str(view["bid"])), 94), scale=1.3)
        drawn += _label(_name(view["leader"], language), 180, y=153)
    elif view["phase"] == "bidding":
        drawn = _label(translate(N_("No bid yet"), language), 180)
    else:
        return ""
    return group(drawn, id="bid", class_="highest", at=(578, _MIDDLE[0]))


# The players


def _player(deck: Deck, view: Mapping[str, Any], player: Mapping[str, Any], at: Point, language: str) -> str:
    """A player's coins and cards. Who is to act is framed and pointed at."""
    seat = int(player["seat"])
    active = view["actor"] == seat
    out = view["phase"] == "bidding" and not player["bidding"]
    wide, high = _WIDE - 28, _ROW - 10
    drawn = rectangle((0, 0, wide, high), "row-turn" if active else "row row-out" if out else "row", 12)
    if active:
        drawn += polygon([(-11, high / 2 - 17), (15, high / 2), (-11, high / 2 + 17)], "pointer")
    name = _name(seat, language)
    drawn += group(disc(seat), at=(44, high / 2), scale=1.35)
    notes = [N_("you")] if view["seat"] == seat else []
    # Translators: marks the start player, below the name; seven letters at most
    notes += [N_("starts")] if view["start"] == seat and view["phase"] != "over" else []
    note, status = " · ".join(translate(note, language) for note in notes), _status(view, player, language)
    lines = [(name, "name", 27, _NAME), (note, "note", 25, PLAIN), (status, "now" if active else "note", 25, PLAIN)]
    lines = [line for line in lines if line[0]]
    for index, (words, kind, size, letter) in enumerate(lines):
        shown, fitting = fit_text(words, 155, size, letter=letter)
        drawn += text(shown, (82, high / 2 + 9 + 31 * (index - (len(lines) - 1) / 2)), kind, font_size=fitting)
    coins = "?" if player["coins"] is None else player["coins"]
    drawn += group(_coin(coins, 30), id=f"coins-{seat}", class_="coins", at=(275, high / 2))
    drawn += _hand(deck, view, player["cards"], (_LEFT - at[0], (high - _CARD[1]) / 2), language)
    return group(drawn, f"player-{seat}", f"player seat-{seat}{' active' if active else ''}", at, title=name)


def _status(view: Mapping[str, Any], player: Mapping[str, Any], language: str) -> str:
    """What a player is about to do, or whether they are still in the auction."""
    seat, phase = player["seat"], view["phase"]
    if view["actor"] == seat:
        return translate(_TO_DO[phase], language)
    if player["overbid"]:
        return translate(N_("cannot pay"), language)
    if player["exchanged"]:
        return translate(N_("exchanged"), language)
    if phase != "bidding":
        return ""
    if view["leader"] == seat:
        # Translators: below a player's name: the highest bid
        return say(Message("bids {bid}"), {"bid": view["bid"]}, language)
    if view["seller"] == seat:
        return translate(N_("sells"), language)
    return translate(N_("still in") if player["bidding"] else N_("passed"), language)


def _hand(deck: Deck, view: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], at: Point, language: str) -> str:
    """Cards by colour; very many in two lines of small ones."""
    cards = sorted(cards, key=lambda card: (card["colour"], card["number"]))
    if len(cards) <= _MOST_CARDS:
        return _line(deck, view, cards, at, 1, language)
    half, scale = (len(cards) + 1) // 2, 0.58
    below = at[0], at[1] + _CARD[1] - _CARD[1] * scale + 7
    upper = _line(deck, view, cards[:half], (at[0], at[1] - 7), scale, language)
    return upper + _line(deck, view, cards[half:], below, scale, language)


def _line(
    deck: Deck, view: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], at: Point, scale: float, language: str
) -> str:
    """A line of cards, the colours apart, closer together the more there are; what lies in the middle leaves its place."""
    wide, high = _CARD[0] * scale, _CARD[1] * scale
    news = [one["colour"] != other["colour"] for one, other in pairwise(cards)]
    room = _RIGHT - _LEFT - wide - 8 * sum(news)
    step = min(wide + 4, room / max(1, len(news)))
    aside = [card["id"] for card in (view["sale"], view["taken"]) if card]
    drawn, x = "", at[0]
    for index, card in enumerate(cards):
        x += 8 if index and news[index - 1] else 0
        if card["id"] in aside:
            drawn += rectangle((x, at[1], x + wide, at[1] + high), "away", 8 * scale)
        else:
            seen = min(step, wide) / scale if index < len(news) else _CARD[0]
            drawn += _card(deck, card, (x, at[1]), scale, language, seen)
        x += step
    return drawn


# Pieces


def _card(deck: Deck, card: Mapping[str, Any], at: Point, scale: float, language: str, seen: float = _CARD[0]) -> str:
    """A card: its colour, the colour's letter for those who cannot tell colours apart, and its number, both in the middle of
    what is ``seen`` beside the next card."""
    colour = next(colour for colour in deck.colours if colour.letter == card["colour"])
    ink = "on-light" if _is_light(colour.paint) else "on-dark"
    drawn = rectangle((0, 0, *_CARD), "card", 8, fill=colour.paint)
    drawn += path(_SHIELD, "shield") if seen > 54 else ""
    drawn += text(colour.letter, (seen / 2, 26), f"letter {ink}") + text(str(card["number"]), (seen / 2, 72), f"number {ink}")
    return group(drawn, f"card-{card['id']}", "held", at, scale, card_in_words(colour.name, card["number"], language))


def _is_light(paint: str) -> bool:
    """Whether a colour, as ``#rrggbb``, wants dark writing on it: white would have less than three times its contrast."""
    red, green, blue = (math.pow(int(paint[place : place + 2], 16) / 255, 2.2) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.3


def _coin(amount: object, radius: float) -> str:
    return (
        element("circle", class_="coin", r=radius)
        + element("circle", class_="coin-rim", r=radius - 5)
        + text(str(amount), (0, 11), "amount")
    )


def _name(seat: int, language: str) -> str:
    return say(Message("Player {number}"), {"number": seat + 1}, language)
