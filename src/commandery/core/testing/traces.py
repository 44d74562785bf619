"""Games played from a seed through the kernel alone, to be compared between interpreted, compiled and CUDA runs."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from commandery.core.contract import CHANCE, EVENT_WIDTH
from commandery.core.game import Game
from commandery.core.kernel import mount, numbers, words
from commandery.core.layout import StateArray
from commandery.core.stream import WORDS, seed_stream

__all__ = ["final_states", "fingerprint"]


def fingerprint(game: Game, first: int, count: int, seed: int = 1) -> str:
    """A hash of every state, list and event of these random games, and of their results."""
    kind, drive, world = game.kind, game.kind.drive, game.mounted_world
    digest = hashlib.sha256()
    rng = numbers(WORDS)
    facts = np.zeros((kind.most_events + 1, EVENT_WIDTH), np.int64)
    events = mount(facts)
    points, ranks = numbers(8), numbers(8)
    out, weights = numbers(max(kind.most_legal, kind.most_chances)), numbers(kind.most_chances)
    for number in range(first, first + count):
        state = kind.State.empty()
        mounted = mount(state)
        seed_stream(rng, seed, number)
        drive.start(world, mounted)
        while seats := int(drive.acting(world, mounted)) & 0xFF:
            seat = CHANCE if seats >> CHANCE else (seats & -seats).bit_length() - 1
            digest.update(_lists(game, mounted, out, weights))
            drive.step(world, mounted, seat, drive.pick_one(world, mounted, seat, rng), events)
            digest.update(state.tobytes())
            digest.update(facts[: facts[0, 0] + 1].tobytes())
            assert drive.fault(world, mounted) == 0
        drive.result(world, mounted, points, ranks)
        digest.update(bytes(int(points[i]) & 0xFF for i in range(game.players)))
        digest.update(bytes(int(ranks[i]) for i in range(game.players)))
    return digest.hexdigest()


def _lists(game: Game, mounted: Any, out: Any, weights: Any) -> bytes:
    """Everything that can be asked of a position: who may do what, what can happen, and what a greedy bot would do."""
    kind, drive, world = game.kind, game.kind.drive, game.mounted_world
    n = drive.list_chance(world, mounted, out, weights)
    listed = [(out[i], weights[i]) for i in range(n)]
    scratch = mount(kind.State.empty())
    for seat in range(game.players):
        n = drive.list_legal(world, mounted, seat, out)
        listed += [(out[i], seat) for i in range(n)]
        scratch[0] = mounted[0]
        rng = words(1, 2, 3, 4)
        drive.deal_again(world, scratch, seat, rng)
        listed.append((drive.value(world, scratch, seat), seat))
    return repr([(int(a), int(b)) for a, b in listed]).encode()


def final_states(game: Game, first: int, count: int, seed: int = 1) -> StateArray:
    """The last states of these random games, as the CUDA driver leaves them too."""
    drive = game.kind.drive
    finals = np.zeros(count, game.kind.State.dtype)
    rng = numbers(WORDS)
    for index in range(count):
        seed_stream(rng, seed, first + index)
        state = mount(finals[index : index + 1])
        drive.start(game.mounted_world, state)
        drive.playout_one(game.mounted_world, state, rng)
    return finals
