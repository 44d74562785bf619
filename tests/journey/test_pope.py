"""The Pope on the round track (J10, J13), the flags (J11, J12), and Leader (J42)."""

from __future__ import annotations

from typing import Any

import pytest

from journey.table import NAMES, NO_SUPPLY, Table, europe, shipping
from position import told


def pope(table: Table) -> tuple[int, int, str | None, str | None]:
    """Section, space, route and flag."""
    seen = table.seen
    return seen["section"] + 1, seen["space"], seen["route"], seen["flag"]


# J10: the way


@pytest.mark.rule("J10")
@pytest.mark.parametrize(("route", "flag"), [("inner", "green"), ("outer", "red")])
def test_the_first_player_chooses_a_route_at_the_fork(route: str, flag: str) -> None:
    """Nobody else, and one of the two it must be; the Pope is on its first space then."""
    table = Table(first="Kirsten", at="fork")
    assert (table.to_act, table.offered) == ("Kirsten", ["route inner", "route outer"])
    assert "not seat 0's turn" in table.refused(f"Lukas route {route}")
    events = table.go(f"Kirsten route {route}")
    assert told(events, "pope_moved") == [{"seat": 1, "section": 0, "space": 1, "route": ["inner", "outer"].index(route)}]
    assert pope(table) == (1, 1, route, flag)


@pytest.mark.rule("J10", "J13")
@pytest.mark.parametrize(("route", "actions"), [("inner", 3), ("outer", 4)])
@pytest.mark.parametrize("section", [1, 2])
def test_it_stays_on_its_route_till_the_harbor(route: str, actions: int, section: int) -> None:
    """Three actions and a fourth move, or four and a fifth; nobody is asked about the route again before the next section."""
    table = Table(at="fork", section=section)
    table.go(f"Lukas route {route}")
    for space in range(1, actions + 1):
        assert pope(table)[:3] == (section, space, route)
        assert table.phase == "sealing"
        events = table.idle()
        assert told(events, "pope_moved")[0]["space"] == space + 1
    assert [event["number"] for event in told(events, "shipping_round")] == [section]
    assert (table.phase, pope(table)) == ("fork", (section + 1, 0, None, None))


@pytest.mark.rule("J10")
def test_the_map_says_how_long_the_routes_are() -> None:
    """Another map: one action on the inner route of the first section, six on the outer one of the second."""
    sections = [{"inner": 1, "outer": 2, "ships": [4, 4]}, {"inner": 1, "outer": 6, "ships": [4, 4]}]
    table = Table(at="fork", board=europe(section=[*sections, sections[0]]))
    table.go("Lukas route inner")
    assert told(table.idle(), "shipping_round")
    table.go(f"{table.to_act} route outer")
    for _ in range(5):
        assert not told(table.idle(), "shipping_round")
    assert told(table.idle(), "shipping_round")


@pytest.mark.rule("J10", "J15")
def test_the_first_player_of_the_moment_moves_it() -> None:
    """One space an action, each time another player."""
    table = Table(first="Leon", at="outer 1")
    movers = [told(table.idle(), "pope_moved")[0]["seat"] for _ in range(3)]
    assert [NAMES[seat] for seat in movers] == ["Lukas", "Kirsten", "Leon"]


# J11: green flags


@pytest.mark.rule("J11")
def test_a_green_flag_places_a_knight_where_an_own_templar_stands() -> None:
    """In either territory, if it has a city with room; not elsewhere."""
    table = Table(at="fork", templars={"Lukas": "Roma Paris", "Kirsten": "London London"}, cities={"Paris": "Leon 1"})
    table.go("Lukas route inner")
    assert (table.phase, table.to_act, table.offered) == ("flag", "Lukas", ["stop", "place Paris", "place Roma"])
    assert "no Templar of yours" in table.refused("Lukas place London")
    table.go("Lukas place Paris")
    assert (table.city("Paris"), table.supply("Lukas")) == ("Lukas 1, Leon 1", 18)
    assert (table.phase, table.purse("Lukas")) == ("sealing", 0)


@pytest.mark.rule("J11")
def test_one_knight_only() -> None:
    table = Table(at="fork", templars={"Lukas": "Roma Paris"})
    table.go("Lukas route inner, Lukas place Roma")
    assert "does not answer" in table.refused("Lukas place Paris")


@pytest.mark.rule("J11", "J30")
def test_placing_may_be_declined() -> None:
    table = Table(at="fork", templars={"Lukas": "Roma Roma"})
    table.go("Lukas route inner, Lukas stop")
    assert (table.city("Roma"), table.phase) == ("", "sealing")


@pytest.mark.rule("J11")
def test_not_into_a_full_city() -> None:
    """Paris is full, Roma is not."""
    table = Table(at="fork", templars={"Lukas": "Roma Paris"}, cities={"Paris": "Kirsten 5", "Roma": "Kirsten 6"})
    table.go("Lukas route inner")
    assert table.choices("place") == ["Roma"]
    assert "no space is empty" in table.refused("Lukas place Paris")


@pytest.mark.rule("J11")
@pytest.mark.parametrize(
    "position",
    [
        {"templars": {"Lukas": "Wien Coeln"}},
        {"templars": {"Lukas": "Paris Wien"}, "cities": {"Paris": "Kirsten 5"}},
        {"templars": {"Lukas": "Roma Roma"}, "cities": NO_SUPPLY},
    ],
    ids=["no city", "a full city", "no knight in supply"],
)
def test_an_impossible_green_flag_is_passed_over(position: dict[str, dict[str, str]]) -> None:
    table = Table(at="fork", **position)
    events = table.go("Lukas route inner")
    assert (table.phase, table.to_act) == ("sealing", "Lukas Kirsten Leon")
    assert not told(events, "placed")


@pytest.mark.rule("J11", "J12")
def test_every_space_of_a_route_has_its_flag() -> None:
    """Here the third of each."""
    for at, offer in (("inner 2", "place Roma"), ("outer 2", "remove Roma 2")):
        table = Table(first="Leon", at=at, templars={"Lukas": "Roma Roma"}, cities={"Roma": "Leon 1"})
        table.idle()
        assert (table.to_act, table.offered) == ("Lukas", ["stop", offer])


# J12: red flags


@pytest.mark.rule("J12")
def test_a_red_flag_removes_an_opposing_knight_where_an_own_templar_stands() -> None:
    """Anybody's but the own, to its owner's temple."""
    cities = {"Roma": "Lukas 1, Leon 2", "Paris": "Lukas 1, Kirsten 1", "London": "Kirsten 1"}
    table = Table(at="fork", templars={"Lukas": "Roma Paris"}, cities=cities)
    table.go("Lukas route outer")
    assert (table.phase, table.offered) == ("flag", ["stop", "remove Paris 1", "remove Roma 2"])
    assert "no Templar of yours" in table.refused("Lukas remove London 1")
    assert "only knights of opponents" in table.refused("Lukas remove Roma 0")
    assert "no such knight" in table.refused("Lukas remove Roma 1")
    table.go("Lukas remove Roma 2")
    assert (table.city("Roma"), table.temple("Leon"), table.temple("Lukas")) == ("Lukas 1, Leon 1", 1, 0)
    assert table.phase == "sealing"


@pytest.mark.rule("J12", "J30")
def test_removing_may_be_declined() -> None:
    table = Table(at="fork", templars={"Lukas": "Roma Roma"}, cities={"Roma": "Leon 1"})
    table.go("Lukas route outer, Lukas stop")
    assert (table.city("Roma"), table.temple("Leon"), table.phase) == ("Leon 1", 0, "sealing")


@pytest.mark.rule("J12")
@pytest.mark.parametrize("cities", [{}, {"Roma": "Lukas 2"}, {"Paris": "Leon 1"}], ids=["empty", "own knights", "elsewhere"])
def test_an_impossible_red_flag_is_passed_over(cities: dict[str, str]) -> None:
    table = Table(at="fork", templars={"Lukas": "Roma Wien"}, cities=cities)
    table.go("Lukas route outer")
    assert table.phase == "sealing"


@pytest.mark.rule("J12")
def test_no_supply_is_needed_to_remove() -> None:
    table = Table(at="fork", templars={"Lukas": "Roma Roma"}, cities={**NO_SUPPLY, "Roma": "Leon 1"})
    table.go("Lukas route outer")
    assert table.offered == ["stop", "remove Roma 2"]


# J13: ship spaces


@pytest.mark.rule("J13")
@pytest.mark.parametrize("at", ["inner 3", "outer 4"])
def test_on_a_ship_space_the_action_round_ends_at_once(at: str) -> None:
    """No flag, no Leader, no cards: Lukas could do all of it, and is next asked about the fork."""
    table, events = shipping(
        at=at, templars={"Lukas": "Roma Roma"}, cities={"Roma": "Leon 1"}, temples={"Lukas": 9}, purses={"Lukas": 9}
    )
    after = [event.name for event in events]
    after = after[after.index("pope_moved") :]
    assert after[:2] == ["pope_moved", "shipping_round"]
    assert not {"placed", "removed", "led", "card_begins"} & set(after)
    assert (table.phase, table.to_act) == ("fork", "Lukas")


@pytest.mark.rule("J13", "J52", "J57")
@pytest.mark.parametrize("first", NAMES[:3])
def test_the_marker_stays_for_ties_aboard_and_the_next_fork(first: str) -> None:
    """Who moved the Pope into the harbor breaks the tie for the ship, and chooses the next route."""
    table, events = shipping(first=first, cities={"London": "Lukas 1, Kirsten 1, Leon 1"})
    order = [NAMES[event["seat"]] for event in told(events, "boarded")]
    at = NAMES.index(first)
    assert order == [*NAMES[at:3], *NAMES[:at]]
    assert (table.first, table.to_act, table.phase) == (first, first, "fork")


# J42: Leader


def led(**position: Any) -> Table:
    """Lukas, having placed a knight for a green flag, may pass the marker on; Kirsten has 3 in temple too, Leon 2."""
    table = Table(**{
        "at": "fork", "templars": {"Lukas": "Roma Roma", "Kirsten": "Paris Paris"},
        "temples": {"Lukas": 3, "Kirsten": 3, "Leon": 2}, **position,
    })  # fmt: skip
    table.go("Lukas route inner, Lukas place Roma")
    return table


@pytest.mark.rule("J42")
def test_the_first_player_gives_the_marker_away_for_three() -> None:
    """To any other player; the three knights are back in supply."""
    table = led()
    assert (table.phase, table.to_act, table.offered) == ("leading", "Lukas", ["stop", "lead 1", "lead 2"])
    events = table.go("Lukas lead 2")
    assert told(events, "led") == [{"seat": 0, "to": 2}]
    assert (table.first, table.temple("Lukas"), table.supply("Lukas")) == ("Leon", 0, 18)


@pytest.mark.rule("J42")
def test_also_after_a_knight_removed() -> None:
    table = Table(at="fork", templars={"Lukas": "Roma Roma"}, cities={"Roma": "Leon 1"}, temples={"Lukas": 3})
    table.go("Lukas route outer, Lukas remove Roma 2")
    assert table.phase == "leading"


@pytest.mark.rule("J42", "J30")
def test_it_may_be_declined() -> None:
    table = led()
    table.go("Lukas stop")
    assert (table.first, table.temple("Lukas"), table.phase) == ("Lukas", 3, "sealing")


@pytest.mark.rule("J42")
def test_two_knights_in_temple_are_not_enough() -> None:
    table = led(temples={"Lukas": 2, "Kirsten": 9})
    assert table.phase == "sealing"


@pytest.mark.rule("J42")
def test_not_after_a_declined_flag() -> None:
    table = Table(at="fork", templars={"Lukas": "Roma Roma"}, temples={"Lukas": 9})
    table.go("Lukas route inner, Lukas stop")
    assert table.phase == "sealing"


@pytest.mark.rule("J42")
@pytest.mark.parametrize("route", ["inner", "outer"])
def test_not_after_an_impossible_flag(route: str) -> None:
    """Lukas's Templars stand where no city is."""
    table = Table(at="fork", temples={"Lukas": 9})
    table.go(f"Lukas route {route}")
    assert table.phase == "sealing"


@pytest.mark.rule("J42")
def test_the_new_holder_may_pass_it_on_in_turn() -> None:
    """Kirsten has three, and gives it to Leon; he has two and keeps it."""
    table = led()
    table.go("Lukas lead 1")
    assert (table.phase, table.to_act, table.offered) == ("leading", "Kirsten", ["stop", "lead 0", "lead 2"])
    table.go("Kirsten lead 2")
    assert (table.first, table.phase) == ("Leon", "sealing")
    assert (table.temple("Kirsten"), table.supply("Kirsten")) == (0, 19)


@pytest.mark.rule("J42")
def test_the_new_holder_may_keep_it() -> None:
    table = led()
    table.go("Lukas lead 1, Kirsten stop")
    assert (table.first, table.phase, table.temple("Kirsten")) == ("Kirsten", "sealing", 3)


@pytest.mark.rule("J42")
def test_it_may_go_back_to_an_earlier_holder_and_on_again() -> None:
    """Lukas and Kirsten play ping-pong as long as the knights last."""
    table = led(temples={"Lukas": 7, "Kirsten": 6})
    table.go("Lukas lead 1, Kirsten lead 0, Lukas lead 1, Kirsten lead 0")
    assert [table.temple(name) for name in NAMES[:3]] == [1, 0, 0]
    assert (table.first, table.phase) == ("Lukas", "sealing")


@pytest.mark.rule("J42")
def test_the_new_holder_has_no_flag_and_does_not_move_the_pope() -> None:
    """Kirsten's Templar stands in a city with room; cards follow at once."""
    table = led()
    before = pope(table)
    events = table.go("Lukas lead 1, Kirsten stop")
    assert [event.name for event in events] == ["led", "declined"]
    assert pope(table) == before == (1, 1, "inner", "green")
    assert (table.phase, table.to_act) == ("sealing", "Lukas Kirsten Leon")


@pytest.mark.rule("J42", "J14")
def test_the_new_holder_breaks_ties_of_cards() -> None:
    table = led()
    table.go("Lukas lead 2")
    assert [event["seat"] for event in told(table.idle(), "card_begins")] == [2, 0, 1]


@pytest.mark.rule("J42", "J15")
def test_the_marker_goes_on_from_the_new_holder() -> None:
    """From Leon to Lukas, as if Leon had moved the Pope."""
    table = led()
    table.go("Lukas lead 2")
    events = table.idle()
    assert told(events, "first") == [{"seat": 0}]
    assert told(events, "pope_moved")[0]["seat"] == 0


@pytest.mark.rule("J42")
def test_only_the_holder_may_pass_it_on() -> None:
    table = led()
    assert "not seat 1's turn" in table.refused("Kirsten lead 2")
    assert "yourself" in table.refused("Lukas lead 0")
