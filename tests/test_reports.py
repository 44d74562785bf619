"""The reports of `make strength` and `make balance`: what they write, and that they go on where they stopped."""

from __future__ import annotations

import json
import runpy
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a script in benchmarks prints; its files go into the test's folder."""
    benchmarks = Path(__file__).parent.parent / "benchmarks"
    monkeypatch.syspath_prepend(str(benchmarks))

    def run_script(script: str, *words: str) -> str:
        given = [*words, "--jobs", "1", "--results", str(tmp_path), "--docs", str(tmp_path)]
        monkeypatch.setattr(sys, "argv", [script, *given])
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(benchmarks / script), run_name="__main__")
        assert end.value.code == 0
        return capsys.readouterr().out

    return run_script


def test_the_strength_report_goes_on_where_it_stopped_and_keeps_what_is_written_around_it(
    report: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "strength.md").write_text(
        "before\n<!-- written by make strength; the text around it is kept -->\n<!-- end -->\nafter\n"
    )
    words = ["--only", "journey-4-novice"]
    told = report("strength.py", *words, "--games", "3")
    assert "1 to go" in told and "all of it: about" in told
    (tmp_path / "games").rename(tmp_path / "here")  # the rest is played on another machine
    assert "2 to go" in report("strength.py", *words, "--games", "5")
    shutil.rmtree(tmp_path / "games")
    (tmp_path / "here").rename(tmp_path / "games")  # and what it has played is brought back
    assert "done" in report("strength.py", *words, "--games", "4")
    text = (tmp_path / "strength.md").read_text()
    assert text.startswith("before\n") and text.endswith("after\n")
    assert "| 4 | novice | 3 random | 5 of 400 |" in text
    assert "| 4 | greedy | 3 random | 0 of 2,000 | | | at least 85% | not run yet | |" in text
    path = tmp_path / "journey-4-novice-random.json"
    summary = json.loads(path.read_text())
    assert summary["games"] == 5 and summary["commit"]
    assert "novice" in (tmp_path / "strength-journey.svg").read_text()
    assert summary["at_once"] == 1 and "at once on" not in text
    path.write_text(json.dumps(summary | {"at_once": 99, "cores": 2}))
    report("strength.py", *words, "--report")
    assert ", 99 games at once on 2 cores |" in (tmp_path / "strength.md").read_text()
    path.write_text(json.dumps(summary | {"games": 400}))
    assert "done" in report("strength.py", *words), "what is finished is not played again"
    path.write_text(json.dumps(summary | {"games": 400, "sources": "of earlier bots"}))
    assert "1 to go" in report("strength.py", *words, "--games", "6")


def test_the_balance_report_tells_wins_by_seat(report: Callable[..., str], tmp_path: Path) -> None:
    report("balance.py", "--only", "templari", "--games", "6", "--bots", "random")
    page = (tmp_path / "templari.md").read_text()
    assert "| bot | games | seat 0 wins | seat 1 wins | seat 2 wins | shared victories |" in page
    assert "5 players (even: 20.0%)" in page
    assert "<svg" in (tmp_path / "templari.svg").read_text()
