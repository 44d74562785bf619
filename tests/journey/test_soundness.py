"""The invariants that every action of every test is held against find what they are there for."""

from __future__ import annotations

import pytest

from journey.table import CITIES, Play, Table, first_fork, laid_out, shipping

LYON, PARIS, WIEN = (CITIES.index(name) for name in ("Lyon", "Paris", "Wien"))


def position() -> Table:
    """In the second section: Lyon holds two knights of Lukas and one of Leon, and 3 gold."""
    return Table(
        section=2, cities={"Lyon": "6: Lukas 2, Leon 1"}, gold={"Lyon": 3}, aboard={1: "Leon 2"}, edicts={"Leon": "London"},
        temples={"Lukas": 1}, purses={"Lukas": 4},
    )  # fmt: skip


@pytest.mark.rule("J4")
def test_a_knight_too_many_or_too_few() -> None:
    table = position()
    assert table.fault() == 0
    assert table.fault(("supply", 0, 17)) == 1
    assert table.fault(("temple", 1, 1)) == 1
    assert table.fault(("aboard", (0, 2), 1)) == 1
    assert table.fault(("supply", 0, -1), ("temple", 0, 18)) == 1
    assert table.fault(("temple", 1, -1), ("supply", 1, 20)) == 1


@pytest.mark.rule("J6", "J11")
def test_cities() -> None:
    """Too full, or what follows from the knights does not: who is there, empty spaces, cities with room."""
    table = position()
    there = int(table.match.state_array()[0]["there"])
    room = int(table.match.state_array()[0]["room"])
    assert table.fault(("spaces", LYON, 2)) == 2
    assert table.fault(("free", LYON, 2)) == 2
    assert table.fault(("free", LYON, 4)) == 2
    assert table.fault(("knights", (LYON, 0), 3), ("supply", 0, 15)) == 2
    assert table.fault(("knights", (LYON, 0), 6), ("supply", 0, 12), ("free", LYON, -1)) == 2
    assert table.fault(("there", (), there & ~(1 << (5 * LYON)))) == 2
    assert table.fault(("there", (), there | 1 << (5 * LYON + 1))) == 2
    assert table.fault(("room", (), room & ~(1 << LYON))) == 2
    assert table.fault(("room", (), room | 1 << WIEN)) == 2


@pytest.mark.rule("J20")
def test_gold() -> None:
    table = position()
    assert table.fault(("gold", LYON, 0)) == 3
    assert table.fault(("gold", PARIS, 1)) == 3
    assert table.fault(("gold", LYON, -1)) == 3
    assert table.fault(("purse", 0, -1)) == 3


@pytest.mark.rule("J1", "J2", "J50", "J54")
def test_edicts() -> None:
    """Lost twice, won twice, nowhere, on the track where no city is, a city without its edict."""
    table = position()
    lost = int(table.match.state_array()[0]["lost"])
    assert table.fault(("lost", (), lost | 1)) == 4
    assert table.fault(("lost", (), lost & ~(1 << WIEN))) == 4
    assert table.fault(("lost", (), lost | 1 << LYON)) == 4
    assert table.fault(("edicts", 0, 1)) == 4
    assert table.fault(("track", 0, WIEN), ("lost", (), lost & ~(1 << WIEN))) == 4
    assert table.fault(("spaces", WIEN, 4), ("free", WIEN, 4), ("room", (), 0b101111100)) == 4
    table = Play()
    table.go("chance start 0, chance edict Roma")
    assert table.fault() == 0
    assert table.fault(("undealt", (), 0b111111111)) == 4
    assert table.fault(("lost", (), 1)) == 4


@pytest.mark.rule("J52", "J54")
def test_ships() -> None:
    """Too many aboard; knights on a ship that has not sailed."""
    table = position()
    assert table.fault(("aboard", (0, 2), 5), ("supply", 2, 13)) == 5
    assert table.fault(("aboard", (2, 0), 1), ("supply", 0, 15)) == 5


@pytest.mark.rule("J5")
def test_missions() -> None:
    table = position()
    assert table.fault(("mission", 0, 1)) == 6
    assert table.fault(("mission", 0, 3)) == 6
    assert table.fault(("open_missions", (), 0b1000)) == 6


@pytest.mark.rule("J7")
def test_templars() -> None:
    table = position()
    assert table.fault(("templar", (1, 1), len(CITIES))) == 7
    assert table.fault(("templar", (1, 0), -1)) == 7


@pytest.mark.rule("J14")
def test_who_acts_and_what_is_offered() -> None:
    table = position()
    assert table.fault(("actor", (), 7)) == 8
    assert table.fault(("actor", (), 8)) == 8
    assert table.fault(("phase", (), 25)) == 8
    assert table.fault(("waiting", (), 1)) == 8
    assert table.fault(("choices", (), 0)) == 9
    assert table.fault(("first", (), 3)) == 9


@pytest.mark.rule("J4", "J14")
def test_seats_that_nobody_sits_on_and_cards_there_are_not() -> None:
    table = position()
    for field in ("score", "purse", "chosen"):
        assert table.fault((field, 3, 1)) == 10
    assert table.fault(("chosen", 0, 7)) == 10
    assert table.fault(("chosen", 0, -1)) == 10


@pytest.mark.rule("J60")
def test_at_the_end_one_city_is_left() -> None:
    table, _ = shipping(section=3)
    assert table.fault() == 0
    assert table.fault(("track", 6, WIEN)) == 4
    assert table.fault(("spaces", WIEN, 1), ("free", WIEN, 1), ("room", (), 1 << WIEN | 1 << CITIES.index("Venezia"))) == 4


def test_nothing_is_wrong_with_the_first_positions() -> None:
    for table in (Play(), laid_out(), first_fork()):
        assert table.fault() == 0
