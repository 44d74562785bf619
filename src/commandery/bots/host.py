"""A Python class as a program: finds it, and speaks the protocol of docs/bots.md for it.

Run by `external` as a script in a process of its own. It starts in a moment, since nothing else of ours is imported before the
class asks for the game or an imagined state.
"""

from __future__ import annotations

import base64
import importlib
import importlib.util
import inspect
import json
import operator
import os
import sys
import traceback
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

__all__ = ["PROTOCOL", "Action", "Sight", "main"]

PROTOCOL = 1

_OUTCOME = ("scores", "ranks", "winners", "sources")


class Action:
    """A legal action, as `commandery.Action` has it: ``id``, ``notation``, and a sentence."""

    def __init__(self, id: int, notation: str, text: str) -> None:
        self.id, self.notation, self.text = id, notation, text

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Action({self.id}, {self.notation!r})"

    def __index__(self) -> int:
        return self.id

    __int__ = __index__

    def describe(self) -> str:
        return self.text


class Sight:
    """What the class sees, under the names of `commandery.bots.Sight`."""

    def __init__(self, ask: Any, match: dict[str, Any], match_key: int, asked: dict[str, Any]) -> None:
        self._ask, self._match = ask, match
        self.seat: int = match["seat"]
        self.players: int = match["players"]
        self.options: dict[str, Any] = match["options"]
        self.match_key = match_key
        self.view: dict[str, Any] = asked["view"]
        self.legal = [Action(**each) for each in asked.get("legal", ())]
        self.turn = tuple(asked.get("turn", ()))
        self.move: int = asked.get("move", 0)
        self.alone: bool = asked.get("alone", False)
        last = asked.get("own_last_action")
        self.own_last_action = Action(**last) if last else None
        self.time_left: float = asked.get("time_left", 0.0)
        """Seconds for this decision."""
        self.outcome = SimpleNamespace(**{name: asked[name] for name in _OUTCOME if name in asked})
        """At the end: scores, ranks, winners and sources."""

    @cached_property
    def game(self) -> Any:
        """The game as `commandery.game` sets it up."""
        return _set_up(self._match)

    def imagine(self, seed: int) -> Any:
        """A state that looks the same from the seat, all that it cannot know dealt anew."""
        import numpy as np

        if not 0 <= operator.index(seed) < 1 << 63:
            raise ValueError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
        state = base64.b64decode(self._ask({"imagine": operator.index(seed)})["state"])
        return np.frombuffer(state, self.game.kind.State.dtype).copy()


def _set_up(match: dict[str, Any]) -> Any:
    """The game of a match."""
    if "set_up" not in match:
        import commandery

        match["set_up"] = commandery.game(match["game"], match["players"], match["board"], **match["options"])
    return match["set_up"]


def _find(where: str, name: str) -> type:
    """The class of this name in a file or module."""
    if where.endswith(".py"):
        sys.path.insert(0, str(Path(where).resolve().parent))
        spec = importlib.util.spec_from_file_location(Path(where).stem, where)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, str(Path.cwd()))
        module = importlib.import_module(where)
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise LookupError(f"there is no class {name} in {where}")
    if not callable(getattr(found, "choose", None)):
        raise LookupError(f"the class {name} in {where} has no method choose(self, sight)")
    return found


def _make(found: type, seed: int) -> Any:
    """An object of the class, with the seed if it takes one."""
    try:
        takes_seed = "seed" in inspect.signature(found).parameters
    except ValueError:
        takes_seed = False
    return found(seed=seed) if takes_seed else found()


def _load(found: type, match: dict[str, Any]) -> None:
    """Have everything of ours that the class uses loaded or compiled for this game, by a decision in another match."""
    ours = next((each for each in found.__mro__ if each.__module__.startswith("commandery.bots.")), None)
    if ours is None or inspect.isabstract(ours):
        return
    from commandery import bots

    other = _set_up(match).start(seed=0)
    while len((sight := bots.Sight(other, other.to_act[0])).legal) == 1:
        other.play(sight.seat, sight.legal[0])
    ours(0).choose(sight)


def _number(action: Any) -> Any:
    """An action as its number; a notation, and what is no action, as it is."""
    action = getattr(action, "id", action)
    return operator.index(action) if hasattr(action, "__index__") and not isinstance(action, bool) else action


def _reason(error: BaseException) -> str:
    """What went wrong, and where in the class's own file."""
    ours = (__file__, importlib.__file__)
    files = [(each.filename, each.lineno) for each in traceback.extract_tb(error.__traceback__) if each.filename not in ours]
    places = [f" ({Path(file).name}, line {line})" for file, line in files if not file.startswith("<")]
    if isinstance(error, LookupError) and not places:
        return str(error)
    return f"{type(error).__name__}: {error}{places[-1] if places else ''}"


def _too_late(message: dict[str, Any]) -> Any:
    """Nobody listens when a match is over: the next line would be the next match's."""
    raise RuntimeError("the match is over: there is nothing to imagine any more")


def _serve(where: str, name: str, told: IO[str], answers: IO[str]) -> None:
    found: type | None = None
    bot: Any = None
    loaded: set[str] = set()  # the games for which everything is there
    match: dict[str, Any] = {}
    matches = 0

    def answer(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    def ask(message: dict[str, Any]) -> Any:
        answer(message)
        return json.loads(told.readline())

    while line := told.readline():
        message = json.loads(line)
        try:
            if message["type"] == "hello":
                found = found or _find(where, name)
                answer({"protocol": PROTOCOL, "name": name, "says_ready": True})
            elif message["type"] == "match":
                assert found is not None
                bot, match, matches = None, message, matches + 1
                if "commandery" in sys.modules:  # who has imported it is going to ask for the game
                    _set_up(match)
                if match["game"] not in loaded:
                    _load(found, match)
                    loaded.add(match["game"])
                bot = _make(found, match["seed"])
                answer({"ready": True})
            elif message["type"] == "choose":
                answer({"action": _number(bot.choose(Sight(ask, match, matches, message)))})
            elif message["type"] == "over" and hasattr(bot, "over"):
                bot.over(Sight(_too_late, match, matches, message))
        except Exception as error:
            if message["type"] != "over":
                answer({"error": _reason(error)})


def main() -> None:
    """Serve the class named by the arguments. What it prints goes to standard error, so that it does not disturb."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _serve(sys.argv[1], sys.argv[2], sys.stdin, answers)


if __name__ == "__main__":
    main()
