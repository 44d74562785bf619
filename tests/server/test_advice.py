"""Hints: who may ask when, that all have to agree, and that nobody learns from them what they may not know."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sqlite3
from functools import partial

import pytest

import commandery
from commandery.bots import Sight
from commandery.server.advice import think
from commandery.server.journal import Play
from conftest import wait_until
from server.browsing import NAMES, in_phase, lay, played, walk_to
from server.conftest import Browser, Server
from server.test_replay import somebody
from worlds import HIDING, two_worlds


def ask(browser: Browser, table: str, seat: int | str = 0) -> tuple[int, str]:
    answer = browser.post(f"{table}/hint", script=True, seat=seat)
    return answer.status_code, answer.text


def test_alone_against_bots_hints_are_there_and_can_be_turned_off_and_on(house: Server) -> None:
    me = Browser(house)
    table = me.play_now("journey")  # in which whoever begins has a choice
    me.asked(table)
    assert 'id="do-hint"' in me.get(table).text
    status, hints = ask(me, table)
    assert status == 200 and 'data-rank="1"' in hints and 'data-place="' in hints
    assert ask(me, table) == (status, hints)  # thought about once
    assert me.post(f"{table}/hints", script=True, hints="off").status_code == 204
    assert 'id="do-hint"' not in me.get(table).text
    status, told = ask(me, table)
    assert status == 422 and "no hints at this table" in told
    assert me.post(f"{table}/hints", script=True, hints="on").status_code == 204
    assert ask(me, table)[0] == 200


def test_a_hint_that_takes_too_long_is_refused_and_can_be_asked_for_again(
    house: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = Browser(house)
    table = me.play_now("journey")
    me.asked(table)
    with monkeypatch.context() as patch:
        patch.setattr(house.house.thinking, "apart", partial(house.house.thinking.apart, longest=0.01))
        status, told = ask(me, table)
        assert status == 422 and "still thinking" in told
    monkeypatch.setattr("commandery.server.advice._PAUSE", 0.0)
    assert ask(me, table)[0] == 200


def test_a_hint_stands_whatever_others_choose_in_secret_meanwhile(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    path, people = lay(house, walk_to("journey", in_phase("sealing"), seats=(0, 1)), confirm=False)
    with contextlib.closing(sqlite3.connect(house.database)) as database, database:
        database.execute("UPDATE seat SET agrees = 1 WHERE table_id = ?", (path.removeprefix("/t/"),))
        database.execute('UPDATE "table" SET hints = 1 WHERE id = ?', (path.removeprefix("/t/"),))
    me, other = (somebody(house, person) for person in people)
    asked, apart = other.asked(path), house.house.thinking.apart
    chosen = asked.pop("buttons").split()[0].replace(":", " ")

    async def when_the_other_has_chosen(*about: object) -> object:
        answer = await asyncio.to_thread(partial(other.post, f"{path}/act", script=True, do=chosen, **asked))
        assert answer.status_code == 204, answer.text
        return await apart(*about)

    monkeypatch.setattr(house.house.thinking, "apart", when_the_other_has_chosen)
    status, hints = ask(me, path)
    assert status == 200 and 'data-rank="1"' in hints


def test_nobody_asks_for_another_seat_or_out_of_turn(house: Server) -> None:
    me, stranger = Browser(house), Browser(house)
    table = me.play_now("templari")
    me.asked(table)
    assert ask(stranger, table)[0] == ask(me, table, 1)[0] == ask(me, table, 7)[0] == ask(me, table, "x")[0] == 422
    assert stranger.post(f"{table}/hints", script=True, hints="off").status_code == 422
    play = walk_to("templari", in_phase("bidding"), seats=(1,))
    other = next(seat for seat in range(3) if not play.asked(seat))
    on_lay = Play(play.game, frozenset({other}), list(play.entries))
    on_lay.match = play.match
    path, people = lay(house, on_lay, pace=3000)
    waiting = somebody(house, people[0])
    assert waiting.post(f"{path}/hints", script=True, hints="on").status_code == 204
    status, told = ask(waiting, path, other)
    assert status == 422 and "not your turn" in told


def two_people(house: Server) -> tuple[Browser, Browser, str]:
    """A host and a guest at a table with a bot, before the start."""
    host, guest = Browser(house), Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    guest.post(f"{table}/sit", seat=1, name="Guest")
    host.post(f"{table}/clear", script=True, seat=2, level="novice")
    return host, guest, table


def begin(host: Browser, table: str) -> None:
    assert host.post(f"{table}/start", script=True).status_code == 204


@pytest.mark.parametrize("agreed", [True, False])
def test_between_people_all_have_to_agree_before_the_start(house: Server, agreed: bool) -> None:
    host, guest, table = two_people(house)
    assert "The host would like" in guest.get(table).text and "not yet: Guest" in host.get(table).text
    if agreed:
        assert guest.post(f"{table}/agree-hints", script=True, agree="yes").status_code == 204
        assert "All agree to hints" in host.get(table).text
    begin(host, table)
    wait_until(lambda: host.is_asked(table) or guest.is_asked(table), 20)
    who, seat = (host, 0) if host.is_asked(table) else (guest, 1)
    assert ('id="do-hint"' in who.get(table).text) is agreed
    assert ask(who, table, seat)[0] == (200 if agreed else 422)
    assert guest.post(f"{table}/agree-hints", script=True, agree="yes").status_code == 422
    if agreed:
        assert host.post(f"{table}/hints", script=True, hints="off").status_code == 204
    answer = host.post(f"{table}/hints", script=True, hints="on")
    assert answer.status_code == 422 and "before the game begins" in answer.text
    assert ask(who, table, seat)[0] == 422


@pytest.mark.parametrize("agreed", [True, False])
def test_who_shares_the_hosts_screen_is_asked_like_everybody(house: Server, agreed: bool) -> None:
    host = Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    assert "The host would like" not in host.get(table).text
    host.post(f"{table}/sit", script=True, seat=1, name="Carla")
    host.post(f"{table}/clear", script=True, seat=2, level="novice")
    page = host.get(table).text
    assert "The host would like" in page and "not yet: Carla" in page
    if agreed:
        for wish in ("yes", "no", "yes"):  # Carla thinks it over
            assert host.post(f"{table}/agree-hints", script=True, agree=wish).status_code == 204
        assert "All agree to hints" in host.get(table).text
    begin(host, table)
    answers = [ask(host, table, seat) for seat in (0, 1)]
    assert all("no hints at this table" in told for _, told in answers) is not agreed
    assert ("No more hints" in host.get(table).text) is agreed
    host.post(f"{table}/hints", script=True, hints="off")
    assert host.post(f"{table}/hints", script=True, hints="on").status_code == 422


def test_turning_hints_on_again_asks_everybody_again(house: Server) -> None:
    host, guest, table = two_people(house)
    guest.post(f"{table}/agree-hints", script=True, agree="yes")
    for wish in ("off", "on"):
        host.post(f"{table}/hints", script=True, hints=wish)
    assert "not yet: Guest" in host.get(table).text
    assert Browser(house).post(f"{table}/agree-hints", script=True, agree="yes").status_code == 422


def test_playing_again_asks_everybody_again(house: Server) -> None:
    path, people = lay(house, played("templari", seats=(0, 1)))
    host, guest = (somebody(house, person) for person in people)
    host.post(f"{path}/hints", script=True, hints="on")
    again = host.post(f"{path}/rematch").headers["location"]
    assert f"not yet: {NAMES[1]}" in host.get(again).text
    assert guest.post(f"{again}/agree-hints", script=True, agree="yes").status_code == 204
    assert "All agree to hints" in host.get(again).text


@pytest.mark.parametrize("name", HIDING)
def test_hints_do_not_depend_on_what_is_hidden(name: str) -> None:
    for one, two in itertools.islice(two_worlds(name, players=3), 0, 60, 12):
        seat = one.seat
        thoughts = [think(sight._match, seat, "ismcts:100", seed=5) for sight in (one, two)]
        assert thoughts[0] == thoughts[1] and thoughts[0]


def test_where_there_is_one_thing_to_do_it_is_said() -> None:
    match = commandery.game("templari", 3).start(seed=1)
    while len(Sight(match, match.to_act[0]).legal) > 1:
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    (only,) = think(match, match.to_act[0])
    assert only.visits == 0 and [only.action] == match.legal(match.to_act[0])
