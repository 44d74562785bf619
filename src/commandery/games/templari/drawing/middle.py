"""The middle of the table: what is to come, what is for sale, the highest bid, the Pot, and who is still in the auction.

It is a band above the rows of the players or, where a page shows those itself, a table of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_name
from commandery.core.svg import Point, Rect, disc, element, fit_text, group, part, path, polygon, rectangle, text
from commandery.games.templari.drawing.pieces import CARD, card, card_back, coin
from commandery.games.templari.world import Deck

__all__ = ["BAND", "TABLE", "band", "is_out", "round_in_words", "status", "table"]

BAND = (900.0, 58.0, 234.0)
"""The band: how wide, and from top to bottom."""
TABLE = (640.0, 368.0)
"""The table of its own: wide and high."""
_LABEL = 40.0  # how far below its top a part's line of text is
_LETTER = 0.52  # how wide a letter of such a line is, of its size
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
_LOT = {"offering": N_("Sales come first"), "taking": N_("Exchanges first")}
"""Why there is no lot yet."""


def band(deck: Deck, view: Mapping[str, Any], language: str) -> str:
    """All in one line, above the players."""
    wide, top, bottom = BAND
    drawn = _felt((14, top, wide - 14, bottom))
    if view["phase"] == "over":
        drawn += text(translate(N_("The game is over"), language), (wide / 2, (top + bottom) / 2 + 15), "over")
    else:
        drawn += _to_come(view, (44, top), 1.1, language) + _discarded(view, (190, top), 1.1, language)
        drawn += _wares(deck, view, _wares_in_words(view, language), (340, top), 1.25, language)
        drawn += _bid(view, (578, top), language, player_name(view, view["leader"] or 0, language))
    return group(drawn + _pot(view, (815, top), 45, language), id="middle", class_="table")


def table(deck: Deck, view: Mapping[str, Any], language: str) -> str:
    """The cards large, and below them who is still in, in parts. Nobody is named: the page knows better names."""
    wide, high = TABLE
    felt = _felt((2, 2, wide - 2, high - 2))
    if view["phase"] == "over":
        drawn = text(translate(N_("The game is over"), language), (wide / 2, 150), "over")
        drawn += _pot(view, (wide / 2, 190), 36, language)
    else:
        words = (
            N_("Card on sale") if view["sale"] else N_("Exchange") if view["taken"] else _LOT.get(view["phase"], N_("The lot"))
        )
        felt += part(_wares(deck, view, translate(words, language), (180, 4), 2, language))
        drawn = _to_come(view, (34, 4), 1.3, language) + _discarded(view, (34, 196), 0, language)
        drawn += _bid(view, (468, 4), language) + _pot(view, (542, 112), 36, language)
    return group(felt + part(group(drawn + _bidders(view, language), id="auction")), id="middle", class_="table")


def round_in_words(view: Mapping[str, Any], language: str) -> str:
    """Which round it is; or that it is the end."""
    if view["phase"] == "over":
        return translate(N_("The end"), language)
    return say(Message("Round {round} of {rounds}"), {"round": view["round"], "rounds": view["rounds"]}, language)


def _felt(box: Rect) -> str:
    left, top, right, bottom = box
    return rectangle(box, "felt", 18) + rectangle((left + 7, top + 7, right - 7, bottom - 7), "felt-line", 13)


def _label(words: str, wide: float, more: str = "", y: float = _LABEL) -> str:
    """A line above what it tells of, not wider than that."""
    shown, size = fit_text(words, wide + 0.1, 25, letter=_LETTER)
    return text(shown, (0, y), f"label{more}", font_size=size)


def _to_come(view: Mapping[str, Any], at: Point, scale: float, language: str) -> str:
    """What is to come, face down."""
    drawn = _label(translate(N_("To come"), language), 138)
    layers = max(1, min(3, view["deck"]))
    for layer in range(layers):
        back = card_back("card-back" if view["deck"] else "empty")
        drawn += group(back, at=(7.0 * layer, 64.0 - 6.0 * layer), scale=scale)
    x, y = CARD[0] * scale / 2 + 7 * (layers - 1), 78 + CARD[1] * scale / 2 - 6 * (layers - 1)
    return group(drawn + text(str(view["deck"]), (x, y), "count"), id="deck", class_="deck", at=at)


def _discarded(view: Mapping[str, Any], at: Point, scale: float, language: str) -> str:
    """What has left the game: how many cards, on their place or, where there is none, after the word."""
    if not view["discarded"]:
        return ""
    words, cards = translate(N_("Discarded"), language), len(view["discarded"])
    if scale:
        drawn = _label(words, 142) + group(card_back("empty"), at=(0, 62), scale=scale)
        drawn += text(str(cards), (CARD[0] * scale / 2, 76 + CARD[1] * scale / 2), "count")
    else:
        drawn = _label(f"{words} {cards}", 142)
    return group(drawn, id="discarded", class_="deck", at=at)


def _wares_in_words(view: Mapping[str, Any], language: str) -> str:
    if view["sale"]:
        return say(Message("{player} sells"), {"player": player_name(view, view["seller"], language)}, language)
    if view["taken"]:
        return say(Message("{player} takes"), {"player": player_name(view, view["actor"], language)}, language)
    return translate(_LOT.get(view["phase"], N_("The lot")), language)


def _wares(deck: Deck, view: Mapping[str, Any], words: str, at: Point, scale: float, language: str) -> str:
    """The lot, a card on sale or a card just taken; else the places for the next lot."""
    cards, step = view["lot"], CARD[0] * scale + 12
    drawn = _label(words, step * 2 - 12)
    if view["sale"] or view["taken"]:
        cards = [view["sale"] or view["taken"]]
        owner = disc(view["seller"] if view["sale"] else view["actor"])
        drawn += group(owner, at=(step + 28 * scale, 54 + 44 * scale), scale=scale)
    else:
        for index in range(len(cards), 2):
            drawn += group(card_back("empty"), f"place-{index}", "place", (step * index, 54), scale)
    for index, shown in enumerate(cards):
        drawn += card(deck, shown, (step * index, 54), scale, language, rich=True)
    return group(drawn, id="wares", class_="wares", at=at)


def _bid(view: Mapping[str, Any], at: Point, language: str, name: str = "") -> str:
    """The highest bid and whose it is."""
    if view["leader"] is not None:
        drawn = _label(translate(N_("Highest bid"), language), 152) + text(str(view["bid"]), (0, 104), "bid")
        drawn += group(disc(view["leader"]), at=(38.0 + 44 * len(str(view["bid"])), 84), scale=1.3)
        drawn += _label(name, 180, y=150) if name else ""
    elif view["phase"] == "bidding":
        drawn = _label(translate(N_("No bid yet"), language), 152)
    else:
        return ""
    return group(drawn, id="bid", class_="highest", at=at)


def _pot(view: Mapping[str, Any], at: Point, radius: float, language: str) -> str:
    drawn = _label(translate(N_("Pot"), language), 110, " middle") + group(coin(view["pot"], radius), at=(0, 62 + radius - 8))
    return group(drawn, id="pot", class_="pot", at=at)


# The players round the table


def status(view: Mapping[str, Any], player: Mapping[str, Any], language: str) -> str:
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


def is_out(view: Mapping[str, Any], player: Mapping[str, Any]) -> bool:
    """Whether a player has left the auction, or takes no part in it."""
    return view["phase"] == "bidding" and not player["bidding"] and view["seller"] != player["seat"]


def _bidders(view: Mapping[str, Any], language: str) -> str:
    """The players in their order: who is asked is ringed, who is out is struck out."""
    wide, high = TABLE
    step = (wide - 36) / len(view["players"])
    drawn = ""
    for player in view["players"]:
        seat, active = player["seat"], view["actor"] == player["seat"]
        place = group(disc(seat), scale=1.25, class_="gone" if is_out(view, player) else None)
        if active:
            place += element("circle", class_="called", r=29.0) + polygon([(-9, -44), (9, -44), (0, -32)], "finger")
        if is_out(view, player):
            place += path("M-22 22L22 -22", "strike")
        words, size = fit_text(status(view, player, language), step - 4, 23, letter=_LETTER)
        place += text(words, (0, 52), "state state-now" if active else "state", font_size=size)
        drawn += group(place, f"bidder-{seat}", "bidder", (18 + step * (seat + 0.5), high - 76))
    return drawn
