"""The map's data as the ledger lists it (JB2, JB3, JB6), typed in by hand for the tests to compare with."""

from __future__ import annotations

ADJACENT = (
    "London-Paris London-Coeln Paris-Bordeaux Paris-Lyon Paris-Coeln Bordeaux-Lyon Bordeaux-Barcelona Lyon-Barcelona "
    "Lyon-Coeln Barcelona-Roma Roma-Venezia Venezia-Wien Wien-Coeln"
)
NEAR = {
    name: {other for pair in ADJACENT.split() if name in pair.split("-") for other in pair.split("-") if other != name}
    for name in ADJACENT.replace("-", " ").split()
}
"""The neighbours of each territory."""
COUNTRIES = {
    "London": "England", "Paris": "France", "Bordeaux": "France", "Lyon": "France", "Barcelona": "Spain", "Roma": "Italy",
    "Venezia": "Italy", "Coeln": "Holy Roman Empire", "Wien": "Holy Roman Empire",
}  # fmt: skip
SHIPS = (4, 5, 5, 5, 5, 6)
NEW_GOLD = {3: [(4, 1), (4, 2)], 4: [(5, 2), (5, 3)], 5: [(6, 3), (6, 4)]}
"""Dealt after the first and the second shipping round: with a city, without."""


def distance(one: str, other: str) -> int:
    """Steps between two territories."""
    reached, steps = {one}, 0
    while other not in reached:
        reached |= {near for name in reached for near in NEAR[name]}
        steps += 1
    return steps
