"""*Templar: The Secret Treasures*: move, stash valuables in the abbey, be scored by the abbot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from commandery.core.errors import BadOption
from commandery.core.game import START_OPTION, GameKind
from commandery.core.language import N_, Message
from commandery.core.options import Option, Value
from commandery.core.registry import register
from commandery.games.templar import actions as action_ids
from commandery.games.templar import events, length, observation, rules, state, table, text, world
from commandery.games.templar import picture as pictures
from commandery.games.templar import view as views
from commandery.games.templar.world import Abbey

__all__ = ["Templar"]


class Templar(GameKind[Abbey]):
    """The game as the registry knows it."""

    name = "templar"
    title = N_("Templar: The Secret Treasures")
    summary = N_("Move through the abbey, stash valuables in its rooms, and be there when the abbot comes to see them.")
    players = (2, 5)
    rules_version = 1
    options = (
        START_OPTION,
        Option("stephanus", (True, False), N_("Play with Stephanus"), N_("Five players must.")),
        Option(
            "first_game",
            (False, True),
            N_("First game"),
            N_("The figures begin where the rulebook suggests for a first game."),
        ),
        Option(
            "table_rules",
            ("strict", "honour"),
            N_("Table rules"),
            N_("At an honour table a visible card can be repeated, and called out."),
        ),
        Option(
            "raphael",
            ("after", "before"),
            N_("Raphael, with two players"),
            N_("He shows a card after each round, or before it."),
        ),
        Option("rounds", range(1, 1001), N_("Round limit"), N_("After this many rounds the game ends in any case."), 120),
    )
    rules: ClassVar[ModuleType] = rules
    State = state.State
    World = state.World
    actions = action_ids.ACTIONS
    most_legal = action_ids.MOST_LEGAL
    most_chances = action_ids.MOST_CHANCES
    spread = 1200
    turn_fields = ("round_number", "turn")
    most_events = 96
    observation = observation.OBSERVATION
    event_kinds = events.KINDS
    messages = text.MESSAGES
    asked = text.ASKED
    ask = staticmethod(text.asked)
    secrets = ("sealed",)
    unknown = ("sealed",)
    call_action = action_ids.CALL
    board_file = Path(__file__).with_name("abbey.toml")
    reconstructed = N_(
        "Passages, hiding places, the numbers on the cards (but Anselmus's), the boxes of the storehouses and the side portal "
        "are reconstructed: no picture of the board is at hand."
    )

    check_board = staticmethod(world.check_abbey)
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
    offences = staticmethod(views.offences)
    longest = staticmethod(length.longest)
    scramble = staticmethod(views.scramble)

    @staticmethod
    def thinking(players: int, /) -> Mapping[str, int]:
        return {"explore": 100, "bias": 40, "ahead": 60, "turns": 8 if players == 2 else 4, "width": 20}

    @staticmethod
    def check_options(players: int, options: Mapping[str, Value]) -> None:
        if players == 5 and not options["stephanus"]:
            raise BadOption(Message("five players play with Stephanus"))


register(Templar())
