"""Templari in words: messages for events, actions and refusals. English here is the key for translations."""

from __future__ import annotations

from collections.abc import Sequence

from commandery.core.event import Event
from commandery.core.language import N_, Message, Phrase, Player, say, translate
from commandery.core.layout import StateArray
from commandery.core.refusal import not_your_turn, start_in_words
from commandery.games.templari import actions
from commandery.games.templari.rules import refusals
from commandery.games.templari.state import CARDS, COINS, COPIES, MOST_COINS, STARTING
from commandery.games.templari.view import PHASES
from commandery.games.templari.world import Deck

__all__ = [
    "ASKED",
    "MESSAGES",
    "card_in_words",
    "describe_action",
    "describe_numbers",
    "describe_source",
    "explain_refusal",
    "notations",
]

MESSAGES = {
    "starts": Message("{seat} is the start player."),
    "round": Message("Round {number}: {seat} starts."),
    # Translators: card is a card of a colour and a number, here and in all messages of Templari: red 7
    "turned": Message("{card} is turned up."),
    "offered": Message("{seat} offers {card} for sale."),
    "declined": Message("{seat} declines."),
    "bid": Message("{seat} bids {amount}."),
    "passed": Message("{seat} passes."),
    # Translators: nobody may bid a number whose last digit is on a card they hold
    "fined": Message(
        "{seat} bids {amount}, but holds that digit: the bid is withdrawn, {coins} coin goes to the Pot.",
        "{seat} bids {amount}, but holds that digit: the bid is withdrawn, {coins} coins go to the Pot.",
        "coins",
    ),
    "overbid": Message("{seat} cannot pay {amount} and is out of this auction, which begins again."),
    "discarded": Message("{seat} discards {card}."),
    "won": Message(
        "{seat} wins {card} and {other} for {amount} coin.", "{seat} wins {card} and {other} for {amount} coins.", "amount"
    ),
    "received": Message("{seat} receives {coins} coin.", "{seat} receives {coins} coins.", "coins"),
    "left_over": Message("{coins} coin stays in the Pot.", "{coins} coins stay in the Pot.", "coins"),
    "free": Message("Nobody bids: {seat} takes {card} and {other} free."),
    # Translators: seller is a player's name
    "sold": Message(
        "{seat} buys {card} from {seller} for {amount} coin.", "{seat} buys {card} from {seller} for {amount} coins.", "amount"
    ),
    "unsold": Message("Nobody bids: {seat} keeps {card}."),
    # Translators: owner is a player's name
    "took": Message("{seat} takes {card} from {owner}."),
    # Translators: in exchange for a card taken a moment ago; receiver is a player's name
    "gave": Message("{seat} gives {card} to {receiver} for it."),
    # Translators: in_points is "12 points" or "1 point"
    "finished": Message(
        "{seat} ends with {in_points} and {coins} coin.", "{seat} ends with {in_points} and {coins} coins.", "coins"
    ),
}

ASKED = {
    "starting": N_("who starts"),
    "offering": N_("sell a card, or pass"),
    "taking": N_("take an opponent's card, or pass"),
    "giving": N_("give a card"),
    "turning": N_("a card is turned up"),
    "bidding": N_("bid or pass"),
    "discarding": N_("discard a card"),
    "over": N_("nothing: the game is over"),
}

_CARDS = (
    # Translators: a card inside a sentence, with an article where your language wants one; colour is red, blue, green ...
    N_("{colour} 0"), N_("{colour} 1"), N_("{colour} 2"), N_("{colour} 3"), N_("{colour} 4"), N_("{colour} 5"),
    N_("{colour} 6"), N_("{colour} 7"), N_("{colour} 8"), N_("{colour} 9"),
)  # fmt: skip
"""A card for each number: an article may depend on it."""

_CARD_ACTIONS = (
    (actions.SELL, "sell", N_("Offer {card} for sale")),
    (actions.TAKE, "take", N_("Take {card}")),
    (actions.GIVE, "give", N_("Give {card}")),
    (actions.DISCARD, "discard", N_("Discard {card}")),
    (actions.TURN, "turn", N_("{card} is turned up")),
)


def card_in_words(colour: str, number: int, language: str) -> str:
    """A card in words, by the name of its colour and its number."""
    return say(Message(_CARDS[number]), {"colour": translate(colour, language)}, language)


def _card(deck: Deck, card: int, language: str) -> str:
    return card_in_words(deck.colours[deck.card_colours[card]].name, card // COPIES, language)


def notations(deck: Deck) -> list[str]:
    """The notation of every action, by id."""
    listed = ["wait", "pass", *(f"bid {amount}" for amount in range(MOST_COINS + 1))]
    for _, verb, _ in _CARD_ACTIONS:
        listed += [f"{verb} {deck.card(card)}" for card in range(CARDS)]
    return listed + [f"start {seat}" for seat in range(actions.ACTIONS - actions.START)]


def describe_action(deck: Deck, action: int, language: str, names: Sequence[str] | None = None) -> str:
    """An action in words."""
    if action == 0:
        return translate(N_("Wait"), language)
    if action == actions.PASS:
        return translate(N_("Pass"), language)
    if action < actions.SELL:
        return say(Message("Bid {amount}"), {"amount": action - actions.BID}, language)
    for first, _, text in _CARD_ACTIONS:
        if first <= action < first + CARDS:
            return say(Message(text), {"card": _card(deck, action - first, language)}, language)
    text, values = start_in_words(action - actions.START, names)
    return say(Message(text), values, language)


def describe_numbers(deck: Deck, event: Event, names: Sequence[str], language: str) -> dict[str, object]:
    """What the places in an event's message are filled with."""
    values: dict[str, object] = {"seat": names[event.seat]}
    for field, number in zip(event.kind.fields, event.numbers, strict=True):
        assert number is not None  # nothing that happens in Templari is private
        if field in ("card", "other"):
            values[field] = _card(deck, number, language)
        elif field in ("seller", "owner", "receiver"):
            values[field] = names[number]
        else:
            values[field] = number
    if event.name == "finished":
        values["in_points"] = say(Message("{points} point", "{points} points", "points"), values, language)
    return values


_REFUSALS = {
    # Translators: action is what was tried: its notation in English (bid 7), in words elsewhere (Enchérir 7). The words pass,
    # bid, sell, take, give and discard are notation, too: they are typed
    refusals.NO_ACTION: Message("{action} is never played; pass, bid, sell, take, give and discard are"),
    refusals.NOT_ABOVE: Message("{action} is too low: bid at least {least} or pass"),
    # Translators: seat is a player's name, or "seat 2"
    refusals.TOO_DEAR: Message(
        "{action} is more than {seat} has: {coins} coin", "{action} is more than {seat} has: {coins} coins", "coins"
    ),
    # Translators: seat is a player's name, or "seat 2"; digit is the last one of the bid
    refusals.BARRED: Message("{action} ends in {digit}, and {seat} holds a card with {digit}: bid another digit or pass"),
    refusals.NOT_OFFERED: Message("{action} is more than all coins in the game: {all_coins}"),
    refusals.WITHDRAWN: Message("{action} was withdrawn a moment ago: bid another number or pass"),
    refusals.NOT_THAT_CARD: Message("{action}: that card is not among those to choose from"),
    refusals.NOT_ASKED: Message("{action} does not answer what is asked now: {asked}"),
}


def explain_refusal(
    world: StateArray, state: StateArray, seat: int, action: str, reason: int
) -> tuple[Message, dict[str, object]]:
    """Why an action is refused and what would be right."""
    w, s = world[0], state[0]
    if reason == refusals.NOT_YOUR_TURN:
        return not_your_turn(seat, int(s["actor"]))
    values: dict[str, object] = {"action": action, "seat": Player(seat), "least": int(s["bid"]) + 1}
    values["asked"] = Phrase(Message(ASKED[PHASES[int(s["phase"])]]))
    if action.startswith("bid"):
        values |= {"digit": int(action.split()[1]) % 10, "all_coins": COINS * int(w["players"])}
    if reason == refusals.TOO_DEAR:
        values["coins"] = int(s["coins"][seat])
    if reason == refusals.NOT_THAT_CARD and s["phase"] == STARTING:
        return Message("{action}: that seat is not among those to choose from"), values
    return _REFUSALS[reason], values


def describe_source(deck: Deck, source: str, language: str) -> str:
    """A source of points in words: a colour, or coins."""
    names = {colour.letter: colour.name for colour in deck.colours}
    # Translators: a source of points: the most coins
    return translate(names[source] if source in names else N_("coins"), language)
