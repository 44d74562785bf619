"""Where measurements are kept: one JSON file a kind of run in benchmarks/results, with machine, commit and versions."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

__all__ = ["ROOT", "peers_python", "save", "surroundings"]


def _processor() -> str:
    """The processor's name as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def _commit() -> str | None:
    """The commit, and whether the tree differs from it in more than results and documents, which measuring writes."""
    try:
        commit = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs", ":!benchmarks/results")
        return f"{commit}-dirty" if commit and changed else commit or None
    except OSError:
        return None


def surroundings() -> dict[str, Any]:
    """What a measurement depends on besides the code measured."""
    return {
        "date": datetime.date.today().isoformat(),
        "commit": _commit(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in ("numpy", "numba", "llvmlite", "numba-cuda")},
    }


def peers_python() -> Path:
    """A Python that has the other libraries, in a virtual environment of their own, set up if it is not there."""
    folder = ROOT / ".venv-peers"
    python, stamp = folder / "bin" / "python", folder / ".ready"
    wanted = ROOT / "benchmarks" / "peers-requirements.txt"
    if not stamp.exists() or stamp.stat().st_mtime < wanted.stat().st_mtime:
        print("Setting up .venv-peers with the other libraries ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "-r", str(wanted)], check=True)
        stamp.touch()
    return python


def save(name: str, result: dict[str, Any], folder: str | None = None) -> Path:
    """Write a result; the newest run of each name is kept."""
    path = (Path(folder) if folder else ROOT / "benchmarks" / "results") / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**surroundings(), **result}, indent=2) + "\n")
    return path
