"""Knights for gold: card 4 (J23, J24), card 3 (J25) and its penalty (J26)."""

from __future__ import annotations

from typing import Any

import pytest

from journey.table import CITIES, NO_SUPPLY, Table
from position import told


def acting(card: int, city: str | None = "Venezia", **position: Any) -> Table:
    """Kirsten, with a Templar in Venezia and 10 gold, plays a card alone of its type; Venezia holds a few knights."""
    table = Table(**{
        "templars": {"Kirsten": "Venezia Coeln"}, "purses": {"Kirsten": 10},
        "cities": {"Venezia": "7: Lukas 2, Kirsten 1, Leon 1"}, **position,
    })  # fmt: skip
    table.reveal(f"Kirsten {card}")
    if city:
        table.go(f"Kirsten city {city}")
    return table


def penalty(**position: Any) -> Table:
    """The same with card 3, as a penalty because of Leon's 4; Kirsten is asked for the city."""
    table = Table(**{
        "templars": {"Kirsten": "Venezia Coeln"}, "purses": {"Kirsten": 10},
        "cities": {"Venezia": "7: Lukas 2, Kirsten 1, Leon 3"}, **position,
    })  # fmt: skip
    table.reveal("Kirsten 3, Leon 4")
    return table


# The city (J23-J26)


@pytest.mark.rule("J23", "J25")
@pytest.mark.parametrize("card", [3, 4])
def test_a_city_with_an_own_templar(card: int) -> None:
    """Either Templar's; not one next to it."""
    position = {"templars": {"Kirsten": "Venezia Paris"}, "cities": {"Venezia": "Lukas 1", "Paris": "Leon 1", "Roma": "Leon 1"}}
    table = acting(card, None, **position)
    assert (table.phase, table.to_act, table.offered) == ("city", "Kirsten", ["stop", "city Paris", "city Venezia"])
    assert "no Templar of yours" in table.refused("Kirsten city Roma")
    events = table.go("Kirsten city Paris")
    assert told(events, "city_chosen") == [{"seat": 1, "territory": CITIES.index("Paris")}]
    assert table.purse("Kirsten") == 10


@pytest.mark.rule("J26")
def test_the_penalty_too_needs_an_own_templar() -> None:
    table = penalty(cities={"Venezia": "Leon 1", "Roma": "Leon 1"})
    assert table.offered == ["stop", "city Venezia"]
    assert "no Templar of yours" in table.refused("Kirsten city Roma")


@pytest.mark.rule("J23", "J25", "J26")
@pytest.mark.parametrize("played", [3, 4, "penalty"])
def test_in_one_city_only(played: int | str) -> None:
    """The other Templar's city is out of the question once one is chosen."""
    position = {"templars": {"Kirsten": "Venezia Paris"}, "cities": {"Venezia": "Lukas 1", "Paris": "Lukas 2"}}
    table = penalty(**position) if played == "penalty" else acting(int(played), None, **position)
    table.go("Kirsten city Paris")
    assert [action for action in table.offered if "Venezia" in action] == []
    verb = "swap" if played == 3 else "remove"
    assert "only in the city that was chosen" in table.refused(f"Kirsten {verb} Venezia 0")
    table.go(f"Kirsten {verb} Paris 0")
    assert [action for action in table.offered if "Venezia" in action] == []


@pytest.mark.rule("J24", "J30")
@pytest.mark.parametrize("card", [3, 4])
def test_the_city_may_be_declined_or_left_at_once(card: int) -> None:
    """One may have chosen it for nothing."""
    table = acting(card, None)
    table.go("Kirsten stop")
    assert table.to_act == "Lukas"
    table = acting(card)
    table.go("Kirsten stop")
    assert (table.to_act, table.purse("Kirsten"), table.city("Venezia")) == ("Lukas", 10, "Lukas 2, Kirsten 1, Leon 1")


OFFERED: list[tuple[str, int, dict[str, Any], bool]] = [
    ("card 4: room and supply", 4, {"cities": {}}, True),
    ("card 4: full of own knights", 4, {"cities": {"Venezia": "3: Kirsten 3"}}, False),
    ("card 4: full, with an opponent", 4, {"cities": {"Venezia": "3: Kirsten 2, Leon 1"}}, True),
    ("card 4: one gold is enough for a toss", 4, {"purses": {"Kirsten": 1}}, True),
    ("card 4: no gold", 4, {"purses": {}}, False),
    ("card 4: no city", 4, {"templars": {"Kirsten": "Coeln Wien"}}, False),
    ("card 3: no opponent", 3, {"cities": {"Venezia": "Kirsten 2"}}, False),
    ("card 3: an opponent", 3, {"cities": {"Venezia": "Leon 1"}}, True),
    ("card 3: one gold", 3, {"purses": {"Kirsten": 1}}, False),
    ("card 3: two gold", 3, {"purses": {"Kirsten": 2}}, True),
    ("card 3: no city", 3, {"templars": {"Kirsten": "Coeln Wien"}}, False),
]


@pytest.mark.rule("J24", "J25", "J30")
@pytest.mark.parametrize(("card", "position", "offered"), [case[1:] for case in OFFERED], ids=[case[0] for case in OFFERED])
def test_a_city_where_nothing_can_be_done_or_paid_is_not_offered(card: int, position: dict[str, Any], offered: bool) -> None:
    """Where no city is, the card is simply over: Lukas is next."""
    table = acting(card, None, **position)
    assert table.to_act == ("Kirsten" if offered else "Lukas")
    assert ("city Venezia" in table.offered) == offered


@pytest.mark.rule("J24", "J25")
@pytest.mark.parametrize(
    ("card", "roma", "cities"),
    [(4, "", ["London"]), (4, "Leon 1", ["London", "Roma"]), (3, "Leon 1", [])],
    ids=["room only", "an opponent to remove", "none to exchange for"],
)
def test_without_knights_in_supply(card: int, roma: str, cities: list[str]) -> None:
    """Card 4 may still remove where an opponent is; card 3 exchanges nothing."""
    knights = {"London": "8: Lukas 7, Leon 1", "Paris": "8: Lukas 8", "Lyon": "4: Lukas 4", "Roma": roma}
    table = Table(templars={"Lukas": "London Roma"}, purses={"Lukas": 10}, cities=knights)
    assert table.supply("Lukas") == 0
    table.reveal(f"Lukas {card}")
    assert table.choices("city") == cities


@pytest.mark.rule("J26")
@pytest.mark.parametrize(
    ("position", "offered"),
    [
        ({}, True),
        ({"purses": {"Kirsten": 1}}, False),
        ({"cities": {"Venezia": "Kirsten 2"}}, False),
        (
            {
                "cities": {
                    "Venezia": "Kirsten 1, Leon 1",
                    "London": "8: Kirsten 8",
                    "Paris": "8: Kirsten 8",
                    "Lyon": "Kirsten 2",
                }
            },
            True,
        ),
    ],
    ids=["an opponent", "one gold", "no opponent", "no supply is needed"],
)
def test_the_penaltys_city(position: dict[str, Any], offered: bool) -> None:
    """Otherwise Kirsten's own knight is due at once."""
    table = penalty(**position)
    assert table.to_act == "Kirsten"
    assert table.phase == ("city" if offered else "atoning")


# J23: card 4


@pytest.mark.rule("J23")
def test_two_gold_for_a_knight_placed_or_removed() -> None:
    """Any mix, one at a time, each choice after seeing what came before; six gold in all."""
    table = acting(4)
    assert table.offered == ["stop", "place Venezia", "remove Venezia 0", "remove Venezia 2", "toss"]
    events = table.go("Kirsten remove Venezia 2")
    assert [event.name for event in events] == ["paid", "removed"]
    assert told(events, "paid") == [{"seat": 1, "gold": 2}]
    assert (table.purse("Kirsten"), table.temple("Leon"), table.city("Venezia")) == (8, 1, "Lukas 2, Kirsten 1")
    assert table.offered == ["stop", "place Venezia", "remove Venezia 0", "toss"]
    table.go("Kirsten place Venezia")
    assert (table.purse("Kirsten"), table.supply("Kirsten"), table.city("Venezia")) == (6, 17, "Lukas 2, Kirsten 2")
    table.go("Kirsten remove Venezia 0")
    assert (table.purse("Kirsten"), table.city("Venezia")) == (4, "Lukas 1, Kirsten 2")
    assert (table.to_act, table.temple("Lukas")) == ("Lukas", 1)


@pytest.mark.rule("J23")
@pytest.mark.parametrize("knights", [0, 1, 2])
def test_one_may_be_done_any_time(knights: int) -> None:
    table = acting(4)
    for _ in range(knights):
        table.go("Kirsten place Venezia")
    table.go("Kirsten stop")
    assert (table.to_act, table.purse("Kirsten"), table.supply("Kirsten")) == ("Lukas", 10 - 2 * knights, 18 - knights)


@pytest.mark.rule("J23")
def test_three_placed_or_three_removed() -> None:
    """All one or all the other; a fourth is never paid for, though there is gold, room and supply."""
    table = acting(4, cities={})
    table.go("Kirsten place Venezia, Kirsten place Venezia, Kirsten place Venezia")
    assert (table.to_act, table.purse("Kirsten"), table.city("Venezia")) == ("Lukas", 4, "Kirsten 3")
    table = acting(4, cities={"Venezia": "Lukas 4"})
    table.go("Kirsten remove Venezia 0, Kirsten remove Venezia 0, Kirsten remove Venezia 0")
    assert (table.to_act, table.purse("Kirsten"), table.city("Venezia"), table.temple("Lukas")) == ("Lukas", 4, "Lukas 1", 3)


@pytest.mark.rule("J23")
@pytest.mark.parametrize(("gold", "knights"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])
def test_as_far_as_the_gold_goes(gold: int, knights: int) -> None:
    """Whole pairs only."""
    table = acting(4, cities={}, purses={"Kirsten": gold})
    placed = 0
    while table.to_act == "Kirsten" and "place Venezia" in table.offered:
        table.go("Kirsten place Venezia")
        placed += 1
    assert placed == knights
    if table.to_act == "Kirsten":
        assert table.offered == ["stop", "toss"]
        assert "not enough gold" in table.refused("Kirsten place Venezia")


@pytest.mark.rule("J23")
def test_placing_needs_room_and_removing_makes_it() -> None:
    table = acting(4, cities={"Venezia": "3: Kirsten 2, Leon 1"})
    assert table.offered == ["stop", "remove Venezia 2", "toss"]
    assert "no space is empty" in table.refused("Kirsten place Venezia")
    table.go("Kirsten remove Venezia 2")
    assert table.offered == ["stop", "place Venezia", "toss"]
    table.go("Kirsten place Venezia")
    assert (table.city("Venezia"), table.to_act) == ("Kirsten 3", "Lukas")


@pytest.mark.rule("J23")
def test_own_knights_are_not_removed() -> None:
    table = acting(4)
    assert "only knights of opponents" in table.refused("Kirsten remove Venezia 1")


@pytest.mark.rule("J23")
def test_placing_needs_a_knight_in_supply() -> None:
    """The last one; then only removing is left."""
    cities = {"London": "8: Kirsten 8", "Paris": "8: Kirsten 8", "Lyon": "2: Kirsten 2", "Venezia": "Leon 1"}
    table = acting(4, cities=cities)
    table.go("Kirsten place Venezia")
    assert (table.supply("Kirsten"), table.offered) == (0, ["stop", "remove Venezia 2", "toss"])
    assert "no knight is left in supply" in table.refused("Kirsten place Venezia")


# J24: tosses


@pytest.mark.rule("J24")
def test_one_gold_for_a_toss() -> None:
    """Cross: place or remove one, chosen after the toss; blank: nothing."""
    table = acting(4)
    events = table.go("Kirsten toss")
    assert (told(events, "paid"), table.purse("Kirsten")) == ([{"seat": 1, "gold": 1}], 9)
    assert table.to_act == "chance"
    assert [(str(action), weight) for action, weight in table.match.outcomes()] == [("blank", 1), ("cross", 1)]
    table.go("chance cross")
    assert (table.phase, table.offered) == ("lucky", ["stop", "place Venezia", "remove Venezia 0", "remove Venezia 2"])
    table.go("Kirsten remove Venezia 0")
    assert (table.purse("Kirsten"), table.city("Venezia"), table.temple("Lukas")) == (9, "Lukas 1, Kirsten 1, Leon 1", 1)
    table.go("Kirsten toss, chance blank")
    assert (table.phase, table.purse("Kirsten"), table.city("Venezia")) == ("spending", 8, "Lukas 1, Kirsten 1, Leon 1")
    table.go("Kirsten toss, chance cross, Kirsten place Venezia")
    assert (table.purse("Kirsten"), table.city("Venezia")) == (7, "Lukas 1, Kirsten 2, Leon 1")


@pytest.mark.rule("J24", "J30")
def test_a_cross_may_be_left_unused() -> None:
    """The gold is gone, and the action goes on."""
    table = acting(4)
    table.go("Kirsten toss, chance cross, Kirsten stop")
    assert (table.phase, table.to_act, table.purse("Kirsten")) == ("spending", "Kirsten", 9)
    assert table.city("Venezia") == "Lukas 2, Kirsten 1, Leon 1"


@pytest.mark.rule("J24")
def test_six_gold_count_tosses_too() -> None:
    """Two knights and two tosses are six; after five only a toss can be paid."""
    table = acting(4)
    table.go("Kirsten place Venezia, Kirsten toss, chance blank, Kirsten place Venezia")
    assert table.offered == ["stop", "toss"]
    assert table.seen["spent"] == 5
    table.go("Kirsten toss, chance blank")
    assert (table.to_act, table.purse("Kirsten")) == ("Lukas", 4)


@pytest.mark.rule("J24")
def test_six_tosses_at_most() -> None:
    table = acting(4)
    for _ in range(6):
        table.go("Kirsten toss, chance blank")
    assert (table.to_act, table.purse("Kirsten")) == ("Lukas", 4)


@pytest.mark.rule("J23", "J25")
@pytest.mark.parametrize("card", [3, 4])
def test_six_gold_are_for_each_player_and_action(card: int) -> None:
    """Leon spends six, then Kirsten does, and again in the next action; among four, two of a type are no crowd."""
    table = Table(
        4, first="Leon", templars={"Kirsten": "Venezia Wien", "Leon": "Venezia Wien"}, purses={"Kirsten": 12, "Leon": 6},
        cities={"Venezia": "12: Jonas 9"},
    )  # fmt: skip
    table.reveal(f"Kirsten {card}, Leon {card}")
    for name in ("Leon", "Kirsten"):
        doing = f"{name} swap Venezia 3" if card == 3 else f"{name} remove Venezia 3"
        table.go(f"{name} city Venezia, {doing}, {doing}, {doing}")
    assert (table.purse("Kirsten"), table.purse("Leon")) == (6, 0)
    table.finish_cards()
    table.reveal(f"Kirsten {card}")
    table.go(f"Kirsten city Venezia, {doing}, {doing}, {doing}")
    assert (table.purse("Kirsten"), table.temple("Jonas")) == (0, 9)


@pytest.mark.rule("J24")
def test_with_the_last_gold() -> None:
    """One gold: a toss and no more, and what a cross brings is free."""
    table = acting(4, purses={"Kirsten": 1})
    assert table.offered == ["stop", "toss"]
    table.go("Kirsten toss, chance cross, Kirsten place Venezia")
    assert (table.to_act, table.purse("Kirsten"), table.city("Venezia")) == ("Lukas", 0, "Lukas 2, Kirsten 2, Leon 1")


@pytest.mark.rule("J24")
def test_a_toss_only_while_a_knight_could_be_placed_or_removed() -> None:
    """The city fills up with own knights: it is over, with gold left."""
    table = acting(4, cities={"Venezia": "3: Kirsten 1"})
    table.go("Kirsten place Venezia")
    assert "toss" in table.offered
    table.go("Kirsten toss, chance cross, Kirsten place Venezia")
    assert (table.to_act, table.purse("Kirsten")) == ("Lukas", 7)


@pytest.mark.rule("J24")
def test_no_toss_without_supply_and_opponents() -> None:
    """Lukas removes the only opponent; there is room, but nothing to place."""
    table = Table(templars={"Lukas": "Roma Wien"}, purses={"Lukas": 10}, cities={**NO_SUPPLY, "Roma": "Leon 1"})
    table.reveal("Lukas 4")
    table.go("Lukas city Roma")
    assert table.offered == ["stop", "remove Roma 2", "toss"]
    table.go("Lukas remove Roma 2")
    assert table.turn != "Lukas"


@pytest.mark.rule("J25", "J26", "J24")
def test_only_card_4_tosses() -> None:
    assert "toss" not in acting(3).offered
    table = penalty()
    table.go("Kirsten city Venezia")
    assert "toss" not in table.offered
    assert "only card 4 tosses" in table.refused("Kirsten toss")


# J25: card 3


@pytest.mark.rule("J25")
def test_two_gold_for_a_knight_exchanged() -> None:
    """The player chooses whose; it goes to its owner's temple, one from supply takes its place."""
    table = acting(3)
    assert (table.phase, table.offered) == ("swapping", ["stop", "swap Venezia 0", "swap Venezia 2"])
    events = table.go("Kirsten swap Venezia 2")
    assert [event.name for event in events] == ["paid", "removed", "placed"]
    assert told(events, "removed") == [{"seat": 1, "territory": CITIES.index("Venezia"), "owner": 2}]
    assert (table.city("Venezia"), table.temple("Leon")) == ("Lukas 2, Kirsten 2", 1)
    assert (table.purse("Kirsten"), table.supply("Kirsten")) == (8, 17)
    assert table.offered == ["stop", "swap Venezia 0"]


@pytest.mark.rule("J25")
def test_full_city_or_not() -> None:
    for spaces in (4, 8):
        table = acting(3, cities={"Venezia": f"{spaces}: Lukas 2, Kirsten 1, Leon 1"})
        table.go("Kirsten swap Venezia 0")
        assert table.city("Venezia") == "Lukas 1, Kirsten 2, Leon 1"


@pytest.mark.rule("J25")
def test_three_for_six_gold_at_most() -> None:
    table = acting(3, cities={"Venezia": "Lukas 3, Leon 2"})
    table.go("Kirsten swap Venezia 0, Kirsten swap Venezia 2, Kirsten swap Venezia 0")
    assert (table.to_act, table.purse("Kirsten"), table.city("Venezia")) == ("Lukas", 4, "Lukas 1, Kirsten 3, Leon 1")


@pytest.mark.rule("J25")
@pytest.mark.parametrize(("gold", "knights"), [(2, 1), (3, 1), (5, 2), (6, 3)])
def test_exchanges_as_far_as_the_gold_goes(gold: int, knights: int) -> None:
    table = acting(3, purses={"Kirsten": gold}, cities={"Venezia": "Lukas 5"})
    while table.to_act == "Kirsten":
        table.go("Kirsten swap Venezia 0")
    assert (table.city("Venezia"), table.purse("Kirsten")) == (f"Lukas {5 - knights}, Kirsten {knights}", gold - 2 * knights)


@pytest.mark.rule("J25")
def test_it_ends_with_the_supply() -> None:
    """One knight is left: one exchange; what comes to the own temple is no supply."""
    cities = {"London": "8: Kirsten 8", "Paris": "8: Kirsten 8", "Lyon": "2: Kirsten 2", "Venezia": "Leon 3"}
    table = acting(3, cities=cities)
    table.go("Kirsten swap Venezia 2")
    assert (table.to_act, table.purse("Kirsten"), table.city("Venezia")) == ("Lukas", 8, "Kirsten 1, Leon 2")


@pytest.mark.rule("J25", "J30")
def test_exchanging_may_stop_early() -> None:
    table = acting(3)
    table.go("Kirsten swap Venezia 0, Kirsten stop")
    assert (table.to_act, table.purse("Kirsten")) == ("Lukas", 8)


@pytest.mark.rule("J25")
def test_card_3_neither_places_nor_removes() -> None:
    table = acting(3)
    for action in ("place Venezia", "remove Venezia 0"):
        assert "does not answer" in table.refused(f"Kirsten {action}")
    assert "only knights of opponents" in table.refused("Kirsten swap Venezia 1")


# J26: the penalty of card 3


@pytest.mark.rule("J26")
def test_the_penalty_only_removes() -> None:
    """For two gold each, six at most, to their owners' temples; then the own knight is due."""
    table = penalty()
    table.go("Kirsten city Venezia")
    assert table.offered == ["stop", "remove Venezia 0", "remove Venezia 2"]
    assert "the penalty only removes" in table.refused("Kirsten place Venezia")
    assert "does not answer" in table.refused("Kirsten swap Venezia 0")
    table.go("Kirsten remove Venezia 2, Kirsten remove Venezia 0, Kirsten remove Venezia 2")
    assert (table.purse("Kirsten"), table.city("Venezia")) == (4, "Lukas 1, Kirsten 1, Leon 1")
    assert (table.temple("Lukas"), table.temple("Leon"), table.temple("Kirsten")) == (1, 2, 0)
    assert (table.phase, table.offered) == ("atoning", ["remove Venezia 1"])


@pytest.mark.rule("J26", "J29")
@pytest.mark.parametrize("removed", [0, 1, 2])
def test_the_penalty_may_stop_early_but_not_escape(removed: int) -> None:
    table = penalty()
    table.go("Kirsten city Venezia")
    for _ in range(removed):
        table.go("Kirsten remove Venezia 2")
    table.go("Kirsten stop")
    assert (table.phase, table.purse("Kirsten")) == ("atoning", 10 - 2 * removed)
