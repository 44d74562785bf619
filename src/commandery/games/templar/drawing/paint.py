"""What every part of the picture is painted with: colours, lines, floors."""

from __future__ import annotations

from functools import cache

from commandery.core.svg import Rect, rectangle, still, style_sheet

__all__ = ["PREFIX", "style", "target"]

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
    "sail": "#fbf4e2", "remigius": "#fdfbf5", "vitus": "#4a2e1d", "severus": "#8d9299",
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
.sea {fill:<water>} .sea-below {display:none} .wave {fill:none;stroke:<water-line>;stroke-width:2.4;stroke-linecap:round}
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
.caption {font-size:16px;font-weight:bold} .tag {font-weight:bold} .middle {text-anchor:middle}
.end {text-anchor:end}
.count {font-size:24px;font-weight:bold;text-anchor:middle} .note {font-size:16px;font-weight:bold} .none {opacity:.35}
.score {font-size:27px;font-weight:bold;text-anchor:end}
.glow {display:none} .target {fill:none}
.tag-number {pointer-events:none}
.area-number {font-size:16px;font-weight:bold;text-anchor:middle;fill:#fff;stroke:<wood-dark>;stroke-width:3;paint-order:stroke}
.gold-frame {stroke:<gold>;stroke-width:2.4} .handle {display:none}
.scroll {fill:<paper>;stroke:<wood-dark>;stroke-width:2.4}
.scroll-note {font-style:italic}
.chip {fill:#fffaf0;stroke:<paper-dark>;stroke-width:2} .chip-active {stroke:<gold>;stroke-width:4}
"""

_FLOORS = {
    "flags": (46, 38, "M0 0H46M0 19H46M12 0V19M35 19V38"),
    "planks": (64, 26, "M0 0H64M0 13H64M20 0V13M52 13V26"),
    "bricks": (30, 30, "M0 0L30 30M30 0L0 30"),
}
_STYLE = style_sheet(PREFIX, _COLOURS, _RULES)


@cache
def style() -> str:
    """The style sheet and the floors' patterns."""
    floors = "".join(
        f'<pattern id="{PREFIX}-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<path class="joint" d="{joints}"/></pattern>'
        for name, (width, height, joints) in _FLOORS.items()
    )
    return still(f"<defs><style>\n{_STYLE}\n</style>{floors}</defs>")


def target(box: Rect, corner: float) -> str:
    """What a page makes visible, as a band with a dark line around it, where something can be done."""
    return "".join(rectangle(box, class_, corner) for class_ in ("target target-line", "target target-band"))
