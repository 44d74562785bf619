"""What every part of the picture is painted with: colours and lines; how pieces are fitted into their places."""

from __future__ import annotations

from functools import cache
from math import ceil

from commandery.core.svg import Point, Rect, still, style_sheet

__all__ = ["PREFIX", "TINTS", "fit", "style"]

PREFIX = "journey"
"""The class of the whole picture."""
TINTS = 9
"""Countries that have a colour of their own: as many as there can be."""

_COLOURS = {
    "ink": "#2b2118", "paper": "#f6eedb", "paper-dark": "#dccba3", "sea": "#a7c6cc", "shoal": "#d7e8e6", "wave": "#86adb6",
    "coast": "#4b4034", "land": "#d9d3c2", "land-edge": "#9a907c", "rock": "#8b7b69", "rock-dark": "#5c4d3f", "snow": "#fdfaf2",
    "wall": "#cbbfa6", "wall-edge": "#5a4c3b", "slot": "#fff8e6", "slot-line": "#8a7a61", "gold": "#e0b040",
    "gold-edge": "#8a6415", "light": "#ffe34d", "purple": "#6c4a86", "action": "#d5e6b8", "ship": "#6fa6bd", "green": "#2c8a3c",
    "red": "#c0261c", "wood": "#8a4f22", "wood-dark": "#4c2910", "deck": "#d9b983", "steel": "#b9bec4", "robe": "#fdfbf5",
    "skin": "#e8c39e", "wax": "#a8271f", "leaf": "#fffaf0", "dark": "#2b2118", "page": "#f6eedb", "risk": "#f3cfc0",
    "tint-0": "#e6c2b4", "tint-1": "#bccbdc", "tint-2": "#ead79c", "tint-3": "#c2d3ae", "tint-4": "#d5c3da",
    "tint-5": "#e9c9a0", "tint-6": "#b5d3cd", "tint-7": "#d3ccb0", "tint-8": "#e3bccb",
}  # fmt: skip

# A name in <angle brackets> is a colour above.
_RULES = """
text {font-family:Georgia,'DejaVu Serif','Times New Roman',serif;fill:<ink>}
.back {fill:<paper>}
.sea {fill:<sea>} .wave {fill:none;stroke:<wave>;stroke-width:2;stroke-linecap:round}
.shoal {fill:none;stroke:<shoal>;stroke-linejoin:round}
.other {fill:<land>;stroke:<land-edge>;stroke-width:1.6;stroke-linejoin:round}
.reach {fill:transparent} .around {fill:transparent} .along {fill:none;stroke:transparent;stroke-width:40;stroke-linejoin:round}
.land {stroke:<coast>;stroke-width:2.4;stroke-linejoin:round}
.crossing {fill:none;stroke:<ink>;stroke-width:5.4;stroke-linecap:round;stroke-dasharray:.1 11}
.crossing-edge {fill:none;stroke:<shoal>;stroke-width:9;stroke-linecap:round;stroke-dasharray:.1 11}
.rock {fill:<rock>;stroke:<rock-dark>;stroke-width:1.4;stroke-linejoin:round}
.rock-shade {fill:<rock-dark>;opacity:.55} .snow {fill:<snow>}
.rose {fill:<shoal>} .rose-dark {fill:<wave>} .rose-line {fill:none;stroke:<wave>;stroke-width:1.6}
.place {font-weight:bold;text-anchor:middle;stroke:<paper>;stroke-width:4.5;stroke-opacity:.75;paint-order:stroke}
.no-city {fill:<paper>;fill-opacity:.28;stroke:<slot-line>;stroke-width:1.8;stroke-dasharray:7 5}
.tile {fill:<wall>;stroke:<wall-edge>;stroke-width:2} .floor {fill:<paper>}
.tile-due {stroke:<purple>;stroke-width:3.4}
.tile-acting {fill:none;stroke:<light>;stroke-width:5}
.slot {fill:<slot>;stroke:<slot-line>;stroke-width:1.8;stroke-dasharray:4.4 2.6}
.due {fill:<purple>;stroke:<paper>;stroke-width:1.6}
.due-number {font-size:15px;font-weight:bold;text-anchor:middle;fill:#fff}
.outline {stroke:<dark>;stroke-width:1.6;stroke-linejoin:round}
.ring {fill:none;stroke:<paper>;stroke-width:1.4;stroke-opacity:.75}
.halo {fill:none;stroke:<light>;stroke-width:5.5;stroke-linejoin:round}
.shade {fill:#000;opacity:.22}
.steel {fill:<steel>} .visor {fill:none;stroke:<dark>;stroke-width:2;stroke-linecap:round}
.coin {fill:<gold>;stroke:<gold-edge>;stroke-width:2} .coin-ring {fill:none;stroke:<gold-edge>;stroke-width:1.1;opacity:.7}
.coin-mark {fill:<gold-edge>;opacity:.6} .no-coin {fill:none;stroke:<slot-line>;stroke-width:1.6;stroke-dasharray:4 4}
.amount {font-size:20px;font-weight:bold;text-anchor:middle;fill:<dark>}
.panel {fill:<leaf>;stroke:<paper-dark>;stroke-width:2} .panel-now {stroke:<purple>;stroke-width:3.5}
.past .routes {opacity:.45}
.way-edge {fill:none;stroke:<purple>;stroke-width:15;stroke-linejoin:round;stroke-linecap:round}
.way {fill:none;stroke:<paper-dark>;stroke-width:10;stroke-linejoin:round;stroke-linecap:round}
.action {fill:<action>;stroke:<purple>;stroke-width:2.4} .landing {fill:<ship>;stroke:<purple>;stroke-width:2.4}
.pole {fill:none;stroke:<wood-dark>;stroke-width:2.2;stroke-linecap:round}
.flag-green {fill:<green>;stroke:<dark>;stroke-width:1} .flag-red {fill:<red>;stroke:<dark>;stroke-width:1}
.anchor {fill:none;stroke:#fff;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.robe {fill:<robe>} .cope {fill:<wax>} .skin {fill:<skin>} .stole {fill:<gold>}
.trim {fill:none;stroke:<gold-edge>;stroke-width:1.5}
.water {fill:<ship>}
.hull {fill:<wood>;stroke:<wood-dark>;stroke-width:2;stroke-linejoin:round}
.deck {fill:<deck>;stroke:<wood-dark>;stroke-width:1.2}
.mast {fill:none;stroke:<wood-dark>;stroke-width:4;stroke-linecap:round}
.bare {fill:<paper-dark>;fill-opacity:.35;stroke:<slot-line>;stroke-width:1.4;stroke-dasharray:5 4}
.scroll {fill:<page>;stroke:<wood-dark>;stroke-width:1.5;stroke-linejoin:round}
.roll {fill:<paper-dark>;stroke:<wood-dark>;stroke-width:1.3}
.offered {fill:none;stroke:<light>;stroke-width:5}
.scroll-name {font-weight:bold;text-anchor:middle;fill:<dark>}
.wax {fill:<wax>;stroke:<wood-dark>;stroke-width:1}
.heading {font-size:24px;font-weight:bold} .end {text-anchor:end} .middle {text-anchor:middle}
.caption {font-size:17px;font-weight:bold} .told {font-weight:bold} .note {font-size:15px}
.count {font-size:18px;font-weight:bold} .none {opacity:.4}
.score {font-size:31px;font-weight:bold;text-anchor:end}
.card {fill:<page>;stroke:<dark>;stroke-width:1.6} .card-back {fill:<purple>;stroke:<ink>;stroke-width:1.6}
.card-risky {fill:<risk>} .card-line {fill:none;stroke:<paper>;stroke-width:1.4;opacity:.8}
.card-number {font-size:18px;font-weight:bold;text-anchor:middle;fill:<dark>}
.card-slot {fill:none;stroke:<slot-line>;stroke-width:1.5;stroke-dasharray:4 3}
.frame {fill:none;stroke:<coast>;stroke-width:4}
.card-now {fill:none;stroke:<light>;stroke-width:4.4}
.penalty {fill:none;stroke:<red>;stroke-width:3.4;stroke-linecap:round}
.icon {fill:<gold>;stroke:<wood-dark>;stroke-width:1.4;stroke-linejoin:round}
.icon-line {fill:none;stroke:<wood-dark>;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.icon-white {fill:<robe>;stroke:<wood-dark>;stroke-width:1.4;stroke-linejoin:round}
.seventh {font-weight:bold;text-anchor:middle;fill:<dark>}
.pennant {fill:<gold>;stroke:<wood-dark>;stroke-width:1.4;stroke-linejoin:round}
.token {fill:<page>;stroke:<wood-dark>;stroke-width:2} .token-ring {fill:none;stroke:<gold-edge>;stroke-width:2}
.cross {fill:<red>}
.chip {fill:<leaf>;stroke:<paper-dark>;stroke-width:2} .chip-active {stroke:<gold>;stroke-width:4.5}
"""


@cache
def style() -> str:
    """The style sheet."""
    return still(f"<defs><style>\n{_STYLE}\n</style></defs>")


_STYLE = style_sheet(
    PREFIX, _COLOURS, _RULES + " ".join(f".tint-{country} {{fill:<tint-{country}>}}" for country in range(TINTS))
)


def fit(box: Rect, count: int, wide: float, high: float, most: float = 1) -> tuple[list[Point], float]:
    """Places in a box for so many things of one size, in rows, and the scale they are drawn at."""
    left, top, right, bottom = box
    if not count:
        return [], 1.0
    scales = {
        columns: min(most, (right - left) / columns / wide, (bottom - top) / ceil(count / columns) / high)
        for columns in range(count, 0, -1)
    }
    columns = max(scales, key=lambda number: (round(scales[number], 2), number))
    rows = ceil(count / columns)
    columns = ceil(count / rows)
    scale = max(0.05, scales[columns])
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        here = min(columns, count - row * columns)
        x = (left + right) / 2 + (column - (here - 1) / 2) * wide * scale
        places.append((x, (top + bottom) / 2 + (row - (rows - 1) / 2) * high * scale))
    return places, scale
