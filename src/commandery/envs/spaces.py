"""What Gymnasium's and PettingZoo's environments share: spaces, masks, observations and frames."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from commandery.core.contract import WAIT
from commandery.core.errors import BadOption
from commandery.core.game import Game
from commandery.core.match import Match
from commandery.envs.extras import require
from commandery.envs.pixels import rasterise

require("gymnasium", "gymnasium")

from gymnasium import spaces  # noqa: E402

__all__ = [
    "FRAMES", "RENDER_MODES", "VERSIONS", "action_mask", "action_space", "check_mode", "frame", "observation_space", "observe",
]  # fmt: skip

VERSIONS = {"templar": 3, "templari": 1, "journey": 2}
"""The versions in the names of environments; games of others have 1. A game's is raised when the same actions would lead
elsewhere: when rules, observations, action ids or rewards change, so that what was learned before means something else."""
RENDER_MODES = ("human", "ansi", "rgb_array")
"""``ansi``: the table in lines of text; ``human``: these printed after every step; ``rgb_array``: the picture in pixels. All
of them show what a spectator sees, so nothing hidden."""
FRAMES = 2
"""Frames a second, for those who make films."""


def observation_space(game: Game) -> dict[str, spaces.Space[Any]]:
    """The parts of an observation: the numbers of ``docs/observations.md``, and what may be done."""
    observation = game.kind.observation
    return {
        "observation": spaces.Box(observation.low, observation.high, dtype=np.int16),
        "action_mask": spaces.Box(0, 1, (game.kind.actions,), np.int8),
    }


def action_space(game: Game) -> spaces.Discrete:
    return spaces.Discrete(game.kind.actions)


def action_mask(match: Match, seat: int) -> npt.NDArray[np.int8]:
    """What a seat may do, by action id; a seat that owes nothing waits."""
    mask = np.zeros(match.game.kind.actions, np.int8)
    if seat in match.to_act:
        mask[[action.id for action in match.legal(seat)]] = 1
    else:
        mask[WAIT] = 1
    return mask


def observe(match: Match, seat: int) -> dict[str, npt.NDArray[Any]]:
    """What a seat sees, and what it may do."""
    return {"observation": match.observe(seat), "action_mask": action_mask(match, seat)}


def check_mode(mode: str | None) -> str | None:
    """A render mode, or `BadOption` if there is none such."""
    if mode is None or mode in RENDER_MODES:
        return mode
    raise BadOption(f"render_mode takes {', '.join(map(repr, RENDER_MODES))} or None, not {mode!r}")


def frame(game: Game, view: dict[str, Any], mode: str, width: int) -> npt.NDArray[np.uint8] | str | None:
    """A view in one of the render modes."""
    if mode == "rgb_array":
        return rasterise(game.kind.picture(game.board, view, "en"), width)
    names = [f"player_{seat}" for seat in range(game.players)]
    text = "\n".join(game.kind.describe_table(view, names, "en"))
    if mode == "human":
        print(text, end="\n\n", flush=True)
        return None
    return text
