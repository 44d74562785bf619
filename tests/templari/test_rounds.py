"""The course of the game: rounds, lots and start players (M1)."""

from __future__ import annotations

import pytest

import commandery
from commandery import BY_HAND, CHANCE, BadOption
from position import told
from templari.table import LAST_ROUND, NAMES, ROUNDS, Table, names, rules


@pytest.mark.rule("M1")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_host_chooses_who_starts(seat: int) -> None:
    """With a seat as option there is no chance in it: that player starts and opens."""
    match = rules(4, start=seat).start(chance=BY_HAND)
    assert [str(action) for action in match.legal(CHANCE)] == [f"start {seat}"]
    match.play(CHANCE, f"start {seat}")
    assert match.view()["start"] == seat
    match.play(CHANCE, "turn A0")
    match.play(CHANCE, "turn A6")
    assert match.to_act == (seat,)


@pytest.mark.rule("M1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_or_chance_chooses_who_starts(players: int) -> None:
    """At random, every player is as likely as any other."""
    match = rules(players, start="random").start(chance=BY_HAND)
    assert match.view()["start"] is None
    assert [(str(action), weight) for action, weight in match.outcomes()] == [(f"start {seat}", 1) for seat in range(players)]


@pytest.mark.rule("M1")
def test_a_start_player_must_sit_at_the_table() -> None:
    """A seat that nobody sits on cannot start."""
    with pytest.raises(BadOption, match="from 0 to 2, not 3"):
        commandery.game("templari", players=3, start=3)
    assert "start 4" in _unstarted_refusal()


def _unstarted_refusal() -> str:
    match = rules(3).start(chance=BY_HAND)
    with pytest.raises(commandery.IllegalAction) as refusal:
        match.play(CHANCE, "start 4")
    return str(refusal.value)


@pytest.mark.rule("M1")
@pytest.mark.parametrize("players", [2, 6])
def test_three_to_five_players(players: int) -> None:
    """Fewer or more cannot play."""
    with pytest.raises(BadOption, match="3 to 5 players"):
        commandery.game("templari", players=players)


@pytest.mark.rule("M1")
def test_two_cards_are_turned_up_and_sold_as_one_lot() -> None:
    """Bidding begins with the second card; the winner gets both."""
    table = Table()
    events = table.go("chance turn C4")
    assert table.to_act == "chance"
    assert names(table.seen["lot"]) == "C4"
    events += table.go("chance turn F8")
    assert table.to_act == "Anna"
    assert names(table.seen["lot"]) == "C4 F8"
    assert [table.match.game.board.card(event["card"]) for event in told(events, "turned")] == ["C4", "F8"]
    table.buys("Bert", 3)
    assert table.cards("Bert") == "C4 F8"
    assert table.seen["lot"] == []


@pytest.mark.rule("M1")
def test_each_card_left_is_as_likely_to_come_up() -> None:
    """Cards come from those not yet turned up, all alike."""
    table = Table(held={"Anna": "A0 A6"}, side_auctions=False)
    left = [f"turn {card['name']}" for card in table.seen["unseen"]]
    assert len(left) == 28
    assert "turn A0" not in left
    assert [(str(action), weight) for action, weight in table.match.outcomes()] == [(card, 1) for card in left]
    table.go("chance turn B3")
    assert "turn B3" not in table.offered
    assert len(table.offered) == 27


@pytest.mark.rule("M1")
def test_the_winner_of_a_lot_starts_the_next_round() -> None:
    """Claus wins, is the next start player, and opens."""
    table = Table(lot="C4 F8")
    assert (table.seen["round"], table.starter) == (1, "Anna")
    events = table.buys("Claus", 2)
    assert told(events, "round") == [{"seat": 2, "number": 2}]
    assert (table.seen["round"], table.starter) == (2, "Claus")
    table.turn_up("D5 E9")
    assert table.to_act == "Claus"


@pytest.mark.rule("M1")
@pytest.mark.rule("M3")
def test_who_takes_a_lot_free_starts_the_next_round() -> None:
    """Nobody bids: Bert, who started, takes the lot and starts again."""
    table = Table(lot="C4 F8", start="Bert")
    table.go("Bert pass, Claus pass, Anna pass")
    assert table.cards("Bert") == "C4 F8"
    assert (table.seen["round"], table.starter) == (2, "Bert")
    table.turn_up("D5 E9")
    assert table.to_act == "Bert"


@pytest.mark.rule("M1")
def test_fifteen_rounds_sell_all_cards() -> None:
    """The game ends with the fifteenth lot, not before, and all cards lie before the players."""
    table = Table(4)
    cards = [card["name"] for card in table.seen["unseen"]]
    for number in range(1, ROUNDS + 1):
        assert not table.match.over
        assert table.seen["round"] == number
        table.turn_up(f"{cards.pop()} {cards.pop(0)}")
        while table.seen["phase"] == "bidding":
            table.go(f"{table.to_act} pass")
    assert cards == []
    assert table.match.over
    assert table.to_act == "nobody"
    assert sum(len(player["cards"]) for player in table.seen["players"]) == 30
    assert table.seen["deck"] == 0


@pytest.mark.rule("M1")
def test_nothing_can_be_done_after_the_end() -> None:
    """No player has anything to do, and trying says why."""
    table = Table(held=LAST_ROUND, lot="F8 F9")
    assert table.seen["round"] == ROUNDS
    events = table.go("Anna pass, Bert pass, Claus pass")
    assert table.match.over
    assert [event["seat"] for event in told(events, "finished")] == [0, 1, 2]
    assert told(events, "round") == []
    assert all(table.match.legal(seat) == [] for seat in range(3))
    assert all("the game is over" in table.refused(f"{name} pass") for name in NAMES[:3])
    assert "the game is over" in table.refused("chance turn A0")
