"""What cannot be done is refused with the reason, and changes nothing (`Table.refused` checks that)."""

from __future__ import annotations

from typing import Any

import pytest

from commandery import InvalidAction
from journey.table import NO_SUPPLY, Play, Table, laid_out, shipping


@pytest.mark.rule("J14")
def test_not_your_turn() -> None:
    """The message says whose turn it is: a player's, or chance's."""
    table = Table(at="fork")
    assert table.refused("Kirsten route inner") == "it is not seat 1's turn, but seat 0's"
    assert table.refused("chance cross") == "it is not chance's turn, but seat 0's"
    assert Play().refused("Lukas card 1") == "it is not seat 0's turn, but chance's"


@pytest.mark.rule("J60")
def test_the_game_is_over() -> None:
    table, _ = shipping(section=3)
    assert table.refused("Lukas card 1") == "the game is over"


def test_waiting_is_never_played() -> None:
    """The action that environments use for seats without a decision is no way out."""
    assert table_at_card(4).refused("Kirsten wait") == "wait is never played"
    assert Table().refused("Lukas wait") == "wait is never played"


def table_at_card(card: int, **position: Any) -> Table:
    """Kirsten carries out a card; her Templars stand in Venezia and Paris, with gold about and knights in both cities."""
    table = Table(**{
        "templars": {"Kirsten": "Venezia Paris"}, "purses": {"Kirsten": 9}, "gold": {"Venezia": 3, "Roma": 3, "Barcelona": 3},
        "cities": {"Venezia": "Lukas 1, Kirsten 1", "Paris": "1: Leon 1"}, **position,
    })  # fmt: skip
    table.reveal(f"Kirsten {card}")
    return table


@pytest.mark.rule("J14")
def test_not_what_is_asked() -> None:
    """An action of another moment of the game: the message says what is asked now."""
    asked = {
        "choose the Pope's route": (Table(at="fork"), "Lukas", "card 1, place Roma, step 1 Wien, toss, veto, again, lead 1"),
        "choose a card in secret": (Table(), "Lukas", "route inner, take Wien, city Roma, exchange 1, templar Roma, start 1"),
        "take gold from a territory": (
            table_at_card(1),
            "Kirsten",
            "tax Venezia, card 1, city Venezia, step 1 Roma, swap Venezia 0",
        ),
        "choose a city": (table_at_card(4), "Kirsten", "take Venezia, place Venezia, remove Venezia 0, toss, swap Venezia 0"),
        "move a Templar, or decline": (table_at_card(5), "Kirsten", "exchange 1, take Roma, templar Roma, edict Roma, blank"),
    }
    for wanted, (table, name, actions) in asked.items():
        for action in actions.split(", "):
            assert table.refused(f"{name} {action}") == f"{action} does not answer what is asked now: {wanted}"


@pytest.mark.rule("J24")
def test_chance_too_answers_what_is_asked() -> None:
    table = table_at_card(4)
    table.go("Kirsten city Venezia, Kirsten toss")
    assert table.refused("chance stop") == "this cannot be declined: the chance marker is tossed"
    assert "does not answer what is asked now: the chance marker is tossed" in table.refused("chance place Venezia")
    assert table.refused("chance edict Roma") == "edict Roma is not possible here: see the legal actions"
    assert table.refused("Kirsten again") == "it is not seat 1's turn, but chance's"


@pytest.mark.rule("J1", "J2", "J5")
def test_chance_lays_nothing_twice() -> None:
    table = Play()
    table.go("chance start 1, chance edict Roma")
    assert table.refused("chance edict Roma") == "edict Roma is not possible here: see the legal actions"
    for edict in ("London", "Paris", "Bordeaux", "Lyon", "Barcelona", "Venezia"):
        table.go(f"chance edict {edict}")
    table.go("chance tile 3")
    assert "not possible" in table.refused("chance tile 3")
    for tile in (1, 2, 4, 5, 6, 7):
        table.go(f"chance tile {tile}")
    table.go("chance mission gold")
    assert "not possible" in table.refused("chance mission gold")


@pytest.mark.rule("J14")
def test_chosen_already() -> None:
    table = Table()
    table.go("Lukas card 3")
    assert table.refused("Lukas card 3") == "card 3 is chosen already"


@pytest.mark.rule("J30")
def test_what_cannot_be_declined() -> None:
    """The message says what it is."""
    assert Table(at="fork").refused("Lukas stop") == "this cannot be declined: choose the Pope's route"
    assert laid_out().refused("Lukas stop") == "this cannot be declined: place a knight"


@pytest.mark.rule("J11", "J23", "J25")
def test_no_knight_is_left_in_supply() -> None:
    table = Table(templars={"Lukas": "Roma Wien"}, purses={"Lukas": 9}, cities={**NO_SUPPLY, "Roma": "Leon 1"})
    table.reveal("Lukas 4")
    table.go("Lukas city Roma")
    assert table.refused("Lukas place Roma") == "place Roma: no knight is left in supply"


@pytest.mark.rule("J11", "J23")
def test_no_empty_space() -> None:
    """In a full city, and where no city is."""
    table = table_at_card(4)
    table.go("Kirsten city Paris")
    assert table.refused("Kirsten place Paris") == "place Paris: there is no empty space in a city there"
    assert "no empty space in a city" in laid_out().refused("Lukas place Wien")


@pytest.mark.rule("J11", "J12", "J23", "J25")
def test_no_templar_there() -> None:
    message = "no Templar of yours stands there"
    table = Table(at="fork", templars={"Lukas": "Roma Wien"})
    table.go("Lukas route inner")
    assert table.refused("Lukas place Paris") == f"place Paris: {message}"
    for card in (3, 4):
        assert table_at_card(card).refused("Kirsten city Roma") == f"city Roma: {message}"


@pytest.mark.rule("J12", "J23", "J25", "J29")
def test_no_such_knight() -> None:
    for card, verb in ((3, "swap"), (4, "remove")):
        table = table_at_card(card)
        table.go("Kirsten city Venezia")
        assert table.refused(f"Kirsten {verb} Venezia 2") == f"{verb} Venezia 2: there is no such knight"


@pytest.mark.rule("J23", "J24", "J25")
def test_not_enough_gold() -> None:
    table = table_at_card(4, purses={"Kirsten": 3})
    table.go("Kirsten city Venezia, Kirsten place Venezia")
    for action in ("place Venezia", "remove Venezia 0"):
        assert table.refused(f"Kirsten {action}") == f"{action}: there is not enough gold"
    table = table_at_card(1)
    assert table.refused("Kirsten take Lyon") == "take Lyon: there is not enough gold"


@pytest.mark.rule("J20", "J27")
def test_out_of_reach() -> None:
    """Gold too far away; a step too long."""
    reason = "that is out of reach; territories must be next to each other"
    assert table_at_card(1).refused("Kirsten take Barcelona") == f"take Barcelona: {reason}"
    assert table_at_card(6).refused("Kirsten step 1 Barcelona") == f"step 1 Barcelona: {reason}"


@pytest.mark.rule("J6", "J23", "J28", "J42")
def test_not_possible_here() -> None:
    """Another city than the chosen one, more than six gold, an edict for itself, the marker to oneself."""
    reason = "is not possible here: see the legal actions"
    table = table_at_card(4)
    table.go("Kirsten city Venezia")
    assert table.refused("Kirsten place Paris") == f"place Paris {reason}"
    table.go("Kirsten place Venezia, Kirsten toss, chance blank, Kirsten place Venezia")
    assert table.refused("Kirsten place Venezia") == f"place Venezia {reason}"
    table = table_at_card(5)
    table.go("Kirsten step 1 Roma, Kirsten stop")
    assert table.refused("Kirsten exchange 6") == f"exchange 6 {reason}"
    table = Table(at="fork", templars={"Lukas": "Roma Wien"}, temples={"Lukas": 3})
    table.go("Lukas route inner, Lukas place Roma")
    for seat in (0, 3, 4):
        assert table.refused(f"Lukas lead {seat}") == f"lead {seat} {reason}"


def test_no_such_seat_and_no_such_action() -> None:
    """Seats beyond the table and words that are no action have errors of their own, and change nothing."""
    table = Table()
    before = table.match.state
    assert "the seats are 0 to 2" in table.refused("Jonas card 1")
    for action in ("card 7", "card", "place Berlin", "exchange 8", "step 3 Roma", ""):
        with pytest.raises(InvalidAction, match="no action of journey"):
            table.match.play(0, action)
    assert table.match.state == before
