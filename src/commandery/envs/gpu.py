"""Many games side by side on a GPU, from the same rules: step by step, or whole random games.

Needs a CUDA device with a driver for CUDA 13, and the extra ``gpu``. What is shown stays on the device; PyTorch and JAX take it
by DLPack, uncopied::

    batch = GpuBatch(commandery.game("templari", players=4), 65536)
    rows = torch.from_dlpack(batch.observations)    # (numbers, games): a column for each game
    batch.step(actions)                             # any integer CUDA array; the same tensors now show what followed
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from commandery.core.errors import CommanderyError
from commandery.core.game import Game
from commandery.core.layout import StateArray
from commandery.core.observation import OBSERVED
from commandery.core.stream import WORDS, check_seed
from commandery.envs.batch import at_least_1
from commandery.envs.extras import require
from commandery.envs.fair import strict

__all__ = ["DeviceArray", "GpuBatch", "playouts"]

_THREADS = 128
_BLOCKS = 16  # blocks of whole games for each multiprocessor
_DEFAULT = 1  # the stream in which everything here is launched, by its number in DLPack
_OURS = (-1, 0, _DEFAULT)  # who takes an array for these streams needs not wait
_OF_A_THREAD = 2  # a thread's own default stream


def _cuda() -> Any:
    """Numba's CUDA side, or `CommanderyError` that says what is missing."""
    require("numba_cuda", "gpu")
    from numba import cuda

    if not cuda.is_available():
        needed = "a driver for CUDA 13, and all that pip install 'commandery[gpu]' brings along"
        raise CommanderyError(f"no CUDA device can be used here (it takes {needed}); Batch plays on the CPU")
    return cuda


class DeviceArray:
    """An array on the GPU. Other libraries take it as it is: by DLPack or by the CUDA array interface."""

    def __init__(self, array: Any) -> None:
        from cuda.core.utils import StridedMemoryView

        self.array = array
        self._view = StridedMemoryView.from_cuda_array_interface(array, stream_ptr=-1)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    def __dlpack__(self, *, stream: int | None = None, **options: Any) -> Any:
        """For who works in this stream: what has been launched here so far is done there before what they launch next."""
        if stream not in (None, *_OURS):
            cuda = _cuda()
            launched = cuda.event(timing=False)
            launched.record()
            launched.wait(cuda.per_thread_default_stream() if stream == _OF_A_THREAD else cuda.external_stream(stream))
        return self._view.__dlpack__(stream=stream, **options)

    def __dlpack_device__(self) -> tuple[int, int]:
        device, number = self._view.__dlpack_device__()
        return int(device), int(number)

    def to_host(self) -> npt.NDArray[Any]:
        """A copy in the computer's memory."""
        copy: npt.NDArray[Any] = self.array.copy_to_host()
        return copy


def _taken(actions: Any) -> Any:
    """An array of another library, once it has been written: its library lets our stream wait for that."""
    if hasattr(actions, "__cuda_array_interface__") and hasattr(actions, "__dlpack__"):
        actions.__dlpack__(stream=_DEFAULT)
    return _cuda().as_cuda_array(actions)


class GpuBatch:
    """``count`` games of one kind side by side, as `commandery.envs.Batch` plays them, byte for byte. What is shown stands in
    the same arrays after every step, a column for each game."""

    def __init__(self, game: Game, count: int, seed: int = 0) -> None:
        self.game = strict(game)
        self.count = count = at_least_1("count", count)
        cuda = _cuda()
        kind = game.kind
        self._kernels = kind.template("commandery.envs.cuda_stepping")
        self._grid = ((count + _THREADS - 1) // _THREADS, _THREADS)
        position = kind.State.empty()
        kind.drive.start(game.world, position)
        self._world, self._position = cuda.to_device(game.world), cuda.to_device(position.view(np.int64))
        self._states = cuda.device_array((kind.State.dtype.itemsize // 8, count), np.int64)
        self._streams = cuda.device_array((WORDS, count), np.int64)
        self._games = cuda.device_array(count, np.int64)
        self._refused = cuda.to_device(np.zeros(1, np.int64))
        self.chosen = DeviceArray(cuda.device_array(count, np.int64))
        """What `choose_at_random` chose."""
        self.observations = DeviceArray(cuda.device_array((kind.observation.length, count), OBSERVED))
        """What the seat served sees: see the game's ``observation``."""
        self.masks = DeviceArray(cuda.device_array((kind.actions, count), np.uint8))
        """What it may do, by action id; in a finished game to wait, which begins the next one."""
        self.seats = DeviceArray(cuda.device_array(count, np.int8))
        """The seat served: the lowest that owes a decision; in a finished game the one that ended it."""
        self.rewards = DeviceArray(cuda.device_array((game.players, count), np.float32))
        """What the game that has just ended is worth to each seat, from -1 to 1; else 0."""
        self.over = DeviceArray(cuda.device_array(count, np.uint8))
        """Whether the game is finished."""
        shown = (self.observations, self.masks, self.seats, self.rewards, self.over)
        self._shown = tuple(array.array for array in shown)
        self._turn = 0
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin the first games of a seed: a new one, or the same again."""
        if seed is not None:
            self._seed = check_seed(seed)
        self._turn = 0
        self._forget_refused()
        kernel = self._kernels.begin[self._grid]
        kernel(self._world, self._position, self._states, self._streams, self._games, self._seed, *self._shown)

    def step(self, actions: Any) -> None:
        """Carry out these actions, one for the seat served in each game: a CUDA array of whole numbers of any library. In a
        finished game they do not matter. One that is not legal changes nothing in its game; `check` tells of it."""
        chosen = actions.array if isinstance(actions, DeviceArray) else _taken(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise CommanderyError(f"a step takes {self.count} action ids, not {chosen.dtype} of shape {chosen.shape}")
        self._read = actions  # until the next step its library gives this memory to nobody else
        self._kernels.step[self._grid](
            self._world, self._position, self._states, self._streams, self._games, self._seed, chosen, self._refused,
            *self._shown,
        )  # fmt: skip

    def choose_at_random(self) -> None:
        """Draw one of the legal actions in every game."""
        self._kernels.pick_any[self._grid](self._shown[1], self._seed, self._turn, self.chosen.array)
        self._turn += 1

    def step_at_random(self) -> None:
        """One decision at random in every game."""
        self.choose_at_random()
        self.step(self.chosen)

    def kernel_facts(self) -> dict[str, int]:
        """Registers and bytes of local memory that a thread uses in a step."""
        kernel = self._kernels.step
        return {
            "registers": max(kernel.get_regs_per_thread().values()),
            "local_bytes": max(kernel.get_local_mem_per_thread().values()),
        }

    def check(self) -> None:
        """Wait for the device; an error if any action since the last check or reset was not legal."""
        refused = int(self._refused.copy_to_host()[0])
        if refused:
            self._forget_refused()
            raise CommanderyError(f"{refused} actions were not legal and changed nothing; the masks say what is")

    def _forget_refused(self) -> None:
        self._refused.copy_to_device(np.zeros(1, np.int64))

    @property
    def states(self) -> StateArray:
        """A copy of the positions, secrets included."""
        words = np.ascontiguousarray(self._states.copy_to_host().T)
        return words.view(self.game.kind.State.dtype)[:, 0]


def playouts(game: Game, games: int, seed: int = 0, keep: int = 0) -> tuple[int, StateArray, npt.NDArray[np.float32]]:
    """Play this many random games of a seed to their ends in one launch. How many decisions were made; of the first ``keep``
    games the final positions, and what they are worth to each seat (a row a game)."""
    kind = strict(game).kind
    cuda = _cuda()
    start = kind.State.empty()
    kind.drive.start(game.world, start)
    world = cuda.to_device(game.world)
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * _BLOCKS
    finals = cuda.to_device(np.zeros(max(1, keep), kind.State.dtype))
    decisions = cuda.to_device(np.zeros(blocks * _THREADS, np.int64))
    drive = kind.template("commandery.core.cuda_drive")
    drive.playouts[blocks, _THREADS](world, cuda.to_device(start), check_seed(seed), 0, games, finals, decisions)
    rewards = cuda.to_device(np.zeros((game.players, max(1, keep)), np.float32))
    if keep:
        grid = ((keep + _THREADS - 1) // _THREADS, _THREADS)
        kind.template("commandery.envs.cuda_stepping").judge[grid](world, finals, rewards)
    made = int(decisions.copy_to_host().sum())
    return made, finals.copy_to_host()[:keep], rewards.copy_to_host().T[:keep]
