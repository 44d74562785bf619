"""My tables, from anywhere in the house: which of them moved, and where it is my turn."""

from __future__ import annotations

import json
from typing import Any

from litestar import Response, get, post
from litestar.response import Stream

from commandery.core.errors import CommanderyError
from commandery.server.pages.streaming import follow
from commandery.server.pages.web import Asking, Form, Visit
from commandery.server.parts import Look
from commandery.server.standing import own_seats
from commandery.server.store.models import Status, Table
from commandery.server.tables import Tables

__all__ = ["ROUTES", "my_tables"]


async def _standing(visit: Visit, table: Table) -> tuple[int, bool] | None:
    """How far a table in play is, and whether it is my turn there; None where that is not known now."""
    if table.status != Status.PLAYING or not visit.house.ready[table.game].is_set():
        return None
    try:
        live = await visit.house.keeper.live(table.id)
    except CommanderyError:
        return None  # begun with other rules: its page says so
    mine = own_seats(table, visit.viewer)
    turn = any(live.play.asked(seat) and not live.play.by_bot(seat) for seat in mine)
    return len(live.play.match.history), turn


async def my_tables(visit: Visit) -> dict[str, Any]:
    """My tables, and those of them that wait for me."""
    mine = await Tables(visit.house.keeper).of(visit.viewer.person) if visit.viewer.person else []
    standing = {table.id: await _standing(visit, table) for table in mine}
    return {"mine": mine, "asked": {table_id for table_id, found in standing.items() if found and found[1]}}


@get("/me/tables")
async def tables(visit: Asking) -> Response[str]:
    """My tables, as a part of the home page."""
    return Response(visit.render("my_tables.html", **await my_tables(visit)), media_type="text/html")


@get("/me/stream")
async def stream(visit: Asking) -> Response[Any] | Stream:
    """Which of my tables moved, and where it is my turn: thin enough for a browser to keep while nobody looks."""
    person = visit.viewer.person
    if person is None:
        return Response(None, status_code=204)  # a browser does not ask again

    async def look(news: str | None) -> Look:
        found = {}
        for table in await Tables(visit.house.keeper).of(person):
            if standing := await _standing(visit, table):
                found[table.id] = standing
        return Look(json.dumps({table_id: {"moves": moves, "turn": turn} for table_id, (moves, turn) in found.items()}))

    return follow(visit, f"person-{person.id}", None, look, visit.house.presence.stay(None, person.id))


@post("/me/sound")
async def sound(visit: Asking, data: Form) -> Response[Any]:
    """Hear a bell when it is my turn, or not."""
    await visit.house.people.change(await visit.person(), sound=data.get("sound") == "on")
    return visit.done("/me")


ROUTES = [tables, stream, sound]
