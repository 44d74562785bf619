"""Every way through the abbey against a slow recomputation from the ledger's text, over random positions and boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from templar.ledger import PASSAGES, SPACES
from templar.table import NAMES, Table, abbey

PROPERTY = pytest.mark.sized("properties")  # as many examples as the table says, by the profile in conftest.py
REACH = {"anselmus": 1, "josua": 2, "lucas": 3, "stephanus": 2, "remigius": 2, "severus": 3}
Place = int | str
Ring = tuple[int, str, bool]
"""Owner, type, scored."""


@dataclass(frozen=True)
class Plan:
    """A board: which rooms are joined, and where the portals lead."""

    passages: tuple[str, ...]
    portals: tuple[int, int]
    board: str | None

    def ways(self, place: Place, door: str) -> list[int]:
        """T20, T22, T23: the rooms that one open step leads into."""
        if isinstance(place, str):
            return [self.portals[place == "side"]]
        joined = [tuple(map(int, name.split("-"))) for name in self.passages if name != door]
        return sorted([other for one, other in joined if one == place] + [one for one, other in joined if other == place])


def _random_plan(seed: int) -> Plan:
    """Rooms joined at random: a tree and up to six passages more."""
    random = Random(seed)
    order = random.sample(range(1, 14), 13)
    pairs = {tuple(sorted((room, random.choice(order[:number])))) for number, room in enumerate(order) if number}
    for _ in range(random.randrange(7)):
        pairs.add(tuple(sorted(random.sample(range(1, 14), 2))))
    passages = tuple(f"{one}-{other}" for one, other in sorted(pairs))
    portals = (random.randint(1, 13), random.randint(1, 13))
    return Plan(passages, portals, abbey(passages=" ".join(passages), door=passages[0], portals=portals))


STANDARD = Plan(tuple(PASSAGES.split()), (1, 11), None)
PLANS = [STANDARD, *(_random_plan(seed) for seed in range(8))]


# The ledger, slowly


def walks(plan: Plan, start: Place, most: int, door: str, barred: set[int]) -> set[tuple[str, ...]]:
    """T20, T21: every walk of at least one and at most ``most`` rooms, none entered twice, the first one included."""
    found: set[tuple[str, ...]] = set()
    pending: list[tuple[Place, ...]] = [(start,)]
    while pending:
        walk = pending.pop()
        if len(walk) > 1:
            found.add(tuple(f"step {room}" for room in walk[1:]))
        if len(walk) <= most:
            pending += [(*walk, room) for room in plan.ways(walk[-1], door) if room not in walk and room not in barred]
    return found


def abbots_walks(plan: Plan, start: int, vitus: Place, door: str) -> set[tuple[str, ...]]:
    """T80: not into Vitus's room; through it where every open passage leads there, if another room follows."""
    if isinstance(vitus, int) and plan.ways(start, door) == [vitus]:
        return {(f"step {vitus}", f"step {room}") for room in plan.ways(vitus, door) if room != start}
    return walks(plan, start, 2, door, {vitus} if isinstance(vitus, int) else set())


@dataclass(frozen=True)
class Novice:
    """Benjamin on his way: where, how many rooms he may still enter, whether he has moved, what he carries and from where,
    and the rings in the rooms."""

    at: Place
    left: int
    moved: bool
    carries: Ring | None
    picked_in: Place | None
    rings: tuple[tuple[int, tuple[tuple[Ring, ...], ...]], ...]


def novices_turns(plan: Plan, novice: Novice, door: str, severus: int, own_only: bool) -> Iterator[tuple[str, ...]]:
    """T40 to T43: every complete turn, the ring put down at the end of each; so T44 needs no looking ahead here."""
    at, rings = novice.at, dict(novice.rings)
    if novice.moved and novice.carries is None:
        yield ()
    followers: list[tuple[str, Novice]] = []
    if novice.left:
        for room in plan.ways(at, door):
            followers.append(
                (f"step {room}", Novice(room, novice.left - 1, True, novice.carries, novice.picked_in, novice.rings))
            )
    if isinstance(at, int) and at != severus:
        for number, area in enumerate(rings[at]):
            for owner in sorted({ring[0] for ring in area if not ring[2]}):
                if novice.picked_in is None and novice.left and (owner == 0 or not own_only):
                    taken = next(ring for ring in area if ring[0] == owner and not ring[2])
                    rest = list(area)
                    rest.remove(taken)
                    after = _with_area(novice.rings, at, number, tuple(rest))
                    followers.append((f"pick {number + 1}.{owner}", Novice(at, novice.left, novice.moved, taken, at, after)))
            ring = novice.carries
            if ring is not None and at != novice.picked_in:
                fits = len(area) < SPACES[at][2][number] and all(other[1] == ring[1] for other in area)
                if fits:
                    after = _with_area(novice.rings, at, number, (*area, ring))
                    followers.append(
                        (f"stash {number + 1}{ring[1]}", Novice(at, novice.left, novice.moved, None, novice.picked_in, after))
                    )
    for action, follower in followers:
        for rest_of_turn in novices_turns(plan, follower, door, severus, own_only):
            yield (action, *rest_of_turn)


def _with_area(rings: Any, room: int, number: int, area: tuple[Ring, ...]) -> Any:
    return tuple(
        (other, tuple(area if (other, at) == (room, number) else old for at, old in enumerate(areas))) for other, areas in rings
    )


# The game


def explored(table: Table) -> list[tuple[str, ...]]:
    """Every sequence of choices the game offers Ani until her turn is over; walks that just end do so with no stop."""
    match, found = table.match, []

    def go_on(done: tuple[str, ...]) -> None:
        offered = match.legal(0)
        assert offered, f"stuck after {done}"
        for action in offered:
            match.play(0, action)
            table.check()
            if match.to_act == (0,):
                go_on((*done, str(action)))
            else:
                found.append((*done, str(action)))
            match.undo(0)

    go_on(())
    return found


def without_stops(turns: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Turns by what was done in them: whoever can do nothing else stops by itself."""
    return [tuple(action for action in turn if action != "stop") for turn in turns]


@st.composite
def somewhere(draw: st.DrawFn) -> dict[str, Any]:
    """A board, and the door and everybody anywhere on it."""
    plan = draw(st.sampled_from(PLANS))
    door = draw(st.sampled_from(plan.passages))
    remigius = draw(st.integers(1, 13))
    anywhere = st.one_of(st.integers(1, 13), st.sampled_from(["main", "side"]))
    return {
        "plan": plan,
        "door": door,
        "token": draw(anywhere),
        "remigius": remigius,
        "vitus": draw(st.one_of(anywhere, st.sampled_from([*plan.ways(remigius, door), "main"]))),  # often in his way
        "severus": draw(st.integers(1, 13)),
    }


def table_of(position: dict[str, Any], **more: Any) -> Table:
    figures = {name: position[name] for name in ("remigius", "vitus", "severus", "door")}
    return Table(at={"Ani": position["token"]}, board=position["plan"].board, **figures, **more)


@PROPERTY
@pytest.mark.rule("T14", "T20", "T21", "T22", "T23", "T80")
@given(somewhere(), st.sampled_from(sorted(REACH)))
def test_ways_of_tokens_remigius_and_severus(position: dict[str, Any], card: str) -> None:
    """All walks there are, each exactly once; a card without any cannot be played."""
    assume(position["vitus"] != position["remigius"])
    plan, door = position["plan"], position["door"]
    if card == "remigius":
        expected = abbots_walks(plan, position["remigius"], position["vitus"], door)
    else:
        start = position["severus"] if card == "severus" else position["token"]
        expected = walks(plan, start, REACH[card], door, set())
    table = table_of(position)
    assert (card in table.choices("play")) == bool(expected)
    if expected:
        table.go(f"Ani play {card}")
        assert sorted(without_stops(explored(table))) == sorted(expected)


@st.composite
def rings_about(draw: st.DrawFn) -> dict[int, list[list[Ring]]]:
    """Rings in three to nine rooms; some areas are full."""
    rings: dict[int, list[list[Ring]]] = {room: [[] for _ in SPACES[room][2]] for room in range(1, 14)}
    for room in draw(st.lists(st.integers(1, 13), min_size=3, max_size=9, unique=True)):
        area = draw(st.integers(0, len(rings[room]) - 1))
        size, type = SPACES[room][2][area], draw(st.sampled_from("abc"))
        count = draw(st.sampled_from([1, size]))
        owned = st.tuples(st.integers(0, 2), st.just(type), st.booleans())
        rings[room][area] = draw(st.lists(owned, min_size=count, max_size=count))
    return rings


def as_rooms(rings: dict[int, list[list[Ring]]]) -> dict[int, str]:
    """Rings as a table is set up with them."""
    rooms = {
        room: ", ".join(
            f"{NAMES[owner]} {number + 1}{type}{'*' if scored else ''}"
            for number, area in enumerate(areas)
            for owner, type, scored in area
        )
        for room, areas in rings.items()
    }
    return {room: text for room, text in rooms.items() if text}


@PROPERTY
@pytest.mark.rule("T40", "T41", "T42", "T43", "T44", "T34")
@given(somewhere(), rings_about(), st.booleans())
def test_turns_of_benjamin(position: dict[str, Any], rings: dict[int, list[list[Ring]]], last_round: bool) -> None:
    """Every complete turn is offered, and the game never leads into one that cannot be completed."""
    for owner in range(3):
        for type in "abc":
            assume(sum(ring[:2] == (owner, type) for areas in rings.values() for area in areas for ring in area) <= 7)
    plan, door = position["plan"], position["door"]
    start = position["token"]
    novice = Novice(start, 3, False, None, None, tuple((room, tuple(map(tuple, areas))) for room, areas in rings.items()))
    expected = list(novices_turns(plan, novice, door, position["severus"], last_round))
    table = table_of(position, rooms=as_rooms(rings), last_turns=2 if last_round else 0)
    assert ("benjamin" in table.choices("play")) == bool(plan.ways(start, door))
    if plan.ways(start, door):
        table.go("Ani play benjamin")
        assert sorted(without_stops(explored(table))) == sorted(expected)
