"""Pages in parts: of a page that somebody looks at, only what has changed is sent.

The text of a page has signs around its parts (`commandery.core.svg.part`). Two texts that differ in parts only differ, for who
has seen the first, by these parts; each is an element with an id, and takes the place of the one with that id.
"""

from __future__ import annotations

import re
from functools import cached_property
from hashlib import blake2b

from commandery.core.svg import PART

__all__ = ["Look", "changes"]

_OPENING = re.compile(r'\s*<([\w-]+)(?=[^<>]* id=")')


class Look:
    """What is inside a page, as it was at some moment."""

    def __init__(self, text: str) -> None:
        self.pieces = text.split(PART)
        """What is around the parts, and in odd places the parts. (One by one they take half the room: a single sign of another
        script makes every letter of a text wider.)"""

    @cached_property
    def name(self) -> str:
        """Sixteen digits: the same for the same text."""
        digest = blake2b(digest_size=8)
        for piece in self.pieces:
            digest.update(piece.encode() + b"\x1e")
        return digest.hexdigest()

    @property
    def whole(self) -> str:
        """The text as it is sent."""
        return "".join(self.pieces)


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
    sent = f'{part[: opening.end(1)]} hx-swap-oob="outerMorph"{part[opening.end(1) :]}'
    return f"<svg>{sent}</svg>" if opening[1] == "g" else sent
