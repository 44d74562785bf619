"""Sets of cards and of bids, as bits."""

from __future__ import annotations

from commandery.core.contract import NOBODY
from commandery.core.kernel import kernel
from commandery.games.templari.state import CARDS, COPIES, NUMBERS, State

__all__ = ["ALL_CARDS", "bids_between", "gain", "lose", "matching", "next_of"]

ALL_CARDS = (1 << CARDS) - 1
_TENS = sum(1 << ten for ten in range(0, 61, 10))  # the bids 0, 10, 20, ... 60


@kernel
def matching(s: State, seat: int, digit: int) -> int:
    """How many cards with this number a player holds."""
    three = s.held[seat] >> (COPIES * digit)
    return (three & 1) + ((three >> 1) & 1) + ((three >> 2) & 1)


@kernel
def bids_between(low: int, high: int) -> int:
    """The set of bids from ``low`` to ``high``; empty if there are none."""
    return ((1 << (high + 1)) - 1) & ~((1 << low) - 1)


@kernel
def _bar(s: State, seat: int) -> None:
    """M5: nobody bids a number whose last digit is on a card they hold now."""
    held = s.held[seat]
    bids = 0
    for digit in range(NUMBERS):
        if held & 7:
            bids |= _TENS << digit
        held >>= COPIES
    s.barred[seat] = bids & ((1 << 61) - 1)


@kernel
def gain(s: State, seat: int, cards: int) -> None:
    """A player lays these cards before them."""
    s.held[seat] |= cards
    _bar(s, seat)


@kernel
def lose(s: State, seat: int, cards: int) -> None:
    """A player gives these cards away."""
    s.held[seat] &= ~cards
    _bar(s, seat)


@kernel
def next_of(seats: int, seat: int, players: int) -> int:
    """The first of these seats clockwise from ``seat``, itself included; NOBODY if there are none."""
    for _ in range(players):
        if (seats >> seat) & 1:
            return seat
        seat += 1
        if seat >= players:
            seat = 0
    return NOBODY
