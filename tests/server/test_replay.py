"""Games looked at again: what is shown of them to whom, from where one can play on, and what is found."""

from __future__ import annotations

import html
import itertools
import json
import random
import re
from typing import Any

import pytest

import commandery
from commandery.core.contract import CHANCE
from commandery.core.dealing import deal_anew
from commandery.core.match import BY_HAND, Match
from commandery.core.svg import PART
from commandery.core.testing import walk
from commandery.server import curve, records, review
from commandery.server.journal import Entry, Play, Verb
from commandery.server.pages.web import render
from commandery.server.people import COOKIE, People, Viewer
from commandery.server.replay import OPEN, Looking, Told, open_view
from commandery.server.store.models import Person
from conftest import wait_until
from server.browsing import in_phase, lay, played, walk_to
from server.conftest import Browser, Server
from server.test_house import rows
from server.test_secrets import table_of
from worlds import HIDING


def somebody(server: Server, person: str, language: str = "en") -> Browser:
    """Who sits at a table that a test has laid."""
    browser = Browser(server, language)
    value = People(server.house.database, server.settings.secret).cookie(Person(id=person, nickname=""))
    browser.http.cookies.set(COOKIE, value)
    return browser


@pytest.fixture(scope="module")
def finished(house: Server) -> tuple[Play, str, str]:
    """A finished game of the house: the play, its path, and who played on seat 0."""
    play = played("journey")
    path, people = lay(house, play)
    return play, path, people[0]


@pytest.fixture(scope="module")
def running(house: Server) -> tuple[Play, str, list[str]]:
    """A game in which all are choosing a card in secret, two of them people, and one has chosen."""
    play = walk_to("journey", in_phase("sealing"), seats=(0, 1, 2))
    play.read(Entry(1, Verb.PLAY, str(play.match.legal(1)[2])))
    path, people = lay(house, play)
    return play, path, people


# What is shown to whom


def test_a_finished_game_is_seen_from_every_seat_by_everybody(house: Server, finished: tuple[Play, str, str]) -> None:
    play, path, me = finished
    last = len(play.match.history)
    pages = set()
    for who in (Browser(house), somebody(house, me)):
        for view in ("open", "0", "1", "2"):
            answer = who.get(f"{path}/replay?at={last // 2}&as={view}")
            assert answer.status_code == 200
            assert f'data-at="{last // 2}"' in answer.text and "data-action" not in answer.text
            pages.add(re.search(r'<div class="middle">.*?<div class="aside">', answer.text, re.S)[0])  # type: ignore[index]
    assert len(pages) == 4
    assert f'data-at="{last}"' in Browser(house).get(f"{path}/replay?at=99999").text


def test_a_running_game_is_seen_from_ones_own_seat_and_by_spectators_as_such(
    house: Server, running: tuple[Play, str, list[str]]
) -> None:
    _, path, people = running
    for seat, who in enumerate(somebody(house, person) for person in people):
        for view in range(3):
            assert who.get(f"{path}/replay?at=3&as={view}").status_code == (200 if view == seat else 422)
        assert who.get(f"{path}/replay?as=").status_code == 200
        assert who.get(f"{path}/replay?as=open").status_code == 422
    stranger = Browser(house)
    answers = {view: stranger.get(f"{path}/replay?at=3{view}") for view in ("", "&as=", "&as=0", "&as=open", "&as=9", "&as=x")}
    assert [answer.status_code for answer in answers.values()] == [200, 200, 422, 422, 422, 422]
    assert "only from your own seat" in answers["&as=0"].text and "no such seat" in answers["&as=9"].text
    assert "Your secret mission" not in answers[""].text


def test_what_is_still_secret_is_in_no_answer_to_others(house: Server, running: tuple[Play, str, list[str]]) -> None:
    play, path, people = running
    hidden = [move.events[0].describe() for move in play.match.history if move.seen_by(None)[0] is None]
    assert len(hidden) == 4  # three missions and a card
    for seat, person in [*enumerate(people), (None, "nobody")]:
        who = somebody(house, person) if seat is not None else Browser(house)
        shown = who.get(f"{path}/replay").text
        assert PART not in shown
        log = re.findall(r'data-move="(\d+)".*?<a [^>]*>([^<]*)</a>', shown, re.S)
        for number, move in enumerate(play.match.history):
            told = [event.seen_by(seat).describe("en", ["Anna", "Bruno", "Carla"]) for event in move.events]
            assert [text for at, text in log if int(at) == number] == told


def test_a_table_that_has_not_begun_and_one_that_is_not_there(house: Server) -> None:
    host = Browser(house)
    path = host.post("/tables", game="templari").headers["location"]
    assert host.get(f"{path}/replay").status_code == 422
    assert host.get("/t/nowhere/replay").status_code == 404
    assert host.get("/r/nowhere").status_code == host.get("/r/%00").status_code == 404
    assert "no such record" in host.get("/r/nowhere").text
    assert host.get("/t/nowhere/review").status_code == 404


def looking(match: Match, view: int | str | None, at: int, over: bool = False) -> str:
    """The inside of the page of a replay."""
    play = Play(match.game, frozenset(range(match.game.players)))
    play.match = match
    told = Told("/t/a-table", table_of(play), match, over, (view,) if isinstance(view, int) else ())
    shown = Looking.into(told, at, view, "en")
    about: dict[str, Any] = {"viewer": Viewer(None, "en"), "csrf": "token", "kind": match.game.kind}
    about |= {"level": "squire", "whole": True, "looking": shown, "sitting": shown, "told": told, "table": told.table}
    return render("replay/position.html", "en", about)


def hides(match: Match, seat: int) -> bool:
    """Whether there is something now that a seat cannot know."""
    rng, state = random.Random(1), match.state_array()
    for _ in range(3):
        match.game.kind.scramble(match.game.world, state, seat, rng.randrange)
        if state.tobytes() != match.state:
            return True
    return False


def test_a_replay_says_who_is_next_and_waits_for_nobody() -> None:
    match = played("templari").match
    assert "Next: " in looking(match, 0, 30, over=True) and "Waiting" not in looking(match, 0, 30, over=True)
    assert "The game is over." in looking(match, 0, len(match.history), over=True)


def test_symbols_at_the_ends_of_lines_are_apart() -> None:
    for heights in ([20.0, 21.0, 200.0, 201.0, 202.0], [14.0] * 5, [280.0] * 5, [100.0, 20.0, 60.0]):
        spread = curve._spread(heights)
        found = sorted(spread)
        assert all(below - above >= curve._APART for above, below in itertools.pairwise(found))
        assert found[0] >= curve._TOP and found[-1] <= curve._HIGH - curve._FOOT
    assert curve._spread([100.0, 20.0, 60.0]) == [100.0, 20.0, 60.0]


@pytest.mark.parametrize("name", HIDING)
def test_the_replay_of_a_running_game_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Matches that a seat cannot tell apart, from their first moves on, look the same at every position."""
    compared = 0
    for match, _, _ in walk(commandery.game(name, 3), 7):
        if compared > 12:
            break
        if len(match.history) % {"templar": 1, "journey": 12}[name]:
            continue
        for seat in range(3):
            if not hides(match, seat):
                continue
            one, two = (deal_anew(match, seat, seed) for seed in (1, 2))
            if one.state == two.state:
                continue
            compared += 1
            for at in {len(one.history), len(one.history) - 1, len(one.history) // 2}:
                assert looking(one, seat, at) == looking(two, seat, at)
            assert looking(one, OPEN, len(one.history), over=True) != looking(two, OPEN, len(two.history), over=True)
    assert compared > 3


def test_the_open_table_shows_all_that_players_see_of_themselves() -> None:
    match = walk_to("journey", in_phase("sealing")).match.copy()
    seat = match.to_act[0]
    match.play(seat, match.legal(seat)[3])
    shown = open_view(match)
    assert [player["mission"] for player in shown["players"]] == match.state_array()["mission"][0][:3].tolist()
    assert shown["players"][seat]["card"] == 4
    assert {key: value for key, value in shown.items() if key != "players"} == {
        key: value for key, value in match.view(None).items() if key != "players"
    }


# Steps


def test_steps_by_turn_end_where_somebody_else_begins(house: Server, finished: tuple[Play, str, str]) -> None:
    play, _, _ = finished
    told = Told("/t/x", table_of(play), play.match, True)
    history = play.match.history
    assert told.turns[-1] == told.last and told.turns == sorted(set(told.turns))
    for turn in told.turns[1:-1]:
        before = next(move.seat for move in reversed(history[:turn]) if move.seat != CHANCE)
        assert history[turn].seat not in (before, CHANCE)
    at, seen = 0, [0]
    while at < told.last:
        after = Looking.into(told, at, OPEN, "en").turn_after
        assert Looking.into(told, after, OPEN, "en").turn_before == at
        at = after
        seen.append(at)
    assert seen == [0, *told.turns]


# Records


def bring(browser: Browser, content: bytes, script: bool = False) -> Any:
    headers = {"HX-Request": "true"} if script else {}
    token = {"_csrf_token": browser.token()}
    files = {"file": ("record.json", content, "application/json")}
    return browser.http.post("/records", data=token, files=files, headers={**headers, "x-csrftoken": token["_csrf_token"]})


@pytest.mark.parametrize("name", ["templar", "templari", "journey"])
def test_a_record_goes_in_and_is_replayed_as_it_was(house: Server, name: str) -> None:
    match = commandery.game(name, 3).start(seed=8)
    for _ in range(40):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    me, other = Browser(house), Browser(house, "fr")
    answer = bring(me, json.dumps(match.record()).encode())
    assert answer.status_code == 303
    path = answer.headers["location"]
    last = len(match.history)
    for at in (0, 7, last):
        page = other.get(f"{path}?at={at}").text
        assert f'data-at="{at}"' in page and "Joueur 1" in page
    shown = me.get(f"{path}?at={last}").text
    log = re.findall(r'<li data-move="\d+".*?<a [^>]*>([^<]*)</a>', shown, re.S)
    assert log == [event.describe() for move in match.history for event in move.events]
    assert path in me.get("/games").text and path not in other.get("/games").text


def test_a_game_with_the_real_box_is_a_record_too(house: Server) -> None:
    match = commandery.game("templari", 3).start(chance=BY_HAND)
    for _ in range(30):
        seat = match.to_act[0]
        match.play(seat, match.outcomes()[-1][0] if seat == CHANCE else match.legal(seat)[0])
    answer = bring(Browser(house), json.dumps(match.record()).encode())
    assert Browser(house).get(f"{answer.headers['location']}?at=30").status_code == 200


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 5000, "not JSON"),
        (b"[]", "expected a JSON object"),
        (b'{"commandery": 1}', "game is missing"),
        (b"x" * 125_000, "too large"),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(house: Server, content: bytes, complaint: str) -> None:
    answer = bring(Browser(house), content, script=True)
    assert answer.status_code == 422 and complaint in answer.text


def test_a_record_with_a_move_that_cannot_be_is_refused(house: Server) -> None:
    record = commandery.game("templari", 3).start(seed=8).record()
    record["moves"].append([0, "bid 99"])
    answer = bring(Browser(house), json.dumps(record).encode())
    assert answer.status_code == 422 and "cannot be replayed" in answer.text and f"move {len(record['moves'])}" in answer.text


def test_what_is_wrong_with_a_record_is_told_in_the_readers_language(house: Server) -> None:
    record = commandery.game("templari", 3).start(seed=8).record()
    faults = {
        b"nothing": "pas un enregistrement : pas du JSON (ligne 1, colonne 1)",
        json.dumps({**record, "rules": 99}).encode(): "celles-ci sont en version",
        json.dumps({**record, "moves": [[0, "bid 99"]]}).encode(): "est pas une action de templari",
    }
    for content, told in faults.items():
        answer = bring(Browser(house, "fr"), content)
        assert answer.status_code == 422 and told in html.unescape(answer.text).replace("\N{NO-BREAK SPACE}", " "), answer.text


def test_only_who_brought_a_record_deletes_it(house: Server) -> None:
    me, other = Browser(house), Browser(house)
    path = bring(me, json.dumps(commandery.game("templari", 3).start(seed=8).record()).encode()).headers["location"]
    assert other.post(f"{path}/delete").status_code == 422
    assert me.post(f"{path}/delete").status_code == 303
    assert me.get(path).status_code == 404


def test_one_person_brings_so_many_records(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_MOST_RECORDS", 1)
    me, content = Browser(house), json.dumps(commandery.game("templari", 3).start(seed=8).record()).encode()
    path = bring(me, content).headers["location"]
    refused = bring(me, content)
    assert refused.status_code == 422 and "delete one of them first" in refused.text
    me.post(f"{path}/delete")
    assert bring(me, content).status_code == 303


# Playing on


def table_in(server: Server, path: str) -> Any:
    from server.conftest import awaited

    return awaited(_table(server, path.removeprefix("/t/")))


async def _table(server: Server, table_id: str) -> Any:
    from commandery.server.keeper import Keeper
    from commandery.server.store.database import Database

    database = Database(server.settings.database)
    try:
        return await Keeper(database, server.house.channels).live(table_id)
    finally:
        await database.close()


def test_playing_on_from_a_finished_game(house: Server, finished: tuple[Play, str, str]) -> None:
    play, path, _ = finished
    at = len(play.match.history) // 2
    who = Browser(house)
    answer = who.post(f"{path}/play-on", at=at, seat=1, level="novice")
    assert answer.status_code == 303
    live = table_in(house, answer.headers["location"])
    given = live.table.begun["moves"]
    then, now = play.match.after(at), live.play.match.after(given)
    assert now.view(1) == then.view(1)
    assert [seat.level for seat in live.table.seats] == ["novice", None, "novice"]
    assert live.play.match.record()["begun"] == given
    hidden = set(play.game.kind.unknown)
    for field in then.state_array().dtype.names:
        assert field in hidden or (now.state_array()[field] == then.state_array()[field]).all()
    wait_until(lambda: who.is_asked(answer.headers["location"]), 30)


def test_playing_on_from_a_running_game_only_from_ones_own_seat(house: Server, running: tuple[Play, str, list[str]]) -> None:
    play, path, people = running
    me, last = somebody(house, people[0]), len(play.match.history)
    assert me.post(f"{path}/play-on", at=last, seat=1, level="novice").status_code == 422
    assert Browser(house).post(f"{path}/play-on", at=last, seat=0, level="novice").status_code == 422
    tables = [me.post(f"{path}/play-on", at=last, seat=0, level="novice").headers["location"] for _ in range(6)]
    seen, dealt = set(), set()
    for table in tables:
        live = table_in(house, table)
        then = live.play.match.after(live.table.begun["moves"])
        assert then.view(0) == play.match.view(0)
        dealt.add(tuple(str(move.action) for move in then.history))
        seen.add(tuple(str(move.seen_by(0)[0]) for move in then.history))
    assert len(dealt) > 1 and len(seen) == 1


def test_hidden_coins_are_not_found_out_by_playing_on_from_a_running_game(house: Server) -> None:
    for coins, status in (("hidden", 422), ("open", 303)):
        play = walk_to("templari", lambda play: len(play.match.history) > 12, seats=(0, 1), coins=coins)
        path, people = lay(house, play)
        me = somebody(house, people[0])
        assert ("Play on from here" in me.get(f"{path}/replay").text) == (coins == "open")
        answer = me.post(f"{path}/play-on", at=len(play.match.history), seat=0, level="novice")
        assert answer.status_code == status
        assert ("the end would show what is hidden here" in answer.text) == (coins == "hidden")


def test_what_people_play_without_hints_is_played_on_without(house: Server, running: tuple[Play, str, list[str]]) -> None:
    play, path, people = running
    me, last = somebody(house, people[0]), len(play.match.history)
    table = path
    for number in range(3):  # from the table, from one that goes on, and from one that is over
        table = me.post(f"{table}/play-on", at=last, seat=0, level="novice").headers["location"]
        me.asked(table)
        page = me.get(table).text
        assert 'id="do-hint"' not in page and "Allow hints" not in page
        assert me.post(f"{table}/hints", script=True, hints="on").status_code == 422
        assert me.post(f"{table}/hint", script=True, seat=0).status_code == 422
        if number:
            resign(me, table, 0)


def test_what_is_played_on_is_reviewed_and_recorded_when_the_game_it_comes_from_is_over(house: Server) -> None:
    play = walk_to("journey", in_phase("sealing"), seats=(0, 1, 2))
    path, people = lay(house, play)
    me, last = somebody(house, people[0]), len(play.match.history)
    table = path
    for _ in range(2):  # from the table, and from one that goes on from it
        table = me.post(f"{table}/play-on", at=last, seat=0, level="novice").headers["location"]
        resign(me, table, 0)
        for told in (f"{table}/review", f"{table}/record.json", f"/api/v1/tables/{table.removeprefix('/t/')}/record"):
            answer = me.get(told)
            assert answer.status_code == 422 and "review and record wait for its end" in html.unescape(answer.text)
    for seat, person in enumerate(people):
        resign(somebody(house, person), path, seat)
    assert me.get(f"{table}/review").status_code == me.get(f"{table}/record.json").status_code == 200


def resign(who: Browser, table: str, seat: int) -> None:
    assert who.post(f"{table}/act", script=True, seat=seat, decision=0, at=0, do="resign").status_code == 204


@pytest.mark.parametrize(
    "wrong", [{"seat": 7}, {"seat": "x"}, {"level": "emperor"}, {"at": "99999999"}, {"at": "99999"}, {"seat": ""}]
)
def test_what_cannot_be_played_on_is_refused(house: Server, finished: tuple[Play, str, str], wrong: dict[str, Any]) -> None:
    _, path, _ = finished
    assert Browser(house).post(f"{path}/play-on", **{"at": 3, "seat": 0, "level": "novice", **wrong}).status_code == 422


def test_the_record_of_a_game_played_on_comes_back_in(house: Server) -> None:
    match = commandery.game("journey", 3).start(seed=1)
    while len(match.history) < 60:
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    on = deal_anew(match, 1, 7)
    path = bring(Browser(house), json.dumps(on.record()).encode()).headers["location"]
    assert f'data-at="{on.begun}"' in Browser(house).get(path).text


# My finished games


def test_finished_games_are_listed_and_found(house: Server, finished: tuple[Play, str, str]) -> None:
    play, path, person = finished
    me = somebody(house, person)
    won = play.outcome is not None and play.outcome.ranks[0] == 1
    found = {
        "": True, "?game=journey": True, "?game=templar": False, "?name=verard": True, "?name=nobody": False,
        "?name=%25": False, "?result=won": won, "?result=lost": not won, "?since=2020-01-01": True, "?until=2020-01-01": False,
        "?since=2999-01-01": False, "?since=yesterday&page=-4&result=x": True, "?page=2": False, "?page=999999999999": True,
        "?name=%00&game=%00": True,
    }  # fmt: skip
    for query, there in found.items():
        answer = me.get(f"/games{query}")
        assert answer.status_code == 200
        assert (f"{path}/replay" in answer.text) is there, query
    assert f"{path}/replay" not in Browser(house).get("/games").text


def test_the_house_leads_to_finished_games(house: Server, finished: tuple[Play, str, str]) -> None:
    assert 'href="/games"' in somebody(house, finished[2]).get("/").text


# After the game


def test_a_review_tells_who_was_ahead_and_what_mattered(house: Server, finished: tuple[Play, str, str]) -> None:
    play, path, person = finished
    me = somebody(house, person)
    wait_until(lambda: 'class="curve"' in me.get(f"{path}/review").text, 120)
    page = me.get(f"{path}/review").text
    links = re.findall(rf'<a href="{path}/replay\?at=(\d+)&amp;as=0"', page)
    assert 1 <= len(set(links)) <= 6 and len(links) == 2 * len(set(links))  # on the curve and in the list
    assert all(play.match.history[int(at)].seat == 0 for at in links)
    assert page.count('class="standing') == 3
    assert 'class="curve"' in Browser(house, "it").get(f"{path}/review").text


def test_a_record_that_was_brought_is_reviewed_too(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "_BUDGET", 3000)
    play = played("templari")
    path = bring(Browser(house), json.dumps(play.match.record()).encode()).headers["location"]
    me = Browser(house, "fr")
    assert f'href="{path}/review"' in me.get(path).text
    wait_until(lambda: 'class="curve"' in me.get(f"{path}/review").text, 120)
    page = me.get(f"{path}/review").text
    assert page.count('class="standing') == 3 and "Joueur 1" in page and f'href="{path}"' in page
    links = re.findall(rf'<a href="{path}\?at=(\d+)&amp;as=(\d)"', page)
    assert all(play.match.history[int(at)].seat == int(seat) for at, seat in links)
    assert rows(house, "SELECT count(*) FROM record WHERE review IS NOT NULL") == [(1,)]
    assert me.get("/r/nowhere/review").status_code == 404


def test_there_is_no_review_of_a_running_game(house: Server, running: tuple[Play, str, list[str]]) -> None:
    _, path, people = running
    assert somebody(house, people[0]).get(f"{path}/review").status_code == 422
