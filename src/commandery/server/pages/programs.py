"""A person lets a program sit: a token for an own seat, or for an open one."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from commandery.core.language import N_, Message, translate
from commandery.server.api.tokens import SeatToken, Tokens
from commandery.server.journal import Refused
from commandery.server.pages.web import Asking, Form, whole_number
from commandery.server.tables import Tables

__all__ = ["ROUTES"]

_NOT_FREE = Message("This seat is neither open nor yours.")


@post("/t/{table_id:str}/program", status_code=200)
async def let_program_sit(visit: Asking, table_id: FromPath[str], data: Form) -> Response[Any]:
    """A token for a seat, shown once. On an open seat the program is somebody of its own; on mine it plays for me."""
    person = await visit.person()
    number = whole_number(data, "seat", -1)
    table = await visit.house.keeper.table(table_id)
    own = 0 <= number < len(table.seats) and table.seats[number].person_id == person.id
    if not own:
        tables = Tables(visit.house.keeper)
        if 0 <= number < len(table.seats) and table.seats[number].person_id:
            raise Refused(_NOT_FREE)
        await tables.check_open(table_id, number, person)
        name = data.get("called", "").strip() or translate(N_("Program"), visit.language)
        program = await visit.house.people.program(name, visit.language)
        await tables.sit(table_id, number, program)
        person = program
    token = Tokens(visit.house.secret).sign(SeatToken(table_id, number if own else None, person.id))
    address = str(visit.request.base_url).rstrip("/")
    command = f"python3 examples/client.py --address {address} --table {table_id} --token {token}"
    return visit.page("table/token.html", table=table, seat=number, token=token, command=command)


ROUTES = [let_program_sit]
