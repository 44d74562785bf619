"""Templar in words: messages for events, actions and refusals. English here is the key for translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.contract import SEATS
from commandery.core.event import Event
from commandery.core.language import N_, Message, Phrase, say, translate
from commandery.core.layout import StateArray
from commandery.core.refusal import not_your_turn, start_in_words
from commandery.games.templar import actions
from commandery.games.templar.events import FIGURE_REMIGIUS, FIGURE_SEVERUS, FIGURE_VITUS
from commandery.games.templar.rules import refusals
from commandery.games.templar.state import AREAS, DOORS, MAIN_PORTAL, NONE, REMIGIUS, ROOMS, SEVERUS, STOREHOUSES
from commandery.games.templar.view import KIND_NAMES, PHASES
from commandery.games.templar.world import CARD_NAMES, Abbey

__all__ = [
    "ASKED",
    "CARDS_IN_WORDS",
    "COUNTED",
    "KINDS_IN_WORDS",
    "MESSAGES",
    "asked",
    "describe_action",
    "describe_numbers",
    "describe_source",
    "explain_refusal",
    "kind_in_words",
    "notations",
    "place_in_words",
]

CARDS_IN_WORDS = (
    N_("Anselmus"), N_("Josua"), N_("Lucas"),
    # Translators: the novice; take all names of persons and cards from the rulebook in your language
    N_("Benjamin"), N_("Maria"), N_("Stephanus"), N_("Porticus"), N_("Remigius"), N_("Severus"),
    # Translators: the card; stands inside a sentence: Anna plays The Bells
    N_("The Bells"),
)  # fmt: skip
KINDS_IN_WORDS = (
    # Translators: the kinds of valuables, without an article: Storehouse 3: book
    N_("chalice"),
    N_("book"),
    # Translators: short for signet ring; there are three types
    N_("ring of type A"),
    N_("ring of type B"),
    N_("ring of type C"),
)
_A_KIND = (N_("a chalice"), N_("a book"), N_("a ring of type A"), N_("a ring of type B"), N_("a ring of type C"))
_THE_KIND = (N_("the chalice"), N_("the book"), N_("the ring of type A"), N_("the ring of type B"), N_("the ring of type C"))
COUNTED = (
    Message("{count} chalice", "{count} chalices", "count"),
    Message("{count} book", "{count} books", "count"),
    # Translators: of type A
    Message("{count} ring A", "{count} rings A", "count"),
    Message("{count} ring B", "{count} rings B", "count"),
    Message("{count} ring C", "{count} rings C", "count"),
)
_FIGURES = {FIGURE_REMIGIUS: N_("Remigius"), FIGURE_VITUS: N_("Vitus"), FIGURE_SEVERUS: N_("Severus")}

MESSAGES = {
    # Translators: seat is a player's name, here and in all messages about what happens
    "starts": Message("{seat} is the start player."),
    # Translators: kind is a kind of valuable without an article
    "first_tile": Message("Storehouse {storehouse}: {kind}."),
    # Translators: at_place is "in room 5" or "at the main portal"; figure is Remigius, Vitus or Severus
    "placed": Message("{figure} begins {at_place}."),
    # Translators: always rings: "a second ring of type A and a second ring of type C"
    "paired": Message("{seat} takes a second {kind} and a second {other_kind}."),
    "chosen": Message("{seat} has chosen {card}."),
    "chosen, hidden": Message("{seat} has chosen a card."),
    "round": Message("Round {number}."),
    "revealed": Message("{seat} reveals {card}."),
    # Translators: to_portal is "to the main portal" or "to the side portal"
    "came": Message("{seat} comes from the harbor {to_portal}."),
    "played": Message("{seat} plays {card}."),
    # Translators: card is a person's; it is never The Bells
    "no_effect": Message("{card} cannot be carried out and has no effect."),
    # Translators: figure is a player's name, or Remigius, Vitus or Severus
    "moved": Message("{figure} goes to room {room}."),
    # Translators: a_kind is a kind of valuable with an article: a chalice, a book, a ring of type A
    "stashed": Message("{seat} stashes {a_kind} in room {room}."),
    # Translators: owner is a player's name
    "picked": Message("{seat} picks up {a_kind} of {owner} in room {room}."),
    # Translators: the_kind is a kind of valuable with an article: the ring of type A
    "hid": Message("{seat} stashes {the_kind} of {owner} in room {room}."),
    "to_harbor": Message("{seat} goes to storehouse {storehouse}."),
    "received": Message("{seat} receives {a_kind}."),
    "not_received": Message("{seat} has no {kind} left in the reserve."),
    # Translators: a passage is named by its two rooms: 9-13
    "locked": Message("The door goes from {origin_passage} to {passage}."),
    "points": Message("{seat} scores {points} point with {card}.", "{seat} scores {points} points with {card}.", "points"),
    # Translators: always 2, 3 or 5 points
    "scored": Message("{seat} scores {points} points for {a_kind} in room {room}."),
    "flipped": Message("{seat} turns {a_kind} in room {room} over."),
    "arriving": Message("{count} tile is to arrive at the harbor.", "{count} tiles are to arrive at the harbor.", "count"),
    # Translators: A_kind is a kind of valuable with an article and a capital: A chalice
    "arrived": Message("{A_kind} arrives at storehouse {storehouse}."),
    # Translators: it is always a chalice
    "lost": Message("No storehouse can take {the_kind}: it leaves the game."),
    "cards_back": Message("{seat} takes all cards back."),
    "bag_empty": Message("The bag is empty."),
    "announced": Message("{seat} announces valuables in all 13 rooms."),
    "last_round": Message("The last round begins: nobody has more than one turn left."),
    # Translators: Raphael is the imaginary third player
    "shown": Message("Raphael shows {card}."),
    "reshuffled": Message("Raphael's Bells ring: all his cards are shuffled again."),
    # Translators: the offender, a player's name, has repeated a visible card and was found out
    "called": Message(
        "{seat} calls {offender} out: the card goes back, {points} point is lost.",
        "{seat} calls {offender} out: the card goes back, {points} points are lost.",
        "points",
    ),
    # Translators: 2 points a ring
    "church_rings": Message(
        "{seat} has {count} unscored ring in the church: {points} points.",
        "{seat} has {count} unscored rings in the church: {points} points.",
        "count",
    ),
    # Translators: at the end of the game, for rooms that hold own valuables
    "full_rooms": Message(
        "{seat} has valuables in {count} room: {points} points.",
        "{seat} has valuables in {count} rooms: {points} points.",
        "count",
    ),
    "finished": Message("{seat} ends with {points} point.", "{seat} ends with {points} points.", "points"),
}

ASKED = {
    # Translators: from here on what is asked of who is to act; also stands after "does not answer what is asked now:"
    "starting": N_("who starts"),
    "filling": N_("a tile for the harbor is drawn"),
    "placing_abbot": N_("place Remigius, the abbot"),
    "placing_spy": N_("place Vitus, the spy, next to Remigius"),
    "placing_prior": N_("place Severus, the prior"),
    # Translators: each player begins with one ring of each type and a second one of two types
    "pairing": N_("choose two types of rings to take a second one of"),
    "sealing": N_("choose a card in secret"),
    "portal": N_("choose a portal to return by"),
    "playing": N_("play a card"),
    "moving": N_("move your token"),
    "moving, remigius": N_("move Remigius, the abbot"),
    "moving, severus": N_("move Severus, the prior"),
    "stashing": N_("stash a valuable, or stop"),
    "choosing": N_("choose a storehouse"),
    "locking": N_("choose the passage to lock"),
    "refilling": N_("a tile for the harbor is drawn"),
    "announcing": N_("announce valuables in all rooms, or stop"),
    "showing": N_("Raphael shows a card"),
    "over": N_("nothing: the game is over"),
}


def asked(view: Mapping[str, Any]) -> str:
    """What a view's phase asks for; where somebody is to move, whom the card moves."""
    return ASKED.get(f"{view['phase']}, {view['card']}", ASKED[view["phase"]])


def place_in_words(place: str | None, language: str) -> str:
    """A room, portal or storehouse, as views name it, in words."""
    if not place:
        return "-"
    word, _, number = place.partition(" ")
    if word == "room":
        return say(Message("room {number}"), {"number": int(number)}, language)
    if word == "storehouse":
        return say(Message("storehouse {number}"), {"number": int(number)}, language)
    return translate(N_("main portal") if word == "main" else N_("side portal"), language)


def _at_place(place: int, language: str) -> str:
    """In a room, or at a portal."""
    if place < ROOMS:
        return say(Message("in room {number}"), {"number": place + 1}, language)
    return translate(N_("at the main portal") if place == MAIN_PORTAL else N_("at the side portal"), language)


def kind_in_words(kind: int, language: str) -> dict[str, object]:
    """A kind of valuable as it stands in sentences: with articles and without."""
    a_kind = translate(_A_KIND[kind], language)
    return {
        "kind": translate(KINDS_IN_WORDS[kind], language),
        "a_kind": a_kind,
        "A_kind": a_kind[:1].upper() + a_kind[1:],
        "the_kind": translate(_THE_KIND[kind], language),
    }


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


def describe_action(abbey: Abbey, action: int, language: str, names: Sequence[str] | None = None) -> str:
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
    text, values = _described(abbey, action, language, names)
    return say(Message(text), values, language)


def _described(abbey: Abbey, action: int, language: str, names: Sequence[str] | None) -> tuple[str, dict[str, object]]:
    """The text of an action with places, and what they are filled with."""
    if action < actions.PICK:
        return N_("Go to room {room}"), {"room": action - actions.STEP + 1}
    if action < actions.STASH:
        area, seat = divmod(action - actions.PICK, SEATS)
        if names is not None and seat < len(names):
            # Translators: an area is one of the places for rings in a room, owner a player's name
            return N_("Pick up a ring of {owner} from area {area}"), {"area": area + 1, "owner": names[seat]}
        # Translators: an area is one of the places for rings in a room, seat the number of a player
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
        return N_("Place the figure in room {room}"), {"room": action - actions.PLACE + 1}
    if action < actions.SHOW:
        return N_("{A_kind} is drawn"), kind_in_words(action - actions.TILE, language)
    if action < actions.START:
        return N_("Raphael shows {card}"), {"card": translate(CARDS_IN_WORDS[action - actions.SHOW], language)}
    return start_in_words(action - actions.START, names)


def describe_numbers(abbey: Abbey, event: Event, names: Sequence[str], language: str) -> dict[str, object]:
    """What the places in an event's message are filled with."""
    values: dict[str, object] = {"seat": names[event.seat]}
    for field, number in zip(event.kind.fields, event.numbers, strict=True):
        if number is None:
            continue
        if field == "kind":
            values |= kind_in_words(number, language)
        elif field == "other_kind":
            values[field] = translate(KINDS_IN_WORDS[number], language)
        elif field == "card":
            values[field] = translate(CARDS_IN_WORDS[number], language)
        elif field == "figure":
            values[field] = translate(_FIGURES[number], language) if number in _FIGURES else names[number]
        elif field in ("owner", "offender"):
            values[field] = names[number]
        elif field == "portal":
            to_portal = N_("to the side portal") if number else N_("to the main portal")
            values["to_portal"] = translate(to_portal, language)
        elif field in ("passage", "origin_passage"):
            values[field] = abbey.passages[number].name
        else:
            values[field] = number + 1 if field in ("room", "storehouse") else number
    if event.name == "placed":
        values["at_place"] = _at_place(event["room"] or 0, language)
    return values


_REFUSALS = {
    # Translators: action is what was tried: its notation in English (play lucas), in words elsewhere (Jouer Lucas)
    refusals.NO_ACTION: Message("{action} is never played"),
    refusals.NOTHING_TO_CALL: Message("there is no repeated card that could be called out"),
    refusals.NOT_IN_HAND: Message("{action}: that card is not in hand"),
    # Translators: the top card of every player's pile shows; what shows cannot be played by others
    refusals.BLOCKED: Message("{action}: that card shows on another pile; play one that does not"),
    refusals.CANNOT_START: Message("{action}: the piece that it moves has nowhere to go"),
    refusals.ALREADY_CHOSEN: Message("{action} is chosen already"),
    refusals.NOT_POSSIBLE: Message("{action} is not possible here: see the legal actions"),
    refusals.NOT_ASKED: Message("{action} does not answer what is asked now: {asked}"),
    # Translators: mover is your token, Remigius or Severus
    refusals.STANDS_THERE: Message("{action}: {mover} stands there already"),
    refusals.NO_STEPS: Message("{action}: no step is left in this move"),
    refusals.NO_PASSAGE: Message("{action}: no passage leads there; one goes from room to room through passages"),
    refusals.LOCKED: Message("{action}: the door locks that passage"),
    refusals.ENTERED: Message("{action}: no room is entered twice in one move, and the room where it began counts"),
    refusals.VITUS_THERE: Message("{action}: Remigius does not enter the room where Vitus is"),
    refusals.NO_WAY_ON: Message("{action}: no room that can take the ring you carry is within reach from there"),
    refusals.ONLY_BENJAMIN: Message("{action}: only Benjamin picks up rings"),
    refusals.ONE_RING: Message("{action}: Benjamin picks up only one ring in a move"),
    refusals.NO_RING: Message("{action}: no such ring that can still score lies here"),
    refusals.ONLY_OWN: Message("{action}: in the last turns you pick up only rings of your own"),
    refusals.NOWHERE_TO_PUT: Message("{action}: no room that can take this ring is within reach"),
    refusals.STASHED_LATER: Message("{action}: stop first; valuables are stashed where the token stops"),
    refusals.NOTHING_CARRIED: Message("{action}: only monks stash valuables, and Benjamin a ring that he has picked up"),
    refusals.OTHER_RING: Message("{action}: the ring to stash is the one you carry, of type {type}"),
    refusals.PICKED_HERE: Message("{action}: the ring was picked up here and goes into another room"),
    refusals.GUARDED: Message("{action}: where Severus is, nothing is stashed or picked up"),
    refusals.NOT_IN_STOCK: Message("{action}: there is none in your stock"),
    refusals.NO_PLACE: Message("{action}: this room has no such hiding place"),
    refusals.PLACES_TAKEN: Message("{action}: no such hiding place is free in this room"),
    refusals.AREA_TAKEN: Message("{action}: rings of another type lie in that area"),
    refusals.LOCKED_ALREADY: Message("{action}: the door is there already; choose another passage"),
    refusals.NO_SUCH_PASSAGE: Message("{action}: there is no such passage"),
    refusals.NOT_BESIDE_REMIGIUS: Message("{action}: Vitus begins next to Remigius, one passage away"),
}
_TOO_EARLY = {
    # Translators: why a move cannot end yet
    "carrying": Message("it is too early to stop: put the ring down first, in another room"),
    "standing": Message("it is too early to stop: go at least one room"),
    "crossing": Message("it is too early to stop: Remigius has to leave the room where Vitus is"),
}
# Translators: the token of the player to whom this is told
_TOKEN = N_("your token")
_MOVERS = {REMIGIUS: N_("Remigius"), SEVERUS: N_("Severus")}


def explain_refusal(
    world: StateArray, state: StateArray, seat: int, action: str, reason: int
) -> tuple[Message, dict[str, object]]:
    """Why an action is refused and what would be right."""
    s = state[0]
    if reason == refusals.NOT_YOUR_TURN:
        return not_your_turn(seat, int(s["actor"]))
    if reason == refusals.TOO_EARLY:
        return _TOO_EARLY["carrying" if s["carried"] != NONE else "crossing" if s["moved"] else "standing"], {}
    return _REFUSALS[reason], {
        "action": action,
        "asked": Phrase(Message(ASKED[PHASES[int(s["phase"])]])),
        "mover": Phrase(Message(_MOVERS.get(int(s["card"]), _TOKEN))),
        "type": "ABC"[int(s["carried_type"])],
    }


def describe_source(abbey: Abbey, source: str, language: str) -> str:
    """A source of points in words."""
    if source in CARD_NAMES:
        return translate(CARDS_IN_WORDS[CARD_NAMES.index(source)], language)
    # Translators: where points came from; called out: for repeating a visible card; rooms: that hold own valuables
    fixed = {"called out": N_("called out"), "church rings": N_("church rings"), "rooms": N_("number of rooms")}
    return translate(fixed[source], language) if source in fixed else place_in_words(source, language)
