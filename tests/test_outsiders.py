"""`make outsiders`: our bots against OpenSpiel's, a little of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "outsiders.py"


def test_it_plays_keeps_and_goes_on(tmp_path: Path) -> None:
    words = ["--seconds", "0.004", "--game", "templari", "--jobs", "1", "--results", str(tmp_path)]

    def outsiders(games: int) -> str:
        command = [sys.executable, str(SCRIPT), *words, "--games", str(games)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "one game of each first" in outsiders(1)
    assert "1 games to go" in outsiders(2)
    row = json.loads((tmp_path / "outsiders-4ms.json").read_text())["rows"]["templari"]
    assert row["games"] == row["games_wanted"] == 2
    assert row["simulations_per_decision"]["one"] > row["simulations_per_decision"]["others"] >= 2
    seats = [json.loads(line)["seat"] for line in (tmp_path / "outsiders" / "templari.jsonl").read_text().splitlines()]
    assert seats == [0, 1], "master goes round the table"
