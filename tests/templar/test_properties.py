"""The harbor, Remigius's scoring and the final scoring against slow recomputations from the ledger's text."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from position import told
from templar.ledger import NUMBERS, SPACES, TILES, VALUABLES
from templar.table import CARDS, KINDS, NAMES, Table

PROPERTY = pytest.mark.sized("properties")  # as many examples as the table says, by the profile in conftest.py
BOXES = 4
Piece = tuple[int, str, bool]
"""Owner, what as a table is set up with it ("chalice", "2b"), scored."""


# The ledger, slowly


def refilled(houses: list[list[str]], draws: list[str], number: int) -> tuple[list[list[str]], list[list[str]], int, int, bool]:
    """T71, T72, T90: what then lies in the storehouses, what of it is new, how many tiles were drawn, how many chalices left
    the game, and whether the bag was empty too early."""
    houses, fresh = [list(house) for house in houses], [[] for _ in houses]
    aim = drawn = lost = placed = 0
    while placed < number and any(len(house) < BOXES for house in houses):
        if drawn == len(draws):
            return houses, fresh, drawn, lost, True
        kind = draws[drawn]
        drawn += 1
        while len(houses[aim]) == BOXES:
            aim = (aim + 1) % 6
        round_from_here = [(aim + further) % 6 for further in range(6)]
        takers = [
            at for at in round_from_here if len(houses[at]) < BOXES and not (kind == "chalice" and "chalice" in houses[at])
        ]
        if not takers:
            lost += 1
            continue
        houses[takers[0]].append(kind)
        fresh[takers[0]].append(kind)
        placed += 1
        aim = (takers[0] + 1) % 6
    return houses, fresh, drawn, lost, False


def scored(pieces: list[Piece], players: int) -> tuple[list[int], list[Piece]]:
    """T82, T83: points for a room by seat, and its pieces after it; they are listed in the order of the places."""
    points = [0] * players
    for owner, what, done in pieces:
        if not done:
            points[owner] += {"chalice": 5, "book": 3}.get(what, 2)
    after, turned = [], set()
    for owner, what, done in pieces:
        if not done and what not in ("chalice", "book"):
            done = owner not in turned
            turned.add(owner)
        else:
            done = True
        after.append((owner, what, done))
    return points, after


def final_points(rooms: dict[int, list[Piece]], seat: int) -> tuple[int, int]:
    """T92, T93: for rings in the church, and for rooms."""
    rings = [piece for piece in rooms.get(13, []) if piece[0] == seat and not piece[2] and piece[1] not in ("chalice", "book")]
    present = len([room for room, pieces in rooms.items() if any(piece[0] == seat for piece in pieces)])
    return 2 * len(rings), {7: 4, 8: 5, 9: 6, 10: 8, 11: 11, 12: 15, 13: 20}.get(present, 0)


# Positions


@st.composite
def contents(draw: st.DrawFn, room: int, players: int) -> list[Piece]:
    """Any valuables in a room, in the order of its places."""
    chalices, books, areas = SPACES[room]
    owner, done = st.integers(0, players - 1), st.booleans()
    pieces = draw(st.lists(st.tuples(owner, st.just("chalice"), done), max_size=chalices))
    pieces += draw(st.lists(st.tuples(owner, st.just("book"), done), max_size=books))
    for number, size in enumerate(areas, 1):
        type = draw(st.sampled_from("abc"))
        pieces += draw(st.lists(st.tuples(owner, st.just(f"{number}{type}"), done), max_size=size))
    return pieces


def possible(pieces: list[Piece]) -> bool:
    """Whether everybody owns so many valuables (TB5)."""
    counts = Counter((owner, what if what in VALUABLES else what[1]) for owner, what, _ in pieces)
    return all(count <= VALUABLES[kind] for (_, kind), count in counts.items())


def in_words(pieces: list[Piece]) -> str:
    return ", ".join(f"{NAMES[owner]} {what}{'*' if done else ''}" for owner, what, done in pieces)


OTHERS = st.sampled_from(KINDS[1:])
WITHOUT = st.lists(OTHERS, max_size=BOXES)
WITH = st.lists(OTHERS, max_size=BOXES - 1).map(lambda others: ["chalice", *others])
FULL = st.lists(OTHERS, min_size=BOXES, max_size=BOXES)
HARBOR = st.one_of(
    st.lists(st.one_of(WITHOUT, WITH), min_size=6, max_size=6),
    st.lists(st.one_of(WITH, WITH, FULL), min_size=6, max_size=6),  # no place for another chalice
)
HOLDING = st.fixed_dictionaries({kind: st.integers(0, most) for kind, most in VALUABLES.items()})


@PROPERTY
@pytest.mark.rule("T70", "T71", "T72", "T73", "T51", "T90")
@given(
    HARBOR,
    st.lists(st.sampled_from([*KINDS, "chalice"]), max_size=12),
    st.sampled_from(sorted(NUMBERS)),
    st.lists(st.sampled_from(["main", *(f"house {number}" for number in range(1, 7))]), min_size=4, max_size=4),
    st.lists(HOLDING, min_size=3, max_size=3),
    st.integers(0, 3),
)
def test_a_refill(
    houses: list[list[str]], draws: list[str], card: str, at: list[str], holdings: list[dict[str, int]], active: int
) -> None:
    """Whatever lies in the storehouses and comes out of the bag, and whoever stands there."""
    used = Counter(kind for house in [*houses, draws] for kind in house)
    assume(all(used[kind] <= TILES[kind] for kind in TILES))
    others = [(active + turn) % 4 for turn in range(1, 4)]
    stocks = {NAMES[seat]: dict(holding) for seat, holding in zip(others, holdings, strict=True)}
    places = {NAMES[seat]: place for seat, place in enumerate(at) if seat != active}
    table = Table(
        4, turn=NAMES[active], at=places, piles={NAMES[active]: card}, houses=[" ".join(house) for house in houses],
        bag=" ".join(draws), stock={name: " ".join(Counter(held).elements()) for name, held in stocks.items()},
    )  # fmt: skip
    out = Counter(table.out.split())
    script = list(draws)
    table.match.hand_chance_to(chance=lambda outcomes: f"tile {script.pop(0)}")
    events = table.go(f"{NAMES[active]} play bells")

    after, fresh, drawn, lost, ended = refilled(houses, draws, NUMBERS[card])
    for seat in others:  # T73: the next clockwise first; T51: what the reserve has
        if places[NAMES[seat]].startswith("house"):
            house = int(places[NAMES[seat]][-1]) - 1
            for kind in fresh[house]:
                after[house].remove(kind)
                out[kind] += 1
                held = stocks[NAMES[seat]]
                held[kind] = min(held[kind] + 1, VALUABLES[kind])
            fresh[house] = []
    out["chalice"] += lost
    assert table.houses == [" ".join(sorted(house, key=KINDS.index)) for house in after]
    assert len(script) == len(draws) - drawn
    assert Counter(table.bag.split()) == Counter(draws[drawn:])
    assert Counter(table.out.split()) == +out
    for name, held in stocks.items():
        assert table.player(name)["stock"] == held
    assert len(told(events, "lost")) == lost
    assert bool(told(events, "last_round")) == ended
    assert table.seen["last_turns"] == (4 if ended else 0)
    assert table.hand(NAMES[active]) == " ".join(CARDS)


@st.composite
def rooms_to_score(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 5))
    room = draw(st.sampled_from([3, 6, 11, 13]))
    return {
        "players": players,
        "room": room,
        "pieces": draw(contents(room, players)),
        "severus": draw(st.sampled_from([room, 9])),
    }


@PROPERTY
@pytest.mark.rule("T82", "T83", "T62")
@given(rooms_to_score())
def test_scoring_a_room(position: dict[str, Any]) -> None:
    """Points and what is turned over, whatever lies there; three times in a row."""
    players, room, pieces, severus = position["players"], position["room"], position["pieces"], position["severus"]
    assume(possible(pieces))
    total = [0] * players
    for _ in range(3):
        table = Table(
            players, remigius=2, vitus=1, severus=severus, rooms={room: in_words(pieces)} if pieces else {},
            scores={NAMES[seat]: points for seat, points in enumerate(total)},
        )  # fmt: skip
        table.go(f"Ani play remigius, Ani step {room}, Ani stop")
        if severus != room:
            points, pieces = scored(pieces, players)
            total = [have + more for have, more in zip(total, points, strict=True)]
        assert table.scores == tuple(total)
        assert table.room(room) == in_words(pieces)


@st.composite
def abbeys(draw: st.DrawFn) -> dict[str, Any]:
    """Valuables all over the abbey, and points made before."""
    players = draw(st.integers(2, 5))
    filled = draw(st.lists(st.integers(1, 13), unique=True))
    rooms = {room: draw(contents(room, players)) for room in filled}
    present = draw(st.lists(st.integers(1, 13), unique=True)) if players == 2 else []
    for room in present:  # a player who is nearly everywhere
        rooms[room] = [(0, "1a" if room < 8 else "1b", draw(st.booleans()))]
    scores = draw(st.lists(st.integers(0, 20), min_size=players, max_size=players))
    return {"players": players, "rooms": {room: pieces for room, pieces in rooms.items() if pieces}, "scores": scores}


@PROPERTY
@pytest.mark.rule("T92", "T93", "T94", "T95")
@given(abbeys(), st.sampled_from([13, 1]))
def test_final_scoring(position: dict[str, Any], severus: int) -> None:
    """Points by source, ranks and winners."""
    players, rooms, scores = position["players"], position["rooms"], position["scores"]
    assume(possible([piece for pieces in rooms.values() for piece in pieces]))
    table = Table(
        players, severus=severus, last_turns=1, rooms={room: in_words(pieces) for room, pieces in rooms.items()},
        scores={NAMES[seat]: points for seat, points in enumerate(scores)},
    )  # fmt: skip
    table.go("Ani play bells")
    gained = [final_points(rooms, seat) for seat in range(players)]
    totals = [points + sum(gains) for points, gains in zip(scores, gained, strict=True)]
    outcome = table.match.outcome
    assert outcome.scores == tuple(totals)
    assert [(source["church rings"], source["rooms"]) for source in outcome.sources] == gained
    assert outcome.ranks == tuple(1 + sum(other > mine for other in totals) for mine in totals)
    assert outcome.winners == tuple(seat for seat, total in enumerate(totals) if total == max(totals))


@PROPERTY
@pytest.mark.rule("T93")
@given(st.lists(st.booleans(), min_size=13, max_size=13), st.sampled_from([0, 1, 2]))
def test_rooms_at_the_end(present: list[bool], owner: int) -> None:
    """Any set of rooms, each with one scored ring."""
    rooms = {room: f"{NAMES[owner]} 1{'a' if room < 8 else 'b'}*" for room in range(1, 14) if present[room - 1]}
    table = Table(last_turns=1, rooms=rooms)
    table.go("Ani play bells")
    points = [0, 0, 0, 0, 0, 0, 0, 4, 5, 6, 8, 11, 15, 20][sum(present)]
    assert table.match.outcome.scores[owner] == points == sum(table.match.outcome.scores)
