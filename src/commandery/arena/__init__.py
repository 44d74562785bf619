"""Many games at once: simulation in compiled code, and tournaments between bots."""

from commandery.arena.contest import Played
from commandery.arena.lineups import LINEUPS, lineups
from commandery.arena.results import Results, Standing, wilson
from commandery.arena.simulate import Broken, Simulation, simulate
from commandery.arena.store import record_of
from commandery.arena.tournament import results_of, tournament
from commandery.arena.warm import warm_up, warm_up_all

__all__ = [
    "LINEUPS", "Broken", "Played", "Results", "Simulation", "Standing", "lineups", "record_of", "results_of", "simulate",
    "tournament", "warm_up", "warm_up_all", "wilson",
]  # fmt: skip
