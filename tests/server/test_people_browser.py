"""Other people in real browsers: the chat, tabs that nobody looks at, a network that goes away, two tabs of one seat."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import wait_until
from server.browsing import PHONE, WIDE, Screen, in_phase, lay, shots, walk_to
from server.conftest import Server
from server.test_clock import wind
from server.test_house import rows

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", {get: () => hidden, configurable: true});
    Object.defineProperty(document, "visibilityState", {get: () => hidden ? "hidden" : "visible", configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


RECORD = """
    window.told = [];
    window.Notification = class extends Notification {
        constructor(title, about) { super(title, about); window.told.push(about.body); }
    };
"""


def hide(page: Page, hidden: bool = True) -> None:
    """Put the tab behind others, or show it again."""
    page.evaluate(HIDE, hidden)


def at_table(server: Server, name: str = "templari", phase: str = "bidding") -> tuple[str, list[str]]:
    return lay(server, walk_to(name, in_phase(phase), seats=(0, 1)))


def speak(screen: Screen, text: str) -> None:
    screen.page.fill("#say input[name=text]", text)
    screen.page.press("#say input[name=text]", "Enter")


def streams(server: Server, table: str) -> int:
    """How many pages of the table are open, as the house sees it."""
    return int(rows(server, "SELECT count(*) FROM watcher WHERE table_id = ?", table.removeprefix("/t/"))[0][0])


def thin(server: Server) -> int:
    return int(rows(server, "SELECT count(*) FROM watcher WHERE table_id IS NULL")[0][0])


def test_people_talk_and_nobody_loses_what_they_are_typing(chromium: Browser, house: Server) -> None:
    table, (person, other) = at_table(house)
    with Screen(chromium, house, person=person) as me, Screen(chromium, house, person=other) as you:
        for screen in (me, you):
            screen.page.goto(table)
            screen.wait("#inside[data-htmx-powered]")
        you.page.fill("#say input[name=text]", "half a sent")
        speak(me, "Good evening <i>")
        expect(you.page.locator("#messages")).to_contain_text("Good evening <i>")
        expect(me.page.locator("#say input[name=text]")).to_have_value("")
        expect(you.page.locator("#say input[name=text]")).to_have_value("half a sent")
        assert you.page.locator("#messages i").count() == 0
        expect(me.page.locator("#panel-1 .here")).to_have_attribute("data-here", "here")
        you.page.locator(".mute").click()
        expect(you.page.locator("#messages")).not_to_contain_text("Good evening")
        you.page.locator("#chat summary").click()
        you.page.locator(".mute").evaluate("button => button.click()")
        expect(you.page.locator("#messages")).to_contain_text("Good evening")
        speak(me, "Are you there?")
        for badge in you.page.locator("[data-unread]").all():
            expect(badge).to_have_text("1")
        you.page.locator("[data-to-chat]").click()
        expect(you.page.locator("#messages")).to_be_visible()
        expect(you.page.locator("[data-to-chat]")).to_be_hidden()
        shots(me.page, "chat")


def test_two_tabs_of_one_seat_both_follow(chromium: Browser, house: Server) -> None:
    table, (person, _) = at_table(house)
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        second = me.context.new_page()
        second.goto(table)
        second.wait_for_selector("#inside[data-htmx-powered]")
        (passing,) = me.page.locator(".choices button", has_text="Pass").evaluate_all("all => all.map(one => one.value)")
        me.press(passing)
        expect(second.locator("#do-confirm")).to_be_visible()
        second.locator("#do-confirm").click()
        expect(me.page.locator("#do-confirm")).to_have_count(0)
        wait_until(lambda: streams(house, table) == 2)


def test_a_hidden_tab_keeps_only_a_thin_line_and_is_caught_up_when_shown(chromium: Browser, house: Server) -> None:
    table, (person, other) = at_table(house)
    with Screen(chromium, house, person=person) as me, Screen(chromium, house, person=other) as you:
        for screen in (me, you):
            screen.page.goto(table)
            screen.wait("#inside[data-htmx-powered]")
        you.context.grant_permissions(["notifications"])
        second = you.context.new_page()
        for page in (you.page, second):
            page.add_init_script(RECORD)
            page.goto(table)
            page.wait_for_selector("#inside[data-htmx-powered]")
        wait_until(lambda: streams(house, table) == 3)
        for page in (you.page, second):
            page.mouse.click(700, 30)  # a bell rings only for who has done something
            hide(page)
        wait_until(lambda: streams(house, table) == 1)
        wait_until(lambda: thin(house) == 1)  # one for both tabs
        assert not you.page.title().startswith("●")
        at = you.at
        while not you.page.title().startswith("●"):  # until it is the other's turn
            me.wait_for_turn()
            me.press(me.choices()[0])
            if me.page.locator("#do-confirm").count():
                me.press("confirm")
            me.page.wait_for_timeout(700)
        assert you.at == at
        rung = [page.locator("body").get_attribute("data-rung") for page in (you.page, second)]
        assert rung.count("1") == 1  # one bell for both tabs
        told = [page.evaluate("window.told") for page in (you.page, second)]
        assert sorted(told) == [[], ["It is your turn."]]  # and one notification
        for page in (you.page, second):
            hide(page, False)
        you.moved(at)
        you.wait_for_turn()
        wait_until(lambda: streams(house, table) == 3 and thin(house) == 0)


def test_a_browser_without_shared_workers_hears_the_same(chromium: Browser, house: Server) -> None:
    table, (person, other) = at_table(house)
    with Screen(chromium, house, person=person) as me, Screen(chromium, house, person=other) as you:
        you.page.add_init_script("delete window.SharedWorker")
        you.page.goto("/")
        expect(you.page.locator("#mine em")).to_have_text("in play")
        wait_until(lambda: thin(house) == 1)
        me.page.goto(table)
        me.wait("#inside[data-htmx-powered]")
        me.page.locator(".leave > details > summary").click()
        expect(me.page.locator("button[value=resign]")).to_be_hidden()  # asked a second time
        me.page.locator(".sure > summary", has_text="Give up").click()
        me.page.locator("button[value=resign]").click()  # a bot plays on at once
        expect(you.page.locator("#mine .asked-now")).to_have_text("your turn")


def test_my_turn_rings_also_when_the_house_was_opened_again_meanwhile(chromium: Browser, house: Server) -> None:
    """Until the rules of a game are loaded the house tells nothing of its tables."""
    told = [{"T": {"moves": 5, "turn": False}}, {}, {"T": {"moves": 6, "turn": True}}, {}, {"T": {"moves": 6, "turn": True}}]
    with Screen(chromium, house) as screen:
        screen.page.goto("/")
        begun = screen.page.evaluate(
            """async (told) => {
              globalThis.EventSource = class { constructor() { globalThis.line = this; } addEventListener() {} close() {} };
              const { connect } = await import("/static/thin.js?apart");
              const begun = [];
              const port = { postMessage: (message) => begun.push(message.begun) };
              connect(port);
              port.onmessage({ data: { listens: true } });
              for (const tables of told) globalThis.line.onmessage({ data: JSON.stringify(tables) });
              port.onmessage({ data: { listens: false } });
              return begun;
            }""",
            told,
        )
    assert begun == [[], [], ["T"], [], []]


def test_notifications_are_asked_for_only_by_a_button(chromium: Browser, house: Server) -> None:
    table, (person, _) = at_table(house)
    with Screen(chromium, house, person=person) as me:
        me.page.add_init_script("""
            Object.defineProperty(Notification, "permission", {get: () => window.wasAsked ? "granted" : "default"});
            Notification.requestPermission = async () => { window.wasAsked = true; return "granted"; };
        """)
        for path, opened in (("/me", ""), (table, ".leave > details > summary")):
            me.page.goto(path)
            if opened:
                me.wait_for_turn()
                me.page.locator(opened).click()
            assert not me.page.evaluate("Boolean(window.wasAsked)")
            me.page.locator("[data-notify]").click()
            expect(me.page.locator("[data-notified]")).to_be_visible()
            expect(me.page.locator("[data-notify]")).to_be_hidden()


def test_phones_whose_pages_may_not_notify_do_so_by_a_worker(chromium: Browser, house: Server) -> None:
    table, (person, other) = at_table(house)
    with Screen(chromium, house, person=person) as me, Screen(chromium, house, PHONE, person=other) as you:
        you.context.grant_permissions(["notifications"])
        you.page.add_init_script("""
            window.Notification = class { constructor() { throw new TypeError("Illegal constructor"); } };
            Notification.permission = "granted";
            ServiceWorkerRegistration.prototype.showNotification = async function (title, about) {
                window.told = [this.active.state, about.body, about.data];
            };
        """)
        you.page.goto("/")
        expect(you.page.locator("#mine em")).to_have_text("in play")
        hide(you.page)
        wait_until(lambda: thin(house) == 1)
        me.page.goto(table)
        me.wait("#inside[data-htmx-powered]")
        me.page.locator(".leave > details > summary").click()
        me.page.locator(".sure > summary", has_text="Give up").click()
        me.page.locator("button[value=resign]").click()  # a bot plays on at once
        expect(you.page.locator("#mine .asked-now")).to_have_text("your turn")
        you.page.wait_for_function("() => window.told")
        state, body, where = you.page.evaluate("window.told")
        assert (body, where) == ("It is your turn.", table) and state in ("activating", "activated")


def test_a_page_that_crashed_is_not_the_one_that_speaks(chromium: Browser, house: Server) -> None:
    with Screen(chromium, house) as screen:
        screen.page.goto("/")
        heard = screen.page.evaluate(
            """async () => {
              globalThis.EventSource = class { constructor() { globalThis.line = this; } addEventListener() {} close() {} };
              const { connect } = await import("/static/thin.js?crashed");
              const begun = {};
              const page = (name) => {
                const port = { postMessage: (message) => { begun[name] = message.begun; } };
                connect(port);
                port.onmessage({ data: { listens: true, table: "T", turn: false } });
                return port;
              };
              const [first, second] = [page("crashed"), page("opened again")];
              globalThis.line.onmessage({ data: JSON.stringify({ T: { moves: 6, turn: true } }) });
              const heard = { ...begun };
              second.onclose();
              begun["opened again"] = "nothing more";
              globalThis.line.onmessage({ data: JSON.stringify({ T: { moves: 7, turn: false } }) });
              globalThis.line.onmessage({ data: JSON.stringify({ T: { moves: 8, turn: true } }) });
              return [heard, begun];
            }"""
        )
    assert heard == [{"crashed": [], "opened again": ["T"]}, {"crashed": ["T"], "opened again": "nothing more"}]


def test_the_home_page_says_by_itself_where_it_is_my_turn(chromium: Browser, house: Server) -> None:
    table, (person, other) = at_table(house)
    with Screen(chromium, house, person=person) as me, Screen(chromium, house, person=other) as you:
        you.page.goto("/")
        expect(you.page.locator("#mine em")).to_have_text("in play")
        me.page.goto(table)
        for _ in range(8):
            if you.page.locator("#mine .asked-now").count():
                break
            me.wait_for_turn()
            me.press(me.choices()[0])
            if me.page.locator("#do-confirm").count():
                me.press("confirm")
            me.page.wait_for_timeout(700)
        expect(you.page.locator("#mine .asked-now")).to_have_text("your turn")
        assert you.page.title().startswith("● (1)")


def test_a_browser_that_says_it_is_offline_shows_it(chromium: Browser, house: Server) -> None:
    table, (person, _) = at_table(house)
    with Screen(chromium, house, person=person) as me:
        me.page.goto(table)
        me.wait("#panel-0 .here[data-here=here]")
        me.context.set_offline(True)
        expect(me.page.locator("#offline")).to_be_visible()
        shots(me.page, "offline")
        me.context.set_offline(False)
        expect(me.page.locator("#offline")).to_be_hidden(timeout=20_000)


class Wire:
    """A wire to the house that can be cut."""

    def __init__(self, server: Server) -> None:
        self.house, self.settings = server.house, server.settings
        self._to = ("127.0.0.1", server.port)
        self._ends: list[socket.socket] = []
        self._cut = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._cut = True
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def mend(self) -> None:
        self._cut = False

    def _accept(self) -> None:
        while True:
            near, _ = self._listening.accept()
            if self._cut:
                near.close()
                continue
            far = socket.create_connection(self._to)
            self._ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError), one, other:
            while some := one.recv(65536):
                other.sendall(some)


def test_a_network_that_was_cut_comes_back_with_what_has_happened(chromium: Browser, house: Server) -> None:
    table, (person, other) = at_table(house)
    wire = Wire(house)
    with Screen(chromium, house, person=person) as me, Screen(chromium, wire, person=other) as you:  # type: ignore[arg-type]
        for screen in (me, you):
            screen.page.goto(table)
            screen.wait("#inside[data-htmx-powered]")
        wire.cut()
        expect(you.page.locator("#offline")).to_be_visible(timeout=20_000)
        at = you.at
        me.wait_for_turn()
        me.press(me.choices()[0])
        speak(me, "Can you hear me?")
        expect(me.page.locator("#messages")).to_contain_text("Can you hear me?")
        assert you.at == at
        wire.mend()
        you.moved(at)
        expect(you.page.locator("#offline")).to_be_hidden()
        expect(you.page.locator("#messages")).to_contain_text("Can you hear me?")


def test_a_line_that_is_silent_for_too_long_is_taken_anew(chromium: Browser, house: Server) -> None:
    """As after a laptop was closed: the line looks open, and nothing comes by it."""
    table, (person, _) = at_table(house)
    with Screen(chromium, house, person=person) as me:
        lines: list[str] = []
        me.page.on("request", lambda request: lines.append(request.url) if f"{table}/stream" in request.url else None)
        me.page.clock.install()
        me.page.goto(table)
        wait_until(lambda: streams(house, table) == 1)
        assert len(lines) == 1
        me.page.clock.fast_forward(70_000)
        expect(me.page.locator("#offline")).to_be_visible()
        me.page.clock.run_for(3_000)
        expect(me.page.locator("#offline")).to_be_hidden()
        assert len(lines) == 2
        me.page.clock.run_for(30_000)
        assert len(lines) == 2


def test_who_leaves_comes_back_by_a_button(chromium: Browser, house: Server) -> None:
    table, (person, other) = at_table(house)
    with Screen(chromium, house, PHONE, person=person) as me, Screen(chromium, house, person=other) as you:
        for screen in (me, you):
            screen.page.goto(table)
            screen.wait("#inside[data-htmx-powered]")
        me.page.locator(".leave > details > summary").click()
        me.page.locator("button[value=leave]").click()
        expect(you.page.locator("#panel-0 .here")).to_have_attribute("data-here", "left")
        me.wait("button[value=back]")
        shots(me.page, "left")
        expect(you.page.locator("#replace-0")).to_have_count(0)  # who did not open the table replaces nobody
        me.page.locator("button[value=back]").click()
        expect(me.page.locator("button[value=back]")).to_have_count(0)
        expect(you.page.locator("#panel-0 .here")).to_have_attribute("data-here", "here")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_clock_counts_down(chromium: Browser, house: Server, size: dict[str, int]) -> None:
    with Screen(chromium, house, size) as stranger:
        stranger.page.goto("/")  # so that the browser is awake before time runs
    table, (person, _) = at_table(house)
    wind(house, table, 29)
    with Screen(chromium, house, size, person=person) as me:
        me.page.goto(table)
        expect(me.page.locator("#clock-0.running.short")).to_be_visible()
        expect(me.page.locator("#time-told")).to_have_text(re.compile("^[13]0 seconds left$"))
        before = me.page.locator("#clock-0").inner_text()
        assert re.fullmatch("0:[0-2][0-9]", before)
        expect(me.page.locator("#clock-0")).not_to_have_text(before)
        expect(me.page.locator("#asked #clock-mine.running.short")).to_be_in_viewport()  # on a phone, too
        shots(me.page, "clock")


def test_pages_come_back_after_the_house_was_killed(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    table, (person, _) = at_table(server)
    with Screen(chromium, server, person=person) as me:
        me.page.goto(table)
        me.wait_for_turn()
        speak(me, "before")
        expect(me.page.locator("#messages")).to_contain_text("before")
        server.close()
        expect(me.page.locator("#offline")).to_be_visible(timeout=20_000)
        server.open()
        expect(me.page.locator("#offline")).to_be_hidden(timeout=60_000)
        speak(me, "after")
        expect(me.page.locator("#messages")).to_contain_text("after")
    server.finish()
