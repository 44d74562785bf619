"""`make outsiders`: our bots against OpenSpiel's, a little of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "outsiders.py"


def test_it_plays_and_keeps(tmp_path: Path) -> None:
    words = ["--seconds", "0.004", "--game", "templari", "--jobs", "1", "--games", "2", "--results", str(tmp_path)]
    done = subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "one game of each first" in done.stdout and "1 games to go" in done.stdout
    row = json.loads((tmp_path / "outsiders-4ms.json").read_text())["rows"]["templari"]
    assert row["games"] == row["games_wanted"] == 2
    assert row["simulations_per_decision"]["one"] > row["simulations_per_decision"]["others"] >= 2
    seats = [json.loads(line)["seat"] for line in (tmp_path / "outsiders" / "templari.jsonl").read_text().splitlines()]
    assert seats == [0, 1], "master goes round the table"
