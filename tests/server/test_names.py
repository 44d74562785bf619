"""Players are called by their names wherever the page speaks of them; and every reason it gives is one."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from commandery.server.curve import Review
from commandery.server.journal import Play
from commandery.server.sitting import Sitting
from commandery.server.store.models import Seat, Table
from server.browsing import NAMES, walk_to

REFUSES = re.compile("not possible|see the legal actions")


def sitting(play: Play, language: str = "en") -> Sitting:
    """The table as its first player sees it."""
    table = Table(game=play.game.name, options=dict(play.game.options))
    table.seats = [Seat(number=seat, person_id=name, name=name) for seat, name in enumerate(NAMES[: play.game.players])]
    return Sitting(table, play, 0, language, (0,))


def offers(verb: str) -> object:
    return lambda play: any(str(action).startswith(verb) and not str(action).endswith("0") for action in play.match.legal(0))


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize(
    ("game", "verb"), [("journey", "remove"), ("journey", "swap"), ("journey", "lead"), ("templar", "pick")]
)
def test_players_by_name(game: str, verb: str, language: str) -> None:
    """On buttons and in their tips, in why something cannot be done, and on the board."""
    seen = sitting(walk_to(game, offers(verb)), language)  # type: ignore[arg-type]
    told = [choice.told for choice in seen.choices[verb]]
    assert all(any(name in text for name in NAMES) for text in told), told
    reasons = [mark.why_not for mark in seen.marks.values() if mark.why_not]
    words = "\n".join([*told, *reasons, str(seen.board), *(choice.label for choice in seen.choices[verb])])
    assert not re.search(r"\b(player|joueur|giocatore) [1-3]", words, re.IGNORECASE)


@pytest.mark.parametrize(
    ("game", "phase"),
    [("templar", "moving"), ("templar", "stashing"), ("templar", "locking"), ("journey", "flag"), ("journey", "spending"),
     ("journey", "moving"), ("journey", "city"), ("journey", "exchanging")],
)  # fmt: skip
def test_the_page_says_why(game: str, phase: str) -> None:
    """Hovering what cannot be done tells what stands in the way, in words: no notation, no mere "not possible"."""
    seen = sitting(walk_to(game, lambda play: str(play.match.view(None)["phase"]) == phase))
    reasons = [mark.why_not for mark in seen.marks.values() if mark.why_not]
    assert reasons
    for reason in reasons:
        assert not REFUSES.search(reason), reason
        assert reason[0].isupper(), reason


def test_what_lies_on_a_place_to_act_on_does_not_cover_it() -> None:
    """Knights in a city where one can be placed, rings in an area where one can be put down."""
    carrying = walk_to("templar", lambda play: play.match.view(None)["carrying"] and offers_ring(play))
    placing = walk_to("journey", lambda play: str(play.match.view(None)["phase"]) == "spending" and offers("place")(play))  # type: ignore[operator]
    for play in (carrying, placing):
        seen = sitting(play)
        for place, mark in seen.marks.items():
            beneath = seen.marks.get(seen.face.beneath(place) or "")
            assert not (mark.why_not and beneath and beneath.actions), place


def offers_ring(play: Play) -> bool:
    """Whether the ring can go where others of its type lie."""
    return any(place.startswith("area-") for place, mark in sitting(play).marks.items() if mark.actions)


def test_a_review_tells_moves_as_the_table_did() -> None:
    """Players by their names, Templars by where they stand, and what was declined."""
    for verb, text in (("remove", "Remove a knight of "), ("step", "A Templar goes from "), ("stop", "")):
        play = walk_to("journey", offers(verb))  # type: ignore[arg-type]
        match, told = play.match, sitting(play).choices[verb][0].told
        action = next(str(action) for action in play.legal(0) if str(action).startswith(verb))
        found = {"curve": [], "moves": [{"at": len(match.history), "seat": 0, "played": action, "best": action, "loss": 0.1}]}
        review = Review(SimpleNamespace(match=match, path="", names=lambda _: list(NAMES[:3])), found, "en")  # type: ignore[arg-type]
        (move,) = review.moves
        assert move.played == move.best == told and told.startswith(text)
        assert not re.search("player [1-3]|first Templar|second Templar|be done", told)
