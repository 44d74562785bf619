"""A table for the tests: a position of Templars' Journey set up and looked at."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from commandery import Event
from commandery.core.kernel import mount
from commandery.games.journey.state import FORK, INNER, NOWHERE, OUTER, SEALING
from position import Position, set_up

NAMES = ("Lukas", "Kirsten", "Leon", "Jonas", "Oskar")
"""The players by seat: the rulebook's three (blue, red, green), and two more (yellow, orange)."""
CITIES = ("London", "Paris", "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia", "Coeln", "Wien")
MISSIONS = ("gold", "ships", "temple", "seventh", "distance", "countries", "empire", "france")
TILES = (4, 5, 5, 6, 6, 7, 8)
"""Spaces in the city of each edict space's edict, unless a test says otherwise."""
rules = partial(set_up, "journey")
"""A game with these options, on a map as `europe` gives it: ``rules(4, europe(tiles=[1] * 7), start=2)``."""
EUROPE = rules().kind.board_file
"""The standard map's file."""
NO_SUPPLY = {"London": "8: Lukas 8", "Paris": "7: Lukas 7", "Lyon": "4: Lukas 4"}
"""All 19 knights of Lukas, in three full cities."""


def europe(**changes: Any) -> str:
    """The standard map with some things otherwise: ``tiles``, ``adjacent="London-Paris ..."``, ``missions``, ``section``."""
    data = tomllib.loads(EUROPE.read_text())
    if "adjacent" in changes:
        changes["adjacent"] = [pair.split("-") for pair in changes["adjacent"].split()]
        data.pop("crossing")
    if "missions" in changes:
        changes["missions"] = data["missions"] | changes["missions"]
    return json.dumps(data | changes)


class Play(Position):
    """A match from its very beginning. After every action all knights, edicts and missions are counted."""

    def __init__(self, players: int = 3, *, board: str | None = None, **options: object) -> None:
        super().__init__(rules(players, board, **options), NAMES)

    def fault(self, *changes: tuple[str, int | tuple[int, ...], int]) -> int:
        """Which invariant would be broken if these cells of the state were otherwise; the state stays as it is."""
        state = self.match.state_array()
        for field, at, number in changes:
            state[field][(0, *((at,) if isinstance(at, int) else at))] = number
        return int(self.match.game.kind.drive.fault(self.match._world, mount(state)))

    # Playing

    def reveal(self, cards: str) -> list[Event]:
        """Play ``"Lukas 3, Kirsten 4"``: these cards; who is not named plays a 6, or a 4 where a 6 would be of a named type."""
        chosen = {name: int(card) for name, card in (choice.split() for choice in cards.split(", "))}
        types = {(card - 1) // 2 for card in chosen.values()}
        other = next((card for card in (6, 4, 1) if (card - 1) // 2 not in types), None)
        return self.go(", ".join(f"{name} card {chosen.get(name, other)}" for name in self.names))

    def idle(self) -> list[Event]:
        """An action in which nobody does anything: all reveal a 6 and stay where they are."""
        happened = self.go(", ".join(f"{name} card 6" for name in self.names))
        for _ in self.names:
            happened += self.go(f"{self.to_act} stop")
        return happened

    def finish_cards(self) -> list[Event]:
        """Whoever still has a card to carry out declines what can be declined, and takes the first offer where not."""
        happened: list[Event] = []
        while self.turn != "nobody":
            happened += self.go(f"{self.to_act} {self.offered[0]}")
        return happened

    # Looking

    @property
    def turn(self) -> str:
        """Whose card is being carried out; ``"nobody"``'s."""
        return "nobody" if self.seen["player"] is None else NAMES[self.seen["player"]]

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(player["score"] for player in self.seen["players"])

    @property
    def first(self) -> str:
        """Who has the first-player marker."""
        return NAMES[self.seen["first"]]

    @property
    def track(self) -> str:
        """The edicts on the seven spaces: ``"London - Roma - Paris Wien -"``."""
        return " ".join("-" if edict is None else CITIES[edict] for edict in self.seen["track"])

    def city(self, name: str) -> str | None:
        """The knights in a city, ``"Lukas 2, Leon 1"``; None where there is none."""
        found = self.seen["cities"][CITIES.index(name)]
        return in_words(found["knights"]) if found else None

    def aboard(self, ship: int) -> str:
        """The knights on ship 1 to 6."""
        return in_words(self.seen["aboard"][ship - 1])

    def gold(self, territory: str) -> int:
        """The gold that lies there."""
        return int(self.seen["gold"][CITIES.index(territory)])

    def purse(self, name: str) -> int:
        return int(self.player(name)["gold"])

    def temple(self, name: str) -> int:
        return int(self.player(name)["temple"])

    def supply(self, name: str) -> int:
        return int(self.player(name)["supply"])

    def templars(self, name: str) -> str:
        return " ".join(CITIES[place] for place in self.player(name)["templars"])

    def edicts(self, name: str) -> str:
        """The edicts a player has won."""
        return " ".join(CITIES[edict] for edict in self.player(name)["edicts"])


class Table(Play):
    """A match in the middle of things: cards are about to be chosen, or the Pope is at a fork."""

    def __init__(
        self,
        players: int = 3,
        *,
        first: str = "Lukas",
        section: int = 1,
        at: str = "inner 1",
        track: str = "",
        cities: Mapping[str, str] | None = None,
        templars: Mapping[str, str] | None = None,
        gold: Mapping[str, int] | None = None,
        purses: Mapping[str, int] | None = None,
        temples: Mapping[str, int] | None = None,
        aboard: Mapping[int, str] | None = None,
        edicts: Mapping[str, str] | None = None,
        scores: Mapping[str, int] | None = None,
        missions: str = "gold ships temple seventh distance",
        board: str | None = None,
        **options: object,
    ) -> None:
        """The Pope is ``at`` a space of a route, ``"outer 3"``, or ``"fork"``; edicts lie on the ``track`` ("-" for none), in
        the order of the map if it is not said, and the others are won or lost; a city has the spaces of `TILES` or its own, and
        knights: ``"7: Lukas 2, Leon 1"``; Templars stand in Wien, or where it is said: ``"Paris Roma"``; there is no ``gold``,
        and nothing in ``purses`` and ``temples``, but what is said; all other knights are in supply; of five missions the first
        are dealt by seat, the others open."""
        super().__init__(players, board=board, **options)
        self._state = state = self.match._state[0]
        state["first"] = self.seat(first)
        state["section"] = section - 1
        track = track or " ".join(["-"] * 2 * (section - 1) + list(CITIES[2 * (section - 1) : 7]))
        state["track"] = [CITIES.index(name) if name != "-" else NOWHERE for name in track.split()]
        for name, won in (edicts or {}).items():
            state["edicts"][self.seat(name)] = sum(1 << CITIES.index(edict) for edict in won.split())
        for name, places in {**dict.fromkeys(self.names, "Wien Wien"), **(templars or {})}.items():
            state["templar"][self.seat(name)] = [CITIES.index(place) for place in places.split()]
        for territory, amount in (gold or {}).items():
            state["gold"][CITIES.index(territory)] = amount
        for field, numbers in {"purse": purses, "temple": temples, "score": scores}.items():
            for seat, name in enumerate(self.names):
                state[field][seat] = (numbers or {}).get(name, 0)
        for ship, knights in (aboard or {}).items():
            assert section > (ship + 1) // 2, "that ship has not sailed"
            self._crew(state["aboard"][ship - 1], knights)
        self._build({**dict.fromkeys(track.replace("-", "").split(), ""), **(cities or {})})
        dealt = [MISSIONS.index(mission) for mission in missions.split()]
        state["mission"][:players] = dealt[:players]
        state["open_missions"] = sum(1 << mission for mission in dealt[players:])
        self._derive()
        self._begin(at)

    def _crew(self, place: Any, knights: str) -> None:
        """Knights into a city or aboard: ``"Lukas 2, Leon 1"``."""
        for part in filter(None, knights.split(", ")):
            name, number = part.split()
            place[self.seat(name)] = int(number)

    def _build(self, cities: Mapping[str, str]) -> None:
        """A city at every edict on the track."""
        on_track = self._state["track"].tolist()
        for name, text in cities.items():
            city = CITIES.index(name)
            spaces, knights = text.split(":") if ":" in text else (TILES[on_track.index(city)], text)
            assert city in on_track, f"{name} is no city: its edict is not on the track"
            self._state["spaces"][city] = int(spaces)
            self._crew(self._state["knights"][city], knights.strip())

    def _derive(self) -> None:
        """What follows from the rest."""
        state, players = self._state, len(self.names)
        knights = state["knights"]
        state["supply"][:players] = (
            19 - knights.sum(axis=0)[:players] - state["aboard"].sum(axis=0)[:players] - state["temple"][:players]
        )
        state["free"] = state["spaces"] - knights.sum(axis=1)
        state["there"] = sum(1 << at for at, number in enumerate(knights.ravel().tolist()) if number)
        state["room"] = sum(1 << city for city, free in enumerate(state["free"].tolist()) if free)
        state["golden"] = sum(1 << territory for territory, gold in enumerate(state["gold"].tolist()) if gold)
        elsewhere = sum(1 << edict for edict in state["track"].tolist() if edict != NOWHERE) | sum(state["edicts"].tolist())
        state["lost"] = (1 << len(CITIES)) - 1 & ~elsewhere
        state["undealt"] = 0

    def _begin(self, at: str) -> None:
        """Cards are to be chosen, or a route."""
        state = self._state
        state["actor"] = state["first"]
        if at == "fork":
            state["phase"], state["choices"] = FORK, 0b11
        else:
            route, space = at.split()
            state["way"], state["space"] = {"inner": INNER, "outer": OUTER}[route], int(space)
            state["phase"], state["choices"] = SEALING, 0b111111
        self.resume()


def laid_out(
    players: int = 3, start: str = "Lukas", *, board: str | None = None, missions: str = "", **options: object
) -> Play:
    """Edicts and tiles lie in the order of the map, missions are dealt: knights are to be placed."""
    table = Play(players, board=board, **options)
    table.go(f"chance start {table.seat(start)}")
    wanted = [f"mission {mission}" for mission in missions.split()]
    while table.to_act == "chance":
        table.go(f"chance {wanted.pop(0) if wanted and table.phase == 'missions' else table.offered[0]}")
    return table


def first_fork(players: int = 3, start: str = "Lukas", **options: Any) -> Play:
    """All knights and Templars are placed, wherever is first possible: the Pope is at the first fork."""
    table = laid_out(players, start, **options)
    while table.phase in ("placing_knight", "placing_templar"):
        table.go(f"{table.to_act} {table.offered[0]}")
    return table


def shipping(players: int = 3, *, first: str = "Lukas", section: int = 1, **position: Any) -> tuple[Table, list[Event]]:
    """The last action before a harbor passes idly, the marker goes on to ``first``, and the Pope enters the harbor."""
    before = NAMES[(NAMES.index(first) - 1) % players]
    table = Table(players, **{"first": before, "section": section, "at": "inner 3", **position})
    return table, table.idle()


def in_words(numbers: Sequence[int]) -> str:
    """Knights by seat: ``"Lukas 2, Leon 1"``."""
    return ", ".join(f"{NAMES[seat]} {number}" for seat, number in enumerate(numbers) if number)
