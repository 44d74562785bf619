"""What the page shows of each game: its board, where on it each action is, and what players have before them.

One renderer a game, made from views and the board's data; no rule is in it.
"""

from __future__ import annotations

from commandery.server.faces.face import Face
from commandery.server.faces.journey import JourneyFace
from commandery.server.faces.templar import TemplarFace
from commandery.server.faces.templari import TemplariFace

__all__ = ["FACES", "Face"]

FACES: dict[str, Face] = {"templar": TemplarFace(), "templari": TemplariFace(), "journey": JourneyFace()}
