"""Bit sets of up to 62 members in one number. (The compiler turns `count` into the processor's own instruction.)"""

from __future__ import annotations

from commandery.core.kernel import kernel

__all__ = ["count", "first", "nth"]

_PAIRS = 0x5555555555555555
_FOURS = 0x3333333333333333
_BYTES = 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101


@kernel
def count(members: int) -> int:
    """How many members a set has."""
    members = members - ((members >> 1) & _PAIRS)
    members = (members & _FOURS) + ((members >> 2) & _FOURS)
    members = (members + (members >> 4)) & _BYTES
    return ((members * _ONES) >> 56) & 0xFF


@kernel
def first(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return count((members & -members) - 1)


@kernel
def nth(members: int, n: int) -> int:
    """The member that has exactly ``n`` lower ones; 0 <= n < count(members)."""
    return _nth(members, n, 32) if members >> 16 else _nth(members, n, 8)  # most sets are small


@kernel
def _nth(members: int, n: int, width: int) -> int:
    """`nth`, of members below twice ``width``, a power of 2. Halves the range, without branches."""
    found = 0
    while width:
        below = count(members & ((1 << width) - 1))
        upper = n >= below
        n -= below * upper
        members >>= width * upper
        found += width * upper
        width >>= 1
    return found
