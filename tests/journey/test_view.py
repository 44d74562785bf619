"""What is shown to whom (J64): missions, chosen cards, and all that is open."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from journey.table import CITIES, MISSIONS, NAMES, Play, Table, laid_out, shipping
from position import told

OBSERVERS = (0, 1, 2, None)
"""Every kind: each of three players, and a spectator."""


def missions(table: Play, seat: int | None) -> list[str | None]:
    """Everybody's mission as a seat, or a spectator, sees it."""
    return [_name(player["mission"]) for player in table.match.view(seat)["players"]]


def _name(mission: int | None) -> str | None:
    return None if mission is None else MISSIONS[mission]


def cards(table: Play, seat: int | None) -> list[int | None]:
    return [player["card"] for player in table.match.view(seat)["players"]]


def at_the_fork() -> Table:
    return Table(at="fork", temples={"Lukas": 3}, templars={"Lukas": "Roma Roma"})


def at_a_flag() -> Table:
    table = at_the_fork()
    table.go("Lukas route inner")
    return table


def at_leader() -> Table:
    table = at_a_flag()
    table.go("Lukas place Roma")
    return table


def choosing() -> Table:
    return Table(gold=dict.fromkeys(CITIES, 3))


def half_chosen() -> Table:
    table = choosing()
    table.go("Lukas card 2, Kirsten card 5")
    return table


def at_a_card() -> Table:
    table = half_chosen()
    table.go("Leon card 6")
    return table


def at_a_veto() -> Table:
    table = Table(temples={"Leon": 4}, templars={"Kirsten": "Paris Paris"})
    table.reveal("Kirsten 5")
    table.go("Kirsten step 1 Lyon, Kirsten stop, Kirsten exchange 1")
    return table


MOMENTS: list[Callable[[], Play]] = [
    laid_out, at_the_fork, at_a_flag, at_leader, choosing, half_chosen, at_a_card, at_a_veto,
]  # fmt: skip


# Missions


@pytest.mark.rule("J64")
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_mission_is_seen_by_its_owner_only(moment: Callable[[], Play]) -> None:
    """At every moment of the game; opponents and spectators see none, and the open ones are seen by all."""
    table = moment()
    assert missions(table, 0) == ["gold", None, None]
    assert missions(table, 1) == [None, "ships", None]
    assert missions(table, 2) == [None, None, "temple"]
    assert missions(table, None) == [None, None, None]
    for seat in OBSERVERS:
        assert [MISSIONS[mission] for mission in table.match.view(seat)["missions"]] == ["seventh", "distance"]


@pytest.mark.rule("J64")
def test_a_mission_is_dealt_to_its_owners_eyes_only() -> None:
    """The events tell everybody that, and the owner which; the words too."""
    table = laid_out(missions="france gold empire distance ships")
    for seat in OBSERVERS:
        dealt = told(table.match.log(seat), "mission_dealt")
        assert [event["seat"] for event in dealt] == [0, 1, 2]
        names = [_name(event["mission"]) for event in dealt]
        assert names == [name if seat == owner else None for owner, name in enumerate(("france", "gold", "empire"))]
        opened = [MISSIONS[event["mission"]] for event in told(table.match.log(seat), "mission_opened")]
        assert opened == ["distance", "ships"]
    sentences = [event.describe(names=NAMES[:3]) for event in table.match.log(1) if event.name == "mission_dealt"]
    assert sentences == ["Lukas gets a mission.", "Kirsten gets the mission: most gold.", "Leon gets a mission."]


@pytest.mark.rule("J64", "J5")
def test_the_history_tells_nobody_else_which_mission_came() -> None:
    """The outcome of chance itself is withheld where it would give the mission away."""
    table = laid_out(missions="france gold empire distance ships")
    moves = [move for move in table.match.history if move.action.notation.startswith("mission")]
    for seat in OBSERVERS:
        seen = [None if action is None else str(action) for action, _ in (move.seen_by(seat) for move in moves)]
        assert seen == [
            "mission france" if seat == 0 else None, "mission gold" if seat == 1 else None,
            "mission empire" if seat == 2 else None, "mission distance", "mission ships",
        ]  # fmt: skip


@pytest.mark.rule("J64", "J5")
def test_at_the_end_missions_are_shown() -> None:
    """To every player and spectator, and the events tell them; the three that left the game stay unseen."""
    table, events = shipping(section=3, missions="france gold empire distance ships")
    for seat in OBSERVERS:
        assert missions(table, seat) == ["france", "gold", "empire"]
        assert [MISSIONS[mission] for mission in table.match.view(seat)["missions"]] == ["ships", "distance"]
    shown = [(event["seat"], MISSIONS[event["mission"]]) for event in told(events, "mission_shown")]
    assert shown == [(0, "france"), (1, "gold"), (2, "empire")]


@pytest.mark.rule("J64")
@pytest.mark.parametrize("section", [1, 2])
def test_not_after_an_earlier_shipping_round(section: int) -> None:
    table, events = shipping(section=section)
    assert told(events, "mission_shown") == []
    assert missions(table, None) == [None, None, None]


# Cards


@pytest.mark.rule("J64", "J14")
def test_a_chosen_card_is_seen_by_its_owner_until_revealed() -> None:
    """Others see that one has chosen."""
    table = half_chosen()
    assert [cards(table, seat) for seat in OBSERVERS] == [
        [2, None, None], [None, 5, None], [None, None, None], [None, None, None],
    ]  # fmt: skip
    for seat in OBSERVERS:
        assert [player["chosen"] for player in table.match.view(seat)["players"]] == [True, True, False]
    table.go("Leon card 6")
    assert [cards(table, seat) for seat in OBSERVERS] == [[2, 5, 6]] * 4


@pytest.mark.rule("J64", "J14")
def test_events_tell_the_number_to_its_owner_only() -> None:
    """Of a change of mind too; when all are turned up, everybody knows the last one."""
    table = half_chosen()
    table.go("Lukas card 1, Leon card 6")
    for seat in OBSERVERS:
        told_cards = [(event["seat"], event["card"]) for event in told(table.match.log(seat), "chosen")]
        assert told_cards == [
            (owner, card if owner == seat else None) for owner, card in ((0, 2), (1, 5), (0, 1), (2, 6))
        ]  # fmt: skip
        assert [event["card"] for event in told(table.match.log(seat), "revealed")] == [1, 5, 6]
    for move in table.match.history:
        for seat in OBSERVERS:
            assert (move.seen_by(seat)[0] is None) == (seat != move.seat)


@pytest.mark.rule("J64", "J15")
def test_in_the_next_action_cards_are_secret_again() -> None:
    table = Table()
    table.idle()
    assert cards(table, None) == [None, None, None]
    table.go("Leon card 3")
    assert [cards(table, seat)[2] for seat in OBSERVERS] == [None, None, 3, None]


@pytest.mark.rule("J64", "J14")
def test_a_choice_can_be_taken_back_till_the_last_one_reveals_all() -> None:
    table = choosing()
    table.go("Kirsten card 5")
    assert table.match.can_undo(1)
    table.match.undo(1)
    assert table.to_act == "Lukas Kirsten Leon"
    table.go("Lukas card 2, Kirsten card 1, Leon card 6")
    assert not table.match.can_undo(2)


# Nothing else gives them away


@pytest.mark.rule("J64")
@pytest.mark.parametrize("seat", OBSERVERS)
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_view_does_not_depend_on_what_others_hide(moment: Callable[[], Play], seat: int | None) -> None:
    """Other missions of others, other cards chosen by them: the view, and the table in words, are the same to the letter."""
    table = moment()
    game, before = table.match.game, table.match.view(seat)
    words = game.kind.describe_table(before, NAMES[:3], "en")
    positions = [table.match.state_array() for _ in range(8)]
    for seed, other in enumerate(positions):
        game.kind.scramble(game.world, other, seat, Random(seed).randrange)
        after = game.kind.view(game.board, game.world, other, seat)
        assert after == before
        assert game.kind.describe_table(after, NAMES[:3], "en") == words
    assert len({other["mission"].tobytes() for other in positions}) > 1
    if moment is half_chosen:
        assert len({other["chosen"].tobytes() for other in positions}) > 1


@pytest.mark.rule("J64")
@pytest.mark.parametrize("seat", range(3))
def test_what_a_player_may_imagine(seat: int) -> None:
    """The own mission and card are kept; the others' may be any that can be: all of these come up, none that is open or own,
    and none twice."""
    table = half_chosen()
    own = (0, 1, 2)[seat]
    seen_missions: set[int] = set()
    seen_cards: set[int] = set()
    for seed in range(150):
        state = table.match.imagine(seat, seed)[0]
        assert state["mission"][seat] == own
        assert state["chosen"].tolist()[seat] == (2, 5, 0)[seat]
        others = [int(state["mission"][other]) for other in range(3) if other != seat]
        assert len(set(others)) == 2
        seen_missions |= set(others)
        seen_cards |= {int(state["chosen"][other]) for other in range(2) if other != seat}
        assert state["chosen"][2] == 0
    assert {MISSIONS[mission] for mission in seen_missions} == set(MISSIONS) - {"seventh", "distance", MISSIONS[own]}
    assert seen_cards == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("J64", "J14")
def test_revealed_cards_are_not_imagined_anew() -> None:
    table = at_a_card()
    for seed in range(20):
        assert table.match.imagine(2, seed)[0]["chosen"].tolist()[:3] == [2, 5, 6]


# What is open


@pytest.mark.rule("J64")
@pytest.mark.parametrize("seat", OBSERVERS)
def test_all_the_rest_is_open(seat: int | None) -> None:
    """Gold, knights, temples, edicts, scores, to players and spectators alike."""
    table = Table(
        section=2, at="outer 2", first="Kirsten", cities={"Lyon": "6: Lukas 2, Leon 1"}, aboard={1: "Kirsten 3", 2: "Leon 1"},
        gold={"Roma": 5}, purses={"Lukas": 7, "Leon": 2}, temples={"Kirsten": 4}, edicts={"Leon": "London"},
        scores={"Lukas": 3, "Kirsten": 12}, templars={"Lukas": "Roma Paris"},
    )  # fmt: skip
    view: dict[str, Any] = table.match.view(seat)
    players = view["players"]
    assert [player["gold"] for player in players] == [7, 0, 2]
    assert [player["supply"] for player in players] == [17, 12, 17]
    assert [player["temple"] for player in players] == [0, 4, 0]
    assert [player["edicts"] for player in players] == [[], [], [0]]
    assert [player["score"] for player in players] == [3, 12, 0]
    assert players[0]["templars"] == [CITIES.index("Roma"), CITIES.index("Paris")]
    assert view["cities"][3] == {"spaces": 6, "knights": [2, 0, 1]}
    assert view["cities"][0] is view["cities"][8] is None
    assert view["gold"] == [0, 0, 0, 0, 0, 5, 0, 0, 0]
    assert view["track"] == [None, None, 2, 3, 4, 5, 6]
    assert view["lost"] == [1, 7, 8]
    assert view["aboard"] == [[0, 3, 0], [0, 0, 1], *[[0, 0, 0]] * 4]
    assert (view["first"], view["section"], view["space"], view["route"], view["flag"]) == (1, 1, 2, "outer", "red")
    assert (view["seat"], view["phase"], view["actor"]) == (seat, "sealing", None)


@pytest.mark.rule("J64")
def test_a_card_being_carried_out_is_open() -> None:
    """Whose, which, as a penalty or not, where, and how much has been spent."""
    table = Table(templars={"Kirsten": "Venezia Wien"}, purses={"Kirsten": 9})
    table.reveal("Kirsten 4")
    table.go("Kirsten city Venezia, Kirsten place Venezia")
    for seat in OBSERVERS:
        view = table.match.view(seat)
        assert (view["actor"], view["player"], view["card"], view["penalty"], view["city"], view["spent"]) == (
            1,
            1,
            4,
            False,
            6,
            2,
        )
    table = Table()
    table.reveal("Lukas 5, Leon 6")
    table.go("Lukas step 2 Coeln")
    view = table.match.view(2)
    assert (view["player"], view["card"], view["penalty"], view["mover"], view["steps"]) == (0, 5, True, 1, 2)
