"""A table for the tests: a position of Templari set up and looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from commandery import Event
from commandery.games.templari.rules.cards import gain
from position import Position, set_up

NAMES = ("Anna", "Bert", "Claus", "Dieter", "Emma")
"""The players by seat: the rulebook's four, and one more."""

ROUNDS = 15

LAST_ROUND = {
    "Anna": "A0 A6 A7 A8 A9 B0 B1 B2 B3 B6",
    "Bert": "C0 C1 C4 C5 C7 D2 D4 D6 D8",
    "Claus": "D5 E2 E3 E4 E7 E9 F1 F3 F5",
}
"""Fourteen rounds of three players are over; F8 and F9 are left."""


rules = partial(set_up, "templari")
"""A game with these options: ``rules(4, exchange=True)``."""


class Table(Position):
    """A match in the middle of things. Cards are called by name; after every action all coins and cards are counted."""

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
        super().__init__(rules(players, coins="hidden" if hidden else "open", **options), NAMES)
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

    # Playing

    def turn_up(self, lot: str) -> list[Event]:
        """Nobody sells or exchanges (any more); these two cards come up."""
        while self.phase in ("offering", "taking"):
            self.go(f"{self.to_act} pass")
        return self.go(", ".join(f"chance turn {card}" for card in lot.split()))

    def buys(self, name: str, price: int) -> list[Event]:
        """This player bids ``price``, all others pass."""
        happened: list[Event] = []
        while not {"won", "sold"} & {event.name for event in happened}:
            happened += self.go(f"{self.to_act} bid {price}" if self.to_act == name else f"{self.to_act} pass")
        return happened

    # Looking

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins by seat, hidden or not."""
        return tuple(self.match.state_array()[0]["coins"][: self.match.game.players].tolist())

    @property
    def pot(self) -> int:
        return int(self.seen["pot"])

    def cards(self, name: str) -> str:
        """The cards before a player, in alphabetical order."""
        return names(self.player(name)["cards"])

    @property
    def bids(self) -> list[int]:
        """The bids open to who is to act."""
        return [int(bid) for bid in self.choices("bid")]

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
