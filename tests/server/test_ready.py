"""Before the rules are loaded: whoever is early waits, and nobody else does."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from commandery.server import house as opening
from commandery.server.journal import Play
from conftest import wait_until
from server.conftest import Browser, Server
from server.test_house import entries

PREPARED = "are being prepared"


class Early(Server):
    """A house that is open before its rules are loaded."""

    def wait_for_rules(self) -> None:
        pass


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """To be set when the rules may be loaded. Whoever needs them before fails."""
    let, start, load_rules = threading.Event(), Play.__post_init__, opening.load_rules

    def load(name: str) -> None:
        assert let.wait(60)
        load_rules(name)

    def checked(play: Play) -> None:
        assert let.is_set(), "the rules are needed before they are loaded"
        start(play)

    monkeypatch.setattr(opening, "load_rules", load)
    monkeypatch.setattr(Play, "__post_init__", checked)
    return let


@pytest.fixture
def early(tmp_path: Path, loaded: threading.Event) -> Iterator[Server]:
    opened = Early(tmp_path)
    yield opened
    loaded.set()
    opened.finish()


def test_a_game_begun_early_waits_for_its_rules_and_then_goes_on(early: Server, loaded: threading.Event) -> None:
    browser = Browser(early)
    tables = [browser.play_now("templari"), browser.post("/tables", game="journey").headers["location"]]
    browser.post(f"{tables[1]}/fill")
    assert browser.post(f"{tables[1]}/start").status_code == 303
    for table in tables:
        assert PREPARED in browser.get(table).text
        assert entries(early, table) == []
    assert browser.get("/").status_code == 200
    with httpx.stream("GET", f"{early.address}{tables[0]}/stream", timeout=20) as stream:
        lines = stream.iter_lines()
        assert any(PREPARED in line for line in lines)
        loaded.set()
        assert any('id="board' in line or 'id="asked' in line for line in lines)
    for table in tables:
        assert browser.asked(table)
        assert entries(early, table)


def test_what_is_asked_of_a_game_early_is_answered_when_it_can_be(early: Server, loaded: threading.Event) -> None:
    browser = Browser(early)
    table = browser.play_now("templari")
    answers: list[httpx.Response] = []
    asking = [threading.Thread(target=lambda path=path: answers.append(browser.get(path))) for path in _pages(table)]
    for thread in asking:
        thread.start()
    assert Browser(early).get("/").status_code == 200 and not answers
    loaded.set()
    wait_until(lambda: len(answers) == len(asking))
    assert [answer.status_code for answer in answers] == [200] * len(asking)


def _pages(table: str) -> list[str]:
    return [f"{table}/log", f"{table}/replay", f"/api/v1/tables/{table.removeprefix('/t/')}/position"]
