"""The drivers' random stream: xoshiro128++ on 32-bit words, the same to the bit interpreted, compiled and on CUDA.

A stream is a buffer of four words. The rules never see it: chance is a seat, and whoever drives a game draws for it.
Bounded draws use Lemire's multiply-and-reject, which is exact and, unlike masking, almost never draws twice.
"""

from __future__ import annotations

from commandery.core.kernel import kernel
from commandery.core.layout import Cells

__all__ = ["WORDS", "below", "next_word", "seed_stream", "weighted"]

WORDS = 4
"""The length of a stream's buffer."""

MASK = 0xFFFFFFFF
HALF = 0x7FFFFFFF


@kernel
def next_word(rng: Cells) -> int:
    """The next 32 random bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & MASK
    result = ((((total << 7) | (total >> 25)) & MASK) + a) & MASK
    c ^= a
    d ^= b
    rng[0] = a ^ d
    rng[1] = b ^ c
    rng[2] = c ^ ((b << 9) & MASK)
    rng[3] = ((d << 11) | (d >> 21)) & MASK
    return result


@kernel
def below(rng: Cells, bound: int) -> int:
    """A number from 0 to ``bound - 1``, each equally likely; 1 <= bound < 2**31."""
    product = next_word(rng) * bound
    low = product & MASK
    if low < bound:
        threshold = (MASK + 1 - bound) % bound
        while low < threshold:
            product = next_word(rng) * bound
            low = product & MASK
    return product >> 32


@kernel
def weighted(rng: Cells, weights: Cells, n: int) -> int:
    """An index from 0 to ``n - 1``, as likely as its weight; the weights are not negative and not all zero."""
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1


@kernel
def _mix(x: int) -> int:
    """A bijection of 32-bit words in which every input bit moves every output bit."""
    x ^= x >> 16
    x = (x * 0x7FEB352D) & MASK
    x ^= x >> 15
    x = (x * 0x6CA6B0D5) & MASK  # (an odd multiplier below 2**31, so that products stay inside 63 bits)
    return x ^ (x >> 16)


@kernel
def seed_stream(rng: Cells, seed: int, game: int) -> None:
    """Start the stream of game number ``game`` under ``seed``; 0 <= seed, game < 2**63. Streams do not overlap in practice."""
    key = _mix((seed & MASK) ^ 0x2545F491)
    key = _mix(key ^ ((seed >> 32) & HALF))
    key = _mix((key + (game & MASK)) & MASK)
    key ^= (game >> 32) & HALF
    for i in range(4):
        key = (key + 0x1E3779B9) & MASK
        rng[i] = _mix(key)
    if rng[0] | rng[1] | rng[2] | rng[3] == 0:
        rng[0] = 1
    for _ in range(4):
        next_word(rng)
