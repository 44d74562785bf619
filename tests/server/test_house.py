"""The house from outside: what a browser may ask, what it may not, and that nothing is lost."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

import commandery
from commandery.server.people import COOKIE
from commandery.server.thinking import Thinking
from conftest import wait_until
from server.conftest import Browser, Server


def entries(server: Server, table: str) -> list[tuple[Any, ...]]:
    """The journal of a table as it lies on the disk."""
    wanted = "SELECT number, seat, verb, action FROM entry WHERE table_id = ? ORDER BY number"
    return rows(server, wanted, table.removeprefix("/t/"))


def rows(server: Server, wanted: str, *values: str) -> list[tuple[Any, ...]]:
    """What a query finds in the database, read from the disk."""
    if server.store.startswith("postgresql"):
        with psycopg.connect(server.store) as connection:
            return list(connection.execute(wanted.replace("?", "%s").encode(), values))
    path = server.store.removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return list(database.execute(wanted, values))


def choose(browser: Browser, table: str, **changed: str) -> httpx.Response:
    """Press the first button of what is asked."""
    asked = browser.asked(table)
    do = asked.pop("buttons").split(" ")[0].replace(":", " ")
    return browser.post(f"{table}/act", script=True, **{**asked, "do": do, **changed})


# Playing


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_a_move_is_on_the_disk_before_it_is_answered(house: Server, name: str) -> None:
    browser = Browser(house)
    table = browser.play_now(name)
    asked = browser.asked(table)
    before = entries(house, table)
    answer = choose(browser, table)
    assert answer.status_code == 204
    after = entries(house, table)
    assert after[: len(before)] == before
    assert any(seat == int(asked["seat"]) for _, seat, _, _ in after[len(before) :])


def test_the_same_command_twice_is_carried_out_once(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templari")
    asked = browser.asked(table)
    do = asked.pop("buttons").split(" ")[0].replace(":", " ")
    answers = [browser.post(f"{table}/act", script=True, **asked, do=do).status_code for _ in range(3)]
    mine = [row for row in entries(house, table) if row[1] == int(asked["seat"])]
    assert answers == [204, 204, 204]
    assert len(mine) == 1


def test_commands_at_the_same_moment_are_carried_out_once(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templari")
    asked = browser.asked(table)
    do = asked.pop("buttons").split(" ")[0].replace(":", " ")
    token = browser.token()
    cookies = dict(browser.http.cookies)
    answers = []

    def send() -> None:
        with httpx.Client(base_url=house.address, cookies=cookies, headers={"HX-Request": "true"}) as http:
            answers.append(http.post(f"{table}/act", data={"_csrf_token": token, **asked, "do": do}).status_code)

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [204] * 6
    assert len([row for row in entries(house, table) if row[1] == int(asked["seat"])]) == 1


def test_a_stale_command_gets_a_clear_answer_and_changes_nothing(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templari")
    answer = choose(browser, table, decision="0")
    assert answer.status_code == 422
    assert "moved on" in answer.text and "<html" not in answer.text


@pytest.mark.parametrize(
    "changed",
    [
        {"do": "play 99999"}, {"do": "play bid 1000"}, {"do": "fly"}, {"do": ""}, {"seat": "1"}, {"seat": "77"}, {"seat": "x"},
        {"decision": "x"}, {"decision": "-1"}, {"decision": "9" * 5000}, {"seat": "9" * 5000},
        {"do": "play " + "9" * 5000}, {"do": "confirm"}, {"do": "undo"}, {"do": "agree", "at": "\0"}, {"do": "agree \0"},
        {"do": "agree", "at": "x"}, {"do": "agree", "at": "-1"}, {"do": "agree", "at": ""}, {"do": "agree", "at": "9" * 5000},
    ],
    ids=lambda changed: str(changed)[:30],
)  # fmt: skip
def test_nonsense_gets_a_clear_answer_and_changes_nothing(house: Server, changed: dict[str, str]) -> None:
    browser = Browser(house)
    table = browser.play_now("templari")
    browser.asked(table)
    before = entries(house, table)
    answer = choose(browser, table, **changed)
    assert answer.status_code == 422, answer.text
    assert 'role="alert"' in answer.text and "Traceback" not in answer.text
    assert entries(house, table) == before


def test_answers_are_in_the_language_of_who_asks(house: Server) -> None:
    told = {
        choose(browser := Browser(house, language), browser.play_now("templari"), decision="0").text
        for language in ("en", "fr", "it")
    }
    assert len(told) == 3


def test_a_game_against_bots_is_played_to_its_end_and_its_record_replays(house: Server) -> None:
    browser = Browser(house)
    browser.post("/me", nickname="Anna", pace="0")
    table = browser.play_now("templari", players="3")
    assert browser.get(f"{table}/record.json").status_code == 422
    end = time.monotonic() + 120
    while 'class="result' not in (page := browser.get(table).text):
        assert time.monotonic() < end
        if browser.is_asked(table):
            choose(browser, table)
    record = browser.get(f"{table}/record.json")
    match = commandery.replay(json.loads(record.content))
    assert match.over
    assert all(f">{score}<" in page for score in match.outcome.scores)
    again = browser.post(f"{table}/rematch")
    assert again.status_code == 303 and again.headers["location"] != table


def test_the_host_sets_the_bots_pace_in_the_middle_of_a_game(house: Server) -> None:
    host, other = Browser(house), Browser(house)
    table = host.play_now("templari")
    host.asked(table)
    assert other.post(f"{table}/pace", script=True, pace="0").status_code == 422
    assert host.post(f"{table}/pace", script=True, pace="3000").status_code == 204
    assert 'value="3000" selected' in host.get(table).text
    assert host.post(f"{table}/pace", script=True, pace="12").status_code == 204
    assert 'value="3000" selected' in host.get(table).text


def test_the_whole_log_tells_a_seat_what_it_may_know(house: Server) -> None:
    browser, stranger = Browser(house), Browser(house)
    table = browser.play_now("journey")
    for _ in range(5):
        choose(browser, table)
    mine, theirs = browser.get(f"{table}/log"), stranger.get(f"{table}/log")
    assert mine.status_code == theirs.status_code == 200
    assert mine.text.count("<li") >= 5


# Nothing lost


def test_a_restart_in_the_middle_of_a_game_loses_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    browser = Browser(server)
    table = browser.play_now("templar")
    for _ in range(4):
        choose(browser, table)
    browser.asked(table)
    before = entries(server, table)
    server.close()
    server.open()
    assert entries(server, table)[: len(before)] == before
    assert browser.get(table).status_code == 200
    assert choose(browser, table).status_code == 204
    server.finish()


def test_bots_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path)
    browser = Browser(server)
    browser.post("/me", nickname="Anna", pace="3000")
    table = browser.play_now("templari")
    browser.asked(table)
    while browser.is_asked(table):
        choose(browser, table)
    before = len(entries(server, table))
    server.close()
    server.open()
    wait_until(lambda: len(entries(server, table)) > before, 20)
    server.finish()


def test_bots_are_asked_again_after_something_went_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commandery.server.thinking._PATIENCE", 0.2)
    server = Server(tmp_path)
    browser = Browser(server)
    browser.post("/me", nickname="Anna", pace="700")
    table = browser.play_now("templari")
    browser.asked(table)
    failing = iter([True, True])
    think = Thinking._think

    def fail_twice(self: Thinking, live: Any, seat: int) -> Any:
        if next(failing, False):
            raise RuntimeError("a bot that fails")
        return think(self, live, seat)

    monkeypatch.setattr(Thinking, "_think", fail_twice)
    while browser.is_asked(table):
        choose(browser, table)
    before = len(entries(server, table))
    wait_until(lambda: len(entries(server, table)) > before, 20)
    server.finish()


def test_a_bot_that_thinks_too_long_does_something_fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commandery.server.thinking._LONGEST_THOUGHT", 0.2)
    monkeypatch.setattr(Thinking, "_think", lambda self, live, seat: time.sleep(1.5))
    server = Server(tmp_path)
    browser = Browser(server)
    table = browser.play_now("templari")
    browser.asked(table)
    while browser.is_asked(table):
        choose(browser, table)
    before = len(entries(server, table))
    wait_until(lambda: len(entries(server, table)) > before, 20)
    server.finish()


# Who may do what


def test_a_stranger_sees_the_table_and_can_do_nothing(house: Server) -> None:
    browser, stranger = Browser(house), Browser(house)
    table = browser.play_now("templari")
    asked = browser.asked(table)
    page = stranger.get(table)
    assert page.status_code == 200 and 'name="do"' not in page.text
    do = asked.pop("buttons").split(" ")[0].replace(":", " ")
    answer = stranger.post(f"{table}/act", script=True, **asked, do=do)
    assert answer.status_code == 422 and "not yours" in answer.text


def test_a_forged_cookie_is_nobodys(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templari")
    browser.asked(table)
    cookie = browser.http.cookies[COOKIE]
    for forged in (cookie[:-2] + ("AA" if cookie[-2:] != "AA" else "BB"), "x", "", cookie.split(".")[0]):
        forger = Browser(house)
        forger.http.cookies.set(COOKIE, forged)
        page = forger.get(table)
        assert page.status_code == 200 and 'name="do"' not in page.text


def test_a_wrong_link_says_so(house: Server) -> None:
    browser = Browser(house)
    for path in ("/t/nothing", "/t/nothing/stream", "/nowhere", "/rules/chess", "/t/nothing/record.json"):
        answer = browser.get(path)
        assert answer.status_code in (404, 422), path
        assert "Traceback" not in answer.text and "<h1>" in answer.text


def test_a_form_from_elsewhere_is_refused(house: Server) -> None:
    browser = Browser(house)
    browser.get("/")
    answer = browser.http.post("/play", data={"game": "templari", "level": "novice"})
    assert answer.status_code == 403
    answer = browser.http.post("/play", data={"game": "templari", "level": "novice", "_csrf_token": "0" * 128})
    assert answer.status_code == 403


def test_a_form_that_makes_no_sense_is_told_so(house: Server) -> None:
    answer = Browser(house).post("/me", script=True, nickname=["Anna", "Bruno"])
    assert answer.status_code == 400 and "could not be read" in answer.text


def test_too_much_at_once_is_refused(house: Server) -> None:
    browser = Browser(house)
    assert browser.post("/me", nickname="x" * 300_000).status_code == 413
    assert browser.post("/me", nickname="x" * 3_000).status_code == 303


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    server = Server(tmp_path, requests_a_minute=30)
    browser = Browser(server, "fr")
    answers = [browser.get("/rules/templar") for _ in range(40)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429] * 10
    assert "<h1>" in answers[-1].text and '<html lang="fr">' in answers[-1].text
    server.finish()


def test_no_browser_keeps_the_page_of_a_table(house: Server) -> None:
    """Who goes back on a screen that was handed over sees the table anew."""
    browser = Browser(house)
    table = browser.play_now("templari")
    for path in (table, f"{table}?as=0-1", f"{table}/log", f"{table}/replay"):
        assert browser.get(path).headers["cache-control"] == "no-store"
    assert "cache-control" not in browser.get("/").headers


def test_headers_keep_foreign_scripts_out(house: Server) -> None:
    headers = Browser(house).get("/").headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy and "unsafe-eval" not in policy and "script-src 'self' 'unsafe-inline'" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    cookie = Browser(house).post("/me", nickname="Anna").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie


def test_behind_tls_cookies_are_sent_by_tls_only(tmp_path: Path) -> None:
    server = Server(tmp_path, secure=True)
    browser = Browser(server)
    cookies = browser.get("/").headers.get_list("set-cookie")
    token = re.search(r"csrftoken=(\w+)", cookies[0])
    assert token and all("Secure" in cookie for cookie in cookies)
    headers = {"Cookie": f"csrftoken={token[1]}"}
    answer = browser.http.post("/me", data={"nickname": "Anna", "_csrf_token": token[1]}, headers=headers)
    assert answer.status_code == 303 and "Secure" in answer.headers["set-cookie"]
    server.finish()


# Tables before the start


def open_table(host: Browser, game: str = "templari") -> str:
    answer = host.post("/tables", game=game)
    assert answer.status_code == 303
    return answer.headers["location"]


def test_friends_sit_down_by_the_link_and_the_host_begins(house: Server) -> None:
    host, friend, late = Browser(house), Browser(house), Browser(house)
    table = open_table(host)
    assert "open" in friend.get(table).text
    assert friend.post(f"{table}/sit", seat="1", name="Béatrice").status_code == 303
    assert "Béatrice" in host.get(table).text
    refused = host.post(f"{table}/start", script=True)
    assert refused.status_code == 422 and "still open" in refused.text
    assert host.post(f"{table}/clear", script=True, seat="2", level="squire").status_code == 204
    assert "All seats are taken" in late.get(table).text
    answer = late.post(f"{table}/sit", script=True, seat="1", name="Late")
    assert answer.status_code == 422 and "taken" in answer.text
    assert friend.post(f"{table}/start", script=True).status_code == 422
    assert host.post(f"{table}/start", script=True).status_code == 204
    answer = late.post(f"{table}/sit", script=True, seat="2", name="Late")
    assert answer.status_code == 422 and "already begun" in answer.text
    assert "Béatrice" in friend.get(table).text


def test_a_seat_is_left_and_the_host_removes_who_should_go(house: Server) -> None:
    host, friend = Browser(house), Browser(house)
    table = open_table(host)
    friend.post(f"{table}/sit", seat="1", name="Friend")
    assert friend.post(f"{table}/clear", script=True, seat="0").status_code == 422
    assert friend.post(f"{table}/clear", script=True, seat="1").status_code == 204
    assert "Friend" not in host.get(table).text
    friend.post(f"{table}/sit", seat="1", name="Friend")
    assert host.post(f"{table}/clear", script=True, seat="1").status_code == 204
    assert "Friend" not in re.sub(r"<header.*?</header>", "", host.get(table).text, flags=re.S)


def test_only_public_tables_are_listed(house: Server) -> None:
    host, other = Browser(house), Browser(house)
    table = open_table(host)
    assert table not in other.get("/").text
    host.post(f"{table}/options", script=True, players="3", public="on")
    assert table in other.get("/").text
    host.post(f"{table}/options", script=True, players="3")
    assert table not in other.get("/").text


def test_options_are_checked_and_remembered(house: Server) -> None:
    host = Browser(house)
    table = open_table(host, "templar")
    assert host.post(f"{table}/options", script=True, players="4", stephanus="False").status_code == 204
    refused = host.post(f"{table}/options", script=True, players="5", stephanus="False")
    assert refused.status_code == 422 and "Stephanus" in refused.text
    assert host.post(f"{table}/options", script=True, players="9").status_code == 422
    assert host.post(f"{table}/options", script=True, rounds="many").status_code == 422
    assert host.post("/play", game="templar", level="novice", players="5").status_code == 303  # what no longer goes is left out
    again = host.get(open_table(host, "templar")).text
    assert re.search(r'name="stephanus">.*?value="False" selected', again, re.S)


def test_a_board_of_ones_own_is_checked_and_played(house: Server) -> None:
    host = Browser(house)
    table = open_table(host, "templari")
    deck = commandery.game("templari").kind.board_file.read_text()

    def bring(text: bytes) -> httpx.Response:
        files = {"file": ("my-deck.toml", text)}
        headers = {"HX-Request": "true"}
        return host.http.post(f"{table}/board", data={"_csrf_token": host.token()}, files=files, headers=headers)

    refused = bring(deck.replace('game = "templari"', "game = 3").encode())
    assert refused.status_code == 422 and "my-deck.toml" in refused.text
    assert bring(b"\xff\xfe nonsense").status_code == 422
    assert bring(b"x = 1\n" * 20_000).status_code in (413, 422)
    assert bring(deck.encode()).status_code == 204
    assert "deck of its own" in host.get(table).text
    for seat in ("1", "2"):
        host.post(f"{table}/clear", script=True, seat=seat, level="novice")
    assert host.post(f"{table}/start", script=True).status_code == 204
    host.asked(table)


# People


def test_people_come_back_by_name_and_passphrase(house: Server) -> None:
    here, there = Browser(house), Browser(house)
    table = here.play_now("templari")
    assert here.post("/me/keep", name="Anna of Acre", passphrase="short").status_code == 422
    assert here.post("/me/keep", name="Anna of Acre", passphrase="a long passphrase").status_code == 303
    assert "You can come back by the name anna of acre and your passphrase." in here.get("/me").text
    assert Browser(house).post("/me/keep", name="anna of acre", passphrase="another long one").status_code == 422
    assert there.post("/me/return", name="Anna of Acre", passphrase="not this one").status_code == 422
    assert there.post("/me/return", name="Nobody", passphrase="a long passphrase").status_code == 422
    assert there.post("/me/return", name="anna of Acre", passphrase="a long passphrase").status_code == 303
    assert 'class="choices"' in there.get(table).text
    for written, name in (("Two  spaces", "two   Spaces "), (f"{'x' * 23} and more", f"{'x' * 23} and more")):
        assert here.post("/me/keep", name=written, passphrase="a long passphrase").status_code == 303
        assert Browser(house).post("/me/return", name=name, passphrase="a long passphrase").status_code == 303
    hashed = rows(house, "SELECT passphrase FROM person WHERE name IS NOT NULL")[0][0]
    assert hashed.startswith("$argon2id$")


def test_who_saves_how_they_like_to_play_is_told_that_it_is_saved(house: Server) -> None:
    browser = Browser(house)
    assert "Saved." not in browser.get("/me").text
    saved = browser.post("/me", nickname="Anna").headers["location"]
    assert '<span role="status">Saved.</span>' in browser.get(saved).text


def test_the_language_can_be_changed_anywhere(house: Server) -> None:
    browser = Browser(house, "it")
    assert '<html lang="it">' in browser.get("/").text
    answer = browser.post("/language", language="fr", back="/rules/templar")
    assert answer.headers["location"] == "/rules/templar"
    assert '<html lang="fr">' in browser.get("/rules/templar").text
    assert browser.post("/language", language="fr", back="//evil.example/").headers["location"] == "/"
    assert '<html lang="en">' in Browser(house, "de, sv;q=0.5").get("/").text
    assert '<html lang="fr">' in Browser(house, "de, it;q=0.3, fr-CA;q=0.8").get("/").text


def test_names_are_tidied(house: Server) -> None:
    browser = Browser(house)
    assert browser.post("/me", nickname="  \t ").status_code in (303, 422)
    browser.post("/me", nickname="<b>Anna</b>\u202e\x00 of Acre and far beyond the sea")
    page = browser.get("/").text
    assert "<b>Anna" not in page and "&lt;b&gt;Anna&lt;/b&gt; of Acre" in page


# Streams


def test_a_stream_begins_with_the_page_as_it_is_and_follows_it(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templari")
    browser.asked(table)
    at = []
    with browser.http.stream("GET", f"{table}/stream") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        at.append(next(line for line in lines if 'name="at"' in line))
        choose(_twin(browser, house), table)
        at.append(next(line for line in lines if 'name="at"' in line))
    assert at[0] != at[1]


def _twin(browser: Browser, server: Server) -> Browser:
    """The same person in another window."""
    other = Browser(server)
    other.http.cookies.update(browser.http.cookies)
    return other


def test_the_house_says_that_it_is_well(house: Server) -> None:
    answer = Browser(house).get("/healthz").json()
    assert answer["status"] == "ok"
    assert all(answer["rules"][name] for name in ("journey", "templar", "templari"))
