"""The notebook among the examples runs from beginning to end, and is kept without what it shows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NOTEBOOK = EXAMPLES / "first_steps.ipynb"


class OwnKernel(AsyncKernelManager):
    """The kernel of this very environment, whatever kernels are installed on the machine or for the user."""

    def _kernel_spec_manager_default(self) -> KernelSpecManager:
        return KernelSpecManager(kernel_dirs=[], ensure_native_kernel=True)


@pytest.fixture
def notebook() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)


def test_it_is_kept_without_outputs(notebook: Any) -> None:
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) > 8
    assert all(cell.execution_count is None and cell.outputs == [] for cell in cells)
    assert NOTEBOOK.stat().st_size < 20_000


def test_every_cell_runs_and_the_last_draws_a_picture(notebook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing of the user's: no profile, no settings."""
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("COMMANDERY_QUIET", "1")
    own = OwnKernel(kernel_name="python3").kernel_spec
    assert own is not None and own.argv[0] == sys.executable
    client = NotebookClient(
        notebook, kernel_manager_class=OwnKernel, timeout=240, resources={"metadata": {"path": str(EXAMPLES)}}
    )
    client.execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    said = [output.text for output in shown if output.output_type == "stream" and output.name == "stderr"]
    assert [text for text in said if "building the font cache" not in text] == []  # Matplotlib says so where that takes long
    assert "image/svg+xml" in shown[0].data, "the match draws itself"
    assert "image/png" in shown[-1].data
    assert [output.ename for output in shown if output.output_type == "error"] == []
