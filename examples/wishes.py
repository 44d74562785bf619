"""A bot as a Python class: it plays all three games by a list of wishes.

commandery play templari --bot python:examples/wishes.py:Wishes
"""

import random

WISHES = [
    "call", "announce", "stash",  # Templar: hide all you can, with the monk who hides most, and fetch more from the harbor
    "play anselmus", "play josua", "play lucas", "play maria", "play bells", "play stephanus", "play severus",
    "place", "swap", "remove", "again",  # Templars' Journey: knights, and the gold to pay for them
    "take", "tax", "card 4", "card 1", "card 6", "city", "step",
]  # fmt: skip
"""Beginnings of actions, the dearest first."""


class Wishes:
    """Made anew for each match and seat; the seed may be left out."""

    def __init__(self, seed=None):
        self.rng = random.Random(seed)

    def choose(self, sight):
        """One of `sight.legal`; its notation or its number will do too. `sight.view` is what the seat may see."""
        bids = [action for action in sight.legal if str(action).startswith("bid ")]
        if bids:
            return self.lowest_bid(sight, bids)
        for wish in WISHES:
            liked = [action for action in sight.legal if str(action).startswith(wish)]
            if liked:
                return self.rng.choice(liked)
        return self.rng.choice(sight.legal)

    def lowest_bid(self, sight, bids):
        """Templari: a card is worth two coins, and two more for each card of its colour that one holds."""
        own = [card["colour"] for card in sight.view["players"][sight.seat]["cards"]]
        lot = sight.view["lot"] or [sight.view["sale"]]
        worth = sum(2 + 2 * own.count(card["colour"]) for card in lot)
        price = int(str(bids[0]).removeprefix("bid "))
        return bids[0] if price <= worth else "pass"
