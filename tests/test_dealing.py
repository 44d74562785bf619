"""Matches begun in the middle of another, with what a seat cannot know dealt anew."""

from __future__ import annotations

import json
import random

import pytest

import commandery
from commandery.core.dealing import deal_anew
from commandery.core.match import BY_HAND, Match
from commandery.core.testing import walk
from conftest import GAMES
from worlds import HIDING


def seen(match: Match, seat: int) -> list[object]:
    """All that a seat has seen, from the first move on, but for choices changed before anybody saw them."""
    shown = [tuple(event.seen_by(seat).data().items()) for move in match.history for event in move.events]
    return list(dict.fromkeys(shown))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_dealt_anew_looks_the_same(name: str) -> None:
    game = commandery.game(name, 3)
    for match, _, _ in walk(game, 3):
        if len(match.history) % 23:
            continue
        for seat in range(3):
            again = deal_anew(match, seat, len(match.history))
            assert again.state == match.imagine(seat, len(match.history)).tobytes()
            assert again.view(seat) == match.view(seat) and again.legal(seat) == match.legal(seat)
            assert seen(again, seat) == seen(match, seat)


@pytest.mark.parametrize("name", HIDING)
def test_it_tells_nothing_of_what_was(name: str) -> None:
    """The moves that a seat did not see are the same whatever they were."""
    game, rng, compared = commandery.game(name, 3), random.Random(1), 0
    for match, _, _ in walk(game, 5):
        for seat in range(3):
            seed = rng.randrange(1 << 30)
            if compared > 12 or match.imagine(seat, seed).tobytes() == match.state:
                continue
            compared += 1
            assert deal_anew(match, seat, 9).record() == deal_anew(deal_anew(match, seat, seed), seat, 9).record()
    assert compared > 3


def test_a_choice_that_was_changed_leaves_no_trace() -> None:
    match = commandery.game("journey", 3).start(seed=1)
    while len(match.to_act) < 3:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    first, second = match.copy(), match.copy()
    first.play(1, match.legal(1)[0])
    for choice in (2, 3, 1):
        second.play(1, match.legal(1)[choice])
    assert deal_anew(first, 0, 4).record() == deal_anew(second, 0, 4).record()


def test_it_is_played_on_and_its_record_says_so() -> None:
    match = commandery.game("journey", 3).start(seed=1)
    while len(match.history) < 70:
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    on = deal_anew(match, 1, 7)
    given = len(on.history)
    assert on.record()["begun"] == given
    assert not any(on.can_undo(seat) for seat in range(3))
    with pytest.raises(commandery.IllegalAction, match="nothing to take back"):
        on.undo(on.history[-1].seat)
    on.hand_chance_to(seed=3)
    while not on.over:
        on.play(on.to_act[0], on.legal(on.to_act[0])[0])
    record = json.loads(json.dumps(on.record()))
    again = commandery.replay(record)
    assert again.record() == record and again.state == on.state and again.begun == given
    assert commandery.replay(record, moves=5, chance=BY_HAND).begun == 5
    assert commandery.replay(on.after(5).record(), chance=BY_HAND).begun == on.after(5).begun == 5
    assert on.after(given + 2).begun == given


@pytest.mark.parametrize("begun", [-1, 10_000, "3", True, None])
def test_a_record_with_a_wrong_beginning_is_refused(begun: object) -> None:
    record = commandery.game("templari", 3).start(seed=1).record()
    with pytest.raises(commandery.BadRecord, match="begun must be a number of moves"):
        commandery.replay(record | {"begun": begun})


@pytest.mark.parametrize("name", GAMES)
def test_every_earlier_position_can_be_had(name: str) -> None:
    match = commandery.game(name, 3).start(seed=2)
    positions = []
    while not match.over:
        positions.append((len(match.history), match.state, match.to_act))
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    for moves, state, to_act in positions:
        then = match.after(moves)
        assert (then.state, then.to_act, len(then.history)) == (state, to_act, moves)
    with pytest.raises(commandery.IllegalAction, match="there is no move"):
        match.after(len(match.history) + 1)
