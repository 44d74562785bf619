"""Who gets the money (M10-M13)."""

from __future__ import annotations

from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templari import events as event
from commandery.games.templari.rules.cards import matching
from commandery.games.templari.state import NUMBERS, State, World

__all__ = ["pay", "receives"]


@kernel
def _sharers(w: World, s: State, winner: int, digit: int) -> tuple[int, int]:
    """The most cards of this digit that anybody but the winner holds, and how many players hold that many."""
    most = 0
    sharers = w.players - 1  # M11: nobody matches, all share
    for seat in range(w.players):
        cards = matching(s, seat, digit)
        if seat != winner and cards > 0:
            if cards > most:
                most = cards
                sharers = 0
            sharers += cards == most  # M10: only who has the most shares
    return most, sharers


@kernel
def receives(w: World, s: State, winner: int, price: int, seat: int) -> int:
    """What a player other than the winner would get if the lot were sold at this price."""
    digit = price % NUMBERS
    most, sharers = _sharers(w, s, winner, digit)
    return (price + s.pot) // sharers if most == 0 or matching(s, seat, digit) == most else 0


@kernel
def pay(w: World, s: State, winner: int, price: int, events: Grid) -> None:
    """The winner of a lot pays ``price``, which they have; the cards have not been taken yet."""
    digit = price % NUMBERS  # M13: of the bid, not of bid plus Pot
    most, sharers = _sharers(w, s, winner, digit)
    money = price + s.pot  # M12
    share = money // sharers
    s.coins[winner] -= price
    for seat in range(w.players):
        if seat != winner and (most == 0 or matching(s, seat, digit) == most):
            s.coins[seat] += share
            emit(events, event.RECEIVED, seat, share, digit, most, 0)
    s.pot = money - share * sharers
    if s.pot:
        emit(events, event.LEFT_OVER, winner, s.pot, 0, 0, 0)
