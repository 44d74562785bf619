"""Shipping rounds, the final scoring, and the order of cards against slow recomputations from the ledger's text."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from journey.ledger import COUNTRIES, NEW_GOLD, SHIPS, distance
from journey.table import CITIES, MISSIONS, NAMES, Table, europe, shipping

PROPERTY = pytest.mark.sized("properties")  # as many examples as the table says, by the profile in conftest.py
SMALL_SHIPS = (1, 2, 3, 1, 2, 7)
BOARDS = {
    SHIPS: None,
    SMALL_SHIPS: europe(section=[{"inner": 3, "outer": 4, "ships": list(SMALL_SHIPS[at : at + 2])} for at in (0, 2, 4)]),
}
"""The standard ships, and others."""


# The ledger, slowly


def majority(knights: list[int]) -> int | None:
    """J50, J60: who alone has the most knights."""
    most = max(knights)
    return knights.index(most) if most > 0 and knights.count(most) == 1 else None


def boarded(knights: list[int], first: int, spaces: int) -> list[int]:
    """J52: who puts a knight aboard, one after the other."""
    players = len(knights)
    clockwise = [(first + further) % players for further in range(players)]
    order = sorted(clockwise, key=lambda seat: -knights[seat])
    left, aboard = list(knights), []
    while True:
        for seat in order:
            if len(aboard) == spaces or not any(left):
                return aboard
            if left[seat]:
                left[seat] -= 1
                aboard.append(seat)


def evaluated(knights: list[int], spaces: int, first: int, ship: int) -> tuple[list[int], int | None, list[int]]:
    """J50-J53: points for a city, who wins its edict, and who goes aboard."""
    points = [0] * len(knights)
    winner = majority(knights)
    if winner is not None:
        points[winner] += 2
    if sum(knights) == spaces:
        for seat, number in enumerate(knights):
            points[seat] += number > 0
    aboard = boarded(knights, first, ship)
    for seat in range(len(knights)):
        points[seat] += (seat in aboard) + aboard.count(seat)
    return points, winner, aboard


def temple_points(temples: list[int], shipping_round: int) -> list[int]:
    """J55."""
    most = max(temples)
    if most == 0:
        return [0] * len(temples)
    share = {1: 2, 2: 3, 3: 4}[shipping_round] // temples.count(most)
    return [share if number == most else 0 for number in temples]


def mission_points(values: list[int | None]) -> list[int]:
    """J62: the more the better; None for a count of nothing."""
    ranked = sorted({value for value in values if value is not None}, reverse=True)
    worth = dict(zip(ranked, (4, 2), strict=False))
    return [0 if value is None else worth.get(value, 0) for value in values]


def mission_values(name: str, end: dict[str, Any]) -> list[int | None]:
    """J62: how well everybody meets a mission."""
    if name == "distance":
        return [-distance(*templars) for templars in end["templars"]]
    counts = {
        "gold": end["purses"],
        "temple": end["temples"],
        "seventh": end["seventh"],
        "ships": [sum(ship[seat] > 0 for ship in end["aboard"]) for seat in range(len(end["purses"]))],
        "countries": [len({COUNTRIES[edict] for edict in edicts}) for edicts in end["edicts"]],
        "empire": [len([edict for edict in edicts if edict in ("Coeln", "Wien")]) for edicts in end["edicts"]],
        "france": [len([edict for edict in edicts if edict in ("Paris", "Bordeaux", "Lyon")]) for edicts in end["edicts"]],
    }[name]
    return [count or None for count in counts]


# Positions


def in_words(knights: list[int]) -> str:
    return ", ".join(f"{NAMES[seat]} {number}" for seat, number in enumerate(knights) if number)


def by_name(numbers: list[Any]) -> dict[str, Any]:
    return dict(zip(NAMES, numbers, strict=False))


@st.composite
def filled(draw: st.DrawFn, players: int) -> tuple[int, list[int]]:
    """A city of any size with any knights, often full."""
    spaces = draw(st.integers(1, 12))
    least = draw(st.sampled_from([0, 0, spaces]))
    owners = draw(st.lists(st.integers(0, players - 1), min_size=least, max_size=spaces))
    return spaces, [owners.count(seat) for seat in range(players)]


@st.composite
def harbors(draw: st.DrawFn) -> dict[str, Any]:
    """Everything that matters when the Pope enters a harbor."""
    players = draw(st.integers(3, 5))
    few = st.lists(st.integers(0, 3), min_size=players, max_size=players)
    return {
        "players": players,
        "first": draw(st.integers(0, players - 1)),
        "section": draw(st.integers(1, 3)),
        "track": draw(st.permutations(CITIES)),
        "cities": [draw(filled(players)) for _ in range(3)],
        "temples": draw(few),
        "ships": draw(st.sampled_from(list(BOARDS))),
        "scores": draw(few),
    }


@PROPERTY
@pytest.mark.rule("J50", "J51", "J52", "J53", "J54", "J55", "J56", "J57", "J60")
@given(harbors())
def test_a_shipping_round(position: dict[str, Any]) -> None:
    """Points, edicts, ships, temples and gold after it, whatever stands in the two cities; the seventh's knights stay."""
    players, first, section = position["players"], position["first"], position["section"]
    gone, track = position["track"][: 2 * section - 2], position["track"][2 * section - 2 : 7]
    both, seventh = track[:2], track[-1]
    for seat in range(players):
        assume(sum(knights[seat] for _, knights in position["cities"]) + position["temples"][seat] <= 19)
    cities = dict(zip((*both, seventh), position["cities"], strict=True))
    table, events = shipping(
        players, first=NAMES[first], section=section, track=" ".join([*["-"] * len(gone), *track]),
        cities={name: f"{spaces}: {in_words(knights)}" for name, (spaces, knights) in cities.items()},
        temples=by_name(position["temples"]), scores=by_name(position["scores"]), board=BOARDS[position["ships"]],
    )  # fmt: skip

    points, temples, edicts = list(position["scores"]), list(position["temples"]), [[] for _ in range(players)]
    boarding = []
    for number, name in enumerate(both):
        spaces, knights = cities[name]
        ship = 2 * section - 2 + number
        gained, winner, aboard = evaluated(knights, spaces, first, position["ships"][ship])
        boarding += [(seat, CITIES.index(name), ship) for seat in aboard]
        if winner is not None:
            edicts[winner].append(name)
        for seat in range(players):
            points[seat] += gained[seat]
            temples[seat] += knights[seat] - aboard.count(seat)
        assert table.aboard(ship + 1) == in_words([aboard.count(seat) for seat in range(players)])
        assert table.city(name) is None
    for seat, share in enumerate(temple_points(temples, section)):
        points[seat] += share
    assert [(event.seat, event["territory"], event["ship"]) for event in events if event.name == "boarded"] == boarding
    assert [table.temple(name) for name in table.names] == temples
    assert table.city(seventh) == in_words(cities[seventh][1])
    if section == 3:  # J60 gives the seventh edict too, and more points
        winner = majority(cities[seventh][1])
        if winner is not None:
            edicts[winner].append(seventh)
    else:
        assert table.scores == tuple(points)
        for name in CITIES:
            with_city, without = NEW_GOLD[players][section - 1]
            assert table.gold(name) == (with_city if name in track[2:] else without)
        assert (table.first, table.to_act) == (NAMES[first], NAMES[first])
    for seat, won in enumerate(edicts):
        assert table.edicts(NAMES[seat]) == " ".join(sorted(won, key=CITIES.index))


@PROPERTY
@pytest.mark.rule("J55")
@given(st.lists(st.integers(0, 4), min_size=3, max_size=5), st.integers(1, 3))
def test_temples(temples: list[int], section: int) -> None:
    """Points of temples alone; the cities are empty."""
    _, events = shipping(len(temples), section=section, temples=by_name(temples))
    scored = {event.seat: event["points"] for event in events if event.name == "temple"}
    assert [scored.get(seat, 0) for seat in range(len(temples))] == temple_points(temples, section)


@st.composite
def endings(draw: st.DrawFn) -> dict[str, Any]:
    """A position before the last harbor, whose two cities are empty, so that the final scoring is all there is."""
    players = draw(st.integers(3, 5))
    order = draw(st.permutations(CITIES))
    owners = [draw(st.integers(0, players)) for _ in range(6)]  # nobody's are lost
    territory = st.sampled_from(CITIES)
    spaces, seventh = draw(filled(players))
    crews = [draw(st.lists(st.integers(0, players - 1), max_size=SHIPS[ship])) for ship in range(4)]
    return {
        "players": players,
        "track": order[:3],
        "edicts": [[edict for edict, owner in zip(order[3:], owners, strict=True) if owner == seat] for seat in range(players)],
        "spaces": spaces,
        "seventh": seventh,
        "aboard": [[crew.count(seat) for seat in range(players)] for crew in crews],
        "purses": draw(st.lists(st.sampled_from([0, 0, 3, 4, 7, 8, 9]), min_size=players, max_size=players)),
        "temples": draw(st.lists(st.integers(0, 3), min_size=players, max_size=players)),
        "templars": draw(st.lists(st.tuples(territory, territory), min_size=players, max_size=players)),
        "scores": draw(st.lists(st.integers(0, 6), min_size=players, max_size=players)),
        "missions": draw(st.permutations(MISSIONS))[:5],
    }


@PROPERTY
@pytest.mark.rule("J60", "J61", "J62", "J63")
@given(endings())
def test_the_final_scoring(end: dict[str, Any]) -> None:
    """Points by source, ranks and winners."""
    players, seventh = end["players"], end["track"][2]
    for seat in range(players):
        assume(end["seventh"][seat] + end["temples"][seat] + sum(crew[seat] for crew in end["aboard"]) <= 19)
    table, _ = shipping(
        players, section=3, track=" ".join(["-"] * 4 + end["track"]),
        cities={seventh: f"{end['spaces']}: {in_words(end['seventh'])}"},
        edicts=by_name([" ".join(edicts) for edicts in end["edicts"]]), purses=by_name(end["purses"]),
        aboard={ship + 1: in_words(crew) for ship, crew in enumerate(end["aboard"])}, temples=by_name(end["temples"]),
        templars=by_name([" ".join(places) for places in end["templars"]]), scores=by_name(end["scores"]),
        missions=" ".join(end["missions"]),
    )  # fmt: skip

    winner = majority(end["seventh"])
    if winner is not None:
        end["edicts"][winner].append(seventh)
    expected = [Counter[str]() for _ in range(players)]
    for seat in range(players):
        expected[seat]["edicts"] = 2 * (seat == winner)
        expected[seat]["seventh city"] = end["seventh"][seat] // 2
        expected[seat]["gold"] = end["purses"][seat] // 4
        expected[seat]["temple"] = temple_points(end["temples"], 3)[seat]
    for mission in end["missions"]:
        for seat, scored in enumerate(mission_points(mission_values(mission, end))):
            expected[seat][f"mission {mission}"] = scored
    outcome = table.match.outcome
    assert [+Counter(sources) for sources in outcome.sources] == [+sources for sources in expected]
    totals = [end["scores"][seat] + sum(expected[seat].values()) for seat in range(players)]
    assert outcome.scores == tuple(totals)
    standings = [(total, len(edicts)) for total, edicts in zip(totals, end["edicts"], strict=True)]
    assert outcome.ranks == tuple(1 + sum(other > mine for other in standings) for mine in standings)
    assert outcome.winners == tuple(seat for seat, mine in enumerate(standings) if mine == max(standings))


TYPES = ({1, 2}, {3, 4}, {5, 6})
RISKY = {2, 3, 5}


@PROPERTY
@pytest.mark.rule("J14", "J15", "J16")
@given(st.lists(st.integers(1, 6), min_size=3, max_size=5), st.data())
def test_order_and_penalties(cards: list[int], data: st.DataObject) -> None:
    """Any cards, any first player: who acts when, and whose card is a penalty."""
    players = len(cards)
    first = data.draw(st.integers(0, players - 1))
    table = Table(players, first=NAMES[first])
    events = table.reveal(", ".join(f"{name} {card}" for name, card in zip(NAMES, cards, strict=False)))
    events += table.finish_cards()

    waiting = [((first + further) % players) for further in range(players)]
    expected = []
    for number in range(1, 7):
        for seat in waiting:
            if cards[seat] == number:
                (kind,) = (kind for kind in TYPES if number in kind)
                crowd = len([card for card in cards if card in kind]) >= (2 if players == 3 else 3)
                expected.append((seat, number, number in RISKY and crowd))
    begun = [event for event in events if event.name in ("card_begins", "penalty_begins")]
    assert [(event.seat, event["card"], event.name == "penalty_begins") for event in begun] == expected
    assert table.first == NAMES[(first + 1) % players]
