"""The final scoring: the seventh city (J60), gold (J61), the missions (J62), and who wins (J63)."""

from __future__ import annotations

from typing import Any

import pytest

from commandery import Event
from journey.table import CITIES, MISSIONS, NAMES, Table, europe, shipping
from position import told

NO_MISSIONS = europe(missions={"best": 0, "second": 0})


def final(players: int = 3, **position: Any) -> tuple[Table, list[Event]]:
    """The last shipping round, of empty cities, unless it is said otherwise, and the final scoring after it."""
    table, events = shipping(players, section=3, **position)
    assert table.match.over
    return table, events


def points(source: str, players: int = 3, **position: Any) -> tuple[int, ...]:
    """What everybody scores from one source."""
    table, _ = final(players, **position)
    return tuple(sources.get(source, 0) for sources in table.match.outcome.sources)


def mission(name: str, players: int = 3, **position: Any) -> tuple[int, ...]:
    """What everybody scores by one mission: the last of the five, open, or dealt to the fifth player."""
    others = [other for other in MISSIONS if other != name][:4]
    return points(f"mission {name}", players, missions=" ".join([*others, name]), **position)


# J60: the seventh city


@pytest.mark.rule("J60")
@pytest.mark.parametrize("section", [1, 2])
def test_not_before_the_third_shipping_round(section: int) -> None:
    table, events = shipping(section=section, cities={"Venezia": "Lukas 4"}, purses={"Lukas": 9})
    assert not table.match.over
    assert not {"seventh_knights", "gold_points", "mission_shown", "mission_points", "finished"} & {
        event.name for event in events
    }


@pytest.mark.rule("J60")
def test_after_it() -> None:
    """The third round's own points come first, then the seventh city, gold and missions; nobody is to act any more."""
    table, events = final(cities={"Barcelona": "Lukas 1", "Venezia": "Kirsten 2"}, purses={"Leon": 8}, temples={"Leon": 1})
    names = [event.name for event in events]
    order = ["shipping_round", "boarded", "temple", "seventh_knights", "gold_points", "mission_points", "finished"]
    assert [names.index(name) for name in order] == sorted(names.index(name) for name in order)
    assert (table.to_act, table.phase) == ("nobody", "over")
    assert table.match.legal(0) == []


@pytest.mark.rule("J60")
def test_most_knights_takes_the_edict_and_two_points() -> None:
    """And a point for every two own knights, rounded down."""
    table, events = final(cities={"Venezia": "Lukas 5, Kirsten 2, Leon 1"}, board=NO_MISSIONS)
    assert told(events, "edict_won") == [{"seat": 0, "points": 2, "edict": CITIES.index("Venezia")}]
    assert table.edicts("Lukas") == "Venezia"
    assert table.match.outcome.scores == (4, 1, 0)
    assert [event["points"] for event in told(events, "seventh_knights")] == [2, 1]


@pytest.mark.rule("J60")
@pytest.mark.parametrize(
    ("knights", "scores"),
    [
        ("", (0, 0, 0)),
        ("Lukas 1", (2, 0, 0)),
        ("Lukas 2", (3, 0, 0)),
        ("Lukas 3", (3, 0, 0)),
        ("Lukas 2, Leon 2", (1, 0, 1)),
        ("Lukas 1, Kirsten 1, Leon 1", (0, 0, 0)),
        ("Lukas 4, Kirsten 4", (2, 2, 0)),
        ("Lukas 2, Kirsten 3, Leon 3", (1, 1, 1)),
    ],
)
def test_nobody_on_a_tie_or_if_empty(knights: str, scores: tuple[int, ...]) -> None:
    """Knights count for their points all the same; the edict leaves the game."""
    table, _ = final(cities={"Venezia": knights}, board=NO_MISSIONS)
    assert table.match.outcome.scores == scores
    owners = [name for name in NAMES[:3] if table.edicts(name)]
    assert owners == (["Lukas"] if knights in ("Lukas 1", "Lukas 2", "Lukas 3") else [])
    assert (CITIES.index("Venezia") in table.seen["lost"]) == (not owners)


@pytest.mark.rule("J60")
def test_no_point_for_a_full_city_and_no_ship() -> None:
    """Its knights stay there, and score nothing aboard."""
    table, events = final(cities={"Venezia": "4: Lukas 3, Leon 1"}, board=NO_MISSIONS)
    assert told(events, "full_city") == told(events, "boarded") == told(events, "left_behind") == []
    assert table.match.outcome.scores == (3, 0, 0)
    assert table.city("Venezia") == "Lukas 3, Leon 1"
    assert [table.temple(name) for name in NAMES[:3]] == [0, 0, 0]


@pytest.mark.rule("J60", "J28")
def test_the_seventh_city_is_the_one_whose_edict_lies_there() -> None:
    """Here Wien; Venezia was shipped."""
    position = {"track": "- - - - Roma Venezia Wien", "cities": {"Wien": "Kirsten 2", "Venezia": "Leon 1"}}
    table, _ = final(board=NO_MISSIONS, **position)
    assert (table.edicts("Kirsten"), table.edicts("Leon")) == ("Wien", "Venezia")
    assert points("seventh city", **position) == (0, 1, 0)


# J61: gold


@pytest.mark.rule("J61")
@pytest.mark.parametrize(("gold", "scored"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (41, 10)])
def test_a_point_for_every_four_gold(gold: int, scored: int) -> None:
    """It is not spent."""
    table, _ = final(purses={"Kirsten": gold}, board=NO_MISSIONS)
    assert table.match.outcome.scores == (0, scored, 0)
    assert table.purse("Kirsten") == gold


@pytest.mark.rule("J61", "J62")
def test_gold_counts_for_its_mission_as_well() -> None:
    """Nine gold score 2 points, and are more than Leon's eight."""
    table, _ = final(purses={"Lukas": 9, "Leon": 8}, missions="gold empire france countries ships")
    assert table.match.outcome.scores == (2 + 4, 0, 2 + 2)


# J62: what the missions count


@pytest.mark.rule("J62")
def test_most_gold() -> None:
    assert mission("gold", purses={"Lukas": 3, "Kirsten": 9, "Leon": 2}) == (2, 4, 0)


@pytest.mark.rule("J62")
def test_most_ships_with_an_own_knight() -> None:
    """Ships, not knights; those of this last round too."""
    aboard = {1: "Lukas 1, Leon 3", 2: "Lukas 1", 3: "Leon 4"}
    assert mission("ships", aboard=aboard) == (4, 0, 4)
    assert mission("ships", aboard=aboard, cities={"Roma": "Lukas 1, Kirsten 1"}) == (4, 0, 2)


@pytest.mark.rule("J62")
def test_most_knights_in_temple() -> None:
    """With those the last ships left behind: Barcelona's seven for five spaces."""
    assert mission("temple", temples={"Lukas": 1, "Kirsten": 3, "Leon": 2}) == (0, 4, 2)
    assert mission("temple", temples={"Kirsten": 1}, cities={"Barcelona": "12: Leon 7"}) == (0, 2, 4)


@pytest.mark.rule("J62")
def test_most_knights_in_the_seventh_city() -> None:
    """In no other."""
    assert mission("seventh", cities={"Venezia": "Lukas 1, Kirsten 3", "Roma": "Leon 7"}) == (2, 4, 0)


@pytest.mark.rule("J62")
@pytest.mark.parametrize(
    ("lukas", "kirsten", "leon", "scored"),
    [
        ("Roma Roma", "Roma Venezia", "Roma Wien", (4, 2, 0)),
        ("London Roma", "Paris Venezia", "London London", (0, 2, 4)),
        ("Wien Coeln", "Coeln London", "Venezia Lyon", (4, 4, 2)),
        ("Venezia Coeln", "Lyon Roma", "London Lyon", (4, 4, 4)),
        ("London Venezia", "Barcelona Wien", "Lyon Venezia", (4, 4, 4)),
    ],
)
def test_smallest_distance_between_the_own_templars(lukas: str, kirsten: str, leon: str, scored: tuple[int, ...]) -> None:
    """In steps, over land and sea, not over the Alps; 0 together, which is a value like others."""
    assert mission("distance", templars={"Lukas": lukas, "Kirsten": kirsten, "Leon": leon}) == scored


@pytest.mark.rule("J62")
def test_most_edicts_of_different_countries() -> None:
    """Two of one country count once: Kirsten's two count more than Lukas's three of France."""
    edicts = {"Lukas": "Paris Bordeaux Lyon", "Kirsten": "London Coeln", "Leon": ""}
    position = {"track": "- - - - Barcelona Roma Venezia", "edicts": edicts}
    assert mission("countries", **position) == (2, 4, 0)


@pytest.mark.rule("J62")
def test_most_edicts_of_the_empire() -> None:
    """Coeln and Wien."""
    edicts = {"Lukas": "Coeln Wien", "Kirsten": "London Paris Lyon", "Leon": "Bordeaux"}
    assert mission("empire", edicts=edicts) == (4, 0, 0)
    assert mission("empire", edicts={"Lukas": "Coeln", "Leon": "Wien"}) == (4, 0, 4)


@pytest.mark.rule("J62")
def test_most_edicts_of_france() -> None:
    """Paris, Bordeaux and Lyon."""
    edicts = {"Lukas": "Coeln Wien London", "Kirsten": "Paris Lyon", "Leon": "Bordeaux"}
    assert mission("france", edicts=edicts) == (0, 4, 2)


@pytest.mark.rule("J62")
@pytest.mark.parametrize(
    ("name", "seventh", "scored"),
    [("countries", "Venezia", (2, 4, 0)), ("empire", "Wien", (0, 4, 0)), ("france", "Paris", (4, 4, 0))],
)
def test_the_seventh_edict_is_counted(name: str, seventh: str, scored: tuple[int, ...]) -> None:
    """Kirsten wins it just before."""
    edicts = {"Lukas": "Lyon", "Kirsten": "London"}
    track = f"- - - - Barcelona Roma {seventh}"
    assert mission(name, track=track, edicts=edicts, cities={seventh: "Kirsten 1"}) == scored


# J62: which missions, and how they are scored


@pytest.mark.rule("J62")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_dealt_and_open_missions_count_for_all_players(players: int) -> None:
    """Whoever holds them; the three that left the game do not count."""
    missions = "france gold empire temple ships"
    _, events = final(players, missions=missions, temples={"Leon": 1}, purses={"Lukas": 5}, edicts={"Kirsten": "Coeln Paris"})
    scored = {(NAMES[event["seat"]], MISSIONS[event["mission"]]): event["points"] for event in told(events, "mission_points")}
    assert scored == {("Leon", "temple"): 4, ("Lukas", "gold"): 4, ("Kirsten", "empire"): 4, ("Kirsten", "france"): 4}
    assert [MISSIONS[event["mission"]] for event in told(events, "mission_shown")] == missions.split()[:players]


@pytest.mark.rule("J62")
@pytest.mark.parametrize(
    ("gold", "scored"),
    [
        ((5, 4, 3, 2, 1), (4, 2, 0, 0, 0)),
        ((1, 2, 3, 4, 5), (0, 0, 0, 2, 4)),
        ((3, 5, 1, 4, 2), (0, 4, 0, 2, 0)),
        ((5, 5, 3, 2, 1), (4, 4, 2, 0, 0)),
        ((5, 3, 5, 3, 5), (4, 2, 4, 2, 4)),
        ((5, 4, 4, 4, 1), (4, 2, 2, 2, 0)),
        ((5, 5, 5, 5, 5), (4, 4, 4, 4, 4)),
        ((5, 0, 0, 0, 0), (4, 0, 0, 0, 0)),
        ((3, 3, 0, 0, 0), (4, 4, 0, 0, 0)),
        ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    ],
)
def test_best_and_second_best_value(gold: tuple[int, ...], scored: tuple[int, ...]) -> None:
    """Tied players all score in full; the next lower value is second also after a tie; a count of none scores nothing."""
    assert mission("gold", 5, purses=dict(zip(NAMES, gold, strict=True))) == scored


@pytest.mark.rule("J62")
@pytest.mark.parametrize("name", [name for name in MISSIONS if name != "distance"])
def test_none_scores_nothing_in_any_count(name: str) -> None:
    """Nobody has gold, ships, temple knights, seventh knights or edicts."""
    assert mission(name) == (0, 0, 0)


@pytest.mark.rule("J62")
def test_but_the_distance() -> None:
    """0 is the best there is, and the farthest still second."""
    templars = {"Lukas": "Wien Wien", "Kirsten": "London Roma", "Leon": "London Roma"}
    assert mission("distance", templars=templars) == (4, 2, 2)


@pytest.mark.rule("J62", "JB7")
def test_the_map_says_how_many_points() -> None:
    board = europe(missions={"best": 7, "second": 3})
    assert mission("gold", purses={"Lukas": 3, "Kirsten": 9, "Leon": 2}, board=board) == (3, 7, 0)


@pytest.mark.rule("J62")
def test_the_map_says_which_countries() -> None:
    """Two missions are about other countries there."""
    board = europe(missions={"empire": "Italy", "france": "England"})
    edicts = {"Lukas": "London", "Kirsten": "Coeln Paris"}
    assert mission("france", edicts=edicts, board=board) == (4, 0, 0)
    assert mission("empire", edicts=edicts, cities={"Venezia": "Leon 1"}, board=board) == (0, 0, 4)


# J63: who wins


@pytest.mark.rule("J63")
def test_most_points_win() -> None:
    table, events = final(scores={"Lukas": 28, "Kirsten": 34, "Leon": 25}, board=NO_MISSIONS)
    assert table.match.outcome.winners == (1,)
    assert table.match.outcome.ranks == (2, 1, 3)
    assert [event["points"] for event in told(events, "finished")] == [28, 34, 25]


@pytest.mark.rule("J63")
def test_a_tie_goes_to_who_has_more_edicts() -> None:
    """Of all countries; one edict more is enough, and points come before edicts."""
    table, _ = final(
        scores={"Lukas": 30, "Kirsten": 30, "Leon": 29}, board=NO_MISSIONS,
        edicts={"Lukas": "Paris", "Kirsten": "London Lyon", "Leon": "Wien Coeln Bordeaux"},
    )  # fmt: skip
    assert (table.match.outcome.winners, table.match.outcome.ranks) == ((1,), (2, 1, 3))


@pytest.mark.rule("J63", "J60")
def test_the_seventh_edict_included() -> None:
    """Lukas wins it with one knight: 2 points, which make it a tie, and two edicts."""
    table, _ = final(
        scores={"Lukas": 28, "Kirsten": 30}, edicts={"Lukas": "Paris", "Kirsten": "London"}, cities={"Venezia": "Lukas 1"},
        board=NO_MISSIONS,
    )  # fmt: skip
    assert (table.match.outcome.scores, table.match.outcome.winners) == ((30, 30, 0), (0,))


@pytest.mark.rule("J63")
def test_still_tied_they_share_the_victory() -> None:
    """Gold and knights do not decide."""
    table, _ = final(
        4, scores={"Lukas": 30, "Kirsten": 29, "Jonas": 30, "Leon": 3}, purses={"Lukas": 3, "Kirsten": 7}, board=NO_MISSIONS,
        edicts={"Lukas": "Paris", "Kirsten": "London", "Jonas": "Wien"},
    )  # fmt: skip
    assert table.match.outcome.scores == (30, 30, 3, 30)
    assert (table.match.outcome.winners, table.match.outcome.ranks) == ((0, 1, 3), (1, 1, 4, 1))


@pytest.mark.rule("J60", "J61", "J62")
def test_points_are_told_by_their_sources() -> None:
    """And add up to what was made in this round and before."""
    table, _ = final(
        cities={"Barcelona": "3: Lukas 2, Leon 1", "Venezia": "Lukas 1, Kirsten 2"}, purses={"Kirsten": 9}, temples={"Leon": 2},
        missions="gold seventh temple ships empire",
    )  # fmt: skip
    made = [{source: points for source, points in found.items() if points} for found in table.match.outcome.sources]
    assert made[0] == {
        "edicts": 2, "full city": 1, "aboard": 1, "knights aboard": 2, "mission seventh": 2, "mission ships": 4,
    }  # fmt: skip
    assert made[1] == {"edicts": 2, "seventh city": 1, "gold": 2, "mission gold": 4, "mission seventh": 4}
    assert table.match.outcome.scores == tuple(sum(sources.values()) for sources in table.match.outcome.sources)
