"""A database that does not answer at the wrong moment: opening the house, or going on with what another process has left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from commandery.server import house as opening
from commandery.server.house import House
from commandery.server.keeper import Live
from commandery.server.settings import Settings
from server.conftest import awaited
from server.test_clock import A_MINUTE, NOON, Process, Told, after, lay_table, verbs


def with_house(path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[[House, list[str]], Awaitable[None]]) -> None:
    """A house about to open, with three tables whose clocks run; the first look at one of them fails, and the second."""
    monkeypatch.setattr(opening, "load_rules", lambda name: None)
    monkeypatch.setattr(opening, "_AGAIN", 0.01)

    async def both() -> None:
        before = Process(path / "house.db")
        tables = [await lay_table(before, A_MINUTE) for _ in range(3)]
        await before.close()
        settings = Settings(database=f"sqlite:///{path / 'house.db'}", secret="a secret for tests")
        house = House(settings, Told())  # type: ignore[arg-type]
        house.keeper.now = lambda: after(1)
        live, failing = house.keeper.live, iter([True, True])

        async def hiccup(table_id: str) -> Live:
            if table_id == tables[1] and next(failing, False):
                raise OperationalError("SELECT", {}, Exception("the database is away"))
            return await live(table_id)

        monkeypatch.setattr(house.keeper, "live", hiccup)
        try:
            await run(house, tables)
        finally:
            await house.heart.close()
            await house.alarms.close()
            await house.thinking.close()
            await house.database.close()

    awaited(both())


def test_a_table_that_fails_at_the_opening_holds_up_no_other_and_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(house: House, tables: list[str]) -> None:
        await house._warm(NOON)
        assert house.heart._task and house.alarms._sweeping, "what comes after has begun"
        assert set(house.alarms._timers) == set(tables)
        for table_id in tables:
            assert await verbs(house, table_id) == [("pause", 7)]

    with_house(tmp_path, monkeypatch, run)


def test_a_heir_goes_on_with_all_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(house: House, tables: list[str]) -> None:
        house.keeper.rules["templari"].set()
        house.ready["templari"].set()
        await house._take_over()
        assert set(house.alarms._timers) == set(tables) - {tables[1]}, "of this one the second look failed too"
        await house._take_over()
        assert set(house.alarms._timers) == set(tables)

    with_house(tmp_path, monkeypatch, run)


def test_the_list_of_tables_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(house: House, tables: list[str]) -> None:
        read, failing = house.database.read, iter([True])

        def away() -> object:
            if next(failing, False):
                raise OperationalError("SELECT", {}, Exception("the database is away"))
            return read()

        monkeypatch.setattr(house.database, "read", away)
        await house._warm(None)
        assert {tables[0], tables[2]} <= set(house.alarms._timers)

    with_house(tmp_path, monkeypatch, run)
