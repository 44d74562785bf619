"""*Templars' Journey*: safe or risky cards chosen at the same time, knights shipped by papal edict."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from commandery.core.game import START_OPTION, GameKind
from commandery.core.language import N_
from commandery.core.registry import register
from commandery.games.journey import actions as action_ids
from commandery.games.journey import events, length, observation, rules, state, table, text, world
from commandery.games.journey import picture as pictures
from commandery.games.journey import view as views
from commandery.games.journey.world import Europe

__all__ = ["Journey"]


class Journey(GameKind[Europe]):
    """The game as the registry knows it."""

    name = "journey"
    title = N_("Templars' Journey")
    summary = N_("Choose safe or risky actions in secret, fill the cities with knights, and ship them when the Pope calls.")
    players = (3, 5)
    rules_version = 1
    options = (START_OPTION,)
    rules: ClassVar[ModuleType] = rules
    State = state.State
    World = state.World
    actions = action_ids.ACTIONS
    most_legal = action_ids.MOST_LEGAL
    most_chances = action_ids.MOST_CHANCES
    spread = 800
    turn_fields = ("section", "space", "player")
    most_events = 192
    observation = observation.OBSERVATION
    event_kinds = events.KINDS
    messages = text.MESSAGES
    asked = text.ASKED
    ask = staticmethod(text.asked)
    secrets = ("mission", "chosen")
    unknown = ("mission", "chosen")
    board_file = Path(__file__).with_name("europe.toml")
    reconstructed = N_(
        "Wien, most borders, the countries, the sizes of cities and ships, the routes' lengths and the points of the missions "
        "are reconstructed: no picture of the board is at hand."
    )

    check_board = staticmethod(world.check_europe)
    build_world = staticmethod(world.build_world)
    notations = staticmethod(text.notations)
    describe_action = staticmethod(text.describe_action)
    describe_numbers = staticmethod(text.describe_numbers)
    explain_refusal = staticmethod(text.explain_refusal)
    describe_table = staticmethod(table.describe_table)
    picture = staticmethod(pictures.picture)
    view = staticmethod(views.view)
    sources = staticmethod(views.sources)
    describe_source = staticmethod(text.describe_source)
    longest = staticmethod(length.longest)
    scramble = staticmethod(views.scramble)

    @staticmethod
    def thinking(players: int, /) -> Mapping[str, int]:
        return {"explore": 200, "bias": 10, "length": 12, "ahead": 20, "turns": 6, "width": 20}


register(Journey())
