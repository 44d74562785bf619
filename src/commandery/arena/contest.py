"""One game of a tournament: what has to be known to play it, and what is kept of it. All of it is plain data, so that it can be
played in this process, in another, or on another machine."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import commandery
from commandery.arena.lineups import Lineup
from commandery.arena.sources import fingerprint, fingerprints_of_files
from commandery.bots import Bot, External, Guarded, Sight, make_bot
from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.match import BY_HAND

__all__ = ["Fault", "Played", "Task", "compile_for", "make_plan", "play"]


class Fault(NamedTuple):
    """A decision that a bot failed to make: see `commandery.bots.Fault`."""

    seat: int
    move: int
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it is kept: its number, who sat where (by place in the list of bots), the seeds of chance and of each seat's
    bot, how it ended, how many decisions and seconds it took, and the moves of its record where they are wanted."""

    number: int
    lineup: Lineup
    seeds: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    seconds: float
    faults: tuple[Fault, ...] = ()
    moves: tuple[tuple[str | int, str], ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """The victory by seat: 1, or shared by several."""
        winners = self.ranks.count(1)
        return tuple((rank == 1) / winners for rank in self.ranks)

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "faults" or self.faults}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Played:
        """From plain data, without the moves; KeyError, TypeError or ValueError if it is none such."""
        lineup, scores, ranks = (_numbers(data[name]) for name in ("lineup", "scores", "ranks"))
        faults = tuple(Fault(int(seat), int(move), str(reason)) for seat, move, reason in data.get("faults", ()))
        if not len(lineup) == len(scores) == len(ranks):
            raise ValueError("as many bots, scores and ranks as there are seats")
        if 1 not in ranks or min(lineup) < 0 or any(fault.seat not in range(len(lineup)) for fault in faults):
            raise ValueError("somebody has won, and bots and seats are counted from 0")
        return cls(
            int(data["number"]), lineup, _numbers(data["seeds"]), scores, ranks,
            int(data["decisions"]), float(data["seconds"]), faults,
        )  # fmt: skip


def _numbers(values: Any) -> tuple[int, ...]:
    """These whole numbers, of a size that can be reckoned with."""
    if any(type(value) is not int or abs(value) >= 1 << 63 for value in values):
        raise TypeError(f"whole numbers, not {values!r}")
    return tuple(values)


class Task(NamedTuple):
    """A game to be played: the tournament's plan as text, the game's number and line-up, and whether its moves are wanted."""

    plan: str
    number: int
    lineup: Lineup
    moves: bool


def make_plan(game: Game, bots: Sequence[str], seed: int, lineup: str) -> dict[str, Any]:
    """What makes a tournament this one: two of equal plans play the same games. ``record`` is all of a record but the moves."""
    record = game.start(chance=BY_HAND).record()
    del record["moves"]
    sources = fingerprint(game.name, game.players)
    plan = {"record": record, "bots": list(bots), "seed": seed, "lineup": lineup, "sources": sources}
    files = fingerprints_of_files(bots)
    return {**plan, "files": files} if files else plan


@lru_cache(maxsize=4)
def _table(plan: str) -> tuple[Game, list[str], int]:
    """The game, bots and seed of a plan; it must have been made with the sources that are here."""
    data = json.loads(plan)
    record = data["record"]
    if data["sources"] != fingerprint(record["game"], record["players"]):
        raise CommanderyError(f"the machine that is to play has other rules or bots of {record['game']} installed")
    game = commandery.game(record["game"], record["players"], record["board"], **record["options"])
    return game, data["bots"], data["seed"]


def _seed_of(seed: int, number: int, place: int) -> int:
    """A seed for chance (place 0) or the bot in seat ``place - 1`` in a game of a tournament; unrelated to all others."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number} {place}".encode()).digest()[:8]) >> 2


def play(task: Task) -> Played:
    """Play a game to its end. It depends on the task alone, unless bots think by the clock."""
    game, specs, seed = _table(task.plan)
    seeds = tuple(_seed_of(seed, task.number, place) for place in range(game.players + 1))
    began = time.perf_counter()
    match = game.start(seed=seeds[0])
    bots: list[Bot] = []
    decisions = 0
    try:
        for seat, bot in enumerate(task.lineup):
            bots.append(make_bot(specs[bot], seeds[seat + 1]))
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, bots[seat].choose(Sight(match, seat)))
            decisions += 1
        for seat, player in enumerate(bots):
            player.over(Sight(match, seat))
    finally:
        for player in bots:
            player.close()
    outcome = match.outcome
    return Played(
        task.number, task.lineup, seeds, outcome.scores, outcome.ranks, decisions, round(time.perf_counter() - began, 4),
        tuple(Fault(fault.seat, fault.move, fault.reason) for player in bots for fault in player.faults),
        tuple((seat, action) for seat, action in match.record()["moves"]) if task.moves else (),
    )  # fmt: skip


def compile_for(game: Game, bots: Sequence[str]) -> None:
    """Have everything compiled that these bots need, so that workers need not do it side by side. `BadOption` for one that
    cannot be started, or does not get ready for a match: all its games would be played by default moves."""
    waiting = {spec: make_bot(spec, 0) for spec in bots}
    filler = make_bot("random", 0)
    try:
        for bot in waiting.values():
            bot.prepare()
        match = game.start(seed=0)
        while not match.over:
            sight = Sight(match, match.to_act[0])
            if len(sight.legal) > 1 and waiting:
                spec, bot = next(iter(waiting.items()))
                if isinstance(bot, Guarded) and isinstance(bot.bot, External):
                    bot.bot.prepare(sight)
                bot.choose(sight)
                waiting.pop(spec).close()
            match.play(sight.seat, filler.choose(sight))
        assert match.outcome.winners
    finally:
        for bot in waiting.values():
            bot.close()
