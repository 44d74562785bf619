"""What a house keeps in memory, it lets go of again; and people of whom nothing else is left."""

from __future__ import annotations

import asyncio
import datetime
from pathlib import Path

import httpx
import pytest
from litestar.stores.memory import MemoryStore
from sqlalchemy import select

from commandery.server.app import _expiring, _limits, create_app
from commandery.server.keeping import Sweep
from commandery.server.settings import Settings
from commandery.server.store.models import MessageRow, Person, RecordRow, Report, Seat, Status, Table, Watcher, moment
from conftest import wait_until
from server.conftest import Browser, Server, awaited
from server.test_memory import Process, with_processes


def test_addresses_that_no_limit_concerns_any_more_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commandery.server.app._BETWEEN_SWEEPS", 0.01)
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'house.db'}", secret="a secret for tests"))

    async def run() -> None:
        stores = [app.stores.get(one.kwargs["config"].store) for one in _limits(app.state.house.settings)]
        assert len({id(store) for store in stores}) == 4
        for store in stores:
            assert isinstance(store, MemoryStore)
            await store.set("old", "1", expires_in=-1)
            await store.set("new", "1", expires_in=60)
        async with _expiring(app), asyncio.timeout(10):
            while any(set(store._store) != {"new"} for store in stores if isinstance(store, MemoryStore)):
                await asyncio.sleep(0.01)

    awaited(run())


def test_of_a_table_only_the_last_looks_are_kept(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commandery.server.pages.table._LOOKS_KEPT", 2)
    host = Browser(house)
    table = host.play_now("templari")
    live = house.house.keeper.known(table.removeprefix("/t/"))
    people = [host, Browser(house), Browser(house, "fr"), Browser(house, "it"), host]
    assert all(browser.get(table).status_code == 200 for browser in people)
    assert [how[2] for how in live.looks] == ["it", "en"]


def test_channels_that_nobody_hears_any_more_are_forgotten(house: Server) -> None:
    channels = house.house.channels._channels
    with httpx.Client(base_url=house.address) as http:
        with http.stream("GET", "/t/kept/stream?seen=0") as kept:
            lines = kept.iter_lines()
            next(lines)
            for number in range(3):
                with http.stream("GET", f"/t/gone{number}/stream?seen=0") as stream:
                    next(stream.iter_lines())
            wait_until(lambda: set(channels) == {"table-kept"})
        wait_until(lambda: not channels)


def test_guests_who_left_nothing_are_forgotten_on_either_database(store: str) -> None:
    long_ago = moment() - datetime.timedelta(days=31)

    async def run(one: Process, _: Process, played: str) -> None:
        people = {
            "gone": Person(nickname="gone", seen=long_ago),
            "fresh": Person(nickname="fresh"),
            "named": Person(nickname="named", name="named", seen=long_ago),
            "banned": Person(nickname="banned", banned=True, seen=long_ago),
            **{
                what: Person(nickname=what, seen=long_ago)
                for what in ("seat", "host", "words", "record", "by", "about", "here")
            },
        }
        async with one.database.write() as session:
            session.add_all(people.values())
            await session.flush()
            ids = {name: person.id for name, person in people.items()}
            seats = [Seat(number=0, person_id=ids["seat"])]
            table = Table(id="of a host", game="templari", options={}, host=ids["host"], status=Status.OVER, seats=seats)
            session.add(table)
            await session.flush()
            session.add(MessageRow(table_id=played, person_id=ids["words"], name="", text="Salve"))
            session.add(RecordRow(person_id=ids["record"], game="templari", data={}))
            session.add(Report(by=ids["by"], about=ids["about"]))
            session.add(Watcher(person_id=ids["here"], process="one"))

        async def known() -> set[str]:
            async with one.database.read() as session:
                return set(await session.scalars(select(Person.nickname).where(Person.nickname.in_(people))))

        assert await Sweep(one.keeper, Settings(database=store, guest_days=0)).guests() == 0
        assert await Sweep(one.keeper, Settings(database=store, guest_days=32)).guests() == 0
        sweep = Sweep(one.keeper, Settings(database=store, guest_days=30))
        assert await sweep.guests() == 1 and await sweep.guests() == 0
        assert await known() == set(people) - {"gone"}

    with_processes(store, run)
