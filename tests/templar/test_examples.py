"""The worked examples of the rulebook, each as a position played and looked at."""

from __future__ import annotations

import pytest

from templar.table import CARDS, Table


@pytest.mark.rule("T31", "T34")
def test_josua() -> None:
    """Frank goes one room instead of two and adds two rings to the area, of the type that lies there."""
    table = Table(turn="Frank", at={"Frank": 5}, stock={"Frank": "a a b c"}, rooms={6: "Alex 1a"})
    table.go("Frank play josua, Frank step 6, Frank stop")
    assert table.offered == ["stop", "stash 1a"]
    table.go("Frank stash 1a, Frank stash 1a")
    assert table.room(6) == "Alex 1a, Frank 1a, Frank 1a"
    assert (table.stock("Frank"), table.to_act) == ("b c", "Alex")


@pytest.mark.rule("T40", "T42")
def test_benjamin() -> None:
    """Ani enters a room, picks up Frank's ring, stashes it in the next room and walks on into another."""
    table = Table(at={"Ani": 5}, rooms={6: "Frank 1b"})
    table.go("Ani play benjamin, Ani step 6, Ani pick 1.1, Ani step 2, Ani stash 1b, Ani step 3")
    assert (table.room(6), table.room(2)) == ("", "Frank 1b")
    assert (table.player("Ani")["token"], table.to_act) == ("room 3", "Frank")


@pytest.mark.rule("T50", "T25")
def test_maria() -> None:
    """Alex takes three tiles from the second storehouse; at his next turn he comes to one of the portals."""
    table = Table(turn="Alex", at={"Alex": 9}, houses=("a", "book a c", "", "", "", ""), stock={"Alex": "b"})
    table.go("Alex play maria, Alex house 2")
    assert (table.stock("Alex"), table.player("Alex")["token"]) == ("book a b c", "storehouse 2")
    assert (table.houses[1], table.out) == ("", "book a c")
    table.go("Ani play bells, Frank play bells")
    assert (table.to_act, table.offered) == ("Alex", ["portal main", "portal side"])


@pytest.mark.rule("T60")
def test_stephanus() -> None:
    """Ani joins Frank, Severus and Remigius: 3 points."""
    table = Table(at={"Ani": 5, "Frank": 6, "Alex": 5}, severus=6, remigius=6, vitus=4)
    table.go("Ani play stephanus, Ani step 6, Ani stop")
    assert table.scores == (3, 0, 0)


@pytest.mark.rule("T61", "T22")
def test_porticus() -> None:
    """Frank locks a passage of Ani's room for a point: she has to leave by another, until the door moves again."""
    table = Table(turn="Frank", start="Frank", at={"Ani": 6})
    table.go("Frank play porticus, Frank lock 6-7, Alex play bells, Ani play lucas")
    assert table.scores == (0, 1, 0)
    assert table.choices("step") == ["2", "5"]
    table = Table(turn="Frank", start="Frank", at={"Ani": 6}, door="6-7")
    table.go("Frank play porticus, Frank lock 1-2, Alex play bells, Ani play lucas")
    assert table.choices("step") == ["2", "5", "7"]


@pytest.mark.rule("T70", "T71", "T72", "T73", "T74")
def test_the_bells() -> None:
    """Anselmus brings three tiles. Two storehouses are full; the chalice skips the fourth, which has one; Frank, in the
    fifth, receives it; the last tile goes to the sixth."""
    houses = ("a b b c", "book a b c", "a", "chalice b", "", "c")
    table = Table(piles={"Ani": "lucas anselmus"}, houses=houses, at={"Frank": "house 5"}, stock={"Frank": "a"})
    table.go("Ani play bells")
    table.tiles("b chalice a")
    assert table.houses == ["a b b c", "book a b c", "a b", "chalice b", "", "a c"]
    assert (table.stock("Frank"), table.out) == ("chalice a", "chalice")
    assert table.hand("Ani") == " ".join(CARDS)
    assert table.to_act == "Frank"


@pytest.mark.rule("T80", "T81", "T82", "T83")
def test_remigius() -> None:
    """Two rooms far: 7 points for Ani's book and two rings, 2 for Frank's ring, none for Alex's chalice, scored before.
    Ani turns over the book and one ring, Frank his ring."""
    rooms = {6: "Ani book, Ani 1a, Frank 1a, Ani 1a, Alex chalice*"}
    table = Table(remigius=3, vitus=1, rooms=rooms)
    table.go("Ani play remigius, Ani step 2, Ani step 6")
    assert table.scores == (7, 2, 0)
    assert table.room(6) == "Alex chalice*, Ani book*, Ani 1a*, Frank 1a*, Ani 1a"
    assert (table.seen["remigius"], table.seen["vitus"], table.to_act) == ("room 6", "room 3", "Frank")


@pytest.mark.rule("T62", "T82")
def test_severus() -> None:
    """Ani sends Severus into the room that Frank wants to have scored: a point for her, none for him there."""
    table = Table(severus=7, remigius=2, vitus=1, rooms={6: "Frank chalice, Frank 1a"})
    table.go("Ani play severus, Ani step 6, Ani stop")
    assert table.scores == (1, 0, 0)
    table.go("Frank play remigius, Frank step 6, Frank stop")
    assert (table.scores, table.room(6)) == ((1, 0, 0), "Frank chalice, Frank 1a")
