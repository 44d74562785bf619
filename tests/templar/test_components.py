"""What is in the box: the abbey (TB1, TB2), the cards (TB3, TB5), the harbor (TB4) and the valuables (TB5)."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from templar.ledger import NUMBERS, PASSAGES, SPACES, TILES, VALUABLES
from templar.table import ABBEY, CARDS, KINDS, Play, Table, equipped, first_cards, rules


@pytest.mark.rule("TB1")
def test_the_passages_are_the_ledgers() -> None:
    """The door can be put on each of them, and on nothing else."""
    table = Table()
    table.go("Ani play porticus")
    assert table.choices("lock") == [name for name in PASSAGES.split() if name != "9-13"]


@pytest.mark.rule("TB1")
@pytest.mark.parametrize("room", range(1, 14))
def test_every_passage_can_be_walked_both_ways(room: int) -> None:
    """From each of the 13 rooms one step leads into the rooms it shares a passage with; the door stands elsewhere."""
    pairs = [tuple(map(int, name.split("-"))) for name in PASSAGES.split()]
    near = {one if other == room else other for one, other in pairs if room in (one, other)}
    table = Table(at={"Ani": room}, door="4-5" if room not in (4, 5) else "1-2")
    table.go("Ani play anselmus")
    assert {int(step) for step in table.choices("step")} == near


@pytest.mark.rule("TB1")
@pytest.mark.parametrize(("portal", "room"), [("main", 1), ("side", 11)])
def test_the_portals_lead_into_rooms_1_and_11(portal: str, room: int) -> None:
    table = Table(at={"Ani": portal})
    table.go("Ani play anselmus")
    assert table.choices("step") == [str(room)]


@pytest.mark.rule("TB1")
def test_room_13_is_the_church() -> None:
    """Thirteen rooms, numbered in order; rings in the last one count at the end."""
    table = Table(rooms={13: "Ani 1a, Ani 1a"}, round=1000, rounds=1000, turn="Alex")
    assert [room["number"] for room in table.seen["rooms"]] == list(range(1, 14))
    table.go("Alex play porticus, Alex lock 1-2")
    assert table.match.outcome.sources[0]["church rings"] == 4


@pytest.mark.rule("TB1", "TB2", "TB3", "TB4")
def test_what_is_reconstructed_is_said_to_be() -> None:
    """The game says so, and the board file lists what."""
    assert "reconstructed" in rules().kind.reconstructed
    listed = tomllib.loads(ABBEY.read_text())["reconstructed"]
    assert {"passage", "room.chalices", "room.books", "room.rings", "cards", "harbor.boxes", "portal.side"} == set(listed)


@pytest.mark.rule("TB2")
@pytest.mark.parametrize("number", range(1, 14))
def test_the_hiding_places_are_the_ledgers(number: int) -> None:
    """Each room as the ledger has it, all places empty at first."""
    room = Table().seen["rooms"][number - 1]
    assert (len(room["chalices"]), len(room["books"]), [len(area) for area in room["rings"]]) == SPACES[number]
    assert not any([*room["chalices"], *room["books"], *(piece for area in room["rings"] for piece in area)])


@pytest.mark.rule("TB2")
def test_as_many_chalice_and_book_spaces_as_tiles() -> None:
    """13 and 17."""
    rooms = Table().seen["rooms"]
    tiles = Counter(Play().bag.split())
    assert sum(len(room["chalices"]) for room in rooms) == tiles["chalice"] == 13
    assert sum(len(room["books"]) for room in rooms) == tiles["book"] == 17


@pytest.mark.rule("TB3")
@pytest.mark.parametrize(("card", "number"), NUMBERS.items())
def test_the_number_on_each_card(card: str, number: int) -> None:
    """So many tiles arrive when The Bells follows it."""
    table = Table(piles={"Ani": card})
    events = table.go("Ani play bells") + table.tiles("a " * number)
    assert [event["count"] for event in events if event.name == "arriving"] == [number]
    assert sum(len(house.split()) for house in table.houses) == number
    assert table.to_act == "Frank"


@pytest.mark.rule("TB4")
def test_six_storehouses_of_four_boxes_in_a_ring() -> None:
    """Three boxes are free: two in the first, one in the sixth; tiles go round from the sixth to the first."""
    full = "a b c c"
    table = Table(piles={"Ani": "josua"}, houses=("a a", full, full, full, full, "a a a"))
    table.go("Ani play bells")
    table.tiles("b c b")
    assert table.houses == ["a a b b", full, full, full, full, "a a a c"]
    assert table.to_act == "Frank"  # all are full


@pytest.mark.rule("TB4", "T71")
def test_the_first_storehouse_is_the_ships() -> None:
    table = Table(piles={"Ani": "anselmus"})
    table.go("Ani play bells")
    table.tiles("book")
    assert table.houses == ["book", "", "", "", "", ""]


@pytest.mark.rule("TB5")
def test_ninety_harbor_tiles() -> None:
    assert Counter(Play().bag.split()) == TILES
    assert sum(TILES.values()) == 90


@pytest.mark.rule("TB5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_players_valuables_and_cards(players: int) -> None:
    """5 chalices, 6 books, 7 rings of each type, all in reserve before the game; ten cards."""
    table = Play(players)
    for player in table.seen["players"]:
        assert player["reserve"] == VALUABLES
        assert player["stock"] == dict.fromkeys(KINDS, 0)
        assert player["hand"] == list(CARDS)


@pytest.mark.rule("TB5")
def test_cards_are_offered_by_their_names() -> None:
    """At the first choice all ten."""
    assert first_cards().choices("play") == list(CARDS)
    assert equipped(2).match.game.players == 2
