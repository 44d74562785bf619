"""The knight that every penalty costs (J29), and that whatever one may do can be declined (J30)."""

from __future__ import annotations

from typing import Any

import pytest

from journey.table import Table
from position import told

PENALTIES = {2: "Leon 1", 3: "Leon 4", 5: "Leon 6"}
"""Each risky card, and a card of Leon's that makes it a penalty."""


def punished(card: int, **position: Any) -> Table:
    """Kirsten's risky card is a penalty; hers is due as soon as Leon, with 1 or 4, is done."""
    table = Table(**{"templars": {"Kirsten": "Venezia Coeln"}, **position})
    table.reveal(f"Kirsten {card}, {PENALTIES[card]}")
    return table


@pytest.mark.rule("J29")
@pytest.mark.parametrize("card", [2, 3])
def test_due_also_if_the_reduced_action_was_empty(card: int) -> None:
    """No gold in reach; no city to act in. The knight may come from any city, far away too, and it must."""
    table = punished(card, cities={"London": "Kirsten 2, Lukas 1", "Roma": "Kirsten 1", "Venezia": "Kirsten 1"})
    assert (table.phase, table.to_act) == ("atoning", "Kirsten")
    assert table.offered == ["remove London 1", "remove Roma 1", "remove Venezia 1"]
    assert "cannot be declined" in table.refused("Kirsten stop")
    assert "a knight of your own" in table.refused("Kirsten remove London 0")
    assert "no such knight" in table.refused("Kirsten remove Paris 1")
    events = table.go("Kirsten remove London 1")
    assert len(told(events, "atoned")) == 1
    assert (table.city("London"), table.temple("Kirsten"), table.supply("Kirsten")) == ("Lukas 1, Kirsten 1", 1, 15)
    assert table.to_act == "Lukas"


@pytest.mark.rule("J29", "J28")
def test_due_also_if_the_move_was_declined() -> None:
    table = punished(5, cities={"London": "Kirsten 2"}, gold={"Venezia": 3, "Roma": 3, "Wien": 3})
    table.go("Kirsten stop")
    assert (table.phase, table.offered, table.purse("Kirsten")) == ("atoning", ["remove London 1"], 0)


@pytest.mark.rule("J29", "J26")
def test_due_also_if_the_city_was_declined() -> None:
    table = punished(3, cities={"Venezia": "Kirsten 1, Lukas 1"}, purses={"Kirsten": 6})
    table.go("Kirsten stop")
    assert (table.phase, table.purse("Kirsten")) == ("atoning", 6)


@pytest.mark.rule("J29")
@pytest.mark.parametrize("card", [2, 3, 5])
def test_due_after_the_reduced_action(card: int) -> None:
    """First the action, then the knight; one only."""
    table = punished(
        card, cities={"Venezia": "Kirsten 3, Lukas 1", "Roma": "Kirsten 2"}, purses={"Kirsten": 2},
        gold={"Venezia": 2, "Roma": 1}, templars={"Kirsten": "Venezia Coeln", "Leon": "Paris Paris"},
    )  # fmt: skip
    table.go({
        2: "Kirsten take Venezia", 3: "Kirsten city Venezia, Kirsten remove Venezia 0",
        5: "Kirsten step 1 Roma, Kirsten stop, Kirsten take Roma",
    }[card])  # fmt: skip
    assert table.phase == "atoning"
    table.go("Kirsten remove Roma 1")
    assert (table.city("Roma"), table.temple("Kirsten")) == ("Kirsten 1", 1)
    assert table.turn != "Kirsten"


@pytest.mark.rule("J29")
@pytest.mark.parametrize("card", [2, 3, 5])
def test_skipped_without_an_own_knight_in_any_city(card: int) -> None:
    """For all three penalties; knights in temple and aboard are in no city."""
    table = punished(
        card, cities={"Venezia": "Lukas 2"}, temples={"Kirsten": 3}, aboard={1: "Kirsten 2"}, section=2
    )  # fmt: skip
    if card == 5:
        table.go("Kirsten stop")
    assert table.turn != "Kirsten"
    assert (table.temple("Kirsten"), table.city("Venezia")) == (3, "Lukas 2")


@pytest.mark.rule("J29")
@pytest.mark.parametrize("card", [2, 3, 5])
def test_not_without_a_penalty(card: int) -> None:
    """Alone of its type a risky card costs no knight."""
    table = Table(cities={"London": "Kirsten 1"}, templars={"Kirsten": "Venezia Coeln"})
    events = table.reveal(f"Kirsten {card}") + table.finish_cards()
    assert told(events, "atoned") == []
    assert table.city("London") == "Kirsten 1"


@pytest.mark.rule("J29", "J16")
@pytest.mark.parametrize("card", [1, 4, 6])
def test_not_for_a_safe_card_in_a_crowd(card: int) -> None:
    table = Table(cities={"London": "Lukas 1, Kirsten 1, Leon 1"})
    events = table.reveal(f"Lukas {card}, Kirsten {card}, Leon {card}") + table.finish_cards()
    assert told(events, "atoned") == []
    assert table.city("London") == "Lukas 1, Kirsten 1, Leon 1"


@pytest.mark.rule("J30")
def test_cards_with_nothing_to_do_are_simply_over() -> None:
    """No gold in reach, no city, nothing in hand: cards 1 to 4 ask nobody anything."""
    table = Table(5)
    events = table.reveal("Lukas 1, Kirsten 2, Leon 3, Jonas 4, Oskar 6")
    assert [event["card"] for event in told(events, "card_begins")] == [1, 2, 3, 4, 6]
    assert table.to_act == "Oskar"


@pytest.mark.rule("J30", "J29")
def test_but_for_the_knight_of_a_penalty() -> None:
    table = punished(3, cities={"Roma": "Kirsten 1"})
    assert table.offered == ["remove Roma 1"]


DECLINED = {
    "a green flag": ({"at": "fork", "templars": {"Kirsten": "Roma Wien"}}, "Kirsten route inner"),
    "a red flag": (
        {"at": "fork", "templars": {"Kirsten": "Roma Wien"}, "cities": {"Roma": "Leon 1"}}, "Kirsten route outer",
    ),
    "Leader": (
        {"at": "fork", "templars": {"Kirsten": "Roma Wien"}, "temples": {"Kirsten": 3}},
        "Kirsten route inner, Kirsten place Roma",
    ),
    "Taxes": ({"gold": {"Wien": 9}, "temples": {"Kirsten": 2}, "cards": "Kirsten 1"}, "Kirsten take Wien"),
    "a city": ({"templars": {"Kirsten": "Roma Wien"}, "purses": {"Kirsten": 6}, "cards": "Kirsten 4"}, ""),
    "spending": (
        {"templars": {"Kirsten": "Roma Wien"}, "purses": {"Kirsten": 6}, "cards": "Kirsten 4"}, "Kirsten city Roma",
    ),
    "an exchange of knights": (
        {"templars": {"Kirsten": "Roma Wien"}, "purses": {"Kirsten": 6}, "cities": {"Roma": "Leon 1"}, "cards": "Kirsten 3"},
        "Kirsten city Roma",
    ),
    "a cross": (
        {"templars": {"Kirsten": "Roma Wien"}, "purses": {"Kirsten": 6}, "cards": "Kirsten 4"},
        "Kirsten city Roma, Kirsten toss, chance cross",
    ),
    "New Chance": (
        {"templars": {"Kirsten": "Roma Wien"}, "purses": {"Kirsten": 6}, "temples": {"Kirsten": 1}, "cards": "Kirsten 4"},
        "Kirsten city Roma, Kirsten toss, chance blank",
    ),
    "a move": ({"cards": "Kirsten 6"}, ""),
    "more steps": ({"cards": "Kirsten 6"}, "Kirsten step 1 Venezia"),
    "a knight at the stop": ({"cards": "Kirsten 6"}, "Kirsten step 1 Venezia, Kirsten step 1 Roma, Kirsten step 1 Venezia"),
    "an exchange of edicts": ({"cards": "Kirsten 5"}, "Kirsten step 1 Venezia, Kirsten stop"),
    "Veto": (
        {"temples": {"Lukas": 4}, "cards": "Kirsten 5"}, "Kirsten step 1 Venezia, Kirsten stop, Kirsten exchange 1",
    ),
}  # fmt: skip


@pytest.mark.rule("J30")
@pytest.mark.parametrize("what", DECLINED)
def test_whatever_one_may_do_can_be_declined(what: str) -> None:
    """Nothing is lost by declining: no gold, no knights."""
    position, lines = DECLINED[what]
    cards = position.get("cards")
    table = Table(first="Kirsten", **{key: value for key, value in position.items() if key != "cards"})
    if cards:
        table.reveal(cards)
    if lines:
        table.go(lines)
    asked = table.to_act
    assert asked == ("Lukas" if what == "Veto" else "Kirsten")
    assert table.offered[0] == "stop" and len(table.offered) > 1
    before = [(player["gold"], player["supply"], player["temple"]) for player in table.seen["players"]]
    table.go(f"{asked} stop")
    assert [(player["gold"], player["supply"], player["temple"]) for player in table.seen["players"]] == before


@pytest.mark.rule("J30", "J6", "J7", "J10", "J14", "J20", "J29")
def test_what_is_not_worded_may_cannot() -> None:
    """The fork, the cards, gold, a penalty's knight; setting up is tested elsewhere."""
    table = Table(at="fork")
    assert "cannot be declined" in table.refused("Lukas stop")
    table = Table(gold={"Wien": 1}, cities={"Roma": "Kirsten 1"})
    assert "cannot be declined" in table.refused("Lukas stop")
    table.reveal("Lukas 1, Kirsten 2, Leon 6")
    assert "cannot be declined" in table.refused("Lukas stop")
    table.go("Lukas take Wien")
    assert "cannot be declined" in table.refused("Kirsten stop")
