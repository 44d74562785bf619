"""How strong the bots are, one seat against all others: what each was to reach, and what it reaches. `make strength` runs it.

It plays a few games of every row first and says how long the rest will take. Every game is kept as soon as it is over, and the
next run goes on from there; games of other rules or bots are kept apart, and a row that is finished is left as it is. After
each row, and when it is interrupted, it writes benchmarks/results/strength/ROW.json, docs/strength.md and its charts.
``--only``, ``--games`` run a part, or less of it. Of a row that is not finished ROW.jsonl tells every game in short, so that
another machine can go on with it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import strength_report
from report import ROOT, save

import commandery
from commandery.arena import Results, results_of, tournament
from commandery.arena.contest import Played, make_plan
from commandery.arena.sources import fingerprint
from commandery.arena.store import Store
from commandery.arena.workers import cores
from commandery.core.errors import CommanderyError

RESULTS = ROOT / "benchmarks" / "results" / "strength"
DOCS = ROOT / "docs"
SEED = 1


@dataclass(frozen=True)
class Row:
    """One bot alone against another in all other seats. Of ``wins``, ``low`` (the lower bound of wins) and ``losses`` at most
    one says what is to be reached; none: it is measured."""

    game: str
    players: int
    one: str
    others: str
    games: int
    wins: float | None = None
    low: float | None = None
    losses: float | None = None

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.one}-{self.others}".replace(":", "")


def rows() -> list[Row]:
    """The whole table."""
    found = []
    for game in ("templar", "templari", "journey"):
        found += [
            Row(game, 4, "greedy", "random", 2000, wins=0.85),
            Row(game, 4, "ismcts:200ms", "greedy", 400, wins=0.5),
            Row(game, 4, "ismcts:1000", "ismcts:250", 400, low=0.25),
            Row(game, 4, "ismcts:4000", "ismcts:1000", 400, low=0.25),
            Row(game, 4, "novice", "random", 400),
            Row(game, 4, "squire", "novice", 400, wins=0.45),
            Row(game, 4, "knight", "squire", 400, wins=0.45),
            Row(game, 4, "master", "knight", 400, wins=0.45),
        ]
        if game == "templar":
            found.append(Row(game, 2, "master:1s", "greedy", 400, losses=0.02))
        for players in (2, 5) if game == "templar" else (5,):
            found += [
                Row(game, players, "greedy", "random", 400),
                Row(game, players, "ismcts:200ms", "greedy", 400),
                Row(game, players, "ismcts:1000", "ismcts:250", 400),
            ]
    return found


def folder_of(row: Row, results: Path) -> Path:
    """Where a row's games are kept: apart for each state of the rules and bots."""
    return results / "games" / f"{row.name}-{fingerprint(row.game, row.players)}"


def games_done(row: Row, results: Path) -> Results | None:
    """The row's games so far, from here and from other machines."""
    folder = folder_of(row, results)
    _take_over(row, results)
    return results_of(folder) if (folder / "games.jsonl").exists() else None


def _summary(row: Row, results: Path) -> dict[str, Any]:
    """What is written down of a row played with these rules and bots; that of no games if nothing is."""
    path = results / f"{row.name}.json"
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found if found.get("sources") == fingerprint(row.game, row.players) else {"games": 0}


def finished(row: Row, results: Path) -> bool:
    """Whether all of the row's games have been played, here or on another machine, with these rules and bots."""
    return bool(_summary(row, results)["games"] >= row.games)


def _take_over(row: Row, results: Path) -> None:
    """Put the games that an unfinished row brought along with those that are here, if they are of these rules and bots."""
    brought = results / f"{row.name}.jsonl"
    if not brought.exists() or not _summary(row, results)["games"]:
        return
    games = [Played.read(json.loads(line)) for line in brought.read_text().splitlines()]
    plan = make_plan(commandery.game(row.game, row.players), [row.one, row.others], SEED, "one")
    with Store(folder_of(row, results), plan) as store:
        for game in games:
            if game.number not in store.games:
                store.add(game)


def _bring_along(row: Row, done: Results, results: Path) -> None:
    """Every game in short, while the row is not finished."""
    path = results / f"{row.name}.jsonl"
    if len(done.games) < row.games:
        shown = (json.dumps(replace(game, moves=()).data(), separators=(",", ":")) for game in done.games)
        path.write_text("".join(f"{line}\n" for line in shown))
    else:
        path.unlink(missing_ok=True)


def run(row: Row, games: int, given: argparse.Namespace, progress: Callable[[int], None] | None = None) -> Results:
    """The row's first so many games; those that are there are not played again."""
    game = commandery.game(row.game, row.players)
    out = folder_of(row, given.results)
    return tournament(game, [row.one, row.others], games, SEED, "one", given.jobs, out, given.ray, progress)


def summarise(row: Row, given: argparse.Namespace) -> None:
    """Write down what the row's games come to, unless more is written down already, and the report anew."""
    done = games_done(row, given.results)
    before = _summary(row, given.results)
    if done is not None and len(done.games) > before["games"]:
        at_once = max(given.jobs or cores(), before.get("at_once", 0))
        result = {"sources": fingerprint(row.game, row.players), "games_wanted": row.games, "at_once": at_once, **done.data()}
        save(row.name, result, str(given.results))
        _bring_along(row, done, given.results)
    strength_report.write(rows(), given.results, given.docs)


def in_words(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if seconds < 100 else f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} h"


def estimate(chosen: list[Row], given: argparse.Namespace) -> list[tuple[Row, int]]:
    """Play a few games of each row and say how long the rest will take; the rows, the quickest first, and what each lacks."""
    jobs = given.jobs or cores()
    found: list[tuple[float, Row, int]] = []
    print(f"{len(chosen)} rows on {jobs} cores; a few games of each first, to see how long they take")
    for row in chosen:
        if finished(row, given.results):
            print(f"  {row.name:42}                   done", flush=True)
            continue
        wanted = min(row.games, given.games)
        done = games_done(row, given.results)
        if done is None or len(done.games) < min(wanted, 2 * jobs):
            done = run(row, min(wanted, 2 * jobs), given)
        each = sum(game.seconds for game in done.games) / len(done.games)
        numbers = {game.number for game in done.games}
        lacking = len(set(range(wanted)) - numbers)
        found.append((lacking * each / jobs, row, lacking))
        state = "done" if not lacking else f"{lacking:,} to go, {in_words(found[-1][0])}"
        print(f"  {row.name:42} {each:8.2f} s a game   {state}", flush=True)
    print(f"all of it: about {in_words(sum(takes for takes, *_ in found))}", flush=True)
    return [(row, lacking) for _, row, lacking in sorted(found, key=lambda each: each[0])]


def _from_1(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on, not {text}")
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="", metavar="PATTERN", help="only rows with this in their name; * stands for anything"
    )
    parser.add_argument("--games", type=_from_1, default=sys.maxsize, help="at most so many games of each row")
    parser.add_argument("--jobs", type=int, help="processes (default: one for each core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--list", action="store_true", help="list the rows and play nothing")
    parser.add_argument("--estimate", action="store_true", help="say how long it will take and stop")
    parser.add_argument("--report", action="store_true", help="write the report from what has been played and stop")
    parser.add_argument("--results", type=Path, default=RESULTS, help=argparse.SUPPRESS)
    parser.add_argument("--docs", type=Path, default=DOCS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    chosen = [row for row in rows() if fnmatch(row.name, f"*{given.only}*")]
    if given.list:
        print("\n".join(f"{row.name:42} {row.games:,} games" for row in chosen))
        return 0
    if given.report:
        for row in chosen:
            summarise(row, given)
        return 0
    planned = estimate(chosen, given)
    if given.estimate:
        return 0
    for row, lacking in planned:
        wanted = min(row.games, given.games)
        if lacking:
            print(f"{row.name}: {lacking:,} games ...", end=" ", flush=True)
        try:
            done = run(row, wanted, given)
        finally:
            summarise(row, given)
        if lacking:
            one = done.standings[0]
            print(f"{one.win_share:.1%} ({one.low:.1%} to {one.high:.1%})", flush=True)
    print(f"written to {given.results} and {given.docs}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CommanderyError as error:
        sys.exit(f"strength: {error}")
    except KeyboardInterrupt:
        sys.exit("\ninterrupted; the same command goes on from here")
