"""Templar's actions: one number each, stable for ever.

| ids | notation | who | meaning |
| --- | --- | --- | --- |
| 0 | ``wait`` | | never legal; environments use it for seats that owe nothing |
| 1 | ``stop`` | a player | stop moving, stash no more, do not announce |
| 2 | ``announce`` | a player | announce valuables in all 13 rooms |
| 3 | ``call`` | an opponent | call out a repeated card (honour table) |
| 4-16 | ``step 1`` ... ``step 13`` | a player | move on into this room |
| 17-36 | ``pick 1.0`` ... ``pick 4.4`` | a player | Benjamin picks up, from this ring area, a ring of this seat |
| 37 | ``stash chalice`` | a player | |
| 38 | ``stash book`` | a player | |
| 39-50 | ``stash 1a`` ... ``stash 4c`` | a player | stash in this ring area a ring of this type |
| 51-60 | ``play anselmus`` ... ``play bells`` | a player | play this card; in the first round choose it secretly |
| 61-62 | ``portal main``, ``portal side`` | a player | come from the harbor to this portal |
| 63-68 | ``house 1`` ... ``house 6`` | a player | Maria goes to this storehouse |
| 69-100 | ``lock 1-2`` ... | a player | the door goes to this passage, by the board file's order |
| 101-113 | ``place 1`` ... ``place 13`` | a player | set-up: the figure goes into this room |
| 114-116 | ``rings ab``, ``rings ac``, ``rings bc`` | a player | set-up: second rings of these types |
| 117-121 | ``tile chalice`` ... ``tile c`` | chance | this tile is drawn |
| 122-131 | ``show anselmus`` ... ``show bells`` | chance | Raphael's next card |
| 132-136 | ``start 0`` ... ``start 4`` | chance | this seat starts |
"""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.games.templar import state
from commandery.games.templar.state import AREAS, CARDS, DOORS, KINDS, ROOMS, STOREHOUSES

__all__ = [
    "ACTIONS", "ANNOUNCE", "BASE", "CALL", "HOUSE", "LOCK", "MOST_CHANCES", "MOST_LEGAL", "PAIR", "PICK", "PLACE", "PLAY",
    "PORTAL", "SHOW", "START", "STASH", "STEP", "STOP", "TILE",
]  # fmt: skip

STOP = 1
ANNOUNCE = 2
CALL = 3
STEP = 4
PICK = STEP + ROOMS
STASH = PICK + AREAS * SEATS  # a chalice, a book, then rings by area and type
PLAY = STASH + 2 + AREAS * 3
PORTAL = PLAY + CARDS
HOUSE = PORTAL + 2
LOCK = HOUSE + STOREHOUSES
PLACE = LOCK + DOORS
PAIR = PLACE + ROOMS
TILE = PAIR + 3
SHOW = TILE + KINDS
START = SHOW + CARDS
ACTIONS = START + SEATS

_BASES = {
    state.MOVING: STEP, state.PLAYING: PLAY, state.STASHING: STASH, state.CHOOSING: HOUSE, state.LOCKING: LOCK,
    state.PORTAL: PORTAL, state.SEALING: PLAY, state.ANNOUNCING: ANNOUNCE, state.PAIRING: PAIR, state.PLACING_ABBOT: PLACE,
    state.PLACING_SPY: PLACE, state.PLACING_PRIOR: PLACE, state.STARTING: START, state.FILLING: TILE, state.REFILLING: TILE,
    state.SHOWING: SHOW, state.OVER: 0,
}  # fmt: skip
BASE = tuple(_BASES[phase] for phase in range(state.OVER + 1))
"""The id of bit 0 of a decision's choices, or of the first outcome of chance, by phase."""

MOST_LEGAL = PLAY - STEP + 1
"""The longest list of legal actions: stop, every step, pick-up and stash."""
MOST_CHANCES = CARDS
