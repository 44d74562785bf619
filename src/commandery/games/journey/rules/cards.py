"""The six cards: chosen secretly (J14), carried out in order, risky ones turned into penalties (J16), and the end of an action
(J15)."""

from __future__ import annotations

from commandery.core.contract import NOBODY
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.journey import events as event
from commandery.games.journey.state import (
    ATONING,
    BEGINNING,
    CARDS_DONE,
    CITY,
    NOWHERE,
    POPE,
    REVEALING,
    SETTING_OUT,
    TAKING,
    State,
    World,
)

__all__ = ["begin_next_card", "choose", "end_card_action", "finish_cards", "reveal", "undecided"]

_RISKY = 1 << 2 | 1 << 3 | 1 << 5
STEPS = 3


@kernel
def undecided(w: World, s: State) -> int:
    """The players who have not yet chosen a card."""
    seats = 0
    for seat in range(w.players):
        seats |= (s.chosen[seat] == 0) << seat
    return seats


@kernel
def choose(w: World, s: State, seat: int, card: int, events: Grid) -> None:
    """A player chooses a card, or another one; when all have, the cards are revealed."""
    s.chosen[seat] = card
    emit(events, event.CHOSEN, seat, card, 0, 0, 0)
    if undecided(w, s) == 0:
        s.phase = REVEALING


@kernel
def reveal(w: World, s: State, events: Grid) -> None:
    """All cards are turned up."""
    for seat in range(w.players):
        emit(events, event.REVEALED, seat, s.chosen[seat], 0, 0, 0)
    s.waiting = (1 << w.players) - 1
    s.phase = BEGINNING


@kernel
def _crowded(w: World, s: State, card: int) -> bool:
    """J16: whether enough cards of a card's type, safe and risky together, were played."""
    same = 0
    for seat in range(w.players):
        same += (s.chosen[seat] - 1) >> 1 == (card - 1) >> 1
    return same >= w.crowd


@kernel
def begin_next_card(w: World, s: State, events: Grid) -> None:
    """J14: the lowest card that has not been carried out; of equal ones the next clockwise from the first player."""
    next_one = NOBODY
    lowest = 7
    seat = s.first
    for _ in range(w.players):
        if (s.waiting >> seat) & 1 and s.chosen[seat] < lowest:
            lowest = s.chosen[seat]
            next_one = seat
        seat = seat + 1 if seat + 1 < w.players else 0
    s.spent = 0
    s.chances = 0
    s.entered = 0
    s.steps = STEPS
    s.city = NOWHERE
    s.player = next_one
    if next_one == NOBODY:
        s.phase = CARDS_DONE
        return
    s.waiting &= ~(1 << next_one)
    s.actor = next_one
    s.card = lowest
    s.penalty = 1 if (_RISKY >> lowest) & 1 and _crowded(w, s, lowest) else 0
    emit(events, event.PENALTY_BEGINS if s.penalty else event.CARD_BEGINS, next_one, lowest, 0, 0, 0)
    s.phase = TAKING if lowest <= 2 else CITY if lowest <= 4 else SETTING_OUT


@kernel
def end_card_action(s: State) -> None:
    """The action is over; after a penalty one own knight is lost (J29)."""
    s.actor = s.player
    s.phase = ATONING if s.penalty else BEGINNING


@kernel
def finish_cards(w: World, s: State, events: Grid) -> None:
    """J15: cards go back to hand, the first-player marker goes clockwise, and the Pope moves on."""
    for seat in range(w.players):
        s.chosen[seat] = 0
    s.card = 0
    s.penalty = 0
    s.steps = 0
    s.first = s.first + 1 if s.first + 1 < w.players else 0
    emit(events, event.FIRST, s.first, 0, 0, 0, 0)
    s.phase = POPE
