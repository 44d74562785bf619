"""The picture of a Templar table: abbey and harbor as a seat sees them, as one SVG document.

Drawn only from the checked board and the view. Ids are stable: ``room-5``, ``passage-2-13``, ``portal-main``, ``storehouse-3``,
``door``, ``token-2`` (a seat, from 0), ``remigius``, ``vitus``, ``severus``, ``tile-3-2`` (storehouse, box), ``chalice-5-1``,
``book-5-1`` and ``ring-5-1-2`` (hiding places: room, for rings the area, space), ``valuable-ring-5-1-2`` for what lies there,
``area-5-1`` (rings of one type). On a page also ``lock-2-13`` and ``stash-1a``, handles to act with.
Colours are variables of the style sheet; a page may set its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from math import ceil
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_name
from commandery.core.svg import Alike, Point, Rect, disc, element, group, number, part, rectangle, same, text, whole
from commandery.games.templar.drawing import pieces
from commandery.games.templar.drawing.cards import miniatures
from commandery.games.templar.drawing.handles import draw_handles
from commandery.games.templar.drawing.harbor import draw_harbor, harbor_box, harbor_row, stands_in_harbor, stands_in_row
from commandery.games.templar.drawing.paint import PREFIX, style
from commandery.games.templar.drawing.plan import (
    draw_abbey,
    draw_country,
    draw_figures,
    draw_garden,
    portal_boxes,
    stands_in_abbey,
)
from commandery.games.templar.drawing.plaque import draw_plaque, plaque_box
from commandery.games.templar.view import KIND_NAMES
from commandery.games.templar.world import Abbey

__all__ = ["picture"]

_HEAD = 48.0
_CHIP = (300.0, 78.0)


def picture(abbey: Abbey, view: Mapping[str, Any], language: str = "en", *, on_page: bool = False) -> str:
    """The table as an SVG document. The same board, view and language give the same text.

    On a page, which tells of the players itself, there is only the board in its parts (`commandery.core.svg.part`), with
    handles to act with and the cards as symbols.
    """
    ground, kept = _laid_out(same(abbey), on_page)
    wide, high = ground[2] - ground[0], ground[3] - ground[1]
    title = translate(str(abbey.data["title"]), language)
    row = harbor_row(same(abbey), ground) if on_page else None
    board = draw_garden(abbey, ground, kept) + draw_harbor(abbey, view, language, row)
    board += draw_abbey(abbey, view, language)
    stands = {**stands_in_harbor(abbey, view), **stands_in_abbey(abbey, view)}
    figures = draw_figures(view, stands, language, stands_in_row(row, view) if row else {})
    board += part(group(figures, id="figures", class_="figures"))
    seen = " ".join(number(value) for value in (ground[0], ground[1], wide, high))
    if on_page:
        content = style() + element("defs", miniatures()) + draw_country(ground) + board
        content += part(draw_plaque(view, kept[-1], language)) + part(draw_handles(abbey, view, language))
        shape = None
        if row:
            across = row.box[2] - row.box[0]
            shape = (
                f"--across: {wide / across:.4f}; --below: {(row.box[3] - row.box[1]) / across:.4f}; --larger: {row.scale:.4f}"
            )
        return element(
            "svg", content, id="abbey-board", class_=PREFIX, role="group", aria_label=title, viewBox=seen, style=shape
        )  # fmt: skip
    columns = max(1, min(len(view["players"]), int(wide / _CHIP[0])))
    foot = ceil(len(view["players"]) / columns) * _CHIP[1] + 8
    full = _HEAD + high + foot
    content = element("title", escape(title)) + style() + rectangle((0, 0, wide, full), "back")
    inner = element("svg", board, id="board", y=_HEAD, width=wide, height=high, viewBox=seen)
    content += _heading(title, view, wide, language) + inner
    content += _players(view, (wide, _HEAD + high), columns, language)
    box = f"0 0 {number(wide)} {number(full)}"
    return element(
        "svg", whole(content), xmlns="http://www.w3.org/2000/svg", class_=PREFIX, role="img", viewBox=box, width=wide,
        height=full,
    )  # fmt: skip


@lru_cache(maxsize=16)
def _laid_out(board: Alike, on_page: bool) -> tuple[Rect, tuple[Rect, ...]]:
    """What is shown of the board: its size, and more where something would be cut off; and where no trees grow: in the harbor
    and, on a page, on the plaque."""
    abbey: Abbey = board.value
    harbor = harbor_box(abbey)
    boxes = [(0.0, 0.0, max(abbey.size[0], _CHIP[0] + 24), abbey.size[1]), *portal_boxes(abbey), harbor]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    if not on_page:
        return (left, top, right, bottom), (harbor,)
    plaque = plaque_box(abbey, (left, top, right, bottom))
    return (left, top, right, max(bottom, plaque[3] + 8)), (harbor, plaque)


def _heading(title: str, view: Mapping[str, Any], wide: float, language: str) -> str:
    drawn = text(title, (24, 33), "heading")
    if view["round"]:
        told = say(Message("Round {number}"), {"number": view["round"]}, language)
        drawn += text(told, (wide - 24, 33), "heading end", id="round")
    return group(drawn, id="heading", class_="head")


def _players(view: Mapping[str, Any], corner: Point, columns: int, language: str) -> str:
    """Below the board: who has which colour and symbol, how many points, and what is in stock."""
    wide, top = corner
    pitch = (wide - 16) / columns
    drawn = []
    for index, player in enumerate(view["players"]):
        row, column = divmod(index, columns)
        at = (8 + column * pitch, top + 6 + row * _CHIP[1])
        drawn.append(_chip(view, player, at, pitch - 8, language))
    return group("".join(drawn), id="players", class_="players")


def _chip(view: Mapping[str, Any], player: Mapping[str, Any], at: Point, wide: float, language: str) -> str:
    seat = int(player["seat"])
    active = view["actor"] == seat
    high = _CHIP[1] - 8
    drawn = rectangle((4, 2, wide, high), "chip chip-active" if active else "chip", 10)
    drawn += group(disc(seat), at=(33, high / 2 + 1), scale=1.15)
    name = player_name(view, seat, language)
    if view["seat"] == seat:
        # Translators: after the name of the player who looks at the picture: Player 1 · you
        name += " · " + translate(N_("you"), language)
    drawn += text(name, (63, 27), "caption") + text(str(player["score"]), (wide - 14, 30), "score")
    carried = view["carrying"]
    if active and carried:
        ring = pieces.valuable(carried["kind"], int(carried["owner"]), False)
        told = translate(N_("Carried by Benjamin"), language)
        drawn += group(ring, "carried", f"carried seat-{carried['owner']}", (wide - 86, 21), 0.78, told)
    for place, kind in enumerate(KIND_NAMES):
        count = int(player["stock"][kind])
        held = pieces.icon(kind, 0.52 if kind in ("chalice", "book") else 0.7)
        held += text(str(count), (11 if place < 2 else 14, 6), "note")
        drawn += group(held, class_="stock" if count else "stock none", at=(73 + place * (wide - 66) / len(KIND_NAMES), 50))
    return group(drawn, id=f"player-{seat}", class_=f"player seat-{seat}{' active' if active else ''}", at=at, title=name)
