"""Random play in other game libraries: decisions per second on one core.

The peers live in an environment of their own, so that none of them is a dependency of this package:

    python3 -m venv .venv-peers
    .venv-peers/bin/pip install -r benchmarks/peers-requirements.txt
    .venv-peers/bin/python benchmarks/peers.py --seconds 5 > peers.json

One JSON document goes to stdout, a list with one object for each measurement: library, version, game, how, decisions,
seconds, decisions_per_second. What could not be measured is {"library", "error"}, with the game where it is known.

A decision is one action chosen by a player, forced ones included; a die or a card drawn by the game is none, though its
time counts. A measurement plays whole games one after another in one thread, first a warm-up, then three runs with a fresh
seed state until the time is up, and divides the decisions of the quickest by its wall-clock seconds, so it wants an otherwise
idle core. Every library runs in a process of its own: one that crashes costs its own measurements only.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from typing import Any

SEED = 1  # game n of a measurement has the seed SEED + n; never 0, which catanatron takes for "no seed"
WARM_UP = 0.2  # of the measured time
RUNS = 3
CHESS_PLIES = 200

Entry = dict[str, Any]
Play = Callable[[int], int]
"""Plays the game of this number to its end and returns how many decisions its players made."""


@dataclass(frozen=True)
class Case:
    """One measurement: `start` seeds everything anew and returns what plays a game.

    Where the library's own loop does not tell how many decisions it made, `recount` starts a player of the very same
    games that does: it plays them again after the clock has stopped.
    """

    game: str
    how: str
    start: Callable[[], Play]
    recount: Callable[[], Play] | None = None


def play_for(play: Play, seconds: float) -> tuple[int, int, float]:
    """Play games 0, 1, 2, ... until the time is up: how many games, how many decisions, how many seconds."""
    games = decisions = 0
    clock = time.perf_counter
    begun = clock()
    elapsed = 0.0
    while elapsed < seconds:
        decisions += play(games)
        games += 1
        elapsed = clock() - begun
    return games, decisions, elapsed


def measure(case: Case, seconds: float) -> Entry:
    """Warm up, and count the decisions of the quickest of three runs, each from the first game on."""
    play_for(case.start(), seconds * WARM_UP)
    runs = []
    for _ in range(RUNS):
        play = case.start()
        processor = time.process_time()
        games, decisions, elapsed = play_for(play, seconds / RUNS)
        runs.append((games, decisions, elapsed))
        share = (time.process_time() - processor) / elapsed
        if share < 0.95:
            print(f"{case.game}: had only {share:.0%} of a core; measure again on an idle machine", file=sys.stderr)
    games, decisions, elapsed = min(runs, key=lambda run: run[2] / run[0])
    if case.recount is not None:
        count = case.recount()
        decisions = sum(count(number) for number in range(games))
    return {
        "game": case.game,
        "how": case.how,
        "decisions": decisions,
        "seconds": round(elapsed, 3),
        "decisions_per_second": round(decisions / elapsed),
    }


# OpenSpiel: C++ games, once in its own C++ loop and once driven from Python.

OPEN_SPIEL_GAMES = {
    "backgammon": "2 players, dice",
    "goofspiel(players=4)": "4 players, choices at once",
    "hearts": "4 players, hidden cards",
    "leduc_poker": "2 players, hidden cards",
    "mancala": "2 players",
    "oware": "2 players",
    "pig": "2 players, dice, two actions",
    "ultimate_tic_tac_toe": "2 players",
}
"""Games that many know, and the quickest that we found."""


def open_spiel_cases() -> Iterator[Case]:
    """OpenSpiel's `evaluate_bots` with C++ random bots, and the loop that a Python program writes."""
    import pyspiel

    for name, kind in OPEN_SPIEL_GAMES.items():
        game = pyspiel.load_game(name)
        yield Case(
            f"{name.partition('(')[0]} ({kind})",
            "pyspiel.evaluate_bots with make_uniform_random_bot: all C++, one call a game; decisions counted by playing the "
            "same seeds again, off the clock, and reading each final state's full_history()",
            partial(spiel_bots, pyspiel, game, count=False),
            partial(spiel_bots, pyspiel, game, count=True),
        )
        yield Case(
            f"{name.partition('(')[0]} ({kind})",
            "loop in Python over the C++ state: legal_actions() and apply_action(), chance_outcomes() sampled in Python, "
            "a decision for each player where they choose at once",
            partial(spiel_python, game),
        )


def spiel_bots(pyspiel: Any, game: Any, *, count: bool) -> Play:
    """Games by OpenSpiel's C++ loop; the bots' generators run on from game to game, so a recount starts at game 0 too."""
    bots = [pyspiel.make_uniform_random_bot(player, 1_000_003 * SEED + player) for player in range(game.num_players())]

    def play(number: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, SEED + number)
        if not count:
            return 0
        return sum(step.player >= 0 for step in state.full_history())  # chance is player -1

    return play


def spiel_python(game: Any) -> Play:
    """The same games stepped from Python."""
    rng = random.Random(SEED)
    players = range(game.num_players())

    def play(number: int) -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
                decisions += len(players)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


# catanatron: The Settlers of Catan in Python.


def catanatron_cases() -> Iterator[Case]:
    """catanatron's own `Game.play` with four of its random players."""
    from catanatron import Color, Game, RandomPlayer

    def start() -> Play:
        players = [RandomPlayer(color) for color in Color]

        def play(number: int) -> int:
            game = Game(players, seed=SEED + number)
            game.play()
            return len(game.state.actions)

        return play

    how = "Game.play() with RandomPlayer; decisions counted in game.state.actions, which has each roll and end of turn"
    yield Case("Catan (4 players)", how, start)


# RLCard: card games in Python, made for reinforcement learning.


def rlcard_cases() -> Iterator[Case]:
    """RLCard's own `env.run` with its random agents."""
    import numpy
    import rlcard
    from rlcard.agents import RandomAgent

    def start(name: str) -> Play:
        numpy.random.seed(SEED)  # where RandomAgent draws from
        env = rlcard.make(name, config={"seed": SEED})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

        def play(number: int) -> int:
            before = env.timestep
            env.run(is_training=True)
            return int(env.timestep - before)

        return play

    for name in ("limit-holdem", "uno"):
        yield Case(
            f"{name} (2 players, hidden cards)",
            "env.run(is_training=True), the faster of its two modes, with RandomAgent; decisions counted by env.timestep",
            partial(start, name),
        )


# python-chess: chess in Python.


def chess_cases() -> Iterator[Case]:
    """Random legal moves with python-chess, which has no loop of its own."""
    import chess

    def start() -> Play:
        rng = random.Random(SEED)

        def play(number: int) -> int:
            board = chess.Board()
            for ply in range(CHESS_PLIES):
                moves = list(board.legal_moves)
                if not moves:
                    return ply
                board.push(rng.choice(moves))
            return CHESS_PLIES

        return play

    how = f"loop in Python: list(board.legal_moves) and board.push(), until there is no move or for {CHESS_PLIES} plies"
    yield Case("chess (2 players)", how, start)


PEERS: dict[str, Callable[[], Iterator[Case]]] = {
    "open_spiel": open_spiel_cases,
    "catanatron": catanatron_cases,
    "rlcard": rlcard_cases,
    "chess": chess_cases,
}
"""By the name that the library has on the package index."""


def one_line(error: BaseException) -> str:
    """The error's type and the first line of its message."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def measure_library(library: str, seconds: float) -> list[Entry]:
    """Every measurement of one library, in this process; a failure becomes an entry."""
    entries: list[Entry] = []
    try:
        version = metadata.version(library)
        for case in PEERS[library]():
            try:
                entries.append({"library": library, "version": version} | measure(case, seconds))
            except Exception as error:
                entries.append({"library": library, "game": case.game, "error": one_line(error)})
    except Exception as error:
        entries.append({"library": library, "error": one_line(error)})
    return entries


def measure_apart(library: str, seconds: float) -> list[Entry]:
    """`measure_library` in a process of its own, whose last line of output is the answer."""
    command = [sys.executable, __file__, "--seconds", str(seconds), "--only", library]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    try:
        entries: list[Entry] = json.loads(result.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return [{"library": library, "error": f"its process ended with status {result.returncode} and no answer"}]
    return entries


def main() -> None:
    """Measure every library, or in this very process the only one asked for."""
    parser = argparse.ArgumentParser(description="Random-play decisions per second, on one core, of other game libraries.")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each measurement takes (default: %(default)s)")
    parser.add_argument("--only", choices=PEERS, help="this library only, as one line of JSON")
    options = parser.parse_args()
    if options.only:
        print(json.dumps(measure_library(options.only, options.seconds)))
    else:
        print(json.dumps([entry for library in PEERS for entry in measure_apart(library, options.seconds)], indent=2))


if __name__ == "__main__":
    main()
