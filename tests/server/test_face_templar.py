"""The face of Templar: every action is marked at its place on the page, in all three languages, and nothing else is."""

from __future__ import annotations

import random
import re

import pytest

import commandery
from commandery.core import registry
from commandery.core.contract import CHANCE
from commandery.server.journal import Entry, Play, Verb
from commandery.server.pages.web import render
from commandery.server.people import Viewer
from commandery.server.sitting import Sitting
from commandery.server.store.models import Seat, Table
from server.browsing import walk_to

WITHOUT_PLACE = {"stop", "announce", "call"}
PLACED = {"play", "step", "place", "portal", "house", "lock", "rings", "stash", "pick"}


def sit(play: Play, seat: int | None, language: str) -> Sitting:
    table = Table(id="x", game="templar", options={}, pace=700, status="playing", public=False, host="p")
    table.seats = [
        Seat(number=number, person_id="p" if number == seat else None, level="squire", name=f"Sister {number}")
        for number in range(play.game.players)
    ]
    return Sitting(table, play, seat, language, () if seat is None else (seat,))


def page(sitting: Sitting) -> str:
    about = {"viewer": Viewer(None, sitting.language), "csrf": "x", "table": sitting.table, "own": sitting.own}
    about |= {"sitting": sitting, "kind": registry.find("templar"), "path": "/"}
    return render("table/play.html", sitting.language, about)


def marks(markup: str) -> dict[int, str]:
    """Where on a page each action is marked."""
    found = re.findall(r'id="([^"]+)" data-action="([^"]+)"', markup)
    return {int(action): place for place, actions in found for action in actions.split()}


@pytest.mark.parametrize(("players", "language"), [(2, "fr"), (3, "it"), (5, "en")])
def test_every_action_is_marked_where_it_is_done(players: int, language: str) -> None:
    play = Play(commandery.game("templar", players), frozenset(range(players)))
    chance = random.Random(players)
    met: dict[str, int] = {}
    for _ in range(1500):
        seat = play.match.to_act[0] if play.match.to_act else CHANCE
        if play.over:
            break
        legal = [action for action, _ in play.match.outcomes()] if seat == CHANCE else play.match.legal(seat)
        verbs = {str(action).partition(" ")[0] for action in legal}
        if seat != CHANCE and any(met.get(verb, 0) < 6 for verb in verbs):
            found = marks(page(sit(play, seat, language)))
            for action in legal:
                verb = str(action).partition(" ")[0]
                met[verb] = met.get(verb, 0) + 1
                assert (action.id in found) == (verb not in WITHOUT_PLACE), f"{action} at {found.get(action.id)}"
            assert set(found) <= {action.id for action in legal}
        wanted = [action for action in legal if str(action).startswith(("stash", "pick"))]
        action = chance.choice(wanted if wanted and chance.random() < 0.7 else legal)
        play.read(Entry(seat, Verb.PLAY, str(action)))
    assert set(met) - WITHOUT_PLACE == PLACED


def test_who_looks_on_finds_nothing_to_act_on() -> None:
    play = Play(commandery.game("templar", 4, first_game=True), frozenset({0}))
    chance = random.Random(1)
    while not play.match.to_act or play.match.view(None)["phase"] != "moving":
        seat = play.match.to_act[0]
        legal = [action for action, _ in play.match.outcomes()] if seat == CHANCE else play.match.legal(seat)
        play.read(Entry(seat, Verb.PLAY, str(chance.choice(legal))))
    markup = page(sit(play, None, "en"))
    assert "data-action" not in markup and "data-why" not in markup
    assert 'id="token-3"' in markup and 'class="templar-panel"' in markup


@pytest.mark.parametrize("players", [2, 3])
def test_cards_that_show_on_other_piles_are_barred(players: int) -> None:
    """What the page says of them is what the rules say."""
    play = Play(commandery.game("templar", players), frozenset(range(players)))
    chance, met = random.Random(1), 0
    while not play.over and met < 20:
        seat = play.match.to_act[0]
        legal = [action for action, _ in play.match.outcomes()] if seat == CHANCE else play.match.legal(seat)
        if seat != CHANCE and play.match.view(seat)["phase"] == "playing":
            cards = sit(play, seat, "en").extras["cards"][seat]
            playable = {str(action).partition(" ")[2] for action in legal}
            assert {card.name for card in cards if card.barred} == {card.name for card in cards if card.held} - playable
            met += any(card.barred for card in cards)
        play.read(Entry(seat, Verb.PLAY, str(chance.choice(legal))))
    assert met


@pytest.mark.rule("T10", "T15")
def test_a_card_chosen_for_the_first_round_is_not_counted_in_the_hand() -> None:
    """While it is secret nobody else sees which is missing; once revealed it is out of the hand, and not barred."""
    play = Play(commandery.game("templar", 3, first_game=True), frozenset(range(3)))
    while play.match.view(None)["phase"] != "sealing":
        seat = play.match.to_act[0]
        legal = [action for action, _ in play.match.outcomes()] if seat == CHANCE else play.match.legal(seat)
        play.read(Entry(seat, Verb.PLAY, str(legal[0])))
    for seat in (0, 1):
        play.read(Entry(seat, Verb.PLAY, "play porticus"))
    for seat in (0, 2):
        sitting = sit(play, seat, "en")
        assert list(sitting.extras["held"]) == [9, 9, 10]
        assert page(sitting).count('aria-label="9 cards in hand"') == 2
        assert all(card.held for card in sitting.extras["cards"][1])
    play.read(Entry(2, Verb.PLAY, "play porticus"))
    first = play.match.to_act[0]
    play.read(Entry(first, Verb.PLAY, str(play.match.legal(first)[0])))
    last = (first + 2) % 3
    extras = sit(play, last, "en").extras
    (porticus,) = (card for card in extras["cards"][last] if card.name == "porticus")
    assert (porticus.held, porticus.chosen, porticus.barred) == (False, True, False)
    assert list(extras["held"]) == [9, 9, 9]


@pytest.mark.rule("T16")
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_sheet_tells_what_a_repeated_card_costs_at_an_honour_table(language: str) -> None:
    costs = {
        "en": "1 point is lost, never below 0",
        "fr": "1 point est perdu, jamais en dessous de 0",
        "it": "si perde 1 punto, mai sotto 0",
    }
    for rules in ("strict", "honour"):
        play = Play(commandery.game("templar", 3, table_rules=rules), frozenset(range(3)))
        assert (costs[language] in page(sit(play, 0, language))) == (rules == "honour")


def test_one_room_is_told_as_one() -> None:
    play = Play(commandery.game("templar", 2), frozenset({0, 1}))
    chance = random.Random(1)
    while True:
        seat = play.match.to_act[0]
        rooms = [player["rooms"] for player in play.match.view(None)["players"]]
        if seat != CHANCE and {1, 2} <= set(rooms):
            break
        legal = [action for action, _ in play.match.outcomes()] if seat == CHANCE else play.match.legal(seat)
        play.read(Entry(seat, Verb.PLAY, str(chance.choice(legal))))
    told = re.findall(r'class="rooms" title="([^"]+)"', page(sit(play, None, "en")))
    assert re.fullmatch(r"Valuables in room \d+", told[rooms.index(1)])
    assert re.fullmatch(r"Valuables in rooms \d+, \d+", told[rooms.index(2)])


@pytest.mark.parametrize(
    ("phase", "card", "asked", "told"),
    [
        ("moving", "remigius", "Move Remigius, the abbot", "Remigius goes to room "),
        ("moving", "severus", "Move Severus, the prior", "Severus goes to room "),
        ("moving", "lucas", "Move your token", "Go to room "),
        ("placing_abbot", None, "Place Remigius, the abbot", "Place Remigius in room "),
        ("placing_spy", None, "Place Vitus, the spy, next to Remigius", "Place Vitus in room "),
    ],
)
def test_the_page_says_who_is_moved_or_placed(phase: str, card: str | None, asked: str, told: str) -> None:
    def wanted(play: Play) -> bool:
        view = play.match.view(0)
        return (view["phase"], view["card"]) == (phase, card)

    sitting = sit(walk_to("templar", wanted), 0, "en")
    choices = sitting.choices["step" if phase == "moving" else "place"]
    assert sitting.prompt == asked and all(choice.told.startswith(told) for choice in choices)
    assert f"{told}{choices[0].label.split()[-1]}" in page(sitting)
