"""Pages in parts: of a page that somebody looks at, only what has changed is sent.

The text of a page has signs around its parts (`commandery.core.svg.part`). Two texts that differ in parts only differ, for who
has seen the first, by these parts; each is an element with an id, and takes the place of the one with that id.
"""

from __future__ import annotations

import re
from functools import cached_property
from hashlib import blake2b

from commandery.core.svg import PART, whole

__all__ = ["Look", "changes"]

_OPENING = re.compile(r'\s*<([\w-]+)(?=[^<>]* id=")')


class Look:
    """What is inside a page, as it was at some moment. What it shares with an earlier look is kept once."""

    def __init__(self, text: str, earlier: Look | None = None) -> None:
        pieces = text.split(PART)
        if earlier is None or len(earlier.pieces) != len(pieces):
            kept = [(piece, _digest(piece)) for piece in pieces]
        else:
            before = zip(earlier.pieces, earlier.digests, strict=True)
            kept = [old if old[0] == piece else (piece, _digest(piece)) for piece, old in zip(pieces, before, strict=True)]
        self.pieces: list[str] = [piece for piece, _ in kept]
        """What is around the parts, and in odd places the parts. (One by one they take half the room: a single sign of another
        script makes every letter of a text wider.)"""
        self.digests: list[bytes] = [digest for _, digest in kept]

    @cached_property
    def name(self) -> str:
        """Sixteen digits: the same for the same text."""
        return _digest(self.digests).hex()

    @property
    def whole(self) -> str:
        """The text as it is sent."""
        return whole("".join(self.pieces))


def _digest(what: str | list[bytes]) -> bytes:
    """Eight bytes: the same for the same text, or for the same digests."""
    return blake2b(what.encode() if isinstance(what, str) else b"".join(what), digest_size=8).digest()


def changes(old: Look | None, new: Look, inside: str) -> str:
    """What makes the page of ``old`` the page of ``new``: changed parts, or all that is inside the element of that id."""
    if old is None or len(old.pieces) != len(new.pieces) or old.pieces[::2] != new.pieces[::2]:
        return f'<div id="{inside}" hx-swap-oob="innerMorph">{new.whole}</div>'
    changed = [part for part, before in zip(new.pieces[1::2], old.pieces[1::2], strict=True) if part != before]
    return "".join(_sent(part) for part in changed)


def _sent(part: str) -> str:
    """A part on its own: it says that it takes a place, and what is drawn says that it is."""
    opening = _OPENING.match(part)
    assert opening is not None, f"a part without an id: {part[:60]!r}"
    part = whole(part)
    sent = f'{part[: opening.end(1)]} hx-swap-oob="outerMorph"{part[opening.end(1) :]}'
    return f"<svg>{sent}</svg>" if opening[1] == "g" else sent
