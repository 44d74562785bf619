"""Playing on from a position of another game, against bots: what who plays may not know is dealt anew."""

from __future__ import annotations

import asyncio
import secrets

from commandery.bots import LEVELS
from commandery.core.dealing import deal_anew
from commandery.core.errors import BadOption
from commandery.core.language import Message
from commandery.server.agreement import hints_allowed, hints_settled
from commandery.server.journal import Entry, Refused, Verb
from commandery.server.keeper import Keeper
from commandery.server.replay import Told
from commandery.server.store.models import Person, Seat, Table
from commandery.server.tables import BOT_NAMES, check_room

__all__ = ["play_on"]

_OVER = Message("The game is over here: go back a little to play on.")
_NOT_YOURS = Message("As long as the game runs you can play on only from your own seat.")
_SHOWN = Message("As long as the game runs you cannot play on from it: the end would show what is hidden here.")
_NO_SEAT = Message("There is no such seat at this table.")


async def play_on(keeper: Keeper, person: Person, told: Told, moves: int, seat: int, level: str) -> Table:
    """A new table that goes on where the game was after so many moves, the person in this seat, bots in the others."""
    if level not in LEVELS:
        raise BadOption(f"there is no level {level!r} (there are: {', '.join(LEVELS)})")
    if not 0 <= seat < told.match.game.players:
        raise Refused(_NO_SEAT)
    if not told.over and seat not in told.own:
        raise Refused(_NOT_YOURS)
    if not told.may_go_on:
        raise Refused(_SHOWN)
    then = told.match.after(moves)
    if then.over:
        raise Refused(_OVER)
    hints = hints_allowed(told.table) or not hints_settled(told.table)
    dealt = await asyncio.to_thread(deal_anew, then, seat, secrets.randbits(62))
    table = Table(
        game=told.table.game,
        options=dict(told.table.options),
        board=told.table.board,
        host=person.id,
        pace=int(person.wishes.get("pace", 700)),
        hints=hints,
        begun={"moves": dealt.begun, "hints": hints, "of": None if hints else _origin(told)},
    )
    table.seats = [
        Seat(number=number, person_id=person.id, name=person.nickname)
        if number == seat
        else Seat(number=number, level=level, name=BOT_NAMES[number])
        for number in range(told.match.game.players)
    ]
    given = [Entry(move.seat, Verb.PLAY, str(move.action)) for move in dealt.history]
    async with keeper.database.write() as session:
        await check_room(session, person)
        session.add(table)
        await session.flush()
        await keeper.begin(table, session, given)
    keeper.moved(await keeper.live(table.id))
    return table


def _origin(told: Told) -> str | None:
    """The table of people from whose game this one goes on, also by way of others."""
    return (told.table.begun or {}).get("of") or (None if told.brought else told.table.id)
