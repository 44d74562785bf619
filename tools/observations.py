"""Write docs/observations.md: what learners see, field by field, and what the action ids mean. ``--check`` only compares."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import commandery
from commandery.core.game import GameKind
from commandery.core.observation import starts

FILE = Path(__file__).resolve().parent.parent / "docs" / "observations.md"
OPENING = """\
# Observations and actions

What the environments (`commandery.envs`) show learners, and which actions they accept. `make observations` writes this file
from the sources.

An observation is a row of integers (int16), of the same length for any number of players.

- Fields follow each other. A field with a shape is written row by row, with the last index running fastest.
- **Seats are counted from the observer:** 0 is the observer, 1 the next seat clockwise. Seats that are not taken stay 0.
- **Actions name seats by their numbers at the table.** In Templar and Journey the field `seat` says which of them the observer
  has: the owner of a ring or knight that an action names is `(number - seat) % players` from the observer. Templari's players
  choose no seats.
- One of several things is written as flags, of which one is 1, or none.
- Everything in an observation is also in the seat's view (`match.view(seat)`): it holds nothing that the seat may not know.

`match.observe(seat)` gives a row. `kind.observation.named(row)` splits one or several rows into the fields below:

    game = commandery.game("templari", players=4)
    row = game.start(seed=7).observe(0)
    game.kind.observation.named(row)["coins"]  # array([12, 12, 12, 12, 0], dtype=int16)

An action is a number, which never changes and is the same for any number of players. Number 0, *wait*, is never legal at a
table; in environments it is legal exactly for seats that owe no decision. Actions of chance are never a learner's. A mask is as
long as the list of actions, with a 1 for each that is legal now."""


def page() -> str:
    """The whole file."""
    parts = [OPENING]
    for kind in commandery.games():
        parts.append("\n".join(_game(kind)))
    return "\n\n".join(parts) + "\n"


def _game(kind: GameKind[Any]) -> Iterator[str]:
    yield f"## {kind.title} (`{kind.name}`)"
    yield ""
    yield f"An observation has {kind.observation.length:,} numbers."
    yield ""
    yield "| at | field | shape | numbers | range | meaning |"
    yield "| ---: | --- | --- | ---: | --- | --- |"
    for field, start in zip(kind.observation.fields, starts(kind.observation.fields), strict=True):
        shape = " x ".join(map(str, field.shape))
        yield f"| {start} | `{field.name}` | {shape} | {field.length} | {field.low} to {field.high} | {field.meaning} |"
    if phases := _phases(kind):
        yield ""
        yield f"Phases: {', '.join(f'{number} {name}' for number, name in enumerate(phases))}."
    yield ""
    yield f"There are {kind.actions} actions."
    yield ""
    yield from (line.replace("``", "`") for line in _table(kind))


def _phases(kind: GameKind[Any]) -> list[str]:
    """The names of the phases in views, by number."""
    phases = importlib.import_module(f"commandery.games.{kind.name}.view").PHASES
    return [phases[number] for number in range(len(phases))]


def _table(kind: GameKind[Any]) -> list[str]:
    """What the docstring of a game's ``actions`` tells after its first line."""
    lines = (inspect.getdoc(importlib.import_module(f"commandery.games.{kind.name}.actions")) or "").splitlines()
    return lines[2:]


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if not FILE.exists() or FILE.read_text() != page():
            sys.exit(f"{FILE.name} is not what the sources say: make observations")
    else:
        FILE.write_text(page())


if __name__ == "__main__":
    main()
