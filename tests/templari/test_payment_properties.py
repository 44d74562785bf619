"""Payments, bids and final points against slow recomputations from the ledger's text, over random positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from commandery.bots import Sight
from templari.table import NAMES, Table

DECK = {"A": "06789", "B": "01236", "C": "01457", "D": "24568", "E": "23479", "F": "13589"}
CARDS = [colour + number for colour, numbers in DECK.items() for number in numbers]
PROPERTY = pytest.mark.sized("properties")  # as many examples as the table says, by the profile in conftest.py


# The ledger, slowly: holdings are lists of card names, money is counted coin by coin.


def paid_out(holdings: list[list[str]], coins: list[int], pot: int, winner: int, bid: int) -> tuple[list[int], int]:
    """M10 to M13: the coins of all and the Pot after ``winner`` has bought a lot for ``bid``."""
    digit = str(bid)[-1]
    matching = [sum(card[1] == digit for card in cards) for cards in holdings]
    others = [seat for seat in range(len(coins)) if seat != winner]
    most = max(matching[seat] for seat in others)
    receivers = [seat for seat in others if matching[seat] == most] if most else others
    coins = coins.copy()
    coins[winner] -= bid
    heap = bid + pot
    while heap >= len(receivers):
        for seat in receivers:
            coins[seat] += 1
            heap -= 1
    return coins, heap


def open_bids(cards: list[str], coins: int, above: int) -> list[int]:
    """M2, M4, M5: the bids a player may make at a strict table."""
    digits = {card[1] for card in cards}
    return [bid for bid in range(61) if bid > above and bid <= coins and str(bid)[-1] not in digits]


def points(holdings: list[list[str]], coins: list[int]) -> list[dict[str, int]]:
    """M50, M51: everybody's points by their sources."""
    table = []
    for cards, purse in zip(holdings, coins, strict=True):
        counts = {colour: len([card for card in cards if card[0] == colour]) for colour in DECK}
        scored = {colour: [0, 1, 3, 6, 10, 15][count] for colour, count in counts.items()}
        table.append(scored | {"coins": 2 if purse == max(coins) else 0})
    return table


def ranks(holdings: list[list[str]], totals: list[int]) -> list[int]:
    """M52: by points, then by the sum of numbers."""
    merits = [(total, sum(int(card[1]) for card in cards)) for total, cards in zip(totals, holdings, strict=True)]
    return [1 + len([other for other in merits if other > mine]) for mine in merits]


# Positions


@dataclass
class Position:
    """A round about to begin, drawn at random."""

    players: int
    holdings: list[list[str]]
    coins: list[int]
    pot: int
    start: int
    lot: list[str]
    discarded: list[str]
    honour: bool

    def table(self, **options: Any) -> Table:
        """The position, with its lot turned up."""
        return Table(
            self.players,
            held={NAMES[seat]: " ".join(cards) for seat, cards in enumerate(self.holdings)},
            coins=self.coins,
            pot=self.pot,
            start=NAMES[self.start],
            discarded=" ".join(self.discarded),
            table_rules="honour" if self.honour else "strict",
            **options,
        )


@st.composite
def positions(draw: st.DrawFn, rounds: st.SearchStrategy[int], honour: bool | None = None) -> Position:
    """Any position at the beginning of a round: cards and coins with anybody. Only an honour table has discards and a Pot
    that a payment could have shared."""
    players = draw(st.integers(3, 5))
    honest = draw(st.booleans()) if honour is None else honour
    order = draw(st.permutations(CARDS))
    out = 2 * draw(rounds)
    owners = draw(
        st.lists(st.integers(0, players if honest and draw(st.booleans()) else players - 1), min_size=out, max_size=out)
    )
    holdings: list[list[str]] = [[] for _ in range(players + 1)]
    for card, owner in zip(order, owners, strict=False):
        holdings[owner].append(card)
    pot = draw(st.integers(0, 20 if honest else players - 1))
    money = 12 * players - pot
    cuts = sorted(draw(st.lists(st.integers(0, money), min_size=players - 1, max_size=players - 1)))
    coins = [high - low for low, high in zip([0, *cuts], [*cuts, money], strict=True)]
    start = draw(st.integers(0, players - 1))
    return Position(players, holdings[:players], coins, pot, start, order[out : out + 2], holdings[players], honest)


# What holds


@pytest.mark.rule("M10")
@pytest.mark.rule("M11")
@pytest.mark.rule("M12")
@pytest.mark.rule("M13")
@PROPERTY
@given(positions(st.integers(0, 14)), st.data())
def test_payments_are_the_ledgers(position: Position, data: st.DataObject) -> None:
    """Whoever buys at whatever price: all coins and the Pot are as recomputed, and the winner has the lot."""
    winner = data.draw(st.integers(0, position.players - 1))
    prices = open_bids(position.holdings[winner], position.coins[winner], -1)
    assume(prices)
    price = data.draw(st.sampled_from(prices))
    table = position.table(lot=" ".join(position.lot))
    table.buys(NAMES[winner], price)
    expected, left = paid_out(position.holdings, position.coins, position.pot, winner, price)
    assert (list(table.coins), table.pot) == (expected, left)
    assert table.cards(NAMES[winner]).split() == sorted(position.holdings[winner] + position.lot)


@pytest.mark.rule("M10")
@pytest.mark.rule("M12")
@PROPERTY
@given(st.integers(3, 5), st.integers(0, 9), st.data())
def test_payments_where_many_match(players: int, digit: int, data: st.DataObject) -> None:
    """The same, where the cards of the digit paid are all with the others: wins, ties of two, ties of three."""
    cards = [card for card in CARDS if card[1] == str(digit)]
    spare = next(card for card in CARDS if card not in cards and card[1] != "9")
    holdings: list[list[str]] = [[] for _ in range(players)]
    for card in [*cards, spare]:
        holdings[data.draw(st.integers(1, players - 1))].append(card)
    pot = data.draw(st.integers(0, players - 1))
    price = digit + 10 * data.draw(st.integers(0, 1))
    coins = [20, *[12] * (players - 1)]
    coins[1] -= pot + 8
    lot = [card for card in CARDS if card not in cards and card != spare][:2]
    table = Position(players, holdings, coins, pot, 0, lot, [], False).table(lot=" ".join(lot))
    table.buys("Anna", price)
    expected, left = paid_out(holdings, coins, pot, 0, price)
    assert (list(table.coins), table.pot) == (expected, left)


@pytest.mark.rule("M2")
@pytest.mark.rule("M4")
@pytest.mark.rule("M5")
@PROPERTY
@given(positions(st.integers(0, 14), honour=False), st.data())
def test_the_bids_offered_are_the_ledgers(position: Position, data: st.DataObject) -> None:
    """Through a whole auction, whatever is bid, each is offered a pass and exactly the bids recomputed; others are refused."""
    table = position.table(lot=" ".join(position.lot))
    highest, round_ = -1, table.seen["round"]
    out: set[str] = set()
    while not table.match.over and (table.seen["phase"], table.seen["round"]) == ("bidding", round_):
        name = table.to_act
        assert name not in out
        seat = table.seat(name)
        bids = open_bids(position.holdings[seat], position.coins[seat], highest)
        assert table.offered == ["pass", *(f"bid {bid}" for bid in bids)]
        tried = data.draw(st.integers(0, 60))
        if tried not in bids:
            assert table.refused(f"{name} bid {tried}")
        bid = data.draw(st.sampled_from([-1, *bids[:6], *bids[-1:]]))
        if bid < 0:
            out.add(name)
        highest = max(highest, bid)
        table.go(f"{name} pass" if bid < 0 else f"{name} bid {bid}")


@pytest.mark.rule("M20")
@PROPERTY
@given(positions(st.integers(1, 14), honour=False), st.data())
def test_the_bids_for_a_card_are_the_ledgers(position: Position, data: st.DataObject) -> None:
    """The same for a card on sale, from 1 upwards, and the seller gets what the last bidder pays."""
    table = position.table()
    seller = table.seat(table.to_act)
    card = data.draw(st.sampled_from(position.holdings[seller]))
    table.go(f"{table.to_act} sell {card}")
    highest, leader = 0, seller
    while table.seen["sale"] is not None:
        seat = table.seat(table.to_act)
        assert seat != seller
        bids = open_bids(position.holdings[seat], position.coins[seat], highest)
        assert table.offered == ["pass", *(f"bid {bid}" for bid in bids)]
        bid = data.draw(st.sampled_from([0, *bids[:4]]))
        if bid:
            highest, leader = bid, seat
        table.go(f"{table.to_act} bid {bid}" if bid else f"{table.to_act} pass")
    expected = position.coins.copy()
    expected[leader] -= highest
    expected[seller] += highest
    assert (list(table.coins), table.pot) == (expected, position.pot)
    assert card in table.cards(NAMES[leader]).split()


@pytest.mark.rule("M40")
@PROPERTY
@given(positions(st.integers(0, 14), honour=True), st.data())
def test_the_bids_at_an_honour_table_are_the_ledgers(position: Position, data: st.DataObject) -> None:
    """Every raise that was not withdrawn in this turn; a held digit costs a coin where there is one, and is no bid. A bot
    is left those of a strict table."""
    table = position.table(lot=" ".join(position.lot))
    coins, pot, highest = position.coins.copy(), position.pot, -1
    for _ in range(data.draw(st.integers(1, position.players))):
        seat, withdrawn = table.seat(table.to_act), set[int]()
        digits = {card[1] for card in position.holdings[seat]}
        while True:
            bids = [bid for bid in range(12 * position.players + 1) if bid > highest and bid not in withdrawn]
            assert table.offered == ["pass", *(f"bid {bid}" for bid in bids)]
            fair = open_bids(position.holdings[seat], coins[seat], highest)
            assert [str(action) for action in Sight(table.match, seat).legal] == ["pass", *(f"bid {bid}" for bid in fair)]
            bid = data.draw(st.sampled_from([*bids[:20], -1]))
            if bid < 0 or str(bid)[-1] not in digits:
                break
            table.go(f"{table.to_act} bid {bid}")
            withdrawn.add(bid)
            fine = 1 if coins[seat] else 0
            coins[seat] -= fine
            pot += fine
            assert (list(table.coins), table.pot, table.to_act) == (coins, pot, NAMES[seat])
        if bid < 0:
            return  # who drops out may end the auction: other tests look at that
        table.go(f"{table.to_act} bid {bid}")
        highest = bid
        if table.match.over or table.seen["bid"] != bid:
            return


@pytest.mark.rule("M50")
@pytest.mark.rule("M51")
@pytest.mark.rule("M52")
@PROPERTY
@given(positions(st.just(14)))
def test_final_points_and_ranks_are_the_ledgers(position: Position) -> None:
    """The last lot goes free; points, their sources, ranks and winners are as recomputed."""
    table = position.table(lot=" ".join(position.lot))
    while not table.match.over:
        table.go(f"{table.to_act} pass")
    holdings = position.holdings.copy()
    holdings[position.start] = holdings[position.start] + position.lot
    sources = points(holdings, position.coins)
    totals = [sum(source.values()) for source in sources]
    outcome = table.match.outcome
    assert list(outcome.sources) == sources
    assert list(outcome.scores) == totals
    assert list(outcome.ranks) == ranks(holdings, totals)
    assert list(outcome.winners) == [seat for seat, rank in enumerate(ranks(holdings, totals)) if rank == 1]
