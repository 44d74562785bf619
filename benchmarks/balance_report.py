"""The report of `make balance`: in docs/balance a page and a picture for each game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import commandery
from commandery.arena.charts import COLOURS, drawn
from commandery.arena.sources import fingerprint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["write"]

Table = dict[str, Any]
_BINS = 30
_ABOUT = (
    "Equal bots play each other, in every game and with every number of players: how often each seat wins, what the scores "
    "are, how long the games are. Measured by `make balance`."
)
_LEGEND = (
    "Equal bots play at one table; seat 0 begins. Wins: the share of the victories, shared victories divided, with Wilson's "
    "95 % interval; **bold** where the interval does not contain the even share, which happens to one seat in twenty by mere "
    "chance. Score: mean and standard deviation over all seats. Lead: of the first over the second. Bots that play without "
    "randomness, such as greedy, open every game much alike, so their shares say as much about the bots as about the game. "
    "Written by `make balance`"
)


def write(result: dict[str, Any], docs: Path) -> None:
    """Write the pages of all games from what has been measured."""
    docs.mkdir(parents=True, exist_ok=True)
    pages = []
    for kind in commandery.games():
        tables = [table for table in result["tables"].values() if table["game"] == kind.name]
        if tables:
            tables.sort(key=lambda table: (table["players"], table["bot"] != "random", table["bot"]))
            (docs / f"{kind.name}.md").write_text("\n".join(_page(kind.title, kind.name, tables)) + "\n")
            _picture(docs / f"{kind.name}.svg", tables)
            pages.append(f"- [{kind.title}]({kind.name}.md)")
    (docs / "README.md").write_text(f"# How fair the games are\n\n{fill(_ABOUT, 128)}\n\n" + "\n".join(pages) + "\n")


def _page(title: str, name: str, tables: Sequence[Table]) -> list[str]:
    when = ", ".join(sorted({f"{table['date']} at {table['commit']}" for table in tables}))
    lines = [f"# {title}: balance", "", fill(f"{_LEGEND} ({when}).", 128), ""]
    for players in dict.fromkeys(table["players"] for table in tables):
        mine = [table for table in tables if table["players"] == players]
        wins = [f"seat {seat} wins" for seat in range(players)]
        scores = [f"seat {seat} scores" for seat in range(players)]
        lines += [f"## {players} players (even: {1 / players:.1%})", ""]
        lines += _table(["bot", "games", *wins, "shared victories"], [_wins_row(table, players) for table in mine])
        lines += _table(
            ["bot", "score", "winner's", "lead", *scores, "decisions a game"], [_scores_row(table) for table in mine]
        )
    return [*lines, f"![Wins by seat, scores and length by number of players]({name}.svg)"]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown, its first column words, the others numbers."""
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return [*(f"| {' | '.join(line)} |" for line in lines), ""]


def _wins_row(table: Table, players: int) -> list[str]:
    wins = [_seat(seat, players) for seat in table["seats"]]
    now = table.get("sources") == fingerprint(table["game"], table["players"])
    return [
        table["bot"] if now else f"{table['bot']}, earlier rules or bots",
        f"{table['games']:,}",
        *wins,
        f"{table['shared']:.1%}",
    ]


def _scores_row(table: Table) -> list[str]:
    score, length = table["score"], table["decisions"]
    return [
        table["bot"], f"{score['mean']:.1f} ± {score['deviation']:.1f}", f"{score['winner']:.1f}", f"{table['margin']:.1f}",
        *(f"{seat['mean_score']:.1f}" for seat in table["seats"]),
        f"{length['mean']:.0f} ({length['shortest']} to {length['longest']})",
    ]  # fmt: skip


def _seat(seat: dict[str, float], players: int) -> str:
    told = f"{seat['win_share']:.1%} ({seat['low']:.1%} to {seat['high']:.1%})"
    return told if seat["low"] <= 1 / players <= seat["high"] else f"**{told}**"


def _picture(path: Path, tables: Sequence[Table]) -> None:
    """A row for each number of players: wins by seat, scores, length; a colour for each bot."""
    counts = list(dict.fromkeys(table["players"] for table in tables))
    bots = list(dict.fromkeys(table["bot"] for table in tables))
    with drawn(path, 9, 2.1 * len(counts) + 0.5) as figure:
        grid = figure.subplots(len(counts), 3, squeeze=False)
        for row, players in zip(grid, counts, strict=True):
            wins, scores, lengths = row
            for table in tables:
                if table["players"] == players:
                    number = bots.index(table["bot"])
                    _wins(wins, table, number, len(bots))
                    _steps(scores, table["scores"], number, table["bot"])
                    _steps(lengths, table["lengths"], number, table["bot"])
            wins.axhline(1 / players, color="#888", linestyle="--", linewidth=1)
            wins.set_ylabel(f"{players} players")
            wins.set_xticks(range(players))
            wins.set_xlim(-0.5, players - 0.5)
            wins.set_ylim(0, None)
            wins.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
            for axes in (scores, lengths):
                axes.set_yticks([])
        for axes, title in zip(grid[0], ("wins by seat", "scores", "decisions a game"), strict=True):
            axes.set_title(title, fontsize=10)
        grid[0][1].legend(fontsize=8)


def _wins(axes: Axes, table: Table, number: int, bots: int) -> None:
    for seat, each in enumerate(table["seats"]):
        place = seat + (number - (bots - 1) / 2) * 0.22
        axes.plot([place, place], [each["low"], each["high"]], color=COLOURS[number % 5], linewidth=2, alpha=0.6)
        axes.plot([place], [each["win_share"]], marker="o", markersize=4, color=COLOURS[number % 5])


def _steps(axes: Axes, counted: dict[str, int], number: int, bot: str) -> None:
    """How often each value came up, as an outline; many different values are put together."""
    values = {int(value): count for value, count in counted.items()}
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // _BINS))
    edges = list(range(low, high + width + 1, width))
    sums = [sum(values.get(value, 0) for value in range(edge, edge + width)) for edge in edges[:-1]]
    total = sum(sums) * width
    axes.stairs([each / total for each in sums], edges, color=COLOURS[number % 5], label=bot, linewidth=1.2)
