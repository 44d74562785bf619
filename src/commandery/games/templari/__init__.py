"""*Templari* by Michael Schacht: auctions in which your own cards forbid bids and attract money."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from commandery.core.datafile import Document
from commandery.core.event import Event
from commandery.core.game import START_OPTION, GameKind
from commandery.core.language import N_
from commandery.core.layout import StateArray
from commandery.core.options import Option, Value
from commandery.core.registry import register
from commandery.games.templari import actions as action_ids
from commandery.games.templari import events, rules, state, text, view, world
from commandery.games.templari.world import Deck

__all__ = ["Templari"]


class Templari(GameKind[Deck]):
    """The game as the registry knows it."""

    name = "templari"
    title = "Templari"
    summary = N_("Auction after auction for pieces of armour; the numbers on your cards forbid you bids and bring you money.")
    players = (3, 5)
    rules_version = 1
    options = (
        START_OPTION,
        Option("side_auctions", (True, False), N_("Before each round everybody may sell one card to the others.")),
        Option(
            "exchange",
            (False, True),
            N_("Instead, before each round everybody may force an exchange of cards and sit out."),
        ),
        Option("table_rules", ("strict", "honour"), N_("At an honour table forbidden bids can be made, and cost.")),
        Option("coins", ("open", "hidden"), N_("Whether the coins of the others are shown.")),
    )
    rules: ClassVar[ModuleType] = rules
    State = state.State
    World = state.World
    most_legal = action_ids.MOST_LEGAL
    most_chances = action_ids.MOST_CHANCES
    actions = action_ids.ACTIONS
    most_events = 24
    event_kinds = events.KINDS
    messages = text.MESSAGES
    secrets = ("coins",)
    board_file = Path(__file__).with_name("deck.toml")
    reconstructed = N_(
        "Which colour holds which numbers, and the colours' names, are reconstructed: no picture of the cards is at hand."
    )

    def check_board(self, document: Document) -> Deck:
        return world.check_deck(document)

    def build_world(self, players: int, options: Mapping[str, Value], board: Deck) -> StateArray:
        return world.build_world(players, options, board)

    def notations(self, board: Deck) -> list[str]:
        return text.notations(board)

    def describe_action(self, board: Deck, action: int, language: str) -> str:
        return text.describe_action(board, action, language)

    def describe_numbers(self, board: Deck, event: Event, names: Sequence[str], language: str) -> dict[str, object]:
        return text.describe_numbers(board, event, names, language)

    def describe_refusal(self, world: StateArray, state: StateArray, seat: int, action: str, reason: int) -> str:
        return text.describe_refusal(world, state, seat, action, reason)

    def view(self, board: Deck, world: StateArray, state: StateArray, seat: int | None) -> dict[str, Any]:
        return view.view(board, world, state, seat)

    def sources(self, board: Deck, world: StateArray, state: StateArray, seat: int) -> dict[str, int]:
        return view.sources(board, world, state, seat)

    def scramble(self, world: StateArray, state: StateArray, seat: int | None, below: Callable[[int], int]) -> None:
        view.scramble(world, state, seat, below)


register(Templari())
