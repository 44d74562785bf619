"""What the page shows of a board that is edited: the picture as it will be played on, with handles over it, and the panel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from markupsafe import Markup

from commandery.core.svg import whole
from commandery.server.editor.draft import Bench, Draft, Field, Part, Way
from commandery.server.editor.shape import Path, at_path, is_point, points_under, spell_path
from commandery.server.faces import FACES

__all__ = ["Sheet"]

_BOX = re.compile(r'viewBox="([^"]+)"')
_SEED = 1  # of the match whose beginning is shown


class Sheet:
    """A draft with one of its parts chosen, in one language."""

    def __init__(self, draft: Draft, bench: Bench, chosen: Path, language: str, drawn: bool = True) -> None:
        """``drawn`` says whether there is a picture: it needs the game's compiled rules."""
        self.draft = draft
        self.kind = draft.kind
        self._bench = bench
        self._language = language
        self._drawn = drawn
        self.path: Path = chosen if self._can_be_chosen(chosen) else ()

    def _can_be_chosen(self, path: Path) -> bool:
        """Whether a path is that of a part, or of a place inside one."""
        if spell_path(path[:2]) not in {part.path for part in self.parts}:
            return False
        inside = self._bench.inside(self.draft.data, path, self._language) if len(path) > 2 else ()
        return len(path) == 2 or spell_path(path) in {part.path for part in inside}

    @property
    def chosen(self) -> str:
        return spell_path(self.path)

    @property
    def top(self) -> str:
        """The part that is chosen, or to which the chosen place belongs."""
        return spell_path(self.path[:2])

    @property
    def fault(self) -> str:
        """What is wrong with the board, in words; empty if nothing is."""
        return self.draft.fault.describe(self._language) if self.draft.fault else ""

    @cached_property
    def picture(self) -> Markup:
        """The board as it will be played on: empty, set up; nothing while it has a fault."""
        if self.draft.board is None or not self._drawn:
            return Markup()
        game = self.kind.setup(board=self.draft.data)
        return Markup(whole(FACES[game.name].sketch(game, game.start(seed=_SEED).view(None), self._language)))

    @property
    def box(self) -> str:
        """The part of the plane that picture and handles show."""
        if found := _BOX.search(self.picture):
            return found[1]
        places = [at_path(self.draft.data, path) for path in points_under(self.draft.data, ())]
        wide, high = (max([100, *(place[axis] for place in places)]) for axis in (0, 1))
        return f"0 0 {wide + 140:g} {high + 40:g}"  # there is room for names

    @cached_property
    def outlines(self) -> list[tuple[str, bool, bool]]:
        """Outlines and lines as points, whether they are closed, and whether they belong to the chosen part."""
        found = []
        for key, elements in self.draft.data.items():
            for index, element in enumerate(elements if isinstance(elements, list) else ()):
                for shape in ("outline", "line", "opening"):
                    points = element.get(shape, []) if isinstance(element, dict) else []
                    line = " ".join(f"{point[0]:g},{point[1]:g}" for point in points if is_point(point))
                    if line:
                        found.append((line, shape == "outline", self.path[:2] == (key, index)))
        return found

    @cached_property
    def parts(self) -> list[Part]:
        return self._bench.parts(self.draft.data, self._language)

    @cached_property
    def inside(self) -> list[Part]:
        return self._bench.inside(self.draft.data, self.path, self._language) if self.path else []

    @property
    def name(self) -> str:
        """What the chosen part is called."""
        names = [part.name for part in self.parts if part.path == self.top]
        names += [part.name for part in self.inside if part.path == self.chosen != self.top]
        return ", ".join(names)

    @property
    def fields(self) -> list[Field]:
        """What can be filled in: with a place chosen, where it is."""
        return self._bench.fields(self.draft.data, self.path, self._language)

    @property
    def place(self) -> list[float] | None:
        """Where the chosen place is; None for parts that are more than one place."""
        paths = list(points_under(self.draft.data, self.path)) if self.path else []
        return at_path(self.draft.data, paths[0]) if len(paths) == 1 else None

    @property
    def place_path(self) -> str:
        """The path of the one place that is chosen."""
        return spell_path(next(points_under(self.draft.data, self.path)))

    @property
    def ways(self) -> list[Way]:
        return self._bench.ways(self.draft.data, self.path, self._language)

    @property
    def near(self) -> Sequence[tuple[str, bool]]:
        return self._bench.near(self.draft.data, self.path)
