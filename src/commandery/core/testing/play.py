"""Checks on playing: actions, legality, records, copies and undo."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

import numpy as np

from commandery.core.contract import CHANCE
from commandery.core.errors import IllegalAction
from commandery.core.game import Game, GameKind
from commandery.core.kernel import mount, numbers
from commandery.core.language import languages
from commandery.core.layout import Record
from commandery.core.match import BY_HAND, Match
from commandery.core.record import replay
from commandery.core.stream import WORDS, seed_stream
from commandery.core.testing.secrecy import check_redeal, check_redeal_varies, check_sealed, check_secrets
from commandery.core.testing.walks import walk

__all__ = [
    "check_actions", "check_copies", "check_layout", "check_record", "check_rules", "check_undo", "conform", "walk",
]  # fmt: skip


def conform(game: Game, seeds: Iterable[int] = range(2)) -> None:
    """Put a game through every check."""
    check_layout(game.kind)
    check_actions(game)
    for seed in seeds:
        check_rules(game, seed)
        check_record(game, seed)
        check_copies(game, seed)
        check_undo(game, seed)
        check_secrets(game, seed)
        check_sealed(game, seed)
        check_redeal(game, seed)
    check_redeal_varies(game)


def check_layout(kind: GameKind[Any]) -> None:
    """Records are packed without holes, every field aligned by nature, the size a multiple of 8, padding by name."""
    for record in (kind.State, kind.World):
        assert issubclass(record, Record)
        dtype = record.dtype
        assert dtype.itemsize % 8 == 0, f"{record.__name__} takes {dtype.itemsize} bytes"
        end = 0
        for name in dtype.names or ():
            field, offset = dtype.fields[name][:2]  # type: ignore[index]
            assert offset == end, f"{record.__name__}.{name} leaves a hole before it"
            assert offset % field.base.itemsize == 0, f"{record.__name__}.{name} is not aligned"
            assert not hasattr(np.record, name), f"{record.__name__}.{name} is the name of a method of NumPy's records"
            end = offset + field.itemsize
        assert end == dtype.itemsize, f"{record.__name__} ends in unnamed padding"


def check_actions(game: Game) -> None:
    """Every action prints, parses and can be told; 0 is wait."""
    assert str(game.actions[0]) == "wait"
    for id in range(len(game.actions)):
        action = game.actions[id]
        assert action.id == id
        assert game.actions.parse(str(action)) == action == game.actions.parse(id)
        for language in languages():
            assert action.describe(language)


def check_rules(game: Game, seed: int) -> None:
    """In every position: somebody can act; who may not act has nothing legal; the ways to ask what is legal agree; an
    illegal action changes nothing; nothing is lost or doubled. Events can be told."""
    drive, world = game.kind.drive, game.mounted_world
    rng = random.Random(seed)
    stream, same = numbers(WORDS), numbers(WORDS)
    out, weights = numbers(max(game.kind.most_legal, game.kind.most_chances)), numbers(game.kind.most_chances)
    for match, _, _ in walk(game, seed):
        place = f"seed {seed}, move {len(match.history)}"
        state = mount(match.state_array())
        assert drive.fault(world, state) == 0, f"{place}: invariant {drive.fault(world, state)} is broken"
        assert set(match.to_act) <= set(match.may_act), place
        assert CHANCE not in match.to_act or match.to_act == (CHANCE,), f"{place}: chance does not act alone"
        for seat in range(game.players):
            legal = [action.id for action in match.legal(seat)]
            assert bool(legal) == (seat in match.may_act), f"{place}: seat {seat} has {len(legal)} legal actions"
            assert legal == sorted(set(legal)) and 0 not in legal, f"{place}: the list is not ascending"
            odd = drive.disagreement(world, state, seat, out)
            assert odd < 0, f"{place}: legal and refusal disagree on {game.actions[odd]} for seat {seat}"
        for seat in match.to_act:
            for copy in (stream, same):
                seed_stream(copy, seed, len(match.history))
            listed = drive.list_and_pick(world, state, seat, stream, out, weights)
            assert listed == drive.pick_one(world, state, seat, same), f"{place}: pick and the list disagree"
        _try_illegal(match, rng.randrange(game.players), rng.randrange(len(game.actions)))
    _check_end(match)


def _try_illegal(match: Match, seat: int, id: int) -> None:
    if id in [action.id for action in match.legal(seat)]:
        return
    before = match.state
    try:
        match.play(seat, id)
    except IllegalAction as error:
        if not str(error) or match.state != before:
            raise AssertionError(f"refusing {match.game.actions[id]} changed the state or gave no reason") from error
    else:
        raise AssertionError(f"{match.game.actions[id]} was not legal for seat {seat}, but was played")


def _check_end(match: Match) -> None:
    """A finished match has an outcome that adds up, and a log that can be told."""
    game, outcome = match.game, match.outcome
    assert match.to_act == match.may_act == ()
    assert 1 in outcome.ranks and all(1 <= rank <= game.players for rank in outcome.ranks)
    for score, sources in zip(outcome.scores, outcome.sources, strict=True):
        assert score == sum(sources.values()), f"{score} points from {sources}"
        assert list(sources) == list(outcome.sources[0]), "sources of points are named for all seats alike"
        for source in sources:
            assert all(game.kind.describe_source(game.board, source, language) for language in languages())
    for event in match.log(None):
        for language in languages():
            assert event.describe(language)


def check_record(game: Game, seed: int) -> None:
    """A record survives JSON and gives byte-equal states and equal events at every step; but choices sealed from each other
    come by seat, until they are revealed."""
    match = _finished(game, seed)
    record = json.loads(json.dumps(match.record()))
    again = replay(record, chance=BY_HAND)
    assert again.state == match.state
    sealed = False
    for number, (one, other) in enumerate(zip(match.history, again.history, strict=True)):
        at_once = len(match.owing(number)) > 1
        assert sealed or (one.before == other.before and (at_once or one == other)), f"seed {seed}, move {number}"
        sealed = at_once or (sealed and not one.revealed)
    assert again.record() == match.record() == record
    assert replay(record, chance=BY_HAND).history == again.history


def check_copies(game: Game, seed: int) -> None:
    """What was handed out stays as it was while the match goes on."""
    kept: list[tuple[bytes, bytes, str, dict[str, Any]]] = []
    for match, _, _ in walk(game, seed):
        view = match.view(None)
        kept.append((match.state, match.state_array().tobytes(), json.dumps(view), view))
    for number, (state, array, text, view) in enumerate(kept):
        assert state == array == match.history[number].before, f"seed {seed}, move {number}"
        assert json.dumps(view) == text


def check_undo(game: Game, seed: int) -> None:
    """What can be undone and is done again gives the same bytes and events; what revealed something cannot be undone."""
    for match, seat, action in walk(game, seed):
        before = match.state
        events = match.play(seat, action)
        after = match.state
        move = match.history[-1]
        for other in range(game.players):
            assert other == seat or not match.can_undo(other)
        if seat == CHANCE:
            assert move.revealed
        elif move.revealed:
            assert not match.can_undo(seat)
        else:
            assert match.undo(seat).id == action
            assert match.state == before, f"seed {seed}, move {len(match.history)}"
            assert match.play(seat, action) == events
            assert match.state == after
        match.history.pop()  # the walk plays it again itself
        match._set_state(before)


def _finished(game: Game, seed: int) -> Match:
    positions = list(walk(game, seed))
    return positions[-1][0]
