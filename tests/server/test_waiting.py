"""A table before the start: what the host can do with its seats at one click."""

from __future__ import annotations

import re

import httpx
import pytest

from commandery.core import registry
from commandery.core.language import languages, translate
from commandery.server.tables import BOT_NAMES
from conftest import GAMES
from server.conftest import Browser, Server
from server.test_api import Program, token_in
from server.test_house import open_table, rows


def test_bots_take_all_open_seats_at_one_click(house: Server) -> None:
    """Who sits there stays; afterwards the game can begin. Only the host can do that."""
    host, friend = Browser(house), Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    friend.post(f"{table}/sit", seat="1", name="Friend")
    assert "Fill open seats with bots" in host.get(table).text
    assert "Fill open seats with bots" not in friend.get(table).text
    assert friend.post(f"{table}/fill", script=True).status_code == 422
    assert host.post(f"{table}/fill", script=True).status_code == 204
    page = host.get(table).text
    assert "Friend" in page and "Fill open seats with bots" not in page
    assert host.post(f"{table}/start", script=True).status_code == 204


def test_a_game_begins_only_when_no_seat_is_open(house: Server) -> None:
    """The button says why it cannot be pressed; who presses nevertheless is refused."""
    host = Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    page = host.get(table).text
    assert re.search(r'<button class="start" disabled aria-describedby="still-open">', page)
    assert "2 seats are still open" in page
    assert host.post(f"{table}/start", script=True).status_code == 422
    host.post(f"{table}/clear", seat="1", level="novice")
    assert "1 seat is still open" in host.get(table).text
    host.post(f"{table}/fill", script=True)
    page = host.get(table).text
    assert "still open" not in page and not re.search(r'class="start" disabled', page)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_short_title_and_a_sentence(game: str, language: str) -> None:
    for option in registry.find(game).options:
        title, told = translate(option.title, language), translate(option.help, language)
        assert 0 < len(title) <= 30 and title[-1] not in ".:?", title
        assert told.endswith("."), told


@pytest.mark.parametrize(("game", "label"), [("templar", "A board file of your own"), ("templari", "A deck file of your own")])
def test_the_page_names_options_and_the_file_as_the_game_does(house: Server, game: str, label: str) -> None:
    host = Browser(house)
    page = host.get(host.post("/tables", game=game).headers["location"]).text
    assert label in page
    for option in registry.find(game).options:
        assert f"{option.title} <small>{option.help}</small>" in page


def test_with_fewer_players_than_the_start_seat_it_is_drawn_who_starts(house: Server) -> None:
    host = Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    assert host.post(f"{table}/options", script=True, players="4", start="3").status_code == 204
    assert host.post(f"{table}/options", script=True, players="3", start="3").status_code == 204
    page = host.get(table).text
    assert re.search(r'name="start">\s*<option value="random" selected', page) and "seat 4" not in page


def test_with_fewer_players_nobody_loses_a_seat(house: Server) -> None:
    """Open seats go first, then bots', from the end."""
    host, bea, carla = (Browser(house) for _ in range(3))
    table = host.post("/tables", game="templari").headers["location"]

    def seats() -> list[str]:
        wanted = "SELECT name FROM seat WHERE table_id = ? ORDER BY number"
        return [name for (name,) in rows(house, wanted, table.removeprefix("/t/"))]

    def choose(players: int) -> httpx.Response:
        return host.post(f"{table}/options", script=True, players=players)

    assert choose(5).status_code == 204
    mine = seats()[0]
    assert bea.post(f"{table}/sit", seat=4, name="Bea").status_code == 303
    assert choose(4).status_code == 204
    assert seats() == [mine, "", "", "Bea"]
    assert choose(5).status_code == 204
    assert host.post(f"{table}/clear", seat=1, level="novice").status_code == 303
    assert host.post(f"{table}/clear", seat=4, level="novice").status_code == 303
    assert carla.post(f"{table}/sit", seat=2, name="Carla").status_code == 303
    assert seats() == [mine, BOT_NAMES[1], "Carla", "Bea", BOT_NAMES[4]]
    assert choose(4).status_code == 204
    assert seats() == [mine, BOT_NAMES[1], "Carla", "Bea"]
    assert choose(3).status_code == 204
    assert seats() == [mine, "Carla", "Bea"]
    assert choose(4).status_code == 204
    assert Browser(house).post(f"{table}/sit", seat=3, name="Denis").status_code == 303
    refused = choose(3)
    assert refused.status_code == 422 and "4 people sit at this table" in refused.text
    assert seats() == [mine, "Carla", "Bea", "Denis"]


def test_a_token_is_good_where_its_program_has_to_move_up(house: Server) -> None:
    host = Browser(house)
    table = open_table(host)
    path = table.removeprefix("/t/")
    assert host.post(f"{table}/options", script=True, players="5").status_code == 204
    guest = Program(house).sit(path, 4)
    other = Program(house, token_in(host.post(f"{table}/program", seat="3", called="R2").text))
    other.table = path
    assert host.post(f"{table}/options", script=True, players="3").status_code == 204
    assert other.http.delete(f"/tables/{path}/seats/2").status_code == 403  # the guest's now
    assert host.post(f"{table}/start", script=True).status_code == 204
    assert (other.position()["seat"], guest.position()["seat"]) == (1, 2)


def test_what_an_option_takes_is_said_in_the_readers_language(house: Server) -> None:
    host = Browser(house, "fr")
    table = host.post("/tables", game="templar").headers["location"]
    for given, told in (({"rounds": ""}, "de 1 à 1000"), ({"stephanus": "perhaps"}, translate("Play with Stephanus", "fr"))):
        refused = host.post(f"{table}/options", script=True, players="3", **given)
        assert refused.status_code == 422 and told in refused.text and "option " not in refused.text


def test_all_buttons_are_in_forms(house: Server) -> None:
    """Who has no script can set the table up, fill the seats, begin and play again."""
    host = Browser(house)
    table = host.post("/tables", game="templari").headers["location"]
    pages = [host.get(table).text]
    for form in ("to-fill", "to-start"):
        found = re.search(rf'<form id="{form}".*? action="([^"]+)"', pages[-1])
        assert found and f'form="{form}"' in pages[-1]
        assert host.post(found[1]).headers["location"] == table
        pages.append(host.get(table).text)
    asked = host.asked(table)
    host.post(f"{table}/act", seat=asked["seat"], decision="0", at="0", do="agree")
    pages.append(host.get(table).text)
    assert f'<form method="post" action="{table}/rematch"' in pages[-1]
    for page in pages[:2]:
        for form in re.findall(r'<form [^>]*method="post".*?</form>', page, re.S):
            assert "<button" in form or " hidden " in form, form


def test_colons_are_set_as_the_language_sets_them(house: Server) -> None:
    host = Browser(house, "fr")
    table = host.post("/tables", game="templari").headers["location"]
    page = host.get(table).text
    assert "bot\N{NO-BREAK SPACE}: écuyer</option>" in page
    assert re.search("1\N{NO-BREAK SPACE}: [^<]+</option>", page)
