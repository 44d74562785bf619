"""Whether bots may be asked for hints at a table: the host's to say, and between people everybody's."""

from __future__ import annotations

from commandery.core.language import Message
from commandery.server.journal import Refused
from commandery.server.keeper import Keeper, NoTable, held, held_by
from commandery.server.store.models import Person, Status, Table

__all__ = ["agree_to_hints", "agrees_at_once", "check_told", "hints_allowed", "hints_settled", "people_at", "set_hints"]

_NOT_A_PLAYER = Message("Only who plays at this table can do that.")
_STILL_PLAYED = Message(
    "The game from which this one goes on is still played, without hints: review and record wait for its end."
)
_TOO_LATE = Message("Hints between people have to be agreed on before the game begins.")


def people_at(table: Table) -> set[str]:
    """Those who sit at a table, bots not counted."""
    return {seat.person_id for seat in table.seats if seat.person_id}


def hints_allowed(table: Table) -> bool:
    """Whether bots may be asked: as the host likes if nobody else plays, else only if all people have agreed."""
    return table.hints and (len(people_at(table)) < 2 or all(seat.agrees for seat in table.seats if seat.person_id))


def hints_settled(table: Table) -> bool:
    """Whether it is too late to turn hints on: people play here, or play without hints where this game goes on from."""
    among_people = table.status == Status.PLAYING and len(people_at(table)) > 1
    return among_people or (table.begun or {}).get("hints") is False


async def check_told(keeper: Keeper, table: Table) -> None:
    """`Refused` where the review or the record of a finished game would be a hint to who still plays where it goes on from."""
    try:
        origin = await keeper.table((table.begun or {}).get("of") or "")
    except NoTable:
        return
    if origin.status == Status.PLAYING:
        raise Refused(_STILL_PLAYED)


def agrees_at_once(table: Table, person_id: str | None) -> bool:
    """Whether somebody who sits down need not be asked about hints: the host, who has turned them on."""
    return not table.hints or person_id == table.host


async def set_hints(keeper: Keeper, table_id: str, person: Person, on: bool) -> None:
    """Turn hints on or off, as the host. Others who play are asked whether they agree; once the game has begun it is too late
    for that."""
    async with keeper.database.write() as session:
        table = await held_by(session, table_id, person)
        if on and not table.hints:
            if hints_settled(table):
                raise Refused(_TOO_LATE)
            for seat in table.seats:
                seat.agrees = seat.person_id in (None, table.host)
        table.hints = on
    keeper.renew(table)
    keeper.tell(table_id)


async def agree_to_hints(keeper: Keeper, table_id: str, person: Person, agrees: bool) -> None:
    """Agree to hints at a table before its game begins, or no longer."""
    async with keeper.database.write() as session:
        table = await held(session, table_id)
        if table.status != Status.WAITING:
            raise Refused(_TOO_LATE)
        mine = [seat for seat in table.seats if seat.person_id == person.id]
        if not mine:
            raise Refused(_NOT_A_PLAYER)
        for seat in mine:
            seat.agrees = agrees
    keeper.tell(table_id)
