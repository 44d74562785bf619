"""The table of Templar in words: a view in a few lines, for terminals and readers aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.language import Message, say, translate
from commandery.games.templar.text import CARDS_IN_WORDS, COUNTED, kind_in_words, place_in_words
from commandery.games.templar.view import KIND_NAMES
from commandery.games.templar.world import CARD_NAMES

__all__ = ["describe_table"]


def describe_table(view: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The round, the players two lines each, cards that wait or bar, figures, rooms that hold something, and the harbor."""
    lines = []
    if view["round"]:
        rounds = {"round": view["round"], "rounds": view["rounds"]}
        lines.append(say(Message("Round {round} of at most {rounds}"), rounds, language))
    if view["last_turns"]:
        # Translators: the turns of all players until the game ends
        last = Message("The last turns: at most {turns} left, this one included")
        lines.append(say(last, {"turns": view["last_turns"]}, language))
    for player in view["players"]:
        values = {"name": names[player["seat"]], **player, "token": place_in_words(player["token"], language)}
        values |= {"stock": _counts(player["stock"], language), "hand": _cards(player["hand"], language)}
        values["top"] = _cards([player["top"]] if player["top"] else [], language)
        # Translators: a line of the table in a terminal; rooms is how many rooms hold own valuables, top the card that shows
        line = Message("{name:14} {score:>3} points, {token}, stock {stock}, {rooms} rooms, shows {top}")
        lines.append(say(line, values, language))
        lines.append(say(Message("{name:14} hand: {hand}"), {**values, "name": ""}, language))
    waiting = [player for player in view["players"] if player["sealed"]]
    if waiting:
        cards = [f"{names[player['seat']]} {_first_card(player, language)}" for player in waiting]
        # Translators: chosen for the first round and not yet carried out; cards are names and cards: Anna Lucas, Bert ?
        lines.append(say(Message("First cards: {cards}"), {"cards": ", ".join(cards)}, language))
    if view["raphael"]:
        # Translators: Raphael is the imaginary third player; the card is the one of his that shows
        lines.append(say(Message("Raphael's card: {card}"), {"card": _cards([view["raphael"]], language)}, language))
    figures: dict[str, object] = {key: place_in_words(view[key], language) for key in ("remigius", "vitus", "severus")}
    # Translators: remigius, vitus and severus are places (room 5), door is a passage (9-13)
    where = Message("Remigius {remigius}, Vitus {vitus}, Severus {severus}, door {door}")
    lines.append(say(where, {**figures, "door": view["door"] or "-"}, language))
    for room in view["rooms"]:
        held = [_told(0, piece, names, language) for piece in room["chalices"] if piece]
        held += [_told(1, piece, names, language) for piece in room["books"] if piece]
        for type, area in zip(room["ring_types"], room["rings"], strict=True):
            held += [_told(KIND_NAMES.index(type), piece, names, language) for piece in area if piece]
        if held:
            lines.append(say(Message("Room {number}: {held}"), {**room, "held": ", ".join(held)}, language))
    houses = [_counts(house, language) for house in view["storehouses"]]
    harbor = {"houses": " | ".join(houses), "bag": sum(view["bag"].values())}
    # Translators: bag is how many tiles are left in the bag
    lines.append(say(Message("Harbor: {houses} (bag {bag})"), harbor, language))
    if view["carrying"]:
        kind = kind_in_words(KIND_NAMES.index(view["carrying"]["kind"]), language)
        values = {**kind, "name": names[view["carrying"]["owner"]]}
        lines.append(say(Message("Benjamin carries {a_kind} of {name}"), values, language))
    return lines


def _first_card(player: Mapping[str, Any], language: str) -> str:
    """The card chosen for the first round; ? while it is secret."""
    return "?" if player["sealed"] is True else _cards([player["sealed"]], language)


def _cards(cards: Sequence[str], language: str) -> str:
    """Cards, as views name them, in words."""
    return ", ".join(translate(CARDS_IN_WORDS[CARD_NAMES.index(card)], language) for card in cards) or "-"


def _counts(counts: Mapping[str, int], language: str) -> str:
    """How many of each kind, in words."""
    told = [
        say(message, {"count": counts[kind]}, language)
        for kind, message in zip(KIND_NAMES, COUNTED, strict=True)
        if counts[kind]
    ]
    return ", ".join(told) or "-"


def _told(kind: int, piece: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """A valuable with its owner; one that has been scored in brackets."""
    # Translators: kind is a kind of valuable without an article: book of Anna
    told = say(Message("{kind} of {owner}"), {**kind_in_words(kind, language), "owner": names[piece["owner"]]}, language)
    return f"({told})" if piece["scored"] else told
