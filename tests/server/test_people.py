"""Other people at a table: who is here, leaving and coming back, seats that are handed over, and my tables from anywhere."""

from __future__ import annotations

import contextlib
import datetime
import http.client
import json
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from commandery.server.people import COOKIE, People
from commandery.server.presence import Presence
from commandery.server.store.database import Database
from commandery.server.store.models import Person, Seat, Status, Table, now
from conftest import wait_until
from server.browsing import in_phase, lay, walk_to
from server.conftest import Browser, Server, awaited
from server.test_clock import Process, lay_table, wind
from server.test_house import entries, rows


def visitor(server: Server, person: str) -> Browser:
    """Somebody who sits at a table that was laid."""
    browser = Browser(server)
    value = People(server.house.database, server.settings.secret).cookie(Person(id=person, nickname=""))
    browser.http.cookies.set(COOKIE, value)
    return browser


def at_table(server: Server, people: tuple[int, ...] = (0, 1)) -> tuple[str, list[Browser]]:
    """A table of Templari in play where the first seat is asked, and those who sit there."""
    table, persons = lay(server, walk_to("templari", in_phase("bidding"), seats=people))
    return table, [visitor(server, person) for person in persons]


def do(browser: Browser, table: str, verb: str, seat: int) -> httpx.Response:
    at = re.search(r'data-at="(\d+)"', browser.get(table).text)
    assert at
    return browser.post(f"{table}/act", script=True, seat=seat, decision=0, at=at[1], do=verb)


@contextlib.contextmanager
def following(browser: Browser, path: str) -> Iterator[list[str]]:
    """Has a stream open; the messages that have come so far."""
    heard: list[str] = []
    cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    line = http.client.HTTPConnection(browser.http.base_url.host, browser.http.base_url.port or 80, timeout=60)
    line.request("GET", path, headers={"Cookie": cookies, "Accept-Encoding": "identity"})
    held = line.sock
    answer = line.getresponse()

    def listen() -> None:
        lines: list[str] = []
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            while text := answer.readline().decode():
                if text.startswith("data:"):
                    lines.append(text.removeprefix("data:").strip())
                elif not text.strip() and lines:
                    heard.append("\n".join(lines))
                    lines = []

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    wait_until(lambda: heard or not thread.is_alive())
    try:
        yield heard
    finally:
        held.shutdown(socket.SHUT_RDWR)
        thread.join(10)
        answer.close()
        line.close()


def presence(browser: Browser, table: str) -> list[str]:
    return re.findall(r'data-here="(\w+)"', browser.get(table).text)


# Leaving


def test_who_leaves_is_played_for_and_takes_the_seat_back(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    before = len(entries(house, table))
    assert do(anna, table, "leave", 0).status_code == 204
    wait_until(lambda: any(seat == 0 and verb == "play" for _, seat, verb, _ in entries(house, table)[before:]))
    assert "A bot plays for you." in anna.get(table).text
    assert 'data-here="left"' in bruno.get(table).text
    assert bruno.post(f"{table}/act", script=True, seat=0, decision=0, at=1, do="back").status_code == 422
    assert do(anna, table, "back", 0).status_code == 204
    assert "A bot plays for you." not in anna.get(table).text
    assert do(anna, table, "back", 0).status_code == 422


def test_people_who_share_a_screen_leave_one_by_one_and_end_the_game_together(house: Server) -> None:
    host, guest = Browser(house), Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    host.post(f"{table}/options", players=4, public="on")
    host.post(f"{table}/sit", seat=1, name="Bruno")
    guest.post(f"{table}/sit", seat=2, name="Carla")
    host.post(f"{table}/clear", seat=3, level="novice")
    assert host.post(f"{table}/start", script=True).status_code == 204
    assert "Bruno gives up; a bot plays on" in host.get(table).text
    assert do(host, table, "resign", 1).status_code == 204
    page = host.get(table).text
    assert "gives up; a bot" not in page and page.count('value="resign"') == page.count('value="agree"') == 1
    answer = do(host, table, "resign", 1)
    assert answer.status_code == 422 and "A bot has this seat" in answer.text
    assert do(host, table, "agree", 0).status_code == 204
    assert 'value="disagree"' in host.get(table).text
    assert do(guest, table, "resign", 2).status_code == 204
    assert 'value="resign"' not in guest.get(table).text and 'value="agree"' not in guest.get(table).text
    assert 'class="result' in host.get(table).text


def test_what_ends_the_game_at_once_is_asked_a_second_time_and_says_so(house: Server) -> None:
    me = Browser(house)
    table = me.play_now("templari")
    ends = re.compile(r'<details class="sure"><summary class="button">([^<]+)</summary>')
    page = me.get(table).text
    assert ends.findall(page) == ["End the game here"] and 'value="resign"' not in page  # giving up would be the same
    host, guest = Browser(house), Browser(house)
    table = host.post("/tables", game="templar").headers["location"]
    host.post(f"{table}/options", players=2)
    guest.post(f"{table}/sit", seat=1, name="Bruno")
    assert host.post(f"{table}/start", script=True).status_code == 204
    assert ends.findall(host.get(table).text) == ["Give up; that ends the game"]
    assert do(guest, table, "agree", 1).status_code == 204
    assert ends.findall(host.get(table).text) == ["End the game here"]
    assert do(host, table, "agree", 0).status_code == 204
    assert "The game was ended before its end." in host.get(table).text


def test_people_who_share_a_screen_agree_for_all_of_them(house: Server) -> None:
    host = Browser(house)
    table = host.post("/tables", game="journey").headers["location"]
    for seat, name in ((1, "Bruno"), (2, "Carla")):
        host.post(f"{table}/sit", seat=seat, name=name)
    assert host.post(f"{table}/start", script=True).status_code == 204
    assert do(host, table, "agree", 0).status_code == 204
    assert 'class="result' in host.get(table).text


@contextlib.contextmanager
def later(server: Server, seconds: float) -> Iterator[None]:
    """So much later, by the clock of the house."""
    before = server.house.keeper.now
    server.house.keeper.now = lambda: before() + datetime.timedelta(seconds=seconds)
    try:
        yield
    finally:
        server.house.keeper.now = before


def test_the_host_puts_a_bot_in_for_who_is_gone_after_some_minutes(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    answer = anna.post(f"{table}/replace", script=True, seat=1, do="bot")
    assert answer.status_code == 422 and "Bruno is here" in answer.text
    with later(house, 400):
        assert "Let a bot stand in" in anna.get(table).text
        for seat in ("1", "2", "7", "x"):
            assert bruno.post(f"{table}/replace", script=True, seat=seat, do="bot").status_code == 422
        assert anna.post(f"{table}/replace", script=True, seat=2, do="bot").status_code == 422
        assert anna.post(f"{table}/replace", script=True, seat=1, do="bot").status_code == 204
    assert ("leave", 1) in [(verb, seat) for _, seat, verb, _ in entries(house, table)]
    assert do(bruno, table, "back", 1).status_code == 204


def test_for_a_host_who_is_gone_the_others_put_a_bot_in(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    assert bruno.post(f"{table}/replace", script=True, seat=0, do="bot").status_code == 422
    with later(house, 400):
        assert "Let a bot stand in" in bruno.get(table).text
        assert Browser(house).post(f"{table}/replace", script=True, seat=0, do="bot").status_code == 422
        assert bruno.post(f"{table}/replace", script=True, seat=0, do="open").status_code == 422
        assert bruno.post(f"{table}/replace", script=True, seat=0, do="bot").status_code == 204
    assert do(anna, table, "back", 0).status_code == 204


@pytest.mark.parametrize("how", ["leave", "resign", "forget", "banned"])
def test_where_the_host_is_gone_everybody_present_replaces_who_is_gone(house: Server, how: str) -> None:
    table, (anna, bruno, carla) = at_table(house, (0, 1, 2))
    replaced = {"script": True, "seat": 2, "do": "bot"}
    with later(house, 400):
        assert bruno.post(f"{table}/replace", **replaced).status_code == 422
        assert 'id="replace-2"' not in bruno.get(table).text
        if how == "forget":
            anna.post("/me/forget", sure="on")
        elif how == "banned":
            ban(house, table, 0)
        else:
            do(anna, table, how, 0)
        assert Browser(house).post(f"{table}/replace", **replaced).status_code == 422
        assert bruno.post(f"{table}/replace", **{**replaced, "do": "open"}).status_code == 422
        assert 'id="replace-2"' in bruno.get(table).text
        assert bruno.post(f"{table}/replace", **replaced).status_code == 204
        assert carla.post(f"{table}/replace", script=True, seat=1, do="bot").status_code == 422  # who is away herself
    assert do(carla, table, "back", 2).status_code == 204


def test_who_is_shut_out_and_looks_on_is_away(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    with following(bruno, f"{table}/stream"):
        wait_until(lambda: presence(anna, table)[1] == "here")
        ban(house, table, 1)
        wait_until(lambda: presence(anna, table)[1] == "away")
        assert anna.post(f"{table}/replace", script=True, seat=1, do="bot").status_code == 204


def ban(server: Server, table: str, seat: int) -> None:
    """Shut out who sits there, as the operator does; the table is told."""
    id = table.removeprefix("/t/")
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        wanted = "UPDATE person SET banned = 1 WHERE id = (SELECT person_id FROM seat WHERE table_id = ? AND number = ?)"
        database.execute(wanted, (id, seat))
        database.commit()
    server.house.keeper.forget(id)


def test_where_there_is_a_clock_nobody_is_replaced_before_it_says_so(house: Server) -> None:
    table, (anna, _) = at_table(house)
    wind(house, table, 259200)
    house.house.keeper.forget(table.removeprefix("/t/"))
    with later(house, 400):
        assert 'id="replace-1"' not in anna.get(table).text
        for what in ("bot", "open"):
            answer = anna.post(f"{table}/replace", script=True, seat=1, do=what)
            assert answer.status_code == 422 and "When the time of Bruno is up" in answer.text
        assert do(anna, table, "agree", 0).status_code == 204
        assert 'class="result' not in anna.get(table).text


def test_who_has_put_others_away_does_not_end_the_game_alone(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    with later(house, 400):
        assert anna.post(f"{table}/replace", script=True, seat=1, do="bot").status_code == 204
    assert do(anna, table, "agree", 0).status_code == 204
    assert 'class="result' not in anna.get(table).text
    assert do(bruno, table, "agree", 1).status_code == 204
    assert 'class="result' in anna.get(table).text


def test_who_has_the_page_open_is_not_replaced(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    with following(bruno, f"{table}/stream"):
        wait_until(lambda: presence(anna, table)[1] == "here")
        with later(house, 30):
            assert anna.post(f"{table}/replace", script=True, seat=1, do="bot").status_code == 422


def test_a_newcomer_takes_an_open_seat_over_in_the_middle_of_the_game(house: Server) -> None:
    table, persons = lay(house, walk_to("journey", in_phase("sealing"), seats=(0, 1)))
    anna, bruno = (visitor(house, person) for person in persons)
    carla = Browser(house)
    carla.post("/me", nickname="Carla")
    assert carla.post(f"{table}/take", script=True, seat=1).status_code == 422
    do(bruno, table, "leave", 1)
    assert carla.post(f"{table}/take", script=True, seat=1).status_code == 422
    assert anna.post(f"{table}/replace", script=True, seat=1, do="open").status_code == 204
    assert "You can play on there" in carla.get(table).text and "You can play on there" not in anna.get(table).text
    assert anna.post(f"{table}/take", script=True, seat=1).status_code == 422
    assert 'class="hand"' in bruno.get(table).text and 'class="hand"' not in carla.get(table).text
    assert carla.post(f"{table}/take", script=True, seat=1).headers["HX-Redirect"] == table
    page = carla.get(table).text
    assert 'class="hand"' in page and "Carla" in page
    assert 'class="hand"' not in bruno.get(table).text
    for verb in ("back", "leave", "resign"):
        assert do(bruno, table, verb, 1).status_code == 422
    late = Browser(house)
    assert late.post(f"{table}/take", script=True, seat=1, name="Denis").status_code == 422


def test_who_takes_a_seat_over_has_not_agreed_to_hints(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    assert 'id="do-hint"' not in anna.get(table).text
    with contextlib.closing(sqlite3.connect(house.database)) as database:
        database.execute("UPDATE 'table' SET hints = 1 WHERE id = ?", (table.removeprefix("/t/"),))
        database.commit()
    house.house.keeper.forget(table.removeprefix("/t/"))
    assert 'id="do-hint"' in anna.get(table).text
    do(bruno, table, "leave", 1)
    anna.post(f"{table}/replace", script=True, seat=1, do="open")
    assert Browser(house).post(f"{table}/take", seat=1, name="Carla").status_code == 303
    page = anna.get(table).text
    assert 'id="do-hint"' not in page and "No more hints" not in page


def test_what_makes_no_sense_of_seats_gets_a_sentence(house: Server) -> None:
    table, (anna, _) = at_table(house)
    for path in ("take", "replace"):
        for seat in ("", "-1", "9", "9" * 300, "x"):
            answer = anna.post(f"{table}/{path}", script=True, seat=seat, do="open")
            assert answer.status_code == 422 and 'role="alert"' in answer.text
        assert anna.post(f"/t/nowhere/{path}", script=True, seat=1).status_code == 404


# Who is here


def test_everybody_sees_who_is_here_and_who_watches(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    carla, stranger = Browser(house), Browser(house)
    carla.post("/me", nickname="Carla <b>")
    assert presence(anna, table) == ["away", "away"]
    with (
        following(anna, f"{table}/stream") as told,
        following(carla, f"{table}/stream"),
        following(stranger, f"{table}/stream"),
    ):
        wait_until(lambda: presence(bruno, table) == ["here", "away"])
        wait_until(lambda: "watching: Carla &lt;b&gt; and 1 guest" in told[-1])
        with following(bruno, "/me/stream"):
            wait_until(lambda: presence(anna, table) == ["here", "near"])
    wait_until(lambda: presence(bruno, table) == ["away", "away"])
    assert "watching" not in bruno.get(table).text
    assert rows(house, "SELECT count(*) FROM watcher WHERE table_id = ?", table.removeprefix("/t/")) == [(0,)]


def test_watchers_are_nobodys_business_at_other_tables(house: Server) -> None:
    table, (anna, _) = at_table(house)
    other, (carla, _) = at_table(house)
    with following(anna, f"{table}/stream"):
        wait_until(lambda: presence(anna, table)[0] == "here")
        assert presence(carla, other) == ["away", "away"]
        assert "watching" not in carla.get(other).text


def test_rows_of_a_process_that_was_killed_expire(tmp_path: Path) -> None:
    async def run() -> None:
        one, two = Process(tmp_path / "house.db"), Process(tmp_path / "house.db")
        table_id = await lay_table(one, SimpleNamespace(kept=None))  # type: ignore[arg-type]
        table = await one.keeper.table(table_id)
        dead, alive = Presence(one.keeper, "dead"), Presence(two.keeper, "alive")
        with dead.stay(table_id, table.seats[0].person_id), dead.stay(table_id, None), alive.stay(table_id, None):
            await dead.write()
            await alive.write()
            both = await alive.around(table)
            assert both.seats[0] == "here" and both.guests == 2
            two.seconds = one.seconds = 30
            await alive.write(beat=True)
            assert (await alive.around(table)).seats[0] == "here"
            two.seconds = one.seconds = 45
            await alive.write(beat=True)
            left = await alive.around(await two.keeper.table(table_id))
            assert left.seats[0] == "away" and left.guests == 1 and left.gone[0] == pytest.approx(45)
            await dead.write(beat=True)  # it was only asleep
            assert (await alive.around(table)).guests == 2
        await one.close()
        await two.close()

    awaited(run())


def test_those_who_come_together_are_written_together(house: Server) -> None:
    table, (anna, _) = at_table(house)
    with contextlib.ExitStack() as open_streams:
        for _ in range(12):
            open_streams.enter_context(following(Browser(house), f"{table}/stream"))
        wait_until(lambda: "watching: 12 guests" in anna.get(table).text)


# My tables, from anywhere


def turns(message: str) -> dict[str, bool]:
    return {f"/t/{table}": about["turn"] for table, about in json.loads(message).items()}


def test_the_thin_stream_tells_which_of_my_tables_moved_and_where_it_is_my_turn(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    elsewhere, (carla, _) = at_table(house)
    with following(anna, "/me/stream") as heard, following(bruno, "/me/stream") as others:
        assert turns(heard[-1]) == {table: True} and turns(others[-1]) == {table: False}
        asked = anna.asked(table)
        action = asked.pop("buttons").split(" ")[0].replace(":", " ")
        anna.post(f"{table}/act", script=True, **asked, do=action)
        if 'value="confirm"' in anna.get(table).text:
            asked = anna.asked(table)
            asked.pop("buttons")
            anna.post(f"{table}/act", script=True, **asked, do="confirm")
        wait_until(lambda: not turns(heard[-1])[table])
        assert set(json.loads(heard[-1])[table.removeprefix("/t/")]) == {"moves", "turn"}
        count = len(heard)
        do(carla, elsewhere, "leave", 0)
        time.sleep(0.5)  # nothing must come
        assert len(heard) == count and elsewhere.removeprefix("/t/") not in "".join(heard)


def test_a_stranger_has_no_thin_stream(house: Server) -> None:
    assert Browser(house).get("/me/stream").status_code == 204
    assert Browser(house).get("/me/tables").text.strip() == ""


def test_the_home_page_names_first_the_tables_that_wait_for_me(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    assert anna.get("/me/tables").text.count("asked-now") == 1
    assert bruno.get("/me/tables").text.count("asked-now") == 0
    do(anna, table, "leave", 0)
    assert anna.get("/me/tables").text.count("asked-now") == 0


def test_finished_games_do_not_hide_the_table_that_waits_for_me(house: Server) -> None:
    table, (anna, _) = at_table(house)
    me = rows(house, "SELECT host FROM 'table' WHERE id = ?", table.removeprefix("/t/"))[0][0]

    async def finish_many() -> None:
        database = Database(house.settings.database)
        async with database.write() as session:
            for _ in range(60):
                over = Table(game="templari", host=me, status=Status.OVER, moved=now() + datetime.timedelta(hours=1))
                over.seats = [Seat(number=0, person_id=me, name="Anna")]
                session.add(over)
        await database.close()

    awaited(finish_many())
    assert anna.get("/me/tables").text.count("asked-now") == 1


def test_the_bell_is_a_wish_that_is_kept(house: Server) -> None:
    anna = Browser(house)
    assert 'data-sound="on"' in anna.get("/").text
    assert anna.post("/me/sound", script=True, sound="off").status_code == 204
    assert 'data-sound="off"' in anna.get("/").text


def test_two_who_take_one_seat_at_the_same_moment(house: Server) -> None:
    table, (anna, bruno) = at_table(house)
    do(bruno, table, "leave", 1)
    anna.post(f"{table}/replace", script=True, seat=1, do="open")
    takers = [Browser(house) for _ in range(4)]
    for number, taker in enumerate(takers):
        taker.post("/me", nickname=f"Taker {number}")
    answers: list[int] = []

    def take(taker: Browser) -> None:
        answers.append(taker.post(f"{table}/take", script=True, seat=1).status_code)

    threads = [threading.Thread(target=take, args=(taker,)) for taker in takers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 422, 422, 422]


def test_a_page_that_does_not_exist_knows_who_asks(house: Server) -> None:
    browser = Browser(house)
    browser.post("/language", language="it", back="/no/where")
    browser.post("/me", nickname="Ludovica")
    page = browser.get("/no/where")
    assert page.status_code == 404 and "Ludovica" in page.text and "Torna alla pagina iniziale" in page.text
    assert browser.http.head("/no/where").status_code == browser.http.post("/no/where").status_code == 404
