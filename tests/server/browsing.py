"""Real browsers: somebody at a screen, who clicks what can be clicked."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

import commandery
from commandery.bots import Sight, make_bot
from commandery.core.contract import CHANCE
from commandery.server.journal import Entry, Play, Verb
from commandery.server.keeper import note_result
from commandery.server.people import COOKIE, People
from commandery.server.store.database import Database
from commandery.server.store.models import EntryRow, Person, Seat, Status, Table
from commandery.server.tables import BOT_NAMES
from server.conftest import Server, awaited

__all__ = ["WIDE", "PHONE", "Screen", "in_phase", "lay", "played", "shots", "walk_to"]

WIDE = {"width": 1440, "height": 900}
NAMES = ("Anna", "Bruno", "Carla", "Denis", "Elsa")
PHONE = {"width": 390, "height": 844}
SHOTS = Path(__file__).resolve().parent.parent.parent / "build" / "screenshots"


_CLICK = """action => {
    const place = document.querySelector(`[data-action="${action}"]`);
    place?.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    return place !== null;
}"""


_ASKED = """after => {
    const decision = document.querySelector("#asked.mine .choices [name=decision]")?.value;
    if (!document.querySelector("#inside[data-htmx-powered]")) return false;
    if (document.querySelector(".result")) return {over: true};
    const buttons = [...document.querySelectorAll(".choices button[value^=play], .choices button[value=confirm]")];
    return decision && decision !== after && buttons.length > 0 && {decision, values: buttons.map(button => button.value)};
}"""


def shots(page: Page, name: str) -> None:
    """Keep what the page looks like, for people to judge."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    width = page.viewport_size["width"] if page.viewport_size else 0
    page.screenshot(path=SHOTS / f"{name}-{width}.png", animations="disabled")


class Screen:
    """Somebody at a screen: a window of a browser with cookies of its own."""

    def __init__(self, browser: Browser, server: Server, size: dict[str, int] = WIDE, person: str = "", **about: Any) -> None:
        phone = size["width"] < 600
        self.context: BrowserContext = browser.new_context(
            viewport=size, base_url=server.address, has_touch=phone, is_mobile=phone, **{"locale": "en-GB", **about}
        )  # fmt: skip
        if person:
            people = People(server.house.database, server.settings.secret)
            value = people.cookie(Person(id=person, nickname=""))
            self.context.add_cookies([{"name": COOKIE, "value": value, "url": server.address}])
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def close(self) -> None:
        """Go; nothing must have gone wrong in the page."""
        self.context.close()
        quiet = ("net::ERR", "422", "Failed to load resource", "Failed to fetch", "htmx:sse:error")
        wrong = [error for error in self.errors if not any(word in error for word in quiet)]
        assert not wrong, wrong

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The house

    def play_now(self, game: str, level: str = "novice") -> str:
        """Two clicks from the door to a game against bots; its path."""
        self.page.goto("/")
        self.page.locator(f".game-{game} select[name=level]").select_option(level)
        self.page.locator(f".game-{game} form[action='/play'] button").click()
        self.page.wait_for_selector(".play", timeout=60_000)
        return "/t/" + self.page.url.split("/t/")[1].partition("?")[0]

    def wish(self, confirm: bool = True, pace: int = 0, nickname: str = "Anna") -> None:
        """How I like to play."""
        self.page.goto("/me")
        self.page.locator("input[name=nickname]").fill(nickname)
        self.page.locator("input[name=confirm]").set_checked(confirm)
        self.page.locator("select[name=pace]").select_option(str(pace))
        self.page.locator("form[action='/me'] button.main").click()
        self.page.wait_for_load_state()

    # At a table

    @property
    def at(self) -> str:
        return self.page.locator("#asked").get_attribute("data-at") or ""

    @property
    def is_over(self) -> bool:
        return self.page.locator(".result").count() > 0

    @property
    def buttons(self) -> Locator:
        """What can be chosen or confirmed."""
        return self.page.locator(".choices button[value^=play], .choices button[value=confirm]")

    def wait(self, selector: str, seconds: float = 30) -> None:
        self.page.wait_for_selector(selector, timeout=seconds * 1000)

    def wait_for_turn(self) -> bool:
        """Until something is asked of me, and the page listens; False if the game is over."""
        self.wait("#inside[data-htmx-powered]")
        self.wait(".choices button[value^=play], .choices button[value=confirm], .result", 60)
        return not self.is_over

    def turn(self, after: str = "") -> tuple[str, list[str]] | None:
        """Once another decision is asked of me: its number, and what I can choose; None if the game is over."""
        try:
            found = self.page.wait_for_function(_ASKED, arg=after, timeout=60_000).json_value()
        except PlaywrightTimeout:
            raise self._stuck(after) from None
        return None if "over" in found else (found["decision"], found["values"])

    def moved(self, at: str) -> None:
        """Until the table has moved on."""
        try:
            self.wait(f"#asked:not([data-at='{at}'])")
        except PlaywrightTimeout:
            raise self._stuck(at) from None

    def _stuck(self, at: str) -> AssertionError:
        told = self.page.locator("#notice").inner_text(), self.page.locator(".asked").inner_text()
        return AssertionError(f"the table did not move on from {at}: {told}")

    def press(self, value: str) -> None:
        """Press the button of an action, until the table has moved on."""
        at = self.at
        self.click_button(value)
        self.moved(at)

    def click_button(self, value: str) -> None:
        """Click the button of an action; on phones it may be below the fold of its sheet."""
        self.page.locator(f".choices button[value='{value}']").click()

    def touch(self, action: str) -> bool:
        """Click the place of an action, until the table has moved on; False if it has none that stands for it alone."""
        at = self.at
        if not self.click_place(action):
            return False
        self.moved(at)
        return True

    def click_place(self, action: str) -> bool:
        """Click the place of an action on the board or in the hand; False if it has none that stands for it alone."""
        return bool(self.page.evaluate(_CLICK, action))

    def choices(self) -> list[str]:
        return [value for value in self.buttons.evaluate_all("all => all.map(one => one.value)") if value]


# Tables in the middle of a game


def _draw(play: Play, rng: random.Random) -> bool:
    """What chance does next, as often as it should; False if nothing is up to chance."""
    if CHANCE not in play.match.to_act:
        return False
    actions, weights = zip(*play.match.outcomes(), strict=True)
    play.read(Entry(CHANCE, Verb.PLAY, str(rng.choices(actions, weights)[0])))
    return True


def walk_to(name: str, wanted: Callable[[Play], bool], players: int = 3, seats: tuple[int, ...] = (0,), **options: Any) -> Play:
    """A play in which the first of these seats, of people, is asked something, and which is wanted; found by playing at
    random."""
    game = commandery.game(name, players, **options)
    for seed in range(400):
        rng = random.Random(seed)
        play = Play(game, frozenset(seats))
        while not play.over:
            if _draw(play, rng):
                continue
            if play.asked(seats[0]) and wanted(play):
                return play
            other = rng.choice(play.match.to_act)
            play.read(Entry(other, Verb.PLAY, str(rng.choice(play.match.legal(other)))))
    raise AssertionError(f"{name}: not reached")


def played(name: str, players: int = 3, seats: tuple[int, ...] = (0,), seed: int = 4, **options: Any) -> Play:
    """A play to its end: people in these seats, who do anything, bots in the others."""
    game, rng, bot = commandery.game(name, players, **options), random.Random(seed), make_bot("greedy", seed)
    play = Play(game, frozenset(seats))
    while not play.over:
        if _draw(play, rng):
            continue
        seat = play.match.to_act[0]
        sight = Sight(play.match, seat)
        play.read(Entry(seat, Verb.PLAY, str(rng.choice(sight.legal) if seat in seats else bot.choose(sight))))
    return play


def in_phase(phase: str) -> Callable[[Play], bool]:
    """Whether a play is in this phase, as views name it."""
    return lambda play: str(play.match.view(None)["phase"]) == phase


def lay(server: Server, play: Play, confirm: bool = True, pace: int = 0, together: bool = False) -> tuple[str, list[str]]:
    """Put a play on a table of the house: its path, and who sits there; together: at one screen, so all of them are one."""

    async def write() -> tuple[str, list[str]]:
        database = Database(server.settings.database)
        async with database.write() as session:
            people = {seat: Person(nickname=NAMES[seat], wishes={"confirm": confirm}) for seat in sorted(play.people)}
            if together:
                people = dict.fromkeys(people, next(iter(people.values())))
            session.add_all(people.values())
            await session.flush()
            rules = play.game.kind.rules_version
            table = Table(
                game=play.game.name,
                options=dict(play.game.options),
                host=next(iter(people.values())).id,
                status=Status.OVER if play.over else Status.PLAYING,
                rules=rules,
                pace=pace,
            )
            table.seats = [
                Seat(number=seat, person_id=people[seat].id, name=NAMES[seat]) if seat in people
                else Seat(number=seat, level="novice", name=BOT_NAMES[seat])
                for seat in range(play.game.players)
            ]  # fmt: skip
            note_result(table, play)
            session.add(table)
            await session.flush()
            session.add_all(
                EntryRow(table_id=table.id, number=number, seat=entry.seat, verb=entry.verb, action=entry.action)
                for number, entry in enumerate(play.entries)
            )
            found = f"/t/{table.id}", list(dict.fromkeys(person.id for person in people.values()))
        await database.close()
        return found

    return awaited(write())
