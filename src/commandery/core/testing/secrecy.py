"""Checks on secrets: states that differ only in what a seat cannot know must look alike to it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.layout import StateArray
from commandery.core.match import BY_HAND, Match
from commandery.core.testing.walks import walk

__all__ = ["check_planted_leaks", "check_redeal", "check_redeal_varies", "check_sealed", "check_secrets"]

Look = Callable[[Match, int | None], Any]
"""How an observer looks at a match: `Match.view`, or something that leaks."""


def _view(match: Match, seat: int | None) -> Any:
    return match.view(seat)


def _twin(match: Match, state: StateArray) -> Match:
    """A match in the given state, with chance by hand."""
    twin = match.game.start(chance=BY_HAND)
    twin._set_state(state.tobytes())
    return twin


def check_secrets(game: Game, seed: int, look: Look = _view, deals: int = 1) -> int:
    """Views, legal lists and events do not depend on what an observer cannot know. How many differing states were compared:
    in every position up to so many ``deals`` for each observer.

    An action that reveals something is compared up to the moment it is played.
    """
    compared = 0
    rng = random.Random(seed)
    for match, seat, action in walk(game, seed):
        for observer in (*range(game.players), None):
            place = f"seed {seed}, move {len(match.history)}, observer {observer}"
            for _ in range(deals):
                other = match.state_array()
                game.kind.scramble(game.world, other, observer, rng.randrange)
                if other.tobytes() == match.state:
                    break
                compared += 1
                _compare(_twin(match, match.state_array()), _twin(match, other), observer, seat, action, look, place)
    return compared


def _compare(one: Match, two: Match, observer: int | None, seat: int, action: int, look: Look, place: str) -> None:
    """Two worlds, before and after an action, as an observer sees them who cannot tell them apart."""
    assert look(one, observer) == look(two, observer), f"{place}: the views differ"
    assert one.to_act == two.to_act and one.may_act == two.may_act, f"{place}: who is to act differs"
    if observer is not None:
        assert one.legal(observer) == two.legal(observer), f"{place}: the legal actions differ"
    try:
        two.play(seat, action)
    except CommanderyError:
        return  # not possible in the other state, which the observer cannot know
    one.play(seat, action)
    if observer == seat:  # what can be taken back, and what is to be confirmed, depends on this
        assert one.history[-1].revealed == two.history[-1].revealed, f"{place}: only one of them reveals something"
    if one.history[-1].revealed or two.history[-1].revealed:
        return
    assert one.log(observer) == two.log(observer), f"{place}: the events differ"
    assert look(one, observer) == look(two, observer), f"{place}: the views differ after {one.game.actions[action]}"


def check_sealed(game: Game, seed: int) -> int:
    """While several owe a decision at once, what one of them chooses shows to nobody else. How many choices were compared."""
    compared = 0
    for match, seat, action in walk(game, seed):
        if len(match.to_act) < 2 or seat not in match.to_act:
            continue
        for other_action in match.legal(seat):
            one, two = _twin(match, match.state_array()), _twin(match, match.state_array())
            one.play(seat, action)
            two.play(seat, other_action)
            for observer in (*range(game.players), None):
                place = f"seed {seed}, move {len(match.history)}: {game.actions[action]} or {other_action} of seat {seat}"
                if observer != seat:
                    assert one.view(observer) == two.view(observer), f"{place} tells seat {observer} in its view"
                    assert one.log(observer) == two.log(observer), f"{place} tells seat {observer} in its events"
                    compared += 1
    return compared


def check_planted_leaks(game: Game, seed: int) -> None:
    """`check_secrets` catches a view that gives any one of the game's secret fields away."""
    for name in game.kind.hidden_fields(game.options):

        def leaky(match: Match, seat: int | None, name: str = name) -> Any:
            return match.view(seat), match.state_array()[name].tolist()

        try:
            check_secrets(game, seed, leaky)
        except AssertionError:
            continue
        raise AssertionError(f"a leak of {name} was not caught")


def check_redeal(game: Game, seed: int) -> None:
    """What a seat imagines looks to it like what is, is sound, and lets it do the same."""
    drive = game.kind.drive
    for match, _, _ in walk(game, seed):
        for seat in range(game.players):
            imagined = match.imagine(seat, len(match.history))
            if imagined.tobytes() == match.state:
                continue  # the seat knows everything, or guesses right
            twin = _twin(match, imagined)
            place = f"seed {seed}, move {len(match.history)}, seat {seat}"
            assert twin.view(seat) == match.view(seat), f"{place}: the imagined state looks different"
            assert twin.legal(seat) == match.legal(seat), f"{place}: other actions are legal in the imagined state"
            assert drive.fault(match._world, twin._mounted) == 0, f"{place}: the imagined state is broken"


def check_redeal_varies(game: Game, seeds: int = 6) -> None:
    """What a seat cannot know really is dealt anew: in some position and some deal, every unknown field differs."""
    missing = set(game.kind.unknown)
    for seed in range(seeds):
        for match, _, _ in walk(game, seed):
            if not missing:
                return
            actual = match.state_array()
            for seat in range(game.players):
                for deal in range(3):
                    imagined = match.imagine(seat, deal)
                    missing -= {name for name in missing if (imagined[name] != actual[name]).any()}
    assert not missing, f"redeal never changes {', '.join(sorted(missing))}"
