"""Gold: dealing it to the territories (J3, J56), taking it (J20-J22, J28), and Taxes (J41)."""

from __future__ import annotations

from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Grid
from commandery.games.journey import events as event
from commandery.games.journey.state import TERRITORIES, State, World

__all__ = ["TAXES", "deal_gold", "in_reach", "take", "take_by_card"]

TAXES = 2  # temple knights that Taxes cost, and gold they bring


@kernel
def deal_gold(w: World, s: State, time: int, events: Grid) -> None:
    """Gold for every territory, more where there is a city."""
    for territory in range(TERRITORIES):
        amount = w.gold[time, 0 if s.spaces[territory] else 1]
        s.gold[territory] += amount
        if amount:
            s.golden |= 1 << territory
    emit(events, event.GOLD_DEALT, s.first, w.gold[time, 0], w.gold[time, 1], 0, 0)


@kernel
def in_reach(w: World, s: State, seat: int) -> int:
    """The territories with gold where an own Templar stands, or next to one (J20)."""
    return (w.reach[s.templar[seat, 0]] | w.reach[s.templar[seat, 1]]) & s.golden


@kernel
def take(s: State, seat: int, territory: int, most: int) -> int:
    """Take gold from a territory, at most so much; how much it was."""
    amount = min(most, s.gold[territory])
    s.gold[territory] -= amount
    s.purse[seat] += amount
    if s.gold[territory] == 0:
        s.golden &= ~(1 << territory)
    return amount


@kernel
def take_by_card(s: State, taxes: bool) -> int:
    """How much gold at most the card being carried out, or Taxes, lets one take (J20-J22, J28, J41)."""
    if taxes:
        return TAXES
    if s.card == 1:
        return 3
    if s.card == 5:
        return 1
    return 2 if s.penalty else 127
