"""The worked examples of the rulebook, each as a position played and looked at. Lukas is blue, Kirsten red, Leon green, Jonas
yellow, Oskar orange."""

from __future__ import annotations

import pytest

from journey.table import CITIES, NAMES, Table, europe, shipping
from position import told

WITHOUT_MISSIONS = europe(missions={"best": 0, "second": 0})


@pytest.mark.rule("J10", "J11")
def test_a_green_flag() -> None:
    """Lukas moves the Pope from the starting space onto the inner route; a Templar of his is in Barcelona: so a knight goes."""
    table = Table(first="Lukas", at="fork", templars={"Lukas": "Barcelona Coeln"})
    table.go("Lukas route inner")
    assert (table.seen["space"], table.seen["flag"], table.offered) == (1, "green", ["stop", "place Barcelona"])
    table.go("Lukas place Barcelona")
    assert (table.city("Barcelona"), table.supply("Lukas")) == ("Lukas 1", 18)


@pytest.mark.rule("J10", "J12")
def test_a_red_flag() -> None:
    """Kirsten moves the Pope one step forward on the outer route; she removes a blue knight from Roma, to the blue temple."""
    table = Table(first="Lukas", at="outer 1", templars={"Kirsten": "Roma Coeln"}, cities={"Roma": "Lukas 2, Kirsten 1"})
    table.idle()
    assert (table.to_act, table.seen["space"], table.seen["flag"]) == ("Kirsten", 2, "red")
    table.go("Kirsten remove Roma 0")
    assert (table.city("Roma"), table.temple("Lukas")) == ("Lukas 1, Kirsten 1", 1)


FIVE_CARDS = "Oskar 1, Lukas 2, Kirsten 5, Jonas 5, Leon 6"


@pytest.mark.rule("J14", "J16")
def test_five_cards_in_order() -> None:
    """Orange 1, blue 2, red and yellow 5, green 6. Blue is the first player, and red sits nearer to blue than yellow does.
    Two cards for gold are no crowd among five: blue's risky one stands. Three for Templars are: green's safe card goes ahead
    without hindrance, red and yellow have the penalty action."""
    table = Table(5, first="Lukas")
    events = table.reveal(FIVE_CARDS) + table.finish_cards()
    begun = [event for event in events if event.name in ("card_begins", "penalty_begins")]
    assert [(NAMES[event.seat], event["card"]) for event in begun] == [
        ("Oskar", 1), ("Lukas", 2), ("Kirsten", 5), ("Jonas", 5), ("Leon", 6),
    ]  # fmt: skip
    assert [NAMES[event.seat] for event in begun if event.name == "penalty_begins"] == ["Kirsten", "Jonas"]


@pytest.mark.rule("J16", "J21", "J28")
def test_what_that_means_for_each_of_them() -> None:
    """Blue takes all gold of a territory, orange three; red and yellow take one gold for a whole journey and lose a knight."""
    places = {"Oskar": "London London", "Lukas": "Roma Roma", "Kirsten": "Wien Wien", "Jonas": "Wien Wien", "Leon": "Wien Wien"}
    table = Table(
        5, first="Lukas", templars=places, gold=dict.fromkeys(CITIES, 6), cities={"Lyon": "Kirsten 1, Jonas 1, Leon 1"}
    )
    table.reveal(FIVE_CARDS)
    table.go("Oskar take London, Lukas take Roma")
    table.go("Kirsten step 1 Coeln, Kirsten step 1 Paris, Kirsten step 1 Lyon, Kirsten take Paris, Kirsten remove Lyon 1")
    table.go("Jonas step 1 Coeln, Jonas stop, Jonas take Coeln, Jonas remove Lyon 3")
    table.go("Leon step 1 Coeln, Leon step 1 Lyon, Leon stop, Leon stop")
    assert [table.purse(name) for name in ("Oskar", "Lukas", "Kirsten", "Jonas", "Leon")] == [3, 6, 1, 1, 0]
    assert table.city("Lyon") == "Leon 1"


@pytest.mark.rule("J16")
def test_two_cards_of_a_type_are_a_crowd_among_three() -> None:
    """The same cards of orange and blue would trigger the penalty in a game of three."""
    table = Table(3)
    events = table.reveal("Kirsten 1, Lukas 2, Leon 6")
    assert told(events, "penalty_begins") == [{"seat": 0, "card": 2}]


@pytest.mark.rule("J20", "J21", "J22")
@pytest.mark.parametrize(("cards", "taken"), [("Lukas 1", 3), ("Lukas 2", 5), ("Lukas 2, Kirsten 1", 2)])
@pytest.mark.parametrize("territory", ["Bordeaux", "Paris", "Lyon", "Barcelona"])
def test_gold_from_bordeaux(cards: str, taken: int, territory: str) -> None:
    """Or from Paris, Lyon or Barcelona next to it: three by the safe card, all by the risky one, two if unlucky."""
    table = Table(templars={"Lukas": "Bordeaux Bordeaux"}, gold=dict.fromkeys(CITIES, 5))
    table.reveal(cards)
    if table.to_act == "Kirsten":
        table.go("Kirsten take Wien")
    assert table.choices("take") == ["Paris", "Bordeaux", "Lyon", "Barcelona"]
    table.go(f"Lukas take {territory}")
    assert (table.purse("Lukas"), table.gold(territory)) == (taken, 5 - taken)


@pytest.mark.rule("J23", "J24")
def test_venezia_a() -> None:
    """Kirsten spends 2 gold and places a knight; then 1 gold, the cross, and the green knight goes to its temple; then 1 more,
    the blank side, nothing. She does not want to spend more."""
    table = Table(
        templars={"Kirsten": "Venezia Coeln"}, purses={"Kirsten": 7}, cities={"Venezia": "7: Lukas 1, Kirsten 1, Leon 1"}
    )  # fmt: skip
    table.reveal("Kirsten 4")
    table.go("Kirsten city Venezia, Kirsten place Venezia")
    assert (table.city("Venezia"), table.purse("Kirsten")) == ("Lukas 1, Kirsten 2, Leon 1", 5)
    table.go("Kirsten toss, chance cross, Kirsten remove Venezia 2")
    assert (table.city("Venezia"), table.purse("Kirsten"), table.temple("Leon")) == ("Lukas 1, Kirsten 2", 4, 1)
    table.go("Kirsten toss, chance blank")
    assert (table.city("Venezia"), table.purse("Kirsten")) == ("Lukas 1, Kirsten 2", 3)
    table.go("Kirsten stop")
    assert table.turn == "Lukas"


@pytest.mark.rule("J25")
def test_venezia_b() -> None:
    """For 4 gold Kirsten exchanges the blue and the green knight for two of hers; nobody else is left, so that is all."""
    table = Table(
        templars={"Kirsten": "Venezia Coeln"}, purses={"Kirsten": 7}, cities={"Venezia": "7: Lukas 1, Kirsten 1, Leon 1"}
    )  # fmt: skip
    table.reveal("Kirsten 3")
    table.go("Kirsten city Venezia, Kirsten swap Venezia 0, Kirsten swap Venezia 2")
    assert (table.city("Venezia"), table.purse("Kirsten")) == ("Kirsten 3", 3)
    assert (table.temple("Lukas"), table.temple("Leon"), table.turn) == (1, 1, "Lukas")


@pytest.mark.rule("J28")
def test_a_journey() -> None:
    """Leon goes from Bordeaux to Lyon, back to Bordeaux and to Paris, taking 1 gold from each; then he exchanges the edict of
    Paris for that of Coeln, and Paris will be evaluated in the second shipping round instead of the third."""
    table = Table(
        section=2, track="- - Coeln Lyon Paris Roma Venezia", templars={"Leon": "Bordeaux Wien"}, gold=dict.fromkeys(CITIES, 3)
    )  # fmt: skip
    table.reveal("Leon 5")
    table.go("Leon step 1 Lyon, Leon step 1 Bordeaux, Leon step 1 Paris")
    assert (table.purse("Leon"), table.templars("Leon")) == (3, "Paris Wien")
    assert [table.gold(name) for name in ("Lyon", "Bordeaux", "Paris", "Wien")] == [2, 2, 2, 3]
    table.go("Leon exchange 3")
    assert table.track == "- - Paris Lyon Coeln Roma Venezia"


@pytest.mark.rule("J50", "J51", "J52", "J53")
def test_the_evaluation_of_venezia() -> None:
    """A city of 7 spaces, a ship of 5, blue the first player. Red has the most: edict and 2 points. It is full: 1 point each.
    Aboard go red, blue, green, red, blue; a green and a red knight stay behind. 1 point each for being aboard, 2, 2 and 1 for
    the knights: red 6, blue 4, green 3. (Yellow has the fullest temple, so that this changes nothing here.)"""
    table, events = shipping(
        4, first="Lukas", track="London Venezia Bordeaux Lyon Barcelona Roma Paris",
        cities={"Venezia": "7: Lukas 2, Kirsten 3, Leon 2"}, temples={"Jonas": 5},
    )  # fmt: skip
    assert [NAMES[event["seat"]] for event in told(events, "boarded")] == ["Kirsten", "Lukas", "Leon", "Kirsten", "Lukas"]
    assert [event["seat"] for event in told(events, "full_city")] == [0, 1, 2]
    assert table.aboard(2) == "Lukas 2, Kirsten 2, Leon 1"
    assert table.edicts("Kirsten") == "Venezia"
    assert table.scores[:3] == (4, 6, 3)
    assert [table.temple(name) for name in NAMES[:3]] == [0, 1, 1]


@pytest.mark.rule("J56", "J57")
def test_new_gold_and_a_new_action_round() -> None:
    """Three players, after the first shipping round: 4 gold where a city is, 1 elsewhere. Then the first player moves the Pope
    on to the red flag of the outer route."""
    table, _ = shipping(3, first="Lukas")
    assert [table.gold(name) for name in CITIES] == [1, 1, 4, 4, 4, 4, 4, 1, 1]
    table.go("Lukas route outer")
    assert (table.seen["section"], table.seen["space"], table.seen["flag"]) == (1, 1, "red")


@pytest.mark.rule("J60")
def test_london_is_the_seventh_city() -> None:
    """Blue, with 3 knights, gets the edict and 2 points; then blue and green, with 2, a point each; red, with 1, none."""
    table, _ = shipping(
        section=3, track="- - - - Barcelona Roma London", board=WITHOUT_MISSIONS,
        cities={"London": "7: Lukas 3, Kirsten 1, Leon 2"},
    )  # fmt: skip
    assert table.edicts("Lukas") == "London"
    assert table.match.outcome.scores == (3, 0, 1)
    assert [sources.get("seventh city", 0) for sources in table.match.outcome.sources] == [1, 0, 1]


@pytest.mark.rule("J63")
def test_kirsten_wins() -> None:
    """With 34 points, before Lukas with 28 and Leon with 25."""
    table, _ = shipping(section=3, scores={"Kirsten": 34, "Lukas": 28, "Leon": 25}, board=WITHOUT_MISSIONS)
    assert (table.match.outcome.winners, table.match.outcome.ranks) == ((1,), (2, 1, 3))
