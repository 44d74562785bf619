"""Templars on the move: card 6 (J27), card 5 and its penalty (J28), and Veto (J43)."""

from __future__ import annotations

from typing import Any

import pytest

from journey.table import CITIES, NAMES, NO_SUPPLY, Table
from position import told


def moving(card: int, where: str = "Bordeaux Venezia", **position: Any) -> Table:
    """Leon, the first player, plays a card alone of its type; his Templars stand there."""
    table = Table(**{"first": "Leon", "templars": {"Leon": where}, **position})
    table.reveal(f"Leon {card}")
    return table


def walk(table: Table, *steps: str, templar: int = 1, name: str = "Leon") -> None:
    for territory in steps:
        table.go(f"{name} step {templar} {territory}")


# Moving (J27, J28)


@pytest.mark.rule("J27", "J28")
@pytest.mark.parametrize("card", [5, 6])
def test_one_templar_step_by_step_to_adjacent_territories(card: int) -> None:
    """Either can set out; the one that has keeps going, the other stays."""
    table = moving(card)
    assert (table.phase, table.to_act, table.offered) == (
        "setting_out", "Leon",
        ["stop", "step 1 Paris", "step 1 Lyon", "step 1 Barcelona", "step 2 Roma", "step 2 Wien"],
    )  # fmt: skip
    table.go("Leon step 1 Lyon")
    assert table.offered == ["stop", "step 1 Paris", "step 1 Bordeaux", "step 1 Barcelona", "step 1 Coeln"]
    assert "out of reach" in table.refused("Leon step 2 Roma")
    table.go("Leon step 1 Coeln")
    assert table.offered == ["stop", "step 1 London", "step 1 Paris", "step 1 Lyon", "step 1 Wien"]
    assert table.templars("Leon") == "Coeln Venezia"


@pytest.mark.rule("J27", "J28")
@pytest.mark.parametrize("card", [5, 6])
def test_the_other_templar(card: int) -> None:
    table = moving(card)
    table.go("Leon step 2 Wien, Leon step 2 Coeln, Leon step 2 London")
    assert table.templars("Leon") == "Bordeaux London"


@pytest.mark.rule("J27", "J28")
@pytest.mark.parametrize("card", [5, 6])
def test_not_over_the_alps(card: int) -> None:
    """Venezia is next to neither Lyon nor Coeln."""
    table = moving(card, "Venezia Venezia")
    assert table.choices("step 1") == ["Roma", "Wien"]
    for territory in ("Lyon", "Coeln"):
        assert "out of reach" in table.refused(f"Leon step 1 {territory}")


@pytest.mark.rule("J27", "J28")
@pytest.mark.parametrize("card", [5, 6])
def test_three_territories_at_most_then_it_stops_by_itself(card: int) -> None:
    """In a territory without a city nothing is left to decide: the next card is due."""
    table = moving(card, "London Bordeaux")
    walk(table, "Paris", "London")
    assert table.phase == "moving"
    walk(table, "Coeln")
    assert (table.templars("Leon"), table.turn != "Leon") == ("Coeln Bordeaux", True)


@pytest.mark.rule("J27", "J30")
@pytest.mark.parametrize("steps", [1, 2])
def test_it_may_stop_earlier(steps: int) -> None:
    table = moving(6, "London Bordeaux")
    walk(table, *("Coeln", "Wien")[:steps])
    table.go("Leon stop")
    assert table.templars("Leon").split()[0] == ("Coeln", "Wien")[steps - 1]
    assert table.turn != "Leon"


@pytest.mark.rule("J27")
def test_one_may_decline_to_move_before_the_first_step_then_nothing() -> None:
    """Both Templars stand in cities with room; no knight is placed."""
    table = moving(6, "Paris Roma")
    table.go("Leon stop")
    assert (table.turn != "Leon", table.templars("Leon"), table.supply("Leon")) == (True, "Paris Roma", 19)


@pytest.mark.rule("J27")
def test_back_where_it_started_counts_as_moved() -> None:
    table = moving(6, "Paris Roma")
    walk(table, "London", "Paris")
    table.go("Leon stop")
    assert (table.phase, table.offered) == ("gift", ["stop", "place Paris"])


# J27: card 6


@pytest.mark.rule("J27")
def test_with_the_pope_on_green_a_knight_is_placed_where_it_stops() -> None:
    """There only, not where the other Templar stands; one, without gold."""
    table = moving(6, "Paris Roma", at="inner 2")
    walk(table, "Lyon")
    table.go("Leon stop")
    assert (table.phase, table.offered) == ("gift", ["stop", "place Lyon"])
    table.go("Leon place Lyon")
    assert (table.city("Lyon"), table.supply("Leon")) == ("Leon 1", 18)
    assert table.turn != "Leon"


@pytest.mark.rule("J27")
def test_with_the_pope_on_red_an_opposing_knight_is_removed() -> None:
    table = moving(6, "Paris Roma", at="outer 2", cities={"Lyon": "Lukas 1, Kirsten 1, Leon 1", "Roma": "Lukas 1"})
    walk(table, "Lyon")
    table.go("Leon stop")
    assert (table.phase, table.offered) == ("gift", ["stop", "remove Lyon 0", "remove Lyon 1"])
    table.go("Leon remove Lyon 1")
    assert (table.city("Lyon"), table.temple("Kirsten")) == ("Lukas 1, Leon 1", 1)
    assert table.turn != "Leon"


@pytest.mark.rule("J27", "J30")
@pytest.mark.parametrize("at", ["inner 1", "outer 1"])
def test_both_may_be_declined(at: str) -> None:
    table = moving(6, "Paris Roma", at=at, cities={"Lyon": "Lukas 1"})
    walk(table, "Lyon")
    table.go("Leon stop, Leon stop")
    assert (table.city("Lyon"), table.turn != "Leon") == ("Lukas 1", True)


@pytest.mark.rule("J27")
@pytest.mark.parametrize(
    ("at", "cities"),
    [("inner 1", {"Lyon": "1: Lukas 1"}), ("outer 1", {"Lyon": "Leon 1"}), ("outer 1", {})],
    ids=["green, full", "red, own knights only", "red, empty"],
)
def test_where_nothing_can_be_done_nobody_is_asked(at: str, cities: dict[str, str]) -> None:
    table = moving(6, "Paris Roma", at=at, cities=cities)
    walk(table, "Lyon")
    table.go("Leon stop")
    assert table.turn != "Leon"


@pytest.mark.rule("J27")
def test_placing_needs_a_knight_in_supply() -> None:
    table = Table(templars={"Lukas": "Paris Roma"}, cities=NO_SUPPLY)
    table.reveal("Lukas 6")
    table.go("Lukas step 2 Venezia, Lukas stop")
    assert table.turn != "Lukas"


@pytest.mark.rule("J27")
def test_card_6_takes_no_gold_and_exchanges_nothing() -> None:
    table = moving(6, "Paris Roma", gold=dict.fromkeys(CITIES, 3))
    walk(table, "Lyon", "Bordeaux", "Lyon")
    assert (table.purse("Leon"), table.choices("exchange")) == (0, [])


# J28: card 5


@pytest.mark.rule("J28")
def test_one_gold_from_each_territory_entered_each_time() -> None:
    """Also twice from the same; none from where it sets out."""
    table = moving(5, "Paris Roma", gold=dict.fromkeys(CITIES, 3))
    events = table.go("Leon step 1 Lyon, Leon step 1 Bordeaux, Leon step 1 Lyon")
    assert [(event["territory"], event["gold"]) for event in told(events, "took")] == [(3, 1), (2, 1), (3, 1)]
    assert (table.purse("Leon"), table.gold("Lyon"), table.gold("Bordeaux"), table.gold("Paris")) == (3, 1, 2, 3)


@pytest.mark.rule("J28")
def test_none_where_there_is_none() -> None:
    """One gold in Lyon: the second visit brings nothing."""
    table = moving(5, "Paris Roma", gold={"Lyon": 1}, purses={"Leon": 4})
    walk(table, "Lyon", "Bordeaux", "Lyon")
    assert (table.purse("Leon"), table.gold("Lyon")) == (5, 0)


@pytest.mark.rule("J28")
def test_the_gold_is_compulsory() -> None:
    """It comes with the step; nothing is asked."""
    table = moving(5, "Paris Roma", gold={"Lyon": 5})
    walk(table, "Lyon")
    assert (table.purse("Leon"), table.phase) == (1, "moving")


@pytest.mark.rule("J28")
def test_the_stop_citys_edict_may_be_exchanged_with_any_other_on_the_track() -> None:
    """The seventh included; not with itself."""
    table = moving(5, "Paris Roma")
    walk(table, "Lyon")
    table.go("Leon stop")
    assert (table.phase, table.to_act) == ("exchanging", "Leon")
    assert table.offered == ["stop", *(f"exchange {space}" for space in (1, 2, 3, 5, 6, 7))]
    assert "the edict that would be exchanged" in table.refused("Leon exchange 4")
    events = table.go("Leon exchange 7")
    assert table.track == "London Paris Bordeaux Venezia Barcelona Roma Lyon"
    assert told(events, "exchanged") == [{"seat": 2, "edict": 3, "space": 3, "other_edict": 6, "other_space": 6}]
    assert table.turn != "Leon"


@pytest.mark.rule("J28")
def test_the_seventh_citys_edict_itself() -> None:
    table = moving(5, "Paris Roma")
    table.go("Leon step 2 Venezia, Leon stop, Leon exchange 1")
    assert table.track == "Venezia Paris Bordeaux Lyon Barcelona Roma London"


@pytest.mark.rule("J28")
def test_cities_and_knights_stay_where_they_are() -> None:
    """Only the edicts change places."""
    table = moving(5, "Paris Roma", cities={"Lyon": "Lukas 1", "London": "Kirsten 2"})
    table.go("Leon step 1 Lyon, Leon stop, Leon exchange 1")
    assert (table.city("Lyon"), table.city("London"), table.track.split()[0]) == ("Lukas 1", "Kirsten 2", "Lyon")
    assert [city and city["spaces"] for city in table.seen["cities"]] == [4, 5, 5, 6, 6, 7, 8, None, None]


@pytest.mark.rule("J28", "J30")
def test_the_exchange_may_be_declined() -> None:
    table = moving(5, "Paris Roma")
    table.go("Leon step 1 Lyon, Leon stop, Leon stop")
    assert (table.track, table.turn != "Leon") == ("London Paris Bordeaux Lyon Barcelona Roma Venezia", True)


@pytest.mark.rule("J28")
def test_only_edicts_still_on_the_track() -> None:
    """The first harbor's are gone, and who stops in their territory exchanges nothing."""
    late = {"section": 2, "edicts": {"Lukas": "Paris"}}
    table = moving(5, "Bordeaux Roma", **late)
    table.go("Leon step 1 Lyon, Leon stop")
    assert table.choices("exchange") == ["3", "5", "6", "7"]
    for stop in ("Paris", "Lyon"):
        table = moving(5, "Bordeaux Roma", **late)
        table.go(f"Leon step 1 {stop}, Leon stop")
        assert (table.phase == "exchanging") == (stop == "Lyon")


@pytest.mark.rule("J28")
def test_nothing_to_exchange_where_no_city_ever_was() -> None:
    table = moving(5, "London Roma")
    table.go("Leon step 1 Coeln, Leon stop")
    assert table.turn != "Leon"


@pytest.mark.rule("J28")
def test_in_the_third_section_two_others_are_left() -> None:
    """In the third section three are left: those two."""
    table = moving(5, "Bordeaux Roma", section=3)
    table.go("Leon step 2 Venezia, Leon stop")
    assert table.choices("exchange") == ["5", "6"]


@pytest.mark.rule("J28")
def test_back_where_it_started_the_edict_can_be_exchanged() -> None:
    table = moving(5, "Paris Roma", gold={"Paris": 2})
    table.go("Leon step 1 Lyon, Leon step 1 Paris, Leon stop")
    assert (table.purse("Leon"), table.choices("exchange")) == (1, ["1", "3", "4", "5", "6", "7"])


@pytest.mark.rule("J28")
def test_declined_no_gold_and_no_exchange() -> None:
    table = moving(5, "Paris Roma", gold=dict.fromkeys(CITIES, 3))
    table.go("Leon stop")
    assert (table.purse("Leon"), table.turn != "Leon") == (0, True)


@pytest.mark.rule("J28")
@pytest.mark.parametrize("at", ["inner 1", "outer 1"])
def test_card_5_has_no_flag(at: str) -> None:
    table = moving(5, "Paris Roma", at=at, cities={"Lyon": "Lukas 1"})
    table.go("Leon step 1 Lyon, Leon stop")
    assert table.phase == "exchanging"
    table.go("Leon stop")
    assert (table.city("Lyon"), table.turn != "Leon") == ("Lukas 1", True)


# J28: its penalty


def punished(**position: Any) -> Table:
    """Leon's 5 is a penalty because of Kirsten's 6; he has a knight in London."""
    table = Table(**{"first": "Leon", "templars": {"Leon": "Paris Roma"}, "cities": {"London": "Leon 1"}, **position})
    table.reveal("Leon 5, Kirsten 6")
    return table


@pytest.mark.rule("J28", "J29")
def test_the_penalty_takes_one_gold_from_one_territory_entered() -> None:
    """Chosen after the move, among those that have gold; compulsory; no exchange; then the knight."""
    table = punished(gold={"Paris": 3, "Lyon": 3, "Coeln": 1, "London": 3})
    walk(table, "Lyon", "Bordeaux")
    assert table.purse("Leon") == 0
    walk(table, "Lyon")
    assert (table.phase, table.offered) == ("taking", ["take Lyon"])
    assert "cannot be declined" in table.refused("Leon stop")
    table.go("Leon take Lyon")
    assert (table.purse("Leon"), table.gold("Lyon")) == (1, 2)
    assert (table.phase, table.offered) == ("atoning", ["remove London 2"])
    table.go("Leon remove London 2")
    assert table.track == "London Paris Bordeaux Lyon Barcelona Roma Venezia"


@pytest.mark.rule("J28")
def test_the_penaltys_gold_is_chosen_among_all_entered() -> None:
    """The start is not entered, unless gone back to; neighbours that were not entered are no choice."""
    table = punished(gold=dict.fromkeys(CITIES, 3))
    walk(table, "Lyon", "Coeln")
    table.go("Leon stop")
    assert table.choices("take") == ["Lyon", "Coeln"]
    assert "has entered" in table.refused("Leon take Paris")
    table = punished(gold=dict.fromkeys(CITIES, 3))
    walk(table, "Lyon", "Paris", "London")
    assert table.choices("take") == ["London", "Paris", "Lyon"]


@pytest.mark.rule("J28", "J16")
def test_each_penaltys_gold_is_of_the_own_way() -> None:
    """Leon and Kirsten both have the penalty: where he went is no choice of hers."""
    table = Table(first="Leon", templars={"Leon": "Paris Roma", "Kirsten": "Roma Roma"}, gold=dict.fromkeys(CITIES, 3))
    table.reveal("Leon 5, Kirsten 5")
    table.go("Leon step 1 Lyon, Leon step 1 Coeln, Leon stop, Leon take Lyon, Kirsten step 1 Venezia, Kirsten stop")
    assert table.choices("take") == ["Venezia"]


@pytest.mark.rule("J28", "J29")
def test_the_penalty_without_gold_on_the_way() -> None:
    table = punished(gold={"Bordeaux": 3})
    walk(table, "Lyon")
    table.go("Leon stop")
    assert table.phase == "atoning"


# J43: Veto


def announced(players: int = 4, **position: Any) -> Table:
    """Leon has gone to Lyon, with a gold on the way, and wants to exchange its edict for the first."""
    position = {"temples": {"Lukas": 4, "Kirsten": 3, "Leon": 9, "Jonas": 5}, **position}
    table = Table(players, **{"first": "Lukas", "templars": {"Leon": "Paris Roma"}, "gold": {"Lyon": 1}, **position})
    table.reveal("Leon 5")
    table.go("Leon step 1 Lyon, Leon stop, Leon exchange 1")
    return table


@pytest.mark.rule("J43")
def test_the_others_are_asked_clockwise_from_the_mover() -> None:
    """Only those with 4 in temple: Jonas, then Lukas; not Kirsten with 3, and not Leon himself."""
    table = announced()
    assert (table.phase, table.to_act, table.offered) == ("vetoing", "Jonas", ["stop", "veto"])
    table.go("Jonas stop")
    assert (table.phase, table.to_act) == ("vetoing", "Lukas")
    table.go("Lukas stop")
    assert table.track == "Lyon Paris Bordeaux London Barcelona Roma Venezia"
    assert [table.temple(name) for name in NAMES[:4]] == [4, 3, 9, 5]


@pytest.mark.rule("J43")
@pytest.mark.parametrize("mover", NAMES[:4])
def test_clockwise_whoever_moves(mover: str) -> None:
    """And whoever is the first player."""
    for first in NAMES[:4]:
        table = Table(4, first=first, templars={mover: "Paris Roma"}, temples=dict.fromkeys(NAMES[:4], 4))
        table.reveal(f"{mover} 5")
        table.go(f"{mover} step 1 Lyon, {mover} stop, {mover} exchange 1")
        asked = []
        while table.phase == "vetoing":
            asked.append(table.to_act)
            table.go(f"{table.to_act} stop")
        at = NAMES.index(mover)
        assert asked == [NAMES[(at + further) % 4] for further in (1, 2, 3)]


@pytest.mark.rule("J43")
def test_both_edicts_are_announced_openly() -> None:
    """Everybody sees which, and who is being asked."""
    table = announced()
    assert told(table.match.log(), "offered") == [{"seat": 2, "edict": 3, "other_edict": 0}]
    for seat in (0, 1, 2, 3, None):
        view = table.match.view(seat)
        assert (view["phase"], view["actor"], view["player"], view["city"], view["offer"]) == ("vetoing", 3, 2, 3, 0)
    assert table.track == "London Paris Bordeaux Lyon Barcelona Roma Venezia"


@pytest.mark.rule("J43")
def test_a_veto_prevents_it_for_four_knights() -> None:
    """They are in supply again; the first veto ends it, Lukas is not asked; the gold is kept; no other exchange is made."""
    table = announced()
    events = table.go("Jonas veto")
    assert told(events, "vetoed") == [{"seat": 3}]
    assert told(events, "exchanged") == []
    assert table.track == "London Paris Bordeaux Lyon Barcelona Roma Venezia"
    assert (table.temple("Jonas"), table.supply("Jonas")) == (1, 18)
    assert (table.purse("Leon"), table.temple("Lukas"), table.temple("Leon")) == (1, 4, 9)
    assert table.turn != "Leon"
    assert table.phase != "exchanging"


@pytest.mark.rule("J43")
def test_a_later_veto_counts_as_well() -> None:
    table = announced()
    table.go("Jonas stop, Lukas veto")
    assert (table.track, table.temple("Lukas")) == ("London Paris Bordeaux Lyon Barcelona Roma Venezia", 0)
    assert table.turn != "Leon"


@pytest.mark.rule("J43")
def test_nobody_with_four_nobody_is_asked() -> None:
    table = announced(temples={"Lukas": 3, "Kirsten": 3, "Leon": 9, "Jonas": 3})
    assert table.track == "Lyon Paris Bordeaux London Barcelona Roma Venezia"


@pytest.mark.rule("J43")
def test_vetoes_are_counted_by_the_temple_of_the_moment() -> None:
    """Two moves by card 5 in one action: who has spent four for the first is not asked at the second."""
    table = Table(
        4, templars={"Leon": "Paris Roma", "Jonas": "Roma Roma"}, temples={"Lukas": 7, "Kirsten": 8}, first="Leon"
    )  # fmt: skip
    table.reveal("Leon 5, Jonas 5")
    table.go("Leon step 1 Lyon, Leon stop, Leon exchange 1, Lukas veto")
    table.go("Jonas step 1 Venezia, Jonas stop, Jonas exchange 1")
    assert table.to_act == "Kirsten"
    table.go("Kirsten stop")
    assert table.track == "Venezia Paris Bordeaux Lyon Barcelona Roma London"


@pytest.mark.rule("J43")
def test_only_who_is_asked_may_veto() -> None:
    table = announced()
    assert "not seat 0's turn" in table.refused("Lukas veto")
    assert "not seat 2's turn" in table.refused("Leon veto")
