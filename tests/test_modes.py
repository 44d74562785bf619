"""One source, three speeds: interpreted, bounds-checked, compiled and CUDA runs play the same seeds to the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

import commandery
from commandery.core import testing
from conftest import GAMES, option_sets


def in_another_process(code: list[str], **environment: str) -> str:
    """What Python prints when run with these arguments and environment."""
    done = subprocess.run(
        [sys.executable, *code], env={**os.environ, "COMMANDERY_QUIET": "1", **environment}, capture_output=True, text=True,
        check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


_MANY = """
import json, sys, commandery
from commandery.core.testing import fingerprint
for options in json.loads(sys.argv[2]):
    print(fingerprint(commandery.game(sys.argv[1], **options), 0, int(sys.argv[3])))
"""


@pytest.mark.sized("modes")
@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_bounds_checked_runs_agree_with_compiled_ones(name: str, mode: str, size: int) -> None:
    sets = option_sets(name)[:: 3 if size == 1 else 1]  # interpreted games take a second
    quick = {mode: "1", "NUMBA_OPT": "0"}  # compiling takes longer than playing
    theirs = in_another_process(["-c", _MANY, name, json.dumps(sets), str(size)], **quick).split()
    ours = [testing.fingerprint(commandery.game(name, **options), 0, size) for options in sets]
    assert theirs == ours


def test_the_bounds_check_is_on_where_it_is_asked_for() -> None:
    """A kernel that reads past its buffer stops there instead of reading on."""
    code = """
from commandery.core.kernel import kernel, numbers
def read(buffer, i):
    return buffer[i]
try:
    kernel(read)(numbers(3), 7)
    print("read past the end")
except IndexError:
    print("stopped")
"""
    path = "/dev/stdin"
    done = subprocess.run(
        [sys.executable, path], input=code, env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "COMMANDERY_QUIET": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "stopped", done.stderr


def test_python_fingerprint_command() -> None:
    printed = in_another_process(["-m", "commandery.core.testing", "templari", '{"players": 5}', "3", "2"])
    assert printed == testing.fingerprint(commandery.game("templari", players=5), 3, 2)


def _cuda() -> Any:
    """Numba's CUDA module where there is a device, else None."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from numba import cuda

            return cuda if cuda.is_available() else None
        except Exception:
            return None


@pytest.mark.filterwarnings("ignore")  # numba-cuda warns of small grids
@pytest.mark.skipif(_cuda() is None, reason="no CUDA device here")
@pytest.mark.parametrize("name", GAMES)
def test_cuda_plays_the_same_games(name: str) -> None:
    """For every option set: the same final states as on the CPU, picked and from lists."""
    cuda, count = _cuda(), 256
    for options in option_sets(name):
        game = commandery.game(name, **options)
        template = game.kind.template("commandery.core.cuda_drive")
        expected = testing.final_states(game, 0, count).tobytes()
        position = game.kind.State.empty()
        game.kind.drive.start(game.world, position)
        for kernel in (template.playouts, template.playouts_listed):
            finals = cuda.to_device(np.zeros(count, game.kind.State.dtype))
            kernel[2, 128](
                cuda.to_device(game.world), cuda.to_device(position), 1, 0, count, finals,
                cuda.to_device(np.zeros(count, np.int64)),
            )  # fmt: skip
            assert finals.copy_to_host().tobytes() == expected, options
