"""Templari in words: messages for events, actions and refusals. English here is the key for translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.event import Event
from commandery.core.language import N_, Message, say, translate
from commandery.core.layout import StateArray
from commandery.core.refusal import not_your_turn
from commandery.games.templari import actions
from commandery.games.templari.rules import refusals
from commandery.games.templari.state import (
    BIDDING,
    CARDS,
    COINS,
    COPIES,
    DISCARDING,
    GIVING,
    MOST_COINS,
    OFFERING,
    STARTING,
    TAKING,
    TURNING,
)
from commandery.games.templari.world import Deck

__all__ = ["MESSAGES", "describe_action", "describe_numbers", "describe_table", "explain_refusal", "notations"]

MESSAGES = {
    "starts": Message(N_("{seat} is the start player.")),
    "round": Message(N_("Round {number}: {seat} starts.")),
    "turned": Message(N_("{card} is turned up.")),
    "offered": Message(N_("{seat} offers {card} for sale.")),
    "declined": Message(N_("{seat} declines.")),
    "bid": Message(N_("{seat} bids {amount}.")),
    "passed": Message(N_("{seat} passes.")),
    "fined": Message(
        N_("{seat} bids {amount}, but holds that digit: the bid is withdrawn, {coins} coin goes to the Pot."),
        N_("{seat} bids {amount}, but holds that digit: the bid is withdrawn, {coins} coins go to the Pot."),
        "coins",
    ),
    "overbid": Message(N_("{seat} cannot pay {amount} and is out of this auction, which begins again.")),
    "discarded": Message(N_("{seat} discards {card}.")),
    "won": Message(
        N_("{seat} wins {card} and {other} for {amount} coin."),
        N_("{seat} wins {card} and {other} for {amount} coins."),
        "amount",
    ),
    "received": Message(N_("{seat} receives {coins} coin."), N_("{seat} receives {coins} coins."), "coins"),
    "left_over": Message(N_("{coins} coin stays in the Pot."), N_("{coins} coins stay in the Pot."), "coins"),
    "free": Message(N_("Nobody bids: {seat} takes {card} and {other} free.")),
    "sold": Message(
        N_("{seat} buys {card} from {seller} for {amount} coin."),
        N_("{seat} buys {card} from {seller} for {amount} coins."),
        "amount",
    ),
    "unsold": Message(N_("Nobody bids: {seat} keeps {card}.")),
    "took": Message(N_("{seat} takes {card} from {owner}.")),
    "gave": Message(N_("{seat} gives {card} to {receiver} for it.")),
    "finished": Message(
        N_("{seat} ends with {points} points and {coins} coin."),
        N_("{seat} ends with {points} points and {coins} coins."),
        "coins",
    ),
}

_CARD_ACTIONS = (
    (actions.SELL, "sell", N_("Offer {card} for sale")),
    (actions.TAKE, "take", N_("Take {card}")),
    (actions.GIVE, "give", N_("Give {card}")),
    (actions.DISCARD, "discard", N_("Discard {card}")),
    (actions.TURN, "turn", N_("{card} is turned up")),
)


def card_name(deck: Deck, card: int, language: str) -> str:
    """A card in words."""
    colour = translate(deck.colours[deck.card_colours[card]].name, language)
    return say(Message(N_("{colour} {number}")), {"colour": colour, "number": card // COPIES}, language)


def notations(deck: Deck) -> list[str]:
    """The notation of every action, by id."""
    listed = ["wait", "pass", *(f"bid {amount}" for amount in range(MOST_COINS + 1))]
    for _, verb, _ in _CARD_ACTIONS:
        listed += [f"{verb} {deck.card(card)}" for card in range(CARDS)]
    return listed + [f"start {seat}" for seat in range(actions.ACTIONS - actions.START)]


def describe_action(deck: Deck, action: int, language: str) -> str:
    """An action in words."""
    if action == 0:
        return translate(N_("Wait"), language)
    if action == actions.PASS:
        return translate(N_("Pass"), language)
    if action < actions.SELL:
        return say(Message(N_("Bid {amount}")), {"amount": action - actions.BID}, language)
    for first, _, text in _CARD_ACTIONS:
        if first <= action < first + CARDS:
            return say(Message(text), {"card": card_name(deck, action - first, language)}, language)
    return say(Message(N_("Player {number} starts")), {"number": action - actions.START + 1}, language)


def describe_numbers(deck: Deck, event: Event, names: Sequence[str], language: str) -> dict[str, object]:
    """What the places in an event's message are filled with."""
    values: dict[str, object] = {"seat": names[event.seat]}
    for field, number in zip(event.kind.fields, event.numbers, strict=True):
        assert number is not None  # nothing that happens in Templari is private
        if field in ("card", "other"):
            values[field] = card_name(deck, number, language)
        elif field in ("seller", "owner", "receiver"):
            values[field] = names[number]
        else:
            values[field] = number
    return values


_REFUSALS = {
    refusals.NO_ACTION: Message(N_("{action} is never played; pass, bid, sell, take, give and discard are")),
    refusals.NOT_ABOVE: Message(N_("{action} is too low: bid at least {least} or pass")),
    refusals.TOO_DEAR: Message(
        N_("{action} is more than seat {seat} has: {coins} coin"),
        N_("{action} is more than seat {seat} has: {coins} coins"),
        "coins",
    ),
    refusals.BARRED: Message(
        N_("{action} ends in {digit}, and seat {seat} holds a card with {digit}: bid another digit or pass")
    ),
    refusals.NOT_OFFERED: Message(N_("{action} is more than all coins in the game: {all_coins}")),
    refusals.WITHDRAWN: Message(N_("{action} was withdrawn a moment ago: bid another number or pass")),
    refusals.NOT_THAT_CARD: Message(N_("{action}: that card is not among those to choose from")),
}
_NOT_ASKED = {
    STARTING: Message(N_("{action} does not answer what is asked now: who starts")),
    OFFERING: Message(N_("{action} does not answer what is asked now: sell a card, or pass")),
    TAKING: Message(N_("{action} does not answer what is asked now: take an opponent's card, or pass")),
    GIVING: Message(N_("{action} does not answer what is asked now: give a card")),
    TURNING: Message(N_("{action} does not answer what is asked now: a card is turned up")),
    BIDDING: Message(N_("{action} does not answer what is asked now: bid or pass")),
    DISCARDING: Message(N_("{action} does not answer what is asked now: discard a card")),
}


def explain_refusal(
    world: StateArray, state: StateArray, seat: int, action: str, reason: int
) -> tuple[Message, dict[str, object]]:
    """Why an action is refused and what would be right."""
    w, s = world[0], state[0]
    if reason == refusals.NOT_YOUR_TURN:
        return not_your_turn(seat, int(s["actor"]))
    values: dict[str, object] = {"action": action, "seat": seat, "least": int(s["bid"]) + 1}
    if action.startswith("bid"):
        values |= {"digit": int(action.split()[1]) % 10, "all_coins": COINS * int(w["players"])}
    if reason == refusals.TOO_DEAR:
        values["coins"] = int(s["coins"][seat])
    if reason == refusals.NOT_THAT_CARD and s["phase"] == STARTING:
        return Message(N_("{action}: that seat is not among those to choose from")), values
    return _REFUSALS[reason] if reason in _REFUSALS else _NOT_ASKED[int(s["phase"])], values


def describe_table(view: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The players a line each, then the round and what is being sold."""
    lines = []
    for player in view["players"]:
        coins = "?" if player["coins"] is None else player["coins"]
        cards = " ".join(card["name"] for card in player["cards"]) or "-"
        values = {"name": names[player["seat"]], "coins": coins, "cards": cards, "bids": "*" if player["bidding"] else " "}
        lines.append(say(Message(N_("{bids} {name:14} coins {coins:>2}   cards {cards}")), values, language))
    values = {"round": view["round"], "rounds": view["rounds"], "pot": view["pot"], "deck": view["deck"]}
    lines.append(say(Message(N_("Round {round} of {rounds}, {pot} in the Pot, {deck} cards to come")), values, language))
    for_sale = [view["sale"]] if view["sale"] else view["lot"]
    if for_sale:
        cards = ", ".join(card["name"] for card in for_sale)
        lines.append(say(Message(N_("For sale: {cards}")), {"cards": cards}, language))
    if view["leader"] is not None:
        values = {"bid": view["bid"], "name": names[view["leader"]]}
        lines.append(say(Message(N_("Highest bid: {bid}, by {name}")), values, language))
    return lines
