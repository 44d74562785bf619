"""The Exchange option (M30, M31)."""

from __future__ import annotations

from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templari import events as event
from commandery.games.templari.rules.cards import gain, lose
from commandery.games.templari.rules.rounds import ask_next
from commandery.games.templari.state import GIVING, TAKING, State, World

__all__ = ["give", "holder", "take"]


@kernel
def holder(w: World, s: State, card: int) -> int:
    """Who holds this card, which somebody does."""
    seat = 0
    while seat < w.players - 1 and not (s.held[seat] >> card) & 1:
        seat += 1
    return seat


@kernel
def take(w: World, s: State, seat: int, card: int, events: Grid) -> None:
    """A player takes an opponent's card; it lies aside until one has been given for it."""
    emit(events, event.TOOK, seat, card, holder(w, s, card), 0, 0)
    s.wares = card
    s.phase = GIVING


@kernel
def give(w: World, s: State, seat: int, card: int, events: Grid) -> None:
    """The player gives a card held before, and takes no part in this round's auction (M31)."""
    owner = holder(w, s, s.wares)
    emit(events, event.GAVE, seat, card, owner, 0, 0)
    lose(s, owner, 1 << s.wares)
    lose(s, seat, 1 << card)
    gain(s, seat, 1 << s.wares)
    gain(s, owner, 1 << card)
    s.wares = 0
    s.exchanged |= 1 << seat
    s.phase = TAKING
    s.asked += 1
    ask_next(w, s)
