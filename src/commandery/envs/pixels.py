"""Pictures as pixels: an SVG document becomes an array, by resvg (a small wheel, no browser).

Letters come from the machine's fonts, by preference DejaVu Serif, which most machines and every matplotlib have: the same
document gives the same pixels wherever it is found. Where there are no fonts at all a warning says so; the pieces are still
drawn.
"""

from __future__ import annotations

import importlib.util
import re
import warnings
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from commandery.core.errors import CommanderyError
from commandery.envs.extras import require

__all__ = ["WIDTH", "rasterise"]

WIDTH = 960
"""How many pixels a picture is wide, unless something else is asked for."""

_PARCHMENT = "#f6eedb"
_VARIABLE = re.compile(r"var\(--[\w-]+,([^()]*)\)")  # a page may set these; resvg knows nothing of them
_FACES = ("DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf")
_FOLDERS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-serif-fonts", "/usr/share/fonts/TTF")
_TEXT = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="16" font-family="serif">Wm</text></svg>'


def rasterise(svg: str, width: int = WIDTH) -> npt.NDArray[np.uint8]:
    """An SVG document as pixels: rows, columns, and red, green, blue. It is as high as its shape wants."""
    if isinstance(width, bool) or not isinstance(width, int | np.integer) or not 16 <= width <= 8192:
        raise CommanderyError(f"a picture is 16 to 8192 pixels wide, not {width!r}")
    return _draw(_VARIABLE.sub(r"\1", svg), int(width), **_fonts())


def _draw(svg: str, width: int, **fonts: Any) -> npt.NDArray[np.uint8]:
    resvg, image = require("resvg_py", "gymnasium"), require("PIL.Image", "gymnasium")
    drawn = resvg.svg_to_bytes(svg_string=svg, width=width, background=_PARCHMENT, **fonts)
    return np.array(image.open(BytesIO(drawn)).convert("RGB"))


@cache
def _fonts() -> dict[str, Any]:
    """Where letters come from: DejaVu Serif alone, or what the machine has."""
    matplotlib = importlib.util.find_spec("matplotlib")
    shipped = [
        str(Path(place) / "mpl-data/fonts/ttf") for place in (matplotlib and matplotlib.submodule_search_locations) or ()
    ]
    for folder in (*_FOLDERS, *shipped):
        files = [str(Path(folder) / face) for face in _FACES]
        if all(Path(file).is_file() for file in files):
            return {"font_files": files, "skip_system_fonts": True, "serif_family": "DejaVu Serif"}
    if len(np.unique(_draw(_TEXT, 40))) == 3:  # nothing but the background
        warnings.warn(
            "no fonts found, so pictures have no text: install DejaVu Serif, or matplotlib", RuntimeWarning, stacklevel=3
        )
    return {}
