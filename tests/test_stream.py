"""The random stream: known answers in every mode, and the statistics of bounded and weighted draws."""

from __future__ import annotations

import math

import pytest

from commandery.core.kernel import numbers, words
from commandery.core.stream import WORDS, below, next_word, seed_stream, weighted
from test_modes import in_another_process

# The first outputs of xoshiro128++ from the state 1, 2, 3, 4, as its authors' reference code gives them.
KNOWN = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420]


def test_known_answers() -> None:
    rng = words(1, 2, 3, 4)
    assert [next_word(rng) for _ in KNOWN] == KNOWN


def test_known_answers_interpreted() -> None:
    code = "from commandery.core.stream import *; from commandery.core.kernel import words; rng = words(1, 2, 3, 4)"
    printed = in_another_process(
        ["-c", code + f"; print([next_word(rng) for _ in range({len(KNOWN)})])"], NUMBA_DISABLE_JIT="1"
    )
    assert printed == str(KNOWN)


SEEDED = "[(seed_stream(rng, s, g), next_word(rng), below(rng, 1000))[1:] for s, g in CASES]"
CASES = [(0, 0), (0, 1), (1, 0), (7, 12345), (2**62 + 99, 2**40 + 3), (2**63 - 1, 2**63 - 1)]


def test_seeding_agrees_between_interpreted_and_compiled() -> None:
    rng = numbers(WORDS)
    ours = []
    for seed, game in CASES:
        seed_stream(rng, seed, game)
        ours.append((int(next_word(rng)), int(below(rng, 1000))))
    code = "from commandery.core.stream import *; from commandery.core.kernel import numbers; rng = numbers(4)"
    assert in_another_process(["-c", f"{code}; CASES = {CASES}; print({SEEDED})"], NUMBA_DISABLE_JIT="1") == str(ours)
    assert len(set(ours)) == len(ours)


def chi_square(counts: list[int], expected: list[float]) -> float:
    """How far counts are from what is expected, in standard deviations of the statistic."""
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    return (statistic - freedom) / math.sqrt(2 * freedom)


@pytest.mark.sized("stream")
@pytest.mark.parametrize("bound", [2, 3, 7, 10, 30, 61, 100])
def test_bounded_draws_are_even(bound: int, size: int) -> None:
    rng = numbers(WORDS)
    seed_stream(rng, 5, bound)
    counts = [0] * bound
    for _ in range(size // 8):
        counts[below(rng, bound)] += 1
    assert abs(chi_square(counts, [size // 8 / bound] * bound)) < 5


@pytest.mark.sized("stream")
def test_first_draws_of_neighbouring_games_are_independent(size: int) -> None:
    """The streams of games 0, 1, 2, ... of a seed begin evenly spread, also in pairs."""
    rng = numbers(WORDS)
    counts = [0] * 64
    previous = 0
    for game in range(size // 8):
        seed_stream(rng, 3, game)
        drawn = int(below(rng, 8))
        counts[previous * 8 + drawn] += 1
        previous = drawn
    assert abs(chi_square(counts, [size // 8 / 64] * 64)) < 5


@pytest.mark.sized("stream")
def test_weighted_draws_follow_their_weights(size: int) -> None:
    rng, weights = words(9, 8, 7, 6), words(1, 0, 5, 2)
    counts = [0] * 4
    for _ in range(size // 8):
        counts[weighted(rng, weights, 4)] += 1
    assert counts[1] == 0
    kept = [counts[0], counts[2], counts[3]]
    assert abs(chi_square(kept, [size // 8 * share / 8 for share in (1, 5, 2)])) < 5


def test_a_large_bound_is_drawn_without_bias_by_rejection() -> None:
    """With a bound of three quarters of the range a draw without rejection would favour every third number by half."""
    rng = words(1, 2, 3, 4)
    bound = 3 << 29
    thirds = [0] * 3
    for _ in range(30_000):
        thirds[below(rng, bound) % 3] += 1
    assert abs(chi_square(thirds, [10_000.0] * 3)) < 5


def test_different_seeds_and_games_have_different_streams() -> None:
    """Seed and number of the game are mixed by steps that can be undone: no two pairs give one stream."""
    rng = numbers(WORDS)
    seen = set()
    pairs = [(seed, game) for seed in (0, 1, 2, 1 << 31, 1 << 40, (1 << 63) - 1) for game in range(3000)]
    pairs += [(game, seed) for seed, game in pairs if game > 2]
    for seed, game in pairs:
        seed_stream(rng, seed, game)
        seen.add(tuple(int(rng[i]) for i in range(WORDS)))
    assert len(seen) == len(set(pairs))
