"""Choosing cards and their order (J14), the end of an action (J15), and risky cards that become penalties (J16)."""

from __future__ import annotations

from itertools import product

import pytest

from journey.table import NAMES, Table
from position import told


def begun(table: Table, cards: str) -> list[tuple[str, int, bool]]:
    """Who carried out which card, and whether as a penalty, when all do as little as they can."""
    events = table.reveal(cards) + table.finish_cards()
    return [
        (NAMES[event.seat], event["card"] or 0, event.name == "penalty_begins")
        for event in events
        if event.name in ("card_begins", "penalty_begins")
    ]


def order(table: Table, cards: str) -> str:
    return " ".join(name for name, _, _ in begun(table, cards))


# J14: choosing and order


@pytest.mark.rule("J14")
def test_all_choose_at_the_same_time_in_any_order() -> None:
    """Everybody owes a choice of six cards till it is made."""
    table = Table(4)
    assert table.to_act == "Lukas Kirsten Leon Jonas"
    for seat in range(4):
        assert [str(action) for action in table.match.legal(seat)] == [f"card {card}" for card in range(1, 7)]
    table.go("Leon card 2, Lukas card 6")
    assert table.to_act == "Kirsten Jonas"
    assert table.match.may_act == (0, 1, 2, 3)


@pytest.mark.rule("J14", "J64")
def test_cards_are_secret_until_all_have_chosen() -> None:
    """That one has chosen is seen, not what; then all are turned up at once."""
    table = Table()
    table.go("Lukas card 2, Kirsten card 5")
    assert [player["chosen"] for player in table.seen["players"]] == [True, True, False]
    assert [player["card"] for player in table.match.view(2)["players"]] == [None, None, None]
    events = table.go("Leon card 6")
    assert told(events, "revealed") == [{"seat": 0, "card": 2}, {"seat": 1, "card": 5}, {"seat": 2, "card": 6}]
    assert [player["card"] for player in table.seen["players"]] == [2, 5, 6]


@pytest.mark.rule("J14")
def test_a_choice_can_be_changed_until_the_last_has_chosen() -> None:
    """As often as one likes; what counts is the last."""
    table = Table()
    table.go("Lukas card 2, Lukas card 5, Kirsten card 6, Lukas card 1")
    assert "chosen already" in table.refused("Lukas card 1")
    events = table.go("Leon card 6")
    assert [event["card"] for event in told(events, "revealed")] == [1, 6, 6]
    assert "not seat 0's turn" in table.refused("Lukas card 2")


@pytest.mark.rule("J14")
def test_all_six_cards_can_be_chosen_whatever_one_has() -> None:
    """Without gold, knights in supply or anything in reach."""
    table = Table(cities={"London": "8: Lukas 8", "Paris": "7: Lukas 7", "Lyon": "4: Lukas 4"})
    assert [str(action) for action in table.match.legal(0)] == [f"card {card}" for card in range(1, 7)]


@pytest.mark.rule("J14")
@pytest.mark.parametrize(
    ("cards", "names"),
    [
        ("Lukas 6, Kirsten 4, Leon 1, Jonas 5, Oskar 2", "Leon Oskar Kirsten Jonas Lukas"),
        ("Lukas 3, Kirsten 5, Leon 4, Jonas 2, Oskar 6", "Jonas Lukas Leon Kirsten Oskar"),
        ("Lukas 5, Kirsten 4, Leon 3, Jonas 2, Oskar 1", "Oskar Jonas Leon Kirsten Lukas"),
    ],
)
@pytest.mark.parametrize("first", NAMES)
def test_in_ascending_number(cards: str, names: str, first: str) -> None:
    """Whoever is the first player."""
    assert order(Table(5, first=first), cards) == names


@pytest.mark.rule("J14")
@pytest.mark.parametrize(
    ("first", "names"),
    [
        ("Lukas", "Lukas Leon Oskar Kirsten Jonas"),
        ("Kirsten", "Leon Oskar Lukas Kirsten Jonas"),
        ("Leon", "Leon Oskar Lukas Jonas Kirsten"),
        ("Jonas", "Oskar Lukas Leon Jonas Kirsten"),
        ("Oskar", "Oskar Lukas Leon Kirsten Jonas"),
    ],
)
def test_ties_go_clockwise_from_the_first_player(first: str, names: str) -> None:
    """Lukas, Leon and Oskar play a 1, Kirsten and Jonas a 4."""
    assert order(Table(5, first=first), "Lukas 1, Kirsten 4, Leon 1, Jonas 4, Oskar 1") == names


@pytest.mark.rule("J14")
def test_one_card_is_over_before_the_next_begins() -> None:
    """Leon has all his steps before Lukas begins."""
    table = Table(first="Leon")
    table.reveal("Lukas 6, Kirsten 1, Leon 6")
    for _ in range(3):
        assert (table.to_act, table.turn) == ("Leon", "Leon")
        table.go(f"Leon {table.offered[-1]}")
    assert (table.to_act, table.turn, table.seen["card"]) == ("Lukas", "Lukas", 6)


# J15: the end of an action


@pytest.mark.rule("J15")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_then_cards_go_back_and_the_marker_goes_clockwise(players: int) -> None:
    """From the last seat to the first too; every card can be chosen again."""
    for seat, name in enumerate(NAMES[:players]):
        table = Table(players, first=name)
        events = table.idle()
        assert told(events, "first") == [{"seat": (seat + 1) % players}]
        assert table.first == NAMES[(seat + 1) % players]
        assert table.phase == "sealing"
        assert [player["chosen"] for player in table.seen["players"]] == [False] * players
        assert [str(action) for action in table.match.legal(seat)] == [f"card {card}" for card in range(1, 7)]


@pytest.mark.rule("J15")
def test_not_before_all_cards_are_carried_out() -> None:
    table = Table()
    table.reveal("Lukas 1, Kirsten 6, Leon 6")
    table.go("Kirsten stop")
    assert (table.first, [player["chosen"] for player in table.seen["players"]]) == ("Lukas", [True] * 3)
    table.go("Leon stop")
    assert (table.first, table.seen["space"]) == ("Kirsten", 2)


# J16: types and penalties


def penalties(players: int, cards: tuple[int, ...]) -> list[bool]:
    """Whether each seat's card is carried out as a penalty."""
    table = Table(players)
    listed = ", ".join(f"{name} {card}" for name, card in zip(NAMES[:players], cards, strict=True))
    found = {name: penalty for name, _, penalty in begun(table, listed)}
    return [found[name] for name in NAMES[:players]]


@pytest.mark.rule("J16")
@pytest.mark.parametrize(
    ("players", "cards", "punished"),
    [
        (3, (2, 4, 6), []),
        (3, (2, 1, 6), [0]),
        (3, (2, 2, 6), [0, 1]),
        (3, (1, 1, 6), []),
        (3, (3, 4, 6), [0]),
        (3, (3, 3, 6), [0, 1]),
        (3, (4, 4, 4), []),
        (3, (5, 6, 1), [0]),
        (3, (5, 5, 6), [0, 1]),
        (3, (6, 6, 1), []),
        (3, (2, 3, 5), []),
        (4, (2, 1, 6, 6), []),
        (4, (2, 2, 6, 6), []),
        (4, (2, 1, 1, 6), [0]),
        (4, (2, 1, 2, 6), [0, 2]),
        (4, (3, 3, 4, 1), [0, 1]),
        (4, (3, 4, 1, 1), []),
        (4, (5, 6, 6, 1), [0]),
        (4, (5, 5, 5, 5), [0, 1, 2, 3]),
        (5, (2, 2, 3, 3, 5), []),
        (5, (2, 2, 3, 3, 3), [2, 3, 4]),
        (5, (2, 1, 1, 5, 6), [0]),
        (5, (5, 6, 5, 3, 6), [0, 2]),
        (5, (5, 6, 3, 3, 4), [2, 3]),
    ],
)
def test_a_crowd_turns_risky_cards_into_penalties(players: int, cards: tuple[int, ...], punished: list[int]) -> None:
    """2 of a type, safe and risky together, with three players, 3 with four or five; safe cards are unharmed."""
    assert penalties(players, cards) == [seat in punished for seat in range(players)]


@pytest.mark.rule("J16")
@pytest.mark.parametrize("players", [3, 4])
def test_every_combination_of_cards(players: int) -> None:
    """The types are 1 and 2, 3 and 4, 5 and 6; 2, 3 and 5 are risky."""
    types = {1: "gold", 2: "gold", 3: "knights", 4: "knights", 5: "Templar", 6: "Templar"}
    needed = {3: 2, 4: 3}[players]
    for cards in product(range(1, 7), repeat=players) if players == 3 else product((1, 2, 3, 5, 6), repeat=4):
        played = [types[card] for card in cards]
        expected = [card in (2, 3, 5) and played.count(types[card]) >= needed for card in cards]
        assert penalties(players, cards) == expected, cards


@pytest.mark.rule("J16", "J14")
def test_a_penalty_comes_in_its_cards_place() -> None:
    """The order is that of the numbers, penalty or not."""
    assert begun(Table(), "Lukas 6, Kirsten 5, Leon 4") == [("Leon", 4, False), ("Kirsten", 5, True), ("Lukas", 6, False)]
    assert begun(Table(first="Kirsten"), "Lukas 3, Kirsten 4, Leon 3") == [
        ("Leon", 3, True), ("Lukas", 3, True), ("Kirsten", 4, False),
    ]  # fmt: skip


@pytest.mark.rule("J16")
def test_the_count_is_of_cards_revealed_not_of_those_still_to_come() -> None:
    """Leon's 2 comes after Kirsten's 1 has been carried out and is a penalty all the same."""
    table = Table(gold={"Wien": 9})
    table.reveal("Kirsten 1, Leon 2")
    table.go("Kirsten take Wien, Leon take Wien")
    assert (table.purse("Kirsten"), table.purse("Leon"), table.gold("Wien")) == (3, 2, 4)
