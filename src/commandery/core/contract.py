"""What a game's rules are to everybody else: the functions and sizes every game provides.

Templates (`specialise`) import these names; each game's own functions take their places. ``w`` is the read-only world of
a match (board, deck, options), ``s`` its state. Seats are numbered clockwise from 0; masks have bit ``seat`` set.
"""

from __future__ import annotations

from typing import Any

from commandery.core.layout import Cells, Grid

__all__ = [
    "ACTIONS",
    "CHANCE",
    "EVENT_WIDTH",
    "FILLS",
    "FUNCTIONS",
    "MOST_CHANCES",
    "MOST_LEGAL",
    "NOBODY",
    "OBSERVATION",
    "RECORD",
    "RECORD_WORDS",
    "SEATS",
    "SPREAD",
    "STATE",
    "WAIT",
    "apply",
    "broken",
    "chance",
    "estimate",
    "legal",
    "may_act",
    "observe",
    "pick",
    "ranking",
    "redeal",
    "refusal",
    "reset",
    "reveals",
    "score",
    "to_act",
]

CHANCE = 7
"""The seat that acts when something random has to happen."""
NOBODY = 8
"""No seat: whose turn it is when the game is over. ``1 << NOBODY`` falls outside every mask of seats."""
SEATS = 5
"""The most players any game has."""
WAIT = 0
"""The action id that means the same in every game: do nothing. No rules ever list it; environments use it."""
EVENT_WIDTH = 6
"""Numbers in one event: kind, seat, and up to four more."""

# Each game's own:
STATE: Any = None
"""The compiler's type of a state."""
RECORD: Any = None
"""NumPy's type of a state."""
RECORD_WORDS = 0
"""Its length in words of 8 bytes."""
ACTIONS = 0
"""How many action ids there are."""
MOST_LEGAL = 0
"""The longest list of legal actions."""
MOST_CHANCES = 0
"""The longest list of outcomes of chance."""
SPREAD = 1
"""How many hundredths of a point are a clear lead."""
OBSERVATION = 0
"""How many numbers an observation has."""
FILLS = False
"""Whether `observe` writes all of them."""


def reset(w: Any, s: Any) -> None:
    """Make the zeroed state ``s`` the first position of a game."""
    raise NotImplementedError


def to_act(w: Any, s: Any) -> int:
    """The mask of seats that owe a decision, CHANCE possibly alone among them; 0 when the game is over."""
    raise NotImplementedError


def may_act(w: Any, s: Any) -> int:
    """The mask of seats that may act: those of `to_act` and those nobody waits for."""
    raise NotImplementedError


def legal(w: Any, s: Any, seat: int, out: Cells) -> int:
    """List the actions of a seat in ``out``, ascending; how many. 0 for a seat that may not act, and for CHANCE."""
    raise NotImplementedError


def chance(w: Any, s: Any, out: Cells, weights: Cells) -> int:
    """List what can happen and how likely each is; how many. 0 unless CHANCE is to act."""
    raise NotImplementedError


def apply(w: Any, s: Any, seat: int, action: int, events: Grid | None) -> None:
    """Carry out a legal action (or outcome of chance), up to the next decision; facts are appended to ``events``, if any."""
    raise NotImplementedError


def pick(w: Any, s: Any, seat: int, rng: Cells) -> int:
    """The action that `legal` and one draw below its length give (for CHANCE: `chance` and one weighted draw), without
    the list."""
    raise NotImplementedError


def refusal(w: Any, s: Any, seat: int, action: int) -> int:
    """0 if the action is legal for the seat, else the number of the reason why not (see the game's ``text``)."""
    raise NotImplementedError


def reveals(w: Any, s: Any, seat: int, action: int) -> int:
    """Whether this legal action shows anybody something new, so that it cannot be taken back. Evaluated before `apply`."""
    raise NotImplementedError


def score(w: Any, s: Any, points: Cells) -> None:
    """The points of every seat; of a game that is not over, as far as they have been made."""
    raise NotImplementedError


def ranking(w: Any, s: Any, ranks: Cells) -> None:
    """The rank of every seat by those points, 1 the best, tied seats the same."""
    raise NotImplementedError


def redeal(w: Any, s: Any, seat: int, rng: Cells) -> None:
    """Draw anew, in place, everything that ``seat`` cannot know: a state that looks the same from there."""
    raise NotImplementedError


def broken(w: Any, s: Any) -> int:
    """0 if every invariant holds (nothing lost, nothing doubled), else the number of the first that does not."""
    raise NotImplementedError


def estimate(w: Any, s: Any, seat: int) -> int:
    """How well ``seat`` stands, in hundredths of a point against the others: a guess, for bots."""
    raise NotImplementedError


def observe(w: Any, s: Any, seat: int, out: Cells) -> None:
    """Write what ``seat`` sees into the row ``out``, as `GameKind.observation` says: zeroed before, unless FILLS."""
    raise NotImplementedError


FUNCTIONS = (
    "reset", "to_act", "may_act", "legal", "chance", "apply", "pick", "refusal", "reveals", "score", "ranking",
    "redeal", "broken", "estimate",
)  # fmt: skip
"""The names above that a game's ``rules`` must provide; `observe` belongs to its ``observation``."""
