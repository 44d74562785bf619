"""Line-ups: which bot sits where in game number n of a tournament, so that nobody is favoured by a seat.

A line-up names for each seat a bot by its place in the list of bots. Line-ups come in rounds. A round is one way of sitting
down, turned from seat to seat and from bot to bot until it comes back to itself: within a round every bot has been in every
seat equally often. All rounds together hold every seat order once; then they begin again. Their order is drawn from the seed.

- As many bots as seats: every order of them.
- More bots than seats: everybody meets everybody, in every order.
- Fewer: each bot has as many seats as the others, or one more. ``a,b`` with four players is the six orders of a a b b; with
  five players the orders of a a a b b and those of a a b b b.
- ``one``: the first bot alone against the second in all other seats; a round is as many games as there are seats.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from commandery.core.errors import BadOption

__all__ = ["LINEUPS", "MOST_BOTS", "Lineup", "lineups", "round_length"]

Lineup = tuple[int, ...]
LINEUPS = ("all", "one")
MOST_BOTS = 16


def lineups(bots: int, players: int, kind: str = "all", seed: int = 0) -> Iterator[Lineup]:
    """The line-ups of games 0, 1, 2, ... without end."""
    if kind not in LINEUPS:
        raise BadOption(f"a line-up is one of {', '.join(LINEUPS)}, not {kind!r}")
    if kind == "one" and bots != 2:
        raise BadOption(f"one against the others takes two bots: the one and the others, not {bots}")
    if not 1 <= bots <= MOST_BOTS:
        raise BadOption(f"a tournament is for 1 to {MOST_BOTS} bots, not {bots}")
    if kind == "one":
        rounds = [_turned([0] + [1] * (players - 1))]
    else:
        rounds = list(_rounds(bots, players))
    draw = random.Random(seed)
    while True:
        for each in sorted(rounds, key=lambda _: draw.random()):
            yield from each


def round_length(bots: int, players: int, kind: str = "all") -> int:
    """After how many games at most every bot has been in every seat equally often."""
    return players if kind == "one" else players * bots


def _rounds(bots: int, players: int) -> Iterator[list[Lineup]]:
    """Every round once."""
    seen: set[Lineup] = set()
    for first in _beginnings(bots, players):
        if first not in seen:
            shifted = [[(bot + shift) % bots for bot in first] for shift in range(bots)]
            found = dict.fromkeys(turned for lineup in shifted for turned in _turned(lineup))
            seen.update(found)
            yield list(found)


def _beginnings(bots: int, players: int) -> Iterator[Lineup]:
    """Every line-up with bot 0 in seat 0: each round has one such."""
    if bots > players:
        for others in itertools.permutations(range(1, bots), players - 1):
            yield 0, *others
        return
    each, over = divmod(players, bots)
    for extra in itertools.combinations(range(bots), over):
        seated = sorted([*(bot for bot in range(bots) for _ in range(each)), *extra])
        yield from sorted({(0, *others) for others in itertools.permutations(seated[1:])})


def _turned(lineup: Sequence[int]) -> list[Lineup]:
    """A line-up turned from seat to seat."""
    return [(*lineup[turn:], *lineup[:turn]) for turn in range(len(lineup))]
