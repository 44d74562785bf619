"""Pages in parts: what is sent makes the old page the new one."""

from __future__ import annotations

import datetime
import random
import re
import zlib
from html.parser import HTMLParser
from typing import Any

import pytest

from commandery.core import registry
from commandery.core.svg import PART, part, whole
from commandery.server.chat import LONGEST, Said
from commandery.server.faces import FACES
from commandery.server.journal import Entry, Play, Verb
from commandery.server.memory import Memory
from commandery.server.pages.web import CSRF, render
from commandery.server.parts import Look, changes
from commandery.server.people import Viewer
from commandery.server.presence import AWAY, HERE, Company
from commandery.server.sitting import Sitting
from commandery.server.standing import PATIENCE
from commandery.server.store.models import Person, Seat, Status, Table

AN_A, A_B = '<g id="a">{}</g>', '<p class="x" id="b">{}</p>'


def a_table(game: str, players: int = 4) -> Table:
    seats = [Seat(number=number, name=f"P{number}", person_id="me" if number == 0 else None) for number in range(players)]
    about = {"options": {}, "host": "me", "status": Status.PLAYING, "pace": 0, "chat": True, "hints": False}
    return Table(id="here", game=game, seats=seats, **about)


def look(
    table: Table, play: Play, seat: int | None, language: str = "en", around: dict[str, Any] | None = None, **kept: Any
) -> Look:
    sitting = Sitting(table, play, seat, language, () if seat is None else (seat,), **kept)
    about = {"table": table, "sitting": sitting, "own": sitting.own, "kind": play.game.kind, "csrf": CSRF}
    return Look(render("table/play.html", language, {**about, "viewer": Viewer(None, language), **(around or {})}))


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


class Nesting(HTMLParser):
    """Reads a page as browsers do, for whom an element of HTML, unlike one of a drawing, does not end by itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(page)
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("input", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, f"<{tag}/> {attrs} in {self.open}"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


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
        Nesting(new.whole)
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


def people_around(viewer: Viewer, said: int) -> dict[str, Any]:
    """What a page shows of the people around, after so many messages of a talkative player, whom another has muted."""
    muted = viewer.id == "p1"
    about = {"name": "P0", "at": datetime.datetime(2026, 1, 1), "seat": 0, "mine": viewer.id == "me", "muted": muted}
    messages = [Said(id=number, text="" if muted else f"No {number}", **about) for number in range(said)]
    company = Company({0: HERE, 1: AWAY}, {1: 999.0}, ["Zoe"] * (said % 2), said % 3)
    return {
        "company": company, "messages": messages, "longest": LONGEST, "patience": PATIENCE, "clock": None, "times": {},
        "viewer": viewer, "cleared_on": None, "replaceable": [1],
    }  # fmt: skip


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in FACES), ("templari", {"coins": "hidden"})])
def test_what_was_drawn_before_is_shown_only_where_it_is_the_same(name: str, options: dict[str, Any]) -> None:
    """Panels, log lines and chat are kept from look to look; a page drawn with them is one that is drawn anew. Moves are taken
    back, somebody else takes a seat, people talk."""
    game = registry.find(name).setup(4, **options)
    table, rng = a_table(name), random.Random(11)
    table.seats[1].person_id, table.host = "p1", "p2"
    viewers = [Viewer(Person(id=id, nickname=id, wishes={}), "en") for id in ("me", "p1", "p2")] + [
        Viewer(None, "en"),
        Viewer(None, "fr"),
    ]
    for _ in range(2):
        play, memory, said = Play(game, frozenset({0, 1})), Memory(), 0
        while not play.over:
            while drawn := play.draw():
                play.read(drawn)
            seat = rng.choice(play.match.to_act)
            play.read(Entry(seat, Verb.PLAY, str(rng.choice(play.match.legal(seat)))))
            if rng.random() < 0.2 and play.match.can_undo(seat):
                play.read(Entry(seat, Verb.UNDO))
            said += rng.random() < 0.05
            table.seats[2].name = f"P2 the {said // 4}th"
            for viewer in viewers if rng.random() < 0.05 else ():
                seen = next((seat.number for seat in table.seats if viewer.id and seat.person_id == viewer.id), None)
                about = people_around(viewer, said)
                anew, kept = (look(table, play, seen, viewer.language, about, memory=kept) for kept in (Memory(), memory))
                assert kept.pieces == anew.pieces, f"{len(play.entries)} entries, {viewer.id}"
