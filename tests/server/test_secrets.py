"""What a page shows depends on nothing that who looks may not know: rendered pages of states that differ only in that."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

import commandery
from commandery.core.match import Match
from commandery.core.testing.secrecy import check_secrets
from commandery.server.journal import Entry, Play, Verb
from commandery.server.pages.web import render
from commandery.server.people import Viewer
from commandery.server.sitting import Sitting
from commandery.server.store.models import Seat, Table
from server.test_journal import to_sealed, write
from worlds import HIDING


def table_of(play: Play) -> Table:
    table = Table(id="a-table", game=play.game.name, options=dict(play.game.options), pace=0, host="host", public=True)
    table.seats = [Seat(number=seat, person_id=f"person-{seat}", name=f"Name {seat}") for seat in range(play.game.players)]
    return table


def page(play: Play, seat: int | None, language: str = "en") -> str:
    """The inside of the table's page as a seat, or a stranger, sees it."""
    own = () if seat is None else (seat,)
    sitting = Sitting(table_of(play), play, seat, language, own)
    context = {"viewer": Viewer(None, language), "csrf": "token", "kind": play.game.kind}
    return render("table/play.html", language, {**context, "table": sitting.table, "own": own, "sitting": sitting})


def page_of(match: Match, seat: int | None) -> str:
    play = Play(match.game, frozenset(range(match.game.players)))
    play.match = match
    return page(play, seat)


def some_pages(match: Match, seat: int | None) -> str:
    """Every so often a page, as the view has it, which must not depend on anything hidden either."""
    seen = json.dumps(match.view(seat))
    return page_of(match, seat) if zlib.crc32(seen.encode()) % PAGES[match.game.name] == 0 else seen


PAGES = {"templar": 1, "journey": 12}
"""Of how many views one is looked at as a page: drawing takes long, and a Journey hides something all the time."""


@pytest.mark.sized("pages")
@pytest.mark.parametrize("name", HIDING)
def test_pages_do_not_depend_on_what_is_hidden(name: str, size: int) -> None:
    compared = 0
    for seed in range(size):
        compared += check_secrets(commandery.game(name, 3), seed, some_pages)
    assert compared >= 4 * PAGES[name]


@pytest.mark.parametrize("name", HIDING)
def test_a_page_that_tells_a_secret_is_found_out(name: str) -> None:
    def leaky(match: Match, seat: int | None) -> Any:
        hidden = [match.state_array()[field].tolist() for field in match.game.kind.hidden_fields(match.game.options)]
        return page_of(match, seat), hidden

    with pytest.raises(AssertionError, match="differ"):
        check_secrets(commandery.game(name, 3), 0, leaky)


def test_a_sealed_choice_shows_to_nobody_else_chosen_changed_or_held() -> None:
    pages: dict[str, set[str]] = {}
    begun = to_sealed()
    first, second, third = begun.match.to_act
    for choice in range(3):
        chosen, held = Play(begun.game, begun.people), Play(begun.game, begun.people)
        write(chosen, begun.entries)
        write(chosen, [Entry(first, Verb.PLAY, str(chosen.legal(first)[0]))])
        write(chosen, [Entry(first, Verb.PLAY, str(chosen.legal(first)[choice]))])
        for seat in (second, third, None):
            pages.setdefault(f"chosen, to {seat}", set()).add(page(chosen, seat))
        write(held, begun.entries)
        for seat in (first, second):
            write(held, [Entry(seat, Verb.PLAY, str(held.legal(seat)[0]))])
        (entry,) = held.to_play(third, held.decision(third), str(held.legal(third)[choice]), "key", confirm=True)
        assert entry.verb is Verb.HOLD
        write(held, [entry])
        for seat in (first, second, None):
            pages.setdefault(f"held, to {seat}", set()).add(page(held, seat))
    assert {what: len(different) for what, different in pages.items()} == dict.fromkeys(pages, 1)


def test_own_choice_is_seen() -> None:
    play = to_sealed()
    first = play.match.to_act[0]
    before = page(play, first)
    write(play, [Entry(first, Verb.PLAY, str(play.legal(first)[0]))])
    assert page(play, first) != before


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_every_language_has_a_page(name: str) -> None:
    play = Play(commandery.game(name, 3), frozenset({0}))
    while entry := play.draw():
        play.read(entry)
    seen = {page(play, 0, language) for language in ("en", "fr", "it")}
    assert len(seen) == 3


def test_what_people_type_is_escaped() -> None:
    play = Play(commandery.game("templari", 3), frozenset({0}))
    table = table_of(play)
    table.seats[1].name = "<script>alert(1)</script>"
    sitting = Sitting(table, play, 0, "en", (0,))
    context = {"viewer": Viewer(None, "en"), "csrf": "token", "kind": play.game.kind, "own": (0,)}
    shown = render("table/play.html", "en", {**context, "table": table, "sitting": sitting})
    assert "<script>" not in shown and "&lt;script&gt;" in shown
