"""The pages in a real browser: whole games clicked to their end, and everything people do on the way."""

from __future__ import annotations

import random
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from commandery.server.journal import Play
from server.browsing import PHONE, WIDE, Screen, in_phase, lay, shots, walk_to
from server.conftest import Server
from server.test_house import entries

# Whole games

# Note the points that float up.
_FLOATING = """
window.floating = [];
const note = (node) => node.className === "made" && window.floating.push(node.textContent);
new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => setTimeout(note, 0, node))))
  .observe(document, { childList: true, subtree: true });
"""


@pytest.mark.parametrize(("name", "locale"), [("templar", "fr-FR"), ("templari", "it-IT"), ("journey", "en-GB")])
def test_a_whole_game_is_clicked_to_its_end(chromium: Browser, house: Server, name: str, locale: str) -> None:
    rng = random.Random(7)
    touched = pressed = 0
    decision = ""
    with Screen(chromium, house, locale=locale, reduced_motion="reduce") as me:
        me.wish(confirm=False, pace=0)
        me.context.add_init_script(_FLOATING)
        me.play_now(name)
        assert me.page.locator("html").get_attribute("lang") == locale[:2]
        while turn := me.turn(decision):
            decision, values = turn
            value = rng.choice(values)
            if rng.random() < 0.5 and me.click_place(value.removeprefix("play ")):
                touched += 1
            else:
                me.click_button(value)
                pressed += 1
            if touched + pressed == 12:
                shots(me.page, f"{name}-{locale[:2]}")
        assert touched >= 5 and pressed >= 5
        expect(me.page.locator(".result tfoot .total td")).to_have_count(3)
        expect(me.page.locator(".made")).to_have_count(0, timeout=500)  # no points float over the result
        shots(me.page, f"{name}-over-{locale[:2]}")
        floating = me.page.evaluate("window.floating")
        assert all(re.fullmatch(r"\+[1-9]\d*", text) for text in floating)
        assert floating or name == "templari"  # where points are made only at the end
        with me.page.expect_download() as download:
            me.page.locator("a[download]").click()
        assert download.value.suggested_filename.startswith(name)
        me.page.locator(".result button.main").click()
        me.wait(".waiting")


# Every kind of decision

DECISIONS: list[tuple[str, str, dict[str, Any]]] = [
    *(("templar", phase, {}) for phase in (
        "placing_abbot", "placing_spy", "placing_prior", "pairing", "sealing", "portal", "moving", "stashing", "choosing",
        "locking",
    )),
    *(("templari", phase, {}) for phase in ("offering", "bidding")),
    *(("templari", phase, {"exchange": True}) for phase in ("taking", "giving")),
    *(("journey", phase, {}) for phase in (
        "placing_knight", "placing_templar", "fork", "sealing", "taking", "atoning", "flag", "leading", "taxing", "city",
        "spending", "swapping", "lucky", "setting_out", "moving", "gift", "exchanging", "vetoing",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("name", "phase", "options"), DECISIONS, ids=lambda value: str(value))
def test_every_kind_of_decision_is_made_by_clicking(
    chromium: Browser,
    house: Server,
    name: str,
    phase: str,
    options: dict[str, Any],
) -> None:
    def distinct(play: Play) -> bool:
        """Two Templars in one territory are one choice."""
        return phase != "setting_out" or len(set(play.match.view(0)["players"][0]["templars"])) == 2

    play = walk_to(name, lambda play: in_phase(phase)(play) and distinct(play), **options)
    table, (person,) = lay(house, play)
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        assert me.wait_for_turn()
        shots(me.page, f"{name}-{phase}")
        legal = {f"play {action.id}" for action in play.legal(0)}
        assert set(me.choices()) == legal
        value = me.choices()[-1]
        if not me.touch(value.removeprefix("play ")):
            me.press(value)
        if me.page.locator("#do-confirm").count():
            me.press("confirm")
    assert len(entries(house, table)) > len(play.entries)


CARDS = ["anselmus", "josua", "lucas", "benjamin", "maria", "stephanus", "porticus", "remigius", "severus", "bells"]


@pytest.mark.parametrize("card", CARDS)
def test_every_card_of_templar_is_played_by_clicking_it(chromium: Browser, house: Server, card: str) -> None:
    def playable(play: Play) -> bool:
        return in_phase("playing")(play) and f"play {card}" in map(str, play.legal(0))

    play = walk_to("templar", playable)
    table, (person,) = lay(house, play)
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        (action,) = [action for action in play.legal(0) if str(action) == f"play {card}"]
        assert me.touch(str(action.id))
        if me.page.locator("#do-confirm").count():
            me.press("confirm")
    assert ("play", f"play {card}") in [(verb, action) for _, _, verb, action in entries(house, table)[len(play.entries) :]]


def test_what_cannot_be_done_says_why(chromium: Browser, house: Server) -> None:
    def some_card_shows(play: Play) -> bool:
        return in_phase("playing")(play) and len(play.legal(0)) < len(play.match.view(0)["players"][0]["hand"])

    table, (person,) = lay(house, walk_to("templar", some_card_shows))
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        blocked = me.page.locator(".hand [data-why]").first
        blocked.hover()
        expect(me.page.locator("#tip")).to_be_visible()
        why = blocked.get_attribute("data-why") or ""
        assert why in me.page.locator("#tip").inner_text()
        # ... to the keyboard, by arrows, and to readers aloud
        me.page.mouse.move(0, 0)
        expect(me.page.locator("#tip")).to_be_hidden()
        me.page.locator(".hand [data-action]").first.focus()
        for _ in range(12):
            me.page.keyboard.press("ArrowRight")
            if blocked.evaluate("element => element === document.activeElement"):
                break
        expect(me.page.locator("#tip .why")).to_have_text(why)
        expect(blocked).to_have_accessible_description(why)


def test_what_happens_is_read_aloud_once(chromium: Browser, house: Server) -> None:
    table, (person,) = lay(house, walk_to("templar", in_phase("playing")), confirm=False, pace=3000)
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        told, lines = me.page.locator("#log-told p"), me.page.locator(".log li[data-move] > span")
        expect(told).to_have_count(0)
        before = lines.count()
        me.press(me.choices()[0])
        new = lines.all_inner_texts()[: lines.count() - before]
        assert new
        expect(told).to_have_text(new[::-1], ignore_case=True)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_points_that_are_made_float_up_and_go(chromium: Browser, house: Server, motion: str) -> None:
    table, (person,) = lay(house, walk_to("templar", in_phase("playing")))
    with Screen(chromium, house, person=person, reduced_motion=motion) as me:
        me.page.goto(table)
        me.wait_for_turn()
        me.page.evaluate("""() => {
            const line = document.querySelector(".log ol").appendChild(document.createElement("li"));
            Object.assign(line.dataset, {move: 9999, points: 3, seat: 0});
            document.dispatchEvent(new CustomEvent("htmx:after:swap", {detail: {}}));
        }""")
        expect(me.page.locator(".made")).to_have_text("+3")
        expect(me.page.locator(".made")).to_have_count(0)


def test_points_made_long_ago_do_not_float_when_the_table_opens(chromium: Browser, house: Server) -> None:
    """Whoever comes while the rules are prepared has a page without a log at first."""
    table, (person,) = lay(house, walk_to("templar", lambda play: play.match.view(None)["players"][0]["score"] > 2))
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        assert me.page.locator(".log [data-points]").count()
        me.page.evaluate("""async () => {
            const log = document.querySelector(".log"), aside = log.parentNode;
            log.remove();
            await import("/static/log.js?early");
            aside.append(log);
            document.dispatchEvent(new CustomEvent("htmx:after:swap", {detail: {}}));
            await new Promise((done) => setTimeout(done, 50));
        }""")
        assert me.page.locator(".made").count() == 0


# Making a move


def test_steps_are_shown_to_all_at_once_and_can_be_taken_back(chromium: Browser, house: Server) -> None:
    def monk(play: Play) -> bool:
        return in_phase("playing")(play) and "play josua" in map(str, play.legal(0))

    play = walk_to("templar", monk, seats=(0, 1))
    table, (person, other) = lay(house, play)
    (josua,) = [action for action in play.legal(0) if str(action) == "play josua"]
    with Screen(chromium, house, person=person) as me, Screen(chromium, house, person=other) as you:
        for screen in (me, you):
            screen.page.goto(table)
        me.wait_for_turn()
        before = me.page.locator(".choices button[value^=play]").count()
        me.press(f"play {josua.id}")
        you.wait(".log .tentative")
        me.press("undo")
        assert me.page.locator(".choices button[value^=play]").count() == before
        expect(you.page.locator(".log .tentative")).to_have_count(0)
        me.press(f"play {josua.id}")
        me.page.keyboard.press("u")
        expect(me.page.locator(f".choices button[value='play {josua.id}']")).to_be_visible()


def test_what_ends_a_turn_waits_for_confirmation_and_no_bot_begins_before(chromium: Browser, house: Server) -> None:
    play = walk_to("templari", lambda play: in_phase("bidding")(play) and "pass" in map(str, play.legal(0)))
    table, (person,) = lay(house, play)
    (passing,) = [action for action in play.legal(0) if str(action) == "pass"]
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        me.press(f"play {passing.id}")
        expect(me.page.locator("#do-confirm")).to_be_visible()
        me.page.wait_for_timeout(700)
        assert [verb for _, _, verb, _ in entries(house, table)[len(play.entries) :]] == ["hold"]
        me.page.reload()
        expect(me.page.locator("#do-confirm")).to_be_visible()
        me.press("undo")
        me.press(f"play {passing.id}")
        me.page.keyboard.press("Enter")
        me.wait(".play:not(:has(#do-confirm))")
    assert ("play", "pass") in [(verb, action) for _, _, verb, action in entries(house, table)[len(play.entries) :]]


def test_two_people_choose_secretly_and_see_each_others_choice_when_all_have(chromium: Browser, house: Server) -> None:
    play = walk_to("journey", lambda play: in_phase("sealing")(play) and len(play.match.to_act) == 3, seats=(0, 1, 2))
    table, people = lay(house, play)
    screens = [Screen(chromium, house, person=person) for person in people]
    for screen in screens:
        screen.page.goto(table)
        screen.wait_for_turn()
    first, second, third = screens
    one, two = first.choices()[:2]
    first.press(one)
    first.press(two)  # changed
    shots(first.page, "journey-sealed")
    second.press(second.choices()[0])
    third.press(third.choices()[0])
    third.press("confirm")
    for screen in screens:
        screen.wait(".play:not(:has(.choices button[value='confirm']))")
        screen.close()
    verbs = [(seat, verb) for _, seat, verb, _ in entries(house, table)[len(play.entries) :]]
    assert verbs[:5] == [(0, "play"), (0, "play"), (1, "play"), (2, "hold"), (2, "play")]


# Ways to look and to act


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_a_phone_shows_all_and_plays(chromium: Browser, house: Server, name: str) -> None:
    with Screen(chromium, house, PHONE) as me:
        me.wish(pace=0)
        me.play_now(name)
        for _ in range(4):
            if not me.wait_for_turn():
                break
            assert me.page.evaluate("document.documentElement.scrollWidth") <= 390
            small = me.buttons.evaluate_all("all => all.filter(one => one.getBoundingClientRect().height < 40).length")
            assert small == 0
            folded = me.page.locator("summary:visible, .log .peek")
            assert folded.evaluate_all("all => all.filter(one => one.getBoundingClientRect().height < 40).length") == 0
            me.press(me.choices()[0])
        shots(me.page, f"{name}-phone")


def test_the_board_is_zoomed_and_stays_so(chromium: Browser, house: Server) -> None:
    table, (person,) = lay(house, walk_to("templar", in_phase("playing")))
    with Screen(chromium, house, PHONE, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        wide = me.page.locator(".pan svg").first.bounding_box()
        me.page.locator("[data-zoom=in]").click()
        me.page.wait_for_timeout(400)
        zoomed = me.page.locator(".pan svg").first.bounding_box()
        assert wide and zoomed and zoomed["width"] > 1.3 * wide["width"]
        me.press(me.choices()[0])
        after = me.page.locator(".pan svg").first.bounding_box()
        assert after and abs(after["width"] - zoomed["width"]) < 2


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_the_keyboard_is_enough(chromium: Browser, house: Server, name: str) -> None:
    with Screen(chromium, house) as me:
        me.page.goto("/")
        button = me.page.locator(f".game-{name} form[action='/play'] button")
        for _ in range(60):
            me.page.keyboard.press("Tab")
            if button.evaluate("element => element === document.activeElement"):
                break
        me.page.keyboard.press("Enter")
        me.wait(".play", 60)
        for _ in range(3):
            if not me.wait_for_turn():
                break
            at = me.at
            for _ in range(120):
                me.page.keyboard.press("Tab")
                if me.page.evaluate("document.activeElement.matches('.choices button:not(.undo), [data-action]')"):
                    break
            me.page.keyboard.press("Enter")
            me.moved(at)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_dark_is_dark(chromium: Browser, house: Server, size: dict[str, int]) -> None:
    table, (person,) = lay(house, walk_to("templar", in_phase("playing")))
    brightness = {}
    for scheme in ("light", "dark"):
        with Screen(chromium, house, size, person=person, color_scheme=scheme) as me:
            me.page.goto(table)
            me.wait_for_turn()
            picture = Image.open(BytesIO(me.page.screenshot())).convert("L").resize((1, 1))
            brightness[scheme] = int(np.asarray(picture)[0, 0])
            shots(me.page, f"templar-{scheme}")
    assert brightness["dark"] < 90 < 150 < brightness["light"]


def test_reload_and_back_in_the_middle_of_a_move_lose_nothing(chromium: Browser, house: Server) -> None:
    play = walk_to("templar", lambda play: in_phase("playing")(play) and "play lucas" in map(str, play.legal(0)))
    table, (person,) = lay(house, play)
    (lucas,) = [action for action in play.legal(0) if str(action) == "play lucas"]
    with Screen(chromium, house, person=person) as me:
        me.page.goto("/")
        me.page.goto(table)
        me.wait_for_turn()
        me.press(f"play {lucas.id}")
        choices = me.choices()
        me.page.reload()
        me.wait_for_turn()
        assert me.choices() == choices
        me.page.go_back()
        me.page.go_forward()
        me.wait_for_turn()
        assert me.choices() == choices
        me.press(choices[0])


def test_pages_reconnect_by_themselves_after_a_restart(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    play = walk_to("templari", in_phase("bidding"))
    table, (person,) = lay(server, play)
    with Screen(chromium, server, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        server.close()
        expect(me.page.locator("#offline")).to_be_visible(timeout=20_000)
        server.open()
        expect(me.page.locator("#offline")).to_be_hidden(timeout=60_000)
        me.press(me.choices()[0])
    server.finish()


# Every page


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_every_page_is_shown(chromium: Browser, house: Server, size: dict[str, int]) -> None:
    for locale in ("en-GB", "fr-FR", "it-IT"):
        with Screen(chromium, house, size, locale=locale) as me:
            for path, name in (
                ("/", "home"), ("/me", "me"), ("/rules/templar", "rules-templar"), ("/rules/templari", "rules-templari"),
                ("/rules/journey", "rules-journey"), ("/nowhere", "nowhere"),
            ):  # fmt: skip
                me.page.goto(path)
                me.page.wait_for_load_state()
                assert me.page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
                shots(me.page, f"{name}-{locale[:2]}")
            me.page.goto("/")
            me.page.locator(".game-templar form[action='/tables'] button").first.click()
            me.wait(".seats")
            assert me.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            shots(me.page, f"waiting-{locale[:2]}")


def test_friends_meet_at_a_table_and_begin(chromium: Browser, house: Server) -> None:
    with Screen(chromium, house) as host, Screen(chromium, house, PHONE, locale="fr-FR") as friend:
        host.page.goto("/")
        host.page.locator(".game-templari form[action='/tables'] button").first.click()
        host.wait(".seats")
        link = host.page.locator("[data-invitation]").input_value()
        friend.page.goto(link)
        friend.page.locator(".seat-1 input[name=name]").fill("Béatrice")
        friend.page.locator(".seat-1 button.main").click()
        expect(host.page.locator(".seat-1")).to_contain_text("Béatrice")
        host.page.locator(".seat-2 select[name=level]").select_option("novice")
        expect(friend.page.locator(".seat-2 strong")).to_have_count(1)
        host.page.locator("button.start").click()
        for screen in (host, friend):
            screen.wait(".play", 60)
        assert friend.page.locator("html").get_attribute("lang") == "fr"
        shots(friend.page, "templari-friend")


def test_what_the_host_sets_stays_set(chromium: Browser, house: Server) -> None:
    """It is done before the stream tells of it: until then the fields show what was chosen, not what was before."""
    with Screen(chromium, house) as host:
        host.page.goto("/")
        host.page.locator(".game-templari form[action='/tables'] button").first.click()
        host.wait("#inside[data-htmx-powered] .seats")
        level, hints = host.page.locator(".seat-1 select[name=level]"), host.page.locator("input[name=hints]")
        level.select_option("novice")
        expect(host.page.locator(".seat-1 strong")).to_have_count(1)
        before = hints.is_checked()
        host.page.route("**/t/*/*", lambda route: route.fulfill(status=204))
        level.focus()
        with host.page.expect_response("**/clear"):
            level.select_option("master")
        host.page.wait_for_timeout(200)
        expect(level).to_have_value("master")
        with host.page.expect_response("**/hints"):
            hints.click()
        host.page.wait_for_timeout(200)
        assert hints.is_checked() is not before
        host.page.unroute_all()
        level.select_option("knight")
        expect(host.page.locator(".seat-1 option[value=knight][selected]")).to_have_count(1)
        expect(level).to_have_value("knight")
        host.page.locator("select[name=players]").select_option("4")
        expect(host.page.locator(".seats > li")).to_have_count(4)
        expect(host.page.locator("select[name=players]")).to_have_value("4")


def test_that_an_answer_is_under_way_is_seen_where_it_takes_long(chromium: Browser, house: Server) -> None:
    with Screen(chromium, house) as me:
        me.play_now("journey")
        me.wait_for_turn()
        me.page.evaluate(
            """() => {
              const real = window.fetch;
              window.fetch = async (...about) => (await new Promise((done) => setTimeout(done, 1500)), real(...about));
            }"""
        )
        at, can = me.at, me.page.locator(".can")
        me.buttons.first.click()
        expect(can).to_have_css("opacity", "0.45")
        me.moved(at)
        expect(can).to_have_css("opacity", "1")


def test_the_room_that_was_chosen_is_seen_until_it_is_confirmed(chromium: Browser, house: Server) -> None:
    def last_step(play: Play) -> bool:
        view = play.match.view(0)
        return (view["phase"], view["card"], view["steps"]) == ("moving", "remigius", 1)

    table, (person,) = lay(house, walk_to("templar", last_step))
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        room = me.page.locator(".room[data-action]").first.get_attribute("id")
        assert room and me.touch(str(me.page.locator(f"#{room}").get_attribute("data-action")))
        expect(me.page.locator(".can .held")).to_have_text(f"Chosen: Remigius goes to room {room.removeprefix('room-')}")
        expect(me.page.locator(f"#{room}[data-held] .glow-band")).to_have_css("display", "inline")


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_a_page_that_waits_comes_to_rest(chromium: Browser, house: Server, name: str) -> None:
    """What moves without end is drawn anew without end: a third of a processor, and a phone's battery."""
    with Screen(chromium, house, PHONE) as me:
        me.play_now(name)
        me.wait_for_turn()
        endless = "document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length"
        assert me.page.evaluate(endless) == 0
