"""Leaving a table and coming back, in its journal and in its log."""

from __future__ import annotations

import random

import pytest

from commandery.server.journal import Entry, Play, Refused, Verb
from commandery.server.keeping import _gone
from commandery.server.sitting import Sitting
from commandery.server.standing import _replaced, _taken
from commandery.server.store.models import Seat, Table
from commandery.server.thinking import _next, _wanted
from server.browsing import walk_to
from server.test_journal import begin, to_sealed, write


def leave(play: Play, *seats: int) -> None:
    write(play, play.to_go(seats, Verb.LEAVE, "leave"))


def test_a_bot_stands_in_for_who_leaves_until_they_are_back() -> None:
    play = begin("templari", 3, 3, start=0)
    leave(play, 0)
    assert play.by_bot(0) and _next(play) == 0 and play.legal(0) == []
    with pytest.raises(Refused, match="take your seat back"):
        play.to_play(0, play.decision(0), "pass", "a", confirm=False)
    write(play, play.to_go([0], Verb.BACK, "back"))
    assert not play.by_bot(0) and _next(play) is None
    write(play, play.to_play(0, play.decision(0), "pass", "b", confirm=False))


def test_what_was_chosen_but_not_confirmed_is_let_go_on_leaving() -> None:
    play = begin("templari", 3, 3, start=0)
    write(play, play.to_play(0, play.decision(0), "pass", "a", confirm=True))
    before = play.match.state
    assert play.held and _next(play) is None  # no bot acts on what its person may still take back
    leave(play, 0)
    assert not play.held and play.match.state == before
    write(play, play.to_go([0], Verb.BACK, "b"))
    with pytest.raises(Refused, match="nothing to confirm"):
        play.to_confirm(0, play.decision(0), "c")


def test_a_bot_that_has_thought_does_not_act_for_who_has_come_back() -> None:
    play = begin("templari", 3, 3, start=0)
    leave(play, 0)
    action = play.match.legal(0)[0]
    decision = play.decision(0)
    assert _wanted(play, 0, decision, action)
    write(play, play.to_go([0], Verb.BACK, "b"))
    with pytest.raises(Refused):
        _wanted(play, 0, decision, action)


def test_when_all_people_have_left_the_bots_wait_for_them() -> None:
    play = begin("templari", 3, 2, start=0)
    leave(play, 0)
    assert _next(play) == 0
    leave(play, 1)
    assert play.resting and _next(play) is None and not play.over
    write(play, play.to_go([1], Verb.BACK, "b"))
    assert _next(play) == 0


def test_who_has_left_neither_agrees_to_end_the_game_nor_hinders_it() -> None:
    play = begin("templari", 3, 3)
    write(play, play.to_leave([0], Verb.AGREE, "a"))
    write(play, play.to_leave([1], Verb.AGREE, "b"))
    leave(play, 2)
    assert not play.over and not play.agreed  # leaving ends no game: who stays says so anew
    write(play, play.to_leave([0], Verb.AGREE, "c"))
    write(play, play.to_leave([1], Verb.AGREE, "d"))
    assert play.over


def test_who_was_put_away_by_others_agrees_to_an_early_end_like_everybody() -> None:
    play = begin("templari", 3, 3)
    write(play, _replaced(play, 2, Verb.LEAVE, "a"))
    write(play, play.to_leave([0, 1], Verb.AGREE, "b"))
    assert not play.over and 2 in play.away
    write(play, _replaced(play, 2, Verb.OPEN, "c"))
    write(play, play.to_leave([0, 1], Verb.AGREE, "d"))
    assert not play.over
    again = Play(play.game, play.people)
    for entry in play.entries:
        again.read(entry)
    assert again.put == play.put == {2}
    write(play, play.to_leave([2], Verb.AGREE, "e"))
    assert play.over


def test_who_was_put_away_and_is_gone_for_good_hinders_no_early_end() -> None:
    play = begin("templari", 3, 3)
    write(play, _replaced(play, 2, Verb.OPEN, "a"))
    write(play, _gone(play, {2}))
    leave(play, 1)
    write(play, _replaced(play, 1, Verb.OPEN, "b"))  # who has left by choice is not put away
    write(play, play.to_leave([0], Verb.AGREE, "c"))
    assert play.over


def test_leaving_makes_no_sealed_choice_known() -> None:
    play = to_sealed()
    first, second, _ = play.match.to_act
    write(play, play.to_play(first, play.decision(first), str(play.legal(first)[0]), "a", confirm=True))
    seen = play.match.view(second)
    leave(play, first)
    assert play.match.view(second) == seen and first not in play.match.to_act


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_games_come_to_their_end_however_people_come_and_go(name: str) -> None:
    rng = random.Random(11)
    play = begin(name, 3, 2)
    for number in range(4000):
        if play.over:
            break
        chance, seat = rng.random(), rng.randrange(2)
        if chance < 0.1:
            verb = Verb.BACK if seat in play.away else rng.choice([Verb.LEAVE, Verb.OPEN])
            write(play, play.to_go([seat], verb, f"go {number}"))
        elif chance < 0.15 and seat in play.timed():
            write(play, [Entry(seat, Verb.LATE)])
            assert play.by_bot(seat)
        elif (bot := _next(play)) is not None:
            write(play, _wanted(play, bot, play.decision(bot), rng.choice(play.match.legal(bot))))
        elif not play.resting:
            seat = rng.choice(sorted(play.timed()))
            if chance > 0.9 and play.can_undo(seat):
                write(play, play.to_undo(seat, play.decision(seat), f"undo {number}"))
            elif seat in play.held:
                write(play, play.to_confirm(seat, play.decision(seat), f"confirm {number}"))
            else:
                action = str(rng.choice(play.legal(seat)))
                write(play, play.to_play(seat, play.decision(seat), action, f"play {number}", confirm=True))
    assert play.match.over
    again = Play(play.game, play.people)
    for entry in play.entries:
        again.read(entry)
    assert again.match.record() == play.match.record() and again.away == play.away


# What the log tells of it


def told(play: Play, language: str = "en", names: tuple[str, ...] = ("Anna", "Bruno", "Carla")) -> list[str]:
    """The lines of the log, as a spectator reads them."""
    table = Table(game=play.game.name, seats=[Seat(number=number, name=name) for number, name in enumerate(names)])
    return [line.text for line in Sitting(table, play, None, language, moves_told=0).log]


def test_the_log_tells_who_left_who_is_back_and_whose_time_was_up() -> None:
    play = begin("templari", 3, 3, start=0)
    before = told(play)
    leave(play, 1)
    write(play, play.to_go([1], Verb.OPEN, "b"))
    assert told(play) == [*before, "A bot stands in for Bruno.", "The seat of Bruno is open; a bot keeps it."]
    write(play, play.to_play(0, play.decision(0), "pass", "c", confirm=False))
    write(play, play.to_go([1], Verb.BACK, "d"))
    write(play, [Entry(2, Verb.LATE), Entry(1, Verb.OUT)])
    write(play, play.to_leave([0], Verb.RESIGN, "e"))
    late, out = "Time is up: a bot makes this move for Carla.", "Time is up: a bot plays on for Bruno."
    assert told(play)[-4:] == ["Bruno is back.", late, out, "Anna gives up."]
    late, out = (
        "Le temps est écoulé : un bot joue ce coup pour Carla.",
        "Le temps est écoulé : un bot joue désormais pour Bruno.",
    )
    french = [line.replace("\N{NO-BREAK SPACE}", " ") for line in told(play, "fr")]
    assert french[-4:] == ["Bruno est de retour.", late, out, "Anna abandonne."]
    assert told(play, "it")[-1] == "Anna abbandona."


def test_the_log_names_nobody_who_sat_there_before() -> None:
    play = begin("templari", 3, 3, start=0)
    write(play, play.to_go([1], Verb.OPEN, "a"))
    write(play, _taken(play, 1))
    assert told(play)[-2:] == ["The seat of somebody is open; a bot keeps it.", "Bruno takes over the seat."]


def test_what_the_log_tells_is_not_lost_when_steps_are_taken_back() -> None:
    play = walk_to("journey", lambda play: play.match.can_undo(0), seats=(0, 1))
    made = len(play.match.history)
    leave(play, 1)
    while play.can_undo(0):
        write(play, play.to_undo(0, play.decision(0), "u"))
    assert len(play.match.history) < made and told(play)[-1] == "A bot stands in for Bruno."
