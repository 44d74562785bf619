"""Templari's actions: one number each, stable for ever.

| ids | notation | who | meaning |
| --- | --- | --- | --- |
| 0 | ``wait`` | | never legal; environments use it for seats that owe nothing |
| 1 | ``pass`` | a player | do not bid, do not sell, do not exchange |
| 2-62 | ``bid 0`` ... ``bid 60`` | a player | bid that many coins |
| 63-92 | ``sell A6`` | a player | put this card up for a side auction |
| 93-122 | ``take A6`` | a player | take this card from the opponent who has it |
| 123-152 | ``give A6`` | a player | give this card in exchange |
| 153-182 | ``discard A6`` | a player | lose this card for an overbid |
| 183-212 | ``turn A6`` | chance | this card is turned up |
| 213-217 | ``start 0`` ... ``start 4`` | chance | this seat starts |

Cards are numbered by number, then colour: the three 0s, the three 1s, and so on.
"""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.games.templari.state import CARDS, MOST_COINS

__all__ = ["ACTIONS", "BID", "DISCARD", "GIVE", "MOST_CHANCES", "MOST_LEGAL", "PASS", "SELL", "START", "TAKE", "TURN"]

PASS = 1
BID = 2
SELL = BID + MOST_COINS + 1
TAKE = SELL + CARDS
GIVE = TAKE + CARDS
DISCARD = GIVE + CARDS
TURN = DISCARD + CARDS
START = TURN + CARDS
ACTIONS = START + SEATS

MOST_LEGAL = MOST_COINS + 2
"""The longest list of legal actions: a pass and every bid."""
MOST_CHANCES = CARDS
