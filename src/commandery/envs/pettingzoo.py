"""The games for PettingZoo: ``env("templar", players=4)``, agents one after another, and ``parallel_env``, all at once.

- Agents are ``player_0``, ``player_1``, ... by seat.
- An observation is a dict: ``observation``, the numbers that ``docs/observations.md`` lists field by field, and
  ``action_mask``, 1 for every action id that may be played. Id 0 is *wait*: legal exactly for who owes nothing.
- Rewards come at the end: 1 for the first, -1 for the last, evenly between (see `payoffs`).
- ``reset(seed=7)`` fixes all that chance does, as ``game.start(seed=7)`` would, and in the matches that later resets without a
  seed begin. Before any seed the operating system decides.
- Strict tables only. Options of the game are given by name: ``env("templari", players=3, coins="hidden")``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from commandery.core.action import Action
from commandery.core.contract import WAIT
from commandery.core.errors import CommanderyError
from commandery.core.match import Match
from commandery.envs.extras import require
from commandery.envs.fair import fair_game, payoffs
from commandery.envs.pixels import WIDTH

require("pettingzoo", "pettingzoo")

from gymnasium import spaces  # noqa: E402
from gymnasium.utils import EzPickle  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

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

__all__ = ["ParallelTable", "Table", "env", "parallel_env", "raw_env"]

Seen = dict[str, npt.NDArray[Any]]
Frame = npt.NDArray[np.uint8] | str | None


def env(name: str, players: int | None = None, render_mode: str | None = None, **options: Any) -> AECEnv:
    """A game in which agents decide one after another. An illegal action ends it: whoever made it gets -1, the others 0."""
    table: AECEnv = raw_env(name, players, render_mode, **options)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


def raw_env(name: str, players: int | None = None, render_mode: str | None = None, **options: Any) -> Table:
    """The same without PettingZoo's wrappers: an illegal action is an `IllegalAction` that says why, and changes nothing."""
    return Table(name, players, render_mode, **options)


def parallel_env(name: str, players: int | None = None, render_mode: str | None = None, **options: Any) -> ParallelTable:
    """A game in which every agent acts in every step: who owes nothing waits, sealed choices are made at once."""
    return ParallelTable(name, players, render_mode, **options)


class _Seated(EzPickle):
    """What both kinds have: a match, agents by seat, spaces and frames."""

    match: Match
    """The match being played, with all its secrets; there is one after ``reset``."""

    def __init__(
        self,
        name: str,
        players: int | None = None,
        render_mode: str | None = None,
        *,
        width: int = WIDTH,
        board: str | Path | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, name, players, render_mode, width=width, board=board, **options)
        self.game = fair_game(name, players, board, **options)
        self.render_mode = check_mode(render_mode)
        self.width = width
        self.metadata = {
            "name": f"commandery_{name}_v{VERSIONS.get(name, 1)}",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES,
            "is_parallelizable": False,  # not by PettingZoo's conversion: `parallel_env` knows who waits
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._later: np.random.Generator | None = None  # the seeds of the matches that follow the one of a seed
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: spaces.Dict(observation_space(self.game)) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do."""
        if not hasattr(self, "match"):
            raise CommanderyError("the game has not begun: reset the environment first")
        return observe(self.match, self._seats[agent])

    def render(self) -> Frame:
        """The table as a spectator sees it, in the mode that was asked for."""
        if self.render_mode is None:
            raise CommanderyError(f"say how to render when the environment is made: render_mode={RENDER_MODES[1]!r}")
        if not hasattr(self, "match"):
            raise CommanderyError("reset the environment before rendering it")
        return frame(self.game, self.match.view(), self.render_mode, self.width)

    def close(self) -> None:
        """Nothing is held open."""

    def _begin(self, seed: int | None) -> None:
        """A new match: of this seed, else the next that follows from the last one given."""
        drawn = int(self._later.integers(1 << 62)) if seed is None and self._later is not None else seed
        self.match = self.game.start(seed=drawn)
        if seed is not None:
            self._later = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)

    def _check_running(self) -> None:
        if not self.agents:
            raise CommanderyError("the game has ended, or has not begun: reset the environment first")

    def _shown(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _payoffs(self) -> dict[str, float]:
        """What the finished match is worth to each agent."""
        return dict(zip(self.possible_agents, payoffs(self.match.outcome.ranks), strict=True))

    def _results(self) -> dict[str, dict[str, Any]]:
        """How the finished match ended for each agent."""
        outcome = self.match.outcome
        ended = zip(self.possible_agents, outcome.scores, outcome.ranks, strict=True)
        return {agent: {"score": score, "rank": rank} for agent, score, rank in ended}


class Table(_Seated, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Agents one after another: selected is the lowest seat that owes a decision. Sealed choices are made in turn, unseen."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.match.to_act[0]]
        self._shown()

    def step(self, action: Action | int | None) -> None:
        """The selected agent acts; None from those for whom the game has ended."""
        self._check_running()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(self._seats[agent], WAIT if action is None else action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.over:
            self.rewards, self.infos = self._payoffs(), self._results()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.match.to_act[0]]
        self._accumulate_rewards()
        self._shown()


class ParallelTable(_Seated, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All agents at once: who owes nothing waits (action 0, or none at all). An illegal action ends the game, nothing else of
    that step is carried out: who made one gets -1 and is told why in ``infos``, the others 0, as in `env`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a new match: observations and infos by agent."""
        self._begin(seed)
        self._shown()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Every agent acts: observations, rewards, terminations, truncations and infos by agent."""
        self._check_running()
        if not isinstance(actions, Mapping) or not actions.keys() <= self._seats.keys():
            raise CommanderyError(f"actions are a dict by agent, of {', '.join(self.agents)}, not {actions!r}")
        chosen = {agent: self.game.actions.parse(actions.get(agent, WAIT)) for agent in self.agents}
        illegal = {agent: reason for agent, action in chosen.items() if (reason := self._why_not(agent, action)) is not None}
        if not illegal:
            for seat in self.match.to_act:
                self.match.play(seat, chosen[self.possible_agents[seat]])
        live, over = self.agents, self.match.over
        rewards = self._payoffs() if over else {agent: -1.0 if agent in illegal else 0.0 for agent in live}
        infos = self._results() if over else {agent: {"illegal": illegal[agent]} if agent in illegal else {} for agent in live}
        observations = self._observations()
        if over or illegal:
            self.agents = []
        self._shown()
        ended = dict.fromkeys(live, over or bool(illegal))
        return observations, rewards, ended, dict.fromkeys(live, bool(illegal)), infos

    def _observations(self) -> dict[str, Seen]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _why_not(self, agent: str, action: Action) -> str | None:
        """Why an action is illegal, in words; None if it is legal."""
        seat = self._seats[agent]
        if action_mask(self.match, seat)[action.id]:
            return None
        if seat not in self.match.to_act:
            return f"{agent} owes nothing now, so it waits: action {WAIT}"
        return str(self.match.why_not(seat, action))
