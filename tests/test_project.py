"""The project's promises about itself: every ledger id is held by a test, the README is true, files are kept small."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LEDGERS = sorted((ROOT / "docs" / "rules").glob("*.md"))


def tracked() -> list[Path]:
    """The files that git has or would take; without git, those outside folders that begin with a dot."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if "__pycache__" not in path.parts)
        listed = [str(path) for path in found if not path.parts[0].startswith(".")]
    return [ROOT / line for line in listed if (ROOT / line).is_file()]


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.stem)
def test_every_ledger_id_is_named_by_a_test(ledger: Path) -> None:
    ids = set(re.findall(r"^- ((?:TB|MB|JB|T|M|J)\d+)\b", ledger.read_text(), re.M))
    marks = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    named = {id for mark in re.findall(r"mark\.rule\(([^)]*)\)", marks) for id in re.findall(r'"(\w+)"', mark)}
    assert len(ids) > 15
    assert not sorted(ids - named), f"no test names {sorted(ids - named)}"


def test_readme_code_runs() -> None:
    """Every Python block of the README runs, in order, as one program; comments that begin with -> are its output."""
    text = (ROOT / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert blocks, "the README shows no Python"
    expected = [line.split("# -> ", 1)[1] for block in blocks for line in block.splitlines() if "# -> " in line]
    done = subprocess.run([sys.executable, "-c", "\n".join(blocks)], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == expected


def test_no_source_file_is_too_long() -> None:
    for path in tracked():
        if path.suffix in (".py", ".js", ".css", ".html", ".jinja"):
            assert len(path.read_text().splitlines()) <= 500, f"{path.relative_to(ROOT)}: is there a second idea in it?"


def test_tracked_names_can_be_kept_anywhere() -> None:
    odd = [path for path in tracked() if set(':*?"<>|') & set(str(path.relative_to(ROOT))) or path.suffix in {".db", ".log"}]
    assert not odd


def test_what_is_tracked_stays_small() -> None:
    assert sum(path.stat().st_size for path in tracked()) < 6 * 1024 * 1024


def test_every_dependency_is_explained_and_nothing_else() -> None:
    """Each package named in pyproject.toml or package.json has a row with its reason in docs/dependencies.md."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    npm = json.loads((ROOT / "package.json").read_text())
    wanted = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    named = {re.split(r"[<>=\[; ]", requirement)[0] for requirement in wanted} | {*npm["dependencies"], *npm["devDependencies"]}
    explained = re.findall(r"^\| ([^ ]+) \|", (ROOT / "docs" / "dependencies.md").read_text(), re.M)
    assert {*explained} - {"package", "---"} == named


def test_what_make_installs_by_name_is_pinned_and_upgraded_too() -> None:
    """Node, which no other package needs: `make upgrade` writes all pins anew."""
    makefile, pinned = (ROOT / "Makefile").read_text(), (ROOT / "constraints.txt").read_text()
    (upgraded,) = re.findall(r"^.*upgrade/bin/python -m pip install .* -e .*$", makefile, re.M)
    by_name = re.findall(r"\$\(PIP\) ([\w-]+);", makefile)
    assert by_name
    for name in by_name:
        assert f"\n{name}==" in pinned and name in upgraded


def test_core_games_and_bots_import_only_numpy_and_numba() -> None:
    """So that they run where nothing else is installed, on a GPU machine for one."""
    allowed = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite", "commandery"}
    for folder in ("core", "games", "bots"):
        for path in (ROOT / "src" / "commandery" / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                for name in names:
                    assert name.partition(".")[0] in allowed, f"{path.relative_to(ROOT)} imports {name}"
