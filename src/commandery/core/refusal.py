"""What every game says of turns: who starts, and that it is somebody else's turn."""

from __future__ import annotations

from collections.abc import Sequence

from commandery.core.contract import CHANCE, NOBODY
from commandery.core.language import N_, Message, Player

__all__ = ["not_your_turn", "start_in_words"]


def not_your_turn(seat: int, actor: int) -> tuple[Message, dict[str, object]]:
    """The message for a seat that wants to act while ``actor`` is to: a seat, CHANCE or NOBODY."""
    if actor == NOBODY:
        return Message("the game is over"), {}
    # Translators: seat and actor are names of players, or "seat 2"
    if seat == CHANCE:
        return Message("it is not chance's turn, but {actor}'s"), {"actor": Player(actor)}
    if actor == CHANCE:
        return Message("it is not {seat}'s turn, but chance's"), {"seat": Player(seat)}
    return Message("it is not {seat}'s turn, but {actor}'s"), {"seat": Player(seat), "actor": Player(actor)}


def start_in_words(seat: int, names: Sequence[str] | None) -> tuple[str, dict[str, object]]:
    """That this seat starts, as an outcome of chance: the text, and what its places are filled with."""
    if names is not None and seat < len(names):
        # Translators: player is a name
        return N_("{player} starts"), {"player": names[seat]}
    return N_("Player {number} starts"), {"number": seat + 1}
