"""Rounds and turns: playing a card (T10-T14, T25), ending a turn (T90, T91, T96), and Raphael between rounds (T102-T104)."""

from __future__ import annotations

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templar import events as event
from commandery.games.templar.rules.abbot import company, final_scoring, gain, score_room
from commandery.games.templar.rules.harbor import begin_refill, collect_fresh, refill_goes_on
from commandery.games.templar.rules.movement import begin_move, can_move
from commandery.games.templar.state import (
    ANNOUNCING,
    BELLS,
    BENJAMIN,
    BETWEEN,
    CARDS,
    CHOOSING,
    DONE,
    HARBOR,
    LOCKING,
    LUCAS,
    MARIA,
    MOVING,
    NONE,
    OVER,
    PLAYED,
    PLAYING,
    PORTAL,
    PORTICUS,
    REFILLING,
    REMIGIUS,
    RINGING,
    ROOMS,
    SEVERUS,
    SHOWING,
    STASHING,
    STEPHANUS,
    TURN_OVER,
    State,
    World,
)  # fmt: skip

__all__ = [
    "all_cards", "barred", "begin_turn", "blocked", "end_card", "end_turn", "play_card", "playable", "ring", "show_card",
    "startable", "stop", "trigger_end",
]  # fmt: skip

_ALL_ROOMS = (1 << ROOMS) - 1
_WALKERS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << BENJAMIN | 1 << STEPHANUS  # cards that move the player's own token


@kernel
def all_cards(w: World) -> int:
    """A player's set of cards (T7)."""
    return (1 << CARDS) - 1 if w.stephanus else ((1 << CARDS) - 1) & ~(1 << STEPHANUS)


@kernel
def blocked(w: World, s: State) -> int:
    """T12: the cards that show on piles, Raphael's too. (Those on the own pile are not in hand anyway; NONE is bit 15.)"""
    cards = 1 << (s.raphael_top & 15)
    for seat in range(w.players):
        cards |= 1 << (s.top[seat] & 15)
    return cards


@kernel
def barred(w: World, s: State, seat: int) -> int:
    """The cards not offered to a player because they show; at an honour table only once called out (T16)."""
    return 0 if w.honour and not (s.warned and seat == s.actor) else blocked(w, s)


@kernel
def startable(w: World, s: State, seat: int) -> int:
    """T14: the cards whose compulsory move, if they have one, has a first step."""
    cards = all_cards(w)
    if not can_move(w, s, BENJAMIN, seat):
        cards &= ~_WALKERS
    if not can_move(w, s, REMIGIUS, seat):
        cards &= ~(1 << REMIGIUS)
    if not can_move(w, s, SEVERUS, seat):
        cards &= ~(1 << SEVERUS)
    return cards


@kernel
def playable(w: World, s: State, seat: int) -> int:
    """The cards offered to a player."""
    return s.hand[seat] & startable(w, s, seat) & ~barred(w, s, seat)


@kernel
def begin_turn(w: World, s: State, seat: int) -> None:
    """A player's turn: out of the harbor first (T25), then a card; in the first round the one chosen secretly."""
    s.actor = seat
    s.warned = 0
    s.card = NONE
    if s.token[seat] >= HARBOR:
        s.phase = PORTAL
    elif s.sealed[seat] != NONE:
        s.card = s.sealed[seat]
        s.sealed[seat] = NONE
        s.phase = PLAYED
    else:
        s.phase = PLAYING


@kernel
def play_card(w: World, s: State, seat: int, events: Grid) -> None:
    """The card in ``s.card`` goes onto the pile and is carried out as far as no decision is due."""
    card = s.card
    emit(events, event.PLAYED, seat, card, 0, 0, 0)
    if w.honour and s.round_number > 1 and (blocked(w, s) >> card) & 1:
        s.offender = seat
    s.hand[seat] &= ~(1 << card)
    if card == BELLS:
        begin_refill(w, s, seat, events)
        s.phase = RINGING
        return
    s.top[seat] = card
    # T14: after the secret choice of the first round it may have become impossible; later it is not offered
    if s.round_number == 1 and not (startable(w, s, seat) >> card) & 1:
        emit(events, event.NO_EFFECT, seat, card, 0, 0, 0)
        s.phase = DONE
    elif card == MARIA:
        s.phase = CHOOSING
    elif card == PORTICUS:
        s.phase = LOCKING
    else:
        begin_move(w, s, seat)
        s.phase = MOVING


@kernel
def stop(w: World, s: State, seat: int, events: Grid) -> None:
    """The mover stops, and the card has its effect."""
    card = s.card
    s.phase = DONE
    s.visited = 0
    s.steps = 0
    s.moved = 0
    s.picked_in = NONE
    if card <= LUCAS:
        s.steps = LUCAS + 1 - card  # T30-T32: up to 3, 2, 1
        s.phase = STASHING
    elif card == STEPHANUS:
        gain(s, seat, company(w, s, seat), card, events)
    elif card == SEVERUS:
        gain(s, seat, 1, card, events)
    elif card == REMIGIUS:
        emit(events, event.MOVED, seat, event.FIGURE_VITUS, s.vitus, s.came_from, 0)
        s.vitus = s.came_from  # T81
        if s.severus != s.remigius:
            score_room(w, s, s.remigius, events)


@kernel
def ring(w: World, s: State, seat: int, events: Grid) -> None:
    """The Bells: draw on, or end the refill (T73, T74, T90)."""
    goes_on = refill_goes_on(w, s)
    if goes_on == 1:
        s.phase = REFILLING
        s.actor = CHANCE
        return
    s.actor = seat
    s.phase = DONE
    if goes_on < 0 and s.last_turns == 0:
        emit(events, event.BAG_EMPTY, seat, 0, 0, 0, 0)
        trigger_end(w, s, seat, events)
    s.arriving = 0
    s.cursor = 0
    collect_fresh(w, s, seat, events)
    s.hand[seat] = all_cards(w)
    s.top[seat] = NONE
    emit(events, event.CARDS_BACK, seat, 0, 0, 0, 0)


@kernel
def trigger_end(w: World, s: State, seat: int, events: Grid) -> None:
    """T91: each player takes one more complete turn, this one last."""
    s.last_turns = w.players + 1
    emit(events, event.LAST_ROUND, seat, 0, 0, 0, 0)


@kernel
def end_card(s: State, seat: int) -> None:
    """The card is done; who has valuables in all rooms may announce it (T90)."""
    s.steps = 0
    s.came_from = 0
    s.carried_type = 0
    s.phase = ANNOUNCING if s.last_turns == 0 and s.present[seat] == _ALL_ROOMS else TURN_OVER


@kernel
def end_turn(w: World, s: State, events: Grid) -> None:
    """The turn goes on clockwise; rounds are counted, and the game ends after the last turn (T91) or round (T96)."""
    s.phase = BETWEEN
    over = False
    if s.last_turns > 0:
        s.last_turns -= 1
        over = s.last_turns == 0
    if not over:
        s.turn += 1
        if s.turn < w.players:
            return
        s.turn = 0
        over = s.round_number == w.rounds
    if over:
        final_scoring(w, s, events)
        s.phase = OVER
        s.actor = NOBODY
        return
    s.round_number += 1
    emit(events, event.ROUND, s.start, s.round_number, 0, 0, 0)
    if w.players == 2 and s.round_number >= (2 if w.raphael_before else 3):
        s.phase = SHOWING
        s.actor = CHANCE


@kernel
def show_card(w: World, s: State, card: int, events: Grid) -> None:
    """T102, T103: Raphael's next card shows, unless it is The Bells or shows already on a player's pile."""
    s.raphael[card] -= 1
    if card == BELLS:
        emit(events, event.RESHUFFLED, s.start, 0, 0, 0, 0)
        s.raphael_top = NONE  # T103: the cards shown go back too
        for other in range(CARDS):
            s.raphael[other] = 2
        s.raphael[BELLS] = 1
        if not w.stephanus:
            s.raphael[STEPHANUS] = 0
        return
    s.raphael_top = card
    emit(events, event.SHOWN, s.start, card, 0, 0, 0)
    for seat in range(w.players):
        if s.top[seat] == card:
            return
    s.phase = BETWEEN
