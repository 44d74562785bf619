"""Stephanus (T60), Porticus (T61) and Severus (T62)."""

from __future__ import annotations

import pytest

from position import told
from templar.table import Table


@pytest.mark.rule("T60")
@pytest.mark.parametrize(
    ("company", "points"),
    [
        ({}, 0),
        ({"remigius": 6}, 1),
        ({"severus": 6}, 1),
        ({"vitus": 6}, 1),
        ({"at": {"Ani": 5, "Frank": 6}}, 1),
        ({"at": {"Ani": 5, "Frank": 6, "Alex": 6}, "remigius": 6, "vitus": 6, "severus": 6}, 5),
    ],
)
def test_a_point_for_each_other_character_in_the_room(company: dict[str, object], points: int) -> None:
    """Tokens, Remigius, Severus and Vitus; not Ani's own."""
    table = Table(**{"at": {"Ani": 5, "Frank": 5}, "remigius": 9, "vitus": 10, "severus": 5, **company})
    events = table.go("Ani play stephanus, Ani step 6, Ani stop")
    assert table.scores == (points, 0, 0)
    assert [event["points"] for event in told(events, "points")] == [points]


@pytest.mark.rule("T60")
def test_seven_at_most() -> None:
    """Five players: four tokens and three figures."""
    table = Table(5, at={"Ani": 5, "Frank": 6, "Alex": 6, "Eva": 6, "Tom": 6}, remigius=6, vitus=6, severus=6)
    table.go("Ani play stephanus, Ani step 6, Ani stop")
    assert table.scores == (7, 0, 0, 0, 0)


@pytest.mark.rule("T60", "T20")
def test_only_the_room_where_he_stops_counts() -> None:
    """Through the company in 6 to 7, where nobody is."""
    table = Table(at={"Ani": 5, "Frank": 6, "Alex": 6}, remigius=6, severus=9)
    table.go("Ani play stephanus, Ani step 6, Ani step 7")
    assert (table.scores, table.to_act) == ((0, 0, 0), "Frank")


@pytest.mark.rule("T60", "T62")
def test_severus_does_not_spoil_it() -> None:
    """He counts himself, and the others in his room do too."""
    table = Table(at={"Ani": 5, "Frank": 6}, severus=6)
    table.go("Ani play stephanus, Ani step 6, Ani stop")
    assert table.scores == (2, 0, 0)


@pytest.mark.rule("T61")
def test_the_door_goes_to_any_other_passage_for_a_point() -> None:
    """Any of the 17 others, not the one where it is, and no portal."""
    table = Table(door="2-13")
    table.go("Ani play porticus")
    passages = [passage.name for passage in table.match.game.board.passages]
    assert table.offered == [f"lock {name}" for name in passages if name != "2-13"]
    assert "the door is there already" in table.refused("Ani lock 2-13")
    table.go("Ani lock 10-11")
    assert (table.seen["door"], table.scores, table.to_act) == ("10-11", (1, 0, 0), "Frank")


@pytest.mark.rule("T61", "T22")
def test_one_passage_opens_another_closes() -> None:
    table = Table(at={"Frank": 13})
    table.go("Ani play porticus, Ani lock 7-13, Frank play anselmus")
    assert table.choices("step") == ["2", "9"]


@pytest.mark.rule("T61")
def test_no_token_moves() -> None:
    table = Table(at={"Ani": 5})
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.player("Ani")["token"] == "room 5"


@pytest.mark.rule("T62")
def test_severus_moves_for_a_point() -> None:
    """One point however far he goes."""
    for way in ((7,), (7, 6), (7, 6, 5)):
        table = Table(severus=8, vitus=1)
        table.go("Ani play severus")
        for room in way:
            table.go(f"Ani step {room}")
        if len(way) < 3:
            table.go("Ani stop")
        assert (table.seen["severus"], table.scores, table.to_act) == (f"room {way[-1]}", (1, 0, 0), "Frank")


@pytest.mark.rule("T62")
def test_he_may_go_where_anybody_is() -> None:
    """Into the rooms of tokens, Remigius and Vitus."""
    table = Table(severus=8, vitus=7, remigius=7, at={"Frank": 7})
    table.go("Ani play severus, Ani step 7, Ani stop")
    assert table.seen["severus"] == "room 7"


@pytest.mark.rule("T62", "T35", "T42", "T82")
def test_nothing_is_done_with_valuables_in_his_room() -> None:
    """Severus comes to 6: Frank cannot stash there, Alex not pick up, Remigius not score; once he leaves all is as before."""
    position = {"at": {"Frank": 5, "Alex": 6}, "stock": {"Frank": "a"}, "rooms": {6: "Ani 1a"}, "remigius": 2, "vitus": 1}
    table = Table(severus=7, **position)
    table.go("Ani play severus, Ani step 6, Ani stop, Frank play anselmus, Frank step 6")
    assert table.to_act == "Alex"
    table.go("Alex play benjamin")
    assert table.choices("pick") == []
    table.go("Alex step 5, Alex stop, Ani play remigius, Ani step 6, Ani stop")
    assert (table.scores, table.room(6)) == ((1, 0, 0), "Ani 1a")
    table = Table(severus=6, **position)
    table.go("Ani play severus, Ani step 7, Ani stop, Frank play anselmus, Frank step 6")
    assert table.choices("stash") == ["1a"]
