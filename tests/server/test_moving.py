"""Moving house, and coming back from a copy: games go on where they were."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from commandery.core.errors import BadOption
from commandery.server.moving import copy
from commandery.server.store.models import Base, MessageRow, Person, moment
from server.conftest import Browser, Server, awaited
from server.postgres import Postgres, programs
from server.processes import same_person
from server.test_house import choose, rows
from server.test_store import engine_of
from test_cli import run_here


def everything(server: Server) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, moments as text without their zones."""
    found = {}
    for table in Base.metadata.sorted_tables:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        order = ", ".join(f'"{column.name}"' for column in table.primary_key)
        rows_of = rows(server, f'SELECT {columns} FROM "{table.name}" ORDER BY {order}')
        kinds = [column.type.python_type for column in table.columns]
        found[table.name] = [tuple(_plain(kind, value) for kind, value in zip(kinds, row, strict=True)) for row in rows_of]
    return found


def _plain(kind: type, value: Any) -> Any:
    if value is None:
        return None
    if kind is datetime.datetime:
        at = datetime.datetime.fromisoformat(str(value))
        return (at.astimezone(datetime.UTC) if at.tzinfo else at).replace(tzinfo=None)
    if kind is bool:
        return bool(value)
    if kind is dict and isinstance(value, str):
        return json.loads(value)
    return value


def lived_in(server: Server) -> tuple[Browser, str]:
    """A house in which somebody is in the middle of a game."""
    browser = Browser(server)
    browser.post("/me", nickname="Anna", pace="0")
    table = browser.play_now("templari")
    for _ in range(3):
        choose(browser, table)

    engine = engine_of(server.store)
    with engine.begin() as database:
        person = database.scalar(select(Person.id).limit(1))
        about = {"table_id": table.removeprefix("/t/"), "person_id": person, "name": "Anna", "text": "Salve", "at": moment()}
        database.execute(insert(MessageRow).values(about))
    engine.dispose()
    return browser, table


def test_a_house_moves_to_postgresql_and_back(postgres: Postgres, tmp_path: Path) -> None:
    old = Server(tmp_path)
    browser, table = lived_in(old)
    old.finish()
    before = everything(old)
    store, back = postgres.new_database(), f"sqlite:///{tmp_path / 'back.db'}"
    asked = [sys.executable, "-m", "commandery", "copy-house", old.store, store]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert done.returncode == 0 and "entry: " in done.stdout, done.stderr
    assert awaited(copy(store, back))["person"] == 1
    with pytest.raises(BadOption, match="not empty"):
        awaited(copy(old.store, store))
    for place in (store, back):
        new = Server(tmp_path / "new", database=place)
        again = same_person(browser, new)  # type: ignore[arg-type]
        kept = everything(new)
        assert kept["message"] == before["message"] and kept["seat"] == before["seat"]
        assert kept["entry"][: len(before["entry"])] == before["entry"]
        assert choose(again, table).status_code == 204
        lived_in(new)
        new.finish()


def test_a_house_that_is_not_there_is_not_copied(tmp_path: Path) -> None:
    missing, target = tmp_path / "nowhere" / "house.db", tmp_path / "copy.db"
    with pytest.raises(BadOption, match="no database to copy"):
        awaited(copy(f"sqlite:///{missing}", f"sqlite:///{target}"))
    assert not missing.parent.exists() and not target.exists()


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("sqlite:///letter.txt", "sqlite:///copy.db", "letter.txt cannot be used: file is not a database"),
        ("sqlite:///house.db", "sqlite:///letter.txt", "letter.txt cannot be used: file is not a database"),
        ("sqlite:///house.db", "sqlite:////proc/no folder/copy.db", "cannot be used: unable to open"),
        ("sqlite:///house.db", "postgresql://anna:hidden@127.0.0.1:1/house", "***@127.0.0.1:1/house cannot be used: connect"),
    ],
)
def test_what_cannot_be_copied_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("no database at all, but long enough to be looked at" * 40)
    Path("house.db").touch()
    done = run_here("copy-house", source, target)
    assert done.returncode == 2 and told in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and "hidden" not in done.stderr


def by_copying(server: Server, postgres: Postgres, folder: Path) -> str:
    target = f"sqlite:///{folder / 'backup.db'}"
    awaited(copy(server.store, target))  # while people play
    return target


def by_dumping(server: Server, postgres: Postgres, folder: Path) -> str:
    target = postgres.new_database()
    dump = folder / "house.dump"
    subprocess.run([programs() / "pg_dump", "--format=custom", f"--file={dump}", server.store], check=True)
    subprocess.run([programs() / "pg_restore", "--no-owner", f"--dbname={target}", dump], check=True)
    return target


@pytest.mark.parametrize("way", [by_copying, by_dumping])
def test_a_backup_taken_while_people_play_can_be_played_on(
    postgres: Postgres, tmp_path: Path, way: Callable[[Server, Postgres, Path], str]
) -> None:
    server = Server(tmp_path, database=postgres.new_database()) if way is by_dumping else Server(tmp_path)
    browser, table = lived_in(server)
    target = way(server, postgres, tmp_path)
    server.finish()
    restored = Server(tmp_path / "restored", database=target)
    assert choose(same_person(browser, restored), table).status_code == 204  # type: ignore[arg-type]
    restored.finish()
