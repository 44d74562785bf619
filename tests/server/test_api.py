"""The house for programs: what they may ask, with which token, and what they are told."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import commandery
from commandery.server import presence
from commandery.server.api.moves import _digest, _name
from commandery.server.keeper import Live
from conftest import wait_until
from server.conftest import Browser, Server
from server.test_house import entries, open_table, rows

ROOT = Path(__file__).resolve().parent.parent.parent


class Program:
    """A program without cookies; with a token once it sits."""

    def __init__(self, server: Server, token: str = "", language: str = "en") -> None:
        self.http = httpx.Client(base_url=f"{server.address}/api/v1", timeout=30, headers={"Accept-Language": language})
        server.visitors.append(self.http)
        self.table = ""
        self.seat = -1
        self.use(token)

    def use(self, token: str) -> None:
        if token:
            self.http.headers["Authorization"] = f"Bearer {token}"

    def open(self, game: str = "templari", **more: Any) -> Program:
        answer = self.http.post("/tables", json={"game": game, "name": "Robot", "bots": "novice", "pace": 0, **more})
        assert answer.status_code == 201, answer.text
        return self._seated(answer.json())

    def sit(self, table: str, seat: int, name: str = "Robot") -> Program:
        answer = self.http.post(f"/tables/{table}/seats/{seat}", json={"name": name})
        assert answer.status_code == 201, answer.text
        return self._seated(answer.json())

    def _seated(self, seated: dict[str, Any]) -> Program:
        self.use(seated["token"])
        self.table, self.seat = seated["table"]["id"], seated["seat"]
        return self

    def start(self) -> Program:
        answer = self.http.post(f"/tables/{self.table}/start")
        assert answer.status_code == 200, answer.text
        return self

    def position(self, **query: Any) -> dict[str, Any]:
        answer = self.http.get(f"/tables/{self.table}/position", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    def asked(self) -> dict[str, Any]:
        """The position, once it is this seat's turn."""
        wait_until(lambda: (seen := self.position())["your_turn"] or seen["over"], 30)
        return self.position()

    def act(self, **data: Any) -> httpx.Response:
        return self.http.post(f"/tables/{self.table}/act", json=data)

    def play_first(self) -> httpx.Response:
        position = self.asked()
        return self.act(do="play", action=position["legal"][0]["id"], decision=position["decision"])


# Playing


@pytest.mark.parametrize("game", ["templar", "templari", "journey"])
def test_a_program_opens_a_table_and_plays_it_to_its_end(house: Server, game: str) -> None:
    program = Program(house).open(game).start()
    rng = random.Random(game)
    for _ in range(3000):
        position = program.asked()
        if position["over"]:
            break
        assert position["view"]["seat"] == position["seat"] == 0
        chosen = rng.choice(position["legal"])
        action = chosen["id"] if rng.random() < 0.5 else chosen["notation"]
        answer = program.act(do="play", action=action, decision=position["decision"])
        assert answer.status_code == 200, answer.text
        if game == "templar" and position["number"] > 60:
            assert program.act(do="resign").status_code == 200  # long enough
            return
    assert len(position["outcome"]["scores"]) == 3
    record = program.http.get(f"/tables/{program.table}/record").json()
    assert list(commandery.replay(record).outcome.scores) == position["outcome"]["scores"]


def test_a_move_is_kept_before_it_is_answered_and_done_once(house: Server) -> None:
    program = Program(house).open("templari").start()
    position = program.asked()
    wanted = {"do": "play", "action": position["legal"][0]["id"], "decision": position["decision"], "key": "first"}
    before = len(entries(house, program.table))
    answers = [program.act(**wanted) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert [answer.json()["repeated"] for answer in answers] == [False, True, True]
    mine = [row for row in entries(house, program.table)[before:] if row[1] == 0]
    assert len([row for row in mine if row[3] == position["legal"][0]["notation"]]) >= 1
    assert rows(house, "SELECT count(*) FROM entry WHERE table_id = ? AND key LIKE 'api:%'", program.table) == [(1,)]


def test_a_key_is_for_one_command(house: Server) -> None:
    """What is sent under a key that has been used for something else is refused: it must not be taken for done."""
    program = Program(house).open("templari", pace=3000, options={"start": 0}).start()  # so that there is something to choose
    position = program.asked()
    one, another = (action["notation"] for action in position["legal"][:2])
    wanted = {"do": "play", "action": one, "decision": position["decision"], "hold": True, "key": "first"}
    assert not program.act(**wanted).json()["repeated"]
    before = entries(house, program.table)
    for other in ({**wanted, "action": another}, {**wanted, "do": "confirm"}, {**wanted, "hold": False}):
        answer = program.act(**other)
        assert answer.status_code == 422 and "something else" in answer.json()["error"]
    assert entries(house, program.table) == before
    assert program.act(**wanted).json()["repeated"]
    assert not program.act(do="confirm", decision=position["decision"], key="second").json()["repeated"]


def test_who_has_the_seat_next_is_free_to_use_the_same_keys() -> None:
    assert _name("1", 0, "anna") != _name("1", 0, "bruno") and _name("1", 0, "anna") == _name("1", 0, "anna")
    assert len(f"{_name('x' * 40, 4, 'y' * 24)}:{_digest('play', 1_000_000, 'x' * 200, True)}") <= 64  # as there is room for


def test_a_choice_can_be_held_confirmed_and_taken_back(house: Server) -> None:
    program = Program(house).open("templari", pace=3000).start()
    position = program.asked()
    wanted = {"do": "play", "action": position["legal"][0]["id"], "decision": position["decision"], "hold": True}
    held = program.act(**wanted).json()["position"]
    assert held["held"]["id"] == position["legal"][0]["id"] and held["can_undo"]
    dropped = program.act(do="undo", decision=held["decision"]).json()["position"]
    assert dropped["held"] is None
    program.act(**wanted)
    confirmed = program.act(do="confirm", decision=held["decision"])
    assert confirmed.status_code == 200 and confirmed.json()["position"]["held"] is None


def test_words_come_in_the_language_asked_for(house: Server) -> None:
    program = Program(house).open("templari").start()
    program.asked()
    told = {program.position(language=language)["legal"][0]["text"] for language in ("en", "fr", "it")}
    assert len(told) == 3
    answers = {Program(house, language=language).http.get("/tables/nothing").json()["error"] for language in ("en", "fr", "it")}
    assert len(answers) == 3
    asked = {program.http.get("/tables/nothing", params={"language": code}).json()["error"] for code in ("en", "fr", "it")}
    assert asked == answers


def test_too_much_at_once_is_told_with_the_time_to_wait(tmp_path: Path) -> None:
    server = Server(tmp_path, tables_an_hour=1, streams=0)
    program = Program(server).open()
    refused = program.http.post("/tables", json={"game": "templari", "name": "Robot"})
    assert refused.status_code == 429 and 3500 < int(refused.headers["RateLimit-Reset"]) <= 3600
    assert refused.json() == {"error": "Those were too many requests at once: wait a moment."}
    refused = program.http.get(f"/tables/{program.table}/stream", params={"language": "it"})
    assert refused.status_code == 429 and "flussi" in refused.json()["error"]
    server.finish()


def test_the_log_is_what_the_seat_may_know(house: Server) -> None:
    program = Program(house).open("journey").start()
    for _ in range(3):
        assert program.play_first().status_code == 200
    told = program.http.get(f"/tables/{program.table}/log").json()
    assert told and {"move", "seat", "text", "facts"} == set(told[0])
    later = program.http.get(f"/tables/{program.table}/log", params={"after": told[3]["move"]}).json()
    assert later == [fact for fact in told if fact["move"] > told[3]["move"]] or len(later) >= len(told) - 10
    stranger = Program(house)
    seen = stranger.http.get(f"/tables/{program.table}/log").json()
    assert len(seen) >= len(told)


def test_a_stranger_sees_what_a_spectator_may(house: Server) -> None:
    program = Program(house).open("journey").start()
    mine = program.asked()
    stranger = Program(house)
    stranger.table = program.table
    theirs = stranger.position()
    assert theirs["seat"] is None and theirs["legal"] == [] and theirs["view"]["seat"] is None
    assert mine["view"] != theirs["view"]


# Tables


def test_programs_and_people_sit_at_the_same_table(house: Server) -> None:
    host = Browser(house)
    table = open_table(host).removeprefix("/t/")
    program = Program(house).sit(table, 1, "Roberta")
    assert "Roberta" in host.get(f"/t/{table}").text
    refused = Program(house).http.post(f"/tables/{table}/seats/1", json={"name": "Late"})
    assert refused.status_code == 422 and "taken" in refused.json()["error"]
    assert program.http.post(f"/tables/{table}/start").status_code == 403
    Program(house).sit(table, 2)
    assert host.post(f"/t/{table}/start", script=True).status_code == 204
    wait_until(lambda: any(p.position()["to_act"] for p in [program]))
    assert program.position()["seat"] == 1


def test_a_host_sets_the_table_up(house: Server) -> None:
    program = Program(house).open("templari", bots=None)
    path = f"/tables/{program.table}"
    changed = program.http.patch(path, json={"players": 4, "public": True, "options": {"exchange": True}}).json()
    assert len(changed["seats"]) == 4 and changed["public"] and changed["options"]["exchange"] is True
    assert program.table in {table["id"] for table in Program(house).http.get("/tables").json()}
    assert program.http.patch(path, json={"options": {"exchange": "perhaps"}}).status_code == 422
    assert program.http.patch(path, json={"options": {"players": 3}}).status_code == 422
    assert program.http.post(f"{path}/start").status_code == 422
    for seat in (1, 2, 3):
        answer = program.http.put(f"{path}/seats/{seat}", json={"level": "novice"})
        assert answer.json()["seats"][seat]["taken_by"] == "bot"
    assert program.http.put(f"{path}/seats/1", json={"level": "wizard"}).status_code == 422
    assert program.start().asked()["game"] == "templari"
    assert program.http.patch(path, json={"players": 3}).status_code == 422


def test_the_games_are_listed_with_their_options(house: Server) -> None:
    games = {game["name"]: game for game in Program(house).http.get("/games").json()}
    assert {"templar", "templari", "journey"} <= set(games)
    assert {"name": "exchange", "values": [False, True], "default": False}.items() <= next(
        option for option in games["templari"]["options"] if option["name"] == "exchange"
    ).items()


# Tokens


def test_a_token_is_for_one_seat_of_one_table(house: Server) -> None:
    first, other = Program(house).open("templari"), Program(house).open("templari")
    for method, path, data in [
        ("GET", "position", None), ("POST", "act", {"do": "resign"}), ("POST", "start", None), ("PATCH", "", {"players": 3}),
        ("DELETE", "seats/0", None), ("PUT", "seats/1", {"level": None}),
    ]:  # fmt: skip
        other.start() if path == "position" else None
        answer = first.http.request(method, f"/tables/{other.table}/{path}".rstrip("/"), json=data)
        assert answer.status_code == 403, (path, answer.text)
        assert "another table" in answer.json()["error"]


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer", "Basic dXNlcg==", "nonsense", "Bearer " + "x" * 5000])
def test_a_forged_token_is_refused(house: Server, header: str) -> None:
    table = Program(house).open("templari").start().table
    answer = Program(house).http.get(f"/tables/{table}/position", headers={"Authorization": header})
    assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"


def test_without_a_token_nothing_can_be_done(house: Server) -> None:
    program = Program(house).open("templari").start()
    stranger = Program(house)
    for path, data in (("act", {"do": "resign"}), ("start", None)):
        answer = stranger.http.post(f"/tables/{program.table}/{path}", json=data)
        assert answer.status_code == 401, answer.text


def test_a_cookie_gives_no_authority_here(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templari").removeprefix("/t/")
    browser.asked(f"/t/{table}")
    answer = browser.http.post(f"/api/v1/tables/{table}/act", json={"do": "resign"})
    assert answer.status_code == 401
    assert browser.http.get(f"/api/v1/tables/{table}/position").json()["seat"] is None
    assert "set-cookie" not in answer.headers


def test_who_is_removed_has_no_seat_any_more(house: Server) -> None:
    host = Program(house).open("templari", bots=None)
    guest = Program(house).sit(host.table, 1)
    assert host.http.delete(f"/tables/{host.table}/seats/1").status_code == 204
    answer = guest.http.get(f"/tables/{host.table}/stream")
    assert answer.status_code == 403 and "no longer yours" in answer.json()["error"]
    assert Program(house).sit(host.table, 1).http.delete(f"/tables/{host.table}/seats/0").status_code == 403


def test_who_loses_the_seat_on_the_way_does_nothing_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose seat it is, is looked at when a command is carried out, not only when it comes in."""
    host = Program(server).open("templari").start()
    host.asked()
    before, keeper = entries(server, host.table), server.house.keeper
    carry_out = keeper.carry_out

    async def too_late(live: Live, *what: Any, **about: Any) -> bool:
        live.table.seats[0].person_id = "somebody else"
        return bool(await carry_out(live, *what, **about))

    monkeypatch.setattr(keeper, "carry_out", too_late)
    answer = host.act(do="resign")
    assert answer.status_code == 403 and "no longer yours" in answer.json()["error"]
    assert entries(server, host.table) == before


# A person lets a program sit


def token_in(page: str) -> str:
    found = re.search(r'<textarea[^>]*id="token"[^>]*>([^<]+)<', page)
    assert found, page
    return found[1]


def test_a_person_gets_a_token_for_an_own_and_for_an_open_seat(house: Server) -> None:
    host = Browser(house)
    table = open_table(host)
    page = host.get(table).text
    assert page.count(f'action="{table}/program"') == 3
    own = host.post(f"{table}/program", seat="0")
    assert own.status_code == 200 and own.headers["cache-control"] == "no-store"
    other = host.post(f"{table}/program", seat="1", called="Machine")
    assert "Machine" in host.get(table).text
    host.post(f"{table}/clear", seat="2", level="novice")
    id = table.removeprefix("/t/")
    mine, theirs = (Program(house, token_in(answer.text)) for answer in (own, other))
    assert mine.http.post(f"/tables/{id}/start").status_code == 403  # a seat's token does not make a host
    host.post(f"{table}/start")
    assert [program.http.get(f"/tables/{id}/position").json()["seat"] for program in (mine, theirs)] == [0, 1]
    assert 'class="curtain"' not in host.get(table).text
    assert Browser(house).post(f"{table}/program", seat="0").status_code == 422


# Streams


def events(program: Program, count: int, **options: Any) -> list[tuple[str, dict[str, Any]]]:
    """So many events of the table's stream."""
    found: list[tuple[str, dict[str, Any]]] = []
    with program.http.stream("GET", f"/tables/{program.table}/stream", **options) as stream:
        assert stream.status_code == 200 and stream.headers["content-type"].startswith("text/event-stream")
        id = ""
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            if name == "id":
                id = value
            elif name == "data":
                found.append((id, json.loads(value)))
                if len(found) == count:
                    return found
    return found


def test_a_stream_tells_what_has_changed_and_goes_on_after_a_break(house: Server) -> None:
    program = Program(house).open("templari", pace=3000).start()
    program.asked()
    ((id, moment),) = events(program, 1)
    assert moment["your_turn"] and moment["position"] is None
    again = Program(house, program.http.headers["Authorization"].split()[1])
    again.table = program.table
    with pytest.raises(httpx.ReadTimeout):  # nothing has changed, so nothing is told
        events(again, 1, headers={"Last-Event-ID": id}, timeout=0.7)
    assert program.play_first().status_code == 200
    ((_, later),) = events(again, 1, headers={"Last-Event-ID": id}, params={"full": "true"})
    assert later["number"] > moment["number"] and later["position"]["view"]["seat"] == 0


def test_too_many_streams_to_one_address_are_refused(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.house.streams, "most", 3)
    program = Program(house).open("templari")
    held = [program.http.stream("GET", f"/tables/{program.table}/stream") for _ in range(3)]
    opened = [stream.__enter__() for stream in held]
    lines = [stream.iter_lines() for stream in opened]
    assert all(next(line).startswith("id: ") for line in lines)
    assert program.http.get(f"/tables/{program.table}/stream").status_code == 429
    assert Browser(house).get(f"/t/{program.table}/stream").status_code == Browser(house).get("/lobby").status_code == 422
    for stream in held:
        stream.__exit__(None, None, None)

    def free_again() -> bool:
        with program.http.stream("GET", f"/tables/{program.table}/stream") as stream:
            return stream.status_code == 200

    wait_until(free_again)


# Description and errors


def test_the_description_is_there_for_programs_and_people(house: Server) -> None:
    schema = Program(house).http.get("/openapi.json").json()
    assert schema["openapi"].startswith("3.") and "/api/v1/tables/{table_id}/act" in schema["paths"]
    assert all(path.startswith("/api/v1/") for path in schema["paths"])
    page = Browser(house).get("/api/v1").text
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in page.replace("<wbr>", "")
    told = (ROOT / "docs" / "api.md").read_text()
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path.removeprefix('/api/v1')}" in told, path


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/tables", b"{", 400),
        ("POST", "/tables", b'{"game": 3}', 400),
        ("POST", "/tables", b'{"game": "chess", "name": "x"}', 422),
        ("POST", "/tables", b'{"game": "templari", "name": "x", "players": 99}', 422),
        ("POST", "/tables", b'{"game": "templari", "name": " "}', 422),
        ("POST", "/tables", b'{"game": "templari", "name": "x", "more": 1}', 400),
        ("POST", "/tables", b'{"game": "templari", "name": "x", "pace": 1}', 422),
        ("POST", "/tables", b"x" * 200_000, 413),
        ("GET", "/tables/%00", b"", 404),
        ("GET", "/tables/nothing", b"", 404),
        ("GET", "/nowhere", b"", 404),
        ("POST", "/nowhere", b"{}", 404),
        ("DELETE", "/tables", b"", 405),
        ("GET", "/tables/nothing/log?after=x", b"", 400),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_is_said_in_a_sentence(house: Server, method: str, path: str, body: bytes, status: int) -> None:
    answer = Program(house).http.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"] and len(answer.json()["error"]) > 5


def test_a_stale_decision_is_a_conflict(house: Server) -> None:
    program = Program(house).open("templari").start()
    position = program.asked()
    assert program.act(do="play", action=position["legal"][0]["id"], decision=0).status_code == 409
    assert program.act(do="play", action="bid 1000", decision=position["decision"]).status_code == 422
    assert program.act(do="play", decision=position["decision"]).status_code == 422
    assert program.act(do="play", action="pass").status_code == 422


# Being there, leaving and coming back


def seated(house: Server) -> tuple[Browser, str, Program]:
    """A host, the path of a table of theirs in play, and a program on its second seat, which has asked nothing yet."""
    host = Browser(house)
    table = open_table(host)
    program = Program(house).sit(table.removeprefix("/t/"), 1)
    host.post(f"{table}/clear", script=True, seat="2", level="novice")
    assert host.post(f"{table}/start", script=True).status_code == 204
    return host, table, program


def is_here(host: Browser, table: str) -> bool:
    """Whether the program is at the table, as the page shows it."""
    return re.findall(r'data-here="(\w+)"', host.get(table).text)[1] == "here"


def test_a_program_that_follows_the_stream_is_here(house: Server) -> None:
    host, table, program = seated(house)
    assert not is_here(host, table)
    with program.http.stream("GET", f"/tables/{program.table}/stream") as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("id: ")
        wait_until(lambda: is_here(host, table))
    wait_until(lambda: not is_here(host, table))


@pytest.mark.parametrize("what", ["position", "act"])
def test_a_program_that_asks_or_acts_is_here_for_a_while(house: Server, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    host, table, program = seated(house)
    monkeypatch.setattr(presence, "_ASKS_AGAIN", 2.0)
    for _ in range(2):
        program.position() if what == "position" else program.act(do="agree")
    wait_until(lambda: is_here(host, table))
    wait_until(lambda: not is_here(host, table))
    stranger = Program(house)
    stranger.table = program.table
    stranger.position()
    assert not is_here(host, table)


def test_a_program_leaves_and_comes_back(house: Server) -> None:
    _, _, program = seated(house)
    assert program.act(do="back").status_code == 422
    left = program.act(do="leave").json()["position"]
    assert left["stand_ins"] == [1] and not left["your_turn"] and left["legal"] == []
    assert program.act(do="back").json()["position"]["stand_ins"] == []


def test_the_position_tells_the_time_that_is_left(house: Server) -> None:
    host = Browser(house)
    table = open_table(host)
    assert host.post(f"{table}/options", script=True, players="3", start="1", clock="game-600").status_code == 204
    program = Program(house).sit(table.removeprefix("/t/"), 1)
    host.post(f"{table}/clear", script=True, seat="2", level="novice")
    assert host.post(f"{table}/start", script=True).status_code == 204
    assert program.asked()["time_left"] == pytest.approx(600, abs=30)
    ((id, _),) = events(program, 1)
    with pytest.raises(httpx.ReadTimeout):  # that time passes is no news
        events(program, 1, headers={"Last-Event-ID": id}, timeout=1.5)
    assert Program(house).http.get(f"/tables/{program.table}/position").json()["time_left"] is None
    assert Program(house).open("templari").start().position()["time_left"] is None
