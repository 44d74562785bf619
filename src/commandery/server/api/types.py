"""What programs send and get, field by field; the description of the API is made from this."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

__all__ = [
    "Act", "Choice", "Done", "Fact", "GameInfo", "Moment", "NewTable", "OptionInfo", "Points", "Position", "Problem", "Seated",
    "SeatInfo", "Sit", "Status", "TableInfo", "TakenBy", "Level", "Setup", "Value",
]  # fmt: skip

Value = bool | int | str
Status = Literal["waiting", "playing", "over"]
TakenBy = Literal["person", "bot", "nobody"]
Name = Annotated[str, Meta(min_length=1, max_length=100, description="What others call you; at most 24 letters are kept.")]
Bot = Annotated[str, Meta(max_length=20, description="A level of bots, such as squire.")]


class Problem(Struct):
    """Why something cannot be done."""

    error: Annotated[str, Meta(description="A sentence.")]


# Games


class OptionInfo(Struct):
    """An option of a game."""

    name: str
    values: list[Value]
    default: Value
    title: Annotated[str, Meta(description="What people call it.")]
    help: str


class GameInfo(Struct):
    """A game that can be played here."""

    name: str
    title: str
    fewest_players: int
    most_players: int
    rules: Annotated[int, Meta(description="The version of the rules.")]
    options: list[OptionInfo]


# Tables


class SeatInfo(Struct):
    """A seat at a table."""

    number: int
    name: Annotated[str, Meta(description="Empty where the seat is open.")]
    taken_by: TakenBy
    level: Annotated[str | None, Meta(description="How strong the bot is.")]


class TableInfo(Struct):
    """A table: what is played, by which options, and who sits there."""

    id: str
    page: Annotated[str, Meta(description="Its page, for people.")]
    game: str
    status: Status
    public: bool
    pace: Annotated[int, Meta(description="Milliseconds between two moves of bots.")]
    options: dict[str, Value]
    board: Annotated[
        dict[str, Any] | None, Meta(description="The board of the host's own, as plain data; none: the game's standard board.")
    ]
    seats: list[SeatInfo]
    next: Annotated[str | None, Meta(description="The table of the rematch.")]


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=20)]
    name: Name
    players: int | None = None
    bots: Annotated[Bot | None, Meta(description="The level of bots on the other seats; without it they are open.")] = None
    options: dict[str, Value] = {}
    public: Annotated[bool, Meta(description="Whether everybody sees it in the list and may join.")] = False
    pace: int = 700


class Setup(Struct, forbid_unknown_fields=True):
    """What the host wants to be otherwise; the rest stays."""

    players: int | None = None
    options: dict[str, Value] = {}
    public: bool | None = None
    pace: int | None = None


class Sit(Struct, forbid_unknown_fields=True):
    """Somebody who takes a seat."""

    name: Name


class Level(Struct, forbid_unknown_fields=True):
    """Who gets a seat: a bot of a level, or whoever comes."""

    level: Bot | None = None


class Seated(Struct):
    """A seat that is now yours."""

    table: TableInfo
    seat: int
    token: Annotated[str, Meta(description="Proves that the seat is yours: Authorization: Bearer TOKEN. Keep it secret.")]


# Play


class Choice(Struct):
    """Something that can be done."""

    id: int
    notation: str
    text: str


class Points(Struct):
    """How a game ended, by seat."""

    scores: list[int]
    ranks: list[int]
    sources: list[dict[str, int]]


class Position(Struct):
    """A game as one seat, or a spectator, may see it."""

    table: str
    game: str
    seat: Annotated[int | None, Meta(description="Whose view it is; null for a spectator.")]
    number: Annotated[int, Meta(description="How many entries the table's journal has.")]
    decision: Annotated[int, Meta(description="The decision this seat is at: send it back with what you do.")]
    to_act: Annotated[list[int], Meta(description="The seats that owe a decision.")]
    your_turn: bool
    over: bool
    held: Annotated[Choice | None, Meta(description="What you have chosen and not confirmed yet.")]
    can_undo: bool
    resigned: Annotated[list[int], Meta(description="The seats of those who gave up; bots play on for them.")]
    agreed: Annotated[list[int], Meta(description="The seats of those who want to end the game here.")]
    stand_ins: Annotated[
        list[int], Meta(description="The seats of players for whom a bot plays now: they left, gave up, or their time is up.")
    ]
    time_left: Annotated[
        float | None, Meta(description="The seconds your seat has left by the table's clock; null where there is none.")
    ]
    legal: list[Choice]
    view: Annotated[dict[str, Any], Meta(description="What may be seen, as match.view(seat) of the library has it.")]
    outcome: Annotated[Points | None, Meta(description="The result, if the game was played to its end.")]


class Fact(Struct):
    """Something that has happened, as you may know it."""

    move: int
    seat: Annotated[int, Meta(description="Whose doing it is; -1: nobody's.")]
    text: str
    facts: Annotated[dict[str, int | str | None], Meta(description="The same as numbers; null where it is hidden from you.")]


class Act(Struct, forbid_unknown_fields=True):
    """Something to be done at a table in play."""

    do: Literal["play", "confirm", "undo", "resign", "agree", "disagree", "leave", "back"]
    decision: Annotated[int, Meta(ge=-1, le=1_000_000, description="Position.decision; needed to play, confirm and undo.")] = -1
    action: Annotated[
        int | str,
        Meta(description="The id or the notation: to play, of a legal action; to confirm, of what is held, or nothing."),
    ] = ""
    hold: Annotated[
        bool, Meta(description="Whether an action that ends the turn or shows something new waits for confirm.")
    ] = False
    key: Annotated[
        str,
        Meta(max_length=40, pattern="^[!-~]*$", description="A name of yours for this command only: sent twice, done once."),
    ] = ""


class Done(Struct):
    """It is done, and kept."""

    repeated: Annotated[bool, Meta(description="Whether it had been done before, by the same key.")]
    position: Position


class Moment(Struct):
    """What a stream tells: a table has changed, for you."""

    table: str
    status: Status
    number: int
    your_turn: bool
    position: Annotated[Position | None, Meta(description="Where it was asked for, once the game has begun.")]
