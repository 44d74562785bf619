"""How long a match of Templars' Journey can get."""

from __future__ import annotations

from commandery.core.layout import StateArray
from commandery.games.journey.state import HARBORS, KNIGHTS, MISSIONS, TEMPLARS, TILES, TRACK

__all__ = ["longest"]

_CARD = 15
"""Decisions about one card. Most are due for card 4: the city, six times 1 gold for a toss and what to do after it (J24), and
two tosses more by New Chance (J40). Card 5 has three steps, an offer, and a veto of up to four others; no other has more."""
_TOSSES = 6 + 2
_FIRST_KNIGHTS = 4
_LEADER = 3  # temple knights that Leader costs (J42)


def longest(world: StateArray) -> tuple[int, int]:
    """The most decisions of players, and of chance. In each section the Pope takes the longer route; at each of its actions the
    first player places or removes a knight, the marker is passed on as often as all temples can pay for it and then kept,
    and every player chooses a card and carries it out."""
    players = int(world["players"][0])
    setup = players * (_FIRST_KNIGHTS + TEMPLARS)
    actions = int(world["route"][0].max(axis=1).sum())
    led = players * ((KNIGHTS - 1) // _LEADER) + 1
    decisions = setup + HARBORS + actions * (1 + led + players * (1 + _CARD))
    return decisions, 1 + TRACK + TILES + MISSIONS - 3 + actions * players * _TOSSES
