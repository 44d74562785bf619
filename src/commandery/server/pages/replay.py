"""Games looked at again, played on from, brought and found."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath

from commandery.core import registry
from commandery.core.language import Message
from commandery.server.agreement import check_told
from commandery.server.curve import Review
from commandery.server.finished import Wanted, finished_games
from commandery.server.journal import Refused
from commandery.server.pages.web import Asking, Form, Visit, whole_number
from commandery.server.playing_on import play_on
from commandery.server.records import LARGEST
from commandery.server.replay import Looking, Told
from commandery.server.standing import own_seats
from commandery.server.store.models import Status

__all__ = ["ROUTES"]

_NOT_BEGUN = Message("The game has not begun: there is nothing to look at yet.")
_STILL_PLAYING = Message("What mattered most is told when the game is over.")
_NO_FILE = Message("Choose the file of a record first.")


async def _told(visit: Visit, table_id: str) -> Told:
    """What has been played at a table, for who looks."""
    table = await visit.house.keeper.table(table_id)
    if table.status == Status.WAITING:
        raise Refused(_NOT_BEGUN)
    live = await visit.house.keeper.live(table_id)
    async with live.lock:
        return Told.of(live, own_seats(live.table, visit.viewer))


async def _show(visit: Visit, told: Told) -> Response[str]:
    """A position; the script, which has the rest of the page, gets only the inside."""
    query = visit.request.query_params
    view = told.chosen_view(query.get("as"))
    looking = Looking.into(told, told.chosen_position(query.get("at")), view, visit.language)
    template = "replay/position.html" if visit.by_script else "replay/page.html"
    about: dict[str, Any] = {"looking": looking, "sitting": looking, "told": told, "table": told.table}
    about |= {"kind": told.match.game.kind, "level": visit.viewer.wish("level", "squire"), "whole": not visit.by_script}
    return await asyncio.to_thread(visit.page, template, **about)


@get("/t/{table_id:str}/replay")
async def replay_table(visit: Asking, table_id: FromPath[str]) -> Response[str]:
    """A game of the house, at any of its positions."""
    return await _show(visit, await _told(visit, table_id))


@get("/r/{record_id:str}")
async def replay_record(visit: Asking, record_id: FromPath[str]) -> Response[str]:
    """A record that somebody has brought, at any of its positions."""
    return await _show(visit, await visit.house.records.told(record_id))


@post("/records")
async def bring_record(
    visit: Asking, data: Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
) -> Response[Any]:
    """Bring a record."""
    file = data.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise Refused(_NO_FILE)
    row = await visit.house.records.bring(await visit.person(), await file.read(LARGEST + 1))
    return visit.go(f"/r/{row.id}")


@post("/r/{record_id:str}/delete")
async def delete_record(visit: Asking, record_id: FromPath[str]) -> Response[Any]:
    """Clear a record away."""
    await visit.house.records.delete(await visit.person(), record_id)
    return visit.go("/games")


async def _go_on(visit: Visit, told: Told, data: dict[str, str]) -> Response[Any]:
    person = await visit.person()
    moves = min(whole_number(data, "at", told.last), told.last)
    seat, level = whole_number(data, "seat", -1), data.get("level", "squire")
    table = await play_on(visit.house.keeper, person, told, moves, seat, level)
    return visit.go(f"/t/{table.id}")


@post("/t/{table_id:str}/play-on")
async def play_on_from_table(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Go on from a position, against bots."""
    return await _go_on(visit, await _told(visit, table_id), data)


@post("/r/{record_id:str}/play-on")
async def play_on_from_record(visit: Asking, record_id: FromPath[str], data: Form) -> Response[Any]:
    """Go on from a position of a record, against bots."""
    return await _go_on(visit, await visit.house.records.told(record_id), data)


async def _review(visit: Visit, told: Told) -> Response[str]:
    if not told.over:
        raise Refused(_STILL_PLAYING)
    await check_told(visit.house.keeper, told.table)
    found = await visit.house.reviews.of(told)
    shown = Review(told, found, visit.language) if found is not None else None
    template = "replay/mattered.html" if visit.by_script else "replay/review.html"
    about: dict[str, Any] = {"told": told, "names": told.names(visit.language), "kind": told.match.game.kind, "review": shown}
    return visit.page(template, **about)


@get("/t/{table_id:str}/review")
async def review_table(visit: Asking, table_id: FromPath[str]) -> Response[str]:
    """Who was ahead when, and the moves that mattered most."""
    return await _review(visit, await _told(visit, table_id))


@get("/r/{record_id:str}/review")
async def review_record(visit: Asking, record_id: FromPath[str]) -> Response[str]:
    """The same of a record that somebody has brought."""
    return await _review(visit, await visit.house.records.told(record_id))


@get("/games")
async def games(visit: Asking) -> Response[str]:
    """My finished games, and the records I have brought."""
    wanted = Wanted.read(visit.request.query_params)
    person = visit.viewer.person
    tables, more = await finished_games(visit.house.database, person, wanted) if person else ([], False)
    records = await visit.house.records.of(person) if person else []
    titles = {kind.name: kind.title for kind in registry.kinds()}
    return visit.page("replay/games.html", tables=tables, more=more, wanted=wanted, records=records, titles=titles)


ROUTES = [
    replay_table, replay_record, bring_record, delete_record, play_on_from_table, play_on_from_record, review_table,
    review_record, games,
]  # fmt: skip
