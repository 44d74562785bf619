"""The course of a round up to the auction, and its end (M1, M20, M30)."""

from __future__ import annotations

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templari import events as event
from commandery.games.templari.rules.cards import gain
from commandery.games.templari.rules.scoring import score_seat
from commandery.games.templari.state import OFFERING, OVER, ROUNDS, TAKING, TURNING, State, World

__all__ = ["ask_next", "begin_round", "end_round", "others_cards"]


@kernel
def others_cards(w: World, s: State, seat: int) -> int:
    """The set of cards that a player's opponents hold."""
    cards = 0
    for other in range(w.players):
        if other != seat:
            cards |= s.held[other]
    return cards


@kernel
def ask_next(w: World, s: State) -> None:
    """Ask the next player who can sell (M20) or exchange (M30); when all have had their say, turn cards up."""
    while s.phase != TURNING and s.asked < w.players:
        seat = (s.start + s.asked) % w.players
        if s.held[seat] != 0 and (s.phase == OFFERING or others_cards(w, s, seat) != 0):
            s.actor = seat
            return
        s.asked += 1
    s.asked = 0
    s.phase = TURNING
    s.actor = CHANCE


@kernel
def begin_round(w: World, s: State, events: Grid) -> None:
    """Begin a round with the start player already in place."""
    emit(events, event.ROUND, s.start, s.turn + 1, 0, 0, 0)
    s.asked = 0
    if w.exchange:
        s.phase = TAKING
    elif w.side_auctions:
        s.phase = OFFERING
    else:
        s.phase = TURNING
    ask_next(w, s)


@kernel
def end_round(w: World, s: State, taker: int, events: Grid) -> None:
    """The lot goes to ``taker``, who starts the next round; after the last the game is over."""
    gain(s, taker, s.lot)
    s.start = taker
    s.lot = 0
    s.overbid = 0
    s.exchanged = 0
    s.bidders = 0
    s.leader = NOBODY
    s.bid = 0
    s.turn += 1
    if s.turn < ROUNDS:
        begin_round(w, s, events)
        return
    s.phase = OVER
    s.actor = NOBODY
    for seat in range(w.players):
        emit(events, event.FINISHED, seat, score_seat(w, s, seat), s.coins[seat], 0, 0)
