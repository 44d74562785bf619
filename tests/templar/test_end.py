"""The end: what brings it (T90, T91, T96), the final scoring (T92, T93, T95), and who wins (T94)."""

from __future__ import annotations

import pytest

import commandery
from commandery import BadOption
from position import told
from templar.table import Play, Table, rules

ALL_ROOMS = dict.fromkeys(range(1, 8), "Ani 1a") | dict.fromkeys(range(8, 14), "Ani 1b")
"""Ani has something in each of the 13 rooms."""


def pass_turn(table: Play) -> None:
    """Who is to act rings The Bells."""
    name = table.to_act
    if table.phase == "portal":
        table.go(f"{name} portal main")
    table.go(f"{name} play bells")


@pytest.mark.rule("T90")
def test_a_refill_that_the_bag_cannot_complete() -> None:
    """Three tiles should come, two are left, and there is room."""
    table = Table(piles={"Ani": "anselmus"}, bag="a b")
    table.go("Ani play bells")
    assert told(table.tiles("a"), "last_round") == []
    events = table.tiles("b")
    assert told(events, "bag_empty") == told(events, "last_round") == [{"seat": 0}]
    assert (table.to_act, table.seen["last_turns"]) == ("Frank", 3)
    assert len(table.player("Ani")["hand"]) == 10


@pytest.mark.rule("T90")
def test_an_empty_bag_from_the_beginning() -> None:
    table = Table(piles={"Ani": "anselmus"}, bag="")
    events = table.go("Ani play bells")
    assert told(events, "last_round") == [{"seat": 0}]


@pytest.mark.rule("T90")
def test_the_last_tile_that_was_wanted_ends_nothing() -> None:
    """Three should come and three are left: all are placed, though the bag is empty now."""
    table = Table(piles={"Ani": "anselmus"}, bag="a b c")
    table.go("Ani play bells")
    table.tiles("a b c")
    assert (table.bag, table.seen["last_turns"], table.to_act) == ("", 0, "Frank")


@pytest.mark.rule("T90")
def test_full_storehouses_end_nothing() -> None:
    """The bag is empty, but no storehouse has room."""
    table = Table(piles={"Ani": "anselmus"}, bag="", houses=("a b b c",) * 6)
    events = table.go("Ani play bells")
    assert told(events, "last_round") == []
    table = Table(piles={"Ani": "anselmus"}, bag="a", houses=(*("a b b c",) * 5, "b b c"))
    table.go("Ani play bells")
    assert told(table.tiles("a"), "last_round") == []


@pytest.mark.rule("T90")
def test_valuables_in_all_rooms_can_be_announced() -> None:
    """At the end of the own turn; scored ones and other kinds count."""
    rooms = {**ALL_ROOMS, 5: "Ani chalice*", 3: "Ani book", 4: "Ani 1a*"}
    table = Table(rooms=rooms)
    table.go("Ani play porticus, Ani lock 1-2")
    assert (table.phase, table.to_act, table.offered) == ("announcing", "Ani", ["stop", "announce"])
    events = table.go("Ani announce")
    assert told(events, "announced") == told(events, "last_round") == [{"seat": 0}]
    assert (table.to_act, table.seen["last_turns"]) == ("Frank", 3)


@pytest.mark.rule("T90")
def test_with_the_valuable_just_stashed() -> None:
    """Room 6 is the last one."""
    rooms = {room: piece for room, piece in ALL_ROOMS.items() if room != 6}
    table = Table(rooms=rooms, at={"Ani": 5}, stock={"Ani": "a"}, severus=13)
    table.go("Ani play anselmus, Ani step 6")
    assert "announce" not in table.offered
    table.go("Ani stash 1a")
    assert table.offered == ["stop", "announce"]


@pytest.mark.rule("T90")
def test_it_may_be_declined_and_is_offered_again() -> None:
    """Ani declines; nothing is triggered; at the end of her next turn she is asked again."""
    table = Table(rooms=ALL_ROOMS)
    table.go("Ani play porticus, Ani lock 1-2, Ani stop")
    assert (table.to_act, table.seen["last_turns"]) == ("Frank", 0)
    table.go("Frank play bells, Alex play bells, Ani play severus, Ani step 7, Ani stop")
    assert (table.phase, table.offered) == ("announcing", ["stop", "announce"])


@pytest.mark.rule("T90")
def test_not_on_anothers_turn_and_not_with_twelve_rooms() -> None:
    """Frank completes nothing for himself; Ani's rooms are not his to announce."""
    table = Table(turn="Frank", rooms=ALL_ROOMS)
    table.go("Frank play porticus, Frank lock 1-2")
    assert table.to_act == "Alex"
    table = Table(rooms={room: piece for room, piece in ALL_ROOMS.items() if room != 9})
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.to_act == "Frank"


@pytest.mark.rule("T90")
def test_not_once_the_end_is_triggered() -> None:
    """Neither in the last round nor after the own Bells have just emptied the bag."""
    table = Table(rooms=ALL_ROOMS, last_turns=2)
    table.go("Ani play porticus, Ani lock 1-2")
    assert table.to_act == "Frank"
    table = Table(rooms=ALL_ROOMS, piles={"Ani": "anselmus"}, bag="")
    table.go("Ani play bells")
    assert table.to_act == "Frank"


@pytest.mark.rule("T90", "T40")
def test_a_ring_carried_away_takes_the_room_with_it() -> None:
    """Frank carries Ani's only piece out of room 6 to another room: she cannot announce."""
    table = Table(turn="Frank", at={"Frank": 6}, rooms=ALL_ROOMS, severus=13)
    table.go("Frank play benjamin, Frank pick 1.0, Frank step 7, Frank stash 1a, Frank stop")
    table.go("Alex play bells, Ani play porticus, Ani lock 1-2")
    assert table.to_act == "Frank"


@pytest.mark.rule("T91")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_takes_one_more_turn_the_one_who_triggered_it_last(players: int) -> None:
    """Frank triggers it; then all others clockwise, and Frank."""
    table = Table(players, turn="Frank", piles={"Frank": "anselmus"}, bag="", raphael="lucas" if players == 2 else "")
    table.go("Frank play bells")
    order = []
    while not table.match.over:
        if table.to_act == "chance":
            table.go("chance show maria" if table.seen["raphael"] != "maria" else "chance show josua")
            continue
        order.append(table.to_act)
        pass_turn(table)
    names = ["Ani", "Frank", "Alex", "Eva", "Tom"][:players]
    assert order == names[2:] + names[:2]
    assert table.to_act == "nobody"


@pytest.mark.rule("T91")
def test_after_an_announcement_too() -> None:
    table = Table(rooms=ALL_ROOMS)
    table.go("Ani play porticus, Ani lock 1-2, Ani announce, Frank play bells, Alex play bells")
    assert (table.to_act, table.seen["last_turns"]) == ("Ani", 1)
    table.go("Ani play bells")
    table.tiles("a " * 6)
    assert table.match.over


@pytest.mark.rule("T91", "T90")
def test_a_second_trigger_changes_nothing() -> None:
    """Frank's Bells find the bag empty too."""
    table = Table(piles={"Ani": "anselmus", "Frank": "lucas"}, bag="")
    table.go("Ani play bells")
    events = table.go("Frank play bells")
    assert told(events, "last_round") == []
    assert table.seen["last_turns"] == 2
    table.go("Alex play bells, Ani play bells")
    assert table.match.over


@pytest.mark.rule("T91", "T25")
def test_the_last_turns_are_complete_ones() -> None:
    """Out of the harbor first, then a card carried out to its end."""
    table = Table(at={"Ani": "house 1"}, last_turns=1, remigius=2, vitus=1, rooms={6: "Frank chalice"})
    table.go("Ani portal side, Ani play remigius, Ani step 6, Ani stop")
    assert table.match.over
    assert table.match.outcome.scores == (0, 5, 0)


def final(**position: object) -> Table:
    """The last turn of the game has been taken, without points."""
    table = Table(**{"last_turns": 1, **position})
    table.go("Ani play bells")
    assert table.match.over
    return table


@pytest.mark.rule("T92")
@pytest.mark.parametrize("severus", [13, 8])
def test_unscored_rings_in_the_church(severus: int) -> None:
    """2 points each for their owners, wherever Severus is; scored ones, books and chalices give none."""
    table = final(rooms={13: "Ani 1a, Ani 1a*, Ani 2b, Frank 2b, Ani book, Alex chalice", 2: "Alex 1c"}, severus=severus)
    assert table.match.outcome.scores == (4, 2, 0)
    assert [sources["church rings"] for sources in table.match.outcome.sources] == [4, 2, 0]


@pytest.mark.rule("T93")
@pytest.mark.parametrize(
    ("rooms", "points"),
    [(0, 0), (1, 0), (6, 0), (7, 4), (8, 5), (9, 6), (10, 8), (11, 11), (12, 15), (13, 20)],
)
def test_rooms_that_hold_own_valuables(rooms: int, points: int) -> None:
    """Scored or not; rings in the church are scored here, so that they give nothing else."""
    pieces = {**ALL_ROOMS, 13: "Ani 1b*", 7: "Ani chalice*", 3: "Ani book"}
    table = final(rooms={room: pieces[room] for room in list(pieces)[:rooms]})
    assert table.match.outcome.scores == (points, 0, 0)
    assert table.match.outcome.sources[0]["rooms"] == points


@pytest.mark.rule("T93")
def test_several_pieces_in_a_room_count_once() -> None:
    pieces = dict.fromkeys(range(1, 7), "Ani 1a")
    assert final(rooms={**pieces, 2: "Ani 1a, Ani 2b, Ani chalice"}).match.outcome.scores[0] == 0


@pytest.mark.rule("T93", "T92")
def test_others_pieces_do_not_count() -> None:
    """Frank has seven rooms, Ani six; both are in the church."""
    pieces = dict.fromkeys(range(1, 6), "Ani 1a, Frank 1a")
    table = final(rooms={**pieces, 6: "Frank 1a", 13: "Ani 1a, Frank 1a"})
    assert table.match.outcome.scores == (2, 6, 0)


@pytest.mark.rule("T92", "T93")
def test_final_scoring_is_told() -> None:
    table = final(rooms={13: "Ani 1a"}, scores={"Frank": 3})
    log = table.match.log()
    assert told(log, "church_rings") == [
        {"seat": seat, "points": 2 * rings, "count": rings} for seat, rings in enumerate((1, 0, 0))
    ]
    assert [event["count"] for event in told(log, "full_rooms")] == [1, 0, 0]
    assert [event["points"] for event in told(log, "finished")] == [2, 3, 0]


@pytest.mark.rule("T94")
def test_most_points_win() -> None:
    outcome = final(scores={"Ani": 10, "Frank": 12, "Alex": 3}).match.outcome
    assert (outcome.winners, outcome.ranks) == ((1,), (2, 1, 3))


@pytest.mark.rule("T94")
def test_ties_share_the_victory() -> None:
    """Frank and Alex; whatever else they have."""
    outcome = final(scores={"Ani": 10, "Frank": 12, "Alex": 10}, rooms={13: "Alex 1a"}).match.outcome
    assert outcome.scores == (10, 12, 12)
    assert (outcome.winners, outcome.ranks) == ((1, 2), (3, 1, 1))


@pytest.mark.rule("T95")
def test_scores_are_not_capped() -> None:
    """Beyond 80, and far beyond."""
    table = final(scores={"Ani": 79, "Frank": 80, "Alex": 310}, rooms={13: "Ani 1a, Frank 1a, Alex 1a"})
    assert table.match.outcome.scores == (81, 82, 312)


@pytest.mark.rule("T96")
def test_after_120_rounds_the_game_ends() -> None:
    """With final scoring and without a last round."""
    assert rules().options["rounds"] == 120
    table = Table(round=120, turn="Frank", rooms={13: "Ani 1a"})
    table.go("Frank play bells")
    assert not table.match.over
    events = table.go("Alex play bells")
    assert table.match.over
    assert told(events, "last_round") == []
    assert table.match.outcome.scores == (2, 0, 0)


@pytest.mark.rule("T96")
def test_not_before() -> None:
    table = Table(round=119, turn="Alex")
    table.go("Alex play bells")
    assert (table.seen["round"], table.to_act) == (120, "Ani")


@pytest.mark.rule("T96", "T91")
def test_it_cuts_a_last_round_short() -> None:
    """Frank triggered the end in round 120: Alex is the last to act."""
    table = Table(round=120, turn="Frank", piles={"Frank": "anselmus"}, bag="")
    table.go("Frank play bells, Alex play bells")
    assert table.match.over


@pytest.mark.rule("T96")
@pytest.mark.parametrize("start", ["Ani", "Alex"])
def test_a_round_ends_before_the_start_player(start: str) -> None:
    last = {"Ani": "Alex", "Alex": "Frank"}[start]
    table = Table(round=7, rounds=7, start=start, turn=last)
    table.go(f"{last} play bells")
    assert table.match.over


@pytest.mark.rule("T96")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_number_is_an_option(rounds: int) -> None:
    """A whole game of so many rounds, nobody doing anything but ringing The Bells."""
    match = commandery.game("templar", players=3, rounds=rounds, first_game=True, start=0).start(seed=5)
    decisions = 0
    while not match.over:
        seat = match.to_act[0]
        offered = [str(action) for action in match.legal(seat)]
        match.play(seat, "play bells" if "play bells" in offered else "rings ab")
        decisions += "play bells" in offered
    assert decisions == 3 * rounds
    assert match.view()["round"] == rounds


@pytest.mark.rule("T96")
@pytest.mark.parametrize("rounds", [0, 1001, 2.5, "many"])
def test_other_numbers_of_rounds_are_refused(rounds: object) -> None:
    with pytest.raises(BadOption, match="a whole number from 1 to 1000"):
        commandery.game("templar", rounds=rounds)
