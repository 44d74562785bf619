"""Benjamin: carrying a ring (T40), going back (T41), Severus (T42), the last round (T43), looking ahead (T44)."""

from __future__ import annotations

import pytest

from position import told
from templar.table import Table, abbey


def benjamin(room: int | str, **position: object) -> Table:
    """Ani has played Benjamin and stands in a room; Severus is far away."""
    table = Table(at={"Ani": room}, **{"severus": 9, **position})
    table.go("Ani play benjamin")
    return table


@pytest.mark.rule("T40")
def test_he_picks_up_where_he_starts() -> None:
    """Before the first step; it is offered by area and owner."""
    table = benjamin(2, rooms={2: "Frank 1b, Ani 1b, Alex 2c"})
    assert table.choices("pick") == ["1.0", "1.1", "2.2"]
    events = table.go("Ani pick 1.1")
    assert told(events, "picked") == [{"seat": 0, "kind": 3, "room": 1, "area": 0, "owner": 1}]
    assert table.seen["carrying"] == {"owner": 1, "kind": "b"}
    assert table.room(2) == "Ani 1b, Alex 2c"


@pytest.mark.rule("T40")
def test_or_in_a_room_he_passes_through() -> None:
    table = benjamin(1, rooms={2: "Frank 1b"})
    assert table.choices("pick") == []
    table.go("Ani step 2")
    assert table.choices("pick") == ["1.1"]
    table.go("Ani pick 1.1, Ani step 6, Ani stash 1b, Ani stop")
    assert (table.room(2), table.room(6), table.to_act) == ("", "Frank 1b", "Frank")


@pytest.mark.rule("T40")
def test_not_where_the_move_ends() -> None:
    """After the third room the move is over."""
    table = benjamin(1, rooms={6: "Frank 1b", 7: "Frank 1c"})
    table.go("Ani step 2, Ani step 6")
    assert table.choices("pick") == ["1.1"]
    table.go("Ani step 7")
    assert table.to_act == "Frank"


@pytest.mark.rule("T40")
def test_it_is_optional() -> None:
    table = benjamin(2, rooms={2: "Frank 1b"})
    table.go("Ani step 6, Ani stop")
    assert (table.room(2), table.to_act) == ("Frank 1b", "Frank")


@pytest.mark.rule("T40")
def test_only_unscored_rings() -> None:
    """Neither scored ones nor chalices nor books."""
    table = benjamin(2, rooms={2: "Frank 1b*, Ani chalice, Alex book, Alex 1b"})
    assert table.choices("pick") == ["1.2"]


@pytest.mark.rule("T40")
def test_the_ring_must_be_stashed() -> None:
    """With a ring in hand there is no stopping, and it does not go into the stock."""
    table = benjamin(2, rooms={2: "Ani 1b"})
    table.go("Ani pick 1.0, Ani step 6")
    assert "stop" not in table.offered
    assert "too early to stop" in table.refused("Ani stop")
    assert table.stock("Ani") == ""
    table.go("Ani step 7, Ani step 8")
    assert table.offered == ["stash 1b", "stash 2b"]


@pytest.mark.rule("T40")
def test_in_another_room() -> None:
    """Back where it was picked up it cannot be stashed."""
    table = benjamin(2, rooms={2: "Frank 1b"})
    table.go("Ani pick 1.1")
    assert table.choices("stash") == []
    table.go("Ani step 6, Ani step 2")
    assert table.choices("stash") == []
    assert "picked up here" in table.refused("Ani stash 1b")


@pytest.mark.rule("T40", "T34")
def test_by_the_rules_of_stashing() -> None:
    """Only in an area that takes its type."""
    table = benjamin(3, rooms={3: "Frank 1b", 2: "Alex 1c, Ani 2b"})
    table.go("Ani pick 1.1, Ani step 2")
    assert table.choices("stash") == ["2b"]
    table.go("Ani stash 2b")
    assert table.room(2) == "Alex 1c, Ani 2b, Frank 2b"


@pytest.mark.rule("T40")
def test_it_stays_its_owners() -> None:
    """Frank's ring counts for Frank, in its new room only."""
    table = benjamin(2, rooms={2: "Frank 1b"})
    events = table.go("Ani pick 1.1, Ani step 6, Ani stash 1b")
    assert told(events, "hid") == [{"seat": 0, "kind": 3, "room": 5, "area": 0, "owner": 1}]
    assert [player["rooms"] for player in table.seen["players"]] == [0, 1, 0]
    assert table.room(6) == "Frank 1b"


@pytest.mark.rule("T40")
def test_one_ring_a_turn() -> None:
    """Neither while carrying nor after stashing is a second one picked up."""
    table = benjamin(2, rooms={2: "Frank 1b, Frank 1b", 6: "Alex 1b"})
    table.go("Ani pick 1.1")
    assert table.choices("pick") == []
    table.go("Ani step 6")
    assert table.choices("pick") == []
    table.go("Ani stash 1b")
    assert table.choices("pick") == []
    table.go("Ani step 7, Ani step 6")
    assert table.to_act == "Frank"


@pytest.mark.rule("T40")
def test_the_next_benjamin_picks_up_again() -> None:
    table = Table(at={"Ani": 2, "Frank": 2}, rooms={2: "Frank 1b, Frank 1b"}, severus=9)
    table.go("Ani play benjamin, Ani pick 1.1, Ani step 6, Ani stash 1b, Ani stop, Frank play bells, Alex play bells")
    table.go("Ani play maria, Ani house 1, Frank play benjamin")
    assert table.choices("pick") == ["1.1"]


@pytest.mark.rule("T40", "T23")
def test_from_a_portal_he_has_nothing_to_pick_up() -> None:
    table = benjamin("main", rooms={1: "Frank 1b"})
    assert table.offered == ["step 1"]
    table.go("Ani step 1")
    assert table.choices("pick") == ["1.1"]


@pytest.mark.rule("T41")
def test_he_may_enter_the_start_room_and_others_twice() -> None:
    """6, 7, 6 and, with the ring from 7, back to 6."""
    table = benjamin(6, rooms={7: "Frank 1b"})
    table.go("Ani step 7, Ani pick 1.1, Ani step 6, Ani stash 1b, Ani step 7")
    assert (table.player("Ani")["token"], table.room(6), table.to_act) == ("room 7", "Frank 1b", "Frank")


@pytest.mark.rule("T42", "T62")
def test_not_picked_up_in_severus_room() -> None:
    table = benjamin(2, severus=2, rooms={2: "Frank 1b"})
    assert table.choices("pick") == []


@pytest.mark.rule("T42", "T62")
def test_not_stashed_in_severus_room_but_carried_through() -> None:
    """Through 6, where Severus is, to 7."""
    table = benjamin(2, severus=6, rooms={2: "Frank 1b"})
    table.go("Ani pick 1.1, Ani step 6")
    assert table.choices("stash") == []
    assert "where Severus is" in table.refused("Ani stash 1b")
    table.go("Ani step 7, Ani stash 1b")
    assert table.room(7) == "Frank 1b"


@pytest.mark.rule("T42")
def test_he_may_walk_on_after_stashing() -> None:
    table = benjamin(2, rooms={2: "Frank 1b"})
    table.go("Ani pick 1.1, Ani step 6, Ani stash 1b")
    assert table.offered == ["stop", "step 2", "step 5", "step 7"]
    table.go("Ani step 5, Ani stop")
    assert (table.player("Ani")["token"], table.to_act) == ("room 5", "Frank")


@pytest.mark.rule("T43")
@pytest.mark.parametrize("last_turns", [1, 2, 3])
def test_only_own_rings_in_the_last_round(last_turns: int) -> None:
    table = benjamin(2, rooms={2: "Frank 1b, Ani 1b, Alex 2c"}, last_turns=last_turns)
    assert table.choices("pick") == ["1.0"]
    assert "only rings of your own" in table.refused("Ani pick 1.1")


@pytest.mark.rule("T43", "T90")
def test_from_the_turn_after_the_one_that_triggered_it() -> None:
    """Frank's Bells empty the bag: Alex and all after him may only take own rings."""
    table = Table(turn="Frank", piles={"Frank": "anselmus"}, bag="a", at={"Alex": 2}, rooms={2: "Frank 1b, Alex 2c"}, severus=9)
    table.go("Frank play bells")
    events = table.tiles("a")
    assert told(events, "last_round") == [{"seat": 1}]
    table.go("Alex play benjamin")
    assert table.choices("pick") == ["2.2"]


FAR = abbey(spaces={room: "c1 b1 r0" for room in range(1, 14) if room not in (4, 7)})
"""A board with places for rings in rooms 4 and 7 only: three steps, by 5 and 6."""


@pytest.mark.rule("T44")
def test_no_pick_up_that_could_not_be_stashed() -> None:
    """In room 7 lies a ring of type c: from 4 only one of that type is picked up."""
    assert benjamin(4, board=FAR, rooms={4: "Frank 1b", 7: "Alex 1c"}).choices("pick") == []
    assert benjamin(4, board=FAR, rooms={4: "Frank 1c", 7: "Alex 1c"}).choices("pick") == ["1.1"]
    assert benjamin(4, board=FAR, rooms={4: "Frank 1c", 7: "Alex 1c, Ani 1c"}).choices("pick") == []


@pytest.mark.rule("T44")
def test_as_steps_run_out_fewer_are_offered() -> None:
    """With a step gone room 7 is too far from 4."""
    assert benjamin(4, board=FAR, rooms={4: "Frank 1b"}).choices("pick") == ["1.1"]
    table = benjamin(5, board=FAR, rooms={4: "Frank 1b"})
    table.go("Ani step 4")
    assert table.choices("pick") == []
    assert "no room that can take this ring" in table.refused("Ani pick 1.1")


@pytest.mark.rule("T44")
def test_only_steps_that_keep_the_way_open() -> None:
    """With the ring in hand there is one way left to go."""
    table = benjamin(4, board=FAR, rooms={4: "Frank 1b"})
    table.go("Ani pick 1.1")
    for room in (5, 6, 7):
        assert table.offered == [f"step {room}"]
        table.go(f"Ani step {room}")
    assert table.offered == ["stash 1b"]
    table.go("Ani stash 1b")
    assert (table.room(7), table.to_act) == ("Frank 1b", "Frank")


@pytest.mark.rule("T44")
def test_a_place_passed_by_may_be_left_for_a_later_one() -> None:
    """From 6 to 2: in 2 the ring can be stashed or carried on, but not to where no place is within reach."""
    table = benjamin(6, rooms={6: "Frank 1b", 13: "Ani 1a, Ani 2a, Ani 3a", 7: "Alex 1a"}, severus=9)
    table.go("Ani pick 1.1, Ani step 2")
    assert table.offered == ["step 1", "step 3", "step 6", "step 11", "step 13", "stash 1b", "stash 2b"]
    table.go("Ani step 13")
    assert table.offered == ["step 2"]


@pytest.mark.rule("T44", "T42")
def test_severus_room_is_no_place_to_look_forward_to() -> None:
    assert benjamin(4, board=FAR, rooms={4: "Frank 1b"}, severus=7).choices("pick") == []


@pytest.mark.rule("T44", "T22")
def test_the_door_counts_in_looking_ahead() -> None:
    assert benjamin(4, board=FAR, rooms={4: "Frank 1b"}, door="5-6").choices("pick") == []


@pytest.mark.rule("T44", "T40")
def test_the_place_it_leaves_does_not_count() -> None:
    """On a board where no other room has a place for rings nothing is picked up."""
    board = abbey(spaces={room: "c1 b1 r0" for room in range(1, 14) if room != 4})
    assert benjamin(4, board=board, rooms={4: "Frank 1b"}).choices("pick") == []
