"""The colours and the style of the picture. Colours are variables of the style sheet; a page may set its own."""

from __future__ import annotations

import math

from commandery.core.svg import element, still, style_sheet

__all__ = ["STYLE", "is_light"]

_COLOURS = {
    "paper": "#efe6d2", "ink": "#2b2118", "felt": "#56382a", "felt-line": "#8a6a48", "row": "#fffaf0", "row-line": "#cdb98f",
    "turn": "#b3261e", "gold": "#e2b23a", "gold-dark": "#7c5a10", "gold-light": "#f6d987", "pale": "#f7f1e3", "back": "#7d2a22",
    "vellum": "#f7ecd2", "script": "#2b2118",
}  # fmt: skip

# A name in <angle brackets> is a colour above.
_RULES = """
text {font-family:Georgia,'DejaVu Serif','Times New Roman',serif;fill:<ink>}
.ground {fill:<paper>}
.felt {fill:<felt>} .felt-line {fill:none;stroke:<felt-line>;stroke-width:2}
.row {fill:<row>;stroke:<row-line>;stroke-width:2} .row-out {fill:<paper>}
.row-turn {fill:<row>;stroke:<turn>;stroke-width:5} .pointer {fill:<turn>;stroke:<row>;stroke-width:2;stroke-linejoin:round}
.outline {stroke:<script>;stroke-width:1.8}
.heading {font-size:30px;font-weight:bold} .end {text-anchor:end} .middle {text-anchor:middle}
.name {font-weight:bold} .now {font-weight:bold;fill:<turn>}
.label {fill:<pale>} .bid {font-size:62px;font-weight:bold;fill:<pale>} .quiet {opacity:.75}
.coin {fill:<gold>;stroke:<gold-dark>;stroke-width:2.5} .coin-rim {fill:none;stroke:<gold-light>;stroke-width:3}
.amount {font-size:31px;font-weight:bold;text-anchor:middle;fill:<script>}
.card {stroke:<script>;stroke-width:1.8} .emblem {fill:#fff;fill-opacity:.2}
.letter {font-size:23px;font-weight:bold;text-anchor:middle} .number {font-size:46px;font-weight:bold;text-anchor:middle}
.on-dark {fill:#fff} .on-light {fill:<script>}
.vellum {fill:<vellum>;stroke:<script>;stroke-width:1.2} .field {stroke:<gold-dark>;stroke-width:1.2}
.diaper {fill:none;stroke:#fff;stroke-opacity:.17;stroke-width:.8} .hem {fill:none;stroke:<gold-light>;stroke-width:.9}
.device {fill:<vellum>;stroke:<script>;stroke-width:1;stroke-linejoin:round}
.seal {fill:<vellum>;stroke:<gold-dark>;stroke-width:1.6} .seal-rim {fill:none;stroke:<gold>;stroke-width:1}
.figure {font-size:25px;font-weight:bold;text-anchor:middle;fill:<script>}
.initial {font-size:11px;font-weight:bold;text-anchor:middle}
.empty {fill:none;stroke:<felt-line>;stroke-width:2.4;stroke-dasharray:7 5}
.away {fill:none;stroke:<row-line>;stroke-width:2.4;stroke-dasharray:7 5}
.card-back {fill:<back>;stroke:<pale>;stroke-width:2.4} .back-hem {fill:none;stroke:<gold>;stroke-width:1.4;stroke-opacity:.7}
.back-cross {fill:<gold>;fill-opacity:.32}
.count {font-size:40px;font-weight:bold;text-anchor:middle;fill:<pale>}
.over {font-size:44px;font-weight:bold;text-anchor:middle;fill:<pale>}
.seated {fill:none;stroke:<felt-line>;stroke-width:2} .called {fill:none;stroke:<gold-light>;stroke-width:5}
.finger {fill:<gold-light>} .state {fill:<pale>;text-anchor:middle} .state-now {fill:<gold-light>;font-weight:bold}
.gone {opacity:.45} .strike {stroke:<pale>;stroke-width:5;stroke-linecap:round}
"""
STYLE = still(element("style", "\n" + style_sheet("templari", _COLOURS, _RULES) + "\n"))


def is_light(paint: str) -> bool:
    """Whether a colour, as ``#rrggbb``, wants dark writing on it: white would have less than three times its contrast."""
    red, green, blue = (math.pow(int(paint[place : place + 2], 16) / 255, 2.2) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.3
