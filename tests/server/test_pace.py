"""A page that is told more, or clicked faster, than it can follow."""

from __future__ import annotations

from playwright.sync_api import Browser

from server.browsing import Screen, in_phase, lay, walk_to
from server.conftest import Server
from server.test_house import entries


def test_what_comes_faster_than_it_is_drawn_is_drawn_at_once(chromium: Browser, house: Server) -> None:
    """Of each part the last; and a drawing comes in a drawing of its own."""
    with Screen(chromium, house) as me:
        me.play_now("templar")
        me.wait("#asked.mine")
        swaps = me.page.evaluate("""async () => {
            const inside = document.querySelector("#inside"), place = document.querySelector("#inside svg g[id]");
            let swaps = 0;
            document.addEventListener("htmx:after:swap", () => { swaps += 1; });
            const come = (data) => inside.dispatchEvent(new CustomEvent("htmx:sse:before:message", {
                bubbles: true, cancelable: true, detail: { message: { data, event: "", id: "x" } },
            }));
            const part = (text) => `<h1 id="early" hx-swap-oob="outerMorph">${text}</h1>`;
            const drawn = (name) => `<svg><g id="${place.id}" data-name="${name}" hx-swap-oob="outerMorph"></g></svg>`;
            inside.insertAdjacentHTML("beforeend", '<h1 id="early"></h1>');
            for (let number = 0; number < 50; number += 1) come(part(number) + drawn(number));
            come(drawn("last"));
            await new Promise((done) => setTimeout(done, 1500));
            return swaps;
        }""")
        assert me.page.locator("#early").inner_text() == "49"
        assert me.page.locator("#inside svg g[data-name=last]").count() == 1
        assert 2 <= swaps <= 4  # the first, and all that came after it


def test_the_second_click_of_a_double_click_makes_no_other_move(chromium: Browser, house: Server) -> None:
    path, (anna,) = lay(house, walk_to("journey", in_phase("placing_knight")), confirm=False)
    click = """count => document.querySelector("#inside svg [data-action]").dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, detail: count }))"""
    with Screen(chromium, house, person=anna) as me:
        me.page.goto(path)
        me.wait_for_turn()
        before = me.at
        me.page.evaluate(click, 1)
        me.turn(before)
        me.wait("#inside svg [data-action]")
        then, count = me.at, len(entries(house, path))
        me.page.evaluate(click, 2)
        me.page.wait_for_timeout(700)
        assert me.at == then and len(entries(house, path)) == count
        me.page.evaluate(click, 1)
        me.moved(then)
        assert len(entries(house, path)) > count
