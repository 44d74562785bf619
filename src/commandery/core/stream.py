"""The drivers' random stream: xoshiro128++ on 32-bit words, the same to the bit interpreted, compiled and on CUDA.

A stream is a buffer of four words. The rules never see it: chance is a seat, and whoever drives a game draws for it.
Bounded draws use Lemire's multiply-and-reject, which is exact and, unlike masking, almost never draws twice.
"""

from __future__ import annotations

import operator

from commandery.core.errors import CommanderyError
from commandery.core.kernel import kernel
from commandery.core.layout import Cells

__all__ = ["WORDS", "below", "check_seed", "next_word", "seed_stream", "weighted"]

WORDS = 4
"""The length of a stream's buffer."""

MASK = 0xFFFFFFFF


def check_seed(seed: object) -> int:
    """A seed as a number, or `CommanderyError` if it is none."""
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 63:
        raise CommanderyError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
    return number


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
    """Start the stream of game number ``game`` under ``seed``; 0 <= seed, game < 2**63. Different pairs, different streams: the
    four words are mixed by steps that can all be undone."""
    a, b = seed & MASK, seed >> 32
    c, d = game & MASK, game >> 32
    for _ in range(3):
        b ^= _mix((a + 0x1E3779B9) & MASK)
        c ^= _mix(b)
        d ^= _mix(c)
        a ^= _mix(d)
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
    if a | b | c | d == 0:
        rng[0] = 1  # the one state that would stay as it is
    for _ in range(4):
        next_word(rng)
