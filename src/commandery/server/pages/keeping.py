"""Between people: report, block, remove; and to be forgotten."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.enums import MediaType
from litestar.params import FromPath

from commandery.core.language import N_, Message, translate
from commandery.server.chat import Chat
from commandery.server.journal import Refused
from commandery.server.keeping import Forgetting, Reports, remove_guest
from commandery.server.pages.web import Asking, Form, Visit, whole_number
from commandery.server.people import COOKIE, Viewer

__all__ = ["ROUTES"]

_NOBODY = Message("There is no such person.")
_SAY_SO = Message("Tick the box to say that you are sure.")
_BLOCKED = N_("Blocked: they cannot sit at your tables, and you no longer hear from them.")
_UNBLOCKED = N_("No longer blocked.")
_REPORTED = N_("Thank you: the operator will read it.")


def _done(visit: Visit, path: str, notice: str) -> Response[Any]:
    """Say so in the page; or go back to what somebody was looking at."""
    if visit.by_script:
        told = visit.render("notice.html", message=translate(notice, visit.language))
        return visit.answer(Response(told, media_type=MediaType.HTML, status_code=200))
    return visit.go(path)


async def _who_is_meant(visit: Visit, table_id: str, data: Form) -> str:
    """Who is meant, by their seat or by something they said: pages tell nobody's id."""
    if "message" in data:
        return await Chat(visit.house.keeper).speaker(table_id, whole_number(data, "message", -1))
    table = await visit.house.keeper.table(table_id)
    seats = [seat.person_id for seat in table.seats if seat.number == whole_number(data, "seat", -1)]
    if not seats or seats[0] is None:
        raise Refused(_NOBODY)
    return seats[0]


@post("/t/{table_id:str}/block")
async def block(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Not to play with somebody at my tables, nor to hear them."""
    person = await visit.person()
    await visit.house.people.block(person, await _who_is_meant(visit, table_id, data))
    visit.house.keeper.tell(table_id)
    return _done(visit, f"/t/{table_id}", _BLOCKED)


@post("/t/{table_id:str}/unblock")
async def unblock(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """... and again to."""
    person = await visit.person()
    await visit.house.people.unblock(person, await _who_is_meant(visit, table_id, data))
    visit.house.keeper.tell(table_id)
    return _done(visit, f"/t/{table_id}", _UNBLOCKED)


@post("/me/unblock")
async def unblock_listed(visit: Asking, data: Form) -> Response[Any]:
    """The same for somebody on the list of whom I block, by place and name."""
    person = await visit.person()
    listed = dict(enumerate(await visit.house.people.blocked(person)))
    other = listed.get(whole_number(data, "place", -1))
    if other is None or other.nickname != data.get("name"):
        raise Refused(_NOBODY)
    await visit.house.people.unblock(person, other.id)
    return _done(visit, "/me", _UNBLOCKED)


@post("/t/{table_id:str}/report")
async def report(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Tell the operator that somebody behaves badly."""
    person = await visit.person()
    about = await _who_is_meant(visit, table_id, data)
    await Reports(visit.house.database).add(person, about, data.get("text", ""), table_id)
    return _done(visit, f"/t/{table_id}", _REPORTED)


@post("/t/{table_id:str}/remove")
async def remove(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """As the host: a guest leaves the table."""
    person, seat = await visit.person(), whole_number(data, "seat", -1)
    await remove_guest(visit.house.keeper, table_id, person, seat, visit.language)
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


ROUTES = [block, unblock, unblock_listed, report, remove, forget_me]
