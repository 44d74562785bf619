"""Templars' Journey in words: messages for events, actions and refusals. English here is the key for translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.contract import SEATS
from commandery.core.event import Event
from commandery.core.language import N_, Message, Phrase, say, translate
from commandery.core.layout import StateArray
from commandery.core.refusal import not_your_turn, start_in_words
from commandery.games.journey import actions
from commandery.games.journey.rules import refusals
from commandery.games.journey.state import CARDS, EMPIRE_MISSION, FRANCE_MISSION, SEVENTH, TERRITORIES, TILES, TRACK
from commandery.games.journey.view import MISSION_NAMES, PHASES
from commandery.games.journey.world import Europe

__all__ = [
    "ASKED",
    "CARDS_IN_WORDS",
    "MESSAGES",
    "asked",
    "describe_action",
    "describe_numbers",
    "describe_source",
    "explain_refusal",
    "mission_in_words",
    "notations",
    "space_in_words",
]

CARDS_IN_WORDS = (
    # Translators: the six action cards, in lower case: Card 3: place knights, risky
    N_("collect gold, safe"),
    N_("collect gold, risky"),
    N_("place knights, risky"),
    N_("place knights, safe"),
    N_("move a Templar, risky"),
    N_("move a Templar, safe"),
)
_MISSIONS = (
    # Translators: the missions, in lower case: A mission is dealt: most gold; keep them short, two stand above the map
    N_("most gold"),
    N_("most ships with at least one knight"),
    N_("most knights in the temple"),
    N_("most knights in the seventh city"),
    N_("Templars nearest to each other"),
    N_("edicts of the most countries"),
)

MESSAGES = {
    "starts": Message("{seat} is the first player."),
    # Translators: space is "ship 3" or "the seventh space", edict the name of a city
    "edict_laid": Message("{space}: the edict of {edict}."),
    # Translators: territory is the name of a city and of the territory around it, here and in all messages
    "tile_laid": Message(
        "The city of {territory} has {spaces} space.", "The city of {territory} has {spaces} spaces.", "spaces"
    ),
    # Translators: mission is what it asks for: most gold
    "mission_dealt": Message("{seat} gets the mission: {mission}."),
    "mission_dealt, hidden": Message("{seat} gets a mission."),
    "mission_opened": Message("An open mission: {mission}."),
    "placed": Message("{seat} places a knight in {territory}."),
    # Translators: owner is a player's name
    "removed": Message("{seat} removes a knight of {owner} from {territory}."),
    "templar_placed": Message("{seat} places a Templar in {territory}."),
    # Translators: to_place is "to harbor 2" or "to red flag 3 of the outer route"
    "pope_moved": Message("{seat} moves the Pope {to_place}."),
    # Translators: to is a player's name
    "led": Message("{seat} makes {to} the first player, for 3 knights of the temple."),
    # Translators: card is a number
    "chosen": Message("{seat} has chosen card {card}."),
    "chosen, hidden": Message("{seat} has chosen a card."),
    "revealed": Message("{seat} reveals card {card}."),
    "card_begins": Message("{seat} carries out card {card}."),
    # Translators: the penalty action of a risky card
    "penalty_begins": Message("{seat} carries out the penalty of card {card}."),
    # Translators: gold is a number of gold coins
    "took": Message("{seat} takes {gold} gold from {territory}.", "{seat} takes {gold} gold from {territory}.", "gold"),
    "taxed": Message(
        "{seat} takes {gold} gold more from {territory}, for 2 knights of the temple.",
        "{seat} takes {gold} gold more from {territory}, for 2 knights of the temple.",
        "gold",
    ),
    "city_chosen": Message("{seat} chooses {territory}."),
    "paid": Message("{seat} pays {gold} gold.", "{seat} pays {gold} gold.", "gold"),
    # Translators: the chance marker has a blank side and a side with the Cross of the Templars
    "tossed_blank": Message("The toss of {seat}: blank."),
    "tossed_cross": Message("The toss of {seat}: the Cross of the Templars."),
    "new_chance": Message("{seat} tosses again, for a knight of the temple."),
    # Translators: origin is the name of a territory
    "moved": Message("A Templar of {seat} goes from {origin} to {territory}."),
    # Translators: edict and other_edict are names of cities
    "offered": Message("{seat} wants to exchange the edicts of {edict} and {other_edict}."),
    "vetoed": Message("{seat} vetoes the exchange, for 4 knights of the temple."),
    "exchanged": Message("{seat} exchanges the edicts of {edict} and {other_edict}."),
    "atoned": Message("{seat} loses a knight in {territory} to the temple."),
    "first": Message("{seat} is the first player now."),
    "shipping_round": Message("Shipping round {number}."),
    # Translators: always 2 points
    "edict_won": Message("{seat} wins the edict of {edict} and {points} points."),
    "edict_gone": Message("Nobody wins the edict of {edict}: it leaves the game."),
    # Translators: always 1 point
    "full_city": Message("{seat} scores {points} point in the full city of {territory}."),
    # Translators: ship is a number
    "boarded": Message("A knight of {seat} goes from {territory} aboard ship {ship}."),
    "left_behind": Message(
        "{knights} knight of {seat} stays behind in {territory} and goes to the temple.",
        "{knights} knights of {seat} stay behind in {territory} and go to the temple.",
        "knights",
    ),
    # Translators: always 1 point
    "aboard": Message("{seat} scores {points} point for being aboard ship {ship}."),
    # Translators: as many knights as points
    "knights_aboard": Message(
        "{seat} scores {points} point for the knight aboard ship {ship}.",
        "{seat} scores {points} points for the knights aboard ship {ship}.",
        "points",
    ),
    # Translators: knights is how many
    "temple": Message(
        "{seat} scores {points} point for the most knights in the temple, {knights}.",
        "{seat} scores {points} points for the most knights in the temple, {knights}.",
        "points",
    ),
    # Translators: two numbers of gold coins
    "gold_dealt": Message("Gold is dealt: {with_city} to each territory with a city, {without_city} to the others."),
    # Translators: two knights a point
    "seventh_knights": Message(
        "{seat} scores {points} point for {knights} knights in the seventh city, {territory}.",
        "{seat} scores {points} points for {knights} knights in the seventh city, {territory}.",
        "points",
    ),
    # Translators: four gold coins a point
    "gold_points": Message(
        "{seat} scores {points} point for {gold} gold.", "{seat} scores {points} points for {gold} gold.", "points"
    ),
    "mission_shown": Message("The mission of {seat}: {mission}."),
    "mission_points": Message(
        "{seat} scores {points} point for the mission: {mission}.",
        "{seat} scores {points} points for the mission: {mission}.",
        "points",
    ),
    "finished": Message("{seat} ends with {points} point.", "{seat} ends with {points} points.", "points"),
    "declined": Message("{seat} declines."),
    "done": Message("{seat} is done."),
}

ASKED = {
    "starting": N_("who is the first player"),
    "edicts": N_("an edict is laid out"),
    "tiles": N_("a city tile is laid out"),
    "missions": N_("a mission is dealt"),
    "tossing": N_("the chance marker is tossed"),
    "placing_knight": N_("place a knight"),
    "placing_templar": N_("place a Templar"),
    "fork": N_("choose the Pope's route"),
    "sealing": N_("choose a card in secret"),
    "taking": N_("take gold from a territory"),
    "atoning": N_("put a knight of your own into the temple"),
    # Translators: on a green flag a knight is placed, on a red one an opponent's is removed
    "flag": N_("place or remove a knight for the flag, or decline"),
    "leading": N_("make somebody else the first player, or decline"),
    "taxing": N_("take 2 gold more, or decline"),
    "city": N_("choose a city"),
    "spending": N_("place or remove knights, or be done"),
    "swapping": N_("exchange knights, or be done"),
    "lucky": N_("place or remove a knight, or decline"),
    "retrying": N_("toss again, or decline"),
    "setting_out": N_("move a Templar, or decline"),
    "moving": N_("move the Templar on, or stop"),
    "gift": N_("place or remove a knight where the Templar has stopped, or decline"),
    "exchanging": N_("exchange the edict, or decline"),
    "vetoing": N_("veto the exchange, or decline"),
    "over": N_("nothing: the game is over"),
    # Translators: the same where only one of the two is possible
    "flag, green": N_("place a knight for the flag, or decline"),
    "flag, red": N_("remove a knight for the flag, or decline"),
    "spending, penalty": N_("remove knights, or be done"),
    "gift, green": N_("place a knight where the Templar has stopped, or decline"),
    "gift, red": N_("remove a knight where the Templar has stopped, or decline"),
}


def asked(view: Mapping[str, Any]) -> str:
    """What a view's phase asks for: by the flag where it decides, and less in a penalty."""
    phase = view["phase"]
    kind = view["flag"] if phase in ("flag", "gift") else "penalty" if view["penalty"] else None
    return ASKED.get(f"{phase}, {kind}", ASKED[phase])


def mission_in_words(mission: int, countries: Mapping[str, str], language: str) -> str:
    """What a mission asks for; the two about a country call it as the map does."""
    if mission in (EMPIRE_MISSION, FRANCE_MISSION):
        country = translate(countries["empire" if mission == EMPIRE_MISSION else "france"], language)
        # Translators: a mission like "most gold"
        return say(Message("most edicts of this country: {country}"), {"country": country}, language)
    return translate(_MISSIONS[mission], language)


def space_in_words(space: int, language: str) -> str:
    """An edict space of the round track in words."""
    if space == SEVENTH:
        # Translators: stands before a colon at the beginning of a line, as does "ship {number}"
        return translate(N_("the seventh space"), language)
    return say(Message("ship {number}"), {"number": space + 1}, language)


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
    # Translators: New Chance, Taxes, Leader and Veto are the names of the four favors of the Pope
    actions.AGAIN: N_("New Chance: toss again, for 1 knight of the temple"),
    actions.VETO: N_("Veto: prevent the exchange, for 4 knights of the temple"),
    actions.TOSSED: N_("The blank side"),
    actions.TOSSED + 1: N_("The Cross of the Templars"),
}


def describe_action(europe: Europe, action: int, language: str, names: Sequence[str] | None = None) -> str:
    """An action in words."""
    if action in _FIXED:
        return translate(_FIXED[action], language)
    text, values = _described(europe, action, language, names)
    return say(Message(text), values, language)


_IN_A_TERRITORY = (
    (actions.PLACE, N_("Place a knight in {territory}")),
    (actions.CITY, N_("Act in the city of {territory}")),
    (actions.TEMPLAR, N_("Place a Templar in {territory}")),
    (actions.TAKE, N_("Take gold from {territory}")),
    # Translators: gold is counted in coins
    (actions.TAX, N_("Taxes: take 2 gold more from {territory}, for 2 knights of the temple")),
    (actions.EDICT, N_("The edict of {territory} is laid out")),
)


def _described(europe: Europe, action: int, language: str, names: Sequence[str] | None) -> tuple[str, dict[str, object]]:
    """The text of an action with places, and what they are filled with."""
    cities = europe.names
    for base, text in _IN_A_TERRITORY:
        if base <= action < base + TERRITORIES:
            return text, {"territory": cities[action - base]}
    if action < actions.CARD:
        return _described_player(cities, action, names)
    if action < actions.TAKE:
        card = action - actions.CARD
        return N_("Card {card}: {text}"), {"card": card + 1, "text": translate(CARDS_IN_WORDS[card], language)}
    if action < actions.EXCHANGE:
        templar, territory = divmod(action - actions.STEP, TERRITORIES)
        # Translators: each player has two Templars
        goes = N_("The second Templar goes to {territory}") if templar else N_("The first Templar goes to {territory}")
        return goes, {"territory": cities[territory]}
    if action == actions.EXCHANGE + SEVENTH:
        return N_("Exchange the edict for that of the seventh space"), {}
    if action < actions.AGAIN:
        return N_("Exchange the edict for that of ship {number}"), {"number": action - actions.EXCHANGE + 1}
    if action < actions.EDICT:
        return start_in_words(action - actions.START, names)
    if action < actions.MISSION:
        return N_("City tile {number} is laid out"), {"number": action - actions.TILE + 1}
    return N_("A mission is dealt: {mission}"), {
        "mission": mission_in_words(action - actions.MISSION, europe.mission_countries, language)
    }


def _described_player(cities: Sequence[str], action: int, names: Sequence[str] | None) -> tuple[str, dict[str, object]]:
    """The same for what is done to a player, who is told by name, or by number."""
    if action >= actions.LEAD:
        seat = action - actions.LEAD
        if names is not None and seat < len(names):
            # Translators: player is a name
            text = N_("Leader: make {player} the first player, for 3 knights of the temple")
            return text, {"player": names[seat]}
        return N_("Leader: make player {number} the first player, for 3 knights of the temple"), {"number": seat + 1}
    removes = action < actions.TOSS
    territory, seat = divmod(action - (actions.REMOVE if removes else actions.SWAP), SEATS)
    values: dict[str, object] = {"territory": cities[territory], "seat": seat + 1}
    if names is None or seat >= len(names):
        # Translators: seat is the number of a player
        text = N_("Remove a knight of player {seat} from {territory}")
        return text if removes else N_("Exchange a knight of player {seat} in {territory}"), values
    # Translators: owner is a player's name
    text = N_("Remove a knight of {owner} from {territory}")
    return text if removes else N_("Exchange a knight of {owner} in {territory}"), {**values, "owner": names[seat]}


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
        values["to_place"] = _pope_in_words(europe, event, language)
    return values


def _pope_in_words(europe: Europe, event: Event, language: str) -> str:
    """To where on the round track the Pope has come."""
    section, space, route = (number or 0 for number in event.numbers)
    lengths = europe.sections[section].inner, europe.sections[section].outer
    if space > lengths[route]:
        return say(Message("to harbor {number}"), {"number": section + 1}, language)
    green, red = Message("to green flag {number} of the inner route"), Message("to red flag {number} of the outer route")
    return say(red if route else green, {"number": space}, language)


_REFUSALS = {
    refusals.NO_ACTION: Message("{action} is never played"),
    refusals.NOT_ASKED: Message("{action} does not answer what is asked now: {asked}"),
    refusals.NOT_POSSIBLE: Message("{action} is not possible here: see the legal actions"),
    refusals.ALREADY_CHOSEN: Message("{action} is chosen already"),
    # Translators: asked is what is asked: place a knight
    refusals.COMPULSORY: Message("this cannot be declined: {asked}"),
    refusals.NO_SUPPLY: Message("{action}: no knight is left in supply"),
    refusals.FULL: Message("{action}: no space is empty in that city"),
    refusals.NO_CITY: Message("{action}: there is no city in that territory"),
    # Translators: said to a player
    refusals.NO_TEMPLAR: Message("{action}: no Templar of yours stands there"),
    refusals.NO_KNIGHT: Message("{action}: there is no such knight"),
    refusals.NO_GOLD: Message("{action}: you have not enough gold"),
    refusals.TWO_THERE: Message("{action}: in the set-up nobody has more than two knights in a city"),
    refusals.RED_FLAG: Message("{action}: a red flag removes a knight of an opponent, it places none"),
    refusals.GREEN_FLAG: Message("{action}: a green flag places a knight of your own, it removes none"),
    refusals.OWN_KNIGHT: Message("{action}: only knights of opponents are removed or exchanged"),
    refusals.ONLY_OWN: Message("{action}: after a penalty you lose a knight of your own"),
    refusals.OTHER_CITY: Message("{action}: this card acts only in the city that was chosen"),
    refusals.NOT_WHERE_STOPPED: Message("{action}: this card acts only where the Templar has stopped"),
    refusals.ONLY_REMOVED: Message("{action}: the penalty only removes knights"),
    refusals.SPENT: Message("{action}: a card spends 6 gold at most"),
    refusals.NO_TOSS: Message("{action}: only card 4 tosses the chance marker"),
    refusals.NO_OPPONENT: Message("{action}: no knight of an opponent stands in that city"),
    refusals.NOTHING_TO_DO: Message("{action}: no opposing knight can be removed there, and none of yours placed"),
    refusals.NOTHING_TO_TAKE: Message("{action}: no gold lies there"),
    refusals.NOT_ENTERED: Message("{action}: gold is taken only from a territory that the Templar has entered in this move"),
    refusals.NOT_ADJACENT: Message("{action}: that is out of reach; territories must be next to each other"),
    refusals.STANDS_THERE: Message("{action}: the Templar stands there already"),
    refusals.OTHER_TEMPLAR: Message("{action}: only the Templar that has begun to move goes on"),
    refusals.NO_EDICT: Message("{action}: no edict is left there"),
    refusals.SAME_EDICT: Message("{action}: that is the edict that would be exchanged; choose another"),
    refusals.HOLDS_IT: Message("{action}: that is yourself; choose somebody else"),
    refusals.NO_PLAYER: Message("{action}: nobody sits there"),
}


def explain_refusal(
    world: StateArray, state: StateArray, seat: int, action: str, reason: int
) -> tuple[Message, dict[str, object]]:
    """Why an action is refused and what would be right."""
    s = state[0]
    if reason == refusals.NOT_YOUR_TURN:
        return not_your_turn(seat, int(s["actor"]))
    return _REFUSALS[reason], {"action": action, "asked": Phrase(Message(ASKED[PHASES[int(s["phase"])]]))}


def describe_source(europe: Europe, source: str, language: str) -> str:
    """A source of points in words."""
    word, _, mission = source.partition(" ")
    if word == "mission":
        told = mission_in_words(MISSION_NAMES.index(mission), europe.mission_countries, language)
        return say(Message("mission: {mission}"), {"mission": told}, language)
    return translate(_SOURCES[source], language)


_SOURCES = {
    # Translators: where points came from, down to "gold"
    "edicts": N_("edicts"),
    "full city": N_("in full cities"),
    # Translators: a point for each ship with a knight of one's own aboard
    "aboard": N_("ships boarded"),
    "knights aboard": N_("knights aboard"),
    "temple": N_("temple"),
    "seventh city": N_("seventh city"),
    "gold": N_("gold"),
}
