"""Tournaments: many games between bots, every seat order balanced."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import commandery
from commandery.arena import workers
from commandery.arena.asked import check_bots, check_numbers
from commandery.arena.contest import Played, Task, compile_for, make_plan
from commandery.arena.lineups import lineups
from commandery.arena.results import Results
from commandery.arena.store import Store, read_games, read_plan
from commandery.bots import make_bot
from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.registry import set_up
from commandery.core.stream import check_seed

__all__ = ["results_of", "tournament"]


def tournament(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    lineup: str = "all",
    jobs: int | None = 1,
    out: str | Path | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play ``games`` games between bots named by their specs; `lineups` says who sits where.

    Game number n of a seed is the same whatever the jobs and however many games there are, unless bots think by the clock.
    ``jobs`` are processes (None: one for each core); ``ray`` is the address of a Ray cluster instead. With ``out``, a folder,
    every game is kept there with its record, and what is there already is not played again. ``progress`` is called with the
    number of games done, first for those found there.
    """
    games, jobs = check_numbers(games, workers.cores() if jobs is None else jobs)
    bots, seed = check_bots(bots), check_seed(seed)
    plan = make_plan(set_up(game), bots, seed, lineup)
    next(lineups(len(bots), game.players, lineup, seed))  # told at once if there are none such
    for spec in set(bots):
        make_bot(spec, 0).close()  # told at once if there is none such
    with Store(Path(out), plan) if out is not None else nullcontext() as store:
        done = {} if store is None else {number: played for number, played in store.games.items() if number < games}
        if progress and done:
            progress(len(done))
        text, left = json.dumps(plan), games - len(done)
        order = itertools.islice(enumerate(lineups(len(bots), game.players, lineup, seed)), games)
        there = frozenset(done)
        tasks = (Task(text, number, seats, store is not None) for number, seats in order if number not in there)
        if left:
            compile_for(game, bots)
        try:
            for played in _play(tasks, left, jobs, ray):
                if store is not None:
                    store.add(played)
                done[played.number] = replace(played, moves=())
                if progress:
                    progress(1)
        except workers.WorkerLost:
            advice = store.goes_on if store is not None else "with --out FOLDER the games so far would be kept"
            reason = "a process that played games has ended before its time, perhaps for want of memory"
            raise CommanderyError(f"{reason}; {advice}") from None
    return Results(game, bots, done.values(), seed, lineup)


def results_of(folder: str | Path) -> Results:
    """What the games in a tournament's folder come to, finished or not."""
    plan = read_plan(Path(folder))
    record = plan["record"]
    game = commandery.game(record["game"], record["players"], record["board"], **record["options"])
    return Results(game, plan["bots"], read_games(Path(folder), plan), plan["seed"], plan["lineup"])


def _play(tasks: Iterable[Task], left: int, jobs: int, ray: str | None) -> Iterator[Played]:
    """Play so many games."""
    if not left:
        return iter(())
    if ray is not None:
        return workers.on_ray(tasks, ray, jobs)
    jobs = min(jobs, left)
    return workers.here(tasks) if jobs == 1 else workers.on_cores(tasks, jobs)
