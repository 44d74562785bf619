"""The tables that environments have: every option set without honour."""

from __future__ import annotations

from typing import Any

from conftest import GAMES, option_sets

__all__ = ["STRICT"]

STRICT: dict[str, list[dict[str, Any]]] = {
    name: [options for options in option_sets(name) if options.get("table_rules") != "honour"] for name in GAMES
}
