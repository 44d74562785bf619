"""The picture of a Templari table as a seat sees it, as one SVG document: what is for sale, and a row for each player.

Drawn only from the checked deck and the view. Ids are stable: ``card-12`` wherever the card lies, ``deck``, ``pot``, ``bid``,
``wares``, ``player-2`` (a seat, from 0) or, without rows, ``auction`` with each ``bidder-2``, ``coins-2``, ``place-0`` (an
empty place in the middle). Sizes are chosen so that all can be read on a phone, 390 points wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from commandery.core.language import N_, translate
from commandery.core.names import player_name
from commandery.core.svg import PLAIN, Point, disc, element, fit_text, group, number, polygon, rectangle, text, whole
from commandery.games.templari.drawing.middle import BAND, TABLE, band, is_out, round_in_words, status, table
from commandery.games.templari.drawing.paint import STYLE
from commandery.games.templari.drawing.pieces import CARD, coin
from commandery.games.templari.drawing.pieces import card as draw_card
from commandery.games.templari.world import Deck

__all__ = ["picture"]

_ROW = 120.0
_LEFT, _RIGHT = 330.0, 873.0  # where a player's cards lie
_MOST_CARDS = 14  # in one line
_NAME = 0.61  # how wide a letter of a name is, of its size


def picture(deck: Deck, view: Mapping[str, Any], language: str = "en", rows: bool = True) -> str:
    """The table as the viewer sees it; without ``rows`` only its middle, in its parts (`commandery.core.svg.part`), for a page
    that shows the players itself.

    The same deck, view and language give the same text.
    """
    title = translate(str(deck.data["title"]), language)
    content = element("title", escape(title)) + STYLE
    if rows:
        wide, _, top = BAND
        high = top + 10 + _ROW * len(view["players"])
        content += rectangle((0, 0, wide, high), "ground") + _heading(title, view, language) + band(deck, view, language)
        for player in view["players"]:
            content += _player(deck, view, player, (14, top + 10 + _ROW * player["seat"]), language)
        content = whole(content)
    else:
        wide, high = TABLE
        content += table(deck, view, language)
    box = f"0 0 {number(wide)} {number(high)}"
    return element(
        "svg", content, xmlns="http://www.w3.org/2000/svg", class_="templari", role="img", viewBox=box, width=wide, height=high
    )  # fmt: skip


def _heading(title: str, view: Mapping[str, Any], language: str) -> str:
    """The name of the deck, and the round."""
    drawn = text(title, (24, 40), "heading") + text(
        round_in_words(view, language), (BAND[0] - 24, 40), "heading end", id="round"
    )
    return group(drawn, id="heading", class_="head")


# The players


def _player(deck: Deck, view: Mapping[str, Any], player: Mapping[str, Any], at: Point, language: str) -> str:
    """A player's coins and cards. Who is to act is framed and pointed at."""
    seat = int(player["seat"])
    active = view["actor"] == seat
    out = is_out(view, player)
    wide, high = BAND[0] - 28, _ROW - 10
    drawn = rectangle((0, 0, wide, high), "row-turn" if active else "row row-out" if out else "row", 12)
    if active:
        drawn += polygon([(-11, high / 2 - 17), (15, high / 2), (-11, high / 2 + 17)], "pointer")
    name = player_name(view, seat, language)
    drawn += group(disc(seat), at=(44, high / 2), scale=1.35)
    notes = [N_("you")] if view["seat"] == seat else []
    # Translators: marks the start player, below the name; seven letters at most
    notes += [N_("starts")] if view["start"] == seat and view["phase"] != "over" else []
    note, state = " · ".join(translate(note, language) for note in notes), status(view, player, language)
    lines = [(name, "name", 27, _NAME), (note, "note", 25, PLAIN), (state, "now" if active else "note", 25, PLAIN)]
    lines = [line for line in lines if line[0]]
    for index, (words, kind, size, letter) in enumerate(lines):
        shown, fitting = fit_text(words, 155, size, letter=letter)
        drawn += text(shown, (82, high / 2 + 9 + 31 * (index - (len(lines) - 1) / 2)), kind, font_size=fitting)
    coins = "?" if player["coins"] is None else player["coins"]
    drawn += group(coin(coins, 30), id=f"coins-{seat}", class_="coins", at=(275, high / 2))
    drawn += _hand(deck, view, player["cards"], (_LEFT - at[0], (high - CARD[1]) / 2), language)
    return group(drawn, f"player-{seat}", f"player seat-{seat}{' active' if active else ''}", at, title=name)


def _hand(deck: Deck, view: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], at: Point, language: str) -> str:
    """Cards by colour; very many in two lines of small ones."""
    cards = sorted(cards, key=lambda card: (card["colour"], card["number"]))
    if len(cards) <= _MOST_CARDS:
        return _line(deck, view, cards, at, 1, language)
    half, scale = (len(cards) + 1) // 2, 0.58
    below = at[0], at[1] + CARD[1] - CARD[1] * scale + 7
    upper = _line(deck, view, cards[:half], (at[0], at[1] - 7), scale, language)
    return upper + _line(deck, view, cards[half:], below, scale, language)


def _line(
    deck: Deck, view: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], at: Point, scale: float, language: str
) -> str:
    """A line of cards, the colours apart, closer together the more there are; what lies in the middle leaves its place."""
    wide, high = CARD[0] * scale, CARD[1] * scale
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
            seen = min(step, wide) / scale if index < len(news) else CARD[0]
            drawn += draw_card(deck, card, (x, at[1]), scale, language, seen)
        x += step
    return drawn
