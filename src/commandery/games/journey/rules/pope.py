"""The Pope on the round track (J10, J13), and Leader (J42)."""

from __future__ import annotations

from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.journey import events as event
from commandery.games.journey.state import FLAG, FORK, SHIPPING, State, World

__all__ = ["LEADER", "lead", "move_pope", "take_route"]

LEADER = 3  # temple knights


@kernel
def move_pope(w: World, s: State, events: Grid) -> None:
    """J10: from the start space the first player chooses a route; on it the Pope goes on, at last into the harbor."""
    s.actor = s.first
    if s.space == 0:
        s.phase = FORK
        return
    s.space += 1
    emit(events, event.POPE_MOVED, s.first, s.section, s.space, s.way, 0)
    s.phase = FLAG if s.space <= w.route[s.section, s.way] else SHIPPING


@kernel
def take_route(s: State, route: int, events: Grid) -> None:
    """The first player moves the Pope onto a route."""
    s.way = route
    s.space = 1
    emit(events, event.POPE_MOVED, s.first, s.section, s.space, s.way, 0)
    s.phase = FLAG


@kernel
def lead(s: State, seat: int, other: int, events: Grid) -> None:
    """J42: the marker goes to another player, who may pass it on."""
    s.temple[seat] -= LEADER
    s.supply[seat] += LEADER
    s.first = other
    s.actor = other
    emit(events, event.LED, seat, other, 0, 0, 0)
