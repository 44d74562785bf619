"""What programs are told depends on nothing that their seat may not know."""

from __future__ import annotations

import msgspec
import pytest

import commandery
from commandery.core.match import Match
from commandery.core.testing.secrecy import check_secrets
from commandery.server.api.moves import facts_of, position_at
from commandery.server.journal import Entry, Play, Verb
from commandery.server.keeper import Live
from server.browsing import in_phase, walk_to
from server.test_secrets import table_of
from worlds import HIDING


def told(match: Match, seat: int | None) -> bytes:
    """All that the API says of a game to a seat, or to a spectator."""
    play = Play(match.game, frozenset(range(match.game.players)))
    play.match = match
    live = Live(table_of(play), play)
    return msgspec.json.encode([position_at(live, seat, "en"), facts_of(live, seat, "en", -1)])


@pytest.mark.sized("pages")
@pytest.mark.parametrize("name", HIDING)
def test_answers_do_not_depend_on_what_is_hidden(name: str, size: int) -> None:
    assert sum(check_secrets(commandery.game(name, 3), seed, told) for seed in range(size)) >= 4


@pytest.mark.parametrize("name", HIDING)
def test_an_answer_that_tells_a_secret_is_found_out(name: str) -> None:
    def leaky(match: Match, seat: int | None) -> bytes:
        return told(match, seat) + match.state

    with pytest.raises(AssertionError, match="differ"):
        check_secrets(commandery.game(name, 3), 0, leaky)


def test_it_is_not_the_turn_of_a_seat_that_a_bot_keeps() -> None:
    play = walk_to("templari", in_phase("bidding"), seats=(0, 1))
    assert position_at(Live(table_of(play), play), 0, "en").your_turn
    play.read(Entry(0, Verb.LEAVE))
    position = position_at(Live(table_of(play), play), 0, "en")
    assert not position.your_turn and not position.legal and position.to_act == [0]
