"""New Chance (J40): tossing again for a knight of the temple."""

from __future__ import annotations

from typing import Any

import pytest

from journey.table import Table
from position import told


def blank(temple: int, **position: Any) -> Table:
    """Kirsten has tossed a blank in Venezia for 1 of 10 gold, with so many knights in her temple."""
    table = Table(**{
        "templars": {"Kirsten": "Venezia Coeln"}, "purses": {"Kirsten": 10}, "temples": {"Kirsten": temple},
        "cities": {"Venezia": "7: Lukas 2, Kirsten 1"}, **position,
    })  # fmt: skip
    table.reveal("Kirsten 4")
    table.go("Kirsten city Venezia, Kirsten toss, chance blank")
    return table


@pytest.mark.rule("J40")
def test_after_a_blank_toss_again_without_gold() -> None:
    """A knight of the temple goes to supply, no gold is paid; a cross then counts like any other."""
    table = blank(1)
    assert (table.phase, table.to_act, table.offered) == ("retrying", "Kirsten", ["stop", "again"])
    events = table.go("Kirsten again")
    assert [event.name for event in events] == ["new_chance"]
    assert (table.temple("Kirsten"), table.supply("Kirsten"), table.purse("Kirsten")) == (0, 18, 9)
    assert [(str(action), weight) for action, weight in table.match.outcomes()] == [("blank", 1), ("cross", 1)]
    table.go("chance cross")
    assert (table.phase, table.offered) == ("lucky", ["stop", "place Venezia", "remove Venezia 0"])
    table.go("Kirsten remove Venezia 0")
    assert (table.purse("Kirsten"), table.phase) == (9, "spending")


@pytest.mark.rule("J40")
def test_everybody_sees_how_often_it_was_used() -> None:
    """It decides whether it is offered again."""
    table = blank(3)
    assert table.match.view(None)["chances"] == 0
    table.go("Kirsten again, chance blank")
    assert table.match.view(None)["chances"] == 1 and table.offered == ["stop", "again"]
    table.go("Kirsten again, chance blank")
    assert table.match.view(None)["chances"] == 2 and "again" not in table.offered


@pytest.mark.rule("J40")
def test_it_counts_nothing_of_the_six_gold() -> None:
    """Six tosses can be paid all the same."""
    table = blank(2)
    table.go("Kirsten again, chance blank, Kirsten again, chance blank")
    for _ in range(5):
        table.go("Kirsten toss, chance blank")
    assert (table.to_act, table.purse("Kirsten")) == ("Lukas", 4)


@pytest.mark.rule("J40", "J30")
def test_it_may_be_declined_and_is_gone_for_that_toss() -> None:
    """The next toss has its own chance."""
    table = blank(1)
    table.go("Kirsten stop")
    assert (table.phase, table.temple("Kirsten")) == ("spending", 1)
    assert "does not answer" in table.refused("Kirsten again")
    table.go("Kirsten place Venezia")
    assert "again" not in table.offered
    table.go("Kirsten toss, chance blank")
    assert table.offered == ["stop", "again"]


@pytest.mark.rule("J40")
def test_not_without_a_knight_in_temple() -> None:
    assert blank(0).phase == "spending"


@pytest.mark.rule("J40")
def test_not_after_a_cross() -> None:
    """Used or not."""
    table = blank(5)
    table.go("Kirsten stop, Kirsten toss, chance cross")
    assert "again" not in table.offered
    table.go("Kirsten stop")
    assert "again" not in table.offered


@pytest.mark.rule("J40")
def test_twice_on_one_toss() -> None:
    """Not a third time, though there are knights; nor on a later toss of this card."""
    table = blank(5)
    table.go("Kirsten again, chance blank, Kirsten again, chance blank")
    assert (table.phase, table.temple("Kirsten")) == ("spending", 3)
    table.go("Kirsten toss, chance blank")
    assert table.phase == "spending"


@pytest.mark.rule("J40")
def test_or_on_different_tosses() -> None:
    """Once on the first and once on the third; not on the fourth."""
    table = blank(5)
    table.go("Kirsten again, chance cross, Kirsten place Venezia, Kirsten toss, chance blank, Kirsten stop")
    table.go("Kirsten toss, chance blank, Kirsten again, chance blank")
    assert (table.phase, table.temple("Kirsten")) == ("spending", 3)
    table.go("Kirsten toss, chance blank")
    assert table.phase == "spending"


@pytest.mark.rule("J40")
def test_twice_a_card_action_and_with_the_next_card_again() -> None:
    """Lukas's own tosses count for himself; and Kirsten may again in the next action."""
    table = Table(
        4, templars={"Kirsten": "Venezia Coeln", "Lukas": "Venezia Wien"}, purses={"Kirsten": 10, "Lukas": 10},
        temples={"Kirsten": 4, "Lukas": 2}, at="outer 1",
    )  # fmt: skip
    table.reveal("Lukas 4, Kirsten 4")
    table.go("Lukas city Venezia, Lukas toss, chance blank, Lukas again, chance blank, Lukas again, chance blank, Lukas stop")
    for _ in range(2):
        table.go("Kirsten city Venezia, Kirsten toss, chance blank, Kirsten again, chance blank, Kirsten again, chance blank")
        assert table.phase == "spending"
        table.go("Kirsten stop, Leon stop, Jonas stop")
        if table.phase == "sealing":
            table.reveal("Lukas 1, Kirsten 4")
    assert (table.temple("Kirsten"), table.supply("Kirsten")) == (0, 19)


@pytest.mark.rule("J40", "J24")
def test_the_knight_spent_may_be_the_one_placed() -> None:
    """Kirsten has none in supply and tosses in order to remove; the knight is back before the second toss."""
    cities = {"London": "8: Kirsten 8", "Paris": "8: Kirsten 8", "Venezia": "7: Lukas 1, Kirsten 2"}
    table = blank(1, cities=cities)
    assert table.supply("Kirsten") == 0
    table.go("Kirsten again")
    assert table.supply("Kirsten") == 1
    table.go("chance cross")
    assert table.offered == ["stop", "place Venezia", "remove Venezia 0"]
    table.go("Kirsten place Venezia")
    assert (table.city("Venezia"), table.supply("Kirsten")) == ("Lukas 1, Kirsten 3", 0)


@pytest.mark.rule("J40")
def test_also_after_the_last_gold() -> None:
    """It needs none: after the sixth toss too."""
    table = blank(1, purses={"Kirsten": 1})
    assert (table.purse("Kirsten"), table.offered) == (0, ["stop", "again"])
    table.go("Kirsten again, chance cross, Kirsten place Venezia")
    assert (table.city("Venezia"), table.to_act) == ("Lukas 2, Kirsten 2", "Lukas")


@pytest.mark.rule("J40")
def test_only_the_one_who_tosses() -> None:
    table = blank(1, temples={"Kirsten": 0, "Lukas": 5, "Leon": 5})
    assert (table.phase, table.to_act) == ("spending", "Kirsten")


@pytest.mark.rule("J40")
def test_every_toss_is_told() -> None:
    table = blank(2)
    table.go("Kirsten again, chance blank, Kirsten again, chance cross")
    log = table.match.log()
    assert [event.name for event in log if event.name.startswith(("tossed", "new"))] == [
        "tossed_blank", "new_chance", "tossed_blank", "new_chance", "tossed_cross",
    ]  # fmt: skip
    assert told(log, "tossed_cross") == [{"seat": 1}]
