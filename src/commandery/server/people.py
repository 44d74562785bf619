"""Who is asking: a nickname and a signed cookie. Nobody registers; who gives a name and a passphrase can come back from
elsewhere."""

from __future__ import annotations

import asyncio
import datetime
import re
import secrets
from dataclasses import dataclass
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from commandery.core.language import ENGLISH, Message, match_language, say
from commandery.server.journal import Refused
from commandery.server.store.database import TO_CHANGE, Database
from commandery.server.store.models import Person, in_utc, is_id, now

__all__ = [
    "COOKIE", "SHUT_OUT", "People", "Viewer", "accepted_language", "blocked_ids", "check_not_blocked", "comes_along",
    "known_by", "tidy_name", "without_cookie",
]  # fmt: skip

COOKIE = "commandery"
_LONGEST = 24
_A_DAY = datetime.timedelta(days=1)
"""How exactly it is kept when somebody was last here."""
_ROOM = 40  # letters of a name in the database, where "ß" is "ss"
_SHORTEST_PASSPHRASE = 8
_NO_NAME = Message("A name has 1 to {most} letters; this one has none.")
_TAKEN = Message("Somebody has already taken the name {name}.")
_TOO_SHORT = Message("A passphrase has at least {least} characters.")
_WRONG = Message("No one is known by that name and passphrase.")
SHUT_OUT = Message("You are shut out of this house: you can watch, but neither play nor speak.")
_BLOCKED = Message("The host of this table does not want to play with you.")
_MOST_BLOCKED = 500
_NOBODY_ELSE = Message("There is nobody else like that.")
_TOO_MANY_BLOCKED = Message("You block {count} people: unblock one of them first.")


@dataclass(frozen=True)
class Viewer:
    """Who looks at a page: somebody the house knows, or a stranger; and their language."""

    person: Person | None
    language: str

    @property
    def id(self) -> str | None:
        return self.person.id if self.person else None

    def wish(self, name: str, default: Any) -> Any:
        """How they like to play."""
        return self.person.wishes.get(name, default) if self.person else default


def blocked_ids(person: Person | None) -> frozenset[str]:
    """Whom somebody blocks."""
    return frozenset(person.wishes.get("blocked", ())) if person else frozenset()


def without_cookie(nickname: str, language: str | None = None) -> Person:
    """Somebody whom no browser is known as: a program, or who stands for somebody who is gone."""
    return Person(nickname=nickname, language=language, wishes={"cookie": False})


def comes_along(person: Person) -> bool:
    """Whether somebody can come to another table by themselves."""
    return not person.banned and bool(person.wishes.get("cookie", True))


def check_not_blocked(person: Person, host: Person | None) -> None:
    """`Refused` if the host of a table does not want this person there."""
    if person.id in blocked_ids(host):
        raise Refused(_BLOCKED)


def tidy_name(text: str) -> str:
    """A name as it is kept: one line of visible characters, not too long; `Refused` if nothing is left."""
    seen = "".join(letter for letter in text if letter.isprintable())
    name = re.sub(r"\s+", " ", seen).strip()[:_LONGEST].strip()
    if not name:
        raise Refused(_NO_NAME, {"most": _LONGEST})
    return name


def known_by(name: str) -> str:
    """The name by which somebody comes back, however they write it: capitals or not, and as long as there is room."""
    return name.casefold()[:_ROOM]


def accepted_language(header: str) -> str:
    """The first language of an ``Accept-Language`` header that can be shown, by its weights."""
    wanted = []
    for place, part in enumerate(header[:500].split(",")):
        name, _, weight = part.strip().partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.[0-9]{0,3})?)\s*", weight)
        if name and (not weight or found):
            wanted.append((-float(found[1]) if found else -1.0, place, name))
    for _, _, name in sorted(wanted):
        if language := match_language(name):
            return language
    return ENGLISH


class People:
    """Those the house knows."""

    def __init__(self, database: Database, secret: str) -> None:
        self._database = database
        self._signer = URLSafeSerializer(secret, salt="commandery person")
        self._hasher = PasswordHasher()

    def cookie(self, person: Person) -> str:
        """What a browser keeps to be known again."""
        return str(self._signer.dumps(person.id))

    async def viewer(self, cookie: str | None, header: str) -> Viewer:
        """Who sends this cookie. A forged one is nobody's."""
        person = None
        if cookie:
            try:
                known = self._signer.loads(cookie)
            except BadSignature:
                known = None
            if isinstance(known, str):
                async with self._database.read() as session:
                    person = await session.get(Person, known)
        if person and now() - in_utc(person.seen) > _A_DAY:
            async with self._database.write() as session:
                await session.execute(update(Person).where(Person.id == person.id).values(seen=now()))
        language = (person.language if person else None) or accepted_language(header)
        return Viewer(person, language)

    async def welcome(self, viewer: Viewer, nickname: str = "") -> Person:
        """The person behind a viewer; a stranger becomes one."""
        if viewer.person:
            return viewer.person
        name = tidy_name(nickname) if nickname.strip() else _guest_name(viewer.language)
        person = Person(nickname=name, language=viewer.language)
        async with self._database.write() as session:
            session.add(person)
        return person

    async def program(self, name: str, language: str) -> Person:
        """A program is somebody of its own."""
        person = without_cookie(tidy_name(name), language)
        async with self._database.write() as session:
            session.add(person)
        return person

    async def change(self, person: Person, **changes: Any) -> None:
        """Keep something else about a person: nickname, language, or a wish."""
        async with self._database.write() as session:
            kept = await session.get_one(Person, person.id, with_for_update=TO_CHANGE)
            for name, value in changes.items():
                if name in ("nickname", "language"):
                    setattr(kept, name, value)
                else:
                    kept.wishes = {**kept.wishes, name: value}
            kept.seen = now()

    async def block(self, person: Person, other: str) -> None:
        """From now on the other cannot sit at this person's tables, nor be heard by them."""
        blocked = blocked_ids(person) | {other}
        if len(blocked) > _MOST_BLOCKED:
            raise Refused(_TOO_MANY_BLOCKED, {"count": _MOST_BLOCKED})
        async with self._database.read() as session:
            if other == person.id or not is_id(other) or await session.get(Person, other) is None:
                raise Refused(_NOBODY_ELSE)
        muted = {*person.wishes.get("muted", ()), other}
        await self.change(person, blocked=sorted(blocked), muted=sorted(muted))

    async def unblock(self, person: Person, other: str) -> None:
        """... and from now on they can again."""
        muted = {*person.wishes.get("muted", ())} - {other}
        await self.change(person, blocked=sorted(blocked_ids(person) - {other}), muted=sorted(muted))

    async def blocked(self, person: Person) -> list[Person]:
        """Whom this person blocks, as far as they are still known, by name."""
        wanted = select(Person).where(Person.id.in_(blocked_ids(person))).order_by(Person.nickname)
        async with self._database.read() as session:
            return list(await session.scalars(wanted))

    async def keep(self, person: Person, name: str, passphrase: str) -> None:
        """Let a person come back by a name and a passphrase."""
        name = tidy_name(name)
        if len(passphrase) < _SHORTEST_PASSPHRASE:
            raise Refused(_TOO_SHORT, {"least": _SHORTEST_PASSPHRASE})
        hashed = await asyncio.to_thread(self._hasher.hash, passphrase[:200])
        try:
            async with self._database.write() as session:
                kept = await session.get_one(Person, person.id)
                kept.name, kept.passphrase = known_by(name), hashed
        except IntegrityError:
            raise Refused(_TAKEN, {"name": name}) from None

    async def come_back(self, name: str, passphrase: str) -> Person:
        """The person with this name and passphrase."""
        async with self._database.read() as session:
            person = await session.scalar(select(Person).where(Person.name == known_by(tidy_name(name))))
        # The same work whether or not the name is known, so that answers tell nothing about names.
        hashed = person.passphrase if person and person.passphrase else _nobodys_hash()
        try:
            await asyncio.to_thread(self._hasher.verify, hashed, passphrase[:200])
        except (VerificationError, InvalidHashError):
            raise Refused(_WRONG) from None
        if person is None:
            raise Refused(_WRONG)
        return person


@cache
def _nobodys_hash() -> str:
    return PasswordHasher().hash(secrets.token_hex(16))


def _guest_name(language: str) -> str:
    # Translators: the name of somebody who has not given one: Guest 4711
    return say(Message("Guest {number}"), {"number": 1000 + secrets.randbelow(9000)}, language)
