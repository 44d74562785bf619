"""A review for a reader: the curve of who was ahead, drawn, and the moves that mattered most, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from markupsafe import Markup

from commandery.core.language import N_, Message, say, translate
from commandery.core.svg import Point, disc, element, group, number, text
from commandery.server.faces import FACES
from commandery.server.replay import Told

__all__ = ["Mattered", "Review"]

_WIDE, _HIGH = 720.0, 342.0
_LEFT, _RIGHT, _TOP, _FOOT = 30.0, 34.0, 14.0, 62.0
_APART = 24.0  # how far symbols at the ends of lines are from each other
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)

Place = Callable[[float, float], Point]
"""Where a number of moves and a standing between 0 and 1 are drawn."""


@dataclass(frozen=True)
class Mattered:
    """A move that mattered: whose, its number, what was played, what the bot would have played, and what it cost, in hundredths
    of a sure victory."""

    seat: int
    name: str
    number: int
    played: str
    best: str
    loss: int
    link: str


class Review:
    """What a review tells, in one language."""

    def __init__(self, told: Told, found: dict[str, Any], language: str) -> None:
        self._told, self._found, self._language = told, found, language
        self.names = told.names(language)

    def _link(self, move: dict[str, Any]) -> str:
        return f"{self._told.path}?at={move['at']}&as={move['seat']}"

    @cached_property
    def moves(self) -> list[Mattered]:
        """The moves that mattered most, in the order in which they were made."""
        found = []
        for move in sorted(self._found["moves"], key=lambda move: int(move["at"])):
            played, best = (self._in_words(move, move[key]) for key in ("played", "best"))
            name, loss = self.names[move["seat"]], round(100 * move["loss"])
            found.append(Mattered(move["seat"], name, move["at"] + 1, played, best, loss, self._link(move)))
        return found

    def _in_words(self, move: dict[str, Any], notation: str) -> str:
        """What was or could have been played at a move, as the table told it to who made it."""
        match, seat = self._told.match.after(move["at"]), move["seat"]
        action = match.game.actions.parse(notation)
        return FACES[match.game.name].in_words(match.game, match.view(seat), action, self._language, self.names)

    @cached_property
    def curve(self) -> Markup:
        """A line a seat from the first move to the last, a sign at each move that mattered: a link to its position."""
        points = self._found["curve"]
        if len(points) < 2:
            return Markup()
        first, last = points[0][0], points[-1][0]

        def place(moves: float, standing: float) -> Point:
            x = _LEFT + (_WIDE - _LEFT - _RIGHT) * (moves - first) / max(1, last - first)
            return x, _TOP + (_HIGH - _TOP - _FOOT) * (1 - standing)

        drawn = _grid(first, last, place, translate(N_("moves"), self._language))
        lines = [[place(point[0], point[1 + seat]) for point in points] for seat in range(len(self.names))]
        ends = _spread([line[-1][1] for line in lines])
        for seat, line in enumerate(lines):
            drawn += _line(line, seat, ends[seat])
        for move in self._found["moves"]:
            before = max((point for point in points if point[0] <= move["at"]), key=lambda point: float(point[0]))
            drawn += self._sign(move, place(move["at"], before[1 + move["seat"]]))
        told = translate(N_("Who was ahead, from the first move to the last"), self._language)
        box = f"0 0 {number(_WIDE)} {number(_HIGH)}"
        return Markup(element("svg", drawn, class_="curve", viewBox=box, role="group", aria_label=told))

    def _sign(self, move: dict[str, Any], at: Point) -> str:
        values = {"name": self.names[move["seat"]], "number": move["at"] + 1}
        told = say(Message("{name}, move {number}"), values, self._language)
        content = element("title", escape(told)) + element("circle", class_="ring", r=11.0)
        sign = group(content + text("?", (0, 6), "ask"), class_="sign", at=at)
        return element("a", sign, href=self._link(move), aria_label=told, class_=f"seat-{move['seat']}")


def _spread(heights: list[float]) -> list[float]:
    """The heights, moved as little as it takes that none is too near to the next, nor below the last hairline."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found, above, below = list(heights), _TOP - _APART, _HIGH - _FOOT + _APART
    for seat in order:
        above = found[seat] = max(found[seat], above + _APART)
    for seat in reversed(order):
        below = found[seat] = min(found[seat], below - _APART)
    return found


def _grid(first: int, last: int, place: Place, named: str) -> str:
    """Hairlines where all are level and at both ends, and numbers of moves below."""
    drawn = ""
    for standing, sign in ((1.0, "+"), (0.5, "="), (0.0, "\N{MINUS SIGN}")):
        (left, y), (right, _) = place(first, standing), place(last, standing)
        drawn += element("line", class_="hair", x1=left, y1=y, x2=right, y2=y) + text(sign, (left - 14, y + 5), "level")
    step = next((step for step in _STEPS if step >= (last - first) / 8), _STEPS[-1])
    for moves in range(first + -first % step, last + 1, step):
        drawn += text(str(moves), (place(moves, 0)[0], _HIGH - 40), "foot")
    return drawn + text(named, ((place(first, 0)[0] + place(last, 0)[0]) / 2, _HIGH - 8), "foot")


def _line(points: list[Point], seat: int, end: float) -> str:
    """A seat's line, its colour and symbol at the end, so high."""
    listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    drawn = element("polyline", class_="under", points=listed) + element("polyline", class_="line", points=listed)
    sign = group(disc(seat), class_="disc", at=(points[-1][0] + 16, end), scale=0.55)
    return group(drawn + sign, class_=f"standing seat-{seat}")
