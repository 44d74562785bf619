"""Template: information-set Monte Carlo tree search for any game, 2 to 5 players. See `core.specialise`.

Each simulation begins in a state that the searching seat may imagine. A place in the tree is an information set of the seat
that is to act there: what has happened openly since the root, and what that seat has chosen secretly itself; so nobody, the
searching seat included, makes a choice depend on what is sealed. Outcomes of chance are drawn, not chosen. Every seat maximises
its own result.

The tree is one open-addressing table of whole numbers: a row for each place and each action at a place. Where RAVE is wanted a
second table, with the same rows, keeps what an action brought when its seat did it at a place or later. Nothing is allocated.
"""

from __future__ import annotations

import math
from typing import Any

from commandery.bots.greedy import BEST, end_of_turn, play_turn
from commandery.core.bits import first
from commandery.core.contract import (
    CHANCE,
    SEATS,
    SPREAD,
    apply,
    estimate,
    legal,
    may_act,
    pick,
    ranking,
    redeal,
    score,
    to_act,
)
from commandery.core.kernel import kernel, spliced
from commandery.core.layout import Cells, Grid

__all__ = [
    "AHEAD", "BIAS", "COUNT", "DECISIONS", "EXPLORE", "LENGTH", "MOST_DEPTH", "ONE", "RAVE", "ROOT", "SETTINGS", "SIMULATIONS",
    "STEP", "TURNS", "WIDTH", "follow", "lead", "root_visits", "search",
]  # fmt: skip

TEMPLATE = True

ONE = 1 << 20
"""A reward of 1."""
MOST_DEPTH = 192
"""Places of the tree that one simulation goes through at most."""

# Columns of the table, of what was done later, and of the path of a simulation.
_KEY, _VISITS, _TOTAL, _PRIOR = 0, 1, 2, 3
_DONE, _BROUGHT = 0, 1
_PLACE_ROW, _ACTION_ROW, _SEAT, _PLACE, _ACTION, STEP = range(6)
_TRIES = 24  # rows looked at for a key

# Settings of a search.
EXPLORE, BIAS, AHEAD, LENGTH, TURNS, WIDTH, RAVE, SETTINGS = range(8)
# What a search counts.
SIMULATIONS, DECISIONS, COUNT = 0, 1, 2

_PRIME = (1 << 41) - 21
ROOT = 1
"""What has happened openly at the first root of a tree, as a key; `follow` gives the key after an open action."""


@kernel
def _mix(key: int, number: int) -> int:
    return (key * 1000003 + number + 11) % _PRIME


@kernel
def follow(public: int, action: int) -> int:
    """What has happened openly, as a key, after one more action."""
    return _mix(public, action)


@kernel
def _find(table: Grid, key: int) -> int:
    """The row of a key; minus one minus the row where it can be put; or minus the size of the table if there is no room."""
    size = len(table)
    row = (key * 40503) & (size - 1)
    for _ in range(_TRIES):
        if table[row, _KEY] == key:
            return row
        if table[row, _KEY] == 0:
            return -1 - row
        row = (row + 1) & (size - 1)
    return -1 - size


@kernel
def _squash(hundredths: int) -> int:
    """A lead as a reward between 0 and ONE; `contract.SPREAD` is a clear lead."""
    return int(ONE / (1.0 + math.exp(-hundredths / SPREAD)))


@spliced
def _reward(w: Any, s: Any, seat: int, points: Cells, ranks: Cells) -> int:
    """At the end: three quarters for the victory, shared if it is, one quarter for the margin. Before: by the estimate."""
    if to_act(w, s):
        return _squash(estimate(w, s, seat))
    score(w, s, points)
    ranking(w, s, ranks)
    mine = points[seat]
    best = -(1 << 30)
    winners = 0
    for other in range(SEATS):
        if ranks[other] == 0:
            continue
        winners += ranks[other] == 1
        if other != seat:
            best = max(best, points[other])
    won = 3 * ONE // winners if ranks[seat] == 1 else 0
    return (won + _squash(100 * (mine - best))) // 4


@spliced
def _grow(
    w: Any, states: Any, seat: int, place: int, table: Grid, actions: Cells, n: int, settings: Cells, trial: Any, out: Cells,
    room: Cells, rng: Cells,
) -> bool:  # fmt: skip
    """Put a place and its actions into the table, each action with the estimate after it, or with the best that the rest of its
    turn can lead to; whether there was room."""
    row = _find(table, place)
    if row >= 0 or row == -1 - len(table):
        return row >= 0
    table[-1 - row, _KEY] = place
    for i in range(n):
        row = _find(table, _mix(place, actions[i]))
        if row >= 0 or row == -1 - len(table):
            continue
        row = -1 - row
        table[row, _KEY] = _mix(place, actions[i])
        table[row, _PRIOR] = ONE // 2
        if settings[BIAS]:
            trial[1] = states[0]
            apply(w, trial[1], seat, actions[i], None)
            value = estimate(w, trial[1], seat)
            if settings[AHEAD]:
                value = end_of_turn(w, trial, seat, settings[AHEAD], out, room, rng)
            table[row, _PRIOR] = _squash(value)
    return True


@spliced
def _select(place_row: int, place: int, table: Grid, later: Grid, actions: Cells, n: int, settings: Cells, rng: Cells) -> int:
    """The number of the action to follow: by its mean reward, its prior as so many visits of it, how little it is known, and
    while that is so by what it brought whenever the seat did it later."""
    spread = settings[EXPLORE] / 1000.0 * math.sqrt(math.log(table[place_row, _VISITS] + 1.0))
    bias = settings[BIAS]
    rave = settings[RAVE]
    best = 0
    most = -1.0
    for i in range(n):
        row = _find(table, _mix(place, actions[i]))
        if row < 0:
            continue
        visits = table[row, _VISITS]
        if bias == 0 and visits == 0:
            value = 1e9 + (actions[i] * 7919 + rng[0]) % 1021  # untried ones first, in any order
        else:
            known = visits + bias
            value = (table[row, _TOTAL] + bias * table[row, _PRIOR]) / (ONE * float(known))
            if rave and later[row, _DONE]:
                weight = math.sqrt(rave / (3.0 * known + rave))
                value += weight * (later[row, _BROUGHT] / (ONE * float(later[row, _DONE])) - value)
            value += spread / math.sqrt(known)
        if value > most:
            most = value
            best = i
    return best


@spliced
def _play_on(w: Any, s: Any, length: int, rng: Cells) -> int:
    """Play on at random: ``length`` decisions, or to the end if negative, and what chance does then. How many decisions were
    made."""
    made = 0
    while True:
        seats = to_act(w, s)
        if seats == 0:
            return made
        seat = first(seats)
        if seat != CHANCE:
            if made == length:
                return made
            made += 1
        apply(w, s, seat, pick(w, s, seat, rng), None)


@spliced
def _choices_anew(w: Any, s: Any, seat: int, out: Cells) -> int:
    """All that a seat could have chosen which has already chosen secretly: what it may change to, and what it has, which is
    offered once it has changed to something else."""
    if legal(w, s, seat, out) == 0:
        return 0
    other = out[0]
    apply(w, s, seat, other, None)
    n = legal(w, s, seat, out)
    i = n
    while i > 0 and out[i - 1] > other:
        out[i] = out[i - 1]
        i -= 1
    out[i] = other
    return n + 1


@spliced
def _remember(table: Grid, later: Grid, path: Grid, step: int, depth: int, reward: int) -> None:
    """What the seat of a step did there and later is remembered at the step's place with what it brought."""
    for done in range(step, depth):
        if path[done, _SEAT] == path[step, _SEAT]:
            row = _find(table, _mix(path[step, _PLACE], path[done, _ACTION]))
            if row >= 0:
                later[row, _DONE] += 1
                later[row, _BROUGHT] += reward


@spliced
def _simulate(
    w: Any, states: Any, searcher: int, root: int, allowed: Cells, allowed_count: int, table: Grid, later: Grid, path: Grid,
    out: Cells, ranks: Cells, secret: Cells, settings: Cells, rng: Cells, counts: Cells, trial: Any, options: Cells,
    room: Cells,
) -> None:  # fmt: skip
    """One simulation in ``states[0]``, an imagined state: down the tree, one place further, then as the settings say: by turns
    of the greedy bot, at random, or judged at once."""
    s = states[0]
    public = root
    for seat in range(SEATS):
        secret[seat] = 0
    # Others who have already chosen secretly choose anew, whatever they can: the search finds out what they would.
    again = may_act(w, s) & ~to_act(w, s) & ~(1 << searcher)
    depth = 0
    growing = True
    while growing and depth < MOST_DEPTH:
        seats = again if again else to_act(w, s)
        if seats == 0:
            break
        seat = first(seats)
        anew = (again >> seat) & 1
        again &= ~(1 << seat)
        if seat == CHANCE:
            action = pick(w, s, seat, rng)
            apply(w, s, seat, action, None)
            public = follow(public, action)
            continue
        counts[DECISIONS] += 1
        n = _choices_anew(w, s, seat, out) if anew else legal(w, s, seat, out)
        place = _mix(_mix(public, seat), secret[seat])
        action = out[0]
        if seat == searcher and public == root and secret[seat] == 0:
            n = allowed_count
            for i in range(n):
                out[i] = allowed[i]
        if n > 1:
            row = _find(table, place)
            if row < 0:
                if not _grow(w, states, seat, place, table, out, n, settings, trial, options, room, rng):
                    break
                row = _find(table, place)
                growing = False
            action = out[_select(row, place, table, later, out, n, settings, rng)]
            path[depth, _PLACE_ROW] = row
            path[depth, _ACTION_ROW] = _find(table, _mix(place, action))
            path[depth, _SEAT] = seat
            path[depth, _PLACE] = place
            path[depth, _ACTION] = action
            depth += 1
        sealed = may_act(w, s) != to_act(w, s) or to_act(w, s) & (to_act(w, s) - 1) != 0
        apply(w, s, seat, action, None)
        if not sealed:
            public = follow(public, action)
            continue
        secret[seat] = _mix(secret[seat] + 1, action)
        if may_act(w, s) == to_act(w, s):  # all is revealed
            for other in range(SEATS):
                public = _mix(public, secret[other])
                secret[other] = 0
    if settings[AHEAD] and depth and to_act(w, s) == 1 << path[depth - 1, _SEAT]:
        trial[1] = s
        end_of_turn(w, trial, path[depth - 1, _SEAT], settings[AHEAD], options, room, rng)
        states[0] = trial[BEST]
    for _ in range(settings[TURNS]):
        if not play_turn(w, states, settings[WIDTH], trial, options, room, rng):
            break
    counts[DECISIONS] += _play_on(w, s, settings[LENGTH], rng)
    counts[SIMULATIONS] += 1
    known = 0
    for step in range(depth):
        seat = path[step, _SEAT]
        if not (known >> seat) & 1:
            known |= 1 << seat
            for other in range(SEATS):
                ranks[other] = 0
            secret[seat] = _reward(w, s, seat, out, ranks)
        table[path[step, _PLACE_ROW], _VISITS] += 1
        row = path[step, _ACTION_ROW]
        if row >= 0:
            table[row, _VISITS] += 1
            table[row, _TOTAL] += secret[seat]
        if settings[RAVE]:
            _remember(table, later, path, step, depth, secret[seat])


@kernel
def search(
    world: Any, position: Any, states: Any, seat: int, root: int, allowed: Cells, allowed_count: int, simulations: int,
    table: Grid, later: Grid, path: Grid, out: Cells, ranks: Cells, secret: Cells, settings: Cells, rng: Cells, counts: Cells,
    trial: Any, options: Cells, room: Cells,
) -> None:  # fmt: skip
    """So many simulations more from ``position[0]``, a state that looks right to ``seat``, which may do what is ``allowed``; in
    the tree it is at ``root``."""
    for _ in range(simulations):
        states[0] = position[0]
        redeal(world[0], states[0], seat, rng)
        _simulate(
            world[0], states, seat, root, allowed, allowed_count, table, later, path, out, ranks, secret, settings, rng, counts,
            trial, options, room,
        )  # fmt: skip


@kernel
def root_visits(table: Grid, root: int, seat: int, action: int, found: Cells) -> None:
    """How often the search has tried an action at the root, and the sum of what it brought."""
    row = _find(table, _mix(_mix(_mix(root, seat), 0), action))
    found[0] = table[row, _VISITS] if row >= 0 else 0
    found[1] = table[row, _TOTAL] if row >= 0 else 0


@kernel
def lead(table: Grid, root: int, seat: int, allowed: Cells, allowed_count: int) -> int:
    """By how many tries the action at the root that was tried most is ahead of the next."""
    most = second = 0
    for i in range(allowed_count):
        row = _find(table, _mix(_mix(_mix(root, seat), 0), allowed[i]))
        visits = table[row, _VISITS] if row >= 0 else 0
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second
