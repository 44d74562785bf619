"""The honour table, bids with a digit one holds: fined and withdrawn (M40). Bids one cannot pay are in `test_overbid`."""

from __future__ import annotations

import pytest

from position import told
from templari.table import Table, honour


@pytest.mark.rule("M40")
def test_tables_are_strict_unless_asked_for() -> None:
    """By default neither kind of illegal bid is offered."""
    table = Table(held={"Anna": "A6 B0"}, lot="C4 E3")
    assert table.bids == [1, 2, 3, 4, 5, 7, 8, 9, 11, 12]
    assert table.match.game.options["table_rules"] == "strict"


@pytest.mark.rule("M40")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_raise_up_to_all_the_coins_is_offered(players: int) -> None:
    """Whatever one holds, cards or coins: bids to 12 times the number of players."""
    table = honour(players, held={"Anna": "A6 B0"}, lot="C4 E3")
    assert table.offered == ["pass", *(f"bid {amount}" for amount in range(12 * players + 1))]
    table.go("Anna bid 9")
    assert table.bids == list(range(10, 12 * players + 1))


@pytest.mark.rule("M40")
def test_a_bid_above_all_the_coins_is_not_offered() -> None:
    """Nor is there a raise above that: who follows can only pass."""
    table = honour(lot="C4 E3")
    assert table.refused("Anna bid 37") == "bid 37 is more than all coins in the game: 36"
    table.go("Anna bid 36")
    assert table.offered == ["pass"]


@pytest.mark.rule("M40")
def test_raises_only() -> None:
    """An honour table does not take bids that are not higher."""
    table = honour(lot="C4 E3")
    table.go("Anna bid 4")
    assert "too low: bid at least 5" in table.refused("Bert bid 4")


@pytest.mark.rule("M40")
def test_a_held_digit_costs_a_coin_to_the_pot() -> None:
    """Anna bids 6 with a 6 before her: one coin to the Pot, and it is still her turn."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    events = table.go("Anna bid 6")
    assert told(events, "fined") == [{"seat": 0, "amount": 6, "coins": 1}]
    assert told(events, "bid") == []
    assert (table.coins, table.pot) == ((11, 12, 12), 1)
    assert table.to_act == "Anna"


@pytest.mark.rule("M40")
@pytest.mark.rule("M5")
def test_two_digit_bids_are_fined_by_their_last_digit() -> None:
    """16 and 10 against a 6 and a 0; 1 is no offence."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3", coins=(20, 8, 8))
    table.go("Anna bid 16, Anna bid 10, Anna bid 1")
    assert (table.coins, table.pot) == ((18, 8, 8), 2)
    assert (table.seen["bid"], table.seen["leader"]) == (1, 0)


@pytest.mark.rule("M40")
def test_a_withdrawn_bid_is_no_bid() -> None:
    """After it the first bid may still be 0, lower numbers are open, and the highest bid stays who had it."""
    table = honour(held={"Anna": "A6 B6"}, lot="C4 E3")
    table.go("Anna bid 6")
    assert (table.seen["bid"], table.seen["leader"]) == (None, None)
    assert table.bids == [0, 1, 2, 3, 4, 5, *range(7, 37)]
    table.go("Anna bid 0")
    assert (table.seen["bid"], table.seen["leader"]) == (0, 0)
    table.go("Bert bid 3, Claus bid 4, Anna bid 16")
    assert (table.seen["bid"], table.seen["leader"]) == (4, 2)
    assert table.bids == [*range(5, 16), *range(17, 37)]


@pytest.mark.rule("M40")
def test_after_a_withdrawn_bid_one_may_pass() -> None:
    """Passing is open, and nobody having bid, the lot can still go free; then the fine stays in the Pot."""
    table = honour(held={"Bert": "A6 B6"}, lot="C4 E3")
    table.go("Anna pass, Bert bid 6, Bert pass, Claus pass")
    assert table.cards("Anna") == "C4 E3"
    assert (table.coins, table.pot) == ((12, 11, 12), 1)


@pytest.mark.rule("M40")
@pytest.mark.rule("M3")
def test_the_last_one_left_may_bid_again_after_a_withdrawn_bid() -> None:
    """A withdrawn bid does not win at once; the next, a proper one, does, and its payment takes the fine along."""
    table = honour(held={"Claus": "A6 B6"}, lot="C4 E3")
    table.go("Anna pass, Bert pass, Claus bid 6")
    assert table.to_act == "Claus"
    table.go("Claus bid 5")
    assert table.cards("Claus") == "A6 B6 C4 E3"
    assert (table.coins, table.pot) == ((15, 15, 6), 0)


@pytest.mark.rule("M40")
def test_a_withdrawn_number_is_not_offered_again_in_the_turn() -> None:
    """One after the other they go; each is refused for that reason, and fined but once."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    table.go("Anna bid 6, Anna bid 10")
    assert table.seen["withdrawn"] == [6, 10]
    assert not {6, 10} & set(table.bids)
    assert table.refused("Anna bid 6") == "bid 6 was withdrawn a moment ago: bid another number or pass"
    assert "withdrawn" in table.refused("Anna bid 10")
    assert {16, 20, 0} <= set(table.bids)
    assert (table.coins, table.pot) == ((10, 12, 12), 2)


@pytest.mark.rule("M40")
def test_a_withdrawn_number_is_offered_to_the_next_player() -> None:
    """Anna's 6 is gone for her turn only; Bert holds none and bids it."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    table.go("Anna bid 6, Anna bid 1")
    assert table.seen["withdrawn"] == []
    assert 6 in table.bids
    table.go("Bert bid 6")
    assert (table.seen["bid"], table.seen["leader"]) == (6, 1)


@pytest.mark.rule("M40")
def test_and_to_the_same_player_in_the_next_turn() -> None:
    """When the bidding has come round, 16 is offered again and costs again."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    table.go("Anna bid 16, Anna bid 1, Bert bid 2, Claus pass")
    assert 16 in table.bids
    table.go("Anna bid 16")
    assert (table.coins, table.pot) == ((10, 12, 12), 2)


@pytest.mark.rule("M40")
def test_a_number_withdrawn_before_passing_is_open_to_who_comes_next() -> None:
    """Ending the turn by a pass forgets it as well."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    table.go("Anna bid 6, Anna pass")
    assert table.bids == list(range(37))


@pytest.mark.rule("M40")
def test_no_fine_from_who_has_no_coin() -> None:
    """The bid is withdrawn all the same."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3", coins=(1, 20, 15))
    events = table.go("Anna bid 6, Anna bid 16, Anna bid 26")
    assert [event["coins"] for event in told(events, "fined")] == [1, 0, 0]
    assert (table.coins, table.pot) == ((0, 20, 15), 1)
    assert table.seen["withdrawn"] == [6, 16, 26]
    assert table.to_act == "Anna"


@pytest.mark.rule("M40")
@pytest.mark.rule("M41")
def test_against_both_rules_it_is_only_withdrawn() -> None:
    """Anna has 12 coins and a 6: a bid of 26 costs a coin, and no card; she stays in."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    events = table.go("Anna bid 26")
    assert told(events, "overbid") == []
    assert (table.coins, table.pot) == ((11, 12, 12), 1)
    assert table.to_act == "Anna"
    table.go("Anna bid 5, Bert pass, Claus pass")
    assert table.cards("Anna") == "A6 B0 C4 E3"
    assert table.marked("overbid") == []


@pytest.mark.rule("M40")
@pytest.mark.rule("M41")
def test_a_fine_can_make_a_bid_too_dear() -> None:
    """Five coins, one lost as a fine: a bid of 5 cannot be paid any more."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3", coins=(5, 16, 15))
    events = table.go("Anna bid 6, Anna bid 5, Bert pass, Claus pass")
    assert told(events, "overbid") == [{"seat": 0, "amount": 5}]


@pytest.mark.rule("M40")
@pytest.mark.rule("M12")
def test_several_fines_of_several_players_go_out_with_the_payment() -> None:
    """Three coins of fines and 9 paid: Bert, the only one with a 9, takes all twelve."""
    table = honour(4, held={"Anna": "A6 B0", "Bert": "A9 D8"}, lot="C4 E3")
    table.go("Anna bid 6, Anna bid 0, Anna bid 1, Bert bid 8, Bert pass, Claus bid 9, Dieter pass, Anna pass")
    assert (table.coins, table.pot) == ((10, 23, 3, 12), 0)


@pytest.mark.rule("M40")
def test_fines_without_a_sale_wait_in_the_pot() -> None:
    """The lot went free; the next payment hands the fine out."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    table.go("Anna bid 6, Anna pass, Bert pass, Claus pass")
    assert table.pot == 1
    table.turn_up("B2 D8")
    table.buys("Bert", 1)
    assert (table.coins, table.pot) == ((12, 11, 13), 0)


@pytest.mark.rule("M40")
@pytest.mark.rule("M20")
def test_fines_in_a_side_auction() -> None:
    """Bert's fine goes to the Pot, not to the seller; the lowest bid is still 1, the numbers go as far."""
    table = honour(held={"Anna": "A6 B0", "Bert": "C4 D5"})
    table.go("Anna sell A6")
    assert table.bids == list(range(1, 37))
    assert "too low: bid at least 1" in table.refused("Bert bid 0")
    table.go("Bert bid 4")
    assert (table.coins, table.pot) == ((12, 11, 12), 1)
    assert "withdrawn" in table.refused("Bert bid 4")
    table.go("Bert bid 3, Claus pass")
    assert table.cards("Bert") == "A6 C4 D5"
    assert (table.coins, table.pot) == ((15, 8, 12), 1)
