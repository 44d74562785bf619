"""A phone has little room: nothing covers what is asked and what can be done, whoever's turn it is."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from commandery.core import registry
from commandery.server.journal import Entry, Play, Verb
from server import browsing
from server.browsing import PHONE, Screen, lay, played
from server.conftest import Server

_LANGUAGES = ("en-GB", "fr-FR", "it-IT")
_POSITIONS = 4
_SIDEWAYS = {"width": 844, "height": 390}
_LATER = 100_000  # milliseconds that bots wait before they play
_COVERED = """() => {
  const asked = document.querySelector("#asked"), scrolled = asked.querySelector(".can")?.getBoundingClientRect();
  const parts = ".whose, .prompt, .settle > *, .can button, .can a, .can p, .grip, .curtain > *, .latest li";
  const found = [];
  for (const element of asked.querySelectorAll(parts)) {
    const text = document.createRange();
    text.selectNodeContents(element);
    for (const box of element.matches("p, li") ? text.getClientRects() : [element.getBoundingClientRect()]) {
      const inside = scrolled && element.closest(".can");
      const top = inside ? Math.max(box.top, scrolled.top) : box.top;
      const bottom = inside ? Math.min(box.bottom, scrolled.bottom) : box.bottom;
      if (box.width > 2 && bottom - top > 2) found.push([element, box.left, top, box.right, bottom]);
    }
  }
  const one = (a, b) => a.contains(b) || b.contains(a);
  const overlap = ([a, left, top, right, bottom], [b, left2, top2, right2, bottom2]) =>
    !one(a, b) && left < right2 - 2 && left2 < right - 2 && top < bottom2 - 3 && top2 < bottom - 3;
  const told = ([element]) => `${element.className || element.tagName} "${element.textContent.trim()}"`;
  return found.flatMap((part, i) => found.slice(i + 1).filter((other) => overlap(part, other)).map((other) =>
    `${told(part)} and ${told(other)}`));
}"""


def somewhere(game: str, rng: random.Random) -> Play:
    """A play in which the first seat can do something; people in one seat, in three or in all."""
    players = rng.randint(3, 5)
    honour = {"table_rules": "honour"} if game != "journey" and rng.random() < 0.5 else {}
    play = Play(registry.find(game).setup(players, **honour), frozenset(range(rng.choice((1, 3, players)))))
    least = int(300 * rng.random() ** 2)
    while True:
        while drawn := play.draw():
            play.read(drawn)
        if play.over:
            return somewhere(game, rng)
        if len(play.entries) >= least and 0 in play.match.may_act:
            return play
        seat = rng.choice(play.match.to_act)
        play.read(Entry(seat, Verb.PLAY, str(rng.choice(play.match.legal(seat)))))


@pytest.mark.parametrize("size", [PHONE, _SIDEWAYS], ids=["upright", "sideways"])
@pytest.mark.parametrize("game", ["templar", "templari", "journey"])
def test_nothing_covers_what_is_asked(chromium: Browser, house: Server, game: str, size: dict[str, int]) -> None:
    rng = random.Random(5)
    for number in range(_POSITIONS):
        play = somewhere(game, rng)
        together = len(play.people) > 1 and number % 4 == 3
        table, people = lay(house, play, pace=_LATER, together=together)
        with Screen(chromium, house, size, person=people[0], locale=_LANGUAGES[number % 3]) as screen:
            screen.page.goto(table)
            screen.wait("#asked")
            assert not screen.page.evaluate(_COVERED)
            asked, board = screen.page.locator("#asked").bounding_box(), screen.page.locator(".board").bounding_box()
            assert asked and board
            if size == _SIDEWAYS:
                assert asked["x"] >= board["x"] + board["width"] and asked["height"] == size["height"]
            else:
                assert asked["y"] > size["height"] / 2
            first = screen.page.locator(".can button")
            if first.count():
                at = screen.at
                first.first.click()
                screen.page.wait_for_function("at => document.querySelector('#asked').dataset.at !== at", arg=at)
                assert not screen.page.evaluate(_COVERED)


@pytest.mark.parametrize("size", [{"width": 1024, "height": 768}, PHONE], ids=["narrow", "phone"])
def test_the_result_fits_however_long_the_names_are(
    chromium: Browser, house: Server, size: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browsing, "NAMES", tuple(sign * 24 for sign in "WMQOG"))
    table, (person, *_) = lay(house, played("journey", 5, seats=(0, 1, 2, 3, 4)))
    with Screen(chromium, house, size, person=person, locale="fr-FR") as me:
        me.page.goto(table)
        for part in (".result h2", ".result .wide"):
            wide, seen = me.page.locator(part).evaluate("part => [part.scrollWidth, part.clientWidth]")
            assert wide <= seen, part


def test_news_from_the_chat_leave_room_for_my_name(chromium: Browser, house: Server) -> None:
    table, (person,) = lay(house, played("journey", 3))
    with Screen(chromium, house, PHONE, person=person, locale="fr-FR") as me:
        me.page.goto(table)
        me.page.evaluate("""() => {
            const link = document.querySelector("[data-to-chat]");
            link.querySelector("[data-unread]").textContent = "12";
            link.hidden = link.querySelector("[data-unread]").hidden = false;
        }""")
        cut = me.page.locator(".top nav > a:visible").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => getComputedStyle(one).display)"
        )
        assert cut == ["block"]  # of the rules, and it says so: an ellipsis needs a block
