"""A table for the tests: a position of Templar set up and looked at."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from commandery import Event
from commandery.games.templar.rules import go_on
from commandery.games.templar.rules.places import add_ring, put_chalice_or_book
from commandery.games.templar.state import HARBOR, MAIN_PORTAL, PLAYING, PORTAL, SCORED, SIDE_PORTAL, TILES, VALUABLES
from position import Position, set_up

NAMES = ("Ani", "Frank", "Alex", "Eva", "Tom")
"""The players by seat: the rulebook's three, and two more."""
KINDS = ("chalice", "book", "a", "b", "c")
CARDS = ("anselmus", "josua", "lucas", "benjamin", "maria", "stephanus", "porticus", "remigius", "severus", "bells")
rules = partial(set_up, "templar")
"""A game with these options, on a board as `abbey` gives it: ``rules(4, abbey(boxes=5), stephanus=False)``."""
ABBEY = rules().kind.board_file
"""The standard board's file."""


def abbey(
    *,
    passages: str | None = None,
    door: str | None = None,
    portals: tuple[int, int] | None = None,
    spaces: Mapping[int, str] | None = None,
    cards: Mapping[str, int] | None = None,
    boxes: int | None = None,
    first_tiles: Sequence[int] | None = None,
) -> str:
    """The standard board with some things otherwise: passages ``"1-2 2-3"``, spaces of a room ``"c1 b0 r3+2"``."""
    data = tomllib.loads(ABBEY.read_text())
    if passages is not None:
        data["passage"] = [{"rooms": _pair(name), "opening": [[0, 0], [0, 1]]} for name in passages.split()]
    if door is not None:
        data["door"]["rooms"] = _pair(door)
    for name, room in zip(("main", "side"), portals or (), strict=False):
        data["portal"][name]["room"] = room
    for number, text in (spaces or {}).items():
        chalices, books, rings = (word[1:] for word in text.split())
        room = data["room"][number - 1]
        room["chalices"], room["books"] = [[1, 1]] * int(chalices), [[2, 2]] * int(books)
        room["rings"] = [[[3, 3]] * int(size) for size in rings.split("+") if int(size)]
    data["cards"] |= cards or {}
    if boxes is not None:
        data["harbor"]["boxes"] = boxes
        for storehouse in data["storehouse"]:
            storehouse["boxes"] = [[1, 1]] * boxes
        data["harbor"]["first_tiles"] = [min(tiles, boxes) for tiles in data["harbor"]["first_tiles"]]
    if first_tiles is not None:
        data["harbor"]["first_tiles"] = list(first_tiles)
    return json.dumps(data)


def _pair(name: str) -> list[int]:
    return [int(room) for room in name.split("-")]


class Play(Position):
    """A match from its very beginning. After every action all valuables, tiles and cards are counted."""

    def __init__(self, players: int = 3, *, board: str | None = None, **options: object) -> None:
        super().__init__(rules(players, board, **options), NAMES)

    def tiles(self, kinds: str) -> list[Event]:
        """These tiles are drawn from the bag."""
        return self.go(", ".join(f"chance tile {kind}" for kind in kinds.split())) if kinds else []

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(player["score"] for player in self.seen["players"])

    def stock(self, name: str) -> str:
        """What a player has to stash: ``"chalice a a"``."""
        return in_words(self.player(name)["stock"])

    def reserve(self, name: str) -> str:
        return in_words(self.player(name)["reserve"])

    def hand(self, name: str) -> str:
        return " ".join(self.player(name)["hand"])

    def room(self, number: int) -> str:
        """What lies in a room, as it is set up: ``"Ani chalice, Frank book*, Ani 1a"``."""
        room = self.seen["rooms"][number - 1]
        found = [("chalice", piece) for piece in room["chalices"]] + [("book", piece) for piece in room["books"]]
        for area, pieces in enumerate(room["rings"]):
            found += [(f"{area + 1}{room['ring_types'][area]}", piece) for piece in pieces]
        return ", ".join(
            f"{NAMES[piece['owner']]} {what}{'*' if piece['scored'] else ''}" for what, piece in found if piece is not None
        )

    @property
    def houses(self) -> list[str]:
        """The tiles in the storehouses."""
        return [in_words(house) for house in self.seen["storehouses"]]

    @property
    def bag(self) -> str:
        return in_words(self.seen["bag"])

    @property
    def out(self) -> str:
        """The tiles that have left the game."""
        gone = self.match.state_array()[0]["gone"].tolist()
        return in_words(dict(zip(KINDS, gone, strict=True)))


class Table(Play):
    """A match in the middle of things: from round 2 on, a player about to begin a turn."""

    def __init__(
        self,
        players: int = 3,
        *,
        turn: str = "Ani",
        start: str = "Ani",
        round: int = 2,
        at: Mapping[str, int | str] | None = None,
        remigius: int = 5,
        vitus: int | str = 4,
        severus: int = 8,
        door: str | None = None,
        scores: Mapping[str, int] | None = None,
        piles: Mapping[str, str] | None = None,
        stock: Mapping[str, str] | None = None,
        rooms: Mapping[int, str] | None = None,
        houses: Sequence[str] = ("", "", "", "", "", ""),
        bag: str | None = None,
        raphael: str = "",
        last_turns: int = 0,
        board: str | None = None,
        **options: object,
    ) -> None:
        """Tokens stand ``at`` a room, ``"main"``, ``"side"`` or ``"house 2"`` (else at the main portal); of ``piles`` the last
        card shows; a room holds ``"Ani chalice, Frank 2b*"``, ring area and type, scored with a star; what is in neither
        ``stock`` nor rooms is in reserve; the ``bag`` holds what it says, or all tiles that are not in ``houses``."""
        super().__init__(players, board=board, **options)
        self._state = state = self.match._state[0]
        state["start"], state["turn"], state["round_number"] = (
            self.seat(start), (self.seat(turn) - self.seat(start)) % players, round,
        )  # fmt: skip
        state["remigius"], state["vitus"], state["severus"] = remigius - 1, place(vitus), severus - 1
        if door is not None:
            state["door"] = [passage.name for passage in self.match.game.board.passages].index(door)
        for name, where in (at or {}).items():
            state["token"][self.seat(name)] = place(where)
        for name, points in (scores or {}).items():
            state["score"][self.seat(name)] = points
        for name, cards in (piles or {}).items():
            self._lay(self.seat(name), cards.split())
        for name, valuables in (stock or {}).items():
            for kind in valuables.split():
                self._take(self.seat(name), kind)
                state["stock"][self.seat(name), KINDS.index(kind)] += 1
        for number, pieces in (rooms or {}).items():
            for piece in pieces.split(", "):
                self._hide(number - 1, *piece.split())
        self._equip(houses, bag)
        for card in raphael.split():
            state["raphael"][CARDS.index(card)] -= 1
            state["raphael_top"] = CARDS.index(card)
        state["last_turns"] = last_turns
        self._begin()

    def _lay(self, seat: int, cards: list[str]) -> None:
        assert "bells" not in cards and len(set(cards)) == len(cards)
        for card in cards:
            self._state["hand"][seat] &= ~(1 << CARDS.index(card))
            self._state["top"][seat] = CARDS.index(card)

    def _take(self, seat: int, kind: str) -> None:
        self._state["reserve"][seat, KINDS.index(kind)] -= 1
        assert self._state["reserve"][seat, KINDS.index(kind)] >= 0, f"{VALUABLES} is all there is"

    def _hide(self, room: int, owner: str, what: str) -> None:
        """A valuable lies in a room; the rules keep what follows from that in step."""
        w, s, sizes = self.match._world[0], self.match._mounted[0], self.match.game.world[0]
        scored, what = what.endswith("*"), what.rstrip("*")
        seat = self.seat(owner)
        if what in KINDS[:2]:
            kind = KINDS.index(what)
            space = put_chalice_or_book(w, s, room, kind, seat)
            places, index = self._state[("chalices", "books")[kind]], room
            assert space < sizes[("chalice_spaces", "book_spaces")[kind]][room], "no such place is empty"
            self._take(seat, what)
        else:
            area, type = int(what[0]) - 1, "abc".index(what[1])
            space = add_ring(w, s, room, area, type, seat)
            places, index = self._state["rings"][room], area
            assert space < sizes["ring_size"][room, area], "no such place is empty"
            self._take(seat, what[1])
        if scored:
            places[index] |= SCORED << (4 * int(space))

    def _equip(self, houses: Sequence[str], bag: str | None) -> None:
        """Tiles in storehouses, bag and box."""
        state = self._state
        assert len(houses) == 6
        for storehouse, kinds in enumerate(houses):
            for kind in kinds.split():
                state["house"][storehouse, KINDS.index(kind)] += 1
                state["bag"][KINDS.index(kind)] -= 1
        state["filled"] = state["house"].sum(axis=1)
        if bag is not None:
            state["bag"] = [Counter(bag.split())[kind] for kind in KINDS]
            state["gone"] = TILES - state["house"].sum(axis=0) - state["bag"]

    def _begin(self) -> None:
        """The turn begins: out of the harbor, or with a card."""
        state = self._state
        state["actor"] = (state["start"] + state["turn"]) % len(self.names)
        state["phase"] = PORTAL if state["token"][state["actor"]] >= HARBOR else PLAYING
        go_on(self.match._world[0], self.match._mounted[0], None)
        self.resume()


def place(where: int | str) -> int:
    """A room, a portal or a storehouse as the state has it."""
    if isinstance(where, int):
        return where - 1
    if where.startswith("house "):
        return HARBOR + int(where.removeprefix("house ")) - 1
    return {"main": MAIN_PORTAL, "side": SIDE_PORTAL}[where]


def equipped(players: int = 3, start: str = "Ani", board: str | None = None, **options: object) -> Play:
    """The start player is known and the harbor equipped; nothing has been chosen yet."""
    table = Play(players, board=board, **options)
    table.go(f"chance start {table.seat(start)}")
    while table.to_act == "chance":
        table.go(f"chance {table.offered[-1]}")
    return table


def first_cards(players: int = 3, start: str = "Ani", figures: str = "1 2 13", **options: Any) -> Play:
    """All is set up, Remigius, Vitus and Severus in these rooms; the first cards are to be chosen."""
    table = equipped(players, start, **options)
    for room in figures.split() if table.phase == "placing_abbot" else ():
        table.go(f"{table.to_act} place {room}")
    while table.phase == "pairing":
        table.go(f"{table.to_act} rings ab")
    return table


def in_words(counts: Mapping[str, int]) -> str:
    """Kinds as often as they are counted."""
    return " ".join(kind for kind in counts for _ in range(counts[kind]))
