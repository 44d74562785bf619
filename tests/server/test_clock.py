"""Clocks: whose time runs, what counts, and what happens when it is up. The time is made up: nothing here waits."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from commandery.server import alarms
from commandery.server.alarms import Alarms
from commandery.server.clock import CLOCKS, Clock
from commandery.server.heart import Heart
from commandery.server.house import House
from commandery.server.journal import Entry, Play, Refused, Verb
from commandery.server.keeper import Keeper, held
from commandery.server.store.database import Database
from commandery.server.store.models import EntryRow, Person, Seat, Status, Table
from commandery.server.tables import Tables
from commandery.server.thinking import _next
from conftest import wait_until
from server.browsing import in_phase, lay, walk_to
from server.conftest import Browser, Server, awaited
from server.test_house import choose, entries, rows
from server.test_journal import begin, to_sealed
from server.test_races import to_offence

NOON = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)
A_MINUTE, TEN_MINUTES = Clock("move", 60), Clock("game", 600)


def after(seconds: float) -> datetime.datetime:
    return NOON + datetime.timedelta(seconds=seconds)


def put(play: Play, seconds: float, *entries: Entry) -> None:
    """Write entries so many seconds after noon, and what chance does then."""
    for entry in entries:
        play.read(Entry(entry.seat, entry.verb, entry.action, entry.key, after(seconds)))
    while drawn := play.draw():
        play.read(Entry(drawn.seat, drawn.verb, drawn.action, None, after(seconds)))


def start(name: str = "templari", people: int = 3, **options: Any) -> tuple[Play, int]:
    """A game begun at noon, and the seat that is asked."""
    play = begin(name, 3, people, **options)
    play.spent.last = NOON
    return play, play.match.to_act[0]


def left(clock: Clock, play: Play, seat: int, seconds: float) -> float:
    return clock.left(play.spent, seat, seat in play.timed(), after(seconds))


def a_pass(seat: int) -> Entry:
    return Entry(seat, Verb.PLAY, "pass")


# Whose time runs


def test_time_runs_for_who_is_asked_and_for_nobody_else() -> None:
    play, seat = start(start=0)
    other = (seat + 1) % 3
    assert play.timed() == {seat}
    assert left(A_MINUTE, play, seat, 25) == 35 and left(A_MINUTE, play, other, 25) == 60
    put(play, 25, a_pass(seat))
    assert left(TEN_MINUTES, play, seat, 100) == 575 and left(TEN_MINUTES, play, other, 45) == 580


def test_a_move_has_its_time_anew_and_a_game_has_it_once() -> None:
    play, seat = start(start=0)
    put(play, 50, a_pass(seat))
    for number in range(1, 12):
        if play.asked(seat):
            break
        put(play, 50 + number, Entry(play.match.to_act[0], Verb.PLAY, str(play.match.legal(play.match.to_act[0])[0])))
    assert play.asked(seat)
    now = (play.spent.last - NOON).total_seconds() if play.spent.last else 0
    assert left(A_MINUTE, play, seat, now) == 60
    assert left(TEN_MINUTES, play, seat, now) == 550


def test_what_is_taken_back_gives_no_time_back() -> None:
    play, seat = start("templar", first_game=True)
    for number in range(200):
        seat = play.match.to_act[0]
        found = next((one for one in play.legal(seat) if not play.commits(seat, one)), None)
        if found is not None and number > 5 and not play.match.can_undo(seat):
            break
        put(play, 0, Entry(seat, Verb.PLAY, str(play.legal(seat)[0])))
    assert found is not None
    for number in range(1, 5):
        put(play, 10 * number, Entry(seat, Verb.PLAY, str(found)) if number % 2 else Entry(seat, Verb.UNDO))
    assert play.asked(seat)
    assert left(A_MINUTE, play, seat, 40) == 20 and left(TEN_MINUTES, play, seat, 40) == 560


def test_choosing_secretly_everybody_who_owes_has_the_time_run() -> None:
    play = to_sealed()
    play.spent.last = NOON
    first, second, third = play.match.to_act
    assert play.timed() == {first, second, third}
    put(play, 20, Entry(first, Verb.PLAY, str(play.legal(first)[0])))
    assert play.timed() == {second, third}
    assert [left(A_MINUTE, play, seat, 50) for seat in (first, second, third)] == [40, 10, 10]
    put(play, 50, Entry(first, Verb.UNDO)) if play.can_undo(first) else None
    assert left(A_MINUTE, play, first, 50) == 40  # chosen anew or not, what was used is used


def test_bots_and_who_has_left_have_no_clock() -> None:
    play, seat = start(people=1, start=1)
    assert play.match.to_act == (1,) and not play.timed()
    play, seat = start(start=0)
    put(play, 10, Entry(seat, Verb.LEAVE))
    assert not play.timed() and left(TEN_MINUTES, play, seat, 500) == 590
    put(play, 300, Entry(seat, Verb.BACK))
    assert play.timed() == {seat} and left(TEN_MINUTES, play, seat, 310) == 580


def test_time_while_the_house_was_closed_does_not_count() -> None:
    play, seat = start(start=0)
    put(play, 3600, Entry(7, Verb.PAUSE, "3590.000"))
    assert left(A_MINUTE, play, seat, 3605) == 45


def test_whoever_reads_the_journal_finds_the_same_times() -> None:
    play, seat = start(start=0)
    play.entries.clear()
    again = Play(play.game, play.people)
    again.match = play.match.copy()
    again.spent.last = NOON
    for number in range(1, 30):
        seat = play.match.to_act[0]
        put(play, 7.25 * number, Entry(seat, Verb.PLAY, str(play.match.legal(seat)[0])))
    for entry in play.entries:
        again.read(entry)
    assert again.spent == play.spent


# When time is up


def test_a_bot_makes_the_move_that_came_too_late_and_no_other() -> None:
    play, seat = start(start=0)
    put(play, 10, *play.to_play(seat, play.decision(seat), "pass", "a", confirm=True))
    assert play.held
    put(play, 61, Entry(seat, Verb.LATE))
    assert not play.held and play.by_bot(seat) and _next(play) == seat
    with pytest.raises(Refused, match="not your turn"):
        play.to_play(seat, play.decision(seat), "pass", "b", confirm=False)
    put(play, 62, a_pass(seat))
    assert not play.by_bot(seat)


def test_what_a_bot_chose_in_secret_as_time_was_up_stands_until_all_have_chosen() -> None:
    play = to_sealed()
    first, second, third = play.match.to_act
    put(play, 61, Entry(first, Verb.LATE))
    chosen, other = play.match.legal(first)[:2]
    put(play, 62, Entry(first, Verb.PLAY, str(chosen)))
    assert first in play.match.may_act and not play.by_bot(first) and not play.can_undo(first)
    assert play.legal(first) == []
    put(play, 63, Entry(second, Verb.PLAY, str(play.legal(second)[0])))
    for taken_back in (False, True):
        with pytest.raises(Refused, match="Your time was up"):
            play.to_play(first, play.decision(first), str(other), f"a{taken_back}", confirm=True)
        assert not play.can_undo(first)
        put(play, 64, Entry(second, Verb.UNDO)) if not taken_back else None
    put(play, 65, Entry(second, Verb.PLAY, str(play.legal(second)[1])))
    assert play.legal(second)  # chosen in time, it can be changed
    put(play, 66, Entry(third, Verb.PLAY, str(play.legal(third)[0])))
    assert not play.sealed_late
    while not play.over and first not in play.match.to_act:
        seat = play.match.to_act[0]
        put(play, 67, Entry(seat, Verb.PLAY, str(play.legal(seat)[0])))
    assert play.legal(first) == play.match.legal(first) != []  # the next decision is theirs again


def test_a_move_that_is_taken_back_leaves_the_next_its_time() -> None:
    """Somebody was late for a turn that had not come after all: when it comes, it is theirs."""
    play, seat = start(start=0)
    put(play, 5, Entry(seat, Verb.PLAY, "bid 1"))
    (other,) = play.match.to_act
    put(play, 66, Entry(other, Verb.LATE))
    assert play.by_bot(other)
    put(play, 67, Entry(seat, Verb.UNDO), Entry(seat, Verb.PLAY, "bid 2"))
    assert play.timed() == {other} and left(A_MINUTE, play, other, 77) == 50


@pytest.mark.rule("T16")
def test_a_card_that_is_called_out_leaves_the_next_their_time() -> None:
    play, following, caller = to_offence(3)
    put(play, 0, Entry(following, Verb.LATE))
    call = next(action for action in play.legal(caller) if action.id == play.game.kind.call_action)
    put(play, 1, Entry(caller, Verb.PLAY, str(call)))
    assert following not in play.match.to_act and not play.by_bot(following)


def test_out_of_time_for_the_game_a_bot_has_the_seat_for_good() -> None:
    play, seat = start(start=0)
    put(play, 601, Entry(seat, Verb.OUT))
    assert play.by_bot(seat) and not play.over
    with pytest.raises(Refused):
        play.to_go([seat], Verb.BACK, "k")
    put(play, 602, a_pass(seat))
    assert play.by_bot(seat)


@pytest.fixture(scope="module", autouse=True)
def soon() -> Iterator[None]:
    """Tables that a test lays are looked after without much waiting."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alarms, "_SWEEP", 0.5)
        yield


# Alarms, on a database


class Told:
    """Stands for the channels: what was told goes nowhere."""

    def publish(self, data: object, channels: object) -> None: ...


class Process:
    """As much of a process of the house as clocks need, with a clock of its own making."""

    def __init__(self, path: Path) -> None:
        self.database = Database(f"sqlite:///{path}")
        self.keeper = Keeper(self.database, Told())  # type: ignore[arg-type]
        self.alarms = Alarms(self.keeper)
        self.keeper.moved = self.alarms.cue
        self.seconds = 0.0
        self.keeper.now = lambda: after(self.seconds)

    async def close(self) -> None:
        await self.alarms.close()
        await self.database.close()


async def lay_table(process: Process, clock: Clock, people: int = 2) -> str:
    await process.database.prepare()
    persons = [Person(nickname=f"P{number}") for number in range(people)]
    async with process.database.write() as session:
        session.add_all(persons)
        await session.flush()
        table = Table(game="templari", options={"start": 0}, host=persons[0].id, clock=clock.kept)
        table.options = dict(begin("templari", 3, start=0).game.options)
        table.seats = [Seat(number=number, person_id=persons[number].id, name=f"P{number}") for number in range(people)]
        table.seats += [Seat(number=number, level="novice", name="bot") for number in range(people, 3)]
        session.add(table)
    await Tables(process.keeper).start(table.id, persons[0])
    return table.id


async def verbs(process: Process | House, table_id: str) -> list[tuple[str, int]]:
    wanted = select(EntryRow.verb, EntryRow.seat).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
    async with process.database.read() as session:
        return [(verb, seat) for verb, seat in await session.execute(wanted) if verb != "play"]


def with_processes(path: Path, run: Callable[[Process, Process], Awaitable[None]]) -> None:
    async def both() -> None:
        one, two = Process(path), Process(path)
        try:
            await run(one, two)
        finally:
            await one.close()
            await two.close()

    awaited(both())


@pytest.mark.parametrize(("clock", "verb"), [(A_MINUTE, "late"), (TEN_MINUTES, "out")], ids=["move", "game"])
def test_an_alarm_acts_when_time_is_up_and_once_whoever_rings(tmp_path: Path, clock: Clock, verb: str) -> None:
    async def run(one: Process, two: Process) -> None:
        table_id = await lay_table(one, clock)
        await two.keeper.live(table_id)
        one.seconds = two.seconds = clock.seconds - 0.5
        await one.alarms.ring(table_id)
        assert await verbs(one, table_id) == []
        one.seconds = two.seconds = clock.seconds + 0.1
        await asyncio.gather(one.alarms.ring(table_id), two.alarms.ring(table_id), one.alarms.ring(table_id))
        await two.alarms.ring(table_id)
        assert await verbs(one, table_id) == [(verb, 0)]

    with_processes(tmp_path / "house.db", run)


def test_after_a_restart_the_time_is_right_and_that_of_the_closed_house_is_not_counted(tmp_path: Path) -> None:
    async def run(one: Process, two: Process) -> None:
        table_id = await lay_table(one, A_MINUTE)
        heart = Heart(one.database, "one")
        heart.now = lambda: after(20)
        await heart.beat()
        again = Heart(two.database, "two")
        again.now = two.keeper.now
        two.seconds = 5000
        since = await again.closed_since()
        assert since == after(20)
        await two.alarms.pause(since)
        await two.alarms.pause(since)
        live = await two.keeper.live(table_id)
        assert A_MINUTE.left(live.play.spent, 0, True, two.keeper.now()) == pytest.approx(40, abs=0.01)
        await two.alarms.ring(table_id)
        assert await verbs(two, table_id) == [("pause", 7)]
        two.seconds += 41
        await two.alarms.ring(table_id)
        assert await verbs(two, table_id) == [("pause", 7), ("late", 0)]

    with_processes(tmp_path / "house.db", run)


def test_who_acts_before_the_clocks_are_set_after_a_restart_pays_for_no_closed_hour(tmp_path: Path) -> None:
    async def run(one: Process, two: Process) -> None:
        table_id = await lay_table(one, TEN_MINUTES)
        two.seconds = 5000
        await two.alarms.owe(after(20))
        await two.alarms.ring(table_id)
        live = await two.keeper.live(table_id)
        await two.keeper.carry_out(live, lambda play: play.to_play(0, play.decision(0), "pass", "a", confirm=False), "a")
        await two.alarms.pause(after(20))
        assert await verbs(two, table_id) == [("pause", 7)] and not two.keeper.first
        assert TEN_MINUTES.left(live.play.spent, 0, False, two.keeper.now()) == pytest.approx(580, abs=0.01)

    with_processes(tmp_path / "house.db", run)


@pytest.mark.parametrize("who", ["alarm", "person"])
def test_an_hour_in_which_the_machine_was_asleep_takes_nobodys_time(tmp_path: Path, who: str) -> None:
    """Not even where an alarm rings, or somebody acts, before the heart has beaten again."""

    async def run(one: Process, _: Process) -> None:
        table_id = await lay_table(one, A_MINUTE if who == "alarm" else TEN_MINUTES)
        heart = Heart(one.database, "one")
        heart.now, heart.owe, one.keeper.wake = one.keeper.now, one.alarms.owe, heart.wake
        one.seconds = 20
        await heart.beat()
        one.seconds = 3620
        live = await one.keeper.live(table_id)
        if who == "alarm":
            await one.alarms.ring(table_id)
            assert A_MINUTE.left(live.play.spent, 0, True, one.keeper.now()) == pytest.approx(40, abs=0.01)
        else:
            await one.keeper.carry_out(live, lambda play: play.to_play(0, play.decision(0), "pass", "a", confirm=False), "a")
            assert TEN_MINUTES.left(live.play.spent, 0, False, one.keeper.now()) == pytest.approx(580, abs=0.01)
        assert await verbs(one, table_id) == [("pause", 7)] and not one.keeper.first
        await one.alarms.pause(after(20))  # as the heart then does
        assert await verbs(one, table_id) == [("pause", 7)]

    with_processes(tmp_path / "house.db", run)


def test_closed_again_before_it_was_open_the_house_takes_nobodys_time(tmp_path: Path) -> None:
    async def run(one: Process, two: Process) -> None:
        table_id = await lay_table(one, A_MINUTE)
        for process, seconds in ((one, 4000), (two, 8000)):  # the first ends before its heart has beaten
            process.seconds = seconds
            await Alarms(process.keeper, str(seconds)).pause(after(20))
        live = await two.keeper.live(table_id)
        assert A_MINUTE.left(live.play.spent, 0, True, after(8000)) == pytest.approx(40, abs=0.01)

    with_processes(tmp_path / "house.db", run)


def test_who_acts_in_time_hears_no_alarm(tmp_path: Path) -> None:
    async def run(one: Process, two: Process) -> None:
        table_id = await lay_table(one, A_MINUTE)
        live = await one.keeper.live(table_id)
        one.seconds = two.seconds = 59
        await one.keeper.carry_out(live, lambda play: play.to_play(0, play.decision(0), "pass", "a", confirm=False))
        one.seconds = two.seconds = 100
        await one.alarms.ring(table_id)
        await two.alarms.ring(table_id)
        assert await verbs(one, table_id) == []

    with_processes(tmp_path / "house.db", run)


def test_a_table_with_other_rules_holds_up_no_other_clock(tmp_path: Path) -> None:
    async def run(one: Process, two: Process) -> None:
        tables = [await lay_table(one, A_MINUTE) for _ in range(3)]
        async with one.database.write() as session:
            (await held(session, min(tables))).rules = -1
        two.alarms.begin()
        async with asyncio.timeout(10):
            while set(two.alarms._timers) != set(tables) - {min(tables)}:
                await asyncio.sleep(0.01)

    with_processes(tmp_path / "house.db", run)


# In the house


def test_a_clock_is_chosen_before_the_start_and_says_what_happens(house: Server) -> None:
    host, guest = Browser(house), Browser(house, "fr")
    table = host.post("/tables", game="templari").headers["location"]
    assert host.post(f"{table}/options", script=True, players=3, clock="move-60").status_code == 204
    told = "a bot makes this one move for you"
    assert told in host.get(table).text
    assert "1 minute" in guest.get(table).text and told not in guest.get(table).text
    for seat in (1, 2):
        host.post(f"{table}/clear", seat=seat, level="novice")
    assert host.post(f"{table}/start", script=True).status_code == 204
    page = host.get(table).text
    assert page.count('role="timer"') == 1 and 'data-left="60"' in page


def wind(server: Server, table: str, seconds: int) -> None:
    """Give a table that was laid a clock for each move."""
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        kept = json.dumps(Clock("move", seconds).kept)
        database.execute('UPDATE "table" SET clock = ? WHERE id = ?', (kept, table.removeprefix("/t/")))
        database.commit()


def test_when_time_is_up_a_bot_makes_the_move_by_itself(house: Server) -> None:
    play = walk_to("templari", in_phase("bidding"), seats=(0, 1))
    table, _ = lay(house, play)
    wind(house, table, 1)

    def moved() -> bool:
        return [(verb, seat) for _, seat, verb, _ in entries(house, table)[len(play.entries) :]][:2] == [
            ("late", 0),
            ("play", 0),
        ]

    wait_until(moved, 30)


@pytest.mark.parametrize("early", [False, True])
def test_an_hour_in_which_the_house_was_closed_takes_nobodys_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, early: bool
) -> None:
    """Not even that of who acts before the house has set all clocks."""
    server = Server(tmp_path)
    host = Browser(server)
    table = host.post("/tables", game="templari").headers["location"]
    host.post(f"{table}/options", players=3, start=0, clock="move-300")
    for seat in (1, 2):
        host.post(f"{table}/clear", seat=seat, level="novice")
    assert host.post(f"{table}/start", script=True).status_code == 204
    wait_until(lambda: 'class="clock running' in host.get(table).text, 20)
    server.close()
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        for name in ("entry.at", "heartbeat.seen"):  # an hour passes
            of, column = name.split(".")
            database.execute(f"UPDATE {of} SET {column} = strftime('%Y-%m-%d %H:%M:%f000', {column}, '-3600 seconds')")
        database.commit()
    if early:
        monkeypatch.setattr(Alarms, "pause", Alarms.owe)
    server.open()
    if early:
        assert choose(host, table).status_code == 204
    pauses = rows(server, "SELECT action FROM entry WHERE verb = 'pause'")
    left = re.search(r'data-left="(\d+)"', host.get(table).text)
    server.finish()
    assert len(pauses) == 1 and float(pauses[0][0]) == pytest.approx(3600, abs=60)
    assert early or (left and int(left[1]) > 240)


@pytest.mark.parametrize("clock", ["", "move-1", "game-", "nonsense", "move-60x"])
def test_a_clock_that_does_not_exist_is_none(house: Server, clock: str) -> None:
    host = Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    host.post(f"{table}/options", players=3, clock=clock)
    assert "clock-told" not in host.get(table).text


def test_every_clock_is_kept_and_read() -> None:
    for name, clock in CLOCKS.items():
        assert Clock.read(clock.kept) == clock and clock.name == name
    assert Clock.read(None) is None and Status.PLAYING
