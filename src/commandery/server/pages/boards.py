"""Boards of one's own: edited in the page, checked at every change, saved as the file that ``--board`` takes, and played."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath

from commandery.core import datafile, registry
from commandery.core.errors import BadFile, BadOption
from commandery.core.language import Message
from commandery.server.editor import BENCHES, NOT_THERE, Draft, Refusal
from commandery.server.editor.shape import read_path
from commandery.server.editor.sheet import Sheet
from commandery.server.journal import Refused
from commandery.server.pages.web import Asking, Visit
from commandery.server.tables import Tables

__all__ = ["ROUTES"]

Sent = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
"""What the page sends of a board, or a file."""


def _game(name: str) -> str:
    if name not in BENCHES:
        # Translators: game is a short name: chess
        raise BadOption(Message("There is no board of {game} to be edited."), {"game": name[:20]})
    return name


def _sent(data: Mapping[str, Any], name: str) -> str:
    """A field of a form; of several with the same name the last."""
    value = data.get(name, "")
    value = value[-1] if isinstance(value, list) and value else value
    return value if isinstance(value, str) else ""


async def _show(visit: Visit, draft: Draft, chosen: str = "", notice: str = "") -> Response[str]:
    """The editor with a board: the whole page, or its inside where the page's script asks."""
    game = draft.kind.name
    ready = visit.house.ready[game].is_set()
    sheet = Sheet(draft, BENCHES[game], read_path(chosen), visit.language, ready)
    await asyncio.to_thread(lambda: sheet.picture)
    template = "boards/bench.html" if visit.by_script else "boards/page.html"
    return visit.page(template, kind=draft.kind, sheet=sheet, notice=notice, bench=BENCHES[game])


@get("/boards")
async def boards(visit: Asking) -> Response[str]:
    """The boards that can be edited."""
    return visit.page("boards/list.html", benches=BENCHES)


@get("/boards/{game:str}")
async def board(visit: Asking, game: FromPath[str]) -> Response[str]:
    """A board to begin with: the standard one, or that of a table."""
    table_id = visit.request.query_params.get("table", "")
    if table_id:
        table = await visit.house.keeper.table(table_id)
        if table.board and table.game == _game(game):
            return await _show(visit, Draft(registry.find(game), dict(table.board)))
    return await _show(visit, Draft.standard(_game(game)))


@post("/boards/{game:str}/edit", status_code=200)
async def edit(visit: Asking, game: FromPath[str], data: Sent) -> Response[str]:
    """One change to a board; the answer is the board as it is then."""
    draft = await asyncio.to_thread(Draft.read, _game(game), _sent(data, "board"))
    chosen, notice = _sent(data, "chosen"), ""
    try:
        chosen = await asyncio.to_thread(_change, draft, data, chosen)
    except (Refusal, BadFile) as refused:
        draft = await asyncio.to_thread(Draft.read, game, _sent(data, "board"))
        notice = refused.describe(visit.language)
    return await _show(visit, draft, chosen, notice)


def _change(draft: Draft, data: Mapping[str, Any], chosen: str) -> str:
    """Carry a change out, and tell what is chosen then. A change to something that a board of this kind does not have is
    refused."""
    try:
        return _carry_out(draft, data, chosen)
    except (LookupError, TypeError):
        raise Refusal(NOT_THERE) from None


def _carry_out(draft: Draft, data: Mapping[str, Any], chosen: str) -> str:
    """What was moved, filled in, joined, added or removed; what is chosen then."""
    bench, path = BENCHES[draft.kind.name], read_path(chosen)
    for name in data:
        if name.startswith("set ") and _sent(data, name) != _sent(data, f"was {name[4:]}"):
            bench.fill_in(draft, read_path(name[4:]), _sent(data, name))
    if _sent(data, "joins"):
        names = data.get("near", [])
        bench.join(draft, path, names if isinstance(names, list) else [names])
    do, _, target = _sent(data, "do").partition(" ")
    if do == "move":
        x, y = (_step(number) for number in (*target.split(" "), "0", "0")[:2])
        draft.move(path, (x, y))
    elif do == "add":
        path = bench.add(draft, read_path(target))
    elif do == "remove":
        draft.remove(read_path(target))
        path = path[:2] if draft.has(path[:2]) and len(read_path(target)) > 2 else ()
    elif do == "choose":
        path = read_path(target or _sent(data, "pick"))
    draft.check()
    return ".".join(str(step) for step in path)


def _step(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if abs(number) < 10_000 else 0.0


@post("/boards/{game:str}/load", status_code=200)
async def load(visit: Asking, game: FromPath[str], data: Sent) -> Response[str]:
    """Go on with a board from a file."""
    file = data.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise Refused(Message("Choose a file first."))
    content = await file.read(datafile.LARGEST + 1)
    return await _show(visit, await asyncio.to_thread(Draft.load, _game(game), content, file.filename))


@post("/boards/{game:str}/save", status_code=200)
async def save(visit: Asking, game: FromPath[str], data: Sent) -> Response[bytes]:
    """The board as a file."""
    draft = await asyncio.to_thread(Draft.read, _game(game), _sent(data, "board"))
    headers = {"Content-Disposition": f'attachment; filename="{game}-board.toml"'}
    return Response(draft.file.encode(), media_type="application/toml", headers=headers)


@post("/boards/{game:str}/play")
async def play(visit: Asking, game: FromPath[str], data: Sent) -> Response[Any]:
    """A new table with this board."""
    draft = await asyncio.to_thread(Draft.read, _game(game), _sent(data, "board"))
    if draft.fault:
        raise draft.fault
    person = await visit.person()
    tables = Tables(visit.house.keeper)
    table = await tables.create(person, game, max(3, draft.kind.players[0]), None)
    await tables.bring_board(table.id, person, draft.file.encode(), f"{game}-board.toml")
    return visit.go(f"/t/{table.id}")


ROUTES = [boards, board, edit, load, save, play]
