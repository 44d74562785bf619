"""The events buffer that rules append facts to: row 0 holds the count, each further row one fact.

None instead of a buffer switches events off when the caller is compiled: nothing of them is left in its code. A fact for which
there is no row left is counted but not written: `Match` then says that the game's ``most_events`` is too small.
"""

from __future__ import annotations

from commandery.core.kernel import kernel
from commandery.core.layout import Grid

__all__ = ["emit"]


@kernel
def emit(events: Grid | None, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Append one fact: its kind, the seat it is about, and four numbers (0 where the kind has fewer)."""
    if events is None:
        return
    row = events[0, 0] + 1
    events[0, 0] = row
    if row < len(events):
        events[row, 0] = kind
        events[row, 1] = seat
        events[row, 2] = a
        events[row, 3] = b
        events[row, 4] = c
        events[row, 5] = d
