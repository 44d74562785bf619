"""Boards of one's own: what the editor does to them, that nothing strange gets past it, and a round trip in a browser."""

from __future__ import annotations

import contextlib
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Route, expect
from typer.testing import CliRunner

import commandery
from commandery.cli import app
from commandery.core import registry
from commandery.core.tomlfile import write
from commandery.server.editor import BENCHES, Draft, Refusal
from commandery.server.editor.shape import read_path, spell_path
from commandery.server.editor.sheet import Sheet
from commandery.server.pages.boards import _change
from commandery.server.pages.web import render
from commandery.server.people import Viewer
from server.browsing import PHONE, Screen, shots
from server.conftest import Browser, Server

GAMES = ("templar", "journey")


def standard(game: str) -> dict[str, Any]:
    return tomllib.loads(registry.find(game).board_file.read_text())


# The file


@pytest.mark.parametrize("game", ["templar", "journey", "templari"])
def test_what_is_written_reads_the_same(game: str) -> None:
    assert tomllib.loads(write(standard(game))) == standard(game)


def test_texts_of_any_kind_are_written() -> None:
    odd = {
        "text": 'a "quoted" \\ é',
        "odd key": [1.5, True, []],
        "table": {"inner": {"x": 1}},
        "list": [{"a": [[1, 2]]}, {"a": []}],
    }
    assert tomllib.loads(write(odd)) == odd


# Changes


@pytest.mark.parametrize("game", GAMES)
def test_an_unchanged_board_stays_what_it_was(game: str) -> None:
    """Sent to the page and back, and choosing every part of it."""
    draft = Draft.read(game, Draft.standard(game).text)
    bench = BENCHES[game]
    for language in ("en", "fr", "it"):
        for part in bench.parts(draft.data, language):
            sheet = Sheet(draft, bench, read_path(part.path), language, drawn=False)
            assert sheet.name and (sheet.inside or part.kind == "portal")
            for field in sheet.fields:
                bench.fill_in(draft, read_path(field.path), str(field.value))
            if sheet.near:
                bench.join(draft, read_path(part.path), [name for name, joined in sheet.near if joined])
    assert draft.data == standard(game)


def test_a_room_moves_with_all_that_is_in_it() -> None:
    draft = Draft.standard("templar")
    before = standard("templar")["room"][1]
    draft.move(("room", 1), (10, -5))
    after = draft.data["room"][1]
    assert after["label"] == [before["label"][0] + 10, before["label"][1] - 5]
    for key in ("outline", "chalices", "books"):
        assert after[key] == [[x + 10, y - 5] for x, y in before[key]]
    assert after["rings"][1][2] == [before["rings"][1][2][0] + 10, before["rings"][1][2][1] - 5]
    assert draft.data["room"][0] == standard("templar")["room"][0]


def test_a_corner_takes_along_the_corners_upon_it() -> None:
    """Rooms 1 and 3 share a wall."""
    draft = Draft.standard("templar")
    draft.move(("room", 0, "outline", 0), (5, 7))
    assert draft.data["room"][0]["outline"][0] == [115, 435]
    assert [115, 435] in draft.data["room"][2]["outline"]


def test_hiding_places_and_passages_come_and_go() -> None:
    draft, bench = Draft.standard("templar"), BENCHES["templar"]
    path = bench.add(draft, read_path("room.0.chalices"))
    assert path == ("room", 0, "chalices", 0) and len(draft.data["room"][0]["chalices"]) == 1
    assert bench.add(draft, read_path("room.0.rings")) == ("room", 0, "rings", 1, 0)
    assert bench.add(draft, read_path("room.0.rings.1")) == ("room", 0, "rings", 1, 1)
    bench.add(draft, ("passage",))
    draft.check()
    assert draft.fault is None
    draft.remove(("room", 0, "rings", 1, 0))
    draft.remove(("room", 0, "rings", 1, 0))
    assert len(draft.data["room"][0]["rings"]) == 1, "with its last ring the area goes"
    draft.remove(("room", 0, "chalices", 0))
    draft.remove(("passage", len(draft.data["passage"]) - 1))
    assert draft.data == standard("templar")


def test_a_renamed_city_is_renamed_everywhere() -> None:
    draft, bench = Draft.standard("journey"), BENCHES["journey"]
    bench.fill_in(draft, read_path("territory.1.name"), "Lutetia")
    draft.check()
    assert draft.fault is None
    assert "Paris" not in draft.text and ["London", "Lutetia"] in draft.data["adjacent"]
    bench.join(draft, ("territory", 1), ["Roma"])
    assert [pair for pair in draft.data["adjacent"] if "Lutetia" in pair] == [["Lutetia", "Roma"]]


def test_boxes_follow_their_number() -> None:
    draft, bench = Draft.standard("templar"), BENCHES["templar"]
    for number in (6, 4):
        bench.fill_in(draft, read_path("harbor.boxes"), str(number))
        assert {len(storehouse["boxes"]) for storehouse in draft.data["storehouse"]} == {number}
        draft.check()
        assert draft.fault is None


@pytest.mark.parametrize("game", GAMES)
def test_faults_are_told_as_the_command_tells_them(game: str, tmp_path: Path) -> None:
    """The same sentence, with the line of the file."""
    draft = Draft.standard(game)
    draft.data["size"] = [0, 20_000]
    draft.check()
    file = tmp_path / "board.toml"
    file.write_text(draft.file)
    told = CliRunner().invoke(app, ["check", str(file)])
    assert draft.fault is not None and told.exit_code != 0
    assert str(draft.fault) == str(told.exception)
    assert "line" in str(draft.fault)


# What a page may send


NONSENSE: list[Any] = [
    "", "{", "[]", "null", "1e999", '{"game": "templar"}', '{"a": NaN}', "[" * 5000, '{"room": {"0": 1}}', '"\\ud800"',
    '{"\\ud800": "\\ud800"}', json.dumps({**standard("templar"), "room": 5}),
    json.dumps({**standard("templar"), "extra": None}),
    json.dumps({**standard("templar"), "passage": [{"rooms": [1], "opening": []}]}), "x" * 70_000,
]  # fmt: skip


@pytest.mark.parametrize("board", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused_kindly(house: Server, board: str) -> None:
    browser = Browser(house)
    for verb in ("edit", "save", "play"):
        answer = send(browser, "templar", verb, board=board)
        assert answer.status_code == 422, (verb, answer.status_code)


CHANGES = (
    {"do": "move 1e400 nan", "chosen": "room.1"}, {"do": "move", "chosen": "room.99"}, {"do": "add room", "chosen": ""},
    {"do": "add room.1.label", "chosen": "room.1"}, {"do": "remove room.1.label.0"}, {"do": "remove game"}, {"do": "remove"},
    {"do": "remove door.rooms.0"}, {"set room": "5", "was room": ""}, {"set size.0": "nan", "was size.0": ""},
    {"set title": "<b>", "was title": ""}, {"set nothing.at.all": "1", "was nothing.at.all": ""},
    {"joins": "yes", "near": "Roma"},
    {"do": "choose ../../etc", "chosen": "\0"}, {"set cards.anselmus": "many", "was cards.anselmus": "3"},
    {"do": "remove room.0.outline.0", "chosen": "room.0.outline.0"}, {"do": "remove portal.main.at.0"},
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
@pytest.mark.parametrize("game", GAMES)
def test_strange_changes_leave_a_page(house: Server, game: str, change: dict[str, str]) -> None:
    answer = send(Browser(house), game, "edit", board=Draft.standard(game).text, **change)
    assert answer.status_code in (200, 422)
    assert "Traceback" not in answer.text


def steps(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """The paths of all that a board has; of lists, of the first two elements."""
    yield spell_path(path)
    for step in data if isinstance(data, dict) else range(len(data[:2])) if isinstance(data, list) else ():
        yield from steps(data[step], (*path, step))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_chosen_there_is_a_page(game: str) -> None:
    """Chosen are only parts, and places inside them."""
    draft, bench = Draft.standard(game), BENCHES[game]
    for chosen in steps(draft.data):
        sheet = Sheet(draft, bench, read_path(chosen), "en", drawn=False)
        assert sheet.chosen in (chosen, "") and bool(sheet.name) == bool(sheet.chosen)
        about = {"viewer": Viewer(None, "en"), "csrf": "", "path": "/", "notice": ""}
        assert render("boards/bench.html", "en", {**about, "kind": draft.kind, "sheet": sheet, "bench": bench})


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_of_any_path_is_done_or_refused(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Draft, "check", lambda draft: None)
    kind = registry.find(game)
    for path in steps(standard(game)):
        asked: list[dict[str, Any]] = [{"do": f"add {path}"}, {"do": f"remove {path}"}, {"do": "move 10 10"}]
        for data in [*asked, {f"set {path}": "5"}, {"joins": "yes", "near": ["Paris"]}]:
            with contextlib.suppress(Refusal):
                _change(Draft(kind, standard(game)), data, path)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("templar", {"chosen": "size.0"}), ("templar", {"chosen": "room"}), ("templar", {"chosen": "harbor.boxes"}),
        ("journey", {"chosen": "size.0"}), ("journey", {"chosen": "territory"}), ("journey", {"chosen": "missions.best"}),
        ("journey", {"chosen": "territory", "joins": "yes", "near": "Paris"}), ("journey", {"set territory": "5"}),
    ],
)  # fmt: skip
def test_what_is_no_part_is_not_chosen(house: Server, game: str, change: dict[str, str]) -> None:
    answer = send(Browser(house), game, "edit", board=Draft.standard(game).text, **change)
    assert answer.status_code == 200 and 'id="bench-chosen" value=""' in answer.text


def test_an_area_without_rings_can_be_followed_by_another(house: Server) -> None:
    """A file written by hand may have one; the page then says what is wrong."""
    board = {**standard("templar")}
    board["room"][0]["rings"] = [[]]
    answer = send(Browser(house), "templar", "edit", board=json.dumps(board), do="add room.0.rings", chosen="room.0")
    assert answer.status_code == 200 and 'id="bench-chosen" value="room.0.rings.1.0"' in answer.text


def send(browser: Browser, game: str, verb: str, **fields: str) -> Any:
    """Send the form of the editor as its script does."""
    parts = {
        name: (None, value.encode("utf-8", "surrogatepass"))
        for name, value in {"_csrf_token": browser.token(), **fields}.items()
    }
    return browser.http.post(f"/boards/{game}/{verb}", files=parts, headers={"HX-Request": "true"})


def test_other_games_have_no_board_to_edit(house: Server) -> None:
    for path in ("/boards/templari", "/boards/chess"):
        assert Browser(house).get(path).status_code == 422


def test_a_file_that_would_take_long_to_read_is_refused(house: Server) -> None:
    browser, content = Browser(house), b"a" + b".a" * 16_000 + b" = 1"
    table = browser.post("/tables", game="templar").headers["location"]
    for path, name in (("/boards/templar/load", "file"), (f"{table}/board", "file")):
        data = {"_csrf_token": browser.token()}
        answer = browser.http.post(path, data=data, files={name: ("mine.toml", content)})
        assert answer.status_code == 422 and "mine.toml: a key has more than 8 parts" in answer.text


# In the browser


def saved(me: Screen) -> dict[str, Any]:
    with me.page.expect_download() as download:
        me.page.locator("#bench-save").click()
    return tomllib.loads(Path(download.value.path()).read_text())


@pytest.mark.parametrize(("game", "part"), [("templar", "room.4"), ("journey", "territory.6")])
def test_round_trip(chromium: Chromium, house: Server, tmp_path: Path, game: str, part: str) -> None:
    """Loaded, saved unchanged, changed by keys, fields and dragging, checked, taken back, saved, loaded again and played."""
    with Screen(chromium, house) as me:
        me.page.goto("/boards")
        me.page.locator(f".game-{game} a.main").click()
        me.wait(f".knob[data-part='{part}']")
        assert saved(me) == standard(game)

        me.page.locator(f"[data-part='{part}']").focus()
        me.page.keyboard.press("Enter")
        me.wait(f".knob.chosen[data-part='{part}']")
        me.page.keyboard.press("ArrowRight")
        me.page.keyboard.press("ArrowRight")
        expected = Draft.standard(game)
        expected.move(read_path(part), (20, 0))
        expect(me.page.locator("#bench-board")).to_have_value(expected.text)
        moved = saved(me)
        assert moved == expected.data
        shots(me.page, f"editor-{game}")

        me.page.locator("#bench-pick").select_option("")
        field = me.page.locator("[name='set title']")
        field.fill("<Mine>")
        field.press("Tab")
        expect(me.page.locator("#bench-state")).to_contain_text("plain text")
        expect(me.page.locator("#bench-play")).to_be_disabled()
        shots(me.page, f"editor-{game}-fault")
        expect(me.page.locator("#bench-back")).to_be_enabled()
        me.page.locator("#bench-back").click()
        expect(me.page.locator("#bench-state.good")).to_be_visible()
        assert saved(me) == moved
        me.page.locator("[name='set title']").fill("Mine")
        me.page.locator("[name='set title']").press("Tab")
        expect(me.page.locator("[name='was title']")).to_have_value("Mine")

        handle = me.page.locator("[data-part$='.1']").first
        box = handle.bounding_box()
        assert box
        me.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        me.page.mouse.down()
        me.page.mouse.move(box["x"] + box["width"] / 2 + 12, box["y"] + box["height"] / 2 + 9, steps=3)
        me.page.mouse.up()
        expect(me.page.locator(".knob.chosen")).not_to_have_count(0)
        mine = saved(me)
        assert mine["title"] == "Mine" and mine != moved

        file = tmp_path / "mine.toml"
        file.write_text(write(mine))
        assert CliRunner().invoke(app, ["check", str(file)]).exit_code == 0
        assert commandery.game(game, board=file).start(seed=1)
        me.page.locator(".other-file input[type=file]").set_input_files(file)
        me.page.locator(".other-file button").click()
        me.page.wait_for_load_state()
        assert saved(me) == mine
        me.page.locator("#bench-play").click()
        me.wait(".seats")
        expect(me.page.locator(".own-board")).to_contain_text("a board of its own")
        me.page.locator("button.fill").click()
        expect(me.page.locator("button.fill")).to_have_count(0)
        me.page.locator("button.start").click()
        me.wait(".play", 60)
        me.wait_for_turn()


def test_no_change_is_lost_while_another_is_under_way(chromium: Chromium, house: Server) -> None:
    """Nor what is being typed when the answer comes."""
    with Screen(chromium, house) as me:
        me.page.goto("/boards/templar")
        me.wait(".knob")
        held: list[Route] = []
        me.page.route("**/edit", lambda route: held.append(route))

        def fill_in(name: str, text: str) -> None:
            field = me.page.locator(f"[name='set {name}']")
            field.fill(text)
            field.press("Tab")

        def answer() -> None:
            wait_for(me, lambda: bool(held))
            with me.page.expect_response("**/edit"):
                held.pop().continue_()

        fill_in("title", "Mine")
        fill_in("harbor.first_tiles.0", "2")
        fill_in("cards.anselmus", "1")
        me.page.locator("[name^='set cards.']").last.focus()
        last = me.page.locator("[name^='set cards.']").last.get_attribute("name")
        me.page.keyboard.press("ControlOrMeta+A")
        me.page.keyboard.type("4")
        for _ in range(3):
            answer()
        expect(me.page.locator("[name='was cards.anselmus']")).to_have_value("1")
        expect(me.page.locator(f"[name='{last}']")).to_have_value("4")
        expect(me.page.locator(f"[name='{last}']")).to_be_focused()
        assert not held, "what is being typed is not sent"
        me.page.keyboard.press("Tab")
        answer()
        expect(me.page.locator(f"[name='{last}']".replace("set", "was"))).to_have_value("4")
        board = json.loads(me.page.locator("#bench-board").input_value())
        assert (board["title"], board["harbor"]["first_tiles"][0], board["cards"]["anselmus"]) == ("Mine", 2, 1)
        assert last and board["cards"][last.removeprefix("set cards.")] == 4


def wait_for(me: Screen, true: Callable[[], bool]) -> None:
    """Wait until something is so; the page goes on meanwhile."""
    for _ in range(200):
        if true():
            return
        me.page.wait_for_timeout(20)
    raise AssertionError("waited too long")


def test_the_editor_fits_a_phone_and_the_dark(chromium: Chromium, house: Server) -> None:
    with Screen(chromium, house, PHONE, color_scheme="dark") as me:
        for game in GAMES:
            me.page.goto(f"/boards/{game}")
            me.wait(".knob")
            assert me.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            shots(me.page, f"editor-{game}")
