"""What cannot be done is refused with the reason, and changes nothing (`Table.refused` checks that)."""

from __future__ import annotations

from typing import Any

import pytest

from commandery import InvalidAction
from commandery.games.journey.rules import refusals
from journey.table import NO_SUPPLY, Play, Table, laid_out, rules, shipping
from position import reasons_met

NUMBERS = {getattr(refusals, name) for name in refusals.__all__}


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
    assert table.refused("Kirsten place Paris") == "place Paris: no space is empty in that city"
    assert "no city in that territory" in laid_out().refused("Lukas place Wien")


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
        assert table.refused(f"Kirsten {action}") == f"{action}: you have not enough gold"
    table = table_at_card(1)
    assert table.refused("Kirsten take Lyon") == "take Lyon: no gold lies there"


@pytest.mark.rule("J20", "J27")
def test_out_of_reach() -> None:
    """Gold too far away; a step too long."""
    reason = "that is out of reach; territories must be next to each other"
    assert table_at_card(1).refused("Kirsten take Barcelona") == f"take Barcelona: {reason}"
    assert table_at_card(6).refused("Kirsten step 1 Barcelona") == f"step 1 Barcelona: {reason}"


@pytest.mark.rule("J6", "J23", "J28", "J42")
def test_where_it_cannot_be() -> None:
    """Another city than the chosen one, more than six gold, an edict for itself, the marker to oneself or to nobody."""
    table = table_at_card(4)
    table.go("Kirsten city Venezia")
    assert table.refused("Kirsten place Paris") == "place Paris: this card acts only in the city that was chosen"
    table.go("Kirsten place Venezia, Kirsten toss, chance blank, Kirsten place Venezia")
    assert table.refused("Kirsten place Venezia") == "place Venezia: a card spends 6 gold at most"
    table = table_at_card(5)
    assert table.refused("Kirsten step 1 Venezia") == "step 1 Venezia: the Templar stands there already"
    table.go("Kirsten step 1 Roma")
    assert table.refused("Kirsten step 2 Venezia") == "step 2 Venezia: only the Templar that has begun to move goes on"
    table.go("Kirsten stop")
    assert table.refused("Kirsten exchange 6") == "exchange 6: that is the edict that would be exchanged; choose another"
    table = Table(at="fork", templars={"Lukas": "Roma Wien"}, temples={"Lukas": 3})
    table.go("Lukas route inner, Lukas place Roma")
    assert table.refused("Lukas lead 0") == "lead 0: that is yourself; choose somebody else"
    for seat in (3, 4):
        assert table.refused(f"Lukas lead {seat}") == f"lead {seat}: nobody sits there"


@pytest.mark.rule("J6")
def test_two_knights_in_a_city() -> None:
    """In the set-up; and there nobody removes one."""
    table = laid_out()
    table.go("Lukas place Roma, Kirsten place Roma, Leon place Roma, Lukas place Roma, Kirsten place Paris, Leon place Paris")
    assert "nobody has more than two knights in a city" in table.refused("Lukas place Roma")
    assert "does not answer what is asked now: place a knight" in table.refused("Lukas remove Roma 1")


@pytest.mark.rule("J11", "J12")
def test_flags_place_or_remove() -> None:
    cities = {"Roma": "Lukas 1, Leon 2"}
    offered = (("inner", "remove Roma 2", "a green flag places"), ("outer", "place Roma", "a red flag removes"))
    for route, refused, wanted in offered:
        table = Table(at="fork", templars={"Lukas": "Roma Wien"}, cities=cities)
        table.go(f"Lukas route {route}")
        assert wanted in table.refused(f"Lukas {refused}")
    assert "only knights of opponents" in table.refused("Lukas remove Roma 0")


@pytest.mark.rule("J27")
def test_where_the_templar_has_stopped() -> None:
    table = table_at_card(6)
    table.go("Kirsten step 1 Roma, Kirsten stop")
    assert "only where the Templar has stopped" in table.refused("Kirsten place Venezia")


@pytest.mark.rule("J23", "J25")
def test_a_city_with_nothing_to_do() -> None:
    """For card 3 there must be an opposing knight, for card 4 one, or a place for an own one; and there must be a city."""
    for card, reason in ((3, "no knight of an opponent"), (4, "no opposing knight can be removed")):
        table = table_at_card(card, cities={"Venezia": "2: Kirsten 2", "Paris": "Lukas 1"})
        assert reason in table.refused("Kirsten city Venezia")
    table = table_at_card(4, templars={"Kirsten": "Wien Paris"})
    assert table.refused("Kirsten city Wien") == "city Wien: there is no city in that territory"


@pytest.mark.rule("J24", "J26")
def test_the_penalty_of_card_3_only_removes() -> None:
    table = Table(templars={"Kirsten": "Venezia Paris"}, purses={"Kirsten": 9}, cities={"Venezia": "Lukas 1, Kirsten 1"})
    table.reveal("Kirsten 3, Lukas 4, Leon 4")
    table.go("Kirsten city Venezia")
    assert table.refused("Kirsten place Venezia") == "place Venezia: the penalty only removes knights"
    assert table.refused("Kirsten toss") == "toss: only card 4 tosses the chance marker"


def test_every_reason_has_a_number_of_its_own() -> None:
    assert sorted(NUMBERS) == list(range(1, len(refusals.__all__) + 1))


def test_players_are_always_told_what_stands_in_the_way() -> None:
    """In random matches no player hears only that something is not possible, which is for chance; and all but the rarest
    reasons, which have tests of their own, come up."""
    players: set[int] = set()
    chance: set[int] = set()
    for seed in range(4):
        met = reasons_met(rules(3 + seed % 2), seed)
        players |= met[0]
        chance |= met[1]
    assert refusals.NOT_POSSIBLE not in players
    assert refusals.NOT_POSSIBLE in chance
    rare = {refusals.NOT_POSSIBLE, refusals.NO_SUPPLY, refusals.NOTHING_TO_DO, refusals.SPENT, refusals.NO_TOSS}
    assert players >= NUMBERS - rare, sorted(NUMBERS - rare - players)


def test_no_such_seat_and_no_such_action() -> None:
    """Seats beyond the table and words that are no action have errors of their own, and change nothing."""
    table = Table()
    before = table.match.state
    assert "the seats are 0 to 2" in table.refused("Jonas card 1")
    for action in ("card 7", "card", "place Berlin", "exchange 8", "step 3 Roma", ""):
        with pytest.raises(InvalidAction, match="no action of journey"):
            table.match.play(0, action)
    assert table.match.state == before
