"""A whole action, from the fork over the flag and Leader to the last card, against a slow second reading of the ledger: what
everybody is asked and offered at every step, and what lies where in the end."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from journey.ledger import NEAR
from journey.table import CITIES, NAMES, Table

PROPERTY = pytest.mark.sized("properties")  # as many examples as the table says, by the profile in conftest.py

Script = Generator[tuple[str, set[str]], str, Any]
"""Yields who is asked and what they may answer, and gets the answer."""


class Ledger:
    """The table in plain words; every method is a rule."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.names = NAMES[: position["players"]]
        self.spaces: dict[str, int] = position["spaces"]
        self.knights = {city: dict(knights) for city, knights in position["knights"].items()}
        self.templars = {name: list(places) for name, places in position["templars"].items()}
        self.gold, self.purses, self.temples = dict(position["gold"]), dict(position["purses"]), dict(position["temples"])
        self.track = list(position["track"])
        self.supply = {name: 19 - self.temples[name] - self.in_cities(name) for name in self.names}
        self.flag = ""

    def in_cities(self, name: str) -> int:
        return sum(knights.get(name, 0) for knights in self.knights.values())

    def others(self, name: str) -> list[str]:
        """Clockwise from the next."""
        at = self.names.index(name)
        return [*self.names[at + 1 :], *self.names[:at]]

    # What can be done with knights

    def can_place(self, name: str, where: Iterable[str]) -> set[str]:
        if not self.supply[name]:
            return set()
        return {f"place {city}" for city in where if city in self.spaces and self.room(city) > 0}

    def room(self, city: str) -> int:
        return self.spaces[city] - sum(self.knights[city].values())

    def can_remove(self, name: str, where: Iterable[str], verb: str = "remove") -> set[str]:
        return {
            f"{verb} {city} {NAMES.index(other)}"
            for city in where
            for other in self.others(name)
            if self.knights.get(city, {}).get(other)
        }

    def carry_out(self, name: str, answer: str) -> None:
        verb, city, *owner = answer.split()
        if verb in ("remove", "swap"):
            self.knights[city][NAMES[int(owner[0])]] -= 1
            self.temples[NAMES[int(owner[0])]] += 1
        if verb in ("place", "swap"):
            self.knights[city][name] = self.knights[city].get(name, 0) + 1
            self.supply[name] -= 1

    def spend(self, name: str, knights: int) -> None:
        """Temple knights go back to supply."""
        self.temples[name] -= knights
        self.supply[name] += knights

    # J30

    def may(self, name: str, options: set[str]) -> Script:
        return (yield name, {"stop", *options}) if options else "stop"

    def must(self, name: str, options: set[str]) -> Script:
        return (yield name, options) if options else None

    # The flag and Leader

    def begin(self, first: str) -> Script:
        """J10-J12, J42; who has the marker then."""
        route = yield first, {"route inner", "route outer"}
        self.flag = "green" if route == "route inner" else "red"
        answer = yield from self.may(first, self.favour(first, self.templars[first]))
        if answer == "stop":
            return first
        self.carry_out(first, answer)
        while self.temples[first] >= 3:
            answer = yield from self.may(first, {f"lead {NAMES.index(other)}" for other in self.others(first)})
            if answer == "stop":
                break
            self.spend(first, 3)
            first = NAMES[int(answer.split()[1])]
        return first

    def favour(self, name: str, where: Iterable[str]) -> set[str]:
        """What the flag allows in these cities."""
        return self.can_place(name, where) if self.flag == "green" else self.can_remove(name, where)

    # Cards

    def all_cards(self, first: str, cards: dict[str, int]) -> Script:
        """J14, J16, J29."""
        kinds = [(card + 1) // 2 for card in cards.values()]
        for card in range(1, 7):
            for name in (first, *self.others(first)):
                if cards[name] != card:
                    continue
                crowd = kinds.count((card + 1) // 2) >= (2 if len(self.names) == 3 else 3)
                penalty = card in (2, 3, 5) and crowd
                if card <= 2:
                    yield from self.collect(name, card, penalty)
                elif card <= 4:
                    yield from self.recruit(name, card, penalty)
                else:
                    yield from self.travel(name, card, penalty)
                if penalty:
                    own = {f"remove {city} {NAMES.index(name)}" for city, there in self.knights.items() if there.get(name)}
                    lost = yield from self.must(name, own)
                    if lost:
                        self.carry_out(name, lost)

    def take(self, name: str, territory: str, most: int) -> None:
        taken = min(most, self.gold[territory])
        self.gold[territory] -= taken
        self.purses[name] += taken

    def collect(self, name: str, card: int, penalty: bool) -> Script:
        """J20-J22, J41."""
        reach = {place for templar in self.templars[name] for place in (templar, *NEAR[templar])}
        answer = yield from self.must(name, {f"take {place}" for place in reach if self.gold[place]})
        if not answer:
            return
        self.take(name, answer.split()[1], 3 if card == 1 else 2 if penalty else 1000)
        if self.temples[name] >= 2 and not penalty:
            answer = yield from self.may(name, {f"tax {place}" for place in reach if self.gold[place]})
            if answer != "stop":
                self.spend(name, 2)
                self.take(name, answer.split()[1], 2)

    def recruit(self, name: str, card: int, penalty: bool) -> Script:
        """J23-J26, J40."""
        left, again = 6, 2

        def doings(city: str) -> set[str]:
            if card == 3 and not penalty:
                return self.can_remove(name, [city], "swap") if self.supply[name] else set()
            return self.can_remove(name, [city]) | (self.can_place(name, [city]) if card == 4 else set())

        def payable(city: str) -> set[str]:
            paid = doings(city) if min(left, self.purses[name]) >= 2 else set()
            tossed = {"toss"} if card == 4 and doings(city) and min(left, self.purses[name]) >= 1 else set()
            return paid | tossed

        cities = {f"city {city}" for city in self.templars[name] if payable(city)}
        answer = yield from self.may(name, cities)
        if answer == "stop":
            return
        city = answer.split()[1]
        while True:
            answer = yield from self.may(name, payable(city))
            if answer == "stop":
                return
            price = 1 if answer == "toss" else 2
            left -= price
            self.purses[name] -= price
            if answer != "toss":
                self.carry_out(name, answer)
                continue
            toss = yield "chance", {"blank", "cross"}
            while toss == "blank" and again and self.temples[name]:
                if (yield from self.may(name, {"again"})) == "stop":
                    break
                again -= 1
                self.spend(name, 1)
                toss = yield "chance", {"blank", "cross"}
            if toss == "cross":
                answer = yield from self.may(name, doings(city))
                if answer != "stop":
                    self.carry_out(name, answer)

    def travel(self, name: str, card: int, penalty: bool) -> Script:
        """J27, J28, J43."""
        places, entered, mover = self.templars[name], [], 0
        while len(entered) < 3:
            movers = [mover] if entered else [0, 1]
            answer = yield from self.may(name, {f"step {at + 1} {near}" for at in movers for near in NEAR[places[at]]})
            if answer == "stop":
                break
            mover = int(answer.split()[1]) - 1
            places[mover] = answer.split()[2]
            entered.append(places[mover])
            if card == 5 and not penalty:
                self.take(name, places[mover], 1)
        if not entered:
            return
        stop = places[mover]
        if card == 6:
            answer = yield from self.may(name, self.favour(name, [stop]))
            if answer != "stop":
                self.carry_out(name, answer)
        elif penalty:
            answer = yield from self.must(name, {f"take {place}" for place in entered if self.gold[place]})
            if answer:
                self.take(name, answer.split()[1], 1)
        elif stop in self.track:
            yield from self.exchange(name, self.track.index(stop))

    def exchange(self, name: str, own: int) -> Script:
        spaces = {f"exchange {at + 1}" for at, edict in enumerate(self.track) if edict != "-" and at != own}
        answer = yield from self.may(name, spaces)
        if answer == "stop":
            return
        for other in self.others(name):
            if self.temples[other] >= 4 and (yield from self.may(other, {"veto"})) == "veto":
                self.spend(other, 4)
                return
        at = int(answer.split()[1]) - 1
        self.track[own], self.track[at] = self.track[at], self.track[own]


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Any position at a fork: small cities, some full, little gold, all sorts of temples, sometimes hardly any supply."""
    players = draw(st.integers(3, 5))
    names = NAMES[:players]
    gone = draw(st.sampled_from([0, 2]))
    track = draw(st.permutations(CITIES))[:7]
    spaces = {city: draw(st.integers(1, 5)) for city in track[gone:]}
    knights = {}
    for city, number in spaces.items():
        owners = draw(st.lists(st.sampled_from(names), min_size=draw(st.sampled_from([0, 0, number])), max_size=number))
        knights[city] = {name: owners.count(name) for name in names if name in owners}
    busy = st.sampled_from([*track[gone:], *CITIES])
    territories = st.tuples(busy, busy)
    temples = {name: draw(st.sampled_from([0, 0, 1, 2, 3, 4, 6])) for name in names}
    placed = {name: sum(there.get(name, 0) for there in knights.values()) for name in names}
    exhausted = draw(st.sampled_from([*names, None, None]))
    if exhausted:
        temples[exhausted] = max(0, 19 - draw(st.integers(0, 2)) - placed[exhausted])
    for name in names:
        assume(placed[name] + temples[name] <= 19)
    return {
        "players": players,
        "first": draw(st.sampled_from(names)),
        "track": ["-"] * gone + track[gone:],
        "spaces": spaces,
        "knights": knights,
        "templars": {name: draw(territories) for name in names},
        "gold": {city: draw(st.sampled_from([0, 0, 1, 2, 4, 6])) for city in CITIES},
        "purses": {name: draw(st.integers(0, 8)) for name in names},
        "temples": temples,
        "cards": {name: draw(st.integers(1, 6)) for name in names},
    }


def table_of(position: dict[str, Any]) -> Table:
    cities = {
        city: f"{position['spaces'][city]}: " + ", ".join(f"{name} {number}" for name, number in knights.items())
        for city, knights in position["knights"].items()
    }
    return Table(
        position["players"], first=position["first"], at="fork", section=2 if "-" in position["track"] else 1,
        track=" ".join(position["track"]), cities=cities, gold=position["gold"], purses=position["purses"],
        temples=position["temples"], templars={name: " ".join(places) for name, places in position["templars"].items()},
    )  # fmt: skip


def follow(table: Table, script: Script, data: st.DataObject) -> Any:
    """Whatever the ledger asks, the table asks too, with the same answers; one of them is given to both."""
    try:
        name, options = next(script)
        while True:
            assert table.to_act == name
            assert sorted(table.offered) == sorted(options)
            further = sorted(options - {"stop"})
            answer = data.draw(st.sampled_from([*further, *further, *further, *sorted(options & {"stop"})]))
            table.go(f"{name} {answer}")
            name, options = script.send(answer)
    except StopIteration as end:
        return end.value


@PROPERTY
@pytest.mark.rule("J11", "J12", "J20", "J21", "J22", "J23", "J24", "J25", "J26", "J27", "J28", "J29", "J30")
@pytest.mark.rule("J14", "J15", "J16", "J40", "J41", "J42", "J43")
@given(positions(), st.data())
def test_a_whole_action(position: dict[str, Any], data: st.DataObject) -> None:
    """All that is offered, to whom, in which order; then all that lies on the table."""
    table, ledger = table_of(position), Ledger(position)
    first = follow(table, ledger.begin(position["first"]), data)
    assert (table.phase, table.first) == ("sealing", first)
    table.reveal(", ".join(f"{name} {card}" for name, card in position["cards"].items()))
    follow(table, ledger.all_cards(first, position["cards"]), data)
    assert (table.first, table.turn) == (ledger.others(first)[0], "nobody")
    assert table.seen["space"] == 2
    for city, knights in ledger.knights.items():
        assert table.city(city) == ", ".join(f"{name} {knights[name]}" for name in ledger.names if knights.get(name))
    for name in ledger.names:
        assert table.templars(name) == " ".join(ledger.templars[name])
        assert (table.purse(name), table.temple(name), table.supply(name)) == (
            ledger.purses[name], ledger.temples[name], ledger.supply[name],
        )  # fmt: skip
    assert {city: table.gold(city) for city in CITIES} == ledger.gold
    assert table.track == " ".join(ledger.track)
    assert table.scores == (0,) * len(ledger.names)
