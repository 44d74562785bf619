"""What is shown of coins: open, hidden, and at the end (M53)."""

from __future__ import annotations

from random import Random

import pytest

import commandery
from commandery import IllegalAction
from commandery.core import testing
from position import told
from templari.table import LAST_ROUND, Table


def shown(table: Table, seat: int | None) -> list[int | None]:
    """The coins of everybody as a seat, or a spectator, sees them."""
    return [player["coins"] for player in table.match.view(seat)["players"]]


@pytest.mark.rule("M53")
def test_coins_are_open_by_default() -> None:
    """Every player and every spectator sees them all."""
    table = Table(lot="C4 E3", coins=(9, 15, 12))
    assert all(shown(table, seat) == [9, 15, 12] for seat in (0, 1, 2, None))
    assert table.match.game.options["coins"] == "open"


@pytest.mark.rule("M53")
def test_hidden_coins_are_shown_to_their_owner_only() -> None:
    """Each sees the own; a spectator sees none; the Pot and all cards are seen by all."""
    table = Table(held={"Bert": "A6 B1"}, lot="C4 E3", coins=(9, 14, 12), pot=1, hidden=True)
    assert shown(table, 0) == [9, None, None]
    assert shown(table, 1) == [None, 14, None]
    assert shown(table, 2) == [None, None, 12]
    assert shown(table, None) == [None, None, None]
    for seat in (0, 1, 2, None):
        view = table.match.view(seat)
        assert view["pot"] == 1
        assert [card["name"] for card in view["players"][1]["cards"]] == ["B1", "A6"]


@pytest.mark.rule("M53")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
@pytest.mark.parametrize("at", ["an offer", "a sale", "a bid", "a raise", "a fine"])
def test_a_view_does_not_depend_on_the_coins_of_others(at: str, seat: int | None) -> None:
    """Whatever the others have, at every moment, the view of a seat is the same to the letter: no bids, no hints."""
    table = Table(held={"Anna": "A6 B1", "Bert": "C0 C5"}, hidden=True, table_rules="honour" if at == "a fine" else "strict")
    if at == "a sale":
        table.go("Anna sell A6, Bert bid 3")
    elif at != "an offer":
        table.turn_up("C4 E3")
        table.go({"a bid": "Anna pass", "a raise": "Anna bid 4", "a fine": "Anna bid 16"}[at])
    game, before = table.match.game, table.match.view(seat)
    positions = [table.match.state_array() for _ in range(5)]
    for seed, other in enumerate(positions):
        game.kind.scramble(game.world, other, seat, Random(seed).randrange)
        assert game.kind.view(game.board, game.world, other, seat) == before
    assert len({other.tobytes() for other in positions}) > 1


@pytest.mark.rule("M53")
def test_hidden_coins_stay_hidden_from_round_to_round() -> None:
    """The own coins follow the payments; the others' are not shown."""
    table = Table(lot="C4 E3", hidden=True)
    table.buys("Anna", 6)
    table.turn_up("D5 D8")
    table.buys("Bert", 3)
    assert table.coins == (9, 12, 15)
    assert [shown(table, seat) for seat in (0, 1, 2)] == [[9, None, None], [None, 12, None], [None, None, 15]]
    assert shown(table, None) == [None, None, None]


@pytest.mark.rule("M53")
def test_payments_are_seen_by_all() -> None:
    """As at a table: every log tells who paid what and who received it."""
    table = Table(lot="C4 E3", hidden=True)
    table.buys("Anna", 6)
    logs = [table.match.log(seat) for seat in (0, 1, 2, None)]
    assert all(log == logs[0] for log in logs)
    assert [event["amount"] for event in told(logs[3], "won")] == [6]
    assert [(event["seat"], event["coins"]) for event in told(logs[3], "received")] == [(1, 3), (2, 3)]


@pytest.mark.rule("M53")
def test_at_the_end_all_coins_are_shown() -> None:
    """To every player and to spectators, and the events tell them too."""
    table = Table(held=LAST_ROUND, lot="F8 F9", coins=(9, 15, 12), hidden=True)
    events = table.go("Anna pass, Bert pass")
    assert shown(table, None) == [None, None, None]
    assert told(events, "finished") == []
    events = table.go("Claus pass")
    assert all(shown(table, seat) == [9, 15, 12] for seat in (0, 1, 2, None))
    assert [event["coins"] for event in told(events, "finished")] == [9, 15, 12]


@pytest.mark.rule("M53")
def test_it_is_a_matter_of_display() -> None:
    """The same game with open and hidden coins goes the same way."""
    lines = "Anna bid 2, Bert bid 3, Claus pass, Anna bid 7, Bert pass"
    tables = [Table(held={"Claus": "A7 B0"}, lot="C4 E3", hidden=hidden) for hidden in (False, True)]
    for table in tables:
        table.go(lines)
    assert tables[0].match.state == tables[1].match.state


@pytest.mark.rule("M53")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_redeal_keeps_coins(seat: int) -> None:
    """Who kept count knows: what a seat may imagine is the position itself."""
    table = Table(lot="C4 E3", coins=(9, 15, 12), hidden=True)
    assert all(table.match.imagine(seat, seed).tobytes() == table.match.state for seed in range(5))


@pytest.mark.rule("M53")
def test_nobody_is_shown_the_legal_bids_of_another() -> None:
    """A view lists no bids that could be made, and who is not to act has none."""
    table = Table(lot="C4 E3", coins=(9, 15, 12), hidden=True)
    assert table.match.legal(1) == table.match.legal(2) == []
    assert all("legal" not in table.match.view(seat) for seat in (0, 1, 2, None))


@pytest.mark.rule("M53")
@pytest.mark.parametrize("rules", ["strict", "honour"])
@pytest.mark.parametrize("coins", ["open", "hidden"])
def test_open_bids_are_what_a_bidder_is_offered(rules: str, coins: str) -> None:
    """To the bidder; where coins are hidden, nobody else is told."""
    game, met = commandery.game("templari", 3, table_rules=rules, coins=coins), 0
    for match, seat, _ in testing.walk(game, 3):
        if match.view(None)["phase"] != "bidding":
            continue
        offered = [int(str(action).split()[1]) for action in match.legal(seat) if str(action).startswith("bid")]
        assert match.view(seat)["players"][seat]["open"] == offered
        others = [match.view(other)["players"][seat]["open"] for other in (None, *range(3)) if other != seat]
        assert others == [None if coins == "hidden" else offered] * 3
        met += bool(offered)
    assert met > 20


@pytest.mark.rule("M53")
def test_a_refusal_tells_nobody_the_coins_of_another() -> None:
    """Out of turn one learns that it is not one's turn, however high the bid; the own limit is told to oneself."""
    table = Table(lot="C4 E3", coins=(9, 15, 12), hidden=True)
    assert table.refused("Bert bid 10") == table.refused("Bert bid 60") == "it is not seat 1's turn, but seat 0's"
    assert "9 coins" in table.refused("Anna bid 10")


@pytest.mark.rule("M53")
def test_a_spectator_is_no_seat() -> None:
    """Seats that nobody sits on see nothing at all."""
    table = Table(lot="C4 E3", hidden=True)
    with pytest.raises(IllegalAction, match="the seats are 0 to 2"):
        table.match.view(3)


ENDINGS = {
    "a free lot": ("Anna pass, Bert pass", "Claus pass"),
    "a lot won by a pass": ("Anna bid 4, Bert pass", "Claus pass"),
    "a lot won by a bid": ("Anna pass, Bert pass", "Claus bid 6"),
}


@pytest.mark.rule("M53")
@pytest.mark.parametrize("ending", ENDINGS)
def test_what_shows_the_coins_cannot_be_taken_back(ending: str) -> None:
    """The action that ends a game reveals the coins where they are hidden, and how it ended in any case."""
    lines, last = ENDINGS[ending]
    for hidden in (False, True):
        table = Table(held=LAST_ROUND, lot="F8 F9", hidden=hidden)
        table.go(lines)
        assert table.match.can_undo(1)
        table.go(last)
        assert table.match.over
        assert not table.match.can_undo(2)


@pytest.mark.rule("M53")
@pytest.mark.rule("M41")
def test_a_discard_that_ends_the_game_cannot_be_taken_back() -> None:
    """All three overbid on the last lot: with the last discard nobody is left, the game is over and the coins are shown."""
    table = Table(held=LAST_ROUND, lot="F8 F9", hidden=True, table_rules="honour")
    table.go("Anna bid 14, Bert pass, Claus pass, Anna discard A0")
    table.go("Bert bid 13, Claus pass, Bert discard D2, Claus bid 16")
    assert shown(table, 2) == [None, None, 12]
    table.go("Claus discard D5")
    assert table.match.over
    assert shown(table, 2) == [12, 12, 12]
    assert not table.match.can_undo(2)


@pytest.mark.rule("M2")
def test_before_the_lot_is_turned_up_a_bid_of_nothing_is_open() -> None:
    """The first bid of a lot may be 0, so nobody is shown it as closed; in a sale it is."""
    table = Table(held={"Anna": "A6 B1"})
    assert table.match.view(1)["phase"] == "offering"
    assert table.match.view(1)["players"][1]["open"] == list(range(13))
    table.go("Anna sell A6")
    assert table.match.view(1)["players"][1]["open"] == list(range(1, 13))


@pytest.mark.rule("M41", "M53")
@pytest.mark.parametrize("coins", [(12, 12, 12), (19, 12, 5)])
def test_at_an_honour_table_a_payment_out_of_hidden_coins_reveals_something(coins: tuple[int, int, int]) -> None:
    """Whether the buyer can pay or not: who passed knows it then, and cannot take the pass back."""
    table = Table(held={"Anna": "A6 B0", "Bert": "D5 D8"}, coins=coins, hidden=True, table_rules="honour")
    table.go("Anna sell A6, Bert bid 1, Claus bid 12, Bert pass")
    assert table.match.history[-1].revealed and not table.match.can_undo(1)
