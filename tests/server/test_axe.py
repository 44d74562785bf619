"""Every page can be read aloud and used by all: axe finds nothing to object to, by day and by night."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from commandery.server import review
from commandery.server.pages.boards import BENCHES
from server.browsing import PHONE, WIDE, Screen, in_phase, lay, played, walk_to
from server.conftest import Server

AXE = Path(__file__).resolve().parent.parent.parent / "build" / "vendor" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ("/", "/me", "/rules/templar", "/rules/templari", "/rules/journey", "/boards", "/games", "/api/v1", "/nowhere")
PHASES = {"templar": "playing", "templari": "bidding", "journey": "sealing"}


def objections(page: Page) -> list[str]:
    """What axe objects to."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{page.url} {violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for violation in found["violations"]
        for node in violation["nodes"][:4]
    ]


by_look = pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])


@by_look
def test_nobody_is_kept_out_of_pages(chromium: Browser, house: Server, size: dict[str, int], scheme: str) -> None:
    found = []
    with Screen(chromium, house, size, color_scheme=scheme) as me:
        for path in PAGES:
            me.page.goto(path)
            found += objections(me.page)
        me.page.goto("/")
        me.page.locator(".game-journey form[action='/tables'] button").first.click()
        me.wait(".seats")
        found += objections(me.page)
    assert not found, "\n".join(found)


@by_look
@pytest.mark.parametrize("game", list(PHASES))
def test_nobody_is_kept_out_of_games(chromium: Browser, house: Server, size: dict[str, int], scheme: str, game: str) -> None:
    found = []
    going, people = lay(house, walk_to(game, in_phase(PHASES[game])))
    over, winners = lay(house, played(game))
    for table, person in ((going, people[0]), (over, winners[0])):
        with Screen(chromium, house, size, person=person, color_scheme=scheme) as me:
            for path in ("", "/log", "/replay"):
                me.page.goto(table + path)
                found += objections(me.page)
    assert not found, "\n".join(found)


@by_look
def test_nobody_is_kept_out_of_reviews(
    chromium: Browser, house: Server, size: dict[str, int], scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "_BUDGET", 6000)
    table, people = lay(house, played("templari"))
    with Screen(chromium, house, size, person=people[0], color_scheme=scheme) as me:
        me.page.goto(f"{table}/review")
        found = objections(me.page)
        me.wait(".curve", 120)
        found += objections(me.page)
    assert not found, "\n".join(found)


@by_look
def test_nobody_is_kept_out_of_the_editor(chromium: Browser, house: Server, size: dict[str, int], scheme: str) -> None:
    found = []
    with Screen(chromium, house, size, color_scheme=scheme) as me:
        for game in BENCHES:
            me.page.goto(f"/boards/{game}")
            me.wait(".knob")
            found += objections(me.page)
            me.page.locator(".knob").first.focus()
            me.page.keyboard.press("Enter")
            me.page.wait_for_load_state("networkidle")
            found += objections(me.page)
    assert not found, "\n".join(found)
