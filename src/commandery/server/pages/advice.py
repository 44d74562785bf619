"""Hints at a table: asking for them, and agreeing to them."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from commandery.core.contract import CHANCE
from commandery.core.language import Message
from commandery.server.agreement import agree_to_hints, set_hints
from commandery.server.journal import Refused
from commandery.server.pages.web import Asking, Form, whole_number
from commandery.server.standing import own_seats

__all__ = ["ROUTES"]

_NOT_YOURS = Message("This seat is not yours.")


@post("/t/{table_id:str}/hint", status_code=200)
async def hint(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """The bot's best moves for a seat of mine: a part of the page."""
    live = await visit.house.keeper.live(table_id)
    seat = whole_number(data, "seat", CHANCE)
    if seat not in own_seats(live.table, visit.viewer):
        raise Refused(_NOT_YOURS)
    hints = await visit.house.advice.hints(live, seat, visit.language)
    template = "table/hints.html" if visit.by_script else "table/hints_page.html"
    return visit.page(template, hints=hints, table=live.table, decision=live.play.decision(seat), kind=live.play.game.kind)


@post("/t/{table_id:str}/hints")
async def allow_hints(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Turn hints on or off, as the host."""
    await set_hints(visit.house.keeper, table_id, await visit.person(), data.get("hints") == "on")
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/agree-hints")
async def agree(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Agree that all may ask for hints, or no longer."""
    await agree_to_hints(visit.house.keeper, table_id, await visit.person(), data.get("agree") == "yes")
    return visit.done(f"/t/{table_id}")


ROUTES = [hint, allow_hints, agree]
