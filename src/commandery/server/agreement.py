"""Whether bots may be asked for hints at a table: the host's to say, and between people everybody's."""

from __future__ import annotations

from commandery.core.language import Message
from commandery.server.journal import Refused
from commandery.server.keeper import Keeper, NoTable, held, held_by
from commandery.server.store.models import Person, Seat, Status, Table

__all__ = [
    "agree_to_hints", "agrees_at_once", "asked_about_hints", "check_told", "hints_allowed", "hints_settled", "people_at",
    "set_hints",
]  # fmt: skip

_NOT_A_PLAYER = Message("Only people who play at this table can do that.")
_STILL_PLAYED = Message(
    "The game that this one continues is still being played, without hints: review and record wait for its end."
)
_TOO_LATE = Message("Hints between people have to be agreed on before the game begins.")


def people_at(table: Table) -> set[str]:
    """Those who sit at a table, bots not counted."""
    return {seat.person_id for seat in table.seats if seat.person_id}


def asked_about_hints(table: Table) -> list[Seat]:
    """The seats whose people are asked: all but the host's own, also those who share a screen with somebody."""
    hosts = [seat for seat in table.seats if seat.person_id == table.host][:1]
    return [seat for seat in table.seats if seat.person_id and seat not in hosts]


def hints_allowed(table: Table) -> bool:
    """Whether bots may be asked: as the host likes if nobody else plays, else only if all people have agreed."""
    people = [seat for seat in table.seats if seat.person_id]
    return table.hints and (len(people) < 2 or all(seat.agrees for seat in people))


def hints_settled(table: Table) -> bool:
    """Whether it is too late to turn hints on: people play here, or play without hints where this game goes on from."""
    people = sum(1 for seat in table.seats if seat.person_id)
    return (table.status == Status.PLAYING and people > 1) or (table.begun or {}).get("hints") is False


async def check_told(keeper: Keeper, table: Table) -> None:
    """`Refused` where the review or the record of a finished game would be a hint to who still plays where it goes on from."""
    try:
        origin = await keeper.table((table.begun or {}).get("of") or "")
    except NoTable:
        return
    if origin.status == Status.PLAYING:
        raise Refused(_STILL_PLAYED)


def agrees_at_once(table: Table, seat: Seat) -> bool:
    """Whether somebody who sits down need not be asked about hints: the host, who has turned them on."""
    return not table.hints or seat not in asked_about_hints(table)


async def set_hints(keeper: Keeper, table_id: str, person: Person, on: bool) -> None:
    """Turn hints on or off, as the host. Others who play are asked whether they agree; once the game has begun it is too late
    for that."""
    async with keeper.database.write() as session:
        table = await held_by(session, table_id, person)
        if on and not table.hints:
            if hints_settled(table):
                raise Refused(_TOO_LATE)
            for seat in table.seats:
                seat.agrees = seat not in asked_about_hints(table)
        table.hints = on
    keeper.renew(table)
    keeper.tell(table_id)


async def agree_to_hints(keeper: Keeper, table_id: str, person: Person, agrees: bool) -> None:
    """Agree to hints at a table before its game begins, or no longer, with all who share the screen."""
    async with keeper.database.write() as session:
        table = await held(session, table_id)
        if table.status != Status.WAITING:
            raise Refused(_TOO_LATE)
        if person.id not in people_at(table):
            raise Refused(_NOT_A_PLAYER)
        for seat in asked_about_hints(table):
            seat.agrees = agrees if seat.person_id == person.id else seat.agrees
    keeper.tell(table_id)
