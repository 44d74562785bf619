"""Knights in cities: placing and removing them (J11, J12, J23-J27, J29), and the cards that do so for gold."""

from __future__ import annotations

from commandery.core.contract import SEATS
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.journey import events as event
from commandery.games.journey.state import FLAG, GIFT, INNER, SPENDING, TERRITORIES, State, World

__all__ = [
    "OWN", "PRICE", "city_choices", "knight_choices", "lands", "place", "removable", "remove", "swap_choices",
]  # fmt: skip

PRICE = 2  # gold for a knight
TOSS_PRICE = 1
MOST_SPENT = 6
OWN = 0b000010000100001000010000100001000010000100001
"""The knights of seat 0 in all cities, as a set; shifted by a seat, that seat's."""
_CITY = (1 << SEATS) - 1
_TOSS = TERRITORIES + TERRITORIES * SEATS  # the bit of a toss, after those of placing and removing


@kernel
def lands(s: State, seat: int) -> int:
    """The territories where a player's Templars stand."""
    return 1 << s.templar[seat, 0] | 1 << s.templar[seat, 1]


@kernel
def removable(s: State, seat: int, territory: int) -> int:
    """The opposing knights in a city, as a set of owners by their places in `State.there`."""
    return s.there & ~(OWN << seat) & _CITY << (SEATS * territory)


@kernel
def place(s: State, seat: int, territory: int, events: Grid) -> None:
    """A knight goes from supply into a city with room."""
    s.supply[seat] -= 1
    s.knights[territory, seat] += 1
    s.there |= 1 << (territory * SEATS + seat)
    s.free[territory] -= 1
    if s.free[territory] == 0:
        s.room &= ~(1 << territory)
    emit(events, event.PLACED, seat, territory, 0, 0, 0)


@kernel
def remove(s: State, territory: int, owner: int) -> None:
    """A knight goes from a city to its owner's temple."""
    s.temple[owner] += 1
    s.knights[territory, owner] -= 1
    if s.knights[territory, owner] == 0:
        s.there &= ~(1 << (territory * SEATS + owner))
    s.free[territory] += 1
    s.room |= 1 << territory


@kernel
def _affords(s: State, seat: int, price: int) -> bool:
    """Whether the card allows, and the purse has, so much gold more (J23)."""
    return s.purse[seat] >= price and s.spent + price <= MOST_SPENT


@kernel
def city_choices(s: State, seat: int) -> int:
    """The cities cards 3 and 4 can act in: with an own Templar, and something to do there that can be paid (J23-J26)."""
    if s.purse[seat] < (TOSS_PRICE if s.card == 4 else PRICE):
        return 0
    held = lands(s, seat)
    found = 0
    if s.card == 3 and s.penalty == 0 and s.supply[seat] == 0:
        return 0
    for templar in range(2):
        territory = s.templar[seat, templar]
        if removable(s, seat, territory):
            found |= 1 << territory
    if s.card == 4 and s.supply[seat] > 0:
        found |= held & s.room
    return found


@kernel
def knight_choices(w: World, s: State, seat: int) -> int:
    """What can be placed (bits by territory) and removed (after these, by territory and owner); for card 4 also the toss,
    last of all."""
    first = s.city
    second = s.city
    places = True
    removes = True
    if s.phase == FLAG:
        first = s.templar[seat, 0]
        second = s.templar[seat, 1]
    if s.phase == FLAG or s.phase == GIFT:  # J11, J12, J27
        places = s.way == INNER
        removes = not places
    elif s.phase == SPENDING and s.card == 3:  # J26
        places = False
    found = 0
    if places and s.supply[seat] > 0:
        found = (1 << first | 1 << second) & s.room
    if removes:
        found |= (removable(s, seat, first) | removable(s, seat, second)) << TERRITORIES
    if s.phase != SPENDING or found == 0:
        return found
    toss = 1 << _TOSS if s.card == 4 and _affords(s, seat, TOSS_PRICE) else 0  # J24
    return found | toss if _affords(s, seat, PRICE) else toss


@kernel
def swap_choices(s: State, seat: int) -> int:
    """The knights in the chosen city that card 3 can still exchange (J25)."""
    return removable(s, seat, s.city) if s.supply[seat] > 0 and _affords(s, seat, PRICE) else 0
