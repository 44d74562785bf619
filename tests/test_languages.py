"""What people read, in every language: events, actions, refusals, tables, pictures, options, the terminal.

That nothing is forgotten is seen in a language that has no letters: what still has some was never marked for translation.
"""

from __future__ import annotations

import gettext
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import commandery
from commandery.bots import LEVELS, LEVELS_IN_WORDS
from commandery.core import language as languages
from commandery.core import registry
from commandery.core.contract import CHANCE, NOBODY
from commandery.core.errors import IllegalAction
from commandery.core.event import Event
from commandery.core.game import Game
from commandery.core.language import Message, Phrase, listed, match_language, say, system_language, translate
from commandery.core.refusal import not_your_turn
from commandery.core.svg import whole
from commandery.server.agreement import asked_about_hints
from commandery.server.clock import CLOCKS
from commandery.server.journal import Entry, Play, Verb
from commandery.server.pages.web import render
from commandery.server.people import Viewer
from commandery.server.presence import AWAY, HERE, Company
from commandery.server.sitting import Sitting
from commandery.server.store.models import Seat, Table
from commandery.terminal import choices
from commandery.terminal.line import play_match
from conftest import GAMES
from test_cli import run
from test_play import Answers

LANGUAGES = ("fr", "it")
NAMES = ["Anna", "Bruno", "Élise", "Igor", "Ottavia"]
LETTERLESS = "xx"


class Letterless(gettext.NullTranslations):
    """A language in which every letter is a point; places in braces stay."""

    def gettext(self, message: str) -> str:
        return "".join(
            part if part.startswith("{") else re.sub(r"[^\W\d]", "·", part) for part in re.split(r"(\{[^}]*\})", message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def letterless(monkeypatch: pytest.MonkeyPatch) -> str:
    load = languages._load
    monkeypatch.setattr(languages, "languages", lambda: ("en", *LANGUAGES, LETTERLESS))
    monkeypatch.setattr(languages, "_load", lambda name: Letterless() if name == LETTERLESS else load(name))
    return LETTERLESS


def words(text: str, game: Game | None = None) -> list[str]:
    """The words left in a text, but for names on the board and single letters (of colours, types and cards)."""
    if game is not None and game.name == "journey":
        for name in game.board.names:  # type: ignore[attr-defined]
            text = text.replace(name, "")
    return [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 1 and word not in ("II", "III", "VII")]


# Words


def test_the_languages_are_there() -> None:
    assert commandery.core.language.languages() == ("en", "fr", "it")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0 tiles in the bag", "1 tile in the bag", "2 tiles in the bag"]),
        ("fr", ["0 tuile dans le sac", "1 tuile dans le sac", "2 tuiles dans le sac"]),
        ("it", ["0 tessere nel sacchetto", "1 tessera nel sacchetto", "2 tessere nel sacchetto"]),
        ("eo", ["0 tiles in the bag", "1 tile in the bag", "2 tiles in the bag"]),
    ],
)
def test_plural_forms(language: str, told: list[str]) -> None:
    message = Message("{count} tile in the bag", "{count} tiles in the bag", "count")
    assert [say(message, {"count": count}, language) for count in range(3)] == told


@pytest.mark.parametrize("language", ["eo", "", "../../fr", "fr_FR"])
def test_a_language_that_is_not_there_is_english(language: str) -> None:
    assert translate("The bag is empty.", language) == "The bag is empty."


def test_what_was_told_before_a_catalogue_was_there_is_not_kept(letterless: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(languages, "languages", lambda: ("en", *LANGUAGES))
        assert translate("Pass", letterless) == "Pass"
    assert translate("Pass", letterless) == "····"


def test_a_language_is_found_by_any_of_its_names() -> None:
    assert [match_language(name) for name in ("fr", "fr-CA", "it_IT.UTF-8", "C", "POSIX", "eo", "")] == [
        "fr", "fr", "it", "en", "en", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "fr_CH"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LANGUAGE": "de:it:fr"}, "it"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language


def test_inserted_names_join_the_word_before() -> None:
    message = Message("A Templar of {seat} goes from {origin} to {territory}.")
    values = {"seat": "Anna", "origin": "Wien", "territory": "Aachen"}
    assert say(message, values, "fr") == "Un Templier d’Anna va de Wien à Aachen."  # noqa: RUF001
    assert say(message, values, "it") == "Un Templare di Anna va da Wien ad Aachen."
    values = {"seat": "Hugo", "origin": "Évora", "territory": "Roma"}
    assert say(message, values, "fr") == "Un Templier de Hugo va d’Évora à Roma."  # noqa: RUF001
    assert say(message, values, "it") == "Un Templare di Hugo va da Évora a Roma."
    assert say(message, {**values, "seat": "Yves"}, "fr").startswith("Un Templier d’Yves va")  # noqa: RUF001
    assert say(message, {**values, "seat": "Yann"}, "fr").startswith("Un Templier de Yann va")


def test_names_in_a_row() -> None:
    assert [listed(NAMES[:count]) for count in range(4)] == ["", "Anna", "Anna and Bruno", "Anna, Bruno and Élise"]
    assert listed(["Anna", "Bruno", "Elsa"], "fr") == "Anna, Bruno et Elsa"
    assert listed(["Bruno", "Elsa"], "it") == "Bruno ed Elsa"
    assert listed(["Elsa", "Bruno"], "it") == "Elsa e Bruno"


def test_a_phrase_waits_for_its_language() -> None:
    inner = Phrase(Message("room {number}"), {"number": 3})
    outer = Phrase(Message("this cannot be declined: {asked}"), {"asked": inner})
    assert str(outer) == "this cannot be declined: room 3"
    assert outer.describe("it") == "non si può rinunciare: stanza 3"


# The games


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return commandery.game(request.param, players=max(kind.players[1] for kind in commandery.games()))


def events(game: Game) -> Iterator[Event]:
    """Every kind of event with different small numbers, also as those see it who may not know."""
    limits = {"figure": 8, "portal": 2, "room": 13, "route": 2, "section": 3, "space": 7}
    for kind in game.kind.event_kinds.values():
        for first in range(16):
            numbers = tuple((first + place) % limits.get(field, 5) for place, field in enumerate(kind.fields))
            event = Event(kind, first % game.players, numbers, game.tell)
            yield event
            yield event.seen_by(None)


def refusals(game: Game) -> Iterator[IllegalAction]:
    """Every refusal there is, in every phase, for each of a few actions."""
    module: Any = __import__(f"commandery.games.{game.name}.rules.refusals", fromlist=["refusals"])
    actions = game.actions.all if game.name != "templari" else [game.actions.parse("bid 7")]
    state = game.start(seed=1).state_array()
    for reason in (getattr(module, name) for name in module.__all__):
        for phase in range(len(phases_of(game))):
            state["phase"] = phase
            for action in actions[:: max(1, len(actions) // 5)]:
                message, values = game.kind.explain_refusal(game.world, state, 0, str(action), reason)
                yield IllegalAction(message, {**values, "action": action})
    yield from (IllegalAction(*not_your_turn(*seats)) for seats in ((0, 1), (0, CHANCE), (CHANCE, 1), (0, NOBODY)))


def about(game: Game, language: str) -> Iterator[str]:
    """What is said about a game before it is played, and what is asked in it."""
    kind = game.kind
    for text in (
        kind.summary,
        kind.reconstructed,
        *(text for option in kind.options for text in (option.title, option.help)),
        *kind.asked.values(),
    ):
        yield translate(text, language)


def positions(game: Game) -> Iterator[commandery.Match]:
    """A match looked at now and then."""
    match, dice = game.start(seed=5), random.Random(5)
    while not match.over and len(match.history) < 400:
        seat = match.to_act[0]
        match.play(seat, dice.choice(match.legal(seat)))
        if len(match.history) % 23 == 0:
            yield match
    yield match


def written(svg: str) -> str:
    """All that can be read in a picture."""
    elements = [element for element in ET.fromstring(svg).iter() if element.tag.endswith(("}text", "}title"))]
    return "\n".join(element.text or "" for element in elements)


def phases_of(game: Game) -> list[str]:
    """The names that a game's phases have in views."""
    view: Any = __import__(f"commandery.games.{game.name}.view", fromlist=["view"])
    return list(view.PHASES.values() if isinstance(view.PHASES, dict) else view.PHASES)


def test_every_phase_is_asked_for(game: Game) -> None:
    """Special cases, after a comma, are of a phase that there is."""
    assert {name for name in game.kind.asked if ", " not in name} == set(phases_of(game))
    assert {name.partition(", ")[0] for name in game.kind.asked} == set(phases_of(game))


def test_everything_is_marked_for_translation(game: Game, letterless: str) -> None:
    """Events, actions, refusals and all that is said about a game, in a language without letters."""
    for event in events(game):
        assert not words(event.describe(letterless, ["1", "2", "3", "4", "5"]), game), event
        assert not words(event.describe(letterless), game), event
    for action in game.actions.all:
        assert not words(action.describe(letterless), game), action
    for refusal in refusals(game):
        assert not words(refusal.describe(letterless), game), refusal
    for text in about(game, letterless):
        assert not words(text)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("templar", {"players": 5}),
        ("templar", {"players": 2, "table_rules": "honour"}),
        ("templari", {"players": 3, "table_rules": "honour"}),
        ("templari", {"players": 5, "exchange": True, "coins": "hidden"}),
        ("journey", {"players": 3}),
        ("journey", {"players": 5}),
    ],
)
def test_tables_and_pictures_are_marked_for_translation(name: str, options: dict[str, Any], letterless: str) -> None:
    game = commandery.game(name, **options)
    for match in positions(game):
        for line in game.kind.describe_table(match.view(0), ["1", "2", "3", "4", "5"], letterless):
            assert not words(line, game), line
        assert not words(written(match.svg(0, letterless)), game)
    for sources in match.outcome.sources if match.over else ():
        for source in sources:
            assert not words(game.kind.describe_source(game.board, source, letterless), game), source


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_told(game: Game, language: str) -> None:
    """With no brace left over, and not as in English where there is anything to translate."""
    for event in events(game):
        told = event.describe(language, NAMES)
        assert told and not set("{}\0") & set(told), told
        assert told != event.describe("en", NAMES) or event.name == "round", told
    for action in game.actions.all:
        told = action.describe(language)
        assert told and not set("{}\0") & set(told) and told != action.describe(), told
    for refusal in refusals(game):
        told = refusal.describe(language)
        assert told and not set("{}\0") & set(told) and told != str(refusal), told
    for text, english in zip(about(game, language), about(game, "en"), strict=True):
        assert text and text != english


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_speak_the_language(game: Game, language: str) -> None:
    match = next(positions(game))
    english, other = (ET.fromstring(match.svg(0, spoken)) for spoken in ("en", language))
    assert [element.get("id") for element in english.iter()] == [element.get("id") for element in other.iter()]
    assert {"fr": "Joueur 1", "it": "Giocatore 1"}[language] in written(match.svg(0, language))
    assert "Player" not in written(match.svg(0, language))
    assert match.svg(0, language) == match.svg(0, language)


def test_the_boards_own_words_are_translated() -> None:
    """The words in the standard files are marked; those of a user's own file stay as they are."""
    for name in GAMES:
        board = registry.find(name).standard_board
        world: Any = __import__(f"commandery.games.{name}.world", fromlist=["world"])
        listed = {str(board.data["title"])}
        listed |= {entry["name"] for entry in board.data.get("colour", [])}
        listed |= {entry["country"] for entry in board.data.get("territory", [])}
        assert listed == set(world.STANDARD_NAMES)
    assert translate("Aquitaine", "it") == "Aquitaine"


def test_a_fault_in_a_board_file_is_told_in_any_language(tmp_path: Path) -> None:
    text = registry.find("templari").board_file.read_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('letter = "B"', 'letter = "A"'))
    with pytest.raises(commandery.BadFile) as caught:
        commandery.game("templari", board=path)
    line = text[: text.index('letter = "B"')].count("\n") + 1
    assert str(caught.value) == f"mine.toml, line {line}: two colours have the letter A"
    assert caught.value.describe("it") == f"mine.toml, riga {line}: due colori hanno la lettera A"


def test_no_language_is_kept() -> None:
    """Told in three languages, a match is the same to the byte."""
    match = commandery.game("templari", players=3).start(seed=2)
    state, record = match.state, match.record()
    for language in ("en", *LANGUAGES):
        match.svg(0, language)
        assert [event.describe(language) for event in match.log(0)]
    assert (match.state, match.record()) == (state, record)


# The pages


class Page(HTMLParser):
    """What is read, or read aloud, on a page."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.read: list[str] = []
        self.feed(re.sub(r"<style>.*?</style>", "", markup, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        shown = ("alt", "aria-label", "data-copied", "data-why", "placeholder", "title")
        self.read += [value or "" for name, value in attributes if name in shown]

    def handle_data(self, data: str) -> None:
        self.read.append(data)


def laid(game: Game, options: dict[str, Any]) -> Table:
    """A table of people and bots that are called by numbers."""
    table = Table(id="x", game=game.name, options=options, pace=700, status="playing", public=True, host="p", board=None)
    people = {0: "p", 1: "q"}
    table.seats = [
        Seat(number=seat, person_id=people.get(seat), level=None if seat in people else "squire", name=str(seat))
        for seat in range(game.players)
    ]
    return table


def shown(template: str, table: Table, language: str, **more: Any) -> Page:
    about = {"viewer": Viewer(None, language), "csrf": "x", "table": table, "path": "/", "kind": registry.find(table.game)}
    company = Company({0: HERE, 1: AWAY}, {1: 999.0}, ["2"], 2)
    about |= {
        "company": company,
        "messages": [],
        "longest": 500,
        "patience": 180,
        "clock": next(iter(CLOCKS.values())),
        "clocks": CLOCKS,
    }
    about |= {"times": {0: (100, True)}, "cleared_on": None, "replaceable": [1], "asked_about_hints": asked_about_hints(table)}
    return Page(whole(render(template, language, {**about, **more})))


def played(play: Play) -> Iterator[int | None]:
    """A game played at random: who is asked (nobody: chance, or it is over), at each step."""
    dice = random.Random(7)
    while not play.over and len(play.entries) < 500:
        seat = play.match.to_act[0]
        yield None if seat == CHANCE else seat
        legal = [action for action, _ in play.match.outcomes()] if seat == CHANCE else play.match.legal(seat)
        play.read(Entry(seat, Verb.PLAY, str(dice.choice(legal))))
    yield None


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("templar", {"players": 2}),
        ("templar", {"players": 3, "table_rules": "honour"}),
        ("templari", {"players": 3}),
        ("templari", {"players": 4, "exchange": True, "coins": "hidden"}),
        ("journey", {"players": 3}),
    ],
)
def test_tables_on_the_pages_are_marked_for_translation(name: str, options: dict[str, Any], letterless: str) -> None:
    """In play, once in every phase, to who is asked and to who looks on; and when the game is over, to who has played."""
    game = commandery.game(name, **options)
    play = Play(game, frozenset({0, 1}))
    table = laid(game, options)
    met: set[str] = set()
    for asked in played(play):
        phase = str(play.match.view(None)["phase"])
        if phase in met and not play.over:
            continue
        met.add(phase)
        for seat in (1 if play.over else asked, None):
            own = () if seat is None else (seat,)
            sitting = Sitting(table, play, seat, letterless, own)
            untimed = {"clock": None, "times": {}} if len(met) % 2 else {}  # then who is gone can be replaced
            for text in shown("table/play.html", table, letterless, sitting=sitting, own=own, **untimed).read:
                assert not words(text, game), f"{phase}: {text}"


def test_other_pages_are_marked_for_translation(game: Game, letterless: str) -> None:
    for changed in range(max(len(option.values) for option in game.kind.options if len(option.values) <= 12)):
        options = {option.name: option.values[min(changed, len(option.values) - 1)] for option in game.kind.options}
        table = laid(game, options)
        for own in ((), (1,)):
            for text in shown("table/waiting.html", table, letterless, own=own).read:
                assert not words(text), text
    for text in shown("table/loading.html", table, letterless).read:
        assert not words(text), text


# The terminal


@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_is_marked_for_translation(name: str, letterless: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Only what is typed stays English: the lines of choices, and notation in the errors about it."""
    kind = registry.find(name)
    ask = Answers("x", "1")
    assert choices.choose_game(ask, letterless) is not None
    choices.choose_players(kind, players := Answers("x", ""), letterless)
    choices.choose_levels(1, level := Answers("x", ""), letterless)
    choices.choose_levels(3, levels := Answers("x", ""), letterless)
    game = commandery.game(name, players=3)
    play_match(game, 0, "squire", 1, None, moves := Answers("?", "t", "u", *["x y"] * 3, "1", "q"), letterless)
    for question in (*ask.asked, *players.asked, *level.asked, *levels.asked, *moves.asked):
        assert not words(question), question
    for line in capsys.readouterr().out.splitlines():
        told = line.partition("  (")[2] if line.startswith("    ") else line.replace("'x y'", "")
        told = re.sub(rf"·+ {name}\b", "", told)
        assert not words(told, game), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_can_be_chosen_by_their_names(language: str) -> None:
    assert set(LEVELS_IN_WORDS) == set(LEVELS)
    for level in LEVELS:
        name = choices.bot_name(level, language)
        assert choices.choose_levels(1, Answers(name.upper()), language) == level
        assert choices.choose_levels(1, Answers(level), language) == level


def test_a_match_in_the_terminal_speaks_the_language_asked_for() -> None:
    done = run("play", "templari", "--seed", "1", "--language", "fr_CA", answers="?\nbid 99\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Templari\N{NO-BREAK SPACE}: vous avez la place 0 sur 4" in done.stdout
    assert "Votre choix" in done.stdout and "(Passer)" in done.stdout
    assert "n\N{RIGHT SINGLE QUOTATION MARK}est pas une action de templari" in done.stdout
    refused = run("play", "--language", "eo")
    assert refused.returncode == 2
    assert refused.stderr == "commandery: there is no language 'eo' (there are: en, fr, it)\n"


def test_the_terminal_speaks_the_language_of_the_environment() -> None:
    done = run("play", "journey", "--seed", "1", answers="q\n", LANGUAGE="", LC_ALL="", LC_MESSAGES="", LANG="it_IT.UTF-8")
    assert "Il viaggio dei Templari: hai il posto 0 su 4; gli altri: scudiero." in done.stdout, done.stderr
