"""The table of Templari in words: a view in a few lines, for terminals and readers aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.language import Message, say

__all__ = ["describe_table"]


def describe_table(view: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The players a line each, then the round and what is being sold."""
    lines = []
    for player in view["players"]:
        coins = "?" if player["coins"] is None else player["coins"]
        cards = " ".join(card["name"] for card in player["cards"]) or "-"
        values = {"name": names[player["seat"]], "coins": coins, "cards": cards, "bids": "*" if player["bidding"] else " "}
        # Translators: a line of the table in a terminal; bids is a star for who is still in the auction; cards are A6 B1
        lines.append(say(Message("{bids} {name:14} coins {coins:>2}   cards {cards}"), values, language))
    values = {"round": view["round"], "rounds": view["rounds"], "pot": view["pot"], "deck": view["deck"]}
    # Translators: pot is a number of coins, deck a number of cards
    lines.append(say(Message("Round {round} of {rounds}, {pot} in the Pot, {deck} cards to come"), values, language))
    for_sale = [view["sale"]] if view["sale"] else view["lot"]
    if for_sale:
        cards = ", ".join(card["name"] for card in for_sale)
        lines.append(say(Message("For sale: {cards}"), {"cards": cards}, language))
    if view["leader"] is not None:
        values = {"bid": view["bid"], "name": names[view["leader"]]}
        lines.append(say(Message("Highest bid: {bid}, by {name}"), values, language))
    return lines
