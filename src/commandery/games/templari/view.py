"""What a seat or a spectator may see of Templari (M53), and where points came from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.event import Event
from commandery.core.kernel import mount
from commandery.core.layout import StateArray
from commandery.games.templari.actions import BID
from commandery.games.templari.rules.auction import forbidden_bids, possible_bids
from commandery.games.templari.rules.scoring import coin_points, colour_points
from commandery.games.templari.state import (
    BIDDING,
    COINS,
    COLOURS,
    COPIES,
    DISCARDING,
    GIVING,
    MOST_COINS,
    OFFERING,
    OVER,
    ROUNDS,
    STARTING,
    TAKING,
    TURNING,
)
from commandery.games.templari.world import Deck

__all__ = ["PHASES", "Card", "PlayerView", "View", "offences", "scramble", "sources", "view"]

PHASES = {
    STARTING: "starting", OFFERING: "offering", TAKING: "taking", GIVING: "giving", TURNING: "turning", BIDDING: "bidding",
    DISCARDING: "discarding", OVER: "over",
}  # fmt: skip


class Card(TypedDict):
    """A card as everybody sees it."""

    id: int
    name: str
    number: int
    colour: str


class PlayerView(TypedDict):
    """One player as this seat sees them. ``coins`` is None where they are hidden; ``barred`` are the bids that the own cards
    forbid (M5), which all see, as they see the cards; ``open`` are those that their turn to bid would offer them, None where
    coins are hidden."""

    seat: int
    coins: int | None
    cards: list[Card]
    bidding: bool
    exchanged: bool
    overbid: bool
    barred: list[int]
    open: list[int] | None


class View(TypedDict):
    """All that a seat may see. ``sale`` is the card on sale in a side auction, ``taken`` the one taken in an exchange;
    ``most`` is the highest number that anybody can bid, None where hidden coins leave it open."""

    game: str
    seat: int | None
    players: list[PlayerView]
    phase: str
    actor: int | None
    round: int
    rounds: int
    start: int | None
    lot: list[Card]
    sale: Card | None
    seller: int | None
    taken: Card | None
    bid: int | None
    leader: int | None
    withdrawn: list[int]
    most: int | None
    pot: int
    deck: int
    unseen: list[Card]
    discarded: list[Card]


def _cards(deck: Deck, cards: int) -> list[Card]:
    return [_card(deck, card) for card in range(cards.bit_length()) if cards >> card & 1]


def _card(deck: Deck, card: int) -> Card:
    return {
        "id": card,
        "name": deck.card(card),
        "number": card // COPIES,
        "colour": deck.colours[deck.card_colours[card]].letter,
    }


def _amounts(bids: int) -> list[int]:
    return [amount for amount in range(bids.bit_length()) if bids >> amount & 1]


def _most(w: Any, players: list[PlayerView]) -> int | None:
    """M4; at an honour table all the coins there are (M40)."""
    if w["honour"]:
        return COINS * len(players)
    coins = [player["coins"] for player in players]
    return None if None in coins else max(amount for amount in coins if amount is not None)


def view(deck: Deck, world: StateArray, state: StateArray, seat: int | None) -> dict[str, Any]:
    """The table as ``seat`` sees it; None is a spectator. Only the coins of others can be hidden, and only till the end."""
    w, s = world[0], state[0]
    over = int(s["phase"]) == OVER
    actor, leader, seller = int(s["actor"]), int(s["leader"]), int(s["seller"])
    wares = _card(deck, int(s["wares"]))
    players: list[PlayerView] = [
        {
            "seat": other,
            "coins": int(s["coins"][other]) if over or not w["hidden"] or other == seat else None,
            "cards": _cards(deck, int(s["held"][other])),
            "bidding": bool(s["bidders"] >> other & 1),
            "exchanged": bool(s["exchanged"] >> other & 1),
            "overbid": bool(s["overbid"] >> other & 1),
            "barred": _amounts(int(s["barred"][other])),
            "open": None,
        }
        for other in range(int(w["players"]))
    ]
    for player in players:
        if player["coins"] is not None:
            player["open"] = _amounts(int(possible_bids(mount(world)[0], mount(state)[0], player["seat"])))
    seen: View = {
        "game": "templari",
        "seat": seat,
        "players": players,
        "phase": PHASES[int(s["phase"])],
        "actor": actor if actor < CHANCE else None,
        "round": min(int(s["turn"]) + 1, ROUNDS),
        "rounds": ROUNDS,
        "start": int(s["start"]) if s["phase"] != STARTING else None,
        "lot": _cards(deck, int(s["lot"])),
        "sale": wares if seller != NOBODY else None,
        "seller": seller if seller != NOBODY else None,
        "taken": wares if s["phase"] == GIVING else None,
        "bid": int(s["bid"]) if leader != NOBODY else None,
        "leader": leader if leader != NOBODY else None,
        "withdrawn": _amounts(int(s["withdrawn"])),
        "most": _most(w, players),
        "pot": int(s["pot"]),
        "deck": int(s["deck"]).bit_count(),
        "unseen": _cards(deck, int(s["deck"])),
        "discarded": _cards(deck, int(s["gone"])),
    }
    return dict(seen)


def sources(deck: Deck, world: StateArray, state: StateArray, seat: int, log: Sequence[Event]) -> dict[str, int]:
    """A player's points: by colour, and for the most coins."""
    w, s = mount(world)[0], mount(state)[0]
    points = {deck.colours[colour].letter: int(colour_points(w, s, seat, colour)) for colour in range(COLOURS)}
    return points | {"coins": int(coin_points(w, s, seat))}


def offences(world: StateArray, state: StateArray, seat: int) -> frozenset[int]:
    """Bids against M4 or M5, which an honour table offers (M40, M41)."""
    bids = int(forbidden_bids(mount(world)[0], mount(state)[0], seat))
    return frozenset(BID + amount for amount in range(MOST_COINS + 1) if bids >> amount & 1)


def scramble(world: StateArray, state: StateArray, seat: int | None, below: Callable[[int], int]) -> None:
    """Deal the coins of the others anew among them, where they are hidden. At a strict table everybody knows that who leads an
    auction can pay the bid (M4)."""
    w, s = world[0], state[0]
    if not w["hidden"] or s["phase"] == OVER:
        return
    others = [other for other in range(int(w["players"])) if other != seat]
    money = sum(int(s["coins"][other]) for other in others)
    for other in others:
        known = int(s["bid"]) if s["leader"] == other and not w["honour"] else 0
        s["coins"][other] = known
        money -= known
    for _ in range(money):
        s["coins"][others[below(len(others))]] += 1
