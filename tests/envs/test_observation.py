"""Observations: what they tell is what the view tells, worked out a second time; nothing hidden is in them."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import commandery
from commandery.core import testing
from commandery.core.match import BY_HAND, Match
from commandery.core.observation import OBSERVED
from commandery.core.testing.walks import walk
from commandery.envs import Solo
from conftest import GAMES, ROOT
from envs.observed import expected
from envs.strict import STRICT
from templar.table import Table

HIDING = [("templar", {"players": 4}), ("templari", {"players": 4, "coins": "hidden"}), ("journey", {"players": 4})]


def compare(match: Match, seat: int) -> None:
    """The observation of a seat against its view."""
    observation = match.game.kind.observation
    row = match.observe(seat)
    place = f"{match.game.name} {match.game.players} {match.game.options}, move {len(match.history)}, seat {seat}"
    assert row.dtype == OBSERVED and row.shape == (observation.length,)
    outside = np.flatnonzero((row < observation.low) | (row > observation.high))
    named = observation.named(row)
    assert not len(outside), f"{place}: numbers {outside} are out of range"
    wanted = expected(match.game, match.view(seat))
    assert wanted.keys() == named.keys()
    for name, numbers in wanted.items():
        told = np.array(numbers, np.int64)
        assert told.shape == named[name].shape, f"{place}: {name} has shape {told.shape} by the view"
        assert (told == named[name]).all(), f"{place}: {name} is {named[name].tolist()}, by the view {told.tolist()}"


@pytest.mark.sized("observations")
@pytest.mark.parametrize("name", GAMES)
def test_observations_tell_what_views_tell(name: str, size: int) -> None:
    """Over all strict option sets and numbers of players; one seat in each state, all of them at the end."""
    sets, done, number = STRICT[name], 0, 0
    while done < size:
        options = sets[number % len(sets)]
        game = commandery.game(name, **options)
        rng = random.Random(number)
        match = None
        for match, _, _ in walk(game, number):
            if rng.random() < 0.3 or size > 10_000:
                compare(match, rng.randrange(game.players))
                done += 1
        assert match is not None and match.over
        for seat in range(game.players):
            compare(match, seat)
        number += 1
    assert number >= len(sets)


@pytest.mark.parametrize(("name", "options"), HIDING)
def test_what_a_seat_cannot_know_is_not_in_its_observation(name: str, options: dict[str, Any]) -> None:
    def look(match: Match, seat: int | None) -> Any:
        return None if seat is None else match.observe(seat).tolist()

    def leaky(match: Match, seat: int | None) -> Any:
        return look(match, seat), None if seat is None else match.observe((seat + 1) % match.game.players).tolist()

    game = commandery.game(name, **options)
    assert testing.check_secrets(game, 1, look) > 0
    with pytest.raises(AssertionError, match="the views differ"):
        testing.check_secrets(game, 1, leaky)


PLANTED = {
    "templar": {"score": (0, "score"), "stock": ((0, 1), "stock"), "sealed": (0, "sealed"), "door": ((), "door")},
    "templari": {"coins": (0, "coins"), "held": (0, "held"), "pot": ((), "pot")},
    "journey": {"purse": (0, "purse"), "mission": (0, "mission"), "templar": ((0, 1), "templars"), "gold": (3, "gold")},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_change_in_an_own_field_shows(name: str) -> None:
    """And in that field of the observation, whose place the names give."""
    game = commandery.game(name, players=3)
    match = game.start(seed=5)
    named = game.kind.observation.named
    for field, (at, shown) in PLANTED[name].items():
        state = match.state_array()
        twin = match.copy()
        planted = state[field][0] if at == () else state[field][0][at]
        other = 3 if planted != 3 else 4
        if at == ():
            state[field] = other
        else:
            state[field][0][at] = other
        twin._set_state(state.tobytes())
        one, two = named(match.observe(0)), named(twin.observe(0))
        assert (one[shown] != two[shown]).any(), f"{field} does not show in {shown}"


@pytest.mark.parametrize(
    ("name", "players", "fields"), [("templar", 2, ("steps", "raphael")), ("journey", 4, ("steps", "spent"))]
)
def test_ranges_are_no_wider_than_they_need_be(name: str, players: int, fields: tuple[str, ...]) -> None:
    game = commandery.game(name, players=players)
    rows = [match.observe(0) for seed in range(3) for match, _, _ in walk(game, seed)]
    named = game.kind.observation.named
    met, high = named(np.max(rows, axis=0)), named(game.kind.observation.high)
    assert {field: met[field].max() for field in fields} == {field: high[field].max() for field in fields}


WAYS = {
    "entered": [({"Ani": 1}, {}, "Ani play lucas, Ani step 2"), ({"Ani": 3}, {}, "Ani play lucas, Ani step 2")],
    "in hand": [
        ({"Ani": 1}, {1: "Ani 1a"}, "Ani play benjamin, Ani pick 1.0, Ani step 2, Ani step 3"),
        ({"Ani": 2}, {2: "Ani 1a"}, "Ani play benjamin, Ani pick 1.0, Ani step 1, Ani step 3"),
    ],
    "put down": [
        ({"Ani": 1}, {1: "Ani 1a", 2: "Ani 1b"}, "Ani play benjamin, Ani pick 1.0, Ani step 2, Ani stash 2a"),
        ({"Ani": 1}, {2: "Ani 1b, Ani 2a"}, "Ani play benjamin, Ani step 2"),
    ],
}


@pytest.mark.rule("T21", "T40")
@pytest.mark.parametrize("way", WAYS)
def test_where_a_move_has_been_shows_in_views_and_observations(way: str) -> None:
    """All else is the same in these two; but other actions are legal."""
    one, two = (Table(at=at, rooms=rooms) for at, rooms, _ in WAYS[way])
    one.go(WAYS[way][0][2])
    two.go(WAYS[way][1][2])
    assert one.offered != two.offered
    assert one.seen != two.seen
    assert (one.match.observe(0) != two.match.observe(0)).any()
    for table in (one, two):
        compare(table.match, 0)


@pytest.mark.rule("T60", "T95", "T96")
def test_a_game_in_which_points_do_not_end_is_in_range() -> None:
    """The others stay in room 1 and ring The Bells; Stephanus and The Bells in turn bring the first player 5 points in every
    fourth of 1,000 rounds."""
    game = commandery.game("templar", players=5, rounds=1000, first_game=True)
    solo = Solo(game, seed=7)
    known = {str(action): action.id for action in game.actions.all}
    while not solo.over:
        rings = solo.seat > 0 and solo.states["token"][0][solo.seat] == 0
        cards = ["play bells"] if rings else ["play stephanus", "play bells"] if solo.seat == 0 else ["play anselmus"]
        liked = (known[name] for name in [*cards, "step 1", "stop"] if known[name] in solo.legal)
        solo.step(next(liked, solo.legal[0]))
    match = game.start(chance=BY_HAND)
    match._set_state(solo.states.tobytes())
    assert match.view()["players"][0]["score"] > 1200
    for seat in range(5):
        compare(match, seat)


@pytest.mark.rule("T104")
def test_when_raphael_shows_his_cards_is_told() -> None:
    rows = [commandery.game("templar", players=2, raphael=when).start(seed=1).observe(0) for when in ("after", "before")]
    named = commandery.game("templar").kind.observation.named
    assert [named(row)["raphael_before"].tolist() for row in rows] == [[0], [1]]
    assert (rows[0] != rows[1]).sum() == 1


def test_rows_are_as_long_for_any_number_of_players() -> None:
    for name in GAMES:
        low, high = commandery.game(name).kind.players
        lengths = {len(commandery.game(name, players=players).start(seed=0).observe(0)) for players in range(low, high + 1)}
        assert len(lengths) == 1


def test_several_rows_are_named_at_once() -> None:
    game = commandery.game("journey", players=4)
    match = game.start(seed=1)
    rows = np.stack([match.observe(seat) for seat in range(4)])
    named = game.kind.observation.named(rows)
    assert named["templars"].shape == (4, 5, 2, 9)
    for seat in range(4):
        assert (named["mission"][seat] == game.kind.observation.named(rows[seat])["mission"]).all()


def test_the_list_of_fields_and_actions_is_up_to_date() -> None:
    """``docs/observations.md`` is what `make observations` writes."""
    command = [sys.executable, ROOT / "tools" / "observations.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
