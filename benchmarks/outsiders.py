"""Strength against outsiders: master in one seat, going round the table, against three of OpenSpiel's Python IS-MCTS bots with
random playouts, all with the same time a turn. To be reached: 70 % of the victories in each game.

It plays one game of each first and says how long the rest will take. Every game is kept as soon as it is over, in
benchmarks/results/outsiders, and the next run goes on from there, on another machine too; after each the report is written to
benchmarks/results/outsiders-1000ms.json, or whatever time a turn has. What a turn is, and how much of what is left of its time
a decision may use, is for both as our bots have it; forced decisions are free. Ours may stop early, theirs use all they may.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts
from report import ROOT, save

from commandery.arena import wilson
from commandery.arena.sources import fingerprint
from commandery.arena.workers import cores
from commandery.bots import Settings, Sight, make_bot
from commandery.envs.openspiel import load

GAMES = ("templar", "templari", "journey")
PLAYERS = 4
WANTED = 0.7
EXPLORE = 2.0  # OpenSpiel's own examples search so curiously
RESULTS = ROOT / "benchmarks" / "results"

Row = dict[str, Any]


class Outsider(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot with a clock: as many simulations as there is time for, and no fewer than two, without which it has
    tried nothing."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, rng), EXPLORE, 0, random_state=rng)
        self.seconds = seconds
        self.simulations = self.decisions = self.turns = 0
        self.spent = self._left = 0.0
        self._turn: tuple[int, ...] = ()

    def choose(self, state: Any, sight: Sight) -> int:
        """The action chosen within a part of what is left of this turn's time, as `Ismcts` takes it."""
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        if sight.turn != self._turn:
            self._turn, self._left = sight.turn, self.seconds
            self.turns += 1
        usual = Settings(**sight.game.kind.thinking(PLAYERS)).share / 100
        share = self._left * (usual if sight.alone else 1)
        self._left -= share
        began = time.perf_counter()
        self.reset()
        self._root_node = self.create_new_node(state)
        done = 0
        while done < 2 or time.perf_counter() - began < share:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        actions, chances = zip(*self.get_final_policy(state, self._root_node), strict=True)
        self.spent += time.perf_counter() - began
        self.simulations += done
        self.decisions += 1
        return int(self._random_state.choice(actions, p=chances))


def play(name: str, number: int, seconds: float) -> Row:
    """One game: master has seat ``number`` modulo 4."""
    game = load(name, PLAYERS)
    seat = number % PLAYERS
    match, state = game.table.start(seed=number), game.new_initial_state()
    make_bot("ismcts:16", 1).choose(Sight(match, match.to_act[0]))  # compiles
    master = make_bot(f"master:{round(seconds * 1000)}ms", number)
    outsiders = {other: Outsider(game, seconds, number * PLAYERS + other) for other in range(PLAYERS) if other != seat}
    began, seen, spent, decisions = time.perf_counter(), 0, 0.0, 0
    turns: set[tuple[int, ...]] = set()
    while not match.over:
        for move in match.history[seen:]:
            state.apply_action(move.action.id)
        seen = len(match.history)
        actor = match.to_act[0]
        sight = Sight(match, actor)
        if actor != seat:
            match.play(actor, outsiders[actor].choose(state, sight))
            continue
        if len(sight.legal) > 1:
            decisions += 1
            turns.add(sight.turn)
        thought = time.perf_counter()
        action = master.choose(sight)
        spent += time.perf_counter() - thought if len(sight.legal) > 1 else 0.0
        match.play(actor, action)
    ranks = match.outcome.ranks
    theirs = outsiders.values()
    return {
        "number": number, "seat": seat, "scores": match.outcome.scores, "ranks": ranks,
        "share": (ranks[seat] == 1) / ranks.count(1), "seconds": round(time.perf_counter() - began, 1),
        "simulations_per_decision": [
            round(getattr(master, "simulations", 0) / max(decisions, 1)),
            round(sum(bot.simulations for bot in theirs) / max(sum(bot.decisions for bot in theirs), 1)),
        ],
        "seconds_per_turn": [
            round(spent / max(len(turns), 1), 4),
            round(sum(bot.spent for bot in theirs) / max(sum(bot.turns for bot in theirs), 1), 4),
        ],
    }  # fmt: skip


def kept_in(name: str, results: Path) -> Path:
    """The file of a game's matches, each with the time a turn and the state of the rules and bots."""
    return results / "outsiders" / f"{name}.jsonl"


def done_so_far(name: str, given: argparse.Namespace) -> list[Row]:
    path = kept_in(name, given.results)
    games = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return [game for game in games if (game["a_turn"], game["sources"]) == (given.seconds, fingerprint(name, PLAYERS))]


def report(given: argparse.Namespace) -> None:
    """Write down what all games so far come to."""
    rows = {}
    for name in GAMES:
        games = done_so_far(name, given)
        if not games:
            continue
        share = fmean(game["share"] for game in games)
        low, high = wilson(share, len(games))
        rows[name] = {
            "sources": fingerprint(name, PLAYERS), "games": len(games), "games_wanted": given.games,
            "win_share": round(share, 4), "low": round(low, 4), "high": round(high, 4), "wanted": WANTED,
            "mean_rank": round(fmean(game["ranks"][game["seat"]] for game in games), 3),
            "simulations_per_decision": _means(game["simulations_per_decision"] for game in games),
            "seconds_per_turn": _means(game["seconds_per_turn"] for game in games),
        }  # fmt: skip
    bots = {"one": "master", "others": "OpenSpiel's Python IS-MCTS", "explore": EXPLORE, "open_spiel": version("open_spiel")}
    result = {"players": PLAYERS, "seconds": given.seconds, **bots, "rows": rows}
    save(f"outsiders-{round(given.seconds * 1000)}ms", result, str(given.results))


def _means(pairs: Iterable[list[float]]) -> dict[str, float]:
    """Of master and of the outsiders."""
    ours, theirs = zip(*pairs, strict=True)
    return {"one": round(fmean(ours), 4), "others": round(fmean(theirs), 4)}


def in_words(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def run(tasks: list[tuple[str, int]], pool: ProcessPoolExecutor, given: argparse.Namespace) -> None:
    """Play these games, and keep each as soon as it is over."""
    under_way = {pool.submit(play, name, number, given.seconds): name for name, number in tasks}
    for left, future in zip(range(len(tasks) - 1, -1, -1), as_completed(under_way), strict=True):
        name, row = under_way[future], future.result()
        row = {"a_turn": given.seconds, "sources": fingerprint(name, PLAYERS), **row}
        path = kept_in(name, given.results)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
        report(given)
        said = f"seat {row['seat']} has rank {row['ranks'][row['seat']]}, {row['seconds']} s"
        print(f"  {name} {row['number']}: {said}; {left} to go", flush=True)


def lacking(names: Iterable[str], given: argparse.Namespace) -> list[tuple[str, int]]:
    """The games not yet played, by turns of each kind."""
    missing = {name: set(range(given.games)) - {game["number"] for game in done_so_far(name, given)} for name in names}
    return [(name, number) for number in range(given.games) for name in missing if number in missing[name]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="time a turn (default: 1)")
    parser.add_argument("--games", type=int, default=200, help="games of each (default: 200)")
    parser.add_argument("--game", choices=GAMES, help="only this one")
    parser.add_argument("--jobs", type=int, default=cores(), help="games at a time (default: one for each core)")
    parser.add_argument("--estimate", action="store_true", help="say how long it will take and stop")
    parser.add_argument("--results", type=Path, default=RESULTS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    names = [given.game] if given.game else GAMES
    with ProcessPoolExecutor(given.jobs, multiprocessing.get_context("spawn")) as pool:
        first = [(name, 0) for name in names if not done_so_far(name, given)]
        if first:
            print(f"one game of each first, to see how long they take: {', '.join(name for name, _ in first)}", flush=True)
            run(first, pool, given)
        tasks = lacking(names, given)
        each = {name: fmean(game["seconds"] for game in done_so_far(name, given)) for name in names}
        takes = sum(each[name] for name, _ in tasks) / given.jobs
        print(f"{len(tasks)} games to go, {given.jobs} at a time: about {in_words(takes)}", flush=True)
        if not given.estimate:
            run(tasks, pool, given)


if __name__ == "__main__":
    main()
