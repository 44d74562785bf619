"""Why an action that is not offered is refused."""

from __future__ import annotations

from commandery.core.contract import CHANCE, SEATS
from commandery.core.kernel import kernel
from commandery.games.journey import actions as act
from commandery.games.journey.rules import refusals as why
from commandery.games.journey.rules.knights import MOST_SPENT, PRICE, TOSS_PRICE, lands
from commandery.games.journey.state import (
    ATONING,
    CITY,
    EXCHANGING,
    FLAG,
    GIFT,
    INNER,
    KNIGHT,
    LEADING,
    LUCKY,
    MOVING,
    NOWHERE,
    SEALING,
    SETTING_OUT,
    SPENDING,
    SWAPPING,
    TAKING,
    TAXING,
    TERRITORIES,
    State,
    World,
)

__all__ = ["refused"]


@kernel
def _refused_here(s: State, seat: int, territory: int, placing: bool, removing: bool) -> int:
    """Why this decision leaves the knights of a city as they are; 0 where it need not."""
    if s.phase == FLAG or s.phase == GIFT:  # J11, J12, J27
        if placing and s.way != INNER:
            return why.RED_FLAG
        if removing and s.way == INNER:
            return why.GREEN_FLAG
    if s.phase == FLAG:
        return 0 if (lands(s, seat) >> territory) & 1 else why.NO_TEMPLAR
    if s.phase == GIFT:
        return 0 if territory == s.city else why.NOT_WHERE_STOPPED
    if s.phase == KNIGHT or s.phase == ATONING:
        return 0
    if territory != s.city:
        return why.OTHER_CITY
    return why.ONLY_REMOVED if placing and s.phase == SPENDING and s.card == 3 else 0  # J26


@kernel
def _refused_price(s: State, seat: int, price: int) -> int:
    """Why so much gold more cannot be spent; 0 if it can (J23)."""
    if s.spent + price > MOST_SPENT:
        return why.SPENT
    return why.NO_GOLD if s.purse[seat] < price else 0


@kernel
def _refused_knight(s: State, seat: int, action: int) -> int:
    """Why no knight can be placed, removed or exchanged like that."""
    placing = action < act.REMOVE
    territory = action - act.PLACE
    owner = seat
    if not placing:
        at = action - (act.SWAP if action >= act.SWAP else act.REMOVE)
        territory = at // SEATS
        owner = at % SEATS
    reason = _refused_here(s, seat, territory, placing, not placing and action < act.SWAP)
    if reason:
        return reason
    if s.spaces[territory] == 0:
        return why.NO_CITY
    if not placing and s.phase == ATONING and owner != seat:  # J29
        return why.ONLY_OWN
    if not placing and s.phase != ATONING and owner == seat:
        return why.OWN_KNIGHT
    if not placing and s.knights[territory, owner] == 0:
        return why.NO_KNIGHT
    if placing and s.free[territory] == 0:
        return why.FULL
    if placing and s.phase == KNIGHT:
        return why.TWO_THERE
    if (placing or action >= act.SWAP) and s.supply[seat] == 0:
        return why.NO_SUPPLY
    return _refused_price(s, seat, PRICE)


@kernel
def _refused_city(s: State, seat: int, territory: int) -> int:
    """Why cards 3 and 4 cannot act in a city (J23-J26)."""
    if not (lands(s, seat) >> territory) & 1:
        return why.NO_TEMPLAR
    if s.spaces[territory] == 0:
        return why.NO_CITY
    return why.NO_OPPONENT if s.card == 3 else why.NOTHING_TO_DO


@kernel
def _refused_gold(s: State, territory: int) -> int:
    """Why no gold can be taken from a territory."""
    if s.gold[territory] == 0:
        return why.NOTHING_TO_TAKE
    return why.NOT_ENTERED if s.card == 5 else why.NOT_ADJACENT


@kernel
def _refused_step(w: World, s: State, seat: int, templar: int, territory: int) -> int:
    """Why a Templar cannot go to a territory; once one is on its way it is asked about that one first."""
    mover = s.mover if s.phase == MOVING else templar
    where = s.templar[seat, mover]
    if where == territory:
        return why.STANDS_THERE
    return why.OTHER_TEMPLAR if (w.near[where] >> territory) & 1 else why.NOT_ADJACENT


@kernel
def _refused_in_city(s: State, seat: int, action: int) -> int:
    """Why what is done with knights, for gold or without, cannot be."""
    if action >= act.SWAP:
        return _refused_knight(s, seat, action) if s.phase == SWAPPING else why.NOT_ASKED
    if action == act.TOSS:
        if s.phase != SPENDING:
            return why.NOT_ASKED
        return why.NO_TOSS if s.card == 3 else _refused_price(s, seat, TOSS_PRICE)
    asked = s.phase == FLAG or s.phase == SPENDING or s.phase == LUCKY or s.phase == GIFT
    asked = asked or s.phase == (KNIGHT if action < act.REMOVE else ATONING)
    return _refused_knight(s, seat, action) if asked else why.NOT_ASKED


@kernel
def refused(w: World, s: State, seat: int, action: int) -> int:
    """The reason, for a seat that is to act and an action that it is not offered."""
    if seat == CHANCE:
        return why.NOT_POSSIBLE if action >= act.START else why.NOT_ASKED
    if s.phase == SEALING and act.CARD <= action < act.TAKE:
        return why.ALREADY_CHOSEN
    if action < act.CITY:
        return _refused_in_city(s, seat, action)
    if action < act.TEMPLAR and s.phase == CITY:
        return _refused_city(s, seat, action - act.CITY)
    if s.phase == TAKING and act.TAKE <= action < act.TAX:
        return _refused_gold(s, action - act.TAKE)
    if s.phase == TAXING and act.TAX <= action < act.STEP:
        return _refused_gold(s, action - act.TAX)
    if (s.phase == SETTING_OUT or s.phase == MOVING) and act.STEP <= action < act.EXCHANGE:
        return _refused_step(w, s, seat, (action - act.STEP) // TERRITORIES, (action - act.STEP) % TERRITORIES)
    if s.phase == EXCHANGING and act.EXCHANGE <= action < act.AGAIN:
        return why.NO_EDICT if s.track[action - act.EXCHANGE] == NOWHERE else why.SAME_EDICT
    if s.phase == LEADING and act.LEAD <= action < act.CARD:
        return why.HOLDS_IT if action - act.LEAD == seat else why.NO_PLAYER
    return why.NOT_ASKED
