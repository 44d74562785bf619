"""The actions of Templars' Journey: one number each, stable for ever. Territories stand in the map file's order.

| ids | notation | who | meaning |
| --- | --- | --- | --- |
| 0 | ``wait`` | | never legal; environments use it for seats that owe nothing |
| 1 | ``stop`` | a player | decline what is offered, or be done |
| 2-10 | ``place London`` ... | a player | a knight from supply into this city |
| 11-55 | ``remove London 0`` ... | a player | a knight of this seat from this city to its owner's temple |
| 56 | ``toss`` | a player | spend 1 gold and toss the chance marker |
| 57-101 | ``swap London 0`` ... | a player | a knight of this seat in this city for one from supply |
| 102-110 | ``city London`` ... | a player | the city in which this card acts |
| 111-119 | ``templar London`` ... | a player | set-up: a Templar into this territory |
| 120-121 | ``route inner``, ``route outer`` | the first player | the Pope's way to the next harbor |
| 122-126 | ``lead 0`` ... ``lead 4`` | the first player | give the marker to this seat, for 3 temple knights |
| 127-132 | ``card 1`` ... ``card 6`` | a player | choose this card secretly |
| 133-141 | ``take London`` ... | a player | take gold from this territory |
| 142-150 | ``tax London`` ... | a player | take 2 gold more, for 2 temple knights |
| 151-168 | ``step 1 London`` ... ``step 2 Wien`` | a player | the first or second Templar on into this territory |
| 169-175 | ``exchange 1`` ... ``exchange 7`` | a player | exchange the edict of the stop for the one on this space |
| 176 | ``again`` | a player | toss again, for 1 temple knight |
| 177 | ``veto`` | another player | prevent the exchange, for 4 temple knights |
| 178-182 | ``start 0`` ... ``start 4`` | chance | this seat is the first player |
| 183-191 | ``edict London`` ... | chance | this edict is laid on the next space |
| 192-198 | ``tile 1`` ... ``tile 7`` | chance | this city tile is laid on the next city |
| 199-206 | ``mission gold`` ... | chance | this mission is dealt |
| 207-208 | ``blank``, ``cross`` | chance | the toss |
"""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.games.journey import state
from commandery.games.journey.state import CARDS, MISSIONS, TEMPLARS, TERRITORIES, TILES, TRACK

__all__ = [
    "ACTIONS", "AGAIN", "BASE", "CARD", "CITY", "EDICT", "EXCHANGE", "LEAD", "MISSION", "MOST_CHANCES", "MOST_LEGAL", "PLACE",
    "REMOVE", "ROUTE", "START", "STEP", "STOP", "SWAP", "TAKE", "TAX", "TEMPLAR", "TILE", "TOSS", "TOSSED", "VETO",
]  # fmt: skip

STOP = 1
PLACE = 2
REMOVE = PLACE + TERRITORIES
TOSS = REMOVE + TERRITORIES * SEATS
SWAP = TOSS + 1
CITY = SWAP + TERRITORIES * SEATS
TEMPLAR = CITY + TERRITORIES
ROUTE = TEMPLAR + TERRITORIES
LEAD = ROUTE + 2
CARD = LEAD + SEATS
TAKE = CARD + CARDS
TAX = TAKE + TERRITORIES
STEP = TAX + TERRITORIES
EXCHANGE = STEP + TEMPLARS * TERRITORIES
AGAIN = EXCHANGE + TRACK
VETO = AGAIN + 1
START = VETO + 1
EDICT = START + SEATS
TILE = EDICT + TERRITORIES
MISSION = TILE + TILES
TOSSED = MISSION + MISSIONS
ACTIONS = TOSSED + 2

_BASES = {
    state.STARTING: START, state.EDICTS: EDICT, state.TILE: TILE, state.MISSION: MISSION, state.TOSSING: TOSSED,
    state.KNIGHT: PLACE, state.TEMPLAR: TEMPLAR, state.FORK: ROUTE, state.SEALING: CARD, state.TAKING: TAKE,
    state.ATONING: REMOVE, state.FLAG: PLACE, state.LEADING: LEAD, state.TAXING: TAX, state.CITY: CITY, state.SPENDING: PLACE,
    state.SWAPPING: SWAP, state.LUCKY: PLACE, state.RETRYING: AGAIN, state.SETTING_OUT: STEP, state.MOVING: STEP,
    state.GIFT: PLACE, state.EXCHANGING: EXCHANGE, state.VETOING: VETO, state.OVER: 0,
}  # fmt: skip
BASE = tuple(_BASES[phase] for phase in range(state.OVER + 1))
"""The id of bit 0 of a decision's choices, by phase."""

MOST_LEGAL = 1 + TEMPLARS * 8
"""The longest list of legal actions: declining to move, and the first step of either Templar (JB8: 8 neighbours at most)."""
MOST_CHANCES = TERRITORIES
