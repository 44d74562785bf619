"""Templar in words: messages for events, actions and refusals. English here is the key for translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.contract import SEATS
from commandery.core.event import Event
from commandery.core.language import N_, Message, say, translate
from commandery.core.layout import StateArray
from commandery.core.refusal import not_your_turn
from commandery.games.templar import actions
from commandery.games.templar.events import FIGURE_REMIGIUS, FIGURE_SEVERUS, FIGURE_VITUS
from commandery.games.templar.rules import refusals
from commandery.games.templar.state import AREAS, DOORS, HARBOR, MAIN_PORTAL, ROOMS, STOREHOUSES
from commandery.games.templar.view import KIND_NAMES, PHASES
from commandery.games.templar.world import CARD_NAMES, Abbey

__all__ = [
    "CARDS_IN_WORDS",
    "KINDS_IN_WORDS",
    "MESSAGES",
    "describe_action",
    "describe_numbers",
    "describe_table",
    "explain_refusal",
    "notations",
]

CARDS_IN_WORDS = (
    N_("Anselmus"), N_("Josua"), N_("Lucas"), N_("Benjamin"), N_("Maria"), N_("Stephanus"), N_("Porticus"), N_("Remigius"),
    N_("Severus"), N_("The Bells"),
)  # fmt: skip
KINDS_IN_WORDS = (
    N_("chalice"), N_("book"), N_("ring of type A"), N_("ring of type B"), N_("ring of type C"),
)  # fmt: skip
_FIGURES = {FIGURE_REMIGIUS: N_("Remigius"), FIGURE_VITUS: N_("Vitus"), FIGURE_SEVERUS: N_("Severus")}

MESSAGES = {
    "starts": Message(N_("{seat} is the start player.")),
    "first_tile": Message(N_("Storehouse {storehouse}: {kind}.")),
    "placed": Message(N_("{figure} begins in {room}.")),
    "paired": Message(N_("{seat} takes a second {kind} and a second {other_kind}.")),
    "chosen": Message(N_("{seat} has chosen {card}.")),
    "chosen, hidden": Message(N_("{seat} has chosen a card.")),
    "round": Message(N_("Round {number}.")),
    "revealed": Message(N_("{seat} reveals {card}.")),
    "came": Message(N_("{seat} comes from the harbor to the {portal}.")),
    "played": Message(N_("{seat} plays {card}.")),
    "no_effect": Message(N_("{card} cannot be carried out and has no effect.")),
    "moved": Message(N_("{figure} goes to {room}.")),
    "stashed": Message(N_("{seat} stashes a {kind} in {room}.")),
    "picked": Message(N_("{seat} picks up a {kind} of {owner} in {room}.")),
    "hid": Message(N_("{seat} stashes the {kind} of {owner} in {room}.")),
    "to_harbor": Message(N_("{seat} goes to storehouse {storehouse}.")),
    "received": Message(N_("{seat} receives a {kind}.")),
    "not_received": Message(N_("{seat} has no {kind} left in the reserve.")),
    "locked": Message(N_("The door goes from {origin_passage} to {passage}.")),
    "points": Message(
        N_("{seat} scores {points} point with {card}."), N_("{seat} scores {points} points with {card}."), "points"
    ),
    "scored": Message(N_("{seat} scores {points} points for a {kind} in {room}.")),
    "flipped": Message(N_("{seat} turns a {kind} in {room} over.")),
    "arriving": Message(N_("{count} tile arrives at the harbor."), N_("{count} tiles arrive at the harbor."), "count"),
    "arrived": Message(N_("A {kind} arrives at storehouse {storehouse}.")),
    "lost": Message(N_("No storehouse can take the {kind}: it leaves the game.")),
    "cards_back": Message(N_("{seat} takes all cards back.")),
    "bag_empty": Message(N_("The bag is empty.")),
    "announced": Message(N_("{seat} announces valuables in all 13 rooms.")),
    "last_round": Message(N_("The last round begins: everybody has one more turn.")),
    "shown": Message(N_("Raphael shows {card}.")),
    "reshuffled": Message(N_("Raphael's Bells ring: all his cards are shuffled again.")),
    "called": Message(
        N_("{seat} calls {offender} out: the card goes back, {points} point is lost."),
        N_("{seat} calls {offender} out: the card goes back, {points} points are lost."),
        "points",
    ),
    "church_rings": Message(
        N_("{seat} has {count} unscored ring in the church: {points} points."),
        N_("{seat} has {count} unscored rings in the church: {points} points."),
        "count",
    ),
    "full_rooms": Message(
        N_("{seat} has valuables in {count} room: {points} points."),
        N_("{seat} has valuables in {count} rooms: {points} points."),
        "count",
    ),
    "finished": Message(N_("{seat} ends with {points} point."), N_("{seat} ends with {points} points."), "points"),
}


def place_in_words(place: int, language: str) -> str:
    """A room, portal or storehouse in words."""
    if place < ROOMS:
        return say(Message(N_("room {number}")), {"number": place + 1}, language)
    if place < HARBOR:
        return translate(N_("main portal") if place == MAIN_PORTAL else N_("side portal"), language)
    return say(Message(N_("storehouse {number}")), {"number": place - HARBOR + 1}, language)


def notations(abbey: Abbey) -> list[str]:
    """The notation of every action, by id."""
    rooms = range(1, ROOMS + 1)
    listed = ["wait", "stop", "announce", "call", *(f"step {room}" for room in rooms)]
    listed += [f"pick {area + 1}.{seat}" for area in range(AREAS) for seat in range(SEATS)]
    listed += ["stash chalice", "stash book", *(f"stash {area + 1}{type}" for area in range(AREAS) for type in "abc")]
    listed += [f"play {card}" for card in CARD_NAMES]
    listed += ["portal main", "portal side", *(f"house {storehouse + 1}" for storehouse in range(STOREHOUSES))]
    passages = [passage.name for passage in abbey.passages]
    listed += [f"lock {passages[door] if door < len(passages) else f'#{door + 1}'}" for door in range(DOORS)]
    listed += [f"place {room}" for room in rooms]
    listed += ["rings ab", "rings ac", "rings bc", *(f"tile {kind}" for kind in KIND_NAMES)]
    listed += [f"show {card}" for card in CARD_NAMES]
    return listed + [f"start {seat}" for seat in range(SEATS)]


def describe_action(abbey: Abbey, action: int, language: str) -> str:
    """An action in words."""
    fixed = {
        0: N_("Wait"),
        actions.STOP: N_("Stop"),
        actions.ANNOUNCE: N_("Announce valuables in all rooms"),
        actions.CALL: N_("Call out the repeated card"),
        actions.STASH: N_("Stash a chalice"),
        actions.STASH + 1: N_("Stash a book"),
        actions.PORTAL: N_("Come to the main portal"),
        actions.PORTAL + 1: N_("Come to the side portal"),
        actions.PAIR: N_("Second rings of types A and B"),
        actions.PAIR + 1: N_("Second rings of types A and C"),
        actions.PAIR + 2: N_("Second rings of types B and C"),
    }
    if action in fixed:
        return translate(fixed[action], language)
    text, values = _described(abbey, action, language)
    return say(Message(text), values, language)


def _described(abbey: Abbey, action: int, language: str) -> tuple[str, dict[str, object]]:
    """The text of an action with places, and what they are filled with."""
    if action < actions.PICK:
        return N_("Go to {room}"), {"room": place_in_words(action - actions.STEP, language)}
    if action < actions.STASH:
        area, seat = divmod(action - actions.PICK, SEATS)
        return N_("Pick up a ring of player {seat} from area {area}"), {"area": area + 1, "seat": seat + 1}
    if action < actions.PLAY:
        area, type = divmod(action - actions.STASH - 2, 3)
        return N_("Stash a ring of type {type} in area {area}"), {"area": area + 1, "type": "ABC"[type]}
    if action < actions.PORTAL:
        return N_("Play {card}"), {"card": translate(CARDS_IN_WORDS[action - actions.PLAY], language)}
    if action < actions.LOCK:
        return N_("Go to storehouse {number}"), {"number": action - actions.HOUSE + 1}
    if action < actions.PLACE:
        door = action - actions.LOCK
        passage = abbey.passages[door].name if door < len(abbey.passages) else f"#{door + 1}"
        return N_("Lock the passage {passage}"), {"passage": passage}
    if action < actions.PAIR:
        return N_("Place the figure in {room}"), {"room": place_in_words(action - actions.PLACE, language)}
    if action < actions.SHOW:
        return N_("A {kind} is drawn"), {"kind": translate(KINDS_IN_WORDS[action - actions.TILE], language)}
    if action < actions.START:
        return N_("Raphael shows {card}"), {"card": translate(CARDS_IN_WORDS[action - actions.SHOW], language)}
    return N_("Player {number} starts"), {"number": action - actions.START + 1}


def describe_numbers(abbey: Abbey, event: Event, names: Sequence[str], language: str) -> dict[str, object]:
    """What the places in an event's message are filled with."""
    values: dict[str, object] = {"seat": names[event.seat]}
    for field, number in zip(event.kind.fields, event.numbers, strict=True):
        if number is None:
            continue
        if field in ("kind", "other_kind"):
            values[field] = translate(KINDS_IN_WORDS[number], language)
        elif field in ("room", "origin"):
            values[field] = place_in_words(number, language)
        elif field == "card":
            values[field] = translate(CARDS_IN_WORDS[number], language)
        elif field == "figure":
            values[field] = translate(_FIGURES[number], language) if number in _FIGURES else names[number]
        elif field in ("owner", "offender"):
            values[field] = names[number]
        elif field == "portal":
            values[field] = place_in_words(MAIN_PORTAL + number, language)
        elif field in ("passage", "origin_passage"):
            values[field] = abbey.passages[number].name
        else:
            values[field] = number + 1 if field == "storehouse" else number
    return values


_REFUSALS = {
    refusals.NO_ACTION: Message(N_("{action} is never played")),
    refusals.NOTHING_TO_CALL: Message(N_("there is no repeated card that could be called out")),
    refusals.NOT_IN_HAND: Message(N_("{action}: that card is not in hand")),
    refusals.BLOCKED: Message(N_("{action}: that card shows on another pile; play one that does not")),
    refusals.CANNOT_START: Message(N_("{action}: whom it moves has no way to go")),
    refusals.ALREADY_CHOSEN: Message(N_("{action} is chosen already")),
    refusals.TOO_EARLY: Message(N_("it is too early to stop: go at least one room, put the ring down, leave Vitus's room")),
    refusals.NOT_POSSIBLE: Message(N_("{action} is not possible here: see the legal actions")),
    refusals.NOT_ASKED: Message(N_("{action} does not answer what is asked now ({phase}): see the legal actions")),
}


def explain_refusal(
    world: StateArray, state: StateArray, seat: int, action: str, reason: int
) -> tuple[Message, dict[str, object]]:
    """Why an action is refused and what would be right."""
    s = state[0]
    if reason == refusals.NOT_YOUR_TURN:
        return not_your_turn(seat, int(s["actor"]))
    return _REFUSALS[reason], {"action": action, "phase": PHASES[int(s["phase"])].replace("_", " ")}


def describe_table(view: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The players two lines each, figures, rooms that hold something, and the harbor."""
    lines = []
    for player in view["players"]:
        stock = " ".join(f"{count}{kind}" for kind, count in player["stock"].items() if count) or "-"
        values = {"name": names[player["seat"]], **player, "stock": stock, "hand": " ".join(player["hand"])}
        values["top"] = player["top"] or "-"
        lines.append(
            say(
                Message(N_("{name:14} {score:>3} points, {token}, stock {stock}, {rooms} rooms, shows {top}")), values, language
            )
        )
        lines.append(say(Message(N_("{name:14} hand: {hand}")), {**values, "name": ""}, language))
    figures = {key: view[key] or "-" for key in ("remigius", "vitus", "severus", "door")}
    lines.append(say(Message(N_("Remigius {remigius}, Vitus {vitus}, Severus {severus}, door {door}")), figures, language))
    for room in view["rooms"]:
        held = [_told("chalice", piece, names) for piece in room["chalices"] if piece]
        held += [_told("book", piece, names) for piece in room["books"] if piece]
        for type, area in zip(room["ring_types"], room["rings"], strict=True):
            held += [_told(f"ring {type}", piece, names) for piece in area if piece]
        if held:
            lines.append(say(Message(N_("Room {number}: {held}")), {**room, "held": ", ".join(held)}, language))
    houses = [" ".join(f"{count}{kind}" for kind, count in house.items() if count) or "-" for house in view["storehouses"]]
    harbor = {"houses": " | ".join(houses), "bag": sum(view["bag"].values())}
    lines.append(say(Message(N_("Harbor: {houses} (bag {bag})")), harbor, language))
    if view["carrying"]:
        values = {"kind": view["carrying"]["kind"], "name": names[view["carrying"]["owner"]]}
        lines.append(say(Message(N_("Benjamin carries a ring {kind} of {name}")), values, language))
    return lines


def _told(kind: str, piece: Mapping[str, Any], names: Sequence[str]) -> str:
    """A valuable with its owner; one that has been scored in brackets."""
    told = f"{kind} of {names[piece['owner']]}"
    return f"({told})" if piece["scored"] else told
