"""How bots are named: ``random``, ``greedy``, ``ismcts:2000``, ``knight:500ms``, or by the level of play; those of others as
``python:FILE.py:CLASS`` or ``program:COMMAND``."""

from __future__ import annotations

import re

from commandery.bots import loop
from commandery.bots.bot import Bot
from commandery.bots.external import EXTERNAL, external_bot
from commandery.bots.search import Budget, Ismcts
from commandery.bots.simple import Greedy, Novice, Random
from commandery.core.errors import BadOption
from commandery.core.options import suggest

__all__ = ["LEVELS", "compiled_bot", "make_bot", "split_specs"]

LEVELS = {"novice": "novice", "squire": "greedy", "knight": "ismcts:500", "master": "ismcts:1s"}
"""The levels that people choose from, the weakest first, and the bots behind them."""

_SIMPLE: dict[str, type[Bot]] = {bot.name: bot for bot in (Random, Novice, Greedy)}
_SEARCHING = ("ismcts", "knight", "master")
_NAMES = (*_SIMPLE, "squire", *_SEARCHING)
_COMPILED = {"random": loop.RANDOM, "greedy": loop.GREEDY}
_HINT = "a bot that searches takes a budget for each turn, e.g. ismcts:2000 (simulations), ismcts:200ms or ismcts:1s"


def make_bot(spec: str, seed: int | None = None) -> Bot:
    """The bot that a short text names."""
    name, colon, budget = spec.partition(":")
    if name in EXTERNAL:
        return external_bot(spec, seed)
    if name not in _NAMES:
        others = "or python:FILE.py:CLASS, program:COMMAND"
        raise BadOption(f"there is no bot {spec!r}{suggest(name, _NAMES)} (there are: {', '.join(_NAMES)}; {others})")
    if colon and name not in _SEARCHING:
        raise BadOption(f"{name} takes no budget, so not {spec!r}; {_HINT}")
    if name in LEVELS and not colon and LEVELS[name] != name:
        return make_bot(LEVELS[name], seed)
    if name in _SIMPLE:
        return _SIMPLE[name](seed)
    return Ismcts(seed, _budget(spec, budget) if colon else None)


def split_specs(text: str) -> list[str]:
    r"""The bots in a list with commas; a comma inside a name is written ``\,``."""
    return [spec.strip().replace(r"\,", ",") for spec in re.split(r"(?<!\\),", text)]


def _budget(spec: str, text: str) -> Budget:
    """A number of simulations, or a time, for each turn."""
    found = re.fullmatch(r"([1-9][0-9]{0,6})(ms|s|)", text)
    if not found:
        raise BadOption(f"{spec!r} is not understood: {_HINT}")
    number, unit = int(found[1]), found[2]
    if not unit:
        return Budget(simulations=number)
    return Budget(seconds=number / 1000 if unit == "ms" else float(number))


def compiled_bot(spec: str) -> int:
    """The number under which the compiled loop knows a bot."""
    if spec not in _COMPILED:
        raise BadOption(f"{spec!r} does not play in compiled simulations{suggest(spec, _COMPILED)} ({', '.join(_COMPILED)} do)")
    return _COMPILED[spec]
