"""How well a seat stands in Templari: the guess that bots go by."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.contract import NOBODY
from commandery.core.kernel import kernel
from commandery.games.templari.rules.payment import receives
from commandery.games.templari.state import BIDDING, CARDS, COLOURS, GIVING, ROUNDS, State, World

__all__ = ["estimate"]

COIN = 20
"""What a coin is worth at the start, in hundredths of a point; it falls to nothing with the last round."""
PROSPECT = 20
"""What each card held of a colour adds, in hundredths, for each card of that colour that may still come."""


@kernel
def _worth(w: World, s: State, seat: int, cards: int, coins: int) -> int:
    """A player's cards and coins, in hundredths of a point."""
    value = coins * COIN * (ROUNDS - s.turn) // ROUNDS
    for colour in range(COLOURS):
        own = count(cards & w.colour_cards[colour])
        value += 50 * own * (own + 1) + PROSPECT * own * count(s.deck & w.colour_cards[colour])
    return value


@kernel
def _cheapest(w: World, s: State, seat: int) -> int:
    """The card that is missed least, of a player who has one."""
    best = 0
    least = 1 << 30
    for card in range(CARDS):
        if (s.held[seat] >> card) & 1:
            value = 10 * count(s.held[seat] & w.colour_cards[w.colour[card]]) + card // 10
            if value < least:
                least = value
                best = card
    return best


@kernel
def estimate(w: World, s: State, seat: int) -> int:
    """The own worth against the mean of the others', an auction under way taken as won by who leads."""
    mine = 0
    others = 0
    for other in range(w.players):
        cards = s.held[other]
        coins = s.coins[other]
        if s.phase == BIDDING and s.leader != NOBODY:
            if other == s.leader:
                coins -= s.bid
                cards |= s.lot if s.seller == NOBODY else 1 << s.wares
            elif other == s.seller:
                coins += s.bid
                cards &= ~(1 << s.wares)
            elif s.seller == NOBODY:
                coins += receives(w, s, s.leader, s.bid, other)
        elif s.phase == BIDDING and s.seller == NOBODY and other == s.start:
            cards |= s.lot
        elif s.phase == GIVING and other == s.actor:
            cards = (cards | 1 << s.wares) & ~(1 << _cheapest(w, s, other))
        value = _worth(w, s, other, cards, coins)
        if (s.exchanged >> other) & 1 or (s.phase == GIVING and other == s.actor):
            value -= 100  # no part in this round's auction
        if other == seat:
            mine = value
        else:
            others += value
    return mine - others // (w.players - 1)
