"""Many games at once."""

from commandery.arena.simulate import Broken, Simulation, simulate
from commandery.arena.warm import warm_up, warm_up_all

__all__ = ["Broken", "Simulation", "simulate", "warm_up", "warm_up_all"]
