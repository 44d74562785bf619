"""Between people: report, block, remove; and to be forgotten."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.enums import MediaType
from litestar.params import FromPath

from commandery.core.language import N_, Message, translate
from commandery.server.journal import Refused
from commandery.server.keeping import Forgetting, Reports, remove_guest
from commandery.server.pages.web import Asking, Form, Visit, whole_number
from commandery.server.people import COOKIE, Viewer
from commandery.server.store.models import is_id

__all__ = ["ROUTES"]

_SAY_SO = Message("Say that you are sure, and it is done.")
_BLOCKED = N_("Blocked: they cannot sit at your tables, and you hear no more of them.")
_UNBLOCKED = N_("No longer blocked.")
_REPORTED = N_("Thank you: the operator will read it.")


def _done(visit: Visit, data: Form, notice: str) -> Response[Any]:
    """Say so in the page; or go back to the table that somebody was looking at, or to their own page."""
    if visit.by_script:
        told = visit.render("notice.html", message=translate(notice, visit.language))
        return visit.answer(Response(told, media_type=MediaType.HTML, status_code=200))
    table = data.get("table", "")
    return visit.go(f"/t/{table}" if is_id(table) else "/me")


@post("/people/{person_id:str}/block")
async def block(visit: Asking, person_id: FromPath[str], data: Form) -> Response[Any]:
    """Not to play with somebody at my tables, nor to hear them."""
    person = await visit.person()
    await visit.house.people.block(person, person_id)
    return _done(visit, data, _BLOCKED)


@post("/people/{person_id:str}/unblock")
async def unblock(visit: Asking, person_id: FromPath[str], data: Form) -> Response[Any]:
    """... and again to."""
    person = await visit.person()
    await visit.house.people.unblock(person, person_id)
    return _done(visit, data, _UNBLOCKED)


@post("/people/{person_id:str}/report")
async def report(visit: Asking, person_id: FromPath[str], data: Form) -> Response[Any]:
    """Tell the operator that somebody behaves badly."""
    person = await visit.person()
    await Reports(visit.house.database).add(person, person_id, data.get("text", ""), data.get("table") or None)
    return _done(visit, data, _REPORTED)


@post("/t/{table_id:str}/remove")
async def remove(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """As the host: a guest leaves the table."""
    await remove_guest(visit.house.keeper, table_id, await visit.person(), whole_number(data, "seat", -1))
    return visit.done(f"/t/{table_id}")


@post("/me/forget")
async def forget_me(visit: Asking, data: Form) -> Response[Any]:
    """Delete what the house knows of me."""
    if "sure" not in data:
        raise Refused(_SAY_SO)
    if visit.viewer.person is not None:
        await Forgetting(visit.house.keeper).forget(visit.viewer.person, visit.language)
        visit.viewer = Viewer(None, visit.language)
    response = visit.go("/")
    response.delete_cookie(COOKIE)
    return response


ROUTES = [block, unblock, report, remove, forget_me]
