"""The games and their states as OpenSpiel's classes."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from commandery.core.contract import CHANCE, WAIT
from commandery.core.errors import BadOption, CommanderyError
from commandery.core.game import START_OPTION, Game, GameKind
from commandery.core.options import Value
from commandery.core.registry import find
from commandery.envs.extras import require
from commandery.envs.fair import fair_game, payoffs
from commandery.envs.openspiel.course import Course, Setting, set_up
from commandery.envs.openspiel.observer import Observer

__all__ = ["NAMES", "SpielGame", "SpielState", "load", "register_games"]

spiel: Any = require("pyspiel", "openspiel")

_DRAWN = -1  # the parameter `start` that stands for "random": OpenSpiel's parameters have one type each
_NO_ATTRIBUTES = base64.b64encode(pickle.dumps({})).decode()


def _defaults(kind: GameKind[Any]) -> dict[str, Value]:
    """A game's parameters for OpenSpiel: its players and its options."""
    options = {option.name: option.default for option in kind.options}
    return {"players": kind.players[0], **options, START_OPTION.name: _DRAWN}


class SpielGame(spiel.Game):  # type: ignore[misc]
    """One of the games, with its players and options, for OpenSpiel."""

    game: ClassVar[str]
    simultaneous: ClassVar[bool] = False

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        params = dict(params or {})
        game = set_up(self._setting(params))
        info = spiel.GameInfo(
            num_distinct_actions=game.kind.actions,
            max_chance_outcomes=game.kind.actions,  # outcomes have our ids too
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.kind.longest(game.world)[0],
        )
        super().__init__(self.type(), info, params)

    @classmethod
    def type(cls) -> Any:
        """What OpenSpiel wants to know of a game before it is set up."""
        kind = find(cls.game)
        said = spiel.GameType
        return said(
            short_name=f"commandery_{kind.name}{'_simultaneous' if cls.simultaneous else ''}",
            long_name=f"{kind.title}{', choices at the same time' if cls.simultaneous else ''}",
            dynamics=said.Dynamics.SIMULTANEOUS if cls.simultaneous else said.Dynamics.SEQUENTIAL,
            chance_mode=said.ChanceMode.EXPLICIT_STOCHASTIC,
            information=said.Information.IMPERFECT_INFORMATION,
            utility=said.Utility.ZERO_SUM,
            reward_model=said.RewardModel.TERMINAL,
            max_num_players=kind.players[1],
            min_num_players=kind.players[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=True,
            parameter_specification=_defaults(kind),
        )

    @classmethod
    def _setting(cls, params: Mapping[str, Value]) -> Setting:
        chosen = {**_defaults(find(cls.game)), **params}
        players = int(chosen.pop("players"))
        if chosen[START_OPTION.name] == _DRAWN:
            chosen[START_OPTION.name] = START_OPTION.default
        return cls.game, players, tuple(sorted(chosen.items()))

    @property
    def setting(self) -> Setting:
        """Name, players and options: from what OpenSpiel keeps, since that alone is there after unpickling."""
        return self._setting(self.get_parameters())

    @property
    def table(self) -> Game:
        """The game as the rest of this package knows it."""
        return set_up(self.setting)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        table = self.table
        return table.kind.longest(table.world)[1]

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        if isinstance(iig_obs_type, dict):  # so OpenSpiel asks for the observer that needs no type
            iig_obs_type, params = None, iig_obs_type
        wanted = iig_obs_type or spiel.IIGObservationType(perfect_recall=False)
        return Observer(self.table.kind.observation, wanted, params)


class SpielState(spiel.State):  # type: ignore[misc]
    """A state of a game for OpenSpiel. It keeps a `Course`, begun when it is first asked for: OpenSpiel clones by
    taking a new state and copying into it what the old one keeps."""

    _course: Course | None

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._course = None

    @property
    def course(self) -> Course:
        """The match, and what was seen of it."""
        if self._course is None:
            self._course = Course(self.get_game().setting)
        return self._course

    # What OpenSpiel asks of a state

    def current_player(self) -> int:
        to_act = self.course.to_act
        if not to_act:
            return int(spiel.PlayerId.TERMINAL)
        if to_act[0] == CHANCE:
            return int(spiel.PlayerId.CHANCE)
        if len(to_act) > 1 and self.get_game().simultaneous:
            return int(spiel.PlayerId.SIMULTANEOUS)
        return to_act[0]

    def is_terminal(self) -> bool:
        return not self.course.to_act

    def _legal_actions(self, player: int) -> list[int]:
        course = self.course
        if player not in course.to_act:
            return [WAIT]
        return [action.id for action in course.match.legal(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.course.match.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(action.id, weight / total) for action, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        course = self.course
        if not course.to_act:
            raise CommanderyError("the game is over: nobody acts any more")
        course.play(course.to_act[0], action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.course.play_together(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.course.match.game.actions.all[action].notation

    def returns(self) -> list[float]:
        match = self.course.match
        return payoffs(match.ranks) if match.over else [0.0] * match.game.players

    def rewards(self) -> list[float]:
        return self.returns()

    def __str__(self) -> str:
        return str(self.course)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that looks the same to a player: all that it cannot know is dealt anew, in the history too."""
        course = self.course.imagine(player, int(sampler() * (1 << 53)))
        written = f"history={','.join(course.trail)}\nmove_number={self.move_number()}\n__dict__={_NO_ATTRIBUTES}"
        state: SpielState = self.get_game().deserialize_state(written)
        state._course = course
        return state


# Making them known: by classes, since OpenSpiel holds what makes a game longer than Python does other things.


class TemplarGame(SpielGame):
    game = "templar"


class TemplariGame(SpielGame):
    game = "templari"


class JourneyGame(SpielGame):
    game = "journey"


class TemplarTogether(TemplarGame):
    simultaneous = True


class JourneyTogether(JourneyGame):
    simultaneous = True


_GAMES: tuple[type[SpielGame], ...] = (TemplarGame, TemplariGame, JourneyGame, TemplarTogether, JourneyTogether)
NAMES = {(each.game, each.simultaneous): str(each.type().short_name) for each in _GAMES}
"""What OpenSpiel calls the games, by our names and whether they are the simultaneous version."""


def register_games() -> None:
    """Make the games known to OpenSpiel by their names."""
    for each in _GAMES:
        spiel.register_game(each.type(), each)


def load(name: str, players: int | None = None, simultaneous: bool = False, **options: Value) -> SpielGame:
    """A game for OpenSpiel, with the options that `commandery.game` takes; ``start`` may be -1 too, as among parameters."""
    if "board" in options:
        raise BadOption("a game for OpenSpiel has the board that comes with it: its parameters cannot hold another")
    if options.get(START_OPTION.name) == _DRAWN:
        options[START_OPTION.name] = START_OPTION.default
    checked = fair_game(name, players, None, **options)
    if (name, simultaneous) not in NAMES:
        raise BadOption(f"in {name} nobody chooses at the same time: there is no simultaneous version")
    params: dict[str, Value] = {option: checked.options[option] for option in options}
    if players is not None:
        params["players"] = checked.players
    if params.get(START_OPTION.name) == START_OPTION.default:
        params[START_OPTION.name] = _DRAWN
    game: SpielGame = spiel.load_game(NAMES[name, simultaneous], params)
    return game
