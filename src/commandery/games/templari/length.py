"""How long a match of Templari can get."""

from __future__ import annotations

from commandery.core.layout import StateArray
from commandery.games.templari.state import CARDS, COINS, ROUNDS

__all__ = ["longest"]


def longest(world: StateArray) -> tuple[int, int]:
    """The most decisions of players, and of chance.

    Nobody raises the own bid, so the last two bids are two players', and together at most all the coins there are: the one but
    last is less than half of them. Bids rise from 0 (M2), for a card on sale from 1 (M20), and all but one bidder pass.
    """
    players = int(world["players"][0])
    half = COINS * players // 2
    auction = half + 1 + players - 1
    before = 0
    if world["exchange"][0]:
        before = players * 2  # M30: a card taken, a card given
    elif world["side_auctions"][0]:
        before = players * (1 + half + players - 2)  # a card offered, and sold to the others
    return ROUNDS * auction + (ROUNDS - 1) * before, 1 + CARDS  # in the first round nobody has a card
