"""What can go wrong for a user, each with a message that says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from commandery.core.language import Message, say

__all__ = ["BadFile", "BadOption", "BadRecord", "CommanderyError", "IllegalAction", "InvalidAction"]


class CommanderyError(ValueError):
    """Anything a user of the library or of the command line did that cannot be done.

    ``describe`` says why in the reader's language, where that is a `Message`; a plain text is English for programmers.
    """

    names: Sequence[str] | None = None
    """The players', by seat, where it happened at a table where they are known."""

    def __init__(self, message: Message | str, values: Mapping[str, object] | None = None) -> None:
        self.message = message
        self.values = dict(values or {})
        super().__init__(self.describe())

    def describe(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """Why, as a sentence; ``names`` are the players', by seat, where it is told at a table."""
        return self.message if isinstance(self.message, str) else say(self.message, self.values, language, names or self.names)


class BadOption(CommanderyError):
    """An unknown game, a wrong number of players, an option that does not exist or a value it does not take."""


class BadFile(CommanderyError):
    """A board, map or deck file with a fault. The message names the fault and its place."""


class BadRecord(CommanderyError):
    """A record that is damaged, of another game or rules version, or not a record at all."""


class InvalidAction(CommanderyError):
    """A text or number that is no action of this game."""


class IllegalAction(CommanderyError):
    """Something that this seat may not do now. Nothing has changed."""
