"""The end: points for colours (M50) and coins (M51), and who wins (M52)."""

from __future__ import annotations

import pytest

from commandery import CommanderyError
from position import told
from templari.table import LAST_ROUND, ROUNDS, Table

TWO_COLOURS_EACH = {
    "Anna": "A0 A6 A7 A8 A9 B0 B1 B2 B3 B6",
    "Bert": "C0 C1 C4 C5 C7 D2 D4 D5 D6 D8",
    "Claus": "E2 E3 E4 E7 E9 F1 F3 F5",
}
"""With F8 and F9 for Claus, each has two whole colours: 30 points. The numbers add up to 42, 42 and 51."""


def finished(table: Table) -> Table:
    """The last lot goes free to the start player."""
    assert table.seen["round"] == ROUNDS
    while not table.match.over:
        table.go(f"{table.to_act} pass")
    return table


def two_colours_each(coins: tuple[int, int, int]) -> Table:
    """The end of a game in which only coins make a difference in points."""
    return finished(Table(held=TWO_COLOURS_EACH, lot="F8 F9", coins=coins, start="Claus"))


@pytest.mark.rule("M50")
def test_a_colour_scores_by_the_number_of_its_cards() -> None:
    """1, 3, 6, 10 and 15 points for one to five cards, all in one position; nothing for none."""
    outcome = finished(Table(held=LAST_ROUND, lot="F8 F9", coins=(36, 0, 0))).match.outcome
    anna, bert, claus = outcome.sources
    assert anna == {"A": 15, "B": 15, "C": 0, "D": 0, "E": 0, "F": 3, "coins": 2}
    assert bert == {"A": 0, "B": 0, "C": 15, "D": 10, "E": 0, "F": 0, "coins": 0}
    assert claus == {"A": 0, "B": 0, "C": 0, "D": 1, "E": 15, "F": 6, "coins": 0}


@pytest.mark.rule("M50")
def test_points_are_the_sum_of_their_sources() -> None:
    """Of 35, 25 and 22 points every one is accounted for, and told at the end."""
    table = Table(held=LAST_ROUND, lot="F8 F9", coins=(36, 0, 0))
    events = table.go("Anna pass, Bert pass, Claus pass")
    assert table.match.outcome.scores == (35, 25, 22)
    assert all(
        sum(source.values()) == score
        for source, score in zip(table.match.outcome.sources, table.match.outcome.scores, strict=True)
    )
    assert told(events, "finished") == [
        {"seat": 0, "points": 35, "coins": 36},
        {"seat": 1, "points": 25, "coins": 0},
        {"seat": 2, "points": 22, "coins": 0},
    ]


@pytest.mark.rule("M50")
def test_the_last_lot_counts() -> None:
    """Claus buys the last two of his colour."""
    table = Table(held=LAST_ROUND, lot="F8 F9")
    table.buys("Claus", 6)
    assert table.match.outcome.sources[2]["F"] == 15
    assert table.match.outcome.sources[0]["F"] == 0


@pytest.mark.rule("M50")
@pytest.mark.rule("M41")
def test_discarded_cards_score_for_nobody() -> None:
    """Bert lost D8 in a round before: three cards of that colour score 6."""
    held = {**LAST_ROUND, "Bert": "C0 C1 C4 C5 C7 D2 D4 D6"}
    table = finished(Table(held=held, discarded="D8", lot="F8 F9", coins=(36, 0, 0), table_rules="honour"))
    assert table.match.outcome.sources[1]["D"] == 6
    assert table.match.outcome.scores == (35, 21, 22)


@pytest.mark.rule("M50")
def test_who_has_no_card_has_no_points() -> None:
    """All thirty cards before one player of five score six times 15."""
    cards = "A0 A6 A7 A8 A9 B0 B1 B2 B3 B6 C0 C1 C4 C5 C7 D2 D4 D5 D6 D8 E2 E3 E4 E7 E9 F1 F3 F5"
    table = finished(Table(5, held={"Anna": cards}, lot="F8 F9", coins=(8, 13, 13, 13, 13)))
    assert table.match.outcome.scores == (90, 2, 2, 2, 2)


@pytest.mark.rule("M51")
def test_most_coins_score_2_points() -> None:
    """Bert alone has the most, if only by one coin."""
    outcome = two_colours_each((12, 13, 11)).match.outcome
    assert [source["coins"] for source in outcome.sources] == [0, 2, 0]
    assert outcome.scores == (30, 32, 30)


@pytest.mark.rule("M51")
@pytest.mark.parametrize(("coins", "points"), [((13, 13, 10), [2, 2, 0]), ((12, 12, 12), [2, 2, 2]), ((18, 0, 18), [2, 0, 2])])
def test_each_of_those_tied_for_most_coins_scores_2(coins: tuple[int, int, int], points: list[int]) -> None:
    """Full points to each, not shared."""
    assert [source["coins"] for source in two_colours_each(coins).match.outcome.sources] == points


@pytest.mark.rule("M51")
def test_coins_count_after_the_last_payment() -> None:
    """Anna had the most until she paid 15 for the last lot, all of it to Claus and his two 5s."""
    table = Table(held=LAST_ROUND, lot="F8 F9", coins=(18, 9, 9))
    table.buys("Anna", 15)
    assert table.coins == (3, 9, 24)
    assert [source["coins"] for source in table.match.outcome.sources] == [0, 0, 2]


@pytest.mark.rule("M51")
def test_the_pot_belongs_to_nobody() -> None:
    """However much is in it: 26 coins there, and the most before a player are 4."""
    table = finished(Table(held=TWO_COLOURS_EACH, lot="F8 F9", coins=(3, 4, 3), pot=26, start="Claus", table_rules="honour"))
    assert table.pot == 26
    assert table.coins == (3, 4, 3)
    assert table.match.outcome.scores == (30, 32, 30)


@pytest.mark.rule("M52")
def test_most_points_win_whatever_the_numbers() -> None:
    """Two points for coins put Anna before Claus, whose numbers are higher."""
    outcome = two_colours_each((13, 12, 11)).match.outcome
    assert outcome.scores == (32, 30, 30)
    assert outcome.ranks == (1, 3, 2)
    assert outcome.winners == (0,)


@pytest.mark.rule("M52")
def test_a_tie_is_broken_by_the_sum_of_numbers() -> None:
    """All have 32 points; Claus' numbers add up to 51, Anna's and Bert's to 42."""
    outcome = two_colours_each((12, 12, 12)).match.outcome
    assert outcome.scores == (32, 32, 32)
    assert outcome.winners == (2,)
    assert outcome.ranks == (2, 2, 1)


@pytest.mark.rule("M52")
def test_still_tied_they_share_the_victory() -> None:
    """Anna and Bert have 32 points and 42 in numbers each; Claus comes third."""
    outcome = two_colours_each((15, 15, 6)).match.outcome
    assert outcome.scores == (32, 32, 30)
    assert outcome.ranks == (1, 1, 3)
    assert outcome.winners == (0, 1)


@pytest.mark.rule("M52")
def test_coins_break_no_tie() -> None:
    """Behind Claus, Anna and Bert are level in points and numbers; that Anna has more coins is nothing."""
    outcome = two_colours_each((11, 10, 15)).match.outcome
    assert outcome.scores == (30, 30, 32)
    assert outcome.ranks == (2, 2, 1)


@pytest.mark.rule("M52")
def test_there_is_no_outcome_before_the_end() -> None:
    """Asking for it while the game goes on says so."""
    table = Table(held=LAST_ROUND, lot="F8 F9")
    with pytest.raises(CommanderyError, match="not over"):
        _ = table.match.outcome
