"""Templars' Journey in words: messages for events, actions and refusals. English here is the key for translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.contract import SEATS
from commandery.core.event import Event
from commandery.core.language import N_, Message, say, translate
from commandery.core.layout import StateArray
from commandery.core.refusal import not_your_turn
from commandery.games.journey import actions
from commandery.games.journey.rules import refusals
from commandery.games.journey.state import CARDS, EMPIRE_MISSION, FRANCE_MISSION, SEVENTH, TERRITORIES, TILES, TRACK
from commandery.games.journey.view import MISSION_NAMES, PHASES
from commandery.games.journey.world import Europe

__all__ = [
    "CARDS_IN_WORDS",
    "MESSAGES",
    "describe_action",
    "describe_numbers",
    "describe_table",
    "explain_refusal",
    "mission_in_words",
    "notations",
]

CARDS_IN_WORDS = (
    N_("collect gold, safe"), N_("collect gold, risky"), N_("place knights, risky"), N_("place knights, safe"),
    N_("move a Templar, risky"), N_("move a Templar, safe"),
)  # fmt: skip
_MISSIONS = (
    N_("most gold"), N_("most ships with an own knight"), N_("most knights in the temple"),
    N_("most knights in the seventh city"), N_("own Templars nearest to each other"), N_("edicts of the most countries"),
)  # fmt: skip
_TEMPLARS = (N_("first"), N_("second"))

MESSAGES = {
    "starts": Message(N_("{seat} is the first player.")),
    "edict_laid": Message(N_("{space}: the edict of {edict}.")),
    "tile_laid": Message(N_("The city of {territory} has {spaces} spaces.")),
    "mission_dealt": Message(N_("{seat} gets the mission: {mission}.")),
    "mission_dealt, hidden": Message(N_("{seat} gets a mission.")),
    "mission_opened": Message(N_("An open mission: {mission}.")),
    "placed": Message(N_("{seat} places a knight in {territory}.")),
    "removed": Message(N_("{seat} removes a knight of {owner} from {territory}.")),
    "templar_placed": Message(N_("{seat} places a Templar in {territory}.")),
    "pope_moved": Message(N_("{seat} moves the Pope to {place}.")),
    "led": Message(N_("{seat} makes {to} the first player, for 3 knights of the temple.")),
    "chosen": Message(N_("{seat} has chosen card {card}.")),
    "chosen, hidden": Message(N_("{seat} has chosen a card.")),
    "revealed": Message(N_("{seat} reveals card {card}.")),
    "card_begins": Message(N_("{seat} carries out card {card}.")),
    "penalty_begins": Message(N_("{seat} carries out the penalty of card {card}.")),
    "took": Message(N_("{seat} takes {gold} gold from {territory}.")),
    "taxed": Message(N_("{seat} takes {gold} gold more from {territory}, for 2 knights of the temple.")),
    "city_chosen": Message(N_("{seat} chooses {territory}.")),
    "paid": Message(N_("{seat} pays {gold} gold.")),
    "tossed_blank": Message(N_("The toss of {seat}: blank.")),
    "tossed_cross": Message(N_("The toss of {seat}: the Cross of the Templars.")),
    "new_chance": Message(N_("{seat} tosses again, for a knight of the temple.")),
    "moved": Message(N_("A Templar of {seat} goes from {origin} to {territory}.")),
    "offered": Message(N_("{seat} wants to exchange the edicts of {edict} and {other_edict}.")),
    "vetoed": Message(N_("{seat} vetoes the exchange, for 4 knights of the temple.")),
    "exchanged": Message(N_("{seat} exchanges the edicts of {edict} and {other_edict}.")),
    "atoned": Message(N_("{seat} loses an own knight in {territory} to the temple.")),
    "first": Message(N_("{seat} is the first player now.")),
    "shipping_round": Message(N_("Shipping round {number}.")),
    "edict_won": Message(N_("{seat} wins the edict of {edict} and {points} points.")),
    "edict_gone": Message(N_("Nobody wins the edict of {edict}: it leaves the game.")),
    "full_city": Message(N_("{seat} scores {points} point in the full city of {territory}.")),
    "boarded": Message(N_("A knight of {seat} goes from {territory} aboard ship {ship}.")),
    "left_behind": Message(
        N_("{knights} knight of {seat} stays behind in {territory} and goes to the temple."),
        N_("{knights} knights of {seat} stay behind in {territory} and go to the temple."),
        "knights",
    ),
    "aboard": Message(N_("{seat} scores {points} point for being aboard ship {ship}.")),
    "knights_aboard": Message(
        N_("{seat} scores {points} point for the knight aboard ship {ship}."),
        N_("{seat} scores {points} points for the knights aboard ship {ship}."),
        "points",
    ),
    "temple": Message(
        N_("{seat} scores {points} point for the most knights in the temple, {knights}."),
        N_("{seat} scores {points} points for the most knights in the temple, {knights}."),
        "points",
    ),
    "gold_dealt": Message(N_("Gold is dealt: {with_city} to each territory with a city, {without_city} to the others.")),
    "seventh_knights": Message(
        N_("{seat} scores {points} point for {knights} knights in the seventh city, {territory}."),
        N_("{seat} scores {points} points for {knights} knights in the seventh city, {territory}."),
        "points",
    ),
    "gold_points": Message(
        N_("{seat} scores {points} point for {gold} gold."), N_("{seat} scores {points} points for {gold} gold."), "points"
    ),
    "mission_shown": Message(N_("The mission of {seat}: {mission}.")),
    "mission_points": Message(
        N_("{seat} scores {points} point for the mission: {mission}."),
        N_("{seat} scores {points} points for the mission: {mission}."),
        "points",
    ),
    "finished": Message(N_("{seat} ends with {points} point."), N_("{seat} ends with {points} points."), "points"),
    "declined": Message(N_("{seat} declines.")),
    "done": Message(N_("{seat} is done.")),
}


def mission_in_words(mission: int, countries: Mapping[str, str], language: str) -> str:
    """What a mission asks for; the two about a country call it as the map does."""
    if mission in (EMPIRE_MISSION, FRANCE_MISSION):
        country = countries["empire" if mission == EMPIRE_MISSION else "france"]
        return say(Message(N_("most edicts of this country: {country}")), {"country": country}, language)
    return translate(_MISSIONS[mission], language)


def space_in_words(space: int, language: str) -> str:
    """An edict space of the round track in words."""
    if space == SEVENTH:
        return translate(N_("the seventh space"), language)
    return say(Message(N_("ship {number}")), {"number": space + 1}, language)


def notations(europe: Europe) -> list[str]:
    """The notation of every action, by id."""
    names = [territory.name for territory in europe.territories]
    knights = [f"{name} {seat}" for name in names for seat in range(SEATS)]
    listed = ["wait", "stop", *(f"place {name}" for name in names), *(f"remove {knight}" for knight in knights), "toss"]
    listed += [f"swap {knight}" for knight in knights]
    listed += [f"{word} {name}" for word in ("city", "templar") for name in names]
    listed += ["route inner", "route outer", *(f"lead {seat}" for seat in range(SEATS))]
    listed += [f"card {card + 1}" for card in range(CARDS)]
    listed += [f"{word} {name}" for word in ("take", "tax", "step 1", "step 2") for name in names]
    listed += [f"exchange {space + 1}" for space in range(TRACK)]
    listed += ["again", "veto", *(f"start {seat}" for seat in range(SEATS)), *(f"edict {name}" for name in names)]
    listed += [f"tile {tile + 1}" for tile in range(TILES)]
    return listed + [f"mission {mission}" for mission in MISSION_NAMES] + ["blank", "cross"]


_FIXED = {
    0: N_("Wait"),
    actions.STOP: N_("Decline, or be done"),
    actions.TOSS: N_("Spend 1 gold and toss the chance marker"),
    actions.ROUTE: N_("Take the inner route, with green flags"),
    actions.ROUTE + 1: N_("Take the outer route, with red flags"),
    actions.AGAIN: N_("New Chance: toss again, for 1 knight of the temple"),
    actions.VETO: N_("Veto: prevent the exchange, for 4 knights of the temple"),
    actions.TOSSED: N_("The blank side"),
    actions.TOSSED + 1: N_("The Cross of the Templars"),
}


def describe_action(europe: Europe, action: int, language: str) -> str:
    """An action in words."""
    if action in _FIXED:
        return translate(_FIXED[action], language)
    text, values = _described(europe, action, language)
    return say(Message(text), values, language)


_IN_A_TERRITORY = (
    (actions.PLACE, N_("Place a knight in {territory}")),
    (actions.CITY, N_("Act in the city of {territory}")),
    (actions.TEMPLAR, N_("Place a Templar in {territory}")),
    (actions.TAKE, N_("Take gold from {territory}")),
    (actions.TAX, N_("Taxes: take 2 gold more from {territory}, for 2 knights of the temple")),
    (actions.EDICT, N_("The edict of {territory} is laid out")),
)


def _described(europe: Europe, action: int, language: str) -> tuple[str, dict[str, object]]:
    """The text of an action with places, and what they are filled with."""
    names = [territory.name for territory in europe.territories]
    for base, text in _IN_A_TERRITORY:
        if base <= action < base + TERRITORIES:
            return text, {"territory": names[action - base]}
    if action < actions.TOSS:
        territory, seat = divmod(action - actions.REMOVE, SEATS)
        return N_("Remove a knight of player {seat} from {territory}"), {"territory": names[territory], "seat": seat + 1}
    if action < actions.CITY:
        territory, seat = divmod(action - actions.SWAP, SEATS)
        return N_("Exchange a knight of player {seat} in {territory}"), {"territory": names[territory], "seat": seat + 1}
    if action < actions.CARD:
        return N_("Leader: make player {number} the first player, for 3 knights of the temple"), {
            "number": action - actions.LEAD + 1
        }
    if action < actions.TAKE:
        card = action - actions.CARD
        return N_("Card {card}: {text}"), {"card": card + 1, "text": translate(CARDS_IN_WORDS[card], language)}
    if action < actions.EXCHANGE:
        templar, territory = divmod(action - actions.STEP, TERRITORIES)
        values: dict[str, object] = {"templar": translate(_TEMPLARS[templar], language), "territory": names[territory]}
        return N_("The {templar} Templar goes to {territory}"), values
    if action < actions.AGAIN:
        return N_("Exchange the edict for that of {space}"), {"space": space_in_words(action - actions.EXCHANGE, language)}
    if action < actions.EDICT:
        return N_("Player {number} starts"), {"number": action - actions.START + 1}
    if action < actions.MISSION:
        return N_("City tile {number} is laid out"), {"number": action - actions.TILE + 1}
    return N_("A mission is dealt: {mission}"), {
        "mission": mission_in_words(action - actions.MISSION, europe.mission_countries, language)
    }


def describe_numbers(europe: Europe, event: Event, names: Sequence[str], language: str) -> dict[str, object]:
    """What the places in an event's message are filled with."""
    values: dict[str, object] = {"seat": names[event.seat]}
    for field, number in zip(event.kind.fields, event.numbers, strict=True):
        if number is None:
            continue
        if field in ("territory", "origin", "edict", "other_edict"):
            values[field] = europe.territories[number].name
        elif field in ("owner", "to"):
            values[field] = names[number]
        elif field == "mission":
            values[field] = mission_in_words(number, europe.mission_countries, language)
        elif field == "space" and event.name == "edict_laid":
            values[field] = space_in_words(number, language)
        else:
            values[field] = number + 1 if field == "ship" else number
    if event.name == "pope_moved":
        values["place"] = _pope_in_words(europe, event, language)
    return values


def _pope_in_words(europe: Europe, event: Event, language: str) -> str:
    """Where on the round track the Pope has come to."""
    section, space, route = (number or 0 for number in event.numbers)
    lengths = europe.sections[section].inner, europe.sections[section].outer
    if space > lengths[route]:
        return say(Message(N_("harbor {number}")), {"number": section + 1}, language)
    green, red = N_("green flag {number} of the inner route"), N_("red flag {number} of the outer route")
    return say(Message(red if route else green), {"number": space}, language)


_REFUSALS = {
    refusals.NO_ACTION: Message(N_("{action} is never played")),
    refusals.NOT_ASKED: Message(N_("{action} does not answer what is asked now ({phase}): see the legal actions")),
    refusals.NOT_POSSIBLE: Message(N_("{action} is not possible here: see the legal actions")),
    refusals.ALREADY_CHOSEN: Message(N_("{action} is chosen already")),
    refusals.COMPULSORY: Message(N_("this cannot be declined ({phase}): choose one of the legal actions")),
    refusals.NO_SUPPLY: Message(N_("{action}: no knight is left in supply")),
    refusals.FULL: Message(N_("{action}: there is no empty space in a city there")),
    refusals.NO_TEMPLAR: Message(N_("{action}: no Templar of yours stands there")),
    refusals.NO_KNIGHT: Message(N_("{action}: there is no such knight")),
    refusals.NO_GOLD: Message(N_("{action}: there is not enough gold")),
    refusals.NOT_ENTERED: Message(
        N_("{action}: gold is taken only from a territory that the Templar has entered in this move")
    ),
    refusals.NOT_ADJACENT: Message(N_("{action}: that is out of reach; territories must be next to each other")),
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
    """The players a line each, the Pope, territories with what is in them, the track, ships and missions."""
    lands = view["territories"]
    lines = []
    for player in view["players"]:
        templars = ", ".join(lands[place] for place in player["templars"] if place is not None) or "-"
        edicts = ", ".join(lands[edict] for edict in player["edicts"]) or "-"
        values = {**player, "name": names[player["seat"]], "templars": templars, "edicts": edicts}
        text = N_(
            "{name:14} {score:>3} points, {gold} gold, {supply} knights in supply, {temple} in temple; "
            "Templars {templars}; edicts {edicts}"
        )
        lines.append(say(Message(text), values, language))
    section = {"section": view["section"] + 1, "space": view["space"]}
    lines.append(say(Message(N_("The Pope: section {section} of 3, space {space}")), section, language) + _flag(view, language))
    for number, (land, city) in enumerate(zip(lands, view["cities"], strict=True)):
        values = {"territory": land, "gold": view["gold"][number], "city": _city(city, names, language)}
        lines.append(say(Message(N_("{territory:10} {gold:>2} gold; {city}")), values, language))
    for space, edict in enumerate(view["track"]):
        aboard = [] if space == SEVENTH else _knights(view["aboard"][space], names)
        told = lands[edict] if edict is not None else ", ".join(aboard) or "-"
        lines.append(f"{space_in_words(space, language)}: {told}")
    missions = [mission_in_words(mission, view["mission_countries"], language) for mission in view["missions"]]
    if missions:
        lines.append(say(Message(N_("Open missions: {missions}")), {"missions": "; ".join(missions)}, language))
    for player in view["players"]:
        if player["mission"] is not None:
            values = {
                "name": names[player["seat"]],
                "mission": mission_in_words(player["mission"], view["mission_countries"], language),
            }
            lines.append(say(Message(N_("Mission of {name}: {mission}")), values, language))
    return lines


def _flag(view: Mapping[str, Any], language: str) -> str:
    if view["flag"] is None:
        return ""
    return ", " + translate(N_("green flag") if view["flag"] == "green" else N_("red flag"), language)


def _city(city: Mapping[str, Any] | None, names: Sequence[str], language: str) -> str:
    if city is None:
        return translate(N_("no city"), language)
    values = {"spaces": city["spaces"], "knights": ", ".join(_knights(city["knights"], names)) or "-"}
    return say(Message(N_("city of {spaces} spaces: {knights}")), values, language)


def _knights(numbers: Sequence[int], names: Sequence[str]) -> list[str]:
    return [f"{number} {names[seat]}" for seat, number in enumerate(numbers) if number]
