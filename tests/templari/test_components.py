"""What is in the box: cards (MB1) and coins (MB2). The deck file has `test_deck`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from templari.table import LAST_ROUND, Table, rules

LEDGER = {"A": "06789", "B": "01236", "C": "01457", "D": "24568", "E": "23479", "F": "13589"}
"""Which colour holds which numbers, as the ledger lists it."""


def deck() -> list[tuple[str, int]]:
    """Colour and number of all cards, none of them turned up yet."""
    return [(card["colour"], card["number"]) for card in Table().seen["unseen"]]


@pytest.mark.rule("MB1")
def test_thirty_cards_each_number_three_times() -> None:
    """Thirty different cards; every number from 0 to 9 is on three of them."""
    cards = deck()
    assert len(cards) == len(set(cards)) == 30
    assert Counter(number for _, number in cards) == dict.fromkeys(range(10), 3)


@pytest.mark.rule("MB1")
def test_six_colours_of_five_without_a_number_twice() -> None:
    """Six colours, each of five cards with five different numbers."""
    by_colour: dict[str, list[int]] = {}
    for colour, number in deck():
        by_colour.setdefault(colour, []).append(number)
    assert len(by_colour) == 6
    assert all(len(numbers) == len(set(numbers)) == 5 for numbers in by_colour.values())


@pytest.mark.rule("MB1")
def test_the_standard_deck_is_the_ledgers() -> None:
    """The colours hold the reconstructed numbers, and any two colours share two of them."""
    assert set(deck()) == {(colour, int(number)) for colour, numbers in LEDGER.items() for number in numbers}
    assert all(len(set(one) & set(other)) == 2 for one, other in combinations(LEDGER.values(), 2))


@pytest.mark.rule("MB1")
def test_a_card_is_called_by_colour_and_number() -> None:
    """Names say what is on a card, and cards are numbered by number, then colour."""
    cards = Table().seen["unseen"]
    assert all(card["name"] == f"{card['colour']}{card['number']}" for card in cards)
    assert [card["id"] for card in cards] == list(range(30))
    assert [(card["number"], card["colour"]) for card in cards] == sorted((card["number"], card["colour"]) for card in cards)


@pytest.mark.rule("MB1")
def test_what_is_reconstructed_is_said_to_be() -> None:
    """The game and its deck file both say that the distribution over colours is reconstructed."""
    game = rules()
    assert "reconstructed" in game.kind.reconstructed
    assert "colour.numbers" in game.board.data["reconstructed"]


@pytest.mark.rule("MB2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_begins_with_twelve_coins(players: int) -> None:
    """Twelve coins a player, nothing in the Pot, no cards before anybody."""
    table = Table(players)
    assert table.coins == (12,) * players
    assert table.pot == 0
    assert all(player["cards"] == [] for player in table.seen["players"])


@pytest.mark.rule("MB2")
@pytest.mark.parametrize(("players", "exchange", "table_rules"), list(product([3, 4, 5], [False, True], ["strict", "honour"])))
def test_no_coin_enters_or_leaves(players: int, exchange: bool, table_rules: str) -> None:
    """Through a whole game, action by action, coins and Pot add up to twelve a player, and cards to thirty."""
    match = rules(players, exchange=exchange, table_rules=table_rules).start(chance="by hand")
    dice = Random(players)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, dice.choice(match.legal(seat)))
        assert len(match.history) < 5000
        view = match.view()
        assert sum(player["coins"] for player in view["players"]) + view["pot"] == 12 * players
        cards = [*view["unseen"], *view["lot"], *view["discarded"], *(card for one in view["players"] for card in one["cards"])]
        assert sorted(card["id"] for card in cards) == list(range(30))


@pytest.mark.rule("MB2")
@pytest.mark.rule("M51")
def test_the_pot_left_at_the_end_stays_there() -> None:
    """What is in the Pot when the last lot has been sold is nobody's: Anna and Claus each hold a 9 and share 9 coins."""
    table = Table(held=LAST_ROUND, lot="F8 F9")
    table.buys("Bert", 9)
    assert table.match.over
    assert table.coins == (16, 3, 16)
    assert table.pot == 1
