"""The final scoring (J60-J62) and the winner (J63)."""

from __future__ import annotations

from commandery.core.bits import count
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Cells, Grid
from commandery.core.ranks import rank
from commandery.games.journey import events as event
from commandery.games.journey.state import (
    COUNTRY_MISSION,
    DISTANCE_MISSION,
    EMPIRE_MISSION,
    GOLD_MISSION,
    MISSIONS,
    SEVENTH_MISSION,
    SHIPS,
    SHIPS_MISSION,
    TEMPLE_MISSION,
    TERRITORIES,
    State,
    World,
)

__all__ = ["final_scoring", "mission_value", "missions_in_play", "ranking", "score"]

_FAR = 64  # more than any distance


@kernel
def missions_in_play(w: World, s: State) -> int:
    """J62: open and dealt missions alike."""
    missions = s.open_missions
    for seat in range(w.players):
        missions |= 1 << s.mission[seat]
    return missions


@kernel
def _countries(w: World, edicts: int) -> int:
    """How many countries these edicts are of."""
    seen = 0
    for territory in range(TERRITORIES):
        if (edicts >> territory) & 1:
            seen |= 1 << w.country[territory]
    return count(seen)


@kernel
def _ships(s: State, seat: int) -> int:
    """How many ships have a knight of this player aboard."""
    ships = 0
    for ship in range(SHIPS):
        ships += s.aboard[ship, seat] > 0
    return ships


@kernel
def mission_value(w: World, s: State, mission: int, seat: int, seventh: int) -> int:
    """How well a player meets a mission: the more the better, 0 for nothing; ``seventh`` is the seventh city."""
    if mission == GOLD_MISSION:
        return s.purse[seat]
    if mission == SHIPS_MISSION:
        return _ships(s, seat)
    if mission == TEMPLE_MISSION:
        return s.temple[seat]
    if mission == SEVENTH_MISSION:
        return s.knights[seventh, seat]
    if mission == DISTANCE_MISSION:
        return _FAR - w.apart[s.templar[seat, 0], s.templar[seat, 1]]
    if mission == COUNTRY_MISSION:
        return _countries(w, s.edicts[seat])
    return count(s.edicts[seat] & (w.empire if mission == EMPIRE_MISSION else w.france))


@kernel
def _score_mission(w: World, s: State, mission: int, seventh: int, events: Grid) -> None:
    """The best and the second best value score, every player who has it."""
    best = 0
    second = 0
    for seat in range(w.players):
        value = mission_value(w, s, mission, seat, seventh)
        if value > best:
            second = best
            best = value
        elif second < value < best:
            second = value
    for seat in range(w.players):
        value = mission_value(w, s, mission, seat, seventh)
        points = w.best if value == best else w.second if value == second else 0
        if value > 0 and points > 0:
            s.score[seat] += points
            emit(events, event.MISSION_POINTS, seat, points, mission, 0, 0)


@kernel
def final_scoring(w: World, s: State, seventh: int, events: Grid) -> None:
    """The seventh city's knights, gold, and the missions; its edict has been awarded."""
    for seat in range(w.players):
        points = s.knights[seventh, seat] // 2
        if points > 0:
            s.score[seat] += points
            emit(events, event.SEVENTH_KNIGHTS, seat, points, seventh, s.knights[seventh, seat], 0)
    for seat in range(w.players):
        s.score[seat] += s.purse[seat] // 4
        emit(events, event.GOLD_POINTS, seat, s.purse[seat] // 4, s.purse[seat], 0, 0)
    for seat in range(w.players):
        emit(events, event.MISSION_SHOWN, seat, s.mission[seat], 0, 0, 0)
    in_play = missions_in_play(w, s)
    for mission in range(MISSIONS):
        if (in_play >> mission) & 1:
            _score_mission(w, s, mission, seventh, events)
    for seat in range(w.players):
        emit(events, event.FINISHED, seat, s.score[seat], 0, 0, 0)


@kernel
def score(w: World, s: State, points: Cells) -> None:
    for seat in range(w.players):
        points[seat] = s.score[seat]


@kernel
def ranking(w: World, s: State, ranks: Cells) -> None:
    """J63: most points win, then most edicts; ties share."""
    for seat in range(w.players):
        ranks[seat] = s.score[seat] * 16 + count(s.edicts[seat])
    rank(ranks, w.players)
