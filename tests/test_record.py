"""Records: a match as plain JSON, and clear errors for what is not one."""

from __future__ import annotations

import contextlib
import copy
import json
from typing import Any

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


def test_there_is_no_move_beyond_the_last(record: dict[str, Any]) -> None:
    with pytest.raises(commandery.BadRecord, match="there is no move 9999"):
        commandery.replay(record, moves=9999)
