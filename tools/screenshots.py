"""The README's screenshots, made by the program: tables in the middle of a game, into docs/screenshots. `make screenshots`."""

from __future__ import annotations

import io
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import commandery  # noqa: E402
from commandery.bots import Sight, make_bot  # noqa: E402
from commandery.core.contract import CHANCE  # noqa: E402
from commandery.server.journal import Entry, Play, Verb  # noqa: E402
from server.browsing import PHONE, WIDE, Screen, lay  # noqa: E402
from server.conftest import FLAGS, Server, chromium_path  # noqa: E402

_MOVES = {"templar": 90, "templari": 130, "journey": 70}


def middle(name: str, players: int = 4) -> Play:
    """A table in the middle of a game between bots, where the first seat, somebody's, is asked something."""
    rng, bot = random.Random(4), make_bot("greedy", 4)
    play = Play(commandery.game(name, players), frozenset({0}))
    moves = 0
    while moves < _MOVES[name] or not play.asked(0):
        if CHANCE in play.match.to_act:
            outcomes = play.match.outcomes()
            action = rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0]
            play.read(Entry(CHANCE, Verb.PLAY, str(action)))
            continue
        seat = play.match.to_act[0]
        play.read(Entry(seat, Verb.PLAY, str(bot.choose(Sight(play.match, seat)))))
        moves += 1
    return play


def save(screen: Screen, name: str) -> None:
    """A picture of the window, small enough to be kept, when everything has come to rest."""
    screen.page.wait_for_timeout(1500)
    picture = Image.open(io.BytesIO(screen.page.screenshot()))
    path = ROOT / "docs" / "screenshots" / f"{name}.webp"
    path.parent.mkdir(exist_ok=True)
    picture.save(path, quality=80, method=6)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KB")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        with Screen(browser, server) as screen:
            screen.page.goto("/")
            save(screen, "home")
        for name in _MOVES:
            table, (person,) = lay(server, middle(name))
            with Screen(browser, server, WIDE, person=person) as screen:
                screen.page.goto(table)
                screen.wait_for_turn()
                save(screen, name)
        with Screen(browser, server, PHONE, person=person, color_scheme="dark") as screen:
            screen.page.goto(table)
            screen.wait_for_turn()
            save(screen, "phone")
        browser.close()
        server.finish()


if __name__ == "__main__":
    main()
