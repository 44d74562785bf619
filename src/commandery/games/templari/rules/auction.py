"""Auctions: for a lot (M2-M5), for a card on sale (M20), and what happens at an honour table (M40, M41)."""

from __future__ import annotations

from commandery.core.bits import first as lowest
from commandery.core.contract import NOBODY
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.templari import events as event
from commandery.games.templari.rules.cards import bids_between, gain, lose, next_of
from commandery.games.templari.rules.payment import pay
from commandery.games.templari.rules.refusals import BARRED, NOT_ABOVE, NOT_OFFERED, TOO_DEAR, WITHDRAWN
from commandery.games.templari.rules.rounds import ask_next, end_round
from commandery.games.templari.state import BIDDING, COINS, DISCARDING, OFFERING, State, World

__all__ = [
    "bid",
    "bid_refusal",
    "closes_auction",
    "discard",
    "drop_out",
    "forbidden_bids",
    "open_auction",
    "permitted_bids",
    "possible_bids",
    "sell",
    "withdraws",
]


@kernel
def permitted_bids(s: State, seat: int) -> int:
    """The set of bids that a player's coins (M4) and cards (M5) leave."""
    return bids_between(0, s.coins[seat]) & ~s.barred[seat]


@kernel
def possible_bids(w: World, s: State, seat: int) -> int:
    """The set of bids offered to the bidder whose turn it is: raises (M2), at an honour table up to all the coins there
    are (M40), elsewhere those that are permitted. Between auctions, those of the lot to come."""
    lowest = s.bid + 1 if s.phase == BIDDING else 0
    if w.honour:
        return bids_between(lowest, COINS * w.players) & ~s.withdrawn
    return permitted_bids(s, seat) & ~bids_between(0, lowest - 1)


@kernel
def forbidden_bids(w: World, s: State, seat: int) -> int:
    """The set of bids offered to a bidder against M4 or M5: only an honour table has any (M40, M41)."""
    return possible_bids(w, s, seat) & ~permitted_bids(s, seat) if s.phase == BIDDING else 0


@kernel
def bid_refusal(w: World, s: State, seat: int, amount: int) -> int:
    """Why a bid is not among those offered."""
    if amount <= s.bid:
        return NOT_ABOVE
    if w.honour:
        return WITHDRAWN if (s.withdrawn >> amount) & 1 else NOT_OFFERED
    return TOO_DEAR if amount > s.coins[seat] else BARRED


@kernel
def withdraws(s: State, seat: int, amount: int) -> int:
    """M40: whether this bid, at an honour table, is against M5 and will be withdrawn."""
    return (s.barred[seat] >> amount) & 1


@kernel
def closes_auction(s: State, seat: int, amount: int) -> bool:
    """Whether a bid or a pass (``amount`` -1) leaves nobody to be asked."""
    if amount >= 0:
        return s.bidders == 1 << seat
    others = s.bidders & ~(1 << seat)
    return others == 0 or (s.leader != NOBODY and others == 1 << s.leader)


@kernel
def _eligible(w: World, s: State) -> int:
    """Who may bid in an auction that is opened now: a mask."""
    everybody = (1 << w.players) - 1
    if s.seller != NOBODY:
        return everybody & ~s.overbid & ~(1 << s.seller)
    return everybody & ~s.overbid & ~s.exchanged  # M31


@kernel
def open_auction(w: World, s: State, events: Grid) -> None:
    """Open the auction of the card on sale or else of the lot, without those who overbid on it before (M41)."""
    s.bidders = _eligible(w, s)
    if s.seller != NOBODY:
        s.bid = 0  # M20: the lowest bid is 1
        opener = (s.seller + 1) % w.players
    else:
        s.bid = -1  # M2: the first bid may be 0
        opener = s.start
    s.leader = NOBODY
    s.withdrawn = 0
    s.phase = BIDDING
    s.actor = next_of(s.bidders, opener, w.players)
    if s.actor == NOBODY:
        _unsold(w, s, events)


@kernel
def sell(w: World, s: State, seat: int, card: int, events: Grid) -> None:
    """M20: a player puts a card up for sale."""
    emit(events, event.OFFERED, seat, card, 0, 0, 0)
    s.seller = seat
    s.wares = card
    open_auction(w, s, events)


@kernel
def bid(w: World, s: State, seat: int, amount: int, events: Grid) -> None:
    """A bidder names an amount."""
    if withdraws(s, seat, amount):  # M40, at honour tables only: elsewhere it is not offered
        fine = 1 if s.coins[seat] > 0 else 0
        s.coins[seat] -= fine
        s.pot += fine
        s.withdrawn |= 1 << amount
        emit(events, event.FINED, seat, amount, fine, 0, 0)
        return
    emit(events, event.BID, seat, amount, 0, 0, 0)
    s.bid = amount
    s.leader = seat
    _next_bidder(w, s, events)


@kernel
def drop_out(w: World, s: State, seat: int, events: Grid) -> None:
    """A bidder passes and is out for good."""
    emit(events, event.PASSED, seat, 0, 0, 0, 0)
    s.bidders &= ~(1 << seat)
    _next_bidder(w, s, events)


@kernel
def _next_bidder(w: World, s: State, events: Grid) -> None:
    """The turn goes on clockwise; the last one in with a bid wins. Without a bid the last one left is asked too (M3)."""
    s.withdrawn = 0
    if s.bidders == 0:
        _unsold(w, s, events)
    elif s.leader != NOBODY and s.bidders == 1 << s.leader:
        _settle(w, s, events)
    else:
        seat = s.actor + 1
        s.actor = next_of(s.bidders, seat if seat < w.players else 0, w.players)


@kernel
def _settle(w: World, s: State, events: Grid) -> None:
    """The highest bid wins and must be paid."""
    winner = s.leader
    if s.bid > s.coins[winner]:
        _overbid(w, s, events)
    elif s.seller != NOBODY:
        s.coins[winner] -= s.bid
        s.coins[s.seller] += s.bid  # M20: all of it
        lose(s, s.seller, 1 << s.wares)
        gain(s, winner, 1 << s.wares)
        emit(events, event.SOLD, winner, s.bid, s.wares, s.seller, 0)
        _end_sale(w, s)
    else:
        first = lowest(s.lot)
        emit(events, event.WON, winner, s.bid, first, lowest(s.lot & ~(1 << first)), s.pot)
        pay(w, s, winner, s.bid, events)
        end_round(w, s, winner, events)


@kernel
def _unsold(w: World, s: State, events: Grid) -> None:
    """Nobody has bid: a card on sale stays (M20); a lot goes free to the start player (M3) or whom M41 names."""
    if s.seller != NOBODY:
        emit(events, event.UNSOLD, s.seller, s.wares, 0, 0, 0)
        _end_sale(w, s)
        return
    taker = next_of(~s.overbid, s.start, w.players)
    if taker == NOBODY:
        taker = s.start
    first = lowest(s.lot)
    emit(events, event.FREE, taker, first, lowest(s.lot & ~(1 << first)), 0, 0)
    end_round(w, s, taker, events)


@kernel
def _end_sale(w: World, s: State) -> None:
    """The turn to sell is used up; the next player is asked."""
    s.seller = NOBODY
    s.wares = 0
    s.overbid = 0
    s.bidders = 0
    s.leader = NOBODY
    s.bid = 0
    s.phase = OFFERING
    s.asked += 1
    ask_next(w, s)


@kernel
def _overbid(w: World, s: State, events: Grid) -> None:
    """M41: the winner cannot pay, loses a card, and it is auctioned again without them."""
    emit(events, event.OVERBID, s.leader, s.bid, 0, 0, 0)
    s.overbid |= 1 << s.leader
    if s.held[s.leader] == 0:
        open_auction(w, s, events)
    else:
        s.phase = DISCARDING
        s.actor = s.leader


@kernel
def discard(w: World, s: State, seat: int, card: int, events: Grid) -> None:
    """M41: an overbidder's card leaves the game."""
    emit(events, event.DISCARDED, seat, card, 0, 0, 0)
    lose(s, seat, 1 << card)
    s.gone |= 1 << card
    open_auction(w, s, events)
