"""The face of Templar."""

from __future__ import annotations

from commandery.server.faces.face import Face

__all__ = ["TemplarFace"]


class TemplarFace(Face):
    """How the game looks on the page."""
