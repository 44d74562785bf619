"""What OpenSpiel's observers see: strings and tensors, from a seat's view or with all that was seen before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from commandery.core.errors import CommanderyError
from commandery.core.observation import Observation
from commandery.envs.extras import require

__all__ = ["Observer"]

spiel: Any = require("pyspiel", "openspiel")


class Observer:
    """Observes a state for one player, in the form that OpenSpiel's ``observation`` module asks for. There is a tensor of the
    table as the player sees it now; of the public part alone, the private part alone, and of the past there are strings."""

    tensor: npt.NDArray[np.float32] | None
    dict: dict[str, npt.NDArray[np.float32]]

    def __init__(self, observation: Observation, wanted: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise CommanderyError(f"observers take no parameters, so not {dict(params)}")
        if wanted.private_info == spiel.PrivateInfoType.ALL_PLAYERS:
            raise CommanderyError("nobody observes the secrets of all players")
        self._recall = wanted.perfect_recall
        self._public = wanted.public_info
        self._private = wanted.private_info == spiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor, self.dict = None, {}
        if self._public and self._private and not self._recall:
            self.tensor = np.zeros(observation.length, np.float32)
            self.dict = observation.named(self.tensor)

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is not None:
            self.tensor[:] = state.course.match.observe(player)

    def string_from(self, state: Any, player: int) -> str:
        """The observation in words."""
        course = state.course
        if self._recall and self._public:
            return str(course.known(player) if self._private else course.public())
        if self._public:
            return str(course.shown(player if self._private else None))
        return str(course.private(player)) if self._private else ""
