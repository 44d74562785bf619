"""The games for learners, through the interfaces they already use.

- `commandery.envs.pettingzoo`: several agents, one after another or all at once (extra ``pettingzoo``)
- `commandery.envs.gymnasium`: one agent against bots; many games at once (extra ``gymnasium``)
- `commandery.envs.openspiel`: games for OpenSpiel's algorithms (extra ``openspiel``)
- `Batch`: many games at once in compiled code, with nothing but NumPy
- `Solo`: one game, a step at a time, for fast loops in Python
- `commandery.envs.gpu`: the same on a GPU (extra ``gpu``)
"""

from commandery.envs.batch import Batch, warm_up
from commandery.envs.fair import fair_game, payoffs
from commandery.envs.solo import Solo

__all__ = ["Batch", "Solo", "fair_game", "payoffs", "warm_up"]
