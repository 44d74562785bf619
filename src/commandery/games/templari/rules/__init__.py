"""Templari's rules: the functions of `commandery.core.contract`, made of the rulebook's chapters."""

from __future__ import annotations

from commandery.core.bits import count, first, nth
from commandery.core.contract import CHANCE, NOBODY
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Cells, Grid
from commandery.core.stream import below
from commandery.games.templari import events as event
from commandery.games.templari.actions import ACTIONS, BID, DISCARD, GIVE, PASS, SELL, START, TAKE, TURN
from commandery.games.templari.estimate import estimate
from commandery.games.templari.rules.auction import (
    bid,
    bid_refusal,
    closes_auction,
    discard,
    drop_out,
    open_auction,
    possible_bids,
    sell,
    withdraws,
)
from commandery.games.templari.rules.cards import ALL_CARDS
from commandery.games.templari.rules.exchange import give, take
from commandery.games.templari.rules.refusals import NO_ACTION, NOT_ASKED, NOT_THAT_CARD, NOT_YOUR_TURN
from commandery.games.templari.rules.rounds import ask_next, begin_round, others_cards
from commandery.games.templari.rules.scoring import ranking, score
from commandery.games.templari.rules.soundness import broken
from commandery.games.templari.state import (
    BIDDING,
    CARDS,
    COINS,
    DISCARDING,
    GIVING,
    MOST_COINS,
    OFFERING,
    STARTING,
    TAKING,
    TURNING,
    State,
    World,
)

__all__ = [
    "apply", "broken", "chance", "estimate", "legal", "may_act", "pick", "ranking", "redeal", "refusal", "reset",
    "reveals", "score", "to_act",
]  # fmt: skip


@kernel
def reset(w: World, s: State) -> None:
    s.deck = ALL_CARDS
    for seat in range(w.players):
        s.coins[seat] = COINS
    s.leader = NOBODY
    s.seller = NOBODY
    s.phase = STARTING
    s.actor = CHANCE


@kernel
def to_act(w: World, s: State) -> int:
    return (1 << s.actor) & 0xFF


@kernel
def may_act(w: World, s: State) -> int:
    return to_act(w, s)


@kernel
def _choices(w: World, s: State) -> tuple[int, int, int]:
    """What can be chosen now, by a player or by chance: how many passes (0 or 1), and a bit set of further actions with
    the id of its bit 0."""
    if s.phase == BIDDING:
        return 1, BID, possible_bids(w, s, s.actor)
    if s.phase == TURNING:
        return 0, TURN, s.deck
    if s.phase == STARTING:
        return 0, START, (1 << w.players) - 1 if w.first == NOBODY else 1 << w.first
    if s.phase == OFFERING:
        return 1, SELL, s.held[s.actor]
    if s.phase == TAKING:
        return 1, TAKE, others_cards(w, s, s.actor)
    return 0, GIVE if s.phase == GIVING else DISCARD, s.held[s.actor]


@kernel
def _list(w: World, s: State, out: Cells) -> int:
    """List what can be chosen now, ascending; how many."""
    n, action, further = _choices(w, s)
    out[0] = PASS
    while further:
        out[n] = action + first(further)
        n += 1
        further &= further - 1
    return n


@kernel
def legal(w: World, s: State, seat: int, out: Cells) -> int:
    if seat != s.actor or seat >= CHANCE:
        return 0
    return _list(w, s, out)


@kernel
def chance(w: World, s: State, out: Cells, weights: Cells) -> int:
    if s.actor != CHANCE:
        return 0
    n = _list(w, s, out)
    for i in range(n):
        weights[i] = 1
    return n


@kernel
def pick(w: World, s: State, seat: int, rng: Cells) -> int:
    passes, action, further = _choices(w, s)
    n = below(rng, passes + count(further))
    return PASS if n < passes else action + nth(further, n - passes)


@kernel
def apply(w: World, s: State, seat: int, action: int, events: Grid) -> None:
    if s.phase == BIDDING:
        if action == PASS:
            drop_out(w, s, seat, events)
        else:
            bid(w, s, seat, action - BID, events)
    elif s.phase == TURNING:
        _turn(w, s, action - TURN, events)
    elif action == PASS:
        emit(events, event.DECLINED, seat, 0, 0, 0, 0)
        s.asked += 1
        ask_next(w, s)
    elif s.phase == OFFERING:
        sell(w, s, seat, action - SELL, events)
    elif s.phase == TAKING:
        take(w, s, seat, action - TAKE, events)
    elif s.phase == GIVING:
        give(w, s, seat, action - GIVE, events)
    elif s.phase == DISCARDING:
        discard(w, s, seat, action - DISCARD, events)
    else:
        s.start = action - START
        emit(events, event.STARTS, s.start, 0, 0, 0, 0)
        begin_round(w, s, events)


@kernel
def _turn(w: World, s: State, card: int, events: Grid) -> None:
    """M1: two cards are turned up, then sold as one lot."""
    emit(events, event.TURNED, s.start, card, 0, 0, 0)
    complete = s.lot != 0
    s.deck &= ~(1 << card)
    s.lot |= 1 << card
    if complete:
        open_auction(w, s, events)


@kernel
def refusal(w: World, s: State, seat: int, action: int) -> int:
    if action < PASS or action >= ACTIONS:
        return NO_ACTION
    if seat != s.actor:
        return NOT_YOUR_TURN
    passes, lowest, further = _choices(w, s)
    if action == PASS:
        return 0 if passes else NOT_ASKED
    choice = action - lowest
    if choice < 0 or choice > (MOST_COINS if s.phase == BIDDING else CARDS - 1):
        return NOT_ASKED
    if (further >> choice) & 1:
        return 0
    return bid_refusal(w, s, seat, choice) if s.phase == BIDDING else NOT_THAT_CARD


@kernel
def reveals(w: World, s: State, seat: int, action: int) -> int:
    """Chance; at an honour table whatever finds an offence out, or shows that hidden coins pay for a bid."""
    if seat == CHANCE:
        return 1
    if s.phase != BIDDING:
        return 0
    amount = action - BID if action != PASS else -1
    if amount >= 0 and withdraws(s, seat, amount):
        return 1
    buyer = seat if amount >= 0 else s.leader
    if not w.honour or buyer == NOBODY or not closes_auction(s, seat, amount):
        return 0
    return 1 if w.hidden or max(amount, s.bid) > s.coins[buyer] else 0


@kernel
def redeal(w: World, s: State, seat: int, rng: Cells) -> None:
    """Nothing is hidden but what has not happened: hidden coins follow from what everybody saw (M53)."""
