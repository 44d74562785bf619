"""What every part of the picture is painted with: elements, colours, floors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from commandery.games.templar.world import Point

__all__ = ["PREFIX", "Rect", "element", "group", "number", "overlaps", "path", "polygon", "rectangle", "style", "text"]

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""
PREFIX = "templar"
"""The class of the whole picture; every rule of its style begins with it, so that none reaches the page around it."""

_COLOURS = {
    "garden": "#a9bf7c", "garden-dark": "#93ac68", "leaf": "#5d7f45", "leaf-light": "#7d9c57", "path": "#dcc99c",
    "wall": "#b3a68f", "wall-edge": "#4b4034", "wall-joint": "#8f826d", "threshold": "#eadfc4", "ink": "#2b2118",
    "paper": "#f6eedb", "paper-dark": "#e3d5b4", "slot": "#fff8e6", "slot-line": "#7c6c55", "table": "#a67c4e",
    "table-edge": "#6b4a28", "floor-0": "#ead9b8", "floor-1": "#dcd3c4", "floor-2": "#e6c9a6", "floor-3": "#d3d6cb",
    "cloister": "#d9d3b0", "lawn": "#a3c184", "church": "#d9b9a4", "church-line": "#a4473b", "gold": "#e0b040",
    "light": "#ffe34d", "wood": "#8a4f22", "wood-dark": "#4c2910", "iron": "#3a3d42", "water": "#86b3c4",
    "water-line": "#a9cdd8", "deck": "#c9a672", "deck-line": "#a37f4c", "roof": "#a8563a", "roof-dark": "#7b3a26",
    "sail": "#fbf4e2", "remigius": "#fdfbf5", "vitus": "#4a2e1d", "severus": "#8d9299", "owner-0": "#334ac0",
    "owner-1": "#bd140c", "owner-2": "#eeca23", "owner-3": "#2ebd84", "owner-4": "#734172", "mark-0": "#fff",
    "mark-1": "#fff", "mark-2": "#2b2118", "mark-3": "#12281f", "mark-4": "#fff", "deep-0": "#1d3c92", "deep-1": "#a81c0c",
    "deep-2": "#7d6200", "deep-3": "#0b7d55", "deep-4": "#632f6c",
}  # fmt: skip

# A name in <angle brackets> is a colour above.
_RULES = """
text {font-family:Georgia,'DejaVu Serif','Times New Roman',serif;fill:<ink>}
.back {fill:<paper>}
.garden {fill:<garden>}
.tuft {fill:none;stroke:<garden-dark>;stroke-width:2;stroke-linecap:round}
.leaf {fill:<leaf>} .leaf-light {fill:<leaf-light>}
.shade {fill:#000;opacity:.2}
.way {fill:<path>}
.floor {stroke:none}
.tint-0 {fill:<floor-0>} .tint-1 {fill:<floor-1>} .tint-2 {fill:<floor-2>} .tint-3 {fill:<floor-3>}
.tint-cloister {fill:<cloister>} .tint-church {fill:<church>}
.lawn {fill:<lawn>;stroke:<wall>;stroke-width:3}
.columns {fill:none;stroke:<wall>;stroke-width:9;stroke-linecap:round;stroke-dasharray:0 24}
.columns-edge {fill:none;stroke:<slot-line>;stroke-width:11;stroke-linecap:round;stroke-dasharray:0 24}
.well {fill:<water>;stroke:<wall-edge>;stroke-width:2} .masonry {fill:<wall-joint>}
.nave {fill:none;stroke:<church-line>;stroke-width:2;opacity:.75}
.cross {fill:<church-line>;opacity:.2}
.joint {fill:none;stroke:#000;stroke-opacity:.1;stroke-width:1.2}
.wall-shade {fill:none;stroke:#000;stroke-opacity:.16;stroke-width:18}
.wall-edge {fill:none;stroke:<wall-edge>;stroke-width:19;stroke-linejoin:miter}
.wall {fill:none;stroke:<wall>;stroke-width:14.5;stroke-linejoin:miter}
.wall-joint {fill:none;stroke:<wall-joint>;stroke-width:14.5;stroke-dasharray:1.6 13}
.sill {fill:<threshold>} .sill-line {fill:none;stroke:<slot-line>;stroke-width:1.2}
.jamb {fill:<wall-edge>}
.tower {fill:<wall>;stroke:<wall-edge>;stroke-width:2.5} .tower-top {fill:<wall-joint>}
.leaf-door {fill:<wood>;stroke:<wood-dark>;stroke-width:2}
.plank {stroke:<wood-dark>;stroke-width:1.4;fill:none} .band {fill:<iron>}
.lock {fill:<gold>;stroke:<wood-dark>;stroke-width:2} .shackle {fill:none;stroke:<iron>;stroke-width:3.4}
.keyhole {fill:<wood-dark>}
.shield {fill:<paper>;stroke:<ink>;stroke-width:1.8} .shield-church {fill:<church-line>}
.room-number {font-size:30px;font-weight:bold;text-anchor:middle} .long {font-size:26px} .on-dark {fill:#fff}
.plate {fill:<table>;stroke:<table-edge>;stroke-width:1.8}
.slot {fill:<slot>;fill-opacity:.75;stroke:<slot-line>;stroke-width:2;stroke-dasharray:5 2.6}
.plate-slot {fill:<table-edge>;fill-opacity:.38;stroke:<slot>;stroke-width:1.5;stroke-dasharray:3.4 2.4;stroke-opacity:.85}
.outline {stroke:<ink>;stroke-width:1.8;stroke-linejoin:round}
.rim {fill:<gold>} .pages {fill:<paper>;stroke:<ink>;stroke-width:.9}
.hollow {fill:<paper>;stroke-width:3;stroke-linejoin:round}
.tick-disc {fill:<ink>;stroke:<paper>;stroke-width:1.2}
.tick {fill:none;stroke:#fff;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.tile-card {fill:<paper>;stroke:<table-edge>;stroke-width:1.6} .tile-icon {fill:<gold>;stroke:<wood-dark>;stroke-width:1.6}
.box {fill:<wood-dark>;fill-opacity:.42;stroke:<wood-dark>;stroke-width:1.2}
.spine {fill:#000;fill-opacity:.25}
.remigius-robe {fill:<remigius>} .vitus-robe {fill:<vitus>} .severus-robe {fill:<severus>}
.face {fill:#e8c39e} .dark {fill:<ink>}
.initial {font-weight:bold;text-anchor:middle} .vitus .initial {fill:#fff}
.halo {fill:none;stroke:<light>;stroke-width:5.4;stroke-linejoin:round}
.sea {fill:<water>} .wave {fill:none;stroke:<water-line>;stroke-width:2.4;stroke-linecap:round}
.quay {fill:none;stroke:<wall>;stroke-width:8} .quay-edge {fill:none;stroke:<wall-edge>;stroke-width:11}
.deck {fill:<deck>;stroke:<wood-dark>;stroke-width:2} .deck-line {stroke:<deck-line>;stroke-width:1.3;fill:none}
.house {fill:<floor-0>;stroke:<wood-dark>;stroke-width:2.2} .roof {fill:<roof>;stroke:<roof-dark>;stroke-width:2.2}
.house-number {font-size:20px;font-weight:bold;text-anchor:middle;fill:#fff}
.hull {fill:<wood>;stroke:<wood-dark>;stroke-width:2.4}
.sail {fill:<sail>;stroke:<ink>;stroke-width:1.8}
.sail-cross {fill:<church-line>}
.mast {stroke:<wood-dark>;stroke-width:4;stroke-linecap:round} .rope {fill:none;stroke:<wood-dark>;stroke-width:2}
.sack {fill:<deck>;stroke:<wood-dark>;stroke-width:2.4}
.heading {font-size:24px;font-weight:bold}
.caption {font-size:16px;font-weight:bold} .middle {text-anchor:middle}
.end {text-anchor:end}
.count {font-size:24px;font-weight:bold;text-anchor:middle} .note {font-size:16px;font-weight:bold} .none {opacity:.35}
.score {font-size:27px;font-weight:bold;text-anchor:end}
.chip {fill:#fffaf0;stroke:<paper-dark>;stroke-width:2} .chip-active {stroke:<gold>;stroke-width:4}
"""


def _paint() -> str:
    """The style sheet. Each colour is given as such and then as a variable, for programs that know no variables."""
    rules = [f".{PREFIX} {{{';'.join(f'--{name}:{colour}' for name, colour in _COLOURS.items())}}}"]
    seats = "".join(
        f".owner-{seat} {{fill:<owner-{seat}>}} .mark-{seat} {{fill:<mark-{seat}>}} "
        f".deep-{seat} {{fill:<deep-{seat}>}} .rim-{seat} {{stroke:<deep-{seat}>}} "
        for seat in range(5)
    )
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", _RULES + seats):
        for selector in selectors.split(","):
            declared = ";".join(_twice(declaration) for declaration in body.split(";"))
            rules.append(f".{PREFIX} {selector.strip()} {{{declared}}}")
    return "\n".join(rules)


def _twice(declaration: str) -> str:
    found = re.search(r"<([\w-]+)>", declaration)
    if not found:
        return declaration
    name, colour = found[1], _COLOURS[found[1]]
    return f"{declaration.replace(found[0], colour)};{declaration.replace(found[0], f'var(--{name},{colour})')}"


_FLOORS = {
    "flags": (46, 38, "M0 0H46M0 19H46M12 0V19M35 19V38"),
    "planks": (64, 26, "M0 0H64M0 13H64M20 0V13M52 13V26"),
    "bricks": (30, 30, "M0 0L30 30M30 0L0 30"),
}
_STYLE = _paint()


def style() -> str:
    """The style sheet and the floors' patterns."""
    floors = "".join(
        f'<pattern id="{PREFIX}-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<path class="joint" d="{joints}"/></pattern>'
        for name, (width, height, joints) in _FLOORS.items()
    )
    return f"<defs><style>\n{_STYLE}\n</style>{floors}</defs>"


def number(value: float) -> str:
    """A coordinate, to a tenth of a point."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """An element. ``class_`` is class, other underscores are hyphens; None is left out; values are escaped."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def group(
    content: str,
    id: str | None = None,
    class_: str | None = None,
    at: Point | None = None,
    scale: float = 1,
    title: str = "",
    turn: float = 0,
) -> str:
    """A group, moved to a place, turned and scaled, with a title that shows when it is pointed at."""
    moved = [f"translate({number(at[0])} {number(at[1])})"] if at else []
    moved += [f"rotate({number(turn)})"] if turn else []
    moved += [f"scale({scale:.3f})"] if scale != 1 else []
    told = element("title", escape(title)) if title else ""
    return element("g", told + content, id=id, class_=class_, transform=" ".join(moved) or None)


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


def overlaps(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
