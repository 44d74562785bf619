"""OpenSpiel plays the games: its own checks, secrets, resampling, bots, and how long a match can get.

Its ``api_test`` is run as it is, but looks at nothing beyond the beginning of simultaneous games; `test_the_interface_holds`
looks at states of random matches of all.
"""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import random
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import commandery
from commandery.core.contract import CHANCE, WAIT
from commandery.core.match import BY_HAND, Match
from commandery.envs import payoffs
from conftest import EVERY_SET, GAMES, ROOT

spiel: Any = pytest.importorskip("pyspiel")
flags: Any = pytest.importorskip("absl.flags")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from commandery.envs.openspiel import load  # noqa: E402
from commandery.envs.openspiel.course import Course  # noqa: E402
from commandery.envs.openspiel.game import NAMES  # noqa: E402

SHORT = {"templar": {"rounds": 5}}
"""Options that keep matches short."""
SEALED = [name for name, simultaneous in NAMES if simultaneous]


def tables() -> list[Any]:
    """Every game that OpenSpiel knows of us, for every number of players."""
    found = []
    for (name, _), known_as in NAMES.items():
        low, high = commandery.game(name).kind.players
        for players in range(low, high + 1):
            options = "".join(f",{option}={value}" for option, value in SHORT.get(name, {}).items())
            found.append(pytest.param(f"{known_as}(players={players}{options})", id=f"{known_as}-{players}"))
    return found


def act(state: Any, rng: random.Random) -> None:
    """Somebody does something, or chance."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    elif state.is_simultaneous_node():
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def states(game: Any, seed: int, every: int = 1) -> Iterator[Any]:
    """A random match: some of its states, before each something happens."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if rng.randrange(every) == 0:
            yield state
        act(state, rng)
    yield state


# OpenSpiel's own checks


@pytest.mark.sized("openspiel")
@pytest.mark.parametrize("text", tables())
def test_openspiel_simulates(text: str, size: int) -> None:
    game = spiel.load_game(text)
    spiel.random_sim_test(game, num_sims=size, serialize=True, verbose=False)
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(game)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)


@pytest.mark.parametrize(("name", "simultaneous"), NAMES)
def test_openspiels_test_of_the_interface_passes(name: str, simultaneous: bool) -> None:
    known_as = NAMES[name, simultaneous]
    game = load(name, simultaneous=simultaneous, **SHORT.get(name, {}))
    case = type(known_as, (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": known_as})
    np.random.seed(2)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5 and not result.failures and not result.errors


@pytest.mark.parametrize(("name", "simultaneous"), NAMES)
def test_the_interface_holds(name: str, simultaneous: bool) -> None:
    game = load(name, simultaneous=simultaneous, **SHORT.get(name, {}))
    seats = range(game.num_players())
    secret = make_observation(
        game,
        spiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=spiel.PrivateInfoType.SINGLE_PLAYER),
    )
    for state in states(game, 2, 8):
        assert len(state.full_history()) <= game.max_history_length() and state.move_number() <= game.max_move_number()
        by_chance = [item for item in state.full_history() if item.player == spiel.PlayerId.CHANCE]
        assert len(by_chance) <= game.max_chance_nodes_in_history()
        for look in (state.information_state_string, state.observation_string, state.observation_tensor):
            for seat in seats:
                assert look(seat)
            for seat in (-1, len(seats) + 1):
                with pytest.raises(RuntimeError, match=r"player [>=<]+"):
                    look(seat)
            if state.is_chance_node() or state.is_terminal():
                with pytest.raises(RuntimeError):
                    look()
        assert all(secret.string_from(state, seat) for seat in seats)
        if not state.is_chance_node() and not state.is_simultaneous_node():
            others = [seat for seat in seats if seat != state.current_player()]
            assert not any(state.legal_actions(seat) for seat in others)


@pytest.mark.parametrize(("name", "simultaneous"), NAMES)
def test_a_playthrough_is_played_again(name: str, simultaneous: bool, tmp_path: Path) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    text = NAMES[name, simultaneous] + ("(rounds=2)" if name == "templar" else "")
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(text, None, seed=3))
    before, again = generate_playthrough.replay(str(file))
    assert before == again and "Returns() = " in before


# The same game as ours


@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_same_match(name: str) -> None:
    game = load(name, **SHORT.get(name, {}))
    match = game.table.start(chance=BY_HAND)
    for state in states(game, 5):
        if match.over:
            assert state.returns() == pytest.approx(payoffs(match.outcome.ranks)) and state.rewards() == state.returns()
            assert sum(state.returns()) == pytest.approx(0)
            break
        for player, action in [(item.player, item.action) for item in state.full_history()[len(match.history) :]]:
            match.play(CHANCE if player < 0 else player, action)
        if match.over:
            continue
        seat = match.to_act[0]
        if seat == CHANCE:
            total = sum(weight for _, weight in match.outcomes())
            assert state.chance_outcomes() == [(action.id, weight / total) for action, weight in match.outcomes()]
            continue
        assert state.current_player() == seat and state.legal_actions() == [action.id for action in match.legal(seat)]
        assert [state.action_to_string(seat, action.id) for action in match.legal(seat)] == list(map(str, match.legal(seat)))
        assert np.array_equal(state.observation_tensor(seat), match.observe(seat))
        assert json.loads(state.observation_string(seat)) == json.loads(json.dumps(match.view(seat)))
        assert not any(state.returns())


@pytest.mark.parametrize("name", GAMES)
def test_it_tells_what_has_happened(name: str) -> None:
    """All that a spectator may know stands in what each player knows, and nothing from a player's own eyes but the secrets."""
    game = load(name, **SHORT.get(name, {}))
    recalled = spiel.IIGObservationType(perfect_recall=True, public_info=True, private_info=spiel.PrivateInfoType.NONE)
    public = game.make_py_observer(recalled)
    *_, state = states(game, 6)
    assert public.tensor is None and public.dict == {}
    for seat in range(game.num_players()):
        known = state.information_state_string(seat)
        first, _, rest = known.partition("\n")
        assert first.startswith(f"seat {seat} ") and rest == public.string_from(state, seat)
    assert rest.count("\n") == state.move_number()


@pytest.mark.parametrize("name", SEALED)
def test_choices_at_once_are_choices_one_after_another(name: str) -> None:
    for seed in range(3):
        together, apart = (
            load(name, 3, simultaneous=each, **SHORT.get(name, {})).new_initial_state() for each in (True, False)
        )
        rng, joint = random.Random(seed), 0
        while not together.is_terminal():
            if not together.is_simultaneous_node():
                act(together, rng)
                apart.apply_action(together.history()[-1])
                continue
            joint += 1
            owing = together.course.to_act
            assert all((together.legal_actions(seat) == [WAIT]) != (seat in owing) for seat in range(3))
            actions = [rng.choice(together.legal_actions(seat)) for seat in range(3)]
            together.apply_actions(actions)
            for seat in owing:
                assert apart.current_player() == seat
                apart.apply_action(actions[seat])
            assert str(together) == str(apart)
        assert joint and together.returns() == apart.returns()


# Secrets


@pytest.mark.sized("openspiel")
@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_cannot_see_changes_nothing(name: str, size: int) -> None:
    options = {"coins": "hidden"} if name == "templari" else SHORT.get(name, {})
    game, rng, changed = load(name, 3, **options), random.Random(4), 0
    table = game.table
    recalled = make_observation(game, spiel.IIGObservationType(perfect_recall=True))
    for seed in range(2 + size):
        for state in states(game, seed, 2):
            for seat in range(3):
                other = state.course.match.state_array()
                table.kind.scramble(table.world, other, seat, rng.randrange)
                if other.tobytes() == state.course.match.state:
                    continue
                changed += 1
                twin = state.clone()
                twin._course.match = twin._course.match.from_here(other)
                assert twin.information_state_string(seat) == state.information_state_string(seat)
                assert twin.observation_string(seat) == state.observation_string(seat)
                assert twin.observation_tensor(seat) == state.observation_tensor(seat)
                assert recalled.string_from(twin, seat) == recalled.string_from(state, seat)
                assert str(twin) != str(state)
    assert changed > 5


@pytest.mark.sized("openspiel")
@pytest.mark.parametrize("name", GAMES)
def test_resampling_keeps_what_a_player_knows_and_nothing_else(name: str, size: int) -> None:
    game, changed = load(name, 3, **SHORT.get(name, {})), 0
    for seed in range(3 + size):
        for state in states(game, seed, 4):
            for seat in range(3):
                found = state.resample_from_infostate(seat, lambda: 0.3)
                changed += str(found) != str(state)
                for look in ("information_state_string", "observation_string", "observation_tensor"):
                    assert getattr(found, look)(seat) == getattr(state, look)(seat)
                assert found.current_player() == state.current_player() and found.move_number() == state.move_number()
                again = state.resample_from_infostate(seat, lambda: 0.8).resample_from_infostate(seat, lambda: 0.3)
                assert (again.history(), str(again)) == (found.history(), str(found))
                assert_follows_from_its_history(game, found)
    assert (changed > 2) == bool(game.table.kind.unknown)


@pytest.mark.parametrize("name", SEALED)
def test_resampling_where_choices_are_made_at_once(name: str) -> None:
    game = load(name, 3, simultaneous=True, **SHORT.get(name, {}))
    for state in states(game, 1, 6):
        found = state.resample_from_infostate(1, lambda: 0.6)
        assert found.information_state_string(1) == state.information_state_string(1)
        assert_follows_from_its_history(game, found)


def assert_follows_from_its_history(game: Any, found: Any) -> None:
    """Its history, played from the beginning, leads to it."""
    played, history = game.new_initial_state(), list(found.history())
    while history:
        if played.is_simultaneous_node():
            played.apply_actions([history.pop(0) for _ in range(game.num_players())])
        else:
            played.apply_action(history.pop(0))
    assert str(played) == str(found)
    assert [(item.player, item.action) for item in played.full_history()] == [
        (item.player, item.action) for item in found.full_history()
    ]


def test_a_clone_goes_its_own_way() -> None:
    state, rng = load("journey", 3).new_initial_state(), random.Random(1)
    for _ in range(60):
        act(state, rng)
    before, history = str(state), state.history()
    twin = state.clone()
    act(twin, rng)
    assert (str(state), state.history()) == (before, history) and len(twin.history()) > len(history)
    kept = pickle.loads(pickle.dumps(state))
    assert kept.information_state_string(1) == state.information_state_string(1)
    act(kept, random.Random(2))
    act(state, random.Random(2))
    assert str(kept) == str(state) and kept.information_state_string(0) == state.information_state_string(0)
    assert isinstance(copy.deepcopy(state.course), Course)


def test_a_state_outlives_its_game() -> None:
    state = spiel.load_game("commandery_templari(players=4,side_auctions=False)").new_initial_state()
    assert len(state.legal_actions()) == 4
    game = pickle.loads(pickle.dumps(state.get_game()))
    assert game.table.options["side_auctions"] is False and game.new_initial_state().num_players() == 4


def everything(state: Any) -> tuple[Any, ...]:
    """All that can be asked of a state."""
    found = state.resample_from_infostate(0, lambda: 0.4)
    told = [state.information_state_string(seat) for seat in range(state.num_players())]
    return str(state), state.serialize(), state.history(), state.legal_actions(), told, str(found), found.serialize()


@pytest.mark.parametrize("name", GAMES)
def test_an_action_that_is_refused_changes_nothing(name: str) -> None:
    game, refused = load(name, 3, **SHORT.get(name, {})), 0
    for state in states(game, 2, 8):
        if state.is_terminal() or state.is_chance_node():
            continue
        before = everything(state)
        for action in (WAIT, game.num_distinct_actions() - 1, game.num_distinct_actions()):
            with pytest.raises(commandery.CommanderyError):
                state.apply_action(action)
            assert everything(state) == before
            refused += 1
    assert refused > 9


@pytest.mark.parametrize("name", SEALED)
@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_of_choices_at_once_none_is_made_where_one_is_refused(name: str, wrong: int) -> None:
    game, met = load(name, 3, simultaneous=True, **SHORT.get(name, {})), 0
    for state in states(game, 1):
        if not state.is_simultaneous_node() or wrong not in state.course.to_act:
            continue
        before, met = everything(state), met + 1
        for action in (WAIT, game.num_distinct_actions() - 1, game.num_distinct_actions()):
            actions = [state.legal_actions(seat)[0] for seat in range(3)]
            actions[wrong] = action
            with pytest.raises(commandery.CommanderyError):
                state.apply_actions(actions)
            assert everything(state) == before
        if met > 2:
            break
    assert met


# What OpenSpiel makes of them


@pytest.mark.parametrize("name", SEALED)
def test_choices_at_once_can_be_taken_in_turn(name: str) -> None:
    game = spiel.convert_to_turn_based(load(name, 3, simultaneous=True, **SHORT.get(name, {})))
    spiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_its_environment_for_learners_plays() -> None:
    kind = rl_environment.ObservationType.OBSERVATION
    environment = rl_environment.Environment(load("templari"), observation_type=kind)
    step = environment.reset()
    while not step.last():
        step = environment.step([step.observations["legal_actions"][step.observations["current_player"]][-1]])
    assert sum(step.rewards) == pytest.approx(0)


# Bots


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_bots_play(name: str) -> None:
    options: dict[str, Any] = {"rounds": 3} if name == "templar" else {}
    game = load(name, 3, **options)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        ismcts.ISMCTSBot(game, evaluator, 1.0, 2, random_state=rng),
        mcts.MCTSBot(game, 1.0, 2, evaluator, random_state=rng),
        ismcts.ISMCTSBot(game, evaluator, 1.0, 2, max_world_samples=1, random_state=rng, use_observation_string=True),
    ]
    state, chance = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            act(state, chance)
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert len(state.returns()) == 3
    with pytest.raises(commandery.CommanderyError, match="the game is over: nobody acts any more"):
        state.apply_action(1)


# How long a match can get


def stubborn(match: Match, rng: random.Random) -> None:
    """Players who raise by as little as they can, go on as long as they may, and never give up."""
    seat = match.to_act[0]
    options = match.legal(seat)
    if seat != CHANCE and len(options) > 1 and str(options[0]) in ("stop", "pass") and rng.random() < 0.95:
        options = options[1:]
        bids = [action for action in options if str(action).startswith("bid")]
        tosses = [action for action in options if str(action) in ("toss", "again")]
        options = bids[:1] or tosses or options
    match.play(seat, rng.choice(options))


@pytest.mark.parametrize(("name", "options"), [each for each in EVERY_SET if each.values[1].get("table_rules") != "honour"])
def test_no_match_is_longer_than_it_can_be(name: str, options: dict[str, Any]) -> None:
    game, rng = commandery.game(name, **options, **SHORT.get(name, {})), random.Random(1)
    decisions, outcomes = game.kind.longest(game.world)
    match = game.start(chance=BY_HAND)
    while not match.over:
        stubborn(match, rng)
    by_chance = sum(move.seat == CHANCE for move in match.history)
    assert by_chance <= outcomes and len(match.history) - by_chance <= decisions


def test_no_match_was_longer_than_it_can_be() -> None:
    row = re.compile(r"\| (Templar|Templari|Templars' Journey) \| (\d) \|[^|]*\|[^|]*\| (\d+) \|")
    measured = row.findall((ROOT / "docs" / "lengths.md").read_text())
    names = {"Templar": "templar", "Templari": "templari", "Templars' Journey": "journey"}
    assert len(measured) == 10
    for title, players, longest in measured:
        game = commandery.game(names[title], int(players))
        assert int(longest) <= load(names[title], int(players)).max_game_length() == game.kind.longest(game.world)[0]


# How it is used


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("commandery_templar(players=6)", "templar is for 2 to 5 players, not 6"),
        ("commandery_templar(table_rules=honour)", "strict tables only"),
        ("commandery_templar(players=5,stephanus=False)", "five players play with Stephanus"),
        ("commandery_templar(rounds=0)", "option rounds takes a whole number from 1 to 1000, not 0"),
        ("commandery_templari(start=3)", "option start takes 'random' or a seat from 0 to 2, not 3"),
        ("commandery_journey(coins=hidden)", "Unknown parameter 'coins'"),
        ("commandery_journey(players=many)", "Wrong type for parameter players"),
    ],
)
def test_wrong_parameters_are_refused(text: str, said: str) -> None:
    with pytest.raises((commandery.BadOption, spiel.SpielError), match=said):
        spiel.load_game(text)


def test_load_takes_our_words() -> None:
    game = load("journey", players=4, simultaneous=True, start=2)
    assert str(game) == "commandery_journey_simultaneous(players=4,start=2)"
    assert game.new_initial_state().legal_actions() == [180]
    assert load("templari", start="random").table.options["start"] == "random"
    assert load("templari", start=-1).table.options["start"] == "random"
    numbers = load("templar", np.int64(3), rounds=np.int16(4), stephanus=np.bool_(True))  # type: ignore[arg-type]
    assert str(numbers) == str(load("templar", 3, rounds=4, stephanus=True))
    for start in (-1, 1):
        game = load("templari", players=4, start=start, exchange=True)
        assert str(load("templari", **game.get_parameters())) == str(game)
    with pytest.raises(commandery.BadOption, match="not -2"):
        load("templari", start=-2)
    for wrong in ({"simultaneous": True}, {"table_rules": "honour"}, {"players": 2}, {"side_auction": True}, {"start": "me"}):
        with pytest.raises(commandery.BadOption):
            load("templari", **wrong)  # type: ignore[arg-type]
    with pytest.raises(commandery.BadOption, match="did you mean templar"):
        load("templr")
    with pytest.raises(commandery.BadOption, match="the board that comes with it"):
        load("templar", board="mine.toml")


def test_observers_refuse_what_there_is_not() -> None:
    game = load("templari")
    assert game.make_py_observer({}).tensor.shape == (game.table.kind.observation.length,)
    with pytest.raises(commandery.CommanderyError, match="no parameters"):
        game.make_py_observer(None, {"size": 1})
    with pytest.raises(commandery.CommanderyError, match="secrets of all"):
        game.make_py_observer(spiel.IIGObservationType(perfect_recall=False, private_info=spiel.PrivateInfoType.ALL_PLAYERS))


def test_without_openspiel_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if module.startswith("commandery.envs.openspiel")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(commandery.CommanderyError, match=re.escape("pip install 'commandery[openspiel]'")):
        importlib.import_module("commandery.envs.openspiel")


def test_the_code_in_the_documentation_runs() -> None:
    """In a process of its own, which ends in peace."""
    code = "\n".join(re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "openspiel.md").read_text(), re.DOTALL))
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "commandery_templar" in done.stdout, done.stderr
