"""How often somebody may do what costs others: opening tables, guessing passphrases, bringing records."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from server.conftest import Browser, Server
from server.test_api import Program
from server.test_house import rows


def test_however_a_table_is_opened_it_counts(tmp_path: Path) -> None:
    house = Server(tmp_path, tables_an_hour=5)
    browser = Browser(house)
    table = browser.play_now("templari")
    ways = ("/boards/journey/play", f"{table}/play-on", "/r/unknown/play-on", f"{table}/rematch")
    assert all(browser.post(way, script=True).status_code in (400, 404, 422) for way in ways)
    assert browser.post("/play", game="templari", level="novice").status_code == 429
    house.finish()


def test_a_game_is_played_again_only_when_it_is_over_and_there_is_room(house: Server) -> None:
    browser = Browser(house)
    tables = [browser.play_now("templari") for _ in range(3)]
    refused = browser.post(f"{tables[0]}/rematch", script=True)
    assert refused.status_code == 422 and "not over" in refused.text
    for table in tables[:2]:
        asked = browser.asked(table)
        assert (
            browser.post(f"{table}/act", script=True, seat=asked["seat"], decision="0", at="0", do="agree").status_code == 204
        )
    again = browser.post(f"{tables[0]}/rematch")
    assert again.status_code == 303
    while browser.post("/tables", game="templari").status_code == 303:
        pass
    refused = browser.post(f"{tables[1]}/rematch", script=True)
    assert refused.status_code == 422 and "tables open" in refused.text
    assert browser.post(f"{tables[0]}/rematch").headers["location"] == again.headers["location"]


def test_passphrases_and_tables_have_limits_of_their_own(tmp_path: Path) -> None:
    house = Server(tmp_path, passphrases_a_minute=3, tables_an_hour=4)
    browser = Browser(house, "it")
    answers = [browser.post("/me/return", name="Anna", passphrase="guess").status_code for _ in range(5)]
    assert answers == [422] * 3 + [429] * 2
    opened = [browser.post("/tables", game="templari").status_code for _ in range(2)]
    opened += [browser.post("/play", game="templari", level="novice").status_code]
    program = Program(house)
    given = {"game": "templari", "name": "x"}
    opened += [program.http.post("/tables", json=given).status_code for _ in range(2)]
    assert opened == [303, 303, 303, 201, 429]
    assert list(program.http.post("/tables", json=given).json()) == ["error"]
    assert browser.get("/").status_code == 200
    house.finish()


def test_setting_a_passphrase_and_bringing_a_record_count_too(tmp_path: Path) -> None:
    house = Server(tmp_path, passphrases_a_minute=2, tables_an_hour=2)
    browser = Browser(house)
    kept = [browser.post("/me/keep", name="Anna", passphrase="a long passphrase").status_code for _ in range(3)]
    assert kept == [303, 303, 429] and browser.post("/me/return", name="Anna", passphrase="wrong one").status_code == 429
    data, file = {"_csrf_token": browser.token()}, {"file": ("record.json", b"{}", "application/json")}
    brought = [browser.http.post("/records", data=data, files=file).status_code for _ in range(3)]
    assert brought == [422, 422, 429] and browser.post("/tables", game="templari").status_code == 429
    house.finish()


def test_a_new_guest_for_every_message_does_not_help(tmp_path: Path) -> None:
    house = Server(tmp_path, messages_a_minute=3)
    table = Browser(house).post("/tables", game="templari").headers["location"]
    said = [Browser(house).post(f"{table}/say", script=True, text="Buy this").status_code for _ in range(4)]
    assert said == [200, 200, 200, 429]
    house.finish()


def test_it_is_kept_on_which_day_somebody_was_last_here(house: Server) -> None:
    browser = Browser(house)
    browser.post("/me", nickname="Ludovica")

    def seen() -> str:
        return str(rows(house, "SELECT seen FROM person WHERE nickname = 'Ludovica'")[0][0])

    today = seen()
    with sqlite3.connect(house.database) as database:
        database.execute("UPDATE person SET seen = '2020-01-01 00:00:00.000000' WHERE nickname = 'Ludovica'")
    browser.get("/")
    kept = seen()
    assert kept >= today
    browser.get("/")
    assert seen() == kept
