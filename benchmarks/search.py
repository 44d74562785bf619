"""Search speed on one core, next to OpenSpiel's: simulated decisions a second, with uniform playouts to the end.

`make bench-search` runs it and writes it into docs/strength.md: ours on the first decision of each game, OpenSpiel's C++ and
Python IS-MCTS on the first decision of gin rummy (in the environment of `peers.py`), in one run. A simulation counts the
decisions from the position searched to the end of its game; OpenSpiel does not tell these, so they are counted in random games
from that position.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from typing import Any

from report import peers_python, save

PEER = "--peer"
SIMULATIONS = {"c++": (200, 2000), "python": (50, 200)}
"""In one search; the quickest counts, since OpenSpiel's becomes slower as its tree grows."""
WANTED = {"c++": 50, "python": 100}
"""How many times as fast ours is to be."""
Row = dict[str, Any]


def ours(seconds: float) -> list[Row]:
    """Our search in its plain mode."""
    import commandery
    from commandery.bots import Ismcts, Sight
    from commandery.bots.search import PLAIN, Budget

    rows = []
    for kind in commandery.games():
        match = kind.setup(players=4).start(seed=1)
        sight = Sight(match, match.to_act[0])
        Ismcts(1, Budget(simulations=32), PLAIN).choose(sight)  # compiles
        bot = Ismcts(1, Budget(seconds=2 * seconds), PLAIN)  # a decision may use half of its turn's budget
        began = time.perf_counter()
        bot.choose(sight)
        took = time.perf_counter() - began
        rows.append(_row(f"commandery {kind.name}", "compiled Python", bot.simulations, bot.decisions, took))
    return rows


def _row(game: str, how: str, simulations: int, decisions: float, seconds: float) -> Row:
    return {
        "game": game, "how": how, "simulations": simulations, "seconds": round(seconds, 3),
        "decisions_in_each": round(decisions / simulations, 1), "decisions_per_second": round(decisions / seconds),
    }  # fmt: skip


def peer(seconds: float) -> list[Row]:
    """OpenSpiel's searches; only where it is installed."""
    import random

    import numpy as np
    import pyspiel  # type: ignore[import-not-found]
    from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-not-found]

    game = pyspiel.load_game("gin_rummy")
    dice = random.Random(1)
    root = game.new_initial_state()
    while root.is_chance_node():
        root.apply_action(dice.choice(root.legal_actions()))

    def length() -> int:
        state, made = root.clone(), 0
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(dice.choice(state.legal_actions()))
        return made

    mean = sum(length() for _ in range(300)) / 300
    bots = {
        "c++": lambda n: pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, n),
        "python": lambda n: ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, n, random_state=np.random.RandomState(1)
        ),
    }
    rows = []
    for how, make in bots.items():
        tried = []
        for simulations in SIMULATIONS[how]:
            done, began = 0, time.perf_counter()
            while time.perf_counter() - began < seconds:
                make(simulations).step(root.clone())
                done += simulations
            tried.append(_row("OpenSpiel gin_rummy", f"its {how} IS-MCTS", done, done * mean, time.perf_counter() - began))
        rows.append({**max(tried, key=lambda row: row["decisions_per_second"]), "wanted": WANTED[how]})
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
    parser.add_argument(PEER, action="store_true", help="measure OpenSpiel and print JSON (used by itself)")
    given = parser.parse_args()
    if given.peer:
        print(json.dumps(peer(given.seconds)))
        return 0
    rows = ours(given.seconds)
    try:
        command = [str(peers_python()), __file__, PEER, "--seconds", str(given.seconds)]
        rows += json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[-1])
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"OpenSpiel could not be measured: {error}", file=sys.stderr)
    for row in rows:
        print(
            f"  {row['game']:24} {row['how']:18} {row['decisions_per_second']:>12,}  ({row['decisions_in_each']} a simulation)"
        )
    save("search", {"rows": rows})
    import strength
    import strength_report

    strength_report.write(strength.rows(), strength.RESULTS, strength.DOCS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
