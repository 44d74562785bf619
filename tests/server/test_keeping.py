"""Keeping house: block, report, remove, shut out, clear away, forget."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from sqlalchemy import func, select, update

import commandery
from commandery.server import people as known
from commandery.server.chat import Chat
from commandery.server.keeper import Live, NoTable, held
from commandery.server.keeping import Forgetting, Sweep, delete_tables
from commandery.server.people import COOKIE
from commandery.server.settings import Settings
from commandery.server.store.models import MessageRow, Person, Status, Table, Watcher, moment
from commandery.server.tables import Tables
from conftest import wait_until
from server.browsing import PHONE, WIDE, Screen, in_phase, lay, played, walk_to
from server.conftest import Browser, Server
from server.postgres import Postgres
from server.test_api import Program
from server.test_house import choose, entries, open_table, rows
from server.test_memory import Process, with_processes
from server.test_replay import bring, somebody


def name_of(browser: Browser, name: str) -> str:
    """Be called so; the id of who is."""
    browser.post("/me", nickname=name)
    return name


def id_of(house: Server, name: str) -> str:
    return str(rows(house, "SELECT id FROM person WHERE nickname = ? ORDER BY created DESC", name)[0][0])


def change(house: Server, wanted: str, *values: Any) -> None:
    with contextlib.closing(sqlite3.connect(house.database)) as database:
        database.execute(wanted, values)
        database.commit()


# Block, report, remove


def test_who_is_blocked_cannot_sit_at_my_tables(house: Server) -> None:
    host, guest = Browser(house), Browser(house)
    name_of(host, "Hosting"), name_of(guest, "Blocked one")
    table = open_table(host)
    guest.post(f"{table}/sit", script=True, seat="1")
    assert "Blocked one" in host.get(table).text
    assert host.post(f"{table}/block", script=True, seat="1").status_code == 200
    assert host.post(f"{table}/remove", script=True, seat="1").status_code == 204
    refused = guest.post(f"{table}/sit", script=True, seat="1")
    assert refused.status_code == 422 and "does not want to play with you" in refused.text
    refused = guest.post(f"{table}/program", script=True, seat="1", called="Sent in their place")
    assert refused.status_code == 422 and "does not want to play with you" in refused.text
    assert guest.post(f"{open_table(Browser(house))}/sit", script=True, seat="1").status_code == 204
    assert "Blocked one" in host.get("/me").text
    assert host.post("/me/unblock", script=True, place="0", name="Somebody else").status_code == 422
    assert host.post("/me/unblock", place="0", name="Blocked one").headers["location"] == "/me"
    assert guest.post(f"{table}/sit", script=True, seat="1").status_code == 204


def test_who_is_blocked_has_no_seat_when_the_game_is_played_again(house: Server) -> None:
    path, people = lay(house, played("templari", seats=(0, 1)))
    host = somebody(house, people[0])
    assert host.post(f"{path}/block", script=True, seat="1").status_code == 200
    again = host.post(f"{path}/rematch").headers["location"].removeprefix("/t/")
    seats = rows(house, "SELECT person_id, level FROM seat WHERE table_id = ? ORDER BY number", again)
    assert [person for person, _ in seats] == [people[0], None, None]
    assert [level is None for _, level in seats] == [True, True, False]


@pytest.mark.parametrize("what", ["block", "report"])
def test_only_somebody_else_can_be_blocked_or_reported(house: Server, what: str) -> None:
    browser = Browser(house)
    name_of(browser, f"Myself and {what}")
    table = open_table(browser)
    for seat in ("0", "1", "9", "x"):  # oneself, nobody, no seat
        assert browser.post(f"{table}/{what}", script=True, seat=seat).status_code == 422
    assert browser.post(f"/t/nowhere/{what}", script=True, seat="0").status_code == 404


def test_whom_one_person_blocks_has_a_limit(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "_MOST_BLOCKED", 1)
    host, guests = Browser(house), [Browser(house), Browser(house)]
    table = open_table(host)
    for seat, guest in enumerate(guests, 1):
        guest.post(f"{table}/sit", script=True, seat=seat)
    assert [host.post(f"{table}/block", script=True, seat=seat).status_code for seat in (1, 1, 2)] == [200, 200, 422]


def test_reports_are_kept_and_not_without_end(house: Server) -> None:
    host, guest = Browser(house), Browser(house)
    name_of(host, "Reporter"), name_of(guest, "Reported")
    table = open_table(host)
    guest.post(f"{table}/sit", script=True, seat="1")
    assert "/report" in host.get(table).text
    path = f"{table}/report"
    assert host.post(path, text="He <shouts>\x00", seat="1").headers["location"] == table
    found = rows(house, "SELECT text, table_id, settled FROM report WHERE about = ?", id_of(house, "Reported"))
    assert found == [("He <shouts>", table.removeprefix("/t/"), 0)]
    answers = [host.post(path, script=True, text="again " * 200, seat="1").status_code for _ in range(25)]
    assert answers == [200] * 19 + [422] * 6


def test_the_host_removes_a_guest_from_a_running_game_and_nobody_else_does(house: Server) -> None:
    host, guest = Browser(house), Browser(house)
    table = open_table(host)
    guest.post(f"{table}/sit", script=True, seat="1", name="Goes soon")
    host.post(f"{table}/clear", script=True, seat="2", level="novice")
    host.post(f"{table}/start", script=True)
    assert guest.post(f"{table}/remove", script=True, seat="0").status_code == 422
    assert host.post(f"{table}/remove", script=True, seat="0").status_code == 422
    assert host.post(f"{table}/remove", script=True, seat="9").status_code == 422
    assert host.post(f"{table}/remove", script=True, seat="1").status_code == 204
    assert [row[1:3] for row in entries(house, table) if row[2] != "play"] == [(1, "open")]
    assert 'value="play' not in guest.get(table).text
    assert guest.post(f"{table}/act", script=True, seat="1", decision="0", at="0", do="back").status_code == 422
    other = Browser(house)
    assert "The seat of A former guest is open" in other.get(table).text
    assert other.post(f"{table}/take", seat="1", name="Comes then").status_code == 303
    page = host.get(table).text
    assert "Comes then" in page and "Goes soon" not in page and 'class="result' not in page


def test_who_is_removed_leaves_no_name_behind(house: Server) -> None:
    host, guest = Browser(house), Browser(house)
    name_of(guest, "Bea leaves nothing")
    table = open_table(host)
    guest.post(f"{table}/sit", script=True, seat="1")
    host.post(f"{table}/clear", script=True, seat="2", level="novice")
    host.post(f"{table}/start", script=True)
    assert host.post(f"{table}/remove", script=True, seat="1").status_code == 204
    assert guest.post("/me/forget", sure="on").status_code == 303
    assert "Bea leaves nothing" not in host.get(table).text
    for kept, column in (("person", "nickname"), ("seat", "name")):
        assert rows(house, f"SELECT count(*) FROM {kept} WHERE {column} = 'Bea leaves nothing'") == [(0,)]


@pytest.mark.parametrize("way", ["removed", "forgotten"])
def test_who_takes_the_seat_of_a_guest_meanwhile_keeps_it(server: Server, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Whose seat it is, is looked at when the guest goes, not only when that is asked for."""
    path, people = lay(server, walk_to("journey", in_phase("sealing"), seats=(0, 1)))
    host, guest = (somebody(server, person) for person in people)
    keeper = server.house.keeper
    carry_out = keeper.carry_out

    async def too_late(live: Live, *what: Any, **about: Any) -> bool:
        live.table.seats[1].person_id = "somebody else"
        return bool(await carry_out(live, *what, **about))

    monkeypatch.setattr(keeper, "carry_out", too_late)
    if way == "removed":
        refused = host.post(f"{path}/remove", script=True, seat="1")
        assert refused.status_code == 422 and "no guest on this seat" in refused.text
    else:
        assert guest.post("/me/forget", sure="on").status_code == 303
    assert "open" not in {row[2] for row in entries(server, path)}


def test_who_goes_while_a_game_begins_leaves_the_seat_to_others_too(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    path, people = lay(server, walk_to("journey", in_phase("sealing"), seats=(0, 1)))
    guest, other = somebody(server, people[1]), Browser(server)
    name_of(other, "Takes it over")
    playing, asked = Forgetting._playing, 0

    async def not_yet(self: Forgetting, person_id: str) -> set[str]:
        nonlocal asked
        asked += 1
        return await playing(self, person_id) if asked > 1 else set()

    monkeypatch.setattr(Forgetting, "_playing", not_yet)
    assert guest.post("/me/forget", sure="on").status_code == 303
    assert (1, "open") in [(seat, verb) for _, seat, verb, *_ in entries(server, path)]
    other.post(f"{path}/take", script=True, seat="1")
    assert "Takes it over" in Browser(server).get(path).text


def test_a_game_of_two_goes_on_without_who_is_removed(house: Server) -> None:
    host, guest = Browser(house), Browser(house)
    for browser, name in ((host, "Stays"), (guest, "Is removed")):
        name_of(browser, name)
    table = open_table(host, "templar")
    host.post(f"{table}/options", script=True, players="2", pace="0")
    guest.post(f"{table}/sit", script=True, seat="1")
    assert host.post(f"{table}/start", script=True).status_code == 204
    host.post(f"{table}/block", script=True, seat="1")
    assert host.post(f"{table}/remove", script=True, seat="1").status_code == 204
    for _ in range(3):
        assert choose(host, table).status_code == 204
    refused = guest.post(f"{table}/take", script=True, seat="1")
    assert refused.status_code == 422 and "does not want to play with you" in refused.text
    assert 'class="result' not in host.get(table).text


def test_who_is_forgotten_leaves_a_seat_to_others_and_ends_a_game_of_their_own(house: Server) -> None:
    person, other = Browser(house), Browser(house)
    for browser, name in ((person, "Goes for good"), (other, "Goes on")):
        name_of(browser, name)
    table, alone = open_table(other, "templar"), person.play_now("templari")
    other.post(f"{table}/options", script=True, players="2", pace="0")
    person.post(f"{table}/sit", script=True, seat="1")
    other.post(f"{table}/start", script=True)
    person.post("/me/forget", sure="on")
    assert [row[1:3] for row in entries(house, table) if row[2] != "play"] == [(1, "open")]
    assert choose(other, table).status_code == 204
    assert Browser(house).post(f"{table}/take", seat="1", name="Newly come").status_code == 303
    assert 'class="result' in other.get(alone).text


def test_the_menu_beside_a_guest(house: Server, chromium: Chromium) -> None:
    guest = Browser(house)
    name_of(guest, "Menu guest")
    with Screen(chromium, house) as screen:
        screen.page.goto("/")
        screen.page.locator(".game-templari .with-friends button").click()
        screen.wait(".seats")
        table = "/t/" + screen.page.url.split("/t/")[1]
        assert guest.post(f"{table}/sit", script=True, seat="1").status_code == 204
        screen.page.locator(".seats .about").press("Enter")
        screen.page.locator(".sheet.person textarea").fill("Sings at the table")
        screen.page.get_by_role("button", name="Report to the operator").click()
        screen.wait("#notice .notice")
        assert rows(house, "SELECT text FROM report WHERE about = ?", id_of(house, "Menu guest")) == [("Sings at the table",)]
        screen.page.locator(".seats .about").click()
        screen.page.get_by_role("button", name="Remove from the table").click()
        screen.page.locator(".seat strong", has_text="Menu guest").wait_for(state="detached")
        screen.page.goto("/me")
        screen.page.locator("input[name=sure]").check()
        screen.page.locator("form[action='/me/forget'] button").click()
        screen.wait(".games")
        assert screen.page.locator(".me").inner_text() == "Choose a name"
    assert guest.get(table).status_code == 404


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_menu_beside_a_player(house: Server, chromium: Chromium, size: dict[str, int]) -> None:
    path, people = lay(house, walk_to("templari", in_phase("bidding"), seats=(0, 1)))
    with Screen(chromium, house, size, people[0]) as screen:
        screen.page.goto(path)
        screen.wait_for_turn()
        heads = screen.page.locator(".panel h3").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert len(set(heads)) == 1  # the menu takes no room of its own
        screen.page.locator("#panel-1 .about").click()
        screen.page.locator(".sheet.person:popover-open textarea").fill("Shouts")
        watching = Browser(house)
        name_of(watching, "Looks on")
        watching.post(f"{path}/say", script=True, text="Salve")  # the page is changed below the sheet
        screen.page.locator(".messages .about").wait_for(state="attached")
        assert screen.page.locator(".sheet.person:popover-open textarea").input_value() == "Shouts"
        screen.page.locator(".sheet.person:popover-open").get_by_role("button", name="Report to the operator").click()
        screen.wait("#notice .notice")
        assert rows(house, "SELECT text FROM report WHERE about = ?", people[1]) == [("Shouts",)]
        assert screen.page.locator(":popover-open").count() == 0
        screen.page.locator("#panel-1 .about").click()
        screen.page.get_by_role("button", name="Remove from the table").click()
        wait_until(lambda: "open" in [row[2] for row in entries(house, path)], 10)


def test_in_play_who_sits_there_can_report_and_the_host_can_remove(house: Server) -> None:
    path, people = lay(house, walk_to("templari", in_phase("bidding"), seats=(0, 1)))
    host, guest, watching = somebody(house, people[0]), somebody(house, people[1]), Browser(house)
    assert "about-seat-1" in host.get(path).text and f"{path}/remove" in host.get(path).text
    assert "about-seat-0" in guest.get(path).text and f"{path}/remove" not in guest.get(path).text
    assert "about-seat" not in watching.get(path).text
    assert guest.post(f"{path}/report", script=True, seat="0", text="Hm").status_code == 200


def test_who_says_something_can_be_reported_and_blocked(house: Server) -> None:
    host, talker = Browser(house), Browser(house)
    name_of(host, "Listener"), name_of(talker, "Talker")
    table, elsewhere = open_table(host), open_table(host)
    talker.post(f"{table}/say", script=True, text="Salve")
    message = re.search(r"about-message-(\d+)", host.get(table).text)
    assert message and "about-message" not in talker.get(table).text
    for what in ("report", "block"):
        assert host.post(f"{elsewhere}/{what}", script=True, message=message[1]).status_code == 422
        assert host.post(f"{table}/{what}", script=True, message="99999").status_code == 422
        assert talker.post(f"{table}/{what}", script=True, message=message[1]).status_code == 422
        assert host.post(f"{table}/{what}", script=True, message=message[1], text="Hm").status_code == 200
    assert rows(house, "SELECT text FROM report WHERE about = ?", id_of(house, "Talker")) == [("Hm",)]
    assert talker.post(f"{table}/sit", script=True, seat="1").status_code == 422


# Shut out


def test_who_is_shut_out_looks_and_does_nothing(house: Server) -> None:
    browser = Browser(house)
    name_of(browser, "Shut out")
    table = browser.play_now("templari")
    asked = browser.asked(table)
    program = Program(house).open()
    change(house, "UPDATE person SET banned = 1 WHERE nickname IN ('Shut out', 'Robot')")
    assert browser.get(table).status_code == 200
    assert choose(browser, table).status_code == 422
    for path, data in (("/play", {"game": "templari"}), ("/tables", {"game": "templari"}), ("/me", {"nickname": "Other"})):
        refused = browser.post(path, script=True, **data)
        assert refused.status_code == 422 and "shut out" in refused.text
    friendly = open_table(Browser(house))
    assert browser.post(f"{friendly}/sit", script=True, seat="1").status_code == 422
    assert program.http.post(f"/tables/{program.table}/start").status_code == 403
    assert asked["seat"]


# Clearing away


def test_tables_that_nobody_plays_are_cleared_away_and_say_so_before(tmp_path: Path) -> None:
    house = Server(tmp_path, waiting_days=3, playing_days=10)
    browser = Browser(house)
    waiting, playing, fresh, public = (open_table(browser) for _ in range(4))
    finished = browser.play_now("templari")
    browser.asked(finished)
    browser.post(f"{finished}/act", script=True, seat="0", decision="0", at="0", do="resign")
    for table in (playing, public):
        browser.post(f"{table}/options", script=True, players="3", **({"public": "on"} if table == public else {}))
        for seat in "12":
            browser.post(f"{table}/clear", script=True, seat=seat, level="novice")
        browser.post(f"{table}/start", script=True)
        browser.asked(table)
    day = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3)).strftime("%-d %B %Y")
    assert f"cleared away on {day} if nobody plays" in browser.get(waiting).text
    day = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=10)).strftime("%-d %B %Y")
    assert f"cleared away on {day} if nobody plays" in browser.get(playing).text
    for table in (public, finished):
        assert "cleared away on" not in browser.get(table).text
    long_ago = "2020-01-01 00:00:00.000000"
    ids = [table.removeprefix("/t/") for table in (waiting, playing, public, finished)]
    house.close()
    change(house, f'UPDATE "table" SET moved = ? WHERE id IN ({",".join("?" * len(ids))})', long_ago, *ids)
    house.open()
    wait_until(lambda: browser.get(waiting).status_code == 404)
    assert browser.get(playing).status_code == 404 and "cleared away" in browser.get(playing).text
    assert [browser.get(table).status_code for table in (fresh, public, finished)] == [200] * 3
    assert rows(house, "SELECT count(*) FROM entry WHERE table_id = ?", ids[1]) == [(0,)]
    house.finish()


def test_the_sweep_and_forgetting_on_either_database(store: str) -> None:
    settings = Settings(database=store, waiting_days=3, playing_days=10)

    async def run(one: Process, _: Process, played: str) -> None:
        keeper, tables = one.keeper, Tables(one.keeper)
        async with one.database.read() as session:
            host = await session.get_one(Person, (await session.get_one(Table, played)).host)
        waiting, fresh = [await tables.create(host, "templari", 3, None) for _ in range(2)]
        sweep = Sweep(keeper, settings)
        assert await sweep.once() == 0
        long_ago = moment() - datetime.timedelta(days=11)
        async with one.database.write() as session:
            await session.execute(update(Table).where(Table.id.in_([waiting.id, played])).values(moved=long_ago))
        assert await sweep.once() == 2 and await sweep.once() == 0
        for gone in (waiting.id, played):
            with pytest.raises(NoTable):
                await keeper.table(gone)
        again = await tables.create(host, "templari", 3, "novice")
        await tables.start(again.id, host)
        await Chat(keeper).say(again.id, host, "Salve")
        await Forgetting(keeper).forget(host, "it")
        with pytest.raises(NoTable):
            await keeper.table(fresh.id)
        left = await keeper.table(again.id)
        assert left.status == Status.OVER and left.seats[0].name == "Ex ospite"
        async with one.database.read() as session:
            assert await session.get(Person, host.id) is None
            assert await session.scalar(select(func.count()).select_from(MessageRow)) == 0

    with_processes(store, run)


def test_who_comes_to_a_table_that_is_being_cleared_away_holds_it_up_and_breaks_nothing(postgres: Postgres) -> None:
    async def run(one: Process, two: Process, table_id: str) -> None:
        async with two.database.write() as coming:
            coming.add(Watcher(table_id=table_id, process="two"))
            await coming.flush()
            clearing = asyncio.create_task(clear(one, table_id))
            await asyncio.sleep(0.3)
            assert not clearing.done()
        await clearing
        with pytest.raises(NoTable):
            await two.keeper.table(table_id)

    async def clear(process: Process, table_id: str) -> None:
        async with process.database.write() as session:
            await delete_tables(session, [table_id])

    with_processes(postgres.new_database(), run)


def test_who_is_forgotten_overwrites_nothing_that_another_process_changes(store: str) -> None:
    async def run(one: Process, two: Process, _: str) -> None:
        guest = Person(nickname="Guest")
        async with one.database.write() as session:
            host = (await session.scalars(select(Person))).one()
            session.add(guest)
        table = await Tables(one.keeper).create(host, "templari", 3, None)
        await Tables(one.keeper).sit(table.id, 1, guest)
        async with two.database.write() as session:
            changed = await held(session, table.id)
            changed.pace = 1500
            await session.flush()
            forgetting = asyncio.ensure_future(Forgetting(one.keeper).forget(guest, "en"))
            await asyncio.wait({forgetting}, timeout=0.5)
            assert not forgetting.done()
        await forgetting
        left = await one.keeper.table(table.id)
        assert left.version == changed.version + 1 and left.pace == 1500 and left.seats[1].name == ""

    with_processes(store, run)


def test_who_looks_at_a_table_that_is_cleared_away_is_told(house: Server, chromium: Chromium) -> None:
    browser = Browser(house)
    table = open_table(browser)
    with Screen(chromium, house) as screen:
        screen.page.goto(table)
        screen.wait(".seats")
        screen.wait("#inside[data-htmx-powered]")
        name_of(browser, "Closes it")
        assert browser.post("/me/forget", sure="on").status_code == 303
        screen.page.get_by_text("it has been cleared away").wait_for()
        screen.page.wait_for_timeout(3000)
        assert screen.page.locator("#offline").is_hidden()
        screen.page.evaluate("document.querySelector('#inside')._htmx.sse.reader.cancel()")  # the line breaks
        screen.page.wait_for_timeout(3000)
        assert screen.page.locator("#offline").is_hidden()
    assert browser.get(table).status_code == 404


# Forgetting


def test_who_wants_to_be_forgotten_is(house: Server) -> None:
    person, other = Browser(house), Browser(house)
    name_of(person, "Forget Me"), name_of(other, "Stays Here")
    person.post("/me/keep", name="forget me by name", passphrase="a long passphrase")
    cookie = person.http.cookies[COOKIE]
    id = id_of(house, "Forget Me")
    own_waiting, running, others = open_table(person), open_table(other), open_table(other)
    person.post(f"{running}/sit", script=True, seat="1")
    person.post(f"{others}/sit", script=True, seat="1")
    other.post(f"{running}/clear", script=True, seat="2", level="novice")
    other.post(f"{running}/start", script=True)
    change(house, "INSERT INTO message (table_id, person_id, name, text, at) VALUES (?, ?, 'Forget Me', 'hello', '2026-01-01')",
           running.removeprefix("/t/"), id)  # fmt: skip
    other.post(f"{running}/report", script=True, text="hm", seat="1")
    brought = bring(person, json.dumps(commandery.game("templari", 3).start(seed=1).record()).encode()).headers["location"]
    assert "Forget Me" in other.get(running).text
    assert person.post("/me/forget").status_code == 422
    answer = person.post("/me/forget", sure="on")
    assert answer.status_code == 303 and COOKIE not in person.http.cookies
    assert rows(house, "SELECT count(*) FROM person WHERE id = ? OR nickname = 'Forget Me' OR name LIKE 'forget%'", id) == [
        (0,)
    ]
    for kept in ("message", "report", "watcher", "seat", "record"):
        column = "about" if kept == "report" else "person_id"
        assert rows(house, f"SELECT count(*) FROM {kept} WHERE {column} = ?", id) == [(0,)]
    assert other.get(own_waiting).status_code == other.get(brought).status_code == 404
    page = other.get(running).text
    assert "Forget Me" not in page and "A former guest" in page
    assert "Forget Me" not in other.get(others).text
    assert [row[1] for row in entries(house, running) if row[2] == "open"] == [1]
    again = Browser(house)
    again.http.cookies.set(COOKIE, cookie)
    assert "Delete my data" not in again.get("/me").text
    assert Browser(house).post("/me/return", name="forget me by name", passphrase="a long passphrase").status_code == 422


def test_finished_games_of_others_keep_working(house: Server) -> None:
    person, other = Browser(house), Browser(house)
    name_of(person, "Ends it")
    table = open_table(other)
    person.post(f"{table}/sit", script=True, seat="1")
    other.post(f"{table}/clear", script=True, seat="2", level="novice")
    other.post(f"{table}/start", script=True)
    for browser, seat in ((person, "1"), (other, "0")):
        assert browser.post(f"{table}/act", script=True, seat=seat, decision="0", at="0", do="agree").status_code == 204
    record = other.get(f"{table}/record.json")
    assert record.status_code == 200
    person.post("/me/forget", sure="on")
    house.house.keeper.forget(table.removeprefix("/t/"))
    assert other.get(f"{table}/record.json").content == record.content
    assert re.search(r"ended before its end", other.get(table).text)
