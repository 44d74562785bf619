"""Games in play for programs: what a seat may see, what it may do, and doing it."""

from __future__ import annotations

import asyncio
import datetime
import json
import secrets
from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import JSONBody, QueryParameter

from commandery.core.action import Action
from commandery.core.language import Message
from commandery.server.agreement import check_told
from commandery.server.api.caller import PROBLEMS, Caller, Calling, Forbidden, TableId
from commandery.server.api.types import Act, Choice, Done, Fact, Points, Position
from commandery.server.clock import Clock
from commandery.server.journal import Entry, Play, Refused, Verb
from commandery.server.keeper import Live
from commandery.server.store.models import Status, Table

__all__ = ["ROUTES", "facts_of", "live_table", "position_at", "position_of"]

_NOT_BEGUN = Message("The game has not begun.")
_STILL_PLAYING = Message("The record holds what is still secret: it can be had when the game is over.")
_NO_DECISION = Message("Say which decision this answers: the number is in the position.")
_NO_ACTION = Message("Say which action to play, by its number or its notation.")
_KEY_USED = Message("This key has been used for something else: give each command a key of its own.")
_LEAVING = {"resign": Verb.RESIGN, "agree": Verb.AGREE, "disagree": Verb.DISAGREE}
_GOING = {"leave": Verb.LEAVE, "back": Verb.BACK}


async def live_table(caller: Caller, table_id: str) -> Live:
    """A table whose game has begun."""
    table = await caller.house.keeper.table(table_id)
    if table.status == Status.WAITING:
        raise Refused(_NOT_BEGUN)
    return await caller.house.keeper.live(table_id)


async def position_of(caller: Caller, live: Live) -> Position:
    """The game as the caller may see it now."""
    seat = caller.seat(live.table)
    async with live.lock:
        time_left = _time_left(live, seat, caller.house.keeper.now())
        return await asyncio.to_thread(position_at, live, seat, caller.language, time_left)


def position_at(live: Live, seat: int | None, language: str, time_left: float | None = None) -> Position:
    """The game as a seat, or a spectator, may see it."""
    play, match = live.play, live.play.match
    held = play.held.get(seat) if seat is not None else None
    result = play.outcome
    points = Points(list(result.scores), list(result.ranks), [dict(found) for found in result.sources]) if result else None
    asked = seat is not None and play.asked(seat) and not play.by_bot(seat)
    return Position(
        table=live.table.id, game=live.table.game, seat=seat, number=len(play.entries),
        decision=play.decision(seat) if seat is not None else 0,
        to_act=[] if play.over else list(match.to_act), your_turn=asked, over=play.over,
        held=_choice(held, language) if held else None, can_undo=seat is not None and play.can_undo(seat),
        resigned=sorted(play.resigned), agreed=sorted(play.agreed),
        stand_ins=[one for one in sorted(play.people) if play.by_bot(one)], time_left=time_left,
        legal=[_choice(action, language) for action in play.legal(seat)] if seat is not None else [],
        view=match.view(seat), outcome=points,
    )  # fmt: skip


def _time_left(live: Live, seat: int | None, now: datetime.datetime) -> float | None:
    """The seconds that a seat has left, where a clock runs out."""
    clock, play = Clock.read(live.table.clock), live.play
    if clock is None or seat not in play.people or play.over:
        return None
    return round(max(0.0, clock.left(play.spent, seat, seat in play.timed(), now)), 1)


def _choice(action: Action, language: str) -> Choice:
    return Choice(action.id, str(action), action.describe(language))


@get("/tables/{table_id:str}/position", responses=PROBLEMS)
async def position(caller: Calling, table_id: TableId) -> Position:
    """The game as your seat may see it, with what it may do; without a token, as a spectator may."""
    live = await live_table(caller, table_id)
    found = await position_of(caller, live)
    if caller.token is not None:
        caller.house.presence.ask(live.table.id, caller.token.person)
    return found


@get("/tables/{table_id:str}/log", responses=PROBLEMS)
async def log(
    caller: Calling,
    table_id: TableId,
    after: Annotated[
        int, QueryParameter(ge=-1, le=1_000_000, description="Only what happened after this move; -1: from the beginning.")
    ] = -1,
) -> list[Fact]:
    """What has happened, as your seat or a spectator may know it."""
    live = await live_table(caller, table_id)
    seat = caller.seat(live.table)
    async with live.lock:
        return await asyncio.to_thread(facts_of, live, seat, caller.language, after)


def facts_of(live: Live, seat: int | None, language: str, after: int) -> list[Fact]:
    """What has happened after a move, as a seat, or a spectator, may know it."""
    names = [one.name for one in live.table.seats]
    history = live.play.match.history
    told = [(number, event.seen_by(seat)) for number, move in enumerate(history) if number > after for event in move.events]
    players = range(len(names))
    return [
        Fact(number, event.seat if event.seat in players else -1, event.describe(language, names), event.data())
        for number, event in told
    ]


@post("/tables/{table_id:str}/act", status_code=200, responses=PROBLEMS)
async def act(caller: Calling, table_id: TableId, data: JSONBody[Act]) -> Done:
    """Do something at your seat. When the answer comes, it is kept; what bots and others do then comes by the stream."""
    person = await caller.person(table_id)
    live = await live_table(caller, table_id)
    seat = caller.seat(live.table)
    if seat is None:
        raise Forbidden(_NOT_BEGUN)
    caller.house.presence.ask(live.table.id, person.id)
    name = _name(data.key or secrets.token_urlsafe(12), seat, person.id)
    key = f"{name}:{_digest(data.do, data.decision, str(data.action), data.hold)}"
    wanted = _wanted(data, seat, key)

    def unless_used(play: Play) -> list[Entry]:
        if any(entry.key and entry.key.startswith(name) for entry in play.entries):
            raise Refused(_KEY_USED)
        return wanted(play)

    def mine(table: Table) -> None:
        caller.seat(table)  # as the table is when this is done

    carried_out = await caller.house.keeper.carry_out(live, unless_used, key, check=mine)
    return Done(not carried_out, await position_of(caller, await caller.house.keeper.live(table_id)))


def _name(key: str, seat: int, person_id: str) -> str:
    """How the journal calls a command: by the key that its sender gave it, which others may give to theirs."""
    return f"api:{_digest(seat, person_id)}:{_digest(key)}"


def _digest(*what: object) -> str:
    return blake2b(repr(what).encode(), digest_size=9).hexdigest()


def _wanted(data: Act, seat: int, key: str) -> Callable[[Play], list[Entry]]:
    """What the journal is asked for."""
    if data.do in _LEAVING:
        return lambda play: play.to_leave([seat], _LEAVING[data.do], key)
    if data.do in _GOING:
        return lambda play: play.to_go([seat], _GOING[data.do], key)
    decision = data.decision
    if decision < 0:
        raise Refused(_NO_DECISION)
    if data.do == "confirm":
        return lambda play: play.to_confirm(seat, decision, key, str(data.action))
    if data.do == "undo":
        return lambda play: play.to_undo(seat, decision, key)
    action = str(data.action)
    if not action:
        raise Refused(_NO_ACTION)
    return lambda play: play.to_play(seat, decision, action, key, data.hold)


@get("/tables/{table_id:str}/record", responses=PROBLEMS)
async def record(caller: Calling, table_id: TableId) -> Response[dict[str, Any]]:
    """The record of a finished game: commandery.replay plays it again."""
    live = await live_table(caller, table_id)
    if not live.play.over:
        raise Refused(_STILL_PLAYING)
    await check_told(caller.house.keeper, live.table)
    return Response(json.dumps(live.play.match.record()).encode(), media_type=MediaType.JSON)  # type: ignore[arg-type]


ROUTES = [position, log, act, record]
