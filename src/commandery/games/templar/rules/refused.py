"""Why an action that is not offered is refused."""

from __future__ import annotations

from commandery.core.kernel import kernel
from commandery.games.templar import actions as act
from commandery.games.templar.rules import refusals as why
from commandery.games.templar.rules.turns import startable
from commandery.games.templar.state import LOCKING, MOVING, PLACING_PRIOR, PLAYING, SEALING, STASHING, State, World

__all__ = ["refused"]


@kernel
def refused(w: World, s: State, seat: int, action: int) -> int:
    """The reason, for a seat that is to act and an action that it is not offered."""
    if act.PLAY <= action < act.PORTAL and (s.phase == PLAYING or s.phase == SEALING):
        card = action - act.PLAY
        if s.sealed[seat] == card:
            return why.ALREADY_CHOSEN
        if not (s.hand[seat] >> card) & 1:
            return why.NOT_IN_HAND
        return why.CANNOT_START if not (startable(w, s, seat) >> card) & 1 else why.BLOCKED
    if s.phase == MOVING and act.STEP <= action < act.PLAY:
        return why.NOT_POSSIBLE
    if s.phase == STASHING and act.STASH <= action < act.PLAY:
        return why.NOT_POSSIBLE
    if s.phase == LOCKING and act.LOCK <= action < act.PLACE:
        return why.NOT_POSSIBLE
    if s.phase <= PLACING_PRIOR and act.PLACE <= action < act.PAIR:
        return why.NOT_POSSIBLE
    return why.NOT_ASKED
