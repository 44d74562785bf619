"""The face of Templars' Journey: everything that can be done is somewhere on the page, and secrets are not."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

import commandery
from commandery.core.match import Match
from commandery.core.svg import whole
from commandery.games.journey.picture import HALVES, half_size, picture
from commandery.games.journey.world import Europe
from commandery.server.faces.journey import JourneyFace
from commandery.server.journal import Play
from commandery.server.sitting import Sitting
from commandery.server.store.models import Seat, Table
from test_pictures import in_the_middle

FACE = JourneyFace()
NAMES = ["Anna", "Bert", "Claus", "Dora", "Emil"]
TOLD = {"stop"}  # has no place
IN_TEMPLATES = re.compile(r"card-[1-6]|lead-[0-4]")


def board(match: Match, seat: int | None, language: str = "en") -> str:
    return FACE.board(match.game, match.view(seat), language)


def position(phase: str, players: int = 3) -> Match:
    """A table at which the first seat of those to act is asked this."""
    match = commandery.game("journey", players=players, start=0).start(seed=1)
    while match.view()["phase"] != phase:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    return match


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_action_has_its_place(players: int) -> None:
    kinds: set[str] = set()
    for seed in range(6):
        match = commandery.game("journey", players=players).start(seed=seed)
        dice = random.Random(seed)
        while not match.over:
            seat = match.to_act[0]
            legal = match.legal(seat)
            fresh = {str(action).split()[0] for action in legal} - kinds
            kinds |= fresh
            if fresh or dice.random() < 0.05:
                places = {str(action): FACE.place(match.game, match.view(seat), action) for action in legal}
                there = re.findall(r' id="([^"]+)"', board(match, seat))
                assert len(there) == len(set(there))
                assert {action for action, place in places.items() if place is None} <= TOLD
                missing = {place for place in places.values() if place} - set(there)
                assert all(IN_TEMPLATES.fullmatch(place) for place in missing), missing
            match.play(seat, dice.choice(legal))
    assert kinds >= {
        "stop", "place", "remove", "toss", "swap", "city", "templar", "route", "lead", "card", "take", "tax", "step",
        "exchange",
    }  # fmt: skip


def test_outcomes_of_chance_have_no_place() -> None:
    match = commandery.game("journey", players=3).start(seed=1)
    verbs = {"start", "edict", "tile", "mission", "blank", "cross", "wait"}
    actions = [action for action in match.game.actions.all if str(action).split()[0] in verbs]
    assert len(actions) > 25
    assert {FACE.place(match.game, match.view(0), action) for action in actions} == {None}


def test_buttons_are_short() -> None:
    match = position("placing_knight")
    labels = [FACE.label(match.game, match.view(0), action, "en") for action in match.legal(0)]
    assert set(labels) < {"London", "Paris", "Bordeaux", "Lyon", "Barcelona", "Roma", "Venezia", "Coeln", "Wien"}
    match = position("sealing")
    labels = [FACE.label(match.game, match.view(0), action, "en") for action in match.legal(0)]
    assert labels[:3] == ["1 Collect gold", "2 Collect gold ⚠", "3 Place knights ⚠"]


def test_my_sealed_card_is_shown_to_me_alone() -> None:
    match = position("sealing")
    pages = set()
    for card in match.legal(1):
        other = match.copy()
        other.play(1, card)
        mine = FACE.extras(other.game, other.view(1), NAMES, "en")
        assert [found["number"] for found in mine["cards"] if found["state"] == "sealed"] == [int(str(card)[-1])]
        assert mine["mission"] is not None
        pages.add(board(other, 0) + str(FACE.extras(other.game, other.view(0), NAMES, "en")))
    assert len(pages) == 1
    spectator = FACE.extras(match.game, match.view(), NAMES, "en")
    assert spectator["mission"] is None and {player["mission"] for player in spectator["players"]} == {None}


def test_map_and_track_stand_side_by_side() -> None:
    """Of one height, without the players, each id once."""
    match = in_the_middle("journey")
    europe = match.game.board
    assert isinstance(europe, Europe)
    parts = [whole(picture(europe, match.view(0), "en", half)) for half in HALVES]
    assert len({half_size(europe, half)[1] for half in HALVES}) == 1
    found: list[str] = []
    for drawn, half in zip(parts, HALVES, strict=True):
        root = ET.fromstring(drawn)
        assert (float(root.attrib["width"]), float(root.attrib["height"])) == pytest.approx(half_size(europe, half), abs=0.1)
        found += [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(found) == len(set(found)) > 60
    assert not [id for id in found if id.startswith(("player-", "card-", "score-"))]


def test_two_templars_in_one_territory_are_one_choice() -> None:
    """Each is told by where it stands: whichever goes, it is the same."""

    def seen(match: Match) -> list[str]:
        play = Play(match.game, frozenset({0}))
        play.match = match
        table = Table(id="here", game="journey", seats=[Seat(number=seat, name=name) for seat, name in enumerate(NAMES[:3])])
        return [choice.told for choice in Sitting(table, play, 0, "en", (0,)).choices.get("step", [])]

    together = apart = False
    for seed in range(40):
        match, dice = commandery.game("journey", players=3).start(seed=seed), random.Random(seed)
        while not match.over and not (together and apart):
            steps = [action for action in match.legal(0) if str(action).startswith("step")]
            if steps and match.view(0)["phase"] == "setting_out":
                origins = match.view(0)["players"][0]["templars"]
                told = seen(match)
                assert len(told) == len(set(told)) == len(steps) // (2 if origins[0] == origins[1] else 1)
                cities = match.game.board.names
                assert {line.split(" goes from ")[1].split(" to ")[0] for line in told} == {cities[place] for place in origins}
                together, apart = together or origins[0] == origins[1], apart or origins[0] != origins[1]
            seat = match.to_act[0]
            match.play(seat, dice.choice(match.legal(seat)))
    assert together and apart
