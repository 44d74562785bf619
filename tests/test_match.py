"""The library as users import it: playing, looking, undoing, sources of chance, and errors that say why."""

from __future__ import annotations

import copy
import json
import pickle
import re
from typing import Any

import numpy as np
import pytest

import commandery
from commandery import BY_HAND, CHANCE
from commandery.core.match import Match


@pytest.fixture
def match() -> Match:
    return commandery.game("templari", players=3, start=0).start(seed=7)


def test_a_match_plays_to_the_end_and_explains_its_points(match: Match) -> None:
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])
    outcome = match.outcome
    assert match.to_act == ()
    assert [sum(sources.values()) for sources in outcome.sources] == list(outcome.scores)
    assert outcome.winners == tuple(seat for seat in range(3) if outcome.ranks[seat] == 1)


def test_the_same_seed_gives_the_same_chance() -> None:
    game = commandery.game("templari", players=4)
    assert game.start(seed=3).state == game.start(seed=3).state
    assert len({game.start(seed=seed).state for seed in range(20)}) > 10


def test_without_a_seed_chance_comes_from_the_operating_system() -> None:
    game = commandery.game("templari", players=4)
    assert len({game.start().state for _ in range(20)}) > 10


def test_chance_can_be_scripted() -> None:
    script = iter(["start 2", "turn A6", "turn B3"])
    match = commandery.game("templari", players=3).start(chance=lambda outcomes: next(script))
    assert match.to_act == (2,)
    assert [card["name"] for card in match.view()["lot"]] == ["B3", "A6"]


def test_chance_can_be_entered_by_hand_and_corrected() -> None:
    """A game played with the real box: outcomes are actions of the seat CHANCE, and a slip can be taken back."""
    match = commandery.game("templari", players=3, start=1).start(chance=BY_HAND)
    assert match.to_act == (CHANCE,)
    assert [str(action) for action in match.legal(CHANCE)] == ["start 1"]
    match.play(CHANCE, "start 1")
    match.play(CHANCE, "turn A6")
    with pytest.raises(commandery.IllegalAction, match="not among those"):
        match.play(CHANCE, "turn A6")
    assert str(match.undo(CHANCE)) == "turn A6"
    match.play(CHANCE, "turn A7")
    match.play(CHANCE, "turn A8")
    assert match.to_act == (1,)


def test_a_copy_of_a_match_by_hand_is_by_hand() -> None:
    match = commandery.game("templari", players=3, start=1).start(chance=BY_HAND)
    twin = match.copy()
    twin.play(CHANCE, "start 1")
    assert twin.to_act == match.to_act == (CHANCE,) and len(twin.history) == 1
    drawn = commandery.game("templari", players=3, start=1).start(seed=7).copy()
    drawn.play(1, "bid 0")
    assert CHANCE not in drawn.to_act


def test_scripted_chance_that_cannot_happen_is_refused() -> None:
    with pytest.raises(commandery.IllegalAction, match="does not answer"):
        commandery.game("templari", players=3).start(chance=lambda outcomes: "turn A6")


def test_outcomes_carry_weights() -> None:
    match = commandery.game("templari", players=5).start(chance=BY_HAND)
    assert [(str(action), weight) for action, weight in match.outcomes()] == [(f"start {seat}", 1) for seat in range(5)]


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.5, "7", True])
def test_a_bad_seed_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        commandery.game("templari").start(seed=seed)  # type: ignore[arg-type]


def test_a_seed_and_a_source_of_chance_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="not both"):
        commandery.game("templari").start(seed=1, chance=BY_HAND)
    with pytest.raises(ValueError, match="a function or 'by hand'"):
        commandery.game("templari").start(chance="dice")


def test_actions_are_given_as_actions_notation_or_ids(match: Match) -> None:
    seat = match.to_act[0]
    assert match.play(seat, match.legal(seat)[3])[0]["amount"] == 2
    assert match.play(match.to_act[0], "bid  5")[0]["amount"] == 5
    assert match.play(match.to_act[0], match.game.actions.parse("bid 9").id)[0]["amount"] == 9


@pytest.mark.parametrize(
    ("action", "complaint"),
    [
        ("bid 70", "is no action of templari; did you mean bid 7"),
        ("fly", "is no action of templari"),
        (9999, "numbered 0 to 217"),
        (-1, "numbered 0 to 217"),
        (None, "is no action"),
        (True, "is no action"),
        (1.5, "is no action"),
    ],
)
def test_what_is_no_action_is_refused(match: Match, action: object, complaint: str) -> None:
    before = match.state
    with pytest.raises(commandery.InvalidAction, match=complaint):
        match.play(0, action)  # type: ignore[arg-type]
    assert match.state == before


def test_an_action_of_another_game_is_refused(match: Match) -> None:
    pytest.importorskip("toygame")
    foreign = commandery.game("toy").actions[1]
    with pytest.raises(commandery.InvalidAction, match="is an action of toy, not of templari"):
        match.play(0, foreign)


@pytest.mark.parametrize(
    ("seat", "action", "complaint"),
    [
        (1, "pass", "it is not seat 1's turn, but seat 0's"),
        (0, "bid 13", "more than seat 0 has: 12 coins"),
        (0, "sell A6", "does not answer what is asked now: bid or pass"),
        (0, "wait", "never played"),
        (5, "pass", "there is no seat 5: the seats are 0 to 2"),
        (-1, "pass", "there is no seat -1"),
        (CHANCE, "turn A6", "it is not chance's turn, but seat 0's"),
    ],
)
def test_an_illegal_action_says_why_and_changes_nothing(match: Match, seat: int, action: str, complaint: str) -> None:
    before = match.state
    with pytest.raises(commandery.IllegalAction, match=complaint):
        match.play(seat, action)
    assert match.state == before
    assert len(match.history) == 3


def test_undo_goes_back_until_somebody_acted_or_something_was_revealed(match: Match) -> None:
    start = match.state
    with pytest.raises(commandery.IllegalAction, match="seat 0 has nothing to take back"):
        match.undo(0)
    match.play(0, "bid 3")
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.undo(0)
    assert match.state == start
    match.play(0, "bid 3")
    match.play(1, "pass")
    with pytest.raises(commandery.IllegalAction, match="seat 1 has acted since"):
        match.undo(0)
    match.play(2, "pass")  # the lot is sold; seat 0 is asked whether to sell a card
    match.play(0, "pass")  # two cards are turned up
    with pytest.raises(commandery.IllegalAction, match="has come up since"):
        match.undo(0)


def test_a_view_is_plain_data_and_its_own(match: Match) -> None:
    view = match.view(0)
    view["players"][0]["coins"] = 99
    assert match.view(0)["players"][0]["coins"] == 12
    with pytest.raises(commandery.IllegalAction, match="there is no seat 3"):
        match.view(3)


def test_there_is_no_outcome_before_the_end(match: Match) -> None:
    with pytest.raises(commandery.CommanderyError, match="not over"):
        match.outcome  # noqa: B018


def test_ends_turn_is_told_beforehand() -> None:
    match = commandery.game("templari", players=3, start=0).start(seed=7)
    assert match.ends_turn(0, "bid 3")
    assert match.to_act == (0,)


def test_the_log_tells_everything_in_words(match: Match) -> None:
    match.play(0, "bid 1")
    assert match.log()[-1].describe() == "Player 1 bids 1."
    assert match.log()[-1].describe(names=["Anna", "Bert", "Claus"]) == "Anna bids 1."
    assert match.log()[-1].data() == {"event": "bid", "seat": 0, "amount": 1}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 2}, "templari is for 3 to 5 players, not 2"),
        ({"players": "4"}, "templari is for 3 to 5 players, not '4'"),
        ({"players": 3, "exchnage": True}, "templari has no option 'exchnage'; did you mean exchange"),
        ({"players": 3, "exchange": "yes"}, "option exchange takes False, True, not 'yes'"),
        ({"players": 3, "exchange": 1}, "option exchange takes False, True, not 1"),
        ({"players": 3, "coins": "secret"}, "option coins takes 'open', 'hidden', not 'secret'"),
        ({"players": 3, "start": 3}, "a seat from 0 to 2, not 3"),
        ({"players": 3, "board": "no-such-file.toml"}, "cannot be read"),
    ],
)
def test_a_bad_set_up_says_what_would_be_right(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        commandery.game("templari", **options)  # type: ignore[arg-type]


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(
        commandery.BadOption,
        match=r"there is no game 'templarii'; did you mean templari\? \(there are: journey, templar, templari",
    ):
        commandery.game("templarii")


def test_numpy_numbers_are_numbers(match: Match) -> None:
    game = commandery.game("templari", players=np.int64(3), start=np.int8(0), exchange=np.bool_(False))  # type: ignore[arg-type]
    assert type(game.options["start"]) is int and type(game.options["exchange"]) is bool, "as records hold them"
    other = game.start(seed=np.int64(7))  # type: ignore[arg-type]
    assert other.state == match.state
    other.play(np.int8(0), np.int32(5))  # type: ignore[arg-type]
    assert other.history[-1].action == game.actions[5]


@pytest.mark.parametrize("seat", [10**6, 99, -5, None, "0", 7.0, True])
def test_no_call_takes_a_seat_that_is_not_there(match: Match, seat: Any) -> None:
    for call in (
        lambda: match.legal(seat),
        lambda: match.play(seat, "pass"),
        lambda: match.ends_turn(seat, "pass"),
        lambda: match.undo(seat),
        lambda: match.imagine(seat, 1),
    ):
        with pytest.raises(commandery.IllegalAction, match="there is no seat"):
            call()


@pytest.mark.parametrize("seed", [1 << 64, "x", -1])
def test_imagining_takes_a_seed(match: Match, seed: Any) -> None:
    with pytest.raises(commandery.CommanderyError, match="a seed is"):
        match.imagine(0, seed)


def test_a_source_of_chance_that_fails_changes_nothing() -> None:
    """The match is as it was before the action, and can be played on with another source."""
    outcomes = iter(["start 0", "turn A6", "turn B3", "turn A6"])
    match = commandery.game("templari", players=3).start(chance=lambda _: next(outcomes))
    match.play(0, "bid 1")
    match.play(1, "pass")
    before, history = match.state, list(match.history)
    match.play(2, "pass")
    with pytest.raises(commandery.IllegalAction, match="not among those"):
        match.play(0, "pass")  # a card that has been turned up before comes up again
    assert match.to_act == (0,)
    assert match.history[: len(history)] == history
    assert match.history[-1].before == before


def test_an_interruption_while_chance_is_asked_changes_nothing() -> None:
    """Somebody who is asked what came up stops by Ctrl-C: the move that led there is taken back, and can be made again."""
    outcomes = iter(["start 0", "turn A6", "turn B3"])

    def asked(_: object) -> str:
        try:
            return next(outcomes)
        except StopIteration:
            raise KeyboardInterrupt from None

    match = commandery.game("templari", players=3, side_auctions=False).start(chance=asked)
    match.play(0, "bid 1")
    match.play(1, "pass")
    before, moves = match.state, len(match.history)
    with pytest.raises(KeyboardInterrupt):
        match.play(2, "pass")
    assert (match.state, len(match.history), match.to_act) == (before, moves, (2,))
    outcomes = iter(["turn A7", "turn A8"])
    match.play(2, "pass")
    assert match.to_act == (0,)


def test_a_copy_is_played_apart(match: Match) -> None:
    copy = match.copy()
    match.play(0, "bid 3")
    assert copy.to_act == (0,)
    assert len(copy.history) == len(match.history) - 1
    copy.play(0, "pass")
    assert match.view()["bid"] == 3


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy])
def test_pythons_copies_are_played_apart_too(way: Any, match: Match) -> None:
    twin, state, moves = way(match), match.state, len(match.history)
    twin.play(twin.to_act[0], twin.legal(twin.to_act[0])[0])
    assert (match.state, len(match.history)) == (state, moves) and twin.state != state


def test_a_game_its_actions_and_events_go_to_other_processes(match: Match) -> None:
    """Made anew there from what it was set up with; a match goes as its record."""
    deck = dict(match.game.board.data)
    deck["title"] = "Mine"
    game = commandery.game("templari", players=4, board=deck, coins="hidden", start=1)
    event = game.start(seed=1).play(1, "bid 3")[0]
    twin, action, told = pickle.loads(pickle.dumps((game, game.actions[5], event)))
    assert twin.start(seed=1).record() == game.start(seed=1).record()
    assert twin.board.data["title"] == "Mine" and twin.options == game.options and twin.players == 4
    assert action == game.actions[5] and action.describe("fr") == game.actions[5].describe("fr")
    assert told == event and told.describe() == "Player 2 bids 3."


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_the_data_of_a_board_is_changed_in_a_copy(name: str) -> None:
    """Else the standard board of all later games would be told wrongly in their records, which would not replay."""
    board = commandery.game(name).board.data
    with pytest.raises(TypeError, match=re.escape("change a copy.deepcopy of it")):
        board["title"] = "Mine"  # type: ignore[index]
    lists = [each for each in board.values() if isinstance(each, list)]
    for change in (list.clear, list.reverse, list.pop):
        for each in lists:
            with pytest.raises(TypeError, match="a board in play"):
                getattr(each, change.__name__)()
    mine = copy.deepcopy(board)
    mine["title"] = "Mine"  # type: ignore[index]
    mine["reconstructed"].append("nothing")
    assert type(mine["reconstructed"]) is list and "nothing" not in board["reconstructed"]
    match = commandery.game(name, board=mine).start(seed=1)
    assert commandery.replay(json.loads(json.dumps(match.record()))).state == match.state
    assert match.record()["board"] == mine and pickle.loads(pickle.dumps(board)) == board


def test_a_match_itself_is_not_pickled(match: Match) -> None:
    with pytest.raises(TypeError, match=re.escape("a match is not pickled: pass match.record() on, and commandery.replay it")):
        pickle.dumps(match)


def test_a_match_tells_in_short_how_it_stands(match: Match) -> None:
    assert repr(match) == "<Templari, 3 players, 3 moves: seat 0 to act>"
    assert repr(match.game.start(chance=BY_HAND)) == "<Templari, 3 players, 0 moves: chance to act>"
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert repr(match).endswith(" moves: over>")


@pytest.mark.parametrize("moves", [-1, 99, 1.0, True, "1", None])
def test_there_is_no_going_back_to_what_is_no_move(match: Match, moves: Any) -> None:
    with pytest.raises(commandery.IllegalAction, match=re.escape(f"there is no move {moves!r}")):
        match.after(moves)


def test_one_move_is_told_in_the_singular(match: Match) -> None:
    with pytest.raises(commandery.IllegalAction, match="the match has 1 move: there is no move 2"):
        match.after(1).after(2)


def test_an_action_of_another_deck_is_refused(match: Match) -> None:
    board = match.record()["board"]
    board["colour"][0]["letter"], board["colour"][1]["letter"] = "B", "A"
    other = commandery.game("templari", players=3, board=board)
    with pytest.raises(commandery.InvalidAction, match="an action of another board"):
        match.play(0, other.actions.parse("sell A0"))


def test_a_refusal_can_be_told_in_any_language(match: Match) -> None:
    with pytest.raises(commandery.IllegalAction) as caught:
        match.play(0, "bid 13")
    assert caught.value.describe("en") == str(caught.value) == "bid 13 is more than seat 0 has: 12 coins"
    assert caught.value.message.many is not None


@pytest.mark.parametrize("name", [[], None, 7])
def test_what_is_no_name_is_no_game(name: Any) -> None:
    with pytest.raises(commandery.BadOption, match="there is no game"):
        commandery.game(name)


@pytest.mark.parametrize("board", [7, "a\0b", []])
def test_what_is_no_board_is_refused(board: Any) -> None:
    with pytest.raises(commandery.BadFile):
        commandery.game("templari", board=board)


@pytest.mark.parametrize("option", ["self", "name", "kind"])
def test_no_option_name_confuses_the_call(option: str) -> None:
    with pytest.raises(commandery.BadOption, match="has no option"):
        commandery.game("templari", **{option: 1})  # type: ignore[arg-type]


def test_a_match_from_here_has_no_past() -> None:
    match = commandery.game("journey", 3).start(seed=1)
    while len(match.history) < 60:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    on = match.from_here()
    assert (on.state, on.to_act, on.history) == (match.state, match.to_act, []) and not on.can_undo(match.history[-1].seat)
    on.play(on.to_act[0], on.legal(on.to_act[0])[0])
    assert on.state != match.state and len(match.history) >= 60
    imagined = match.imagine(0, 5)
    assert match.from_here(imagined).state == match.from_here(imagined.tobytes()).state == imagined.tobytes()


def test_ranks_are_known_without_the_past() -> None:
    match = commandery.game("templari", 3).start(seed=1)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    assert match.from_here().ranks == match.ranks == match.outcome.ranks
