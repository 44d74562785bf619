"""The Bells: how many tiles (T70), where they go (T71, T72), who gets them (T73, T75), and the cards back (T74)."""

from __future__ import annotations

import pytest

from position import told
from templar.table import CARDS, Table, abbey, first_cards

FULL = "a b b c"
WITH_CHALICE = "chalice a b c"


def ring(tiles: str, card: str = "porticus", **position: object) -> Table:
    """Ani rings The Bells after a card (Porticus has a 6), and these tiles are drawn."""
    table = Table(piles={"Ani": card}, **position)
    table.go("Ani play bells")
    table.tiles(tiles)
    return table


def arrived(table: Table) -> list[int]:
    """Where the tiles of the last refill went."""
    return [event["storehouse"] + 1 for event in told(table.match.log(), "arrived")]


@pytest.mark.rule("T70")
def test_the_card_of_the_previous_turn_counts() -> None:
    """Ani's pile: Porticus (6) below Anselmus (3). Three arrive."""
    table = ring("a a a", "porticus anselmus")
    assert table.houses == ["a", "a", "a", "", "", ""]
    assert table.to_act == "Frank"


@pytest.mark.rule("T70")
def test_the_cards_of_others_do_not_count() -> None:
    table = Table(piles={"Ani": "anselmus", "Frank": "severus", "Alex": "josua"})
    events = table.go("Ani play bells")
    assert told(events, "arriving") == [{"seat": 0, "count": 3}]


@pytest.mark.rule("T70")
def test_none_for_the_first_card_of_the_game() -> None:
    """Ani's first card is The Bells: nothing arrives; she has all her cards."""
    table = first_cards()
    houses = table.houses
    events = table.go("Ani play bells, Frank play porticus, Alex play maria")
    assert told(events, "arriving") == [{"seat": 0, "count": 0}]
    assert (table.to_act, table.houses) == ("Frank", houses)
    assert table.hand("Ani") == " ".join(CARDS)


@pytest.mark.rule("T70")
def test_none_for_bells_after_bells() -> None:
    table = ring("a a a", "anselmus")
    table.go("Frank play bells, Alex play bells")
    events = table.go("Ani play bells")
    assert told(events, "arriving") == [{"seat": 0, "count": 0}]
    assert (table.houses, table.to_act) == (["a", "a", "a", "", "", ""], "Frank")


@pytest.mark.rule("T70", "T90")
def test_then_an_empty_bag_ends_nothing() -> None:
    """The Bells follow no card, and the bag is empty: the game goes on."""
    table = Table(bag="")
    events = table.go("Ani play bells")
    assert told(events, "last_round") == []
    assert table.seen["last_turns"] == 0


@pytest.mark.rule("T70")
def test_a_card_with_0_on_it() -> None:
    """On another board: no tile, no end, though the bag is empty."""
    table = ring("", "maria", board=abbey(cards={"maria": 0}), bag="")
    assert (table.to_act, table.seen["last_turns"]) == ("Frank", 0)


@pytest.mark.rule("T71")
def test_one_by_one_from_the_ship_clockwise() -> None:
    table = ring("a b c book chalice a")
    assert table.houses == ["a", "b", "c", "book", "chalice", "a"]
    assert arrived(table) == [1, 2, 3, 4, 5, 6]
    assert len(table.bag.split()) == 84


@pytest.mark.rule("T71")
def test_full_ones_are_skipped() -> None:
    """And after the sixth comes the first again."""
    table = ring("a b a b a b", houses=("a", FULL, "a", FULL, FULL, "b"))
    assert arrived(table) == [1, 3, 6, 1, 3, 6]
    assert table.houses == ["a a b", FULL, "a a b", FULL, FULL, "a b b"]


@pytest.mark.rule("T71")
def test_one_that_becomes_full_on_the_way_is_skipped_too() -> None:
    table = ring("a b c a", houses=("a b c", FULL, "a", FULL, FULL, FULL))
    assert arrived(table) == [1, 3, 3, 3]
    assert table.to_act == "Frank"


@pytest.mark.rule("T71")
def test_until_all_are_full() -> None:
    """Two boxes are free, six tiles would come: two do; the bag keeps the rest and nothing ends."""
    table = Table(piles={"Ani": "porticus"}, houses=(FULL, FULL, "a b c", FULL, FULL, "a b c"))
    bag = len(table.bag.split())
    table.go("Ani play bells")
    events = table.tiles("a b")
    assert (len(table.bag.split()), table.to_act, table.seen["last_turns"]) == (bag - 2, "Frank", 0)
    assert told(events, "bag_empty") == []


@pytest.mark.rule("T71")
def test_each_tile_is_as_likely_as_there_are_such_in_the_bag() -> None:
    """Also chalices, whatever lies where they would go."""
    table = Table(piles={"Ani": "porticus"}, bag="chalice chalice book c c c", houses=("chalice", "", "", "", "", ""))
    table.go("Ani play bells")
    assert {str(action): weight for action, weight in table.match.outcomes()} == {
        "tile chalice": 2, "tile book": 1, "tile c": 3,
    }  # fmt: skip


@pytest.mark.rule("T72")
def test_a_second_chalice_goes_on_to_the_next_storehouse_without_one() -> None:
    """The first and second hold one: it goes to the third, the next tile to the fourth."""
    table = ring("chalice a", houses=("chalice", "chalice a", "b", "", "", ""))
    assert table.houses == ["chalice", "chalice a", "chalice b", "a", "", ""]
    table.tiles("b c a a")
    assert arrived(table) == [3, 4, 5, 6, 1, 2]


@pytest.mark.rule("T72")
def test_it_skips_full_ones_as_well() -> None:
    """The second has no chalice but no room either."""
    table = ring("chalice a", houses=("chalice", FULL, "chalice", "", "", ""))
    assert arrived(table) == [4, 5]


@pytest.mark.rule("T72")
def test_it_goes_round_the_ring() -> None:
    """At the sixth a chalice comes up: sixth and first hold one, so the second takes it."""
    table = ring("chalice a b c a chalice", houses=("", "", "", "", "", "chalice"))
    assert table.houses == ["chalice", "chalice a", "b", "c", "a", "chalice"]
    assert arrived(table) == [1, 2, 3, 4, 5, 2]


@pytest.mark.rule("T72")
def test_a_chalice_for_a_storehouse_without_one_just_goes_there() -> None:
    table = ring("chalice chalice", houses=("", "a", "chalice", "", "", ""))
    assert arrived(table) == [1, 2]


@pytest.mark.rule("T72", "T71")
def test_the_full_one_it_aimed_at_is_passed_first() -> None:
    """The first is full, with a chalice: the chalice aims at the second."""
    table = ring("chalice a", houses=(WITH_CHALICE, "b", "", "", "", ""))
    assert arrived(table) == [2, 3]


@pytest.mark.rule("T72")
def test_a_chalice_nobody_can_take_leaves_the_game() -> None:
    """It does not count towards the number, and the next tile aims at the same storehouse."""
    table = Table(piles={"Ani": "anselmus"}, houses=("chalice",) * 6)
    table.go("Ani play bells")
    events = table.tiles("a chalice b chalice c")
    assert told(events, "lost") == [{"seat": 0, "kind": 0}] * 2
    assert table.houses == ["chalice a", "chalice b", "chalice c", "chalice", "chalice", "chalice"]
    assert (table.out, table.to_act) == ("chalice chalice", "Frank")


@pytest.mark.rule("T72")
def test_none_can_take_it_where_those_without_are_full() -> None:
    """The second has no chalice and is full, all others hold one."""
    table = Table(piles={"Ani": "anselmus"}, houses=("chalice", FULL, "chalice", "chalice", "chalice", "chalice"))
    table.go("Ani play bells")
    events = table.tiles("chalice a b c")
    assert len(told(events, "lost")) == 1
    assert arrived(table) == [1, 3, 4]


@pytest.mark.rule("T72", "T90")
def test_a_bag_of_lost_chalices_only() -> None:
    """All leave the game one by one; then the bag is empty and the last round begins."""
    table = Table(piles={"Ani": "anselmus"}, houses=("chalice",) * 6, bag="chalice chalice")
    table.go("Ani play bells")
    events = table.tiles("chalice chalice")
    assert len(told(events, "lost")) == 2
    assert told(events, "last_round") == [{"seat": 0}]


@pytest.mark.rule("T73")
def test_a_token_in_a_storehouse_receives_what_is_new_there() -> None:
    """Not what lay there before; the tiles leave the game."""
    table = ring("a b c a b c", houses=("a", "book", "", "", "", ""), at={"Frank": "house 2"}, stock={"Frank": "b"})
    assert table.stock("Frank") == "b b"
    assert table.houses == ["a a", "book", "c", "a", "b", "c"]
    assert table.out == "b"
    assert table.player("Frank")["token"] == "storehouse 2"


@pytest.mark.rule("T73")
def test_only_after_all_have_been_placed() -> None:
    """Frank's storehouse fills up to its last box although he will take the tiles."""
    houses = ("a a", FULL, FULL, FULL, FULL, FULL)
    table = Table(piles={"Ani": "anselmus"}, houses=houses, at={"Frank": "house 1"})
    table.go("Ani play bells")
    assert table.stock("Frank") == ""
    table.tiles("b")
    assert (table.stock("Frank"), table.houses[0]) == ("", "a a b")
    table.tiles("c")
    assert (table.stock("Frank"), table.houses[0], table.phase) == ("b c", "a a", "portal")


@pytest.mark.rule("T73")
def test_everybody_in_the_harbor_receives() -> None:
    table = ring("a b c a b c", at={"Frank": "house 1", "Alex": "house 6"})
    assert (table.stock("Frank"), table.stock("Alex")) == ("a", "c")
    assert table.houses == ["", "b", "c", "a", "b", ""]


@pytest.mark.rule("T73")
@pytest.mark.parametrize(("active", "receiver"), [("Ani", "Alex"), ("Frank", "Alex"), ("Alex", "Eva"), ("Tom", "Alex")])
def test_of_several_in_one_the_next_clockwise_receives(active: str, receiver: str) -> None:
    """Alex and Eva stand in the second storehouse."""
    at = {"Alex": "house 2", "Eva": "house 2"}
    table = Table(5, turn=active, start="Ani", piles={active: "anselmus"}, at=at)
    if active in at:
        table.go(f"{active} portal main")
    table.go(f"{active} play bells")
    table.tiles("a b c")
    stocks = {name: table.stock(name) for name in ("Ani", "Frank", "Alex", "Eva", "Tom")}
    assert stocks == {**dict.fromkeys(stocks, ""), receiver: "b"}


@pytest.mark.rule("T73", "T51")
def test_what_the_reserve_has_not_got() -> None:
    """Frank has all his books already: the tile leaves the game."""
    table = ring("book a b c a b", at={"Frank": "house 1"}, stock={"Frank": "book book book book book book"})
    assert table.stock("Frank").count("book") == 6
    assert (table.houses[0], table.out) == ("", "book")


@pytest.mark.rule("T74")
def test_all_cards_come_back_the_bells_too() -> None:
    table = ring("a a a", "lucas maria josua anselmus")
    assert table.hand("Ani") == " ".join(CARDS)
    assert table.player("Ani")["top"] is None


@pytest.mark.rule("T74", "T73")
def test_they_come_back_after_the_tiles_have_been_received() -> None:
    table = Table(piles={"Ani": "anselmus"}, at={"Frank": "house 3"})
    table.go("Ani play bells")
    assert table.player("Ani")["top"] == "anselmus"
    events = table.tiles("a b c")
    assert [event.name for event in events if event.name in ("received", "cards_back")] == ["received", "cards_back"]


@pytest.mark.rule("T74")
def test_only_the_own_cards() -> None:
    table = Table(piles={"Ani": "anselmus", "Frank": "lucas maria"})
    table.go("Ani play bells")
    table.tiles("a a a")
    assert len(table.player("Frank")["hand"]) == 8


@pytest.mark.rule("T75", "T25")
def test_the_own_token_has_left_the_harbor() -> None:
    """Ani comes out of the first storehouse, then rings: nothing for her."""
    table = Table(piles={"Ani": "maria"}, at={"Ani": "house 1"})
    table.go("Ani portal side, Ani play bells")
    table.tiles("a b c a b c")
    assert (table.stock("Ani"), table.houses[0]) == ("", "a")
