"""The journal of a table: what may be written into it, and what it comes to."""

from __future__ import annotations

import random

import pytest

import commandery
from commandery.core.contract import CHANCE
from commandery.core.errors import IllegalAction
from commandery.server.journal import Entry, Play, Refused, Verb
from commandery.server.keeper import Live
from commandery.server.settings import Settings
from commandery.server.store.models import Table
from commandery.server.thinking import Thinking, _wanted


def begin(name: str, players: int, people: int = 2, **options: object) -> Play:
    play = Play(commandery.game(name, players, **options), frozenset(range(people)))
    settle(play)
    return play


def settle(play: Play) -> None:
    while entry := play.draw():
        play.read(entry)


def write(play: Play, entries: list[Entry]) -> None:
    for entry in entries:
        play.read(entry)
    settle(play)


def play_on(play: Play, rng: random.Random, until: object = None) -> None:
    """Play at random until a condition holds, or to the end."""
    while not play.over and not (callable(until) and until()):
        seat = rng.choice(play.match.to_act)
        write(play, [Entry(seat, Verb.PLAY, str(rng.choice(play.match.legal(seat))))])


def to_sealed(players: int = 3) -> Play:
    """A Journey table where all are about to choose a card secretly."""
    play = begin("journey", players, players)
    play_on(play, random.Random(1), lambda: len(play.match.to_act) == players)
    assert not play.over
    return play


def test_the_same_entries_make_the_same_play() -> None:
    rng = random.Random(3)
    for name, players in (("templar", 2), ("templari", 3), ("journey", 3)):
        play = begin(name, players)
        for _ in range(60):
            if play.over:
                break
            seat = play.match.to_act[0]
            if play.can_undo(seat) and rng.random() < 0.3:
                write(play, play.to_undo(seat, play.decision(seat), "k"))
            else:
                write(play, [Entry(seat, Verb.PLAY, str(rng.choice(play.match.legal(seat))))])
        again = Play(play.game, play.people)
        for entry in play.entries:
            again.read(entry)
        assert again.match.state == play.match.state
        assert again.match.record() == play.match.record()


def test_an_action_that_ends_the_turn_waits_for_confirmation_and_can_be_let_go() -> None:
    play = begin("templari", 3, start=0)
    seat = play.match.to_act[0]
    before = play.match.state
    write(play, play.to_play(seat, play.decision(seat), "pass", "a", confirm=True))
    assert str(play.held[seat]) == "pass" and play.match.state == before and play.asked(seat)
    write(play, play.to_undo(seat, play.decision(seat), "b"))
    assert not play.held and play.match.state == before
    write(play, play.to_play(seat, play.decision(seat), "pass", "c", confirm=True))
    write(play, play.to_confirm(seat, play.decision(seat), "d"))
    assert not play.held and play.match.state != before


def test_without_confirmation_an_action_is_played_at_once() -> None:
    play = begin("templari", 3, start=0)
    seat = play.match.to_act[0]
    (entry,) = play.to_play(seat, play.decision(seat), "pass", "a", confirm=False)
    assert entry.verb is Verb.PLAY


def test_steps_within_a_turn_are_played_at_once_and_can_be_taken_back() -> None:
    play = begin("templar", 2, first_game=True)
    rng = random.Random(5)
    play_on(play, rng, lambda: play.match.view(None)["phase"] == "playing")
    seat = play.match.to_act[0]
    before, decision = play.match.state, play.decision(seat)
    action = next(action for action in play.legal(seat) if str(action) in ("play lucas", "play josua", "play anselmus"))
    (entry,) = play.to_play(seat, decision, str(action.id), "a", confirm=True)
    assert entry.verb is Verb.PLAY
    write(play, [entry])
    assert play.tentative() == 1 and play.can_undo(seat)
    write(play, play.to_undo(seat, play.decision(seat), "b"))
    assert play.match.state == before and play.decision(seat) > decision


def test_another_seats_sealed_choice_makes_no_answer_stale() -> None:
    play = to_sealed()
    numbers = {seat: play.decision(seat) for seat in range(3)}
    first, second, third = play.match.to_act
    write(play, play.to_play(first, numbers[first], str(play.legal(first)[0]), "a", confirm=True))
    assert play.decision(second) == numbers[second] and play.decision(third) == numbers[third]
    assert play.decision(first) != numbers[first]
    changed = play.decision(first)
    write(play, play.to_play(second, numbers[second], str(play.legal(second)[0]), "b", confirm=True))
    assert play.decision(first) == changed
    write(play, play.to_play(first, changed, str(play.legal(first)[1]), "c", confirm=True))
    assert play.decision(third) == numbers[third]


def test_an_answer_to_what_was_taken_back_since_is_stale() -> None:
    play = begin("templari", 3, 2, start=0)
    write(play, play.to_play(0, play.decision(0), "bid 2", "a", confirm=False))
    read, thought = play.decision(1), play.decision(2)
    write(play, play.to_undo(0, play.decision(0), "b"))
    write(play, play.to_play(0, play.decision(0), "bid 1", "c", confirm=False))
    for action in ("bid 3", "pass"):
        with pytest.raises(Refused, match="moved on"):
            play.to_play(1, read, action, "d", confirm=False)
    write(play, [Entry(1, Verb.PLAY, "pass")])
    assert play.decision(2) != thought


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_no_number_is_that_of_two_decisions(name: str) -> None:
    """Whatever a seat may know of that has happened makes it another; what it may not know of does not."""
    rng, play = random.Random(4), begin(name, 3, 3)
    numbers: list[list[int]] = [[] for _ in range(3)]
    taken_back = secret = 0
    for number in range(1500):
        if play.over:
            break
        views, before = [play.match.view(seat) for seat in range(3)], [play.decision(seat) for seat in range(3)]
        undoing = [seat for seat in range(3) if play.can_undo(seat)]
        seat = rng.choice(undoing) if undoing and rng.random() < 0.3 else rng.choice(play.match.to_act)
        if seat in undoing and rng.random() < 0.5:
            write(play, play.to_undo(seat, play.decision(seat), f"undo {number}"))
            taken_back += 1
        elif seat in play.match.to_act:
            write(play, [Entry(seat, Verb.PLAY, str(rng.choice(play.legal(seat))))])
        else:
            continue
        for other in range(3):
            if other == seat or play.match.view(other) != views[other]:
                same = play.decision(other) == before[other]
                assert not same or play.match.view(other)["phase"] == views[other]["phase"]
                secret += same
            if other == seat or play.decision(other) != before[other]:
                assert play.decision(other) not in numbers[other]
                numbers[other].append(play.decision(other))
    assert taken_back > 10 and (secret or name == "templari")


def test_what_a_bot_did_as_time_was_up_cannot_be_taken_back() -> None:
    play = begin("templari", 3, 3, start=0)
    write(play, [Entry(0, Verb.LATE)])
    write(play, [Entry(0, Verb.PLAY, "bid 2")])
    assert play.match.can_undo(0) and not play.by_bot(0)
    assert not play.can_undo(0) and play.tentative() == 0
    with pytest.raises(Refused, match="nothing that you could take back"):
        play.to_undo(0, play.decision(0), "a")


def test_another_seats_sealed_choice_taken_back_makes_no_answer_stale() -> None:
    play = to_sealed()
    first, second, _ = play.match.to_act
    number = play.decision(second)
    write(play, play.to_play(first, play.decision(first), str(play.legal(first)[0]), "a", confirm=True))
    write(play, play.to_undo(first, play.decision(first), "b"))
    assert play.decision(second) == number
    write(play, play.to_play(second, number, str(play.legal(second)[0]), "c", confirm=True))


def test_a_sealed_choice_needs_no_confirmation_but_the_one_that_reveals_all() -> None:
    play = to_sealed()
    first, second, third = play.match.to_act
    for seat in (first, second):
        (entry,) = play.to_play(seat, play.decision(seat), str(play.legal(seat)[0]), str(seat), confirm=True)
        assert entry.verb is Verb.PLAY
        write(play, [entry])
    (entry,) = play.to_play(third, play.decision(third), str(play.legal(third)[0]), "x", confirm=True)
    assert entry.verb is Verb.HOLD


@pytest.mark.parametrize("name", ["journey", "templar"])
def test_an_action_after_which_others_choose_waits_for_confirmation(name: str) -> None:
    """Also where who acted is among those who then choose in secret: the flag, the last card, the last rings."""
    play = begin(name, 3, 3)
    rng = random.Random(2)
    opened = 0
    while not play.over and opened < 5:
        seat = play.match.to_act[0]
        action = rng.choice(play.legal(seat))
        then = play.match.copy()
        then.play(seat, action)
        if len(play.match.to_act) == 1 and len(then.to_act) > 1:
            opened += 1
            assert play.commits(seat, action)
        write(play, [Entry(seat, Verb.PLAY, str(action))])
    assert opened


def test_a_stale_answer_is_refused() -> None:
    play = begin("templari", 3, start=0)
    seat = play.match.to_act[0]
    old = play.decision(seat)
    write(play, play.to_play(seat, old, "pass", "a", confirm=False))
    for wanted in (
        lambda: play.to_play(seat, old, "pass", "b", confirm=False),
        lambda: play.to_confirm(seat, old, "b"),
        lambda: play.to_undo(seat, old, "b"),
    ):
        with pytest.raises(Refused, match="moved on"):
            wanted()


def test_what_the_rules_forbid_is_refused_with_the_reason_and_changes_nothing() -> None:
    play = begin("templari", 3, start=0)
    seat = play.match.to_act[0]
    other = (seat + 1) % 3
    before = play.match.state
    illegal = next(
        action for action in play.game.actions.all if action not in play.legal(seat) and str(action).startswith("bid")
    )
    with pytest.raises(IllegalAction) as refused:
        play.to_play(seat, play.decision(seat), str(illegal), "a", confirm=True)
    assert refused.value.describe("fr") != refused.value.describe("en")
    with pytest.raises(Refused, match="not your turn"):
        play.to_play(other, play.decision(other), "pass", "a", confirm=True)
    with pytest.raises(commandery.InvalidAction):
        play.to_play(seat, play.decision(seat), "bid a lot", "a", confirm=True)
    with pytest.raises(commandery.InvalidAction):
        play.to_play(seat, play.decision(seat), "99999", "a", confirm=True)
    assert play.match.state == before


def test_nothing_is_confirmed_that_was_not_chosen() -> None:
    play = begin("templari", 3, start=0)
    seat = play.match.to_act[0]
    with pytest.raises(Refused, match="nothing to confirm"):
        play.to_confirm(seat, play.decision(seat), "a")
    with pytest.raises(Refused, match="take back"):
        play.to_undo(seat, play.decision(seat), "a")


def test_only_what_the_page_shows_is_confirmed() -> None:
    play = begin("templari", 3, start=0)
    seat = play.match.to_act[0]
    actions = [action for action in play.legal(seat) if play.commits(seat, action)][:2]
    write(play, play.to_play(seat, play.decision(seat), str(actions[0]), "a", confirm=True))
    write(play, play.to_undo(seat, play.decision(seat), "b"))
    write(play, play.to_play(seat, play.decision(seat), str(actions[1]), "c", confirm=True))
    with pytest.raises(Refused, match="moved on"):
        play.to_confirm(seat, play.decision(seat), "d", str(actions[0].id))
    for held in (str(actions[1].id), str(actions[1]), ""):
        assert play.to_confirm(seat, play.decision(seat), "d", held)[0].action == str(actions[1])


def test_giving_up_ends_a_game_of_two_and_leaves_the_seat_to_a_bot_otherwise() -> None:
    two = begin("templar", 2)
    write(two, two.to_leave([0], Verb.RESIGN, "a"))
    assert two.over and two.outcome is None
    three = begin("templari", 3, 2)
    write(three, three.to_leave([0], Verb.RESIGN, "a"))
    assert not three.over and three.legal(0) == [] and three.match.legal(three.match.to_act[0])
    with pytest.raises(Refused):
        three.to_play(0, three.decision(0), "pass", "b", confirm=False)
    write(three, three.to_leave([1], Verb.RESIGN, "b"))
    assert three.over


def test_who_has_given_up_or_has_no_time_left_can_neither_give_up_nor_agree() -> None:
    play = begin("templari", 4, 3)
    write(play, play.to_leave([0], Verb.RESIGN, "a"))
    write(play, [Entry(1, Verb.OUT)])
    for seat in (0, 1, 3):
        for verb in (Verb.RESIGN, Verb.AGREE, Verb.DISAGREE):
            with pytest.raises(Refused, match="to the end"):
                play.to_leave([seat], verb, "b")
    assert play.to_leave([0, 1, 2], Verb.AGREE, "c") == [Entry(2, Verb.AGREE, key="c")]


def test_people_who_share_a_screen_agree_together() -> None:
    play = begin("templari", 4, 3)
    write(play, play.to_leave([2], Verb.AGREE, "a"))
    write(play, play.to_leave([0, 1], Verb.AGREE, "b"))
    assert play.over
    assert [entry.key for entry in play.entries[-2:]] == ["b", None]


def test_what_a_bot_does_cannot_be_taken_back() -> None:
    play = begin("templar", 3)
    play_on(play, random.Random(2), lambda: play.tentative() > 0)
    seat = play.match.history[-1].seat
    write(play, play.to_go([seat], Verb.LEAVE, "a"))
    assert play.tentative() == 0
    write(play, play.to_go([seat], Verb.BACK, "b"))
    assert play.tentative() > 0


def test_the_game_ends_early_when_all_people_agree() -> None:
    play = begin("templari", 4, 2)
    write(play, play.to_leave([0], Verb.AGREE, "a"))
    assert not play.over
    write(play, play.to_leave([0], Verb.DISAGREE, "b"))
    write(play, play.to_leave([1], Verb.AGREE, "c"))
    assert not play.over
    write(play, play.to_leave([0], Verb.AGREE, "d"))
    assert play.over and play.outcome is None
    with pytest.raises(Refused, match="over"):
        play.to_leave([0], Verb.RESIGN, "e")


def test_who_plays_on_no_longer_agrees_to_end() -> None:
    play = begin("templari", 3, 3, start=0)
    seat = play.match.to_act[0]
    write(play, play.to_leave([seat], Verb.AGREE, "a"))
    write(play, play.to_play(seat, play.decision(seat), "pass", "b", confirm=False))
    assert seat not in play.agreed


def test_chance_is_drawn_by_the_table_and_kept() -> None:
    play = begin("templar", 3)
    assert all(entry.seat == CHANCE and entry.verb is Verb.PLAY for entry in play.entries)
    assert CHANCE not in play.match.to_act


def test_a_bot_that_was_thinking_does_nothing_after_the_end() -> None:
    """All people have agreed to end the game, by another process perhaps, which the bots' has not heard of yet."""
    play = begin("templari", 3, people=1)
    while 1 not in play.match.to_act:
        (seat,) = play.match.to_act
        write(play, [Entry(seat, Verb.PLAY, str(play.match.legal(seat)[-1]))])
    action = play.match.legal(1)[0]
    decision = play.decision(1)
    assert _wanted(play, 1, decision, action) == [Entry(1, Verb.PLAY, str(action))]
    play.read(Entry(0, Verb.AGREE))
    with pytest.raises(Refused):
        _wanted(play, 1, decision, action)


@pytest.mark.rule("T16")
def test_what_is_no_longer_legal_after_a_call_is_held_no_more() -> None:
    game = commandery.game("templar", 3, table_rules="honour")
    call = game.actions[game.kind.call_action or 0]
    dropped = 0
    for seed in range(40):
        rng, play = random.Random(seed), Play(game, frozenset(range(3)))
        settle(play)
        for _ in range(60):
            seat = play.match.to_act[0]
            caller = next((other for other in range(3) if other != seat and call in play.legal(other)), None)
            ending = [action for action in play.legal(seat) if play.commits(seat, action)]
            if caller is not None and ending and play.match.history[-1].seat == seat:
                write(play, play.to_play(seat, play.decision(seat), str(rng.choice(ending)), "a", confirm=True))
                write(play, play.to_play(caller, play.decision(caller), str(call), "b", confirm=True))
                assert all(held in play.legal(holder) for holder, held in play.held.items())
                dropped += not play.held
                break
            against = game.kind.offences(game.world, play.match.state_array(), seat)
            actions = play.legal(seat)
            write(play, [Entry(seat, Verb.PLAY, str(rng.choice([one for one in actions if one.id in against] or actions)))])
    assert dropped


@pytest.mark.rule("T16")
def test_at_honour_tables_a_bot_begins_every_turn_after_a_pause() -> None:
    thinking = Thinking(None, None, Settings(honour_pause=7))  # type: ignore[arg-type]
    play = begin("templar", 2, people=1, table_rules="honour")
    live = Live(Table(pace=0, options=dict(play.game.options)), play)
    rng, last, turns = random.Random(1), -1, 0
    for _ in range(80):
        seat = play.match.to_act[0]
        if seat == 1:
            turns += last != 1
            assert thinking._pause(live, seat) == (7 if last != 1 else 0)
        write(play, [Entry(seat, Verb.PLAY, str(rng.choice(play.match.legal(seat))))])
        last = seat
    assert turns > 2
