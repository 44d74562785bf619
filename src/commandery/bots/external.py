"""Bots of others: any program that speaks the protocol of docs/bots.md, and Python classes, run as such a program.

A program is told what its seat may know and nothing else: `Sight` is all that is asked here.
"""

from __future__ import annotations

import base64
import re
import shlex
import shutil
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from commandery.bots import host
from commandery.bots.bot import Bot, Sight
from commandery.bots.guarded import Guarded
from commandery.bots.program import Garbage, Program, ProgramGone
from commandery.core.action import Action
from commandery.core.errors import BadOption
from commandery.core.stream import below

__all__ = ["EXTERNAL", "External", "external_bot", "files_of"]

EXTERNAL = ("python", "program")
"""How the names of bots of others begin."""
START = 30.0
"""Seconds for a program to start and say hello."""
LIMIT = 10.0
"""Seconds for a decision, unless the name says otherwise."""
MOST_PROGRAMS = 10
"""Programs that one bot keeps running."""

_HINTS = {
    "python": "a Python class is named python:FILE.py:CLASS or python:MODULE:CLASS, with a time limit python:5s:FILE.py:CLASS",
    "program": "a program is named program:COMMAND, with a time limit program:5s:COMMAND",
}


def external_bot(spec: str, seed: int | None = None) -> Bot:
    """The bot behind ``python:...`` or ``program:...``, guarded; `BadOption` if the name is wrong."""
    command, limit = _read(spec)
    return Guarded(External(spec, command, limit, seed))


def files_of(spec: str) -> list[Path]:
    """The files that a name tells of: that of the class, or those among the words of the command. None for bots of ours."""
    if spec.partition(":")[0] not in EXTERNAL:
        return []
    command, _ = _read(spec)
    if spec.startswith("python:"):
        where = command[-2]
        module = Path(*where.split("."))
        command = [where] if where.endswith(".py") else [f"{module}.py", str(module / "__init__.py")]
    return [path for path in map(Path, command) if path.is_file()]


def _read(spec: str) -> tuple[list[str], float]:
    """The command behind a name, and its seconds for a decision."""
    found = re.fullmatch(r"(python|program):(?:([1-9][0-9]{0,6})(ms|s):)?(.*)", spec, re.S)
    if not found or not found[4].strip():
        raise BadOption(f"{spec!r} names no bot: {_HINTS[spec.partition(':')[0]]}")
    limit = LIMIT if found[2] is None else int(found[2]) / (1000 if found[3] == "ms" else 1)
    return _python_command(spec, found[4]) if found[1] == "python" else _program_command(spec, found[4]), limit


def _program_command(spec: str, text: str) -> list[str]:
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise BadOption(f"{spec!r} is not understood: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise BadOption(f"{spec!r}: there is no program {command[0] if command else ''!r}; {_HINTS['program']}")
    return command


def _python_command(spec: str, text: str) -> list[str]:
    where, colon, name = text.rpartition(":")
    if not colon or not where or not name.isidentifier():
        raise BadOption(f"{spec!r} names no class: {_HINTS['python']}")
    if where.endswith(".py") and not Path(where).is_file():
        raise BadOption(f"{spec!r}: there is no file {where}")
    return [sys.executable, "-P", host.__file__, where, name]


class External(Bot):
    """A program of somebody else's. Each seat in each match has one of its own, so that none learns what another may see; one
    whose match is over is used again."""

    def __init__(
        self, name: str, command: Sequence[str], limit: float = LIMIT, seed: int | None = None, start: float = START
    ) -> None:
        super().__init__(seed)
        self.name = name
        self._command, self._limit, self._start_limit = command, limit, start
        self._playing: dict[tuple[int, int], Program] = {}
        self._spare: list[Program] = []
        self._end = weakref.finalize(self, _close_all, self._playing, self._spare)

    def prepare(self, sight: Sight | None = None) -> None:
        """With a decision that is to be made, get ready for its match too."""
        try:
            if sight is None:
                self._spare.append(self._start())
            else:
                self._sit_down(sight)
        except ProgramGone as error:
            raise BadOption(f"{self.name!r} does not play: {error}") from None

    def choose(self, sight: Sight) -> Action:
        place = (sight.match_key, sight.seat)
        try:
            if place not in self._playing:
                self._sit_down(sight)
            return sight.game.actions.parse(self._ask(self._playing[place], sight))
        except ProgramGone:
            if place in self._playing:
                self._playing.pop(place).close(patience=0)
            raise

    def over(self, sight: Sight) -> None:
        program = self._playing.pop((sight.match_key, sight.seat), None)
        if program is not None:
            end = sight.outcome
            program.say({
                "type": "over", "scores": end.scores, "ranks": end.ranks, "winners": end.winners, "sources": end.sources,
                "view": sight.view,
            })  # fmt: skip
            self._spare.append(program)

    def close(self) -> None:
        self._end()

    def _start(self) -> Program:
        """A program that has said hello."""
        program = Program(self._command)
        try:
            self._greet(program, self._start_limit)
        except (Garbage, ProgramGone) as error:
            program.close(patience=0)
            raise ProgramGone(str(error)) from None
        return program

    def _greet(self, program: Program, limit: float) -> None:
        """Hear its hello, and whether it says when it is ready for a match."""
        program.say({"type": "hello", "protocol": host.PROTOCOL})
        answer = program.hear(time.monotonic() + limit)
        if "error" in answer:
            raise ProgramGone(str(answer["error"]))
        if answer.get("protocol") != host.PROTOCOL:
            raise ProgramGone(f"it speaks protocol {answer.get('protocol')!r}, and this is protocol {host.PROTOCOL}")
        program.says_ready = answer.get("says_ready") is True

    def _sit_down(self, sight: Sight) -> None:
        """A program takes its place: one whose last match is over, if it is there within the time for a decision, else a new
        one."""
        program = None
        while program is None and self._spare:
            spare = self._spare.pop()
            spare.forget_unasked()
            try:
                self._greet(spare, min(self._limit, self._start_limit))
                program = spare
            except (Garbage, ProgramGone):
                spare.close(patience=0)
        program = program or self._start()
        game = sight.game
        self._playing[sight.match_key, sight.seat] = program
        if len(self._playing) > MOST_PROGRAMS:
            self._playing.pop(next(iter(self._playing))).close()
        program.say({
            "type": "match", "game": game.name, "rules": game.kind.rules_version, "players": game.players,
            "seat": sight.seat, "options": game.options, "board": game.board.data, "seed": below(self._rng, 1 << 30),
        })  # fmt: skip
        if program.says_ready:
            self._await_ready(program)

    def _await_ready(self, program: Program) -> None:
        """What it has to load for a match is part of its start, not of its first decision."""
        try:
            answer = program.hear(time.monotonic() + self._start_limit)
        except Garbage as error:
            raise ProgramGone(str(error)) from None
        if answer.get("ready") is not True:
            raise ProgramGone(str(answer.get("error", f"it answered {str(answer)[:80]} instead of being ready")))

    def _ask(self, program: Program, sight: Sight) -> Any:
        """Its answer to a decision. On the way it may ask for imagined states."""
        program.forget_unasked()
        last = sight.own_last_action
        program.say({
            "type": "choose", "view": sight.view, "turn": sight.turn, "move": sight.move, "alone": sight.alone,
            "own_last_action": _told(last) if last else None, "time_left": self._limit,
            "legal": [_told(each) for each in sight.legal],
        })  # fmt: skip
        deadline = time.monotonic() + self._limit
        while True:
            answer = program.hear(deadline)
            if "imagine" in answer:
                state = sight.imagine(answer["imagine"]).tobytes()
                program.say({"type": "imagined", "state": base64.b64encode(state).decode()})
            elif "error" in answer:
                raise Garbage(str(answer["error"]))
            elif "action" in answer:
                return answer["action"]
            else:
                raise Garbage(f"it answered {str(answer)[:80]} without an action")


def _told(action: Action) -> dict[str, Any]:
    return {"id": action.id, "notation": str(action), "text": action.describe()}


def _close_all(playing: dict[tuple[int, int], Program], spare: list[Program]) -> None:
    """End all programs of a bot."""
    for program in [*playing.values(), *spare]:
        program.close()
    playing.clear()
    spare.clear()
