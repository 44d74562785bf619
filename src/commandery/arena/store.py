"""A tournament's folder: ``tournament.json`` says what is played, ``games.jsonl`` has a line for each game as soon as it is
over. A tournament that was interrupted goes on from there; every game can be replayed."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TypeGuard

from commandery.arena.contest import Played
from commandery.core.errors import BadFile, BadOption

__all__ = ["Store", "read_games", "read_plan", "record_of"]

_PLAN = "tournament.json"
_PART = "tournament.part"
_GAMES = "games.jsonl"
_TOLD = {
    "bots": "other bots", "seed": "another seed", "lineup": "other line-ups",
    "sources": "other rules or bots, which have changed since",
    "files": "other files of bots, which have changed since ({files})",
}  # fmt: skip


class Store:
    """The folder of one tournament, open for writing. One process at a time has it."""

    def __init__(self, folder: Path, plan: Mapping[str, Any]) -> None:
        self.folder = folder
        self.games: dict[int, Played] = {}  # what was there when it was opened
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._see_that_it_is_ours()
            self._lines = (folder / _GAMES).open("a+b")
            try:
                self._lock()
                self._read()
                self._claim(plan)
            except BaseException:
                self._lines.close()
                raise
        except OSError as error:
            raise BadFile(f"{folder}: cannot be used for results: {error.strerror}") from None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        with contextlib.suppress(OSError):  # a line that there was no room for
            self._lines.close()

    def add(self, played: Played) -> None:
        """Keep a game. It is in the file when this returns."""
        try:
            self._lines.write(json.dumps(played.data(), separators=(",", ":")).encode() + b"\n")
            self._lines.flush()
        except OSError as error:
            raise BadFile(f"{self.folder}: a game cannot be kept: {error.strerror}; {self.goes_on}") from None

    @property
    def goes_on(self) -> str:
        """What to do when a tournament has been stopped."""
        return f"the games so far are in {self.folder}, and the same command goes on there"

    def _see_that_it_is_ours(self) -> None:
        """`BadOption` if the folder is not empty and no tournament's."""
        there = {path.name for path in self.folder.iterdir()}
        begun = there <= {_PART, _GAMES}  # an interruption at the very beginning may have left these
        if _PLAN not in there and not (begun and (_GAMES not in there or (self.folder / _GAMES).stat().st_size == 0)):
            raise BadOption(f"{self.folder} holds something else: results go into a folder of their own")

    def _claim(self, plan: Mapping[str, Any]) -> None:
        """Make the folder this plan's, or see that it is. Without games it is free for any."""
        if not self.games:
            part = self.folder / _PART
            part.write_text(json.dumps(plan, indent=1) + "\n")
            part.replace(self.folder / _PLAN)
            return
        kept = read_plan(self.folder)
        changed = _changed_files(kept, plan)
        keys = [key for key in {**kept, **plan} if (changed if key == "files" else kept.get(key) != plan.get(key))]
        different = [_TOLD.get(key, "another game, board or options").format(files=", ".join(changed)) for key in keys]
        if different:
            raise BadOption(
                f"{self.folder} holds a tournament with {' and '.join(different)}: go on with that one by the same command, "
                "or name another folder"
            )

    def _lock(self) -> None:
        """Nobody else may write here at the same time, where the system can see to that."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._lines, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadOption(f"{self.folder} is being written to by another tournament") from None

    def _read(self) -> None:
        """The games so far. What an interruption has left of a line is cut off."""
        self._lines.seek(0)
        good, kept = 0, None
        for number, line in enumerate(self._lines, 1):
            if not line.endswith(b"\n"):
                break
            kept = kept or read_plan(self.folder)
            _, played = _read_line(self.folder / _GAMES, number, line, kept)
            good += len(line)
            self.games[played.number] = played
        self._lines.seek(0, os.SEEK_END)
        self._lines.truncate(good)


def _changed_files(kept: Mapping[str, Any], plan: Mapping[str, Any]) -> list[str]:
    """The files that belonged to bots when they began and are not as they were. What has come since belongs to none: it may be
    what a bot writes."""
    now = plan.get("files", {})
    return [path for path, digest in kept.get("files", {}).items() if now.get(path) != digest]


def read_plan(folder: Path) -> dict[str, Any]:
    """What is played in a tournament's folder."""
    path = folder / _PLAN
    try:
        plan: object = json.loads(path.read_text())
    except OSError:
        raise BadFile(f"{folder} is no tournament's folder: {path.name} cannot be read") from None
    except (ValueError, RecursionError):
        raise BadFile(f"{path}: not JSON") from None
    if not _is_plan(plan):
        raise BadFile(f"{path}: not what a tournament has written")
    return plan


def _is_plan(plan: Any) -> TypeGuard[dict[str, Any]]:
    """Whether this has what `results_of` needs of `make_plan`'s."""
    if not isinstance(plan, dict) or not isinstance(plan.get("record"), dict) or not isinstance(plan.get("bots"), list):
        return False
    record, bots = plan["record"], plan["bots"]
    if not bots or not all(isinstance(spec, str) for spec in bots) or not isinstance(plan.get("files", {}), dict):
        return False
    kinds = {"game": str, "players": int, "board": dict, "options": dict}
    return {"seed", "lineup"} <= plan.keys() and all(isinstance(record.get(name), kind) for name, kind in kinds.items())


def record_of(folder: str | Path, number: int) -> dict[str, Any]:
    """The record of a game in a tournament's folder, for `commandery.replay`."""
    folder = Path(folder)
    plan = read_plan(folder)
    for data, played in _games(folder / _GAMES, plan):
        if played.number == number:
            if not data.get("moves"):
                raise BadOption(f"{folder}: the moves of game number {number} are not kept")
            return {**plan["record"], "moves": data["moves"]}
    raise BadOption(f"{folder} has no game number {number}")


def read_games(folder: Path, plan: Mapping[str, Any]) -> list[Played]:
    """The games in a tournament's folder, without their moves."""
    return list({played.number: played for _, played in _games(folder / _GAMES, plan)}.values())


def _games(path: Path, plan: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], Played]]:
    """The games in a file, as plain data too; what an interruption has left of a line is no game."""
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.endswith(b"\n"):
                    yield _read_line(path, number, line, plan)
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from None


def _read_line(path: Path, number: int, line: bytes, plan: Mapping[str, Any]) -> tuple[dict[str, Any], Played]:
    """A game of this plan, as plain data too."""
    try:
        data = json.loads(line)
        played = Played.read(data)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise BadFile(f"{path}: line {number} is no game") from None
    if len(played.lineup) != plan["record"]["players"] or max(played.lineup) >= len(plan["bots"]):
        raise BadFile(f"{path}: line {number} is no game of this tournament")
    return data, played
