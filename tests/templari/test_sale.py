"""Side auctions: who may sell, who is asked when, and how a card on sale is auctioned (M20)."""

from __future__ import annotations

import pytest

from position import told
from templari.table import Table

HELD = {"Anna": "A6 B1", "Bert": "C4 D5", "Claus": "E9 F8"}


@pytest.mark.rule("M20")
def test_the_first_round_begins_without_questions() -> None:
    """Nobody holds a card: the first card is turned up at once."""
    assert Table().to_act == "chance"


@pytest.mark.rule("M20")
def test_a_player_may_sell_one_own_card_or_not() -> None:
    """Before cards are turned each own card is offered, and passing."""
    table = Table(held=HELD)
    assert table.seen["lot"] == []
    assert table.to_act == "Anna"
    assert sorted(table.offered) == ["pass", "sell A6", "sell B1"]
    assert "not among those to choose from" in table.refused("Anna sell C4")


@pytest.mark.rule("M20")
def test_the_option_switches_side_auctions_off() -> None:
    """Then nobody is asked, cards or not."""
    assert Table(held=HELD, side_auctions=False).to_act == "chance"


@pytest.mark.rule("M20")
def test_the_seller_gets_all_the_money() -> None:
    """Bert buys Anna's card for 4: she gets 4, nobody else gets anything, whatever they hold."""
    table = Table(held={"Anna": "A6 B1", "Claus": "C4 D4"})
    events = table.go("Anna sell A6, Bert bid 4, Claus pass")
    assert told(events, "offered")[0]["seat"] == 0
    (sold,) = told(events, "sold")
    assert (sold["seat"], sold["seller"], sold["amount"]) == (1, 0, 4)
    assert table.coins == (16, 8, 12)
    assert table.pot == 0
    assert table.cards("Anna") == "B1"
    assert table.cards("Bert") == "A6"


@pytest.mark.rule("M20")
@pytest.mark.parametrize("coins", [(36, 0, 0), (0, 18, 18)])
def test_anybody_may_sell_rich_or_poor(coins: tuple[int, int, int]) -> None:
    """It is no matter of being short of money."""
    assert "sell A6" in Table(held=HELD, coins=coins).offered


@pytest.mark.rule("M20")
def test_asked_from_the_start_player_clockwise_each_once() -> None:
    """Claus starts: Claus, Anna, Bert decline one after the other, then cards are turned."""
    table = Table(held=HELD, start="Claus")
    events = table.go("Claus pass, Anna pass, Bert pass")
    assert [event["seat"] for event in told(events, "declined")] == [2, 0, 1]
    assert table.to_act == "chance"
    assert [table.cards(name) for name in HELD] == list(HELD.values())


@pytest.mark.rule("M20")
def test_only_one_card_a_round() -> None:
    """Anna has sold one and holds another: Bert is asked now, and she is not asked again."""
    table = Table(held=HELD)
    table.go("Anna sell A6, Bert bid 1, Claus pass")
    assert table.to_act == "Bert"
    table.go("Bert pass, Claus pass")
    assert table.to_act == "chance"


@pytest.mark.rule("M20")
def test_a_sale_is_finished_before_the_next_is_asked() -> None:
    """While Anna's card is on sale there is nothing to do but bid or pass for it."""
    table = Table(held=HELD)
    table.go("Anna sell A6")
    assert (table.seen["seller"], table.seen["sale"]["name"]) == (0, "A6")
    assert {action.split()[0] for action in table.offered} == {"pass", "bid"}
    assert "bid or pass" in table.refused("Bert sell C4")
    table.go("Bert pass, Claus bid 1")
    assert (table.seen["seller"], table.seen["sale"]) == (None, None)
    assert table.to_act == "Bert"
    assert "sell C4" in table.offered


@pytest.mark.rule("M20")
def test_who_holds_no_card_is_not_asked() -> None:
    """Of four players only Bert and Dieter hold cards."""
    table = Table(4, held={"Bert": "A6", "Dieter": "B1"})
    assert table.to_act == "Bert"
    table.go("Bert pass")
    assert table.to_act == "Dieter"
    table.go("Dieter pass")
    assert table.to_act == "chance"


@pytest.mark.rule("M20")
def test_a_card_bought_a_moment_ago_may_be_sold_on() -> None:
    """Bert had no card when the round began; he buys Anna's, is asked then, and sells it to Claus."""
    table = Table(held={"Anna": "A6 B1"})
    table.go("Anna sell A6, Bert bid 3, Claus pass")
    assert table.to_act == "Bert"
    assert table.offered == ["pass", "sell A6"]
    table.go("Bert sell A6, Claus bid 5, Anna pass")
    assert (table.cards("Claus"), table.cards("Bert")) == ("A6", "")
    assert table.coins == (15, 14, 7)
    assert table.offered == ["pass", "sell A6"]
    assert table.to_act == "Claus"


@pytest.mark.rule("M20")
def test_who_has_had_their_say_is_not_asked_again() -> None:
    """Anna declined, then buys a card: no second turn to sell in this round."""
    table = Table(held={"Anna": "B1 B2", "Bert": "A6 C5"})
    table.go("Anna pass, Bert sell A6, Claus pass, Anna bid 3")
    assert table.cards("Anna") == "A6 B1 B2"
    assert table.to_act == "chance"


@pytest.mark.rule("M20")
def test_who_was_passed_over_without_a_card_is_not_asked_again() -> None:
    """Anna, without a card at her turn, buys one from Bert: her turn is over all the same."""
    table = Table(held={"Bert": "A6 C5"})
    assert table.to_act == "Bert"
    table.go("Bert sell A6, Claus pass, Anna bid 1")
    assert table.cards("Anna") == "A6"
    assert table.to_act == "chance"


@pytest.mark.rule("M20")
@pytest.mark.parametrize(("seller", "order"), [("Anna", ["Bert", "Claus", "Dieter"]), ("Claus", ["Dieter", "Anna", "Bert"])])
def test_the_left_neighbour_opens_and_the_seller_does_not_bid(seller: str, order: list[str]) -> None:
    """The others bid in clockwise order from the player left of the seller, whoever started the round."""
    table = Table(4, held={seller: "A6 B1"}, start="Bert")
    table.go(f"{seller} sell A6")
    asked = []
    for amount in range(1, 7):
        asked.append(table.to_act)
        table.go(f"{table.to_act} bid {amount}")
    assert asked == order * 2
    assert seller not in table.marked("bidding")


@pytest.mark.rule("M20")
def test_the_lowest_bid_is_1() -> None:
    """Unlike for a lot, 0 cannot be bid, neither by the opener nor by a later first bidder."""
    table = Table(held=HELD)
    table.go("Anna sell A6")
    assert table.bids[0] == 1
    assert "too low: bid at least 1" in table.refused("Bert bid 0")
    table.go("Bert pass")
    assert table.bids[0] == 1
    assert "too low: bid at least 1" in table.refused("Claus bid 0")


@pytest.mark.rule("M20")
@pytest.mark.rule("M4")
@pytest.mark.rule("M5")
def test_coins_and_digits_limit_bids_for_a_card_too() -> None:
    """Bert has 11 coins, a 4 and a 5."""
    table = Table(held=HELD, coins=(12, 11, 13))
    table.go("Anna sell A6")
    assert table.bids == [1, 2, 3, 6, 7, 8, 9, 10, 11]
    assert "more than seat 1 has: 11 coins" in table.refused("Bert bid 12")
    assert "ends in 4" in table.refused("Bert bid 4")
    table.go("Bert bid 6")
    assert table.bids == [7, 10, 11, 12, 13]
    assert "too low: bid at least 7" in table.refused("Claus bid 6")


@pytest.mark.rule("M20")
def test_the_number_of_the_card_on_sale_bars_nobody_but_who_holds_it() -> None:
    """Bids for a 6 may end in 6."""
    table = Table(held=HELD)
    table.go("Anna sell A6, Bert bid 6, Claus pass")
    assert table.coins == (18, 6, 12)


@pytest.mark.rule("M20")
def test_the_opener_may_pass_and_is_out() -> None:
    """Bert passes, Claus and Dieter bid on, Bert is not asked again."""
    table = Table(4, held={"Anna": "A6 B1"})
    table.go("Anna sell A6, Bert pass, Claus bid 1, Dieter bid 2, Claus bid 3, Dieter pass")
    assert table.cards("Claus") == "A6"
    assert table.coins == (15, 12, 9, 12)


@pytest.mark.rule("M20")
def test_the_last_one_left_is_asked_and_wins_at_once() -> None:
    """Bert and Claus pass; Dieter's first bid buys the card."""
    table = Table(4, held={"Anna": "A6 B1"})
    table.go("Anna sell A6, Bert pass, Claus pass")
    assert table.to_act == "Dieter"
    table.go("Dieter bid 1")
    assert table.cards("Dieter") == "A6"
    assert table.coins == (13, 12, 12, 11)


@pytest.mark.rule("M20")
def test_without_a_bid_the_card_stays_and_the_turn_is_used_up() -> None:
    """The last one left may pass too: Anna keeps her card and cannot try another."""
    table = Table(held=HELD)
    events = table.go("Anna sell A6, Bert pass, Claus pass")
    assert [event["seat"] for event in told(events, "unsold")] == [0]
    assert table.cards("Anna") == "A6 B1"
    assert table.coins == (12, 12, 12)
    assert table.to_act == "Bert"
    table.go("Bert pass, Claus pass")
    assert table.to_act == "chance"


@pytest.mark.rule("M20")
def test_the_start_player_does_not_change() -> None:
    """Claus buys a card; Anna still opens the auction of the lot, in which all take part."""
    table = Table(held=HELD)
    table.go("Anna sell A6, Bert pass, Claus bid 1")
    table.turn_up("B2 D8")
    assert (table.starter, table.to_act) == ("Anna", "Anna")
    assert table.marked("bidding") == ["Anna", "Bert", "Claus"]
    assert table.seen["round"] == 4


@pytest.mark.rule("M20")
def test_several_sales_in_one_round() -> None:
    """Each in turn sells one card, with the money of the sales before."""
    table = Table(held=HELD, coins=(0, 12, 24))
    table.go("Anna sell A6, Bert pass, Claus bid 20")
    assert table.coins == (20, 12, 4)
    table.go("Bert sell C4, Claus pass, Anna bid 20")
    assert table.coins == (0, 32, 4)
    table.go("Claus sell A6, Anna pass, Bert bid 30")
    assert table.coins == (0, 2, 34)
    assert (table.cards("Anna"), table.cards("Bert"), table.cards("Claus")) == ("B1 C4", "A6 D5", "E9 F8")
    assert table.to_act == "chance"


@pytest.mark.rule("M20")
def test_everybody_may_sell_again_in_the_next_round() -> None:
    """The next round asks anew, from its own start player."""
    table = Table(held=HELD)
    table.go("Anna sell A6, Bert pass, Claus pass")
    table.turn_up("B2 D8")
    table.buys("Bert", 3)
    assert table.to_act == "Bert"
    table.go("Bert pass, Claus pass")
    assert sorted(table.offered) == ["pass", "sell A6", "sell B1"]


@pytest.mark.rule("M20")
def test_the_last_round_has_side_auctions_too() -> None:
    """Fourteen lots are sold; before the last two cards are turned cards can be sold."""
    cards = "A0 A6 A7 A8 A9 B0 B1 B2 B3 B6 C0 C1 C4 C5 C7 D2 D4 D5 D6 D8 E2 E3 E4 E7 E9 F1 F3 F5"
    table = Table(held={"Anna": cards})
    table.go("Anna sell F5, Bert bid 5, Claus pass, Bert pass")
    assert table.seen["round"] == 15
    assert sorted(table.offered) == ["turn F8", "turn F9"]
