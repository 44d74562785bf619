"""The face of Templar: the abbey with the harbor, the cards, and what players have before them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from commandery.core.action import Action
from commandery.core.event import Event
from commandery.core.game import Game
from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_name
from commandery.core.svg import element, once
from commandery.games.templar.drawing import pieces
from commandery.games.templar.picture import picture
from commandery.games.templar.rules.abbot import room_points
from commandery.games.templar.state import CHURCH, MAIN_PORTAL, ROOMS
from commandery.games.templar.text import CARDS_IN_WORDS, COUNTED, kind_in_words, place_in_words
from commandery.games.templar.view import KIND_NAMES
from commandery.games.templar.world import CARD_NAMES, Abbey
from commandery.server.faces.face import Face, Left, Thing, each

__all__ = ["TemplarFace"]


# Where each action is marked


def _room(view: Mapping[str, Any]) -> str | None:
    """The number of the room where the active player's token stands."""
    if view["actor"] is None:
        return None
    word, _, number = view["players"][view["actor"]]["token"].partition(" ")
    return str(number) if word == "room" else None


def _space(view: Mapping[str, Any], kind: str) -> str:
    """The first empty hiding place for a chalice or a book in the active player's room; without one, those in stock."""
    number = _room(view)
    spaces = view["rooms"][int(number) - 1][f"{kind}s"] if number else []
    return next((f"{kind}-{number}-{space + 1}" for space, piece in enumerate(spaces) if piece is None), f"stock-{kind}")


def _stash(view: Mapping[str, Any], what: str) -> str | None:
    """A hiding place; for a ring an area that has rings of its type or, where it is empty, the type's handle on it."""
    if what in ("chalice", "book"):
        return _space(view, what)
    number, area, type = _room(view), int(what[0]), what[1]
    types = view["rooms"][int(number) - 1]["ring_types"] if number else []
    if area > len(types) or types[area - 1] not in (type, None):
        return None
    return f"area-{number}-{area}" if types[area - 1] or view["carrying"] else f"stash-{what}"


def _pick(view: Mapping[str, Any], what: str) -> str | None:
    """The first ring of that player in that area that can still score."""
    number, (area, owner) = _room(view), map(int, what.split("."))
    rings = view["rooms"][int(number) - 1]["rings"] if number else []
    for space, piece in enumerate(rings[area - 1] if area <= len(rings) else []):
        if piece and piece["owner"] == owner and not piece["scored"]:
            return f"ring-{number}-{area}-{space + 1}"
    return None


_PLACES: dict[str, Callable[[Mapping[str, Any], str], str | None]] = {
    "play": lambda view, card: f"card-{card}",
    "step": lambda view, room: f"room-{room}",
    "place": lambda view, room: f"room-{room}",
    "portal": lambda view, portal: f"portal-{portal}",
    "house": lambda view, number: f"storehouse-{number}",
    "lock": lambda view, passage: "door" if passage == view["door"] else f"lock-{passage}",
    "rings": lambda view, types: f"pair-{types}",
    "stash": _stash,
    "pick": _pick,
}


# Words

_PLACED = {"placing_abbot": N_("Remigius"), "placing_spy": N_("Vitus"), "placing_prior": N_("Severus")}
_ROLES = {
    # Translators: what somebody in the abbey is, under the name on a card; take it from the rulebook in your language
    "anselmus": N_("monk"), "josua": N_("monk"), "lucas": N_("monk"), "benjamin": N_("novice"), "maria": N_("messenger"),
    "stephanus": N_("illustrator"), "porticus": N_("porter"), "remigius": N_("abbot"), "severus": N_("prior"), "bells": "",
}  # fmt: skip
_IN_SHORT = {
    # Translators: what cards do, as it stands on them in little space: at most 40 letters
    "anselmus": N_("Go 1 room, stash up to 3."),
    "josua": N_("Go up to 2 rooms, stash up to 2."),
    "lucas": N_("Go up to 3 rooms, stash 1."),
    "benjamin": N_("Go up to 3 rooms, move a ring."),
    "maria": N_("Fetch all from a storehouse."),
    "stephanus": N_("Go up to 2 rooms, score who is there."),
    "porticus": N_("Move the door, 1 point."),
    "remigius": N_("He goes up to 2 rooms and scores there."),
    "severus": N_("He goes up to 3 rooms, 1 point."),
    "bells": N_("Tiles arrive, your cards come back."),
}
_IN_FULL = {
    # Translators: what cards do, as the reference sheet tells it
    "anselmus": N_("Your token goes exactly one room. There you may stash up to three valuables from your stock."),
    "josua": N_("Your token goes one or two rooms. Where it stops you may stash up to two valuables."),
    "lucas": N_("Your token goes one to three rooms. Where it stops you may stash one valuable."),
    "benjamin": N_(
        "Your token goes one to three rooms and may enter a room twice. On the way you may pick up one unscored ring of "
        "anybody's and then have to stash it in another room; it stays its owner's."
    ),
    "maria": N_(
        "Your token goes to any storehouse; for each tile there you take the same valuable from your reserve into your stock. "
        "At the beginning of your next turn you come to one of the two portals."
    ),
    "stephanus": N_("Your token goes one or two rooms. You score 1 point for each other token and figure in the room."),
    "porticus": N_("You move the door to any other passage between two rooms and score 1 point. Only Vitus walks through it."),
    "remigius": N_(
        "He goes one or two rooms, but into Vitus's only to cross it, where there is no other way. Vitus then follows him to "
        "where he came from. Where Remigius stops, all unscored valuables score: 2 points a ring, 3 a book, 5 a chalice. Books "
        "and chalices are turned over, and one ring of each player."
    ),
    "severus": N_(
        "He goes one to three rooms and you score 1 point. In his room nothing is stashed, picked up, or scored by Remigius."
    ),
    "bells": N_(
        "As many tiles arrive at the harbor as the card you played before says; whoever stands in a storehouse takes what "
        "arrives there. Then you take all your cards back. The Bells never show on a pile: they can always be played."
    ),
}

_points = getattr(room_points, "py_func", room_points)  # as it is written: nothing to compile for a page
_ROOM_POINTS = [(rooms, _points(rooms)) for rooms in range(1, ROOMS + 1) if _points(rooms)]


@dataclass(frozen=True)
class Card:
    """A card before a player: held or played, on top of the pile, chosen for the first round, and on whose piles it shows."""

    name: str
    title: str
    role: str
    in_short: str
    in_full: str
    number: int | None
    """How many tiles arrive when The Bells follows it."""
    held: bool
    top: bool
    chosen: bool
    shown_by: tuple[int, ...]
    barred: bool
    """In hand, and not to be played while it shows on another pile."""
    small: Markup
    """As it stands in a row with all the others."""


@dataclass(frozen=True)
class Kind:
    """A kind of valuable in a player's stock."""

    name: str
    drawn: Markup
    count: int
    told: str


def _title(card: str, language: str) -> str:
    """A card's name as it stands on it; in sentences some begin with a small letter."""
    name = translate(CARDS_IN_WORDS[CARD_NAMES.index(card)], language)
    return name[:1].upper() + name[1:]


@once
def _piece(kind: str, seat: int) -> Markup:
    """A player's valuable as a small picture of its own."""
    drawn = pieces.valuable(kind, seat, False)
    return Markup(element("svg", drawn, class_="templar piece", viewBox="-20 -24 40 48", aria_hidden="true"))


@once
def _small(name: str, held: bool, language: str) -> Markup:
    """A card in the row of a player's cards, in the hand or played."""
    told = say(Message("{card}: in hand") if held else Message("{card}: played"), {"card": _title(name, language)}, language)
    return Markup(element("span", _mini(name), class_="in-hand" if held else "played", title=told))


def _mini(card: str) -> str:
    """A card as small as can be, drawn once a page."""
    return f'<svg class="templar mini" aria-hidden="true"><use href="#templar-card-{card}"/></svg>'


class TemplarFace(Face):
    """How the game looks on the page."""

    template = "games/templar.html"
    asked_verbs = {"moving": ("step", "pick", "stash"), "stashing": ("stash",)}

    def board(self, game: Game, view: Mapping[str, Any], language: str) -> str:
        assert isinstance(game.board, Abbey)
        return picture(game.board, view, language, on_page=True)

    def place(self, game: Game, view: Mapping[str, Any], action: Action) -> str | None:
        verb, _, what = str(action).partition(" ")
        return _PLACES[verb](view, what) if verb in _PLACES else None

    def beneath(self, place: str) -> str | None:
        """Rings lie in an area."""
        kind, _, number = place.partition("-")
        return f"area-{number.rpartition('-')[0]}" if kind == "ring" else None

    def label(self, game: Game, view: Mapping[str, Any], action: Action, language: str) -> str:
        verb, _, what = str(action).partition(" ")
        if verb == "play":
            return _title(what, language)
        if verb in ("step", "place"):
            # Translators: on a button: go there, or put a figure there
            return say(Message("Room {number}"), {"number": int(what)}, language)
        if verb == "house":
            return say(Message("Storehouse {number}"), {"number": int(what)}, language)
        if verb == "lock":
            return what
        if verb == "portal":
            return translate(N_("Main portal") if what == "main" else N_("Side portal"), language)
        if verb == "stash" and what in KIND_NAMES:
            return str(kind_in_words(KIND_NAMES.index(what), language)["A_kind"])
        if verb == "stash":
            # Translators: on a button: stash a ring of this type in this area of the room
            return say(Message("Ring {type}, area {area}"), {"type": what[1].upper(), "area": what[0]}, language)
        if verb == "pick":
            area, owner = what.split(".")
            # Translators: on a button: pick up a ring of this player from this area
            told = Message("Ring of {player}, area {area}")
            return say(told, {"player": player_name(view, int(owner), language), "area": area}, language)
        return action.describe(language)

    def in_words(self, game: Game, view: Mapping[str, Any], action: Action, language: str, names: Sequence[str]) -> str:
        verb, _, what = str(action).partition(" ")
        if verb == "step" and view["card"] in ("remigius", "severus"):
            # Translators: figure is Remigius or Severus
            goes = Message("{figure} goes to room {number}")
            return say(goes, {"figure": _title(view["card"], language), "number": int(what)}, language)
        if verb == "place" and view["phase"] in _PLACED:
            # Translators: figure is Remigius, Vitus or Severus
            placed = Message("Place {figure} in room {number}")
            return say(placed, {"figure": translate(_PLACED[view["phase"]], language), "number": int(what)}, language)
        return action.describe(language, names)

    def where(self, game: Game, event: Event) -> str | None:
        assert isinstance(game.board, Abbey)
        about = event.data()
        if (room := about.get("room")) is not None:
            return f"room-{int(room) + 1}" if int(room) < ROOMS else f"portal-{'main' if room == MAIN_PORTAL else 'side'}"
        if (storehouse := about.get("storehouse")) is not None:
            return f"storehouse-{int(storehouse) + 1}"
        if event.name == "locked":
            return "door"
        if event.name == "church_rings":
            return f"room-{CHURCH + 1}"
        return f"panel-{event.seat}" if "points" in about else None

    def left(self, game: Game, view: Mapping[str, Any], language: str) -> Left:
        """The tiles in the bag; with two players also Raphael's cards."""
        found = [_in_bag(kind, int(view["bag"][kind]), language) for kind in KIND_NAMES]
        for card, count in view["raphael_left"].items():
            if count:
                # Translators: card is one that Raphael, the imaginary third player, can still show
                told = say(Message("Raphael can still show {card}"), {"card": _title(card, language)}, language)
                found.append(Thing(_mini(card), str(count), told))
        return Left(translate(N_("In the bag"), language), found)

    def panel_shows(self, view: Mapping[str, Any], player: Mapping[str, Any]) -> object:
        """The rooms where something of the player's lies."""
        return _rooms_of(view, player["seat"])

    def extras(self, game: Game, view: Mapping[str, Any], names: Sequence[str], language: str) -> dict[str, Any]:
        """By seat the stock, the cards, how many are in hand, whereabouts and rooms; what rooms are worth; pairs of rings to
        choose from; whether it is an honour table."""
        seat, players = view["seat"], view["players"]
        return {
            "stock": each(players, lambda player: _stock(player, language)),
            "cards": each(players, lambda player: self._cards(game, view, player, language)),
            "held": each(players, _held),
            "where": each(players, lambda player: place_in_words(player["token"], language)),
            "rooms": each(players, lambda player: ", ".join(_rooms_of(view, player["seat"]))),
            "room_points": _ROOM_POINTS,
            "pairs": {} if seat is None else {pair: [_piece(type, seat) for type in pair] for pair in ("ab", "ac", "bc")},
            "honour": game.options["table_rules"] == "honour",
        }

    def _cards(self, game: Game, view: Mapping[str, Any], player: Mapping[str, Any], language: str) -> list[Card]:
        """All cards a player has in this game, the played ones too."""
        assert isinstance(game.board, Abbey)
        numbers = dict(zip(CARD_NAMES, game.board.numbers, strict=False))
        tops = {other["seat"]: other["top"] for other in view["players"]}
        return [
            Card(
                name,
                _title(name, language),
                translate(_ROLES[name], language),
                translate(_IN_SHORT[name], language),
                translate(_IN_FULL[name], language),
                numbers.get(name),
                name in player["hand"],
                name == player["top"],
                name == player["sealed"],
                tuple(seat for seat, top in tops.items() if top == name and seat != player["seat"]),
                name in player["barred"],
                _small(name, name in player["hand"], language),
            )
            for name in CARD_NAMES
            if name != "stephanus" or game.options["stephanus"]
        ]


def _held(player: Mapping[str, Any]) -> int:
    """How many cards a player holds: one chosen in secret lies on the table, but nobody else may see which is missing."""
    return len(player["hand"]) - (player["sealed"] is True or player["sealed"] in player["hand"])


def _rooms_of(view: Mapping[str, Any], seat: int) -> list[str]:
    """The numbers of the rooms where something of a player's lies."""
    spaces = [(room, [room["chalices"], room["books"], *room["rings"]]) for room in view["rooms"]]
    return [
        str(room["number"])
        for room, places in spaces
        if any(piece and piece["owner"] == seat for area in places for piece in area)
    ]


def _stock(player: Mapping[str, Any], language: str) -> list[Kind]:
    seat, stock, reserve = int(player["seat"]), player["stock"], player["reserve"]
    return [_in_stock(kind, seat, int(stock[kind]), int(reserve[kind]), language) for kind in KIND_NAMES]


@once
def _in_stock(kind: str, seat: int, count: int, reserve: int, language: str) -> Kind:
    values = {"held": say(COUNTED[KIND_NAMES.index(kind)], {"count": count}, language), "reserve": reserve}
    # Translators: held is "2 chalices": in stock; reserve is how many more of them a player has in the reserve
    told = say(Message("{held} in stock, {reserve} in the reserve"), values, language)
    return Kind(kind, _piece(kind, seat), count, told)


@once
def _in_bag(kind: str, count: int, language: str) -> Thing:
    told = say(COUNTED[KIND_NAMES.index(kind)], {"count": count}, language).partition(" ")[2]
    drawn = element("svg", pieces.tile(kind), class_="templar tile", viewBox="-22 -22 44 44", aria_hidden="true")
    return Thing(drawn, str(count), told)
