"""Gymnasium's environments: its own checks, one agent against bots, and many games at once."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env, check_returned_data_not_reused
from gymnasium.vector import AutoresetMode

import commandery
from commandery.bots import make_bot
from commandery.core.contract import WAIT
from commandery.envs import Batch, fair_game, payoffs
from commandery.envs import gymnasium as gym
from conftest import GAMES


def solo(name: str, **options: Any) -> gym.SoloEnv:
    made = gymnasium.make(gym.IDS[name], **{"opponents": "random", **options}).unwrapped
    assert isinstance(made, gym.SoloEnv)
    return made


def legal(seen: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


def play(table: gym.SoloEnv, seed: int | None) -> tuple[list[int], float, dict[str, Any]]:
    """A random episode: the actions, the reward at its end and the last info."""
    rng = np.random.default_rng(0)
    seen, _ = table.reset(seed=seed)
    actions = []
    while True:
        assert seen in table.observation_space
        actions.append(legal(seen, rng))
        seen, reward, over, cut, info = table.step(actions[-1])
        assert not cut
        if over:
            return actions, reward, info
        assert reward == 0


# One agent


@pytest.mark.parametrize("name", GAMES)
def test_their_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It samples without masks, renders in every mode and closes twice."""
    check_env(solo(name, players=3, seat="random", width=160))
    assert "player_0" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("opponents", ["random", "novice"])
def test_an_episode_ends_with_the_seats_payoff(name: str, opponents: str) -> None:
    table = solo(name, players=4, opponents=opponents, seat=2)
    _, reward, info = play(table, 5)
    assert info["seat"] == 2
    assert reward == payoffs(info["ranks"])[2]
    assert len(info["scores"]) == 4
    assert np.flatnonzero(info["action_mask"]).tolist() == [WAIT]
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.step(WAIT)


@pytest.mark.parametrize("name", GAMES)
def test_only_the_agent_is_asked_and_masks_are_its_legal_actions(name: str) -> None:
    table = solo(name, players=3, seat=1)
    rng = np.random.default_rng(2)
    seen, info = table.reset(seed=2)
    while table.match is not None:
        assert 1 in table.match.to_act
        assert np.flatnonzero(seen["action_mask"]).tolist() == [action.id for action in table.match.legal(1)]
        assert (seen["observation"] == table.match.observe(1)).all()
        assert (info["action_mask"] == seen["action_mask"]).all()
        seen, *_, info = table.step(legal(seen, rng))


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_fixes_chance_and_bots(name: str) -> None:
    one, two = solo(name, players=3, opponents="novice"), solo(name, players=3, opponents="novice")
    assert play(one, 3)[:2] == play(two, 3)[:2]
    assert play(one, None)[:2] == play(two, None)[:2], "what follows a seed is fixed too"
    assert play(one, 4)[0] != play(one, 5)[0]
    one.reset(seed=3)
    assert one.match is not None
    assert one.match.history[0].before == commandery.game(name, players=3).start(seed=3).history[0].before
    fresh = solo(name, players=3)
    assert len({play(fresh, None)[1:2] + tuple(play(fresh, None)[0]) for _ in range(3)}) > 1


def test_after_close_a_seed_still_fixes_chance_and_bots() -> None:
    def go_on() -> tuple[list[int], float]:
        table = solo("templari", players=3)
        table.reset(seed=4)
        table.close()
        return play(table, None)[:2]

    assert go_on() == go_on()


def test_masks_can_be_asked_for_by_the_name_that_learners_know() -> None:
    table = solo("journey", players=3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.action_masks()
    _, info = table.reset(seed=1)
    masks = table.action_masks()
    assert masks.dtype == bool and (masks == info["action_mask"]).all()


def test_an_illegal_action_changes_nothing_costs_a_little_and_is_told() -> None:
    table = solo("templari", players=3, illegal_reward=-0.25)
    before, _ = table.reset(seed=1)
    assert table.match is not None
    state = table.match.state
    for action in (WAIT, 200, np.int64(217)):
        seen, reward, over, cut, info = table.step(action)
        assert (reward, over, cut) == (-0.25, False, False)
        assert info["illegal"] == str(table.match.why_not(0, action))
        assert all((seen[part] == before[part]).all() for part in seen)
    assert "wait is never played" in table.step(WAIT)[4]["illegal"]
    assert table.match.state == state
    with pytest.raises(commandery.InvalidAction):
        table.step(218)
    assert "illegal" not in table.step(legal(before, np.random.default_rng(0)))[4]


def test_the_hundredth_illegal_action_in_a_row_cuts_the_episode_off() -> None:
    table = solo("templari", players=3)
    seen, _ = table.reset(seed=1)
    for _ in range(gym.PATIENCE - 1):
        assert table.step(WAIT)[2:4] == (False, False)
    seen = table.step(legal(seen, np.random.default_rng(0)))[0]  # a legal one: the count begins anew
    for number in range(gym.PATIENCE):
        _, reward, over, cut, _ = table.step(WAIT)
        assert reward == -0.01 and not over and cut == (number == gym.PATIENCE - 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.step(WAIT)
    table.reset()


def test_a_random_seat_is_another_each_episode() -> None:
    table = solo("journey", players=3, seat="random")
    assert {table.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_each_opponent_has_its_seat_clockwise_from_the_agent() -> None:
    table = solo("templari", players=4, opponents=["novice", "greedy", "random"], seat=3)
    table.reset(seed=1)
    assert [table._bot(seat).name for seat in (0, 1, 2)] == ["novice", "greedy", "random"]
    assert isinstance(table._bot(1), type(make_bot("greedy")))


def test_bots_of_others_are_started_told_and_closed(tmp_path: Path) -> None:
    """A Python bot from a file plays a seat, hears how the game ended, and goes home."""
    source = tmp_path / "mine.py"
    noted = tmp_path / "noted"
    source.write_text(
        "from pathlib import Path\n"
        "from commandery.bots import Bot\n"
        "class Mine(Bot):\n"
        "    name = 'mine'\n"
        "    def choose(self, sight):\n"
        "        return sight.legal[0]\n"
        "    def over(self, sight):\n"
        f"        Path({str(noted)!r}).open('a').write(f'{{sight.seat}} {{len(sight.outcome.ranks)}} ')\n"
    )
    table = solo("templari", players=3, opponents=["random", f"python:{source}:Mine"], seat=1)
    play(table, 1)
    table.close()
    table.close()
    assert noted.read_text() == "0 3 "
    assert play(table, 2)[2]["seat"] == 1, "reset calls other bots"
    table.close()


def test_opponents_that_fail_are_told(tmp_path: Path) -> None:
    """Once by a warning, and by number at the end of each episode: who learns would never notice."""
    source = tmp_path / "mine.py"
    source.write_text("class Mine:\n    def choose(self, sight):\n        raise KeyError('100 %')\n")
    table = solo("templari", players=3, opponents=["random", f"python:{source}:Mine"])
    with pytest.warns(UserWarning, match=r"mine.py:Mine failed in seat 2, move [0-9]+: KeyError: '100 %' \(mine.py, line 3\)"):
        info = play(table, 1)[2]
    assert info["faults"] == 3, "then it is replaced"
    assert play(table, None)[2]["faults"] == 3, "of this episode, and no second warning: warnings are errors here"
    table.close()
    table = solo("templari", players=3, opponents="random")
    assert play(table, 1)[2]["faults"] == 0
    table.close()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seat": 3}, "seat takes 'random' or a seat from 0 to 2, not 3"),
        ({"seat": True}, "not True"),
        ({"seat": "first"}, "not 'first'"),
        ({"opponents": ["random"]}, "one for each of the 2 other seats, not 1"),
        ({"opponents": None}, "the name of a bot, or a list of them, not None"),
        ({"opponents": ["random", 3]}, "not .'random', 3."),
        ({"illegal_reward": "-1"}, "illegal_reward takes a number, not '-1'"),
        ({"illegal_reward": float("nan")}, "not nan"),
        ({"opponents": "gready"}, "no bot 'gready'; did you mean 'greedy'|no bot 'gready'"),
        ({"table_rules": "honour"}, "strict tables only"),
        ({"players": 9}, "3 to 5 players"),
        ({"colour": 1}, "colour"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(commandery.BadOption, match=said):
        gym.SoloEnv("templari", **{"players": 3, **options})


def test_a_copy_by_pickle_is_the_same_environment_with_bots_of_its_own() -> None:
    table = solo("templari", players=4, opponents=["random", "novice", "random"], seat=2, coins="hidden", illegal_reward=-1)
    twin = pickle.loads(pickle.dumps(table))
    assert twin.game.options["coins"] == "hidden" and twin.illegal_reward == -1
    assert play(twin, 5)[:2] == play(table, 5)[:2]


def test_rendering_needs_a_mode_and_a_match() -> None:
    with pytest.raises(commandery.CommanderyError, match="render_mode="):
        gym.SoloEnv("templari").render()
    with pytest.raises(gymnasium.error.ResetNeeded):
        gym.SoloEnv("templari", render_mode="ansi").render()
    with pytest.raises(commandery.BadOption, match="render_mode takes"):
        gym.SoloEnv("templari", render_mode="svg")


def test_many_games_need_a_reset_first() -> None:
    tables = gym.VectorEnv("templari", 2, players=3, seed=3, render_mode="ansi")
    for early in (lambda: tables.step([0, 0]), tables.render):
        with pytest.raises(gymnasium.error.ResetNeeded):
            early()
    seen, _ = tables.reset()
    tables.step(seen["action_mask"].argmax(1))
    assert tables.render()


def test_masks_can_be_asked_for_when_a_game_is_over() -> None:
    """Gymnasium's own vector of tables asks all of them before every step; who has ended begins anew with that step."""
    tables = gymnasium.make_vec("commandery/Templari-v1", num_envs=2, vectorization_mode="sync", players=3, opponents="random")
    tables.reset(seed=1)
    ended = 0
    while ended < 3:
        masks = np.stack(tables.call("action_masks"))
        *_, over, _, _ = tables.step(masks.argmax(1))
        for mask in np.stack(tables.call("action_masks"))[over]:
            ended += 1
            assert mask.nonzero()[0].tolist() == [0]
    tables.close()


def test_a_wrapped_environment_learns_too() -> None:
    """What `gymnasium.make` puts around it has nothing to complain about: warnings are errors here."""
    table = gymnasium.make("commandery/Journey-v2", players=3, opponents="random")
    seen, _ = table.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(20):
        seen, _, over, _, _ = table.step(legal(seen, rng))
        if over:
            seen, _ = table.reset()
    table.close()


# Many games


def vector(name: str, num_envs: int = 4, **options: Any) -> gym.VectorEnv:
    made = gymnasium.make_vec(gym.IDS[name], num_envs=num_envs, vectorization_mode="vector_entry_point", **options)
    assert isinstance(made, gym.VectorEnv)
    return made


def all_legal(seen: dict[str, Any], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])


@pytest.mark.parametrize("name", GAMES)
def test_many_games_are_those_of_a_batch(name: str) -> None:
    options: dict[str, Any] = {"rounds": 3} if name == "templar" else {}
    tables = vector(name, players=3, seed=6, **options)
    many = Batch(fair_game(name, 3, **options), 4, seed=6)
    rng = np.random.default_rng(1)
    seen, infos = tables.reset()
    ended = 0
    for _ in range(300):
        assert seen in tables.observation_space
        assert (seen["observation"] == many.shown.observations).all()
        assert (seen["action_mask"] == many.shown.masks).all()
        assert (seen["seat"] == many.shown.seats).all() and (infos["seat"] == many.shown.seats).all()
        actions, acted, over = all_legal(seen, rng), many.shown.seats, many.shown.over
        seen, rewards, ends, cuts, infos = tables.step(actions)
        shown = many.step(actions)
        assert (infos["acted"] == acted).all() and (infos["rewards"] == shown.rewards).all()
        assert rewards.tolist() == [shown.rewards[place, acted[place]] for place in range(4)]
        assert (ends == shown.over).all() and not cuts.any()
        assert not (ends & over).any(), "the step after the end begins the next game"
        ended += ends.sum()
    assert ended > 0
    tables.close()


def test_the_mode_of_starting_again_and_the_spaces_are_declared() -> None:
    tables = vector("templar", num_envs=7, players=5)
    assert tables.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert tables.num_envs == 7 and tables.action_space.shape == (7,)
    assert tables.observation_space["action_mask"].shape == (7, tables.single_action_space.n)
    assert tables.observation_space["seat"].shape == (7,)
    assert str(tables) == "VectorEnv(commandery/Templar-v3, num_envs=7)"


@pytest.mark.parametrize("option", [{"opponents": "greedy"}, {"seat": 1}, {"illegal_reward": -1.0}])
def test_options_of_tables_with_bots_are_told_where_they_belong(option: dict[str, Any]) -> None:
    (name,) = option
    with pytest.raises(commandery.BadOption, match=rf"^{name} is for tables with bots;.*vectorization_mode=\"sync\""):
        gymnasium.make_vec("commandery/Templari-v1", num_envs=2, **option)
    tables = gymnasium.make_vec("commandery/Templari-v1", num_envs=2, vectorization_mode="sync", opponents="random", seat=1)
    assert tables.reset(seed=1)[1]["seat"].tolist() == [1, 1]
    tables.close()


def test_seeds_of_many_games() -> None:
    def first(tables: gym.VectorEnv, **seed: int) -> bytes:
        return bytes(tables.reset(**seed)[0]["observation"].tobytes())

    one, two = gym.VectorEnv("templari", 4, seed=3), gym.VectorEnv("templari", 4)
    begun = first(one)
    assert begun == first(two, seed=3) == first(one, seed=3)
    assert first(one) == first(two) != begun, "later games follow from the seed"
    assert len({first(gym.VectorEnv("templari", 4)) for _ in range(3)}) > 1
    with pytest.raises(commandery.BadOption, match="one whole number for all games"):
        one.reset(seed=[1, 2, 3, 4])  # type: ignore[arg-type]
    assert first(two, seed=np.int64(3)) == first(gym.VectorEnv("templari", 4, seed=np.uint8(3))) == begun
    for seed in (-1, True, "3"):
        with pytest.raises(commandery.CommanderyError, match=r"a seed is (a|one) whole number"):
            one.reset(seed=seed)  # type: ignore[arg-type]
        with pytest.raises(commandery.CommanderyError, match="a seed is a whole number"):
            gym.VectorEnv("templari", 4, seed=seed)  # type: ignore[arg-type]


def test_numbers_and_texts_of_numpy_are_options_too() -> None:
    """As those of a sweep over arrays are."""
    table = gym.SoloEnv(
        "templari", np.int64(4), "random", np.int8(1), "rgb_array", illegal_reward=np.float32(-0.5), width=np.int16(64),
        coins=np.str_("hidden"), exchange=np.bool_(True),
    )  # fmt: skip
    _, info = table.reset(seed=1)
    assert table.game.options["coins"] == "hidden" and type(table.game.options["coins"]) is str
    assert info["seat"] == 1 and table.step(0)[1] == -0.5 and table.render().shape[1] == 64


def test_fresh_arrays_or_the_same_ones_again() -> None:
    rng = np.random.default_rng(0)
    fresh, reused = gym.VectorEnv("journey", 3, players=3, seed=1), gym.VectorEnv("journey", 3, players=3, seed=1, copy=False)
    one, two = fresh.reset()[0], reused.reset()[0]
    places = set()
    for _ in range(60):
        actions = all_legal(one, rng)
        held = {part: array.copy() for part, array in two.items()}
        before, two = two, reused.step(actions)[0]
        one = fresh.step(actions)[0]
        assert all((before[part] == held[part]).all() for part in held)
        assert all((one[part] == two[part]).all() for part in one)
        places.add(two["observation"].ctypes.data)
    assert len(places) == 2


def test_results_share_nothing() -> None:
    """Their check for one environment, for many."""

    class Legal(gym.VectorEnv):
        def step(self, actions: Any) -> Any:
            return super().step(all_legal(self._seen(self.batch.shown), np.random.default_rng(0)))

    check_returned_data_not_reused(Legal("templari", 1, players=3))  # type: ignore[arg-type]


def test_an_action_that_is_not_legal_is_an_error() -> None:
    tables = gym.VectorEnv("templari", 3, players=3, seed=1)
    tables.reset()
    with pytest.raises(commandery.CommanderyError, match=r"game 0 of the batch, seat \d: action 0 is not legal now"):
        tables.step(np.zeros(3, np.int64))


def test_many_games_as_text_and_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert gym.VectorEnv("templari", 2, render_mode="human").reset() and "player_0" in capsys.readouterr().out
    texts = gym.VectorEnv("templari", 2, render_mode="ansi")
    texts.reset(seed=1)
    assert [type(text) for text in texts.render() or ()] == [str, str]
    many = gym.VectorEnv("templari", 2, render_mode="rgb_array", width=64)
    many.reset(seed=1)
    pictures = many.render()
    assert pictures is not None and pictures[0].shape[1:] == (64, 3)
    with pytest.raises(commandery.CommanderyError, match="render_mode="):
        gym.VectorEnv("templari", 2).render()


def test_importing_again_registers_nothing_twice() -> None:
    import importlib

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        importlib.reload(gym)
    assert set(gym.IDS.values()) <= set(gymnasium.registry)
