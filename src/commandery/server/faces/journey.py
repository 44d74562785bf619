"""The face of Journey."""

from __future__ import annotations

from commandery.server.faces.face import Face

__all__ = ["JourneyFace"]


class JourneyFace(Face):
    """How the game looks on the page."""
