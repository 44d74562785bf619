"""The rulebook's worked examples, each as a position."""

from __future__ import annotations

import pytest

from templari.table import Table


@pytest.mark.rule("M10")
def test_the_only_7_takes_seven_coins() -> None:
    """Anna pays 7; Bert has the only 7."""
    table = Table(4, held={"Bert": "A7 C0"}, lot="B2 D5")
    table.go("Anna bid 7, Bert pass, Claus pass, Dieter pass")
    assert table.coins == (5, 19, 12, 12)


@pytest.mark.rule("M10")
def test_three_9s_share_nine_coins() -> None:
    """Dieter pays 9; Anna, Bert and Claus have a 9 each and get 3 each."""
    table = Table(4, held={"Anna": "A9 B1", "Bert": "E9", "Claus": "F9"}, lot="B2 D5", start="Dieter")
    table.go("Dieter bid 9, Anna pass, Bert pass, Claus pass")
    assert table.coins == (15, 15, 15, 3)


@pytest.mark.rule("M10")
def test_two_8s_beat_one() -> None:
    """Anna pays 8; all of it goes to Bert with two 8s, none to Claus with one."""
    table = Table(3, held={"Bert": "A8 D8", "Claus": "F8 B0"}, lot="B2 D5")
    table.go("Anna bid 8, Bert pass, Claus pass")
    assert table.coins == (4, 20, 12)


@pytest.mark.rule("M11")
@pytest.mark.parametrize(("players", "share"), [(3, 3), (4, 2)])
def test_without_a_6_six_coins_are_split_evenly(players: int, share: int) -> None:
    """Anna pays 6 and nobody has a 6: each of the others gets the same."""
    table = Table(players, held={"Bert": "A7 C0", "Claus": "E3 F3"}, lot="B2 D5")
    table.buys("Anna", 6)
    assert table.coins == (6, *[12 + share] * (players - 1))
    assert table.pot == 0


@pytest.mark.rule("M13")
def test_twelve_coins_are_for_the_2() -> None:
    """Claus pays 12; Bert has the only 2 and gets all twelve."""
    table = Table(4, held={"Bert": "B2 C0", "Anna": "B1 C1"}, lot="D6 D5", start="Claus")
    table.go("Claus bid 12, Dieter pass, Anna pass, Bert pass")
    assert table.coins == (12, 24, 0, 12)


@pytest.mark.rule("M13")
@pytest.mark.rule("M5")
@pytest.mark.parametrize(("bid", "digit"), [(14, 4), (10, 0)])
def test_the_units_digit_is_the_number_to_match(bid: int, digit: int) -> None:
    """14 is matched by a 4, 10 by a 0; and who holds that number may not bid so."""
    cards = {4: "C4 D4", 0: "B0 C0"}[digit]
    table = Table(held={"Bert": cards, "Claus": "B1 C1"}, coins=(14, 14, 8), lot="D6 D5", start="Bert")
    assert bid not in table.bids
    table.buys("Anna", bid)
    assert table.coins == (14 - bid, 14 + bid, 8)


@pytest.mark.rule("M12")
def test_a_remainder_waits_in_the_pot_for_the_next_round() -> None:
    """Anna pays 13 to Bert and Claus, 6 each and one for the Pot; then Bert pays 9 and Anna and Claus get 5 each."""
    table = Table(coins=(16, 10, 10), lot="A0 B6")
    table.go("Anna bid 13, Bert pass, Claus pass")
    assert (table.coins, table.pot) == ((3, 16, 16), 1)
    table.turn_up("C5 D8")
    table.go("Anna pass, Bert bid 9, Claus pass")
    assert (table.coins, table.pot) == ((8, 7, 21), 0)


@pytest.mark.rule("M5")
def test_cards_4_and_6_bar_4_6_14_16() -> None:
    """Anna has a 4 and a 6: every bid that ends so is barred, all others are open."""
    table = Table(held={"Anna": "C4 A6"}, coins=(36, 0, 0), lot="B2 D5")
    assert set(range(37)) - set(table.bids) == {4, 6, 14, 16, 24, 26, 34, 36}
    for amount in (4, 6, 14, 16):
        assert f"ends in {amount % 10}" in table.refused(f"Anna bid {amount}")


@pytest.mark.rule("M2")
def test_the_auction_as_told() -> None:
    """The start player opens, each in turn raises or drops out, the last one in pays the bid and starts the next round."""
    table = Table(4, lot="B2 D5", start="Bert")
    table.go("Bert bid 1, Claus bid 3, Dieter pass, Anna bid 4, Bert pass, Claus bid 7, Anna pass")
    assert table.cards("Claus") == "B2 D5"
    assert table.coins == (14, 14, 5, 14)
    assert (table.pot, table.starter) == (1, "Claus")
