"""Two players: Raphael's cards (T100), tiles removed (T101), and when his cards show (T102-T104)."""

from __future__ import annotations

from typing import Any

import pytest

from position import told
from templar.table import CARDS, Play, Table, first_cards

FOLLOW = {"porticus": "lock 1-2", "severus": "step 7, Frank stop", "maria": "house 1"}
TWICE = {card: 2 for card in CARDS if card != "bells"} | {"bells": 1}


def round_over(tops: str = "porticus severus", **position: Any) -> Table:
    """Both have played, so that these cards show; Raphael is next."""
    ani, frank = tops.split()
    table = Table(2, piles={"Ani": ani}, turn="Frank", **position)
    table.go(f"Frank play {frank}, Frank {FOLLOW[frank]}")
    assert table.to_act == "chance"
    return table


@pytest.mark.rule("T102", "T91")
def test_the_table_in_words_tells_his_card_the_round_and_the_last_turns() -> None:
    table = Table(2, round=7, raphael="lucas", last_turns=2, rounds=90)
    lines = table.match.game.kind.describe_table(table.seen, ["Ani", "Frank"], "en")
    assert "Raphael's card: Lucas" in lines
    assert lines[:2] == ["Round 7 of at most 90", "The last turns: at most 2 left, this one included"]
    lines = Table().match.game.kind.describe_table(Table().seen, ["Ani", "Frank", "Alex"], "en")
    assert not any("last turns" in line or "Raphael" in line for line in lines)


@pytest.mark.rule("T100")
def test_two_sets_without_one_of_the_bells() -> None:
    """19 cards."""
    left = Play(2).seen["raphael_left"]
    assert left == TWICE
    assert sum(left.values()) == 19


@pytest.mark.rule("T100", "T7")
def test_without_stephanus_17_cards() -> None:
    left = Play(2, stephanus=False).seen["raphael_left"]
    assert left == {card: count for card, count in TWICE.items() if card != "stephanus"}
    assert sum(left.values()) == 17


@pytest.mark.rule("T100")
def test_shuffled() -> None:
    """Each card that is left is as likely to come up."""
    table = round_over(raphael="lucas maria")
    weights = {str(action).removeprefix("show "): weight for action, weight in table.match.outcomes()}
    assert weights == {**TWICE, "lucas": 1, "maria": 1}


@pytest.mark.rule("T100")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_he_is_only_there_with_two(players: int) -> None:
    table = Table(players, turn=("Alex", "Eva", "Tom")[players - 3])
    assert (table.seen["raphael"], table.seen["raphael_left"]) == (None, {})
    table.go(f"{table.to_act} play bells")
    assert (table.to_act, table.seen["round"]) == ("Ani", 3)


@pytest.mark.rule("T101")
def test_sixty_tiles_stay() -> None:
    """Before the harbor is equipped: 7 rings of each type, 5 books and 4 chalices are gone."""
    table = Play(2)
    assert table.seen["bag"] == {"chalice": 9, "book": 12, "a": 13, "b": 13, "c": 13}
    assert len(table.bag.split()) == 60
    assert len(first_cards(2).bag.split()) == 39
    assert len(Play(3).bag.split()) == 90


@pytest.mark.rule("T102")
def test_he_shows_nothing_in_or_after_the_first_round() -> None:
    """The second round begins without a card of his; after it he shows one."""
    table = first_cards(2)
    table.go("Ani play porticus, Frank play maria, Ani lock 1-2, Frank house 1")
    assert (table.to_act, table.seen["round"], table.seen["raphael"]) == ("Ani", 2, None)
    table.go("Ani play severus, Ani step 7, Ani stop")
    assert table.to_act == "Frank"
    table.go("Frank portal main, Frank play porticus, Frank lock 1-3")
    assert table.to_act == "chance"
    table.go("chance show lucas")
    assert (table.to_act, table.seen["raphael"], table.seen["round"]) == ("Ani", "lucas", 3)


@pytest.mark.rule("T102")
def test_he_goes_on_while_his_card_shows_on_a_players_pile() -> None:
    """Ani shows Porticus, Frank Severus: three cards come up, and the last one stays on top."""
    table = round_over("porticus severus", raphael="maria")
    for card in ("severus", "porticus"):
        table.go(f"chance show {card}")
        assert table.to_act == "chance"
    events = table.go("chance show josua")
    assert told(events, "shown") == [{"seat": 0, "card": CARDS.index("josua")}]
    assert (table.to_act, table.seen["raphael"]) == ("Ani", "josua")
    assert table.seen["raphael_left"] == {**TWICE, "maria": 1, "severus": 1, "porticus": 1, "josua": 1}


@pytest.mark.rule("T102")
def test_his_own_former_card_may_come_again() -> None:
    """The second Maria after the first."""
    table = round_over("porticus severus", raphael="maria")
    table.go("chance show maria")
    assert (table.to_act, table.seen["raphael"]) == ("Ani", "maria")
    assert "maria" not in table.seen["raphael_left"]


@pytest.mark.rule("T102")
def test_a_pile_without_a_top_matches_nothing() -> None:
    """Frank has just rung The Bells."""
    table = Table(2, piles={"Ani": "porticus"}, turn="Frank")
    table.go("Frank play bells, chance show maria")
    assert table.to_act == "Ani"


@pytest.mark.rule("T102", "T12")
def test_it_blocks_both_players() -> None:
    table = round_over("porticus severus")
    table.go("chance show lucas")
    assert "shows on another pile" in table.refused("Ani play lucas")
    assert table.choices("play") == [card for card in CARDS if card not in ("lucas", "severus", "porticus")]
    table.go("Ani play maria, Ani house 1")
    assert "shows on another pile" in table.refused("Frank play lucas")


@pytest.mark.rule("T102", "T12")
def test_only_his_top_card_blocks() -> None:
    table = Table(2, raphael="lucas josua")
    assert table.choices("play") == [card for card in CARDS if card != "josua"]


@pytest.mark.rule("T102")
def test_he_does_nothing_else() -> None:
    """Only his pile changes, what it bars, and whose turn it is."""
    table = round_over("porticus severus", houses=("a", "b", "", "", "", ""), rooms={5: "Ani 1a"}, scores={"Ani": 3})
    before = table.seen
    table.go("chance show remigius")
    after = table.seen
    for player in (*before["players"], *after["players"]):
        del player["barred"]
    changed = {key for key in before if before[key] != after[key]}
    assert changed <= {"raphael", "raphael_left", "phase", "actor", "card"}
    assert after["raphael"] == "remigius"


@pytest.mark.rule("T103")
def test_his_bells_bring_all_his_cards_back() -> None:
    """Those shown too; then the next one is shown."""
    table = round_over("porticus severus", raphael="maria maria lucas josua")
    events = table.go("chance show bells")
    assert len(told(events, "reshuffled")) == 1
    assert (table.to_act, table.seen["raphael_left"]) == ("chance", TWICE)
    table.go("chance show maria")
    assert (table.to_act, table.seen["raphael"]) == ("Ani", "maria")
    assert table.seen["raphael_left"] == {**TWICE, "maria": 1}


@pytest.mark.rule("T103")
def test_again_if_it_is_the_bells_again() -> None:
    table = round_over("porticus severus", raphael="maria")
    table.go("chance show bells, chance show bells")
    assert (table.to_act, table.seen["raphael_left"]) == ("chance", TWICE)
    table.go("chance show lucas")
    assert (table.to_act, table.seen["raphael"]) == ("Ani", "lucas")


@pytest.mark.rule("T103", "T102")
def test_after_the_bells_too_a_match_is_passed_over() -> None:
    table = round_over("porticus severus")
    table.go("chance show bells, chance show porticus")
    assert table.to_act == "chance"
    table.go("chance show lucas")
    assert table.to_act == "Ani"


@pytest.mark.rule("T103", "T7")
def test_without_stephanus_the_bells_do_not_bring_him() -> None:
    table = round_over("porticus severus", stephanus=False)
    table.go("chance show bells")
    assert sum(table.seen["raphael_left"].values()) == 17
    assert "show stephanus" not in table.offered


@pytest.mark.rule("T103", "T91")
def test_he_shows_cards_through_the_last_round() -> None:
    """Frank triggered the end, Raphael shows a card, and it blocks Ani in her last turn."""
    table = Table(2, turn="Frank", piles={"Frank": "anselmus", "Ani": "porticus"}, bag="")
    table.go("Frank play bells, chance show lucas")
    assert (table.to_act, table.seen["last_turns"], table.seen["raphael"]) == ("Ani", 2, "lucas")
    assert "lucas" not in table.choices("play")
    table.go("Ani play bells, Frank play bells")
    assert table.match.over


@pytest.mark.rule("T103", "T91")
def test_in_the_middle_of_the_last_round() -> None:
    """Ani triggered it: after Frank's turn Raphael shows, then Ani has the last one."""
    table = Table(2, turn="Frank", last_turns=2)
    table.go("Frank play bells, chance show lucas")
    assert (table.to_act, table.seen["last_turns"]) == ("Ani", 1)


@pytest.mark.rule("T103", "T96")
@pytest.mark.parametrize("position", [{"last_turns": 1}, {"round": 9, "rounds": 9}])
def test_not_after_the_last_turn_of_the_game(position: dict[str, int]) -> None:
    table = Table(2, turn="Frank", **position)
    table.go("Frank play bells")
    assert table.match.over
    assert told(table.match.log(), "shown") == []


@pytest.mark.rule("T104")
def test_before_the_first_turn_of_each_round_from_the_second() -> None:
    """After the first round he shows a card, which blocks in the second."""
    table = first_cards(2, raphael="before")
    assert table.to_act == "Ani Frank"
    table.go("Ani play porticus, Frank play maria, Ani lock 1-2")
    assert table.to_act == "Frank"
    table.go("Frank house 1")
    assert (table.to_act, table.seen["round"]) == ("chance", 2)
    table.go("chance show severus")
    assert (table.to_act, table.seen["raphael"]) == ("Ani", "severus")
    assert "shows on another pile" in table.refused("Ani play severus")
    table.go("Ani play josua, Ani step 1, Ani stop, Ani stop, Frank portal main, Frank play porticus, Frank lock 1-3")
    assert (table.to_act, table.seen["round"]) == ("chance", 3)


@pytest.mark.rule("T104", "T102")
def test_before_it_the_players_cards_are_passed_over_too() -> None:
    table = first_cards(2, raphael="before")
    table.go("Ani play porticus, Frank play maria, Ani lock 1-2, Frank house 1, chance show maria")
    assert table.to_act == "chance"
    table.go("chance show porticus, chance show bells, chance show maria, chance show lucas")
    assert table.to_act == "Ani"


@pytest.mark.rule("T104")
def test_after_is_the_default() -> None:
    assert Play(2).match.game.options["raphael"] == "after"


@pytest.mark.rule("T104", "T100")
def test_either_way_it_means_nothing_with_three() -> None:
    table = first_cards(3, raphael="before")
    table.go("Ani play porticus, Frank play maria, Alex play porticus, Ani lock 1-2, Frank house 1, Alex lock 1-3")
    assert (table.to_act, table.seen["round"]) == ("Ani", 2)
