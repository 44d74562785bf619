"""Templari's table as SVG, drawn from a view: the lot in the middle, a row for each player."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.games.templari.state import ROUNDS
from commandery.games.templari.world import Deck

__all__ = ["picture"]

WIDTH = 1120
ROW = 132
TOP = 236
CARD = (66, 92)

_STYLE = """
  .table { fill: #e9dfc9 } .felt { fill: #5b3a29 } .row { fill: #f7f1e3; stroke: #cbb892; stroke-width: 1.5 }
  .turn { stroke: #b3392f; stroke-width: 4 } text { font-family: Georgia, 'Times New Roman', serif; fill: #2e2318 }

  .light { fill: #f7f1e3 } .card { stroke: #2e2318; stroke-width: 1.5 } .face { fill: #fffaf0 }
  .coin { fill: #d9a92e; stroke: #7c5a10; stroke-width: 1.5 }
  .note { font-size: 16px } .name { font-size: 20px; font-weight: bold }
"""


def picture(deck: Deck, view: Mapping[str, Any], language: str = "en") -> str:
    """The table as the viewer sees it."""
    players = view["players"]
    height = TOP + ROW * len(players) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">',
        f"<title>Templari</title><style>{_STYLE}</style>",
        f'<rect class="table" width="{WIDTH}" height="{height}"/>',
        *_middle(deck, view, language),
    ]
    for player in players:
        parts += _player(deck, view, player, TOP + ROW * player["seat"], language)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _middle(deck: Deck, view: Mapping[str, Any], language: str) -> list[str]:
    """Round, deck, what is for sale, the highest bid and the Pot."""
    parts = [f'<rect class="felt" x="16" y="16" width="{WIDTH - 32}" height="{TOP - 40}" rx="18"/>']
    values = {"round": view["round"], "rounds": ROUNDS}
    parts.append(_text(44, 62, say(Message(N_("Round {round} of {rounds}")), values, language), "name light"))
    parts.append(_text(44, 96, say(Message(N_("{count} cards to come")), {"count": view["deck"]}, language), "note light"))
    sale = [view["sale"]] if view["sale"] else view["lot"]
    title = N_("A card for sale") if view["sale"] else N_("The lot")
    if sale:
        parts.append(_text(400, 50, translate(title, language), "note light"))
    for number, card in enumerate(sale):
        parts += _card(deck, card, 400 + number * 88, 64, 1.2)
    if view["leader"] is not None:
        values = {"bid": view["bid"], "player": view["leader"] + 1}
        parts.append(_text(640, 112, say(Message(N_("Highest bid: {bid}")), values, language), "name light"))
        parts.append(_text(640, 144, say(Message(N_("by player {player}")), values, language), "note light"))
    parts.append('<circle id="pot" class="coin" cx="968" cy="112" r="38"/>')
    parts.append(_text(968, 121, str(view["pot"]), "name", "middle"))
    parts.append(_text(968, 178, translate(N_("Pot"), language), "note light", "middle"))
    return parts


def _player(deck: Deck, view: Mapping[str, Any], player: Mapping[str, Any], y: int, language: str) -> list[str]:
    """A player's coins and cards; who is to act has a red frame, who has dropped out is pale."""
    seat = player["seat"]
    classes = "row turn" if view["actor"] == seat else "row"
    parts = [
        f'<g id="player-{seat}">',
        f'<rect class="{classes}" x="16" y="{y}" width="{WIDTH - 32}" height="{ROW - 14}" rx="12"/>',
        _text(36, y + 34, say(Message(N_("Player {number}")), {"number": seat + 1}, language), "name"),
    ]
    notes = [N_("you")] if view["seat"] == seat else []
    notes += [N_("starts")] if view["start"] == seat else []
    notes += [N_("bidding")] if player["bidding"] else []
    notes += [N_("exchanged")] if player["exchanged"] else []
    parts.append(_text(36, y + 62, ", ".join(translate(note, language) for note in notes), "note"))
    coins = "?" if player["coins"] is None else str(player["coins"])
    parts.append(f'<circle id="coins-{seat}" class="coin" cx="232" cy="{y + 58}" r="28"/>')
    parts.append(_text(232, y + 66, coins, "name", "middle"))
    step = min(CARD[0] + 6, (WIDTH - 330) // max(1, len(player["cards"])))
    for number, card in enumerate(sorted(player["cards"], key=lambda card: (card["colour"], card["number"]))):
        parts += _card(deck, card, 284 + number * step, y + 13, 1.0)
    return [*parts, "</g>"]


def _card(deck: Deck, card: Mapping[str, Any], x: int, y: int, scale: float) -> list[str]:
    """A card: its number, its colour as a band, and the colour's letter for those who cannot tell colours apart."""
    colour = next(colour for colour in deck.colours if colour.letter == card["colour"])
    width, height = CARD
    return [
        f'<g id="card-{card["id"]}" transform="translate({x} {y}) scale({scale})">',
        f"<title>{escape(colour.name)} {card['number']}</title>",
        f'<rect class="card face" width="{width}" height="{height}" rx="7"/>',
        f'<path d="M1 26 V8 a7 7 0 0 1 7 -7 H{width - 8} a7 7 0 0 1 7 7 V26 Z" fill="{colour.paint}"/>',
        f'<text x="10" y="19" font-size="15" font-weight="bold" style="fill: #fffaf0">{colour.letter}</text>',
        f'<text x="{width // 2}" y="72" font-size="42" text-anchor="middle" style="fill: {colour.paint}">',
        f"{card['number']}</text>",
        "</g>",
    ]


def _text(x: float, y: float, text: str, classes: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{classes}" text-anchor="{anchor}">{escape(text)}</text>'
