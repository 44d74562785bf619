"""The state and the world of a Templar match.

Rooms are numbered from 0 inside (room 1 of the board is 0, the church is 12); a set of rooms is a bit set. A hiding place is a
nibble: 0 empty, else the owner's seat plus 1, plus 8 once scored. A ring area is six nibbles and, from bit 24, the type of its
rings plus 1.
"""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.core.layout import Cells, Grid, Record, cell, cells, grid

__all__ = [
    "ANSELMUS", "AREAS", "BELLS", "BENJAMIN", "BOOK", "BOXES", "CARDS", "CHALICE", "CHURCH", "DOORS", "FIRST_RING", "HARBOR",
    "JOSUA", "KINDS", "LUCAS", "MAIN_PORTAL", "MARIA", "NONE", "PORTICUS", "REMIGIUS", "ROOMS", "SCORED", "SEVERUS",
    "SIDE_PORTAL", "SPACES", "STEPHANUS", "STOREHOUSES", "State", "World",
    "ANNOUNCING", "BETWEEN", "CHOOSING", "DONE", "FILLING", "LOCKING", "MOVING", "OVER", "PAIRING", "PLACING_ABBOT",
    "PLACING_PRIOR", "PLACING_SPY", "PLAYED", "PLAYING", "PORTAL", "REFILLING", "RINGING", "SEALING", "SHOWING", "STARTING",
    "STASHING", "STOPPED", "TILES", "TURN_OVER", "VALUABLES",
]  # fmt: skip

ROOMS = 13
CHURCH = 12
DOORS = 32  # passages at most
AREAS = 4  # ring areas a room at most
SPACES = 6  # hiding places of a kind in a room, or rings in an area, at most
STOREHOUSES = 6
BOXES = 6  # a storehouse at most

# Kinds of valuables and of harbor tiles: a chalice, a book, and rings of three types.
CHALICE, BOOK, FIRST_RING, KINDS = 0, 1, 2, 5
VALUABLES = (5, 6, 7, 7, 7)  # a player's (TB5)
TILES = (13, 17, 20, 20, 20)  # in the bag (TB5)

ANSELMUS, JOSUA, LUCAS, BENJAMIN, MARIA, STEPHANUS, PORTICUS, REMIGIUS, SEVERUS, BELLS, CARDS = range(11)

# Where somebody stands: a room, or one of these.
MAIN_PORTAL = 13
SIDE_PORTAL = 14
HARBOR = 15  # and the five storehouses after it

NONE = -1
SCORED = 8

# What is being decided.
(
    STARTING, FILLING, PLACING_ABBOT, PLACING_SPY, PLACING_PRIOR, PAIRING, SEALING, PORTAL, PLAYING, MOVING, STASHING, CHOOSING,
    LOCKING, REFILLING, ANNOUNCING, SHOWING, OVER,
) = range(17)  # fmt: skip
# What is about to happen by itself: `go_on` goes through these until a decision is due, so that rules do not call in circles.
PLAYED, STOPPED, RINGING, DONE, TURN_OVER, BETWEEN = range(OVER + 1, OVER + 7)


class World(Record):
    """Board and options of a match. Read-only."""

    near: Grid = grid("i2", DOORS, 16)  # rooms one open step from each room or portal, for each place of the door
    within: Grid = grid("i2", DOORS, 3 * 16)  # rooms at most 1, 2 or 3 open steps away (and itself); 16 places for each
    adjoining: Cells = cells("i2", ROOMS)  # rooms one passage away, locked or not
    ring_size: Grid = grid("i1", ROOMS, AREAS)
    chalice_spaces: Cells = cells("i1", ROOMS)
    book_spaces: Cells = cells("i1", ROOMS)
    number: Cells = cells("i1", CARDS)  # tiles that arrive when The Bells follows a card
    first_tiles: Cells = cells("i1", STOREHOUSES)
    areas: int = cell("i1")  # the most ring areas a room of this board has
    boxes: int = cell("i1")
    passages: int = cell("i1")
    door: int = cell("i1")  # where it starts
    players: int = cell("i1")
    first: int = cell("i1")  # who starts; NOBODY: chance decides
    stephanus: int = cell("i1")
    first_game: int = cell("i1")
    honour: int = cell("i1")
    raphael_before: int = cell("i1")
    rounds: int = cell("i2")  # after so many the game ends (T96)


class State(Record):
    """Everything that is so at one moment of a match, and nothing that will be."""

    choices: int = cell("i8")  # what the decision that is due offers besides stopping: follows from everything else
    chalices: Cells = cells("i4", ROOMS)  # hiding places, a nibble each
    books: Cells = cells("i4", ROOMS)
    rings: Grid = grid("i4", ROOMS, AREAS)
    score: Cells = cells("i2", SEATS)
    hand: Cells = cells("i2", SEATS)  # cards in hand
    present: Cells = cells("i2", SEATS)  # rooms that hold something of a player's: follows from the hiding places
    takes: Cells = cells("i2", KINDS)  # rooms with an empty place for each kind: follows from the hiding places
    fits: Cells = cells("i2", ROOMS)  # rings each room takes, a bit for area * 3 + type: follows from the hiding places
    visited: int = cell("i2")  # rooms that may not be entered again in this move
    round_number: int = cell("i2")
    stock: Grid = grid("i1", SEATS, KINDS)
    reserve: Grid = grid("i1", SEATS, KINDS)
    house: Grid = grid("i1", STOREHOUSES, KINDS)  # tiles in each storehouse
    fresh: Grid = grid("i1", STOREHOUSES, KINDS)  # of these, placed in this refill
    filled: Cells = cells("i1", STOREHOUSES)  # how many tiles lie in each: follows from `house`
    bag: Cells = cells("i1", KINDS)
    gone: Cells = cells("i1", KINDS)  # tiles out of the game
    token: Cells = cells("i1", SEATS)
    remigius: int = cell("i1")
    vitus: int = cell("i1")
    severus: int = cell("i1")
    door: int = cell("i1")
    top: Cells = cells("i1", SEATS)  # the card that shows on each pile
    sealed: Cells = cells("i1", SEATS)  # the card chosen for the first round
    raphael: Cells = cells("i1", CARDS)  # cards in his deck
    raphael_top: int = cell("i1")
    phase: int = cell("i1")
    actor: int = cell("i1")  # who owes the decision; CHANCE; NOBODY; in SEALING, where all may, the start player
    start: int = cell("i1")
    turn: int = cell("i1")  # turns done in this round
    card: int = cell("i1")  # being carried out
    steps: int = cell("i1")  # rooms the mover may still enter; what may still be stashed
    moved: int = cell("i1")  # rooms entered so far in this move
    came_from: int = cell("i1")  # where the move began
    carried: int = cell("i1")  # whose ring Benjamin carries; NONE
    carried_type: int = cell("i1")  # 0 to 2
    picked_in: int = cell("i1")  # the room where he picked up a ring in this turn; NONE
    arriving: int = cell("i1")  # tiles still to be placed
    cursor: int = cell("i1")  # the storehouse that is next
    last_turns: int = cell("i1")  # turns left once the end has been triggered, this one included
    offender: int = cell("i1")  # who repeated a visible card and can still be called out (T16); NOBODY
    warned: int = cell("i1")  # whether the active player has been called out and must play a legal card
