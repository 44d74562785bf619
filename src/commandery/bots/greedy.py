"""Template: the greedy choice of any game: a turn of one's own looked through to its end, judged by the game's own estimate.

A turn is a chain of small decisions; the choice is the first link of the chain that leads to the best position. What chance
does in between is drawn a few times. See `core.specialise`.
"""

from __future__ import annotations

from typing import Any

from commandery.core.bits import first
from commandery.core.contract import CHANCE, MOST_LEGAL, apply, estimate, legal, may_act, pick, redeal, to_act
from commandery.core.kernel import kernel, spliced
from commandery.core.layout import Cells

__all__ = ["BEST", "POSITIONS", "end_of_turn", "greedy", "greedy_choice", "play_turn"]

TEMPLATE = True
_DEPTH = 8  # decisions of a turn that are looked through
BEST = _DEPTH + 2
"""Where `end_of_turn` leaves the best position it has found."""
_CHOSEN = BEST + 1  # where the best of several ends of turns is kept
POSITIONS = BEST + 2
"""How many positions ``trial`` has room for."""
_LEAVES = 150  # positions judged for each first action at most
_DRAWS = 4  # how often chance is drawn to judge what it does
_WORST = -(1 << 40)


@spliced
def _after_chance(w: Any, trial: Any, depth: int, seat: int, rng: Cells) -> int:
    """The mean estimate of ``trial[depth]`` over a few draws of what chance does next."""
    total = 0
    for _ in range(_DRAWS):
        trial[depth + 1] = trial[depth]
        s = trial[depth + 1]
        while to_act(w, s) == 1 << CHANCE:
            apply(w, s, CHANCE, pick(w, s, CHANCE, rng), None)
        total += estimate(w, s, seat)
    return total // _DRAWS


@spliced
def _offered(w: Any, s: Any, seat: int, out: Cells, room: Cells, at: int) -> int:
    """What the seat may do, from ``room[at]`` on, and how much it is."""
    n = legal(w, s, seat, out)
    for i in range(n):
        room[at + i] = out[i]
    return n


@kernel
def end_of_turn(w: Any, trial: Any, seat: int, most: int, out: Cells, room: Cells, rng: Cells) -> int:
    """The best estimate that the rest of the turn in ``trial[1]`` can lead to, and in ``trial[BEST]`` the position; after
    ``most`` positions the turn is not followed further. ``room`` is a row for each decision: the next of its actions, how many
    there are, and these."""
    best = _WORST
    leaves = 0
    depth = 1
    fresh = True
    while depth > 0:
        row = depth * (MOST_LEGAL + 2)
        if fresh:
            seats = to_act(w, trial[depth])
            if seats != 1 << seat or may_act(w, trial[depth]) != seats or depth == _DEPTH or leaves >= most:
                if seats == 1 << CHANCE:
                    value = _after_chance(w, trial, depth, seat, rng)
                else:
                    value = estimate(w, trial[depth], seat)
                if value > best:
                    best = value
                    trial[BEST] = trial[depth]
                leaves += 1
                depth -= 1
                fresh = False
                continue
            room[row] = 0
            room[row + 1] = _offered(w, trial[depth], seat, out, room, row + 2)
        if room[row] == room[row + 1]:
            depth -= 1
            fresh = False
            continue
        action = room[row + 2 + room[row]]
        room[row] += 1
        trial[depth + 1] = trial[depth]
        depth += 1
        apply(w, trial[depth], seat, action, None)
        fresh = True
    return best


@spliced
def _best_action(w: Any, s: Any, seat: int, n: int, most: int, trial: Any, out: Cells, room: Cells, rng: Cells) -> int:
    """Of the ``n`` actions in row 0 of ``room`` the one whose turn can end best, and in ``trial[_CHOSEN]`` this end; of equals
    the first, so passing first. ``most`` positions are judged for each."""
    best = 0
    value = _WORST
    for i in range(n):
        trial[1] = s
        apply(w, trial[1], seat, room[i], None)
        end = end_of_turn(w, trial, seat, most, out, room, rng)
        if end > value:
            value = end
            best = room[i]
            trial[_CHOSEN] = trial[BEST]
    return best


@spliced
def play_turn(w: Any, states: Any, most: int, trial: Any, out: Cells, room: Cells, rng: Cells) -> bool:
    """Let chance act, then carry out the turn of whoever is to act, as far as it goes, by its best end: ``most`` positions are
    judged for each first action. A choice that others make too is made at random. False when the game is over."""
    s = states[0]
    while to_act(w, s) == 1 << CHANCE:
        apply(w, s, CHANCE, pick(w, s, CHANCE, rng), None)
    seats = to_act(w, s)
    if seats == 0:
        return False
    seat = first(seats)
    if may_act(w, s) != 1 << seat:
        apply(w, s, seat, pick(w, s, seat, rng), None)
        return True
    _best_action(w, s, seat, _offered(w, s, seat, out, room, 0), most, trial, out, room, rng)
    states[0] = trial[_CHOSEN]
    return True


@spliced
def greedy(w: Any, s: Any, seat: int, rng: Cells, out: Cells, trial: Any, room: Cells) -> int:
    """The greedy choice in a state that the seat may imagine."""
    trial[0] = s
    redeal(w, trial[0], seat, rng)
    n = _offered(w, trial[0], seat, out, room, 0)
    return out[0] if n == 1 else _best_action(w, trial[0], seat, n, _LEAVES, trial, out, room, rng)


@kernel
def greedy_choice(world: Any, trial: Any, seat: int, n: int, out: Cells, room: Cells, rng: Cells) -> int:
    """The greedy choice in the imagined state ``trial[0]``, for calls from Python."""
    return _best_action(world[0], trial[0], seat, n, _LEAVES, trial, out, room, rng)
