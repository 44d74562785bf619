"""Collecting gold: card 1 (J20), card 2 (J21) and its penalty (J22), and Taxes (J41)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from journey.table import CITIES, Table, europe
from position import told

EVERYWHERE = dict.fromkeys(CITIES, 5)


def collecting(cards: str, **position: Any) -> Table:
    """Gold lies everywhere, one of Lukas's Templars in Bordeaux, the other in Venezia; these cards are revealed."""
    table = Table(**{"gold": EVERYWHERE, "templars": {"Lukas": "Bordeaux Venezia"}, **position})
    table.reveal(cards)
    return table


# J20: card 1


@pytest.mark.rule("J20")
def test_three_gold_from_a_territory_in_reach() -> None:
    """Where an own Templar stands or next to one: either Templar."""
    table = collecting("Lukas 1")
    assert (table.phase, table.to_act) == ("taking", "Lukas")
    assert table.choices("take") == ["Paris", "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia", "Wien"]
    assert "out of reach" in table.refused("Lukas take London")
    assert "out of reach" in table.refused("Lukas take Coeln")
    events = table.go("Lukas take Lyon")
    assert told(events, "took") == [{"seat": 0, "territory": CITIES.index("Lyon"), "gold": 3}]
    assert (table.purse("Lukas"), table.gold("Lyon")) == (3, 2)
    assert sum(table.seen["gold"]) == 9 * 5 - 3
    assert table.to_act == "Kirsten"


@pytest.mark.rule("J20")
@pytest.mark.parametrize(("there", "taken"), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_or_all_there_is_if_less(there: int, taken: int) -> None:
    table = collecting("Lukas 1", gold={"Paris": there, "Lyon": 5}, purses={"Lukas": 2})
    table.go("Lukas take Paris")
    assert (table.purse("Lukas"), table.gold("Paris"), table.gold("Lyon")) == (2 + taken, there - taken, 5)


@pytest.mark.rule("J20")
def test_dotted_lines_count_as_adjacent() -> None:
    """From London across the sea to Paris and Coeln, from Barcelona to Roma; the Alps part Venezia from Lyon."""
    table = collecting("Lukas 1", templars={"Lukas": "London London"})
    assert table.choices("take") == ["London", "Paris", "Coeln"]
    table = collecting("Lukas 1", templars={"Lukas": "Barcelona Barcelona"})
    assert table.choices("take") == ["Bordeaux", "Lyon", "Barcelona", "Roma"]
    table = collecting("Lukas 1", templars={"Lukas": "Venezia Venezia"})
    assert table.choices("take") == ["Roma", "Venezia", "Wien"]


@pytest.mark.rule("J20")
def test_the_map_says_what_is_adjacent() -> None:
    """On a map that is one long road."""
    road = " ".join(f"{one}-{other}" for one, other in pairwise(CITIES))
    table = collecting("Lukas 1", templars={"Lukas": "London Coeln"}, board=europe(adjacent=road))
    assert table.choices("take") == ["London", "Paris", "Venezia", "Coeln", "Wien"]


@pytest.mark.rule("J20")
def test_the_take_is_compulsory() -> None:
    table = collecting("Lukas 1")
    assert "stop" not in table.offered
    assert "cannot be declined" in table.refused("Lukas stop")


@pytest.mark.rule("J20")
def test_a_territory_without_gold_is_no_choice() -> None:
    table = collecting("Lukas 1", gold={"Paris": 1, "Roma": 3, "London": 5})
    assert table.choices("take") == ["Paris", "Roma"]
    assert "no gold lies there" in table.refused("Lukas take Bordeaux")


@pytest.mark.rule("J20", "J21", "J30")
@pytest.mark.parametrize("card", [1, 2])
def test_if_all_in_reach_are_empty_the_take_is_skipped(card: int) -> None:
    """Gold there is, but far away; and so there are no Taxes either."""
    table = collecting(f"Lukas {card}", gold={"London": 5, "Coeln": 5}, temples={"Lukas": 2})
    assert (table.to_act, table.purse("Lukas"), table.temple("Lukas")) == ("Kirsten", 0, 2)


# J21, J22: card 2


@pytest.mark.rule("J21")
@pytest.mark.parametrize("there", [1, 2, 3, 18])
def test_all_gold_of_one_territory(there: int) -> None:
    """Of one in reach, and of that one only."""
    table = collecting("Lukas 2", gold={**EVERYWHERE, "Lyon": there})
    assert table.choices("take") == ["Paris", "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia", "Wien"]
    assert "cannot be declined" in table.refused("Lukas stop")
    events = table.go("Lukas take Lyon")
    assert told(events, "took") == [{"seat": 0, "territory": CITIES.index("Lyon"), "gold": there}]
    assert (table.purse("Lukas"), table.gold("Lyon"), sum(table.seen["gold"])) == (there, 0, 8 * 5)


@pytest.mark.rule("J22", "J29")
@pytest.mark.parametrize(("there", "taken"), [(1, 1), (2, 2), (5, 2)])
def test_its_penalty_takes_two_and_costs_a_knight(there: int, taken: int) -> None:
    """Less if there is less; then a knight of the own choice goes to the temple. Kirsten's safe card is unharmed."""
    table = collecting(
        "Lukas 2, Kirsten 1", gold={"Lyon": there, "Wien": 5}, cities={"Roma": "Lukas 2, Leon 1", "Paris": "Lukas 1"}
    )
    table.go("Kirsten take Wien")
    assert table.purse("Kirsten") == 3
    assert (table.phase, table.choices("take")) == ("taking", ["Lyon", "Wien"])
    assert "cannot be declined" in table.refused("Lukas stop")
    table.go("Lukas take Lyon")
    assert (table.purse("Lukas"), table.gold("Lyon")) == (taken, there - taken)
    assert (table.phase, table.to_act, table.offered) == ("atoning", "Lukas", ["remove Paris 0", "remove Roma 0"])
    events = table.go("Lukas remove Roma 0")
    assert told(events, "atoned") == [{"seat": 0, "territory": CITIES.index("Roma")}]
    assert (table.city("Roma"), table.temple("Lukas"), table.to_act) == ("Lukas 1, Leon 1", 1, "Leon")


@pytest.mark.rule("J22")
def test_two_in_all_not_two_from_each() -> None:
    table = collecting("Lukas 2, Kirsten 2", templars={"Lukas": "Paris Roma", "Kirsten": "Paris Roma"})
    table.go("Lukas take Paris, Kirsten take Paris")
    assert (table.purse("Lukas"), table.purse("Kirsten"), table.gold("Paris"), table.gold("Roma")) == (2, 2, 1, 5)


# J41: Taxes


@pytest.mark.rule("J41")
@pytest.mark.parametrize(("card", "main"), [(1, 3), (2, 5)])
def test_two_more_gold_for_two_knights_of_the_temple(card: int, main: int) -> None:
    """After the main take, from any territory in reach that has gold; the knights are in supply again."""
    table = collecting(f"Lukas {card}", temples={"Lukas": 3})
    assert table.choices("tax") == []
    table.go("Lukas take Paris")
    assert (table.phase, table.to_act) == ("taxing", "Lukas")
    assert table.choices("tax") == [*["Paris"] * (card == 1), "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia", "Wien"]
    assert "out of reach" in table.refused("Lukas tax London")
    events = table.go("Lukas tax Wien")
    assert told(events, "taxed") == [{"seat": 0, "territory": CITIES.index("Wien"), "gold": 2}]
    assert (table.purse("Lukas"), table.gold("Wien")) == (main + 2, 3)
    assert (table.temple("Lukas"), table.supply("Lukas")) == (1, 18)


@pytest.mark.rule("J41")
@pytest.mark.parametrize(("there", "taken"), [(4, 1), (5, 2), (6, 2)])
def test_from_the_same_territory_or_less_if_there_is_less(there: int, taken: int) -> None:
    """Three gold have gone with the card; the price is the same."""
    table = collecting("Lukas 1", gold={"Paris": there}, temples={"Lukas": 2})
    table.go("Lukas take Paris, Lukas tax Paris")
    assert (table.purse("Lukas"), table.gold("Paris"), table.temple("Lukas")) == (3 + taken, there - 3 - taken, 0)


@pytest.mark.rule("J41")
def test_once_a_card() -> None:
    """However many knights are in the temple."""
    table = collecting("Lukas 1", temples={"Lukas": 9})
    table.go("Lukas take Paris, Lukas tax Lyon")
    assert (table.to_act, table.temple("Lukas")) == ("Kirsten", 7)
    assert "not seat 0's turn" in table.refused("Lukas tax Lyon")


@pytest.mark.rule("J41", "J30")
def test_taxes_may_be_declined() -> None:
    table = collecting("Lukas 2", temples={"Lukas": 2})
    table.go("Lukas take Paris, Lukas stop")
    assert (table.to_act, table.temple("Lukas"), table.purse("Lukas")) == ("Kirsten", 2, 5)


@pytest.mark.rule("J41")
def test_not_with_one_knight() -> None:
    table = collecting("Lukas 1", temples={"Lukas": 1})
    table.go("Lukas take Paris")
    assert table.to_act == "Kirsten"


@pytest.mark.rule("J41")
def test_not_where_nothing_is_left() -> None:
    """The only gold in reach has just been taken."""
    table = collecting("Lukas 2", gold={"Paris": 5, "London": 5}, temples={"Lukas": 2})
    table.go("Lukas take Paris")
    assert (table.to_act, table.temple("Lukas")) == ("Kirsten", 2)


@pytest.mark.rule("J41", "J22")
def test_not_with_the_penalty() -> None:
    """There is gold in reach and there are knights; the next thing is the knight that is due."""
    table = collecting("Lukas 2, Kirsten 2, Leon 6", temples={"Lukas": 9}, cities={"Roma": "Lukas 1"})
    table.go("Lukas take Paris")
    assert (table.phase, table.offered) == ("atoning", ["remove Roma 0"])


@pytest.mark.rule("J41", "J16")
def test_with_a_safe_card_also_in_a_crowd() -> None:
    """Three play for gold; Lukas's 1 is unharmed."""
    table = collecting("Lukas 1, Kirsten 2, Leon 2", temples={"Lukas": 2})
    table.go("Lukas take Paris")
    assert table.phase == "taxing"


@pytest.mark.rule("J41")
@pytest.mark.parametrize("card", [3, 4, 5, 6])
def test_not_with_other_cards(card: int) -> None:
    """Nothing of it is ever offered; the gold of a journey is no collecting."""
    table = collecting(f"Lukas {card}", temples={"Lukas": 9}, purses={"Lukas": 9}, cities={"Bordeaux": "Kirsten 1"})
    table.go({
        3: "Lukas city Bordeaux, Lukas swap Bordeaux 1", 4: "Lukas city Bordeaux, Lukas stop",
        5: "Lukas step 1 Paris, Lukas stop, Lukas stop", 6: "Lukas step 1 Paris, Lukas stop",
    }[card])  # fmt: skip
    asked = [move.action.notation for move in table.match.history if move.seat == 0]
    assert not any(action.startswith("tax") for action in asked)
    assert table.phase != "taxing"
    assert table.temple("Lukas") == 9
