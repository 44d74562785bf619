"""Charts, by Matplotlib: an optional extra, ``commandery[charts]``. The same results give the same file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from commandery.arena.results import Results
from commandery.core.errors import BadOption

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Bar", "check_chart", "draw_shares", "drawn", "win_share_chart"]

_FORMATS = (".svg", ".png")
_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "commandery", "svg.fonttype": "none", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
    "axes.axisbelow": True, "figure.facecolor": "white", "legend.frameon": False, "text.parse_math": False,
}  # fmt: skip
COLOURS = ("#334ac0", "#bd140c", "#b8901a", "#1f8f62", "#734172")
"""Those of the players in the pictures of the games, as dark as a line needs."""


@dataclass(frozen=True)
class Bar:
    """A share with its interval, and what it was to reach, if anything."""

    label: str
    share: float
    low: float
    high: float
    target: float | None = None
    colour: str = COLOURS[0]


def check_chart(path: Path) -> None:
    """`BadOption` if no chart can be drawn into this file."""
    if path.suffix.lower() not in _FORMATS:
        raise BadOption(f"a chart is a file that ends in {' or '.join(_FORMATS)}, not {path.name!r}")
    if find_spec("matplotlib") is None:
        raise BadOption("charts need Matplotlib: pip install 'commandery[charts]'")


@contextmanager
def drawn(path: Path, width: float, height: float) -> Iterator[Figure]:
    """A figure of so many inches to draw on, written to the file afterwards."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        figure = Figure((width, height), layout="constrained")
        yield figure
        undated: dict[str, Any] = {"metadata": {"Date": None}} if path.suffix.lower() == ".svg" else {}
        figure.savefig(path, dpi=150, **undated)


def draw_shares(path: Path, title: str, label: str, bars: Sequence[Bar], average: float | None = None) -> None:
    """Shares from 0 to 1, one below the other, each with its interval."""
    with drawn(path, 7.5, 1.3 + 0.34 * len(bars)) as figure:
        axes = figure.add_subplot()
        axes.set_title(title, loc="left", fontsize=11)
        axes.set_xlabel(label)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.grid(axis="x", color="#ddd")
        places = range(len(bars))
        axes.set_yticks(places, [bar.label for bar in bars])
        axes.set_ylim(len(bars) - 0.4, -0.6)
        if average is not None:
            axes.axvline(average, color="#888", linestyle="--", linewidth=1)
        for place, bar in zip(places, bars, strict=True):
            axes.plot([bar.low, bar.high], [place, place], color=bar.colour, linewidth=2.5, solid_capstyle="butt", alpha=0.6)
            axes.plot([bar.share], [place], marker="o", color=bar.colour)
            if bar.target is not None:
                axes.plot([bar.target], [place], marker="|", markersize=15, color="#222", markeredgewidth=1.5)


def win_share_chart(results: Results, path: Path) -> None:
    """The win shares of a tournament with their intervals; the dashed line is the average."""
    players = results.game.players
    title = f"{results.game.kind.title}, {players} players, {len(results.games):,} games"
    bars = [Bar(each.spec, each.win_share, each.low, each.high) for each in results.standings]
    draw_shares(path, title, "win share of a seat, with 95 % interval", bars, 1 / players)
