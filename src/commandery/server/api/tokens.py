"""Seat tokens: whoever has one may play one seat of one table. They are signed like the cookie, and nothing is kept of them; a
token is void as soon as its person no longer sits there."""

from __future__ import annotations

from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer

from commandery.server.store.models import Table

__all__ = ["SeatToken", "Tokens"]

_LONGEST = 300


@dataclass(frozen=True)
class SeatToken:
    """The right to play a seat; for who opened the table by the API, also to set it up."""

    table: str
    seat: int | None
    """One seat of a person who may have others; None: that of a program, which is a person of its own, wherever it sits."""
    person: str
    hosts: bool = False

    def at(self, table: Table) -> int | None:
        """The seat that it is for, as long as its person sits there. (Before the start a program may have to move up.)"""
        own = [seat.number for seat in table.seats if seat.person_id == self.person]
        if self.seat is None:
            return own[0] if own else None
        return self.seat if self.seat in own else None


class Tokens:
    """Signs and reads tokens."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="commandery seat")

    def sign(self, token: SeatToken) -> str:
        return str(self._signer.dumps([token.table, token.seat, token.person, token.hosts]))

    def read(self, text: str) -> SeatToken | None:
        """The token, if the house has signed it."""
        try:
            signed = self._signer.loads(text) if len(text) <= _LONGEST else None
        except BadSignature:
            return None
        return SeatToken(*signed) if isinstance(signed, list) and len(signed) == 4 else None
