"""How fair the games are between equal bots: wins by seat, scores, length. `make balance` runs it.

For every game and number of players; seat 0 begins. Writes benchmarks/results/balance.json, and in docs/balance a page and a
picture for each game. ``--bots`` and ``--games`` say who plays and how much, ``--only`` which game; what is not played now
is kept. It resumes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import balance_report
from report import ROOT, save, surroundings

import commandery
from commandery.arena import Results, tournament
from commandery.arena.sources import fingerprint
from commandery.core.errors import CommanderyError

RESULTS = ROOT / "benchmarks" / "results"
DOCS = ROOT / "docs" / "balance"
SEED = 1


def measure(name: str, players: int, bot: str, given: argparse.Namespace) -> dict[str, Any]:
    """One table: so many equal bots, seat 0 beginning."""
    game = commandery.game(name, players, start=0)
    sources = fingerprint(name, players)
    out = given.results / "balance" / "games" / f"{name}-{players}-{bot}-{sources}".replace(":", "")
    done = tournament(game, [bot], given.games, SEED, jobs=given.jobs, out=out)
    when = {key: surroundings()[key] for key in ("date", "commit")}
    head = {"game": name, "players": players, "bot": bot, "games": len(done.games), "sources": sources}
    return {**when, **head, **summary(done)}


def summary(done: Results) -> dict[str, Any]:
    """What is told of a table."""
    scores = [score for game in done.games for score in game.scores]
    best = [max(game.scores) for game in done.games]
    lengths = [game.decisions for game in done.games]
    return {
        "seats": [
            {"win_share": seat.win_share, "low": seat.low, "high": seat.high, "mean_score": seat.mean_score}
            for seat in done.seats
        ],
        "shared": sum(game.ranks.count(1) > 1 for game in done.games) / len(done.games),
        "score": {"mean": fmean(scores), "deviation": pstdev(scores), "winner": fmean(best)},
        "margin": fmean(first - second for *_, second, first in (sorted(game.scores) for game in done.games)),
        "decisions": {"mean": fmean(lengths), "shortest": min(lengths), "longest": max(lengths)},
        "scores": {str(score): count for score, count in sorted(Counter(scores).items())},
        "lengths": {str(length): count for length, count in sorted(Counter(lengths).items())},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="random,greedy", help="with commas; each plays against itself")
    parser.add_argument("--games", type=int, default=1000, help="games at each table")
    names = [kind.name for kind in commandery.games()]
    parser.add_argument("--only", choices=names, metavar="GAME", help="only this game")
    parser.add_argument("--jobs", type=int, help="processes (default: one for each core)")
    parser.add_argument("--report", action="store_true", help="write the pages from what has been measured and stop")
    parser.add_argument("--results", type=Path, default=RESULTS, help=argparse.SUPPRESS)
    parser.add_argument("--docs", type=Path, default=DOCS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    path = given.results / "balance.json"
    tables: dict[str, dict[str, Any]] = json.loads(path.read_text())["tables"] if path.exists() else {}
    for kind in commandery.games():
        if given.report or given.only not in (None, kind.name):
            continue
        for players in range(kind.players[0], kind.players[1] + 1):
            for bot in given.bots.split(","):
                print(f"{kind.name}, {players} players, {bot} ...", end=" ", flush=True)
                tables[f"{kind.name}-{players}-{bot}"] = table = measure(kind.name, players, bot, given)
                print("  ".join(f"{seat['win_share']:.1%}" for seat in table["seats"]), flush=True)
        save("balance", {"tables": tables}, str(given.results))
    balance_report.write(json.loads(path.read_text()), given.docs)
    print(f"written to {path} and {given.docs}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CommanderyError as error:
        sys.exit(f"balance: {error}")
    except KeyboardInterrupt:
        sys.exit("\ninterrupted; the same command goes on from here")
