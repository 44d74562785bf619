"""The games for Gymnasium: one agent against bots, and many games at once.

Importing this module registers ``commandery/Templar-v3``, ``commandery/Templari-v1`` and ``commandery/Journey-v2``:

    gymnasium.make("commandery/Templar-v3", players=4, opponents="greedy", seat="random")
    gymnasium.make_vec("commandery/Templar-v3", num_envs=1024, players=4)

The first is a `SoloEnv`, the second a `VectorEnv`, in which the caller decides for every seat. An observation is a dict:
``observation``, the numbers that ``docs/observations.md`` lists field by field, and ``action_mask``, 1 for every action id that
may be played. Strict tables only. Options of the game are given by name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from commandery.bots.bot import Bot, Sight
from commandery.bots.specs import make_bot
from commandery.core.errors import BadOption, CommanderyError
from commandery.core.match import Match
from commandery.core.stream import check_seed
from commandery.envs.batch import Batch, Shown
from commandery.envs.extras import require
from commandery.envs.fair import fair_game, payoffs
from commandery.envs.pixels import WIDTH

require("gymnasium", "gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import EzPickle  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

from commandery.envs.spaces import (  # noqa: E402
    FRAMES,
    RENDER_MODES,
    VERSIONS,
    action_mask,
    action_space,
    check_mode,
    frame,
    observation_space,
    observe,
)

__all__ = ["IDS", "PATIENCE", "SoloEnv", "VectorEnv"]

Seen = dict[str, Any]
"""``observation`` and ``action_mask``; many games have ``seat`` too."""
Frame = npt.NDArray[np.uint8] | str | None

PATIENCE = 100
"""After so many illegal actions in a row an episode is cut off."""
_FOR_ONE_AGENT = {"opponents", "seat", "illegal_reward"}
IDS = {name: f"commandery/{name.capitalize()}-v{version}" for name, version in VERSIONS.items()}
"""The registered ids, by the names of the games."""


class SoloEnv(gymnasium.Env[Seen, Any], EzPickle):
    """One agent at a table with bots. An episode is a match; the reward comes at its end: 1 for the first, -1 for the last,
    evenly between (see `payoffs`).

    ``opponents`` is a bot for all other seats or a list of one for each, clockwise from the agent (see `make_bot`). ``seat`` is
    the agent's, or "random": another one each episode. An illegal action changes nothing: it costs ``illegal_reward``, is told
    in ``info["illegal"]``, and the hundredth in a row truncates the episode. ``reset(seed=7)`` fixes all that chance and the
    bots do, chance as ``game.start(seed=7)`` would; bots that think by the clock may still differ.

    For an opponent of others' that fails a default move is played (see ``docs/bots.md``). The first failure of each is a
    warning; how many there were in an episode, all opponents together, stands in its last ``info["faults"]``.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES}

    def __init__(
        self,
        name: str,
        players: int | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | str = 0,
        render_mode: str | None = None,
        *,
        illegal_reward: float = -0.01,
        width: int = WIDTH,
        board: str | Path | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            name,
            players,
            opponents,
            seat,
            render_mode,
            illegal_reward=illegal_reward,
            width=width,
            board=board,
            **options,
        )
        self.game = game = fair_game(name, players, board, **options)
        self.specs = _specs(opponents, game.players)
        if seat != "random" and (isinstance(seat, bool) or seat not in range(game.players)):
            raise BadOption(f"seat takes 'random' or a seat from 0 to {game.players - 1}, not {seat!r}")
        self.render_mode = check_mode(render_mode)
        self.width = width
        if not isinstance(illegal_reward, int | float | np.floating) or not math.isfinite(illegal_reward):
            raise BadOption(f"illegal_reward takes a number, not {illegal_reward!r}")
        self.illegal_reward = float(illegal_reward)
        self.observation_space = spaces.Dict(observation_space(game))
        self.action_space = action_space(game)
        self.seat = 0
        """Where the agent sits in this episode."""
        self.match: Match | None = None
        """The match being played, with all its secrets; None before ``reset``, and when it has ended."""
        self._choice = seat
        self._last: Match | None = None
        self._illegal = 0
        self._faults = 0
        self._bots: list[Bot] = []
        self._seat_bots()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a match, and play it up to the agent's first decision. With a seed the bots begin anew too."""
        super().reset(seed=seed)
        if seed is not None or not self._bots:
            self._seat_bots(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.seat = int(self.np_random.integers(self.game.players)) if self._choice == "random" else int(self._choice)
        drawn = int(self.np_random.integers(1 << 62))
        self.match = self._last = self.game.start(seed=drawn if seed is None else seed)
        self._illegal = self._faults = 0
        self._let_bots_play()
        return self._answer()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and what the bots do after it."""
        match = self.match
        if match is None:
            raise gymnasium.error.ResetNeeded("the episode has ended, or has not begun: reset the environment first")
        refused = match.why_not(self.seat, action)
        if refused is not None:
            self._illegal += 1
            cut = self._illegal >= PATIENCE
            seen, info = self._answer()
            self.match = None if cut else match
            return seen, self.illegal_reward, False, cut, info | {"illegal": str(refused)}
        self._illegal = 0
        match.play(self.seat, action)
        self._let_bots_play()
        seen, info = self._answer()
        if not match.over:
            return seen, 0.0, False, False, info
        outcome = match.outcome
        self.match = None
        info |= {"scores": outcome.scores, "ranks": outcome.ranks, "faults": self._faults}
        return seen, payoffs(outcome.ranks)[self.seat], True, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the agent may do now, by action id, under the name by which sb3-contrib's MaskablePPO asks for it; when the
        episode has ended, what the last answer said."""
        if self._last is None:
            raise gymnasium.error.ResetNeeded("the episode has not begun: reset the environment first")
        return action_mask(self._last, self.seat).astype(bool)

    def render(self) -> Any:
        """The table as a spectator sees it, in the mode that was asked for."""
        if self.render_mode is None:
            raise CommanderyError(f"say how to render when the environment is made: render_mode={RENDER_MODES[1]!r}")
        if self._last is None:
            raise gymnasium.error.ResetNeeded("reset the environment before rendering it")
        return frame(self.game, self._last.view(), self.render_mode, self.width)

    def close(self) -> None:
        """The bots go home; ``reset`` calls others."""
        for bot in self._bots:
            bot.close()
        self._bots = []
        self.match = None

    def _seat_bots(self, seed: int | None = None) -> None:
        """New bots, those of this seed or any; bots that cannot be made or started are an error."""
        self.close()
        draw = np.random.default_rng(seed)
        self._bots = [make_bot(spec, int(draw.integers(1 << 62))) for spec in self.specs]
        try:
            for bot in self._bots:
                bot.prepare()
        except Exception:
            self.close()
            raise

    def _bot(self, seat: int) -> Bot:
        return self._bots[(seat - self.seat - 1) % self.game.players]

    def _let_bots_play(self) -> None:
        """Until the agent owes a decision or the match is over. Where several choose at once, the agent does so first."""
        match = self.match
        assert match is not None
        while not match.over and self.seat not in match.to_act:
            seat = match.to_act[0]
            bot = self._bot(seat)
            before = len(bot.faults)
            match.play(seat, bot.choose(Sight(match, seat)))
            self._note_faults(bot, before)
        if match.over:
            for seat in range(self.game.players):
                if seat != self.seat:
                    bot = self._bot(seat)
                    before = len(bot.faults)
                    bot.over(Sight(match, seat))
                    self._note_faults(bot, before)
        if self.render_mode == "human":
            self.render()

    def _note_faults(self, bot: Bot, before: int) -> None:
        """Count what a bot has failed at since it had so many faults; its first is told."""
        self._faults += len(bot.faults) - before
        if before == 0 and bot.faults:
            first = bot.faults[0]
            where = f"in seat {first.seat}, move {first.move}"
            gymnasium.logger.warn("%s", f"{bot.name} failed {where}: {first.reason}. Default moves are played where it does.")

    def _answer(self) -> tuple[Seen, dict[str, Any]]:
        assert self.match is not None
        return observe(self.match, self.seat), {"action_mask": action_mask(self.match, self.seat), "seat": self.seat}


def _specs(opponents: str | Sequence[str], players: int) -> list[str]:
    """A bot for each of the other seats."""
    if isinstance(opponents, str):
        return [opponents] * (players - 1)
    if not isinstance(opponents, Sequence) or not all(isinstance(spec, str) for spec in opponents):
        raise BadOption(f"opponents takes the name of a bot, or a list of them, not {opponents!r}")
    if len(opponents) != players - 1:
        raise BadOption(f"opponents takes one bot, or one for each of the {players - 1} other seats, not {len(opponents)}")
    return list(opponents)


class VectorEnv(gymnasium.vector.VectorEnv[Seen, Any, npt.NDArray[Any]]):
    """Many games at once in compiled code (see `Batch`): each step carries out one decision in every game, for the lowest seat
    that owes one. Observations say which seat that is (``seat``); the caller decides for all of them.

    - A reward is that of the seat that has acted; ``infos["rewards"]`` has those of all seats, ``infos["acted"]`` who acted,
      ``infos["seat"]`` who is next.
    - A finished game shows its end; the next step ignores its action (the mask allows 0, to wait) and begins the next game:
      `AutoresetMode.NEXT_STEP`.
    - An action that is not legal is an error that names the game, the seat and the action; nothing has changed then. Sampling
      without masks is therefore an error, sooner or later.
    - Arrays are fresh in every step. With ``copy=False`` two sets of arrays are used in turn: what a step returns stays valid
      for one further step.
    - ``seed`` is that of the first ``reset``, if this has none; later ones go on from it. Without any the operating system
      decides.
    """

    metadata = {
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES,
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        players: int | None = None,
        seed: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        *,
        workers: int | None = None,
        width: int = WIDTH,
        board: str | Path | None = None,
        **options: Any,
    ) -> None:
        for option in sorted(_FOR_ONE_AGENT & options.keys()):
            tables = 'make_vec(..., vectorization_mode="sync") gives tables with bots'
            raise BadOption(f"{option} is for tables with bots; here the caller decides for every seat, and {tables}")
        self.game = game = fair_game(name, players, board, **options)
        self.batch = Batch(game, num_envs, workers=workers, copy=copy)
        self.num_envs = num_envs
        self.render_mode = check_mode(render_mode)
        self.width = width
        seats = spaces.Discrete(game.players, dtype=np.int8)
        self.single_observation_space = spaces.Dict({**observation_space(game), "seat": seats})
        self.single_action_space = action_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False
        self._first = None if seed is None else check_seed(seed)
        if self._first is not None:
            super().reset(seed=self._first)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin new games in all places."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise BadOption(f"a seed is one whole number for all games, not {seed!r}")
        seed = None if seed is None else check_seed(seed)
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(1 << 62)) if self._first is None else self._first
        self._first = None
        self._begun = True
        shown = self.batch.reset(seed)
        self._print()
        return self._seen(shown), {"rewards": shown.rewards, "seat": shown.seats}

    def step(
        self, actions: Any
    ) -> tuple[Seen, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Carry out an action in every game."""
        self._check_begun()
        shown = self.batch.step(actions)
        infos = {"rewards": shown.rewards, "seat": shown.seats, "acted": shown.acted}
        self._print()
        return self._seen(shown), shown.earned, shown.over, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[Any, ...] | None:
        """Each table as a spectator sees it, in the mode that was asked for."""
        if self.render_mode is None:
            raise CommanderyError(f"say how to render when the environment is made: render_mode={RENDER_MODES[1]!r}")
        self._check_begun()
        frames = [self._frame(place, self.render_mode) for place in range(self.num_envs)]
        return None if self.render_mode == "human" else tuple(frames)

    def _check_begun(self) -> None:
        if not self._begun:
            raise gymnasium.error.ResetNeeded("the games have not begun: reset the environment first")

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self.batch.close()

    def _seen(self, shown: Shown) -> Seen:
        return {"observation": shown.observations, "action_mask": shown.masks.view(np.int8), "seat": shown.seats}

    def _frame(self, place: int, mode: str) -> Frame:
        game = self.game
        view = game.kind.view(game.board, game.world, self.batch.states[place : place + 1], None)
        return frame(game, view, mode, self.width)

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()


for _name, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id, entry_point=f"{__name__}:SoloEnv", vector_entry_point=f"{__name__}:VectorEnv", kwargs={"name": _name}
        )
