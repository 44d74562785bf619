"""The face of Templari: everything that can be done is somewhere on the page, and nothing is there twice."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import commandery
from commandery.core.match import Match
from commandery.server.faces.templari import TemplariFace
from templari.table import Table, honour

FACE = TemplariFace()


def board(match: Match, seat: int | None, language: str = "en") -> str:
    return FACE.board(match.game, match.view(seat), language)


def ids(match: Match, seat: int | None) -> list[str]:
    """Every id on the page of a seat: of the board, of its hand, and of the cards before the others."""
    extras = FACE.extras(match.game, match.view(seat), ["Anna", "Bert", "Claus", "Dora", "Emil"], "en")
    cards = [held.id for purse in extras["purses"] for suit in purse.suits for held in suit.cards]
    return re.findall(r' id="([^"]+)"', board(match, seat)) + [id for id in cards if id]


@pytest.mark.parametrize(
    "options",
    [{}, {"exchange": True}, {"table_rules": "honour"}, {"coins": "hidden"}],
    ids=str,
)
@pytest.mark.parametrize("players", [3, 5])
def test_every_action_has_its_place(players: int, options: dict[str, Any]) -> None:
    match = commandery.game("templari", players=players, **options).start(seed=players)
    chance = random.Random(players)
    kinds: set[str] = set()
    while not match.over:
        (seat,) = match.to_act
        legal = match.legal(seat)
        fresh = {str(action).split()[0] for action in legal} - kinds
        kinds |= fresh
        if fresh or chance.random() < 0.1:
            places = [FACE.place(match.game, match.view(seat), action) for action in legal]
            there = ids(match, seat)
            assert len(there) == len(set(there))
            assert len(set(places)) == len(places) and set(places) <= set(there)
        match.play(seat, chance.choice(legal))
    wanted = {"pass", "bid"} | ({"take", "give"} if "exchange" in options else {"sell"})
    assert kinds >= wanted | ({"discard"} if "table_rules" in options else set())


def test_digits_i_hold_are_struck_and_the_highest_bid_is_marked() -> None:
    table = Table(3, held={"Anna": "A0 B1", "Bert": "C7 D4"}, lot="F8 F9")
    table.go("Anna bid 2")
    seen = board(table.match, 1)
    own = re.findall(r'class="stone own[^"]*" id="bid-(\d+)"', seen)
    assert sorted(map(int, own)) == [4, 7, 14, 17]
    assert re.search(r'class="stone now" id="bid-2"', seen) and 'id="marker"' in seen
    assert not re.search(r'class="stone own', board(table.match, None))


def test_all_bids_of_an_honour_table_are_there() -> None:
    found = ids(honour(3, lot="F8 F9").match, 0)
    assert {f"bid-{amount}" for amount in range(37)} <= set(found)


def test_hidden_coins_do_not_show() -> None:
    """Tables that differ only in the coins of others look the same."""
    drawn = {board(Table(coins=coins, hidden=True, lot="A0 B1").match, 1) for coins in ([31, 1, 4], [4, 1, 31])}
    assert len(drawn) == 1


def test_points_are_those_of_the_rules_were_this_the_end() -> None:
    table = Table(3, held={"Anna": "A0 A6 A7 B1"}, coins=[20, 10, 6], lot="F8 F9")
    anna, bert, _ = FACE.extras(table.match.game, table.match.view(0), ["Anna", "Bert", "Claus"], "en")["purses"]
    assert (anna.points, anna.bonus, [suit.points for suit in anna.suits]) == (9, 2, [6, 1])
    assert (bert.points, bert.bonus, bert.suits) == (0, 0, ())


def test_buttons_are_short() -> None:
    table = Table(3, held={"Anna": "A0 B1"})
    labels = [FACE.label(table.match.game, table.match.view(0), action, "en") for action in table.match.legal(0)]
    assert labels == ["Sell nothing", "Sell red 0", "Sell blue 1"]
    table = Table(3, lot="F8 F9")
    labels = [FACE.label(table.match.game, table.match.view(0), action, "en") for action in table.match.legal(0)]
    assert labels == ["Pass", *(str(amount) for amount in range(13))]


def closed(match: Match, seat: int | None) -> set[int]:
    return {int(amount) for amount in re.findall(r'class="stone [^"]*closed[^"]*" id="bid-(\d+)"', board(match, seat))}


def test_bids_that_are_not_open_to_who_looks_are_pale() -> None:
    table = Table(3, held={"Anna": "A0", "Bert": "C7 D4", "Claus": "E7"}, coins=[9, 12, 15], lot="F8 F9")
    table.go("Anna bid 2")
    assert closed(table.match, 0) == {0, 1, *range(10, 20)}
    assert closed(table.match, 1) == {0, 1, 4, 7, *range(13, 20)}
    assert closed(table.match, None) == {0, 1, *range(16, 20)}
    same = Table(3, held={"Anna": "A7 B1", "Bert": "C7", "Claus": "E7"}, lot="F8 F9")
    assert 7 in closed(same.match, None) and 7 not in closed(honour(3, held={"Anna": "A7 B1"}, lot="F8 F9").match, None)


def test_who_looks_on_has_nothing_to_pass() -> None:
    match = Table(3, lot="F8 F9").match
    assert 'id="pass"' in board(match, 0) and 'id="pass"' not in board(match, None)
