"""The state and the world of a Templari match.

Cards are numbered so that card ``c`` bears the number ``c // 3``: a set of cards is 30 bits, the cards of one number are
three neighbouring bits. A set of bids is a bit set too, from 0 to the 60 coins that five players bring.
"""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.core.layout import Cells, Record, cell, cells

__all__ = [
    "CARDS", "COLOURS", "COPIES", "MOST_COINS", "NUMBERS", "ROUNDS", "State", "World",
    "BIDDING", "DISCARDING", "GIVING", "OFFERING", "OVER", "STARTING", "TAKING", "TURNING",
]  # fmt: skip

CARDS = 30
COLOURS = 6
NUMBERS = 10
COPIES = 3
ROUNDS = 15
COINS = 12
"""Coins each player begins with (MB2)."""
MOST_COINS = COINS * SEATS

# What is being decided.
STARTING = 0  # chance: who starts
OFFERING = 1  # whether to sell a card (M20)
TAKING = 2  # whether to take an opponent's card (M30)
GIVING = 3  # which card to give for it
TURNING = 4  # chance: which card is turned up
BIDDING = 5  # bid or pass, for the lot or for a card on sale
DISCARDING = 6  # which card an overbidder loses (M41)
OVER = 7


class World(Record):
    """Deck and options of a match. Read-only."""

    colour_cards: Cells = cells("i4", COLOURS)  # the cards of each colour
    colour: Cells = cells("i1", CARDS)  # the colour of each card
    players: int = cell("i1")
    first: int = cell("i1")  # who starts; NOBODY: chance decides
    side_auctions: int = cell("i1")
    exchange: int = cell("i1")
    honour: int = cell("i1")
    hidden: int = cell("i1")  # coins are shown to their owner only


class State(Record):
    """Everything that is so at one moment of a match, and nothing that will be."""

    barred: Cells = cells("i8", SEATS)  # bids each player may not make (M5): follows from `held`
    withdrawn: int = cell("i8")  # bids taken back in this turn at an honour table (M40)
    held: Cells = cells("i4", SEATS)  # cards before each player
    deck: int = cell("i4")  # cards not yet turned up
    lot: int = cell("i4")  # cards turned up and not yet sold
    gone: int = cell("i4")  # cards discarded by overbidders
    coins: Cells = cells("i1", SEATS)
    pot: int = cell("i1")
    phase: int = cell("i1")
    actor: int = cell("i1")  # who owes the decision; CHANCE; NOBODY
    turn: int = cell("i1")  # rounds finished
    start: int = cell("i1")  # the start player of this round
    asked: int = cell("i1")  # how many seats, from the start player on, have had their say before the cards are turned
    bid: int = cell("i1")  # the highest bid, or what the first must exceed
    leader: int = cell("i1")  # who made it; NOBODY
    bidders: int = cell("i1")  # mask: still in this auction
    overbid: int = cell("i1")  # mask: excluded from this lot or sale for a bid they could not pay
    exchanged: int = cell("i1")  # mask: exchanged a card this round (M31)
    seller: int = cell("i1")  # whose card is on sale; NOBODY: the lot is
    wares: int = cell("i1")  # that card; at an exchange the card taken
