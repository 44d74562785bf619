"""The shipping round: edicts (J50), full cities (J51), boarding (J52-J54), temples (J55), new gold (J56), the way on (J57)."""

from __future__ import annotations

import pytest

from journey.ledger import SHIPS
from journey.table import CITIES, NAMES, europe, shipping
from position import told


def boarding(knights: str, ship: int = 1, first: str = "Lukas", players: int = 3) -> str:
    """The order in which knights go aboard ship 1, 2 or 3, of 4, 5 and 5 spaces, from a city that holds 12."""
    city = CITIES[ship - 1]
    _, events = shipping(players, first=first, section=(ship + 1) // 2, cities={city: f"12: {knights}"})
    return " ".join(NAMES[event["seat"]] for event in told(events, "boarded") if event["ship"] == ship - 1)


# J50: the edict


@pytest.mark.rule("J50")
@pytest.mark.parametrize("section", [1, 2, 3])
def test_both_edicts_of_the_harbor_in_their_order(section: int) -> None:
    """First the first ship's city, then the second's; no other city is touched."""
    cities = dict.fromkeys(CITIES[2 * section - 2 : 7], "Kirsten 1")
    table, events = shipping(section=section, cities=cities)
    both = [2 * section - 2, 2 * section - 1]
    won = [event["edict"] for event in told(events, "edict_won")]
    assert won[:2] == both
    assert [event["territory"] for event in told(events, "boarded")] == both
    assert [event["number"] for event in told(events, "shipping_round")] == [section]
    if section < 3:
        assert won == both
        assert table.track.split() == ["-"] * 2 * section + list(CITIES[2 * section : 7])
        assert all(table.city(name) == "Kirsten 1" for name in CITIES[2 * section : 7])


@pytest.mark.rule("J50", "J28")
def test_the_edicts_of_the_moment_count() -> None:
    """Whatever lies at the harbor's ships when the Pope comes."""
    track = "Wien Roma London Lyon Coeln Paris Venezia"
    table, _ = shipping(track=track, cities={"Wien": "Leon 1", "Roma": "Lukas 1", "London": "Kirsten 1"})
    assert [table.edicts(name) for name in NAMES[:3]] == ["Roma", "", "Wien"]
    assert table.track == "- - London Lyon Coeln Paris Venezia"


@pytest.mark.rule("J50")
def test_most_knights_takes_the_edict_and_two_points() -> None:
    table, events = shipping(cities={"London": "8: Lukas 1, Kirsten 2"})
    assert told(events, "edict_won") == [{"seat": 1, "points": 2, "edict": 0}]
    assert (table.edicts("Lukas"), table.edicts("Kirsten")) == ("", "London")
    assert table.scores == (2, 5, 0)  # with J53


@pytest.mark.rule("J50")
@pytest.mark.parametrize(
    "knights",
    ["", "Lukas 1, Kirsten 1", "Lukas 1, Kirsten 2, Leon 2", "Lukas 2, Kirsten 1, Leon 2", "Lukas 1, Kirsten 1, Leon 1"],
)
def test_on_a_tie_or_in_an_empty_city_the_edict_leaves_the_game(knights: str) -> None:
    """Nobody gains: neither the edict nor the points."""
    table, events = shipping(cities={"London": f"8: {knights}"})
    assert told(events, "edict_won") == []
    assert [event["edict"] for event in told(events, "edict_gone")] == [0, 1]
    assert not any(table.edicts(name) for name in NAMES[:3])
    assert {CITIES[edict] for edict in table.seen["lost"]} == {"London", "Paris", "Coeln", "Wien"}


@pytest.mark.rule("J50")
def test_a_tie_below_the_most_does_not_matter() -> None:
    table, _ = shipping(cities={"London": "8: Lukas 1, Kirsten 1, Leon 2"})
    assert table.edicts("Leon") == "London"


# J51: a full city


@pytest.mark.rule("J51")
@pytest.mark.parametrize(("spaces", "full"), [(4, 1), (5, 0)])
def test_a_point_for_each_with_a_knight_in_a_full_city(spaces: int, full: int) -> None:
    """Full before boarding; the number of knights does not matter, and who has none gets none."""
    table, events = shipping(4, cities={"London": f"{spaces}: Kirsten 3, Leon 1"})
    assert told(events, "full_city") == [{"seat": seat, "points": 1, "territory": 0} for seat in (1, 2)] * full
    assert table.scores == (0, 2 + full + 1 + 3, full + 1 + 1, 0)


@pytest.mark.rule("J51", "J50")
def test_also_when_the_edict_is_tied() -> None:
    table, _ = shipping(cities={"London": "4: Kirsten 2, Leon 2"})
    assert table.scores == (0, 1 + 1 + 2, 1 + 1 + 2)


# J52: boarding


@pytest.mark.rule("J52")
@pytest.mark.parametrize(
    ("knights", "order"),
    [
        ("Lukas 1, Kirsten 2, Leon 3", "Leon Kirsten Lukas Leon"),
        ("Lukas 3, Kirsten 2, Leon 1", "Lukas Kirsten Leon Lukas"),
        ("Lukas 2, Kirsten 3", "Kirsten Lukas Kirsten Lukas"),
        ("Leon 6", "Leon Leon Leon Leon"),
        ("Kirsten 6, Leon 1", "Kirsten Leon Kirsten Kirsten"),
        ("Lukas 1, Leon 2", "Leon Lukas Leon"),
        ("Lukas 1", "Lukas"),
        ("", ""),
    ],
)
def test_by_knights_in_the_city_one_each_round_and_round(knights: str, order: str) -> None:
    """Until the ship, of four spaces, is full or the city empty; who has none left is passed over."""
    assert boarding(knights) == order


@pytest.mark.rule("J52")
@pytest.mark.parametrize(
    ("first", "order"),
    [("Lukas", "Lukas Kirsten Leon Lukas Kirsten"), ("Kirsten", "Kirsten Leon Lukas Kirsten Leon"),
     ("Leon", "Leon Lukas Kirsten Leon Lukas")],
)  # fmt: skip
def test_ties_clockwise_from_the_first_player(first: str, order: str) -> None:
    """All have three; the ship has five spaces."""
    assert boarding("Lukas 3, Kirsten 3, Leon 3", ship=2, first=first) == order


@pytest.mark.rule("J52")
def test_a_tie_for_second_too() -> None:
    """Jonas first with four; Lukas, Kirsten and Oskar have two, Leon one; Kirsten is the first player."""
    order = boarding("Lukas 2, Kirsten 2, Leon 1, Jonas 4, Oskar 2", ship=3, first="Kirsten", players=5)
    assert order == "Jonas Kirsten Oskar Lukas Leon"


@pytest.mark.rule("J52")
@pytest.mark.parametrize("first", NAMES[:3])
def test_the_order_is_fixed_at_the_start(first: str) -> None:
    """Kirsten's three against Lukas's two: after her first knight they are even there, and it is his turn all the same."""
    assert boarding("Lukas 2, Kirsten 3", ship=2, first=first) == "Kirsten Lukas Kirsten Lukas Kirsten"


@pytest.mark.rule("J52")
def test_the_rest_go_to_their_owners_temples() -> None:
    """Six knights, four spaces."""
    table, events = shipping(cities={"London": "12: Lukas 1, Kirsten 2, Leon 4"}, temples={"Leon": 1})
    assert told(events, "left_behind") == [
        {"seat": 1, "territory": 0, "knights": 1}, {"seat": 2, "territory": 0, "knights": 2},
    ]  # fmt: skip
    assert table.aboard(1) == "Lukas 1, Kirsten 1, Leon 2"
    assert [table.temple(name) for name in NAMES[:3]] == [0, 1, 3]


@pytest.mark.rule("J52")
def test_it_is_forced() -> None:
    """From the harbor to the next fork nobody is asked anything."""
    table, events = shipping(cities={"London": "12: Lukas 5, Kirsten 4", "Paris": "12: Leon 6, Kirsten 3"})
    names = [event.name for event in events]
    assert "shipping_round" in names[names.index("pope_moved") :]
    assert (table.phase, table.to_act) == ("fork", "Lukas")


@pytest.mark.rule("J52")
@pytest.mark.parametrize("ship", range(1, 7))
def test_each_ship_has_its_spaces(ship: int) -> None:
    """Of nine knights as many as the ledger's list says."""
    section, city = (ship + 1) // 2, CITIES[ship - 1]
    table, _ = shipping(section=section, cities={city: "12: Leon 9"})
    assert table.aboard(ship) == f"Leon {SHIPS[ship - 1]}"
    assert table.temple("Leon") == 9 - SHIPS[ship - 1]


@pytest.mark.rule("J52")
def test_the_map_says_how_many_spaces_a_ship_has() -> None:
    sections = [{"inner": 3, "outer": 4, "ships": [1, 12]}, *({"inner": 3, "outer": 4, "ships": [5, 5]} for _ in range(2))]
    table, _ = shipping(cities={"London": "12: Leon 9", "Paris": "12: Lukas 9"}, board=europe(section=sections))
    assert (table.aboard(1), table.aboard(2)) == ("Leon 1", "Lukas 9")


# J53, J54


@pytest.mark.rule("J53")
def test_points_aboard() -> None:
    """One for being there and one for each knight there; knights left behind give none."""
    table, events = shipping(cities={"London": "12: Lukas 3, Kirsten 3, Leon 1"}, temples={"Leon": 9})
    assert table.aboard(1) == "Lukas 2, Kirsten 1, Leon 1"
    assert [(event["seat"], event["points"]) for event in told(events, "aboard")] == [(0, 1), (1, 1), (2, 1)]
    assert [(event["seat"], event["points"]) for event in told(events, "knights_aboard")] == [(0, 2), (1, 1), (2, 1)]
    assert table.scores == (3, 2, 2 + 2)  # with J55


@pytest.mark.rule("J53")
def test_who_is_not_aboard_scores_nothing_there() -> None:
    """Five players, four spaces: Jonas has a knight in the city but none aboard."""
    table, _ = shipping(
        5, cities={"London": "12: Lukas 1, Kirsten 1, Leon 1, Jonas 1, Oskar 1"}, first="Oskar", temples={"Leon": 3}
    )
    assert table.aboard(1) == "Lukas 1, Kirsten 1, Leon 1, Oskar 1"
    assert table.scores == (2, 2, 2 + 2, 0, 2)


@pytest.mark.rule("J54")
def test_the_city_tile_leaves_the_game() -> None:
    """Nobody can place there any more; what was on it is aboard or in temples."""
    table, _ = shipping(cities={"London": "Lukas 1", "Paris": "Kirsten 1"}, templars={"Lukas": "London Paris"})
    assert (table.city("London"), table.city("Paris"), table.city("Bordeaux")) == (None, None, "")
    table.go("Lukas route inner")
    assert table.phase == "sealing"


@pytest.mark.rule("J54")
def test_knights_aboard_stay_to_the_end() -> None:
    """Through both other harbors, out of reach of every card."""
    table, _ = shipping(cities={"London": "Lukas 2, Leon 1"})
    before = table.aboard(1)
    while not table.match.over:
        if table.phase == "fork":
            table.go(f"{table.to_act} route inner")
        table.idle()
    assert before == table.aboard(1) == "Lukas 2, Leon 1"
    assert table.supply("Lukas") == 17


# J55: temples


@pytest.mark.rule("J55")
@pytest.mark.parametrize(
    ("temples", "first", "second", "third"),
    [
        ((1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)),
        ((5, 6, 2), (0, 2, 0), (0, 3, 0), (0, 4, 0)),
        ((3, 1, 3), (1, 0, 1), (1, 0, 1), (2, 0, 2)),
        ((2, 2, 2), (0, 0, 0), (1, 1, 1), (1, 1, 1)),
        ((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)),
    ],
)
def test_most_knights_in_temple(
    temples: tuple[int, ...], first: tuple[int, ...], second: tuple[int, ...], third: tuple[int, ...]
) -> None:
    """2, 3, 4 points in the three shipping rounds; tied players share, rounded down; nobody if the most is none."""
    for section, points in ((1, first), (2, second), (3, third)):
        table, events = shipping(section=section, temples=dict(zip(NAMES, temples, strict=False)))
        scored = {event["seat"]: event["points"] for event in told(events, "temple")}
        assert tuple(scored.get(seat, 0) for seat in range(3)) == points
        if section < 3:
            assert table.scores == points


@pytest.mark.rule("J55")
@pytest.mark.parametrize("section", [1, 2, 3])
def test_five_tied_players_share_nothing(section: int) -> None:
    """Four points are too few for five."""
    _, events = shipping(5, section=section, temples=dict.fromkeys(NAMES, 2))
    assert [event["points"] for event in told(events, "temple")] == [0] * 5


@pytest.mark.rule("J55")
def test_it_counts_the_knights_just_left_behind() -> None:
    """After both cities: London leaves Lukas two, Paris Kirsten three, and Leon had two."""
    table, events = shipping(cities={"London": "8: Lukas 6", "Paris": "8: Kirsten 8"}, temples={"Leon": 2})
    assert told(events, "temple") == [{"seat": 1, "points": 2, "knights": 3}]
    assert [event.name for event in events].index("temple") > max(
        number for number, event in enumerate(events) if event.name == "knights_aboard"
    )
    assert [table.temple(name) for name in NAMES[:3]] == [2, 3, 2]


@pytest.mark.rule("J55")
def test_temple_knights_stay() -> None:
    """And count again in the next round."""
    table, _ = shipping(temples={"Leon": 2})
    assert (table.temple("Leon"), table.scores) == (2, (0, 0, 2))
    table.go("Lukas route inner")
    for _ in range(3):
        table.idle()
    assert (table.temple("Leon"), table.scores) == (2, (0, 0, 5))


# J56, J57


@pytest.mark.rule("J56")
@pytest.mark.parametrize(
    ("players", "section", "with_city", "without"),
    [(3, 1, 4, 1), (3, 2, 4, 2), (4, 1, 5, 2), (4, 2, 5, 3), (5, 1, 6, 3), (5, 2, 6, 4)],
)
def test_new_gold_is_added_to_what_lies_there(players: int, section: int, with_city: int, without: int) -> None:
    """The two tiles are gone by then: their territories are among those without a city."""
    lying = dict(zip(CITIES, (0, 1, 2, 3, 4, 5, 6, 7, 8), strict=True))
    table, events = shipping(players, section=section, gold=lying)
    for name, before in lying.items():
        has_city = name in CITIES[2 * section : 7]
        assert table.gold(name) == before + (with_city if has_city else without), name
    dealt = {"seat": 0, "with_city": with_city, "without_city": without}
    assert told(events, "gold_dealt") == [dealt]


@pytest.mark.rule("J56")
def test_not_after_the_third() -> None:
    table, events = shipping(section=3, gold={"Roma": 2})
    assert told(events, "gold_dealt") == []
    assert (table.gold("Roma"), sum(table.seen["gold"]), table.match.over) == (2, 2, True)


@pytest.mark.rule("J56")
def test_what_was_empty_can_be_taken_from_again() -> None:
    table, _ = shipping(templars={"Kirsten": "London London"})
    table.go("Lukas route inner")
    table.reveal("Kirsten 2")
    assert table.choices("take") == ["London", "Paris", "Coeln"]


@pytest.mark.rule("J57")
@pytest.mark.parametrize("section", [1, 2])
@pytest.mark.parametrize("first", NAMES[:4])
def test_the_pope_goes_to_the_next_start_and_the_same_first_player_moves_it_on(section: int, first: str) -> None:
    """The route is chosen anew, with a flag at once."""
    table, events = shipping(4, first=first, section=section, templars={first: "Venezia Venezia"})
    assert table.seen["section"] == section
    assert (table.seen["space"], table.seen["route"], table.first) == (0, None, first)
    assert (table.to_act, table.offered) == (first, ["route inner", "route outer"])
    table.go(f"{first} route inner")
    assert (table.seen["space"], table.seen["flag"]) == (1, "green")
    assert (table.to_act, table.offered) == (first, ["stop", "place Venezia"])
    assert len(told(events, "first")) == 1
