"""Pages that a browser keeps in its memory and shows again as they were when somebody presses Back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from server.browsing import Screen, in_phase, lay, walk_to
from server.conftest import FLAGS, Server, chromium_path

KEPT = """addEventListener("pageshow", (event) => { if (event.persisted) localStorage.shown = location.pathname; });"""
"""Notes that a page has come out of the browser's memory."""


@pytest.fixture(scope="module")
def remembering(chromium: Chromium) -> Iterator[Chromium]:
    """A browser that keeps pages it has left, which those of tests else do not."""
    flags = [*FLAGS, "--enable-features=CacheControlNoStoreEnterBackForwardCache"]
    browser = chromium.browser_type.launch(
        executable_path=chromium_path(), args=flags, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield browser
    browser.close()


def leave_and_come_back(me: Screen) -> None:
    """To another page, and by the back button to this one, which the browser has kept."""
    me.page.evaluate("localStorage.clear()")
    path = me.page.evaluate("location.pathname")
    me.page.goto("/rules/templar")
    me.page.go_back(wait_until="commit")
    assert me.page.evaluate("localStorage.shown") == path, "the browser has not kept the page"


def test_a_table_that_is_come_back_to_is_up_to_date_and_stays_so(remembering: Chromium, house: Server) -> None:
    play = walk_to("templari", in_phase("bidding"), seats=(0, 1, 2))
    table, people = lay(house, play)
    seat = play.match.to_act[0]
    with Screen(remembering, house, person=people[seat]) as me, Screen(remembering, house, person=people[seat - 1]) as other:
        me.page.add_init_script(KEPT)
        for each in (me, other):
            each.page.goto(table)
        me.wait_for_turn()
        me.page.goto("/rules/templar")
        other.page.locator("#say input[name=text]").fill("while you were away")
        other.page.locator("#say button").click()
        expect(other.page.locator("#messages")).to_contain_text("while you were away")
        me.page.go_back(wait_until="commit")
        expect(me.page.locator("#messages")).to_contain_text("while you were away")
        assert me.page.evaluate("localStorage.shown") == table
        me.wait_for_turn()
        me.press(me.choices()[0])
        other.page.locator("#say input[name=text]").fill("and now")
        other.page.locator("#say button").click()
        expect(me.page.locator("#messages")).to_contain_text("and now")


def test_a_table_that_is_come_back_to_while_the_house_is_closed_waits_for_it(remembering: Chromium, tmp_path: Path) -> None:
    server = Server(tmp_path)
    play = walk_to("templari", in_phase("bidding"))
    table, (person,) = lay(server, play)
    with Screen(remembering, server, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        me.page.goto("/rules/templar")
        server.close()
        me.page.go_back(wait_until="commit")
        expect(me.page.locator("#offline")).to_be_visible()
        server.open()
        expect(me.page.locator("#offline")).to_be_hidden(timeout=60_000)
        me.wait_for_turn()
        me.press(me.choices()[0])
    server.finish()


def test_a_board_that_is_come_back_to_is_as_it_was_drawn(remembering: Chromium, house: Server) -> None:
    with Screen(remembering, house) as me:
        me.page.add_init_script(KEPT)
        me.page.goto("/boards/templar")
        me.wait(".knob")
        title = me.page.locator("[name='set title']")
        with me.page.expect_response("**/edit"):
            title.fill("Mine")
            title.press("Tab")
        expect(me.page.locator("[name='was title']")).to_have_value("Mine")
        leave_and_come_back(me)
        me.page.wait_for_timeout(500)  # in which nothing must happen
        assert '"title":"Mine"' in me.page.locator("#bench-board").input_value()


def test_behind_the_curtain_nothing_is_seen_by_coming_back(remembering: Chromium, house: Server) -> None:
    play = walk_to("journey", in_phase("sealing"), seats=(0, 1, 2))
    table, (person, *_) = lay(house, play, together=True)
    with Screen(remembering, house, person=person) as me:
        me.page.goto(table)
        me.page.locator("a[href*='?as=']").first.click()
        me.wait(".choices")
        me.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
        expect(me.page.locator(".choices").first).to_be_hidden()
