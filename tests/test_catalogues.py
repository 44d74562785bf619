"""The catalogues of languages: everything in the sources is in the template, everything in the template is translated well."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "src" / "commandery" / "locale"
TEMPLATES = ROOT / "src" / "commandery" / "web" / "templates"
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


@dataclass(frozen=True)
class Marked:
    """A call that marks a text: its arguments, None where they are no written texts, and the names of values."""

    place: str
    name: str
    texts: tuple[str | None, ...]
    values: frozenset[str] | None = None
    """What the places in braces are filled with, where the call says it."""
    hidden: bool = False
    """Whether texts are inside an expression, where the extraction does not find them."""


@cache
def all_marked() -> list[Marked]:
    return [*marked(), *marked_in_templates()]


def marked() -> Iterator[Marked]:
    """Every call of N_, Message and translate in the sources, also where the extraction might not look."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("N_", "Message", "translate")
            ):
                texts = tuple(argument.value if isinstance(argument, ast.Constant) else None for argument in node.args)
                inside = texts[0] is None and any(isinstance(part, ast.Constant) for part in ast.walk(node.args[0]))
                hidden = inside and node.func.id == "N_"
                yield Marked(f"{path.relative_to(ROOT)}, line {node.lineno}", node.func.id, texts, hidden=hidden)


def templates() -> list[Path]:
    """The templates of pages; summaries of rules are written in each language instead."""
    return [path for path in sorted(TEMPLATES.rglob("*.html")) if path.parent.name != "rules"]


def marked_in_templates() -> Iterator[Marked]:
    """Every call of _ and many in the templates."""
    for path in templates():
        for node in Environment().parse(path.read_text()).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name) and node.node.name in ("_", "many"):
                texts = tuple(str(part.value) if isinstance(part, nodes.Const) else None for part in node.args)
                inside = node.args[0].find_all(nodes.Const)
                hidden = texts[0] is None and any(isinstance(part.value, str) for part in inside)
                values = frozenset(keyword.key for keyword in node.kwargs)
                place = f"{path.relative_to(ROOT)}, line {node.lineno}"
                assert node.dyn_args is None and node.dyn_kwargs is None, place
                yield Marked(place, node.node.name, texts, values, hidden)


def test_every_marked_text_is_in_the_template() -> None:
    """Not hidden in an f-string or in an expression, of which the extraction would make something else."""
    known = {message.id[0] if isinstance(message.id, tuple) else message.id for message in messages(template())}
    plurals = {message.id for message in messages(template()) if isinstance(message.id, tuple)}
    assert {call.name for call in all_marked()} == {"N_", "Message", "translate", "_", "many"}
    for call in all_marked():
        first = call.texts[0]
        assert not call.hidden, f"{call.place}: a text inside an expression"
        if call.name == "translate":
            assert first is None, f"{call.place}: a text that is not marked with N_"
        elif first is not None:
            assert first in known, f"{call.place}: {first!r}"
            allowed = {"N_": (1,), "_": (1,), "Message": (1, 3), "many": (3,)}
            assert len(call.texts) in allowed[call.name], call.place
            if len(call.texts) == 3:
                assert call.texts[:2] in plurals, f"{call.place}: {first!r}"
        else:
            assert call.name != "many", f"{call.place}: a plural that is not written out"


def test_templates_fill_every_place() -> None:
    """Each place in braces of a text in a page has its value, a plural also its number, and no value is left over."""
    for call in marked_in_templates():
        if call.texts[0] is not None and call.values is not None:
            wanted = {name for text in call.texts[:2] for name, _, _ in places(text or "")} | set(call.texts[2:])
            assert call.values == wanted, f"{call.place}: {call.texts[0]!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_and_without_a_plural_is_the_same_in_all_numbers(language: str) -> None:
    """What is also said without its number would otherwise always be in the singular."""
    alone = {call.texts[0] for call in all_marked() if len(call.texts) == 1}
    for message in messages(catalogue(language)):
        if isinstance(message.id, tuple) and message.id[0] in alone:
            assert len(set(message.string)) == 1, message.id


class Words(HTMLParser):
    """Collects what is read, or read aloud, on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ignored = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attributes if name in ("alt", "aria-label", "placeholder", "title")]
        self.ignored += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.ignored -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.ignored:
            self.found.append(data)


def test_templates_have_no_words_but_marked_ones() -> None:
    for path in templates():
        parser = Words()
        page = re.sub(r"{% block kind %}[\w -]*{% endblock %}", "", path.read_text())  # a class, not a word
        parser.feed("".join(text for _, kind, text in Environment().lex(page) if kind == "data"))
        words = {word for text in parser.found for word in re.findall(r"[^\W\d_]{2,}", text)}
        assert words <= {"Commandery"}, f"{path.relative_to(ROOT)}: {words}"


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_rules_are_told_in_every_language(language: str) -> None:
    names = {path.name for path in (TEMPLATES / "rules").iterdir()}
    assert {name.partition(".")[0] + f".{language}.html" for name in names} <= names


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
    same |= {f"{word}s" for word in same} | {"points"} if language == "fr" else set()  # "Missions", "{points} points"
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
