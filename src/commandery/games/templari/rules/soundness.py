"""The invariants of Templari: what holds after every action whatever is played."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.contract import CHANCE, NOBODY
from commandery.core.kernel import kernel
from commandery.games.templari.rules.cards import ALL_CARDS
from commandery.games.templari.state import (
    BIDDING,
    CARDS,
    COINS,
    COPIES,
    NUMBERS,
    OVER,
    ROUNDS,
    STARTING,
    TURNING,
    State,
    World,
)

__all__ = ["broken"]


@kernel
def _money(w: World, s: State) -> int:
    total = s.pot
    for seat in range(w.players):
        total += s.coins[seat]
    return total


@kernel
def _barred_follows(w: World, s: State) -> bool:
    for seat in range(w.players):
        for digit in range(NUMBERS):
            has = ((s.held[seat] >> (COPIES * digit)) & 7) != 0
            if ((s.barred[seat] >> digit) & 1 != 0) != has or ((s.barred[seat] >> (50 + digit)) & 1 != 0) != has:
                return False
    return True


@kernel
def broken(w: World, s: State) -> int:
    """1 coins, 2 cards missing or 3 doubled, 4 the deck's size, 5 barred bids, 6 who acts, 7 the auction's leader, 8 the Pot
    at a strict table, 9 a full table at the end, 10 seats that nobody sits on."""
    if _money(w, s) != COINS * w.players:
        return 1
    places = s.deck | s.lot | s.gone
    cards = count(s.deck) + count(s.lot) + count(s.gone)
    for seat in range(w.players):
        places |= s.held[seat]
        cards += count(s.held[seat])
    if places != ALL_CARDS:
        return 2
    if cards != CARDS:
        return 3
    if count(s.deck) != CARDS - 2 * s.turn - count(s.lot):
        return 4
    if not _barred_follows(w, s):
        return 5
    by_chance = s.phase == STARTING or s.phase == TURNING
    if (s.actor == CHANCE) != by_chance or (s.actor == NOBODY) != (s.phase == OVER):
        return 6
    if s.actor < CHANCE and s.actor >= w.players:
        return 6
    if s.phase == BIDDING and not (s.bidders >> s.actor) & 1:
        return 7
    if s.leader != NOBODY and (not (s.bidders >> s.leader) & 1 or s.bid < 0):
        return 7
    if not w.honour and (s.pot >= w.players or s.gone != 0 or s.overbid != 0):
        return 8
    if s.phase == OVER and (s.turn != ROUNDS or s.deck != 0):
        return 9
    for seat in range(w.players, len(s.held)):
        if s.held[seat] != 0 or s.coins[seat] != 0 or s.barred[seat] != 0:
            return 10
    return 0
