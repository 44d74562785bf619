"""The picture of a Templari table as a seat sees it, as one SVG document: what is for sale in the middle, a row for each player.

Drawn only from the checked deck and the view. Ids are stable: ``card-12`` wherever the card lies, ``deck``, ``pot``, ``bid``,
``player-2`` (a seat, from 0), ``coins-2``, ``place-0`` (an empty place in the middle). Sizes are chosen so that all can be read
on a phone, 390 points wide. Colours are variables of the style sheet; a page may set its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.svg import Point, disc, element, group, number, path, polygon, rectangle, style_sheet, text
from commandery.games.templari.world import Deck

__all__ = ["picture"]

_WIDE = 900.0
_MIDDLE = (58.0, 234.0)  # from top to bottom
_ROW = 120.0
_CARD = (64.0, 88.0)
_LEFT, _RIGHT = 340.0, 872.0  # where a player's cards lie
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
.name {font-size:27px;font-weight:bold} .note {font-size:25px} .now {font-size:25px;font-weight:bold;fill:<turn>}
.label {font-size:25px;fill:<pale>} .bid {font-size:62px;font-weight:bold;fill:<pale>}
.coin {fill:<gold>;stroke:<gold-dark>;stroke-width:2.5} .coin-rim {fill:none;stroke:<gold-light>;stroke-width:3}
.amount {font-size:31px;font-weight:bold;text-anchor:middle}
.card {stroke:<ink>;stroke-width:1.8} .shield {fill:#fff;fill-opacity:.17}
.letter {font-size:23px;font-weight:bold;text-anchor:middle} .number {font-size:46px;font-weight:bold;text-anchor:middle}
.on-dark {fill:#fff} .on-light {fill:<ink>}
.empty {fill:none;stroke:<felt-line>;stroke-width:2.4;stroke-dasharray:7 5}
.away {fill:none;stroke:<row-line>;stroke-width:2.4;stroke-dasharray:7 5}
.card-back {fill:<back>;stroke:<pale>;stroke-width:2.4} .card-back-cross {fill:<gold>;fill-opacity:.85}
"""
_STYLE = element("style", "\n" + style_sheet("templari", _COLOURS, _RULES) + "\n")
_SHIELD = "M13 34H51V56C51 71 41 79 32 84C23 79 13 71 13 56Z"
_CROSS = "M27 20H37V39H56V49H37V68H27V49H8V39H27Z"
_TO_DO = {
    "offering": N_("sells or not"),
    "taking": N_("takes or not"),
    "giving": N_("gives a card"),
    "bidding": N_("bids or passes"),
    "discarding": N_("discards"),
}
_BETWEEN = {
    "offering": N_("Sales before the lot"),
    "taking": N_("Exchanges first"),
    "turning": N_("The lot"),
    "starting": N_("The lot"),
}


def picture(deck: Deck, view: Mapping[str, Any], language: str = "en") -> str:
    """The table as the viewer sees it. The same deck, view and language give the same text."""
    title = str(deck.data["title"])
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
    told = say(Message(N_("Round {round} of {rounds}")), values, language)
    if view["phase"] == "over":
        told = translate(N_("The end"), language)
    drawn = text(title, (24, 40), "heading") + text(told, (_WIDE - 24, 40), "heading end", id="round")
    return group(drawn, id="heading", class_="head")


# The middle


def _middle(deck: Deck, view: Mapping[str, Any], language: str) -> str:
    """The deck, what is for sale, the highest bid and the Pot."""
    top, bottom = _MIDDLE
    drawn = rectangle((14, top, _WIDE - 14, bottom), "felt", 18) + rectangle((21, top + 7, _WIDE - 21, bottom - 7), "felt-line", 13)
    drawn += _deck(view, language) + _wares(deck, view, language)
    if view["leader"] is not None:
        shown = text(translate(N_("Highest bid"), language), (0, 0), "label")
        shown += text(str(view["bid"]), (0, 66), "bid") + group(disc(view["leader"]), at=(104, 45), scale=1.3)
        shown += text(_name(view["leader"], language), (0, 106), "label")
        drawn += group(shown, id="bid", class_="highest", at=(570, top + 46))
    elif view["phase"] == "bidding":
        drawn += group(text(translate(N_("No bid yet"), language), (0, 0), "label"), "bid", "highest", (570, top + 46))
    pot = _coin(view["pot"], 45) + text(translate(N_("Pot"), language), (0, 76), "label middle")
    return group(drawn + group(pot, id="pot", class_="pot", at=(810, top + 74)), id="middle", class_="table")


def _deck(view: Mapping[str, Any], language: str) -> str:
    """A pile of what is to come, and what has left the game."""
    drawn, pile = "", min(3, view["deck"])
    for layer in range(pile):
        x, y = 6.0 * layer, -5.0 * layer
        drawn += rectangle((x, y, x + _CARD[0], y + _CARD[1]), "card-back", 8)
    if pile:
        drawn += group(path(_CROSS, "card-back-cross"), at=(6.0 * (pile - 1), -5.0 * (pile - 1)))
    else:
        drawn += rectangle((0, 0, *_CARD), "empty", 8)
    told = Message(N_("{count} card to come"), N_("{count} cards to come"), "count")
    drawn += text(say(told, {"count": view["deck"]}, language), (90, 40), "label")
    if view["discarded"]:
        gone = Message(N_("{count} discarded"))
        drawn += text(say(gone, {"count": len(view["discarded"])}, language), (90, 76), "label")
    return group(drawn, id="deck", class_="deck", at=(44, _MIDDLE[0] + 52))


def _wares(deck: Deck, view: Mapping[str, Any], language: str) -> str:
    """The lot, a card on sale or a card just taken; else the places for the next lot."""
    cards, phase = view["lot"], view["phase"]
    who, title = None, N_("The lot")
    if view["sale"]:
        cards, who, title = [view["sale"]], view["seller"], N_("{player} sells")
    elif view["taken"]:
        cards, who, title = [view["taken"]], view["actor"], N_("{player} takes")
    elif not cards:
        title = _BETWEEN.get(phase, "")
    if phase == "over":
        return ""
    at, scale = (350.0, _MIDDLE[0] + 42), 1.36
    values = {"player": "" if who is None else _name(who, language)}
    drawn = text(say(Message(title), values, language), (at[0], at[1] - 8), "label")
    if who is not None:
        drawn += group(disc(who), at=(at[0] + 132, at[1] + 60), scale=1.3)
    for index, card in enumerate(cards):
        drawn += _card(deck, card, (at[0] + index * 98, at[1]), scale)
    for index in range(0 if who is not None else len(cards), 0 if who is not None else 2):
        place = rectangle((0, 0, *_CARD), "empty", 8)
        drawn += group(place, id=f"place-{index}", class_="place", at=(at[0] + index * 98, at[1]), scale=scale)
    return drawn


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
    drawn += group(disc(seat), at=(44, 42), scale=1.35)
    name = _name(seat, language)
    drawn += text(name, (80, 38), "name")
    lines = [translate(N_("you"), language)] if view["seat"] == seat else []
    lines += [translate(N_("starts"), language)] if view["start"] == seat and view["phase"] != "over" else []
    drawn += text(" · ".join(lines), (80, 68), "note") if lines else ""
    status = _status(view, player, language)
    drawn += text(status, (80, 98), "now" if active else "note") if status else ""
    coins = "?" if player["coins"] is None else player["coins"]
    drawn += group(_coin(coins, 31), id=f"coins-{seat}", class_="coins", at=(284, high / 2))
    drawn += _hand(deck, view, player["cards"], (_LEFT - at[0], (high - _CARD[1]) / 2))
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
        return say(Message(N_("bids {bid}")), {"bid": view["bid"]}, language)
    if view["seller"] == seat:
        return translate(N_("sells"), language)
    return translate(N_("still in") if player["bidding"] else N_("passed"), language)


def _hand(deck: Deck, view: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], at: Point) -> str:
    """Cards by colour, the colours apart, closer together the more there are; what lies in the middle leaves its place."""
    cards = sorted(cards, key=lambda card: (card["colour"], card["number"]))
    news = [one["colour"] != other["colour"] for one, other in pairwise(cards)]
    room = _RIGHT - _LEFT - _CARD[0] - 8 * sum(news)
    step = min(_CARD[0] + 4, room / max(1, len(news)))
    aside = [card["id"] for card in (view["sale"], view["taken"]) if card]
    drawn, x = "", at[0]
    for card, new in zip(cards, [False, *news], strict=False):
        x += 8 if new else 0
        if card["id"] in aside:
            drawn += rectangle((x, at[1], x + _CARD[0], at[1] + _CARD[1]), "away", 8)
        else:
            drawn += _card(deck, card, (x, at[1]), 1, min(step, _CARD[0]))
        x += step
    return drawn


# Pieces


def _card(deck: Deck, card: Mapping[str, Any], at: Point, scale: float, seen: float = _CARD[0]) -> str:
    """A card: its colour, the colour's letter for those who cannot tell colours apart, and its number, both in the middle of
    what is ``seen`` beside the next card."""
    colour = next(colour for colour in deck.colours if colour.letter == card["colour"])
    ink = "on-light" if _is_light(colour.paint) else "on-dark"
    drawn = rectangle((0, 0, *_CARD), "card", 8, fill=colour.paint)
    drawn += path(_SHIELD, "shield") if seen == _CARD[0] else ""
    drawn += text(colour.letter, (seen / 2, 26), f"letter {ink}") + text(str(card["number"]), (seen / 2, 72), f"number {ink}")
    return group(drawn, f"card-{card['id']}", "held", at, scale, f"{colour.name} {card['number']}")


def _is_light(paint: str) -> bool:
    """Whether a colour, as ``#rrggbb``, wants dark writing on it: white would have less than three times its contrast."""
    red, green, blue = (int(paint[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2 > 0.3


def _coin(amount: object, radius: float) -> str:
    return (
        element("circle", class_="coin", r=radius)
        + element("circle", class_="coin-rim", r=radius - 5)
        + text(str(amount), (0, 11), "amount")
    )


def _name(seat: int, language: str) -> str:
    return say(Message(N_("Player {number}")), {"number": seat + 1}, language)
