"""Games that were begun by other versions of the rules: never played on by these, and said plainly."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

import commandery
from commandery.core import registry
from commandery.core.errors import BadRecord
from server.conftest import Browser, Server
from server.test_house import entries, rows
from server.test_store import engine_of


def test_the_version_of_the_rules_is_kept_with_each_game(house: Server) -> None:
    for game in ("templar", "templari", "journey"):
        table = Browser(house).play_now(game)
        kept = rows(house, 'SELECT rules FROM "table" WHERE id = ?', table.removeprefix("/t/"))
        assert kept == [(registry.find(game).rules_version,)]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_game_of_other_rules_is_refused_plainly_and_kept(server: Server, language: str) -> None:
    browser = Browser(server, language)
    old, new = browser.play_now("templari"), browser.play_now("journey")
    browser.asked(old)
    kept = entries(server, old)
    server.close()
    engine = engine_of(server.store)
    with engine.begin() as database:
        database.execute(text("UPDATE \"table\" SET rules = 0 WHERE game = 'templari'"))
    engine.dispose()
    server.open()
    told = browser.get(old)
    assert told.status_code == 422 and "Traceback" not in told.text
    assert {"en": "other rules", "fr": "autres règles", "it": "regole diverse"}[language] in told.text
    for path in (f"{old}/record.json", f"{old}/log"):
        assert browser.get(path).status_code == 422
    assert browser.get("/").status_code == 200  # where it is listed
    assert browser.asked(new)
    assert entries(server, old) == kept


def test_a_record_of_other_rules_is_refused_plainly() -> None:
    match = commandery.game("templari", 3).start(seed=1)
    for _ in range(10):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    record = json.loads(json.dumps(match.record()))
    assert commandery.replay(record).state == match.state
    with pytest.raises(BadRecord, match="rules version"):
        commandery.replay({**record, "rules": record["rules"] + 1})
