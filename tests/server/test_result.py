"""The result of a game: every point is accounted for, in an order that can be read."""

from __future__ import annotations

import re

import pytest

from commandery.server.faces import FACES
from commandery.server.sitting import Result, Sitting
from server.browsing import played, walk_to
from server.test_parts import a_table, look


@pytest.mark.parametrize("name", list(FACES))
def test_every_point_is_accounted_for(name: str) -> None:
    play = played(name, 4)
    sitting = Sitting(a_table(name), play, 0, "en")
    told = [source for source, _ in sitting.sources]
    assert len(told) == len(set(told)) > 3
    assert [sum(points) for points in zip(*(made for _, made in sitting.sources), strict=True)] == [
        one.score for one in sitting.result
    ]
    rooms = [int(found[1]) for source in told if (found := re.fullmatch(r"Room (\d+)", source))]
    assert rooms == sorted(rooms)


@pytest.mark.parametrize("name", list(FACES))
def test_at_the_end_nothing_is_in_hand_and_my_column_is_marked(name: str) -> None:
    play, table = played(name, 4), a_table(name)
    page = look(table, play, 0).whole
    assert 'id="hand"' not in page and page.count('<td class="number own') + page.count(' own">') > 3
    assert ' own">' not in look(table, play, None).whole.partition("</table>")[0]


@pytest.mark.parametrize(
    ("scores", "ranks", "broken"),
    [((9, 5, 5, 1), (1, 2, 3, 4), True), ((9, 5, 5, 1), (1, 2, 2, 4), False), ((9, 5, 3, 1), (1, 2, 3, 4), False)],
)
def test_ties_that_are_broken_are_told(scores: tuple[int, ...], ranks: tuple[int, ...], broken: bool) -> None:
    play = played("templari", 4)
    sitting = Sitting(a_table("templari"), play, 0, "en")
    sitting.result = [Result(seat, "", scores[seat], ranks[seat]) for seat in range(4)]
    assert sitting.tie_broken == broken


def test_who_can_only_pass_is_told_so() -> None:
    play = walk_to("templari", lambda play: [str(action) for action in play.legal(0)] == ["pass"], table_rules="honour")
    assert Sitting(a_table("templari", 3), play, 0, "en").prompt == "You can only pass"
