"""A table: before the start, in play, and after."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Stream

from commandery.core import datafile, registry
from commandery.core.contract import CHANCE
from commandery.core.errors import IllegalAction
from commandery.core.language import Message
from commandery.server.agreement import asked_about_hints, check_told
from commandery.server.clock import CLOCKS
from commandery.server.journal import Refused, Verb
from commandery.server.keeper import Live, NoTable
from commandery.server.keeping import cleared_on
from commandery.server.pages.company import around, times
from commandery.server.pages.streaming import follow
from commandery.server.pages.web import CSRF, Asking, Form, Visit, whole_number
from commandery.server.parts import Look
from commandery.server.people import tidy_name
from commandery.server.sitting import Sitting
from commandery.server.standing import may_replace, own_seats
from commandery.server.store.models import Status, Table, is_id
from commandery.server.tables import Tables, fit_start, read_options

__all__ = ["ROUTES"]

_LOOKS_KEPT = 32  # of a table: each is a whole page
_NOT_YOURS = Message("This seat is not yours.")
_STILL_PLAYING = Message("The record holds what is still secret: it can be had when the game is over.")


@dataclass(frozen=True)
class Lifted:
    """The curtain has been lifted for one of the seats that share a screen, when so many moves had been made."""

    seat: int
    moves: int

    def __str__(self) -> str:
        return f"{self.seat}-{self.moves}"

    @classmethod
    def read(cls, text: str) -> Lifted | None:
        found = re.fullmatch(r"([0-4])-([0-9]{1,6})", text)
        return cls(int(found[1]), int(found[2])) if found else None

    def holds(self, live: Live, own: tuple[int, ...]) -> bool:
        """Whether that seat can still act, and nobody who shares the screen has acted since; who is asked may have."""
        play = live.play
        moved = {move.seat for move in play.match.history[self.moves :]}.intersection(own)
        return moved <= {self.seat} if play.asked(self.seat) else not moved and bool(play.legal(self.seat))


def seat_seen(live: Live, own: tuple[int, ...], lifted: Lifted | None) -> int | None:
    """The seat from which who looks sees the table. Where several share a screen: the one whose turn it is, if its choice is no
    secret from the others or the curtain has been lifted for it."""
    if len(own) < 2:
        return own[0] if own else None
    if lifted and lifted.seat in own and lifted.holds(live, own):
        return lifted.seat
    turn = [seat for seat in own if live.play.asked(seat)]
    if len(turn) == 1 and len(live.play.match.to_act) == 1 and not _has_secrets(live, turn[0]):
        return turn[0]
    return None


def _has_secrets(live: Live, seat: int) -> bool:
    """Whether a seat sees more than everybody."""
    mine, all_see = live.play.match.view(seat), live.play.match.view(None)
    return any(mine[key] != all_see[key] for key in mine if key != "seat")


async def look(visit: Visit, table_id: str, lifted: Lifted | None, news: str | None = None) -> Look:
    """What is inside the page of a table, for who looks at it now."""
    house, viewer = visit.house, visit.viewer
    live = await house.keeper.shown(table_id, news)
    if live is None:
        table = await house.keeper.table(table_id)
        waiting = table.status == Status.WAITING
        if waiting or not house.ready[table.game].is_set():
            if not waiting:
                house.expected[table.game].add(table_id)
            context = {**_about(visit, table), **await around(visit, table)}
            return Look(visit.render("table/waiting.html" if waiting else "table/loading.html", **context))
        live = await house.keeper.live(table_id)
    async with live.lock:
        context = {**_about(visit, live.table), **await around(visit, live.table, live)}
        said_apart = any(said.mine or said.muted for said in context["messages"])
        apart = context["own"] or live.table.host == viewer.id or said_apart
        lifted = lifted if len(context["own"]) > 1 else None
        how = (viewer.id if apart else None, viewer.id is None, visit.language)
        after, shown = live.looks.pop(how, (None, None))
        if shown is None or news is None or (news, lifted) != after:
            after, shown = (news or "", lifted), _in_play(visit, live, lifted, context, shown)
        live.looks[how] = after, shown  # the last
        while len(live.looks) > _LOOKS_KEPT:
            del live.looks[next(iter(live.looks))]
        return shown


def _about(visit: Visit, table: Table) -> dict[str, Any]:
    about: dict[str, Any] = {"table": table, "kind": registry.find(table.game), "own": own_seats(table, visit.viewer)}
    about["asked_about_hints"] = asked_about_hints(table)
    return about | {"cleared_on": cleared_on(table, visit.house.settings)}


def _in_play(visit: Visit, live: Live, lifted: Lifted | None, context: dict[str, Any], earlier: Look | None) -> Look:
    own = context["own"]
    seat = seat_seen(live, own, lifted)
    sitting = Sitting(live.table, live.play, seat, visit.language, own, memory=live.memory)
    about = {"sitting": sitting, "times": times(visit, live), "csrf": CSRF}
    around_it = live.table, live.play, context["company"], visit.viewer.id
    about["replaceable"] = [number for number in sorted(live.play.people) if may_replace(*around_it, number)]
    return Look(visit.render("table/play.html", **{**context, **about}), earlier)


def _lifted(visit: Visit) -> Lifted | None:
    return Lifted.read(visit.request.query_params.get("as", ""))


@get("/t/{table_id:str}")
async def table_page(visit: Asking, table_id: FromPath[str]) -> Response[str]:
    """The page of a table, whoever looks at it."""
    table = await visit.house.keeper.table(table_id)
    lifted = _lifted(visit)
    seen = await look(visit, table_id, lifted)
    inside = seen.whole.replace(CSRF, visit.token)
    about: dict[str, Any] = {"table": table, "kind": registry.find(table.game), "lifted": lifted}
    return visit.page("table/page.html", inside=inside, seen=seen.name, **about)


@get("/t/{table_id:str}/stream")
async def stream(visit: Asking, table_id: FromPath[str]) -> Stream:
    """The inside of the page again, whenever it has changed."""
    lifted = _lifted(visit)
    if "seen" not in visit.request.query_params:
        await visit.house.keeper.table(table_id)

    async def seen(news: str | None) -> Look:
        try:
            return await look(visit, table_id, lifted, news)
        except NoTable as gone:  # who has the page open is told, and need not ask again
            return Look(visit.render("table/gone.html", message=gone.describe(visit.language)))

    stay = visit.house.presence.stay(table_id, visit.viewer.id) if is_id(table_id) else None
    return follow(visit, f"table-{table_id}", "inside", seen, stay)


@get("/t/{table_id:str}/log")
async def whole_log(visit: Asking, table_id: FromPath[str]) -> Response[str]:
    """All that has happened at a table, as far as who looks may know."""
    own = own_seats(await visit.house.keeper.table(table_id), visit.viewer)
    live = await visit.house.keeper.live(table_id)
    async with live.lock:
        sitting = Sitting(live.table, live.play, own[0] if len(own) == 1 else None, visit.language, own, moves_told=0)
        return visit.page("table/log.html", table=live.table, kind=live.play.game.kind, sitting=sitting)


@post("/t/{table_id:str}/act")
async def act(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Do something at a table in play. The answer is empty: what has changed comes by the stream."""
    live = await visit.house.keeper.at_hand(table_id)
    seat = whole_number(data, "seat", CHANCE)
    visit.check_welcome()
    decision, at = whole_number(data, "decision", -1), whole_number(data, "at", -1)
    verb, _, action = data.get("do", "").partition(" ")
    key = f"{seat}:{decision}:{at}:{verb[:10]}:{action[:30]}"
    confirm = bool(visit.viewer.wish("confirm", True))
    own: list[int] = []
    wanted = {
        "play": lambda play: play.to_play(seat, decision, action, key, confirm),
        "confirm": lambda play: play.to_confirm(seat, decision, key, data.get("held", "")),
        "undo": lambda play: play.to_undo(seat, decision, key),
        "resign": lambda play: play.to_leave([seat], Verb.RESIGN, key),
        "agree": lambda play: play.to_leave(own, Verb.AGREE, key),
        "disagree": lambda play: play.to_leave(own, Verb.DISAGREE, key),
        "leave": lambda play: play.to_go(own, Verb.LEAVE, key),
        "back": lambda play: play.to_go(own, Verb.BACK, key),
    }.get(verb)
    if wanted is None or at < 0 or not action.isprintable():
        raise Refused(Message("The page asked for something that does not exist."))

    def mine(table: Table) -> None:
        own[:] = own_seats(table, visit.viewer)  # of the table as it is when this is done
        if seat not in own:
            raise Refused(_NOT_YOURS)

    try:
        await visit.house.keeper.carry_out(live, wanted, key, check=mine)
    except IllegalAction as error:
        error.names = [sitting.name for sitting in live.table.seats]
        raise
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/sit")
async def sit(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Take an open seat; with a name of its own, for somebody who shares my screen."""
    known = visit.viewer.person is not None
    person = await visit.person(data.get("name", ""))
    name = tidy_name(data["name"]) if data.get("name", "").strip() else ""
    await Tables(visit.house.keeper).sit(table_id, whole_number(data, "seat", -1), person, name)
    return visit.done(f"/t/{table_id}") if known else visit.go(f"/t/{table_id}")


@post("/t/{table_id:str}/clear")
async def clear(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Leave a seat; or, as the host, make it open or a bot's."""
    person = await visit.person()
    await Tables(visit.house.keeper).clear(table_id, whole_number(data, "seat", -1), person, data.get("level") or None)
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/fill")
async def fill(visit: Asking, table_id: FromPath[str]) -> Response[Any]:
    """Bots of the level I chose last on all open seats, as the host."""
    person = await visit.person()
    await Tables(visit.house.keeper).fill(table_id, person, str(person.wishes.get("level", "squire")))
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/options")
async def options(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Set the table up, as the host."""
    person = await visit.person()
    table = await visit.house.keeper.table(table_id)
    kind = registry.find(table.game)
    players = whole_number(data, "players", len(table.seats))
    chosen = fit_start(read_options(kind.options, data), players)
    pace = whole_number(data, "pace", table.pace)
    clock = CLOCKS.get(data.get("clock", ""))
    await Tables(visit.house.keeper).set_up(table_id, person, players, "public" in data, pace, chosen, clock)
    kept = {**person.wishes.get("options", {}), kind.name: {**chosen, "start": "random"}}
    await visit.house.people.change(person, options=kept)
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/board")
async def board(
    visit: Asking,
    table_id: FromPath[str],
    data: Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)],
) -> Response[Any]:
    """Bring a board of one's own, as the host; without a file, the standard one again."""
    person = await visit.person()
    file = data.get("file")
    given = file if isinstance(file, UploadFile) and file.filename else None
    content = await given.read(datafile.LARGEST + 1) if given else None
    await Tables(visit.house.keeper).bring_board(table_id, person, content, given.filename if given else "")
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/start")
async def start(visit: Asking, table_id: FromPath[str]) -> Response[Any]:
    """Begin the game, as the host."""
    await Tables(visit.house.keeper).start(table_id, await visit.person())
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/pace")
async def pace(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Let the bots play faster or slower, as the host."""
    await Tables(visit.house.keeper).set_pace(table_id, await visit.person(), whole_number(data, "pace", -1))
    return visit.done(f"/t/{table_id}")


@post("/t/{table_id:str}/rematch")
async def rematch(visit: Asking, table_id: FromPath[str]) -> Response[Any]:
    """The same again."""
    table = await Tables(visit.house.keeper).rematch(table_id, await visit.person())
    return visit.go(f"/t/{table.id}")


@get("/t/{table_id:str}/record.json")
async def record(visit: Asking, table_id: FromPath[str]) -> Response[bytes]:
    """The record of a finished game."""
    live = await visit.house.keeper.live(table_id)
    if not live.play.over:
        raise Refused(_STILL_PLAYING)
    await check_told(visit.house.keeper, live.table)
    name = f"{live.table.game}-{live.table.moved:%Y%m%d}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(json.dumps(live.play.match.record()).encode(), media_type=MediaType.JSON, headers=headers)


ROUTES = [table_page, stream, whole_log, act, sit, clear, fill, options, board, start, pace, rematch, record]
