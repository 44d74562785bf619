"""Templates: drivers and searches written once, compiled for each game.

A template is an ordinary module whose kernel functions call the names of `contract`. Numba fixes a function's globals
when it compiles it, so a template is executed once for each game with those names replaced by the game's own functions.
Unlike closures or functions passed as arguments, the result is cached on disk and works from CUDA as it is. What a
template imports from another template is replaced by that one's specialised version; ``TEMPLATE = True`` marks them.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import Any

__all__ = ["specialise"]


def specialise(template: str, name: str, functions: dict[str, Any]) -> ModuleType:
    """The module ``template`` (by dotted name) with the given global names replaced, as a module of its own."""
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
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[full]
        raise
    for key, value in list(vars(module).items()):
        if key in functions:
            setattr(module, key, functions[key])
        else:
            home = getattr(getattr(value, "py_func", value), "__module__", None)
            if home not in (None, full) and getattr(sys.modules.get(str(home)), "TEMPLATE", False):
                setattr(module, key, getattr(specialise(str(home), name, functions), key))
    return module
