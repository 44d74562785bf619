"""Templars on the move (J27, J28), the exchange of edicts, and Veto (J43)."""

from __future__ import annotations

from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.journey import events as event
from commandery.games.journey.rules.gold import take
from commandery.games.journey.state import (
    ACTED,
    ASKING,
    EXCHANGING,
    GIFT,
    MOVING,
    NOWHERE,
    TAKING,
    TERRITORIES,
    TRACK,
    VETOING,
    State,
    World,
)

__all__ = ["VETO", "arrive", "ask_next", "exchange_choices", "first_steps", "further_steps", "offer", "step", "veto"]

VETO = 4  # temple knights


@kernel
def first_steps(w: World, s: State, seat: int) -> int:
    """Where either Templar can go: bits by territory, the second Templar's after the first's."""
    return w.near[s.templar[seat, 0]] | w.near[s.templar[seat, 1]] << TERRITORIES


@kernel
def further_steps(w: World, s: State, seat: int) -> int:
    """Where the Templar that is on its way can go."""
    return w.near[s.templar[seat, s.mover]] << (TERRITORIES * s.mover) if s.steps > 0 else 0


@kernel
def step(s: State, seat: int, templar: int, territory: int, events: Grid) -> None:
    """One territory on; with card 5, but not its penalty, taking 1 gold (J28)."""
    origin = s.templar[seat, templar]
    s.templar[seat, templar] = territory
    s.mover = templar
    s.steps -= 1
    s.entered |= 1 << territory
    gold = take(s, seat, territory, 1 if s.card == 5 and s.penalty == 0 else 0)
    emit(events, event.MOVED, seat, templar, origin, territory, 0)
    if gold > 0:
        emit(events, event.TOOK, seat, territory, gold, 0, 0)
    s.phase = MOVING


@kernel
def arrive(s: State) -> None:
    """The Templar stops: card 6 places or removes, card 5 exchanges edicts, its penalty takes 1 gold."""
    s.city = s.templar[s.player, s.mover]
    if s.card == 6:
        s.phase = GIFT
    else:
        s.phase = TAKING if s.penalty else EXCHANGING


@kernel
def exchange_choices(s: State) -> int:
    """The spaces whose edicts can be exchanged for that of the city where the Templar stopped, if it is on the track."""
    spaces = 0
    own = TRACK
    for space in range(TRACK):
        if s.track[space] == s.city:
            own = space
        elif s.track[space] != NOWHERE:
            spaces |= 1 << space
    return spaces if own < TRACK else 0


@kernel
def offer(s: State, seat: int, space: int, events: Grid) -> None:
    """The exchange is announced; the others are asked clockwise."""
    s.offer = space
    emit(events, event.OFFERED, seat, s.city, s.track[space], 0, 0)
    s.phase = ASKING


@kernel
def ask_next(w: World, s: State, events: Grid) -> None:
    """J43: the next player clockwise may object; when all have been asked, the edicts are exchanged."""
    s.actor = s.actor + 1 if s.actor + 1 < w.players else 0
    if s.actor != s.player:
        s.phase = VETOING
        return
    own = 0
    while s.track[own] != s.city:
        own += 1
    emit(events, event.EXCHANGED, s.player, s.city, own, s.track[s.offer], s.offer)
    s.track[own] = s.track[s.offer]
    s.track[s.offer] = s.city
    s.offer = 0
    s.phase = ACTED


@kernel
def veto(s: State, seat: int, events: Grid) -> None:
    """The exchange is prevented."""
    s.temple[seat] -= VETO
    s.supply[seat] += VETO
    emit(events, event.VETOED, seat, 0, 0, 0, 0)
    s.offer = 0
    s.phase = ACTED
