"""Who gets the money for a lot: matching cards (M10), nobody matching (M11), the Pot (M12), the digit (M13)."""

from __future__ import annotations

import pytest

from position import told
from templari.table import Table


@pytest.mark.rule("M10")
def test_most_cards_of_the_digit_take_all() -> None:
    """Bert has two 8s, Claus one: all 8 coins are Bert's."""
    table = Table(4, held={"Bert": "A8 D8", "Claus": "F8 B0"}, lot="C4 E3")
    events = table.buys("Anna", 8)
    assert table.coins == (4, 20, 12, 12)
    assert table.pot == 0
    assert told(events, "received") == [{"seat": 1, "coins": 8, "digit": 8, "matching": 2}]


@pytest.mark.rule("M10")
def test_three_cards_of_the_digit_take_all() -> None:
    """All three 8s before one player."""
    table = Table(held={"Claus": "A8 D8 F8 B0"}, lot="C4 E3")
    table.buys("Anna", 8)
    assert table.coins == (4, 12, 20)


@pytest.mark.rule("M10")
def test_one_card_is_enough_where_nobody_has_more() -> None:
    """Other cards do not count, however many."""
    table = Table(held={"Bert": "C4 D5 D6 E7", "Claus": "B3 B0"}, lot="F8 F9")
    table.buys("Anna", 3)
    assert table.coins == (9, 12, 15)


@pytest.mark.rule("M10")
@pytest.mark.rule("M12")
def test_a_tie_shares_equally() -> None:
    """Bert and Dieter have a 5 each: 5 coins make 2 each, one is left for the Pot; Claus gets nothing."""
    table = Table(4, held={"Bert": "C5 A0", "Dieter": "D5 B0"}, lot="C4 E3")
    table.buys("Anna", 5)
    assert table.coins == (7, 14, 12, 14)
    assert table.pot == 1


@pytest.mark.rule("M10")
def test_a_tie_of_three_shares_equally() -> None:
    """All three 2s before different players, of five."""
    table = Table(5, held={"Bert": "B2", "Claus": "D2 A0", "Emma": "E2"}, lot="C4 E3")
    table.buys("Anna", 12)
    assert table.coins == (0, 16, 16, 12, 16)


@pytest.mark.rule("M10")
def test_the_cards_of_the_lot_do_not_match() -> None:
    """Anna buys two 7s for 7 coins: Bert's single 7, held before, takes them."""
    table = Table(held={"Bert": "A7 B0"}, lot="C7 E7")
    table.buys("Anna", 7)
    assert table.coins == (5, 19, 12)


@pytest.mark.rule("M10")
@pytest.mark.rule("M11")
def test_the_winner_never_receives() -> None:
    """A digit only on the lot bought matches nobody: the two others share, the winner has no share."""
    table = Table(lot="C4 E4")
    table.buys("Anna", 4)
    assert table.coins == (8, 14, 14)


@pytest.mark.rule("M10")
def test_who_dropped_out_receives() -> None:
    """Bert passed first and still takes the money for his 9; the bidder who came second gets nothing."""
    table = Table(held={"Bert": "A9 B0"}, lot="C4 E4", start="Bert")
    table.go("Bert pass, Claus bid 8, Anna bid 9, Claus pass")
    assert table.coins == (3, 21, 12)


@pytest.mark.rule("M10")
@pytest.mark.rule("M31")
def test_who_takes_no_part_because_of_an_exchange_receives() -> None:
    """Bert has exchanged and sits out; with the 9 he has now he takes Anna's 9 coins."""
    table = Table(held={"Bert": "A8 B0", "Claus": "A9 D5"}, exchange=True, start="Bert")
    table.go("Bert take A9, Bert give A8, Claus pass")
    table.turn_up("C4 E4")
    table.buys("Anna", 9)
    assert table.coins == (3, 21, 12)


@pytest.mark.rule("M10")
@pytest.mark.rule("M41")
def test_who_is_excluded_for_an_overbid_receives() -> None:
    """Bert is out of this auction and holds a 9."""
    table = Table(held={"Bert": "A9 B0"}, lot="C4 E4", table_rules="honour", start="Bert")
    table.go("Bert bid 31, Claus pass, Anna pass, Bert discard B0, Claus pass, Anna bid 9")
    assert table.coins == (3, 21, 12)


@pytest.mark.rule("M10")
def test_the_digit_0_matches_tens() -> None:
    """For 10 coins it is the 0s that count, not the 1s."""
    table = Table(held={"Bert": "B1 C1", "Claus": "B0 B6"}, lot="C4 E4")
    table.buys("Anna", 10)
    assert table.coins == (2, 12, 22)


@pytest.mark.rule("M11")
@pytest.mark.parametrize(
    ("players", "coins", "pot"), [(3, (6, 15, 15), 0), (4, (6, 14, 14, 14), 0), (5, (6, 13, 13, 13, 13), 2)]
)
def test_without_a_match_all_but_the_winner_share(players: int, coins: tuple[int, ...], pot: int) -> None:
    """Six coins, equally, cards or no cards."""
    table = Table(players, held={"Bert": "A0 B1"}, lot="C4 E4")
    table.buys("Anna", 6)
    assert (table.coins, table.pot) == (coins, pot)


@pytest.mark.rule("M11")
def test_a_match_of_none_is_no_tie_of_nothing() -> None:
    """One matching card is enough to shut out all who have none."""
    table = Table(5, held={"Emma": "A6 B1"}, lot="C4 E4")
    table.buys("Anna", 6)
    assert table.coins == (6, 12, 12, 12, 18)


@pytest.mark.rule("M12")
def test_less_than_a_coin_each_goes_to_the_pot() -> None:
    """Two coins among three cannot be shared: they stay."""
    table = Table(4, lot="C4 E4")
    events = table.buys("Anna", 2)
    assert table.coins == (10, 12, 12, 12)
    assert table.pot == 2
    assert told(events, "left_over") == [{"seat": 0, "coins": 2}]


@pytest.mark.rule("M12")
def test_the_pot_is_added_to_the_next_payment() -> None:
    """Two coins of the Pot and 4 paid make 2 each for three, and the Pot is empty."""
    table = Table(4, coins=(12, 12, 12, 10), pot=2, lot="C5 E7")
    events = table.buys("Dieter", 4)
    assert told(events, "won")[0]["pot"] == 2
    assert table.coins == (14, 14, 14, 6)
    assert table.pot == 0
    assert told(events, "left_over") == []


@pytest.mark.rule("M12")
def test_the_pot_goes_to_who_matches() -> None:
    """Whoever takes the payment takes the Pot with it."""
    table = Table(4, held={"Bert": "A8 D8", "Claus": "F8 B0"}, coins=(12, 12, 12, 9), pot=3, lot="C4 E3")
    table.buys("Anna", 8)
    assert (table.coins, table.pot) == ((4, 23, 12, 9), 0)


@pytest.mark.rule("M12")
def test_the_pot_can_stay_and_grow() -> None:
    """Of five players four share: 1 and 2 are too little and wait; 3 and 8 make two each, and three are left again."""
    table = Table(5, coins=(12, 12, 12, 12, 11), pot=1, lot="C4 E3")
    table.buys("Anna", 2)
    assert (table.coins, table.pot) == ((10, 12, 12, 12, 11), 3)
    table.turn_up("C5 E7")
    table.buys("Bert", 8)
    assert (table.coins, table.pot) == ((12, 4, 14, 14, 13), 3)


@pytest.mark.rule("M12")
def test_a_payment_of_0_hands_the_pot_out() -> None:
    """Anna gets the lot for a bid of 0; without a 0 before anybody the Pot is shared."""
    table = Table(4, coins=(12, 12, 12, 9), pot=3, lot="C4 E3")
    table.buys("Anna", 0)
    assert (table.coins, table.pot) == ((12, 13, 13, 10), 0)


@pytest.mark.rule("M12")
def test_a_payment_of_0_hands_the_pot_to_who_holds_a_0() -> None:
    """The digit of a bid of 0 is 0."""
    table = Table(4, held={"Claus": "A0 A6"}, coins=(12, 12, 12, 9), pot=3, lot="C4 E3")
    table.buys("Anna", 0)
    assert (table.coins, table.pot) == ((12, 12, 15, 9), 0)


@pytest.mark.rule("M12")
@pytest.mark.rule("M40")
def test_fines_of_an_auction_go_out_with_its_payment() -> None:
    """Anna pays a fine for bidding 6, then wins at 5: six coins are shared."""
    table = Table(held={"Anna": "A6 B0"}, lot="C4 E3", table_rules="honour")
    table.go("Anna bid 6, Anna bid 5, Bert pass, Claus pass")
    assert (table.coins, table.pot) == ((6, 15, 15), 0)


@pytest.mark.rule("M12")
@pytest.mark.rule("M20")
def test_a_side_auction_leaves_the_pot_alone() -> None:
    """Anna gets the 5 coins for her card and nothing from the Pot; others with a 5 get nothing."""
    table = Table(held={"Anna": "A6 B0", "Claus": "C5 D5"}, coins=(12, 12, 11), pot=1)
    table.go("Anna sell A6, Bert bid 5, Claus pass")
    assert (table.coins, table.pot) == ((17, 7, 11), 1)


@pytest.mark.rule("M13")
def test_the_digit_is_that_of_the_bid_alone() -> None:
    """Bid 9, one in the Pot: the 9s take 10 coins, the 0s nothing."""
    table = Table(held={"Bert": "A9 B1", "Claus": "A0 B0"}, coins=(12, 12, 11), pot=1, lot="C4 E3")
    table.buys("Anna", 9)
    assert (table.coins, table.pot) == ((3, 22, 11), 0)


@pytest.mark.rule("M13")
def test_the_digit_is_the_last_of_a_larger_bid() -> None:
    """Bid 17: the 7s take it, not the 1s, and not the 8s that bid and Pot would make."""
    held = {"Bert": "A7 B6", "Claus": "B1 A8"}
    table = Table(held=held, coins=(20, 10, 5), pot=1, lot="C4 E3")
    table.buys("Anna", 17)
    assert (table.coins, table.pot) == ((3, 28, 5), 0)
