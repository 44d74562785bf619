"""The games for OpenSpiel. Importing this makes them known to it, by these names:

- ``commandery_templar``, ``commandery_templari``, ``commandery_journey``: one decision after another; what others have chosen
  secretly is hidden until it is revealed
- ``commandery_templar_simultaneous``, ``commandery_journey_simultaneous``: what is chosen secretly is chosen at once

``load("templar", players=3)`` is the same as ``pyspiel.load_game("commandery_templar(players=3)")``.
"""

from commandery.envs.openspiel.game import SpielGame, SpielState, load, register_games

__all__ = ["SpielGame", "SpielState", "load"]

register_games()
