"""The report of `make strength`: docs/strength.md, between its two marks, and a chart for each game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import commandery
from commandery.arena.charts import COLOURS, Bar, draw_shares
from commandery.arena.sources import fingerprint
from commandery.bots import LEVELS

if TYPE_CHECKING:
    from strength import Row

__all__ = ["write"]

BEGIN = "<!-- written by make strength; the text around it is kept -->"
END = "<!-- end -->"
HEAD = f"""# How strong the bots are

{BEGIN}
{END}
"""
_LEGEND = (
    "One bot, which changes seats from game to game, plays against another bot in all other seats. Wins: its share of the "
    "victories, shared victories divided, with Wilson's 95 % interval. Budgets are for each turn, on one core; forced "
    "decisions are free. Played by `make strength` with seed 1. Where more games were played at once than there were cores, "
    "bots with a time budget computed that much less. Levels:"
)
Summary = dict[str, Any]


def write(rows: Sequence[Row], results: Path, docs: Path) -> None:
    """Write the report from the summaries there are."""
    played = {row.name: json.loads(path.read_text()) for row in rows if (path := results / f"{row.name}.json").exists()}
    lines = [
        BEGIN,
        fill(f"{_LEGEND} {', '.join(f'{level} is `{bot}`' for level, bot in LEVELS.items())}.", 128),
        "",
    ]
    for game in dict.fromkeys(row.game for row in rows):
        lines += _game(game, [row for row in rows if row.game == game], played, docs)
    lines += _speed(results.parent / "search.json")
    lines += _machines(played.values())
    path = docs / "strength.md"
    text = path.read_text() if path.exists() else HEAD
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(before + "\n".join(lines) + f"\n{END}" + after)


def _game(game: str, rows: Sequence[Row], played: dict[str, Summary], docs: Path) -> list[str]:
    """One game's table, and its chart."""
    title = commandery.game(game).kind.title
    lines = [
        f"## {title}",
        "",
        "| players | one | against | games | wins | 95 % | target | | run |",
        "| ---: | --- | --- | ---: | ---: | --- | --- | --- | --- |",
    ]
    bars = []
    for row in rows:
        others = f"{row.players - 1} {row.others}"
        start = f"| {row.players} | {row.one} | {others} |"
        if row.name not in played:
            lines.append(f"{start} 0 of {row.games:,} | | | {_target(row)} | not run yet | |")
            continue
        summary = played[row.name]
        one = summary["bots"][0]
        games = f"{summary['games']:,}" + (f" of {row.games:,}" if summary["games"] < row.games else "")
        lines.append(
            f"{start} {games} | {one['win_share']:.1%} | {one['low']:.1%} to {one['high']:.1%} | {_target(row)} "
            f"| {_verdict(row, summary)} | {_run(row, summary)} |"
        )
        target = row.wins or row.low or (1 - row.losses if row.losses else None)
        label = f"{row.players}: {row.one} against {others}"
        colour = COLOURS[0] if row.players == 4 else COLOURS[3]
        bars.append(Bar(label, one["win_share"], one["low"], one["high"], target, colour))
    if bars:
        name = f"strength-{game}.svg"
        draw_shares(docs / name, title, "wins of one seat, with 95 % interval; | what it is to reach", bars)
        lines += ["", f"![Wins of one seat in {title}, with intervals]({name})"]
    return [*lines, ""]


def _speed(path: Path) -> list[str]:
    """How fast the search is, next to OpenSpiel's: from `make bench-search`."""
    if not path.exists():
        return []
    run = json.loads(path.read_text())
    peers = [row for row in run["rows"] if "wanted" in row]
    told = [f"times {peer['how'].removeprefix('its ')} (target: {peer['wanted']})" for peer in peers]
    lines = [
        "## How fast the search is",
        "",
        fill(
            "Decisions that the plain search (uniform playouts to the end) simulates a second on one core, at the first "
            "decision of a game with four players, next to OpenSpiel's IS-MCTS on gin rummy in the same run "
            f"({run['date']}, {run['commit']}).",
            128,
        ),
        "",
        f"| | decisions a second | {' | '.join(told)} |",
        f"| --- | ---: |{' ---: |' * len(peers)}",
    ]
    for row in run["rows"]:
        ratios = ["" if row in peers else f"{row['decisions_per_second'] / peer['decisions_per_second']:.0f}" for peer in peers]
        name = f"{row['game']}, {row['how']}" if row in peers else row["game"]
        lines.append(f"| {name} | {row['decisions_per_second']:,} | {' | '.join(ratios)} |")
    return [*lines, ""]


def _target(row: Row) -> str:
    if row.wins is not None:
        return f"at least {row.wins:.0%}"
    if row.low is not None:
        return f"lower bound above {row.low:.0%}"
    return f"loses at most {row.losses:.0%}" if row.losses is not None else f"none; even: {1 / row.players:.0%}"


def _verdict(row: Row, summary: Summary) -> str:
    """Whether the row reaches its target, or by how much it misses it."""
    one = summary["bots"][0]
    if row.wins is not None:
        missed = row.wins - one["win_share"]
    elif row.low is not None:
        missed = row.low - one["low"]
    elif row.losses is not None:
        missed = one["lost"] - row.losses
    else:
        return ""
    told = f"loses {one['lost']:.1%}: " if row.losses is not None else ""
    told += "reached" if missed <= 0 else f"**missed by {100 * missed:.1f} points**"
    return told + (" so far" if summary["games"] < row.games else "")


def _run(row: Row, summary: Summary) -> str:
    told = f"{summary['date']}, {summary['commit']}"
    if summary.get("at_once", 0) > summary["cores"]:
        told += f", {summary['at_once']} games at once on {summary['cores']} cores"
    return told if summary["sources"] == fingerprint(row.game, row.players) else f"{told}, with earlier rules or bots"


def _machines(summaries: Any) -> list[str]:
    """Where it was played, and how long it took."""
    used = sorted({f"{each['processor']}, {each['cores']} cores, Python {each['python']}" for each in summaries})
    hours = sum(each["seconds"] for each in summaries) / 3600
    return [f"Played on {'; '.join(used)}, in {hours:.1f} core-hours."] if used else ["Nothing has been played yet."]
