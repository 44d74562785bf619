"""Honour tables in the house: offences can be made, called out by people and by bots, and cost a point."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from commandery.server.journal import Play
from conftest import wait_until
from server.browsing import Screen, in_phase, lay, walk_to
from server.conftest import Server
from server.test_house import entries


def offences(play: Play) -> list[int]:
    """What seat 0 may do there and should not."""
    game = play.game
    against = game.kind.offences(game.world, play.match.state_array(), 0)
    return [action.id for action in play.legal(0) if action.id in against]


def tempted(play: Play) -> bool:
    return in_phase("playing")(play) and bool(offences(play))


@pytest.mark.rule("T16")
def test_a_bot_calls_out_what_it_sees(chromium: Browser, house: Server) -> None:
    play = walk_to("templar", tempted, table_rules="honour")
    table, (person,) = lay(house, play, confirm=False)
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        me.press(f"play {offences(play)[0]}")
        wait_until(lambda: "call" in [row[3] for row in entries(house, table)[len(play.entries) :]], 30)


@pytest.mark.rule("T16")
def test_people_call_out_each_other(chromium: Browser, house: Server) -> None:
    play = walk_to("templar", tempted, seats=(0, 1, 2), table_rules="honour")
    table, people = lay(house, play, confirm=False)
    me, you = (Screen(chromium, house, person=person) for person in people[:2])
    for screen in (me, you):
        screen.page.goto(table)
    me.wait_for_turn()
    me.press(f"play {offences(play)[0]}")
    expect(you.page.locator(".verb-call button")).to_be_visible()
    you.press(you.page.locator(".verb-call button").get_attribute("value") or "")
    expect(you.page.locator(".verb-call button")).to_have_count(0)
    assert [row[3] for row in entries(house, table)[len(play.entries) :]].count("call") == 1
    for screen in (me, you):
        screen.close()
