"""The state and the world of a match of Templars' Journey.

Territories are numbered in the map file's order; a set of territories is a bit set, and so is a set of knights in cities, where
bit ``territory * SEATS + owner`` stands for the knights an owner has in a city.
"""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.core.layout import Cells, Grid, Record, cell, cells, grid

__all__ = [
    "CARDS", "COUNTRY_MISSION", "DISTANCE_MISSION", "EMPIRE_MISSION", "FRANCE_MISSION", "GOLD", "GOLD_MISSION", "HARBORS",
    "INNER", "KNIGHTS", "MISSIONS", "NOWHERE", "OUTER", "SEVENTH", "SEVENTH_MISSION", "SHIPS", "SHIPS_MISSION", "State",
    "TEMPLARS", "TEMPLE_MISSION", "TERRITORIES", "TILES", "TRACK", "UNKNOWN", "World",
    "ACTED", "ARRIVED", "ASKING", "ATONING", "BEGINNING", "CARDS_DONE", "CITY", "CONTINUING", "EDICTS", "EXCHANGING", "FLAG",
    "FORK", "GIFT", "KNIGHT", "LEADING", "LUCKY", "MISSION", "MOVING", "OPTIONAL", "OVER", "POPE", "RETRYING", "REVEALING",
    "SEALING", "SETTING_OUT", "SETTLING", "SHIPPING", "SPENDING", "STARTING", "SWAPPING", "TAKING", "TAXING", "TEMPLAR", "TILE",
    "TOSSING", "VETOING",
]  # fmt: skip

TERRITORIES = 9
TILES = 7  # cities in play
HARBORS = 3
SHIPS = 6
TRACK = 7  # edict spaces: one at each ship, and the seventh
SEVENTH = 6
TEMPLARS = 2  # a player's
KNIGHTS = 20  # a player's, the score marker included (J4)
CARDS = 6
INNER, OUTER = 0, 1

NOWHERE = TERRITORIES
UNKNOWN = -1  # a mission not dealt

# Missions in the order of J62.
(
    GOLD_MISSION, SHIPS_MISSION, TEMPLE_MISSION, SEVENTH_MISSION, DISTANCE_MISSION, COUNTRY_MISSION, EMPIRE_MISSION,
    FRANCE_MISSION, MISSIONS,
) = range(9)  # fmt: skip

# J3, J56: gold dealt at the set-up and after the first two shipping rounds, to territories with and without a city.
GOLD = {
    3: ((4, 1), (4, 1), (4, 2)),
    4: ((5, 2), (5, 2), (5, 3)),
    5: ((6, 3), (6, 3), (6, 4)),
}

# What is being decided: by chance or without a way out; from OPTIONAL on one may decline.
(
    STARTING, EDICTS, TILE, MISSION, TOSSING, KNIGHT, TEMPLAR, FORK, SEALING, TAKING, ATONING,
    FLAG, LEADING, TAXING, CITY, SPENDING, SWAPPING, LUCKY, RETRYING, SETTING_OUT, MOVING, GIFT, EXCHANGING, VETOING, OVER,
) = range(25)  # fmt: skip
OPTIONAL = FLAG
# What is about to happen by itself: `go_on` goes through these until a decision is due, so that rules do not call in circles.
POPE, REVEALING, BEGINNING, ARRIVED, ASKING, ACTED, CARDS_DONE, SHIPPING, CONTINUING, SETTLING = range(OVER + 1, OVER + 11)


class World(Record):
    """Map and options of a match. Read-only."""

    near: Cells = cells("i2", TERRITORIES)  # the neighbours of each territory
    reach: Cells = cells("i2", TERRITORIES)  # itself and its neighbours
    empire: int = cell("i2")  # the territories of the Holy Roman Empire
    france: int = cell("i2")
    apart: Grid = grid("i1", TERRITORIES, TERRITORIES)  # steps from one to another
    country: Cells = cells("i1", TERRITORIES)
    tile: Cells = cells("i1", TILES)  # knight spaces
    route: Grid = grid("i1", HARBORS, 2)  # actions on the inner and the outer route of each section
    ship: Cells = cells("i1", SHIPS)  # knight spaces
    gold: Grid = grid("i1", HARBORS, 2)  # dealt at each of the three times, with and without a city
    best: int = cell("i1")  # points of a mission
    second: int = cell("i1")
    crowd: int = cell("i1")  # as many cards of one type turn its risky ones into penalties (J16)
    players: int = cell("i1")
    first: int = cell("i1")  # who starts; NOBODY: chance decides


class State(Record):
    """Everything that is so at one moment of a match, and nothing that will be."""

    there: int = cell("i8")  # who has knights in which city: follows from `knights`
    choices: int = cell("i8")  # what the decision that is due offers besides declining: follows from everything else
    score: Cells = cells("i2", SEATS)
    purse: Cells = cells("i2", SEATS)  # gold of each player
    edicts: Cells = cells("i2", SEATS)  # edicts each player has won, as territories
    lost: int = cell("i2")  # edicts that have left the game
    open_missions: int = cell("i2")
    room: int = cell("i2")  # cities with an empty space: follows from `free`
    golden: int = cell("i2")  # territories with gold: follows from `gold`
    undealt: int = cell("i2")  # edicts, then city tiles, that set-up has not yet laid out
    entered: int = cell("i2")  # territories entered in this move
    knights: Grid = grid("i1", TERRITORIES, SEATS)  # in the city of each territory
    aboard: Grid = grid("i1", SHIPS, SEATS)  # on each ship
    spaces: Cells = cells("i1", TERRITORIES)  # of the city tile; 0 where there is no city
    free: Cells = cells("i1", TERRITORIES)  # empty spaces: follows from `knights`
    gold: Cells = cells("i1", TERRITORIES)
    track: Cells = cells("i1", TRACK)  # the edict on each space; NOWHERE
    templar: Grid = grid("i1", SEATS, TEMPLARS)  # where each stands; NOWHERE
    supply: Cells = cells("i1", SEATS)
    temple: Cells = cells("i1", SEATS)
    mission: Cells = cells("i1", SEATS)  # secret; UNKNOWN before it is dealt
    chosen: Cells = cells("i1", SEATS)  # the card chosen, 1 to 6, secret till all have; 0
    phase: int = cell("i1")
    actor: int = cell("i1")  # who owes the decision; CHANCE; NOBODY; in SEALING, where all may, the first player
    first: int = cell("i1")  # who has the first-player marker
    cursor: int = cell("i1")  # what the set-up has done so far of its present step
    section: int = cell("i1")  # of the round track
    space: int = cell("i1")  # 0 the start, then the actions of the route; after these the harbor
    way: int = cell("i1")  # the route: INNER, green flags; OUTER, red ones
    waiting: int = cell("i1")  # players whose card has not been carried out
    player: int = cell("i1")  # whose card is being carried out
    card: int = cell("i1")  # which
    penalty: int = cell("i1")  # whether it is the penalty action
    city: int = cell("i1")  # where knights are placed; where a Templar stops
    spent: int = cell("i1")  # gold spent by this card
    chances: int = cell("i1")  # how often New Chance has been used by this card
    mover: int = cell("i1")  # which Templar moves
    steps: int = cell("i1")  # territories it may still enter
    offer: int = cell("i1")  # the edict space offered in exchange
