"""Two houses over one database. Two who act at the same moment: of what excludes each other exactly one wins, of what does not
both. Bots that think once, and connections that are lost."""

from __future__ import annotations

import asyncio
import datetime
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import httpx
import psycopg
import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

import commandery
from commandery.core.contract import CHANCE
from commandery.server.chat import Chat
from commandery.server.journal import Entry, Play, Verb
from commandery.server.keeper import Live, held
from commandery.server.keeping import Sweep
from commandery.server.people import COOKIE
from commandery.server.presence import Presence
from commandery.server.settings import Settings
from commandery.server.store.models import Person, Seat, Status, Table, moment
from commandery.server.tables import Tables
from commandery.server.thinking import Thinking
from conftest import wait_until
from server.browsing import lay
from server.conftest import Browser, Server
from server.postgres import Postgres
from server.processes import same_person
from server.test_house import entries, rows
from server.test_journal import settle, to_sealed, write
from server.test_memory import Process as Keeping
from server.test_memory import with_processes
from server.test_processes import at_once, friends, take_turns


@pytest.fixture(scope="module")
def houses(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    store = postgres.new_database()
    pair = Server(tmp_path_factory.mktemp("one"), database=store), Server(tmp_path_factory.mktemp("other"), database=store)
    yield pair
    for server in pair:
        server.finish()


def guest(server: Server, person: str) -> Browser:
    """Somebody the house knows."""
    browser = Browser(server)
    browser.http.cookies.set(COOKIE, server.house.people.cookie(Person(id=person, nickname="")), domain="127.0.0.1")
    return browser


def sender(browser: Browser, table: str, play: Play, seat: int, do: str) -> Callable[[], httpx.Response]:
    """Sends what a seat does at a table as it stands, when called."""
    data = {
        "_csrf_token": browser.token(), "seat": str(seat), "decision": str(play.decision(seat)), "at": str(len(play.entries)),
        "do": do,
    }  # fmt: skip
    return lambda: browser.http.post(f"{table}/act", data=data, headers={"HX-Request": "true"})


def to_offence(seed: int) -> tuple[Play, int, int]:
    """An honour table where an offence has been made, the seat that is next to act, and another that can call it out."""
    game = commandery.game("templar", 3, table_rules="honour")
    call = game.kind.call_action
    for tried in range(200):
        rng = random.Random(1000 * seed + tried)
        play = Play(game, frozenset(range(3)))
        settle(play)
        for _ in range(60):
            seat = play.match.to_act[0]
            callers = [other for other in range(3) if any(action.id == call for action in play.legal(other))]
            if callers and callers != [seat] and play.match.history[-1].seat not in (seat, CHANCE):
                return play, seat, next(other for other in callers if other != seat)
            against = game.kind.offences(game.world, play.match.state_array(), seat)
            actions = play.legal(seat)
            write(play, [Entry(seat, Verb.PLAY, str(rng.choice([one for one in actions if one.id in against] or actions)))])
    raise AssertionError("no offence found")


@pytest.mark.sized("races")
@pytest.mark.rule("T16")
def test_a_call_races_the_next_players_first_act(houses: tuple[Server, Server], size: int) -> None:
    winners = set()
    for number in range(size):
        play, following, caller = to_offence(number % 20)
        call = next(action for action in play.legal(caller) if action.id == play.game.kind.call_action)
        act = next(action for action in play.legal(following) if action.id != play.game.kind.call_action)
        table, people = lay(houses[0], play, confirm=False)
        one, other = guest(houses[0], people[following]), guest(houses[1], people[caller])
        answers = at_once(
            sender(one, table, play, following, f"play {act.id}"), sender(other, table, play, caller, f"play {call.id}")
        )
        assert sorted(answer.status_code for answer in answers) == [204, 422], [answer.text for answer in answers]
        first = entries(houses[0], table)[len(play.entries)]
        assert (first[1], first[3]) in {(following, str(act)), (caller, str(call))}
        winners.add(first[1] == caller)
    assert winners


@pytest.mark.sized("races")
def test_sealed_choices_made_at_once_both_count_in_either_order(houses: tuple[Server, Server], size: int) -> None:
    begun = to_sealed()
    first, second, _ = begun.match.to_act
    chosen = {seat: begun.legal(seat)[0] for seat in (first, second)}
    states: set[Any] = set()
    for _ in range(size):
        table, people = lay(houses[0], begun, confirm=False)
        pair = [(guest(houses[0], people[first]), first), (guest(houses[1], people[second]), second)]
        answers = at_once(*(sender(who, table, begun, seat, f"play {chosen[seat].id}") for who, seat in pair))
        assert [answer.status_code for answer in answers] == [204, 204], [answer.text for answer in answers]
        again = Play(begun.game, begun.people)
        for _, seat, verb, action in entries(houses[1], table):
            again.read(Entry(seat, Verb(verb), action))
        assert sorted(entry.seat for entry in again.entries[len(begun.entries) :]) == [first, second]
        states.add((again.match.state_array().tobytes(), json.dumps(again.match.record())))
    assert len(states) == 1


def test_who_speaks_does_not_hold_up_who_wants_a_rematch(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each holds what the other refers to: the table, and who speaks."""
    count, speaking, go_on = AsyncSession.scalar, asyncio.Event(), asyncio.Event()

    async def slowly(session: AsyncSession, *wanted: Any, **how: Any) -> Any:
        found = await count(session, *wanted, **how)
        if (task := asyncio.current_task()) and task.get_name() == "say":
            speaking.set()
            await go_on.wait()
        return found

    monkeypatch.setattr(AsyncSession, "scalar", slowly)

    async def run(one: Keeping, other: Keeping, table_id: str) -> None:
        async with one.database.write() as session:
            table = await held(session, table_id)
            table.status = Status.OVER
            host = await session.get_one(Person, table.host)
        say = asyncio.create_task(Chat(one.keeper).say(table_id, host, "Well played!"), name="say")
        await speaking.wait()
        again = asyncio.create_task(Tables(other.keeper).rematch(table_id, host))
        await asyncio.wait({again}, timeout=1)
        go_on.set()
        await asyncio.gather(say, again)

    with_processes(postgres.new_database(), run)


def test_who_leaves_does_not_hold_up_the_end_of_the_game(postgres: Postgres) -> None:
    """The seats are written in the same order, whoever leaves first."""

    async def run(one: Keeping, other: Keeping, table_id: str) -> None:
        async with one.database.write() as session:
            people = [Person(nickname=name) for name in ("Bruno", "Carla")]
            session.add_all(people)
            await session.flush()
            table = await held(session, table_id)
            for seat, person in zip(table.seats[1:], people, strict=True):
                seat.person_id, seat.level = person.id, None
        presence = Presence(one.keeper, "one")
        with presence.stay(table_id, people[1].id), presence.stay(table_id, people[0].id):
            await presence.write()
        async with other.database.write() as session:
            table = await session.get_one(Table, table_id)
            table.seats[1].score = 3
            await session.flush()
            gone = asyncio.create_task(presence.write())
            await asyncio.wait({gone}, timeout=1)
            table.seats[2].score = 5
        await gone
        async with one.database.read() as session:
            table = await session.get_one(Table, table_id)
        assert all(seat.here and seat.score for seat in table.seats[1:])

    with_processes(postgres.new_database(), run)


def test_a_table_at_which_somebody_moves_just_then_is_not_cleared_away(postgres: Postgres) -> None:
    async def run(one: Keeping, two: Keeping, table_id: str) -> None:
        async with one.database.write() as session:
            await session.execute(update(Table).values(moved=moment() - datetime.timedelta(days=400)))
        async with two.database.write() as moving:
            await moving.execute(update(Table).where(Table.id == table_id).values(moved=moment()))
            clearing = asyncio.create_task(Sweep(one.keeper, Settings()).once())
            await asyncio.sleep(0.3)
            assert not clearing.done()
        assert await clearing == 0
        assert (await two.keeper.table(table_id)).id == table_id

    with_processes(postgres.new_database(), run)


# Bots, and lost connections


def test_bots_think_once_not_once_a_process(houses: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[tuple[str, int, int]] = []
    consider = Thinking._consider

    def note(self: Thinking, live: Live, seat: int) -> Any:
        thoughts.append((live.table.id, len(live.play.entries), seat))
        time.sleep(0.05)
        return consider(self, live, seat)

    monkeypatch.setattr(Thinking, "_consider", note)
    table, host, friend = friends(*houses)  # type: ignore[arg-type]
    take_turns(table, [host, friend], 10)
    made = [row for row in entries(houses[0], table) if row[1] == 2]
    here = [thought for thought in thoughts if thought[0] == table.removeprefix("/t/")]
    assert made and len(here) == len(set(here)) and len(here) - len(made) in (0, 1)


def test_what_is_lost_with_a_connection_comes_back(houses: tuple[Server, Server]) -> None:
    table, host, friend = friends(*houses)  # type: ignore[arg-type]
    take_turns(table, [host, friend], 1)
    with psycopg.connect(houses[0].store) as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}".encode())
    listening = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN commandery'"
    wait_until(lambda: rows(houses[0], listening) == [(2,)], 20)
    for server, other in (houses, houses[::-1]):
        with httpx.stream("GET", f"{other.address}{table}/stream", timeout=15) as stream:
            lines = (line for line in stream.iter_lines() if "data-at" in line)
            before = next(lines)
            take_turns(table, [same_person(host, server), same_person(friend, server)], 1)  # type: ignore[arg-type]
            assert next(lines) != before


def test_a_database_that_takes_no_signal_ends_no_stream(houses: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """As while another machine takes its place: it reads then, and does not write."""
    table, host, friend = friends(*houses)  # type: ignore[arg-type]
    take_turns(table, [host, friend], 1)
    refused = AsyncMock(side_effect=psycopg.errors.ReadOnlySqlTransaction("cannot execute NOTIFY during recovery"))
    monkeypatch.setattr(houses[0].house.channels._backend._speaking, "execute", refused)
    with httpx.stream("GET", f"{houses[0].address}{table}/stream", timeout=15) as stream:
        lines = (line for line in stream.iter_lines() if "data-at" in line)
        before = next(lines)
        host.post(f"{table}/say", script=True, text="hello")
        wait_until(lambda: refused.await_count > 0)
        time.sleep(0.1)
        assert not houses[0].house.channels._pub_task.done()
        take_turns(table, [host, friend], 1)
        assert next(lines) != before


def test_bots_take_no_more_than_their_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def burn(self: Thinking, live: Live, seat: int) -> None:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass

    monkeypatch.setattr(Thinking, "_consider", burn)
    server = Server(tmp_path, bot_share=0.5)
    thinking, table = server.house.thinking, Table(seats=[Seat(number=0, level="squire")])
    began = time.monotonic()
    about = SimpleNamespace(table=table), 0, lambda: None
    thoughts = [thinking._pool.submit(thinking._think_rested, *about) for _ in range(9)]
    for thought in thoughts:
        thought.result()
    assert time.monotonic() - began >= 8 * 0.1
    server.finish()
