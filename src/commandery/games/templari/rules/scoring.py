"""The end of the game (M50-M52)."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.kernel import kernel
from commandery.core.layout import Cells
from commandery.core.ranks import rank
from commandery.games.templari.rules.cards import matching
from commandery.games.templari.state import COLOURS, NUMBERS, State, World

__all__ = ["coin_points", "colour_points", "number_sum", "ranking", "score", "score_seat"]


@kernel
def colour_points(w: World, s: State, seat: int, colour: int) -> int:
    """M50: 1, 3, 6, 10, 15 points for 1 to 5 cards of a colour."""
    cards = count(s.held[seat] & w.colour_cards[colour])
    return cards * (cards + 1) // 2


@kernel
def coin_points(w: World, s: State, seat: int) -> int:
    """M51: 2 points for the most coins, tied or not."""
    for other in range(w.players):
        if s.coins[other] > s.coins[seat]:
            return 0
    return 2


@kernel
def score_seat(w: World, s: State, seat: int) -> int:
    """All points of one player as things stand."""
    points = coin_points(w, s, seat)
    for colour in range(COLOURS):
        points += colour_points(w, s, seat, colour)
    return points


@kernel
def number_sum(s: State, seat: int) -> int:
    """M52: the sum of the numbers a player holds, which breaks ties."""
    total = 0
    for number in range(NUMBERS):
        total += number * matching(s, seat, number)
    return total


@kernel
def score(w: World, s: State, points: Cells) -> None:
    for seat in range(w.players):
        points[seat] = score_seat(w, s, seat)


@kernel
def ranking(w: World, s: State, ranks: Cells) -> None:
    """M52: by points, then by the sum of numbers; who is level in both shares the rank."""
    for seat in range(w.players):
        ranks[seat] = score_seat(w, s, seat) * 1000 + number_sum(s, seat)
    rank(ranks, w.players)
