"""What every game says when it is somebody else's turn."""

from __future__ import annotations

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.language import Message

__all__ = ["not_your_turn"]


def not_your_turn(seat: int, actor: int) -> tuple[Message, dict[str, object]]:
    """The message for a seat that wants to act while ``actor`` is to: a seat, CHANCE or NOBODY."""
    if actor == NOBODY:
        return Message("the game is over"), {}
    if seat == CHANCE:
        return Message("it is not chance's turn, but seat {actor}'s"), {"actor": actor}
    if actor == CHANCE:
        return Message("it is not seat {seat}'s turn, but chance's"), {"seat": seat}
    return Message("it is not seat {seat}'s turn, but seat {actor}'s"), {"seat": seat, "actor": actor}
