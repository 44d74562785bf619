"""Several people at one screen: a curtain before what is for one of them, and what they can do without being asked."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from commandery.server.journal import Entry, Verb
from server.browsing import NAMES, Screen, in_phase, lay, walk_to
from server.conftest import Browser, Server
from server.test_honour import offences, tempted
from server.test_house import choose, entries, open_table
from server.test_replay import somebody


def test_several_people_on_one_screen_have_a_curtain_between_them(house: Server) -> None:
    host = Browser(house)
    table = open_table(host, "journey")
    for seat, name in (("1", "Bruno"), ("2", "Carla")):
        assert host.post(f"{table}/sit", script=True, seat=seat, name=name).status_code == 204
    assert host.post(f"{table}/start", script=True).status_code == 204
    end = time.monotonic() + 60
    seen_curtain = False
    while not seen_curtain and time.monotonic() < end:
        page = host.get(table).text
        lift = re.search(r'href="(/t/[^"]+\?as=\d+-\d+)"', page)
        if lift:
            seen_curtain = True
            assert 'name="do" value="play' not in page
            mine = host.get(lift[1].replace("&amp;", "&")).text
            assert 'name="do" value="play' in mine
        else:
            choose(host, table)
    assert seen_curtain


def test_who_has_chosen_can_choose_otherwise(chromium: Chromium, house: Server) -> None:
    play = walk_to("journey", in_phase("sealing"), seats=(0, 1, 2))
    table, (person,) = lay(house, play, confirm=False, together=True)
    with Screen(chromium, house, person=person) as screen:
        page = screen.page
        page.goto(table)
        page.get_by_text(f"I am {NAMES[0]}").click()
        cards = page.locator(".verb-card button")
        first, second, third = (cards.nth(number).get_attribute("value") or "" for number in range(3))
        screen.press(first)
        expect(page.get_by_text(f"I am {NAMES[0]}")).to_have_count(0)
        assert page.locator(".choices, .card.sealed").count() == 0, "the next one does not see the card"
        page.get_by_text(f"{NAMES[0]} chooses otherwise").click()
        screen.press(second)
        expect(page.get_by_text(f"I am {NAMES[1]}")).to_be_visible()
        page.get_by_text(f"{NAMES[0]} chooses otherwise").click()
        page.get_by_text("Leave it as it is").click()
        page.get_by_text(f"I am {NAMES[1]}").click()
        screen.press(third)
        expect(page.get_by_text(f"I am {NAMES[2]}")).to_be_visible()
    named = {f"play {action.id}": str(action) for action in play.legal(0)}
    made = [(row[1], row[3]) for row in entries(house, table)[len(play.entries) :]]
    assert made == [(0, named[first]), (0, named[second]), (1, named[third])]


def test_the_whole_log_of_one_screen_tells_what_everybody_may_know(house: Server) -> None:
    def told(browser: Browser, table: str) -> list[str]:
        return re.findall(r"<span>(.*?)</span></li>", browser.get(f"{table}/log").text)

    for together in (True, False):
        play = walk_to("journey", in_phase("sealing"), seats=(0, 1, 2))
        play.read(Entry(0, Verb.PLAY, str(play.match.legal(0)[0])))
        table, people = lay(house, play, together=together)
        mine, everybodys = told(somebody(house, people[0]), table), told(Browser(house), table)
        assert everybodys and (mine == everybodys) is together


@pytest.mark.rule("T16")
def test_who_is_not_asked_can_call_out(chromium: Chromium, house: Server) -> None:
    play = walk_to("templar", tempted, seats=(0, 1, 2), table_rules="honour")
    table, (person,) = lay(house, play, confirm=False, together=True)
    with Screen(chromium, house, person=person) as screen:
        page = screen.page
        page.goto(table)
        screen.wait_for_turn()
        screen.press(f"play {offences(play)[0]}")
        page.get_by_text(f"{NAMES[2]} calls it out").click()
        screen.press(page.locator(".verb-call button").get_attribute("value") or "")
        expect(page.get_by_text("calls it out")).to_have_count(0)
    assert [row[1] for row in entries(house, table)[len(play.entries) :] if row[3] == "call"] == [2]
