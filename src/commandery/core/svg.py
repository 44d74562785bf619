"""What pictures are made of: SVG elements as text, style sheets that stay inside their picture, and how players are told apart.

Pictures for pages are made of parts, so that a page need not be sent anew as a whole: see `part`.
A player has a colour and a symbol, the same in every game: classes ``owner-0`` (the fill), ``mark-0`` (the symbol on it),
``deep-0`` and ``rim-0`` (a darker fill and line for what is hollow) come with every style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from html import escape
from math import cos, hypot, pi, sin
from typing import Any

__all__ = [
    "BOLD", "PART", "PLAIN", "Alike", "Point", "Rect", "alike", "around", "disc", "distance", "element", "fit_text", "group",
    "inside", "number", "once", "overlaps", "part", "path", "polygon", "rectangle", "same", "still", "style_sheet", "symbol",
    "text", "whole",
]  # fmt: skip

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_SEATS = {
    "owner-0": "#334ac0", "owner-1": "#bd140c", "owner-2": "#eeca23", "owner-3": "#2ebd84", "owner-4": "#734172",
    "mark-0": "#fff", "mark-1": "#fff", "mark-2": "#2b2118", "mark-3": "#12281f", "mark-4": "#fff",
    "deep-0": "#1d3c92", "deep-1": "#a81c0c", "deep-2": "#7d6200", "deep-3": "#0b7d55", "deep-4": "#632f6c",
}  # fmt: skip
_SEAT_RULES = "".join(
    f".owner-{seat} {{fill:<owner-{seat}>}} .mark-{seat} {{fill:<mark-{seat}>}} "
    f".deep-{seat} {{fill:<deep-{seat}>}} .rim-{seat} {{stroke:<deep-{seat}>}} "
    for seat in range(5)
)
_STAR = "M" + "L".join(
    f"{round(radius * sin(corner * pi / 5), 1) + 0:g} {round(-radius * cos(corner * pi / 5), 1) + 0:g}"
    for corner in range(10)
    for radius in [3.7 if corner % 2 else 9]
)
# cross, crescent, star, tower, key
_SYMBOLS = (
    "M-1.8 -1.8L-4 -8.5H4L1.8 -1.8L8.5 -4V4L1.8 1.8L4 8.5H-4L-1.8 1.8L-8.5 4V-4Z",
    "M5.5 -6A8.2 8.2 0 1 0 5.5 6A6.2 6.2 0 1 1 5.5 -6Z",
    f"{_STAR}Z",
    "M-7 -8.5H-3.4V-5.6H-1.8V-8.5H1.8V-5.6H3.4V-8.5H7V-1.5L5.2 0V8.5H2.2V4.2A2.2 2.2 0 0 0 -2.2 4.2V8.5H-5.2V0L-7 -1.5Z",
    "M-1 -9A4.6 4.6 0 0 1 .6 -.2V1.6H.6V9H-2.6V7.9H-2.6V-.2A4.6 4.6 0 0 1 -1 -9ZM-1 -6.4A2 2 0 1 0 -1 -2.4A2 2 0 1 0 -1 -6.4Z"
    "M.6 2H5V4.4H.6ZM.6 6H5V8.6H.6Z",
)


# Elements


once = lru_cache(maxsize=4096)
"""Decorates what draws the same of the same few plain things: it is drawn once, and kept."""
_SPECIAL = re.compile("[&<>\"']")
_names: dict[str, str] = {}
_HTML = ("div", "span", "p")  # which have an end, even when there is nothing in them


@once
def number(value: float) -> str:
    """A coordinate, to a tenth of a point."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def _name(key: str) -> str:
    """The name of an attribute, of how it is written in Python."""
    return _names.setdefault(key, key.rstrip("_").replace("_", "-"))


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """An element. ``class_`` is class, other underscores are hyphens; None is left out; values are escaped."""
    written = name
    for key, value in attributes.items():
        if value is None:
            continue
        if not isinstance(value, str):
            value = number(value)
        elif _SPECIAL.search(value):
            value = escape(value)
        written += f' {_names.get(key) or _name(key)}="{value}"'
    return f"<{written}>{content}</{name}>" if content or name in _HTML else f"<{written}/>"


def group(
    content: str,
    id: str | None = None,
    class_: str | None = None,
    at: Point | None = None,
    scale: float = 1,
    title: str = "",
    turn: float = 0,
    style: str | None = None,
) -> str:
    """A group, moved to a place, turned and scaled, with a title that shows when it is pointed at."""
    moved = [f"translate({number(at[0])} {number(at[1])})"] if at else []
    moved += [f"rotate({number(turn)})"] if turn else []
    moved += [f"scale({scale:.3f})"] if scale != 1 else []
    told = element("title", escape(title)) if title else ""
    return element("g", told + content, id=id, class_=class_, transform=" ".join(moved) or None, style=style)


def path(d: str, class_: str, **attributes: str | float | None) -> str:
    """A path in a class."""
    return element("path", class_=class_, d=d, **attributes)


def polygon(points: Iterable[Point], class_: str, **attributes: str | float | None) -> str:
    """A polygon in a class."""
    listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", class_=class_, points=listed, **attributes)


def rectangle(box: Rect, class_: str, corner: float = 0, **attributes: str | float | None) -> str:
    """A rectangle in a class, its corners rounded."""
    left, top, right, bottom = box
    rounded = corner or None
    return element(
        "rect", class_=class_, x=left, y=top, width=right - left, height=bottom - top, rx=rounded, **attributes
    )  # fmt: skip


def text(content: str, at: Point, class_: str, **attributes: str | float | None) -> str:
    """A line of text, escaped."""
    return element("text", escape(content), class_=class_, x=at[0], y=at[1], **attributes)


# Parts

PART = "\x1e"
"""Stands before and after each part of a page's text, until it is sent."""


def part(markup: str) -> str:
    """An element with an id that a page can be sent anew without the rest. Parts hold no parts."""
    return f"{PART}{markup}{PART}"


_STILL = "\x1f"
_STILLS = re.compile(f"{_STILL}[0-9a-f]+{_STILL}")
_MOST_STILLS = 64
_stills: dict[str, str] = {}


def still(markup: str) -> str:
    """A large piece of drawing that is the same on many pages: a sign that stands for it until a page is sent. (Only so many
    are kept; what comes later stands for itself.)"""
    sign = f"{_STILL}{blake2b(markup.encode(), digest_size=8).hexdigest()}{_STILL}"
    if sign not in _stills:
        if len(_stills) >= _MOST_STILLS:
            return markup
        _stills[sign] = markup
    return sign


def whole(markup: str) -> str:
    """The text as it is sent or kept: with all its drawings, and nothing shows where its parts begin."""
    return _STILLS.sub(lambda found: _stills[found[0]], markup.replace(PART, ""))


@dataclass(frozen=True)
class Alike:
    """Something of a view, as a key to what was drawn of it before: what reads alike is drawn alike."""

    value: Any = field(compare=False)
    read: str


def alike(value: object) -> Alike:
    """As a key to drawings."""
    return Alike(value, repr(value))


def same(value: object) -> Alike:
    """As a key to drawings, for what is large and never changes: alike is only the very same."""
    return Alike(value, f"{id(value)}")


# Text

BOLD, PLAIN = 0.69, 0.57
"""How wide a letter is, roughly, of its size."""


def fit_text(content: str, wide: float, size: float, least: float = 13, letter: float = BOLD) -> tuple[str, float]:
    """A text and the size it is written in so that it is not wider than that: smaller, and cut off if need be."""
    size = min(size, max(least, wide / letter / max(1, len(content))))
    most = max(2, int(wide / letter / size))
    return (content if len(content) <= most else content[: most - 1].rstrip() + "…"), size


# Places


def overlaps(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def around(points: Iterable[Point], wide: float = 0, high: float = 0) -> Rect:
    """The rectangle around some points, and so much more on each side."""
    listed = list(points)
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    odd = False
    for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd


def distance(point: Point, start: Point, end: Point) -> tuple[float, Point]:
    """How far a point is from a line between two others, and the nearest point on it."""
    (x, y), (x0, y0), (x1, y1) = point, start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    part = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length)) if length else 0.0
    nearest = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
    return hypot(x - nearest[0], y - nearest[1]), nearest


# Players


@once
def symbol(seat: int, class_: str, scale: float = 1, at: Point = (0, 0)) -> str:
    """The symbol of a player, 18 points wide and high: cross, crescent, star, tower, key."""
    drawn = path(_SYMBOLS[seat % len(_SYMBOLS)], class_, fill_rule="evenodd")
    return group(drawn, at=at, scale=scale) if scale != 1 or at != (0, 0) else drawn


@once
def disc(seat: int) -> str:
    """A player's colour and symbol in a disc, 38 points wide; its line is the picture's class ``outline``."""
    return element("circle", class_=f"owner-{seat} outline", r=19.0) + symbol(seat, f"mark-{seat}", 1.3)


# Style


def style_sheet(prefix: str, colours: Mapping[str, str], rules: str) -> str:
    """The rules of a picture, each under the class of the whole picture, so that none reaches the page around it.

    A name in <angle brackets> is one of the colours. It is written as such and then as a variable, which a page may set, for
    programs that know no variables.
    """
    known = {**colours, **_SEATS}
    sheet = [f".{prefix} {{{';'.join(f'--{name}:{colour}' for name, colour in known.items())}}}"]
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", rules + _SEAT_RULES):
        for selector in selectors.split(","):
            declared = ";".join(_twice(declaration, known) for declaration in body.split(";"))
            sheet.append(f".{prefix} {selector.strip()} {{{declared}}}")
    return "\n".join(sheet)


def _twice(declaration: str, colours: Mapping[str, str]) -> str:
    found = re.search(r"<([\w-]+)>", declaration)
    if not found:
        return declaration
    name, colour = found[1], colours[found[1]]
    return f"{declaration.replace(found[0], colour)};{declaration.replace(found[0], f'var(--{name},{colour})')}"
