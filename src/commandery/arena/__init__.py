"""Many games at once."""

from commandery.arena.simulate import Simulation, simulate

__all__ = ["Simulation", "simulate"]
