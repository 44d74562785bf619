"""The face of Journey: Europe beside the way of the Pope; six action cards in hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from commandery.core.action import Action
from commandery.core.contract import SEATS
from commandery.core.event import Event
from commandery.core.game import Game
from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_name
from commandery.core.svg import Alike, disc, element, once, part, same, symbol
from commandery.games.journey import actions as act
from commandery.games.journey.drawing import pieces
from commandery.games.journey.drawing.land import city_name, tint_of
from commandery.games.journey.picture import HALVES, half_size, picture
from commandery.games.journey.state import CARDS, TERRITORIES, TRACK
from commandery.games.journey.text import CARDS_IN_WORDS, mission_in_words
from commandery.games.journey.world import Europe
from commandery.server.faces.face import Face, Left, Thing, each

__all__ = ["JourneyFace"]

_TRACK = 0.88  # how high the track stands beside the map
_ROUTES = ("inner", "outer")
_PLACES = (
    (act.PLACE, "city"), (act.CITY, "city"), (act.TEMPLAR, "territory"), (act.TAKE, "territory"), (act.TAX, "territory"),
)  # fmt: skip
_FIXED = {act.TOSS: "chance", act.AGAIN: "favor-1", act.VETO: "favor-4"}
_RISKY = (2, 3, 5)  # how cards are drawn and told; what they do is the rules' affair

_NAMES = (N_("Collect gold"), N_("Place knights"), N_("Move a Templar"))
_IN_SHORT = (
    # Translators: what the six action cards do, in order; on the cards themselves: 45 letters at most
    N_("3 gold from one territory in reach"),
    N_("All gold of one territory in reach"),
    N_("Replace knights in a city, 2 gold each"),
    N_("Place or remove knights, 2 gold each"),
    N_("Move, take gold on the way, exchange edicts"),
    N_("Move, then a knight as the flag says"),
)
_IN_FULL = (
    # Translators: the same in full
    N_("Take 3 gold from one territory where a Templar of yours stands, or next to it."),
    N_("Take all the gold from one territory where a Templar of yours stands, or next to it."),
    N_("In a city with a Templar of yours, replace opposing knights with yours: 2 gold each, 6 at most. The city may be full."),
    N_("In a city with a Templar of yours, place a knight or remove an opposing one: 2 gold each, 6 at most; or 1 for a toss."),
    N_("A Templar moves 1 to 3 territories and takes 1 gold from each. You may exchange the edict where it stops."),
    N_(
        "A Templar moves 1 to 3 territories. Where it stops you may place a knight (green flag) or remove an opposing one "
        "(red flag)."
    ),
)
_PENALTIES = {
    # Translators: what a risky card does when too many cards of its type are played; stands after "With 3 gold cards or more:"
    2: N_("only 2 gold, and you lose a knight."),
    3: N_("you only remove knights, and lose one of yours."),
    5: N_("1 gold in all, no exchange, and you lose a knight."),
}
_CROWDS = {
    # Translators: number is that of players; on risky cards, before the penalty
    2: Message("With {number} gold cards or more:"),
    3: Message("With {number} knight cards or more:"),
    5: Message("With {number} Templar cards or more:"),
}
_FAVORS = (
    # Translators: the four favors of the Pope, each with what it does in a few words
    (1, N_("New Chance"), N_("toss again")),
    (2, N_("Taxes"), N_("2 gold more")),
    (3, N_("Leader"), N_("pass on the first-player marker")),
    (4, N_("Veto"), N_("prevent an exchange of edicts")),
)
_STOPS = {
    # Translators: buttons with which an offer is declined or a move ended
    "spending": N_("Done"), "swapping": N_("Done"), "city": N_("Do nothing"), "setting_out": N_("Do not move"),
    "moving": N_("Stop here"), "exchanging": N_("Leave the edicts"), "vetoing": N_("Allow it"),
}  # fmt: skip
_NAMED = ("placing_knight", "placing_templar", "taking", "taxing", "city")
"""Where all that is asked for is a territory: buttons only name it."""


class JourneyFace(Face):
    """How the game looks on the page."""

    template = "games/journey.html"
    tie_break = N_("Where points are equal, more edicts decide.")
    asked_verbs = {
        "lucky": ("place", "remove"), "spending": ("place", "remove", "toss"), "swapping": ("swap",), "city": ("city",),
    }  # fmt: skip

    def board(self, game: Game, view: Mapping[str, Any], language: str) -> str:
        """The map, beside it the track, and what lies there for all: favors, the chance marker and missions."""
        europe = _europe(game)
        (wide, high), (beside, _) = (half_size(europe, half) for half in HALVES)
        beside *= _TRACK
        drawn = "".join(picture(europe, view, language, half) for half in HALVES)
        shape = f"--ratio: {(wide + beside) / high:.4f}; --map: {wide / (wide + beside):.4f}"
        drawn = f'<div class="europe" style="{shape}">{drawn}</div>'
        common = _common(same(europe), view["phase"] != "retrying", tuple(view["missions"]), language)
        return f'<div class="europe-around">{drawn}{part(common)}</div>'

    def sketch(self, game: Game, view: Mapping[str, Any], language: str) -> str:
        """The map alone."""
        return picture(_europe(game), view, language, "map")

    def place(self, game: Game, view: Mapping[str, Any], action: Action) -> str | None:
        """Knights by city and seat, moves and gold by territory, cards in the hand, the first player's marker in the panels."""
        id = action.id
        for base, kind in _PLACES:
            if base <= id < base + TERRITORIES:
                return f"{kind}-{id - base}"
        for base in (act.REMOVE, act.SWAP):
            if base <= id < base + TERRITORIES * SEATS:
                territory, seat = divmod(id - base, SEATS)
                return f"knights-{territory}-{seat}"
        if act.ROUTE <= id < act.LEAD:
            return f"route-{view['section']}-{_ROUTES[id - act.ROUTE]}"
        if act.LEAD <= id < act.CARD:
            return f"lead-{id - act.LEAD}"
        if act.CARD <= id < act.TAKE:
            return f"card-{id - act.CARD + 1}"
        if act.STEP <= id < act.EXCHANGE:
            return f"territory-{(id - act.STEP) % TERRITORIES}"
        if act.EXCHANGE <= id < act.EXCHANGE + TRACK:
            edict = view["track"][id - act.EXCHANGE]
            return None if edict is None else f"edict-{edict}"
        return _FIXED.get(id)

    def beneath(self, place: str) -> str | None:
        """Knights stand in a city."""
        kind, _, number = place.partition("-")
        return f"city-{number.partition('-')[0]}" if kind == "knights" else None

    def label(self, game: Game, view: Mapping[str, Any], action: Action, language: str) -> str:
        """Short; players by their symbols."""
        id, names = action.id, _europe(game).names

        def told(message: Message, **values: object) -> str:
            return say(message, values, language)

        if id == act.STOP:
            return translate(_STOPS.get(str(view["phase"]), N_("Decline")), language)
        for base, _ in _PLACES:
            if base <= id < base + TERRITORIES and view["phase"] in _NAMED:
                return names[id - base]
        if act.PLACE <= id < act.REMOVE:
            # Translators: buttons; territory is the name of a city and of the territory around it
            return told(Message("Place in {territory}"), territory=names[id - act.PLACE])
        if act.REMOVE <= id < act.TOSS:
            territory, seat = divmod(id - act.REMOVE, SEATS)
            if seat == view["seat"]:
                return names[territory]
            # Translators: a button; the symbol of the knight's owner stands before it
            return _of(view, seat, told(Message("Remove from {territory}"), territory=names[territory]), language)
        if act.SWAP <= id < act.CITY:
            territory, seat = divmod(id - act.SWAP, SEATS)
            # Translators: a button; the symbol of the knight's owner stands before it
            return _of(view, seat, told(Message("Exchange in {territory}"), territory=names[territory]), language)
        if act.LEAD <= id < act.CARD:
            # Translators: a button; the symbol of a player stands before it
            return _of(view, id - act.LEAD, translate(N_("becomes first player"), language), language)
        if act.CARD <= id < act.TAKE:
            card = id - act.CARD + 1
            return f"{card} {translate(_NAMES[(card - 1) // 2], language)}{' ⚠' if card in _RISKY else ''}"
        if act.STEP <= id < act.EXCHANGE:
            return _step(view, *divmod(id - act.STEP, TERRITORIES), names)
        if act.EXCHANGE <= id < act.EXCHANGE + TRACK and (edict := view["track"][id - act.EXCHANGE]) is not None:
            return names[int(edict)]
        shorter = {
            act.TOSS: N_("Toss for 1 gold"), act.AGAIN: N_("Toss again, for 1 knight"), act.VETO: N_("Veto, for 4 knights"),
            act.ROUTE: N_("Inner route, green flags"), act.ROUTE + 1: N_("Outer route, red flags"),
        }  # fmt: skip
        return translate(shorter[id], language) if id in shorter else action.describe(language)

    def in_words(self, game: Game, view: Mapping[str, Any], action: Action, language: str, names: Sequence[str]) -> str:
        """What is declined is told as on its button; a Templar by where it stands: nothing on the board says which of two is
        the first."""
        if action.id == act.STOP:
            return self.label(game, view, action, language)
        if act.STEP <= action.id < act.EXCHANGE and view["seat"] is not None:
            templar, territory = divmod(action.id - act.STEP, TERRITORIES)
            cities, origin = _europe(game).names, view["players"][view["seat"]]["templars"][templar]
            if origin is not None:
                # Translators: origin and territory are names of territories
                goes = Message("A Templar goes from {origin} to {territory}")
                return say(goes, {"origin": cities[origin], "territory": cities[territory]}, language)
        return action.describe(language, names)

    def where(self, game: Game, event: Event) -> str | None:
        about = event.data()
        for field in ("territory", "edict", "ship"):
            if about.get(field) is not None:
                return f"{field}-{about[field]}"
        return "pope" if event.name == "pope_moved" else f"panel-{event.seat}" if "points" in about else None

    def left(self, game: Game, view: Mapping[str, Any], language: str) -> Left:
        """Flags up to the next harbor, gold on the map, edicts to be won."""
        section = _europe(game).sections[view["section"]]
        routes = [view["route"]] if view["route"] else _ROUTES
        flags = [max(0, (section.inner if route == "inner" else section.outer) - view["space"]) for route in routes]
        gold, edicts = sum(view["gold"]), sum(edict is not None for edict in view["track"])
        pictures = [_icon(pieces.flag("green" if route == "inner" else "red"), 13) for route in routes]
        # Translators: what is still to come, in a list, each with a number
        told = translate(N_("flags up to the harbor"), language)
        found = [Thing(picture, str(number), told) for picture, number in zip(pictures, flags, strict=True)]
        coin = _icon(element("circle", class_="coin", r=14.0) + element("circle", class_="coin-ring", r=10.5), 15)
        found.append(Thing(coin, str(gold), translate(N_("gold on the map"), language)))
        seal = _icon(element("circle", class_="wax", r=17.0) + symbol(0, "robe", 1.2), 19)
        found.append(Thing(seal, str(edicts), translate(N_("edicts on the track"), language)))
        return Left(translate(N_("What is left"), language), found)

    def panel_shows(self, view: Mapping[str, Any], player: Mapping[str, Any]) -> object:
        """Who leads, whose card is being carried out, and the end, where the own mission lies open."""
        acting = view["player"] == player["seat"]
        stage = view["phase"] if view["phase"] in ("sealing", "over") else ""
        return [view["first"] == player["seat"], stage, acting and [view["card"], view["penalty"]]]

    def extras(self, game: Game, view: Mapping[str, Any], names: Sequence[str], language: str) -> dict[str, Any]:
        """Cards, players and missions in pictures and words."""
        europe = _europe(game)
        crowd = int(game.world[0]["crowd"])
        return {
            "cards": [_card(view, number, crowd, language) for number in range(1, CARDS + 1) if view["seat"] is not None],
            "players": each(view["players"], lambda player: _player(europe, view, player, language)),
            "mission": _own_mission(europe, view, language),
            "crowd": crowd,
            "best": europe.best,
            "second": europe.second,
            "coin": _icon(element("circle", class_="coin", r=14.0) + element("circle", class_="coin-ring", r=10.5), 15),
            "temple": _icon(pieces.temple(), 15),
            "pennant": _icon(pieces.pennant(), 14),
            "seal": _icon(element("circle", class_="wax", r=17.0) + symbol(0, "robe", 1.2), 19),
            "green": _icon(pieces.flag("green"), 13),
            "red": _icon(pieces.flag("red"), 13),
        }


def _europe(game: Game) -> Europe:
    assert isinstance(game.board, Europe)
    return game.board


@once
def _common(land: Alike, cross: bool, open_missions: tuple[int, ...], language: str) -> Markup:
    """What lies beside the track for all."""
    token = _icon(pieces.chance(cross), 38, kind="token-icon")
    chance = Markup('<p id="chance" class="chance">{} <span>{}</span></p>').format(
        token, translate(N_("The chance marker"), language)
    )
    rows = Markup()
    temple = _icon(pieces.temple(), 15)
    for cost, name, does in _FAVORS:
        price = Message("For {number} knight of your temple", "For {number} knights of your temple", "number")
        row = Markup(
            '<li id="favor-{}" class="favor" title="{}"><span class="price">{}{}</span> <b>{}</b> <span>{}</span></li>'
        )
        told = say(price, {"number": cost}, language)
        rows += row.format(cost, told, cost, temple, translate(name, language), translate(does, language))
    favors = Markup('<h3>{}</h3><ul class="favors">{}</ul>').format(translate(N_("Favor of the Pope"), language), rows)
    missions = Markup().join(
        Markup('<li class="mission">{picture} <span>{words}</span></li>').format(**_mission(land.value, mission, language))
        for mission in open_missions
    )
    if missions:
        missions = Markup('<h3>{}</h3><ul class="missions">{}</ul>').format(translate(N_("Open missions"), language), missions)
    return Markup('<div id="common" class="common">{}{}{}</div>').format(favors, chance, missions)


@once
def _icon(content: str, half: float, high: float = 0, kind: str = "icon") -> Markup:
    """A small picture of something drawn around (0, 0), so wide and high to each side."""
    high = high or half
    box = f"{-half:g} {-high:g} {2 * half:g} {2 * high:g}"
    return Markup(f'<svg class="journey {kind}" viewBox="{box}" aria-hidden="true">{content}</svg>')


def _of(view: Mapping[str, Any], seat: int, text: str, language: str) -> Markup:
    """A text with a player's symbol before it."""
    told = escape(player_name(view, seat, language))
    about = f'class="disc" viewBox="-21 -21 42 42" width="20" height="20" role="img" aria-label="{told}"'
    return Markup(f"<svg {about}>{disc(seat)}</svg> ") + text


def _step(view: Mapping[str, Any], templar: int, territory: int, names: Sequence[str]) -> str:
    """From where to where a Templar goes."""
    origin = view["players"][view["seat"]]["templars"][templar] if view["seat"] is not None else None
    return f"{names[origin]} → {names[territory]}" if origin is not None else names[territory]


def _card(view: Mapping[str, Any], number: int, crowd: int, language: str) -> dict[str, Any]:
    """One of the six action cards; ``state`` is what has become of it: sealed, played, acting, or nothing."""
    mine = next((player for player in view["players"] if player["seat"] == view["seat"]), None)
    state = ""
    if mine is not None and mine["card"] == number:
        acting = view["player"] == view["seat"] and view["card"] == number
        state = "sealed" if view["phase"] == "sealing" else "acting" if acting else "played"
    return {
        "number": number,
        "name": translate(_NAMES[(number - 1) // 2], language),
        "risky": number in _RISKY,
        "short": translate(_IN_SHORT[number - 1], language),
        "does": translate(_IN_FULL[number - 1], language),
        "crowd": say(_CROWDS[number], {"number": crowd}, language) if number in _RISKY else "",
        "penalty": translate(_PENALTIES[number], language) if number in _RISKY else "",
        "state": state,
        "picture": _icon(pieces.about(number), 26, kind="illumination"),
    }


def _player(europe: Europe, view: Mapping[str, Any], player: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What lies before a player."""
    seat, card = int(player["seat"]), player["card"]
    acting = view["player"] == seat and view["card"] == card
    penalty = acting and bool(view["penalty"])
    drawn, told = "", ""
    if card is not None:
        drawn = pieces.card(int(card), penalty, acting)
        values = {"card": card, "text": translate(CARDS_IN_WORDS[card - 1], language)}
        told = say(Message("Card {card}: {text}"), values, language)
    elif player["chosen"]:
        drawn, told = pieces.card_back(), translate(N_("A chosen card"), language)
    elif view["phase"] == "sealing":
        drawn, told = pieces.card_slot(), translate(N_("No card chosen yet"), language)
    return {
        "first": view["first"] == seat,
        "card": _icon(drawn, pieces.CARD_WIDTH / 2 + 4, pieces.CARD_HEIGHT / 2 + 4, "small-card") if drawn else "",
        "card_told": told,
        "acting": acting,
        "penalty": penalty,
        "templars": [europe.names[place] for place in player["templars"] if place is not None],
        "templar": _icon(pieces.templar(seat), 17, 27),
        "knight": _icon(pieces.knight(seat), 17.5),
        "edicts": [_edict(europe, int(edict), language) for edict in player["edicts"]],
        "mission": None if player["mission"] is None else _mission(europe, int(player["mission"]), language),
    }


def _edict(europe: Europe, edict: int, language: str) -> dict[str, Any]:
    scroll = pieces.edict(europe.names[edict], tint_of(europe, edict), 138, 26)
    return {"picture": _icon(scroll, 70, 16, "scroll-icon"), "name": city_name(europe.territories[edict], language)}


def _mission(europe: Europe, mission: int, language: str) -> dict[str, Any]:
    words = mission_in_words(mission, europe.mission_countries, language)
    return {"picture": _icon(pieces.mission(mission), 15), "words": words[:1].upper() + words[1:]}


def _own_mission(europe: Europe, view: Mapping[str, Any], language: str) -> dict[str, Any] | None:
    missions = [player["mission"] for player in view["players"] if player["seat"] == view["seat"]]
    return _mission(europe, int(missions[0]), language) if missions and missions[0] is not None else None
