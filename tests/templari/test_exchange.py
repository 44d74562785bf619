"""The Exchange option: taking and giving (M30), and sitting out (M31)."""

from __future__ import annotations

import pytest

from position import told
from templari.table import Table

HELD = {"Anna": "A6 B1", "Bert": "C4 D5", "Claus": "E9 F8"}


@pytest.mark.rule("M30")
def test_without_the_option_nobody_exchanges() -> None:
    """It is off unless asked for: players are asked to sell instead."""
    table = Table(held=HELD)
    assert table.seen["phase"] == "offering"


@pytest.mark.rule("M30")
@pytest.mark.parametrize("side_auctions", [True, False])
def test_with_the_exchange_there_are_no_side_auctions(side_auctions: bool) -> None:
    """Whatever that option says."""
    table = Table(held=HELD, exchange=True, side_auctions=side_auctions)
    assert table.seen["phase"] == "taking"
    assert "take an opponent's card, or pass" in table.refused("Anna sell A6")
    table.go("Anna pass, Bert pass, Claus pass")
    assert table.to_act == "chance"


@pytest.mark.rule("M30")
def test_nobody_is_asked_in_the_first_round() -> None:
    """There is nothing to exchange yet."""
    assert Table(exchange=True).to_act == "chance"


@pytest.mark.rule("M30")
def test_nor_while_only_one_player_has_cards() -> None:
    """The winner of the first lot finds no card to take, the others have none to give."""
    table = Table(exchange=True, lot="A6 B1")
    table.buys("Bert", 3)
    assert (table.seen["round"], table.to_act) == (2, "chance")


@pytest.mark.rule("M30")
def test_who_has_no_card_is_not_asked() -> None:
    """Claus has nothing to give."""
    table = Table(4, held={"Anna": "A6", "Bert": "C4 D5", "Dieter": "B0"}, exchange=True)
    events = table.go("Anna pass, Bert pass, Dieter pass")
    assert [event["seat"] for event in told(events, "declined")] == [0, 1, 3]
    assert table.to_act == "chance"


@pytest.mark.rule("M30")
def test_asked_from_the_start_player_clockwise() -> None:
    """Claus starts."""
    table = Table(held=HELD, exchange=True, start="Claus")
    assert table.to_act == "Claus"
    table.go("Claus pass")
    assert table.to_act == "Anna"
    table.go("Anna pass")
    assert table.to_act == "Bert"


@pytest.mark.rule("M30")
def test_take_one_of_any_opponent_and_give_one_own() -> None:
    """Anna takes Claus' 9 and gives her 1 for it; nobody else is touched, nothing is paid."""
    table = Table(held=HELD, exchange=True)
    assert sorted(table.offered) == ["pass", "take C4", "take D5", "take E9", "take F8"]
    events = table.go("Anna take E9")
    assert table.seen["taken"]["name"] == "E9"
    assert sorted(table.offered) == ["give A6", "give B1"]
    events += table.go("Anna give B1")
    assert told(events, "took")[0]["owner"] == told(events, "gave")[0]["receiver"] == 2
    assert (table.cards("Anna"), table.cards("Bert"), table.cards("Claus")) == ("A6 E9", "C4 D5", "B1 F8")
    assert (table.coins, table.pot) == ((12, 12, 12), 0)
    assert table.seen["taken"] is None


@pytest.mark.rule("M30")
def test_only_cards_of_opponents_can_be_taken() -> None:
    """Neither one's own nor those still to come."""
    table = Table(held=HELD, exchange=True)
    assert "not among those to choose from" in table.refused("Anna take A6")
    assert "not among those to choose from" in table.refused("Anna take A0")


@pytest.mark.rule("M30")
def test_who_took_must_give() -> None:
    """There is no passing between the two."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna take E9")
    assert "give a card" in table.refused("Anna pass")
    assert "give a card" in table.refused("Anna take F8")


@pytest.mark.rule("M30")
def test_the_card_given_was_held_before() -> None:
    """The card just taken cannot be handed back, nor anybody else's given."""
    table = Table(held={"Anna": "A6", "Claus": "E9"}, exchange=True)
    table.go("Anna take E9")
    assert table.offered == ["give A6"]
    assert "not among those to choose from" in table.refused("Anna give E9")
    table.go("Anna give A6")
    assert (table.cards("Anna"), table.cards("Claus")) == ("E9", "A6")


@pytest.mark.rule("M30")
def test_the_opponent_cannot_refuse() -> None:
    """After the gift the next player is asked; who lost the card has no say in it."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna take E9")
    assert table.match.legal(2) == []
    assert "not seat 2's turn" in table.refused("Claus pass")
    table.go("Anna give B1")
    assert table.to_act == "Bert"


@pytest.mark.rule("M30")
def test_at_most_once_a_round() -> None:
    """Each is asked once, whether they exchanged or were exchanged with; then cards are turned."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna take E9, Anna give B1, Bert take E9, Bert give C4, Claus pass")
    assert (table.cards("Anna"), table.cards("Bert"), table.cards("Claus")) == ("A6 C4", "D5 E9", "B1 F8")
    assert table.to_act == "chance"


@pytest.mark.rule("M30")
def test_a_card_lost_can_be_taken_back() -> None:
    """Claus, asked last, takes his 9 back from Anna."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna take E9, Anna give B1, Bert pass, Claus take E9, Claus give F8")
    assert (table.cards("Anna"), table.cards("Claus")) == ("A6 F8", "B1 E9")


@pytest.mark.rule("M30")
def test_once_again_in_the_next_round() -> None:
    """The next round asks from its own start player, and who sat out is in again."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna take E9, Anna give B1, Bert pass, Claus pass")
    table.turn_up("B2 D8")
    table.buys("Claus", 3)
    assert table.to_act == "Claus"
    assert table.marked("exchanged") == []
    table.go("Claus pass, Anna take F8, Anna give A6")
    assert table.marked("exchanged") == ["Anna"]


@pytest.mark.rule("M31")
def test_who_exchanged_takes_no_part_in_the_auction() -> None:
    """Bert has exchanged: Anna and Claus bid without him. Who was exchanged with takes part."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna pass, Bert take E9, Bert give C4, Claus pass")
    table.turn_up("B2 D8")
    assert table.marked("bidding") == ["Anna", "Claus"]
    table.go("Anna bid 2")
    assert table.to_act == "Claus"
    table.go("Claus bid 3, Anna bid 4, Claus pass")
    assert table.cards("Anna") == "A6 B1 B2 D8"


@pytest.mark.rule("M31")
def test_the_next_clockwise_opens_for_a_start_player_who_exchanged() -> None:
    """Claus started and exchanged, Dieter too: Anna opens."""
    table = Table(4, held={**HELD, "Dieter": "A0 A7"}, exchange=True, start="Claus")
    table.go("Claus take A0, Claus give F8, Dieter take C4, Dieter give A7, Anna pass, Bert pass")
    table.turn_up("B2 D8")
    assert table.to_act == "Anna"
    assert table.marked("bidding") == ["Anna", "Bert"]
    table.go("Anna pass, Bert bid 2")
    assert table.cards("Bert") == "A7 B2 D5 D8"
    assert table.starter == "Bert"


@pytest.mark.rule("M31")
def test_all_have_exchanged_and_the_start_player_takes_the_lot_free() -> None:
    """There is no auction: the second card turned goes to Bert with the first, the Pot stays."""
    table = Table(held=HELD, exchange=True, start="Bert", coins=(12, 12, 11), pot=1)
    table.go("Bert take A6, Bert give C4, Claus take A6, Claus give F8, Anna take A6, Anna give B1")
    assert table.marked("exchanged") == ["Anna", "Bert", "Claus"]
    events = table.turn_up("B2 D8")
    assert [event["seat"] for event in told(events, "free")] == [1]
    assert table.cards("Bert") == "B2 D5 D8 F8"
    assert (table.coins, table.pot) == ((12, 12, 11), 1)
    assert (table.starter, table.seen["round"]) == ("Bert", 5)


@pytest.mark.rule("M31")
def test_nobody_left_bids_and_the_start_player_takes_the_lot_though_exchanged() -> None:
    """Anna exchanged; Bert and Claus both pass: the lot is hers, and she starts again."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna take E9, Anna give B1, Bert pass, Claus pass")
    table.turn_up("B2 D8")
    table.go("Bert pass, Claus pass")
    assert table.cards("Anna") == "A6 B2 D8 E9"
    assert table.starter == "Anna"
    assert table.coins == (12, 12, 12)


@pytest.mark.rule("M31")
@pytest.mark.rule("M3")
@pytest.mark.parametrize(("answer", "owner"), [("bid 0", "Claus"), ("pass", "Anna")])
def test_the_only_one_who_did_not_exchange_is_asked_once(answer: str, owner: str) -> None:
    """Any bid wins at once; a pass gives the lot to the start player."""
    table = Table(held=HELD, exchange=True)
    table.go("Anna take E9, Anna give B1, Bert take E9, Bert give C4, Claus pass")
    table.turn_up("B2 D8")
    assert table.to_act == "Claus"
    table.go(f"Claus {answer}")
    assert {"B2", "D8"} <= set(table.cards(owner).split())
    assert table.starter == owner
