"""What bots think a position is worth, against a slow recomputation from the view."""

from __future__ import annotations

import random
from typing import Any

import pytest

from commandery.games.templar import estimate as worth
from commandery.games.templar.rules import estimate
from commandery.games.templar.rules.abbot import room_points
from templar.table import Table, rules

POINTS = {"chalice": 5, "book": 3, "ring": 2}


def by_now(name: str, late: int) -> int:
    """What something is worth when it is so late, in ten-thousandths of a point."""
    early, end = getattr(worth, name)
    return int(early * (100 - late) + end * late)


def late(view: dict[str, Any]) -> int:
    """How late it is: by the tiles that are to come, and what of the harbor is still to be emptied counts with them."""
    if view["last_turns"]:
        return 100
    lying = sum(sum(house.values()) for house in view["storehouses"])
    to_come = sum(view["bag"].values()) + max(0, lying - worth.IN_HARBOR)
    return worth.EMPTY_BAG - worth.EMPTY_BAG * min(to_come, worth.FULL_BAG) // worth.FULL_BAG


def value(view: dict[str, Any], seat: int, reach: set[int]) -> int:
    """A player's worth from what all can see."""
    when, player = late(view), view["players"][seat]
    total = 10_000 * player["score"]
    present = 0
    for number, room in enumerate(view["rooms"]):
        pieces = [(POINTS["chalice"], piece) for piece in room["chalices"]] + [
            (POINTS["book"], piece) for piece in room["books"]
        ]
        pieces += [(POINTS["ring"], piece) for area in room["rings"] for piece in area]
        own = [(points, piece) for points, piece in pieces if piece is not None and piece["owner"] == seat]
        open_ones = [points for points, piece in own if not piece["scored"]]
        rings = open_ones.count(POINTS["ring"])
        present += bool(own)
        total += by_now("HIDDEN", when) * sum(open_ones) + by_now("PAIR", when) * (rings * (rings - 1) // 2)
        total += by_now("IN_REACH", when) * sum(open_ones) * (number in reach)
        total += by_now("IN_CHURCH", when) * rings * (number == 12)
    stock = sum(POINTS.get(kind, POINTS["ring"]) * count for kind, count in player["stock"].items())
    total += by_now("STOCK", when) * stock + by_now("ROOM", when) * present
    total += by_now("ROOM_POINTS", when) * room_points(present) + by_now("CARD", when) * len(player["hand"])
    return total + by_now("ABBOT", when) * ("remigius" in player["hand"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_what_the_view_comes_to(players: int) -> None:
    rng = random.Random(players)
    game = rules(players)
    match, seen = game.start(seed=players), 0
    while not match.over:
        view, state = match.view(None), match.state_array()
        if view["phase"] == "playing":
            figures = {int(state[0][name]) for name in ("remigius", "vitus", "severus")}
            steps = int(game.world[0]["within"][state[0]["door"], 16 + state[0]["remigius"]])
            reach = {room for room in range(13) if steps >> room & 1} - figures
            values = [value(view, seat, reach) for seat in range(players)]
            for seat in range(players):
                mine = values[seat]
                expected = (mine - (sum(values) - mine) // (players - 1)) // 100
                assert estimate(game.world[0], match._mounted[0], seat) == expected, match.record()
            seen += 1
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    assert seen > 50


def test_a_full_harbor_is_not_the_end() -> None:
    """The Bells cannot empty the bag while the storehouses are full: with few tiles in it a full harbor is still early."""
    houses = ["chalice book a b", "book a b c", "a b c a", "book b c a", "a b c c", "book a b c"]
    full = Table(2, bag="a b c", houses=houses, rooms={3: "Ani book"})
    empty = Table(2, bag="a b c", rooms={3: "Ani book"})
    assert worth._late(full.match._mounted[0]) < worth._late(empty.match._mounted[0]) == late(empty.match.view(None))
    assert worth._late(full.match._mounted[0]) == late(full.match.view(None))
