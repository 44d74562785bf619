"""Pages in parts: what is sent makes the old page the new one."""

from __future__ import annotations

import random
import re
import zlib
from typing import Any

import pytest

from commandery.core import registry
from commandery.core.svg import PART, part, whole
from commandery.server.faces import FACES
from commandery.server.journal import Entry, Play, Verb
from commandery.server.pages.web import CSRF, render
from commandery.server.parts import Look, changes
from commandery.server.people import Viewer
from commandery.server.sitting import Sitting
from commandery.server.store.models import Seat, Status, Table

AN_A, A_B = '<g id="a">{}</g>', '<p class="x" id="b">{}</p>'


def a_table(game: str, players: int = 4) -> Table:
    seats = [Seat(number=number, name=f"P{number}", person_id="me" if number == 0 else None) for number in range(players)]
    about = {"options": {}, "host": "me", "status": Status.PLAYING, "pace": 0, "chat": True, "hints": False}
    return Table(id="here", game=game, seats=seats, **about)


def look(table: Table, play: Play, seat: int | None, language: str = "en", **kept: Any) -> Look:
    sitting = Sitting(table, play, seat, language, () if seat is None else (seat,), **kept)
    about = {"table": table, "sitting": sitting, "own": sitting.own, "kind": play.game.kind, "csrf": CSRF}
    return Look(render("table/play.html", language, {**about, "viewer": Viewer(None, language)}))


def applied(page: str, sent: str) -> str:
    """What a browser makes of it: each element that is sent takes the place of the one with its id."""
    inside = re.fullmatch(r'<div id="inside" hx-swap-oob="innerMorph">(.*)</div>', sent, re.DOTALL)
    if inside:
        return inside[1]
    for element in re.split(r'(?=<svg><g hx-swap-oob)|(?<!<svg>)(?=<[\w-]+ hx-swap-oob="outerMorph")', sent)[1:]:
        if element.startswith("<svg>"):
            element = element.removeprefix("<svg>").removesuffix("</svg>")
        element = element.replace(' hx-swap-oob="outerMorph"', "", 1)
        name = re.search(r' id="([^"]+)"', element)
        assert name is not None
        old = next(piece for piece in page.split(PART)[1::2] if f' id="{name[1]}"' in piece.partition(">")[0])
        page = page.replace(PART + old + PART, PART + element + PART)
    return page


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("name", list(FACES))
def test_changes_make_the_old_page_the_new_one(name: str, seat: int | None) -> None:
    game = registry.find(name).setup(4)
    play, rng = Play(game, frozenset({0})), random.Random(7)
    table = a_table(name)
    old, sizes = None, []
    for _ in range(60):
        while drawn := play.draw():
            play.read(drawn)
        if play.over:
            break
        new = look(table, play, seat)
        sent = changes(old, new, "inside")
        if old is not None:
            assert whole(applied(PART.join(old.pieces), sent)) == new.whole
            sizes.append(len(zlib.compress(sent.encode())))
        old = new
        actor = play.match.to_act[0]
        play.read(Entry(actor, Verb.PLAY, str(rng.choice(play.match.legal(actor)))))
    assert old is not None
    assert sorted(sizes)[len(sizes) // 2] < 8_000 and max(sizes) < 20_000


def test_a_part_of_a_drawing_is_sent_as_drawing() -> None:
    old, new = (Look(f"<svg>{part(AN_A.format(n))}</svg>{part(A_B.format(n))}") for n in (1, 2))
    assert changes(old, new, "i") == (
        '<svg><g hx-swap-oob="outerMorph" id="a">2</g></svg><p hx-swap-oob="outerMorph" class="x" id="b">2</p>'
    )
    whole_page = '<svg><g id="a">2</g></svg><p class="x" id="b">2</p>'
    assert changes(None, new, "i") == f'<div id="i" hx-swap-oob="innerMorph">{whole_page}</div>'


def test_what_is_not_a_part_is_sent_with_all_else() -> None:
    old, new = Look(f"1{part(A_B.format(1))}"), Look(f"2{part(A_B.format(1))}")
    assert changes(old, new, "i") == '<div id="i" hx-swap-oob="innerMorph">2<p class="x" id="b">1</p></div>'
    assert changes(old, old, "i") == ""
    assert old.name != new.name


@pytest.mark.parametrize("name", list(FACES))
def test_what_was_drawn_before_is_shown_only_where_it_is_the_same(name: str) -> None:
    """Panels and log lines are kept from look to look; a page drawn with them is one that is drawn anew."""
    game = registry.find(name).setup(4)
    table, rng = a_table(name), random.Random(11)
    for _ in range(2):
        play = Play(game, frozenset({0}))
        kept: dict[str, Any] = {"panels": {}, "told_before": {}}
        while not play.over:
            while drawn := play.draw():
                play.read(drawn)
            seat = rng.choice(play.match.to_act)
            play.read(Entry(seat, Verb.PLAY, str(rng.choice(play.match.legal(seat)))))
            if rng.random() < 0.3:
                for viewer, language in ((None, "en"), (0, "en"), (1, "en"), (0, "fr")):
                    anew = look(table, play, viewer, language)
                    assert look(table, play, viewer, language, **kept).pieces == anew.pieces, f"{len(play.entries)} entries"
