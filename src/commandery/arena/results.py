"""What a tournament came to: win shares, ranks, scores and ratings, with 95 % intervals.

- Win share: the part of a victory that falls to one seat of the bot, a victory of several shared among them. 1/players is
  average, whatever the line-up. Its interval is Wilson's score interval over games, of the part of the victory that falls to
  all seats of the bot together. Shared victories vary less than whole ones, so it is a little wide for them; and it stays
  honest where a bot wins all or nothing. The share of a bot that has every seat is certain.
- Mean rank and score: over all seats of the bot; normal intervals from the spread between games (a bot with several seats in
  a game counts as one observation).
- Rating: OpenSkill's Plackett-Luce model over the games in their order, every bot beginning at 25. A bot with several seats
  moves by their mean. Bots do not learn, so nothing is added to the uncertainty from game to game (tau 0).
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import fmean
from typing import Any

from commandery.arena.contest import Played
from commandery.core.game import Game

__all__ = ["Results", "SeatShare", "Standing", "wilson"]

_Z = 1.959963984540054
"""Standard deviations on either side that hold 95 %."""


def wilson(share: float, number: float) -> tuple[float, float]:
    """The 95 % interval of a share seen in so many games."""
    if number <= 0:
        return 0.0, 1.0
    z2 = _Z * _Z / number
    middle = (share + z2 / 2) / (1 + z2)
    half = _Z * math.sqrt(share * (1 - share) / number + z2 / (4 * number)) / (1 + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    spec: str
    games: int
    seats: int
    """How often it took a seat; more than its games where it had several."""
    win_share: float
    low: float
    high: float
    mean_rank: float
    mean_rank_low: float | None
    mean_rank_high: float | None
    mean_score: float
    mean_score_low: float | None
    mean_score_high: float | None
    rating: float
    rating_sigma: float
    lost: float
    """The part of its games in which it had no share of the victory."""
    faults: int
    """Decisions it failed to make: a default move was played."""


@dataclass(frozen=True)
class SeatShare:
    """How one seat did, whoever sat there."""

    seat: int
    win_share: float
    low: float
    high: float
    mean_score: float


class Results:
    """The games of a tournament, and what they come to."""

    def __init__(self, game: Game, bots: Sequence[str], games: Iterable[Played], seed: int, lineup: str) -> None:
        self.game = game
        self.bots = tuple(bots)
        self.games = sorted(games, key=lambda played: played.number)
        self.seed = seed
        self.lineup = lineup

    @property
    def standings(self) -> list[Standing]:
        """The bots in the order in which they were named."""
        ratings = self._ratings()
        return [self._standing(bot, *ratings[bot]) for bot in range(len(self.bots))]

    @property
    def seats(self) -> list[SeatShare]:
        found = []
        number = max(1, len(self.games))
        for seat in range(self.game.players):
            share = math.fsum(played.shares[seat] for played in self.games) / number
            score = sum(played.scores[seat] for played in self.games) / number
            low, high = wilson(share, len(self.games))
            found.append(SeatShare(seat, _round(share), _round(low), _round(high), _round(score)))
        return found

    def data(self) -> dict[str, Any]:
        """The results as plain data."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "games": len(self.games),
            "options": self.game.options,
            "seed": self.seed,
            "lineup": self.lineup,
            "decisions": sum(played.decisions for played in self.games),
            "seconds": round(sum(played.seconds for played in self.games), 3),
            "bots": [asdict(standing) for standing in self.standings],
            "seats": [asdict(seat) for seat in self.seats],
        }

    def table(self) -> list[str]:
        """The results in lines of text, the best bot first."""
        number, players = len(self.games), self.game.players
        wide = max(len(bot) for bot in self.bots)
        lines = [
            f"{number:,} games of {self.game.kind.title} with {players} players; an average win share is {1 / players:.1%}",
            f"  {'bot':{wide}}   win share            mean rank            mean score           rating",
        ]
        for each in sorted(self.standings, key=lambda standing: -standing.win_share):
            lines.append(
                f"  {each.spec:{wide}}   {each.win_share:6.1%} {_between(each.low, each.high, '.1%'):13}"
                f" {each.mean_rank:6.2f} {_between(each.mean_rank_low, each.mean_rank_high, '.2f'):13}"
                f" {each.mean_score:6.2f} {_between(each.mean_score_low, each.mean_score_high, '.2f'):13}"
                f" {each.rating:6.2f} ± {2 * each.rating_sigma:.2f}"
            )
        lines.append("  (in brackets: 95 % intervals; win share of one seat, victories shared; rating: OpenSkill, ± 2 sigma)")
        return lines

    def failures(self) -> list[str]:
        """A line for each bot that failed to make decisions: how many, and where and why first."""
        lines = []
        for bot, spec in enumerate(self.bots):
            faults = [(played, fault) for played in self.games for fault in played.faults if played.lineup[fault.seat] == bot]
            if faults:
                played, first = faults[0]
                number = "a decision" if len(faults) == 1 else f"{len(faults):,} decisions"
                place = f"game {played.number}, seat {first.seat}, move {first.move}"
                lines.append(f"{spec} failed to make {number}, first in {place}: {first.reason}")
        return lines

    def write_csv(self, path: Path) -> None:
        """A row for each bot, its columns those of `Standing` after the game and the players."""
        with path.open("w", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["game", "players", *(field.name for field in fields(Standing))])
            for standing in self.standings:
                rows.writerow([self.game.name, self.game.players, *asdict(standing).values()])

    def _standing(self, bot: int, rating: float, sigma: float) -> Standing:
        """One bot's games, added up."""
        mine = [played for played in self.games if bot in played.lineup]
        counts = [played.lineup.count(bot) for played in mine]
        seats = sum(counts)
        shares = [math.fsum(self._of(bot, played, played.shares)) for played in mine]
        share = math.fsum(shares) / max(1, len(mine))
        each = max(1, seats) / max(1, len(mine))
        constant = all(count == self.game.players for count in counts)  # whoever wins, it is this bot
        low, high = (share, share) if mine and constant else wilson(share, len(mine))
        rank = _mean([sum(self._of(bot, played, played.ranks)) for played in mine], counts)
        score = _mean([sum(self._of(bot, played, played.scores)) for played in mine], counts)
        return Standing(
            self.bots[bot], len(mine), seats, _round(share / each), _round(low / each), _round(high / each),
            *rank, *score, _round(rating), _round(sigma), _round(shares.count(0) / max(1, len(mine))),
            sum(played.lineup[fault.seat] == bot for played in mine for fault in played.faults),
        )  # fmt: skip

    @staticmethod
    def _of(bot: int, played: Played, values: Sequence[float]) -> list[float]:
        """Of these values by seat, those of the bot."""
        return [value for seat, value in enumerate(values) if played.lineup[seat] == bot]

    def _ratings(self) -> list[tuple[float, float]]:
        """Rating and uncertainty of each bot."""
        from openskill.models import PlackettLuce  # only here, so that simulations run without it

        model = PlackettLuce(tau=0.0)
        rated = [(model.mu, model.sigma) for _ in self.bots]
        for played in self.games:
            if len(set(played.lineup)) < 2:
                continue
            teams = [[model.rating(*rated[bot])] for bot in played.lineup]
            after = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in played.ranks])]
            for bot in set(played.lineup):
                moved = [rating for rating, seated in zip(after, played.lineup, strict=True) if seated == bot]
                rated[bot] = fmean(rating.mu for rating in moved), fmean(rating.sigma for rating in moved)
        return rated


def _mean(sums: Sequence[float], counts: Sequence[int]) -> tuple[float, float | None, float | None]:
    """The mean over all seats of a bot, given for each game the sum over its seats and their number, and its interval."""
    games, seats = len(sums), sum(counts)
    if games == 0:
        return 0.0, None, None
    mean = sum(sums) / seats
    if games == 1:
        return _round(mean), None, None
    spread = math.fsum((total - mean * count) ** 2 for total, count in zip(sums, counts, strict=True))
    half = _Z * math.sqrt(spread * games / (games - 1)) / seats
    return _round(mean), _round(mean - half), _round(mean + half)


def _round(value: float) -> float:
    return round(value, 6)


def _between(low: float | None, high: float | None, how: str) -> str:
    return "" if low is None or high is None or low == high else f"({low:{how}}-{high:{how}})"
