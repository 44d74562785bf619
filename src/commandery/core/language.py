"""Text in the reader's language: gettext catalogues, and messages whose plural follows one of their numbers.

English is written in the sources and serves as the key. No language is ever in a state or a record.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Message", "N_", "languages", "say", "translate"]

_CATALOGUES = Path(__file__).resolve().parent.parent / "locale"


def N_(text: str) -> str:
    """Mark a text for translation where it is written; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """A text with named places in braces; ``many`` is used where the number named ``by`` asks for a plural."""

    one: str
    many: str | None = None
    by: str | None = None


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("commandery", _CATALOGUES, [language], fallback=True)


def languages() -> list[str]:
    """The languages that can be shown."""
    translated = (path.parent.parent.name for path in _CATALOGUES.glob("*/LC_MESSAGES/commandery.mo"))
    return ["en", *sorted(name for name in translated if name != "en")]


def translate(text: str, language: str = "en") -> str:
    """A text marked with `N_`, in this language."""
    return _catalogue(language).gettext(text) if text else ""


def say(message: Message, values: Mapping[str, object], language: str = "en") -> str:
    """A message with its places filled in."""
    catalogue = _catalogue(language)
    if message.many is not None and message.by is not None:
        number = values[message.by]
        assert isinstance(number, int)
        text = catalogue.ngettext(message.one, message.many, number)
    else:
        text = catalogue.gettext(message.one)
    return text.format(**values)
