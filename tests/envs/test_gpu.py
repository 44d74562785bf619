"""What can be tested of games on a GPU without one: what is refused, and what is remembered of actions that were not legal."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest

import commandery
from commandery.envs import gpu
from commandery.envs.gpu import DeviceArray, GpuBatch, playouts
from conftest import GAMES, ROOT
from envs.strict import STRICT


class Counter:
    """An array on the device, as far as it is needed here."""

    def __init__(self, count: int) -> None:
        self.array = np.array([count])

    def copy_to_host(self) -> Any:
        return self.array

    def copy_to_device(self, other: Any) -> None:
        self.array = other


def batch_that_refused(count: int) -> Any:
    batch: Any = object.__new__(GpuBatch)
    batch._refused, batch._kernels, batch._grid, batch._seed, batch._shown = Counter(count), MagicMock(), (1, 1), 0, ()
    batch._world = batch._position = batch._states = batch._streams = batch._games = None
    return batch


def test_actions_that_were_not_legal_are_told_once() -> None:
    batch = batch_that_refused(3)
    with pytest.raises(commandery.CommanderyError, match="3 actions were not legal"):
        batch.check()
    batch.check()


def test_a_reset_forgets_actions_that_were_not_legal() -> None:
    batch = batch_that_refused(3)
    batch.reset()
    batch.check()


@pytest.mark.parametrize("count", [0, -1, "a", 1.5, None, True])
def test_a_batch_has_a_whole_number_of_games(count: Any) -> None:
    with pytest.raises(commandery.CommanderyError, match="count of a batch takes a whole number from 1"):
        GpuBatch(commandery.game("templari"), count)


def test_honour_tables_are_refused() -> None:
    game = commandery.game("templari", table_rules="honour")
    for use in (GpuBatch, playouts):
        with pytest.raises(commandery.BadOption, match="strict tables only"):
            use(game, 8)  # type: ignore[operator]


# The measurement


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`benchmarks/gpu.py` with a device that agrees with the CPU and is measured at once; what it saves is in ``kept``."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    module: Any = importlib.import_module("gpu")
    kept: list[Any] = []
    fakes = {
        "save": lambda *given: kept.append(given), "disagreement": lambda: None, "measure_pgx": list,
        "taken_without_copying": dict, "steps_agree": lambda game: True, "measure": lambda *given: {"equal_to_cpu": True},
        "measure_steps": lambda *given: {"decisions_per_second": 1},
    }  # fmt: skip
    for name, fake in fakes.items():
        monkeypatch.setattr(module, name, fake)
    monkeypatch.setattr("numba.cuda.get_current_device", MagicMock())
    monkeypatch.setattr("sys.argv", ["gpu.py"])
    monkeypatch.setattr(module, "kept", kept, raising=False)
    monkeypatch.setattr("commandery.core.game.GameKind.template", MagicMock())
    return module


def test_what_agrees_with_the_cpu_is_saved(bench: Any) -> None:
    assert bench.main() == 0 and len(bench.kept) == 1


@pytest.mark.parametrize(
    ("name", "found"),
    [("disagreement", "the random stream"), ("steps_agree", False), ("measure", {"equal_to_cpu": False})],
)
def test_what_differs_from_the_cpu_ends_the_measurement_and_nothing_is_saved(
    name: str, found: Any, bench: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, name, lambda *given: found)
    assert bench.main() == 1 and bench.kept == []
    assert "not as on the CPU" in capsys.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_every_strict_table_is_compared(name: str, bench: Any) -> None:
    (kind,) = [kind for kind in commandery.games() if kind.name == name]
    compared = [{"players": game.players, **game.options} for game in bench.tables(kind)]
    assert all(any(table.items() <= each.items() for each in compared) for table in STRICT[name])


@pytest.mark.parametrize(
    ("stream", "waits"),
    [(None, None), (-1, None), (0, None), (1, None), (2, "per_thread_default_stream"), (7, "external_stream")],
)
def test_who_works_in_another_stream_waits_for_ours(
    monkeypatch: pytest.MonkeyPatch, stream: int | None, waits: str | None
) -> None:
    cuda = MagicMock()
    monkeypatch.setattr(gpu, "_cuda", lambda: cuda)
    array: Any = object.__new__(DeviceArray)
    array._view = SimpleNamespace(__dlpack__=MagicMock())
    array.__dlpack__(stream=stream, max_version=(1, 0))
    array._view.__dlpack__.assert_called_once_with(stream=stream, max_version=(1, 0))
    launched = cuda.event.return_value
    if waits is None:
        launched.record.assert_not_called()
    else:
        launched.record.assert_called_once_with()
        launched.wait.assert_called_once_with(getattr(cuda, waits).return_value)
        if waits == "external_stream":
            cuda.external_stream.assert_called_once_with(stream)


def test_our_stream_waits_for_the_actions_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "_cuda", MagicMock())
    batch = batch_that_refused(0)
    batch.count = 3
    gpu._cuda().as_cuda_array.return_value = np.zeros(3, np.int64)  # type: ignore[attr-defined]
    actions = SimpleNamespace(__cuda_array_interface__={}, __dlpack__=MagicMock())
    batch.step(actions)
    actions.__dlpack__.assert_called_once_with(stream=1)
    batch.step(np.zeros(3, np.int64))  # of this computer's memory: refused by what takes it, not here
