"""Why an action that is not offered is refused."""

from __future__ import annotations

from commandery.core.contract import CHANCE, SEATS
from commandery.core.kernel import kernel
from commandery.games.journey import actions as act
from commandery.games.journey.rules import refusals as why
from commandery.games.journey.rules.knights import PRICE, lands
from commandery.games.journey.state import (
    ATONING,
    CITY,
    EXCHANGING,
    FLAG,
    GIFT,
    KNIGHT,
    LEADING,
    LUCKY,
    MOVING,
    SEALING,
    SETTING_OUT,
    SPENDING,
    SWAPPING,
    TAKING,
    TAXING,
    State,
    World,
)

__all__ = ["refused"]


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
    if s.phase == FLAG and not (lands(s, seat) >> territory) & 1:
        return why.NO_TEMPLAR
    if s.phase != FLAG and s.phase != KNIGHT and s.phase != ATONING and territory != s.city:
        return why.NOT_POSSIBLE
    if placing and s.free[territory] == 0:
        return why.FULL
    if not placing and s.knights[territory, owner] == 0:
        return why.NO_KNIGHT
    if s.phase != ATONING and (placing or action >= act.SWAP) and s.supply[seat] == 0:
        return why.NO_SUPPLY
    if (s.phase == SPENDING or s.phase == SWAPPING) and s.purse[seat] < PRICE:
        return why.NO_GOLD
    return why.NOT_POSSIBLE


@kernel
def refused(w: World, s: State, seat: int, action: int) -> int:
    """The reason, for a seat that is to act and an action that it is not offered."""
    if seat == CHANCE:
        return why.NOT_POSSIBLE if action >= act.START else why.NOT_ASKED
    if s.phase == SEALING and act.CARD <= action < act.TAKE:
        return why.ALREADY_CHOSEN
    if action < act.TOSS:
        knights = s.phase == KNIGHT or s.phase == FLAG or s.phase == SPENDING or s.phase == LUCKY or s.phase == GIFT
        asked = knights or (s.phase == ATONING and action >= act.REMOVE)
        return _refused_knight(s, seat, action) if asked else why.NOT_ASKED
    if action == act.TOSS:
        return why.NO_GOLD if s.phase == SPENDING and s.purse[seat] == 0 else why.NOT_ASKED
    if action < act.CITY:
        return _refused_knight(s, seat, action) if s.phase == SWAPPING else why.NOT_ASKED
    if action < act.TEMPLAR and s.phase == CITY:
        return why.NOT_POSSIBLE if (lands(s, seat) >> (action - act.CITY)) & 1 else why.NO_TEMPLAR
    if (s.phase == TAKING and act.TAKE <= action < act.TAX) or (s.phase == TAXING and act.TAX <= action < act.STEP):
        territory = action - (act.TAKE if s.phase == TAKING else act.TAX)
        if s.gold[territory] == 0:
            return why.NO_GOLD
        return why.NOT_ENTERED if s.card == 5 else why.NOT_ADJACENT
    if (s.phase == SETTING_OUT or s.phase == MOVING) and act.STEP <= action < act.EXCHANGE:
        return why.NOT_ADJACENT
    if (s.phase == EXCHANGING and act.EXCHANGE <= action < act.AGAIN) or (s.phase == LEADING and act.LEAD <= action < act.CARD):
        return why.NOT_POSSIBLE
    return why.NOT_ASKED
