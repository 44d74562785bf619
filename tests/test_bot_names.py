"""How bots are named: levels, budgets, bots of others, lists of them; and what is wrong with a bad name, in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import commandery
from commandery.bots import LEVELS, Budget, Ismcts, Sight, make_bot, split_specs
from conftest import GAMES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a class and with files that are none, which we are in."""
    (tmp_path / "mine.py").write_text("import random\n\nclass Any:\n    pass\n")
    (tmp_path / "broken.py").write_text("class Broken\n")
    (tmp_path / "wants.py").write_text("import nonesuch\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Ours


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_every_game(level: str, game: str) -> None:
    match = commandery.game(game).start(seed=1)
    sight = Sight(match, match.to_act[0])
    assert make_bot(level, 1).choose(sight) in sight.legal


def test_the_levels_are_four() -> None:
    assert list(LEVELS) == ["novice", "squire", "knight", "master"]


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("ismcts:2000", Budget(simulations=2000)),
        ("ismcts:200ms", Budget(seconds=0.2)),
        ("ismcts:1s", Budget(seconds=1)),
        ("knight:500ms", Budget(seconds=0.5)),
        ("master:2s", Budget(seconds=2)),
    ],
)
def test_a_budget_is_in_the_name(spec: str, budget: Budget) -> None:
    bot = make_bot(spec)
    assert isinstance(bot, Ismcts)
    assert bot.budget == budget
    assert str(make_bot(f"ismcts:{bot.budget}").budget) == str(budget)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("", "there is no bot ''"),
        ("wizard", "there is no bot 'wizard'"),
        ("gredy", "did you mean greedy?"),
        ("Greedy", "there is no bot 'Greedy'"),
        ("ismcts:", "is not understood"),
        ("ismcts:0", "is not understood"),
        ("ismcts:-5", "is not understood"),
        ("ismcts:fast", "is not understood"),
        ("ismcts:1.5s", "is not understood"),
        ("ismcts:99999999", "is not understood"),
        ("ismcts:5m", "is not understood"),
        ("ismcts:²", "is not understood"),
        ("greedy:100", "greedy takes no budget"),
        ("random:1s", "random takes no budget"),
        ("novice:1s", "novice takes no budget"),
        ("squire:1s", "squire takes no budget"),
    ],
)
def test_a_bad_name_is_told_in_one_line(spec: str, complaint: str) -> None:
    with pytest.raises(commandery.BadOption) as error:
        make_bot(spec)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seed", [-1, 1 << 63, "1", 1.5, True])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(commandery.CommanderyError, match="a seed is a whole number"):
        make_bot("random", seed)


# Those of others


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("greedy", ["greedy"]),
        ("greedy, knight:200ms ,random", ["greedy", "knight:200ms", "random"]),
        (r"program:./bot --w 1\,2\,3,greedy", ["program:./bot --w 1,2,3", "greedy"]),
        ("program:perl examples/bot.pl,program:5s:x", ["program:perl examples/bot.pl", "program:5s:x"]),
    ],
)
def test_a_list_of_bots_is_split_at_commas(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("program", "names no bot"),
        ("program:", "names no bot"),
        ("program:  ", "names no bot"),
        ("program:5s:", "names no bot"),
        ("program:nonesuch --fast", "there is no program 'nonesuch'"),
        ("program:''", "there is no program ''"),
        ("program:'x", "No closing quotation"),
        ("python", "names no bot"),
        ("python:mine.py", "names no class"),
        ("python:5s:mine.py", "there is no file|names no class"),
        ("python:mine.py:", "names no class"),
        ("python:mine.py:not a name", "names no class"),
        ("python:nonesuch.py:Any", "there is no file nonesuch.py"),
        ("pyton:mine.py:Any", "there is no bot 'pyton:mine.py:Any'"),
    ],
)
def test_a_bad_name_of_others_is_told_in_one_line(spec: str, complaint: str, folder: Path) -> None:
    with pytest.raises(commandery.BadOption, match=complaint) as error:
        make_bot(spec)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("python:mine.py:Nobody", "there is no class Nobody in mine.py"),
        ("python:mine.py:Any", "the class Any in mine.py has no method choose.self, sight."),
        ("python:mine.py:random", "there is no class random in mine.py"),
        ("python:nonesuch:Any", "No module named 'nonesuch'"),
        ("python:broken.py:Broken", "SyntaxError: .*broken.py, line 1"),
        ("python:wants.py:Any", "No module named 'nonesuch' .wants.py, line 1"),
        ("program:false", "it has ended"),
    ],
)
def test_a_bot_that_cannot_be_started_is_told_in_one_line(spec: str, complaint: str, folder: Path) -> None:
    with pytest.raises(commandery.BadOption, match=complaint) as error:
        make_bot(spec).prepare()
    assert "\n" not in str(error.value)
