"""Sealed choices, secrets and private events, on a game made for it; and that the conformance suite can fail."""

from __future__ import annotations

from typing import Any

import pytest

import commandery
import toygame
from commandery.core import testing
from commandery.core.language import Message
from commandery.core.match import Match


@pytest.fixture
def match() -> Match:
    return commandery.game("toy", players=3).start(seed=1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_toy_conforms(players: int) -> None:
    game = commandery.game("toy", players=players)
    testing.conform(game, range(5))
    testing.check_planted_leaks(game, 1)


def test_sealed_choices_come_in_any_order_and_can_be_changed_until_the_last(match: Match) -> None:
    assert match.to_act == (0, 1, 2)
    match.play(2, "seal 1")
    assert match.to_act == (0, 1)
    assert match.may_act == (0, 1, 2)
    match.play(2, "seal 3")
    match.play(0, "seal 1")
    assert match.to_act == (1,)
    shown = [event for event in match.play(1, "seal 2") if event.name == "shown"]
    assert [event["number"] for event in shown] == [1, 2, 3]
    assert match.view()["players"][2]["points"] == 3


def test_a_sealed_choice_shows_to_others_only_that_it_was_made(match: Match) -> None:
    (chosen,) = match.play(2, "seal 1")
    assert chosen.seen_by(2)["number"] == 1
    assert chosen.seen_by(0)["number"] is None
    assert chosen.seen_by(None)["number"] is None
    assert match.view(2)["players"][2]["sealed"] == 1
    assert match.view(0)["players"][2]["sealed"] is True


def test_a_sealed_choice_can_be_undone_until_somebody_else_acts(match: Match) -> None:
    before = match.state
    match.play(2, "seal 1")
    assert match.undo(2) == match.game.actions.parse("seal 1")
    assert match.state == before
    match.play(2, "seal 1")
    match.play(0, "seal 1")
    with pytest.raises(commandery.IllegalAction, match="seat 0 has acted since"):
        match.undo(2)


def test_the_last_sealed_choice_reveals_and_cannot_be_undone(match: Match) -> None:
    for seat in range(3):
        match.play(seat, "seal 1")
    with pytest.raises(commandery.IllegalAction, match="revealed"):
        match.undo(2)


def test_the_secrecy_check_catches_a_private_number_in_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event kind that forgets that its number is private is found out."""
    kinds = dict(toygame.Toy.event_kinds)
    kinds[toygame.CHOSEN] = toygame.EventKind(toygame.CHOSEN, "chosen", "number")
    monkeypatch.setattr(toygame.Toy, "event_kinds", kinds)
    with pytest.raises(AssertionError, match="tells seat"):
        testing.check_sealed(commandery.game("toy"), 1)


@pytest.mark.parametrize(
    ("function", "wrong", "complaint"),
    [
        ("explain_refusal", staticmethod(lambda *_: (Message(""), {})), "gave no reason"),
        ("sources", staticmethod(lambda *_: {"numbers": 99}), "points from"),
    ],
)
def test_the_suite_finds_faults(monkeypatch: pytest.MonkeyPatch, function: str, wrong: Any, complaint: str) -> None:
    monkeypatch.setattr(toygame.Toy, function, wrong)
    with pytest.raises(AssertionError, match=complaint):
        testing.conform(commandery.game("toy"), range(5))
