"""docs/research.md is true: its code runs and prints what it says, its links lead somewhere, the README begins as it does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESEARCH = ROOT / "docs" / "research.md"
BLOCK = re.compile(r"^```python([^\n]*)\n(.*?)^```", re.S | re.M)


def blocks(text: str) -> list[tuple[str, str]]:
    """The Python of a document, each with what its fence says it needs."""
    return [(needs.strip(), code) for needs, code in BLOCK.findall(text)]


def test_the_code_runs_and_prints_what_it_says() -> None:
    """All blocks, in order, as one program; comments that begin with -> are its output. What needs a GPU is compiled only."""
    found = blocks(RESEARCH.read_text())
    assert {needs for needs, _ in found} == {"", "gpu"}
    for _, code in found:
        compile(code, RESEARCH.name, "exec")
    program = "\n".join(code for needs, code in found if not needs)
    wanted = [line.split("# -> ", 1)[1] for line in program.splitlines() if "# -> " in line]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == wanted


def test_the_readme_begins_with_the_same_ten_lines() -> None:
    (_, first), *_ = blocks(RESEARCH.read_text())
    assert len([line for line in first.splitlines() if line]) == 10
    assert first in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("page", [RESEARCH, ROOT / "README.md", ROOT / "docs" / "bots.md"], ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text())
    lost = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not lost
