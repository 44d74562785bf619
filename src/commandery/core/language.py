"""Text in the reader's language: gettext catalogues, and messages whose plural follows one of their numbers.

English is written in the sources and serves as the key. No language is ever in a state or a record. Catalogues are in
``locale``, compiled by ``make setup``; ``docs/glossary.md`` says how they are made. Where one is missing, English is shown.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

__all__ = [
    "ENGLISH", "Message", "N_", "Phrase", "Player", "languages", "listed", "match_language", "say",
    "system_language", "translate",
]  # fmt: skip

ENGLISH = "en"
_CATALOGUES = Path(__file__).resolve().parent.parent / "locale"


def N_(text: str) -> str:
    """Mark a text for translation where it is written; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """A text with named places in braces; ``many`` is used where the number named ``by`` asks for a plural.

    Texts written as its arguments are found by the extraction as they are, without `N_`.
    """

    one: str
    many: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message with what its places are filled with, to be told later: a text that waits for its reader's language."""

    message: Message
    values: Mapping[str, object] = field(default_factory=dict)

    def describe(self, language: str = ENGLISH, names: Sequence[str] | None = None) -> str:
        return say(self.message, self.values, language, names)

    def __str__(self) -> str:
        return self.describe()


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a message: by name where names are known, else by the number of the seat."""

    seat: int

    def describe(self, language: str = ENGLISH, names: Sequence[str] | None = None) -> str:
        # Translators: stands inside a sentence instead of a name: it is not seat 2's turn
        return names[self.seat] if names is not None else say(Message("seat {seat}"), {"seat": self.seat}, language)

    def __str__(self) -> str:
        return self.describe()


# Languages


@cache
def languages() -> tuple[str, ...]:
    """The languages that can be shown, English first."""
    translated = (path.parent.parent.name for path in _CATALOGUES.glob("*/LC_MESSAGES/commandery.mo"))
    return (ENGLISH, *sorted(name for name in translated if name != ENGLISH))


def match_language(wanted: str) -> str | None:
    """The language that can be shown for ``fr``, ``fr-CA`` or ``fr_CA.UTF-8``; None if there is none. C is English."""
    name = wanted.partition(".")[0].replace("_", "-").partition("-")[0].lower()
    if name in ("c", "posix"):
        return ENGLISH
    return name if name in languages() else None


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, as gettext reads it; English if it asks for none that can be shown."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if found := [language for name in environment.get(variable, "").split(":") if (language := match_language(name))]:
            return found[0]
    return ENGLISH


def _catalogue(language: str) -> gettext.NullTranslations:
    return _load(language) if language in languages() else _NO_CATALOGUE


@cache
def _load(language: str) -> gettext.NullTranslations:
    return gettext.translation("commandery", _CATALOGUES, [language], fallback=True)


_NO_CATALOGUE = gettext.NullTranslations()


# Words


def translate(text: str, language: str = ENGLISH) -> str:
    """A text marked with `N_`, in this language."""
    return _translated(text, _catalogue(language)) if text else ""


@lru_cache(maxsize=16_384)
def _translated(text: str, catalogue: gettext.NullTranslations) -> str:
    return catalogue.gettext(text)


def say(message: Message, values: Mapping[str, object], language: str = ENGLISH, names: Sequence[str] | None = None) -> str:
    """A message with its places filled in. What can be described, an action or a `Phrase`, is told in that language too, with
    the players' names where they are known."""
    catalogue = _catalogue(language)
    if message.many is not None and message.by is not None:
        number = values[message.by]
        assert isinstance(number, int)
        text = catalogue.ngettext(message.one, message.many, number)
    else:
        text = catalogue.gettext(message.one)
    told = text.format(**{name: _inserted(value, language, names) for name, value in values.items()})
    if language in _JOINED:
        pattern, joined = _JOINED[language]
        told = pattern.sub(joined, told)
    return told.replace(_HERE, "")


def listed(words: Sequence[str], language: str = ENGLISH) -> str:
    """One, two or several words or names in a row: Anna, Bruno and Carla."""
    if len(words) < 2:
        return "".join(words)
    # Translators: the end of a list; some is one name, or several with commas between them
    return say(Message("{some} and {last}"), {"some": ", ".join(words[:-1]), "last": words[-1]}, language)


# Inserted words change a short word before them: French has "de Paris" but "d'Anna" and "d'Yves", Italian "a Paris" but "ad
# Anna", "e Anna" but "ed Elsa". Where a word was inserted is marked, so that nothing else is changed.

_HERE = "\0"
_JOINED = {
    "fr": (
        re.compile(rf"\b([Dd]|[Qq]u)e {_HERE}(?=[aàâäáeéèêëiîïíoôöóuùûüúæœ]|y[b-df-hj-np-tv-xz])", re.IGNORECASE),
        "\\1\N{RIGHT SINGLE QUOTATION MARK}",
    ),
    "it": (re.compile(rf"\b(a(?= {_HERE}[aàáâä])|e(?= {_HERE}[eèéêë])) {_HERE}", re.IGNORECASE), r"\1d "),
}


class _Inserted(str):
    """A text as it is inserted: marked, unless it is set in columns."""

    __slots__ = ()

    def __format__(self, columns: str) -> str:
        return super().__format__(columns) if columns else f"{_HERE}{self!s}"


def _inserted(value: object, language: str, names: Sequence[str] | None) -> object:
    """A value as it stands in a text. English without names tells an action by its notation, which is English."""
    if (describe := getattr(value, "describe", None)) and (language != ENGLISH or names is not None):
        value = describe(language, names)
    return _Inserted(value) if isinstance(value, str) else value
