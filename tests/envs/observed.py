"""Observations worked out a second time, from a seat's view alone: plain Python, field by field, by the names of the fields.

What is written here is what ``docs/observations.md`` says. Nothing but the view, the options and the notation of actions is
looked at: what an observation tells beyond that would be a leak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from commandery.core.game import Game
from commandery.games.journey.view import PHASES as JOURNEY_PHASES
from commandery.games.templar.view import PHASES as TEMPLAR_PHASES

__all__ = ["OBSERVED", "expected"]

SEATS = 5
Fields = dict[str, Any]


def expected(game: Game, view: dict[str, Any]) -> Fields:
    """The fields of the observation that belongs to this view."""
    return OBSERVED[game.name](game, view)


def flag(length: int, *places: int | None) -> list[int]:
    """Zeros, with a 1 at each of these places."""
    row = [0] * length
    for place in places:
        if place is not None:
            row[place] = 1
    return row


def around(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The players, the observer first, then clockwise."""
    seat = view["seat"]
    return [*view["players"][seat:], *view["players"][:seat]]


def by_seat(view: dict[str, Any], tell: Callable[[dict[str, Any]], Any], nobody: Any = 0) -> list[Any]:
    """Something of every player, the observer first; seats that are not taken have nothing."""
    row = [tell(player) for player in around(view)]
    return row + [nobody] * (SEATS - len(row))


def who(view: dict[str, Any], *seats: int | None) -> list[int]:
    """Flags for seats, counted from the observer."""
    count = len(view["players"])
    return flag(SEATS, *((seat - view["seat"]) % count for seat in seats if seat is not None))


def counted(view: dict[str, Any], numbers: Sequence[int]) -> list[int]:
    """Numbers by seat, the observer's first."""
    row = [*numbers[view["seat"] :], *numbers[: view["seat"]]]
    return row + [0] * (SEATS - len(row))


# Templari


def templari(game: Game, view: dict[str, Any]) -> Fields:
    phases = ["starting", "offering", "taking", "giving", "turning", "bidding", "discarding", "over"]
    over = view["phase"] == "over"

    def cards(listed: Iterable[dict[str, Any] | None]) -> list[int]:
        return flag(30, *(card["id"] for card in listed if card))

    def numbers(player: dict[str, Any]) -> list[int]:
        return [sum(card["number"] == number for card in player["cards"]) for number in range(10)]

    return {
        "phase": flag(8, phases.index(view["phase"])),
        "owes": who(view, view["actor"]),
        "players": [len(view["players"])],
        "round": [view["rounds"] if over else view["round"] - 1],
        "start": who(view, view["start"]),
        "rules": [game.options["side_auctions"] and not game.options["exchange"], game.options["exchange"]],
        "coins": by_seat(view, lambda player: -1 if player["coins"] is None else player["coins"]),
        "pot": [view["pot"]],
        "held": by_seat(view, lambda player: cards(player["cards"]), [0] * 30),
        "numbers": by_seat(view, numbers, [0] * 10),
        "unseen": cards(view["unseen"]),
        "lot": cards(view["lot"]),
        "gone": cards(view["discarded"]),
        "wares": cards([view["sale"], view["taken"]]),
        "seller": who(view, view["seller"]),
        "bid": [-1 if view["bid"] is None else view["bid"]],
        "leader": who(view, view["leader"]),
        "bidders": by_seat(view, lambda player: player["bidding"]),
        "overbid": by_seat(view, lambda player: player["overbid"]),
        "exchanged": by_seat(view, lambda player: player["exchanged"]),
    }


# Templar

KINDS = ("chalice", "book", "a", "b", "c")
ROOMS = 13


def place(name: str | None) -> int | None:
    """13 rooms, main portal, side portal, 6 storehouses."""
    if not name:
        return None
    places = [f"room {number}" for number in range(1, 14)] + ["main portal", "side portal"]
    return [*places, *(f"storehouse {number}" for number in range(1, 7))].index(name)


def kinds(counts: dict[str, int]) -> list[int]:
    return [counts[kind] for kind in KINDS]


def owners(view: dict[str, Any], places: list[dict[str, Any] | None]) -> list[int]:
    """Pieces by owner, first those not scored."""
    row = [0] * (2 * SEATS)
    for piece in places:
        if piece is not None:
            row[SEATS * piece["scored"] + (piece["owner"] - view["seat"]) % len(view["players"])] += 1
    return row


def areas(room: dict[str, Any], name: str) -> list[Any]:
    """Something of each ring area of a room, four of them; nothing where there is none."""
    return [*room[name], *[[] if name == "rings" else None] * (4 - len(room[name]))]


def templar(game: Game, view: dict[str, Any]) -> Fields:
    deck = [game.actions[id].notation.removeprefix("play ") for id in range(51, 61)]
    sealing = view["phase"] == "sealing"

    def cards(*names: str | bool | None) -> list[int]:
        return flag(10, *(deck.index(name) for name in names if isinstance(name, str)))

    carrying = view["carrying"]
    owing = [player["seat"] for player in view["players"] if player["sealed"] is None] if sealing else [view["actor"]]
    return {
        "phase": flag(17, TEMPLAR_PHASES.index(view["phase"])),
        "owes": who(view, *owing),
        "players": [len(view["players"])],
        "seat": flag(SEATS, view["seat"]),
        "round": [view["round"]],
        "rounds": [view["rounds"]],
        "start": who(view, view["start"]),
        "score": by_seat(view, lambda player: player["score"]),
        "stock": by_seat(view, lambda player: kinds(player["stock"]), [0] * 5),
        "reserve": by_seat(view, lambda player: kinds(player["reserve"]), [0] * 5),
        "hand": by_seat(view, lambda player: cards(*player["hand"]), [0] * 10),
        "top": by_seat(view, lambda player: cards(player["top"]), [0] * 10),
        "chosen": by_seat(view, lambda player: player["sealed"] is not None),
        "sealed": by_seat(view, lambda player: cards(player["sealed"]), [0] * 10),
        "token": by_seat(view, lambda player: flag(21, place(player["token"])), [0] * 21),
        "remigius": flag(ROOMS, place(view["remigius"])),
        "vitus": flag(ROOMS + 2, place(view["vitus"])),
        "severus": flag(ROOMS, place(view["severus"])),
        "door": flag(32, game.actions.parse(f"lock {view['door']}").id - 69),
        "card": cards(view["card"]),
        "steps": [view["steps"]],
        "visited": flag(ROOMS, *map(place, view["visited"])),
        "carried": who(view, carrying["owner"] if carrying else None),
        "carried_type": flag(3, "abc".index(carrying["kind"]) if carrying else None),
        "picked_in": flag(ROOMS, place(view["picked_in"])),
        "houses": [kinds(house) for house in view["storehouses"]],
        "bag": kinds(view["bag"]),
        "raphael_top": cards(view["raphael"]),
        "raphael": [view["raphael_left"].get(card, 0) for card in deck],
        "raphael_before": [len(view["players"]) == 2 and game.options["raphael"] == "before"],
        "last_turns": [view["last_turns"]],
        "free_chalices": [room["chalices"].count(None) for room in view["rooms"]],
        "free_books": [room["books"].count(None) for room in view["rooms"]],
        "free_rings": [[places.count(None) for places in areas(room, "rings")] for room in view["rooms"]],
        "chalices": [owners(view, room["chalices"]) for room in view["rooms"]],
        "books": [owners(view, room["books"]) for room in view["rooms"]],
        "rings": [[owners(view, places) for places in areas(room, "rings")] for room in view["rooms"]],
        "ring_types": [
            [flag(3, None if type is None else "abc".index(type)) for type in areas(room, "ring_types")]
            for room in view["rooms"]
        ],
    }


# Templars' Journey


def journey(game: Game, view: dict[str, Any]) -> Fields:
    sealing = view["phase"] == "sealing"
    owing = [player["seat"] for player in view["players"] if not player["chosen"]] if sealing else [view["actor"]]

    def card(number: int | None) -> list[int]:
        return flag(6, number and number - 1)

    return {
        "phase": flag(25, JOURNEY_PHASES.index(view["phase"])),
        "owes": who(view, *owing),
        "players": [len(view["players"])],
        "seat": flag(SEATS, view["seat"]),
        "first": who(view, view["first"]),
        "section": flag(3, view["section"]),
        "space": [view["space"]],
        "route": flag(2, ["inner", "outer"].index(view["route"]) if view["route"] else None),
        "flag": flag(2, ["green", "red"].index(view["flag"]) if view["flag"] else None),
        "score": by_seat(view, lambda player: player["score"]),
        "purse": by_seat(view, lambda player: player["gold"]),
        "supply": by_seat(view, lambda player: player["supply"]),
        "temple": by_seat(view, lambda player: player["temple"]),
        "templars": by_seat(view, lambda player: [flag(9, stands) for stands in player["templars"]], [[0] * 9] * 2),
        "edicts": by_seat(view, lambda player: flag(9, *player["edicts"]), [0] * 9),
        "mission": by_seat(view, lambda player: flag(8, player["mission"]), [0] * 8),
        "missions": flag(8, *view["missions"]),
        "chosen": by_seat(view, lambda player: player["chosen"]),
        "card": by_seat(view, lambda player: card(player["card"]), [0] * 6),
        "spaces": [city["spaces"] if city else 0 for city in view["cities"]],
        "knights": [counted(view, city["knights"]) if city else [0] * SEATS for city in view["cities"]],
        "gold": view["gold"],
        "track": [flag(9, edict) for edict in view["track"]],
        "lost": flag(9, *view["lost"]),
        "aboard": [counted(view, ship) for ship in view["aboard"]],
        "player": who(view, view["player"]),
        "acting": card(view["card"]),
        "penalty": [view["penalty"]],
        "city": flag(9, view["city"]),
        "spent": [view["spent"]],
        "steps": [view["steps"]],
        "mover": flag(2, view["mover"]),
        "entered": flag(9, *view["entered"]),
        "chances": [view["chances"]],
        "offer": flag(7, view["offer"]),
    }


OBSERVED: dict[str, Callable[[Game, dict[str, Any]], Fields]] = {"templar": templar, "templari": templari, "journey": journey}
