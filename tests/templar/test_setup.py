"""Setting up: the harbor (T1), the door (T2), who places whom (T3, T4), tokens (T5), rings (T6), Stephanus (T7)."""

from __future__ import annotations

import pytest

import commandery
from commandery import BadOption
from position import told
from templar.table import CARDS, KINDS, NAMES, Play, Table, abbey, equipped, first_cards, rules

ORDER = [1, 1, 1, 2, 2, 2, 3, 3, 3, *[4] * 4, *[5] * 4, *[6] * 4]
"""The storehouse each of the 21 tiles goes to."""
EVERYWHERE = [str(room) for room in range(1, 14)]


def started(players: int = 3, start: str = "Ani", **options: object) -> Play:
    """The start player is known."""
    table = Play(players, **options)
    table.go(f"chance start {table.seat(start)}")
    return table


@pytest.mark.rule("T1")
def test_three_tiles_in_the_first_three_storehouses_and_four_in_the_others() -> None:
    """One storehouse after the other is filled."""
    table = started()
    events = table.tiles("a b c " * 7)
    assert [event["storehouse"] + 1 for event in told(events, "first_tile")] == ORDER
    assert table.houses[:3] == ["a b c"] * 3
    assert [len(house.split()) for house in table.houses] == [3, 3, 3, 4, 4, 4]
    assert len(table.bag.split()) == 69
    assert table.phase == "placing_abbot"


@pytest.mark.rule("T1")
def test_a_second_chalice_is_not_put_into_a_storehouse() -> None:
    """After a chalice only other tiles can come up for that storehouse; for the next one a chalice can."""
    table = started()
    table.tiles("chalice")
    assert table.choices("tile") == ["book", "a", "b", "c"]
    assert "not possible" in table.refused("chance tile chalice")
    table.tiles("a b")
    assert table.choices("tile") == ["chalice", "book", "a", "b", "c"]
    table.tiles("chalice")
    assert table.houses[:2] == ["chalice a b", "chalice"]


@pytest.mark.rule("T1")
def test_chalices_set_aside_stay_in_the_bag() -> None:
    """A second one changes neither the bag nor how likely the other tiles are; for the next storehouse it counts again."""
    table = started()
    table.tiles("chalice")
    assert table.bag.split().count("chalice") == 12
    weights = {str(action): weight for action, weight in table.match.outcomes()}
    assert weights == {"tile book": 17, "tile a": 20, "tile b": 20, "tile c": 20}
    table.tiles("a a")
    weights = {str(action): weight for action, weight in table.match.outcomes()}
    assert weights == {"tile chalice": 12, "tile book": 17, "tile a": 18, "tile b": 20, "tile c": 20}


@pytest.mark.rule("T1")
def test_one_chalice_in_each_storehouse_is_possible() -> None:
    table = started()
    for count in (3, 3, 3, 4, 4, 4):
        table.tiles("chalice " + "b " * (count - 1))
    assert all(house.startswith("chalice b") for house in table.houses)


@pytest.mark.rule("T2")
def test_the_door_begins_between_9_and_13() -> None:
    assert Play().seen["door"] == "9-13"
    assert first_cards().seen["door"] == "9-13"


@pytest.mark.rule("T3")
@pytest.mark.parametrize(
    ("players", "start", "placers"),
    [
        (2, "Ani", "Frank Ani Frank"),
        (2, "Frank", "Ani Frank Ani"),
        (3, "Ani", "Alex Frank Ani"),
        (3, "Frank", "Ani Alex Frank"),
        (4, "Ani", "Eva Alex Frank"),
        (4, "Alex", "Frank Ani Eva"),
        (5, "Ani", "Tom Eva Alex"),
        (5, "Frank", "Ani Tom Eva"),
    ],
)
def test_who_places_the_figures(players: int, start: str, placers: str) -> None:
    """To the right of the start player, and on to the right: Remigius, Vitus, Severus."""
    table = equipped(players, start)
    seen = []
    for phase, room in (("placing_abbot", 2), ("placing_spy", 6), ("placing_prior", 2)):
        assert table.phase == phase
        seen.append(table.to_act)
        table.go(f"{table.to_act} place {room}")
    assert " ".join(seen) == placers
    assert (table.seen["remigius"], table.seen["vitus"], table.seen["severus"]) == ("room 2", "room 6", "room 2")


@pytest.mark.rule("T3")
def test_where_the_figures_may_be_placed() -> None:
    """Remigius anywhere, Vitus beside him, Severus anywhere, occupied or not."""
    table = equipped()
    assert table.choices("place") == EVERYWHERE
    table.go("Alex place 6")
    assert table.choices("place") == ["2", "5", "7"]
    assert "next to Remigius" in table.refused("Frank place 6")
    table.go("Frank place 7")
    assert table.choices("place") == EVERYWHERE
    table.go("Ani place 7")
    assert table.seen["severus"] == table.seen["vitus"] == "room 7"


@pytest.mark.rule("T3")
def test_a_locked_passage_adjoins_too() -> None:
    """Vitus beside Remigius behind the door: 9 and 13."""
    table = equipped()
    table.go("Alex place 13")
    assert table.choices("place") == ["2", "7", "9"]


@pytest.mark.rule("T3")
@pytest.mark.parametrize("seat", range(4))
def test_the_host_chooses_the_start_player(seat: int) -> None:
    """Then only this one can be drawn."""
    table = Play(4, start=seat)
    assert table.offered == [f"start {seat}"]


@pytest.mark.rule("T3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_or_the_start_player_is_drawn(players: int) -> None:
    """Each as likely."""
    outcomes = Play(players).match.outcomes()
    assert [str(action) for action, _ in outcomes] == [f"start {seat}" for seat in range(players)]
    assert len({weight for _, weight in outcomes}) == 1


@pytest.mark.rule("T4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_game(players: int) -> None:
    """Severus 13, Remigius 1, Vitus at the main portal; nobody is asked, rings come next."""
    table = equipped(players, start="Frank", first_game=True)
    assert (table.seen["severus"], table.seen["remigius"], table.seen["vitus"]) == ("room 13", "room 1", "main portal")
    assert (table.phase, table.to_act) == ("pairing", "Frank")


@pytest.mark.rule("T4")
def test_figures_are_placed_unless_it_is_the_first_game() -> None:
    assert rules().options["first_game"] is False


@pytest.mark.rule("T5")
@pytest.mark.parametrize("players", [2, 5])
def test_tokens_stand_before_the_main_portal_without_points(players: int) -> None:
    table = first_cards(players)
    assert {player["token"] for player in table.seen["players"]} == {"main portal"}
    assert table.scores == (0,) * players


@pytest.mark.rule("T6")
@pytest.mark.parametrize(("choice", "rings"), [("ab", "a a b b c"), ("ac", "a a b c c"), ("bc", "a b b c c")])
def test_five_rings_two_types_twice(choice: str, rings: str) -> None:
    """One of each type and a second of two types, out of the reserve."""
    table = equipped(first_game=True)
    assert table.offered == ["rings ab", "rings ac", "rings bc"]
    table.go(f"Ani rings {choice}")
    assert table.stock("Ani") == rings
    for type in "abc":
        assert table.reserve("Ani").split().count(type) == 7 - rings.split().count(type)
    assert table.reserve("Ani").split().count("chalice") == 5
    assert table.stock("Frank") == ""


@pytest.mark.rule("T6")
@pytest.mark.parametrize(("players", "start", "order"), [(2, "Frank", "Frank Ani"), (4, "Alex", "Alex Eva Ani Frank")])
def test_rings_are_chosen_clockwise_from_the_start_player(players: int, start: str, order: str) -> None:
    """After the figures, before the first cards; everybody sees the rings."""
    table = first_cards(players, start)
    assert table.phase == "sealing"
    names = [NAMES[event["seat"]] for event in told(table.match.log(), "paired")]
    assert names == order.split()
    assert [event.name for event in table.match.log()][-players - 1] == "placed"
    for seat in range(players):
        assert table.match.view(seat)["players"][0]["stock"] == dict(zip(KINDS, (0, 0, 2, 2, 1), strict=True))


@pytest.mark.rule("T7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_stephanus_can_be_left_out(players: int) -> None:
    """Nine cards each, and he cannot be played; by default he is in."""
    table = first_cards(players, stephanus=False)
    cards = [card for card in CARDS if card != "stephanus"]
    assert all(player["hand"] == cards for player in table.seen["players"])
    assert table.choices("play") == cards
    assert "not in hand" in table.refused("Ani play stephanus")
    assert rules(players).options["stephanus"] is True


@pytest.mark.rule("T7")
def test_taking_cards_back_does_not_bring_him_in() -> None:
    """The Bells give nine cards back."""
    table = Table(stephanus=False, piles={"Ani": "anselmus"})
    table.go("Ani play bells")
    table.tiles("a a a")
    assert table.hand("Ani") == " ".join(card for card in CARDS if card != "stephanus")


@pytest.mark.rule("T7")
def test_five_play_with_stephanus() -> None:
    with pytest.raises(BadOption, match="five players play with Stephanus"):
        commandery.game("templar", players=5, stephanus=False)
    assert "stephanus" in first_cards(5).choices("play")


@pytest.mark.rule("T1")
def test_the_board_file_says_how_many_tiles_come_first() -> None:
    """Another harbor: none in some storehouses."""
    table = started(board=abbey(first_tiles=(0, 2, 0, 1, 4, 0)))
    events = table.tiles("a a a b b b b")
    assert [event["storehouse"] + 1 for event in told(events, "first_tile")] == [2, 2, 4, 5, 5, 5, 5]
    assert table.phase == "placing_abbot"
