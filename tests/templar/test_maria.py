"""Maria and the harbor: taking what a storehouse holds (T50), and what the reserve cannot give (T51)."""

from __future__ import annotations

import pytest

from position import told
from templar.table import Table

HOUSES = ("chalice book a", "b b c", "", "a", "a", "book")


@pytest.mark.rule("T50")
@pytest.mark.parametrize("place", ["main", 5, 13])
def test_the_token_goes_to_any_storehouse(place: int | str) -> None:
    """From wherever it stands, to each of the six."""
    table = Table(at={"Ani": place}, houses=HOUSES)
    table.go("Ani play maria")
    assert table.offered == [f"house {number}" for number in range(1, 7)]
    table.go("Ani house 2")
    assert (table.player("Ani")["token"], table.to_act) == ("storehouse 2", "Frank")


@pytest.mark.rule("T50")
def test_all_tiles_become_valuables_and_leave_the_game() -> None:
    """From reserve to stock, one for each tile; bag and other storehouses do not change."""
    table = Table(houses=HOUSES, stock={"Ani": "c"})
    bag = table.bag
    events = table.go("Ani play maria, Ani house 1")
    assert table.stock("Ani") == "chalice book a c"
    assert table.player("Ani")["reserve"] == {"chalice": 4, "book": 5, "a": 6, "b": 7, "c": 6}
    assert table.houses == ["", *HOUSES[1:]]
    assert (table.out, table.bag) == ("chalice book a", bag)
    assert [event["kind"] for event in told(events, "received")] == [0, 1, 2]


@pytest.mark.rule("T50")
def test_the_same_kind_several_times() -> None:
    table = Table(houses=HOUSES)
    table.go("Ani play maria, Ani house 2")
    assert (table.stock("Ani"), table.out) == ("b b c", "b b c")


@pytest.mark.rule("T50")
def test_an_empty_storehouse_may_be_chosen() -> None:
    table = Table(houses=HOUSES)
    table.go("Ani play maria, Ani house 3")
    assert (table.player("Ani")["token"], table.stock("Ani"), table.to_act) == ("storehouse 3", "", "Frank")


@pytest.mark.rule("T50", "T24")
def test_an_occupied_storehouse_may_be_chosen() -> None:
    table = Table(houses=HOUSES, at={"Alex": "house 1"})
    table.go("Ani play maria, Ani house 1")
    assert table.stock("Ani") == "chalice book a"
    assert table.player("Alex")["token"] == table.player("Ani")["token"] == "storehouse 1"


@pytest.mark.rule("T51", "T50")
def test_what_the_reserve_has_not_got_is_not_received() -> None:
    """All five chalices are out: the tile leaves the game all the same; the rest is received."""
    table = Table(houses=HOUSES, stock={"Ani": "chalice chalice chalice"}, rooms={6: "Ani chalice", 2: "Ani chalice*"})
    events = table.go("Ani play maria, Ani house 1")
    assert table.stock("Ani") == "chalice chalice chalice book a"
    assert told(events, "not_received") == [{"seat": 0, "kind": 0, "storehouse": 0}]
    assert (table.out, table.houses[0]) == ("chalice book a", "")


@pytest.mark.rule("T51")
def test_the_last_one_in_reserve_is_still_given() -> None:
    """Six of seven rings are out: of two tiles one gives a ring."""
    table = Table(houses=HOUSES, stock={"Ani": "b b b b b b"})
    table.go("Ani play maria, Ani house 2")
    assert (table.stock("Ani"), table.reserve("Ani").count("b ")) == ("b b b b b b b c", 0)
    assert (table.houses[1], table.out) == ("", "b b c")


@pytest.mark.rule("T51")
def test_the_reserves_of_others_do_not_matter() -> None:
    table = Table(houses=HOUSES, stock={"Frank": "chalice chalice chalice chalice chalice"})
    table.go("Ani play maria, Ani house 1")
    assert table.stock("Ani") == "chalice book a"
