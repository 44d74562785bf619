"""A table before the start: what the host can do with its seats at one click."""

from __future__ import annotations

from server.conftest import Browser, Server


def test_bots_take_all_open_seats_at_one_click(house: Server) -> None:
    """Who sits there stays; afterwards the game can begin. Only the host can do that."""
    host, friend = Browser(house), Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    friend.post(f"{table}/sit", seat="1", name="Friend")
    assert "Bots on all open seats" in host.get(table).text
    assert "Bots on all open seats" not in friend.get(table).text
    assert friend.post(f"{table}/fill", script=True).status_code == 422
    assert host.post(f"{table}/fill", script=True).status_code == 204
    page = host.get(table).text
    assert "Friend" in page and "Bots on all open seats" not in page
    assert host.post(f"{table}/start", script=True).status_code == 204
