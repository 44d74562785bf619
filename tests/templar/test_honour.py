"""The honour table: a visible card repeated, called out in time or not (T16)."""

from __future__ import annotations

from typing import Any

import pytest

import commandery
from commandery.bots import Sight, make_bot
from position import told
from templar.table import CARDS, Table, first_cards


def honour(players: int = 3, **position: Any) -> Table:
    """A position at an honour table."""
    return Table(players, table_rules="honour", **position)


@pytest.mark.rule("T16")
def test_tables_are_strict_unless_asked_for() -> None:
    table = Table(piles={"Frank": "lucas"})
    assert table.match.game.options["table_rules"] == "strict"
    assert "lucas" not in table.choices("play")
    assert table.refused("Frank call") == "there is no repeated card that could be called out"


@pytest.mark.rule("T16")
def test_a_visible_card_can_be_repeated_and_stands_if_nobody_calls() -> None:
    """Frank shows Porticus; Ani plays it, Frank does not notice and plays on."""
    table = honour(piles={"Frank": "porticus"})
    assert table.choices("play") == list(CARDS)
    table.go("Ani play porticus, Ani lock 1-2")
    assert (table.seen["offender"], table.scores) == (0, (1, 0, 0))
    table.go("Frank play severus")
    assert table.seen["offender"] is None
    assert [player["top"] for player in table.seen["players"]] == ["porticus", "severus", None]
    for caller in ("Frank", "Alex"):
        assert "no repeated card" in table.refused(f"{caller} call")


@pytest.mark.rule("T16")
@pytest.mark.parametrize("caller", ["Frank", "Alex"])
def test_any_opponent_may_call(caller: str) -> None:
    """The card goes back, a point is lost, and it is the offender's turn again."""
    table = honour(piles={"Frank": "josua"}, scores={"Ani": 5, "Alex": 2}, stock={"Ani": "a a b"})
    before = table.seen
    table.go("Ani play josua, Ani step 1, Ani step 2, Ani stash 1a, Ani stash 2b")
    assert table.to_act == "Frank"
    events = table.go(f"{caller} call")
    assert told(events, "called") == [{"seat": table.seat(caller), "offender": 0, "points": 1}]
    after = table.seen
    assert table.scores == (4, 0, 2)
    before["players"][0].update(score=4, barred=["josua"])
    assert after == before
    assert (table.to_act, table.phase) == ("Ani", "playing")


@pytest.mark.rule("T16")
@pytest.mark.parametrize("caller", ["Ani", "Alex"])
def test_an_offence_that_stands_is_not_called_out_with_the_next(caller: str) -> None:
    """Ani repeats Porticus and nobody says a word; Frank repeats it at once and is called out, also by Ani: hers stands."""
    table = honour(piles={"Alex": "porticus"}, scores={"Ani": 5, "Frank": 5})
    table.go("Ani play porticus, Ani lock 1-2, Frank play porticus, Frank lock 2-3")
    events = table.go(f"{caller} call")
    assert told(events, "called") == [{"seat": table.seat(caller), "offender": 1, "points": 1}]
    assert (table.scores[:2], table.to_act, table.seen["door"]) == ((6, 4), "Frank", "1-2")
    assert table.seen["offender"] is None
    assert "no repeated card" in table.refused("Alex call")


@pytest.mark.rule("T16")
def test_a_call_comes_as_soon_as_the_card_is_on_the_table() -> None:
    """Before it is carried out, or in the middle of it."""
    table = honour(piles={"Frank": "josua"}, scores={"Ani": 5})
    table.go("Ani play josua, Frank call")
    assert (table.scores[0], table.to_act) == (4, "Ani")
    table = honour(piles={"Frank": "josua"}, scores={"Ani": 5})
    table.go("Ani play josua, Ani step 1, Alex call")
    assert (table.player("Ani")["token"], table.player("Ani")["top"]) == ("main portal", None)


@pytest.mark.rule("T16")
def test_points_do_not_fall_below_0() -> None:
    table = honour(piles={"Frank": "porticus"})
    events = table.go("Ani play porticus, Ani lock 1-2, Frank call")
    assert told(events, "called") == [{"seat": 1, "offender": 0, "points": 0}]
    assert table.scores == (0, 0, 0)
    assert table.seen["door"] == "9-13"


@pytest.mark.rule("T16")
def test_a_legal_card_must_follow() -> None:
    """After the call only cards that do not show are offered, not even other visible ones; next turn it is as before."""
    table = honour(piles={"Frank": "josua", "Alex": "lucas"})
    table.go("Ani play josua, Frank call")
    assert table.choices("play") == [card for card in CARDS if card not in ("josua", "lucas")]
    assert "shows on another pile" in table.refused("Ani play josua")
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.seen["offender"] is None
    assert "no repeated card" in table.refused("Frank call")
    assert table.choices("play") == [card for card in CARDS if card != "josua"]  # Frank's own, played
    table.go("Frank play porticus")
    assert table.seen["offender"] == 1


@pytest.mark.rule("T16")
def test_nobody_calls_oneself_or_a_legal_card() -> None:
    table = honour(piles={"Frank": "josua"})
    table.go("Ani play josua")
    assert "no repeated card" in table.refused("Ani call")
    table = honour(piles={"Frank": "josua"})
    table.go("Ani play porticus")
    assert "no repeated card" in table.refused("Frank call")


@pytest.mark.rule("T16", "T25")
def test_the_next_players_first_act_closes_the_window() -> None:
    """Coming out of the harbor is such an act."""
    table = honour(piles={"Frank": "maria porticus"}, at={"Frank": "house 1"})
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.phase == "portal"
    assert 2 in table.match.may_act
    table.go("Frank portal side")
    assert "no repeated card" in table.refused("Alex call")
    assert table.scores == (1, 0, 0)


@pytest.mark.rule("T16", "T25")
def test_a_portal_choice_stays() -> None:
    """Ani came to the side portal, then repeated a card: her token stays at the portal."""
    table = honour(piles={"Frank": "lucas"}, at={"Ani": "house 3"}, scores={"Ani": 3})
    table.go("Ani portal side, Ani play lucas, Ani step 11, Ani step 10, Ani stop, Frank call")
    assert table.player("Ani")["token"] == "side portal"
    assert (table.phase, table.scores) == ("playing", (2, 0, 0))


@pytest.mark.rule("T16", "T81", "T83")
def test_a_call_undoes_a_scoring() -> None:
    """Remigius, Vitus, points and flipped pieces all go back."""
    table = honour(
        piles={"Frank": "remigius"}, remigius=2, vitus=1, severus=8, rooms={6: "Frank chalice, Ani 1a"}, scores={"Ani": 2}
    )
    table.go("Ani play remigius, Ani step 6, Ani stop")
    assert (table.scores, table.room(6)) == ((4, 5, 0), "Frank chalice*, Ani 1a*")
    table.go("Alex call")
    assert (table.scores, table.room(6)) == ((1, 0, 0), "Frank chalice, Ani 1a")
    assert (table.seen["remigius"], table.seen["vitus"]) == ("room 2", "room 1")


@pytest.mark.rule("T16", "T90")
def test_a_call_undoes_an_announcement() -> None:
    """The last round has not begun after all."""
    rooms = dict.fromkeys(range(1, 8), "Ani 1a") | dict.fromkeys(range(8, 14), "Ani 1b")
    table = honour(piles={"Frank": "porticus"}, rooms=rooms)
    table.go("Ani play porticus, Ani lock 1-2, Ani announce")
    assert table.seen["last_turns"] == 3
    table.go("Frank call")
    assert (table.seen["last_turns"], table.phase, table.to_act) == (0, "playing", "Ani")


@pytest.mark.rule("T16", "T102")
def test_raphaels_card_does_not_close_the_window_and_is_taken_back() -> None:
    """Frank ends the round with a card that Ani shows, Raphael shows his; then Ani calls."""
    table = honour(2, turn="Frank", piles={"Ani": "porticus"}, raphael="lucas", scores={"Frank": 4})
    deck = table.seen["raphael_left"]
    table.go("Frank play porticus, Frank lock 1-2, chance show severus")
    assert (table.to_act, table.seen["raphael"], table.seen["round"]) == ("Ani", "severus", 3)
    table.go("Ani call")
    assert (table.to_act, table.seen["raphael"], table.seen["round"]) == ("Frank", "lucas", 2)
    assert table.seen["raphael_left"] == deck
    assert table.scores == (0, 3)
    table.go("Frank play maria, Frank house 1, chance show benjamin")
    assert table.seen["raphael"] == "benjamin"


@pytest.mark.rule("T16", "T102")
def test_a_call_also_while_raphael_is_about_to_show() -> None:
    table = honour(2, turn="Frank", piles={"Ani": "porticus"}, raphael="lucas", scores={"Frank": 4})
    table.go("Frank play porticus, Frank lock 1-2")
    assert table.to_act == "chance"
    table.go("Ani call")
    assert (table.to_act, table.scores) == ("Frank", (0, 3))


@pytest.mark.rule("T16", "T12")
def test_raphaels_card_can_be_repeated_and_called() -> None:
    table = honour(2, raphael="porticus")
    table.go("Ani play porticus")
    assert table.seen["offender"] == 0
    table.go("Frank call")
    assert "shows on another pile" in table.refused("Ani play porticus")


@pytest.mark.rule("T16")
def test_the_end_of_the_game_closes_the_window() -> None:
    """The very last card of the game was a repeated one."""
    table = honour(piles={"Frank": "porticus"}, last_turns=1)
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.match.over
    assert table.match.may_act == ()
    table.refused("Frank call")
    assert table.match.outcome.scores == (1, 0, 0)


@pytest.mark.rule("T16")
def test_points_of_a_recalled_card_are_in_no_source() -> None:
    """Ani's Porticus was called out; what counts is the call and what she played instead."""
    table = honour(piles={"Frank": "porticus"}, scores={"Ani": 5}, last_turns=1)
    table.go("Ani play porticus, Frank call")
    assert not table.match.over
    table.go("Ani play severus, Ani step 7, Ani stop")
    outcome = table.match.outcome
    assert outcome.scores == (5, 0, 0)
    assert {source: points for source, points in outcome.sources[0].items() if points} == {"called out": -1, "severus": 1}


@pytest.mark.rule("T16")
def test_points_carried_out_and_recalled_are_in_no_source_either() -> None:
    table = honour(piles={"Frank": "porticus"}, scores={"Ani": 5}, last_turns=2)
    table.go(
        "Ani play porticus, Ani lock 1-2, Frank call, Ani play maria, Ani house 1, Frank play severus, Frank step 7, Frank stop"
    )
    assert table.match.outcome.scores == (4, 1, 0)
    assert table.match.outcome.sources[0]["porticus"] == 0
    assert table.match.outcome.sources[0]["called out"] == -1


@pytest.mark.rule("T16")
def test_callers_owe_nothing() -> None:
    """The game waits for the next player only; the others may call, the offender may not."""
    table = honour(4, piles={"Frank": "porticus"})
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.match.to_act == (1,)
    assert table.match.may_act == (1, 2, 3)
    assert [str(action) for action in table.match.legal(2)] == ["call"]
    assert table.match.why_not(2, "call") is None and "no repeated card" in str(table.match.why_not(0, "call"))
    assert "call" in [str(action) for action in table.match.legal(1)]
    assert table.match.legal(0) == []


@pytest.mark.rule("T16")
def test_a_match_without_a_past_has_nothing_to_call_out() -> None:
    """One that begins after the offence cannot take it back: there it stands."""
    table = honour(piles={"Frank": "porticus"})
    table.go("Ani play porticus, Ani lock 1-2")
    later = table.match.from_here()
    assert (later.may_act, later.view()["offender"]) == ((1,), None)
    assert "no repeated card" in str(later.why_not(2, "call"))
    assert table.match.may_act == (1, 2)


@pytest.mark.rule("T16", "T10")
def test_the_same_first_card_is_no_offence() -> None:
    table = first_cards(table_rules="honour")
    table.go("Ani play porticus, Frank play porticus, Alex play porticus, Ani lock 1-2, Frank lock 1-3")
    assert table.seen["offender"] is None
    assert "no repeated card" in table.refused("Ani call")


@pytest.mark.rule("T16")
def test_a_match_with_a_call_can_be_replayed() -> None:
    """Its record holds the repeated card, the call and what followed."""
    table = first_cards(table_rules="honour")
    table.go("Ani play porticus, Frank play severus, Alex play maria")
    table.go("Ani lock 1-2, Frank step 7, Frank stop, Alex house 1")
    table.go("Ani play maria, Ani house 2, Alex call, Ani play lucas")
    again = commandery.replay(table.match.record())
    assert again.state == table.match.state
    assert [str(move.action) for move in again.history][-4:-1] == ["play maria", "house 2", "call"]


@pytest.mark.rule("T16", "T13")
def test_the_bells_are_never_an_offence() -> None:
    table = honour()
    table.go("Ani play bells, Frank play bells")
    assert table.seen["offender"] is None


@pytest.mark.rule("T16", "T14")
def test_other_rules_hold_at_an_honour_table() -> None:
    """Cards not in hand are not offered."""
    table = honour(piles={"Ani": "lucas josua", "Frank": "maria"})
    assert table.choices("play") == [card for card in CARDS if card not in ("lucas", "josua")]


@pytest.mark.rule("T16")
@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_a_bot_plays_only_legal_cards(spec: str) -> None:
    """Of Ani's cards Anselmus, Josua and Maria show on the piles of others."""
    piles = {"Ani": "benjamin stephanus porticus remigius severus", "Frank": "anselmus", "Alex": "josua", "Eva": "maria"}
    chosen = set()
    for seed in range(20):
        table = honour(4, piles=piles, at={"Ani": 2}, stock={"Ani": "a a"})
        chosen.add(str(make_bot(spec, seed).choose(Sight(table.match, 0))))
    assert chosen <= {"play lucas", "play bells"}


@pytest.mark.rule("T16")
@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_a_bot_calls_what_it_sees(spec: str) -> None:
    """Ani has repeated Frank's card, Alex is a bot that could only call."""
    table = honour(piles={"Frank": "porticus"})
    table.go("Ani play porticus, Ani lock 1-2")
    assert str(make_bot(spec, 0).choose(Sight(table.match, 2))) == "call"
