"""The catalogues of languages: everything in the sources is in the template, everything in the template is translated well."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "src" / "commandery" / "locale"
LANGUAGES = ("fr", "it")
COLUMN = {"fr": 1, "it": 2}


@cache
def template() -> Catalog:
    return _read(LOCALE / "commandery.pot")


@cache
def catalogue(language: str) -> Catalog:
    return _read(LOCALE / language / "LC_MESSAGES" / "commandery.po")


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def texts(message: Message) -> list[tuple[str, str]]:
    """Each translated form with the English that it stands for."""
    if isinstance(message.id, str):
        return [(message.id, message.string)]
    return [(message.id[min(1, form)], text) for form, text in enumerate(message.string)]


def everything(language: str) -> Iterator[tuple[str, str]]:
    for message in messages(catalogue(language)):
        yield from texts(message)


@cache
def glossary() -> list[list[str]]:
    """The rows of the glossary: English, French, Italian, note."""
    lines = (ROOT / "docs" / "glossary.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [row for row in rows if row[0] not in ("English", "---")]


# The template


def test_the_template_is_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Extraction finds the same messages, plurals and notes for translators."""
    monkeypatch.chdir(ROOT)
    new = tmp_path / "new.pot"
    CommandLineInterface().run(["pybabel", "--quiet", "extract", "--mapping-file", "pyproject.toml", "-o", str(new), "src"])
    found = {message.id: message.auto_comments for message in messages(_read(new))}
    kept = {message.id: message.auto_comments for message in messages(template())}
    assert set(found) == set(kept), "make messages"
    assert found == kept, "make messages"


def marked() -> Iterator[tuple[str, ast.Call]]:
    """Every call of N_, Message and translate in the sources, also where the extraction might not look."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("N_", "Message", "translate")
            ):
                yield f"{path.relative_to(ROOT)}, line {node.lineno}", node


def test_every_marked_text_is_in_the_template() -> None:
    """Not hidden in an f-string or in an expression, of which the extraction would make something else."""
    known = {message.id[0] if isinstance(message.id, tuple) else message.id for message in messages(template())}
    plurals = {message.id for message in messages(template()) if isinstance(message.id, tuple)}
    for place, call in marked():
        first = call.args[0]
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name == "translate":
            assert not isinstance(first, ast.Constant), f"{place}: a text that is not marked with N_"
        elif isinstance(first, ast.Constant):
            assert first.value in known, f"{place}: {first.value!r}"
            assert len(call.args) == 1 if name == "N_" else len(call.args) in (1, 3), place
            if len(call.args) == 3:
                one, many = (argument.value for argument in call.args[:2] if isinstance(argument, ast.Constant))
                assert (one, many) in plurals, f"{place}: {one!r}"
        else:
            assert not [node for node in ast.walk(first) if isinstance(node, ast.Constant) and name == "N_"], place


# The translations


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_and_none_is_left_over(language: str) -> None:
    found = catalogue(language)
    assert {message.id for message in messages(found)} == {message.id for message in messages(template())}, "make messages"
    assert not found.obsolete
    assert not [message.id for message in messages(found) if message.fuzzy]
    for message in messages(found):
        forms = (message.string,) if isinstance(message.id, str) else message.string
        assert all(forms) and len(forms) in (1, found.num_plurals), f"not translated: {message.id!r}"
        assert (len(forms) == 1) == isinstance(message.id, str), f"plural forms: {message.id!r}"
    notes = {message.id: message.auto_comments for message in messages(template())}
    assert {message.id: message.auto_comments for message in messages(found)} == notes, "make messages"


def places(text: str) -> list[tuple[str, str | None, str | None]]:
    """The places in braces, with how they are set."""
    found = [(name, format, conversion) for _, name, format, conversion in string.Formatter().parse(text) if name is not None]
    return sorted(found, key=str)


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_kept(language: str) -> None:
    for english, text in everything(language):
        assert places(text) == places(english), f"{english!r}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_says_its_number(language: str) -> None:
    for message in messages(catalogue(language)):
        if isinstance(message.id, tuple):
            assert all(places(form) == places(message.id[1]) for form in message.string), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_begin_and_end_like_the_english(language: str) -> None:
    for english, text in everything(language):
        assert text == text.strip() or english != english.strip(), repr(text)
        for sign in ".:":
            assert text.endswith(sign) == english.endswith(sign), f"{english!r}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_in_english_unless_the_glossary_says_so(language: str) -> None:
    same = {row[0].lower() for row in glossary() if row[0] == row[COLUMN[language]]}
    same |= {"point", "points"} if language == "fr" else set()  # "{points} points"
    for english, text in everything(language):
        if text == english:
            words = re.findall(r"[^\W\d]+(?: [^\W\d]+)*", re.sub(r"\{[^}]*\}", "", english))
            assert all(word.lower() in same for word in words), f"{english!r} is the same in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_is_kept_to(language: str) -> None:
    """A term is used in the translation of some message in which the English has it."""
    pairs = [(english.lower(), text.lower().replace("\N{NO-BREAK SPACE}", " ")) for english, text in everything(language)]
    for row in glossary():
        assert len(row) == 4 and all(row[:3]), row
        stems = [_stem(word) for word in row[COLUMN[language]].lower().split()]
        inside = [text for english, text in pairs if re.search(rf"\b{re.escape(row[0].lower())}", english)]
        assert inside, f"no message has {row[0]!r}"
        used = [text for text in inside if all(stem in text for stem in stems)]
        assert used, f"{row[0]!r} is nowhere {row[COLUMN[language]]!r}: {inside[:3]}"


def _stem(word: str) -> str:
    """A word without the ending that changes with number and gender."""
    return word[:-1] if len(word) > 4 else word


def test_typography() -> None:
    """In French a no-break space before : ; ? ! and inside guillemets; in both languages typographic apostrophes."""
    for _, text in everything("fr"):
        bare = re.sub(r"\{[^}]*\}", "x", text)
        assert not re.search("(?<!\N{NO-BREAK SPACE})[:;?!»]|«(?!\N{NO-BREAK SPACE})", bare), repr(text)
    for language in LANGUAGES:
        for english, text in everything(language):
            assert "'" not in text, f"{english!r}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_up_to_date(language: str) -> None:
    path = LOCALE / language / "LC_MESSAGES" / "commandery.mo"
    assert path.exists(), "make setup"
    with path.open("rb") as file:
        compiled = read_mo(file)
    assert len(messages(compiled)) == len(messages(catalogue(language))), "make setup"
    for message in messages(catalogue(language)):
        found = compiled.get(message.id)
        assert found is not None and tuple(found.string) == tuple(message.string), f"make setup: {message.id!r}"
