"""The auction of a lot: raising and dropping out (M2), and lots that nobody bids on (M3)."""

from __future__ import annotations

import pytest

from position import told
from templari.table import Table


@pytest.mark.rule("M2")
def test_the_start_player_opens_with_any_bid() -> None:
    """Everything from 0 to the own coins is open, and passing too."""
    table = Table(lot="C4 F8", coins=(9, 15, 12))
    assert table.to_act == "Anna"
    assert table.offered == ["pass", *(f"bid {amount}" for amount in range(10))]


@pytest.mark.rule("M2")
def test_the_start_player_may_pass() -> None:
    """Passing at once leaves the opening to the next, who may still bid anything."""
    table = Table(lot="C4 F8")
    table.go("Anna pass")
    assert table.to_act == "Bert"
    assert table.bids == list(range(13))


@pytest.mark.rule("M2")
def test_the_turn_goes_clockwise() -> None:
    """After the last seat comes the first; the start player need not be the first seat."""
    table = Table(4, lot="C4 F8", start="Claus")
    order = []
    for amount in range(6):
        order.append(table.to_act)
        table.go(f"{table.to_act} bid {amount}")
    assert order == ["Claus", "Dieter", "Anna", "Bert", "Claus", "Dieter"]


@pytest.mark.rule("M2")
def test_later_bids_are_higher() -> None:
    """After a bid of 4 the next must bid 5 or more, or pass; 4 again or less is refused."""
    table = Table(lot="C4 F8")
    table.go("Anna bid 4")
    assert table.offered == ["pass", *(f"bid {amount}" for amount in range(5, 13))]
    assert "too low: bid at least 5" in table.refused("Bert bid 4")
    assert "too low: bid at least 5" in table.refused("Bert bid 0")
    assert (table.seen["bid"], table.seen["leader"]) == (4, 0)


@pytest.mark.rule("M2")
def test_a_raise_may_leap() -> None:
    """Nobody has to raise by one."""
    table = Table(lot="C4 F8")
    table.go("Anna bid 1, Bert bid 11")
    assert table.bids == [12]


@pytest.mark.rule("M2")
def test_who_drops_out_is_out_for_good() -> None:
    """Bert has passed: the bidding goes on between the others only."""
    table = Table(lot="C4 F8")
    table.go("Anna bid 1, Bert pass, Claus bid 2")
    assert table.marked("bidding") == ["Anna", "Claus"]
    table.go("Anna bid 3, Claus bid 5, Anna bid 6")
    assert table.to_act == "Claus"
    assert "not seat 1's turn" in table.refused("Bert bid 7")
    table.go("Claus pass")
    assert table.cards("Anna") == "C4 F8"


@pytest.mark.rule("M2")
def test_the_last_one_in_wins_with_the_highest_bid() -> None:
    """When all others have dropped out the lot is sold for the highest bid; its bidder is not asked again."""
    table = Table(4, lot="C4 F8")
    table.go("Anna bid 2, Bert bid 3, Claus pass, Dieter bid 5, Anna pass")
    assert table.seen["lot"] != []
    events = table.go("Bert pass")
    (won,) = told(events, "won")
    assert (won["seat"], won["amount"]) == (3, 5)
    assert table.cards("Dieter") == "C4 F8"
    assert table.coins[3] == 12 - 5
    assert table.cards("Anna") == table.cards("Bert") == table.cards("Claus") == ""


@pytest.mark.rule("M2")
def test_every_bid_and_pass_is_told() -> None:
    """In the order in which they were made, with who made them."""
    table = Table(lot="C4 F8")
    events = table.go("Anna bid 2, Bert pass, Claus bid 5, Anna pass")
    said = [(event.name, event.seat) for event in events[:4]]
    assert said == [("bid", 0), ("passed", 1), ("bid", 2), ("passed", 0)]
    assert [event["amount"] for event in told(events, "bid")] == [2, 5]


@pytest.mark.rule("M2")
def test_the_last_one_in_need_not_have_bid_last_in_order() -> None:
    """The opener wins when both others pass round the table."""
    table = Table(lot="C4 F8")
    table.go("Anna bid 2, Bert pass, Claus pass")
    assert table.cards("Anna") == "C4 F8"
    assert table.coins == (10, 13, 13)


@pytest.mark.rule("M2")
def test_the_first_bid_may_be_0() -> None:
    """The opener bids 0 and gets the lot for it when nobody raises."""
    table = Table(lot="C4 F8")
    table.go("Anna bid 0")
    assert (table.seen["bid"], table.seen["leader"]) == (0, 0)
    assert table.bids == list(range(1, 13))
    assert "too low: bid at least 1" in table.refused("Bert bid 0")
    events = table.go("Bert pass, Claus pass")
    assert told(events, "won")[0]["amount"] == 0
    assert told(events, "free") == []
    assert table.coins == (12, 12, 12)
    assert table.cards("Anna") == "C4 F8"


@pytest.mark.rule("M2")
def test_the_first_bid_may_be_0_whoever_makes_it() -> None:
    """Anna passes, Bert's is the first bid: it may be 0. He wins with it, not the start player."""
    table = Table(lot="C4 F8")
    table.go("Anna pass, Bert bid 0")
    assert table.bids == list(range(1, 13))
    table.go("Claus pass")
    assert table.cards("Bert") == "C4 F8"
    assert table.starter == "Bert"


@pytest.mark.rule("M2")
@pytest.mark.rule("M5")
def test_a_bid_of_0_has_the_digit_0() -> None:
    """Who holds a 0 may not bid 0."""
    table = Table(held={"Anna": "A0 A6"}, lot="C4 F8")
    assert table.bids == [1, 2, 3, 4, 5, 7, 8, 9, 11, 12]
    assert "ends in 0" in table.refused("Anna bid 0")
    table.go("Anna pass")
    assert table.bids[0] == 0


@pytest.mark.rule("M2")
def test_who_passes_before_anybody_has_bid_is_out() -> None:
    """Anna, the start player, and Bert pass; Claus bids; they are not asked again."""
    table = Table(4, lot="C4 F8")
    table.go("Anna pass, Bert pass, Claus bid 1")
    assert table.marked("bidding") == ["Claus", "Dieter"]
    table.go("Dieter bid 2")
    assert table.to_act == "Claus"
    assert "not seat 0's turn" in table.refused("Anna bid 3")
    table.go("Claus pass")
    assert table.cards("Dieter") == "C4 F8"


@pytest.mark.rule("M2")
def test_who_cannot_raise_can_only_pass() -> None:
    """Bert has no more than was bid."""
    table = Table(lot="C4 F8", coins=(20, 6, 10))
    table.go("Anna bid 6")
    assert table.offered == ["pass"]


@pytest.mark.rule("M3")
def test_nobody_bids_and_the_start_player_takes_the_lot_free() -> None:
    """All pass: the lot goes to the start player, who pays nothing."""
    table = Table(4, lot="C4 F8", start="Dieter")
    events = table.go("Dieter pass, Anna pass, Bert pass, Claus pass")
    assert [event["seat"] for event in told(events, "free")] == [3]
    assert table.cards("Dieter") == "C4 F8"
    assert table.coins == (12, 12, 12, 12)
    assert table.starter == "Dieter"


@pytest.mark.rule("M3")
def test_a_free_lot_has_no_digit_and_leaves_the_pot() -> None:
    """No bid of 0: nothing is paid out, not even to who holds a 0, and the Pot stays where it is."""
    table = Table(held={"Bert": "A0 A6"}, coins=(12, 11, 12), pot=1, lot="C4 F8")
    events = table.go("Anna pass, Bert pass, Claus pass")
    assert table.cards("Anna") == "C4 F8"
    assert table.coins == (12, 11, 12)
    assert table.pot == 1
    assert told(events, "won") == told(events, "received") == []


@pytest.mark.rule("M3")
def test_the_start_player_takes_a_free_lot_with_digits_already_held() -> None:
    """Holding the 0 bars from bidding 0, not from taking a lot free."""
    table = Table(held={"Anna": "A0 B0"}, lot="C0 F8")
    table.go("Anna pass, Bert pass, Claus pass")
    assert table.cards("Anna") == "A0 B0 C0 F8"


@pytest.mark.rule("M3")
def test_the_last_one_left_is_asked_before_a_lot_goes_free() -> None:
    """Anna and Bert have passed without a bid; Claus is still asked, with every bid open."""
    table = Table(lot="C4 F8")
    table.go("Anna pass, Bert pass")
    assert table.to_act == "Claus"
    assert table.offered == ["pass", *(f"bid {amount}" for amount in range(13))]


@pytest.mark.rule("M3")
@pytest.mark.parametrize("amount", [0, 1, 12])
def test_any_bid_of_the_last_one_left_wins_at_once(amount: int) -> None:
    """The auction is over with it; nobody is asked again."""
    table = Table(lot="C4 F8")
    events = table.go(f"Anna pass, Bert pass, Claus bid {amount}")
    assert [(won["seat"], won["amount"]) for won in told(events, "won")] == [(2, amount)]
    assert table.cards("Claus") == "C4 F8"
    assert table.coins[2] == 12 - amount
    assert table.starter == "Claus"


@pytest.mark.rule("M3")
@pytest.mark.rule("M12")
def test_the_last_ones_bid_of_0_is_a_bid() -> None:
    """Unlike a lot taken free, it is a payment of 0 and hands out the Pot."""
    table = Table(held={"Bert": "A0 A6"}, coins=(12, 11, 12), pot=1, lot="C4 F8")
    table.go("Anna pass, Bert pass, Claus bid 0")
    assert table.cards("Claus") == "C4 F8"
    assert table.coins == (12, 12, 12)
    assert table.pot == 0


@pytest.mark.rule("M3")
def test_a_pass_of_the_last_one_left_gives_the_lot_away() -> None:
    """Asked once: with Claus' pass the lot is the start player's."""
    table = Table(lot="C4 F8")
    table.go("Anna pass, Bert pass, Claus pass")
    assert table.cards("Anna") == "C4 F8"
    assert table.cards("Claus") == ""
