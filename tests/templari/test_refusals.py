"""What cannot be done is refused with the reason, and changes nothing (`Table.refused` checks that)."""

from __future__ import annotations

import pytest

from commandery import BY_HAND, CHANCE, IllegalAction, InvalidAction
from templari.table import LAST_ROUND, Table, honour, rules

HELD = {"Anna": "A6 B1", "Bert": "C4 D5", "Claus": "E9 F8"}


@pytest.mark.rule("M2")
def test_not_your_turn() -> None:
    """The message says whose turn it is: a player's, or chance's."""
    table = Table(lot="C4 E3")
    assert table.refused("Bert pass") == "it is not seat 1's turn, but seat 0's"
    assert table.refused("chance turn A0") == "it is not chance's turn, but seat 0's"
    table.buys("Anna", 1)
    table.go("Anna pass")
    assert table.refused("Anna bid 1") == "it is not seat 0's turn, but chance's"


@pytest.mark.rule("M1")
def test_the_game_is_over() -> None:
    """After the fifteenth lot the message says so."""
    table = Table(held=LAST_ROUND, lot="F8 F9")
    table.go("Anna pass, Bert pass, Claus pass")
    assert table.refused("Anna bid 1") == "the game is over"


@pytest.mark.rule("M2")
def test_waiting_is_never_played() -> None:
    """The action that environments use for seats without a decision is no way out."""
    assert "never played" in Table(lot="C4 E3").refused("Anna wait")


@pytest.mark.rule("M2")
@pytest.mark.rule("M20")
def test_too_low() -> None:
    """The message names the lowest bid that would do, for a lot and for a card on sale."""
    table = Table(lot="C4 E3")
    table.go("Anna bid 5")
    assert table.refused("Bert bid 5") == "bid 5 is too low: bid at least 6 or pass"
    table = Table(held=HELD)
    table.go("Anna sell A6")
    assert table.refused("Bert bid 0") == "bid 0 is too low: bid at least 1 or pass"


@pytest.mark.rule("M4")
def test_too_dear() -> None:
    """The message names the own coins."""
    table = Table(lot="C4 E3", coins=(5, 15, 16))
    assert table.refused("Anna bid 6") == "bid 6 is more than seat 0 has: 5 coins"


@pytest.mark.rule("M5")
def test_barred() -> None:
    """The message names the digit that is held."""
    table = Table(held={"Anna": "A6 B1"}, lot="C4 E3")
    assert table.refused("Anna bid 11") == "bid 11 ends in 1, and seat 0 holds a card with 1: bid another digit or pass"


@pytest.mark.rule("M40")
def test_above_all_coins_and_withdrawn() -> None:
    """The two refusals of an honour table."""
    table = honour(4, held={"Anna": "A6 B1"}, lot="C4 E3")
    assert table.refused("Anna bid 49") == "bid 49 is more than all coins in the game: 48"
    table.go("Anna bid 6")
    assert table.refused("Anna bid 6") == "bid 6 was withdrawn a moment ago: bid another number or pass"


@pytest.mark.rule("M20")
@pytest.mark.rule("M30")
@pytest.mark.rule("M41")
def test_not_that_card() -> None:
    """A card one cannot choose: to sell, take, give, discard, or turn up."""
    refused = "that card is not among those to choose from"
    table = Table(held=HELD)
    assert table.refused("Anna sell E9") == f"sell E9: {refused}"
    table = Table(held=HELD, exchange=True)
    assert table.refused("Anna take B1") == f"take B1: {refused}"
    table.go("Anna take E9")
    assert table.refused("Anna give E9") == f"give E9: {refused}"
    table = honour(held=HELD, lot="B0 D2")
    table.go("Anna bid 13, Bert pass, Claus pass")
    assert table.refused("Anna discard E9") == f"discard E9: {refused}"
    table = Table(held=HELD, side_auctions=False)
    assert table.refused("chance turn A6") == f"turn A6: {refused}"


@pytest.mark.rule("M1")
@pytest.mark.rule("M2")
@pytest.mark.rule("M20")
@pytest.mark.rule("M30")
@pytest.mark.rule("M41")
def test_not_what_is_asked() -> None:
    """An action of another moment of the game: the message says what is asked now."""
    table = Table(held=HELD)
    for action in ("bid 1", "take C4", "give A6", "discard A6", "turn A0"):
        assert table.refused(f"Anna {action}") == f"{action} does not answer what is asked now: sell a card, or pass"
    table = Table(held=HELD, exchange=True)
    for action in ("bid 1", "sell A6", "give A6"):
        assert table.refused(f"Anna {action}").endswith("take an opponent's card, or pass")
    table.go("Anna take C4")
    for action in ("pass", "bid 1", "take D5", "sell A6", "discard A6"):
        assert table.refused(f"Anna {action}").endswith("give a card")
    table = honour(held=HELD, lot="B0 D2")
    for action in ("sell A6", "take C4", "give A6", "discard A6"):
        assert table.refused(f"Anna {action}").endswith("bid or pass")
    table.go("Anna bid 13, Bert pass, Claus pass")
    for action in ("pass", "bid 1", "sell A6", "give A6"):
        assert table.refused(f"Anna {action}").endswith("discard a card")


@pytest.mark.rule("M1")
def test_chance_too_answers_what_is_asked() -> None:
    """Played by hand, chance turns cards up, and first of all says who starts."""
    table = Table()
    for action in ("pass", "bid 1", "start 1"):
        assert table.refused(f"chance {action}").endswith("a card is turned up")
    match = rules().start(chance=BY_HAND)
    with pytest.raises(IllegalAction, match="who starts"):
        match.play(CHANCE, "turn A0")


def test_no_such_seat_and_no_such_action() -> None:
    """Seats beyond the table and words that are no action have errors of their own, and change nothing."""
    table = Table(lot="C4 E3")
    before = table.match.state
    assert "the seats are 0 to 2" in table.refused("Dieter pass")
    for action in ("bid 61", "bid", "sell Z9", ""):
        with pytest.raises(InvalidAction, match="no action of templari"):
            table.match.play(0, action)
    assert table.match.state == before
