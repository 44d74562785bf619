"""*Templari* by Michael Schacht: auctions in which your own cards forbid bids and attract money."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from commandery.core.game import START_OPTION, GameKind
from commandery.core.language import N_
from commandery.core.options import Option, Value
from commandery.core.registry import register
from commandery.games.templari import actions as action_ids
from commandery.games.templari import events, length, observation, picture, rules, state, table, text, world
from commandery.games.templari import view as views
from commandery.games.templari.world import Deck

__all__ = ["Templari"]


class Templari(GameKind[Deck]):
    """The game as the registry knows it."""

    name = "templari"
    title = N_("Templari")
    summary = N_("Auction after auction for pieces of armour; the numbers on your cards forbid you bids and bring you money.")
    players = (3, 5)
    rules_version = 1
    options = (
        START_OPTION,
        # Translators: an option: players may sell cards to each other
        Option("side_auctions", (True, False), N_("Sales"), N_("Before each round everybody may sell one card to the others.")),
        Option(
            "exchange",
            (False, True),
            # Translators: an option: cards may be exchanged
            N_("Exchange"),
            N_("Instead of sales, everybody may force an exchange of cards before a round and sit out its auction."),
        ),
        Option(
            "table_rules",
            ("strict", "honour"),
            N_("Table rules"),
            N_("At an honour table forbidden bids can be made, and cost."),
        ),
        Option(
            "coins",
            ("open", "hidden"),
            # Translators: an option; its values are shown and hidden
            N_("Coins of the others"),
            N_("Where they are hidden, everybody sees only their own."),
        ),
    )
    rules: ClassVar[ModuleType] = rules
    State = state.State
    World = state.World
    most_legal = action_ids.MOST_LEGAL
    most_chances = action_ids.MOST_CHANCES
    actions = action_ids.ACTIONS
    spread = 600
    turn_fields = ("turn",)
    most_events = 24
    observation = observation.OBSERVATION
    event_kinds = events.KINDS
    messages = text.MESSAGES
    asked = text.ASKED
    secrets = ("coins",)
    unknown = ()
    board_file = Path(__file__).with_name("deck.toml")
    reconstructed = N_(
        "Which colour holds which numbers, and the colours' names, are reconstructed: no picture of the cards is at hand."
    )

    check_board = staticmethod(world.check_deck)
    build_world = staticmethod(world.build_world)
    notations = staticmethod(text.notations)
    describe_action = staticmethod(text.describe_action)
    describe_numbers = staticmethod(text.describe_numbers)
    explain_refusal = staticmethod(text.explain_refusal)
    describe_table = staticmethod(table.describe_table)
    picture = staticmethod(picture.picture)
    view = staticmethod(views.view)
    sources = staticmethod(views.sources)
    describe_source = staticmethod(text.describe_source)
    offences = staticmethod(views.offences)
    longest = staticmethod(length.longest)
    scramble = staticmethod(views.scramble)

    @staticmethod
    def thinking(players: int, /) -> Mapping[str, int]:
        return {"explore": 200, "bias": 10, "length": 20, "rave": 50, "share": 90}

    @classmethod
    def hidden_fields(cls, options: Mapping[str, Value]) -> tuple[str, ...]:
        return cls.secrets if options["coins"] == "hidden" else ()


register(Templari())
