"""Replays and hints in a real browser: steps by buttons, keys, slider and log; pieces that stay; marks on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from commandery.server.faces import FACES
from conftest import wait_until
from server.browsing import PHONE, WIDE, Screen, lay, played, shots
from server.conftest import Server

_KEEP = "() => { for (const node of document.querySelectorAll('.board svg, #moves')) node.kept = true; }"
_KEPT = "() => [...document.querySelectorAll('.board svg, #moves')].every(node => node.kept)"


_CUT = """() => ["#moves [aria-current]", ".onward .after", ".hand", ".board"].filter(what => {
  const part = document.querySelector(what);
  const around = part.closest("#moves, .middle") ?? document.documentElement;
  return part.getBoundingClientRect().bottom > Math.min(innerHeight, around.getBoundingClientRect().bottom);
})"""


# How often the marks are moved in ten frames, after swaps that change nothing
_FOLLOWED = """async () => {
    for (let swap = 0; swap < 8; swap++) document.dispatchEvent(new CustomEvent("htmx:after:swap", {detail: {}}));
    const real = window.requestAnimationFrame;
    let count = 0;
    window.requestAnimationFrame = (call) => { count++; return real(call); };
    for (let frame = 0; frame < 10; frame++) await new Promise(real);
    window.requestAnimationFrame = real;
    return count;
}"""


def at(screen: Screen, moves: int) -> None:
    """Until the page shows this position, and its address says so."""
    screen.wait(f".play[data-at='{moves}']")
    expect(screen.page).to_have_url(re.compile(rf"at={moves}&"))


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_stepping_through_a_game(chromium: Browser, house: Server, size: dict[str, int]) -> None:
    play = played("templar")
    path, people = lay(house, play)
    last, middle = len(play.match.history), len(play.match.history) // 2
    with Screen(chromium, house, size, people[0]) as screen:
        page = screen.page
        page.goto(f"{path}/replay?at={middle}&as=0")
        screen.wait(f".play[data-at='{middle}']")
        page.evaluate(_KEEP)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for key, moves in (("ArrowRight", middle + 1), ("ArrowLeft", middle), ("End", last), ("ArrowRight", last), ("Home", 0)):
            page.keyboard.press(key)
            at(screen, moves)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("PageDown")
        turn = int(page.locator("#slider").get_attribute("data-turns").split()[0])  # type: ignore[union-attr]
        at(screen, turn)
        page.keyboard.press("PageUp")
        at(screen, 0)
        page.locator("#step-forward").click()
        at(screen, 1)
        page.locator("#slider").fill(str(middle))
        at(screen, middle)
        assert {url.partition("?")[0] for url in asked if "/static/" not in url} == {f"{house.address}{path}/replay"}
        shots(page, "replay")
        # The very nodes stay, so that pieces glide; the log came once.
        assert page.evaluate(_KEPT)
        assert page.locator("#moves [data-move]").count() > last / 2
        if not page.locator("#moves").is_visible():
            page.locator(".log summary").click()
        assert page.locator(f"#moves [data-move='{middle - 1}'][aria-current]").count() >= 1
        page.locator(f"#moves [data-move='{middle - 1}'] a").first.press("Enter")
        line = page.locator("#moves [data-move] a").nth(40)
        there = int(line.get_attribute("data-go") or 0)
        line.click()
        at(screen, there)
        small = page.locator(".transport a, .transport button, .seen-by a").evaluate_all(
            "all => all.filter(one => one.offsetHeight < 40 || one.offsetWidth < 40).map(one => one.id)"
        )
        assert small == []


def test_many_steps_at_once_end_where_the_last_one_leads(chromium: Browser, house: Server) -> None:
    play = played("templari")
    path, people = lay(house, play)
    with Screen(chromium, house, WIDE, people[0]) as screen:
        screen.page.goto(f"{path}/replay?at=10&as=open")
        screen.wait(".play[data-at='10']")
        for _ in range(25):
            screen.page.keyboard.press("ArrowRight")
        at(screen, 35)
        screen.page.reload()
        at(screen, 35)


def test_a_game_plays_by_itself_until_it_is_stopped(chromium: Browser, house: Server) -> None:
    play = played("templari")
    path, people = lay(house, play)
    with Screen(chromium, house, WIDE, people[0]) as screen:
        page = screen.page
        page.goto(f"{path}/replay?at=10&as=open")
        page.keyboard.press("Space")
        screen.wait("#autoplay[aria-pressed=true]")
        screen.wait(".play:not([data-at='10'], [data-at='11'])")
        page.locator("#autoplay").click()
        screen.wait("#autoplay[aria-pressed=false]")
        page.goto(f"{path}/replay?at={len(play.match.history) - 1}&as=open")
        page.locator("#autoplay").click()
        at(screen, len(play.match.history))
        screen.wait("#autoplay[aria-pressed=false]")


def test_without_a_script_the_steps_are_links(chromium: Browser, house: Server) -> None:
    play = played("templari")
    path, _ = lay(house, play)
    with Screen(chromium, house, WIDE, java_script_enabled=False) as screen:
        screen.page.goto(f"{path}/replay?at=10&as=open")
        screen.page.locator("#step-forward").click()
        at(screen, 11)
        screen.page.locator("#moves [data-move='20'] a").first.click()
        at(screen, 21)


def test_playing_on_from_a_replay(chromium: Browser, house: Server) -> None:
    play = played("templari")
    path, _ = lay(house, play)
    with Screen(chromium, house, WIDE) as screen:
        page = screen.page
        page.goto(f"{path}/replay?at=60&as=1")
        page.locator(".onward summary").click()
        page.locator(".onward select[name=level]").select_option("novice")
        page.locator(".onward button.main").click()
        screen.wait(".play:not(.replaying)")
        assert screen.wait_for_turn()
        assert page.locator("#panel-1.own").count() == 1


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_hints_are_marked_on_the_board_and_go_with_the_move(chromium: Browser, house: Server, size: dict[str, int]) -> None:
    with Screen(chromium, house, size) as screen:
        screen.wish(confirm=False)
        screen.play_now("templari")
        while screen.wait_for_turn() and len(screen.choices()) == 1:  # a bot that began has bid all it had
            screen.play_now("templari")
        page = screen.page
        page.keyboard.press("h")
        screen.wait(".hints [data-rank='1']")
        place = page.locator(".hints [data-rank='1']").get_attribute("data-place")

        def is_marked() -> bool:
            badges, stone = page.locator("#hint-marks b:visible").all(), page.locator(f"#{place}").bounding_box()
            badge = badges[0].bounding_box() if badges else None
            if not badge or not stone:
                return False
            return stone["x"] <= badge["x"] + badge["width"] / 2 <= stone["x"] + stone["width"]

        wait_until(is_marked)
        shots(page, "hints")
        assert not page.locator("#notice").inner_text()
        assert page.evaluate(_FOLLOWED) <= 12
        screen.press(screen.choices()[0])
        expect(page.locator("#hint-marks b")).to_have_count(0)
        expect(page.locator(".hints")).to_have_count(0)


@pytest.mark.parametrize("name", list(FACES))
def test_nothing_is_cut_off_in_a_wide_window(chromium: Browser, house: Server, name: str) -> None:
    """The line of the move, the ways on, the hand and the board."""
    path, people = lay(house, played(name, 4))
    with Screen(chromium, house, WIDE, people[0]) as screen:
        screen.page.goto(f"{path}/replay?at=60&as=0")
        screen.wait(".play[data-at='60']")
        for moves in range(60, 66):
            at(screen, moves)
            assert screen.page.evaluate(_CUT) == []
            screen.page.keyboard.press("ArrowRight")


def test_all_steps_are_in_the_bar_of_a_narrow_window(chromium: Browser, house: Server) -> None:
    path, people = lay(house, played("templari", 3))
    with Screen(chromium, house, {"width": 1024, "height": 768}, people[0]) as screen:
        screen.page.goto(f"{path}/replay?at=6")
        screen.wait(".play[data-at='6']")
        bar = screen.page.locator(".asked").bounding_box()
        assert bar is not None
        for step in [screen.page.locator("#slider"), *screen.page.locator(".step").all()]:
            box = step.bounding_box()
            assert box is not None and bar["y"] <= box["y"] and box["y"] + box["height"] <= bar["y"] + bar["height"]
            assert box["width"] >= 40
