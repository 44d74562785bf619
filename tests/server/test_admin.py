"""`commandery admin` as an operator meets it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import select

import commandery
from commandery.server.administration import Administration
from commandery.server.journal import Verb
from commandery.server.keeper import Keeper, held
from commandery.server.keeping import Reports
from commandery.server.people import People, Viewer
from commandery.server.store.database import Database
from commandery.server.store.models import EntryRow, MessageRow
from commandery.server.tables import Tables
from server.conftest import Browser, Server, awaited
from server.postgres import Postgres
from server.test_house import choose
from test_cli import run, run_here


class NoChannels:
    def publish(self, *_: object) -> None:
        pass


def furnish(address: str) -> dict[str, str]:
    """Somebody, a game that runs, a table that waits, and a report, in an empty database; the ids."""

    async def fill() -> dict[str, str]:
        database = Database(address)
        await database.prepare()
        people = People(database, "secret")
        anna, bert = [await people.welcome(Viewer(None, "en"), name) for name in ("Anna", "Bert")]
        tables = Tables(Keeper(database, NoChannels()))  # type: ignore[arg-type]
        running = await tables.create(anna, "templari", 3, "novice")
        await tables.start(running.id, anna)
        waiting = await tables.create(bert, "journey", 3, None)
        async with database.write() as session:
            session.add(MessageRow(table_id=running.id, person_id=anna.id, name="Anna", text="hello"))
        await Reports(database).add(anna, bert.id, "He shouts\nloudly", running.id)
        await database.close()
        return {"running": running.id, "waiting": waiting.id, "anna": anna.id, "bert": bert.id}

    return awaited(fill())


@pytest.fixture
def place(tmp_path: Path) -> tuple[str, dict[str, str]]:
    """A file with all that, and the ids."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    return address, furnish(address)


def test_the_environment_says_where_the_database_is(place: tuple[str, dict[str, str]]) -> None:
    address, ids = place
    done = run("admin", "list", COMMANDERY_DATABASE=address)
    assert done.returncode == 0 and ids["running"] in done.stdout, done.stderr


def test_an_operator_keeps_a_house_in_order(store: str, tmp_path: Path) -> None:
    address, ids = store, furnish(store)

    def admin(*words: str, answers: str = "") -> str:
        done = run_here("admin", *words, "--database", address, answers=answers)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert ids["running"] in admin("list") and "2 tables" in admin("list")
    (listed,) = json.loads(admin("list", "--status", "playing", "--person", "Anna", "--json"))
    assert (listed["id"], listed["game"], listed["seats"][0]) == (ids["running"], "templari", "Anna")
    assert listed["moved"].endswith("+00:00")
    assert "He shouts loudly" in admin("reports")
    assert "settled" in admin("reports", "--settle", "1")
    assert "0 reports" in admin("reports") and "(settled)" in admin("reports", "--all")
    assert "Bert" in admin("people", "ber")
    assert "shut out" in admin("ban", "Bert") and "shut out" in admin("people", "Bert")
    assert "let in again" in admin("ban", ids["bert"], "--lift")
    assert "closed" in admin("close", ids["running"], answers="y\n")
    admin("export", f"http://localhost:8000/t/{ids['running']}", "--out", str(tmp_path / "table.json"))
    exported = json.loads((tmp_path / "table.json").read_text())
    assert exported["table"]["status"] == "over" and exported["messages"][0]["text"] == "hello"
    assert exported["journal"][-1]["verb"] == "resign"
    moments = [exported["table"]["moved"], *(entry["at"] for entry in exported["journal"]), exported["messages"][0]["at"]]
    assert all(moment.endswith("+00:00") for moment in moments)
    assert (tmp_path / "table.json").stat().st_mode & 0o077 == 0  # of a running game its secrets are in it
    assert len(commandery.replay(exported["record"], chance=commandery.BY_HAND).history) > 0
    assert "deleted" in admin("close", ids["waiting"], "--yes")
    assert "deleted" in admin("delete", ids["running"], "--yes")
    assert "0 tables" in admin("list")


def test_a_game_is_closed_after_the_move_that_is_just_being_made(postgres: Postgres) -> None:
    address = postgres.new_database()
    table_id = furnish(address)["running"]

    async def close() -> list[tuple[int, str]]:
        database = Database(address)
        play = (await Keeper(database, NoChannels()).live(table_id)).play  # type: ignore[arg-type]
        seat, number = play.match.to_act[0], len(play.entries)
        async with database.write() as session:
            await held(session, table_id)
            closing = asyncio.create_task(Administration(database).close(table_id))
            await asyncio.wait({closing}, timeout=0.5)
            action = str(play.match.legal(seat)[0])
            session.add(EntryRow(table_id=table_id, number=number, seat=seat, verb=Verb.PLAY, action=action))
        assert await closing == "closed"
        async with database.read() as session:
            wanted = select(EntryRow.number, EntryRow.verb).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
            found = [(at, verb) for at, verb in await session.execute(wanted)]
        await database.close()
        return found[number:]

    first, *rest = awaited(close())
    assert first[1] == Verb.PLAY and [verb for _, verb in rest] == [Verb.RESIGN]


def test_what_is_exported_of_a_game_played_on_says_where_it_was_begun(tmp_path: Path) -> None:
    house = Server(tmp_path)
    browser = Browser(house)
    table = browser.play_now("templari")
    choose(browser, table)  # by now who starts and the lot are known
    begun = browser.post(f"{table}/play-on", at="3", seat="0", level="novice").headers["location"]
    out = tmp_path / "table.json"
    assert run_here("admin", "export", begun, "--out", str(out), "--database", house.store).returncode == 0
    exported = json.loads(out.read_text())
    assert exported["record"]["begun"] == 3
    house.finish()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["close", "nothing", "--yes"], "there is no table 'nothing'"),
        (["delete", "nothing", "--yes"], "there is no table 'nothing'"),
        (["export", "nothing"], "there is no table 'nothing'"),
        (["ban", "Nobody"], "there is nobody"),
        (["ban", "Anna", "--lift"], "not shut out"),
        (["reports", "--settle", "77"], "there is no report 77"),
        (["list", "--status", "odd"], "waiting, playing, over"),
        (["list", "--database", "sqlite:////nowhere/house.db"], "there is no database at /nowhere/house.db"),
        (["list", "--database", "nonsense"], "not an address"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_done_is_told_in_a_line(place: tuple[str, dict[str, str]], words: list[str], told: str) -> None:
    given = words if "--database" in words else [*words, "--database", place[0]]
    done = run_here("admin", *given)
    assert done.returncode == 2 and told in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_text("no database at all, but long enough to be looked at" * 40)
    done = run("admin", "list", "--database", f"sqlite:///{tmp_path / 'house.db'}")
    assert done.returncode == 2 and "house.db cannot be used: file is not a database" in done.stderr


def test_who_says_no_changes_nothing(place: tuple[str, dict[str, str]]) -> None:
    address, ids = place
    done = run_here("admin", "delete", ids["waiting"], "--database", address, answers="n\n")
    assert done.returncode == 130
    assert "2 tables" in run_here("admin", "list", "--database", address).stdout
