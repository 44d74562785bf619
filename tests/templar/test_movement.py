"""Movement: how far (T20), no way back (T21), the door (T22), portals (T23), company (T24), out of the harbor (T25)."""

from __future__ import annotations

import pytest

from position import told
from templar.table import CARDS, Table

REACH = {"anselmus": 1, "josua": 2, "lucas": 3, "benjamin": 3, "stephanus": 2, "remigius": 2, "severus": 3}
WAY = (4, 3, 1, 12, 11)
"""A way through five rooms, from 5 on."""


def mover(card: str, room: int, **position: object) -> Table:
    """Ani is about to move whom a card moves, who stands in this room; the others are out of the way."""
    where = {"remigius": {"remigius": room}, "severus": {"severus": room}}.get(card, {"at": {"Ani": room}})
    others = {"remigius": 9, "vitus": "side", "severus": 9}
    return Table(**{**others, **where, **position})


def stands(table: Table, card: str) -> str:
    """Where the mover stands."""
    return str(table.seen[card] if card in ("remigius", "severus") else table.player("Ani")["token"])


@pytest.mark.rule("T20", "T60", "T62", "T80", "T30", "T31", "T32", "T40")
@pytest.mark.parametrize(("card", "rooms"), REACH.items())
def test_at_most_as_many_rooms_as_the_card_says(card: str, rooms: int) -> None:
    """Room by room; after the last one the mover stops by itself."""
    table = mover(card, 5)
    table.go(f"Ani play {card}")
    for number, room in enumerate(WAY[:rooms], 1):
        assert (table.to_act, table.phase, table.seen["steps"]) == ("Ani", "moving", rooms + 1 - number)
        table.go(f"Ani step {room}")
        assert stands(table, card) == f"room {room}"
    assert table.to_act == "Frank"


@pytest.mark.rule("T20")
@pytest.mark.parametrize(("card", "rooms"), REACH.items())
def test_at_least_one_room(card: str, rooms: int) -> None:
    """Nobody stops before the first step; after it whoever can go further may stop."""
    table = mover(card, 5)
    table.go(f"Ani play {card}")
    assert "stop" not in table.offered
    assert "too early to stop" in table.refused("Ani stop")
    table.go("Ani step 4")
    if rooms > 1:
        assert "stop" in table.offered
        table.go("Ani stop")
    assert (table.to_act, stands(table, card)) == ("Frank", "room 4")


@pytest.mark.rule("T20")
def test_only_into_adjoining_rooms() -> None:
    table = mover("lucas", 5)
    table.go("Ani play lucas")
    assert table.choices("step") == ["4", "6"]
    assert "no passage leads there" in table.refused("Ani step 3")


@pytest.mark.rule("T21")
@pytest.mark.parametrize("card", ["josua", "lucas", "stephanus", "remigius", "severus"])
def test_the_start_counts_as_entered(card: str) -> None:
    """From 5 to 4: not back to 5."""
    table = mover(card, 5)
    table.go(f"Ani play {card}, Ani step 4")
    assert table.choices("step") == ["3"]
    assert "no room is entered twice" in table.refused("Ani step 5")


@pytest.mark.rule("T21")
@pytest.mark.parametrize("card", ["lucas", "severus"])
def test_no_room_twice_on_the_way(card: str) -> None:
    """From 12 by 1 and 2: neither 1 again, which is next to 2, nor back round to it by 3."""
    table = mover(card, 12)
    table.go(f"Ani play {card}, Ani step 1, Ani step 2")
    assert table.choices("step") == ["3", "6", "11", "13"]
    table = mover(card, 1)
    table.go(f"Ani play {card}, Ani step 2, Ani step 3")
    assert table.choices("step") == ["4"]


@pytest.mark.rule("T21", "T41")
def test_benjamin_may_go_back() -> None:
    table = mover("benjamin", 5)
    table.go("Ani play benjamin, Ani step 4, Ani step 5")
    assert table.choices("step") == ["4", "6"]
    table.go("Ani step 4")
    assert stands(table, "benjamin") == "room 4"


@pytest.mark.rule("T21")
def test_the_next_move_begins_afresh() -> None:
    """What Ani entered in her turn does not bind her in the next."""
    table = mover("josua", 5)
    table.go("Ani play josua, Ani step 4, Ani step 3, Frank play bells, Alex play bells, Ani play lucas, Ani step 4")
    assert "5" in table.choices("step")


@pytest.mark.rule("T22")
@pytest.mark.parametrize("card", REACH)
@pytest.mark.parametrize(("room", "beyond"), [(9, "13"), (13, "9")])
def test_the_door_stops_tokens_remigius_and_severus(card: str, room: int, beyond: str) -> None:
    """From either side."""
    table = mover(card, room)
    table.go(f"Ani play {card}")
    assert beyond not in table.choices("step")
    assert "the door locks" in table.refused(f"Ani step {beyond}")
    table = mover(card, room, door="1-2")
    table.go(f"Ani play {card}")
    assert beyond in table.choices("step")


@pytest.mark.rule("T22", "T81")
def test_the_door_does_not_stop_vitus() -> None:
    """Remigius leaves 13 for 7; Vitus comes to 13 from 9, through the door."""
    table = Table(remigius=13, vitus=9)
    table.go("Ani play remigius, Ani step 7, Ani stop")
    assert table.seen["vitus"] == "room 13"


@pytest.mark.rule("T23")
@pytest.mark.parametrize(("portal", "way"), [("main", (1, 12, 11)), ("side", (11, 12, 1))])
def test_the_first_step_from_a_portal_counts(portal: str, way: tuple[int, ...]) -> None:
    """Lucas comes three rooms far from a portal."""
    table = Table(at={"Ani": portal})
    table.go("Ani play lucas")
    assert table.choices("step") == [str(way[0])]
    for room in way:
        table.go(f"Ani step {room}")
    assert (table.player("Ani")["token"], table.to_act) == (f"room {way[2]}", "Frank")


@pytest.mark.rule("T23")
@pytest.mark.parametrize(("room", "near"), [(1, ["2", "3", "12"]), (11, ["2", "10", "12"])])
def test_nobody_walks_out_to_a_portal(room: int, near: list[str]) -> None:
    """From the portals' rooms only other rooms can be entered."""
    table = Table(at={"Ani": room})
    table.go("Ani play benjamin")
    assert table.offered == [f"step {other}" for other in near]


@pytest.mark.rule("T23", "T60")
def test_who_stands_at_a_portal_is_in_no_room() -> None:
    """Frank, Alex and Vitus stand at the portals of 1 and 11: no company for Stephanus there."""
    table = Table(at={"Ani": 12, "Frank": "main", "Alex": "side"}, vitus="main")
    table.go("Ani play stephanus, Ani step 1, Ani stop")
    assert table.scores == (0, 0, 0)
    table = Table(at={"Ani": 12, "Frank": "main", "Alex": "side"}, vitus="side")
    table.go("Ani play stephanus, Ani step 11, Ani stop")
    assert table.scores == (0, 0, 0)


@pytest.mark.rule("T23", "T80")
def test_vitus_at_a_portal_is_in_nobodys_way() -> None:
    """Remigius may enter the portal's room."""
    table = Table(remigius=2, vitus="main")
    table.go("Ani play remigius")
    assert "1" in table.choices("step")


@pytest.mark.rule("T24")
def test_any_number_may_share_a_room() -> None:
    """Everybody is in room 6, and Ani comes too."""
    table = Table(5, at={"Ani": 5, "Frank": 6, "Alex": 6, "Eva": 6, "Tom": 6}, remigius=6, vitus=6, severus=6)
    table.go("Ani play josua, Ani step 6, Ani stop")
    assert {player["token"] for player in table.seen["players"]} == {"room 6"}
    assert table.seen["remigius"] == table.seen["vitus"] == table.seen["severus"] == "room 6"


@pytest.mark.rule("T25")
@pytest.mark.parametrize(("portal", "place"), [("main", "main portal"), ("side", "side portal")])
def test_out_of_the_harbor_to_a_portal_of_ones_choice(portal: str, place: str) -> None:
    """Before a card is chosen: nothing else is offered."""
    table = Table(at={"Ani": "house 4"})
    assert table.offered == ["portal main", "portal side"]
    assert "does not answer" in table.refused("Ani play lucas")
    table.go(f"Ani portal {portal}")
    assert table.player("Ani")["token"] == place
    assert table.choices("play") == list(CARDS)


@pytest.mark.rule("T25", "T61", "T70")
@pytest.mark.parametrize(
    "play", ["porticus, Ani lock 1-2", "severus, Ani step 7, Ani stop", "bells", "remigius, Ani step 6, Ani stop"]
)
def test_whatever_card_is_played_then(play: str) -> None:
    """The token stands at the portal though the card does not move it."""
    table = Table(at={"Ani": "house 4"})
    table.go(f"Ani portal side, Ani play {play}")
    assert (table.player("Ani")["token"], table.to_act) == ("side portal", "Frank")


@pytest.mark.rule("T25", "T50")
def test_from_the_harbor_to_the_harbor() -> None:
    """Maria after Maria, once the cards are back: by a portal all the same."""
    table = Table(at={"Ani": "house 4"}, houses=("", "", "", "a", "b", ""))
    events = table.go("Ani portal main, Ani play maria, Ani house 4")
    assert told(events, "came") == [{"seat": 0, "portal": 0}]
    assert (table.player("Ani")["token"], table.stock("Ani")) == ("storehouse 4", "a")


@pytest.mark.rule("T25")
def test_it_is_the_start_of_the_owners_next_turn() -> None:
    """While the others act the token stays in the storehouse."""
    table = Table()
    table.go("Ani play maria, Ani house 2, Frank play porticus, Frank lock 1-2")
    assert table.player("Ani")["token"] == "storehouse 2"
    table.go("Alex play severus, Alex step 7, Alex stop")
    assert (table.player("Ani")["token"], table.phase, table.to_act) == ("storehouse 2", "portal", "Ani")
