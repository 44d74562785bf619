"""What is said at a table: by whom, how much, and who reads it."""

from __future__ import annotations

import contextlib
import datetime
import re
import sqlite3

import pytest

from commandery.server.chat import Chat
from commandery.server.journal import Refused
from commandery.server.people import COOKIE
from commandery.server.store.models import Person, Table
from server.conftest import Browser, Server
from server.test_house import rows
from server.test_memory import Process, with_processes


def opened(browser: Browser, game: str = "templari") -> str:
    return browser.post("/tables", game=game).headers["location"]


def say(browser: Browser, table: str, text: str) -> int:
    return browser.post(f"{table}/say", script=True, text=text).status_code


def read(browser: Browser, table: str) -> list[str]:
    return re.findall(r'<span class="text">(.*?)</span>', browser.get(table).text)


def last_message(server: Server, table: str) -> int:
    return int(rows(server, "SELECT max(id) FROM message WHERE table_id = ?", table.removeprefix("/t/"))[0][0])


def known(server: Server, name: str) -> Browser:
    """Somebody with a name."""
    browser = Browser(server)
    browser.post("/me", nickname=name)
    return browser


def test_players_and_who_only_watches_read_and_say(house: Server) -> None:
    host, stranger = known(house, "Anna"), Browser(house)
    table = opened(host)
    assert say(host, table, "Good evening") == 204
    assert read(stranger, table) == ["Good evening"]
    assert stranger.post(f"{table}/say", script=True, text="Hello").headers["HX-Redirect"] == table
    assert read(host, table) == ["Good evening", "Hello"]
    assert "Guest" in host.get(table).text


def test_what_is_said_is_escaped_and_tidied(house: Server) -> None:
    host = known(house, "Anna")
    table = opened(host)
    assert say(host, table, "<script>alert(1)</script>\n\t two\u202e lines\x00") == 204
    assert read(host, table) == ["&lt;script&gt;alert(1)&lt;/script&gt; two lines"]


@pytest.mark.parametrize(("text", "told"), [("", "at least one"), (" \n\u200b ", "at least one"), ("x" * 501, "at most 500")])
def test_nothing_and_too_much_are_refused(house: Server, text: str, told: str) -> None:
    host = known(house, "Anna")
    table = opened(host)
    answer = host.post(f"{table}/say", script=True, text=text)
    assert answer.status_code == 422 and told in answer.text
    assert read(host, table) == []


def test_five_hundred_characters_are_not_too_much(house: Server) -> None:
    host = known(house, "Anna")
    table = opened(host)
    assert say(host, table, "é" * 500) == 204
    assert read(host, table) == ["é" * 500]


def test_much_at_once_is_refused_and_later_heard(house: Server) -> None:
    host, other = known(house, "Anna"), known(house, "Bruno")
    table, elsewhere = opened(host), opened(host)
    assert [say(host, table, str(number)) for number in range(5)] == [204] * 5
    assert say(host, table, "too much") == 422
    assert say(host, elsewhere, "too much") == 422
    assert say(other, table, "I may") == 204
    before = house.house.keeper.now
    house.house.keeper.now = lambda: before() + datetime.timedelta(seconds=11)
    try:
        assert say(host, table, "again") == 204
    finally:
        house.house.keeper.now = before


def test_the_host_switches_the_chat_off_and_nobody_else(house: Server) -> None:
    host, other = known(house, "Anna"), known(house, "Bruno")
    table = opened(host)
    assert other.post(f"{table}/chat", script=True, do="off").status_code == 422
    assert host.post(f"{table}/chat", script=True, do="off").status_code == 204
    assert 'class="say"' not in other.get(table).text
    assert say(other, table, "Hello") == 422
    host.post(f"{table}/chat", script=True, do="on")
    assert say(other, table, "Hello") == 204


def test_who_is_muted_is_unheard_by_who_muted_them_and_by_nobody_else(house: Server) -> None:
    host, rude, third = known(house, "Anna"), known(house, "Bruno"), known(house, "Carla")
    table, elsewhere = opened(host), opened(third)
    say(rude, table, "something rude")
    message = last_message(house, table)
    assert host.post(f"{table}/mute", script=True, mute=message).status_code == 204
    say(rude, table, "more of it")
    say(rude, elsewhere, "and here")
    assert read(host, table) == [] and "rude" not in host.get(table).text and "Hear again" in host.get(table).text
    assert read(third, table) == ["something rude", "more of it"] and read(host, elsewhere) == []
    host.post(f"{table}/mute", script=True, hear=message)
    assert read(host, table) == ["something rude", "more of it"]


def test_a_message_of_another_table_is_none_of_this_one(house: Server) -> None:
    host, other = known(house, "Anna"), known(house, "Bruno")
    table, elsewhere = opened(host), opened(other)
    say(other, elsewhere, "here only")
    assert read(host, table) == []
    message = last_message(house, elsewhere)
    for wanted in (str(message), "0", "999999", "x", "9" * 400):
        assert host.post(f"{table}/mute", script=True, mute=wanted).status_code == 422
    assert say(host, "/t/nowhere", "Hello") == 404


def test_who_is_shut_out_does_not_speak(house: Server) -> None:
    rude = known(house, "Rude")
    table = opened(rude)
    with contextlib.closing(sqlite3.connect(house.database)) as database:
        database.execute("UPDATE person SET banned = 1 WHERE nickname = 'Rude'")
        database.commit()
    answer = rude.post(f"{table}/say", script=True, text="Hello")
    assert answer.status_code == 422 and "neither play nor speak" in answer.text


def test_pages_tell_nobodys_id_or_cookie(house: Server) -> None:
    host, other = known(house, "Anna"), known(house, "Bruno")
    table = opened(host)
    other.post(f"{table}/sit", seat=1)
    say(host, table, "Hello")
    say(other, table, "Hello too")
    ids = [row[0] for row in rows(house, "SELECT id FROM person")]
    cookies = [browser.http.cookies[COOKIE] for browser in (host, other)]
    for reader in (host, other, Browser(house)):
        page = reader.get(table).text
        assert not [secret for secret in (*ids, *cookies) if secret in page]


def test_who_is_shut_out_meanwhile_does_not_speak_on_either_database(store: str) -> None:
    async def run(one: Process, two: Process, played: str) -> None:
        async with one.database.read() as session:
            host = await session.get_one(Person, (await session.get_one(Table, played)).host)
        async with two.database.write() as session:
            (await session.get_one(Person, host.id)).banned = True
        with pytest.raises(Refused, match="shut out"):
            await Chat(one.keeper).say(played, host, "Salve")

    with_processes(store, run)
