"""Around a table: who is here, what is said, whose seat is handed over, and the time that is left."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from commandery.server.around import Around
from commandery.server.chat import LONGEST, Chat
from commandery.server.clock import CLOCKS, Clock
from commandery.server.keeper import Live
from commandery.server.pages.web import Asking, Form, Visit, whole_number
from commandery.server.people import tidy_name
from commandery.server.standing import PATIENCE, Standing
from commandery.server.store.models import Table

__all__ = ["ROUTES", "around", "times"]


async def around(visit: Visit, table: Table, live: Live | None = None) -> dict[str, Any]:
    """What the page of a table shows of the people around it; of one in play, whose lock is held, as it was last read."""
    keeper = visit.house.keeper
    found = live.around if live else None
    if found is None:
        found = await Around.look(keeper, visit.house.presence, table)
        if live is not None:
            live.around = found
    return {
        "company": found.company(keeper.now()),
        "messages": await found.heard(keeper, table, visit.viewer),
        "longest": LONGEST,
        "patience": PATIENCE,
        "clock": Clock.read(table.clock),
        "clocks": CLOCKS,
    }


def times(visit: Visit, live: Live) -> dict[int, tuple[int, bool]]:
    """By seat of a person: the seconds that are left, and whether they run."""
    clock = Clock.read(live.table.clock)
    if clock is None or live.play.over:
        return {}
    now, timed, play = visit.house.keeper.now(), live.play.timed(), live.play
    people = [seat for seat in sorted(play.people) if not (play.by_bot(seat) and seat not in play.late)]
    return {seat: (max(0, round(clock.left(play.spent, seat, seat in timed, now))), seat in timed) for seat in people}


@post("/t/{table_id:str}/say")
async def say(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Say something at a table."""
    known = visit.viewer.person is not None
    await visit.house.keeper.table(table_id)
    person = await visit.person(data.get("name", ""))
    await Chat(visit.house.keeper).say(table_id, person, data.get("text", "")[: 4 * LONGEST])
    return visit.done(f"/t/{table_id}") if known else visit.go(f"/t/{table_id}")


@post("/t/{table_id:str}/mute")
async def mute(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Hear no more who said something, or hear them again."""
    person, do = await visit.person(), "hear" if "hear" in data else "mute"
    await Chat(visit.house.keeper).mute(table_id, person, whole_number(data, do, -1), do == "mute")
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/chat")
async def switch_chat(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Let people speak, or not, as the host."""
    await Chat(visit.house.keeper).switch(table_id, await visit.person(), data.get("do") == "on")
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/replace")
async def replace(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """As the host: a bot for somebody who is gone, or the seat open for somebody else."""
    standing = Standing(visit.house.keeper, visit.house.presence)
    await standing.replace(table_id, await visit.person(), whole_number(data, "seat", -1), data.get("do") == "open")
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/take")
async def take(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Take over a seat that the host has opened."""
    person = await visit.person(data.get("name", ""))
    name = tidy_name(data["name"]) if data.get("name", "").strip() else ""
    standing = Standing(visit.house.keeper, visit.house.presence)
    await standing.take(table_id, person, whole_number(data, "seat", -1), name)
    return visit.go(f"/t/{table_id}")


ROUTES = [say, mute, switch_chat, replace, take]
