"""The picture of a table of Templars' Journey: map, round track and players as a seat sees them, as one SVG document.

Drawn only from the checked map and the view. Ids are stable; territories, seats, sections and ships are numbered from 0:
``territory-3``, ``city-3``, ``space-3-0`` (a space of a city), ``knight-3-1-0`` (in this city, of this seat, which of them),
``gold-3``, ``templar-1-0`` (a seat's first), ``pope``, ``start-0``, ``action-0-inner-1`` (spaces of a route from 1),
``landing-0``, ``ship-4``, ``edict-space-4``, ``berth-4-0`` and ``aboard-4-1-0``, ``edict-3`` wherever it lies, ``player-1``,
``card-1``, ``mission-of-1``, ``open-mission-5``; to act on, ``knights-3-1`` (all of this seat in this city) and
``route-0-inner``. Colours are variables of the style sheet; a page may set its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Literal

from commandery.core.language import N_, Message, say, translate
from commandery.core.svg import Point, element, fit_text, group, number, part, rectangle, text, whole
from commandery.games.journey.drawing import pieces
from commandery.games.journey.drawing.land import draw_map
from commandery.games.journey.drawing.paint import PREFIX, style
from commandery.games.journey.drawing.players import LEAST, draw_edicts_of_players, draw_players
from commandery.games.journey.drawing.track import HEIGHT, WIDTH, draw_edicts_on_track, draw_track
from commandery.games.journey.state import HARBORS
from commandery.games.journey.text import mission_in_words
from commandery.games.journey.world import Europe

__all__ = ["HALVES", "Half", "half_size", "picture"]

Half = Literal["map", "track"]
HALVES: tuple[Half, Half] = ("map", "track")
"""What a page shows of the picture, side by side."""

_HEAD = 48.0
_MARGIN = 8.0
_EDGE = (3.0, 9.0)  # around the track where it stands alone
_TRACK: Point = (WIDTH + 2 * _EDGE[0], HEIGHT + _EDGE[1])
_MOST = 134.0  # how high a player's board is at most
_CAPTION = 0.625  # how wide a letter of the missions is, of its size
_LEAST_MAP: Point = (300.0, 300.0)


def picture(europe: Europe, view: Mapping[str, Any], language: str = "en", half: Half | None = None) -> str:
    """The table as an SVG document. The same map, view and language give the same text.

    A page that has its own panels for the players shows the halves ``map`` and ``track``: of one height, to stand side by side.
    """
    if half is not None:
        return _half(europe, view, half, language)
    map_wide, map_high = max(europe.size[0], _LEAST_MAP[0]), max(europe.size[1], _LEAST_MAP[1])
    players = len(view["players"])
    track = (map_wide + _MARGIN, _HEAD + 4)
    boards = (track[0], track[1] + HEIGHT)
    each = max(LEAST, min(_MOST, (_HEAD + map_high - boards[1]) / players))
    wide = track[0] + WIDTH + _MARGIN
    high = max(_HEAD + map_high, boards[1] + players * each)
    title = translate(str(europe.data["title"]), language)
    seen = " ".join(number(value) for value in (0, 0, map_wide, map_high))
    board = element(
        "svg", draw_map(europe, view, language), id="board", y=_HEAD, width=map_wide, height=map_high, viewBox=seen
    )  # fmt: skip
    content = element("title", escape(title)) + style() + rectangle((0, 0, wide, high), "back")
    content += _heading(europe, title, view, wide, language) + board + draw_track(europe, view, track, language)
    content += draw_players(europe, view, boards, (WIDTH, each), language)
    edicts = draw_edicts_on_track(europe, view, track, language)
    edicts += draw_edicts_of_players(europe, view, boards, (WIDTH, each), language)
    content += group(edicts, id="edicts", class_="edicts")
    box = f"0 0 {number(wide)} {number(high)}"
    return element(
        "svg", whole(content), xmlns="http://www.w3.org/2000/svg", class_=PREFIX, role="img", viewBox=box, width=wide,
        height=high,
    )  # fmt: skip


def half_size(europe: Europe, half: Half) -> Point:
    """How wide and high a half is drawn: both are as high as the map."""
    wide, high = max(europe.size[0], _LEAST_MAP[0]), max(europe.size[1], _LEAST_MAP[1])
    return (wide, high) if half == "map" else (high * _TRACK[0] / _TRACK[1], high)


def _half(europe: Europe, view: Mapping[str, Any], half: Half, language: str) -> str:
    """The map alone, or the track; what can be acted on is no mere image."""
    wide, high = half_size(europe, half)
    if half == "map":
        box, told = (wide, high), translate(str(europe.data["title"]), language)
        content = draw_map(europe, view, language)
    else:
        box, told = _TRACK, translate(N_("The way of the Pope"), language)
        edicts = draw_edicts_on_track(europe, view, _EDGE, language)
        content = draw_track(europe, view, _EDGE, language) + part(group(edicts, id="edicts", class_="edicts"))
    seen = f"0 0 {number(box[0])} {number(box[1])}"
    return element(
        "svg", element("title", escape(told)) + style() + content, xmlns="http://www.w3.org/2000/svg", role="group",
        class_=f"{PREFIX} {half}", viewBox=seen, width=wide, height=high,
    )  # fmt: skip


def _heading(europe: Europe, title: str, view: Mapping[str, Any], wide: float, language: str) -> str:
    """The name of the map, the open missions, the round and the flag at which the Pope is."""
    drawn = text(title, (24, 33), "heading")
    x = max(170.0, 24 + 17.0 * len(title) + 40)
    over = view["phase"] == "over"
    values = {"number": view["section"] + 1, "rounds": HARBORS}
    told = translate(N_("The end"), language) if over else say(Message("Round {number} of {rounds}"), values, language)
    flag = wide - 48 - 16.5 * len(told)
    if view["missions"]:
        drawn += _missions(europe, view["missions"], (x, flag - 20), language)
    drawn += text(told, (wide - 24, 33), "heading end", id="round")
    if view["flag"]:
        drawn += group(pieces.flag(view["flag"]), "flag", f"flag {view['flag']}", (flag, 26), 1.3)
    return group(drawn, id="heading", class_="head")


def _missions(europe: Europe, missions: list[int], span: tuple[float, float], language: str) -> str:
    """The open missions in words, from left to right, smaller where they would be too wide."""
    label = translate(N_("Open missions:"), language)
    drawn = text(label, (span[0], 31), "note")
    x = span[0] + 26 + 9 * len(label)
    told = [mission_in_words(mission, europe.mission_countries, language) for mission in missions]
    room = (span[1] - x - 64 * len(told)) / sum(len(words) for words in told)
    for mission, words in zip(missions, told, strict=True):
        shown, size = fit_text(words, room * len(words), 17, letter=_CAPTION)
        content = group(pieces.mission(mission), at=(0, 0)) + text(shown, (20, 5.5), "told", font_size=size)
        drawn += group(content, f"open-mission-{mission}", "mission", (x, 25))
        x += 64 + _CAPTION * size * len(shown)
    return drawn
