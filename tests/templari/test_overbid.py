"""The honour table, bids one cannot pay: a card lost, and the lot auctioned again (M41)."""

from __future__ import annotations

import pytest

from position import told
from templari.table import honour, names


@pytest.mark.rule("M41")
def test_an_overbid_that_is_outbid_goes_unpunished() -> None:
    """Anna bids 19 with 7 coins; Bert, who can pay, bids 21."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3", coins=(7, 24, 5))
    events = table.go("Anna bid 19, Bert bid 21, Claus pass, Anna pass")
    assert told(events, "overbid") == []
    assert table.cards("Anna") == "A6 B0"
    assert table.cards("Bert") == "C4 E3"
    assert table.marked("overbid") == []


@pytest.mark.rule("M41")
def test_an_overbid_is_found_out_when_it_must_be_paid() -> None:
    """Not with the bid, but when the last other has passed."""
    table = honour(held={"Anna": "A6 B0"}, lot="C4 E3")
    assert told(table.go("Anna bid 13, Bert pass"), "overbid") == []
    assert (table.seen["bid"], table.seen["leader"]) == (13, 0)
    events = table.go("Claus pass")
    assert told(events, "overbid") == [{"seat": 0, "amount": 13}]
    assert told(events, "won") == []
    assert table.seen["phase"] == "discarding"
    assert names(table.seen["lot"]) == "C4 E3"


@pytest.mark.rule("M41")
def test_all_own_coins_are_no_overbid() -> None:
    """Twelve of twelve coins can be paid."""
    table = honour(lot="C4 E3")
    table.buys("Anna", 12)
    assert table.cards("Anna") == "C4 E3"
    assert table.coins == (0, 18, 18)


@pytest.mark.rule("M41")
def test_the_offender_chooses_the_card_to_discard() -> None:
    """One of all held cards, no way round it; it leaves the game. No coin is lost."""
    table = honour(held={"Anna": "A6 B0", "Bert": "D5 D8"}, lot="C4 E3")
    table.go("Anna bid 13, Bert pass, Claus pass")
    assert table.to_act == "Anna"
    assert sorted(table.offered) == ["discard A6", "discard B0"]
    assert "discard a card" in table.refused("Anna pass")
    assert "not among those to choose from" in table.refused("Anna discard D5")
    assert "not among those to choose from" in table.refused("Anna discard C4")
    events = table.go("Anna discard B0")
    assert [event["seat"] for event in told(events, "discarded")] == [0]
    assert table.cards("Anna") == "A6"
    assert names(table.seen["discarded"]) == "B0"
    assert (table.coins, table.pot) == ((12, 12, 12), 0)


@pytest.mark.rule("M41")
def test_without_a_card_nothing_is_discarded() -> None:
    """The auction begins again at once."""
    table = honour(lot="C4 E3")
    table.go("Anna bid 13, Bert pass, Claus pass")
    assert table.seen["phase"] == "bidding"
    assert table.to_act == "Bert"
    assert table.seen["discarded"] == []


@pytest.mark.rule("M41")
def test_auctioned_again_from_the_start_without_the_offender() -> None:
    """Claus overbid: the start player opens, everything from 0 is open, who had passed is in again, Claus is not."""
    table = honour(4, held={"Claus": "A6 B0"}, lot="C4 E3")
    table.go("Anna pass, Bert bid 5, Claus bid 19, Dieter pass, Bert pass, Claus discard A6")
    assert table.to_act == "Anna"
    assert table.bids == list(range(49))
    assert (table.seen["bid"], table.seen["leader"]) == (None, None)
    assert table.marked("bidding") == ["Anna", "Bert", "Dieter"]
    assert table.marked("overbid") == ["Claus"]
    table.go("Anna bid 1, Bert bid 2")
    assert table.to_act == "Dieter"
    table.go("Dieter pass, Anna pass")
    assert table.cards("Bert") == "C4 E3"
    assert table.starter == "Bert"


@pytest.mark.rule("M41")
def test_the_next_clockwise_opens_for_an_excluded_start_player() -> None:
    """Dieter starts and overbids: Anna opens the second auction."""
    table = honour(4, lot="C4 E3", start="Dieter")
    table.go("Dieter bid 14, Anna pass, Bert pass, Claus pass")
    assert table.to_act == "Anna"
    assert table.starter == "Dieter"


@pytest.mark.rule("M41")
@pytest.mark.rule("M31")
def test_the_opener_is_one_who_may_bid() -> None:
    """Anna starts and overbids, Bert has exchanged: Claus opens."""
    held = {"Anna": "A6 B0", "Bert": "D5 D8", "Claus": "F1", "Dieter": "F3"}
    table = honour(4, held=held, exchange=True)
    table.go("Anna pass, Bert take F1, Bert give D5, Claus pass")
    table.turn_up("C4 E3")
    table.go("Anna bid 14, Claus pass, Dieter pass, Anna discard A6")
    assert table.to_act == "Claus"
    assert table.marked("bidding") == ["Claus", "Dieter"]


@pytest.mark.rule("M41")
def test_offences_add_up_for_the_lot() -> None:
    """After Anna, Bert overbids too: Claus and Dieter are left; with the lot sold both are back."""
    table = honour(4, held={"Anna": "A6 B0", "Bert": "D5 D8"}, lot="C4 E3")
    table.go("Anna bid 14, Bert pass, Claus pass, Dieter pass, Anna discard A6")
    table.go("Bert bid 13, Claus pass, Dieter pass, Bert discard D8")
    assert table.marked("overbid") == ["Anna", "Bert"]
    assert names(table.seen["discarded"]) == "A6 D8"
    assert table.to_act == "Claus"
    assert table.marked("bidding") == ["Claus", "Dieter"]
    table.go("Claus bid 1, Dieter pass")
    assert table.cards("Claus") == "C4 E3"
    assert table.marked("overbid") == []
    table.turn_up("B2 D6")
    assert table.marked("bidding") == ["Anna", "Bert", "Claus", "Dieter"]


@pytest.mark.rule("M41")
@pytest.mark.rule("M3")
def test_the_only_one_left_is_asked_once() -> None:
    """Anna and Bert are excluded; Claus' bid wins at once."""
    table = honour(lot="C4 E3")
    table.go("Anna bid 13, Bert pass, Claus pass, Bert bid 13, Claus pass")
    assert table.to_act == "Claus"
    table.go("Claus bid 3")
    assert table.cards("Claus") == "C4 E3"
    assert (table.coins, table.pot) == ((13, 13, 9), 1)


@pytest.mark.rule("M41")
@pytest.mark.rule("M12")
def test_fines_of_the_first_auction_go_out_with_the_payment_of_the_second() -> None:
    """It is the same lot: Anna's fine is paid out with Bert's 5."""
    table = honour(held={"Anna": "A6 B0"}, lot="C5 E3")
    table.go("Anna bid 6, Anna bid 13, Bert pass, Claus pass, Anna discard B0")
    assert (table.coins, table.pot) == ((11, 12, 12), 1)
    table.go("Bert bid 5, Claus pass")
    assert (table.coins, table.pot) == ((14, 7, 15), 0)


@pytest.mark.rule("M41")
@pytest.mark.rule("M10")
def test_a_discarded_card_brings_no_money() -> None:
    """Anna discards her 9; when Bert pays 9 nobody matches."""
    table = honour(held={"Anna": "A9 B0"}, lot="C5 E3")
    table.go("Anna bid 13, Bert pass, Claus pass, Anna discard A9, Bert bid 9, Claus pass")
    assert (table.coins, table.pot) == ((16, 3, 16), 1)


@pytest.mark.rule("M41")
@pytest.mark.parametrize(("start", "taker"), [("Anna", "Anna"), ("Claus", "Anna"), ("Bert", "Bert")])
def test_a_free_lot_goes_to_the_first_clockwise_who_has_not_overbid(start: str, taker: str) -> None:
    """Claus overbid, then nobody bids: the start player takes it, or the next if that is Claus; who takes it starts next."""
    table = honour(lot="C5 E3", start=start)
    while table.marked("overbid") == []:
        table.go(f"{table.to_act} bid 13" if table.to_act == "Claus" else f"{table.to_act} pass")
    table.go(f"{table.to_act} pass")
    events = table.go(f"{table.to_act} pass")
    assert [event["seat"] for event in told(events, "free")] == [table.seat(taker)]
    assert table.cards(taker) == "C5 E3"
    assert table.starter == taker
    assert (table.coins, table.pot) == ((12, 12, 12), 0)


@pytest.mark.rule("M41")
@pytest.mark.rule("M31")
def test_a_free_lot_may_go_to_one_who_exchanged() -> None:
    """Anna started and overbid, Claus passes: the next clockwise is Bert, who sat out."""
    table = honour(held={"Anna": "A6 B0", "Bert": "D5 D8", "Claus": "F1 F5"}, exchange=True)
    table.go("Anna pass, Bert take F1, Bert give D5, Claus pass")
    table.turn_up("C4 E3")
    table.go("Anna bid 13, Claus pass, Anna discard A6")
    assert table.to_act == "Claus"
    table.go("Claus pass")
    assert table.cards("Bert") == "C4 D8 E3 F1"
    assert table.starter == "Bert"


@pytest.mark.rule("M41")
@pytest.mark.rule("M31")
def test_nobody_left_to_bid_and_one_who_exchanged_takes_the_lot() -> None:
    """Anna and Claus overbid, Bert sat out: with the second discard the lot is Bert's."""
    table = honour(held={"Anna": "A6 B0", "Bert": "D5 D8", "Claus": "F1 F5"}, exchange=True)
    table.go("Anna pass, Bert take F1, Bert give D5, Claus pass")
    table.turn_up("C4 E3")
    table.go("Anna bid 13, Claus pass, Anna discard A6, Claus bid 14")
    assert table.to_act == "Claus"
    events = table.go("Claus discard F5")
    assert [event["seat"] for event in told(events, "free")] == [1]
    assert table.cards("Bert") == "C4 D8 E3 F1"
    assert table.starter == "Bert"


@pytest.mark.rule("M41")
def test_if_all_have_overbid_the_start_player_takes_the_lot() -> None:
    """Bert started; one after the other all overbid, Anna last."""
    table = honour(lot="C4 E3", start="Bert")
    table.go("Bert bid 13, Claus pass, Anna pass, Claus bid 13, Anna pass")
    events = table.go("Anna bid 13")
    assert told(events, "overbid") == [{"seat": 0, "amount": 13}]
    assert [event["seat"] for event in told(events, "free")] == [1]
    assert table.cards("Bert") == "C4 E3"
    assert table.starter == "Bert"
    assert table.marked("overbid") == []


@pytest.mark.rule("M41")
@pytest.mark.rule("M20")
def test_overbids_in_a_side_auction() -> None:
    """Bert cannot pay for Anna's card: he discards one, and it is auctioned again without him, opened by the next."""
    table = honour(4, held={"Anna": "A6 B0", "Bert": "D5 D8"})
    table.go("Anna sell A6, Bert bid 14, Claus pass, Dieter pass")
    assert sorted(table.offered) == ["discard D5", "discard D8"]
    table.go("Bert discard D8")
    assert (table.seen["sale"]["name"], table.to_act) == ("A6", "Claus")
    assert table.marked("bidding") == ["Claus", "Dieter"]
    assert table.bids[0] == 1
    table.go("Claus bid 2, Dieter pass")
    assert table.cards("Claus") == "A6"
    assert table.coins == (14, 12, 10, 12)


@pytest.mark.rule("M41")
@pytest.mark.rule("M20")
def test_the_left_neighbour_opens_a_sale_again() -> None:
    """Claus overbids for Anna's card: Bert, who had passed, opens again."""
    table = honour(4, held={"Anna": "A6 B0"})
    table.go("Anna sell A6, Bert pass, Claus bid 13, Dieter pass")
    assert table.to_act == "Bert"
    assert table.marked("bidding") == ["Bert", "Dieter"]


@pytest.mark.rule("M41")
@pytest.mark.rule("M20")
def test_nobody_left_in_a_side_auction_and_the_card_stays() -> None:
    """Both others overbid: Anna keeps her card, and the next player is asked."""
    table = honour(held={"Anna": "A6 B0", "Claus": "D5 D8"})
    events = table.go("Anna sell A6, Bert bid 13, Claus pass, Claus bid 14, Claus discard D8")
    assert [event["seat"] for event in told(events, "unsold")] == [0]
    assert table.cards("Anna") == "A6 B0"
    assert table.coins == (12, 12, 12)
    assert table.to_act == "Claus"
    assert table.offered == ["pass", "sell D5"]


@pytest.mark.rule("M41")
@pytest.mark.rule("M20")
def test_an_overbid_for_a_card_does_not_exclude_from_the_next_auction() -> None:
    """Bert was out of Anna's sale; in Claus' sale and for the lot he is in again."""
    table = honour(held={"Anna": "A6 B0", "Claus": "D5 D8"})
    table.go("Anna sell A6, Bert bid 13, Claus pass, Claus pass")
    assert table.marked("overbid") == []
    table.go("Claus sell D5")
    assert table.marked("bidding") == ["Anna", "Bert"]
    table.go("Anna pass, Bert pass")
    table.turn_up("C4 E3")
    assert table.marked("bidding") == ["Anna", "Bert", "Claus"]


@pytest.mark.rule("M41")
@pytest.mark.rule("M20")
def test_who_discards_the_last_card_has_none_to_sell() -> None:
    """Bert loses his only card for an overbid: it is not his turn to sell then, but Claus'."""
    table = honour(held={"Anna": "A6 B0", "Bert": "D5", "Claus": "F8"})
    table.go("Anna sell A6, Bert bid 13, Claus pass, Bert discard D5, Claus pass")
    assert table.to_act == "Claus"
    assert table.offered == ["pass", "sell F8"]
