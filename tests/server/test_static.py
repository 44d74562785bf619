"""What pages are made of is fetched anew after an upgrade, and only then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from commandery.server.pages import static
from server.conftest import Browser, Server


def test_every_file_a_page_asks_for_is_there_and_tells_its_state(house: Server) -> None:
    browser = Browser(house)
    table = browser.play_now("templar")
    for path in ("/", "/me", "/rules/journey", "/boards", "/boards/templar", table):
        page = browser.get(path).text
        asked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert asked, path
        for address in asked:
            assert browser.get(address).status_code == 200, address
            name, _, state = address.removeprefix("/static/").partition("?")
            assert address == static.static(name) or (name.endswith(".woff2") and not state), address


def test_another_file_is_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "_FOLDER", tmp_path)
    addresses = []
    for content in ("a", "b", "a"):
        (tmp_path / "style.css").write_text(content)
        static._state.cache_clear()
        addresses.append(static.static("style.css"))
    static._state.cache_clear()
    assert addresses[0] == addresses[2] != addresses[1]


def test_what_a_browser_has_is_not_sent_again(house: Server) -> None:
    http = Browser(house).http
    named = static.static("style.css")
    first = http.get(named)
    assert first.headers["cache-control"] == "public, max-age=31536000, immutable"  # another content has another address
    assert "immutable" not in http.get("/static/style.css").headers["cache-control"]
    again = http.get(named, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert http.get(named, headers={"If-None-Match": '"another"'}).content == first.content
    assert http.get("/static/nothing.css", headers={"If-None-Match": first.headers["etag"]}).status_code == 404
