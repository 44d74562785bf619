"""A table for the tests: a position set up, played in words, looked at. The only file here that writes into a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

import commandery
from commandery import BY_HAND, CHANCE, Event, Game, IllegalAction
from commandery.games.templari.rules.cards import gain

NAMES = ("Anna", "Bert", "Claus", "Dieter", "Emma")
"""The players by seat: the rulebook's four, and one more."""

ROUNDS = 15

LAST_ROUND = {
    "Anna": "A0 A6 A7 A8 A9 B0 B1 B2 B3 B6",
    "Bert": "C0 C1 C4 C5 C7 D2 D4 D6 D8",
    "Claus": "D5 E2 E3 E4 E7 E9 F1 F3 F5",
}
"""Fourteen rounds of three players are over; F8 and F9 are left."""


@cache
def rules(players: int = 3, **options: object) -> Game:
    """A game with these options, set up once."""
    return commandery.game("templari", players=players, **options)


class Table:
    """A match in the middle of things. Players are called by name, cards by theirs; after every action all coins and cards
    are counted."""

    def __init__(
        self,
        players: int = 3,
        *,
        held: Mapping[str, str] | None = None,
        coins: Sequence[int] | None = None,
        pot: int = 0,
        discarded: str = "",
        start: str = "Anna",
        lot: str | None = None,
        hidden: bool = False,
        **options: object,
    ) -> None:
        """A round about to begin; as many are over as sold, two a round, the cards ``held`` and ``discarded``.
        With ``lot``, nobody sells or exchanges, these cards are turned up, and bidding begins."""
        self.match = rules(players, coins="hidden" if hidden else "open", **options).start(chance=BY_HAND)
        self._card_ids = {card["name"]: card["id"] for card in self.match.view()["unseen"]}
        out = self._set(discarded)
        for name, cards in (held or {}).items():
            owned = self._set(cards)
            assert owned & out == 0, f"{name} holds a card that is elsewhere"
            gain(self.match._mounted[0], self.seat(name), owned)  # keeps the barred bids in step
            out |= owned
        state = self.match._state[0]
        state["gone"] = self._set(discarded)
        state["deck"] &= ~out
        assert out.bit_count() % 2 == 0, "two cards are sold a round: an even number is out"
        state["turn"] = out.bit_count() // 2
        state["pot"] = pot
        if coins is not None:
            assert len(coins) == players
            state["coins"][:players] = coins
        self.check()
        self.go(f"chance start {self.seat(start)}")
        if lot is not None:
            self.turn_up(lot)

    def _set(self, cards: str) -> int:
        ids = [self._card_ids[card] for card in cards.split()]
        assert len(set(ids)) == len(ids)
        return sum(1 << id for id in ids)

    def seat(self, name: str) -> int:
        """The seat of a player, or of chance."""
        return CHANCE if name == "chance" else NAMES.index(name)

    def check(self) -> None:
        """All 30 cards and 12 coins a player are there, and no other invariant is broken."""
        assert self.match.game.kind.drive.fault(self.match._world, self.match._mounted) == 0

    # Playing

    def go(self, lines: str) -> list[Event]:
        """Play ``"Anna bid 7, Bert pass"``, each in their turn; what happened."""
        happened = []
        for line in lines.split(","):
            name, action = line.strip().split(" ", 1)
            happened += self.match.play(self.seat(name), action)
            self.check()
        return happened

    def turn_up(self, lot: str) -> list[Event]:
        """Nobody sells or exchanges (any more); these two cards come up."""
        while self.seen["phase"] in ("offering", "taking"):
            self.go(f"{self.to_act} pass")
        return self.go(", ".join(f"chance turn {card}" for card in lot.split()))

    def buys(self, name: str, price: int) -> list[Event]:
        """This player bids ``price``, all others pass."""
        happened: list[Event] = []
        while not {"won", "sold"} & {event.name for event in happened}:
            happened += self.go(f"{self.to_act} bid {price}" if self.to_act == name else f"{self.to_act} pass")
        return happened

    def refused(self, line: str) -> str:
        """Why this cannot be done; that it changes nothing is checked."""
        before, moves = self.match.state, len(self.match.history)
        with pytest.raises(IllegalAction) as refusal:
            self.go(line)
        assert (self.match.state, len(self.match.history)) == (before, moves)
        return str(refusal.value)

    # Looking

    @property
    def seen(self) -> dict[str, Any]:
        """The table as a spectator sees it."""
        return self.match.view()

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins by seat, hidden or not."""
        return tuple(self.match.state_array()[0]["coins"][: self.match.game.players].tolist())

    @property
    def pot(self) -> int:
        return int(self.seen["pot"])

    def cards(self, name: str) -> str:
        """The cards before a player, in alphabetical order."""
        return names(self.seen["players"][self.seat(name)]["cards"])

    @property
    def to_act(self) -> str:
        """Who is to act: a player, ``"chance"``, or ``"nobody"`` at the end."""
        if self.match.over:
            return "nobody"
        (seat,) = self.match.to_act
        return "chance" if seat == CHANCE else NAMES[seat]

    @property
    def offered(self) -> list[str]:
        """All that who is to act may do."""
        return [str(action) for action in self.match.legal(self.match.to_act[0])]

    @property
    def bids(self) -> list[int]:
        """The bids open to who is to act."""
        return [int(action.removeprefix("bid ")) for action in self.offered if action.startswith("bid ")]

    @property
    def starter(self) -> str:
        """The start player of this round."""
        return NAMES[self.seen["start"]]

    def marked(self, mark: str) -> list[str]:
        """The players of whom the view says so: ``"bidding"``, ``"exchanged"`` or ``"overbid"``."""
        return [NAMES[player["seat"]] for player in self.seen["players"] if player[mark]]


def honour(players: int = 3, **position: Any) -> Table:
    """A position at an honour table."""
    return Table(players, table_rules="honour", **position)


def names(cards: Sequence[Mapping[str, Any]]) -> str:
    """The names of cards in a view, in alphabetical order."""
    return " ".join(sorted(card["name"] for card in cards))


def told(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """The events of one kind, as plain data without the kind."""
    return [{key: value for key, value in event.data().items() if key != "event"} for event in events if event.name == kind]
