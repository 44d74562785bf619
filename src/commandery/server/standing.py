"""Seats in the middle of a game whose people are gone: bots stand in, and others may take them over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from commandery.core.language import Message
from commandery.server.agreement import agrees_at_once, hints_allowed
from commandery.server.journal import PUT, TAKEN, Entry, Play, Refused, Verb
from commandery.server.keeper import Keeper, check_host
from commandery.server.people import Viewer, check_not_blocked
from commandery.server.presence import AWAY, Company, Presence
from commandery.server.store.models import Person, Table

__all__ = ["PATIENCE", "Standing", "host_is_gone", "may_replace", "own_seats"]

PATIENCE = 180
"""Seconds after which the host may put a bot in for somebody who has no page open."""
_NO_SEAT = Message("There is no such seat at this table.")
_CLOCK_SAYS = Message("When the time of {name} is up, a bot plays: wait until then.")
_STILL_HERE = Message("{name} is here, or was a moment ago: wait some minutes.")
_NOT_OPEN = Message("This seat is not open.")
_SITS_HERE = Message("You have a seat at this table already.")


def own_seats(table: Table, viewer: Viewer) -> tuple[int, ...]:
    """The seats of who looks."""
    return tuple(seat.number for seat in table.seats if seat.person_id and seat.person_id == viewer.id)


def host_is_gone(table: Table, play: Play, company: Company) -> bool:
    """Whether who has opened the table does not play there any more, has left, or is shut out."""
    hosts = {seat.number for seat in table.seats if seat.person_id == table.host}
    return not hosts & (play.present - company.banned)


def may_replace(table: Table, play: Play, company: Company, person_id: str | None, number: int) -> bool:
    """Whether somebody may put a bot in for who is gone from a seat: the host; for the host all who play, and where the host is
    gone for all."""
    if person_id == table.host:
        return True
    plays = any(table.seats[seat].person_id == person_id for seat in play.present)
    return plays and (table.seats[number].person_id == table.host or host_is_gone(table, play, company))


class Standing:
    """Hands seats over in the middle of a game. Every method ends with what is kept."""

    def __init__(self, keeper: Keeper, presence: Presence) -> None:
        self._keeper = keeper
        self._presence = presence

    async def replace(self, table_id: str, person: Person, number: int, opened: bool) -> None:
        """As the host: put a bot in for somebody who is gone, or open the seat for somebody else. Its person can come back as
        long as nobody has taken it. For a host who is gone, and where the host is gone, the others can put a bot in. Where a
        clock runs, it says itself what happens."""
        table = await self._keeper.table(table_id)
        live = await self._keeper.live(table_id)
        if not 0 <= number < len(table.seats) or not table.seats[number].person_id:
            raise Refused(_NO_SEAT)
        company = await self._presence.around(table)
        if opened or not may_replace(table, live.play, company, person.id, number):
            check_host(table, person)
        if number not in live.play.away:
            if table.clock:
                raise Refused(_CLOCK_SAYS, {"name": table.seats[number].name})
            if company.seats[number] != AWAY or company.gone[number] < PATIENCE:
                raise Refused(_STILL_HERE, {"name": table.seats[number].name})
        verb = Verb.OPEN if opened else Verb.LEAVE
        key = f"{verb}:{number}:{len(live.play.entries)}"
        await self._keeper.carry_out(live, partial(_replaced, number=number, verb=verb, key=key), key)

    async def take(self, table_id: str, person: Person, number: int, name: str = "") -> None:
        """Take a seat that the host has opened, and play on there."""
        live = await self._keeper.live(table_id)
        table = await self._keeper.table(table_id)
        if any(seat.person_id == person.id for seat in table.seats):
            raise Refused(_SITS_HERE)
        async with self._keeper.database.read() as session:
            check_not_blocked(person, await session.get(Person, table.host))

        def seated(table: Table) -> None:
            seat = table.seats[number]
            seat.person_id, seat.name, seat.here = person.id, name or person.nickname, None
            seat.agrees = agrees_at_once(table, seat)
            table.hints = hints_allowed(table)

        await self._keeper.carry_out(live, partial(_taken, number=number), also=seated)
        self._keeper.tell(table_id)


def _replaced(play: Play, number: int, verb: Verb, key: str) -> list[Entry]:
    by_choice = number in play.away - play.put
    return [entry if by_choice else replace(entry, action=PUT) for entry in play.to_go([number], verb, key)]


def _taken(play: Play, number: int) -> list[Entry]:
    if number not in play.offered:
        raise Refused(_NOT_OPEN)
    back = play.to_go([number], Verb.BACK, f"take:{number}:{len(play.entries)}")
    return [replace(entry, action=TAKEN) for entry in back]
