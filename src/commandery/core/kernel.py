"""The kernel decorator: one rules source, interpreted, compiled for the CPU, or called from CUDA.

A kernel function is plain Python over records and buffers of whole numbers: no objects, no allocation, no exceptions, no
strings. ``@kernel`` compiles it with Numba on its first call. With ``NUMBA_DISABLE_JIT=1`` in the environment it stays
ordinary Python, to step through and to measure coverage; `mount` then hands the rules guarded proxies (see `guard`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
import numpy as np

from commandery.core import cache, guard
from commandery.core.contract import FUNCTIONS
from commandery.core.layout import Cells, StateArray

__all__ = ["INTERPRETED", "declared_for", "folded", "kernel", "mount", "numbers", "spliced", "words"]

INTERPRETED = bool(numba.config.DISABLE_JIT)
"""Whether kernel functions run as ordinary Python in this process."""

F = TypeVar("F", bound=Callable[..., Any])

_SMALL = ("commandery.core.bits", "commandery.core.stream")
_COLD = ("ending", "refused", "scoring", "setup", "soundness")
"""Chapters of the rules that are gone through once a game, or by who asks why."""

if not INTERPRETED:
    cache.announce()

_declared_for: list[str] = []  # the cache folder for the template being executed (see `specialise`), innermost last


def kernel(function: F) -> F:
    """Compile ``function`` at its first call, without the GIL and without reference counting; cached on disk."""
    return _compiled(function, _belongs_to_its_callers(function))


def folded(function: F) -> F:
    """A kernel function's twin that is compiled into whoever calls it: for loops that call it in one place, over and over."""
    return _compiled(getattr(function, "py_func", function), True)


def spliced(function: F) -> F:
    """A kernel function whose text becomes part of whoever calls it, before anything is compiled. The compiler goes through all
    that a function calls, and what that calls, once more for each level: a chain of functions around the rules takes it as many
    times as long as the chain has links."""
    return _compiled(function, False, "always")


def _compiled(function: F, into_callers: bool, inline: str = "never") -> F:
    if INTERPRETED:
        return function
    with cache.declaring(function, _declared_for[-1] if _declared_for else None):
        # _nrt=False: fields that are arrays would otherwise be counted at every access, which costs up to 1.7 times.
        compiled = numba.njit(nogil=True, _nrt=False, error_model="numpy", forceinline=into_callers, inline=inline)(function)
        compiled.targetoptions = {key: value for key, value in compiled.targetoptions.items() if key != "forceinline"}
        compiled._cache = cache.KernelCache(function)
        return cast(F, compiled)


def _belongs_to_its_callers(function: Callable[..., Any]) -> bool:
    """Whether a function is always compiled into its callers: small ones, and the inner functions of rules and observations,
    which brings a quarter more decisions a second, and of estimates, which makes them three times as quick. CUDA, which reads
    ``targetoptions``, decides for itself: there smaller code is faster."""
    module = function.__module__
    chapter = module.rpartition(".")[2]
    hot = (".rules" in module and chapter not in _COLD) or chapter in ("observation", "estimate")
    return (hot and function.__name__ not in FUNCTIONS) or module in _SMALL


@contextmanager
def declared_for(folder: str) -> Iterator[None]:
    """Kernels declared meanwhile are cached in this folder: a game's own."""
    _declared_for.append(folder)
    try:
        yield
    finally:
        _declared_for.pop()


def mount(array: StateArray) -> Any:
    """What to pass to kernel functions for this array: itself, or a guarded proxy where they are interpreted."""
    return guard.guarded(array) if INTERPRETED else array


def numbers(*shape: int) -> Any:
    """A buffer of zeros for actions, weights, events or counts, ready to be passed to kernel functions."""
    return mount(np.zeros(shape, np.int64))


def words(*values: int) -> Cells:
    """A buffer that holds these numbers."""
    return cast(Cells, mount(np.array(values, np.int64)))
