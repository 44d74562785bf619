"""Templates: drivers and searches written once, compiled for each game.

A template is an ordinary module whose kernel functions call the names of `contract`. Numba fixes a function's globals
when it compiles it, so a template is executed once for each game with those names replaced by the game's own functions.
Unlike closures or functions passed as arguments, the result is cached on disk and works from CUDA as it is. What a
template imports from another template is replaced by that one's specialised version; ``TEMPLATE = True`` marks them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import threading
from types import ModuleType
from typing import Any

from commandery.core.cache import folder_of
from commandery.core.kernel import declared_for

__all__ = ["specialise"]

_lock = threading.RLock()


def specialise(template: str, name: str, replacements: dict[str, Any]) -> ModuleType:
    """The module ``template`` (by dotted name) with these global names replaced: a module of its own for the game ``name``."""
    with _lock:
        return _specialise(template, name, replacements)


def _specialise(template: str, name: str, replacements: dict[str, Any]) -> ModuleType:
    full = f"{template}@{name}"
    if full in sys.modules:
        return sys.modules[full]
    found = importlib.util.find_spec(template)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(template)
    spec = importlib.util.spec_from_file_location(full, found.origin)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[full] = module  # Numba's cache looks the module up by name
    try:
        with declared_for(_folder(name, replacements)):
            spec.loader.exec_module(module)
        for key, value in list(vars(module).items()):
            if key in replacements:
                setattr(module, key, replacements[key])
            else:
                home = getattr(getattr(value, "py_func", value), "__module__", None)
                if home not in (None, full) and getattr(sys.modules.get(str(home)), "TEMPLATE", False):
                    setattr(module, key, getattr(_specialise(str(home), name, replacements), key))
    except BaseException:
        del sys.modules[full]
        raise
    return module


def _folder(name: str, replacements: dict[str, Any]) -> str:
    """The cache folder for a game's templates, by the rules that replace the contract's functions."""
    functions = (getattr(value, "py_func", value) for value in replacements.values() if callable(value))
    homes = sorted({folder_of(function.__module__) for function in functions if hasattr(function, "__module__")})
    return f"{name}-{hashlib.sha256(' '.join(homes).encode()).hexdigest()[:16]}"
