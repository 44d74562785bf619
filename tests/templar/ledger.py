"""The board's data as the ledger lists it (TB1-TB3, TB5), typed in by hand for the tests to compare with."""

from __future__ import annotations

PASSAGES = "1-2 1-3 1-12 2-3 2-6 2-11 2-13 3-4 4-5 5-6 6-7 7-8 7-13 8-9 9-10 9-13 10-11 11-12"
SPACES = {
    1: (0, 1, [3]), 2: (1, 1, [3, 3]), 3: (0, 3, [2]), 4: (0, 1, [4]), 5: (1, 1, [2, 2]), 6: (1, 2, [4]), 7: (2, 1, [2]),
    8: (1, 0, [3, 2]), 9: (0, 3, [3]), 10: (1, 0, [4, 2]), 11: (1, 0, [3, 2]), 12: (2, 0, [2, 2]), 13: (3, 4, [3, 3, 3]),
}  # fmt: skip
"""Chalice spaces, book spaces and sizes of ring areas of each room."""
NUMBERS = {
    "anselmus": 3, "josua": 4, "lucas": 5, "benjamin": 5, "maria": 6, "stephanus": 4, "porticus": 6, "remigius": 3,
    "severus": 6,
}  # fmt: skip
TILES = {"chalice": 13, "book": 17, "a": 20, "b": 20, "c": 20}
VALUABLES = {"chalice": 5, "book": 6, "a": 7, "b": 7, "c": 7}
