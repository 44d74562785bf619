"""Optional packages: imported when needed, with a sentence that says how to install the one that is missing."""

from __future__ import annotations

import importlib
from types import ModuleType

from commandery.core.errors import CommanderyError

__all__ = ["require"]


def require(module: str, extra: str) -> ModuleType:
    """An optional package, or `CommanderyError` that names the extra which installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and module.split(".")[0] == error.name.split(".")[0]:
            raise CommanderyError(f"{module} is not installed; this installs it: pip install 'commandery[{extra}]'") from error
        raise
