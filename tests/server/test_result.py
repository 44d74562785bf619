"""The result of a game: every point is accounted for, in an order that can be read."""

from __future__ import annotations

import random
import re

import pytest

from commandery.core import registry
from commandery.server.faces import FACES
from commandery.server.journal import Entry, Play, Verb
from commandery.server.sitting import Sitting
from server.test_parts import a_table


@pytest.mark.parametrize("name", list(FACES))
def test_every_point_is_accounted_for(name: str) -> None:
    play, rng = Play(registry.find(name).setup(4), frozenset({0})), random.Random(3)
    while not play.over:
        while drawn := play.draw():
            play.read(drawn)
        seat = rng.choice(play.match.to_act)
        play.read(Entry(seat, Verb.PLAY, str(rng.choice(play.match.legal(seat)))))
    sitting = Sitting(a_table(name), play, 0, "en")
    told = [source for source, _ in sitting.sources]
    assert len(told) == len(set(told)) > 3
    assert [sum(points) for points in zip(*(made for _, made in sitting.sources), strict=True)] == [
        one.score for one in sitting.result
    ]
    rooms = [int(found[1]) for source in told if (found := re.fullmatch(r"Room (\d+)", source))]
    assert rooms == sorted(rooms)
