"""What cannot be done is refused with the reason, and changes nothing (`Table.refused` checks that)."""

from __future__ import annotations

import pytest

from commandery.games.templar.rules import refusals
from position import reasons_met
from templar.table import Table, abbey, equipped, first_cards, rules

NUMBERS = {getattr(refusals, name) for name in refusals.__all__}


def moving(card: str, room: int | str, **position: object) -> Table:
    """Ani has played a card; her token stands in a room."""
    table = Table(at={"Ani": room}, **{"severus": 9, **position})
    table.go(f"Ani play {card}")
    return table


def test_every_reason_has_a_number_of_its_own() -> None:
    assert sorted(NUMBERS) == list(range(1, len(refusals.__all__) + 1))


@pytest.mark.parametrize("honour", ["strict", "honour"])
def test_players_are_always_told_what_stands_in_the_way(honour: str) -> None:
    """In random matches no player hears only that something is not possible, which is for chance; and all but the rarest
    reasons, which have tests of their own, come up."""
    players: set[int] = set()
    chance: set[int] = set()
    for seed in range(3):
        met = reasons_met(rules(3, rounds=60, table_rules=honour), seed)
        players |= met[0]
        chance |= met[1]
    assert refusals.NOT_POSSIBLE not in players
    assert refusals.NOT_POSSIBLE in chance
    rare = {
        refusals.NOT_POSSIBLE, refusals.NO_STEPS, refusals.NO_WAY_ON, refusals.NOWHERE_TO_PUT, refusals.ONLY_OWN,
        refusals.GUARDED, refusals.PICKED_HERE, refusals.AREA_TAKEN, refusals.CANNOT_START, refusals.PLACES_TAKEN,
        *((refusals.BLOCKED,) if honour == "honour" else ()),
    }  # fmt: skip
    assert players >= NUMBERS - rare, sorted(NUMBERS - rare - players)


@pytest.mark.rule("T3")
def test_vitus_begins_beside_remigius() -> None:
    table = equipped()
    table.go("Alex place 6")
    assert table.refused("Frank place 1") == "place 1: Vitus begins next to Remigius, one passage away"


@pytest.mark.rule("T20", "T22")
def test_a_step_into_the_wrong_room() -> None:
    """Where one stands, too far away, through the door."""
    table = moving("lucas", 9, severus=1)
    assert table.refused("Ani step 9") == "step 9: your token stands there already"
    assert table.refused("Ani step 13") == "step 13: the door locks that passage"
    assert "no passage leads there" in table.refused("Ani step 3")
    assert "no passage leads there" in moving("lucas", "main").refused("Ani step 13")
    assert moving("severus", 1, severus=7).refused("Ani step 7") == "step 7: Severus stands there already"


@pytest.mark.rule("T21", "T80")
def test_a_step_back_or_into_vitus_room() -> None:
    table = moving("lucas", 5)
    table.go("Ani step 4")
    assert "no room is entered twice in one move" in table.refused("Ani step 5")
    table = moving("remigius", 1, remigius=2, vitus=3)
    assert table.refused("Ani step 3") == "step 3: Remigius does not enter the room where Vitus is"


@pytest.mark.rule("T20", "T40", "T80")
def test_why_it_is_too_early_to_stop() -> None:
    assert moving("lucas", 5).refused("Ani stop") == "it is too early to stop: go at least one room"
    table = moving("benjamin", 2, rooms={2: "Frank 1b"})
    table.go("Ani pick 1.1, Ani step 6")
    assert table.refused("Ani stop") == "it is too early to stop: put the ring down first, in another room"
    ways = abbey(passages="1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 11-12 12-13", door="12-13")
    table = moving("remigius", 5, remigius=1, vitus=2, board=ways)
    table.go("Ani step 2")
    assert table.refused("Ani stop") == "it is too early to stop: Remigius has to leave the room where Vitus is"


@pytest.mark.rule("T40", "T44")
def test_with_a_ring_in_hand() -> None:
    """No step may lead where it cannot be put down any more; none is left after the third; it goes down as what it is."""
    table = moving("benjamin", 2, rooms={2: "Frank 1b"})
    table.go("Ani pick 1.1")
    assert table.refused("Ani pick 1.1") == "pick 1.1: Benjamin picks up only one ring in a move"
    assert table.refused("Ani stash 1b") == "stash 1b: the ring was picked up here and goes into another room"
    assert table.refused("Ani stash 1a") == "stash 1a: the ring to stash is the one you carry, of type B"
    table.go("Ani step 6, Ani step 7, Ani step 8")
    assert table.refused("Ani step 7") == "step 7: no step is left in this move"


@pytest.mark.rule("T44")
def test_no_way_on_with_the_ring_and_nowhere_to_put_it() -> None:
    """On a line of rooms of which only room 6 takes rings."""
    line = abbey(
        passages="1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 11-12 12-13", door="12-13",
        spaces={number: "c1 b1 r0" for number in range(1, 14) if number not in (4, 6)},
    )  # fmt: skip
    table = moving("benjamin", 4, rooms={4: "Frank 1b"}, board=line)
    table.go("Ani pick 1.1")
    assert table.refused("Ani step 3") == "step 3: no room that can take the ring you carry is within reach from there"
    table = moving("benjamin", 4, rooms={4: "Frank 1b"}, board=line, severus=6)
    assert table.refused("Ani pick 1.1") == "pick 1.1: no room that can take this ring is within reach"


@pytest.mark.rule("T40", "T42", "T43")
def test_a_ring_that_cannot_be_picked_up() -> None:
    assert moving("lucas", 2, rooms={2: "Ani 1b"}).refused("Ani pick 1.0") == "pick 1.0: only Benjamin picks up rings"
    table = moving("benjamin", 2, rooms={2: "Ani 1b*"})
    for ring in ("1.0", "1.1", "2.0", "4.4"):
        assert table.refused(f"Ani pick {ring}") == f"pick {ring}: no such ring that can still score lies here"
    assert "no such ring" in moving("benjamin", "main").refused("Ani pick 1.0")
    table = moving("benjamin", 2, rooms={2: "Ani 1b"}, severus=2)
    assert table.refused("Ani pick 1.0") == "pick 1.0: where Severus is, nothing is stashed or picked up"
    table = moving("benjamin", 2, rooms={2: "Frank 1b, Ani 1b"}, last_turns=2)
    assert table.refused("Ani pick 1.1") == "pick 1.1: in the last turns you pick up only rings of your own"


@pytest.mark.rule("T30", "T33", "T34")
def test_a_valuable_that_cannot_be_stashed() -> None:
    """On the way; without a ring in hand; not in stock; no such place; none free; rings of another type."""
    assert "stop first" in moving("josua", 5, stock={"Ani": "a"}).refused("Ani stash 1a")
    assert "a ring that he has picked up" in moving("benjamin", 5, stock={"Ani": "a"}).refused("Ani stash 1a")
    room = abbey(spaces={6: "c1 b0 r2"})
    held = {6: "Frank chalice, Frank 1b"}
    table = moving("anselmus", 5, stock={"Ani": "chalice book a b"}, rooms=held, board=room)
    table.go("Ani step 6")
    assert table.refused("Ani stash chalice") == "stash chalice: no such hiding place is free in this room"
    assert table.refused("Ani stash book") == "stash book: this room has no such hiding place"
    assert table.refused("Ani stash 2a") == "stash 2a: this room has no such hiding place"
    assert table.refused("Ani stash 1a") == "stash 1a: rings of another type lie in that area"
    assert table.refused("Ani stash 1c") == "stash 1c: there is none in your stock"
    table.go("Ani stash 1b")
    assert table.to_act == "Frank"


@pytest.mark.rule("T61")
def test_the_door_goes_to_another_passage() -> None:
    table = Table(door="2-13")
    table.go("Ani play porticus")
    assert table.refused("Ani lock 2-13") == "lock 2-13: the door is there already; choose another passage"
    assert table.refused("Ani lock #32") == "lock #32: there is no such passage"


@pytest.mark.rule("T10")
def test_a_card_for_the_first_round() -> None:
    """Another may be chosen; the same is chosen already, and one that is not in the game is in nobody's hand."""
    table = first_cards(stephanus=False)
    table.go("Ani play lucas")
    assert table.refused("Ani play lucas") == "play lucas is chosen already"
    assert table.refused("Frank play stephanus") == "play stephanus: that card is not in hand"


def test_on_a_page_actions_are_told_in_words_and_players_by_name() -> None:
    table = moving("benjamin", 2, rooms={2: "Frank 1b*"})
    refused = table.match.why_not(0, "pick 1.1")
    assert refused is not None
    told = refused.describe("en", ("Ani", "Frank", "Alex"))
    assert told == "Pick up a ring of Frank from area 1: no such ring that can still score lies here"
    other = table.match.why_not(1, "stop")
    assert other is not None and other.describe("en", ("Ani", "Frank", "Alex")) == "it is not Frank's turn, but Ani's"
