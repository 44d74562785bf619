"""Boards of one's own: what of a board can be taken hold of, and what becomes of it."""

from __future__ import annotations

from commandery.server.editor.abbey import AbbeyBench
from commandery.server.editor.draft import NOT_THERE, Bench, Draft, Refusal
from commandery.server.editor.europe import EuropeBench

__all__ = ["BENCHES", "NOT_THERE", "Bench", "Draft", "Refusal"]

BENCHES: dict[str, Bench] = {"templar": AbbeyBench(), "journey": EuropeBench()}
"""The games whose boards can be edited."""
