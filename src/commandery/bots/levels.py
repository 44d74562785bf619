"""The levels of bots, as people read of them."""

from __future__ import annotations

from commandery.core.language import N_

__all__ = ["LEVELS_IN_WORDS"]

LEVELS_IN_WORDS = {
    # Translators: the four levels of bots, each with a line about it and how hard it is to beat, in a word
    "novice": (N_("novice"), N_("plays what comes to mind, with a little sense"), N_("easy")),
    "squire": (N_("squire"), N_("looks through its own turn and plays what is best at the end of it"), N_("medium")),
    "knight": (N_("knight"), N_("thinks about what the others may do, for a moment"), N_("hard")),
    "master": (N_("master"), N_("thinks about it longer: up to a second or two each turn"), N_("expert")),
}
"""What people call a level, how it plays, and how hard it is to beat."""
