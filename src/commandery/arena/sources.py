"""Which rules and bots played: a fingerprint of everything in the sources that decides a move.

Comments, docstrings and layout leave it as it is, and so do pictures and words. The files of bots of others have fingerprints
of their own.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from commandery.bots.external import files_of
from commandery.core import registry

__all__ = ["fingerprint", "fingerprints_of_files"]

_PACKAGE = Path(__file__).resolve().parent.parent
_DECIDING = (
    "core/bits.py", "core/contract.py", "core/drive.py", "core/ranks.py", "core/stream.py",
    "bots/bot.py", "bots/greedy.py", "bots/ismcts.py", "bots/search.py", "bots/simple.py", "bots/specs.py",
    "games/{game}/actions.py", "games/{game}/estimate.py", "games/{game}/state.py", "games/{game}/world.py",
    "games/{game}/rules/*.py",
)  # fmt: skip
_EXPLAINING = {"refusals.py", "refused.py"}
"""Parts of the rules that say why something is not legal, and no more."""


@cache
def fingerprint(game: str, players: int) -> str:
    """Sixteen digits: equal ones, equal rules and bots of this game for so many players."""
    kind = registry.find(game)
    said = (kind.spread, sorted(kind.thinking(players).items()), kind.turn_fields)
    digest = hashlib.sha256(f"{said}\0".encode())
    for pattern in _DECIDING:
        for path in sorted(_PACKAGE.glob(pattern.format(game=game))):
            if path.name in _EXPLAINING:
                continue
            digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0{_meaning(path)}\0".encode())
    return digest.hexdigest()[:16]


def fingerprints_of_files(bots: Sequence[str]) -> dict[str, str]:
    """Sixteen digits for each file that the names of bots of others tell of, by path, as far as it can be read."""
    found = {}
    for path in sorted({path for spec in bots for path in files_of(spec)}):
        with contextlib.suppress(OSError), path.open("rb") as file:
            found[str(path)] = hashlib.file_digest(file, "sha256").hexdigest()[:16]
    return found


def _meaning(path: Path) -> str:
    """A source file without its comments, docstrings and layout."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [part for part in node.body if not _is_text(part)]
    return _dump(tree)


def _dump(tree: ast.AST) -> str:
    """`ast.dump` as Python 3.11 has it, so that the fingerprint is the same in every version."""
    if sys.version_info >= (3, 13):
        text = ast.dump(tree, show_empty=True)
    else:
        text = ast.dump(tree)
    return text.replace(", type_params=[]", "")


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
