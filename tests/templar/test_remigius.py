"""Remigius and Vitus: the way (T80), who follows (T81), what scores (T82) and what is turned over (T83)."""

from __future__ import annotations

import pytest

from position import told
from templar.table import Table, abbey

CHAIN = abbey(passages="1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-13 1-10 1-11 1-12", door="1-10")
"""A board on which rooms 1 to 9 and 13 lie in a row."""


def remigius(way: str, **position: object) -> Table:
    """Ani sends Remigius this way, from room 2 with Vitus in 1 unless said otherwise, and stops him."""
    table = Table(**{"remigius": 2, "vitus": 1, **position})
    table.go("Ani play remigius")
    for room in way.split():
        table.go(f"Ani step {room}")
    if table.to_act == "Ani":
        table.go("Ani stop")
    return table


@pytest.mark.rule("T80")
def test_one_or_two_rooms() -> None:
    assert remigius("6").seen["remigius"] == "room 6"
    assert remigius("6 7").seen["remigius"] == "room 7"


@pytest.mark.rule("T80")
def test_not_into_vitus_room() -> None:
    """Neither with the first step nor with the second."""
    table = Table(remigius=2, vitus=3)
    table.go("Ani play remigius")
    assert table.choices("step") == ["1", "6", "11", "13"]
    assert "the room where Vitus is" in table.refused("Ani step 3")
    table.go("Ani step 1")
    assert table.offered == ["stop", "step 12"]


@pytest.mark.rule("T80")
def test_he_crosses_vitus_room_if_no_other_way_is_open() -> None:
    """In 4, with 4-5 locked and Vitus in 3: through 3, not stopping there, into 1 or 2."""
    table = Table(remigius=4, vitus=3, door="4-5", rooms={3: "Ani 1a", 2: "Ani 1a"})
    table.go("Ani play remigius")
    assert table.offered == ["step 3"]
    table.go("Ani step 3")
    assert table.offered == ["step 1", "step 2"]
    assert "too early to stop" in table.refused("Ani stop")
    table.go("Ani step 2")
    assert (table.seen["remigius"], table.seen["vitus"], table.to_act) == ("room 2", "room 4", "Frank")
    assert (table.room(3), table.room(2), table.scores) == ("Ani 1a", "Ani 1a*", (2, 0, 0))


@pytest.mark.rule("T80")
def test_not_if_another_passage_is_open() -> None:
    table = Table(remigius=4, vitus=3, door="9-13")
    table.go("Ani play remigius")
    assert table.offered == ["step 5"]


@pytest.mark.rule("T80", "T22")
def test_a_door_before_vitus_room_leaves_the_other_way() -> None:
    """3-4 is locked, Vitus is in 3 behind it: Remigius goes to 5."""
    table = Table(remigius=4, vitus=3, door="3-4")
    table.go("Ani play remigius")
    assert table.offered == ["step 5"]


@pytest.mark.rule("T80")
def test_in_a_dead_end_he_crosses_without_any_door() -> None:
    """Room 13 at the end of a row of rooms, Vitus before him in 9."""
    table = Table(board=CHAIN, remigius=13, vitus=9)
    table.go("Ani play remigius, Ani step 9")
    assert table.offered == ["step 8"]
    table.go("Ani step 8")
    assert (table.seen["remigius"], table.seen["vitus"]) == ("room 8", "room 13")


@pytest.mark.rule("T80", "T14")
def test_he_cannot_move_if_nothing_follows() -> None:
    """Behind Vitus's room the door is locked: Remigius cannot be played. With Vitus elsewhere he can."""
    table = Table(board=CHAIN, remigius=13, vitus=9, door="8-9")
    assert "remigius" not in table.choices("play")
    assert table.refused("Ani play remigius") == "play remigius: the piece that it moves has nowhere to go"
    assert "remigius" in Table(board=CHAIN, remigius=13, vitus=7, door="8-9").choices("play")


@pytest.mark.rule("T80", "T14")
def test_nor_if_his_only_passage_is_locked() -> None:
    assert "remigius" not in Table(board=CHAIN, remigius=13, vitus=9, door="9-13").choices("play")
    assert "remigius" not in Table(board=CHAIN, remigius=13, vitus=4, door="9-13").choices("play")


@pytest.mark.rule("T80")
def test_it_is_judged_at_the_start_of_the_move() -> None:
    """From 7 to 8, then only Vitus's room 9 is ahead: he stops, he does not cross."""
    table = Table(board=CHAIN, remigius=7, vitus=9)
    table.go("Ani play remigius, Ani step 8")
    assert table.to_act == "Frank" and table.seen["remigius"] == "room 8"


@pytest.mark.rule("T80", "T21")
def test_no_room_twice_while_crossing() -> None:
    table = Table(remigius=4, vitus=5, door="3-4")
    table.go("Ani play remigius, Ani step 5")
    assert table.offered == ["step 6"]


@pytest.mark.rule("T81")
@pytest.mark.parametrize("way", ["6", "6 7"])
def test_vitus_goes_where_remigius_started(way: str) -> None:
    assert remigius(way).seen["vitus"] == "room 2"


@pytest.mark.rule("T81")
@pytest.mark.parametrize("vitus", ["main", "side", 9, 13])
def test_from_anywhere_even_a_portal(vitus: int | str) -> None:
    """However far, and through the door."""
    table = remigius("6", vitus=vitus)
    assert table.seen["vitus"] == "room 2"
    assert told(table.match.log(), "moved")[-1]["room"] == 1


@pytest.mark.rule("T81")
def test_only_after_the_move() -> None:
    table = Table(remigius=2, vitus=1)
    table.go("Ani play remigius, Ani step 6")
    assert table.seen["vitus"] == "room 1"
    table.go("Ani stop")
    assert table.seen["vitus"] == "room 2"


@pytest.mark.rule("T81", "T80")
def test_so_remigius_cannot_go_straight_back() -> None:
    table = remigius("6")
    table.go("Frank play bells, Alex play bells, Ani play bells")
    table.tiles("a a a")
    table.go("Frank play remigius")
    assert table.choices("step") == ["5", "7"]


@pytest.mark.rule("T82")
@pytest.mark.parametrize(("what", "points"), [("1a", 2), ("book", 3), ("chalice", 5)])
def test_what_each_kind_scores(what: str, points: int) -> None:
    """For its owner, whoever played the card."""
    table = remigius("6", rooms={6: f"Frank {what}"})
    assert table.scores == (0, points, 0)


@pytest.mark.rule("T82")
def test_everything_unscored_of_everybody() -> None:
    """In one room: Ani 5 + 3 + 2, Frank 3 and twice 2, Alex nothing for what has been scored."""
    rooms = {13: "Ani chalice, Ani book, Ani 1a, Frank book, Frank 1a, Frank 2b, Alex chalice*, Alex book*, Alex 3c*"}
    table = remigius("13", rooms=rooms)
    assert table.scores == (10, 7, 0)


@pytest.mark.rule("T82")
def test_only_the_room_where_he_stops() -> None:
    """Not the one he leaves, nor the one he passes through."""
    table = remigius("6 7", rooms={2: "Ani 1a", 6: "Ani book", 7: "Ani chalice", 5: "Ani book"})
    assert table.scores == (5, 0, 0)
    assert (table.room(2), table.room(6), table.room(7)) == ("Ani 1a", "Ani book", "Ani chalice*")


@pytest.mark.rule("T82", "T62")
def test_nothing_scores_beside_severus() -> None:
    """Neither points nor flips; Vitus follows all the same."""
    table = remigius("6", severus=6, rooms={6: "Ani chalice, Frank 1a"})
    assert (table.scores, table.room(6)) == ((0, 0, 0), "Ani chalice, Frank 1a")
    assert (table.seen["vitus"], table.to_act) == ("room 2", "Frank")


@pytest.mark.rule("T82")
def test_severus_on_the_way_does_not_matter() -> None:
    table = remigius("6 7", severus=6, rooms={7: "Ani chalice"})
    assert table.scores == (5, 0, 0)


@pytest.mark.rule("T83")
def test_books_and_chalices_are_turned_over() -> None:
    """All that scored, of everybody."""
    table = remigius("13", rooms={13: "Ani chalice, Frank chalice, Ani book, Ani book, Frank book"})
    assert table.room(13) == "Ani chalice*, Frank chalice*, Ani book*, Ani book*, Frank book*"


@pytest.mark.rule("T83")
def test_exactly_one_ring_of_each_player() -> None:
    """Ani has three there, Frank one."""
    table = remigius("6", rooms={6: "Ani 1a, Ani 1a, Frank 1a, Ani 1a"})
    assert table.scores == (6, 2, 0)
    assert table.room(6) == "Ani 1a*, Ani 1a, Frank 1a*, Ani 1a"


@pytest.mark.rule("T83")
def test_one_in_the_whole_room_not_one_an_area() -> None:
    """The first area with an unscored one: Ani's first, Frank's second."""
    table = remigius("13", rooms={13: "Ani 1a, Frank 1a*, Ani 2b, Frank 2b, Ani 3c, Frank 3c"})
    assert table.scores == (6, 4, 0)
    assert table.room(13) == "Ani 1a*, Frank 1a*, Ani 2b, Frank 2b*, Ani 3c, Frank 3c"


@pytest.mark.rule("T83")
def test_when_he_comes_again_the_others_score_again() -> None:
    """6 points, then 4, then 2, then none: one more ring is turned over each time."""
    visits = [
        ("Ani 1a, Ani 2b, Ani 2b", 6),
        ("Ani 1a*, Ani 2b, Ani 2b", 4),
        ("Ani 1a*, Ani 2b*, Ani 2b", 2),
        ("Ani 1a*, Ani 2b*, Ani 2b*", 0),
    ]
    for (before, points), (after, _) in zip(visits, [*visits[1:], visits[-1]], strict=True):
        table = remigius("13", rooms={13: before})
        assert (table.scores[0], table.room(13)) == (points, after)


@pytest.mark.rule("T83")
def test_without_an_unscored_ring_none_is_turned_over() -> None:
    table = remigius("6", rooms={6: "Ani 1a*, Frank book"})
    assert table.room(6) == "Frank book*, Ani 1a*"
    assert told(table.match.log(), "flipped") == []
