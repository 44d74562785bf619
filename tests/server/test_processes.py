"""Several processes that serve the same tables over PostgreSQL: what one does the others know, and none is missed."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from conftest import wait_until
from server.conftest import Browser
from server.postgres import Postgres
from server.processes import Process, same_person, serving
from server.test_house import choose, entries, open_table


@pytest.fixture(scope="module")
def two(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Process]]:
    """Two processes and one database."""
    folder, store = tmp_path_factory.mktemp("two"), postgres.new_database()
    with serving(folder, store) as one, serving(folder, store) as other:
        yield one, other


def friends(one: Process, other: Process, game: str = "templari") -> tuple[str, Browser, Browser]:
    """A table of two people, who come by different processes, and a bot."""
    host, friend = Browser(one), Browser(other)  # type: ignore[arg-type]
    for person, name in ((host, "Anna"), (friend, "Bruno")):
        person.post("/me", nickname=name, pace="0")
    table = open_table(host, game)
    assert friend.post(f"{table}/sit", script=True, seat="1", name="Bruno").status_code == 204
    assert host.post(f"{table}/clear", script=True, seat="2", level="novice").status_code == 204
    assert host.post(f"{table}/options", script=True, players="3", pace="0").status_code == 204
    assert host.post(f"{table}/start", script=True).status_code == 204
    return table, host, friend


def take_turns(table: str, people: list[Browser], acts: int) -> None:
    """Whoever is asked does the first thing that comes to mind."""
    for _ in range(acts):
        found: list[Browser] = []

        def somebody(found: list[Browser] = found) -> bool:
            found += [person for person in people if person.is_asked(table)]
            return bool(found)

        wait_until(somebody, 30)
        assert choose(found[0], table).status_code == 204


def test_players_of_different_processes_play_with_each_other(two: tuple[Process, Process]) -> None:
    table, host, friend = friends(*two)
    take_turns(table, [host, friend], 12)
    seats = {row[1] for row in entries(two[0], table)}  # type: ignore[arg-type]
    assert {0, 1, 2} <= seats


def test_what_happens_in_one_process_is_seen_in_the_streams_of_the_other(two: tuple[Process, Process]) -> None:
    table, host, friend = friends(*two)
    players = [host, friend]
    with httpx.stream("GET", f"{two[1].address}{table}/stream", timeout=30) as stream:
        lines = (line for line in stream.iter_lines() if "data-at" in line)
        before = next(lines)
        take_turns(table, players, 1)
        assert next(lines) != before


def test_a_page_is_never_older_than_what_its_reader_has_done(two: tuple[Process, Process]) -> None:
    """Each step goes to one process, and the page comes at once from the other."""
    table, host, _ = friends(*two)
    twin = same_person(host, two[1])
    for _ in range(8):
        if not host.is_asked(table):
            break
        asked = host.asked(table)
        assert choose(host, table).status_code == 204
        page = twin.get(table).text
        form = f'name="decision" value="{asked["decision"]}"'
        assert form not in page or f'name="at" value="{asked["at"]}"' not in page


def test_one_process_is_killed_and_its_players_go_on_by_the_other(postgres: Postgres, tmp_path: Path) -> None:
    store = postgres.new_database()
    with serving(tmp_path, store) as one, serving(tmp_path, store) as other:
        table, host, friend = friends(one, other)
        bots = host.play_now("templari")  # a table that only the first process has seen
        choose(host, bots)
        take_turns(table, [host, friend], 4)
        before = entries(one, table)  # type: ignore[arg-type]
        one.process.send_signal(signal.SIGKILL)
        one.process.wait()
        again = same_person(host, other)
        take_turns(table, [again, friend], 8)
        after = entries(other, table)  # type: ignore[arg-type]
        assert after[: len(before)] == before and {row[1] for row in after[len(before) :]} >= {0, 1, 2}
        take_turns(bots, [again], 2)  # its bots are played by who is left


def test_of_several_workers_one_may_die(postgres: Postgres, tmp_path: Path) -> None:
    with serving(tmp_path, postgres.new_database(), "--workers", "2") as house:
        wait_until(lambda: len(house.children) == 2)
        host = Browser(house)  # type: ignore[arg-type]
        table = host.play_now("templari")
        take_turns(table, [host], 2)
        first = house.children
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: len(house.children) == 2 and first[0] not in house.children, 30)
        again = same_person(host, house)
        take_turns(table, [again], 4)
        workers = house.children
        house.process.send_signal(signal.SIGTERM)
        assert house.process.wait(15) == 0
        assert [worker for worker in workers if Path(f"/proc/{worker}").exists()] == []


# Races


def at_once(*sends: object) -> list[httpx.Response]:
    """The answers to requests that are sent at the same moment."""
    answers: list[httpx.Response] = []
    begin = threading.Barrier(len(sends))

    def send(one: object) -> None:
        assert callable(one)
        begin.wait()
        answers.append(one())

    threads = [threading.Thread(target=send, args=(one,)) for one in sends]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.sized("races")
def test_of_two_tabs_of_one_seat_exactly_one_wins(two: tuple[Process, Process], size: int) -> None:
    raced = 0
    while raced < size:
        host = Browser(two[0])  # type: ignore[arg-type]
        host.post("/me", nickname="Anna", pace="0")  # not asked to confirm
        twin = same_person(host, two[1])
        table = host.play_now("templari", players="3")
        tokens = [host.token(), twin.token()]
        while raced < size and 'class="result' not in host.get(table).text:
            wait_until(lambda table=table, host=host: host.is_asked(table) or 'class="result' in host.get(table).text)
            if not host.is_asked(table):
                break
            asked = host.asked(table)
            buttons = [button.replace(":", " ") for button in asked.pop("buttons").split(" ")]
            before = len(entries(two[0], table))  # type: ignore[arg-type]

            def send(who: Browser, token: str, do: str, table: str = table, asked: dict[str, str] = asked) -> httpx.Response:
                data = {"_csrf_token": token, **asked, "do": do}
                return who.http.post(f"{table}/act", data=data, headers={"HX-Request": "true"})

            pair = [(host, tokens[0], buttons[0]), (twin, tokens[1], buttons[-1])]
            answers = at_once(*(lambda one=one: send(*one) for one in pair))
            if buttons[0] != buttons[-1]:
                raced += 1
                assert sorted(answer.status_code for answer in answers) == [204, 422]
                assert "moved on" in next(answer.text for answer in answers if answer.status_code == 422)
            else:
                assert [answer.status_code for answer in answers] == [204, 204]
            seat = int(asked["seat"])
            mine = [row for row in entries(two[0], table)[before:] if row[1] == seat]  # type: ignore[arg-type]
            assert len(mine) == 1, mine


@pytest.mark.sized("races")
def test_of_two_who_want_a_seat_exactly_one_gets_it(two: tuple[Process, Process], size: int) -> None:
    host, one, other = Browser(two[0]), Browser(two[0]), Browser(two[1])  # type: ignore[arg-type]
    people = [(one, "Bruno"), (other, "Carla")]
    for person, name in people:
        person.post("/me", nickname=name, pace="0")
    table = open_table(host)
    tokens = [person.token() for person, _ in people]
    for _ in range(size):

        def sit(who: Browser, token: str) -> httpx.Response:
            data = {"_csrf_token": token, "seat": "1"}
            return who.http.post(f"{table}/sit", data=data, headers={"HX-Request": "true"})

        answers = at_once(lambda: sit(one, tokens[0]), lambda: sit(other, tokens[1]))
        assert sorted(answer.status_code for answer in answers) == [204, 422]
        assert host.post(f"{table}/clear", script=True, seat="1").status_code == 204
