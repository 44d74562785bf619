"""Bids nobody may make: above the own coins (M4), and with a digit one holds (M5)."""

from __future__ import annotations

import pytest

from templari.table import Table


@pytest.mark.rule("M4")
def test_nobody_bids_more_than_the_own_coins() -> None:
    """All own coins may be bid, one more may not, whatever others have."""
    table = Table(lot="C4 F8", coins=(7, 20, 9))
    assert max(table.bids) == 7
    assert table.refused("Anna bid 8") == "bid 8 is more than seat 0 has: 7 coins"
    table.go("Anna bid 7")
    assert max(table.bids) == 20
    assert "20 coins" in table.refused("Bert bid 21")


@pytest.mark.rule("M4")
def test_the_pot_is_nobodys_money() -> None:
    """Coins in the Pot raise nobody's limit."""
    table = Table(4, lot="C4 F8", coins=(5, 15, 15, 10), pot=3)
    assert max(table.bids) == 5


@pytest.mark.rule("M4")
def test_without_coins_only_0_can_be_bid() -> None:
    """And only while nobody has bid."""
    table = Table(lot="C4 F8", coins=(0, 0, 36))
    assert table.offered == ["pass", "bid 0"]
    table.go("Anna bid 0")
    assert table.offered == ["pass"]


@pytest.mark.rule("M4")
def test_the_limit_is_what_one_has_now() -> None:
    """What came in with the last payment can be bid in the next round."""
    table = Table(lot="C4 F8")
    table.buys("Bert", 10)
    table.turn_up("B2 D5")
    assert (table.to_act, table.coins) == ("Bert", (17, 2, 17))
    assert table.bids == [0, 1, 2]
    table.go("Bert pass")
    assert max(table.bids) == 17


@pytest.mark.rule("M5")
def test_a_digit_one_holds_is_barred() -> None:
    """Anna holds 3 and 7; the same number twice makes no difference."""
    table = Table(held={"Anna": "B3 E3 A7 C7"}, lot="C4 F8")
    assert table.bids == [0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12]
    assert "ends in 3, and seat 0 holds a card with 3" in table.refused("Anna bid 3")
    assert "ends in 7" in table.refused("Anna bid 7")


@pytest.mark.rule("M5")
def test_only_the_last_digit_counts() -> None:
    """A 1 bars 1, 11 and 21, but neither 10 nor 12; a 0 bars all tens."""
    table = Table(held={"Anna": "F1 F8"}, lot="C4 D5", coins=(25, 6, 5))
    assert set(range(26)) - set(table.bids) == {1, 8, 11, 18, 21}
    table = Table(held={"Anna": "A0 B0"}, lot="C4 D5", coins=(31, 3, 2))
    assert set(range(32)) - set(table.bids) == {0, 10, 20, 30}


@pytest.mark.rule("M4")
@pytest.mark.rule("M5")
def test_every_bid_up_to_all_the_coins_in_the_game() -> None:
    """One of five players has all 60 coins: 60 can be bid, but not with a 0 before one."""
    rich = (60, 0, 0, 0, 0)
    assert Table(5, lot="C4 D5", coins=rich).bids == list(range(61))
    table = Table(5, held={"Anna": "C0 C1"}, lot="C4 D5", coins=rich)
    assert table.bids == [amount for amount in range(61) if amount % 10 not in (0, 1)]
    assert "ends in 0" in table.refused("Anna bid 60")


@pytest.mark.rule("M5")
def test_cards_of_others_and_of_the_lot_do_not_bar() -> None:
    """Bert's 6 and the 4 on auction are no hindrance for Anna; Bert's 6 is one for Bert."""
    table = Table(held={"Bert": "A6 B0"}, lot="C4 F8")
    assert table.bids == list(range(13))
    table.go("Anna pass")
    assert table.bids == [1, 2, 3, 4, 5, 7, 8, 9, 11, 12]


@pytest.mark.rule("M5")
def test_cards_just_won_bar_from_the_next_round_on() -> None:
    """Anna wins a 4 and an 8."""
    table = Table(lot="C4 F8", coins=(20, 8, 8))
    table.buys("Anna", 4)
    table.turn_up("B2 D5")
    assert set(range(17)) - set(table.bids) == {4, 8, 14}


@pytest.mark.rule("M5")
def test_holding_every_digit_leaves_only_passing() -> None:
    """Ten different numbers before one: no bid is left."""
    table = Table(held={"Anna": "A0 B1 B2 B3 C4 C5 A6 A7 A8 A9"}, lot="F8 F9")
    assert table.offered == ["pass"]
    assert "ends in 5" in table.refused("Anna bid 5")


@pytest.mark.rule("M5")
@pytest.mark.rule("M20")
def test_a_card_sold_no_longer_bars_but_bars_its_buyer() -> None:
    """Held now, not formerly: Anna sells her 6 to Bert for 2."""
    table = Table(held={"Anna": "A6 B1"})
    table.go("Anna sell A6, Bert bid 2, Claus pass")
    table.turn_up("C4 F8")
    assert table.to_act == "Anna"
    assert table.bids == [0, *range(2, 11), 12, 13, 14]
    table.go("Anna pass")
    assert table.bids == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10]


@pytest.mark.rule("M5")
@pytest.mark.rule("M30")
def test_a_card_exchanged_no_longer_bars() -> None:
    """Anna gives her 6 to Bert for his 2: Bert may bid 2, 12 again, but not 6."""
    table = Table(held={"Anna": "A6 B6", "Bert": "D2 F9"}, exchange=True)
    table.go("Anna take D2, Anna give A6, Bert pass")
    table.turn_up("C4 F8")
    assert table.to_act == "Bert"
    assert table.bids == [0, 1, 2, 3, 4, 5, 7, 8, 10, 11, 12]


@pytest.mark.rule("M5")
@pytest.mark.rule("M41")
def test_a_card_discarded_no_longer_bars() -> None:
    """Bert discards his only 6 for an overbid; in the next round 6 is no offence of his."""
    table = Table(held={"Bert": "A6 F9"}, lot="C4 F8", table_rules="honour")
    table.go("Anna pass, Bert bid 20, Claus pass, Bert discard A6, Anna pass, Claus bid 1")
    table.turn_up("B2 D5")
    table.go("Claus pass, Anna pass, Bert bid 6")
    assert table.cards("Bert") == "B2 D5 F9"
    assert table.coins[1] == 12 - 6


@pytest.mark.rule("M4")
@pytest.mark.rule("M5")
def test_a_bid_above_the_coins_is_refused_for_that_first() -> None:
    """A bid that breaks both rules is refused as too dear; either way nothing happens."""
    table = Table(held={"Anna": "B3 E3"}, lot="C4 F8")
    assert "more than seat 0 has" in table.refused("Anna bid 13")
