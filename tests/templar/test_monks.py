"""The monks: Anselmus (T30), Josua (T31), Lucas (T32), and the rules of stashing (T33-T35)."""

from __future__ import annotations

import pytest

from position import told
from templar.table import Table, abbey

PLENTY = "chalice chalice book book a a a b b b c c c"


def monk(card: str, room: int, **position: object) -> Table:
    """Ani has come to a room with a monk and may stash."""
    start = {2: 1, 5: 4, 6: 5, 12: 11, 13: 7, 8: 7, 10: 11, 9: 8, 3: 4}[room]
    table = Table(at={"Ani": start}, **{"stock": {"Ani": PLENTY}, "severus": 1, **position})
    table.go(f"Ani play {card}, Ani step {room}")
    if table.phase == "moving":
        table.go("Ani stop")
    return table


@pytest.mark.rule("T30")
def test_anselmus_goes_exactly_one_room() -> None:
    """After one step he stops by himself and stashes."""
    table = Table(at={"Ani": 5}, stock={"Ani": "a"})
    table.go("Ani play anselmus, Ani step 6")
    assert (table.phase, table.to_act) == ("stashing", "Ani")
    assert table.choices("step") == []


@pytest.mark.rule("T30", "T31", "T32")
@pytest.mark.parametrize(("card", "most"), [("anselmus", 3), ("josua", 2), ("lucas", 1)])
def test_how_many_are_stashed_at_most(card: str, most: int) -> None:
    """Of the same or different kinds; the turn ends with the last one."""
    table = monk(card, 13)
    for what in ("1a", "chalice", "2b")[:most]:
        assert table.to_act == "Ani"
        table.go(f"Ani stash {what}")
    assert table.to_act == "Frank"
    assert len(table.room(13).split(", ")) == most


@pytest.mark.rule("T30", "T31", "T32", "T33")
@pytest.mark.parametrize(("card", "most"), [("anselmus", 3), ("josua", 2), ("lucas", 1)])
def test_fewer_or_none_may_be_stashed(card: str, most: int) -> None:
    for count in range(most):
        table = monk(card, 13)
        for _ in range(count):
            table.go("Ani stash 1a")
        table.go("Ani stop")
        assert table.to_act == "Frank"
        assert table.room(13) == ", ".join(["Ani 1a"] * count)


@pytest.mark.rule("T31", "T32")
@pytest.mark.parametrize(("card", "way"), [("josua", (4, 3)), ("lucas", (4, 3, 1))])
def test_they_stash_only_where_the_move_ends(card: str, way: tuple[int, ...]) -> None:
    """On the way nothing is stashed."""
    table = Table(at={"Ani": 5}, stock={"Ani": "a b"}, severus=13)
    table.go(f"Ani play {card}")
    for room in way:
        assert table.choices("stash") == []
        assert "stop first" in table.refused("Ani stash 1a")
        table.go(f"Ani step {room}")
    table.go("Ani stash 1a")
    assert (table.room(way[-1]), table.room(4)) == ("Ani 1a", "")


@pytest.mark.rule("T33")
def test_from_the_own_stock_unscored_side_up() -> None:
    """What is stashed leaves the stock, not the reserve; it lies there unscored."""
    table = monk("anselmus", 6, stock={"Ani": "chalice book a"})
    reserve = table.reserve("Ani")
    table.go("Ani stash chalice, Ani stash book, Ani stash 1a")
    assert table.room(6) == "Ani chalice, Ani book, Ani 1a"
    assert (table.stock("Ani"), table.reserve("Ani")) == ("", reserve)


@pytest.mark.rule("T33")
def test_only_what_is_in_stock() -> None:
    """A chalice in the reserve or in another's stock does not help."""
    table = monk("anselmus", 6, stock={"Ani": "b", "Frank": "chalice a"})
    assert table.offered == ["stop", "stash 1b"]
    assert "none in your stock" in table.refused("Ani stash chalice")


@pytest.mark.rule("T33")
def test_only_on_empty_matching_spaces() -> None:
    """Room 6 has one chalice space, two for books, four for rings."""
    table = monk("anselmus", 6, rooms={6: "Frank chalice, Alex book*"})
    assert table.choices("stash") == ["book", "1a", "1b", "1c"]
    table.go("Ani stash book")
    assert table.choices("stash") == ["1a", "1b", "1c"]
    table = monk("anselmus", 6, rooms={6: "Frank 1a, Frank 1a, Frank 1a*, Frank 1a*"})
    assert table.choices("stash") == ["chalice", "book"]


@pytest.mark.rule("T33")
def test_a_room_without_such_places() -> None:
    """Room 12 has none for books, room 3 none for chalices."""
    assert "book" not in monk("anselmus", 12).choices("stash")
    assert "chalice" not in monk("anselmus", 3).choices("stash")


@pytest.mark.rule("T33")
@pytest.mark.parametrize("why", ["nothing in stock", "nothing fits"])
def test_where_nothing_can_be_stashed_nobody_is_asked(why: str) -> None:
    if why == "nothing in stock":
        table = monk("josua", 6, stock={})
    else:
        table = monk("josua", 6, stock={"Ani": "a"}, rooms={6: "Frank 1b"})
    assert table.to_act == "Frank"


@pytest.mark.rule("T33")
def test_it_ends_when_nothing_more_fits() -> None:
    """Anselmus could stash three; after the second there is no place for what is left."""
    table = monk("anselmus", 3, stock={"Ani": "a a a chalice"})
    table.go("Ani stash 1a, Ani stash 1a")
    assert (table.to_act, table.room(3)) == ("Frank", "Ani 1a, Ani 1a")


@pytest.mark.rule("T34")
def test_one_type_an_area_whoever_owns_them() -> None:
    """Frank's ring of type b in the first area: Ani may add b there, anything in the second."""
    table = monk("anselmus", 2, rooms={2: "Frank 1b"})
    assert table.choices("stash") == ["chalice", "book", "1b", "2a", "2b", "2c"]
    assert "rings of another type" in table.refused("Ani stash 1a")
    table.go("Ani stash 2a")
    assert table.choices("stash") == ["chalice", "book", "1b", "2a"]
    table.go("Ani stash 1b")
    assert table.room(2) == "Frank 1b, Ani 1b, Ani 2a"


@pytest.mark.rule("T34")
def test_scored_rings_bind_their_area_too() -> None:
    table = monk("anselmus", 2, rooms={2: "Frank 1b*"})
    assert table.choices("stash") == ["chalice", "book", "1b", "2a", "2b", "2c"]


@pytest.mark.rule("T34")
def test_the_church_has_three_areas() -> None:
    """One type in two of them is possible."""
    table = monk("anselmus", 13, rooms={13: "Frank 1a, Alex 2a"})
    rings = [choice for choice in table.choices("stash") if choice not in ("chalice", "book")]
    assert rings == ["1a", "2a", "3a", "3b", "3c"]


@pytest.mark.rule("T34", "T40")
def test_an_emptied_area_is_free_for_any_type() -> None:
    """Frank carries the only ring out of room 6; Alex may stash another type there."""
    table = Table(turn="Frank", at={"Frank": 6, "Alex": 5}, rooms={6: "Ani 1a"}, stock={"Alex": "a b c"}, severus=1)
    table.go("Frank play benjamin, Frank pick 1.0, Frank step 7, Frank stash 1a, Frank stop")
    table.go("Alex play anselmus, Alex step 6")
    assert table.choices("stash") == ["1a", "1b", "1c"]
    table.go("Alex stash 1c")
    assert table.room(6) == "Alex 1c"


@pytest.mark.rule("T34", "T40")
def test_a_scored_ring_left_behind_keeps_the_type() -> None:
    """Benjamin takes the unscored one; the scored one stays, and so does the type of the area."""
    table = Table(turn="Frank", at={"Frank": 6, "Alex": 5}, rooms={6: "Ani 1a, Ani 1a*"}, stock={"Alex": "a b c"}, severus=1)
    table.go("Frank play benjamin, Frank pick 1.0, Frank step 7, Frank stash 1a, Frank stop")
    assert (table.room(6), table.room(7)) == ("Ani 1a*", "Ani 1a")
    table.go("Alex play anselmus, Alex step 6")
    assert table.choices("stash") == ["1a"]


@pytest.mark.rule("T34")
def test_four_areas_in_a_room() -> None:
    """On another board: each area has its own type and size."""
    board = abbey(spaces={6: "c0 b0 r1+1+2+6"})
    table = monk("anselmus", 6, board=board, rooms={6: "Frank 1a, Frank 3b, Alex 4c"})
    assert table.choices("stash") == ["2a", "2b", "2c", "3b", "4c"]
    events = table.go("Ani stash 4c, Ani stash 3b")
    assert [(event["area"], event["space"]) for event in told(events, "stashed")] == [(3, 1), (2, 1)]
    assert table.choices("stash") == ["2a", "2b", "2c", "4c"]


@pytest.mark.rule("T35", "T62")
@pytest.mark.parametrize("card", ["anselmus", "josua", "lucas"])
def test_nothing_is_stashed_in_severus_room(card: str) -> None:
    """The token may come there, and the turn ends."""
    table = monk(card, 6, severus=6)
    assert (table.to_act, table.room(6), table.player("Ani")["token"]) == ("Frank", "", "room 6")
    assert monk(card, 6, severus=2).to_act == "Ani"
