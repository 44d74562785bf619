"""The house killed in the middle of games, again and again: what was acknowledged is there, and every game goes on."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import defaultdict
from pathlib import Path

import httpx
import pytest

from conftest import wait_until
from server.conftest import Browser
from server.processes import Process, same_person, serving
from server.test_house import rows
from soak import Progress

GAMES = ("templar", "templari", "journey")


class Player:
    """Somebody who plays against bots as fast as the house answers, and remembers what it has acknowledged."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.browser: Browser | None = None
        self.table = ""
        self.acknowledged: dict[str, set[str]] = defaultdict(set)

    def arrive(self, server: Process) -> None:
        """Come to the house, again or for the first time."""
        if self.browser is None:
            self.browser = Browser(server)  # type: ignore[arg-type]
            self.browser.post("/me", nickname="Anna", pace="0", confirm="on")
        else:
            self.browser = same_person(self.browser, server)
        self.token = self.browser.token()
        if not self.table or 'class="result' in self.browser.get(self.table).text:
            self.table = self.browser.play_now(self.game)

    def act(self) -> bool:
        """Do the first thing that comes to mind; False if the game is over."""
        assert self.browser is not None

        def asked() -> bool:
            assert self.browser is not None
            return self.browser.is_asked(self.table) or 'class="result' in self.browser.get(self.table).text

        wait_until(asked, 30)
        if not self.browser.is_asked(self.table):
            return False
        form = self.browser.asked(self.table)
        verb, _, action = form.pop("buttons").split(" ")[0].partition(":")
        do = f"{verb} {action}".strip()
        data = {"_csrf_token": self.token, **form, "do": do}
        answer = self.browser.http.post(f"{self.table}/act", data=data, headers={"HX-Request": "true"})
        assert answer.status_code == 204, answer.text
        self.acknowledged[self.table].add(f"{form['seat']}:{form['decision']}:{form['at']}:{verb}:{action}")
        return True

    def play(self) -> None:
        """Until the house is gone, or the game over."""
        try:
            while self.act():
                pass
        except httpx.TransportError:
            pass

    def check(self, server: Process) -> None:
        """All that was acknowledged is on the disk."""
        for table, keys in self.acknowledged.items():
            found = rows(server, "SELECT key FROM entry WHERE table_id = ?", table.removeprefix("/t/"))  # type: ignore[arg-type]
            assert keys <= {row[0] for row in found}
        for table in [table for table in self.acknowledged if table != self.table]:
            del self.acknowledged[table]


@pytest.mark.sized("kills")
def test_nothing_acknowledged_is_lost_and_every_game_goes_on(store: str, tmp_path: Path, size: int, progress: Progress) -> None:
    rng = random.Random(progress.done)
    players = [Player(game) for game in GAMES]
    while progress.done < size:
        with serving(tmp_path, store) as server:
            for player in players:
                player.check(server)
                player.arrive(server)
                assert player.act()
            threads = [threading.Thread(target=player.play) for player in players]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.05, 2.0))
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
            for thread in threads:
                thread.join(60)
                assert not thread.is_alive()
        progress.advance(1)
    with serving(tmp_path, store) as server:
        for player in players:
            player.check(server)
            player.arrive(server)
            assert player.act()


def test_a_term_signal_lets_finish_what_is_under_way(store: str, tmp_path: Path) -> None:
    player = Player("templari")
    with serving(tmp_path, store) as server:
        player.arrive(server)
        thread = threading.Thread(target=player.play)
        thread.start()
        wait_until(lambda: len(player.acknowledged[player.table]) > 5, 30)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(15) in (0, -signal.SIGTERM)
        thread.join(30)
        player.check(server)
        assert "Traceback" not in server.log.read_text()
