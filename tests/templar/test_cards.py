"""Turn order and cards: the secret first round (T10), later rounds (T11), what may be played (T12-T14), what is seen (T15)."""

from __future__ import annotations

from random import Random

import pytest

from position import told
from templar.table import CARDS, NAMES, Table, abbey, first_cards

LEAF = "1-2 1-3 1-12 2-3 2-6 2-11 3-4 4-5 5-6 6-7 7-8 8-9 9-10 9-13 10-11 11-12"
"""Passages of a board on which 9-13 is the only way into room 13."""


@pytest.mark.rule("T10")
def test_all_owe_a_first_card() -> None:
    """Nobody waits for anybody; who has chosen owes nothing any more."""
    table = first_cards(start="Frank")
    assert table.to_act == "Ani Frank Alex"
    table.go("Alex play lucas")
    assert table.to_act == "Ani Frank"
    table.go("Frank play lucas")
    assert table.to_act == "Ani"
    assert table.seen["round"] == 0


@pytest.mark.rule("T10")
def test_the_choice_can_be_changed_until_the_last_has_chosen() -> None:
    """Ani changes twice; only the last choice is revealed."""
    table = first_cards()
    table.go("Ani play lucas, Frank play maria, Ani play josua")
    assert table.refused("Ani play josua") == "play josua is chosen already"
    assert set(table.match.may_act) == {0, 1, 2}
    table.go("Ani play porticus")
    events = table.go("Alex play bells")
    assert [(NAMES[event["seat"]], CARDS[event["card"]]) for event in told(events, "revealed")] == [
        ("Ani", "porticus"), ("Frank", "maria"), ("Alex", "bells"),
    ]  # fmt: skip
    assert "does not answer" in table.refused("Ani play lucas")


@pytest.mark.rule("T10")
def test_first_cards_are_carried_out_clockwise_from_the_start_player() -> None:
    """Frank starts, then Alex, then Ani; round 1."""
    table = first_cards(start="Frank")
    table.go("Ani play porticus, Frank play maria, Alex play severus")
    assert (table.seen["round"], table.to_act, table.seen["card"]) == (1, "Frank", "maria")
    table.go("Frank house 1")
    assert (table.to_act, table.seen["card"]) == ("Alex", "severus")
    table.go("Alex step 2, Alex stop")
    assert (table.to_act, table.seen["card"]) == ("Ani", "porticus")
    table.go("Ani lock 1-2")
    assert (table.seen["round"], table.phase, table.to_act) == (2, "portal", "Frank")


@pytest.mark.rule("T10")
def test_the_same_card_may_show_twice_in_the_first_round_only() -> None:
    """Frank and Alex both play Severus; in the second round Ani cannot, and once she shows Maria neither can they."""
    table = first_cards()
    table.go("Ani play porticus, Frank play severus, Alex play severus")
    table.go("Ani lock 1-2, Frank step 7, Frank stop, Alex step 8, Alex stop")
    assert [player["top"] for player in table.seen["players"]] == ["porticus", "severus", "severus"]
    assert table.scores == (1, 1, 1)
    assert "shows on another pile" in table.refused("Ani play severus")
    table.go("Ani play maria, Ani house 5")
    assert "shows on another pile" in table.refused("Frank play maria")


@pytest.mark.rule("T10")
def test_a_revealed_bells_lies_open_until_its_owners_turn() -> None:
    """Everybody sees Alex's Bells while Ani and Frank act; then it is carried out and gone."""
    table = first_cards()
    table.go("Ani play porticus, Frank play porticus, Alex play bells")
    assert [player["sealed"] for player in table.seen["players"]] == [None, "porticus", "bells"]
    table.go("Ani lock 1-2")
    assert [player["sealed"] for player in table.match.view(1)["players"]] == [None, None, "bells"]
    table.go("Frank lock 1-3")
    assert [player["sealed"] for player in table.seen["players"]] == [None] * 3
    assert table.player("Alex")["top"] is None
    assert table.hand("Alex") == " ".join(CARDS)


@pytest.mark.rule("T10", "T15")
def test_a_revealed_first_card_is_no_longer_in_hand() -> None:
    """Nor is it barred, though Ani shows the same one. As long as it was secret, nobody else saw it missing."""
    table = first_cards()
    table.go("Ani play porticus, Frank play porticus")
    assert all(player["hand"] == list(CARDS) for player in table.match.view(1)["players"])
    words = table.match.game.kind.describe_table(table.match.view(0), ["Ani", "Frank", "Alex"], "en")
    assert "First cards: Ani Porticus, Frank ?" in words
    table.go("Alex play porticus, Ani lock 1-2")
    left = [card for card in CARDS if card != "porticus"]
    for seat in (None, 0, 2):
        players = table.match.view(seat)["players"]
        assert [(player["hand"], player["barred"]) for player in players] == [(left, [])] * 3
    words = table.match.game.kind.describe_table(table.match.view(0), ["Ani", "Frank", "Alex"], "en")
    assert "First cards: Alex Porticus" in words  # Frank's is being carried out
    hands = table.match.game.kind.observation.named(table.match.observe(0))["hand"]
    assert hands[:3].sum(axis=1).tolist() == [9, 9, 9]


@pytest.mark.rule("T11")
def test_one_card_each_clockwise_round_after_round() -> None:
    """Frank started; the third round begins with him again."""
    table = Table(start="Frank", turn="Frank")
    order = []
    for card in ("porticus", "severus", "maria"):
        order.append(table.to_act)
        follow = {"porticus": "lock 1-2", "severus": "step 7", "maria": "house 1"}[card]
        table.go(f"{table.to_act} play {card}")
        table.go(f"{order[-1]} {follow}")
        if card == "severus":
            table.go(f"{order[-1]} stop")
    assert order == ["Frank", "Alex", "Ani"]
    assert (table.to_act, table.seen["round"]) == ("Frank", 3)


@pytest.mark.rule("T11")
def test_only_the_top_of_a_pile_shows() -> None:
    """Ani's pile grows: her hand shrinks, the last card shows."""
    table = Table(piles={"Ani": "lucas maria"})
    assert table.player("Ani")["top"] == "maria"
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.player("Ani")["top"] == "porticus"
    assert table.hand("Ani") == "anselmus josua benjamin stephanus remigius severus bells"


@pytest.mark.rule("T11")
def test_a_card_is_carried_out_before_the_next_player_plays() -> None:
    table = Table()
    table.go("Ani play josua")
    assert table.to_act == "Ani"
    assert table.refused("Frank play lucas") == "it is not seat 1's turn, but seat 0's"
    table.go("Ani step 1, Ani stop")
    assert table.to_act == "Frank"


@pytest.mark.rule("T12")
def test_a_card_on_top_of_anothers_pile_cannot_be_played() -> None:
    """Frank shows Lucas, Alex Josua: neither is for Ani; what lies below is free."""
    table = Table(piles={"Frank": "maria lucas", "Alex": "josua"})
    assert table.choices("play") == [card for card in CARDS if card not in ("lucas", "josua")]
    assert table.refused("Ani play lucas") == "play lucas: that card shows on another pile; play one that does not"
    assert [player["barred"] for player in table.seen["players"]] == [["josua", "lucas"], ["josua"], ["lucas"]]


@pytest.mark.rule("T12", "T102")
def test_nor_the_one_that_shows_on_raphaels() -> None:
    table = Table(2, raphael="maria severus", piles={"Frank": "lucas"})
    assert table.choices("play") == [card for card in CARDS if card not in ("severus", "lucas")]
    assert "shows on another pile" in table.refused("Ani play severus")


@pytest.mark.rule("T12")
def test_a_played_card_is_not_in_hand() -> None:
    table = Table(piles={"Ani": "lucas maria"})
    assert table.refused("Ani play lucas") == "play lucas: that card is not in hand"


@pytest.mark.rule("T13")
def test_the_bells_never_show() -> None:
    """One after the other may ring them."""
    table = Table()
    table.go("Ani play bells, Frank play bells, Alex play bells")
    assert [player["top"] for player in table.seen["players"]] == [None] * 3
    assert "bells" in table.choices("play")


@pytest.mark.rule("T13")
def test_the_bells_can_always_be_played() -> None:
    """Ani has two cards left besides, and both show elsewhere."""
    pile = "anselmus benjamin maria stephanus porticus remigius severus"
    table = Table(piles={"Ani": pile, "Frank": "josua", "Alex": "lucas"})
    assert table.hand("Ani") == "josua lucas bells"
    assert table.offered == ["play bells"]


@pytest.mark.rule("T14")
def test_a_token_locked_in_cannot_walk() -> None:
    """On a board where room 13 has one passage, and it is locked: no card that moves the token can be played."""
    table = Table(board=abbey(passages=LEAF), at={"Ani": 13})
    assert table.choices("play") == ["maria", "porticus", "remigius", "severus", "bells"]
    assert table.refused("Ani play stephanus") == "play stephanus: the piece that it moves has nowhere to go"


@pytest.mark.rule("T14")
def test_severus_and_remigius_locked_in_cannot_be_called() -> None:
    """Each of them alone."""
    for figure in ("severus", "remigius"):
        table = Table(board=abbey(passages=LEAF), **{figure: 13})
        assert table.choices("play") == [card for card in CARDS if card != figure]
        assert "nowhere to go" in table.refused(f"Ani play {figure}")


@pytest.mark.rule("T14")
def test_at_the_secret_choice_too() -> None:
    """Severus has been placed behind the door."""
    table = first_cards(board=abbey(passages=LEAF), figures="1 2 13")
    assert table.choices("play") == [card for card in CARDS if card != "severus"]
    assert "nowhere to go" in table.refused("Ani play severus")


@pytest.mark.rule("T14")
def test_locked_in_after_the_secret_choice() -> None:
    """Ani's door locks Severus in before Frank's turn: Frank's card has no effect, no point, but it shows and blocks."""
    table = first_cards(board=abbey(passages=LEAF, door="4-5"), figures="1 2 13")
    table.go("Ani play porticus, Frank play severus, Alex play maria")
    events = table.go("Ani lock 9-13")
    assert told(events, "no_effect") == [{"seat": 1, "card": CARDS.index("severus")}]
    assert (table.to_act, table.scores, table.seen["severus"]) == ("Alex", (1, 0, 0), "room 13")
    assert table.player("Frank")["top"] == "severus"
    assert "severus" not in table.hand("Frank")


@pytest.mark.rule("T14", "T81", "T82")
def test_remigius_locked_in_after_the_secret_choice() -> None:
    """He does not move, Vitus stays where he is, and nothing scores."""
    table = first_cards(board=abbey(passages=LEAF, door="4-5"), figures="13 9 1")
    table.go("Ani play porticus, Frank play remigius, Alex play maria")
    events = table.go("Ani lock 9-13")
    assert told(events, "no_effect") == [{"seat": 1, "card": CARDS.index("remigius")}]
    assert (table.seen["remigius"], table.seen["vitus"], table.to_act) == ("room 13", "room 9", "Alex")
    assert (table.scores, table.player("Frank")["top"]) == ((1, 0, 0), "remigius")


@pytest.mark.rule("T14", "T70", "T12")
def test_a_card_without_effect_blocks_and_counts_for_the_bells() -> None:
    """Frank's Severus shows: once the way is open again Alex still cannot play it. Then 6 tiles arrive for it."""
    table = first_cards(board=abbey(passages=LEAF, door="4-5", first_tiles=(0,) * 6), figures="1 2 13")
    table.go("Ani play porticus, Frank play severus, Alex play porticus, Ani lock 9-13, Alex lock 4-5")
    assert "shows on another pile" in table.refused("Ani play severus")
    table.go("Ani play maria, Ani house 6")
    events = table.go("Frank play bells")
    assert told(events, "arriving") == [{"seat": 1, "count": 6}]


@pytest.mark.rule("T14")
def test_the_standard_board_never_locks_anybody_in() -> None:
    """Wherever the door and the figures are, Severus and a token can move; Remigius too, wherever Vitus is beside him."""
    for door in [passage.name for passage in Table().match.game.board.passages]:
        for room in range(1, 14):
            for vitus in range(1, 14):
                if vitus != room:
                    table = Table(at={"Ani": room}, severus=room, remigius=room, vitus=vitus, door=door)
                    assert len(table.choices("play")) == 10, (door, room, vitus)


@pytest.mark.rule("T15")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_what_everybody_sees(seat: int | None) -> None:
    """Stocks, reserves, scores, tops, hands, and the bag: the same for every seat and for spectators."""
    table = Table(
        scores={"Ani": 7}, piles={"Frank": "josua lucas"}, stock={"Alex": "chalice a"}, bag="chalice book a a", round=9
    )
    view = table.match.view(seat)
    assert [player["score"] for player in view["players"]] == [7, 0, 0]
    assert view["players"][1]["top"] == "lucas"
    assert [len(player["hand"]) for player in view["players"]] == [10, 8, 10]
    assert view["players"][1]["hand"] == [card for card in CARDS if card not in ("josua", "lucas")]
    assert view["players"][2]["stock"]["chalice"] == view["players"][2]["stock"]["a"] == 1
    assert sum(view["bag"].values()) == 4
    assert {**view, "seat": None} == table.seen


@pytest.mark.rule("T15")
def test_a_secret_card_shows_only_as_chosen() -> None:
    """Ani sees hers, the others see that she has chosen; so do their logs. After the reveal all see all."""
    table = first_cards()
    table.go("Ani play lucas")
    assert [table.match.view(seat)["players"][0]["sealed"] for seat in (0, 1, 2, None)] == ["lucas", True, True, True]
    assert [player["sealed"] for player in table.match.view(0)["players"]] == ["lucas", None, None]
    assert [told(table.match.log(seat), "chosen")[0]["card"] for seat in (0, 1, None)] == [CARDS.index("lucas"), None, None]
    table.go("Frank play maria, Alex play maria")
    assert [player["sealed"] for player in table.match.view(2)["players"]] == [None, "maria", "maria"]


@pytest.mark.rule("T15")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_view_does_not_depend_on_secret_cards(seat: int | None) -> None:
    """Whatever the others have chosen, the view of a seat is the same."""
    table = first_cards()
    table.go("Ani play lucas, Frank play maria" if seat != 1 else "Frank play maria, Alex play lucas")
    game, before = table.match.game, table.match.view(seat)
    positions = [table.match.state_array() for _ in range(8)]
    for seed, other in enumerate(positions):
        game.kind.scramble(game.world, other, seat, Random(seed).randrange)
        assert game.kind.view(game.board, game.world, other, seat) == before
    assert len({other.tobytes() for other in positions}) > 1
