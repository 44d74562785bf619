"""Setting up: edicts and cities (J1, J2), gold (J3), what everybody has (J4), missions (J5), knights and Templars (J6, J7)."""

from __future__ import annotations

import pytest

from journey.table import CITIES, MISSIONS, NAMES, TILES, Play, Table, europe, first_fork, laid_out, rules
from position import told

EDICTS = "Wien Roma London Lyon Coeln Paris Venezia"


def started(players: int = 3, start: str = "Lukas") -> Play:
    """The first player is known."""
    table = Play(players)
    table.go(f"chance start {table.seat(start)}")
    return table


def weights(table: Play) -> dict[str, int]:
    return {str(action): weight for action, weight in table.match.outcomes()}


def with_edicts(players: int = 3) -> Play:
    """The edicts lie there, Bordeaux and Barcelona are out; tiles come next."""
    table = started(players)
    table.go(", ".join(f"chance edict {edict}" for edict in EDICTS.split()))
    return table


@pytest.mark.rule("J1")
def test_seven_edicts_lie_open_one_on_each_space() -> None:
    """In the order they are drawn; the two others leave the game."""
    table = with_edicts()
    assert table.track == EDICTS
    assert [CITIES[edict] for edict in table.seen["lost"]] == ["Bordeaux", "Barcelona"]
    assert told(table.match.log(), "edict_laid") == [
        {"seat": 0, "edict": CITIES.index(edict), "space": space} for space, edict in enumerate(EDICTS.split())
    ]
    assert table.phase == "tiles"


@pytest.mark.rule("J1")
def test_edicts_are_laid_at_random() -> None:
    """Each of those left is as likely, down to three for the last space."""
    table = started()
    left = list(CITIES)
    for edict in EDICTS.split():
        assert weights(table) == {f"edict {name}": 1 for name in left}
        table.go(f"chance edict {edict}")
        left.remove(edict)
    assert left == ["Bordeaux", "Barcelona"]


@pytest.mark.rule("J2")
def test_a_tile_on_each_city_whose_edict_is_in_play() -> None:
    """The territories without an edict have no city."""
    table = with_edicts()
    table.go(", ".join(f"chance tile {tile}" for tile in (7, 1, 2, 6, 3, 5, 4)))
    spaces = {name: city and city["spaces"] for name, city in zip(CITIES, table.seen["cities"], strict=True)}
    assert spaces == {
        "Wien": 8, "Roma": 4, "London": 5, "Lyon": 7, "Coeln": 5, "Paris": 6, "Venezia": 6, "Bordeaux": None, "Barcelona": None,
    }  # fmt: skip


@pytest.mark.rule("J2")
def test_tiles_are_laid_at_random() -> None:
    table = with_edicts()
    for left in range(7, 0, -1):
        assert weights(table) == {f"tile {tile}": 1 for tile in range(8 - left, 8)}
        table.go(f"chance tile {8 - left}")
    assert table.phase == "missions"


@pytest.mark.rule("J3")
@pytest.mark.parametrize(("players", "with_city", "without"), [(3, 4, 1), (4, 5, 2), (5, 6, 3)])
def test_gold_of_the_territories(players: int, with_city: int, without: int) -> None:
    """Less where there is no city: here Bordeaux and Barcelona. It comes when the tiles lie."""
    table = with_edicts(players)
    table.go(", ".join(f"chance tile {tile}" for tile in range(1, 7)))
    assert table.seen["gold"] == [0] * 9
    table.go("chance tile 7")
    for name in CITIES:
        assert table.gold(name) == (without if name in ("Bordeaux", "Barcelona") else with_city)


@pytest.mark.rule("J3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_five_gold_each(players: int) -> None:
    assert [player["gold"] for player in laid_out(players).seen["players"]] == [5] * players


@pytest.mark.rule("J3", "J56")
def test_the_gold_supply_never_runs_out() -> None:
    """The box holds 59 ones and 15 threes, 104 gold; five who spend nothing have more than that before them."""
    table = Table(5, at="outer 4", gold=dict.fromkeys(CITIES, 6), purses=dict.fromkeys(NAMES, 10))
    table.idle()
    assert sum(table.seen["gold"]) == 54 + 5 * 6 + 4 * 3
    assert sum(table.seen["gold"]) + sum(table.purse(name) for name in NAMES) > 104


@pytest.mark.rule("J4")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_knights_templars_and_cards(players: int) -> None:
    """20 knights, one of them the score marker at 0; two Templars, not yet placed; six cards to choose from."""
    table = laid_out(players)
    for player in table.seen["players"]:
        assert (player["supply"], player["temple"], player["score"]) == (19, 0, 0)
        assert player["templars"] == [None, None]
        assert player["edicts"] == []
    table = Table(players)
    for seat in range(players):
        assert [str(action) for action in table.match.legal(seat)] == [f"card {card}" for card in range(1, 7)]


@pytest.mark.rule("J5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_secret_mission_for_each_and_the_rest_open(players: int) -> None:
    """Three of the eight are in nobody's sight; five are in play."""
    dealt = "france gold empire distance ships"
    table = laid_out(players, missions=dealt)
    names = dealt.split()
    assert [MISSIONS[mission] for mission in table.seen["missions"]] == sorted(names[players:], key=MISSIONS.index)
    for seat in range(players):
        own = [player["mission"] for player in table.match.view(seat)["players"]]
        assert own == [MISSIONS.index(names[seat]) if other == seat else None for other in range(players)]
    assert table.phase == "placing_knight"


@pytest.mark.rule("J5")
def test_missions_are_dealt_at_random() -> None:
    """Each that is left is as likely, three are left over."""
    table = with_edicts()
    table.go(", ".join(f"chance tile {tile}" for tile in range(1, 8)))
    left = list(MISSIONS)
    for mission in ("seventh", "gold", "empire", "temple", "france"):
        assert weights(table) == {f"mission {name}": 1 for name in left}
        table.go(f"chance mission {mission}")
        left.remove(mission)
    assert left == ["ships", "distance", "countries"]
    assert table.to_act == "Lukas"


@pytest.mark.rule("J6")
@pytest.mark.parametrize("seat", range(4))
def test_the_host_chooses_the_first_player(seat: int) -> None:
    """Then only this one can be drawn."""
    assert weights(Play(4, start=seat)) == {f"start {seat}": 1}


@pytest.mark.rule("J6")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_or_the_first_player_is_drawn(players: int) -> None:
    assert weights(Play(players)) == {f"start {seat}": 1 for seat in range(players)}
    assert rules(players).options["start"] == "random"


@pytest.mark.rule("J6", "J7")
@pytest.mark.parametrize(
    ("players", "start", "order"),
    [
        (3, "Lukas", "Lukas Kirsten Leon"),
        (3, "Leon", "Leon Lukas Kirsten"),
        (4, "Kirsten", "Kirsten Leon Jonas Lukas"),
        (5, "Jonas", "Jonas Oskar Lukas Kirsten Leon"),
    ],
)
def test_four_knights_then_two_templars_clockwise_from_the_first_player(players: int, start: str, order: str) -> None:
    """One at a time, round by round; the first player then moves the Pope."""
    table = laid_out(players, start)
    asked = []
    while table.phase != "fork":
        asked.append((table.phase, table.to_act))
        table.go(f"{table.to_act} {table.offered[0]}")
    names = order.split()
    assert asked == [("placing_knight", name) for name in names] * 4 + [("placing_templar", name) for name in names] * 2
    assert (table.to_act, table.first) == (start, start)


@pytest.mark.rule("J6")
def test_a_knight_goes_from_supply_into_a_city() -> None:
    """Any of the seven, and only a city."""
    table = laid_out()
    assert table.choices("place") == ["London", "Paris", "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia"]
    assert "no city in that territory" in table.refused("Lukas place Wien")
    table.go("Lukas place Roma")
    assert (table.city("Roma"), table.supply("Lukas"), table.to_act) == ("Lukas 1", 18, "Kirsten")


@pytest.mark.rule("J6")
def test_it_must_be_placed() -> None:
    table = laid_out()
    assert "stop" not in table.offered
    assert "cannot be declined" in table.refused("Lukas stop")


@pytest.mark.rule("J6")
def test_at_most_two_own_knights_in_a_city() -> None:
    """A third is refused to Lukas, who has two there; Kirsten, who has none, may still place."""
    table = laid_out()
    table.go("Lukas place Roma, Kirsten place Paris, Leon place Paris, Lukas place Roma, Kirsten place Lyon")
    assert "Roma" in table.choices("place")
    table.go("Leon place Lyon")
    assert table.choices("place") == ["London", "Paris", "Bordeaux", "Lyon", "Barcelona", "Venezia"]
    assert "more than two knights" in table.refused("Lukas place Roma")
    table.go("Lukas place Paris")
    assert "Roma" in table.choices("place")


@pytest.mark.rule("J6")
def test_two_in_a_city_is_for_the_set_up_only() -> None:
    """Later a third may be placed, by a flag for one."""
    table = Table(at="fork", cities={"Roma": "Lukas 2"}, templars={"Lukas": "Roma Roma"})
    table.go("Lukas route inner, Lukas place Roma")
    assert table.city("Roma") == "Lukas 3"


@pytest.mark.rule("J6")
def test_a_city_holds_as_many_as_its_tile_shows() -> None:
    """London has four spaces."""
    table = laid_out()
    table.go("Lukas place London, Kirsten place London, Leon place London, Lukas place Paris, Kirsten place London")
    assert table.city("London") == "Lukas 1, Kirsten 2, Leon 1"
    assert table.choices("place") == ["Paris", "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia"]
    assert "no space is empty" in table.refused("Leon place London")


@pytest.mark.rule("J6")
def test_who_cannot_place_is_skipped() -> None:
    """Cities of one space, but for one of five: Lukas and Kirsten have two in it, and nowhere else is room. Leon, with none
    there, places the last knight; then nobody can."""
    table = laid_out(board=europe(tiles=[1, 1, 1, 1, 1, 1, 5]))
    table.go("Lukas place Venezia, Kirsten place Venezia, Leon place London")
    table.go("Lukas place Venezia, Kirsten place Venezia, Leon place Paris")
    table.go("Lukas place Bordeaux, Kirsten place Lyon, Leon place Barcelona, Lukas place Roma")
    assert (table.to_act, table.choices("place")) == ("Leon", ["Venezia"])
    table.go("Leon place Venezia")
    assert (table.phase, table.to_act) == ("placing_templar", "Lukas")
    assert [table.supply(name) for name in NAMES[:3]] == [15, 16, 15]


@pytest.mark.rule("J6")
def test_when_all_cities_are_full_nobody_is_asked() -> None:
    """After seven knights; Templars follow, from the first player on."""
    table = laid_out(5, "Oskar", board=europe(tiles=[1] * 7))
    for _ in range(7):
        table.go(f"{table.to_act} {table.offered[0]}")
    assert (table.phase, table.to_act) == ("placing_templar", "Oskar")
    assert [table.supply(name) for name in NAMES] == [17, 18, 18, 18, 17]


@pytest.mark.rule("J7")
def test_templars_into_any_territory() -> None:
    """With or without a city, and any number of them together."""
    table = laid_out()
    while table.phase == "placing_knight":
        table.go(f"{table.to_act} {table.offered[0]}")
    for name in ("Lukas", "Kirsten", "Leon", "Lukas", "Kirsten"):
        assert table.choices("templar") == list(CITIES)
        assert "stop" not in table.offered
        table.go(f"{name} templar Wien")
    table.go("Leon templar Roma")
    assert [table.templars(name) for name in NAMES[:3]] == ["Wien Wien", "Wien Wien", "Wien Roma"]


@pytest.mark.rule("J7", "J10")
def test_then_the_pope_is_at_the_start() -> None:
    table = first_fork(start="Kirsten")
    assert (table.seen["section"], table.seen["space"], table.seen["flag"]) == (0, 0, None)
    assert (table.to_act, table.offered) == ("Kirsten", ["route inner", "route outer"])


def test_positions_of_these_tests_are_what_playing_leads_to() -> None:
    """The first position of the game, played and set up, is the same to the byte."""
    table = first_fork(4, "Leon", missions="france gold empire distance ships")
    cities = {name: (table.city(name) or "") for name in CITIES[:7]}
    assert any(cities.values())
    position = Table(
        4, first="Leon", at="fork", cities=cities, gold=dict(zip(CITIES, [*[5] * 7, 2, 2], strict=True)),
        purses=dict.fromkeys(NAMES[:4], 5), templars=dict.fromkeys(NAMES[:4], "London London"),
        missions="france gold empire distance ships",
    )  # fmt: skip
    assert position.match.state == table.match.state
    assert [city["spaces"] for city in table.seen["cities"][:7]] == list(TILES)
