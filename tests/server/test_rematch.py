"""Playing again: who comes along to the table of the rematch."""

from __future__ import annotations

import pytest

from server.conftest import Browser, Server
from server.test_api import Program
from server.test_house import open_table
from server.test_keeping import change, id_of, name_of


@pytest.mark.parametrize("gone", ["forgotten", "removed", "shut out", "blocked", "a program"])
def test_in_a_rematch_the_seats_of_those_who_cannot_come_are_open(house: Server, gone: str) -> None:
    """Else the game would begin and wait for somebody who never acts."""
    host, guest, friend = Browser(house), Browser(house), Browser(house)
    name_of(guest, f"Is {gone}"), name_of(friend, "Comes too")
    table = open_table(host)
    if gone == "a program":
        Program(house).sit(table.removeprefix("/t/"), 1)
    else:
        guest.post(f"{table}/sit", script=True, seat="1")
    friend.post(f"{table}/sit", script=True, seat="2")
    assert host.post(f"{table}/start", script=True).status_code == 204
    if gone == "shut out":
        change(house, "UPDATE person SET banned = 1 WHERE id = ?", id_of(house, f"Is {gone}"))
    if gone in ("removed", "blocked"):
        assert host.post(f"{table}/{'remove' if gone == 'removed' else 'block'}", script=True, seat="1").status_code < 300
    change(house, "UPDATE \"table\" SET status = 'over' WHERE id = ?", table.removeprefix("/t/"))
    if gone == "forgotten":
        guest.post("/me/forget", sure="on")
    again = host.post(f"{table}/rematch").headers["location"]
    seats = Program(house).http.get(f"/tables/{again.removeprefix('/t/')}").json()["seats"]
    assert [seat["taken_by"] for seat in seats] == ["person", "nobody", "person"]
    refused = host.post(f"{again}/start", script=True)
    assert refused.status_code == 422 and "1 seat is still open" in refused.text
