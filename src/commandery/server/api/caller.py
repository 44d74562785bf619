"""Which program asks, what its token lets it do, and how it is told what cannot be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, Response
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from commandery.core.errors import CommanderyError
from commandery.core.language import N_, Message, match_language, translate
from commandery.server.api.tokens import SeatToken, Tokens
from commandery.server.api.types import Problem
from commandery.server.house import House
from commandery.server.journal import STALE, Refused
from commandery.server.keeper import NoTable
from commandery.server.people import SHUT_OUT, accepted_language
from commandery.server.store.models import Person, Table
from commandery.server.streams import TOO_MANY

__all__ = ["PROBLEMS", "Calling", "Caller", "Forbidden", "SeatNumber", "TableId", "Unknown", "problem"]

PROBLEMS = {
    400: ResponseSpec(Problem, description="The request is not what this address takes."),
    401: ResponseSpec(Problem, description="A seat token is needed, or the one sent is not the house's."),
    403: ResponseSpec(Problem, description="The seat token is for something else, or for a seat that is no longer yours."),
    404: ResponseSpec(Problem, description="There is no such table."),
    409: ResponseSpec(Problem, description="The table has moved on: look again."),
    413: ResponseSpec(Problem, description="More than the house takes at once."),
    422: ResponseSpec(Problem, description="It cannot be done; the sentence says why."),
    429: ResponseSpec(Problem, description="Too much at once. RateLimit-Reset says for how many seconds, but not of streams."),
}
TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,24}$", description="The id of a table.")]
SeatNumber = Annotated[int, PathParameter(ge=0, le=4, description="The number of a seat, from 0.")]
_NO_TOKEN = Message("This needs a seat token, sent in the header Authorization.")
_BAD_TOKEN = Message("This seat token is not from this house.")
_OTHER_TABLE = Message("This seat token is for another table.")
_NO_LONGER = Message("This seat is no longer yours.")
_TOO_MUCH = N_("Those were too many requests at once: wait a moment.")
_WENT_WRONG = N_("Something went wrong on our side. Nothing that was confirmed is lost; try again.")


class Unknown(CommanderyError):
    """No token, or one that the house has not signed."""


class Forbidden(CommanderyError):
    """A token that is not for this."""


@dataclass(frozen=True)
class Caller:
    """Who asks: with a token, or like any spectator. Never by a cookie, so that nobody's page can ask in a person's name."""

    house: House
    language: str
    token: SeatToken | None

    @classmethod
    async def of(
        cls,
        request: Request[Any, Any, State],
        language: Annotated[
            str, QueryParameter(max_length=10, description="The language of texts: en, fr, it (default: Accept-Language).")
        ] = "",
    ) -> Caller:
        house: House = request.app.state.house
        token = None
        if given := request.headers.get("authorization"):
            scheme, _, text = given.partition(" ")
            token = Tokens(house.secret).read(text.strip()) if scheme.lower() == "bearer" else None
            if token is None:
                raise Unknown(_BAD_TOKEN)
        return cls(house, _spoken(request, language), token)

    async def person(self, table_id: str) -> Person:
        """Whose token it is, if it is for this table."""
        if self.token is None:
            raise Unknown(_NO_TOKEN)
        if self.token.table != table_id:
            raise Forbidden(_OTHER_TABLE)
        async with self.house.database.read() as session:
            person = await session.get(Person, self.token.person)
        if person is None:
            raise Forbidden(_NO_LONGER)
        if person.banned:
            raise Forbidden(SHUT_OUT)
        return person

    async def host(self, table_id: str) -> Person:
        """The same, where the token also lets its owner set the table up."""
        person = await self.person(table_id)
        if self.token is None or not self.token.hosts:
            raise Forbidden(Message("Only the person who opened the table can do that."))
        return person

    def seat(self, table: Table) -> int | None:
        """The seat of this table that the token is for; None for a spectator."""
        if self.token is None:
            return None
        if self.token.table != table.id:
            raise Forbidden(_OTHER_TABLE)
        seat = self.token.at(table)
        if seat is None:
            raise Forbidden(_NO_LONGER)
        return seat


Calling = NamedDependency[Caller]
"""The caller, as handlers are given it."""


def problem(request: Request[Any, Any, State], error: Exception) -> Response[Problem]:
    """What went wrong, as JSON, with the status that programs look at first."""
    language = _spoken(request, request.query_params.get("language", ""))
    if isinstance(error, CommanderyError):
        return _answer(error.describe(language), _status(error))
    if isinstance(error, HTTPException) and error.status_code < 500:
        told = translate(_TOO_MUCH, language) if error.status_code == 429 else error.detail
        if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
            told = "; ".join(_told(fault) for fault in error.extra)
        return _answer(told[:500], error.status_code, error.headers)
    return _answer(translate(_WENT_WRONG, language), 500)


def _spoken(request: Request[Any, Any, State], language: str) -> str:
    """The language of texts: the one asked for, or else what the program accepts."""
    return match_language(language) or accepted_language(request.headers.get("accept-language", ""))


def _status(error: CommanderyError) -> int:
    if isinstance(error, Unknown):
        return 401
    if isinstance(error, Forbidden):
        return 403
    if isinstance(error, NoTable):
        return 404
    if isinstance(error, Refused) and error.message is TOO_MANY:
        return 429
    return 409 if isinstance(error, Refused) and error.message is STALE else 422


def _told(fault: Any) -> str:
    if not isinstance(fault, dict):
        return str(fault)
    return f"{fault['key']}: {fault['message']}" if fault.get("key") else str(fault.get("message", ""))


def _answer(sentence: str, status: int, headers: Any = None) -> Response[Problem]:
    challenge = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return Response(
        Problem(sentence), status_code=status, headers={**(headers or {}), **challenge}, media_type="application/json"
    )
