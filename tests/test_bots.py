"""All our bots: they see no more than they may, keep to rules and budgets, can be repeated, and never fail."""

from __future__ import annotations

import itertools
import random
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

import commandery
from commandery import CHANCE
from commandery.bots import Bot, Budget, Candidate, Ismcts, Random, Sight, make_bot
from commandery.bots.search import Settings, _Tree
from commandery.core.match import BY_HAND, Match
from conftest import GAMES, option_sets
from soak import Progress
from worlds import HIDING, two_histories, two_worlds

BY_TURNS = "ismcts by turns"
BOTS = ["random", "novice", "greedy", "ismcts:40", BY_TURNS]


def bot_of(spec: str, seed: int) -> Bot:
    """One of these bots; among them one that plays its simulations on as others do who have more time."""
    if spec == BY_TURNS:
        return Ismcts(seed, Budget(simulations=20), Settings(bias=10, ahead=10, turns=3, width=5))
    return make_bot(spec, seed)


def decide(bot: Bot, sight: Sight) -> tuple[str, list[tuple[str, int, float]]]:
    """What a bot chooses and what it thought, to be compared."""
    action = bot.choose(sight)
    return str(action), [(str(each.action), each.visits, each.value) for each in bot.candidates]


# Secrets


def check_sees_no_secrets(make: Any, game: str, players: int, count: int) -> None:
    """In two worlds that differ only in what the seat cannot know the bot does and thinks the same."""
    for number, (one, two) in enumerate(itertools.islice(two_worlds(game, players=players), count)):
        assert decide(make(number), one) == decide(make(number), two), f"{game}, {players} players, position {number}"


WITH_PLAYERS = [
    (game, players) for game in HIDING for low, high in [commandery.game(game).kind.players] for players in range(low, high + 1)
]


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize(("game", "players"), WITH_PLAYERS)
def test_a_bot_sees_no_secrets(spec: str, game: str, players: int) -> None:
    check_sees_no_secrets(lambda seed: bot_of(spec, seed), game, players, 12)


TOLD = ("seat", "legal", "move", "turn", "alone", "own_last_action", "view")
"""All that a `Sight` tells, but for what may be imagined and how a match ended."""


def check_recalls_no_secrets(make: Any, game: str) -> None:
    """What another seat has just chosen secretly changes nothing that a bot is told, or does and thinks."""
    for one, two in itertools.islice(two_histories(game, players=3), 8):
        assert [getattr(one, name) for name in TOLD] == [getattr(two, name) for name in TOLD]
        assert one.imagine(3).tobytes() == two.imagine(3).tobytes()
        assert decide(make(), one) == decide(make(), two), game


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("game", HIDING)
def test_a_bot_sees_no_secret_choice_in_what_has_happened(spec: str, game: str) -> None:
    check_recalls_no_secrets(lambda: bot_of(spec, 1), game)


def test_all_that_a_sight_tells_is_compared() -> None:
    public = {name for name in dir(Sight) if not name.startswith("_")} | {"seat", "legal", "game"}
    assert public == {*TOLD, "game", "match_key", "imagine", "outcome"}


@pytest.mark.parametrize("game", HIDING)
def test_a_bot_that_looks_into_the_match_is_found_out(game: str) -> None:
    class Peeps(Random):
        def choose(self, sight: Sight) -> Any:
            return sight.legal[sum(sight._match.state) % len(sight.legal)]

    with pytest.raises(AssertionError, match="position"):
        check_sees_no_secrets(Peeps, game, 4, 12)

    class Recalls(Random):
        def choose(self, sight: Sight) -> Any:
            return sight.legal[sight._match.history[-1].action.id % len(sight.legal)]

    with pytest.raises(AssertionError, match=game):
        check_recalls_no_secrets(Recalls, game)


# Reproducible


def play(spec: str, game: str, seed: int, **options: Any) -> Match:
    """A match of a bot against itself."""
    match = commandery.game(game, **options).start(seed=1)
    bots = [bot_of(spec, seed + seat) for seat in range(match.game.players)]
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(Sight(match, seat)))
    return match


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seeds_give_the_same_game(spec: str, game: str) -> None:
    first = play(spec, game, 5).record()
    assert play(spec, game, 5).record() == first
    if spec in ("random", "novice"):  # the others may well find the same moves best
        assert play(spec, game, 50).record() != first


def test_who_has_time_plays_on_by_turns() -> None:
    match = commandery.game("templar").start(seed=1)
    sight = Sight(match, match.to_act[0])
    by_turns = Settings(**match.game.kind.thinking(match.game.players))
    at_once = replace(by_turns, turns=0)
    for simulations, used, other in [(1999, at_once, by_turns), (2000, by_turns, at_once)]:
        ways = [decide(Ismcts(1, Budget(simulations), settings), sight) for settings in (None, used, other)]
        assert ways[0] == ways[1] != ways[2]
    assert not Budget(seconds=0.049).ample and Budget(seconds=0.05).ample


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_without_a_seed_has_one_of_its_own(game: str) -> None:
    records = [play_without_seed(game) for _ in range(2)]
    assert records[0] != records[1]


def play_without_seed(game: str) -> Any:
    match, bot = commandery.game(game).start(seed=1), make_bot("random")
    while not match.over:
        match.play(match.to_act[0], bot.choose(Sight(match, match.to_act[0])))
    return match.record()


# Any position


def check_decision(bot: Bot, match: Match, seat: int) -> commandery.Action:
    """The bot's choice is legal, no offence, and a call where there is something to call out; what it thought fits."""
    sight = Sight(match, seat)
    legal, kind = match.legal(seat), match.game.kind
    chosen = bot.choose(sight)
    offences = kind.offences(match.game.world, match.state_array(), seat)

    def place() -> str:
        return f"{match.game.options}, {match.record()['moves']}"

    assert chosen in legal, place()
    assert chosen.id not in offences, place()
    if kind.call_action in [action.id for action in legal]:
        assert chosen.id == kind.call_action, place()
    assert all(each.action in legal and each.action.id not in offences for each in bot.candidates), place()
    assert not bot.candidates or bot.candidates[0].action == chosen, place()
    return chosen


def wander(game: commandery.Game, bot: Bot, seed: int, count: int) -> None:
    """``count`` decisions of the bot, in random matches in which it plays now and then; others also do what is forbidden."""
    rng = random.Random(seed)
    while True:
        match = game.start(chance=BY_HAND)
        while not match.over:
            seat = rng.choice(match.may_act if rng.random() < 0.3 else match.to_act)
            legal = match.legal(seat)
            action = rng.choice(legal)
            asked = seat in match.to_act or game.kind.call_action in [each.id for each in legal]
            if seat != CHANCE and asked and rng.random() < 0.08:
                chosen = check_decision(bot, match, seat)
                action = rng.choice([chosen, action])
                count -= 1
                if count == 0:
                    return
            match.play(seat, action)


@pytest.mark.sized("bots")
@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("game", GAMES)
def test_bots_never_fail(game: str, spec: str, size: int, progress: Progress) -> None:
    """In positions of all kinds with every option set, spread evenly."""
    sets = option_sets(game)
    share = max(1, min(500, -(-size // len(sets))))
    while progress.done < size:
        number = progress.done // share
        wander(commandery.game(game, **sets[number % len(sets)]), bot_of(spec, number), number, share)
        progress.advance(share)


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("game", ["templar", "templari"])
def test_at_an_honour_table_bots_keep_to_the_rules_and_call_out_who_does_not(game: str, spec: str) -> None:
    setup = commandery.game(game, players=3, table_rules="honour")
    bot, rng, tempted, called, call = bot_of(spec, 1), random.Random(1), 0, 0, setup.kind.call_action
    for seed in range(2):
        match = setup.start(seed=seed)
        while not match.over:
            seat = match.to_act[0]
            if setup.kind.offences(setup.world, match.state_array(), seat) and len(Sight(match, seat).legal) > 1:
                tempted += 1
                if tempted % 16 == 0:
                    check_decision(bot, match, seat)
            for other in match.may_act:
                if call in [action.id for action in match.legal(other)]:
                    assert [action.id for action in Sight(match, other).legal] == [call]
                    assert check_decision(bot, match, other).id == call
                    called += 1
            match.play(seat, rng.choice(match.legal(seat)))
    assert tempted > 20
    assert called > 20 or call is None


def test_there_is_a_table_with_offences_in_every_game_that_has_the_option() -> None:
    having = [name for name in GAMES if "table_rules" in commandery.game(name).options]
    assert sorted(having) == ["templar", "templari"]


# Why


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_search_tells_what_it_has_tried(game: str, threads: int) -> None:
    """Every simulation has tried one of the legal actions, but the first few where others choose at the same time, which look
    no further than their choice. The most tried comes first and is played."""
    match, filler = commandery.game(game).start(seed=2), make_bot("random", 2)
    bot = Ismcts(3, Budget(simulations=300), threads=threads)
    explained = 0
    while not match.over and explained < 12:
        sight = Sight(match, match.to_act[0])
        before = bot.simulations
        action = bot.choose(sight)
        if len(sight.legal) == 1:
            assert bot.simulations == before and bot.candidates == []
        else:
            explained += 1
            assert sorted(each.action.id for each in bot.candidates) == [legal.id for legal in sight.legal]
            assert bot.candidates[0].action == action
            visits = [each.visits for each in bot.candidates]
            assert visits == sorted(visits, reverse=True)
            lost = bot.simulations - before - sum(visits)
            assert 0 <= lost <= threads * (len(match.may_act) - 1)
            assert all(0 <= each.value <= 1 for each in bot.candidates)
        match.play(sight.seat, filler.choose(sight))
    assert explained == 12


def test_searches_in_several_threads_can_be_repeated() -> None:
    results = []
    for _ in range(2):
        match = commandery.game("templar").start(seed=2)
        bot = Ismcts(3, Budget(simulations=400), threads=3)
        results.append([decide(bot, Sight(match, match.to_act[0])) for _ in range(3)])
    assert results[0] == results[1]


@pytest.mark.parametrize("spec", ["random", "novice", "greedy"])
def test_bots_that_do_not_search_have_nothing_to_tell(spec: str) -> None:
    match, bot = commandery.game("templari").start(seed=1), make_bot(spec, 1)
    bot.choose(Sight(match, match.to_act[0]))
    assert bot.candidates == []


# Budgets


def turns(match: Match, bot: Ismcts, seat: int, count: int) -> Iterator[list[Thought]]:
    """What the bot spends on each decision of a seat's turns. What is played is random, and in Templars' Journey tosses the
    marker wherever it can, which is chance within a turn."""
    rng, turn, last = random.Random(1), [], ()
    while not match.over and count > 0:
        sight = Sight(match, match.to_act[0])
        if turn and (sight.seat != seat or sight.turn != last):
            yield turn
            count -= 1
            turn = []
        if sight.seat == seat:
            last = sight.turn
            simulations, clock, work = bot.simulations, time.perf_counter(), time.thread_time()
            bot.choose(sight)
            work, clock = time.thread_time() - work, time.perf_counter() - clock
            turn.append(Thought(len(sight.legal), bot.simulations - simulations, clock, work))
        tosses = [action for action in sight.legal if str(action) in ("card 4", "toss") or str(action).startswith("city")]
        match.play(sight.seat, rng.choice(tosses or sight.legal))


class Thought(NamedTuple):
    """What a decision cost."""

    choices: int
    simulations: int
    clock: float
    work: float


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_takes_no_more_simulations_than_its_budget(game: str) -> None:
    match, longest = commandery.game(game).start(seed=1), 0
    for turn in turns(match, Ismcts(1, Budget(simulations=800)), 0, 60):
        assert sum(thought.simulations for thought in turn) <= 1.2 * 800, [thought.simulations for thought in turn]
        assert all(thought.choices > 1 or thought.simulations == 0 for thought in turn)
        longest = max(longest, len(turn))
    assert longest >= (1 if game == "templari" else 5)


def test_two_turns_in_a_row_have_a_budget_each() -> None:
    """In Templars' Journey the last to carry a card out may choose the Pope's route next, and the next card, with nobody else
    in between. A secret choice has all of its budget, another first choice half of it."""
    spent: dict[str, list[int]] = {"fork": [], "sealing": []}
    for seed in range(3):
        match, rng = commandery.game("journey", 4).start(seed=seed), random.Random(seed)
        bots = [Ismcts(1, Budget(200)) for _ in range(4)]
        while not match.over:
            sight = Sight(match, match.to_act[0])
            before = bots[sight.seat].simulations
            if sight.view["phase"] in spent or rng.random() < 0.3:
                bots[sight.seat].choose(sight)
            if sight.view["phase"] in spent:
                spent[sight.view["phase"]].append(bots[sight.seat].simulations - before)
            match.play(sight.seat, rng.choice(sight.legal))
    assert set(spent["sealing"]) == {200}
    assert set(spent["fork"]) == {100}


@pytest.mark.parametrize("seed", range(3))
def test_who_has_already_chosen_may_have_chosen_anything(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search tries every card for an opponent whose choice is still secret, whichever that is."""
    match, rng = commandery.game("journey", 3).start(seed=3), random.Random(1)
    while len(match.to_act) < 3:
        match.play(match.to_act[0], rng.choice(match.legal(match.to_act[0])))
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[seat])
    seen: list[_Tree] = []
    monkeypatch.setattr(
        Ismcts, "_candidates", lambda self, sight, trees: seen.extend(trees) or [Candidate(sight.legal[0], 1, 0.5)]
    )
    Ismcts(seed, Budget(400)).choose(Sight(match, 2))
    for seat in (0, 1):
        tried = [seen[0].visits(seat, action.id)[0] for action in match.game.actions.all if str(action).startswith("card ")]
        assert len(tried) == 6 and all(tried), tried


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_takes_no_longer_than_its_budget(game: str) -> None:
    """In work done no turn exceeds its budget by a fifth; by the clock, which does not stop while others use the machine, most
    do not. What is forced is free."""
    budget = 0.2
    match, bot = commandery.game(game, players=3).start(seed=2), Ismcts(1, Budget(seconds=budget))
    bot.choose(Sight(match, match.to_act[0]))
    measured = list(turns(match, bot, 0, 14))
    assert all(thought.work < 0.01 for turn in measured for thought in turn if thought.choices == 1)
    thoughtful = [turn for turn in measured if any(thought.choices > 1 for thought in turn)]
    work = [sum(thought.work for thought in turn) for turn in thoughtful]
    clock = [sum(thought.clock for thought in turn) for turn in thoughtful]
    assert max(work) <= 1.2 * budget, f"turns of {[len(turn) for turn in thoughtful]} decisions took {work}"
    assert statistics.median(clock) <= 1.2 * budget, clock
    assert max(clock) >= 0.4 * budget, "it hardly thinks"


def test_no_time_is_spent_that_cannot_change_the_choice() -> None:
    """A decision may take nine tenths of its turn's time; where it takes much less, the choice was too far ahead to be
    overtaken."""
    share, early, rng = 0.18, [], random.Random(1)
    match = commandery.game("templari", players=3).start(seed=1)
    for _ in range(40):
        sight = Sight(match, match.to_act[0])
        bot = Ismcts(1, Budget(seconds=share / 0.9))
        began = time.perf_counter()
        bot.choose(sight)
        spent = time.perf_counter() - began
        if bot.simulations and spent < 0.8 * share:
            lead = bot.candidates[0].visits - bot.candidates[1].visits
            early.append(lead * spent / (bot.simulations * (share - spent)))
        match.play(sight.seat, rng.choice(sight.legal))
    assert len(early) >= 3, "it goes on although all is decided"
    assert statistics.median(early) > 0.55, "it stopped while others could still overtake"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("budget", [Budget(seconds=100), Budget(simulations=9_000_000)])
def test_a_long_search_can_be_cancelled_from_another_thread(budget: Budget, threads: int) -> None:
    match = commandery.game("templar").start(seed=1)
    sight = Sight(match, match.to_act[0])
    Ismcts(1, Budget(simulations=64)).choose(sight)
    bot = Ismcts(1, budget, threads=threads)
    timer = threading.Timer(0.3, bot.cancel)
    timer.start()
    began = time.perf_counter()
    action = bot.choose(sight)
    assert time.perf_counter() - began < 5
    timer.join()
    assert action in sight.legal
    assert sum(each.visits for each in bot.candidates) == bot.simulations > 0


def test_a_match_has_a_key_of_its_own_for_ever() -> None:
    """Not the address of a match, which the next one may get."""
    game = commandery.game("templari")
    keys = [Sight(game.start(seed=1), 0).match_key for _ in range(50)]
    assert len(set(keys)) == 50
    match = game.start(seed=1)
    assert Sight(match, 0).match_key == Sight(match, 1).match_key
