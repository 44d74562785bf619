"""PettingZoo's environments: its own tests, masks, rewards, secrets, pictures, and what happens to illegal actions."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

import commandery
from commandery.core.contract import WAIT
from commandery.envs import payoffs, pixels
from commandery.envs import pettingzoo as zoo
from conftest import GAMES

# PettingZoo warns of every dict that is not of one of its own games.
DICTS = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
FIRST_GAME = ("templar", {"players": 3, "first_game": True})
CASES = [*((name, {"players": 3}) for name in GAMES), FIRST_GAME, ("templari", {"players": 5, "coins": "hidden"})]


@pytest.mark.parametrize(("name", "options"), CASES)
class TestTheirs:
    """What PettingZoo ships to test environments with."""

    pytestmark = DICTS

    def test_api(self, name: str, options: dict[str, Any]) -> None:
        api_test(zoo.env(name, **options), num_cycles=200)

    def test_parallel_api(self, name: str, options: dict[str, Any]) -> None:
        parallel_api_test(zoo.parallel_env(name, **options), num_cycles=400)

    def test_seed(self, name: str, options: dict[str, Any]) -> None:
        seed_test(partial(zoo.env, name, **options), num_cycles=60)
        parallel_seed_test(partial(zoo.parallel_env, name, **options), num_cycles=60)

    def test_render(self, name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
        render_test(partial(zoo.env, name, width=160, **options))
        assert "player_0" in capsys.readouterr().out


def play(table: zoo.Table, seed: int) -> int:
    """A random game to its end; how many decisions it took."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    for number, _ in enumerate(table.agent_iter()):
        observation, _, over, _, _ = table.last()
        if over:
            return number
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    raise AssertionError


@pytest.mark.parametrize("name", GAMES)
def test_the_lowest_seat_that_owes_is_selected_and_the_others_wait(name: str) -> None:
    table = zoo.raw_env(name, players=4, **({"first_game": True} if name == "templar" else {}))
    rng = np.random.default_rng(4)
    table.reset(seed=4)
    sealed = 0
    while not table.match.over:
        owing = table.match.to_act
        sealed += len(owing) > 1
        assert table.agent_selection == f"player_{owing[0]}"
        for seat, agent in enumerate(table.possible_agents):
            mask = table.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert (mask[WAIT] == 1) == (seat not in owing)
            assert np.flatnonzero(mask).tolist() == (
                [action.id for action in table.match.legal(seat)] if seat in owing else [WAIT]
            )
        table.step(int(rng.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]))))
    assert sealed > 0 or name == "templari"


@pytest.mark.parametrize("name", GAMES)
def test_rewards_come_at_the_end_by_rank(name: str) -> None:
    table = zoo.raw_env(name, players=3)
    play(table, 9)
    outcome = table.match.outcome
    assert list(table.rewards.values()) == payoffs(outcome.ranks)
    assert all(table.terminations.values()) and not any(table.truncations.values())
    assert [info["rank"] for info in table.infos.values()] == list(outcome.ranks)
    assert [info["score"] for info in table.infos.values()] == list(outcome.scores)
    for agent in table.possible_agents:
        assert np.flatnonzero(table.observe(agent)["action_mask"]).tolist() == [WAIT]
    while table.agents:
        table.step(None)


def test_a_seed_fixes_chance_as_a_match_does() -> None:
    table = zoo.raw_env("templar", players=3)
    table.reset(seed=7)
    assert table.match.state == commandery.game("templar", players=3).start(seed=7).state
    states = set()
    for _ in range(4):
        table.reset()
        states.add(table.match.state)
    assert len(states) > 1


@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env, zoo.parallel_env])
def test_the_matches_after_one_of_a_seed_follow_from_it(make: Callable[..., Any]) -> None:
    def begun(seed: int) -> list[bytes]:
        table = make("templar", players=3)
        table.reset(seed=seed)
        first = table.unwrapped.match.state
        return [first, *(later(table) for _ in range(3))]

    def later(table: Any) -> bytes:
        table.reset()
        return bytes(table.unwrapped.match.state)

    assert begun(7) == begun(7) != begun(8)
    assert len(set(begun(7))) > 1, "but are others"
    table = make("templar", players=3)
    with pytest.raises(commandery.CommanderyError, match="a seed is a whole number"):
        table.reset(seed=-1)


def test_sealed_choices_are_not_seen() -> None:
    """After one has chosen, whatever it was, the next sees the same."""
    table = zoo.raw_env("journey", players=3)
    table.reset(seed=3)
    rng = np.random.default_rng(0)
    while len(table.match.to_act) < 3:
        table.step(int(rng.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]))))
    assert table.agent_selection == "player_0"
    seen = set()
    position = table.match.copy()
    for action in position.legal(0):
        table.match = position.copy()
        table.agent_selection = "player_0"
        table.step(action.id)
        assert table.agent_selection == "player_1"
        seen.add(table.observe("player_1")["observation"].tobytes())
        assert "player_0" not in [agent for agent in table.possible_agents if not table.observe(agent)["action_mask"][WAIT]]
    assert len(seen) == 1


@pytest.mark.parametrize("name", ["templar", "journey"])
def test_all_at_once_leads_where_one_after_another_does(name: str) -> None:
    """The same game in both kinds: who owes a sealed choice makes it in the same step."""
    options: dict[str, Any] = {"first_game": True} if name == "templar" else {}
    turns, steps = zoo.raw_env(name, players=3, **options), zoo.parallel_env(name, players=3, **options)
    turns.reset(seed=6)
    observations, _ = steps.reset(seed=6)
    rng = np.random.default_rng(6)
    together = 0
    while steps.agents:
        actions = {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()}
        owing = [agent for agent in steps.agents if actions[agent] != WAIT]
        assert owing == [f"player_{seat}" for seat in steps.match.to_act]
        together += len(owing) > 1
        observations, rewards, over, cut, _ = steps.step(actions)
        for agent in owing:
            assert turns.agent_selection == agent
            turns.step(actions[agent])
        assert turns.match.state == steps.match.state
        assert all(over.values()) == turns.match.over and not any(cut.values())
    assert together and rewards == turns.rewards
    with pytest.raises(commandery.CommanderyError, match="reset the environment"):
        steps.step({})


@pytest.mark.parametrize("make", [zoo.raw_env, zoo.parallel_env])
def test_before_the_first_reset_and_after_the_end_an_error_says_what_to_do(make: Callable[..., Any]) -> None:
    table = make("templari", players=3)
    with pytest.raises(commandery.CommanderyError, match="the game has not begun: reset the environment first"):
        table.observe("player_0")
    with pytest.raises(commandery.CommanderyError, match="has ended, or has not begun: reset the environment first"):
        table.step({} if make is zoo.parallel_env else 1)
    table.reset(seed=1)
    while table.agents:
        actions = {agent: int(table.observe(agent)["action_mask"].argmax()) for agent in table.agents}
        over = table.match.over
        table.step(actions if make is zoo.parallel_env else None if over else actions[table.agent_selection])
    with pytest.raises(commandery.CommanderyError, match="has ended, or has not begun: reset the environment first"):
        table.step({} if make is zoo.parallel_env else None)


# Illegal actions


def test_an_illegal_action_ends_the_game_for_who_made_it(caplog: pytest.LogCaptureFixture) -> None:
    """As in PettingZoo's own games."""
    table = zoo.env("templari", players=3)
    table.reset(seed=1)
    agent, state = table.agent_selection, table.unwrapped.match.state
    table.step(WAIT)
    assert "Illegal move" in caplog.text
    assert table.unwrapped.match.state == state
    assert table.rewards == {other: -1.0 if other == agent else 0 for other in table.agents}
    assert all(table.terminations.values())
    while table.agents:
        table.step(None)
    table.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        table.step(10_000)


def test_without_wrappers_an_illegal_action_is_an_error_that_says_why() -> None:
    table = zoo.raw_env("templari", players=3)
    table.reset(seed=1)
    state = table.match.state
    for action in (WAIT, None, 200, "bid 13"):
        with pytest.raises(commandery.IllegalAction):
            table.step(action)  # type: ignore[arg-type]
    with pytest.raises(commandery.InvalidAction, match="numbered 0 to 217"):
        table.step(218)
    assert table.match.state == state and table.agents == table.possible_agents


def test_all_at_once_an_illegal_action_ends_the_game_and_nothing_is_carried_out() -> None:
    table = zoo.parallel_env("templari", players=3)

    def begin() -> tuple[str, list[str]]:
        table.reset(seed=1)
        owing = table.possible_agents[table.match.to_act[0]]
        return owing, [agent for agent in table.agents if agent != owing]

    owing, waiting = begin()
    state = table.match.state
    observations, rewards, over, cut, infos = table.step({owing: 1, waiting[0]: 1})
    assert table.match.state == state and table.agents == []
    assert rewards == {owing: 0, waiting[0]: -1, waiting[1]: 0}
    assert all(over.values()) and all(cut.values()) and len(observations) == 3
    assert infos[waiting[0]]["illegal"] == f"{waiting[0]} owes nothing now, so it waits: action 0"
    begin()
    _, rewards, _, _, infos = table.step({})
    assert rewards[owing] == -1 and "wait is never played" in infos[owing]["illegal"]
    begin()
    with pytest.raises(commandery.InvalidAction):
        table.step({owing: 218})
    for actions in ({"player_9": 1}, {owing: 1, 0: 0}, [1, 0, 0], None):
        with pytest.raises(commandery.CommanderyError, match="a dict by agent, of player_0, player_1, player_2, not"):
            table.step(actions)
    assert table.match.state == state and len(table.agents) == 3


# Names, pictures, and what is missing


@pytest.mark.parametrize("name", GAMES)
def test_names_have_versions_and_agents_are_seats(name: str) -> None:
    version = {"templar": 3, "templari": 1, "journey": 2}[name]
    for table in (zoo.env(name, players=3), zoo.parallel_env(name, players=3)):
        assert table.metadata["name"] == str(table.unwrapped) == f"commandery_{name}_v{version}"
        assert table.possible_agents == ["player_0", "player_1", "player_2"]
        assert table.metadata["render_modes"] == ["human", "ansi", "rgb_array"]


def test_honour_tables_unknown_games_and_modes_are_refused() -> None:
    with pytest.raises(commandery.BadOption, match="strict tables only"):
        zoo.env("templar", table_rules="honour")
    with pytest.raises(commandery.BadOption, match="no game 'templer'"):
        zoo.parallel_env("templer")
    with pytest.raises(commandery.BadOption, match="render_mode takes 'human', 'ansi'"):
        zoo.env("templar", render_mode="svg")
    with pytest.raises(commandery.CommanderyError, match="render_mode="):
        zoo.raw_env("templar").render()
    with pytest.raises(commandery.CommanderyError, match="before rendering"):
        zoo.raw_env("templar", render_mode="ansi").render()


def test_a_copy_by_pickle_is_the_same_environment() -> None:
    table = pickle.loads(pickle.dumps(zoo.raw_env("templari", players=4, coins="hidden")))
    assert table.game.players == 4 and table.game.options["coins"] == "hidden"


@pytest.mark.parametrize("name", GAMES)
def test_pictures_have_colours_and_text_and_are_the_same_each_time(name: str) -> None:
    table = zoo.raw_env(name, players=3, render_mode="rgb_array", width=320)
    table.reset(seed=2)
    drawn = table.render()
    assert isinstance(drawn, np.ndarray)
    assert drawn.shape[1] == 320 and 180 < drawn.shape[0] < 320
    assert (drawn == table.render()).all()
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 1_000, "colours are variables, which must be put in"
    assert (drawn == 0).all(axis=2).mean() < 0.02
    bare = pixels._draw(pixels._VARIABLE.sub(r"\1", table.match.svg()), 320, skip_system_fonts=True)
    assert (bare != drawn).any(axis=2).mean() > 0.005, "without fonts there is no text"


def test_pictures_show_nothing_hidden() -> None:
    table = zoo.raw_env("journey", players=3, render_mode="ansi")
    table.reset(seed=3)
    shown = set()
    for deal in range(4):
        twin = table.match.state_array()
        table.game.kind.scramble(table.game.world, twin, None, np.random.default_rng(deal).integers)
        table.match._set_state(twin.tobytes())
        shown.add(table.render())
    assert len(shown) == 1


def test_without_fonts_a_warning_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = pixels._draw
    monkeypatch.setattr(pixels, "_FOLDERS", ())
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(pixels, "_draw", lambda svg, width, **fonts: draw(svg, width, skip_system_fonts=True))
    pixels._fonts.cache_clear()
    with pytest.warns(RuntimeWarning, match="no fonts found, so pictures have no text"):
        pixels.rasterise(pixels._TEXT, 40)
    pixels._fonts.cache_clear()


@pytest.mark.parametrize("width", [0, 15, 9_000, "960", True])
def test_a_width_that_cannot_be_is_refused(width: Any) -> None:
    with pytest.raises(commandery.CommanderyError, match="16 to 8192 pixels wide"):
        pixels.rasterise(pixels._TEXT, width)


@pytest.mark.parametrize(("package", "extra"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")])
def test_a_missing_package_is_named_with_its_extra(package: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"commandery.envs.{package}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(commandery.CommanderyError, match=rf"{package} is not installed.*commandery\[{extra}\]"):
        __import__(f"commandery.envs.{package}")


@pytest.mark.parametrize("package", ["resvg_py", "PIL.Image"])
def test_without_the_package_for_pictures_text_still_works(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    table = zoo.raw_env("templari", players=3, render_mode="ansi")
    table.reset(seed=1)
    assert "player_0" in str(table.render())
    table.render_mode = "rgb_array"
    with pytest.raises(commandery.CommanderyError, match=rf"{package} is not installed.*commandery\[gymnasium\]"):
        table.render()
