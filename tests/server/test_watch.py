"""What the house writes and counts about itself: enough to run it, and nothing that belongs to those who play."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import httpx
import pytest

from commandery.core.errors import BadOption
from commandery.server import logs
from commandery.server.people import COOKIE
from commandery.server.settings import Settings
from conftest import wait_until
from server.conftest import Browser, Server
from server.postgres import Postgres
from server.processes import Process, serving
from server.test_house import choose, entries, rows


def live_a_little(server: Process) -> list[str]:
    """Visit a house, do this and that; everything that nobody else may know."""
    browser = Browser(server)  # type: ignore[arg-type]
    browser.post("/me", nickname="Anna of Antioch", pace="0")
    browser.post("/me/keep", name="Annabella", passphrase="a very long passphrase")
    browser.post("/me/return", name="Annabella", passphrase="a wrong passphrase")
    tables = [browser.play_now(game) for game in ("templar", "templari", "journey")]
    for table in tables:
        for _ in range(3):
            choose(browser, table)
        choose(browser, table, do="play 99999")
        browser.get(f"{table}/log?as=0-12345678")
        browser.get(f"{table}-wrong")
    with browser.http.stream("GET", f"{tables[0]}/stream") as stream:
        assert next(stream.iter_bytes())
    browser.http.get("/nowhere/hidden-path?question=secret-question", headers={"X-Odd": "secret-header"})
    cookies = [value for name, value in browser.http.cookies.items() if name in (COOKIE, "csrftoken")]
    people = [row[0] for row in rows(server, "SELECT id FROM person")]  # type: ignore[arg-type]
    played = [row[3] for table in tables for row in entries(server, table) if row[3]]  # type: ignore[arg-type]
    said = ["Anna", "passphrase", "secret-question", "hidden-path", "secret-header", "12345678", "99999"]
    return [*(table.removeprefix("/t/") for table in tables), *cookies, *people, *said, *played]


@pytest.mark.parametrize("format", logs.FORMATS)
def test_the_log_tells_no_secrets(tmp_path: Path, format: str) -> None:
    with serving(tmp_path, "", "--log-format", format) as server:
        secrets = live_a_little(server)
        written = server.log.read_text()
    lines = written.splitlines()
    assert "/t/{table_id" in written and len(lines) > 30
    assert [secret for secret in secrets if re.search(rf"\b{re.escape(secret)}\b", written)] == []
    if format == "json":
        told = [json.loads(line) for line in lines]
        requests = [line for line in told if line["logger"] == "commandery.requests"]
        assert all({"time", "level", "method", "path", "status", "ms"} <= line.keys() for line in requests)
        assert {204, 404, 422} <= {line["status"] for line in requests}


def test_what_went_wrong_is_told_by_kind_and_place_only(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        for format in logs.FORMATS:
            logs.start(format)
            try:
                raise RuntimeError("the table a-secret-link")
            except RuntimeError:
                logging.getLogger("commandery.test").exception("it failed")
            told = capsys.readouterr().err
            assert "RuntimeError" in told and "test_watch.py" in told and "secret" not in told and told.count("\n") <= 2
    finally:
        root.handlers[:], _ = before, root.setLevel(level)


def test_no_line_of_the_log_is_given_the_address_of_a_table() -> None:
    sources = {path: path.read_text() for path in Path(logs.__file__).parent.rglob("*.py")}
    given = [(path.name, call) for path, text in sources.items() for call in re.findall(r"_log\.\w+\(.*", text)]
    assert len(given) > 10
    assert [one for one in given if re.search(r"table_id|table\.id|\.home\b", one[1])] == []


def test_a_format_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="COMMANDERY_THINKERS"):
        Settings.read({"COMMANDERY_THINKERS": "many"})
    with pytest.raises(BadOption, match="COMMANDERY_THINKERS is '0': expected a number from 1"):
        Settings.read({"COMMANDERY_THINKERS": "0"})
    assert Settings.read({"COMMANDERY_BOT_SHARE": "0.5", "COMMANDERY_SECURE": "yes"}).bot_share == 0.5
    assert Settings.read({"COMMANDERY_SECURE": "yes"}, secure=False).secure is False


# Numbers


def numbers(text: str) -> dict[str, float]:
    """What is told, by name and labels."""
    return {name: float(value) for name, value in re.findall(r"^(commandery_\S+) (\S+)$", text, re.M)}


def test_numbers_are_counted(server: Server) -> None:
    browser = Browser(server)
    browser.post("/me", nickname="Anna", pace="0")
    table = browser.play_now("templari")
    with httpx.stream("GET", f"{server.address}{table}/stream", timeout=20) as stream:
        chunks = stream.iter_bytes()
        assert next(chunks)
        while browser.is_asked(table):
            choose(browser, table)
        wait_until(lambda: numbers(browser.get("/metrics").text)["commandery_update_seconds_count"] > 0)
        found = numbers(browser.get("/metrics").text)
    assert found["commandery_tables"] == 1 and found["commandery_viewers"] == 1
    assert found['commandery_moves_total{by="person"}'] >= 1 and found['commandery_moves_total{by="bot"}'] >= 1
    assert found['commandery_bot_seconds_count{level="novice"}'] >= 1
    assert any(name.startswith('commandery_request_seconds_count{path="/t/{') for name in found)
    assert table.removeprefix("/t/") not in browser.get("/metrics").text
    wait_until(lambda: numbers(browser.get("/metrics").text)["commandery_viewers"] == 0)


def test_numbers_are_for_those_who_run_the_house(tmp_path: Path) -> None:
    server = Server(tmp_path, metrics_token="a token")
    ask = f"{server.address}/metrics"
    afar = {"X-Forwarded-For": "203.0.113.9"}
    assert httpx.get(ask).status_code == 200
    assert httpx.get(ask, headers=afar).status_code == 404
    passed_on = {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9", "Via": "1.1 proxy"}
    for name, value in passed_on.items():  # by a proxy on this machine, whoever has asked it
        assert httpx.get(ask, headers={name: value}).status_code == 404, name
    assert httpx.get(ask, headers={**afar, "Authorization": "Bearer nonsense"}).status_code == 404
    assert httpx.get(ask, headers={**afar, "Authorization": "Bearer a token"}).status_code == 200
    server.finish()


def test_several_processes_count_together(postgres: Postgres, tmp_path: Path) -> None:
    with serving(tmp_path, postgres.new_database(), "--workers", "2") as server:
        wait_until(lambda: len(server.children) == 2)
        browser = Browser(server)  # type: ignore[arg-type]
        for _ in range(5):
            httpx.get(f"{server.address}/rules/templar")
        told = numbers(browser.get("/metrics").text)
        assert sum(value for name, value in told.items() if "seconds_count" in name and "/rules/" in name) == 5


# Behind a proxy


def test_behind_a_proxy_everybody_is_counted_by_their_own_address(tmp_path: Path) -> None:
    server = Server(tmp_path, requests_a_minute=5)

    def ask(address: str) -> int:
        return httpx.get(f"{server.address}/rules/templar", headers={"X-Forwarded-For": address}).status_code

    assert [ask("203.0.113.1") for _ in range(6)] == [200] * 5 + [429]
    assert ask("203.0.113.2") == 200
    assert ask("198.51.100.7, 203.0.113.1") == 429  # what the proxy did not write itself is not believed
    server.finish()


def test_who_has_a_network_of_addresses_is_counted_once(tmp_path: Path) -> None:
    server = Server(tmp_path, requests_a_minute=5)

    def ask(address: str) -> int:
        return httpx.get(f"{server.address}/rules/templar", headers={"X-Forwarded-For": address}).status_code

    assert [ask(f"2001:db8:1:2::{number}") for number in range(1, 7)] == [200] * 5 + [429]
    assert ask("2001:db8:1:3::1") == 200
    assert [ask(f"::ffff:203.0.113.{number}") for number in range(1, 7)] == [200] * 6  # of IPv4 each is somebody
    server.finish()


def test_who_is_no_proxy_is_not_believed(tmp_path: Path) -> None:
    server = Server(tmp_path, requests_a_minute=5, trusted_proxies="192.0.2.1")
    answers = [
        httpx.get(f"{server.address}/rules/templar", headers={"X-Forwarded-For": f"203.0.113.{number}"}).status_code
        for number in range(6)
    ]
    assert answers == [200] * 5 + [429]
    server.finish()
