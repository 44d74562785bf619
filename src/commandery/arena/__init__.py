"""Many games at once: simulation in compiled code, and tournaments between bots."""

from commandery.arena.contest import Played
from commandery.arena.lineups import LINEUPS, lineups
from commandery.arena.results import Results, Standing, wilson
from commandery.arena.simulate import Broken, Simulation, simulate
from commandery.arena.store import record_of
from commandery.arena.tournament import results_of, tournament
from commandery.arena.warm import warm_up_all, warm_up_loops, warm_up_play

__all__ = [
    "LINEUPS", "Broken", "Played", "Results", "Simulation", "Standing", "lineups", "record_of", "results_of", "simulate",
    "tournament", "warm_up_all", "warm_up_loops", "warm_up_play", "wilson",
]  # fmt: skip
