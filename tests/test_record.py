"""Records: a match as plain JSON, and clear errors for what is not one."""

from __future__ import annotations

import contextlib
import copy
import itertools
import json
import random
from typing import Any

import numpy as np
import pytest

import commandery
from commandery.core.record import load


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    match = commandery.game("templari", players=4, coins="hidden").start(seed=5)
    while len(match.history) < 60:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    return json.loads(json.dumps(match.record()))  # type: ignore[no-any-return]


def test_a_record_replays_without_a_seed(record: dict[str, Any]) -> None:
    match = commandery.replay(record, chance=commandery.BY_HAND)
    assert match.record() == record
    assert match.game.options["coins"] == "hidden"


def test_a_record_can_be_replayed_in_part_and_played_on(record: dict[str, Any]) -> None:
    whole = commandery.replay(record)
    for moves in (0, 1, 10, len(record["moves"])):
        part = commandery.replay(record, moves=moves, chance=commandery.BY_HAND)
        assert [move.action for move in part.history] == [move.action for move in whole.history[:moves]]
    on = commandery.replay(record, moves=20, seed=9)
    while not on.over:
        on.play(on.to_act[0], on.legal(on.to_act[0])[0])
    assert commandery.replay(on.record()).state == on.state


def test_a_record_holds_no_language_and_no_seed(record: dict[str, Any]) -> None:
    assert set(record) == {"commandery", "game", "rules", "players", "options", "board", "moves"}


# Sealed choices


def played_at_random(seed: int, name: str, players: int) -> commandery.Match:
    """A match in which who has chosen secretly sometimes chooses anew."""
    rng, match = random.Random(seed), commandery.game(name, players).start(seed=seed)
    while not match.over and len(match.history) < 300:
        seat = rng.choice(match.may_act if rng.random() < 0.5 else match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize(("name", "players"), [("templar", 3), ("journey", 3), ("journey", 4)])
def test_sealed_choices_are_listed_by_seat_and_replay_to_the_same_bytes(name: str, players: int) -> None:
    for seed in range(4):
        match = played_at_random(seed, name, players)
        record = match.record()
        again = commandery.replay(record, chance=commandery.BY_HAND)
        assert again.state == match.state and again.record() == record
        assert len(record["moves"]) == len(match.history)


@pytest.mark.parametrize("given", [False, True], ids=["played", "given"])
@pytest.mark.parametrize("name", ["templar", "journey"])
def test_sealed_choices_in_any_order_make_the_same_record(name: str, given: bool) -> None:
    begun = commandery.game(name, 3).start(seed=7)
    rng = random.Random(7)
    while len(begun.to_act) < 3:
        begun.play(begun.to_act[0], rng.choice(begun.legal(begun.to_act[0])))
    begun.begun = len(begun.history) if given else 0
    chosen = {seat: begun.legal(seat)[:2] for seat in range(3)}
    records, states = set(), set()
    for order in itertools.permutations(range(3)):
        for changing in ((), order[:1], order[:2]):
            match = begun.copy()
            for seat in order[:2]:
                if seat in changing:
                    match.play(seat, chosen[seat][1])
                match.play(seat, chosen[seat][0])
            match.play(order[2], chosen[order[2]][0])
            states.add(match.state)
            records.add((frozenset(changing), json.dumps(match.record()["moves"][: len(begun.history) + 3 + len(changing)])))
    assert len(states) == 1
    assert len(records) == len({changing for changing, _ in records}) == 7


def test_a_sealed_choice_that_was_given_stays_among_those_that_were() -> None:
    match = commandery.game("journey", 3).start(seed=7)
    rng = random.Random(7)
    while len(match.to_act) < 3:
        match.play(match.to_act[0], rng.choice(match.legal(match.to_act[0])))
    match.play(2, match.legal(2)[0])
    match.begun = len(match.history)
    match.play(0, match.legal(0)[0])
    assert [seat for seat, _ in match.record()["moves"][-2:]] == [2, 0]


def damage(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    damaged = copy.deepcopy(record)
    for key, value in changes.items():
        if value is None:
            del damaged[key]
        else:
            damaged[key] = value
    return damaged


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"game": None}, "not a record: game is missing"),
        ({"moves": None}, "not a record: moves is missing"),
        ({"moves": {}}, "moves must be of type list"),
        ({"rules": True}, "rules must be of type int"),
        ({"commandery": 99}, "a record of format 99; this version reads format 1"),
        ({"rules": 99}, "templari rules version 99; these are rules version 1"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": 9}, "3 to 5 players"),
        ({"options": {"coins": "lost"}}, "option coins takes"),
        ({"options": {"players": 3}}, "damaged record"),
        ({"options": {"board": {}}}, "damaged record"),
        ({"board": {}}, "damaged record: board: game is missing"),
        ({"moves": [["chance", "start 9"]]}, "move 1: 'start 9' is no action"),
        ({"moves": [[0, "pass"]]}, "move 1: it is not seat 0's turn, but chance's"),
        ({"moves": [7]}, r'move 1 is 7, not \[seat, "notation"\]'),
        ({"moves": [[7, "start 0"]]}, "move 1: there is no seat 7"),
        ({"moves": [["north", "start 0"]]}, "move 1: there is no seat 'north'"),
        ({"moves": [[None, "start 0"]]}, "move 1: there is no seat None"),
    ],
)
def test_a_damaged_record_says_what_is_wrong(record: dict[str, Any], changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(commandery.BadRecord, match=complaint):
        commandery.replay(damage(record, **changes))


def test_a_move_that_is_not_legal_is_named(record: dict[str, Any]) -> None:
    damaged = damage(record)
    number = next(i for i, (seat, _) in enumerate(damaged["moves"]) if seat != "chance")
    damaged["moves"][number][1] = "bid 60"
    with pytest.raises(commandery.BadRecord, match=f"move {number + 1}: bid 60 is more than seat . has: 12 coins"):
        commandery.replay(damaged)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "null", "\x00", "[" * 100_000])
def test_garbage_is_no_record(text: str) -> None:
    with pytest.raises(commandery.BadRecord, match="not a record"):
        commandery.replay(load(text))


def test_every_cut_and_every_wrong_value_is_refused_or_replays(record: dict[str, Any]) -> None:
    """A record cut after any move gives a shorter match; one with any value replaced replays or says that it is damaged."""
    for cut in range(len(record["moves"])):
        assert len(commandery.replay(damage(record, moves=record["moves"][:cut]), chance=commandery.BY_HAND).history) == cut
    for wrong in (None, -1, 1 << 70, 0.5, float("nan"), "x", [], {}, True):
        for key in record:
            _replays_or_is_refused({**record, key: wrong})
        for number in (0, 5, len(record["moves"]) - 1):
            for place in (0, 1):
                damaged = damage(record)
                damaged["moves"][number][place] = wrong
                _replays_or_is_refused(damaged)
        damaged = damage(record)
        damaged["board"]["colour"][0]["numbers"] = wrong
        _replays_or_is_refused(damaged)


def _replays_or_is_refused(record: dict[str, Any]) -> None:
    with contextlib.suppress(commandery.BadRecord):
        commandery.replay(record, chance=commandery.BY_HAND)


def test_a_record_is_its_own(record: dict[str, Any]) -> None:
    """Changing a record changes neither the match nor the standard deck."""
    match = commandery.game("templari").start(seed=1)
    match.record()["board"]["colour"][0]["numbers"][0] = 99
    assert commandery.replay(match.record()).state == match.state
    board = match.record()["board"]
    game = commandery.game("templari", board=board)
    board["colour"].clear()
    commandery.replay(game.start(seed=1).record())


@pytest.mark.parametrize("moves", [9999, -1, 1.0, True, "1"])
def test_there_is_no_going_on_to_what_is_no_move(moves: Any, record: dict[str, Any]) -> None:
    with pytest.raises(commandery.BadRecord, match=f"there is no move {moves!r}"):
        commandery.replay(record, moves=moves)


def test_a_number_of_moves_may_be_one_of_numpy(record: dict[str, Any]) -> None:
    for moves in np.arange(3):
        assert len(commandery.replay(record, moves, chance=commandery.BY_HAND).history) == moves
