"""The face of Templari."""

from __future__ import annotations

from commandery.server.faces.face import Face

__all__ = ["TemplariFace"]


class TemplariFace(Face):
    """How the game looks on the page."""
